"""Old games typed in from paper, at once or by column: checked on the way, read back, written once or not at all."""

from __future__ import annotations

import io
from typing import Any
from urllib.parse import urlencode

import pytest
from flask import Flask

from referee.services.house import data as data_services
from referee.storage.files import jpeg
from tests.web.plain import Phone, state_of
from tests.web.season_club import Club
from tests.web.test_paper_photos import pictures, with_place

DAY = "2019-12-28"
SHEET = {"Ada": ["0", "15", "7"], "Ben": ["25", "0", "0"], "Cora": ["40", "0", "3"]}


@pytest.fixture
def sheet(phone: Phone, club: Club) -> Phone:
    return phone.open(f"/clubs/{club.id}/paper")


def go(phone: Phone, to: str, **typed: Any) -> Phone:
    """Fill in the step at hand and tap the key that leads on (or back)."""
    fields = {**phone.fields(phone.one("form", id_="sheet")), **typed, "go": to}
    return phone.open(f"{phone.path}?{urlencode(fields, doseq=True)}")


def first_step(phone: Phone, *players: str, **typed: Any) -> Phone:
    return go(phone, "1", **{"player": list(players) or list(SHEET), "played_on": DAY, "rulebook": "contract"} | typed)


def columns(phone: Phone, sheet: dict[str, list[str]], **typed: Any) -> Phone:
    """All the columns, up to the page behind the last of them."""
    for number, scores in enumerate(sheet.values(), start=1):
        mine = {name: text for name, text in typed.items() if name.endswith(str(number))}
        go(phone, str(number + 1) if number < len(sheet) else "out", **{f"s{number}": scores}, **mine)
    return phone


def read_back(phone: Phone, sheet: dict[str, list[str]] | None = None, **typed: Any) -> Phone:
    """Through every step to the last; who went out where nobody can tell stays open."""
    first_step(
        phone, *(sheet or SHEET), **{name: text for name, text in typed.items() if "_" in name or name == "season"}
    )
    columns(phone, sheet or SHEET, **typed)
    return go(phone, "check") if phone.heading == "Who went out?" else phone


def games(phone: Phone, club: Club) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = phone.client.get(f"/api/clubs/{club.id}/games").get_json()["games"]
    return found


def test_the_way_to_the_sheet_starts_at_the_club(phone: Phone, club: Club) -> None:
    phone.open("/clubs").follow("old score sheet")
    assert phone.heading == "A game from paper"


def test_a_sheet_becomes_a_finished_game_of_its_day_and_season(sheet: Phone, club: Club) -> None:
    season = club.season("Back then", "2019-01-01")
    read_back(sheet)
    assert sheet.heading == "Is this what the paper says?"
    assert "Contract Rummy, 28 Dec 2019 3 of 7 rounds Counts in Back then" in sheet.text
    assert games(sheet, club) == [], "nothing is written before it is said"
    sheet.send("/paper")
    assert sheet.heading == "Ada wins"
    state = state_of(sheet)
    assert (state.status, [state.totals[seat.id] for seat in state.seats]) == ("finished", [22, 25, 43])
    assert [played.went_out for played in state.rounds] == [1, None, 2]
    assert "28 Dec 2019" in sheet.open(f"/seasons/{season}").text
    assert [row["name"] for row in sheet.client.get(f"/api/seasons/{season}/standings").get_json()["rows"]] == [*SHEET]


def test_a_whole_sheet_is_pasted_and_read_back_at_once(sheet: Phone, club: Club) -> None:
    pasted = "\n".join("\t".join(line) for line in [SHEET, *zip(*SHEET.values(), strict=True)])
    go(sheet, "pasted", pasted=pasted, played_on=DAY, rulebook="contract")
    assert sheet.heading == "Who went out?", "two have no points in round 2"
    go(sheet, "check")
    assert sheet.heading == "Is this what the paper says?"
    sheet.send("/paper")
    assert sheet.heading == "Ada wins"
    [game] = games(sheet, club)
    assert {player["name"]: player["scores"] for player in game["players"]} == {
        name: [int(points) for points in scores] for name, scores in SHEET.items()
    }


def test_a_pasted_sheet_without_a_day_asks_for_it_and_keeps_its_columns(sheet: Phone) -> None:
    go(sheet, "pasted", pasted="Ada;0;15\nBen;20;0\nCora;5;5", played_on="", rulebook="contract")
    assert sheet.heading == "A game from paper"
    assert "Next: check it" in sheet.text
    go(sheet, "out", played_on=DAY)
    assert sheet.heading == "Is this what the paper says?"
    assert "2 of 7 rounds" in sheet.text


def test_pasted_running_totals_are_recognised_and_a_cell_that_is_no_number_is_asked_about(sheet: Phone) -> None:
    pasted = "Ada\tBen\tCora\n0\t20\t35\n15\t20\t75\n45\t25\t75\n50\t60\t75"
    go(sheet, "pasted", pasted=pasted, played_on=DAY, rulebook="contract")
    assert "These look like running totals." in sheet.text
    sheet.open(sheet.path.partition("?")[0])
    go(sheet, "pasted", pasted="Ada\tBen\tCora\n0\t2o\t35\n15\t20\t75", played_on=DAY, rulebook="contract")
    assert "Ben, round 1: “2o” isn’t a whole number." in sheet.text


def test_what_is_no_sheet_stays_as_it_was_pasted_with_the_reason(sheet: Phone) -> None:
    go(sheet, "pasted", pasted="1 2 3\n4 5 6", played_on=DAY, rulebook="contract")
    assert "The players’ names have to stand in the first line, or in the first column" in sheet.text
    assert sheet.one("textarea", name="pasted").text() == "1 2 3 4 5 6"


def test_the_history_says_who_typed_it_in_and_when(sheet: Phone, club: Club) -> None:
    sitting = f"/g/{sheet.start('contract', 3).code}/who"
    sheet.open(sitting).send("/who/seat", seat="2")  # whose phone it is, from another game
    read_back(sheet.open(f"/clubs/{club.id}/paper")).send("/paper")
    state = state_of(sheet)
    typed = next(entry for entry in state.log if getattr(entry.event, "text", "") == "Entered from an old score sheet")
    assert typed.by == "Player 2"
    assert state.opened_at[:10] == DAY < typed.at[:10]
    assert "Note: Entered from an old score sheet" in sheet.open(f"/g/{sheet.code}/history").text
    assert games(sheet, club)[0]["corrected_at"] is None
    assert "Ada last seen on 28 Dec 2019" in sheet.open(f"/clubs/{club.id}/players").text


def test_a_total_that_does_not_agree_says_which_column_and_by_how_much(sheet: Phone) -> None:
    first_step(sheet)
    go(sheet, "2", s1=SHEET["Ada"], t1="32")
    assert sheet.heading == "Ada column 1 of 3"
    assert "Ada: the rounds add up to 22, the paper says 32, 10 more." in sheet.text
    go(sheet, "2", t1="20")
    assert "the paper says 20, 2 less." in sheet.text
    go(sheet, "2", t1="-1")
    assert "the paper says −1, 23 less." in sheet.text
    assert [field.get("value") for field in sheet.all("input", name="s1")][:3] == SHEET["Ada"]
    go(sheet, "2", t1="22")
    assert sheet.heading == "Ben column 2 of 3"


def test_the_table_may_say_that_the_paper_is_wrong_and_the_history_keeps_it(sheet: Phone) -> None:
    first_step(sheet)
    go(sheet, "2", s1=SHEET["Ada"], t1="32")
    settle = sheet.one("input", type="checkbox").get("value")
    go(sheet, "2", agreed1=settle)
    assert sheet.heading == "Ben column 2 of 3"
    go(go(sheet, "3", s2=SHEET["Ben"]), "out", s3=SHEET["Cora"])
    go(sheet, "check")
    said = "The sheet says 32 for Ada; the rounds add up to 22, and that counts"
    assert said in sheet.text
    sheet.send("/paper")
    assert said in sheet.open(f"/g/{sheet.code}/history").text


def test_what_was_settled_once_does_not_settle_another_difference(sheet: Phone) -> None:
    first_step(sheet)
    go(sheet, "2", s1=SHEET["Ada"], t1="32")
    go(sheet, "2", agreed1=sheet.one("input", type="checkbox").get("value"), s1=["0", "15", "8"])
    assert "Ada: the rounds add up to 23, the paper says 32, 9 more." in sheet.text


def in_cells(sheet: dict[str, list[str]]) -> dict[str, list[str]]:
    return {f"s{number}": scores for number, scores in enumerate(sheet.values(), start=1)}


def test_all_columns_stand_on_one_page_and_what_is_settled_there_is_settled(sheet: Phone) -> None:
    first_step(sheet)
    go(sheet, "grid")
    assert sheet.heading == "What the paper says"
    assert [cell.get("aria-label") for cell in sheet.all("input", name="s2")][1] == "Ben, round 2"
    go(sheet, "out", **in_cells(SHEET | {"Ben": ["25", "", "0"], "Cora": ["", "0", "3"]}), t1="32")
    assert "Ben’s points are missing in round 2." in sheet.text
    assert "Cora’s points are missing in round 1." in sheet.text
    marked = {cell.get("id") for cell in sheet.all("input", aria_invalid="true")}
    assert marked == {"score-2-2", "score-3-1"}
    absent = {name: sheet.one("input", name=name).get("value") for name in ("away2", "away3")}
    go(sheet, "out", **absent)
    assert "Cora joined in round 2: with which total? Enter 0 for none." in sheet.text
    go(sheet, "out", j3="24")
    assert "Ada: the rounds add up to 22, the paper says 32, 10 more." in sheet.text
    go(sheet, "out", agreed1=sheet.one("input", name="agreed1").get("value"))
    assert sheet.heading == "Is this what the paper says?"
    assert "Cora joined in round 2 with 24" in sheet.text
    go(sheet, "grid")
    assert [cell.get("value") for cell in sheet.all("input", name="s2")][:3] == ["25", "", "0"], (
        "the way back keeps all"
    )
    go(sheet, "3")
    assert sheet.heading == "Cora column 3 of 3", "a column alone is one tap away, whatever is missing"


def test_running_totals_in_the_cells_are_offered_before_the_sheet_is_read_back(sheet: Phone) -> None:
    first_step(sheet)
    go(sheet, "grid")
    go(sheet, "grid", **in_cells(TOTALS))
    assert "These look like running totals." in sheet.text
    tap(sheet)
    assert "Read as running totals." in sheet.text
    assert [cell.get("value") for cell in sheet.all("input", name="s1")][:3] == TOTALS["Ada"], "as typed"
    go(sheet, "out")
    assert sheet.heading in ("Who went out?", "Is this what the paper says?")


def test_whoever_went_out_is_asked_only_where_two_have_nothing(sheet: Phone) -> None:
    first_step(sheet)
    columns(sheet, SHEET)
    assert sheet.heading == "Who went out?"
    assert {field.get("name") for field in sheet.all("input", type="radio")} == {"out2"}
    go(sheet, "check", out2="3")
    assert "0 , went out" in sheet.text
    sheet.send("/paper")
    assert [played.went_out for played in state_of(sheet).rounds] == [1, 3, 2]


def test_points_below_zero_are_an_exact_cut_where_the_rulebook_has_one(sheet: Phone, club: Club) -> None:
    cut = {"Ada": ["0", "−50"], "Ben": ["25", "30"], "Cora": ["-15", "40"]}
    read_back(sheet, cut, played_on=DAY, rulebook_="")
    assert "Ada, round 2: points go from 0" in sheet.text, "not so in Contract Rummy"
    sheet.open(f"/clubs/{club.id}/paper")
    first_step(sheet, *cut, rulebook="liverpool")
    columns(sheet, cut)
    sheet.send("/paper")
    state = state_of(sheet)
    assert [state.totals[seat.id] for seat in state.seats] == [-50, 55, 25]
    first, second = state.rounds
    assert (first.cutter, first.cut_exact, first.cells[3].points, first.went_out) == (3, True, 35, 1)
    assert (second.cutter, second.cells[1].points, second.went_out) == (1, 0, 1)


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"played_on": ""}, "Enter a date"),
        ({"played_on": "2999-01-01"}, "This date is in the future."),
        ({"played_on": "2019-02-30"}, "Enter a date"),
        ({"player": ["Ada", "", "ada", "Cora"]}, "“ada” is already at this table."),
        ({"player": ["Ada", "Ben"]}, "Contract Rummy is for 3 to 5 players."),
        ({"player": ["Ada", "Ben", "a" * 41]}, "at most 40 characters"),
        ({"rulebook": "nosuch"}, "Choose a rulebook."),
    ],
)
def test_the_first_step_refuses_what_cannot_be_and_keeps_what_was_typed(
    sheet: Phone, typed: dict[str, Any], said: str
) -> None:
    first_step(sheet, **typed)
    assert sheet.heading == "A game from paper"
    assert said in sheet.text
    names = [field.get("value") for field in sheet.all("input", name="player")]
    wanted = typed.get("player", [*SHEET])
    assert names[: len(wanted)] == wanted
    assert sheet.one("input", id_="played_on").get("value") == typed.get("played_on", DAY)


@pytest.mark.parametrize(
    ("column", "said"),
    [
        (
            ["25", "", "0"],
            "Ben’s points are missing in round 2. Enter 0 for no points, or tick that they weren’t there.",
        ),
        (["", "25", "", "0"], "Ben’s points are missing in rounds 1 and 3."),
        (["25", "0"], "Ben’s points are missing in round 3. Enter 0 for no points, or tick that they weren’t there."),
        (["25", "many", "0"], "Ben, round 2: “many” isn’t a whole number."),
        (["25", "1.5", "0"], "Ben, round 2: “1.5” isn’t a whole number."),
        (["25", "10000", "0"], "Ben, round 2: points go from 0 to 9999."),
        (["25", "-5", "0"], "Ben, round 2: points go from 0 to 9999."),
    ],
)
def test_a_column_says_what_is_wrong_with_it_and_at_which_round(sheet: Phone, column: list[str], said: str) -> None:
    first_step(sheet)
    go(sheet, "2", s1=SHEET["Ada"])
    go(sheet, "3", s2=column)
    assert sheet.heading == "Ben column 2 of 3"
    assert said in sheet.text
    assert [field.get("value") for field in sheet.all("input", name="s2")][: len(column)] == column
    assert sheet.all("input", aria_invalid="true")
    go(sheet, "1")
    assert sheet.heading == "Ada column 1 of 3", "the way back is always open"
    go(sheet, "2")
    assert [field.get("value") for field in sheet.all("input", name="s2")][: len(column)] == column


def test_a_dash_below_the_last_round_is_a_game_that_was_stopped(sheet: Phone) -> None:
    read_back(sheet, {name: [*scores, "–", "-", ""] for name, scores in SHEET.items()})
    assert "3 of 7 rounds" in sheet.text


def test_an_empty_column_and_too_many_rounds_are_refused(sheet: Phone) -> None:
    first_step(sheet)
    assert "Ada’s column is still empty." in go(sheet, "2").text
    assert "Contract Rummy has 7 rounds." in go(sheet, "2", s1=["0"] * 8).text


def test_a_player_moved_to_another_row_takes_the_column_along(sheet: Phone) -> None:
    read_back(sheet)
    go(sheet, "players")
    go(sheet, "1", player=["Cora", "Ada", "Benno"])
    shown = {}
    for number in "123":
        go(sheet, number)
        shown[sheet.heading.split()[0]] = [field.get("value") for field in sheet.all("input", name=f"s{number}")][:3]
    assert shown["Cora"] == SHEET["Cora"]
    assert shown["Ada"] == SHEET["Ada"]
    assert shown["Benno"] != SHEET["Ben"], "whose column it was cannot be known"


def test_a_player_whose_name_is_put_right_keeps_the_column(sheet: Phone) -> None:
    read_back(sheet)
    go(sheet, "players")
    go(sheet, "1", player=["Ada", "Benno", "Cora"])
    go(sheet, "2")
    assert [field.get("value") for field in sheet.all("input", name="s2")][:3] == SHEET["Ben"]


def test_sent_twice_it_is_one_game(sheet: Phone, club: Club) -> None:
    read_back(sheet)
    fields, path = sheet.fields(sheet.form("/paper")), sheet.path
    fields = sheet.fields(sheet.one("form", id_="write"))
    first = sheet.post(path, **fields).path
    assert sheet.post(path, **fields).path == first
    assert len(games(sheet, club)) == 1


def test_the_same_sheet_typed_in_by_somebody_else_is_noticed(sheet: Phone, club: Club, other: Phone) -> None:
    code = read_back(sheet).send("/paper").code
    read_back(other.open(f"/clubs/{club.id}/paper"))
    assert f"with the same players and totals: {code}" in other.text


def test_a_forged_form_writes_nothing(sheet: Phone, club: Club) -> None:
    read_back(sheet)
    fields = sheet.fields(sheet.one("form", id_="write"))
    for change in ({"s2": ["1"]}, {"t1": "9"}, {"rulebook": "x"}, {"played_on": "x"}, {"player": []}, {"write_id": ""}):
        sheet.post(f"/clubs/{club.id}/paper", **fields | change)
        assert sheet.status == 422
    assert games(sheet, club) == []


def test_a_season_of_another_club_is_no_season(sheet: Phone, club: Club) -> None:
    read_back(sheet, season="nosuch")
    assert "Counts in no season" in sheet.text


def test_an_address_of_somebodys_own_making_shows_a_step_all_the_same(phone: Phone, club: Club) -> None:
    for query in (
        "at=9&go=x",
        "at=check&go=check",
        "player=A&player=B&at=2&go=check&s1=x",
        "was=A&go=1",
        "out1=99&go=out",
    ):
        assert phone.open(f"/clubs/{club.id}/paper?{query}").status == 200


LATE = {
    "Ada": ["0", "15", "7", "20"],
    "Ben": ["25", "5", "", ""],
    "Cora": ["", "0", "3", "0"],
    "Dan": ["40", "10", "0", "5"],
}


def late_and_left(phone: Phone, **typed: Any) -> Phone:
    """Up to the column of Cora, who sat down for round 2; Ben has left after it."""
    first_step(phone, *LATE)
    go(phone, "2", s1=LATE["Ada"])
    go(phone, "3", s2=LATE["Ben"])
    assert phone.heading == "Ben column 2 of 4"
    assert "Ben’s points are missing in rounds 3 and 4. Enter 0 for no points" in phone.text
    assert "Ben wasn’t at the table in rounds 3 and 4" in phone.text
    go(phone, "3", away2=phone.one("input", name="away2").get("value"))
    assert phone.heading == "Cora column 3 of 4"
    return phone


def test_whoever_came_late_and_whoever_left_stand_on_the_sheet_as_they_were_there(sheet: Phone, club: Club) -> None:
    late_and_left(sheet)
    go(sheet, "4", s3=LATE["Cora"], t3="36")
    assert "Cora wasn’t at the table in round 1" in sheet.text
    go(sheet, "4", away3=sheet.one("input", name="away3").get("value"))
    assert "Cora joined in round 2: with which total? Enter 0 for none." in sheet.text
    go(sheet, "4", j3="30")
    assert "Cora: 30 and the rounds add up to 33, the paper says 36, 3 more." in sheet.text
    go(sheet, "4", j3="33")
    assert sheet.heading == "Dan column 4 of 4"
    go(sheet, "out", s4=LATE["Dan"])
    assert "Ben left after round 2, without a place" in sheet.text
    assert "Cora joined in round 2 with 33" in sheet.text
    sheet.send("/paper")
    assert sheet.heading == "Cora wins"
    state = state_of(sheet)
    assert {seat.player: state.totals[seat.id] for seat in state.all_seats} == {
        "Ada": 42,
        "Ben": 30,
        "Cora": 36,
        "Dan": 55,
    }
    assert [str(place) for place in state.places.values()] == ["2", "1", "3"]
    assert [state.name(played.went_out) for played in state.rounds] == ["Ada", "Cora", "Dan", "Cora"]
    with club.app.app_context():
        assert data_services.rebuild(check=True).differing == ()


def test_an_empty_round_is_never_taken_for_an_absence_that_nobody_told(sheet: Phone) -> None:
    late_and_left(sheet)
    go(sheet, "2")
    go(sheet, "3", s2=["25", "", "", ""])
    assert sheet.heading == "Ben column 2 of 4", "what was said of two rounds says nothing of three"
    go(sheet, "3", s2=["25", "", "3", ""])
    assert "Ben’s points are missing in rounds 2 and 4. Enter 0 for no points" in sheet.text
    assert "Ben wasn’t at the table in rounds 2 and 4" in sheet.text


def test_a_dash_says_by_itself_that_somebody_was_not_there(sheet: Phone) -> None:
    first_step(sheet, *LATE)
    go(sheet, "2", s1=LATE["Ada"])
    go(sheet, "3", s2=["25", "5", "–", "-"])
    assert sheet.heading == "Cora column 3 of 4"
    go(sheet, "4", s3=["–", "0", "3", "0"], j3="x")
    assert "Cora joined in round 2: the total “x” isn’t a whole number." in sheet.text
    go(sheet, "4", j3="0")
    assert sheet.heading == "Dan column 4 of 4"


def test_one_alone_plays_no_round(sheet: Phone) -> None:
    first_step(sheet)
    for number, scores in (("1", ["5", "0", "9"]), ("2", ["0", "–", "–"]), ("3", ["5", "7", "–"])):
        go(sheet, str(int(number) + 1) if number < "3" else "out", **{f"s{number}": scores})
    assert "Round 3 needs at least 2 players." in sheet.text
    assert not sheet.all("form", id="write") or "Save the game" not in sheet.text


AWAY = {
    "Ada": ["10", "", "", "5", "20"],
    "Ben": ["0", "15", "10", "0", "–"],
    "Cora": ["30", "0", "0", "25", "0"],
    "Dan": ["", "8", "–", "9", "3"],
}


def test_whoever_was_away_for_any_rounds_comes_in_and_keeps_their_place(sheet: Phone, club: Club) -> None:
    first_step(sheet, *AWAY)
    go(sheet, "2", s1=AWAY["Ada"])
    assert "Ada’s points are missing in rounds 2 and 3." in sheet.text
    go(sheet, "2", away1=sheet.one("input", name="away1").get("value"))
    go(sheet, "3", s2=AWAY["Ben"])
    go(sheet, "4", s3=AWAY["Cora"])
    go(sheet, "out", s4=AWAY["Dan"], j4="12")
    assert "Dan’s points are missing in round 1." in sheet.text
    go(sheet, "out", away4=sheet.one("input", name="away4").get("value"), j4="12")
    assert sheet.heading == "Is this what the paper says?"
    assert "Ada wasn’t at the table in rounds 2 and 3" in sheet.text
    assert "Ben left after round 4, without a place" in sheet.text
    assert "Dan wasn’t at the table in round 3" in sheet.text
    sheet.send("/paper")
    state = state_of(sheet)
    assert {seat.player: state.totals[seat.id] for seat in state.all_seats} == {
        "Ada": 35,
        "Ben": 25,
        "Cora": 55,
        "Dan": 32,
    }
    assert {state.name(seat): str(place) for seat, place in state.places.items()} == {
        "Ada": "2",
        "Cora": "3",
        "Dan": "1",
    }
    assert [[state.name(seat) for seat in played.cells] for played in state.rounds] == [
        ["Ada", "Ben", "Cora"],
        ["Ben", "Cora", "Dan"],
        ["Ben", "Cora"],
        ["Ada", "Ben", "Cora", "Dan"],
        ["Ada", "Cora", "Dan"],
    ]
    with club.app.app_context():
        assert data_services.rebuild(check=True).differing == ()


def test_a_sheet_that_was_played_with_a_handicap_comes_in_with_it(sheet: Phone, club: Club) -> None:
    first_step(sheet)
    columns(sheet, SHEET, h2="-40", t2="-15", h3="99999")
    assert "Cora’s handicap must be from −999 to 999." in sheet.text
    go(sheet, "out", h3="x")
    assert "Cora: the handicap “x” isn’t a whole number." in sheet.text
    go(sheet, "out", h3="")
    go(sheet, "check") if sheet.heading == "Who went out?" else None
    assert "Handicap: Ben −40" in sheet.text
    sheet.send("/paper")
    assert sheet.heading == "Ben wins"
    state = state_of(sheet)
    assert (state.handicaps, [*state.totals.values()]) == ({2: -40}, [22, -15, 43])


TOTALS = {"Ada": ["0", "12", "22"], "Ben": ["25", "25", "25"], "Cora": ["10", "43", "43"]}


def tap(phone: Phone) -> None:
    """The one key that reads the sheet otherwise."""
    (key,) = phone.all("button", name="read_as")
    fields = {**phone.fields(phone.one("form", id_="sheet")), "read_as": key.get("value")}
    phone.open(f"{phone.path}?{urlencode(fields, doseq=True)}")


def test_running_totals_are_recognised_by_what_stands_under_them(sheet: Phone) -> None:
    first_step(sheet)
    go(sheet, "2", s1=TOTALS["Ada"], t1="22")
    assert sheet.heading == "Ada column 1 of 3"
    assert "These look like running totals. Ada: 0, 12, 10 in the rounds." in sheet.text
    tap(sheet)
    assert [field.get("value") for field in sheet.all("input", name="s1")][:3] == TOTALS["Ada"], "as typed"
    assert "Read as running totals." in sheet.text
    go(sheet, "2")
    go(sheet, "3", s2=TOTALS["Ben"])
    go(sheet, "out", s3=["10", "43", "40"])
    assert "Cora, round 3: 40 is less than the previous total." in sheet.text
    go(sheet, "out", s3=TOTALS["Cora"], t3="43")
    if sheet.heading == "Who went out?":
        go(sheet, "check")
    assert "Read as running totals." in sheet.text
    sheet.send("/paper")
    state = state_of(sheet)
    assert [state.totals[seat.id] for seat in state.seats] == [22, 25, 43]
    assert [[cell.points for cell in played.cells.values()] for played in state.rounds] == [
        [0, 25, 10],
        [12, 0, 33],
        [10, 0, 0],
    ]


def test_a_whole_sheet_of_running_totals_is_offered_as_such_and_can_be_taken_back(sheet: Phone) -> None:
    read_back(sheet, TOTALS)
    assert "These look like running totals." in sheet.text
    tap(sheet)
    assert "Read as running totals." in sheet.text
    assert "Total 22 25 43" in sheet.text
    tap(sheet)
    assert "Total 34 75 96" in sheet.text


def test_points_of_rounds_are_not_taken_for_totals(sheet: Phone) -> None:
    read_back(sheet)
    assert "running totals" not in sheet.text


def saved_with(sheet: Phone, content: bytes, **fields: Any) -> Phone:
    """The key of the last step, with a photo of the paper."""
    form = sheet.form("/paper")
    sent = {**sheet.fields(form), **fields, "file": (io.BytesIO(content), "paper.jpg")}
    return sheet._take(sheet.client.post(str(form.get("action")), data=sent, follow_redirects=True))


def test_a_photo_of_the_paper_is_kept_with_its_game_bare_and_once(sheet: Phone, club: Club) -> None:
    read_back(sheet)
    form = sheet.form("/paper")
    assert form.get("enctype") == "multipart/form-data"
    fields, address = sheet.fields(form), str(form.get("action"))
    saved_with(sheet, with_place())
    assert sheet.heading == "Ada wins"
    [photo] = pictures(sheet)
    assert jpeg.is_bare(sheet.client.get(photo).data)
    code, again = sheet.code, {**fields, "file": (io.BytesIO(with_place()), "paper.jpg")}
    sheet._take(sheet.client.post(address, data=again, follow_redirects=True))
    assert (sheet.code, pictures(sheet), len(games(sheet, club))) == (code, [photo], 1), "a browser sends it again"


def test_a_photo_that_cannot_be_kept_loses_no_sheet(sheet: Phone, club: Club) -> None:
    read_back(sheet)
    typed = sheet.fields(sheet.form("/paper"))
    saved_with(sheet, b"no picture")
    assert (sheet.status, games(sheet, club)) == (422, [])
    assert "This file can’t be read as a picture." in sheet.text
    assert "The photo isn’t kept yet: choose it again, or save without one." in sheet.text
    again = sheet.fields(sheet.form("/paper"))
    assert {name: again[name] for name in ("player", "s1", "s2", "s3")} == {
        name: typed[name] for name in ("player", "s1", "s2", "s3")
    }
    sheet.send("/paper")
    assert (sheet.heading, pictures(sheet)) == ("Ada wins", [])


def test_a_refused_sheet_says_that_its_photo_has_to_be_chosen_again(sheet: Phone, club: Club) -> None:
    read_back(sheet)
    saved_with(sheet, with_place((60, 40)), played_on="2099-01-01")
    assert "This date is in the future." in sheet.text
    assert "The photo isn’t kept yet: choose it again, or save without one." in sheet.text
    assert games(sheet, club) == []


def test_a_photo_that_is_too_large_to_be_read_leads_back_to_the_sheet(sheet: Phone, club: Club) -> None:
    read_back(sheet)
    saved_with(sheet, b"\0" * (8 * 2**20 + 2**18))
    assert sheet.heading == "Is this what the paper says?"
    assert "This picture is too large." in sheet.text
    sheet.send("/paper")
    assert (sheet.heading, len(games(sheet, club))) == ("Ada wins", 1)


def test_a_sheet_without_the_phones_token_is_refused_as_any_form_is(app: Flask, sheet: Phone, club: Club) -> None:
    read_back(sheet)
    app.config["WTF_CSRF_ENABLED"] = True
    sheet.send("/paper", csrf_token="")
    assert (sheet.status, games(sheet, club)) == (400, [])
