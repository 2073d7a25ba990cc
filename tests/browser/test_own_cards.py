"""One's own cards: the largest key once the round is out, open without a line, and resumed where they were left."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from referee import create_app
from referee.game.commands import CloseRound, OpenGame
from referee.rulebooks import library
from referee.rules.rulebook.model import Rulebook
from referee.services.games import games
from referee.storage.tables.database import db
from tests.browser.lines import written
from tests.browser.thumb import BUDGETS, Thumb, opened, until
from tests.browser.together import NAME

NAMES = (
    "Maximiliane", "Bernadette", "Christopher", "Dee", "Ekaterina", "Friedrich", "Gwendolyn", "Hieronymus",
    "Ina", "Jo",
)  # fmt: skip
SIZES = [(375, 667), (320, 568)]


def says_who_went_out(second: BrowserContext, game: str, name: str) -> None:
    """Another phone of the table says it."""
    other = Thumb(second.new_page())
    other.page.goto(game + "/round?step=who")
    other.button(f"^{name}$")
    expect(other.page.locator("h1")).not_to_have_text("Who went out?")


@pytest.fixture
def host() -> str:
    """The name by which the phone reaches the server. Only at its own does a browser take plain http for secure."""
    return "127.0.0.1"


@pytest.fixture
def noa(page: Page, live_server: str, host: str) -> Thumb:
    """Noa's phone, on Now; nobody has gone out."""
    game = opened(page, live_server, "screw", ["Ann", "Noa", "Cleo"])
    page.goto(game.replace("127.0.0.1", host) + "/who")
    thumb = Thumb(page)
    thumb.button("^Noa$")
    thumb.heading("Round 1")
    return thumb


def test_the_largest_key_asks_for_ones_own_cards_once_somebody_went_out(noa: Thumb, second: BrowserContext) -> None:
    page = noa.page
    expect(page.locator(".own-hand")).to_have_count(0)
    says_who_went_out(second, page.url, "Ann")
    key = page.locator(".dock .own-hand")
    expect(key).to_contain_text("Noa, your cards")  # nobody has touched this phone
    assert noa.sees(key)
    boxes = [one.bounding_box() for one in page.locator(".dock .button").all()]
    areas = [box["width"] * box["height"] for box in boxes if box]
    own = key.bounding_box()
    assert own
    assert own["width"] * own["height"] == max(areas)
    before = noa.taps
    noa.tap(key)
    noa.heading("Noa: cards left")
    assert noa.taps - before <= BUDGETS["taps"]["ones_own_hand_once_somebody_went_out"]
    noa.card("K")
    noa.button("^Send$")
    noa.heading("Waiting for Cleo")
    noa.link("^Now$")
    noa.heading("Round 1")
    expect(page.locator(".own-hand")).to_have_count(0)


@pytest.mark.parametrize("host", ["127.0.0.1", NAME])
def test_without_a_line_the_pad_opens_and_the_cards_go_out_when_it_is_back(
    noa: Thumb, second: BrowserContext, book: Any, expected_complaints: list[str], host: str
) -> None:
    page = noa.page
    assert page.evaluate("isSecureContext") == (host != NAME)
    expected_complaints += ["ERR_INTERNET_DISCONNECTED", "htmx"]
    with page.expect_response(re.compile("/round\\?seat=2")):  # fetched ahead
        says_who_went_out(second, page.url, "Ann")
    key = page.locator(".dock .own-hand")
    expect(key).to_be_visible()
    expect(key).to_have_attribute("data-ahead", "here")
    page.context.set_offline(True)
    expect(page.locator("#strip-told")).to_contain_text("Don’t reload without a connection")
    noa.tap(key)
    noa.heading("Noa: cards left")
    assert "/round?seat=2" in page.url
    expect(page.locator("#strip-told")).to_contain_text("Offline since")
    for rank in ("K", "K", "5"):
        noa.card(rank)
    expect(page.locator(".sum")).to_have_text("25")
    noa.button("^Send$")
    expect(page.locator("#unsent")).to_contain_text("Not sent yet")
    assert written(book, "CardsLeftEntered") == []
    page.context.set_offline(False)
    noa.heading("Waiting for Cleo")
    [entered] = written(book, "CardsLeftEntered")
    assert (entered["seat"], entered["points"]) == (2, 25)


def test_who_waits_for_a_server_that_never_answers_gets_the_pad_all_the_same(
    noa: Thumb, second: BrowserContext, expected_complaints: list[str]
) -> None:
    page = noa.page
    expected_complaints.append("htmx")
    with page.expect_response(re.compile("/round\\?seat=2")):
        says_who_went_out(second, page.url, "Ann")
    expect(page.locator(".dock .own-hand")).to_have_attribute("data-ahead", "here")
    page.route(re.compile("/g/"), lambda _route: None)
    noa.tap(page.locator(".dock .own-hand"))
    noa.heading("Noa: cards left")
    page.unroute_all(behavior="ignoreErrors")


def test_whoever_comes_back_to_a_round_goes_on_with_the_hand_that_was_begun(counting: Thumb) -> None:
    page = counting.page
    game = page.url.partition("/round")[0]
    page.goto(game + "/round?seat=3")
    counting.heading("Player 3: cards left")
    counting.card("Q")
    counting.card("7")

    def resumed() -> None:
        counting.link("Round over")
        counting.heading("Player 3: cards left")
        expect(page.locator("#cards")).to_have_value("Q 7")

    counting.link("^Now$")
    counting.heading("Round 1")
    resumed()
    page.goto(game + "/score")
    page.goto(game)
    page.reload()
    resumed()
    page.reload()
    expect(page.locator("#cards")).to_have_value("Q 7")
    counting.tap(page.locator(".dock .primary"))
    counting.heading("Player 2: cards left")
    page.goto(game)
    counting.link("Round over")
    counting.heading("Player 2: cards left")  # nothing is begun any more: the next one that is missing


@pytest.fixture
def game_of(settings: dict[str, Any], live_server: str) -> Callable[..., str]:
    """A game by these rules, at so many seats with long names; ``closed``: so many rounds are over."""

    def make(rules: Rulebook, players: int, closed: int = 0) -> str:
        app = create_app(settings)
        with app.app_context():
            opening = OpenGame(rules, NAMES[:players])
            done = games.open_game(opening, games.WriteTag(secrets.token_hex(8), 0, "a phone"))
            for number in range(1, closed + 1):
                assert isinstance(done, games.Done)
                hands = dict.fromkeys(range(2, players + 1), "K")
                tag = games.WriteTag(secrets.token_hex(8), done.number, "a phone")
                closing = CloseRound(number, hands, 1, says_went_out=True, confirmed=True)
                done = games.act(done.code, closing, tag)
            db.session.remove()
            db.engine.dispose()
        assert isinstance(done, games.Done)
        return f"{live_server}/g/{done.code}"

    return make


COVERED = """() => [...document.querySelectorAll(".dock a, .dock button")].filter((key) => {
  key.scrollIntoView({ block: "nearest" });
  const box = key.getBoundingClientRect();
  const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  return !box.width || !box.height || box.left < 0 || box.right > innerWidth || !hit || !key.contains(hit);
}).map((key) => key.textContent.trim())"""


@pytest.mark.parametrize("players", [6, 8, 10])
def test_who_asked_too_covers_no_tab_and_every_key_is_reached(
    page: Page, game_of: Callable[[Rulebook, int], str], players: int
) -> None:
    rules = library.load("may-i")
    page.goto(game_of(library.with_house_rules(rules, {"players_max": 10}) if players > 8 else rules, players))
    Thumb(page).link("^May I$")
    page.locator(".taking .seat-key").nth(2).tap()
    expect(page.locator(".asked-too button")).to_have_count(players)  # the others, and whose turn it was
    expect(page.get_by_role("button", name=re.compile("^It was .* turn"))).to_have_count(1)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        for percent in (100, 125, 150, 200):
            page.evaluate(f"document.documentElement.style.fontSize = '{1.125 * percent}%'")
            page.evaluate("() => new Promise((over) => requestAnimationFrame(() => requestAnimationFrame(over)))")
            assert page.locator(".dock .tabs a").count() == 4
            assert page.evaluate(COVERED) == [], (width, percent)
            assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0


@pytest.mark.parametrize(
    ("book", "closed", "act"),
    [
        ("screw", 0, "Screw-over"),
        ("shanghai", 0, "Shanghai"),
        ("liverpool", 0, "The cut"),
        ("progressive", 8, "Buy"),  # from its ninth round on
    ],
)
def test_what_a_rulebook_is_about_is_in_sight_without_scrolling(
    page: Page, game_of: Callable[..., str], book: str, closed: int, act: str
) -> None:
    page.goto(game_of(library.load(book), 4, closed))
    key = page.locator(".dock .slim", has_text=act)
    expect(key).to_have_text(act)
    thumb = Thumb(page)
    for width, height, percent in ((375, 667, 100), (320, 568, 100), (375, 667, 150)):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(f"document.documentElement.style.fontSize = '{1.125 * percent}%'")
        page.evaluate("() => new Promise((over) => requestAnimationFrame(() => requestAnimationFrame(over)))")
        assert thumb.sees(key), (width, percent)
        box = key.bounding_box()
        assert box
        assert box["y"] + box["height"] <= height, (width, percent)
    page.evaluate("document.documentElement.style.fontSize = ''")
    thumb.tap(key)
    if act == "The cut":
        until(page, lambda: thumb.sees(page.get_by_role("button", name=re.compile("^Exact"))))
    else:
        expect(page.locator("h1")).not_to_have_text(re.compile(r"^Round \d"))
