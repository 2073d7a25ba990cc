"""Worlds in which those at a table make one of them host, and somebody or the clock gets in their way.

Whoever asks is host of that game alone, ten minutes after two other people have agreed, and not if the host stopped it;
whatever the clock shows, and however often the computer is started anew. Two hosts of the club take that away from each
other, and a guest is let into one game and nothing else.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import datetime, timedelta

from sqlalchemy import select

from referee.services.phones import agreement, announced, invitations
from referee.services.phones.access import GAME, Role
from referee.storage.engine import news
from referee.storage.engine.transactions import reading
from referee.storage.phones import links, rights
from referee.storage.tables.database import db
from referee.storage.tables.phones import Right
from tests.simulator.chance import Clock
from tests.simulator.house import House
from tests.simulator.linear import Cell
from tests.simulator.people import Person, Wish
from tests.simulator.phone import Phone, Tap
from tests.simulator.world import HOST, RIGHTS, Fault, Played, World

TEN = announced.MINUTES * 60
ASKS = links.WAITING
_LATE = 1.0
"""So many seconds later than after ten minutes it may be found that they are over."""
_PAUSES = (20, 60, 200, 300, 590, 650, 2000)


class Agreements(World):
    """All three seats have entered their own cards in a round that is closed, so that whoever asks may be agreed to."""

    def __init__(self, seed: int, chance: random.Random, clock: Clock, at: House) -> None:
        self.asked: dict[str, datetime] = {}
        """By request what the clock showed when it was made."""
        self.agreed: dict[str, float] = {}
        """By request when enough had agreed, by the watch."""
        self.stopped: set[str] = set()
        self.hosts: set[str] = set()
        """The requests whose phone was host once its ten minutes were over."""
        self.looked: dict[tuple[str, float], float] = {}
        """By request and start of the server when somebody looked first: a new start begins the ten minutes then."""
        self.hears: dict[Phone, str] = {}
        """By phone the version of its rights with which its stream began."""
        self.gus = Person("Gus", "198.51.100.88")
        super().__init__(seed, chance, clock, at)
        at.at_its_end = self._who_was_host
        self._let_in_gus()
        self._play_a_round()

    def _subject(self) -> str:
        return "rights"

    def _steps(self) -> list[tuple[Callable[[], None], float]]:
        fewer = [(do, weight / 3) for do, weight in super()._steps()]
        return [
            *fewer, (self._wish, 8), (self._agree, 60), (self._stop, 1.5), (self._pause, 14), (self._look, 30),
            (self._set_clock, 6), (self._start_anew, 1), (self._gus_plays, 4), (self._cancel_gus, 0.7),
            (self._two_hosts, 0.7), (self._listen, 5),
        ]  # fmt: skip

    # how it begins

    def _play_a_round(self) -> None:
        game = self.games[0]
        for seat, person in enumerate((self.pia, self.quin), start=2):
            fields = {"round": "1", "seat": str(seat), "cards": "K"}
            self._enters(person.phones[0], game, f"/g/{game.code}/round/cards-left", fields, (1, seat), "K")
        sam = self.sam.phones[0]
        self._enters(sam, game, f"/g/{game.code}/round/went-out", {"round": "1", "seat": "1"}, (1, 0), "1")
        self._enters(sam, game, f"/g/{game.code}/round/close", {"round": "1"}, (1, -1), "closed")

    def _enters(self, phone: Phone, game: Played, path: str, body: dict[str, str], cell: Cell, value: str) -> None:
        self._read_page(phone, game)
        page = phone.pages[game.code]
        self._put(phone, game, path, body, page.view, page.seen, cell, value)
        tap = phone.queue[-1]
        tap.move("sent")
        self._answered(phone, tap, self._deliver(phone, tap))
        if tap.write.outcome != "written":
            raise Fault(RIGHTS, f"{phone.name} may not enter {body} in a new game: {tap.write.outcome}")

    def _let_in_gus(self) -> None:
        """By a link into the first game, which is no link into the club."""
        self.gus.phones.clear()
        with self.house.app.app_context():
            code = self.games[0].code
            old = [link.id for link in invitations.links(GAME, code)]
        olga = self.olga.phones[0]
        if not old:
            self._must(olga.post(f"/g/{code}/invite/make", {"kind": "evening"}))
        with self.house.app.app_context():
            [link] = invitations.links(GAME, code)[:1]
        phone = self._new_phone(self.gus)
        self.gus.learn(link.secret, self.tick())
        if phone.post("/join", {"secret": link.secret}).status_code < 400:
            phone.came_by = link.secret

    # who asks, and what becomes of it

    def _wish(self) -> None:
        """Somebody who plays would be host: at a seat, with another browser, or let into this game alone."""
        phones = [phone for person in (self.pia, self.quin, self.sam) for phone in person.inside]
        phones = [phone for phone in phones if phone.role != "host"] + [p for p in self.gus.phones if p.came_by]
        if not phones:
            return
        phone = self.chance.choice(phones)
        if phone.post(f"/g/{self.games[0].code}/invite/host", {}).status_code >= 400:
            return
        waits = self._request_of(phone)
        if waits is None or waits.id in self.agreed or waits.id in self.asked:
            return
        self.asked[waits.id] = self.clock.now
        self.wishes.append(Wish(phone, waits.id))

    def _agree(self) -> None:
        """Somebody agrees; often the one who asks, with another browser."""
        if not self.wishes:
            return
        open_ = [wish for wish in self.wishes if wish.id not in self.agreed] or self.wishes
        wish = max(open_, key=lambda each: (len(each.agreed), self.chance.random()))
        asker = next(person for person in (*self.people, self.gus) if wish.phone in person.phones)
        table = (self.pia, self.quin, self.sam)
        missing = [person for person in table if person is not asker and person.name not in wish.agreed]
        person = self.chance.choice((asker, self.hana, *missing, *missing, *missing))
        others = [phone for phone in person.phones if phone is not wish.phone and (phone.is_in or person is self.gus)]
        if not others:
            return
        phone = self.chance.choice(others)
        answer = phone.post(f"/g/{self.games[0].code}/invite/agree", {"phone": wish.id})
        if (
            answer.status_code == 404 and wish.id not in self.agreed
        ):  # it is too old, was stopped or ended with its phone
            self.wishes.remove(wish)
        if answer.status_code >= 400 or wish.id in self.agreed:
            return
        if not self._is_young(wish.id):
            raise Fault(HOST, f"{phone.name} agrees to what {asker.name} asked long ago")
        if person is not asker:
            wish.agreed.add(person.name)
        waits = self._request_of(wish.phone)
        if waits is None or waits.id != wish.id or not waits.missing:
            self.agreed[wish.id] = self.clock.passed
            self.did["agreed on"] += 1
            if len(wish.agreed) < 2:
                raise Fault(HOST, f"{asker.name} becomes host, and {len(wish.agreed)} others at the table agreed")
        self._nobody_is_host_of_more()

    def _is_young(self, wish: str) -> bool:
        return abs(self.clock.now - self.asked[wish]) < ASKS + timedelta(seconds=1)

    def _stop(self) -> None:
        """The host stops what is asked for, or agreed on; what is not over yet can be stopped."""
        host = next((phone for phone in self.hana.inside if phone.role == "host"), None)
        if host is None or not self.wishes:
            return
        wish = self.chance.choice(self.wishes)
        comes = self._stands(wish.id) == "announced" and not self._are_over(wish.id)
        answer = host.post(f"/g/{self.games[0].code}/invite/stop", {"phone": wish.id})
        if answer.status_code < 400:
            self.stopped.add(wish.id)
            self.did["stopped"] += wish.id in self.agreed
            self.wishes.remove(wish)
        elif comes:
            raise Fault(HOST, f"{wish.phone.name} becomes host, and the host cannot stop it: {answer.status}")
        self._nobody_is_host_of_more()

    def _pause(self) -> None:
        self.clock.pass_(self.chance.choice(_PAUSES))

    def _start_anew(self) -> None:
        """The server is, and with it what it has told of."""
        self.house.restart()

    def _look(self) -> None:
        """Whoever is to become host looks at the game, and is it when the ten minutes are over."""
        if not self.wishes:
            return
        wish = self.chance.choice(self.wishes)
        if wish.phone.get(f"/g/{self.games[0].code}/invite").status_code >= 400:
            return
        self._nobody_is_host_of_more()
        if wish.id not in self.agreed or not self._stands(wish.id):
            return
        first = self.looked.setdefault((wish.id, self.house.started), self.clock.passed)
        since = self.clock.passed - (first if self.house.started > self.agreed[wish.id] else self.agreed[wish.id])
        if self._holds(wish.phone):
            self.did["host by agreement"] += 1
            self.wishes.remove(wish)
            if wish.phone.get(f"/clubs/{self.club}/phones").status_code < 400:
                raise Fault(HOST, f"{wish.phone.name} was made host of a game, and sees the phones of the club")
        elif since > TEN + _LATE:
            raise Fault(HOST, f"{wish.phone.name} was agreed on {since:.0f} s ago and is not host yet")

    def _are_over(self, wish: str) -> bool:
        """Whether ten minutes have passed since it was agreed on, and since the server was started."""
        return self.clock.passed - max(self.agreed[wish], self.house.started) >= TEN

    # what must hold

    def _stands(self, wish: str) -> str:
        """Whether what was agreed on is announced or holds; empty for neither."""
        with self.house.app.app_context(), reading():
            right = rights.by_agreement(wish)
            return "" if right is None else "holds" if right.holds_from is None else "announced"

    def _holds(self, phone: Phone) -> bool:
        id_ = self._id(phone)
        with self.house.app.app_context(), reading():
            held = rights.rights_of(id_)
        return any(right.scope == GAME and right.role >= Role.HOST for right in held)

    def _nobody_is_host_of_more(self) -> None:
        """Every right that an agreement gave is one in that game, and holds after its ten minutes."""
        with self.house.app.app_context(), reading():
            living = select(Right).where(Right.agreement.is_not(None), Right.revoked_at.is_(None))
            for right in db.session.scalars(living):
                self._is_right(right, [(row.scope, row.of, row.role) for row in rights.rights_of(right.phone)])
            asked = [each.id for each in agreement.requests(self.games[0].code) if not each.holds_from]
        for wish in asked:
            if wish in self.asked and not self._is_young(wish):
                raise Fault(HOST, "a request to be host of long ago is still shown")

    def _is_right(self, right: Right, held: list[tuple[str, str, int]]) -> None:
        wish, game = str(right.agreement), self.games[0].code
        if (right.scope, right.of) != (GAME, game):
            raise Fault(HOST, f"those at one table have made a host of a {right.scope}")
        if wish not in self.agreed:
            raise Fault(HOST, "a host by an agreement that there was not")
        if wish in self.stopped:
            raise Fault(HOST, "a host by an agreement that was stopped")
        if (GAME, game, right.role) in held and wish not in self.hosts and not self._are_over(wish):
            since = self.clock.passed - max(self.agreed[wish], self.house.started)
            raise Fault(HOST, f"a host {since:.0f} s after the others agreed, before anybody could stop it")
        if right.holds_from is None:
            self.hosts.add(wish)

    def _who_was_host(self) -> None:
        """Any page of the game ends the ten minutes, and nobody may have looked who is host since: the next server
        begins them again only for the others."""
        self.hosts |= {wish for wish in self._hosts_in_the_book() if wish in self.agreed and self._are_over(wish)}

    def _hosts_in_the_book(self) -> set[str]:
        """The requests whose phone is host."""
        with self.house.app.app_context(), reading():
            held = Right.agreement.is_not(None) & Right.revoked_at.is_(None) & Right.holds_from.is_(None)
            return set(map(str, db.session.scalars(select(Right.agreement).where(held))))

    def _rights_as_the_book_has_them(self) -> None:
        """An older book has what was stopped since, and lacks what was agreed on since."""
        super()._rights_as_the_book_has_them()
        self.stopped.clear()
        self.hosts = self._hosts_in_the_book()
        self.hears.clear()
        for phone in self.gus.phones:
            phone.came_by = self._link_of(phone)

    def _link_of(self, phone: Phone) -> str:
        """The id of the link by which a phone is in; empty for one that is out."""
        id_ = self._id(phone)
        with self.house.app.app_context(), reading():
            return next((right.link for right in rights.living_of(id_) if right.link), "") if id_ else ""

    def _role_in_the_book(self, phone: Phone) -> int:
        """In the club and the house."""
        id_ = self._id(phone)
        with self.house.app.app_context():
            held = rights.rights_of(id_) if id_ else ()
        return max((row.role for row in held if row.scope != GAME), default=0)

    def _only_those_who_may(self, phone: Phone, tap: Tap, before: int) -> None:
        """A host of the first game enters there for everybody."""
        if not (phone.is_in and tap.code == self.games[0].code and self._holds(phone)):
            super()._only_those_who_may(phone, tap, before)

    # streams

    def _version(self, phone: Phone) -> str:
        key = news.phone_key(self._id(phone))
        with self.house.app.app_context(), reading():
            return news.versions([key])[key]

    def _listen(self) -> None:
        """A page of the game stays open: its stream ends when another version of the phone's rights is heard of."""
        phones = [phone for phone in self._inside() if phone not in self.hears]
        if phones:
            phone = self.chance.choice(phones)
            self.hears[phone] = self._version(phone)

    def _is_out(self, person: Person, phone: Phone) -> None:
        super()._is_out(person, phone)
        if (heard := self.hears.pop(phone, "")) and self._version(phone) == heard:
            raise Fault(RIGHTS, f"{phone.name} is out, and its stream goes on")

    # a guest of one game

    def _gus_plays(self) -> None:
        """A phone that has only the link of a game is shown that game, and neither another one nor the club."""
        for phone in self.gus.phones:
            shown = [phone.get(f"/api/games/{game.code}/history").status_code < 400 for game in self.games[:2]]
            if shown != [bool(phone.came_by), False]:
                raise Fault(RIGHTS, f"{phone.name} was let into one game, and is shown {shown} of two")
            if phone.get(f"/clubs/{self.club}/phones").status_code < 400:
                raise Fault(RIGHTS, f"{phone.name} was let into one game, and is shown the phones of the club")

    def _cancel_gus(self) -> None:
        """The link of the game is cancelled with all that it let in, and soon another one lets the guest in again."""
        phone = next((phone for phone in self.gus.phones if phone.came_by), None)
        if phone is None:
            return self._let_in_gus()
        before = self._version(phone)
        olga = self.olga.phones[0]
        fields = {"link": self._link_of(phone), "admitted": "yes"}
        if olga.post(f"/clubs/{self.club}/phones/take-back", fields).status_code >= 400:
            return None
        phone.came_by = ""
        self.wishes = [wish for wish in self.wishes if wish.phone is not phone]
        if self._request_of(phone) is not None or self._holds(phone):
            raise Fault(RIGHTS, f"{phone.name} is out of the game, and is host of it or asks for it")
        if self._version(phone) == before:
            raise Fault(RIGHTS, f"{phone.name} is out of the game, and its stream goes on")
        return self._gus_plays()

    # two hosts

    def _two_hosts(self) -> None:
        """The host makes another one, who lowers the first at once. Whoever is host no more knows no link that makes
        hosts: not by the right that ends with it either."""
        host = next((phone for phone in self.hana.inside if phone.role == "host"), None)
        made = next((phone for phone in self.quin.inside if not phone.role), None)
        if host is None or made is None:
            return
        roles = f"/clubs/{self.club}/phones/role"
        host.post("/invite/make", {"kind": "host"})
        known = self._hosts_secret()
        if host.post(roles, {"phone": self._id(made), "role": "host"}).status_code >= 400:
            return
        self.did["two hosts"] += 1
        made.role, made.raised_by = "host", host
        if made.post(roles, {"phone": self._id(host), "role": "player"}).status_code >= 400:
            return
        self._is_host_no_more(host, known)

    def _let_in_again(self) -> None:
        """And takes the seat again that nobody has; whoever holds a player holds that seat in each of their games."""
        super()._let_in_again()
        for seat, person in enumerate((self.pia, self.quin), start=2):
            for phone in person.inside[:1]:
                if phone.seats.get(self.games[0].code) != seat:
                    answer = phone.post(f"/g/{self.games[0].code}/who/seat", {"seat": str(seat)})
                    if answer.status_code < 400:
                        phone.seats |= {game.code: seat for game in self.games}

    def _end(self) -> None:
        self._nobody_is_host_of_more()
        super()._end()
