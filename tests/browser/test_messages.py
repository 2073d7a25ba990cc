"""A message goes when it is dismissed, or as soon as the next thing is done; nothing brings it back."""

from __future__ import annotations

from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.thumb import Thumb


def noted(page: Page, text: str) -> None:
    """A note is typed in and saved, on the page of the table."""
    page.locator("#note").fill(text)
    page.locator("#note").press("Enter")


def test_a_message_goes_by_its_cross_and_stays_away(page: Page, game: str, second: BrowserContext) -> None:
    page.goto(game + "/table")
    noted(page, "Cake")
    message = page.locator("#notices .notice")
    expect(message).to_have_count(1)
    page.get_by_role("button", name="Dismiss: ").click()
    expect(message).to_have_count(0)
    expect(page.locator("h1")).to_be_focused()
    other = second.new_page()
    other.goto(game + "/table")
    noted(other, "Tea")
    page.goto(game + "/history")
    expect(page.locator("main")).to_contain_text("Tea")
    expect(message).to_have_count(0)


def test_a_message_goes_with_the_next_thing_done(page: Page, game: str) -> None:
    page.goto(game + "/table")
    noted(page, "Cake")
    message = page.locator("#notices .notice")
    expect(message).to_contain_text("Cake")
    noted(page, "Tea")
    expect(message).to_contain_text("Tea")
    expect(message).to_have_count(1)


def test_a_message_goes_with_the_next_tap_also_without_a_connection(
    page: Page, game: str, expected_complaints: list[str]
) -> None:
    expected_complaints += ["ERR_INTERNET_DISCONNECTED", "htmx"]
    page.goto(game + "/table")
    noted(page, "Cake")
    message = page.locator("#notices .notice")
    expect(message).to_contain_text("Cake")
    page.context.set_offline(True)
    noted(page, "Tea")
    expect(page.locator("#unsent")).to_contain_text("Tea")
    expect(message).to_have_count(0)
    page.context.set_offline(False)
    expect(message).to_contain_text("Tea")


def test_what_was_refused_can_be_put_away_with_what_was_typed_left(
    page: Page, game: str, expected_complaints: list[str]
) -> None:
    expected_complaints.append("422")
    page.goto(game + "/table")
    thumb = Thumb(page)
    noted(page, " ")
    problem = page.locator("#problems")
    expect(problem).to_be_visible()
    thumb.tap(page.get_by_role("button", name="Dismiss: "))
    expect(problem).to_have_count(0)


def test_what_is_wrong_at_a_form_further_down_is_in_sight(
    page: Page, live_server: str, expected_complaints: list[str]
) -> None:
    expected_complaints.append("422")
    page.set_viewport_size({"width": 320, "height": 420})
    page.goto(live_server + "/clubs")
    address = page.locator("a[href$='/money/change']").first.get_attribute("href")
    page.goto(f"{live_server}{address}")
    page.locator("#amount").fill("0.50")
    page.get_by_role("button", name="Save").tap()
    page.locator("summary", has_text="Add an entry").tap()
    page.locator("#who").select_option("kitty")
    page.get_by_role("button", name="Add it").tap()
    problem = page.locator("#problems")
    expect(problem).to_contain_text("Enter an amount")
    expect(problem).to_be_in_viewport(ratio=1)
    page.evaluate("() => new Promise((settled) => setTimeout(settled, 100))")  # htmx shows the top after 20 ms
    expect(problem).to_be_in_viewport(ratio=1)
    assert page.evaluate("scrollY") > 0
