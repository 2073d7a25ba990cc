"""Contracts that any melds meet, or any that are worth enough: judged as a slow answer judges them, and told."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import product
from typing import Any

import pytest

from referee.rulebooks import library
from referee.rulebooks.ruling import rule
from referee.rules.cards import JOKER, Placed, format_meld
from referee.rules.judges.contract import judge_contract
from referee.rules.judges.go_down import judge_go_down
from referee.rules.rulebook.model import Rulebook
from referee.rules.solver.lay_down import best_lay_down
from referee.rules.speech.rulings import sentence
from tests.rules.naive import is_wild
from tests.rules.solver import naive
from tests.rules.solver.drawing import free
from tests.sizes import sized

CASES = sized(200, 6_000)
FACES = dict.fromkeys(("10", "J", "Q", "K"), 10) | {str(n): n for n in range(2, 10)} | {"A": 11, "JK": 20}


def table(*contract: str, **house: Any) -> dict[str, Any]:
    """The house rules of a table that plays one such contract in each of seven rounds."""
    rounds = {"contracts": [[*contract]] * 7, "all_cards_rounds": [], "run_least": 3, "points": FACES}
    return {**rounds, "wilds_side_by_side": True, **house}


def asked(question: str, house: dict[str, Any], **facts: Any) -> dict[str, Any]:
    return rule({"rulebook": "contract", "question": question, "round": 1, "house": house, **facts})


# judged


def drawn(number: int) -> tuple[Rulebook, list[list[int]]]:
    """A case of the solver, and some of its cards laid down as the solver would or nearly so."""
    case = free(number)
    rng = random.Random(f"any melds {number}")
    if best := best_lay_down(case.book, 1, case.hand):
        melds = [[placed.card for placed in meld] for meld in best.melds]  # type: ignore[union-attr]
    else:
        melds = [meld for meld in (case.hand[:3], case.hand[3:6]) if meld]
    while rng.random() < 0.5:
        meld = rng.choice(melds)
        if rng.random() < 0.5:
            meld[rng.randrange(len(meld))] = rng.choice([JOKER, *range(52)])
        elif len(meld) > 3:
            meld.pop()
    return case.book, melds


def is_met(book: Rulebook, melds: Sequence[Sequence[int]]) -> bool:
    """Whether melds meet a contract, each read in every way in which a slow answer can lay it."""
    for read in product(*[_laid(book, meld) for meld in melds]):
        together = sum(meld.wilds for meld in read) <= naive.limit(book.wilds_going_down)
        apart = not any(naive.clash(book, one, other) for at, one in enumerate(read) for other in read[:at])
        if together and apart and not naive.lacks(book, book.contracts[0][0], read):
            return True
    return False


def _laid(book: Rulebook, cards: Sequence[int]) -> list[naive.Meld]:
    """Each set and run that takes all of these cards."""
    hand = naive.Hand(book, cards)
    every = [
        *naive.all_sets(hand, book.set_least, len(cards)),
        *naive.all_runs(hand, book.run_least, len(cards)),
    ]
    return [meld for meld in every if len(meld.naturals) + meld.wilds == len(cards) and _takes_all(book, meld, cards)]


def _takes_all(book: Rulebook, meld: naive.Meld, cards: Sequence[int]) -> bool:
    rest = list(cards)
    for card in meld.naturals:
        rest.remove(card)
    return all(is_wild(book, card) for card in rest)


@pytest.mark.parametrize("first", range(0, CASES, CASES // 4))
def test_melds_meet_such_a_contract_exactly_where_a_slow_answer_can_read_them_so(first: int) -> None:
    wrong, legal = [], 0
    for number in range(first, first + CASES // 4):
        book, melds = drawn(number)
        if book.all_cards_rounds or len(book.contracts[0]) > 1:
            continue
        ruling = judge_contract(book, [[Placed(card) for card in meld] for meld in melds], (), 1)
        legal += bool(ruling.legal)
        if bool(ruling.legal) != is_met(book, melds):
            shown = " / ".join(format_meld([Placed(card) for card in meld]) for meld in melds)
            wrong.append(f"{number}: {book.contracts[0][0]}: {shown}: {sentence(ruling)}")
        assert ruling.legal is not None
        assert ruling.legal or ruling.findings, f"{number} is refused without a word"
    assert wrong == []
    assert legal >= CASES // 4 // 5


def test_a_joker_counts_as_the_card_it_stands_for_and_as_the_dearest_that_it_can_be() -> None:
    thirty = table("melds worth at least 30")
    assert asked("contract", thirty, melds=["9C 10C JK"])["legal"] is False  # 9, 10 and a jack are 29
    assert asked("contract", thirty, melds=["10C JC JK"])["legal"] is True
    assert asked("contract", thirty, melds=["10C JC JK=9C"])["legal"] is False


@pytest.mark.parametrize(
    ("low_ace", "says"),
    [
        ("one", "No. Round 1 asks for melds worth at least 16 points. These are worth six points, ten too few."),
        ("as in hand", "Yes. That meets the contract of round 1, melds worth at least 16 points. "
         "The melds are worth 16 points."),
    ],
)  # fmt: skip
def test_an_ace_that_begins_a_run_counts_as_the_table_likes(low_ace: str, says: str) -> None:
    answer = asked("contract", table("melds worth at least 16", low_ace=low_ace), melds=["AC 2C 3C"])
    assert answer["ruling"] == says
    assert "contract/meld-worth" in [clause["clause"] for clause in answer["because"]]


def test_of_melds_that_are_enough_one_is_a_run_without_wild_cards_where_that_is_asked() -> None:
    house = table("melds worth at least 51 with a pure run")
    impure = asked("contract", house, melds=["10C JC JK", "KH KC KS"])
    assert impure["findings"][0]["reason"] == "no pure run"
    assert impure["findings"][0]["says"].endswith("None of these is a run without wild cards.")
    assert asked("contract", house, melds=["10C JC QC", "KH KC JK"])["legal"] is True


def test_one_meld_that_is_none_is_refused_with_what_would_make_it_one() -> None:
    answer = asked("contract", table("any melds"), melds=["10C JC QC", "KH KC 3S"])
    assert answer["makes_legal"] == ["For the second meld: Use a king or a joker in place of the 3 of spades."]


@pytest.mark.parametrize(
    ("house", "melds"),
    [({}, ["3S 4S 5S", "6S 7S 8S"]), ({"sets_of_one_rank": False}, ["9S 9H 9C", "9S 9D 9D"])],
)
def test_two_melds_that_may_not_lie_beside_each_other_may_lie_as_one(house: dict[str, Any], melds: list[str]) -> None:
    answer = asked("contract", table("any melds", **house), melds=melds)
    assert (answer["legal"], answer["makes_legal"]) == (False, ["Lay two of them down as one meld."])
    assert asked("contract", table("any melds", **house), melds=[" ".join(melds)])["legal"] is True


def test_without_any_meld_nobody_goes_down() -> None:
    answer = asked("contract", table("any melds"), melds=[])
    assert answer["ruling"] == "No. Round 1 asks for any melds. Nothing goes down here."


def test_a_choice_may_leave_it_to_the_player_as_well() -> None:
    house = table("run of 7", "or", "melds worth at least 40")
    assert asked("contract", house, melds=["2C 3C 4C 5C 6C 7C 8C"])["legal"] is True
    assert asked("contract", house, melds=["KH KC KS", "QH QC QS"])["legal"] is True


# what a hand can put down


def test_a_hand_goes_down_with_the_melds_that_leave_the_fewest_points() -> None:
    answer = asked("go_down", table("any melds"), hand="10C JC QC KH KC 3S 4S 5S JK 9D 9H 2C 7D")
    assert (answer["melds"], answer["points_left"]) == (["9D 9H JK=9", "10C JC QC KC", "3S 4S 5S"], 19)


def test_a_hand_keeps_more_points_if_only_so_its_melds_are_worth_enough() -> None:
    """With its joker the set leaves 20 points less, but is worth six; as a queen the joker makes 30."""
    hand = "2C 2D JC KC JK 5H"
    assert asked("go_down", table("any melds"), hand=hand)["legal"] is True
    answer = asked("go_down", table("melds worth at least 30"), hand=hand)
    assert (answer["melds"], answer["left"]) == (["JC JK=QC KC"], "2C 2D 5H")


def test_a_hand_that_is_not_worth_enough_hears_how_much_it_lacks_and_what_would_do() -> None:
    answer = asked("go_down", table("melds worth at least 40"), hand="10C JC KH 3S 4S 5S 9D 7D AS")
    assert answer["ruling"] == (
        "No. These cards can’t make melds worth at least 40 points. The best melds of this hand are worth twelve "
        "points, 28 too few."
    )
    assert answer["makes_legal"] == ["A 9 or queen of clubs or a joker would do."]


@pytest.mark.parametrize(("hand", "legal"), [("3S 4S 5S 9D 9H 9C JK", True), ("3S 4S 5S 9D 9H 9C KD", False)])
def test_the_whole_hand_may_go_down_as_any_melds(hand: str, legal: bool) -> None:
    answer = asked("go_down", table("any melds", all_cards_rounds=[1]), hand=hand)
    assert (answer["legal"], answer["left"]) == (legal, "" if legal else None)
    if not legal:
        assert "At best the king of diamonds would stay in hand" in answer["ruling"]


def test_a_hand_of_24_cards_with_six_jokers_is_decided() -> None:
    book = library.with_house_rules(library.load("contract"), table("any melds"))
    rng = random.Random(39)
    pack = [*range(52), *range(52)]
    for _ in range(5):
        assert judge_go_down(book, [*rng.sample(pack, 18), *[JOKER] * 6], 1).legal is True


def test_the_best_turn_goes_down_with_what_is_worth_enough() -> None:
    facts = {"hand": "10C JC KH QC 3S 4S 5S 9D 9S 9H 2D", "down": "no", "drawn": True, "table": []}
    answer = asked("best_turn", table("melds worth at least 40"), **facts)
    assert answer["steps"][1] == {"contract": ["9D 9H 9S", "10C JC QC", "3S 4S 5S"]}
    assert answer["left"] == "2D"


def test_melds_without_suits_are_found_as_those_with_suits_are() -> None:
    assert asked("contract", table("melds worth at least 54"), melds=["8 8 8", "10C JC QC"])["legal"] is True
    assert asked("go_down", table("any melds"), hand="3 4 5 9 9 9 K")["legal"] is not False


# on the table


def test_a_contract_of_points_is_still_met_where_what_lies_there_is_worth_enough() -> None:
    """A set that a screw-over breaks goes back; the owner replaces it where the other melds are worth too little."""
    for points, owed in ((20, None), (40, "set of 3")):
        answer = rule(
            {
                "rulebook": "screw", "question": "screw", "round": 1, "by": 1, "owner": 2, "down": "earlier",
                "used": False, "stolen_from_by": [], "give": "KD", "meld": "8H 8S 8D", "take": "8S",
                "owner_melds": ["9C 9D 9H"], "use": {"lay_off": {"meld": "5S 6S 7S JK=4S", "cards": "8S"}},
                "house": {"contracts": [[f"melds worth at least {points}"]] * 7},
            }
        )  # fmt: skip
        assert (answer["owed"], answer["owner_square_one"]) == (owed, owed is not None)


@pytest.mark.parametrize(
    "ways", [["set of 3", "set of 3", "or", "melds worth at least 40"], ["any melds", "or", "pair"]]
)
def test_a_choice_is_still_met_by_whichever_of_its_ways_lies_there(ways: list[str]) -> None:
    answer = rule(
        {
            "rulebook": "screw", "question": "screw", "round": 1, "by": 1, "owner": 2, "down": "earlier",
            "used": False, "stolen_from_by": [], "give": "KD", "meld": "8H 8S 8D", "take": "8S",
            "owner_melds": ["9C 9D 9H", "10H JH QH KH"],
            "use": {"lay_off": {"meld": "5S 6S 7S JK=4S", "cards": "8S"}}, "house": {"contracts": [ways] * 7},
        }
    )  # fmt: skip
    assert (answer["owed"], answer["owner_square_one"]) == (None, False)
