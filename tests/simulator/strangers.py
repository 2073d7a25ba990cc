"""Worlds full of strangers: they spend every limit there is, and the rightful come in all the same.

Also what they leave in memory: addresses that nobody has seen before, rulebooks of games that nobody plays.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable

from referee.services.phones import attempts, phones
from tests.simulator.people import Person
from tests.simulator.phone import Phone
from tests.simulator.world import SHUT_OUT, Fault, World

GUESSED = "guessed more often than the limit allows"
RULEBOOKS = ("contract", "short", "liverpool", "shanghai", "progressive")


class Strangers(World):
    """About limits, with guesses from one network and codes that the command line prints."""

    def _subject(self) -> str:
        return "limits"

    def _steps(self) -> list[tuple[Callable[[], None], float]]:
        return [
            *super()._steps(), (self._guess_from_one_network, 2), (self._recover, 8), (self._show_link, 8),
            (self._open_aside, 2),
        ]  # fmt: skip

    def _guess_from_one_network(self) -> None:
        """A house has a /56, a company a /48: whatever address each guess comes from, they have so many tries."""
        bits, shares = self.chance.choice(((56, 2), (48, 4)))
        path, field = self.chance.choice((("/door", "key"), ("/join/code", "short")))
        network = f"2001:db8:{self.chance.randrange(2**16):x}"
        house = 0 if bits == 48 else self.chance.randrange(2**8) << 8
        within = self.chance.sample(range(2 ** (64 - bits)), shares + 2)
        phone, tried = Phone(self.house, "a stranger", f"{network}::1"), 0
        self.attacked.append((self.clock.passed, self.clock.now))
        for number in within:
            phone.address = f"{network}:{house | number:x}::{self.chance.randrange(1, 999):x}"
            for _ in range(attempts.PER_ADDRESS):
                tried += phone.post(path, {field: secrets.token_hex(3), "player": "Max"}).status_code != 429
        if tried > shares * attempts.PER_ADDRESS:
            raise Fault(GUESSED, f"a /{bits} has guessed {tried} times at {path}")

    def _recover(self) -> None:
        """Somebody at the computer prints a code, and whoever types it is let in, from wherever."""
        with self.house.app.app_context():
            code = phones.make_once()
        address = self.chance.choice((self.max.address, self.olga.address, f"203.0.113.{self.chance.randrange(256)}"))
        answer = Phone(self.house, "Olga", address).post("/door", {"key": code})
        if answer.status_code >= 400:
            raise Fault(SHUT_OUT, f"the code of the command line is refused: {answer.status}")

    def _show_link(self) -> None:
        """A guest whom nobody knows is shown the invitation."""
        guest = Person("a guest", f"203.0.113.{self.chance.randrange(256)}")
        self._invite(guest)
        answer = self._new_phone(guest).post("/join", {"secret": self._secret()})
        if answer.status_code >= 400:
            raise Fault(SHUT_OUT, f"a valid invitation is refused: {answer.status}")

    def _open_aside(self) -> None:
        """The organiser opens a game by some rulebook and looks at it; nobody plays it."""
        olga, book = self.olga.phones[0], self.chance.choice(RULEBOOKS)
        players = [f"Player {number}" for number in range(1, 5)]
        answer = olga.post("/new", {"rulebook": book, "player": players, "how": "chosen", "dealer": "1"})
        if answer.status_code < 400:
            olga.get(answer.headers["Location"])
            self.did["games opened aside"] += 1
