"""What went wrong at the table, and what is done about it: each kind has a clause with its remedy, which the table may
word otherwise. Nothing is forbidden here. The remedies that no source gives follow what card clubs do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

from referee.rules.rulebook.model import Clause, Rulebook
from referee.rules.rulings import Need, Phrase, Player, RequestError, Ruling, citations, depends, phrase

Effect = Literal["nothing", "owed", "void", "points", "correct"]
"""What it does to the book: nothing; cards are owed from the next turn on; the round does not count; points, if any are
agreed; a cell is corrected."""


class Remedy(NamedTuple):
    """What is done about a kind of irregularity: the topic of its clause, and its effect on the book."""

    topic: str
    effect: Effect
    unless: Mapping[str, object] = {}
    """The rule values with which it cannot happen."""


PLAYABLE = "playable card discarded"
MISDEAL, MANY, FEW = "misdeal", "too many cards", "too few cards"
PLAYED_ON = Remedy("misdeal-later", "nothing")
"""After a misdeal, once somebody has drawn."""
REMEDIES: Mapping[str, Remedy] = {
    MANY: Remedy("too-many-cards", "owed"),
    FEW: Remedy("too-few-cards", "owed"),
    MISDEAL: Remedy("misdeal", "void"),
    "illegal meld just laid down": Remedy("illegal-meld", "nothing"),
    "illegal meld found later": Remedy("illegal-meld-later", "points"),
    "drew out of turn": Remedy("wrong-draw", "owed"),
    "drew too many cards": Remedy("wrong-draw", "owed"),
    "card of the stock seen": Remedy("seen-card", "nothing"),
    "discard went to the wrong player": Remedy("wrong-take", "nothing"),
    "penalty card forgotten": Remedy("wrong-take", "nothing"),
    "taken joker not laid down": Remedy("swap-unused", "nothing", {"swap": "no", "swap_joker": "any time"}),
    "stolen card not used": Remedy("screw-unused", "nothing", {"screw_over": False}),
    "Shanghai call that fits nothing": Remedy("shanghai-unused", "nothing", {"shanghai_call": False}),
    PLAYABLE: Remedy("discard", "nothing", {"discard_playable": True}),
    "went out against the rules": Remedy("wrong-out", "correct"),
    "wrong pack": Remedy("wrong-pack", "void"),
    "miscount found after mixing": Remedy("miscount", "correct"),
}
"""By kind, as logs and requests name it; what people have most often first."""
KINDS = (*REMEDIES, "something else")
STOCK_RAN_OUT = "stock ran out again"
"""No mistake of anybody: where the rules say so, the round is dealt again when the stock runs out a second time."""

NEED_KIND = Need("kind", phrase("what went wrong"))
NEED_DRAWN = Need("drawn", phrase("has anybody drawn"))
Facts = Mapping[str, Any]


def against(book: Rulebook, kind: str) -> str:
    """The rule value because of which a kind of irregularity cannot happen under a rulebook; empty where it can."""
    remedy = REMEDIES.get(kind)
    stops = remedy.unless.items() if remedy else ()
    return next((name for name, value in stops if getattr(book, name) == value), "")


def remedy_of(kind: str, drawn: bool = False) -> Remedy | None:
    """``drawn``: whether anybody has drawn, for a misdeal. None for "something else"."""
    return PLAYED_ON if kind == MISDEAL and drawn else REMEDIES.get(kind)


def effect_in(book: Rulebook, remedy: Remedy) -> Effect:
    """What a remedy does to the book under a rulebook."""
    return "points" if remedy is REMEDIES[PLAYABLE] and book.playable_points else remedy.effect


def in_short(clause: Clause) -> str:
    """A remedy in short: how its silence is read, or the words of its clause where that is all there is."""
    return clause.silence.reading if clause.silence else clause.text


def irregular(book: Rulebook, facts: Facts) -> Ruling:
    """Something went wrong. ``adds``: ``effect``, what it does to the book; null where a fact is missing, or where it
    cannot happen.

    ``drawn`` is asked after a misdeal; ``held`` and ``should`` are the cards of somebody with too many or too few.
    """
    kind: str | None = facts.get("kind")
    if kind is None:
        return depends(book, [NEED_KIND], {"effect": None})
    if kind == MISDEAL:
        dealt = misdeal(book, facts)
        again = dealt.adds["again"]
        return dealt._replace(adds={"effect": None if again is None else "void" if again else "nothing"})
    remedy = REMEDIES.get(kind)
    if remedy is None:
        return Ruling(None, phrase("no remedy"), (), {"effect": "nothing"})
    if value := against(book, kind):
        topic = book.clause_of(value).topic
        return Ruling(None, phrase("cannot happen"), citations(book, topic), {"effect": None})
    says, clause = _remedied(book, remedy.topic), book.clauses.get(remedy.topic)
    if kind in (MANY, FEW) and (amiss := _amiss(kind, facts)) and clause:
        says = phrase("cards over" if kind == MANY else "cards short", amiss=amiss, words=in_short(clause))
    if kind == PLAYABLE:
        says = price_of_playable(book) if book.prices_playable else phrase("no remedy")
    lets_it_happen = (book.clause_of(value).topic for value in remedy.unless)
    return Ruling(None, says, citations(book, remedy.topic, *lets_it_happen), {"effect": effect_in(book, remedy)})


def price_of_playable(book: Rulebook) -> Phrase:
    """What it costs to discard a card that fits a meld."""
    cards, points = book.playable_draws, book.playable_points
    if not cards:
        return phrase("costs points", points=points)
    if not points:
        return phrase("back, and draws", cards=cards)
    return phrase("back, draws and pays", cards=cards, points=points)


def _amiss(kind: str, facts: Facts) -> int:
    """How many cards there are too many, or too few; 0 where that is not known."""
    held, should = facts.get("held"), facts.get("should")
    if held is None or should is None:
        return 0
    amiss = int(held - should if kind == MANY else should - held)
    if amiss <= 0:
        raise RequestError("held", "must be more than should" if kind == MANY else "must be less than should")
    return amiss


def _remedied(book: Rulebook, topic: str) -> Phrase:
    clause = book.clauses.get(topic)
    if clause is None:
        return phrase("no remedy")
    return phrase("remedy", words=in_short(clause), topic="" if clause.basis == "house rule" else topic)


def misdeal(book: Rulebook, facts: Facts) -> Ruling:
    """A misdeal. ``adds``: ``again`` (whether it is dealt again) and ``dealer`` (who deals, where it is known)."""
    drawn: bool | None = facts.get("drawn")
    if drawn is None:
        return depends(book, [NEED_DRAWN], {"again": None, "dealer": None}, "misdeal")
    dealer: int | None = None if drawn else facts.get("dealer")
    if drawn:
        says = _remedied(book, PLAYED_ON.topic)
    elif dealer is None:
        says = phrase("deal again")
    else:
        says = phrase("deals again", dealer=Player(dealer))
    topic = PLAYED_ON.topic if drawn else "misdeal"
    return Ruling(None, says, citations(book, topic, "misdeal"), {"again": not drawn, "dealer": dealer})
