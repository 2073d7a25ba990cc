"""The copies of the book, as a host wants to know them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from referee.storage.files.keeping import Copies, Failure
from referee.web.shell import words


class Uncopied(NamedTuple):
    """A copy of the book that could not be made."""

    at: words.Moment
    why: str


@dataclass(frozen=True)
class CopiesView:
    number: int
    newest: words.Moment | None
    failed: Uncopied | None
    """The last one, where it could not be made."""


def uncopied(failure: Failure | None) -> Uncopied | None:
    return Uncopied(words.moment(failure.at), failure.why) if failure else None


def copies_view(copies: Copies | None, failure: Failure | None) -> CopiesView | None:
    """None where the book lies on a database server, which is copied with its own tools."""
    if copies is None:
        return None
    newest = words.moment(copies.newest) if copies.newest else None
    return CopiesView(copies.number, newest, uncopied(failure))
