"""Every word of the templates stands in the catalogue, and the catalogue is up to date."""

from __future__ import annotations

import re

import pytest

from tests import catalogue
from tests.house.hard_coded import ROOT, in_template

TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
FILLED_IN = re.compile(r"%%|%\(\w+\)s")


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


def test_every_message_can_be_filled_in() -> None:
    """A percent sign that is meant is doubled; a sentence begins and ends with a letter or a sign."""
    texts = [text for one in catalogue.messages() for text in one]
    assert len(texts) > 800
    assert [text for text in texts if "%" in FILLED_IN.sub("", text) or text != text.strip()] == []
