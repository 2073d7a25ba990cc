"""The news of a round that was just closed: who went out, points, who moved, and what comes next."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from flask import request

from referee.game.news import Standing, round_news
from referee.game.state import Cell, GameState, RunningRound, Seat
from referee.messages import gettext as _
from referee.web.parts.own_contracts import SeatContract, how_far, seat_contracts
from referee.web.parts.race import HeadlineView, Lane, behind, headline, race_of
from referee.web.shell import words
from referee.web.shell.bar import Bar, bar
from referee.web.shell.forms import small_number
from referee.web.shell.live_parts import ROUND_COOKIE


class NewsLine(NamedTuple):
    place: str
    player: str
    to: str
    """How they moved, for who cannot see it: ``"drops to 3rd"``; empty for whoever kept their place, and who leads."""
    gap: str
    """``"13 behind"``, ``"leads by 13"``, ``"shares the lead"``, or why somebody has no lane."""
    leads: bool
    lane: Lane | None
    """None for whoever has no place in the race, and where there is none."""
    score: str
    """``"+35"`` or ``"out"``; empty for whoever did not play the round."""
    total: str
    was: int | None
    """The total before, from which it rolls; None where none stood there."""


@dataclass(frozen=True)
class NewsPage:
    bar: Bar
    round: int
    """The one that was closed."""
    headline: HeadlineView
    out: str
    """Who went out; empty for nobody."""
    doubled: bool
    """Whether they went down in that same turn, and the others' cards counted double."""
    most: str
    """Who was left with more than anybody else; empty where nobody was."""
    most_points: str
    """``"42 points"``."""
    lines: tuple[NewsLine, ...]
    start: str
    """What the left end of each lane stands for: ``"45 behind"``; empty where there is no race."""
    next: int
    of: int
    """0 while nobody can say how many rounds there will be."""
    contract: str
    """Empty where each player has one of their own."""
    melds: tuple[words.MeldView, ...]
    own: tuple[SeatContract, ...]
    """These."""
    dealer: str
    """Empty where nobody deals."""
    deals: str
    """How many cards each gets, in words; empty where none are dealt."""
    first: str
    """Who plays first."""
    further: str
    """What there is besides in the next round alone, such as a wild rank, in sentences; empty where nothing is."""


def news_page(code: str, state: GameState, running: RunningRound) -> NewsPage:
    """Of the round before the running one."""
    news = round_news(state)
    drawn = race_of(state, news.standings)
    most = news.most
    there = {standing.seat for standing in news.standings}
    return NewsPage(
        bar=bar(code, state),
        round=news.round.number,
        headline=headline(state, news.headline),
        out="" if news.round.went_out is None else state.name(news.round.went_out),
        doubled=state.book.times_left(news.round.one_turn) > 1,
        most="" if most is None else state.name(most),
        most_points="" if most is None else words.points(news.round.cells[most].left_with),
        lines=(
            *(_line(state, standing, drawn.lanes.get(standing.seat)) for standing in news.standings),
            *(_left(state, seat, cell) for seat, cell in news.round.cells.items() if seat not in there),
            *(_joins(seat) for seat in state.seats if not state.has_played(seat.id)),
        ),
        start=drawn.start,
        next=running.number,
        of=words.rounds_to_play(state),
        contract="" if running.own else words.contract(running.deal.contract),
        melds=() if running.own else words.melds(running.deal.contract),
        own=seat_contracts(state, running),
        dealer=state.name(running.dealer) if state.book.has_dealer else "",
        deals=words.cards(running.deal.deal) if state.book.has_contracts else "",
        first=state.name(running.leader),
        further=" ".join(fact.sentence for fact in words.further_here(state.book, running.plays))
        if state.book.has_contracts
        else "",
    )


def _line(state: GameState, standing: Standing, lane: Lane | None) -> NewsLine:
    return NewsLine(
        place=words.place(standing.place),
        player=state.name(standing.seat),
        to=_to(standing),
        gap=how_far(state, standing.seat) or _gap(standing),
        leads=standing.leads,
        lane=lane,
        score=words.score(standing.cell),
        total=words.signed(standing.total),
        was=None if standing.before is None or standing.cell is None else standing.total - standing.cell.score,
    )


def _left(state: GameState, seat: int, cell: Cell) -> NewsLine:
    """Whoever left in that round, and scored what they held."""
    total = words.signed(state.totals[seat])
    return NewsLine("–", state.name(seat), "", _("left"), False, None, words.score(cell), total, None)


def _joins(seat: Seat) -> NewsLine:
    """Whoever sat this round out and plays from the next one on."""
    joins = _("joins in round %(number)s", number=seat.joined)
    return NewsLine("", seat.player, "", joins, False, None, "", words.begins(seat), None)


def _to(standing: Standing) -> str:
    to = words.ordinal_place(standing.place)
    if standing.rose and not standing.leads:
        return _("moves up to %(place)s", place=to)
    return _("drops to %(place)s", place=to) if standing.fell else ""


def _gap(standing: Standing) -> str:
    if standing.leads:
        return _("shares the lead") if standing.place.shared else _("leads by %(points)s", points=standing.gap)
    return behind(standing.gap)


class Been(NamedTuple):
    """How far a phone has come in a game, as it keeps it."""

    round: int
    closing: int
    """The last closing of a round that was news here: its number in the log, the same after undo and redo."""
    reads: bool
    """Whether these news have not been put away yet."""
    sees_end: bool = False
    """Whether it was there before, and now sees for the first time how the last of these rounds ended."""


_NOWHERE = Been(0, 0, False)


def been(code: str, state: GameState, read: str = "") -> Been:
    """What this phone is shown now: the round in play, or first how the one before it ended.

    The news are for whoever was there in the round before, once for each closing, and none once the next round is
    counted. ``read``: the round whose news the phone has just put away.
    """
    last = _kept(code)
    at = len(state.rounds) + 1
    closing = state.rounds[-1].seq if state.rounds else 0
    stays = last.reads and last.round == at
    comes = 0 < last.round < at and last.closing < closing
    begun = state.running is None or state.running.begun
    reads = (stays or comes) and not begun and read != str(at - 1)
    return Been(at, max(last.closing, closing), reads, last.round > 0 and last.closing < closing)


def kept(code: str, now: Been) -> str:
    """How the phone keeps it: ``"CODE.4.57"``, with ``".news"`` behind it while these are read. Empty if it does so."""
    cookie = f"{code}.{now.round}.{now.closing}{'.news' if now.reads else ''}"
    return "" if cookie == request.cookies.get(ROUND_COOKIE) else cookie


def _kept(code: str) -> Been:
    """What it kept of this game; odd ones count as nothing."""
    there, *numbers = request.cookies.get(ROUND_COOKIE, "").split(".")
    reads = numbers[2:] == ["news"]
    match [small_number(digits, 7) for digits in (numbers[:2] if reads else numbers)]:
        case [int(round_), int(closing)] if there == code:
            return Been(round_, closing, reads)
    return _NOWHERE
