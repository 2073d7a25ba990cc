"""What a phone sends twice about a club is done once; what somebody changed meanwhile is not overwritten unseen."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask import Flask

from referee import errors
from referee.services.clubs import clubs, seasons
from referee.services.house.data import rebuild
from tests.web.plain import Phone
from tests.web.season_club import Club


def twice(phone: Phone, address: str, form: str, between: Callable[[], object] = lambda: None, **fields: str) -> Phone:
    """Send a form, let something happen, and send the very same form again as a phone does that got no answer."""
    found = phone.open(address).form(form)
    sent = {**phone.fields(found), **fields}
    first = phone.client.post(str(found.get("action")), data=sent)
    between()
    again = phone.client.post(str(found.get("action")), data=sent)
    assert (first.status_code, again.status_code) in ((302, 302), (303, 303)), again.get_data(as_text=True)
    assert first.location == again.location
    return phone


def test_a_late_repeat_does_not_undo_what_came_after_it(phone: Phone, club: Club, app: Flask) -> None:
    winter, summer = club.season("Winter"), club.season("Summer")
    code = club.game(winter, "2026-01-05", {"Ada": (0, 10), "Ben": (20, 0), "Cora": (5, 5)})

    def to_summer() -> None:
        with app.app_context():
            clubs.set_season(code, summer)

    twice(phone, f"/g/{code}/club", "/season", to_summer, choice="")
    with app.app_context():
        assert seasons.season_page(summer).season.games == 1


def test_a_club_and_a_season_whose_forms_come_twice_are_made_once(phone: Phone, club: Club, app: Flask) -> None:
    twice(phone, f"/clubs/{club.id}/seasons/new", "/seasons/new", name="Winter")
    twice(phone, "/clubs/new", "/clubs/new", name="Thursdays")
    with app.app_context():
        assert [season.name for season in seasons.seasons(club.id)] == ["Winter"]
        assert [one.name for one in seasons.clubs()].count("Thursdays") == 1


def test_a_removal_and_a_merge_that_come_twice_are_answered_twice(phone: Phone, club: Club, app: Flask) -> None:
    winter = club.season("Winter")
    code = club.game(winter, "2026-01-05", {"Ada": (0, 10), "Ben": (20, 0), "Cora": (5, 5)})
    club.game(winter, "2026-01-12", {"Ada": (0, 10), "Benny": (20, 0), "Cora": (5, 5)})
    ben, benny = club.player("Ben"), club.player("Benny")
    twice(phone, f"/players/{ben}/merge?double={benny}", "/merge", sure="y")

    def back() -> None:
        with app.app_context():
            clubs.restore_game(code)

    twice(phone, f"/g/{code}/club/remove", "/remove", back, sure="y")
    assert "Removed" not in phone.open(f"/clubs/{club.id}").text
    twice(phone, f"/seasons/{winter}/remove", "/remove", sure="y")
    with app.app_context():
        assert rebuild(check=True).differing == ()


def test_an_id_with_other_content_is_refused(phone: Phone, club: Club) -> None:
    form = phone.open(f"/clubs/{club.id}").form("/rename")
    sent = {**phone.fields(form), "name": "Thursdays"}
    assert phone.post(str(form.get("action")), **sent).status == 200
    assert phone.post(str(form.get("action")), **{**sent, "name": "Fridays"}).status == 409
    assert phone.open(f"/clubs/{club.id}").heading == "Thursdays"


def test_a_season_that_somebody_changed_meanwhile_is_shown_before_it_is_overwritten(phone: Phone, club: Club) -> None:
    winter = club.season("Winter")
    other = Phone(phone.client.application.test_client())
    phone.open(f"/seasons/{winter}/change")
    other.open(f"/seasons/{winter}/change").send("/change", name="Long winter", best_of="2", way="wins")
    phone.send("/change", best_of="3")
    assert phone.status == 422
    assert (
        "Someone changed this season while you were editing. Now “Name” is Long winter; “Players are ranked by” is "
        in phone.text
    )
    assert "; “Best games that count” is 2. Nothing is saved yet" in phone.text, "and nothing of what both say alike"
    assert phone.one("input", name="best_of").get("value") == "3"
    assert other.open(f"/seasons/{winter}").heading.startswith("Long winter")
    phone.send("/change", best_of="3")
    assert phone.status == 200, "whoever has read what it says now may say otherwise"
    assert phone.heading.startswith("Winter")


def test_a_name_or_a_games_season_that_somebody_changed_meanwhile_is_shown_and_not_overwritten(
    phone: Phone, other: Phone, club: Club
) -> None:
    winter, summer = club.season("Winter"), club.season("Summer")
    code = club.game(winter, "2026-01-05", {"Ada": (0, 10), "Ben": (20, 0), "Cora": (5, 5)})
    ada = club.player("Ada")
    for address, form, theirs, mine, said in (
        (f"/players/{ada}/change", "/rename", {"name": "Adele"}, {"name": "Adam"}, "they are now called Adele"),
        (f"/clubs/{club.id}", "/rename", {"name": "Mondays"}, {"name": "Fridays"}, "it is now called Mondays"),
        (f"/g/{code}/club", "/season", {"choice": ""}, {"choice": summer}, "it now counts in no season"),
    ):
        phone.open(address)
        other.open(address).send(form, **theirs)
        assert other.status == 200
        phone.send(form, **mine)
        assert phone.status == 422
        assert said in phone.text
        assert mine.items() <= phone.fields(phone.form(form)).items(), "what was chosen stands there still"
        assert phone.send(form).status == 200
    assert phone.open(f"/players/{ada}").heading == "Adam"
    assert phone.open(f"/clubs/{club.id}").heading == "Fridays"
    with club.app.app_context():
        assert seasons.season_page(summer).season.games == 1


def test_a_game_that_is_removed_twice_is_gone_no_later(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    code = club.game(None, "2026-01-05", {"Ada": (0, 10), "Ben": (20, 0), "Cora": (5, 5)})
    with club.app.app_context():
        for day in ("2030-01-01", "2030-01-20"):
            monkeypatch.setattr(clubs, "now", lambda day=day: f"{day}T10:00:00Z")
            clubs.remove_game(code)
        monkeypatch.setattr(clubs, "now", lambda: "2030-02-01T10:00:00Z")
        with pytest.raises(errors.UnknownGame):
            clubs.restore_game(code)


def test_what_was_removed_is_brought_back_from_its_own_club_alone(phone: Phone, club: Club, app: Flask) -> None:
    winter = club.season("Winter")
    code = club.game(winter, "2026-01-05", {"Ada": (0, 10), "Ben": (20, 0), "Cora": (5, 5)})
    with app.app_context():
        other = clubs.make_club("Thursdays").id
        clubs.remove_season(winter)
        clubs.remove_game(code)
    fields = {"write_id": "bring-back-1", "name": ""}
    for number, thing in enumerate((f"season/{winter}", f"game/{code}")):
        sent = {**fields, "write_id": f"bring-back-{number}"}
        assert phone.client.post(f"/clubs/{other}/bring-back/{thing}", data=sent).status_code == 404
        own = {**fields, "write_id": f"bring-back-own-{number}"}
        assert phone.client.post(f"/clubs/{club.id}/bring-back/{thing}", data=own).status_code in (302, 303)


def test_what_is_saved_as_it_is_says_that_nothing_changed(phone: Phone, club: Club) -> None:
    winter = club.season("Winter")
    club.game(winter, "2026-01-05", {"Ada": (0, 10), "Ben": (20, 0), "Cora": (5, 5)})
    ada = club.player("Ada")
    for address, form in (
        (f"/seasons/{winter}/change", "/change"),
        (f"/players/{ada}/change", "/rename"),
        (f"/clubs/{club.id}", "/rename"),
    ):
        phone.open(address).send(form)
        assert phone.status == 200
        assert "Nothing changed: it was already like that." in phone.text
    phone.open(f"/seasons/{winter}/change").send("/change", best_of="2")
    assert "and updated its table." in phone.text
