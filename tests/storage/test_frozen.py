"""A rulebook stands once for all games that were opened with it; their logs name it, and read as if they held it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import select, text, update

from referee import create_app, errors
from referee.game.commands import ChangeRulebook
from referee.game.events import GameOpened
from referee.game.stamps import stamp_of
from referee.rulebooks import library
from referee.rules.rulebook.model import to_data
from referee.services.clubs import clubs, seasons
from referee.services.games import games
from referee.services.house import data as data_services
from referee.storage.clubs import forgetting
from referee.storage.clubs.clubs import REMOVED
from referee.storage.engine.kept import KeptRulebooks
from referee.storage.engine.transactions import kept_games, kept_rulebooks, writing
from referee.storage.games import frozen, log
from referee.storage.tables.clubs import Player
from referee.storage.tables.columns import as_json
from referee.storage.tables.database import db
from referee.storage.tables.games import Event, FrozenRulebook, Game
from tests.apps import dispose
from tests.services.carrying import brought_in, exported, small_club
from tests.services.club_desk import play, player
from tests.services.desk import closing, must, open_game, opening, tag

AGO = "2020-01-01T00:00:00Z"
BOOK = library.load("contract")
DIGEST = BOOK.digest


def digests() -> set[str]:
    """Of the rulebooks that stand there."""
    return set(db.session.scalars(select(FrozenRulebook.digest)))


def opening_of(code: str) -> dict[str, Any]:
    """What the first entry of a game keeps."""
    return dict(db.session.scalars(select(Event.data).where(Event.game == code, Event.seq == 1)).one())


def rulebook_of(code: str) -> dict[str, Any]:
    """With what a game was opened, as whoever reads its log gets it."""
    opened = games.game(code).log[0].event
    assert isinstance(opened, GameOpened)
    return opened.rulebook


def forget_all() -> None:
    """As in a process that has just begun."""
    kept_games().clear()
    kept_rulebooks().clear()


def as_an_older_process_wrote_it(code: str) -> None:
    """The rulebook stands in the first entry of the game."""
    with writing():
        whole = opening_of(code) | {"rulebook": frozen.content(opening_of(code)["digest"])}
        db.session.execute(update(Event).where(Event.game == code, Event.seq == 1).values(data=whole))
        db.session.execute(update(Game).where(Game.code == code).values(rulebook_digest=None))


def removed(*codes: str) -> None:
    """Gone for good."""
    for code in codes:
        clubs.remove_game(code)
    with writing():
        forgetting.purge("9999-01-01T00:00:00Z")


@contextmanager
def beside(app: Flask) -> Iterator[Flask]:
    """Another process on the same database, as far as the database knows."""
    other = create_app({"TESTING": True, "DATA_DIR": app.instance_path})
    try:
        yield other
    finally:
        dispose(other)


def test_games_of_one_rulebook_keep_it_once(app: Flask) -> None:
    with app.app_context():
        first, second = open_game().code, open_game().code
        aces = library.with_house_rules(BOOK, {"points": {**BOOK.points, "A": 16}})
        other = open_game(aces).code
        assert digests() == {DIGEST, aces.digest}
        for code in (first, second, other):
            assert opening_of(code)["rulebook"] is None
            assert len(as_json(opening_of(code))) < 400
        forget_all()
        assert [rulebook_of(code) for code in (first, second, other)] == [to_data(BOOK), to_data(BOOK), to_data(aces)]
        assert rulebook_of(first)["clauses"] is rulebook_of(second)["clauses"], "it stands once in the memory too"


def test_nothing_stands_there_of_a_game_that_was_not_opened(app: Flask) -> None:
    with app.app_context():
        alone = games.open_game(opening("contract", "Ann"), tag())
        assert isinstance(alone, games.Refused)
        with suppress(ZeroDivisionError), writing():
            frozen.hold(DIGEST, to_data(BOOK))
            raise ZeroDivisionError
        assert digests() == set()


def test_a_log_reads_the_same_wherever_its_rulebook_stands(app: Flask, elsewhere: Callable[[], Any]) -> None:
    with app.app_context():
        club = small_club()
        codes = log.all_codes()
        states, data = [games.game(code) for code in codes], exported(club)
        for code in codes[::2]:
            as_an_older_process_wrote_it(code)
        forget_all()
        assert [games.game(code) for code in codes] == states
        assert [stamp_of(games.game(code)) for code in codes] == [stamp_of(state) for state in states]
        assert exported(club) == data
        assert data_services.rebuild(check=True).damaged == ()
        running = next(state for state in states if state.status == "playing")
        must(codes[states.index(running)], closing(running))
        data = exported(club)
    with elsewhere():
        brought_in(data)
        assert exported(club) == data
        assert {opening_of(code)["rulebook"] for code in codes} == {None}


def test_a_house_that_has_the_rulebook_takes_in_a_club_that_brings_it(elsewhere: Callable[[], Any]) -> None:
    with elsewhere():
        club = small_club()
        data, there = exported(club), digests()
    with elsewhere():
        code = open_game().code
        clubs.make_club("Others")
        assert digests() < there
        brought_in(data)
        assert exported(club) == data
        assert digests() == there
        assert games.game(code).number == 1


DAMAGES = {
    "another word": lambda content: content | {"name": "Another game"},
    "nothing": lambda _: {},
    "no rulebook": lambda _: [],
}


@pytest.mark.tampers
@pytest.mark.parametrize("damage", DAMAGES.values(), ids=list(DAMAGES))
def test_a_damaged_rulebook_is_said_to_be_and_no_game_is_opened_with_it(
    app: Flask, damage: Callable[[dict[str, Any]], Any]
) -> None:
    with app.app_context():
        code, shanghai = open_game().code, open_game("shanghai").code
        club = seasons.first_club().id
        with writing():
            row = db.session.get_one(FrozenRulebook, DIGEST)
            row.content = damage(row.content)
        forget_all()
        for ask in (lambda: games.game(code), lambda: exported(club), lambda: open_game()):
            with pytest.raises(errors.BrokenData):
                ask()
        assert games.game(shanghai).number == 1
        assert data_services.rebuild(check=True).damaged == (code,)
        assert set(log.all_codes()) == {code, shanghai}


@pytest.mark.tampers
@pytest.mark.database_file  # the server keeps nothing that is no JSON
def test_a_rulebook_that_is_no_json_is_said_to_be_damaged(app: Flask) -> None:
    with app.app_context():
        code = open_game().code
        with writing():
            db.session.execute(text("UPDATE frozen_rulebook SET content = substr(content, 1, 99)"))
        forget_all()
        with pytest.raises(errors.BrokenData):
            games.game(code)


@pytest.mark.tampers
def test_a_rulebook_that_is_missing_is_said_to_be_and_comes_back_with_the_next_game_of_it(app: Flask) -> None:
    with app.app_context():
        code = open_game().code
        with writing():
            db.session.execute(update(Game).values(rulebook_digest=None))
            frozen.drop_unnamed()
        forget_all()
        with pytest.raises(errors.BrokenData):
            games.game(code)
        open_game()
        assert games.game(code).number == 1


def test_two_rulebooks_of_one_digest_are_refused(app: Flask) -> None:
    with app.app_context():
        open_game()
        forged = to_data(BOOK) | {"name": "Another game"}
        with pytest.raises(errors.BrokenData), writing():
            frozen.hold(DIGEST, forged)
        with pytest.raises(errors.BrokenData), writing():
            frozen.hold("0" * 64, forged)
        assert digests() == {DIGEST}


@pytest.mark.tampers
def test_a_log_that_holds_another_rulebook_than_its_digest_names_is_damaged(app: Flask) -> None:
    with app.app_context():
        sound, code = open_game().code, open_game().code
        with writing():
            forged = opening_of(code) | {"rulebook": to_data(BOOK) | {"name": "Another game"}}
            db.session.execute(update(Event).where(Event.game == code, Event.seq == 1).values(data=forged))
        kept_games().clear()
        assert games.game(sound).number == 1
        with pytest.raises(errors.BrokenData):
            games.game(code)


def test_the_last_game_takes_its_rulebook_along(app: Flask) -> None:
    with app.app_context():
        first, second, shanghai = open_game().code, open_game().code, open_game("shanghai").code
        both = digests()
        removed(first)
        assert digests() == both
        removed(second)
        assert digests() == both - {DIGEST}
        assert games.game(shanghai).number == 1
        third = open_game().code
        forget_all()
        assert games.game(third).number == 1
        as_an_older_process_wrote_it(shanghai)
        removed(third)
        assert digests() == set()
        forget_all()
        assert games.game(shanghai).number == 1


def test_a_rulebook_stays_while_a_game_of_another_club_names_it(app: Flask) -> None:
    with app.app_context():
        here = open_game().code
        other = clubs.make_club("Others").id
        there = games.open_game(opening("contract"), tag(), other)
        assert isinstance(there, games.Done)
        clubs.remove_club(other)
        with writing():
            forgetting.purge("9999-01-01T00:00:00Z")
        assert log.all_codes() == [here]
        assert digests() == {DIGEST}


@pytest.mark.tampers
@pytest.mark.parametrize("older", [False, True], ids=["the digest", "the whole rulebook"])
def test_a_name_is_forgotten_wherever_the_rulebook_stands_and_if_it_is_damaged(app: Flask, older: bool) -> None:
    with app.app_context():
        code, damaged = play("Dee", "Ben", "Cid"), open_game("shanghai", "Dee", "Ben", "Cid").code
        if older:
            as_an_older_process_wrote_it(code)
        before = opening_of(code)["rulebook"]
        with writing():
            db.session.get_one(FrozenRulebook, opening_of(damaged)["digest"]).content = {}
            db.session.get_one(Player, player("Dee")).removed_at = AGO
        forget_all()
        with writing():
            forgetting.forget("2020-01-02T00:00:00Z")
        assert games.game(code).name(1) == REMOVED
        for each in (code, damaged):
            assert "Dee" not in as_json(opening_of(each)["seats"])
        assert opening_of(code)["rulebook"] == before
        assert (before is None) is not older
        assert data_services.rebuild(check=True).damaged == (damaged,)


def meets(
    app: Flask, first: Callable[[], object], second: Callable[[], object], commits: bool = True
) -> tuple[bool, object]:
    """Another process wants to do the ``second`` while this one has not yet ended the ``first``: whether it waited, and
    what came of it.
    """
    answers: list[object] = []
    with beside(app) as other:

        def do_it() -> None:
            with other.app_context():
                try:
                    answers.append(second())
                except Exception as failed:
                    answers.append(failed)
                db.session.remove()

        process = threading.Thread(target=do_it)
        with app.app_context():
            with suppress(ZeroDivisionError), writing():
                first()
                process.start()
                process.join(0.5)
                waits = process.is_alive()
                if not commits:
                    raise ZeroDivisionError
            process.join(20)
            assert not process.is_alive()
        return waits, answers[0]


def let_go() -> None:
    with writing():
        frozen.drop_unnamed()


@pytest.mark.parametrize("commits", [True, False])
def test_two_processes_open_the_first_game_of_one_rulebook_at_once(app: Flask, commits: bool) -> None:
    waits, opened = meets(app, lambda: frozen.hold(DIGEST, to_data(BOOK)), open_game, commits)
    assert waits
    with app.app_context():
        assert isinstance(opened, games.Done), opened
        assert digests() == {DIGEST}
        forget_all()
        assert games.game(opened.code).number == 1


def test_a_rulebook_that_another_process_is_letting_go_is_written_again(app: Flask) -> None:
    with app.app_context():
        removed(open_game().code)
        with writing():
            frozen.hold(DIGEST, to_data(BOOK))
    waits, opened = meets(app, frozen.drop_unnamed, open_game)
    assert waits
    with app.app_context():
        assert isinstance(opened, games.Done), opened
        assert digests() == {DIGEST}
        forget_all()
        assert games.game(opened.code).number == 1


def test_a_rulebook_by_which_another_process_is_opening_a_game_is_not_let_go(app: Flask) -> None:
    with app.app_context(), writing():
        frozen.hold(DIGEST, to_data(BOOK))
    waits, failed = meets(app, open_game, let_go)
    assert failed is None
    with app.app_context():
        assert waits is (db.engine.dialect.name == "sqlite"), "in a file each write waits for any other"
        forget_all()
        assert [games.game(code).number for code in log.all_codes()] == [1]
        assert digests() == {DIGEST}


def test_the_rulebooks_used_last_stay_in_the_memory() -> None:
    few = KeptRulebooks(most=2)
    for digest in "abacd":
        if few.get(digest) is None:
            few.put(digest, {"name": digest})
    assert [digest for digest in "abcd" if few.get(digest)] == ["c", "d"]


def test_the_rulebook_to_which_a_table_changes_stands_once_too_and_goes_with_the_last_game_of_it(app: Flask) -> None:
    shanghai = library.load("shanghai")
    with app.app_context():
        moved, other = open_game().code, open_game(shanghai).code
        must(moved, ChangeRulebook(shanghai))
        [data] = db.session.scalars(select(Event.data).where(Event.type == "RulebookChanged"))
        assert (data["digest"], data["rulebook"]) == (shanghai.digest, None)
        assert digests() == {DIGEST, shanghai.digest}
        removed(other)
        assert digests() == {DIGEST, shanghai.digest}, "it is named by a game that was opened with another one"
        forget_all()
        assert games.game(moved).book == shanghai
        removed(moved)
        assert digests() == set()
