"""Invite and join, through the pages: the code, the address, a short code, who is let in."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

import pytest
import zxingcpp
from flask import Flask
from flask.testing import FlaskClient

from referee.app import addresses
from referee.services.deliveries import WriteTag
from referee.services.phones import holdings, invitations, phones
from referee.services.phones.access import Role
from tests.web.plain import PASSWORD, Phone

OTHER_HOUSE = {"REMOTE_ADDR": "8.8.8.8"}


@pytest.fixture(autouse=True)
def wifi(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The addresses of this computer; change them as another Wi-Fi would."""
    now = ["192.168.1.5", "10.8.0.3"]
    monkeypatch.setattr(addresses, "phone_urls", lambda place: [addresses.url(place, address) for address in now])
    monkeypatch.setattr(addresses, "local_name", lambda: "kitchen.local")
    return now


@pytest.fixture
def game(phone: Phone) -> str:
    """The address of a game of four."""
    return f"/g/{phone.start().code}"


@pytest.fixture
def stranger(app: Flask) -> Phone:
    """A phone that is not at home: the door gives it nothing."""
    client = app.test_client()
    client.environ_base.update(OTHER_HOUSE)
    return Phone(client)


def scanned(phone: Phone) -> str:
    """What a camera reads off the page."""
    phone.one("svg", class_="qr")
    html = phone.answer.get_data(as_text=True)
    drawing = re.search(r'<svg viewBox="0 0 (\d+) \d+" class="qr">.*?<path stroke="#000" d="M([^"]+)"', html, re.S)
    assert drawing
    size, scale = int(drawing[1]), 4
    rows = [[255] * size for _ in range(size)]
    first, *steps = re.findall(r"[a-z]?-?[\d.]+(?: -?[\d.]+)?", drawing[2])
    x, y = (int(float(at)) for at in first.split())
    for step in steps:
        along, _, down = step[1:].partition(" ")
        if step[0] == "h":
            rows[y][x : x + int(along)] = [0] * int(along)
        x, y = x + int(along), y + int(down or 0)
    image = bytes(square for row in rows for _ in range(scale) for square in row for _ in range(scale))
    [code] = zxingcpp.read_barcodes(memoryview(image).cast("B", (size * scale, size * scale)))
    text: str = code.text
    return text


def opened(phone: Phone, address: str) -> Phone:
    """What the script of the page behind an invitation does."""
    secret, *game_and_seat = address.partition("#")[2].split(".")
    return phone.open("/join").send("/join", secret=secret, **dict(zip(("game", "seat"), game_and_seat, strict=False)))


def test_the_code_leads_into_the_game_that_it_was_shown_in(phone: Phone, other: Phone, game: str) -> None:
    phone.open(game).follow("Invite")
    address = scanned(phone)
    assert re.fullmatch(rf"http://192\.168\.1\.5/join#[\w-]{{27}}\.{game[3:]}", address)
    assert opened(other, address).path == game + "/who"
    other.send("/who/seat", seat="2")
    assert opened(other, address).path == game, "whoever has a seat is not asked again"


def test_the_code_stands_there_as_a_link_to_send_too(phone: Phone, other: Phone, game: str) -> None:
    for path in (game + "/invite", game + "/invite?seat=3", "/invite", game + "/invite?at=1"):
        phone.open(path)
        assert phone.one("input", id_="link-to-send").get("value") == scanned(phone), path
    assert "It opens only on this Wi-Fi." in phone.text
    phone.open(game + "/invite")
    link = str(phone.one("input", id_="link-to-send").get("value"))
    assert opened(other, link).path == game + "/who"


def test_a_camera_reads_every_kind_of_address(phone: Phone, game: str, wifi: list[str]) -> None:
    wifi[:] = ["fd00:1234:5678:9abc:def0:1234:5678:9abc"]
    phone.open(game + "/invite")
    assert scanned(phone).startswith("http://[fd00:1234:5678:9abc:def0:1234:5678:9abc]/join#")


def test_from_the_start_page_it_leads_to_the_only_game(phone: Phone, other: Phone, game: str) -> None:
    phone.open("/").follow("Invite")
    address = scanned(phone)
    assert "." not in address.partition("#")[2]
    assert opened(other, address).path == game + "/who"
    phone.start("contract", 3)
    assert opened(other, address).path == "/", "of two games nobody knows which"


def test_a_stranger_with_the_code_is_a_player_from_then_on(phone: Phone, stranger: Phone, game: str) -> None:
    opened(stranger, scanned(phone.open(game + "/invite"))).send("/who/seat", seat="3")
    assert stranger.status == 200
    assert "You are Player 3." in stranger.text
    assert stranger.open(game + "/who").heading == "You are Player 3"


def test_a_code_for_one_player_gives_the_seat_by_the_scan_alone(phone: Phone, stranger: Phone, game: str) -> None:
    phone.open(game + "/invite").follow("Player 3")
    assert "Scan this to play as Player 3." in phone.text
    address = scanned(phone)
    assert address.endswith(f".{game[3:]}.3")
    assert opened(stranger, address).path == game
    assert "You are Player 3. Not right? Tap Table." in stranger.text
    assert scanned(phone.follow("For everyone")).endswith(f".{game[3:]}")


def test_a_code_for_one_player_asks_about_a_phone_in_use(
    phone: Phone, other: Phone, stranger: Phone, game: str
) -> None:
    other.open(game + "/who").send("/who/seat", seat="3")
    opened(stranger, scanned(phone.open(game + "/invite?seat=3")))
    assert (stranger.status, "Player 3 is already on another phone" in stranger.text) == (422, True)
    assert stranger.open(game + "/who").heading == "Who are you?", "nothing is changed by the question"
    stranger.post(game + "/who/seat", seat="3", confirmed="y", write_id="yes-it-is-me")
    assert stranger.open(game + "/who").heading == "You are Player 3"


def test_a_phone_with_one_seat_scans_the_code_of_another(phone: Phone, other: Phone, game: str) -> None:
    other.open(game + "/who").send("/who/seat", seat="2")
    opened(other, scanned(phone.open(game + "/invite?seat=4")))
    assert other.open(game + "/who").heading == "You are Player 2 and Player 4"


@pytest.mark.parametrize("seat", ["", "0", "9", "-1", "two", "123456"])
def test_a_seat_that_is_not_there_is_chosen_by_name(phone: Phone, other: Phone, game: str, seat: str) -> None:
    phone.open(game + f"/invite?seat={seat}")
    address = scanned(phone)
    assert "Scan this to join" in phone.text
    assert opened(other, f"{address}.{seat}").path == game + "/who"


def test_only_who_may_play_is_seated_by_a_code(phone: Phone, stranger: Phone, game: str) -> None:
    phone.open(game + "/invite").send("/invite/make", kind="watch")
    assert "For one player" not in phone.text
    assert opened(stranger, scanned(phone) + ".3").path == game
    assert "You are Player 3" not in stranger.text


def test_a_finished_game_and_a_club_have_no_code_for_one_player(phone: Phone, game: str) -> None:
    assert "For one player" in phone.open(game + "/invite").text
    assert "For one player" not in phone.open("/invite").text
    phone.open(game + "/table").send("/abandon")
    assert "For one player" not in phone.open(game + "/invite").text


@pytest.mark.parametrize("secret", ["x", "A" * 27, "A" * 80])
def test_a_wrong_invitation_is_refused_plainly(stranger: Phone, secret: str) -> None:
    stranger.open("/join").send("/join", secret=secret)
    assert stranger.status == 403
    assert stranger.heading == "Join"
    assert not stranger.client.get_cookie("phone")


@pytest.mark.parametrize("sent", [{}, {"secret": ""}, {"secret": "A" * 81}, {"secret": "A", "game": "X" * 13}])
def test_an_odd_invitation(stranger: Phone, sent: dict[str, str]) -> None:
    stranger.post("/join", write_id="odd-invitation", **sent)
    assert (stranger.status, stranger.heading) == (422, "Join")


def test_a_spectator_asks_about_a_hand_in_play_and_no_address_holds_it(
    phone: Phone, stranger: Phone, game: str
) -> None:
    opened(stranger, scanned(phone.open(game + "/invite").send("/invite/make", kind="watch")))
    page = stranger.open(game + "/ask/best_turn?hand=9C+KD&ask=1")
    assert page.path == game + "/can-do"
    assert page.answer.request.query_string == b""
    assert page.one("input", name="hand").get("value") == ""
    page.send("/can-do", hand="9C KD", seat="2", down="no")
    assert "points left" in page.text
    queries = [urlsplit(element.get("href") or "").query for element in page.elements]
    assert not any("9C" in query for query in queries)


def test_what_was_revoked_lets_nobody_in(phone: Phone, stranger: Phone, game: str, app: Flask) -> None:
    address = scanned(phone.open(game + "/invite").send("/invite/make", kind="watch"))
    assert "to watch, without changing anything" in phone.text
    assert scanned(phone.send("/invite/make", kind="watch")) == address, "the one that lives is shown again"
    assert opened(stranger, address).path == game, "a spectator is asked for no seat"
    with app.app_context():
        [link] = [link for link in invitations.links("game", game[3:]) if link.role is Role.SPECTATOR]
        invitations.revoke(link.id, WriteTag("a-write-id", 0, "", "", Role.ORGANISER))
    assert opened(stranger, address).status == 403
    assert "was cancelled" in stranger.text
    assert scanned(phone.open(f"{game}/invite?link={link.id}")) != address


def test_an_invitation_for_one_evening_says_until_when(phone: Phone, game: str) -> None:
    usual = scanned(phone.open(game + "/invite"))
    phone.send("/invite/make", kind="evening")
    assert "It works until" in phone.text
    assert scanned(phone) != usual
    phone.follow("The usual invitation")
    assert scanned(phone) == usual


def test_a_link_of_another_place_is_not_shown(phone: Phone, game: str, app: Flask) -> None:
    with app.app_context():
        standing = invitations.standing(invitations.links("club", _club(game))[0].of)
    usual = scanned(phone.open(game + "/invite"))
    for wanted in ("0" * 16, "nonsense", standing.id):
        assert scanned(phone.open(f"{game}/invite?link={wanted}")) == usual


def _club(game: str) -> str:
    from referee.services.clubs.game_places import game_place

    return game_place(game[3:]).club.id


def test_another_address_of_this_computer(phone: Phone, game: str) -> None:
    phone.open(game + "/invite").follow("10.8.0.3")
    assert scanned(phone).startswith("http://10.8.0.3/join#")
    assert "192.168.1.5" in phone.links()
    assert "kitchen.local" in phone.open(game + "/invite").text
    for odd in ("7", "-1", "x", "99999999999"):
        assert scanned(phone.open(f"{game}/invite?at={odd}")).startswith("http://192.168.1.5/")


def test_a_new_address_is_shown_at_once(phone: Phone, game: str, wifi: list[str]) -> None:
    phone.open(game + "/invite")
    wifi[:] = ["172.16.4.4"]
    assert scanned(phone.open(game + "/invite")).startswith("http://172.16.4.4/")


def test_a_phone_gets_the_address_that_brought_it_here(phone: Phone, game: str, wifi: list[str]) -> None:
    assert scanned(phone.open(game + "/invite", base_url="http://10.8.0.3:5001")).startswith("http://10.8.0.3:5001/")
    wifi.clear()
    assert scanned(phone.open(game + "/invite", base_url="http://10.0.0.9:5001")).startswith("http://10.0.0.9:5001/")


def test_a_computer_on_no_network_says_so(phone: Phone, game: str, wifi: list[str]) -> None:
    wifi.clear()
    phone.open(game + "/invite")
    assert "Other phones can’t reach this computer" in phone.text
    assert not phone.all("svg", class_="qr")


def test_a_hosted_app_has_the_name_it_is_called_by(phone: Phone, game: str, app: Flask) -> None:
    opened(phone, scanned(phone.open(game + "/invite")))
    cookie = phone.client.get_cookie("phone")
    assert cookie
    app.config.update(HOSTED=True, HOSTS=("cards.example.org",))
    phone.client.set_cookie("phone", cookie.value, domain="cards.example.org")
    phone.open(game + "/invite", base_url="http://cards.example.org")
    assert scanned(phone).startswith("http://cards.example.org/join#")
    assert "Wi-Fi" not in phone.text


def test_a_short_code_waits_until_somebody_lets_it_in(phone: Phone, stranger: Phone, game: str) -> None:
    phone.open(game + "/invite").send("/invite/code")
    short = phone.one("p", cls="short-code").text()
    assert re.fullmatch(r"\w{3} \w{3}", short)
    stranger.open("/join").send("/join/code", short=short.lower(), player="Gina")
    assert (stranger.path, stranger.heading) == ("/join/waiting", "Ask to be let in")
    assert "next to “Gina”" in stranger.text
    for page in ("", "/score", "/table", "/round"):
        assert "Gina wants to join." in phone.open(game + page).one("div", id="strip-here").text()
    assert "wants to join" not in phone.open(game + "/round?seat=2").text, "nothing pushes about whoever counts"
    assert phone.heading.endswith("cards left")
    assert "wants to join" not in stranger.text
    phone.open(game + "/invite")
    assert "Gina wants to join." in phone.text
    phone.send("/invite/decide", admit="yes")
    assert "Gina is in." in phone.text
    assert "wants to join" not in phone.open(game + "/invite").text
    stranger.open("/join/waiting")
    assert stranger.path == game + "/who"


def let_in_by_code(table: Phone, guest: Phone, path: str) -> Phone:
    """A code is made on a page of invitations, typed on another phone, which is then let in."""
    if not table.open(path).all("p", cls="short-code"):
        table.send("/invite/code")
    short = table.one("p", cls="short-code").text()
    guest.open("/join").send("/join/code", short=short, player="Gina")
    table.open(path).send("/invite/decide", admit="yes")
    return guest.open("/join/waiting")


def test_the_short_code_leads_to_who_are_you_of_the_game_that_it_was_shown_in(
    phone: Phone, stranger: Phone, game: str
) -> None:
    phone.start("shanghai", 3)
    guest = let_in_by_code(phone, stranger, game + "/invite")
    assert guest.path == game + "/who", "of two games in progress the one that was meant"
    assert guest.heading == "Who are you?"


def test_a_short_code_of_another_game_or_of_the_club_is_another_one(phone: Phone, stranger: Phone, game: str) -> None:
    other_game = f"/g/{phone.start('shanghai', 3).code}"
    codes = [
        phone.open(path).send("/invite/code").one("p", cls="short-code").text()
        for path in (game + "/invite", other_game + "/invite", "/invite")
    ]
    assert len(set(codes)) == 3
    for path, code in zip((game + "/invite", other_game + "/invite", "/invite"), codes, strict=True):
        assert phone.open(path).one("p", cls="short-code").text() == code
    assert let_in_by_code(phone, stranger, "/invite").path == "/", "of two games nobody knows which"


def test_the_short_code_of_a_hosted_game_leads_there_too(hosted: Flask) -> None:
    host, guest = Phone(hosted.test_client()), Phone(hosted.test_client())
    host.open("/door").send("/door", key=PASSWORD)
    game = f"/g/{host.start().code}"
    host.start("shanghai", 3)
    assert let_in_by_code(host, guest, game + "/invite").path == game + "/who"


def test_the_only_host_is_offered_a_second_one(phone: Phone, game: str, app: Flask) -> None:
    assert not phone.open(game + "/invite").all("form", id="second-host"), "at home everybody is host"
    app.config["HOSTED"] = True
    with app.app_context():
        phones.set_password(PASSWORD)
    host = Phone(app.test_client()).open("/door").send("/door", key=PASSWORD)
    offer = host.open(game + "/invite").one("form", id="second-host")
    assert "Only this phone can run the game." in offer.text()
    host.post(game + "/invite/make", **{**host.fields(offer), "kind": "host"})
    assert "to help run the game" in host.text
    link = scanned(host).partition("#")[2].partition(".")[0]
    Phone(app.test_client()).open("/join").send("/join", secret=link)
    assert not host.open(game + "/invite").all("form", id="second-host")


def test_a_phone_that_is_not_let_in(phone: Phone, stranger: Phone, game: str) -> None:
    short = phone.open(game + "/invite").send("/invite/code").one("p", cls="short-code").text()
    stranger.open("/join").send("/join/code", short=short)
    phone.open("/clubs").follow("Phones and invitations")
    assert "A phone wants to join." in phone.text
    phone.send("/invite/decide", admit="no")
    assert stranger.open("/join/waiting").heading == "Not let in"
    stranger.open("/join").send("/join/code", short="ABC DEF")
    assert (stranger.status, stranger.heading) == (403, "Join")


def test_nobody_waits_at_the_waiting_page(stranger: Phone) -> None:
    assert stranger.open("/join/waiting").path == "/join"


def test_an_invitation_says_nothing_of_a_game_of_another_club(
    phone: Phone, stranger: Phone, client: FlaskClient
) -> None:
    ours = phone.start().code
    address = scanned(phone.open(f"/g/{ours}/invite"))
    phone.open("/clubs/new").send("/clubs/new", name="Others")
    theirs = phone.start("contract", 3).code
    opened(stranger, address.replace(ours, theirs))
    assert stranger.path == f"/g/{ours}/who"
    opened(stranger, address.replace(ours, "NOGAME"))
    assert stranger.path == f"/g/{ours}/who"


def test_after_the_game_there_is_nobody_to_be(phone: Phone, other: Phone, game: str) -> None:
    address = scanned(phone.open(game + "/invite"))
    phone.open(game + "/table").send("/abandon")
    assert opened(other, address).path == game


def test_next_week_the_phone_is_known(phone: Phone, other: Phone, game: str) -> None:
    opened(other, scanned(phone.open(game + "/invite"))).send("/who/seat", seat="2")
    next_week = f"/g/{phone.start('contract', 3).code}"
    assert opened(other, scanned(phone.open(next_week + "/invite"))).path == next_week
    with phone.client.application.app_context():
        assert list(holdings.of_phone("", next_week[3:]).others) == [2]
