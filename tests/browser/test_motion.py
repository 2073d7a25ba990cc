"""Motion is feedback: what moves, that nothing waits for it, and that nothing moves where the phone wants no motion."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import quiet
from tests.browser.thumb import HERE, Thumb

HELD = """() => {
  window.begun = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, options) {
    const motion = animate.call(this, frames, options);
    begun.push([this.className, options.pseudoElement ?? "", options.duration, frames[0].translate]);
    motion.pause();
    return motion;
  };
  document.addEventListener("animationstart", (event) => begun.push([event.animationName]));
}"""
"""Every motion between two pages stays at its beginning, and what has begun is written down."""
VIBRATED = """() => {
  window.ticks = [];
  Object.defineProperty(navigator, "vibrate", { value: (time) => ticks.push(time) });
}"""


@pytest.fixture
def moving(
    browser: Browser, browser_context_args: dict[str, Any], live_server: str, expected_complaints: list[str]
) -> Iterator[Page]:
    """A phone that wants motion, on *Now* of a game of three."""
    context = browser.new_context(**{**browser_context_args, "reduced_motion": "no-preference"})
    context.add_init_script(path=HERE / "heard.js")
    context.add_init_script(f"({HELD})(); ({VIBRATED})()")
    with quiet(context, expected_complaints):
        page = context.new_page()
        Thumb(page).open_game(live_server, players=3)
        yield page
    context.close()


def begun(page: Page) -> list[list[Any]]:
    found: list[list[Any]] = page.evaluate("begun.splice(0)")
    return found


def to_the_pad(page: Page) -> Thumb:
    """Player 1 went out, Player 2's cards are asked for."""
    thumb = Thumb(page)
    thumb.link("Round over")
    thumb.button("^Player 1$")
    thumb.heading("Player 2: cards left")
    return thumb


def test_a_card_that_is_tapped_drops_into_the_tray_and_one_that_is_taken_back_does_not(moving: Page) -> None:
    thumb = to_the_pad(moving)
    thumb.card("5")
    thumb.card("K")
    expect(moving.locator(".tape .drops")).to_have_count(1)
    expect(moving.locator(".tape .drops")).to_contain_text("K")
    assert ["drops"] in begun(moving), "a second tap may come before the first card has begun to drop"
    thumb.button("^Take back the last card$")
    expect(moving.locator(".tape .hand > *")).to_have_count(1)
    expect(moving.locator(".tape .drops")).to_have_count(0)


def test_a_card_that_is_asked_about_drops_as_well(moving: Page, live_server: str) -> None:
    moving.goto(f"{live_server}/ask/meld?rulebook=contract&round=1")
    for rank in ("8", "9"):
        moving.locator(f'[data-rank="{rank}"]').tap()
    expect(moving.locator("[data-preview] .drops")).to_have_count(1)
    expect(moving.locator("[data-preview] .drops")).to_contain_text("9")


def test_the_sum_rolls_and_ends_at_what_it_is_however_quick_the_taps(moving: Page) -> None:
    thumb = to_the_pad(moving)
    shown = """() => {
      const sum = document.querySelector(".tape .sum");
      const seen = [];
      const any = { childList: true, characterData: true, subtree: true };
      new MutationObserver(() => seen.push(sum.textContent)).observe(sum, any);
      for (const rank of ["K", "K", "5", "A"]) document.querySelector(`[data-rank="${rank}"]`).click();
      return new Promise((done) => setTimeout(() => done(seen), 1000));
    }"""
    seen = moving.evaluate(shown)
    assert seen[-1] == "40"
    assert len(set(seen)) > 3, "it rolls"
    assert [int(each) for each in seen] == sorted(int(each) for each in seen), "and never back"
    thumb.button("^Take back the last card$")
    expect(moving.locator(".tape .sum")).to_have_text("25")


def test_the_totals_of_a_round_roll_beside_the_lanes(moving: Page) -> None:
    thumb = Thumb(moving)
    for number, out in ((1, 1), (2, 2)):
        thumb.count(out, {seat: "K" for seat in (1, 2, 3) if seat != out})
        thumb.heading("Check the round")
        begun(moving)
        thumb.button("^Close round")
        expect(moving.locator(".round-news li")).to_have_count(3)
        totals = moving.locator(".round-news .total")
        expect(totals).to_have_text(["10", "10", "20"] if number == 2 else ["0", "10", "10"])
        assert moving.locator(".total[data-was]").count() == (3 if number == 2 else 0)
        if number == 2:
            assert ["runs"] in begun(moving)
            assert moving.locator(".total[data-was]").evaluate_all("all => all.map((each) => each.dataset.was)") == [
                *("0", "10", "10"),
            ]
        thumb.read_news()


def test_the_mark_and_the_felt_go_from_where_they_were_and_every_tap_counts_while_they_do(moving: Page) -> None:
    """Every motion is held at its beginning here, which is the longest that it can last."""
    thumb = Thumb(moving)
    for tab in ("Score", "History", "Table", "Now"):
        begun(moving)
        moving.locator(".tabs").get_by_text(tab, exact=True).tap()
        expect(moving.locator(".tabs [aria-current]")).to_have_text(tab)
        [mark] = [each for each in begun(moving) if each[1] == "::before"]
        assert mark[2] <= 200
        assert mark[3] != "0px 0px"
    thumb.link("Round over")
    moving.get_by_role("button", name="Player 1", exact=True).tap()
    thumb.heading("Player 2: cards left")
    moving.get_by_role("link", name=re.compile("^Now$")).tap()
    moving.get_by_role("link", name=re.compile("Round over")).tap()
    thumb.heading("Player 2: cards left")
    assert any(each[0].startswith(("felt", "tape")) for each in begun(moving)), "from the round to the tray"
    for rank in "K5K":
        moving.get_by_role("button", name=re.compile({"K": "^king, ", "5": "^five, "}[rank])).tap()
    expect(moving.locator("#cards")).to_have_value("K 5 K")


def test_a_hand_goes_from_its_line_to_the_tray_and_back(moving: Page) -> None:
    thumb = to_the_pad(moving)
    thumb.card("K")
    thumb.card("5")
    moving.locator(".dock .primary").tap()
    thumb.heading("Player 3: cards left")
    thumb.card("Q")
    begun(moving)
    moving.locator(".dock .primary").tap()
    thumb.heading("Check the round")
    assert [each[0] for each in begun(moving) if "hand" in each[0]] == ["hand"]
    moving.locator("#line-2 a").tap()
    thumb.heading("Player 2: cards left")
    assert [each[0] for each in begun(moving) if "hand" in each[0]] == ["hand lapped-hand"]


def test_a_key_of_the_pad_ticks(moving: Page) -> None:
    to_the_pad(moving).card("K")
    expect(moving.locator(".tape .hand > *")).to_have_count(1)  # a tap may come before the script of the pad
    assert moving.evaluate("ticks.length") == 1


def test_nothing_moves_where_the_phone_wants_no_motion(moving: Page) -> None:
    moving.emulate_media(reduced_motion="reduce")
    thumb = to_the_pad(moving)
    thumb.card("K")
    expect(moving.locator(".sum")).to_have_text("10")  # a tap may come before the script of the pad
    moving.evaluate("document.querySelector('[data-rank=K]').click()")
    assert moving.locator(".sum").text_content() == "20", "at once"
    thumb.link("^Now$")
    for tab in ("Score", "Now"):
        thumb.place(tab)
        expect(moving.locator(".tabs [aria-current]")).to_have_text(tab)
    assert begun(moving) == []
    assert moving.evaluate("ticks.length") == 0
