"""*Ask* inside a game beside the recording of the same play, and beside the same question with more told."""

from __future__ import annotations

from collections import Counter
from typing import Any

from referee.game.judges.decide import NeedsConfirmation, Refused
from referee.game.rulings import inside
from referee.game.state import GameState
from referee.rules.requests import RequestError
from referee.rules.rulings import Ruling

_WHICH = ("which_meld", "name_the_meld")
"""What only a recording must know: on which of several melds a card was laid."""
Seen = Counter[tuple[str, object]]


def differs(state: GameState, asked: dict[str, Any], decision: Any, seen: Seen) -> str:
    """In what the answer to a question is another one than that to its recording; empty where they agree."""
    if isinstance(decision, Refused) and "on the table: this pack has" in decision.problems[0].message:
        return ""
    left = isinstance(decision, Refused) and "left in the middle of this round" in decision.problems[0].message
    try:
        ruling = inside.ruled(state, asked)
    except RequestError as wrong:
        return "" if isinstance(decision, Refused) else f"an error: {wrong}"
    if left:  # a Shanghai call is asked of nobody by name
        return "" if asked["question"] == "shanghai" else "a ruling on somebody who has left"
    if ruling.legal and isinstance(decision, Refused) and decision.problems[0].says.name in _WHICH:  # type: ignore[union-attr]
        return "" if len(ruling.adds["melds"]) > 1 else "asked for one of several melds"
    seen[asked["question"], ruling.legal] += 1
    assert not isinstance(decision, NeedsConfirmation)
    if isinstance(decision, Refused):
        if ruling.legal:
            return "asked yes, recorded no"
        fields = [problem.field for problem in decision.problems if not problem.clause]
        if ruling.legal is None:
            return "" if fields == [need.field for need in ruling.needs] else "other facts are asked for"
        clauses = [problem.clause.partition("/")[2] for problem in decision.problems]
        return "" if clauses == [finding.topic for finding in ruling.findings] else "other clauses"
    if not decision.events:
        return ""
    if not ruling.legal:
        return "recorded yes, asked no"
    return _otherwise(ruling.adds, decision.events[0], state)


def _otherwise(adds: Any, event: Any, state: GameState) -> str:
    """What an event holds otherwise than the ruling says."""
    assert state.running is not None
    same = {
        "winner": lambda: state.running.seats[adds["winner"] - 1] == event.seat,  # type: ignore[union-attr]
        "penalty": lambda: adds["penalty"] == event.penalty,
        "to_owner": lambda: (adds["to_owner"], adds["meld"]) == (event.to_owner, event.stays),
        "owed": lambda: adds["owed"] == event.owed,
        "readings": lambda: not isinstance(adds["readings"], tuple),
    }
    if "meld" in adds and "to_owner" not in adds:
        same["meld"] = lambda: adds["meld"] == event.became
    return ", ".join(name for name, holds in same.items() if name in adds and not holds())


_SAME_EITHER_WAY = ("winner", "penalty", "price", "meld", "joker", "to_owner", "owed", "owner_square_one", "goes_out")


def is_false(state: GameState, less: dict[str, Any], more: dict[str, Any]) -> str:
    """What is said with less told of the table and does not hold once more is told; empty where it does."""
    try:
        known = inside.ruled(state, more)
    except RequestError:
        return ""
    said = inside.ruled(state, less)
    if said.legal is None:
        return ""
    if said.legal != known.legal:
        return f"{_word(said)} with less told, {_word(known)} with more"
    wrong = [name for name in _SAME_EITHER_WAY if said.legal and said.adds.get(name) != known.adds.get(name)]
    return ", ".join(wrong)


def _word(ruling: Ruling) -> str:
    return {True: "yes", False: "no", None: "it depends"}[ruling.legal]
