"""A club's own rulebooks: saved under a name, versioned, brought in and out as files, frozen into games."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from flask import Flask

from referee import errors, rulebook_services
from referee.game.table_commands import DecideRule
from referee.rulebook_services import NotSaved, Saved
from referee.rulebooks import library
from referee.rulebooks.report import differences
from referee.services import game
from tests.services.desk import act, closing, must, open_game


@pytest.fixture(autouse=True)
def in_an_app(app: Flask) -> Iterator[None]:
    """Every test stands in an app with an empty database."""
    with app.app_context():
        yield


def save(name: str = "Friday", **house: object) -> Saved:
    saved = rulebook_services.save_rulebook(library.load("contract"), name, "Ann's phone", house or {"jokers": 0})
    assert isinstance(saved, Saved), saved
    return saved


def test_a_rulebook_saved_is_listed_and_played_by() -> None:
    saved = save()
    assert (saved.id, saved.version, saved.new) == ("friday", 1, True)
    (line,) = rulebook_services.own_rulebooks()
    assert (line.id, line.name, line.version, line.builds_on, line.by) == (
        "friday",
        "Friday",
        1,
        "contract",
        "Ann's phone",
    )
    book = rulebook_services.rulebook("friday")
    assert book == saved.rulebook
    opened = open_game(book)
    assert game(opened.code).book.digest == line.digest
    assert [one.topic for one in differences(book, library.load(book.builds_on))] == ["jokers"]


def test_the_same_content_twice_is_one_version_and_other_content_the_next() -> None:
    save()
    assert not save().new
    changed = save(jokers=1)
    assert (changed.version, changed.new) == (2, True)
    assert [one.version for one in rulebook_services.versions("friday")] == [2, 1]
    assert len(rulebook_services.own_rulebooks()) == 1
    assert rulebook_services.rulebook("friday", 1).jokers[4] == 0
    assert rulebook_services.rulebook("friday").jokers[4] == 1


def test_a_game_keeps_the_version_it_was_opened_with() -> None:
    code = open_game(save().rulebook).code
    save(jokers=1)
    assert game(code).book.jokers[4] == 0


def test_what_is_exported_can_be_imported_elsewhere() -> None:
    save()
    text = rulebook_services.export_rulebook("friday")
    again = rulebook_services.import_rulebook(text, "Ben's phone", club="other")
    assert isinstance(again, Saved)
    assert (again.version, again.new) == (1, True)
    assert rulebook_services.rulebook("friday", club="other").digest == rulebook_services.rulebook("friday").digest
    assert len(rulebook_services.own_rulebooks()) == 1, "clubs see their own"


def test_built_in_rulebooks_are_found_and_exported_the_same_way() -> None:
    assert rulebook_services.rulebook("shanghai") is library.load("shanghai")
    assert rulebook_services.export_rulebook("shanghai") == library.text_of("shanghai")


@pytest.mark.parametrize(
    ("name", "house", "key"),
    [
        ("", {"jokers": 0}, "name"),
        ("x" * 61, {"jokers": 0}, "name"),
        ("Friday", {"nonsense": 0}, "nonsense"),
        ("Friday", {"jokers": 99}, "jokers"),
        ("Friday", {"run_ace": "high"}, "run_longest"),
    ],
)
def test_what_cannot_be_is_not_saved_and_says_why(name: str, house: dict[str, object], key: str) -> None:
    answer = rulebook_services.save_rulebook(library.load("contract"), name, "Ann's phone", house)
    assert isinstance(answer, NotSaved)
    assert (answer.key, bool(answer.message)) == (key, True)
    assert rulebook_services.own_rulebooks() == []


def test_a_name_of_sixty_characters_can_be_saved() -> None:
    assert save("Friday evening " * 4).rulebook.name == ("Friday evening " * 4).strip()


def test_a_broken_file_is_not_imported() -> None:
    answer = rulebook_services.import_rulebook("id = 3", "Ann's phone")
    assert isinstance(answer, NotSaved)
    assert answer.key == "id"


@pytest.mark.parametrize(
    "ask", [rulebook_services.rulebook, rulebook_services.export_rulebook, rulebook_services.versions]
)
def test_a_rulebook_that_is_not_there_is_said_to_be_unknown(ask: object) -> None:
    with pytest.raises(errors.UnknownRulebook):
        ask("friday")  # type: ignore[operator]
    save()
    with pytest.raises(errors.UnknownRulebook):
        rulebook_services.rulebook("friday", 7)


def test_what_a_table_decides_belongs_to_the_clubs_rulebook_from_then_on() -> None:
    save()
    code = open_game(rulebook_services.rulebook("friday")).code
    must(code, DecideRule("natural", {"naturals_least": 0}, "A meld of jokers only is fine."))
    date = game(code).log[-1].at[:10]
    kept = rulebook_services.keep_decisions(code, "Friday", "Ann's phone")
    assert isinstance(kept, Saved)
    assert (kept.id, kept.version) == ("friday", 2)
    clause = rulebook_services.rulebook("friday").clauses["natural"]
    assert (clause.basis, clause.source, clause.address) == ("house rule", f"the table, {date}", "friday/natural")
    assert kept.rulebook.jokers[4] == 0, "with the house rules it had"
    next_game = open_game(rulebook_services.rulebook("friday")).code
    assert game(next_game).book.naturals_least == 0


def test_decisions_stand_in_the_log_through_the_services() -> None:
    code = open_game("shanghai").code
    must(code, DecideRule("may-i-limit", {"may_i_limit": 1}))
    act(code, closing(game(code)))
    assert set(game(code).book.may_i_limit) == {1}
    assert set(library.load("shanghai").may_i_limit) == {2}
