"""Phones as plain clients: what is not answered goes out again with the same id, as the pages do it.

Each writes notes with numbers into one game, and the cards of its own seat again and again; each remembers what was
acknowledged. ``counted`` holds that against the log: nothing may be missing, doubled or out of order, the numbers of
the log have no gaps, and the game folded from it is the one that the pages show.
"""

from __future__ import annotations

import http.client
import random
import re
import secrets
import threading
import time
import urllib.parse
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count, cycle
from typing import cast

from flask.testing import FlaskClient

from referee.game.events import CardsLeftEntered, NoteAdded
from referee.game.fold import fold
from referee.game.state import GameState
from tests.awake import awake
from tests.house.test_hosted import OverTheNetwork
from tests.web.plain import Phone

PATIENCE = 15.0
"""Seconds for which a phone waits for one answer."""
LATER = "503, to be sent again"
PAUSED = "none within a pause"
"""Patience ran out while the drill and its servers were stopped."""
LONGEST_PAUSE = 900.0
"""Seconds for which they may be stopped while games are opened."""
GONE = frozenset(
    {"ConnectionRefusedError", "ConnectionResetError", "RemoteDisconnected", "BrokenPipeError", "IncompleteRead"}
)
"""What a phone sees of a server that dies."""
HANDS = ("K", "K 10", "10 5", "5", "K 10 5")
_VERSION = re.compile(rb'data-at="(\d+)\.')


@dataclass
class Writer:
    """One phone in one game. ``seat``: whose cards it enters as well; None for notes alone."""

    code: str
    cookies: str
    token: str
    name: str = ""
    seat: int | None = None
    between: float = 0.7
    """Seconds between two writes, and before one that was not answered is sent again."""
    acknowledged: list[str] = field(default_factory=list)
    """Notes, in the order in which they were acknowledged."""
    hands: list[str] = field(default_factory=list)
    sent: int = 0
    answers: Counter[str] = field(default_factory=Counter)
    times: list[float] = field(default_factory=list)
    """When the acknowledgements came."""
    backwards: int = 0
    """How often a page showed less of the game than one before, or than was acknowledged."""
    deaf: float = 0.0
    """The share of the answers that are lost on the way back, though the server has done what was sent."""
    _seen: int = 1

    def write(self, servers: Iterator[int], over: threading.Event, most: int | None = None) -> None:
        """Until it is over, or so many writes were acknowledged."""
        hands = cycle(HANDS)
        for number in count(1):
            if most is not None and len(self.times) >= most:
                return
            entering = self.seat is not None and number % 4 == 0
            if entering and not self._until(lambda: self._look(next(servers)), over):
                return
            if entering:
                what, path = next(hands), "round/cards-left"
                fields = {"round": "1", "seat": str(self.seat), "cards": what, "seen": str(self._seen)}
            else:
                what, path = f"note {number} of {self.name or self.code}", "table/note"
                fields = {"text": what, "seen": "1"}
            fields |= {"csrf_token": self.token, "write_id": secrets.token_hex(16)}
            self.sent += 1
            if not self._until(lambda: self._taken(next(servers), path, fields), over):  # noqa: B023 - called at once
                return
            self.times.append(time.monotonic())
            (self.hands if entering else self.acknowledged).append(what)
            if over.wait(self.between):
                return

    def _until(self, done: object, over: threading.Event) -> bool:
        while not done():  # type: ignore[operator]
            if over.wait(max(self.between, 0.02)):
                return False
        return True

    def _look(self, port: int) -> bool:
        """A look at the game, which must not go backwards."""
        status, body = self._ask(port, "GET", f"/g/{self.code}", None)
        found = _VERSION.search(body)
        if status != 200 or found is None:
            return False
        if int(found[1]) < self._seen:
            self.backwards += 1
        self._seen = max(self._seen, int(found[1]))
        return True

    def _taken(self, port: int, path: str, fields: dict[str, str]) -> bool:
        status, _ = self._ask(port, "POST", f"/g/{self.code}/{path}", fields)
        return status == 303 and random.random() >= self.deaf

    def _ask(self, port: int, method: str, path: str, fields: dict[str, str] | None) -> tuple[int, bytes]:
        """Status and body; 0 where there was no answer."""
        headers = {"Cookie": self.cookies}
        body = urllib.parse.urlencode(fields) if fields else None
        if body:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        connection, began = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE), awake()
        try:
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            text = answer.read()
            waits = answer.status == 503 and "Retry-After" in answer.headers
            self.answers[LATER if waits else str(answer.status)] += 1
            return answer.status, text
        except (OSError, http.client.HTTPException) as failed:
            in_vain = isinstance(failed, TimeoutError) and awake() - began < PATIENCE
            self.answers[PAUSED if in_vain else type(failed).__name__] += 1
            return 0, b""
        finally:
            connection.close()


def opened(port: int, phones: int = 1, between: float = 0.7, seats: bool = False) -> list[Writer]:
    """So many phones with a game of their own; with ``seats`` they enter cards as well."""
    network = OverTheNetwork(f"http://127.0.0.1:{port}", patience=LONGEST_PAUSE)
    phone = Phone(cast(FlaskClient, network)).start("may-i", players=max(3, min(phones, 8)))
    token = str(phone.fields(phone.open(f"/g/{phone.code}/table").form("/note"))["csrf_token"])
    return [
        Writer(phone.code, network.cookies(), token, f"{number} in {phone.code}", number if seats else None, between)
        for number in range(1, phones + 1)
    ]


def at_once(
    writers: Sequence[Writer], ports: Sequence[int], most: int | None = None
) -> tuple[list[threading.Thread], threading.Event]:
    """All of them begin to write, each to all servers in turn; their threads, and what ends them."""
    over = threading.Event()
    turns = [cycle([*ports[number % len(ports) :], *ports[: number % len(ports)]]) for number in range(len(writers))]
    threads = [
        threading.Thread(target=writer.write, args=(turn, over, most), daemon=True)
        for writer, turn in zip(writers, turns, strict=True)
    ]
    for thread in threads:
        thread.start()
    return threads, over


@dataclass(frozen=True)
class Tally:
    """What phones were promised, held against what stands in the book."""

    acknowledged: int
    missing: int
    doubled: int
    disordered: int
    backwards: int
    """Pages that showed less than one before."""
    broken: int
    """Games whose numbers have gaps, or whose page shows another state than their log."""
    odd: Counter[str]
    """Answers that are none of those to be expected."""

    @property
    def holds(self) -> bool:
        wrong = self.missing, self.doubled, self.disordered, self.backwards, self.broken, self.odd.total()
        return not any(wrong)

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            self.acknowledged + other.acknowledged,
            self.missing + other.missing,
            self.doubled + other.doubled,
            self.disordered + other.disordered,
            self.backwards + other.backwards,
            self.broken + other.broken,
            self.odd + other.odd,
        )

    def __str__(self) -> str:
        odd = ", ".join(f"{number} x {answer}" for answer, number in self.odd.most_common()) or "none"
        return (
            f"{self.acknowledged} acknowledged: {self.missing} missing, {self.doubled} doubled, {self.disordered} out "
            f"of order; {self.backwards} pages went backwards, {self.broken} games are not as their log; "
            f"odd answers: {odd}"
        )


NOTHING = Tally(0, 0, 0, 0, 0, 0, Counter())


def counted(writers: Iterable[Writer], book: dict[str, GameState], fine: frozenset[str] = GONE) -> Tally:
    """``book``: each game as the app reads it; ``fine``: what answers there may be besides a page and "later"."""
    tally = NOTHING
    by_game: dict[str, list[Writer]] = {}
    for writer in writers:
        by_game.setdefault(writer.code, []).append(writer)
    for code, mine in by_game.items():
        state = book[code]
        notes = [entry.event.text for entry in state.log if isinstance(entry.event, NoteAdded)]
        entered = [entry.event for entry in state.log if isinstance(entry.event, CardsLeftEntered)]
        dense = [entry.seq for entry in state.log] == list(range(1, len(state.log) + 1))
        tally += Tally(0, 0, 0, 0, 0, not (dense and state == fold(state.log)), Counter())
        for writer in mine:
            its = [note for note in notes if note.endswith(f" of {writer.name or code}")]
            cards = [event.cards for event in entered if event.seat == writer.seat]
            # at most one write of each phone was made and not yet answered
            shown = [" ".join(_ranks(hand)) for hand in writer.hands]
            kept = [" ".join(_ranks(hand)) for hand in cards]
            tally += Tally(
                acknowledged=len(writer.acknowledged) + len(writer.hands),
                missing=len(set(writer.acknowledged) - set(its)) + max(0, len(shown) - len(kept)),
                doubled=len(its) - len(set(its)) + max(0, len(kept) - len(shown) - 1),
                disordered=(its != sorted(its, key=lambda note: int(note.split()[1])))
                + (kept[: len(shown)] != shown[: len(kept)]),
                backwards=writer.backwards,
                broken=0,
                odd=Counter({a: n for a, n in writer.answers.items() if a not in {"200", "303", LATER, PAUSED} | fine}),
            )
    return tally


def _ranks(cards: str) -> list[str]:
    return sorted(cards.split())
