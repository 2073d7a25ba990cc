"""Cards left from a photograph on a phone: taken, looked at, mended and used; and what is said where that fails."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Browser, Locator, Page, Playwright, expect

from referee import vision
from referee.vision import Reading
from tests.browser.looking import context_of, faults_of
from tests.browser.test_budgets import TAPS
from tests.browser.thumb import Thumb
from tests.photographs import photograph, reading
from tests.sizes import sized

SPOKEN = "all => all.map((each) => each.ariaLabel ?? each.querySelector('.sr').textContent)"
Shows = Callable[..., Path]
IN_THE_CAMERA = 2
"""Taps that no page sees: the shutter, and that the picture is good."""


@pytest.fixture
def shows(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Shows:
    """Draws a photograph of these cards, which the reader is to read as ``read``; returns its file."""

    def take(ranks: str, read: Reading | None = None) -> Path:
        said = read or reading(ranks)
        monkeypatch.setattr(vision, "read", lambda _data: said)
        file = tmp_path / "cards.jpg"
        file.write_bytes(photograph(ranks))
        return file

    monkeypatch.setattr(vision, "installed", lambda: True)
    return take


def is_ready(page: Page) -> None:
    """Waits for the module of the key: what is chosen before it is there is read then, what is turned away is not."""
    has_come = (
        "performance.getEntriesByType('resource').map(({ name }) => name).find((name) => name.endsWith('/photo.js'))"
    )
    page.wait_for_function(f"() => {has_come}")
    page.evaluate(f"async () => {{ await import({has_come}); }}")  # it has come, and what it stands on has, too
    page.wait_for_function("() => !document.querySelector('[hx-disable]')")


def turn_away(page: Page) -> None:
    is_ready(page)
    page.locator("[data-photo]").dispatch_event("cancel")
    expect(page.locator(".photo-guide")).to_be_visible()


def photo_of(thumb: Thumb, file: Path, key: str = "[data-photo]") -> None:
    with thumb.page.expect_file_chooser() as chooser:
        thumb.tap(thumb.page.locator(key))
    chooser.value.set_files(file)


def read_cards(page: Page) -> Locator:
    return page.get_by_role("list", name="Cards read").get_by_role("button")


def test_a_round_is_closed_with_a_photograph_that_is_mended(
    page: Page, live_server: str, shows: Shows, game: str
) -> None:
    file = shows("K K 10 5 JK Q", reading("K 10 5 JK Q Q", unsure="JK"))
    thumb = Thumb(page)
    page.goto(f"{game}/round")
    thumb.button("^Player 1$")
    thumb.heading("Player 2: cards left")
    photo_of(thumb, file)
    heading = page.get_by_role("heading", level=2, name=re.compile(" read: "))
    expect(heading).to_have_text("6 read: 60")
    expect(page.get_by_role("status").filter(has_text="unsure")).to_have_text("1 is unsure: tap it.")
    assert read_cards(page).evaluate_all(SPOKEN) == [
        "king", "ten", "five", "joker, unsure", "queen", "queen", "Add a card",
    ]  # fmt: skip

    thumb.tap(read_cards(page).filter(has=page.locator(".joker")))
    thumb.tap(page.locator("[data-choice=A]"))
    expect(heading).to_have_text("6 read: 60")
    shot = page.locator(".photo-shot canvas").bounding_box()
    assert shot
    page.touchscreen.tap(shot["x"] + shot["width"] * 610 / 800, shot["y"] + shot["height"] * 80 / 600)
    thumb.button("^Remove this card$")
    expect(heading).to_have_text("5 read: 50")
    page.touchscreen.tap(shot["x"] + shot["width"] * 0.5, shot["y"] + shot["height"] * 0.9)
    expect(page.get_by_role("status").filter(has_text="Which")).to_have_text("Which card is it?")
    thumb.tap(page.locator("[data-choice='2']"))
    expect(heading).to_have_text("6 read: 52")
    expect(page.get_by_role("status").filter(has_text="Tap")).to_be_visible()
    thumb.button("^Use these cards$")

    expect(heading).to_be_hidden()
    expect(page.locator("#cards")).to_have_value("K 10 5 A Q 2")
    expect(page.locator(".sum")).to_have_text("52")
    thumb.button("^Next: Player 3$")
    thumb.heading("Player 3: cards left")
    thumb.card("4")
    thumb.tap(page.locator(".dock .primary"))
    expect(page.get_by_role("link", name=re.compile("^Player 2 ?: 52"))).to_be_visible()
    thumb.close()
    thumb.heading("Round 2")


def test_a_double_tap_uses_the_cards_and_confirms_nothing(
    page: Page, live_server: str, shows: Shows, counting: Thumb
) -> None:
    """The key of the pad lies where the key of the photograph was."""
    photo_of(counting, shows("K Q"))
    confirmed: list[str] = []
    page.on("request", lambda sent: confirmed.append(sent.url) if sent.url.endswith("/cards-left") else None)
    page.locator("[data-photo-use]").dblclick()
    counting.card("A")
    expect(page.locator("#cards")).to_have_value("K Q A")
    assert not confirmed


def test_the_key_of_a_chosen_card_has_the_focus_and_is_told(
    page: Page, live_server: str, shows: Shows, counting: Thumb
) -> None:
    photo_of(counting, shows("K Q 9 8 7 6 5 4"))
    counting.tap(read_cards(page).nth(6))
    chosen = page.locator("[data-choice='5']")
    expect(chosen).to_be_focused()
    expect(page.get_by_role("group", name="Change the five").locator("[aria-current=true]")).to_have_count(1)
    expect(chosen).to_have_attribute("aria-current", "true")


@pytest.mark.parametrize("count", sized([12], [5, 12, 25]))
def test_the_taps_with_and_without_a_photograph(
    page: Page, live_server: str, shows: Shows, counting: Thumb, count: int
) -> None:
    cards = ("A K Q J 10 9 8 7 6 5 4 3 2 " * 2).split()[:count]
    read = [*cards[:-1], "K"]  # one of them is misread
    file = shows(" ".join(cards), reading(" ".join(read)))
    thumb = counting
    thumb.taps = 0
    for rank in cards:
        thumb.card(rank)
    expect(page.locator(".sum")).not_to_have_text("")
    typed, value = thumb.taps, page.locator(".sum").inner_text()
    page.reload()
    page.locator("#cards").fill("")
    thumb.taps = 0
    photo_of(thumb, file)
    expect(page.get_by_role("heading", level=2, name=re.compile(f"^{count} read: "))).to_be_visible()
    thumb.tap(read_cards(page).nth(count - 1))
    thumb.tap(page.locator(f"[data-choice='{cards[-1]}']"))
    thumb.button("^Use these cards$")
    expect(page.locator(".sum")).to_have_text(value)
    print(f"{count} cards: {typed} taps typed, {thumb.taps + IN_THE_CAMERA} with a photograph and one correction")
    assert typed == count
    assert thumb.taps <= TAPS["cards_left_from_a_photo"] + TAPS["change_a_card_of_a_photo"]


def test_what_does_not_arrive_leaves_the_pad_and_waits_nowhere(
    page: Page, live_server: str, shows: Shows, counting: Thumb, expected_complaints: list[str]
) -> None:
    expected_complaints += ["ERR_INTERNET_DISCONNECTED", "429", "422"]
    file = shows("K", reading(""))
    said = page.locator(".photo-said")
    is_ready(page)
    page.context.set_offline(True)
    photo_of(counting, file)
    expect(said).to_have_text("No connection. Close this and type the cards, or try again.")
    page.context.set_offline(False)
    photo_of(counting, file, "[data-photo-again][capture]")
    expect(said).to_have_text("No cards were found in this picture. Take another one, or type the cards.")
    full = {"status": 429, "content_type": "application/json", "body": '{"why": "Others are read just now."}'}
    page.route("**/photo/**", lambda route: route.fulfill(**full))  # type: ignore[arg-type]
    photo_of(counting, file, "[data-photo-again]:not([capture])")
    expect(said).to_have_text("Others are read just now.")
    counting.button("^Close: type the cards$")
    expect(page.locator("#unsent")).to_be_hidden()
    counting.card("K")
    expect(page.locator(".sum")).to_have_text("10")


def test_who_turns_the_camera_away_is_shown_how_and_may_take_the_gallery(
    page: Page, live_server: str, shows: Shows, counting: Thumb
) -> None:
    file = shows("K Q")
    turn_away(page)
    expect(page.locator(".photo-guide")).to_contain_text("Lay the cards in one or two rows on a plain cloth")
    photo_of(counting, file, "[data-photo-again]:not([capture])")
    counting.button("^Use these cards$")
    expect(page.locator("#cards")).to_have_value("K Q")


def test_a_file_that_this_phone_cannot_draw_goes_out_as_it_is(
    page: Page, live_server: str, shows: Shows, counting: Thumb, tmp_path: Path
) -> None:
    shows("K", reading("K 5"))
    file = tmp_path / "odd.heic"
    file.write_bytes(b"no picture for a browser")
    photo_of(counting, file)
    expect(page.get_by_role("heading", level=2, name="2 read: 15")).to_be_visible()
    expect(page.locator(".photo-shot")).to_be_hidden()


def test_the_picture_goes_out_small_and_only_once(
    page: Page, live_server: str, shows: Shows, counting: Thumb, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file, got = tmp_path / "large.jpg", []
    Image.effect_noise((4000, 3000), 40).convert("RGB").save(file, quality=95)
    shows("K")
    monkeypatch.setattr(vision, "read", lambda data: got.append(data) or reading("K"))
    posts: list[str] = []
    page.on("request", lambda request: posts.append(request.url) if request.method == "POST" else None)
    photo_of(counting, file)
    expect(page.get_by_role("heading", level=2, name="1 read: 10")).to_be_visible()
    [sent] = got
    assert max(Image.open(io.BytesIO(sent)).size) == 1600
    assert len(posts) == 1
    assert len(sent) < file.stat().st_size / 4


@pytest.mark.sweep
@pytest.mark.long
def test_what_was_read_is_large_enough_and_readable_in_both_themes(
    browser: Browser, playwright: Playwright, live_server: str, shows: Shows
) -> None:
    file = shows("K K 10 5 JK Q Q A 9 9 3 2", reading("K K K K K K K K K 10 5 2", unsure="10"))
    found: dict[str, list[str]] = {}
    with context_of(browser, playwright) as context:
        thumb = Thumb(context.new_page())
        page = thumb.page
        game = thumb.open_game(live_server, players=3)
        thumb.count(1, {2: "K", 3: "5"})
        thumb.close()
        for path in ("/round?seat=2", "/score/1/2"):
            page.goto(game + path)
            turn_away(page)
            found[f"{path}, guide"] = faults_of(page, (320, 1), (375, 2), (667, 1))
            for name in ("read", "choosing"):
                page.goto(game + path)
                page.locator("[data-photo]").set_input_files(file)
                expect(page.locator(".photo-asks")).to_be_visible()
                if name == "choosing":
                    thumb.tap(read_cards(page).nth(1))
                    expect(page.locator(".photo-ranks")).to_be_visible()
                found[f"{path}, {name}"] = faults_of(page, (320, 1), (375, 2), (667, 1))
    found = {name: faults for name, faults in found.items() if faults}
    assert found == {}, json.dumps(found, indent=1)
