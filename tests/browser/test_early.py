"""Whoever is quicker than the scripts: every field, key and fold is looked at as it stands when they come."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from tests.browser.lines import all_is_sent, written
from tests.browser.test_data import data_page
from tests.browser.test_paper import first_step, paper
from tests.browser.thumb import Thumb, until
from tests.sizes import sized

Late = Callable[..., None]


@pytest.fixture
def late(page: Page, context: BrowserContext) -> Late:
    """Opens an address, does something on its page, and only then lets the scripts come: all, or this module."""

    def opened(address: str, does: Callable[[], object], script: str = "start") -> None:
        held: list[Route] = []
        context.route(f"**/{script}.js", lambda route: held.append(route))
        page.goto(address, wait_until="commit")
        page.locator("#end").wait_for(state="attached")
        does()
        until(page, lambda: held)
        until(page, lambda: page.evaluate("document.body.hasAttribute('hx-disable')") is (script == "start"))
        for route in held:
            route.continue_()
        context.unroute(f"**/{script}.js")

    return opened


BOTH = pytest.mark.parametrize("script", sized(["start"], ["start", "cards-left"]))


@BOTH
def test_cards_that_were_typed_get_their_sum(
    late: Late, counting: Thumb, expected_complaints: list[str], script: str
) -> None:
    expected_complaints += ["htmx:sendAbort", "htmx:afterRequest"]  # of what is on its way when the page is left
    page = counting.page
    late(page.url, lambda: page.locator("#cards").fill("two kings and a ten"), script)
    expect(page.locator(".sum")).to_have_text("30")
    expect(page.locator(".reading p")).to_have_text("K K 10")
    page.reload()
    expect(page.locator("#cards")).to_have_value("two kings and a ten")


@pytest.mark.parametrize("script", sized(["start"], ["start", "pad", "cards-left"]))
def test_keys_of_the_pad_count_and_so_does_send_after_them(
    late: Late, counting: Thumb, book: sqlite3.Connection, script: str
) -> None:
    page = counting.page

    def tap() -> None:
        for card in "KK5":
            counting.card(card)
        counting.button("^Next")

    late(page.url, tap, script)
    counting.heading("Player 3: cards left")
    hands = [["5", "K", "K"]]
    until(page, lambda: [sorted(each["cards"].split()) for each in written(book, "CardsLeftEntered")] == hands)


def test_a_key_that_says_a_whole_answer(late: Late, counting: Thumb) -> None:
    late(counting.page.url, lambda: counting.button("^No cards left$"))
    expect(counting.page.locator("#cards")).to_have_value("nothing")
    expect(counting.page.locator(".sum")).to_have_text("0")


def test_a_note_that_was_begun_is_kept(late: Late, page: Page, game: str) -> None:
    note = page.get_by_label("Anything the table wants to remember")
    late(game + "/table", lambda: note.fill("Cake"))
    page.wait_for_function("() => Object.keys(localStorage).some((key) => key.startsWith('draft:'))")
    page.reload()
    expect(note).to_have_value("Cake")


@pytest.mark.parametrize("script", sized(["start"], ["start", "search"]))
def test_a_rulebook_that_was_looked_for(late: Late, page: Page, live_server: str, script: str) -> None:
    def look_for() -> None:
        page.locator(".book-choice summary").tap()
        page.locator(".book-choice [data-find]").fill("liverpool")

    late(live_server + "/new", look_for, script)
    expect(page.locator('label.choice:has([value="liverpool"])')).to_be_visible()
    expect(page.locator('label.choice:has([value="contract"])')).to_be_hidden()


@pytest.mark.parametrize("script", sized(["start"], ["start", "new-game"]))
def test_a_new_game_that_was_filled_in(late: Late, page: Page, live_server: str, script: str) -> None:
    thumb = Thumb(page)

    def fill_in() -> None:
        for seat, name in enumerate(("Anna", "Ben", "Cleo"), 1):
            page.locator(f"#player-{seat}").fill(name)
        page.locator("#player-3").press("Enter")
        page.locator(".book-choice summary").tap()
        thumb.tap(page.locator('label.choice:has([name=rulebook][value="liverpool"])'))

    late(live_server + "/new", fill_in, script)
    expect(page.locator("[data-book-name]").first).to_have_text("Liverpool Rummy")
    expect(page.locator('[data-dealer="3"]')).to_contain_text("Cleo")
    assert page.url == live_server + "/new", "Enter goes to the next seat, and opens no game"
    page.reload()
    expect(page.locator("#player-2")).to_have_value("Ben")


def test_a_seat_more_and_the_same_players_again(late: Late, page: Page, live_server: str) -> None:
    thumb = Thumb(page)
    thumb.open_game(live_server)

    def tap() -> None:
        thumb.link("Same players again")
        thumb.button("Add a seat")

    late(live_server + "/new", tap)
    expect(page.locator("#player-4")).to_have_value("Player 4")
    expect(page.locator("#player-5")).to_be_visible()


@pytest.mark.parametrize("script", sized(["start"], ["start", "question"]))
def test_a_question_that_was_begun_stands_in_the_address(late: Late, page: Page, live_server: str, script: str) -> None:
    field = page.locator("[data-cards] :is(input, textarea)").first
    late(live_server + "/ask/meld", lambda: field.fill("5H 6H 7H"), script)
    expect(page.locator("[data-preview] .hand").first).to_be_visible()
    page.wait_for_function("() => location.search.includes('5H')")


@pytest.mark.parametrize("script", sized(["start"], ["start", "pad"]))
def test_the_keys_type_into_the_field_that_was_touched(late: Late, page: Page, live_server: str, script: str) -> None:
    thumb = Thumb(page)
    fields = page.locator("[data-cards] :is(input, textarea)")

    def touch() -> None:
        fields.nth(1).tap()
        thumb.tap(page.locator('[data-suit="H"]'))
        thumb.tap(page.locator('[data-rank="7"]'))

    late(live_server + "/ask/lay_off", touch, script)
    expect(fields.nth(1)).to_have_value("7H")
    expect(fields.nth(0)).to_have_value("")


@pytest.mark.parametrize("script", sized(["start"], ["start", "paper"]))
def test_points_of_an_old_sheet_have_their_sum(late: Late, page: Page, live_server: str, script: str) -> None:
    paper(page, live_server)
    first_step(page, "Ada", "Ben", "Cora")
    first = page.locator("#score-1-1")
    first.wait_for()

    def fill() -> None:
        first.fill("12")
        first.press("Enter")

    late(page.url, fill, script)
    expect(page.locator("[data-sum-of='1']")).to_have_text("12")
    page.wait_for_url(re.compile("s1=12"))  # and a reload keeps it
    page.wait_for_function("() => location.search.includes('12')")
    expect(page.locator("#score-1-2")).to_be_focused()


@pytest.mark.parametrize("script", sized(["start"], ["start", "sums"]))
def test_enter_in_points_that_are_called_out_goes_on_and_sends_nothing(
    late: Late, page: Page, live_server: str, book: sqlite3.Connection, script: str
) -> None:
    game = Thumb(page).open_game(live_server)

    def call_out() -> None:
        page.locator("#points-line-1 .choice").tap()
        page.locator("#points-2").fill("12+5")
        page.locator("#points-2").press("Enter")

    late(game + "/round?step=points", call_out, script)
    expect(page.locator("#points-line-2 .as-sum")).to_have_text("= 17")
    expect(page.locator("#points-3")).to_be_focused()
    all_is_sent(page)
    assert written(book, "CardsLeftEntered") == []


def test_a_file_that_is_too_large_is_refused_before_it_is_sent(
    late: Late, page: Page, live_server: str, tmp_path: Path
) -> None:
    data_page(page, live_server)
    large = tmp_path / "large.jsonl"
    large.write_bytes(b" " * (17 * 1024 * 1024))
    late(page.url, lambda: page.locator("#file").set_input_files(large))
    expect(page.locator("#file-refused")).to_contain_text("large.jsonl: The file is larger than 16 MB.")
    expect(page.locator("#file-chosen")).to_have_text("No file chosen yet")


def test_the_result_is_copied(late: Late, page: Page, context: BrowserContext, live_server: str) -> None:
    game = Thumb(page).open_game(live_server, "short")
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    key = page.locator("[data-copy]").first
    late(game + "/result", key.tap)
    expect(page.locator("[data-copy]").first).to_have_text("Copied")
