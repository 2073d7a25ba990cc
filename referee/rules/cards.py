"""Cards as small integers, and the one place that reads and writes them.

A natural card is ``suit * 13 + rank - 1`` with suits C D H S = 0..3 and ranks A..K = 1..13, so
0..51; every joker is 52. A pack with a fifth suit has no aces, so its cards follow in the same way, from 54 to 64, and
the joker is where their ace would be. A card of which only the rank was said is ``SUITLESS + rank - 1``: judges never
see one (``suitless``). Integers keep the checks and the solver fast; nothing outside this
package shows them to a person.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from referee.rules.packs import NO_CARD, STANDARD, in_force, inside, split_numbers

SUITS = "CDHS"
STARS = "X"
"""The fifth suit, which only some packs have: inside, written with no letter that is typed for another card."""
SUIT_LETTERS = SUITS + STARS
SUIT_SIGNS = "♣♦♥♠"
SUIT_WORDS = ("clubs", "diamonds", "hearts", "spades")
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
RANK_WORDS = (
    "ace", "two", "three", "four", "five", "six", "seven",
    "eight", "nine", "ten", "jack", "queen", "king",
)  # fmt: skip
JOKER = 52
JOKER_NAME = "JK"
ALL_CARDS = range(65)
"""The cards of any pack, whether or not it has them."""
SUITLESS = 65
"""The ace of which nobody said the suit; the other ranks follow."""
RANK_NAMES = (*RANKS, JOKER_NAME)
"""Every name that is worth points in every rulebook: the thirteen ranks and the joker."""
RANK_OF_CARD = {rank + suit: rank for rank in RANKS for suit in SUITS}
"""The names of single cards such as ``QS``, which can be worth points of their own, with their ranks."""

SUIT_SPELLINGS = {letter: i for i, letter in enumerate(SUITS)} | {s: i for i, s in enumerate(SUIT_SIGNS)}
RANK_SPELLINGS = {name: i + 1 for i, name in enumerate(RANKS)} | {"T": 10}
JOKER_SPELLINGS = ("jokers", "joker", "*", "★", "🃏")
"""How people write a suit, a rank and a joker, beside ``JK``."""
_TEXT_VARIANTS = str.maketrans("", "", "︎️")


class Placed(NamedTuple):
    """A card with the place it takes in a meld.

    ``stands_for`` is None for a card that is itself or whose place was not said; otherwise the
    natural card it stands for, or, in a set, ``-rank`` (-1 ace .. -13 king).
    """

    card: int
    stands_for: int | None = None


class CardError(ValueError):
    """A piece of text that names no card; ``word`` is the offending piece as it was typed."""

    def __init__(self, word: str, message: str) -> None:
        super().__init__(message)
        self.word = word


def card_of(suit: int, rank: int) -> int:
    """The natural card of a suit, from 0, and a rank 1..13."""
    return suit * 13 + rank - 1


def has_suit(card: int) -> bool:
    """Whether it is a natural card of which the suit was said."""
    return card != JOKER and card < SUITLESS


def rank_name(card: int) -> str:
    """``"10"``, ``"K"``, ... or ``"JK"``: the name under which the card scores."""
    return JOKER_NAME if card == JOKER else RANKS[card % 13]


def suitless(card: int) -> int:
    """The card without its suit; a joker has none."""
    return card if card == JOKER else SUITLESS + card % 13


def format_card(card: int) -> str:
    """``"10H"``, ``"JK"``, or ``"10"`` where nobody said the suit."""
    if card >= SUITLESS:
        return RANKS[card - SUITLESS]
    return JOKER_NAME if card == JOKER else RANKS[card % 13] + SUIT_LETTERS[card // 13]


def format_placed(placed: Placed) -> str:
    """``"10H"``, ``"JK"``, ``"JK=7H"`` or, in a set, ``"JK=7"``."""
    text = format_card(placed.card)
    if placed.stands_for is None:
        return text
    if placed.stands_for < 0:
        return f"{text}={RANKS[-placed.stands_for - 1]}"
    return f"{text}={format_card(placed.stands_for)}"


written = lru_cache(maxsize=None)(format_placed)
"""``format_placed``, kept: there are some three thousand cards with their places, and each is written often."""


def format_cards(cards: Iterable[int]) -> str:
    """``"5H 10S JK"``; ``parse_cards`` reads it back."""
    return " ".join(map(format_card, cards))


def format_meld(cards: Iterable[Placed]) -> str:
    """``"5H JK=6H 7H"``; ``parse_meld`` reads it back."""
    return " ".join(map(written, cards))


def parse_card(text: str, *, suits: bool = True) -> int:
    """One card such as ``5H``, ``10♥`` or ``jk``; raises CardError. Without ``suits`` a rank alone is one too."""
    if (usual := _AS_WRITTEN.get(text)) is not None:
        return usual.card
    if (pack := in_force.get()) is not STANDARD:
        if (meant := inside(text)) != text:
            return parse_card(meant, suits=suits)
        if (starred := _WITH_STARS.get(text)) is not None:
            return starred
    plain = text.translate(_TEXT_VARIANTS).upper()
    if plain == JOKER_NAME or plain.lower() in JOKER_SPELLINGS:
        return JOKER
    if not suits and (alone := RANK_SPELLINGS.get(plain)) is not None:
        return SUITLESS + alone - 1
    suit = SUIT_SPELLINGS.get(plain[-1:])
    rank = RANK_SPELLINGS.get(plain[:-1])
    if suit is None or rank is None:
        if _GLUED.fullmatch(plain) and _could_be_two(plain):
            raise CardError(text, f"{text!r}: a joker, or a jack and a king? Put spaces between.")
        typed = text.removesuffix(NO_CARD)
        raise CardError(typed, f"I don’t know “{typed}”. Try {pack.example}.")
    return card_of(suit, rank)


def parse_placed(text: str, *, suits: bool = True) -> Placed:
    """One card, with the card or rank it stands for after ``=``; raises CardError."""
    if (usual := _AS_WRITTEN.get(text)) is not None:
        return usual
    if in_force.get() is not STANDARD and (meant := inside(text)) != text:
        return parse_placed(meant, suits=suits)
    name, equals, place = text.partition("=")
    card = parse_card(name, suits=suits)
    if not equals:
        return Placed(card)
    rank = RANK_SPELLINGS.get(place.upper())
    if rank is not None:
        return Placed(card, -rank)
    try:
        stands_for = parse_card(place)
    except CardError:
        stands_for = JOKER
    if stands_for == JOKER:
        raise CardError(text, f"{text!r}: after = comes a card such as 7H, or in a set a rank")
    return Placed(card, stands_for)


_AS_WRITTEN = {format_card(card): Placed(card) for card in range(JOKER + 1)}
_WITH_STARS = {format_card(card): card for card in ALL_CARDS if card > JOKER}
_JOKERS = "|".join(sorted(map(re.escape, (JOKER_NAME, *JOKER_SPELLINGS)), key=len, reverse=True))
_RANK_AND_SUIT = f"(?:10|[2-9TAJQK])[{''.join(SUIT_SPELLINGS)}]?"
ONE_CARD = f"(?:{_JOKERS}|{_RANK_AND_SUIT})(?:=(?:{_JOKERS}|{_RANK_AND_SUIT}))?"
SEVERAL_CARDS = f"([2-9])([TAJQK][{''.join(SUIT_SPELLINGS)}]?)"
"""How a card is written, and several of one kind; the page's scripts read with the same."""
_GLUED = re.compile(f"(?:{ONE_CARD})+", re.IGNORECASE)
_EACH = re.compile(ONE_CARD, re.IGNORECASE)
_RANK_AND_STAR = f"(?:10|[3-9TJQK])[{''.join(SUIT_SPELLINGS)}*★]?"
ONE_STARRED = f"(?:jokers?|JK|🃏|{_RANK_AND_STAR})(?:=(?:JK|{_RANK_AND_STAR}))?"
SEVERAL_STARRED = f"([2-9])([TJQK][{''.join(SUIT_SPELLINGS)}*★]?)"
"""The same in a pack of five suits, where a star is no joker."""
_GLUED_STARRED = re.compile(f"(?:{ONE_STARRED})+", re.IGNORECASE)
_EACH_STARRED = re.compile(ONE_STARRED, re.IGNORECASE)
_SEVERAL_STARRED = re.compile(SEVERAL_STARRED, re.IGNORECASE)
_SEVERAL = re.compile(SEVERAL_CARDS, re.IGNORECASE)


def split_cards(text: str) -> list[str]:
    """The pieces of a list of cards separated by spaces or commas, or by nothing: ``KK5``, ``888``, ``★★``, ``8♠8♥``.

    ``3K`` is three kings, as in a hand (``speech.hands``). What could be read in two ways, as ``QJK``, stays whole.
    """
    pack = in_force.get()
    if pack.in_colours:
        return split_numbers(text)
    starred = pack is not STANDARD
    glued, each = (_GLUED_STARRED, _EACH_STARRED) if starred else (_GLUED, _EACH)
    pieces: list[str] = []
    for piece in text.translate(_TEXT_VARIANTS).replace(",", " ").split():
        if piece in _AS_WRITTEN or glued.fullmatch(piece) is None or _could_be_two(piece):
            pieces.append(piece)
        elif several := (_SEVERAL_STARRED if starred else _SEVERAL).fullmatch(piece):
            pieces += [several[2]] * int(several[1])
        else:
            pieces += each.findall(piece)
    return pieces


NEAR_A_JACK = ("10", "T", "J", "Q", "K", "A")
"""Beside these ``JK`` in one piece may be a jack and a king."""


def _could_be_two(piece: str) -> bool:
    """Whether ``JK`` in it may be a joker, or a jack and a king beside others such as ``Q``."""
    cards = _EACH.findall(piece.upper())
    return JOKER_NAME in cards and any(card in NEAR_A_JACK for card in cards)


def parse_cards(text: str) -> list[int]:
    """Cards that stand for nothing but themselves; raises CardError."""
    return [parse_card(piece) for piece in split_cards(text)]


def parse_meld(text: str, *, suits: bool = True) -> list[Placed]:
    """Cards of a meld, wild cards assigned or not; raises CardError."""
    return [parse_placed(piece, suits=suits) for piece in split_cards(text)]
