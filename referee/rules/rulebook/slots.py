"""The melds that a contract asks for: one slot each, or one that leaves it to the player which they are."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from referee.rules.packs import in_force


class Slot(NamedTuple):
    """One meld that a contract asks for: its kind, and its least size in cards.

    Kinds are ``set``, ``run`` and ``pair``, and those that only a contract makes melds (``LOOSE``). ``FREE`` stands
    for any melds, however many; its size is 0.
    """

    kind: str
    size: int
    points: int = 0
    """Of ``FREE``: what the melds are worth at least, in points."""
    pure: bool = False
    """Of ``FREE``: whether one of them is a run without a wild card."""
    rank: int = 0
    """Of a set or pair: the rank that it must have, 1 for aces; 0 for any."""

    def __str__(self) -> str:
        if self.kind == FREE:
            melds = f"melds worth at least {self.points}" if self.points else "any melds"
            return melds + WITH_A_PURE_RUN * self.pure
        written = _WRITTEN.get(self.kind, self.kind).format(self.size)
        return written + (" of " if self.kind == "pair" else " ") + _RANKS[self.rank - 1] if self.rank else written


_RANKS = ("aces", "2s", "3s", "4s", "5s", "6s", "7s", "8s", "9s", "10s", "jacks", "queens", "kings")
MIXED, COLOUR, SUIT = "mixed", "colour", "suit"
"""A run of cards of any suits, so many cards of one colour, and so many of one suit, whatever their ranks."""
LOOSE = (MIXED, COLOUR, SUIT)
"""The kinds that are melds only where a contract asks for them."""
IN_A_ROW = ("run", MIXED)
"""The kinds whose cards lie in a row, rank after rank."""
CALLED = {MIXED: "run in any suits", COLOUR: "group of one colour", SUIT: "group of one suit"}
"""What a meld of a loose kind is called; those of other kinds are called by their kind."""
_WRITTEN = {
    "set": "set of {}",
    "run": "run of {}",
    MIXED: "run of {} in any suits",
    COLOUR: "{} of one colour",
    SUIT: "{} of one suit",
}

FREE = "melds"
"""The kind that leaves it to the player which melds they are; it stands alone in its way to meet the contract."""
WITH_A_PURE_RUN = " with a pure run"

OR = Slot("or", 0)
"""Stands in a contract between the melds that will do and others that will do as well."""


def is_free(way: Sequence[Slot]) -> bool:
    """Whether a way to meet a contract leaves it to the player which melds they are.

    Of a contract with a choice of ways it says whether all of them do, in whatever order they stand.
    """
    return bool(way) and all(slot.kind == FREE for slot in way if slot != OR)


def counts_points(contracts: Iterable[Sequence[Slot]]) -> bool:
    """Whether some contract asks for melds worth so many points."""
    return any(slot.points for contract in contracts for slot in contract)


def ways_to_meet(contract: tuple[Slot, ...]) -> tuple[tuple[Slot, ...], ...]:
    """The choice that a contract leaves: one way or several, each the melds that meet it."""
    if OR not in contract:
        return (contract,)
    at = contract.index(OR)
    return (contract[:at], *ways_to_meet(contract[at + 1 :]))


def asked_for(contract: tuple[Slot, ...]) -> tuple[Slot, ...]:
    """Every meld that some way to meet a contract asks for."""
    return tuple([slot for slot in contract if slot != OR])


_PAIR_OF = "pair of "
_FREE = re.compile(r"(?:any melds|melds worth at least (?P<points>[1-9][0-9]{0,2}))(?P<pure> with a pure run)?")
_PIECE = re.compile(
    rf"(?P<meld>set|run) of (?P<size>[1-9][0-9]?)(?P<mixed> in any suits)?(?: (?P<rank>{'|'.join(_RANKS)}))?"
    r"|(?P<cards>[1-9][0-9]?) of one (?P<alike>colour|suit)"
)


def parse_slot(text: str) -> Slot:
    """``"set of 3"``, ``"set of 3 kings"``, ``"pair"``, ``"pair of aces"``, ``"run of 4"``,
    ``"run of 7 in any suits"``, ``"7 of one colour"``, ``"5 of one suit"``, ``"any melds"``,
    ``"melds worth at least 51 with a pure run"`` or the ``"or"`` between two ways; raises ValueError."""
    if text == "pair":
        return Slot("pair", 2)
    if text.startswith(_PAIR_OF) and (named := text.removeprefix(_PAIR_OF)) in _RANKS:
        return Slot("pair", 2, rank=_RANKS.index(named) + 1)
    if text == OR.kind:
        return OR
    if free := _FREE.fullmatch(text):
        return Slot(FREE, 0, int(free["points"] or 0), bool(free["pure"]))
    match = _PIECE.fullmatch(text)
    if not match or int(match["size"] or match["cards"]) < 3 or (match["mixed" if match["meld"] == "set" else "rank"]):
        raise ValueError(
            f"{text!r} is no part of a contract; write 'set of 3', 'run of 4', 'pair', 'run of 7 in any suits', "
            "'7 of one colour' or '5 of one suit', of a named rank 'pair of aces' or 'set of 3 kings', or alone 'any "
            "melds' or 'melds worth at least 51 with a pure run'"
        )
    if match["alike"]:
        return Slot(match["alike"], int(match["cards"]))
    rank = _RANKS.index(match["rank"]) + 1 if match["rank"] else 0
    return Slot(MIXED if match["mixed"] else match["meld"], int(match["size"]), rank=rank)


def slot_said(slot: Slot, article: str, count: str = "") -> str:
    """A slot in words after its article, or how many there are of it: ``"a set of 3"``, ``"two runs of 4 in any
    suits"``, ``"7 cards of one colour"``, ``"melds worth at least 51 points with a pure run"``."""
    words = _in_the_pack(str(slot))
    if slot.kind == FREE:
        return words.replace(str(slot.points), f"{slot.points} points") if slot.points else words
    if slot.kind in (COLOUR, SUIT):
        cards = words.replace(" of", " cards of", 1)
        return f"{count} groups of {cards}" if count else cards
    kind, _, rest = words.partition(" ")
    return f"{count} {kind}s {rest}".rstrip() if count else f"{article} {words}"


def _in_the_pack(words: str) -> str:
    """What is written with suits, with colours where the pack in force has these."""
    if not in_force.get().in_colours:
        return words
    return words.replace("one suit", "one colour").replace("any suits", "any colours")


def contract_line(contract: Sequence[Slot]) -> str:
    """``"set of 3 + run of 4 or set of 6"``, as ``slots_of`` reads it."""
    return _in_the_pack(" or ".join(" + ".join(map(str, way)) for way in ways_to_meet(tuple(contract))))


_NUMBERS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5}
_COUNTED = re.compile(
    r"(?:(?P<count>\d+|one|two|three|four|five)\s+)?(?P<mixed>mixed\s+)?(?P<kind>set|run|pair)s?"
    rf"(?:\s+of\s+(?P<size>\d+))?(?:\s+(?:of\s+)?(?P<rank>{'|'.join(_RANKS)}))?"
    r"(?P<any>\s+(?:in|of|with)?\s*(?:any|mixed)\s+(?:suit|colou?r)s?)?",
    re.IGNORECASE,
)
_ALIKE = re.compile(
    r"(?:(?P<count>two|three|four|five|\d+)\s+(?:groups\s+of|times|x)\s+)?(?P<size>\d+)\s+(?:cards?\s+)?"
    r"(?:of|in)\s+(?:one|the\s+same|a\s+single)\s+(?:(?P<suit>suit)|colou?r)",
    re.IGNORECASE,
)


_ANYTHING = re.compile(
    r"(?:any\s+melds?|no\s+contract|(?:melds?\s+(?:worth\s+)?)?(?:of\s+)?(?:at\s+least\s+)?(?P<points>[0-9]+)\+?"
    r"(?P<unit>\s+points?)?)(?P<pure>\s+(?:with\s+)?(?:a\s+)?pure\s+(?:run|sequence))?",
    re.IGNORECASE,
)


def slots_of(line: str) -> list[str]:
    """``"2 sets of 3 and a run of 4"`` as three melds, with an ``or`` between two ways.

    Where the pack in force has colours in place of suits, one colour is one suit.
    """
    melds = []
    # "run of 7, any suits" is one meld, and "51 points, with a pure run" one contract
    line = re.sub(r"\s*,\s*(?=(?:any|mixed)\s+(?:suit|colou?r)s?\b)", " ", line.strip(), flags=re.IGNORECASE)
    line = re.sub(r"\s+or\s+more\b", "", line, flags=re.IGNORECASE)
    line = re.sub(r"\s*(?:,|\+|&|\band\b)\s*(?=(?:with\s+)?(?:a\s+)?pure\b)", " ", line, flags=re.IGNORECASE)
    for piece in re.split(r"\s*(?:\+|,|&|\band\b)\s*|\s+(?=or\b)|(?<=\bor)\s+", line):
        piece = re.sub(r"^an?\s+", "", piece, flags=re.I)
        if alike := _ALIKE.fullmatch(piece):
            kind = SUIT if alike["suit"] or in_force.get().in_colours else COLOUR
            melds += [f"{alike['size']} of one {kind}"] * _times(alike["count"])
        elif (counted := _COUNTED.fullmatch(piece)) and (
            counted["size"] or not counted["rank"] or counted["kind"].lower() == "pair"
        ):
            size = f" of {counted['size']}" if counted["size"] else ""
            mixed = " in any suits" if counted["mixed"] or counted["any"] else ""
            of = " of " if counted["kind"].lower() == "pair" else " "
            rank = f"{of}{counted['rank'].lower()}" if counted["rank"] else ""
            melds += [f"{counted['kind'].lower()}{size}{mixed}{rank}"] * _times(counted["count"])
        elif (free := _ANYTHING.fullmatch(piece)) and (free["unit"] or not piece[:1].isdigit()):
            melds.append(str(Slot(FREE, 0, int(free["points"] or 0), bool(free["pure"]))))
        elif piece:
            melds.append(piece)
    return melds


def _times(count: str | None) -> int:
    """How often a meld is asked for, at most so often as is read."""
    return min(_NUMBERS.get(count.lower()) or int(count), 9) if count else 1
