"""Pages with the keys of cards where the phone's own text is large: what is told and what sends it stay in sight."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Playwright, expect

from referee import create_app, vision
from referee.game import commands as cmd
from referee.rulebooks.sheets import Answers, sheet
from referee.storage.tables.database import db
from tests.browser.conftest import CHROMIUM, FLAGS
from tests.browser.evenings import LONG, Evening
from tests.browser.looking import SIZES, Shown, context_of, look, shown
from tests.browser.test_at_table_looks import Second
from tests.browser.thumb import Thumb, opened
from tests.game import plays
from tests.sizes import sized

USUAL = 16
"""The size of the letters that a browser begins with."""
PHONES = ((375, 667), (320, 568), (568, 320))
ROWS = {(375, 667): 3, (320, 568): 3, (568, 320): 3}
"""So many rows of the pad lie on the first screen."""
SMALL, LARGE = (320, 568), 150
"""On the smallest phone two rows, where the letters are large."""
DIAGONAL = [(100, PHONES[:1]), (125, [SMALL]), (LARGE, [SMALL]), (200, [PHONES[0], PHONES[2]])]
"""Each size of letters on a phone where it is tight. Every size on every phone, and all of it without the key of
photographs, stay in the sweep."""
SHORTENED = 60
"""px: of a name so much is always read."""
ASKS_FIRST = "the winner's cell"
"""Asks who went out instead before it asks for the cards."""


def write(settings: dict[str, Any]) -> dict[str, str]:
    """Every page on which cards are tapped in."""
    app = create_app(settings)
    with app.app_context():
        found = _table() | _counting() | _asking()
        db.session.remove()
        db.engine.dispose()
    return found


def _table() -> dict[str, str]:
    game = Evening("screw", LONG)
    game.act(plays.go_down(1, 2, ("5H 5S 5D", "9C 9D JK=9")))
    assert game.state.running is not None
    meld = next(iter(game.state.running.play.melds))
    here = f"/g/{game.code}"
    screw = f"{here}/screw-over?by=1&owner=2&meld={meld}&take=5S"
    call = Second("shanghai", LONG[:5])
    return {
        "going down": f"{here}/down?seat=4",
        "going down, refused": f"{here}/down?seat=4&melds=5H+QQ",
        "a lay-off": f"{here}/melds/{meld}?seat=2&pad=1",
        "a swap": f"{here}/melds/{meld + 1}?seat=3&way=swap",
        "another meld": f"{here}/melds/another?seat=2&owner=3",
        "a further meld": f"{here}/new-meld?seat=2",
        "a screw-over: which card": f"{here}/screw-over?by=1&owner=3&cards_of=",
        "a screw-over: the rest": f"{screw}&use=contract",
        "a Shanghai call": f"/g/{call.code}/shanghai?discarder=2&seat=3",
        "cards left, of eight": f"{here}/round?seat=1",
    }


def _counting() -> dict[str, str]:
    game = Second("contract", ("Ann", "Ben", "Carla", "Dan")).rounds(1)
    winner = game.state.rounds[0].went_out
    other = next(seat for seat in game.state.rounds[0].cells if seat != winner)
    out = game.out()
    seats = [seat for seat in (1, 2, 3, 4) if seat != out]
    game.hand(seats[0])
    here = f"/g/{game.code}"
    return {
        "cards left": f"{here}/round?seat={seats[1]}",
        "cards left, entered": f"{here}/round?seat={seats[0]}",
        "cards left, many": f"{here}/round?seat={seats[1]}&cards=K+K+10+5+5+A+JK+2+3+4+7",
        "a cell": f"{here}/score/1/{other}",
        "the winner's cell": f"{here}/score/1/{winner}",
    }


def _asking() -> dict[str, str]:
    questions = ("meld", "contract", "go_down", "lay_off", "swap", "screw", "shanghai", "discard", "turn", "score")
    return {f"asking: {name}": f"/ask/{name}?rulebook=screw&round=1" for name in questions}


@pytest.fixture(scope="module", params=sized([True], [False, True]), ids=sized(["photo"], ["plain", "photo"]))
def pages(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shown]:
    """With the key of photographs, and in a sweep without it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(vision, "installed", lambda: request.param)
        with shown(tmp_path_factory.mktemp("large"), write) as found:
            yield found


def large(playwright: Playwright, percent: int) -> Browser:
    """A browser whose person has chosen larger letters."""
    args = [*FLAGS, f"--blink-settings=defaultFontSize={USUAL * percent // 100}"]
    return playwright.chromium.launch(executable_path=CHROMIUM, args=args)


def faults_of(page: Page, width: int, height: int, rows: int) -> list[str]:
    return [
        *look(page, "outOfSight", rows),
        *look(page, "sideways", width),
        *look(page, "tooSmall", SIZES["target"], SIZES["target"]),
        *look(page, "lettersInLines"),
    ]


@pytest.mark.parametrize(
    ("percent", "phones"), sized(DIAGONAL, [(percent, PHONES) for percent in (100, 125, 150, 200)])
)
def test_the_keys_of_cards_their_tray_and_the_key_that_sends_are_in_sight(
    pages: Shown, playwright: Playwright, percent: int, phones: Sequence[tuple[int, int]]
) -> None:
    found: dict[str, list[str]] = {}
    browser = large(playwright, percent)
    try:
        for width, height in phones:
            with context_of(browser, playwright, viewport={"width": width, "height": height}) as context:
                page = context.new_page()
                for name, path in pages.paths.items():
                    page.goto(pages.address + path)
                    expect(page.locator(".pad")).to_be_visible()
                    expect(page.locator("[data-cards].active")).to_have_count(1)  # its keys know it, and it is in sight
                    page.evaluate(
                        "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
                    )
                    fewer = name == ASKS_FIRST or ((width, height) == SMALL and percent >= LARGE)
                    if faults := faults_of(page, width, height, ROWS[width, height] - fewer):
                        found[f"{width} x {height}: {name}"] = faults
    finally:
        browser.close()
    assert found == {}, json.dumps(found, indent=1)


@pytest.mark.parametrize("percent", sized([200], [100, 150, 200]))
def test_ones_own_hand_has_the_same_room_beside_the_key_that_says_i_went_out(
    live_server: str, playwright: Playwright, percent: int
) -> None:
    """The phone has a seat, and nobody went out: two keys in the dock, two beside the name."""
    found: dict[str, list[str]] = {}
    browser = large(playwright, percent)
    try:
        with context_of(browser, playwright) as context:
            page = context.new_page()
            game = opened(page, live_server, "contract", ("Ann", "Ben", "Christopher"))
            page.goto(game + "/who")
            Thumb(page).button("^Christopher$")
            page.locator(".mine").wait_for()
            for width, height in PHONES:
                page.set_viewport_size({"width": width, "height": height})
                page.goto(game + "/round")
                expect(page.get_by_role("button", name="I went out")).to_be_visible()
                expect(page.locator("[data-cards].active")).to_have_count(1)
                faults = faults_of(page, width, height, ROWS[width, height])
                name = page.locator("h1 .who").bounding_box()
                if not name or name["width"] < SHORTENED:
                    faults.append(f"whose hand: {name}")
                if faults:
                    found[f"{width} x {height}"] = faults
    finally:
        browser.close()
    assert found == {}, json.dumps(found, indent=1)


def test_the_key_for_ones_own_cards_is_in_sight_where_the_dock_is_not(live_server: str, playwright: Playwright) -> None:
    """The smallest phone with large letters: its dock is below the page."""
    browser = large(playwright, LARGE)
    try:
        with context_of(browser, playwright, viewport={"width": SMALL[0], "height": SMALL[1]}) as context:
            page = context.new_page()
            game = opened(page, live_server, "contract", ("Ann", "Ben", "Christopher"))
            page.goto(game + "/round?step=who")
            thumb = Thumb(page)
            thumb.button("^Ann$")
            thumb.heading("cards left")
            page.goto(game + "/who")
            thumb.button("^Christopher$")
            page.wait_for_url(lambda url: "/who" not in url)
            page.goto(game)
            key = page.get_by_role("link", name="Christopher, your cards").first
            box = key.bounding_box()
            assert box
            assert box["y"] + box["height"] <= SMALL[1], box
            key.tap()
            thumb.heading("Christopher: cards left")
            page.set_viewport_size({"width": 375, "height": 900})
            page.goto(game)
            expect(page.get_by_role("link", name="Christopher, your cards")).to_have_count(1)
    finally:
        browser.close()


@pytest.mark.parametrize("percent", sized([200], [LARGE, 200]))
def test_the_dock_leaves_the_page_more_than_half_of_the_screen(
    live_server: str, playwright: Playwright, percent: int
) -> None:
    """With its message, and with keys of a rulebook that has more of them; or it stands below the page."""
    width, height = PHONES[0]
    browser = large(playwright, percent)
    try:
        with context_of(browser, playwright, viewport={"width": width, "height": height}) as context:
            page = context.new_page()
            game = opened(page, live_server, "screw", LONG)
            expect(page.locator("#notices .notice")).to_be_visible()
            assert _room(page) > 0.4, "beside a message that is new"
            left = {}
            for place in ("", "/score", "/history", "/table", "/ask", "/irregular"):
                page.goto(game + place)
                left[place] = _room(page)
            assert all(share > 0.5 for share in left.values()), left
            assert look(page, "brokenWords", 12) == []
            if percent == LARGE:
                assert all(share < 0.85 for share in left.values()), "the dock is in sight there"
    finally:
        browser.close()


def _room(page: Page) -> float:
    """What the bar and the dock leave, as a share of the screen."""
    share: float = page.evaluate(
        """() => {
          const [bar, dock] = [".top", ".dock"].map((each) => document.querySelector(each).getBoundingClientRect());
          return (Math.min(dock.top, innerHeight) - bar.bottom) / innerHeight;
        }"""
    )
    return share


def test_the_word_beside_the_points_of_a_sheet_stays_whole(
    live_server: str, settings: dict[str, Any], playwright: Playwright
) -> None:
    with create_app(settings).app_context():
        evening = Evening(sheet(Answers("Skyjo", below_zero=True)), LONG[:2])
        evening.act(cmd.CloseRound(1, {1: "12", 2: "7"}))
        db.session.remove()
        db.engine.dispose()
    browser = large(playwright, LARGE)
    try:
        for width in (SMALL[0], PHONES[0][0]):
            with context_of(browser, playwright, viewport={"width": width, "height": SMALL[1]}) as context:
                page = context.new_page()
                page.goto(f"{live_server}/g/{evening.code}/score/1/1")
                label = page.locator(".points-field > label").first
                assert label.evaluate("word => word.offsetHeight < 2 * parseFloat(getComputedStyle(word).fontSize)")
                assert page.evaluate("document.documentElement.scrollWidth") == width
    finally:
        browser.close()
