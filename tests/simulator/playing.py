"""A world played from its seed, and what has come of some."""

from __future__ import annotations

import random
import resource
import traceback
from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from functools import cache

from tests import apps
from tests.simulator.agreements import Agreements
from tests.simulator.chance import decided
from tests.simulator.clocks import Clocks
from tests.simulator.deaths import Deaths
from tests.simulator.house import house
from tests.simulator.invitations import Invitations
from tests.simulator.power import Power
from tests.simulator.returns import Returns
from tests.simulator.standby import Standby
from tests.simulator.strangers import Strangers
from tests.simulator.world import CRASH, ELSEWHERE, OPEN, STEPS, Fault, World

FURTHER = 10**9
"""From each multiple of it on the seeds are of the kinds of worlds that came later, in turn: the seeds below have the
worlds they had."""
KINDS: tuple[tuple[type[World], ...], ...] = (
    (World,), (Power, Returns), (Agreements, Strangers), (Clocks, Deaths, Standby, Invitations),
)  # fmt: skip


def kind_of(seed: int) -> type[World]:
    alike = KINDS[min(seed // FURTHER, len(KINDS) - 1)]
    return alike[seed % len(alike)]


def seeds_from(first: int) -> Iterator[int]:
    """One world after the other; after each of the first kind comes one of each later generation."""
    seed = first
    while True:
        yield seed
        if seed < FURTHER:
            yield from (seed + later * FURTHER for later in range(1, len(KINDS)))
        seed += 1


@dataclass
class Outcome:
    steps: int = 0
    worlds: int = 0
    did: Counter[str] = field(default_factory=Counter)
    written: int = 0
    shown: int = 0
    cuts: int = 0
    trace: str = ""
    memory: int = 0
    """MiB of the process."""
    answers: Counter[tuple[str, int]] = field(default_factory=Counter)
    """By the endpoint that was asked and the status of the answer."""
    known: Counter[str] = field(default_factory=Counter)
    """Worlds that ended early, by the fault that everybody knows of."""

    def __str__(self) -> str:
        told = ", ".join(f"{number} {name.replace('_', ' ')}" for name, number in sorted(self.did.items()))
        return (
            f"{self.steps} steps in {self.worlds} worlds: {self.written} writes acknowledged, "
            f"{self.shown} pages shown, {self.cuts} times an older book, {self.memory} MiB; {told}"
            + "".join(f"; known: {number} x {kind}" for kind, number in self.known.items())
        )

    def census(self) -> str:
        """What was asked and how it was answered, a line for each endpoint; first what was never accepted."""
        by_endpoint: dict[str, dict[int, int]] = {}
        for (endpoint, status), number in sorted(self.answers.items()):
            by_endpoint.setdefault(endpoint, {})[status] = number
        never = [endpoint for endpoint, statuses in by_endpoint.items() if min(statuses) >= 400]
        counted = (
            f"{endpoint}: " + ", ".join(f"{number} x {status}" for status, number in statuses.items())
            for endpoint, statuses in by_endpoint.items()
        )
        return "\n".join((f"never accepted: {', '.join(never) or 'nothing'}", *counted))


@cache
def apps_are_made() -> None:
    """Under a seed of their own: made within the first world of a process, they would draw from the chance of that."""
    with decided("apps") as (chance, clock), house(clock, chance), apps.lent(ELSEWHERE):
        pass


def play(seed: int, steps: int = STEPS, outcome: Outcome | None = None, known: Collection[str] = OPEN) -> Outcome:
    """One world. Raises Fault, which names the seed and the step; one of a ``known`` kind only ends the world."""
    outcome = Outcome() if outcome is None else outcome
    apps_are_made()
    with decided(str(seed)) as (chance, clock), house(clock, random.Random(f"house {seed}")) as at:
        world: World | None = None
        try:
            world = kind_of(seed)(seed, chance, clock, at)
            world.run(steps)
        except Exception as failed:
            step = world.step if world is not None else 0
            again = f"python -m tests.simulator --seed {seed} --steps {max(steps, 1)}"
            why = str(failed) if isinstance(failed, Fault) else "".join(traceback.format_exception(failed, limit=-4))
            kind = failed.kind if isinstance(failed, Fault) else CRASH
            if kind in known:
                outcome.known[kind] += 1
                outcome.steps += step
                return outcome
            raise Fault(kind, f"seed {seed}, step {step}, {kind}: {why}\nagain: {again}") from failed
    outcome.steps += steps
    outcome.worlds += 1
    outcome.did += world.did
    outcome.answers += at.answers
    writes = [write for game in world.games for write in game.told.writes]
    outcome.written += sum(write.outcome == "written" for write in writes)
    outcome.shown += sum(len(game.told.reads) for game in world.games)
    outcome.cuts += sum(len(game.told.epochs) - 1 for game in world.games)
    outcome.trace = world.trace.hexdigest()
    outcome.memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    return outcome
