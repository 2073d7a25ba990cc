"""The seats that a phone speaks for: its own come first, and the others where it may."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from referee.web.shell import access


@dataclass(frozen=True)
class Hands:
    """Of the seats of one round."""

    mine: tuple[int, ...] = ()
    """The seats that this phone holds, in table order; none on a phone that speaks for everybody."""
    others: bool = True
    """Whether it may enter for the other seats, too."""
    held: frozenset[int] = frozenset()
    """Seats that other phones hold: they enter their own cards."""
    writes: bool = True
    """Whether it may enter anything that concerns no seat."""

    def enters(self, seat: int) -> bool:
        return self.others or seat in self.mine

    def own_first(self, seats: Iterable[int]) -> tuple[int, ...]:
        """Seats in the order in which this phone offers them."""
        return tuple(sorted(seats, key=lambda seat: seat not in self.mine))

    def around(self, seats: Sequence[int]) -> tuple[int, ...]:
        """The seats of a table from the own one on, so that neighbours stay neighbours; of several own ones each comes
        first."""
        if self.alone not in seats:
            return self.own_first(seats)
        at = seats.index(self.alone)
        return (*seats[at:], *seats[:at])

    @property
    def alone(self) -> int | None:
        """The one seat that this phone holds; None where it holds none or several."""
        return self.mine[0] if len(self.mine) == 1 else None


EVERYBODYS = Hands()
"""One phone for the whole table."""


def hands_here(code: str, seats: Sequence[int]) -> Hands:
    """What the phone of this request may enter for the seats of a round, in table order."""
    holdings = access.held_here(code)
    mine = tuple(seat for seat in seats if seat in holdings.mine)
    return Hands(mine, access.may("scorer"), frozenset(holdings.others or ()), access.may("player"))
