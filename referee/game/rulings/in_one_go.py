"""Cards of a contract that were told in one go, sorted into its melds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice, permutations

from referee.rules.cards import (
    JOKER,
    SUITLESS,
    format_card,
    format_cards,
    parse_card,
    parse_meld,
    split_cards,
)
from referee.rules.referee import judged
from referee.rules.requests import RequestError
from referee.rules.rulebook.model import Rulebook
from referee.rules.rulebook.slots import COLOUR, IN_A_ROW, SUIT, Slot, is_free, ways_to_meet
from referee.rules.rulings import Ruling

MOST_WAYS = 12
"""So many ways to cut the row are judged; one in order has few."""


def told_in_one_go(book: Rulebook, number: int, players: int, melds: Sequence[str]) -> list[str]:
    """The melds of the contract of a round; cards told in one go are sorted into them where every card finds its place.

    Recorded and asked, they are taken alike. What cannot be read as cards stays, and the judge says what is wrong.
    """
    contract = book.contracts[number - 1]
    if len(melds) != 1 or (len(contract) == 1 and not is_free(contract)) or "=" in melds[0]:
        return list(melds)

    def ask(question: str, **facts: object) -> Ruling:
        return judged(book, {"question": question, "round": number, "players": players, **facts})

    there = book.in_round(number)
    try:
        adds = ask("go_down", hand=melds[0]).adds
        if adds["melds"] and not adds["left"]:
            return [_told_in(melds[0], each) for each in adds["melds"]]
        cuts = (cut for way in ways_to_meet(there.contracts[number - 1]) for cut in _cuts(there, melds[0], way))
        may_be = (cut for cut in islice(cuts, MOST_WAYS) if ask("contract", melds=cut).legal is not False)
        return next(may_be, list(melds))
    except RequestError:
        return list(melds)


def _told_in(row: str, cards: str) -> str:
    """The cards of a meld in the order in which a row of cards told them, where they stand side by side in it."""
    names, wanted = ([format_card(placed.card) for placed in parse_meld(text, suits=False)] for text in (row, cards))
    rows = (names[start : start + len(wanted)] for start in range(len(names)))
    return " ".join(next((each for each in rows if Counter(each) == Counter(wanted)), wanted))


def _cuts(book: Rulebook, row: str, contract: Sequence[Slot]) -> Iterator[list[str]]:
    """The row cut into the melds of a contract, in any order, where the suits of some cards were not said.

    Whether other cards meet the contract the solver knows, in whichever order they were told.
    """
    cards = [parse_card(piece, suits=False) for piece in split_cards(row)]
    unsaid = any(card >= SUITLESS for card in cards)
    orders = dict.fromkeys(permutations(contract)) if unsaid and not is_free(contract) else {}
    return (melds for order in orders for melds in _in_order(book, cards, order))


def _in_order(book: Rulebook, cards: Sequence[int], melds: Sequence[Slot]) -> Iterator[list[str]]:
    if not melds:
        yield from () if cards else ([],)
        return
    first, *others = melds
    for size in range(first.size, len(cards) - sum(slot.size for slot in others) + 1):
        if _may_be(book, cards[:size], first):
            yield from ([format_cards(cards[:size]), *rest] for rest in _in_order(book, cards[size:], others))


def _may_be(book: Rulebook, cards: Sequence[int], meld: Slot) -> bool:
    if meld.kind in (COLOUR, SUIT):
        return True  # of any ranks
    ranks = [card % 13 for card in cards if card != JOKER and not book.may_be_wild(card)]
    if meld.rank and {*ranks} - {meld.rank - 1}:
        return False
    return len({*ranks}) == len(ranks) if meld.kind in IN_A_ROW else len({*ranks}) < 2
