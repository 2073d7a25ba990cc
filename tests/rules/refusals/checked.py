"""What is wrong with a refusal, by kind; and how many were looked at."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

from referee.rules.cards import JOKER
from referee.rules.referee import judged
from referee.rules.rulebook.model import Rulebook
from referee.rules.rulings import Finding, Phrase, Reason, RequestError, Ruling
from referee.rules.speech.phrases import words_of
from tests.rules.refusals.drawing import a_request, a_table
from tests.rules.refusals.followed import SAYS_ONLY, Unknown, outcomes, whole
from tests.rules.refusals.named import holds
from tests.rules.refusals.steps import at_fault, own_fault, own_hint
from tests.rules.test_hints import held

Request = dict[str, Any]

FAULT = "names a fault that is not there"
HELPS = "gives a hint that does not make it legal"
PACK = "gives a hint that the pack does not allow"
VAIN = "gives a hint where nothing helps"
WHOLE = "gives a list that is not whole"
NOTHING_HELPS = {Reason.NOT_PLAYED, Reason.ALL_CARDS_ROUND, Reason.ONESELF, Reason.STOLEN_BACK}
"""Faults of which no change of the play rids it."""
NO_HINTS = ("shanghai", "take_back", "runs_meet")
AT_ONE_TABLE = 8
"""So many requests are drawn under each rulebook: a new one is dear to make."""


class Wrong(NamedTuple):
    """One thing that does not hold of a refusal."""

    kind: str
    what: str
    """The hint or the reason by which it is wrong, to count by."""
    says: str

    def __str__(self) -> str:
        return f"{self.kind} ({self.what}): {self.says}"


class Refused(NamedTuple):
    """A request that is refused, and by what."""

    book: Rulebook
    request: Request
    ruling: Ruling

    @property
    def hints(self) -> tuple[Phrase, ...]:
        return self.ruling.hint(self.ruling.left)


def refused(random: Random, question: str, count: int) -> Iterator[Refused]:
    """So many refusals of a question."""
    while count > 0:
        book = a_table(random, question)
        for _ in range(AT_ONE_TABLE):
            request = a_request(random, book, question)
            try:
                ruling = judged(book, request)
            except RequestError:
                continue
            if ruling.legal is False and count > 0:
                count -= 1
                yield Refused(book.in_round(request.get("round") or 1), request, ruling)


def wrong_with(its: Refused) -> Iterator[Wrong]:
    """Everything that does not hold of a refusal."""
    book, request, ruling = its
    if request["question"] == "turn":
        yield from _wrong_in_turn(book, request, ruling)
        return
    yield from _faults(book, request, ruling)
    yield from _hints(book, request, ruling.findings[0].reason, its.hints, held(book, request))


def _about(book: Rulebook, request: Request) -> str:
    return f"under {book.id}: {request}"


def _faults(book: Rulebook, request: Request, ruling: Ruling) -> Iterator[Wrong]:
    for finding in ruling.findings:
        if not holds(book, request, finding):
            yield Wrong(FAULT, finding.reason.name, f"{words_of(finding.says)!r} {_about(book, request)}")


def _hints(
    book: Rulebook, request: Request, reason: Reason, hints: tuple[Phrase, ...], left: Counter[int]
) -> Iterator[Wrong]:
    about = _about(book, request)
    given = [hint for hint in hints if hint.name not in SAYS_ONLY]
    if given and (reason in NOTHING_HELPS or request["question"] in NO_HINTS):
        yield Wrong(VAIN, given[0].name, f"{words_of(given[0])!r} {about}")
        return
    for hint in given:
        try:
            each = outcomes(book, request, hint)
        except (Unknown, AssertionError) as nobody_knows:
            yield Wrong(HELPS, hint.name, f"{nobody_knows} {about}")
            continue
        if None in each:
            yield Wrong(PACK, hint.name, f"{words_of(hint)!r} {about}")
        elif not each or False in each:
            yield Wrong(HELPS, hint.name, f"{words_of(hint)!r} {about}")
    for lacks in whole(book, request, hints, left):
        yield Wrong(WHOLE, lacks.partition(":")[0], f"{lacks} in {[*map(words_of, hints)]} {about}")


def _wrong_in_turn(book: Rulebook, request: Request, ruling: Ruling) -> Iterator[Wrong]:
    about = _about(book, request)
    hints, first = ruling.hint(ruling.left), ruling.findings[0]
    at = at_fault(book, request, ruling.adds["step"])
    if at is None:
        yield Wrong(FAULT, first.reason.name, f"step {ruling.adds['step']} is not refused {about}")
        return
    its = at.as_question(request)
    why = first.says.about["why"]
    if its is not None:
        alone = _alone(book, its)
        if alone is not None and alone.legal is False and _same(alone.findings[0], first._replace(says=why)):
            findings = (first._replace(says=why), *ruling.findings[1:])
            yield from _faults(book, its, ruling._replace(findings=findings))
            left = Counter({card: ruling.left(card) for card in range(JOKER + 1)})
            yield from _hints(book, its, first.reason, hints, left)
            return
    for finding in (first._replace(says=why), *ruling.findings[1:]):
        if not own_fault(book, at, finding):
            yield Wrong(FAULT, finding.reason.name, f"{words_of(finding.says)!r} {about}")
    for hint in hints:
        if not own_hint(book, at, hint):
            yield Wrong(HELPS, hint.name, f"{words_of(hint)!r} {about}")


def _same(finding: Finding, other: Finding) -> bool:
    return (finding.reason, finding.topic, finding.says.name) == (other.reason, other.topic, other.says.name)


def _alone(book: Rulebook, request: Request) -> Ruling | None:
    try:
        return judged(book, request)
    except RequestError:
        return None


class Seen(NamedTuple):
    """What was looked at: refusals by their first reason, hints by name, and what was wrong."""

    reasons: Counter[str]
    hints: Counter[str]
    wrong: list[Wrong]


def seen(question: str, count: int, seed: object) -> Seen:
    """So many refusals of a question, with everything that does not hold of them."""
    random = Random(f"refusals of {question} {seed}")
    reasons, hints = Counter[str](), Counter[str]()
    wrong: list[Wrong] = []
    for its in refused(random, question, count):
        reasons[its.ruling.findings[0].reason.name] += 1
        hints.update(hint.name for hint in its.hints)
        wrong += wrong_with(its)
    return Seen(reasons, hints, wrong)
