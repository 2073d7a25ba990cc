"""What is known of the round in play, for the Now page and for every page of something done in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from referee.game.play import Irregularity
from referee.game.state import GameState, RunningRound
from referee.messages import gettext as _
from referee.rules.judges.irregular import KINDS, PLAYABLE, STOCK_RAN_OUT, Effect, against, effect_in, remedy_of
from referee.rules.speech.irregular import mistake
from referee.web.parts.clauses import Cited, cited
from referee.web.parts.round_in_play import noted_as
from referee.web.shell import words
from referee.web.shell.bar import Bar, bar
from referee.web.shell.hands import EVERYBODYS, Hands


@dataclass(frozen=True)
class NotPlayed:
    """Something that the rulebook of the game does not have: a plain answer in place of the questions."""

    bar: Bar
    heading: str
    says: str
    clauses: tuple[Cited, ...]


def not_played(code: str, state: GameState, heading: str, clauses: Sequence[str] = ()) -> NotPlayed:
    """``heading`` as in ``"No screw-over"``."""
    says = _("%(rulebook)s is played without it, so there is nothing to record.", rulebook=state.book.name)
    return NotPlayed(bar(code, state), heading, says, cited(state.book, clauses))


@dataclass(frozen=True)
class StockPage:
    bar: Bar
    round: int
    shuffles: int
    shuffled: str
    stock: int
    deals_again: bool
    """Whether the rules have the round dealt again now, because the stock has run out before."""
    clauses: tuple[Cited, ...]
    ran_out: str = STOCK_RAN_OUT
    """As what the new deal goes into the log."""


def stock_page(code: str, state: GameState, running: RunningRound) -> StockPage:
    book = state.book
    return StockPage(
        bar(code, state),
        running.number,
        running.play.shuffles,
        words.times(running.play.shuffles),
        running.deal.stock,
        running.play.shuffles > 0 and book.stock_again == "deal again",
        cited(book, [f"{book.id}/exhausted", f"{book.id}/exhausted-again"]),
    )


class LostTurn(NamedTuple):
    seat: int
    by: int
    player: str


@dataclass(frozen=True)
class SkipPage:
    bar: Bar
    round: int
    by: int | None
    """Who plays the skip; None where that is asked first."""
    player: str
    """Their name."""
    seats: tuple[tuple[int, str], ...]
    """Who can have played it; after that, who can lose a turn."""
    mine: tuple[int, ...]
    lost: tuple[LostTurn, ...]
    """Who has a turn to lose already."""
    clauses: tuple[Cited, ...]


def skip_page(code: str, state: GameState, running: RunningRound, by: int | None, hands: Hands) -> SkipPage:
    player = by if by in running.there else None
    seats = hands.own_first(running.there) if player is None else [seat for seat in running.there if seat != player]
    return SkipPage(
        bar(code, state),
        running.number,
        player,
        state.name(player) if player is not None else "",
        tuple((seat, state.name(seat)) for seat in seats),
        hands.mine if player is None else (),
        tuple(LostTurn(seat, skipper, state.name(seat)) for seat, skipper in running.play.lost.items()),
        cited(state.book, [f"{state.book.id}/skips"]),
    )


class Who(NamedTuple):
    """A key that says who did it."""

    seat: int
    """0 is the whole table."""
    player: str
    short: str
    """The name as the key has room for it."""


_ON_A_KEY = 7
"""So many letters has a key, where three stand beside each other on a phone."""


@dataclass(frozen=True)
class IrregularPage:
    bar: Bar
    round: int
    rounds: tuple[tuple[str, str], ...]
    """Rounds that it can concern, the running one first."""
    kinds: tuple[tuple[str, str], ...]
    seats: tuple[Who, ...]
    clauses: tuple[Cited, ...]
    note: Irregularity | None
    """What was noted, where more is said of it now."""
    noted: str
    """That note in words."""
    effect: Effect
    """What its remedy does to the book."""
    points: int
    """What the rulebook has it cost; 0 where it names nothing."""
    off: bool
    """Whether that comes off the total, as the highest wins."""
    may_void: bool
    """Whether it is the round being played, and this phone may have it dealt again."""


def irregular_page(
    code: str, state: GameState, number: int, note: int | None = None, hands: Hands = EVERYBODYS
) -> IrregularPage:
    """For the round ``number``: the running one, or one that is closed; ``note`` is the entry of a light note."""
    running = state.running
    is_running = running is not None and running.number == number
    if running is not None and is_running:
        seats, play = running.seats, running.play
    else:
        played = state.rounds[number - 1]
        seats, play = tuple(played.cells), played.play
    light = next((noted for noted in play.irregularities if noted.seq == note and noted.is_light), None)
    last = len(state.rounds) + (running is not None)
    book = state.book
    remedy = remedy_of(light.kind, play.somebody_drew) if light else None
    clause = book.clauses.get(remedy.topic) if remedy else None
    effect = effect_in(book, remedy) if remedy else "nothing"
    may_void = is_running and hands.others
    offered = {"owed": is_running, "void": may_void}
    return IrregularPage(
        bar=bar(code, state),
        round=number,
        rounds=tuple((str(closed), _("Round %(number)s", number=closed)) for closed in range(last, 0, -1)),
        kinds=tuple((kind, mistake(kind)) for kind in KINDS if not against(book, kind)),
        seats=_who(state, hands.own_first(seats)),
        clauses=cited(book, [clause.address] if clause else []),
        note=light,
        noted=noted_as(state, light) if light else "",
        effect=effect if offered.get(effect, True) else "nothing",
        points=book.playable_points if light and light.kind == PLAYABLE else 0,
        off=book.highest_wins,
        may_void=may_void,
    )


def _who(state: GameState, seats: Sequence[int]) -> tuple[Who, ...]:
    names = [state.name(seat) for seat in seats]
    players = map(Who, seats, names, words.short_names(names, _ON_A_KEY))
    return (*players, Who(0, _("The whole table"), _("The whole table")))
