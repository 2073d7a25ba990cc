"""A club that shows what a club looks like: two seasons and sixty games of several rulebooks.

Every game is played by the judge of real games, so that nothing in it could not have happened at a
table. The same seed gives the same evenings.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random

from referee.game import commands as cmd
from referee.game.events import Event, Recorded
from referee.game.fold import advance, fold
from referee.game.judges.decide import Accepted, decide, decide_opening
from referee.game.state import GameState
from referee.rulebooks import library
from referee.rules.cards import RANKS
from referee.rules.speech.hands import Hand, hand_of

NAME = "Demo club"
BY = "Demo"
PLAYERS = ("Ada", "Ben", "Cora", "Dan", "Ella", "Finn")
GUEST = "Gus"
GAMES = 60
RULEBOOKS = ("contract", "contract", "shanghai", "liverpool", "contract", "short")
FIRST_EVENING = datetime(2025, 1, 10, 19, 30)
CORRECTED = 23
"""The game that is opened again after its end and corrected."""


@dataclass(frozen=True, slots=True)
class Evening:
    """One demo game, its season (0 or 1) and who stood in for whom (seat and player's name)."""

    state: GameState
    season: int
    substitute: tuple[int, str] | None


def evenings(games: int = GAMES, seed: int = 5) -> Iterator[Evening]:
    """The games, one a week, the second half in the second season."""
    random = Random(seed)  # noqa: S311 - nobody gains by guessing a demo
    for number in range(games):
        book = library.load(RULEBOOKS[number % len(RULEBOOKS)])
        least, most = max(3, book.players_min), min(5, book.players_max)
        there = random.sample(PLAYERS, random.randint(least, most))
        substitute = None
        if number % 20 == 7:
            there[-1] = GUEST
        if number % 20 == 13:
            absent = next(name for name in PLAYERS if name not in there)
            substitute = (len(there), absent)
            there[-1] = GUEST
        state = _play(random, book.id, there, FIRST_EVENING + timedelta(weeks=number), number == CORRECTED)
        yield Evening(state, int(number >= games // 2), substitute)


def _play(random: Random, book: str, players: list[str], start: datetime, corrected: bool) -> GameState:
    opening = decide_opening(cmd.OpenGame(library.load(book), tuple(players), dealer=random.randrange(len(players))))
    state = fold(_recorded(0, _accepted(opening), start))
    skill = {seat.id: 0.75 + 0.1 * PLAYERS.index(seat.player) if seat.player in PLAYERS else 1 for seat in state.seats}
    while (running := state.running) is not None:
        start += timedelta(minutes=random.randint(9, 16))
        out = min(running.seats, key=lambda seat: random.random() * skill[seat])
        hands = {seat: _hand(random, state, skill[seat]) for seat in running.seats if seat != out}
        close = cmd.CloseRound(running.number, hands, out, says_went_out=True, confirmed=True)
        state = _next(state, close, start)
    for command in [cmd.Finish(), *(_correction(state) if corrected else ())]:
        start += timedelta(minutes=3)
        state = _next(state, command, start)
    return state


def _correction(state: GameState) -> tuple[cmd.Command, ...]:
    """A hand was read wrongly: one more king turns up the morning after."""
    played = state.rounds[-1]
    seat = next(seat for seat, cell in played.cells.items() if not cell.went_out)
    hand = hand_of({"K": 2}, state.book.prices)
    return cmd.Reopen(), cmd.CorrectCell(played.number, seat, hand, confirmed=True), cmd.Finish()


def _hand(random: Random, state: GameState, skill: float) -> Hand:
    ranks: dict[str, int] = {}
    for _ in range(1 + int(random.random() ** 2 * 9 * skill)):
        rank = random.choice(RANKS)
        ranks[rank] = min(ranks.get(rank, 0) + 1, 4)
    if random.random() < 0.06 and "JK" in state.book.prices:
        ranks["JK"] = 1
    return hand_of(ranks, state.book.prices)


def _accepted(decision: object) -> tuple[Event, ...]:
    if not isinstance(decision, Accepted):
        raise AssertionError(f"the demo plays what the judge refuses: {decision}")
    return decision.events


def _next(state: GameState, command: cmd.Command, at: datetime) -> GameState:
    return advance(state, _recorded(state.number, _accepted(decide(state, command, state.number)), at))


def _recorded(number: int, events: tuple[Event, ...], at: datetime) -> tuple[Recorded, ...]:
    moment = at.strftime("%Y-%m-%dT%H:%M:%SZ")
    return tuple(Recorded(number + offset, moment, BY, event) for offset, event in enumerate(events, start=1))
