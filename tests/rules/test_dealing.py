"""The deal: pack, cards each, stock, leader and exact cut for rulebook, round and players."""

from __future__ import annotations

import pytest

from referee.rulebooks import library
from referee.rules.judges.dealing import deal_for


@pytest.mark.parametrize(
    ("rulebook", "round_no", "players", "pack", "each", "stock"),
    [
        ("contract", 1, 3, 106, 10, 75),
        ("contract", 3, 4, 107, 10, 66),
        ("contract", 4, 4, 107, 12, 58),
        ("contract", 7, 5, 108, 12, 47),
        ("screw", 1, 8, 215, 10, 134),
        ("may-i", 1, 5, 162, 10, 111),
        ("shanghai", 1, 4, 108, 11, 63),
        ("wikipedia", 7, 8, 216, 12, 119),
        ("bicycle", 1, 4, 105, 10, 64),
        ("bicycle", 1, 5, 158, 10, 107),
        ("progressive", 15, 5, 108, 11, 52),
    ],
)
def test_pack_deal_and_stock_follow_rulebook_round_and_players(
    rulebook: str, round_no: int, players: int, pack: int, each: int, stock: int
) -> None:
    deal = deal_for(library.load(rulebook), round_no, players)
    assert (deal.pack, deal.deal, deal.stock) == (pack, each, stock)
    assert deal.pack == deal.decks * 52 + deal.jokers
    assert deal.leader is None


def test_the_leader_is_the_dealers_left() -> None:
    book = library.load("contract")
    assert [deal_for(book, 1, 4, dealer).leader for dealer in (1, 2, 3, 4)] == [2, 3, 4, 1]


def test_an_exact_cut_is_the_hands_and_one_card() -> None:
    assert deal_for(library.load("liverpool"), 1, 4).cut == 41
    assert deal_for(library.load("liverpool"), 7, 5).cut == 61
    assert deal_for(library.load("contract"), 1, 4).cut is None


def test_the_contract_of_the_round_comes_with_the_deal() -> None:
    assert [str(slot) for slot in deal_for(library.load("contract"), 2, 4).contract] == ["set of 3", "run of 4"]


@pytest.mark.parametrize(
    ("round_no", "players", "dealer"), [(0, 4, None), (8, 4, None), (1, 4, 5), (1, 4, 0), (1, 30, None)]
)
def test_a_deal_that_cannot_be_is_an_error(round_no: int, players: int, dealer: int | None) -> None:
    with pytest.raises(ValueError, match=r"rounds|seats|pack"):
        deal_for(library.load("contract"), round_no, players, dealer)
