"""One world: people with phones around one server, some hundred steps, and what must hold after each and at the end."""

from __future__ import annotations

import hashlib
import io
import random
import secrets
import sqlite3
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import ClassVar

from werkzeug.test import TestResponse

from referee.game import stamps
from referee.game.events import Event, Recorded
from referee.rulebooks import library
from referee.services.clubs import rulebooks, seasons
from referee.services.deliveries import WriteTag
from referee.services.house import data
from referee.services.phones import agreement, attempts, invitations
from referee.services.phones.access import CLUB, Role
from referee.storage.clubs import clubs
from referee.storage.files import importing
from referee.storage.games.codec import read_event
from referee.storage.phones import links, rights
from tests import apps
from tests.services.carrying import exported
from tests.simulator import linear
from tests.simulator.chance import Clock
from tests.simulator.house import PASSWORD, House, Killed, Row
from tests.simulator.linear import Cell, Entry, Read, View, Write
from tests.simulator.people import Person, Wish
from tests.simulator.phone import Page, Phone, Tap, forms_in, number_in, seen_in

STEPS = 300
"""Of one world."""
ELSEWHERE = {"TESTING": True}
"""Settings of the app that a club goes to and comes back from."""
HANDS = ("K", "K 10", "10 5", "5 5", "JK")
SEATS = ("Ann", "Ben", "Cid")
TWO_ROUNDS = {"contracts": [["set of 3", "set of 3"], ["run of 4"]], "deal": 10, "all_cards_rounds": []}
"""House rules of a game that an evening of some hundred steps plays to its end."""
MOST_ATTEMPTS = 5_000
"""Rows that may be kept of failed tries."""
HEARS, GOES_ON = 0.6, 0.7
"""How often a phone has heard the news before it is tapped, and how often the tap is what its page asks for."""
ANYTHING = {"note": 20, "cards": 50, "out": 8, "close": 12, "correct": 6, "undo": 12}
"""What else is tapped, and how often."""
_TELLS = {"CardsLeftEntered", "CardsLeftCleared", "CellCorrected"}


class Fault(AssertionError):
    """Something that must never be, and of which kind."""

    def __init__(self, kind: str, what: str) -> None:
        super().__init__(what)
        self.kind = kind


ANSWER, HISTORY, RIGHTS, HOST, CAME_BACK, SHUT_OUT, FILE, MEMORY, TAP, TORN, CRASH = (
    "an answer that must not be", "a false history", "a right that is none", "a host whom the table did not make",
    "in again by what was ended", "shut out by others", "another club than went out", "memory without a bound",
    "a tap that the phone lost", "a write of which only a part is there", "a crash",
)  # fmt: skip


OPEN: frozenset[str] = frozenset()
"""Kinds of faults that the app is known to have and is to lose; a test says so when it has lost one."""

UNTOLD = "an older book that does not say so"
LACKS = "The server\u2019s history is"
"""How a page begins to say it."""


@dataclass
class Played:
    """A game: its events as they stand in the book, and everything that phones sent and were shown of it."""

    code: str
    rows: list[Row] = field(default_factory=list)
    log: list[Entry] = field(default_factory=list)
    told: linear.Game = field(default_factory=linear.Game)
    stamps: tuple[str, ...] = ()
    """After each event, as ``game.stamps`` makes them of what stands in the book."""

    def come(self, rows: Sequence[Row]) -> None:
        """These stand in the book as well."""
        self.rows += rows
        self.log += map(entry_of, rows)
        self.stamps = stamps.going_on(self.stamps, [Recorded(0, row.at, "", event_of(row)) for row in rows])

    def back_to(self, rows: Sequence[Row]) -> None:
        """Only these."""
        self.rows, self.log, self.stamps = [], [], ()
        self.come(rows)


@dataclass
class Late:
    """A request that is still on its way; the phone has given it up."""

    phone: Phone
    tap: Tap


def event_of(row: Row) -> Event:
    """Of an opening without its rulebook, which stands beside it in the book."""
    return read_event({name: {} if name == "rulebook" else value for name, value in row.data.items()})


def entry_of(row: Row) -> Entry:
    event = row.data
    if row.type in _TELLS:
        cards = " ".join(sorted((event.get("cards") or "").split()))
        told = None if row.type == "CardsLeftCleared" else cards or str(event["points"])
        return Entry(row.write, (event["round"], event["seat"]), told)
    if row.type == "WentOutSaid":
        return Entry(row.write, (event["round"], 0), str(event["seat"]))
    if row.type == "RoundClosed":
        return Entry(row.write, (event["round"], -1), "closed")
    return Entry(row.write, undoes=event["target"] if row.type == "Undone" else 0)


class World:
    """``about``: what this one is about; each has a bit of everything."""

    LINES: ClassVar = {"whole": 76, "dropped": 5, "cut": 6, "doubled": 5, "delayed": 5, "killed": 3}
    """What the network does with a request, and how often of a hundred times."""
    STATEMENTS: ClassVar = (1, 14)
    """Before one of these the process is killed."""

    def __init__(self, seed: int, chance: random.Random, clock: Clock, at: House) -> None:
        self.seed, self.chance, self.clock, self.house = seed, chance, clock, at
        self.ticks = 0.0
        self.step = 0
        self.did: Counter[str] = Counter()
        self.trace = hashlib.sha256()
        self.late: list[Late] = []
        self.has_leapt = False
        """Whether the clock was ever so far off that it forgets who is known."""
        self.wishes: list[Wish] = []
        self.games: list[Played] = []
        self.ended_secrets: set[str] = set()
        self.attacked: list[tuple[float, datetime]] = []
        """When strangers spent what strangers have, by a watch that nobody sets and by the clock."""
        self.dated_behind: set[str] = set()
        """The ids of what came while the clock was behind by more than a day."""
        self.let_go: set[str] = set()
        """The ids of what somebody has dropped, or said otherwise."""
        self.about = self._subject()
        with at.app.app_context():
            self.club = seasons.first_club().id
        self.olga, self.hana, self.sam, self.pia, self.quin, self.max = self.people = [
            Person(name, f"198.51.100.{number}")
            for number, name in enumerate(("Olga", "Hana", "Sam", "Pia", "Quin", "Max"), start=11)
        ]
        self._set_up()

    # how it begins

    def _subject(self) -> str:
        return self.chance.choice(("writes", "disk", "rights", "limits", "clock"))

    def _set_up(self) -> None:
        olga = self._new_phone(self.olga)
        self._must(olga.post("/door", {"key": PASSWORD}))
        olga.is_in, olga.role = True, "host"
        self._invite(self.hana)
        book = self._rulebook()
        for _ in range(1 + (self.about == "rights")):
            fields = {"rulebook": book, "player": list(SEATS), "how": "chosen", "dealer": "1"}
            answer = self._must(olga.post("/new", fields))
            self.games.append(Played(answer.headers["Location"].rstrip("/").split("/")[-1]))
        come = ((self.hana, "host", 1), (self.sam, "scorer", 1), (self.pia, "", 2), (self.quin, "", 1))
        for person, role, phones in come:
            self._invite(person)
            for _ in range(phones):
                phone = self._new_phone(person)
                self._join(person, phone, self._secret())
                if role:
                    self._must(olga.post(f"/clubs/{self.club}/phones/role", {"phone": self._id(phone), "role": role}))
                    phone.role = role
        for seat, person in enumerate((self.sam, self.pia, self.quin), start=1):
            phone = person.phones[0]
            for game in self.games:
                self._must(phone.post(f"/g/{game.code}/who/seat", {"seat": str(seat)}))
                phone.seats[game.code] = seat
        for game in self.games:
            self._look_up(game)
        self.house.copy()
        self.house.replicate()

    def _rulebook(self) -> str:
        """Of most games one that is over soon; all others are never played to their end here."""
        self.rounds = self.chance.choice((2, 2, 7))
        if self.rounds == 7:
            return "contract"
        tag = WriteTag(secrets.token_hex(16), 0, "the organiser")
        with self.house.app.app_context():
            saved = rulebooks.save_rulebook(self.club, library.load("contract"), "Two rounds", tag, TWO_ROUNDS)
        assert isinstance(saved, rulebooks.Saved)
        return saved.id

    def _new_phone(self, person: Person) -> Phone:
        phone = Phone(self.house, f"{person.name} {len(person.phones) + 1}", person.address)
        person.phones.append(phone)
        return phone

    def _must(self, answer: TestResponse) -> TestResponse:
        if answer.status_code >= 400:
            raise Fault(ANSWER, f"{answer.request.path}: {answer.status} while all was well")
        return answer

    def _id(self, phone: Phone) -> str:
        with self.house.app.app_context():
            row = rights.by_cookie(phone.cookie)
            return row.id if row is not None else ""

    def _secret(self) -> str:
        """Of the invitation that is shown at the table now."""
        with self.house.app.app_context():
            return invitations.standing(self.club).secret

    def _link(self) -> str:
        with self.house.app.app_context():
            return invitations.standing(self.club).id

    def _hosts_secret(self) -> str:
        """Of the link that makes hosts, as the hosts are shown it; empty where there is none."""
        with self.house.app.app_context():
            links = invitations.links(CLUB, self.club)
        return next((link.secret for link in links if link.role == Role.HOST), "")

    # the moments of a run

    def tick(self) -> float:
        self.ticks += 1
        return self.ticks

    def run(self, steps: int) -> None:
        does, weights = zip(*self._steps(), strict=True)
        for self.step in range(1, steps + 1):
            self.clock.pass_(self.chance.choice((0.2, 1, 3, 20)))
            do: Callable[[], None] = self.chance.choices(does, weights)[0]
            self.did[do.__name__.strip("_")] += 1
            self.trace.update(do.__name__.encode())
            try:
                do()
            except Killed:
                self.trace.update(b"killed")
        self._end()

    def _steps(self) -> list[tuple[Callable[[], None], float]]:
        more = {name: 6.0 if name == self.about else 1.0 for name in ("writes", "disk", "rights", "limits", "clock")}
        return [
            (self._tap, 60), (self._flush, 90), (self._read, 40), (self._read_history, 8), (self._arrive, 10),
            (self._reload, 4), (self._look_at_refused, 16),
            (self._die, 1 * more["disk"]), (self._copy, 0.7 * more["disk"]), (self._restore, 0.35 * more["disk"]),
            (self._replicate, 0.7 * more["disk"]), (self._fail_over, 0.35 * more["disk"]),
            (self._set_clock, 1.5 * more["clock"]), (self._start_at_another_time, 0.5 * more["clock"]),
            (self._wait, 2 * (1 + (self.about == "clock"))),
            (self._take_out, 0.3 * more["rights"]), (self._come_back, 1.5 * more["rights"]),
            (self._raise, 0.4 * more["rights"]), (self._take_out_host, 0.15 * more["rights"]),
            (self._lower_host, 0.15 * more["rights"]),
            (self._let_in_again, 0.6 * more["rights"]), (self._learn, 1 * more["rights"]),
            (self._wish, 0.5 * more["rights"]), (self._agree, 2 * more["rights"]),
            (self._rotate, 0.3 * more["rights"]), (self._cancel_with_all, 0.08 * more["rights"]),
            (self._knock, 0.5 * more["rights"]),
            (self._attack, 3.0 if self.about == "limits" else 0.02), (self._mistype, 1 * more["clock"]),
            (self._come_rightfully, 1 * more["clock"] + (8 if self.about == "limits" else 0)),
        ]  # fmt: skip

    # taps

    def _inside(self) -> list[Phone]:
        return [phone for person in self.people for phone in person.inside if not phone.is_away]

    def _tap(self) -> None:
        """Somebody does something on the page that their phone shows; it is written down and not sent yet."""
        phone, game = self.chance.choice(self._inside()), self.chance.choice(self.games)
        page = phone.pages.get(game.code)
        if page is None:
            return self._read_page(phone, game)
        if len(page.view.log) < len(game.log) and self.chance.random() < HEARS:
            self._read_page(phone, game)
            page = phone.pages.get(game.code, page)
        return self._tap_on(phone, game, page)

    def _tap_on(self, phone: Phone, game: Played, page: Page) -> None:
        goes_on = self.chance.random() < GOES_ON
        kind = self._next(page) if goes_on else self.chance.choices(tuple(ANYTHING), tuple(ANYTHING.values()))[0]
        self._fill_in(kind, phone, game, page)

    def _fill_in(self, kind: str, phone: Phone, game: Played, page: Page) -> Tap | None:
        """A form of this page; None where it has none of this kind."""
        made = self._form(kind, phone, game, page)
        if made is None:
            return None
        path, body, cell, value = made
        self._put(phone, game, path, body, page.view, page.seen, cell, value)
        return phone.queue[-1]

    def _next(self, page: Page) -> str:
        """What a page asks for, with which the game goes on."""
        log, running = page.view.log, self._running(page.view)
        if running > self.rounds:
            return self.chance.choice(("correct", "undo", "note"))
        missing = [seat for seat in (1, 2, 3) if linear.value_of(log, (running, seat)) is None]
        if linear.value_of(log, (running, 0)) is None and len(missing) == 1:
            return "out"
        return "cards" if len(missing) > 1 else "close"

    def _running(self, view: View) -> int:
        """The number of the round that is played, one more than there are after the last."""
        closed = (n for n in range(1, self.rounds + 1) if linear.value_of(view.log, (n, -1)))
        return sum(1 for _ in closed) + 1

    def _put(
        self, phone: Phone, game: Played, path: str, body: dict[str, str], view: View, seen: str,
        cell: Cell | None, value: str | None, insists: bool = False,
    ) -> None:  # fmt: skip
        write = Write(secrets.token_hex(16), self.tick(), view, cell, value, insists, path, int(body.get("target", 0)))
        tap = Tap(path, {**body, "seen": seen, "write_id": write.id}, write, game.code)
        tap.move("tapped")
        if any(each.state == "waits" for each in phone.queue):
            tap.move("behind")
        phone.queue.append(tap)
        game.told.writes.append(write)

    def _form(
        self, kind: str, phone: Phone, game: Played, page: Page
    ) -> tuple[str, dict[str, str], Cell | None, str | None] | None:
        """Where the form leads, what it says, and which cell it puts what into; None where the page has none."""
        at, log = f"/g/{game.code}", page.view.log
        running = self._running(page.view)
        if kind == "note":
            return f"{at}/table/note", {"text": f"note {secrets.token_hex(4)}"}, None, None
        if kind == "undo":
            is_own = not phone.role and self.chance.random() < 0.8
            own = phone.wrote if is_own else {w.id for w in game.told.writes if w.outcome == "written"}
            mine = [n for n, entry in enumerate(log, start=1) if n > 1 and entry.write in own][-4:]
            return (f"{at}/undo", {"target": str(self.chance.choice(mine))}, None, None) if mine else None
        if kind == "correct":
            if running == 1:
                return None
            number, seat = self.chance.randrange(1, running), self._seat(phone, game)
            if linear.value_of(log, (number, 0)) == str(seat):
                return None
            said, value = self._hand()
            return f"{at}/score/{number}/{seat}", {"cards": said}, (number, seat), value
        if running > self.rounds:
            return None
        fields = {"round": str(running)}
        out = linear.value_of(log, (running, 0))
        missing = [s for s in (1, 2, 3) if str(s) != out and linear.value_of(log, (running, s)) is None]
        if kind == "cards":
            seat = self.chance.choice(missing) if missing and self.chance.random() < 0.8 else self._seat(phone, game)
            if not phone.role and self.chance.random() < 0.9:
                if game.code not in phone.seats:
                    return None
                seat = self._seat(phone, game)
            if str(seat) == out:
                return None
            said, value = self._hand()
            return f"{at}/round/cards-left", {**fields, "seat": str(seat), "cards": said}, (running, seat), value
        if kind == "out":
            if out is None and len(missing) > 1:
                return None
            seat = missing[0] if missing else self._seat(phone, game)
            return f"{at}/round/went-out", {**fields, "seat": str(seat)}, (running, 0), str(seat)
        if missing or out is None:
            return None
        return f"{at}/round/close", fields, (running, -1), "closed"

    def _seat(self, phone: Phone, game: Played) -> int:
        own = phone.seats.get(game.code)
        return own if own and not phone.role else self.chance.randint(1, 3)

    def _hand(self) -> tuple[str, str]:
        if self.chance.random() < 0.4:
            said = self.chance.choice(HANDS)
            return said, " ".join(sorted(said.split()))
        said = str(self.chance.randint(1, 150))
        return said, said

    # the network

    def _flush(self) -> None:
        """A phone sends what is first in its queue, and the network does what it does."""
        first = {}
        for phone in (phone for person in self.people for phone in person.phones):
            if not phone.is_away and (tap := phone.due()) is not None:
                first[phone.name] = phone, tap
        if not first:
            return
        phone, tap = self.chance.choice(list(first.values()))
        tap.move("sent")
        self._send(phone, tap)

    def _send_waiting(self, phone: Phone) -> None:
        """All that waits goes out, each when the one before it is answered, until the line is gone."""
        while (tap := phone.due()) is not None:
            tap.move("sent")
            self._send(phone, tap)
            if tap.state == "waits":
                break

    def _send(self, phone: Phone, tap: Tap) -> None:
        line = self.chance.choices(tuple(self.LINES), tuple(self.LINES.values()))[0]
        self.trace.update(line.encode())
        self.did[line] += 1
        if line == "delayed":
            self.late.append(Late(phone, tap))
        if line in ("dropped", "delayed"):
            tap.move("lost")
            return
        try:
            answer = self._deliver(phone, tap, self.chance.randint(*self.STATEMENTS) if line == "killed" else 0)
            if line == "doubled":
                first, answer = answer, self._deliver(phone, tap)
                self._same(tap, first, answer)
        except Killed:
            self.did["died"] += 1
            tap.move("lost")
            self._look_up_all()
            raise
        if line == "cut":
            tap.move("lost")
        else:
            self._answered(phone, tap, answer)

    def _deliver(self, phone: Phone, tap: Tap, dies_at: int = 0) -> TestResponse:
        game = self._game(tap.code)
        before = len(game.log)
        if self.clock.off < -timedelta(days=1):
            self.dated_behind.add(tap.id)
        answer = phone.post(tap.path, dict(tap.body), dies_at)
        self.trace.update(f"{tap.path} {answer.status_code}".encode())
        self._look_up(game)
        if len(game.log) > before:
            if any(entry.write != tap.id for entry in game.log[before:]):
                raise Fault(ANSWER, f"{tap.path} wrote under another id than its own")
            self._only_those_who_may(phone, tap, before)
        return answer

    def _only_those_who_may(self, phone: Phone, tap: Tap, before: int) -> None:
        if not phone.is_in:
            raise Fault(RIGHTS, f"{phone.name} is out and wrote entry {before + 1} by {tap.path}")
        cell = tap.write.cell
        if tap.path.endswith("/cards-left") and cell and not phone.role and phone.seats.get(tap.code) != cell[1]:
            own = phone.seats.get(tap.code)
            raise Fault(RIGHTS, f"{phone.name} may enter for seat {own} and did for seat {cell[1]}")

    def _same(self, tap: Tap, first: TestResponse, again: TestResponse) -> None:
        if first.status_code != again.status_code:
            raise Fault(ANSWER, f"{tap.path} was sent twice: {first.status} first, then {again.status}")

    def _answered(self, phone: Phone, tap: Tap, answer: TestResponse) -> None:
        """What ``static/post.js`` makes of an answer that came beside the page."""
        status = answer.status_code
        if "Table-Referee" not in answer.headers or (status >= 400 and "Retry-After" in answer.headers):
            if status not in (429, 503, 507):
                raise Fault(ANSWER, f"{tap.path}: {answer.status} is no answer of the book")
            tap.move("lost")
            return
        write, outcome = tap.write, self._outcome(answer)
        was = write.outcome, self._epoch_of(tap.code, write.ended)
        if was[0] and outcome and outcome != was[0] and was[1] is self._game(tap.code).told.epochs[-1]:
            raise Fault(ANSWER, f"{tap.path} was {was[0]} first, and {outcome} when it was looked at")
        write.outcome, write.ended = (outcome, self.tick()) if outcome else ("", linear.inf)
        if outcome == "written":
            tap.move("written")
            phone.wrote.add(tap.id)
        else:
            tap.asks, tap.page = "errors/ask_back" in answer.text, answer.text
            tap.move("refused")
        phone.queue = [each for each in phone.queue if each.state != "gone"]

    def _epoch_of(self, code: str, at: float) -> linear.Epoch | None:
        epochs = self._game(code).told.epochs
        return next((epoch for epoch in epochs if epoch.began < at < epoch.ended), None)

    def _outcome(self, answer: TestResponse) -> str:
        """Nothing for an answer that is not remembered: it may be another one when the phone's rights are."""
        status = answer.status_code
        if status < 400:
            return "written"
        if status == 409:
            if "conflict" not in answer.text:
                raise Fault(ANSWER, f"{answer.request.path}: an id that was used once is said to be used twice")
            return "stale"
        if status == 422:
            return "refused"
        if status in (400, 403, 404):
            return ""
        raise Fault(ANSWER, f"{answer.request.path}: {answer.status}")

    def _arrive(self) -> None:
        """A request that was given up comes after all."""
        if self.late:
            late = self.late.pop(self.chance.randrange(len(self.late)))
            self._deliver(late.phone, late.tap)

    def _reload(self) -> None:
        phone = self.chance.choice(self.chance.choice(self.people[:5]).phones)
        phone.pages.clear()
        for tap in phone.queue:
            tap.reload()

    def _look_at_refused(self) -> None:
        """Somebody looks at what was not accepted, and insists or lets it be."""
        phones = [phone for person in self.people for phone in person.phones if not phone.is_away]
        refused = [(phone, tap) for phone in phones for tap in phone.queue if tap.state == "refused"]
        if not refused:
            return
        phone, tap = self.chance.choice(refused)
        game = self._game(tap.code)
        self.let_go.add(tap.id)
        if self.chance.random() < 0.3:
            tap.move("dropped")
        else:
            tap.move("looked")
            answer = self._deliver(phone, tap)
            self._answered(phone, tap, answer)
            if tap.state != "refused":
                return
            wanted = ("instead",) if tap.write.outcome == "stale" else ("confirmed",)
            for action, fields in forms_in(tap.page):
                if any(name in fields for name in wanted) and self.chance.random() < 0.7:
                    own = ("csrf_token", "write_id", "seen")
                    body = {name: text for name, text in fields.items() if name not in own}
                    view = View(tuple(game.log[: int(fields["seen"].partition(".")[0])]))
                    self._put(
                        phone, game, action, body, view, fields["seen"], tap.write.cell, tap.write.value, insists=True
                    )
            tap.move("replaced")
        phone.queue = [each for each in phone.queue if each.state != "gone"]

    # readers

    def _read(self) -> None:
        phone = self.chance.choice(self._inside())
        self._read_page(phone, self.chance.choice(self.games))

    def _read_page(self, phone: Phone, game: Played) -> None:
        began = self.tick()
        seat = phone.seats.get(game.code, 1)
        answer = phone.get(f"/g/{game.code}/round?seat={seat}")
        if answer.status_code in (302, 303):  # the game is over
            answer = phone.get(f"/g/{game.code}/score")
        if answer.status_code != 200:
            raise Fault(RIGHTS, f"{phone.name} plays and is shown {answer.status} of the game")
        phone.renew(answer)
        number = number_in(answer.text)
        if number is None:
            return
        self._told_of_an_older_book(phone, game, answer.text)
        self._shown(game, number, began)
        seen = seen_in(answer.text)
        if seen and seen != f"{number}.{game.stamps[number - 1]}":
            raise Fault(HISTORY, f"a page shows {seen}, and the book has {number}.{game.stamps[number - 1]}")
        phone.pages[game.code] = Page(View(tuple(game.log[:number])), seen or str(number))

    def _told_of_an_older_book(self, phone: Phone, game: Played, page: str) -> None:
        """A phone that was shown what the book does not have (any more) reads so on the next page of that game."""
        code, view = phone.showed
        is_told = LACKS in page
        if code == game.code and not view.is_told_by(game.log) and not is_told:
            raise Fault(
                UNTOLD, f"{phone.name} was shown {len(view.log)} entries that the book has not, and no word of it"
            )
        if is_told and self.chance.random() < 0.5:
            return  # it stands on the next page too
        if is_told:
            phone.post(f"/g/{game.code}/lacks", {"from": "round.page", "seen": seen_in(page)})
        phone.showed = game.code, View(tuple(game.log))

    def _shown(self, game: Played, number: int, began: float) -> None:
        if number > len(game.log):
            raise Fault(HISTORY, f"a page shows {number} entries of a game that has {len(game.log)}")
        game.told.reads.append(Read(began, self.tick(), tuple(game.log[:number])))

    def _read_history(self) -> None:
        """What is shown is what stands there: the words of each entry, and what was taken back."""
        phone, game, began = self.chance.choice(self._inside()), self.chance.choice(self.games), self.tick()
        answer = phone.get(f"/api/games/{game.code}/history")
        if answer.status_code != 200:
            raise Fault(RIGHTS, f"{phone.name} plays and is shown {answer.status} of the history")
        shown = answer.get_json()
        entries = shown["entries"]
        self._shown(game, shown["number"], began)
        if len(entries) != shown["number"]:
            raise Fault(HISTORY, f"the history says {shown['number']} entries and shows {len(entries)}")
        dead: set[int] = set()
        for number in range(len(entries), 0, -1):
            row, entry = game.rows[number - 1], entries[number - 1]
            if number not in dead and row.type == "Undone":
                dead.add(row.data["target"])
            if entry["undone"] != (number in dead):
                raise Fault(HISTORY, f"entry {number} is shown as {'' if entry['undone'] else 'not '}taken back")
            words = row.data.get("text") or (str(row.data["points"]) if "points" in row.data else "")
            if str(words) not in entry["sentence"]:
                raise Fault(HISTORY, f"entry {number} says {words!r} and is shown as {entry['sentence']!r}")

    def _game(self, code: str) -> Played:
        return next(game for game in self.games if game.code == code)

    def _look_up(self, game: Played) -> None:
        if rows := self.house.log(game.code, len(game.rows)):
            game.come(rows)
            self._is_whole(game)

    def _is_whole(self, game: Played) -> None:
        if torn := self.house.torn(game.code):
            raise Fault(TORN, torn)

    def _look_up_all(self) -> None:
        for game in self.games:
            self._look_up(game)

    # the process and the disk

    def _die(self) -> None:
        self.house.restart()

    def _copy(self) -> None:
        self.house.copy()

    def _restore(self) -> None:
        self._back(lambda: self.house.restore(self.chance.choice(self.house.copies)))

    def _replicate(self) -> None:
        self.house.replicate()

    def _fail_over(self) -> None:
        self._back(self.house.fail_over)

    def _back(self, do: Callable[[], None]) -> None:
        """The book becomes an older one: what was written since is gone, rights too."""
        do()
        at = self.tick()
        for game in self.games:
            before, rows = tuple(game.log), self.house.log(game.code)
            game.told.cut(at, before, len(rows))
            game.back_to(rows)
        self._rights_as_the_book_has_them()

    def _rights_as_the_book_has_them(self) -> None:
        """An older book gives back what was ended since, and has not what was given: its organiser knows that."""
        self.wishes.clear()
        self.ended_secrets.clear()
        self.olga.is_known = self.olga.is_known and not self.has_leapt
        secret = self._secret()
        for person in self.people:
            person.put_out = -1.0
            for phone in person.phones:
                role = self._role_in_the_book(phone)
                phone.is_in, phone.role = role >= 2, {3: "scorer", 4: "host", 5: "host"}.get(role, "")
                phone.raised_by = None
                if phone.is_in:
                    person.learn(secret, self.ticks)
                    phone.came_by = phone.came_by and secret

    def _role_in_the_club(self, phone: Phone) -> int:
        """Without what it may do in single games."""
        id_ = self._id(phone)
        with self.house.app.app_context():
            return max((row.role for row in rights.rights_of(id_) if row.scope == CLUB), default=0) if id_ else 0

    def _role_in_the_book(self, phone: Phone) -> int:
        id_ = self._id(phone)
        with self.house.app.app_context():
            return max((row.role for row in rights.rights_of(id_)), default=0) if id_ else 0

    # the clock

    def _set_clock(self) -> None:
        days = self.chance.choice((0, 0, 0.001, -0.1, 3, 730, -400, 365 * 2500))
        self._clock_is_off(timedelta(days=days))

    def _clock_is_off(self, off: timedelta) -> None:
        before = self.clock.now
        self.clock.set(off)
        if abs(self.clock.now - before) >= links.KNOWN / 2:
            self.has_leapt, self.olga.is_known = True, False
        self.trace.update(str(off).encode())

    def _start_at_another_time(self) -> None:
        """A computer without a clock of its own starts at some time, and is told the right one later."""
        self._set_clock()
        self.house.restart()
        self._refusals_are_known()

    def _refusals_are_known(self) -> None:
        """Whatever the clock shows: what was refused in this book gets the same answer when it comes again.

        But for what a clock dated that was far behind: at a start two years ahead that is old.
        """
        known = self.house.known() | self.dated_behind
        for game in self.games:
            for write in game.told.writes:
                is_of_this_book = self._epoch_of(game.code, write.ended) is game.told.epochs[-1]
                if write.outcome in ("refused", "stale") and is_of_this_book and write.id not in known:
                    raise Fault(ANSWER, f"{write.path} was {write.outcome}, and the book knows it no more")

    def _wait(self) -> None:
        self.clock.pass_(self.chance.choice((60, 400, 700, 4000)))

    # who may

    def _learn(self) -> None:
        """Whoever plays may look at the invitation of the club."""
        person = self.chance.choice(self.people)
        page = f"/g/{self.games[0].code}/invite"
        if person.inside and self.chance.choice(person.inside).get(page).status_code == 200:
            person.learn(self._secret(), self.tick())

    def _invite(self, person: Person) -> None:
        """The host shows them the code, on purpose."""
        person.learn(self._secret(), self.tick())

    def _let_in_again(self) -> None:
        person = self.chance.choice((self.pia, self.quin))
        if person.inside:
            return
        self._invite(person)
        self._join(person, self._new_phone(person), self._secret())

    def _join(self, person: Person, phone: Phone, secret: str) -> bool:
        is_fresh = person.knows.get(secret, -1.0) > person.put_out and secret not in self.ended_secrets
        answer = phone.post("/join", {"secret": secret})
        if answer.status_code < 400:
            if not is_fresh:
                raise Fault(
                    CAME_BACK, f"{person.name} came in by what they knew before they were put out, or it was cancelled"
                )
            phone.is_in, phone.came_by = True, secret
            return True
        if is_fresh and answer.status_code == 429:
            self._refused_rightfully(person, "a valid invitation")
        return False

    def _take_out(self) -> None:
        """The host puts a player's phone out, as the page offers it."""
        person = self.chance.choice((self.pia, self.quin))
        host = next(iter(self.hana.inside), None)
        if host is None or not person.inside:
            return
        phone = self.chance.choice(person.inside)
        old = self._secret()
        answer = self._take_out_by_page(host, phone)
        if answer.status_code < 400:
            self._is_out(person, phone)
            self._learn_again(old)

    def _take_out_by_page(self, host: Phone, phone: Phone) -> TestResponse:
        """With new codes for whoever stays, as the page offers it."""
        return host.post(f"/clubs/{self.club}/phones/take-out", {"phone": self._id(phone), "renew": "yes"})

    def _is_out(self, person: Person, phone: Phone) -> None:
        if self._request_of(phone) is not None:
            raise Fault(RIGHTS, f"{phone.name} is out, and its request to be host still waits")
        phone.is_in, phone.role, phone.raised_by = False, "", None
        if not person.inside:
            person.put_out = self.tick()
        phone.pages.clear()
        self.wishes = [wish for wish in self.wishes if wish.phone is not phone]
        self._stays_out(phone)

    def _raise(self) -> None:
        """The host lets a player enter for everyone."""
        phones = [phone for person in (self.pia, self.quin) for phone in person.inside if not phone.role]
        host = next((phone for phone in self.hana.inside if phone.role == "host"), None)
        if host is None or not phones:
            return
        phone = self.chance.choice(phones)
        fields = {"phone": self._id(phone), "role": "scorer"}
        if host.post(f"/clubs/{self.club}/phones/role", fields).status_code < 400:
            phone.role, phone.raised_by = "scorer", host

    def _take_out_host(self) -> None:
        """The organiser puts the host's phone out, and with it ends what that gave; then the host is let in again."""
        host = next((phone for phone in self.hana.inside if phone.role == "host"), None)
        if host is None:
            return
        old = self._secret()
        if self._take_out_by_page(self.olga.phones[0], host).status_code < 400:
            self._is_out(self.hana, host)
            self._learn_again(old)
            self._nothing_below(host)
            self._back_again(self.hana, "host")

    def _lower_host(self) -> None:
        """The host plays on as anybody else. What made hosts makes one of nobody any more who knows it from before."""
        olga, host = self.olga.phones[0], next((phone for phone in self.hana.inside if phone.role == "host"), None)
        if host is None:
            return
        olga.post("/invite/make", {"kind": "host"})
        known, roles = self._hosts_secret(), f"/clubs/{self.club}/phones/role"
        if olga.post(roles, {"phone": self._id(host), "role": "player"}).status_code >= 400:
            return
        self._is_host_no_more(host, known)

    def _is_host_no_more(self, host: Phone, known: str) -> None:
        """Neither by what it gave nor by the link that makes hosts, where its player ``known`` it; then it is again."""
        host.role = ""
        self._nothing_below(host)
        again = self._new_phone(self.hana)
        if known and again.post("/join", {"secret": known}).status_code < 400:
            raise Fault(HOST, "Hana is host no more, and is again by a link that she knew")
        self._back_again(self.hana, "host")

    def _nothing_below(self, host: Phone) -> None:
        """What this phone gave has ended with what let it."""
        for phone in (phone for person in (self.pia, self.quin) for phone in person.phones):
            if phone.raised_by is host:
                phone.role, phone.raised_by = "", None
                if self._role_in_the_club(phone) > Role.PLAYER:
                    raise Fault(RIGHTS, f"{phone.name} enters for everyone by a host that is none any more")

    def _back_again(self, person: Person, role: str) -> None:
        """The organiser makes somebody again what they were, and lets them in for it."""
        if not person.inside:
            self._invite(person)
            self._join(person, self._new_phone(person), self._secret())
        for phone in person.inside[:1]:
            fields = {"phone": self._id(phone), "role": role}
            if self.olga.phones[0].post(f"/clubs/{self.club}/phones/role", fields).status_code < 400:
                phone.role = role

    def _stays_out(self, phone: Phone) -> None:
        answer = phone.get(f"/api/games/{self.games[0].code}/history")
        if answer.status_code < 400:
            raise Fault(RIGHTS, f"{phone.name} is out and is shown the game")

    def _come_back(self) -> None:
        """Somebody who is out tries whatever they know, with the phone they had or with another browser."""
        outside = [person for person in self.people[2:5] for phone in person.phones if not phone.is_in]
        if not outside:
            return
        person = self.chance.choice(outside)
        phone = self.chance.choice([each for each in person.phones if not each.is_in])
        self._stays_out(phone)
        if person.knows:
            again = phone if self.chance.random() < 0.5 else self._new_phone(person)
            self._join(person, again, self.chance.choice(list(person.knows)))

    def _wish(self) -> None:
        """A player would be host. Their request ends with their phone."""
        phones = [phone for person in (self.pia, self.quin) for phone in person.inside if not phone.role]
        if not phones:
            return
        phone = self.chance.choice(phones)
        if phone.post(f"/g/{self.games[0].code}/invite/host", {}).status_code < 400:
            waits = self._request_of(phone)
            if waits is not None and waits.missing:
                self.wishes.append(Wish(phone, waits.id))

    def _request_of(self, phone: Phone) -> agreement.Request | None:
        with self.house.app.app_context():
            requests = agreement.requests(self.games[0].code)
        return next((request for request in requests if request.phone == self._id(phone)), None)

    def _agree(self) -> None:
        """Somebody agrees; a person with two browsers with the other one, too."""
        if not self.wishes:
            return
        wish = self.chance.choice(self.wishes)
        asker = next(person for person in self.people if wish.phone in person.phones)
        person = self.chance.choice((asker, asker, self.pia, self.quin, self.sam))
        others = [phone for phone in person.inside if phone is not wish.phone]
        if not others:
            return
        phone = self.chance.choice(others)
        agrees = f"/g/{self.games[0].code}/invite/agree"
        if phone.post(agrees, {"phone": wish.id}).status_code < 400 and person is not asker:
            wish.agreed.add(person.name)
        waits = self._request_of(wish.phone)
        is_agreed = waits is not None and waits.id == wish.id and not waits.missing
        if is_agreed or wish.phone.get(f"/clubs/{self.club}/phones").status_code < 400:
            if len(wish.agreed) < 2:
                raise Fault(HOST, f"{asker.name} is host, and {len(wish.agreed)} others at the table agreed")
            wish.phone.role = wish.phone.role if is_agreed else "host"  # agreed on, it is host of the game alone
            self.wishes.remove(wish)

    def _rotate(self) -> None:
        """The host renews the invitation: those who are in stay."""
        old = self._secret()
        for host in self.hana.inside:
            if host.post(f"/clubs/{self.club}/phones/rotate", {"link": self._link()}).status_code < 400:
                self._learn_again(old)

    def _learn_again(self, old: str) -> None:
        """The invitation has another secret: whoever is in is shown it, and rests on it if it was the old one."""
        self.ended_secrets.add(old)
        for person in self.people:
            for phone in person.inside:
                person.learn(self._secret(), self.tick())
                phone.came_by = self._secret() if phone.came_by == old else phone.came_by

    def _cancel_with_all(self) -> None:
        """The host cancels the invitation and puts out all that came by it; those who are to play are let in again."""
        old = self._secret()
        olga = self.olga.phones[0]
        fields = {"link": self._link(), "admitted": "yes"}
        if olga.post(f"/clubs/{self.club}/phones/take-back", fields).status_code >= 400:
            return
        self.ended_secrets.add(old)
        out = [(p, phone) for p in self.people[1:] for phone in p.inside if phone.came_by == old]
        for person, phone in out:
            if person not in (self.hana, self.sam):
                self._is_out(person, phone)
            else:  # what the organiser gave them rests on the organiser
                phone.is_in = self._role_in_the_book(phone) >= 2
                phone.role = phone.role if phone.is_in else ""
        for person, role in ((self.hana, "host"), (self.sam, "scorer")):
            if not person.inside:
                self._back_again(person, role)

    def _knock(self) -> None:
        """A stranger guesses."""
        phone = Phone(self.house, "Max", self.max.address)
        answer = phone.get(f"/g/{self.games[0].code}")
        if answer.status_code < 400:
            raise Fault(RIGHTS, "a stranger is shown the game")

    # who tries too often, and who must come in all the same

    def _attack(self) -> None:
        """Guesses from many of the networks that a stranger has, more than all strangers have together."""
        path, field_ = self.chance.choice((("/join", "secret"), ("/door", "key"), ("/join/code", "short")))
        self.attacked.append((self.clock.passed, self.clock.now))
        companies, each = self.chance.sample(range(2**12), 4), attempts.PER_ADDRESS - 1
        phone = Phone(self.house, "a stranger", "")
        for number in range(attempts.FOR_ALL // each + 1):
            network = f"2001:db8:{companies[number % 4]:x}:{self.chance.randrange(2**12):x}"
            phone.address = f"{network}::{self.chance.randrange(1, 999):x}"
            for _ in range(each):
                fields = {field_: secrets.token_hex(8)[:20], "player": "Max"}
                if phone.post(path, fields).status_code < 400:
                    raise Fault(RIGHTS, "a stranger guessed it")

    def _mistype(self) -> None:
        """The organiser has another password in mind, on the phone that is in or in a browser that nobody knows."""
        tries = (1, 2, attempts.PER_ADDRESS)
        times, is_known = self.chance.choice([(times, is_known) for times in tries for is_known in (True, False)])
        phone = self.olga.phones[0] if is_known else Phone(self.house, "Olga", self.olga.address)
        for _ in range(times):
            status = phone.post("/door", {"key": "correct horse"}).status_code
            if status < 400:
                raise Fault(RIGHTS, "a wrong password is right")
            if status != 429:
                self.olga.failed.append((self.clock.passed, self.clock.now))

    def _come_rightfully(self) -> None:
        """The organiser with the password, in another browser; a guest with the invitation that is shown."""
        if self.chance.random() < 0.5:
            answer = Phone(self.house, "Olga", self.olga.address).post("/door", {"key": PASSWORD})
            if answer.status_code >= 400:
                self._refused_rightfully(self.olga, "the password")
            else:
                self.olga.is_known = True
        else:
            guest = Person("a guest", "198.51.100.99")
            self._invite(guest)
            self._join(guest, self._new_phone(guest), self._secret())

    def _refused_rightfully(self, person: Person, what: str) -> None:
        late = self._lately(person.failed)
        is_stranger = not person.is_known and self._lately(self.attacked)
        if len(late) < attempts.PER_ADDRESS and not is_stranger:
            raise Fault(
                SHUT_OUT, f"{person.name} comes with {what}, after {len(late)} wrong ones of their own, and is shut out"
            )

    def _lately(self, moments: list[tuple[float, datetime]]) -> list[tuple[float, datetime]]:
        """Those of the last minutes, or that the clock shows as such."""
        watch, span = self.clock.passed, timedelta(seconds=660)
        return [(passed, now) for passed, now in moments if watch - passed < 660 or abs(self.clock.now - now) < span]

    # the end

    def _send_all(self) -> None:
        """In the end the line is whole, and everything that was tapped comes to an end."""
        for phone in (phone for person in self.people for phone in person.phones):
            for tap in list(phone.queue):
                if tap.state in ("taken", "waits"):
                    tap.move("sent")
                    self._answered(phone, tap, self._deliver(phone, tap))
                if tap.state in ("taken", "waits", "out"):
                    raise Fault(TAP, f"{tap.path} cannot be sent")
        known = {tap.id for person in self.people for phone in person.phones for tap in phone.queue}
        for write in (write for game in self.games for write in game.told.writes):
            if not write.outcome and write.id not in known and write.id not in self.let_go:
                raise Fault(TAP, f"{write.path} ({write.id}) was tapped, and nothing became of it")

    def _end(self) -> None:
        self._send_all()
        for game in self.games:
            self._look_up(game)
            self._is_whole(game)
            game.told.epochs[-1].log = tuple(game.log)
            for found in linear.faults(game.told):
                raise Fault(found.kind, found.what)
            moments = [row.at for row in game.rows]
            if moments != sorted(moments):
                raise Fault(HISTORY, "the history goes back in time")
        self._out_and_in_again()
        self._little_is_kept()
        for game in self.games:
            self.trace.update(repr(game.log).encode())

    def _out_and_in_again(self) -> None:
        """Export, import into another house, export: the same bytes. And the stored results are what the logs say."""
        with self.house.app.app_context():
            rebuilt = data.rebuild(check=True)
            if rebuilt.differing or rebuilt.damaged:
                raise Fault(HISTORY, f"stored results differ from their logs: {rebuilt}")
            first, players = exported(self.club), _players(self.club)
        with apps.lent(ELSEWHERE) as other, other.app_context():
            brought = data.import_club(importing.read_club(io.BytesIO(first)))
            if exported(brought.id) != first:
                raise Fault(FILE, "a club that went out and came in again is another one")
            if (there := _players(brought.id)) != players:  # what is left out both times makes no difference in bytes
                raise Fault(FILE, f"a club of {players} came in as one of {there}")

    def _little_is_kept(self) -> None:
        if much := self.house.kept_too_much():
            raise Fault(MEMORY, f"{much} are kept in memory")
        with closing(sqlite3.connect(self.house.file)) as opened:
            tries = opened.execute("SELECT count(*) FROM attempt").fetchone()[0]
        if tries > MOST_ATTEMPTS:
            raise Fault(MEMORY, f"{tries} rows are kept of failed tries")


def _players(club: str) -> list[tuple[str, bool, str]]:
    """By name whether they are guests, and when they sat down last."""
    return sorted((player.name, player.guest, player.used_at) for player in clubs.players(club))
