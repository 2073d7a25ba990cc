"""A game in which each player has a contract of their own: carried elsewhere, and counted in a season by its places."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from referee.game import commands as cmd
from referee.game.paper import PaperColumn, PaperGame, problems_of
from referee.rulebooks import library
from referee.rules.rulings import phrase
from referee.season.rules import SeasonRule
from referee.season.standings import standings
from referee.services.clubs import seasons
from referee.services.games import games
from referee.services.house import data as data_services
from referee.storage.clubs import clubs, results
from tests.homing import game_comes_home
from tests.services.carrying import brought_in, exported
from tests.services.desk import closing, must, open_game

pytestmark = pytest.mark.usefixtures("among_clubs")
HOUSE = {"own_contracts": True, "contracts": [["set of 3"], ["run of 4"]], "deal": 10, "all_cards_rounds": []}
ANN, BEN, CID = 1, 2, 3


def played() -> str:
    """Ann is through with 30 points; Ben has met one contract, Cid, who has fewest points, none."""
    code = open_game(library.with_house_rules(library.load("contract"), HOUSE), "Ann", "Ben", "Cid").code
    for met in ({BEN: True, CID: False}, {BEN: False, CID: False}):
        close = closing(games.game(code), ANN if met[BEN] else None, "10")
        cards = {**close.cards, CID: "2"} if met[BEN] else {ANN: "K K K", BEN: "10", CID: "2"}
        out = ANN if met[BEN] else None
        must(
            code,
            cmd.CloseRound(close.round, cards, out, says_went_out=True, confirmed=True, met=met | {ANN: True}),
        )
    assert games.game(code).status == "finished"
    return code


def test_it_goes_out_and_comes_back_as_it_was(elsewhere: Callable[[], Any]) -> None:
    code = played()
    state = games.game(code)
    game_comes_home(state)
    data = exported(seasons.first_club().id)
    assert b'["2",2,false]' in data.replace(b" ", b"")
    with elsewhere():
        club = brought_in(data)
        assert exported(club) == data
        assert games.game(code).places == state.places


def test_a_season_counts_it_by_its_places() -> None:
    played()
    club = seasons.first_club().id
    [game] = results.games_of_club(club, clubs.people(club))
    assert game.own_contracts
    assert [result.left for result in game.results] == [0, 1, 2]
    assert [place.place for place in game.places.values()] == [1, 2, 3]
    table = standings([game], SeasonRule(), {})
    assert [row.shown for row in table.rows] == ["100.0", "50.0", "0.0"]
    by_points = standings([game], SeasonRule(way="points per round"), {})
    assert any("a contract of their own" in note for note in by_points.notes)
    assert data_services.rebuild(check=True).differing == ()


def test_points_on_paper_do_not_tell_it() -> None:
    book = library.with_house_rules(library.load("contract"), HOUSE)
    sheet = PaperGame(book, "2026-01-05", tuple(PaperColumn(name, (0, 5), None) for name in ("Ann", "Ben", "Cid")))
    assert phrase("paper_without_contracts", rulebook=book.name) in [problem.says for problem in problems_of(sheet)]
