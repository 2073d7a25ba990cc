"""The trace of a season: when it was made, closed and opened again, which rule was changed, what differs since."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from referee.messages import gettext as _
from referee.rules.speech.words import listed
from referee.season.games import FinishedGame
from referee.season.measures import MEASURES
from referee.season.rules import LEAVERS, SUBSTITUTES, TIES, SeasonRule, to_data

MADE, CLOSED, OPENED_AGAIN, GOES_ON, CHANGED = "made", "closed", "opened again", "goes on", "changed"
REMOVED, BROUGHT_BACK = "game removed", "game brought back"
"""What became of a game of a season that was over; ``Change.games`` names it."""
KINDS = (MADE, CLOSED, OPENED_AGAIN, GOES_ON, CHANGED, REMOVED, BROUGHT_BACK)


@dataclass(frozen=True, slots=True)
class Terms:
    """What a season is counted by: its days and its rule."""

    starts: str
    ends: str | None
    rule: SeasonRule


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that was done to a season. Raises ValueError for one that makes no sense."""

    at: str
    by: str
    what: str
    """Of ``KINDS``."""
    places: Mapping[str, int] = field(default_factory=dict)
    """Who stood where when it was closed, by player."""
    games: Mapping[str, str] = field(default_factory=dict)
    """The games that it was closed with, each with the moment of its last correction, else empty; or the game that
    was removed or brought back."""
    before: Terms | None = None
    """What it was counted by before its rule or its days were changed."""

    def __post_init__(self) -> None:
        if self.what not in KINDS or (self.before is None) == (self.what == CHANGED):
            raise ValueError(f"nothing that is done to a season is called {self.what}")


@dataclass(frozen=True, slots=True)
class Since:
    """What differs in a season since it was closed by hand."""

    first: tuple[str, ...]
    """Who stood first then, where others do now; by player."""
    moved: int
    """How many players have another place than then, or have one only then or now."""
    new: tuple[str, ...]
    """Codes of games that count only since."""
    gone: tuple[str, ...]
    """Codes of games that counted then and do not now."""
    corrected: tuple[str, ...]


def to_json(change: Change) -> dict[str, Any]:
    """Plain JSON values, without what is empty; ``storage.clubs.seasons`` reads the change again."""
    data: dict[str, Any] = {"at": change.at, "by": change.by, "what": change.what}
    if change.places:
        data["places"] = dict(change.places)
    if change.games:
        data["games"] = dict(change.games)
    if (before := change.before) is not None:
        data["before"] = {"starts": before.starts, "ends": before.ends, "rule": to_data(before.rule)}
    return data


def closing(trace: Sequence[Change]) -> Change | None:
    """The closing by hand that stands; None where there is none, or it was opened again. The order of what was done
    counts, never its moments: a clock may have been wrong."""
    last = next((change for change in reversed(trace) if change.what in (CLOSED, OPENED_AGAIN)), None)
    return last if last is not None and last.what == CLOSED else None


def corrections(games: Iterable[FinishedGame]) -> dict[str, str]:
    """The games of a season as a closing keeps them."""
    return {game.id: game.corrected_at or "" for game in games}


def since(
    closed: Change, games: Iterable[FinishedGame], places: Mapping[str, int], root: Mapping[str, str] | None = None
) -> Since:
    """``games`` and ``places`` are those of now; ``root`` says whom each double turned out to be."""
    now = corrections(games)
    then = {(root or {}).get(player, player): place for player, place in closed.places.items()}
    return Since(
        first=_first(then) if set(_first(then)) != set(_first(places)) else (),
        moved=sum(then.get(player) != places.get(player) for player in {**then, **places}),
        new=tuple(code for code in now if code not in closed.games),
        gone=tuple(code for code in closed.games if code not in now),
        corrected=tuple(code for code, at in now.items() if closed.games.get(code, at) != at),
    )


def _first(places: Mapping[str, int]) -> tuple[str, ...]:
    return tuple(player for player, place in places.items() if place == 1)


def in_words(terms: Terms, day: Callable[[str], str] = str) -> dict[str, str]:
    """What a season is counted by, each thing under its label; ``day`` writes a day."""
    rule = terms.rule
    return {
        _("Starts"): day(terms.starts),
        _("Ends"): day(terms.ends) if terms.ends else _("open"),
        _("Players are ranked by"): str(MEASURES[rule.way].title),
        _("Best games that count"): str(rule.best_of or _("all")),
        _("Games to be ranked"): str(rule.minimum),
        _("Games planned"): str(rule.planned or _("open")),
        _("Substitutes"): str(SUBSTITUTES[rule.substitutes]).rstrip("."),
        _("Leaving early"): str(LEAVERS[rule.leavers]).rstrip("."),
        _("Games without a rulebook"): _("count") if rule.sheets else _("don’t count"),
        _("Level players are separated by"): listed([TIES[name] for name in rule.ties]) if rule.ties else _("nothing"),
    }


def differences(before: Terms, after: Terms, day: Callable[[str], str] = str) -> tuple[tuple[str, str, str], ...]:
    """Label, before and after of everything in which two terms differ."""
    was, now = in_words(before, day), in_words(after, day)
    return tuple((label, was[label], words) for label, words in now.items() if words != was[label])


def changes_of_terms(trace: Sequence[Change], now: Terms) -> tuple[Terms | None, ...]:
    """For each change what the season was counted by after it, where it changed that."""
    after: list[Terms | None] = []
    for change in reversed(trace):
        after.append(now if change.before is not None else None)
        now = change.before or now
    return tuple(reversed(after))
