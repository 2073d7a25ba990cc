"""The twelve questions as people ask them: their names, and one request in a line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from referee.rules.cards import CardError, parse_cards, rank_name
from referee.rules.speech.words import begun, how_many, listed, written_out

NAMES = {
    "meld": "Is this meld legal?",
    "contract": "Does this meet the contract?",
    "go_down": "Can I go down with this hand?",
    "lay_off": "May I lay this off?",
    "swap": "May I take that joker?",
    "may_i": "Who gets the discard?",
    "discard": "May I end my turn so?",
    "score": "What is my hand worth?",
    "screw": "Is this screw-over legal, and what happens?",
    "shanghai": "Shanghai: does this discard fit?",
    "settle": "Who pays whom at the end?",
    "deal": "How is this round dealt?",
}
"""By question, in the order in which they are offered."""

_TOLD = {
    "meld": "{cards}",
    "contract": "{melds}",
    "go_down": "{hand}",
    "lay_off": "{cards} on {meld}",
    "swap": "{card} for a wild card of {meld}",
    "discard": "discarding {card} from {hand}",
    "score": "{hand}",
    "screw": "{take} out of {meld}",
    "shanghai": "{card}",
}


def in_words(request: Mapping[str, Any]) -> str:
    """``"Is this meld legal? The 5, 6 and 9 of clubs and the joker"``: the question and the cards it is about."""
    question = str(request["question"])
    cards = _TOLD.get(question, "").format_map(_Said(request)).strip()
    return f"{NAMES[question]} {begun(cards)}".strip()


class _Said(dict[str, Any]):
    """The fields as text; a field that was not given is a question mark, nothing given is "nothing"."""

    def __init__(self, request: Mapping[str, Any]) -> None:
        super().__init__({name: _text(value) for name, value in request.items()})
        if request["question"] == "score" and request.get("hand"):
            self["hand"] = _by_rank(str(request["hand"]))

    def __missing__(self, key: str) -> str:
        return "?"


def _by_rank(hand: str) -> str:
    """``"ace, 5 and joker"``: suits are worth nothing, and perhaps nobody said any."""
    try:
        ranks = Counter(map(rank_name, parse_cards(hand)))
    except CardError:
        return hand
    said = [how_many(rank, count) for rank, count in ranks.items()]
    return listed(one.removeprefix("an ").removeprefix("a ") for one in said)


def _text(value: object) -> str:
    if isinstance(value, (list, tuple)):
        return written_out(*map(str, value)) or "nothing"
    return "nothing" if value is None or value == "" else written_out(str(value))
