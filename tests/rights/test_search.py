"""Every small world in which rights are given and ended: more by ``python -m tests.rights.search --depth 10``."""

from __future__ import annotations

import pytest

from tests.rights.model import Right, Rules, World
from tests.rights.search import DEPTH, search
from tests.sizes import sized

pytestmark = pytest.mark.unmeasured


@pytest.mark.long
def test_in_every_small_world_out_means_out() -> None:
    """To its whole depth in a sweep, and by ``python -m tests.rights.search``."""
    depth, states = sized((DEPTH - 2, 12_000), (DEPTH, 60_000))
    found = search(depth)
    assert not found.why, (found.why, found.way)
    assert found.states > states, found
    print(f"{found.states:,} states, {found.steps:,} steps")


class OneBrowserIsEnough(Rules):
    """Any other phone that plays may agree, and one is enough."""

    def may_agree(self, world: World, phone: int, asks: int) -> bool:
        return phone != asks and world.role(phone) > 0

    def enough(self, agreed: frozenset[int]) -> bool:
        return len(agreed) >= 1


class OldLinksOpen(Rules):
    def renewed(self, world: World, _phones: frozenset[int]) -> World:
        return world


class RequestsStay(Rules):
    def cleared(self, world: World, phones: frozenset[int]) -> World:
        return super().cleared(world, phones)._replace(asks=world.asks)


class SeatsStay(Rules):
    def cleared(self, world: World, phones: frozenset[int]) -> World:
        return super().cleared(world, phones)._replace(seats=world.seats)


class StreamsGoOn(Rules):
    def still_listen(self, world: World, _phones: frozenset[int]) -> frozenset[int]:
        return world.listens


class NothingEndsBelow(Rules):
    def ended(self, world: World, roots: frozenset[Right]) -> World:
        after = world._replace(rights=world.rights - roots, coming=world.coming - roots)
        return self.cleared(after, frozenset(right.phone for right in roots))


class RaisedOnNothing(Rules):
    """A phone that was made host, or agreed on, no longer rests on what let it in."""

    def beneath(self, _own: list[Right]) -> Right | None:
        return None


class RenewedCarriesNothingOver(Rules):
    def renew(self, world: World, by: int, link: int) -> World:
        return self.moved(super().renew(world, by, link), link)


class LoweredKnowsTheHostsLink(Rules):
    def demote(self, world: World, by: int, phone: int) -> World:
        return super().demote(world, by, phone)._replace(knows=world.knows)


class StoppedInWordsOnly(Rules):
    def stopped(self, world: World, _coming: frozenset[Right]) -> World:
        return world


FAULTS = (
    OneBrowserIsEnough, OldLinksOpen, RequestsStay, SeatsStay, StreamsGoOn, NothingEndsBelow, RaisedOnNothing,
    RenewedCarriesNothingOver, LoweredKnowsTheHostsLink, StoppedInWordsOnly,
)  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.__name__)
def test_each_fault_that_is_put_back_is_found(fault: type[Rules]) -> None:
    found = search(6, fault())
    assert found.why, fault.__name__
    assert len(found.way) <= 6
