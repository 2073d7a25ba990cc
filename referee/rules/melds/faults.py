"""Why cards are no meld: every fault, the deciding one first. What would put it right is in ``repairs``."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress
from typing import NamedTuple

from referee.rules.cards import JOKER, SUITLESS, Placed, card_of, written
from referee.rules.melds.bare import gaps_of
from referee.rules.melds.readings import (
    NOT_PLAIN,
    PLAIN,
    RANK_OF,
    SUIT_OF,
    Seen,
    Sorted,
    group_of,
    rank_of,
    sort_out,
    suit_of,
)
from referee.rules.rulebook.meld_rules import HIGH_ACE, NO_END, Least, MeldRules
from referee.rules.rulebook.slots import CALLED, LOOSE, MIXED
from referee.rules.rulings import Finding, Reason, phrase


class Fixed(NamedTuple):
    """The cards that can be one thing only, with the rank and the suit that each counts as."""

    cards: list[Placed]
    ranks: list[int]
    suits: list[int]
    """-1 for a wild card of which only the rank was said."""


def fixed(cards: Sorted) -> Fixed:
    """Naturals, and wild cards whose place was said."""
    naturals, assigned, _free, _wrong = cards
    if not assigned:
        cards_ = [card for card, _ in naturals]
        return Fixed(naturals, [*map(RANK_OF.__getitem__, cards_)], [*map(SUIT_OF.__getitem__, cards_)])
    both = [*naturals, *assigned]
    return Fixed(both, list(map(rank_of, both)), list(map(suit_of, both)))


def faults(
    rules: MeldRules, cards: Sequence[Placed], kind: str | None, least: Least, seen: Seen = NOT_PLAIN
) -> tuple[list[Finding], str]:
    """What is wrong with cards that have no reading, seen as the kind of meld they come nearest to.

    Also the clause topic by which they are not the other kind either; empty where a kind was named.
    """
    if not cards:
        return [Finding(Reason.TOO_SHORT, "set" if kind != "run" else "run", phrase("no cards"))], ""
    sorted_out = sort_out(rules, cards, seen)
    if sorted_out.wrong:
        return [_not_wild(placed) for placed in sorted_out.wrong], ""
    its = fixed(sorted_out)
    if kind is None and least.loose:
        kind = _meant_loosely(its, len(cards), least)
    if kind == "run":
        return _run_faults(rules, sorted_out, its, least), ""
    if kind in LOOSE:
        return _loose_faults(rules, sorted_out, its, least, kind), ""
    if kind is not None:
        least = least if kind == "pair" else least._replace(set=max(3, least.set))
        as_set = _set_faults(rules, sorted_out, its, least)
        wrong = _no_pair(rules, cards, least) if kind == "pair" else []
        return wrong + [finding for finding in as_set if not wrong or finding.reason is not Reason.WRONG_PLACE], ""
    meant = meant_kind(its, len(cards))
    if meant == "set":
        return _set_faults(rules, sorted_out, its, least), "run"
    if meant == "run":
        return _run_faults(rules, sorted_out, its, least), "set"
    as_set, as_run = _set_faults(rules, sorted_out, its, least), _run_faults(rules, sorted_out, its, least)
    return (as_set, as_run[0].topic) if len(as_set) <= len(as_run) else (as_run, as_set[0].topic)


def _meant_loosely(its: Fixed, n: int, least: Least) -> str | None:
    """The kind that cards are meant to be where a contract asks for one that only it makes a meld, if that is clear."""
    ranks, suits = its.ranks, {suit for suit in its.suits if suit >= 0}
    if len(ranks) < 2:
        return None
    near_a_set = max(map(ranks.count, ranks)) >= len(ranks) - 1
    near_a_run = _within(ranks, n) >= len(ranks) - 1 and len(set(ranks)) >= len(ranks) - 1
    for slot in least.loose:
        if slot.kind == MIXED and near_a_run and len(suits) > 1:
            return MIXED
        if slot.kind != MIXED and not near_a_set and not near_a_run:
            return slot.kind
    return None


def _loose_faults(rules: MeldRules, cards: Sorted, its: Fixed, least: Least, kind: str) -> list[Finding]:
    """What is wrong with cards as a meld that only a contract makes one."""
    fewest = next((slot.size for slot in least.loose if slot.kind == kind), least.run)
    if kind == MIXED:
        # the cards of no suit in particular
        no_suits = its._replace(suits=[-1] * len(its.suits))
        return _run_faults(rules, cards, no_suits, Least(least.set, fewest), SUITLESS // 13)
    groups = [group_of(kind, suit) if suit >= 0 else -1 for suit in its.suits]
    named = [group for group in groups if group >= 0]
    findings = []
    group = _most(named) if named else -1
    strangers = [placed for placed, own in zip(its.cards, groups, strict=True) if own not in (group, -1)]
    if strangers and not _is_most(group, named):
        findings.append(Finding(Reason.SUITS_DIFFER, "contracts", phrase("groups differ", kind=kind)))
    elif strangers:
        says = phrase("not of the group", cards=strangers, kind=kind, group=group)
        findings.append(Finding(Reason.SUITS_DIFFER, "contracts", says, tuple(map(written, strangers))))
    n = len(its.cards) + len(cards.free)
    if n < fewest:
        says = phrase("too short", kind=CALLED[kind], least=fewest, count=n)
        findings.append(Finding(Reason.TOO_SHORT, "contracts", says))
    wilds = [*cards.assigned, *[PLAIN[card] for card in cards.free if card == JOKER or not rules.as_itself]]
    wilds += [
        PLAIN[card]
        for card in cards.free
        if card != JOKER and rules.as_itself and group_of(kind, SUIT_OF[card]) != group
    ]
    return (findings + _wild_faults(rules, n, wilds)) or [_somehow(CALLED[kind])]


def _not_wild(placed: Placed) -> Finding:
    card, place = placed
    if place is None and card != JOKER:
        return Finding(Reason.NOT_WILD, "cards", phrase("skip fits no meld"), (written(placed),))
    if place is None:
        return Finding(Reason.NOT_WILD, "wild", phrase("joker not wild"), ("JK",))
    return Finding(Reason.NOT_WILD, "wild", phrase("not wild", card=card, place=place), (written(placed),))


def _no_pair(rules: MeldRules, cards: Sequence[Placed], least: Least) -> list[Finding]:
    if least.set > 2:
        return [Finding(Reason.NO_PAIR_ASKED, "contracts", phrase("no pair asked"))]
    if len(cards) > 2:
        topic = "pair" if "pair" in rules.book.clauses else "contracts"
        return [Finding(Reason.TOO_LONG, topic, phrase("pair too long", count=len(cards)))]
    return []


def meant_kind(cards: Fixed, n: int) -> str:
    """What so many cards are meant to be: the kind of meld that fewer of them spoil; empty where nothing tells.

    Cards whose ranks follow each other are meant as a run even where no two are of one suit. A wild
    card counts as the card it was said to stand for.
    """
    _, ranks, suits = cards
    if -1 in suits:
        ranks, suits = [rank for rank, its in zip(ranks, suits, strict=True) if its >= 0], [s for s in suits if s >= 0]
    count = len(ranks)
    if count < 2:
        return ""
    suit = _most(suits)
    of_a_rank = 1 if len(set(ranks)) == count else max(map(ranks.count, ranks))
    of_a_suit = suits.count(suit)
    if of_a_rank == 1 and (of_a_suit == count or ((count > 2 or n > 3) and _within(ranks, n) == count)):
        return "run"
    for_a_set = count - of_a_rank
    together = 1 if of_a_suit == 1 else _within([r for r, its in zip(ranks, suits, strict=True) if its == suit], n)
    for_a_run = count - together
    spoils_less = for_a_run < for_a_set or (for_a_run == for_a_set and of_a_suit > of_a_rank)
    return "run" if spoils_less else "set"


def _within(ranks: Sequence[int], n: int) -> int:
    """How many different ranks lie at most within n places that follow each other, the ace at either end."""
    held = 0
    for rank in ranks:
        held |= 1 << rank - 1
    count = held.bit_count()
    if gaps_of(1, HIGH_ACE)[held] + count <= n:
        return count
    places = held | (held & 1) << HIGH_ACE - 1
    window = (1 << n) - 1
    return max([(places >> low & window).bit_count() for low in range(max(1, 15 - n))])


def _most(values: list[int]) -> int:
    """What stands most often in a list, the greatest of several."""
    if values.count(values[0]) == len(values):
        return values[0]
    return max(zip(map(values.count, values), values, strict=True))[1]


def _is_most(value: int, values: list[int]) -> bool:
    """Whether a value stands more often in a list than every other."""
    times = values.count(value)
    return all(values.count(other) < times for other in {*values} - {value})


def _wild_faults(rules: MeldRules, n: int, wilds: list[Placed]) -> list[Finding]:
    """Limits on wild cards that no arrangement can meet."""
    findings = []
    naturals = n - len(wilds)
    if naturals < rules.book.naturals_least:
        says = phrase("too few naturals", least=rules.book.naturals_least)
        findings.append(Finding(Reason.TOO_FEW_NATURALS, "natural", says, tuple(map(written, wilds))))
    if len(wilds) > rules.wilds_most:
        says = phrase("too many wilds", most=rules.wilds_most, count=len(wilds))
        beyond = tuple(map(written, wilds[rules.wilds_most :]))
        findings.append(Finding(Reason.TOO_MANY_WILDS, "wild-limit", says, beyond))
    if rules.by_naturals and len(wilds) > naturals:
        says = phrase("more wilds than naturals", count=len(wilds), naturals=naturals)
        beyond = tuple(map(written, wilds[naturals:]))
        findings.append(Finding(Reason.TOO_MANY_WILDS, "wild-limit", says, beyond))
    return findings


def _set_faults(rules: MeldRules, cards: Sorted, its: Fixed, least: Least) -> list[Finding]:
    naturals, assigned, free, _ = cards
    ranks = its.ranks
    n = len(ranks) + len(free)
    findings = []
    rank = _most(ranks) if ranks else 0
    strangers = [placed for placed, own_rank in zip(its.cards, ranks, strict=True) if own_rank != rank]
    if strangers:
        topic = "set" if any(placed in naturals for placed in strangers) else "wild"
        if ranks.count(rank) == 1:
            says = phrase("ranks differ", ranks=ranks)
        else:
            says = phrase("no such rank", cards=strangers, rank=rank)
        findings.append(Finding(Reason.RANKS_DIFFER, topic, says, tuple(map(written, strangers))))
    if n < least.set:
        findings.append(Finding(Reason.TOO_SHORT, "set", phrase("too short", kind="set", least=least.set, count=n)))
    if rules.different:
        findings += _suit_twice(its)
    if n > rules.set_longest:
        says = phrase("too long", kind="set", most=rules.set_longest, count=n)
        findings.append(Finding(Reason.TOO_LONG, "set-size", says))
    ranked = [RANK_OF[card] for card in free if card != JOKER] if rules.as_itself else []
    # without a natural card the wild cards are best read as the rank that most of them have
    itself = rank or (_most(ranked) if ranked else 0)
    wilds = [*assigned, *(PLAIN[card] for card in free if not ranked or RANK_OF[card] != itself)]
    return (findings + _wild_faults(rules, n, wilds)) or [_somehow("set")]


def _somehow(kind: str) -> Finding:
    """For what breaks a rule only by several things together, none of them wrong by itself."""
    return Finding(Reason.WRONG_PLACE, "wild", phrase("wilds fit nowhere", kind=kind))


def _suit_twice(its: Fixed) -> list[Finding]:
    """Cards of one suit where the suits of a set must differ; a wild card has a suit only if it was said."""
    if len(set(its.suits)) == len(its.suits):
        return []
    twice = [suit for suit in sorted(set(its.suits)) if suit >= 0 and its.suits.count(suit) > 1]
    if not twice:
        return []
    doubles = tuple(written(placed) for placed, suit in zip(its.cards, its.suits, strict=True) if suit in twice)
    return [Finding(Reason.SUIT_TWICE, "set", phrase("suit twice", suits=twice), doubles)]


def _run_faults(
    rules: MeldRules, cards: Sorted, its: Fixed, least: Least, said_suit: int | None = None
) -> list[Finding]:
    """``said_suit``: the suit in which its cards are named, where that is not their own."""
    naturals, assigned, free, _ = cards
    suits = its.suits
    n = len(suits) + len(free)
    findings = []
    named = [suit for suit in suits if suit >= 0] if assigned else suits
    suit = _most(named) if named else -1
    fitting = its
    if suits.count(suit) < len(named):
        fits = [own_suit in (suit, -1) for own_suit in suits]
        strangers = [placed for placed, fit in zip(its.cards, fits, strict=True) if not fit]
        fitting = Fixed(list(compress(its.cards, fits)), list(compress(its.ranks, fits)), list(compress(suits, fits)))
        topic = "run" if any(placed in naturals for placed in strangers) else "wild"
        says = phrase("suits differ", suits=list(dict.fromkeys(named)))
        if _is_most(suit, named):
            says = phrase("no such suit", cards=strangers, suit=suit)
        findings.append(Finding(Reason.SUITS_DIFFER, topic, says, tuple(map(written, strangers))))
    in_suit = max(suit, 0) if said_suit is None else said_suit
    if not findings or _order_faults(rules, its, len(free), n, in_suit):
        # where the cards follow each other but for the suits, the gap beside a stranger is its own
        findings += _order_faults(rules, fitting, len(free), n, in_suit)
    if n < least.run:
        findings.append(Finding(Reason.TOO_SHORT, "run", phrase("too short", kind="run", least=least.run, count=n)))
    if n > rules.run_longest:
        says = phrase("too long", kind="run", most=rules.run_longest, count=n)
        findings.append(Finding(Reason.TOO_LONG, "long-run", says))
    if not assigned and not free:
        return findings or [_somehow("run")]
    wilds = [*assigned, *[PLAIN[card] for card in free]]
    if rules.as_itself and not rules.only_jokers:
        held = {placed.card for placed in naturals}
        own = {card for card in free if SUIT_OF[card] == suit != -1 and card not in held}
        wilds = [*assigned, *[PLAIN[card] for card in free if card not in own]]
        wilds += [PLAIN[card] for card in own for _ in range(free.count(card) - 1)]
    findings += _wild_faults(rules, n, wilds)
    if not findings and not rules.side_by_side and len(wilds) > 1:
        names = tuple(map(written, wilds))
        findings.append(Finding(Reason.WILDS_TOUCH, "wild-neighbours", phrase("wilds touch"), names))
    return findings or [_somehow("run")]


def _order_faults(rules: MeldRules, its: Fixed, free: int, n: int, suit: int) -> list[Finding]:
    """Cards of one suit that do not follow each other, free wild cards filling what they can."""
    ranks = its.ranks
    places = sorted(set(ranks))
    if not places:
        return []
    if len(places) < len(ranks):
        two_aces = n >= 14 and rules.run_longest == 14
        twice = [rank for rank in places if ranks.count(rank) > (2 if rank == 1 and two_aces else 1)]
        if twice:
            return [_rank_twice(its, twice, suit)]
    if rules.round:
        row = _around(places)
        missing = _missing(row)
        if len(missing) <= free:
            return []
        says = phrase("gap", row=row, missing=missing, free=free, suit=suit)
        return [Finding(Reason.GAP, "run", says, _beside_the_gap(its, missing, row))]
    low_missing = high_missing = _missing(places)
    high = places
    if places[0] == 1:
        high = [*places[1:], HIGH_ACE]
        high_missing = _missing(high)
    ace_up = rules.bottom == 2 or (rules.top == HIGH_ACE and len(high_missing) < len(low_missing))
    row = high if ace_up else places
    missing = high_missing if ace_up else low_missing
    if len(missing) <= free:
        return []
    if rules.bottom == 2 and len(low_missing) <= free:
        says, reason = phrase("ace high only"), Reason.ACE_LOW
    elif rules.top < HIGH_ACE and len(high_missing) <= free:
        says, reason = phrase("ace low only"), Reason.ACE_HIGH
    elif places[0] == 1 and _circle_missing(places) <= free:
        says, reason = phrase("around the corner"), Reason.AROUND_THE_CORNER
    else:
        says = phrase("gap", row=row, missing=missing, free=free, suit=suit)
        return [Finding(Reason.GAP, "run", says, _beside_the_gap(its, missing, row))]
    aces = [written(placed) for placed, rank in zip(its.cards, ranks, strict=True) if rank == 1]
    return [Finding(reason, "run", says, tuple(aces) or _beside_the_gap(its, missing, row))]


def _rank_twice(its: Fixed, twice: list[int], suit: int) -> Finding:
    doubles = [placed for placed, rank in zip(its.cards, its.ranks, strict=True) if rank in twice]
    natural = any(placed.stands_for is None for placed in doubles[1:])
    more = len(doubles) != 2 * len(twice)
    says = phrase("rank twice", cards=[card_of(suit, rank) for rank in twice], more=more)
    return Finding(Reason.RANK_TWICE, "run" if natural else "wild", says, tuple(map(written, doubles)))


def _around(places: list[int]) -> list[int]:
    """Places in the order in which a run round the corner would have them, so that it misses the fewest."""
    turned = [[*places[at:], *[place + 13 for place in places[:at]]] for at in range(len(places))]
    return min(turned, key=lambda row: row[-1] - row[0])


def _missing(places: list[int]) -> list[int]:
    return sorted({*range(places[0], places[-1] + 1)}.difference(places))


def _circle_missing(places: list[int]) -> int:
    """How many ranks are missing if king, ace and two may follow each other."""
    gaps = [(b - a) % 13 for a, b in zip(places, [*places[1:], places[0]], strict=True)]
    return 13 - max(gaps) + 1 - len(places) if len(places) > 1 else NO_END


def _beside_the_gap(its: Fixed, missing: list[int], row: Sequence[int]) -> tuple[str, ...]:
    """The smaller side of the gap: the cards that do not join the rest."""
    low, gap = row[0], missing[0]
    sides: tuple[list[Placed], list[Placed]] = ([], [])
    for placed, rank in zip(its.cards, its.ranks, strict=True):
        # a rank below the lowest place lies above the king
        sides[(rank if rank >= low else rank + 13) > gap].append(placed)
    below, above = sides
    return tuple(map(written, below if len(below) < len(above) else above))
