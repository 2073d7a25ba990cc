"""The scripts of a page: fetched once, in one version, set up once; a tap that is quicker than they are counts."""

from __future__ import annotations

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from tests.browser.lines import COMPLAINTS, all_is_answered
from tests.browser.thumb import Thumb, until


@pytest.fixture
def held_pad(context: BrowserContext) -> list[Route]:
    """The requests for the module of the pad wait."""
    held: list[Route] = []
    context.route("**/pad.js", lambda route: held.append(route))
    return held


def test_taps_on_a_page_whose_script_is_on_its_way_count_once_each_when_it_is_there(
    held_pad: list[Route], page: Page, counting: Thumb
) -> None:
    counting.card("K")
    counting.card("5")
    until(page, lambda: held_pad)
    expect(page.locator("#cards")).to_have_value("")
    for route in held_pad:
        route.continue_()
    expect(page.locator("#cards")).to_have_value("K 5")
    counting.card("5")
    expect(page.locator("#cards")).to_have_value("K 5 5")
    expect(page.locator(".sum")).to_have_text("20")


def test_a_script_that_could_not_be_fetched_is_asked_for_again(
    context: BrowserContext, page: Page, game: str, expected_complaints: list[str]
) -> None:
    expected_complaints += COMPLAINTS
    lost: list[str] = []

    def lose(route: Route) -> None:
        lost.append(route.request.url)
        route.abort()

    context.route("**/pad.js", lose)
    thumb = Thumb(page)
    thumb.link("Round over")
    thumb.button("^Player 1$")
    thumb.heading("Player 2: cards left")
    until(page, lambda: lost)
    thumb.card("K")
    context.unroute("**/pad.js")
    expect(page.locator("#cards")).to_have_value("K")


def test_pages_that_come_again_set_up_their_parts_once(counting: Thumb) -> None:
    page = counting.page
    for _ in range(2):
        counting.link("^Now$")
        counting.heading("Round 1")
        counting.link("^Round over")
        counting.heading("Player 2: cards left")
    counting.card("7")
    expect(page.locator("#cards")).to_have_value("7")
    counting.card("7")
    expect(page.locator("#cards")).to_have_value("7 7")
    expect(page.locator(".sum")).to_have_text("14")


def test_scripts_are_kept_by_the_phone_and_asked_for_once(page: Page, live_server: str) -> None:
    page.goto(live_server + "/ask/meld")
    page.goto(live_server + "/ask/contract")
    loaded = page.evaluate(
        """() => performance.getEntriesByType("resource").filter(({ name }) => name.endsWith(".js"))
             .map(({ name, transferSize }) => [name, transferSize])"""
    )
    assert len(loaded) > 4
    assert {transferred for _, transferred in loaded} == {0}, "from the phone's own store"
    assert len({name.split("/")[-2] for name, _ in loaded}) == 1, "one version"
    assert len({name for name, _ in loaded}) == len(loaded)


def test_where_the_app_was_renewed_the_next_page_is_loaded_whole(page: Page, game: str) -> None:
    thumb = Thumb(page)
    page.evaluate("window.isOld = true; document.documentElement.dataset.version = 'older'")
    thumb.link("^Score$")
    page.wait_for_function("() => !window.isOld")
    thumb.heading("Score")
    assert page.url == game + "/score"
    page.evaluate("window.isOld = true")
    thumb.link("^Now$")
    thumb.heading("Round 1")
    all_is_answered(page)
    assert page.evaluate("window.isOld")


def test_a_link_costs_nothing_before_it_is_tapped_and_then_brings_no_whole_page(page: Page, live_server: str) -> None:
    """htmx would prepare each of a page's links as soon as it comes, and a rulebook has hundreds."""
    page.add_init_script("""window.prepared = [];
      addEventListener("htmx:beforeProcessNode", ({ target }) => {
        const isBoosted = target.matches("main a, header a") && !target.closest("[hx-boost=false]");
        if (isBoosted) prepared.push(target.getAttribute("href"));
      })""")
    page.goto(live_server + "/rulebooks/progressive")
    page.wait_for_function("!document.body.hasAttribute('hx-disable')")
    assert page.locator("main a").count() > 100
    assert page.evaluate("prepared") == []
    page.get_by_role("link", name="Rulebooks").first.tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("Rulebooks")
    assert page.evaluate("prepared") == ["/rulebooks"], "the page stayed, and htmx brought what stands in it"
    page.go_back()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Progressive")


def test_news_do_not_find_a_form_changed_because_htmx_has_prepared_it(page: Page, game: str) -> None:
    page.goto(game + "/table")
    page.wait_for_function("!document.body.hasAttribute('hx-disable')")
    assert page.locator("form").count() > 0
    assert page.locator("body [hx-boost=true]").count() == 0
