"""What happened in a round in play, as plain sentences; ``story`` takes them over."""

# ruff: noqa: ARG001 - registered functions share one signature

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from referee.game import table_events as te
from referee.game.events import Event
from referee.game.table import Table
from referee.rules.house_rules import spoken
from referee.rules.rulebook import VALUES
from referee.rules.rulebook_values import RulebookError, read_value
from referee.rules.words import listed

E = TypeVar("E")


class Told(str):
    """A sentence of the history. ``brief`` is its beginning, enough to name it on a button."""

    brief: str

    def __new__(cls, brief: str, rest: str = "") -> Told:
        told = super().__new__(cls, brief + rest)
        told.brief = brief
        return told


TABLE_TELLS: dict[type[Event], Callable[[Table, Any], str]] = {}


def _tells(kind: type[E]) -> Callable[[Callable[[Table, E], str]], Callable[[Table, E], str]]:
    def register(function: Callable[[Table, E], str]) -> Callable[[Table, E], str]:
        TABLE_TELLS[kind] = function  # type: ignore[index]
        return function

    return register


def _cards(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"


def _title(table: Table, address: str) -> str:
    """What a clause is called, for people; the address itself where the rulebook has it no longer."""
    clause = table.book.clauses.get(address.partition("/")[2])
    return f"{clause.title}, {address}" if clause else address


@_tells(te.MayITaken)
def _may_i(table: Table, event: te.MayITaken) -> str:
    how, by = ("bought the discard", "") if table.book.may_i_word == "buy" else ("took the discard", " by a May I")
    head = f"Round {event.round}: {table.name(event.seat)} {how}"
    withs = [f"with {_cards(event.penalty)} from the stock"] if event.penalty else []
    withs += [f"for {event.price} {'penny' if event.price == 1 else 'pennies'}"] if event.price else []
    said = " ".join([by, listed(withs)]).rstrip()
    lost = [f"{table.name(seat)} did not get it ({_title(table, clause)})" for seat, clause in event.refused.items()]
    return Told(head, "; ".join([said, *lost]))


@_tells(te.WentDown)
def _down(table: Table, event: te.WentDown) -> str:
    with_them = f" with {listed(event.melds)}" if event.melds else ""
    return Told(f"Round {event.round}: {table.name(event.seat)} went down", with_them)


@_tells(te.MeldLaid)
def _meld_laid(table: Table, event: te.MeldLaid) -> str:
    who = f"Round {event.round}: {table.name(event.seat)}"
    if event.replaces is not None:
        return Told(f"{who} replaced the {event.replaces}", f" with {event.cards}")
    return Told(f"{who} laid down a further meld", f", {event.cards}")


def _whose(table: Table, round_no: int, meld: int | None, seat: int) -> str:
    """Whose meld it is, as ``seat`` acts on it: ``"Ann's "``, ``"their own "``; empty for one that is not known."""
    found = table.play(round_no).melds.get(meld) if meld is not None else None
    return "" if found is None else "their own " if found.owner == seat else f"{table.name(found.owner)}'s "


@_tells(te.LaidOff)
def _laid_off(table: Table, event: te.LaidOff) -> str:
    onto = f"{_whose(table, event.round, event.meld, event.seat)}{event.was}"
    return Told(f"Round {event.round}: {table.name(event.seat)} laid off {event.cards}", f" on {onto}")


@_tells(te.WildTaken)
def _wild_taken(table: Table, event: te.WildTaken) -> str:
    of = f"{_whose(table, event.round, event.meld, event.seat)}{event.was}"
    return Told(f"Round {event.round}: {table.name(event.seat)} took {event.wild}", f" from {of} for {event.card}")


@_tells(te.ScrewedOver)
def _screwed(table: Table, event: te.ScrewedOver) -> str:
    by, owner = table.name(event.by), table.name(event.owner)
    said = [f": took {event.take} from {event.was} and left {event.give}"]
    if event.stays:
        said.append(f"the meld stands as {event.stays}")
    else:
        said.append(f"{owner} took up {event.to_owner}")
    if event.owed is not None:
        said.append(f"{owner} is truly screwed and owes a {event.owed}")
    match event.use:
        case "contract":
            said.append(f"{by} went down with {listed(event.melds)}")
        case "lay_off":
            onto = f"{_whose(table, event.round, event.onto, event.by)}{event.onto_was}"
            said.append(f"{by} laid off {listed(event.melds)} on {onto}")
        case _ if event.replaces is not None:
            said.append(f"{by} replaced the {event.replaces} with {listed(event.melds)}")
        case _:
            said.append(f"{by} laid down {listed(event.melds)}")
    return Told(f"Round {event.round}: {by} screwed {owner}", "; ".join(said))


@_tells(te.ShanghaiCalled)
def _shanghai(table: Table, event: te.ShanghaiCalled) -> str:
    who = f"Round {event.round}: {table.name(event.seat)} called Shanghai"
    if event.seat == event.discarder:
        return Told(who, f" on discarding {event.card}: in the next turn nobody may take it")
    discarder, whose = table.name(event.discarder), _whose(table, event.round, event.meld, event.seat)
    rest = (
        f" on {discarder}'s {event.card} and laid it on {whose}{event.was};"
        f" {discarder} drew a card from {table.name(event.seat)}'s hand"
    )
    return Told(who, rest)


@_tells(te.StockShuffled)
def _shuffled(table: Table, event: te.StockShuffled) -> str:
    return Told(f"Round {event.round}: the discards were shuffled", " into a new stock")


_REMEDIES = {"note": "noted", "nothing": "nothing done"}


@_tells(te.IrregularityNoted)
def _irregular(table: Table, event: te.IrregularityNoted) -> str:
    who = f", {table.name(event.seat)}" if event.seat is not None else ""
    remedy = f"{event.points:+d} points" if event.remedy == "points" else _REMEDIES.get(event.remedy, event.remedy)
    text = f" ({event.text})" if event.text else ""
    return Told(f"Round {event.round}{who}: {event.kind}", f"{text}; {remedy}")


@_tells(te.RuleDecided)
def _rule_decided(table: Table, event: te.RuleDecided) -> str:
    clause = next((one for one in event.clauses if one["address"].endswith(f"/{event.topic}")), None)
    what = "A precedent" if event.precedent else "A house rule"
    title = clause["title"] if clause else event.topic
    where = f"{title} ({clause['address']}): {clause['text']}" if clause else title
    values = [_value(table, name, raw) for name, raw in event.values.items()]
    told = [f" [{listed(said)}]" for said in [[one for one in values if one not in where]] if said]
    kept = " (kept for the next games)" if event.kept else ""
    return Told(f"{what} from now on{kept}: {title}", f"{where.removeprefix(title)}{''.join(told)}")


def _value(table: Table, name: str, raw: object) -> str:
    try:
        return f"{VALUES[name]['doc']}: {spoken(read_value(name, raw, table.book.rounds))}"
    except (KeyError, RulebookError):  # a value that this version no longer has is told as it was written
        return f"{name}: {raw}"


@_tells(te.RuleRevoked)
def _rule_revoked(table: Table, event: te.RuleRevoked) -> str:
    found = next((one for one in table.decisions if one.seq == event.target), None)
    clause = table.book.clauses.get(found.topic) if found else None
    return (
        f"Revoked: the decision of {found.at[:10]} on {clause.title if clause else found.topic}" if found else "Revoked"
    )
