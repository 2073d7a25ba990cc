"""A result of which no rounds are left, off an old sheet or out of a file: made a log of two entries."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from referee.game import events as ev
from referee.game.events import Recorded
from referee.game.judges.outcome import Problem
from referee.game.names import same_name, tidy, why_no_name
from referee.game.replay import FEWEST, MOST, MOST_TOTAL
from referee.game.story.answers import sentence
from referee.rules.rulebook.model import Rulebook, to_data
from referee.rules.rulings import phrase


@dataclass(frozen=True, slots=True)
class OldResult:
    """Who played, in table order, and either what everybody ended with or which place they had."""

    book: Rulebook
    played_on: str
    """A day, ISO 8601, or a year."""
    players: tuple[str, ...]
    totals: tuple[int, ...] = ()
    places: tuple[int, ...] = ()
    """From 1, equal ones for whoever shared a place."""


def problems_of(result: OldResult) -> tuple[Problem, ...]:
    """Everything that is wrong with a result but its day: ``columns``, or ``player-1``, counted from 1."""
    return tuple(_wrong(result))


def _wrong(result: OldResult) -> Iterator[Problem]:
    names = [tidy(player) for player in result.players]
    if not FEWEST <= len(names) <= MOST:
        yield Problem("columns", phrase("players_of_result", least=FEWEST, most=MOST))
    for number, name in enumerate(names, start=1):
        if why := why_no_name(name):
            yield Problem(f"player-{number}", why)
        elif any(same_name(other, name) for other in names[: number - 1]):
            yield Problem(f"player-{number}", phrase("name_taken", name=name))
    for number, total in enumerate(result.totals):
        if abs(total) > MOST_TOTAL:
            yield Problem(f"player-{number + 1}", phrase("total_range", name=names[number], most=MOST_TOTAL))
    for number, place in enumerate(result.places):
        if not 1 <= place <= len(names):
            yield Problem(f"player-{number + 1}", phrase("place_range", name=names[number], most=len(names)))


def log_of(result: OldResult, by: str, evening: str, now: str) -> tuple[Recorded, ...]:
    """The log of a result without problems, on the evening of its day; its last entry says when it was brought in."""
    seats = tuple((number, tidy(player)) for number, player in enumerate(result.players, start=1))
    opened = ev.GameOpened(
        to_data(result.book), result.book.digest, {}, seats, seats[0][0], "chosen", day=result.played_on
    )
    totals, places = (
        {seat: value for (seat, _name), value in zip(seats, values, strict=bool(values))}
        for values in (result.totals, result.places)
    )
    entered = ev.ResultEntered(totals, places)
    evening = min(evening, now)
    return (
        Recorded(1, evening, by, opened),
        Recorded(2, evening, by, entered),
        Recorded(3, now, by, ev.NoteAdded(sentence(phrase("typed_in")))),
    )
