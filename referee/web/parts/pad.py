"""The pad of cards left, for whichever page asks for them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple, Protocol

from referee import vision
from referee.messages import gettext as _
from referee.messages import ngettext
from referee.rules.packs import in_letters, letters
from referee.rules.rulebook.model import Rulebook
from referee.rules.speech.hands import LONGEST, HandError, read_hand
from referee.web.shell import frame, words
from referee.web.shell.forms import small_number
from referee.web.shell.frame import NO_TROUBLE, Marked, Trouble
from referee.web.shell.screens import Visit
from referee.web.shell.words import Face, rank_face

NOBODY = "nobody"


PHOTO = "photo"
"""The field of a trouble with a picture: the cards of the pad are as they were."""


class SeatKey(NamedTuple):
    """A seat as a button."""

    seat: str
    player: str
    chosen: bool


@dataclass(frozen=True)
class Reading:
    """What a text of cards left was understood as."""

    text: str
    total: str
    words: str
    ranks: dict[str, int] | None
    """As the keys are named."""
    faces: tuple[Face, ...] = ()
    """The cards, to be drawn; none where only points were said."""
    marked: tuple[Marked, ...] = ()
    error: str = ""


@dataclass(frozen=True)
class Entry:
    """The key pad of one seat."""

    label: str
    text: str
    base: str
    """What the book has, as it can be typed: ``text`` may be what was refused instead."""
    pad: words.CardPad
    draft: str
    reading: Reading
    points: words.Special
    """What each card costs, for the mark that opens the rule."""
    photo: bool
    """Whether a photograph can be read."""
    from_photo: str
    """What was read from one by a phone without script, in a sentence; else empty."""
    asks_none: bool
    """Whether nothing was entered where cards are needed: perhaps none are left."""

    @property
    def total(self) -> str:
        return self.reading.total

    @property
    def error(self) -> str:
        return self.reading.error


def reading(text: str, points: dict[str, int]) -> Reading:
    """What a text says so far; a text that cannot be read keeps its words, marked."""
    if not text.strip():
        return Reading(text, "", "", {})
    try:
        hand = read_hand(text, points)
    except HandError as wrong:
        return Reading(text, "?", "", None, (), frame.mark(text, wrong.words), str(wrong))
    if hand.ranks is None:
        return Reading(text, str(hand.points), _("points only, no cards"), None)
    cards = words.spaced(hand.text or "") or _("no cards")
    ranks = {letters(name): count for name, count in hand.ranks.items()}
    return Reading(text, str(hand.points), cards, ranks, tuple(map(rank_face, (hand.text or "").split())))


class Filled(NamedTuple):
    """What the pad holds in place of what the book has."""

    typed: str = ""
    """Cards of the address: typed before a question back, or read from a photograph."""
    trouble: Trouble = NO_TROUBLE
    """With what was typed and refused."""
    unsure: int | None = None
    """How many of the cards a photograph left unsure; None where they come from no photograph."""


AS_IN_THE_BOOK = Filled()


def entry(book: Rulebook, label: str, draft: str, base: str, filled: Filled) -> Entry:
    """The pad, under a rulebook as it holds in the round; ``base`` is what the game has so far."""
    trouble = NO_TROUBLE if PHOTO in filled.trouble.fields else filled.trouble
    text = filled.typed or trouble.typed.get("cards", "") or ("" if trouble else base)
    read = reading(text, dict(book.prices))
    if trouble and not read.error:
        read = replace(read, marked=trouble.marked, error=trouble.sentences[0])
    asks_none = not text.strip() and "cards" in trouble.fields
    from_photo = "" if filled.unsure is None or not read.ranks else in_brief(sum(read.ranks.values()), filled.unsure)
    pad = words.CardPad(words.keys(book), suits=False, types=False)
    has_photo = book.cards.photo and vision.installed()
    return Entry(label, text, base, pad, draft, read, cost_of_cards(book), has_photo, from_photo, asks_none)


def in_brief(cards: int, unsure: int) -> str:
    """What was read from a photograph, for a page that does not show it."""
    if not unsure:
        return ngettext("%(num)s card read. Check it.", "%(num)s cards read. Check them.", cards)
    return ngettext(
        "%(num)s card read, unsure. Check it.",
        "%(num)s cards read, %(unsure)s unsure. Check them.",
        cards,
        unsure=unsure,
    )


class Typed(NamedTuple):
    """Points as a field of digits shows them."""

    text: str
    minus: bool

    @classmethod
    def of(cls, line: HasPoints | None) -> Typed:
        return cls("", minus=False) if line is None else cls(str(abs(line.points)), line.points < 0)


class HasPoints(Protocol):
    @property
    def points(self) -> int: ...


def as_typed(cards: str | None, points: int) -> str:
    """A line as it can be typed again."""
    if cards is None:
        return f"{points} points"
    return in_letters(cards) or "nothing"


def cost_of_cards(book: Rulebook) -> words.Special:
    """What each card left costs, and the clause that says it."""
    return words.by_rule(book, "points", f"{words.values_of_cards(book)}.")


def filled(visit: Visit) -> Filled:
    """What the address fills the pad with, or the form that was refused."""
    return Filled(visit.value("cards")[:LONGEST], visit.trouble, small_number(visit.value("unsure")))
