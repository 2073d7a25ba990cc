"""Whatever is asked, the referee answers: no exception, and only answers of the shape that the interface names."""

from __future__ import annotations

import json
import os
from collections import Counter
from random import Random
from typing import Any, get_args

from referee.rulebooks import library
from referee.rulebooks.ruling import opinions, rule
from referee.rules.cards import parse_card, parse_meld, split_cards
from referee.rules.judges.irregular import Effect
from referee.rules.packs import STANDARD_PACK, played_with
from referee.rules.questions import QUESTIONS
from referee.rules.rulings import Reason, Ruling
from referee.rules.speech.rulings import as_json
from tests.rules.mutations import mutated

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


def is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


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


FIELDS: dict[str, dict[str, Any]] = {
    "meld": {"kind": or_none(is_text), "readings": list_of(is_meld)},
    "contract": {"readings": list_of(is_meld)},
    "go_down": {"melds": list_of(is_meld), "left": or_none(is_cards), "points_left": or_none(is_count)},
    "lay_off": {"meld": or_none(is_meld)},
    "swap": {"meld": or_none(is_meld), "joker": or_none({"lay off now", "new meld now", "any time"}.__contains__)},
    "may_i": {
        "winner": or_none(is_count), "penalty": or_none(is_count), "price": or_none(is_count),
        "points": or_none(is_count), "refused": is_refusals,
    },
    "screw": {
        "to_owner": or_none(is_cards),
        "meld": or_none(is_meld),
        "owner_square_one": or_none(lambda value: isinstance(value, bool)),
        "owed": or_none(is_text),
    },
    "shanghai": {"melds": list_of(is_count)},
    "discard": {"goes_out": or_none(lambda value: isinstance(value, bool))},
    "turn": {
        "step": or_none(is_count), "left": or_none(is_cards),
        "goes_out": or_none(lambda value: isinstance(value, bool)),
    },
    "score": {"points": or_none(is_count)},
    "settle": {"payments": or_none(list_of(is_count))},
    "deal": {
        "decks": is_count, "jokers": is_count, "pack": is_count, "deal": or_none(is_count), "stock": or_none(is_count),
        "contract": or_none(list_of(is_text)), "leader": or_none(is_count), "cut": or_none(is_count),
    },
    "exhausted": {
        "new_stock": or_none(is_count), "round_over": or_none(lambda value: isinstance(value, bool)),
    },
    "misdeal": {"again": or_none(lambda value: isinstance(value, bool)), "dealer": or_none(is_count)},
    "take_back": {"until": or_none({"the discard"}.__contains__)},
    "runs_meet": {"after": list_of(is_meld)},
    "places": {"places": or_none(list_of(is_count))},
    "leaving": {"points": or_none(is_count)},
    "irregular": {"effect": or_none({*get_args(Effect)}.__contains__)},
    "best_turn": {
        "goes_out": or_none(lambda value: isinstance(value, bool)), "steps": list_of(lambda step: len(step) == 1),
        "left": or_none(is_cards), "points_left": or_none(is_count), "why_not": or_none(is_text),
        "fits": list_of(lambda fit: set(fit) == {"card", "melds"}),
    },
}  # fmt: skip
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
    for field, check in FIELDS[question].items():
        assert check(rest.pop(field)), field
    for field, check in OPTIONAL.get(question, {}).items():
        assert field not in rest or check(rest.pop(field)), field
    assert not rest


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
