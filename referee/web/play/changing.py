"""Another rulebook in mid-game: which ones there are, and what each would change before it is chosen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from referee.game.commands import ChangeRulebook, Since
from referee.game.counting_anew import after, kept
from referee.game.judges.decide import Accepted, NeedsConfirmation, Query, Refused, decide
from referee.game.state import GameState
from referee.game.values import Line
from referee.messages import gettext as _
from referee.rules.packs import played_with
from referee.rules.rulebook.in_words import rule_in_words
from referee.rules.rulebook.model import Rulebook
from referee.web.shell import words
from referee.web.shell.bar import Bar, bar, where
from referee.web.shell.hands import EVERYBODYS, Hands


class Outcome(NamedTuple):
    """What comes of it, from now on or from the first round."""

    state: GameState | None
    """The game after it; None where it is refused, or nothing is to be changed."""
    why_not: str
    asks: tuple[str, ...]
    """What is asked about it."""


class TotalLine(NamedTuple):
    player: str
    now: str
    anew: str
    """From the first round."""


class HandLine(NamedTuple):
    """A line of a closed round."""

    where: str
    was: str
    anew: str


@dataclass(frozen=True)
class Change:
    """What a rulebook would change."""

    of: Rulebook
    why_not: tuple[str, ...]
    """Why it can't be, where neither can."""
    asks: tuple[str, ...]
    facts: tuple[words.Fact, ...]
    rounds: tuple[tuple[int, str], ...]
    """The rounds that would be left, with their contracts; none where each player has one of their own."""
    totals: tuple[TotalLine, ...]
    hands: tuple[HandLine, ...]
    """What costs something else from the first round."""
    kept: tuple[str, ...]
    """Whose points stay even then, because only they were told."""
    ends: tuple[str, ...]
    """House rules that were decided in this game and end."""
    now: str
    """Why it can't count from now on; empty where it can."""
    first: str
    is_choice: bool
    """Whether rounds are closed, so that it is to be said from which on it counts."""


@dataclass(frozen=True)
class ChangePage:
    bar: Bar
    books: tuple[Rulebook, ...]
    chosen: Change | None
    keep: bool


def change_page(
    code: str,
    state: GameState,
    books: Iterable[Rulebook],
    rulebook: str,
    *,
    keep: bool,
    hands: Hands = EVERYBODYS,
) -> ChangePage:
    """``rulebook`` is the id of the one that is looked at; without it there are all of them to choose from."""
    there = tuple(books)
    book = next((book for book in there if book.id == rulebook), None)
    others = tuple(other for other in there if other.digest != state.opened_book.digest or state.decisions)
    return ChangePage(bar(code, state), others, None if book is None else _change(state, book, hands), keep)


def _outcome(state: GameState, book: Rulebook, since: Since) -> Outcome:
    unconfirmed = decide(state, ChangeRulebook(book, since), state.number)
    decision = decide(state, ChangeRulebook(book, since, confirmed=True), state.number)
    queries: tuple[Query, ...] = unconfirmed.queries if isinstance(unconfirmed, NeedsConfirmation) else ()
    if isinstance(decision, Accepted) and decision.events:
        return Outcome(after(state, decision.events[0]), "", tuple(query.question for query in queries))
    if isinstance(decision, Refused):
        return Outcome(None, decision.problems[0].message, ())
    return Outcome(None, _("This game is already played by %(rulebook)s.", rulebook=book.name), ())


def _change(state: GameState, book: Rulebook, hands: Hands) -> Change:
    now, first = _outcome(state, book, "now"), _outcome(state, book, "first")
    then = now.state or first.state
    with played_with(book.pack if then is not None else state.book.pack):
        return Change(
            of=book,
            why_not=() if then else tuple(dict.fromkeys((now.why_not, first.why_not))),
            asks=now.asks or first.asks,
            facts=tuple(_facts(state, then)) if then else (),
            rounds=tuple(_rounds(then)) if then else (),
            totals=tuple(_totals(state, first.state, hands)) if first.state and state.rounds else (),
            hands=tuple(_hands(state, first.state)) if first.state else (),
            kept=tuple(_kept(first.state)) if first.state else (),
            ends=tuple(state.book.clauses[decision.topic].title for decision in state.decisions),
            now=now.why_not,
            first=first.why_not,
            is_choice=bool(state.rounds),
        )


def _facts(state: GameState, then: GameState) -> Iterator[words.Fact]:
    """What is played next, as it would be; what stays as it is isn't said."""
    was, will_be = dict(_next(state)), dict(_next(then))
    for label, value in will_be.items():
        if was.get(label) != value:
            yield words.Fact(label, value, "")


def _next(state: GameState) -> Iterator[tuple[str, str]]:
    yield _("Next"), where(state)
    if (running := state.running) is not None:
        deal = running.deal
        yield _("Cards each"), str(deal.deal)
        yield _("Pack"), words.pack(deal)
    yield _("Wild"), words.wild(state.book)
    yield _("Discards out of turn"), rule_in_words("may_i_limit", state.book.values())
    yield _("Wins"), words.what_wins(state.book)


def _rounds(then: GameState) -> Iterator[tuple[int, str]]:
    if then.running is None or then.book.rounds_vary:
        return
    for number in range(then.running.number, then.planned + 1):
        yield number, words.contract(then.book.contracts[then.book.round_of(number) - 1])


def _totals(state: GameState, then: GameState, hands: Hands) -> Iterator[TotalLine]:
    for seat in hands.around([seat.id for seat in state.all_seats]):
        yield TotalLine(state.name(seat), words.total(state, seat), words.total(then, seat))


def _hands(state: GameState, then: GameState) -> Iterator[HandLine]:
    for before, played in zip(state.rounds, then.rounds, strict=True):
        for seat, cell in played.cells.items():
            was = before.cells[seat].line
            if was.points != cell.points:
                yield HandLine(_of(then, played.number, seat), _line(was), _line(cell.line))


def _line(line: Line) -> str:
    return words.line(line.cards, line.points)


def _kept(then: GameState) -> Iterator[str]:
    for number, seat in kept(then):
        points = words.points(then.rounds[number - 1].cells[seat].points)
        yield _("%(whose)s: %(points)s", whose=_of(then, number, seat), points=points)


def _of(state: GameState, number: int, seat: int) -> str:
    return _("Round %(number)s, %(player)s", number=number, player=state.name(seat))
