"""The referee: one request in, one ruling out, for all twelve questions; the only door to the judges.

A rulebook comes from outside: ``rule_under`` takes one (a game's own, frozen with its house rules),
``rule`` takes a function that finds it, for the rules know no files.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from referee.rules.judges import counting
from referee.rules.judges.contract import judge_contract
from referee.rules.judges.go_down import judge_go_down
from referee.rules.judges.lay_off import depends, judge_lay_off
from referee.rules.judges.may_i import Claims, judge_may_i
from referee.rules.judges.meld import judge_meld
from referee.rules.judges.screw import Screw, judge_screw
from referee.rules.judges.swap import judge_swap
from referee.rules.judges.turn_end import judge_discard, judge_shanghai
from referee.rules.requests import LARGEST_NUMBER, LONGEST_TEXT, Parsed, RequestError, parse, question_of
from referee.rules.rulebook.meld_rules import law
from referee.rules.rulebook.model import Rulebook
from referee.rules.rulebook.values import RulebookError
from referee.rules.rulings import Need, Ruling

Answer = dict[str, Any]
Find = Callable[[str, Mapping[str, Any]], Rulebook]
"""From a rulebook's id and house rules to the rulebook; KeyError for an unknown id, RulebookError for the rest."""


def rule(request: object, find: Find) -> Answer:
    """The answer to one request, as the interface writes it: a ruling, or ``{"error": {"field", "message"}}``.

    Never raises, whatever the request is. ``find`` gives the rulebook of an id with house rules.
    """
    try:
        asked, request = question_of(request)
        return _judged(_book(request, find), request, asked).as_json()
    except RequestError as wrong:
        return _error(wrong)


def rule_under(book: Rulebook, request: object) -> Answer:
    """As ``rule``, under a rulebook at hand; the request's own ``rulebook`` and ``house`` are not looked at."""
    try:
        asked, request = question_of(request)
        return _judged(book, request, asked).as_json()
    except RequestError as wrong:
        return _error(wrong)


def compare(request: object, ids: Iterable[str], find: Find) -> dict[str, Answer]:
    """The same question under other rulebooks as they stand, by id; the request's own is left out.

    House rules belong to the rulebook they were made for, so they are left out too. Where another
    rulebook cannot take the question (it has fewer rounds, other numbers of players), its answer is
    the error that says so.
    """
    if not isinstance(request, Mapping):
        return {}
    bare = {field: value for field, value in request.items() if field != "house"}
    return {other: rule({**bare, "rulebook": other}, find) for other in ids if other != request.get("rulebook")}


def _error(wrong: RequestError) -> Answer:
    return {"error": {"field": wrong.field, "message": wrong.message}}


def _book(request: Mapping[str, Any], find: Find) -> Rulebook:
    name, house = request.get("rulebook"), request.get("house")
    if not isinstance(name, str):
        raise RequestError("rulebook", "must be the id of a rulebook")
    if house is None:
        house = {}
    if not isinstance(house, dict) or not _sane(house):
        raise RequestError("house", "must be an object of house rules by name")
    try:
        return find(name, house)
    except RulebookError as wrong:
        raise RequestError("house", str(wrong)) from None
    except KeyError:
        raise RequestError("rulebook", "there is no rulebook of this id") from None


def _sane(value: object, depth: int = 0) -> bool:
    """Whether a value is JSON of a size that a house rule can have; whole numbers may be keys as well."""
    if depth > 4:
        return False
    if isinstance(value, dict):
        # one kind of key: keys of two kinds have no order
        one_kind = len({type(key) for key in value}) < 2 and all(isinstance(key, (str, int)) for key in value)
        return one_kind and len(value) < 100 and all(_sane(one, depth + 1) for pair in value.items() for one in pair)
    if isinstance(value, (list, tuple)):
        return len(value) < 100 and all(_sane(one, depth + 1) for one in value)
    if isinstance(value, str):
        return len(value) <= LONGEST_TEXT
    if isinstance(value, (int, float)):
        return abs(value) <= LARGEST_NUMBER
    return value is None


def judged(book: Rulebook, request: Mapping[str, Any]) -> Ruling:
    """The ruling itself, for a caller within the house; raises RequestError where ``rule_under`` answers with one."""
    asked, request = question_of(request)
    return _judged(book, request, asked)


def _judged(book: Rulebook, request: Mapping[str, Any], asked: str) -> Ruling:
    return _JUDGES[asked](book, parse(book, request, asked))


def _meld(book: Rulebook, ask: Parsed) -> Ruling:
    if "cards" not in ask:
        return _which(book, {"kind": None, "readings": []}, cards="Which cards?")
    return judge_meld(book, ask["cards"], ask.get("kind"), ask.get("round"))


def _contract(book: Rulebook, ask: Parsed) -> Ruling:
    if "melds" not in ask:
        return _which(book, {"readings": []}, melds="Which melds are laid down?")
    return judge_contract(book, ask["melds"], ask.get("hand", ()), ask.get("round"))


def _go_down(book: Rulebook, ask: Parsed) -> Ruling:
    if "hand" not in ask:
        return _which(book, {"melds": [], "left": None, "points_left": None}, hand="Which cards are in the hand?")
    return judge_go_down(book, ask["hand"], ask.get("round"))


def _lay_off(book: Rulebook, ask: Parsed) -> Ruling:
    get = ask.get
    return judge_lay_off(book, get("meld"), get("cards"), get("down"), get("owner"), get("round"))


def _swap(book: Rulebook, ask: Parsed) -> Ruling:
    get = ask.get
    return judge_swap(book, get("meld"), get("card"), get("down"), get("owner"), get("round"))


def _may_i(book: Rulebook, ask: Parsed) -> Ruling:
    last_taker = ask.get("last_taker")
    told = Claims(
        ask["players"],
        ask.get("active"),
        ask.get("active_takes"),
        ask.get("claims"),
        0 if last_taker is None and "last_taker" in ask else last_taker,
        ask.get("used"),
    )
    return judge_may_i(book, told, ask.get("round"))


def _screw(book: Rulebook, ask: Parsed) -> Ruling:
    told = Screw(**{field: ask.get(field) for field in Screw._fields})
    return judge_screw(book, told, ask.get("round"))


def _shanghai(book: Rulebook, ask: Parsed) -> Ruling:
    return judge_shanghai(book, ask.get("card"), ask.get("table"), ask.get("by"), ask.get("round"))


def _discard(book: Rulebook, ask: Parsed) -> Ruling:
    if "hand" not in ask or "card" not in ask:
        asked = {"hand": "Which cards are left before the discard?", "card": "Which card is discarded, if any?"}
        return _which(book, {"goes_out": None}, **{name: ask_it for name, ask_it in asked.items() if name not in ask})
    return judge_discard(book, ask["hand"], ask["card"], ask.get("down"), ask.get("table"), ask.get("round"))


def _which(book: Rulebook, adds: dict[str, Any], **questions: str) -> Ruling:
    """What cannot be answered at all, because the cards it is about were not named."""
    return depends(law(book), [Need(field, question) for field, question in questions.items()], adds)


_JUDGES: dict[str, Callable[[Rulebook, Parsed], Ruling]] = {
    "meld": _meld,
    "contract": _contract,
    "go_down": _go_down,
    "lay_off": _lay_off,
    "swap": _swap,
    "may_i": _may_i,
    "screw": _screw,
    "shanghai": _shanghai,
    "discard": _discard,
    "score": counting.score,
    "settle": counting.settle,
    "deal": counting.deal,
}
