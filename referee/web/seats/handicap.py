"""With what points the seats begin: what the club's games offer, and what the table agrees on."""

from __future__ import annotations

from dataclasses import dataclass

from referee.game.state import GameState
from referee.messages import gettext as _
from referee.messages import ngettext
from referee.season.handicap import LEAST, Share
from referee.services.clubs.handicaps import HandicapOffer
from referee.web.shell import words
from referee.web.shell.bar import SEATS, Bar, bar


@dataclass(frozen=True)
class HandicapLine:
    seat: int
    player: str
    points: str
    """What stands in the field: below zero of what helps, where a table has burdened the stronger."""
    was: str
    """The same of what is agreed now."""
    hint: str


@dataclass(frozen=True)
class HandicapPage:
    bar: Bar
    means: str
    """What a number in a field means, by which total wins."""
    lines: tuple[HandicapLine, ...]
    """Empty once it is too late."""
    why: str
    """Where the offer comes from, or why there is none."""
    agreed: str
    """What is agreed, as a sentence; empty where nothing is."""
    closed: bool
    """Whether a round is closed, so that it stays as it is."""


def handicap_page(code: str, state: GameState, made: HandicapOffer | None) -> HandicapPage:
    """``made``: what is offered; None where the points of games don't compare."""
    running = state.running if state.can_agree_handicap else None
    agreed = words.handicap(state)
    return HandicapPage(
        bar=bar(code, state, SEATS),
        means=_("The highest total wins, so 40 ahead starts at 40.")
        if state.book.highest_wins
        else _("The lowest total wins, so 40 ahead starts at −40."),
        lines=tuple(_line(state, seat, made) for seat in running.seats) if running else (),
        why=_why(state, made) if running else "",
        agreed=agreed,
        closed=running is None,
    )


def helping(state: GameState, points: int) -> int:
    """What helps a player is above zero on this page, whichever total wins; and the other way round."""
    return points if state.book.highest_wins else -points


def _line(state: GameState, seat: int, made: HandicapOffer | None) -> HandicapLine:
    share = made.by_seat.get(seat) if made else None
    points = state.handicaps.get(seat, 0) if state.handicaps or share is None else share.points
    hint = "" if made is None or share is None else _hint(state, share, made)
    was = words.signed(helping(state, state.handicaps.get(seat, 0)))
    return HandicapLine(seat, state.name(seat), words.signed(helping(state, points)), was, hint)


def _hint(state: GameState, share: Share, made: HandicapOffer) -> str:
    games = ngettext("%(num)s game", "%(num)s games", share.games)
    if share.guessed:
        return _("%(games)s: too few to tell, so between the others", games=games)
    if not share.behind or made.best is None:
        return _("%(games)s: as good as the best of you", games=games)
    return _(
        "%(games)s: about %(points)s behind %(best)s",
        games=games,
        points=words.points(share.behind),
        best=state.name(made.best),
    )


def _why(state: GameState, made: HandicapOffer | None) -> str:
    if not state.book.has_referee:
        return _(
            "This game has no rulebook, so its points don’t compare with those of other games: nothing is offered."
        )
    if state.book.own_contracts:
        return _("Contracts come before points in this game, so points say too little: nothing is offered.")
    if made is None or not made.offer.shares:
        return _(
            "Nothing is offered yet: at least two of you need %(least)s finished games of %(rulebook)s.",
            least=words.number(LEAST),
            rulebook=state.book.name,
        )
    if not made.offer.has_points:
        return ngettext(
            "In the last %(num)s game of %(rulebook)s you were about level: nothing is offered.",
            "In the last %(num)s games of %(rulebook)s you were about level: nothing is offered.",
            made.offer.games,
            rulebook=state.book.name,
        )
    return ngettext(
        "From the last %(num)s game of %(rulebook)s, for %(rounds)s rounds: each starts ahead by about as many "
        "points as they would finish behind the best of you.",
        "From the last %(num)s games of %(rulebook)s, for %(rounds)s rounds: each starts ahead by about as many "
        "points as they would finish behind the best of you.",
        made.offer.games,
        rulebook=state.book.name,
        rounds=made.offer.rounds,
    )
