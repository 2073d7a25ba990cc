"""Six sizes of type, three radii, the colours once: the pages are drawn with nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

STYLES = sorted((Path(__file__).parents[2] / "static").glob("*.css"))
SIZES = {"meta", "body", "key", "second", "first", "verdict"}
OWN_SCALE = re.compile(r"table-view|view-|\.cup|\.chart|\.bumps|short-code|input\.code|card-code|typed-address")
"""What is read from afar or copied letter by letter, and drawings, have sizes of their own."""
PARTS = {"0.15rem", "0.2rem", "0.35rem", "0.8rem", "1rem", "1.2rem", "1.9rem", "2.1rem", "2.2rem"}
"""Room inside a drawing, beside the dot of a choice or over the words of a narrow head."""
BARS = {"3.1rem", "4.6rem", "5.6rem", "5.7rem"}
"""As high or as wide as what lies over it."""
SPACES = (
    "padding",
    "padding-block",
    "padding-inline",
    "padding-top",
    "padding-bottom",
    "padding-left",
    "padding-right",
)
SPACES += ("margin", "margin-block", "margin-inline", "margin-top", "margin-bottom", "margin-left", "margin-right")
SPACES += ("gap", "row-gap", "column-gap")
DECLARED = re.compile(
    rf"(?<![\w-])(?P<name>font-size|font|border-radius|color|background|{'|'.join(SPACES)})\s*:\s*(?P<value>[^;{{}}]+)"
)


def declared(name: str) -> Iterator[tuple[str, str, str]]:
    """File, selector and value of each declaration of this name; not of what is printed, nor of the tokens."""
    for path in STYLES:
        text = re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.S)
        text = re.sub(r":root \{.*?\n\}", "", text, flags=re.S)
        text = re.sub(r"@media print \{.*?\n\}", "", text, flags=re.S)
        for selector, body in re.findall(r"([^{}]+)\{([^{}]*)\}", text):
            for found in DECLARED.finditer(body):
                if found["name"] == name:
                    yield path.name, selector.strip(), found["value"].strip()


def test_no_line_is_over_120_columns() -> None:
    long = [
        f"{path.name}:{number}"
        for path in STYLES
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if len(line) > 120
    ]
    assert long == []


def test_letters_have_one_of_six_sizes() -> None:
    odd = [
        (file, selector, value)
        for name in ("font-size", "font")
        for file, selector, value in declared(name)
        if re.search(r"\d(rem|px)\b", re.sub(r"/[\d.]+(rem)?\b", "", value))
        and not re.fullmatch(r"(112\.5%)", value)
        and not OWN_SCALE.search(selector)
        and "var(--w)" not in value
    ]
    assert odd == []
    used = {token for _, _, value in declared("font-size") for token in re.findall(r"var\(--(\w+)\)", value)}
    assert used <= SIZES | {"high", "wide", "name", "digits", "rows", "w"}


def test_spaces_are_those_of_one_scale() -> None:
    odd = [
        (file, selector, value)
        for name in SPACES
        for file, selector, value in declared(name)
        if set(re.findall(r"(?<![\w.])\d[\d.]*(?:rem|px)", value)) - {"0px", "1px", "2px"} - PARTS - BARS
        and not OWN_SCALE.search(selector)
    ]
    assert odd == []


def test_corners_have_one_of_three_radii_or_are_round() -> None:
    allowed = re.compile(r"(var\(--r[123]\)|2rem|50%|\b0\.2rem|\b0\b|calc\(var\(--w\) \* 0\.14\))")
    odd = [
        (file, selector, value) for file, selector, value in declared("border-radius") if allowed.sub("", value).split()
    ]
    assert odd == []


def test_colours_stand_in_one_place() -> None:
    odd = [
        (file, selector, value)
        for name in ("color", "background")
        for file, selector, value in declared(name)
        if re.search(r"#(?!0000\b)[0-9a-f]{6}", value) and "paper" not in selector
    ]
    assert odd == []


def test_every_screen_that_a_stylesheet_names_has_a_template() -> None:
    """A template that gets another name takes its layout along."""
    templates = Path(__file__).parents[2] / "templates"
    screens = [path.relative_to(templates).as_posix() for path in templates.rglob("*.html")]
    named = {match for sheet in STYLES for match in re.findall(r'data-screen\^?="([^"]+)"', sheet.read_text())}
    assert len(named) > 10
    assert [name for name in sorted(named) if not any(screen.startswith(name) for screen in screens)] == []
