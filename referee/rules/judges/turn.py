"""A whole turn: draw, melds, swaps, lay-offs and discard in order; one verdict, with the first step at fault."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any, NamedTuple

from referee.rules.cards import JOKER, Placed, format_card, format_cards, parse_meld
from referee.rules.judges.contract import NEED_LAST_TURN, NEED_ROUND, judge_contract
from referee.rules.judges.lay_off import NEED_DOWN, NEED_OWNER, Meld, judge_lay_off, to_replace, truly_screwed
from referee.rules.judges.may_i import NOT_WHILE_DOWN
from referee.rules.judges.new_melds import judge_new_meld, judge_replacement
from referee.rules.judges.swap import judge_swap
from referee.rules.judges.turn_end import NEED_CARD, NEED_TABLE, NEED_WHERE, judge_discard
from referee.rules.rulebook.meld_rules import meld_rules
from referee.rules.rulebook.model import Rulebook
from referee.rules.rulings import Finding, Need, Phrase, Reason, Ruling, citations, depends, phrase, refusal

NEED_DRAW = Need("steps", phrase("which draw"))
_NOTHING: Mapping[str, object] = {"step": None, "left": None, "goes_out": None}
WAYS = ("draw", "contract", "swap", "new_meld", "lay_off", "discard")
"""What can be done in a turn, by the word in a request."""


class Step(NamedTuple):
    """One thing that is done in a turn."""

    way: str
    melds: Sequence[Sequence[Placed]]
    """The cards it is done with, in one row or, for a contract, one for each meld; none for no discard and for a draw
    that is in the hand already, and an empty row for a draw or a discard that nobody has told."""
    onto: Sequence[Placed] | None = None
    """The meld that lies on the table, of a lay-off or a swap."""
    owner: str | None = None
    """Whose that is, seen from the player: ``self`` or ``other``."""

    @property
    def cards(self) -> list[int]:
        return [placed.card for meld in self.melds for placed in meld]


class Lying(NamedTuple):
    """A meld on the table, as it lies after a step."""

    meld: Meld
    own: bool
    """Whether the player has laid it down in this turn."""


Table = tuple[Lying, ...]


class TurnFacts(NamedTuple):
    """What is said beside the steps; None where nothing was said."""

    down: str | None
    """Before the turn: ``no`` or ``earlier``."""
    owner: str | None
    """Whose the melds are of which no step says it."""
    owes: str | None
    table: Sequence[Meld] | None
    """All melds on the table before the turn."""
    round_no: int | None
    from_discards: bool | None = None
    """Whether the card drawn was the top discard; not, where nobody told."""
    last_turn: bool | None = None
    """Whether another player has gone out."""


class Now(NamedTuple):
    """How the player stands between two steps."""

    hand: tuple[int, ...]
    down: str | None
    owed: tuple[str, ...]
    table: Table
    to_play: tuple[tuple[int, str], ...] = ()
    """Wild cards taken that may not be kept, each with what has to be done with it."""
    over: bool = False
    begun: bool = False
    drawn: bool = False
    replaced: bool = False
    """Whether a meld that was owed has been replaced in this turn."""
    just_taken: int | None = None
    """The card drawn from the discard pile."""
    left: tuple[tuple[int, Lying], ...] = ()
    """Wild cards that were taken in this turn, each with the meld that it left, as it lies by now."""
    later: frozenset[int] = frozenset()
    """The cards that are played in the steps after the one that is looked at."""


def judge_turn(book: Rulebook, hand: Sequence[int], steps: Sequence[Step], facts: TurnFacts) -> Ruling:
    """Whether a whole turn is allowed, and which step is the first at fault.

    ``hand`` is held before the first step. A turn that names no draw is asked for it; one that names no discard ends
    without one. ``adds``: ``step``, the
    number of the step at fault from 1 (the one after the last where the turn may not end so), ``left``, what stays in
    hand, and ``goes_out``; None where they are not known.
    """
    ruling = _judged(book, hand, steps, facts)
    if any(step.way == "draw" for step in steps) or (facts.down == "earlier" and not book.down_draws):
        return ruling
    if facts.down is None and not book.down_draws:
        return depends(book, [_SAID["down"]], _NOTHING, "down-turns")
    return _whatever_drawn(book, hand, steps, facts, ruling)


def _judged(book: Rulebook, hand: Sequence[int], steps: Sequence[Step], facts: TurnFacts) -> Ruling:
    ruling = _in_order(book, hand, steps, facts)
    return ruling if not ruling.needs else _all_agree(book, hand, steps, facts, ruling)


def _whatever_drawn(
    book: Rulebook, hand: Sequence[int], steps: Sequence[Step], facts: TurnFacts, in_hand: Ruling
) -> Ruling:
    """What is ruled of a turn of which no draw was told: what is wrong whatever was drawn is said, else it is asked.

    ``in_hand`` is the ruling where the card drawn is in the hand already. Of the others only those matter that the
    steps name, and one of all the rest.
    """
    played = {card for step in steps for card in step.cards}
    drawn = [*played, next((card for card in meld_rules(book).naturals if card not in played), JOKER)]
    if in_hand.legal is False and all(
        _judged(book, (*hand, *[card] * book.draw_cards), steps, facts).legal is False for card in drawn
    ):
        return in_hand
    others = [need for need in in_hand.needs if need.field != NEED_DRAW.field]
    return depends(book, [NEED_DRAW, *others], _NOTHING, "turn", "draw", *in_hand.topics)


def _all_agree(book: Rulebook, hand: Sequence[int], steps: Sequence[Step], facts: TurnFacts, asks: Ruling) -> Ruling:
    """The ruling, if it is the same whatever is missing; otherwise the one that asks."""
    downs = ("no", "earlier") if facts.down is None else (facts.down,)
    owners = ("self", "other") if facts.owner is None else (facts.owner,)
    possible = [facts._replace(down=down, owner=owner) for down, owner in product(downs, owners)]
    first, *others = each = [_in_order(book, hand, steps, facts) for facts in possible]
    if first.needs or any((r.legal, r.adds, r.findings) != (first.legal, first.adds, first.findings) for r in others):
        return asks
    return first._replace(because=tuple(dict.fromkeys(citation for ruling in each for citation in ruling.because)))


def _in_order(book: Rulebook, hand: Sequence[int], steps: Sequence[Step], facts: TurnFacts) -> Ruling:
    owed = to_replace(book, facts.owes, facts.round_no)
    table = tuple(Lying(meld, own=False) for meld in lying_before(steps, facts.table or ()))
    now = Now(tuple(hand), facts.down, owed, table)
    topics: list[str] = ["turn"]
    before = book.open_among(topics)
    goes_out: bool
    every = [*steps, *([] if any(step.way == "discard" for step in steps) else [Step("discard", [])])]
    for number, step in enumerate(every, 1):
        later = frozenset(card for other in every[number:] for card in other.cards)
        ruling, after = taken(book, step, now._replace(later=later), facts)
        adds: dict[str, object] = {"step": None, "left": None, "goes_out": None}
        here = ruling.topics
        first = _first_of(book, step, here)
        if ruling.legal is None and step.way == "discard" and number < len(every):
            now = after._replace(over=True)  # whether or not it may be discarded, what comes after it may not
            continue
        if ruling.legal is None:
            needs = [_as_asked_here(need) for need in ruling.needs]
            return depends(book, needs, adds, *here, *before)
        if not ruling.legal:
            adds |= {"step": number, "left": format_cards(now.hand), "goes_out": False}
            what = phrase("no discard") if step.way == "discard" and not step.melds else _SAYS[step.way]
            wrong = phrase("nth step", nth=number, what=what, why=ruling.findings[0].says)
            findings = (ruling.findings[0]._replace(says=wrong), *ruling.findings[1:])
            return ruling._replace(because=citations(book, *here, *before), adds=adds, findings=findings)
        before = list(dict.fromkeys([*before, *first]))
        topics = list(dict.fromkeys([*before, *topics, *here]))
        goes_out = bool(ruling.adds.get("goes_out"))
        now = after
    stands = phrase("turn stands", count=len(now.hand)) if now.hand else phrase("turn stays in")
    says = phrase("turn goes out") if goes_out else stands
    if goes_out and book.last_turns:
        says = phrase("the others play on", what=says)
    adds = {"step": None, "left": format_cards(now.hand), "goes_out": goes_out}
    return Ruling(True, says, citations(book, *topics), adds)


_SAID = {
    "down": Need("down", phrase("down before the turn")), "owner": NEED_OWNER, "table": NEED_TABLE, "round": NEED_ROUND,
    NEED_LAST_TURN.field: NEED_LAST_TURN,
}  # fmt: skip
"""What a step can need that is said beside the steps, as it is asked here."""


def _as_asked_here(need: Need) -> Need:
    return need if need == NEED_WHERE else _SAID.get(need.field) or need._replace(field="steps")


def taken(book: Rulebook, step: Step, now: Now, facts: TurnFacts) -> tuple[Ruling, Now]:
    """What is ruled of a step, and how the player stands after it."""
    if now.over:
        return _no(book, Reason.OUT_OF_ORDER, "turn", phrase("turn is over")), now
    held = Counter(now.hand)
    if step.way != "draw" and (lacking := list((Counter(step.cards) - held).elements())):
        card = lacking[0]
        says = phrase("too few in hand", cards=[card] * held[card]) if held[card] else phrase("not in hand", card=card)
        return _no(book, Reason.NOT_THERE, _TOPICS[step.way], says, format_card(lacking[0])), now
    if now.owed and step.way in ("contract", "lay_off", "swap"):
        return truly_screwed(book, now.owed, _WHILE_OWED[step.way]), now
    if now.replaced and step.way in ("lay_off", "swap", "new_meld"):
        return _no(book, Reason.DOWN_TOO_LATE, "screw-replace", phrase("replaced this turn")), now
    rest = tuple((held - Counter(step.cards)).elements()) if step.way != "draw" else now.hand
    played = _played(now.to_play, step)
    ruling, after = _WAYS[step.way](book, step, now._replace(hand=rest, to_play=played, begun=True), now, facts)
    return ruling, after


_TOPICS = {
    "contract": "contracts", "swap": "swap", "new_meld": "new-melds", "lay_off": "lay-off", "discard": "discard",
}  # fmt: skip
"""By step, the clause that wants its cards to be there."""
_WHILE_OWED = {
    "contract": phrase("a contract is melded"),
    "lay_off": phrase("cards are laid off"),
    "swap": phrase("a wild card is taken"),
}
_SAYS = {
    "draw": phrase("the draw"),
    "contract": phrase("the contract"),
    "swap": phrase("the swap"),
    "new_meld": phrase("the new meld"),
    "lay_off": phrase("the lay-off"),
    "discard": phrase("the discard"),
}


def _no(book: Rulebook, reason: Reason, topic: str, says: Phrase, *cards: str) -> Ruling:
    return refusal(book, [Finding(reason, topic, says, cards)], {})


def _played(to_play: tuple[tuple[int, str], ...], step: Step) -> tuple[tuple[int, str], ...]:
    """The wild cards that still have to be played after this step."""
    does = {"lay_off": ("lay off now",), "new_meld": ("lay off now", "new meld now")}.get(step.way, ())
    here = Counter(step.cards)
    left = []
    for card, how in to_play:
        if how in does and here[card]:
            here[card] -= 1
        else:
            left.append((card, how))
    return tuple(left)


def _draw(book: Rulebook, step: Step, after: Now, before: Now, facts: TurnFacts) -> tuple[Ruling, Now]:
    if before.drawn:
        return _no(book, Reason.OUT_OF_ORDER, "draw", phrase("drawn already", count=book.draw_cards)), before
    if before.begun:
        return _no(book, Reason.OUT_OF_ORDER, "turn", phrase("draw comes first")), before
    if not book.down_draws and before.down in (None, "earlier"):
        if before.down is None:
            return depends(book, [NEED_DOWN], {}, "down-turns"), before
        return _no(book, Reason.ALREADY_DOWN, "down-turns", phrase("down draws nothing")), before
    # who went down since was not down yet as they drew
    down = ["draw-down"] if facts.from_discards and before.down in (None, "earlier") else []
    if down and not book.draw_down:
        if before.down is None:
            return depends(book, [NEED_DOWN], {}, *down, "draw"), before
        return refusal(book, [NOT_WHILE_DOWN], {}, (phrase("draw from the stock instead"),), last=["draw"]), before
    if not step.melds:
        return Ruling(True, None, citations(book, *down, "draw")), after._replace(hand=before.hand, drawn=True)
    if not step.cards:
        return depends(book, [NEED_DRAW], {}, "draw"), before
    if len(step.cards) != book.draw_cards:
        says = phrase("draw so many", count=book.draw_cards)
        return _no(book, Reason.OUT_OF_ORDER, "draw", says, *map(format_card, step.cards)), before
    ruling = Ruling(True, None, citations(book, *down, "draw"))
    just_taken = step.cards[0] if facts.from_discards and len(step.cards) == 1 else None
    return ruling, after._replace(hand=(*before.hand, *step.cards), drawn=True, just_taken=just_taken)


def _contract(book: Rulebook, step: Step, after: Now, before: Now, facts: TurnFacts) -> tuple[Ruling, Now]:
    if before.down is None:
        return depends(book, [NEED_DOWN], {}, "once"), before
    if before.down != "no":
        return _no(book, Reason.ALREADY_DOWN, "once", phrase("melded once")), before
    ruling = judge_contract(book, step.melds, after.hand, facts.round_no, facts.last_turn)
    laid = tuple(Lying(parse_meld(text), own=True) for text in ruling.adds["readings"])
    return ruling, after._replace(down="this turn", table=(*before.table, *laid))


def _new_meld(book: Rulebook, step: Step, after: Now, before: Now, facts: TurnFacts) -> tuple[Ruling, Now]:
    (cards,) = step.melds
    if before.owed:
        ruling = judge_replacement(book, cards, before.owed, facts.round_no)
    else:
        ruling = judge_new_meld(book, cards, before.down, facts.round_no)
    laid = tuple(Lying(parse_meld(text), own=True) for text in ruling.adds["readings"][:1])
    return ruling, after._replace(owed=(), replaced=bool(before.owed), table=(*before.table, *laid))


def _lay_off(book: Rulebook, step: Step, after: Now, before: Now, facts: TurnFacts) -> tuple[Ruling, Now]:
    (cards,) = step.melds
    held = Counter(after.hand)
    if kept := next((duty for duty in after.to_play if held[duty[0]] < after.to_play.count(duty)), None):
        return _not_played(book, kept), before
    there = _meant(before.table, step.onto)
    owner = _owner(there, step, facts)
    onto = there.meld if there else step.onto
    ruling = judge_lay_off(book, onto, cards, before.down, owner, None, facts.round_no)
    if any(card in step.cards and lying == there for card, lying in before.left) and _is_open(book, "swap-joker"):
        ruling = ruling._replace(because=citations(book, "swap-joker", *ruling.topics))
    return ruling, _lies_as(after, there, ruling.adds["meld"])


def _is_open(book: Rulebook, topic: str) -> bool:
    return topic in book.clauses and book.clauses[topic].silence is not None


def _first_of(book: Rulebook, step: Step, topics: Sequence[str]) -> list[str]:
    """The clauses up to the table on which a step rests, and where a joker taken may be laid off where that is open."""
    placed = ["swap-joker"] if step.way == "lay_off" and "swap-joker" in topics else []
    return list(dict.fromkeys([*placed, *book.open_among(topics)]))


def _swap(book: Rulebook, step: Step, after: Now, before: Now, facts: TurnFacts) -> tuple[Ruling, Now]:
    ((offered,),) = step.melds
    there = _meant(before.table, step.onto)
    onto = there.meld if there else step.onto
    ruling = judge_swap(book, onto, offered.card, before.down, _owner(there, step, facts), facts.round_no)
    if not ruling.legal or not onto:
        return ruling, _lies_as(after, there, ruling.adds["meld"])
    before_it = _bare(onto) + Counter([offered.card])
    became = {next((before_it - _bare(parse_meld(way))).elements()): way for way in _ways(ruling)}
    # where it may be one of several kinds of wild cards, it is the one that is played then
    taken = next((wild for wild in became if wild in before.later), next(iter(became)))
    after = _lies_as(after, there, became[taken])
    if there is not None:
        lies = there._replace(meld=parse_meld(became[taken]))
        after = after._replace(left=(*after.left, (taken, lies)))
    how = str(ruling.adds["joker"])
    to_play = (*after.to_play, *([(taken, how)] if how != "any time" else []))
    return ruling, after._replace(hand=(*after.hand, taken), to_play=to_play)


def _ways(ruling: Ruling) -> list[str]:
    """The meld after a step, each way where there are several."""
    ways: list[str] = ruling.adds.get("readings") or [str(ruling.adds["meld"])]
    return ways


def _not_played(book: Rulebook, duty: tuple[int, str]) -> Ruling:
    """That a wild card taken was not used as it has to be in this turn."""
    wild, how = duty
    laid_off = phrase("taken, to be laid off", card=wild)
    says = laid_off if how == "lay off now" else phrase("taken, for a new meld", card=wild)
    return _no(book, Reason.NOT_USED, "swap-joker", says, format_card(wild))


def _discard(book: Rulebook, step: Step, after: Now, before: Now, facts: TurnFacts) -> tuple[Ruling, Now]:
    if before.to_play:
        return _not_played(book, before.to_play[0]), before
    if step.melds and not step.cards:
        return depends(book, [NEED_CARD], {}, "discard"), before
    card = step.cards[0] if step.melds else None
    table = None if facts.table is None else [lying.meld for lying in before.table]
    # who holds its twin discards that one
    taken = card is not None and card == before.just_taken and before.hand.count(card) == 1
    ruling = judge_discard(book, before.hand, card, before.down, table, facts.round_no, just_taken=taken)
    return ruling, after._replace(over=True)


Taken = Callable[[Rulebook, Step, Now, Now, TurnFacts], tuple[Ruling, Now]]
_WAYS: dict[str, Taken] = {
    "draw": _draw,
    "contract": _contract,
    "new_meld": _new_meld,
    "lay_off": _lay_off,
    "swap": _swap,
    "discard": _discard,
}


def _owner(there: Lying | None, step: Step, facts: TurnFacts) -> str | None:
    return "self" if there and there.own else step.owner or facts.owner


def _bare(meld: Iterable[Placed]) -> Counter[int]:
    return Counter(placed.card for placed in meld)


def _meant(table: Iterable[Lying], onto: Meld | None) -> Lying | None:
    """The meld on the table that a step names by its cards, as they lie by then.

    Of several melds of the same cards it is the one whose wild cards stand for what the step says.
    """
    alike = [lying for lying in table if onto and _bare(lying.meld) == _bare(onto)]
    just_so = (lying for lying in alike if onto and Counter(lying.meld) == Counter(onto))
    return next(just_so, alike[0] if alike else None)


def _lies_as(now: Now, there: Lying | None, text: Any) -> Now:
    """The table after a step that changes one of its melds."""
    if there is None or not text:
        return now
    changed = there._replace(meld=parse_meld(str(text)))
    at = now.table.index(there)
    left = tuple([(card, changed if lying == there else lying) for card, lying in now.left])
    return now._replace(table=(*now.table[:at], changed, *now.table[at + 1 :]), left=left)


def lying_before(steps: Sequence[Step], table: Sequence[Meld]) -> list[Meld]:
    """The melds that lie before the turn: those told, and those that the steps name and no step has made."""
    return [*table, *_only_named(steps, table)]


def _only_named(steps: Sequence[Step], table: Sequence[Meld]) -> Iterator[Meld]:
    lying = [(_bare(meld), 0) for meld in table]
    """The cards of each meld, and how many of them are gone by then: a swap takes a wild card, and only the judge knows
    which."""
    for step in steps:
        if step.way in ("contract", "new_meld"):
            lying += [(_bare(meld), 0) for meld in step.melds]
        if not step.onto:
            continue
        onto = _bare(step.onto)
        meant = (at for at, (cards, gone) in enumerate(lying) if onto <= cards and (cards - onto).total() == gone)
        at = next(meant, None)
        if at is None:
            yield step.onto
            at = len(lying)
            lying.append((onto, 0))
        cards, gone = lying[at]
        lying[at] = (cards + _bare(step.melds[0]), gone + (step.way == "swap"))
