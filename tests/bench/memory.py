"""How much memory the server keeps, watched while it does what takes most.

    python -m tests.bench.memory photographs [200]
    python -m tests.bench.memory rulings [30]

``photographs`` reads pictures of 4000 x 3000 for eight phones at once, as the threads of a server do. ``rulings`` asks
the referee what whole hands make under house rules that are new each time. Printed is the resident set in MB, and what
the solver counts of its own tables. Linux only: other systems do not say.
"""

from __future__ import annotations

import io
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from referee.rulebooks.ruling import rule

PHONES = 8
SIDES = 4000, 3000
HAND = "2C 4C 5C 6C 10C JC JC QC KC KC 4D 4D 6D 7D 8D 9D 6H 9H 10H 10H JH AS 6S 8S 9S JS JK JK JK JK"


def resident() -> float:
    """Megabytes of this process that are in memory."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS")) / 1024


def photograph() -> bytes:
    """Of an empty table, as a phone sends it."""
    from PIL import Image

    file = io.BytesIO()
    Image.effect_noise(SIDES, 60).convert("RGB").save(file, "JPEG", quality=60)
    return file.getvalue()


def photographs(count: int) -> tuple[float, float]:
    """Megabytes after one picture, and after so many of all phones: ``PHONES`` at least."""
    from referee import vision
    from referee.services.games.pictures import Turns

    turns, picture = Turns(waiting=PHONES, patience=3600.0), photograph()
    with ThreadPoolExecutor(PHONES) as phones:
        list(phones.map(lambda _: turns.read(vision.read, picture), range(1)))
        before = resident()
        for done in range(PHONES, max(count, PHONES) + 1, PHONES):
            list(phones.map(lambda _: turns.read(vision.read, picture), range(PHONES)))
            if done % (PHONES * 3) == 0:
                print(f"{done:5} photographs: {resident():7.0f} MB", flush=True)
        return before, resident()


def house_rules(number: int) -> dict[str, object]:
    """Another one for each number: some concern melds, some do not."""
    rules: dict[str, object] = {"run_ace": "round the corner"}
    of_melds = {"wilds_most": 2 + number // 2 % 5, "naturals_least": number // 10 % 3}
    return rules | (of_melds if number % 2 else {"points": points(number)})


def points(number: int) -> dict[str, int]:
    ranks = ["A", *map(str, range(2, 11)), "J", "Q", "K", "JK"]
    return dict.fromkeys(ranks, 5 + number % 150) | {"K": 1 + number // 150}


def rulings(count: int) -> tuple[float, float]:
    """Megabytes before the first ruling, and after so many."""
    before = resident()
    for number in range(count):
        asked = {"rulebook": "liverpool", "question": "go_down", "round": 7, "players": 5, "hand": HAND}
        answer = rule(asked | {"house": house_rules(number)})
        assert "error" not in answer, answer
        if number % 5 == 4:
            print(f"{number + 1:5} rulings: {resident():7.0f} MB {counted()}", flush=True)
    return before, resident()


def counted() -> str:
    from referee.rules.solver import tables

    return f"({tables.KEPT.bytes / 2**20:.0f} MB counted in {len(tables.KEPT)} tables)"


if __name__ == "__main__":
    what, most = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 0
    first, last = photographs(most or 200) if what == "photographs" else rulings(most or 30)
    print(f"{what}: {first:.0f} MB, then {last:.0f} MB")
