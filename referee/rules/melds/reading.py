"""What a reading of a meld is, and the readings of plain cards, quickly.

Most melds that people ask about hold natural cards and jokers of which nothing was said. Their
readings come out of tables here; all others go through ``melds``, which stands on this module.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from referee.rules.cards import JOKER, Placed
from referee.rules.rulebook.meld_rules import Least, MeldRules

RANK_OF = tuple([card % 13 + 1 for card in range(52)] + [0])
SUIT_OF = tuple([card // 13 for card in range(52)] + [-1])
PLAIN = tuple([Placed(card) for card in range(JOKER + 1)])

ROWS = tuple([tuple([PLAIN[suit * 13 + place % 13] for place in range(14)]) for suit in range(4)])
"""Each suit's natural cards by place, from the low ace to the high."""
JOKER_ROWS = tuple([tuple([Placed(JOKER, suit * 13 + place % 13) for place in range(14)]) for suit in range(4)])
"""A joker in each place of a run."""
JOKERS_IN_SETS = tuple([Placed(JOKER, -rank) for rank in range(14)])
"""A joker that stands for each rank; 0 is none."""


class Reading(NamedTuple):
    """One way to read a meld: its kind ``set``, ``run`` or ``pair``, and its cards in order.

    ``rank`` is the rank of a set or pair; for a run its lowest place 1 to 14 (14 is the high ace).
    ``suit`` is the suit of a run, else -1.
    """

    kind: str
    cards: tuple[Placed, ...]
    rank: int
    suit: int
    wilds: int

    @property
    def high(self) -> int:
        """The highest place of a run."""
        return self.rank + len(self.cards) - 1


def plain_readings(rules: MeldRules, cards: Sequence[Placed], least: Least) -> list[Reading] | None:
    """The readings of natural cards and jokers of which nothing was said; None where it is not as plain as that.

    The same readings in the same order as the long way gives.
    """
    n = len(cards)
    held = jokers = 0
    plain = rules.plain
    for card, said in cards:
        if said is not None:
            return None
        if card == JOKER:
            jokers += 1
        else:
            held |= plain[card]
    # other wild cards can be themselves too, and two equal aces can be both ends of a run of 14
    if held < 0 or n > 13 or n < 2 or jokers == n or not rules.joker_wild:
        return None
    ranks, suits = held & 8191, held >> 13
    found: list[Reading] = []
    if ranks & ranks - 1 == 0:
        if n - jokers == 1 and jokers:
            # one natural card: with jokers it can be a set and a run
            return None
        if least.set <= n <= rules.set_longest and rules.limits_hold(n, jokers):
            if rules.different and suits.bit_count() + jokers < n:
                return found
            rank = ranks.bit_length()
            row = (
                tuple(cards) if not jokers else (*[p for p in cards if p[0] != JOKER], *[JOKERS_IN_SETS[rank]] * jokers)
            )
            found.append(Reading("pair" if n == 2 else "set", row, rank, -1, jokers))
        return found
    if suits & suits - 1 or ranks.bit_count() + jokers != n or not least.run <= n <= rules.run_longest:
        return found
    if not rules.limits_hold(n, jokers):
        return found
    suit = suits.bit_length() - 1
    if ranks & 1:
        if rules.bottom == 1:
            _spans(rules, found, ranks, suit, n, jokers, 1, 13)
        _spans(rules, found, ranks & 8190 | 8192, suit, n, jokers, 2, 14)
    else:
        _spans(rules, found, ranks, suit, n, jokers, rules.bottom, 14)
    return found


def _spans(
    rules: MeldRules, found: list[Reading], places: int, suit: int, n: int, jokers: int, bottom: int, top: int
) -> None:
    """The runs of n cards from ``bottom`` to ``top`` over these places (bit 0 is place 1), jokers in the others."""
    lowest = (places & -places).bit_length()
    highest = places.bit_length()
    for low in range(max(bottom, highest - n + 1), min(lowest, top + 1 - n) + 1):
        row = ROWS[suit][low - 1 : low - 1 + n]
        if jokers:
            vacant = ~places >> low - 1 & (1 << n) - 1
            if not rules.side_by_side and vacant & vacant >> 1:
                continue
            with_jokers = JOKER_ROWS[suit]
            laid = list(row)
            while vacant:
                index = (vacant & -vacant).bit_length() - 1
                laid[index] = with_jokers[low - 1 + index]
                vacant &= vacant - 1
            row = tuple(laid)
        found.append(Reading("run", row, low, suit, jokers))
