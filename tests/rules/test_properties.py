"""What must hold whatever the cards: order and suits do not matter, and what was called legal stays so."""

from __future__ import annotations

from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from referee.rulebooks import library
from referee.rulebooks.ruling import rule
from referee.rules.cards import JOKER, Placed, format_card, format_cards, format_meld, parse_cards, parse_meld
from referee.rules.judges.lay_off import extended, lying
from referee.rules.melds.readings import Reading, readings
from referee.rules.packs import STANDARD_PACK
from referee.rules.rulebook.meld_rules import meld_rules

BOOKS = tuple(book for book in library.all_rulebooks() if book.pack == STANDARD_PACK)
books = st.sampled_from(BOOKS)
suits = st.permutations(range(4))


@st.composite
def near_melds(draw: st.DrawFn, least: int = 3, most: int = 8) -> list[int]:
    """Cards that are a set or a run more often than not."""
    size = draw(st.integers(least, most))
    if draw(st.booleans()):
        suit, low = draw(st.integers(0, 3)), draw(st.integers(0, 12))
        cards = [suit * 13 + (low + i) % 13 for i in range(size)]
    else:
        rank = draw(st.integers(0, 12))
        cards = [draw(st.integers(0, 3)) * 13 + rank for _ in range(size)]
    jokers = draw(st.sets(st.integers(0, size - 1), max_size=3))
    cards = [JOKER if i in jokers else card for i, card in enumerate(cards)]
    if draw(st.integers(0, 4)) == 0:
        cards[0] = draw(st.integers(0, JOKER))
    return cards


def with_suits(order: list[int], card: int) -> int:
    return card if card == JOKER else order[card // 13] * 13 + card % 13


def neighbours(cards: list[int]) -> st.SearchStrategy[int]:
    """Cards that often fit cards: a rank up or down in their suits, their rank in another suit, a joker."""
    fixed = [card for card in cards if card != JOKER] or [0]
    near = {card // 13 * 13 + (card + step) % 13 for card in fixed for step in (-2, -1, 1, 2)}
    near |= {(card + 13 * step) % 52 for card in fixed for step in range(4)}
    return st.sampled_from([*sorted(near), JOKER, JOKER])


@given(st.lists(st.integers(0, JOKER)))
def test_cards_are_read_as_they_are_written(cards: list[int]) -> None:
    assert parse_cards(format_cards(cards)) == cards


@given(st.lists(st.builds(Placed, st.integers(0, JOKER), st.none() | st.integers(-13, 51).filter(bool))))
def test_melds_are_read_as_they_are_written(meld: list[Placed]) -> None:
    assert parse_meld(format_meld(meld)) == meld


@given(books, near_melds(), st.randoms())
def test_the_order_of_the_cards_does_not_matter(book: Any, cards: list[int], random: Random) -> None:
    other = list(cards)
    random.shuffle(other)
    first, second = ([(one.kind, one.rank, one.suit) for one in all_readings(book, row)] for row in (cards, other))
    assert set(first) == set(second)
    assert rule(ask(book, cards)).get("legal") == rule(ask(book, other)).get("legal")


def all_readings(book: Any, cards: list[int]) -> list[Reading]:
    return readings(meld_rules(book), [Placed(card) for card in cards])


def ask(book: Any, cards: list[int]) -> dict[str, Any]:
    return {"rulebook": book.id, "question": "meld", "round": 1, "cards": format_cards(cards)}


@given(books, near_melds(), suits)
def test_no_suit_is_better_than_another(book: Any, cards: list[int], order: list[int]) -> None:
    changed = [with_suits(order, card) for card in cards]
    first, second = rule(ask(book, cards)), rule(ask(book, changed))
    assert first.get("legal") == second.get("legal")
    assert len(first.get("readings", [])) == len(second.get("readings", []))


@given(books, near_melds())
def test_a_reading_judged_again_is_legal_and_is_its_own_reading(book: Any, cards: list[int]) -> None:
    for reading in rule(ask(book, cards)).get("readings", [])[:10]:
        again = rule({"rulebook": book.id, "question": "meld", "round": 1, "cards": reading})
        assert again["legal"] is True
        assert reading in again["readings"]


@given(books, near_melds(4, 7), st.data())
@settings(max_examples=200)
def test_what_a_legal_lay_off_leaves_is_again_a_meld(book: Any, cards: list[int], data: st.DataObject) -> None:
    added = data.draw(st.lists(neighbours(cards), min_size=1, max_size=3))
    for table in all_readings(book, cards)[:3]:
        answer = rule({
            "rulebook": book.id, "question": "lay_off", "round": 2, "down": "earlier", "owner": "other",
            "meld": format_meld(table.cards), "cards": format_cards(added),
        })  # fmt: skip
        if answer.get("legal"):
            assert sorted(card for card, _ in parse_meld(answer["meld"])) == sorted([*cards, *added])
            for after in answer.get("readings", [answer["meld"]]):
                assert rule({"rulebook": book.id, "question": "meld", "cards": after})["legal"] is True


@given(books, near_melds(4, 7), st.data())
def test_cards_laid_off_one_after_the_other_may_be_laid_off_at_once(
    book: Any, cards: list[int], data: st.DataObject
) -> None:
    known = meld_rules(book)
    one, two = data.draw(neighbours(cards)), data.draw(neighbours(cards))
    for table in all_readings(book, cards)[:3]:
        at_once = {reading.cards for reading in extended(known, table, [Placed(one), Placed(two)])[0]}
        for half in extended(known, table, [Placed(one)])[0]:
            for whole in extended(known, half, [Placed(two)])[0]:
                placed = {tuple(sorted(map(str, row))) for row in at_once}
                assert tuple(sorted(map(str, whole.cards))) in placed


@given(books, near_melds(4, 7))
def test_a_joker_swapped_leaves_a_meld_with_one_wild_card_less(book: Any, cards: list[int]) -> None:
    for table in all_readings(book, cards)[:3]:
        for placed in table.cards:
            if placed.stands_for is None or placed.stands_for < 0:
                continue
            answer = rule({
                "rulebook": book.id, "question": "swap", "round": 2, "down": "earlier", "owner": "other",
                "meld": format_meld(table.cards), "card": format_card(placed.stands_for),
            })  # fmt: skip
            if "error" in answer:
                continue
            assert answer["legal"] is (book.swap != "no")
            if answer["legal"]:
                (after,) = lying(meld_rules(book), parse_meld(answer["meld"]))
                assert after.wilds == table.wilds - 1


@given(st.lists(st.integers(0, 100), min_size=3, max_size=5), st.data())
def test_no_penny_is_lost_when_the_players_settle(totals: list[int], data: st.DataObject) -> None:
    buys = data.draw(st.lists(st.integers(0, 9), min_size=len(totals), max_size=len(totals)))
    answer = rule({
        "rulebook": "progressive", "question": "settle", "players": len(totals), "totals": totals, "buys": buys
    })  # fmt: skip
    assert sum(answer["payments"]) == sum(buys)


@given(near_melds(3, 12), st.sampled_from(BOOKS))
def test_points_add_up_card_by_card(cards: list[int], book: Any) -> None:
    asked = {"rulebook": book.id, "question": "score", "round": 1, "one_turn": False}
    answer = rule({**asked, "hand": format_cards(cards)})
    if "error" not in answer:
        assert answer["points"] == sum(rule({**asked, "hand": format_card(card)})["points"] for card in cards)
