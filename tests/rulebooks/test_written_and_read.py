"""Whatever the app writes as a rulebook, it reads: the page, the command that checks files, and the writer again.

``REFEREE_HOUSE_RULES=2000`` for a longer run.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from referee.cli.main import main
from referee.game.names import tidy
from referee.rulebooks import checking, library, own
from referee.rulebooks.starts.making import starts
from referee.rules.rulebook.house_rules import STILL_JUDGED
from referee.rules.rulebook.kinds import RulebookError
from referee.rules.rulebook.model import VALUE_NAMES, VALUE_TOPICS, Rulebook
from tests.rulebooks.test_house_rules import house_rules_that_fit

COUNT = int(os.environ.get("REFEREE_HOUSE_RULES", "60"))
ODD = (
    "x" * own.LONGEST_WORDS, "two\r\nlines", "a  b", " ", "", "'''", '"""', "\\", "\x7f\u2028\x85", "\x00",
    "[clauses.run]", f"once{STILL_JUDGED}twice)",
)  # fmt: skip
"""Words of every length that the page takes, and such as a file could stumble over."""
WORDS = st.sampled_from(ODD) | st.text(st.characters(exclude_categories=["Cs"]), max_size=60)
NAMES = st.sampled_from(["Friday", "Contract", "x" * own.LONGEST_NAME, "麻雀", "!!!", "'", '"q"', "\\"]) | st.text(
    st.characters(exclude_categories=["Cs"]), max_size=own.LONGEST_NAME
)
SPECIAL = st.sampled_from(["", *ODD]) | st.text(st.characters(exclude_categories=["Cs"]), max_size=60)
TOPICS = sorted({topic for book in library.all_rulebooks() for topic in book.clauses} - {*VALUE_TOPICS.values()})
MADE = re.compile(r"clauses\.[a-z0-9-]+\.text")


def assert_comes_back(text: str, folder: Path) -> Rulebook:
    """Read, checked and written again it is the same to the letter."""
    book = own.read(text)
    file = folder / "out.toml"
    file.write_text(text, encoding="utf-8")
    assert checking.check_all([file]) == []
    assert own.rewritten(book, book.id, book.name) == text
    return book


def assert_clear(refusal: RulebookError) -> None:
    """What the page refuses names the value or the words at fault, never a place that only a file has."""
    place = refusal.key.split("[")[0].split(".")[0]
    assert place in (*VALUE_NAMES, *TOPICS, "name", "special"), refusal
    assert refusal.message


@pytest.mark.long
@settings(
    max_examples=COUNT,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(
    st.sampled_from(library.ids()), house_rules_that_fit(), st.dictionaries(st.sampled_from(TOPICS), WORDS, max_size=3),
    st.lists(WORDS, max_size=2), NAMES.filter(tidy), SPECIAL, st.sampled_from(["", "buy", "May I"]),
    house_rules_that_fit(),
)  # fmt: skip
def test_any_rulebook_made_of_house_rules_comes_back_to_the_letter(
    tmp_path: Path,
    base: str,
    house: dict[str, object],
    said: dict[str, str],
    of_values: list[str],
    name: str,
    special: str,
    word: str,
    further: dict[str, object],
) -> None:
    beneath = library.load(base)
    wording = {topic: words for topic, words in said.items() if topic in beneath.clauses}
    wording |= dict(zip(house, of_values, strict=False))
    try:
        book = assert_comes_back(own.make(beneath, tidy(name), house, wording, tidy(special), word), tmp_path)
    except RulebookError as refusal:
        assert_clear(refusal)
        return
    try:
        assert_comes_back(own.make(book, book.name, further), tmp_path)
    except RulebookError as refusal:
        assert_clear(refusal)
    for clause in own.house_rules(book):
        try:
            assert_comes_back(own.without(book, clause.topic), tmp_path)
        except RulebookError as refusal:
            assert_clear(refusal)


KINDS = {
    "words that follow from the shortest run": {"run_least": 3},
    "words that follow from the last card": {"final_discard": "never"},
    "decks that come along": {"players_max": 9},
    "the most cards in a set that comes along": {"set_suits": "different"},
    "a value that repeats the rulebook's own": {"naturals_least": 1},
    "clauses that another rulebook lends": {"screw_over": True, "shanghai_call": True},
}


@pytest.mark.parametrize("house", KINDS.values(), ids=KINDS)
def test_the_command_finds_no_fault_in_what_the_page_has_written(
    house: dict[str, object], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = own.make(library.load("contract"), "Ours", house)
    assert_comes_back(text, tmp_path)
    assert main(["check-rulebooks", str(tmp_path / "out.toml")]) == 0
    assert capsys.readouterr().out == "1 rulebook checked, 0 faults\n"


def test_a_fault_in_a_clubs_own_file_is_still_found(tmp_path: Path) -> None:
    """Held to less than the library's own, but to no less than what is brought in."""
    good = own.make(library.load("contract"), "Ours", {"run_least": 3})
    with pytest.raises(RulebookError, match="follows from run_least"):
        library.read_rulebook(good)
    file = tmp_path / "ours.toml"
    for old, new, key in (
        ("run_least = 3", "run_least = 9", "clauses.run.values.run_least"),
        ("run_least = 3", "run_last = 3", "clauses.run.values.run_last"),
        ('id = "ours"', 'id = "Our s"', "id"),
        ('name = "Ours"', f'name = "{"x" * 61}"', "name"),
        ("run_least = 3", 'run_ace = "high", run_longest = 14', "clauses.run.values.run_longest"),
    ):
        assert old in good
        file.write_text(good.replace(old, new), encoding="utf-8")
        assert key in [problem.key for problem in checking.check_all([file])], new


@pytest.mark.parametrize("start", starts(), ids=lambda start: start.id)
def test_every_start_comes_back_too(start: object, tmp_path: Path) -> None:
    book = own.read(start.text)  # type: ignore[attr-defined]
    assert_comes_back(own.rewritten(book, book.id, book.name), tmp_path)


@pytest.mark.parametrize("topic", ["misdeal", "reading"])
def test_words_of_the_longest_length_are_taken_whatever_is_judged_besides(topic: str, tmp_path: Path) -> None:
    longest = ("word " * 400).strip() + "s"
    assert len(longest) == own.LONGEST_WORDS
    base = next(book for book in library.all_rulebooks() if topic in book.clauses)
    book = assert_comes_back(own.make(base, "Ours", None, {topic: longest}), tmp_path)
    assert book.clauses[topic].text.startswith(longest)
    with pytest.raises(RulebookError) as wrong:
        own.make(base, "Ours", None, {topic: longest + "s"})
    assert (wrong.value.key, wrong.value.message) == (topic, "at most 2000 characters")
