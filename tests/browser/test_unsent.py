"""What was tapped without a connection goes out by itself: from any page, after a reload, in order, and once."""

from __future__ import annotations

import re
import sqlite3
from urllib.parse import parse_qs

import pytest
from playwright.sync_api import BrowserContext, Page, Request, Route, expect

from tests.browser.lines import (
    COMPLAINTS,
    all_is_sent,
    hold,
    let_go,
    notes_without_a_line,
    open_anew,
    session_counts_no_more,
    the_held,
    written,
)
from tests.browser.thumb import Thumb


@pytest.fixture(autouse=True)
def complaints(expected_complaints: list[str]) -> None:
    """What a browser says of requests that fail."""
    expected_complaints += COMPLAINTS


def test_a_line_goes_out_before_the_page_that_was_tapped_after_it(
    counting: Thumb, context: BrowserContext, book: sqlite3.Connection
) -> None:
    page = counting.page
    counting.card("3")
    expect(page.locator(".sum")).to_have_text("3")
    context.set_offline(True)
    counting.button("^Next")
    expect(page.locator("#unsent")).to_contain_text("Player 2: cards left · 3")
    counting.link("^Now$")
    expect(page.locator("#unsent")).to_contain_text("Not sent yet")
    counting.heading("Player 2: cards left")
    context.set_offline(False)
    counting.heading("Round 1")
    expect(page.get_by_role("link", name="Round over 2 of 3 entered")).to_be_visible()
    assert len(written(book, "CardsLeftEntered")) == 1
    all_is_sent(page)


def test_a_page_that_is_on_its_way_is_shown_though_the_line_before_it_goes_out_meanwhile(
    counting: Thumb, context: BrowserContext, book: sqlite3.Connection, game: str
) -> None:
    page = counting.page
    context.route("**/round/cards-left", lambda route: route.abort())
    counting.card("3")
    counting.button("^Next")
    expect(page.locator("#unsent")).to_contain_text("Not sent yet")
    held = hold(context, game)
    counting.link("^Now$")
    the_held(page, held)
    context.unroute("**/round/cards-left")
    page.evaluate("dispatchEvent(new Event('online'))")
    all_is_sent(page)
    let_go(page, held)
    counting.heading("Round 1")
    assert len(written(book, "CardsLeftEntered")) == 1


def test_a_line_goes_out_after_a_reload_from_another_page(
    counting: Thumb, context: BrowserContext, book: sqlite3.Connection, game: str
) -> None:
    page = counting.page
    counting.card("3")
    expect(page.locator("#cards")).to_have_value("3")  # its module is there
    context.set_offline(True)
    counting.button("^Next")
    expect(page.locator("#unsent")).to_be_visible()
    fresh = open_anew(page, game + "/history")
    expect(fresh.page.locator("main").get_by_text("Player 2: 3 (3)", exact=False).first).to_be_visible()
    expect(fresh.page.locator("#unsent")).to_be_hidden()
    assert len(written(book, "CardsLeftEntered")) == 1
    assert fresh.page.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('draft:'))") == []


def test_a_line_goes_out_when_its_own_page_is_loaded_again(
    counting: Thumb, context: BrowserContext, book: sqlite3.Connection
) -> None:
    page = counting.page
    address = page.url
    counting.card("3")
    expect(page.locator("#cards")).to_have_value("3")  # its module is there
    context.set_offline(True)
    counting.button("^Next")
    expect(page.locator("#unsent")).to_be_visible()
    fresh = open_anew(page, address)
    expect(fresh.page.get_by_role("link", name="Player 2 3 points")).to_be_visible()
    fresh.button("^Next")
    fresh.heading("Player 3: cards left")
    assert len(written(book, "CardsLeftEntered")) == 1


def test_a_may_i_goes_out_once_though_its_page_was_left(
    page: Page, context: BrowserContext, book: sqlite3.Connection, live_server: str
) -> None:
    thumb = Thumb(page)
    thumb.open_game(live_server, rulebook="shanghai", players=3)
    thumb.link("^Buy|^May I")
    expect(page.locator(".taking .seat-key").first).to_be_visible()
    context.set_offline(True)
    thumb.tap(page.locator(".taking .seat-key").nth(1))
    expect(page.locator("#unsent")).to_contain_text("Player 2")
    expect(page.locator("#unsent")).not_to_contain_text("twice")
    thumb.tap(page.locator(".taking .seat-key").nth(1))
    expect(page.locator("#unsent")).to_contain_text("(tapped twice, counts once)")
    thumb.link("^Now$")
    context.set_offline(False)
    thumb.heading("Round 1")
    page.reload()
    all_is_sent(page)
    assert len(written(book, "MayITaken")) == 1


def two_may_is(page: Page, live_server: str) -> str:
    """Players 2 and 3 took a discard each, told from one page without a connection; the address of the game."""
    thumb = Thumb(page)
    game = thumb.open_game(live_server, players=3)
    thumb.link("^Buy|^May I")
    expect(page.locator(".taking .seat-key").first).to_be_visible()
    page.context.set_offline(True)
    for seat, waits in ((1, "Not sent yet"), (2, "2 not sent yet")):
        thumb.tap(page.locator(".taking .seat-key").nth(seat))
        expect(page.locator("#unsent")).to_contain_text(waits)
    return game


def test_of_two_may_is_from_one_page_the_first_counts_and_the_second_is_not_lost(
    page: Page, book: sqlite3.Connection, live_server: str
) -> None:
    game = two_may_is(page, live_server)
    fresh = open_anew(page, game)
    expect(fresh.page.locator("#unsent")).to_contain_text("Player 3. Is it the same one?")
    assert [each["seat"] for each in written(book, "MayITaken")] == [2]
    fresh.button("^Review$")
    fresh.heading("Is it the same one")
    fresh.button("Another one")
    expect(fresh.page.locator("#unsent")).to_be_hidden()


@pytest.mark.parametrize("news_first", [True, False])
def test_what_was_not_accepted_can_be_looked_at_while_the_page_still_looks_for_news(
    page: Page, context: BrowserContext, live_server: str, news_first: bool
) -> None:
    game = two_may_is(page, live_server)
    news = hold(context, game)
    thumb = open_anew(page, game)
    page = thumb.page
    expect(page.locator("#unsent")).to_contain_text("Player 3. Is it the same one?")
    looks = hold(context, "**/may-i")
    thumb.button("^Review$")
    first, last = (news, looks) if news_first else (looks, news)
    let_go(page, first)
    let_go(page, last)
    thumb.heading("Is it the same one")
    thumb.button("Another one")


def test_an_answer_lost_after_the_commit_is_asked_for_from_the_next_page_and_nothing_is_doubled(
    counting: Thumb, book: sqlite3.Connection, game: str
) -> None:
    page = counting.page
    lost: list[Request] = []

    def lose(route: Route) -> None:
        lost.append(route.request)
        route.fetch()  # it is written, but nobody hears of it
        route.abort()

    page.route("**/round/cards-left", lose)
    counting.card("K")
    counting.button("^Next")
    expect(page.locator("#unsent")).to_be_visible()
    assert len(written(book, "CardsLeftEntered")) == 1
    page.unroute("**/round/cards-left")
    with page.expect_request("**/round/cards-left") as again:
        page.goto(game)
    [kept_id] = [part for part in (lost[0].post_data or "").split("&") if part.startswith("write_id=")]
    assert kept_id in (again.value.post_data or "")
    expect(page.get_by_role("link", name="Round over 2 of 3 entered")).to_be_visible()
    all_is_sent(page)
    assert len(written(book, "CardsLeftEntered")) == 1


def test_a_line_that_another_phone_said_meanwhile_stays_in_sight_until_it_is_looked_at(
    counting: Thumb, context: BrowserContext, book: sqlite3.Connection, game: str
) -> None:
    page = counting.page
    address = page.url
    counting.card("3")
    expect(page.locator("#cards")).to_have_value("3")  # its module is there
    context.set_offline(True)
    counting.button("^Next")
    expect(page.locator("#unsent")).to_be_visible()
    browser = context.browser
    assert browser is not None
    with browser.new_context(has_touch=True, viewport={"width": 375, "height": 667}) as second:
        other = Thumb(second.new_page())
        other.page.goto(address)
        other.card("Q")
        other.button("^Next")
        other.heading("Player 3")
    fresh = open_anew(page, game)
    expect(fresh.page.locator("#unsent")).to_contain_text("Not accepted")
    fresh.page.reload()
    expect(fresh.page.locator("#unsent")).to_contain_text("Player 2: cards left · 3")
    fresh.button("^Review$")
    fresh.heading("Someone else changed this")
    fresh.button("^Use ")
    fresh.heading("Player 3: cards left")
    expect(fresh.page.locator("#unsent")).to_be_hidden()
    all_is_sent(fresh.page)
    assert len(written(book, "CardsLeftEntered")) == 2


REFUSAL = '<main><h1>No</h1><div id="problems"><p>Not now.</p></div></main><i id="end" hidden></i>'


def test_what_was_refused_and_is_deliberately_tapped_again_is_judged_again(
    page: Page, context: BrowserContext, book: sqlite3.Connection, game: str
) -> None:
    ids: list[str] = []

    def refuse(route: Route) -> None:
        [write_id] = parse_qs(route.request.post_data or "")["write_id"]
        ids.append(write_id)
        if len(ids) == 4:
            route.continue_()
        elif len(ids) == 3:
            route.abort()  # nobody knows whether it arrived
        else:
            headers = {"Table-Referee": "1", "Content-Type": "text/html"}
            route.fulfill(status=422, headers=headers, body=REFUSAL)

    notes_without_a_line(page, game, "Cake")
    context.route("**/table/note", refuse)
    thumb = open_anew(page, game + "/table")
    page = thumb.page
    expect(page.locator("#unsent")).to_contain_text("The table · Cake. Not now.")
    page.get_by_label("Anything the table wants to remember").fill("Cake")
    thumb.button("^Save note$")
    thumb.heading("No")
    assert ids[0] != ids[1], "tapped again: judged again"
    all_is_sent(page)
    page.goto(game + "/table")
    page.get_by_label("Anything the table wants to remember").fill("Cake")
    thumb = Thumb(page)
    thumb.button("^Save note$")
    expect(page.locator("#unsent")).to_contain_text("Not sent yet")
    thumb.button("^Send$")
    all_is_sent(page)
    assert ids[2] == ids[3], "sent again: counts once"
    assert len(set(ids)) == 3
    assert len(written(book, "NoteAdded")) == 1


def test_what_was_refused_is_looked_at_with_the_id_it_was_sent_with(
    page: Page, context: BrowserContext, game: str
) -> None:
    ids: list[str] = []

    def refuse(route: Route) -> None:
        ids.extend(parse_qs(route.request.post_data or "")["write_id"])
        headers = {"Table-Referee": "1", "Content-Type": "text/html"}
        route.fulfill(status=422, headers=headers, body=REFUSAL)

    notes_without_a_line(page, game, "Cake")
    context.route("**/table/note", refuse)
    thumb = open_anew(page, game + "/table")
    expect(thumb.page.locator("#unsent")).to_contain_text("Not accepted")
    thumb.button("^Review$")
    thumb.heading("No")
    assert len(ids) == 2
    assert ids[0] == ids[1], "the first answer again"


def test_without_a_cookie_the_line_still_goes_out(
    counting: Thumb, context: BrowserContext, book: sqlite3.Connection, game: str
) -> None:
    """The token in the form went with the cookie; a refusal for that alone is no refusal of the line."""
    page = counting.page
    counting.card("3")
    expect(page.locator("#cards")).to_have_value("3")  # its module is there
    context.set_offline(True)
    counting.button("^Next")
    expect(page.locator("#unsent")).to_be_visible()
    context.clear_cookies()
    session_counts_no_more(page)
    fresh = open_anew(page, game)
    expect(fresh.page.get_by_role("link", name="Round over 2 of 3 entered")).to_be_visible()
    assert len(written(book, "CardsLeftEntered")) == 1


def test_a_phone_that_keeps_no_cookie_asks_for_another_token_once_and_not_without_end(
    counting: Thumb, context: BrowserContext, book: sqlite3.Connection, game: str
) -> None:
    page = counting.page
    counting.card("3")
    expect(page.locator("#cards")).to_have_value("3")  # its module is there
    context.set_offline(True)
    counting.button("^Next")
    expect(page.locator("#unsent")).to_be_visible()
    sent: list[str] = []

    def refuse(route: Route) -> None:
        sent.append(route.request.method)
        token = f'<div id="unsent" data-token="{len(sent)}"></div>'
        ours = {"Table-Referee": "1", "Content-Type": "text/html"}
        route.fulfill(status=400 if len(sent) < 6 else 429, headers=ours, body=token)

    context.route("**/round/cards-left", refuse)
    fresh = open_anew(page, game)
    expect(fresh.page.locator("#unsent")).to_contain_text("Not accepted")
    assert sent == ["POST", "POST"]
    assert not written(book, "CardsLeftEntered")


def test_what_waits_covers_no_key(counting: Thumb, context: BrowserContext) -> None:
    page = counting.page
    counting.card("3")
    expect(page.locator("#cards")).to_have_value("3")  # its module is there
    before = page.locator(".dock").bounding_box()
    context.set_offline(True)
    counting.button("^Next")
    expect(page.locator("#unsent")).to_be_visible()
    dock = page.locator(".dock").bounding_box()
    lowest = page.locator(".take-back").bounding_box()
    assert before and dock and lowest  # noqa: PT018 - each is there
    assert dock["height"] <= before["height"] + 1
    assert lowest["y"] + lowest["height"] <= dock["y"]


def test_typing_goes_on_while_an_older_line_goes_out(
    counting: Thumb, context: BrowserContext, book: sqlite3.Connection
) -> None:
    page = counting.page
    counting.card("3")
    expect(page.locator("#cards")).to_have_value("3")  # its module is there
    context.set_offline(True)
    counting.button("^Next")
    expect(page.locator("#unsent")).to_be_visible()
    counting.card("Q")
    context.set_offline(False)
    expect(page.locator("#unsent")).to_be_hidden()
    all_is_sent(page)
    expect(page.locator("#cards")).to_have_value("3 Q")
    assert len(written(book, "CardsLeftEntered")) == 1


def test_a_page_that_looks_for_news_says_when_it_cannot(page: Page, context: BrowserContext, game: str) -> None:
    # no stream, which would outlive set_offline and go on saying that all is well: the page asks by itself
    context.route(game + "/live?*", lambda route: route.abort())
    page.clock.install()
    page.goto(game.replace("/g/", "/tv/"))
    context.set_offline(True)
    expect(page.locator("#strip")).to_contain_text(re.compile(r"Offline since \d\d:\d\d\b"))
    expect(page.locator("#unsent")).to_be_hidden()  # nothing was tapped
    page.clock.run_for(40_000)  # the computer slept, or went to another Wi-Fi
    expect(page.locator("#strip")).to_contain_text(". New address? Invite on the computer shows it.")
    context.set_offline(False)
    expect(page.locator("#strip")).to_have_text("")
    expect(page.locator("#unsent")).to_be_hidden()


def test_the_bar_says_what_was_chosen_and_not_only_what_was_tapped(
    page: Page, context: BrowserContext, book: sqlite3.Connection, game: str
) -> None:
    page.goto(f"{game}/irregular")
    page.locator("#irregular").get_by_text("Something else", exact=True).tap()
    context.set_offline(True)
    page.get_by_role("button", name="Player 2", exact=True).tap()
    expect(page.locator("#unsent")).to_contain_text(
        "What went wrong? · something else, Only a note · Player 2", ignore_case=True
    )
    context.set_offline(False)
    all_is_sent(page)
    assert len(written(book, "IrregularityNoted")) == 1
