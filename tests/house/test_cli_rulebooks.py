"""``referee check-rulebooks`` finds faults with file and key; ``referee show-rulebook`` prints the merged book."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from referee.cli.main import main
from referee.rulebooks import library, own, report


def test_the_apps_own_rulebooks_have_no_fault(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check-rulebooks"]) == 0
    assert capsys.readouterr().out == f"{len(library.ids())} rulebooks checked, 0 faults\n"


def test_a_fault_is_named_with_file_and_key_and_the_status_is_1(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "ours.toml"
    text = own.make(library.load("contract"), "Ours", {"players_min": 4})
    file.write_text(text.replace("players_min = 4", "players_mni = 4"), encoding="utf-8")
    assert main(["check-rulebooks", str(file)]) == 1
    said = capsys.readouterr().out
    assert "ours.toml: " in said
    assert "players_mni" in said
    assert "1 rulebook checked" in said


@pytest.mark.parametrize("rulebook", library.ids())
def test_every_rulebook_is_printed_with_every_clause(rulebook: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show-rulebook", rulebook]) == 0
    said = capsys.readouterr().out
    book = library.load(rulebook)
    assert said.startswith(f"{book.name} ({rulebook})\n")
    assert [clause.address for clause in book.printed if clause.address not in said] == []


def test_a_rulebook_comes_back_whole_from_its_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show-rulebook", "progressive", "--json"]) == 0
    assert library.from_data(json.loads(capsys.readouterr().out)) == library.load("progressive")


def test_an_unknown_rulebook_gets_a_sentence_with_the_known_ones() -> None:
    with pytest.raises(SystemExit, match="no rulebook 'chess'; the rulebooks are contract, screw"):
        main(["show-rulebook", "chess"])


def test_two_rulebooks_are_printed_with_what_they_say_differently(capsys: pytest.CaptureFixture[str]) -> None:
    left, right = library.load("contract"), library.load("bicycle")
    assert main(["compare", "contract", "bicycle"]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert f"contract: {left.clause('lay-off').text} [stated]" in said
    assert f"bicycle: {right.clause('lay-off').text} [reading]" in said
    assert "contract: no such rule" in said, "Contract Rummy has no word on shuffling"
    alike, differing = said.partition(" The same: ")[2], {one.topic for one in report.differences(right, left)}
    for clause in right.printed:
        assert (clause.title in alike.split("; ")) == (clause.topic not in differing), clause.address


def test_the_comparison_as_json_is_what_other_programs_get(
    capsys: pytest.CaptureFixture[str], client: FlaskClient
) -> None:
    assert main(["compare", "screw", "progressive", "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert client.get("/api/rulebooks/screw/compare/progressive").get_json() == printed
    assert {pair["topic"] for pair in printed["differ"]} == {
        one.topic for one in report.differences(library.load("progressive"), library.load("screw"))
    }


def test_comparing_with_an_unknown_rulebook_gets_the_same_sentence() -> None:
    with pytest.raises(SystemExit, match="no rulebook 'chess'"):
        main(["compare", "contract", "chess"])
