"""Cards left, as people type or dictate them: the one parser for every page and every phone.

Suits do not matter for points, so a hand is a count of each rank; only a card that has points of its own is counted
by itself, and a rank without a suit is then another of its rank. What is understood::

    hand    = nothing | points | item (separator item)*
    nothing = "nothing" | "none" | "zero" | "nil" | "empty" | "no cards" | "0" | "-"
    points  = a number that is no card ("35"), a sum ("12+5"), or any of them with "points" ("10 points")
    item    = [count] rank [suit] | rank [suit] times count | rank "x2"
    rank    = A K Q J T 10 9 ... 2 JK | "ace" ... "king" "joker", singular or plural
    suit    = C D H S or a suit sign behind the rank | "of hearts"
    times   = "x" | "×" | "*" | "times"
    count   = number times | number or number word before a plural | number glued to a letter
            | "a" "an" "one" | "pair of" "couple of"

A number before a rank is a count only where it can be nothing else: ``2K`` and ``2 kings`` are two
kings and ``3 x 5`` is three fives (the count comes first, unless ``x`` is glued to it: ``5 x3``), but
``2 K`` is a two and a king and ``2 5`` a two and a five. ``a`` is an article before a rank in words
and an ace in a text of signs; a capital one among signs is always an ace. ``KKQ`` is K K Q; ``JK`` is
the joker. What could be read in two ways (``2 10s``, ``QJK``, ``888``) is asked back, never guessed.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import NamedTuple

from referee.messages import gettext as _
from referee.rules.cards import (
    JOKER_NAME,
    RANK_OF_CARD,
    RANK_WORDS,
    RANKS,
    STARS,
    SUIT_SIGNS,
    SUIT_SPELLINGS,
    SUIT_WORDS,
    SUITS,
    CardError,
    format_card,
    parse_card,
    split_cards,
)
from referee.rules.packs import NUMBERS, STANDARD, Pack, in_force, inside, letters, split_numbers
from referee.rules.speech.points import read_points

HIGH_TO_LOW = ("A", *reversed(RANKS[1:]), JOKER_NAME)
_PLACE = {rank: float(at) for at, rank in enumerate(HIGH_TO_LOW)}
_PLACE |= {card: _PLACE[rank] + (1 + SUITS.index(card[-1])) / 8 for card, rank in RANK_OF_CARD.items()}
LONGEST = 300
"""Most characters of a text; a hand of thirty cards in words stays below it."""
MOST_POINTS = 9999
CARDS_NOT_POINTS = 3
"""So many equal figures, as in ``888``, may be cards; ``55`` alone are points."""
_SUMMED = re.compile(r"\s*([0-9]+(?:\s*\+\s*[0-9]+)+)\s*(points?|pts)?\s*", re.ASCII | re.IGNORECASE)
_UNFINISHED = re.compile(r"\s*([-+−–]?\s*[0-9][-+−–0-9\s]*[-+−–])\s*(?:points?|pts)?\s*", re.ASCII | re.IGNORECASE)
_DANGLING = re.compile(r".*?([^\s+]+\s*\++)\s*", re.DOTALL)
_BELOW_ZERO = re.compile(r"\s*[-−–](\d+)\s*", re.ASCII)


class Wrong(NamedTuple):
    """A piece of the text that cannot be read: where it stands, the piece, and why."""

    start: int
    end: int
    word: str
    why: str


class HandError(ValueError):
    """A text that is no hand; ``words`` are all pieces at fault (none if nothing was typed)."""

    def __init__(self, message: str, wrong: Iterable[Wrong] = ()) -> None:
        super().__init__(message)
        self.words = tuple(wrong)


@dataclass(frozen=True, slots=True)
class Hand:
    """Cards left as said. ``ranks`` and ``text`` are None where only a number was said.

    Among the ranks stand single cards such as ``QS``, where they have points of their own.
    """

    ranks: Mapping[str, int] | None
    points: int
    text: str | None
    """``"K K 10 5 JK"``, aces and kings first, jokers last; empty for no cards."""


def hand_text(ranks: Mapping[str, int]) -> str:
    """The cards written out, high to low."""
    return " ".join(name for name in in_order(ranks) for _ in range(ranks[name]))


def in_order(names: Iterable[str]) -> list[str]:
    """Ranks and single cards, high to low; a card behind its rank."""
    if (pack := in_force.get()) is not STANDARD:
        return sorted(names, key=pack.order.index)
    return sorted(names, key=_PLACE.__getitem__)


def shown(cards: str) -> str:
    """Cards left as a person reads them: ``"K Q♠ 10 joker"``."""
    return " ".join(map(_shown, cards.split()))


def _shown(name: str) -> str:
    if (pack := in_force.get()).in_colours:
        return {JOKER_NAME: _("wild"), pack.order[-2]: _("skip")}.get(name, letters(name))
    if name == JOKER_NAME:
        return "joker"
    return f"{name[:-1]}{SUIT_SIGNS[SUITS.index(name[-1])]}" if name in RANK_OF_CARD else name


def hand_of(ranks: Mapping[str, int], points: Mapping[str, int]) -> Hand:
    """A hand from counted ranks, as a key pad gives them."""
    held = {name: ranks[name] for name in in_order(ranks) if ranks[name]}
    return Hand(held, sum(points[rank] * count for rank, count in held.items()), hand_text(held))


def read_hand(text: str, points: Mapping[str, int]) -> Hand:
    """The hand that a text says; ``points`` are the rulebook's prices, of ranks and of single cards.

    Raises HandError with every piece that cannot be read.
    """
    if len(text) > LONGEST:
        raise HandError(_("That is longer than any hand: at most %(number)s characters.", number=LONGEST))
    if (below := _BELOW_ZERO.fullmatch(text)) is not None:
        wrong = Wrong(below.start(1), below.end(1), below[1], _("no hand is below zero"))
        raise HandError(_("Not understood: %(word)s.", word=repr(below[1])), [wrong])
    if (begun := _UNFINISHED.fullmatch(text) or _DANGLING.fullmatch(text)) is not None:
        wrong = Wrong(begun.start(1), begun.end(1), begun[1], _("the sum isn’t finished"))
        raise HandError(_("Not understood: %(word)s.", word=repr(begun[1])), [wrong])
    if (summed := _sum(text, points)) is not None:
        return summed
    tokens = list(tokens_of(text))
    meant = [token for token in tokens if token.kind is not Kind.BREAK]
    if not meant:
        if text.strip() and set(text.strip()) <= DASHES:
            return hand_of({}, points)
        raise HandError(_("No cards entered yet."))
    if tokens[0].text not in DASHES and (whole := _whole(meant, points)) is not None:
        return whole
    return hand_of(_Reader(tokens, points).read(), points)


def cards_said(text: str) -> list[str]:
    """The cards that a text names in words, suits and all: ``"three 8s"``, ``"king of hearts"``; none without any."""
    tokens = list(tokens_of(text)) if len(text) <= LONGEST else []
    if not any(token.spoken for token in tokens):
        return []
    try:
        starred = (rank + STARS for rank in RANKS)
        named = _Reader(tokens, {*RANKS, JOKER_NAME, *RANK_OF_CARD, *starred}, every_suit=True).read()
    except HandError:
        return []
    return [name for name, count in named.items() for _time in range(count)]


def _sum(text: str, points: Mapping[str, int]) -> Hand | None:
    """A text of numbers with a plus between them; None where it is none, or as well a hand that costs as much."""
    match = _SUMMED.fullmatch(text)
    if match is None or (total := read_points(match[1])) is None:
        return None
    ranks = re.findall("[0-9]+", match[1])
    if in_force.get() is not STANDARD:
        ranks = [inside(rank) for rank in ranks]
    if match[2] is None and all(rank in RANKS for rank in ranks):
        cards = hand_of(Counter(ranks), points)
        if cards.points == total:
            return None
        why = _("cards, or points? Write %(cards)s or %(total)s points", cards=shown(cards.text or ""), total=total)
        raise HandError(
            _("Not understood: %(word)s.", word=repr(match[1].strip())),
            [Wrong(match.start(1), match.end(1), match[1], why)],
        )
    if total > MOST_POINTS:
        why = _("more than any hand")
        raise HandError(_("That is more than any hand."), [Wrong(match.start(1), match.end(1), match[1], why)])
    return hand_of({}, points) if total == 0 else Hand(None, total, None)


def _whole(tokens: list[Token], points: Mapping[str, int]) -> Hand | None:
    """A text that says no cards, or a plain number; None if it names cards."""
    first, kinds = tokens[0], [token.kind for token in tokens]
    if kinds in ([Kind.NOTHING], [Kind.NO, Kind.CARDS]):
        return hand_of({}, points)
    if kinds in ([Kind.NUMBER], [Kind.NUMBER, Kind.POINTS]) and first.number is not None:
        if first.number == 0:
            return hand_of({}, points)
        if len(first.ranks) >= CARDS_NOT_POINTS and len(kinds) == 1:
            cards = " ".join(first.ranks)
            why = _("%(cards)s, or points? Write %(cards)s or %(number)s points", cards=cards, number=first.number)
            raise HandError(_("Not understood: %(word)s.", word=repr(first.text)), [_wrong(first, why)])
        if first.rank is None or len(kinds) == 2:
            if first.number > MOST_POINTS:
                raise HandError(_("That is more than any hand."), [_wrong(first, _("more than any hand"))])
            return Hand(None, first.number, None)
    return None


def _wrong(token: Token, why: str) -> Wrong:
    return Wrong(token.start, token.end, token.text, why)


class _Reader:
    """One pass over the tokens, counting cards and collecting everything that cannot be read."""

    def __init__(self, tokens: list[Token], names: Container[str], *, every_suit: bool = False) -> None:
        """``names``: what is counted by itself; with ``every_suit`` "three 8s" are three, of whatever suit."""
        self.tokens = tokens
        self.names = names
        self.every_suit = every_suit
        self.at = 0
        self.ranks: dict[str, int] = {}
        self.wrong: list[Wrong] = []
        self.spoken = any(token.spoken for token in tokens)

    def read(self) -> dict[str, int]:
        while self.at < len(self.tokens):
            self._item()
        if self.wrong:
            named = ", ".join(repr(wrong.word) for wrong in self.wrong)
            raise HandError(_("Not understood: %(word)s.", word=named), self.wrong)
        return self.ranks

    def _peek(self, ahead: int = 0) -> Token | None:
        place = self.at + ahead
        return self.tokens[place] if place < len(self.tokens) else None

    def _is(self, kind: Kind, ahead: int = 0) -> bool:
        token = self._peek(ahead)
        return token is not None and token.kind is kind

    def _item(self) -> None:
        token = self.tokens[self.at]
        self.at += 1
        if token.kind is Kind.BREAK:
            return
        if token.kind is Kind.CARDS_RUN:
            self._each(token)
        elif token.kind is Kind.RANK:
            self._rank(token)
        elif token.kind is Kind.NUMBER:
            self._number(token)
        elif token.kind is Kind.ARTICLE:
            self._article(token)
        elif token.kind is Kind.PAIR:
            if self._is(Kind.OF):
                self.at += 1
            self._counted(token, 2)
        else:
            self.wrong.append(_wrong(token, token.why or _("this isn’t a card")))

    def _rank(self, token: Token) -> None:
        if token.count is not None:
            self._add(token, token.rank, token.count, self._suit() or token.suit)
            return
        suit = self._suit() or token.suit
        if (after := self._peek()) is not None and after.kind is Kind.TIMES_N:
            self.at += 1
            self._add(after, token.rank, after.number, suit)
        elif self._is(Kind.TIMES) and (count := self._peek(1)) is not None and count.kind is Kind.NUMBER:
            self.at += 2
            self._add(count, token.rank, count.number, suit)
        elif token.plural:
            self.wrong.append(_wrong(token, _("say how many")))
        else:
            self._add(token, token.rank, 1, suit)

    def _number(self, token: Token) -> None:
        """A number: a count before ``x`` or a plural, else a card."""
        following = self._peek()
        if following is not None and following.kind is Kind.TIMES:
            self.at += 1
            self._counted(token, token.number)
        elif following is not None and following.kind is Kind.TIMES_N and token.rank is not None:
            self.at += 1
            self._add(following, token.rank, following.number)
        elif following is not None and following.kind is Kind.RANK and following.count is None and following.plural:
            self._counted(token, token.number)
        elif following is not None and following.maybe_plural:
            if token.spoken:
                self._counted(token, token.number)
            else:
                self.at += 1
                why = _(
                    "several, or two cards? Write %(count)sx%(rank)s or %(count)s, %(rank)s",
                    count=token.text,
                    rank=following.rank,
                )
                self.wrong.append(Wrong(token.start, following.end, f"{token.text} {following.text}", why))
        elif token.number == 1 and following is not None and self._counts_one(token, following):
            self._counted(token, 1)
        elif token.ranks:
            self._each(token)
        elif token.rank is None:
            self.wrong.append(_wrong(token, _("no card has this number")))
        else:
            self._add(token, token.rank, 1, self._suit())

    def _counts_one(self, token: Token, following: Token) -> bool:
        """Whether a one is no card: there is a card of that name only in a pack of numbers."""
        if token.spoken:
            return True
        return following.spoken if token.rank else following.kind is not Kind.NUMBER

    def _each(self, token: Token) -> None:
        for name in token.ranks:
            rank = RANK_OF_CARD.get(name, name.removesuffix(STARS))
            self._add(token, rank, 1, name.removeprefix(rank))

    def _article(self, token: Token) -> None:
        """``a`` before a rank in words is one of them; in a text of signs it is an ace."""
        following = self._peek()
        if following is not None and following.kind is Kind.PAIR:
            return
        if token.text == "A" and self._among_signs(following):
            self._add(token, "A", 1)
            return
        names_card = following is not None and following.rank is not None and following.count is None
        in_words = following is not None and following.spoken
        if names_card and self.spoken and following is not None and following.kind is Kind.ARTICLE:
            self.wrong.append(_wrong(token, _("an ace, or one card? Write 'ace' or '1 x'")))
        elif token.text.lower() == "an" or (names_card and (in_words or (self.spoken and token.text == "a"))):
            self._counted(token, 1)
        elif names_card and self.spoken:
            self.wrong.append(_wrong(token, _("an ace, or one card? Write 'ace' or '1 x'")))
        else:
            self._add(token, "A", 1)

    def _among_signs(self, following: Token | None) -> bool:
        """A capital A beside another A or behind a sign such as K or 10 is a sign too: ``A A joker``, ``K A joker``."""
        before = self.tokens[self.at - 2] if self.at > 1 else None
        if before is not None and not before.spoken and (before.kind in (Kind.RANK, Kind.NUMBER) or before.text == "A"):
            return True
        return following is not None and following.text == "A"

    def _counted(self, start: Token, count: int | None) -> None:
        """The rank that a count counts."""
        token = self._peek()
        if token is None or token.rank is None or token.count is not None:
            self.wrong.append(_wrong(start, _("which card?")))
            return
        self.at += 1
        several = token.maybe_plural and count != 1
        if several and self.every_suit:
            self._add(start, token.rank, count, self._suit())
            return
        if several and token.rank + token.suit in self.names:
            why = _("of spades? Write %(rank)sS x%(count)s, or %(rank)s x%(count)s", rank=token.rank, count=count)
            self.wrong.append(Wrong(start.start, token.end, f"{start.text} {token.text}", why))
            return
        self._add(start, token.rank, count, self._suit() or token.suit)

    def _suit(self) -> str:
        """The suit behind a rank, by its letter; it counts only where this card has points of its own."""
        of = self._is(Kind.OF)
        suit = self._peek(1 if of else 0)
        if suit is None or suit.kind is not Kind.SUIT:
            return ""
        self.at += 2 if of else 1
        return suit.suit

    def _add(self, token: Token, rank: str | None, count: int | None, suit: str = "") -> None:
        if rank is None or count is None or not 1 <= count <= MOST_COPIES:
            self.wrong.append(_wrong(token, _("no hand holds that many")))
            return
        name = rank + suit if rank + suit in self.names else rank
        self.ranks[name] = self.ranks.get(name, 0) + count


# the words of a typed or dictated hand: text to tokens

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
    suit: str = ""
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
_STARRED = re.compile("(10|[3-9]|[kqjt])[*★]")
"""A card of the fifth suit."""
_STAR_WORDS = frozenset({"star", "stars", "★"})
_APOSTROPHE_S = re.compile(r"['’]s$")
_SAME_RANK = re.compile(r"(10|[2-9])\1+")
"""``888``: eights, or a number of points."""
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
_SUITS = {
    sign: SUITS[at]
    for spelling, at in SUIT_SPELLINGS.items()
    for sign in (spelling.lower(), SUIT_WORDS[at], SUIT_WORDS[at][:-1])
}
_SPOKEN_KINDS = frozenset({"an", "pair", "couple", "times", "of", "and", "plus"})
_INVISIBLE = str.maketrans("", "", "︎️\u200b\u00ad")


def tokens_of(text: str) -> Iterator[Token]:
    """The pieces of a text from left to right; their places are places in the text as typed."""
    return _of_numbers(_each_token(text)) if in_force.get().in_colours else _each_token(text)


def _of_numbers(tokens: Iterable[Token]) -> Iterator[Token]:
    """A colour may come before its number, and "card" or "cards" behind "wild"."""
    waiting: list[Token] = []
    for token in tokens:
        before = waiting[-1] if waiting else None
        if token.kind is Kind.CARDS and before is not None and before.rank == JOKER_NAME:
            waiting[-1] = replace(before, plural=before.plural or token.text.lower() == "cards")
        elif before is not None and before.kind is Kind.SUIT and token.rank is not None:
            waiting.insert(-1, token)
        else:
            waiting.append(token)
    yield from waiting


def _each_token(text: str) -> Iterator[Token]:
    for match in _CHUNK.finditer(text):
        start, end, piece = match.start(), match.end(), match[0]
        plain = piece.translate(_INVISIBLE).lower()
        if plain:
            yield from _chunk(plain, piece, start, end)


def _chunk(plain: str, piece: str, start: int, end: int) -> Iterator[Token]:
    if not any(c.isalnum() or c in "×*♣♦♥♠★🃏" for c in plain):
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
    elif names := _run_together(piece):
        yield Token(Kind.CARDS_RUN, start, end, piece, ranks=names)
    else:
        yield Token(Kind.UNKNOWN, start, end, piece, why=_("this isn’t a card"))


def _run_together(piece: str) -> tuple[str, ...]:
    """The cards of ``KK5``, ``★★`` or ``8♠8♥``, as every field of cards reads them; none for anything else."""
    if in_force.get().in_colours:
        cards = split_numbers(piece)
        return tuple(map(inside, cards)) if len(cards) > 1 else ()
    try:
        return tuple(format_card(parse_card(name, suits=False)) for name in split_cards(piece))
    except CardError:
        return ()


def _simple(plain: str, piece: str, start: int, end: int) -> Token | None:
    """A word, a number or one card."""
    pack = in_force.get()
    if pack.in_colours:
        return _simple_number(plain, piece, start, end)
    token = _simple_suited(plain, piece, start, end)
    return token if pack is STANDARD or token is None else _in_pack(token, pack)


def _in_pack(token: Token, pack: Pack) -> Token | None:
    """The same in a pack without some ranks: what would be one of them is only a number, an article or no card."""
    if token.kind is Kind.ARTICLE:
        return None if token.text == "A" else replace(token, text="an", rank=None, spoken=True)
    there = pack.order if token.rank is None else (*pack.order, JOKER_NAME)
    if token.rank is None or token.rank in there:
        return token if all(rank in there for rank in token.ranks) else replace(token, ranks=())
    return replace(token, rank=None) if token.kind is Kind.NUMBER else None


def _simple_suited(plain: str, piece: str, start: int, end: int) -> Token | None:
    if in_force.get() is not STANDARD and (starred := _STARRED.fullmatch(plain)) is not None:
        rank = "10" if starred[1] == "t" else starred[1].upper()
        return Token(Kind.RANK, start, end, piece, rank=rank, suit=STARS)
    if in_force.get() is not STANDARD and plain in _STAR_WORDS:
        return Token(Kind.SUIT, start, end, piece, suit=STARS)
    if plain in _KINDS:
        rank = "A" if plain == "a" else None
        suit = _SUITS.get(plain, "")
        return Token(_KINDS[plain], start, end, piece, rank=rank, suit=suit, spoken=plain in _SPOKEN_KINDS)
    if plain.isascii() and plain.isdigit():
        if plain in RANKS:
            return Token(Kind.NUMBER, start, end, piece, number=int(plain), rank=plain)
        same = _SAME_RANK.fullmatch(plain)
        ranks = tuple(split_cards(plain)) if same else ()
        return Token(Kind.NUMBER, start, end, piece, number=_bounded(plain), ranks=ranks)
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
    suit = _SUITS.get(card[2] or "", "")
    return Token(Kind.RANK, start, end, piece, rank=rank, suit=suit, plural=bool(card[3]), maybe_plural=maybe)


_COLOURS = dict.fromkeys(NUMBERS.suit_words, Kind.SUIT)
_SUIT_OF_COLOUR = {word: SUITS[at] for at, word in enumerate(NUMBERS.suit_words)} | {
    sign.lower(): SUITS[at] for at, sign in enumerate(NUMBERS.suits)
}
_SPECIAL = {"skip": RANKS[-1], "s": RANKS[-1], "wild": JOKER_NAME, "w": JOKER_NAME, "★": JOKER_NAME}
_SPECIALS = {f"{word}s": rank for word, rank in _SPECIAL.items() if len(word) > 1}
_NUMBER_WORDS = {word: n for n, word in enumerate(NUMBERS.spoken[:12], 1)}
_NUMBERS_WORDS = {word + ("es" if word.endswith("x") else "s"): n for word, n in _NUMBER_WORDS.items()}
_NUMBERED = re.compile(r"(1[0-2]|[1-9])(?:([gbry])|['’]?(s))")


def _simple_number(plain: str, piece: str, start: int, end: int) -> Token | None:
    """A word, a number or one card of a pack of numbers."""
    if plain in ("a", "an"):
        return Token(Kind.ARTICLE, start, end, "an", spoken=True)
    kind = _COLOURS.get(plain) or (None if plain in _KINDS and _KINDS[plain] is Kind.SUIT else _KINDS.get(plain))
    if plain == "in":
        kind = Kind.OF
    if kind is not None:
        suit = _SUIT_OF_COLOUR.get(plain, "")
        return Token(kind, start, end, piece, suit=suit, spoken=plain in _SPOKEN_KINDS or bool(suit))
    if plain.isascii() and plain.isdigit():
        number = _bounded(plain)
        rank = RANKS[number - 1] if number is not None and 1 <= number <= NUMBERS.highest else None
        same = _SAME_RANK.fullmatch(plain)
        ranks = (same[1],) * (len(plain) // len(same[1])) if same and rank is None else ()
        return Token(Kind.NUMBER, start, end, piece, number=number, rank=rank, ranks=ranks)
    if one_of_them := _NUMBER_WORDS.get(plain):
        return Token(Kind.NUMBER, start, end, piece, number=one_of_them, rank=RANKS[one_of_them - 1], spoken=True)
    if several := _NUMBERS_WORDS.get(plain):
        return Token(Kind.RANK, start, end, piece, rank=RANKS[several - 1], plural=True, spoken=True)
    if (rank := _SPECIAL.get(plain)) is not None:
        return Token(Kind.RANK, start, end, piece, rank=rank, spoken=len(plain) > 1)
    if (rank := _SPECIALS.get(plain)) is not None:
        return Token(Kind.RANK, start, end, piece, rank=rank, plural=True, spoken=True)
    card = _NUMBERED.fullmatch(plain)
    if card is None:
        return None
    suit = _SUIT_OF_COLOUR.get(card[2] or "", "")
    return Token(Kind.RANK, start, end, piece, rank=RANKS[int(card[1]) - 1], suit=suit, plural=bool(card[3]))


def _compound(plain: str, piece: str, start: int, end: int) -> Token | None:
    """A count and a card in one piece (``3x5``, ``kingsx2``, ``2K``), or signs run together."""
    for pattern, count_at, card_at in ((_COUNT_TIMES, 1, 2), (_TIMES_COUNT, 2, 1), (_GLUED, 1, 2)):
        match = pattern.fullmatch(plain)
        if match is None:
            continue
        card = _simple(match[card_at], piece, start, end)
        count = _bounded(match[count_at])
        digits_run_on = pattern is _GLUED and card is not None and card.kind is Kind.NUMBER and not card.spoken
        if card is None or card.rank is None or digits_run_on:
            continue
        if pattern is _GLUED and not 1 <= count <= 9:
            why = _("that many? Write %(count)s, %(rank)s or %(count)sx", count=match[1], rank=card.rank)
            return Token(Kind.UNKNOWN, start, end, piece, why=why)
        return Token(Kind.RANK, start, end, piece, rank=card.rank, suit=card.suit, count=count, spoken=card.spoken)
    if _SIGNS_RUN.fullmatch(plain):
        if "jk" in plain:
            return Token(Kind.UNKNOWN, start, end, piece, why=_("a joker, or a jack and a king? Put spaces between"))
        ranks = tuple("10" if c == "t" else c.upper() for c in plain)
        if all(rank in in_force.get().order for rank in ranks):
            return Token(Kind.CARDS_RUN, start, end, piece, ranks=ranks)
    return None


def _bounded(digits: str) -> int:
    """The number; a very long one is only known to be too large."""
    return int(digits) if len(digits) <= 6 else 10**6
