"""A turn as it was found: its steps, as ``judge_turn`` takes them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from referee.rules.best_turn.position import OnTable
from referee.rules.best_turn.share import Shared
from referee.rules.cards import JOKER, Placed
from referee.rules.judges.turn import Step
from referee.rules.rulebook.model import Rulebook


class Taker(NamedTuple):
    """A meld that gets cards of the hand: one on the table, one of the contract, or one that is new."""

    meld: OnTable | None = None
    of_contract: int | None = None


_DRAWN = Step("draw", ())
"""A draw whose card is in the hand already."""


def with_draw(book: Rulebook, down: str, steps: Sequence[Step]) -> tuple[Step, ...]:
    """The steps of a turn with the draw before them, where the player draws."""
    return (*([] if down == "earlier" and not book.down_draws else [_DRAWN]), *steps)


class Begun(NamedTuple):
    """What is done before the hand is shared out."""

    steps: tuple[Step, ...] = ()
    contract: tuple[tuple[Placed, ...], ...] = ()
    """The melds of a contract in which a joker stands in for each wild card."""
    swaps: tuple[Step, ...] = ()


def steps_of(begun: Begun, takers: Sequence[Taker], shared: Shared | None, discard: int | None) -> tuple[Step, ...]:
    """The steps of a turn in their order: contract, wild cards taken, new melds, lay-offs, discard."""
    wilds = iter(shared.wilds if shared else ())
    contract = tuple([tuple(_dealt(meld, wilds)) for meld in begun.contract])
    steps = [*begun.steps, *([Step("contract", contract)] if contract else []), *begun.swaps]
    pairs = [*zip(takers, shared.chosen, strict=True)] if shared else []
    for taker, option in pairs:
        if taker == NEW and option.take.laid:
            steps.append(Step("new_meld", [[*_dealt(option.take.laid, wilds)]]))
    for taker, option in pairs:
        if taker == NEW or not option.take.laid:
            continue
        laid = sorted(_dealt(option.take.laid, wilds), key=_place)
        if taker.meld is None:
            steps.append(Step("lay_off", [laid], contract[taker.of_contract or 0], "self"))
        else:
            steps.append(Step("lay_off", [laid], taker.meld.cards, taker.meld.owner))
    steps.append(Step("discard", [] if discard is None else [[Placed(discard)]]))
    return tuple(steps)


NEW = Taker()


def _dealt(meld: Sequence[Placed], wilds: Iterator[int]) -> Iterator[Placed]:
    """A meld with real wild cards for the jokers that stand in for them."""
    for placed in meld:
        if placed.card == JOKER:
            yield Placed(next(wilds), placed.stands_for)
        else:
            yield placed


def _place(placed: Placed) -> int:
    return placed.card if placed.stands_for is None or placed.stands_for < 0 else placed.stands_for
