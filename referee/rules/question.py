"""The shape of a question: its words, its fields, what its answer adds, and its judge."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from referee.rules.requests import LARGEST_NUMBER, Field
from referee.rules.rulebook.model import Rulebook
from referee.rules.rulings import Ruling
from referee.rules.schema import Schema, many, maybe, whole

Facts = dict[str, Any]
"""What a request says, by field, as the judges take it; a field of which nothing was said is not in it."""

Judge = Callable[[Rulebook, Facts], Ruling]


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
    rare: bool = False
    common_with: str = ""
    """The rulebook's value with which a rare question is a common one."""
    suits: bool = True
    """Whether suits matter to it."""
    computes: bool = False
    """Whether nothing is forbidden, so that ``legal`` stays null."""
    label_with_wild_ranks: str = ""
    """Its label where other cards than jokers are wild too, if it is another one."""

    def label_in(self, book: Rulebook) -> str:
        """Its label under a rulebook."""
        return self.label_with_wild_ranks if self.label_with_wild_ranks and book.wild_ranks - {"JK"} else self.label


def counted(description: str) -> Schema:
    return maybe(whole(description, -LARGEST_NUMBER), "Null where a fact is missing.")


def listed(description: str, items: Schema) -> Schema:
    return maybe(many(items, description), "Null where a fact is missing.")
