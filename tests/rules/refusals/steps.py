"""The step at fault in a turn as a question of its own, with hand and table as they are by then."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

from referee.rules.cards import format_card, format_cards, format_meld
from referee.rules.judges.lay_off import to_replace
from referee.rules.judges.new_melds import judge_new_meld
from referee.rules.judges.turn import Lying, Now, Step, TurnFacts, lying_before, taken
from referee.rules.referee import parse
from referee.rules.rulebook.model import Rulebook
from referee.rules.rulings import Finding, Phrase, Reason
from tests.rules.refusals.named import holds

Request = dict[str, Any]


class AtFault(NamedTuple):
    """A step of a turn, and how the player stands before it."""

    step: Step
    now: Now
    facts: TurnFacts

    def as_question(self, request: Request) -> Request | None:
        """The question that is asked of such a step alone; None where there is none for it."""
        step, now = self.step, self.now
        asks: Request = {"rulebook": request["rulebook"], "round": self.facts.round_no, "down": now.down}
        owner = self._owner()
        match step.way:
            case "contract":
                rest = _less(now.hand, step.cards)
                melds = [format_meld(meld) for meld in step.melds]
                asks |= {"question": "contract", "melds": melds, "hand": format_cards(rest) or None}
                del asks["down"]
            case "lay_off":
                onto = format_meld(self._onto())
                asks |= {"question": "lay_off", "meld": onto, "cards": format_meld(step.melds[0]), "owner": owner}
            case "swap":
                onto, card = format_meld(self._onto()), format_card(step.cards[0])
                asks |= {"question": "swap", "meld": onto, "card": card, "owner": owner}
            case "discard":
                card = format_card(step.cards[0]) if step.melds else None
                table = None if self.facts.table is None else [format_meld(lies.meld) for lies in now.table]
                asks |= {"question": "discard", "hand": format_cards(now.hand), "table": table}
                return {name: value for name, value in asks.items() if value is not None} | {"card": card}
            case _:
                return None
        return {name: value for name, value in asks.items() if value is not None}

    def _meant(self) -> Lying | None:
        onto = sorted(card for card, _ in self.step.onto or ())
        alike = [lies for lies in self.now.table if sorted(card for card, _ in lies.meld) == onto]
        just_so = [lies for lies in alike if sorted(map(repr, lies.meld)) == sorted(map(repr, self.step.onto or ()))]
        return next(iter(just_so or alike), None)

    def _onto(self) -> Sequence[Any]:
        lies = self._meant()
        return lies.meld if lies else self.step.onto or ()

    def _owner(self) -> str | None:
        lies = self._meant()
        return "self" if lies and lies.own else self.step.owner or self.facts.owner


def _less(hand: Sequence[int], cards: Sequence[int]) -> list[int]:
    rest = list(hand)
    for card in cards:
        rest.remove(card)
    return rest


def at_fault(book: Rulebook, request: Request, number: int) -> AtFault | None:
    """The step of this number, which is refused; None where it hangs on what was not told."""
    told = parse(book, request, "turn")
    facts = TurnFacts(*[told.get(name) for name in ("down", "owner", "owes", "table", "round", "from_discards")])
    steps: list[Step] = told["steps"]
    table = tuple(Lying(meld, own=False) for meld in lying_before(steps, facts.table or ()))
    now = Now(tuple(told["hand"]), facts.down, to_replace(book, facts.owes, facts.round_no), table)
    every = [*steps, *([] if any(step.way == "discard" for step in steps) else [Step("discard", [])])]
    for at, step in enumerate(every, 1):
        now = now._replace(later=frozenset(card for other in every[at:] for card in other.cards))
        ruling, after = taken(book, step, now, facts)
        if at == number:
            return AtFault(step, now, facts) if ruling.legal is False else None
        if not ruling.legal:
            return None
        now = after
    return None


def own_fault(book: Rulebook, at: AtFault, finding: Finding) -> bool:
    """Whether a fault is there that only a turn can have, or a new meld in it."""
    step, now = at.step, at.now
    match finding.reason:
        case Reason.NOT_THERE:
            return bool(Counter(step.cards) - Counter(now.hand))
        case Reason.OUT_OF_ORDER if step.way == "draw":
            return now.over or now.begun or len(step.cards) != book.draw_cards
        case Reason.OUT_OF_ORDER:
            return now.over
        case Reason.ALREADY_DOWN:
            return _down_and_draws(book, at) or (step.way == "contract" and now.down != "no")
        case Reason.NOT_USED:
            return bool(now.to_play)
        case Reason.NOT_PLAYED:
            return step.way == "new_meld" and book.new_melds == "never"
        case Reason.DOWN_TOO_LATE:
            return now.replaced or (step.way == "new_meld" and now.down == "this turn")
        case Reason.NOT_DOWN:
            return bool(now.owed) or (step.way == "new_meld" and now.down == "no")
        case Reason.ALL_CARDS_ROUND:
            return step.way == "new_meld" and at.facts.round_no in book.all_cards_rounds
        case Reason.NOT_EXACT:
            return bool(now.owed)
    if step.way != "new_meld":
        return False
    return holds(book, {"rulebook": book.id, "question": "meld", "cards": format_meld(step.melds[0])}, finding)


def _down_and_draws(book: Rulebook, at: AtFault) -> bool:
    """Whether a player who is down draws at a table that forbids it, or takes the discard at one that forbids that."""
    forbidden = not book.down_draws or (not book.draw_down and bool(at.facts.from_discards))
    return at.step.way == "draw" and at.now.down == "earlier" and forbidden


def own_hint(book: Rulebook, at: AtFault, hint: Phrase) -> bool:
    """Whether a hint helps that only a draw or a new meld can have."""
    if hint.name == "draw from the stock instead":
        return (
            _down_and_draws(book, at) and taken(book, at.step, at.now, at.facts._replace(from_discards=None))[0].legal
        )
    if at.step.way != "new_meld" or hint.name != "wait":
        return False
    return judge_new_meld(book, at.step.melds[0], "earlier", at.facts.round_no).legal is True
