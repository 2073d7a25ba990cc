"""What is said of cards that make a meld or none, where the words hang on more than a template has room for."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from referee.messages import gettext as _
from referee.messages import ngettext
from referee.rules.cards import JOKER, Placed, card_of, suitless
from referee.rules.melds.readings import Reading
from referee.rules.packs import in_force
from referee.rules.rulebook.in_words import of_the_pack
from referee.rules.rulebook.slots import IN_A_ROW, SUIT
from referee.rules.speech.words import (
    a_rank,
    among,
    an,
    any_alike,
    begun,
    counted,
    is_suit_said,
    listed,
    number,
    one_of_suit,
    place_name,
    ranks_said,
    reading_said,
    suit_said,
    the,
    the_cards,
    the_placed,
    ways,
    wild_places,
)


def ranks_differ(ranks: Sequence[int]) -> str:
    return _("A set is cards of one rank, and this has %(ranks)s.", ranks=listed(map(a_rank, ranks)))


def no_such_rank(cards: Sequence[Placed], rank: int) -> str:
    of_it = a_rank(rank) if len(cards) == 1 else ranks_said(rank)
    parameters = {"cards": the_placed(cards, "the two"), "rank": of_it}
    if in_force.get().in_colours:
        return ngettext(
            "A set is cards of one number, and %(cards)s is not %(rank)s.",
            "A set is cards of one number, and %(cards)s are not %(rank)s.",
            len(cards),
            **parameters,
        )
    return ngettext(
        "A set is cards of one rank, and %(cards)s is not %(rank)s.",
        "A set is cards of one rank, and %(cards)s are not %(rank)s.",
        len(cards),
        **parameters,
    )


def no_such_suit(cards: Sequence[Placed], suit: int) -> str:
    of_it = suit_said(suit) if len(cards) > 1 else one_of_suit(suit)
    parameters = {"cards": the_placed(cards, "the two"), "suit": of_it}
    return ngettext(
        "A run is cards of one suit, and %(cards)s is not a %(suit)s.",
        "A run is cards of one suit, and %(cards)s are not %(suit)s.",
        len(cards),
        **parameters,
    )


def not_of_the_group(cards: Sequence[Placed], kind: str, group: int) -> str:
    """``"The cards aren’t all red: the 7 of clubs is black."``."""
    parameters = {"cards": the_placed(cards, "the two"), "suit": suit_said(group)}
    if kind == SUIT:
        return ngettext(
            "The cards aren’t all %(suit)s: %(cards)s isn’t.",
            "The cards aren’t all %(suit)s: %(cards)s aren’t.",
            len(cards),
            **parameters,
        )
    if group:
        return ngettext(
            "The cards aren’t all red: %(cards)s is black.",
            "The cards aren’t all red: %(cards)s are black.",
            len(cards),
            **parameters,
        )
    return ngettext(
        "The cards aren’t all black: %(cards)s is red.",
        "The cards aren’t all black: %(cards)s are red.",
        len(cards),
        **parameters,
    )


def any_of_the_group(kind: str, group: int, joker: bool) -> str:
    """``"a red card or a joker"``."""
    card = any_alike((kind, group))
    return _("%(card)s or %(joker)s", card=card, joker=an(JOKER)) if joker else card


def groups_differ(kind: str) -> str:
    if kind == SUIT and not in_force.get().in_colours:
        return _("The cards aren’t all of one suit.")
    return _("The cards aren’t all of one colour.")


def rank_twice(cards: Sequence[int], more: bool) -> str:
    parameters = {"cards": the_cards(cards)}
    if more:
        return _("A run has each card once, and this has %(cards)s more than once.", **parameters)
    return _("A run has each card once, and this has %(cards)s twice.", **parameters)


def gap(row: Sequence[int], missing: Sequence[int], free: int, suit: int) -> str:
    """``"In 5-6-9 the 7 and 8 of clubs are missing. One wild card can’t fill both."``."""
    names = "-".join(place_name(place) for place in row)
    what = counted(len(missing), "card")
    if len(missing) <= 3:
        cards = [card_of(suit, (place - 1) % 13 + 1) for place in missing]
        what = the_cards(cards if is_suit_said(row) else map(suitless, cards))
    parameters = {"row": names, "cards": what}
    gap = ngettext("In %(row)s %(cards)s is missing.", "In %(row)s %(cards)s are missing.", len(missing), **parameters)
    if not free:
        return gap
    wilds = begun(counted(free, "wild card"))
    if len(missing) == 2:
        return gap + " " + _("%(wild_cards)s can’t fill both.", wild_cards=wilds)
    return gap + " " + _("%(wild_cards)s can’t fill all %(number)s.", wild_cards=wilds, number=number(len(missing)))


def without(cards: Sequence[int], kind: str, several: Collection[int]) -> str:
    """``several``: those of the cards of which there is more than one."""
    names = [among(card) if card in several else the(card) for card in cards]
    return _("Without %(cards)s it is a %(kind)s.", cards=listed(names, "or"), kind=of_the_pack(kind))


def or_a_joker(offer: str) -> Callable[[bool], str]:
    return lambda joker: _("%(offer)s or %(joker)s", offer=_(offer), joker=an(JOKER)) if joker else _(offer)


def a_meld(readings: Sequence[Reading], declare: bool) -> str:
    first = readings[0]
    if len(readings) == 1:
        words = reading_said(first)
        says = _("It’s a run, %(run)s.", run=words) if first.kind in IN_A_ROW else _("It’s %(meld)s.", meld=words)
        places = wild_places(first.cards) if first.wilds else ""
        return f"{says} {begun(places)}." if places else says
    if len({(reading.kind, reading.suit, reading.rank) for reading in readings}) > 1:
        says = _("It can be read as %(readings)s.", readings=ways(readings))
    else:
        says = _("It’s %(meld)s, its wild cards one way or another.", meld=reading_said(first))
    return says + " " + _("The player must say which.") if declare else says
