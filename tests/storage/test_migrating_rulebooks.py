"""A book in which each game had its rulebook in itself: it keeps every rulebook once, as it was frozen."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask_migrate import downgrade
from sqlalchemy import select, text

from referee import create_app, errors
from referee.rulebooks import library
from referee.rules.rulebook.model import digest_of, to_data
from referee.services.games import games
from referee.storage import _MIGRATIONS
from referee.storage.tables.columns import as_json
from referee.storage.tables.database import db
from referee.storage.tables.games import FrozenRulebook, Game
from tests.apps import dispose
from tests.rulebooks.test_before import frozen_before
from tests.services.carrying import small_club
from tests.services.desk import open_game
from tests.storage.test_migrating_types import everything, without_traces

BEFORE = "0016"
DIGEST = library.load("contract").digest


@contextmanager
def opened(folder: Path) -> Iterator[Flask]:
    """A house, brought up to date."""
    app = create_app({"TESTING": True, "DATA_DIR": str(folder)})
    try:
        with app.app_context():
            yield app
    finally:
        dispose(app)


def openings() -> dict[str, str]:
    """What the first entry of each game keeps, as it stands."""
    first = text("SELECT game, CAST(data AS TEXT) FROM event WHERE seq = 1 ORDER BY game")
    with db.engine.connect() as connection:
        return {code: str(data) for code, data in connection.execute(first)}


def say(code: str, data: str) -> None:
    with db.engine.begin() as connection:
        first = text("UPDATE event SET data = :data WHERE seq = 1 AND game = :game")
        connection.execute(first, {"data": data, "game": code})


def as_then(code: str) -> dict[str, Any]:
    """A game gets the rulebook of a version that knew fewer values; returns that."""
    rulebook = frozen_before("contract")
    whole = json.loads(openings()[code]) | {"rulebook": rulebook, "digest": digest_of(rulebook)}
    say(code, as_json(whole))
    return rulebook


def test_every_rulebook_stands_once_and_the_house_says_what_it_said(tmp_path: Path) -> None:
    with opened(tmp_path):
        small_club()
        without_traces()
        before, codes = everything(), len(openings())
        downgrade(directory=str(_MIGRATIONS), revision=BEFORE)
        frozen = [as_json(to_data(library.load(name))) for name in ("contract", "shanghai")]
        assert all(any(rulebook in data for rulebook in frozen) for data in openings().values())
    with opened(tmp_path):
        assert everything() == before
        assert len(openings()) == codes
        assert all('"rulebook":null' in data for data in openings().values())
        assert set(db.session.scalars(select(FrozenRulebook.digest))) == {DIGEST, library.load("shanghai").digest}
        assert None not in set(db.session.scalars(select(Game.rulebook_digest)))


def test_what_an_older_version_froze_stays_as_it_stands(tmp_path: Path) -> None:
    with opened(tmp_path):
        old, new = open_game().code, open_game().code
        downgrade(directory=str(_MIGRATIONS), revision=BEFORE)
        rulebook = as_then(old)
    with opened(tmp_path):
        stored = {row.digest: row.content for row in db.session.scalars(select(FrozenRulebook))}
        assert as_json(stored[digest_of(rulebook)]) == as_json(rulebook)
        assert set(stored) == {digest_of(rulebook), DIGEST}
        assert [games.game(code).opened_book.name for code in (old, new)] == ["Contract Rummy"] * 2


def test_what_is_damaged_stays_as_it_is_and_keeps_no_house_from_starting(tmp_path: Path) -> None:
    with opened(tmp_path):
        whole, other, nothing, cut_off = (open_game().code for _ in range(4))
        downgrade(directory=str(_MIGRATIONS), revision=BEFORE)
        before = openings()
        damaged = {
            other: before[other].replace('"Contract Rummy"', '"Another game"', 1),
            nothing: "[]",
            cut_off: before[cut_off][:-9] if db.engine.dialect.name == "sqlite" else "{}",  # a server keeps only JSON
        }
        for code, data in damaged.items():
            say(code, data)
    for _ in range(2):
        with opened(tmp_path):
            assert games.game(whole).number == 1
            assert db.session.scalars(select(FrozenRulebook.digest)).all() == [DIGEST]
            for code, data in damaged.items():
                with pytest.raises(errors.BrokenData):
                    games.game(code)
                assert openings()[code] == data
            downgrade(directory=str(_MIGRATIONS), revision=BEFORE)
            assert openings() == {whole: before[whole], **damaged}


def test_a_book_that_is_half_moved_is_moved_to_its_end(tmp_path: Path) -> None:
    """A process of the version before that runs on writes games of its own way, until it is stopped."""
    with opened(tmp_path):
        first, second = open_game().code, open_game().code
        before = [games.game(code) for code in (first, second)]
        downgrade(directory=str(_MIGRATIONS), revision=BEFORE)
        whole = openings()[second]
    with opened(tmp_path):
        with db.engine.begin() as connection:
            connection.execute(text("UPDATE game SET rulebook_digest = NULL WHERE code = :code"), {"code": second})
        say(second, whole)
        assert [games.game(code) for code in (first, second)] == before
        downgrade(directory=str(_MIGRATIONS), revision=BEFORE)
        assert openings()[second] == whole
    with opened(tmp_path):
        assert [games.game(code) for code in (first, second)] == before
        assert all('"rulebook":null' in data for data in openings().values())
