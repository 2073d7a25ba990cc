"""What the pages of the rulebooks show: the list, one book, two side by side, and what a search finds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, groupby
from operator import attrgetter
from typing import NamedTuple

from referee.messages import gettext as _
from referee.messages import ngettext
from referee.rulebooks import library, own
from referee.rulebooks.comparing import Pair, compare
from referee.rulebooks.search import finding
from referee.rulebooks.starts.making import starts
from referee.rules.judges.dealing import deal_for
from referee.rules.packs import played_with
from referee.rules.rulebook.kinds import EVERY_WILD
from referee.rules.rulebook.model import Clause, Rulebook
from referee.web.parts.clauses import BASIS, MEANINGS, ClauseView, Named, basis_of, clause_view
from referee.web.parts.in_short import in_short
from referee.web.rulebooks.chapters import Chapter, chapters, in_chapters
from referee.web.shell import words

MOST_FOUND = 60
LONGEST_SEARCH = 80
_BASE = library.ids()[0]
"""The rulebook that the others build on."""


@dataclass(frozen=True)
class FoundClause:
    """A clause that a search found, with every rulebook that says it so."""

    title: str
    text: str
    where: tuple[tuple[Named, str], ...]
    """Rulebook and topic."""


@dataclass(frozen=True)
class NotHere:
    """A game that no rulebook here has, and what is nearest to it."""

    name: str
    summary: str
    source: str
    own: str
    near: tuple[Named, ...]
    """The rulebooks most like it, from the first of which one's own can be made; none where that can't be."""
    starts: tuple[str, ...]
    """The names of starts of an own rulebook."""


@dataclass(frozen=True)
class BookList:
    query: str
    books: tuple[Rulebook, ...]
    clauses: tuple[FoundClause, ...]
    more: int
    """Clauses found and not shown."""

    not_here: tuple[NotHere, ...] = ()
    """Games of that name that no rulebook here has."""
    guessed: bool = False
    """Whether nothing has that name, so that those are shown which have almost that name."""
    base: Named | None = None
    """The rulebook from which one's own is made where nothing at all was found; else None."""
    in_part: bool = False
    """Whether no clause has all the words, so that those with the most of them are shown."""
    triples: bool = False
    """Whether the card game SET may be meant, which has a referee of its own."""

    @property
    def summary(self) -> str:
        """``"1 rulebook and 21 clauses"``; empty where nothing was found."""
        books, games, clauses = len(self.books), len(self.not_here), len(self.clauses) + self.more
        if self.guessed:
            return ""
        counts = (
            (ngettext("%(num)s rulebook", "%(num)s rulebooks", books), books),
            (ngettext("%(num)s game that isn’t here yet", "%(num)s games that aren’t here yet", games), games),
            (ngettext("%(num)s clause", "%(num)s clauses", clauses), clauses),
        )
        return words.listing(counted for counted, count in counts if count)

    def facts(self, book: Rulebook) -> str:
        return _brief(book)

    def also_called(self, book: Rulebook) -> str:
        return words.listing(book.also_called)


class RoundLine(NamedTuple):
    number: int
    cards: int
    contract: str
    melds: tuple[words.MeldView, ...]
    special: tuple[words.Special, ...]
    """What not every round has; the topic is empty where it stands above already."""


class Points(NamedTuple):
    cards: tuple[words.Face, ...]
    points: str


@dataclass(frozen=True)
class Book:
    of: Rulebook
    also_called: str
    brief: str
    """Players, rounds and what is wild, in a line."""
    in_short: tuple[str, ...]
    """How the game goes, a sentence each."""
    base: Named | None
    sources: tuple[str, ...]
    bases: tuple[tuple[str, str], ...]
    """What its clauses rest on, as they say it, and what that means."""
    facts: tuple[words.Fact, ...]
    rounds: tuple[RoundLine, ...]
    contracts_topic: str
    points: tuple[Points, ...]
    points_topic: str
    chapters: tuple[Chapter, ...]
    changed: tuple[Row, ...]
    """What differs from the rulebook it builds on."""
    others: tuple[Named, ...]
    house: int
    """How many house rules it is played with; clauses that one of them brought along are none of their own."""

    @property
    def clauses(self) -> tuple[ClauseView, ...]:
        return tuple(chain.from_iterable(chapter.clauses for chapter in self.chapters))


@dataclass(frozen=True)
class Row:
    """One clause as two rulebooks have it; a text is empty where one of them has no such clause."""

    title: str
    topic: str
    left: str
    right: str
    left_basis: str
    """What it rests on there, in a word or two."""
    right_basis: str


@dataclass(frozen=True)
class Comparison:
    left: Named
    right: Named
    differ: int
    """How many clauses."""
    chapters: tuple[tuple[str, list[Row]], ...]
    """Those clauses, with the title of each chapter that has some."""
    same: tuple[Row, ...]
    others: tuple[Named, ...]


def book_list(books: Iterable[Rulebook], query: str) -> BookList:
    """All rulebooks; with a search, those that it finds by one of their names or by a clause."""
    books, query = tuple(books), " ".join(query.split())[:LONGEST_SEARCH]
    wanted = finding.terms(query)
    if not query:
        return BookList("", books, (), 0)
    if not wanted:
        return BookList(query, (), (), 0, base=_named(library.load(_BASE)))
    having = [book for book in books if finding.is_called(wanted, *_names(book))]
    called = tuple(sorted(having, key=lambda book: not finding.is_name(query, book.name, *book.also_called)))
    clauses, in_part = _search(books, wanted, finding.stems_of(query))
    games = tuple(game for game in finding.not_here(query) if not _is_own(game, called))
    guessed = not (called or games or (clauses and not in_part))
    if guessed:
        called, games = finding.guessed(query, books)
        guessed = bool(called or games)
    more = max(0, len(clauses) - MOST_FOUND)
    return BookList(
        query=query,
        books=tuple(called),
        clauses=clauses[:MOST_FOUND],
        more=more,
        not_here=tuple(_not_here(game) for game in games),
        guessed=guessed,
        in_part=in_part,
        triples=finding.means_triples(query),
        base=None if called or games or (clauses and not in_part) else _named(library.load(_BASE)),
    )


def _is_own(game: finding.NotHere, books: Iterable[Rulebook]) -> bool:
    """Whether a club has made a rulebook for it."""
    names = {finding.plain(name) for name in game.called}
    return any(book.id not in library.ids() and finding.plain(book.name) in names for book in books)


def _not_here(game: finding.NotHere) -> NotHere:
    near = tuple(_named(library.load(book)) for book in game.near)
    made = {start.id: start.name for start in starts()}
    called = tuple(made[start] for start in game.starts)
    return NotHere(game.name, game.summary, game.source, game.own, near, called)


def _named(book: Rulebook) -> Named:
    return Named(book.id, book.name)


def _names(book: Rulebook) -> tuple[str, ...]:
    """What a rulebook is called, and what is special in it."""
    return (book.id, book.name, book.special, *book.also_called)


def _brief(book: Rulebook) -> str:
    with played_with(book.pack):
        return _in_brief(book)


def _in_brief(book: Rulebook) -> str:
    if book.own_contracts:
        return ngettext(
            "%(players)s · %(num)s contract to meet · wild: %(wild)s",
            "%(players)s · %(num)s contracts to meet · wild: %(wild)s",
            book.rounds,
            players=_players(sorted(book.decks)),
            wild=words.wild_in_brief(book),
        )
    if book.rounds_vary:
        return _(
            "%(players)s · until %(points)s · wild: %(wild)s",
            players=_players(sorted(book.decks)),
            points=words.points(book.until),
            wild=words.wild_in_brief(book),
        )
    return ngettext(
        "%(players)s · %(num)s round · wild: %(wild)s",
        "%(players)s · %(num)s rounds · wild: %(wild)s",
        book.rounds,
        players=_players(sorted(book.decks)),
        wild=words.wild_in_brief(book),
    )


def _players(players: list[int]) -> str:
    return (
        _("%(least)s to %(most)s players", least=players[0], most=players[-1])
        if players[0] != players[-1]
        else _("%(number)s players", number=players[0])
    )


def _search(
    books: Iterable[Rulebook], wanted: tuple[finding.Term, ...], query: str
) -> tuple[tuple[FoundClause, ...], bool]:
    """The clauses that have all of it, the best first. If none has, those that have most of it, and True.

    ``query``: the stems of all that was typed.
    """
    scores = {
        (book.id, topic): finding.score(wanted, book, clause)
        for book in books
        for topic, clause in book.clauses.items()
        if topic not in book.moot
    }
    most = max((clauses for clauses, _ in scores.values()), default=0)
    if most < len(wanted) and most < max(2, len(wanted) / 2):
        return (), False
    where_said: dict[tuple[str, str], list[tuple[Named, str]]] = {}
    best: Counter[tuple[str, str]] = Counter()
    for book in books:
        for clause in book.printed:
            topic = clause.topic
            clauses, score = scores[book.id, topic]
            if clauses == most:
                where_said.setdefault((clause.title, clause.text), []).append((Named(book.id, book.name), topic))
                best[clause.title, clause.text] = max(best[clause.title, clause.text], score)
    # a title as it stands comes first; of two that say it as well, the shorter one says it more exactly
    ordered = sorted(
        where_said, key=lambda wording: (finding.stems_of(wording[0]) != query, -best[wording], len(wording[0]))
    )
    return tuple(FoundClause(*wording, tuple(where_said[wording])) for wording in ordered), most < len(wanted)


def book_page(book: Rulebook, base: Rulebook | None, books: Iterable[Rulebook]) -> Book:
    """One rulebook. ``base`` is the one it is shown against: what it builds on, or its own form without house rules."""
    with played_with(book.pack):
        return _book_page(book, base, books)


def _book_page(book: Rulebook, base: Rulebook | None, books: Iterable[Rulebook]) -> Book:
    names = {other.id: other.name for other in books}
    return Book(
        of=book,
        also_called=words.listing(book.also_called),
        brief=_brief(book),
        in_short=in_short(book),
        base=Named(base.id, base.name) if base else None,
        sources=tuple(words.dated(source.name) for source in book.sources),
        bases=_bases(book),
        facts=_facts(book),
        rounds=_rounds(book),
        contracts_topic=book.clause_of("contracts").topic,
        points=_points(book),
        points_topic=book.clause_of("points").topic,
        chapters=chapters(book, (clause_view(clause, number, names) for number, clause in enumerate(book.printed, 1))),
        changed=rows(base, book) if base else (),
        others=tuple(Named(*other) for other in names.items() if other[0] != book.id),
        house=len(own.house_rules(book)),
    )


def _bases(book: Rulebook) -> tuple[tuple[str, str], ...]:
    there = {clause.status for clause in book.printed}
    return tuple((str(BASIS[status]), str(MEANINGS[status])) for status in BASIS if status in there)


def _facts(book: Rulebook) -> tuple[words.Fact, ...]:
    packs = {players: words.pack(deal_for(book, 1, players)) for players in sorted(book.decks)}
    packs_said = [(words.listing(map(str, same), "or"), pack) for pack, same in _alike(packs)]
    players = _players(sorted(book.decks))
    if book.players_best:
        players = _("%(players)s; %(number)s is best", players=players, number=book.players_best)
    return (
        words.Fact(_("Players"), players, book.clause_of("players_min").topic),
        *(
            words.Fact(_("Pack for %(players)s", players=of), pack, "" if number else book.clause_of("decks").topic)
            for number, (of, pack) in enumerate(packs_said)
        ),
        *words.wild_fact(book),
        *(
            (words.Fact(_("Played until"), words.points(book.until), book.clause_of("play_until").topic),)
            * bool(book.until)
        ),
    )


def _alike(table: Mapping[int, str]) -> Iterator[tuple[str, list[int]]]:
    """Each value with the keys, one after the other, that have it."""
    return ((value, [*same]) for value, same in groupby(table, key=table.__getitem__))


def _rounds(book: Rulebook) -> tuple[RoundLine, ...]:
    special = [
        (*words.further_here(book, number), *words.special(book, number)) for number in range(1, book.rounds + 1)
    ]
    everywhere = set(special[0]).intersection(*special)
    cited: set[words.Special] = set()
    lines: list[RoundLine] = []
    for facts, cards, contract in zip(special, book.deal, book.contracts, strict=True):
        here = [fact for fact in facts if fact not in everywhere]
        shown = tuple(fact._replace(topic="") if fact in cited else fact for fact in here)
        lines.append(RoundLine(len(lines) + 1, cards, words.contract(contract), words.melds(contract), shown))
        cited.update(here)
    return tuple(lines)


def _points(book: Rulebook) -> tuple[Points, ...]:
    """Cards of the same price together, the dearest first; then those that cost the number on them."""
    dearest = sorted(words.priced_names(book), key=lambda rank: -book.prices[rank])
    prices = {cost: [*ranks] for cost, ranks in groupby(dearest, key=book.prices.__getitem__)}
    by_number = [ranks[0] for cost, ranks in prices.items() if ranks == [str(cost)]]
    rows = [Points(_faces(ranks), _cost(book, cost)) for cost, ranks in prices.items() if ranks[0] not in by_number]
    return (*rows, Points(_faces(by_number), _("the number on it"))) if by_number else tuple(rows)


def _cost(book: Rulebook, cost: int) -> str:
    points = words.points(cost)
    wild_too = book.wild_varies and book.points.get(EVERY_WILD) == cost
    return _("%(points)s, like every wild card", points=points) if wild_too else points


def _faces(ranks: Iterable[str]) -> tuple[words.Face, ...]:
    return tuple(words.rank_face(rank) for rank in ranks)


def rows(left: Rulebook, right: Rulebook) -> tuple[Row, ...]:
    """What two rulebooks say differently, in the order of the second."""
    return tuple(map(_row, compare(left, right).differ))


def _row(pair: Pair) -> Row:
    sides = (pair.left, pair.right)
    return Row(pair.title, pair.topic, *map(_text, sides), *map(basis_of, sides))


def _text(clause: Clause | None) -> str:
    return clause.text if clause else ""


def comparison(left: Rulebook, right: Rulebook, books: Iterable[Rulebook]) -> Comparison:
    two = compare(left, right)
    differ = [_row(pair) for pair in two.differ]
    return Comparison(
        left=Named(left.id, left.name),
        right=Named(right.id, right.name),
        differ=len(differ),
        chapters=in_chapters(differ, attrgetter("topic"), left, right),
        same=tuple(map(_row, two.same)),
        others=tuple(Named(book.id, book.name) for book in books if book.id != left.id),
    )
