"""How long the best turn takes to find: at every turn of rounds played with real packs, and in the worst positions.

    python -m tests.bench.best_turn_bench [ROUNDS] [--seed SEED] [rulebook ...]

Processor time of one whole ruling each, with its clauses, as asked for the first time; and of its search alone. In the
rounds each player draws, plays the best turn, and now and then somebody takes a discard out of turn. The worst
positions have 15 cards in hand and 12 melds on the table, drawn from one pack. Undecided is whoever needs more work
than is allowed.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from referee.rulebooks import library
from referee.rules.best_turn.judge import judge_best_turn
from referee.rules.best_turn.position import OnTable, Position
from referee.rules.best_turn.search import Plan, best_turn
from referee.rules.cards import JOKER, Placed, format_cards, format_meld
from referee.rules.judges.lay_off import extended, lying
from referee.rules.judges.swap import swapped
from referee.rules.rulebook.meld_rules import MeldRules, meld_rules
from referee.rules.rulebook.model import Rulebook
from referee.rules.solver.lay_down import Undecided

BOUND = 0.05
"""Seconds of processor time within which 99 in 100 positions of played rounds are to be answered."""


class Timed(NamedTuple):
    book: Rulebook
    position: Position
    seconds: float
    search: float
    answer: Plan | Undecided | None

    def __str__(self) -> str:
        p = self.position
        table = "; ".join(format_meld(meld.cards) for meld in p.table)
        return f"{self.book.id} round {p.round_no}, down {p.down}: {format_cards(sorted(p.hand))} | {table}"


def timed(book: Rulebook, position: Position) -> Timed:
    facts = {
        "hand": position.hand, "down": position.down, "round": position.round_no,
        "table": [meld.cards for meld in position.table],
        "own": [meld.cards for meld in position.table if meld.own],
    }  # fmt: skip
    begun = time.process_time()
    judge_best_turn(book, facts)
    seconds = time.process_time() - begun
    begun = time.process_time()
    answer = best_turn(book, position)
    return Timed(book, position, seconds, time.process_time() - begun, answer)


class Table:
    """A round that is played with a real pack by players who keep what belongs together until they are down, and then
    play the best turn."""

    def __init__(self, book: Rulebook, round_no: int, rng: random.Random, players: int = 4) -> None:
        self.book, self.round_no, self.rng = book, round_no, rng
        count = players if players in book.decks else min(book.decks)
        pack = [*range(JOKER)] * book.decks[count] + [JOKER] * book.jokers[count]
        rng.shuffle(pack)
        dealt = book.deal[round_no - 1]
        self.hands = [pack[at * dealt : (at + 1) * dealt] for at in range(count)]
        self.stock = pack[count * dealt :]
        self.down = [False] * count
        self.melds: list[tuple[int, tuple[Placed, ...]]] = []

    def turns(self, most: int = 60) -> Iterator[Timed]:
        for turn in range(most):
            seat = turn % len(self.hands)
            if len(self.stock) < 6:
                return
            if self.rng.random() < 0.25:
                self.hands[self.rng.randrange(len(self.hands))] += [self.stock.pop(), self.stock.pop()]
            self.hands[seat] += [self.stock.pop() for _ in range(self.book.draw_cards)]
            table = tuple(OnTable(meld, own=owner == seat) for owner, meld in self.melds)
            down = "earlier" if self.down[seat] else "no"
            answered = timed(self.book, Position(tuple(self.hands[seat]), table, down, self.round_no))
            yield answered
            if not isinstance(answered.answer, Plan):
                return
            self._play(seat, answered.answer)
            if answered.answer.goes_out:
                return

    def _play(self, seat: int, plan: Plan) -> None:
        """The melds as they lie after the steps, which the judge has allowed."""
        rules = meld_rules(self.book)
        hand = self.hands[seat]
        self.hands[seat] = list(plan.left)
        if len(plan.steps) == 1 and not self.down[seat] and len(hand) > 1:
            hand.remove(min(hand, key=lambda card: (_company(card, hand), card)))
            self.hands[seat] = hand
            return
        for step in plan.steps:
            if step.way in ("contract", "new_meld"):
                self.down[seat] = True
                self.melds += [(seat, tuple(meld)) for meld in step.melds]
            if step.onto is None:
                continue
            at = next(n for n, (_, meld) in enumerate(self.melds) if meld == tuple(step.onto))
            owner, meld = self.melds[at]
            after = _after(rules, meld, step.way, step.melds[0], self.round_no)
            self.melds[at] = (owner, after)


def _company(card: int, hand: list[int]) -> int:
    """How many cards of a hand could make a meld with one."""
    if card == JOKER:
        return 99
    return sum(
        other != JOKER and (other % 13 == card % 13 or (other // 13 == card // 13 and 0 < abs(other - card) < 3))
        for other in hand
    )


def _after(
    rules: MeldRules, meld: Sequence[Placed], way: str, cards: Sequence[Placed], round_no: int
) -> tuple[Placed, ...]:
    """A meld after cards were laid off on it, or one was swapped in."""
    for table in lying(rules, meld, round_no):
        if way == "swap":
            made = swapped(rules, table, cards[0].card)
            if made:
                return made[0].meld.cards
        elif ways := extended(rules, table, cards)[0]:
            return ways[0].cards
    raise AssertionError(meld)


def crowded(book: Rulebook, seed: int, hand: int = 15, melds: int = 12) -> Position | None:
    """A position of one pack: so many melds, wild cards among them, and cards in hand of which many fit."""
    rng = random.Random(f"crowded {book.id} {seed}")
    players = max(book.decks)
    left = dict.fromkeys(range(JOKER), book.decks[players]) | {JOKER: book.jokers[players]}
    round_no = rng.choice([number for number in range(1, book.rounds + 1) if number not in book.all_cards_rounds])
    table: list[OnTable] = []
    for _ in range(400):
        if len(table) == melds:
            break
        meld = _some_meld(rng, book, left)
        if meld and lying(meld_rules(book), meld, round_no):
            for placed in meld:
                left[placed.card] -= 1
            table.append(OnTable(tuple(meld), own=rng.random() < 0.3))
    natural = [placed.card for meld in table for placed in meld.cards if placed.card != JOKER]
    near = [each for card in natural for each in (card, card // 13 * 13 + (card + 1) % 13)]
    cards: list[int] = []
    while len(cards) < hand:
        card = JOKER if rng.random() < 0.15 else rng.choice(near if rng.random() < 0.8 else range(JOKER))
        if left[card]:
            left[card] -= 1
            cards.append(card)
        elif not any(left.values()):
            return None
    down = rng.choice(("earlier", "earlier", "no"))
    if down == "no":
        table = [meld._replace(own=False) for meld in table]
    return Position(tuple(cards), tuple(table), down, round_no)


def _some_meld(rng: random.Random, book: Rulebook, left: dict[int, int]) -> list[Placed]:
    if rng.random() < 0.6:
        size, suit = rng.choice((4, 4, 5, 6)), rng.randrange(4)
        low = rng.randint(1, 14 - size)
        cards = [suit * 13 + low - 1 + at for at in range(size)]
    else:
        rank = rng.randrange(13)
        cards = [suit * 13 + rank for suit in rng.sample(range(4), 3)]
    wild = rng.randrange(len(cards)) if left[JOKER] and rng.random() < 0.3 else -1
    is_set = cards[0] % 13 == cards[1] % 13
    meld = [
        Placed(JOKER, -(card % 13) - 1 if is_set else card) if at == wild else Placed(card)
        for at, card in enumerate(cards)
    ]
    return meld if all(left[card] for at, card in enumerate(cards) if at != wild) else []


def played(rounds: int, seed: int, books: list[str]) -> Iterator[Timed]:
    rng = random.Random(seed)
    for _ in range(rounds):
        book = library.load(rng.choice(books))
        yield from Table(book, rng.randint(1, book.rounds), rng).turns()


def report(name: str, positions: list[Timed]) -> None:
    seconds = sorted(each.seconds for each in positions)
    quick = sum(each <= BOUND for each in seconds) / len(seconds)
    undecided = sum(isinstance(each.answer, Undecided) for each in positions)
    at = [seconds[min(len(seconds) - 1, int(len(seconds) * part))] * 1000 for part in (0.5, 0.9, 0.99)]
    alone = sorted(each.search for each in positions)
    print(
        f"{name}: {len(seconds)} positions, median {at[0]:.1f} ms, 90% {at[1]:.1f}, 99% {at[2]:.1f}, worst "
        f"{seconds[-1] * 1000:.0f}; within {BOUND * 1000:.0f} ms {quick:.2%}; undecided {undecided}; "
        f"search alone: median {alone[len(alone) // 2] * 1000:.1f} ms, worst {alone[-1] * 1000:.0f}"
    )


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("rounds", nargs="?", type=int, default=200)
    parser.add_argument("books", nargs="*", default=library.ids())
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--crowded", type=int, default=30, help="worst positions tried under each rulebook")
    args = parser.parse_args()
    books = list(args.books)
    positions = list(played(args.rounds, args.seed, books))
    for book in books:
        if its := [each for each in positions if each.book.id == book]:
            report(book, its)
    report("all played", positions)
    print("slowest:", max(positions, key=lambda each: each.seconds))
    worst = []
    for book in books:
        each = [crowded(library.load(book), number) for number in range(args.crowded)]
        worst += [timed(library.load(book), position) for position in each if position]
    report("15 cards, 12 melds", worst)
    slowest = max(worst, key=lambda each: each.seconds)
    print(f"slowest, {slowest.seconds * 1000:.0f} ms:", slowest)


if __name__ == "__main__":
    main()
