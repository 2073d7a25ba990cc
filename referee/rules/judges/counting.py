"""The questions that only compute: what a hand costs, who pays whom, what is dealt."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from referee.rules.cards import rank_name
from referee.rules.judges.contract import in_words
from referee.rules.judges.dealing import deal_for
from referee.rules.judges.lay_off import depends
from referee.rules.judges.scoring import round_points
from referee.rules.judges.scoring import settle as payments_of
from referee.rules.requests import RequestError
from referee.rules.rulebook.meld_rules import law
from referee.rules.rulebook.model import Payments, Rulebook
from referee.rules.rulings import Need, Ruling
from referee.rules.speech.words import counted, how_many, listed

Asked = Mapping[str, Any]


def score(book: Rulebook, asked: Asked) -> Ruling:
    """The points of a hand. ``adds``: ``points``. RequestError for an exact cut that earns nothing."""
    if "hand" not in asked:
        return depends(law(book), [Need("hand", "Which cards are left in the hand?")], {"points": None}, "score")
    ranks = Counter(map(rank_name, asked["hand"]))
    went_out, exact_cut = asked.get("went_out", False), asked.get("exact_cut", False)
    if went_out and ranks:
        raise RequestError("went_out", "whoever goes out has no cards left")
    if exact_cut and not book.cut_bonus:
        raise RequestError("exact_cut", f"{book.name} rewards no exact cut")
    points = round_points(book, ranks, went_out, exact_cut)
    parts = priced(book, ranks) + ([f"{book.cut_bonus} off for the exact cut"] if exact_cut else [])
    told = ", and ".join(parts) if len(parts) == 2 and " and " in parts[0] else listed(parts)
    sentence = f"{counted(points, 'point', digits=True)}: {told or 'no cards are left'}."
    topics = ["score", "cut"] if exact_cut else ["score"]
    return Ruling(None, sentence, law(book).because(*topics), {"points": points})


def priced(book: Rulebook, ranks: Mapping[str, int]) -> list[str]:
    """What cards cost, in pieces: ``"two kings and a jack at 10 each"``, ``"a joker at 15"``, ``"a 5"``."""
    costing: dict[int, list[str]] = {}
    own: list[str] = []
    for rank, count in ranks.items():
        points = book.points[rank]
        if rank == str(points):
            own.append(how_many(rank, count))
        else:
            costing.setdefault(points, []).append(rank)
    pieces = []
    for points, names in costing.items():
        cards = sum(ranks[rank] for rank in names)
        pieces.append(f"{listed(how_many(r, ranks[r]) for r in names)} at {points}{' each' if cards > 1 else ''}")
    return pieces + own


def settle(book: Rulebook, asked: Asked) -> Ruling:
    """Who gets and pays what at the end. ``adds``: ``payments`` by seat, in pennies.

    RequestError where the rulebook has no settlement.
    """
    if book.settlement == "none":
        raise RequestError("question", f"{book.name} has no settlement")
    questions = {"totals": "What are the totals, by seat?", "buys": "How often has each seat bought, by seat?"}
    needs = [Need(field, question) for field, question in questions.items() if field not in asked]
    if needs:
        return depends(law(book), needs, {"payments": None}, "settle")
    totals, buys = asked["totals"], asked["buys"]
    payments = list(payments_of(book, totals, buys))
    whole = len(totals) == 4 or isinstance(book.settlement, Payments)  # what is agreed is said for every number
    topics = ["settle"] if whole else ["settle-many", "settle"]
    topics += ["settle-ties", "ties"] if len(set(totals)) < len(totals) else []
    topics += ["kitty", "price"] if any(buys) else []
    verbs = {True: "receives", False: "pays"}
    said = [f"seat {seat} {verbs[sum_ > 0]} {abs(sum_) or 'nothing'}" for seat, sum_ in enumerate(payments, 1)]
    sentence = f"In pennies: {listed(said)}."
    return Ruling(None, sentence, law(book).because(*topics), {"payments": payments})


def deal(book: Rulebook, asked: Asked) -> Ruling:
    """The deal of a round. ``adds``: the fields of ``dealing.Deal``, the contract as a list of texts."""
    players = asked["players"]
    fields = ("decks", "jokers", "pack", "deal", "contract", "leader", "cut", "stock")
    if "round" not in asked:
        need = Need("round", "Which round is it?")
        decks, jokers = book.decks[players], book.jokers[players]
        known = {"decks": decks, "jokers": jokers, "pack": 52 * decks + jokers}
        return depends(law(book), [need], dict.fromkeys(fields) | known, "deal", "contracts")
    try:
        found = deal_for(book, asked["round"], players, asked.get("dealer"))
    except ValueError as wrong:
        raise RequestError("players", str(wrong)) from None
    topics = ["deal", "contracts"]
    topics += ["last-round"] if asked["round"] in book.all_cards_rounds else []
    topics += ["cards", "jokers"]
    topics += ["turn"] if found.leader is not None else []
    topics += ["cut"] if found.cut is not None else []
    pack = f"{counted(found.decks, 'deck')} and {counted(found.jokers, 'joker')}, {found.pack} cards"
    lead = f" Seat {found.leader} leads." if found.leader is not None else ""
    contract = in_words(found.contract)
    sentence = f"Deal {found.deal} cards each to {players} players from {pack}. The contract is {contract}.{lead}"
    adds = found._asdict() | {"contract": [str(slot) for slot in found.contract]}
    return Ruling(None, sentence, law(book).because(*topics), {field: adds[field] for field in fields})
