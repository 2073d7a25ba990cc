"""The file that BG Stats writes: plays, players and games in JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from referee.game.notebook.model import MOST_CELLS, PLAYS, Column, Mark, OldGame, Reading, Unreadable
from referee.game.notebook.values import read_day, read_whole
from referee.game.replay import MOST_TOTAL
from referee.messages import gettext as _

OWN = "tableReferee"
"""Under this name stands in a play, and in each score of it, what BG Stats has no field for."""


def read(text: str) -> Reading:
    """Raises Unreadable for JSON of another kind."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise Unreadable(_("This file isn’t whole JSON.")) from None
    if isinstance(data, dict) and data.get("type") == "club":
        raise Unreadable(_("This is a club’s file of another form than this version writes."))
    if not isinstance(data, dict) or not isinstance(data.get("plays"), list):
        raise Unreadable(_("This JSON has no plays, as a file from BG Stats has."))
    players, games = (_by_id(data.get(kind)) for kind in ("players", "games"))
    plays = tuple(
        _play(number, play, players, games)
        for number, play in enumerate(data["plays"], start=1)
        if not (isinstance(play, dict) and play.get("ignored"))
    )
    return Reading(PLAYS, plays)


def _by_id(entries: object) -> Mapping[object, Mapping[str, Any]]:
    each = [entry for entry in entries if isinstance(entry, dict)] if isinstance(entries, list) else []
    return {entry["id"]: entry for entry in each if isinstance(entry.get("id"), int | str)}


def _text(value: object) -> str:
    return " ".join(str(value).split()) if isinstance(value, str | int | float) and not isinstance(value, bool) else ""


def _play(
    number: int, play: object, players: Mapping[object, Mapping[str, Any]], games: Mapping[object, Mapping[str, Any]]
) -> OldGame:
    if not isinstance(play, dict):
        return OldGame(number, "", (), marks=(Mark(number, _("This isn’t a play."), True),))
    game = games.get(_key(play.get("gameRefId")), {})
    day = read_day(_text(play.get("playDate")))
    marks = [] if day else [Mark(number, _("The date is missing."), True)]
    scores = play.get("playerScores")
    columns: list[Column] = []
    for score in scores if isinstance(scores, list) else ():
        if isinstance(score, dict):
            columns.append(_column(score, players, [column.player for column in columns]))
    placed = _from_winners(columns)
    if any(column.total is not None for column in placed):  # whoever is listed was there
        bare = (column.player for column in placed if column.total is None and not (column.place or column.unread))
        marks += [Mark(number, _("%(name)s has no total.", name=name), True) for name in bare]
    highest = game.get("highestWins")
    return OldGame(
        number,
        day,
        tuple(placed),
        _text(game.get("name")),
        code=_text(_own(play).get("game")),
        highest_wins=highest if isinstance(highest, bool) else None,
        marks=tuple(marks),
    )


def _key(value: object) -> object:
    return value if isinstance(value, int | str) else None


def _column(score: Mapping[str, Any], players: Mapping[object, Mapping[str, Any]], taken: list[str]) -> Column:
    player = players.get(_key(score.get("playerRefId")), {})
    is_anonymous = player.get("isAnonymous") is True
    name = _("Guest") if is_anonymous else _text(player.get("name"))
    if is_anonymous and name in taken:
        name = next(text for at in range(2, 99) if (text := f"{name} {at}") not in taken)
    rank = score.get("rank")
    place = rank if isinstance(rank, int) and not isinstance(rank, bool) and rank > 0 else None
    if score.get("winner") is True and place is None:
        place = 1
    text = _text(score.get("score"))
    total = read_whole(text)
    own = _own(score)
    return Column(
        name,
        total,
        place,
        scores=_rounds(own.get("rounds")),
        guest=is_anonymous or own.get("guest") is True,
        left=own.get("left") is True,
        absent=_text(own.get("standsInFor")),
        unread=text if total is None else "",
    )


def _own(entry: Mapping[str, Any]) -> Mapping[str, Any]:
    """What this app has written beside what BG Stats reads; empty in a file from elsewhere."""
    own = entry.get(OWN)
    return own if isinstance(own, dict) else {}


def _rounds(values: object) -> tuple[int | None, ...]:
    """The points of each round, None where they were not there; empty for anything that is none."""
    rounds = values if isinstance(values, list) and len(values) <= MOST_CELLS else []
    if all(each is None or (type(each) is int and abs(each) <= MOST_TOTAL) for each in rounds):
        return tuple(rounds)
    return ()


def _from_winners(columns: list[Column]) -> list[Column]:
    """Where only the winners are marked, everybody else who stayed shares the place behind them."""
    first = sum(column.place == 1 for column in columns)
    if not first:
        return columns
    return [column if column.place or column.left else column._replace(place=first + 1) for column in columns]
