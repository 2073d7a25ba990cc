"""The cards of a ruling: as it reads them or as they were asked, the fault bracketed where it lies, and what would mend
it as cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from itertools import chain, groupby
from typing import Any, NamedTuple

from referee.messages import gettext as _
from referee.messages import lazy_gettext
from referee.rules.cards import (
    JOKER,
    RANK_OF_CARD,
    SUITLESS,
    CardError,
    Placed,
    card_of,
    format_card,
    has_suit,
    parse_meld,
    split_cards,
)
from referee.rules.cures import Changes, Judge, cures
from referee.rules.melds.readings import Reading
from referee.rules.questions import QUESTIONS
from referee.rules.rulebook.model import Rulebook
from referee.rules.rulings import Finding, Phrase, Ruling
from referee.rules.speech import rulings
from referee.rules.speech.faults import FEW, gap_of, in_short, is_of_size, touching_of, within
from referee.rules.speech.words import written_out
from referee.web.parts.cards import CardView, bare, card
from referee.web.parts.setting import Request
from referee.web.shell import words

MELDS_ASKED = ("meld", "new_meld", "contract")
MOST_DRAWN = 3
"""So many examples are drawn of everything that would help."""


class Group(NamedTuple):
    """Cards of a row that lie side by side."""

    cards: tuple[CardView, ...]
    at_fault: bool = False
    """Whether a bracket lies below them."""


class CardRow(NamedTuple):
    label: str
    groups: tuple[Group, ...]
    fault: str = ""
    """What is wrong, in a few words below the bracket."""
    side: str = ""
    """Where the bracket lies: ``start``, ``end``, or in the middle."""

    @property
    def cards(self) -> tuple[CardView, ...]:
        return tuple(chain.from_iterable(group.cards for group in self.groups))


class Example(NamedTuple):
    """What was asked, as it would be legal."""

    rows: tuple[CardRow, ...]
    spoken: str
    typed: Mapping[str, Any]
    """The fields that change, as they are typed."""


class Hint(NamedTuple):
    """What would make it legal, in words and as cards."""

    words: str
    examples: tuple[Example, ...] = ()


class Told(NamedTuple):
    """A row of cards before it is drawn: the field it stands in, what is written above it, and the cards as text."""

    field: str
    label: str
    text: str


def rows(request: Request, ruling: Ruling, book: Rulebook) -> tuple[CardRow, ...]:
    """The cards that the ruling is about: as it reads them if it is legal, otherwise as they were asked."""
    question = str(request["question"])
    read = [Told("", label, text) for label, text in _as_read(question, ruling)]
    its = [row for row in read or _as_asked(request) if row.text]
    suited = RANK_OF_CARD if question not in QUESTIONS or QUESTIONS[question].suits else book.prices
    if ruling.legal is not False:
        return tuple(_plain(row, suited) for row in its)
    finding = next((finding for finding in ruling.findings if finding.cards or is_of_size(finding)), ruling.findings[0])
    touching = _touching(its, finding)
    if touching:
        return tuple(_plain(row, suited) if isinstance(row, Told) else row for row in touching)
    if question in MELDS_ASKED and gap_of(finding):
        lacking = tuple(_lacking(row, finding, suited) if at else _plain(row, suited) for row, at in _at(its, finding))
        if any(row.fault for row in lacking) or _adds_a_card(ruling):
            return lacking
    if is_of_size(finding):
        return tuple(_whole(row, finding, suited) if at else _plain(row, suited) for row, at in _at(its, finding))
    faults = _faults(its, finding)
    return tuple(_marked(row, fault, finding, suited) for row, fault in zip(its, faults, strict=True))


def _adds_a_card(ruling: Ruling) -> bool:
    """Whether what helps is a card more: then none that is there is at fault."""
    return [hint.name for hint in ruling.hint(ruling.left)][:1] == ["completes"]


def plain_row(label: str, cards: str, suited: Container[str] = RANK_OF_CARD) -> CardRow:
    """Cards of which nothing is said."""
    return CardRow(label, (Group(tuple(card(piece, suited=suited) for piece in split_cards(cards))),))


def _plain(row: Told, suited: Container[str]) -> CardRow:
    return plain_row(row.label, row.text, suited)


# where the fault lies


def _at(its: Sequence[Told], finding: Finding) -> Iterator[tuple[Told, bool]]:
    """The rows, each with whether it is the meld that the finding is about."""
    nth = next((says.about["nth"] for says in within(finding.says) if "nth" in says.about), 0)
    melds = [row for row in its if row.field in ("melds", "cards")]
    for row in its:
        yield row, len(melds) > nth and row is melds[nth]


def _lacking(row: Told, finding: Finding, suited: Container[str]) -> CardRow:
    """A meld that lacks cards: the bracket lies where they are missing, on none that may stay."""
    pieces = split_cards(row.text)
    drawn = tuple(card(piece, suited=suited) for piece in pieces)
    gap = gap_of(finding)
    place = _place_of_gap(pieces, gap) if gap else None
    if gap is None or place is None:
        return CardRow(row.label, (Group(drawn),))
    groups = [(drawn[:place], False), (_missing(pieces, gap), True), (drawn[place:], False)]
    return _bracketed(row.label, groups, finding)


def _place_of_gap(pieces: Sequence[str], gap: Phrase) -> int | None:
    """Before which card a card is missing; None where they do not lie in order."""
    below, above = _sides(gap)
    ranks = [_rank(piece) for piece in pieces]
    left, right = (_only(ranks, (place - 1) % 13 + 1) for place in (below, above))
    return right if left is not None and right is not None and left < right else None


def _sides(gap: Phrase) -> tuple[int, int]:
    """The places of the cards between which the first is missing."""
    row, first = gap.about["row"], gap.about["missing"][0]
    return max(place for place in row if place < first), min(place for place in row if place > first)


def _only(ranks: Sequence[int], rank: int) -> int | None:
    return ranks.index(rank) if ranks.count(rank) == 1 else None


def _rank(piece: str) -> int:
    """From 1; 0 of a joker, and of what is no card."""
    placed = _read(piece)
    return 0 if placed is None or placed.card == JOKER else placed.card % 13 + 1


def _read(piece: str) -> Placed | None:
    try:
        return parse_meld(piece, suits=False)[0]
    except CardError:
        return None


def _missing(pieces: Sequence[str], gap: Phrase) -> list[CardView]:
    """The cards that are missing; where wild cards leave open which, or they are many, only that some are."""
    missing = [place for place in gap.about["missing"] if place < _sides(gap)[1]]
    if gap.about["free"] or len(missing) > FEW:
        return [CardView(words.Face("?", "", "", _("a card is missing here")), "", "gap")]
    has_suits = any(has_suit(placed.card) for piece in pieces if (placed := _read(piece)))
    drawn = []
    for place in missing:
        rank = (place - 1) % 13 + 1
        its = card(format_card(card_of(gap.about["suit"], rank) if has_suits else SUITLESS + rank - 1), "gap")
        spoken = _("the %(card)s is missing here", card=its.face.spoken)
        drawn.append(its._replace(face=its.face._replace(spoken=spoken)))
    return drawn


def _touching(its: Sequence[Told], finding: Finding) -> list[Told | CardRow]:
    """The rows, two runs that touch in one, with the bracket between them; empty where none do."""
    runs = touching_of(finding)
    if runs is None:
        return []
    first, other = runs
    at, beside = _place_of(its, first), _place_of(its, other)
    if at is None or beside is None or at == beside:
        return []
    below, above = _pieces(first), _pieces(other)
    between = (card(below[-1], "fault"), card(above[0], "fault"))
    upper, lower = sorted((at, beside))
    label = _("%(label)s and %(other)s", label=its[upper].label, other=its[lower].label)
    row = _bracketed(
        label, [(list(map(card, below[:-1])), False), (between, True), (list(map(card, above[1:])), False)], finding
    )
    return [row if place == upper else each for place, each in enumerate(its) if place != lower]


def _pieces(run: Reading) -> list[str]:
    return [format_card(placed.card) for placed in run.cards]


def _place_of(its: Sequence[Told], run: Reading) -> int | None:
    wanted = Counter(_pieces(run))
    return next((at for at, row in enumerate(its) if Counter(map(bare, split_cards(row.text))) == wanted), None)


def _faults(its: Sequence[Told], finding: Finding) -> list[Counter[str]]:
    """For each row the cards at fault in it: all in the last row that has them all, otherwise where they come first."""
    wanted: Counter[str] = Counter(map(bare, finding.cards))
    held = [Counter(bare(piece) for piece in split_cards(row.text)) for row in its]
    faults: list[Counter[str]] = [Counter() for _ in its]
    whole = [place for place, cards in enumerate(held) if wanted and wanted <= cards]
    if whole:
        meant = [place for place, (_, is_meant) in enumerate(_at(its, finding)) if is_meant and place in whole]
        numbered = any("nth" in says.about for says in within(finding.says))
        faults[meant[0] if meant and numbered else whole[-1]] = wanted
        return faults
    for place, cards in enumerate(held):
        faults[place] = cards & wanted
        wanted -= faults[place]
    return faults


def _marked(row: Told, fault: Counter[str], finding: Finding, suited: Container[str]) -> CardRow:
    """Cards in a row. One that is not ``suited`` is shown as its rank: perhaps nobody said its suit."""
    pieces = split_cards(row.text)
    left = Counter(fault)
    at_fault = [False] * len(pieces)
    # the last of several alike is the one too many
    for place in reversed(range(len(pieces))):
        name = bare(pieces[place])
        at_fault[place] = left[name] > 0
        left[name] -= at_fault[place]
    drawn = [card(piece, "fault" if wrong else "", suited) for piece, wrong in zip(pieces, at_fault, strict=True)]
    return _bracketed(
        row.label, [(tuple(its), wrong) for wrong, its in groupby(drawn, lambda each: bool(each.mark))], finding
    )


def _whole(row: Told, finding: Finding, suited: Container[str]) -> CardRow:
    return _bracketed(row.label, [([card(piece, "", suited) for piece in split_cards(row.text)], True)], finding)


def _bracketed(label: str, groups: Iterable[tuple[Sequence[CardView], bool]], finding: Finding) -> CardRow:
    """A row with the words below the bracket, on the side where that lies."""
    its = tuple(Group(tuple(cards), at_fault) for cards, at_fault in groups if cards)
    places = [group.at_fault for group in its for _ in group.cards]
    if True not in places:
        return CardRow(label, its)
    middle = (places.index(True) + len(places) - 1 - places[::-1].index(True)) / 2 / max(1, len(places) - 1)
    side = "" if all(places) or 0.3 < middle < 0.7 else "start" if middle < 0.5 else "end"
    return CardRow(label, its, in_short(finding), side)


# what would mend it


def hints(
    request: Request,
    ruling: Ruling,
    players: rulings.Players | None,
    judge: Judge | None = None,
    typed: Callable[[Changes], Mapping[str, Any]] = dict,
) -> tuple[Hint, ...]:
    """What would make it legal. ``judge`` says so of each example; ``typed``: what would be typed for it."""
    if ruling.legal is not False:
        return ()
    each, before = [], list[Changes]()
    for hint in ruling.hint(ruling.left):
        shown = []
        for changes in cures(request, hint, judge) if judge and len(before) < MOST_DRAWN else ():
            if changes not in before and (text := typed(changes)):
                before.append(changes)
                shown.append(_example(request, changes, text))
            if len(before) == MOST_DRAWN:
                break
        each.append(Hint(rulings.in_words(hint, players), tuple(shown)))
    return tuple(each)


def _example(request: Request, changes: Changes, typed: Mapping[str, Any]) -> Example:
    drawn: list[CardRow] = []
    texts: list[str] = []
    for field, value in changes.items():
        before, after = _melds_of(request.get(field)), _melds_of(value)
        texts += after
        drawn += [CardRow("", (Group(_compared(*pair)),)) for pair in _pairs(before, after)]
    return Example(tuple(drawn), written_out(*texts), typed)


def _melds_of(value: Any) -> list[str]:
    return [value] if isinstance(value, str) and value else [*value] if isinstance(value, list) else []


def _pairs(before: Sequence[str], after: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Each meld as it was and as it is; where some are left out, those that stay are as they were."""
    if len(before) == len(after):
        return zip(before, after, strict=True)
    return zip(after, after, strict=True)


def _compared(before: str, after: str) -> tuple[CardView, ...]:
    """A meld as it would be: what is new in it is marked, and so is what goes where nothing takes its place."""
    old, new = split_cards(before), split_cards(after)
    more = Counter(map(bare, new)) - Counter(map(bare, old))
    less = Counter(map(bare, old)) - Counter(map(bare, new))
    drawn: list[CardView] = []
    # the last of several alike is the new one
    for piece in reversed(new):
        is_new = more[bare(piece)] > 0
        more[bare(piece)] -= is_new
        drawn.insert(0, card(piece, "new" if is_new else ""))
    if len(new) < len(old):
        for at, piece in reversed([*enumerate(old)]):
            if less[bare(piece)] > 0:
                less[bare(piece)] -= 1
                drawn.insert(min(at, len(drawn)), card(piece, "gone"))
    return tuple(drawn)


# as it is read, or was asked


def _as_read(question: str, ruling: Ruling) -> list[tuple[str, str]]:
    match question, ruling.adds:
        case "meld", {"readings": [first, *more]}:
            return [(_("It is"), first), *((_("Or"), reading) for reading in more)]
        case "contract", {"readings": [*melds]} if melds:
            return numbered(melds)
        case "go_down", {"melds": [*melds], "left": str(left)} if melds:
            return [
                *numbered(melds),
                (_("Left in hand"), left),
            ]
        case "lay_off", {"readings": [first, *more]}:
            return [(_("Then it is"), first), *((_("Or"), reading) for reading in more)]
        case (("lay_off" | "swap"), {"meld": str(meld)}) if ruling.legal:
            return [(_("Then it is"), meld)]
        case "best_turn", {"steps": [*steps], "left": left} if steps:
            return [*chain.from_iterable(map(_step, steps)), (_("Left in hand"), str(left or ""))]
        case "screw", {"to_owner": str(taken), "meld": str(meld)} if ruling.legal:
            return [(_("The meld is then"), meld), (_("Into the owner’s hand"), taken)]
    return []


def numbered(melds: Iterable[object]) -> list[tuple[str, str]]:
    """Melds of one contract, each with its number above it."""
    return [(_("Meld %(number)s", number=number), str(meld)) for number, meld in enumerate(melds, 1)]


def _step(step: Mapping[str, Any]) -> list[tuple[str, str]]:
    """A step of a turn as rows of cards."""
    ((way, what),) = step.items()
    match way:
        case "contract":
            return [(_("Go down"), meld) for meld in what]
        case "new_meld":
            return [(_("Lay down"), what)]
        case "swap":
            return [(_("Swap into %(meld)s", meld=written_out(what["meld"])), what["card"])]
        case "lay_off":
            return [(_("Lay off on %(meld)s", meld=written_out(what["meld"])), what["cards"])]
    return [(_("Discard"), what)] if what else []


_LABELS = {
    "cards": lazy_gettext("Cards"), "hand": lazy_gettext("Hand"), "card": lazy_gettext("Card"),
    "meld": lazy_gettext("On the table"), "melds": "", "table": lazy_gettext("On the table"),
    "take": lazy_gettext("Taken"), "give": lazy_gettext("Given"),
    "owner_melds": lazy_gettext("The owner’s other melds"),
}  # fmt: skip
"""Above the cards of a question, by field, in the order in which they are drawn; melds that go down are numbered."""


def _as_asked(request: Request) -> Iterator[Told]:
    for field, label in _LABELS.items():
        value = request.get(field)
        if isinstance(value, list) and field == "melds":
            yield from (Told(field, nth, cards) for nth, cards in numbered(value))
        elif isinstance(value, list):
            yield from (Told(field, str(label), str(cards)) for cards in value)
        elif isinstance(value, str):
            yield Told(field, str(label), value)
