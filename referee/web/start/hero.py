"""The game that is played just now, at the top of the first page: its round, its totals, and the way on."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from referee.game.news import round_news
from referee.game.state import GameState, RunningRound
from referee.messages import gettext as _
from referee.messages import ngettext
from referee.rules.speech.words import contract_words
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
        of=words.rounds_to_play(state),
        contract=_contract(running, mine) if running else words.none_left(state.book),
        seats=tuple(_seat(state, seat, far.get(seat)) for seat in shown),
        others=ngettext("%(num)s more player", "%(num)s more players", rest) if rest else "",
    )


def _contract(running: RunningRound, mine: Collection[int]) -> str:
    """That of this phone's one seat, where each player has a contract of their own."""
    if not running.own:
        return words.contract(running.deal.contract)
    seats = [seat for seat in running.seats if seat in mine]
    if len(seats) != 1:
        return _("Each player has a contract of their own")
    own = running.own[seats[0]]
    return _("Contract %(number)s: %(contract)s", number=own.number, contract=contract_words(own.slots))


def _chosen(ordered: list[int], mine: Collection[int]) -> list[int]:
    """The first, this phone's own, the last; then whoever comes next, as long as there is room."""
    return first_of(ordered, (*ordered[:1], *(seat for seat in ordered if seat in mine), *ordered[-1:]), MOST)


def _seat(state: GameState, seat: int, far: int | None) -> HeroSeat:
    """``far``: points behind the leader; None for whoever has no place."""
    at = standing(state, state.by_id[seat])
    says = at.contract or at.sign or ("" if far is None else behind(far))
    return HeroSeat(at.player, at.total, says, bool(at.sign))
