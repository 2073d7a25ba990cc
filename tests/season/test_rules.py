from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given

from referee.season.measures import MEASURES
from referee.season.rules import TIES, RuleError, SeasonRule, explain, to_data
from referee.season.standings import standings
from referee.storage.clubs.seasons import RULE
from referee.storage.engine.wire import Misshapen
from tests.season.drawing import rules
from tests.season.evenings import NAMES, game


@given(rules())
def test_a_rule_comes_back_from_its_data(rule: SeasonRule) -> None:
    assert RULE.read(to_data(rule)) == rule


@pytest.mark.parametrize(
    ("data", "field"),
    [
        ({"way": "luck"}, "way"),
        ({"way": 3}, "way"),
        ({"best_of": 0}, "best_of"),
        ({"best_of": 2.0}, "best_of"),
        ({"best_of": True}, "best_of"),
        ({"minimum": 0}, "minimum"),
        ({"minimum": None}, "minimum"),
        ({"minimum": 5, "planned": 4}, "minimum"),
        ({"planned": 1001}, "planned"),
        ({"ties": ["coin"]}, "ties"),
        ({"ties": "wins"}, "ties"),
        ({"ties": ["wins", "wins"]}, "ties"),
        ({"substitutes": "for everybody"}, "substitutes"),
        ({"way": "total points"}, "best_of"),
        ({"way": "total points", "best_of": 5, "minimum": 4}, "best_of"),
        ({"colour": "red"}, "colour"),
    ],
)
def test_a_rule_that_makes_no_sense_is_refused_with_its_field(data: Any, field: str) -> None:
    with pytest.raises((RuleError, Misshapen)) as refused:
        RULE.read(data)
    assert str(refused.value)
    assert field == (refused.value.field if isinstance(refused.value, RuleError) else str(refused.value).split()[0])


@pytest.mark.parametrize("way", MEASURES)
def test_every_way_explains_itself_and_how_it_is_fair(way: str) -> None:
    said = explain(SeasonRule(way, best_of=4, minimum=4))
    assert said[0] == MEASURES[way].explanation
    assert said[1] == MEASURES[way].fairness
    assert "Each player’s best 4 games count; the others are left out." in said
    assert "Missing a night neither helps nor costs." in said
    assert "You are ranked once you have played 4 games; until then the table shows how many you have." in said
    assert all(sentence.endswith(".") for sentence in said)


def test_the_rules_for_ties_are_printed_in_their_order() -> None:
    said = " ".join(explain(SeasonRule(ties=("points per round", "place points", "wins"))))
    assert "in this order: 1. fewer points per round; 2. more of the games won. Players who are still" in said
    assert "place points per game" not in said, "what is level already separates nobody"
    assert "Players who are level share the place" in " ".join(explain(SeasonRule(ties=())))


def test_results_against_each_other_never_break_a_tie() -> None:
    """With them, whoever beat a player who draws level could be lifted by a worse result of their own."""
    assert set(TIES) == {*MEASURES, "best game"}


def test_games_that_differ_in_length_are_named_where_it_matters() -> None:
    played = [game("2026-01-01", {"a": "1 2", "b": "3 4"}), game("2026-01-02", {"a": "1 2 3", "b": "3 4 5"})]
    total = standings(played, SeasonRule("total points", 1, 1), NAMES)
    assert total.notes == ("These games have 2 to 3 rounds, and in total points a longer game counts for more.",)
    assert standings(played, SeasonRule(), NAMES).notes == ()


def test_a_game_with_one_player_left_counts_for_nobody() -> None:
    alone = game("2026-01-01", {"a": "1 2", "b": "3 -"}, {"b": {"stayed": False}})
    table = standings([alone], SeasonRule(), NAMES)
    assert table.rows == ()
    assert table.notes[0] == "1 game with only one player left at the end didn’t count."
