"""Files that are no export, or cannot be right: refused whole, with the line and the reason."""

from __future__ import annotations

import functools
import gc
import io
import json
import tracemalloc
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from flask import Flask

from referee.storage.files import exporting, import_lines
from referee.storage.files.import_lines import BadLine
from referee.storage.files.importing import read_club
from referee.storage.tables.clubs import Club, Result
from referee.storage.tables.database import db
from referee.storage.tables.games import FrozenRulebook, Game
from tests.services.carrying import brought_in, exported, small_club

DONE = {"at": "2026-01-01T00:00:00Z", "by": "", "what": "closed"}
CHANGED = DONE | {"what": "changed"}
TERMS = {"starts": "2026-01-01", "ends": None, "rule": {}}


@pytest.fixture(autouse=True)
def in_app(app: Flask) -> Iterator[None]:
    with app.app_context():
        yield


@functools.cache
def sample() -> bytes:
    """A good file, made once: by the first test that asks, in its own data folder."""
    return exported(small_club())


def lines_of(data: bytes) -> list[dict[str, Any]]:
    return [json.loads(line) for line in data.splitlines()]


def written(lines: list[dict[str, Any]]) -> bytes:
    return "".join(exporting.text(line) for line in lines).encode()


def change(kind: str, **fields: Any) -> Callable[[list[dict[str, Any]]], None]:
    def apply(lines: list[dict[str, Any]]) -> None:
        next(line for line in lines if line["type"] == kind).update(fields)

    return apply


def event(index: int, **fields: Any) -> Callable[[list[dict[str, Any]]], None]:
    """Changes fields of a closed round in the first game that has some."""

    def apply(lines: list[dict[str, Any]]) -> None:
        games = [[told for _, _, told in line["events"]] for line in lines if line["type"] == "game"]
        rounds = [[told for told in events if told["type"] == "RoundClosed"] for events in games]
        next(closed for closed in rounds if closed)[index].update(fields)

    return apply


def entry(place: int, value: Any) -> Callable[[list[dict[str, Any]]], None]:
    """Changes when (0) or by whom (1) the second event of a game was written."""

    def apply(lines: list[dict[str, Any]]) -> None:
        events = next(line["events"] for line in lines if line["type"] == "game" and len(line["events"]) > 1)
        events[1][place] = value

    return apply


def twice(kind: str) -> Callable[[list[dict[str, Any]]], None]:
    def apply(lines: list[dict[str, Any]]) -> None:
        place = next(place for place, line in enumerate(lines) if line["type"] == kind)
        lines.insert(place, dict(lines[place]))
        lines[-1]["lines"] += 1

    return apply


def merged_in_a_circle(lines: list[dict[str, Any]]) -> None:
    one, two = [line for line in lines if line["type"] == "player"][:2]
    moment = "2026-01-01T00:00:00Z"
    one.update(merged_into=two["id"], merged_at=moment)
    two.update(merged_into=one["id"], merged_at=moment)


def one_player_on_two_seats(lines: list[dict[str, Any]]) -> None:
    game = next(line for line in lines if line["type"] == "game")
    game["seats"][1][1] = game["seats"][0][1]


def events_turned_round(lines: list[dict[str, Any]]) -> None:
    events = next(line["events"] for line in lines if line["type"] == "game" and len(line["events"]) > 1)
    events[-1][0] = "2001-01-01T00:00:00Z"


def undone_decision_on(points: Any) -> Callable[[list[dict[str, Any]]], None]:
    def apply(lines: list[dict[str, Any]]) -> None:
        events = next(line["events"] for line in lines if line["type"] == "game" and len(line["events"]) > 1)
        decided = {
            "type": "RuleDecided", "topic": "score", "values": {"points": points}, "clauses": [], "after": [],
            "precedent": False, "kept": "",
        }  # fmt: skip
        events.append([events[-1][0], "x", decided])
        events.append([events[-1][0], "x", {"type": "Undone", "target": len(events)}])

    return apply


def without_the_rulebook(lines: list[dict[str, Any]]) -> None:
    lines[:] = [line for line in lines if line["type"] != "rulebook"]
    lines[-1]["lines"] = len(lines) - 1


def another_rulebook(lines: list[dict[str, Any]]) -> None:
    next(line for line in lines if line["type"] == "rulebook")["content"]["values"]["deal"][0] += 1


@pytest.mark.parametrize(
    ("spoil", "reason"),
    [
        (change("club", format=4), "newer version"),
        (change("club", format=0), "The format must be a number"),
        (change("club", colour="red"), "colour is unknown"),
        (change("club", name=" x"), "isn’t a name"),
        (change("club", demo=1), "true or false"),
        (change("player", name="a" * 41), "name must be a text of 1 to 40"),
        (change("player", name="a\u202eb"), "isn’t a name"),
        (change("player", id="A B"), "an id of"),
        (change("player", used_at="yesterday"), "a moment"),
        (change("player", removed_at="yesterday"), "a moment"),
        (change("player", known_as=["Upper"]), "differ in more than case"),
        (change("player", known_as="x"), "a list"),
        (change("player", known_as=["x" * 161]), "known_as must be a list of names of 1 to 160 characters"),
        (change("player", merged_into="f" * 16, merged_at=None), "must both be there"),
        (change("player", merged_into="f" * 16, merged_at="2026-01-01T00:00:00Z"), "isn’t in the file"),
        (merged_in_a_circle, "circle"),
        (twice("player"), "twice"),
        (twice("season"), "twice"),
        (twice("game"), "twice"),
        (twice("rulebook"), "twice"),
        (twice("own_rulebook"), "twice"),
        (change("own_rulebook", text="x"), "can’t be read"),
        (change("own_rulebook", id="other"), "another id"),
        (change("own_rulebook", version=0), "number from 1"),
        (twice("club"), "belong here"),
        (change("season", starts="2026-02-30"), "a date"),
        (change("season", rule={"way": "luck"}), "rule, way"),
        (change("season", rule=None), "an object"),
        (change("season", rule={"ties": [1]}), "rule, ties must be a list of texts"),
        (change("season", rule={"best_of": True, "colour": 1}), "rule, best_of must be a whole number or null"),
        (change("season", trace={}), "trace must be a list of changes"),
        (change("season", trace=[7]), "trace of the season can’t be read"),
        (change("season", trace=[DONE | {"what": "won"}]), "trace of the season can’t be read"),
        (change("season", trace=[DONE | {"colour": "red"}]), "trace, colour is unknown"),
        (change("season", trace=[DONE | {"what": "changed"}]), "trace of the season can’t be read"),
        (change("season", trace=[DONE | {"at": "today"}]), "impossible moment, date or name"),
        (change("season", trace=[DONE | {"by": "a" * 81}]), "impossible moment, date or name"),
        (change("season", trace=[CHANGED | {"before": TERMS | {"ends": "soon"}}]), "impossible moment, date or name"),
        (change("season", trace=[CHANGED | {"before": TERMS | {"rule": {"way": "luck"}}}]), "ranked by"),
        (change("season", trace=[DONE | {"places": {"nobody": 1}}]), "isn’t in the file"),
        (change("end", lines="x"), "lines must be a whole number"),
        (change("game", code="OOOOOO"), "a game code"),
        (change("game", season="f" * 16), "game’s season isn’t in the file"),
        (change("game", seats=[]), "don’t match the events"),
        (change("game", events=[]), "needs seats and events"),
        (change("game", events=[["2026-01-01T00:00:00Z", "x", {"type": "Nothing"}]]), "opened once"),
        (one_player_on_two_seats, "twice"),
        (events_turned_round, "order of time"),
        (without_the_rulebook, "game’s rulebook"),
        (another_rulebook, "The rulebook doesn’t match its digest"),
        (change("rulebook", digest="0" * 64), "The rulebook doesn’t match its digest"),
        (change("rulebook", content=[]), "The rulebook can’t be read"),
        (event(1, round=5), "don’t make a game"),
        (event(1, lines={"1": ["K", 35], "2": ["", 0], "3": ["K 10 5", 25]}), "K aren’t 35 points"),
        (event(1, lines={"1": [None, 1_000_000], "2": ["", 0], "3": ["K 10 5", 25]}), "points are impossible"),
        (event(1, lines={"1": ["X", 0], "2": ["", 0], "3": ["K 10 5", 25]}), "X aren’t 0 points"),
        (undone_decision_on(["K"]), "A decision on points is impossible"),
        (event(1, lines=7), "Event"),
        (entry(1, "a" * 81), "Event 2: by must be a text of at most 80"),
        (entry(1, None), "Event 2: by must be a text"),
        (entry(0, "now"), "Event 2: at must be a moment"),
        (change("own_rulebook", by="a" * 81), "by must be a text of at most 80"),
        (change("own_rulebook", text=""), "text must be a text of 1 to"),
        (event(1, extra=1), "Event"),
    ],
)
def test_a_file_that_cannot_be_right_is_refused_whole_with_line_and_reason(
    spoil: Callable[[list[dict[str, Any]]], None], reason: str, elsewhere: Callable[[], Any]
) -> None:
    lines = lines_of(sample())
    spoil(lines)
    with elsewhere():
        with pytest.raises(BadLine, match=reason) as refused:
            brought_in(written(lines))
        assert refused.value.line >= 1
        assert str(refused.value).startswith(f"Line {refused.value.line}: ")
        assert db.session.query(Club).count() == 1
        assert [db.session.query(table).count() for table in (Game, Result, FrozenRulebook)] == [0, 0, 0]


@pytest.mark.parametrize(
    ("spoil", "reason"),
    [
        (lambda _: b"", "empty"),
        (lambda data: data[:-30], "ends too early"),
        (lambda data: data[: data.rindex(b'{"type":"end"')], "ends too early"),
        (lambda data: data + b"{}\n", "after the end"),
        (lambda data: data.replace(b'"end","lines":', b'"end","lines":1'), "lines before the end"),
        (lambda data: b"\x00\xff\n" + data, "isn’t JSON"),
        (lambda _: b"[" * 100_000 + b"\n", "isn’t JSON"),
        (lambda _: b"[]\n", "one JSON object"),
        (lambda _: b'{"type":"club","type":"club"}\n', "isn’t JSON"),
        (lambda _: b'{"type":NaN}\n', "isn’t JSON"),
        (lambda data: data.replace(b'"known_as":["', b'"known_as":["\\ud800', 1), "isn’t JSON"),
        (lambda data: data.replace(b'Z","Ann', b'Z","\\udfffAnn', 1), "isn’t JSON"),
        (lambda data: data[data.index(b"\n") + 1 :], "isn’t an export of a club"),
        (lambda data: data.replace(b'"type":"player"', b'"type":"robot"', 1), "belong here"),
    ],
)
def test_a_broken_file_is_refused(spoil: Callable[[bytes], bytes], reason: str, elsewhere: Callable[[], Any]) -> None:
    data = sample()
    with elsewhere():
        with pytest.raises(BadLine, match=reason):
            brought_in(spoil(data))
        assert db.session.query(Club).count() == 1


def test_a_line_without_an_end_is_refused_before_it_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    data = sample()
    monkeypatch.setattr(import_lines, "LARGEST_LINE", 100)
    with pytest.raises(BadLine, match="Line 1: The file is too large"):
        brought_in(data)


def test_a_file_that_was_read_stands_in_memory_as_its_games_and_no_more() -> None:
    """What is worked out to check a game is three times as large, and a large club would need all of it at once."""
    data = sample()
    read_club(io.BytesIO(data))  # what is kept for good is kept by now
    tracemalloc.start()
    try:
        whole = read_club(io.BytesIO(data))
        gc.collect()
        kept, _most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert whole.games
    assert kept < 4 * len(data)


def test_a_club_that_is_here_already_is_not_brought_in_twice() -> None:
    with pytest.raises(BadLine, match="already here"):
        brought_in(exported(small_club()))


def test_a_game_of_another_club_is_never_overwritten(elsewhere: Callable[[], Any]) -> None:
    lines = lines_of(exported(small_club()))
    lines[0]["id"] = "f" * 16
    with pytest.raises(BadLine, match="in another club"):
        brought_in(written(lines))
