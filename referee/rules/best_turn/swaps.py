"""Wild cards taken from melds on the table: every way to take some of them, none first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from referee.rules.best_turn.places import COST
from referee.rules.best_turn.position import OnTable, Rights
from referee.rules.cards import Placed
from referee.rules.judges.lay_off import every_way, lying
from referee.rules.judges.swap import swapped
from referee.rules.judges.turn import Step
from referee.rules.melds.readings import RANK_OF, stands
from referee.rules.rulebook.meld_rules import MeldRules
from referee.rules.rulebook.slots import LOOSE
from referee.rules.solver.terms import Work


class AfterSwaps(NamedTuple):
    """How hand and table are after wild cards were taken."""

    hand: tuple[int, ...]
    table: tuple[OnTable, ...]
    taken: tuple[int, ...] = ()
    steps: tuple[Step, ...] = ()


def after_swaps(
    rules: MeldRules, rights: Rights, hand: Sequence[int], table: tuple[OnTable, ...], round_no: int | None, work: Work
) -> list[AfterSwaps]:
    states = [AfterSwaps(tuple(sorted(hand)), table)]
    met = {(states[0].hand, table)}
    for state in states:
        for at, meld in enumerate(state.table):
            if not rights.swaps(meld.own):
                continue
            for after in _taken_from(rules, state, at, meld, round_no, work):
                if (after.hand, after.table) not in met:
                    met.add((after.hand, after.table))
                    states.append(after)
    return states


def _taken_from(
    rules: MeldRules, state: AfterSwaps, at: int, meld: OnTable, round_no: int | None, work: Work
) -> list[AfterSwaps]:
    work.spend(1)
    tables = lying(rules, meld.cards, round_no)
    if not any(table.wilds for table in tables):
        return []
    ways = every_way(rules, meld.cards, tables)
    wanted = {placed.stands_for for way in ways for placed in way.cards if stands(placed)}
    ranks = {way.rank for way in ways if way.kind != "run"}
    after = []
    for card in dict.fromkeys(state.hand):
        if card not in wanted and RANK_OF[card] not in ranks and not any(way.kind in LOOSE for way in ways):
            continue
        work.spend(COST)
        for each in {made.taken: made for way in ways for made in swapped(rules, way, card)}.values():
            rest = list(state.hand)
            rest.remove(card)
            lies = OnTable(each.meld.cards, meld.own)
            step = Step("swap", [[Placed(card)]], meld.cards, meld.owner)
            after.append(
                AfterSwaps(
                    tuple(sorted([*rest, each.taken])),
                    (*state.table[:at], lies, *state.table[at + 1 :]),
                    (*state.taken, each.taken),
                    (*state.steps, step),
                )
            )
    return after
