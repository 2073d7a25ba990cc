"""A game's season, substitutes and wrong seats can be put right after the evening; a game can be removed."""

from __future__ import annotations

from tests.web.plain import Phone
from tests.web.season_club import Club

SHEET = {"Ada": (0, 10), "Ben": (20, 0), "Cora": (5, 5)}


def table(phone: Phone, season: str) -> str:
    return phone.open(f"/seasons/{season}").text


def test_a_game_moves_into_a_season_and_out_again(phone: Phone, club: Club) -> None:
    season, code = club.season("Winter"), club.game(None, "2026-01-05", SHEET)
    phone.open(f"/g/{code}/table").follow("Season, substitutes").send("/club/season", choice=season)
    assert "The standings are updated." in phone.text
    assert "1 game · " in table(phone, season)
    phone.open(f"/g/{code}/club").send("/club/season", choice="")
    assert "No games are finished in this season" in table(phone, season)
    phone.open(f"/g/{code}/club").send("/club/season", choice="nosuch")
    assert phone.status == 404


def test_a_substitutes_game_counts_as_the_season_says(phone: Phone, club: Club) -> None:
    season = club.season("Winter", substitutes="for the absent player")
    club.game(season, "2026-01-05", SHEET | {"Dan": (50, 50)})
    code = club.game(season, "2026-01-12", SHEET)
    phone.open(f"/g/{code}/club").send("/seats/1/absent", choice=club.player("Dan"))
    assert "sat in for Dan" in phone.text
    rows = {e.text() for e in phone.open(f"/seasons/{season}").elements if e.tag == "tr"}
    assert any("Dan" in row and "37.5 2 ½" in row for row in rows), rows
    assert "1= Ada for Dan 10" in table(phone, season)
    assert "Ada sat in for Dan." in phone.open(f"/g/{code}/result").text
    phone.open(f"/g/{code}/club").send("/seats/1/absent", choice="")
    assert "sat in for Dan" not in phone.text


def test_a_seat_given_to_the_right_player(phone: Phone, club: Club) -> None:
    season = club.season("Winter")
    club.game(season, "2026-01-05", {"Eva": (0, 0), "Ben": (20, 0), "Cora": (5, 5)})
    code = club.game(season, "2026-01-12", SHEET)
    phone.open(f"/g/{code}/club").send("/seats/1/player", choice=club.player("Eva"))
    assert "known as Eva" in phone.text
    assert "Ada" not in phone.open(f"/seasons/{season}").one("table", cls="places").text()
    phone.open(f"/g/{code}/club").send("/seats/2/player", choice=club.player("Eva"))
    assert phone.status == 422
    assert "This player is already in this game." in phone.text


def test_a_refused_player_stays_chosen_in_the_open_fold_and_it_is_said_for_whom(phone: Phone, club: Club) -> None:
    code = club.game(club.season("Winter"), "2026-01-12", SHEET)
    for form, said in (("absent", "Ada sat in for Ben"), ("player", "Ada is really Ben")):
        phone.open(f"/g/{code}/club").send(f"/seats/1/{form}", choice=club.player("Ben"))
        assert phone.status == 422
        assert phone.one("div", id_="problems").text().startswith(said)
        [fold] = [one for one in phone.all("details") if "open" in one.attributes]
        field = phone.one("select", id_=f"{form}-1")
        assert field.within("details") is fold
        assert [one.text() for one in field.children if "selected" in one.attributes] == ["Ben"]
        assert phone.one("p", id_=str(field.get("aria-describedby"))).text() in phone.text
        other = phone.one("select", id_="absent-2")
        assert not [one for one in other.children if one.get("value") and "selected" in one.attributes]


def test_a_removed_game_leaves_the_table_and_comes_back(phone: Phone, club: Club) -> None:
    season = club.season("Winter")
    code = club.game(season, "2026-01-05", SHEET)
    phone.open(f"/g/{code}/club").follow("Remove this game").send("/club/remove")
    assert phone.status == 422
    phone.send("/club/remove", sure="yes")
    assert "Game of Contract Rummy removed on" in phone.text
    assert "No games are finished in this season" in table(phone, season)
    assert "This game was removed" in phone.open(f"/g/{code}/club").text
    phone.open(f"/clubs/{club.id}").send(f"/game/{code}")
    assert "1 game · " in table(phone, season)
