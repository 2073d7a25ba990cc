"""The pages of the table and of the house rules: no fault for axe, large enough, nothing sideways, in both themes."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Playwright

from referee import create_app
from referee.game import commands as cmd
from referee.rulebooks import library
from referee.services.clubs import clubs, rulebooks, seasons
from referee.services.games import games
from referee.storage.tables.database import db
from tests.browser.evenings import LONG, Evening
from tests.browser.looking import Shown, context_of, drawn, faults_of, shown
from tests.game import plays

FIVES, NINES = "5H 5S 5D", "9C 9D JK=9"
TOLD = "by=1&owner=2&meld={meld}&take=5S&use=contract&give=KD&use_cards=5S+5C+5D%0AJC+JD+JH&ask=1"


def write(settings: dict[str, Any]) -> dict[str, str]:
    """Every page of a round in play with eight long names, and the house rules; by what is to be seen."""
    app = create_app(settings)
    with app.app_context():
        found = _screw() | _shanghai() | _house_rules()
        db.session.remove()
        db.engine.dispose()
    return found


SENT = count()


class Second(Evening):
    """Another game under the same rulebook."""

    def _tag(self, seen: int) -> games.WriteTag:
        return dataclasses.replace(super()._tag(seen), id=f"second-{next(SENT)}-{self.sent}")


def _screw() -> dict[str, str]:
    game = Evening("screw", LONG)
    game.act(plays.take_discard(1, (3,), 2))
    game.act(plays.go_down(1, 2, (FIVES, NINES)))
    game.act(plays.take_discard(1, (3,), 1))
    assert game.state.running is not None
    meld = next(iter(game.state.running.play.melds))
    screw = f"/g/{game.code}/screw-over"
    paths = {
        "may i": "/may-i",
        "asked too": "/may-i?also=4",
        "taken": "?taken=4",
        "stock": "/stock",
        "wrong": "/irregular",
    }
    paths |= {"who is down": "/down", "down": "/down?seat=4", "no contract": "/down?seat=4&ask=1&melds=5H+5S+6D"}
    paths |= {"a contract": "/down?seat=4&ask=1&melds=6H+6S+6D%0A7H+7S+JK", "new meld": "/new-meld"}
    paths |= {"a meld": f"/melds/{meld}", "depends": f"/melds/{meld}?seat=5&laid=5C&ask=1", "rules": "/rules"}
    paths |= {
        "a rule": "/rules/natural",
        "points": "/rules/score",
        "wild": "/rules/wild",
        "contracts": "/rules/contracts",
    }
    shown = {name: f"/g/{game.code}{path}" for name, path in paths.items()}
    for name, told in {
        "who": "", "whom": "by=1", "which": "by=1&owner=2", "take": f"by=1&owner=2&meld={meld}",
        "use": f"by=1&owner=2&meld={meld}&take=5S&use=open", "rest": f"by=1&owner=2&meld={meld}&take=5S&use=contract",
        "asks": TOLD.format(meld=meld), "ruled": TOLD.format(meld=meld) + "&down=no",
        "refused": TOLD.format(meld=meld) + "&down=earlier",
        "tapped in": "by=1&owner=3&cards_of=5H+5S+5D&take=5S&use=lay_off",
    }.items():  # fmt: skip
        shown[f"screw: {name}"] = f"{screw}?{told}"
    victim = Second("screw", LONG[:5])
    victim.act(plays.go_down(1, 2, (FIVES, NINES)))
    victim.act(plays.take_discard(1, (3,), 1))
    assert victim.state.running is not None
    meld = next(iter(victim.state.running.play.melds))
    melds = ("5S 5C 5D", "JC JD JH")
    victim.act(plays.screw_over(1, 1, 2, "5S", "KD", "contract", melds, meld, down="no"))
    victim.act(cmd.NoteIrregularity(1, 3, "too many cards", "points", 20, "One too many"))
    victim.act(cmd.ShuffleStock(1))
    victim.act(cmd.DecideRule("natural", {"naturals_least": 0}, "Jokers alone are fine."))
    shown |= {"table view": f"/tv/{victim.code}", "which game": "/tv"}
    shown |= {"now, everything told": f"/g/{victim.code}", "decided": f"/g/{victim.code}/rules"}
    return shown | {"wrong in the score": f"/g/{victim.code}/score", "owed": f"/g/{victim.code}/new-meld"}


def _shanghai() -> dict[str, str]:
    game = Evening("shanghai", LONG[:5])
    for active in (2, 4):
        game.act(plays.take_discard(1, (3,), active))
    shown = {"limits": "", "may i, limits": "/may-i", "taken, limits": "?taken=3"}
    shown |= {"shanghai": "/shanghai", "called": "/shanghai?discarder=2&seat=2&card=5C&table=5H+5S+5D&ask=1"}
    nearer = Second("contract", LONG[:5])
    nearer.act(plays.take_discard(1, (3,)))
    nearer.act(plays.take_discard(1, (1,), also=2, gets=3))
    found = {name: f"/g/{game.code}{path}" for name, path in shown.items()}
    return found | {"taken, who comes first": f"/g/{nearer.code}?taken={nearer.state.number}"}


def _house_rules() -> dict[str, str]:
    tag = games.WriteTag("house-rules", 0, "a phone")
    saved = rulebooks.save_rulebook(seasons.first_club().id, library.load("contract"), LONG[1], tag, {"may_i_limit": 2})
    assert isinstance(saved, rulebooks.Saved)
    form = f"/house-rules/{saved.id}/change"
    game = Evening(saved.rulebook, LONG[:5]).rounds(1)
    sheets = {page: f"/g/{game.code}/{page}" for page in ("score", "history", "empty-sheet")}
    own = {"own": "/house-rules", "own book": f"/rulebooks/{saved.id}", "form": form, "book": "/rulebooks/contract"}
    other = clubs.make_club("The others").id
    return own | sheets | {"of another club": f"/house-rules?club={other}"}


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shown]:
    with shown(tmp_path_factory.mktemp("table"), write) as found:
        yield found


@pytest.mark.sweep
@pytest.mark.long
def test_axe_finds_nothing_and_everything_at_the_table_is_large_enough_for_a_thumb_and_nothing_lies_sideways(
    table: Shown, browser: Browser, playwright: Playwright
) -> None:
    with context_of(browser, playwright) as context:
        found = table.walk(context.new_page(), lambda page: faults_of(page, (320, 1), (320, 2)))
    assert found == {}, json.dumps(found, indent=1)


SHORTENED = """() => [...document.querySelectorAll(".ruled .name")].flatMap((e) => {
  const { writingMode, fontSize } = getComputedStyle(e);
  const side = writingMode === "vertical-rl" ? "Height" : "Width";
  const [seen, whole] = [e[`client${side}`], e[`scroll${side}`]];
  return whole > seen + 1 && seen < 5 * parseFloat(fontSize) ? [`${e.textContent} in ${seen} px`] : [];
})"""


def test_names_over_an_empty_sheet_are_shortened_only_where_they_are_long(table: Shown, page: Page) -> None:
    page.goto(table.address + table.paths["empty-sheet"])
    page.evaluate("document.fonts.ready.then(() => true)")  # in other letters names are longer
    for width, height in ((375, 667), (768, 1024), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        drawn(page)
        assert page.evaluate(SHORTENED) == [], width
    page.set_viewport_size({"width": 768, "height": 1024})
    drawn(page)
    page.locator(".ruled").evaluate("""table => {
      for (const name of table.querySelectorAll(".name")) name.style.height = "3rem";
    }""")
    assert page.evaluate(SHORTENED) != []
