"""Two players of a club against each other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from referee.services.season_views import PlayerView, VersusView
from referee.web import words
from referee.web.club.bar import PLAYERS, ClubBar, club_bar

GAMES = 12
"""Games shown at once; the others open below."""


class Met(NamedTuple):
    """One game of two players; ``rounds`` says in how many each was ahead: ``4:2``."""

    code: str
    day: str
    rulebook: str
    first: str
    second: str
    rounds: str


@dataclass(frozen=True)
class Versus:
    bar: ClubBar
    first: PlayerView
    second: PlayerView
    heading: str
    columns: tuple[tuple[str, str], ...]
    """Both names, cut for a narrow column and whole."""
    first_better: int
    second_better: int
    level: int
    share: int
    """Of the first, in percent of the games that one of them finished ahead: the length of the bar."""
    sentence: str
    meetings: tuple[Met, ...]
    older: tuple[Met, ...]
    others: tuple[PlayerView, ...]


def versus(found: VersusView) -> Versus:
    one, two, met = found.first, found.second, found.versus
    meetings = tuple(
        Met(
            meeting.game,
            words.day(meeting.at),
            meeting.rulebook,
            words.signed(meeting.first),
            words.signed(meeting.second),
            f"{meeting.rounds_first}:{meeting.rounds_second}",
        )
        for meeting in met.meetings
    )
    decided = met.better + met.worse
    return Versus(
        bar=club_bar(found.club, PLAYERS),
        first=one,
        second=two,
        heading=f"{one.name} and {two.name}",
        columns=tuple(zip(words.short_names((one.name, two.name)), (one.name, two.name), strict=True)),
        first_better=met.better,
        second_better=met.worse,
        level=met.level,
        share=round(100 * met.better / decided) if decided else 50,
        sentence=_ahead(found),
        meetings=meetings[:GAMES],
        older=meetings[GAMES:],
        others=tuple(other for other in found.others if other.id != two.id),
    )


def _ahead(found: VersusView) -> str:
    met = found.versus
    if not met.meetings:
        return "They have not finished a game together yet."
    games = words.count_of(len(met.meetings), "game")
    level = f" {words.count_of(met.level, 'game')} ended level." if met.level else ""
    if met.better == met.worse:
        return f"Nobody is ahead after {games} together.{level}"
    name, more, less = found.first.name, met.better, met.worse
    if met.worse > met.better:
        name, more, less = found.second.name, met.worse, met.better
    return f"{name} is ahead, {more} to {less} in {games} together.{level}"
