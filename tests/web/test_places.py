"""The places below every page: four outside of games, and which of them a page belongs to."""

from __future__ import annotations

import pytest
from flask import Flask

from referee.web.shell.places import PLACES
from referee.web.shell.screens import _SCREENS
from tests.web.plain import Phone
from tests.web.season_club import Club

FOUR = {"Games": "/", "Standings": "/standings", "Rulebooks": "/rulebooks", "Club": "/clubs"}
ONLY_LOOKED_AT = {"table_view"}


def places(phone: Phone) -> dict[str, str]:
    """The words of the tabs with what is said of each: the current one, or nothing."""
    return {
        e.text(): e.get("aria-current") or "" for e in phone.all("a") if (nav := e.within("nav")) and "tabs" in _of(nav)
    }


def _of(element: object) -> str:
    return str(getattr(element, "attributes", {}).get("class", ""))


def test_every_page_outside_of_a_game_belongs_to_one_of_the_four(app: Flask) -> None:
    outside = {
        rule.endpoint.partition(".")[0]
        for rule in app.url_map.iter_rules()
        if rule.endpoint in _SCREENS and "code" not in rule.arguments
    }
    assert outside > {"start", "season", "rulebooks", "club", "players", "new"}
    for name in outside - ONLY_LOOKED_AT:
        assert sum(name in place.blueprints for place in PLACES) == 1, name


@pytest.mark.parametrize(
    ("path", "current"),
    [
        ("/", "Games"),
        ("/new", "Games"),
        ("/help", "Games"),
        ("/standings", "Standings"),
        ("/rulebooks/contract", "Rulebooks"),
        ("/ask", "Rulebooks"),
        ("/house-rules", "Rulebooks"),
        ("/clubs", "Club"),
        ("/clubs/new", "Club"),
    ],
)
def test_a_page_says_which_place_it_belongs_to(phone: Phone, path: str, current: str) -> None:
    phone.open(path)
    assert phone.status == 200
    shown = places(phone)
    assert list(shown) == list(FOUR), "always the same four"
    itself = "page" if FOUR[current] == path else "true"
    assert shown == {**dict.fromkeys(FOUR, ""), current: itself}
    marks = [e for e in phone.all("svg", cls="icon") if (nav := e.within("nav")) and "tabs" in _of(nav)]
    assert len(marks) == 4, "each with its icon"


def test_the_places_stay_with_the_club_whose_page_is_shown(phone: Phone, club: Club) -> None:
    phone.open("/").follow("Club").follow("Players")
    assert places(phone) == {"Games": "", "Standings": "", "Rulebooks": "", "Club": "true"}
    assert phone.links()["Standings"] == f"/clubs/{club.id}/standings"
    phone.follow("Club")
    assert phone.path == f"/clubs/{club.id}"


def test_pages_that_can_show_only_some_games_keep_the_places(phone: Phone, club: Club) -> None:
    club.evenings()
    ada, ben = club.player("Ada"), club.player("Ben")
    for path in ("records", "all-time", "records?time=2026"):
        assert list(places(phone.open(f"/clubs/{club.id}/{path}"))) == list(FOUR), path
    for path in ("", "/rating", f"/against/{ben}"):
        assert list(places(phone.open(f"/players/{ada}{path}"))) == list(FOUR), path


def test_inside_a_game_there_are_the_places_of_the_game_alone(phone: Phone) -> None:
    phone.start()
    code = phone.code
    assert places(phone.open(f"/g/{code}/score")) == {"Now": "", "Score": "page", "History": "", "Table": ""}
    assert places(phone.open(f"/g/{code}/ask")) == {"Now": "", "Score": "", "History": "", "Table": ""}
    for path in ("rulebook", "invite", "nonsense", "round"):
        assert places(phone.open(f"/g/{code}/{path}")) == {}, path


def test_a_place_is_never_a_key(phone: Phone) -> None:
    for path in ("/", "/help", "/standings", "/rulebooks", "/clubs", "/ask", "/nowhere"):
        keys = {e.get("href") for e in phone.open(path).all("a", cls="button") if "dock" in str([*_above(e)])}
        assert not keys & {*FOUR.values()}, path


def _above(element: object) -> list[str]:
    return [_of(each) for each in element.ancestors()]  # type: ignore[attr-defined]


def test_who_may_go_nowhere_else_sees_no_places(hosted: Flask) -> None:
    stranger = Phone(hosted.test_client())
    for path in ("/", "/help", "/join", "/nowhere"):
        assert places(stranger.open(path)) == {}, path
