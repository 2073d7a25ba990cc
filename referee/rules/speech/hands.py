"""Cards left, as people type or dictate them: the one parser for every page and every phone.

Suits do not matter for points, so a hand is a count of each rank. What is understood::

    hand    = nothing | points | item (separator item)*
    nothing = "nothing" | "none" | "zero" | "nil" | "empty" | "no cards" | "0" | "-"
    points  = a number that is no card ("35"), or any number with "points" ("10 points")
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
the joker. What could be read in two ways (``2 10s``, ``QJK``) is asked back, never guessed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from referee.rules.cards import JOKER_NAME, RANKS
from referee.rules.speech import hand_words as words
from referee.rules.speech.hand_words import Kind, Token

HIGH_TO_LOW = ("A", *reversed(RANKS[1:]), JOKER_NAME)
LONGEST = 300
"""Most characters of a text; a hand of thirty cards in words stays below it."""
MOST_POINTS = 9999
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
    """Cards left as said. ``ranks`` and ``text`` are None where only a number was said."""

    ranks: Mapping[str, int] | None
    points: int
    text: str | None
    """``"K K 10 5 JK"``, aces and kings first, jokers last; empty for no cards."""


def hand_text(ranks: Mapping[str, int]) -> str:
    """The cards written out, high to low."""
    return " ".join(rank for rank in HIGH_TO_LOW for _ in range(ranks.get(rank, 0)))


def hand_of(ranks: Mapping[str, int], points: Mapping[str, int]) -> Hand:
    """A hand from counted ranks, as a key pad gives them."""
    held = {rank: ranks[rank] for rank in HIGH_TO_LOW if ranks.get(rank)}
    return Hand(held, sum(points[rank] * count for rank, count in held.items()), hand_text(held))


def read_hand(text: str, points: Mapping[str, int]) -> Hand:
    """The hand that a text says; ``points`` is the value of each rank in the rulebook.

    Raises HandError with every piece that cannot be read.
    """
    if len(text) > LONGEST:
        raise HandError(f"That is longer than any hand: at most {LONGEST} characters.")
    if (below := _BELOW_ZERO.fullmatch(text)) is not None:
        wrong = Wrong(below.start(1), below.end(1), below[1], "no hand is below zero")
        raise HandError(f"Not understood: {below[1]!r}.", [wrong])
    tokens = list(words.tokens(text))
    meant = [token for token in tokens if token.kind is not Kind.BREAK]
    if not meant:
        if text.strip() and set(text.strip()) <= words.DASHES:
            return hand_of({}, points)
        raise HandError("Nothing was said yet: say 'nothing' for no cards.")
    if tokens[0].text not in words.DASHES and (whole := _whole(meant, points)) is not None:
        return whole
    return hand_of(_Reader(tokens).read(), points)


def _whole(tokens: list[Token], points: Mapping[str, int]) -> Hand | None:
    """A text that says no cards, or a plain number; None if it names cards."""
    first, kinds = tokens[0], [token.kind for token in tokens]
    if kinds in ([Kind.NOTHING], [Kind.NO, Kind.CARDS]):
        return hand_of({}, points)
    if kinds in ([Kind.NUMBER], [Kind.NUMBER, Kind.POINTS]) and first.number is not None:
        if first.number == 0:
            return hand_of({}, points)
        if first.rank is None or len(kinds) == 2:
            if first.number > MOST_POINTS:
                raise HandError("That is more than any hand.", [_wrong(first, "more than any hand")])
            return Hand(None, first.number, None)
    return None


def _wrong(token: Token, why: str) -> Wrong:
    return Wrong(token.start, token.end, token.text, why)


class _Reader:
    """One pass over the tokens, counting cards and collecting everything that cannot be read."""

    def __init__(self, tokens: list[Token]) -> None:
        self.tokens = tokens
        self.at = 0
        self.ranks: dict[str, int] = {}
        self.wrong: list[Wrong] = []
        self.spoken = any(token.spoken for token in tokens)

    def read(self) -> dict[str, int]:
        while self.at < len(self.tokens):
            self._item()
        if self.wrong:
            named = ", ".join(repr(wrong.word) for wrong in self.wrong)
            raise HandError(f"Not understood: {named}.", self.wrong)
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
            for rank in token.ranks:
                self._add(token, rank, 1)
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
            self.wrong.append(_wrong(token, token.why or "this names no card"))

    def _rank(self, token: Token) -> None:
        if token.count is not None:
            self._add(token, token.rank, token.count)
            self._suit()
            return
        self._suit()
        if (after := self._peek()) is not None and after.kind is Kind.TIMES_N:
            self.at += 1
            self._add(after, token.rank, after.number)
        elif self._is(Kind.TIMES) and (count := self._peek(1)) is not None and count.kind is Kind.NUMBER:
            self.at += 2
            self._add(count, token.rank, count.number)
        elif token.plural:
            self.wrong.append(_wrong(token, "say how many"))
        else:
            self._add(token, token.rank, 1)

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
                why = f"several, or two cards? Write {token.text}x{following.rank} or {token.text}, {following.rank}"
                self.wrong.append(Wrong(token.start, following.end, f"{token.text} {following.text}", why))
        elif token.number == 1 and following is not None and (token.spoken or following.kind is not Kind.NUMBER):
            self._counted(token, 1)
        elif token.rank is None:
            self.wrong.append(_wrong(token, "no card has this number"))
        else:
            self._add(token, token.rank, 1)
            self._suit()

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
            self.wrong.append(_wrong(token, "an ace, or one card? Write 'ace' or '1 x'"))
        elif token.text.lower() == "an" or (names_card and (in_words or (self.spoken and token.text == "a"))):
            self._counted(token, 1)
        elif names_card and self.spoken:
            self.wrong.append(_wrong(token, "an ace, or one card? Write 'ace' or '1 x'"))
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
            self.wrong.append(_wrong(start, "which card?"))
            return
        self.at += 1
        self._add(start, token.rank, count)
        self._suit()

    def _suit(self) -> None:
        """Suits are accepted behind a rank and ignored."""
        if self._is(Kind.OF) and self._is(Kind.SUIT, 1):
            self.at += 2
        elif self._is(Kind.SUIT):
            self.at += 1

    def _add(self, token: Token, rank: str | None, count: int | None) -> None:
        if rank is None or count is None or not 1 <= count <= words.MOST_COPIES:
            self.wrong.append(_wrong(token, "no hand holds so many"))
            return
        self.ranks[rank] = self.ranks.get(rank, 0) + count
