"""Cards of a turn that its steps name once more: what is played comes from the hand, and a meld lies there already.

So that a card of which nobody suited the suit is one card, in the hand as in the steps.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from referee.rules.cards import JOKER, SUITLESS, suitless
from referee.rules.judges.turn import Step
from referee.rules.question import Again, At, Facts
from referee.rules.questions.kinds import MELDS

MOST_CARDS = 400
"""So many are looked at, more than the packs of the largest table have; each is compared with all others."""


class CannotTellError(Exception):
    """It hangs on a suit which card is meant."""


def told_again(facts: Facts, may_be_wild: Callable[[int], bool]) -> Again | None:
    """Which cards of a turn are one and the same; None where that hangs on suits that nobody told.

    ``facts`` has ``hand`` and ``steps``.
    """
    try:
        return _Turn(facts, may_be_wild).again()
    except CannotTellError:
        return None


class _Turn:
    def __init__(self, facts: Facts, may_be_wild: Callable[[int], bool]) -> None:
        self.facts = facts
        self.steps: Sequence[Step] = facts["steps"]
        self.may_be_wild = may_be_wild
        self.named: dict[At, int] = {}
        """Each card, with its suit where it was said of the same card elsewhere."""
        self.is_at: dict[At, At] = {}
        """Where a card is named that is the same one."""
        self.in_hand = self._row("hand", 0, facts["hand"])
        table = facts.get("table") or ()
        self.lying = [(self._row("table", row, cards), 0) for row, cards in enumerate(MELDS.rows(table))]
        """The cards of each meld, and how many of them were taken."""
        self.of_hand = list(self.in_hand)
        self.drawn: set[At] = set()

    def again(self) -> Again:
        swaps = [step for step in self.steps if step.way == "swap"]
        number = 0
        for at, step in enumerate(self.steps):
            rows = [self._row("steps", number + each, row) for each, row in enumerate(MELDS.rows(step.melds))]
            number += len(rows)
            onto = self._row("steps", number, MELDS.rows([step.onto or ()])[0])
            number += 1
            if len(self.named) > MOST_CARDS:
                raise CannotTellError
            self._done(step, rows, onto, self._named_later(at))
        if swaps and any(card >= SUITLESS and self.may_be_wild(card) for card in self.named.values()):
            raise CannotTellError  # a wild card that is taken may be any of them
        same = {at: self._first(at) for at in self.is_at}
        cards = {at: self.named[self._first(at)] for at in self.named}
        return Again(same, cards, [meld for meld, _ in self.lying], {"left": self.of_hand})

    def _row(self, field: str, row: int, cards: Iterable[int]) -> list[At]:
        places = [At(field, row, place) for place, _ in enumerate(cards)]
        self.named.update(zip(places, cards, strict=True))
        return places

    def _first(self, at: At) -> At:
        while at in self.is_at:
            at = self.is_at[at]
        return at

    def _card(self, at: At) -> int:
        return self.named[self._first(at)]

    def _are_one(self, at: At, first: At) -> None:
        """``first`` is where the card is read that ``at`` names too."""
        at, first = self._first(at), self._first(first)
        if at == first:
            return
        if self.named[first] >= SUITLESS:
            self.named[first] = self.named[at]
        self.is_at[at] = first

    def _named_later(self, at: int) -> Counter[int]:
        """The cards that later steps play by their suits."""
        later = [card for step in self.steps[at + 1 :] if step.way != "draw" for card in step.cards]
        return Counter(card for card in later if card < SUITLESS)

    def _done(self, step: Step, rows: Sequence[list[At]], onto: list[At], later: Counter[int]) -> None:
        if step.way == "draw":
            drawn = [at for row in rows for at in row]
            self.drawn.update(drawn)
            self.in_hand += drawn
            self.of_hand += drawn
            return
        if step.way == "swap":
            self.of_hand += [at for at in onto if self.may_be_wild(self.named[at])]
        for number, row in enumerate(rows, 1):
            beside = Counter(card for other in rows[number:] for at in other if (card := self.named[at]) < SUITLESS)
            self._played(row, later + beside)
        if step.way in ("contract", "new_meld"):
            self.lying += [(row, 0) for row in rows]
        if onto:
            number = self._meant(onto)
            cards, gone = self.lying[number]
            self.lying[number] = ([*cards, *rows[0]], gone + (step.way == "swap"))

    def _played(self, row: Sequence[At], later: Counter[int]) -> None:
        """The cards of a row come from the hand."""
        for at in row:
            if self.named[at] < SUITLESS and self.named[at] != JOKER:
                there = self._held(self.named[at])
                self._comes_from(at, (there[0] or there[1])[:1])
        bare = [at for at in row if self.named[at] >= SUITLESS]
        for rank, count in Counter(self.named[at] for at in bare).items():
            wanted = [at for at in bare if self.named[at] == rank]
            held = [at for at in self.in_hand if self._card(at) != JOKER and suitless(self._card(at)) == rank]
            unsaid = [at for at in held if self._card(at) >= SUITLESS]
            waits = Counter(later)
            suited = []
            for at in held:
                card = self._card(at)
                if card < SUITLESS and waits[card] > 0:
                    waits[card] -= 1
                elif card < SUITLESS:
                    suited.append(at)
            # which of them is played hangs on their suits, or on which was drawn from the discards
            just_drawn = len(self.drawn.intersection(unsaid)) if self.facts.get("from_discards") else 0
            if count < len(unsaid) + len(suited) and (suited or 0 < just_drawn < len(unsaid)):
                raise CannotTellError
            kept = [at for at in held if at not in unsaid and at not in suited]
            for at, source in zip(wanted, (*unsaid, *suited, *kept), strict=False):
                self._comes_from(at, [source])

    def _held(self, card: int) -> tuple[list[At], list[At]]:
        """Where a card of the hand may be that was named with its suit: told so, or without it."""
        just_so = [at for at in self.in_hand if self._card(at) == card]
        return just_so, [at for at in self.in_hand if self._card(at) == suitless(card)]

    def _comes_from(self, at: At, sources: Iterable[At]) -> None:
        for source in sources:
            self.in_hand.remove(source)
            self._are_one(source, at)

    def _meant(self, onto: Sequence[At]) -> int:
        """The meld on the table that a step names by its cards, as they lie by then; a new one if none does."""
        for number, (cards, gone) in enumerate(self.lying):
            pairs = self._paired(onto, cards) if len(cards) - len(onto) == gone else None
            if pairs is not None:
                for at, lies in pairs:
                    self._are_one(at, lies)
                return number
        self.lying.append((list(onto), 0))
        return len(self.lying) - 1

    def _paired(self, onto: Sequence[At], lying: Sequence[At]) -> list[tuple[At, At]] | None:
        """The cards of a row, each with the one that it is among those that lie there; None if one of them is none."""
        left, pairs = list(lying), []
        for at in sorted(onto, key=lambda at: self.named[at] >= SUITLESS):
            card = self.named[at]
            by_rank = [there for there in left if card != JOKER and suitless(card) == self._bare(there)]
            just_so = [there for there in left if self._card(there) == card]
            unsaid = [there for there in by_rank if self._card(there) >= SUITLESS]
            meant = (just_so or unsaid) if card < SUITLESS else (unsaid or by_rank)
            if not meant:
                return None
            left.remove(meant[0])
            pairs.append((at, meant[0]))
        return pairs

    def _bare(self, at: At) -> int:
        card = self._card(at)
        return card if card == JOKER else suitless(card)
