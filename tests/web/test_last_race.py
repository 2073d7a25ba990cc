"""A player's page draws who was how far behind in the last game, or is in the one that goes on."""

from __future__ import annotations

from flask import Flask
from flask.testing import FlaskClient

from referee.game import commands as cmd
from referee.web.players.last_race import last_race
from tests.game.play import Game
from tests.house.reading import read_page
from tests.web.season_club import Club
from tests.web.table_phone import Phone, hrefs, words


def shown(game: Game, seat: int) -> list[str]:
    """Names and distances; the player's own line is marked."""
    found = last_race("ABCDEF", game.state, seat, {})
    assert found is not None
    return [f"{'> ' if line.own else ''}{line.player} {line.gap}" for line in found.lines]


def test_everyone_at_a_small_table_has_a_lane(app: Flask) -> None:
    game = Game(players=3)
    game.close(1, s2="K", s3="5")
    found = last_race("ABCDEF", game.state, 2, {})
    assert found is not None
    assert (found.heading, found.about, found.others) == ("Game in progress", "Contract Rummy · Round 2 of 7", 0)
    assert [line.lane.at for line in found.lines if line.lane] == [100.0, 50.0, 0.0]
    assert shown(game, 2) == ["Ann leads", "Cid 5 behind", "> Ben 10 behind"]


def test_of_many_the_leader_the_last_and_who_is_near_the_player_are_drawn(app: Flask) -> None:
    game = Game("may-i", players=8)
    game.close(1, s2="3", s3="4", s4="5", s5="6", s6="7", s7="8", s8="9")
    found = last_race("ABCDEF", game.state, 4, {})
    assert found is not None
    assert found.others == 3
    assert [line.player for line in found.lines] == ["Ann", "Cid", "Dee", "Eve", "Hal"]


def test_without_a_round_or_a_result_there_is_no_race(app: Flask) -> None:
    game = Game(players=3)
    assert last_race("ABCDEF", game.state, 1, {}) is None
    game.close(1, s2="K", s3="5")
    game.must(cmd.Abandon(confirmed=True))
    assert last_race("ABCDEF", game.state, 1, {}) is None


def test_the_page_shows_the_last_game_until_another_has_a_closed_round(
    app: Flask, client: FlaskClient, club: Club
) -> None:
    club.game(None, "2026-01-05", {"Ann": (0, 10, 0), "Ben": (20, 0, 30), "Cid": (60, 30, 0)})
    address = f"/players/{club.player('Ann')}"
    page = read_page(client.get(address).text)
    assert "Last game" in words(page, "race")
    assert "Ben 40 behind 50" in words(page, "race")
    phone = Phone(app, client, "contract")
    assert "Last game" in words(read_page(client.get(address).text), "race")
    phone.send("/round/went-out", round=1, seat=2)
    for seat in (1, 3, 4):
        phone.send("/round/cards-left", round=1, seat=seat, cards="K", confirmed="1")
    phone.send("/round/close", round=1)
    page = read_page(client.get(address).text)
    assert words(page, "race").startswith("Game in progress Contract Rummy · Round 2 of 7 1 Ben")
    assert f"/g/{phone.code}/score" in hrefs(page)
