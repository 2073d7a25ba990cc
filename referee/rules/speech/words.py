"""Cards, melds and numbers as people at a table say them, never in shorthand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import NamedTuple

from referee.messages import N_
from referee.messages import gettext as _
from referee.rules.cards import (
    JOKER,
    JOKER_NAME,
    RANK_OF_CARD,
    RANKS,
    SUITLESS,
    CardError,
    Placed,
    card_of,
    parse_card,
    parse_meld,
    suitless,
)
from referee.rules.melds.readings import RANK_OF, SUIT_OF, Reading
from referee.rules.packs import PACKS, Pack, in_force
from referee.rules.rulebook.in_words import begun as begun
from referee.rules.rulebook.in_words import either
from referee.rules.rulebook.in_words import number as number
from referee.rules.rulebook.meld_rules import ROUND_TOP
from referee.rules.rulebook.model import Rulebook
from referee.rules.rulebook.slots import COLOUR, FREE, LOOSE, MIXED, SUIT, Slot, parse_slot, slot_said, ways_to_meet

JOKER_AFTER = {
    "lay off now": N_("The wild card taken must be laid off in this turn."),
    "new meld now": N_("The wild card taken must go into a new meld in this turn."),
    "any time": N_("The wild card taken goes into the hand and may be kept."),
}
"""What must be done with a wild card that was taken, by the rulebook's ``swap_joker``."""


class _Names(NamedTuple):
    """What the cards of a pack are called in a sentence."""

    pack: Pack
    many: tuple[str, ...]
    """The ranks, several of each."""
    places: tuple[str, ...]
    """The places of a run, from the low ace over the high one and round the corner."""
    names: dict[int, str]
    """By card, those of which nobody said the suit among them."""
    an: dict[int, str]
    the: dict[int, str]
    a_rank: tuple[str, ...]


def _with_article(name: str) -> str:
    return f"an {name}" if name[0] in "a8" or name.startswith("11") else f"a {name}"


def _names_of(pack: Pack) -> _Names:
    names = dict(enumerate(pack.names, SUITLESS)) | {JOKER: pack.joker_said}
    for card in (card for card in range(13 * len(pack.suits)) if card != JOKER):
        rank, suit = pack.names[card % 13], pack.suit_words[card // 13]
        if card % 13 >= pack.highest:
            names[card] = rank
        else:
            names[card] = f"{rank} of {suit}" if pack.of_suit == "of" else f"{suit} {rank}"
    return _Names(
        pack,
        tuple([f"{name}s" for name in pack.names]),
        tuple([pack.ranks[(place - 1) % 13] for place in range(1, ROUND_TOP + 1)]),
        names,
        {card: _with_article(name) for card, name in names.items()},
        {card: f"the {name}" for card, name in names.items()},
        tuple(map(_with_article, pack.names)),
    )


_NAMES = {id(pack): _names_of(pack) for pack in PACKS.values()}


def _names() -> _Names:
    return _NAMES[id(in_force.get())]


def rank_said(rank: int) -> str:
    """A rank from 1 as it is said: the figure of the cards that have it."""
    return _names().pack.names[rank - 1]


def ranks_said(rank: int) -> str:
    """``"7s"``, ``"aces"``."""
    return _names().many[rank - 1]


def place_name(place: int) -> str:
    """A place of a run, from 1."""
    return _names().places[place - 1]


def suit_said(suit: int) -> str:
    """``"hearts"``."""
    return _names().pack.suit_words[suit]


def one_of_suit(suit: int) -> str:
    """``"heart"``: a card of which the suit alone is said."""
    return _names().pack.one_of_suit[suit]


def many_of_suit(suit: int) -> str:
    """``"hearts"``: cards of which the suit alone is said."""
    return f"{one_of_suit(suit)}s"


def joker_said() -> str:
    """What the wild card of the pack is called."""
    return _names().pack.joker_said


_UNSAID: ContextVar[frozenset[int]] = ContextVar("unsaid", default=frozenset())
"""The ranks of which somebody named cards without their suits: none of their suits is said."""


@contextmanager
def without_suits(ranks: frozenset[int]) -> Iterator[None]:
    """Words that name no suit of these ranks: what was assumed of a card is not told."""
    before = _UNSAID.set(ranks)
    try:
        yield
    finally:
        _UNSAID.reset(before)


def _as_said(card: int) -> int:
    unsaid = _UNSAID.get()
    return suitless(card) if unsaid and card != JOKER and card % 13 + 1 in unsaid else card


def _suit_of(card: int) -> int:
    """The suit of a natural card; behind all suits for one of which it was not said, or that has none."""
    return SUITLESS // 13 if card >= SUITLESS or card % 13 >= _names().pack.highest else SUIT_OF[card]


def of_suit(suit: int) -> str:
    pack = _names().pack
    return f" {pack.of_suit} {pack.suit_words[suit]}" if 0 <= suit < len(pack.suit_words) else ""


def _in_one_suit(reading: Reading) -> str:
    """``" of clubs"``, where the suit of each of its cards was said."""
    return of_suit(reading.suit) if is_suit_said(range(reading.rank, reading.high + 1)) else ""


def is_suit_said(places: Iterable[int]) -> bool:
    """Whether the suit was said of each card at these places of a run."""
    return not _UNSAID.get() & {(place - 1) % 13 + 1 for place in places}


def reward(book: Rulebook, points: int) -> str:
    """What a reward adds to a total: ``"−50"``, ``"+50"`` where the highest one wins, ``"0"``."""
    sign = "" if not points else "+" if book.highest_wins else "−"
    return f"{sign}{points}"


def with_sign(points: int) -> str:
    """``"+40"``, ``"−40"``, ``"0"``."""
    return f"+{points}" if points > 0 else f"−{-points}" if points else "0"


def no_one() -> str:
    """What stands in the place of a player where there is none."""
    return _("no one")


def counted(count: int, what: str, *, digits: bool = False) -> str:
    """``"one card"``, ``"two cards"``; with ``digits`` ``"24 points"``."""
    return f"{count if digits else number(count)} {what if count == 1 else what + 's'}"


def is_are(pieces: Sequence[object]) -> str:
    several = len(pieces) > 1 or any(isinstance(piece, Slot) and piece.kind in (COLOUR, SUIT, FREE) for piece in pieces)
    return "are" if several or not pieces else "is"


def listed(pieces: Iterable[str], last: str = "and") -> str:
    """``"a king, a queen and a jack"``; a comma before the last of three where a piece is itself a list."""
    words = pieces if isinstance(pieces, list) else list(pieces)
    if len(words) < 3:
        return f" {last} ".join(words)
    comma = "," if any(f" {last} " in piece for piece in words) else ""
    return f"{', '.join(words[:-1])}{comma} {last} {words[-1]}"


def contract_words(slots: Sequence[Slot], article: str = "one") -> str:
    """``"two sets of 3 and one run of 4"``: the one way in which a contract is written, here and on every page.

    A part of one reads better with the ``article`` ``"a"``: ``"a run of 4"``. A choice is said with its
    ways: ``"two sets of 3, or one run of 4 and one set of 3"``.
    """
    return either([_melds_said(way, article) for way in ways_to_meet(tuple(slots))])


def _melds_said(slots: Sequence[Slot], article: str) -> str:
    return listed(
        slot_said(slot, article, number(count) if count > 1 else "") for slot, count in Counter(slots).items()
    )


def owed_all(owed: Sequence[str], article: str = "a") -> str:
    """Melds that must all be replaced, each such as ``run of 4``: ``"a run of 4"``, ``"two sets of 3"``."""
    before_many = "the " if article == "the" else ""
    counts = Counter(owed).items()
    return listed(
        slot_said(parse_slot(meld), article, f"{before_many}{number(count)}" if count > 1 else "")
        for meld, count in counts
    )


def owed_any(owed: Sequence[str], article: str = "a") -> str:
    """Melds of which any will do, each kind once: ``"a set of 3 or a run of 4"``."""
    return listed((slot_said(parse_slot(meld), article) for meld in dict.fromkeys(owed)), "or")


OWED = (owed_all, owed_any)


def places_of(run: Reading) -> str:
    """The places of a run: ``"J-Q-K-A"``."""
    return "-".join(_names().places[run.rank - 1 : run.high])


def reading_said(reading: Reading) -> str:
    """``"3-4-5-6 of clubs"``, ``"a set of aces"``, ``"3-4-5-6 in any suits"`` or ``"7 red cards"``."""
    if reading.kind == "run":
        return f"{places_of(reading)}{_in_one_suit(reading)}"
    if reading.kind in LOOSE:
        return _loose_said(reading)
    return f"a {reading.kind} of {ranks_said(reading.rank)}"


def the_reading(reading: Reading) -> str:
    """``"3-4-5-6 of clubs"`` or ``"the set of 7s"``: a meld that was named before."""
    words = reading_said(reading)
    if reading.kind in (COLOUR, SUIT):
        return _("the group of %(cards)s", cards=words)
    return words if reading.is_row else f"the{words[1:]}"


def any_alike(group: tuple[str, int]) -> str:
    """``"a red card"``, ``"a heart"``: any card of a colour, or of a suit."""
    kind, its = group
    if kind == SUIT:
        return _("a %(suit)s", suit=one_of_suit(its))
    return _("a red card") if its else _("a black card")


def _loose_said(reading: Reading) -> str:
    """``"3-4-5-6 in any suits"``, ``"7 red cards"`` or ``"5 hearts"``."""
    if reading.kind == MIXED:
        return _in_any_suits(places_of(reading))
    number = len(reading.cards)
    if reading.kind == SUIT:
        return _("%(number)s %(suits)s", number=number, suits=many_of_suit(reading.suit))
    if reading.suit:
        return _("%(number)s red cards", number=number)
    return _("%(number)s black cards", number=number)


def _in_any_suits(ranks: str) -> str:
    if not _names().pack.in_colours:
        return _("%(ranks)s in any suits", ranks=ranks)
    return _("%(ranks)s in any colours", ranks=ranks)


def how_many(rank: str, count: int) -> str:
    """Cards of a rank, or of one kind: ``"two kings"``, ``"a joker"``, ``"an 8"``, ``"a queen of spades"``."""
    if rank in RANK_OF_CARD:
        return an(parse_card(rank)) if count == 1 else copies(parse_card(rank), count)
    name = joker_said() if rank == JOKER_NAME else rank_said(RANKS.index(rank) + 1)
    return _with_article(name) if count == 1 else f"{number(count)} {name}s"


def an(card: int) -> str:
    """``"a 5 of hearts"``, ``"an ace of spades"``, ``"a joker"``."""
    return _names().an[_as_said(card)]


def copies(card: int, count: int) -> str:
    """``"two 5s of hearts"``, ``"one king of clubs"``, ``"three jokers"``."""
    if card == JOKER:
        return counted(count, joker_said())
    card = _as_said(card)
    return f"{counted(count, rank_said(card % 13 + 1))}{of_suit(_suit_of(card))}"


def the(card: int) -> str:
    """``"the 5 of hearts"`` or ``"the joker"``."""
    return _names().the[_as_said(card)]


def bare(card: int) -> str:
    """``"5 of hearts"`` or ``"joker"``."""
    return _names().names[_as_said(card)]


def one_of(cards: Sequence[int]) -> str:
    """Different cards of which it is one: ``"the joker or the 2 of hearts"``."""
    return listed(map(the, cards), "or")


def among(card: int) -> str:
    """One of several that are alike: ``"one of the 5s of hearts"``, ``"one of the jokers"``."""
    return f"one of the {copies(card, 2).partition(' ')[2]}"


def a_rank(rank: int) -> str:
    """``"a 7"``, ``"an ace"``."""
    return _names().a_rank[rank - 1]


def the_cards(cards: Iterable[int], two: str = "both") -> str:
    """``"the 7 and 8 of clubs"``, ``"the kings of hearts and spades"``, ``"both 5s of clubs and the joker"``.

    Where something is denied of them, it is ``two="the two"``: "both do not fit" is what one may still do.
    """
    cards_ = [*map(_as_said, cards)]
    jokers = cards_.count(JOKER)
    naturals = [card for card in cards_ if card != JOKER]
    suits = list(dict.fromkeys(map(_suit_of, naturals)))
    if len(naturals) == len(suits) > 1 and len({card % 13 for card in naturals}) == 1 and max(naturals) < SUITLESS:
        its = f"the {ranks_said(RANK_OF[naturals[0]])} {_names().pack.of_suit}"
        groups = [f"{its} {listed(map(suit_said, suits))}"]
    else:
        groups = [_of_a_suit([card for card in naturals if _suit_of(card) == suit], suit, two) for suit in suits]
    if jokers:
        joker = joker_said()
        groups.append(f"the {joker}" if jokers == 1 else f"the {number(jokers)} {joker}s")
    return listed(groups)


def _of_a_suit(cards: Sequence[int], suit: int, two: str) -> str:
    """``"the 7 and 8 of clubs"``, ``"both 9s and the 10 of clubs"``."""
    ranks = [card % 13 + 1 for card in cards]
    if len(set(ranks)) == len(ranks):
        if len(cards) == 1:
            return _names().the[cards[0]]
        return f"the {listed(map(rank_said, ranks))}{of_suit(suit)}"
    if suit == SUITLESS // 13:
        two = "the two"  # a pack has more of a rank than two
    pieces = [
        f"the {rank_said(rank)}"
        if count == 1
        else f"{two if count == 2 else f'the {number(count)}'} {ranks_said(rank)}"
        for rank, count in Counter(ranks).items()
    ]
    return f"{listed(pieces)}{of_suit(suit)}"


def any_of(cards: Iterable[int]) -> str:
    """Cards of which one will do: ``"a 3 or 7 of clubs or a joker"``; ``"a 5"`` where every suit will."""
    names = _names()
    pack = names.pack
    every_suit = len(pack.suits)
    suits: dict[int, list[int]] = {}
    joker = False
    for card in dict.fromkeys(map(_as_said, cards) if _UNSAID.get() else cards):
        rank = card % 13
        if card == JOKER:
            joker = True
        elif card >= SUITLESS or rank >= pack.highest:
            suits[rank] = [*range(every_suit)]
        else:
            suits.setdefault(rank, []).append(card // 13)
    pieces = []
    alone: dict[int, list[int]] = {}
    for rank, its in suits.items():
        if len(its) == 1:
            alone.setdefault(its[0], []).append(rank)
        elif len(its) == every_suit:
            pieces.append(names.a_rank[rank])
        else:
            in_suits = listed([pack.suit_words[suit] for suit in its], "or")
            pieces.append(f"{names.a_rank[rank]} {pack.of_suit} {in_suits}")
    for suit, ranks in alone.items():
        if len(ranks) == 1:
            pieces.append(names.an[card_of(suit, ranks[0] + 1)])
            continue
        ranks_named = [names.a_rank[ranks[0]], *[pack.names[rank] for rank in ranks[1:]]]
        pieces.append(f"{listed(ranks_named, 'or')} {pack.of_suit} {pack.suit_words[suit]}")
    if joker:
        pieces.append(names.an[JOKER])
    return listed(pieces, "or")


def the_placed(cards: Sequence[Placed], two: str = "both") -> str:
    """As ``the_cards``, wild cards with what they stand for: ``"the joker as the 7 of hearts"``."""
    if len(cards) == 1 and cards[0].stands_for is None:
        return the(cards[0].card)
    plain = [card for card, place in cards if place is None or place == card]
    assigned = _assigned(cards)
    return listed([the_cards(plain, two), *assigned] if plain else assigned)


def _assigned(cards: Sequence[Placed]) -> list[str]:
    return [f"{the(card)} as {place_said(place)}" for card, place in cards if place is not None and place != card]


def written_out(*melds: str) -> str:
    """Cards as a log or a form has them, as people say them; what cannot be read stays as it is.

    ``"5-6-7-8 of clubs with the joker as the 7 of clubs"``, ``"the 8s of clubs and hearts and the joker"``;
    several melds with semicolons between them.
    """
    return "; ".join(map(_written_out, melds))


def _written_out(meld: str) -> str:
    try:
        cards = parse_meld(meld, suits=False)
    except CardError:
        return meld
    if not cards:
        return meld
    if run := _run_of(cards):
        return f"{run} with {listed(assigned)}" if (assigned := _assigned(cards)) else run
    ranks = {(0 if card == JOKER else card % 13 + 1) if place is None else -place for card, place in cards}
    obvious = len(ranks) == 1 and any(place is None for _, place in cards)  # a set: what else can its wild cards be
    return the_cards([card for card, _ in cards]) if obvious else the_placed(cards)


def _run_of(cards: Sequence[Placed]) -> str:
    """``"J-Q-K-A of clubs"`` for the cards of a run in their order; empty for others."""
    places = [card if place is None else place for card, place in cards]
    if max(places) >= SUITLESS:
        return ""
    low, end = RANK_OF[places[0]], len(places)
    suit = SUIT_OF[places[0]]
    inside = suit >= 0 and min(places) >= 0 and low + end <= 15
    if end < 3 or not inside or places != [suit * 13 + (low - 1 + at) % 13 for at in range(end)]:
        return ""
    return reading_said(Reading("run", tuple(cards), low, suit, 0))


def place_said(place: int) -> str:
    """What a wild card stands for: ``"the 7 of hearts"`` or, in a set, ``"a 7"``."""
    return the(place) if place >= 0 else a_rank(-place)


def wild_places(cards: Sequence[Placed]) -> str:
    """``"the joker stands for the 6 of hearts"``, ``"the jokers stand for kings"``; empty where no wild card is."""
    places: dict[int, list[int]] = {}
    for card, place in cards:
        if place is not None and place != card:
            places.setdefault(card, []).append(place)
    return listed(
        [f"{_several(card, len(stands_for))} for {_stood_for(stands_for)}" for card, stands_for in places.items()]
    )


def _several(card: int, count: int) -> str:
    """``"the joker stands"``, ``"the jokers stand"``, ``"both 2s of hearts stand"``."""
    if count == 1:
        return f"{the(card)} stands"
    return f"{f'{the(JOKER)}s' if card == JOKER else the_cards([card] * count)} stand"


def wilds_moved(became: str, *before: str) -> str:
    """As ``wild_places`` for those that stand elsewhere than in the melds ``before``; melds as a log has them."""
    try:
        stood = Counter(card for meld in before for card in parse_meld(meld, suits=False))
        return wild_places(list((Counter(parse_meld(became, suits=False)) - stood).elements()))
    except CardError:
        return ""


def _stood_for(places: list[int]) -> str:
    """``"the 6 and 7 of hearts"``; in a set ``"a 7"`` or ``"7s"``."""
    ranks = [-place for place in places if place < 0]
    named = [place for place in places if place >= 0]
    parts = [the_cards(named)] if named else []
    for rank in dict.fromkeys(ranks):
        parts.append(a_rank(rank) if ranks.count(rank) == 1 else ranks_said(rank))
    return listed(parts)


def ways(readings: Sequence[Reading]) -> str:
    """All readings in words, equal ones once: ``"3-4-5-6, 4-5-6-7 or 5-6-7-8 of hearts"``."""
    suit = readings[0].suit
    if suit >= 0 and all((reading.kind, reading.suit) == ("run", suit) for reading in readings):
        sentences = list(dict.fromkeys(map(places_of, readings)))
        sentences[-1] += _in_one_suit(readings[-1])
    else:
        sentences = list(dict.fromkeys(map(reading_said, readings)))
    if len(sentences) > 6:
        sentences = [*sentences[:5], f"{len(sentences) - 5} more"]
    return listed(sentences, "or")
