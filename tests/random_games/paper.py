"""A second, slow and simple way to keep score, to hold the real one against.

It keeps a list of everything that was done, with a mark on what was undone, and counts the whole
list again each time it is asked.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import floor
from typing import Any


@dataclass
class Deed:
    """``what`` and its details, as a table would write them on paper."""

    what: str
    number: int = 0
    seat: int = 0
    scores: dict[int, int] = field(default_factory=dict)
    met: dict[int, bool] = field(default_factory=dict)
    """Where each player has a contract of their own: who is said to have met it, beside whoever went out."""
    out: int | None = None
    one_turn: bool = False
    """Whether they went down in that same turn."""
    order: tuple[int, ...] = ()
    after: int = 0
    how: str = ""
    """How the opening total of somebody who comes follows from the others'; empty where it was said."""
    anew: dict[tuple[int, int], int] = field(default_factory=dict)
    """What the cards of closed rounds cost by other rules, by round and seat."""
    undone: bool = False


@dataclass
class Paper:
    """The score sheet after all deeds that count."""

    order: list[int]
    dealer: int
    rounds: int
    scores: dict[tuple[int, int], int] = field(default_factory=dict)
    out: dict[int, int | None] = field(default_factory=dict)
    cuts: dict[int, tuple[int, bool]] = field(default_factory=dict)
    extras: list[tuple[int, int, int]] = field(default_factory=list)
    """Points for irregularities: the round, whose, how many. They count for who plays that round: a round may be played
    again without somebody who has left before it."""
    joined: dict[int, int] = field(default_factory=dict)
    left: dict[int, int] = field(default_factory=dict)
    opening: dict[int, int] = field(default_factory=dict)
    how: dict[int, str] = field(default_factory=dict)
    first: dict[int, int] = field(default_factory=dict)
    others: dict[int, list[int]] = field(default_factory=dict)
    """Whom somebody new found at the table when the round before their first one was closed."""
    handicap: dict[int, int] = field(default_factory=dict)
    """Points agreed before the first round."""
    closed: int = 0
    over: str = "playing"
    until: int = 0
    """How many points end it; 0 where none do."""
    contracts: int = 0
    """How many contracts each player has to meet, one after the other; 0 where they belong to the rounds."""
    off: tuple[int, int, int] = (0, 0, 0)
    """What an exact cut, what going out and what going down and out in one turn take off."""
    doubles: bool = False
    """Whether the others' cards count twice in a round that somebody went down and out of in one turn."""
    in_one_turn: set[int] = field(default_factory=set)
    """The rounds that somebody went down and out of in one turn."""
    met: dict[tuple[int, int], bool] = field(default_factory=dict)

    def has_met(self, seat: int) -> int:
        """How many contracts of their own somebody has met."""
        count = 0
        for number in range(1, self.closed + 1):
            if (number, seat) in self.scores and (self.out[number] == seat or self.met.get((number, seat), False)):
                count += 1
        return min(count, self.contracts)

    @property
    def planned(self) -> int:
        """Rounds to play: as many as are closed once points or contracts have ended it."""
        last = [seat for seat in self.order if self.closed and (self.closed, seat) in self.scores]
        if self.until and any(self.total(seat, *self.off) >= self.until for seat in last):
            return self.closed
        if self.contracts and any(self.has_met(seat) == self.contracts for seat in self.order):
            return self.closed
        return self.rounds

    def plays(self, seat: int, number: int) -> bool:
        return self.joined.get(seat, 1) <= number < self.left.get(seat, 10**6)

    def write_out(self, deed: Deed) -> None:
        self.out[deed.number] = deed.out
        (self.in_one_turn.add if deed.one_turn else self.in_one_turn.discard)(deed.number)

    def pass_deal(self, number: int) -> None:
        """Turn the table until the next one who plays sits where the dealer sat; nobody deals where all have left."""
        if not any(self.plays(seat, number) for seat in self.order):
            return
        turned = list(self.order)
        while turned[0] != self.dealer:
            turned.append(turned.pop(0))
        turned.append(turned.pop(0))
        while not self.plays(turned[0], number):
            turned.append(turned.pop(0))
        self.dealer = turned[0]

    def played(self, seat: int) -> bool:
        return any(of == seat and number <= self.closed for number, of in self.scores)

    def at_table(self, first: int) -> list[int]:
        """Whom somebody finds there who plays from that round on: everyone who then has played a round."""
        running = self.closed + 1
        old = [seat for seat in self.order if self.played(seat) or (first > running and self.plays(seat, running))]
        there = [seat for seat in old if self.plays(seat, first)]
        if there:
            return there
        if first > running:
            return [seat for seat in self.order if self.plays(seat, running)]
        return [seat for seat in self.order if (self.closed, seat) in self.scores]

    def write_others(self) -> None:
        for seat in self.how:
            if self.first[seat] == self.closed + 1 and seat not in self.others:
                self.others[seat] = self.at_table(self.first[seat])

    def begins_with(self, seat: int, *off: int) -> int:
        return self.joined_with(seat, *off) + self.handicap.get(seat, 0)

    def joined_with(self, seat: int, bonus: int, for_going_out: int, for_one_turn: int) -> int:
        if seat not in self.how:
            return self.opening.get(seat, 0)
        first = self.first[seat]
        others = self.others[seat] if seat in self.others else self.at_table(first)
        totals = [self.total(other, bonus, for_going_out, for_one_turn, first - 1) for other in others]
        if not totals:
            return 0
        exactly = sum(totals) / len(totals)
        return max(totals) if self.how[seat] == "highest" else floor(exactly + 0.5)

    def total(self, seat: int, bonus: int, for_going_out: int, for_one_turn: int, after: int | None = None) -> int:
        """After that round, or after the last closed one."""
        total = self.begins_with(seat, bonus, for_going_out, for_one_turn)
        last = self.closed if after is None else min(after, self.closed)
        for number in range(1, last + 1):
            at_once = number in self.in_one_turn
            total += self.scores.get((number, seat), 0) * (2 if at_once and self.doubles else 1)
            if self.out[number] == seat:
                total -= for_one_turn if at_once else for_going_out
            cutter, exact = self.cuts.get(number, (0, False))
            if exact and cutter == seat and (number, seat) in self.scores:
                total -= bonus
        return total + sum(
            points
            for number, of, points in self.extras
            if of == seat and number <= last and (number, seat) in self.scores
        )


def count(deeds: list[Deed], players: int, dealer: int, **how: Any) -> Paper:
    """Everything that counts, written down from the beginning; ``how`` the game ends, by the names of ``Paper``."""
    paper = Paper(order=list(range(1, players + 1)), dealer=dealer, **how)
    for deed in deeds:
        if not deed.undone:
            _write(paper, deed)
    return paper


def _write(paper: Paper, deed: Deed) -> None:
    if deed.what == "close":
        paper.closed = deed.number
        paper.scores.update({(deed.number, seat): score for seat, score in deed.scores.items()})
        paper.write_out(deed)
        paper.pass_deal(deed.number + 1)
        paper.write_others()
        paper.met.update({(deed.number, seat): met for seat, met in deed.met.items()})
        paper.over = "finished" if deed.number == paper.planned else "playing"
    elif deed.what == "correct":
        paper.scores[deed.number, deed.seat] = deed.scores[deed.seat]
        paper.met.update({(deed.number, seat): met for seat, met in deed.met.items()})
    elif deed.what == "winner":
        paper.scores.update({(deed.number, seat): score for seat, score in deed.scores.items()})
        paper.met.update({(deed.number, seat): met for seat, met in deed.met.items()})
        paper.write_out(deed)
    elif deed.what == "cut":
        paper.cuts[deed.number] = (deed.seat, bool(deed.out))
    elif deed.what == "add":
        paper.joined[deed.seat] = deed.number
        paper.opening[deed.seat] = deed.scores[deed.seat]
        paper.order.insert(paper.order.index(deed.after) + 1 if deed.after else 0, deed.seat)
        paper.first[deed.seat] = deed.number
        if deed.how:
            paper.how[deed.seat] = deed.how
        paper.write_others()
    elif deed.what == "drop":
        paper.left[deed.seat] = deed.number
        if paper.cuts.get(deed.number, (0, False))[0] == deed.seat:
            del paper.cuts[deed.number]
        if deed.seat == paper.dealer and deed.number == paper.closed + 1:
            paper.pass_deal(deed.number)
    elif deed.what == "return":
        if paper.left[deed.seat] <= paper.closed + 1:
            paper.joined[deed.seat] = deed.number
            if not paper.played(deed.seat) and deed.seat in paper.first and paper.first[deed.seat] != deed.number:
                paper.first[deed.seat] = deed.number
                paper.others.pop(deed.seat, None)
        del paper.left[deed.seat]
        paper.write_others()
    elif deed.what == "void":
        paper.extras = [extra for extra in paper.extras if extra[0] != deed.number]
        paper.cuts.pop(deed.number, None)
        for seat in deed.order:  # who left in the middle of it
            paper.left[seat] = deed.number
        if not paper.plays(paper.dealer, deed.number):
            paper.pass_deal(deed.number)
    elif deed.what == "anew":
        paper.scores.update(deed.anew)
    elif deed.what == "handicap":
        paper.handicap = deed.scores
    elif deed.what == "extra":
        paper.extras.append((deed.number, deed.seat, deed.scores[deed.seat]))
    elif deed.what == "order":
        paper.order = list(deed.order) + [seat for seat in paper.order if seat not in deed.order]
    elif deed.what == "dealer":
        paper.dealer = deed.seat
        paper.cuts.pop(paper.closed + 1, None)  # somebody else cuts
    elif deed.what == "carry on":
        paper.rounds += deed.number
        paper.over = "playing"
    elif deed.what in ("finished", "abandoned", "playing"):
        paper.over = deed.what
