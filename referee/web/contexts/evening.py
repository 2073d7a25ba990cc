"""A finished game for the table to be proud of: awards, a text, a picture, a sheet to be printed."""

from __future__ import annotations

from dataclasses import dataclass

from referee.season.awards import Award
from referee.season.figures import listing
from referee.season.games import Result
from referee.season_views import Evening
from referee.web import words
from referee.web.contexts.club_bar import day

WIDTH = 640
_LONGEST = 26
_ROW, _HEAD, _AWARD = 64, 220, 74
PICTURE_AWARDS = 3
SHEET_AWARDS = 6
"""So many, for one page of paper."""


@dataclass(frozen=True)
class AwardLine:
    title: str
    who: str
    why: str


@dataclass(frozen=True)
class Row:
    place: str
    player: str
    total: str
    wins: bool


@dataclass(frozen=True)
class PictureRow:
    place: str
    player: str
    total: str
    wins: bool
    y: int
    share: int
    """The length of its bar."""


@dataclass(frozen=True)
class PictureAward:
    title: str
    who: str
    y: int


@dataclass(frozen=True)
class Picture:
    """What the picture shows, in the units of the drawing."""

    heading: str
    said: str
    rows: tuple[PictureRow, ...]
    awards: tuple[PictureAward, ...]
    width: int
    height: int
    foot: str


@dataclass(frozen=True)
class EveningView:
    code: str
    season: str
    """Id of the season it counts in; empty for none."""
    season_name: str
    awards: tuple[AwardLine, ...]
    text: str


@dataclass(frozen=True)
class SheetRow:
    number: int
    contract: str
    cells: tuple[tuple[str, bool], ...]
    """Points and whether this player went out."""


@dataclass(frozen=True)
class WinnersSheet:
    heading: str
    said: str
    club: str
    code: str
    rows: tuple[Row, ...]
    names: tuple[str, ...]
    rounds: tuple[SheetRow, ...]
    awards: tuple[AwardLine, ...]
    corrected: str


def evening_view(found: Evening) -> EveningView:
    return EveningView(
        code=found.game.id,
        season=found.season.id if found.season else "",
        season_name=found.season.name if found.season else "",
        awards=award_lines(found),
        text=share_text(found),
    )


def award_lines(found: Evening) -> tuple[AwardLine, ...]:
    return tuple(AwardLine(award.title, _who(found, award), award.explanation) for award in found.awards)


def _who(found: Evening, award: Award) -> str:
    return listing(found.names.get(player, player) for player in award.players)


def heading(found: Evening) -> str:
    """``"Ada wins"``, ``"Ada and Ben share the first place"``."""
    who = listing(found.names.get(player, player) for player in found.game.winners)
    return f"{who} wins" if len(found.game.winners) == 1 else f"{who} share the first place"


def _said(found: Evening) -> str:
    game = found.game
    return f"{game.rulebook_name}, {day(game.at)}, {words.count_of(len(game.rounds), 'round')}"


def rows(found: Evening) -> tuple[Row, ...]:
    """By place; whoever left stands last."""
    return tuple(_row(found, result) for result in _ordered(found))


def _ordered(found: Evening) -> list[Result]:
    return sorted(found.game.results, key=lambda result: (not result.stayed, result.final))


def _row(found: Evening, result: Result) -> Row:
    place = found.game.places.get(result.player)
    return Row(
        place=words.place(place) if place else "–",
        player=found.names.get(result.player, result.player),
        total=words.signed(result.total),
        wins=result.player in found.game.winners,
    )


def share_text(found: Evening) -> str:
    """The result as plain text for a group chat."""
    lines = [f"{_said(found)}. {words.LOWEST_WINS}.", f"{heading(found)}."]
    lines += [f"{row.place}  {row.player}  {row.total}" for row in rows(found)]
    if found.awards:
        lines += ["", *(f"{award.title}: {award.who}. {award.why}" for award in award_lines(found))]
    return "\n".join(lines)


def picture(found: Evening) -> Picture:
    shown = rows(found)
    totals = [result.total for result in _ordered(found)]
    most = max(1, *totals)
    given = award_lines(found)[:PICTURE_AWARDS]
    below = _HEAD + len(shown) * _ROW + 36
    return Picture(
        heading=_cut(heading(found), 30),
        said=_said(found),
        rows=tuple(
            PictureRow(
                row.place,
                _cut(row.player, _LONGEST),
                row.total,
                row.wins,
                _HEAD + at * _ROW,
                max(4, round(520 * max(0, total) / most)),
            )
            for at, (row, total) in enumerate(zip(shown, totals, strict=True))
        ),
        awards=tuple(
            PictureAward(award.title, _cut(award.who, 36), below + at * _AWARD) for at, award in enumerate(given)
        ),
        width=WIDTH,
        height=below + len(given) * _AWARD + 40,
        foot=f"{words.LOWEST_WINS} · Table Referee",
    )


def _cut(text: str, longest: int) -> str:
    return text if len(text) <= longest else f"{text[: longest - 1].rstrip()}…"


def winners_sheet(found: Evening) -> WinnersSheet:
    game = found.game
    return WinnersSheet(
        heading=heading(found),
        said=_said(found),
        club=found.club.name,
        code=game.id,
        rows=rows(found),
        names=tuple(found.names.get(result.player, result.player) for result in game.results),
        rounds=tuple(
            SheetRow(
                number,
                played.contract,
                tuple(
                    ("–" if (score := result.scores[number - 1]) is None else words.signed(score), number in result.out)
                    for result in game.results
                ),
            )
            for number, played in enumerate(game.rounds, start=1)
        ),
        awards=award_lines(found)[:SHEET_AWARDS],
        corrected=f"Corrected on {day(game.corrected_on)}." if game.corrected_on else "",
    )
