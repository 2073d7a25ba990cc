"""Requests near to what is legal, of every question that can be refused, under any rulebook and random house rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from referee.rulebooks import library
from referee.rules.cards import JOKER, Placed, format_card, format_cards, format_meld
from referee.rules.rulebook.kinds import RulebookError
from referee.rules.rulebook.model import KINDS, Rulebook
from referee.rules.rulebook.slots import LOOSE, Slot, asked_for
from tests.rulebooks.values_of_kinds import settings
from tests.rules import asks
from tests.rules.naive import is_wild
from tests.rules.solver.drawing import FOUR_SUITS, loose_cards, planted

Request = dict[str, Any]

COUNTED = {
    "players_min", "players_max", "players_best", "first_dealer", "deal", "cut_bonus", "points", "go_out_bonus",
    "go_out_bonus_for", "one_turn_doubles", "winning_total", "play_until", "contracts_again",
    "tie_break", "settlement", "kitty_split", "may_i_price", "decks", "decks_by_round", "contracts",
}  # fmt: skip
"""Values by which nothing is refused, and those that seldom go with the rest of a rulebook."""
JUDGED = [name for name in KINDS if name not in COUNTED]
NEEDED: dict[str, dict[str, object]] = {"screw": {"screw_over": True}, "shanghai": {"shanghai_call": True}}
"""House rules without which a question is refused at once."""
DOWN = ("no", "this turn", "earlier", "earlier")


def a_table(random: Random, question: str) -> Rulebook:
    """A rulebook as it stands, or with some house rules; mostly one that has what the question is about."""
    book = random.choice(FOUR_SUITS)
    needed = NEEDED.get(question, {}) if random.random() < 0.95 else {}
    if question == "swap" and book.swap == "no" and random.random() < 0.9:
        needed = {"swap": random.choice(("runs", "any"))}
    for _ in range(20):
        number = random.choice((0, 1, 1, 2, 3, 5))
        house = {name: random.choice([*settings(KINDS[name])]) for name in random.sample(JUDGED, number)}
        try:
            return library.with_house_rules(book, {**house, **needed}) if house or needed else book
        except RulebookError:
            continue
    return book


def a_request(random: Random, book: Rulebook, question: str) -> Request:
    """A request of this question, often one that is refused; it may name more cards than the pack has."""
    if question in _DRAWN:
        request = asks.drawn(random, book, question)
        if request.get("active_takes") and random.random() < 0.8:
            request["active_takes"] = False
        if question == "may_i" and random.random() < 0.3:
            request |= {"stock": random.randint(0, 2), "discards": random.randint(0, 3)}
        return request
    request = {"rulebook": book.id, "question": question}
    free = [number for number in range(1, book.rounds + 1) if number not in book.all_cards_rounds]
    if question in ("contract", "go_down") or random.random() < 0.9:
        request["round"] = random.choice(free) if free and random.random() < 0.85 else random.randint(1, book.rounds)
    made = _MAKERS[question](random, book, request)
    return {**request, **{name: value for name, value in made.items() if value is not None or name == "card"}}


def a_wild(random: Random, book: Rulebook) -> int:
    """Mostly a card that is wild there."""
    wild = [JOKER, *[card for card in range(JOKER) if is_wild(book, card)]]
    return random.choice((1, 14)) if random.random() < 0.03 else random.choice(wild)


def a_meld(random: Random, book: Rulebook, slot: Slot, wilds: Sequence[float] = (0, 0, 0.15, 0.4)) -> list[Placed]:
    """A meld of a slot's kind and size or longer, from low to high, some of its cards wild."""
    size = slot.size + random.choice((0, 0, 1, 2, 4))
    if slot.kind == "run":
        size = min(random.choice((12, 13, 14)) if random.random() < 0.06 else size, 14)
        suit, low = random.randrange(4), random.randint(1, 15 - size)
        cards = [suit * 13 + (low + at - 1) % 13 for at in range(size)]
    elif slot.kind in LOOSE:
        cards = loose_cards(random, slot.kind, size)
    else:
        size = min(size, 4) if book.set_suits == "different" and random.random() < 0.9 else size
        rank, suits = random.randrange(13), random.sample(range(4), 4) * 4
        cards = [suits[at] * 13 + rank for at in range(size)]
    share = random.choice(wilds)
    return [
        Placed(a_wild(random, book), random.choice((None, card, card))) if random.random() < share else Placed(card)
        for card in cards
    ]


def of_any_round(random: Random, book: Rulebook, round_no: int | None = None) -> Slot:
    contract = book.contracts[(round_no or random.randint(1, book.rounds)) - 1]
    return random.choice(asks.with_melds(random, asked_for(contract)))


def spoilt(random: Random, meld: list[Placed]) -> list[Placed]:
    """A meld with a card less, more, twice, or another one in the place of one."""
    meld = list(meld)
    for _ in range(random.choice((0, 1, 1, 1, 2))):
        at = random.randrange(len(meld))
        way = random.choice(("less", "less", "more", "twice", "other", "other", "place"))
        if way == "less" and len(meld) > 1:
            meld.pop(at)
        elif way == "more":
            meld.append(Placed(random.randrange(JOKER + 1)))
        elif way == "twice":
            meld.append(meld[at])
        elif way == "place":
            meld[at] = Placed(meld[at].card, random.randrange(52))
        else:
            meld[at] = Placed(random.choice((random.randrange(JOKER), (meld[at].card + 1) % 52)))
    if random.random() < 0.4:
        random.shuffle(meld)
    return meld


def near(random: Random, meld: Sequence[Placed]) -> int:
    """A card that often fits a meld: beside its cards, of their rank, wild, one that a wild card stands for."""
    places = [card if place is None or place < 0 else place for card, place in meld]
    naturals = [card for card in places if card < JOKER] or [random.randrange(JOKER)]
    low, high, card = naturals[0], naturals[-1], random.choice(naturals)
    beside = [each // 13 * 13 + (each + step) % 13 for each, step in ((low, -1), (high, 1), (card, 1), (low, -2))]
    return random.choice([JOKER, 1, *beside, *beside, (card + 13) % 52, (card + 26) % 52, card])


def _meld(random: Random, book: Rulebook, request: Request) -> Request:
    kind = random.choice(("set", "run", "pair")) if random.random() < 0.15 else None
    slot = of_any_round(random, book, request.get("round"))
    return {"cards": format_meld(spoilt(random, a_meld(random, book, slot))), "kind": kind}


def _contract(random: Random, book: Rulebook, request: Request) -> Request:
    way = random.choice([way.contracts[request["round"] - 1] for way in book.by_way(request["round"])])
    slots = asks.with_melds(random, way)
    melds = [a_meld(random, book, slot) for slot in slots]
    if book.melds_exact:
        melds = [meld[: slot.size] if random.random() < 0.7 else meld for meld, slot in zip(melds, slots, strict=True)]
    at = random.randrange(len(melds))
    melds[at] = spoilt(random, melds[at])
    if random.random() < 0.1:
        melds = [*melds, a_meld(random, book, random.choice(slots))] if random.random() < 0.5 else melds[1:] or melds
    return {
        "melds": [format_meld(meld) for meld in melds],
        "hand": format_card(random.randrange(52)) if random.random() < 0.3 else None,
    }


def _go_down(random: Random, book: Rulebook, request: Request) -> Request:
    most = sum(slot.size for slot in asks.with_melds(random, asked_for(book.contracts[request["round"] - 1]))) + 2
    hand = planted(random, book, request["round"], min(most, 14))
    for _ in range(random.choice((0, 1, 1, 2, 3))):
        if len(hand) > 1:
            hand.pop(random.randrange(len(hand)))
    return {"hand": format_cards(hand)}


def _on_table(random: Random, book: Rulebook, wilds: Sequence[float] = (0, 0, 0.15, 0.4)) -> list[Placed]:
    """A meld that lies there; now and then none."""
    meld = a_meld(random, book, of_any_round(random, book), wilds)
    return spoilt(random, meld) if random.random() < 0.05 else meld


def _whose(random: Random) -> str | None:
    return random.choice(("self", "other", "other", None))


def _since(random: Random) -> str | None:
    return random.choice((*DOWN, "earlier", "earlier")) if random.random() < 0.95 else None


def _lay_off(random: Random, book: Rulebook, request: Request) -> Request:
    lies = _on_table(random, book)
    added = [Placed(near(random, lies)) for _ in range(random.choice((1, 1, 2, 2, 3, 4)))]
    added += [random.choice(added)] * (random.random() < 0.2)
    owes = random.choice(("set", "run")) if random.random() < 0.03 else None
    cards = format_meld(added)
    return {"meld": format_meld(lies), "cards": cards, "down": _since(random), "owner": _whose(random), "owes": owes}


def _swap(random: Random, book: Rulebook, request: Request) -> Request:
    lies = _on_table(random, book, (0.2, 0.4, 0.6))
    places = [place for _, place in lies if place is not None and place >= 0]
    card = random.choice(places) if places and random.random() < 0.4 else near(random, lies)
    return {"meld": format_meld(lies), "card": format_card(card), "down": _since(random), "owner": _whose(random)}


def _screw(random: Random, book: Rulebook, request: Request) -> Request:
    lies = _on_table(random, book)
    taken = random.choice(lies)
    if random.random() < 0.05:
        taken = Placed(random.randrange(JOKER))
    bare = format_card(taken.card)
    rest = format_meld([placed for placed in lies if placed is not taken])
    way = random.choice([way.contracts[request.get("round", 1) - 1] for way in book.by_way(request.get("round", 1))])
    slots = asks.with_melds(random, way)
    of_rank = " ".join(format_card((taken.card + 13 * suit) % 52) for suit in (1, 2)) if taken.card < JOKER else "5C 5D"
    going = [format_meld(a_meld(random, book, slot)[: slot.size]) for slot in slots]
    going[0] = f"{bare} {of_rank}"
    onto = format_meld(_on_table(random, book))
    use = random.choice((
        {"lay_off": {"meld": onto, "cards": bare}}, {"lay_off": {"meld": rest, "cards": bare}},
        {"new_meld": f"{bare} {of_rank}"}, {"new_meld": onto}, {"contract": going}, None,
    ))  # fmt: skip
    return {
        "by": 1, "owner": 1 if random.random() < 0.05 else 2, "meld": format_meld(lies),
        "take": format_meld([taken]), "use": use, "give": format_card(random.randrange(52)),
        "down": random.choice(DOWN), "used": random.random() < 0.1,
        "owner_melds": [onto] if random.random() < 0.3 else [],
        "stolen_from_by": [bare] if random.random() < 0.05 else [],
        "owes": random.choice(("set", "run")) if random.random() < 0.05 else None,
    }  # fmt: skip


def _shanghai(random: Random, book: Rulebook, request: Request) -> Request:
    table = [_on_table(random, book) for _ in range(random.choice((0, 1, 1, 2)))]
    card = near(random, random.choice(table)) if table and random.random() < 0.4 else random.randrange(JOKER + 1)
    return {"card": format_card(card), "table": [*map(format_meld, table)], "by": random.choice(("discarder", None))}


def _discard(random: Random, book: Rulebook, request: Request) -> Request:
    table = [_on_table(random, book) for _ in range(random.choice((0, 1, 1, 2)))]
    near_table = [near(random, random.choice(table)) for _ in range(4)] if table else []
    cards = [*near_table, *[random.randrange(JOKER + 1) for _ in range(3)], a_wild(random, book)]
    hand = random.sample(cards, random.choice((0, 1, 1, 1, 2, 3)))
    card = random.choice(hand) if hand and random.random() < 0.6 else random.choice((None, None, random.choice(cards)))
    return {
        "hand": format_cards(hand), "card": None if card is None else format_card(card), "down": _since(random),
        "table": [*map(format_meld, table)] if random.random() < 0.95 else None,
    }  # fmt: skip


def _turn(random: Random, book: Rulebook, request: Request) -> Request:
    """Steps of which the hand holds the cards, mostly; each near to what may be done."""
    round_no = request.get("round") or 1
    table = [_on_table(random, book, (0, 0.2, 0.5)) for _ in range(random.choice((1, 1, 2)))]
    hand, drawn = [random.randrange(JOKER + 1) for _ in range(2)], random.randrange(JOKER)
    steps: list[Request] = [{"draw": " ".join([format_card(drawn)] * book.draw_cards)}]
    steps *= random.choice((1, 1, 1, 1, 1, 1, 1, 2, 0))
    for _ in range(random.choice((0, 1, 1, 2))):
        lies = random.choice(table)
        way = random.choice(("lay_off", "lay_off", "swap", "new_meld", "contract", "contract"))
        if way == "lay_off":
            cards = [near(random, lies) for _ in range(random.choice((1, 1, 2)))]
            hand += cards
            steps.append({way: {"meld": format_meld(lies), "cards": format_cards(cards)}})
        elif way == "swap":
            places = [place for _, place in lies if place is not None and place >= 0]
            card = random.choice(places) if places and random.random() < 0.7 else near(random, lies)
            hand.append(card)
            steps.append({way: {"meld": format_meld(lies), "card": format_card(card)}})
        else:
            slots = asks.with_melds(random, book.by_way(round_no)[0].contracts[round_no - 1])
            melds = [a_meld(random, book, slot, (0, 0.15))[: slot.size] for slot in slots]
            melds = [spoilt(random, meld) if random.random() < 0.15 else meld for meld in melds]
            melds = melds[:1] if way == "new_meld" else melds
            hand += [card for meld in melds for card, _ in meld]
            rows = [format_meld(meld) for meld in melds]
            steps.append({way: rows if way == "contract" else rows[0]})
    if random.random() < 0.9:
        steps.append({"discard": format_card(random.choice(hand)) if random.random() < 0.8 else None})
    return {
        "hand": format_cards(hand), "steps": steps, "down": random.choice(("no", "no", "earlier", "earlier", None)),
        "owner": _whose(random), "table": [*map(format_meld, table)] if random.random() < 0.9 else None,
        "owes": random.choice(("set", "run")) if random.random() < 0.03 else None,
        "from_discards": random.random() < 0.2 or None,
    }  # fmt: skip


_MAKERS: dict[str, Callable[[Random, Rulebook, Request], Request]] = {
    "meld": _meld, "contract": _contract, "go_down": _go_down, "lay_off": _lay_off, "swap": _swap, "screw": _screw,
    "shanghai": _shanghai, "discard": _discard, "turn": _turn,
}  # fmt: skip
_DRAWN = ("may_i", "take_back", "runs_meet")
"""Those for which the requests of other tests do."""
REFUSED = (*_MAKERS, *_DRAWN)
"""The questions that can be refused."""
