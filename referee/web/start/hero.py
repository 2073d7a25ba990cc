"""The game that is played just now, at the top of the first page: its round, its totals, and the way on."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from referee.game.news import round_news
from referee.game.state import GameState
from referee.messages import gettext as _
from referee.messages import ngettext
from referee.web.parts.race import behind, first_of
from referee.web.parts.standing import by_place, standing
from referee.web.shell import words

MOST = 4
"""So many players have a column of their own; the others are counted."""


@dataclass(frozen=True)
class HeroSeat:
    player: str
    total: str
    says: str
    """``"leads"``, ``"6 behind"``; empty before a round is closed."""
    leads: bool


@dataclass(frozen=True)
class Hero:
    code: str
    rulebook: str
    round: int
    """The one in play; 0 where none is, since all are played."""
    of: int
    contract: str
    seats: tuple[HeroSeat, ...]
    others: str
    """``"4 more players"``; empty where each has a column."""


def hero(code: str, state: GameState, mine: Collection[int] = ()) -> Hero:
    """``mine``: the seats of this phone, which are never among those who are only counted."""
    ordered = [seat.id for seat in by_place(state)]
    shown = _chosen(ordered, mine)
    rest = len(ordered) - len(shown)
    running = state.running
    far = {each.seat: each.behind for each in round_news(state).standings} if state.rounds else {}
    return Hero(
        code=code,
        rulebook=state.book.name,
        round=running.number if running else 0,
        of=state.planned,
        contract=words.contract(running.deal.contract) if running else _("All rounds played"),
        seats=tuple(_seat(state, seat, far.get(seat)) for seat in shown),
        others=ngettext("%(num)s more player", "%(num)s more players", rest) if rest else "",
    )


def _chosen(ordered: list[int], mine: Collection[int]) -> list[int]:
    """The first, this phone's own, the last; then whoever comes next, as long as there is room."""
    return first_of(ordered, (*ordered[:1], *(seat for seat in ordered if seat in mine), *ordered[-1:]), MOST)


def _seat(state: GameState, seat: int, far: int | None) -> HeroSeat:
    """``far``: points behind the leader; None for whoever has no place."""
    at = standing(state, state.by_id[seat])
    return HeroSeat(at.player, at.total, at.sign or ("" if far is None else behind(far)), bool(at.sign))
