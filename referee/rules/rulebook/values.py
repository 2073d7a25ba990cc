"""Reading from JSON or TOML: a rule value by its name, as its kind reads it, and a whole rulebook.

Every error names the value it is about, so that a file, a form and a request can point at it.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any

from referee.rules.rulebook.in_words import sentence
from referee.rules.rulebook.kinds import RulebookError
from referee.rules.rulebook.model import (
    BEFORE,
    IN_POINTS,
    KINDS,
    NO_SOURCE,
    NOT_THEN,
    SHEET,
    VALUE_NAMES,
    VALUE_TOPICS,
    Clause,
    Rulebook,
    Sheet,
    Silence,
    Source,
    clause_of,
)

YOUNGER: Mapping[str, tuple[str, str]] = {
    "cards": ("Decks", "How many decks are played with?"),
    "direction": ("Which way play goes", "Which way do play and the deal go?"),
    "own-contract": ("Whose contract it is", "Does the contract belong to the round or to each player?"),
    "play-until": ("Play until so many points", "Does a number of points end the game?"),
    "play-until-contracts": ("After the last contract", "Which contract is played after the last one?"),
    "meld-worth": ("What melds are worth", "What does an ace count in A-2-3 if the contract asks for points?"),
    "run": ("Run", "How many cards does a run need at least?"),
    "set": ("Set", "How many cards does a set need at least?"),
    "wild": ("Wild cards", "Which cards are wild?"),
    "wild-limit": ("How many wild cards", "How many wild cards may one meld hold?"),
    "wild-going-down": ("How many wild cards going down", "How many wild cards may the whole contract have?"),
    "wild-place": ("Where a wild card on the table is", "Where is a wild card on the table if no one said?"),
    "apart": ("Runs that meet", "Are two runs on the table one run once they meet?"),
    "runs-cut": ("Cutting a run", "May a long run on the table be cut in two?"),
    "lay-off": ("Laying off", "Whose melds may a player lay off on?"),
    "take-back": ("Taking back what you laid down", "May a player take back what they have laid down in this turn?"),
    "draw": ("The draw", "How many cards does a player draw at the beginning of a turn?"),
    "draw-down": ("The draw: already down", "May a player who is already down take the discard on their own turn?"),
    "down-turns": ("The turns of a player who is down", "Does a player who is down still draw and discard?"),
    "down-when": ("When you go down", "Do you lay down melds only to go out?"),
    "last-turns": ("After a player goes out", "Do the others have one more turn after a player goes out?"),
    "exhausted-again": ("The stock runs out again", "What if the stock runs out a second time?"),
    "whole-hand": ("The whole hand at once", "In which rounds may a whole hand be melded without a discard?"),
    "go-out-down": ("Going out: who may", "May a player who is not down go out?"),
    "discard-taken": (
        "Discarding the card just taken", "May the card just taken from the discard pile be discarded again?"
    ),
    "may-i-late": ("The discard out of turn: too late", "Until when may the others ask for the discard?"),
    "may-i-same-moment": (
        "The discard out of turn: at the same moment", "Who gets the discard if two players ask at the same moment?"
    ),
    "may-i-changed-mind": (
        "The discard out of turn: a changed mind",
        "May the player whose turn it is still take a discard that they have passed?",
    ),
    "may-i-down": (
        "The discard out of turn: already down", "May a player who is already down ask for the discard?"
    ),
    "discard": ("Discard", "Which card may be discarded?"),
    "may-i-limit": (
        "The discard out of turn: how often", "How many discards may one player take out of turn in a round?"
    ),
    "may-i-penalty": ("The discard out of turn: extra cards", "How many cards come with a discard out of turn?"),
    "price": ("The discard out of turn: price", "What does a discard out of turn cost?"),
    "may-i-game": (
        "The discard out of turn: in the whole game",
        "How many discards may one player take out of turn in the whole game?",
    ),
    "win": ("Winner", "Which total wins?"),
    "told-in": ("Cards or points", "Do the players tell cards or points at the end of a round?"),
    "go-out-bonus": ("What going out is worth", "What does a player who goes out score?"),
    "down-and-out": ("Down and out in one turn", "Do the others’ cards then count double?"),
}  # fmt: skip
"""The title and the question of clauses that rulebooks of before may lack, by topic; in words that fit all of them."""


def read_value(name: str, raw: object, rounds: int) -> Any:
    """The typed form of one rule value, for a rulebook of ``rounds`` rounds.

    A value by round may be one value for all rounds, a value by players one number for all
    players. The length of a list by round is not checked here: that is a matter of the whole
    rulebook (``checks``). Raises RulebookError.
    """
    if name not in KINDS:
        raise RulebookError(name, "there is no rule value of this name")
    return KINDS[name].read(name, raw, rounds)


def rounds_in(contracts: object) -> int:
    """How many rounds a list of contracts has; raises RulebookError where it is none."""
    return len(read_value("contracts", contracts, 0))


def from_data(data: Mapping[str, Any]) -> Rulebook:
    """The rulebook that ``rulebook.to_data`` wrote, equal in every value and word that there was then.

    Raises RulebookError where the data is not such a rulebook. Contradictions are not looked
    for: a frozen rulebook stays readable even where later checks are stricter.
    """
    try:
        raw = {**BEFORE, **data["values"]}
        if missing := [name for name in VALUE_NAMES if name not in raw]:
            raise RulebookError(missing[0], "this rule value is missing")
        sheet = _sheet(data)
        rounds = rounds_in(raw["contracts"])
        values = {name: read_value(name, detail, rounds) for name, detail in raw.items()}
        if sheet and (values["contracts"] != ((),) or values["told_in"] != IN_POINTS):
            raise RulebookError("sheet", "a game without a rulebook has no contracts and no cards to tell")
        clauses = {detail.topic: detail for detail in map(clause_of, data["clauses"])}
        return Rulebook(
            **values,
            id=data["id"],
            name=data["name"],
            special=data["special"],
            also_called=tuple(data["also_called"]),
            builds_on=data["builds_on"],
            shelf=data.get("shelf", ""),
            may_i_word=data["may_i_word"],
            sources=tuple(Source(**detail) for detail in data["sources"]),
            options=tuple(data["options"]),
            notes=tuple(data.get("notes", ())),
            clauses=clauses if sheet else clauses | _since(data["id"], values, clauses),
            sheet=sheet,
        )
    except (KeyError, TypeError, AttributeError) as wrong:
        raise RulebookError("rulebook", f"this is no rulebook's data: {wrong!r}") from None


def _sheet(data: Mapping[str, Any]) -> Sheet | None:
    """How a game without a rulebook is scored; None for a rulebook, whose id is another one."""
    sheet = Sheet(**data["sheet"]) if data.get("sheet") is not None else None
    if (sheet is None) == (data["id"] == SHEET):
        raise RulebookError("sheet", f"belongs to what is called {SHEET!r}, and to nothing else")
    for name, detail in dataclasses.asdict(sheet).items() if sheet else ():
        if type(detail) is not bool:
            raise RulebookError(f"sheet.{name}", "must be true or false")
    return sheet


def _since(book_id: str, values: Mapping[str, Any], clauses: Mapping[str, Clause]) -> dict[str, Clause]:
    """The clauses of values that a rulebook was frozen without: it has them as they were played before."""
    missing = [name for name in BEFORE if VALUE_TOPICS[name] not in clauses]
    return {
        (topic := VALUE_TOPICS[name]): Clause(
            f"{book_id}/{topic}",
            title=YOUNGER[topic][0],
            text=(words := sentence(name, values)),
            basis="house default",
            source=NO_SOURCE,
            silence=Silence(YOUNGER[topic][1], words, NOT_THEN),
        )
        for name in missing
    }
