"""State machines of Hypothesis, run for so many steps from one seed."""

from __future__ import annotations

import time

from hypothesis import HealthCheck, Phase, settings
from hypothesis.database import InMemoryExampleDatabase
from hypothesis.stateful import RuleBasedStateMachine, run_state_machine_as_test


class Counted(RuleBasedStateMachine):
    """A machine that counts its steps."""

    steps = 0
    """Of all runs so far."""


def run(machine: type[Counted], number: int, each: int, seed: int, told: bool = False, shrink: bool = True) -> int:
    """At least so many steps, ``each`` of them in a row; how many they were. Raises what a step found, with the way to
    it."""
    machine.steps, began, turn = 0, time.monotonic(), 0
    while machine.steps < number:
        some = min(50, max(1, (number - machine.steps) // each))
        chosen = settings(
            max_examples=some, stateful_step_count=each, deadline=None, database=InMemoryExampleDatabase(),
            suppress_health_check=list(HealthCheck), print_blob=False,
            phases=[Phase.generate, *([Phase.shrink] if shrink else [])],
        )  # fmt: skip
        kind = type("Turn", (machine,), {"_hypothesis_internal_use_seed": seed + turn})
        run_state_machine_as_test(kind, settings=chosen)
        turn += 1
        if told:
            print(f"{time.monotonic() - began:.0f} s: {machine.steps} steps, all as the model", flush=True)
    return machine.steps
