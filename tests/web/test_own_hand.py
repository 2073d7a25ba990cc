"""Own hand first: a phone with a seat starts with that seat, waits for the others, and the round closes once."""

from __future__ import annotations

import pytest
from flask import Flask

from referee.days import now
from referee.game import commands as cmd
from referee.services.phones.access import GAME, Role
from referee.storage.engine.transactions import writing_rights
from referee.storage.phones import rights
from referee.web.round import page as counting
from referee.web.shell.hands import Hands
from tests.game.play import Game
from tests.web.plain import Phone, state_of


@pytest.fixture
def game(phone: Phone) -> str:
    """The address of a game of four."""
    return f"/g/{phone.start().code}"


def sit(phone: Phone, game: str, *seats: int) -> Phone:
    for seat in seats:
        phone.open(game + "/who").send("/who/seat", seat=str(seat))
    return phone.open(game)


def only(app: Flask, phone: Phone, code: str, role: Role) -> None:
    """The phone may do this in the game and nothing more: the app is hosted, and nobody comes in by the door."""
    app.config["HOSTED"] = True
    cookie = phone.client.get_cookie("phone")
    assert cookie is not None
    with app.app_context(), writing_rights():
        known = rights.by_cookie(cookie.value)
        assert known is not None
        rights.give(known.id, GAME, code, role, now())


def to_enter(phone: Phone) -> list[str]:
    """Whose lines the read-back offers to enter or to change."""
    addresses = (str(link.get("href")) for link in phone.all("a"))
    return [address.partition("seat=")[2] for address in addresses if "/round?seat=" in address]


class TestRoundOver:
    def test_it_opens_the_own_hand_and_then_waits_for_the_others(self, phone: Phone, game: str) -> None:
        sit(phone, game, 3).follow("Round over")
        assert phone.heading == "Player 3: cards left"
        phone.send("/round/cards-left", cards="K 10 5 5 2")
        assert phone.heading == "Waiting for Player 1, Player 2 and Player 4. Who went out?"
        assert "32" in phone.text
        assert not [form for form in phone.all("form") if "close" in (form.get("action") or "")]

    def test_names_that_are_waited_for_are_short_and_the_sentence_ends_once(self, phone: Phone) -> None:
        names = ["Ann", "Ben", "Oma Liselotte aus der Kirchengasse links", "Anna Maria von Hohenstein"]
        phone.open("/new").send("/new", player=names, rulebook="contract", how="random")
        sit(phone, f"/g/{phone.code}", 1).follow("Round over").send("/round/went-out", seat="2")
        phone.send("/round/cards-left", cards="K")
        assert phone.heading == "Waiting for Oma K. and Anna H."

    def test_who_went_out_is_asked_there(self, phone: Phone, game: str) -> None:
        sit(phone, game, 2).follow("Round over")
        assert "Who went out?" in phone.links()
        phone.send("/round/went-out", seat="2")
        assert phone.heading == "Waiting for Player 1, Player 3 and Player 4."
        running = state_of(phone).running
        assert running is not None
        assert (running.went_out_said, running.went_out) == (True, 2)

    def test_on_the_pad_of_somebody_else_nobody_is_asked_to_say_that_they_went_out(
        self, phone: Phone, game: str
    ) -> None:
        sit(phone, game, 2)
        for seat, asks in ((2, True), (3, False)):
            phone.open(f"{game}/round?seat={seat}")
            assert ("Who went out?" in phone.links(), " went out" in phone.text) == (asks, asks)

    def test_saying_that_another_went_out_leads_back_to_the_own_hand(self, phone: Phone, game: str) -> None:
        sit(phone, game, 2).follow("Round over").follow("Who went out?")
        assert next(key.text() for key in phone.all("button", name="seat")) == "Player 2", "oneself first"
        phone.send("/round/went-out", seat="4")
        assert phone.heading == "Player 2: cards left"
        assert "Who went out?" not in phone.links()
        assert "No cards left" in phone.text

    def test_several_own_seats_come_one_after_the_other(self, phone: Phone, game: str) -> None:
        sit(phone, game, 2, 4).follow("Round over")
        assert (phone.heading, "Next: Player 4" in phone.text) == ("Player 2: cards left", True)
        phone.send("/round/cards-left", cards="K")
        assert (phone.heading, "Send" in phone.text) == ("Player 4: cards left", True)
        phone.send("/round/cards-left", cards="Q")
        assert phone.heading == "Waiting for Player 1 and Player 3. Who went out?"

    def test_a_phone_with_a_seat_enters_for_those_that_no_phone_holds(
        self, phone: Phone, other: Phone, game: str
    ) -> None:
        sit(other, game, 3)
        sit(phone, game, 1).follow("Round over").send("/round/went-out", seat="1")
        assert phone.heading == "Waiting for Player 2, Player 3 and Player 4."
        phone.open(game + "/round?seat=2").send("/round/cards-left", cards="K")
        assert phone.heading == "Player 4: cards left", "Player 3 has a phone"
        phone.send("/round/cards-left", cards="Q")
        assert phone.heading == "Waiting for Player 3."

    def test_a_phone_without_a_seat_counts_for_everybody_those_with_a_phone_last(
        self, phone: Phone, other: Phone, game: str
    ) -> None:
        sit(other, game, 3)
        phone.open(game).follow("Round over")
        assert phone.heading == "Who went out?"
        phone.send("/round/went-out", seat="1")
        assert phone.heading == "Player 2: cards left"
        phone.send("/round/cards-left", cards="K")
        assert phone.heading == "Player 4: cards left"
        phone.send("/round/cards-left", cards="Q")
        assert phone.heading == "Player 3: cards left"

    def test_a_seat_that_was_left_meanwhile_still_says_whose_hand_it_is(self, phone: Phone, game: str) -> None:
        sit(phone, game, 3).follow("Round over")
        form = phone.fields(phone.form("/round/cards-left"))
        phone.open(game + "/who").send("/who/leave")
        phone.post(game + "/round/cards-left", **{**form, "cards": "K"})
        assert phone.heading == "Player 4: cards left", "the phone counts for everybody now"
        assert phone.open(game + "/round?seat=3").heading == "Player 3: cards left"

    def test_somebody_who_arrives_in_mid_round_is_waited_for(self, phone: Phone, other: Phone, game: str) -> None:
        sit(phone, game, 1)
        other.open(game + "/table").send("/table/join", player="Zoe", how="average")
        phone.follow("Round over").send("/round/went-out", seat="1")
        assert phone.heading == "Waiting for 4 players."
        other.open(game + "/round").send("/round/cards-left", cards="K")
        assert other.heading == "Player 3: cards left", "without a seat it counts for everybody"
        assert phone.open(game + "/round").heading == "Waiting for Player 3, Player 4 and Zoe."


class TestClosing:
    @pytest.fixture
    def complete(self, phone: Phone, other: Phone, game: str) -> str:
        """Two phones look at the same read-back."""
        sit(phone, game, 1, 2).follow("Round over").send("/round/went-out", seat="1")
        phone.send("/round/cards-left", cards="K")
        sit(other, game, 3, 4).follow("Player 3, your cards").send("/round/cards-left", cards="Q")
        other.send("/round/cards-left", cards="J")
        phone.open(game + "/round?step=read-back")
        assert phone.heading == other.heading == "Check the round"
        return game

    def test_whoever_is_second_sees_the_same_news(self, phone: Phone, other: Phone, complete: str) -> None:
        for each in (phone, other):
            each.send("/round/close")
            assert (each.status, each.path, each.all("div", cls="warning")) == (200, complete, [])
            assert each.heading == "Player 1 leads"
            assert "Player 2 deals 10 cards each, Player 3 plays first." in each.text
        assert len(state_of(phone).rounds) == 1

    def test_the_last_round_too(self, phone: Phone, other: Phone, complete: str) -> None:
        for number in range(2, 8):
            phone.send("/round/close").open(complete + "/round").send("/round/went-out", seat="1")
            phone.send("/round/cards-left", cards="K")
            other.open(complete + "/round").send("/round/cards-left", cards="Q").send("/round/cards-left", cards="J")
            phone.open(complete + "/round?step=read-back")
            assert f"Close round {number}" in phone.text
        for each in (phone, other):
            each.send("/round/close")
            assert (each.status, each.path, each.heading) == (200, complete, "Player 1 wins")
            assert "is closed" not in each.text, "the result says everything"
            assert not each.all("div", cls="warning"), each.text
        assert len(state_of(phone).rounds) == 7


class TestWhoMayEnterOnlyTheOwn:
    def test_the_others_lines_are_shown_and_not_offered(
        self, app: Flask, phone: Phone, other: Phone, game: str
    ) -> None:
        sit(phone, game, 1)
        sit(other, game, 2)
        only(app, other, phone.code, Role.PLAYER)
        only(app, phone, phone.code, Role.HOST)
        other.open(game).follow("Round over").send("/round/cards-left", cards="K")
        assert other.heading == "Waiting for Player 1, Player 3 and Player 4. Who went out?"
        assert to_enter(other) == ["2"]
        assert other.open(game + "/round?seat=3").heading == other.open(game + "/round").heading
        phone.open(game + "/round?step=read-back")
        assert to_enter(phone) == ["1", "2", "3", "4"]
        phone.open(game + "/round?step=who").send("/round/went-out", seat="3")
        assert other.open(game + "/round?step=who").heading == "Waiting for Player 1 and Player 4.", "it was said"

    def test_who_only_watches_sees_the_lines_and_no_key(
        self, app: Flask, phone: Phone, other: Phone, game: str
    ) -> None:
        sit(other, game, 2).open(game + "/who").send("/who/leave")
        sit(phone, game, 1).follow("Round over").send("/round/went-out", seat="1")
        only(app, other, phone.code, Role.SPECTATOR)
        assert {"May I", "Round over No hands entered yet", "Going down"}.isdisjoint(other.open(game).links())
        assert "Waiting for Player 2, Player 3 and Player 4." in other.text, "on Now as well"
        other.follow("Cards left")
        assert other.heading == "Waiting for Player 2, Player 3 and Player 4."
        assert to_enter(other) == []
        assert other.open(game + "/round?step=who").heading == "Waiting for Player 2, Player 3 and Player 4."


class TestNextSeat:
    def test_own_seats_first_then_those_without_a_phone(self) -> None:
        game = Game("may-i", players=6)
        game.must(cmd.SayWentOut(1, 6))
        running = game.state.running
        assert running is not None
        hands = Hands(mine=(1, 3), held=frozenset({2}))
        assert counting.next_seat(running, 1, hands) == 3
        assert counting.next_seat(running, 4, hands) == 5
        game.enter(1, "K")
        game.enter(3, "K")
        game.enter(5, "K")
        running = game.state.running
        assert running is not None
        assert counting.next_seat(running, 3, hands) is None
        assert counting.next_seat(running, 5, hands) == 4

    def test_a_phone_without_a_seat_leaves_those_with_a_phone_to_the_end(self) -> None:
        game = Game("may-i", players=4)
        game.must(cmd.SayWentOut(1, 4))
        asked, seat = [], 4
        hands = Hands(held=frozenset({1}))
        while (running := game.state.running) and (after := counting.next_seat(running, seat, hands)):
            asked.append(seat := after)
            game.enter(seat, "K")
        assert asked == [2, 3, 1]


class TestNow:
    def test_the_own_seat_stands_first_with_its_may_is_and_its_standing(self, phone: Phone, other: Phone) -> None:
        code = phone.start("shanghai").code
        phone.round(2, {1: "K", 3: "5", 4: "A"})
        sit(phone, f"/g/{code}", 3)
        assert phone.one("section", id_="own").children[0].text() == "Player 3 5 2nd May I’s: 2 left"
        at_table = next(each for each in phone.elements if "at-seats" in (each.get("class") or ""))
        assert "Player 3" not in at_table.text(), "it is said once"
        assert not other.open(f"/g/{code}").all("section", id_="own")

    def test_how_the_round_before_ended_stands_there_until_the_next_is_counted(self, phone: Phone, game: str) -> None:
        phone.open(game).round(2, {3: "5", 4: "A", 1: "K"})
        assert "Round 1: Player 2 went out. Player 1 +10, Player 3 +5, Player 4 +15." in phone.open(game).text
        phone.follow("Round over").send("/round/went-out", seat="1")
        assert "Round 1: Player 2 went out. Player 1" not in phone.open(game).text


class TestMayI:
    def test_oneself_is_the_first_key(self, phone: Phone, game: str) -> None:
        sit(phone, game, 3).follow("May I")
        keys = phone.all("button", name="claims")
        assert [key.get("value") for key in keys] == ["3", "1", "2", "4"]
        assert ["mine" in (key.get("class") or "") for key in keys] == [True, False, False, False]
        phone.send("/may-i", claims="3")
        assert "Player 3 gets it" in phone.text

    def test_who_plays_for_one_seat_alone_asks_for_that_one(
        self, app: Flask, phone: Phone, other: Phone, game: str
    ) -> None:
        sit(other, game, 2)
        only(app, other, phone.code, Role.PLAYER)
        other.open(game).follow("May I")
        assert [key.get("value") for key in other.all("button", name="claims")] == ["2"]
        keys = [one.text() for one in other.open(game + "/down").all("button")]
        assert [name for name in keys if name.startswith("Player")] == ["Player 2"]


def test_a_phone_with_a_seat_is_not_asked_who_asks(phone: Phone, game: str) -> None:
    phone.open(game + "/down").send("/down", round="1", seat="3", melds="5H 5S 5D\n9C 9D 9H")
    asked = game + "/ask/lay_off?ask=1&meld=5H+5S+5D&cards=5C"
    assert "Who asks?" in [one.text() for one in phone.open(asked).all("h2")]
    sit(phone, game, 3)
    assert "Who asks?" not in [one.text() for one in phone.open(asked).all("h2")]


def test_asking_in_a_game_fills_in_who_asks(phone: Phone, game: str) -> None:
    def filled() -> tuple[str, str]:
        claims = phone.open(game + "/ask/may_i").one("input", id_="claims").get("value") or ""
        chosen = [
            each for each in phone.open(game + "/ask/screw").all("input", name="by") if "checked" in each.attributes
        ]
        return claims, str(chosen[0].get("value")) if chosen else ""

    assert filled() == ("", "")
    sit(phone, game, 3)
    assert filled() == ("3", "3")
    sit(phone, game, 4)
    assert filled() == ("", ""), "either of two"
