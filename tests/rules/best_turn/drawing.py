"""Small positions for the best turn, drawn at random: any rulebook, half of them with values drawn anew."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any, NamedTuple

from referee.rules.best_turn.position import OnTable, Position
from referee.rules.cards import JOKER, Placed, format_cards, format_meld
from referee.rules.judges.lay_off import lying
from referee.rules.rulebook.meld_rules import meld_rules
from referee.rules.rulebook.model import Rulebook
from referee.rules.rulebook.slots import LOOSE as ONLY_ASKED_FOR
from referee.rules.rulebook.slots import Slot, is_free, parse_slot
from tests.rules.naive import is_wild
from tests.rules.solver.drawing import FOUR_SUITS, loose_cards, planted, with_switches


class Case(NamedTuple):
    book: Rulebook
    position: Position
    about: str

    def __str__(self) -> str:
        p = self.position
        table = "; ".join(f"{format_meld(meld.cards)} ({meld.owner})" for meld in p.table)
        return f"{self.about}; round {p.round_no}, down {p.down}, owes {p.owes}: {format_cards(p.hand)} | {table}"


def with_turn_values(rng: random.Random, book: Rulebook) -> tuple[Rulebook, str]:
    """The rulebook with some of the values drawn anew that say what is done in a turn."""
    values: dict[str, tuple[Any, ...]] = {
        "lay_off_same_turn": ("no", "others", "yes"),
        "lay_off_whose": ("any", "own"),
        "swap": ("no", "runs", "any"),
        "swap_when": ("earlier", "down"),
        "swap_whose": ("any", "others"),
        "swap_joker": ("lay off now", "new meld now", "any time"),
        "new_melds": ("never", "later turn", "same turn"),
        "joker_moves": (False, True),
        "final_discard": ("required", "required, else stay in", "optional", "never"),
        "only_down_goes_out": (False, True),
        "discard_playable": (False, True),
        "discard_wild": (False, True),
    }
    changes = {name: rng.choice(choices) for name, choices in values.items() if rng.random() < 0.4}
    return replace(book, **changes), ", ".join(f"{name}={value}" for name, value in changes.items())


def case(number: int, most: int = 6) -> Case:
    """The position of this number; its hand has at most so many cards, more only where a contract asks for them."""
    rng = random.Random(f"best turn {number}")
    book = rng.choice(FOUR_SUITS)
    about = f"case {number}, {book.id}"
    if rng.random() < 0.5:
        book, turn = with_turn_values(rng, book)
        book, melds = with_switches(rng, book) if rng.random() < 0.6 else (book, "")
        about += f" with {turn}, {melds}"
    round_no = rng.randint(1, book.rounds)
    down = rng.choice(("no", "this turn", "earlier", "earlier", "earlier", "earlier"))
    table = [_meld(rng, book, round_no) for _ in range(rng.randint(0, 3 if down != "no" else 2))]
    table = [meld for meld in table if lying(meld_rules(book), meld, round_no)]
    if down == "no" and rng.random() < 0.8:
        least = min((n for n in range(book.rounds)), key=lambda n: sum(slot.size for slot in book.contracts[n]))
        round_no = least + 1 if rng.random() < 0.7 else round_no
        hand = planted(rng, book, round_no, most)
        if rng.random() < 0.5:
            hand += [_near(rng, table) for _ in range(rng.randint(0, 2))]
    else:
        hand = [_near(rng, table) for _ in range(rng.randint(1, most))]
    owns = [False if down == "no" else rng.random() < 0.4 for _ in table]
    owes = rng.choice(("set", "run")) if book.screw_over and down == "earlier" and rng.random() < 0.1 else None
    on_table = tuple(OnTable(tuple(meld), own) for meld, own in zip(table, owns, strict=True))
    return Case(book, Position(tuple(hand), on_table, down, round_no, owes), about)


LOOSE = ("run of 4 in any suits", "run of 3 in any suits", "3 of one suit", "4 of one colour", "3 of one colour")


def loose(number: int) -> Case:
    """A position in a round that asks for a meld which only a contract makes one."""
    rng = random.Random(f"loose turn {number}")
    book, turn = with_turn_values(rng, rng.choice(FOUR_SUITS))
    slots = [parse_slot(rng.choice(LOOSE)), *([parse_slot("pair")] if rng.random() < 0.2 else [])]
    book = replace(book, contracts=(tuple(slots),) * book.rounds, all_cards_rounds=frozenset())
    down = rng.choice(("no", "no", "earlier"))
    table = [[Placed(card) for card in planted(rng, book, 1, 0)[: slots[0].size]] for _ in range(rng.randint(0, 2))]
    # it was said what each wild card stands for
    table = [list(ways[0].cards) for meld in table if (ways := lying(meld_rules(book), meld, 1))]
    hand = [*planted(rng, book, 1, 5)[:6], *[_near(rng, table) for _ in range(rng.randint(0, 1))]]
    if down != "no":
        hand = [_near(rng, table) for _ in range(rng.randint(1, 5))]
    on_table = tuple(OnTable(tuple(meld), False) for meld in table)
    return Case(book, Position(tuple(hand), on_table, down, 1), f"loose {number}, {book.id} with {turn}, {slots}")


FREE = ("any melds", "melds worth at least 20", "melds worth at least 45", "any melds with a pure run")


def more_later(number: int) -> Case:
    """A case in which only a contract has a limit on the wild cards of a meld."""
    drawn = case(number, most=5)
    rng = random.Random(f"more later {number}")
    limit = {"wilds_most": rng.choice([1, 1, 2]), "wilds_most_by": rng.choice(["number", "natural cards"])}
    return drawn._replace(book=replace(drawn.book, **limit, wilds_more_later=True), about=f"{limit}, {drawn.about}")


def idle(number: int) -> Case:
    """A case in which a player who is down neither draws nor discards."""
    drawn = case(number, most=4)
    last = drawn.book.final_discard
    last = "optional" if last.startswith("required") else last
    book = replace(drawn.book, down_draws=False, draw_down=False, may_i_down=False, final_discard=last)
    return drawn._replace(book=book, about=f"idle when down, {drawn.about}")


def only_out(number: int) -> Case:
    """A case in which melds are laid down only to go out, sometimes in the last turn after another player has."""
    rng = random.Random(f"only out {number}")
    drawn = free(number) if rng.random() < 0.5 else case(number, most=5)
    last_turns = rng.random() < 0.5
    book = replace(drawn.book, down_only_out=True, melds_exact=False, last_turns=last_turns)
    hand = drawn.position.hand[:6]  # each way to lay it down is tried
    position = drawn.position._replace(hand=hand, down="no", owes=None, last_turn=last_turns and rng.random() < 0.3)
    return Case(book, position, f"only to go out, last turn {position.last_turn}, {drawn.about}")


def free(number: int) -> Case:
    """A position in a round that leaves it to the player which melds go down."""
    rng = random.Random(f"free turn {number}")
    book, turn = with_turn_values(rng, rng.choice(FOUR_SUITS))
    contract = (parse_slot(rng.choice(FREE)),)
    fresh = {"all_cards_rounds": frozenset(), "run_least": 3, "low_ace": rng.choice(("one", "as in hand"))}
    book = replace(book, contracts=(contract,) * book.rounds, **fresh)
    each = replace(book, contracts=((parse_slot("set of 3"), parse_slot("run of 3")),) * book.rounds)
    table = [_meld(rng, each, 1) for _ in range(rng.randint(0, 1))]
    table = [meld for meld in table if lying(meld_rules(book), meld, 1)]
    hand = [*planted(rng, book, 1, 6)[:7], *[_near(rng, table) for _ in range(rng.randint(0, 1))]]
    on_table = tuple(OnTable(tuple(meld), False) for meld in table)
    return Case(book, Position(tuple(hand), on_table, "no", 1), f"free {number}, {book.id} with {turn}, {contract[0]}")


def _wild(rng: random.Random, book: Rulebook) -> int:
    wild: list[int] = [JOKER, *[card for card in range(JOKER) if is_wild(book, card)][:4]]
    return rng.choice(wild) if rng.random() < 0.6 else JOKER


def _meld(rng: random.Random, book: Rulebook, round_no: int) -> list[Placed]:
    slot = rng.choice([slot for slot in book.contracts[round_no - 1] if slot.kind != "or"])
    if is_free((slot,)):
        slot = rng.choice((Slot("set", book.set_least), Slot("run", book.run_least)))
    size = slot.size + rng.choice((0, 0, 0, 1, 2))
    if slot.kind in ONLY_ASKED_FOR:
        cards = loose_cards(rng, slot.kind, size)
        return [Placed(_wild(rng, book), card) if rng.random() < 0.25 else Placed(card) for card in cards]
    if slot.kind == "run":
        size = min(size, 13)
        suit, low = rng.randrange(2), rng.choice((1, 15 - size, rng.randint(1, 15 - size)))
        cards = [suit * 13 + (low + at - 1) % 13 for at in range(size)]
        return [Placed(_wild(rng, book), card) if rng.random() < 0.25 else Placed(card) for card in cards]
    rank = rng.randrange(13)
    suits = rng.sample(range(4), 4) * 3
    cards = [suits[at] * 13 + rank for at in range(size)]
    return [Placed(_wild(rng, book), -rank - 1) if rng.random() < 0.25 else Placed(card) for card in cards]


def _near(rng: random.Random, table: list[list[Placed]]) -> int:
    """A card that often fits some meld: beside its cards, of their rank, one that a wild card stands for, or wild."""
    if not table or rng.random() < 0.2:
        return rng.choice([JOKER, *range(JOKER)])
    meld = rng.choice(table)
    places = [p.card if p.stands_for is None or p.stands_for < 0 else p.stands_for for p in meld]
    naturals = [card for card in places if card != JOKER] or [rng.randrange(JOKER)]
    card = rng.choice([naturals[0], naturals[-1], rng.choice(naturals)])
    suit = card // 13 * 13
    beside = [suit + (card + step) % 13 for step in (1, -1, 2, -2, 1, -1)]
    return rng.choice([JOKER, 1, card, (card + 13) % 52, (card + 26) % 52, *beside])
