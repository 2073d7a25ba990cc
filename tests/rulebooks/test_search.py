"""A search finds what somebody means: stems, other words for the same, all of them, the best first."""

from __future__ import annotations

import dataclasses
import tomllib
from pathlib import Path

import pytest

from referee.rulebooks import library
from referee.rulebooks.search import finding
from referee.rulebooks.starts.making import starts
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
        ("highest total wins", "contract/win"),
        ("play until 300 points", "contract/play-until"),
        ("more than 500 points", "romme/play-until"),
        ("May I whole game", "contract/may-i-game"),
        ("bicycle joker", "bicycle/jokers"),
        ("truly screwed", "screw/screw-replace"),
        ("black ace", "kalooki-jm/score"),
        ("tack on", "contract/lay-off"),
        ("corrida", "contract/run"),
        ("anticlockwise", "contract/direction"),
        ("rising penalty", "contract/may-i-penalty"),
        ("twelve players", "contract/most-players"),
        ("points typed", "contract/told-in"),
        ("lose a turn", "phase-10/skips"),
        ("highest score wins", "contract/win"),
    ],
)
def test_the_best_clause_is_the_one_that_is_meant(asked: str, address: str) -> None:
    assert first(asked) == address


@pytest.mark.parametrize(
    ("asked", "address"),
    [
        ("pure run", "romme/meld-worth"),
        ("initial meld", "romme/contracts"),
        ("buys carry over", "contract/may-i-limit"),
        ("wild rank by round", "five-crowns/wild"),
        ("red aces wild", "contract/wild"),
        ("wild changes each round", "five-crowns/wild"),
        ("no buying once down", "contract/may-i-down"),
        ("late joiner", "phase-10/own-contract-joins"),
    ],
)
def test_what_few_rulebooks_have_is_found_by_what_tables_call_it(asked: str, address: str) -> None:
    assert address in [f"{book.id}/{topic}" for one in found(asked).clauses[:5] for book, topic in one.where]


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.id)
def test_the_title_of_a_clause_finds_it_among_the_first(book: Rulebook) -> None:
    for clause in book.printed:
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
        ("scala quaranta", "Scala 40"),
        ("continental mexicano", "Continental (Mexico)"),
        ("conquian", "Conquian"),
        ("6-7-8-9-10", "6-7-8-9-10"),
        ("russian rummy", "Russian Rummy"),
        ("12-Step Rummy", "12-Step Rummy"),
        ("Rummy Rummy", "Rummy Rummy"),
        ("Kalooki 51", "Kalooki 40"),
        ("rami", "Rami"),
        ("zoliky", "Žolíky"),
        ("  ZIONCHECK ", "Zioncheck"),
    ],
)
def test_a_game_that_is_not_here_leads_to_what_is_known_of_it(asked: str, name: str) -> None:
    assert [game.name for game in found(asked).not_here] == [name]


@pytest.mark.parametrize("asked", ["Phase 10", "phase ten", "phase10", "phase", "Faze 10"])
def test_phase_10_leads_to_its_rulebook(asked: str) -> None:
    assert [book.id for book in found(asked).books][:1] == ["phase-10"]
    assert found(asked).not_here == ()


@pytest.mark.parametrize("asked", ["Five Crowns", "5 crowns", "five crown", "cinco coronas"])
def test_five_crowns_leads_to_its_rulebook(asked: str) -> None:
    assert [book.id for book in found(asked).books][:1] == ["five-crowns"]
    assert found(asked).not_here == ()


def test_a_game_that_is_not_here_is_no_rulebook() -> None:
    assert found("Zioncheck").books == ()
    assert found("Zioncheck").summary == "1 game that isn’t here yet"
    assert [book.id for book in found("Jamaican").books] == ["denexa", "kalooki-jm"], "both are called so"
    assert found("joker").not_here == ()


def test_what_is_nearest_to_a_game_that_is_not_here_is_named_and_what_can_be_done() -> None:
    (loba,), (kalooki,), (thirteen,), (dummy,), (rami,) = (
        found(name).not_here for name in ("loba", "kaluki", "three thirteen", "dummy rummy", "rami")
    )
    assert [book.id for book in loba.near] == ["carioca-cl", "contract"]
    assert [book.id for book in kalooki.near] == ["romme", "kalooki-jm"], "the other game of this name comes second"
    assert [book.id for book in rami.near] == ["romme"]
    assert [book.id for book in thirteen.near] == ["five-crowns"]
    assert [book.id for book in dummy.near] == ["frustration", "contract"], "there, too, a contract is kept"


@pytest.mark.parametrize(
    ("asked", "book", "game"),
    [
        ("caricoa", "carioca-cl", ""),
        ("rome", "romme", ""),
        ("telefunkn", "", "Telefunken"),
        ("freustration rummy", "frustration", ""),
        ("fase 10", "phase-10", ""),
        ("kalloki", "kalooki-jm", "Kalooki 40"),
        ("liverpol", "liverpool", ""),
        ("shangai rummy", "shanghai", ""),
    ],
)
def test_a_name_that_is_misspelt_leads_to_what_is_almost_called_so(asked: str, book: str, game: str) -> None:
    shown = found(asked)
    assert shown.guessed
    assert book in {one.id for one in shown.books} or not book
    assert [one.name for one in shown.not_here][:1] == ([game] if game else [])
    assert shown.base is None


@pytest.mark.parametrize("asked", ["xyzzy", "khanhoo", "zebra crossing", "☃"])
def test_where_nothing_at_all_is_found_there_is_a_way_on(asked: str) -> None:
    shown = found(asked)
    assert (shown.books, shown.not_here, shown.guessed) == ((), (), False)
    assert shown.base is not None
    assert shown.base.id == "contract"


def test_a_game_on_the_second_shelf_is_found_by_its_names_before_the_other_game_called_so() -> None:
    for name in ("Kalooki", "kaluki", "Jamaican Kalooki", "caribbean kalooki", "kalookie"):
        assert [book.id for book in found(name).books] == ["kalooki-jm"]
    for name in ("Continental", "continental rummy"):
        assert [book.id for book in found(name).books] == ["continental-es"]
    for name in ("Carioca", "carioca chilena", "loba carioca"):
        assert [book.id for book in found(name).books] == ["carioca-cl"]
    for name in ("California", "california rummy"):
        assert [book.id for book in found(name).books] == ["shanghai-wiki"]
    assert [book.id for book in found("frustration rummy").books] == ["frustration"]
    for name in ("Rommé", "romme", "rommee", "rommy", "German Rummy", "deutsches rommé"):
        assert [book.id for book in found(name).books] == ["romme"]
    assert [book.shelf for book in BOOKS] == sorted(book.shelf for book in BOOKS), "the second shelf stands last"


def test_a_rulebook_of_exactly_that_name_comes_first() -> None:
    assert found("joker rummy").books[0].id == "wikipedia", "it is called so, the others have the two words"


def test_a_game_that_a_club_has_made_a_rulebook_for_is_here() -> None:
    own = dataclasses.replace(BOOKS[0], id="telefunken", name="Telefunken")
    shown = book_list((*BOOKS, own), "telefunken")
    assert [book.id for book in shown.books] == ["telefunken"]
    assert shown.not_here == ()


def test_the_name_of_a_rulebook_alone_does_not_find_all_its_clauses() -> None:
    assert [book.id for book in found("Liverpool").books] == ["liverpool"]
    assert found("Liverpool").clauses == ()


def test_every_other_word_and_every_name_can_be_typed() -> None:
    data = tomllib.loads((Path(finding.__file__).parent / "words.toml").read_text(encoding="utf-8"))
    for line in data["alike"]:
        for word in line:
            (term,) = finding.terms(word)
            assert {term.stems, *term.alike} >= set(map(finding.stems_of, line)), word
    for game in finding.games_not_here():
        for called in game.called:
            assert game in finding.not_here(called), called
            assert game.name in [one.name for one in found(called).not_here], called


def test_what_is_told_of_a_game_that_is_not_here_names_what_is_here_and_where_it_was_read() -> None:
    made = {start.id for start in starts()}
    names = [finding.plain(game.name) for game in finding.games_not_here()]
    assert len(set(names)) == len(names)
    for game in finding.games_not_here():
        assert set(game.near) <= set(library.ids()), game.name
        assert set(game.starts) <= made, game.name
        assert game.source or "source" in game.summary, game.name
