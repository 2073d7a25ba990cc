"""What a proxy or a watchdog asks: does the process answer, and does it reach its book?"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import text

from referee.app.config import database_file
from referee.storage.tables.database import db


@pytest.fixture
def hosted(app: Flask) -> Any:
    """A phone that nobody let in, at an app whose door is closed."""
    app.config["HOSTED"] = True
    return app.test_client()


def test_both_are_told_to_anybody_and_say_nothing_of_the_games(hosted: Any) -> None:
    for path, said in (("/healthz", "alive\n"), ("/readyz", "ready\n")):
        answer = hosted.get(path)
        assert (answer.status_code, answer.get_data(as_text=True)) == (200, said)
        assert (answer.headers["Cache-Control"], "Set-Cookie" in answer.headers) == ("no-store", False)


@pytest.mark.database_file
def test_a_book_that_is_gone_is_not_ready_but_the_process_lives(app: Flask, hosted: Any) -> None:
    file = database_file(Path(app.instance_path))
    away = file.rename(file.with_name("away.db"))
    assert hosted.get("/readyz").status_code == 503
    assert "was moved or replaced" in hosted.get("/readyz").get_data(as_text=True)
    assert hosted.get("/healthz").status_code == 200
    away.rename(file)
    assert hosted.get("/readyz").status_code == 200


def test_a_book_of_another_version_is_not_ready(app: Flask, hosted: Any) -> None:
    with app.app_context(), db.engine.connect() as connection, connection.begin():
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    answer = hosted.get("/readyz")
    assert (answer.status_code, "a newer version" in answer.get_data(as_text=True)) == (503, True)
