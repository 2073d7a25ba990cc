"""The table view: a tablet or a television in the middle, to be read from every chair, with nothing to tap."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import NamedTuple

from referee import days
from referee.game.news import round_news
from referee.game.rulings.may_i import may_is
from referee.game.state import GameState, RunningRound, Seat
from referee.messages import gettext as _
from referee.messages import ngettext
from referee.rules.speech.words import contract_words
from referee.web.game.page import Now, ended, now
from referee.web.parts.race import HeadlineView, Lane, headline, race_of
from referee.web.parts.round_in_play import SeatInPlay, seat_in_play, waits_for
from referee.web.parts.standing import Standing, last_score, standing
from referee.web.result.page import heading, parted
from referee.web.round.news import NewsPage, news_page
from referee.web.shell import words
from referee.web.shell.bar import Bar, bar

OUT, WAITING = "out", "waiting"
TOLD_FOR = timedelta(seconds=20)
"""How long after a closing its story is told; a screen that comes later sees what is left of it."""


@dataclass(frozen=True)
class Line:
    """One player: what they have left and owe while a round is played, and their total."""

    id: int
    standing: Standing
    lane: Lane | None
    """How far behind the leader; None where there is no race, and for whoever has no place in it."""
    joins: int
    """The round that they play first; 0 for whoever has played one, or plays one now."""
    seat: SeatInPlay | None
    """None once all rounds are played, and for whoever does not play this one."""
    limited: bool
    """Whether there is something to say of their May I’s: a limit, or one taken."""
    count: str
    """While a round is counted: ``"out"``, the points entered, or ``"waiting"``; empty otherwise."""
    last: str
    """What the last round brought, such as ``"+35"`` or ``"out"``; empty before it and while the next is counted."""
    long: bool
    """Whether the name needs smaller letters to stand on one line."""
    own: str
    """The contract of their own, where the list of all of them has no room beside the lines; else empty."""


class Story(NamedTuple):
    """How a round ended that was closed just now, before the one in play is shown again."""

    closing: int
    """Its number in the log: another closing is another story, however soon it comes."""
    ago: tuple[int, ...]
    """How many seconds ago that was, as powers of two: classes of the style sheet, since no page carries styles of its
    own, which adds them up again."""
    news: NewsPage


@dataclass(frozen=True)
class TableView:
    bar: Bar
    now: Now | None
    """The running round; None once all are played."""
    word: str
    """What discards out of turn are called, above those that are left: ``"May I’s"``."""
    waits: str
    """Who is being waited for, in a sentence; empty while nobody counts."""
    headline: HeadlineView | None
    """What the round before has brought, while the next one is played."""
    before: str
    """How it ended, below that; before the first round, with what points players begin."""
    heading: str
    """Who won, or how it ended; empty while a round is running."""
    won: bool
    sub: str
    """What was played, below it."""
    notes: tuple[str, ...]
    """How equal totals were parted, and with what points players began."""
    lines: tuple[Line, ...]
    """In table order while it is played, then by place, with those who left at the end."""
    story: Story | None
    """Above all that, for a moment; None at any other time, and at the end of the game, whose result is a story."""


LONG_NAME = 16
"""Letters."""
MOST_GIVEN = 90
"""Letters of a sentence that has room below the round."""
LISTED = 4
"""So many players' contracts, or points of a round, have room above the scores."""


def table_view(code: str, state: GameState) -> TableView:
    running = state.running
    ended = running is None
    news = round_news(state) if state.rounds else None
    lanes = race_of(state, news.standings).lanes if news and state.status != "abandoned" else {}
    shown = now(code, state) if running else None
    if shown and running and _is_long(state, running):
        shown = replace(shown, own=(), contract=_("Each player has a contract of their own"))
    return TableView(
        bar=bar(code, state),
        now=shown,
        word=shown.play.title if shown else "",
        waits=waits_for(state, running) if running and running.begun else "",
        headline=headline(state, news.headline) if news and running and not running.begun else None,
        before=_before(state) if running and not (running.begun and state.rounds) else "",
        heading=heading(state) if ended else "",
        won=ended and state.over and state.has_ranks,
        sub=ngettext("%(num)s round played", "%(num)s rounds played", len(state.rounds))
        if ended and state.result is None
        else "",
        notes=(*parted(state), *filter(None, [_handicap(state)])) if ended and state.status != "abandoned" else (),
        lines=tuple(
            _line(state, running, seat, lanes.get(seat.id)) for seat in (_by_place(state) if ended else state.seats)
        ),
        story=_story(code, state, running),
    )


def _story(code: str, state: GameState, running: RunningRound | None) -> Story | None:
    """None once the next round is counted: then the screen says who is waited for."""
    if running is None or running.begun or not state.rounds:
        return None
    closed = state.rounds[-1]
    if not days.lasts(closed.at, TOLD_FOR, days.now()):
        return None
    return Story(closed.seq, _ago(closed.at), news_page(code, state, running))


def _ago(closed: str) -> tuple[int, ...]:
    """A clock that was put back has the story told from its beginning."""
    seconds = max(0, int((days.clock() - days.moment_of(closed)).total_seconds()))
    return tuple(part for part in (1, 2, 4, 8, 16) if part & seconds)


def _by_place(state: GameState) -> Sequence[Seat]:
    ranked = sorted(state.ranked, key=lambda seat: state.places[seat.id].place if state.rounds else 0)
    return (*ranked, *state.unranked)


def _before(state: GameState) -> str:
    if not state.rounds:
        return _handicap(state)
    if not state.book.has_contracts:  # what each of many brought stands beside their totals
        return ended(state) if len(state.seats) <= LISTED else ""
    out = state.rounds[-1].went_out
    number = len(state.rounds)
    if out is None:
        return _("Round %(number)s: no one went out.", number=number)
    return _("Round %(number)s: %(player)s went out.", number=number, player=state.name(out))


def _handicap(state: GameState) -> str:
    """With what points players begin, as long as it has room."""
    agreed = words.handicap(state)
    return agreed if len(agreed) <= MOST_GIVEN else _("Some players begin with a handicap.")


def _line(state: GameState, running: RunningRound | None, seat: Seat, lane: Lane | None) -> Line:
    counting = running is not None and running.begun
    mine = next((each for each in may_is(state) if each.seat == seat.id), None) if running else None
    own = _own(running, seat.id) if running and _is_long(state, running) else ""
    return Line(
        id=seat.id,
        standing=standing(state, seat),
        lane=None if own else lane,
        joins=seat.joined if running is not None and seat.joined > running.number else 0,
        seat=seat_in_play(state, running, mine) if running and mine else None,
        limited=mine is not None and bool(mine.limit or mine.used),
        count=_count(state, running, seat.id) if running and counting else "",
        last="" if counting else last_score(state, seat.id),
        long=len(seat.player) > LONG_NAME,
        own=own,
    )


def _is_long(state: GameState, running: RunningRound) -> bool:
    """Whether the list of all own contracts has no room beside the lines, so that each stands in its own."""
    return len(running.own) > LISTED or any(len(state.name(seat)) > LONG_NAME for seat in running.own)


def _own(running: RunningRound, seat: int) -> str:
    if seat not in running.own:
        return ""
    number, slots = running.own[seat]
    return _("Contract %(number)s: %(contract)s", number=number, contract=contract_words(slots))


def _count(state: GameState, running: RunningRound, seat: int) -> str:
    if running.went_out_said and running.went_out == seat:
        return OUT
    if seat in running.lines:
        return words.signed(running.lines[seat].points * state.book.times_left(running.one_turn))
    return WAITING if seat in running.seats else ""
