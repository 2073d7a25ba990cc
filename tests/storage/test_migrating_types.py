"""Data of earlier versions, whose moments, days and JSON were texts: everything shown and exported stays as it was."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from flask_migrate import downgrade
from sqlalchemy import inspect, text, update

from referee import create_app, errors
from referee.game import commands as cmd
from referee.game.paper import PaperColumn, PaperGame
from referee.rulebooks import library
from referee.services.clubs import clubs, removal, rulebooks, seasons
from referee.services.deliveries import once
from referee.services.games import games
from referee.services.house import data as data_services
from referee.storage import _MIGRATIONS
from referee.storage.engine.transactions import writing
from referee.storage.tables.clubs import Season
from referee.storage.tables.database import db
from tests.apps import dispose
from tests.services.carrying import exported, small_club
from tests.services.club_desk import player
from tests.services.desk import open_game, tag
from tests.services.test_round_trip import generated, pages
from tests.sizes import sized


def everything() -> list[Any]:
    """What every service shows of the house, and what each club exports."""
    shown: list[Any] = [games.games_in_progress(), games.recent_games(), games.remembered_players()]
    shown += [seasons.clubs(), seasons.clubs(removed=True), data_services.rebuild(check=True)]
    for club in seasons.clubs():
        shown += [
            exported(club.id),
            pages(club.id),
            removal.removed(club.id),
            rulebooks.own_rulebooks(club.id),
        ]
        shown += [rulebooks.versions(club.id, own.id) for own in rulebooks.own_rulebooks(club.id)]
    for one in games.recent_games():
        shown.append(games.game(one.code))
        shown += [seasons.ended_game(one.code)] if one.status == "finished" else []
    return shown


def without_traces() -> None:
    """An older version knows nothing of what was done to a season: to come back to it is to lose that."""
    with writing():
        db.session.execute(update(Season).values(trace=[]))


def old_columns() -> dict[str, str]:
    """Every column by its type."""
    found = inspect(db.engine)
    return {
        f"{table}.{column['name']}": str(column["type"])
        for table in found.get_table_names()
        for column in found.get_columns(table)
    }


@pytest.mark.parametrize(
    "revisions",
    [("0004", "0003"), sized(("0011", "0008", "0005"), ("0011", "0010", "0009", "0008", "0007", "0006", "0005"))],
    ids=["nobody could be taken out yet", "everything"],
)
def test_data_of_every_earlier_version_is_shown_and_exported_as_before(
    revisions: tuple[str, ...], tmp_path: Path
) -> None:
    settings = {"TESTING": True, "DATA_DIR": str(tmp_path / "old")}
    app = create_app(settings)
    with app.app_context():
        small_club()
        if "0005" in revisions:
            generated(1)
            removal.remove_player(player("Eve"))
        without_traces()
        before = everything()
    for revision in revisions:
        with app.app_context():
            downgrade(directory=str(_MIGRATIONS), revision=revision)
            texts = [
                kind for name, kind in old_columns().items() if name.split(".")[1] in ("opened_at", "at", "players")
            ]
            assert set(texts) == {"VARCHAR(20)", "TEXT"}, revision
            with db.engine.begin() as connection:
                connection.execute(text("""UPDATE game SET players = replace(players, '","', '", "')"""))
                moments = connection.execute(text("SELECT at FROM event")).scalars().all()
            assert all(len(at) == 20 and at[10] + at[-1] == "TZ" for at in moments)
        dispose(app)
        app = create_app(settings)
        with app.app_context():
            assert everything() == before, revision
    dispose(app)


def test_each_column_has_the_type_of_what_it_holds(tmp_path: Path) -> None:
    settings = {"TESTING": True, "DATA_DIR": str(tmp_path / "house")}
    app = create_app(settings)
    with app.app_context():
        fresh = old_columns()
        moment = "DATETIME" if db.engine.dialect.name == "sqlite" else "TIMESTAMP"
        kinds = {
            moment: {name for name in fresh if name.endswith(("_at", ".at", ".since", "_from"))},
            "DATE": {"season.starts", "season.ends", "game.day", "evening.day"},
            "JSON": {"game.players", "game.leaders", "event.data", "season.rule", "finished.rounds", "result.data"},
        }
        kinds["JSON"] |= {"delivery.answer", "frozen_rulebook.content"}
        kinds["JSON"] |= {
            "notebook.others",
            "notebook.players",
            "evening_table.seats",
            "season.trace",
            "club_money.terms",
            "club_change.games",
        }
        for kind, columns in kinds.items():
            assert {name for name, its in fresh.items() if its == kind} == columns
        downgrade(directory=str(_MIGRATIONS), revision="0011")
        assert not {"DATE", "JSON", moment} & set(old_columns().values())
    dispose(app)
    again = create_app(settings)
    with again.app_context():
        assert old_columns() == fresh
    dispose(again)


def test_what_phones_were_answered_stays_their_answer(tmp_path: Path) -> None:
    settings = {"TESTING": True, "DATA_DIR": str(tmp_path / "old")}
    old, note, form, wrong = create_app(settings), tag(1), tag(), tag()

    def refuse() -> dict[str, Any]:
        raise errors.Rejected("name", "A club of this name is here.")

    with old.app_context():
        code = open_game("contract", "Ann", "Ben", "Cid").code
        once(form, ["a form"], lambda: {"said": "Zoë", "new": True})
        with pytest.raises(errors.Rejected):
            once(wrong, ["another"], refuse)
        clubs.remove_game(code)
        first = games.act(code, cmd.AddNote("tea"), note)
        assert isinstance(first, games.Refused)
        clubs.restore_game(code)
        downgrade(directory=str(_MIGRATIONS), revision="0011")
        stored = db.session.execute(text("SELECT answer FROM delivery WHERE id = :id"), {"id": note.id}).scalar_one()
        assert stored == "removed"
    dispose(old)
    new = create_app(settings)
    with new.app_context():
        assert once(form, ["a form"], lambda: {"said": "twice"}) == {"said": "Zoë", "new": True}
        with pytest.raises(errors.Rejected, match="of this name"):
            once(wrong, ["another"], lambda: {"said": "done after all"})
        repeat = games.act(code, cmd.AddNote("tea"), note)
        assert isinstance(repeat, games.Refused)
        assert repeat.problems == first.problems
    dispose(new)


def test_a_damaged_log_and_a_mistyped_year_keep_no_house_from_starting(tmp_path: Path) -> None:
    """Years before 1000 were written with fewer figures than four."""
    settings = {"TESTING": True, "DATA_DIR": str(tmp_path / "old")}
    old = create_app(settings)
    with old.app_context():
        club = seasons.first_club().id
        damaged = open_game("contract", "Ann", "Ben", "Cid").code
        book = library.load("contract")
        winner, *others = "Ann", "Ben", "Cid"
        columns = (
            PaperColumn(winner, (0,) * book.rounds, None),
            *(PaperColumn(name, (10,) * book.rounds, None) for name in others),
        )
        early = data_services.type_in(PaperGame(book, "0026-01-31", columns, ()), tag(), club, None)
        assert isinstance(early, str), early
        downgrade(directory=str(_MIGRATIONS), revision="0011")
        with db.engine.begin() as connection:
            short = connection.execute(
                text("SELECT opened_at FROM game WHERE code = :code"), {"code": early}
            ).scalar_one()
            for table, column, key in (("game", "opened_at", "code"), ("event", "at", "game")):
                said = f"UPDATE {table} SET {column} = :short WHERE {key} = :code AND {column} = :long"
                connection.execute(text(said), {"short": short[2:], "long": short, "code": early})
            said = "UPDATE event SET data = substr(data, 1, length(data) - 9) WHERE game = :code"
            connection.execute(text(said), {"code": damaged})
    dispose(old)
    new = create_app(settings)
    with new.app_context():
        assert games.game(early).opened_at == short
        assert short[:4] == "0026"
        with pytest.raises(errors.BrokenData):
            games.game(damaged)
    dispose(new)
