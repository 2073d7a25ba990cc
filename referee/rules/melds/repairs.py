"""What would make cards a meld: one card more, one less, or another in the place of one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from referee.rules.cards import JOKER, Placed
from referee.rules.melds.bare import ALL_RANKS, Stands, bare_of, gaps_of
from referee.rules.melds.faults import fixed, meant_kind
from referee.rules.melds.readings import PLAIN, readings, sort_out
from referee.rules.rulebook.meld_rules import Least, MeldRules
from referee.rules.rulings import Left, Phrase, phrase, plenty

MOST_NAMED = 8
"""So many cards are named where one of them will do; of more it is only said that there are many."""
KINDS = ("set", "run", "pair")

BITS_OF_RANKS = tuple([1 << rank for rank in range(13)])

ByKind = Mapping[str, Sequence[int]]
"""Cards by the kind of meld that they make."""
NONE: ByKind = {}


class Repairs(NamedTuple):
    """The least change that makes a meld: the first of these that is there; cards in ascending order.

    ``more``: cards of which one, added, makes it. ``less``: cards without one of which it is one, in
    the order of the meld. ``instead``: the first card for which another can be put in, and those cards.
    """

    more: ByKind = NONE
    less: ByKind = NONE
    replaced: Placed | None = None
    instead: ByKind = NONE


def repairs(rules: MeldRules, cards: Sequence[Placed], kind: str | None, least: Least, left: Left = plenty) -> Repairs:
    """What would make cards, which are no meld, one of a kind (of any without ``kind``), of what the pack has left."""
    stands = bare_of(rules, least).stands
    bits = rules.bits
    named: list[int] = []
    each: list[int] = []
    assigned = False
    held = twice = 0
    for card, place in cards:
        its = bits[card]
        named.append(card)
        each.append(its)
        twice |= held & its
        held |= its
        if place is not None:
            assigned = True
    wilds = each.count(0)
    plain = kind is None and not assigned and rules.only_jokers and len(cards) < 13

    def kinds(changed: Sequence[Placed]) -> set[str]:
        return {reading.kind for reading in readings(rules, changed, least, kind=kind, every=False)}

    def by_kind(
        rest: Sequence[Placed], bare_rest: list[int], here: int, its_wilds: int, freed: int | None = None
    ) -> dict[str, list[int]]:
        places: dict[str, list[int]] = {}
        in_clubs: dict[int, set[str]] = {}
        # beside wild cards only, of which nothing was said, all suits are alike
        suits_alike = not here and not assigned and rules.only_jokers
        for sure, fitting in _fitting(rules, stands, bare_rest, here, its_wilds).items():
            there = [card for card in fitting if card == freed or left(card)]
            if sure and plain:
                if there:
                    places[sure] = there
                continue
            for card in there:
                if suits_alike and card != JOKER:
                    if card % 13 not in in_clubs:
                        in_clubs[card % 13] = kinds([*rest, PLAIN[card]])
                    makes = in_clubs[card % 13]
                else:
                    makes = kinds([*rest, PLAIN[card]])
                for made in makes:
                    places.setdefault(made, []).append(card)
        return places if plain else {made: sorted(fit) for made, fit in places.items()}

    if _near(held) and (more := by_kind(cards, named, held, wilds)):
        return Repairs(more=more)
    once = held & ~twice
    without = [(index, here) for index, its in enumerate(each) if _near(here := held & ~(its & once))]
    less: dict[str, list[int]] = {}
    for index, here in without:
        card = named[index]
        # where the bare cards are no meld, assigned and narrowed to a kind they are none either
        rest = [*named[:index], *named[index + 1 :]]
        its_wilds = wilds - (not bits[card])
        if stands(here, its_wilds, rest):
            sure = _sure_kind(here, len(rest), its_wilds) if plain else ""
            for made in (sure,) if sure else kinds([*cards[:index], *cards[index + 1 :]]):
                if card not in less.setdefault(made, []):
                    less[made].append(card)
    if less:
        return Repairs(less=less)
    # a wild card fits most places itself: only where no other card is the one to change
    if wilds:
        without.sort(key=lambda pair: _is_free(rules, cards[pair[0]]))
    for index, here in without:
        card = named[index]
        rest = [*named[:index], *named[index + 1 :]]
        instead = by_kind([*cards[:index], *cards[index + 1 :]], rest, here, wilds - (not bits[card]), card)
        if any(made != [JOKER] for made in instead.values()):
            return Repairs(replaced=cards[index], instead=instead)
    return Repairs()


def _sure_kind(held: int, n: int, wilds: int) -> str:
    """What so many cards are that are a meld, where cards say so by themselves: two naturals of one rank are a set."""
    ranks = held & ALL_RANKS
    if n - wilds < 2:
        return ""
    return "run" if ranks & ranks - 1 else "pair" if n == 2 else "set"


def _near(held: int) -> bool:
    """Whether cards with these bits share rank or suit: else none of them alone is too many, and none too few."""
    ranks, suits = held & ALL_RANKS, held >> 13
    return not ranks & ranks - 1 or not suits & suits - 1


def _is_free(rules: MeldRules, placed: Placed) -> bool:
    return rules.wild[placed.card] and placed.stands_for is None


def _fitting(rules: MeldRules, stands: Stands, rest: list[int], held: int, wilds: int) -> dict[str, list[int]]:
    """Every card that makes a meld of the rest, by the kind that cards say by themselves, where they do; in ascending
    order.

    Of the wild cards only the joker: the others are worth more elsewhere, and fit wherever it does.
    A natural card can only be one more of the one rank there is, or of the one suit where the wild
    cards fill the gaps that it leaves: the others are not tried. Two natural cards of one rank are a
    set, of two ranks a run (but for runs of 14 and for twos that are themselves).
    """
    ranks, suits = held & ALL_RANKS, held >> 13
    bits, wild = rules.bits, rules.wild
    one_rank = not ranks & ranks - 1
    # one card more fills one gap at most, and none of a rank that is there twice but for two aces
    gaps = gaps_of(rules.bottom, rules.top)
    one_run = not suits & suits - 1 and gaps[ranks] <= wilds + 1
    one_run = one_run and (len(rest) == ranks.bit_count() + wilds or len(rest) > 12)
    if not one_rank and not one_run:
        return {}
    a_set = "pair" if len(rest) == 1 else "set"
    made: dict[str, list[int]] = {}
    if not held:
        made[""] = [card for card in range(JOKER) if not wild[card] and stands(bits[card], wilds, [*rest, card])]
    else:
        if one_rank:
            alike = range(ranks.bit_length() - 1, JOKER, 13)
            if rules.different or len(rest) > 12:
                made[a_set] = [card for card in alike if stands(held | bits[card], wilds, [*rest, card])]
            elif stands(held | bits[alike[0]], wilds, [*rest, alike[0]]):
                made[a_set] = [*alike]
        if one_run:
            first = 13 * (suits.bit_length() - 1)
            made["run"] = [
                card
                for card, rank in enumerate(BITS_OF_RANKS, first)
                if gaps[ranks | rank] <= wilds
                and (not ranks & rank or (rank == 1 and not one_rank))
                and not wild[card]
                and stands(held | rank, wilds, [*rest, card])
            ]
    if rules.jokers_played and stands(held | bits[JOKER], wilds + wild[JOKER], [*rest, JOKER]):
        several = len(rest) - wilds > 1
        made.setdefault("" if not several else a_set if one_rank else "run", []).append(JOKER)
    return made


def meld_hints(
    rules: MeldRules,
    cards: Sequence[Placed],
    kind: str | None,
    least: Least,
    meant: str | None = None,
    *,
    left: Left = plenty,
) -> tuple[Phrase, ...]:
    """What would make the cards a meld; nothing where no single card does.

    ``meant``: the kind they were explained as, where that is known.
    """
    if kind is not None and (other := readings(rules, cards, least, every=False)):
        return (phrase("other kind", kind=other[0].kind),)
    change = repairs(rules, cards, kind, least, left)
    if change.more:
        return tuple(
            phrase("completes", offer=_offer(rules, change.more[made]), kind=made)
            for made in KINDS
            if made in change.more
        )
    if change.less:
        everything = {placed.card for placed in cards}
        return tuple(_without(change.less[made], everything, made) for made in KINDS if made in change.less)
    meant = meant or meant_kind(fixed(sort_out(rules, cards)), len(cards))
    if change.replaced is None:
        if meant != "run":
            return ()
        in_one_suit = [PLAIN[card if rules.wild[card] else card % 13] for card, _ in cards]
        follow = any(reading.kind == "run" for reading in readings(rules, in_one_suit, least, every=False))
        return (phrase("one suit"),) if follow else ()
    others = change.instead.get(meant) or sorted({card for made in change.instead.values() for card in made})
    replaced = change.replaced
    if replaced.stands_for is not None and replaced.card in others:
        return (_elsewhere(rules, cards, replaced, least),)
    offer = _offer(rules, others)
    alike = [placed for placed in cards if placed == replaced]
    if len(alike) > 1 and _is_free(rules, replaced):
        return (phrase("instead of one", offer=offer, cards=alike),)
    return (phrase("instead", offer=offer, card=[replaced if rules.wild[replaced.card] else PLAIN[replaced.card]]),)


def _elsewhere(rules: MeldRules, cards: Sequence[Placed], wrong: Placed, least: Least) -> Phrase:
    """A card that stands for a wrong one, and what it would have to stand for."""
    rest = list(cards)
    rest.remove(wrong)
    made = readings(rules, [*rest, PLAIN[wrong.card]], least, every=False)[0].cards
    places = [place for card, place in made if card == wrong.card and place not in (None, card)]
    place = next((place for place in places if Placed(wrong.card, place) not in rest), None)
    if place is None:
        return phrase("stand for itself", card=wrong.card)
    return phrase("stand elsewhere", card=wrong.card, place=place)


def _offer(rules: MeldRules, cards: Sequence[int]) -> Phrase:
    """Cards of which one will do."""
    naturals = sum([card != JOKER for card in cards])
    if naturals <= MOST_NAMED:
        return phrase("any of", cards=cards)
    everything = naturals == rules.wild[:JOKER].count(False)
    return phrase("any natural card" if everything else "one of many natural cards", joker=JOKER in cards)


def _without(cards: Sequence[int], everything: set[int], made: str) -> Phrase:
    if len(cards) > 2 and len(cards) == len(everything):
        return phrase("without any", kind=made)
    if len(cards) > MOST_NAMED // 2:
        return phrase("without one of several", kind=made)
    return phrase("without", cards=cards, kind=made)
