"""What was refused, asked back or overtaken is remembered: the same thing sent again gets the same answer again."""

from __future__ import annotations

import dataclasses
from datetime import timedelta

import pytest
from flask import Flask

from referee import days, errors
from referee.game import commands as cmd
from referee.game.paper import PaperColumn, PaperGame
from referee.rulebooks import library
from referee.services import deliveries
from referee.services.clubs import clubs, rulebooks, seasons
from referee.services.deliveries import once
from referee.services.games import games
from referee.services.games.games import Confirm, Done, Refused, Stale
from referee.services.house import data
from referee.storage.engine.transactions import writing
from referee.storage.start.filling import fill
from referee.storage.tables.database import db
from referee.storage.tables.deliveries import Delivery
from tests.services.club_desk import club
from tests.services.desk import closing, must, open_game, opening, tag


@pytest.fixture(autouse=True)
def context(app: Flask) -> object:
    with app.app_context():
        yield app


def test_a_refusal_stays_one_though_it_would_be_accepted_by_now() -> None:
    code = open_game().code
    correction, the_tag = cmd.CorrectCell(1, 2, "K"), tag(1)
    first = games.act(code, correction, the_tag)
    assert isinstance(first, Refused)
    must(code, closing(games.game(code)))
    again = games.act(code, correction, the_tag)
    assert isinstance(again, Refused)
    assert again.problems == first.problems
    assert again.state == games.game(code), "what is shown beside it is the game as it stands"
    assert isinstance(games.act(code, correction, tag(1)), Done), "another id is another try"


def test_a_question_stays_one_until_it_is_answered() -> None:
    code = open_game().code
    nothing = cmd.EnterCardsLeft(1, 1, "nothing")
    the_tag = tag(1)
    first = games.act(code, nothing, the_tag)
    again = games.act(code, nothing, the_tag)
    assert isinstance(first, Confirm)
    assert isinstance(again, Confirm)
    assert again.queries == first.queries
    yes = dataclasses.replace(nothing, confirmed=True)
    assert isinstance(games.act(code, yes, the_tag), Done)
    repeated = games.act(code, yes, the_tag)
    assert isinstance(repeated, Done)
    assert repeated.repeated
    with pytest.raises(errors.IdReused):
        games.act(code, nothing, the_tag)


def test_a_conflict_stays_one_though_it_is_none_by_now() -> None:
    code = open_game().code
    must(code, cmd.EnterCardsLeft(1, 1, "K"), seen=1)
    mine, the_tag = cmd.EnterCardsLeft(1, 1, "Q Q"), tag(1)
    first = games.act(code, mine, the_tag)
    must(code, cmd.Undo(2))
    again = games.act(code, mine, the_tag)
    assert isinstance(first, Stale)
    assert isinstance(again, Stale)
    assert again.conflicts == first.conflicts
    assert again.state.number == 2, "the number on which that was a conflict"
    insisted = games.act(code, mine, dataclasses.replace(the_tag, seen=3))
    assert isinstance(insisted, Done), "whoever has seen the fresh page may insist under the same id"


def test_whoever_insists_on_a_remembered_conflict_overrules_nothing_unseen() -> None:
    code = open_game().code
    must(code, cmd.EnterCardsLeft(1, 1, "K"), seen=1)
    mine, the_tag = cmd.EnterCardsLeft(1, 1, "Q Q"), tag(1)
    assert isinstance(games.act(code, mine, the_tag), Stale)
    must(code, cmd.EnterCardsLeft(1, 1, "A A"), seen=2)
    again = games.act(code, mine, the_tag)
    assert isinstance(again, Stale)
    assert "K" in again.conflicts[0].theirs, "the first answer"
    insisted = games.act(code, mine, tag(again.state.number))
    assert isinstance(insisted, Stale)
    assert "A A" in insisted.conflicts[0].theirs, "what nobody has shown to this phone yet"


def test_what_is_confirmed_after_a_repeat_overrules_nothing_unseen() -> None:
    code = open_game().code
    nothing, the_tag = cmd.EnterCardsLeft(1, 1, "nothing"), tag(1)
    assert isinstance(games.act(code, nothing, the_tag), Confirm)
    must(code, cmd.EnterCardsLeft(1, 1, "K"), seen=1)
    again = games.act(code, nothing, the_tag)
    assert isinstance(again, Confirm)
    yes = dataclasses.replace(nothing, confirmed=True)
    assert isinstance(games.act(code, yes, tag(again.state.number)), Stale)


def test_a_write_refused_in_a_removed_game_stays_refused_when_the_game_is_back() -> None:
    code, the_tag = open_game().code, tag(1)
    clubs.remove_game(code)
    first = games.act(code, cmd.AddNote("tea"), the_tag)
    clubs.restore_game(code)
    again = games.act(code, cmd.AddNote("tea"), the_tag)
    assert isinstance(first, Refused)
    assert isinstance(again, Refused)
    assert again.problems == first.problems
    assert games.game(code).notes == ()


def test_what_an_older_version_refused_is_judged_as_the_game_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    code, the_tag = open_game().code, tag(1)
    with monkeypatch.context() as older:
        older.setattr(games.decide, "decide", lambda *_: games.decide.Refused(()))
        assert isinstance(games.act(code, cmd.AddNote("tea"), the_tag), Refused)
    must(code, cmd.AddNote("rum"))
    assert isinstance(games.act(code, cmd.AddNote("tea"), the_tag), Done)
    assert games.game(code).notes == ("rum", "tea")


def test_a_refused_change_of_a_club_stays_refused_and_writes_nothing() -> None:
    the_tag, tries = tag(), []

    def rename() -> dict[str, str]:
        tries.append(clubs.rename_club(club(), "Half done").name)
        raise errors.Rejected("name", "Not this one.")

    for _ in range(2):
        with pytest.raises(errors.Rejected, match="Not this one") as no:
            once(the_tag, ["rename", "Half done"], rename)
        assert no.value.field == "name"
    assert tries == ["Half done"]
    assert seasons.first_club().name == "Our club"
    assert once(the_tag, ["rename", "Whole"], lambda: {"said": "done"}) == {"said": "done"}
    with pytest.raises(errors.IdReused):
        once(the_tag, ["rename", "Half done"], rename)


def test_a_rulebook_that_was_not_saved_is_not_saved_by_a_repeat() -> None:
    base, wrong, over = library.load("contract"), tag(), tag()
    first = rulebooks.save_rulebook(club(), base, "Ours", wrong, {"jokers": "many"})
    assert isinstance(first, rulebooks.NotSaved)
    assert rulebooks.save_rulebook(club(), base, "Ours", wrong, {"jokers": "many"}) == first
    assert isinstance(rulebooks.save_rulebook(club(), base, "Ours", tag(), {"jokers": 0}), rulebooks.Saved)
    text = rulebooks.export_rulebook(club(), "ours").replace("Ours", "Ours too")
    asked = rulebooks.import_rulebook(club(), text, over)
    assert isinstance(asked, rulebooks.Overtaken)
    assert rulebooks.import_rulebook(club(), text, over) == asked


def test_a_sheet_of_tomorrow_stays_one_when_tomorrow_has_come(monkeypatch: pytest.MonkeyPatch) -> None:
    book = library.load("contract")
    columns = tuple(PaperColumn(name, (0,) * book.rounds, 0) for name in ("Ann", "Ben", "Cid"))
    sheet, the_tag = PaperGame(book, "2026-03-02", columns), tag()
    told = []
    for today in ("2026-03-01T12:00:00Z", "2026-03-03T12:00:00Z"):
        monkeypatch.setattr(data, "now", lambda today=today: today)
        monkeypatch.setattr(deliveries, "now", lambda today=today: today)
        told.append(data.type_in(sheet, the_tag, club(), None))
    assert "in the future" in str(told[0])
    assert told[0] == told[1]


def test_refusals_are_forgotten_after_a_while_and_accepted_writes_with_their_game(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    code, accepted = open_game().code, tag(1)
    games.act(code, cmd.AddNote("tea"), accepted)
    refused = games.act(code, cmd.CorrectCell(1, 1, "K"), tag(1))
    assert isinstance(refused, Refused)
    once(tag(), ["a form"], lambda: {"said": "made"})
    assert db.session.query(Delivery).count() == 4
    fill()
    monthly = days.clock() + timedelta(days=31)
    monkeypatch.setattr(days, "clock", lambda: monthly)
    fill()
    assert db.session.query(Delivery).count() == 2
    again = games.act(code, cmd.AddNote("tea"), accepted)
    assert isinstance(again, Done)
    assert again.repeated


def test_an_id_of_an_older_version_means_nothing_of_another_kind() -> None:
    code, of_game, of_club = open_game().code, tag(), tag()
    with writing():
        db.session.add(Delivery(id=of_game.id, digest="", refused=False, game=code, first=1, last=5))
        db.session.add(Delivery(id=of_club.id, digest="", refused=False, answer={}, at=deliveries.now()))
    with pytest.raises(errors.IdReused):
        once(of_game, ["a form"], lambda: {"said": "made"})
    with pytest.raises(errors.IdReused):
        games.open_game(opening(), of_club)
