"""A ruling that rests on what is the table's to decide says so.

For every clause that no source settles, a house rule gives each of its values every other value that a table could
choose. Wherever the ruling on some request is another one then, the first ruling had cited that clause; and where the
verdict is another one, such a clause stood first. Rulings are compared by what they decide: the verdict and the
fields of the question, not the words, and of arrangements of equal worth only what they are worth.

A request that cannot be asked any more (a pack with fewer cards, fewer players) has no other ruling, but for the
question of the deal: so many cannot be dealt to then.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from random import Random
from typing import Any, NamedTuple

import pytest

from referee.rulebooks import library
from referee.rules.cards import RANK_NAMES
from referee.rules.deciding import BESIDE
from referee.rules.judges.may_i import LIMITS
from referee.rules.packs import STANDARD_PACK
from referee.rules.referee import explained, judged
from referee.rules.rulebook.kinds import NO_LIMIT, RulebookError
from referee.rules.rulebook.model import KINDS, VALUE_TOPICS, Rulebook
from referee.rules.rulings import RequestError, Ruling
from tests.rulebooks.values_of_kinds import settings
from tests.rules.asks import DRAWN, Request, drawn
from tests.rules.case_files import all_cases
from tests.sizes import sized

pytestmark = pytest.mark.unmeasured

COUNT = int(os.environ.get("OPEN_CLAUSES", sized(1, 8)))
"""How many requests of each question are drawn for each rulebook; set OPEN_CLAUSES=400 for the long run."""
EVERY = sized(24, 1)
"""Of the cases of a rulebook, every so many-th."""
SLOW = {"go_down": 8, "best_turn": 8}
"""Questions of which fewer are drawn, and how many times fewer; they are too dear to ask themselves what decides."""

CHOICES: Mapping[str, list[dict[str, Any]]] = {
    "players_min": [{"players_min": 3}, {"players_min": 4}],
    "players_max": [{"players_max": most} for most in (4, 5, 6, 7, 8)],
    "decks": [{"decks": {2: 2, 3: 2, 4: 2, 5: 2, 6: 3, 7: 3, 8: 4}}],
    "deal": [{"deal": [10, 10, 10, 12, 12, 12, 12]}, {"deal": 11}],
    "cut_bonus": [{"cut_bonus": 50}],
    "may_i_limit": [{"may_i_limit": most} for most in (1, 2, 3)],
    "may_i_in_game": [{"may_i_in_game": most} for most in (1, 2, 3)],
    "may_i_price": [{"may_i_price": 1, "settlement": "by place"}],
    "wilds_most": [{"wilds_most": most} for most in (1, 2, 3)],
    "wilds_going_down": [{"wilds_going_down": most} for most in (1, 2, 3)],
    "points": [{"points": dict.fromkeys(RANK_NAMES, cost)} for cost in (7, 8)],
    "naturals_least": [{"naturals_least": least} for least in (0, 1, 2)],
    "run_longest": [{"run_longest": 13}, {"run_longest": 14}],
    "run_ace": [{"run_ace": "high", "run_longest": 13}],
    "run_least": [{"run_least": 3}, {"run_least": 4}],
    "play_until": [{"play_until": 300}],
    "set_suits": [{"set_suits": "any", "set_longest": NO_LIMIT}],
    "set_longest": [{"set_longest": 3}, {"set_suits": "any", "set_longest": NO_LIMIT}],
    "settlement": [{"settlement": "by place"}],
    "lay_off_same_turn": [
        *({"lay_off_same_turn": when} for when in ("yes", "others", "no")),
        {"lay_off_same_turn": "no", "swap_when": "earlier"},
    ],
}
"""What else a table could choose, where that is not each setting of its kind; with what must come along."""
SETTLED = {
    "pack",
    "wild_ranks",
    "wild_by_round",
    "wild_cards",
    "may_i_points",
    "may_i_saved",
    "points",
    "contracts",
    "jokers",
    "set_least",
    "lay_off_whose",
}
"""Values that no clause leaves open. (What a table makes wild besides is foreseen in ``bicycle``, not left open.)"""

LEFT_OPEN = {("shanghai-wiki", "points"), ("frustration", "points")}
"""Where one of them is open all the same."""


class Other(NamedTuple):
    """A rulebook as another table plays it: the value that it changes, the clauses, and the rulebook."""

    value: str
    topics: frozenset[str]
    book: Rulebook


def is_open(book: Rulebook, topic: str) -> bool:
    """Whether some part of a clause is not settled by a source."""
    return book.clauses[topic].silence is not None


@cache
def others(rulebook: str) -> tuple[Other, ...]:
    """Every other choice that a table has under a rulebook as it is printed."""
    book = library.load(rulebook)
    found = []
    for value, topic in VALUE_TOPICS.items():
        # the deck of an odd player is told in a clause of its own
        odd = value == "decks" and "odd-players" in book.clauses
        settled = value in SETTLED and (rulebook, value) not in LEFT_OPEN
        if not odd and (settled or not is_open(book, topic)):
            continue
        for house in choices(book, value):
            try:
                changed = library.with_house_rules(book, house)
            except RulebookError:
                continue  # no table can choose that, as long as the rest is as it is
            topics = {VALUE_TOPICS[name] for name in house if getattr(changed, name) != getattr(book, name)}
            topics |= {"odd-players"} if value == "decks" else set()
            if topics:
                found.append(Other(value, frozenset(topics), changed))
    return tuple(found)


def choices(book: Rulebook, value: str) -> list[dict[str, Any]]:
    if value in CHOICES:
        return CHOICES[value]
    if value == "whole_hand_rounds":
        return [{value: []}, {value: [*range(1, book.rounds + 1)]}]
    if value == "all_cards_rounds":
        runs = [n for n, slots in enumerate(book.contracts, 1) if len(slots) > 2 and {s.kind for s in slots} == {"run"}]
        return [{value: []}, *({value: [number]} for number in sorted({*runs, book.rounds}))]
    return [{value: setting} for setting in settings(KINDS[value])]


BOUND = {"kitty_split", "swap_joker", "players_min", "players_max", "deal", "may_i_twice_running", "run_longest"}
"""Values of which some rulebook allows no other choice, as long as the rest of it stays."""
BOUND_BY_OWN = {"all_cards_rounds", "whole_hand_rounds", "settlement", "may_i_price"}
"""The same where each player has a contract of their own: no round can be named, and no money goes by totals."""

Judge = Callable[[Rulebook, Request], Ruling]


def decided(ruling: Ruling, question: str) -> dict[str, Any]:
    """What a ruling decides, but for its verdict."""
    adds = dict(ruling.adds)
    if question == "contract":
        return {}
    if question == "go_down":
        return {"points_left": adds["points_left"]}
    if question == "best_turn":
        return {"goes_out": adds["goes_out"], "points_left": adds["points_left"]}
    if "refused" in adds:
        adds["refused"] = sorted(adds["refused"])
    return {name: value for name, value in adds.items() if name != BESIDE.get(question)}


def _could_lie(book: Rulebook, request: Request) -> bool:
    """Whether a rulebook lets the melds lie that are on the table: what is asked of it takes that for given."""
    lying = [*([request["meld"]] if "meld" in request else []), *(request.get("table") or ())]
    asked_of = {"rulebook": book.id, "question": "meld", "round": request.get("round")}
    try:
        return all(judged(book, {**asked_of, "cards": meld}).legal is not False for meld in lying)
    except RequestError:
        return True


def unsaid(book: Rulebook, request: Request, judge: Judge = explained) -> Iterator[str]:
    """What the ruling on a request rests on and does not say, or does not say first."""
    question = request["question"]
    try:
        ruling = judge(book, request)
    except RequestError:
        return
    cited = [citation.clause.partition("/")[2] for citation in ruling.because]
    turn = set()
    for other in others(book.id):
        if not _could_lie(other.book, request):
            continue
        try:
            changed = judged(other.book, request)
        except RequestError:
            if question != "deal":
                continue
            changed = Ruling(not ruling.legal, None, ())
        verdict = changed.legal is not ruling.legal
        if not verdict and decided(changed, question) == decided(ruling, question):
            continue
        if not other.topics & set(cited):
            yield f"{request}: {other.value} decides, and only {cited} is cited"
        if verdict:
            turn |= {topic for topic in other.topics if topic in book.up_to_the_table}
    if question == "may_i" and ruling.legal:
        turn -= {*LIMITS}  # how often somebody may take one comes after who gets this one
        turn -= set() if "are_down" in request else {"may-i-down"}  # and so does who is down, where nobody told
    if request.get({"may_i": "are_down", "turn": "down"}.get(question, "question")) is None:
        turn -= {"draw-down"}  # as does who may take it on their own turn
    if turn and cited and cited[0] not in turn and not _without_a_value(book, cited[0]):
        yield f"{request}: {cited[0]} stands before {sorted(turn)}, one of which decides"


def idle(book: Rulebook, request: Request, judge: Judge = explained) -> Iterator[str]:
    """The clause that stands first though nothing hangs on it: whatever a table had chosen, the ruling is the same."""
    question = request["question"]
    try:
        ruling = judge(book, request)
    except RequestError:
        return
    if ruling.needs or len(ruling.because) < 2 or ruling.because[0].undisputed:
        return  # what is the only clause stands first
    first = book.clauses[ruling.because[0].topic]
    if first.basis != "house default" or _without_a_value(book, first.topic) or question in SLOW:
        return
    choices = [other for other in others(book.id) if first.topic in other.topics]
    if not choices or any(_is_another(other, request, ruling, question) for other in choices):
        return
    yield f"{request}: {first.topic} stands first, and nothing hangs on it"


def _is_another(other: Other, request: Request, ruling: Ruling, question: str) -> bool:
    """Whether another table's answer is another one: the verdict, what is decided, or why not."""
    try:
        changed = judged(other.book, request)
    except RequestError:
        return question == "deal"
    reasons = [[(one.reason, one.topic) for one in each.findings[:1]] for each in (changed, ruling)]
    return (
        changed.legal is not ruling.legal
        or decided(changed, question) != decided(ruling, question)
        or reasons[0] != reasons[1]
    )


def _without_a_value(book: Rulebook, topic: str) -> bool:
    """Whether a clause is the table's to decide by words alone: no house rule can show what turns on it."""
    return topic in book.up_to_the_table and topic not in VALUE_TOPICS.values()


def asked(rulebook: str, count: int, every: int = 1) -> Iterator[Request]:
    """The cases of a rulebook, or every so many of them, and so many drawn ones of each question."""
    book = library.load(rulebook)
    asks = [case["ask"] for case in all_cases() if not case["ask"].get("house")]
    yield from [ask for ask in asks if ask["rulebook"] == rulebook][::every]
    random = Random(f"open clauses of {rulebook}")
    for question in DRAWN:
        for _ in range(count // SLOW.get(question, 1)):
            yield drawn(random, book, question)


@pytest.mark.parametrize("rulebook", library.ids())
def test_a_ruling_cites_every_clause_by_which_another_table_would_rule_otherwise(rulebook: str) -> None:
    book = library.load(rulebook)
    assert [found for request in asked(rulebook, COUNT, EVERY) for found in unsaid(book, request)] == []


DROPPED = (
    "wild-limit", "natural", "wild-neighbours", "same-rank", "may-i-own", "may-i-limit", "go-out", "go-out-down",
    "discard-wild", "shanghai", "screw-over", "most-players", "may-i-late", "may-i-changed-mind", "may-i-down",
    "discard-taken", "take-back", "apart", "draw-down", "runs-cut",
)  # fmt: skip


@pytest.mark.parametrize("topic", DROPPED)
def test_a_judge_that_leaves_a_clause_out_is_caught(topic: str) -> None:
    def forgetful(book: Rulebook, request: Request) -> Ruling:
        ruling = explained(book, request)
        return ruling._replace(because=tuple(one for one in ruling.because if not one.clause.endswith(f"/{topic}")))

    book = library.load("contract")
    resting_on_it = (request for request in asked("contract", 4) if topic in cited_for(book, request))
    assert any(True for request in resting_on_it for _ in unsaid(book, request, forgetful))


def cited_for(book: Rulebook, request: Request) -> list[str]:
    try:
        return [one.topic for one in explained(book, request).because]
    except RequestError:
        return []


@pytest.mark.parametrize("rulebook", library.ids())
def test_what_is_cited_first_as_open_would_make_the_answer_another(rulebook: str) -> None:
    book = library.load(rulebook)
    assert [found for request in asked(rulebook, COUNT, EVERY) for found in idle(book, request)] == []


def test_a_judge_that_does_not_ask_itself_what_decides_is_caught() -> None:
    """The control: the clause of a reading stands first over a plain run, though nothing hangs on it."""
    book = library.load("grokipedia")
    assert [found for request in asked("grokipedia", COUNT) for found in idle(book, request, judged)]


def test_a_judge_that_names_the_deciding_clause_last_is_caught() -> None:
    def backwards(book: Rulebook, request: Request) -> Ruling:
        ruling = judged(book, request)
        return ruling._replace(because=ruling.because[::-1])

    book = library.load("contract")
    dear_ones_left_out = (request for request in asked("contract", 12) if request["question"] not in SLOW)
    assert any("stands before" in found for request in dear_ones_left_out for found in unsaid(book, request, backwards))


@pytest.mark.parametrize("rulebook", library.ids())
def test_every_value_that_is_open_can_be_chosen_otherwise(rulebook: str) -> None:
    """Else the property would hold of it for want of another choice."""
    book = library.load(rulebook)
    chosen = {other.value for other in others(rulebook)}
    open_values = {value for value, topic in VALUE_TOPICS.items() if is_open(book, topic)}
    bound = (BOUND_BY_OWN if book.own_contracts else set()) | ({"run_ace"} if book.pack != STANDARD_PACK else set())
    assert open_values - chosen <= SETTLED | BOUND | bound
