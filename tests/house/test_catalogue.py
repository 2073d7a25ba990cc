"""Every word of the templates stands in the catalogue, and the catalogue is up to date."""

from __future__ import annotations

import ast
import re
from gettext import NullTranslations
from typing import ClassVar

import pytest
from flask import Flask

from referee.messages import in_force
from tests import catalogue
from tests.house.hard_coded import ROOT, in_template, messages_of
from tests.house.hard_coded_python import files, in_code

TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
DATA = {
    "no jokers": "the value of a button",
    "nothing more": "the value of a choice",
    "low card": "the value of a choice, and of an event",
    "… points": "typed by people, and read again",
    "Numbers": "the name of a class",
    "Prices": "the name of a class",
    "Table Referee": "the name of the app",
    "… · Table Referee": "the name of the app",
    "Referee": "the name of the app",
    "an …": "an English article",
    "the …": "an English article",
    "… of …": "how a card is called in English",
    "Live": "a header",
    "this turn": "when somebody went down, as requests say it",
    "Lax": "what a cookie may do",
    "On to …\n": "behind a redirect, where nobody reads it",
    "data: …\n\n": "the format of a stream",
    "Too many phones wait for news. This page asks every few seconds instead.": "an answer to a script",
    "a revoked phone": "for the log",
    "an unknown phone": "for the log",
    "no right": "for the log",
}
"""Strings of the code of the pages that no message is made of, and why."""
FILES = re.compile(r"\.\w{3}$|^(?:attachment|inline); ")
FILLED_IN = re.compile(r"%%|%\(\w+\)s")


class German(NullTranslations):
    WORDS: ClassVar = {"Save": "Sichern", "%(who)s deals": "%(who)s gibt", "%(num)s cards": "%(num)s Karten"}

    def gettext(self, message: str) -> str:
        return self.WORDS[message]

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.WORDS[msgid1 if n == 1 else msgid2]

    def pgettext(self, context: str, message: str) -> str:
        return {("of a hand", "Save"): "Behalten"}[context, message]


def test_the_catalogue_is_up_to_date() -> None:
    there = catalogue.FILE.read_text(encoding="utf-8")
    assert there == catalogue.written(), "python -m tests.catalogue writes it anew"


def test_no_template_says_a_word_past_the_catalogue() -> None:
    found = {path.relative_to(ROOT).as_posix(): in_template(path.read_text(encoding="utf-8")) for path in TEMPLATES}
    assert len(found) > 100
    assert {name: words for name, words in found.items() if words} == {}


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("<p>Whose turn?</p>", ["Whose turn?"]),
        ("<p>{{ player }} deals</p>", ["… deals"]),
        ("{% if won %}<b>won</b>{% endif %}", ["won"]),
        ('<a aria-label="Undo: {{ entry }}">{{ icon }}</a>', ["Undo: …"]),
        ('<p data-moved="Scan it again"></p>', ["Scan it again"]),
        ("<b>{{ 'won' if over else 'leads' }}</b>", ["won", "leads"]),
        ("<b>{{ name or 'nobody' }}</b>", ["nobody"]),
        ("<b>{{ player ~ ' deals' }}</b>", [" deals"]),
        ('{{ ui.button("Save", "key") }}', ["Save"]),
        ('{{ ui.button(_("Save"), spoken="Save " ~ name) }}', ["Save "]),
        ('{% set label = "as it was" %}', ["as it was"]),
        ('{% macro because(heading="Because") %}{% endmacro %}', ["Because"]),
        ("{% trans %}Deal{% endtrans %} again", ["again"]),
    ],
)
def test_a_word_past_the_catalogue_would_be_found(source: str, said: list[str]) -> None:
    assert in_template(source) == said


@pytest.mark.parametrize(
    "source",
    [
        '<p class="panel">{{ _("Whose turn?") }} {{ view.name }} · {{ _("%(who)s deals", who=view.name) }}</p>',
        "{% trans who=view.name %}<b>{{ who }}</b> deals{% endtrans %}",
        '{{ ngettext("%(num)s card", "%(num)s cards", view.cards) }}',
        '{{ form.open(url_for("new.page"), "stack", \' data-draft id="rule"\'|safe) }}',
        '<b aria-pressed="{{ "true" if on else "false" }}">{{ "▲" if up else "–" }}</b>',
        '{% if request.method == "GET" %}{{ names|join(", ") }}{% endif %}',
        "{% block modules %}pad cards-left{% endblock %}",
    ],
)
def test_what_stands_in_the_catalogue_or_is_no_word_is_left_alone(source: str) -> None:
    assert in_template(source) == []


def test_no_code_of_the_pages_says_a_word_past_the_catalogue() -> None:
    found = {path.relative_to(ROOT).as_posix(): in_code(path.read_text(encoding="utf-8")) for path in files()}
    assert len(found) > 100
    told = {text for texts in found.values() for text in texts if not FILES.search(text)}
    assert told - DATA.keys() == set()
    assert DATA.keys() - told == set(), "what stands nowhere any more needs no reason"


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ('say = "Changed."', ["Changed."]),
        ('flash(f"{name} deals", "done")', ["… deals"]),
        ('flash(f"Round {number}")', ["Round …"]),
        ('flash(_("%(who)s deals", who="the dealer"))', ["the dealer"]),
        ('Length(40, message="Too long.")', ["Too long."]),
        ('TITLES = {"the key": "the title"}', ["the title"]),
        ('heading = "Remove it?" if sure else _("Back")', ["Remove it?"]),
        ("""say = f"{'not yet' if waits else name}\"""", ["not yet"]),
        ('def share(of: str = "of the games") -> None: ...', ["of the games"]),
    ],
)
def test_a_word_of_code_past_the_catalogue_would_be_found(source: str, said: list[str]) -> None:
    assert in_code(source) == said


@pytest.mark.parametrize(
    "source",
    [
        'say = _("Changed.")',
        'say = ngettext("%(num)s card", "%(num)s cards", number)',
        'LABELS = {"The key": N_("The title")}',
        '"""What it is for."""',
        'assert ready, "this cannot be"',
        'raise LookupError("There is none")',
        'app.logger.warning("Refused: %s", why)',
        'late = word == "Not yet"',
        'url_for("club.page", club=f"club-{number}")',
        'response.headers["Retry-After"] = "max-age=0, no-store"',
        'found: "list of cards" = []',
    ],
)
def test_what_no_reader_sees_is_left_alone(source: str) -> None:
    assert in_code(source) == []


@pytest.mark.parametrize(
    ("source", "english", "german"),
    [
        ('{{ _("Save") }}', "Save", "Sichern"),
        ('{{ (_("Save"), ("x", 1)[0])|join("-") }}', "Save-x", "Sichern-x"),
        ('{{ _("%(who)s " "deals", who=("<", "b")[0]) ~ (1) }}', "&lt; deals1", "&lt; gibt1"),
        ('{{ _("%(who)s deals", who=_("Save")|upper) }}', "SAVE deals", "SICHERN gibt"),
        ('{{ ngettext("a card", "%(num)s cards", (2)) }}', "2 cards", "2 Karten"),
        ('{{ pgettext("of a hand", "Save") }}', "Save", "Behalten"),
        ('{% trans who="<b>"|safe %}{{ who }} deals{% endtrans %}', "<b> deals", "<b> gibt"),
        ('{% macro save() %}{{ _("Save") }}{% endmacro %}{{ save() }}', "Save", "Sichern"),
    ],
)
def test_a_template_asks_each_time_it_is_shown(new_app: Flask, source: str, english: str, german: str) -> None:
    """Not while it is compiled, when another language may be in force."""
    page = new_app.jinja_env.from_string(source)
    assert page.render() == english
    in_force.set(German())
    try:
        assert page.render() == german
    finally:
        in_force.set(None)


def test_every_message_of_the_code_is_found() -> None:
    """What reads them for the catalogue looks into no f-string."""
    there = {text for one in catalogue.messages() for text in one}
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in (ROOT / "referee").rglob("*.py")]
    asked = [node.value for tree in trees for node in messages_of(tree) if isinstance(node, ast.Constant)]
    assert {text for text in asked if isinstance(text, str)} - there == set()


def test_every_message_can_be_filled_in() -> None:
    """A percent sign that is meant is doubled; a sentence begins and ends with a letter or a sign."""
    texts = [text for one in catalogue.messages() for text in one]
    assert len(texts) > 800
    assert [text for text in texts if "%" in FILLED_IN.sub("", text) or text != text.strip()] == []
