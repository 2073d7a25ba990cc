"""Games with cards of their own: a page names the cards of each game, and counts jokers where there are some."""

from __future__ import annotations

import dataclasses

from referee.rules.packs import NUMBERS_PACK
from referee.season.people import player_page
from referee.season.records import club_records
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


def test_the_best_games_are_those_in_which_points_decide() -> None:
    own = [played._replace(contract="") for played in NUMBERED.rounds]
    phases = dataclasses.replace(NUMBERED, rounds=tuple(own))
    assert phases.own_contracts
    assert [mark.game for mark in player_page([phases, OF_KINGS], "a", NAMES).best_games] == [OF_KINGS.id]
