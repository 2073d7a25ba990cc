"""Only some of a club's games: what the address of a page asks for, and the fields that choose it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from referee.messages import gettext as _
from referee.messages import ngettext
from referee.season.narrowing import LOOSE, TWELVE_MONTHS, Choices, Narrowing
from referee.services.clubs.season_views import SeasonView
from referee.web.shell.screens import Visit


@dataclass(frozen=True)
class Choice:
    """One thing to narrow by. ``options``: value and label of each, the first of them leaving nothing out."""

    name: str
    label: str
    options: tuple[tuple[str, str], ...]
    chosen: str


@dataclass(frozen=True)
class Chooser:
    """What stands above a page that can be narrowed."""

    fields: tuple[Choice, ...]
    sentence: str
    """``"2025 · Shanghai Rummy"``; empty where all games are looked at."""

    @property
    def query(self) -> dict[str, str]:
        """What an address says for the same games."""
        return {field.name: field.chosen for field in self.fields if field.chosen}


def narrowing(visit: Visit) -> Narrowing:
    """What an address asks for."""
    return Narrowing(visit.value("season"), visit.value("rulebook"), visit.value("players"), visit.value("time"))


def chooser(chosen: Narrowing, choices: Choices, seasons: Iterable[SeasonView]) -> Chooser:
    """Something that an address asks for and no game has stands among the choices all the same: it was asked for. What
    is no season, rulebook, number or year at all stands there as unknown, not as it was typed into an address."""
    called = {**{season.id: season.name for season in seasons}, LOOSE: _("No season")}
    in_order = tuple(season for season in called if season in choices.seasons)
    fields = (
        _choice("season", _("Season"), _("All seasons"), in_order, chosen.season, called),
        _choice("rulebook", _("Rulebook"), _("All rulebooks"), choices.rulebooks, chosen.rulebook, {}),
        _choice("players", _("At the table"), _("Any number"), choices.players, chosen.players, _tables(choices)),
        _choice("time", _("Time"), _("All the time"), choices.times, chosen.time, {TWELVE_MONTHS: _("Last 12 months")}),
    )
    shown = tuple(field for field in fields if len(field.options) > 1)
    return Chooser(shown, " · ".join(_label(field) for field in shown if field.chosen))


def _tables(choices: Choices) -> dict[str, str]:
    return {number: ngettext("%(num)s player", "%(num)s players", int(number)) for number in choices.players}


def _choice(
    name: str, label: str, every: str, values: tuple[str, ...], chosen: str, called: Mapping[str, str]
) -> Choice:
    each = [(value, called.get(value, value)) for value in values]
    if chosen not in ("", *values):
        is_number = chosen.isascii() and chosen.isdigit() and len(chosen) <= 4
        each.append((chosen, called.get(chosen, chosen if is_number else _("Unknown"))))
    return Choice(name, label, (("", every), *each), chosen)


def _label(field: Choice) -> str:
    return dict(field.options)[field.chosen]
