"""SET on two phones, played whole with the numbers of paper and pencil: a tap for each one found, and none is lost."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from referee import create_app
from referee.game import commands as cmd
from referee.rulebooks.sheets import Answers, sheet
from referee.season.rules import SeasonRule
from referee.services.clubs import clubs as club_services
from referee.services.clubs import seasons
from referee.services.clubs.clubs import SeasonForm
from referee.storage.tables.database import db
from tests.browser.evenings import Evening
from tests.browser.lines import COMPLAINTS
from tests.browser.test_long_names import NAMES, PHONES
from tests.browser.test_sheets import open_sheet, take_seat, totals
from tests.browser.thumb import Thumb, seen

SET = Answers("SET", rounds=2, highest_wins=True, has_dealer=False, by_taps=True, false_calls=True, triples=True)


@pytest.fixture
def thumb(page: Page) -> Thumb:
    return Thumb(page)


@pytest.fixture
def other(second: BrowserContext) -> Thumb:
    return Thumb(second.new_page())


def counts(page: Page, *expected: int) -> None:
    """What stands at each seat, in table order."""
    for seat, points in enumerate(expected, start=1):
        expect(page.locator(f"#tally-{seat} .number")).to_have_text(str(points).replace("-", "−"))


def tap(thumb: Thumb, *seats: int) -> None:
    """One more for each of these; below zero for a false call."""
    for seat in seats:
        key = thumb.page.locator(f"#tally-{abs(seat)} {'.tap' if seat > 0 else '.off'}")
        thumb.tap(key)


def test_set_is_played_whole_on_two_phones(
    thumb: Thumb, other: Thumb, live_server: str, settings: dict[str, Any]
) -> None:
    """Two decks of 27 cards or so. 1: Player 1 three, Player 2 two and a false call. 2: one and four."""
    page = thumb.page
    keys = "A tap for each one found", "A false call costs one", "Played with SET cards", "Highest", "No one"
    with create_app(settings).app_context():
        form = SeasonForm("Everything", "2000-01-01", None, SeasonRule(sheets=True))
        club_services.make_season(seasons.first_club().id, form)
        db.session.remove()
        db.engine.dispose()
    game = open_sheet(thumb, live_server, "SET", 3, *keys, rounds="2")
    take_seat(other, game, "Player 2")
    assert page.locator(".tally .tap").first.bounding_box()["height"] >= 60  # type: ignore[index]
    tap(thumb, 1, 1)
    tap(other, 2)
    for phone in (thumb, other):
        counts(phone.page, 2, 1, 0)
    tap(other, 2, -2)
    tap(thumb, 1, 3)
    for phone in (thumb, other):
        counts(phone.page, 3, 1, 1)
    thumb.button("Undo: Round 1: Player 3 found one")
    counts(other.page, 3, 1, 0)
    thumb.link("Is this a SET")
    thumb.heading("SET")
    page.go_back()
    thumb.link("^Deck is through")
    thumb.heading("Check the round")
    thumb.button("^Close round 1$")
    for phone in (thumb, other):
        phone.heading("^Player 1 leads")
        phone.read_news()
    tap(other, 2, 2, 2, 2)
    tap(thumb, 1)
    counts(thumb.page, 1, 4, 0)
    thumb.link("^Deck is through")
    thumb.button("^Close round 2$")
    for phone in (thumb, other):
        phone.heading("^Player 2 wins$")
        lines = [re.findall(r"Player \d|\d+$", " ".join(line.split())) for line in totals(phone.page)]
        assert lines == [["Player 2", "5"], ["Player 1", "4"], ["Player 3", "0"]]
    page.goto(live_server + "/standings")
    expect(seen(page)).to_contain_text("Player 2")


def test_each_tap_that_waits_counts_once(
    thumb: Thumb, other: Thumb, live_server: str, expected_complaints: list[str]
) -> None:
    expected_complaints += COMPLAINTS
    page = thumb.page
    game = open_sheet(thumb, live_server, "SET", 3, "A tap for each one found", "No one")
    take_seat(other, game, "Player 2")
    page.context.set_offline(True)
    tap(thumb, 1, 1, 3, 1)
    tap(other, 2, 2)
    counts(other.page, 0, 2, 0)
    page.context.set_offline(False)
    for phone in (thumb, other):
        counts(phone.page, 3, 2, 1)
    page.reload()
    counts(page, 3, 2, 1)


@pytest.mark.parametrize("width", [width for width, _ in PHONES])
def test_long_names_fit_the_keys(page: Page, live_server: str, settings: dict[str, Any], width: int) -> None:
    with create_app(settings).app_context():
        evening = Evening(sheet(SET), NAMES)
        for seat in (1, 1, 2, *[3] * 11):
            evening.act(cmd.Count(1, seat, 1))
        evening.act(cmd.Count(1, 8, -1))
        db.session.remove()
        db.engine.dispose()
    page.set_viewport_size({"width": width, "height": 667})
    page.goto(f"{live_server}/g/{evening.code}")
    assert page.evaluate("document.documentElement.scrollWidth") == width
    for key in page.locator(".tally button").all():
        box = key.bounding_box()
        assert box
        assert (box["height"] >= 60, box["width"] >= 44) == (True, True)
        assert key.evaluate("key => key.scrollWidth <= key.clientWidth")
    counts(page, 2, 1, 11, 0, 0, 0, 0, -1)
