"""A request as people ask it, in a line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Mapping
from typing import Any

from referee.messages import gettext as _
from referee.messages import translated
from referee.rules.cards import CardError, format_card, parse_cards, rank_name
from referee.rules.questions import QUESTIONS, Question
from referee.rules.rulebook.model import Rulebook
from referee.rules.speech.words import begun, how_many, listed, written_out


def in_words(request: Mapping[str, Any], priced: Container[str] = (), book: Rulebook | None = None) -> str:
    """``"Is this meld legal? The 5, 6 and 9 of clubs and the joker"``: the question and the cards it is about.

    Where points alone are asked, only the cards ``priced`` by themselves are told with their suits.
    """
    question = QUESTIONS[str(request["question"])]
    cards = question.line.format_map(_Fields(question, request, priced)).strip()
    label = question.label if book is None else question.label_in(book)
    return f"{translated(label)} {begun(cards)}".strip()


def ends_as_question(request: Mapping[str, Any]) -> bool:
    """Whether it ends with the question itself, or with a fact that was not given: the last field of its line."""
    last = QUESTIONS[str(request["question"])].line.rpartition("{")[2]
    return last.removesuffix("}") not in request


class _Fields(dict[str, Any]):
    """The fields as text; a field that was not given is a question mark, nothing given is "nothing"."""

    def __init__(self, question: Question, request: Mapping[str, Any], priced: Container[str]) -> None:
        super().__init__({name: _text(value) for name, value in request.items()})
        for field in question.fields:
            if field.kind.names_cards and not question.suits and request.get(field.name):
                self[field.name] = _by_rank(str(request[field.name]), priced)

    def __missing__(self, key: str) -> str:
        return "?"


def _by_rank(hand: str, priced: Container[str]) -> str:
    """``"ace, 5 and joker"``: suits that are worth nothing are not told, and perhaps nobody said any."""
    try:
        cards = [(format_card(card), rank_name(card)) for card in parse_cards(hand)]
        ranks = Counter([name if name in priced else rank for name, rank in cards])
    except CardError:
        return hand
    counted = [how_many(rank, count) for rank, count in ranks.items()]
    return listed(rank.removeprefix("an ").removeprefix("a ") for rank in counted)


def _text(value: object) -> str:
    if isinstance(value, (list, tuple)):
        return written_out(*map(str, value)) or _("nothing")
    return _("nothing") if value is None or value == "" else written_out(str(value))
