"""Old records out of a file: chosen, looked at, brought in whole or not at all, taken back in one step."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

import pytest
from flask import current_app

from referee.services.clubs import clubs as club_services
from referee.services.clubs import seasons
from referee.services.house import data as data_services
from referee.services.house import notebooks
from tests.services.carrying import exported
from tests.web.plain import Phone
from tests.web.season_club import Club

LINES = """date,game,player,total
2019-03-04,1,Ada,120
2019-03-04,1,Ben,35
2019-03-11,2,Ada,20
2019-03-11,2,Bennie,85
2018,3,Ada,10
2018,3,Cora,10
"""


@pytest.fixture
def chosen(phone: Phone, club: Club) -> Phone:
    return choose(phone, club, LINES)


def choose(phone: Phone, club: Club, text: str, name: str = "notebook.csv") -> Phone:
    phone.open(f"/clubs/{club.id}/notebook")
    fields = phone.fields(phone.one("form", enctype="multipart/form-data"))
    sent = {**fields, "file": (io.BytesIO(text.encode()), name)}
    return phone._take(phone.client.post(phone.path, data=sent, follow_redirects=True))


def send(phone: Phone, where: str = "", **typed: Any) -> Phone:
    """Tap the key that brings it in, or another one of the same form."""
    form = phone.one("form", id_="look")
    fields = {**phone.fields(form), **typed}
    return phone._take(phone.client.post(f"{form.get('action')}{where}", data=fields, follow_redirects=True))


def games(phone: Phone, club: Club) -> list[dict[str, Any]]:
    listed: list[dict[str, Any]] = phone.client.get(f"/api/clubs/{club.id}/games").get_json()["games"]
    return listed


def players(phone: Phone, club: Club) -> set[str]:
    return {player["name"] for game in games(phone, club) for player in game["players"]}


def test_a_file_is_looked_at_before_any_of_it_is_written(chosen: Phone, club: Club) -> None:
    assert "3 games, 4 players, 2018 to 11 Mar 2019." in chosen.text
    assert "3 games have totals and no rounds." in chosen.text
    assert games(chosen, club) == []
    send(chosen)
    assert "Brought in 3 games." in chosen.text
    assert "3 games came in with this file. 4 players are new." in chosen.text
    listed = games(chosen, club)
    assert [(game["day"], [player["total"] for player in game["players"]]) for game in listed] == [
        ("2018", [10, 10]), ("2019-03-04", [120, 35]), ("2019-03-11", [20, 85])
    ]  # fmt: skip
    code = listed[1]["code"]
    assert "entered without rounds" in chosen.open(f"/g/{code}/result").text
    assert chosen.heading == "Ben wins"
    for page in ("score", "history", "table", "club", "winner", "picture", "picture.svg", "club/remove"):
        assert chosen.open(f"/g/{code}/{page}").status == 200, page
    assert chosen.client.get(f"/g/{code}/picture.png").status_code == 200
    assert "only the totals are known" in chosen.open(f"/g/{code}/score").text


def test_a_name_is_matched_once_and_remembered(phone: Phone, club: Club) -> None:
    club.game(None, "2020-01-01", {"Ada": (0, 10), "Ben": (20, 0), "Dan": (5, 5)})
    choose(phone, club, LINES)
    who = {name: text for name, text in phone.fields(phone.one("form", id_="look")).items() if name.startswith("who-")}
    assert set(who) == {"who-Ada", "who-Ben", "who-Bennie", "who-Cora"}
    ben = club.player("Ben")
    send(phone, "/again", **{"who-Bennie": ben, "who-Cora": "=Nobody in the file"})
    assert len(games(phone, club)) == 1
    send(phone)
    assert "3 games came in with this file. 1 player is new." in phone.text
    assert players(phone, club) == {"Ada", "Ben", "Cora", "Dan"}
    choose(phone, club, "2017-01-01,Ada,5\n2017-01-01,Bennie,6\n", "more.csv")
    send(phone)
    assert players(phone, club) == {"Ada", "Ben", "Cora", "Dan"}


def test_two_names_of_the_file_can_be_one_person(chosen: Phone, club: Club) -> None:
    send(chosen, "/again", **{"who-Bennie": "=Ben"})
    send(chosen)
    assert players(chosen, club) == {"Ada", "Ben", "Cora"}


def test_what_was_changed_is_looked_at_before_it_comes_in(chosen: Phone, club: Club) -> None:
    send(chosen, **{"who-Bennie": "=Ben"})
    assert chosen.status == 422
    assert "You have changed something. Look at the games once more." in chosen.text
    assert games(chosen, club) == []
    send(chosen)
    assert players(chosen, club) == {"Ada", "Ben", "Cora"}


def test_the_same_file_twice_adds_nothing_and_says_so(chosen: Phone, club: Club) -> None:
    send(chosen)
    choose(chosen, club, LINES, "again.csv")
    assert "3 games are here already and won’t come in again." in chosen.text
    assert not chosen.all("button", cls="primary")
    send(chosen)
    assert "Nothing was brought in: every game of this file is already here." in chosen.text
    assert len(games(chosen, club)) == 3


def test_a_delivery_that_comes_twice_brings_it_in_once(chosen: Phone, club: Club) -> None:
    form = chosen.one("form", id_="look")
    path, fields = str(form.get("action")), chosen.fields(form)
    for _time in range(2):
        assert chosen.client.post(path, data=fields, follow_redirects=True).status_code == 200
    assert len(games(chosen, club)) == 3


def test_the_apps_own_table_of_games_comes_back_with_its_rounds(phone: Phone, club: Club) -> None:
    club.evenings()
    before, table = games(phone, club), phone.client.get(f"/clubs/{club.id}/games.csv").get_data(as_text=True)
    choose(phone, club, table, "games.csv")
    assert "3 games are here already and won’t come in again." in phone.text
    for game in before:
        phone.open(f"/g/{game['code']}/club/remove").send("/remove", sure="y")
    choose(phone, club, table, "games.csv")
    send(phone)
    again = games(phone, club)
    assert [[player["scores"] for player in game["players"]] for game in again] == [
        [player["scores"] for player in sorted(game["players"], key=lambda one: (one["place"], one["name"]))]
        for game in before
    ]
    assert {game["season"] for game in again} == {game["season"] for game in before}


def test_everything_comes_in_or_nothing_does(phone: Phone, club: Club) -> None:
    choose(phone, club, LINES + "2019-13-40,4,Ada,1\n2019-13-40,4,Ben,2\n2099-01-01,5,Ada,1\n2099-01-01,5,Ben,2\n")
    assert "“2019-13-40” isn’t a date." in phone.text
    assert "The date is in the future." in phone.text
    send(phone)
    assert (phone.status, games(phone, club)) == (422, [])
    assert "2 games can’t come in as they are. Leave them out, or mend the file." in phone.text
    send(phone, leave_out="yes")
    assert "Brought in 3 games." in phone.text


def test_one_step_takes_it_all_back_and_another_brings_it_back(chosen: Phone, club: Club) -> None:
    send(chosen)
    file = chosen.path.rsplit("/", 1)[1]
    chosen.send("/undo")
    assert "Took back 3 games. You can reverse this below for 30 days." in chosen.text
    assert games(chosen, club) == []
    assert "Ada" not in chosen.open(f"/clubs/{club.id}/players").text
    assert chosen.open(f"/clubs/{club.id}").text.count("Games of notebook.csv") == 2  # with the name of its key
    chosen.send(f"/bring-back/notebook/{file}")
    assert "The file’s games are back." in chosen.text
    assert players(chosen, club) == {"Ada", "Ben", "Bennie", "Cora"}
    assert "Ada" in chosen.open(f"/clubs/{club.id}/players").text


def test_players_who_play_elsewhere_stay_when_a_file_is_taken_back(chosen: Phone, club: Club) -> None:
    send(chosen)
    club.game(None, "2020-01-01", {"Ada": (0, 10), "Dan": (20, 0), "Eve": (5, 5)})
    chosen.open(f"/clubs/{club.id}/notebook").follow("notebook.csv").send("/undo")
    listed = chosen.open(f"/clubs/{club.id}/players").text
    assert ("Ada" in listed, "Cora" in listed) == (True, False)


def test_players_who_are_here_tonight_stay_when_a_file_is_taken_back(chosen: Phone, club: Club) -> None:
    file = send(chosen).path
    chosen.open(f"/clubs/{club.id}/evenings/new").send("/new").send("/here", newcomers="Ada, Ben, Player 1")
    tonight = chosen.send("/seat").path
    chosen.open(file).send("/undo")
    chosen.open(f"/clubs/{club.id}/players")
    assert "Ada" in chosen.text
    assert "Cora" not in chosen.text
    assert "Removed player" not in chosen.open(tonight).text
    assert "3 people are here" in chosen.text


def test_the_latest_of_them_is_the_first_on_the_start_page(chosen: Phone, club: Club) -> None:
    text = send(chosen).open("/").text
    assert text.index("11 Mar 2019") < text.index("4 Mar 2019") < text.index("2018")


def test_a_game_of_a_year_may_be_of_any_day_of_it(chosen: Phone, club: Club) -> None:
    send(chosen)
    chosen.open(f"/clubs/{club.id}/seasons/new")
    chosen.send("/new", name="Old days", starts="2018-06-01", ends="2019-03-31", take_in="yes")
    assert "with 3 earlier games" in chosen.text
    chosen.open(chosen.path + "/change").send("/change", starts="2019-01-01")
    assert "1 game of this season is outside these dates: 2018." in chosen.text


def test_a_game_of_a_year_can_be_put_to_an_evening(chosen: Phone, club: Club) -> None:
    send(chosen)
    code = next(game["code"] for game in games(chosen, club) if game["day"] == "2018")
    chosen.open(f"/clubs/{club.id}/evenings/new").send("/new", day="2018-06-01")
    evening = chosen.path.split("/")[2]
    chosen.open(f"/g/{code}/club").send("/club/evening", choice=evening)
    assert "Saved the evening." in chosen.text
    assert "share the first place" in chosen.open(f"/evenings/{evening}").text


def test_days_are_asked_for_once_where_nothing_tells_their_order(phone: Phone, club: Club) -> None:
    choose(phone, club, "date,player,total\n03/04/2019,Ada,1\n03/04/2019,Ben,2\n")
    assert "Which day is 03/04/2019? 3 Apr 2019 4 Mar 2019" in phone.text
    send(phone, "/again", dates="mdy")
    send(phone)
    assert [game["day"] for game in games(phone, club)] == ["2019-03-04"]
    choose(phone, club, "date,player,total\n03/04/2019,Ada,1\n03/04/2019,Ben,2\n")
    assert "1 game is here already and won’t come in again." in phone.text


def test_columns_can_be_told(phone: Phone, club: Club) -> None:
    choose(phone, club, "when,someone,what\n2019-03-04,Ada,1\n2019-03-04,Ben,2\n")
    send(phone, "/again", kind="lines", was_kind="", **{"col-0": "date", "col-1": "player", "col-2": "place"})
    assert "1 game has places and no points." in phone.text
    send(phone)
    game = games(phone, club)[0]
    assert [(player["name"], player["place"], player["total"]) for player in game["players"]] == [
        ("Ada", 1, None), ("Ben", 2, None)
    ]  # fmt: skip
    for page in ("result", "score", "history", "table", "winner", "picture.svg"):
        assert phone.open(f"/g/{game['code']}/{page}").status == 200, page


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "Choose a file, or paste what is in it."),
        ("   \n", "Choose a file, or paste what is in it."),
        ("hello there", "There are no games in this file."),
        ("{}", "This JSON has no plays, as a file from BG Stats has."),
        ("{", "This file isn’t whole JSON."),
        ('{"type":"club"}', "Line 1: The file ends too early."),
        ("PK\x03\x04 no zip", "This spreadsheet can’t be read."),
    ],
)
def test_a_file_without_games_is_refused_on_its_page(phone: Phone, club: Club, text: str, says: str) -> None:
    choose(phone, club, text)
    assert phone.status == 422
    assert says in phone.text


def test_pasted_text_stays_where_it_cannot_be_read(phone: Phone, club: Club) -> None:
    phone.open(f"/clubs/{club.id}/notebook").send("/notebook", pasted="no games")
    assert (phone.status, phone.one("textarea").text()) == (422, "no games")
    phone.send("/notebook", pasted=LINES)
    send(phone)
    assert len(games(phone, club)) == 3


def test_a_file_that_is_gone_says_so(phone: Phone, club: Club) -> None:
    phone.open(f"/clubs/{club.id}/notebook/0123456789abcdef")
    assert phone.status == 404
    assert "This file isn’t here any more. Choose it again." in phone.text


def test_a_file_that_is_dropped_is_forgotten(chosen: Phone, club: Club) -> None:
    path = chosen.path
    chosen.send("/drop")
    assert "Nothing was brought in." in chosen.text
    assert chosen.open(path).status == 404


def test_the_file_of_another_copy_of_the_club_joins_it_and_goes_back(
    phone: Phone, club: Club, elsewhere: Callable[[], Any]
) -> None:
    club.game(None, "2020-01-01", {"Ada": (0, 10), "Anna": (20, 0), "Dan": (5, 5)})
    with elsewhere():
        other = Club(current_app._get_current_object())  # type: ignore[attr-defined]
        played = other.game(other.season(), "2026-01-02", {"Ada": (0, 10), "Ana": (20, 0), "Bea": (5, 5)})
        file = exported(other.id).decode()
    choose(phone, club, file, "club.jsonl")
    assert phone.heading == "Bring these two together?"
    assert "1 game is new. Also new here: Winter." in phone.text
    assert "perhaps Anna?" in phone.text
    ana = next(label for label in phone.elements if label.tag == "label" and "perhaps Anna?" in label.text()).get("for")
    send(phone, "/again", **{str(ana): club.player("Anna")})
    assert len(games(phone, club)) == 1
    send(phone)
    assert "Brought in 1 game." in phone.text
    assert players(phone, club) == {"Ada", "Anna", "Bea", "Dan"}
    assert phone.open(f"/g/{played}/result").status == 200
    choose(phone, club, file, "club.jsonl")
    assert "No game is new. 1 game is here already and won’t come in again." in phone.text
    assert [button.text() for button in phone.elements if button.tag == "button" and button.get("form") == "look"] == [
        "Read again"
    ]
    send(phone)
    assert "everything in this file is already here" in phone.text
    phone.open(f"/clubs/{club.id}/notebook").follow("club.jsonl").send("/undo")
    assert players(phone, club) == {"Ada", "Anna", "Dan"}


def test_own_tables_say_again_in_whose_place_somebody_sat(
    phone: Phone, club: Club, elsewhere: Callable[[], Any]
) -> None:
    code = club.game(None, "2020-01-01", {"Ada": (0, 10), "Ben": (20, 0), "Dan": (5, 5)})
    with club.app.app_context():
        club_services.add_players(club.id, "Zoe")
        club_services.mark_substitute(code, 2, next(one.id for one in seasons.players(club.id) if one.name == "Zoe"))
        table = data_services.csv_of_games(club.id)
    with elsewhere():
        other = seasons.first_club().id
        kept = notebooks.keep(other, "games.csv", table.encode())
        preview = notebooks.look(other, kept, notebooks.Choices())
        assert isinstance(preview, notebooks.Preview)
        notebooks.bring_in(notebooks.ready(preview, ""))
        again = data_services.csv_of_games(other)
        assert {player.name for player in seasons.players(other)} == {"Ada", "Ben", "Dan", "Zoe"}
    assert [row.split(",")[6] for row in again.splitlines()[1:]] == ["", "", "Zoe"]
    assert [row.split(",")[1:] for row in again.splitlines()] == [row.split(",")[1:] for row in table.splitlines()]


def test_people_and_years_are_counted_as_they_are(phone: Phone, club: Club) -> None:
    ben = club.player("Ben") if club.game(None, "2020-01-01", {"Ada": (0, 1), "Ben": (2, 0), "Dan": (5, 5)}) else ""
    lines = "date,game,player,total\n2018,1,Ada,10\n2018,1,Ben,10\n2018-01-20,2,Ada,5\n2018-01-20,2,Bennie,7\n"
    choose(phone, club, lines)
    assert "2 games, 3 players, 2018." in phone.text
    send(phone, "/again", **{"who-Bennie": ben})
    assert "2 games, 2 players, 2018." in phone.text
