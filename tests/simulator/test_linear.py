"""The checker of histories against its slow twin: one pass over the log as witness, and a search through all orders."""

from __future__ import annotations

import random
from math import inf

import pytest

from tests.simulator.linear import (
    OVERWRITTEN,
    STORY,
    Entry,
    Epoch,
    Game,
    Log,
    Read,
    View,
    Write,
    faults,
    search,
    value_of,
)

CELL = (1, 1)


def drawn(chance: random.Random) -> tuple[list[Write], list[Read], Log]:
    """A few calls at random moments, most of them answered as a true book would, some not; and the log in the end."""
    moments = iter(chance.sample(range(1, 100), 24))
    log: list[Entry] = []
    calls: list[tuple[float, float, float]] = sorted(
        (sorted((next(moments), next(moments), next(moments))) for _ in range(chance.randint(2, 6))),
        key=lambda call: call[1],
    )  # fmt: skip
    writes, reads = [], []
    for number, (began, _, ended) in enumerate(calls):
        seen = tuple(log[: chance.randint(0, len(log))])
        cell = chance.choice((None, CELL))
        if chance.random() < 0.4:
            reads.append(Read(began, ended, tuple(log) if chance.random() < 0.8 else seen))
            continue
        outcome = chance.choices(("written", "", "refused", "stale"), (5, 2, 1, 1))[0]
        value = str(chance.choice((number, 7))) if cell else None
        write = Write(str(number), began, View(seen), cell, value, chance.random() < 0.3, outcome=outcome)
        write.ended = ended if outcome else inf
        writes.append(write)
        if cell and value_of(log, cell) == value and chance.random() < 0.8:
            continue  # it was so already
        if outcome == "written" or (not outcome and chance.random() < 0.5):
            log.insert(
                len(log) if chance.random() < 0.85 else chance.randint(0, len(log)), Entry(write.id, cell, value)
            )
    return writes, reads, tuple(log)


def test_the_checker_says_what_a_search_through_all_orders_says() -> None:
    chance, told = random.Random(35), {True: 0, False: 0}
    for _ in range(6_000):
        writes, reads, log = drawn(chance)
        game = Game([Epoch(-inf, 0, log)], writes, reads)
        is_story = search(writes, [*reads, Read(1_000, 1_001, log)])
        assert (not faults(game)) == is_story, (writes, reads, log, faults(game))
        told[is_story] += 1
    assert min(told.values()) > 800, told


def note(name: str, began: float, ended: float, outcome: str = "written", view: Log = ()) -> Write:
    return Write(name, began, View(view), ended=ended, outcome=outcome)


A, B = Entry("a"), Entry("b")


@pytest.mark.parametrize(
    ("writes", "reads", "log", "kind"),
    [
        ([note("a", 1, 2)], [], (), STORY),
        ([note("a", 1, 2)], [], (A, A), STORY),
        ([note("a", 1, 2, "refused")], [], (A,), STORY),
        ([note("a", 1, 2), note("b", 3, 4)], [], (B, A), STORY),
        ([note("a", 1, 2)], [Read(3, 4, ())], (A,), STORY),
        ([note("a", 3, 4)], [Read(1, 2, (A,))], (A,), STORY),
        ([note("a", 1, 9)], [Read(2, 3, (A,)), Read(4, 5, ())], (A,), STORY),
        ([note("a", 1, 2, "stale")], [], (), STORY),
        (
            [Write("a", 1, View(()), CELL, "5", ended=2, outcome="written"),
             Write("b", 3, View(()), CELL, "7", ended=4, outcome="written")],
            [], (Entry("a", CELL, "5"), Entry("b", CELL, "7")), OVERWRITTEN,
        ),
        (
            [Write("a", 1, View(()), CELL, "5", ended=2, outcome="written"),
             Write("b", 3, View(()), CELL, "5", ended=4, outcome="written")],
            [], (Entry("b", CELL, "5"),), STORY,
        ),
    ],
    ids=["lost", "doubled", "refused and there", "turned round", "hidden", "before it was sent", "forgotten again",
         "stale for nothing", "overwritten",
         "lost and said once more"],
)  # fmt: skip
def test_each_kind_of_false_story_is_told(writes: list[Write], reads: list[Read], log: Log, kind: str) -> None:
    assert {found.kind for found in faults(Game([Epoch(-inf, 0, log)], writes, reads))} == {kind}


def test_what_stood_there_already_need_not_be_written_again() -> None:
    first, again = (Write(name, 1, View(()), CELL, "5", ended=2, outcome="written") for name in "ab")
    assert faults(Game([Epoch(-inf, 0, (Entry("a", CELL, "5"),))], [first, again])) == []


def test_what_was_lost_with_a_book_is_no_fault_and_what_it_kept_is_there() -> None:
    before, after = Epoch(-inf, 0, (A, B), 5), Epoch(5, 1, (A,))
    game = Game([before, after], [note("a", 1, 2), note("b", 3, 4)], [Read(4.2, 4.5, (A, B)), Read(6, 7, (A,))])
    assert faults(game) == []
    game.reads.append(Read(8, 9, ()))
    assert {found.kind for found in faults(game)} == {STORY}
