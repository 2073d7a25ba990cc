"""Where several kinds of wild cards lie in a meld, it is the one that leaves that is named, asked for and recorded."""

from __future__ import annotations

import dataclasses
from random import Random
from typing import Any

import pytest

from referee.rulebooks import library
from referee.rulebooks.ruling import rule
from referee.rules.cards import JOKER, Placed, format_card, format_meld
from referee.rules.melds.readings import RANK_OF
from referee.rules.packs import STANDARD_PACK
from referee.rules.questions import QUESTIONS
from referee.rules.referee import judged, rule_under
from referee.rules.speech.asked import in_words
from referee.rules.speech.words import JOKER_AFTER, the

WILD_TWOS: dict[str, Any] = {"wild_ranks": ["JK", "2"], "swap": "any", "wilds_most": "no limit"}
ASKED = {"question": "swap", "down": "earlier", "owner": "other"}
TWOS = (1, 14, 27, 40)


def told(random: Random) -> tuple[list[Placed], int, set[int]]:
    """A meld with every place said, a card that belongs there, and the wild cards that may leave for it."""
    size = random.randint(4, 7)
    if random.random() < 0.6:
        suit, low = random.randrange(4), random.randint(3, 13 - size)
        places = [suit * 13 + low + step - 1 for step in range(size)]
    else:
        rank = random.randint(3, 13)
        places = [random.randrange(4) * 13 + rank - 1 for _ in range(size)]
    wild = set(random.sample(range(size), random.randint(2, size - 2)))
    meld = [
        Placed(random.choice((JOKER, *TWOS)), place) if at in wild else Placed(place) for at, place in enumerate(places)
    ]
    card = places[random.choice(sorted(wild))]
    of_rank = len({RANK_OF[place] for place in places}) == 1
    leaving = {
        placed.card for placed in meld if placed.stands_for == card or (of_rank and placed.stands_for is not None)
    }
    random.shuffle(meld)
    return meld, card, leaving


@pytest.mark.unmeasured
@pytest.mark.parametrize("rulebook", [book.id for book in library.all_rulebooks() if book.pack == STANDARD_PACK])
def test_the_wild_card_that_leaves_is_named_and_no_other(rulebook: str) -> None:
    loose = {"wilds_side_by_side": True, "set_suits": "any", "set_longest": "no limit", "swap_whose": "any"}
    book = library.with_house_rules(library.load(rulebook), {**WILD_TWOS, **loose, "swap_joker": "any time"})
    book = dataclasses.replace(book, decks=dict.fromkeys(book.decks, 9), jokers=dict.fromkeys(book.jokers, 9))
    random = Random(f"swaps of {rulebook}")
    several = 0
    for _ in range(60):
        meld, card, leaving = told(random)
        asked = {**ASKED, "meld": format_meld(meld), "card": format_card(card), "round": min(2, book.rounds)}
        ruling = judged(book, asked)
        if ruling.legal is not True:
            continue
        assert ruling.says is not None
        assert set(ruling.says.about["taken"]) == leaving, asked
        words = rule_under(book, asked)["ruling"]
        named = words.partition(" in place of ")[2].partition(f". {JOKER_AFTER['any time']}")[0]
        assert {wild for wild in (JOKER, *TWOS) if the(wild) in named} == leaving
        assert len(ruling.adds.get("readings", [0])) == len(leaving)
        several += len(leaving) > 1
    assert several


@pytest.mark.parametrize(
    ("meld", "card", "leaves"),
    [
        ("5C JK=6C 2D=7C 8C", "7C", "the 2 of diamonds"),
        ("5C JK=6C 2D=7C 8C", "6C", "the joker"),
        ("5C JK 2D 8C", "7C", "the 2 of diamonds"),
        ("8C JK 2D 5C", "7C", "the 2 of diamonds or the joker"),
        ("5C 5H JK=5 2D=5", "5S", "the joker or the 2 of diamonds"),
        ("5C 5H 2D=5 2D=5", "5S", "the 2 of diamonds"),
    ],
)
def test_nobody_says_the_joker_of_a_2(meld: str, card: str, leaves: str) -> None:
    answer = rule({**ASKED, "rulebook": "contract", "house": WILD_TWOS, "meld": meld, "card": card, "round": 2})
    assert answer["legal"] is True
    assert f" in place of {leaves}. The wild card taken must be laid off in this turn." in answer["ruling"]
    assert answer["ruling"].endswith(" The player says which.") is (" or " in leaves)


def test_a_place_that_one_of_two_wild_cards_holds_is_said_to_be_held_by_either() -> None:
    told_so = {"rulebook": "contract", "question": "lay_off", "house": WILD_TWOS, "cards": "7C", "down": "earlier"}
    clear = rule({**told_so, "meld": "5C JK 2D 8C"})["ruling"]
    assert clear == "No. The 2 of diamonds already stands for the 7 of clubs in 5-6-7-8 of clubs and does not move."
    open_ = rule({**told_so, "meld": "8C JK 2D 5C"})["ruling"]
    assert open_.startswith("No. The 2 of diamonds or the joker already stands for the 7 of clubs")


@pytest.mark.parametrize("played", ["JK", "2D"])
def test_in_a_turn_the_wild_card_that_is_played_later_is_the_one_taken(played: str) -> None:
    steps = [
        {"draw": "KS"},
        {"swap": {"meld": "5C 5H JK=5 2D=5", "card": "5S"}},
        {"lay_off": {"meld": "9C 9D 9H", "cards": played}},
        {"discard": "KS"},
    ]
    asked = {"question": "turn", "hand": "5S QD", "down": "earlier", "owner": "other", "steps": steps, "round": 2}
    assert rule({"rulebook": "contract", "house": WILD_TWOS, **asked})["legal"] is True


def test_a_turn_that_plays_a_card_which_is_there_only_once_says_so() -> None:
    steps = [{"draw": "KS"}, {"lay_off": {"meld": "5C 6C 7C 8C", "cards": "9C 9C"}}]
    asked = {"question": "turn", "hand": "9C QD", "down": "earlier", "owner": "other", "steps": steps, "round": 2}
    said = rule({"rulebook": "contract", **asked})["ruling"]
    assert said == "No. Step 2 (laying off) isn’t allowed. There is only one 9 of clubs in the hand."


@pytest.mark.parametrize(
    ("house", "label"), [({}, "Can I swap for that joker?"), (WILD_TWOS, "Can I swap for that wild card?")]
)
def test_the_question_speaks_of_jokers_only_where_nothing_else_is_wild(house: dict[str, Any], label: str) -> None:
    book = library.with_house_rules(library.load("contract"), house)
    assert QUESTIONS["swap"].label_in(book) == label
    asked = {"question": "swap", "meld": "5C 6C JK=7C 8C", "card": "7C"}
    assert in_words(asked, book=book).startswith(f"{label} The 7 of clubs for a wild card of")
    assert QUESTIONS["lay_off"].label_in(book) == "May I lay this off?"
