"""The engine against its peers, all in one run, as ratios.

    python -m tests.bench.engine_bench [suites|wild|contract|may-i|progressive|shanghai|tail|gin|meld|start ...]

Needs the extra ``bench``. Times are processor time, medians over the hands of a row, so that other
work on the machine moves them little; the solver's first call for each hand, and the best of three.
"""

from __future__ import annotations

import json
import math
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from referee.rules.cards import parse_cards
from referee.rules.rulebook.model import Rulebook
from referee.rules.solver.lay_down import Undecided, best_lay_down
from tests.bench.engine_hands import PLANTED_UNDER, ROWS, Row, asked, dealt_rows, long_rows
from tests.bench.engine_limit import COMPILER, limit_times

ROOT = Path(__file__).parents[2]
CALLS = 3


class Solved(NamedTuple):
    """How long the solver took for one hand, in milliseconds, and the points that it melds."""

    first: float
    best: float
    """Of some calls: what the solver kept of the hand is then at hand."""
    points: int | None


def solver_times(row: Row, calls: int = CALLS) -> list[Solved]:
    """Hand after hand, as a table would ask; what is kept for a round is kept from hand to hand, as in the app."""
    solved = []
    for hand in row.hands:
        times = []
        for _ in range(calls):
            start = time.process_time()
            answer = best_lay_down(row.book, 1, hand)
            times.append((time.process_time() - start) * 1000)
        assert not isinstance(answer, Undecided), row.name
        total = sum([row.book.prices[row.book.priced_as(card)] for card in hand])
        solved.append(Solved(times[0], min(times), total - answer.points if answer else None))
    return solved


def peer_times(peer: str, rows: str) -> list[list[tuple[float, int | None]]]:
    run = subprocess.run(
        [sys.executable, "-m", "tests.bench.engine_peers", peer, rows],
        cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True,
    )  # fmt: skip
    answer = run.stdout.splitlines()[-1]  # HiGHS says who it is first
    return [[(ms, value) for ms, value in row] for row in json.loads(answer)]


def against_programs(name: str) -> None:
    """One table: the solver, HiGHS and CP-SAT on the same hands, all answers compared, and the limit in C."""
    rows = ROWS[name]()
    peers = {peer: peer_times(peer, name) for peer in ("highs", "cp-sat")}
    limit = limit_times(rows) if name in PLANTED_UNDER and COMPILER else None
    ratios: dict[str, list[float]] = {key: [] for key in (*peers, "better", "better, best of three", "limit")}
    print(
        f"\n{name}: milliseconds, median (most); in brackets how many times the median of the first call, of the best"
    )
    for index, row in enumerate(rows):
        ours = solver_times(row)
        first, best = median([solved.first for solved in ours]), median([solved.best for solved in ours])
        line = f"{row.name:28} first {first:7.3f} ({max([solved.first for solved in ours]):7.2f})   best {best:7.3f}"
        for peer, solved in peers.items():
            assert [points for _, points in solved[index]] == [one.points for one in ours], (row.name, peer)
            theirs = middle(solved[index])
            ratios[peer].append(theirs / first)
            line += f"   {peer} {spread(solved[index])} [{theirs / first:6.1f}, {theirs / best:6.1f}]"
        better = min([middle(solved[index]) for solved in peers.values()])
        ratios["better"].append(better / first)
        ratios["better, best of three"].append(better / best)
        if limit:
            assert [points for _, points in limit[index]] == [one.points for one in ours], (row.name, "limit")
            ratios["limit"].append(best / middle(limit[index]))
            line += f"   C {middle(limit[index]) * 1000:7.1f} us [1/{ratios['limit'][-1]:.1f}]"
        met = sum([solved.points is not None for solved in ours])
        print(f"{line}   {met}/{len(ours)} met", flush=True)
    for key, times in ratios.items():
        if times:
            mean = math.exp(sum(map(math.log, times)) / len(times))
            print(f"{key}: geometric mean {mean:.1f}, least {min(times):.1f}, most {max(times):.1f}")
    if name in PLANTED_UNDER and not COMPILER:
        print("limit: skipped, because there is no gcc here")


def middle(times: Sequence[tuple[float, int | None]]) -> float:
    return median([ms for ms, _ in times])


def spread(times: Sequence[tuple[float, int | None]]) -> str:
    return f"{middle(times):8.3f} ({max([ms for ms, _ in times]):8.2f})"


def tail() -> None:
    """How long the slowest hands take, each asked once: as dealt in every round of every rulebook, and long ones."""
    for what, rows in (("as dealt, 11 to 13 cards", dealt_rows()), ("20 to 24 cards", long_rows())):
        for row in rows:
            best_lay_down(row.book, 1, row.hands[0])
        times = sorted([solved.first for row in rows for solved in solver_times(row, calls=1)])
        print(
            f"\n{what}: {len(times)} hands, median {median(times):.3f} ms, mean {sum(times) / len(times):.3f}, "
            f"99th percentile {times[len(times) * 99 // 100]:.2f}, most {times[-1]:.1f}"
        )


def microseconds(call: Callable[[Any], object], inputs: Sequence[Any], repeats: int = 5) -> float:
    """Per call, the best of some passes over all inputs."""
    best = math.inf
    for _ in range(repeats):
        start = time.process_time()
        for one in inputs:
            call(one)
        best = min(best, time.process_time() - start)
    return best / len(inputs) * 1e6


def gin() -> None:
    """Hands of ten cards of one pack, no wild card. Not the same question: see tests/bench/README.md."""
    from pyspiel import gin_rummy

    rng = random.Random(3)
    hands = [rng.sample(range(52), 10) for _ in range(2000)]
    deadwood = gin_rummy.GinRummyUtils(13, 4, 10).min_deadwood
    theirs = microseconds(deadwood, hands)
    print(f"\ngin-like hands: OpenSpiel min_deadwood {theirs:.2f} us")
    book = asked("may-i", 1, 1, 3)
    answers = [best_lay_down(book, 1, hand) for hand in hands]
    for what, some in (
        ("all", hands),
        ("hopeless", [hand for hand, answer in zip(hands, answers, strict=True) if answer is None]),
        ("met", [hand for hand, answer in zip(hands, answers, strict=True) if answer is not None]),
    ):
        ours = microseconds(lambda hand: best_lay_down(book, 1, hand), some)
        print(f"best_lay_down, a set of 3 and a run of 3, {what} ({len(some)}): {ours:.1f} us [{ours / theirs:.1f}]")


def chess_move() -> float:
    """Microseconds of python-chess's ``is_legal`` for a legal move of a rich position."""
    import chess

    board = chess.Board("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
    return microseconds(board.is_legal, list(board.legal_moves) * 50)


def meld() -> None:
    """The bare verdict on a meld against the legality of a chess move; whole rulings: ``ruling_bench``."""
    from referee.rulebooks import library
    from referee.rules.melds.bare import verdict_of

    theirs = chess_move()
    print(f"\npython-chess is_legal {theirs:.2f} us")
    melds = ["5H 6H JK 8H", "KC KD KH", "JC QC KC AC", "5H 6H 7H 8H 9H JK", "KC KD QH", "4C 5C 6C 8C", "9C JK 9D"]
    for name in ("contract", "shanghai", "progressive", "grokipedia"):
        book: Rulebook = library.load(name)
        bare = microseconds(verdict_of(book), [parse_cards(text) for text in melds] * 300)
        print(f"{name:12} bare {bare:.2f} us [1/{theirs / bare:.1f}]")


FIRST = """
import sys, time
start = time.process_time()
import referee.rules.referee
imported = time.process_time()
from referee.rulebooks import library
from referee.rules.cards import parse_cards
from referee.rules.solver.lay_down import best_lay_down
book, hand = library.load(sys.argv[1]), parse_cards(sys.argv[3])
loaded = time.process_time()
best_lay_down(book, int(sys.argv[2]), hand)
print((imported - start) * 1000, (time.process_time() - loaded) * 1000)
"""


def start() -> None:
    """Import of the engine and the first solve of a new process, nine processes each, byte code at hand."""
    print()
    with tempfile.TemporaryDirectory() as byte_code:
        environment = {**os.environ, "PYTHONPYCACHEPREFIX": byte_code}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        _start(environment)


def _start(environment: dict[str, str]) -> None:
    for book, round_no, hand in (
        ("contract", "2", "7H JK 9H 10H KC KD KS 4D 2S 5C 9D"),
        ("contract", "7", "3C 4C 5C 6C 7D JK 9D 10D 2H 3H 4H 5H KS"),
        ("may-i", "6", "7H JK 9H 10H KC KD KS 4D JK 5C 9D 10D QD"),
        ("progressive", "12", "2C 3C 4C 7D 8D 9D JK JH QH KH 2S 5S 6S 9C 10C JC"),
    ):
        runs = []
        for _ in range(10):
            command = [sys.executable, "-c", FIRST, book, round_no, hand]
            run = subprocess.run(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True, check=True)
            runs.append(list(map(float, run.stdout.split())))
        runs.pop(0)  # this one may have compiled the byte code
        imported, first = median([run[0] for run in runs]), median([run[1] for run in runs])
        print(f"{book} round {round_no}: import of referee.rules {imported:.1f} ms, first solve {first:.2f} ms")


TABLES: dict[str, Callable[[], None]] = {"tail": tail, "gin": gin, "meld": meld, "start": start}

if __name__ == "__main__":
    for table in sys.argv[1:] or [*ROWS, *TABLES]:
        if table in TABLES:
            TABLES[table]()
        else:
            against_programs(table)
