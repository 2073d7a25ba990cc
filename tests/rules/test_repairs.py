"""What would make cards a meld: the cards worth trying against every card of the pack, tried one by one."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Sequence

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from referee.rulebooks import library
from referee.rulebooks.ruling import rule
from referee.rules.cards import JOKER, RANKS, SUIT_WORDS, Placed, parse_card, parse_cards, parse_meld
from referee.rules.melds.bare import is_meld
from referee.rules.melds.readings import PLAIN, readings
from referee.rules.melds.repairs import Repairs, meld_hints, repairs
from referee.rules.packs import STANDARD
from referee.rules.rulebook.meld_rules import Least, MeldRules, meld_rules
from referee.rules.rulebook.model import Rulebook
from referee.rules.speech.rulings import in_words
from tests.rules.solver.drawing import FOUR_SUITS

CONTRACT = library.load("contract")
CHANGES = (
    {},
    {"wild_ranks": frozenset({"JK", "2"}), "wilds_most": 1},
    {"wild_ranks": frozenset({"JK", "2"}), "wild_as_itself": True, "naturals_least": 0},
    {"wild_ranks": frozenset({"2"})},
    {"wild_ranks": frozenset()},
    {"wilds_most_by": "natural cards"},
    {"wild_ranks": frozenset({"JK", "2"}), "wilds_most": 3, "wilds_most_by": "natural cards", "naturals_least": 0},
    {"wilds_side_by_side": False, "set_suits": "different"},
    {"run_ace": "high", "run_longest": 13},
    {"run_ace": "low", "run_longest": 13},
    {"run_ace": "round the corner", "run_longest": 13},
    {"set_longest": 3, "run_longest": 4},
    {"jokers": dict.fromkeys(CONTRACT.jokers, 0)},
)
BOOKS = (*FOUR_SUITS, *[dataclasses.replace(CONTRACT, **change) for change in CHANGES])


def tried_one_by_one(known: MeldRules, cards: Sequence[Placed], kind: str | None, least: Least) -> Repairs:
    """The slow second opinion: every natural card and the joker, in every place, read in full."""

    def made(changed: Sequence[Placed]) -> set[str]:
        return {one.kind for one in readings(known, changed, least, kind=kind, every=False)}

    def fitting(rest: Sequence[Placed]) -> dict[str, list[int]]:
        found: dict[str, list[int]] = {}
        for card in range(JOKER + 1):
            if known.wilds_played if card == JOKER else not known.wild[card]:
                for one in made([*rest, PLAIN[card]]):
                    found.setdefault(one, []).append(card)
        return found

    if more := fitting(cards):
        return Repairs(more=more)
    rests = [[*cards[:index], *cards[index + 1 :]] for index in range(len(cards))]
    less: dict[str, list[int]] = {}
    for placed, rest in zip(cards, rests, strict=True):
        for one in made(rest):
            less[one] = list(dict.fromkeys([*less.get(one, []), placed.card]))
    if less:
        return Repairs(less=less)
    free = [known.wild[placed.card] and placed.stands_for is None for placed in cards]
    for wanted in (False, True):
        for placed, rest, is_free in zip(cards, rests, free, strict=True):
            instead = fitting(rest) if is_free is wanted else {}
            if any(card != JOKER for fit in instead.values() for card in fit):
                return Repairs(replaced=placed, instead=instead)
    return Repairs()


@st.composite
def spoilt_melds(draw: st.DrawFn) -> list[Placed]:
    """Cards near to a set or a run, some of them wild with their places said."""
    size = draw(st.integers(1, 14))
    suit, low = draw(st.integers(0, 3)), draw(st.integers(0, 12))
    if draw(st.booleans()):
        cards = [suit * 13 + (low + step) % 13 for step in range(size)]
    else:
        cards = [draw(st.integers(0, 3)) * 13 + low for _ in range(size)]
    for _ in range(draw(st.integers(0, 3))):
        near = (JOKER, suit * 13 + draw(st.integers(0, 12)), draw(st.integers(0, 3)) * 13 + low, 1, 14)
        cards[draw(st.integers(0, size - 1))] = draw(st.sampled_from(near))
    said = {index: draw(st.sampled_from([-low - 1, suit * 13 + low, 1])) for index in range(size)}
    assigned = draw(st.sets(st.integers(0, size - 1), max_size=2)) if draw(st.booleans()) else set()
    return [Placed(card, said[index] if index in assigned else None) for index, card in enumerate(cards)]


@given(
    st.sampled_from(BOOKS),
    spoilt_melds(),
    st.sampled_from([None, None, "set", "run", "pair"]),
    st.sampled_from([Least(3, 4), Least(3, 3), Least(2, 4)]),
)
@example(BOOKS[0], parse_meld("JK JK JK"), None, Least(3, 4))
@example(BOOKS[0], parse_meld("AC AC JK 2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC"), None, Least(3, 4))
@example(library.load("shanghai"), parse_meld("8C JK JK"), None, Least(3, 4))
@settings(max_examples=400, deadline=None)
def test_the_cards_worth_trying_are_all_that_would_do(
    book: Rulebook, cards: list[Placed], kind: str | None, least: Least
) -> None:
    known = meld_rules(book)
    assume(not readings(known, cards, least, kind=kind, every=False))
    assert repairs(known, cards, kind, least) == tried_one_by_one(known, cards, kind, least)


def test_a_joker_that_is_not_wild_is_no_card_of_any_meld() -> None:
    book = dataclasses.replace(CONTRACT, wild_ranks=frozenset({"2"}))
    assert not is_meld(book, parse_cards("AC AD JK"))
    assert not is_meld(book, parse_cards("QC KC AC JK"))
    assert is_meld(book, parse_cards("AC AD 2C"))


def hints(book: str, cards: str, kind: str | None = None) -> tuple[str, ...]:
    return tuple(map(in_words, meld_hints(meld_rules(library.load(book)), parse_meld(cards), kind, Least(3, 4))))


@pytest.mark.parametrize(
    ("book", "cards", "said"),
    [
        ("contract", "4C 5C 6C", "A 3 or 7 of clubs or a joker completes the run."),
        ("contract", "8C 8D", "An 8 or a joker completes the set."),
        ("grokipedia", "8C 8D", "An 8 of hearts or spades or a joker completes the set."),
        ("contract", "AC KC QC 9C", "Use a jack of clubs or a joker in place of the 9 of clubs."),
        ("contract", "4C 5C 5C 6C 7C", "Without one of the 5s of clubs it is a run."),
        ("grokipedia", "8C 8D 8H 8S JK", "Leave out any one card, and it is a set."),
        (
            "grokipedia",
            "KC AC 2C 3C 4C 5C 6C JK 8C 9C 10C JC QC JK AC",
            "Leave out one of several of its cards, and it is a run.",
        ),
        ("contract", "KC KD QH", "Use a king or a joker in place of the queen of hearts."),
        ("contract", "5S 6S 7H 8S", "Use a 7 of spades or a joker in place of the 7 of hearts."),
        ("contract", "7H 8S 9D JK", "The same ranks in one suit would be a run."),
        ("contract", "5C 6C JK=7H 8C", "Let the joker stand for the 7 of clubs."),
        ("contract", "2C=7H 8H 9H 10H", "Use a 7 or jack of hearts or a joker in place of the 2 of clubs."),
        ("shanghai", "8C JK JK", "Use an 8 in place of one of the two jokers."),
    ],
)
def test_what_would_help_is_said_as_at_the_table(book: str, cards: str, said: str) -> None:
    assert hints(book, cards) == (said,)


def test_of_two_cards_that_may_go_both_are_named() -> None:
    no_more_than_three = meld_rules(dataclasses.replace(CONTRACT, set_longest=3))
    told = meld_hints(no_more_than_three, parse_meld("5C 5D 5C 5D"), "set", Least(3, 4))
    assert [in_words(hint) for hint in told] == [
        "Without one of the 5s of clubs or one of the 5s of diamonds it is a set."
    ]


def test_what_is_a_meld_of_the_other_kind_is_said_to_be_one() -> None:
    assert hints("contract", "4C 5C 6C 7C", "set") == ("It is legal as a run.",)


def test_where_two_cards_are_wrong_nothing_is_promised() -> None:
    assert hints("contract", "3D 9H QS KC") == ()


_RANK = "|".join(sorted(STANDARD.names, key=len, reverse=True))
_SUIT = "|".join(SUIT_WORDS)
_GROUP = re.compile(rf"\b[Aa]n? ((?:(?:{_RANK})(?:, | or )?)+)(?: of ((?:(?:{_SUIT})(?:, | or )?)+))?")


def offered(hint: str) -> list[int]:
    """The cards that a hint names: ``"A 3 or 7 of clubs or a joker"``; a rank without a suit is all four."""
    cards = [JOKER] * ("a joker" in hint.lower())
    for ranks, suits in _GROUP.findall(hint):
        for rank in re.findall(_RANK, ranks):
            for suit in re.findall(_SUIT, suits) or SUIT_WORDS:
                cards.append(parse_card(RANKS[STANDARD.names.index(rank)] + suit[0]))
    return cards


def test_the_cards_a_hint_names_can_be_read_back() -> None:
    assert offered("A 3 or 10 of clubs or a joker completes the run.") == [JOKER, 2, 9]
    assert offered("Use an 8 in place of the 7 of clubs.") == [7, 20, 33, 46]


@given(st.sampled_from([book.id for book in FOUR_SUITS]), spoilt_melds())
@settings(max_examples=300, deadline=None)
def test_each_card_that_a_hint_offers_does_what_it_says(rulebook: str, cards: list[Placed]) -> None:
    known = meld_rules(library.load(rulebook))
    assume(not readings(known, cards, every=False))
    found = repairs(known, cards, None, Least(3, 4))
    for hint in map(in_words, meld_hints(known, cards, None, Least(3, 4))):
        offer, _, what = hint.partition(" completes the ")
        if what:
            cards_named = offered(offer) or (known.naturals if offer == "Any natural card" else ())
            assert cards_named or offer == "Any card"
            assert set(cards_named) <= set(found.more[what.removesuffix(".")])
            continue
        offer, _, what = hint.partition(" in place of ")
        if what:
            assert offered(offer)
            assert set(offered(offer)) <= {card for made in found.instead.values() for card in made}


@pytest.mark.parametrize(("kept", "hint"), [("JS", "Add it to the melds."), ("JS QS", "Add them to the melds.")])
def test_a_card_kept_in_the_last_round_is_added_by_its_number(kept: str, hint: str) -> None:
    melds = ["3C 4C 5C 6C", "3D 4D 5D 6D", "7S 8S 9S 10S"]
    asked = {"rulebook": "contract", "question": "contract", "round": 7, "melds": melds, "hand": kept}
    assert rule(asked)["makes_legal"] == [hint]
