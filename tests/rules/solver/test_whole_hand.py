"""A hand refused in a round of all cards: each hint makes all of it go down, or the fewest cards that stay are told."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

import pytest

from referee.rulebooks import library
from referee.rules.cards import JOKER, RANK_NAMES, format_cards, parse_cards
from referee.rules.judges.go_down import judge_go_down
from referee.rules.packs import NUMBERS_PACK, played_with
from referee.rules.rulebook.model import Rulebook
from referee.rules.rulebook.slots import IN_A_ROW
from referee.rules.rulings import Phrase, plenty
from referee.rules.solver.missing import Missing
from referee.rules.speech.rulings import in_words
from tests.rules.solver import naive
from tests.rules.solver.drawing import planted

ROUNDS = [(book, round_no) for book in library.all_rulebooks() for round_no in sorted(book.all_cards_rounds)]
HANDS = 90
MOST_JOKERS = 2
"""More would keep the naive answer busy."""


def fewest_left(book: Rulebook, round_no: int, hand: Sequence[int]) -> int | None:
    """The slow second opinion: how many cards stay at best where the melds are made; None where they cannot be."""
    assert all(slot.kind in IN_A_ROW for slot in book.contracts[round_no - 1])
    by_count = replace(
        book, points=dict.fromkeys(RANK_NAMES, 1), melds_exact=False, all_cards_rounds=frozenset()
    )  # runs may be longer there
    found = naive.best(by_count, round_no, hand)
    return None if found is None else found.cards


def untrue(book: Rulebook, round_no: int, hand: list[int], hint: Phrase) -> str:
    """What is wrong with a hint; empty where nothing is."""

    def goes(*cards: int) -> bool:
        return judge_go_down(book, [*hand, *cards], round_no).legal is True

    match hint.name:
        case "would do":
            offer = hint.about["offer"]
            cards = offer.about["cards"] if offer.name == "any of" else [JOKER] * bool(offer.about["joker"])
            wrong = [card for card in cards if not goes(card)]
            return f"not with {format_cards(wrong)}" if wrong else ""
        case "more wilds":
            count = hint.about["count"]
            fewer = any(goes(*[JOKER] * less) for less in range(1, count))
            return "" if goes(*[JOKER] * count) and not fewer else f"not with {count} jokers, or with fewer"
        case "would stay even then":
            wilds = hint.about["wilds"]
            with_them = fewest_left(book, round_no, [*hand, *[JOKER] * wilds])
            with_fewer = fewest_left(book, round_no, [*hand, *[JOKER] * (wilds - 1)])
            return "" if (with_them, with_fewer) == (hint.about["count"], None) else f"{with_them} or {with_fewer} stay"
    return f"{hint.name} is no hint of such a round"


@pytest.mark.unmeasured
@pytest.mark.parametrize("number", range(HANDS))
def test_what_is_said_of_a_hand_that_must_go_down_whole_is_true(number: int) -> None:
    rng = random.Random(number)
    book, round_no = rng.choice(ROUNDS)
    hand = [card for card in planted(rng, book, round_no, 13) if card != JOKER or rng.random() < 0.3][:13]
    while hand.count(JOKER) > MOST_JOKERS:
        hand.remove(JOKER)
    ruling = judge_go_down(book, hand, round_no)
    about = f"{book.id}: {format_cards(hand)}"
    assert ruling.legal is not None, about
    if ruling.legal:
        assert fewest_left(book, round_no, hand) == 0
        return
    says = ruling.findings[0].says
    says = says.about["what"] if says.name == "because" else says
    stay = fewest_left(book, round_no, hand)
    assert (len(says.about["cards"]) if says.name == "hand would stay" else None) == stay, about
    hints = ruling.hint(plenty)
    assert [wrong for hint in hints if (wrong := untrue(book, round_no, hand, hint))] == [], about
    if not hints:
        assert not any(judge_go_down(book, [*hand, card], round_no).legal for card in range(JOKER + 1)), about


def test_the_hint_of_before_is_found_untrue() -> None:
    """It counted the wild cards that the melds need, and forgot the cards that stay."""
    book, hand = library.load("contract"), parse_cards("3C 4C 5C 6C 7D 8D 9D 10D 2H 3H KS JS")
    short = Missing(book, book.contracts[6], hand, whole_hand=True)
    assert short.wilds == 2
    assert untrue(book, 7, hand, Phrase("more wilds", {"count": 2}))
    (hint,) = judge_go_down(book, hand, 7).hint(plenty)
    assert in_words(hint) == (
        "Even with two more wild cards, at best two cards would stay in hand, and the whole hand must be melded."
    )
    assert not untrue(book, 7, hand, hint)
    assert untrue(book, 7, hand, Phrase("would stay even then", {"wilds": 2, "count": 1}))
    assert untrue(book, 7, hand, Phrase("would do", {"offer": Phrase("any of", {"cards": (JOKER,)})}))


@pytest.mark.parametrize(
    ("hand", "hint"),
    [
        ("3C 4C 5C 6C 7D 8D 9D 10D 2H 3H 4H", "An ace or 5 of hearts or a joker would do."),
        ("3C 4C 5C 6C 7D 8D 9D 10D 2H 3H 4H 5H 8C", "A 7 of clubs or a joker would do."),
        ("3C 4C 5C 6C 7D 8D 9D 10D 2H 3H", "Two more wild cards would do."),
        ("3C 4C 5C 6C 7D 8D 9D 10D 2H 3H 4H 5H 9C", "Two more wild cards would do."),
    ],
)
def test_what_makes_the_whole_hand_go_is_named(hand: str, hint: str) -> None:
    assert tuple(map(in_words, judge_go_down(library.load("contract"), parse_cards(hand), 7).hint(plenty))) == (hint,)


def test_the_fewest_cards_that_stay_are_named_however_dear() -> None:
    """With the joker as the king, the 4 and 5 of diamonds would stay: fewer points, but more cards."""
    book = library.load("contract")
    hand = parse_cards("9C 10C JC QC AC 4D 5D 7D 8D 9D 10D 2H 3H 4H 5H JK")
    assert in_words(judge_go_down(book, hand, 7).findings[0].says) == (
        "At best the ace of clubs would stay in hand, and the whole hand must be melded."
    )


@pytest.mark.parametrize(
    ("hand", "hints"),
    [
        ("3C 4C 5C 6C 7D 8D 9D 10D 2H 3H 4H 5H KC", []),
        (
            "3C 4C 5C 6C 7D 8D 9D 10D 2H 3H 4H KC",
            ["Even with one more wild card, at best one card would stay in hand, and the whole hand must be melded."],
        ),
        (
            "3C 4C 5C 6C 7D 8D 9D 10D 2H 3H JS KC",
            ["Even with two more wild cards, at best two cards would stay in hand, and the whole hand must be melded."],
        ),
    ],
)
def test_no_card_makes_a_hand_with_a_skip_go_whole(hand: str, hints: list[str]) -> None:
    """A skip fits no meld: it stays, whatever is drawn, and it is one of those that would stay."""
    numbers = {"pack": NUMBERS_PACK, "run_ace": "low", "run_longest": 13}
    book, cards = library.with_house_rules(library.load("contract"), numbers), parse_cards(hand)
    with played_with(NUMBERS_PACK):
        assert [*map(in_words, judge_go_down(book, cards, 7).hint(plenty))] == hints
    for card in range(JOKER + 1):
        assert judge_go_down(book, [*cards, card], 7).legal is False
