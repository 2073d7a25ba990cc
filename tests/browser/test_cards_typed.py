"""Cards left that were typed: the sum is of what stands there, and neither a refusal nor a reload loses them."""

from __future__ import annotations

from functools import partial

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.browser.lines import COMPLAINTS
from tests.browser.thumb import Thumb, seen, until
from tests.sizes import sized


@pytest.fixture(autouse=True)
def complaints(expected_complaints: list[str]) -> None:
    """What a browser says of requests that fail, and of refusals."""
    expected_complaints += COMPLAINTS


def reads(page: Page, cards: str, total: str) -> None:
    expect(page.locator("#cards")).to_have_value(cards)
    expect(page.locator(".sum")).to_have_text(total)


def not_written(page: Page) -> Locator:
    return seen(page).get_by_text("Not saved: ")


def drafts(page: Page) -> list[str]:
    found: list[str] = page.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('draft:'))")
    return found


def another_phone_enters(page: Page, card: str) -> None:
    browser = page.context.browser
    assert browser is not None
    with browser.new_context(has_touch=True, viewport={"width": 375, "height": 667}) as second:
        other = Thumb(second.new_page())
        other.page.goto(page.url)
        other.page.locator("#cards").fill(card)
        other.button("^Next")
        other.heading("Player 3")


def test_words_come_back_with_their_sum_after_a_reload_and_by_a_link(counting: Thumb) -> None:
    page = counting.page
    page.locator("#cards").fill("two kings and a ten")
    reads(page, "two kings and a ten", "30")
    page.reload()
    reads(page, "two kings and a ten", "30")
    counting.link("^Now$")
    counting.heading("Round 1")
    counting.link("Round over")
    counting.heading("Player 2: cards left")
    reads(page, "two kings and a ten", "30")
    expect(page.locator(".reading p")).to_have_text("K K 10")


def test_a_wrong_word_is_marked_and_said_while_one_types_and_the_sum_is_said_once(counting: Thumb) -> None:
    page, field, status = counting.page, counting.page.locator("#cards"), counting.page.locator("#status")
    field.fill("two kings and a fice")
    expect(status).to_have_text("Not understood: 'fice'.")
    expect(field).to_have_attribute("aria-invalid", "true")
    field.fill("two kings and a five")
    expect(status).to_have_text("25 points: K K 5")
    expect(field).not_to_have_attribute("aria-invalid", "true")
    expect(page.locator(".sum")).to_have_attribute("aria-live", "off")  # else it speaks as well


def test_no_sum_stands_beside_cards_that_could_not_be_read(counting: Thumb, context: BrowserContext) -> None:
    page = counting.page
    page.locator("#cards").fill("K K 10")
    reads(page, "K K 10", "30")
    context.set_offline(True)
    page.locator("#cards").fill("K K 10 five")
    with page.expect_event("requestfailed", lambda request: "ace" in (request.post_data or "")):
        counting.card("A")  # it is asked for a little later, and must not reach the book when the line is back
    reads(page, "K K 10 five ace", "…")
    expect(seen(page).get_by_text("K K 10", exact=True)).to_be_hidden()
    context.set_offline(False)
    counting.card("J")
    expect(page.locator(".sum")).to_have_text("60")  # of the words, or of the cards they were read as by then


def test_a_hand_that_was_refused_is_there_after_a_reload_and_so_is_what_was_typed_on(counting: Thumb) -> None:
    page = counting.page
    for typed in ("K foo 5", "K fooo 5"):
        page.locator("#cards").fill(typed)
        counting.button("^Next")
        expect(page.locator("mark")).to_have_text(typed.split()[1])
        page.reload()
        reads(page, typed, "?")
        expect(page.locator("mark")).to_have_text(typed.split()[1])
    counting.button("^Next")
    expect(page.locator("#cards")).to_be_focused()
    page.locator("#cards").fill("K 5")
    page.reload()
    reads(page, "K 5", "15")
    counting.button("^Next")
    counting.heading("Player 3: cards left")
    assert drafts(page) == []


def test_after_changed_meanwhile_one_s_own_cards_are_offered_until_they_are_used(counting: Thumb) -> None:
    page = counting.page
    page.locator("#cards").fill("Q Q")
    another_phone_enters(page, "K")
    counting.button("^Next")
    counting.heading("Someone else changed this")
    page.reload()
    reads(page, "K", "10")
    expect(not_written(page)).to_have_text("Not saved: Q Q")
    counting.button("^Use it$")
    reads(page, "Q Q", "20")
    expect(not_written(page)).to_be_hidden()
    page.reload()
    reads(page, "Q Q", "20")
    counting.button("^Next")
    counting.heading("Player 3: cards left")
    assert drafts(page) == []


def test_a_long_word_pushes_nothing_sideways_where_it_is_marked_nor_where_it_is_offered(counting: Thumb) -> None:
    page, word = counting.page, "Donaudampfschifffahrtsgesellschaftskapit"
    page.set_viewport_size({"width": 320, "height": 568})

    def fits() -> None:
        for size in ("18px", "min(36px, 4.2vh, 7.4vw)"):  # the second as a page with a pad lets letters grow
            page.evaluate(f"document.documentElement.style.fontSize = '{size}'")
            assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0

    page.locator("#cards").fill(f"two kings and {word}")
    expect(page.locator("mark")).to_have_text(word)
    fits()
    another_phone_enters(page, "K")
    page.reload()
    expect(not_written(page)).to_contain_text(word)
    fits()


def test_who_keeps_theirs_or_sends_what_stands_there_is_offered_nothing_more(counting: Thumb) -> None:
    page = counting.page
    page.locator("#cards").fill("two queens")
    another_phone_enters(page, "K")
    counting.button("^Next")
    counting.link("^Keep 10$")
    counting.heading("Player 2: cards left")
    reads(page, "K", "10")
    expect(not_written(page)).to_be_hidden()
    assert drafts(page) == []
    page.locator("#cards").fill("two queens")
    another_phone_enters(page, "7")
    page.reload()
    reads(page, "7", "7")
    expect(not_written(page)).to_have_text("Not saved: two queens")
    counting.button("^Next")
    counting.heading("Player 3: cards left")
    assert drafts(page) == []


@pytest.mark.parametrize("size", sized([(320, 568)], [(375, 667), (320, 568)]), ids=str)
def test_what_cannot_be_read_is_said_above_the_field_and_the_keys(
    page: Page, live_server: str, size: tuple[int, int], expected_complaints: list[str]
) -> None:
    expected_complaints += ["422", "htmx"]
    page.set_viewport_size({"width": size[0], "height": size[1]})
    thumb = Thumb(page)
    game = thumb.open_game(live_server)
    ask = f"{live_server}/ask/lay_off?rulebook=contract&round=1&meld=5C+6C+7C"
    for address, name in ((f"{game}/down?seat=2", "melds"), (ask, "cards"), (f"{game}/can-do", "hand")):
        page.goto(address)
        field = page.locator(f"[name={name}]")
        field.fill("5H 5D XX")
        if name == "hand":
            page.locator("[name=seat]").first.check()
        thumb.tap(page.locator(".dock .primary"))
        error = page.locator(".cards-field .error")
        expect(error).to_contain_text("I don’t know “XX”")
        expect(page.locator(".cards-field mark")).to_have_text("XX")
        until(page, partial(thumb.sees, error))
        assert thumb.sees(field), address
        above, below = error.bounding_box(), field.bounding_box()
        assert above
        assert below
        assert above["y"] + above["height"] <= below["y"]
