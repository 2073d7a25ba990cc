"""Worlds of the simulator: kept seeds, and the faults that it must find.

A seed that found a fault goes into ``seeds.txt`` and stays there. ``python -m tests.simulator`` plays fresh ones.
"""

from __future__ import annotations

import secrets
import tempfile
import time
from pathlib import Path

import pytest

from tests.faults.book import MEMORY
from tests.simulator.controls import CONTROLS
from tests.simulator.phone import transitions
from tests.simulator.world import Fault, play
from tests.sizes import sized

pytestmark = [pytest.mark.unmeasured, pytest.mark.database_file]
SEEDS = [
    int(line.split()[0])
    for line in (Path(__file__).parent / "seeds.txt").read_text().splitlines()
    if line and not line.startswith("#")
]

PUT_IN = [name for name, control in CONTROLS.items() if control.seed]


@pytest.fixture(autouse=True)
def in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """These worlds are not about the disk of this computer."""
    if MEMORY.is_dir():
        monkeypatch.setattr(tempfile, "tempdir", str(MEMORY))


@pytest.mark.parametrize("seed", sized(SEEDS[::5], SEEDS))
def test_a_seed_that_once_found_a_fault_finds_none(seed: int) -> None:
    play(seed)


@pytest.mark.long
def test_worlds_that_nobody_has_seen_find_nothing() -> None:
    """A fault names its seed, which then belongs into seeds.txt."""
    seed, over = secrets.randbelow(10**9), time.monotonic() + sized(4, 600)
    print(f"worlds from seed {seed}")
    while time.monotonic() < over:
        play(seed)
        seed += 1


@pytest.mark.long
@pytest.mark.parametrize("name", sized(PUT_IN[::9], PUT_IN))
def test_a_fault_that_was_put_in_is_found(name: str) -> None:
    """From a seed at which it comes soon; ``python -m tests.simulator --controls`` tries it from others."""
    control = CONTROLS[name]
    with control.put_in(), pytest.raises(Fault) as found:
        play(control.seed)
    assert f"seed {control.seed}, step " in str(found.value)
    assert f"python -m tests.simulator --seed {control.seed}" in str(found.value), "it says how to see it again"


def test_a_seed_decides_everything() -> None:
    first, again, other = play(8, 80), play(8, 80), play(2, 80)
    assert first.trace == again.trace != other.trace


def test_the_phones_live_by_the_table_of_the_script() -> None:
    assert transitions()["new"] == {"tapped": "taken"}
    states = set(transitions())
    assert {following for row in transitions().values() for following in row.values()} <= states
    assert transitions()["out"]["lost"] == "waits", "what was not answered is sent again"
