"""Can this hand go down? The solver's answer as a ruling, proven by the contract judge."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import Any

from referee.rules.cards import Placed, format_cards, format_meld, split_cards
from referee.rules.judges.contract import (
    NEED_ROUND,
    by_choice,
    judge_contract,
    keep_until,
    lets_cards_stay,
    not_going_out,
)
from referee.rules.judges.filling import by_the_corner
from referee.rules.judges.lay_off import not_all_at_once
from referee.rules.melds.readings import Reading, readings
from referee.rules.melds.repairs import MOST_NAMED, is_left, one_of_these
from referee.rules.melds.worth import worth_in_all
from referee.rules.rulebook.meld_rules import Least, MeldRules, least_of, meld_rules
from referee.rules.rulebook.model import Rulebook
from referee.rules.rulebook.slots import LOOSE, Slot, is_free
from referee.rules.rulings import Finding, Left, Phrase, Reason, Ruling, citations, depends, in_all, phrase, refusal
from referee.rules.solver.lay_down import LayDown, Undecided, best_going_out, best_lay_down
from referee.rules.solver.missing import Missing

BINDING = {Reason.RUNS_TOUCH, Reason.RUNS_OF_ONE_SUIT, Reason.SETS_OF_ONE_RANK, Reason.TOO_MANY_WILDS}
LOOSER_WORK = 30_000
"""Steps after which nobody is told that another rule would let more cards go down: of 4,000 hands as dealt none took a
thirtieth."""
NOTHING: dict[str, Any] = {"melds": [], "left": None, "points_left": None}


def judge_go_down(
    book: Rulebook, hand: Sequence[int], round_no: int | None = None, last_turn: bool | None = None
) -> Ruling:
    """Whether some choice of cards from a hand meets the contract of a round (from 1).

    ``last_turn``: whether another player has gone out.
    ``adds``: ``melds`` with wild cards assigned, ``left`` (the cards that stay in hand) and ``points_left``:
    an arrangement with the fewest points left. ``legal`` is None too where the solver gave up.
    """
    book = book.going_down
    if round_no is None:
        return _any_round(book, hand, last_turn)
    let = lets_cards_stay(book, last_turn)
    each = [(way, _by_one_way(way, hand, round_no, let)) for way in book.by_way(round_no)]
    if len(each) == 1:
        return each[0][1]
    return _of_a_choice(book, hand, round_no, each)


def _of_a_choice(book: Rulebook, hand: Sequence[int], round_no: int, each: Sequence[tuple[Rulebook, Ruling]]) -> Ruling:
    """The way that leaves the fewest points; where none can be met, the one that the hand is nearest to."""
    rulings = [ruling for _, ruling in each]
    if open_ := next((ruling for ruling in rulings if ruling.legal is None and not ruling.needs), None):
        return open_
    if met := [ruling for ruling in rulings if ruling.legal]:
        return min(met, key=lambda ruling: (ruling.adds["points_left"], len(split_cards(ruling.adds["left"]))))
    if apart := next((ruling for ruling in rulings if ruling.needs or _is_apart(ruling)), None):
        return apart
    nearest, ruling = min(each, key=lambda judged: _short_by(judged[0], hand, round_no))
    nearest_says = ruling.findings[0].says
    if nearest_says.name == "no choice" or len(nearest_says.about.get("missing", ())) == len(
        nearest.contracts[round_no - 1]
    ):
        says = phrase("no choice", contract=book.contracts[round_no - 1])
        return ruling._replace(findings=(ruling.findings[0]._replace(says=says), *ruling.findings[1:]))
    return by_choice(book, nearest, ruling, round_no)


def _is_apart(ruling: Ruling) -> bool:
    """Whether the contract can be met, and only cards stay that may not."""
    return any(finding.reason is Reason.NOT_GOING_OUT for finding in ruling.findings)


def _short_by(way: Rulebook, hand: Sequence[int], round_no: int) -> tuple[bool, int]:
    """How many further wild cards would do, where any number of them would."""
    short = Missing(way, way.contracts[round_no - 1], hand, whole_hand=round_no in way.all_cards_rounds)
    if short.left:
        return False, 0
    return not isinstance(short.wilds, int), short.wilds if isinstance(short.wilds, int) else len(short.slots)


def _by_one_way(book: Rulebook, hand: Sequence[int], round_no: int, let: bool | None) -> Ruling:
    short = Missing(book, book.contracts[round_no - 1], hand, whole_hand=round_no in book.all_cards_rounds)
    stay = None if short.hopeless else best_lay_down(book, round_no, hand, suit_tables=short.suit_tables)
    answer = stay if let or not isinstance(stay, LayDown) else best_going_out(book, round_no, hand, stay)
    if isinstance(answer, Undecided):
        return Ruling(None, phrase("undecided"), citations(book, "contracts"), NOTHING)
    if answer is None:
        if isinstance(stay, LayDown):
            return not_going_out(book, let, NOTHING, stay.left)
        ruling = _no(book, hand, round_no, short)
        # a card that makes a meld lets no hand go down of which others would stay
        return ruling if let is not False else ruling._replace(hint=lambda _: keep_until(book))
    ruling = judge_contract(book, answer.melds, answer.left if round_no in book.all_cards_rounds else (), round_no)
    melds = [format_meld(meld) for meld in answer.melds]
    topics = ruling.topics
    up = sorted(takewhile(book.up_to_the_table.__contains__, topics), key=_binds)
    if answer.left:
        up = [*not_all_at_once(book, round_no), *up, *_looser(book, hand, round_no, answer.points, let)]
    return Ruling(
        True,
        _laid_out(book, answer, book.contracts[round_no - 1]),
        citations(book, *up, *topics, *(["down-when"] if book.down_only_out else []), *_counted(book, answer)),
        {"melds": melds, "left": format_cards(answer.left), "points_left": answer.points},
    )


def _counted(book: Rulebook, answer: LayDown) -> list[str]:
    """The clause by which the cards that stay in hand cost what is told of them, where a table could say otherwise."""
    return book.open_among(["score"]) if answer.left else []


def _binds(topic: str) -> int:
    """The place of a clause by how much it binds: where the whole contract may hold one wild card, no meld holds two,
    and where no meld does, none lie side by side either."""
    return ("wild-going-down", "wild-limit", topic).index(topic)


def _laid_out(book: Rulebook, answer: LayDown, contract: tuple[Slot, ...]) -> Phrase:
    rules = meld_rules(book)
    slots = contract * len(answer.melds) if is_free(contract) else contract
    read = [_read(rules, meld, slot) for meld, slot in zip(answer.melds, slots, strict=True)]
    return phrase(
        "goes down",
        melds=read,
        worth=worth_in_all(rules, read) if contract[0].points else None,
        cards=[card for meld in answer.melds for card in meld],
        left=answer.left,
        points=answer.points,
    )


def _read(rules: MeldRules, meld: Sequence[Placed], slot: Slot) -> Reading:
    """A meld as it fills a slot."""
    if slot.kind in LOOSE:
        return readings(rules, meld, least_of(slot), kind=slot.kind, every=False)[0]
    return readings(rules, meld, Least(2, 3), every=False)[0]


def _looser(
    book: Rulebook, hand: Sequence[int], round_no: int, points: int | None, let: bool | None = True
) -> list[str]:
    """The clauses up to the table by which a hand keeps more than so many points, or does not go down at all."""
    rules = meld_rules(book)
    naturals = [card for card in hand if not rules.wild[card]]
    ranks = [card % 13 for card in naturals]
    wilds = len(hand) - len(naturals)
    contract, whole_hand = book.contracts[round_no - 1], round_no in book.all_cards_rounds
    matters = {
        "natural": wilds >= min(slot.size for slot in contract),
        "set": len(set(naturals)) < len(naturals) or (wilds > 0 and len(set(ranks)) < len(ranks)),
        "meld": points is not None,
        "contiguous": is_free(contract) or sum(slot.kind == "run" for slot in contract) > 1,
    }
    matters["set-size"] = matters["set"]

    def better(looser: Rulebook) -> bool:
        if Missing(looser, contract, hand, whole_hand=whole_hand).hopeless:
            return False
        if let:
            answer = best_lay_down(looser, round_no, hand, work=LOOSER_WORK, under=points)
        else:
            answer = best_going_out(looser, round_no, hand, work=LOOSER_WORK)
        return isinstance(answer, LayDown) and (points is None or answer.points < points)

    # several clauses may forbid the same
    by_number = {id(looser): looser for topic, looser in rules.looser.items() if matters.get(topic)}
    allows = {number for number, looser in by_number.items() if better(looser)}
    return [topic for topic, looser in rules.looser.items() if matters.get(topic) and id(looser) in allows]


def _any_round(book: Rulebook, hand: Sequence[int], last_turn: bool | None) -> Ruling:
    numbers = range(1, book.rounds + 1)
    if any(best_lay_down(book, number, hand) is not None for number in numbers):
        each = (judge_go_down(book, hand, number, last_turn) for number in numbers)
        return depends(
            book, [NEED_ROUND], NOTHING, *in_all(book, (ruling for ruling in each if ruling.legal)), "contracts"
        )
    return refusal(book, [Finding(Reason.CANNOT_GO_DOWN, "contracts", phrase("hand meets no contract"))], NOTHING)


def _bound(book: Rulebook, hand: Sequence[int], round_no: int) -> Finding | None:
    """The rule between melds by which a hand fails that could go down but for such rules."""
    unbound = meld_rules(book).unbound
    answer = None if unbound == book else best_lay_down(unbound, round_no, hand)
    if not isinstance(answer, LayDown):
        return None
    left = answer.left if round_no in book.all_cards_rounds else ()
    wrong = judge_contract(book, answer.melds, left, round_no).findings
    return next((finding for finding in wrong if finding.reason in BINDING), None)


def _no(book: Rulebook, hand: Sequence[int], round_no: int, short: Missing) -> Ruling:
    topics = ["last-round", "contracts"] if short.left else ["contracts"]
    finding = Finding(Reason.CANNOT_GO_DOWN, topics[0], _short_of(short))
    if not short.hopeless_apart() and (bound := _bound(book, hand, round_no)) is not None:
        finding = finding._replace(says=phrase("because", what=finding.says, why=bound.says), cards=bound.cards)
        topics += [*(["run"] if by_the_corner(bound) else []), bound.topic]
    topics += ["meld-worth"] if short.contract[0].points else []
    because = citations(book, *_looser(book, hand, round_no, None), *topics)
    return Ruling(False, None, because, NOTHING, (finding,), hint=lambda left: _would_do(short, left))


def _short_of(short: Missing) -> Phrase:
    """What is missing; the cards that would stay where only the rule fails that the whole hand must be melded."""
    if short.left:
        return phrase("hand would stay", cards=short.left)
    if is_free(short.contract):
        says, least = phrase("no choice", contract=short.contract), short.contract[0].points
        if 0 < short.most_points < least:
            why = phrase("worth at most", points=short.most_points, short=least - short.most_points)
            return phrase("because", what=says, why=why)
        return says
    some = 0 < len(short.slots) < len(short.contract)
    if some or (short.slots and isinstance(short.wilds, int)):
        return phrase("slots missing", missing=short.slots)
    return phrase("no choice", contract=short.contract)


def _would_do(short: Missing, left: Left) -> tuple[Phrase, ...]:
    if short.whole_hand:
        return _would_all_go(short, left)
    wilds = short.wilds
    if wilds is None and not short.limited:
        return ()
    if isinstance(wilds, Undecided):
        return (phrase("not all looked at"),)
    cards, every = short.completing(MOST_NAMED + 1, left) if wilds == 1 or short.limited else ((), True)
    unsaid = () if every else (phrase("not all looked at"),)
    if not cards:
        more = wilds is not None and _wilds_left(short, left) >= wilds
        return unsaid or ((phrase("more wilds", count=wilds),) if more else ())
    return (*_offer(short.book, cards, left), *unsaid)


def _wilds_left(short: Missing, left: Left) -> int:
    return sum(map(left, meld_rules(short.book).wild_cards))


def _would_all_go(short: Missing, left: Left) -> tuple[Phrase, ...]:
    """What would let the whole hand go down; where nothing does, how many cards would stay at best."""
    cards, every = short.completing(MOST_NAMED + 1, left)
    unsaid = () if every else (phrase("not all looked at"),)
    if offer := _offer(short.book, cards, left):
        return (*offer, *unsaid)
    wilds = short.wilds_for_all
    if isinstance(wilds, Undecided) or unsaid:
        return (phrase("not all looked at"),)
    there = _wilds_left(short, left)
    if wilds is not None and wilds <= there:
        return (phrase("more wilds", count=wilds),)
    if isinstance(short.wilds, int) and short.wilds <= there and short.staying:
        return (phrase("would stay even then", wilds=short.wilds, count=short.staying),)
    return ()


def _offer(book: Rulebook, cards: Sequence[int], left: Left) -> tuple[Phrase, ...]:
    """What of these the pack still has, any one of which would do."""
    rules = meld_rules(book)
    there = tuple([card for card in cards if is_left(rules, card, left)])
    return (phrase("would do", offer=one_of_these(rules, there)),) if there else ()
