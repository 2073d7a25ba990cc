"""Counting a round: who went out, then seat after seat, then the read-back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from referee.game.judges.hands import still_owes
from referee.game.state import GameState, RunningRound
from referee.game.story.answers import sentence
from referee.messages import gettext as _
from referee.messages import ngettext, pgettext
from referee.rules.rulebook.model import IN_POINTS
from referee.web.parts.own_contracts import Met, met_asked, whether_met
from referee.web.parts.pad import (
    AS_IN_THE_BOOK,
    NOBODY,
    Entry,
    Filled,
    SeatKey,
    Typed,
    as_typed,
    cost_of_cards,
    entry,
)
from referee.web.parts.round_in_play import name_on_key, waits_for
from referee.web.shell import words
from referee.web.shell.bar import Bar, bar
from referee.web.shell.frame import NO_TROUBLE, Trouble
from referee.web.shell.hands import EVERYBODYS, Hands


@dataclass(frozen=True)
class Chip:
    """A seat in the strip: who, how far, whether it is the one being counted."""

    seat: int
    short: str
    mark: str
    """Points, ``"out"``, or empty for not yet."""
    spoken: str
    """What is read out after it, with the whole name where it is cut."""
    current: bool
    enters: bool
    """Whether this phone may go to its line."""
    out: bool
    """Whether it went out, and so has no line."""


class OneTurn(NamedTuple):
    """What is asked beside who went out, where going down and out in one turn changes points."""

    says: str
    """What it does to the points."""
    key: str
    """The same on the key of an own hand."""
    on: bool


@dataclass(frozen=True)
class WhoPage:
    bar: Bar
    round: int
    seats: tuple[SeatKey, ...]
    nobody: SeatKey
    counts: bool
    """Whether this phone enters for everyone, and can enter points only."""
    one_turn: OneTurn | None
    last_turns: bool
    """Whether the others have one more turn."""


@dataclass(frozen=True)
class CardsPage:
    bar: Bar
    round: int
    seat: int
    player: str
    chips: tuple[Chip, ...]
    entry: Entry
    next: str
    """What Next leads to, in words."""
    mine_alone: bool
    """Whether this is the one seat that the phone holds: who it is need not be said."""
    one_turn: OneTurn | None
    asks_out: bool
    """Whether nobody has said yet who went out, and the page of an own hand asks it."""
    entered: bool
    """Whether a line is there already, which may have been somebody else's."""
    next_whole: str
    """The whole name of who is next, where the words cut it; else empty."""
    met: Met | None
    """None where the contract belongs to the round."""
    from_pad: bool
    """Whether a number alone would be points, and not the card that these keys mean."""


class PointsLine(NamedTuple):
    """A seat on the page of points: what stands there, and as what it was told."""

    seat: int
    player: str
    out: bool
    text: str
    minus: bool
    """Whether it is below zero: then the text has no sign."""
    cards: str
    """The cards, where they were told; else empty."""
    error: str
    met: Met | None
    """None where the contract belongs to the round."""
    entered: bool
    """Whether a line stands there: emptied, it is removed."""


@dataclass(frozen=True)
class PointsPage:
    bar: Bar
    round: int
    lines: tuple[PointsLine, ...]
    whole: bool
    """Whether it asks for everybody's; else for those of this phone, or of one seat."""
    seat: int | None
    """The one seat whose points are asked for; None where there are several."""
    asks_out: bool
    """Whether it asks who went out: of the whole round, or whether the one seat did."""
    nobody: bool
    points: words.Special | None
    """What each card left costs; None where there are none."""
    below_zero: bool
    """Whether points can be below zero, so that each field has a minus."""
    others: bool
    """Whether this phone may enter everybody's, beside those that it is asked for."""
    one_turn: OneTurn | None


@dataclass(frozen=True)
class ReadBackLine:
    seat: int
    player: str
    faces: tuple[words.Face, ...]
    points: str
    words: str
    missing: bool
    enters: bool
    """Whether this phone may enter or change it."""
    met: str = ""
    """Whether the contract was met; empty where it belongs to the round."""
    doubled: str = ""
    """How the points come about where they count double: ``"2 × 35"``."""


@dataclass(frozen=True)
class ReadBackPage:
    bar: Bar
    round: int
    waits: str
    """Who a phone with a seat waits for, in a sentence; empty once all lines are there, and on a phone without one."""
    asks_out: bool
    """Whether somebody goes out."""
    says_out: bool
    """Whether this phone may say who went out, or say it otherwise."""
    closes: bool
    went_out: str
    """A name or nobody; empty while it is not said."""
    in_one_turn: bool
    """Whether they went down in that same turn, where that changes points."""
    out_points: str
    lines: tuple[ReadBackLine, ...]
    missing: tuple[str, ...]
    owes: str
    """What whoever went out has not replaced, in a sentence; empty for most."""
    cut: str
    """What an exact cut takes off, in a sentence; empty where there was none."""
    in_points: bool
    """Whether the table tells points."""
    by_taps: bool
    """Whether it was counted while it was played, so that no line is told here."""
    points: words.Special | None
    """What each card left costs; None where there are none."""


def who_page(code: str, state: GameState, running: RunningRound, hands: Hands = EVERYBODYS) -> WhoPage:
    went_out_said = running.went_out_said
    seats = tuple(
        SeatKey(str(seat), state.name(seat), went_out_said and running.went_out == seat)
        for seat in hands.own_first(running.there)
    )
    nobody = SeatKey(NOBODY, _("No one: both piles ran out"), went_out_said and running.went_out is None)
    counts = hands.others and hands.writes
    turn, others = one_turn(state, running), state.book.last_turns
    return WhoPage(bar(code, state), running.number, seats, nobody, counts, turn, others)


def one_turn(state: GameState, running: RunningRound) -> OneTurn | None:
    """None under most rulebooks: there it changes nothing."""
    book, on = state.book, running.one_turn
    if not book.asks_one_turn(running.plays):
        return None
    points = words.reward(book, book.off_for_going_out(running.plays, one_turn=True))
    if not book.one_turn_doubles:
        says = _("Down and out in one turn: %(points)s", points=points)
        return OneTurn(says, _("Out in one turn: %(points)s", points=points), on)
    key = _("Out in one turn: others count double")
    if book.rewards_one_turn(running.plays):
        return OneTurn(_("Down and out in one turn: %(points)s, others count double", points=points), key, on)
    return OneTurn(_("Down and out in one turn: others count double"), key, on)


def in_points(state: GameState, running: RunningRound) -> bool:
    """Whether this table calls out points, not cards: in this round, or in the last one where nothing is said yet."""
    lines = [left.line for left in running.entered.values()]
    if state.book.told_in == IN_POINTS:
        return not any(line.cards for line in lines)
    if not lines and state.rounds:
        last = state.rounds[-1]
        lines = [cell.line for seat, cell in last.cells.items() if seat != last.went_out]
    return any(line.cards is None for line in lines) and not any(line.cards for line in lines)


def points_page(
    code: str,
    state: GameState,
    running: RunningRound,
    trouble: Trouble = NO_TROUBLE,
    seats: tuple[int, ...] = (),
    hands: Hands = EVERYBODYS,
) -> PointsPage:
    """Everybody's points on one screen, and who went out; with ``seats`` theirs alone."""
    out = trouble.typed.get("seat", _out_said(running))
    has_cards, alone = state.book.has_contracts, seats[0] if len(seats) == 1 else None
    return PointsPage(
        bar(code, state),
        running.number,
        tuple(_points_line(state, running, seat, trouble, out) for seat in seats or hands.around(running.seats)),
        whole=not seats,
        seat=alone,
        asks_out=has_cards
        and (not seats or (alone in hands.mine and not running.went_out_said and alone not in running.away)),
        nobody=out == NOBODY,
        points=cost_of_cards(state.book_in(running.number)) if has_cards else None,
        below_zero=state.book.below_zero,
        others=bool(seats) and hands.others and hands.writes,
        one_turn=one_turn(state, running),
    )


def _points_line(state: GameState, running: RunningRound, seat: int, trouble: Trouble, out: str) -> PointsLine:
    name, entered = f"points.{seat}", running.entered.get(seat)
    typed = Typed.of(entered)
    return PointsLine(
        seat,
        state.name(seat),
        out == str(seat),
        trouble.typed.get(name, typed.text),
        f"minus.{seat}" in trouble.typed if name in trouble.typed else typed.minus,
        "" if entered is None or not entered.cards else words.spaced(entered.cards),
        trouble.fields.get(name, ""),
        met_of(state, running, seat, trouble, f"met.{seat}"),
        entered is not None,
    )


def _out_said(running: RunningRound) -> str:
    if not running.went_out_said:
        return ""
    return NOBODY if running.went_out is None else str(running.went_out)


def cards_page(
    code: str,
    state: GameState,
    running: RunningRound,
    seat: int,
    filled: Filled = AS_IN_THE_BOOK,
    hands: Hands = EVERYBODYS,
) -> CardsPage:
    """The pad of one seat."""
    entered = running.entered.get(seat)
    base = "" if entered is None else as_typed(entered.cards, entered.points)
    back = goes_on(running, seat)
    after = None if back else next_seat(running, seat, hands)
    named = "" if after is None else name_on_key(state, running, after)
    return CardsPage(
        bar=bar(code, state),
        round=running.number,
        seat=seat,
        player=state.name(seat),
        chips=chips(state, running, seat, hands),
        entry=entry(
            state.book_in(running.number),
            _("%(player)s’s cards left", player=state.name(seat)),
            draft_of(code, running, seat),
            base,
            filled,
        ),
        entered=entered is not None,
        next=_("Back to the round") if back else _next(named, hands),
        mine_alone=hands.alone == seat,
        one_turn=one_turn(state, running),
        asks_out=seat in hands.mine and hands.writes and not running.went_out_said and seat not in running.away,
        next_whole="" if after is None or named == state.name(after) else state.name(after),
        met=met_of(state, running, seat, filled.trouble, "met"),
        from_pad=state.book.told_in == IN_POINTS,
    )


def met_of(state: GameState, running: RunningRound, seat: int, trouble: Trouble, name: str) -> Met | None:
    """Whoever is known to be down has met it; None where the contract belongs to the round."""
    if not running.own:
        return None
    entered = running.entered.get(seat)
    is_met = entered.met if entered else True if seat in running.play.down else None
    return met_asked(state, running.number, seat, is_met, trouble.typed, name)


def draft_of(code: str, running: RunningRound, seat: int) -> str:
    """What the phone calls the cards of a seat that are not sent yet."""
    return f"{code}:{running.number}:{seat}"


def goes_on(running: RunningRound, seat: int) -> bool:
    """Whether the others play on once this seat's line is there: who left in the middle of the round said it."""
    return seat in running.away and not running.begun


def _next(after: str, hands: Hands) -> str:
    return _("Next: %(player)s", player=after) if after else _("Send") if hands.mine else _("Check the round")


def next_seat(running: RunningRound, seat: int, hands: Hands = EVERYBODYS) -> int | None:
    """The next one, onwards, whose cards left this phone enters; None when there is nobody else.

    A phone with seats goes through its own ones. Once it enters for another one, it goes on with those that no phone
    holds. A phone without one begins with those, too: the others enter their own.
    """
    at = running.seats.index(seat)
    onwards = running.seats[at + 1 :] + running.seats[:at]
    if hands.mine:
        own = seat in hands.mine
        onwards = tuple(other for other in onwards if (other in hands.mine if own else other not in hands.held))
    else:
        onwards = tuple(sorted(onwards, key=lambda other: other in hands.held))
    return next((other for other in onwards if other in running.missing), None)


def chips(state: GameState, running: RunningRound, current: int, hands: Hands = EVERYBODYS) -> tuple[Chip, ...]:
    names = [state.name(seat) for seat in running.seats]
    shorts = words.short_names(names, 8 if len(names) < 5 else 6 if 6 < len(names) < 9 else 5)
    made = []
    for seat, name, short in zip(running.seats, names, shorts, strict=True):
        out = running.went_out_said and running.went_out == seat
        if out:
            mark, spoken = pgettext("a round, to whoever went out", "out"), ""
        elif seat in running.entered:
            mark = str(running.entered[seat].points)
            spoken = " " + ngettext("point", "points", running.entered[seat].points)
        else:
            mark, spoken = "", _("not yet")
        full = f", {name}" if short != name else ""
        made.append(Chip(seat, short, mark, spoken + full, seat == current, hands.enters(seat), out))
    return tuple(made)


def read_back_page(code: str, state: GameState, running: RunningRound, hands: Hands = EVERYBODYS) -> ReadBackPage:
    """All lines to be confirmed; on a phone with a seat also while it waits for the others."""
    out = running.went_out
    lines = tuple(_read_back(state, running, seat, hands) for seat in hands.around(running.seats) if seat != out)
    has_cards = state.book.has_contracts
    complete = (running.went_out_said or not has_cards) and not running.missing
    counts_alone = hands.others and not hands.mine
    cut = (
        _(
            "%(player)s cut exactly: %(points)s",
            player=state.name(running.cutter),
            points=words.reward(state.book, state.book.cut_bonus),
        )
        if running.cut_exact
        else ""
    )
    return ReadBackPage(
        bar=bar(code, state),
        round=running.number,
        waits="" if counts_alone or complete else waits_for(state, running),
        asks_out=has_cards,
        says_out=may_say_out(running, hands),
        closes=hands.writes and (counts_alone or complete),
        went_out=state.name(out) if out is not None else _("No one") if running.went_out_said else "",
        in_one_turn=running.one_turn,
        out_points=words.reward(state.book, state.book.off_for_going_out(running.plays, running.one_turn))
        if out is not None
        else "",
        lines=lines,
        missing=(
            *(() if running.went_out_said or not has_cards else (_("who went out"),)),
            *(state.name(seat) for seat in running.missing),
        ),
        owes=sentence(owes) if out is not None and (owes := still_owes(state, running.play, out)) else "",
        cut=cut,
        in_points=state.book.told_in == IN_POINTS,
        by_taps=running.by_taps,
        points=cost_of_cards(state.book_in(running.number)) if has_cards else None,
    )


def may_say_out(running: RunningRound, hands: Hands) -> bool:
    """Whether this phone may say who went out, or say it otherwise."""
    return hands.writes and (hands.others or not running.went_out_said)


def _read_back(state: GameState, running: RunningRound, seat: int, hands: Hands) -> ReadBackLine:
    entered, name = running.lines.get(seat), state.name(seat)
    enters = hands.enters(seat) and not running.by_taps
    if entered is None:
        return ReadBackLine(seat, name, (), _("not yet"), _("not yet"), True, enters)
    times, points = state.book.times_left(running.one_turn), words.signed(entered.points)
    line, doubled = words.line(entered.cards, entered.points, times), ""
    if times > 1 and entered.points:
        points, doubled = str(times * entered.points), words.line(None, entered.points, times)
        line = _("%(points)s, that is %(line)s", points=points, line=line)
    met, faces = whether_met(entered.met), words.hand_faces(entered.cards)
    return ReadBackLine(seat, name, faces, points, line, False, enters, met, doubled)
