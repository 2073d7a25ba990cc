"""Looks for the hands that cost the solver most, under each rulebook, each single value that a table can set on it, and
several of them at once.

    python -m tests.bench.climb SECONDS [SEED] [rulebook ...]     # climbs; keeps the dearest in dearest.jsonl beside it
    python -m tests.bench.climb                                   # asks each hand that is kept in a process of its own

Hands of up to 30 cards that nobody was ever dealt are changed one to three cards at a time, and a change stays where
the answer takes more steps. Steps are those that the solver's own bound counts (``solver.terms.Work``): they are the
same on every machine, whatever else it does; what is only charged for, because it was worked out before, is none. The
second form prints milliseconds of processor time of the first call, without the start of Python, the loading of the
engine and the reading of the rulebooks.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

from referee.rulebooks import library
from referee.rulebooks.ruling import find, rule
from referee.rules.rulebook.kinds import Kind, RulebookError
from referee.rules.rulebook.meld_rules import meld_rules
from referee.rules.rulebook.model import KINDS, Rulebook
from referee.rules.solver.terms import Work
from tests.bench.ruling_bench import written
from tests.rulebooks.values_of_kinds import settings

KEPT = Path(__file__).with_name("dearest.jsonl")
MOST_KEPT = 60
MOST_CARDS = 30
MOST_VALUES = 8
STARTS, CHANGES = 12, 40
"""Of each rulebook and value: so many hands to begin with, and changes of the dearest of them."""

steps_taken = 0


def count_steps() -> None:
    """From now on ``steps_taken`` grows with each step of the solver."""
    spend = Work.spend

    def counted(work: Work, steps: int) -> None:
        global steps_taken
        steps_taken += steps
        spend(work, steps)

    Work.spend = counted  # type: ignore[assignment, method-assign]


def every_value(ids: Sequence[str], chance: Random) -> Iterator[tuple[str, dict[str, Any]]]:
    """Each rulebook as it is, then those under one value, in any order, and after each under several; for ever."""
    pairs: list[tuple[str, dict[str, Any]]] = [(each, {}) for each in ids]
    values = [(each, {name: value}) for each in ids for name, kind in KINDS.items() for value in _some(kind, chance)]
    chance.shuffle(values)
    while True:
        yield from pairs
        for pair in values:
            yield pair
            base, together = pair[0], dict[str, Any]()
            for _, house in chance.sample(values, chance.randint(2, 4)):
                together |= house
            yield base, together


def _some(kind: Kind, chance: Random) -> Sequence[Any]:
    """All values of a kind, or some of the many numbers."""
    values = [*settings(kind)]
    return values if len(values) <= MOST_VALUES else [values[0], values[-1], *chance.sample(values, MOST_VALUES - 2)]


class Hands:
    """The hands of a rulebook in a round, as lists of cards."""

    def __init__(self, book: Rulebook, round_no: int, chance: Random) -> None:
        self.book, self.round_no, self.chance = book, round_no, chance
        self.players = max(book.decks)
        rules = meld_rules(book)
        jokers = [card for card in rules.wild_cards if card not in rules.naturals]
        decks = book.decks[self.players]
        self.pack = [card for card in rules.naturals for _ in range(decks)]
        self.pack += [card for card in jokers for _ in range(book.jokers[self.players] // len(jokers))]
        self.wild = [card for card in self.pack if rules.wild[card]]

    def any(self) -> list[int]:
        """Of one suit or of all, with few wild cards or many."""
        suits = self.chance.sample(range(4), self.chance.choice((1, 2, 3, 4)))
        wilds = self.wild[: self.chance.choice((0, 1, 2, 4, 8))]
        naturals = [card for card in self.pack if card // 13 in suits and card not in wilds]
        size = min(self.chance.choice((16, 22, 24, MOST_CARDS)), len(naturals) + len(wilds))
        return [*wilds, *self.chance.sample(naturals, size - len(wilds))]

    def changed(self, hand: Sequence[int]) -> list[int]:
        """Up to three cards are others; the pack is never exceeded."""
        changed = list(hand)
        for _ in range(self.chance.choice((1, 1, 2, 3))):
            changed.pop(self.chance.randrange(len(changed)))
        left = list(self.pack)
        for card in changed:
            left.remove(card)
        return changed + self.chance.sample(left, min(len(left), len(hand) - len(changed)))

    def asked(self, hand: Sequence[int]) -> dict[str, Any]:
        text = written(self.book, hand)
        return {"question": "go_down", "round": self.round_no, "players": self.players, "hand": text}


def steps_of(request: dict[str, Any]) -> tuple[int, bool | None]:
    """Steps that the answer takes, and the verdict."""
    before = steps_taken
    answer = rule(request)
    assert "error" not in answer, (request, answer)
    return steps_taken - before, answer["legal"]


def climbed(base: str, house: dict[str, Any], chance: Random) -> dict[str, Any] | None:
    """The dearest hand that one climb finds; None where the rulebook can't have that value."""
    try:
        book = find(base, house)
    except RulebookError:
        return None
    hands = Hands(book, chance.randint(1, book.rounds), chance)
    under = {"rulebook": base, "house": house}
    best, dearest = -1, dict[str, Any]()
    hand: list[int] = []
    for turn in range(STARTS + CHANGES):
        its = hands.any() if turn < STARTS else hands.changed(hand)
        steps, legal = steps_of(request := under | hands.asked(its))
        if steps > best:
            best, hand, dearest = steps, its, {"steps": steps, "legal": legal, "request": request}
    return dearest


def climb(seconds: float, seed: int, ids: Sequence[str]) -> None:
    count_steps()
    chance = Random(seed)
    kept = [json.loads(line) for line in KEPT.read_text("utf-8").splitlines()] if KEPT.exists() else []
    end, climbs, undecided = time.monotonic() + seconds, 0, 0
    for base, house in every_value(ids or library.ids(), chance):
        if time.monotonic() > end:
            break
        dearest = climbed(base, house, chance)
        if dearest is None:
            continue
        climbs += 1
        undecided += dearest["legal"] is None
        kept.append(dearest)
    kept.sort(key=lambda each: -each["steps"])
    KEPT.write_text("".join(json.dumps(each) + "\n" for each in kept[:MOST_KEPT]), "utf-8")
    print(f"{climbs} climbs of {STARTS + CHANGES} hands, {undecided} of their dearest undecided; {KEPT.name} has:")
    for each in kept[:10]:
        print(f"{each['steps']:>9} {each['legal']!s:6} {json.dumps(each['request'])}")


ALONE = """
import json, sys, time
import referee.rules.judges.go_down
from referee.rulebooks.ruling import find, rule
request = json.loads(sys.stdin.read())
find(request["rulebook"], request["house"])
begun = time.process_time()
answer = rule(request)
print(json.dumps([(time.process_time() - begun) * 1000, answer["legal"]]))
"""


def ask_kept() -> None:
    """Milliseconds of the first call of a process, the dearest first."""
    rows = []
    for line in KEPT.read_text("utf-8").splitlines():
        request = json.loads(line)["request"]
        said_by = subprocess.run(
            [sys.executable, "-c", ALONE], input=json.dumps(request), capture_output=True, text=True, check=True
        )
        rows.append((*json.loads(said_by.stdout), request))
    rows.sort(key=lambda row: -row[0])
    open_ = sum(legal is None for _, legal, _ in rows)
    print(f"{len(rows)} hands, {open_} undecided; first call {rows[0][0]:.0f} ms at most; the dearest:")
    for milliseconds, legal, request in rows[:10]:
        cards = len(request["hand"].split())
        print(f"{milliseconds:6.0f} ms {legal!s:6} {cards} cards {json.dumps(request)}")


if __name__ == "__main__":
    if len(sys.argv) > 1:
        climb(float(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1, sys.argv[3:])
    else:
        ask_kept()
