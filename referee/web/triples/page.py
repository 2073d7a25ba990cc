"""What the referee for SET shows: the cards that were picked, what they are, and the keys for the next one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from referee.messages import N_, ngettext, translated
from referee.messages import gettext as _
from referee.triples import cards as deck
from referee.triples.cards import FEATURES, Card, CardError, codes
from referee.triples.facts import TWENTY
from referee.triples.judging import Three, faults, third, triples

LONGEST = 4_000
"""How much of a text is read; all cards in words have less."""
DEALT = 12
MOST_LISTED = 70
"""No 21 cards have more."""
KINDS = {
    (0, 0): N_("solid diamonds"), (0, 1): N_("striped diamonds"), (0, 2): N_("open diamonds"),
    (1, 0): N_("solid ovals"), (1, 1): N_("striped ovals"), (1, 2): N_("open ovals"),
    (2, 0): N_("solid squiggles"), (2, 1): N_("striped squiggles"), (2, 2): N_("open squiggles"),
}  # fmt: skip
"""The first nine keys, by shape and shading."""
_CARDS: dict[tuple[int, int], Callable[[int, str], str]] = {
    (0, 0): lambda n, hue: ngettext("%(num)s %(hue)s solid diamond", "%(num)s %(hue)s solid diamonds", n, hue=hue),
    (0, 1): lambda n, hue: ngettext("%(num)s %(hue)s striped diamond", "%(num)s %(hue)s striped diamonds", n, hue=hue),
    (0, 2): lambda n, hue: ngettext("%(num)s %(hue)s open diamond", "%(num)s %(hue)s open diamonds", n, hue=hue),
    (1, 0): lambda n, hue: ngettext("%(num)s %(hue)s solid oval", "%(num)s %(hue)s solid ovals", n, hue=hue),
    (1, 1): lambda n, hue: ngettext("%(num)s %(hue)s striped oval", "%(num)s %(hue)s striped ovals", n, hue=hue),
    (1, 2): lambda n, hue: ngettext("%(num)s %(hue)s open oval", "%(num)s %(hue)s open ovals", n, hue=hue),
    (2, 0): lambda n, hue: ngettext("%(num)s %(hue)s solid squiggle", "%(num)s %(hue)s solid squiggles", n, hue=hue),
    (2, 1): lambda n, hue: ngettext(
        "%(num)s %(hue)s striped squiggle", "%(num)s %(hue)s striped squiggles", n, hue=hue
    ),
    (2, 2): lambda n, hue: ngettext("%(num)s %(hue)s open squiggle", "%(num)s %(hue)s open squiggles", n, hue=hue),
}
_WORDS = {
    "number": N_("Number"), "colour": N_("Colour"), "shape": N_("Shape"), "shading": N_("Shading"),
    "red": N_("red"), "green": N_("green"), "purple": N_("purple"), "diamond": N_("diamonds"), "oval": N_("ovals"),
    "squiggle": N_("squiggles"), "solid": N_("solid"), "striped": N_("striped"), "open": N_("open"),
}  # fmt: skip


class Drawn(NamedTuple):
    """A card: in words, and what is drawn on it how often."""

    words: str
    colour: str
    symbol: str
    times: int


class Key(NamedTuple):
    """A key of the pad, and the address that its tap leads to: the cards, and what is picked of the next one."""

    card: Drawn
    label: str
    cards: str
    pick: str
    used: bool = False
    """Whether its card has been picked already."""


class Picked(NamedTuple):
    """A card that was picked, and the cards of the address without it."""

    card: Drawn
    without: str


@dataclass(frozen=True)
class Answer:
    """What the cards are: ``tone`` is "yes", "no", or empty where two ask for the third."""

    tone: str
    sentence: str
    why: tuple[str, ...] = ()
    """Of three: what holds of each feature."""
    threes: tuple[tuple[Drawn, ...], ...] = ()
    """Each SET among them; of two cards, the one that completes them."""
    more: int = 0
    """So many SETs are not listed."""
    deal_more: bool = False

    @property
    def word(self) -> str:
        return {"yes": _("Yes"), "no": _("No")}.get(self.tone, "")


@dataclass(frozen=True)
class TriplesPage:
    cards: tuple[Picked, ...]
    answer: Answer | None
    keys: tuple[Key, ...]
    here: str
    """The cards as the address has them."""
    typed: str
    problem: str = ""
    picking: str = ""
    """The shape and shading that were tapped, in words; empty before."""
    twenty: str = codes(TWENTY)
    game: str = ""
    """The code of the game in which it is asked, where the page leads back to; empty outside of one."""


def triples_page(text: str, pick: str, game: str = "") -> TriplesPage:
    """The page of an address: its cards, and the shape and shading that the next one has."""
    try:
        cards, problem = deck.read(text[:LONGEST]), ""
    except CardError as wrong:
        cards, problem = (), _fault(wrong)
    here = codes(cards)
    kind = next((kind for kind in KINDS if pick == _pick(kind)), None)
    return TriplesPage(
        cards=tuple(Picked(drawn(card), codes(other for other in cards if other != card)) for card in cards),
        answer=_answer(cards),
        keys=tuple(_kinds(here) if kind is None else _of_a_kind(cards, kind)),
        here=here,
        typed=text if problem else here,
        problem=problem,
        picking="" if kind is None else translated(KINDS[kind]),
        game=game if game.isalnum() else "",
    )


def drawn(card: Card) -> Drawn:
    words = _CARDS[card.shape, card.shading](card.number + 1, _word(card.way("colour")))
    return Drawn(words, card.way("colour"), f"{card.way('shape')}-{card.way('shading')}", card.number + 1)


def _word(way: str) -> str:
    return translated(_WORDS.get(way, way))


def _pick(kind: tuple[int, int]) -> str:
    """A shape and a shading as the address has them: the last letters of a code."""
    return Card(0, 0, *kind).code[2:]


def _kinds(here: str) -> list[Key]:
    """The nine shapes in their shadings, in ink: no colour is chosen yet."""
    return [
        Key(drawn(Card(0, 0, *kind))._replace(colour="ink"), translated(name), here, _pick(kind))
        for kind, name in KINDS.items()
    ]


def _of_a_kind(cards: Sequence[Card], kind: tuple[int, int]) -> list[Key]:
    """One, two or three of a shape and shading, in each colour."""
    nine = [Card(number, colour, *kind) for number in range(3) for colour in range(3)]
    return [
        Key(
            drawn(card),
            _("%(number)s %(colour)s", number=card.number + 1, colour=_word(card.way("colour"))),
            codes((*cards, card)),
            "",
            card in cards,
        )
        for card in nine
    ]


def _answer(cards: Sequence[Card]) -> Answer | None:
    if len(cards) < 2:
        return None
    if len(cards) == 2:
        card = drawn(third(*cards))
        return Answer("", _("The third card is %(card)s.", card=card.words), threes=((card,),))
    if len(cards) == 3:
        return _of_three((cards[0], cards[1], cards[2]))
    count, every = len(cards), triples(cards)
    if not every:
        says = _("No SET among these %(cards)s cards.", cards=count)
        return Answer("no", says, deal_more=DEALT <= count <= len(TWENTY))
    says = ngettext(
        "There is %(num)s SET among these %(cards)s cards.",
        "There are %(num)s SETs among these %(cards)s cards.",
        len(every),
        cards=count,
    )
    listed = tuple(tuple(map(drawn, three)) for three in every[:MOST_LISTED])
    return Answer("yes", says, threes=listed, more=len(every) - len(listed))


def _of_three(three: Three) -> Answer:
    wrong = {fault.feature: fault for fault in faults(three)}
    why = []
    for feature in FEATURES:
        name, ways = _word(feature), [_word(card.way(feature)) for card in three]
        if fault := wrong.get(feature):
            odd = fault.other
            why.append(
                _(
                    "%(feature)s: twice %(way)s, once %(other)s (%(card)s).",
                    feature=name, way=_word(fault.alike[0].way(feature)), other=_word(odd.way(feature)),
                    card=drawn(odd).words,
                )
            )  # fmt: skip
        elif len(set(ways)) == 1:
            why.append(_("%(feature)s: all %(way)s.", feature=name, way=ways[0]))
        else:
            why.append(_("%(feature)s: all different.", feature=name))
    if not wrong:
        return Answer("yes", _("This is a SET."), tuple(why))
    why = [why[at] for at, feature in enumerate(FEATURES) if feature in wrong]
    rule = _("Each feature must be all alike or all different.")
    return Answer("no", _("This isn’t a SET."), (*why, rule))


def _fault(wrong: CardError) -> str:
    if wrong.why == deck.TWICE:
        return _("Each card exists once: %(card)s is there twice.", card=drawn(deck.read(wrong.word)[0]).words)
    if wrong.why == deck.UNFINISHED:
        return _("“%(typed)s” isn’t a whole card. Try 2 red striped diamonds.", typed=wrong.word[:60])
    return _("I don’t know “%(typed)s”. Try 2 red striped diamonds.", typed=wrong.word[:60])
