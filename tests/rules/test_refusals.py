"""What is said of a refusal holds, whatever the question and the table; the long run is ``tests.rules.refusals``."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator
from random import Random

import pytest

from referee.rules.packs import STARS_PACK
from referee.rules.questions import QUESTIONS
from referee.rules.referee import judged
from referee.rules.rulings import Finding, Phrase, RequestError, Ruling, phrase, plenty
from tests.rules.asks import BOOKS, DRAWN, drawn
from tests.rules.refusals.checked import FAULT, HELPS, PACK, VAIN, WHOLE, Refused, Wrong, refused, seen, wrong_with
from tests.rules.refusals.drawing import REFUSED

pytestmark = pytest.mark.unmeasured

COUNT = int(os.environ.get("REFUSALS", "60"))
"""How many refusals of each question are looked at; set REFUSALS=1000 for a longer run."""
SPOILT = 40
"""How many are spoilt for a control."""
DEAR = {"go_down": 3}
"""Questions of which fewer are looked at, and how many times fewer."""

HINTLESS = ("take_back", "runs_meet")
"""Questions whose refusals have one fault, of which nothing rids them: there is no other to be taken for it."""

Spoil = Callable[[Refused], Ruling | None]


@pytest.mark.parametrize("question", REFUSED)
def test_what_is_said_of_a_refusal_holds(question: str) -> None:
    assert [str(wrong) for wrong in seen(question, COUNT // DEAR.get(question, 1), "the sample").wrong] == []


def spoilt(question: str, spoil: Spoil, count: int = SPOILT) -> Iterator[list[Wrong]]:
    """What is found of each refusal that could be spoilt."""
    count //= DEAR.get(question, 1)
    for its in refused(Random(f"spoilt {question}"), question, count):
        if its.book.pack == STARS_PACK:
            continue  # what is said of its cards has no words in a game with others
        worse = spoil(its)
        if worse is not None:
            yield [*wrong_with(its._replace(ruling=worse))]


def caught(question: str, spoil: Spoil, kind: str, count: int = SPOILT) -> tuple[int, int]:
    """How many refusals were spoilt, and of how many it was found out as what it is."""
    each = [*spoilt(question, spoil, count)]
    return len(each), sum(any(wrong.kind == kind for wrong in found) for found in each)


class OfAnother:
    """Says of each refusal what is true of one before, where that is for another reason."""

    def __init__(self) -> None:
        self.before: list[tuple[Finding, ...]] = []

    def __call__(self, its: Refused) -> Ruling | None:
        first = its.ruling.findings[0]
        self.before.append(its.ruling.findings)
        here = {finding.reason for finding in its.ruling.findings}
        other = next((each[0] for each in reversed(self.before) if each[0].reason not in here), None)
        return (
            None if other is None else its.ruling._replace(findings=(_as_told(other, first), *its.ruling.findings[1:]))
        )


def _as_told(other: Finding, first: Finding) -> Finding:
    """Another fault, said of the same step where it is a turn's."""
    if first.says.name != "nth step":
        return other
    return other._replace(says=Phrase("nth step", {**first.says.about, "why": other.says.about["why"]}))


@pytest.mark.parametrize("question", [question for question in REFUSED if question not in ("go_down", *HINTLESS)])
def test_a_judge_that_names_the_fault_of_another_refusal_is_caught(question: str) -> None:
    number, found = caught(question, OfAnother(), FAULT, (5 if question == "shanghai" else 1) * SPOILT)
    assert number > 5
    assert found > number * 0.7


def test_a_judge_that_misses_what_a_hand_has_is_caught() -> None:
    """What going down lacks has one reason, and says which melds: others are named."""

    def the_others(its: Refused) -> Ruling | None:
        (first,), round_no = its.ruling.findings, its.request["round"]
        says, contract = first.says, its.book.contracts[round_no - 1]
        if says.name != "slots missing" or round_no in its.book.all_cards_rounds or len(set(contract)) < 2:
            return None
        rest = list(contract)
        for slot in says.about["missing"]:
            if slot in rest:
                rest.remove(slot)
        if not rest or len(rest) == len(contract):
            return None
        return its.ruling._replace(findings=(first._replace(says=phrase("slots missing", missing=rest)),))

    number, found = caught("go_down", the_others, FAULT, 200)
    # where either of two melds could be made, either may be said to be missing
    assert found > number * 0.2
    assert number > 5


class HintsOfAnother:
    """Gives each refusal the hints of one before, where they are others."""

    def __init__(self) -> None:
        self.before: tuple[Phrase, ...] = ()

    def __call__(self, its: Refused) -> Ruling | None:
        own, before = its.hints, self.before
        self.before = own or before
        return its.ruling._replace(hint=lambda _left: before) if before and before != own else None


HINTED = tuple(question for question in REFUSED if question not in ("may_i", "shanghai", *HINTLESS))


@pytest.mark.parametrize("question", HINTED)
def test_a_judge_that_gives_the_hints_of_another_refusal_is_caught(question: str) -> None:
    each = [{wrong.kind for wrong in found} for found in spoilt(question, HintsOfAnother())]
    assert len(each) > 5
    assert sum(bool(kinds & {HELPS, PACK, VAIN}) for kinds in each) > len(each) / 3


@pytest.mark.parametrize("question", ["meld", "contract", "go_down", "lay_off", "swap"])
def test_a_judge_that_forgets_the_pack_is_caught(question: str) -> None:
    def forgetful(its: Refused) -> Ruling | None:
        hints = its.ruling.hint(plenty)
        return its.ruling._replace(hint=lambda _left: hints) if hints != its.hints else None

    # few melds hold so many cards that the pack has none left
    seldom = {"meld": 30, "swap": 40, "contract": 24}.get(question, 6)
    number, found = caught(question, forgetful, PACK, seldom * SPOILT)
    assert number
    assert found > number * 0.5


@pytest.mark.parametrize("question", ["lay_off", "swap", "screw", "shanghai"])
def test_a_judge_that_gives_a_hint_where_nothing_helps_is_caught(question: str) -> None:
    def eager(its: Refused) -> Ruling | None:
        nothing_helps = question == "may_i" or its.ruling.findings[0].reason.name in ("NOT_PLAYED", "ALL_CARDS_ROUND")
        return its.ruling._replace(hint=lambda _left: (phrase("wait"),)) if nothing_helps else None

    number, found = caught(question, eager, VAIN, 8 * SPOILT)
    assert found == number > 0


def _less(hint: Phrase) -> Phrase | None:
    """A hint that leaves out one of the cards that it lists."""
    if hint.name == "any of" and len(hint.about["cards"]) > 1:
        return Phrase(hint.name, {**hint.about, "cards": [*hint.about["cards"]][1:]})
    if hint.name in ("offer", "discard one of these") and len(hint.about["cards"]) > 1:
        return Phrase(hint.name, {**hint.about, "cards": hint.about["cards"][1:]})
    if hint.name == "discard one":
        return phrase("discard one of these", cards=[0])
    for name in ("offer", "hint"):
        inside = hint.about.get(name)
        if isinstance(inside, Phrase) and (less := _less(inside)):
            return Phrase(hint.name, {**hint.about, name: less})
    return None


@pytest.mark.parametrize("question", ["meld", "contract", "go_down", "lay_off", "swap"])
def test_a_judge_that_leaves_a_card_out_of_a_list_is_caught(question: str) -> None:
    def forgetful(its: Refused) -> Ruling | None:
        hints = its.hints
        lists = ("completes", "would do", "would take", "offer", "for the nth meld")
        at = next((at for at, hint in enumerate(hints) if hint.name in lists and _less(hint)), None)
        less = None if at is None else _less(hints[at])
        if at is None or less is None:
            return None
        return its.ruling._replace(hint=lambda _left: (*hints[:at], less, *hints[at + 1 :]))

    number, found = caught(question, forgetful, WHOLE, 3 * SPOILT)
    assert number > 3
    assert found > number * 0.8


def test_no_other_question_is_ever_refused() -> None:
    """Those beside these only compute, so that nothing has to be said of a refusal."""
    random = Random("never refused")
    for question in set(DRAWN) - set(REFUSED):
        for _ in range(COUNT):
            book = random.choice(BOOKS)
            request = drawn(random, book, question)
            with contextlib.suppress(RequestError):
                assert judged(book, request).legal is None
    assert all(QUESTIONS[name].computes for name in set(QUESTIONS) - set(DRAWN) - set(REFUSED))
