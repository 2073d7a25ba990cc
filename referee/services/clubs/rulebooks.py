"""A club's own rulebooks: made by house rules, named, versioned, brought in and taken out as files.

A rulebook saved again under its name becomes its next version; the same content is the same
version. Games keep what they were opened with. As every write, each carries an id made on the
phone: the same one again gets the first answer again; with other content it is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Any

from referee import errors
from referee.days import now
from referee.game.events import GameOpened, RulebookChanged
from referee.game.fold import undone_in
from referee.game.history import is_untouched
from referee.game.house_decisions import HouseDecision
from referee.game.names import tidy
from referee.game.state import GameState
from referee.messages import gettext as _
from referee.rulebooks import library, own
from referee.rulebooks.agreeing import has_questions
from referee.rules import packs
from referee.rules.rulebook.kinds import RulebookError
from referee.rules.rulebook.model import Rulebook
from referee.services.clubs.seasons import known_club
from referee.services.deliveries import NotDone, WriteTag, once
from referee.services.games import games
from referee.services.phones import access
from referee.services.phones.access import Role
from referee.storage.engine.transactions import reading, writing
from referee.storage.games import log
from referee.storage.tables import own_rulebooks as store
from referee.storage.tables.own_rulebooks import OwnRulebook

_NUL = "\0"
"""PostgreSQL takes it for no letter, not even where something is only looked for."""


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
    """``new`` is False where this very content was the last version already; ``version`` is 0 for what is built in."""

    id: str
    version: int
    rulebook: Rulebook
    new: bool


@dataclass(frozen=True, slots=True)
class NotSaved:
    """Why a rulebook cannot be: the value, clause or place in the file, and what is wrong there."""

    key: str
    message: str


@dataclass(frozen=True, slots=True)
class Overtaken:
    """Nothing was saved yet: it would follow on ``last``, which whoever saves has not seen."""

    last: OwnSummary


def save_rulebook(
    club: str,
    base: Rulebook,
    name: str,
    tag: WriteTag,
    house: Mapping[str, object] | None = None,
    wording: Mapping[str, str] | None = None,
    special: str = "",
    shown: tuple[str, int] | None = None,
    word: str = "",
    over: int = 0,
    digest: str = "",
) -> Saved | NotSaved | Overtaken:
    """Keep a rulebook with house rules under a name. ``base`` is built in, own, or a game's (with its decisions).

    ``shown`` is the id and the version that whoever saves has before them, ``digest`` that of its content (empty from a
    page of an older version), ``over`` the version that they were asked about; without ``shown`` it follows on
    whatever there is. ``word``: as ``own.make`` has it.
    Raises UnknownClub, IdReused, NotAllowed, Busy, Full; so do the others that write.
    """
    name = tidy(name)

    def make() -> str:
        return own.make(base, _proper(name), house, wording, tidy(special), word)

    def seen(last: OwnRulebook) -> bool:
        return shown is None or (last.id == shown[0] and _is(last, shown[1], digest)) or last.version == over

    sent: list[object] = ["save", base.digest, name, house or {}, wording or {}, special, word, shown, over]
    return _keep(club, tag, [*sent, *_if_sent(digest)], make, seen)


def import_rulebook(club: str, text: str, tag: WriteTag, over: int = 0) -> Saved | NotSaved | Overtaken:
    """Keep a rulebook from a file in the format of the built-in ones; a copy of one of these is found to be there.

    ``over`` is the version on which it may follow: the one that whoever brings it in was asked about.
    """
    return _keep(club, tag, ["import", text, over], lambda: text, lambda last: last.version == over)


def keep_decisions(code: str, name: str, tag: WriteTag, over: int = 0) -> Saved | NotSaved | Overtaken:
    """Keep the rulebook of a game with everything its table has decided, in the game's club; raises UnknownGame.

    It may follow on the version that the game was opened with and on ``over``, as ``import_rulebook`` has it.
    """
    state, club = games.game(code), club_of(code)
    name = tidy(name)

    def make() -> str:
        return own.make(state.book, _proper(name))

    def seen(last: OwnRulebook) -> bool:
        return last.version == over or last.digest == state.opened_book.digest

    return _keep(club, tag, ["keep", code, name, over], make, seen)


def take_back(
    club: str, rulebook_id: str, version: int, topic: str, tag: WriteTag, digest: str = ""
) -> Saved | NotSaved | Overtaken:
    """The next version of an own rulebook, in which a clause is again what the rulebook it builds on says.

    ``version`` is the one that whoever takes it back has before them, ``digest`` as ``save_rulebook`` has it. Raises
    UnknownRulebook for one that has no such version or no such clause of its own.
    """
    book = rulebook(club, rulebook_id, version)
    if rulebook_id in library.ids() or topic not in book.clauses:
        raise errors.UnknownRulebook
    sent: list[object] = ["back", rulebook_id, version, topic, *_if_sent(digest)]
    return _keep(club, tag, sent, lambda: own.without(book, topic), lambda last: _is(last, version, digest))


def _is(last: OwnRulebook, version: int, digest: str) -> bool:
    """Whether it is what a page showed. A book that was restored may have other content by the same number."""
    return last.version == version and digest in ("", last.digest)


def _if_sent(digest: str) -> list[object]:
    """What a page sends besides; one of an older version sends the same again as it did before."""
    return [digest] if digest else []


def _proper(name: str) -> str:
    """Raises RulebookError where it is no name."""
    if why := own.why_no_name(name):
        raise RulebookError("name", why)
    return name


def _keep(
    club: str, tag: WriteTag, sent: list[object], make: Callable[[], str], seen: Callable[[OwnRulebook], bool]
) -> Saved | NotSaved | Overtaken:
    """``seen`` says whether a last version of other content may be followed on."""

    def save() -> dict[str, Any] | NotDone:
        try:
            text = make()
            book = own.brought_in(text)
        except RulebookError as wrong:
            return NotDone({"wrong": [wrong.key, wrong.message]})
        with writing():
            known_club(club)
            access.demand(tag, Role.HOST, club)
            if book.id in library.ids():
                return {"rulebook": book.id, "version": 0, "new": False}
            last = store.latest(club, book.id)
            if last is not None and last.digest != book.digest and not seen(last):
                return NotDone({"last": asdict(_summary(last))})
            version, new = store.save(club, book, text, now(), tag.by)
        return {"rulebook": book.id, "version": version, "new": new}

    kept = once(tag, [club, *sent], save)
    if "wrong" in kept:
        return NotSaved(*kept["wrong"])
    if "last" in kept:
        return Overtaken(OwnSummary(**kept["last"]))
    return Saved(kept["rulebook"], kept["version"], rulebook(club, kept["rulebook"], kept["version"]), kept["new"])


def club_of(code: str) -> str:
    """The club of a game, whose own rulebooks its table sees; raises UnknownGame."""
    with reading():
        return log.head_read(code).club


def own_rulebooks(club: str) -> list[OwnSummary]:
    """The last version of each of a club, by name."""
    with reading():
        return [_summary(row) for row in store.all_latest(club)]


def clubs_with(rulebook_id: str) -> frozenset[str]:
    """The clubs that have a rulebook of this id, the removed ones too."""
    if _NUL in rulebook_id:
        return frozenset()
    with reading():
        return store.clubs_with(rulebook_id)


def books(club: str) -> tuple[Rulebook, ...]:
    """Everything a club can play by: its own rulebooks, by name, then those built in."""
    with reading():
        texts = [row.text for row in store.all_latest(club)]
    return (*[book for text in texts if (book := _readable(text)) is not None], *library.all_rulebooks())


def as_played(club: str, code: str) -> str:
    """The rulebook to go on with after a game; empty where its log cannot be read. Raises UnknownGame.

    Where its table decided something for the next games, that is the club's own that keeps it.
    """
    try:
        state = games.game(code)
    except errors.BrokenData:
        return ""
    id_, decisions = _to_go_on_with(state)
    kept = next((decision.kept for decision in decisions if decision.kept), "")
    with reading():
        return kept if kept and store.latest(club, kept) else id_


def _to_go_on_with(state: GameState) -> tuple[str, tuple[HouseDecision, ...]]:
    """The id of a game's rulebook with what was decided on it: the one it was opened with, unless the table changed to
    another for the next games, too."""
    undone, first, until, id_ = undone_in(state), 1, state.number + 1, ""
    for seq, _at, _by, event in state.log:
        if isinstance(event, GameOpened) or (isinstance(event, RulebookChanged) and event.kept and seq not in undone):
            first, until, id_ = seq, state.number + 1, str(event.rulebook["id"])
        elif isinstance(event, RulebookChanged) and seq not in undone:
            until = min(until, seq)
    decisions = (*state.laid_aside, *state.decisions)
    return id_, tuple(decision for decision in decisions if first < decision.seq < until)


def is_to_agree(code: str, state: GameState) -> bool:
    """Whether a table that has entered nothing yet may first agree on what its rulebook leaves open: once a club."""
    if not is_untouched(state) or state.decisions or not has_questions(state.opened_book):
        return False
    with reading():
        club = log.head_read(code).club
        return store.latest(club, own.kept_as(state.opened_book)[0]) is None


def saved_since(club: str, at: str) -> str:
    """The own rulebook that a club saved last, where that was after a moment; empty where none was."""
    with reading():
        rows = [row for row in store.all_latest(club) if row.saved_at > at and _readable(row.text)]
    return max(rows, key=lambda row: row.saved_at).id if rows else ""


def versions(club: str, rulebook_id: str) -> list[OwnSummary]:
    """All versions of one, the newest first; raises UnknownRulebook."""
    if _NUL in rulebook_id:
        raise errors.UnknownRulebook
    with reading():
        rows = [_summary(row) for row in store.versions(club, rulebook_id)]
    if not rows:
        raise errors.UnknownRulebook
    return rows


def _summary(row: OwnRulebook) -> OwnSummary:
    return OwnSummary(row.id, row.name, row.version, row.builds_on, row.saved_at, row.by, row.digest)


def rulebook(club: str, rulebook_id: str, version: int | None = None) -> Rulebook:
    """A rulebook to play by, built in or a club's own (its last version unless said); raises UnknownRulebook.

    What is said next is of its cards.
    """
    book = _rulebook(club, rulebook_id, version)
    packs.use(book.pack)
    return book


def _rulebook(club: str, rulebook_id: str, version: int | None) -> Rulebook:
    if rulebook_id in library.ids():
        return library.load(rulebook_id)
    with reading():
        return _read(_row(club, rulebook_id, version).text)


def export_rulebook(club: str, rulebook_id: str, version: int | None = None) -> str:
    """The file of a rulebook, built in or own; raises UnknownRulebook."""
    if rulebook_id in library.ids():
        return library.text_of(rulebook_id)
    with reading():
        return _row(club, rulebook_id, version).text


def _row(club: str, rulebook_id: str, version: int | None) -> OwnRulebook:
    if _NUL in rulebook_id:
        raise errors.UnknownRulebook
    row = store.latest(club, rulebook_id) if version is None else store.version(club, rulebook_id, version)
    if row is None:
        raise errors.UnknownRulebook
    return row


@lru_cache(maxsize=64)
def _read(text: str) -> Rulebook:
    """What was saved once may contradict a rulebook that was corrected since; raises UnreadableRulebook."""
    try:
        return own.read(text)
    except RulebookError as wrong:
        raise errors.UnreadableRulebook(
            _("This rulebook no longer fits this version: %(fault)s.", fault=wrong)
        ) from None


def _readable(text: str) -> Rulebook | None:
    try:
        return _read(text)
    except errors.UnreadableRulebook:
        return None
