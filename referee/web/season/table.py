"""The table of a season: its rows as they are shown, and the order that a tap on a head asks for."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any

from referee.messages import gettext as _
from referee.messages import ngettext
from referee.season.standings import Row, Standings
from referee.web.shell import words

DEFAULT = "place"
LONG_WORD = 8
"""Letters."""
FIRST_ROWS, FIRST_HIGH_ROWS, FEW = 10, 6, 2
"""So many rows stand there at once, of two lines fewer; the others are folded, unless they are that few."""
TURNED = "-"
"""Before the name of a column: the other way round."""


@dataclass(frozen=True)
class Move:
    """How many places a player has gained or lost by the last game."""

    shown: str
    """``"▲ 2"`` or ``"▼ 1"``; empty where nobody moved."""
    spoken: str
    up: bool


@dataclass(frozen=True)
class TableRow:
    """One player's line of the standings. ``place`` is empty before they are ranked."""

    of: Row
    place: str
    spoken_place: str
    move: Move
    first: bool
    mine: bool
    """Whether this phone holds the player."""
    folded: bool = False


@dataclass(frozen=True)
class Column:
    """A head of the table; ``then`` is what a tap on it asks for."""

    name: str
    label: str
    spoken: str
    """What the label is short for; empty where it says it all."""
    order: str
    """``"ascending"`` or ``"descending"`` for the column that the rows are sorted by; else empty."""
    then: str


@dataclass(frozen=True)
class Table:
    columns: tuple[Column, ...]
    rows: tuple[TableRow, ...]
    long_names: bool
    """Whether a word of some name, as "Bartholomew", needs more room than a phone has beside all columns."""
    more: str
    """How many rows are folded; empty where none is."""


def table(standings: Standings, sort: str, mine: Collection[str], *, over: bool = False) -> Table:
    """``sort`` names a column, as an address has it; anything else gives the order of the places. In a season that is
    ``over`` nobody moves any more."""
    heads = _heads(standings)
    name = sort.removeprefix(TURNED)
    if name not in heads:
        name, sort = DEFAULT, DEFAULT
    turned = sort.startswith(TURNED)
    columns = tuple(
        Column(
            key,
            head.label,
            head.spoken,
            ("ascending" if head.rises != turned else "descending") if key == name else "",
            TURNED + key if key == name and not turned else key,
        )
        for key, head in heads.items()
    )
    rows = sorted(standings.rows, key=heads[name].key)  # whoever is level there stays in the order of the places
    longest = max((len(word) for row in rows for word in re.split(r"[\s-]", row.name)), default=0)
    shown = [table_row(row, mine, over=over) for row in (reversed(rows) if turned else rows)]
    rest = _rest(shown, by_place=sort == DEFAULT)
    rows_shown = tuple(replace(row, folded=True) if at in rest else row for at, row in enumerate(shown))
    return Table(columns, rows_shown, longest > LONG_WORD, _more([shown[at] for at in rest]))


def _rest(rows: Sequence[TableRow], *, by_place: bool) -> list[int]:
    """Where those stand that are folded: all but the first and this phone's players, and in the order of places who is
    not ranked."""
    ranked = sum(bool(row.place) for row in rows) if by_place else len(rows)
    first = FIRST_HIGH_ROWS if any(row.of.finishes for row in rows) else FIRST_ROWS
    rest = [at for at in range(min(first, ranked or first), len(rows)) if not rows[at].mine]
    return rest if len(rest) > FEW else []


def _more(rest: Sequence[TableRow]) -> str:
    if not rest:
        return ""
    if any(row.place for row in rest):
        return _("%(more)s more", more=len(rest))
    return _("%(more)s more, not ranked yet", more=len(rest))


@dataclass(frozen=True)
class _Head:
    label: str
    spoken: str
    rises: bool
    """Whether what it sorts by grows from row to row, the best or the most being on top."""
    key: Callable[[Row], Any]


def _heads(standings: Standings) -> dict[str, _Head]:
    low = standings.lowest_first
    heads = {
        DEFAULT: _Head("#", _("Place"), True, lambda _: 0),  # the order in which they stand
        "name": _Head(_("Player"), "", True, lambda row: row.name.casefold()),
        "value": _Head(standings.heading, "", low, lambda row: row.value if low else -row.value),
        "games": _Head(_("Games"), "", False, lambda row: -row.games),
        "won": _Head(_("Won"), "", False, lambda row: -row.wins),
    }
    if standings.rule.way == "wins":  # the value says it
        del heads["won"]
    return heads


def table_row(row: Row, mine: Collection[str], *, over: bool = False) -> TableRow:
    return TableRow(
        of=row,
        place=words.place(row.place) if row.place else "",
        spoken_place=words.ordinal_place(row.place) if row.place else _("not ranked yet"),
        move=_moved(None if over else row.moved),
        first=is_first(row),
        mine=row.player in mine,
    )


def is_first(row: Row) -> bool:
    return row.place is not None and row.place.place == 1


def firsts(rows: Sequence[Row]) -> list[Row]:
    """Who leads, or has won: several where the first place is shared."""
    return [row for row in rows if is_first(row)]


def _moved(by: int | None) -> Move:
    if by is None:
        return Move("", "", False)
    if not by:
        return Move("", _("as before the last game"), False)
    if by > 0:
        spoken = ngettext("up %(num)s place since the last game", "up %(num)s places since the last game", by)
        return Move(f"▲ {by}", spoken, True)
    spoken = ngettext("down %(num)s place since the last game", "down %(num)s places since the last game", -by)
    return Move(f"▼ {-by}", spoken, False)
