"""A game off an old score sheet: typed in column by column, checked against the totals written there, made a log."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from referee.game import events as ev
from referee.game.decisions import Problem
from referee.game.events import Recorded
from referee.game.names import tidy, why_no_name
from referee.game.values import NO_CARDS, Line
from referee.rules.dealing import deal_for
from referee.rules.hands import MOST_POINTS
from referee.rules.rulebook import Rulebook, to_data


@dataclass(frozen=True, slots=True)
class PaperColumn:
    player: str
    scores: tuple[int, ...]
    """Points of each round."""
    total: int | None
    """What is written under the column; None where nothing is."""


@dataclass(frozen=True, slots=True)
class PaperGame:
    """One sheet. Columns stand in table order; the first one dealt first."""

    book: Rulebook
    played_on: str
    """A day, ISO 8601."""
    columns: tuple[PaperColumn, ...]
    went_out: tuple[int | None, ...] = ()
    """The column (from 0) of whoever went out, by round; where it is empty, the only one without points."""


def problems_of(paper: PaperGame) -> tuple[Problem, ...]:
    """Everything that is wrong with a sheet but its day, each with its field: ``columns``, ``rounds``, ``player-1``,
    ``score-1-3`` (column and round from 1), ``total-1``, ``went_out-3``."""
    return tuple(Problem(field, message) for field, message in _wrong(paper))


def _wrong(paper: PaperGame) -> Iterator[tuple[str, str]]:
    rounds = max((len(column.scores) for column in paper.columns), default=0)
    try:
        deal_for(paper.book, 1, len(paper.columns))
    except ValueError:
        yield "columns", f"{paper.book.name} is not played by {len(paper.columns)}."
    if not 1 <= rounds <= paper.book.rounds:
        yield "rounds", f"{paper.book.name} has {paper.book.rounds} rounds, and at least one was played."
    names = [tidy(column.player) for column in paper.columns]
    for number, (name, column) in enumerate(zip(names, paper.columns, strict=True), start=1):
        if why := why_no_name(name):
            yield f"player-{number}", why
        elif [other.casefold() for other in names].index(name.casefold()) < number - 1:
            yield f"player-{number}", f"There is a {name} in this game already."
        if len(column.scores) < rounds:
            yield f"score-{number}-{len(column.scores) + 1}", "This round is missing."
        for place, score in enumerate(column.scores, start=1):
            if not 0 <= score <= MOST_POINTS:
                yield f"score-{number}-{place}", f"Points are from 0 to {MOST_POINTS}."
        if column.total is not None and column.total != sum(column.scores):
            yield f"total-{number}", f"The column adds up to {sum(column.scores)}, but {column.total} is written there."
    for place, out in enumerate(paper.went_out, start=1):
        if place > rounds or (out is not None and not 0 <= out < len(names)):
            yield f"went_out-{place}", "Whoever went out is not on the sheet."
        elif out is not None and len(scores := paper.columns[out].scores) >= place and scores[place - 1]:
            yield f"went_out-{place}", f"{names[out]} went out and has no points in this round."


def log_of(paper: PaperGame, by: str) -> tuple[Recorded, ...]:
    """The log of a sheet without problems, on the evening of its day."""
    seats = tuple((number, tidy(column.player)) for number, column in enumerate(paper.columns, start=1))
    told: list[ev.Event] = [
        ev.GameOpened(to_data(paper.book), paper.book.digest, {}, seats, 1, "chosen"),
    ]
    for place in range(len(paper.columns[0].scores)):
        scores = [column.scores[place] for column in paper.columns]
        out = _out(paper, place, scores)
        lines = {
            number: NO_CARDS if number == out else Line(None, score) for number, score in enumerate(scores, start=1)
        }
        told.append(ev.RoundClosed(place + 1, place % len(seats) + 1, out, lines))
    told.append(ev.GameFinished())
    at = f"{paper.played_on}T20:00:00Z"
    return tuple(Recorded(seq, at, by, event) for seq, event in enumerate(told, start=1))


def _out(paper: PaperGame, place: int, scores: list[int]) -> int | None:
    """The seat that went out in a round."""
    if place < len(paper.went_out):
        said = paper.went_out[place]
        return None if said is None else said + 1
    return scores.index(0) + 1 if scores.count(0) == 1 else None
