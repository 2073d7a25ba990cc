"""What the scripts say stands in the catalogue, and a page brings it to them in its language."""

from __future__ import annotations

import json
from html import unescape
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests import catalogue, pseudo
from tests.apps import made
from tests.house.hard_coded_scripts import NO_WORDS, SCRIPTS, in_script
from tests.house.reading import read_page


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_no_script_has_words_past_the_catalogue(script: Path) -> None:
    assert [text for text in in_script(script.read_text(encoding="utf-8")) if text not in NO_WORDS] == []


def test_what_is_left_alone_still_stands_in_a_script() -> None:
    found = {text for script in SCRIPTS for text in in_script(script.read_text(encoding="utf-8"))}
    assert sorted(NO_WORDS.keys() - found) == []


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ('say("Taken back.");', "Taken back."),
        ("say('not sent yet');", "not sent yet"),
        ("say(`Sent: ${entries} at once`);", "Sent: … at once"),
        ('say(isAny ? _("Sent.") : "It wasn’t accepted.");', "It wasn’t accepted."),
        ('element("p", "Go there")', "Go there"),
        ('say(_(why) + "Try it again");', "Try it again"),
    ],
)
def test_words_past_the_catalogue_are_found(source: str, words: str) -> None:
    assert in_script(source) == [words]


@pytest.mark.parametrize(
    "source", ['say(_("Taken back."));', 'find(".book-choice summary")', 'find("#page > .dock")', 'open("pad")']
)
def test_messages_and_names_are_no_words_past_the_catalogue(source: str) -> None:
    assert in_script(source) == []


def words_of(client: FlaskClient) -> str:
    """What a page brings the scripts."""
    html = next(each for each in read_page(client.get("/").get_data(as_text=True)).elements if each.tag == "html")
    return unescape(html.get("data-words") or "")


def test_a_page_in_another_language_brings_the_scripts_all_their_words(tmp_path: Path) -> None:
    settings = {"TESTING": True, "DATA_DIR": str(tmp_path / "instance"), **pseudo.settings(tmp_path / "translations")}
    with made(settings) as app:
        brought = json.loads(words_of(app.test_client()))
    of_scripts = {
        str(message.id)
        for message in catalogue.catalogue()
        if message.id and any(path.startswith("static/") for path, _line in message.locations)
    }
    assert brought == {message: pseudo.pseudo(message) for message in of_scripts}
    assert "No connection. Sends automatically when you’re back online." in of_scripts


def test_an_english_page_brings_them_none(app: Flask) -> None:
    assert words_of(app.test_client()) == ""
