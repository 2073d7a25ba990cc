"""What a judge answers: a ruling, its findings, the clauses it rests on.

Values only. What is said of them is a ``Phrase``: a name and what the words are about; the words themselves are in
``speech``, so that another language can stand beside English.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import StrEnum
from typing import Any, NamedTuple

from referee.rules.rulebook.model import Rulebook


class Reason(StrEnum):
    """Everything that can make a play illegal; the value is the word in the JSON form."""

    # what cards can be
    NOT_WILD = "card is not wild"
    WRONG_PLACE = "wild card stands for a card that does not fit"
    RANKS_DIFFER = "ranks differ"
    SUITS_DIFFER = "suits differ"
    SUIT_TWICE = "suit twice in a set"
    RANK_TWICE = "rank twice in a run"
    GAP = "gap in a run"
    AROUND_THE_CORNER = "around the corner"
    ACE_LOW = "ace low"
    ACE_HIGH = "ace high"
    TOO_SHORT = "too short"
    TOO_LONG = "too long"
    TOO_MANY_WILDS = "too many wild cards"
    TOO_FEW_NATURALS = "too few natural cards"
    WILDS_TOUCH = "wild cards side by side"
    NO_PAIR_ASKED = "no pair asked"
    # what melds meet the contract
    MELD_MISSING = "meld missing"
    MELD_TOO_MANY = "meld too many"
    NOT_EXACT = "more than the minimum"
    RUNS_TOUCH = "runs touch"
    RUNS_OF_ONE_SUIT = "two runs of one suit"
    SETS_OF_ONE_RANK = "two sets of one rank"
    WORTH_TOO_LITTLE = "melds worth too little"
    NO_PURE_RUN = "no pure run"
    CARDS_LEFT = "cards left"
    CANNOT_GO_DOWN = "contract cannot be met"
    NOT_GOING_OUT = "melds only to go out"
    # what may be done at the table
    NOT_DOWN = "not down"
    DOWN_TOO_LATE = "not down since an earlier turn"
    ALREADY_DOWN = "already down"
    ALL_CARDS_ROUND = "whole hand at once in this round"
    DOES_NOT_FIT = "does not fit"
    PLACE_TAKEN = "place taken by a wild card"
    NOT_PLAYED = "not in this rulebook"
    NOT_YOUR_MELD = "own melds only"
    OWN_MELD = "others' melds only"
    OTHERS_MELD = "no meld of another player's"
    DEAD_WILD = "dead wild card"
    NOT_REPLACED = "no wild card stands for it"
    NOT_THERE = "card is not there"
    # the turn's end
    NO_DISCARD = "no discard"
    LAST_CARD = "last card may not be discarded"
    PLAYABLE = "card could be laid off"
    JUST_TAKEN = "card was just taken"
    STAYS = "stays on the table"
    OUT_OF_ORDER = "out of order"
    # the discard out of turn
    TAKEN_ON_TURN = "taken by the active player"
    NOBODY_ASKED = "nobody asked"
    LIMIT = "limit reached"
    SUCCESSIVE = "two successive discards"
    ONE_CLAIM_ONLY = "one claim only"
    OWN_TURN = "own turn"
    LATER_IN_TURN = "later in turn"
    ASKED_LATER = "asked later"
    STOCK_SHORT = "stock too short"
    TOO_LATE = "too late"
    PASSED = "passed"
    SAME_MOMENT = "at the same moment"
    PROTECTED = "protected by a Shanghai call"
    ROUND_OVER = "round is over"
    # the screw-over
    ONESELF = "oneself"
    ALREADY_USED = "already used"
    STOLEN_BACK = "stolen back"
    NOT_USED = "taken card not used"


class RequestError(ValueError):
    """A request that makes no sense, and the field by which it makes none; ``too_many`` is a card named too often.

    ``whole``: the message is a sentence with its mark, as a game says it.
    """

    def __init__(self, field: str, message: str, too_many: int | None = None, *, whole: bool = False) -> None:
        super().__init__(f"{field}: {message}")
        self.field = field
        self.message = message
        self.too_many = too_many
        self.whole = whole


class NotOneCard(RequestError):
    """Where one card is asked for, none is named, or several."""

    def __init__(self, field: str) -> None:
        super().__init__(field, "must be one card")


class Citation(NamedTuple):
    """A clause that decided, as the answer shows it."""

    clause: str
    basis: str
    source: str
    text: str
    passages: tuple[str, ...] = ()
    """What the source says in two places, or the two ways to read it, where one of them is a reading."""
    undisputed: bool = False
    """Whether only what nobody disputes of it decides: no other way to read it would make the answer another."""

    @property
    def topic(self) -> str:
        return self.clause.partition("/")[2]


class Player(NamedTuple):
    """A slot for a player in a phrase: a place at the table from 1, or a part in what is judged.

    Parts are ``taker``, ``owner``, ``caller`` and ``discarder``.
    """

    who: int | str


class Phrase(NamedTuple):
    """Something to be said: ``speech.phrases`` has the words for ``name``, ``about`` holds what they are about by name.

    What it is about are values: cards, numbers, ranks, suits, readings, slots, players and other phrases.
    """

    name: str
    about: Mapping[str, Any] = {}

    def __hash__(self) -> int:
        return hash(self.name)

    def holds(self, other: Phrase) -> bool:
        """Whether it says another phrase too: is it, or has it within. Suits that nobody told are no difference."""
        return _holds(self, other)


def _holds(value: Any, other: Phrase) -> bool:
    if isinstance(value, Phrase) and value.name == other.name and _without_unsaid(value) == _without_unsaid(other):
        return True
    within = value.values() if isinstance(value, Mapping) else value if isinstance(value, (tuple, list)) else ()
    return any(_holds(each, other) for each in within)


def _without_unsaid(phrase: Phrase) -> dict[str, Any]:
    return {name: value for name, value in phrase.about.items() if name != UNSAID}


def phrase(name: str, /, **about: Any) -> Phrase:
    return tuple.__new__(Phrase, (name, about))  # as ``Phrase`` does, but in one call


UNSAID = "unsaid"
"""In what a phrase is about: the ranks whose suits nobody told, so that it names none of theirs."""


class Finding(NamedTuple):
    """One thing that is wrong: why, under which clause topic, what to say of it, and the cards at fault."""

    reason: Reason
    topic: str
    says: Phrase
    cards: tuple[str, ...] = ()


class Need(NamedTuple):
    """A fact that was not given and would decide, with the question to ask at the table."""

    field: str
    asks: Phrase

    @property
    def asks_suits(self) -> bool:
        """Whether it is the suits of cards that were named without them."""
        return self.asks.name == "which suits"


Left = Callable[[int], int]
"""How many of a card the pack still holds beside those that a question names."""
Hint = Callable[[Left], tuple[Phrase, ...]]


def plenty(_card: int) -> int:
    """For who knows nothing of the pack: no card runs out."""
    return 99


def no_hints(_left: Left) -> tuple[Phrase, ...]:
    return ()


class Ruling(NamedTuple):
    """The answer to one question.

    ``legal`` is None where the question only computes, or where ``needs`` names what is missing.
    ``because`` has the deciding clause first. ``adds`` holds the further fields of the question: numbers, flags
    and texts of cards, or phrases where they are said in words.
    """

    legal: bool | None
    says: Phrase | None
    """What is said of a yes or a sum. A no is said by its first finding, and what is open by its needs, but where a
    phrase stands here all the same."""
    because: tuple[Citation, ...]
    adds: Mapping[str, Any] = {}
    findings: tuple[Finding, ...] = ()
    """Everything found wrong, the deciding one first."""
    needs: tuple[Need, ...] = ()
    hint: Hint = no_hints
    """Works out what would make it legal: only asked where somebody reads it. No card is named that is not left."""
    left: Left = plenty

    @property
    def fault(self) -> tuple[str, ...]:
        """The cards at fault: those of the first finding that points at any."""
        return next((finding.cards for finding in self.findings if finding.cards), ())

    @property
    def topics(self) -> list[str]:
        """Those of the clauses that it rests on."""
        return [citation.topic for citation in self.because]


def refusal(
    book: Rulebook,
    findings: Sequence[Finding],
    adds: Mapping[str, Any],
    hints: tuple[Phrase, ...] = (),
    *,
    hint: Hint | None = None,
    first: Iterable[str] = (),
    last: Iterable[str] = (),
) -> Ruling:
    """A "no" with everything found wrong; it cites the clauses of the findings between ``first`` and ``last``.

    ``hints`` are at hand; ``hint`` works them out.
    """
    because = citations(book, *first, *[finding.topic for finding in findings], *last)
    return Ruling(False, None, because, adds, tuple(findings), hint=hint or (lambda _left: hints))


def depends(book: Rulebook, needs: Sequence[Need], adds: Mapping[str, Any], *topics: str) -> Ruling:
    """Neither yes nor no: facts are missing."""
    return Ruling(None, None, citations(book, *topics), adds, needs=tuple(needs))


def citations(book: Rulebook, *topics: str) -> tuple[Citation, ...]:
    """The citations of these clauses, each once, in this order; topics that the rulebook has not are left out."""
    kept: dict[tuple[str, ...], tuple[Citation, ...]] | None = book.__dict__.get("_citations")
    if kept is None:
        # they hang on the rulebook, which never changes
        kept = book.__dict__["_citations"] = {}
    cited = kept.get(topics)
    if cited is None:
        clauses = [book.clauses[topic] for topic in dict.fromkeys(topics) if topic in book.clauses]
        cited = kept[topics] = tuple([Citation(c.address, c.basis, c.source, c.text, c.passages) for c in clauses])
    return cited


def in_all(book: Rulebook, rulings: Iterable[Ruling]) -> list[str]:
    """The clauses up to the table that every one of these rulings rests on; no more is asked for than decides it."""
    shared: list[str] | None = None
    for ruling in rulings:
        here = book.open_among(ruling.topics)
        shared = here if shared is None else [topic for topic in shared if topic in here]
        if not shared:
            break
    return shared or []
