"""A game that nobody plays any more does not stay among the games on the table."""

from __future__ import annotations

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.services import games
from tests.house.pages import read_page
from tests.web.table_phone import Phone, hrefs, words


def test_a_game_left_lying_stands_in_a_line_below_with_what_can_be_done(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(games, "now", lambda: "2020-01-05T20:00:00Z")
    old = Phone(app, client, "contract")
    monkeypatch.undo()
    new = Phone(app, client, "shanghai")
    page = read_page(client.get("/").text)
    assert [href for href in hrefs(page) if href.startswith("/g/")] == [f"/g/{new.code}", f"/g/{old.code}"]
    assert "Contract Rummy" not in words(page, "games")
    assert words(page, "summary") == "Not finished: 1 game"
    old.send("/table/note", text="We go on")
    page = read_page(client.get("/").text)
    assert "Contract Rummy" in words(page, "games")
    assert words(page, "summary") != "Not finished: 1 game"
