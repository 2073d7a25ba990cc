"""A game off an old score sheet: typed in column by column, checked against the totals written there, made a log."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from referee.game import events as ev
from referee.game.decisions import Problem
from referee.game.events import Recorded
from referee.game.names import same_name, tidy, why_no_name
from referee.game.values import NO_CARDS, Line
from referee.rules.dealing import deal_for
from referee.rules.hands import MOST_POINTS
from referee.rules.rulebook import Rulebook, to_data


@dataclass(frozen=True, slots=True)
class PaperColumn:
    player: str
    scores: tuple[int, ...]
    """Points of each round; below zero only where the rulebook takes points off for an exact cut."""
    total: int | None
    """What is written under the column; None where nothing is."""
    mistaken: bool = False
    """The table says that the total on the paper is wrong: the rounds count, and the history says so."""


@dataclass(frozen=True, slots=True)
class PaperGame:
    """One sheet. Columns stand in table order; the first one dealt first."""

    book: Rulebook
    played_on: str
    """A day, ISO 8601."""
    columns: tuple[PaperColumn, ...]
    went_out: tuple[int | None, ...] = ()
    """The column (from 0) of whoever went out, by round; where it is empty, the only one without cards left."""


def problems_of(paper: PaperGame) -> tuple[Problem, ...]:
    """Everything that is wrong with a sheet but its day, each with its field: ``columns``, ``rounds``, ``player-1``,
    ``score-1-3`` (column and round from 1), ``total-1``, ``went_out-3``."""
    return tuple(_wrong(paper))


def _wrong(paper: PaperGame) -> Iterator[Problem]:
    rounds = max((len(column.scores) for column in paper.columns), default=0)
    if not rounds:
        yield Problem("rounds", "At least one round was played.")
    names = [tidy(column.player) for column in paper.columns]
    yield from wrong_players(paper.book, names)
    for number, column in enumerate(paper.columns, start=1):
        if len(column.scores) < rounds:
            yield Problem(f"score-{number}-{len(column.scores) + 1}", "This round is missing.")
        yield from wrong_column(paper.book, number, column)
    for place in range(rounds):
        below = [at for at, column in enumerate(paper.columns) if min(column.scores[place : place + 1], default=0) < 0]
        for at in below[1:]:
            why = f"Only one player cuts, and {names[below[0]]} is below zero in this round already."
            yield Problem(f"score-{at + 1}-{place + 1}", why)
    for place, out in enumerate(paper.went_out, start=1):
        if place > rounds or (out is not None and not 0 <= out < len(names)):
            yield Problem(f"went_out-{place}", "Whoever went out is not on the sheet.")
        elif out is not None and any(_cards(paper.book, left) for left in paper.columns[out].scores[place - 1 : place]):
            yield Problem(f"went_out-{place}", f"{names[out]} went out and has no points in this round.")


def wrong_players(book: Rulebook, players: Sequence[str]) -> tuple[Problem, ...]:
    """What is wrong with the names over the columns: ``columns`` or ``player-1``."""
    names = [tidy(player) for player in players]
    found = []
    try:
        deal_for(book, 1, len(names))
    except ValueError:
        found.append(Problem("columns", f"{book.name} is played by {book.players_min} to {book.players_max}."))
    for number, name in enumerate(names, start=1):
        if why := why_no_name(name):
            found.append(Problem(f"player-{number}", why))
        elif any(same_name(other, name) for other in names[: number - 1]):
            found.append(Problem(f"player-{number}", f"There is a {name} in this game already."))
    return tuple(found)


def wrong_column(book: Rulebook, number: int, column: PaperColumn) -> tuple[Problem, ...]:
    """What cannot be in one column, whose number counts from 1: ``score-1-3`` or ``total-1``."""
    low, total, name = -book.cut_bonus, sum(column.scores), tidy(column.player)
    found = [
        Problem(f"score-{number}-{place}", f"{name}, round {place}: points are from {_signed(low)} to {MOST_POINTS}.")
        for place, score in enumerate(column.scores, start=1)
        if not low <= score <= MOST_POINTS
    ]
    if len(column.scores) > book.rounds:
        found.append(Problem(f"score-{number}-{book.rounds + 1}", f"{book.name} has {book.rounds} rounds."))
    if column.total is not None and not column.mistaken and (off := column.total - total):
        why = f"{name}: the rounds add up to {_signed(total)}, the paper says {_signed(column.total)}"
        found.append(Problem(f"total-{number}", f"{why}, {abs(off)} {'more' if off > 0 else 'less'}."))
    return tuple(found)


def _cards(book: Rulebook, score: int) -> int:
    """The points of the cards alone: what is below zero had an exact cut taken off."""
    return score + book.cut_bonus if score < 0 else score


def without_cards(paper: PaperGame, place: int) -> tuple[int, ...]:
    """The columns (from 0) of those who may have gone out in a round (from 0)."""
    return tuple(at for at, column in enumerate(paper.columns) if _cards(paper.book, column.scores[place]) == 0)


def log_of(paper: PaperGame, by: str, now: str) -> tuple[Recorded, ...]:
    """The log of a sheet without problems, on the evening of its day; its last lines say when it was typed in."""
    seats = tuple((number, tidy(column.player)) for number, column in enumerate(paper.columns, start=1))
    played: list[ev.Event] = [
        ev.GameOpened(to_data(paper.book), paper.book.digest, {}, seats, 1, "chosen"),
    ]
    for place in range(len(paper.columns[0].scores)):
        scores = {number: column.scores[place] for number, column in enumerate(paper.columns, start=1)}
        played += [ev.CutRecorded(place + 1, number, True) for number, score in scores.items() if score < 0]
        out = _out(paper, place)
        lines = {
            number: NO_CARDS if number == out else Line(None, _cards(paper.book, score))
            for number, score in scores.items()
        }
        played.append(ev.RoundClosed(place + 1, place % len(seats) + 1, out, lines))
    played.append(ev.GameFinished())
    evening = min(f"{paper.played_on}T20:00:00Z", now)
    notes = ("Typed in from an old score sheet", *mistakes(paper))
    told = [(evening, event) for event in played] + [(now, ev.NoteAdded(note)) for note in notes]
    return tuple(Recorded(seq, at, by, event) for seq, (at, event) in enumerate(told, start=1))


def mistakes(paper: PaperGame) -> Iterator[str]:
    """Where the table says that a total on the paper is wrong, in sentences without their full stop."""
    for column in paper.columns:
        if column.total is not None and column.total != (total := sum(column.scores)):
            says = f"The sheet says {_signed(column.total)} for {tidy(column.player)}"
            yield f"{says}; the rounds add up to {_signed(total)}, and that counts"


def _out(paper: PaperGame, place: int) -> int | None:
    """The seat that went out in a round."""
    if place < len(paper.went_out):
        said = paper.went_out[place]
        return None if said is None else said + 1
    found = without_cards(paper, place)
    return found[0] + 1 if len(found) == 1 else None


def _signed(count: int) -> str:
    return f"−{-count}" if count < 0 else str(count)
