"""Another rulebook in mid-game, or another rule that rounds are counted by: what speaks against it, what it changes."""

from __future__ import annotations

from collections.abc import Iterator

from referee.game.events import Event, Recorded
from referee.game.fold import advance
from referee.game.history import splits_ranks
from referee.game.replay import most_seats, split_ranks
from referee.game.state import ClosedRound, GameState
from referee.game.values import Line, counted
from referee.rules.judges.scoring import as_priced, points_of
from referee.rules.rulebook.model import Rulebook
from referee.rules.rulings import Phrase, phrase
from referee.rules.speech.hands import hand_text


def why_not(state: GameState, book: Rulebook, since: int) -> Phrase | None:
    """Why a game can't go on by a rulebook that counts from a round on, and what the table can do; None if it can."""
    running, closed, name = state.running, len(state.rounds), book.name
    is_told = bool(state.rounds) or (running is not None and running.recorded)
    if book.pack != state.book.pack and is_told:
        return phrase("other_cards", rulebook=name)
    if book.own_contracts != state.book.own_contracts and is_told:
        return phrase("contracts_otherwise", rulebook=name)
    if book.highest_wins != state.book.highest_wins and is_told:
        return phrase("wins_otherwise", rulebook=name)
    if _seats(state) > most_seats(book):
        return phrase("too_many_for", rulebook=name, most=most_seats(book))
    if not book.rounds_vary and book.rounds * (1 + state.times_again) <= closed:
        return phrase("rounds_gone", rulebook=name, rounds=book.rounds, closed=closed)
    if since > 1 and any(state.buys.values()) and book.may_i_price != state.book.may_i_price:
        return phrase("kitty_otherwise", rulebook=name)
    if splits_ranks(state, {"points": book.points}) or not _are_priced(state, book):
        return phrase("suits_not_entered")
    return None


def _seats(state: GameState) -> int:
    """How many play, in this round or the next."""
    return max(sum(seat.plays(number) for seat in state.all_seats) for number in (state.current, state.current + 1))


def _are_priced(state: GameState, book: Rulebook) -> bool:
    """Whether a rulebook has all cards that are entered for the running round."""
    lines = state.running.entered.values() if state.running is not None else ()
    return all({*as_priced(book, counted(line.cards))} <= {*book.prices} for line in lines)


def repriced(state: GameState, book: Rulebook) -> dict[int, dict[int, Line]]:
    """By round and seat, the lines of closed rounds that cost something else by a rulebook."""
    lines = {played.number: dict(_repriced(state, book, played)) for played in state.rounds}
    return {number: anew for number, anew in lines.items() if anew}


def _repriced(state: GameState, book: Rulebook, played: ClosedRound) -> Iterator[tuple[int, Line]]:
    """Points stay where only they were told, or no suits of cards that have other prices by their suits."""
    of_round = book.in_round(book.round_of(played.number))
    unsaid = split_ranks(state.counted_by(played.number), book.prices)
    for seat, line in played.lines.items():
        cards = as_priced(of_round, counted(line.cards))
        if line.cards is None or unsaid.intersection(cards) or not {*cards} <= {*of_round.prices}:
            continue
        anew = Line(hand_text(cards), points_of(of_round, cards), line.met)
        if anew != line:
            yield seat, anew


def after(state: GameState, event: Event) -> GameState:
    """The game once that has happened; raises Senseless."""
    return advance(state, [Recorded(state.number + 1, state.log[-1].at, "", event)])


def kept(state: GameState) -> tuple[tuple[int, int], ...]:
    """Rounds and seats whose points stayed as they were told when the rounds were counted anew."""
    return tuple((played.number, seat) for played in state.rounds for seat, cell in played.cells.items() if cell.kept)
