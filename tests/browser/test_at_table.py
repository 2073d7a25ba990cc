"""A round at the table with a thumb: two taps for a May I, the screw-over by touch, Now to be read in every state."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

NAMES = ("Ann", "Ben", "Christopher", "Dee", "Eve", "Maximiliane", "Gus", "Hal")


@pytest.fixture
def taps() -> Callable[[Locator], None]:
    """Taps and counts: ``taps.count``."""

    def tap(what: Locator) -> None:
        what.tap()
        tap.count += 1  # type: ignore[attr-defined]

    tap.count = 0  # type: ignore[attr-defined]
    return tap


def open_game(phone: Page, rulebook: str, players: int = 4) -> str:
    """A game with Ann in seat 1, who deals; the phone stands on Now."""
    phone.goto(phone.url.split("/new")[0].rstrip("/") + f"/new?rulebook={rulebook}")
    for seat, name in enumerate(NAMES[:players], 1):
        if not phone.locator(f"#player-{seat}").is_visible():
            phone.get_by_role("button", name="One more seat").tap()
        phone.locator(f"#player-{seat}").fill(name)
    phone.get_by_text("We choose").tap()
    phone.get_by_role("button", name="Open the game").tap()
    phone.wait_for_url(re.compile(r"/g/\w{6}$"))
    return phone.url


def cards(phone: Page, text: str) -> None:
    """Tap cards on the key pad, suit by suit: ``"5H 5S"``."""
    chosen = ""
    for card in text.split():
        rank, suit = card[:-1], card[-1]
        if suit != chosen:
            phone.locator(f'[data-suit="{suit}"]').tap()
            chosen = suit
        phone.locator(f'[data-card-rank="{rank}"]').tap()


def nothing_sideways(phone: Page) -> None:
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth"), phone.url


def test_a_may_i_is_two_taps_and_one_undo_away(phone: Page, taps: Callable[[Locator], None]) -> None:
    open_game(phone, "shanghai")
    taps(phone.get_by_role("link", name="May I", exact=True))
    taps(phone.get_by_role("button", name="Christopher 2 left"))
    expect(phone.locator(".at-seats")).to_contain_text(re.compile(r"Christopher\s+○●\s+1 left"))
    assert taps.count == 2  # type: ignore[attr-defined]
    phone.get_by_role("button", name="Undo: Round 1: Christopher took the discard").tap()
    expect(phone.locator(".at-seats")).to_contain_text(re.compile(r"Christopher\s+●●\s+2 left"))


def test_several_who_ask_are_tapped_in_the_order_they_spoke(phone: Page) -> None:
    open_game(phone, "screw")
    phone.get_by_role("link", name="May I", exact=True).tap()
    phone.get_by_role("link", name="Several asked").tap()
    phone.get_by_role("link", name="Dee none taken").tap()
    phone.get_by_role("link", name="Ben none taken").tap()
    expect(phone.locator(".verdict")).to_contain_text("Dee gets it")
    phone.get_by_role("button", name="Record it").tap()
    expect(phone.locator(".at-seats")).to_contain_text(re.compile(r"Dee\s+1 taken"))


def test_the_screw_over_by_touch(phone: Page, expected_complaints: list[str]) -> None:
    now = open_game(phone, "screw")
    phone.get_by_role("link", name="Going down").tap()
    phone.get_by_role("link", name="Ben").tap()
    cards(phone, "5H 5S 5D")
    phone.get_by_role("button", name="next meld").tap()
    cards(phone, "9C 9D 9H")
    phone.get_by_role("button", name="Look at the melds").tap()
    expect(phone.locator(".verdict")).to_contain_text("Yes")
    phone.get_by_role("button", name="Record it").tap()
    expect(phone.get_by_role("link", name="Ben: five of hearts, five of spades and five of diamonds")).to_be_visible()
    phone.get_by_role("link", name="Screw-over").tap()
    phone.get_by_role("link", name="Ann", exact=True).tap()
    phone.get_by_role("link", name="Ben 2 melds").tap()
    phone.get_by_role("link", name=re.compile("^Ben: five")).tap()
    phone.get_by_role("link", name="five of spades", exact=True).tap()
    phone.get_by_role("link", name="Goes down with it").tap()
    expect(phone.locator("#use_cards")).to_have_value("5S")
    cards(phone, "KD")
    phone.reload()  # what was told stands in the address
    expect(phone.locator("#give")).to_have_value("KD")
    phone.locator("#use_cards").tap()
    cards(phone, "5C 5D")
    phone.get_by_role("button", name="next meld").tap()
    cards(phone, "JC JD JH")
    nothing_sideways(phone)
    phone.get_by_role("button", name="Look at it").tap()
    phone.get_by_role("link", name="Not yet").tap()
    expect(phone.locator(".verdict")).to_contain_text("Into Ben's hand")
    phone.get_by_role("button", name="Record it").tap()
    phone.wait_for_url(now)
    expect(phone.locator(".at-seats .screwed")).to_contain_text("truly screwed: owes a set of 3")
    nothing_sideways(phone)


def test_the_limit_reached_is_said_with_the_clause(phone: Page, expected_complaints: list[str]) -> None:
    expected_complaints.append("422")
    open_game(phone, "shanghai")
    for left in ("1 left", "none left", ""):
        phone.get_by_role("link", name="May I", exact=True).tap()
        expect(phone.get_by_role("heading", name="May I: who took the discard?")).to_be_visible()
        if left != "1 left":
            phone.get_by_text("New turn").tap()
        phone.get_by_role("button", name=re.compile("^Dee")).tap()
        if left:
            expect(phone.locator(".at-seats")).to_contain_text(re.compile(rf"Dee\s+[○●]+\s+{left}"))
    expect(phone.locator("#problems")).to_contain_text("Dee has had two in this round already, which is all.")
    phone.get_by_role("link", name=re.compile("how often")).tap()
    phone.wait_for_url(re.compile(r"/rulebook#may-i-limit$"))


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [320, 375])
def test_now_with_eight_seats_stays_readable(phone: Page, width: int, scheme: str) -> None:
    phone.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    phone.set_viewport_size({"width": width, "height": 667})
    open_game(phone, "screw", players=8)
    nothing_sideways(phone)
    seats = phone.locator(".at-seats li")
    expect(seats).to_have_count(8)
    for at, name in enumerate(NAMES):
        expect(seats.nth(at)).to_contain_text(name)
        expect(seats.nth(at)).to_contain_text("none taken")
    for key in phone.locator(".things .button, .actions .button").all():
        box = key.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44
