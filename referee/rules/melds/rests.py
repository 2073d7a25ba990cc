"""What a meld rests on where the table has the last word: the clauses by which another table would not let it stand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from referee.rules.melds.readings import Reading
from referee.rules.rulebook.meld_rules import HIGH_ACE, MeldRules
from referee.rules.rulebook.slots import IN_A_ROW, LOOSE


class Rests(NamedTuple):
    """Topics of clauses that are the table's to decide, each once."""

    surely: tuple[str, ...] = ()
    """Without them the meld would not stand at all."""
    partly: tuple[str, ...] = ()
    """Without them it would, but not in every reading."""


NOTHING = Rests()


def rests(rules: MeldRules, ways: Sequence[Reading]) -> Rests:
    """What the readings of a meld rest on; what the sources say is left out, for nobody has to decide it."""
    if not ways:
        return NOTHING
    each = [_topics(rules, way) for way in ways]
    if not any(each):
        return NOTHING
    open_topics = rules.book.up_to_the_table
    surely = [topic for topic in each[0] if topic in open_topics and all(topic in topics for topics in each)]
    if "own-place" in surely:
        surely.remove("own-place")  # a card that may not count as itself is wild in the same place
    partly = [topic for topics in each for topic in topics if topic in open_topics and topic not in surely]
    return Rests(tuple(surely), tuple(dict.fromkeys(partly)))


def of_all(melds: Iterable[Rests]) -> Rests:
    """What several melds rest on together: all of them must stand."""
    several = list(melds)
    surely = dict.fromkeys(topic for each in several for topic in each.surely)
    partly = dict.fromkeys(topic for each in several for topic in each.partly if topic not in surely)
    return Rests(tuple(surely), tuple(partly))


def _topics(rules: MeldRules, way: Reading) -> list[str]:
    """The clauses that a stricter table could hold against a reading, the most particular first."""
    cards, wilds = way.cards, way.wilds
    count = len(cards)
    topics = []
    if way.kind in IN_A_ROW:
        if count == 14:
            topics.append("long-run")
        if wilds > 1 and _side_by_side(rules, way):
            topics.append("wild-neighbours")
        if way.rank == 1 or way.high > HIGH_ACE:
            topics.append("run")
    elif (count > 4 or count == rules.set_longest > 3) and way.kind not in LOOSE:
        topics.append("set-size")
    if wilds > 1:
        topics.append("wild-limit")
    if count - wilds < 2:
        topics.insert(0 if count == wilds else len(topics), "natural")
    if not rules.only_jokers and any(rules.wild[card] and place in (None, card) for card, place in cards):
        topics.append("own-place")
    return topics


def _side_by_side(rules: MeldRules, way: Reading) -> bool:
    """Whether two wild cards that stand for others lie next to each other."""
    wild = [rules.wild[card] and not (rules.as_itself and place in (None, card)) for card, place in way.cards]
    return any(a and b for a, b in pairwise(wild))
