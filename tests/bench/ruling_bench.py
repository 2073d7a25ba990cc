"""Whole rulings on melds, from the request to the JSON form, against the legality of a chess move, all in one run.

    python -m tests.bench.ruling_bench [rulebook ...]
    python -m tests.bench.ruling_bench hands lines

Needs the extra ``bench``. Processor time, the best of some passes; python-chess is measured again before each
row, so that a machine that changes its speed moves both. Nothing is kept from one ruling to the next. A ruling
that refuses has every fault, the cards at fault, what would make it legal, and the clauses.
"""

from __future__ import annotations

import json
import random
import sys
from functools import partial
from io import BytesIO
from pathlib import Path
from statistics import fmean, geometric_mean, median
from typing import Any

from referee.cli.rule import answer
from referee.rulebooks import library
from referee.rules.cards import JOKER, format_cards, parse_meld
from referee.rules.judges.meld import judge_meld
from referee.rules.referee import parse, question_of, rule_under
from referee.rules.rulebook.model import Rulebook
from referee.rules.speech.rulings import makes_legal
from tests.bench.engine_bench import chess_move, microseconds

LEGAL = ("5H 6H JK 8H", "KC KD KH", "JC QC KC AC", "5H 6H 7H 8H 9H JK", "9C JK 9D")
REFUSED = (
    "KC KD QH", "4C 5C 6C 8C", "4C 5C 6C", "5S 6S 7H 8S", "7H 8S 9D JK", "QS KS AS 2S", "4C 5C 5C 6C 7C", "3D 9H QS KC",
    "5C 6C JK 9C", "KC KD KH QS 5D",
)  # fmt: skip
BOOKS = ("contract", "shanghai", "progressive", "grokipedia")
TIMES = 200
CASES = Path(__file__).parents[1] / "rules" / "cases"


def pieces(book: Rulebook, text: str) -> tuple[float, float, float, float]:
    """Microseconds of reading the request, the ruling, the ruling with its hints, and the whole as JSON."""
    asked: dict[str, Any] = {"rulebook": book.id, "question": "meld", "cards": text, "round": 2}
    cards = parse_meld(text)
    return (
        microseconds(lambda one: parse(book, one, question_of(one)[0]), [asked] * TIMES),
        microseconds(lambda one: judge_meld(book, one, None, 2), [cards] * TIMES),
        microseconds(lambda one: makes_legal(judge_meld(book, one, None, 2)), [cards] * TIMES),
        microseconds(lambda one: rule_under(book, one), [asked] * TIMES),
    )


def measure(book: Rulebook, legal: bool, texts: tuple[str, ...]) -> None:
    what = "legal" if legal else "refused"
    found = []
    print(f"\n{book.id}, {what}: microseconds (times is_legal)")
    for text in texts:
        if judge_meld(book, parse_meld(text), None, 2).legal is not legal:
            continue  # where twos are wild, some of them are legal
        theirs = chess_move()
        ours = pieces(book, text)
        found.append([one / theirs for one in ours])
        said = [f"{one:5.1f} [{one / theirs:4.1f}]" for one in ours]
        print(f"  {text:18} request {said[0]}   ruling {said[1]}   with hints {said[2]}   whole {said[3]}", flush=True)
    means = [f"{geometric_mean(column):.1f}" for column in zip(*found, strict=True)]
    print(
        f"  geometric means, times is_legal: {', '.join(means)}; most of the whole {max(row[3] for row in found):.1f}"
    )


def hands(of_each: int = 8) -> None:
    """Can this hand go down? Hands as dealt to four in every round of every rulebook, whole rulings with hints."""
    times: dict[bool, list[float]] = {True: [], False: []}
    for book in library.all_rulebooks():
        pack = [*range(JOKER)] * book.decks[4] + [JOKER] * book.jokers[4]
        theirs = chess_move()
        for round_no, dealt in enumerate(book.deal, 1):
            for number in range(of_each):
                hand = random.Random(f"{book.id} {round_no} {number}").sample(pack, dealt + 1)
                asked = {"question": "go_down", "round": round_no, "hand": format_cards(hand)}
                legal = rule_under(book, asked)["legal"]
                times[legal].append(microseconds(partial(rule_under, book), [asked]) / theirs)
    for legal, those in times.items():
        those.sort()
        what = "legal" if legal else "refused"
        print(f"\ngo_down, {what}, {len(those)} hands: times is_legal, median {median(those):.1f}, ", end="")
        print(f"mean {fmean(those):.1f}, 99th percentile {those[len(those) * 99 // 100]:.0f}, most {those[-1]:.0f}")


def lines() -> None:
    """``referee rule`` on the questions of all cases: lines in a second of processor time, JSON in and out."""
    paths = sorted(path for path in CASES.rglob("*.jsonl") if path.stem != "errors")
    cases = [json.loads(line) for path in paths for line in path.read_text(encoding="utf-8").splitlines()]
    questions = b"".join([json.dumps(case["ask"]).encode() + b"\n" for case in cases])
    second = microseconds(lambda asked: answer(BytesIO(asked), BytesIO()), [questions]) / 1e6
    print(f"\nreferee rule: {len(cases)} lines, {len(cases) / second:.0f} a second of processor time")


if __name__ == "__main__":
    for name in sys.argv[1:] or [*BOOKS, "hands", "lines"]:
        if name in ("hands", "lines"):
            {"hands": hands, "lines": lines}[name]()
            continue
        measure(library.load(name), True, LEGAL)
        measure(library.load(name), False, REFUSED)
