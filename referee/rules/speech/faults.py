"""What is wrong, in the few words that stand below the cards at fault; the sentence beside them says it all."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from referee.messages import N_, ngettext, translated
from referee.messages import gettext as _
from referee.rules.cards import Placed
from referee.rules.melds.readings import Reading
from referee.rules.packs import in_force
from referee.rules.rulebook.in_words import of_the_pack
from referee.rules.rulebook.slots import SUIT
from referee.rules.rulings import UNSAID, Finding, Phrase
from referee.rules.speech.words import (
    a_rank,
    counted,
    listed,
    number,
    one_of_suit,
    place_name,
    ranks_said,
    suit_said,
)

FEW = 3
"""So many missing cards are named."""


def in_short(finding: Finding) -> str:
    """Empty where only the sentence can say it."""
    for says in within(finding.says):
        if words := _SHORT.get(says.name):
            about = {name: value for name, value in says.about.items() if name != UNSAID}
            return of_the_pack(translated(words)) if isinstance(words, str) else words(**about)
    return ""


def gap_of(finding: Finding) -> Phrase | None:
    """What a finding says of cards that are missing between others."""
    return next((says for says in within(finding.says) if says.name == "gap"), None)


def touching_of(finding: Finding) -> tuple[Reading, Reading] | None:
    """Two runs that touch, the first with its end, the other with its start."""
    says = next((says for says in within(finding.says) if says.name in ("runs touch", "runs touch at the ace")), None)
    return _end_to_start(says.about["runs"], says.name) if says else None


def _end_to_start(runs: Sequence[Reading], how: str) -> tuple[Reading, Reading]:
    low, high = runs
    return (low, high) if how == "runs touch" and low.high + 1 == high.rank else (high, low)


def is_of_size(finding: Finding) -> bool:
    """Whether it names no card because it is about all cards of a meld."""
    sizes = ("too short", "too long", "pair too long")
    return not finding.cards and any(says.name in sizes for says in within(finding.says))


def within(says: Phrase) -> Iterator[Phrase]:
    """A phrase, and the reason that it has within."""
    yield says
    why = says.about.get("why")
    if isinstance(why, Phrase):
        yield from within(why)


def _not_of_rank(cards: Sequence[Placed], rank: int) -> str:
    return _("not %(rank)s", rank=a_rank(rank) if len(cards) == 1 else ranks_said(rank))


def _not_of_suit(cards: Sequence[Placed], suit: int) -> str:
    if len(cards) == 1:
        return _("not a %(suit)s", suit=one_of_suit(suit))
    return _("not %(suits)s", suits=suit_said(suit))


def _not_of_the_group(cards: Sequence[Placed], kind: str, group: int) -> str:
    if kind == SUIT:
        return _not_of_suit(cards, group)
    return _("not red") if group else _("not black")


def _gap(row: Sequence[int], missing: Sequence[int], free: int, suit: int) -> str:  # noqa: ARG001
    if free or len(missing) > FEW:
        short = len(missing) - free
        return ngettext("%(number)s card short", "%(number)s cards short", short, number=number(short))
    return _("%(cards)s missing", cards=listed([place_name(place) for place in missing]))


def _touch(runs: Sequence[Reading]) -> str:
    first, other = _end_to_start(runs, "runs touch")
    return _("%(end)s and %(start)s touch", end=place_name(first.high), start=place_name((other.rank - 1) % 13 + 1))


def _ends() -> str:
    return _("a run ends with the 12") if in_force.get().in_colours else _("ace is low only")


def _groups_differ(kind: str) -> str:
    return of_the_pack(_("different suits")) if kind == SUIT else _("different colours")


def _twice(suits: Sequence[int]) -> str:
    return _("%(suits)s twice", suits=listed(list(map(suit_said, suits))))


def _too_short(count: int, least: int, **_kind: str) -> str:
    return _("%(cards)s, not %(least)s", cards=counted(count, "card"), least=number(least))


def _too_long(count: int, most: int, **_kind: str) -> str:
    return _("%(cards)s, at most %(most)s", cards=counted(count, "card"), most=number(most))


def _at_most(most: int, **_count: int) -> str:
    return _("at most %(cards)s", cards=counted(most, "wild card"))


_SHORT: Mapping[str, str | Callable[..., str]] = {
    "joker not wild": N_("not wild"),
    "not wild": N_("not wild"),
    "pair too long": N_("more than two cards"),
    "too few naturals": N_("too few natural cards"),
    "more wilds than naturals": N_("too few natural cards"),
    "too many wilds": _at_most,
    "too many wilds going down": _at_most,
    "ranks differ": N_("different ranks"),
    "no such rank": _not_of_rank,
    "suits differ": N_("different suits"),
    "no such suit": _not_of_suit,
    "groups differ": _groups_differ,
    "not of the group": _not_of_the_group,
    "too short": _too_short,
    "too long": _too_long,
    "suit twice": _twice,
    "wilds touch": N_("side by side"),
    "rank twice": N_("twice"),
    "ace high only": N_("ace is high only"),
    "ace low only": _ends,
    "around the corner": N_("around the corner"),
    "gap": _gap,
    "sets of one rank": lambda rank: _("both are %(ranks)s", ranks=ranks_said(rank)),
    "runs of one suit": lambda runs: _("both are %(suits)s", suits=suit_said(runs[0].suit)),
    "runs touch": _touch,
    "runs touch at the ace": N_("touch at the ace"),
    "cards would stay": N_("would stay in hand"),
    "too short for it": lambda meld, count: _("only %(cards)s", cards=counted(count, "card")),  # noqa: ARG005
    "is none": N_("not in the contract"),
    "is none of these": N_("not in the contract"),
    "more than the minimum": lambda size, **_meld: _("only %(size)s go down", size=number(size)),
    "place taken": N_("place taken"),
    "does not fit": N_("doesn’t fit"),
    "dead in a set": N_("stays in the set"),
    "none stands for it": N_("doesn’t match"),
    "not in hand": N_("not in the hand"),
    "playable": N_("could be laid off"),
    "last card fits": N_("could be laid off"),
    "last card played": N_("last card"),
    "no wild discard": N_("wild"),
}
"""By the phrase that says it in full."""
