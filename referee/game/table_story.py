"""What happened in a round in play, as plain sentences; ``story`` takes them over."""

# ruff: noqa: ARG001 - registered functions share one signature

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from referee.game import table_events as te
from referee.game.events import Event
from referee.game.replay import Table
from referee.rules.rulebook.house_rules import spoken
from referee.rules.rulebook.model import VALUES
from referee.rules.rulebook.values import RulebookError, read_value
from referee.rules.speech.words import listed, written_out

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
    with_them = f" with {written_out(*event.melds)}" if event.melds else ""
    return Told(f"Round {event.round}: {table.name(event.seat)} went down", with_them)


@_tells(te.MeldLaid)
def _meld_laid(table: Table, event: te.MeldLaid) -> str:
    who = f"Round {event.round}: {table.name(event.seat)}"
    if event.replaces is not None:
        return Told(f"{who} replaced the {event.replaces}", f" with {written_out(event.cards)}")
    return Told(f"{who} laid down a further meld", f", {written_out(event.cards)}")


def _meld(table: Table, round_no: int, meld: int | None, seat: int, cards: str) -> str:
    """A meld as ``seat`` acts on it: ``"Ann's meld (the 8s of clubs and hearts)"``; its cards where it is not known."""
    found = table.play(round_no).melds.get(meld) if meld is not None else None
    if found is None:
        return written_out(cards)
    whose = "their own" if found.owner == seat else f"{table.name(found.owner)}'s"
    return f"{whose} meld ({written_out(cards)})"


@_tells(te.LaidOff)
def _laid_off(table: Table, event: te.LaidOff) -> str:
    onto = _meld(table, event.round, event.meld, event.seat, event.was)
    return Told(f"Round {event.round}: {table.name(event.seat)} laid off {written_out(event.cards)}", f" on {onto}")


@_tells(te.WildTaken)
def _wild_taken(table: Table, event: te.WildTaken) -> str:
    of = _meld(table, event.round, event.meld, event.seat, event.was)
    head = f"Round {event.round}: {table.name(event.seat)} took {written_out(event.wild)}"
    return Told(head, f" from {of} for {written_out(event.card)}")


@_tells(te.ScrewedOver)
def _screwed(table: Table, event: te.ScrewedOver) -> str:
    by, owner, laid = table.name(event.by), table.name(event.owner), written_out(*event.melds)
    said = [f": took {written_out(event.take)} from {written_out(event.was)} and left {written_out(event.give)}"]
    if event.stays:
        said.append(f"the meld stands as {written_out(event.stays)}")
    else:
        said.append(f"{owner} took up {written_out(event.to_owner)}")
    if event.owed is not None:
        said.append(f"{owner} is truly screwed and owes a {event.owed}")
    match event.use:
        case "contract":
            said.append(f"{by} went down with {laid}")
        case "lay_off":
            onto = _meld(table, event.round, event.onto, event.by, event.onto_was)
            said.append(f"{by} laid off {laid} on {onto}")
        case _ if event.replaces is not None:
            said.append(f"{by} replaced the {event.replaces} with {laid}")
        case _:
            said.append(f"{by} laid down {laid}")
    return Told(f"Round {event.round}: {by} screwed {owner}", "; ".join(said))


@_tells(te.ShanghaiCalled)
def _shanghai(table: Table, event: te.ShanghaiCalled) -> str:
    who = f"Round {event.round}: {table.name(event.seat)} called Shanghai"
    if event.seat == event.discarder:
        return Told(who, f" on discarding {written_out(event.card)}: in the next turn nobody may take it")
    discarder, onto = table.name(event.discarder), _meld(table, event.round, event.meld, event.seat, event.was)
    card = written_out(event.card).removeprefix("the ")
    drew = f"{discarder} drew a card from {table.name(event.seat)}'s hand"
    return Told(who, f" on {discarder}'s {card} and laid it on {onto}; {drew}")


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
    where = f"{title}: {clause['text']}" if clause else title
    values = [_value(table, name, raw) for name, raw in event.values.items()]
    told = [f" ({listed(said)})" for said in [[one for one in values if one not in where]] if said]
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
    return f"Revoked: the decision on {clause.title if clause else found.topic}" if found else "Revoked"
