"""What was typed and not sent is there again after a reload and after another page; what was sent never is."""

from __future__ import annotations

import re
import sqlite3

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, Request, expect

from tests.browser.lines import COMPLAINTS, all_is_sent, hold, let_go, open_anew, written
from tests.browser.thumb import Thumb, seen


@pytest.fixture(autouse=True)
def complaints(expected_complaints: list[str]) -> None:
    """What a browser says of requests that fail, and of refusals."""
    expected_complaints += COMPLAINTS


@pytest.fixture
def new_season(page: Page, live_server: str) -> str:
    """The address of the form for a season of the club at hand."""
    page.goto(live_server + "/standings")
    Thumb(page).link("^Create a season")
    expect(page).to_have_url(re.compile("/seasons/new$"))
    return page.url


def note_on(page: Page) -> Locator:
    return page.get_by_label("Anything the table wants to remember")


def drafts(page: Page) -> list[str]:
    found: list[str] = page.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('draft:'))")
    return found


def away_and_back(page: Page, place: str) -> None:
    """Over a reload, and by another place and the way back."""
    page.reload()
    before = " ".join((page.get_by_role("heading", level=1).text_content() or "").split())
    Thumb(page).place(place)
    expect(page.get_by_role("heading", level=1)).not_to_have_text(before)
    page.go_back()
    expect(page.get_by_role("heading", level=1)).to_have_text(before)


def test_a_new_game_is_there_as_it_was_left_until_it_is_opened(page: Page, live_server: str) -> None:
    thumb = Thumb(page)
    thumb.open_game(live_server, players=3)
    page.goto(live_server + "/new")
    thumb.tap(page.locator(".book-choice summary"))
    thumb.tap(page.locator("label.choice", has_text="Screw Rummy"))
    thumb.button("^Add Player 3$")
    page.locator("#player-3").fill("Ida")
    thumb.button("^Move seat 3 up$")
    thumb.button("^Add a seat$")
    page.locator("#player-5").fill("Jo")
    thumb.tap(seen(page).get_by_text("We choose"))
    thumb.tap(page.locator(".dealers label", has_text="Ida"))
    away_and_back(page, "Games")
    for seat, name in enumerate(("Player 3", "Ida", "", "", "Jo"), start=1):
        expect(page.locator(f"#player-{seat}")).to_have_value(name)
    expect(page.locator(".seat-row:visible")).to_have_count(5)
    expect(page.locator("[data-book-name]")).to_have_text("Screw Rummy")
    expect(page.locator(".book-choice")).not_to_have_attribute("open", "")
    expect(page.locator(".dealers label", has_text="Ida").locator("input")).to_be_checked()
    expect(page.get_by_role("button", name="Add Player 3")).to_be_hidden()
    expect(seen(page).get_by_text("Draft restored")).to_be_visible()
    thumb.button("^Open the game$")
    expect(page.locator(".notice:visible")).to_contain_text("Ida deals first")
    page.goto(live_server + "/new")
    expect(page.locator("#player-1")).to_have_value("")
    expect(seen(page).get_by_text("Draft restored")).to_be_hidden()
    assert drafts(page) == []


def test_the_same_players_again_leave_the_rulebook_and_the_dealer_as_chosen(page: Page, live_server: str) -> None:
    thumb = Thumb(page)
    thumb.open_game(live_server, players=5)
    page.goto(live_server + "/new")
    thumb.tap(page.locator(".book-choice summary"))
    thumb.tap(page.locator("label.choice", has_text="Screw Rummy").first)
    thumb.tap(seen(page).get_by_text("We choose"))
    thumb.link("^Same players again")
    expect(page.locator("#player-5")).to_have_value("Player 5")
    expect(page.get_by_role("link", name="Same players again")).to_be_hidden()
    thumb.tap(page.locator(".dealers label", has_text="Player 4"))
    thumb.button("^Open the game$")
    expect(page.locator(".notice:visible")).to_contain_text("Player 4 deals first")
    expect(page.locator(".where")).to_contain_text("Screw Rummy")


def test_a_new_game_can_be_started_afresh_and_that_taken_back(page: Page, live_server: str) -> None:
    thumb = Thumb(page)
    page.goto(live_server + "/new")
    thumb.button("^Add a seat$")
    page.locator("#player-5").fill("Jo")
    page.reload()
    thumb.button("^Start over$")
    expect(page.locator("#player-5")).to_be_hidden()
    expect(page.locator("#player-5")).to_have_value("")
    assert drafts(page) == []
    thumb.button("^Bring it back$")
    expect(page.locator("#player-5")).to_have_value("Jo")
    page.reload()
    expect(page.locator("#player-5")).to_have_value("Jo")
    thumb.button("^Start over$")
    page.reload()
    expect(page.locator("#player-5")).to_have_value("")
    expect(seen(page).get_by_text("Draft restored")).to_be_hidden()


def test_a_refused_new_game_is_kept_like_one_that_was_never_sent(page: Page, live_server: str) -> None:
    thumb = Thumb(page)
    page.goto(live_server + "/new")
    page.locator("#player-1").fill("Ida")
    thumb.button("^Open the game$")
    expect(page.locator("#problems")).to_be_visible()
    away_and_back(page, "Games")
    expect(page.locator("#player-1")).to_have_value("Ida")
    for seat, name in ((2, "Jo"), (3, "Kim")):
        page.locator(f"#player-{seat}").fill(name)
    thumb.button("^Open the game$")
    thumb.heading("Round 1")
    assert drafts(page) == []


def test_a_season_is_there_as_it_was_left_until_it_is_made(page: Page, new_season: str) -> None:
    thumb = Thumb(page)
    page.get_by_label("Name", exact=True).fill("Winter")
    page.get_by_label("Ends").fill("2027-03-01")
    page.get_by_label("How many games does it take to be ranked").fill("4")
    page.locator("[name=way]").last.check(force=True)
    page.locator("#tie_1").select_option(index=2)
    tie = page.locator("#tie_1").input_value()
    page.wait_for_function("() => Object.keys(localStorage).some((key) => key.startsWith('draft:'))")
    away_and_back(page, "Standings")
    expect(page.get_by_label("Name", exact=True)).to_have_value("Winter")
    expect(page.get_by_label("Ends")).to_have_value("2027-03-01")
    expect(page.get_by_label("How many games does it take to be ranked")).to_have_value("4")
    expect(page.locator("[name=way]").last).to_be_checked()
    expect(page.locator("#tie_1")).to_have_value(tie)
    expect(seen(page).get_by_text("Draft restored")).to_be_visible()
    thumb.button("^Create the season$")
    thumb.heading("Winter")
    page.goto(new_season)
    expect(page.get_by_label("Ends")).to_have_value("")
    expect(seen(page).get_by_text("Draft restored")).to_be_hidden()
    assert drafts(page) == []


def test_what_somebody_else_changed_meanwhile_stands_and_the_rest_is_filled_in(page: Page, new_season: str) -> None:
    thumb = Thumb(page)
    page.get_by_label("Name", exact=True).fill("Winter")
    thumb.button("^Create the season$")
    expect(page).to_have_url(re.compile("/seasons/[0-9a-f]+$"))
    page.goto(page.url + "/change")
    address, name, minimum = page.url, "Name", "How many games does it take to be ranked"
    page.get_by_label(name, exact=True).fill("Winter and spring")
    page.get_by_label(minimum).fill("9")
    browser = page.context.browser
    assert browser is not None
    with browser.new_context(has_touch=True, viewport={"width": 375, "height": 667}) as second:
        other = second.new_page()
        other.goto(address)
        other.get_by_label(name, exact=True).fill("Cold days")
        Thumb(other).button("^Save the season$")
        Thumb(other).heading("Cold days")
    page.reload()
    expect(page.get_by_label(name, exact=True)).to_have_value("Cold days")
    expect(page.get_by_label(minimum)).to_have_value("9")
    page.get_by_label(minimum).fill("1")
    page.reload()
    expect(page.get_by_label(name, exact=True)).to_have_value("Cold days")


def test_a_note_is_there_as_it_was_left_until_it_is_written(page: Page, game: str, book: sqlite3.Connection) -> None:
    thumb = Thumb(page)
    page.goto(game + "/table")
    note_on(page).fill("Ben brings the cake")
    away_and_back(page, "Score")
    expect(note_on(page)).to_have_value("Ben brings the cake")
    thumb.button("^Save note$")
    expect(page.get_by_role("listitem").filter(has_text="cake")).to_be_visible()
    expect(note_on(page)).to_have_value("")
    away_and_back(page, "Score")
    expect(note_on(page)).to_have_value("")
    assert drafts(page) == []
    assert len(written(book, "NoteAdded")) == 1


def test_what_waits_to_be_sent_is_not_filled_in_again_and_what_is_typed_after_it_is(
    page: Page, context: BrowserContext, game: str, book: sqlite3.Connection
) -> None:
    thumb = Thumb(page)
    page.goto(game + "/table")
    context.route("**/table/note", lambda route: route.abort())
    note_on(page).fill("Cake")
    thumb.button("^Save note$")
    expect(page.locator("#unsent")).to_contain_text("Not sent yet")
    page.reload()
    expect(page.locator("#unsent")).to_contain_text("Not sent yet")
    expect(note_on(page)).to_have_value("")
    note_on(page).fill("Coffee")
    page = open_anew(page, game + "/score").page
    context.unroute("**/table/note")
    all_is_sent(page)
    page.goto(game + "/table")
    expect(page.get_by_role("listitem").filter(has_text="Cake")).to_be_visible()
    expect(note_on(page)).to_have_value("Coffee")
    assert [each["text"] for each in written(book, "NoteAdded")] == ["Cake"]


def test_what_was_sent_when_its_page_was_left_is_not_filled_in_again(
    page: Page, context: BrowserContext, game: str
) -> None:
    thumb = Thumb(page)
    held = hold(context, "**/table/note")
    page.goto(game + "/table")
    note_on(page).fill("Cake")
    thumb.button("^Save note$")
    thumb.link("^Score$")
    thumb.heading("Score")
    let_go(page, held)
    all_is_sent(page)
    thumb.link("^Table$")
    thumb.heading("The table")
    expect(note_on(page)).to_have_value("")
    assert drafts(page) == []


def test_what_was_filled_in_again_does_not_keep_the_page_from_its_news(
    page: Page, context: BrowserContext, game: str
) -> None:
    """Nobody is typing there; somebody who is has the page to themselves."""
    thumb = Thumb(page)
    page.goto(game + "/table")
    page.wait_for_selector("body:not([hx-disable])", state="attached")
    note_on(page).fill("Cake")
    context.set_offline(True)
    thumb.button("^Save note$")
    expect(page.locator("#unsent")).to_contain_text("Not sent yet")
    note_on(page).fill("Half a")
    page = open_anew(page, game + "/table").page
    expect(page.get_by_role("listitem").filter(has_text="Cake")).to_be_visible()
    expect(note_on(page)).to_have_value("Half a")


def test_every_player_s_name_and_what_went_wrong_are_kept_each_for_itself(page: Page, game: str) -> None:
    thumb = Thumb(page)
    page.goto(game + "/table")
    page.locator(".more summary").nth(1).tap()
    page.locator("#name-2").fill("Ber")
    seen(page).get_by_text("Add a player").tap()
    page.locator("#join-name").fill("Do")
    page.reload()
    for seat, name in ((1, "Player 1"), (2, "Ber"), (3, "Player 3")):
        expect(page.locator(f"#name-{seat}")).to_have_value(name)
    expect(page.locator("#name-2")).to_be_visible()
    expect(page.locator("#name-3")).to_be_hidden()
    expect(page.locator("#join-name")).to_be_visible()
    page.goto(game + "/irregular")
    seen(page).get_by_text("Drew out of turn").tap()
    seen(page).get_by_text("Points, or a note").tap()
    page.get_by_label("What happened").fill("twice")
    page.reload()
    expect(page.get_by_label("What happened")).to_be_visible()
    thumb.button("^Player 2$")
    thumb.heading("Round 1")
    page.goto(game + "/irregular")
    expect(page.get_by_label("What happened")).to_have_value("")
    expect(page.locator("[name=kind]:checked")).to_have_count(0)


def test_a_club_s_name_and_words_of_one_s_own_are_kept(page: Page, live_server: str, game: str) -> None:
    thumb = Thumb(page)
    page.goto(live_server + "/clubs/new")
    page.get_by_label("Name of the club").fill("Harb")
    away_and_back(page, "Club")
    expect(page.get_by_label("Name of the club")).to_have_value("Harb")
    page.goto(game + "/rules/seats")
    page.wait_for_selector("body:not([hx-disable])", state="attached")  # what is typed is kept from now on
    page.get_by_label("In our own words").fill("Half a sent")
    page.reload()
    expect(page.get_by_label("In our own words")).to_have_value("Half a sent")
    thumb.button("^Change to ours")
    thumb.heading("House rules")
    assert [key for key in drafts(page) if "/g/" in key] == []


def test_what_was_asked_about_and_answered_with_yes_is_written_and_not_filled_in_again(page: Page, game: str) -> None:
    thumb = Thumb(page)
    page.goto(game + "/table")
    for name in ("Dora", "Emil", "Fritz"):
        seen(page).get_by_text("Add a player").tap()
        page.locator("#join-name").fill(name)
        thumb.button("^Join the game$")
        expect(page.locator("#join-name")).to_be_hidden()
    thumb.heading("Are you sure")
    thumb.link("^No, change it$")
    thumb.heading("The table")
    expect(page.locator("#join-name")).to_have_value("Fritz")
    thumb.button("^Join the game$")
    thumb.heading("Are you sure")
    thumb.button("^Yes, go on$")
    thumb.heading("The table")
    expect(page.locator("#join-name")).to_have_value("")
    assert drafts(page) == []


def test_house_rules_saved_after_a_question_are_not_offered_again(page: Page, live_server: str) -> None:
    thumb = Thumb(page)
    for address, again in (("contract", False), ("shanghai", True)):
        page.goto(f"{live_server}/house-rules/{address}/change")
        page.locator("#name").fill("Ours")
        page.locator("#special").fill(f"As in {address}")
        thumb.button("^Save as our own$")
        if again:
            thumb.heading("Are you sure")
            thumb.button("^Yes, save it$")
        expect(page.locator("#notices")).to_contain_text("Saved: Ours")
        assert drafts(page) == []


def test_house_rules_outlive_a_step_without_a_line_and_what_is_looked_for_or_typed_before_they_are_taken_up(
    page: Page, context: BrowserContext, live_server: str
) -> None:
    form = f"{live_server}/house-rules/contract/change"
    page.goto(form)
    page.locator("#name").fill("Ours")
    page.locator("summary", has_text="The rounds").first.tap()
    context.set_offline(True)
    thumb = Thumb(page)
    thumb.button("^Add a round$")
    expect(page.locator("#unsent")).to_contain_text("It continues when you’re back online")
    thumb = open_anew(page, form)
    page = thumb.page
    page.get_by_label("Find a rule").fill("joker")
    page.reload()
    expect(page.get_by_role("button", name="Continue")).to_be_visible()
    page.locator("#name").fill("Theirs")
    page.locator("#name").fill("")
    page.reload()
    expect(page.get_by_role("button", name="Continue", exact=True)).to_be_visible()  # its module is there
    expect(page.get_by_role("button", name="Continue the earlier one")).to_be_hidden()
    page.locator("#name").fill("Theirs")
    page.reload()
    thumb.button("^Continue the earlier one$")
    expect(page.locator("#name")).to_have_value("Ours")
    page.goto(form)
    thumb.button("^Continue the earlier one$")
    expect(page.locator("#name")).to_have_value("Theirs")
    thumb.button("^Save as our own$")
    expect(page.locator("#notices")).to_contain_text("Saved: Theirs")


@pytest.mark.parametrize("field", ["#ends", "#tie_1"])
def test_a_link_that_could_not_be_reached_waits_while_a_date_or_a_list_is_chosen(
    page: Page, context: BrowserContext, new_season: str, field: str
) -> None:
    thumb = Thumb(page)
    context.set_offline(True)
    thumb.place("Standings")
    expect(page.locator("#unsent")).to_contain_text("The page opens when you’re back online.")
    if field == "#ends":
        page.locator(field).fill("2027-03-01")
    else:
        page.locator(field).select_option(index=2)
    chosen = page.locator(field).input_value()
    asked: list[str] = []
    news: list[str] = []  # a page that is back online asks for itself, and that takes nobody away

    def note(request: Request) -> None:
        if "hx-request" in request.headers:
            (news if "live" in request.headers else asked).append(request.url)

    page.on("request", note)
    context.set_offline(False)
    expect(page).to_have_url(new_season)
    expect(page.locator(field)).to_have_value(chosen)
    thumb.button("^Try again$")
    thumb.heading("No season yet")
    assert asked == [page.url]
    assert set(news) <= {new_season, page.url}
