"""Whole rulings on melds, from the request to the JSON form, against the legality of a chess move, all in one run.

    python -m tests.bench.ruling_bench [rulebook ...]
    python -m tests.bench.ruling_bench hands worst lines

Needs the extra ``bench``. Processor time, the best of some passes; python-chess is measured again before each
row, so that a machine that changes its speed moves both. Nothing of a ruling is kept for the next; tables of ranks
are. A ruling that refuses has every fault, the cards at fault, what would make it legal, and the clauses.
"""

from __future__ import annotations

import gc
import json
import random
import sys
import time
from collections.abc import Iterator, Sequence
from functools import partial
from io import BytesIO
from itertools import product
from pathlib import Path
from statistics import fmean, geometric_mean, median
from typing import Any

from referee.cli.rule import answer
from referee.rulebooks import library
from referee.rules.cards import JOKER, SUIT_LETTERS, format_cards, parse_meld
from referee.rules.judges.meld import judge_meld
from referee.rules.packs import in_letters, played_with
from referee.rules.referee import parse, question_of, rule_under
from referee.rules.rulebook.meld_rules import meld_rules
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


def written(book: Rulebook, hand: Sequence[int]) -> str:
    """Cards with the letters of the rulebook's pack."""
    with played_with(book.pack):
        return str(in_letters(format_cards(hand)))


def hands(of_each: int = 8) -> None:
    """Can this hand go down? Hands as dealt to four in every round of every rulebook, whole rulings with hints."""
    times: dict[bool | None, list[float]] = {True: [], False: [], None: []}
    for book in library.all_rulebooks():
        naturals = meld_rules(book).naturals
        pack = [*naturals] * book.decks[4] + [JOKER] * book.jokers[4]
        theirs = chess_move()
        for round_no, dealt in enumerate(book.deal, 1):
            for number in range(of_each):
                hand = random.Random(f"{book.id} {round_no} {number}").sample(pack, dealt + 1)
                asked = {"question": "go_down", "round": round_no, "hand": written(book, hand)}
                legal = rule_under(book, asked)["legal"]
                times[legal].append(microseconds(partial(rule_under, book), [asked]) / theirs)
    for legal, those in times.items():
        those.sort()
        what = {True: "legal", False: "refused", None: "asked back"}[legal]
        print(f"\ngo_down, {what}, {len(those)} hands: times is_legal, median {median(those):.1f}, ", end="")
        print(f"mean {fmean(those):.1f}, 99th percentile {those[len(those) * 99 // 100]:.0f}, most {those[-1]:.0f}")


def absurd(of_each: int) -> Iterator[tuple[Rulebook, dict[str, Any]]]:
    """Hands of up to 30 cards that nobody was ever dealt: of one suit, of two or three, with few or all jokers."""
    for book in library.all_rulebooks():
        players = max(book.decks)
        naturals = meld_rules(book).naturals
        jokers = [JOKER] * book.jokers[players]
        for round_no, size, suits in product(range(1, book.rounds + 1), (16, 22, 27, 30), ("D", "DH", "CDH", "CDHS")):
            pack = [card for card in naturals if SUIT_LETTERS[card // 13] in suits] * book.decks[players]
            for number in range(of_each):
                chance = random.Random(f"{book.id} {round_no} {size} {suits} {number}")
                wilds = jokers[: chance.choice([0, 1, 2, 4, 8])]
                if size - len(wilds) <= len(pack):
                    hand = written(book, [*wilds, *chance.sample(pack, size - len(wilds))])
                    yield book, {"question": "go_down", "round": round_no, "players": players, "hand": hand}


def worst(of_each: int = 6) -> None:
    """The dearest answers: each hand asked once, with what would help.

    The collector is off: ten thousand hands leave tables behind, and one of them would pay for looking through all.
    """
    found = []
    gc.disable()
    for book, asked in absurd(of_each):
        start = time.process_time()
        legal = rule_under(book, asked)["legal"]
        found.append(((time.process_time() - start) * 1000, f"{book.id} {asked['round']}, {legal}: {asked['hand']}"))
    gc.enable()
    found.sort(reverse=True)
    middle, tail = found[len(found) // 2][0], found[len(found) // 100][0]
    print(f"\nabsurd hands: {len(found)}, median {middle:.2f} ms, 99th percentile {tail:.1f}; the dearest:")
    for ms, what in found[:5]:
        print(f"  {ms:.0f} ms  {what}")


def lines() -> None:
    """``referee rule`` on the questions of all cases: lines in a second of processor time, JSON in and out."""
    paths = sorted(path for path in CASES.rglob("*.jsonl") if path.stem != "errors")
    cases = [json.loads(line) for path in paths for line in path.read_text(encoding="utf-8").splitlines()]
    questions = b"".join([json.dumps(case["ask"]).encode() + b"\n" for case in cases])
    second = microseconds(lambda asked: answer(BytesIO(asked), BytesIO()), [questions]) / 1e6
    print(f"\nreferee rule: {len(cases)} lines, {len(cases) / second:.0f} a second of processor time")


if __name__ == "__main__":
    tables = {"hands": hands, "worst": worst, "lines": lines}
    for name in sys.argv[1:] or [*BOOKS, *tables]:
        if name in tables:
            tables[name]()
            continue
        measure(library.load(name), True, LEGAL)
        measure(library.load(name), False, REFUSED)
