"""Proxies, answers that come late, pages that look for news, files and steps: no tap and no letter is lost."""

from __future__ import annotations

import re
import sqlite3

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from tests.browser.lines import (
    COMPLAINTS,
    all_is_answered,
    all_is_sent,
    hold,
    let_go,
    notes_without_a_line,
    open_anew,
    spoken,
    the_held,
    written,
)
from tests.browser.thumb import Thumb, seen, until
from tests.sizes import sized


@pytest.fixture(autouse=True)
def complaints(expected_complaints: list[str]) -> None:
    """What a browser says of requests that fail."""
    expected_complaints += COMPLAINTS


@pytest.mark.parametrize(
    ("status", "elsewhere"), sized([(502, False), (302, True)], [(502, False), (504, True), (404, True), (302, True)])
)
def test_what_a_proxy_answers_while_the_app_restarts_is_not_taken_for_the_books_answer(
    counting: Thumb, context: BrowserContext, book: sqlite3.Connection, game: str, status: int, elsewhere: bool
) -> None:
    page = counting.page
    answered: list[int] = []

    def restart(route: Route) -> None:
        answered.append(status)
        headers = {"Location": "/elsewhere", "Content-Type": "text/html"}
        route.fulfill(status=status, headers=headers, body="<h1>Bad Gateway</h1>")

    counting.card("3")
    expect(page.locator("#cards")).to_have_value("3")  # its module is there
    if elsewhere:
        context.set_offline(True)
    else:
        context.route("**/round/cards-left", restart)
    counting.button("^Next")
    expect(page.locator("#unsent")).to_contain_text("Not sent yet")
    counting.heading("Player 2: cards left")
    if elsewhere:
        context.route("**/round/cards-left", restart)
        page = open_anew(page, game).page
        expect(page.locator("#unsent")).to_contain_text("Not sent yet")
    page.locator("#unsent summary").tap()
    expect(page.locator("#unsent")).to_contain_text("Something other than the app answered.")
    assert answered
    assert not written(book, "CardsLeftEntered")
    context.unroute("**/round/cards-left")
    Thumb(page).button("^Send$")
    all_is_sent(page)
    assert len(written(book, "CardsLeftEntered")) == 1


def test_a_page_that_a_proxy_answers_instead_of_the_app_takes_nothing_away(
    counting: Thumb, context: BrowserContext, game: str
) -> None:
    page = counting.page
    context.route(game, lambda route: route.fulfill(status=502, content_type="text/html", body="<h1>Bad Gateway</h1>"))
    counting.link("^Now$")
    expect(page.locator("#unsent")).to_contain_text("Something other than the app answered.")
    counting.heading("Player 2: cards left")
    context.unroute(game)
    counting.heading("Round 1")


@pytest.mark.parametrize("status", sized([503], [503, 502]))
def test_a_page_that_looks_for_news_stands_through_an_answer_that_has_none(
    page: Page, context: BrowserContext, game: str, status: int
) -> None:
    asked = []

    def fail(route: Route) -> None:
        asked.append(route.request.url)
        ours = {"Table-Referee": "1", "HX-Retarget": "#page"} if status == 503 else {}
        route.fulfill(status=status, headers={"Content-Type": "text/html", **ours}, body="<h1>One moment</h1>")

    address = game.replace("/g/", "/tv/")
    context.route(game + "/live?*", lambda route: route.abort())  # no stream: the page asks by itself
    page.goto(address)
    context.route(address, fail)
    expect(page.locator("#strip")).to_contain_text("Offline since")
    Thumb(page).heading("Round 1")
    until(page, lambda: len(asked) > 1)  # the line does not go away while nothing is new
    all_is_answered(page)
    expect(page.locator("#strip")).to_contain_text("Offline since")
    context.unroute(address)
    expect(page.locator("#strip")).not_to_contain_text("Offline")


def test_news_on_the_table_view_move_no_focus_and_are_not_read_as_a_new_page(
    page: Page, context: BrowserContext, game: str
) -> None:
    page.goto(game.replace("/g/", "/tv/"))
    heading = page.get_by_role("heading", level=1)
    heading.focus()
    browser = context.browser
    assert browser is not None
    with browser.new_context(has_touch=True, viewport={"width": 375, "height": 667}) as second:
        other = Thumb(second.new_page())
        for count, name in enumerate(("Anna", "Berta"), start=1):
            other.page.goto(game + "/table")
            other.page.locator(".more summary").first.tap()
            other.page.get_by_label(re.compile("^Name of")).first.fill(name)
            other.button("^Rename")
            expect(page.locator("strong", has_text=name)).to_be_visible()
            expect(heading).to_be_focused()
            all_is_answered(page)
            told = spoken(page)
            assert len(told) == count, told
            assert f"is now called {name}" in told[-1]


@pytest.mark.parametrize("refused", [False, True])
def test_an_answer_that_comes_when_its_page_was_left_takes_nothing_away(
    page: Page, context: BrowserContext, book: sqlite3.Connection, game: str, refused: bool
) -> None:
    held = hold(context, "**/table/note")
    page.goto(game + "/table")
    note = page.get_by_label("Anything the table wants to remember")
    note.fill("Cake")
    if refused:
        note.evaluate("field => { field.value = ' ' }")
    thumb = Thumb(page)
    thumb.button("^Save note$")
    thumb.link("^Score$")
    thumb.heading("Score")
    thumb.link("^Table$")
    thumb.heading("The table")
    note.fill("half a no")
    let_go(page, held)
    expect(note).to_have_value("half a no")
    if refused:
        expect(page.locator("#unsent")).to_contain_text("Not accepted")
    else:
        # the last message wins: where the news of it comes right after its answer, the news alone is said
        until(page, lambda: {"Sent: The table · Cake", "Note: Cake."} & set(spoken(page)))
        expect(page.locator("#unsent")).to_be_hidden()
    assert len(written(book, "NoteAdded")) == (not refused)


def test_of_two_links_the_one_tapped_last_is_shown(page: Page, context: BrowserContext, game: str) -> None:
    score, table = hold(context, "**/score"), hold(context, "**/table")
    thumb = Thumb(page)
    page.goto(game)
    thumb.link("^Score$")
    the_held(page, score)
    thumb.link("^Table$")
    let_go(page, table)
    thumb.heading("The table")
    page.get_by_label("Anything the table wants to remember").fill("half a no")
    let_go(page, score)
    expect(page.get_by_label("Anything the table wants to remember")).to_have_value("half a no")
    assert page.url == game + "/table"


def test_of_two_links_the_last_is_shown_also_where_the_first_comes_before_it(
    page: Page, context: BrowserContext, game: str
) -> None:
    score, table = hold(context, "**/score"), hold(context, "**/table")
    thumb = Thumb(page)
    page.goto(game)
    thumb.link("^Score$")
    the_held(page, score)
    thumb.link("^Table$")
    the_held(page, table)
    let_go(page, score)
    thumb.heading("Score")
    let_go(page, table)
    thumb.heading("The table")


def test_a_line_whose_page_was_left_before_the_connection_broke_goes_out_again(
    counting: Thumb, context: BrowserContext, book: sqlite3.Connection
) -> None:
    page = counting.page
    held = hold(context, "**/round/cards-left")
    counting.card("3")
    counting.button("^Next")
    counting.link("^Now$")
    counting.heading("Round 1")
    the_held(page, held).abort()
    context.unroute("**/round/cards-left")
    all_is_sent(page)
    assert len(written(book, "CardsLeftEntered")) == 1


def as_if_its_script_were_late(counting: Thumb) -> Page:
    """The pad, which has been typed into: what is tapped from now on is held."""
    counting.card("5")
    expect(counting.page.locator("#cards")).to_have_value("5")  # its module is there
    counting.page.evaluate("gate.hold()")
    return counting.page


def test_whoever_goes_on_before_the_script_of_the_pad_is_there_leaves_no_line_behind(
    counting: Thumb, book: sqlite3.Connection
) -> None:
    page = as_if_its_script_were_late(counting)
    page.evaluate("gate.patience = 60000")
    counting.card("3")
    counting.button("^Next")
    counting.link("^Now$")
    counting.heading("Player 2: cards left")
    page.evaluate("gate.release()")
    counting.heading("Round 1")
    all_is_sent(page)
    assert len(written(book, "CardsLeftEntered")) == 1


def test_a_script_that_does_not_come_keeps_nobody_on_the_page(counting: Thumb) -> None:
    as_if_its_script_were_late(counting)
    counting.card("3")
    counting.link("^Now$")
    counting.heading("Round 1")


def test_a_link_within_the_page_or_to_another_tab_waits_for_nothing_and_takes_no_key_along(
    counting: Thumb,
) -> None:
    page = as_if_its_script_were_late(counting)
    counting.card("3")
    page.get_by_role("link", name="To the content").focus()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("#main$"))
    with page.context.expect_page():
        page.get_by_role("link", name=re.compile("^Now$")).click(modifiers=["Control"])
    page.evaluate("gate.release()")
    expect(page.locator("#cards")).to_have_value("5 3")


def test_a_file_that_could_not_be_brought_in_is_said_and_goes_out_when_the_line_is_back(
    page: Page, context: BrowserContext, live_server: str
) -> None:
    page.goto(live_server + "/house-rules")
    seen(page).get_by_text("Import", exact=True).tap()
    page.set_input_files("#file", [{"name": "a.toml", "mimeType": "text/plain", "buffer": b"nothing = 1"}])
    context.set_offline(True)
    thumb = Thumb(page)
    thumb.button("^Import it$")
    expect(page.locator("#unsent")).to_contain_text("It continues when you’re back online, if this page stays open.")
    context.set_offline(False)
    expect(page.locator("#problems")).to_be_visible()
    expect(page.locator("#unsent")).to_be_hidden()


def test_a_step_in_the_house_rules_is_not_told_as_saved(page: Page, context: BrowserContext, live_server: str) -> None:
    page.goto(live_server + "/house-rules/contract/change")
    page.locator("#name").fill("Third")
    page.locator("details:has(.round-rows) > summary").tap()
    expect(page.locator(".round-rows > li")).to_have_count(7)
    context.set_offline(True)
    thumb = Thumb(page)
    thumb.button("^Add a round$")
    expect(page.locator("#unsent")).to_contain_text("It continues when you’re back online")
    expect(page.locator("#unsent")).not_to_contain_text("Not sent yet")
    context.set_offline(False)
    expect(page.locator(".round-rows > li")).to_have_count(8)
    expect(page.locator("#name")).to_have_value("Third")
    expect(page.locator("#status")).not_to_contain_text("Sent")


def test_what_is_added_on_one_page_does_not_take_each_others_place(
    page: Page, context: BrowserContext, book: sqlite3.Connection, game: str
) -> None:
    thumb = notes_without_a_line(page, game, "Ben brings the cake", "Next time at Cid’s", "Next time at Cid’s")
    seen(page).get_by_text("Add a player").tap()
    for name in ("Dora", "Emil"):
        page.locator("#join-name").fill(name)
        thumb.button("^Join the game$")
        expect(page.locator("#unsent")).to_contain_text(name)
    expect(page.locator("#unsent")).to_contain_text("4 not sent yet")
    context.set_offline(False)
    all_is_sent(page)
    assert [each["text"] for each in written(book, "NoteAdded")] == ["Ben brings the cake", "Next time at Cid’s"]
    assert [each["player"] for each in written(book, "SeatAdded")] == ["Dora", "Emil"]


def test_a_link_that_could_not_be_reached_takes_no_typing_away(page: Page, context: BrowserContext, game: str) -> None:
    thumb = Thumb(page)
    page.clock.install()
    page.goto(game + "/table")
    context.set_offline(True)
    thumb.link("^Score$")
    expect(page.locator("#unsent")).to_contain_text("The page opens when you’re back online.")
    note = page.get_by_label("Anything the table wants to remember")
    note.fill("half a no")
    context.set_offline(False)
    page.clock.fast_forward("00:31")  # longer than any pause
    all_is_answered(page)
    expect(note).to_have_value("half a no")
    thumb.button("^Try again$")
    thumb.heading("Score")


@pytest.mark.sweep
def test_the_page_that_shows_what_was_sent_takes_nothing_that_was_typed_while_it_came(
    page: Page, context: BrowserContext, game: str
) -> None:
    page.goto(game + "/table")
    context.set_offline(True)
    page.get_by_label("Anything the table wants to remember").fill("Cake")
    Thumb(page).button("^Save note$")
    expect(page.locator("#unsent")).to_contain_text("Not sent yet")
    held: list[Route] = []
    # the page itself comes; what htmx asks for waits
    context.route(
        game + "/table", lambda one: held.append(one) if "hx-request" in one.request.headers else one.continue_()
    )
    page = open_anew(page, game + "/table").page
    the_held(page, held)
    note = page.get_by_label("Anything the table wants to remember")
    note.fill("Coffee")
    let_go(page, held)
    expect(note).to_have_value("Coffee")
    context.unroute(game + "/table")
    Thumb(page).button("^Save note$")
    for told in ("Cake", "Coffee"):
        expect(page.get_by_role("listitem").filter(has_text=told)).to_be_visible()


def test_what_can_never_be_written_stops_no_other_game(
    page: Page, context: BrowserContext, live_server: str, book: sqlite3.Connection
) -> None:
    thumb = Thumb(page)
    broken, whole = (thumb.open_game(live_server, players=3) for _ in range(2))
    page.goto(broken + "/table")
    context.set_offline(True)
    page.get_by_label("Anything the table wants to remember").fill("Cake")
    thumb.button("^Save note$")
    expect(page.locator("#unsent")).to_contain_text("Not sent yet")
    book.execute("UPDATE event SET data = '{}' WHERE game = ? AND type = 'GameOpened'", (broken[-6:],))
    book.execute("UPDATE game SET stamp = 'another' WHERE code = ?", (broken[-6:],))  # else the one in memory is taken
    page = open_anew(page, whole + "/table").page
    expect(page.locator("#unsent")).to_contain_text("The table · Cake. The score book can’t be read.")
    page.get_by_label("Anything the table wants to remember").fill("Coffee")
    Thumb(page).button("^Save note$")
    expect(page.get_by_role("listitem").filter(has_text="Coffee")).to_be_visible()
    Thumb(page).button("^Review$")
    Thumb(page).heading("Can’t read that")
    expect(page.locator("#unsent")).to_contain_text("Not accepted")  # nobody has judged it: it goes by hand alone
    page.locator("#unsent summary").tap()
    Thumb(page).button("^Discard The table")
    Thumb(page).button("^Discard$")
    expect(page.locator("#unsent")).to_be_hidden()


def test_a_file_that_is_too_large_for_a_rulebook_is_refused_before_it_is_sent(page: Page, live_server: str) -> None:
    page.goto(live_server + "/house-rules")
    seen(page).get_by_text("Import", exact=True).tap()
    page.set_input_files("#file", [{"name": "a.toml", "mimeType": "text/plain", "buffer": b"#" * 1_200_000}])
    Thumb(page).button("^Import it$")
    Thumb(page).heading("House rules")
    said = page.locator("#file").evaluate("field => field.validationMessage")
    assert said == "That file isn’t a rulebook: it has more than 200000 characters."
