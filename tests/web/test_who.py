"""Who are you? Seats taken, left and moved from phone to phone, through the pages."""

from __future__ import annotations

from datetime import timedelta

import pytest
from flask.testing import FlaskClient

from referee.services.games import games
from referee.services.phones import holdings
from referee.web.shell import words
from tests.web.plain import Phone


@pytest.fixture
def game(phone: Phone) -> str:
    """The address of a game of four."""
    return f"/g/{phone.start().code}"


@pytest.fixture
def silent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(holdings, "HEARD", timedelta())


def seats(phone: Phone) -> list[str]:
    return [button.text() for button in phone.all("button", name="seat")]


def test_a_seat_in_one_tap_and_out_again(phone: Phone, game: str) -> None:
    phone.open(game + "/who")
    assert phone.heading == "Who are you?"
    assert seats(phone) == ["Player 1", "Player 2", "Player 3", "Player 4"]
    phone.send("/who/seat", seat="2")
    assert (phone.path, "You are Player 2." in phone.text) == (game, True)
    phone.open(game + "/who")
    assert phone.heading == "You are Player 2"
    assert seats(phone) == ["Player 1", "Player 3", "Player 4"]
    phone.send("/who/seat", seat="4").open(game + "/who")
    assert phone.heading == "You are Player 2 and Player 4"
    phone.send("/who/leave")
    assert (phone.path, phone.heading) == (game + "/who", "You are Player 4")


def test_a_look_takes_nothing(phone: Phone, other: Phone, game: str) -> None:
    other.open(game + "/who").open(game)
    assert not other.client.get_cookie("phone"), "a phone that only looks is not kept"
    assert phone.open(game + "/who").heading == "Who are you?"


def test_two_for_one_seat(phone: Phone, other: Phone, game: str) -> None:
    phone.open(game + "/who").send("/who/seat", seat="2")
    other.open(game + "/who")
    assert "on another phone" in seats(other)[1]
    other.send("/who/seat", seat="2")
    assert other.status == 422
    assert "Player 2 is already on another phone, last used at" in other.text
    assert phone.open(game + "/who").heading == "You are Player 2", "nothing is taken yet"
    other.send("/who/seat")
    assert "You are Player 2." in other.text
    phone.open(game)
    assert "Player 2 is on another phone now." in phone.text
    phone.send("/who/seat")
    assert "You are Player 2." in phone.text
    other.open(game + "/score")
    assert "Player 2 is on another phone now." in other.text
    other.send("/who/leave")
    assert other.path == game + "/who"
    assert "on another phone now" not in other.open(game).text


def test_a_silent_phone_is_not_asked_about(phone: Phone, other: Phone, game: str, silent: None) -> None:
    phone.open(game + "/who").send("/who/seat", seat="2")
    other.open(game + "/who").send("/who/seat", seat="2")
    assert "You are Player 2." in other.text


def test_a_late_guest(phone: Phone, other: Phone, game: str) -> None:
    other.open(game + "/who").send("/who/guest", player="Gina")
    assert (other.path, "You are Gina." in other.text) == (game, True)
    assert other.open(game + "/who").heading == "You are Gina"
    phone.open(game + "/who").send("/who/guest", player="Gina")
    assert (phone.status, phone.path) == (422, game + "/who/guest")
    assert phone.one("input", id_="guest").get("aria-invalid") == "true"


def test_a_guest_who_is_sent_twice_joins_once(phone: Phone, client: FlaskClient, game: str) -> None:
    form = phone.open(game + "/who").fields(phone.form("/who/guest")) | {"player": "Gina"}
    for _ in range(2):
        assert client.post(game + "/who/guest", data=form).status_code == 303
    with client.application.app_context():
        state = games.game(phone.code)
        assert [seat.player for seat in state.all_seats].count("Gina") == 1
    assert phone.open(game + "/who").heading == "You are Gina"


def test_somebody_of_the_club_is_offered_by_name(phone: Phone, other: Phone, game: str) -> None:
    phone.open("/new").send("/new", rulebook="contract", player=["Player 1", "Hugo", "Ida"], how="chosen", dealer="1")
    other.open(game + "/who")
    assert [button.get("value") for button in other.all("button", name="player")] == ["Hugo", "Ida"]
    other.send("/who/guest", player="Hugo")
    assert "You are Hugo." in other.text


def test_who_left_is_offered_the_old_seat(phone: Phone, other: Phone, game: str) -> None:
    phone.round(1, {2: "K", 3: "K K", 4: "K K K"}).open(game + "/table").send("/table/leave", seat="4")
    other.open(game + "/who")
    [back] = other.all("button", name="player")
    assert (back.get("value"), "is back" in back.text()) == ("Player 4", True)
    assert "a player who was here before keeps their total" in other.text
    other.send("/who/guest", player="Player 4")
    assert "You are Player 4." in other.text
    with phone.client.application.app_context():
        assert games.game(phone.code).totals[4] == 30


def test_who_leaves_after_the_round_holds_the_seat_until_then(phone: Phone, other: Phone, game: str) -> None:
    phone.open(game + "/may-i").send("/may-i", round="1", claims="3")
    phone.open(game + "/table").send("/table/leave", seat="4", when="after")
    other.open(game + "/who").send("/who/seat", seat="4")
    assert other.open(game + "/who").heading == "You are Player 4"


def test_who_left_in_the_middle_of_a_round_may_come_back_to_it(phone: Phone, other: Phone, game: str) -> None:
    phone.open(game + "/table").send("/table/leave", seat="4", when="now")
    other.open(game + "/who").send("/who/guest", player="Player 4")
    assert other.open(game + "/who").heading == "You are Player 4"
    assert "left in this round" not in other.open(game).text


def test_a_late_guest_is_told_the_round_that_the_book_will_say(phone: Phone, other: Phone, game: str) -> None:
    phone.open(game + "/may-i").send("/may-i", round="1", claims="3")
    assert "You play from round 2 on" in other.open(game + "/who").text
    other.send("/who/guest", player="Gina")
    assert "Gina joins in round 2" in other.open(game + "/table").text
    assert "Gina from round 2" in " ".join(phone.open(game).text.split())


@pytest.mark.parametrize(("seat", "status"), [("9", 422), ("x", 422), ("0", 422), ("", 422)])
def test_odd_seats(phone: Phone, game: str, seat: str, status: int) -> None:
    for ending in ("/who/seat", "/who/leave"):
        sent = {"write_id": f"odd-{ending[5:]}-{seat}-12345", "seat": seat}
        assert phone.client.post(game + ending, data=sent).status_code == status
    assert phone.open(game + "/who").heading == "Who are you?"


def test_the_table_says_whose_phone_it_is(phone: Phone, game: str) -> None:
    phone.open(game + "/table").follow("Who are you?").send("/who/seat", seat="3").open(game + "/table")
    assert "This phone: Player 3" in phone.text
    phone.send("/who/leave")
    assert (phone.path, phone.heading) == (game + "/who", "Who are you?"), "two taps from Now: Table, Not Player 3"


def test_who_wrote_is_a_name(phone: Phone, game: str) -> None:
    phone.open(game + "/who").send("/who/seat", seat="3")
    phone.open(game + "/table").send("/table/note", text="Cake at nine")
    with phone.client.application.app_context():
        assert games.game(phone.code).log[-1].by == "Player 3"


def test_the_history_calls_this_phone_you_and_another_one_by_its_name(phone: Phone, other: Phone, game: str) -> None:
    phone.open(game + "/who").send("/who/seat", seat="3")
    phone.open(game + "/table").send("/table/note", text="Cake at nine")
    assert "Note: Cake at nine · you, " in phone.open(game + "/history").text
    assert "Note: Cake at nine · Player 3, " in other.open(game + "/history").text


@pytest.mark.parametrize(("by", "me", "said"), [("phone W3", "", "another phone"), ("", "", ""), ("Ben", "Ben", "you")])
def test_who_is_behind_an_entry(by: str, me: str, said: str) -> None:
    assert words.writer(by, me) == said
    assert words.writer("phone W3b", me) == "phone W3b", "a name that somebody gave"
