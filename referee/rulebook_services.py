"""A club's own rulebooks: made by house rules, named, versioned, brought in and taken out as files.

A rulebook saved again under its name becomes its next version; the same content is the same
version, so that a delivery that comes twice saves once. Games keep what they were opened with.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from sqlalchemy.orm import Session

from referee import errors, services
from referee.game.names import LONGEST_NAME, tidy, why_no_name
from referee.rulebooks import library, own
from referee.rules.rulebook import Rulebook
from referee.rules.rulebook_values import RulebookError
from referee.storage import own_rulebooks as store
from referee.storage.own_rulebooks import OwnRulebook
from referee.storage.transactions import reading, writing


@dataclass(frozen=True, slots=True)
class OwnSummary:
    """One line of a list of own rulebooks."""

    id: str
    name: str
    version: int
    builds_on: str
    saved_at: str
    by: str
    digest: str


@dataclass(frozen=True, slots=True)
class Saved:
    """``new`` is False where this very content is the last version already."""

    id: str
    version: int
    rulebook: Rulebook
    new: bool


@dataclass(frozen=True, slots=True)
class NotSaved:
    """Why a rulebook cannot be: the value, clause or place in the file, and what is wrong there."""

    key: str
    message: str


def save_rulebook(
    base: Rulebook,
    name: str,
    by: str,
    house: Mapping[str, object] | None = None,
    wording: Mapping[str, str] | None = None,
    special: str = "",
    club: str = "",
) -> Saved | NotSaved:
    """Keep a rulebook with house rules under a name. ``base`` is built in, own, or a game's (with its decisions)."""
    name = tidy(name)
    if why := _why_no_name(name):
        return NotSaved("name", why)
    try:
        text = own.make(base, name, house, wording, tidy(special))
    except RulebookError as wrong:
        return NotSaved(wrong.key, wrong.message)
    return _keep(text, by, club)


def import_rulebook(text: str, by: str, club: str = "") -> Saved | NotSaved:
    """Keep a rulebook from a file in the format of the built-in ones."""
    return _keep(text, by, club)


def keep_decisions(code: str, name: str, by: str, club: str = "") -> Saved | NotSaved:
    """Keep the rulebook of a game with everything its table has decided; raises UnknownGame."""
    return save_rulebook(services.game(code).book, name, by, club=club)


def _why_no_name(name: str) -> str | None:
    if len(name) > own.LONGEST_NAME:
        return f"At most {own.LONGEST_NAME} characters, please."
    return why_no_name(name[:LONGEST_NAME])  # the same as for players, but longer


def _keep(text: str, by: str, club: str) -> Saved | NotSaved:
    try:
        book = own.read(text)
    except RulebookError as wrong:
        return NotSaved(wrong.key, wrong.message)
    with writing() as session:
        last = store.latest(session, club, book.id)
        if last is not None and last.digest == book.digest:
            return Saved(book.id, last.version, book, new=False)
        version = last.version + 1 if last else 1
        session.add(
            OwnRulebook(
                club=club,
                id=book.id,
                version=version,
                name=book.name,
                builds_on=book.builds_on,
                digest=book.digest,
                saved_at=services.now(),
                by=by[: services.LONGEST_BY],
                text=text,
            )
        )
    return Saved(book.id, version, book, new=True)


def own_rulebooks(club: str = "") -> list[OwnSummary]:
    """The last version of each, by name."""
    with reading() as session:
        return [_summary(row) for row in store.all_latest(session, club)]


def versions(rulebook_id: str, club: str = "") -> list[OwnSummary]:
    """All versions of one, the newest first; raises UnknownRulebook."""
    with reading() as session:
        rows = store.versions(session, club, rulebook_id)
    if not rows:
        raise errors.UnknownRulebook
    return [_summary(row) for row in rows]


def _summary(row: OwnRulebook) -> OwnSummary:
    return OwnSummary(row.id, row.name, row.version, row.builds_on, row.saved_at, row.by, row.digest)


def rulebook(rulebook_id: str, version: int | None = None, club: str = "") -> Rulebook:
    """A rulebook to play by, built in or own (its last version unless said); raises UnknownRulebook."""
    if rulebook_id in library.ids():
        return library.load(rulebook_id)
    with reading() as session:
        return _read(_row(session, rulebook_id, version, club).text)


def export_rulebook(rulebook_id: str, version: int | None = None, club: str = "") -> str:
    """The file of a rulebook, built in or own; raises UnknownRulebook."""
    if rulebook_id in library.ids():
        return library.text_of(rulebook_id)
    with reading() as session:
        return _row(session, rulebook_id, version, club).text


def _row(session: Session, rulebook_id: str, version: int | None, club: str) -> OwnRulebook:
    found = (
        store.latest(session, club, rulebook_id)
        if version is None
        else store.version(session, club, rulebook_id, version)
    )
    if found is None:
        raise errors.UnknownRulebook
    return found


@lru_cache(maxsize=64)
def _read(text: str) -> Rulebook:
    return own.read(text)
