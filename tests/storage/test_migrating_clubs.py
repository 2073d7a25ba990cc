"""A database of the first version: its games get a club, players and results, and lose nothing."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask import Flask
from flask_migrate import downgrade, upgrade
from sqlalchemy import text

from referee import create_app, errors
from referee.game import commands as cmd
from referee.rulebooks import library
from referee.services.clubs import clubs, rulebooks, seasons
from referee.services.deliveries import once
from referee.services.games import games
from referee.services.house import data as data_services
from referee.storage import _MIGRATIONS
from referee.storage.tables.database import db
from tests.apps import dispose
from tests.game import plays
from tests.services.desk import closing, must, open_game, tag

OLD = ("game", "event", "write")


@pytest.fixture
def old(app: Flask, tmp_path: Path) -> Path:
    """A finished game, one being played and remembered names, as the first version kept them."""
    folder = tmp_path / "old"
    with app.app_context():
        done = open_game("contract", "Ann", "Ben", "Cid")
        code = done.code
        while not (state := games.game(code)).last_round_closed:
            must(code, closing(state))
        must(code, cmd.Finish())
        open_game("contract", "Ben", "Dee", "Eve")
        downgrade(directory=str(_MIGRATIONS), revision="0002")
        rows = {
            table: [dict(row._mapping) for row in db.session.execute(text(f'SELECT * FROM "{table}"'))] for table in OLD
        }
    other = create_app({"TESTING": True, "DATA_DIR": str(folder)})
    with other.app_context(), db.engine.connect() as connection:
        with connection.begin():
            for table in reversed(db.metadata.sorted_tables):
                connection.execute(text(f'DROP TABLE "{table.name}"'))
            connection.execute(text("DROP TABLE alembic_version"))
        upgrade(directory=str(_MIGRATIONS), revision="0001")
        with connection.begin():
            for table, found in rows.items():
                for row in found:
                    columns = ", ".join(f'"{name}"' for name in row)
                    values = ", ".join(f":{name}" for name in row)
                    connection.execute(text(f'INSERT INTO "{table}" ({columns}) VALUES ({values})'), row)
            for name in ("Ann", "Fay"):
                connection.execute(
                    text('INSERT INTO player ("key", name, used_at) VALUES (:key, :name, :at)'),
                    {"key": name.casefold(), "name": name, "at": "2026-01-01T00:00:00Z"},
                )
    dispose(other)
    return folder


def test_old_games_get_players_and_results(old: Path) -> None:
    app = create_app({"TESTING": True, "DATA_DIR": str(old)})
    with app.app_context():
        club = seasons.first_club()
        players = seasons.players(club.id)
        assert (club.name, seasons.club_page(club.id).games) == ("Our club", 1)
        assert sorted(player.name for player in players) == ["Ann", "Ben", "Cid", "Dee", "Eve", "Fay"]
        ann = next(player for player in players if player.name == "Ann")
        assert seasons.player_page(ann.id).page.whole.wins == 1
        assert [game.players for game in games.games_in_progress()] == [("Ben", "Dee", "Eve")]
        assert games.remembered_players()[-1] == "Fay", "a name of nobody at a table stays, as the least recent"
    dispose(app)


@pytest.mark.database_file
def test_old_games_are_copied_before_they_are_changed(old: Path) -> None:
    dispose(create_app({"TESTING": True, "DATA_DIR": str(old)}))
    assert list((old / "backups").glob("referee-before-*"))


def test_it_is_done_once(old: Path) -> None:
    for _ in range(2):
        app = create_app({"TESTING": True, "DATA_DIR": str(old)})
        with app.app_context():
            assert len(seasons.clubs()) == 1
            assert len(seasons.players(seasons.first_club().id)) == 6
        dispose(app)


def test_own_rulebooks_of_nobody_go_to_the_first_club_and_to_those_that_played_by_them(
    tmp_path: Path,
) -> None:
    """Before the fourth version every club of a house saw the same ones."""
    folder = tmp_path / "third"
    old = create_app({"TESTING": True, "DATA_DIR": str(folder)})
    with old.app_context():
        first = seasons.first_club().id
        other, third = (clubs.make_club(name).id for name in ("Other", "Third"))
        book = rulebooks.save_rulebook(first, library.load("contract"), "Ours", tag(), {"jokers": 0})
        assert isinstance(book, rulebooks.Saved)
        games.open_game(cmd.OpenGame(book.rulebook, ("Ann", "Ben", "Cid")), tag(), other)
        downgrade(directory=str(_MIGRATIONS), revision="0003")
        with db.engine.connect() as connection, connection.begin():
            # all three in one second: the oldest must not be a matter of chance
            connection.execute(
                text("UPDATE club SET founded_at = '2020-01-01T00:00:00Z' WHERE id = :id"), {"id": first}
            )
            connection.execute(text("UPDATE own_rulebook SET club = ''"))
    dispose(old)
    again = create_app({"TESTING": True, "DATA_DIR": str(folder)})
    with again.app_context():
        owned = {club: [one.id for one in rulebooks.own_rulebooks(club)] for club in ("", first, other, third)}
        assert owned == {"": [], first: ["ours"], other: ["ours"], third: []}
        assert rulebooks.rulebook(other, "ours").jokers[4] == 0
    dispose(again)


def test_a_rulebook_sent_before_the_tables_became_one_and_again_afterwards_gets_its_first_answer(
    tmp_path: Path,
) -> None:
    """Until the seventh version a table of its own kept what came of a rulebook's form."""
    folder = tmp_path / "sixth"
    old = create_app({"TESTING": True, "DATA_DIR": str(folder)})
    form = tag()
    with old.app_context():
        club = seasons.first_club().id
        rulebooks.save_rulebook(club, library.load("contract"), "Ours", form, {"jokers": 0})
        rulebooks.save_rulebook(club, library.load("contract"), "Ours", tag(), {"jokers": 2})
        downgrade(directory=str(_MIGRATIONS), revision="0006")
        with db.engine.connect() as connection, connection.begin():
            connection.execute(
                text(
                    "INSERT INTO rulebook_write (id, club, rulebook, version, new, digest)"
                    " SELECT id, :club, 'ours', 1, :new, digest FROM delivery WHERE id = :id"
                ),
                {"club": club, "new": True, "id": form.id},
            )
            connection.execute(text("DELETE FROM delivery"))
            connection.execute(text("UPDATE rulebook_write SET digest = 'as that version made it'"))
    dispose(old)
    again = create_app({"TESTING": True, "DATA_DIR": str(folder)})
    with again.app_context():
        repeat = rulebooks.save_rulebook(club, library.load("contract"), "Ours", form, {"jokers": 0})
        assert isinstance(repeat, rulebooks.Saved)
        assert (repeat.version, repeat.new, repeat.rulebook.jokers[4]) == (1, True, 0)
        assert rulebooks.versions(club, "ours")[0].version == 2
    dispose(again)


def test_contracts_of_old_games_are_written_as_those_of_new_ones(tmp_path: Path) -> None:
    """Until the eighth version they stood in figures: "1 set of 3 and 1 run of 4"."""
    folder = tmp_path / "seventh"
    old = create_app({"TESTING": True, "DATA_DIR": str(folder)})
    with old.app_context():
        book = library.load("contract")
        house = {"contracts": [["pair", "set of 3", "run of 4"], *[["pair", "pair"]] * (book.rounds - 1)]}
        own = rulebooks.save_rulebook(seasons.first_club().id, book, "Pairs", tag(), house)
        assert isinstance(own, rulebooks.Saved)
        for rules in (book, own.rulebook):
            code = open_game(rules, "Ann", "Ben", "Cid").code
            while not (state := games.game(code)).last_round_closed:
                must(code, closing(state))
            must(code, cmd.Finish())
        downgrade(directory=str(_MIGRATIONS), revision="0007")
        stored = db.session.execute(text("SELECT rounds FROM finished")).scalars().all()
        assert any("1 set of 3 and 1 run of 4" in rounds for rounds in stored), stored
        assert any("1 pair and 1 set of 3 and 1 run of 4" in rounds for rounds in stored), stored
    dispose(old)
    again = create_app({"TESTING": True, "DATA_DIR": str(folder)})
    with again.app_context():
        assert data_services.rebuild(check=True) == data_services.Rebuilt(2, (), ())
    dispose(again)


def test_when_a_game_was_corrected_is_read_off_its_log(tmp_path: Path) -> None:
    """Until the ninth version only the day was kept, and it was not that of the house."""
    folder = tmp_path / "eighth"
    old = create_app({"TESTING": True, "DATA_DIR": str(folder)})
    with old.app_context():
        codes = [open_game("contract", "Ann", "Ben", "Cid").code for _ in range(2)]
        for code in codes:
            while not (state := games.game(code)).last_round_closed:
                must(code, closing(state))
            must(code, cmd.Finish())
        must(codes[0], cmd.Reopen(confirmed=True))
        must(codes[0], cmd.CorrectCell(1, 2, "K K K K"))
        must(codes[0], cmd.Finish())
        must(codes[0], cmd.AddNote("Counted again"))
        downgrade(directory=str(_MIGRATIONS), revision="0008")
        stored = {row[0]: row[1] for row in db.session.execute(text("SELECT game, corrected_on FROM finished"))}
        assert stored == {codes[0]: games.now()[:10], codes[1]: None}
    dispose(old)
    again = create_app({"TESTING": True, "DATA_DIR": str(folder)})
    with again.app_context():
        assert data_services.rebuild(check=True) == data_services.Rebuilt(2, (), ())
    dispose(again)


def test_cards_that_were_sent_before_commands_carried_them_as_typed_get_their_first_answer(tmp_path: Path) -> None:
    """Until the fifteenth version they carried what had been read; a phone without an answer sends it once more."""
    folder = tmp_path / "fifteenth"
    old = create_app({"TESTING": True, "DATA_DIR": str(folder)})
    cards, note, nothing = tag(1), tag(2), tag(3)
    with old.app_context():
        code = open_game("contract", "Ann", "Ben", "Cid").code
        for command, its in ((cmd.EnterCardsLeft(1, 2, "K"), cards), (cmd.AddNote("tea"), note)):
            assert isinstance(games.act(code, command, its), games.Done)
        assert isinstance(games.act(code, cmd.EnterCardsLeft(1, 2, "K"), nothing), games.Done)
        db.session.execute(text("UPDATE delivery SET digest = 'of another form' WHERE id != :note"), {"note": note.id})
        db.session.commit()
        downgrade(directory=str(_MIGRATIONS), revision="0015")
    dispose(old)
    again = create_app({"TESTING": True, "DATA_DIR": str(folder)})
    with again.app_context():
        for its in (cards, nothing):
            answer = games.act(code, cmd.EnterCardsLeft(1, 2, "K"), its)
            assert isinstance(answer, games.Done)
            assert answer.repeated
        with pytest.raises(errors.IdReused):
            games.act(code, cmd.AddNote("rum"), note)
    dispose(again)


def test_plays_that_were_sent_before_commands_carried_them_as_typed_get_their_first_answer(tmp_path: Path) -> None:
    folder = tmp_path / "seventeenth"
    old = create_app({"TESTING": True, "DATA_DIR": str(folder)})
    takes, note = tag(1), tag(2)
    with old.app_context():
        code = open_game("contract", "Ann", "Ben", "Cid").code
        for command, its in ((plays.take_discard(1, (3,), 2), takes), (cmd.AddNote("tea"), note)):
            assert isinstance(games.act(code, command, its), games.Done)
        db.session.execute(text("UPDATE delivery SET digest = 'of another form' WHERE id = :id"), {"id": takes.id})
        db.session.commit()
        downgrade(directory=str(_MIGRATIONS), revision="0017")
    dispose(old)
    again = create_app({"TESTING": True, "DATA_DIR": str(folder)})
    with again.app_context():
        answer = games.act(code, plays.take_discard(1, (3,), 2), takes)
        assert isinstance(answer, games.Done)
        assert answer.repeated
        with pytest.raises(errors.IdReused):
            games.act(code, cmd.AddNote("rum"), note)
    dispose(again)


def test_what_phones_have_sent_before_the_tables_became_one_is_still_known(tmp_path: Path) -> None:
    """Until the eleventh version writes of games stood in a table of their own, and no refusal was remembered."""
    folder = tmp_path / "tenth"
    old = create_app({"TESTING": True, "DATA_DIR": str(folder)})
    note, season = tag(1), tag()
    with old.app_context():
        code = open_game("contract", "Ann", "Ben", "Cid").code
        first = games.act(code, cmd.AddNote("tea"), note)
        once(season, ["a form"], lambda: {"said": "made"})
        correction = cmd.CorrectCell(1, 1, "K")
        assert isinstance(games.act(code, correction, tag(2)), games.Refused)
        downgrade(directory=str(_MIGRATIONS), revision="0010")
        tables = {
            name: db.session.execute(text(f"SELECT id FROM {name}")).scalars().all() for name in ("write", "delivery")
        }
        assert note.id in tables["write"]
        assert tables["delivery"] == [season.id]
    dispose(old)
    again = create_app({"TESTING": True, "DATA_DIR": str(folder)})
    with again.app_context():
        repeat = games.act(code, cmd.AddNote("tea"), note)
        assert isinstance(first, games.Done)
        assert isinstance(repeat, games.Done)
        assert (repeat.repeated, repeat.number, repeat.events) == (True, first.number, first.events)
        with pytest.raises(errors.IdReused):
            games.act(code, cmd.AddNote("rum"), note)
        assert once(season, ["a form"], lambda: {"said": "made twice"}) == {"said": "made"}
    dispose(again)
