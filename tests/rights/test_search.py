"""Every small world in which rights are given and ended: more by ``python -m tests.rights.search --depth 10``."""

from __future__ import annotations

import pytest

from tests.rights.model import BY_ITS_OTHER_BROWSER, Right, Rules, World, first, four, steps
from tests.rights.search import DEPTH, search
from tests.sizes import sized

pytestmark = pytest.mark.unmeasured


@pytest.mark.long
def test_in_every_small_world_out_means_out() -> None:
    found = search(DEPTH)
    assert not found.why, (found.why, found.way)
    assert found.states > 90_000, found
    assert found.agreed > 1_000, "phones become host by an agreement"
    print(f"{found.states:,} states, {found.steps:,} steps")


def test_a_phone_that_has_not_played_needs_the_other_three_at_a_table_of_four() -> None:
    """One of these three may be its own person's other browser: the other two are two persons."""
    found = search(sized(4, 5), begin=[four()], phones=(0, 1, 2, 3))
    assert not found.why, (found.why, found.way)
    assert found.agreed > 0
    world, rules = four(), Rules()
    for step in (("ask", 1), ("agree", 0, 1), ("agree", 2, 1)):
        world = rules.after(world, step)
    assert not world.coming, "the one with two browsers and the host are only two of three"
    assert rules.after(world, ("agree", 3, 1)).coming


def after(world: World, rules: Rules) -> World:
    for step in BY_ITS_OTHER_BROWSER:
        assert step in steps(world, rules), step
        world = rules.after(world, step)
    return world


def test_the_second_browser_of_whoever_asks_and_one_other_are_not_enough() -> None:
    world = after(first()[0], Rules())
    assert not world.coming
    assert world.asks == {(1, frozenset({0, 2}))}


class OneBrowserIsEnough(Rules):
    """Any other phone that plays may agree, and one is enough."""

    def may_agree(self, world: World, phone: int, asks: int) -> bool:
        return phone != asks and world.role(phone) > 0

    def enough(self, world: World, agreed: frozenset[int], asks: int) -> bool:  # noqa: ARG002 - as it is called
        return len(agreed) >= 1


class TwoAreAlwaysEnough(Rules):
    """Whether the one that asks has played or not."""

    def enough(self, world: World, agreed: frozenset[int], asks: int) -> bool:  # noqa: ARG002 - as it is called
        return len(agreed) >= 2


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
    OneBrowserIsEnough, TwoAreAlwaysEnough, OldLinksOpen, RequestsStay, SeatsStay, StreamsGoOn, NothingEndsBelow,
    RaisedOnNothing, RenewedCarriesNothingOver, LoweredKnowsTheHostsLink, StoppedInWordsOnly,
)  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.__name__)
def test_each_fault_that_is_put_back_is_found(fault: type[Rules]) -> None:
    found = search(6, fault())
    assert found.why, fault.__name__
    assert len(found.way) <= 6
