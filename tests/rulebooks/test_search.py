"""A search finds what somebody means: stems, other words for the same, all of them, the best first."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from referee.rulebooks import library
from referee.rulebooks.search import finding
from referee.rules.rulebook.model import Rulebook
from referee.web.rulebooks.page import BookList, book_list

BOOKS = library.all_rulebooks()


def found(asked: str) -> BookList:
    return book_list(BOOKS, asked)


def first(asked: str) -> str:
    """The address of the best clause."""
    book, topic = found(asked).clauses[0].where[0]
    return f"{book.id}/{topic}"


@pytest.mark.parametrize(
    ("asked", "address"),
    [
        ("joker penalty", "contract/score"),
        ("steal a joker", "contract/swap"),
        ("stealing jokers", "contract/swap"),
        ("joker worth", "contract/score"),
        ("what does a joker cost?", "contract/score"),
        ("stock runs out", "contract/exhausted"),
        ("wrong deal", "contract/misdeal"),
        ("throw away a joker", "contract/discard-wild"),
        ("around the corner", "contract/run"),
        ("contiguous", "contract/contiguous"),
        ("contig", "contract/contiguous"),
        ("equal totals", "contract/ties"),
        ("who deals first", "contract/first-dealer"),
        ("how often May I", "contract/may-i-limit"),
        ("buy limit", "shanghai-powe/may-i-limit"),
        ("bonus for going out", "contract/go-out-bonus"),
        ("May I whole game", "contract/may-i-game"),
        ("bicycle joker", "bicycle/jokers"),
        ("truly screwed", "screw/screw-replace"),
    ],
)
def test_the_best_clause_is_the_one_that_is_meant(asked: str, address: str) -> None:
    assert first(asked) == address


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.id)
def test_the_title_of_a_clause_finds_it_among_the_first(book: Rulebook) -> None:
    for clause in book.clauses.values():
        best = [topic for one in book_list([book], clause.title).clauses[:3] for _, topic in one.where]
        assert clause.topic in best, clause.address


def test_all_the_words_must_be_said_and_else_those_with_the_most_of_them_are_shown_as_such() -> None:
    whole, part = found("joker penalty"), found("joker penalty zebra")
    assert not whole.in_part
    assert part.in_part
    assert part.clauses == whole.clauses
    assert found("joker zebra").clauses == ()


def test_little_words_are_passed_over_but_for_a_search_that_has_no_others() -> None:
    assert found("the joker's penalty").clauses == found("joker penalty").clauses
    assert found("the").clauses


@pytest.mark.parametrize(
    ("asked", "name"),
    [
        ("Phase 10", "Phase 10"),
        ("phase ten", "Phase 10"),
        ("California", "California Rummy"),
        ("Continental Rummy", "Continental Rummy"),
        ("6-7-8-9-10", "6-7-8-9-10"),
        ("russian rummy", "Russian Rummy"),
        ("12-Step Rummy", "12-Step Rummy"),
        ("Rummy Rummy", "Rummy Rummy"),
        ("Jamaican", "Jamaican Rummy"),
        ("  ZIONCHECK ", "Zioncheck"),
    ],
)
def test_a_name_that_the_sources_only_mention_leads_to_what_they_say_of_it(asked: str, name: str) -> None:
    assert [game.name for game in found(asked).named] == [name]


def test_a_game_that_is_only_named_is_no_rulebook() -> None:
    assert found("Zioncheck").books == ()
    assert found("Zioncheck").summary == "1 game that the sources only name"
    assert [book.id for book in found("Jamaican").books] == ["denexa"], "it is called so, says a comment"
    assert found("joker").named == ()


def test_the_name_of_a_rulebook_alone_does_not_find_all_its_clauses() -> None:
    assert [book.id for book in found("Liverpool").books] == ["liverpool"]
    assert found("Liverpool").clauses == ()


def test_every_other_word_and_every_name_can_be_typed() -> None:
    data = tomllib.loads((Path(finding.__file__).parent / "words.toml").read_text(encoding="utf-8"))
    for line in data["alike"]:
        for word in line:
            (term,) = finding.terms(word)
            assert {term.stems, *term.alike} >= set(map(finding.stems_of, line)), word
    for game in data["named"]:
        assert all([one.name for one in finding.named(key)] == [game["name"]] for key in (*game["keys"], game["name"]))
