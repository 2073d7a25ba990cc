"""The packs that can be played with, and what their cards are called.

Judges and solver know ranks, suits and a wild card as the integers of ``cards`` and never ask for more: a pack is how
these are written, said and drawn, and which of them fit no meld. Inside, cards are written as in a pack of 52; only
what a person types or sees goes through the pack of the game, which stands in ``in_force`` as the language of a page
does.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, NamedTuple

STANDARD_PACK, NUMBERS_PACK, STARS_PACK = "A to K in four suits", "1 to 12 in four colours", "3 to K in five suits"


class Pack(NamedTuple):
    """A pack: its cards in the order of the ranks inside, from the ace, and of the suits C D H S and a fifth."""

    ranks: tuple[str, ...]
    """As they are written."""
    names: tuple[str, ...]
    """As they are said in a sentence."""
    spoken: tuple[str, ...]
    """As a screen reader says a card that is drawn."""
    joker: str
    joker_said: str
    suits: str
    """The letters that are typed."""
    signs: str
    classes: str
    """The names that the stylesheet has for the suits."""
    suit_words: tuple[str, ...]
    of_suit: str
    """How a suit stands behind a rank."""
    one_of_suit: tuple[str, ...]
    """What a card is called of which the suit alone is said."""
    order: tuple[str, ...]
    """The ranks inside as a hand is read out, and the wild card."""
    keys: tuple[str, ...]
    """The same as they are on the pad."""
    deck: int = 52
    """How many cards are in a deck, without wild cards: in each further one as many again."""
    lowest: int = 1
    """The lowest rank that there is."""
    highest: int = 13
    """The highest rank that melds know; what is above it fits none, and has no suit."""
    joker_face: str = "★"
    """What stands on the face of a wild card."""
    in_colours: bool = False
    """Whether its cards are numbers in colours, not ranks in suits."""
    suits_alike: str = "suit"
    """What cards of one kind have in common."""
    example: str = "5H, 10S, QD or JK"
    photo: bool = True
    """Whether the net that reads photographs knows the cards."""

    @property
    def has_aces(self) -> bool:
        """Whether a run can begin or end with an ace."""
        return self.lowest == 1 and self.highest == len(self.ranks)

    @property
    def has_skips(self) -> bool:
        """Whether it has cards that cost a player a turn."""
        return self.highest < len(self.ranks)


_RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
_NUMBERS = tuple(map(str, range(1, 13)))
_FROM_ACE = ("A", *reversed(_RANKS[1:]), "JK")
STANDARD = Pack(
    ranks=_RANKS,
    names=("ace", *_RANKS[1:10], "jack", "queen", "king"),
    spoken=("ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king"),
    joker="JK",
    joker_said="joker",
    suits="CDHS",
    signs="♣♦♥♠",
    classes="cdhs",
    suit_words=("clubs", "diamonds", "hearts", "spades"),
    of_suit="of",
    one_of_suit=("club", "diamond", "heart", "spade"),
    order=_FROM_ACE,
    keys=_FROM_ACE,
)
NUMBERS = Pack(
    ranks=(*_NUMBERS, "S"),
    names=(*_NUMBERS, "skip"),
    spoken=tuple("one two three four five six seven eight nine ten eleven twelve skip".split()),
    joker="W",
    joker_said="wild card",
    suits="GBRY",
    signs="GBRY",
    classes="gbry",
    suit_words=("green", "blue", "red", "yellow"),
    of_suit="in",
    one_of_suit=("green card", "blue card", "red card", "yellow card"),
    order=("Q", "J", *reversed(_RANKS[:10]), "K", "JK"),
    keys=(*_RANKS[:12], "K", "JK"),
    deck=50,
    highest=12,
    in_colours=True,
    suits_alike="colour",
    example="5R, 12B, W or S",
    photo=False,
)
_FROM_THE_KING = (*_FROM_ACE[1:-2], "JK")
WITH_STARS = STANDARD._replace(
    suits="CDHS*",
    signs="♣♦♥♠★",
    classes="cdhsy",
    suit_words=(*STANDARD.suit_words, "stars"),
    one_of_suit=(*STANDARD.one_of_suit, "star"),
    order=_FROM_THE_KING,
    keys=_FROM_THE_KING,
    deck=55,
    lowest=3,
    joker_face="JK",
    example="5H, 10S, Q* or JK",
    photo=False,
)
PACKS = {STANDARD_PACK: STANDARD, NUMBERS_PACK: NUMBERS, STARS_PACK: WITH_STARS}
SKIP = 12
"""The card above the highest rank of a pack that has one: inside, the king of clubs."""
SKIPS_IN_A_DECK = 2
_SUITS_INSIDE = "CDHSX"
"""The letters of the suits inside."""

in_force: ContextVar[Pack] = ContextVar("the pack of the game", default=STANDARD)


@contextmanager
def played_with(name: str) -> Iterator[None]:
    """Words, letters and faces of this pack."""
    before = in_force.set(PACKS[name])
    try:
        yield
    finally:
        in_force.reset(before)


_TEXT_VARIANTS = str.maketrans("", "", "\ufe0e\ufe0f")
"""What says how a sign is drawn."""


class _Letters(NamedTuple):
    """How one pack writes what is written inside, and the other way round."""

    shown: dict[str, str]
    meant: dict[str, str]
    written: frozenset[str]
    """Every card of the pack as it is written inside: a card without a suit in one suit alone."""


def use(name: str) -> None:
    """From here on words, letters and faces are of this pack: whoever opens a game or a rulebook speaks of it."""
    in_force.set(PACKS[name])


def _letters(pack: Pack) -> _Letters:
    shown = dict(zip(_RANKS, pack.ranks, strict=True)) | {STANDARD.joker: pack.joker}
    for rank, name in zip(_RANKS, pack.ranks, strict=True):
        for letter, suit in zip(pack.suits, _SUITS_INSIDE, strict=False):
            shown[rank + suit] = name + letter if _RANKS.index(rank) < pack.highest else name
    for rank in _RANKS[: pack.lowest - 1]:
        shown = {card: name for card, name in shown.items() if card.rstrip(_SUITS_INSIDE) != rank}
    meant = {name: inside for inside, name in shown.items()}
    for at in range(pack.highest, len(_RANKS)):
        meant[pack.ranks[at]] = _RANKS[at] + STANDARD.suits[0]
    if not pack.in_colours:
        signs = {name.rstrip(pack.suits) + sign: inside for name, inside in meant.items()
                 for letter, sign in zip(pack.suits, pack.signs, strict=True) if name.endswith(letter)}  # fmt: skip
        tens = {"T" + name[2:]: inside for name, inside in (meant | signs).items() if name.startswith("10")}
        words = dict.fromkeys(("JOKER", "JOKERS", "🃏"), STANDARD.joker)
        return _Letters(shown, meant | signs | tens | words, frozenset(meant.values()))
    words = {"WILD": STANDARD.joker, "*": STANDARD.joker, "★": STANDARD.joker}
    if pack.highest < len(_RANKS):
        words["SKIP"] = meant[pack.ranks[-1]]
    return _Letters(shown, meant | words, frozenset(meant.values()))


_LETTERS = {id(pack): _letters(pack) for pack in PACKS.values() if pack is not STANDARD}
NO_CARD = "\u2060"
"""Stands, unseen, behind what is no card of the pack although it would be one of the cards inside."""


def letters(name: str) -> str:
    """How the pack in force writes a card that inside is written ``QH``, ``Q`` or ``JK=QH``; other text stays."""
    pack = in_force.get()
    if pack is STANDARD:
        return name
    shown = _LETTERS[id(pack)].shown
    card, equals, place = name.partition("=")
    if card not in shown or (equals and place not in shown):
        return name
    return f"{shown[card]}={shown[place]}" if equals else shown[card]


def in_letters(value: Any) -> Any:
    """A text of cards, or a list or object of such texts, as the pack in force writes them; other text stays."""
    if in_force.get() is STANDARD:
        return value
    if isinstance(value, str):
        return " ".join(map(letters, value.split(" ")))
    if isinstance(value, (list, tuple)):
        return [in_letters(each) for each in value]
    if isinstance(value, dict):
        return {name: in_letters(each) for name, each in value.items()}
    return value


def inside(piece: str, *, typed: bool = False) -> str:
    """One card as it is written inside; what is no card of the pack is none inside either.

    A card that is written so already stays: a page sends what it got. Where somebody ``typed`` it, a card without a
    suit is so in one suit alone; programs write it in any.
    """
    pack = in_force.get()
    if pack is STANDARD:
        return piece
    letters = _LETTERS[id(pack)]
    there = letters.written if typed else letters.shown
    cards = [_inside(letters, card, there) for card in piece.split("=", 1)]
    if None in cards:
        return piece if piece.endswith(NO_CARD) else piece + NO_CARD
    return "=".join(map(str, cards))


def _inside(letters: _Letters, card: str, there: Container[str]) -> str | None:
    typed = card.translate(_TEXT_VARIANTS).upper()
    if typed in letters.meant:
        return letters.meant[typed]
    return card if card in there and card not in _RANKS[in_force.get().highest :] else None


ONE_NUMBER = r"(?:1[0-2]|[1-9])[GBRY]|[WS]"
"""How a card of a pack of numbers is written among others without a space between."""
_GLUED = re.compile(f"(?:{ONE_NUMBER})+", re.IGNORECASE)
_EACH = re.compile(ONE_NUMBER, re.IGNORECASE)


def split_numbers(text: str) -> list[str]:
    """The pieces of cards with numbers and colours, between spaces, commas or nothing: ``5R6B``, ``WW``."""
    pieces = text.replace(",", " ").split()
    return [card for piece in pieces for card in (_EACH.findall(piece) if _GLUED.fullmatch(piece) else [piece])]
