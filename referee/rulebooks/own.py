"""A club's own rulebooks: made from any rulebook by house rules, or read from a file that came from elsewhere.

An own rulebook is a file like the built-in ones, over one of them; its text is what is kept.
"""

from __future__ import annotations

import dataclasses
import hashlib
import re
import unicodedata
from collections.abc import Iterator, Mapping

from referee.messages import gettext as _
from referee.rulebooks import library
from referee.rulebooks.reading import Unreadable
from referee.rulebooks.report import values_of
from referee.rulebooks.writing import to_toml
from referee.rules.rulebook.checks import Problem, sound
from referee.rules.rulebook.house_rules import (
    MOST_WITH,
    STILL_JUDGED,
    WITH_PLAYERS,
    brought_along,
    fitted,
    lent,
    ours,
)
from referee.rules.rulebook.kinds import RulebookError
from referee.rules.rulebook.model import KINDS, VALUE_TOPICS, VALUES, Clause, Rulebook
from referee.rules.typed import can_be_seen, tidy

LONGEST_NAME = 60
LONGEST_WORDS = 2_000
LONGEST_FILE = 200_000
MOST_BYTES = 4 * LONGEST_FILE + len("\ufeff".encode())
"""No file of that many characters has more."""
_TOO_LONG = f"is longer than {LONGEST_FILE} characters"
_ID = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?")
_TOPIC = re.compile(r"[a-z0-9-]{1,40}")


def base_of(book: Rulebook) -> Rulebook:
    """The built-in rulebook over which a rulebook is written: its own, or the one it builds on."""
    return library.load(book.id if book.id in library.ids() else book.builds_on)


def house_rules(book: Rulebook) -> tuple[Clause, ...]:
    """What a table has made its own on the rulebook beneath, in reading order."""
    return tuple(clause for clause in book.clauses.values() if ours(clause))


def on_top(book: Rulebook) -> str:
    """``"Contract Rummy with 3 house rules"``; empty for a rulebook as it is printed."""
    count = len(house_rules(book))
    return f"{base_of(book).name} with {count} house rule{'' if count == 1 else 's'}" if count else ""


def id_of(name: str) -> str:
    """The id of an own rulebook from its name: ``Friday's rules`` gives ``friday-s-rules``."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    slug = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:32].strip("-")
    if not slug:
        slug = f"rulebook-{hashlib.sha256(name.encode('utf-8', 'replace')).hexdigest()[:8]}"
    return f"own-{slug}" if slug in library.ids() else slug


def kept_as(book: Rulebook) -> tuple[str, str]:
    """Id and name of the club's rulebook that keeps what a table decides under a rulebook."""
    if book.id not in library.ids():
        return book.id, book.name
    name = f"{book.name} as we play it"
    return id_of(name), name


def make(
    book: Rulebook,
    name: str,
    house: Mapping[str, object] | None = None,
    wording: Mapping[str, str] | None = None,
    special: str = "",
    word: str = "",
) -> str:
    """The file of a rulebook with house rules, under a name of its own; raises RulebookError.

    ``word`` is what the table calls taking the discard out of turn, where it is another one.

    ``book`` may be built in, an own one, or that of a game with what its table has decided. Empty words
    for a clause without a value take the table's words back.
    """
    for place, words in (wording or {}).items():
        if len(words) > LONGEST_WORDS:
            raise RulebookError(place, f"at most {LONGEST_WORDS} characters")
    clauses = dict(book.clauses)
    for topic in [place for place, words in (wording or {}).items() if place in clauses and not words.strip()]:
        _plain(clauses, book, topic)
    plain = dataclasses.replace(book, clauses=clauses, may_i_word=word or book.may_i_word)
    spoken = {place: words for place, words in (wording or {}).items() if words.strip()}
    changed = library.with_house_rules(plain, house or {}, spoken) if house or spoken else plain
    return rewritten(changed, id_of(name), name, special or _special(base_of(book)))


def _special(base: Rulebook) -> str:
    """What an own rulebook says of itself until its table says more; the name stands where it may end in any sign."""
    return f"{base.name} with house rules."


def rewritten(book: Rulebook, rulebook_id: str, name: str, special: str = "") -> str:
    """The file of a rulebook under an id and a name; raises RulebookError."""
    base = base_of(book)
    if not special:
        special = book.special if book.id not in library.ids() else _special(base)
    text = to_toml(book, base, rulebook_id=rulebook_id, name=name, special=special)
    read(text)
    return text


def without(book: Rulebook, topic: str) -> str:
    """The file of an own rulebook in which a clause is again what the rulebook it builds on says.

    Raises RulebookError where another house rule rests on it.
    """
    base = base_of(book)
    back = {name: KINDS[name].short(getattr(base, name)) for name in values_of(base, topic)}
    clauses = dict(book.clauses)
    set_along = [
        other
        for (name, chosen), (other, _) in MOST_WITH.items()
        if name in back and getattr(book, name) == chosen and not ours(clauses[VALUE_TOPICS[other]])
    ]
    set_along += [name for name in brought_along(book) if name in WITH_PLAYERS and "players_max" in back]
    back |= {name: base.in_json(name) for name in set_along}
    values = fitted(book.values(), back)
    for borrowed in [lent_topic for name in back if values[name] in (False, "none") for lent_topic in _along(name)]:
        if borrowed not in base.clauses:
            clauses.pop(borrowed, None)
    went_along = [
        other
        for name in back
        for other in VALUES[name]["goes_with"]
        if other in clauses and (clauses[other].inherited_from or clauses[other].basis == "house default")
    ]
    for gone in (topic, *went_along, *[VALUE_TOPICS[name] for name in set_along]):
        _plain(clauses, book, gone)
    # a file that left the value out would have it set along again
    plain = sound(dataclasses.replace(book, **values, clauses=clauses))
    return rewritten(plain, book.id, book.name)


def _along(name: str) -> tuple[str, ...]:
    """The clauses that come and go with a value."""
    return (*VALUES[name]["brings"], *VALUES[name]["lends"])


def _plain(clauses: dict[str, Clause], book: Rulebook, topic: str) -> None:
    """Put a clause back to what the rulebook beneath says; where that has none, to what was borrowed, or to nothing."""
    base, lenders = base_of(book), (lender for lender in library.all_rulebooks() if topic in lender.clauses)
    if topic in base.clauses:
        clauses[topic] = base.clauses[topic]
    elif (lender := next(lenders, None)) is not None:
        clauses[topic] = lent(lender.clauses[topic], book.id)
    else:
        del clauses[topic]


@dataclasses.dataclass(frozen=True, slots=True)
class Head:
    """What a list of own rulebooks says of one."""

    id: str
    name: str
    builds_on: str
    digest: str


def head(text: str) -> Head:
    """The head of a file that was an own rulebook once.

    Where it fits this version no longer, its digest is that of the text. Raises RulebookError
    where there is no head either.
    """
    try:
        book = read(text)
        return Head(book.id, book.name, book.builds_on, book.digest)
    except RulebookError as wrong:
        try:
            data = library.toml_of(text) if len(text) <= LONGEST_FILE else {}
        except Unreadable:
            raise wrong from None
        rulebook_id, name, builds_on = (_short(data.get(key)) for key in ("id", "name", "builds_on"))
        if not (_ID.fullmatch(rulebook_id) and name and 0 < len(builds_on) <= 40):
            raise
        return Head(rulebook_id, name, builds_on, hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest())


def _short(text: object) -> str:
    return text if isinstance(text, str) and len(text) <= LONGEST_NAME else ""


def why_no_name(name: str) -> str:
    """What is wrong with the name of an own rulebook, as a sentence; empty if it can be kept and shown."""
    if len(name) > LONGEST_NAME:
        return _("Enter at most %(most)s characters.", most=LONGEST_NAME)
    return "" if tidy(name) == name and can_be_seen(name) else _("Enter a name.")


def file_text(raw: bytes) -> str:
    """The text of a file, whatever wrote it: with the mark that some editors begin a file with, with any line ends.

    Raises Unreadable for what is no text, and for more than is ever read.
    """
    if len(raw) > MOST_BYTES:
        raise Unreadable([Problem("file", _TOO_LONG)])
    try:
        return raw.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError:
        raise Unreadable([Problem("file", "isn’t text in UTF-8")]) from None


def brought_in(text: str) -> Rulebook:
    """The rulebook of a file that someone brings in, or has checked: an own one, or a copy of one that is built in.

    The one door for both; what the form makes passes it as well. Raises Unreadable with everything that is wrong.
    """
    try:
        book = read(text)
    except Unreadable:
        for rulebook_id in library.ids():
            if library.text_of(rulebook_id).strip() == text.strip():
                return library.load(rulebook_id)
        raise
    if why := why_no_name(book.name):
        raise Unreadable([Problem("name", why.rstrip("."))])
    return book


def read(text: str) -> Rulebook:
    """The rulebook of a file that is kept; raises Unreadable, a RulebookError, with everything that is wrong."""
    if len(text) > LONGEST_FILE:
        raise Unreadable([Problem("file", _TOO_LONG)])
    book = library.read_rulebook(text, of_a_club=True)
    if wrong := list(_not_own(book)):
        raise Unreadable(wrong)
    return book


def _not_own(book: Rulebook) -> Iterator[Problem]:
    """What keeps a sound rulebook from being a club's own."""
    if book.id in library.ids():
        yield Problem("id", f"{book.id!r} is built in; give the rulebook an id of its own")
    if not _ID.fullmatch(book.id):
        yield Problem("id", "must be up to 40 small letters, digits and hyphens")
    if len(book.name) > LONGEST_NAME:
        yield Problem("name", why_no_name(book.name).rstrip("."))
    for topic, clause in book.clauses.items():
        if not _TOPIC.fullmatch(topic):
            yield Problem(f"clauses.{topic[:40]}", "topics are small letters, digits and hyphens")
        # what is judged by all the same is no part of a table's own words
        own_part, _, judged_by = clause.text.partition(STILL_JUDGED)
        if max(map(len, (own_part, judged_by, clause.title))) > LONGEST_WORDS:
            yield Problem(f"clauses.{topic}.text", f"at most {LONGEST_WORDS} characters")
