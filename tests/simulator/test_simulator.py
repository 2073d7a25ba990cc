"""Worlds of the simulator: kept seeds, and the faults that it must find.

A seed that found a fault goes into ``seeds.txt`` and stays there. ``python -m tests.simulator`` plays fresh ones.
"""

from __future__ import annotations

import itertools
import secrets
import tempfile
import time
from pathlib import Path

import pytest

from tests.faults.book import MEMORY
from tests.simulator.clocks import Clocks
from tests.simulator.controls import CONTROLS
from tests.simulator.deaths import Deaths
from tests.simulator.invitations import Invitations
from tests.simulator.phone import transitions
from tests.simulator.playing import FURTHER, Outcome, kind_of, play, seeds_from
from tests.simulator.standby import Standby
from tests.simulator.world import CRASH, Fault, World
from tests.sizes import sized

pytestmark = [pytest.mark.unmeasured, pytest.mark.database_file]
SEEDS = [
    int(line.split()[0])
    for line in (Path(__file__).parent / "seeds.txt").read_text().splitlines()
    if line and not line.startswith("#")
]

PUT_IN = list(CONTROLS)


@pytest.fixture(autouse=True)
def in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """These worlds are not about the disk of this computer."""
    if MEMORY.is_dir():
        monkeypatch.setattr(tempfile, "tempdir", str(MEMORY))


@pytest.mark.parametrize("seed", SEEDS)
def test_a_seed_that_once_found_a_fault_finds_none(seed: int) -> None:
    play(seed)


@pytest.mark.long
def test_worlds_that_nobody_has_seen_find_nothing() -> None:
    """A fault names its seed, which then belongs into seeds.txt."""
    seed, over = secrets.randbelow(10**9), time.monotonic() + sized(4, 600)
    print(f"worlds from seed {seed}")
    for each in seeds_from(seed):
        play(each)
        if time.monotonic() > over:
            break


@pytest.mark.parametrize("name", PUT_IN)
def test_a_fault_can_still_be_put_in(name: str) -> None:
    """What it changes may have another name by now; few of them are looked for in every run."""
    with CONTROLS[name].put_in():
        pass


@pytest.mark.long
@pytest.mark.parametrize("name", sized(PUT_IN[::9], PUT_IN))
def test_a_fault_that_was_put_in_is_found(name: str) -> None:
    """From a seed at which it comes soon; ``python -m tests.simulator --controls`` tries it from others."""
    control = CONTROLS[name]
    with control.put_in(), pytest.raises(Fault) as found:
        play(control.seed)
    assert found.value.kind != CRASH
    assert f"seed {control.seed}, step " in str(found.value)
    assert f"python -m tests.simulator --seed {control.seed}" in str(found.value), "it says how to see it again"


@pytest.mark.parametrize("seed", [FURTHER, FURTHER + 1], ids=["the power is cut", "phones come back after long"])
def test_a_world_of_a_later_kind_finds_nothing(seed: int) -> None:
    did = play(seed).did
    assert did["cut_power"] > 2 or (did["taps in packs"] > 10 and did["packs with taps of an older version"]), did


def test_worlds_of_agreements_come_to_hosts_of_one_game() -> None:
    outcome = Outcome()
    for number in range(sized(1, 8)):
        play(2 * FURTHER + 2 + 2 * number, outcome=outcome)
    assert outcome.did["agreed on"] >= outcome.worlds, outcome
    assert outcome.did["host by agreement"] > 0, outcome


def test_a_world_of_strangers_comes_to_every_limit() -> None:
    did = play(2 * FURTHER + 3).did
    wanted = ("attack", "guess_from_one_network", "recover", "show_link", "games opened aside")
    assert all(did[name] for name in wanted), did


@pytest.mark.parametrize(
    ("kind", "much"),
    [(Clocks, "set_clock"), (Deaths, "died"), (Standby, "lack_the_last"), (Invitations, "cancel_with_all")],
)
def test_a_world_about_one_thing_is_full_of_it_and_finds_nothing(kind: type[World], much: str) -> None:
    seed = next(seed for seed in itertools.count(3 * FURTHER) if kind_of(seed) is kind)
    did = play(seed).did
    assert did[much] > 5, did


LATEST = [(3 * FURTHER + number, 3 * FURTHER + number + 4) for number in range(4)]


@pytest.mark.parametrize(
    ("seed", "another"),
    sized(
        [(8, 2)], [(8, 2), *((later + n, later + n + 2) for later in (FURTHER, 2 * FURTHER) for n in (0, 1)), *LATEST]
    ),
)
def test_a_seed_decides_everything(seed: int, another: int) -> None:
    """Also after a world that ended in the middle."""
    first, other = play(seed, 80), play(another, 80)
    with CONTROLS["lost"].put_in(), pytest.raises(Fault):
        play(CONTROLS["lost"].seed)
    assert first.trace == play(seed, 80).trace != other.trace


def test_worlds_of_the_later_kinds_come_between_those_there_always_were() -> None:
    generations = [0, FURTHER, 2 * FURTHER, 3 * FURTHER]
    assert [*itertools.islice(seeds_from(7), 8)] == [seed + each for seed in (7, 8) for each in generations]
    assert [*itertools.islice(seeds_from(FURTHER), 2)] == [FURTHER, FURTHER + 1]


def test_the_phones_live_by_the_table_of_the_script() -> None:
    assert transitions()["new"] == {"tapped": "taken"}
    states = set(transitions())
    assert {following for row in transitions().values() for following in row.values()} <= states
    assert transitions()["out"]["lost"] == "waits", "what was not answered is sent again"
