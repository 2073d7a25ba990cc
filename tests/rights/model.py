"""Rights as a beginner would write them down: a small world of phones, links and seats, and what may happen in it.

A state is a value, a step makes another one, and nothing here knows the app. ``search`` looks at every state that can
be reached in so many steps; ``machine`` does the same things to the app and holds it against this model.

What holds in every state (``broken`` names what does not):

- *Out means out*: a phone that was taken out has no right, no request and no stream, until somebody who is in lets it
  back, by telling it an invitation of now or by letting it in from where it waits. (An invitation that it was told
  before, and never used, nobody knows of.)
- A right stands only while everything that it rests on stands.
- Nobody is host whom no host has made it, nor two others that have each entered for a seat of their own.
- Those two are two persons, and neither is the one that asks, although phones 1 and 2 are two browsers of one person:
  as long as no person has entered on two browsers, each for a seat of its own. Who plays two hands on two browsers is
  two players to the app, here as in the game: no rule that goes by phones can tell, and the ten minutes in which a
  host can stop it are what is left then.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

PHONES = (0, 1, 2)
SEATS = (0, 1, 2)
PERSONS = {0: "a host", 1: "one with two browsers", 2: "one with two browsers", 3: "somebody else"}
"""By phone whose it is; the fourth one is in the worlds of an agreement alone. That they were of three persons is no
case of its own: what holds for the one with two browsers holds for two who have one each."""
PLAYER, HOST = 2, 4
USUAL, HOSTS, CLUB = 0, 1, -1
LINKS = {USUAL: PLAYER, HOSTS: HOST}
"""By link the role that it gives."""


class Right(NamedTuple):
    """What a phone may do, and all that it rests on. Two that rest on the same are the same."""

    phone: int
    role: int
    link: int | None = None
    """The link that let it in."""
    beneath: Right | None = None
    """The right of the same phone that was raised."""
    given: Right | None = None
    """The right by which another phone gave it."""
    agreed: bool = False
    """By the others at the table: of that game alone."""

    @property
    def rests_on(self) -> tuple[Right, ...]:
        return tuple(right for right in (self.beneath, self.given) if right is not None)


class World(NamedTuple):
    rights: frozenset[Right]
    coming: frozenset[Right] = frozenset()
    """Agreed on, and still to be stopped."""
    knows: frozenset[tuple[int, int]] = frozenset()
    """Which phone knows the secret of now of which link. Whoever is in sees the links that it may give on."""
    saw: frozenset[tuple[int, int]] = frozenset()
    """Which phone came in by which link of now, or was shown it: as far as the app can tell who knows it."""
    waits: frozenset[int] = frozenset()
    """Phones that typed a code of the usual link."""
    asks: frozenset[tuple[int, frozenset[int]]] = frozenset()
    """Phones that ask to become host, with those that have agreed."""
    seats: tuple[int | None, ...] = (None,) * len(SEATS)
    entered: frozenset[int] = frozenset()
    """Phones that have entered for the seat that they hold, in a round that is closed."""
    listens: frozenset[int] = frozenset()
    """Phones with an open stream."""
    out: frozenset[int] = frozenset()
    """Phones that were taken out, and nobody has let back."""
    came: frozenset[tuple[int, int]] = frozenset()
    """Which phone came in by which link, whatever its rights say."""
    made_host: frozenset[int] = frozenset()
    """Phones that a host, or two others, have made host or told the link for hosts."""
    alone: str = ""
    """The person that was enough for an agreement, with nobody else but the one that asked."""

    def role(self, phone: int) -> int:
        """In the game."""
        return max((right.role for right in self.rights if right.phone == phone), default=0)

    def club_role(self, phone: int) -> int:
        """In the club, whose links, phones and rights a host looks after."""
        return max((right.role for right in self.rights if right.phone == phone and not right.agreed), default=0)


Step = tuple[str, *tuple[int, ...]]
"""What happens: its name, and to whom."""


BY_ITS_OTHER_BROWSER: tuple[Step, ...] = (
    ("enter", 0, 0), ("join", 1, USUAL), ("join", 2, USUAL), ("enter", 2, 0), ("ask", 1), ("agree", 0, 1),
    ("agree", 2, 1),
)  # fmt: skip
"""A browser that has not played asks, and the other one of the same person is one of the two that agree."""


def first() -> tuple[World, ...]:
    """An evening that begins: phone 0 is host, and has sent the usual link to the others. And two in play: all are in,
    a round is closed, for which all have entered on seats of their own, or phones 0 and 2, and phone 1 has none."""
    host = Right(0, HOST)
    begun = World(
        frozenset({host}),
        knows=frozenset({(1, USUAL), (2, USUAL)}),
        came=frozenset({(0, CLUB)}),
        made_host=frozenset({0}),
    )
    return seen(begun), playing(begun, (1, 2), (0, 2, None)), playing(begun, (1, 2), (0, 1, 2))


def four() -> World:
    """One in play with a fourth phone: phone 1 has no seat, and all others have entered on one."""
    return playing(first()[0], (1, 2, 3), (0, 2, 3))


def playing(begun: World, phones: tuple[int, ...], seats: tuple[int | None, ...]) -> World:
    """Where these phones have come in by the usual link, and a round is closed."""
    players = {Right(phone, PLAYER, USUAL) for phone in phones}
    came = begun.came | {(phone, USUAL) for phone in phones}
    entered = frozenset(phone for phone in seats if phone is not None)
    return seen(begun._replace(rights=begun.rights | players, came=came, seats=seats, entered=entered))


def seen(world: World) -> World:
    """Whoever is in sees the invitations that it may give on, and listens for news. The seats are alike."""
    roles: dict[int, int] = {}
    for right in world.rights:
        if not right.agreed:
            roles[right.phone] = max(right.role, roles.get(right.phone, 0))
    sees = {(phone, link) for phone, role in roles.items() for link, needs in LINKS.items() if role >= needs}
    listens = world.listens.union(roles)
    seats = tuple(sorted(world.seats, key=lambda phone: -1 if phone is None else phone))
    return world._replace(
        knows=world.knows | sees, saw=(world.saw | sees) & (world.knows | sees), listens=listens, seats=seats
    )


class Rules:
    """What each step does. A fault is put back by overriding one method."""

    def ended(self, world: World, roots: frozenset[Right]) -> World:
        """These rights end, with all that rests on them, and with what phones leave behind that are out."""
        gone = set(roots)
        everything = world.rights | world.coming
        while more := {right for right in everything - gone if any(under in gone for under in right.rests_on)}:
            gone |= more
        after = world._replace(rights=world.rights - gone, coming=world.coming - gone)
        return self.cleared(after, frozenset(right.phone for right in gone))

    def cleared(self, world: World, phones: frozenset[int]) -> World:
        left = {phone for phone in phones if world.role(phone) < PLAYER}
        return world._replace(
            asks=frozenset((phone, agreed) for phone, agreed in world.asks if phone not in left),
            seats=tuple(None if phone in left else phone for phone in world.seats),
            entered=world.entered - left,
            listens=self.still_listen(world, phones),
        )

    def still_listen(self, world: World, phones: frozenset[int]) -> frozenset[int]:
        return frozenset(phone for phone in world.listens if phone not in phones or world.role(phone))

    def renewed(self, world: World, phones: frozenset[int]) -> World:
        """The links by which these phones would be more than they are get another secret."""
        due = {
            link
            for link, role in LINKS.items()
            if any((phone, link) in world.saw and world.club_role(phone) < role for phone in phones)
        }
        return world._replace(knows=frozenset(pair for pair in world.knows if pair[1] not in due))

    def take_out(self, world: World, _by: int, phone: int) -> World:
        world = self.ended(world, frozenset(right for right in world.rights | world.coming if right.phone == phone))
        world = world._replace(
            waits=world.waits - {phone},
            out=world.out | {phone},
            came=frozenset(pair for pair in world.came if pair[0] != phone),
            made_host=world.made_host - {phone},
        )
        return self.renewed(world, frozenset({phone}))

    def cancel_all(self, world: World, _by: int, link: int) -> World:
        let_in = frozenset(right for right in world.rights if right.link == link)
        came = frozenset(pair for pair in world.came if pair[1] != link)
        phones = frozenset(phone for phone, by in world.came if by == link)
        out = phones - {phone for phone, _ in came}
        world = world._replace(knows=frozenset(pair for pair in world.knows if pair[1] != link), came=came)
        world = self.ended(world, let_in)
        world = world._replace(
            waits=frozenset() if link == USUAL else world.waits - out,
            out=world.out | out,
            made_host=world.made_host - out,
        )
        return self.renewed(world, phones)

    def cancel(self, world: World, _by: int, link: int) -> World:
        """Nobody new: those who are in stay, and what they are rests on the club."""
        if link != USUAL:
            came = frozenset((phone, CLUB if by == link else by) for phone, by in world.came)
            world = world._replace(came=came)
        world = world._replace(knows=frozenset(pair for pair in world.knows if pair[1] != link))
        if link == USUAL:  # another one follows at once, and what rests on the old one rests on it
            return world._replace(waits=frozenset())
        return self.moved(world, link)

    def moved(self, world: World, link: int) -> World:
        def on_club(right: Right) -> Right:
            return right._replace(
                link=None if right.link == link else right.link,
                beneath=on_club(right.beneath) if right.beneath else None,
                given=on_club(right.given) if right.given else None,
            )

        return world._replace(
            rights=frozenset(map(on_club, world.rights)), coming=frozenset(map(on_club, world.coming))
        )

    def renew(self, world: World, _by: int, link: int) -> World:
        return world._replace(knows=frozenset(pair for pair in world.knows if pair[1] != link))

    def tell(self, world: World, _by: int, phone: int, link: int) -> World:
        made = world.made_host | {phone} if LINKS[link] == HOST else world.made_host
        return world._replace(knows=world.knows | {(phone, link)}, out=world.out - {phone}, made_host=made)

    def join(self, world: World, phone: int, link: int) -> World:
        """By a link that it came in by or saw before it was out, or by one that somebody has told it."""
        is_told = (phone, link) not in world.saw
        return world._replace(
            rights=world.rights | {Right(phone, LINKS[link], link)},
            saw=world.saw | {(phone, link)},
            came=world.came | {(phone, link)},
            out=world.out - {phone} if is_told else world.out,
            made_host=world.made_host | {phone} if is_told and LINKS[link] == HOST else world.made_host,
        )

    def type_code(self, world: World, phone: int) -> World:
        return world._replace(waits=world.waits | {phone})

    def let_in(self, world: World, _by: int, phone: int) -> World:
        right = Right(phone, PLAYER, USUAL)
        return world._replace(
            rights=world.rights | {right},
            waits=world.waits - {phone},
            out=world.out - {phone},
            came=world.came | {(phone, USUAL)},
        )

    def promote(self, world: World, by: int, phone: int) -> World:
        own = [right for right in world.rights if right.phone == phone]
        giver = max(
            (right for right in world.rights if right.phone == by and not right.agreed),
            key=lambda right: (right.role, repr(right)),
        )
        right = Right(phone, HOST, beneath=self.beneath(own), given=giver)
        return world._replace(rights=world.rights | {right}, made_host=world.made_host | {phone})

    def beneath(self, own: list[Right]) -> Right | None:
        lower = [right for right in own if right.role < HOST]
        return max(lower, key=lambda right: (right.role, repr(right))) if lower else None

    def demote(self, world: World, _by: int, phone: int) -> World:
        everything = world.rights | world.coming
        hosting = frozenset(right for right in everything if right.phone == phone and right.role == HOST)
        if not any(right.phone == phone and right.role == PLAYER for right in world.rights):
            oldest = min(hosting & world.rights, key=repr)
            world = world._replace(rights=world.rights | {oldest._replace(role=PLAYER, beneath=None)})
        world = self.ended(world, hosting)._replace(made_host=world.made_host - {phone})
        return self.renewed(world, frozenset({phone}))

    def enter(self, world: World, phone: int, seat: int) -> World:
        """It takes a seat, from whichever phone had it, and enters for it until the round is closed."""
        held = [None if holder == phone else holder for holder in world.seats]
        held[seat] = phone
        return world._replace(seats=tuple(held), entered=frozenset(each for each in held if each is not None))

    def ask(self, world: World, phone: int) -> World:
        return world._replace(asks=world.asks | {(phone, frozenset())})

    def has_played(self, world: World, phone: int) -> bool:
        return phone in world.entered and phone in world.seats and world.role(phone) >= PLAYER

    def may_agree(self, world: World, phone: int, asks: int) -> bool:
        return phone != asks and self.has_played(world, phone)

    def enough(self, world: World, agreed: frozenset[int], asks: int) -> bool:
        """Two; three where the one that asks has not played, and so may be the second browser of one of them."""
        return len(agreed) >= (2 if self.has_played(world, asks) else 3)

    def agree(self, world: World, phone: int, asks: int) -> World:
        before = next(agreed for each, agreed in world.asks if each == asks)
        agreed = frozenset(each for each in before | {phone} if self.may_agree(world, each, asks))
        others = frozenset(pair for pair in world.asks if pair[0] != asks)
        if not self.enough(world, agreed, asks):
            return world._replace(asks=others | {(asks, agreed)})
        own = [right for right in world.rights if right.phone == asks]
        right = Right(asks, HOST, beneath=self.beneath(own), agreed=True)
        made = world.made_host | {asks} if len(agreed - {asks}) >= 2 else world.made_host
        persons = {PERSONS[phone] for phone in agreed} - {PERSONS[asks]}
        in_play = [PERSONS[phone] for phone in world.entered]
        is_fair = len(persons) >= 2 or len(set(in_play)) < len(in_play)  # where one plays for two nobody can tell
        alone = "" if is_fair else min(persons, default=PERSONS[asks])
        return world._replace(asks=others, coming=world.coming | {right}, made_host=made, alone=alone)

    def stop(self, world: World, _by: int, phone: int) -> World:
        asks = frozenset(pair for pair in world.asks if pair[0] != phone)
        coming = frozenset(right for right in world.coming if right.phone != phone)
        is_stopped = world.role(phone) < HOST and (phone, HOSTS) not in world.knows
        made = world.made_host - {phone} if is_stopped else world.made_host
        return self.stopped(world._replace(asks=asks, made_host=made), coming)

    def stopped(self, world: World, coming: frozenset[Right]) -> World:
        return world._replace(coming=coming)

    def ten_minutes(self, world: World) -> World:
        return world._replace(rights=world.rights | world.coming, coming=frozenset())

    def after(self, world: World, step: Step) -> World:
        """The world after a step that is possible in it."""
        name, *who = step
        return seen(getattr(self, name)(world, *who))


def steps(world: World, rules: Rules, phones: tuple[int, ...] = PHONES) -> Iterator[Step]:
    """All that may happen next. Phones 1 and 2 are two browsers of one person: each knows what it knows."""
    roles = [world.role(phone) for phone in phones]
    in_club = [world.club_role(phone) for phone in phones]
    hosts = [phone for phone in phones if in_club[phone] >= HOST]
    become = {phone for phone, _ in world.asks} | {right.phone for right in world.coming}
    for phone in phones:
        for link in LINKS:
            if (phone, link) in world.knows and in_club[phone] < LINKS[link]:
                yield "join", phone, link
        if not roles[phone] and phone not in world.waits:
            yield "type_code", phone
        if roles[phone] and phone not in world.seats:
            for holder in dict.fromkeys(world.seats):  # those that are free are alike
                yield "enter", phone, world.seats.index(holder)
        if roles[phone] == PLAYER and phone not in become:
            yield "ask", phone
        for asks, agreed in world.asks:
            if phone not in agreed and rules.may_agree(world, phone, asks):
                yield "agree", phone, asks
        if roles[phone] >= PLAYER:
            for other in world.waits:
                yield "let_in", phone, other
            for link, role in LINKS.items():
                for other in phones:
                    if in_club[phone] >= role and (other, link) not in world.knows:
                        yield "tell", phone, other, link
    for host in hosts[:1]:  # what one host may, another may as well
        for link in LINKS:
            yield from (("cancel_all", host, link), ("cancel", host, link), ("renew", host, link))
    for phone in phones:
        others = [host for host in hosts if host != phone]
        for host in others[:1]:
            if roles[phone]:
                yield "take_out", host, phone
            if roles[phone] == HOST:
                yield "demote", host, phone
            if phone in become:
                yield "stop", host, phone
        if in_club[phone] == PLAYER:
            for host in others:
                yield "promote", host, phone
    if world.coming:
        yield ("ten_minutes",)


def broken(world: World) -> str:
    """What of a world must never be; empty where all is well."""
    for phone in world.out:
        if world.role(phone):
            return f"phone {phone} is out and has a right"
        if any(right.phone == phone for right in world.coming) or any(asks == phone for asks, _ in world.asks):
            return f"phone {phone} is out and is to become host"
        if phone in world.listens:
            return f"phone {phone} is out and hears news"
        if phone in world.seats:
            return f"phone {phone} is out and has a seat"
    for right in world.rights | world.coming:
        for under in right.rests_on:
            if under not in world.rights:
                return f"{right} rests on what has ended"
    for phone in {right.phone for right in world.rights if right.role == HOST} - world.made_host:
        return f"phone {phone} is host, and nobody made it so"
    if world.alone:
        return f"{world.alone} was enough for an agreement"
    return ""
