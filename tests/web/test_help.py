"""How it works: five cards that everybody may read, and the rules a question mark away."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask import Flask

from tests.web.plain import Phone


def test_a_table_that_has_never_played_is_led_to_how_it_works(phone: Phone) -> None:
    phone.open("/").follow("How it works")
    assert (phone.status, phone.heading) == (200, "How it works")
    assert len([e for e in phone.all("li") if e.get("class") == "panel"]) <= 5
    phone.follow("New game")
    assert phone.heading == "New game"


def test_it_can_be_found_again_later(phone: Phone) -> None:
    phone.start().open("/").follow("How it works")
    assert phone.heading == "How it works"


def test_a_stranger_may_read_it_before_the_door_opens(hosted: Flask) -> None:
    stranger = Phone(hosted.test_client()).open("/help")
    assert (stranger.status, stranger.heading) == (200, "How it works")
    assert "New game" not in stranger.links()


@pytest.mark.parametrize("theme", ["light", "dark", "system"])
def test_its_pictures_are_those_of_the_theme_and_say_what_they_show(phone: Phone, app: Flask, theme: str) -> None:
    phone.open("/").send("/look", theme=theme)
    phone.open("/help")
    shown = [str(e.get("src")) for e in phone.all("img")] + [str(e.get("srcset")) for e in phone.all("source")]
    assert len(shown) == (10 if theme == "system" else 5)
    assert all(f"-{theme}.jpg" in address for address in shown) or theme == "system"
    for address in shown:
        assert (Path(str(app.static_folder)) / address.partition("?")[0].removeprefix("/static/")).is_file()
    assert all(e.get("alt") for e in phone.all("img"))


def test_a_rule_of_the_round_opens_its_clause(phone: Phone) -> None:
    phone.start("screw", 4).open(f"/g/{phone.code}")
    opened = phone.links()["jokers: the rule"]
    assert opened.endswith("/rulebook#wild")
    phone.follow("jokers: the rule")
    assert [e for e in phone.elements if e.get("id") == "wild"]
    phone.open(f"/g/{phone.code}").follow("The rule: The screw-over: once for each player.")
    assert phone.path.startswith(f"/g/{phone.code}/rulebook")
