"""A second, slow and simple way to keep score, to hold the real one against.

It keeps a list of everything that was done, with a mark on what was undone, and counts the whole
list again each time it is asked.
"""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Deed:
    """``what`` and its details, as a table would write them on paper."""

    what: str
    number: int = 0
    seat: int = 0
    scores: dict[int, int] = field(default_factory=dict)
    out: int | None = None
    order: tuple[int, ...] = ()
    after: int = 0
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
    closed: int = 0
    over: str = "playing"

    def plays(self, seat: int, number: int) -> bool:
        return self.joined.get(seat, 1) <= number < self.left.get(seat, 10**6)

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

    def total(self, seat: int, bonus: int, for_going_out: int) -> int:
        total = self.opening.get(seat, 0)
        for number in range(1, self.closed + 1):
            total += self.scores.get((number, seat), 0)
            total -= for_going_out if self.out[number] == seat else 0
            cutter, exact = self.cuts.get(number, (0, False))
            if exact and cutter == seat and (number, seat) in self.scores:
                total -= bonus
        return total + sum(
            points
            for number, of, points in self.extras
            if of == seat and number <= self.closed and (number, seat) in self.scores
        )


def count(deeds: list[Deed], players: int, dealer: int, rounds: int) -> Paper:
    """Everything that counts, written down from the beginning."""
    paper = Paper(order=list(range(1, players + 1)), dealer=dealer, rounds=rounds)
    for deed in deeds:
        if not deed.undone:
            _write(paper, deed)
    return paper


def _write(paper: Paper, deed: Deed) -> None:
    if deed.what == "close":
        paper.closed = deed.number
        paper.scores.update({(deed.number, seat): score for seat, score in deed.scores.items()})
        paper.out[deed.number] = deed.out
        paper.pass_deal(deed.number + 1)
        paper.over = "finished" if deed.number == paper.rounds else "playing"
    elif deed.what == "correct":
        paper.scores[deed.number, deed.seat] = deed.scores[deed.seat]
    elif deed.what == "winner":
        paper.scores.update({(deed.number, seat): score for seat, score in deed.scores.items()})
        paper.out[deed.number] = deed.out
    elif deed.what == "cut":
        paper.cuts[deed.number] = (deed.seat, bool(deed.out))
    elif deed.what == "add":
        paper.joined[deed.seat] = deed.number
        paper.opening[deed.seat] = deed.scores[deed.seat]
        paper.order.insert(paper.order.index(deed.after) + 1 if deed.after else 0, deed.seat)
    elif deed.what == "drop":
        paper.left[deed.seat] = deed.number
        if paper.cuts.get(deed.number, (0, False))[0] == deed.seat:
            del paper.cuts[deed.number]
        if deed.seat == paper.dealer and deed.number == paper.closed + 1:
            paper.pass_deal(deed.number)
    elif deed.what == "return":
        if paper.left[deed.seat] <= paper.closed + 1:
            paper.joined[deed.seat] = deed.number
        del paper.left[deed.seat]
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
