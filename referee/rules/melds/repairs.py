"""What would make cards a meld: one card more, one less, or another in the place of one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import NamedTuple

from referee.rules.cards import JOKER, Placed
from referee.rules.melds.bare import ALL_RANKS, BITS_OF_RANKS, Plain, Stands, bare_of, gaps_of
from referee.rules.melds.faults import fixed, meant_kind
from referee.rules.melds.readings import NOT_PLAIN, PLAIN, SUIT_OF, Seen, group_of, look, readings, sort_out
from referee.rules.rulebook.meld_rules import Least, MeldRules
from referee.rules.rulebook.slots import CALLED, COLOUR, LOOSE, SUIT
from referee.rules.rulings import Left, Phrase, phrase, plenty

MOST_NAMED = 8
"""So many cards are named where one of them will do; of more it is only said that there are many."""
KINDS = ("set", "run", "pair", *LOOSE)

ByKind = Mapping[str, Sequence[int]]
"""Cards by the kind of meld that they make."""
NONE: ByKind = {}
WillDo = Callable[[Sequence[Placed]], bool]


class Repairs(NamedTuple):
    """The least change that makes a meld: the first of these that is there; cards in ascending order.

    ``more``: cards of which one, added, makes it. ``less``: cards without one of which it is one, in
    the order of the meld. ``instead``: the first card for which another can be put in, and those cards.
    """

    more: ByKind = NONE
    less: ByKind = NONE
    replaced: Placed | None = None
    instead: ByKind = NONE


def repairs(
    rules: MeldRules,
    cards: Sequence[Placed],
    kind: str | None,
    least: Least,
    left: Left = plenty,
    seen: Seen | None = None,
    will_do: WillDo | None = None,
) -> Repairs:
    """What would make cards, which are no meld, one of a kind (of any without ``kind``), of what the pack has left.

    ``will_do``: whether a meld that is made will do, where more is asked of it than to be one.
    """
    if kind in LOOSE:
        return _loose_repairs(rules, cards, kind, least, left, will_do)
    if least.loose:
        least = least._replace(loose=())
    bare = bare_of(rules, least)
    seen = seen or look(rules, cards)
    if will_do is None and kind is None and seen is not NOT_PLAIN and bare.plain and seen.jokers + 2 < len(cards) < 13:
        return _plain_repairs(rules, bare.plain, cards, seen, left)

    each = [rules.bits[card] for card, _ in cards]
    held, twice = _all_and_twice(each)
    wilds = each.count(0)
    gaps = gaps_of(rules.bottom, rules.top)
    assigned = any(place is not None for _, place in cards)

    def kinds(changed: Sequence[Placed]) -> set[str]:
        made = {reading.kind for reading in readings(rules, changed, least, kind=kind, every=False)}
        return made if will_do is None or (made and will_do(changed)) else set()

    def by_kind(rest: Sequence[Placed], here: int, its_wilds: int, freed: int | None = None) -> ByKind:
        places: dict[str, list[int]] = {}
        in_clubs: dict[int, set[str]] = {}
        # beside wild cards only, of which nothing was said, all suits are alike
        suits_alike = not here and not assigned and rules.only_jokers and will_do is None
        for card in _fitting(rules, bare.stands, [card for card, _ in rest], here, its_wilds):
            if card == freed or is_left(rules, card, left):
                if suits_alike and card != JOKER:
                    if card % 13 not in in_clubs:
                        in_clubs[card % 13] = kinds([*rest, PLAIN[card]])
                    makes = in_clubs[card % 13]
                else:
                    makes = kinds([*rest, PLAIN[card]])
                for made in makes:
                    places.setdefault(made, []).append(card)
        return {made: sorted(fit) for made, fit in places.items()}

    if _near(gaps, held, wilds) and (more := by_kind(cards, held, wilds)):
        return Repairs(more=more)
    rests = [
        (index, [*cards[:index], *cards[index + 1 :]], here, its_wilds)
        for index, (here, its_wilds) in enumerate(_without_each(held, twice, each))
        if _near(gaps, here, its_wilds)
    ]
    less: dict[str, list[int]] = {}
    for index, rest, here, its_wilds in rests:
        # where the bare cards are no meld, assigned and narrowed to a kind they are none either
        if bare.stands(here, its_wilds, [card for card, _ in rest]):
            for made in kinds(rest):
                less.setdefault(made, []).append(cards[index].card)
    if less:
        return Repairs(less={made: list(dict.fromkeys(its)) for made, its in less.items()})
    # a wild card fits most places itself: only where no other card is the one to change
    if wilds:
        rests.sort(key=lambda changed: _is_free(rules, cards[changed[0]]))
    for index, rest, here, its_wilds in rests:
        instead = by_kind(rest, here, its_wilds, cards[index].card)
        if any(fit != [JOKER] for fit in instead.values()):
            return Repairs(replaced=cards[index], instead=instead)
    return Repairs()


def _loose_repairs(
    rules: MeldRules, cards: Sequence[Placed], kind: str, least: Least, left: Left, will_do: WillDo | None
) -> Repairs:
    """The same for a meld that only a contract makes one: each card is tried."""

    def makes_one(changed: Sequence[Placed]) -> bool:
        made = readings(rules, changed, least, kind=kind, every=False)
        return bool(made) and (will_do is None or will_do(changed))

    def fitting(rest: Sequence[Placed], freed: int | None = None) -> list[int]:
        tried = [card for card in rules.naturals if not rules.wild[card]] + [JOKER] * rules.wilds_played
        there = [card for card in tried if card == freed or is_left(rules, card, left)]
        return [card for card in there if makes_one([*rest, PLAIN[card]])]

    if more := fitting(cards):
        return Repairs(more={kind: more})
    rests = [[*cards[:at], *cards[at + 1 :]] for at in range(len(cards))]
    if less := [placed.card for placed, rest in zip(cards, rests, strict=True) if makes_one(rest)]:
        return Repairs(less={kind: list(dict.fromkeys(less))})
    for placed, rest in sorted(zip(cards, rests, strict=True), key=lambda odd: _is_free(rules, odd[0])):
        if (instead := fitting(rest, placed.card)) and instead != [JOKER]:
            return Repairs(replaced=placed, instead={kind: instead})
    return Repairs()


def _without_each(held: int, twice: int, each: Sequence[int]) -> list[tuple[int, int]]:
    """For each card the bits of the others, and how many of them are wild."""
    once, wilds = held & ~twice, each.count(0)
    return [(held & ~(its & once), wilds if its else wilds - 1) for its in each]


def _all_and_twice(each: Sequence[int]) -> tuple[int, int]:
    """The bits of all cards, and those that several have."""
    held = twice = 0
    for its in each:
        twice |= held & its
        held |= its
    return held, twice


def _plain_repairs(rules: MeldRules, plain: Plain, cards: Sequence[Placed], seen: Seen, left: Left) -> Repairs:
    """For natural cards, three at least, and jokers: out of the tables of ``bare``."""
    each, held, jokers = seen
    number = len(cards)
    if (fitting := plain.fitting(held, jokers, number)) and (more := _there(rules, fitting, left)):
        return Repairs(more=more)
    without = _odd_ones(seen, gaps_of(rules.bottom, rules.top))
    less: dict[str, list[int]] = {}
    for at, rest, its_jokers in without:
        if made := plain.kind(rest, its_jokers, number - 1):
            less.setdefault(made, []).append(cards[at].card)
    if less:
        return Repairs(less={made: list(dict.fromkeys(fit)) for made, fit in less.items()})
    # a joker fits most places itself: only where no other card is the one to change
    for at, rest, its_jokers in sorted(without, key=lambda odd: not each[odd[0]]) if jokers else without:
        fitting = plain.fitting(rest, its_jokers, number - 1)
        if fitting and (instead := _there(rules, fitting, left, cards[at].card)) and [JOKER] not in instead.values():
            return Repairs(replaced=cards[at], instead=instead)
    return Repairs()


def _odd_ones(seen: Seen, gaps: Sequence[int]) -> list[tuple[int, int, int]]:
    """The cards without which the others are of one rank, or of one suit with gaps that the jokers and one card more
    can fill: where each lies, the bits of the others, and how many of these are jokers."""
    each, _held, jokers = seen
    held, twice = _all_and_twice(each)
    once = held & ~twice
    ranks, suits = (held & ALL_RANKS).bit_count(), (held >> 13).bit_count()
    if ranks == 1 or suits == 1:
        without = [(at, held & ~(its & once), jokers if its else jokers - 1) for at, its in enumerate(each)]
    else:
        odd = once & ((ALL_RANKS if ranks == 2 else 0) | (~ALL_RANKS if suits == 2 else 0))
        without = [(at, held & ~(its & once), jokers) for at, its in enumerate(each) if its & odd]
    return [odd_one for odd_one in without if gaps[odd_one[1] & ALL_RANKS] <= odd_one[2] + 1]


def _there(rules: MeldRules, fitting: dict[str, list[int]], left: Left, freed: int | None = None) -> ByKind:
    """What the pack has left of the cards that fit, or what was put back."""
    if left is plenty:
        return fitting
    there = {
        made: [card for card in fit if card == freed or is_left(rules, card, left)] for made, fit in fitting.items()
    }
    return {made: fit for made, fit in there.items() if fit}


def is_left(rules: MeldRules, card: int, left: Left) -> bool:
    """Whether the pack still has a card; the joker stands for every wild card."""
    return bool(left(card)) or (card == JOKER and any(map(left, rules.wild_cards)))


def _near(gaps: Sequence[int], held: int, wilds: int) -> bool:
    """Whether cards with these bits, and so many wild ones, are of one rank, or of one suit with gaps that they and one
    card more can fill: else no card alone is too many, and none too few."""
    ranks, suits = held & ALL_RANKS, held >> 13
    return not ranks & ranks - 1 or (gaps[ranks] <= wilds + 1 and not suits & suits - 1)


def _is_free(rules: MeldRules, placed: Placed) -> bool:
    return rules.wild[placed.card] and placed.stands_for is None


def _fitting(rules: MeldRules, stands: Stands, rest: list[int], held: int, wilds: int) -> list[int]:
    """Every card that makes a meld of the rest, each once.

    Of the wild cards only the joker: the others are worth more elsewhere, and fit wherever it does.
    A natural card can only be one more of the one rank there is, or of the one suit where the wild
    cards fill the gaps that it leaves: the others are not tried.
    """
    ranks, suits = held & ALL_RANKS, held >> 13
    bits, wild = rules.bits, rules.wild
    one_rank = not ranks & ranks - 1
    # one card more fills one gap at most, and none of a rank that is there twice but for two aces
    gaps = gaps_of(rules.bottom, rules.top)
    one_run = not suits & suits - 1 and gaps[ranks] <= wilds + 1
    one_run = one_run and (len(rest) == ranks.bit_count() + wilds or len(rest) > 12)
    if not one_rank and not one_run:
        return []
    tried: list[int] = []
    if not held:
        tried = [*rules.naturals]
    elif one_rank:
        tried = [*range(ranks.bit_length() - 1, rules.end, 13)]
    if held and one_run:
        first = 13 * (suits.bit_length() - 1)
        tried += [
            card
            for card, rank in enumerate(BITS_OF_RANKS, first)
            if gaps[ranks | rank] <= wilds and (not ranks & rank or (rank == 1 and not one_rank))
        ]
    made = [card for card in tried if not wild[card] and stands(held | bits[card], wilds, [*rest, card])]
    if rules.wilds_played and stands(held | bits[JOKER], wilds + wild[JOKER], [*rest, JOKER]):
        made.append(JOKER)
    return made


def meld_hints(
    rules: MeldRules,
    cards: Sequence[Placed],
    kind: str | None,
    least: Least,
    meant: str | None = None,
    *,
    left: Left = plenty,
    seen: Seen | None = None,
    will_do: WillDo | None = None,
) -> tuple[Phrase, ...]:
    """What would make the cards a meld; nothing where no single card does.

    ``meant``: the kind they were explained as, where that is known. ``will_do`` as in ``repairs``.
    """
    if kind is not None and will_do is None and (other := readings(rules, cards, least, every=False)):
        return (phrase("other kind", kind=CALLED.get(other[0].kind, other[0].kind)),)
    change = repairs(rules, cards, kind, least, left, seen, will_do)
    if change.more:
        more = change.more
        return tuple(
            [
                phrase("completes", offer=offer_of(rules, more[made], made), kind=CALLED.get(made, made))
                for made in _kinds_of(more)
            ]
        )
    if change.less:
        everything = Counter(placed.card for placed in cards)
        return tuple(_without(change.less[made], everything, made) for made in _kinds_of(change.less))
    meant = meant or meant_kind(fixed(sort_out(rules, cards)), len(cards))
    if change.replaced is None:
        if meant != "run" or kind not in ("run", None) or will_do is not None:
            return ()
        in_one_suit = [PLAIN[card if rules.wild[card] else card % 13] for card, _ in cards]
        follow = any(reading.kind == "run" for reading in readings(rules, in_one_suit, least, every=False))
        return (phrase("one suit"),) if follow else ()
    others = change.instead.get(meant) or sorted({card for made in change.instead.values() for card in made})
    replaced = change.replaced
    if replaced.stands_for is not None and replaced.card in others:
        return (_elsewhere(rules, cards, replaced, least, kind),)
    offer = offer_of(rules, others, kind or "")
    alike = [placed for placed in cards if placed == replaced]
    if replaced.stands_for is None and len(alike) > 1:
        return (phrase("instead of one", offer=offer, cards=alike),)
    return (phrase("instead", offer=offer, card=[replaced if rules.wild[replaced.card] else PLAIN[replaced.card]]),)


def _kinds_of(made: ByKind) -> Collection[str]:
    """The kinds in the order in which they are told."""
    return made if len(made) == 1 else [kind for kind in KINDS if kind in made]


def _elsewhere(
    rules: MeldRules, cards: Sequence[Placed], wrong: Placed, least: Least, kind: str | None = None
) -> Phrase:
    """A card that stands for a wrong one, and what it would have to stand for."""
    rest = list(cards)
    rest.remove(wrong)
    made = readings(rules, [*rest, PLAIN[wrong.card]], least, kind=kind, every=False)[0].cards
    places = [place for card, place in made if card == wrong.card and place not in (None, card)]
    place = next((place for place in places if Placed(wrong.card, place) not in rest), None)
    several = any(placed.card == wrong.card for placed in rest)
    if place is None:
        if several:
            return phrase("stand for itself, of several", card=[wrong])
        return phrase("stand for itself", card=wrong.card)
    if several:
        return phrase("stand elsewhere, of several", card=[wrong], place=place)
    return phrase("stand elsewhere", card=wrong.card, place=place)


def offer_of(rules: MeldRules, cards: Sequence[int], kind: str) -> Phrase:
    """As ``one_of_these`` for a meld of a kind: one of many cards of a colour or suit is called that."""
    if kind not in (COLOUR, SUIT):
        return one_of_these(rules, cards)
    naturals = [card for card in cards if not rules.wild[card]]
    groups = {group_of(kind, SUIT_OF[card]) for card in naturals}
    if len(naturals) <= MOST_NAMED or len(groups) != 1:
        return one_of_these(rules, cards)
    any_wild = len(naturals) < len(cards) and not rules.only_jokers
    offer = phrase("any of the group", kind=kind, group=groups.pop(), joker=JOKER in cards and not any_wild)
    return phrase("or any wild card", offer=offer) if any_wild else offer


def one_of_these(rules: MeldRules, cards: Sequence[int]) -> Phrase:
    """Cards of which one will do; where others than jokers are wild, none of the wild ones is named.

    But for those that only do as themselves, so that a joker would not.
    """
    as_wild = JOKER in cards or not rules.joker_wild
    naturals = [card for card in cards if not (rules.wild[card] and as_wild)]
    any_wild = len(naturals) < len(cards) and not rules.only_jokers
    if len(naturals) > MOST_NAMED:
        if len(naturals) < sum([not rules.wild[card] for card in rules.naturals]):
            offer = phrase("one of many natural cards", joker=JOKER in cards and not any_wild)
        elif any_wild:
            return phrase("any card")
        else:
            offer = phrase("any natural card", joker=JOKER in cards)
        return phrase("or any wild card", offer=offer) if any_wild else offer
    if not any_wild:
        return phrase("any of", cards=cards)
    return phrase("or any wild card", offer=phrase("any of", cards=naturals)) if naturals else phrase("any wild card")


def _without(cards: Sequence[int], everything: Counter[int], made: str) -> Phrase:
    made = CALLED.get(made, made)
    if len(cards) > 2 and len(cards) == len(everything):
        return phrase("without any", kind=made)
    if len(cards) > MOST_NAMED // 2:
        return phrase("without one of several", kind=made)
    return phrase("without", cards=cards, kind=made, several=[card for card in cards if everything[card] > 1])
