"""The form of a season: its fields as typed or as they are, and the ways to choose from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from referee.season.measures import MEASURES
from referee.season.rules import SUBSTITUTES, TIES, SeasonRule
from referee.services.season_views import ClubView, SeasonView
from referee.web import words
from referee.web.club.bar import STANDINGS, ClubBar, club_bar
from referee.web.season.forms import NOTHING_MORE, TIES_ASKED

_TIE_LABELS = ("First", "Then", "After that", "And last")


@dataclass(frozen=True)
class TieField:
    name: str
    label: str
    chosen: str


@dataclass(frozen=True)
class SeasonFormView:
    bar: ClubBar
    season: str
    """Empty for a new one."""
    before: str
    """The digest of what is changed."""
    heading: str
    name: str
    starts: str
    ends: str
    way: str
    best_of: str
    minimum: str
    planned: str
    substitutes: str
    ties: tuple[TieField, ...]
    ways: tuple[tuple[str, str, str], ...]
    tie_options: tuple[tuple[str, str], ...]
    substitute_options: tuple[tuple[str, str], ...]
    loose: int
    """Finished games of the club that a new season could take in."""
    take_in: bool


def season_form(
    club: ClubView, season: SeasonView | None, typed: Mapping[str, str], today: str, loose: int = 0
) -> SeasonFormView:
    """``typed`` is what was sent before, where the form is shown again."""
    rule = season.rule if season else SeasonRule()
    asked = (*rule.ties, *(NOTHING_MORE,) * TIES_ASKED)
    known = {
        "name": season.name if season else f"Season {today[:4]}",
        "starts": season.starts if season else f"{today[:4]}-01-01",
        "ends": (season.ends or "") if season else "",
        "way": rule.way,
        "best_of": _number(rule.best_of),
        "minimum": _number(rule.minimum),
        "planned": _number(rule.planned),
        "substitutes": rule.substitutes,
        **{f"tie_{number}": asked[number - 1] for number in range(1, TIES_ASKED + 1)},
    }
    ties = enumerate(_TIE_LABELS, start=1)
    offered = [(name, words.begun(said)) for name, said in TIES.items()]
    shown = {name: typed.get(name, value) for name, value in known.items()}
    return SeasonFormView(
        bar=club_bar(club, STANDINGS),
        season=season.id if season else "",
        before=season.digest if season else "",
        heading=f"Change {season.name}" if season else "A new season",
        name=shown["name"],
        starts=shown["starts"],
        ends=shown["ends"],
        way=shown["way"],
        best_of=shown["best_of"],
        minimum=shown["minimum"],
        planned=shown["planned"],
        substitutes=shown["substitutes"],
        ties=tuple(TieField(f"tie_{number}", label, shown[f"tie_{number}"]) for number, label in ties),
        ways=tuple(
            (name, measure.title, f"{measure.explanation} {measure.fairness}") for name, measure in MEASURES.items()
        ),
        tie_options=(*offered, (NOTHING_MORE, "Nothing more")),
        substitute_options=tuple(SUBSTITUTES.items()),
        loose=loose,
        take_in="take_in" in typed if typed else True,
    )


def _number(value: int | None) -> str:
    return "" if value is None else str(value)
