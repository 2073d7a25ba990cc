"""A phone at the table, for tests: every write gets an id of its own and the number it has seen."""

from __future__ import annotations

import itertools
import secrets

from referee.game import commands as cmd
from referee.game.state import GameState
from referee.rulebooks import library
from referee.rules.rulebook.model import Rulebook
from referee.services.games import games
from referee.services.games.games import Answer, Done, WriteTag

_COUNT = itertools.count()


def tag(seen: int = 0, by: str = "Ann's phone", name: str = "") -> WriteTag:
    return WriteTag(name or f"{secrets.token_hex(4)}-{next(_COUNT):08}", seen, by)


def opening(rulebook: str | Rulebook = "contract", *players: str) -> cmd.OpenGame:
    book = library.load(rulebook) if isinstance(rulebook, str) else rulebook
    return cmd.OpenGame(book, players or ("Ann", "Ben", "Cid", "Dee"))


def open_game(rulebook: str | Rulebook = "contract", *players: str) -> Done:
    answer = games.open_game(opening(rulebook, *players), tag())
    assert isinstance(answer, Done)
    return answer


def closing(state: GameState, out: int | None = None, held: str = "10") -> cmd.CloseRound:
    """The running round, everybody but ``out`` (the first seat) holding the same cards."""
    running = state.running
    assert running is not None
    winner = running.seats[0] if out is None else out
    hands = {seat: held for seat in running.seats if seat != winner}
    met = dict.fromkeys(hands, False) if state.book.own_contracts else {}
    return cmd.CloseRound(running.number, hands, winner, says_went_out=True, confirmed=True, met=met)


def act(code: str, command: cmd.Command, seen: int | None = None) -> Answer:
    """Do one thing with a fresh page."""
    number = games.game(code).number if seen is None else seen
    return games.act(code, command, tag(number))


def must(code: str, command: cmd.Command, seen: int | None = None) -> Done:
    answer = act(code, command, seen)
    assert isinstance(answer, Done), answer
    return answer
