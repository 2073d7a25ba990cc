"""Writes the frozen answers of the few-suit family, by the integer program alone: the solver has no say in them.

python -m tests.rules.solver.freeze
"""

from __future__ import annotations

import json
from pathlib import Path

from tests.rules.naive import price
from tests.rules.solver import ilp
from tests.rules.solver.drawing import Case, few_suits

FROZEN = Path(__file__).parent / "few_suits.json"
CASES = 400


def best_by_program(drawn: Case) -> list[int] | None:
    """Points left, cards left and wild cards used by the best lay-down; None if there is none."""
    book, round_no, hand, _ = drawn
    program = ilp.program(book, round_no, hand)
    value = program and ilp.solve_with_highs(program)
    if value is None:
        return None
    scale = len(hand) + 1
    wilds = -value % scale
    points, cards = divmod((value + wilds) // scale, scale)
    return [sum([price(book, card) for card in hand]) - points, len(hand) - cards, wilds]


if __name__ == "__main__":
    answers = {number: best_by_program(few_suits(number)) for number in range(CASES)}
    lines = [f'"{number}": {json.dumps(answer)}' for number, answer in answers.items()]
    FROZEN.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
