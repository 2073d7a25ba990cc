"""An old score sheet typed in on a phone: the keys, the sum beside the total, a reload in the middle, and the looks."""

from __future__ import annotations

import json
import re
from typing import Any
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Browser, Page, Playwright, expect

from tests.browser.evenings import LONG
from tests.browser.lines import COMPLAINTS
from tests.browser.looking import AXE, SIZES, context_of, look
from tests.browser.thumb import BUDGETS, Thumb, seen
from tests.photographs import picture
from tests.sizes import sized

FOUR = {
    "Ada": ["0", "15", "30", "5", "20", "10", "45"],
    "Ben": ["20", "0", "5", "12+5", "0", "15", "10"],
    "Cora": ["35", "40", "0", "20", "15", "0", "25"],
    "Dan": ["10", "25", "15", "0", "30", "40", "0"],
}
SUMS = {"Ada": 125, "Ben": 67, "Cora": 135, "Dan": 120}


def paper(page: Page, server: str) -> str:
    """The address of an empty sheet of the first club."""
    page.goto(server + "/clubs")
    page.get_by_role("link", name="Enter an old score sheet").tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("A game from paper")
    return page.url


def first_step(page: Page, *players: str) -> None:
    page.locator("#played_on").fill("2019-12-28")
    page.locator(".book-choice summary").tap()
    page.locator('label.choice:has([name=rulebook][value="contract"])').tap()
    for seat, name in enumerate(players, start=1):
        page.locator(f"#player-{seat}").fill(name)
    page.get_by_role("button", name="Next: the points").tap()


def test_a_sheet_is_typed_in_with_the_thumb_within_its_touches(page: Page, live_server: str) -> None:
    """Every digit, sign and Enter is one, and so is each tap, but for the names, which a club has from its players."""
    thumb = Thumb(page)
    paper(page, live_server)
    first_step(page, *FOUR)
    thumb.taps = 2  # the date, which today or a calendar gives, and the rulebook, which is that of the last game
    thumb.taps += len(FOUR)
    thumb.taps += 1  # to the points
    thumb.heading("What the paper says")
    expect(page.locator("#score-1-1")).to_be_focused()
    page.keyboard.type("7")
    expect(page.locator("[data-sum-of='1']")).to_have_text("7")  # the script is there
    page.keyboard.press("Backspace")
    keys = 0
    for name, column in FOUR.items():
        for points in column:
            page.keyboard.type(points)
            page.keyboard.press("Enter")  # the phone's own key goes down the column, and on to the next
            keys += len(points) + 1
        number = [*FOUR].index(name) + 1
        expect(page.locator(f"[data-sum-of='{number}']")).to_have_text(str(SUMS[name]))
    thumb.button("^Next: check it")
    thumb.heading("Is this what the paper says")
    thumb.button("Save the game")
    thumb.heading("Ben wins")
    assert thumb.taps + keys <= BUDGETS["taps"]["a_paper_sheet_of_four_by_seven"]
    page.goto(page.url.replace("/result", "/history"))
    noted = seen(page).get_by_role("listitem").filter(has_text="Note: Entered from an old score sheet")
    expect(noted).to_be_visible()


def test_on_a_laptop_a_block_fills_the_cells_and_arrows_go_from_one_to_the_next(page: Page, live_server: str) -> None:
    paper(page, live_server)
    first_step(page, "Ada", "Ben", "Cora")
    cell = page.locator("#score-1-1")
    expect(cell).to_be_focused()
    paste(page, "0\t20\t35\r\n15\t\t40\r\n30\t5\t0\r\n")
    values = "[...document.querySelectorAll('[data-grid] tbody input')].slice(0, 9).map((field) => field.value)"
    assert page.evaluate(values) == ["0", "20", "35", "15", "", "40", "30", "5", "0"]
    expect(page.locator("[data-sum-of]")).to_have_text(["45", "25", "75"])
    for key, field in (("ArrowRight", "2-1"), ("ArrowDown", "2-2"), ("ArrowLeft", "1-2"), ("ArrowUp", "1-1")):
        page.keyboard.press(key)
        expect(page.locator(f"#score-{field}")).to_be_focused()
    paste(page, "12+5")
    expect(cell.locator("xpath=following-sibling::output")).to_have_text("= 17")
    page.locator("#score-3-7").focus()
    paste(page, "1 2 3\n4 5 6")
    expect(page.locator("[data-does-not-fit]")).to_contain_text("2 × 3 cells")
    expect(page.locator("#score-3-7")).to_have_value("")
    page.get_by_role("button", name="Next: check it").tap()
    expect(seen(page)).to_contain_text("Ben’s points are missing in round 2.")
    seen(page).get_by_text("Ben wasn’t at the table in round 2").tap()
    page.get_by_role("button", name="Next: check it").tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("Is this what the paper says?")


def paste(page: Page, text: str) -> None:
    """What a spreadsheet or a text leaves on the clipboard, into the field that has the focus."""
    page.evaluate(
        """(text) => {
          const data = new DataTransfer(), field = document.activeElement;
          data.setData("text/plain", text);
          const event = new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true });
          if (field.dispatchEvent(event)) document.execCommand("insertText", false, text);
        }""",
        text,
    )


def test_a_reload_in_the_middle_of_a_sheet_loses_nothing(page: Page, live_server: str) -> None:
    paper(page, live_server)
    first_step(page, "Ada", "Ben", "Cora")
    expect(page.locator("#score-1-1")).to_be_focused()
    page.locator("#score-1-1").fill("0")
    page.locator("#score-1-2").fill("15")
    page.wait_for_url(re.compile("s1=15"))
    page.reload()
    expect(page.locator("#score-1-2")).to_have_value("15")
    page.get_by_role("button", name="Only the column of Ben").tap()
    expect(page.get_by_role("heading", level=1)).to_contain_text("column 2 of 3")
    page.locator("#score-2-1").fill("7")
    page.get_by_role("button", name="Back").tap()
    expect(page.locator("#score-1-2")).to_have_value("15")
    page.get_by_role("button", name="Next: Ben").tap()
    expect(page.locator("#score-2-1")).to_have_value("7")


def test_the_focus_leaves_no_cell_in_which_somebody_types_already(page: Page, live_server: str) -> None:
    """The first cell gets it as the page comes, and not once more when htmx has settled, 20 ms or more later."""
    paper(page, live_server)
    page.evaluate(
        """document.addEventListener("htmx:afterSettle", () => { window.settled = true; });
        document.addEventListener("htmx:afterSwap", () => {
          window.first = new Promise((done) => setTimeout(() => {
            done(document.activeElement.id);
            document.getElementById("score-1-2").focus();
          }));
        })"""
    )
    first_step(page, "Ada", "Ben", "Cora")
    page.locator("#score-1-2").wait_for()
    assert page.evaluate("window.first") == "score-1-1"
    page.wait_for_function("window.settled")
    expect(page.locator("#score-1-2")).to_be_focused()


def crowded(at: str, go: str, **more: str) -> str:
    """Eight players with long names, every round played."""
    fields = [("at", at), ("go", go), ("rulebook", "wikipedia"), ("played_on", "2019-12-28")]
    fields += [("player", name) for name in LONG]
    for column in range(1, 9):
        out = (column, 1) if column < 3 else (column,)  # two of them in the first round
        fields += [(f"s{column}", "0" if place in out else str(5 * column + place)) for place in range(1, 8)]
    return "?" + urlencode([*fields, *more.items()])


def late() -> str:
    """Somebody with a long name who came for the third round, of which nothing is settled yet."""
    fields = [("at", "2"), ("go", "3"), ("rulebook", "contract"), ("played_on", "2019-12-28")]
    fields += [("player", name) for name in LONG[:3]]
    fields += [("s1", str(points)) for points in range(7)]
    fields += [("s2", points) for points in ("", "", "5", "8", "0")]
    return "?" + urlencode([*fields, ("t2", "99")])


@pytest.mark.parametrize(("scheme", "width"), sized([("light", 320)], [("light", 320), ("dark", 375)]))
def test_every_step_is_fit_for_eyes_and_thumbs(
    browser: Browser, playwright: Playwright, live_server: str, scheme: Any, width: int
) -> None:
    steps = {
        "A game from paper": crowded("1", "players"),
        "What the paper says": crowded("players", "grid"),
        "What the paper": crowded("grid", "out", t2="9999"),
        "column 1 of 8": crowded("players", "1"),
        "column 2 of 8": crowded("2", "3", t2="9999"),
        "column 1 of 1": "?"
        + urlencode({"at": "1", "rulebook": "liverpool", "played_on": "2019-12-28", "player": "A"}),
        "column 2 of 3": late(),
        "Who went out": crowded("8", "out"),
        "Is this what": crowded("8", "check"),
        "Is this": crowded("8", "check", t2="9999"),
    }
    found: dict[str, Any] = {}
    with context_of(browser, playwright, color_scheme=scheme, viewport={"width": width, "height": 8000}) as context:
        page = context.new_page()
        empty = paper(page, live_server)
        for name, query in list(steps.items())[:: sized(2, 1)]:
            page.goto(empty + query)
            expect(page.get_by_role("heading", level=1)).to_contain_text(name)
            page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
            page.evaluate(AXE)
            faults = look(page, "axeFaults") + look(page, "sideways", width)
            faults += look(page, "tooSmall", SIZES["target"], SIZES["primary_key_height"])
            faults += look(page, "tooFine", SIZES["body_text"], SIZES["smallest_text"])
            page.evaluate("document.documentElement.style.fontSize = '225%'")  # twice as large a text
            faults += look(page, "sideways", width)
            if faults:
                found[name] = faults
    assert found == {}, json.dumps(found, indent=1)


def test_a_photo_of_the_paper_goes_with_the_sheet(page: Page, live_server: str, expected_complaints: list[str]) -> None:
    """A sheet without a photo is an entry like any other, so it waits in the queue while there is no connection."""
    expected_complaints += [*COMPLAINTS, "422"]
    query = urlencode(
        [("at", "out"), ("go", "check"), ("rulebook", "contract"), ("played_on", "2019-12-28")]
        + [("player", name) for name in ("Ada", "Ben", "Cora")]
        + [(f"s{at}", points) for at, points in enumerate(("0", "25", "40"), start=1)],
    )
    address = f"{paper(page, live_server).partition('?')[0]}?{query}"
    page.goto(address)
    page.locator("#file").set_input_files({"name": "paper.jpg", "mimeType": "image/jpeg", "buffer": b"no picture"})
    page.get_by_role("button", name="Save the game").tap()
    expect(page.locator("#problems")).to_contain_text("This file can’t be read as a picture.")
    page.locator("#file").set_input_files({"name": "paper.jpg", "mimeType": "image/jpeg", "buffer": picture()})
    page.get_by_role("button", name="Save the game").tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("Ada wins")
    expect(page.locator(".paper-photo")).to_have_count(1)
    page.goto(address.replace("2019-12-28", "2019-12-29"))
    page.context.set_offline(True)
    page.get_by_role("button", name="Save the game").tap()
    expect(page.locator("#unsent")).to_contain_text("Not sent yet")
    page.context.set_offline(False)
    expect(page.get_by_role("heading", level=1)).to_have_text("Ada wins")
    expect(page.locator(".paper-photo")).to_have_count(0)
