"""Golden rounds of what happens at the table, replayed through the services and through HTTP."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask

from tests.golden.at_table import CASES, named, play, read
from tests.golden.doors import Desk, Web


@pytest.mark.parametrize("name", CASES)
def test_a_golden_round_goes_as_the_case_says(app: Flask, name: str) -> None:
    with app.app_context():
        play(read(name), Desk())


@pytest.mark.parametrize("name", CASES)
def test_a_golden_round_goes_as_the_case_says_through_http(app: Flask, name: str) -> None:
    play(read(name), Web(app))


def wrong() -> dict[str, Any]:
    case = read("may-i-chain")
    case["steps"][0]["event"]["seat"] = "Player 4"
    return case


def test_a_wrong_expectation_in_a_case_is_found(app: Flask) -> None:
    with app.app_context(), pytest.raises(AssertionError, match="step 1"):
        play(wrong(), Desk())


def test_a_wrong_expectation_in_a_case_is_found_through_http(app: Flask) -> None:
    with pytest.raises(AssertionError, match="step 1"):
        play(wrong(), Web(app))


def test_every_kind_of_play_has_its_golden_round() -> None:
    steps = [step for name in CASES for step in read(name)["steps"]]
    taken = {named(step) for step in steps if "refused" not in step}
    refused = {named(step) for step in steps if "refused" in step}
    kinds = {"TakeDiscard", "GoDown", "LayMeld", "LayOff", "ScrewOver", "CallShanghai"}
    assert taken >= kinds | {"ShuffleStock", "NoteIrregularity", "DecideRule", "undo", "close"}
    assert refused >= kinds
