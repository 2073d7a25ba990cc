"""The search for the best turn: what ends it, what is shared out before, and which contract or swap comes first.

A turn is the better one if it goes out; of others that which leaves the fewest points in hand, then the fewest cards.
Of turns as good as each other the one met first stands, in an order that is always the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from referee.rules.best_turn.making import groups_of, mixed_of, runs_of, sets_of
from referee.rules.best_turn.places import NOTHING, Take, can_be_itself, of_its_kind, ways_to_take
from referee.rules.best_turn.plan import NEW, Begun, Taker, steps_of, with_draw
from referee.rules.best_turn.position import Packing, Position, Rights
from referee.rules.best_turn.share import COUNT_BITS, Option, Wilds, best_share
from referee.rules.best_turn.swaps import AfterSwaps, after_swaps
from referee.rules.cards import Placed
from referee.rules.judges.contract import lets_cards_stay
from referee.rules.judges.filling import clash
from referee.rules.judges.lay_off import extended, fits, lying, to_replace
from referee.rules.judges.turn import Step, TurnFacts, judge_turn
from referee.rules.judges.turn_end import judge_discard
from referee.rules.melds.worth import is_enough
from referee.rules.rulebook.meld_rules import NO_END, MeldRules, meld_rules
from referee.rules.rulebook.model import Rulebook
from referee.rules.rulebook.slots import LOOSE, MIXED, Slot, is_free, parse_slot, ways_to_meet
from referee.rules.rulings import Ruling
from referee.rules.solver.lay_down import LayDown, Undecided, best_lay_down
from referee.rules.solver.terms import OutOfWork, Work

DEFAULT_WORK = 1_500_000
"""Steps after which the search says that it does not know: about half a second of processor time."""
_VERIFIED = 300
"""What it costs to have a whole turn judged, in steps of work."""


class Plan(NamedTuple):
    """A turn, and what comes of it."""

    steps: tuple[Step, ...]
    left: tuple[int, ...]
    """The cards in hand after it."""
    points: int
    """Their penalty points."""
    goes_out: bool
    ruling: Ruling
    """What ``judge_turn`` rules of it."""


def best_turn(book: Rulebook, position: Position, *, work: int = DEFAULT_WORK) -> Plan | Undecided | None:
    """The best turn of a position; None if no turn is allowed at all."""
    try:
        return search(book, position, Work(work))
    except OutOfWork:
        return Undecided(work)


def search(book: Rulebook, position: Position, work: Work) -> Plan | None:
    """The same; raises OutOfWork."""
    return _Search(book, position, work).plan()


class _Played(NamedTuple):
    """What is played of a hand before the discard."""

    worth: int
    """Points and number of cards, as ``share`` counts them."""
    steps: Callable[[int | None], tuple[Step, ...]]
    """The steps of the turn with a discard, or with none."""
    used: tuple[int, ...] = ()


_Play = Callable[[tuple[int, ...], int | None], _Played | None]
"""The best that can be played of a hand without these cards, so that a card fits no meld on the table afterwards."""


class _Search:
    def __init__(self, book: Rulebook, position: Position, work: Work) -> None:
        self.book = book
        self.rules = meld_rules(book)
        self.of_contract = meld_rules(book.going_down)
        """The rules of the melds with which the player goes down."""
        self.ranks = range(self.rules.lowest, self.rules.highest + 1)
        self.position = position
        self.round_no = position.round_no
        self.work = work
        self.price = [book.prices[book.priced_as(card)] for card in range(len(self.rules.wild))]
        self.worth = {card: (price << COUNT_BITS) + 1 for card, price in enumerate(self.price)}
        self.owed = to_replace(book, position.owes, position.round_no)
        self.best: Plan | None = None
        on_table = [placed.card for meld in position.table for placed in meld.cards]
        kinds = {card for card in (*position.hand, *on_table) if can_be_itself(self.rules, card)}
        self.packing = Packing(kinds)
        wild = self.rules.wild
        self.wilds_on_table = sum(wild[card] for card in on_table) if book.swap != "no" else 0
        self.most_wilds = sum(wild[card] for card in position.hand) + self.wilds_on_table
        """So many wild cards can be laid off at most."""
        self.might_hold = Counter(position.hand)
        if book.swap != "no":
            self.might_hold += Counter(card for card in on_table if wild[card])
        self.takes: dict[tuple[Placed, ...], list[Option]] = {}
        self.unfit: dict[tuple[tuple[Placed, ...], Take, int], bool] = {}
        self.made: list[tuple[Taker, list[Option]]] | None = None

    def plan(self) -> Plan | None:
        position = self.position
        hand = tuple(sorted(position.hand))
        if self.owed:
            self._end(hand, position.down, _nothing)
            self._replacements(hand)
        elif position.down == "no":
            self._with_contract(hand)
            self._end(hand, "no", _nothing)
        else:
            self._on_the_table(Begun(), hand, position.down)
        return self.best

    # how a turn ends

    def _end(self, hand: tuple[int, ...], down: str, play: _Play) -> None:
        """Try every end of a turn in which so much of a hand is played."""
        most = play((), None)
        if most is None:
            return
        whole = sum(map(self.worth.__getitem__, hand))
        if down == "earlier" and not self.book.down_draws:
            left = _without(hand, most.used)
            self._offer(most, left, None, goes_out=not left)
            return
        empty = self._empty(down)
        if empty.legal and most.worth == whole:
            self._offer(most, (), None, bool(empty.adds["goes_out"]))
        for card in sorted(set(hand), key=lambda card: (-self.price[card], card)):
            self._discarding(card, hand, down, play, most)
        if self.book.final_discard == "never":
            for card in sorted(set(hand)):
                self._keeping(card, hand, down, play)

    def _discarding(self, card: int, hand: tuple[int, ...], down: str, play: _Play, most: _Played) -> None:
        whole = sum(map(self.worth.__getitem__, hand))
        counts = 1 << COUNT_BITS
        last, more = self._may_discard(card, down)
        could_go_out = last and most.worth % counts >= len(hand) - 1
        least_left = max(0, (whole >> COUNT_BITS) - (most.worth >> COUNT_BITS) - self.price[card])
        fewest = max(0, len(hand) - most.worth % counts - 1)
        if not (last or more) or not self._could_be_better(could_go_out, least_left, fewest):
            return
        unfit = card if self._must_fit_nowhere(down) else None
        played = play((card,), unfit)
        if played is None:
            return
        # which wild card goes where is dealt out at the end, so what is played may be worth another sum
        if played.worth == whole - self.worth[card] or len(played.used) == len(hand) - 1:
            if last:
                self._offer(played, (), card, goes_out=True)
                return
            # the last card is not discarded, so another one stays
            for other in sorted(set(hand)) if more else ():
                if other != card or hand.count(card) > 1:
                    kept = play((card, other), unfit)
                    if kept is not None:
                        self._offer(kept, _without(hand, (card, *kept.used)), card, goes_out=False)
        elif more:
            self._offer(played, _without(hand, (card, *played.used)), card, goes_out=False)

    def _keeping(self, card: int, hand: tuple[int, ...], down: str, play: _Play) -> None:
        """A card that is the last one, is not discarded and fits nowhere."""
        if not self._could_be_better(goes_out=False, points=self.price[card], cards=1):
            return
        if not judge_discard(self.book, (card,), None, down, (), self.round_no).legal:
            return
        bound = down != "no" and not (down == "this turn" and self.book.lay_off_same_turn == "no")
        played = play((card,), card if bound else None)
        if played is not None and len(played.used) == len(hand) - 1:
            self._offer(played, (card,), None, goes_out=False)

    def _empty(self, down: str) -> Ruling:
        return judge_discard(self.book, (), None, down, (), self.round_no)

    def _may_discard(self, card: int, down: str) -> tuple[bool, bool]:
        """Whether a card may be discarded as the last one, and while others stay; melds are not looked at."""
        last = judge_discard(self.book, (card,), card, down, (), self.round_no).legal
        return bool(last), bool(judge_discard(self.book, (card, card), card, down, (), self.round_no).legal)

    def _must_fit_nowhere(self, down: str) -> bool:
        return not self.book.discard_playable and down == "earlier"

    def _could_be_better(self, goes_out: bool, points: int, cards: int) -> bool:
        if self.best is None:
            return True
        best = self.best
        return (not goes_out, points, cards) < (not best.goes_out, best.points, len(best.left))

    def _offer(self, played: _Played, left: tuple[int, ...], discard: int | None, goes_out: bool) -> None:
        """Take a turn if it is better than the best so far, and allowed."""
        points = sum(map(self.price.__getitem__, left))
        if not self._could_be_better(goes_out, points, len(left)):
            return
        steps = played.steps(discard)
        self.work.spend(_VERIFIED)
        ruling = judged(self.book, self.position, steps)
        if ruling.legal:
            self.best = Plan(steps, left, points, goes_out, ruling)

    # what is done on the table

    def _on_the_table(
        self,
        begun: Begun,
        hand: tuple[int, ...],
        down: str,
        wilds_before: int = 0,
        own: Sequence[Take] = (),
    ) -> None:
        """Swaps, new melds and lay-offs with a hand, after a contract with ``wilds_before`` of its wild cards."""
        rights = Rights(self.book, down, self.round_no)
        for state in after_swaps(self.rules, rights, hand, self.position.table, self.round_no, self.work):
            melds = self._melds(rights, state, own)
            takers = [taker for taker, _ in melds]
            options = [options for _, options in melds]
            self._end(state.hand, down, self._sharing(begun, state, takers, options, wilds_before))

    def _sharing(
        self,
        begun: Begun,
        state: AfterSwaps,
        takers: Sequence[Taker],
        options: Sequence[Sequence[Option]],
        wilds_before: int,
    ) -> _Play:
        book, wild = self.book, self.rules.wild
        bound = Counter(state.taken) if book.swap_joker != "any time" else Counter[int]()
        into_new = len(state.taken) if book.swap_joker == "new meld now" else 0
        begun = begun._replace(swaps=state.steps)

        def play(without: tuple[int, ...], unfit: int | None) -> _Played | None:
            hand = _without(state.hand, without)
            in_hand = Counter([card for card in hand if wild[card]])
            taken = Counter(state.taken) & in_hand
            wilds = Wilds(tuple((in_hand - taken).elements()), tuple(taken.elements()), bound, into_new, wilds_before)
            usable = options
            if unfit is not None:
                usable = [
                    [option for option in its if not self._fits_then(taker, option.take, unfit)]
                    for taker, its in zip(takers, options, strict=True)
                ]
            shared = best_share(usable, self.packing, Counter(hand), wilds, self.worth, self.work)
            if shared is None:
                return None
            used = [card for option in shared.chosen for card in option.take.cards]
            return _Played(
                shared.worth,
                lambda discard: steps_of(begun, takers, shared, discard),
                (*used, *shared.wilds),
            )

        return play

    def _melds(self, rights: Rights, state: AfterSwaps, own: Sequence[Take]) -> list[tuple[Taker, list[Option]]]:
        """Each meld that gets cards, with every choice of them."""
        melds: list[tuple[Taker, list[Option]]] = []
        nothing = [Option(NOTHING, 0, 0, 0, False)]
        for meld in state.table:
            options = self._options(meld.cards) if rights.lays_off(meld.own) else nothing
            melds.append((Taker(meld), options))
        for at, take in enumerate(own):
            options = self._options(take.laid) if rights.lays_off(own=True) else nothing
            melds.append((Taker(None, at), options))
        if rights.makes_new_melds:
            melds += self._new_melds()
        return melds

    def _options(self, meld: tuple[Placed, ...]) -> list[Option]:
        options = self.takes.get(meld)
        if options is None:
            takes = ways_to_take(self.rules, meld, self.round_no, self.might_hold, self.most_wilds, self.work)
            options = self.takes[meld] = [self._option(take) for take in takes]
        return options

    def _option(self, take: Take, new: bool = False) -> Option:
        worth = sum(map(self.worth.__getitem__, take.cards))
        return Option(take, self.packing.packed(take.cards), take.wilds, worth, new)

    def _new_melds(self) -> list[tuple[Taker, list[Option]]]:
        if self.made is None:
            self.made = []
            held, wilds, least = self.might_hold, self.most_wilds, self.rules.ordinary
            sizes = range(least.set, sum(held.values()) + 1), range(least.run, self.rules.run_longest + 1)
            each = [
                *(sets_of(self.rules, rank, held, wilds, sizes[0], self.work) for rank in self.ranks),
                *(runs_of(self.rules, suit, held, wilds, sizes[1], self.work) for suit in self.rules.suits),
            ]
            for makes in each:
                options = [self._option(take, new=True) for take in makes]
                if not options:
                    continue
                fewest = min(len(option.take.laid) for option in options)
                there = sum(held[card] for card in {card for option in options for card in option.take.cards})
                is_set = options[0].take.meld is not None and options[0].take.meld.kind != "run"
                times = 1 if is_set and self._sets_join else (there + wilds) // fewest
                for _ in range(min(times, len(self.position.hand) // fewest + 1)):
                    self.made.append((NEW, [Option(NOTHING, 0, 0, 0, True), *options]))
        return self.made

    @property
    def _sets_join(self) -> bool:
        """Whether two sets of one rank are as good as one with all their cards."""
        return not self.rules.different and min(self.rules.set_longest, self.rules.wilds_most) == NO_END

    def _fits_then(self, taker: Taker, take: Take, card: int) -> bool:
        """Whether a card fits a meld once it has got these cards, in some way in which that may lie."""
        meld = taker.meld.cards if taker.meld else take.laid
        key = (meld, take, card)
        takes = self.unfit.get(key)
        if takes is None:
            lies: Sequence[Placed] = meld
            if taker.meld and take.laid:
                tables = lying(self.rules, meld, self.round_no)
                after = [way for table in tables for way in extended(self.rules, table, take.laid)[0]]
                lies = after[0].cards if after else meld
            takes = self.unfit[key] = bool(lies) and fits(self.rules, lies, card, self.round_no)
        return takes

    # what comes before

    def _replacements(self, hand: tuple[int, ...]) -> None:
        """A truly screwed player replaces the meld, and does nothing else."""
        held, wilds = Counter(hand), sum(self.rules.wild[card] for card in hand)
        slot = parse_slot(self.owed[0])
        for take in self._makes(self.rules, slot, range(slot.size, slot.size + 1), held, wilds):
            play = self._sharing(Begun(), AfterSwaps(hand, self.position.table), [NEW], [[self._option(take, True)]], 0)
            self._end(hand, self.position.down, play)

    def _makes(self, rules: MeldRules, slot: Slot, sizes: range, held: Counter[int], wilds: int) -> Iterator[Take]:
        if slot.kind == MIXED:
            return mixed_of(rules, held, wilds, sizes, self.work)
        if slot.kind in LOOSE:
            return groups_of(rules, slot.kind, held, wilds, sizes, self.work)
        if slot.kind == "run":
            return chain.from_iterable(runs_of(rules, suit, held, wilds, sizes, self.work) for suit in rules.suits)
        ranks = [slot.rank] if slot.rank else self.ranks
        return chain.from_iterable(sets_of(rules, rank, held, wilds, sizes, self.work) for rank in ranks)

    def _with_contract(self, hand: tuple[int, ...]) -> None:
        if self.round_no is None or self._lay_down(hand) is None:
            return
        rights = Rights(self.book, "this turn", self.round_no)
        if not rights.anything():
            self._end(hand, "this turn", self._laying_down(hand))
            return
        for way in ways_to_meet(self.book.contracts[self.round_no - 1]):
            self._each_contract(way, hand, rights)

    def _lay_down(self, hand: tuple[int, ...]) -> LayDown | None:
        answer = best_lay_down(self.book, self.round_no or 1, hand)
        if isinstance(answer, Undecided):
            raise OutOfWork
        return answer

    def _laying_down(self, hand: tuple[int, ...]) -> _Play:
        """The solver's best lay-down, where nothing else is done in the turn of going down."""

        def play(without: tuple[int, ...], unfit: int | None) -> _Played | None:  # noqa: ARG001
            self.work.spend(_VERIFIED)
            rest = _without(hand, without)
            answer = self._lay_down(rest)
            if answer is None:
                # so that a bound on all of the hand is one on less of it
                return None
            used = [placed.card for meld in answer.melds for placed in meld]
            contract = Step("contract", answer.melds)
            return _Played(
                sum(map(self.worth.__getitem__, used)),
                lambda discard: (contract, *steps_of(Begun(), (), None, discard)),
                tuple(used),
            )

        return play

    def _each_contract(self, slots: tuple[Slot, ...], hand: tuple[int, ...], rights: Rights) -> None:
        """Every contract of the hand, those first after which the fewest points can be left."""
        contracts = [
            (*self._least_left(rest, own, rights), number, own, rest, wilds)
            for number, (own, rest, wilds) in enumerate(self._contracts(slots, hand, rights))
        ]
        for points, cards, _, own, rest, wilds in sorted(contracts, key=lambda contract: contract[:3]):
            if not self._could_be_better(points == 0, points, 0 if points == 0 else cards):
                break
            begun = Begun(contract=tuple([take.laid for take in own]))
            self._on_the_table(begun, rest, "this turn", wilds, own)

    def _contracts(
        self, slots: tuple[Slot, ...], hand: tuple[int, ...], rights: Rights
    ) -> Iterator[tuple[tuple[Take, ...], tuple[int, ...], int]]:
        """Every contract, with the hand after it, and how many wild cards of that lie in it."""
        held, wild = Counter(hand), self.rules.wild
        wilds = sum(wild[card] for card in hand)
        by_naturals = self.of_contract.naturals_least > 1 or self.of_contract.by_naturals
        free = is_free(slots)
        all_go = not lets_cards_stay(self.book, self.position.last_turn)
        longer = (free or not self.book.melds_exact) and (by_naturals or all_go or not rights.lays_off(own=True))
        capacity = self.packing.capacity(held)
        makes: dict[Slot, list[Option]] = {}
        for slot in set(slots):
            of_slot = self.rules.ordinary.slots if free else (slot,)
            most = len(hand) if longer or slot.points else 0
            takes = [
                take
                for its in of_slot
                for take in self._makes(self.of_contract, its, range(its.size, max(its.size, most) + 1), held, wilds)
            ]
            makes[slot] = [self._option(take) for take in takes]
        # where any melds will do, there are as many as the hand holds
        ordered = sorted(slots * len(hand) if free else slots, key=lambda slot: (slot.kind, slot.size))
        met = set()

        def fill(
            at: int, first: int, used: int, stand_in: int, chosen: tuple[Option, ...]
        ) -> Iterator[tuple[Option, ...]]:
            read = [option.take.meld for option in chosen if option.take.meld] if free else []
            if is_enough(self.rules, slots[0], read) if free else at == len(ordered):
                yield chosen
            if at == len(ordered):
                return
            again = first if at and ordered[at] == ordered[at - 1] else 0
            options = makes[ordered[at]]
            self.work.spend(len(options) - again)
            for index in range(again, len(options)):
                option = options[index]
                if stand_in + option.wilds > wilds or not self.packing.holds(capacity, used + option.packed):
                    continue
                if any(_clash(self.rules, option.take, other.take) for other in chosen):
                    continue
                yield from fill(at + 1, index, used + option.packed, stand_in + option.wilds, (*chosen, option))

        for chosen in fill(0, 0, 0, 0, ()):
            cards = [card for option in chosen for card in option.take.cards]
            stand_in = sum(option.wilds for option in chosen)
            used = sum(option.packed for option in chosen)
            own = tuple([option.take for option in chosen])
            melds = tuple(sorted(take.laid for take in own)) if rights.lays_off(own=True) else ()
            key = (used, stand_in, melds)
            if key in met:
                continue
            met.add(key)
            if all_go and len(hand) - len(cards) - stand_in > self.book.most_kept:
                continue
            if sum(wild[card] for card in cards) + stand_in <= wilds:
                yield own, _without(hand, tuple(cards)), stand_in

    def _least_left(self, rest: tuple[int, ...], own: Sequence[Take], rights: Rights) -> tuple[int, int]:
        """Fewer points and cards than these cannot be left after a contract."""
        may_go = self._may_go(rights)
        dead = [
            self.price[card]
            for card in rest
            if not self.rules.wild[card] and card not in may_go and not self._may_grow(own, card, rights)
        ]
        return sum(dead) - max(dead, default=0), max(0, len(dead) - 1)

    def _may_go(self, rights: Rights) -> set[int]:
        """The cards that some meld on the table could take, or that could go for a wild card."""
        if rights.makes_new_melds:
            return {*self.rules.naturals}
        may_go = set[int]()
        for meld in self.position.table:
            if rights.lays_off(meld.own):
                may_go.update(card for option in self._options(meld.cards) for card in option.take.cards)
            if rights.swaps(meld.own) and any(self.rules.wild[card] for card, _ in meld.cards):
                return {*self.rules.naturals}
        return may_go

    def _may_grow(self, own: Sequence[Take], card: int, rights: Rights) -> bool:
        if not rights.lays_off(own=True):
            return False
        melds = [take.meld for take in own if take.meld]
        return any(of_its_kind(meld, card) for meld in melds)


def _clash(rules: MeldRules, take: Take, other: Take) -> bool:
    """Whether two melds may not stand in one contract."""
    return bool(take.meld and other.meld and clash(rules, take.meld, other.meld))


def judged(book: Rulebook, position: Position, steps: Sequence[Step]) -> Ruling:
    """What the judge of turns rules of these steps."""
    table = [meld.cards for meld in position.table]
    facts = TurnFacts(position.down, None, position.owes, table, position.round_no, None, position.last_turn)
    return judge_turn(book, position.hand, with_draw(book, position.down, steps), facts)


def _nothing(without: tuple[int, ...], unfit: int | None) -> _Played:  # noqa: ARG001
    return _Played(0, lambda discard: steps_of(Begun(), (), None, discard))


def _without(hand: tuple[int, ...], cards: tuple[int, ...]) -> tuple[int, ...]:
    left = Counter(hand)
    left.subtract(cards)
    return tuple(sorted((+left).elements()))
