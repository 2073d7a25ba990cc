"""A page that stays open is right within a second, and nobody who types, presses or reads loses anything for that."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, Response, expect

from referee.web.shell import rights
from tests.browser.lines import COMPLAINTS, spoken
from tests.browser.thumb import Thumb

NOTE = "Anything the table wants to remember"

HIDE = """(hidden) => {
  Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
  Object.defineProperty(document, "visibilityState", { value: hidden ? "hidden" : "visible", configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
"""The phone goes to sleep, or wakes up."""
QUICK = """() => {
  const later = window.setTimeout;
  window.setTimeout = (act, time) => (time === 400 ? (window.read = act) : later(act, time));
}"""
"""The finger is quicker than any: what news bring is read only with ``read()``."""
WATCH_LIGHT = """() => {
  window.lit = [];
  new MutationObserver((records) => records.forEach(({ target }) => {
    if (target.classList?.contains("lit")) window.lit.push(target.textContent.trim());
  })).observe(document.querySelector("main"), { attributes: true, attributeFilter: ["class"], subtree: true });
}"""


@pytest.fixture(autouse=True)
def complaints(expected_complaints: list[str]) -> None:
    """What a browser says of streams and requests that break off."""
    expected_complaints += [*COMPLAINTS, "ERR_INCOMPLETE_CHUNKED", "ERR_CONNECTION"]


@pytest.fixture
def other(context: BrowserContext, game: str) -> Iterator[Thumb]:
    """A second phone, at the same game."""
    browser = context.browser
    assert browser is not None
    with browser.new_context(viewport={"width": 375, "height": 667}, has_touch=True, is_mobile=True) as second:
        page = second.new_page()
        page.goto(game)
        yield Thumb(page)


def note(phone: Thumb, game: str, text: str) -> None:
    """Written by that phone, and on its page."""
    phone.page.goto(game + "/table")
    phone.page.get_by_label(NOTE).fill(text)
    phone.button("^Save note$")
    expect(phone.page.get_by_role("listitem").filter(has_text=text)).to_be_visible()


def cards_of(phone: Thumb, game: str, seat: int, rank: str) -> None:
    phone.page.goto(f"{game}/round?seat={seat}")
    phone.card(rank)
    phone.tap(phone.page.locator(".dock .primary"))
    expect(phone.page.get_by_role("heading", level=1)).not_to_have_text(f"Player {seat}: cards left")


def is_new(page: Page, text: str) -> None:
    """The page shows a note."""
    expect(page.get_by_role("listitem").filter(has_text=text)).to_be_visible()


def asks_for_news(answer: Response) -> bool:
    return "live" in answer.request.headers


def centre(locator: Locator) -> tuple[float, float]:
    box = locator.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_page_left_open_lights_what_moved_shows_the_news_of_the_round_and_says_it_once(
    page: Page, game: str, other: Thumb
) -> None:
    page.goto(game)
    page.evaluate(WATCH_LIGHT)
    other.page.goto(game + "/may-i")
    other.button("^Player 3 none taken")
    page.wait_for_function("() => window.lit.length")
    page.wait_for_function("() => !document.querySelector('.lit')")
    other.page.goto(game)
    other.count(1, {2: "K", 3: "5"})
    other.close()
    thumb = Thumb(page)
    thumb.news("Player 1 went out.")
    assert len([text for text in spoken(page) if text == "Player 1 leads"]) == 1
    thumb.read_news()
    thumb.heading("Round 2")


def test_what_is_typed_with_its_caret_and_the_focus_stays_and_the_rest_is_new(
    page: Page, game: str, other: Thumb
) -> None:
    page.goto(game + "/table")
    field = page.get_by_label(NOTE)
    field.tap()
    page.keyboard.type("half a note")
    for _ in range(3):
        page.keyboard.press("ArrowLeft")
    seen = page.locator("form:has(#note) [name=seen]").input_value()
    note(other, game, "Cake")
    is_new(page, "Cake")
    expect(field).to_have_value("half a note")
    expect(field).to_be_focused()
    assert page.evaluate("document.activeElement.selectionStart") == len("half a note") - 3
    page.keyboard.type("X")
    expect(field).to_have_value("half a nXote")
    assert page.locator("form:has(#note) [name=seen]").input_value() == seen, "it was begun on what was seen then"
    Thumb(page).button("^Save note$")
    is_new(page, "half a nXote")


def test_an_open_fold_and_the_place_on_the_page_stay(page: Page, game: str, other: Thumb) -> None:
    page.goto(game + "/table")
    fold = page.locator("details.panel:has(#join-name)")
    fold.locator("summary").tap()
    expect(fold).to_have_attribute("open", "")
    # a note is a line between the fold and the key: whichever of them is looked at stays where it is
    key = page.get_by_role("button", name="Save note", exact=True)
    for text, looked_at in (("Cake", fold.locator("summary")), ("Tea", key)):
        looked_at.evaluate("(node) => node.scrollIntoView({ block: 'start', behavior: 'instant' })")
        expect(looked_at).to_be_in_viewport()
        before = centre(looked_at)[1]
        note(other, game, text)
        is_new(page, text)
        expect(fold).to_have_attribute("open", "")
        assert abs(centre(looked_at)[1] - before) < 2, text


def test_a_press_that_is_held_while_news_come_counts(page: Page, game: str, other: Thumb) -> None:
    page.goto(game)
    key = page.get_by_role("link", name=re.compile("^Round over"))
    for text in ("Cake", "Coffee", "Tea"):
        page.goto(game)
        page.mouse.move(*centre(key))
        page.mouse.down()
        with page.expect_response(asks_for_news):
            note(other, game, text)
        page.mouse.up()
        Thumb(page).heading("Who went out")


def test_a_key_that_news_have_just_brought_under_the_finger_does_nothing_yet(
    page: Page, game: str, other: Thumb
) -> None:
    page.evaluate(QUICK)
    note(other, game, "Tea")
    undo = page.get_by_role("button", name=re.compile("^Undo: Note: Tea"))
    undo.tap()
    page.evaluate("() => window.read()")
    expect(undo).to_be_visible()
    undo.tap()
    expect(page.get_by_role("heading", name="Are you sure?")).to_be_visible()


def test_news_bring_no_key_for_no_cards_under_the_finger_that_taps_a_hand(page: Page, game: str, other: Thumb) -> None:
    page.goto(game + "/who")
    thumb = Thumb(page)
    thumb.button("^Player 2$")
    thumb.link("Round over")
    thumb.card("9")
    other.page.goto(game + "/round")
    other.button("^Player 1$")
    expect(page.get_by_role("button", name="I went out")).to_be_hidden()  # the news are there
    expect(page.get_by_role("button", name="No cards left")).to_be_hidden()
    expect(page.locator("#cards")).to_have_value("9")


def test_news_wait_until_the_finger_is_up_and_come_then(page: Page, game: str, other: Thumb) -> None:
    page.goto(game + "/history")
    page.evaluate("() => { const at = performance.now(); performance.now = () => at; }")
    page.mouse.move(200, 100)
    page.mouse.down()  # it counts for three seconds of the page, however long a busy machine takes
    with page.expect_response(asks_for_news):
        note(other, game, "Cake")
    page.evaluate("new Promise((over) => setTimeout(over, 300))")  # as long as somebody reads before they let go
    assert not page.get_by_role("listitem").filter(has_text="Cake").count()
    page.mouse.up()
    page.evaluate("() => { delete performance.now; }")
    is_new(page, "Cake")


def test_a_hand_that_is_typed_stays_when_the_round_is_closed_elsewhere_and_a_line_says_so(
    page: Page, game: str, other: Thumb
) -> None:
    other.count(1, {2: "K", 3: "5"}, spare="Check the round")
    page.goto(f"{game}/round?seat=2")
    thumb = Thumb(page)
    thumb.card("9")
    other.close()
    strip = page.locator("#strip")
    expect(strip).to_contain_text("The table has moved on: Round 1: Player 1 leads.")
    thumb.heading("Player 2: cards left")
    assert "9" in page.locator("#cards").input_value()
    thumb.button("^Go there$")
    thumb.news("Player 1 went out.")
    expect(strip).to_have_text("")
    assert page.url == game


def test_a_pad_that_nobody_touched_goes_on_when_its_round_is_closed(page: Page, game: str, other: Thumb) -> None:
    other.count(1, {2: "K", 3: "5"}, spare="Check the round")
    page.goto(f"{game}/round?seat=2")
    other.close()
    Thumb(page).news("Player 1 went out.")
    assert page.url == game


def test_a_page_that_breaks_off_when_its_round_is_closed_is_no_fault_and_comes_when_the_line_is_back(
    page: Page, game: str, other: Thumb, expected_complaints: list[str]
) -> None:
    expected_complaints.append("ERR_FAILED")
    other.count(1, {2: "K", 3: "5"}, spare="Check the round")
    page.goto(f"{game}/round?seat=2")
    page.route(game, lambda route: route.abort() if "live" not in route.request.headers else route.fallback())
    with page.expect_event("requestfailed"):
        other.close()
    page.unroute(game)
    Thumb(page).news("Player 1 went out.")


@pytest.mark.parametrize("typed", ["", "Coffee"])
def test_a_phone_that_may_look_no_more_says_so_where_it_is_and_takes_no_typing_away(
    page: Page, game: str, other: Thumb, monkeypatch: pytest.MonkeyPatch, expected_complaints: list[str], typed: str
) -> None:
    expected_complaints.append("403")
    page.goto(game + "/table")
    field = page.get_by_label(NOTE)
    if typed:
        field.fill(typed)
    has_right = rights.has_right
    monkeypatch.setattr(rights, "has_right", lambda endpoint: endpoint != "seats.page" and has_right(endpoint))
    other.page.goto(game + "/may-i")
    other.button("^Player 3 none taken")
    thumb = Thumb(page)
    if typed:
        expect(page.locator("#strip")).to_contain_text("Not on this phone. What you typed is still here.")
        expect(field).to_have_value(typed)
        thumb.button("^Go there$")
    thumb.heading("Not on this phone")
    assert page.url == game + "/table"


def test_a_pad_stays_with_its_seat_and_shows_what_another_phone_entered_there(
    page: Page, game: str, other: Thumb
) -> None:
    page.goto(game + "/round?step=who")
    thumb = Thumb(page)
    thumb.button("^Player 1$")
    thumb.heading("Player 2: cards left")
    cards_of(other, game, 2, "K")
    expect(page.locator("#cards")).to_have_value("K")
    thumb.heading("Player 2: cards left")
    thumb.card("3")
    expect(page.locator("#cards")).to_have_value("K 3")
    cards_of(other, game, 3, "5")
    expect(page.locator(".seat-chips")).to_contain_text("5")
    assert "3" in page.locator("#cards").input_value(), "it is being typed"


def test_a_phone_that_slept_and_one_that_was_off_line_are_right_at_once(
    page: Page, context: BrowserContext, game: str, other: Thumb
) -> None:
    page.goto(game + "/history")
    page.evaluate(HIDE, True)
    note(other, game, "Cake")
    assert not page.get_by_role("listitem").filter(has_text="Cake").count(), "nobody looks at it"
    with page.expect_response(re.compile("/live[?]")):  # it hears again: nothing of that comes when the line is cut
        page.evaluate(HIDE, False)
    is_new(page, "Cake")
    page.wait_for_function("() => !underway.some((address) => !address.includes('/live'))")
    context.set_offline(True)
    expect(page.locator("#strip")).to_contain_text(re.compile(r"Offline since \d\d:\d\d"))
    note(other, game, "Coffee")
    context.set_offline(False)
    is_new(page, "Coffee")
    expect(page.locator("#strip")).to_have_text("")


def test_without_a_stream_the_page_asks_every_few_seconds(
    page: Page, context: BrowserContext, game: str, other: Thumb
) -> None:
    context.route("**/live?*", lambda route: route.fulfill(status=503, body="Too many"))
    page.goto(game + "/history")
    note(other, game, "Cake")
    expect(page.get_by_role("listitem").filter(has_text="Cake")).to_be_visible()


def test_links_and_buttons_that_news_have_brought_work_as_those_before_and_a_lit_name_stays_lit(
    page: Page, game: str, other: Thumb
) -> None:
    page.goto(game + "/score")
    other.count(1, {2: "K", 3: "5"})
    other.close()
    thumb = Thumb(page)
    page.locator(".lit-names label").nth(1).tap()
    note(other, game, "Tea")
    expect(page.get_by_role("button", name="Undo: Note: Tea")).to_be_visible()
    expect(page.locator(".lit-names input").nth(1)).to_be_checked()
    thumb.tap(page.get_by_role("link", name=re.compile("Player 2.*Correct it")).first)
    thumb.heading("Round 1: Player 2")
    assert page.evaluate("performance.getEntriesByType('navigation').length") == 1, "without loading a whole page"
    page.goto(game + "/history")
    note(other, game, "Cake")
    undo = page.locator(".history").get_by_role("button", name="Undo: Note: Cake")
    expect(undo).to_be_visible()
    thumb.tap(undo)
    thumb.button("^Yes, ")
    expect(page.locator("#notices")).to_contain_text("Undone")


def test_the_start_page_follows_its_games(page: Page, live_server: str, game: str, other: Thumb) -> None:
    page.goto(live_server + "/")
    expect(page.get_by_role("link", name=re.compile("Round 1 of"))).to_be_visible()
    other.count(1, {2: "K", 3: "5"})
    other.close()
    expect(page.get_by_role("link", name=re.compile("Round 2 of .*Player 1 0 leads"))).to_be_visible()
