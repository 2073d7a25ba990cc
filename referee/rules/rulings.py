"""What a judge answers: a ruling, its findings, the clauses it rests on. Types and their JSON form only."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Any, NamedTuple


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
    CARDS_LEFT = "cards left"
    CANNOT_GO_DOWN = "contract cannot be met"
    # what may be done at the table
    NOT_DOWN = "not down"
    DOWN_TOO_LATE = "not down since an earlier turn"
    ALREADY_DOWN = "already down"
    ALL_CARDS_ROUND = "whole hand at once in this round"
    DOES_NOT_FIT = "does not fit"
    PLACE_TAKEN = "place taken by a wild card"
    NO_CARD = "no card"
    NOT_PLAYED = "not in this rulebook"
    NOT_YOUR_MELD = "own melds only"
    OWN_MELD = "others' melds only"
    DEAD_WILD = "dead wild card"
    NOT_REPLACED = "no wild card stands for it"
    NOT_THERE = "card is not there"
    # the turn's end
    NO_DISCARD = "no discard"
    LAST_CARD = "last card may not be discarded"
    PLAYABLE = "card could be laid off"
    # the discard out of turn
    TAKEN_ON_TURN = "taken by the active player"
    NOBODY_ASKED = "nobody asked"
    LIMIT = "limit reached"
    SUCCESSIVE = "two successive discards"
    ONE_CLAIM_ONLY = "one claim only"
    OWN_TURN = "own turn"
    LATER_IN_TURN = "later in turn"
    ASKED_LATER = "asked later"
    PROTECTED = "protected by a Shanghai call"
    # the screw-over
    ONESELF = "oneself"
    ALREADY_USED = "already used"
    STOLEN_BACK = "stolen back"
    NOT_USED = "taken card not used"


class Citation(NamedTuple):
    """A clause that decided, as the answer shows it."""

    clause: str
    basis: str
    source: str
    text: str


class Finding(NamedTuple):
    """One thing that is wrong: why, under which clause topic, said in words, and the cards at fault."""

    reason: Reason
    topic: str
    says: str
    """Without the "No:" before it."""
    cards: tuple[str, ...] = ()


class Need(NamedTuple):
    """A fact that was not given and would decide, with the question to ask at the table."""

    field: str
    question: str


def no_hints() -> tuple[str, ...]:
    return ()


class Ruling(NamedTuple):
    """The answer to one question.

    ``legal`` is None where the question only computes, or where ``needs`` names what is missing.
    ``because`` has the deciding clause first. ``adds`` holds the further fields of the question.
    """

    legal: bool | None
    sentence: str
    because: tuple[Citation, ...]
    adds: Mapping[str, Any] = {}
    findings: tuple[Finding, ...] = ()
    """Everything found wrong, the deciding one first."""
    needs: tuple[Need, ...] = ()
    hint: Callable[[], tuple[str, ...]] = no_hints
    """Works out what would make it legal: only asked where somebody reads it."""

    @property
    def fault(self) -> tuple[str, ...]:
        """The cards at fault: those of the first finding that points at any."""
        return next((found.cards for found in self.findings if found.cards), ())

    @property
    def makes_legal(self) -> tuple[str, ...]:
        """Sentences that say what would turn a "no" into a "yes"; empty where nothing would."""
        return self.hint() if self.legal is False else ()

    def as_json(self) -> dict[str, Any]:
        """The ruling as the interface writes it.

        ``legal``, ``ruling``, ``because``, ``needs`` where facts are missing, the fields of the
        question, and for a "no" ``fault``, ``makes_legal`` and ``findings``.
        """
        answer: dict[str, Any] = {
            "legal": self.legal,
            "ruling": self.sentence,
            "because": [
                {"clause": clause, "basis": basis, "source": source, "text": text}
                for clause, basis, source, text in self.because
            ],
        }
        if self.needs:
            answer["needs"] = [{"field": need.field, "question": need.question} for need in self.needs]
        answer.update(self.adds)
        if self.legal is False:
            answer["fault"] = list(self.fault)
            answer["makes_legal"] = list(self.makes_legal)
            book = self.because[0].clause.partition("/")[0]
            answer["findings"] = [
                {
                    "reason": found.reason.value,
                    "clause": f"{book}/{found.topic}",
                    "says": found.says,
                    "cards": list(found.cards),
                }
                for found in self.findings
            ]
        return answer
