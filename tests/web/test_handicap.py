"""The page of a handicap: offered, never forced, and in every total from then on."""

from __future__ import annotations

import csv
import io

import pytest
from flask.testing import FlaskClient

from referee.rulebooks import library
from tests.web.plain import Phone, state_of
from tests.web.season_club import Club

NAMES = ("Ada", "Ben", "Cora")


def start(phone: Phone, rulebook: str = "contract", *names: str) -> str:
    phone.open("/new").send("/new", rulebook=rulebook, player=list(names or NAMES), how="chosen", dealer="1")
    assert phone.status == 200, phone.text
    return phone.code


def at(phone: Phone, code: str) -> Phone:
    return phone.open(f"/g/{code}/table").follow("Handicap")


def fields(phone: Phone) -> dict[str, str]:
    sent = phone.fields(phone.form("/table/handicap"))
    return {name: value for name, value in sent.items() if name.startswith("points-")}


def evenings(club: Club, times: int = 5) -> str:
    season = club.season(minimum=1)
    for day in range(1, times + 1):
        club.game(season, f"2026-01-{day:02}", {"Ada": (0,) * 7, "Ben": (20,) * 7, "Cora": (10,) * 7})
    return season


def test_nobody_is_asked_and_a_usual_game_says_nothing_of_it(phone: Phone) -> None:
    code = start(phone)
    for path in ("", "/score"):
        assert "andicap" not in phone.open(f"/g/{code}{path}").text
    phone.open(f"/g/{code}").round(1, {2: "K", 3: "5"})
    assert "andicap" not in phone.open(f"/g/{code}/table").text, "it is too late, and nothing was agreed"
    assert "It is agreed before round 1 is closed." in phone.open(f"/g/{code}/table/handicap").text


def test_without_games_nothing_is_offered_and_it_says_why(phone: Phone) -> None:
    code = start(phone)
    at(phone, code)
    assert "Nothing is offered yet: at least two of you need three finished games of Contract Rummy." in phone.text
    assert fields(phone) == {"points-1": "0", "points-2": "0", "points-3": "0"}


@pytest.mark.parametrize("rulebook", ["phase-10", "frustration"])
def test_where_points_do_not_compare_it_says_so(phone: Phone, rulebook: str) -> None:
    code = start(phone, rulebook)
    assert "Contracts come before points in this game" in at(phone, code).text


def test_the_offer_is_said_in_a_sentence_and_fills_the_fields(phone: Phone, club: Club) -> None:
    evenings(club)
    code = start(phone)
    at(phone, code)
    assert "From the last 5 games of Contract Rummy, for 7 rounds:" in phone.text
    assert "5 games: about 70 points behind Ada" in phone.text
    assert fields(phone) == {"points-1": "0", "points-2": "70", "points-3": "35"}
    assert state_of(phone).handicaps == {}, "looking changes nothing"
    phone.send("/table/handicap")
    assert state_of(phone).handicaps == {2: -70, 3: -35}
    assert "Handicap: Ben −70, Cora −35." in phone.text


def test_it_stands_on_every_page_and_adds_up(phone: Phone, client: FlaskClient, club: Club) -> None:
    season = evenings(club)
    code = start(phone)
    at(phone, code).send("/table/handicap", **{"points-2": "400", "points-3": "0", "points-1": "-15"})
    assert "Handicap: Ada +15, Ben −400" in phone.open(f"/g/{code}/history").text
    assert "Handicap: Ada +15, Ben −400." in phone.open(f"/g/{code}/view").text
    assert "−400" in phone.open(f"/g/{code}").text
    while state_of(phone.open(f"/g/{code}")).running is not None:
        phone.round(1, {2: "K", 3: "10 5"})
    state = state_of(phone)
    assert dict(state.totals) == {1: 15, 2: 70 - 400, 3: 105}
    score = phone.open(f"/g/{code}/score").text
    assert "Handicap" in score
    assert "−330" in score
    result = phone.open(f"/g/{code}/result").text
    assert "Ben wins" in result
    assert "Handicap: Ada +15, Ben −400." in result
    assert "Handicap" in phone.open(f"/g/{code}/winner").text
    seats = client.get(f"/api/games/{code}").get_json()["seats"]
    assert [(seat["name"], seat["handicap"], seat["total"]) for seat in seats] == [
        ("Ada", 15, 15),
        ("Ben", -400, -330),
        ("Cora", 0, 105),
    ]
    rows = csv.DictReader(
        io.StringIO(client.get(f"/clubs/{club.id}/games.csv").get_data(as_text=True).lstrip("\ufeff"))
    )
    mine = {row["player"]: row for row in rows if row["game"] == code}
    for row in mine.values():
        parts = ["joined with", "handicap", *(name for name in row if name.startswith("round "))]
        assert sum(int(row[name] or 0) for name in parts) == int(row["total"])
    assert mine["Ben"]["handicap"] == "-400"
    assert season


def test_the_season_says_that_it_counts_the_game_as_it_was_played(phone: Phone, club: Club) -> None:
    season = evenings(club)
    code = start(phone)
    phone.open(f"/g/{code}/table/handicap").send("/table/handicap", **{"points-2": "400"})
    while state_of(phone.open(f"/g/{code}")).running is not None:
        phone.round(1, {2: "K", 3: "10 5"})
    note = "1 game was played with a handicap. It counts as it was played, with those points."
    phone.open(f"/seasons/{season}")
    if note not in phone.text:  # the game counts in no season until it is given one
        phone.open(f"/clubs/{club.id}/all-time")
    assert note in phone.text


def test_another_handicap_none_at_all_and_undo(phone: Phone) -> None:
    code = start(phone)
    at(phone, code).send("/table/handicap", **{"points-2": "40"})
    assert state_of(phone).handicaps == {2: -40}
    assert fields(phone) == {"points-1": "0", "points-2": "40", "points-3": "0"}
    phone.send("/table/handicap", **{"points-2": "20+5", "points-3": ""})
    assert state_of(phone).handicaps == {2: -25}
    phone.send("/table/handicap", none="y")
    assert state_of(phone).handicaps == {}
    assert "Play without a handicap" not in phone.text
    at(phone, code).send("/undo")
    assert state_of(phone).handicaps == {2: -25}


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ({"points-2": "many"}, "Enter a whole number, or a sum like 12+5."),
        ({"points-2": "1000"}, "Ben’s handicap must be from −999 to 999."),
        ({"points-9": "5"}, "That seat isn’t in this game."),
    ],
)
def test_what_cannot_be_comes_back_with_what_was_typed(phone: Phone, typed: dict[str, str], says: str) -> None:
    code = start(phone)
    at(phone, code).send("/table/handicap", **{"points-3": "15", **typed})
    assert says in phone.text
    assert fields(phone)["points-3"] == "15"
    assert state_of(phone.open(f"/g/{code}")).handicaps == {}


def test_whoever_begins_below_zero_is_said_to_have_a_handicap_before_a_round_is_closed(phone: Phone) -> None:
    code = start(phone)
    at(phone, code).send("/table/handicap", **{"points-2": "100"})
    for page in (f"/g/{code}", f"/g/{code}/score", f"/tv/{code}"):
        assert "Handicap: Ben −100." in phone.open(page).text
    phone.open(f"/g/{code}").round(1, {2: "K", 3: "5"})
    assert "Handicap: Ben −100." not in phone.open(f"/g/{code}").text, "the sheet has it from now on"


def test_after_the_first_round_it_stays_until_that_round_is_undone(phone: Phone) -> None:
    code = start(phone)
    at(phone, code).send("/table/handicap", **{"points-2": "40"})
    phone.open(f"/g/{code}").round(1, {2: "K", 3: "5"})
    phone.open(f"/g/{code}/table").follow("Handicap: Ben −40.")
    assert "To change it now, undo back to round 1." in phone.text
    assert not [form for form in phone.all("form") if str(form.get("action")).endswith("/table/handicap")]
    sent = {"write_id": "b" * 32, "seen": str(state_of(phone).number), "points-2": "90"}
    assert "A handicap is agreed before round 1 is closed." in phone.post(f"/g/{code}/table/handicap", **sent).text


def test_two_phones_at_once_are_told_of_each_other(phone: Phone, other: Phone) -> None:
    code = start(phone)
    at(phone, code)
    at(other, code).send("/table/handicap", **{"points-2": "50"})
    phone.send("/table/handicap", **{"points-2": "30"})
    assert "Handicap of Ben" in phone.text
    assert state_of(phone.open(f"/g/{code}")).handicaps == {2: -50}


def test_a_game_to_a_number_of_points_is_not_won_or_lost_by_it(phone: Phone) -> None:
    code = start(phone, "romme")
    until = library.load("romme").until
    at(phone, code).send("/table/handicap", **{"points-2": f"-{until}"})
    assert f"Ben’s handicap must be from −{until - 1} to {until - 1}." in phone.text
