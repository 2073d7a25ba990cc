"""Requests of every question drawn at random, mostly near what is legal; a fact is left out now and then. Seeded."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from referee.rules.cards import JOKER, Placed, format_card, format_cards, format_meld
from referee.rules.rulebook.model import Rulebook
from referee.rules.rulebook.slots import Slot, is_free
from tests.rules.solver.drawing import FOUR_SUITS, planted

Request = dict[str, Any]

BOOKS = FOUR_SUITS
DOWN = ("no", "this turn", "earlier", None)
OWNER = ("self", "other", None)
WILD = (JOKER, JOKER, 1, 14)
"""Jokers, and twos for the rulebooks in which they are wild."""


def drawn(random: Random, book: Rulebook, question: str) -> Request:
    """A request of this question under a rulebook."""
    request: Request = {"rulebook": book.id, "question": question}
    if random.random() < 0.85 or question in ("contract", "go_down"):
        request["round"] = random.randint(1, book.rounds)
    said = _MAKERS[question](random, book, request)
    return {**request, **{field: value for field, value in said.items() if value is not None or field in _NULL_SAYS}}


_NULL_SAYS = ("card", "last_taker")


def meld(random: Random, slot: Slot, extra: tuple[int, ...] = (0, 0, 1, 2, 5)) -> tuple[str, list[int]]:
    """A meld of a slot's kind, or longer, some cards of it wild; and the cards that it is made of."""
    size = slot.size + random.choice(extra)
    if slot.kind == "run":
        size = min(14, random.choice((12, 13, 14)) if random.random() < 0.1 else size)
        suit, low = random.randrange(4), random.randint(1, 15 - size)
        cards = [suit * 13 + (low + i - 1) % 13 for i in range(size)]
    else:
        rank = random.randrange(13)
        cards = [random.randrange(4) * 13 + rank for _ in range(size)]
    share = random.choice((0, 0.1, 0.3, 0.6))
    placed = [
        Placed(random.choice(WILD), random.choice((None, card))) if random.random() < share else Placed(card)
        for card in cards
    ]
    if random.random() < 0.5:
        random.shuffle(placed)
    return format_meld(placed), cards


def with_melds(random: Random, contract: Sequence[Slot]) -> Sequence[Slot]:
    """A contract; where it leaves the melds to the player, some sets and runs in its place."""
    if not is_free(contract):
        return contract
    sizes = random.choices((3, 3, 4, 5), k=random.choice((2, 3, 3)))
    return [Slot(random.choice(("set", "run", "run")), size) for size in sizes]


def _any_meld(random: Random, book: Rulebook) -> tuple[str, list[int]]:
    return meld(random, random.choice(with_melds(random, random.choice(book.contracts))))


def near(random: Random, cards: list[int]) -> str:
    """A card that often fits cards: beside them in their suit, of their rank, wild, or one of them."""
    card, low, high = random.choice(cards), cards[0], cards[-1]
    beside = [one // 13 * 13 + (one + step) % 13 for one, step in ((card, 1), (card, -1), (low, -1), (high, 1))]
    return format_card(random.choice([JOKER, 1, *beside, (card + 13) % 52, card]))


def _meld(random: Random, book: Rulebook, request: Request) -> Request:
    kind = random.choice(("set", "run", "pair")) if random.random() < 0.1 else None
    return {"cards": _any_meld(random, book)[0], "kind": kind}


def _contract(random: Random, book: Rulebook, request: Request) -> Request:
    slots = with_melds(random, book.contracts[request["round"] - 1])
    melds = [meld(random, slot, (0, 0, 0, 1) if book.melds_exact else (0, 0, 1, 2))[0] for slot in slots]
    return {"melds": melds, "hand": format_card(random.randrange(52)) if random.random() < 0.4 else None}


def _go_down(random: Random, book: Rulebook, request: Request) -> Request:
    most = sum(slot.size for slot in with_melds(random, book.contracts[request["round"] - 1])) + 3
    return {"hand": format_cards(planted(random, book, request["round"], most))}


def _lay_off(random: Random, book: Rulebook, request: Request) -> Request:
    lies, cards = _any_meld(random, book)
    added = " ".join(near(random, cards) for _ in range(random.choice((1, 1, 1, 2))))
    return {"meld": lies, "cards": added, "down": random.choice(DOWN), "owner": random.choice(OWNER)}


def _swap(random: Random, book: Rulebook, request: Request) -> Request:
    lies, cards = _any_meld(random, book)
    offered = format_card(random.choice(cards))
    return {"meld": lies, "card": offered, "down": random.choice(DOWN), "owner": random.choice(OWNER)}


def _may_i(random: Random, book: Rulebook, request: Request) -> Request:
    used = random.choice(({}, {"1": 1, "2": 1, "3": 1, "4": 1}, {"1": 2, "3": 1}, None))
    said = {
        "active": random.choice((1, 2, 3, 4, None)),
        "active_takes": random.choice((False, False, False, True, None)),
        "claims": random.sample((1, 2, 3, 4), random.randint(0, 3)) if random.random() < 0.9 else None,
        "used": used,
        "used_before": random.choice(({}, {"1": 2, "2": 1, "3": 1}, None)),
        "are_down": random.choice(([], [1, 2, 3, 4], [1, 2], [3], None)),
        "asked_when": random.choice((None, None, None, "before the draw", "after the draw", "after a meld")),
        "passed": random.choice((None, None, "nobody asked", "asked")),
    }
    if book.may_i_saved:
        said["saved"] = random.choice(({}, {"1": 2, "2": 1}, None))
    said["same_moment"] = said["claims"][:2] if said["claims"] and random.random() < 0.4 else None
    return said if random.random() < 0.2 else {**said, "last_taker": random.choice((None, None, 1, 2, 3, 4))}


def _screw(random: Random, book: Rulebook, request: Request) -> Request:
    lies, cards = _any_meld(random, book)
    take = random.choice(lies.split())
    bare = take.partition("=")[0]
    rest = " ".join(card for card in lies.split() if card != take)
    others = " ".join(format_card((cards[0] + 13 * suit) % 52) for suit in (1, 2))
    use = random.choice((
        {"lay_off": {"meld": _any_meld(random, book)[0], "cards": bare}},
        {"lay_off": {"meld": rest, "cards": bare}},
        {"new_meld": f"{bare} {others}"},
        {"contract": [f"{_any_meld(random, book)[0]} {bare}", _any_meld(random, book)[0]]},
        None,
    ))  # fmt: skip
    return {
        "by": 1, "owner": 2, "meld": lies, "take": take, "use": use,
        "give": random.choice((format_card(random.randrange(52)), None)),
        "down": random.choice(DOWN), "used": random.choice((False, False, None)),
        "owner_melds": random.choice(([], [_any_meld(random, book)[0]], None)),
        "stolen_from_by": random.choice(([], [], None)),
    }  # fmt: skip


def _shanghai(random: Random, book: Rulebook, request: Request) -> Request:
    lies, cards = _any_meld(random, book)
    table = random.choice(([lies, _any_meld(random, book)[0]], [lies], None))
    return {"card": near(random, cards), "table": table, "by": random.choice(("discarder", "other", None))}


def _discard(random: Random, book: Rulebook, request: Request) -> Request:
    lies, cards = _any_meld(random, book)
    hand = [near(random, cards) for _ in range(random.choice((0, 1, 1, 2, 4)))]
    card = random.choice(hand) if hand and random.random() < 0.7 else None
    table = random.choice(([lies], [lies, _any_meld(random, book)[0]], [], None))
    just_taken = random.choice((None, None, True, False))
    return {"hand": " ".join(hand), "card": card, "down": random.choice(DOWN), "table": table, "just_taken": just_taken}


def _turn(random: Random, book: Rulebook, request: Request) -> Request:
    lies, cards = _any_meld(random, book)
    laid, other = near(random, cards), format_card(random.randrange(52))
    offered = format_card(random.choice(cards))
    steps: list[Request] = [{"draw": format_card(random.randrange(52))}] if random.random() < 0.8 else []
    steps += random.choice((
        [{"lay_off": {"meld": lies, "cards": laid}}],
        [{"swap": {"meld": lies, "card": offered}}, {"lay_off": {"meld": _any_meld(random, book)[0], "cards": "JK"}}],
        [{"new_meld": lies}],
        [{"contract": [lies]}, {"lay_off": {"meld": lies, "cards": laid}}],
        [],
    ))  # fmt: skip
    steps += [{"discard": random.choice((other, None))}] if random.random() < 0.9 else []
    return {
        "hand": " ".join([laid, other, offered, *random.choice(([], [format_card(card) for card in cards]))]),
        "steps": steps, "down": random.choice(("no", "earlier", "earlier", None)), "owner": random.choice(OWNER),
        "table": random.choice(([lies], [], None)), "from_discards": random.choice((None, True)),
    }  # fmt: skip


def _runs_meet(random: Random, book: Rulebook, request: Request) -> Request:
    suit, low, size = random.choice("CDHS"), random.randint(1, 4), random.choice((3, 4, 5))
    ranks = [card[:-1] for card in map(format_card, range(13))]
    cards = [f"{rank}{suit}" for rank in ranks[low : low + size + 4]]
    if random.random() < 0.3:
        cards[random.randrange(len(cards))] = "JK"
    first, second = " ".join(cards[:size]), " ".join(cards[size + random.choice((0, 0, 0, 1)) :])
    cut = {"runs": [" ".join(cards)], "cut": random.choice(cards)}
    return cut if random.random() < 0.4 else {"runs": random.sample((first, second), 2)}


def _take_back(random: Random, book: Rulebook, request: Request) -> Request:
    return {"laid": random.choice(("this turn", "turn over", None))}


def _score(random: Random, book: Rulebook, request: Request) -> Request:
    return {"hand": format_cards(random.sample(range(JOKER + 1), random.randint(0, 8)))}


def _settle(random: Random, book: Rulebook, request: Request) -> Request:
    players = random.randint(book.players_min, book.players_max)
    totals = [random.choice((10, 20, 30, 40)) for _ in range(players)]
    return {"players": players, "totals": totals, "buys": [random.randint(0, 3) for _ in range(players)]}


def _deal(random: Random, book: Rulebook, request: Request) -> Request:
    return {"players": random.randint(book.players_min, book.players_max), "dealer": random.choice((None, 1))}


_MAKERS: dict[str, Callable[[Random, Rulebook, Request], Request]] = {
    "meld": _meld, "contract": _contract, "go_down": _go_down, "lay_off": _lay_off, "swap": _swap, "may_i": _may_i,
    "screw": _screw, "shanghai": _shanghai, "discard": _discard, "turn": _turn, "take_back": _take_back,
    "runs_meet": _runs_meet, "score": _score, "settle": _settle, "deal": _deal,
}  # fmt: skip
DRAWN = tuple(_MAKERS)
"""The questions of which requests are drawn: those that turn on values."""
