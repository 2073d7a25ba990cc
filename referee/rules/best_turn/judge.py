"""The best turn as a ruling: its steps, what is left, which melds each card fits, and why it does not go out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Mapping, Sequence
from typing import Any

from referee.rules.best_turn.plan import with_draw
from referee.rules.best_turn.position import OnTable, Position, Rights
from referee.rules.best_turn.search import Plan, best_turn, judged, search
from referee.rules.cards import Placed, format_card, format_cards, format_meld
from referee.rules.deciding import other_books, weighed
from referee.rules.judges.contract import NEED_LAST_TURN, NEED_ROUND, lets_cards_stay
from referee.rules.judges.go_down import judge_go_down
from referee.rules.judges.lay_off import NEED_DOWN, fits, is_unsaid, lying, surely_fits
from referee.rules.judges.turn import Step
from referee.rules.judges.turn_end import NEED_TABLE, NEED_WHERE
from referee.rules.melds.readings import readings, stands
from referee.rules.question import Facts
from referee.rules.rulebook.meld_rules import Least, MeldRules, meld_rules
from referee.rules.rulebook.model import WILD_TOPICS, Rulebook
from referee.rules.rulings import Citation, Need, Phrase, Ruling, citations, depends, phrase
from referee.rules.solver.lay_down import Undecided
from referee.rules.solver.terms import OutOfWork, Work

Meld = Sequence[Placed]
NEED_OWN = Need("own", phrase("which melds are yours"))
NEED_DRAWN = Need("drawn", phrase("drawn yet"))
_NOTHING: Mapping[str, Any] = {
    "goes_out": None, "steps": [], "left": None, "points_left": None, "fits": [], "why_not": None,
}  # fmt: skip


def judge_best_turn(book: Rulebook, facts: Facts) -> Ruling:
    """The best turn with a hand that holds the card drawn: it goes out, or leaves the fewest points.

    A hand of as many cards as were dealt, of a player who is not down, is asked whether it holds that card.

    ``adds``: ``goes_out``; ``steps`` as the question ``turn`` takes them; ``left`` and ``points_left`` after them;
    ``fits``, the melds on the table that each card fits by itself; ``why_not``, why it does not go out. ``legal`` is
    always None: nothing is asked that could be forbidden.
    """
    hand, down, round_no = facts["hand"], facts.get("down"), facts.get("round")
    table = on_table(facts.get("table") or (), facts.get("own"), down)
    adds = {**_NOTHING, "fits": _fits(book, hand, table, round_no)}
    if needs := _needs(book, facts, table):
        return depends(book, needs, adds, *(["draw"] if NEED_DRAWN in needs else []), "turn")
    if facts.get("drawn") is False and (book.down_draws or down != "earlier"):
        stock_only = not book.draw_down and down == "earlier"
        says = phrase("draw from the stock first" if stock_only else "draw first")
        return Ruling(None, says, citations(book, *(["draw-down"] if stock_only else []), "draw", "turn"), adds)
    last_turn = facts.get("last_turn")
    position = Position(tuple(hand), table, str(down), round_no, facts.get("owes"), bool(last_turn))
    plan = best_turn(book, position)
    if down == "no" and lets_cards_stay(book, last_turn) is None and not (isinstance(plan, Plan) and plan.goes_out):
        in_last_turn = best_turn(book, position._replace(last_turn=True))
        if _steps(in_last_turn) != _steps(plan):
            return depends(book, [NEED_LAST_TURN], adds, "down-when", "last-turns", "turn")
    if isinstance(plan, Undecided):
        return Ruling(None, phrase("best turn undecided"), citations(book, "turn"), adds)
    if not (plan and plan.goes_out) and _hangs_on_place(book, position, plan):
        useless = [] if book.discard_playable else ["discard"]
        return depends(book, [NEED_WHERE], adds, "wild-place", "declare", *useless, "turn")
    if plan is None:
        because = citations(book, *_decides(book, position, None, ("discard",)), "discard", "turn")
        return Ruling(None, phrase("no turn at all"), because, adds | {"goes_out": False})
    return _in_full(book, position, plan, adds)


def _steps(plan: Plan | Undecided | None) -> Any:
    return plan.steps if isinstance(plan, Plan) else plan


def _hangs_on_place(book: Rulebook, position: Position, plan: Plan | None) -> bool:
    """Whether a card of the hand fits a meld on the table only in some of the ways in which that may lie.

    Of a player whom ``plan`` does not see go down no meld on the table takes a card.
    """
    down = position.down
    if down == "no":
        if plan and not any(step.way == "contract" for step in plan.steps):
            return False
        down = "this turn"
    rights = Rights(book, down, position.round_no)
    useless = not book.discard_playable and down == "earlier"
    return any(
        surely_fits(meld_rules(book), meld.cards, card, position.round_no) is None
        for meld in position.table
        if useless or (not position.owes and rights.lays_off(meld.own))
        for card in dict.fromkeys(position.hand)
    )


def on_table(table: Sequence[Meld], own: Sequence[Meld] | None, down: str | None) -> tuple[OnTable, ...]:
    """All melds on the table with whose they are; own ones may be told among all, or beside them."""
    left = [Counter(meld) for meld in own or ()]
    melds = []
    for meld in table:
        mine = Counter(meld) in left
        if mine:
            left.remove(Counter(meld))
        unsaid = own is None and down != "no"
        melds.append(OnTable(tuple(meld), None if unsaid else mine))
    beside = [meld for meld in own or () if Counter(meld) in left]
    return (*melds, *(OnTable(tuple(meld), own=True) for meld in beside))


def _needs(book: Rulebook, facts: Facts, table: Sequence[OnTable]) -> list[Need]:
    down, round_no = facts.get("down"), facts.get("round")
    if down is None:
        return [NEED_DOWN]
    needs = [NEED_ROUND] if round_no is None and down != "earlier" else []
    if "drawn" not in facts and down == "no" and round_no and len(facts["hand"]) == book.deal[round_no - 1]:
        # whoever does not meld keeps as many cards from turn to turn as were dealt: a card drawn makes one more
        needs.append(NEED_DRAWN)
    rights = Rights(book, "this turn" if down == "no" else down, round_no)
    if "table" not in facts and "own" not in facts and rights.anything():
        needs.append(NEED_TABLE)
    if any(meld.own is None and _turns_on_owner(book, rights, meld, facts) for meld in table):
        needs.append(NEED_OWN)
    return needs


def _turns_on_owner(book: Rulebook, rights: Rights, meld: OnTable, facts: Facts) -> bool:
    """Whether it decides whose a meld is: only where some card of the hand could be played to it."""
    rules, round_no = meld_rules(book), facts.get("round")
    if rights.swaps(own=True) != rights.swaps(own=False):
        tables = lying(rules, meld.cards, round_no)
        if any(stands(placed) for reading in tables for placed in reading.cards):
            return True
    if rights.lays_off(own=True) == rights.lays_off(own=False):
        return False
    return any(rules.wild[card] or fits(rules, meld.cards, card, round_no) for card in facts["hand"])


def _fits(book: Rulebook, hand: Sequence[int], table: Sequence[OnTable], round_no: int | None) -> list[dict[str, Any]]:
    """Each card that fits melds on the table by itself, with those melds."""
    rules = meld_rules(book)
    taking = {
        card: [format_meld(meld.cards) for meld in table if fits(rules, meld.cards, card, round_no)]
        for card in dict.fromkeys(hand)
    }
    return [{"card": format_card(card), "melds": melds} for card, melds in taking.items() if melds]


def _in_full(book: Rulebook, position: Position, plan: Plan, adds: dict[str, Any]) -> Ruling:
    because = _because(book, position, plan)
    spoken = [step for step in plan.steps if step.way != "discard" or step.melds or not plan.goes_out]
    does = phrase("turn of steps", steps=[_says(book, position, step) for step in spoken])
    adds |= {
        "goes_out": plan.goes_out,
        "steps": [as_request(step) for step in with_draw(book, position.down, plan.steps)],
        "left": format_cards(plan.left),
        "points_left": plan.points,
    }
    if plan.goes_out:
        return Ruling(None, phrase("can go out", does=does), because, adds)
    why, first = _why_not(book, position, plan)
    says = phrase("cannot go out", why=why, does=does, points=plan.points)
    reasons = citations(book, *first)
    because = (*reasons, *[cited for cited in because if cited.topic not in first])
    return Ruling(None, says, because, adds | {"why_not": why})


def _because(book: Rulebook, position: Position, plan: Plan) -> tuple[Citation, ...]:
    """The clauses that its steps rest on, what decides first; that a turn has steps comes last."""
    decided = weighed("turn", book, plan.ruling, lambda other: judged(other, position, plan.steps))
    last = ("turn", "draw")
    of_steps = [cited for cited in decided.because if cited.topic not in last]
    cited = {each.topic for each in of_steps}
    beyond = [topic for topic in _decides(book, position, plan, cited) if topic not in cited]
    return (*of_steps, *citations(book, *beyond), *citations(book, "turn"))


def _decides(book: Rulebook, position: Position, plan: Plan | None, cited: Container[str]) -> list[str]:
    """The clauses up to the table with another value of which the best turn would come to something else.

    ``plan`` is None where no turn is allowed at all.

    As far as so much work goes: those that no step rests on are looked at in the order in which people ask for them.
    """
    idle = _idle(meld_rules(book), position)
    left, deciding = WORK_FOR_OTHERS, list[str]()
    if position.down == "no" and plan and not any(step.way == "contract" for step in plan.steps):
        return deciding  # what keeps a hand from going down is cited for that
    for topic in book.open_among(_MAY_DECIDE):
        if topic in cited or topic in idle:
            continue
        for other in other_books(book, topic):
            work = Work(left)
            try:
                work.spend(A_RULEBOOK)
                changed = search(other, position, work)
            except OutOfWork:
                return deciding
            left = work.left
            if _comes_to(changed) != _comes_to(plan):
                deciding.append(topic)
                break
    return deciding


def _comes_to(plan: Plan | None) -> tuple[bool, int] | None:
    return plan and (plan.goes_out, plan.points)


def _idle(rules: MeldRules, position: Position) -> set[str]:
    """The clauses that nothing can hang on here: no work is spent on them."""
    wilds_held = sum([rules.wild[card] for card in position.hand])
    lying_there = [meld.cards for meld in position.table]
    idle = set[str]()
    if not wilds_held and not any(rules.wild[card] for meld in lying_there for card, _ in meld):
        idle.update(WILD_TOPICS)
    if not any(is_unsaid(rules, meld) for meld in lying_there):
        idle.add("wild-place")
    if position.down != "no" or not wilds_held:
        idle.add("wild-going-down")
    if position.down == "earlier":
        idle.add("whole-hand")
    return idle


WORK_FOR_OTHERS = 10_000
"""Steps that are spent on what other tables would say: about ten thousandths of a second."""
A_RULEBOOK = 1_000
"""What it costs, in steps of work, to see a rulebook as another table would have it."""
_MAY_DECIDE = (
    "whole-hand", "wild-place", "wild-going-down", "lay-off", "swap", "swap-when", "swap-whose", "swap-joker",
    "joker-moves", "new-melds", "go-out", "go-out-down", "discard", "discard-wild", "last-round", "set", "set-size",
    "run", "long-run", "natural", "wild-limit", "wild-neighbours", "own-place", "meld", "same-rank", "contiguous",
    "ace-ends", "pair",
)  # fmt: skip
"""The clauses that can make one turn better than another, by topic."""


def _why_not(book: Rulebook, position: Position, plan: Plan) -> tuple[Phrase, list[str]]:
    """Why a turn does not go out, and the clauses that it rests on."""
    goes_down = any(step.way == "contract" for step in plan.steps)
    if position.owes:
        return phrase("owes a meld first"), ["screw-replace"]
    if position.down == "no" and not goes_down:
        contract = judge_go_down(book, position.hand, position.round_no, position.last_turn)
        if contract.legal is False:
            return phrase("cannot go down", why=contract.findings[0].says), contract.topics
        return phrase("going down leaves no discard"), ["whole-hand", "go-out"]
    if not plan.left:
        return phrase("last card played stays in"), ["go-out"]
    waits = position.down != "earlier" and not Rights(book, "this turn", position.round_no).anything()
    if waits and _would_fit(book, position, plan):
        return phrase("nothing more this turn"), ["lay-off"]
    return phrase("cards find no place", cards=plan.left), ["lay-off", "go-out"]


def _would_fit(book: Rulebook, position: Position, plan: Plan) -> bool:
    """Whether a card that stays in hand fits a meld that lies there after the turn."""
    rules, round_no = meld_rules(book), position.round_no
    contract = [meld for step in plan.steps if step.way == "contract" for meld in step.melds]
    melds = [*[meld.cards for meld in position.table], *contract]
    return any(fits(rules, meld, card, round_no) for meld in melds for card in plan.left)


def _says(book: Rulebook, position: Position, step: Step) -> Phrase:
    rules, round_no = meld_rules(book), position.round_no
    loose = rules.leasts[round_no].loose if step.way == "contract" and round_no is not None else ()
    made = [readings(rules, meld, Least(2, 3, loose), every=False)[:1] for meld in step.melds]
    onto = lying(rules, step.onto, round_no) if step.onto else []
    match step.way:
        case "contract":
            return phrase("step: go down", melds=[way for ways in made for way in ways], cards=_all(step))
        case "new_meld":
            return phrase("step: lay down", melds=[way for ways in made for way in ways], cards=_all(step))
        case "swap":
            wild = _taken(step)
            return phrase("step: swap", card=step.cards[0], taken=wild, meld=onto[0])
        case "lay_off":
            return phrase("step: lay off", cards=step.melds[0], meld=onto[0])
    return phrase("step: discard", card=step.cards[0]) if step.melds else phrase("step: end")


def _all(step: Step) -> list[Placed]:
    return [placed for meld in step.melds for placed in meld]


def _taken(step: Step) -> list[int]:
    """The wild cards of a meld that a card could be swapped for."""
    (offered,) = step.cards
    wilds = [placed.card for placed in step.onto or () if placed.stands_for in (offered, -(offered % 13) - 1)]
    return list(dict.fromkeys(wilds)) or [placed.card for placed in step.onto or () if placed.stands_for is not None]


def as_request(step: Step) -> dict[str, Any]:
    """A step as the question ``turn`` takes it."""
    melds = [format_meld(meld) for meld in step.melds]
    match step.way:
        case "draw":
            return {"draw": None}
        case "contract":
            return {"contract": melds}
        case "new_meld":
            return {"new_meld": melds[0]}
        case "discard":
            return {"discard": melds[0] if melds else None}
    whose = {"owner": step.owner} if step.owner else {}
    cards = "card" if step.way == "swap" else "cards"
    return {step.way: {"meld": format_meld(step.onto or ()), cards: melds[0], **whose}}
