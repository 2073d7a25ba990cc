"""Equal totals at the end: they stay, unless the table's own rule parts them."""

from __future__ import annotations

import pytest

from referee.game import commands as cmd
from referee.game.rulings import inside
from referee.rulebooks import library
from tests.game.play import Game

PARTED = {"tie_break": "rounds won, then last round"}


def evening(rulebook: str, house: dict[str, object], closed: int = 3) -> Game:
    """Three rounds: Ann, Ben and Cid end level at 20; Ben won two rounds, Ann one, Cid none; Dee is last."""
    game = Game(library.with_house_rules(library.load(rulebook), house))
    rounds = ((2, {"s1": "10 10", "s3": "10"}), (2, {"s1": "0", "s3": "10"}), (1, {"s2": "10 10", "s3": "0"}))
    for out, held in rounds[:closed]:
        game.close(out, **{"s4": "10 10 10"} | held)
    return game


def shown(game: Game) -> list[str]:
    return [str(game.state.places[seat]) for seat in (1, 2, 3, 4)]


def test_without_a_rule_equal_totals_share_the_place() -> None:
    game = evening("contract", {})
    game.must(cmd.Finish(confirmed=True))
    assert shown(game) == ["1=", "1=", "1=", "4"]


def test_with_the_rule_the_rounds_won_part_them_at_the_end_and_not_before() -> None:
    game = evening("contract", PARTED)
    assert shown(game) == ["1=", "1=", "1=", "4"]
    game.must(cmd.Finish(confirmed=True))
    assert shown(game) == ["2", "1", "3", "4"]
    assert game.state.leaders == (2,)


def test_level_on_rounds_won_too_the_last_round_decides() -> None:
    game = Game(library.with_house_rules(library.load("contract"), PARTED))
    game.close(4, s1="5", s2="0", s3="K")
    game.close(4, s1="0", s2="5", s3="K")
    game.must(cmd.Finish(confirmed=True))
    assert shown(game) == ["2", "3", "4", "1"]


def test_who_is_parted_pools_no_money() -> None:
    together, parted = evening("progressive", {}), evening("progressive", PARTED)
    for game in (together, parted):
        game.must(cmd.Finish(confirmed=True))
    assert len(set(together.state.payments.values())) == 2
    assert list(parted.state.payments) == [1, 2, 3, 4]
    assert parted.state.payments[2] > 0 > parted.state.payments[1] > parted.state.payments[3] > parted.state.payments[4]


@pytest.mark.parametrize("over", [False, True])
def test_who_wins_is_asked_of_the_book_which_has_the_totals_the_rounds_won_and_the_last_round(over: bool) -> None:
    game = evening("contract", PARTED)
    if over:
        game.must(cmd.Finish(confirmed=True))
    ask = {"question": "places"}
    ruling = inside.ruled(game.state, ask)
    assert (ruling.needs, ruling.adds["places"]) == ((), [2, 1, 3, 4])
    assert inside.filled(game.state, ask)["won"] == [1, 2, 0, 0]
    assert inside.ruled(game.state, {**ask, "totals": [20, 30, 20, 10]}).adds["places"] == [2, 4, 3, 1]


def test_before_a_round_is_closed_the_totals_are_asked() -> None:
    ruling = inside.ruled(Game().state, {"question": "places"})
    assert [need.field for need in ruling.needs] == ["totals"]
