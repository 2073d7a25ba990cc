"""What each card costs, as a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from referee.messages import gettext as _
from referee.messages import ngettext
from referee.season.records import ContractCost
from referee.web.parts.club_bar import figure_shown
from referee.web.shell import words


@dataclass(frozen=True)
class CostRow:
    contract: str
    where: str
    per_hand: str
    share: int
    """Against the dearest one shown, in percent: the length of its bar."""
    dearest: str
    rounds: str


def cost_rows(costs: Sequence[ContractCost]) -> tuple[CostRow, ...]:
    """Contracts with what they cost on average, drawn as bars."""
    most = max((cost.per_hand for cost in costs), default=0)
    return tuple(
        CostRow(
            contract=words.begun(cost.contract),
            where=_("%(name)s, round %(number)s", name=cost.name, number=cost.plays),
            per_hand=figure_shown(cost.per_hand),
            share=max(0, round(100 * cost.per_hand / most)) if most > 0 else 0,
            dearest=str(cost.dearest),
            rounds=ngettext("%(num)s time", "%(num)s times", cost.rounds),
        )
        for cost in costs
    )
