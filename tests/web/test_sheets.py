"""Any other game of the evening: a score sheet without a referee, opened, played and counted through the pages."""

from __future__ import annotations

import pytest
from flask import Flask

from referee.storage.tables.database import db
from referee.storage.tables.games import Game
from tests.web.plain import Phone

HEARTS = {"title": "Hearts", "wins": "lowest", "until": "100", "how": "chosen", "dealer": "1"}
THREE = ["Anna", "Otto", "Jo"]


def opened(phone: Phone, **answers: object) -> Phone:
    phone.open("/new/sheet")
    fields = {**HEARTS, "player": THREE, **answers}
    return phone.send("/new/sheet", **fields)


def told(table: Phone, **points: str) -> Phone:
    """A round of points, checked and closed."""
    table.open(f"/g/{table.code}/round")
    fields = {name.replace("_", "."): text for name, text in points.items()}
    table.send("/round/points", **fields)
    assert table.heading == "Check the round"
    return table.send("/round/close")


def test_a_game_without_a_rulebook_is_scored_and_says_that_it_has_no_referee(app: Flask, phone: Phone) -> None:
    table = opened(phone)
    assert "This is a score sheet without a referee." in table.text
    assert "Lowest total wins · until 100 points" in table.text
    assert "Anna" in table.text
    assert not any("Ask" in words or "May I" in words for words in table.links())
    table.open(f"/g/{table.code}/round")
    assert table.heading == "Points of round 1"
    assert not table.all("input", type="radio"), "no one is asked who went out"
    told(table, points_1="26", points_2="0", points_3="0")
    assert "got the most: 26 points" in table.text
    told(table, points_1="26", points_2="13+13", points_3="0")
    table.open(f"/g/{table.code}/score")
    assert table.heading == "Score Lowest total wins · until 100 points"
    told(table, points_1="48", points_2="5", points_3="21")
    assert table.heading == "Jo wins"
    assert "3 rounds played" in table.text


def test_points_below_zero_have_a_key_of_their_own(app: Flask, phone: Phone) -> None:
    table = opened(phone, title="Skyjo", below_zero="yes", how="nobody")
    assert "deals" not in table.text
    table.open(f"/g/{table.code}/round")
    assert len(table.all("input", type="checkbox")) == len(THREE)
    told(table, points_1="17", minus_1="yes", points_2="-2", points_3="31")
    table.open(f"/g/{table.code}/score")
    assert "−17" in table.text
    table.open(f"/g/{table.code}/score/1/1")
    assert "Recorded: −17" in table.text
    assert table.one("input", id_="cards").get("value") == "17"
    table.send("/score/1/1", cards="4")
    assert "corrected" in table.open(f"/g/{table.code}/history").text
    assert "−17 corrected to −4" in table.text, "the minus stays until it is taken off"


@pytest.mark.parametrize(
    ("answers", "why"),
    [
        ({"title": " "}, "Enter the name of the game."),
        ({"title": "x" * 61}, "Use at most 60 characters."),
        ({"until": "ten"}, "Enter a whole number."),
        ({"rounds": "100"}, "Enter a number from 1 to 99, or leave it empty."),
        ({"player": ["Anna"]}, "Hearts is for 2 to 12 players, and you have 1."),
        ({"player": ["Anna", "anna"]}, "Two players are called"),
        ({"wins": "most"}, "Which total wins?"),
    ],
)
def test_what_cannot_be_is_said_and_what_was_typed_stays(phone: Phone, answers: dict[str, object], why: str) -> None:
    table = opened(phone, **answers)
    assert table.status == 422
    assert why in table.text
    assert table.one("input", id_="title").get("value") == str(answers.get("title", "Hearts"))


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("K 10", "enter a whole number"),
        ("-4", "enter points from 0 to 9999"),
        ("10000", "enter points from 0 to 9999"),
    ],
)
def test_what_no_round_brings_is_refused(phone: Phone, typed: str, why: str) -> None:
    table = opened(phone)
    table.open(f"/g/{table.code}/round")
    table.send("/round/points", **{"points.1": typed, "points.2": "3"})
    assert table.status == 422
    assert why in table.text
    assert table.one("input", id_="points-1").get("value") == typed


def test_the_pages_of_a_rulebook_lead_back_to_the_game(phone: Phone) -> None:
    table = opened(phone)
    for page in ("ask", "may-i", "down", "screw-over", "stock", "irregular", "rules", "agree", "can-do"):
        table.open(f"/g/{table.code}/{page}")
        assert table.status == 200, page
        assert "This is a score sheet without a referee." in table.text, page


def test_points_of_the_wrong_player_are_removed_by_an_empty_field(app: Flask, phone: Phone) -> None:
    table = opened(phone)
    table.open(f"/g/{table.code}/round").send("/round/points", **{"points.1": "5", "points.2": "7"})
    table.open(f"/g/{table.code}/round?step=points").send("/round/points", **{"points.1": "", "points.3": "5"})
    assert table.heading == "Check the round"
    assert "Not entered yet: Anna." in table.text
    other = Phone(app.test_client()).open(f"/g/{table.code}/round?step=points")
    other.send("/round/points", **{"points.2": ""})
    assert "“Round 1, Otto: 7”" in other.text, "what another phone entered is asked about"
    other.send("/round/points")
    assert "Not entered yet: Anna, Otto." in other.text


def test_a_field_that_was_empty_already_removes_nothing(app: Flask, phone: Phone) -> None:
    table = opened(phone)
    other = Phone(app.test_client()).open(f"/g/{table.code}/round?step=points")
    table.open(f"/g/{table.code}/round").send("/round/points", **{"points.1": "5"})
    other.send("/round/points", **{"points.2": "7"})
    assert "Not entered yet: Jo." in other.text


def test_every_page_of_a_sheet_opens(phone: Phone) -> None:
    table = opened(phone, wins="highest", below_zero="yes", until="", rounds="2")
    code = table.code
    for _ in range(2):
        for page in ("", "/score", "/history", "/table", "/result", "/rulebook", "/round", "/view", "/empty-sheet"):
            table.open(f"/g/{code}{page}")
            assert table.status == 200, page
            assert not [word for word in ("contract", "cards", "went out", "deck", "wild") if word in table.text], page
        table.open(f"/g/{code}")
        told(table, points_1="12", points_2="7", minus_2="yes", points_3="0")
    assert table.heading == "Anna wins"
    assert "highest total wins" in table.text
    for page in ("/result", "/winner", "/picture", "/picture.svg", "/score", "/history", "/table"):
        table.open(f"/g/{code}{page}")
        assert table.status == 200, page


def test_the_second_time_its_name_is_one_tap_away(phone: Phone) -> None:
    opened(phone)
    phone.open("/new").follow("Hearts")
    assert phone.one("input", id_="title").get("value") == "Hearts"
    assert [row.get("value") for row in phone.all("input", name="player")][:3] == THREE
    phone.send("/new/sheet")
    assert "until 100 points" in phone.text
    phone.open(f"/new?again={phone.code}")
    assert phone.path == "/new/sheet"


def test_the_last_rulebook_is_offered_after_a_sheet(app: Flask, phone: Phone) -> None:
    phone.open("/new?rulebook=shanghai")
    phone.send("/new", player=THREE, how="chosen", dealer="1")
    opened(phone)
    phone.open("/new")
    [chosen] = [each for each in phone.all("input", name="rulebook") if "checked" in each.attributes]
    assert chosen.get("value") == "shanghai"
    with app.app_context():
        assert {row.rulebook_id for row in db.session.query(Game)} == {"shanghai", "_sheet"}


def test_a_game_without_an_end_of_its_own_is_ended_by_the_table(phone: Phone) -> None:
    table = opened(phone, until="")
    told(table, points_1="1", points_2="2", points_3="3")
    table.open(f"/g/{table.code}?read=1").follow("End the game")
    table.send("/finish")
    assert table.heading == "Anna wins"


def test_what_the_club_shows_of_it(phone: Phone) -> None:
    table = opened(phone, title="Skyjo", below_zero="yes", until="10")
    code = table.code
    told(table, points_1="3", minus_1="yes", points_2="12", points_3="4")
    assert table.heading == "Anna wins"
    for page in (f"/api/games/{code}", f"/api/games/{code}/history", f"/g/{code}/club"):
        table.open(page)
        assert table.status == 200, page
    table.open("/")
    assert "Anna won" in table.text
    [players] = {href for href in table.open("/clubs").links().values() if href.endswith("/players")}
    club = players.removesuffix("/players")
    for page in (f"{club}/records", f"{club}/games.csv", f"{club}/feed.atom", f"/api{club}/games", "/standings"):
        table.open(page)
        assert table.status == 200, page
    table.open(players).follow("Anna")
    assert "Skyjo" in table.text
    assert "Points per round –" in table.text, "its points say nothing beside those of other games"


def test_the_table_of_all_games_says_that_such_games_are_left_out(phone: Phone) -> None:
    table = opened(phone, until="5")
    told(table, points_1="3", points_2="12", points_3="4")
    table.open("/standings")
    assert not table.all("table"), "no row to show"
    assert "finished games count" not in table.text
    phone.start("contract", 3).round(1, {2: "K", 3: "A"}).open(f"/g/{phone.code}/result").send("/finish")
    phone.send("/finish").open("/standings")
    assert "1 of the club’s 2 finished games count: those without a rulebook are left out." in phone.text


def test_a_season_that_counts_it_is_offered(phone: Phone) -> None:
    opened(phone)
    phone.open("/new/sheet")
    assert not phone.all("select", name="season"), "no season counts such games"
    phone.open("/clubs")
    [players] = {href for href in phone.links().values() if href.endswith("/players")}
    phone.open(players.replace("/players", "/seasons/new"))
    phone.send("/seasons/new", name="Everything", sheets="yes")
    assert "Games without a rulebook count as well, by their places." in phone.text
    table = opened(phone, title="Skyjo", until="5")
    told(table, points_1="3", points_2="12", points_3="4")
    table.open("/standings")
    assert "Anna" in table.text
    assert "100" in table.text, "place points of the winner"


def test_a_tap_or_points_that_come_after_the_close_can_correct_the_closed_round(app: Flask, phone: Phone) -> None:
    table = opened(phone, title="SET", counting="taps", false_calls="yes", wins="highest", until="")
    late = Phone(app.test_client()).open(f"/g/{table.code}")
    table.open(f"/g/{table.code}").send("/round/count", plus="1")
    table.open(f"/g/{table.code}/round").send("/round/close")
    late.send("/round/count", plus="1")
    assert late.status == 409
    assert "One more: 2 “Use 2” corrects the closed round." in late.text
    late.send("/round/count")
    assert "1 corrected to 2" in late.open(f"/g/{table.code}/history").text

    table = opened(phone, title="Skyjo", below_zero="yes", until="")
    late.open(f"/g/{table.code}/round?step=points&seat=2")
    told(table, points_1="5", points_2="7", points_3="0")
    late.send("/round/points", **{"points.2": "4", "minus.2": "yes"})
    assert late.status == 409
    assert "Closed with 7" in late.text
    assert "Keep 7 Use −4" in late.text
    late.send("/score/1/2")
    assert "7 corrected to −4" in late.open(f"/g/{table.code}/history").text


def test_how_it_is_scored_says_whether_there_is_a_referee(phone: Phone) -> None:
    table = opened(phone)
    table.open(f"/g/{table.code}/rulebook")
    assert "has no referee" in table.text
    table = opened(phone, title="SET", counting="taps", triples="yes", wins="highest", until="")
    table.open(f"/g/{table.code}/rulebook")
    assert "no referee" not in table.text
    assert table.links()["Is this a SET?"] == f"/ask/set?game={table.code}"


def test_a_question_about_cards_leads_back_to_the_game(phone: Phone) -> None:
    table = opened(phone, title="SET", counting="taps", triples="yes", wins="highest", until="")
    code = table.code
    table.follow("Is this a SET?").follow("solid diamonds").follow("1 red").follow("Remove 1 red solid diamond")
    assert f"/g/{code}" in table.links().values()
    assert all(f"game={code}" in href for href in table.links().values() if href.startswith("/ask/set"))
    table.open("/ask/set?game=../x")
    assert "/ask" in table.links().values()


def test_no_page_of_a_sheet_asks_for_keys_of_cards(phone: Phone) -> None:
    table = opened(phone, until="")
    told(table, points_1="5", points_2="7", points_3="0")
    for page in ("", "/score", "/score/1/1", "/round", "/history", "/table", "/rulebook", "/result"):
        main = table.open(f"/g/{table.code}{page}").one("main")
        scripts = {*(f"{main.get('data-modules')} {main.get('data-soon')}".split())}
        assert not scripts & {"pad", "cards-left", "question"}, page
        assert "sums" in scripts, page
