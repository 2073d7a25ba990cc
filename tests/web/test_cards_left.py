"""Counting a round: what was entered for the wrong player is taken out; who cannot well have gone out is asked."""

from __future__ import annotations

from typing import Any

from flask import Flask
from flask.testing import FlaskClient

from tests.house.reading import Reader, read_page
from tests.web.table_phone import FIVES, Phone, down, hrefs, melds, words


def counted(app: Flask, client: FlaskClient) -> Phone:
    phone = Phone(app, client, "contract")
    phone.send("/round/went-out", round=1, seat=1)
    phone.send("/round/cards-left", round=1, seat=2, cards="K 5")
    return phone


def entered(phone: Phone) -> set[int]:
    running = phone.state.running
    assert running is not None
    return set(running.entered)


def test_what_was_entered_for_the_wrong_player_is_taken_out_again(app: Flask, client: FlaskClient) -> None:
    phone = counted(app, client)
    assert "Remove this entry" in words(phone.see("/round?seat=2"))
    assert "Remove this entry" not in words(phone.see("/round?seat=3")), "nothing is there to take out"
    answer = phone.send("/round/not-theirs", round=1, seat=2)
    assert answer.headers["Location"] == f"/g/{phone.code}/round?seat=2"
    assert entered(phone) == set()
    page = phone.see("/round?seat=2")
    assert ("removed" in words(page, "undo"), "No cards entered" in words(page)) == (True, True)
    assert not words(page, "notices").strip(), "nothing pushes the pad under the dock"
    assert "Remove this entry" not in words(page, "heading-row")
    phone.send("/undo", target=phone.state.number)
    assert entered(phone) == {2}


def test_what_somebody_has_entered_anew_meanwhile_is_not_taken_out_unseen(app: Flask, client: FlaskClient) -> None:
    phone = counted(app, client)
    seen = phone.state.number
    phone.send("/round/cards-left", round=1, seat=2, cards="Q Q", confirmed="1")
    assert "20" in words(phone.send("/round/not-theirs", 409, seen=seen, round=1, seat=2))
    assert entered(phone) == {2}


def test_the_field_says_what_the_book_has_beside_what_was_refused(app: Flask, client: FlaskClient) -> None:
    """By that the phone tells what is not written yet, also on a page that shows it again."""
    phone = counted(app, client)

    def field(page: Reader) -> tuple[str | None, str | None]:
        [entry] = [one for one in page.elements if "data-entry" in one.attributes]
        [typed] = [one for one in page.elements if one.get("id") == "cards"]
        return entry.get("data-base"), typed.get("value")

    def refused(path: str, **fields: Any) -> tuple[str | None, str | None]:
        return field(read_page(phone.send(path, 422, **fields).get_data(as_text=True)))

    assert field(phone.see("/round?seat=2")) == ("K 5", "K 5")
    assert refused("/round/cards-left", round=1, seat=2, cards="foo") == ("K 5", "foo")
    assert refused("/round/cards-left", round=1, seat=3, cards="foo") == ("", "foo")
    for seat in (3, 4):
        phone.send("/round/cards-left", round=1, seat=seat, cards="nothing", confirmed="1")
    phone.send("/round/close", round=1)
    assert refused("/score/1/2", cards="foo") == ("K 5", "foo")
    assert field(phone.see("/score/1/3?cards=Q")) == ("nothing", "Q")


def test_a_seat_that_is_not_there_has_nothing_to_take_out(app: Flask, client: FlaskClient) -> None:
    phone = counted(app, client)
    number = phone.state.number
    for told in ({"round": 1, "seat": 9}, {"round": 1, "seat": ""}, {"round": "x", "seat": 2}):
        phone.send("/round/not-theirs", 303 if told == {"round": 1, "seat": 9} else 422, **told)
    assert phone.state.number == number


def test_whoever_still_owes_a_meld_is_asked_about_on_the_first_tap_and_the_reading_says_so_again(
    app: Flask, client: FlaskClient
) -> None:
    phone = down(app, client)
    told = {"by": 1, "owner": 2, "meld": melds(phone)[FIVES], "take": "5S", "give": "KD", "use": "contract"}
    phone.send("/screw-over", round=1, **told, use_cards="5S 5C 5D\nJC JD JH", down="no")
    number = phone.state.number
    asked = words(phone.send("/round/went-out", 422, round=1, seat=2))
    assert "Ben still owes a set of 3 and can’t lay off until it’s replaced" in asked
    assert "(Truly screwed, screw/screw-replace). Did Ben go out anyway?" in asked
    assert phone.state.number == number
    phone.send("/round/went-out", round=1, seat=2, confirmed="1")
    assert "Ben still owes a set of 3" in words(phone.see("/round?step=read-back"), "warning")
    phone.send("/new-meld", round=1, seat=2, laid="KH KS KC")
    assert "still owes" not in words(phone.see("/round?step=read-back"))


def test_the_history_says_why_something_stays_and_leads_to_what_is_undone_first(
    app: Flask, client: FlaskClient
) -> None:
    phone = down(app, client)
    phone.send(f"/melds/{melds(phone)[FIVES]}", round=1, seat=1, laid="5C", way="lay_off", down="earlier")
    last = phone.state.number
    page = phone.see("/history")
    assert "The meld wouldn’t be on the table." in words(page, "entry-2")
    assert "Undo first: Round 1: Ann laid off the 5 of clubs" in words(page, "entry-2")
    assert f"#entry-{last}" in hrefs(page)
    phone.send("/abandon", confirmed="1")
    assert "Open it again to undo anything" in words(phone.see("/history"))


def test_who_went_out_is_one_of_several_switches_once_somebody_is_chosen(app: Flask, client: FlaskClient) -> None:
    phone = Phone(app, client, "contract")

    def pressed() -> list[str | None]:
        return [one.get("aria-pressed") for one in phone.see("/round?step=who").elements if one.get("name") == "seat"]

    assert set(pressed()) == {None}
    phone.send("/round/went-out", round=1, seat=2)
    assert pressed() == ["false", "true", "false", "false", "false"]
