"""Whether the fault that is named is there: each reason told anew from the texts of the request and the values."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from referee.rules.cards import JOKER, Placed, parse_card, parse_cards, parse_meld
from referee.rules.referee import judged
from referee.rules.rulebook.kinds import NO_LIMIT
from referee.rules.rulebook.model import Rulebook
from referee.rules.rulebook.slots import asked_for
from referee.rules.rulings import Finding, Phrase, Reason, RequestError
from tests.rules import naive
from tests.rules.naive import is_wild
from tests.rules.solver.naive import ways

Request = dict[str, Any]
Cards = Sequence[Placed]


def holds(book: Rulebook, request: Request, finding: Finding) -> bool:
    """Whether what a finding names is so: of the cards, where it is about cards, or of what was said."""
    try:
        return _holds(book, request, finding)
    except (LookupError, TypeError):
        return False  # it is about what nobody said


def _holds(book: Rulebook, request: Request, finding: Finding) -> bool:
    if not {name.partition("=")[0] for name in finding.cards} <= _named(request):
        return False
    if request["question"] == "screw" and finding.topic != "screw-use" and (use := _as_question(request)):
        # what is wrong with the way in which the card is used is told of that
        if (use["question"], finding.reason) in _SAID and _SAID[use["question"], finding.reason](book, use, finding):
            return True
        request = {**request, "melds": use.get("melds", ())}
    of_request = _SAID.get((request["question"], finding.reason)) or _SAID.get(("", finding.reason))
    if of_request is not None and of_request(book, request, finding):
        return True
    of_cards = _OF_CARDS.get(finding.reason)
    return of_cards is not None and any(of_cards(book, cards, finding.says) for cards in _looked_at(request, finding))


def _named(value: Any) -> set[str]:
    """Every card that a request names, and other words."""
    if isinstance(value, str):
        return {word.partition("=")[0] for word in value.split()}
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return set().union(*map(_named, inside))


def _within(says: Phrase, name: str) -> Phrase | None:
    """The phrase of this name that is said, or stands inside what is."""
    if says.name == name:
        return says
    for value in says.about.values():
        if isinstance(value, Phrase) and (inside := _within(value, name)):
            return inside
    return None


def _looked_at(request: Request, finding: Finding) -> Iterator[Cards]:
    """The rows of cards that a finding may be about."""
    if nth := _within(finding.says, "nth is no meld"):
        yield parse_meld(request["melds"][nth.about["nth"]])
        return
    texts = [request.get(name) for name in ("cards", "meld")] + [*request.get("melds", ()), *request.get("table", ())]
    use = request.get("use") or {}
    texts += [*use.get("contract", ()), use.get("new_meld"), use.get("lay_off", {}).get("meld")]
    yield from (parse_meld(text) for text in texts if text)
    if request["question"] == "lay_off" and request.get("meld") and request.get("cards"):
        yield parse_meld(f"{request['meld']} {request['cards']}")
    if "lay_off" in use:
        yield parse_meld(f"{use['lay_off']['meld']} {use['lay_off']['cards']}")


# what cards are


def _is_wild(book: Rulebook, card: int) -> bool:
    return is_wild(book, card)


def _rank(card: int) -> int:
    return -card if card < 0 else card % 13 + 1


def _fixed(book: Rulebook, cards: Cards) -> list[int]:
    """Cards that can be one thing only, as what they are; below zero a rank alone."""
    return [
        card if place is None else place for card, place in cards if place is not None or not (_is_wild(book, card))
        if not (card == JOKER and place is None)
    ]  # fmt: skip


def _of_a_rank(book: Rulebook, cards: Cards) -> list[int]:
    """The same, and wild cards that may be themselves."""
    themselves = [card for card, place in cards if place is None and card != JOKER] if book.wild_as_itself else []
    return [*_fixed(book, cards), *themselves]


def _suits(book: Rulebook, cards: Cards) -> list[int]:
    return [card // 13 for card in _fixed(book, cards) if card >= 0]


def _wilds(book: Rulebook, cards: Cards) -> int:
    """So many may lie there as wild cards."""
    return sum(_is_wild(book, card) for card, _ in cards)


def _naturals(book: Rulebook, cards: Cards) -> int:
    """So many surely lie there as themselves."""
    return sum(not _is_wild(book, card) for card, _ in cards)


def _not_wild(book: Rulebook, cards: Cards, says: Phrase) -> bool:
    itself = (_is_wild(book, card) and place == card for card, place in cards)
    return any(itself) or any(_fits_nothing(book, placed) for placed in cards)


def _fits_nothing(book: Rulebook, placed: Placed) -> bool:
    card, place = placed
    return not _is_wild(book, card) and (
        card == JOKER or naive.is_skip(book, card) or (place is not None and place != card)
    )


def _too_short(book: Rulebook, cards: Cards, says: Phrase) -> bool:
    short = _within(says, "too short")
    if short is None:
        return _within(says, "no cards") is not None
    sizes = {slot.size for contract in book.contracts for slot in asked_for(contract)}
    likely = {*sizes, book.set_least, book.run_least, 3, 2}
    return len(cards) == short.about["count"] < short.about["least"] and short.about["least"] in likely


def _too_long(book: Rulebook, cards: Cards, says: Phrase) -> bool:
    if _within(says, "pair too long"):
        return len(cards) > 2
    most = (_within(says, "too long") or says).about.get("most", 0)
    sets = 4 if book.set_suits == "different" else book.set_longest
    run = min(book.run_longest, naive.ends(book)[1])
    return most in (sets, book.set_longest, run, min(run, 13)) and len(cards) > most


def _gap(book: Rulebook, cards: Cards, says: Phrase) -> bool:
    """Whether more ranks are missing between those there than wild cards can fill, wherever an ace may stand."""
    about = (_within(says, "gap") or says).about
    if "row" not in about:
        return _moved(book, cards, says)
    ranks = {(rank - 1) % 13 + 1 for rank in about["row"]}
    free = len(cards) - len(_fixed(book, cards))
    there = ranks <= {_rank(card) for card in _fixed(book, cards)}
    return there and free >= about["free"] and all(missing > about["free"] for missing in _missing(book, ranks))


def _missing(book: Rulebook, ranks: set[int]) -> Iterator[int]:
    """How many ranks are missing between these, each way they may lie in a run."""
    if book.run_ace == "round the corner":
        places = sorted(ranks)
        yield min((places[at - 1] - places[at]) % 13 + 1 - len(places) for at in range(len(places)))
        return
    for ace in {"low": (1,), "high": (14,)}.get(book.run_ace, (1, 14)):
        places = sorted(ace if rank == 1 else rank for rank in ranks)
        yield places[-1] - places[0] + 1 - len(places)


def _moved(book: Rulebook, cards: Cards, says: Phrase) -> bool:
    """Whether cards are no meld in any way, or have places already: then they may be one with some of them moved."""
    if len(cards) > 6:
        return True
    sets, runs = naive.set_ranks(book, cards, 2), naive.runs(book, cards, 3)
    return (not sets and not runs) or any(_is_wild(book, card) or card % 13 == 0 for card, _ in cards)


def _ace(*barred: str) -> Callable[[Rulebook, Cards, Phrase], bool]:
    def is_barred(book: Rulebook, cards: Cards, says: Phrase) -> bool:
        return book.run_ace in barred and (bool(_wilds(book, cards)) or 1 in map(_rank, _fixed(book, cards)))

    return is_barred


def _over_the_limit(book: Rulebook, cards: Cards, says: Phrase) -> bool:
    if limit := _within(says, "too many wilds"):
        return book.wilds_most == limit.about["most"] < limit.about["count"] <= _wilds(book, cards)
    share = _within(says, "more wilds than naturals")
    if share is None or book.wilds_most_by != "natural cards":
        return False
    wilds, naturals = share.about["count"], share.about["naturals"]
    return naturals < wilds <= _wilds(book, cards) and wilds + naturals == len(cards)


_OF_CARDS: dict[Reason, Callable[[Rulebook, Cards, Phrase], bool]] = {
    Reason.NOT_WILD: _not_wild,
    Reason.WRONG_PLACE: _moved,
    Reason.RANKS_DIFFER: lambda book, cards, _: len({_rank(card) for card in _of_a_rank(book, cards)}) > 1,
    Reason.SUITS_DIFFER: lambda book, cards, _: len(set(_suits(book, cards))) > 1,
    Reason.SUIT_TWICE: lambda book, cards, _: book.set_suits == "different" and _twice(_suits(book, cards)),
    Reason.RANK_TWICE: lambda book, cards, _: _twice([_rank(card) for card in _fixed(book, cards)]),
    Reason.GAP: _gap,
    Reason.AROUND_THE_CORNER: _ace("low or high", "high", "low"),
    Reason.ACE_LOW: _ace("high"),
    Reason.ACE_HIGH: _ace("low"),
    Reason.TOO_SHORT: _too_short,
    Reason.TOO_LONG: _too_long,
    Reason.TOO_MANY_WILDS: _over_the_limit,
    Reason.TOO_FEW_NATURALS: lambda book, cards, _: _naturals(book, cards) < book.naturals_least,
    Reason.WILDS_TOUCH: lambda book, cards, _: not book.wilds_side_by_side and _wilds(book, cards) > 1,
    Reason.DOES_NOT_FIT: _moved,
}


def _twice(values: Sequence[int]) -> bool:
    return any(count > 1 for count in Counter(values).values())


# what was said


def _rounds(book: Rulebook, request: Request) -> list[int]:
    return [request["round"]] if request.get("round") else [*range(1, book.rounds + 1)]


def _slots(book: Rulebook, request: Request) -> list[list[Any]]:
    return [[*way] for number in _rounds(book, request) for way in ways(book.contracts[number - 1])]


def _all_cards(book: Rulebook, request: Request, _: Finding) -> bool:
    return request.get("round") in book.all_cards_rounds


def _no_such_pair(book: Rulebook, request: Request, _: Finding) -> bool:
    pairs = [slot for slots in _slots(book, request) for slot in slots if slot.kind == "pair"]
    return request.get("kind") == "pair" and not (pairs and "round" in request)


def _not_down(book: Rulebook, request: Request, finding: Finding) -> bool:
    if finding.topic == "screw-replace":
        return bool(book.screw_over and request.get("owes"))
    return request.get("down") == "no"


def _relaxed(book: Rulebook, **changes: object) -> Rulebook:
    loose: dict[str, Any] = {
        "melds_exact": False, "runs_of_one_suit": "any", "ace_ends_touch": False, "sets_of_one_rank": True,
        "wilds_going_down": NO_LIMIT, "all_cards_rounds": frozenset(),
    }  # fmt: skip
    return dataclasses.replace(book, **{**loose, **changes})


def _cannot(book: Rulebook, request: Request, finding: Finding) -> bool:
    """Whether melds do not meet a contract even where nothing binds them to each other."""
    if any(len(text.split()) > 7 for text in request["melds"]):
        return True  # too many ways to lay them out
    melds = [parse_meld(text) for text in request["melds"]]
    return not any(naive.contract_holds(_relaxed(book), number, melds, ()) for number in _rounds(book, request))


def _meld_missing(book: Rulebook, request: Request, finding: Finding) -> bool:
    if finding.says.name == "meets no contract":
        return not any(judged(book, {**request, "round": number}).legal for number in range(1, book.rounds + 1))
    if finding.topic == "once":
        return any(len(request["melds"]) < len(slots) for slots in _slots(book, request))
    return _cannot(book, request, finding)


def _only(**changes: object) -> Callable[[Rulebook, Request, Finding], bool]:
    """Whether a rule is played by which melds are refused: with the other value of it, that fault is named no more."""

    def is_the_fault(book: Rulebook, request: Request, finding: Finding) -> bool:
        try:
            ruling = judged(dataclasses.replace(book, **changes), request)
        except RequestError:
            return False
        return finding.reason not in {each.reason for each in ruling.findings}

    return is_the_fault


def _too_little(book: Rulebook, request: Request, finding: Finding) -> bool:
    """Whether any melds are worth as much as is said in some way, and less than is asked for in every way."""
    said = _within(finding.says, "worth too little") or finding.says
    melds = [parse_meld(text) for text in request["melds"]]
    if any(len(meld) > 7 for meld in melds):
        return True  # too many ways to lay them out
    in_some_way = {worth for worth, _ in naive.worths(book, melds, bound=False)}
    for (slot,) in _slots(book, request):
        enough = [worth for worth, pure in naive.worths(book, melds) if pure >= slot.pure and worth >= slot.points]
        if enough or said.about["points"] + said.about["short"] != slot.points:
            return False
    return said.about["points"] in in_some_way


def _too_many_going_down(book: Rulebook, request: Request, finding: Finding) -> bool:
    if finding.topic != "wild-going-down":
        return False
    melds = [parse_meld(text) for text in request["melds"]]
    return (
        finding.says.about["count"] > book.wilds_going_down
        and sum(_wilds(book, meld) for meld in melds) > book.wilds_going_down
    )


def _cannot_go_down(book: Rulebook, request: Request, finding: Finding) -> bool:
    says = finding.says
    if says.name == "hand meets no contract":
        return not any(judged(book, {**request, "round": number}).legal for number in range(1, book.rounds + 1))
    if says.name == "hand would stay":
        rest = list(parse_cards(request["hand"]))
        for card in says.about["cards"]:
            rest.remove(card)
        names = " ".join(text for text in _names(rest))
        return _all_cards(book, request, finding) and judged(book, {**request, "hand": names}).legal is True
    missing = _within(says, "slots missing")
    if missing is None or _all_cards(book, request, finding):
        return True  # that none of it can be made is the verdict itself
    for slots in _slots(book, request):
        rest_of_it = Counter(slots)
        rest_of_it.subtract(missing.about["missing"])
        if any(count < 0 for count in rest_of_it.values()):
            continue
        rest_slots = tuple(rest_of_it.elements())
        alone = dataclasses.replace(book, contracts=(rest_slots,), all_cards_rounds=frozenset(), down_only_out=False)
        if not rest_slots or judged(alone, {**request, "round": 1}).legal is not False:
            return True
    return False


def _names(cards: Sequence[int]) -> Iterator[str]:
    from referee.rules.cards import format_card

    yield from map(format_card, cards)


def _placed_for(book: Rulebook, request: Request, finding: Finding) -> bool:
    """Whether a wild card of the meld may stand for a card that is laid off."""
    coming = {card for card, _ in parse_meld(request["cards"])}
    lies = parse_meld(request["meld"])
    told = {place for _, place in lies if place is not None}
    if len(set(_suits(book, lies))) > 1 and len({_rank(card) for card in _fixed(book, lies)}) > 1:
        coming, told = {_rank(card) for card in coming}, {_rank(place) for place in told}  # in any suits
    unsaid = any(_is_wild(book, card) and place is None for card, place in lies)
    return not book.joker_moves and (bool(told & coming) or unsaid)


def _not_replaced(book: Rulebook, request: Request, finding: Finding) -> bool:
    lies, (card,) = parse_meld(request["meld"]), parse_cards(request["card"])
    if finding.says.name == "not for a wild card":
        return _is_wild(book, card)
    wilds = [(its, place) for its, place in lies if _is_wild(book, its)]
    if finding.says.name == "no wild card there":
        return all(book.wild_as_itself and its != JOKER for its, _ in wilds)
    return not any(place == card for _, place in wilds)


def _dead(book: Rulebook, request: Request, finding: Finding) -> bool:
    rule = book.swap if request["question"] == "swap" else book.screw_joker
    return rule != "any" and any(_is_wild(book, card) for card, _ in parse_meld(request["meld"]))


def _takes_it(book: Rulebook, request: Request, card: str) -> bool:
    """Whether some meld on the table takes a card, asked as a lay-off that the player may do."""
    asks = {"rulebook": request["rulebook"], "question": "lay_off", "down": "earlier", "owner": "self", "cards": card}
    asks |= {"round": request["round"]} if "round" in request else {}
    free = dataclasses.replace(book, all_cards_rounds=frozenset())
    return any(judged(free, {**asks, "meld": meld}).legal is not False for meld in request.get("table") or ())


def _playable(book: Rulebook, request: Request, finding: Finding) -> bool:
    if finding.topic == "discard-wild":
        return not book.discard_wild and _is_wild(book, parse_cards(request["card"])[0])
    return not book.discard_playable and request.get("down") == "earlier" and _takes_it(book, request, request["card"])


def _no_discard(book: Rulebook, request: Request, finding: Finding) -> bool:
    if request["card"] is not None:
        return False
    if finding.topic == "last-card":
        return _takes_it(book, request, request["hand"])
    if finding.topic == "discard":
        return bool(request["hand"])
    return not request["hand"] and book.final_discard == "required"


def _claims(book: Rulebook, request: Request) -> list[int]:
    return request.get("claims") or []


def _at_limit(book: Rulebook, request: Request, finding: Finding) -> bool:
    limits = {book.may_i_limit[number - 1] for number in _rounds(book, request)}
    if finding.topic == "may-i-game":
        used, before = request.get("used") or {}, request.get("used_before") or {}
        in_game = [used.get(str(seat), 0) + before.get(str(seat), 0) for seat in _claims(book, request)]
        return book.may_i_in_game != NO_LIMIT and max(in_game, default=0) >= book.may_i_in_game
    if 0 in limits:
        return True
    used, saved = request.get("used") or {}, (request.get("saved") or {}) if book.may_i_saved else {}
    times = [used.get(str(seat), 0) - saved.get(str(seat), 0) for seat in _claims(book, request)]
    return any(limit != NO_LIMIT and max(times, default=-99) >= limit for limit in limits)


def _two_running(book: Rulebook, request: Request, finding: Finding) -> bool:
    if finding.topic == "may-i-own":
        return not book.may_i_own and (request["active"] - 2) % 4 + 1 in _claims(book, request)
    return not book.may_i_twice_running and request.get("last_taker") in _claims(book, request)


def _stock_short(book: Rulebook, request: Request, _: Finding) -> bool:
    most = max(book.may_i_penalty[number - 1] for number in _rounds(book, request))
    return request.get("stock", 99) + request.get("discards", 0) < most


_WHEN = ("before the draw", "after the draw", "after a meld", "after the discard")
_UNTIL = {"draw": 1, "meld": 2, "discard": 3}
"""Which of these is the first that is too late."""


def _do_not_meet(book: Rulebook, request: Request, _: Finding) -> bool:
    """Whether one of them is no run, or none of the ways in which they may lie goes on from the other."""
    melds = [parse_meld(run) for run in request["runs"]]
    if any(len(meld) < 4 for meld in melds):
        return True  # no run where runs of four are asked for
    ways = [[[_lies_as(placed) for placed in row] for _, row in naive.runs(book, meld, 3)] for meld in melds]
    if not all(ways):
        return True
    pairs = [(one[-1], two[0]) for a, b in ((0, 1), (1, 0)) for one in ways[a] for two in ways[b]]
    return not any(end // 13 == start // 13 and end % 13 + 1 == start % 13 for end, start in pairs)


def _lies_as(placed: Placed) -> int:
    return placed.card if placed.stands_for is None else placed.stands_for


def _part_too_short(book: Rulebook, request: Request, _: Finding) -> bool:
    """Whether a part is too short in every way in which the run may lie, cut before every such card."""
    rows = [row for _, row in naive.runs(book, parse_meld(request["runs"][0]), 3)]
    return bool(rows) and all(min(at, len(row) - at) < 4 for row in rows for at in _cut_at(row, request["cut"]))


def _cut_at(row: Sequence[Placed], cut: str) -> list[int]:
    """Where in a run the card lies before which it is cut: what it stands for, or it is."""
    card = parse_card(cut)
    as_told = [at for at, placed in enumerate(row) if _lies_as(placed) == card]
    return as_told or [at for at, placed in enumerate(row) if placed.card == card]


def _as_question(request: Request) -> Request | None:
    """What is done with a card that is taken, as a question of its own, about the cards alone."""
    use = request.get("use")
    if not use:
        return None
    ((way, what),) = use.items()
    asks = {name: request[name] for name in ("rulebook", "round") if name in request}
    if way == "contract":
        return {**asks, "question": "contract", "melds": what}
    asks.pop("round", None)
    if way == "new_meld":
        return {**asks, "question": "meld", "cards": what}
    return {**asks, "question": "lay_off", **what, "down": "earlier", "owner": "self"}


def _not_replacing(book: Rulebook, request: Request, finding: Finding) -> bool:
    """Whether a meld is not just what is owed."""
    cards = parse_meld(request["use"]["new_meld"])
    sizes = {slot.size for slots in _slots(book, request) for slot in slots if slot.kind == request["owes"]}
    is_run = len(set(_suits(book, cards))) == 1 and len({_rank(card) for card in _fixed(book, cards)}) > 1
    return is_run != (request["owes"] == "run") or len(cards) != min(sizes or {3, 4}, key=lambda size: (size, 0))


def _not_used(book: Rulebook, request: Request, finding: Finding) -> bool:
    use, (taken,) = request["use"], parse_meld(request["take"])
    ((way, what),) = use.items()
    rows = what if way == "contract" else [what if way == "new_meld" else what["cards"]]
    cards = [card for row in rows for card, _ in parse_meld(row)]
    match finding.says.name:
        case "only to replace":
            return bool(request.get("owes")) and way != "new_meld"
        case "used nowhere":
            return taken.card not in cards
    asks = _as_question(request)
    try:
        return judged(dataclasses.replace(book, all_cards_rounds=frozenset()), asks).legal is not True
    except RequestError:
        return True  # with the card taken there would be more of them than the pack has


def _not_there(book: Rulebook, request: Request, _: Finding) -> bool:
    if request["question"] == "discard":
        return request["card"] not in request["hand"].split()
    taken, lies = parse_meld(request["take"])[0], parse_meld(request["meld"])
    places = {(its, place) for its, place in lies}
    return (taken.card, taken.stands_for) not in places or taken.card not in {its for its, _ in lies}


def _not_going_out(book: Rulebook, request: Request, _: Finding) -> bool:
    """Whether melds are laid down only to go out, and more cards stay than are discarded then."""
    most = 0 if book.final_discard == "never" else 1
    if not book.down_only_out or (book.last_turns and request.get("last_turn") is not False):
        return False
    if request["question"] == "contract":
        laid = sum(len(text.split()) for text in request["melds"])
        dealt = book.deal[request["round"] - 1]
        return (len(request["hand"].split()) if request.get("hand") else dealt - laid) > most
    cards = request["hand"].split()
    at_will = dataclasses.replace(book, down_only_out=False)
    all_down = dataclasses.replace(at_will, all_cards_rounds=frozenset(range(1, book.rounds + 1)))
    rests = [cards, *(cards[:at] + cards[at + 1 :] for at in range(len(cards) if most else 0))]
    return judged(at_will, request).legal is True and not any(
        judged(all_down, {**request, "hand": " ".join(rest)}).legal for rest in rests if rest
    )


_SAID: dict[tuple[str, Reason], Callable[[Rulebook, Request, Finding], bool]] = {
    ("", Reason.ALL_CARDS_ROUND): _all_cards,
    ("", Reason.NOT_DOWN): _not_down,
    ("", Reason.DOWN_TOO_LATE): lambda _book, request, _: request["down"] == "this turn",
    ("", Reason.NO_PAIR_ASKED): _no_such_pair,
    ("contract", Reason.NOT_GOING_OUT): _not_going_out,
    ("go_down", Reason.NOT_GOING_OUT): _not_going_out,
    ("contract", Reason.MELD_MISSING): _meld_missing,
    ("contract", Reason.MELD_TOO_MANY): lambda book, request, _: (
        any(len(request["melds"]) > len(slots) for slots in _slots(book, request))
    ),
    ("contract", Reason.NOT_EXACT): lambda book, request, finding: (
        book.melds_exact
        and finding.says.about.get("count", 99) > finding.says.about.get("size", 0)
        and _only(melds_exact=False)(book, request, finding)
    ),
    ("contract", Reason.RUNS_TOUCH): _only(runs_of_one_suit="any", ace_ends_touch=False),
    ("contract", Reason.RUNS_OF_ONE_SUIT): _only(runs_of_one_suit="any", ace_ends_touch=False),
    ("contract", Reason.SETS_OF_ONE_RANK): _only(sets_of_one_rank=True),
    ("contract", Reason.TOO_MANY_WILDS): _too_many_going_down,
    ("contract", Reason.WORTH_TOO_LITTLE): _too_little,
    ("contract", Reason.CARDS_LEFT): lambda book, request, f: _all_cards(book, request, f) and bool(request["hand"]),
    ("go_down", Reason.CANNOT_GO_DOWN): _cannot_go_down,
    ("lay_off", Reason.NOT_YOUR_MELD): lambda _book, request, _: request["owner"] == "self",
    ("lay_off", Reason.OTHERS_MELD): lambda book, request, _: (
        request["owner"] == "other" and book.lay_off_whose == "own"
    ),
    ("lay_off", Reason.PLACE_TAKEN): _placed_for,
    ("swap", Reason.NOT_PLAYED): lambda book, _request, _: book.swap == "no",
    ("swap", Reason.OWN_MELD): lambda book, request, _: request["owner"] == "self" and book.swap_whose == "others",
    ("swap", Reason.DEAD_WILD): _dead,
    ("swap", Reason.NOT_REPLACED): _not_replaced,
    ("discard", Reason.NOT_THERE): _not_there,
    ("discard", Reason.CARDS_LEFT): lambda book, request, f: (
        _all_cards(book, request, f) and request["down"] == "this turn" and bool(request["hand"])
    ),
    ("discard", Reason.LAST_CARD): lambda book, request, _: (
        book.final_discard == "never" and len(request["hand"].split()) == 1
    ),
    ("discard", Reason.NOT_DOWN): lambda book, request, f: (
        (book.only_down_goes_out and request["down"] == "no" and len(request["hand"].split()) < 2)
        or (f.topic == "last-round" and _all_cards(book, request, f) and request["down"] != "this turn")
    ),
    ("discard", Reason.PLAYABLE): _playable,
    ("discard", Reason.NO_DISCARD): _no_discard,
    ("shanghai", Reason.NOT_PLAYED): lambda book, _request, _: not book.shanghai_call,
    ("shanghai", Reason.DOES_NOT_FIT): lambda book, request, _: not _takes_it(book, request, request["card"]),
    ("may_i", Reason.TAKEN_ON_TURN): lambda _book, request, _: request["active_takes"] is True,
    ("may_i", Reason.NOBODY_ASKED): lambda _book, request, _: (
        # the player on turn, who had passed, asks for nothing: they change their mind
        set(request["claims"]) <= ({request.get("active")} if request.get("passed", "no") != "no" else set())
    ),
    ("may_i", Reason.LIMIT): _at_limit,
    ("may_i", Reason.SUCCESSIVE): _two_running,
    ("may_i", Reason.ONE_CLAIM_ONLY): lambda book, request, _: (
        not book.may_i_chain and bool(request.get("last_taker"))
    ),
    ("may_i", Reason.OWN_TURN): lambda book, request, _: (
        not book.may_i_active and request["active"] in _claims(book, request)
    ),
    ("may_i", Reason.STOCK_SHORT): _stock_short,
    ("may_i", Reason.TOO_LATE): lambda book, request, _: (
        _WHEN.index(request["asked_when"]) >= _UNTIL[book.may_i_until]
    ),
    ("may_i", Reason.PASSED): lambda _book, request, _: (
        request["passed"] != "no" and (request["active_takes"] is True or request["active"] in _claims(_book, request))
    ),
    ("may_i", Reason.SAME_MOMENT): lambda book, request, _: (
        book.may_i_same_moment == "nobody" and len(request["same_moment"]) > 1
    ),
    ("may_i", Reason.ALREADY_DOWN): lambda book, request, _: (
        (not book.may_i_down and bool({*request["are_down"]} & {*request["claims"]}))
        or (not book.draw_down and request["active_takes"] is True and request["active"] in request["are_down"])
    ),
    ("discard", Reason.ALREADY_DOWN): lambda book, request, _: (
        not book.down_draws and request["down"] == "earlier" and request["card"] is not None
    ),
    ("discard", Reason.JUST_TAKEN): lambda book, request, _: not book.discard_taken and request["just_taken"],
    ("take_back", Reason.STAYS): lambda book, request, _: request.get("laid") == "turn over" or not book.take_back,
    ("runs_meet", Reason.STAYS): lambda book, request, _: (
        book.runs_that_meet == "two" if request.get("cut") is None else not book.runs_cut
    ),
    ("runs_meet", Reason.GAP): _do_not_meet,
    ("runs_meet", Reason.NOT_THERE): lambda book, request, _: not any(
        _cut_at(row, request["cut"]) for _, row in naive.runs(book, parse_meld(request["runs"][0]), 3)
    ),
    ("runs_meet", Reason.TOO_LONG): lambda book, request, _: len(" ".join(request["runs"]).split()) > book.run_longest,
    ("runs_meet", Reason.TOO_SHORT): _part_too_short,
    ("screw", Reason.NOT_PLAYED): lambda book, request, f: (
        not book.screw_over or (f.topic == "new-melds" and book.new_melds == "never" and "new_meld" in request["use"])
    ),
    ("screw", Reason.ONESELF): lambda _book, request, _: request["by"] == request["owner"],
    ("screw", Reason.ALREADY_USED): lambda _book, request, _: request["used"] is True,
    ("screw", Reason.ALREADY_DOWN): lambda _book, request, _: (
        request["down"] != "no" and "contract" in request["use"]
    ),
    ("screw", Reason.NOT_DOWN): lambda _book, request, _: request["down"] == "no" and "contract" not in request["use"],
    ("screw", Reason.STOLEN_BACK): lambda _book, request, _: (
        request["take"].partition("=")[0] in request["stolen_from_by"]
    ),
    ("screw", Reason.DEAD_WILD): _dead,
    ("screw", Reason.NOT_THERE): _not_there,
    ("screw", Reason.NOT_USED): _not_used,
    ("screw", Reason.NOT_EXACT): _not_replacing,
}  # fmt: skip
"""By question, or "" for all of them: whether it is so of what was said."""
