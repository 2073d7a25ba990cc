"""Holds the solver against the naive answer, or the integer program, on cases by number.

    python -m tests.rules.solver.compare naive 0 20000
    python -m tests.rules.solver.compare program 0 10000
    python -m tests.rules.solver.compare frozen 0 400
    python -m tests.rules.solver.compare few-wilds 0 4000
    python -m tests.rules.solver.compare by-naturals 0 20000
    python -m tests.rules.solver.compare single-wilds 0 20000
    python -m tests.rules.solver.compare loose 0 20000
    python -m tests.rules.solver.compare named 0 20000
    python -m tests.rules.solver.compare free 0 20000
    python -m tests.rules.solver.compare with-stars 0 20000

prints one JSON object: how many cases, how many could be met, how often the search took its rare
ways, and every difference in words.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from functools import cache
from typing import Any, ClassVar

from referee.rules.cards import format_meld
from referee.rules.judges.contract import judge_contract
from referee.rules.packs import STANDARD_PACK
from referee.rules.rulebook.slots import FREE, LOOSE
from referee.rules.solver import lay_down
from referee.rules.solver.columns import Columns
from referee.rules.solver.lay_down import LayDown, Undecided, best_lay_down
from referee.rules.solver.search import Search
from referee.rules.speech.rulings import sentence
from tests.rules.naive import price
from tests.rules.solver import ilp, naive
from tests.rules.solver.drawing import (
    Case,
    by_naturals,
    case,
    few_suits,
    few_wilds,
    free,
    loose,
    named,
    single_wilds,
    with_stars,
)
from tests.rules.solver.freeze import FROZEN

ENOUGH_WORK = 1 << 40
UNKNOWN = 10_000_000
"""From a case that the integer program can’t answer to the one that takes its place."""
DRAWN = {
    "few-wilds": few_wilds, "by-naturals": by_naturals, "single-wilds": single_wilds, "loose": loose, "named": named,
    "free": free, "with-stars": with_stars,
}  # fmt: skip
"""Cases of their own for the naive answer."""
MOST_DIFFERENCES = 10


class Watched(Search):
    """A search that counts how often it lists its runs, is split, and must lay runs out place by place."""

    seen: ClassVar[Counter[str]] = Counter()

    def _columns(self, *args: Any) -> Columns:
        self.seen["columns"] += 1
        return super()._columns(*args)

    def _split(self, *args: Any) -> None:
        self.seen["split"] += 1
        super()._split(*args)

    def _look_at(self, *args: Any, **kwargs: Any) -> None:
        self.seen["strict"] += kwargs["strict"]
        super()._look_at(*args, **kwargs)


def wrong_with(drawn: Case, found: LayDown) -> list[str]:
    """What is wrong with a lay-down, by the naive reading and by the judge of contracts."""
    book, round_no, hand, _ = drawn
    wrong = naive.faults(book, round_no, hand, found.melds)
    ruling = judge_contract(
        book, found.melds, found.left if round_no in book.all_cards_rounds else (), round_no=round_no
    )
    if not ruling.legal:
        wrong.append(f"the judge of contracts says {sentence(ruling)}")
    laid = Counter([card for meld in found.melds for card, _ in meld])
    if laid + Counter(found.left) != Counter(hand) or list(found.left) != sorted(found.left):
        wrong.append("the cards left are not the rest of the hand")
    if found.points != sum([price(book, card) for card in found.left]):
        wrong.append("the points left are wrong")
    return wrong


def answer_of(drawn: Case, found: LayDown) -> naive.Answer:
    """The lay-down in the naive answer's terms."""
    slots = naive.laid_as(drawn.book, drawn.round_no, drawn.hand, found.melds)
    wilds = sum([naive.wilds_in(drawn.book, slot, meld) for slot, meld in zip(slots, found.melds, strict=True)])
    return naive.Answer(found.points, len(found.left), wilds)


def drawn_for(oracle: str, number: int) -> Case:
    """Short hands for the naive answer, long ones for the program, and those whose answers are frozen."""
    if oracle == "frozen":
        return few_suits(number)
    if oracle in DRAWN:
        return DRAWN[oracle](number)
    if oracle == "naive":
        return case(number)
    drawn = case(number, 11, 24, few_wilds=False)
    while not _is_known(drawn):
        number += UNKNOWN
        drawn = case(number, 11, 24, few_wilds=False)
    return drawn


def _is_known(drawn: Case) -> bool:
    """Whether the integer program has words for it: sets and runs of one suit, so many, of a pack of 52."""
    slots = drawn.book.contracts[drawn.round_no - 1]
    return drawn.book.pack == STANDARD_PACK and not any(slot.kind in (FREE, *LOOSE) or slot.rank for slot in slots)


@cache
def frozen() -> dict[str, list[int] | None]:
    """The answers in ``few_suits.json``, by number of the case."""
    answers: dict[str, list[int] | None] = json.loads(FROZEN.read_text(encoding="utf-8"))
    return answers


def difference(drawn: Case, oracle: str, number: int) -> tuple[bool, str]:
    """Whether the contract can be met, and in words what the solver gets wrong; empty if nothing."""
    book, round_no, hand, _ = drawn
    found = best_lay_down(book, round_no, hand, work=ENOUGH_WORK)
    if isinstance(found, Undecided):
        return False, f"{drawn}: undecided"
    got = answer_of(drawn, found) if found else None
    wrong = wrong_with(drawn, found) if found else []
    shown = " / ".join([format_meld(meld) for meld in found.melds]) if found else "nothing"
    if oracle == "frozen":
        want = frozen()[str(number)]
        if (got and list(got)) != want:
            wrong.append(f"wanted {want}, got {got}")
    elif oracle == "naive" or oracle in DRAWN:
        want = naive.best(book, round_no, hand)
        if got != want:
            wrong.append(f"wanted {want}, got {got}")
    else:
        programs = [ilp.program(way, round_no, hand) for way in book.by_way(round_no)]
        values = [program and ilp.solve_with_highs(program) for program in programs]
        best = max([value for value in values if value is not None], default=None)
        points = sum([price(book, card) for card in hand])
        value = got and ilp.value_of(points - got.points, len(hand) - got.cards, got.wilds, len(hand))
        if value != best:
            wrong.append(f"wanted the value {best}, got {value}")
    return found is not None, f"{drawn}: {'; '.join(wrong)}: {shown}" if wrong else ""


def compare(oracle: str, first: int, after: int) -> dict[str, Any]:
    """The summary of the cases from ``first`` up to but not including ``after``."""
    Watched.seen.clear()
    lay_down.Search = Watched  # type: ignore[attr-defined]
    books: Counter[str] = Counter()
    met = 0
    differences: list[str] = []
    try:
        for number in range(first, after):
            drawn = drawn_for(oracle, number)
            books[drawn.book.id] += 1
            feasible, wrong = difference(drawn, oracle, number)
            met += feasible
            if wrong:
                differences.append(wrong)
                if len(differences) >= MOST_DIFFERENCES:
                    break
    finally:
        lay_down.Search = Search  # type: ignore[attr-defined]
    return {"cases": after - first, "met": met, "books": books, "seen": Watched.seen, "differences": differences}


if __name__ == "__main__":
    print(json.dumps(compare(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))))
