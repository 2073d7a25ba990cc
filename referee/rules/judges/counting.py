"""The questions that only compute: what a hand costs, who pays whom, what is dealt."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from referee.rules.judges.dealing import deal_for
from referee.rules.judges.scoring import counts, final_order, places, points_of, so_far
from referee.rules.judges.scoring import settle as payments_of
from referee.rules.rulebook.kinds import Payments
from referee.rules.rulebook.model import Rulebook
from referee.rules.rulings import Need, Player, RequestError, Ruling, citations, depends, phrase

Facts = Mapping[str, Any]
NEED_ONE_TURN = Need("one_turn", phrase("down in that turn"))


def score(book: Rulebook, facts: Facts) -> Ruling:
    """The points of a hand. ``adds``: ``points``. RequestError for an exact cut that earns nothing.

    Below zero is what comes off a total where the lowest one wins, and what a hand takes off where the highest does;
    where whoever goes out gets the points of the others' cards, they are those, without a reward.
    """
    if "hand" not in facts:
        return depends(book, [Need("hand", phrase("which cards left"))], {"points": None}, "score")
    ranks = Counter(map(book.priced_as, facts["hand"]))
    went_out, exact_cut = facts.get("went_out", False), facts.get("exact_cut", False)
    if went_out and ranks:
        raise RequestError("went_out", "whoever goes out has no cards left")
    if exact_cut and not book.cut_bonus:
        raise RequestError("exact_cut", f"{book.name} rewards no exact cut")
    one_turn, round_no = facts.get("one_turn", False), facts.get("round", 1)
    if went_out and (needs := _needs_of_bonus(book, facts)):
        return depends(book, needs, {"points": None}, "go-out-bonus", "score")
    held, times = points_of(book, ranks), book.times_left(one_turn)
    if held and "one_turn" not in facts and book.one_turn_doubles:
        return depends(book, [NEED_ONE_TURN], {"points": None}, "down-and-out", "score")
    costs = {rank: book.prices[rank] for rank in ranks}
    rewards = {
        "cut": book.cut_bonus if exact_cut else 0,
        "out": book.off_for_going_out(round_no, one_turn) if went_out else 0,
    }
    held, reward = held * times, sum(map(book.reward, rewards.values()))
    own = counts(book, {0: held}, None)[0]
    points = own + reward if own or not held else held
    whose = {"whose": book.winning_total} if book.highest_wins else {}
    doubled = {"doubled": True} if held and times > 1 else {}
    says = phrase("score", ranks=ranks, points=costs, **rewards, **whose, **doubled)
    topics = ["go-out-bonus"] if went_out else ["down-and-out"] if doubled else []
    topics += ["score", "cut"] if exact_cut else ["score"]
    topics += ["win"] if book.highest_wins else []
    return Ruling(None, says, citations(book, *topics), {"points": points})


def _needs_of_bonus(book: Rulebook, facts: Facts) -> list[Need]:
    """What must be known of the round in which somebody went out, and of how."""
    rounds = [facts["round"]] if "round" in facts else range(1, book.rounds + 1)
    ways = [facts["one_turn"]] if "one_turn" in facts else [False, True]
    needs = [NEED_ONE_TURN] if len(ways) > 1 and any(map(book.rewards_one_turn, rounds)) else []
    by_round = ({book.off_for_going_out(number, way) for number in rounds} for way in ways)
    return needs + ([Need("round", phrase("which round"))] if any(len(each) > 1 for each in by_round) else [])


def settle(book: Rulebook, facts: Facts) -> Ruling:
    """Who gets and pays what at the end. ``adds``: ``payments`` by seat, in pennies.

    RequestError where the rulebook has no settlement.
    """
    if book.settlement == "none":
        raise RequestError("question", f"{book.name} has no settlement")
    questions = {"totals": "which totals", "buys": "how many buys"}
    needs = [Need(field, phrase(question)) for field, question in questions.items() if field not in facts]
    if needs:
        return depends(book, needs, {"payments": None}, "settle")
    totals, buys = facts["totals"], facts["buys"]
    payments = list(payments_of(book, so_far(book, totals, ()), buys))
    whole = len(totals) == 4 or isinstance(book.settlement, Payments)  # what is agreed is said for every number
    topics = ["settle"] if whole else ["settle-many", "settle"]
    topics += ["settle-ties", "ties"] if len(set(totals)) < len(totals) else []
    topics += ["kitty", "price"] if any(buys) else []
    says = phrase("settle", payments=[(Player(seat), pennies) for seat, pennies in enumerate(payments, 1)])
    return Ruling(None, says, citations(book, *topics), {"payments": payments})


def at_the_end(book: Rulebook, facts: Facts) -> Ruling:
    """Who is where after the last round. ``adds``: ``places`` by seat; equal ones are shared.

    ``won`` and ``last`` (rounds won, points of the last round) are asked where they break a tie.
    """
    if "totals" not in facts:
        return depends(book, [Need("totals", phrase("which totals"))], {"places": None}, "win")
    totals, won, last = facts["totals"], facts.get("won"), facts.get("last")
    met = facts.get("met") or ()
    if book.own_contracts and not met:
        return depends(book, [Need("met", phrase("how many contracts"))], {"places": None}, "own-contract", "win")
    tied = len(set(so_far(book, totals, met))) < len(totals)
    topics = ["tie-break", "ties", "win"] if tied else ["win"]
    topics = ["own-contract", *topics] if book.own_contracts else topics
    nobody = [0] * len(totals)
    if tied and book.tie_break != "none":
        needs = [Need("won", phrase("how many won"))] if won is None else []
        by_rounds = final_order(book, totals, won or nobody, nobody, met)
        needs += [Need("last", phrase("last round cost"))] if last is None and len({*by_rounds}) < len(totals) else []
        if needs:
            return depends(book, needs, {"places": None}, *topics)
    each = places(final_order(book, totals, won or nobody, last or nobody, met))
    by_place: dict[int, list[Player]] = {}
    for seat, its in enumerate(each, 1):
        by_place.setdefault(its.place, []).append(Player(seat))
    says = phrase("at the end", by_place=dict(sorted(by_place.items())))
    return Ruling(None, says, citations(book, *topics), {"places": [its.place for its in each]})


def leaving(book: Rulebook, facts: Facts) -> Ruling:
    """Somebody leaves. ``adds``: ``points``, what their hand costs them; None between rounds, or where a fact is
    missing."""
    during, hand = facts.get("during"), facts.get("hand")
    clause = book.clauses["leaving"]
    if clause.basis == "house rule":  # no value says what a table does then: only its words do, whenever it is
        return Ruling(None, phrase("remedy", words=clause.text, topic=""), citations(book, "leaving"), {"points": None})
    if during is None:
        return depends(book, [Need("during", phrase("leaves when"))], {"points": None}, "leaving")
    if not during:
        return Ruling(None, phrase("leaves between rounds"), citations(book, "leaving", "seats"), {"points": None})
    if hand is None:
        return Ruling(None, phrase("leaves"), citations(book, "leaving", "seats"), {"points": None})
    points = points_of(book, Counter(map(book.priced_as, hand)))
    says = phrase("leaves with, highest", points=points) if book.highest_wins else phrase("leaves with", points=points)
    return Ruling(None, says, citations(book, "leaving", "seats", "score"), {"points": points})


def deal(book: Rulebook, facts: Facts) -> Ruling:
    """The deal of a round. ``adds``: the fields of ``dealing.Deal``, the contract as a list of texts."""
    players = facts["players"]
    fields = ("decks", "jokers", "pack", "deal", "contract", "leader", "cut", "stock")
    if "round" not in facts:
        need = Need("round", phrase("which round"))
        topics = [*_for_so_many(book, players), "deal", "contracts", "cards"]
        decks, jokers = book.decks[players], book.jokers[players]
        pack = {"decks": decks, "jokers": jokers, "pack": book.cards_in_all(players)}
        return depends(book, [need], dict.fromkeys(fields) | pack, *topics)
    try:
        dealt = deal_for(book, facts["round"], players, facts.get("dealer"))
    except ValueError as wrong:
        raise RequestError("players", str(wrong)) from None
    topics = [*_for_so_many(book, players), "deal", "contracts"]
    topics += ["last-round"] if facts["round"] in book.all_cards_rounds else []
    topics += ["cards", "jokers"]
    topics += ["turn"] if dealt.leader is not None else []
    topics += ["cut"] if dealt.cut is not None else []
    says = phrase(
        "deal",
        cards=dealt.deal,
        players=players,
        decks=dealt.decks,
        jokers=dealt.jokers,
        pack=dealt.pack,
        contract=dealt.contract,
        leader=None if dealt.leader is None else Player(dealt.leader),
    )
    adds = dealt._asdict() | {"contract": [str(slot) for slot in dealt.contract]}
    return Ruling(None, says, citations(book, *topics), {field: adds[field] for field in fields})


def _for_so_many(book: Rulebook, players: int) -> list[str]:
    """The clauses up to the table by which so few or so many are dealt cards at all, and from how many decks."""
    topics = ["odd-players"] if players > MOST_TABLES and players % 2 and "odd-players" in book.clauses else []
    if players != MOST_TABLES:
        topics.insert(0, "players" if players < MOST_TABLES else "most-players")
    return book.open_among(topics)


MOST_TABLES = 4
"""At every rulebook's table four may sit."""
