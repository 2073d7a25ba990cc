"""How templates are written: no line over 120 columns, and no two elements begun on one line where that is safe."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
WIDTH = 120
TEMPLATES = sorted(path for path in (ROOT / "templates").rglob("*") if path.suffix in (".html", ".svg", ".xml"))
"""Not the service worker: it is a script, and no element begins in it."""
ON_LINES_OF_THEIR_OWN = frozenset(
    "address article aside blockquote body caption dd details div dl dt fieldset figcaption figure footer form h1 h2 "
    "h3 h4 h5 h6 head header hr html legend li link main meta nav noscript ol option p script section summary table "
    "tbody td tfoot th thead title tr ul circle desc g path polyline rect text".split()
)
"""White space beside them is nowhere read. All others are parts of a sentence or stand in a row: what begins a new line
is read as a space, so they stay on one where they fit, and ``{##}`` ends the line where they do not."""
JINJA = re.compile(r"\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}", re.DOTALL)
BEGUN = re.compile(r"<([a-z][a-z0-9]*)\b")


AS_SUMS = re.compile(r'inputmode="tel".{0,500}?(?:>|\|safe)', re.DOTALL)
"""A field for points: its keys are those of a telephone, whose digits have a plus."""


def line_breaks_alone(found: re.Match[str]) -> str:
    return "\n" * found[0].count("\n")


def faults(template: str) -> Iterator[str]:
    for number, line in enumerate(template.splitlines(), 1):
        if len(line) > WIDTH:
            yield f"line {number} has {len(line)} columns"
        if line != line.rstrip() or "\t" in line:
            yield f"line {number} has a tab, or spaces at its end"
    for number, line in enumerate(JINJA.sub(line_breaks_alone, template).splitlines(), 1):
        begun = [name for name in BEGUN.findall(line) if name in ON_LINES_OF_THEIR_OWN]
        if len(begun) > 1:
            yield f"in line {number} begin {', '.join(begun)}"


def test_each_field_for_points_says_what_a_sum_comes_to() -> None:
    fields = {path.name: AS_SUMS.findall(path.read_text(encoding="utf-8")) for path in TEMPLATES}
    assert {name for name, found in fields.items() if found} >= {"points.html", "_points.html", "grid.html"}
    assert [name for name, found in fields.items() for field in found if "data-summed" not in field] == []


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: str(path.relative_to(ROOT / "templates")))
def test_no_line_is_too_long_and_each_element_begins_one(path: Path) -> None:
    assert list(faults(path.read_text(encoding="utf-8"))) == []


@pytest.mark.parametrize(
    ("template", "fault"),
    [
        ("<p>" + "x" * 118, "line 1 has 121 columns"),
        ("<p>x \n</p>", "line 1 has a tab, or spaces at its end"),
        ("<ul>\n<li>x</li><li>y</li>\n</ul>", "in line 2 begin li, li"),
        ("<ul>{% for x in y %}<li>x</li>{% endfor %}</ul>", "in line 1 begin ul, li"),
        ("{{ f(\n1) }}<tr><td>", "in line 2 begin tr, td"),
    ],
)
def test_a_template_that_is_written_otherwise_is_found_out(template: str, fault: str) -> None:
    assert list(faults(template)) == [fault]


def test_inline_elements_share_a_line() -> None:
    assert list(faults('<p><b>x</b> <a href="{{ f("<p><p>") }}"><span>y</span></a></p>')) == []
