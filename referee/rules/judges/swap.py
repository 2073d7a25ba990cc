"""Taking a wild card out of a meld on the table, for the card it stands for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from referee.rules.cards import Placed, format_card, format_meld, format_placed
from referee.rules.judges.lay_off import (
    NEED_DOWN,
    NEED_MELD,
    NEED_OWNER,
    NEED_PLACE,
    Meld,
    all_cards,
    by_its_order,
    every_way,
    grown,
    in_place,
    is_for,
    lying,
    no_meld,
    not_all_at_once,
    way_rests,
)
from referee.rules.melds.readings import RANK_OF, SUIT_OF, Reading, group_of, is_wild_in, readings, stands
from referee.rules.melds.rests import rests
from referee.rules.rulebook.meld_rules import Least, MeldRules, meld_rules
from referee.rules.rulebook.model import Rulebook
from referee.rules.rulebook.slots import LOOSE, MIXED
from referee.rules.rulings import Finding, Left, Need, Phrase, Reason, Ruling, citations, depends, phrase, refusal

NEED_CARD = Need("card", phrase("offered for"))


def judge_swap(
    book: Rulebook,
    meld: Meld | None,
    card: int | None,
    down: str | None = None,
    owner: str | None = None,
    round_no: int | None = None,
) -> Ruling:
    """Whether a card may be put into a meld for the wild card that stands for it.

    ``down`` and ``owner`` as in ``judge_lay_off``. ``adds``: ``meld`` after it and ``joker``, what must be
    done with the wild card taken; both None if not legal; and ``readings`` where it may be one of several kinds of wild
    cards that is taken (``meld`` is the first of them).
    """
    rules = meld_rules(book)
    findings: list[Finding] = []
    needs: list[Need] = []
    adds: dict[str, object] = {"meld": None, "joker": None}
    if book.swap == "no":
        return refusal(
            book,
            [
                Finding(
                    Reason.NOT_PLAYED,
                    "swap",
                    phrase("never swapped" if book.wild_sometimes > {"JK"} else "jokers stay"),
                )
            ],
            adds,
        )
    if round_no in book.all_cards_rounds:
        findings.append(all_cards(round_no, phrase("no taking a wild card")))
    _right_to_swap(book, down, owner, findings, needs)
    tables: list[Reading] = []
    each: list[list[Swapped]] = []
    if meld is None or card is None:
        needs += [NEED_MELD] * (meld is None) + [NEED_CARD] * (card is None)
    else:
        tables = lying(rules, meld, round_no)
        each = [swapped(rules, table, card) for table in tables]
        if not tables:
            findings.append(no_meld(rules, meld, round_no))
        elif not any(each):
            findings.append(_nothing_to_swap(rules, tables, card))
    if findings:
        first = _by_its_order_alone(rules, meld, card, round_no) if len(findings) == 1 else []
        return refusal(book, findings, adds, hint=lambda left: _swap_hints(rules, findings, tables, left), first=first)
    after = [made for ways in each for made in ways]
    unclear = book.wild_place == "as named" and not all(each)
    needs += [NEED_PLACE] if unclear else []
    held = rests(rules, tables)
    allowing = ("swap-when", "swap") if down == "this turn" else ("swap",)
    by_order = by_its_order(rules, meld or (), tables, round_no)
    topics = [*not_all_at_once(book, round_no), *(["wild-place", "declare"] if unclear else [])]
    topics += [*book.open_among(allowing), *held.surely]
    topics += by_order if not all(each) else []
    if needs or card is None:
        decide = {"swap-when": NEED_DOWN in needs, "swap-whose": NEED_OWNER in needs}
        topics += [topic for topic, asks in decide.items() if asks]
        return depends(book, needs, adds, *topics, "swap", *(held.partly if unclear else []))
    topics = [*(book.open_among(["swap-whose"]) if owner != "other" else []), *topics, *held.partly]
    topics += by_order
    topics += ["swap-when"] if down == "this turn" else []
    topics += ["swap-whose"] if owner == "self" else []
    ways = every_way(rules, meld, tables) if meld else tables
    by_taken: dict[int, Swapped] = {}
    for made in [each for way in ways for each in swapped(rules, way, card)]:
        by_taken.setdefault(made.taken, made)
    taken = list(by_taken)
    says = phrase("swapped" if len(taken) == 1 else "swapped, which", card=card, taken=taken, after=book.swap_joker)
    adds = {"meld": format_meld(after[0].meld.cards), "joker": book.swap_joker}
    if len(taken) > 1:
        adds["readings"] = [format_meld(by_taken[wild].meld.cards) for wild in taken]
    into = ["new-melds"] if book.swap_joker == "new meld now" else []
    return Ruling(True, says, citations(book, *topics, "swap", "swap-joker", *into), adds)


def _right_to_swap(
    book: Rulebook, down: str | None, owner: str | None, findings: list[Finding], needs: list[Need]
) -> None:
    """Whether the player is down long enough, and the meld one to take from."""
    if down == "no":
        findings.append(Finding(Reason.NOT_DOWN, "swap-when", phrase("swap: not down")))
    elif down == "this turn" and book.swap_when == "earlier":
        findings.append(Finding(Reason.DOWN_TOO_LATE, "swap-when", phrase("swap: down this turn")))
    elif down is None:
        needs.append(NEED_DOWN)
    if book.swap_whose == "others" and owner == "self":
        findings.append(Finding(Reason.OWN_MELD, "swap-whose", phrase("swap: own meld")))
    elif book.swap_whose == "others" and owner is None:
        needs.append(NEED_OWNER)


class Swapped(NamedTuple):
    """What a swap makes of a meld, and the wild card that leaves it."""

    meld: Reading
    taken: int


def swapped(rules: MeldRules, table: Reading, card: int) -> list[Swapped]:
    """The meld with a card in place of a wild card that stands for it, if it may be there; once for each kind."""
    if rules.book.swap == "runs" and not table.is_row:
        return []
    if table.kind in LOOSE and not table.is_row:
        return _swapped_alike(rules, table, card)
    ways: dict[int, Swapped] = {}
    for index, placed in enumerate(table.cards):
        stands_for_it = placed.stands_for == card or _of_rank(placed, card, table)
        if table.kind == MIXED:
            stands_for_it = is_for(table, placed, card)
        if placed.card not in ways and stands(placed) and stands_for_it:
            row = [in_place(rules, placed) for placed in table.cards]
            row[index] = Placed(card, card)
            kind = table.kind if table.is_row else None
            made = readings(rules, row, Least(2, 3, grown(table)), kind=kind)
            if table.is_row:  # an ace on the table stays at its end
                made = [way for way in made if way.span == table.span]
            if made:
                ways[placed.card] = Swapped(made[0], placed.card)
    return list(ways.values())


def _swapped_alike(rules: MeldRules, table: Reading, card: int) -> list[Swapped]:
    """In a meld of one colour or suit a wild card stands for any card of it."""
    if rules.wild[card] or group_of(table.kind, SUIT_OF[card]) != table.suit:
        return []
    ways: dict[int, Swapped] = {}
    for index, placed in enumerate(table.cards):
        if placed.card not in ways and is_wild_in(rules, table, placed):
            row = [*table.cards[:index], Placed(card), *table.cards[index + 1 :]]
            if made := readings(rules, row, Least(2, 3, grown(table)), kind=table.kind):
                ways[placed.card] = Swapped(made[0], placed.card)
    return list(ways.values())


def _by_its_order_alone(rules: MeldRules, meld: Meld | None, card: int | None, round_no: int | None) -> list[str]:
    """The clause by which no wild card stands for a card, where one would if the order of the cards said nothing."""
    loose = rules.looser.get("wild-place")
    if loose is None or not meld or card is None:
        return []
    other = meld_rules(loose)
    stood_for = any(swapped(other, table, card) for table in lying(other, meld, round_no))
    stands_for_it = any(swapped(rules, table, card) for table in lying(rules, meld, round_no))
    return ["wild-place", *way_rests(rules, meld, round_no)] if stood_for and not stands_for_it else []


def _of_rank(placed: Placed, card: int, table: Reading) -> bool:
    """In a set a wild card stands for its rank, whatever suit was named for it."""
    return not table.is_row and placed.stands_for is not None and RANK_OF[card] == table.rank


def _nothing_to_swap(rules: MeldRules, tables: Sequence[Reading], card: int) -> Finding:
    table = tables[0]
    if not table.is_row and rules.book.swap == "runs" and table.wilds:
        dead = tuple(format_placed(placed) for placed in table.cards if stands(placed))
        says = phrase("dead in a group" if table.kind in LOOSE else "dead in a set")
        return Finding(Reason.DEAD_WILD, "swap", says, dead)
    if not table.wilds:
        says = phrase("no wild card there", meld=table)
    elif rules.wild[card]:
        says = phrase("not for a wild card", meld=table)
    else:
        says = phrase("none stands for it", meld=table, card=card)
    return Finding(Reason.NOT_REPLACED, "swap", says, (format_card(card),))


def _swap_hints(
    rules: MeldRules, findings: Sequence[Finding], tables: Sequence[Reading], left: Left
) -> tuple[Phrase, ...]:
    if len(findings) > 1:
        return ()
    match findings[0].reason:
        case Reason.NOT_REPLACED if tables and tables[0].kind in LOOSE and not tables[0].is_row and tables[0].wilds:
            return (phrase("offer of the group", this=(tables[0].kind, tables[0].suit)),)
        case Reason.NOT_DOWN:
            return (phrase("meld first" if rules.book.swap_when == "down" else "meld first, then wait"),)
        case Reason.DOWN_TOO_LATE:
            return (phrase("wait"),)
        case Reason.NOT_REPLACED:
            wanted = [
                card
                for card in _stood_for(rules, tables)
                if left(card) and any(swapped(rules, t, card) for t in tables)
            ]
            return (phrase("offer", cards=wanted),) if wanted else ()
        case _:
            return ()


def _stood_for(rules: MeldRules, tables: Sequence[Reading]) -> list[int]:
    """The cards for which wild cards stand in a meld: in a set, all of its rank."""
    cards: dict[int, None] = {}
    for table in tables:
        places = [placed.stands_for for placed in table.cards if stands(placed)]
        if table.kind in LOOSE:
            cards |= dict.fromkeys(card for card in rules.naturals if swapped(rules, table, card))
        elif table.kind != "run" and places:
            cards |= dict.fromkeys(range(table.rank - 1, rules.end, 13))
        else:
            cards |= dict.fromkeys(place for place in places if place is not None)
    return [*cards]
