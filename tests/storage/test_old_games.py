"""The forms that can be read: the same two evenings in each of them come out the same."""

from __future__ import annotations

import json
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.game.notebook.model import (
    ACROSS,
    DMY,
    LINES,
    MDY,
    PLAYS,
    RUNNING,
    SHEETS,
    Answers,
    Dates,
    Reading,
    Unreadable,
)
from referee.game.notebook.values import order_of, read_day, read_place, read_whole
from referee.storage.files import spreadsheets
from referee.storage.files.old_games import read
from tests.storage.spreadsheets import ods, xlsx

EVENINGS = (("2019-03-04", (("Ann", 120), ("Ben", 35), ("Cleo", 60))), ("2019-12-31", (("Ben", 0), ("Cleo", 1015))))
SHEET_ROWS = [
    ["Liverpool Rummy", "2019-03-04"], ["", "Ann", "Ben", "Cleo"], [1, 100, 0, 60], [2, 20, 35, 0],
    ["Total", 120, 35, 60], [], ["Liverpool Rummy", "2019-12-31"], ["", "Ben", "Cleo"], [1, 0, 1000], [2, 0, 15],
]  # fmt: skip
BG_STATS = {
    "players": [{"id": 7, "name": "Ann"}, {"id": 8, "name": "Ben"}, {"id": 9, "name": "Cleo"}],
    "games": [{"id": 1, "name": "Liverpool Rummy", "highestWins": False}],
    "plays": [
        {
            "gameRefId": 1,
            "playDate": "2019-03-04 20:15:00",
            "playerScores": [
                {"playerRefId": 7, "score": "100+20", "rank": 3},
                {"playerRefId": 8, "score": "35", "winner": True},
                {"playerRefId": 9, "score": "60"},
            ],
        },
        {
            "gameRefId": 1,
            "playDate": "2019-12-31 21:00:00",
            "playerScores": [{"playerRefId": 8, "score": "0"}, {"playerRefId": 9, "score": "1015"}],
        },
        {"gameRefId": 1, "ignored": True},
    ],
}
FORMS: dict[str, tuple[str, bytes]] = {
    "CSV, a line for each player": (
        LINES,
        b"date,game,player,total,place\n2019-03-04,1,Ann,120,3\n2019-03-04,1,Ben,35,1\n2019-03-04,1,Cleo,60,2\n"
        b'2019-12-31,2,Ben,0,1\n2019-12-31,2,Cleo,"1,015",2\n',
    ),
    "CSV as Excel writes it in Germany": (
        ACROSS,
        "sep=;\nDatum;Ann;Ben;Cleo;Notiz\n4.3.2019;120,0;35,0;60,0;schön\n31.12.2019;;0;1.015,0;\n".encode("cp1252"),
    ),
    "TSV": (
        LINES,
        b"Day\tWho\tPoints\n03/04/2019\tAnn\t120\n03/04/2019\tBen\t35\n03/04/2019\tCleo\t60\n"
        b"12/31/2019\tBen\t0\n12/31/2019\tCleo\t1015\n",
    ),
    "Unicode text": (
        ACROSS,
        "date\tAnn\tBen\tCleo\n4 Mar 2019\t120\t35\t60\n31 Dec 2019\t-\t0\t1015\n".encode("utf-16"),
    ),
    "score sheets in a CSV": (SHEETS, "\n".join(";".join(map(str, row)) for row in SHEET_ROWS).encode()),
    "XLSX": (SHEETS, xlsx({"2019": SHEET_ROWS})),
    "ODS": (LINES, ods({"Notes": [["nothing"]], "Games": [
        ["Date", "Player", "Total"], ["2019-03-04", "Ann", 120], ["2019-03-04", "Ben", 35], ["2019-03-04", "Cleo", 60],
        ["2019-12-31", "Ben", 0], ["2019-12-31", "Cleo", 1015],
    ]})),
    "BG Stats": (PLAYS, json.dumps(BG_STATS).encode()),
}  # fmt: skip


def evenings(reading: Reading) -> tuple[object, ...]:
    return tuple(
        (game.day, tuple((column.player, column.total if column.total is not None else sum(filter(None, column.scores)))
        for column in game.columns))
        for game in reading.games
    )  # fmt: skip


def text(*lines: str, **answers: str) -> Reading:
    return read("\n".join(lines).encode(), Answers(**answers))  # type: ignore[arg-type]


@pytest.mark.parametrize("form", FORMS)
def test_each_form_says_the_same(form: str) -> None:
    kind, content = FORMS[form]
    reading = read(content, Answers())
    assert reading.kind == kind
    assert [*reading.marks()] == []
    assert evenings(reading) == EVENINGS


def test_sheets_keep_their_rounds_and_their_name() -> None:
    first, second = read(FORMS["XLSX"][1], Answers()).games
    assert [column.scores for column in first.columns] == [(100, 20), (0, 35), (60, 0)]
    assert (first.rulebook, second.line) == ("Liverpool Rummy", 7)


def test_a_page_of_a_spreadsheet_may_be_an_evening() -> None:
    rows = [["", "Ann", "Ben"], [1, 10, 0], [2, 0, 20]]
    reading = read(xlsx({"4 March 2019": rows, "11 March 2019": rows}), Answers())
    assert [game.day for game in reading.games] == ["2019-03-04", "2019-03-11"]


def test_a_spreadsheet_that_is_much_larger_than_its_file_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spreadsheets, "MOST_UNPACKED", 1_000)
    with pytest.raises(Unreadable, match="too large"):
        read(FORMS["XLSX"][1], Answers())


def test_games_of_one_day_part_where_a_player_comes_again_or_a_line_is_empty() -> None:
    lines = "date,player,total", "2019-03-04,Ann,1", "2019-03-04,Ben,2", "2019-03-04,Ann,3", "2019-03-04,Cleo,4"
    assert [len(game.columns) for game in text(*lines).games] == [2, 2]
    assert [len(game.columns) for game in text(*lines[:3], "", "2019-03-04,Cleo,4", "2019-03-04,Dan,4").games] == [2, 2]


def test_a_player_who_was_away_has_nothing() -> None:
    [game] = text("date,Ann,Ben,Cleo", "2019-03-04,12,,-").games
    assert [column.player for column in game.columns] == ["Ann"]


def test_places_are_told_from_totals() -> None:
    reading = text("date,Ann,Ben,Cleo", "2019-03-04,1,2,2", "2019-03-05,3,1,2")
    assert [[column.place for column in game.columns] for game in reading.games] == [[1, 2, 2], [3, 1, 2]]
    totals = text("date,Ann,Ben,Cleo", "2019-03-04,1,2,2", "2019-03-05,3,1,2", values="totals")
    assert [column.total for column in totals.games[0].columns] == [1, 2, 2]


def test_running_totals_are_seen_and_can_be_said() -> None:
    rows = "2019-03-04;", ";Ann;Ben", "1;10;0", "2;10;20", "3;15;25"
    assert text(*rows).looks_running
    assert [column.scores for column in text(*rows).games[0].columns] == [(10, 10, 15), (0, 20, 25)]
    said = text(*rows, rounds=RUNNING)
    assert [column.scores for column in said.games[0].columns] == [(10, 0, 5), (0, 20, 5)]
    by_itself = text(*rows, "total;15;25")
    assert not by_itself.looks_running
    assert [column.scores for column in by_itself.games[0].columns] == [(10, 0, 5), (0, 20, 5)]


def test_what_cannot_be_read_is_named_with_its_line() -> None:
    reading = text("date,player,total", "2019-03-04,Ann,12", "2019-03-04,Ben,twelve", "someday,Ann,1", "someday,Ben,2")
    assert reading.games[0].columns[1].unread == "twelve"
    assert [(mark.line, mark.says, mark.is_fault) for mark in reading.marks()] == [
        (4, "“someday” isn’t a date.", True),
    ]


def test_a_sheet_with_no_day_is_named_and_stands_alone() -> None:
    sheet = ";Ann;Ben", "1;10;0", "total;10;0"
    reading = text("32.13.2019;Rummy", *sheet, "12.3.2019;Rummy", *sheet, "", *sheet)
    assert [game.day for game in reading.games] == ["", "2019-03-12", ""]
    assert [mark.says for mark in reading.marks()] == ["“32.13.2019” isn’t a date.", "No date stands above its names."]


def test_winners_alone_are_places() -> None:
    plays = [{"playDate": "2019-03-04", "playerScores": [{"playerRefId": 7, "winner": True}, {"playerRefId": 8}]}]
    [game] = read(json.dumps({**BG_STATS, "plays": plays}).encode(), Answers()).games
    assert [column.place for column in game.columns] == [1, 2]


def test_anonymous_players_are_guests_with_names_of_their_own() -> None:
    players = [{"id": 7, "isAnonymous": True, "name": "x"}, {"id": 8, "isAnonymous": True}]
    [game] = read(
        json.dumps({**BG_STATS, "players": players, "plays": BG_STATS["plays"][1:2]}).encode(), Answers()
    ).games
    assert [(column.player, column.guest) for column in game.columns] == [("Guest", True), ("", False)]


@pytest.mark.parametrize(
    "content",
    [b"", b"\x00\x01\x02", b"PK\x03\x04", b"[]", b'{"plays": 1}', b"a,b\n" * 3, b"x," * 200, b"1\n" * 60_001],
)
def test_what_is_no_record_of_games_is_refused(content: bytes) -> None:
    with pytest.raises(Unreadable):
        read(content, Answers())


@given(st.binary(max_size=200) | st.text("0123456789.,;\t\n/-+ AnBeDate\"'{}[]", max_size=300).map(str.encode))
def test_nothing_breaks_the_reader(content: bytes) -> None:
    with suppress(Unreadable):
        assert read(content, Answers()).games


@pytest.mark.parametrize(
    ("written", "means"),
    [
        ("35", 35), ("15+16+8", 39), ("−5", -5), ("1.234", 1234), ("1,234", 1234), ("1.234,00", 1234), ("1 234", 1234),
        ("120,0", 120), ("120.0", 120), ("12 pts", 12), ("out", 0), ("12,5", None), ("ten", None), ("", None),
    ],
)  # fmt: skip
def test_numbers(written: str, means: int | None) -> None:
    assert read_whole(written) == means


@given(st.integers(-(10**6), 10**6))
def test_every_number_is_read_as_it_is_written(number: int) -> None:
    for form in (f"{number}", f"{number:,}", f"{number:,}".replace(",", "."), f"{number},0", f"{number}.00"):
        assert read_whole(form) == number


@pytest.mark.parametrize(
    ("written", "means"),
    [
        ("2019-03-04", "2019-03-04"), ("2019/3/4", "2019-03-04"), ("4.3.2019", "2019-03-04"),
        ("04.03.19", "2019-03-04"),
        ("4. 3. 2019", "2019-03-04"), ("4 March 2019", "2019-03-04"), ("4. März 2019", "2019-03-04"),
        ("Mar 4, 2019", "2019-03-04"), ("Mo., 4.3.2019", "2019-03-04"), ("2019-03-04T20:15:00Z", "2019-03-04"),
        ("4/3/2019 20:15", "2019-03-04"), ("2019", "2019"), ("31.2.2019", ""), ("43528", ""), ("12", ""), ("", ""),
        ("4 Foo 2019", ""),
    ],
)  # fmt: skip
def test_days(written: str, means: str) -> None:
    assert read_day(written) == means


def test_spreadsheets_count_days() -> None:
    assert read_day("43528", serials=True) == "2019-03-04"


@pytest.mark.parametrize(
    ("written", "dates"),
    [
        (["31/3/2019", "1/4/2019"], Dates(DMY)),
        (["3/31/2019", "4/1/2019"], Dates(MDY)),
        (["3.4.2019"], Dates(DMY)),
        (["3/4/2019", "4/4/2019"], Dates(DMY, True, "3/4/2019")),
        (["3/12/2019", "4/1/2019", "5/2/2019"], Dates(MDY, True, "3/12/2019")),
        (["2019-03-04"], Dates()),
    ],
)
def test_the_order_of_days_is_asked_only_where_none_tells(written: list[str], dates: Dates) -> None:
    assert order_of(written) == dates


@given(st.dates(), st.sampled_from([DMY, MDY]))
def test_days_are_read_in_the_order_that_is_said(day, order) -> None:  # type: ignore[no-untyped-def]
    written = f"{day.day}/{day.month}/{day.year:04}" if order == DMY else f"{day.month}/{day.day}/{day.year:04}"
    assert read_day(written, order) == day.isoformat()


def test_places() -> None:
    assert [read_place(written) for written in ("2", "2.", "2=", "T2", "2nd", "left", "")] == [
        2,
        2,
        2,
        2,
        2,
        None,
        None,
    ]
