"""Games with cards of their own: a page names the cards of each game, and counts jokers where there are some."""

from __future__ import annotations

import dataclasses

import pytest

from referee.rules.packs import NUMBERS_PACK
from referee.season.measures import MEASURES
from referee.season.people import player_page
from referee.season.records import club_records
from referee.season.rules import SeasonRule
from referee.season.standings import standings
from tests.season.evenings import NAMES, game

PHASES = {player: {"pack": NUMBERS_PACK} for player in "ab"}
NUMBERED = game("2026-01-01", {"a": "75(JK,JK,K,Q) out", "b": "out 10(Q)"}, PHASES)
OF_KINGS = game("2026-01-02", {"a": "30(JK,JK) out", "b": "out 30"})


def test_wild_cards_that_are_not_jokers_are_not_counted_as_jokers() -> None:
    assert player_page([NUMBERED], "a", NAMES).caught.rounds_known == 0
    assert player_page([NUMBERED, OF_KINGS], "a", NAMES).caught.jokers == 2
    assert "Most jokers left in one round" not in [record.name for record in club_records([NUMBERED])]


def test_a_round_that_stands_out_knows_which_cards_were_left() -> None:
    (mark,) = player_page([NUMBERED], "a", NAMES).worst_rounds[:1]
    assert mark.pack == NUMBERED.results[0].pack == NUMBERS_PACK


OWN = [played._replace(contract="") for played in NUMBERED.rounds]
OF_PHASES = dataclasses.replace(NUMBERED, rounds=tuple(OWN))
"""Each player had a contract of their own: the contracts met decided, not the points."""


def test_points_count_on_a_players_page_where_points_decide() -> None:
    assert OF_PHASES.own_contracts
    page = player_page([OF_PHASES, OF_KINGS], "a", NAMES)
    alone = player_page([OF_KINGS], "a", NAMES)
    assert [mark.game for mark in page.best_games] == [OF_KINGS.id]
    assert page.whole.per_round == alone.whole.per_round
    assert (page.worst_rounds, page.best_rounds) == (alone.worst_rounds, alone.best_rounds)
    assert (page.whole.games, page.whole.rounds_of_points) == (2, alone.whole.rounds)
    assert player_page([OF_PHASES], "a", NAMES).whole.per_round is None


@pytest.mark.parametrize("way", [*MEASURES])
def test_a_season_by_points_leaves_a_game_of_own_contracts_out_and_says_so(way: str) -> None:
    rule = SeasonRule(way=way, best_of=1)
    both, alone = (standings(games, rule, NAMES) for games in ([OF_PHASES, OF_KINGS], [OF_KINGS]))
    left_out = "so that game is left out." in " ".join(both.notes)
    assert left_out == MEASURES[way].low
    assert [row.games for row in both.rows] == [row.games + (not left_out) for row in alone.rows]
