"""How the judges say cards, melds and numbers in a sentence."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from referee.rules.cards import JOKER, RANKS, SUIT_WORDS, Placed, format_card, format_placed
from referee.rules.reading import Reading

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def number(count: int) -> str:
    """``"two"``; digits above twelve."""
    return _NUMBERS[count] if 0 <= count < len(_NUMBERS) else str(count)


def counted(count: int, what: str) -> str:
    """``"one card"``, ``"two cards"``."""
    return f"{number(count)} {what if count == 1 else what + 's'}"


def listed(pieces: Iterable[str], last: str = "and") -> str:
    """``"5H, 6H and 7H"``."""
    known = list(pieces)
    if len(known) < 2:
        return known[0] if known else ""
    return f"{', '.join(known[:-1])} {last} {known[-1]}"


def an(card: int) -> str:
    """``"a 5H"``, ``"an 8C"``, ``"an AS"``, ``"a joker"``."""
    if card == JOKER:
        return "a joker"
    name = format_card(card)
    return f"an {name}" if name[0] in "A8" else f"a {name}"


def the(card: int) -> str:
    """``"the 5H"`` or ``"the joker"``."""
    return "the joker" if card == JOKER else f"the {format_card(card)}"


written = lru_cache(maxsize=None)(format_placed)
"""``format_placed``, kept: there are some three thousand cards with their places, and each is written often."""


def meld_text(cards: Iterable[Placed]) -> str:
    """``format_meld``, quickly."""
    return " ".join(map(written, cards))


def wild_places(cards: Sequence[Placed]) -> str:
    """``"the joker stands for 6H"``, ``"the jokers stand for 6H and 7H"``; empty where no wild card is."""
    places: dict[int, list[int]] = {}
    for card, place in cards:
        if place is not None and place != card:
            places.setdefault(card, []).append(place)
    return listed(
        [
            f"{the(card)}{' stands' if len(said) == 1 else 's stand'} for {_stood_for(said)}"
            for card, said in places.items()
        ]
    )


def _stood_for(places: list[int]) -> str:
    """``"6H and 7H"``; in a set ``"a 7"`` or ``"7s"``."""
    ranks = [RANKS[-place - 1] for place in places if place < 0]
    named = [format_card(place) for place in places if place >= 0]
    for rank in dict.fromkeys(ranks):
        one = f"an {rank}" if rank in ("A", "8") else f"a {rank}"
        named.append(one if ranks.count(rank) == 1 else f"{rank}s")
    return listed(named)


def ways(found: Sequence[Reading]) -> str:
    """All readings in words, equal ones once: ``"3-4-5-6, 4-5-6-7 or 5-6-7-8 of hearts"``."""
    suit = found[0].suit
    if suit >= 0 and all(one.suit == suit for one in found):
        said = list(dict.fromkeys([one.places for one in found]))
        said[-1] += f" of {SUIT_WORDS[suit]}"
    else:
        said = list(dict.fromkeys(map(str, found)))
    if len(said) > 6:
        said = [*said[:5], f"{len(said) - 5} more"]
    return listed(said, "or")
