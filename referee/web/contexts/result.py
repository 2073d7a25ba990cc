"""The result: places, totals, money, a text to share."""

from __future__ import annotations

from dataclasses import dataclass

from referee.game.state import GameState
from referee.web import words
from referee.web.contexts.bar import NOW, Bar, bar


@dataclass(frozen=True)
class ResultLine:
    place: str
    spoken_place: str
    player: str
    total: str
    wins: bool
    money: str
    rounds_won: str


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
    lines: tuple[ResultLine, ...]
    gone: tuple[ResultLine, ...]
    kitty: str
    """What stands in the kitty and goes to the winners, as a sentence; empty where there is nothing."""
    buys: tuple[BuysLine, ...]
    """Where each buy cost something: how often everybody bought."""
    price: str
    text: str
    """The result as plain text, to be sent to others."""
    status: str
    can_finish: bool
    can_carry_on: bool


def result_page(code: str, state: GameState) -> ResultPage:
    counts = state.status != "abandoned"  # an abandoned game keeps its points and has no result
    ordered = sorted(state.seats, key=lambda seat: state.places[seat.id].place)
    lines = tuple(_line(state, seat.id, placed=counts) for seat in ordered)
    gone = tuple(_line(state, seat.id, placed=False) for seat in state.gone)
    kitty = _kitty(state) if counts else ""
    price = state.book.may_i_price
    played = f"{words.count_of(len(state.rounds), 'round')} played"
    sub = played if state.last_round_closed else f"{len(state.rounds)} of {state.planned} rounds played"
    heading = _heading(state)
    return ResultPage(
        bar=bar(code, state, NOW),
        heading=heading,
        sub=sub,
        lines=lines,
        gone=gone,
        kitty=kitty,
        buys=tuple(BuysLine(seat.id, seat.player, state.buys.get(seat.id, 0)) for seat in state.all_seats)
        if price
        else (),
        price=words.count_of(price, "penny", "pennies"),
        text=_text(state, heading, (*lines, *gone), kitty),
        status=state.status,
        can_finish=state.status == "playing" and bool(state.rounds),
        can_carry_on=state.status == "playing" and state.last_round_closed,
    )


def _kitty(state: GameState) -> str:
    """The payments add up to what was paid in buys."""
    pot = sum(state.payments.values())
    return f"The kitty of {words.count_of(pot, 'penny', 'pennies')} is in it." if pot else ""


def _line(state: GameState, seat: int, *, placed: bool) -> ResultLine:
    """One line of the result; not ``placed``: whoever left, and everybody in an abandoned game."""
    won = sum(played.went_out == seat for played in state.rounds)
    placed = placed and bool(state.rounds)
    return ResultLine(
        place=words.place(state.places[seat]) if placed else "",
        spoken_place=words.ordinal_place(state.places[seat]) if placed else "no place",
        player=state.name(seat),
        total=words.signed(state.totals[seat]),
        wins=placed and seat in state.leaders,
        money=words.money(state.payments[seat]) if placed and state.payments else "",
        rounds_won=f"went out {words.count_of(won, 'time')}" if won else "",
    )


def _heading(state: GameState) -> str:
    if state.status == "abandoned":
        return "Abandoned"
    who = words.listing(state.name(seat) for seat in state.leaders)
    if not who:
        return "No round played"
    over = state.status == "finished" or state.last_round_closed
    if len(state.leaders) == 1:
        return f"{who} wins" if over else f"{who} leads"
    return f"{who} share the {'first place' if over else 'lead'}"


def _text(state: GameState, heading: str, lines: tuple[ResultLine, ...], kitty: str) -> str:
    rows = [
        f"{line.place or '-'}  {line.player}  {line.total}{f'  ({line.money})' if line.money else ''}" for line in lines
    ]
    day = words.moment(state.log[-1].at).shown.partition(",")[0]
    title = f"{state.book.name}, {day}, {words.count_of(len(state.rounds), 'round')}. Lowest total wins."
    return "\n".join((title, f"{heading}.", *rows, *([kitty] if kitty else [])))
