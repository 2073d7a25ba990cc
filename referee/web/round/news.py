"""The news of a round that was just closed: who went out, points, who moved, and what comes next."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from flask import after_this_request, request
from werkzeug.wrappers import Response

from referee.game.news import Standing, round_news
from referee.game.state import GameState, RunningRound
from referee.web import words
from referee.web.game.bar import Bar, bar
from referee.web.live.parts import ROUND_COOKIE

_KEPT = 24 * 3600
"""Seconds for which a phone is known to have been there in the round before: an evening."""


class NewsLine(NamedTuple):
    place: str
    player: str
    to: str
    """How they moved: ``"drops to 3rd"``; empty for whoever kept their place."""
    gap: str
    """``"13 behind"``, ``"13 ahead"``; empty for who shares the lead."""
    sign: str
    """``"up"``, ``"down"``, ``"leads"`` or empty."""
    score: str
    """``"+35"`` or ``"out"``; empty for whoever did not play the round."""
    total: str


@dataclass(frozen=True)
class NewsPage:
    bar: Bar
    round: int
    """The one that was closed."""
    heading: str
    lines: tuple[NewsLine, ...]
    next: int
    of: int
    contract: str
    melds: tuple[words.MeldView, ...]
    deals: str
    """Who deals how many cards, in a sentence."""
    first: str
    """Who plays first, in another."""


def news_page(code: str, state: GameState, running: RunningRound) -> NewsPage:
    """Of the round before the running one."""
    news = round_news(state)
    out = news.round.went_out
    dealer, leader = state.name(running.dealer), state.name(running.leader)
    return NewsPage(
        bar=bar(code, state),
        round=news.round.number,
        heading=f"{'Nobody' if out is None else state.name(out)} went out",
        lines=tuple(_line(state, one) for one in news.standings),
        next=running.number,
        of=state.planned,
        contract=words.contract(running.deal.contract),
        melds=words.melds(running.deal.contract),
        deals=f"{dealer} deals {words.count_of(running.deal.deal, 'card')} each.",
        first=f"{leader} plays first.",
    )


def _line(state: GameState, one: Standing) -> NewsLine:
    return NewsLine(
        place=words.place(one.place),
        player=state.name(one.seat),
        to=_to(one),
        gap=_gap(one),
        sign="leads" if one.leads else "up" if one.rose else "down" if one.fell else "",
        score=words.score(one.cell),
        total=words.signed(one.total),
    )


def _to(one: Standing) -> str:
    if one.leads:
        return "shares the lead" if one.place.shared else "takes the lead" if one.rose else "leads"
    to = words.ordinal(one.place.place)
    return f"moves up to {to}" if one.rose else f"drops to {to}" if one.fell else ""


def _gap(one: Standing) -> str:
    if one.leads:
        return "" if one.place.shared else f"{one.gap} ahead"
    return f"{one.gap} behind"


def is_new(code: str, running: RunningRound, read: str) -> bool:
    """Whether this phone was there in the round before and has not read how it ended.

    ``read``: the round whose news it has just put away. Once the next one is counted, it is no news.
    """
    there, _, number = request.cookies.get(ROUND_COOKIE, "").partition(".")
    here = f"{code.strip().upper()}.{running.number}"
    if f"{there}.{number}" == here:
        return False
    earlier = number.isascii() and number.isdigit() and len(number) < 4 and 0 < int(number) < running.number
    if there == here.partition(".")[0] and earlier and not running.begun and read != str(running.number - 1):
        return True
    note(code, running.number)
    return False


def note(code: str, number: int) -> None:
    """This phone has come as far as this round; one more than there are, with the result."""

    @after_this_request
    def keep(response: Response) -> Response:
        here = f"{code.strip().upper()}.{number}"
        response.set_cookie(ROUND_COOKIE, here, max_age=_KEPT, httponly=True, samesite="Lax")
        return response
