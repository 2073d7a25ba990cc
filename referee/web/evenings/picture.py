"""The result of a night as one picture, drawn as that of a game."""

from __future__ import annotations

from referee.messages import gettext as _
from referee.messages import ngettext
from referee.season.standings import Standings
from referee.services.clubs.evening_views import EveningPage
from referee.web.parts.pen import Shape
from referee.web.parts.poster import ROW, ROWS, Picture, foot_line, head, headline, on_cloth, place_line
from referee.web.shell import words


def picture(of: EveningPage, night: Standings) -> Picture:
    rows = [(row, row.place is not None and row.place.place == 1) for row in night.rows]
    games = ngettext("%(num)s game", "%(num)s games", night.games)
    subtitles = (
        " · ".join(filter(None, (of.club.name, of.evening.name))),
        " · ".join((words.day(of.evening.day, year=True), games)),
    )
    heading = headline([row.name for row, wins in rows if wins]) if of.is_final else _("The night so far")
    height = ROWS + ROW * len(rows) + 62
    shapes: list[Shape] = [*head(heading, subtitles)]
    placed = [words.place(row.place) if row.place else "–" for row in night.rows]
    for at, (row, wins) in enumerate(rows):
        shapes += place_line(placed[at], row.name, row.shown, ROWS + ROW * at, first=wins)
    shapes.append(foot_line(_("Place points, the average over the evening’s games"), height))
    places = "; ".join(f"{place} {row.name} {row.shown}" for place, row in zip(placed, night.rows, strict=True))
    return Picture(heading, f"{', '.join(subtitles)}. {places}.", on_cloth(height, shapes))
