"""Rulebooks written as files: read again, they are the same; a file from elsewhere is read with distrust."""

from __future__ import annotations

import json
import re
import tomllib
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.rulebooks import library, own
from referee.rulebooks.ruling import rule
from referee.rulebooks.writing import _value, to_toml
from referee.rules.referee import rule_under
from referee.rules.rulebook.kinds import RulebookError
from referee.rules.rulebook.model import Rulebook

EVERYTHING = {
    "contracts": [["set of 3", "set of 3"], ["set of 3", "run of 4"], ["run of 4", "run of 4", "run of 4"]],
    "deal": [8, 9, 12],
    "all_cards_rounds": [3],
    "jokers": 0,
    "points": dict.fromkeys(["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "JK"], 5),
    "may_i_limit": [1, 2, "no limit"],
    "screw_over": True,
    "shanghai_call": True,
    "settlement": "by place",
    "may_i_price": 2,
    "wild_ranks": ["2"],
    "new_melds": "later turn",
}
PLAIN = {"jokers": 0, "lay_off_same_turn": "yes", "screw_over": True}


def refused(text: str) -> str:
    """The place in the file that is wrong."""
    with pytest.raises(RulebookError) as wrong:
        own.read(text)
    return wrong.value.key


@pytest.mark.parametrize("rulebook_id", library.ids())
def test_every_rulebook_written_and_read_again_is_the_same_to_the_letter(rulebook_id: str) -> None:
    book = library.load(rulebook_id)
    base = library.load(book.builds_on) if book.builds_on else None
    assert library.read_rulebook(to_toml(book, base), of_a_club=base is not None).digest == book.digest


@pytest.mark.parametrize("rulebook_id", library.ids())
def test_an_own_rulebook_has_the_values_of_its_base_with_the_house_rules(rulebook_id: str) -> None:
    base = library.load(rulebook_id)
    changed = library.with_house_rules(base, PLAIN, {"jokers": "No jokers at our table."})
    book = own.read(own.make(base, "Friday", PLAIN, {"jokers": "No jokers at our table."}))
    assert book.values() == changed.values()
    assert list(book.clauses) == list(changed.clauses)
    assert {topic: clause.text for topic, clause in book.clauses.items()} == {
        topic: clause.text for topic, clause in changed.clauses.items()
    }
    assert (book.id, book.name, book.builds_on, book.may_i_word) == ("friday", "Friday", rulebook_id, base.may_i_word)


def test_rulings_cite_the_house_rule_in_the_clubs_words() -> None:
    book = own.read(own.make(library.load("contract"), "Friday", {"naturals_least": 0}, {"naturals_least": "Fine."}))
    answer = rule_under(book, {"question": "meld", "cards": "JK JK JK"})
    assert answer["legal"] is True
    assert {"clause": "friday/natural", "basis": "house rule", "source": "the table", "text": "Fine."} in answer[
        "because"
    ]


def test_everything_at_once_survives_writing_and_reading() -> None:
    base = library.load("contract")
    book = own.read(own.make(base, "Everything", EVERYTHING))
    assert book.values() == library.with_house_rules(base, EVERYTHING).values()
    again = own.read(own.make(book, "Everything"))
    assert again.digest == book.digest
    taken = book.clauses["screw-once"]
    assert (taken.basis, taken.inherited_from) == ("house rule", "screw/screw-once")
    assert taken.source == "Sarah Sperry, MIT CMS.608 Game Design, 2008"


def test_house_rules_on_an_own_rulebook_stand_beside_its_own() -> None:
    first = own.read(own.make(library.load("shanghai"), "Friday", {"may_i_limit": 3}))
    second = own.read(own.make(first, "Friday", {"may_i_penalty": 1}))
    assert (set(second.may_i_limit), set(second.may_i_penalty)) == ({3}, {1})
    assert second.clauses["may-i-limit"].basis == second.clauses["may-i-penalty"].basis == "house rule"
    assert second.builds_on == "shanghai"


def test_the_file_lists_only_the_differences() -> None:
    data = tomllib.loads(own.make(library.load("contract"), "Friday", {"jokers": 0}))
    assert list(data["clauses"]) == ["jokers"]
    assert data["clauses"]["jokers"]["status"] == "house rule"


def test_a_rule_that_repeats_the_rulebooks_own_is_kept_as_decided() -> None:
    book = own.read(own.make(library.load("contract"), "Friday", {"naturals_least": 1}, {"naturals_least": "Always."}))
    assert (book.clauses["natural"].basis, book.clauses["natural"].silence) == ("house rule", None)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Friday's rules", "friday-s-rules"),
        ("Ünsere Régeln", "unsere-regeln"),
        ("Contract", "own-contract"),
        ("x" * 60, "x" * 32),
        ("麻雀", "rulebook-6610dc46"),
    ],
)
def test_an_own_rulebook_gets_an_id_from_its_name(name: str, expected: str) -> None:
    found = own.id_of(name)
    assert found == expected
    assert own.read(own.make(library.load("contract"), name, {"jokers": 0})).id == found


def test_contradictions_are_refused_with_the_value_that_makes_them() -> None:
    with pytest.raises(RulebookError) as wrong:
        own.make(library.load("contract"), "Friday", {"run_ace": "high", "run_longest": 14})
    assert wrong.value.key == "run_longest"


GOOD = own.make(library.load("contract"), "Friday", {"jokers": 0})
TEA = GOOD + '\n[clauses.tea]\ntitle = "Tea"\ntext = "Whoever wins makes tea."\n'
HOUSE = 'status = "house rule"\n'


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("", "id"),
        ("]", "file"),
        ("x = " + "[" * 5000, "file"),
        (" " * 200_001, "file"),
        (GOOD.replace('id = "friday"', 'id = "contract"'), "id"),
        (GOOD.replace('id = "friday"', 'id = "Fri day"'), "id"),
        (GOOD.replace('id = "friday"', 'id = "../x"'), "id"),
        (GOOD.replace('"Friday"', f'"{"x" * 61}"'), "name"),
        (GOOD.replace('builds_on = "contract"', 'builds_on = "friday"'), "builds_on"),
        (GOOD.replace("jokers = 0", "jokers = 99"), "clauses.jokers.values.jokers"),
        (GOOD.replace("jokers = 0", "jokers = 1.5"), "clauses.jokers.values.jokers"),
        (GOOD.replace("jokers = 0", "jokers = { 3 = 0 }"), "jokers.4"),
        (TEA.replace("clauses.tea", 'clauses."a/b"') + HOUSE, "clauses.a/b"),
        (TEA.replace("makes tea", "makes tea" * 300) + HOUSE, "clauses.tea.text"),
        (TEA + HOUSE + 'source = "me"\n', "clauses.tea.source"),
        (TEA + 'status = "stated"\ntaken_from = "screw/tea"\n', "clauses.tea.taken_from"),
        (library.text_of("contract").replace('id = "contract"', 'id = "friday"', 1), "builds_on"),
    ],
)  # fmt: skip
def test_a_file_that_is_no_own_rulebook_is_refused_at_its_place(text: str, key: str) -> None:
    assert refused(text) == key


def test_a_clause_of_the_clubs_own_may_be_added() -> None:
    text = (
        GOOD
        + '\n[clauses.tea]\ntitle = "Tea"\ntext = "Whoever wins makes tea."\nstatus = "house rule"\njudged = false\n'
    )
    assert own.read(text).clauses["tea"].basis == "house rule"


LEAVES = [0, -1, 10**30, True, "", "x", [], ["x"], {}, {"x": 1}, [[]], "stated", "house rule", "\x7f\u2028"]


def test_a_file_with_anything_anywhere_is_a_rulebook_or_refused_but_never_breaks() -> None:
    rng = Random(4)
    start = tomllib.loads(own.make(library.load("contract"), "Everything", EVERYTHING))
    refusals = 0
    for _ in range(400):
        data = json.loads(json.dumps(start))
        _spoil(data, rng)
        try:
            own.read(_file(data))
        except RulebookError as wrong:
            refusals += bool(wrong.key)
    assert refusals > 200


def _spoil(data: Any, rng: Random) -> None:
    """Put something else in one place, however deep."""
    while True:
        keys = list(data) if isinstance(data, dict) else list(range(len(data)))
        key = rng.choice(keys)
        inside = data[key]
        if isinstance(inside, dict | list) and inside and rng.random() < 0.8:
            data = inside
            continue
        if rng.random() < 0.2 and isinstance(data, dict):
            del data[key]
        else:
            data[key] = rng.choice(LEAVES)
        return


def _file(data: dict[str, Any]) -> str:
    """Any data as TOML, in one line for each key of the top."""
    return "\n".join(f"{json.dumps(key)} = {_value(value)}" for key, value in data.items())


json_like = st.recursive(
    st.booleans() | st.integers(-(2**63), 2**63 - 1) | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(st.characters(exclude_categories=["Cs"])), inner),
    max_leaves=12,
)


@given(json_like)
def test_values_are_read_as_they_are_written(value: Any) -> None:
    assert tomllib.loads(f"value = {_value(value)}")["value"] == value


def test_an_own_rulebook_is_judged_like_its_base_where_nothing_is_changed() -> None:
    book: Rulebook = own.read(own.make(library.load("shanghai"), "Friday", {"jokers": 2}))
    ask = {"rulebook": "shanghai", "question": "meld", "cards": "AS 2S 3S 4S"}
    here, there = rule_under(book, ask), rule(ask)
    assert here["legal"] is there["legal"] is False
    assert here["because"][0]["text"] == there["because"][0]["text"]
    assert here["because"][0]["basis"] == "inherited"


@pytest.mark.parametrize("gone", ["id", "name", "builds_on"])
def test_a_file_that_fits_no_longer_is_known_by_a_whole_head_only(gone: str) -> None:
    text = own.make(library.load("shanghai"), "Friday", {"jokers": 2}).replace("[clauses.jokers]", "[clauses.colour]")
    head = own.head(text)
    assert (head.id, head.name, head.builds_on) == ("friday", "Friday", "shanghai")
    with pytest.raises(RulebookError):
        own.head(re.sub(rf"^{gone} = .*\n", "", text, count=1, flags=re.M))
