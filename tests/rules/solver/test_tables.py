"""What the solver keeps from hand to hand: shared by rulebooks with the same rules of melds, and never too much."""

from __future__ import annotations

import ast
import random
from pathlib import Path
from typing import Any

import pytest

from referee.rulebooks.ruling import rule
from referee.rules import solver
from referee.rules.cards import RANK_NAMES
from referee.rules.rulebook.meld_rules import MeldRules, meld_rules
from referee.rules.solver import search, tables
from referee.rules.solver.tables import OF_MELDS, KeptTables
from tests.bench.memory import HAND, house_rules
from tests.sizes import sized

OF_TABLES = {"runs.py", "strict.py", "round.py", "sweep.py", "sets.py", "terms.py", "bounds.py", "columns.py"}
ASKED = {"rulebook": "liverpool", "question": "go_down", "round": 7, "players": 5, "hand": HAND}
MANY_BYTES = 7
"""A round whose tables take megabytes."""


@pytest.fixture
def kept(monkeypatch: pytest.MonkeyPatch) -> KeptTables:
    """Tables of this test alone, with room for a small question and no more."""
    own = KeptTables(2**15)
    monkeypatch.setattr(search, "KEPT", own)
    return own


def ask(round_no: int = 7, **house: Any) -> dict[str, Any]:
    answer = rule(ASKED | {"round": round_no, "house": {"run_ace": "round the corner"} | house})
    assert "error" not in answer, answer
    return answer


def test_house_rules_that_concern_no_meld_use_the_same_tables(kept: KeptTables) -> None:
    kept._most = tables.MOST_BYTES  # room for all of them
    ask()
    number, size = len(kept), kept.bytes
    assert size > 0
    for points in range(1, sized(2, 4)):
        ask(points=dict.fromkeys((*RANK_NAMES,), points))
    ask(may_i_in_game=3)
    assert len(kept) == number
    assert kept.bytes < 1.2 * size


def test_house_rules_that_are_new_each_time_keep_so_many_bytes_and_no_more(kept: KeptTables) -> None:
    largest = 0
    for number in range(sized(4, 16)):
        before = kept.bytes
        rule(ASKED | {"round": 6, "house": house_rules(number)})
        largest = max(largest, kept.bytes - before)
    assert largest > kept._most, "one question alone takes more than there is room for"
    ask(wilds_most=1)
    rule({"rulebook": "contract", "question": "go_down", "round": 1, "hand": "KC KD KH QC QD QH 2S 3S 4S 5H"})
    assert kept.bytes <= kept._most


def test_an_answer_is_the_same_whatever_has_been_kept(kept: KeptTables) -> None:
    kept._most = tables.MOST_BYTES
    rng = random.Random(5)
    pack = [f"{rank}{suit}" for rank in (*RANK_NAMES,)[:13] for suit in "CDHS"] * 2 + ["JK"] * 4
    asked = [
        {"rulebook": book, "question": "go_down", "round": number, "players": 4, "hand": " ".join(rng.sample(pack, 24))}
        for book in ("contract", "may-i", "shanghai")
        for number in (1, 4, 7)
    ] * 2
    first = [rule(each) for each in asked]
    assert len(kept) > 2
    kept._most = 0
    assert [rule(each) for each in asked] == first
    assert len(kept) <= 2, "nothing is kept for which there is no room"


def test_every_rule_of_melds_that_the_solver_asks_for_is_part_of_the_key() -> None:
    """Else two rulebooks that differ in it would share their tables."""
    names = set(vars(meld_rules(tables_book())))
    asked: set[str] = set()
    for file in Path(str(solver.__file__)).parent.glob("*.py"):
        if file.name in {
            "runs.py",
            "strict.py",
            "round.py",
            "sweep.py",
            "sets.py",
            "terms.py",
            "bounds.py",
            "columns.py",
        }:
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Attribute) and node.attr in names and "melds" in ast.unparse(node.value):
                    asked.add(node.attr)
    assert {"wilds_most", "top"} <= asked
    assert asked <= set(OF_MELDS)
    assert set(OF_MELDS) <= names
    assert all(hash(getattr(meld_rules(tables_book()), name)) is not None for name in OF_MELDS)


def tables_book() -> Any:
    from referee.rulebooks import library

    return library.load("contract")


def test_the_size_is_counted_as_it_is(kept: KeptTables) -> None:
    import tracemalloc

    kept._most = 2**40
    ask(MANY_BYTES)
    kept.clear()
    tracemalloc.start()
    try:
        before, _ = tracemalloc.get_traced_memory()
        ask(MANY_BYTES, wilds_most=3)
        after, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert 0.7 < (after - before) / kept.bytes < 1.3
    assert isinstance(meld_rules(tables_book()), MeldRules)
    assert tables.MOST_BYTES >= 32 * 2**20
