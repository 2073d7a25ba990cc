"""A game in which the highest total wins: carried elsewhere, and its result read back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from referee.game import commands as cmd
from referee.game.paper import PaperColumn, PaperGame, problems_of
from referee.rulebooks import library
from referee.rules.rulings import phrase
from referee.services.clubs import seasons
from referee.services.games import games
from referee.services.house import data as data_services
from referee.storage.clubs import clubs, results
from tests.homing import game_comes_home
from tests.services.carrying import brought_in, exported
from tests.services.desk import closing, must, open_game

pytestmark = pytest.mark.usefixtures("among_clubs")
HOUSE = {
    "winning_total": "highest, cards go to who goes out",
    "contracts": [["set of 3"]],
    "deal": 10,
    "all_cards_rounds": [],
}
BOOK = library.with_house_rules(library.load("contract"), HOUSE)


def test_it_goes_out_and_comes_back_as_it_was(elsewhere: Callable[[], Any]) -> None:
    code = open_game(BOOK, "Ann", "Ben", "Cid").code
    close = closing(games.game(code), 1, "10")
    must(code, cmd.CloseRound(close.round, {2: "K K", 3: "5"}, 1, says_went_out=True, confirmed=True))
    state = games.game(code)
    assert state.totals == {1: 25, 2: 0, 3: 0}
    game_comes_home(state)
    club = seasons.first_club().id
    [game] = results.games_of_club(club, clubs.people(club))
    assert game.highest_wins
    assert [place.place for place in game.places.values()] == [1, 2, 2]
    assert data_services.rebuild(check=True).differing == ()
    data = exported(club)
    with elsewhere():
        assert exported(brought_in(data)) == data


def test_points_on_paper_do_not_tell_it() -> None:
    sheet = PaperGame(BOOK, "2026-01-05", tuple(PaperColumn(name, (5,), None) for name in ("Ann", "Ben", "Cid")))
    assert phrase("paper_without_cards", rulebook=BOOK.name) in [problem.says for problem in problems_of(sheet)]
