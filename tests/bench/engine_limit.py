"""A plain depth-first search in C on the same hands: how far the solver is from what a machine can do."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from itertools import accumulate, pairwise
from pathlib import Path

from referee.rules.rulebook.meld_rules import meld_rules
from referee.rules.rulebook.model import Rulebook
from tests.bench.engine_hands import Row

SOURCE = Path(__file__).with_name("plain_search.c")
COMPILER = shutil.which("gcc")


def limit_times(rows: Sequence[Row]) -> list[list[tuple[float, int | None]]]:
    """For each hand of each row: milliseconds, and the points melded."""
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "plain_search"
        subprocess.run([str(COMPILER), "-O2", "-o", str(program), str(SOURCE)], check=True)
        lines = [_line(row.book, hand) for row in rows for hand in row.hands]
        run = subprocess.run([program], input="\n".join(lines), stdout=subprocess.PIPE, text=True, check=True)
    answers = [line.split() for line in run.stdout.splitlines()]
    times = [(float(nanoseconds) / 1e6, int(best) if int(best) >= 0 else None) for best, nanoseconds in answers]
    ends = [*accumulate([len(row.hands) for row in rows], initial=0)]
    return [times[first:after] for first, after in pairwise(ends)]


def _line(book: Rulebook, hand: Sequence[int]) -> str:
    """One question as the program reads it; its rules are all that the planted hands have."""
    rules, contract = meld_rules(book), book.contracts[0]
    beyond_it = (rules.different, rules.run_in_each_suit, rules.ace_ends_touch, not rules.side_by_side)
    assert not any(beyond_it), "the program knows no such rule"
    numbers = [
        book.melds_exact, rules.wilds_most, rules.naturals_least, rules.bottom, rules.run_longest, rules.set_longest,
        rules.sets_of_one_rank, rules.runs_apart, rules.as_itself, len(contract),
    ]  # fmt: skip
    for slot in sorted(contract, key=lambda slot: (slot.kind, slot.size)):
        numbers += [slot.kind == "run", slot.size]
    numbers.append(len(hand))
    for card in hand:
        numbers += [card, rules.wild[card], book.prices[book.priced_as(card)]]
    return " ".join([str(int(number)) for number in numbers])
