"""SECURITY.md: every requirement of levels 1 and 2 stands there once, and every file and test that it names exists."""

from __future__ import annotations

import ast
import re
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "referee" / "SECURITY.md").read_text(encoding="utf-8")
CLAIMS = TEXT[TEXT.index("### Met\n") :]
SECTIONS = {
    "1.1": 2,
    "1.2": 9,
    "1.3": 11,
    "1.4": 3,
    "1.5": 2,
    "2.1": 3,
    "2.2": 3,
    "2.3": 4,
    "2.4": 1,
    "3.2": 2,
    "3.3": 4,
    "3.4": 6,
    "3.5": 5,
    "3.7": 2,
    "4.1": 3,
    "4.2": 1,
    "4.3": 2,
    "4.4": 4,
    "5.1": 1,
    "5.2": 3,
    "5.3": 2,
    "5.4": 3,
    "6.1": 3,
    "6.2": 12,
    "6.3": 4,
    "6.4": 4,
    "6.5": 5,
    "6.6": 3,
    "6.8": 4,
    "7.1": 3,
    "7.2": 4,
    "7.3": 2,
    "7.4": 5,
    "7.5": 2,
    "7.6": 2,
    "8.1": 2,
    "8.2": 3,
    "8.3": 1,
    "8.4": 1,
    "9.1": 3,
    "9.2": 4,
    "11.1": 2,
    "11.2": 3,
    "11.3": 3,
    "11.4": 4,
    "11.5": 1,
    "11.6": 1,
    "12.1": 3,
    "12.2": 2,
    "12.3": 4,
    "13.1": 1,
    "13.2": 5,
    "13.3": 2,
    "13.4": 5,
    "14.1": 2,
    "14.2": 4,
    "14.3": 3,
    "15.1": 3,
    "15.2": 3,
    "15.3": 7,
    "16.1": 1,
    "16.2": 5,
    "16.3": 4,
    "16.4": 3,
    "16.5": 3,
}
"""How many requirements of levels 1 and 2 ASVS 5.0 has in each section; they come before those of level 3."""


def test_every_requirement_stands_there_once() -> None:
    wanted = {f"{section}.{number}" for section, count in SECTIONS.items() for number in range(1, count + 1)}
    found = Counter(re.findall(r"\b\d{1,2}\.\d\.\d{1,2}\b", CLAIMS))
    assert wanted - set(found) == set(), "left out without a word"
    assert set(found) - wanted == set()
    assert [number for number, times in found.items() if times > 1] == []
    assert len(wanted) == 217


def test_every_row_that_is_met_names_what_shows_it() -> None:
    rows = [line for line in CLAIMS[: CLAIMS.index("### Met where")].splitlines() if re.match(r"\| \d", line)]
    assert len(rows) > 40
    assert [row for row in rows if row.count(" | ") != 2 or "`" not in row.rpartition(" | ")[2]] == []


def test_every_file_and_test_that_it_names_exists() -> None:
    named = re.findall(r"`((?:tests|referee|docs|templates)/[\w./-]+)(?:::(\w+))?`", TEXT)
    assert len(named) > 60
    assert [path for path, _ in named if not (ROOT / path).exists()] == []
    for path, test in named:
        if test:
            tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
            assert test in {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}, f"{path} {test}"
