"""What a hand at the end of a round can be: checks that know rummy.

What cannot be is a problem and refused; what is merely unlikely is a query and asked back once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from referee.game import commands as cmd
from referee.game.judges.outcome import Findings, Problem, Refused
from referee.game.play import NOTHING_RECORDED, RoundInPlay
from referee.game.replay import deal_for_seats
from referee.game.state import GameState
from referee.game.values import Line, Out, counted
from referee.rules.cards import JOKER_NAME, RANK_OF_CARD, RANKS
from referee.rules.judges.scoring import as_priced, points_of
from referee.rules.packs import SKIPS_IN_A_DECK
from referee.rules.rulebook.model import IN_POINTS, Rulebook
from referee.rules.rulings import Phrase, phrase
from referee.rules.speech.hands import MOST_POINTS, Hand, HandError, hand_text, read_hand
from referee.rules.speech.points import read_told

_UNUSUAL_TAKES = 5
"""Where May I’s have no limit: so many in one round are asked back."""
_SMALL = 3
"""Hands smaller than this are often the same in two rounds."""


@dataclass(frozen=True)
class Facts:
    """What the checks need to know about a round, running or closed."""

    book: Rulebook
    plays: int
    deal: int
    decks: int
    jokers: int
    before: Mapping[int, Line]
    """The lines of the round before."""
    out: int | None
    """Who went out, where that is known."""
    play: RoundInPlay = NOTHING_RECORDED
    saved: Mapping[int, int] = field(default_factory=dict)
    """By seat, how many discards out of turn it has left over from other rounds."""

    def copies(self, name: str) -> int:
        """How many of a card the pack has; of a rank those that have no points of their own."""
        return copies(self.book, name, self.decks, self.jokers)


def facts(state: GameState, number: int, players: int, out: int | None) -> Facts:
    """The facts of a round. The pack is the largest one needed so far: it stays on the table when somebody leaves."""
    book = state.counted_by(number)
    plays = book.round_of(number)
    counts = {players, *(len(played.cells) for played in state.rounds)}
    deals = [deal_for_seats(book, plays, count) for count in counts]
    return Facts(
        book=book.in_round(plays),
        plays=plays,
        deal=book.deal[plays - 1],
        decks=max(deal.decks for deal in deals),
        jokers=max(deal.jokers for deal in deals),
        before=state.rounds[number - 2].lines if number >= 2 else {},
        out=out,
        play=_play(state, number),
        saved=_saved(state, number),
    )


def _saved(state: GameState, number: int) -> Mapping[int, int]:
    if not state.book.may_i_saved:
        return {}
    return {
        seat: state.saved(number, seat) for played in state.dealt if played.number == number for seat in played.seats
    }


def _play(state: GameState, number: int) -> RoundInPlay:
    if number <= len(state.rounds):
        return state.rounds[number - 1].play
    return state.running.play if state.running is not None else NOTHING_RECORDED


def priced(book: Rulebook, hand: Hand) -> Line:
    """A hand as a line: its cards with what they cost here, or the number that was said."""
    if hand.ranks is None:
        return Line(None, hand.points)
    return Line(hand_text(as_priced(book, hand.ranks)), points_of(book, hand.ranks))


def copies(book: Rulebook, name: str, decks: int, jokers: int) -> int:
    """How many cards of a pack are left under the name of a price: ``Q``, ``QS`` or ``JK``."""
    if name == JOKER_NAME:
        return jokers
    if RANKS.index(RANK_OF_CARD.get(name, name)) >= book.cards.highest:
        return decks * SKIPS_IN_A_DECK
    return decks * (1 if name in RANK_OF_CARD else sum(name + suit not in book.prices for suit in book.cards.suits))


def read_lines(book: Rulebook, cards: Mapping[int, str], field: str = "cards") -> dict[int, Line] | Refused:
    """The lines that were typed, by seat; a refusal with every piece that cannot be read."""
    lines, problems = {}, []
    for seat, text in cards.items():
        points = read_told(text) if book.told_in == IN_POINTS else None
        if not book.has_contracts:
            if points is None:
                problems.append(Problem(field, phrase("not_points", text=text.strip()), seat=seat))
            elif why := _out_of_range(book, points):
                problems.append(Problem(field, why, seat=seat))
            else:
                lines[seat] = Line(None, points)
            continue
        try:
            hand = read_hand(text if points is None else f"{points} points", book.prices)
        except HandError as unread:
            problems.append(Problem(field, str(unread), seat=seat, wrong=unread.words))
            continue
        if why := _impossible(hand):
            problems.append(Problem(field, why, seat=seat))
        lines[seat] = priced(book, hand)
    return Refused(tuple(problems)) if problems else lines


def _impossible(hand: Hand) -> Phrase | None:
    """What no hand can be, whatever the rulebook; None for a sound one."""
    if hand.ranks is None:
        return None if 0 <= hand.points <= MOST_POINTS else phrase("points_range", most=MOST_POINTS)
    return phrase("more_than_any_hand") if sum(hand.ranks.values()) > MOST_POINTS else None


def _out_of_range(book: Rulebook, points: int) -> Phrase | None:
    """Why no round scores so many points where no cards make them; None if one can."""
    if book.below_zero:
        return None if -MOST_POINTS <= points <= MOST_POINTS else phrase("points_below_range", most=MOST_POINTS)
    return None if 0 <= points <= MOST_POINTS else phrase("points_range", most=MOST_POINTS)


def _may_be_empty(round_facts: Facts) -> bool:
    """Whether a player may have no cards left although another has gone out."""
    book = round_facts.book
    return book.final_discard == "required, else stay in" or (book.last_turns and round_facts.out is not None)


def check_line(findings: Findings, round_facts: Facts, seat: int, name: str, line: Line) -> None:
    """One line by itself: nothing to check where it is no hand of cards."""
    if not round_facts.book.has_contracts:
        return
    if line.cards is None:
        _check_number(findings, round_facts, seat, line.points)
    else:
        _check_cards(findings, round_facts, seat, line)
    earlier = round_facts.before.get(seat)
    if line.cards and earlier and line.cards == earlier.cards and len(line.cards.split()) >= _SMALL:
        findings.query("cards", phrase("same_cards_before", name=name, line=line), seat)
    if round_facts.out == seat and not line.is_empty:
        findings.problem("cards", phrase("out_holds_no_cards_change", name=name), seat=seat)
    elif round_facts.out != seat and line.is_empty and not _may_be_empty(round_facts):
        findings.query("cards", phrase("no_cards_not_out", name=name), seat)


def check_out(findings: Findings, state: GameState, play: RoundInPlay, seat: int | None) -> None:
    """Whoever owes a meld after a screw-over lays nothing off before it is replaced, so can hardly go out."""
    if seat is not None and (owes := still_owes(state, play, seat)):
        findings.query("seat", Phrase("owes_and_went_out", owes.about), seat)


def still_owes(state: GameState, play: RoundInPlay, seat: int) -> Phrase | None:
    """What somebody has not replaced, with the clause; None where nothing is owed."""
    owed, clause = play.owes.get(seat), state.book.clauses.get("screw-replace")
    if not owed:
        return None
    where = f"{clause.title}, {clause.address}" if clause else ""
    return phrase("still_owes", name=state.name(seat), owed=owed, clause=where)


def _check_number(findings: Findings, round_facts: Facts, seat: int, points: int) -> None:
    sums = _sums(round_facts.book, round_facts.decks, round_facts.jokers)
    if not sums >> points & 1:
        below = next((n for n in range(min(points, sums.bit_length()) - 1, -1, -1) if sums >> n & 1), 0)
        above = next((n for n in range(points + 1, sums.bit_length()) if sums >> n & 1), None)
        says = phrase("no_cards_make", points=points, below=below, above=above)
        findings.problem("cards", says, str(points), seat)
        return
    dearest = max(round_facts.book.prices.values())
    check_size(findings, round_facts, seat, -(-points // dearest) if dearest else 0, points)


def _check_cards(findings: Findings, round_facts: Facts, seat: int, line: Line) -> None:
    held = counted(line.cards)
    for rank, count in held.items():
        if count > (most := round_facts.copies(rank)):
            findings.problem("cards", phrase("pack_exceeded", count=count, rank=rank, most=most), rank, seat)
    check_size(findings, round_facts, seat, held.total())


def check_size(findings: Findings, round_facts: Facts, seat: int, cards: int, points: int | None = None) -> None:
    """More cards than dealing and taking discards out of turn give; a query, for stranger things have happened.

    ``points`` where only a number was said; ``cards`` are the fewest that make it. Some discards taken may be recorded
    and others not: so what is recorded can explain a hand, and never makes one strange.
    """
    over = cards - round_facts.deal
    if (
        over <= round_facts.play.extra_cards(seat) or round_facts.book.draw_cards > 1
    ):  # with two drawn a turn, every hand grows
        return
    slots = {"cards": cards, "points": points, "deal": round_facts.deal, "word": round_facts.book.may_i_word}
    book = round_facts.book
    limit = book.may_i_most(round_facts.plays, saved=round_facts.saved.get(seat, 0))
    each = 1 + book.may_i_cards(round_facts.plays)
    from_others = 3 if book.screw_over or book.shanghai_call else 0  # cards that other players' actions bring
    if isinstance(limit, int):
        if over > book.may_i_hand(round_facts.plays, limit) + from_others:
            findings.query("cards", phrase("large_hand_limited", **slots, limit=limit), seat)
    elif (takes := -(-over // each)) >= _UNUSUAL_TAKES + from_others:
        findings.query("cards", phrase("large_hand", **slots, takes=takes), seat)


def check_pack(findings: Findings, round_facts: Facts, lines: Mapping[int, Line], name: Callable[[int], str]) -> None:
    """No more copies of a card over all hands than the pack holds."""
    if not round_facts.book.has_contracts:
        return
    hands = {seat: counted(line.cards) for seat, line in lines.items()}
    for rank in round_facts.book.prices:
        holders = [seat for seat, hand in hands.items() if hand[rank]]
        total = sum(hands[seat][rank] for seat in holders)
        if total > (most := round_facts.copies(rank)) and len(holders) > 1:
            says = phrase("pack_exceeded_together", names=[*map(name, holders)], count=total, rank=rank, most=most)
            findings.problem("cards", says, rank)


def _sums(book: Rulebook, decks: int, jokers: int) -> int:
    return _possible_sums(tuple([(cost, copies(book, name, decks, jokers)) for name, cost in book.prices.items()]))


@lru_cache(maxsize=256)
def _possible_sums(prices: tuple[tuple[int, int], ...]) -> int:
    """Bit n is set where some cards of the pack make n points; ``prices`` with how many cards have each."""
    sums = 1
    for value, of_it in prices:
        for _ in range(of_it):
            sums |= sums << value
    return sums


def told_out(
    state: GameState, seat: int | None, command: cmd.SayWentOut | cmd.CountRound | cmd.CloseRound | cmd.CorrectWinner
) -> Out:
    """What a command says of who went out; of one turn only where that changes the points."""
    book = state.counted_by(command.round)
    counts = seat is not None and book.asks_one_turn(book.round_of(command.round))
    return Out(seat, command.one_turn and counts)
