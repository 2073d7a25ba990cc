"""A club that plays with two packs of cards: its games go out and come in again, whatever pack was spoken of last."""

from __future__ import annotations

import pytest
from flask import Flask

from referee.game import commands as cmd
from referee.rules import packs
from referee.services.games import games
from tests.homing import comes_home
from tests.services.desk import closing, must, open_game

LEFT = {"phase-10": cmd.EnterCardsLeft(2, 2, "12 S W 1", met=False), "contract": cmd.EnterCardsLeft(2, 2, "K Q A JK")}


@pytest.mark.parametrize("spoken_of", packs.PACKS)
@pytest.mark.parametrize("books", [("phase-10", "contract"), ("contract", "phase-10", "contract")])
def test_games_with_two_packs_come_home(app: Flask, books: tuple[str, ...], spoken_of: str) -> None:
    with app.app_context():
        for book in books:
            code = open_game(book).code
            must(code, closing(games.game(code), held="10 5"))
            must(code, LEFT[book])
        packs.use(spoken_of)
        assert comes_home(app)
