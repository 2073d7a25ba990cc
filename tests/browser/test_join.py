"""Two phones in a browser: one shows the code, the other scans it, says who it is, and the seat moves."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.scanning import scanned
from tests.browser.thumb import Thumb

pytestmark = pytest.mark.usefixtures("reachable")


@pytest.fixture
def ben(second: BrowserContext, page: Page, game: str) -> Thumb:
    """A second phone that has scanned the code and is Player 2."""
    thumb = Thumb(second.new_page())
    thumb.page.goto(scanned(page, game + "/invite"))
    thumb.heading("Who are you?")
    thumb.button("^Player 2$")
    thumb.heading("Round 1")
    return thumb


def test_the_link_is_copied_also_on_a_plain_address_and_else_the_phone_does_it(page: Page, game: str) -> None:
    page.goto(game + "/invite")
    page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    page.evaluate("document.execCommand = () => false")
    thumb, link = Thumb(page), page.locator("#link-to-send")
    expect(page.get_by_role("button", name="Send the link")).to_be_hidden()
    thumb.button("Copy the link")
    expect(page.get_by_role("button", name="Copy the text above by hand")).to_be_visible()
    expect(link).to_be_focused()
    chosen = link.evaluate("field => field.value.slice(field.selectionStart, field.selectionEnd)")
    assert chosen == scanned(page), "selected whole"
    page.evaluate("document.execCommand = (what) => what === 'copy'")
    thumb.button("by hand")
    expect(page.get_by_role("button", name="Copied")).to_be_visible()


def test_where_a_phone_can_send_a_link_it_is_sent_as_one(page: Page, game: str) -> None:
    page.add_init_script("navigator.share = (what) => { window.sent = what; return Promise.resolve(); }")
    page.goto(game + "/invite")
    Thumb(page).button("Send the link")
    page.wait_for_function("() => window.sent")
    assert page.evaluate("window.sent") == {"url": scanned(page)}


def test_the_secret_stays_in_no_address_and_no_history(page: Page, game: str, second: BrowserContext) -> None:
    address = scanned(page, game + "/invite")
    secret = urlsplit(address).fragment.partition(".")[0]
    asked: list[str] = []
    guest = second.new_page()
    guest.on("request", lambda request: asked.append(request.url))
    guest.goto(address)
    expect(guest.get_by_role("heading", level=1)).to_have_text("Who are you?")
    assert [url for url in asked if secret in url.partition("#")[0]] == []
    assert secret not in guest.url
    guest.go_back()
    assert secret not in guest.url, "going back sends it no second time"


def test_a_code_for_one_player_seats_by_the_scan_alone(page: Page, game: str, second: BrowserContext) -> None:
    page.goto(game + "/invite")
    page.locator("#for-one summary").tap()
    Thumb(page).link("^Player 3$")
    expect(page.locator("#invitation")).to_contain_text("Scan this to play as Player 3.")
    guest = Thumb(second.new_page())
    guest.page.goto(scanned(page))
    guest.heading("Round 1")
    assert guest.taps == 0, "beside the scan"
    expect(guest.page.locator(".notice.done")).to_contain_text("You are Player 3.")


def test_the_seat_is_there_after_a_reload_and_is_left_in_two_taps(ben: Thumb) -> None:
    ben.page.reload()
    ben.taps = 0
    ben.link("^Table$")
    ben.button("^Not Player 2$")
    ben.heading("Who are you?")
    assert ben.taps == 2


def test_a_seat_that_moves_is_told_and_taken_back(
    page: Page, ben: Thumb, game: str, expected_complaints: list[str]
) -> None:
    expected_complaints.append("422")
    mine = Thumb(page)
    page.goto(game + "/who")
    mine.button("^Player 2 on another phone")
    expect(page.locator("#page")).to_contain_text("Player 2 is already on another phone, last used at")
    mine.button("^Yes")
    mine.heading("Round 1")
    ben.link("^Score$")
    expect(ben.page.locator("#strip")).to_contain_text("Player 2 is on another phone now.")
    ben.button("^Take it back$")
    expect(ben.page.locator("#strip")).not_to_contain_text("on another phone")
    ben.page.goto(game + "/who")
    ben.heading("You are Player 2")
    mine.link("^Score$")
    mine.button("^Fine: Player 2")
    mine.heading("Who are you?")


def test_a_late_guest_types_a_name(page: Page, game: str, second: BrowserContext) -> None:
    guest = Thumb(second.new_page())
    guest.page.goto(scanned(page, game + "/invite"))
    guest.heading("Who are you?")
    guest.page.get_by_label("Your name").fill("Gina")
    guest.button("^Join the game$")
    guest.heading("Round 1")
    assert guest.taps == 1, "beside the scan and the letters"
    expect(guest.page.locator(".notice.done")).to_contain_text("You are Gina.")
    page.goto(game + "/table")
    expect(page.locator(".seat-lines")).to_contain_text("Gina")


def test_a_short_code_and_somebody_who_lets_it_in(
    page: Page, game: str, live_server: str, second: BrowserContext
) -> None:
    page.goto(game + "/invite")
    page.locator("#short summary").tap()
    Thumb(page).button("^Get a short code$")
    short = page.locator(".short-code").inner_text()
    guest = Thumb(second.new_page())
    guest.page.goto(live_server + "/join")
    guest.page.get_by_label("Six letters").fill(short.replace(" ", ""))
    guest.page.get_by_label("Your name").fill("Gina")
    guest.button("^Ask to be let in$")
    guest.heading("Ask to be let in")
    page.reload()
    expect(page.locator("#waiting")).to_contain_text("Gina wants to join.")
    Thumb(page).button("^Let in Gina$")
    guest.heading("Who are you?")
    assert guest.page.url == game + "/who", "it goes on by itself"


def test_without_script_there_is_the_short_code(
    second: BrowserContext, game: str, live_server: str, expected_complaints: list[str]
) -> None:
    expected_complaints.append("ERR_FAILED")
    guest = second.new_page()
    guest.route("**/*.js", lambda route: route.abort())
    guest.goto(live_server + "/join")
    expect(guest.get_by_label("Six letters")).to_be_visible()
