"""Golden rounds of what happens at the table, replayed through the services."""

from __future__ import annotations

import pytest
from flask import Flask

from referee import rulebook_services, season_services, services
from referee.game import commands as cmd
from referee.game.state import GameState
from referee.rulebook_services import Saved
from referee.rulebooks import library
from referee.rules.rulebook import Rulebook
from referee.services import Answer, Done
from tests.golden.at_table import CASES, play, read
from tests.services.desk import tag


class Desk:
    """The services themselves."""

    def __init__(self) -> None:
        self.code = ""

    def rulebook(self, named: str, file: str) -> Rulebook:
        if not file:
            return library.load(named)
        brought_in = rulebook_services.import_rulebook(season_services.first_club().id, file, tag())
        assert isinstance(brought_in, Saved), brought_in
        return brought_in.rulebook

    def open(self, book: Rulebook, players: list[str]) -> None:
        answer = services.open_game(cmd.OpenGame(book, tuple(players)), tag())
        assert isinstance(answer, Done)
        self.code = answer.code

    def state(self) -> GameState:
        return services.game(self.code)

    def act(self, command: cmd.Command) -> Answer:
        return services.act(self.code, command, tag(self.state().number))


@pytest.mark.parametrize("name", CASES)
def test_a_golden_round_goes_as_the_case_says(app: Flask, name: str) -> None:
    with app.app_context():
        play(read(name), Desk())


def test_a_wrong_expectation_in_a_case_is_found(app: Flask) -> None:
    case = read("may-i-chain")
    case["steps"][0]["event"]["seat"] = "Player 4"
    with app.app_context(), pytest.raises(AssertionError, match="step 1"):
        play(case, Desk())
