"""Why cards are no meld: every fault, the deciding one first. What would put it right is in ``repairs``."""

from __future__ import annotations

from collections.abc import Sequence

from referee.rules.cards import JOKER, Placed, card_of, written
from referee.rules.melds.readings import PLAIN, RANK_OF, SUIT_OF, Sorted, sort_out
from referee.rules.rulebook.meld_rules import HIGH_ACE, NO_END, Least, MeldRules
from referee.rules.rulings import Finding, Reason, phrase


def faults(rules: MeldRules, cards: Sequence[Placed], kind: str | None, least: Least) -> tuple[list[Finding], str]:
    """What is wrong with cards that have no reading, seen as the kind of meld they come nearest to.

    Also the clause topic by which they are not the other kind either; empty where a kind was named.
    """
    if not cards:
        return [Finding(Reason.TOO_SHORT, "set" if kind != "run" else "run", phrase("no cards"))], ""
    sorted_out = sort_out(rules, cards)
    if sorted_out.wrong:
        return [_not_wild(placed) for placed in sorted_out.wrong], ""
    if kind == "run":
        return _run_faults(rules, sorted_out, least), ""
    if kind is not None:
        as_set = _set_faults(rules, sorted_out, least if kind == "pair" else least._replace(set=max(3, least.set)))
        wrong = _no_pair(rules, cards, least) if kind == "pair" else []
        return wrong + [finding for finding in as_set if not wrong or finding.reason is not Reason.WRONG_PLACE], ""
    meant = meant_kind(sorted_out, len(cards))
    if meant == "set":
        return _set_faults(rules, sorted_out, least), "run"
    if meant == "run":
        return _run_faults(rules, sorted_out, least), "set"
    as_set, as_run = _set_faults(rules, sorted_out, least), _run_faults(rules, sorted_out, least)
    return (as_set, as_run[0].topic) if len(as_set) <= len(as_run) else (as_run, as_set[0].topic)


def _not_wild(placed: Placed) -> Finding:
    card, place = placed
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


def meant_kind(cards: Sorted, n: int) -> str:
    """What so many cards are meant to be: the kind of meld that fewer of them spoil; empty where nothing tells.

    Cards whose ranks follow each other are meant as a run even where no two are of one suit. A wild
    card counts as the card it was said to stand for.
    """
    meant = [card for card, _ in cards.naturals]
    meant += [place for _, place in cards.assigned if place is not None and place >= 0]
    count = len(meant)
    if count < 2:
        return ""
    ranks, suits = [RANK_OF[card] for card in meant], [SUIT_OF[card] for card in meant]
    suit = _most(suits)
    of_a_rank, of_a_suit = ranks.count(_most(ranks)), suits.count(suit)
    if of_a_rank == 1 and (of_a_suit == count or ((count > 2 or n > 3) and _within(ranks, n) == count)):
        return "run"
    for_a_set = count - of_a_rank
    for_a_run = count - _within([rank for rank, its in zip(ranks, suits, strict=True) if its == suit], n)
    spoils_less = for_a_run < for_a_set or (for_a_run == for_a_set and of_a_suit > of_a_rank)
    return "run" if spoils_less else "set"


def _within(ranks: Sequence[int], n: int) -> int:
    """How many different ranks lie at most within n places that follow each other, the ace at either end."""
    places = 0
    for rank in ranks:
        places |= 1 << rank | (1 << 14 if rank == 1 else 0)
    window = (1 << n) - 1
    return max([(places >> low & window).bit_count() for low in range(1, max(2, 16 - n))])


def _most(values: list[int]) -> int:
    """What stands most often in a list, the greatest of several."""
    most, times = values[0], values.count(values[0])
    if times == len(values):
        return most
    for value in set(values):
        count = values.count(value)
        if count > times or (count == times and value > most):
            most, times = value, count
    return most


def _is_most(value: int, values: list[int]) -> bool:
    """Whether a value stands more often in a list than every other."""
    times = values.count(value)
    return all(other == value or values.count(other) < times for other in values)


def _wild_faults(rules: MeldRules, n: int, wilds: list[Placed]) -> list[Finding]:
    """Limits on wild cards that no arrangement can meet."""
    findings = []
    if n - len(wilds) < rules.naturals_least:
        says = phrase("too few naturals", least=rules.naturals_least)
        findings.append(Finding(Reason.TOO_FEW_NATURALS, "natural", says, tuple(map(written, wilds))))
    if len(wilds) > rules.wilds_most:
        says = phrase("too many wilds", most=rules.wilds_most, count=len(wilds))
        beyond = tuple(map(written, wilds[rules.wilds_most :]))
        findings.append(Finding(Reason.TOO_MANY_WILDS, "wild-limit", says, beyond))
    return findings


def _set_faults(rules: MeldRules, cards: Sorted, least: Least) -> list[Finding]:
    naturals, assigned, free, _ = cards
    n = len(naturals) + len(assigned) + len(free)
    findings = []
    fixed = [*naturals, *assigned]
    ranks = [_rank(placed) for placed in fixed]
    rank = _most(ranks) if ranks else 0
    strangers = [placed for placed, its in zip(fixed, ranks, strict=True) if its != rank]
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
        findings += _suit_twice(fixed)
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


def _suit_twice(fixed: list[Placed]) -> list[Finding]:
    """Cards of one suit where the suits of a set must differ; a wild card has a suit only if it was said."""
    suits = [_suit(placed) for placed in fixed]
    twice = [suit for suit in sorted(set(suits)) if suit >= 0 and suits.count(suit) > 1]
    if not twice:
        return []
    doubles = tuple(written(placed) for placed, suit in zip(fixed, suits, strict=True) if suit in twice)
    return [Finding(Reason.SUIT_TWICE, "set", phrase("suit twice", suits=twice), doubles)]


def _rank(placed: Placed) -> int:
    place = placed.stands_for
    return RANK_OF[placed.card] if place is None else -place if place < 0 else RANK_OF[place]


def _run_faults(rules: MeldRules, cards: Sorted, least: Least) -> list[Finding]:
    naturals, assigned, free, _ = cards
    n = len(naturals) + len(assigned) + len(free)
    findings = []
    fixed = [*naturals, *assigned]
    suits = [_suit(placed) for placed in fixed]
    named = [suit for suit in suits if suit >= 0] if assigned else suits
    suit = _most(named) if named else -1
    fitting = fixed
    if suits.count(suit) < len(named):
        strangers = [placed for placed, its in zip(fixed, suits, strict=True) if its not in (suit, -1)]
        fitting = [placed for placed, its in zip(fixed, suits, strict=True) if its in (suit, -1)]
        topic = "run" if any(placed in naturals for placed in strangers) else "wild"
        says = phrase("suits differ", suits=list(dict.fromkeys(named)))
        if _is_most(suit, named):
            says = phrase("no such suit", cards=strangers, suit=suit)
        findings.append(Finding(Reason.SUITS_DIFFER, topic, says, tuple(map(written, strangers))))
    if not findings or _order_faults(rules, fixed, len(free), n, max(suit, 0)):
        # where the cards follow each other but for the suits, the gap beside a stranger is its own
        findings += _order_faults(rules, fitting, len(free), n, max(suit, 0))
    if n < least.run:
        findings.append(Finding(Reason.TOO_SHORT, "run", phrase("too short", kind="run", least=least.run, count=n)))
    if n > rules.run_longest:
        says = phrase("too long", kind="run", most=rules.run_longest, count=n)
        findings.append(Finding(Reason.TOO_LONG, "long-run", says))
    if not assigned and not free:
        return findings or [_somehow("run")]
    held = {placed.card for placed in naturals}
    own = {card for card in free if rules.as_itself and SUIT_OF[card] == suit != -1 and card not in held}
    wilds = [*assigned, *(PLAIN[card] for card in free if card not in own)]
    wilds += [PLAIN[card] for card in own for _ in range(free.count(card) - 1)]
    findings += _wild_faults(rules, n, wilds)
    if not findings and not rules.side_by_side and len(wilds) > 1:
        names = tuple(map(written, wilds))
        findings.append(Finding(Reason.WILDS_TOUCH, "wild-neighbours", phrase("wilds touch"), names))
    return findings or [_somehow("run")]


def _suit(placed: Placed) -> int:
    """The suit a card counts as in a run; -1 for a wild card of which only the rank was said."""
    place = placed.stands_for
    return SUIT_OF[placed.card] if place is None else -1 if place < 0 else SUIT_OF[place]


def _order_faults(rules: MeldRules, fixed: list[Placed], free: int, n: int, suit: int) -> list[Finding]:
    """Cards of one suit that do not follow each other, free wild cards filling what they can."""
    ranks = [_rank(placed) for placed in fixed]
    places = sorted(set(ranks))
    if not places:
        return []
    aces = 2 if n >= 14 and rules.run_longest == 14 else 1
    twice = [r for r in places if ranks.count(r) > (aces if r == 1 else 1)] if len(places) < len(ranks) else []
    if twice:
        doubles = [placed for placed in fixed if _rank(placed) in twice]
        natural = any(placed.stands_for is None for placed in doubles[1:])
        more = len(doubles) != 2 * len(twice)
        says = phrase("rank twice", cards=[card_of(suit, rank) for rank in twice], more=more)
        topic = "run" if natural else "wild"
        return [Finding(Reason.RANK_TWICE, topic, says, tuple(map(written, doubles)))]
    if rules.round:
        row = _around(places)
        missing = _missing(row)
        if len(missing) <= free:
            return []
        says = phrase("gap", row=row, missing=missing, free=free, suit=suit)
        return [Finding(Reason.GAP, "run", says, _beside_the_gap(fixed, missing, row))]
    high = sorted(HIGH_ACE if place == 1 else place for place in places)
    low_missing, high_missing = _missing(places), _missing(high)
    ace_up = rules.bottom == 2 or (rules.top == HIGH_ACE and len(high_missing) < len(low_missing))
    row = high if ace_up else places
    missing = high_missing if row is high else low_missing
    if len(missing) <= free:
        return []
    if rules.bottom == 2 and len(low_missing) <= free:
        says, reason = phrase("ace high only"), Reason.ACE_LOW
    elif rules.top < HIGH_ACE and len(high_missing) <= free:
        says, reason = phrase("ace low only"), Reason.ACE_HIGH
    elif 1 in places and _circle_missing(places) <= free:
        says, reason = phrase("around the corner"), Reason.AROUND_THE_CORNER
    else:
        says, reason = phrase("gap", row=row, missing=missing, free=free, suit=suit), Reason.GAP
    at_fault = [placed for placed in fixed if _rank(placed) == 1] if reason is not Reason.GAP else []
    return [Finding(reason, "run", says, tuple(map(written, at_fault)) or _beside_the_gap(fixed, missing, row))]


def _around(places: list[int]) -> list[int]:
    """Places in the order in which a run round the corner would have them, so that it misses the fewest."""
    turned = [[*places[at:], *[place + 13 for place in places[:at]]] for at in range(len(places))]
    return min(turned, key=lambda row: row[-1] - row[0])


def _missing(places: list[int]) -> list[int]:
    return [place for place in range(places[0], places[-1] + 1) if place not in places]


def _circle_missing(places: list[int]) -> int:
    """How many ranks are missing if king, ace and two may follow each other."""
    gaps = [(b - a) % 13 for a, b in zip(places, [*places[1:], places[0]], strict=True)]
    return 13 - max(gaps) + 1 - len(places) if len(places) > 1 else NO_END


def _beside_the_gap(fixed: list[Placed], missing: list[int], row: Sequence[int]) -> tuple[str, ...]:
    """The smaller side of the gap: the cards that do not join the rest."""
    at = {(place - 1) % 13 + 1: place for place in row}
    below = [placed for placed in fixed if at[_rank(placed)] < missing[0]]
    above = [placed for placed in fixed if placed not in below]
    return tuple(map(written, below if len(below) < len(above) else above))
