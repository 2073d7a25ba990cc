"""What succeeded against the pages of an earlier version, as it was done: by browsers with their links in a tab."""

from __future__ import annotations

import http.client
import re
import time
from collections.abc import Iterator

import pytest
from flask import Flask

from referee import errors
from referee.services.phones import access, agreement, announced, holdings, invitations, phones
from referee.services.phones.access import CLUB, GAME, Role
from referee.storage.engine import watch
from tests.services.at_table import Table, by, play_a_round, table
from tests.services.desk import tag
from tests.serving import serving
from tests.web.plain import PASSWORD, Phone
from tests.web.test_live import line, stream


@pytest.fixture
def at(hosted: Flask) -> Table:
    with hosted.app_context():
        return table()


class House:
    """Browsers of a hosted app."""

    def __init__(self, app: Flask, at: Table) -> None:
        self.app, self.at = app, at
        self.game, self.club = f"/g/{at.code}", f"/clubs/{at.club}"

    def browser(self, secret: str = "") -> Phone:
        """A new one, let in by a link."""
        browser = Phone(self.app.test_client())
        return self.joins(browser, secret) if secret else browser

    def joins(self, browser: Phone, secret: str) -> Phone:
        return browser.open("/join").send("/join", secret=secret, game=self.at.code)

    def usual(self) -> str:
        with self.app.app_context():
            return invitations.standing(self.at.club).secret

    def link(self, role: Role) -> str:
        with self.app.app_context():
            return invitations.make(CLUB, self.at.club, role, tag()).secret

    def id_of(self, browser: Phone) -> str:
        cookie = browser.client.get_cookie("phone")
        assert cookie
        with self.app.app_context():
            found = access.caller(cookie.value, access.Where(), "closed").phone.id
        assert found
        return found

    def sits(self, browser: Phone, seat: int) -> Phone:
        with self.app.app_context():
            holdings.claim(self.at.code, seat, by(self.id_of(browser)), over=True)
        return browser

    def organiser(self) -> Phone:
        return self.browser().open("/door").send("/door", key=PASSWORD)


@pytest.fixture
def house(hosted: Flask, at: Table) -> House:
    return House(hosted, at)


def test_two_browsers_of_one_player_do_not_become_host_of_the_club(house: House) -> None:
    secret, host = house.usual(), house.browser(house.link(Role.HOST))
    first, second = house.browser(secret), house.browser(secret)
    house.sits(first, 2)
    first.open(house.game + "/invite").send("/invite/host")
    assert "when 3 other phones agree" in first.text, "it has not played itself"
    second.open(house.game + "/invite")
    assert "This phone can’t agree yet" in second.text
    assert not [form for form in second.all("form") if (form.get("action") or "").endswith("/agree")]
    with house.app.app_context():
        [request] = agreement.requests(house.at.code)
    second.post(house.game + "/invite/agree", write_id="agree-all-the-same", phone=request.id)
    assert second.status == 403
    for browser in (first, second):
        assert browser.open(house.club + "/phones").status == 403
    assert host.open(house.club + "/phones").status == 200


def test_a_removed_phone_stays_out_by_the_link_in_its_tab(house: House) -> None:
    """Four ways: the same cookie, none, another browser, the link for hosts."""
    secret, hosts = house.usual(), house.link(Role.HOST)
    player, host = house.browser(secret), house.browser(hosts)
    out = house.id_of(player)
    host.open(f"{house.club}/phones/leaving?phone={out}")
    assert "Everyone else stays in" in host.text
    host.send("/phones/take-out")
    assert "It needs a new invitation to come back." in host.text
    assert house.joins(player, secret).status == 403
    player.client.delete_cookie("phone")
    assert house.joins(player, secret).status == 403
    assert house.browser(secret).status == 403
    organiser, gone = house.organiser(), house.id_of(host)
    organiser.open(f"{house.club}/phones/leaving?phone={gone}").send("/phones/take-out")
    assert house.browser(hosts).status == 403
    assert host.open(house.club + "/phones").status == 403


def test_where_the_invitations_are_kept_the_page_says_that_it_can_come_back(house: House) -> None:
    secret = house.usual()
    player = house.browser(secret)
    organiser = house.organiser().open(f"{house.club}/phones/leaving?phone={house.id_of(player)}")
    organiser.send("/phones/take-out", renew="no")
    assert "It can come back with the old invitation: To play." in organiser.text
    assert house.browser(secret).open(house.game).status == 200


def test_a_request_to_be_host_does_not_outlive_the_phone_that_made_it(house: House) -> None:
    asks, host = house.browser(house.usual()), house.browser(house.link(Role.HOST))
    with house.app.app_context():
        play_a_round(house.at)
    asks.open(house.game + "/invite").send("/invite/host")
    with house.app.app_context():
        [request] = agreement.requests(house.at.code)
    host.open(f"{house.club}/phones/leaving?phone={house.id_of(asks)}").send("/phones/take-out")
    assert "wants to become host" not in host.open(house.game).text
    with house.app.app_context():
        assert agreement.requests(house.at.code) == ()
        with pytest.raises(errors.UnknownPhone):
            agreement.agree(request.id, by(house.at.phones[3]))


def agreed(house: House) -> tuple[Phone, Phone, Phone, Phone]:
    """Host, the phone that asks, and the two that have agreed on it."""
    host, asks = house.browser(house.link(Role.HOST)), house.browser(house.usual())
    others = [house.browser(house.usual()) for _ in range(2)]
    for seat, browser in zip((2, 3, 4), (asks, *others), strict=True):
        house.sits(browser, seat)
        browser.open(house.game + "/round").send("/round/went-out", seat="1") if seat == 2 else None
    for seat, browser in zip((2, 3, 4), (asks, *others), strict=True):
        browser.post(house.game + "/round/cards-left", write_id=f"cards-of-seat-{seat}", round=1, seat=seat, cards="K")
        assert browser.status == 200, browser.text
    host.open(house.game + "/round").send("/round/close")
    asks.open(house.game + "/invite").send("/invite/host")
    for browser in others:
        browser.open(house.game + "/invite").send("/invite/agree")
        assert browser.status == 200, browser.text
    return host, asks, *others  # type: ignore[return-value]


def test_who_is_to_be_host_is_told_on_all_phones_and_stopped_on_the_hosts(house: House) -> None:
    host, asks, *others = agreed(house)
    watcher = house.browser(house.link(Role.SPECTATOR))
    for browser in (host, *others, watcher):
        for page in ("", "/score", "/history"):
            strip = browser.open(house.game + page).one("div", id_="strip-here").text()
            assert re.search(r"Ben becomes host at \d\d:\d\d\.", strip), (browser.path, strip)
    assert "this phone becomes host of this game at" in asks.open(house.game + "/invite").text
    assert asks.open("/new").status == 403
    assert not [
        form for form in others[0].open(house.game + "/invite").all("form") if "/stop" in str(form.get("action"))
    ]
    host.open(house.game + "/invite").send("/invite/stop")
    assert "Stopped. The other phone won’t become host." in host.text
    assert "becomes host" not in asks.open(house.game).text


def test_after_ten_minutes_it_is_host_of_that_game_and_nothing_else(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    host, asks, *_ = agreed(house)
    seconds = watch.seconds
    monkeypatch.setattr(watch, "seconds", lambda: seconds() + announced.MINUTES * 60)
    assert not asks.open(house.game + "/invite").all("details", id_="no-host")
    assert asks.open(house.club + "/phones").status == 403
    assert asks.open("/new").status == 403
    page = host.open(house.club + "/phones")
    assert "host, in single games only" in page.text
    assert "host, in one game" in page.one("details", id_="told").text()
    assert "two phones agreed" in page.one("details", id_="told").text()


def test_a_phone_of_one_game_is_shown_no_invitation_into_the_club(house: House) -> None:
    with house.app.app_context():
        link = invitations.make(GAME, house.at.code, Role.PLAYER, tag())
    guest = house.browser(link.secret)
    shown = guest.open(house.game + "/invite").text
    assert house.usual() not in guest.answer.text
    assert link.secret in guest.answer.text, shown
    with house.app.app_context():
        invitations.revoke(link.id, tag())
    assert "This phone was only let into this game." in guest.open(house.game + "/invite").text


def test_closing_the_door_says_that_who_saw_an_invitation_can_still_use_it(phone: Phone, app: Flask) -> None:
    phone.open("/")
    with app.app_context():
        from referee.services.clubs import seasons

        club = f"/clubs/{seasons.first_club().id}"
    phone.open(club + "/phones").send("/phones/door", door="closed")
    assert "Earlier invitations still work." in phone.text
    phone.open(club + "/phones").send("/phones/door", door="open")
    assert "Earlier invitations" not in phone.text


def is_over(answer: http.client.HTTPResponse) -> bool:
    """Whether the stream ends soon, with nothing more said."""
    until = time.monotonic() + 8
    while time.monotonic() < until:
        said = answer.readline()
        if not said:
            return True
        assert not said.startswith(b"data:"), "it still hears"
    return False


@pytest.fixture
def open_streams(house: House) -> Iterator[tuple[House, str, Phone]]:
    with serving(house.app) as served_at:
        yield house, served_at, house.browser(house.usual())


def cookie(browser: Phone) -> str:
    found = browser.client.get_cookie("phone")
    assert found
    return f"phone={found.value}"


@pytest.mark.parametrize("way", ["removed", "link cancelled", "lowered"])
def test_the_open_stream_of_a_phone_ends_with_its_right(open_streams: tuple[House, str, Phone], way: str) -> None:
    house, served_at, player = open_streams
    [main] = player.open(house.game).all("main")
    address = f"{main.get('data-live')}?since={main.get('data-at')}"
    with stream(served_at, address, cookie(player)) as answer:
        assert answer.status == 200
        assert line(answer, ":") == "hello"
        with house.app.app_context():
            id_ = house.id_of(player)
            if way == "removed":
                phones.revoke(id_, tag())
            elif way == "link cancelled":
                invitations.revoke(invitations.standing(house.at.club).id, tag(), with_admitted=True)
            else:
                phones.give(id_, CLUB, house.at.club, Role.NOBODY, tag())
        assert is_over(answer)
    with stream(served_at, address, cookie(player)) as answer:
        assert answer.status == 403


def test_the_stream_of_another_phone_goes_on(open_streams: tuple[House, str, Phone]) -> None:
    house, served_at, player = open_streams
    out = house.browser(house.usual())
    [main] = player.open(house.game).all("main")
    with stream(served_at, f"{main.get('data-live')}?since={main.get('data-at')}", cookie(player)) as answer:
        assert line(answer, ":") == "hello"
        with house.app.app_context():
            phones.revoke(house.id_of(out), tag())
        player.post(house.game + "/table/note", write_id="a-note-after-that", text="Cake")
        assert line(answer)


def test_a_stream_through_the_door_ends_when_the_door_is_closed(app: Flask, phone: Phone) -> None:
    phone.start()
    [main] = phone.open(f"/g/{phone.code}").all("main")
    app.config["TRUST_LOCALHOST"] = False
    with serving(app) as served_at, stream(served_at, f"{main.get('data-live')}?since={main.get('data-at')}") as answer:
        assert line(answer, ":") == "hello"
        with app.app_context():
            phones.set_door("closed", tag())
        assert is_over(answer)


def test_an_organiser_who_is_taken_out_leaves_no_card_and_what_its_password_means_is_said(house: House) -> None:
    with house.app.app_context():
        phones.set_password(PASSWORD)
    here, out = (house.browser().open("/door").send("/door", key=PASSWORD) for _ in range(2))
    phones_page = house.club + "/phones"
    out.open(phones_page).send("/phones/card")
    card = out.one("p", cls="card-code").text()
    asked = here.open(f"{phones_page}/leaving?phone={house.id_of(out)}").text
    assert here.heading == "Remove this phone?", "it has no name"
    assert "The recovery card stops working" in asked
    assert "It can come back with the organiser’s password" in asked
    assert "It knows the organiser’s password" in here.send("/phones/take-out", renew="yes").text
    out.open("/door").send("/door", key=card)
    assert out.open(phones_page).status == 403
