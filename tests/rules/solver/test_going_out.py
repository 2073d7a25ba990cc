"""Hands of which at most one card may stay, held against the naive answer."""

from __future__ import annotations

from dataclasses import replace

from referee.rulebooks import library
from referee.rules.cards import format_cards, parse_cards
from referee.rules.judges.contract import judge_contract
from referee.rules.rulebook.model import Rulebook
from referee.rules.rulebook.slots import Slot
from referee.rules.solver.lay_down import LayDown, Undecided, best_going_out, best_lay_down
from tests.rules.naive import price
from tests.rules.solver import naive
from tests.rules.solver.compare import answer_of
from tests.rules.solver.drawing import Case, case, free, with_stars
from tests.sizes import sized

CASES = sized(60, 2000)


def _best(book: Rulebook, round_no: int, hand: list[int]) -> naive.Answer | None:
    """Of each card that could be the discard, the best that the rest of the hand comes to, all of it laid down."""
    every = replace(book, all_cards_rounds=frozenset(range(1, book.rounds + 1)))
    each = [naive.best(every, round_no, hand)]
    for at, card in enumerate(hand if book.most_kept and round_no not in book.all_cards_rounds else ()):
        out = naive.best(every, round_no, hand[:at] + hand[at + 1 :])
        each.append(out and out._replace(points=price(book, card), cards=1))
    return min((out for out in each if out is not None), default=None)


def _differs(drawn: Case) -> str:
    drawn = drawn._replace(book=replace(drawn.book, melds_exact=False))
    book, round_no, hand, _ = drawn
    found = best_going_out(book, round_no, hand)
    assert not isinstance(found, Undecided)
    want, got = _best(book, round_no, list(hand)), answer_of(drawn, found) if found else None
    return "" if got == want else f"{drawn}: wanted {want}, got {got}"


def test_no_way_to_go_out_is_missed() -> None:
    drawn = [draw(number) for draw in (case, free, with_stars) for number in range(CASES)]
    assert [what for each in drawn if (what := _differs(each))] == []


def test_such_hands_are_among_them() -> None:
    ways = [best_going_out(each.book, each.round_no, each.hand) for each in map(free, range(CASES))]
    rest = [best_lay_down(each.book, each.round_no, each.hand) for each in map(free, range(CASES))]
    assert any(isinstance(way, LayDown) and way.left for way in ways)
    assert any(way is None and isinstance(best, LayDown) for way, best in zip(ways, rest, strict=True))


def test_a_hand_that_keeps_fewest_points_with_four_cards_may_still_go_out_with_one() -> None:
    """Whether melds are worth 40 points hangs on what their cards cost, also where cards left are only counted."""
    book = replace(library.load("romme"), down_only_out=True).going_down
    hand = parse_cards("AC 2C 3C 2S 2D 3D 3H KC KD KH KS")
    best, out = best_lay_down(book, 1, hand), best_going_out(book, 1, hand)
    assert isinstance(best, LayDown)
    assert isinstance(out, LayDown)
    assert (len(best.left), best.points) == (4, 10)
    assert (format_cards(out.left), out.points) == ("AC", 11)


def test_whatever_goes_out_is_a_contract_that_the_judge_of_contracts_lets_lie() -> None:
    """Also where melds have exactly the cards that are asked for: only in a round of all cards runs may be longer."""
    drawn = [draw(number) for draw in (case, with_stars) for number in range(2 * CASES)]
    found = [(each, best_going_out(each.book, each.round_no, each.hand)) for each in drawn if each.book.melds_exact]
    outs = [(each, out) for each, out in found if isinstance(out, LayDown)]
    assert len(outs) > 5
    for (book, round_no, hand, _), out in outs:
        left = out.left if round_no in book.all_cards_rounds else ()
        assert judge_contract(book, out.melds, left, round_no=round_no).legal, (book.id, round_no, hand, out)


def test_a_run_of_exactly_four_is_not_stretched_to_go_out() -> None:
    book = replace(
        library.load("contract"), contracts=((Slot("run", 4),),), all_cards_rounds=frozenset(), melds_exact=True
    )
    for discard, hand in (("never", "4C 5C 6C 7C 8C"), ("required", "4C 5C 6C 7C 8C KD")):
        assert best_going_out(replace(book, final_discard=discard), 1, parse_cards(hand)) is None
    assert best_going_out(replace(book, final_discard="required"), 1, parse_cards("4C 5C 6C 7C 8C")) is not None
