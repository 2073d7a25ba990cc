"""Worlds whose phones are away for long: what was tapped on them comes all at once, some of it by an older version."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from tests.simulator.chance import Clock
from tests.simulator.house import House
from tests.simulator.linear import Cell, View
from tests.simulator.phone import Phone, Tap
from tests.simulator.world import HISTORY, Fault, Played, World

UPDATES = (60, 220)
"""Between these steps the server becomes one of today; before, what its pages carry of the log has no stamp."""
_NOT_HERE = ("_restore", "_fail_over")
"""A page without a stamp cannot know that the book became an older one: what it overwrites then is no fault today."""


class Returns(World):
    """Some phones lose their line and are tapped all the same; when it is back, all of it goes out, in order."""

    def __init__(self, seed: int, chance: random.Random, clock: Clock, at: House) -> None:
        self.tapped: list[tuple[Phone, Tap]] = []
        """In the order of the taps."""
        self.is_older = True
        self.updates_at = chance.randint(*UPDATES)
        super().__init__(seed, chance, clock, at)

    def _subject(self) -> str:
        return "returns"

    def _steps(self) -> list[tuple[Callable[[], None], float]]:
        as_ever = [(do, weight) for do, weight in super()._steps() if do.__name__ not in _NOT_HERE]
        return [*as_ever, (self._go_away, 12), (self._tap_away, 70), (self._return, 10)]

    # the server becomes one of today

    def _read_page(self, phone: Phone, game: Played) -> None:
        if self.is_older and self.step >= self.updates_at:
            self.is_older = False
            self.house.restart()
        super()._read_page(phone, game)
        if self.is_older and (page := phone.pages.get(game.code)) is not None:
            page.seen = page.seen.partition(".")[0]

    # away and back

    def _away(self) -> list[Phone]:
        return [phone for person in self.people for phone in person.inside if phone.is_away]

    def _go_away(self) -> None:
        """One that shows a game; the organiser's always has a line."""
        here = [phone for phone in self._inside() if phone.pages and phone not in self.olga.phones]
        if here:
            self.chance.choice(here).is_away = True

    def _tap_away(self) -> None:
        away = self._away()
        if not away:
            return
        phone = self.chance.choice(away)
        shown = [game for game in self.games if game.code in phone.pages]
        if shown:
            game = self.chance.choice(shown)
            self._tap_on(phone, game, phone.pages[game.code])

    def _put(
        self, phone: Phone, game: Played, path: str, body: dict[str, str], view: View, seen: str,
        cell: Cell | None, value: str | None, insists: bool = False, **more: Any,
    ) -> None:  # fmt: skip
        """What the same form said before and still waits gives way, as on the page."""
        same = [tap for tap in phone.queue if tap.state == "waits" and tap.path == path and cell == tap.write.cell]
        super()._put(phone, game, path, body, view, seen, cell, value, insists, **more)
        for tap in same if cell is not None else ():
            tap.move("replaced")
            self.let_go.add(tap.id)
        phone.queue = [tap for tap in phone.queue if tap.state != "gone"]
        self.tapped.append((phone, phone.queue[-1]))

    def _return(self) -> None:
        """All that waits goes out at once, until the line is gone again."""
        away = self._away()
        if not away:
            return
        phone = self.chance.choice(away)
        phone.is_away = False
        waiting = [tap for tap in phone.queue if tap.state in ("taken", "waits")]
        self.did["taps in packs"] += len(waiting) if len(waiting) > 1 else 0
        self.did["packs"] += len(waiting) > 1
        self.did["packs with taps of an older version"] += len(waiting) > 1 and any(map(_is_older, waiting))
        self._send_waiting(phone)

    # what must hold

    def _end(self) -> None:
        super()._end()
        for game in self.games:
            for person in self.people:
                for phone in person.phones:
                    self._stands_in_order(phone, game)

    def _stands_in_order(self, phone: Phone, game: Played) -> None:
        """What a phone entered stands in the order of its taps, but for what somebody looked at after a refusal."""
        first: dict[str, int] = {}
        for number, entry in enumerate(game.log, start=1):
            first.setdefault(entry.write, number)
        numbers = [
            first[tap.id]
            for whose, tap in self.tapped
            if whose is phone and tap.id in first and tap.write.outcome == "written" and tap.id not in self.let_go
        ]
        if numbers != sorted(numbers):
            raise Fault(HISTORY, f"{phone.name} entered in order what stands as {numbers}")


def _is_older(tap: Tap) -> bool:
    return "." not in tap.body["seen"]
