"""The README is true: its commands are the ones that run, its example holds, its links and words lead somewhere."""

from __future__ import annotations

import doctest
import importlib
import re
import tomllib
from pathlib import Path

import pytest

from docs.site.staging import written
from referee.cli import commands as cli
from referee.rulebooks import library
from referee.rulebooks.ruling import rule
from referee.rules.cards import JOKER_NAME
from referee.web.parts.in_short import in_short

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
COMMANDS = (ROOT / "docs" / "command.md").read_text(encoding="utf-8")
MAP = (ROOT / "docs" / "develop" / "house.md").read_text(encoding="utf-8")
PAPERS = ["README.md", *written()]
"""Everything that is written for a reader."""
FOR_DEVELOPERS = {"bench", "dev", "docs", "mutation", "oracle", "sbom", "training"}
"""Extras that nobody needs who only plays."""


def test_the_example_that_people_copy_runs() -> None:
    result = doctest.testfile(str(ROOT / "docs" / "api.md"), module_relative=False)
    assert result.attempted > 3
    assert result.failed == 0


def test_the_readme_is_a_front_door_and_no_more() -> None:
    assert len(README.splitlines()) <= 120


def test_the_readme_leads_to_every_rulebook_with_its_players_rounds_and_what_a_joker_costs() -> None:
    rows = re.findall(r"^\| (\[.+?\)) \| (.+?) \| (.+?) \| (\d+) \| .+? \|$", README, re.M)
    assert rows == [
        (
            f"[{book.name}](docs/rulebooks/{book.id}.md)",
            f"{min(book.decks)} to {max(book.decks)}",
            f"until {book.until}" if book.until else str(book.rounds),
            str(book.prices[JOKER_NAME]),
        )
        for book in library.all_rulebooks()
    ]


def test_the_ruling_that_the_readme_shows_is_the_one_of_the_engine() -> None:
    asked = {"rulebook": "contract", "question": "contract", "round": 3, "melds": ["3C 4C 5C 6C", "7C 8C 9C 10C"]}
    answer = rule(asked)
    clause = library.load("contract").clause(answer["because"][0]["clause"].partition("/")[2])
    assert f"> **{answer['ruling']}**" in README
    shown = clause.source.replace('"Contract Rummy"', "“Contract Rummy”")
    assert f"> *{clause.title}*, {clause.basis} by {shown}" in README


def test_the_examples_in_the_code_run() -> None:
    """Each module that shows an example is run by it; the engine's are the ones that people copy."""
    shown = 0
    for path in [*(ROOT / "referee").rglob("*.py"), *(ROOT / "docs" / "site").glob("*.py")]:
        if ">>> " in path.read_text(encoding="utf-8"):
            name = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
            result = doctest.testmod(importlib.import_module(name))
            assert result.failed == 0, name
            assert result.attempted, name
            shown += 1
    assert shown


def test_ci_runs_the_test_command_of_the_readme() -> None:
    commands = re.findall(r"^python3 -m venv .*$", README, re.M)
    assert len(commands) == 2
    assert commands[0].endswith(".venv/bin/referee")
    assert commands[1] in (ROOT / ".ci" / "run").read_text()


def test_every_command_and_variable_is_explained() -> None:
    named = re.findall(r"`referee ([a-z][a-z-]*)", COMMANDS)
    assert set(named) == set(cli.referee.commands)
    for variable in re.findall(r"^  ([A-Z_]+) ", cli.EPILOG, re.M):
        assert f"`${variable}`" in COMMANDS
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    explained = re.findall(r"^\| `([a-z-]+)` \|", COMMANDS, re.M)
    assert set(explained) == set(extras) - FOR_DEVELOPERS


@pytest.mark.parametrize("paper", PAPERS)
def test_every_link_leads_to_a_file(paper: str) -> None:
    path = ROOT / paper
    links = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", path.read_text(encoding="utf-8"))
    assert [link for link in links if not (path.parent / link).exists()] == []


def test_every_file_and_folder_that_the_map_names_is_there() -> None:
    [house] = re.findall(r"```text\n(.*?)```", MAP, re.S)
    folder = ROOT
    for line in house.splitlines():
        name = line.split()[0]
        folder = ROOT if not line.startswith(" ") else ROOT / "referee"
        assert (folder / name).exists(), name
    assert "docs/" in house


@pytest.mark.parametrize("paper", PAPERS)
def test_every_file_that_a_paper_names_by_its_whole_path_is_there(paper: str) -> None:
    text = (ROOT / paper).read_text(encoding="utf-8")
    named = re.findall(r"`((?:referee|tests|docs|training)/[\w./]+)`", text)
    assert [name for name in named if not ((ROOT / name).exists() or "NAME" in name)] == []


@pytest.mark.parametrize("paper", ["referee/DESIGN.md", "docs/develop/README.md"])
def test_every_file_that_the_design_and_the_steps_name_is_there(paper: str) -> None:
    """Files of ``referee/`` are named from there."""
    text = (ROOT / paper).read_text(encoding="utf-8")
    named = set(re.findall(r"`([a-z_]+(?:/\w+)*/\w+\.(?:py|js|toml))`", text))
    assert len(named) > 5
    assert [name for name in named if not ((ROOT / name).exists() or (ROOT / "referee" / name).exists())] == []


def test_the_changelog_names_the_rulebooks_of_every_version() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    for entry in re.split(r"^## ", text, flags=re.M)[1:]:
        assert "**Rulebooks touched:" in entry, entry.splitlines()[0]
    assert [rulebook for rulebook in library.ids() if f"`{rulebook}`" not in text] == []


def test_the_design_stays_short_enough_to_read() -> None:
    assert len((ROOT / "referee" / "DESIGN.md").read_text(encoding="utf-8").splitlines()) <= 250


def test_the_words_begin_with_the_game_as_the_first_rulebook_has_it() -> None:
    sentences = in_short(library.load(library.ids()[0]))
    assert len(sentences) == 6
    paper = (ROOT / "docs" / "words.md").read_text(encoding="utf-8")
    assert re.findall(r"^\d\. (.+)$", paper, re.M) == [*sentences]
