"""Every page of the app on the smallest phone, with letters as large as a person may have set them in the browser."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask
from playwright.sync_api import Browser, Page, Playwright

from referee import create_app
from referee.days import today
from referee.game import commands as cmd
from referee.season.money import STAKE, Terms
from referee.services.clubs import evenings, money, season_ends, seasons
from referee.services.clubs.evening_views import EveningForm
from referee.services.clubs.money_views import TermsForm
from referee.services.games import photos
from referee.services.house import notebooks
from referee.storage.tables.database import db
from tests.browser.evenings import LONG, Evening
from tests.browser.looking import SIZES, STOPS, Shown, context_of, letters, look, looks, shown
from tests.browser.seasons import CROWD, Years
from tests.game import plays
from tests.photographs import picture
from tests.services.desk import tag
from tests.sizes import sized

pytestmark = pytest.mark.long

SMALL = (320, 568)
STREAMS = {"live.game", "live.several"}
NOT_HERE = {
    *("door.page", "https.page", "https.authority", "join.waiting", "api.not_so", "health.metrics", "phones.leaving"),
}
"""What is there only where a house is set up so, or where somebody waits."""
LEAD_ON = {"ask.again", "own.choose", "players.choose", "rulebooks.choose", "table_view.old"}
QUERIES = {
    "ask.question": "rulebook=screw&round=1",
    "play.down": "seat=4",
    "play.new_meld": "seat=2",
    "play.on_table": "seat=2&pad=1",
    "play.other_meld": "seat=2&owner=3",
    "play.screw_over": "by=1&owner=3&cards_of=",
    "round.page": "seat=1",
    "rulebooks.page": "q=joker",
    "triples.page": "cards=1rdf+2rdf+2gdf",
}
"""What a page is asked for where that shows more of it, such as its keys of cards."""


def write(settings: dict[str, Any]) -> dict[str, str]:
    """A club and a game of eight long names that goes on; the path of each page by its endpoint."""
    app = create_app(settings)
    with app.app_context():
        years = Years()
        club = years.club("Kartenfreunde Oberammergau und Umgebung")
        season = years.season(club, "Sunday evenings at Maximiliana Theodora", planned=9)
        over = years.games(club, season, (*LONG, *CROWD[:8]), 4)[0]
        family = years.club("The whole family")
        closed = years.season(family, "Christmas")
        years.games(family, closed, LONG, 2)
        season_ends.close(closed)
        player, other, *_ = (one.id for one in seasons.players(club))
        game = Evening("screw", LONG, club)
        game.act(plays.go_down(1, 2, ("5H 5S 5D", "9C 9D JK=9")))
        game.act(cmd.RecordRuling({"rulebook": "screw", "question": "meld", "cards": "JK JK JK"}))
        assert game.state.running is not None
        named = {"club": club, "season": season, "player": player, "other": other, "code": game.code}
        named |= {"rulebook": "screw", "question": "meld", "topic": "natural", "number": "1", "seat": "2"}
        lines = (f"0{month}/04/2019,{name},{at}" for month in (1, 2, 3) for at, name in enumerate(LONG))
        old_games = "\n".join(["date,player,total", *lines, "someday,Ada,1", "someday,Ben,2"]).encode()
        named["id_"] = notebooks.keep(club, "Sunday evenings at Maximiliana Theodora, copied.csv", old_games)
        named["evening"] = evening_of(club, over)
        money.save_terms(club, TermsForm("€", True, Terms("2019-01-01", STAKE, 500, 200)))
        named["photo"] = photos.keep(game.code, photos.made_small(picture()), tag(game.state.number))
        named |= {"meld": str(next(iter(game.state.running.play.melds))), "seq": str(game.state.number)}
        ended = named | {"code": over, "season": closed}
        paths = dict(_paths(app, named, ended))
        db.session.remove()
        db.engine.dispose()
    return paths


def evening_of(club: str, over: str) -> str:
    """Of today, with long names at two tables, and a game that is over."""
    made = evenings.make(club, EveningForm(today(), "19:30", "The last one of the year", "Gasthof zur Post")).id
    evenings.set_here(made, (), (), ", ".join(LONG))
    evenings.put_game(over, made)
    evenings.seat(made, 0)
    return made


def _paths(app: Flask, named: dict[str, str], ended: dict[str, str]) -> Iterator[tuple[str, str]]:
    """Of every rule that is read; a result and a corrected cell are those of a game that is over, a picture of a season
    that is."""
    phone = app.test_client()
    lost = set()
    for rule in app.url_map.iter_rules():
        if "GET" not in (rule.methods or ()) or rule.endpoint in STREAMS | {"static", "script", "styles"}:
            continue
        values = ended if rule.endpoint.startswith(("result.", "score.", "season.picture")) else named
        values = values | ({"other": "contract"} if "<rulebook>" in rule.rule else {})
        path = re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule).format(**values)
        path += f"?{query}" if (query := QUERIES.get(rule.endpoint)) else ""
        path += f"?double={named['other']}" if rule.endpoint == "players.merge" else ""
        answer = phone.get(path)
        if answer.status_code != 200:
            lost.add(rule.endpoint)
        elif answer.mimetype == "text/html":
            yield rule.endpoint + ("" if "<" in rule.rule else " of this phone"), path
    assert lost <= NOT_HERE | LEAD_ON, "these pages would not be looked at"


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shown]:
    with shown(tmp_path_factory.mktemp("every"), write) as found:
        yield found


def faults_of(page: Page, width: int) -> list[str]:
    with_keys = [("outOfSight", 2), ("tooSmall", SIZES["target"], SIZES["target"])]
    return looks(
        page,
        ("sideways", width),
        ("cutOff",),
        ("lettersInLines",),
        *(with_keys if page.locator(".pad:not(.triple-pad)").count() else []),  # of SET each tap is a page
        ("stopsUnderABar", STOPS),
    )


def test_nothing_lies_sideways_is_cut_off_or_lies_under_the_dock_whatever_the_size_of_letters(
    pages: Shown, browser: Browser, playwright: Playwright
) -> None:
    """What has keys of cards has its tray, two rows of them and the key that leads on in sight."""
    width, height = SMALL
    found: dict[str, list[str]] = {}
    with context_of(browser, playwright, viewport={"width": width, "height": height}) as context:
        page = context.new_page()
        for name, path in list(pages.paths.items())[:: sized(3, 1)]:
            page.goto(pages.address + path)
            page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
            for percent in sized((200,), (100, 125, 150, 200)):
                letters(page, percent)
                if faults := faults_of(page, width):
                    found[f"{percent} %: {name}"] = faults
    assert found == {}, json.dumps(found, indent=1)


def test_letters_are_as_large_as_the_browser_is_set_to(pages: Shown, page: Page) -> None:
    """The bounds of the style sheet grow with them, as on a phone that is set so."""
    page.set_viewport_size({"width": 375, "height": 667})
    page.goto(pages.address + pages.paths["rulebooks.page of this phone"])
    size = "parseFloat(getComputedStyle(document.body).fontSize)"
    usual = page.evaluate(size)
    letters(page, 200)
    assert page.evaluate(size) == 2 * usual
    assert page.evaluate("matchMedia('(max-width: 16rem)').matches")
    page.evaluate("document.querySelector('h1').style.width = '400px'")
    assert look(page, "sideways", 375) != []


SCREENS = 2.5
SHORT = (
    *(
        "club.page",
        "club.records",
        "data.page",
        "evenings.page",
        "evenings.shown",
        "notebook.look",
        "notebook.page",
        "players.page",
        "players.profile",
        "season.standings",
    ),
    "rulebooks.book",
)


def test_a_page_of_a_club_or_a_rulebook_is_a_few_screens_of_a_phone(pages: Shown, page: Page) -> None:
    """As it opens; what is folded is one tap away."""
    page.set_viewport_size({"width": 375, "height": 667})
    long = {}
    for name in SHORT:
        page.goto(pages.address + pages.paths[name])
        screens = page.evaluate("document.documentElement.scrollHeight / innerHeight")
        if screens > SCREENS:
            long[name] = screens
    assert long == {}


AT_A_DESK = """() => {
  const box = (name) => document.querySelector(name)?.getBoundingClientRect();
  const [bar, tabs] = [box(".top"), box(".tabs")];
  const beside = ["where", "undo", "invite"].filter((name) => {
    const one = box(`.top .${name}`);
    return one && one.left < tabs.right && one.right > tabs.left;
  });
  const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
  const wide = [...document.querySelectorAll(".actions > *")].map((key) => key.offsetWidth / rem);
  return [tabs.bottom <= bar.bottom + 1, beside, Math.max(0, ...wide) <= 22.1];
}"""


def test_at_a_desk_the_places_stand_in_the_bar_and_no_key_is_wider_than_a_hand(pages: Shown, page: Page) -> None:
    for width in (1024, 1280):
        page.set_viewport_size({"width": width, "height": 768})
        for name in ("game.now", "score.page", "history.page", "season.standings"):
            page.goto(pages.address + pages.paths[name])
            assert page.evaluate(AT_A_DESK) == [True, [], True], (name, width)
            page.get_by_role("navigation").last.get_by_role("link").last.click()
            page.wait_for_url(lambda url, here=pages.paths[name]: not url.endswith(here))  # no bar lies over it
