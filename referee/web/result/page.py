"""The result: places, totals, money, a text to share."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from referee.game.news import round_news
from referee.game.state import GameState, Seat
from referee.messages import gettext as _
from referee.messages import ngettext
from referee.services.clubs import evenings, seasons
from referee.services.clubs.season_views import EndedGame
from referee.services.games import photos
from referee.web.parts import pen
from referee.web.parts.own_contracts import how_far
from referee.web.parts.race import Lane, race_of
from referee.web.parts.standing import Standing, standing
from referee.web.result import picture
from referee.web.result.sheets import ended_view, share_text
from referee.web.shell import frame, screens, words
from referee.web.shell.bar import NOW, Bar, bar
from referee.web.shell.hands import EVERYBODYS, Hands, hands_here
from referee.web.shell.screens import Page, Visit

LONG_HEADING = 26
"""Letters that two lines of the largest size hold on a phone."""


@dataclass(frozen=True)
class ResultLine:
    place: str
    spoken_place: str
    player: str
    total: str
    wins: bool
    money: str
    rounds_won: str
    lane: Lane | None
    """How far behind the winner, and where before the last round; None for whoever has no place."""
    contract: str = ""
    """How far they have come, where each player has a contract of their own."""


@dataclass(frozen=True)
class BuysLine:
    seat: int
    player: str
    count: int


@dataclass(frozen=True)
class ResultPage:
    bar: Bar
    heading: str
    sub: str
    mine: tuple[Standing, ...]
    """Of the seats that this phone holds, above the result."""
    lines: tuple[ResultLine, ...]
    gone: tuple[ResultLine, ...]
    came: tuple[ResultLine, ...]
    """Who sat down and played no round."""
    kitty: str
    """What stands in the kitty and goes to the winners, as a sentence; empty where there is nothing."""
    parted: tuple[str, ...]
    """How the tie-break parted equal totals, a sentence for each."""
    handicap: str
    """What was agreed before the first round, as a sentence; empty where nothing was."""
    buys: tuple[BuysLine, ...]
    """Where each buy cost something: how often everybody bought."""
    price: str
    text: str
    """The result as plain text, to be sent to others."""
    event: bool
    """Whether the heading is as large as that of an event: few letters say who wins or leads."""
    status: str
    can_finish: bool
    can_carry_on: bool
    can_reopen: bool
    has_points: bool


def shown(visit: Visit, *, revealed: bool = False) -> Page:
    """The result as a page; also what *Now* shows when no round is in play, place by place where it is new there."""
    finished = seasons.ended_game(visit.code) if visit.state.status == "finished" else None
    ended = ended_view(finished) if finished else None
    preview = picture.preview(finished) if finished and not frame.is_part() else None  # a part has no head
    hands = hands_here(visit.code, [seat.id for seat in visit.state.all_seats])
    view = result_page(visit.code, visit.state, finished, hands)
    night = evenings.of_game(visit.code) if finished else None
    return screens.page(
        "result/page.html",
        view=view,
        ended=ended,
        night=night,
        photos=photos.of_game(visit.code),
        revealed=revealed,
        preview=preview if preview and pen.can_draw(preview) else None,
    )


def result_page(code: str, state: GameState, ended: EndedGame | None = None, hands: Hands = EVERYBODYS) -> ResultPage:
    """``ended``: what the club knows of a game that is finished."""
    counts = state.status != "abandoned"  # an abandoned game keeps its points and has no result
    ordered = sorted(state.ranked, key=lambda seat: state.places[seat.id].place)
    lanes = race_of(state, round_news(state).standings).lanes if counts and state.rounds else {}
    lines = tuple(_line(state, seat.id, placed=counts, lane=lanes.get(seat.id)) for seat in ordered)
    left = tuple(_line(state, seat.id, placed=False) for seat in state.unranked if counted(state, seat))
    came = tuple(_line(state, seat.id, placed=False) for seat in state.unranked if not counted(state, seat))
    kitty = _kitty(state) if counts else ""
    level = tuple(parted(state)) if counts else ()
    price = state.book.may_i_price
    played = ngettext("%(num)s round played", "%(num)s rounds played", len(state.rounds))
    sub = (
        without_rounds(state)
        if state.result is not None
        else played
        if state.last_round_closed or state.is_open_ended
        else _("%(rounds)s of %(planned)s rounds played", rounds=len(state.rounds), planned=state.planned)
    )
    title = heading(state)
    return ResultPage(
        bar=bar(code, state, NOW),
        heading=title,
        sub=sub,
        mine=tuple(standing(state, state.by_id[seat]) for seat in hands.mine),
        lines=lines,
        gone=left,
        came=came,
        kitty=kitty,
        parted=level,
        handicap=words.handicap(state),
        buys=tuple(BuysLine(seat.id, seat.player, state.buys.get(seat.id, 0)) for seat in state.all_seats)
        if price
        else (),
        price=words.pennies(price),
        text=_text(state, title, (*lines, *left), [*level, *filter(None, (kitty, words.handicap(state)))], ended),
        event=counts and bool(state.leaders) and len(title) <= LONG_HEADING,
        status=state.status,
        can_finish=state.status == "playing" and bool(state.rounds),
        can_carry_on=state.status != "abandoned" and state.last_round_closed and not state.book.rounds_vary,
        has_points=state.has_points,
        can_reopen=state.status != "playing" and state.result is None,
    )


def without_rounds(state: GameState) -> str:
    return _("entered without rounds") if state.has_points else _("only places entered")


def counted(state: GameState, seat: Seat) -> bool:
    """Whether somebody without a place has points all the same: who left, not who only came."""
    return not state.rounds or state.has_played(seat.id)


def _kitty(state: GameState) -> str:
    """The payments add up to what was paid in buys."""
    pot = sum(state.payments.values())
    return (
        ngettext("That includes the kitty of %(num)s penny.", "That includes the kitty of %(num)s pennies.", pot)
        if pot
        else ""
    )


def parted(state: GameState) -> Iterator[str]:
    """Who had equal totals and still different places, and why."""
    if not state.rounds:
        return
    by_total: dict[tuple[int, int], list[int]] = {}
    for seat in sorted(state.places, key=lambda seat_: state.places[seat_].place):
        by_total.setdefault((state.met(seat), state.totals[seat]), []).append(seat)
    for (_met, total), level in by_total.items():
        if len({state.places[seat] for seat in level}) > 1:
            winners = ", ".join(
                _("%(player)s won %(rounds)s", player=state.name(seat), rounds=_won(state, seat)) for seat in level
            )
            yield _(
                "Level at %(total)s. Decided by the tie-break: %(winners)s.",
                total=words.signed(total),
                winners=winners,
            )


def _won(state: GameState, seat: int) -> str:
    """How many rounds somebody won; what the last one cost them too, where another with the same total won as many."""
    won = state.rounds_won(seat)
    same = [
        other for other in state.places if (state.totals[other], state.rounds_won(other)) == (state.totals[seat], won)
    ]
    cell = state.rounds[-1].cells.get(seat)
    rounds = ngettext("%(num)s round", "%(num)s rounds", won)
    if len(same) < 2 or not cell:
        return rounds
    return _("%(rounds)s and had %(score)s in the last one", rounds=rounds, score=words.signed(cell.score))


def _line(state: GameState, seat: int, *, placed: bool, lane: Lane | None = None) -> ResultLine:
    """One line of the result; not ``placed``: whoever left, and everybody in an abandoned game."""
    won = state.rounds_won(seat)
    placed = placed and state.has_ranks
    return ResultLine(
        place=words.place(state.places[seat]) if placed else "",
        spoken_place=words.ordinal_place(state.places[seat]) if placed else _("without a place"),
        player=state.name(seat),
        total=words.total(state, seat) if state.has_points else "",
        wins=placed and seat in state.leaders,
        money=words.money(state.payments[seat]) if placed and state.payments else "",
        rounds_won=_("went out %(times)s", times=words.times(won)) if won else "",
        lane=lane,
        contract=how_far(state, seat),
    )


def heading(state: GameState) -> str:
    """Who wins or leads, in a few words."""
    if state.status == "abandoned":
        return _("Abandoned")
    first = [state.name(seat) for seat in state.leaders]
    if not first:
        return _("No rounds played")
    if state.over:
        return words.win(first)
    who = words.listing(first)
    return _("%(player)s leads", player=who) if len(first) == 1 else _("%(names)s share the lead", names=who)


def _in_brackets(line: ResultLine) -> str:
    about = ", ".join(filter(None, (line.contract, line.money)))
    return f"({about})" if about else ""


def _text(
    state: GameState, heading: str, lines: tuple[ResultLine, ...], more: list[str], ended: EndedGame | None
) -> str:
    rows = ["  ".join(filter(None, (line.place or "–", line.player, line.total, _in_brackets(line)))) for line in lines]
    if ended is not None:
        return share_text(ended, [*rows, *more])
    day = words.day(state.day, year=True)
    title = ngettext(
        "%(book)s, %(day)s, %(num)s round. %(wins)s.",
        "%(book)s, %(day)s, %(num)s rounds. %(wins)s.",
        len(state.rounds),
        book=state.book.name,
        day=day,
        wins=words.begun(words.what_wins(state.book)),
    )
    return "\n".join((title, f"{heading}.", *rows, *more))
