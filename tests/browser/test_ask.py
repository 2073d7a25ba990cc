"""Ask the referee with a thumb: taps are counted, nothing typed is lost, and every screen can be read."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from referee.rulebooks import library
from referee.rules import packs
from referee.rules.cards import JOKER, SUITLESS, format_card, split_cards
from referee.web.ask.forms import address_of
from referee.web.shell import words
from tests import apps
from tests.browser.thumb import BUDGETS
from tests.rules.case_files import all_cases
from tests.sizes import sized

Tap = Callable[[Locator], None]


@pytest.fixture
def taps() -> list[str]:
    return []


@pytest.fixture
def tap(taps: list[str]) -> Tap:
    """Taps with a finger, and counts."""

    def once(what: Locator) -> None:
        taps.append(str(what))
        what.tap()

    return once


def key(page: Page, name: str) -> Locator:
    return page.get_by_role("group", name="Cards", exact=True).get_by_role("button", name=name, exact=True)


def verdict(page: Page) -> Locator:
    return page.locator(".verdict .word")


def at(live_server: str, path: str, **typed: str) -> str:
    return f"{live_server}{path}" + (f"?{urlencode(typed)}" if typed else "")


def test_is_this_meld_legal_takes_eight_taps(phone: Page, tap: Tap, taps: list[str]) -> None:
    tap(phone.get_by_role("link", name="Ask the referee"))
    tap(phone.get_by_role("link", name="Is this meld legal?"))
    tap(key(phone, "Clubs"))
    for rank in ("five", "six", "seven", "eight"):
        tap(key(phone, rank))
    tap(phone.get_by_role("button", name="Ask the referee"))
    expect(verdict(phone)).to_have_text("Yes")
    assert len(taps) <= BUDGETS["taps"]["is_this_meld_legal_for_four_cards"]


def test_the_suit_stays_chosen_and_a_wild_card_says_what_it_stands_for(page: Page, live_server: str) -> None:
    page.goto(at(live_server, "/ask/meld"))
    for name in ("Hearts", "five", "six", "joker"):
        key(page, name).tap()
    key(page, "stands for …").tap()
    key(page, "seven").tap()
    key(page, "eight").tap()
    expect(page.get_by_label("The cards")).to_have_value("5H 6H JK=7H 8H")
    expect(page.locator(".preview .placed")).to_have_count(4)
    key(page, "Take back the last card").tap()
    expect(page.get_by_label("The cards")).to_have_value("5H 6H JK=7H")


def test_a_set_needs_no_suit_and_a_suit_tapped_twice_is_said_no_longer(page: Page, live_server: str) -> None:
    page.goto(at(live_server, "/ask/meld"))
    for name in ("Hearts", "eight", "Spades", "Spades", "eight", "eight"):
        key(page, name).tap()
    expect(page.get_by_label("The cards")).to_have_value("8H 8 8")
    expect(page.locator(".preview .placed")).to_have_count(3)
    page.get_by_role("button", name="Ask the referee").tap()
    expect(verdict(page)).to_have_text("Yes")


SEQUENCES = {
    "3 C 4 C 5 C": "3C 4C 5C",
    "7 H 8 S 9 C": "7H 8S 9C",
    "C 3 4 5": "3C 4C 5C",
    "C 3 C 4 C 5": "3C 4C 5C",
    "S 2 S K": "2S KS",
    "H 7 8 S 9": "7H 8H 9S",
    "7 8 9 H": "7 8 9H",
    "K K K S 4 5 6": "K K K 4S 5S 6S",
    "K K K next 4 S 5 S": "K K K\n4S 5S",
    "K K next K S": "K K\nKS",
    "3 C 4 C next 5 6": "3C 4C\n5 6",
    "JK H 8": "JK 8H",
    "H JK = 7 8": "JK=7H 8H",
    "JK = 7 H 8 H": "JK=7H 8H",
    "H 8 H H 8 8": "8H 8 8",
    "H S 8": "8S",
    "8 back 9 H": "9H",
}
"""What is tapped, in whichever order somebody says cards, and what then stands there."""
TAPPED = """(taps) => {
  const field = document.querySelector("#melds");
  const keys = { next: "[data-next]", back: "[data-take-back]", "=": "[data-place]" };
  const keyOf = (tap) => keys[tap] ?? (/^[CDHS]$/.test(tap) ? `[data-suit=${tap}]` : `[data-rank="${tap}"]`);
  while (field.value) document.querySelector(keys.back).click();
  const chosen = document.querySelector("[data-suit][aria-pressed=true]");
  chosen?.click();
  chosen?.click();
  for (const tap of taps.split(" ")) document.querySelector(keyOf(tap)).click();
  return field.value;
}"""


def test_rank_and_suit_are_tapped_in_either_order(page: Page, live_server: str) -> None:
    page.goto(at(live_server, "/ask/contract", rulebook="contract", round="2"))
    page.wait_for_function("document.querySelector('[data-cards].active')")
    assert {taps: page.evaluate(TAPPED, taps) for taps in SEQUENCES} == SEQUENCES


def test_a_suit_belongs_to_the_card_that_went_into_its_field_before(page: Page, live_server: str) -> None:
    page.goto(at(live_server, "/ask/discard", rulebook="contract"))
    page.wait_for_function("document.querySelector('[data-cards].active')")
    single = page.locator("[data-cards=card] input").first
    single.tap()
    for name in ("seven", "Hearts"):
        key(page, name).tap()
    expect(single).to_have_value("7H")


def test_where_suits_decide_one_tap_tells_that_of_a_run(page: Page, live_server: str) -> None:
    page.goto(at(live_server, "/ask/meld"))
    for name in ("five", "six", "seven", "eight"):
        key(page, name).tap()
    page.get_by_role("button", name="Ask the referee").tap()
    expect(verdict(page)).to_have_text("It depends")
    expect(page.locator("#cards-needed")).to_have_text("Which suits are the 5, 6, 7 and 8?")
    key(page, "Clubs").tap()
    expect(page.get_by_label("The cards")).to_have_value("5C 6C 7C 8C")
    page.get_by_role("button", name="Ask again").tap()
    expect(verdict(page)).to_have_text("Yes")


@pytest.mark.parametrize("name", ["stands for …", "next meld", "Take back the last card"])
def test_a_key_with_nothing_to_do_says_what_comes_first(page: Page, live_server: str, name: str) -> None:
    page.goto(at(live_server, "/ask/contract", round="1"))
    key(page, name).tap()
    expect(page.locator("[data-preview=melds] .needed")).to_have_text(re.compile("Tap"))
    key(page, "eight").tap()
    expect(page.locator("[data-preview=melds] .needed")).to_have_count(0)


TYPED = ["8 8 8", "888", "KK5", "10 10", "1010", "★★", "8♠8♥8", "JK", "888JK", "QJK", "3K", "5c6c7c", "foo", "JK=7H8H"]


def test_the_script_splits_what_is_typed_as_the_server_does(page: Page, live_server: str) -> None:
    page.goto(at(live_server, "/ask/meld"))
    split = page.evaluate(
        """async (typed) => {
          const { version } = document.documentElement.dataset;
          const { pieces } = await import(`/static/v-${version}/faces.js`);
          return typed.map(pieces);
        }""",
        TYPED,
    )
    assert split == [split_cards(typed) for typed in TYPED]


SEEN_OF_FACES = """(faces) => Object.fromEntries(Object.entries(faces).map(([name, html]) => {
  const { firstElementChild: card } = Object.assign(document.createElement("div"), { innerHTML: html });
  return [name, [[...card.classList].sort().join(" "), card.ariaLabel, card.textContent.trim()]];
}))"""


def test_the_script_draws_and_says_every_card_as_the_server_does(page: Page, live_server: str) -> None:
    page.goto(at(live_server, "/ask/meld"))
    drawn = page.evaluate(
        """async () => {
          const { version } = document.documentElement.dataset;
          const { $cards: { CARDS } } = await import(`/static/v-${version}/faces.js`);
          return Object.fromEntries(Object.entries(CARDS).map(([name, { face }]) => [name, face]));
        }"""
    )
    served = {}
    with apps.lent({"TESTING": True}) as app, app.test_request_context():
        face = app.jinja_env.get_template("macros/cards.html").module.face  # type: ignore[attr-defined]
        for name, pack in packs.PACKS.items():
            with packs.played_with(name):
                for card in (*range(len(pack.suits) * 13), JOKER, *range(SUITLESS, SUITLESS + 13)):
                    if card == JOKER or card % 13 >= pack.lowest - 1:
                        is_among_stars = card == JOKER and pack is packs.WITH_STARS
                        called = "JOKER" if is_among_stars else packs.letters(format_card(card))
                        served[called] = str(face(words.card_face(card)))
    assert len(served) > 100
    seen_here, seen_there = (page.evaluate(SEEN_OF_FACES, faces) for faces in (drawn, served))
    assert {name: seen_here.get(name) for name in seen_there} == seen_there


def test_a_hand_to_be_counted_needs_no_suit(page: Page, live_server: str) -> None:
    page.goto(at(live_server, "/ask/score"))
    for name in ("king, 10 points", "king, 10 points", "ten, 10 points", "joker, 15 points"):
        key(page, name).tap()
    page.get_by_role("button", name="Ask the referee").tap()
    expect(verdict(page)).to_have_text("45 points")


def test_melds_are_tapped_one_after_the_other(page: Page, live_server: str) -> None:
    page.goto(at(live_server, "/ask/contract", round="1"))
    expect(page.locator("[data-slots] i"), "a set of 3 and another").to_have_count(6)
    assert page.evaluate("scrollY") == 0, "the slots are in sight over the keys, and so is the title"
    for name in "Clubs,five,Diamonds,five,Hearts,five,next meld,king,Spades,king,Clubs,king".split(","):
        key(page, name).tap()
    melds = page.get_by_label("The melds", exact=True)
    expect(melds).to_have_value("5C 5D 5H\nKS KC K")
    expect(page.locator("[data-slots] .meld").first.locator(".card")).to_have_count(3)
    expect(page.locator("[data-slots] i:not(.card *)"), "each slot of the contract has its card").to_have_count(0)
    key(page, "next meld").tap()
    key(page, "Take back the last card").tap()
    expect(melds).to_have_value("5C 5D 5H\nKS KC K")
    page.get_by_role("button", name="Ask the referee").tap()
    expect(verdict(page)).to_have_text("Yes")


def test_a_tapped_field_is_the_one_that_is_typed_into(page: Page, live_server: str) -> None:
    page.goto(at(live_server, "/ask/lay_off"))
    key(page, "Clubs").tap()
    for rank in ("five", "six", "seven", "eight"):
        key(page, rank).tap()
    page.get_by_label("Cards to lay off").tap()
    key(page, "nine").tap()
    expect(page.get_by_label("The meld on the table")).to_have_value("5C 6C 7C 8C")
    expect(page.get_by_label("Cards to lay off")).to_have_value("9C")


def test_one_tap_answers_what_the_referee_asks_back(page: Page, live_server: str) -> None:
    page.goto(at(live_server, "/ask/lay_off", ask="1", meld="5C 6C 7C 8C", cards="9C", round="2"))
    expect(verdict(page)).to_have_text("It depends")
    page.get_by_role("link", name="Before", exact=True).tap()
    expect(verdict(page)).to_have_text("Yes")


def test_a_reload_loses_nothing_and_asks_nothing(page: Page, live_server: str) -> None:
    page.goto(at(live_server, "/ask/meld"))
    key(page, "Spades").tap()
    key(page, "queen").tap()
    page.get_by_label("The cards").tap()
    page.keyboard.press("End")
    page.keyboard.type(" ks")
    page.reload()
    expect(page.get_by_label("The cards")).to_have_value("QS ks")
    expect(verdict(page)).to_have_count(0)


def test_back_from_the_verdict_leads_to_what_was_typed(page: Page, live_server: str) -> None:
    page.goto(at(live_server, "/ask/meld"))
    page.get_by_label("The cards").fill("5C 6C JK 9C")
    page.get_by_role("button", name="Ask the referee").tap()
    expect(verdict(page)).to_have_text("No")
    page.go_back()
    expect(page.get_by_label("The cards")).to_have_value("5C 6C JK 9C")
    expect(verdict(page)).to_have_count(0)
    key(page, "Take back the last card").tap()
    expect(page.get_by_label("The cards")).to_have_value("5C 6C JK")


def test_the_address_of_a_verdict_is_short_and_can_be_shared(page: Page, live_server: str) -> None:
    page.goto(at(live_server, "/ask/meld", rulebook="shanghai"))
    page.get_by_label("The cards").fill("AC 2C 3C 4C")
    page.get_by_role("button", name="Ask the referee").tap()
    expect(verdict(page)).to_have_text("No")
    expect(page).to_have_url(re.compile(r"cards=AC.*rulebook=shanghai|rulebook=shanghai.*cards=AC"))
    assert "=&" not in page.url
    address = page.url
    page.goto("about:blank")
    page.goto(address)
    expect(verdict(page)).to_have_text("No")


def test_an_error_keeps_what_was_typed(page: Page, live_server: str, expected_complaints: list[str]) -> None:
    expected_complaints += ["422", "Response Status Error Code"]
    page.goto(at(live_server, "/ask/meld"))
    page.get_by_label("The cards").fill("5C 6X")
    page.get_by_role("button", name="Ask the referee").tap()
    expect(page.locator("mark")).to_have_text("6X")
    expect(page.get_by_label("The cards")).to_have_value("5C 6X")


def test_the_clause_that_decided_is_one_tap_away_and_in_sight(page: Page, live_server: str) -> None:
    page.goto(at(live_server, "/ask/meld", ask="1", cards="5C 6C JK 9C", rulebook="contract"))
    page.get_by_role("link", name="Open this rule in the rulebook").tap()
    expect(page.locator("#run")).to_be_in_viewport()


def ruled(rulebook: str) -> dict[tuple[str, object], dict[str, Any]]:
    """By question and verdict the first case of a rulebook that lacks no fact."""
    there: dict[tuple[str, object], dict[str, Any]] = {}
    for case in all_cases():
        ask, want = case["ask"], case["want"]
        if ask["rulebook"] == rulebook and not want.get("needs") and not ask.get("house"):
            there.setdefault((ask["question"], want.get("legal")), ask)
    return there


@pytest.mark.parametrize(
    ("rulebook", "in_game"),
    sized([("contract", True)], [("screw", False), ("wikipedia", False), ("contract", True)]),
)
def test_the_verdict_one_clause_and_its_source_end_on_the_first_screen(
    page: Page, live_server: str, rulebook: str, in_game: bool, request: pytest.FixtureRequest
) -> None:
    inside = request.getfixturevalue("game").removeprefix(live_server) if in_game else ""
    page.set_viewport_size({"width": 375, "height": 667})
    book, low = library.load(rulebook), []
    for case, ask in ruled(rulebook).items():
        typed = address_of(ask, book) | {"rulebook": rulebook, "ask": "1"}
        page.goto(at(live_server, f"{inside}/ask/{ask['question']}", **typed))
        if any(says.endswith(":") for says in page.locator(".verdict .sentence").all_text_contents()):
            continue  # a turn, step by step: its cards are the answer, and the clause follows them
        if page.locator(".decides").count() and not page.locator(".asks").count() and page.evaluate(BELOW_THE_DOCK):
            low.append(case)
    assert len(ruled(rulebook)) > 10
    assert not low


BELOW_THE_DOCK = """() => {
    const edge = (what, side) => document.querySelector(what).getBoundingClientRect()[side];
    return edge(".decides .basis", "bottom") > edge(".dock", "top");
}"""


def test_everything_works_by_keyboard(page: Page, live_server: str) -> None:
    page.goto(at(live_server, "/ask/meld"))
    page.get_by_label("The cards").focus()
    page.keyboard.type("5C 6C 7C 8C")
    page.keyboard.press("Enter")
    expect(verdict(page)).to_have_text("Yes")


@pytest.fixture
def plain(browser: Browser) -> Iterator[Page]:
    """A phone without script."""
    context = browser.new_context(java_script_enabled=False, viewport={"width": 375, "height": 667})
    yield context.new_page()
    context.close()


def test_without_script_cards_are_typed(plain: Page, live_server: str) -> None:
    plain.goto(f"{live_server}/ask")
    plain.get_by_role("link", name="Is this meld legal?").click()
    expect(plain.get_by_role("group", name="Cards", exact=True)).to_be_hidden()
    plain.get_by_label("The cards").fill("5c6c7c8c")
    plain.get_by_role("button", name="Ask the referee").click()
    expect(verdict(plain)).to_have_text("Yes")
    plain.goto(f"{live_server}/rulebooks")
    plain.get_by_label("A name, or words of any rule").fill("Zioncheck")
    plain.get_by_role("button", name="Search").click()
    expect(plain.get_by_role("heading", name="Zioncheck")).to_have_count(1)


SCREENS = {
    "questions": ("/ask", {}),
    "meld": ("/ask/meld", {}),
    "screw-over": ("/ask/screw", {"rulebook": "screw"}),
    "discard": ("/ask/may_i", {"rulebook": "shanghai"}),
    "no": ("/ask/meld", {"ask": "1", "cards": "5C 6C JK 9C"}),
    "yes": ("/ask/meld", {"ask": "1", "cards": "5C 6C JK 8C"}),
    "open": ("/ask/lay_off", {"ask": "1", "meld": "5C 6C 7C 8C", "cards": "9C"}),
    "silence": ("/ask/discard", {"ask": "1", "hand": "5C", "card": "5C", "down": "earlier", "round": "1"}),
    "hand": ("/ask/go_down", {"ask": "1", "hand": "5C 5D 5H KC KD JK 3S 4S 9H 10H", "round": "1"}),
    "SET": ("/ask/set", {}),
    "a card of SET": ("/ask/set", {"cards": "2rdt", "pick": "dt"}),
    "no SET": ("/ask/set", {"cards": "1rdf 2rdf 2gdf"}),
    "three of four": ("/ask/set", {"cards": "1rdf 2rdf 3rdf 1goe"}),
    "rulebooks": ("/rulebooks", {}),
    "search": ("/rulebooks", {"q": "joker"}),
    "rulebook": ("/rulebooks/progressive", {}),
    "two": ("/rulebooks/contract/compare/bicycle", {}),
}
TARGETS = "a, button, input:not([type=hidden]):not([type=radio]), select, textarea, summary, label.choice"
SMALL = """(targets) => [...document.querySelectorAll(targets)]
  .filter(e => e.offsetParent && !e.closest(".sr, .skip, p.address"))
  .map(e => [e.outerHTML.slice(0, 80), e.getBoundingClientRect()])
  .filter(([, r]) => r.width < 43.5 || r.height < 43.5).map(([html, r]) => `${html} ${r.width} x ${r.height}`)"""
KEYS = """() => Math.min(999, ...[...document.querySelectorAll(".pad .rank, .pad .suit")]
  .map(e => e.offsetHeight))"""
SIDEWAYS = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"


def test_every_screen_fits_a_narrow_phone_and_large_text_and_a_thumb(page: Page, live_server: str) -> None:
    page.set_viewport_size({"width": 320, "height": 568})
    for screen, (path, typed) in SCREENS.items():
        page.goto(at(live_server, path, **typed))
        assert page.evaluate(SIDEWAYS) == 0, screen
        assert page.evaluate(SMALL, TARGETS) == [], screen
        assert page.evaluate(KEYS) >= 60, screen
        page.evaluate("() => { document.documentElement.style.fontSize = '36px'; }")
        assert page.evaluate(SIDEWAYS) == 0, screen


def test_the_pages_of_the_referee_stay_dark_in_the_dark(page: Page, live_server: str) -> None:
    page.emulate_media(color_scheme="dark")
    path, typed = SCREENS["silence"]
    page.goto(at(live_server, path, **typed))
    light = page.evaluate(
        """() => [...document.querySelectorAll("main, main section, .silence, .dock, input, .button")]
          .filter((e) => !e.matches(".primary")) // the one key that shines
          .map(e => [e.className, getComputedStyle(e).backgroundColor.match(/[0-9.]+/g).map(Number)])
          .filter(([, [r, g, b, a = 1]]) => a > 0.5 && (r + g + b) / 3 > 110).map(([name]) => name)"""
    )
    assert light == []
