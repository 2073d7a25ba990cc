"""Offline, a busy book, an answer that never came, a locked phone, quick fingers: nothing lost, nothing doubled."""

from __future__ import annotations

import re
import sqlite3
import time
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from tests.browser.lines import all_is_answered, all_is_sent, hold, let_go, spoken
from tests.browser.thumb import Thumb, seen


def events(book: sqlite3.Connection, kind: str) -> int:
    [(count,)] = book.execute("SELECT count(*) FROM event WHERE type = ?", (kind,)).fetchall()
    return int(count)


def test_what_cannot_be_sent_is_said_kept_and_sent_when_the_line_is_back(
    counting: Thumb, context: BrowserContext, book: sqlite3.Connection, expected_complaints: list[str]
) -> None:
    expected_complaints += ["ERR_INTERNET_DISCONNECTED", "htmx"]
    page = counting.page
    counting.card("K")
    expect(page.locator("#cards")).to_have_value("K")  # its module is there
    context.set_offline(True)
    counting.button("^Next")
    expect(page.locator("#unsent")).to_contain_text("Not sent yet")
    expect(page.locator("#unsent")).to_contain_text("Player 2: cards left · K")
    expect(page.locator("#status")).to_have_text("Not sent yet: Player 2: cards left · K")
    expect(page.locator("#cards")).to_have_value("K")
    counting.button("^Send$")
    expect(page.locator("#unsent")).to_be_visible()
    assert events(book, "CardsLeftEntered") == 0
    context.set_offline(False)
    counting.heading("Player 3: cards left")
    expect(page.locator("#unsent")).to_be_hidden()
    assert events(book, "CardsLeftEntered") == 1


def test_an_answer_that_never_came_is_asked_for_again_and_nothing_is_doubled(
    counting: Thumb, book: sqlite3.Connection, expected_complaints: list[str]
) -> None:
    expected_complaints += ["ERR_FAILED", "htmx"]
    page = counting.page
    ids = []

    def lose_the_first(route: Route) -> None:
        posted = route.request.post_data or ""
        ids.append([part for part in posted.split("&") if part.startswith("write_id=")])
        if len(ids) == 1:
            route.fetch()  # it is written, but nobody hears of it
            route.abort()
        else:
            route.continue_()

    page.route("**/round/cards-left", lose_the_first)
    counting.card("K")
    counting.button("^Next")
    expect(page.locator("#unsent")).to_contain_text("Not sent yet")
    counting.heading("Player 3: cards left")  # sent again by itself
    assert len(ids) >= 2
    assert ids[0] == ids[1], "the same id"
    assert events(book, "CardsLeftEntered") == 1


def test_other_cards_after_a_lost_answer_are_another_write(
    counting: Thumb, book: sqlite3.Connection, expected_complaints: list[str]
) -> None:
    expected_complaints += ["ERR_FAILED", "htmx", "409"]
    page = counting.page
    lost: list[bool] = []

    def lose(route: Route) -> None:
        if not lost:
            lost.append(True)
            route.fetch()
        route.abort()

    page.route("**/round/cards-left", lose)
    counting.card("K")
    counting.button("^Next")
    expect(page.locator("#unsent")).to_be_visible()
    counting.card("Q")
    counting.button("^Send$")
    page.unroute("**/round/cards-left")
    counting.heading("Someone else changed this")  # by this very phone: the first one had arrived
    counting.button("^Use ")
    counting.heading("Player 3: cards left")
    expect(page.get_by_role("link", name="Player 2 20 points")).to_be_visible()


class TestABookThatAnotherProcessHolds:
    @pytest.fixture
    def settings(self, tmp_path: Path) -> dict[str, Any]:
        """A book that gives up soon when another process holds it."""
        data = str(tmp_path / "instance")
        return {"TESTING": True, "DATA_DIR": data, "WTF_CSRF_ENABLED": False, "BUSY_SECONDS": 0.1}

    def test_a_busy_book_is_said_beside_what_was_typed_and_tried_again(
        self, counting: Thumb, book: sqlite3.Connection
    ) -> None:
        page = counting.page
        counting.card("K")
        book.execute("BEGIN IMMEDIATE")
        counting.button("^Next")
        expect(page.locator("#unsent")).to_contain_text("The score book is busy")
        expect(page.locator("#cards")).to_have_value("K")
        counting.heading("Player 2: cards left")
        book.execute("ROLLBACK")
        counting.heading("Player 3: cards left")
        assert events(book, "CardsLeftEntered") == 1

    def test_a_busy_book_whose_answer_comes_when_its_page_was_left_is_no_fault_of_the_next_page(
        self, page: Page, context: BrowserContext, game: str, book: sqlite3.Connection
    ) -> None:
        thumb = Thumb(page)
        page.goto(game + "/table")
        held = hold(context, "**/table/note")
        page.get_by_label("Anything the table wants to remember").fill("Cake")
        thumb.button("^Save note$")
        thumb.link("^Score$")
        thumb.heading("Score")
        book.execute("BEGIN IMMEDIATE")
        let_go(page, held)
        context.unroute("**/table/note")
        expect(page.locator("#unsent")).to_contain_text("Not sent yet")
        thumb.heading("Score")
        book.execute("ROLLBACK")
        all_is_sent(page)
        assert events(book, "NoteAdded") == 1


def test_a_half_typed_hand_survives_lock_reload_and_going_back(counting: Thumb) -> None:
    page = counting.page
    for rank in ("K", "10", "JK"):
        counting.card(rank)
    page.reload()
    expect(page.locator("#cards")).to_have_value("K 10 JK")
    counting.link("^Now$")
    counting.heading("Round 1")
    page.go_back()
    expect(page.locator("#cards")).to_have_value("K 10 JK")
    expect(page.locator(".sum")).to_have_text("35")
    page.locator("#cards").fill("two kings and")
    page.reload()
    expect(page.locator("#cards")).to_have_value("two kings and")


def test_a_card_after_nothing_left_takes_its_place_also_after_a_reload(counting: Thumb) -> None:
    page = counting.page
    counting.button("No cards left")
    page.reload()
    expect(page.locator("#cards")).to_have_value("nothing")
    counting.card("Q")
    expect(page.locator("#cards")).to_have_value("Q")
    expect(page.locator(".sum")).to_have_text("10")


def test_what_was_sent_is_not_offered_again_as_half_typed(counting: Thumb) -> None:
    page = counting.page
    counting.card("K")
    counting.button("^Next")
    counting.heading("Player 3")
    assert page.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('draft:'))") == []
    counting.link("Player 2 10 points")
    counting.heading("Player 2")
    expect(page.locator("#cards")).to_have_value("K")


def test_a_draft_gives_way_when_another_phone_entered_the_line(counting: Thumb, live_server: str) -> None:
    page = counting.page
    counting.card("A")
    browser = page.context.browser
    assert browser is not None
    with browser.new_context(has_touch=True, viewport={"width": 375, "height": 667}) as second:
        other = Thumb(second.new_page())
        other.page.goto(page.url)
        other.card("Q")
        other.button("^Next")
        other.heading("Player 3")
    page.reload()
    expect(page.locator("#cards")).to_have_value("Q")
    expect(seen(page).get_by_text("Not saved: A")).to_be_visible()


def test_ten_quick_taps_are_ten_cards(counting: Thumb) -> None:
    page = counting.page
    page.evaluate("for (let tap = 0; tap < 10; tap += 1) document.querySelector('[data-rank=\"7\"]').click()")
    expect(page.locator(".sum")).to_have_text("70")
    expect(page.locator("#cards")).to_have_value(" ".join(["7"] * 10))


def test_a_double_tap_writes_once_and_skips_nobody(counting: Thumb, book: sqlite3.Connection) -> None:
    page = counting.page
    counting.card("K")
    page.evaluate("const next = document.querySelector('.dock .primary'); next.click(); next.click(); next.click()")
    counting.heading("Player 3: cards left")
    all_is_answered(page)
    counting.heading("Player 3: cards left")
    assert events(book, "CardsLeftEntered") == 1


def test_the_second_tap_of_a_trembling_finger_undoes_nothing_more(
    page: Page, context: BrowserContext, book: sqlite3.Connection, live_server: str
) -> None:
    thumb = Thumb(page)
    thumb.open_game(live_server, players=4)
    undo = page.get_by_role("button", name=re.compile("^Undo"))
    for name in ("Player 2", "Player 3", "Player 4"):
        thumb.link("^Table$")
        page.get_by_label("Anything the table wants to remember").fill(name)
        thumb.button("^Save note$")
        expect(undo).to_contain_text(name)  # the list of seats has the names too, before any note is written
    thumb.link("^Now$")
    thumb.heading("Round 1")
    box = undo.bounding_box()
    assert box
    mouse = context.new_cdp_session(page)

    def tap(at: float) -> None:
        spot = {"x": box["x"] + 40, "y": box["y"] + 20, "button": "left", "clickCount": 1, "timestamp": at}
        mouse.send("Input.dispatchMouseEvent", {"type": "mousePressed", **spot})
        mouse.send("Input.dispatchMouseEvent", {"type": "mouseReleased", **spot})

    begun = time.time()
    tap(begun)
    expect(undo).to_contain_text("Player 3")
    tap(begun + 0.3)
    expect(undo).to_contain_text("Player 3")
    tap(begun + 1.3)
    expect(undo).to_contain_text("Player 2")
    assert events(book, "Undone") == 2


def test_one_polite_message_for_each_change_and_the_focus_at_the_heading(counting: Thumb) -> None:
    page = counting.page
    status = page.locator("#status")
    expect(status).to_have_attribute("role", "status")
    counting.card("K")
    counting.card("K")
    expect(status).to_have_text("20 points: K K")
    before = len(spoken(page))
    counting.button("^Next")
    counting.heading("Player 3: cards left")
    all_is_answered(page)
    assert spoken(page)[before:] == ["Player 3: cards left"]
    others = page.locator(":is(output, [role=status], [role=alert], [aria-live]):not(#status, [aria-live=off])")
    expect(others.and_(page.locator(":not(dialog *)"))).to_have_count(0)  # while a dialog is open, all else is silent
    expect(page.locator("dialog[open]")).to_have_count(0)
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    expect(page).to_have_title("Round 1: Player 3’s cards left")


def test_players_are_added_by_their_chips_and_moved_by_arrows(page: Page, live_server: str) -> None:
    thumb = Thumb(page)
    thumb.open_game(live_server, players=3)
    page.goto(live_server + "/new")
    for name in ("Player 2", "Player 3", "Player 1"):
        thumb.button(f"^Add {name}$")
    expect(page.locator("#player-3")).to_have_value("Player 1")
    expect(page.get_by_role("button", name="Add Player 1")).to_be_hidden()
    thumb.button("^Move seat 3 up$")
    expect(page.locator("#player-2")).to_have_value("Player 1")
    expect(page.get_by_role("button", name="Move seat 2 up")).to_be_focused()
    thumb.tap(seen(page).get_by_text("We choose"))
    thumb.tap(page.locator(".dealers label", has_text="Player 3"))
    expect(page.locator("[data-dealer] :checked")).to_have_value("3")
    thumb.button("^Move seat 3 up$")
    expect(page.locator("[data-dealer] :checked")).to_have_value("2")
    name = page.locator("#player-2")
    name.fill("")
    expect(page.locator("[data-dealer] :checked")).to_have_count(0)
    name.fill("Player 3")
    thumb.tap(page.locator(".dealers label", has_text="Player 3"))
    thumb.button("Open the game")
    expect(page.locator("#notices")).to_contain_text("Player 3 deals first")


def test_a_rulebook_is_found_by_a_word(page: Page, live_server: str) -> None:
    thumb = Thumb(page)
    page.goto(live_server + "/new")
    thumb.tap(page.locator(".book-choice summary"))
    page.locator("#find").fill("deuces")
    expect(page.locator("label.choice[data-found-by]:visible")).to_have_count(1)
    page.locator("#find").fill("no such game")
    expect(seen(page).get_by_text("No rulebook has that name.")).to_be_visible()
    expect(page.get_by_role("link", name="Look further")).to_have_attribute(
        "href", re.compile(r"\?q=no%20such%20game$")
    )
    page.locator("#find").fill("Kalookie")
    expect(seen(page).get_by_text("Kalooki 40 isn’t here yet.")).to_be_visible()
    near = [re.compile("^Kalooki .Jamaica."), re.compile("^Rommé .Germany.")]
    expect(page.locator("label.choice[data-found-by]:visible")).to_have_text(near)
    page.locator("#find").fill("canasta")
    expect(seen(page).get_by_text("Canasta isn’t here yet.")).to_be_visible()
    expect(page.locator("label.choice[data-found-by]:visible")).to_have_count(0)
    page.get_by_role("link", name="What you can do Canasta").click()
    expect(seen(page).get_by_text("It doesn’t have a rulebook here yet.")).to_be_visible()
    page.go_back()
    thumb.tap(page.locator(".book-choice summary"))
    page.locator("#find").fill("steal card")
    thumb.tap(page.locator("label.choice", has_text="Screw Rummy"))
    expect(page.locator("[data-book-name]")).to_have_text("Screw Rummy")
    expect(page.locator("#find")).to_be_hidden()


def test_the_result_can_be_copied_also_on_a_plain_address(page: Page, live_server: str) -> None:
    thumb = Thumb(page)
    game = thumb.open_game(live_server, players=3)
    thumb.count(1, {2: "K", 3: "Q"})
    thumb.close()
    page.goto(game + "/result")
    page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    page.evaluate("document.execCommand = (what) => { window.copied = [what, getSelection().toString()]; return true }")
    thumb.button("Copy the text")
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    what, text = page.evaluate("window.copied")
    assert what == "copy"
    assert "Player 1  0" in (text or page.locator("#share-text").input_value())
