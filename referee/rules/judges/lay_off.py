"""Melds on the table: how they lie, what fits them, and who may lay off on them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from referee.rules.cards import JOKER, Placed, format_meld, format_placed, parse_placed, suitless
from referee.rules.judges.contract import may_ask_for_all
from referee.rules.judges.filling import as_told
from referee.rules.melds.faults import faults
from referee.rules.melds.readings import PLAIN, RANK_OF, Reading, readings, stands
from referee.rules.melds.repairs import is_left, offer_of
from referee.rules.melds.rests import NOTHING, Rests, of_all, rests
from referee.rules.rulebook.meld_rules import Least, MeldRules, meld_rules
from referee.rules.rulebook.model import Rulebook
from referee.rules.rulebook.slots import IN_A_ROW, LOOSE, MIXED, Slot
from referee.rules.rulings import Finding, Left, Need, Phrase, Reason, Ruling, citations, depends, phrase, refusal

Meld = Sequence[Placed]
NEED_MELD = Need("meld", phrase("which meld"))
NEED_CARDS = Need("cards", phrase("which cards to lay off"))
NEED_DOWN = Need("down", phrase("when down"))
NEED_OWNER = Need("owner", phrase("whose meld"))
NEED_PLACE = Need("meld", phrase("which place"))


def of_table(rules: MeldRules, round_no: int | None) -> Least:
    """The fewest cards of a meld on the table: where contracts belong to players, one of another's may lie there."""
    return rules.smallest if rules.book.own_contracts else rules.leasts[round_no or 0]


def lying(rules: MeldRules, meld: Meld, round_no: int | None = None, kind: str | None = None) -> list[Reading]:
    """The readings of a meld on the table, none if it is no meld in any round of the rulebook.

    It is taken at its word: a wild-rank card of which nothing is said is itself where it can be, and
    where a round is named in which such a meld could not arise, one is looked for in which it could. The order in
    which a run is named, up or down, says where its cards lie. ``kind`` leaves only sets, or runs of one suit, even
    where a contract asks for runs of any suits.
    """
    ways = readings(rules, meld, of_table(rules, round_no), kind=kind, every=False)
    if not ways:
        ways = readings(rules, meld, rules.smallest, kind=kind, every=False)
    if len(ways) > 1:
        # what the contract asked for lies there as that
        ways = [way for way in ways if way.kind in LOOSE] or ways
    if len(ways) > 1 and not rules.only_jokers:
        named = sum(placed.stands_for is not None for placed in meld)
        ways = [way for way in ways if way.wilds <= named] or ways
    return _as_named(rules, meld, ways) if len(ways) > 1 else ways


def _as_named(rules: MeldRules, meld: Meld, ways: list[Reading]) -> list[Reading]:
    """The readings without the runs that do not lie in the order in which the cards are named, where one does.

    What no wild card has to do with, such as the end at which an ace lies, has that order under every rulebook.
    """
    if rules.book.wild_place == "any place" and is_unsaid(rules, meld):
        return ways
    row = [_bare(rules, card) for card, _ in meld]
    others = [
        way for way in ways if way.is_row and [_bare(rules, card) for card, _ in way.cards] not in (row, row[::-1])
    ]
    as_named = [way for way in ways if way not in others]
    return as_named if any(way.is_row for way in as_named) else ways


def _bare(rules: MeldRules, card: int) -> int:
    """A card as its place in a row tells it: any wild card may stand for any other."""
    return JOKER if rules.wild[card] else card


def is_unsaid(rules: MeldRules, meld: Meld) -> bool:
    """Whether nobody said what some wild card of a meld stands for."""
    return any(place is None and rules.wild[card] for card, place in meld)


def by_its_order(rules: MeldRules, meld: Meld, tables: Sequence[Reading], round_no: int | None = None) -> list[str]:
    """The clause by which the order of its cards says how a meld lies or does not, where it could lie otherwise."""
    if not is_unsaid(rules, meld):
        return []
    loose = rules.looser.get("wild-place")
    if loose is None:
        return ["wild-place"] if len(tables) > 1 and rules.book.wild_place == "any place" else []
    return ["wild-place"] if len(lying(meld_rules(loose), meld, round_no)) > len(tables) else []


def every_way(rules: MeldRules, meld: Meld, tables: Sequence[Reading]) -> Sequence[Reading]:
    """The readings ``tables`` of a meld on the table, and those in which its wild cards change places.

    Only where several kinds of them lie there, nobody said what they stand for, and the cards were not told in order.
    """
    free = {card for card, place in meld if place is None and rules.wild[card]}
    if len(free) < 2 or any(as_told(meld, table.cards) for table in tables):
        return tables
    spans = {(table.kind, table.suit, table.span) for table in tables}
    ways = readings(rules, meld, rules.smallest)
    return [*tables, *[way for way in ways if (way.kind, way.suit, way.span) in spans and way not in tables]]


class Extended(NamedTuple):
    """A meld with cards added to it."""

    ways: list[Reading]
    moved: bool
    """Whether a wild card had to move for them."""
    stays: bool
    """Whether it is one reading less because an ace on the table stays at its end."""


def extended(rules: MeldRules, table: Reading, cards: Meld) -> Extended:
    """The readings of a meld with cards added to it.

    The cards on the table keep their places, but where the rulebook moves jokers along, one whose
    own card is added becomes free.
    """
    fixed, moved = _made_free(rules, table, cards)
    least = Least(2, min(3, len(table.cards)), grown(table))
    ways = readings(rules, [*fixed, *cards], least, kind=table.grows_as)
    if not table.is_row or rules.round:
        return Extended(ways, moved, False)
    there = [way for way in ways if way.rank <= table.rank and table.high <= way.high]
    return Extended(there, moved, len(there) < len(ways))


def grown(table: Reading) -> tuple[Slot, ...]:
    """What a meld on the table is with more cards, where only a contract has made it a meld."""
    return (Slot(table.kind, 2),) if table.kind in LOOSE else ()


def _made_free(rules: MeldRules, table: Reading, cards: Meld) -> tuple[list[Placed], bool]:
    """The cards of a meld with their places said, but for wild cards that move for cards added."""
    if table.kind in LOOSE and not table.is_row:
        return [*table.cards], False
    fixed = [in_place(rules, placed) for placed in table.cards]
    if not rules.book.joker_moves or not table.is_row:
        return fixed, False
    coming = {placed.card for placed in cards if placed.stands_for in (None, placed.card)}
    pushed = [i for i, placed in enumerate(table.cards) if any(is_for(table, placed, card) for card in coming)]
    for index in pushed:
        fixed[index] = PLAIN[table.cards[index].card]
    return fixed, bool(pushed)


def is_for(table: Reading, placed: Placed, card: int) -> bool:
    """Whether a card of a run stands for this one; where any suits will do, for its rank, whatever suit was named."""
    if not stands(placed):
        return False
    place = placed.stands_for
    if table.kind != MIXED or card == JOKER or place is None:
        return place == card
    return RANK_OF[card] == (RANK_OF[place] if place >= 0 else -place)


def in_place(rules: MeldRules, placed: Placed) -> Placed:
    """A card of a reading with its place said, so that it cannot be read otherwise."""
    if placed.stands_for is None and rules.wild[placed.card]:
        return Placed(placed.card, placed.card)
    return placed


def fits(rules: MeldRules, meld: Meld, card: int, round_no: int | None = None) -> bool:
    """Whether a card could be laid off on a meld on the table."""
    return any(extended(rules, table, [PLAIN[card]]).ways for table in lying(rules, meld, round_no))


def surely_fits(rules: MeldRules, meld: Meld, card: int, round_no: int | None = None) -> bool | None:
    """The same, however the meld may lie; None where it hangs on where its wild card lies, which nobody said."""
    each = [bool(extended(rules, table, [PLAIN[card]]).ways) for table in lying(rules, meld, round_no)]
    if True not in each:
        return False
    return None if False in each and rules.book.wild_place == "as named" else True


def fit_rests(rules: MeldRules, meld: Meld, card: int, round_no: int | None = None) -> Rests:
    """What it rests on that a card could be laid off on a meld on the table; nothing where it could not."""
    tables = lying(rules, meld, round_no)
    after = [way for table in tables for way in extended(rules, table, [PLAIN[card]]).ways]
    return of_all((rests(rules, tables), rests(rules, after))) if after else NOTHING


def would_fit(rules: MeldRules, meld: Meld, cards: Meld, round_no: int | None = None) -> list[str]:
    """The clauses up to the table by which cards do not fit a meld on the table, as on another table they might."""
    topics = []
    natural = any(not rules.wild[card] for card, _ in meld)
    taken = _stood_for(lying(rules, meld, round_no), cards)
    idle = {"meld", "contiguous"}
    idle |= {"natural"} if natural else set()
    idle |= {"joker-moves"} if not taken else set()
    idle |= {"wild-place"} if not is_unsaid(rules, meld) else set()
    for topic, looser in rules.looser.items():
        if topic in idle:
            continue
        other = meld_rules(looser)
        if any(extended(other, table, cards).ways for table in lying(other, meld, round_no)):
            topics.append(topic)
    # where the order of the cards decides, it does so among the ways in which the meld may lie
    return [*topics, *way_rests(rules, meld, round_no)] if "wild-place" in topics else topics


def way_rests(rules: MeldRules, meld: Meld, round_no: int | None) -> tuple[str, ...]:
    """The clauses up to the table on which the one way rests in which a meld lies."""
    held = rests(rules, lying(rules, meld, round_no))
    return (*held.surely, *held.partly)


def _stood_for(tables: Sequence[Reading], cards: Meld) -> bool:
    """Whether a wild card on the table stands for one of these cards."""
    coming = {placed.card for placed in cards}
    return any(stands(placed) and placed.stands_for in coming for table in tables for placed in table.cards)


def no_meld(rules: MeldRules, meld: Meld, round_no: int | None) -> Finding:
    """Why something on the table is no meld."""
    wrong = faults(rules, meld, None, of_table(rules, round_no))[0][0]
    if not meld:
        return wrong
    return wrong._replace(says=phrase("no meld on the table", cards=meld, why=wrong.says))


def judge_lay_off(
    book: Rulebook,
    meld: Meld | None,
    cards: Meld | None,
    down: str | None = None,
    owner: str | None = None,
    owes: str | None = None,
    round_no: int | None = None,
) -> Ruling:
    """Whether cards may be laid off on a meld on the table.

    ``down`` says when the player melded the contract (``no``, ``this turn``, ``earlier``) and ``owner``
    whose the meld is (``self``, ``other``); who ``owes`` a ``set`` or ``run`` is truly screwed. ``adds``: ``meld``
    after it, or None; and ``readings`` where a wild card could go to more than one place (``meld`` is the first of
    them).
    """
    rules = meld_rules(book)
    findings: list[Finding] = []
    needs: list[Need] = []
    if owed := to_replace(book, owes, round_no):
        return truly_screwed(book, owed, phrase("cards are laid off"))
    if round_no in book.all_cards_rounds:
        findings.append(all_cards(round_no, phrase("no laying off")))
    _right_to_lay_off(book, down, owner, findings, needs)
    if not meld or not cards:
        needs += [NEED_MELD] * (not meld) + [NEED_CARDS] * (not cards)
        return refusal(book, findings, {"meld": None}) if findings else depends(book, needs, {"meld": None}, "lay-off")
    tables = lying(rules, meld, round_no)
    each = [extended(rules, table, cards) for table in tables]
    after = list(dict.fromkeys(way for its in each for way in its.ways))
    moved = any(its.moved and its.ways for its in each)
    if not tables:
        findings.append(no_meld(rules, meld, round_no))
    elif not after:
        findings.append(_does_not_fit(rules, meld, tables, cards))
    if findings:
        topics = would_fit(rules, meld, cards, round_no) if len(findings) == 1 and not after else []

        def hint(left: Left) -> tuple[Phrase, ...]:
            may_swap = _may_swap(book, down, owner)
            return tuple(_lay_off_hints(rules, tables, meld, cards, findings, left, may_swap=may_swap))

        return refusal(book, findings, {"meld": None}, hint=hint, first=topics)
    unclear = book.wild_place == "as named" and not all(its.ways for its in each)
    needs += [NEED_PLACE] if unclear else []
    held = of_all((rests(rules, tables), rests(rules, after)))
    topics = not_all_at_once(book, round_no)
    topics += ["screw-over"] if owes is not None and not book.screw_over else []
    decides = down == "this turn" or book.lay_off_whose == "own"
    topics += ["lay-off"] if decides and "lay-off" in book.up_to_the_table else []
    topics += ["pair"] if tables[0].kind == "pair" else []
    topics += ["wild-place", "declare"] if unclear else []
    by_order = by_its_order(rules, meld, tables, round_no)
    topics += held.surely
    topics += by_order if not all(its.ways for its in each) else []
    # where a wild card may move for a card that is added, the meld could come to lie otherwise
    pushed = ["joker-moves"] if _stood_for(tables, cards) and "joker-moves" in rules.looser else []
    if needs:
        return depends(book, needs, {"meld": None}, *topics, "lay-off", *([*held.partly, *pushed] if unclear else []))
    topics += ["melds-stay"] if any(its.stays for its in each) else []
    topics += by_order
    return _laid_off(rules, after, moved, cards, topics, [*held.partly, *pushed])


def to_replace(book: Rulebook, owes: str | None, round_no: int | None) -> tuple[str, ...]:
    """What a truly screwed player must replace, such as ``run of 4``; nothing where nobody is screwed over."""
    if owes is None or not book.screw_over:
        return ()
    rounds = range(book.rounds) if round_no is None else [round_no - 1]
    kinds = IN_A_ROW if owes == "run" else (owes,)
    slots = [slot for number in rounds for slot in book.contracts[number] if slot.kind in kinds]
    usual = Slot(owes, meld_rules(book).ordinary.of(owes))
    return (str(min(slots, key=lambda slot: (slot.kind != owes, slot.size), default=usual)),)


def truly_screwed(book: Rulebook, owed: Sequence[str], what: Phrase) -> Ruling:
    """That somebody who owes a meld does nothing else before it is replaced."""
    says = phrase("owes first", what=what, owed=owed)
    return refusal(book, [Finding(Reason.NOT_DOWN, "screw-replace", says)], {"meld": None})


def _right_to_lay_off(
    book: Rulebook, down: str | None, owner: str | None, findings: list[Finding], needs: list[Need]
) -> None:
    """Whether the player is down long enough for this meld."""
    same_turn = book.lay_off_same_turn
    if down == "no":
        findings.append(Finding(Reason.NOT_DOWN, "lay-off", phrase("lay off: not down")))
    elif down == "this turn" and same_turn == "no":
        findings.append(Finding(Reason.DOWN_TOO_LATE, "lay-off", phrase("lay off: down this turn")))
    elif down == "this turn" and same_turn == "others" and owner == "self":
        findings.append(Finding(Reason.NOT_YOUR_MELD, "lay-off", phrase("lay off: own meld")))
    if book.lay_off_whose == "own" and owner == "other":
        findings.append(Finding(Reason.OTHERS_MELD, "lay-off", phrase("lay off: another's meld")))
    if down is None:
        needs.append(NEED_DOWN)
    if owner is None and (book.lay_off_whose == "own" or (same_turn == "others" and down in (None, "this turn"))):
        needs.append(NEED_OWNER)


def _may_swap(book: Rulebook, down: str | None, owner: str | None) -> bool:
    """Whether a player who may lay off may take a wild card of a run as well."""
    too_soon = down == "this turn" and book.swap_when == "earlier"
    return book.swap in ("runs", "any") and not too_soon and not (owner == "self" and book.swap_whose == "others")


def all_cards(round_no: int | None, what: Phrase) -> Finding:
    """That a round in which the whole hand goes down at once leaves no room for ``what``."""
    return Finding(Reason.ALL_CARDS_ROUND, "last-round", phrase("all cards", round=round_no, what=what))


def not_all_at_once(book: Rulebook, round_no: int | None) -> list[str]:
    """The clause by which melds lie in a round of which it may be doubted: it says that no hand goes down at once.

    Where each player has a contract of their own, no table could name such a round, so nothing hangs on it.
    """
    if round_no is None or round_no in book.all_cards_rounds or "last-round" not in book.up_to_the_table:
        return []
    if book.own_contracts:
        return []
    return ["last-round"] if may_ask_for_all(book, round_no) else []


def _does_not_fit(rules: MeldRules, meld: Meld, tables: Sequence[Reading], cards: Meld) -> Finding:
    table = tables[0]
    at_fault = tuple(map(format_placed, cards))
    for placed in cards:
        if table.is_row and not rules.book.joker_moves and _holders(table, placed.card):
            # where its wild cards may lie otherwise, another one of them may hold the place
            ways = every_way(rules, meld, tables)
            wilds = list(dict.fromkeys(wild for way in ways for wild in _holders(way, placed.card)))
            card = suitless(placed.card) if table.kind == MIXED else placed.card  # any suit would do there
            says = phrase("place taken", wilds=wilds, card=card, meld=table)
            return Finding(Reason.PLACE_TAKEN, "joker-moves", says, (format_placed(placed),))
    fixed, _ = _made_free(rules, table, cards)
    (wrong, *_), _ = faults(rules, [*fixed, *cards], table.grows_as, Least(2, 3, grown(table)))
    reason = wrong.reason if wrong.reason not in (Reason.GAP, Reason.WRONG_PLACE) else Reason.DOES_NOT_FIT
    in_part = bool(_parts_that_fit(rules, tables, cards))
    says = phrase("does not fit", cards=cards, meld=table, why=wrong.says, in_part=in_part)
    return Finding(reason, wrong.topic, says, at_fault)


def _holders(table: Reading, card: int) -> list[int]:
    """The wild cards of a meld that stand for this card."""
    return [there.card for there in table.cards if is_for(table, there, card)]


MOST_PARTS = 300
"""So many parts of cards laid off together are tried at most: only absurd lay-offs come near it."""


def _parts_that_fit(rules: MeldRules, tables: Sequence[Reading], cards: Meld) -> list[Meld]:
    """The largest parts of cards that fit a meld although not all of them do, each once.

    Which of several identical cards is left out makes no difference.
    """
    tried = 0
    for size in range(len(cards) - 1, 0, -1):
        parts = {frozenset(Counter(part).items()): part for part in reversed([*combinations(cards, size)])}
        fitting: list[Meld] = []
        for part in reversed(parts.values()):
            tried += 1
            if tried > MOST_PARTS:
                return fitting
            if any(extended(rules, table, part).ways for table in tables):
                fitting.append(part)
        if fitting:
            return fitting
    return []


def _lay_off_hints(
    rules: MeldRules,
    tables: Sequence[Reading],
    meld: Meld,
    cards: Meld,
    findings: Sequence[Finding],
    left: Left,
    *,
    may_swap: bool,
) -> Iterator[Phrase]:
    if len(findings) > 1:
        return
    match findings[0].reason:
        case Reason.NOT_DOWN:
            at_once = rules.book.lay_off_same_turn == "yes"
            yield phrase("meld first" if at_once else "meld first, then wait")
        case Reason.DOWN_TOO_LATE:
            yield phrase("wait")
        case Reason.NOT_YOUR_MELD:
            yield phrase("wait" if rules.book.lay_off_whose == "own" else "wait or another's meld")
        case Reason.OTHERS_MELD:
            yield phrase("your own meld")
        case Reason.PLACE_TAKEN if may_swap:
            yield phrase("take the wild card", card=parse_placed(findings[0].cards[0]).card)
        case Reason.ALL_CARDS_ROUND:
            return
        case _ if tables:
            parts = _parts_that_fit(rules, tables, cards)
            yield from (_lay_off_only(cards, part) for part in parts)
            would = _would_take(rules, lying(rules, meld, None))
            if not parts and (named := [card for card in would if is_left(rules, card, left)]):
                yield phrase("would take", offer=offer_of(rules, named, tables[0].kind))


def _lay_off_only(cards: Meld, part: Meld) -> Phrase:
    """That only a part of cards is laid off; of identical ones it is said how many."""
    without = list((Counter(cards) - Counter(part)).elements())
    if len(set(cards)) == 1:
        return phrase("lay off only so many", count=len(part))
    if len(without) > 1:
        return phrase("lay off no more than", cards=part)
    other = any(placed.card == without[0].card for placed in part)
    return phrase("lay off only, not the other" if other else "lay off only", cards=part, card=without[0].card)


def _would_take(rules: MeldRules, tables: Sequence[Reading]) -> list[int]:
    """The cards that could be laid off: of the run's suit or the set's rank, and the joker for every wild card."""
    tried = {JOKER} if rules.wilds_played else set[int]()
    for table in tables:
        first = table.suit * 13
        alike: Iterable[int] = range(first, first + 13) if table.kind == "run" else range(table.rank - 1, rules.end, 13)
        if table.kind in LOOSE:
            alike = rules.naturals
        tried.update([card for card in alike if not rules.wild[card] and not rules.odd[card]])
    return [card for card in sorted(tried) if any(extended(rules, table, [PLAIN[card]]).ways for table in tables)]


def _laid_off(
    rules: MeldRules, after: list[Reading], moved: bool, cards: Meld, decisive: Sequence[str], partly: Sequence[str]
) -> Ruling:
    first = after[0]
    topics = [*decisive, *(["joker-moves"] if moved else []), *(["lay-off-end"] if len(after) > 1 else [])]
    if first.is_row and len(first.cards) == 14:
        topics.append("long-run")
    topics += ["lay-off", *partly]
    if first.kind == "set" and len(first.cards) > 4:
        topics.append("set-size")
    if first.wilds > 1:
        topics.append("wild-limit")
    topics.append(first.kind if first.kind not in LOOSE else "contracts")
    rows = [format_meld(reading.cards) for reading in after]
    added = [card for card, _ in cards]
    adds = {"meld": rows[0]} if len(after) == 1 else {"meld": rows[0], "readings": rows}
    if len(after) == 1:
        says = phrase("laid off", cards=added, meld=first)
    elif len({(reading.rank, reading.suit) for reading in after}) == 1:
        says = phrase("laid off, which wild card", cards=added, meld=first)
    else:
        says = phrase("laid off, which", cards=added, melds=after)
    return Ruling(True, says, citations(rules.book, *topics), adds)
