"""Who is at the table and around it: each with phones, and with what they know and cannot forget."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from tests.simulator.phone import Phone


@dataclass(eq=False)
class Person:
    name: str
    address: str
    phones: list[Phone] = field(default_factory=list)
    knows: dict[str, float] = field(default_factory=dict)
    """Secrets of invitations, and when they were seen last by right."""
    put_out: float = -1.0
    """When one of their phones was put out last."""
    failed: list[tuple[float, datetime]] = field(default_factory=list)
    """When they typed something wrong, by a watch that nobody sets and by the clock."""
    is_known: bool = True
    """Whether their address is, to a clock that has not leapt since they came in."""

    @property
    def inside(self) -> list[Phone]:
        return [phone for phone in self.phones if phone.is_in]

    def learn(self, secret: str, at: float) -> None:
        self.knows[secret] = at


@dataclass(eq=False)
class Wish:
    """Somebody wants their phone to be host."""

    phone: Phone
    id: str
    agreed: set[str] = field(default_factory=set)
    """Names of people."""
