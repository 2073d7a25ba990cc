"""From the facts of a request to the judges, which know no requests."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from referee.rules.judges.contract import judge_contract
from referee.rules.judges.may_i import Claims, judge_may_i, paid
from referee.rules.judges.meld import judge_meld
from referee.rules.judges.screw import Screw, judge_screw
from referee.rules.judges.turn import TurnFacts, judge_turn
from referee.rules.judges.turn_end import judge_discard
from referee.rules.question import Facts, Judge
from referee.rules.rulebook.model import Rulebook
from referee.rules.rulings import RequestError, Ruling

TOLD_BESIDE = ("are_down", "asked_when", "same_moment", "passed")
"""What of a May I is as it should be, or not known, where nobody told it otherwise."""


def told_beside(facts: Mapping[str, Any]) -> dict[str, Any]:
    """What was told of these. Raises RequestError."""
    claims = facts.get("claims")
    if claims is not None and not set(facts.get("same_moment", ())) <= set(claims):
        raise RequestError("same_moment", "must be among those who asked")
    return {name: facts[name] for name in TOLD_BESIDE if name in facts}


def go_down(book: Rulebook, facts: Facts) -> Ruling:
    """The solver is loaded by the first hand that is asked about: no other question needs it."""
    from referee.rules.judges.go_down import judge_go_down

    return judge_go_down(book, facts["hand"], facts.get("round"), facts.get("last_turn"))


def in_order(judge: Callable[..., Ruling], *names: str) -> Judge:
    """A judge that takes these fields in order, then the round; None for those of which nothing was said."""
    return lambda book, facts: judge(book, *map(facts.get, names), facts.get("round"))


def meld(book: Rulebook, facts: Facts) -> Ruling:
    return judge_meld(book, facts["cards"], facts.get("kind"), facts.get("round"), in_contract=facts.get("in_contract"))


def contract(book: Rulebook, facts: Facts) -> Ruling:
    return judge_contract(book, facts["melds"], facts.get("hand"), facts.get("round"), facts.get("last_turn"))


def may_i(book: Rulebook, facts: Facts) -> Ruling:
    last_taker = facts.get("last_taker")
    claims = Claims(
        facts["players"],
        facts.get("active"),
        facts.get("active_takes"),
        facts.get("claims"),
        0 if last_taker is None and "last_taker" in facts else last_taker,
        facts.get("used"),
        used_before=facts.get("used_before"),
        saved=facts.get("saved"),
        **told_beside(facts),
    )
    ruling = judge_may_i(book, claims, facts.get("round"))
    stock, discards = facts.get("stock"), facts.get("discards")
    return paid(book, ruling, stock, discards, facts.get("round"), facts.get("claims") or ())


def screw(book: Rulebook, facts: Facts) -> Ruling:
    return judge_screw(book, Screw(**{name: facts.get(name) for name in Screw._fields}), facts.get("round"))


def discard(book: Rulebook, facts: Facts) -> Ruling:
    end = [facts.get(name) for name in ("hand", "card", "down", "table", "round")]
    return judge_discard(book, *end, just_taken=bool(facts.get("just_taken")))  # type: ignore[arg-type]


def turn(book: Rulebook, facts: Facts) -> Ruling:
    names = ("down", "owner", "owes", "table", "round", "from_discards", "last_turn")
    beside = TurnFacts(*[facts.get(name) for name in names])
    return judge_turn(book, facts["hand"], facts["steps"], beside)
