"""The bar of what is not written: what stands in it and what does not, how a thing is dropped, a question left open."""

from __future__ import annotations

import re
import sqlite3

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from tests.browser.lines import (
    COMPLAINTS,
    all_is_sent,
    hold,
    let_go,
    notes_without_a_line,
    open_anew,
    spoken,
    the_held,
    written,
)
from tests.browser.looking import axe_faults, sideways, thumb_faults
from tests.browser.thumb import Thumb, seen
from tests.sizes import sized


@pytest.fixture(autouse=True)
def complaints(expected_complaints: list[str]) -> None:
    """What a browser says of requests that fail."""
    expected_complaints += COMPLAINTS


WHICH_TURN = "Is it still the turn after that Shanghai call?"


def after_a_call(page: Page, live_server: str) -> Thumb:
    """Player 3 called Shanghai on the own discard; whether another one can be taken depends on whose turn it is."""
    thumb = Thumb(page)
    thumb.open_game(live_server, rulebook="shanghai", players=4)
    thumb.link("^Shanghai$")
    thumb.link("^Player 3$")
    thumb.button("^Player 3")
    thumb.heading("Round 1")
    thumb.link("^Buy|^May I")
    thumb.heading("who took the discard")
    return thumb


@pytest.mark.parametrize("late", sized([True], [True, False]))
def test_a_may_i_whose_question_was_left_open_is_not_lost_and_goes_with_its_answer(
    page: Page, context: BrowserContext, live_server: str, book: sqlite3.Connection, late: bool
) -> None:
    thumb = after_a_call(page, live_server)
    held = hold(context, "**/may-i") if late else []
    thumb.tap(page.locator(".taking .seat-key").first)
    if not late:
        expect(page.get_by_role("heading", name=WHICH_TURN)).to_be_visible()
        expect(page.locator("#unsent")).to_be_hidden()
    thumb.link("^Now$")
    if late:
        let_go(page, held)
        context.unroute("**/may-i")
    expect(page.locator("#unsent")).to_contain_text("Not finished")
    expect(page.get_by_role("region", name="Not finished")).to_be_visible()
    expect(page.locator("#unsent")).to_contain_text(WHICH_TURN)
    expect(page.locator("#unsent")).to_contain_text("who took the discard? · Player 1")
    expect(page.locator("#status")).to_have_text(re.compile("^Not finished: "))
    page.reload()
    thumb.button("^Review$")
    expect(page.get_by_role("heading", name=WHICH_TURN)).to_be_visible()
    expect(page.locator("#unsent")).to_be_hidden()
    thumb.button("^A later turn$")
    expect(seen(page).get_by_text("Player 1 gets it")).to_be_visible()
    expect(page.locator("#unsent")).to_be_hidden()
    all_is_sent(page)
    assert written(book, "MayITaken")[-1]["claims"] == [1]


def test_a_question_that_nobody_wants_to_answer_is_dropped(page: Page, live_server: str) -> None:
    thumb = after_a_call(page, live_server)
    thumb.tap(page.locator(".taking .seat-key").first)
    expect(page.get_by_role("heading", name=WHICH_TURN)).to_be_visible()
    thumb.link("^Now$")
    page.locator("#unsent summary").tap()
    thumb.button("^Discard .*who took the discard")
    expect(page.get_by_role("button", name="Keep it")).to_have_accessible_description(
        re.compile(r"^Discard .*\? It wasn’t saved\.$")
    )
    thumb.button("^Discard$")
    expect(page.locator("#unsent")).to_be_hidden()
    all_is_sent(page)


def test_a_tap_that_is_on_its_way_is_not_said_to_wait(page: Page, context: BrowserContext, live_server: str) -> None:
    thumb = Thumb(page)
    thumb.open_game(live_server, rulebook="shanghai", players=3)
    thumb.link("^Buy|^May I")
    thumb.heading("who took the discard")
    held = hold(context, "**/may-i")
    thumb.tap(page.locator(".taking .seat-key").nth(1))
    the_held(page, held)
    spoken(page)  # whatever it says of that is said by now
    let_go(page, held)
    expect(page.locator("#status")).to_have_text(re.compile("^Player 2 gets it"))
    assert not [words for words in spoken(page) if "Waits" in words]


def test_what_waits_can_be_dropped_by_hand_and_is_asked_about_once_more(
    page: Page, context: BrowserContext, book: sqlite3.Connection, game: str
) -> None:
    notes_without_a_line(page, game, "Cake", "Coffee")
    drop, keep = (page.get_by_role("button", name=name) for name in ("Discard The table · Cake", "Keep it"))
    page.locator("#unsent summary").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(drop).to_be_focused()
    page.keyboard.press("Enter")
    expect(keep).to_be_focused()
    expect(keep).to_have_accessible_description("Discard “The table · Cake”? It hasn’t been sent yet.")
    page.keyboard.press("Enter")
    expect(drop).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#status")).to_have_text("Discarded: The table · Cake")
    expect(page.locator("#unsent summary")).to_be_focused()
    expect(page.locator("#unsent")).to_contain_text("Not sent yet")
    expect(page.locator("#unsent")).not_to_contain_text("Cake")
    for key in page.locator("#unsent button").all():
        box = key.bounding_box()
        assert box
        assert min(box["width"], box["height"]) >= 44
    page = open_anew(page, game + "/table").page
    expect(page.get_by_role("listitem").filter(has_text="Coffee")).to_be_visible()
    expect(page.get_by_label("Anything the table wants to remember")).to_have_value("")
    assert [each["text"] for each in written(book, "NoteAdded")] == ["Coffee"]


def test_the_last_thing_that_waits_leaves_no_bar_when_it_is_dropped(
    page: Page, context: BrowserContext, book: sqlite3.Connection, game: str
) -> None:
    page.goto(game + "/table")
    context.set_offline(True)
    page.get_by_label("Anything the table wants to remember").fill("Cake")
    thumb = Thumb(page)
    thumb.button("^Save note$")
    page.locator("#unsent summary").tap()
    thumb.button("^Discard The table")
    thumb.button("^Discard$")
    expect(page.locator("#unsent")).to_be_hidden()
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    page = open_anew(page, game + "/table").page
    expect(page.get_by_label("Anything the table wants to remember")).to_have_value("")
    page.get_by_label("Anything the table wants to remember").fill("Coffee")
    Thumb(page).button("^Save note$")
    expect(page.get_by_role("listitem").filter(has_text="Coffee")).to_be_visible()
    assert [each["text"] for each in written(book, "NoteAdded")] == ["Coffee"]


def test_what_a_request_carries_just_now_is_not_dropped(
    page: Page, context: BrowserContext, book: sqlite3.Connection, game: str
) -> None:
    thumb = Thumb(page)
    page.goto(game + "/table")
    context.set_offline(True)
    page.get_by_label("Anything the table wants to remember").fill("Cake")
    thumb.button("^Save note$")
    expect(page.locator("#unsent")).to_contain_text("Not sent yet")
    held: list[Route] = []
    context.route("**/table/note", lambda route: route.abort())
    thumb = open_anew(page, game + "/score")
    page = thumb.page
    expect(page.locator("#unsent")).to_contain_text("Not sent yet")
    page.locator("#unsent summary").tap()
    thumb.button("^Discard The table")
    context.route("**/table/note", lambda route: held.append(route))  # before the one that aborts
    page.evaluate("dispatchEvent(new Event('online'))")
    the_held(page, held)
    thumb.button("^Discard$")
    expect(page.locator("#status")).to_have_text("It is being sent right now")
    let_go(page, held)
    all_is_sent(page)
    assert [each["text"] for each in written(book, "NoteAdded")] == ["Cake"]


def test_the_bar_with_its_question_is_read_hit_and_holds_long_words(page: Page, game: str) -> None:
    long = "Wolfeschlegelsteinhausenbergerdorffwelch brings the cake and somebody else the coffee"
    thumb = notes_without_a_line(page, game, long, "Next time")
    page.locator("#unsent summary").tap()
    thumb.button("^Discard .*cake")
    expect(page.get_by_role("button", name="Keep it")).to_be_visible()
    assert axe_faults(page) == []
    assert thumb_faults(page) == []
    assert sideways(page, (320, 1), (375, 2)) == []


def test_what_a_computer_with_a_new_address_never_got_is_listed_to_be_entered_there(page: Page, game: str) -> None:
    page.clock.install()
    notes_without_a_line(page, game, "Cake", "Coffee")
    page.locator("#unsent summary").tap()
    expect(page.locator("#unsent")).not_to_contain_text("If the computer has a new address")
    page.clock.run_for(40_000)
    expect(page.locator("#unsent")).to_contain_text("If the computer has a new address, scan its code again")
    for text in ("Cake", "Coffee"):
        expect(page.locator("#unsent .waiting").filter(has_text=text)).to_be_visible()
    assert axe_faults(page) == []
