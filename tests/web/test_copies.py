"""Whoever hosts sees how old the last copy of the book is, and why there is no newer one."""

from __future__ import annotations

import shutil
from pathlib import Path
from types import SimpleNamespace

import pytest
from flask import Flask

from referee.app.config import database_file
from referee.storage.files.keeping import Keeper
from tests.web.plain import Phone


@pytest.mark.database_file
def test_the_copies_of_the_book_are_listed_and_one_that_failed_is_said_to_the_host(
    app: Flask, phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    club = phone.open("/clubs").links()["Club"]
    assert "No backup yet. The app makes one when a game ends" in phone.open(f"{club}/data").text
    keeper = Keeper(database_file(Path(app.instance_path)), lambda: 0.0)
    try:
        phone.start("contract", 4)
        assert keeper.look()
        assert "Last good backup: " in phone.open(f"{club}/data").text
        assert "1 is in the folder “backups”" in phone.text
        with monkeypatch.context() as full:
            full.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=2048))
            keeper._due = -1.0
            phone.start("contract", 4)
            assert keeper.look() is None
        for page in ("/", f"{club}/data"):
            assert "failed" in phone.open(page).text
            assert "the disk has only 2 KB left, and the games need them" in phone.text
        stranger = app.test_client()
        stranger.environ_base["REMOTE_ADDR"] = "192.168.1.66"
        assert "The backup failed" not in stranger.get("/").get_data(as_text=True)
        keeper._due = -1.0
        assert keeper.look()
        assert "The backup failed" not in phone.open("/").text
    finally:
        keeper.close()


@pytest.mark.database_file
def test_a_copy_that_somebody_named_themselves_is_none_of_the_books(app: Flask, phone: Phone) -> None:
    club = phone.open("/clubs").links()["Club"]
    folder = Path(app.instance_path) / "backups"
    folder.mkdir()
    for own in ("referee-copy-1.db", "referee-20200101-000000-000000.db", "referee-in-play-2020.db"):
        (folder / own).touch()
    assert "No backup yet. The app makes one when a game ends" in phone.open(f"{club}/data").text
