"""A flood from one address is refused plainly and logged, and nobody else notices."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import event, select

from referee import errors
from referee.services.phones import access, invitations, phones
from referee.services.phones.attempts import networks
from referee.storage.engine import transactions
from referee.storage.phones import links
from referee.storage.tables.database import db
from referee.storage.tables.phones import Attempt
from referee.web.shell.access import COOKIE
from referee.web.shell.flood import (
    BURST,
    ITS_REFILL,
    MAKES,
    MAKING,
    OF_ITS_OWN,
    PHONES,
    REFILL,
    TOGETHER,
    WRITES,
    WRITES_BACK,
    _phone_and_house,
)  # fmt: skip
from referee.web.shell.throttle import REPORTED, Throttle, throttle
from tests.apps import made
from tests.services.at_table import Table, table
from tests.services.desk import tag
from tests.web.plain import Phone

NOW = 0.0


@pytest.fixture
def buckets(app: Flask) -> Throttle:
    made = app.extensions["referee.flood"] = Throttle(lambda: NOW, burst=BURST, refill=0.5, names=networks)
    return made


def phone_at(app: Flask, address: str) -> Phone:
    client = app.test_client()
    client.environ_base["REMOTE_ADDR"] = address
    return Phone(client)


def test_who_floods_is_told_to_wait_and_everybody_else_goes_on(app: Flask, buckets: Throttle) -> None:
    flooding, friend = phone_at(app, "192.168.1.66"), phone_at(app, "192.168.1.67")
    assert flooding.open("/").status == 200
    buckets.spend("192.168.1.66", BURST)
    refused = flooding.client.get("/")
    assert (refused.status_code, refused.headers["Retry-After"]) == (429, "3")
    assert "Too many taps at once" in refused.text
    assert flooding.client.post("/new", data={"rulebook": "contract"}).status_code == 429
    assert friend.open("/").status == 200
    assert Phone(app.test_client()).open("/").status == 200, "this computer itself"


def test_a_flood_is_logged_once_and_not_at_each_request(
    app: Flask, buckets: Throttle, caplog: pytest.LogCaptureFixture
) -> None:
    flooding = phone_at(app, "192.168.1.66")
    buckets.spend("192.168.1.66", BURST - 1e-6)
    with caplog.at_level(logging.WARNING):
        for _ in range(5):
            flooding.open("/")
    assert caplog.text.count("flooded by 192.168.1.66: it waits") == 1


def test_every_request_costs_what_it_takes_the_processor(app: Flask, buckets: Throttle) -> None:
    table = phone_at(app, "192.168.1.5")
    for _ in range(3):
        table.open("/rulebooks")
    assert 0 < BURST - buckets._left("192.168.1.5", 1) < 5


def test_all_addresses_of_one_network_share_what_it_has(app: Flask, buckets: Throttle) -> None:
    buckets.spend("2001:db8:1:2::1", BURST)
    assert phone_at(app, "2001:db8:1:2::9").open("/").status == 429
    assert phone_at(app, "2001:db8:1:3::9").open("/").status == 200


class TestWrites:
    @pytest.fixture(autouse=True)
    def still(self, app: Flask) -> None:
        """No time passes, so nothing comes back."""
        app.extensions["referee.writes_of_phones"] = Throttle(lambda: NOW, burst=WRITES, refill=WRITES_BACK)
        app.extensions["referee.writes_of_addresses"] = Throttle(
            lambda: NOW, burst=PHONES * WRITES, refill=PHONES * WRITES_BACK
        )

    def with_cookie(self, app: Flask, address: str, cookie: str) -> FlaskClient:
        client = phone_at(app, address).client
        client.set_cookie(COOKIE, cookie)
        return client

    def changes(self, client: FlaskClient, times: int) -> list[int]:
        return [client.post("/look", data={"theme": "dark"}).status_code for _ in range(times)]

    def test_a_phone_that_writes_like_a_machine_waits_and_the_others_at_the_table_go_on(self, app: Flask) -> None:
        flooding = self.with_cookie(app, "192.168.1.66", "one")
        assert set(self.changes(flooding, int(WRITES))) == {303}
        assert self.changes(flooding, 1) == [429]
        assert int(flooding.post("/look").headers["Retry-After"]) > 0
        assert flooding.get("/").status_code == 200, "it may still look on"
        assert self.changes(self.with_cookie(app, "192.168.1.66", "two"), 1) == [303], "a phone behind the same address"

    def test_new_cookies_get_no_more_than_their_address(self, app: Flask) -> None:
        each = int(WRITES)
        for phone in range(PHONES):
            assert 429 not in self.changes(self.with_cookie(app, "192.168.1.66", str(phone)), each)
        assert self.changes(self.with_cookie(app, "192.168.1.66", "another"), 1) == [429]
        assert self.changes(self.with_cookie(app, "192.168.1.67", "elsewhere"), 1) == [303]

    def test_sixty_clubs_in_a_moment_are_no_club(self, app: Flask) -> None:
        phone = self.with_cookie(app, "192.168.1.66", "one")
        answers = [phone.post("/clubs/new", data={"name": f"Club {count}"}).status_code for count in range(60)]
        assert answers.count(429) == 60 - WRITES // MAKING

    def test_this_computer_is_not_counted(self, app: Flask) -> None:
        assert 429 not in self.changes(app.test_client(), int(WRITES) + 1)

    def test_what_makes_something_is_named_by_routes_that_there_are(self, app: Flask) -> None:
        assert {rule.endpoint for rule in app.url_map.iter_rules() if "POST" in (rule.methods or ())} >= MAKES


class TestSeveralProcesses:
    """Two apps on one book, as two processes or two computers are."""

    @pytest.fixture
    def other(self, app: Flask) -> Iterator[Flask]:
        names = ("DATA_DIR", "SQLALCHEMY_DATABASE_URI", "SECRET_KEY", "TESTING", "WTF_CSRF_ENABLED")
        with made({name: app.config[name] for name in names}) as other:
            yield other

    def test_a_phone_has_no_more_writes_with_another_process(self, app: Flask, other: Flask) -> None:
        with app.app_context():
            app.extensions["referee.writes_of_phones"].spend("192.168.2.1", WRITES)
        phone = phone_at(other, "192.168.2.1").client
        answers = [phone.post("/look", data={"theme": "dark"}).status_code for _ in range(int(WRITES * REPORTED) + 1)]
        assert answers == [*[303] * int(WRITES * REPORTED), 429]

    def test_clubs_made_here_count_there_at_once(self, app: Flask, other: Flask) -> None:
        answers = [
            phone_at((app, other)[number % 2], "192.168.2.2").client.post("/clubs/new", data={"name": f"Club {number}"})
            for number in range(60)
        ]
        allowed = [answer.status_code for answer in answers].index(429)
        assert WRITES / MAKING <= allowed < 1.5 * WRITES / MAKING, "as many as with one process, and what came back"

    def test_work_of_the_processor_counts_there_too(self, app: Flask, other: Flask) -> None:
        with app.app_context():
            app.extensions["referee.flood"].spend("192.168.2.3", BURST)
        assert phone_at(other, "192.168.2.3").open("/").status == 200, "nobody has told it yet"
        with other.app_context():
            other.extensions["referee.flood"].spend("192.168.2.3", BURST * REPORTED)
        assert phone_at(other, "192.168.2.3").open("/").status == 429
        assert phone_at(other, "192.168.3.3").open("/").status == 200

    def test_the_book_names_no_address(self, app: Flask) -> None:
        with app.app_context():
            app.extensions["referee.flood"].spend("192.168.2.4", BURST)
            (key,) = db.session.scalars(select(Attempt.key))
            db.session.rollback()
        assert "192.168" not in key

    def test_without_the_book_each_process_counts_by_itself(self, app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
        def away(*_: object) -> int:
            raise errors.Busy

        monkeypatch.setattr(links, "owing", away)
        phone = phone_at(app, "192.168.2.5").client
        assert phone.post("/look", data={"theme": "dark"}).status_code == 303
        with app.app_context():
            app.extensions["referee.writes_of_phones"].spend("192.168.2.5", WRITES)
        assert phone.post("/look", data={"theme": "dark"}).status_code == 429


def test_what_comes_back_is_what_time_has_passed_and_no_clock_set_back_takes_it(app: Flask) -> None:
    with app.app_context(), transactions.writing():
        assert links.owing("k", 100, 4.0, "2026-01-05T20:00:00Z") == 100
        assert links.owing("k", 1, 4.0, "2026-01-05T20:00:10Z") == 61
        assert links.owing("k", 1, 4.0, "2026-01-05T19:00:00Z") == 62
        assert links.owing("k", 1, 4.0, "2026-01-05T19:00:10Z") == 23
        assert links.owing("k", 1, 4.0, "2026-01-05T19:10:00Z") == 1


class TestFromTheAddressOfOthers:
    """A flood comes from the address that the phones of a table have too: behind a company's or a provider's one."""

    ADDRESS = "203.0.113.9"

    @pytest.fixture
    def at(self, hosted: Flask) -> Table:
        with hosted.app_context():
            return table()

    @pytest.fixture
    def drained(self, hosted: Flask) -> Throttle:
        hosted.extensions["referee.flood"] = Throttle(lambda: NOW, burst=BURST, refill=REFILL, names=networks)
        hosted.extensions["referee.writes_of_addresses"] = Throttle(lambda: NOW, burst=PHONES * WRITES, refill=WRITES)
        hosted.extensions["referee.writes_of_known"] = Throttle(lambda: NOW, burst=PHONES * WRITES, refill=WRITES)
        hosted.extensions["referee.flood_of_known"] = Throttle(
            lambda: NOW, burst=OF_ITS_OWN, refill=ITS_REFILL, names=_phone_and_house
        )
        return hosted.extensions["referee.flood"]

    def id_of(self, hosted: Flask, phone: Phone) -> str:
        cookie = phone.client.get_cookie(COOKIE)
        assert cookie
        with hosted.app_context():
            return access.caller(cookie.value, access.Where(), "closed").phone.id

    def let_in(self, hosted: Flask, at: Table) -> Phone:
        with hosted.app_context():
            secret = invitations.standing(at.club).secret
        return phone_at(hosted, self.ADDRESS).open("/join").send("/join", secret=secret, game=at.code)

    def test_who_was_let_in_plays_on_and_strangers_wait(self, hosted: Flask, at: Table, drained: Throttle) -> None:
        player = self.let_in(hosted, at)
        stranger, guessing = phone_at(hosted, self.ADDRESS), phone_at(hosted, self.ADDRESS)
        guessing.client.set_cookie(COOKIE, "x" * 43)
        drained.spend(self.ADDRESS, BURST)
        hosted.extensions["referee.writes_of_addresses"].spend(self.ADDRESS, PHONES * WRITES)
        assert stranger.open("/").status == guessing.open("/").status == 429
        assert player.open(f"/g/{at.code}").status == 200
        assert player.client.post("/look", data={"theme": "dark"}).status_code == 303

    def test_a_phone_whose_right_has_ended_is_a_stranger(self, hosted: Flask, at: Table, drained: Throttle) -> None:
        player = self.let_in(hosted, at)
        drained.spend(self.ADDRESS, BURST)
        id_ = self.id_of(hosted, player)
        with hosted.app_context():
            phones.revoke(id_, tag())
        assert player.open(f"/g/{at.code}").status == 429

    def test_one_that_floods_spends_its_own_and_all_of_an_address_have_so_much_together(
        self, hosted: Flask, at: Table, drained: Throttle
    ) -> None:
        known = hosted.extensions["referee.flood_of_known"]
        flooding, player = self.let_in(hosted, at), self.let_in(hosted, at)
        drained.spend(self.ADDRESS, BURST)
        known.spend(f"{self.id_of(hosted, flooding)} {self.ADDRESS}", OF_ITS_OWN)
        assert flooding.open("/").status == 429
        assert player.open("/").status == 200
        for number in range(TOGETHER):
            known.spend(f"made-{number} {self.ADDRESS}", OF_ITS_OWN)
        assert player.open("/").status == 429, "a link makes no end of phones"

    def test_phones_of_one_link_write_no_more_together_than_a_house_of_phones(
        self, hosted: Flask, at: Table, drained: Throttle
    ) -> None:
        players = [self.let_in(hosted, at) for _ in range(PHONES + 2)]
        drained.spend(self.ADDRESS, BURST)
        hosted.extensions["referee.writes_of_addresses"].spend(self.ADDRESS, PHONES * WRITES)
        hosted.extensions["referee.writes_of_known"].spend(self.ADDRESS, PHONES * WRITES - PHONES)
        answers = [player.client.post("/look", data={"theme": "dark"}).status_code for player in players]
        assert answers == [*[303] * PHONES, 429, 429]

    def asks(self, phone: Phone, code: str) -> list[int]:
        """What a phone is answered in each of the ways to ask the referee."""
        question = {"question": "meld", "rulebook": "contract", "cards": "5C 5D 5H"}
        hand = {"hand": "10C JC KD 2S", "seat": "2", "down": "no", "drawn": "yes", "last_turn": "no"}
        return [
            phone.open(f"/g/{code}/ask/meld?cards=5C+5D+5H&ask=1").status,
            phone.client.post(f"/g/{code}/can-do", data=hand).status_code,
            phone.client.post("/api/rulings", json=question).status_code,
        ]

    def test_who_was_let_in_asks_the_referee_while_others_ask_too_much(self, hosted: Flask, at: Table) -> None:
        stranger, player, greedy = (phone_at(hosted, self.ADDRESS), *(self.let_in(hosted, at) for _ in range(2)))
        assert self.asks(stranger, at.code) == [403] * 3
        asking = throttle(hosted)
        assert not asking._buckets, "a stranger is refused before anything is charged"
        asking.spend(self.ADDRESS, 1000)
        assert self.asks(player, at.code) == [200] * 3
        asking.spend(f"phone {self.id_of(hosted, greedy)}", 1000)
        assert self.asks(greedy, at.code) == [429] * 3
        assert self.asks(player, at.code) == [200] * 3

    @pytest.mark.usefixtures("drained")
    def test_an_insider_has_no_more_with_all_addresses_of_a_network(self, hosted: Flask) -> None:
        known = hosted.extensions["referee.flood_of_known"]
        for number in range(4 * TOGETHER):
            known.spend(f"made-{number} 2001:db8:1:{number:x}::1", OF_ITS_OWN)
        assert known.wait("player 2001:db8:1:ff::9")
        assert not known.wait("player 2001:db8:2:1::9")

    def test_a_stranger_who_is_refused_costs_the_book_nothing(self, hosted: Flask, drained: Throttle) -> None:
        asked: list[str] = []
        with hosted.app_context():
            event.listen(db.engine, "before_cursor_execute", lambda *args: asked.append(args[2]))
        guessing = phone_at(hosted, self.ADDRESS)
        guessing.client.set_cookie(COOKIE, "x" * 43)
        drained.spend(self.ADDRESS, BURST)
        assert guessing.client.get("/").status_code == 429
        assert asked == []
