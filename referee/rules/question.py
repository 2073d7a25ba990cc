"""The shape of a question: its words, its fields and their kinds, what its answer adds, and its judge."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from referee.rules.packs import STANDARD_PACK
from referee.rules.rulebook.model import Rulebook
from referee.rules.rulings import Ruling
from referee.rules.schema import LARGEST_NUMBER, LONGEST_TEXT, Schema, many, maybe, whole
from referee.rules.speech.typed import NONE, NONE_WORDS

Facts = dict[str, Any]
"""What a request says, by field, as the judges take it; a field of which nothing was said is not in it."""

Judge = Callable[[Rulebook, Facts], Ruling]


class Option(NamedTuple):
    """One answer to choose: its value in a request, and what a page calls it."""

    value: str
    label: str


class At(NamedTuple):
    """Where a request names a card."""

    field: str
    row: int
    place: int


class Again(NamedTuple):
    """Cards that a request names more than once."""

    same: Mapping[At, At] = {}
    """Of each that is named elsewhere too, where that is."""
    named: Mapping[At, int] = {}
    """Each card, with its suit where that was said of it anywhere."""
    together: Sequence[Sequence[At]] = ()
    """The cards of each meld, with those that are put to it."""
    added: Mapping[str, Sequence[At]] = {}
    """By what a ruling adds, the cards of which those can be."""


class Kind:
    """What kind of fact a field says: all that differs between kinds. What stands here holds for most of them.

    A fact has three forms: text, as it is typed and stands in an address; JSON, as requests have it; a value, as the
    judges take it.
    """

    options: tuple[Option, ...] = ()
    """The answers to choose from, if they are the same for everybody."""
    parts: tuple[Field, ...] = ()
    """The fields of a page that say the rest of it."""
    names_cards = False
    """Whether it names cards, whose suits may be left out."""
    melds = False
    """Whether those of a row are a meld."""
    tapped = ""
    """How cards are tapped into its field: ``cards``, ``card``, ``meld``, ``melds``; empty where none are."""
    lines = False
    """Whether each line of its field is a meld."""
    may_be_empty = False
    """Whether an empty text is "none"; where that is no answer of its own, it says nothing."""
    is_players = False
    """Whether it is another name for the number of players."""

    def read(self, field: str, raw: object, players: int = 0, /) -> Any:
        """The value of JSON. Raises RequestError in the field's name."""
        raise NotImplementedError

    def schema(self, about: str, /) -> Schema:
        """Of the JSON."""
        raise NotImplementedError

    def typed(self, text: Any, /) -> Any:
        """The JSON of a text that is not empty."""
        return text

    def none(self) -> Any:
        """The JSON of "none", where that is an answer of its own; ``NONE`` is a null."""
        return "" if self.may_be_empty else NONE

    def text(self, raw: Any, _seats: Iterable[str], /) -> Any:
        """What would have to be typed for the JSON."""
        return str(raw)

    def rows(self, _value: Any, /) -> Sequence[Sequence[int]]:
        """The cards that a value names, row by row: a meld, a hand, a single card."""
        return ()

    def filled(self, value: Any, rows: Sequence[list[int]], /) -> Any:
        """The value with these cards in its rows."""
        raise NotImplementedError

    def again(self, _facts: Facts, _may_be_wild: Callable[[int], bool], /) -> Again | None:
        """Which of its cards other fields name too; None where that hangs on suits that nobody told."""
        return Again()

    def cards(self, value: Any, /) -> Sequence[int]:
        return [card for row in self.rows(value) for card in row]

    def counted(self, value: Any, _facts: Facts, /) -> Sequence[int]:
        """The cards that it adds to those which the other fields name."""
        return self.cards(value)

    def together(self, answers: Sequence[tuple[bool, Any]]) -> Any:
        """The JSON of what its fields say, each with whether it said something; None where none did."""
        raise NotImplementedError

    def apart(self, names: Sequence[str], raw: Any) -> dict[str, Any]:
        """What each of its fields, named ``names``, says of the JSON."""
        raise NotImplementedError

    def half_said(self, names: Sequence[str], typed: Mapping[str, str]) -> str:
        """The field in which what is missing or wrong is said; ``typed`` is what stands in them."""
        return next((name for name in names if not typed.get(name)), names[0])


class Field(NamedTuple):
    """One thing to say in a question."""

    name: str
    kind: Kind
    label: str
    """Above it on a page; empty for what only programs say."""
    about: str
    """For whoever writes a program."""
    hint: str = ""
    optional: bool = False
    """Whether it stands further down on the page: it is asked for only where it decides."""
    none: bool = False
    """Whether "none" is an answer of its own: no card, no meld, nobody."""
    null_means: str = ""
    """What null means, where it is not as good as leaving the field out."""
    within: str = ""
    """The field that names these cards too. They are counted there."""
    lies: bool = False
    """Whether the meld is one that lies on the table already."""
    ask: str = ""
    """The phrase that asks the table for it, where nothing can be answered without it."""
    only_with: str = ""
    """The rulebook's value without which nobody needs to be asked."""

    @property
    def said_by(self) -> tuple[str, ...]:
        """The names of the fields of a page that say it."""
        return (self.name, *(part.name for part in self.kind.parts))

    @property
    def tapped(self) -> str:
        """How cards are tapped in; what lies on the table is a meld."""
        return "meld" if self.lies else self.kind.tapped

    @property
    def schema(self) -> Schema:
        """JSON Schema of what a request says there."""
        shape = self.kind.schema(self.about)
        return maybe(shape, self.null_means) if self.null_means else shape

    def typed(self, text: str) -> Any:
        """The JSON of what was typed; None where nothing was, and ``NONE`` for a null that means something."""
        text = text.strip()[:LONGEST_TEXT]
        if not text:
            return None
        return self.kind.none() if self.none and text.casefold() in NONE_WORDS else self.kind.typed(text)

    def text(self, raw: Any, seats: Iterable[str] = ()) -> Any:
        """What would have to be typed for the JSON; ``seats`` are those that can be named."""
        if raw is None or raw == "":
            return NONE if self.none else ""
        return self.kind.text(raw, seats)


class Question(NamedTuple):
    """One question of the ruling interface."""

    label: str
    about: str
    """For whoever writes a program."""
    fields: tuple[Field, ...]
    """In the order in which they are checked. None is required."""
    adds: Mapping[str, Schema]
    """What its ruling adds to the fields that every ruling has."""
    judge: Judge
    examples: Mapping[str, Mapping[str, Any]]
    """Requests for the description of the API, by what they show; without the question."""
    line: str = ""
    """The cards it is about, in a line of the history: names of fields in braces."""
    needs_round: bool = False
    """Whether the answer mostly turns on the round, so that its form shows it openly."""
    meets_contract: str = ""
    """The field of the cards that are to meet the contract of the round."""
    rare: bool = False
    absent_with: tuple[str, object] | None = None
    """The rulebook's value with which it has nothing of the kind, and that value; with any other it is a common one."""
    suits: bool = True
    """Whether suits matter to it."""
    by_players: bool = False
    """Whether the answer is another one for another number of players; elsewhere only the pack is."""
    hides: bool = False
    """Whether it names a hand that is still in play: no log keeps what is ruled on it."""
    computes: bool = False
    """Whether nothing is forbidden, so that ``legal`` stays null."""
    label_with_wild_ranks: str = ""
    """Its label where what is wild isn’t jokers alone, if it is another one."""

    def label_in(self, book: Rulebook) -> str:
        """Its label under a rulebook."""
        wild = book.pack != STANDARD_PACK or book.wild_sometimes - {"JK"}
        return self.label_with_wild_ranks if self.label_with_wild_ranks and wild else self.label


def counted(description: str) -> Schema:
    return maybe(whole(description, -LARGEST_NUMBER), "Null where a fact is missing.")


def listed(description: str, items: Schema) -> Schema:
    return maybe(many(items, description), "Null where a fact is missing.")
