"""The words of a typed or dictated hand: text to tokens, for ``hands.read_hand`` alone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto

from referee.rules.cards import JOKER_NAME, RANK_WORDS, RANKS, SUIT_SIGNS, SUIT_WORDS

MOST_COPIES = 48
"""No pack of at most six decks and twelve jokers holds more of one rank than this allows for."""
DASHES = frozenset("-–—−")


class Kind(Enum):
    RANK = auto()
    NUMBER = auto()
    CARDS_RUN = auto()
    ARTICLE = auto()
    PAIR = auto()
    TIMES = auto()
    TIMES_N = auto()
    """``x2`` behind a rank."""
    OF = auto()
    SUIT = auto()
    NOTHING = auto()
    NO = auto()
    CARDS = auto()
    POINTS = auto()
    BREAK = auto()
    UNKNOWN = auto()


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of the text with everything it could mean by itself."""

    kind: Kind
    start: int
    end: int
    text: str
    rank: str | None = None
    number: int | None = None
    count: int | None = None
    """A count glued to the rank, as in ``2K``."""
    plural: bool = False
    maybe_plural: bool = False
    """``10s``: tens, or the ten of spades."""
    spoken: bool = False
    """A word, where a sign would do: the text was dictated or written out."""
    ranks: tuple[str, ...] = ()
    why: str = ""


_SIGN = "jk|10|[2-9]|[akqjt]"
_TIMES = "[x×*]"
_CHUNK = re.compile(r"[^\s,;:.+&/()\-–—−]+|[,;:.+&/()\-–—−]")
_COUNT_TIMES = re.compile(rf"([0-9]{{1,3}}){_TIMES}(.+)")
_COUNT_ALONE = re.compile(rf"([0-9]{{1,3}}){_TIMES}")
_TIMES_COUNT = re.compile(rf"(.*[^0-9×*x]){_TIMES}([0-9]{{1,3}})")
_TIMES_ALONE = re.compile(rf"{_TIMES}([0-9]{{1,3}})")
_GLUED = re.compile(r"([0-9]{1,3})([^0-9].*)")
_CARD = re.compile(rf"({_SIGN})([cdhs{SUIT_SIGNS}])?(['’]?s)?")
_APOSTROPHE_S = re.compile(r"['’]s$")
_SIGNS_RUN = re.compile(r"[akqjt]{2,12}")

_SINGULAR = dict(zip(RANK_WORDS, RANKS, strict=True)) | {
    "joker": JOKER_NAME, "deuce": "2", "trey": "3", "jkr": JOKER_NAME,
}  # fmt: skip
_PLURAL = {word + ("es" if word.endswith("x") else "s"): rank for word, rank in _SINGULAR.items()} | {
    "jks": JOKER_NAME, "jkrs": JOKER_NAME,
}  # fmt: skip
_NUMBERS = {word: n for n, word in enumerate(RANK_WORDS[1:10], start=2)} | {"one": 1, "eleven": 11, "twelve": 12}
_KINDS = {
    "a": Kind.ARTICLE, "an": Kind.ARTICLE, "pair": Kind.PAIR, "couple": Kind.PAIR, "x": Kind.TIMES, "×": Kind.TIMES,
    "*": Kind.TIMES, "times": Kind.TIMES, "of": Kind.OF, "nothing": Kind.NOTHING, "none": Kind.NOTHING,
    "zero": Kind.NOTHING, "nil": Kind.NOTHING, "empty": Kind.NOTHING, "no": Kind.NO, "card": Kind.CARDS,
    "cards": Kind.CARDS, "points": Kind.POINTS, "point": Kind.POINTS, "pts": Kind.POINTS, "and": Kind.BREAK,
    "plus": Kind.BREAK,
} | dict.fromkeys((*SUIT_WORDS, *(word[:-1] for word in SUIT_WORDS), *SUIT_SIGNS), Kind.SUIT)  # fmt: skip
_SPOKEN_KINDS = frozenset({"an", "pair", "couple", "times", "of", "and", "plus"})
_INVISIBLE = str.maketrans("", "", "︎️\u200b\u00ad")


def tokens(text: str) -> Iterator[Token]:
    """The pieces of a text from left to right; their places are places in the text as typed."""
    for found in _CHUNK.finditer(text):
        start, end, piece = found.start(), found.end(), found[0]
        plain = piece.translate(_INVISIBLE).lower()
        if plain:
            yield from _chunk(plain, piece, start, end)


def _chunk(plain: str, piece: str, start: int, end: int) -> Iterator[Token]:
    if not any(c.isalnum() or c in "×*♣♦♥♠" for c in plain):
        kind = Kind.BREAK if len(plain) == 1 and plain in ",;:.+&/()-–—−" else Kind.UNKNOWN
        yield Token(kind, start, end, piece)
        return
    if (simple := _simple(plain, piece, start, end)) is not None:
        yield simple
    elif (before := _COUNT_ALONE.fullmatch(plain)) is not None:
        number = _bounded(before[1])
        yield Token(Kind.NUMBER, start, end, piece, number=number)
        yield Token(Kind.TIMES, start, end, piece)
    elif (after := _TIMES_ALONE.fullmatch(plain)) is not None:
        yield Token(Kind.TIMES_N, start, end, piece, number=_bounded(after[1]))
    elif (compound := _compound(plain, piece, start, end)) is not None:
        yield compound
    else:
        yield Token(Kind.UNKNOWN, start, end, piece, why="this names no card")


def _simple(plain: str, piece: str, start: int, end: int) -> Token | None:
    """A word, a number or one card."""
    if plain in _KINDS:
        rank = "A" if plain == "a" else None
        return Token(_KINDS[plain], start, end, piece, rank=rank, spoken=plain in _SPOKEN_KINDS)
    if plain.isascii() and plain.isdigit():
        return Token(Kind.NUMBER, start, end, piece, number=_bounded(plain), rank=plain if plain in RANKS else None)
    if plain in _NUMBERS:
        number = _NUMBERS[plain]
        rank = RANKS[number - 1] if 2 <= number <= 10 else None
        return Token(Kind.NUMBER, start, end, piece, number=number, rank=rank, spoken=True)
    if (rank := _SINGULAR.get(plain)) is not None:
        return Token(Kind.RANK, start, end, piece, rank=rank, spoken=True)
    if (rank := _PLURAL.get(plain) or _SINGULAR.get(_APOSTROPHE_S.sub("", plain))) is not None:
        return Token(Kind.RANK, start, end, piece, rank=rank, plural=True, spoken=True)
    card = _CARD.fullmatch(plain)
    if card is None or (card[1] == "jk" and card[2]):
        return None
    rank = "10" if card[1] == "t" else card[1].upper()
    maybe = card[2] == "s" and not card[3] and piece[-1] == "s"
    return Token(Kind.RANK, start, end, piece, rank=rank, plural=bool(card[3]), maybe_plural=maybe)


def _compound(plain: str, piece: str, start: int, end: int) -> Token | None:
    """A count and a card in one piece (``3x5``, ``kingsx2``, ``2K``), or signs run together."""
    for pattern, count_at, card_at in ((_COUNT_TIMES, 1, 2), (_TIMES_COUNT, 2, 1), (_GLUED, 1, 2)):
        found = pattern.fullmatch(plain)
        if found is None:
            continue
        card = _simple(found[card_at], piece, start, end)
        count = _bounded(found[count_at])
        digits_run_on = pattern is _GLUED and card is not None and card.kind is Kind.NUMBER and not card.spoken
        if card is None or card.rank is None or digits_run_on:
            continue
        if pattern is _GLUED and not 1 <= count <= 9:
            return Token(Kind.UNKNOWN, start, end, piece, why=f"so many? Write {found[1]}, {card.rank} or {found[1]}x")
        return Token(Kind.RANK, start, end, piece, rank=card.rank, count=count, spoken=card.spoken)
    if _SIGNS_RUN.fullmatch(plain):
        if "jk" in plain:
            return Token(Kind.UNKNOWN, start, end, piece, why="a joker, or a jack and a king? Put spaces between")
        return Token(Kind.CARDS_RUN, start, end, piece, ranks=tuple("10" if c == "t" else c.upper() for c in plain))
    return None


def _bounded(digits: str) -> int:
    """The number; a very long one is only known to be too large."""
    return int(digits) if len(digits) <= 6 else 10**6
