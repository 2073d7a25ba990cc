"""What a club offers a table before a game, and a game with a handicap out and in again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from referee.game import commands as cmd
from referee.game.paper import PaperColumn, PaperGame
from referee.rulebooks import library
from referee.rulebooks.sheets import Answers, sheet
from referee.services.clubs import clubs, handicaps, seasons
from referee.services.clubs.handicaps import HandicapOffer
from referee.services.games import games
from referee.services.house import data as data_services
from referee.services.house import notebooks
from referee.storage.clubs import clubs as people
from referee.storage.clubs import results
from tests.services.carrying import brought_in, exported
from tests.services.desk import closing, must, open_game, tag

pytestmark = pytest.mark.usefixtures("among_clubs")


def typed_in(day: str, book: str = "contract", **columns: int) -> str:
    """A game of seven rounds in which each player has as many points in every round, but for whoever goes out."""
    paper = PaperGame(
        library.load(book),
        day,
        tuple(PaperColumn(name, tuple(0 if name == "Ann" else points for _ in range(7)), None)
              for name, points in columns.items()),
    )  # fmt: skip
    code = data_services.type_in(paper, tag(), seasons.first_club().id, None)
    assert isinstance(code, str), code
    return code


def offered(code: str) -> HandicapOffer:
    made = handicaps.handicap_offer(code, games.game(code))
    assert made is not None
    return made


def points_by_name(code: str) -> dict[str, int]:
    state = games.game(code)
    return {state.name(seat): share.points for seat, share in offered(code).by_seat.items()}


def test_the_games_of_the_club_under_that_rulebook_are_looked_at() -> None:
    for day in range(1, 6):
        typed_in(f"2026-01-{day:02}", Ann=0, Ben=20, Cid=10)
        typed_in(f"2026-02-{day:02}", "wikipedia", Ann=0, Ben=1, Cid=90)
    code = open_game("contract", "Ann", "Ben", "Cid").code
    assert points_by_name(code) == {"Ann": 0, "Ben": -70, "Cid": -35}, "half of 140 and 70 after five games"
    made = offered(code)
    assert (made.offer.games, made.offer.rounds, games.game(code).name(made.best or 0)) == (5, 7, "Ann")


def test_a_double_and_a_new_seat_order_are_the_same_people() -> None:
    for day in range(1, 6):
        typed_in(f"2026-01-{day:02}", Ann=0, Ben=20, Dee=10)
    typed_in("2026-01-20", "wikipedia", Ann=0, Benno=20, Cid=5)
    players = {player.name: player.id for player in seasons.players(seasons.first_club().id)}
    clubs.merge_players(players["Ben"], players["Benno"])
    code = open_game("contract", "Benno", "Cid", "Ann").code
    assert points_by_name(code) == {"Benno": -70, "Cid": -35, "Ann": 0}


def test_nothing_is_offered_of_few_games_and_of_removed_ones() -> None:
    codes = [typed_in(f"2026-01-{day:02}", Ann=0, Ben=20, Dee=10) for day in range(1, 4)]
    code = open_game("contract", "Ann", "Ben", "Cid").code
    assert offered(code).offer.has_points
    clubs.remove_game(codes[0])
    assert offered(code) == HandicapOffer(offered(code).offer, {}, None)
    assert not offered(code).offer.has_points


@pytest.mark.parametrize("book", ["phase-10", "frustration"])
def test_where_contracts_come_first_points_are_not_compared(book: str) -> None:
    code = open_game(book, "Ann", "Ben", "Cid").code
    assert handicaps.handicap_offer(code, games.game(code)) is None


def test_without_a_rulebook_neither() -> None:
    code = open_game(sheet(Answers("Hearts", until=100)), "Ann", "Ben", "Cid").code
    assert handicaps.handicap_offer(code, games.game(code)) is None


def test_where_all_cards_cost_fives_an_offer_does_as_well() -> None:
    for day in range(1, 5):
        typed_in(f"2026-01-{day:02}", "shanghai", Ann=0, Ben=35, Cid=15)
    points = points_by_name(open_game("shanghai", "Ann", "Ben", "Cid").code)
    assert all(number % 5 == 0 for number in points.values())
    assert points["Ben"] < points["Cid"] < 0


def played_with_handicap() -> str:
    code = open_game("contract", "Ann", "Ben", "Cid").code
    must(code, cmd.AgreeHandicap({2: -400}))
    while not (state := games.game(code)).last_round_closed:
        must(code, closing(state, 1, "K 10 5"))
    return code


def test_the_club_counts_it_as_it_was_played_and_keeps_what_was_given() -> None:
    code = played_with_handicap()
    ended = seasons.ended_game(code)
    assert ended is not None
    by_name = {ended.name(result.player): result for result in ended.game.results}
    assert (by_name["Ben"].handicap, by_name["Ben"].opening) == (-400, -400)
    assert by_name["Ben"].total == by_name["Ben"].points - 400
    assert [ended.name(winner) for winner in ended.game.winners] == ["Ben"]
    assert [ended.name(winner) for winner in ended.game.on_merit.winners] == ["Ann"]
    stored = results.stored([code])[code]
    assert stored == results.projection(games.game(code)), "as a rebuild would make it"
    rating = {rated.name: rated.better for rated in seasons.club_page(seasons.first_club().id).ratings}
    assert rating["Ann"] > rating["Ben"]


def test_games_without_one_are_stored_as_before() -> None:
    code = typed_in("2026-01-01", Ann=0, Ben=20, Cid=5)
    assert all(len(data) == 7 for _seat, data in results.stored([code])[code].columns)


def test_it_goes_out_and_comes_in_as_the_same(elsewhere: Callable[[], Any]) -> None:
    code = played_with_handicap()
    playing = open_game("contract", "Ann", "Ben", "Cid").code
    must(playing, cmd.AgreeHandicap({3: -25}))
    assert data_services.rebuild(check=True).differing == ()
    data = exported(seasons.first_club().id)
    assert data.count(b"HandicapAgreed") == 2
    with elsewhere():
        assert exported(brought_in(data)) == data
        assert games.game(code).handicaps == {2: -400}
        assert games.game(playing).handicaps == {3: -25}
        ended = seasons.ended_game(code)
        assert ended is not None
        assert [result.handicap for result in ended.game.results] == [0, -400, 0]


def test_the_clubs_own_table_says_it_again(elsewhere: Callable[[], Any]) -> None:
    code = played_with_handicap()
    club = seasons.first_club().id
    table = data_services.csv_of_games(club)
    with elsewhere():
        other = seasons.first_club().id
        preview = notebooks.look(other, notebooks.keep(other, "games.csv", table.encode()), notebooks.Choices())
        assert isinstance(preview, notebooks.Preview)
        notebooks.bring_in(notebooks.ready(preview, ""))
        again = data_services.csv_of_games(other)
        [game] = results.games_of_club(other, people.people(other))
    assert {result.handicap for result in game.results} == {0, -400}
    assert [row.split(",")[2:] for row in again.splitlines()] == [row.split(",")[2:] for row in table.splitlines()]
    assert code in table
