"""A club's own rulebooks: saved under a name, versioned, brought in and out as files, frozen into games."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from flask import Flask

from referee import errors
from referee.game.commands import DecideRule, Redo, RevokeRule, Undo
from referee.rulebooks import library
from referee.rulebooks.report import differences
from referee.rules.rulebook.model import Rulebook
from referee.services.clubs import clubs, rulebooks, seasons
from referee.services.clubs.rulebooks import NotSaved, Overtaken, Saved
from referee.services.games.games import game
from referee.storage.engine.transactions import writing
from referee.storage.tables import own_rulebooks as store
from referee.storage.tables.database import db
from referee.storage.tables.games import Event
from tests.services.desk import act, closing, must, open_game, tag


@pytest.fixture(autouse=True)
def in_an_app(app: Flask) -> Iterator[None]:
    """Every test stands in an app with an empty database."""
    with app.app_context():
        yield


def club() -> str:
    return seasons.first_club().id


def save(name: str = "Friday", **house: object) -> Saved:
    saved = rulebooks.save_rulebook(club(), library.load("contract"), name, tag(), house or {"jokers": 0})
    assert isinstance(saved, Saved), saved
    return saved


def test_a_rulebook_saved_is_listed_and_played_by() -> None:
    saved = save()
    assert (saved.id, saved.version, saved.new) == ("friday", 1, True)
    (line,) = rulebooks.own_rulebooks(club())
    assert (line.id, line.name, line.version, line.builds_on, line.by) == (
        "friday",
        "Friday",
        1,
        "contract",
        "Ann's phone",
    )
    book = rulebooks.rulebook(club(), "friday")
    assert book == saved.rulebook
    opened = open_game(book)
    assert game(opened.code).book.digest == line.digest
    assert [one.topic for one in differences(book, library.load(book.builds_on))] == ["jokers"]


def test_the_same_content_twice_is_one_version_and_other_content_the_next() -> None:
    save()
    assert not save().new
    changed = save(jokers=1)
    assert (changed.version, changed.new) == (2, True)
    assert [one.version for one in rulebooks.versions(club(), "friday")] == [2, 1]
    assert len(rulebooks.own_rulebooks(club())) == 1
    assert rulebooks.rulebook(club(), "friday", 1).jokers[4] == 0
    assert rulebooks.rulebook(club(), "friday").jokers[4] == 1


def test_a_game_keeps_the_version_it_was_opened_with() -> None:
    code = open_game(save().rulebook).code
    save(jokers=1)
    assert game(code).book.jokers[4] == 0


def test_what_is_exported_can_be_imported_elsewhere() -> None:
    save()
    text = rulebooks.export_rulebook(club(), "friday")
    other = clubs.make_club("The others").id
    assert rulebooks.own_rulebooks(other) == [], "clubs see their own"
    with pytest.raises(errors.UnknownRulebook):
        rulebooks.rulebook(other, "friday")
    again = rulebooks.import_rulebook(other, text, tag())
    assert isinstance(again, Saved)
    assert (again.version, again.new) == (1, True)
    assert rulebooks.rulebook(other, "friday").digest == rulebooks.rulebook(club(), "friday").digest
    assert len(rulebooks.own_rulebooks(club())) == 1


def test_built_in_rulebooks_are_found_and_exported_the_same_way() -> None:
    assert rulebooks.rulebook(club(), "shanghai") is library.load("shanghai")
    assert rulebooks.export_rulebook(club(), "shanghai") == library.text_of("shanghai")


@pytest.mark.parametrize(
    ("name", "house", "key"),
    [
        ("", {"jokers": 0}, "name"),
        ("x" * 61, {"jokers": 0}, "name"),
        ("Friday", {"nonsense": 0}, "nonsense"),
        ("Friday", {"jokers": 99}, "jokers"),
        ("Friday", {"run_ace": "high", "run_longest": 14}, "run_longest"),
    ],
)
def test_what_cannot_be_is_not_saved_and_says_why(name: str, house: dict[str, object], key: str) -> None:
    answer = rulebooks.save_rulebook(club(), library.load("contract"), name, tag(), house)
    assert isinstance(answer, NotSaved)
    assert (answer.key, bool(answer.message)) == (key, True)
    assert rulebooks.own_rulebooks(club()) == []


def test_a_name_of_sixty_characters_can_be_saved() -> None:
    assert save("Friday evening " * 4).rulebook.name == ("Friday evening " * 4).strip()


@pytest.mark.parametrize(("text", "key"), [("id = 3", "id"), ("id", "file"), (f"x = {'9' * 5000}", "file")])
def test_a_broken_file_is_not_imported(text: str, key: str) -> None:
    answer = rulebooks.import_rulebook(club(), text, tag())
    assert isinstance(answer, NotSaved)
    assert answer.key == key


@pytest.mark.parametrize("ask", [rulebooks.rulebook, rulebooks.export_rulebook, rulebooks.versions])
def test_a_rulebook_that_is_not_there_is_said_to_be_unknown(ask: object) -> None:
    with pytest.raises(errors.UnknownRulebook):
        ask(club(), "friday")  # type: ignore[operator]
    save()
    with pytest.raises(errors.UnknownRulebook):
        rulebooks.rulebook(club(), "friday", 7)


def test_what_a_table_decides_belongs_to_the_clubs_rulebook_from_then_on() -> None:
    save()
    code = open_game(rulebooks.rulebook(club(), "friday")).code
    must(code, DecideRule("natural", {"naturals_least": 0}, "A meld of jokers only is fine."))
    date = game(code).log[-1].at[:10]
    kept = rulebooks.keep_decisions(code, "Friday", tag())
    assert isinstance(kept, Saved)
    assert (kept.id, kept.version) == ("friday", 2)
    clause = rulebooks.rulebook(club(), "friday").clauses["natural"]
    assert (clause.basis, clause.source, clause.address) == ("house rule", f"the table, {date}", "friday/natural")
    assert kept.rulebook.jokers[4] == 0, "with the house rules it had"
    next_game = open_game(rulebooks.rulebook(club(), "friday")).code
    assert game(next_game).book.naturals_least == 0


def test_what_another_phone_has_saved_meanwhile_is_not_lost_when_a_table_keeps_its_rules() -> None:
    code = open_game(save().rulebook).code
    must(code, DecideRule("natural", {"naturals_least": 0}))
    points = library.load("contract").points | {"JK": 33}
    rulebooks.save_rulebook(club(), own_book("friday"), "Friday", tag(), {"points": points})
    late = rulebooks.keep_decisions(code, "Friday", tag())
    assert isinstance(late, Overtaken)
    assert (late.last.version, own_book("friday").points["JK"]) == (2, 33)
    assert isinstance(rulebooks.keep_decisions(code, "Friday", tag(), over=1), Overtaken), "asked about another"
    told = rulebooks.keep_decisions(code, "Friday", tag(), over=2)
    assert isinstance(told, Saved)
    assert told.version == 3


def test_a_file_becomes_the_next_version_of_a_rulebook_only_where_it_was_asked_about() -> None:
    save()
    text = rulebooks.export_rulebook(club(), "friday")
    save(jokers=1)
    late = rulebooks.import_rulebook(club(), text, tag())
    assert isinstance(late, Overtaken)
    assert (late.last.version, own_book("friday").jokers[4]) == (2, 1)
    told = rulebooks.import_rulebook(club(), text, tag(), over=2)
    assert isinstance(told, Saved)
    assert (told.version, told.rulebook.jokers[4]) == (3, 0)
    again = rulebooks.import_rulebook(club(), text, tag())
    assert isinstance(again, Saved), "the same content changes nothing"
    assert not again.new


def test_decisions_stand_in_the_log_through_the_services() -> None:
    code = open_game("shanghai").code
    must(code, DecideRule("may-i-limit", {"may_i_limit": 1}))
    act(code, closing(game(code)))
    assert set(game(code).book.may_i_limit) == {1}
    assert set(library.load("shanghai").may_i_limit) == {2}


def test_the_same_delivery_gets_its_first_answer_and_other_content_under_its_id_is_refused() -> None:
    def send(jokers: int) -> Saved | NotSaved:
        return rulebooks.save_rulebook(
            club(), library.load("contract"), "Friday", tag(name="already the same player"), {"jokers": jokers}
        )

    first = send(0)
    save(jokers=1)
    assert send(0) == first, "and not version 3"
    assert [one.version for one in rulebooks.versions(club(), "friday")] == [2, 1]
    with pytest.raises(errors.IdReused):
        send(2)


def test_a_file_and_the_decisions_of_a_game_are_deliveries_too() -> None:
    save()
    text = rulebooks.export_rulebook(club(), "friday")
    rulebooks.import_rulebook(club(), text.replace("friday", "monday", 1), tag(name="the file's id"))
    with pytest.raises(errors.IdReused):
        rulebooks.import_rulebook(club(), text.replace("friday", "sunday", 1), tag(name="the file's id"))
    code = open_game("contract").code
    first = rulebooks.keep_decisions(code, "Ours", tag(name="kept with this id"))
    must(code, DecideRule("natural", {"naturals_least": 0}))
    assert rulebooks.keep_decisions(code, "Ours", tag(name="kept with this id")) == first
    with pytest.raises(errors.IdReused):
        rulebooks.keep_decisions(code, "Theirs", tag(name="kept with this id"))


def test_a_write_without_a_proper_id_and_one_into_a_club_that_is_not_there_are_refused() -> None:
    with pytest.raises(errors.RefereeError):
        rulebooks.save_rulebook(club(), library.load("contract"), "Friday", tag(name="short"))
    with pytest.raises(errors.UnknownClub):
        rulebooks.save_rulebook("nowhere", library.load("contract"), "Friday", tag())


AS_WE_PLAY = "contract-rummy-as-we-play-it"
JOKERS_ALONE = DecideRule("natural", {"naturals_least": 0}, "A meld of jokers only is fine.", keep=True)


def own_book(rulebook_id: str = AS_WE_PLAY) -> Rulebook:
    return rulebooks.rulebook(club(), rulebook_id)


def test_a_precedent_makes_the_clubs_rulebook_and_the_next_game_is_played_by_it() -> None:
    code = open_game("contract").code
    other = open_game("contract").code
    assert rulebooks.as_played(club(), code) == "contract"
    must(code, JOKERS_ALONE)
    clause = own_book().clauses["natural"]
    assert (clause.text, clause.basis) == ("A meld of jokers only is fine.", "house rule")
    assert clause.source == f"the table, {game(code).log[-1].at[:10]}"
    assert own_book().name == "Contract Rummy as we play it"
    assert rulebooks.as_played(club(), code) == AS_WE_PLAY
    assert rulebooks.as_played(club(), other) == "contract", "another table that decided nothing"
    must(code, Undo(2))
    assert rulebooks.as_played(club(), code) == "contract"


def test_a_game_that_cannot_be_read_says_no_rulebook_to_go_on_with() -> None:
    code = open_game("contract").code
    with writing():
        db.session.get_one(Event, (code, 1)).data = {}
    assert rulebooks.as_played(club(), code) == ""


@pytest.mark.parametrize("back", [RevokeRule(2), Undo(2)])
def test_a_precedent_revoked_or_undone_leaves_the_clubs_rulebook_again(back: RevokeRule | Undo) -> None:
    code = open_game("contract").code
    must(code, JOKERS_ALONE)
    must(code, back)
    assert own_book().values() == library.load("contract").values()
    assert own_book().clauses["natural"].silence is not None
    must(code, Redo(2) if isinstance(back, Undo) else Undo(3))
    assert own_book().naturals_least == 0
    assert [one.version for one in rulebooks.versions(club(), AS_WE_PLAY)] == [3, 2, 1]


def test_what_was_cut_along_with_a_decision_comes_back_with_it() -> None:
    code = open_game("screw").code
    must(code, DecideRule("most-players", {"players_max": 5}, keep=True))
    kept = own_book(game(code).decisions[0].kept)
    assert (kept.players_max, max(kept.decks)) == (5, 5)
    assert must(code, Undo(2)).warnings == ()
    assert own_book(kept.id).values() == library.load("screw").values()


def test_what_something_else_rests_on_stays_in_the_clubs_rulebook_and_that_is_said() -> None:
    code = open_game("contract").code
    must(code, DecideRule("long-run", {"run_longest": 13}, keep=True))
    book = own_book()
    saved = rulebooks.save_rulebook(club(), book, book.name, tag(), {"run_ace": "high"})
    assert isinstance(saved, Saved)
    (said,) = must(code, Undo(2)).warnings
    assert said.startswith("The club's rulebook goes on saying it, because something else there rests on it: ")
    assert own_book().run_longest == 13


def test_a_precedent_joins_what_the_clubs_rulebook_has_become_meanwhile() -> None:
    save(jokers=0)
    first, second = (open_game(own_book("friday")).code for _ in range(2))
    must(first, JOKERS_ALONE)
    must(second, DecideRule("lay-off", {"lay_off_same_turn": "yes"}, keep=True))
    book = own_book("friday")
    assert (book.jokers[4], book.naturals_least, book.lay_off_same_turn) == (0, 0, "yes")
    must(first, RevokeRule(2))
    book = own_book("friday")
    assert (book.jokers[4], book.naturals_least, book.lay_off_same_turn) == (0, 1, "yes")


def test_of_two_precedents_on_one_clause_the_earlier_one_holds_again_when_the_later_one_falls() -> None:
    code = open_game("contract").code
    must(code, JOKERS_ALONE)
    must(code, DecideRule("natural", {"naturals_least": 2}, "Two at least.", keep=True))
    assert own_book().naturals_least == 2
    must(code, RevokeRule(3))
    assert own_book().clauses["natural"].text == "A meld of jokers only is fine."


def test_what_the_club_has_changed_otherwise_meanwhile_is_left_alone() -> None:
    code = open_game("contract").code
    must(code, JOKERS_ALONE)
    rulebooks.save_rulebook(club(), own_book(), own_book().name, tag(), {"naturals_least": 2})
    must(code, RevokeRule(2))
    assert own_book().naturals_least == 2
    rulebooks.save_rulebook(club(), own_book(), own_book().name, tag(), {"run_longest": 13, "run_ace": "high"})
    done = must(code, DecideRule("long-run", {"run_longest": 14}, "Fourteen, both aces.", keep=True))
    assert done.warnings
    assert done.warnings[0].startswith("It holds in this game only, because the club's rulebook has changed")
    assert own_book().run_longest == 13


def test_a_decision_for_one_game_only_changes_no_rulebook_of_the_club() -> None:
    code = open_game("contract").code
    must(code, DecideRule("natural", {"naturals_least": 0}))
    assert rulebooks.own_rulebooks(club()) == []


def test_a_house_rule_is_taken_back_and_the_clause_is_again_what_the_rulebook_says() -> None:
    save(jokers=0, screw_over=True)
    back = rulebooks.take_back(club(), "friday", 1, "screw-over", tag())
    assert isinstance(back, Saved)
    assert (back.version, back.rulebook.screw_over, back.rulebook.jokers[4]) == (2, False, 0)
    assert "screw-once" not in back.rulebook.clauses, "with what it brought along"
    back = rulebooks.take_back(club(), "friday", 2, "jokers", tag())
    assert isinstance(back, Saved)
    assert differences(back.rulebook, library.load("contract")) == []
    for gone in (("friday", "weather"), ("contract", "jokers")):
        with pytest.raises(errors.UnknownRulebook):
            rulebooks.take_back(club(), gone[0], 1, gone[1], tag())


def test_clauses_that_went_along_with_a_house_rule_go_back_with_it() -> None:
    save(final_discard="optional")
    back = rulebooks.take_back(club(), "friday", 1, "go-out", tag())
    assert isinstance(back, Saved)
    assert differences(back.rulebook, library.load("contract")) == []


def test_the_last_round_goes_back_with_the_contracts() -> None:
    contracts = library.load("contract").in_json("contracts")
    save(contracts=[*contracts[:6], ["set of 3"] * 4])
    assert own_book("friday").clause("last-round").basis == "house rule"
    back = rulebooks.take_back(club(), "friday", 1, "contracts", tag())
    assert isinstance(back, Saved)
    assert differences(back.rulebook, library.load("contract")) == []


def test_what_another_phone_has_saved_meanwhile_is_not_lost_when_a_house_rule_is_taken_back() -> None:
    save()
    points = library.load("contract").points | {"JK": 30}
    base = rulebooks.rulebook(club(), "friday")
    rulebooks.save_rulebook(club(), base, "Friday", tag(), {"points": points}, shown=("friday", 1))
    late = rulebooks.take_back(club(), "friday", 1, "jokers", tag())
    assert isinstance(late, Overtaken)
    assert late.last.version == 2
    now = rulebooks.rulebook(club(), "friday")
    assert (now.points["JK"], now.jokers[4]) == (30, 0)


def test_what_other_house_rules_rest_on_is_not_taken_back() -> None:
    save(run_ace="high", run_longest=13)
    answer = rulebooks.take_back(club(), "friday", 1, "long-run", tag())
    assert isinstance(answer, NotSaved)
    assert answer.key == "run_longest"


def test_a_saved_rulebook_that_the_library_has_caught_up_with_can_still_be_read() -> None:
    save(jokers=0)
    text = rulebooks.export_rulebook(club(), "friday")
    same = text.replace("values = { jokers = 0 }", "values = { jokers = { 3 = 2, 4 = 3, 5 = 4 } }")
    assert isinstance(rulebooks.import_rulebook(club(), same.replace("friday", "monday", 1), tag()), Saved)


def test_a_saved_rulebook_that_fits_no_longer_is_said_to_be_unreadable_and_the_others_stay() -> None:
    save(jokers=0)
    with writing():
        row = store.latest(club(), "friday")
        assert row is not None
        row.text = row.text.replace("[clauses.jokers]", "[clauses.colour]")
    with pytest.raises(errors.UnreadableRulebook, match="no longer fits this version"):
        rulebooks.rulebook(club(), "friday")
    assert rulebooks.books(club()) == library.all_rulebooks()
    assert "colour" in rulebooks.export_rulebook(club(), "friday")
