"""The card in the middle of the evening: which round, which contract, who does what."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from referee.game.state import GameState, RunningRound
from referee.messages import gettext as _
from referee.web.parts.own_contracts import SeatContract, seat_contracts
from referee.web.parts.round_in_play import RoundInPlay, SeatInPlay, round_in_play, waits_for
from referee.web.parts.standing import Standing, by_place, last_score, standing
from referee.web.parts.taken import Taken, taken
from referee.web.shell import words
from referee.web.shell.bar import NOW, Bar, bar
from referee.web.shell.hands import EVERYBODYS, Hands

HALF_A_PHONE = 12
"""Letters of a name that half the width of a phone has room for."""
ON_A_TAP = {False: 11, True: 8}
"""Letters of a name on a key that counts, in half the width of a phone: by itself, and beside one for a false call."""
ON_THE_LARGEST_KEY = 16
"""Letters of a name on the key that asks for its cards."""


class Score(NamedTuple):
    """One player of the table: the total, and what they have left in this round."""

    standing: Standing
    seat: SeatInPlay | None
    """None for whoever does not play this round."""
    joins: int
    """The round from which they play; 0 for whoever plays this one."""
    short: str
    """The name as half a phone has room for it."""


class Own(NamedTuple):
    """A seat that this phone holds, above everything else."""

    seat: SeatInPlay
    standing: Standing


class OwnHand(NamedTuple):
    """A hand that only this phone is asked for."""

    seat: int
    player: str
    """As the key has room for the name."""


class Tally(NamedTuple):
    """A seat with a key, where a round is counted by taps."""

    seat: int
    player: str
    short: str
    """The name as half a phone has room for it."""
    points: str
    """So far in this round."""
    enters: bool
    """Whether this phone may tap for it."""


@dataclass(frozen=True)
class CutView:
    """The cut before a round, where the rulebook rewards an exact one."""

    round: int
    cutter: str
    exact_is: int
    points: int
    """What an exact one is worth."""
    bonus: str
    """What it adds to the total: ``"−50"``."""
    adds: bool
    """Whether it adds points, because the highest total wins."""
    exact: str
    """``"yes"``, ``"no"`` or, while nothing is recorded, empty."""


@dataclass(frozen=True)
class Now:
    bar: Bar
    round: int
    of: int
    """0 while nobody can say how many rounds there will be."""
    contract: str
    """That of the player of this phone, where each has one of their own; empty where it has several or none."""
    melds: tuple[words.MeldView, ...]
    own: tuple[SeatContract, ...]
    """Everybody's, in its place."""
    means: tuple[words.Special, ...]
    """What the sets and runs of these contracts are, for whoever is new to the game."""
    number: int
    """Of the contract, where it is this player's own; else 0."""
    facts: tuple[words.Fact, ...]
    special: tuple[words.Special, ...]
    at_once: bool
    """Whether the first of these says that the whole hand is melded at once."""
    pack: str
    """Empty where no cards are dealt."""
    scores: tuple[Score, ...]
    """Of the seats that this phone does not hold, by place."""
    cut: CutView | None
    counted: str
    """How far the counting of this round has come; empty before it began."""
    waits: str
    """Who is being waited for while it is counted; empty before."""
    play: RoundInPlay
    mine: tuple[Own, ...]
    """The seats that it holds."""
    own_hand: OwnHand | None
    """The first of them whose cards are asked for: the round is out."""
    can_do: bool
    """Whether a hand is still being played, so that its player may ask what to do with it."""
    before: str
    """How the round before ended, until the counting of this one begins; empty otherwise."""
    handicap: str
    """With what points players began, in a sentence, until the first round is closed; empty otherwise."""
    closed: bool
    """Whether a round is closed, so that the score sheet has a row."""
    taken: Taken | None
    """Who got the discard that this phone has just told of."""
    tally: tuple[Tally, ...]
    """Who plays this round, the own seats first, where it is counted by taps; else empty."""
    false_calls: bool
    """Whether each of them has a key for a false call."""
    triples: bool
    """Whether it is played with the cards of SET."""


def now(code: str, state: GameState, entry: str = "", same: str = "", hands: Hands = EVERYBODYS) -> Now:
    """The page of the running round; there must be one. ``entry`` and ``same`` are of a discard taken just now."""
    running = state.running
    assert running is not None, "without a running round the result is shown"
    deal, alone = running.of(hands.alone).deal, hands.alone in running.own
    book = state.book_in(running.number)
    contracts = [running.of(seat).deal.contract for seat in ([hands.alone] if alone else running.own)] or [
        deal.contract
    ]
    facts = (
        [
            words.Fact(_("Deals %(cards)s each", cards=deal.deal), state.name(running.dealer)),
            words.Fact(_("Plays first"), state.name(running.leader)),
            *words.wild_fact(book),
            *words.decks_here(state.book, deal),
        ]
        if book.has_contracts
        else [words.Fact(_("Deals"), state.name(running.dealer))] * book.has_dealer
    )
    done = len(running.seats) - len(running.missing)
    counted = _("%(done)s of %(players)s entered", done=done, players=len(running.seats)) if running.begun else ""
    if running.by_taps:
        counted = ""
    elif running.begun and not running.entered:
        counted = _("No hands yet")  # only who went out is told
    play = round_in_play(state, running, hands.alone)
    there = {seat.seat: seat for seat in play.seats}
    others = [seat for seat in by_place(state) if seat.id not in hands.mine]
    shorts = words.short_names([seat.player for seat in others], HALF_A_PHONE)
    return Now(
        bar=bar(code, state, NOW),
        round=running.number,
        of=words.rounds_to_play(state),
        contract=words.contract(deal.contract) if alone or not running.own else "",
        melds=words.melds(deal.contract) if alone or not running.own else (),
        own=() if alone else seat_contracts(state, running),
        means=words.meanings(book, contracts),
        number=running.of(hands.alone).plays if alone else 0,
        facts=tuple(facts),
        special=words.special(state.book, running.plays) if book.has_contracts else (),
        at_once=running.plays in state.book.all_cards_rounds,
        pack=_("%(pack)s. %(cards)s are left in the stock after the deal.", pack=words.pack(deal), cards=deal.stock)
        if book.has_contracts
        else "",
        scores=tuple(
            Score(standing(state, seat), there.get(seat.id), 0 if seat.id in there else seat.joined, short)
            for seat, short in zip(others, shorts, strict=True)
        ),
        cut=_cut(state),
        counted=counted,
        waits=waits_for(state, running) if running.begun else "",
        play=play,
        mine=tuple(
            Own(seat, standing(state, state.by_id[seat.seat])) for seat in play.seats if seat.seat in hands.mine
        ),
        own_hand=own_hand(state, running, hands),
        can_do=not running.went_out_said and book.has_referee,
        before=ended(state) if state.rounds and not running.begun else "",
        handicap="" if state.rounds else words.handicap(state),
        closed=bool(state.rounds),
        taken=taken(state, running, entry, same, hands),
        tally=_tally(state, running, hands) if running.by_taps else (),
        false_calls=book.counts(-1),
        triples=book.sheet is not None and book.sheet.triples,
    )


def _tally(state: GameState, running: RunningRound, hands: Hands) -> tuple[Tally, ...]:
    seats, room = hands.own_first(running.seats), ON_A_TAP[state.book.counts(-1)]
    shorts = words.short_names([state.name(seat) for seat in seats], room)
    points, taps = running.lines, hands.enters
    return tuple(
        Tally(seat, state.name(seat), short, words.signed(points[seat].points), taps(seat))
        for seat, short in zip(seats, shorts, strict=True)
    )


def own_hand(state: GameState, running: RunningRound, hands: Hands) -> OwnHand | None:
    """Once it is known who went out; before that a hand may still change. Where nobody does, once others are told."""
    if not (running.went_out_said if state.book.has_contracts else running.begun):
        return None
    called = words.called([seat.player for seat in state.all_seats], ON_THE_LARGEST_KEY)
    missing = (OwnHand(seat, called[state.name(seat)]) for seat in hands.mine if seat in running.missing)
    return next(missing, None)


def ended(state: GameState) -> str:
    """How the last closed round ended, in a sentence; there must be one."""
    played = state.rounds[-1]
    tells = [seat for seat in played.cells if seat != played.went_out or state.book.highest_wins]
    scores = ", ".join(f"{state.name(seat)} {last_score(state, seat)}" for seat in tells)
    if not state.book.has_contracts:
        return _("Round %(number)s: %(scores)s.", number=played.number, scores=scores)
    if played.went_out is None:
        return _("Round %(number)s: no one went out. %(scores)s.", number=played.number, scores=scores)
    who = state.name(played.went_out)
    return _("Round %(number)s: %(who)s went out. %(scores)s.", number=played.number, who=who, scores=scores)


def _cut(state: GameState) -> CutView | None:
    running = state.running
    if running is None or running.deal.cut is None:
        return None
    answer = {True: "yes", False: "no", None: ""}[running.cut_exact]
    book, points = state.book, state.book.cut_bonus
    return CutView(
        running.number,
        state.name(running.cutter),
        running.deal.cut,
        points,
        words.reward(book, points),
        book.highest_wins,
        answer,
    )
