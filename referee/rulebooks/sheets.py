"""The sheet of a game that has no rulebook, made from a table's few answers: it is scored, and nothing is judged.

It is a rulebook like any other to what opens, keeps, scores and exports a game. Its clauses say how it is scored; the
values that none of them names are the base's, and mean nothing here.
"""

from __future__ import annotations

import dataclasses
from typing import NamedTuple

from referee.rulebooks import library
from referee.rulebooks.own import LONGEST_NAME
from referee.rules.rulebook.checks import sound
from referee.rules.rulebook.house_rules import HOUSE_SOURCE
from referee.rules.rulebook.kinds import PLAYERS, ByRound, RulebookError
from referee.rules.rulebook.model import (
    IN_POINTS,
    KINDS,
    MOST_OPEN_ROUNDS,
    MOST_UNTIL,
    SHEET,
    Clause,
    Rulebook,
    Sheet,
    Source,
)

SPECIAL = "A score sheet without a referee."


class Answers(NamedTuple):
    """What a table says of a game before it is scored."""

    name: str
    rounds: int = 0
    """How many are played; 0 for as many as the table likes."""
    until: int = 0
    """The points of a player that end the game; 0 where none do."""
    highest_wins: bool = False
    below_zero: bool = False
    has_dealer: bool = True
    by_taps: bool = False
    false_calls: bool = False
    triples: bool = False


def sheet(answers: Answers) -> Rulebook:
    """The sheet that a game is opened with. Raises RulebookError, which names the answer that cannot be."""
    name, rounds, until = answers.name.strip(), answers.rounds, answers.until
    for key, number, most in (("rounds", rounds, MOST_OPEN_ROUNDS), ("until", until, MOST_UNTIL)):
        if not 0 <= number <= most:
            raise RulebookError(key, f"must be a number from 0 to {most}")
    if not 1 <= len(name) <= LONGEST_NAME:
        raise RulebookError("name", f"must be a text of 1 to {LONGEST_NAME} characters")
    players = range(min(PLAYERS), max(PLAYERS) + 1)
    base = library.load(library.ids()[0])
    by_round = {name: getattr(base, name)[:1] for name, kind in KINDS.items() if isinstance(kind, ByRound)}
    by_round["may_i_limit"] = (0,)
    return sound(
        dataclasses.replace(
            base,
            **by_round,
            players_min=players[0],
            players_max=players[-1],
            players_best=0,
            decks=dict.fromkeys(players, max(base.decks.values())),
            jokers=dict.fromkeys(players, 0),
            contracts=((),),
            all_cards_rounds=frozenset(),
            whole_hand_rounds=frozenset(),
            rounds_most=rounds if rounds else "no limit",
            play_until=until if until else "no limit",
            told_in=IN_POINTS,
            id=SHEET,
            name=name,
            special=SPECIAL,
            also_called=(),
            builds_on="",
            shelf="",
            sources=(Source("table", HOUSE_SOURCE),),
            options=(),
            notes=(),
            clauses=_clauses(answers),
            sheet=Sheet(*(getattr(answers, each.name) for each in dataclasses.fields(Sheet))),
        )
    )


def answers_of(book: Rulebook) -> Answers:
    """What the table answered of a game that was played before, to be answered so again."""
    assert book.sheet is not None, "only a sheet is made from answers"
    rounds = book.rounds_most if isinstance(book.rounds_most, int) else 0
    return Answers(book.name, rounds, book.until, *dataclasses.astuple(book.sheet))


def _clauses(answers: Answers) -> dict[str, Clause]:
    wins = "highest" if answers.highest_wins else "lowest"
    rules = {
        "told-in": ("Points", _points(answers)),
        "own-contract": ("Rounds", _rounds(answers)),
        "win": ("Winner", f"The {wins} total wins. Players with equal totals share the place."),
        "first-dealer": ("Dealer", "The players deal in turn." if answers.has_dealer else "No one deals."),
    }
    return {
        topic: Clause(f"{SHEET}/{topic}", title, text, "stated", HOUSE_SOURCE, judged=False)
        for topic, (title, text) in rules.items()
    }


def _points(answers: Answers) -> str:
    if answers.by_taps:
        points = "Points are counted while a round is played: a tap for each one found."
        return f"{points} A false call takes one off." if answers.false_calls else points
    points = "After each round everyone tells their points: a number, or a sum like 12+5."
    return f"{points} Points can be below zero." if answers.below_zero else points


def _rounds(answers: Answers) -> str:
    points = f"a total is {answers.until} point{'' if answers.until == 1 else 's'} or more"
    rounds = f"{answers.rounds} round{'' if answers.rounds == 1 else 's'}"
    if answers.until and answers.rounds:
        return f"The game ends with the round after which {points}, or after {rounds}."
    if answers.until:
        return f"The game ends with the round after which {points}."
    return f"The game has {rounds}." if answers.rounds else "The game ends when the table says so."
