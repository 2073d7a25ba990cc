"""The referee: one request in, one ruling out, for all questions; the only door to the judges.

A rulebook comes from outside: ``rule_under`` takes one (a game's own, frozen with its house rules),
``rule`` takes a function that finds it, for the rules know no files.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from referee.rules.cards import JOKER, SUITLESS, suitless
from referee.rules.deciding import weighed
from referee.rules.packs import (
    SKIP,
    SKIPS_IN_A_DECK,
    STANDARD_PACK,
    in_letters,
    played_with,
)
from referee.rules.question import Question
from referee.rules.questions import DEFAULT_PLAYERS, QUESTIONS, Facts, Field
from referee.rules.requests import kind_of, whole
from referee.rules.rulebook.house_rules import along
from referee.rules.rulebook.in_words import sentence
from referee.rules.rulebook.kinds import RulebookError
from referee.rules.rulebook.meld_rules import meld_rules
from referee.rules.rulebook.model import Rulebook
from referee.rules.rulings import Left, Need, RequestError, Ruling, depends, no_hints, phrase
from referee.rules.schema import LARGEST_NUMBER, LONGEST_TEXT
from referee.rules.speech.rulings import as_json
from referee.rules.speech.words import bare, copies
from referee.rules.suitless import has_suitless, ruled, ways_of

Answer = dict[str, Any]
Find = Callable[[str, Mapping[str, Any]], Rulebook]
"""From a rulebook's id and house rules to the rulebook; KeyError for an unknown id, RulebookError for the rest."""

COMMON = ("rulebook", "question", "round", "players", "house")
"""The fields of every request."""
_FIELDS = {name: {*COMMON, *[field.name for field in question.fields]} for name, question in QUESTIONS.items()}


def rule(request: object, find: Find) -> Answer:
    """The answer to one request, as the interface writes it: a ruling, or ``{"error": {"field", "message"}}``.

    Never raises, whatever the request is. ``find`` gives the rulebook of an id with house rules.
    """
    try:
        question, request = question_of(request)
        book = _book(request, find)
        answer = _answered(book, request, question)
        if request.get("house") and (names := along(find(book.id, {}).values(), request["house"])):
            answer["along"] = [sentence(name, book.values()) for name in names]
        return answer
    except RequestError as wrong:
        return _error(wrong)


def rule_under(book: Rulebook, request: object) -> Answer:
    """As ``rule``, under a rulebook at hand; the request's own ``rulebook`` and ``house`` are not looked at."""
    try:
        question, request = question_of(request)
        return _answered(book, request, question)
    except RequestError as wrong:
        return _error(wrong)


def _answered(book: Rulebook, request: Mapping[str, Any], question: str) -> Answer:
    """What the interface writes of a request, the cards of both as the pack of the rulebook writes them."""
    if book.pack == STANDARD_PACK:
        return as_json(_explained(book, request, question))
    with played_with(book.pack):
        answer = as_json(_explained(book, request, question))
        cards = {"fault", *QUESTIONS[question].adds}
        answer = {name: in_letters(value) if name in cards else value for name, value in answer.items()}
        if "findings" in answer:
            answer["findings"] = [each | {"cards": in_letters(each["cards"])} for each in answer["findings"]]
        return answer


def judged(book: Rulebook, request: object) -> Ruling:
    """The ruling itself, for a caller within the house; raises RequestError where ``rule_under`` answers with one."""
    question, request = question_of(request)
    return _judged(book, request, question)


def explained(book: Rulebook, request: object) -> Ruling:
    """The same, the clauses in the order in which people are shown them: what decides first (``deciding.weighed``)."""
    question, request = question_of(request)
    return _explained(book, request, question)


def opinions(request: object, ids: Iterable[str], find: Find) -> dict[str, Ruling | RequestError]:
    """The same question under other rulebooks as they stand, by id; the request's own is left out.

    House rules belong to the rulebook they were made for, so they are left out too. Where another
    rulebook is for other numbers of players and nothing but the pack hangs on it, it answers with the
    pack of the nearest number; where it cannot take the question (it has fewer rounds, fewer cards of a
    kind), its answer is the error that says so.
    """
    if not isinstance(request, Mapping):
        return {}
    return {other: _opinion(request, other, find) for other in ids if other != request.get("rulebook")}


def _opinion(request: Mapping[str, Any], rulebook: str, find: Find) -> Ruling | RequestError:
    try:
        question, request = question_of(request)
        book = _book({"rulebook": rulebook}, find)
        request, there = _as_played(book, request, QUESTIONS[question])
        return _judged(book, request, question, there)
    except RequestError as wrong:
        return wrong


def _as_played(book: Rulebook, request: Mapping[str, Any], question: Question) -> tuple[Mapping[str, Any], int | None]:
    """A request with a number of players that a rulebook knows, and how many there really are."""
    names = ["players", *[field.name for field in question.fields if field.kind.is_players]]
    there = next((request[name] for name in names if type(request.get(name)) is int), None)
    possible = book.decks.keys() & book.jokers.keys()
    if question.by_players or there is None or there in possible or not possible:
        return request, None
    nearest = min(possible, key=lambda players: (abs(players - there), players))
    return {name: value for name, value in request.items() if name not in names} | {"players": nearest}, there


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
        return one_kind and len(value) < 100 and all(_sane(each, depth + 1) for pair in value.items() for each in pair)
    if isinstance(value, (list, tuple)):
        return len(value) < 100 and all(_sane(each, depth + 1) for each in value)
    if isinstance(value, str):
        return len(value) <= LONGEST_TEXT
    if isinstance(value, (int, float)):
        return abs(value) <= LARGEST_NUMBER
    return value is None


def question_of(request: object) -> tuple[str, Mapping[str, Any]]:
    """The question of a request, and the request; RequestError if it has none that there is, or is no object."""
    # most are plain objects, and the question whether something is a mapping is a slow one
    if type(request) is not dict and not isinstance(request, Mapping):
        raise RequestError("request", f"must be an object, not {kind_of(request)}")
    question = request.get("question")
    if not isinstance(question, str) or question not in QUESTIONS:
        raise RequestError("question", f"must be one of {', '.join(QUESTIONS)}")
    if not _FIELDS[question].issuperset(request):
        field = next(field for field in request if field not in _FIELDS[question])
        raise RequestError(str(field)[:40], f"is no field of the question {question}")
    return question, request


def parse(book: Rulebook, request: Mapping[str, Any], question: str, there: int | None = None) -> Facts:
    """The fields of a request as the judges take them; what is null or absent is left out, and so are empty cards
    where "none" is no answer: they were not said.

    ``question``: from ``question_of``; ``there``: how many sit at a table that has outgrown the rulebook, so that its
    pack is another number's. Always in the facts: ``players``. A null that means something (no
    discard, nobody took the card before) stays None. Raises RequestError.
    """
    fields = QUESTIONS[question].fields
    players = _players(book, request, fields)
    facts: Facts = {"players": players}
    if request.get("round") is not None:
        facts["round"] = whole("round", request["round"], 1, book.rounds)
    for field in fields:
        raw = request.get(field.name)
        if field.kind.is_players:
            continue
        if raw is not None:
            value = field.kind.read(field.name, raw, there or players)
            if value or field.none or not field.kind.may_be_empty:
                facts[field.name] = value
        elif field.null_means and field.name in request:
            facts[field.name] = None
    _check_pack(_fullest(book, facts.get("round")), facts, fields)
    return facts


def _fullest(book: Rulebook, round_no: int | None) -> Rulebook:
    """The rulebook as it holds in a round; where that is not known, in one with the most decks."""
    if round_no is not None:
        return book.in_round(round_no)
    return max(book.in_rounds, key=lambda there: max(there.decks.values(), default=0))


def _judged(book: Rulebook, request: Mapping[str, Any], name: str, there: int | None = None) -> Ruling:
    return _ruled(book, name, parse(book, request, name, there))


def _ruled(book: Rulebook, name: str, facts: Facts) -> Ruling:
    if "round" in facts:
        return _ruled_there(book.in_round(facts["round"]), name, facts)
    first, *others = (_ruled_there(there, name, facts) for there in book.in_rounds)
    if not others:
        return first
    if all(_verdict(other) == _verdict(first) for other in others):
        # what would help may differ, and what is wrong besides
        alike = tuple([wrong for wrong in first.findings if all(wrong in other.findings for other in others)])
        return first._replace(hint=no_hints, findings=alike)
    nothing = _nothing(QUESTIONS[name])
    if book.wild_varies:
        return depends(book, [Need("round", phrase("which round, wild"))], nothing, "wild")
    return depends(book, [Need("round", phrase("which round, decks"))], nothing, "cards")


def _verdict(ruling: Ruling) -> tuple[object, ...]:
    """What a ruling says, but for the clauses and what is wrong besides."""
    return ruling.legal, ruling.says, ruling.adds, ruling.findings[:1], ruling.needs


def _nothing(question: Question) -> dict[str, object]:
    """What the ruling of a question adds where nothing is known."""
    return {name: [] if schema["type"] == "array" else None for name, schema in question.adds.items()}


def _ruled_there(book: Rulebook, name: str, facts: Facts) -> Ruling:
    """The ruling under a rulebook as it holds in the round."""
    question = QUESTIONS[name]
    nothing = _nothing(question)
    if missing := [field for field in question.fields if field.ask and field.name not in facts]:
        # it cannot be answered at all, because the cards it is about were not named
        return depends(book, [Need(field.name, phrase(field.ask)) for field in missing], nothing)

    def judge(meant: Facts) -> Ruling:
        ruling = question.judge(book, meant)
        return ruling._replace(left=_left(book, meant, question.fields)) if ruling.legal is False else ruling

    if not has_suitless(facts, question.fields):
        return judge(facts)

    def judge_one(meant: Facts) -> Ruling:
        _check_pack(book, meant, question.fields)
        return judge(meant)

    return ruled(book, facts, question.fields, judge_one, nothing, ways_of(book, name, facts))


def _explained(book: Rulebook, request: Mapping[str, Any], name: str) -> Ruling:
    facts = parse(book, request, name)
    ruling = _ruled(book, name, facts)
    if has_suitless(facts, QUESTIONS[name].fields):  # each way to mean them was judged, and that is dear enough
        return ruling
    return weighed(name, book, ruling, lambda other: _judged(other, request, name))


def _players(book: Rulebook, request: Mapping[str, Any], fields: Iterable[Field]) -> int:
    name, given = "players", request.get("players")
    for field in fields:
        if field.kind.is_players and request.get(field.name) is not None:
            seats = whole(field.name, request[field.name], 1, LARGEST_NUMBER)
            if given is None:
                name, given = field.name, seats
            elif seats != given:
                raise RequestError(field.name, "differs from players")
    players = DEFAULT_PLAYERS if given is None else whole(name, given, 1, LARGEST_NUMBER)
    if players not in book.decks or players not in book.jokers:
        least, most = min(book.decks, default=0), max(book.decks, default=0)
        raise RequestError(name, f"{book.name} is played by {least} to {most} players")
    return players


def _check_pack(book: Rulebook, facts: Facts, fields: Iterable[Field]) -> None:
    """Every card named must be in the pack, however many fields name it."""
    copies = meld_rules(book).copies[facts["players"]]
    counts = [0] * len(copies)
    for field in fields:
        if field.within or (value := facts.get(field.name)) is None:
            continue
        for card in field.kind.counted(value, facts):
            counts[card] = count = counts[card] + 1
            if count > copies[card]:  # too many, a skip, or a card without its suit
                _check_ranks_and_skips(book, facts, fields)
                return


def _check_ranks_and_skips(book: Rulebook, facts: Facts, fields: Iterable[Field]) -> None:
    """The same where more than the suits counts, and the error of the card that is not there."""
    decks, jokers = book.decks[facts["players"]], book.jokers[facts["players"]]
    counts = [0] * (SUITLESS + 13)
    of_rank = [0] * 13
    too_many_of_rank: RequestError | None = None  # said only where no card with its suit is named too often
    odd, skips, suits = meld_rules(book).odd, book.cards.has_skips, len(book.cards.suits)
    for field in fields:
        if field.within or facts.get(field.name) is None:
            continue
        for card in field.kind.counted(facts[field.name], facts):
            if card < SUITLESS and (card >= len(odd) or odd[card]):
                if not skips or card >= len(odd):
                    raise RequestError(field.name, f"there is no {bare(card)} in this pack", card)
                counts[SKIP] += 1
                if counts[SKIP] > SKIPS_IN_A_DECK * decks:
                    raise RequestError(field.name, _too_many(SKIP, SKIPS_IN_A_DECK * decks), card)
                continue
            counts[card] = count = counts[card] + 1
            if card != JOKER:
                of_rank[card % 13] += 1
                if of_rank[card % 13] > suits * decks and too_many_of_rank is None:
                    too_many_of_rank = RequestError(
                        field.name, _too_many(suitless(card), suits * decks), suitless(card)
                    )
            if card >= SUITLESS:
                continue
            if (card == JOKER or count > decks) and count > (most := jokers if card == JOKER else decks):
                raise RequestError(field.name, _too_many(card, most), card)
    if too_many_of_rank is not None:
        raise too_many_of_rank


def _left(book: Rulebook, facts: Facts, fields: Iterable[Field]) -> Left:
    """How many of a card the pack holds beside those named, counted when somebody wants to know."""
    decks, jokers = book.decks[facts["players"]], book.jokers[facts["players"]]
    odd = meld_rules(book).odd  # of no use to any meld, so none is left to wait for
    named: list[int] | None = None

    def left(card: int) -> int:
        nonlocal named
        if named is None:
            given = [field for field in fields if not field.within and facts.get(field.name) is not None]
            named = [card for field in given for card in field.kind.counted(facts[field.name], facts)]
        return (jokers if card == JOKER else 0 if odd[card] else decks) - named.count(card)

    return left


def _too_many(card: int, there_are: int) -> str:
    if there_are == 0:
        return "there is no joker in this pack"
    return f"there {'is' if there_are == 1 else 'are'} only {copies(card, there_are)} in this pack"
