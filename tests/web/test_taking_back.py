"""What one phone takes back of another's: it is asked first, and the other phone hears of it. Phones are devices."""

from __future__ import annotations

import itertools
import secrets
from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask

from referee.game import commands as cmd
from referee.game import events as ev
from referee.game.state import GameState
from referee.rulebooks import library
from referee.services.deliveries import WriteTag
from referee.services.games import games
from referee.services.phones import access, phones
from referee.services.phones.access import Role
from tests.web.plain import Phone

ADDRESSES = itertools.count(256)
"""Each phone comes from another one: what an address may use up is counted over all tests."""


class Home:
    """A house with an open door: every phone at the table is host."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        self.first = self.phone()
        self.first.start()
        self.code = self.first.code

    def phone(self, seat: int | None = None, role: Role | None = None) -> Phone:
        """Another device; ``seat``: it takes that seat. ``role``: it came in by an invitation that gives no more."""
        client = self.app.test_client()
        number = next(ADDRESSES)
        network = "10.0" if role is None else "8.8"
        client.environ_base["REMOTE_ADDR"] = f"{network}.{number // 256}.{number % 256}"
        phone = Phone(client)
        if role is not None:
            cookie = access.new_cookie()
            with self.app.app_context():
                made = access.make_phone(cookie, Role.NOBODY)
                assert made is not None
                phones.give(made.id, access.GAME, self.code, role, WriteTag(secrets.token_hex(8), 0, ""))
            client.set_cookie("phone", cookie)
        if seat is not None:
            phone.open(f"/g/{self.code}/who").send("/who/seat", seat=str(seat))
        return phone

    @property
    def state(self) -> GameState:
        with self.app.app_context():
            return games.game(self.code)

    def last(self) -> ev.Event:
        return self.state.log[-1].event

    def at(self, phone: Phone, path: str = "") -> Phone:
        return phone.open(f"/g/{self.code}{path}")

    def note(self, phone: Phone, text: str) -> Phone:
        return self.at(phone, "/table").send("/table/note", text=text)


@pytest.fixture
def home(app: Flask) -> Home:
    return Home(app)


def asks(phone: Phone) -> str:
    """The question on the page; it has to be one."""
    assert phone.status == 422, phone.text
    assert phone.heading == "Are you sure?"
    [question] = phone.all("div", cls="panel")
    return question.text()


def told(phone: Phone) -> str:
    """What the strip says of things that were taken back; empty for nothing."""
    return " ".join(part.text() for part in phone.all("div", cls="taken-back"))


class TestWhatIsAsked:
    def test_ones_own_last_entry_goes_in_one_tap(self, home: Home) -> None:
        ben = home.phone(seat=2)
        home.note(ben, "Tea")
        home.at(ben).send("/undo")
        assert ben.status == 200
        assert isinstance(home.last(), ev.Undone)

    def test_anothers_is_named_first_and_no_leaves_it(self, home: Home) -> None:
        ben, eve = home.phone(seat=2), home.phone()
        home.note(ben, "Tea")
        number = home.state.number
        home.at(eve).send("/undo")
        assert asks(eve) == "Undo Player 2’s entry “Note: Tea”?"
        assert home.state.number == number
        eve.follow("No, leave it")
        assert (eve.path, home.state.number) == (f"/g/{home.code}", number)
        home.at(eve).send("/undo").send("/undo")
        assert eve.status == 200
        assert "Undone: Note: Tea." in eve.text
        assert home.last() == ev.Undone(number)

    def test_a_phone_without_seat_or_name_is_another_phone(self, home: Home) -> None:
        home.note(home.first, "Tea")
        eve = home.phone()
        assert asks(home.at(eve).send("/undo")) == "Undo an entry from another phone: “Note: Tea”?"

    def test_what_is_told_of_my_seat_by_another_phone_is_the_others_entry(self, home: Home) -> None:
        ben, eve = home.phone(seat=2), home.phone(seat=3)
        home.at(eve, "/round?step=who").send("/round/went-out", seat="2")
        assert "Player 3’s entry “Round 1: Player 2 went out”" in asks(home.at(ben).send("/undo"))

    def test_one_phone_that_scores_for_all_is_never_asked_but_for_a_closing(self, home: Home) -> None:
        phone = home.first
        home.at(phone).count(1, {2: "K", 3: "Q", 4: "J"})
        for _ in range(4):
            phone.send("/undo")
            assert phone.status == 200
        assert home.state.running is not None
        assert not home.state.running.begun
        home.at(phone).round(1, {2: "K", 3: "Q", 4: "J"})
        question = asks(phone.send("/undo"))
        assert question.startswith("Reopen round 1? Its cards stay")

    def test_a_closing_says_who_closed_it(self, home: Home) -> None:
        ben, eve = home.phone(seat=2), home.phone(seat=3)
        home.at(home.first).count(1, {2: "K", 3: "Q", 4: "J"})
        home.at(ben, "/round?step=read-back").send("/round/close")
        assert asks(home.at(eve).send("/undo")).startswith("Reopen round 1, which Player 2 closed?")
        eve.send("/undo")
        assert home.state.rounds == ()

    def test_a_finished_game_is_opened_again_only_after_a_question(self, home: Home) -> None:
        phone = home.first
        for number in range(1, 8):
            home.at(phone).round(1, {2: "K", 3: "Q", 4: "J"})
            assert len(home.state.rounds) == number
        assert home.state.over
        for way in ("/undo", "/reopen", "/carry-on"):
            home.at(phone, "/result").send(way)
            question = asks(phone)
            assert question.startswith("Play all rounds again?" if way == "/carry-on" else "Reopen the game?")
            assert "no result until" in question
            assert home.state.over
        home.at(phone, "/result").send("/undo").send("/undo")
        assert not home.state.over

    def test_a_page_that_stood_open_takes_back_what_it_showed_and_nothing_else(self, home: Home) -> None:
        ben, eve = home.phone(seat=2), home.phone(seat=3)
        home.note(ben, "Tea")
        home.at(ben)
        home.note(eve, "Coffee")
        ben.send("/undo")
        assert ben.status == 200
        assert [each.event for each in home.state.log[-2:]] == [ev.NoteAdded("Coffee"), ev.Undone(2)]

    def test_what_somebody_else_undid_before_is_answered_plainly(self, home: Home) -> None:
        ben, eve = home.phone(seat=2), home.phone(seat=3)
        home.note(eve, "Cake")
        home.note(ben, "Tea")
        home.at(ben)
        home.at(eve).send("/undo").send("/undo")
        number = home.state.number
        ben.send("/undo")
        assert "That has already been undone." in ben.text
        assert home.state.number == number

    def test_the_history_asks_the_same(self, home: Home) -> None:
        ben, eve = home.phone(seat=2), home.phone()
        home.note(ben, "Tea")
        home.at(eve, "/history").send("/undo", target="2")
        assert "Player 2’s entry" in asks(eve)
        eve.send("/undo")
        assert eve.path.endswith("/history")
        home.note(eve, "Coffee")
        dee = home.phone(seat=4)
        home.at(dee, "/history").send("/redo", target="2")
        assert asks(dee) == "Bring back “Note: Tea”? Another phone undid it."
        home.at(eve, "/history").send("/redo", target="2")
        assert eve.status == 200, "its own undo"

    def test_a_phone_that_is_not_host_is_offered_its_own_last_entry(self, home: Home) -> None:
        ben = home.phone(role=Role.SCORER)
        home.note(ben, "Tea")
        home.note(home.first, "Coffee")
        assert ben.fields(home.at(ben).form("/undo"))["target"] == "2"
        ben.send("/undo")
        assert home.last() == ev.Undone(2)
        assert not [each for each in home.at(ben).all("form") if (each.get("action") or "").endswith("/undo")]

    def test_sent_twice_by_the_browser_it_is_asked_once_and_written_once(self, home: Home) -> None:
        ben, eve = home.phone(seat=2), home.phone()
        home.note(ben, "Tea")
        fields = home.at(eve).fields(eve.form("/undo"))
        first = asks(eve.post(f"/g/{home.code}/undo", **fields))
        assert asks(eve.post(f"/g/{home.code}/undo", **fields)) == first
        yes = eve.fields(eve.form("/undo"))
        for _ in range(2):
            assert eve.post(f"/g/{home.code}/undo", **yes).status == 200
        assert home.state.number == 3


class TestSiblings:
    """Whatever else takes back by a tap what another phone told."""

    def test_cards_left_that_another_phone_entered(self, home: Home) -> None:
        ben, eve = home.phone(seat=2), home.phone()
        home.at(ben, "/round?seat=2").send("/round/cards-left", cards="K")
        home.at(eve, "/round?seat=2").send("/round/not-theirs")
        assert asks(eve) == "Take back Player 2’s entry “Round 1, Player 2: 10”?"
        eve.send("/round/not-theirs")
        assert home.last() == ev.CardsLeftCleared(1, 2)
        home.at(ben, "/round?seat=2").send("/round/cards-left", cards="Q")
        home.at(ben, "/round?seat=2").send("/round/not-theirs")
        assert ben.status == 200

    def test_who_went_out_told_otherwise_and_once_is_enough(self, home: Home) -> None:
        ben, eve = home.phone(seat=2), home.phone(seat=3)
        home.at(eve, "/round?step=who")
        home.at(ben, "/round?step=who").send("/round/went-out", seat="2")
        eve.send("/round/went-out", seat="3")
        assert eve.status == 409, "her page was older"
        eve.send("/round/went-out")
        assert eve.status == 200, "she has seen his entry, and says hers counts"
        assert home.state.running is not None
        assert home.state.running.went_out == 3
        home.at(ben, "/round?step=who").send("/round/went-out", seat="2")
        assert asks(ben) == "Take back Player 3’s entry “Round 1: Player 3 went out”?"
        ben.send("/round/went-out")
        assert ben.status == 200

    def test_ending_the_game_for_everybody(self, home: Home) -> None:
        ben = home.phone(seat=2)
        home.at(ben, "/table").send("/abandon")
        assert asks(ben).startswith("Abandon the game for everyone?")
        ben.send("/abandon")
        assert home.state.status == "abandoned"
        home.at(home.first, "/result").send("/reopen")
        assert "Player 2’s entry “The game was abandoned”" in asks(home.first)
        home.first.send("/reopen")
        assert home.state.status == "playing"

    def test_somebody_who_is_to_leave_plays_on(self, home: Home) -> None:
        ben, eve = home.phone(seat=2), home.phone()
        home.at(ben, "/table").send("/table/leave", seat="2", when="after")
        assert "Player 2 left after round 1" in asks(home.at(eve, "/table").send("/table/back", seat="2"))
        home.at(ben, "/table").send("/table/back", seat="2")
        assert ben.status == 200

    def test_a_cut_and_a_decision_of_another_phone(self, app: Flask) -> None:
        home = Home(app)
        with app.app_context():
            book = library.load("liverpool")
            done = games.open_game(
                cmd.OpenGame(book, ("Ann", "Ben", "Cid", "Dee")), WriteTag(secrets.token_hex(8), 0, "", door=Role.HOST)
            )
        assert isinstance(done, games.Done)
        home.code = done.code
        ben, eve = home.phone(seat=2), home.phone()
        home.at(ben).send("/cut", exact="yes")
        assert "Ben’s entry “Round 1: " in asks(home.at(eve).send("/cut", exact="no"))
        home.at(ben).send("/cut", exact="no")
        assert ben.status == 200


class TestThePhoneConcerned:
    def undone(self, home: Home, by: Phone, target: int | None = None) -> None:
        fields = {"target": str(target)} if target else {}
        home.at(by, "/history" if target else "").send("/undo", **fields)
        if by.status == 422:
            by.send("/undo")
        assert isinstance(home.last(), ev.Undone)

    def test_it_hears_of_its_entry_until_somebody_has_read_it(self, home: Home) -> None:
        ben, eve = home.phone(seat=2), home.phone(seat=3)
        home.note(ben, "Tea")
        self.undone(home, eve)
        for path in ("", "/score", "/history", "/table", ""):
            assert told(home.at(ben, path)).startswith("Player 3 undid: Note: Tea Bring it back"), path
        assert told(home.at(eve)) == told(home.at(home.first)) == ""
        ben.send("/heard")
        assert told(ben) == told(home.at(ben, "/score")) == ""

    def test_nothing_that_leads_away_stands_above_points_that_are_typed(self, home: Home) -> None:
        """ "Got it" opens the round anew: the next page says it."""
        ben, eve = home.phone(seat=2), home.phone(seat=3)
        home.note(ben, "Tea")
        self.undone(home, eve)
        assert told(home.at(ben, "/round?step=points")) == ""
        assert told(home.at(ben)).startswith("Player 3 undid: Note: Tea")

    def test_it_brings_it_back_in_one_tap(self, home: Home) -> None:
        ben, eve = home.phone(seat=2), home.phone(seat=3)
        home.at(eve, "/round?step=who").send("/round/went-out", seat="2")
        self.undone(home, home.first)
        assert told(home.at(ben)).startswith("Another phone undid: You went out in round 1 Bring it back")
        assert told(home.at(eve)).startswith("Another phone undid: Round 1: Player 2 went out")
        home.at(ben).send("/redo")
        assert ben.status == 200
        assert home.state.running is not None
        assert home.state.running.went_out == 2
        assert told(ben) == told(home.at(eve)) == ""

    def test_the_same_told_again_is_nothing_to_hear_of(self, home: Home) -> None:
        ben, eve = home.phone(seat=2), home.phone(seat=3)
        home.at(ben, "/round?step=who").send("/round/went-out", seat="2")
        self.undone(home, eve)
        home.at(eve, "/round?step=who").send("/round/went-out", seat="2")
        assert told(home.at(ben)) == ""

    def test_a_closing_is_heard_by_all_of_the_round_until_it_is_closed_again(self, home: Home) -> None:
        ben, eve = home.phone(seat=2), home.phone(seat=3)
        home.at(home.first).count(1, {2: "K", 3: "Q", 4: "J"}).send("/round/close")
        self.undone(home, eve)
        for phone in (ben, home.first):
            assert told(home.at(phone)).startswith("Player 3 undid: Round 1 was closed Bring it back")
        home.at(eve, "/round?step=read-back").send("/round/close")
        assert told(home.at(ben)) == told(home.at(home.first)) == ""

    def test_where_it_cannot_come_back_it_says_so(self, home: Home) -> None:
        ben, eve = home.phone(seat=2), home.phone(seat=3)
        home.at(ben, "/round?seat=2").send("/round/cards-left", cards="K")
        self.undone(home, eve)
        home.at(home.first).round(1, {2: "Q", 3: "Q", 4: "J"})
        text = told(home.at(ben))
        assert text.startswith("Player 3 undid: Your cards left in round 1 (10). ")
        assert "Bring it back" not in text
        assert "closed" in text

    def test_what_was_told_otherwise_since_is_said_and_nothing_is_offered_that_does_nothing(self, home: Home) -> None:
        ben, eve = home.phone(seat=2), home.phone(seat=3)
        home.at(ben, "/round?step=who").send("/round/went-out", seat="2")
        self.undone(home, eve)
        home.at(eve, "/round?step=who").send("/round/went-out", seat="3")
        text = told(home.at(ben))
        assert text.startswith(
            "Player 3 undid: You went out in round 1. Entered again since: Round 1: Player 3 went out."
        )
        assert "Bring it back" not in text

    def test_the_history_says_that_what_it_brings_back_counts_no_more(self, home: Home) -> None:
        ben = home.phone(seat=2)
        home.at(ben, "/round?step=who").send("/round/went-out", seat="2")
        number = home.state.number
        home.at(ben).send("/undo")
        home.at(ben, "/round?step=who").send("/round/went-out", seat="3")
        text = home.at(ben, "/history").send("/redo", target=str(number)).text
        assert "Brought back: Round 1: Player 2 went out. Entered again since: Round 1: Player 3 went out." in text
        assert home.state.running is not None
        assert home.state.running.went_out == 3

    def test_a_phone_that_may_not_bring_it_back_is_told_who_may(self, home: Home) -> None:
        ben = home.phone(seat=2, role=Role.PLAYER)
        home.at(ben, "/round?step=who").send("/round/went-out", seat="2")
        assert ben.status == 200
        self.undone(home, home.first)
        assert "Only a host can bring it back." in told(home.at(ben))
        assert "Bring it back" not in told(ben)

    def test_removed_cards_are_heard_of_and_come_back_by_a_tap(self, home: Home) -> None:
        ben, eve = home.phone(seat=2), home.phone(seat=3)
        home.at(ben, "/round?seat=2").send("/round/cards-left", cards="K")
        home.at(eve, "/round?seat=2").send("/round/not-theirs").send("/round/not-theirs")
        assert told(home.at(ben)).startswith("Player 3 removed: Your cards left in round 1 (10) Bring it back")
        strip = [each for each in ben.all("form") if each.within("div") and "Bring it back" in each.text()]
        ben.post(str(strip[0].get("action")), **ben.fields(strip[0]))
        assert ben.status == 200
        assert home.state.running is not None
        assert 2 in home.state.running.entered

    def test_who_takes_a_seat_later_hears_nothing_of_what_was_before(
        self, home: Home, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        home.at(home.first, "/round?step=who").send("/round/went-out", seat="2")
        eve = home.phone(seat=3)
        self.undone(home, eve)
        later = (datetime.now(UTC) + timedelta(minutes=1)).strftime("%Y-%m-%dT%H:%M:%SZ")
        monkeypatch.setattr("referee.services.phones.holdings.now", lambda: later)
        assert told(home.at(home.phone(seat=2))) == ""

    def test_who_asked_too_for_a_discard_takes_nothing_back(self, app: Flask) -> None:
        home = Home(app)
        ben, eve = home.phone(seat=2), home.phone(seat=3)
        home.at(ben, "/may-i").send("/may-i", claims="2")
        taken = home.state.number
        home.at(eve, f"?taken={taken}").send("/may-i", claims="4")
        assert isinstance(home.last(), ev.MayITaken)
        assert home.state.number > taken + 1, "it was decided anew"
        assert told(home.at(ben)) == ""

    def test_several_are_counted_and_put_away_at_once(self, home: Home) -> None:
        ben, eve = home.phone(seat=2), home.phone(seat=3)
        for text in ("Tea", "Cake", "Milk"):
            home.note(ben, text)
        for target in (2, 3, 4):
            self.undone(home, eve, target)
        assert "Note: Milk" in told(home.at(ben))
        assert "2 more" in told(ben)
        ben.send("/heard")
        assert told(home.at(ben)) == ""
        home.note(ben, "Bread")
        self.undone(home, eve, home.state.number)
        assert "Note: Bread" in told(home.at(ben)), "the next one is heard of again"


def test_a_question_sent_again_is_the_same_question_whatever_has_happened_since(home: Home) -> None:
    """The same bytes get their first answer: also once somebody else has taken the entry back."""
    other = home.phone(seat=2)
    home.note(other, "tea")
    host = home.phone(role=Role.HOST).open(f"/g/{home.code}/history").client
    sent = {"write_id": secrets.token_hex(16), "seen": "2", "target": "2"}
    first = host.post(f"/g/{home.code}/undo", data=sent)
    assert (first.status_code, "Are you sure?" in first.text) == (422, True)
    home.at(other, "/history").client.post(
        f"/g/{home.code}/undo", data={"write_id": secrets.token_hex(16), "seen": "2", "target": "2"}
    )
    assert isinstance(home.last(), ev.Undone)
    again = host.post(f"/g/{home.code}/undo", data=sent)
    assert (again.status_code, "Are you sure?" in again.text) == (422, True)
