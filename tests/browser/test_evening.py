"""A whole game by touch on one phone: two corrections, an undo, a reload in the middle of a hand."""

from __future__ import annotations

import re

from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.looking import PHONES
from tests.browser.thumb import Thumb, seen


def totals(page: Page) -> dict[str, str]:
    """Player and total, from the head of the sheet or the standings on the page."""
    found = {}
    for head in page.locator(".sheet thead th .sr").all()[1:]:
        said, _, total = head.inner_text().rpartition(": ")
        found[re.sub(r" leads$| wins$|, .*$", "", said)] = total
    rows = page.locator(".standings li")
    for row in rows.all():
        player = row.locator(".player").inner_text().split("\n")[0].removesuffix(" leads").strip()
        found[player] = row.locator(".total").inner_text()
    return found


def test_a_game_of_seven_rounds_from_the_first_dealer_to_the_result(page: Page, live_server: str) -> None:
    thumb = Thumb(page)
    game = thumb.open_game_by_hand(live_server, "contract", 3)
    expect(page.locator(".contract-words")).to_have_text("Two sets of 3")

    thumb.count(1, {2: "K K 10 5", 3: "JK"})
    thumb.close()
    thumb.heading("Round 2 of 7")
    expect(page.locator(".contract-words")).to_have_text("One set of 3 and one run of 4")

    # a reload in the middle of a hand: the cards are still there, and the counting goes on
    thumb.link("Round over")
    thumb.button("^Player 3$")
    thumb.heading("Player 1: cards left")
    for rank in ("A", "9"):
        thumb.card(rank)
    expect(page.locator(".sum")).to_have_text("24")
    page.reload()
    thumb.heading("Player 1: cards left")
    expect(page.locator("#cards")).to_have_value("A 9")
    expect(page.locator(".sum")).to_have_text("24")
    thumb.card("2")
    expect(page.locator(".sum")).to_have_text("26")
    thumb.button("Take back the last card")
    expect(page.locator(".sum")).to_have_text("24")
    thumb.button("^Next: Player 2")
    thumb.heading("Player 2: cards left")
    thumb.card("Q")
    thumb.tap(page.locator(".dock .primary"))
    thumb.close()

    # nobody went out
    thumb.count(None, {1: "3", 2: "4", 3: "5"})
    thumb.close()

    # first correction: a hand
    thumb.link("^Score$")
    thumb.link("Round 1, Player 2: 35")
    thumb.heading("Round 1: Player 2")
    thumb.button("^No cards left$")
    expect(page.locator(".sum")).to_have_text("0")
    thumb.button("Take back the last card")
    expect(page.locator(".sum")).to_have_text("35")  # the whole hand is there again
    thumb.card("5")
    expect(page.locator(".sum")).to_have_text("40")
    thumb.button("^Save 40 points$")
    expect(page.locator("#notices")).to_contain_text("Round 1, Player 2: 35 corrected to 40 (K K 10 5 5).")
    expect(page.locator("td s", has_text="35")).to_be_visible()

    # second correction: who went out
    thumb.link("Round 2, Player 2: 10")
    thumb.link("Player 2 went out instead")
    thumb.heading("Round 2: Player 3")
    thumb.card("7")
    thumb.button("Someone else went out")
    expect(page.locator("#notices")).to_contain_text("Round 2 corrected: Player 2 went out, not Player 3")
    assert totals(page) == {"Player 1": "27", "Player 3": "27", "Player 2": "44"}

    # an undo of the second, and back again
    thumb.button("^Undo: Round 2 corrected")
    expect(page.locator("#notices")).to_contain_text("Undone: Round 2 corrected")
    assert totals(page) == {"Player 3": "20", "Player 1": "27", "Player 2": "54"}
    thumb.button("^Redo")
    expect(page.locator("#notices")).to_contain_text("Brought back: Round 2 corrected")
    assert totals(page) == {"Player 1": "27", "Player 3": "27", "Player 2": "44"}

    thumb.link("^Now$")
    for number in range(4, 8):
        thumb.heading(f"Round {number} of 7")
        thumb.count(1, {2: "2", 3: "3"})
        thumb.close()
    thumb.heading("Player 1 wins")
    assert totals(page) == {"Player 1": "27", "Player 3": "39", "Player 2": "52"}
    assert page.url.rstrip("/") == game

    thumb.link("^History$")
    expect(seen(page).get_by_text("No one went out", exact=True)).to_be_visible()
    thumb.link("^Result$")
    thumb.link("Same players again")
    expect(page.locator("#player-3")).to_have_value("Player 3")


def test_no_seat_is_offered_that_the_rulebook_does_not_have(page: Page, live_server: str) -> None:
    page.goto(f"{live_server}/new?rulebook=contract")
    more, limit = page.locator("[data-more]"), page.locator("[data-too-many]")
    for seat in range(1, 6):
        expect(limit).to_be_hidden()
        if seat == 5:
            more.click()
        page.locator(f"#player-{seat}").fill(f"Player {seat}")
    expect(more).to_be_hidden()
    limit.locator("summary").click()
    limit.get_by_role("button", name="Screw Rummy").click()
    expect(limit).to_be_hidden()
    more.click()
    page.locator("#player-6").fill("Player 6")
    page.locator(".book-choice summary").click()
    page.locator("[name=rulebook][value=contract]").check()
    expect(limit).to_have_attribute("open", "")
    expect(limit).to_contain_text("Contract Rummy is for at most 5 players")


def test_the_first_dealer_is_found_as_the_chosen_rulebook_says_until_somebody_says_otherwise(
    page: Page, live_server: str
) -> None:
    page.goto(f"{live_server}/new?rulebook=contract")
    thumb, how = Thumb(page), page.locator("[name=how]:checked")

    def choose(book: str) -> None:
        thumb.tap(page.locator(".book-choice summary"))
        thumb.tap(page.locator(f"label:has(input[name=rulebook][value={book}])"))

    expect(how).to_have_value("random")
    choose("bicycle")
    expect(how).to_have_value("low card")
    thumb.tap(page.locator("label:has(input[value=chosen])"))
    choose("contract")
    expect(how).to_have_value("chosen")


def test_typed_and_dictated_words_are_read_by_the_server_as_they_come(page: Page, live_server: str) -> None:
    thumb = Thumb(page)
    thumb.open_game(live_server)
    thumb.link("Round over")
    thumb.button("^Player 1$")
    thumb.heading("Player 2: cards left")
    field = page.locator("#cards")
    field.press_sequentially("two kings, a ten and a fice", delay=10)
    expect(page.locator("mark")).to_have_text("fice")
    expect(field).to_have_value("two kings, a ten and a fice")
    field.press("Backspace")
    field.press("Backspace")
    field.press_sequentially("ve", delay=10)
    expect(page.locator(".sum")).to_have_text("35")
    expect(page.locator('[data-rank="K"] i')).to_have_text("2 held")
    thumb.card("JK")  # the keys go on from what was typed
    expect(page.locator(".sum")).to_have_text("50")
    expect(field).to_have_value("K K 10 5 JK")
    field.press("Enter")
    thumb.heading("Player 3: cards left")
    expect(page.get_by_role("link", name="Player 2 50 points")).to_be_visible()


def test_a_wrong_word_that_is_sent_all_the_same_comes_back_marked(
    page: Page, live_server: str, expected_complaints: list[str]
) -> None:
    expected_complaints += ["422"]
    thumb = Thumb(page)
    thumb.open_game(live_server)
    thumb.link("Round over")
    thumb.button("^Player 1$")
    thumb.heading("Player 2: cards left")
    page.locator("#cards").fill("K foo 5")
    thumb.tap(page.locator(".dock .primary"))
    expect(page.locator("mark")).to_have_text("foo")
    expect(page.locator("#cards")).to_have_value("K foo 5")
    expect(page.locator("#cards")).to_be_focused()


def test_nothing_left_is_said_with_a_key_and_read_back(
    page: Page, live_server: str, expected_complaints: list[str]
) -> None:
    expected_complaints += ["422"]
    thumb = Thumb(page)
    thumb.open_game(live_server, players=3)
    thumb.link("Round over")
    thumb.button("^Player 1$")
    thumb.heading("Player 2: cards left")
    thumb.tap(page.locator(".dock .primary"))  # a blank is not yet, never nothing
    expect(seen(page).get_by_text("None left? Tap “No cards left”.")).to_be_visible()
    expect(page.get_by_role("button", name="No cards left")).to_be_focused()  # what the sentence asks for
    for width, height in (*PHONES.items(), (667, 375)):
        page.set_viewport_size({"width": width, "height": height})
        for key in page.locator("[data-pad] button").all():
            assert thumb.sees(key), (width, key.inner_text())
    thumb.button("No cards left")
    expect(page.locator(".sum")).to_have_text("0")
    nothing = page.get_by_role("button", name="No cards left")
    expect(nothing).to_have_count(0)  # where something is said, no tap takes it away
    thumb.tap(page.locator(".dock .primary"))
    thumb.heading("Is that right?")  # nobody else may hold no cards, so it is asked
    thumb.button("Yes, that’s right")
    thumb.heading("Player 3: cards left")


def test_two_phones_meet_in_one_line_and_choose(
    page: Page, live_server: str, context: BrowserContext, expected_complaints: list[str]
) -> None:
    expected_complaints += ["409"]
    thumb = Thumb(page)
    game = thumb.open_game(live_server, players=3)
    thumb.link("Round over")
    thumb.button("^Player 1$")
    thumb.heading("Player 2: cards left")
    browser = context.browser
    assert browser is not None
    thumb.card("Q")  # begun before the other's line is there: else news show that line on this page
    with browser.new_context(has_touch=True, viewport={"width": 375, "height": 667}) as second:
        other = Thumb(second.new_page())
        other.page.goto(game + "/round?seat=2")
        other.card("K")
        other.button("^Next")
        other.heading("Player 3")
    thumb.card("Q")
    thumb.button("^Next")
    thumb.heading("Someone else changed this")
    expect(seen(page).get_by_text("10 (K)")).to_be_visible()
    expect(seen(page).get_by_text("20 (Q Q)")).to_be_visible()
    thumb.button("^Use ")
    thumb.heading("Player 3: cards left")
    expect(page.get_by_role("link", name="Player 2 20 points")).to_be_visible()


def test_a_game_without_a_script(page: Page, live_server: str, context: BrowserContext) -> None:
    browser = context.browser
    assert browser is not None
    with browser.new_context(
        java_script_enabled=False, has_touch=True, viewport={"width": 375, "height": 667}
    ) as plain:
        thumb = Thumb(plain.new_page())
        thumb.open_game_by_hand(live_server, players=3)
        thumb.link("Round over")
        thumb.button("^Player 2$")
        for cards in ("two kings and a five", "A"):
            expect(thumb.page.locator(".pad")).to_be_hidden()
            thumb.page.locator("#cards").fill(cards)
            thumb.tap(thumb.page.locator(".dock .primary"))
        thumb.heading("Check the round")
        thumb.button("Close round 1")
        thumb.news("Player 2 went out.")
        thumb.link("^Round 2$")
        thumb.heading("Round 2 of 7")
        assert totals(thumb.page) == {"Player 2": "0", "Player 1": "15", "Player 3": "25"}
