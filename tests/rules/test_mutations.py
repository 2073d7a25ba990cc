"""Whatever is asked, the referee answers: no exception, and only answers of the shape that the interface names."""

from __future__ import annotations

import json
import os
from collections import Counter
from random import Random
from typing import Any

from referee.rulebooks import library
from referee.rulebooks.ruling import opinions, rule
from referee.rules.cards import parse_card, parse_meld, split_cards
from referee.rules.packs import STANDARD_PACK, played_with
from referee.rules.questions import QUESTIONS
from referee.rules.rulings import Reason, Ruling
from referee.rules.speech.rulings import as_json
from tests.rules.mutations import mutated
from tests.web.json_schema import against

COUNT = int(os.environ.get("RULING_MUTATIONS", "3000"))
"""How many changed requests are asked; set RULING_MUTATIONS=100000 for the long run."""

BASES = {"stated", "inherited", "house default", "house rule"}
REASONS = {reason.value for reason in Reason}


def is_text(value: object) -> bool:
    return isinstance(value, str)


def pack_of(request: object) -> str:
    """The pack by whose letters the answer names its cards."""
    rulebook = request.get("rulebook") if isinstance(request, dict) else None
    return library.load(rulebook).pack if rulebook in library.ids() else STANDARD_PACK


def is_cards(value: object) -> bool:
    """Also such as were told without their suit."""
    return isinstance(value, str) and all(parse_card(card, suits=False) is not None for card in split_cards(value))


def is_meld(value: object) -> bool:
    return isinstance(value, str) and parse_meld(value, suits=False) is not None


def or_none(check: Any) -> Any:
    return lambda value: value is None or check(value)


def list_of(check: Any) -> Any:
    return lambda value: isinstance(value, list) and all(map(check, value))


def is_refusals(value: object) -> bool:
    return isinstance(value, dict) and all(seat.isdecimal() and is_text(reason) for seat, reason in value.items())


READ: dict[str, dict[str, Any]] = {
    "meld": {"readings": list_of(is_meld)},
    "contract": {"readings": list_of(is_meld)},
    "go_down": {"melds": list_of(is_meld), "left": or_none(is_cards)},
    "lay_off": {"meld": or_none(is_meld)},
    "swap": {"meld": or_none(is_meld)},
    "may_i": {"refused": is_refusals},
    "screw": {"to_owner": or_none(is_cards), "meld": or_none(is_meld)},
    "turn": {"left": or_none(is_cards)},
    "runs_meet": {"after": list_of(is_meld)},
    "best_turn": {"steps": list_of(lambda step: len(step) == 1), "left": or_none(is_cards)},
}
"""By question, what else holds of a field than its description to programs: which texts are cards."""
OPTIONAL: dict[str, dict[str, Any]] = {name: {"readings": list_of(is_meld)} for name in ("lay_off", "swap")}


def check_shape(request: object, answer: dict[str, Any]) -> None:
    """AssertionError where an answer is not one of the interface."""
    json.dumps(answer, allow_nan=False)
    if "error" in answer:
        assert list(answer) == ["error"]
        assert set(answer["error"]) == {"field", "message"}
        assert all(map(is_text, answer["error"].values()))
        assert answer["error"]["field"]
        assert 3 < len(answer["error"]["message"]) < 3000
        return
    assert isinstance(request, dict)
    question = request["question"]
    rest = dict(answer)
    legal, sentence, because = rest.pop("legal"), rest.pop("ruling"), rest.pop("because")
    assert legal is None or isinstance(legal, bool)
    assert is_text(sentence)
    assert sentence.strip().endswith((".", "?"))
    for citation in because:
        passages = citation.get("passages", ["one way", "the other"])
        assert set(citation) - {"passages"} == {"clause", "basis", "source", "text"}
        assert len(passages) == 2
        assert all(map(is_text, passages))
        assert citation["clause"].startswith(f"{request['rulebook']}/")
        assert citation["basis"] in BASES
        assert citation["source"]
        assert citation["text"]
    assert list_of(is_text)(rest.pop("along", ["said only where a house rule sets more along"]))
    needs = rest.pop("needs", [])
    if legal is None:
        assert QUESTIONS[question].computes or needs or "Not decided" in sentence
    else:
        assert because
        assert not needs
        assert not QUESTIONS[question].computes
        assert sentence.startswith("Yes" if legal else "No. ")
    for need in needs:
        assert set(need) == {"field", "question"}
        assert need["question"].endswith(("?", "."))
        asks_suits = need["question"].startswith("Which suit")
        assert (
            asks_suits
            or _unsaid(request.get(need["field"]))
            or need["field"] in ("meld", "table", "take", "use", "steps", "runs")
        )
    if legal is False:
        assert list_of(is_text)(rest.pop("makes_legal"))
        assert list_of(is_text)(rest.pop("fault"))
        for finding in rest.pop("findings"):
            assert set(finding) == {"reason", "clause", "says", "cards"}
            assert finding["reason"] in REASONS
            assert finding["clause"] in {citation["clause"] for citation in because}
    for field, check in (READ.get(question, {}) | OPTIONAL.get(question, {})).items():
        assert (field in OPTIONAL.get(question, {}) and field not in rest) or check(rest[field]), field
    described = QUESTIONS[question].adds
    assert described.keys() - OPTIONAL.get(question, {}).keys() <= rest.keys() <= described.keys()
    for field, value in rest.items():
        assert against(value, described[field], {}, field) == []


def _unsaid(value: object) -> bool:
    """Whether a field says nothing: what is asked for was not told, or was left empty."""
    return value is None or (isinstance(value, str) and not value.strip())


def test_every_changed_request_is_answered_in_the_shape_of_the_interface() -> None:
    random = Random(20)
    seen: Counter[object] = Counter()
    for _ in range(COUNT):
        request = mutated(random)
        answer = rule(request)
        try:
            with played_with(pack_of(request)):
                check_shape(request, answer)
        except AssertionError as wrong:
            raise AssertionError(f"{request!r}\n{answer!r}") from wrong
        seen[answer.get("legal", "error")] += 1
    # the changes must leave enough that is still judged
    assert min(seen[kind] for kind in (True, False, None, "error")) > COUNT // 50


def test_a_changed_request_can_be_compared_under_all_other_rulebooks() -> None:
    random = Random(21)
    for _ in range(COUNT // 30):
        request = mutated(random)
        for rulebook, answer in opinions(request).items():
            if isinstance(answer, Ruling):  # which stands as it is inside
                asked = {**request, "rulebook": rulebook} if isinstance(request, dict) else request
                check_shape(asked, as_json(answer))
