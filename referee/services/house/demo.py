"""A club that shows what a club looks like: thirty players, five seasons, games of several rulebooks.

Some come late, some leave early, a guest sits in, old evenings are typed in from paper, a hand is corrected, and one
player stands there twice until the two are merged. On the last evening there are two tables, and in the last season
they play for chips. Every game is played by the judge of real games, so that nothing in
it could not have happened at a table. The same seed gives the same evenings; the last of them was yesterday, so that
a demo looks like a club that plays, whenever it is made.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from random import Random

from referee.days import local_time, moment_text, now
from referee.game import commands as cmd
from referee.game.events import Event, Recorded
from referee.game.fold import advance, fold
from referee.game.judges.decide import Accepted, decide, decide_opening
from referee.game.paper import PaperColumn, PaperGame, log_of
from referee.game.state import GameState
from referee.rulebooks import library
from referee.rules.cards import RANKS
from referee.rules.speech.hands import hand_text

NAME = "Demo club"
BY = "Demo"
PLAYERS = tuple(
    """Ada Ben Cora Dan Ella Finn Grace Henry Ida Jack Kate Leo Mia Noah Olive
    Paul Rosa Sam Tess Theo Amy Carl Emma Fred Hugo Nora Vera Will Zoe Alex""".split()
)
"""Whoever stands first comes most often, and plays best."""
GUEST = "Gus"
DOUBLE, TWICE = "Benny", "Ben"
"""Who was written down under another name in the first year, and who they are."""
YEARS = 5
GAMES = 24 * YEARS
"""Of one table; on the last evening there was a second one."""
PLAYED = GAMES + 1
RULEBOOKS = ("contract", "screw", "shanghai", "contract", "liverpool", "short")
BEGINS = time(19, 30)
BETWEEN = timedelta(days=15)
CORRECTED = 23
"""Of so many games one is opened again after its end and corrected."""
PAPER = 12
"""So many games of the first year were written on paper."""


@dataclass(frozen=True, slots=True)
class Evening:
    """One demo game, its season (from 0) and who stood in for whom (seat and player's name)."""

    state: GameState
    season: int
    substitute: tuple[int, str] | None


def evenings(games: int = GAMES, seed: int = 5, last: datetime | None = None) -> Iterator[Evening]:
    """The games, one every two weeks, as many in each season as in another.

    ``last``: when the last of them begins, with its zone; None for yesterday evening where the server stands.
    """
    first = (last or yesterday()) - BETWEEN * (games - 1)
    random = Random(seed)  # noqa: S311 - nobody gains by guessing a demo
    for number in range(games):
        book = library.load(RULEBOOKS[number % len(RULEBOOKS)])
        least, most = max(3, book.players_min), min(6, book.players_max)
        there = sorted(PLAYERS, key=lambda name: random.random() ** (1 / (1 + 12 / (1 + PLAYERS.index(name)))))[::-1]
        there = random.sample(there[: (count := random.randint(least, most))], count)
        substitute = None
        if number % 20 == 7:
            there[-1] = GUEST
        if number % 20 == 13:
            absent = next(name for name in PLAYERS if name not in there)
            substitute = (len(there), absent)
            there[-1] = GUEST
        if number < PAPER and number % 3 == 1 and TWICE in there:
            there[there.index(TWICE)] = DOUBLE
        start = first + BETWEEN * number
        if number < PAPER and number % 2:
            state = _from_paper(random, book.id, there, start)
        else:
            state = _play(random, book.id, there, start, number % CORRECTED == CORRECTED - 1)
        yield Evening(state, number * YEARS // games, substitute)


def second_table(beside: Evening, start: datetime, seed: int = 6) -> Evening:
    """A game of the same evening and season, among people who sat at no other table."""
    random = Random(seed)  # noqa: S311 - as above
    seated = {seat.player for seat in beside.state.all_seats}
    there = random.sample([name for name in PLAYERS if name not in seated][:8], 4)
    return Evening(_play(random, RULEBOOKS[0], there, start, corrected=False), beside.season, None)


def yesterday() -> datetime:
    """When an evening of yesterday begins, in the server's own time zone."""
    return datetime.combine(local_time(now()) - timedelta(days=1), BEGINS).astimezone()


def _skill(player: str) -> float:
    """How many cards they are left with, and how seldom they go out."""
    return 0.75 + 0.03 * (PLAYERS.index(player) if player in PLAYERS else 8)


def _from_paper(random: Random, book: str, players: list[str], start: datetime) -> GameState:
    """An old sheet, typed in a year later; the last column came one round late or left one round early."""
    rulebook = library.load(book)
    columns: list[list[int | None]] = [[] for _ in players]
    for _ in range(rulebook.rounds):
        out = random.randrange(len(players) - 1)
        for seat, column in enumerate(columns):
            column.append(0 if seat == out else 5 * random.randint(1, 12))
    if len(players) > 3:
        columns[-1][random.choice([0, -1])] = None
    sheet = PaperGame(
        rulebook,
        start.date().isoformat(),
        tuple(PaperColumn(player, tuple(column), None) for player, column in zip(players, columns, strict=True)),
    )
    return fold(log_of(sheet, BY, moment_text(start), moment_text(start + timedelta(days=365))))


def _play(random: Random, book: str, players: list[str], start: datetime, corrected: bool) -> GameState:
    opening = decide_opening(
        cmd.OpenGame(
            library.load(book), tuple(players), dealer=random.randrange(len(players)), day=start.date().isoformat()
        )
    )
    state = fold(_recorded(0, _accepted(opening), start))
    late, leaves = random.random() < 0.15, random.random() < 0.12
    while (running := state.running) is not None:
        start += timedelta(minutes=random.randint(3, 6))
        if late and running.number == 3 and len(state.seats) < state.book.players_max:
            someone = random.choice([name for name in PLAYERS if name not in {seat.player for seat in state.all_seats}])
            state = _if_allowed(state, cmd.AddSeat(someone, confirmed=True), start)
        if leaves and running.number == state.planned and len(state.seats) > 3:
            state = _if_allowed(state, cmd.DropSeat(state.seats[-1].id, confirmed=True), start)
        running = state.running
        assert running is not None
        state = _with_notes(random, state, start)
        start += timedelta(minutes=random.randint(6, 10))
        skill = {seat: _skill(state.name(seat)) for seat in running.seats}
        out = min(running.seats, key=lambda seat, of=skill: random.random() * of[seat])  # type: ignore[misc]
        hands = {seat: _hand(random, state, skill[seat]) for seat in running.seats if seat != out}
        close = cmd.CloseRound(running.number, hands, out, says_went_out=True, confirmed=True)
        state = _next(state, close, start)
    for command in [cmd.Finish(), *(_correction(state) if corrected else ())]:
        start += timedelta(minutes=3)
        state = _next(state, command, start)
    return state


def _with_notes(random: Random, state: GameState, at: datetime) -> GameState:
    """What a table tells that notes a little: discards taken out of turn, and who screwed whom."""
    running = state.running
    assert running is not None
    for _ in range(random.randint(0, 2)):
        active, asks = random.sample(running.seats, 2)
        takes = {"claims": str(asks), "active": str(active), "same": "no"}
        state = _if_allowed(state, cmd.RecordPlay(running.number, "may_i", takes), at)
    if state.book.screw_over and random.random() < 0.3:
        by, owner = random.sample(running.seats, 2)
        screws = {"by": str(by), "owner": str(owner)}
        state = _if_allowed(state, cmd.RecordPlay(running.number, "screw", screws), at)
    return state


def _correction(state: GameState) -> tuple[cmd.Command, ...]:
    """A hand was read wrongly: one more king turns up the morning after."""
    played = state.rounds[-1]
    seat = next(seat for seat, cell in played.cells.items() if not cell.went_out)
    return cmd.Reopen(), cmd.CorrectCell(played.number, seat, "K K", confirmed=True), cmd.Finish()


def _hand(random: Random, state: GameState, skill: float) -> str:
    ranks: dict[str, int] = {}
    for _ in range(1 + int(random.random() ** 2 * 9 * skill)):
        rank = random.choice(RANKS)
        ranks[rank] = min(ranks.get(rank, 0) + 1, 4)
    if random.random() < 0.06 and "JK" in state.book.prices:
        ranks["JK"] = 1
    return hand_text(ranks)


def _accepted(decision: object) -> tuple[Event, ...]:
    if not isinstance(decision, Accepted):
        raise AssertionError(f"the demo plays what the judge refuses: {decision}")
    return decision.events


def _if_allowed(state: GameState, command: cmd.Command, at: datetime) -> GameState:
    """What the rules forbid just now is not done."""
    decision = decide(state, command, state.number)
    if not isinstance(decision, Accepted):
        return state
    return advance(state, _recorded(state.number, decision.events, at))


def _next(state: GameState, command: cmd.Command, at: datetime) -> GameState:
    return advance(state, _recorded(state.number, _accepted(decide(state, command, state.number)), at))


def _recorded(number: int, events: tuple[Event, ...], at: datetime) -> tuple[Recorded, ...]:
    return tuple(Recorded(number + offset, moment_text(at), BY, event) for offset, event in enumerate(events, start=1))
