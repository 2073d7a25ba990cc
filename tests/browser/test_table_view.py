"""The table view on televisions and tablets: it fills the screen, nothing lies below its edge, digits are large."""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from referee import create_app
from referee.game import commands as cmd
from referee.rulebooks import library
from referee.rulebooks.sheets import Answers, sheet
from referee.services.games import games
from referee.storage.tables.database import db
from tests.browser.evenings import LONG, Evening
from tests.browser.looking import SIZES, Shown, shown

SCREENS = {"television": (1920, 1080), "tablet": (1024, 768), "tablet, upright": (768, 1024)}
DOUBLE = ("Bartholomew Montgomery-Featherstonehaugh", "Anneliese-Charlotte von Hohenstein-Berge")
FORTY = tuple([f"Player {seat} of a very long family name here" for seat in range(1, 7)])
"""As long as names can be."""
SHORT = ("Anna", "Ben", "Cleo", "Dan")
EIGHT = tuple(f"{number} Maximiliana-Theodora von Hohenstein-Kl" for number in range(1, 9))
TWELVE = (*LONG, "Player 9", "Player 10", "Player 11", "Player 12")
FOR_TWELVE = {"players_max": 12, "decks": dict.fromkeys(map(str, range(3, 13)), 4), "jokers": 0, "may_i_limit": 3}


class OneOfMany(Evening):
    """One of several games in a book: each sends ids of its own."""

    numbers = itertools.count(1)

    def _tag(self, seen: int) -> games.WriteTag:
        return dataclasses.replace(super()._tag(seen), id=f"one-of-many-{next(self.numbers)}")


def _sheet(until: int) -> OneOfMany:
    """Eight names of forty letters after a round of a game without a rulebook; points may end it."""
    evening = OneOfMany(sheet(Answers("A game with a long name", until=until)), EIGHT)
    evening.act(cmd.CloseRound(1, dict.fromkeys(range(1, 9), "7"), confirmed=True))
    return evening


def write(settings: dict[str, Any]) -> dict[str, str]:
    app = create_app(settings)
    with app.app_context():
        for_twelve = library.with_house_rules(library.load("contract"), FOR_TWELVE)
        counting = OneOfMany("wikipedia", LONG).rounds(3)
        counting.out()
        few, many = OneOfMany("may-i", LONG[:3]), OneOfMany("may-i", (*DOUBLE, *LONG[2:]))
        few.act(cmd.AgreeHandicap({1: -100, 2: -5}))
        many.act(cmd.AgreeHandicap({seat: -15 * seat for seat in range(1, 9)}))
        evenings = {
            "three, with a handicap": few,
            "eight long names, with a handicap": many,
            "two, fresh": OneOfMany("grokipedia", SHORT[:2]),
            "four, after a round": OneOfMany("shanghai", SHORT).rounds(1),
            "eight long names, counting": counting,
            "eight long names, fresh": OneOfMany("may-i", (*DOUBLE, *LONG[2:])),
            "a long name deals": OneOfMany("screw", LONG).rounds(1),
            "five, a round with more to say": OneOfMany("liverpool", LONG[:5]).rounds(6),
            "four, finished": OneOfMany("contract", SHORT).rounds(7),
            "twelve, limits and long names": OneOfMany(for_twelve, TWELVE).rounds(2),
            "six, contracts of their own": OneOfMany("phase-10", FORTY).rounds(2),
            "four long names, contracts of their own": OneOfMany("phase-10", FORTY[:4]).rounds(2),
            "eight, finished": OneOfMany("may-i", LONG).rounds(7),
            "a sheet of eight": _sheet(0),
            "a sheet of eight who share the first place": _sheet(7),
        }
        db.session.remove()
        db.engine.dispose()
    return {name: f"/tv/{evening.code}" for name, evening in evenings.items()}


@pytest.fixture(scope="module")
def televisions(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shown]:
    with shown(tmp_path_factory.mktemp("tv"), write) as found:
        yield found


LAID_OUT = """() => {
  const list = document.querySelector(".view-lines").getBoundingClientRect();
  const totals = [...document.querySelectorAll(".view-lines .total")];
  const sizes = totals.map((total) => parseFloat(getComputedStyle(total).fontSize));
  const { scrollHeight, scrollWidth } = document.documentElement;
  const sticking = { below: scrollHeight - innerHeight, beside: scrollWidth - innerWidth };
  return { ...sticking, unused: innerHeight - list.bottom, digits: Math.min(...sizes) };
}"""


def test_it_fills_every_screen_and_its_digits_are_large(televisions: Shown, browser: Browser) -> None:
    def faults(page: Page) -> list[str]:
        found = []
        for name, (width, height) in SCREENS.items():
            page.set_viewport_size({"width": width, "height": height})
            laid_out = page.evaluate(LAID_OUT)
            is_good = laid_out["below"] <= 0 and laid_out["beside"] <= 0 and 0 <= laid_out["unused"] <= 40
            if not is_good or laid_out["digits"] < SIZES["table_view_digits"]:
                found.append(f"{name}: {laid_out}")
        return found

    with browser.new_context() as context:
        assert televisions.walk(context.new_page(), faults) == {}


def test_letters_on_a_television_are_read_at_three_metres(televisions: Shown, browser: Browser) -> None:
    """On a screen of 1080 lines, 68 cm high, 25 px are 16 mm: read at 3 m with ordinary sight and half again as far."""

    def small(page: Page) -> list[str]:
        found: list[str] = page.evaluate(
            """() => [...document.querySelectorAll(".table-view *")]
              .filter((part) => [...part.childNodes].some((node) => node.nodeType === 3 && node.data.trim()))
              .filter((part) => !part.closest(".sr") && parseFloat(getComputedStyle(part).fontSize) < 25)
              .map((part) => part.outerHTML.slice(0, 80))"""
        )
        return found

    with browser.new_context(viewport={"width": 1920, "height": 1080}) as context:
        assert televisions.walk(context.new_page(), small) == {}
