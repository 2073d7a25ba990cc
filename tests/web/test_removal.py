"""Whatever is removed or merged is asked twice, says until when it can be taken back, and can be taken back."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.web.plain import Phone
from tests.web.season_club import Club


@pytest.fixture
def club(app: Flask) -> Club:
    club = Club(app)
    club.evenings(club.season("Winter"))
    return club


def address(club: Club, phone: Phone, kind: str) -> str:
    """Where one asks for it the first time."""
    if kind == "club":
        phone.open("/clubs/new").send("/new", name="Another")
        return f"{phone.path}/remove"
    if kind == "season":
        return f"/seasons/{phone.client.get('/api/clubs').get_json()['clubs'][0]['seasons'][0]['id']}/remove"
    if kind == "game":
        return f"/g/{phone.client.get(f'/api/clubs/{club.id}/games').get_json()['games'][0]['code']}/club/remove"
    return f"/players/{club.player('Dan')}/remove"


@pytest.mark.parametrize("kind", ["game", "season", "player", "club"])
def test_it_is_asked_twice_and_can_be_taken_back_for_thirty_days(phone: Phone, club: Club, kind: str) -> None:
    phone.open(address(club, phone, kind))
    assert "for 30 days" in phone.text
    question = phone.heading
    phone.send("/remove")
    assert phone.status == 422
    assert phone.heading == question
    assert "Tick the box to confirm." in phone.text
    assert "Bring back" not in phone.open(f"/clubs/{club.id}").text
    phone.open(address(club, phone, kind) if kind != "club" else phone.links()["Another"] + "/remove")
    phone.send("/remove", sure="yes")
    assert phone.status == 200
    assert "for 30 days" in phone.text
    phone.open(f"/clubs/{club.id}")
    assert "deleted forever in" in phone.text
    bring_back = next(e for e in phone.elements if f"/bring-back/{kind}/" in (e.get("action") or ""))
    phone.send(str(bring_back.get("action")))
    assert ("Game restored." if kind == "game" else f"The {kind} is back.") in phone.text
    assert "Bring back" not in phone.open(f"/clubs/{club.id}").text


def test_a_merge_is_asked_twice_and_can_be_taken_back(phone: Phone, club: Club) -> None:
    club.game(None, "2026-02-01", {"Bob": (0, 4), "Ada": (5, 0), "Cora": (9, 9)})
    dan, bob = club.player("Dan"), club.player("Bob")
    phone.open(f"/players/{dan}/merge?double={bob}")
    assert "can separate the two again" in phone.text
    assert phone.send("/merge").status == 422
    assert "Tick the box" in phone.text
    phone.send("/merge", sure="yes")
    assert "also Bob" in phone.text
    phone.open(f"/players/{dan}/change").send("/unmerge")
    assert "Bob is a player again." in phone.text


def test_somebody_taken_out_is_on_no_page_by_name(phone: Phone, club: Club) -> None:
    dan, ben = club.player("Dan"), club.player("Ben")
    season = phone.client.get("/api/clubs").get_json()["clubs"][0]["seasons"][0]["id"]
    phone.open(f"/players/{dan}/change").follow("Remove Dan from the club")
    assert "The standings and records of 1 game show “Removed player” instead" in phone.text
    phone.send("/remove", sure="yes")
    for path in (f"/clubs/{club.id}/players", f"/clubs/{club.id}/records", f"/seasons/{season}", f"/players/{ben}"):
        assert "Dan" not in phone.open(path).text, path
    assert "Removed player" in phone.open(f"/seasons/{season}").text
    assert phone.open(f"/players/{dan}").heading == "Removed player"
    assert "/change" not in " ".join(phone.links().values())
    for path in (f"/players/{dan}/change", f"/players/{dan}/remove"):
        assert phone.open(path).status == 404


def test_nobody_is_brought_back_by_a_kind_or_an_id_that_is_not(phone: Phone, club: Club) -> None:
    for path in ("thing/x", "player/nosuch", "game/NOSUCH", "season/nosuch", "club/nosuch"):
        assert phone.post(f"/clubs/{club.id}/bring-back/{path}", write_id="12345678").status == 404, path


def test_a_game_that_another_phone_removed_says_so_takes_nothing_and_is_brought_back_where_it_is_played(
    phone: Phone, other: Phone
) -> None:
    code = phone.start("contract", 3).code
    note = other.open(f"/g/{code}/table").fields(other.form("/table/note"))
    phone.open(f"/g/{code}/club/remove").send("/remove", sure="yes")
    other.post(f"/g/{code}/table/note", **{**note, "text": "Cake"})
    assert other.status == 422
    assert "this game has been removed. Bring it back to continue it." in other.text
    assert other.one("input", id_="note").get("value") == "Cake"
    for page in ("", "/score", "/history", "/table", "/view", "/club"):
        assert "This game was removed and doesn’t count." in other.open(f"/g/{code}{page}").text, page
        assert other.status == 410, page
    other.send("/bring-back/game/" + code)
    assert (other.path, other.status) == (f"/g/{code}", 200)
    assert "Game restored." in other.text
    assert "doesn't count" not in other.text
    assert "Cake" in other.open(f"/g/{code}/table").send("/table/note", text="Cake").text


def test_a_removed_game_offers_only_what_still_makes_sense(phone: Phone) -> None:
    code = phone.start("contract", 3).code
    assert {"Round over", "Invite"} <= {*phone.links()}
    phone.open(f"/g/{code}/club/remove").send("/remove", sure="yes")
    phone.open(f"/g/{code}")
    dock = phone.one("div", cls="actions")
    assert [link.text() for link in phone.all("a") if dock in link.ancestors()] == ["History", "Club"]
    assert "Invite" not in phone.links()
    assert [form.get("action") for form in phone.all("form", method="post") if "/g/" in str(form.get("action"))] == []
    assert phone.form(f"/bring-back/game/{code}")


def test_the_pictures_and_sheets_of_a_removed_game_say_that_it_is_gone(phone: Phone, club: Club) -> None:
    code = club.game(None, "2026-01-05", {"Ada": (0, 4), "Ben": (5, 0), "Cora": (9, 9)})
    pages = ("picture", "winner", "picture.png", "picture.svg", "preview.png")
    assert [phone.client.get(f"/g/{code}/{page}").status_code for page in pages] == [200] * 5
    phone.open(f"/g/{code}/club/remove").send("/remove", sure="yes")
    for page in pages:
        assert phone.open(f"/g/{code}/{page}").status == 410, page
        assert "This game was removed and doesn’t count." in phone.text


def test_a_page_hears_that_its_game_was_removed_and_brought_back(phone: Phone, other: Phone) -> None:
    code = phone.start("contract", 3).code
    shown = phone.open(f"/g/{code}").one("main").get("data-at")
    other.open(f"/g/{code}/club/remove").send("/remove", sure="yes")
    asks = {"HX-Request": "true", "Live": shown}
    gone = phone.client.get(f"/g/{code}", headers=asks)
    assert gone.status_code == 410
    assert "This game was removed and doesn’t count." in gone.text
    there = phone.open(f"/g/{code}").one("main").get("data-at")
    assert there != shown
    other.open(f"/g/{code}").send("/bring-back/game/" + code)
    back = phone.client.get(f"/g/{code}", headers={**asks, "Live": there})
    assert back.status_code == 200
    assert "was removed" not in back.text


def test_what_was_written_before_a_game_was_removed_is_answered_as_ever(phone: Phone, other: Phone) -> None:
    code = phone.start("contract", 3).code
    note = {**other.open(f"/g/{code}/table").fields(other.form("/table/note")), "text": "Cake"}
    for _ in range(2):
        assert other.client.post(f"/g/{code}/table/note", data=note).status_code == 303
        phone.open(f"/g/{code}/club/remove").send("/remove", sure="yes")
