"""Golden rulings: what is answered to questions drawn at random, as one number a rulebook and question.

    python -m tests.golden.rulings           writes the numbers anew, where an answer is meant to be another one
    python -m tests.golden.rulings --print   prints every question with its answer, a line each

Printed before and after a change, the two texts are compared, and every difference is read before the numbers are
written: a golden ruling that is wrong is worse than none.
"""

from __future__ import annotations

import json
import sys
import zlib
from collections.abc import Iterator
from pathlib import Path
from random import Random

from referee.rulebooks import library
from referee.rules.referee import rule_under
from referee.rules.rulebook.model import Rulebook
from tests.rules.asks import DRAWN, drawn

RECORDED = Path(__file__).with_name("rulings.txt")
EACH = 100
"""Questions drawn of one kind under one rulebook."""


def answers(book: Rulebook, question: str) -> Iterator[str]:
    """Lines of the question, a tab and its answer, both as JSON."""
    for number in range(EACH):
        asked = drawn(Random(f"{book.id} {question} {number}"), book, question)
        answer = rule_under(book, asked)
        yield f"{json.dumps(asked, ensure_ascii=False)}\t{json.dumps(answer, ensure_ascii=False)}"


def number_of(book: Rulebook, question: str) -> str:
    """What changes with any letter of these answers."""
    text = "\n".join(answers(book, question))
    return f"{zlib.crc32(text.encode()):08x}"


def recorded() -> dict[tuple[str, str], str]:
    """By rulebook and question."""
    lines = RECORDED.read_text(encoding="utf-8").splitlines()
    return {(book, question): number for book, question, number in map(str.split, lines)}


def main(arguments: list[str]) -> None:
    groups = [(book, question) for book in library.all_rulebooks() for question in DRAWN]
    if arguments == ["--print"]:
        for book, question in groups:
            print(*answers(book, question), sep="\n")
        return
    lines = [f"{book.id} {question} {number_of(book, question)}\n" for book, question in groups]
    RECORDED.write_text("".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
