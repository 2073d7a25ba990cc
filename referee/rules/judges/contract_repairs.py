"""What would make melds meet the contract of a round: each hint is tried on the whole contract before it is given."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, permutations, product
from math import prod

from referee.rules.cards import Placed
from referee.rules.judges.filling import NUMBERED, Meld, as_told_first, choose, fits, unmatched
from referee.rules.melds.readings import PLAIN, Reading, readings
from referee.rules.melds.repairs import WillDo, meld_hints
from referee.rules.rulebook.meld_rules import HIGH_ACE, NO_END, MeldRules, least_of
from referee.rules.rulebook.slots import IN_A_ROW, LOOSE, Slot
from referee.rules.rulings import Left, Phrase, phrase

MOST_STEPS = 500
"""A change that takes longer to be looked at is not offered: only melds of many wild cards come near it."""
MOST_TRIED = 100
"""So many ways to follow a hint are tried; where it has more, it is not given."""


def contract_hints(
    rules: MeldRules,
    round_no: int,
    melds: Sequence[Meld],
    options: Sequence[Sequence[Reading]],
    hand: Sequence[int],
    left: Left,
) -> tuple[Phrase, ...]:
    """What would make melds that do not meet a contract meet it; any one of these does. Nothing where no small change
    does. ``options`` has the readings of each meld, ``hand`` the cards that stay."""
    its = _Contract(rules, round_no, melds, options, left)
    if len(melds) > NUMBERED:
        return ()
    if its.whole_hand and hand:
        return its.all_laid(hand)
    if len(melds) > len(its.slots):
        return its.fewer()
    if len(melds) < len(its.slots):
        return its.the_rest()
    missing, wrong = unmatched(its.slots, options)
    if not missing:
        return its.shorter() or its.apart()
    return its.one_mended() if len(wrong) == 1 else its.all_mended(wrong, missing)


class _Contract:
    """The contract of a round, and the melds that are to meet it."""

    def __init__(
        self,
        rules: MeldRules,
        round_no: int,
        melds: Sequence[Meld],
        options: Sequence[Sequence[Reading]],
        left: Left,
    ) -> None:
        self.rules = rules
        self.slots = rules.book.contracts[round_no - 1]
        self.whole_hand = round_no in rules.book.all_cards_rounds
        self.least = rules.leasts[round_no]
        self.melds = melds
        self.options = options
        self.left = left

    def stands(
        self, changes: Mapping[int, Meld], among: Sequence[int] | None = None, slots: Sequence[Slot] = ()
    ) -> bool:
        """Whether the melds meet the contract with some of them changed; ``among``: only these of them."""
        ways = []
        for at in range(len(self.melds)) if among is None else among:
            meld = changes.get(at)
            its = self.options[at] if meld is None else readings(self.rules, meld, self.least, every=False)
            if not its:
                return False
            ways.append(as_told_first(self.melds[at] if meld is None else meld, its))
        exact = self.rules.book.melds_exact
        chosen = choose(
            self.rules, slots or self.slots, ways, self.whole_hand, exact=exact, bound=True, most_steps=MOST_STEPS
        )
        return chosen is not None

    def all_laid(self, hand: Sequence[int]) -> tuple[Phrase, ...]:
        """Where no card may stay in hand: whether those that would can be put to the melds."""
        if len(self.melds) != len(self.slots) or not self.melds or len(self.melds) ** len(hand) > MOST_TRIED:
            return ()
        for places in product(range(len(self.melds)), repeat=len(hand)):
            added: dict[int, list[Placed]] = {}
            for card, at in zip(hand, places, strict=True):
                added.setdefault(at, [*self.melds[at]]).append(PLAIN[card])
            if self.stands(added):
                return (phrase("add it" if len(hand) == 1 else "add them"),)
        return ()

    def fewer(self) -> tuple[Phrase, ...]:
        """Some of the melds alone."""
        each = combinations(range(len(self.melds)), len(self.slots))
        if self.whole_hand or not any(self.stands({}, among) for among in each):
            return ()
        match self.rules.book.new_melds:
            case "same turn":
                return (phrase("lay down only, then the rest", contract=self.slots),)
            case "later turn":
                return (phrase("lay down only, the rest later", contract=self.slots),)
        return (phrase("lay down only", contract=self.slots),)

    def the_rest(self) -> tuple[Phrase, ...]:
        """Further melds, where those that are there may stand in the contract."""
        each = {tuple(slots) for slots in combinations(self.slots, len(self.melds))}
        return (phrase("wait for the rest"),) if any(self.stands({}, slots=slots) for slots in each) else ()

    def shorter(self) -> tuple[Phrase, ...]:
        """The fewest cards left off that stand in the way: too many for the contract, or touching another run."""
        if self.whole_hand:
            return ()
        ends = [list(self._shortened(at)) for at in range(len(self.melds))]
        if prod(map(len, ends)) > MOST_TRIED:
            return ()
        changes = sorted(product(*ends), key=lambda change: sum(map(len, change)))
        for spares in changes:
            rests = [list(_without(meld, spare)) for meld, spare in zip(self.melds, spares, strict=True)]
            # of two equal cards of which one stands for something, either may be left off
            if prod(map(len, rests)) <= MOST_TRIED and all(
                self.stands(dict(enumerate(change))) for change in product(*rests)
            ):
                return (phrase("leave in hand", cards=[card for spare in spares for card in spare]),)
        return ()

    def _shortened(self, at: int) -> Iterator[list[int]]:
        """The cards at one end of a meld that may be left off, none of them first."""
        yield []
        for slot in dict.fromkeys(self.slots):
            for reading in self.options[at]:
                cards = reading.cards
                most = len(cards) - slot.size
                if fits(slot, reading):
                    for spare in range(most if self.rules.book.melds_exact else 1, most + 1) if most else ():
                        yield [card for card, _ in cards[-spare:]]
                        yield [card for card, _ in cards[:spare]]

    def apart(self) -> tuple[Phrase, ...]:
        """Another run or set in the place of one of those that may not stand beside each other."""
        if self.whole_hand:
            return ()
        for at, ways in enumerate(self.options):
            for reading in ways:
                for hint, cards in _others(self.rules, reading):
                    changed = [*map(PLAIN.__getitem__, cards)]
                    if self._is_possible({at: changed}) and self.stands({at: changed}):
                        return (hint,)
        return ()

    def _is_possible(self, changes: Mapping[int, Meld]) -> bool:
        """Whether the pack holds what melds have more then."""
        more: Counter[int] = Counter()
        for at, changed in changes.items():
            more += _bare(changed) - _bare(self.melds[at])
        return all(self.left(card) >= count for card, count in more.items())

    def one_mended(self) -> tuple[Phrase, ...]:
        """One card more, one less or another in one meld, whichever of them that can be."""
        hints = [(at, hint) for at in range(len(self.melds)) for hint in self._hints_for(at)]
        if len({at for at, _ in hints}) == 1:
            return tuple(hint for _, hint in hints)
        return tuple(phrase("for the nth meld", nth=at, hint=hint) for at, hint in hints)

    def _hints_for(self, at: int) -> tuple[Phrase, ...]:
        """What would make a meld the one that is missing beside the others."""
        others = [ways for other, ways in enumerate(self.options) if other != at]
        hints: list[Phrase] = []
        for slot in dict.fromkeys(self.slots):
            rest = list(self.slots)
            rest.remove(slot)
            if not unmatched(rest, others)[0]:
                hints += self._mended(at, slot, self._in_place(at, slot, rest))
        return tuple(hint for place, hint in enumerate(hints) if hint not in hints[:place])

    def _mended(self, wrong: int, slot: Slot, will_do: WillDo) -> tuple[Phrase, ...]:
        meld = self.melds[wrong]
        kept = _bare(meld) if self.whole_hand else Counter[int]()  # no card may leave it then, to stay in hand

        def will_do_whole(changed: Meld) -> bool:
            return kept <= _bare(changed) and will_do(changed)

        least = least_of(slot)
        return meld_hints(self.rules, meld, slot.kind, least, slot.kind, left=self.left, will_do=will_do_whole)

    def _in_place(self, at: int, slot: Slot, rest: Sequence[Slot]) -> WillDo:
        """Whether a meld of the slot's kind will do beside the others, which are to fill the ``rest``."""
        if self._bound(slot):
            return lambda changed: self.stands({at: changed})
        others_stand = self.stands({}, [other for other in range(len(self.melds)) if other != at], rest)
        return lambda changed: others_stand and self._is_right_size(changed, slot)

    def _bound(self, slot: Slot) -> bool:
        """Whether melds of the slot's kind may stand in each other's way, or not each of them will do."""
        if slot.rank or self.rules.wilds_going_down < NO_END:
            return True
        of_runs = slot.kind == "run"
        alike = [other for other in self.slots if other.kind not in LOOSE and (other.kind == "run") == of_runs]
        if slot.kind in LOOSE or len(alike) < 2:
            return False
        rules = self.rules
        return (rules.run_in_each_suit or rules.runs_apart) if of_runs else not rules.sets_of_one_rank

    def _is_right_size(self, meld: Meld, slot: Slot) -> bool:
        longer_is_fine = not self.rules.book.melds_exact or (self.whole_hand and slot.kind in IN_A_ROW)
        return len(meld) == slot.size or (longer_is_fine and len(meld) > slot.size)

    def all_mended(self, wrong: Sequence[int], missing: Sequence[Slot]) -> tuple[Phrase, ...]:
        """The same for several melds, all at once."""
        for slots in dict.fromkeys(permutations(missing)):
            hints, ways = [], []
            for at, slot in zip(wrong, slots, strict=True):
                made: list[Meld] = []

                def will_do(changed: Meld, slot: Slot = slot, made: list[Meld] = made) -> bool:
                    if self._is_right_size(changed, slot):
                        made.append(changed)
                        return True
                    return False

                hint = self._mended(at, slot, will_do)
                if not hint:
                    break
                hints += [phrase("for the nth meld", nth=at, hint=hint[0])]
                ways += [made]
            else:
                if self._all_stand(wrong, ways, slots):
                    return (phrase("all of these", hints=hints),)
        return ()

    def _all_stand(self, wrong: Sequence[int], ways: Sequence[Sequence[Meld]], slots: Sequence[Slot]) -> bool:
        """Whether every choice of these changes that the pack allows meets the contract."""
        each = (dict(zip(wrong, change, strict=True)) for change in product(*ways))
        possible = (changes for changes in each if self._is_possible(changes))
        first = next(possible, None)
        if first is None or not self.stands(first):
            return False
        if not any(map(self._bound, slots)):
            return True
        return prod(map(len, ways)) <= MOST_TRIED and all(map(self.stands, possible))


def _without(meld: Meld, spare: Sequence[int]) -> Iterator[Meld]:
    """A meld without these cards, each way there is; as it was told, for nobody says anew what the others stand for."""
    if not spare:
        yield meld
        return
    for at, placed in enumerate(meld):
        if placed.card == spare[0] and placed not in meld[:at]:
            yield from _without([*meld[:at], *meld[at + 1 :]], spare[1:])


def _bare(meld: Meld) -> Counter[int]:
    return Counter(card for card, _ in meld)


def _others(rules: MeldRules, reading: Reading) -> Iterator[tuple[Phrase, Sequence[int]]]:
    """Melds of the same size that would lie elsewhere: what is said of such a one, and its cards."""
    size = len(reading.cards)
    if reading.kind in LOOSE:
        return
    if reading.kind != "run":
        for rank in range(rules.lowest - 1, rules.highest):
            cards = [suit * 13 + rank for suit in rules.suits]
            if rank + 1 != reading.rank and not rules.wild[rank]:
                yield phrase("another rank"), [cards[at % len(cards)] for at in range(size)]
        return
    hint = phrase("another suit") if rules.run_in_each_suit else phrase("leave a gap")
    for suit in rules.suits:
        for low in range(rules.bottom, min(HIGH_ACE, rules.top) + 2 - size):
            cards = [suit * 13 + (low + step - 1) % 13 for step in range(size)]
            if (suit == reading.suit) != rules.run_in_each_suit and not any(rules.wild[card] for card in cards):
                yield hint, cards
