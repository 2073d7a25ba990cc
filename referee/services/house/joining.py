"""A club's file that joins a club that is there: looked at first, brought in whole or not at all; ``notebooks`` takes
it back.

Games are known by their code, players by their id or their name; whatever the club has already stays as it is.
"""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from referee import errors
from referee.days import now
from referee.game.notebook.likeness import likest
from referee.game.state import GameState
from referee.messages import gettext as _
from referee.season.games import FinishedGame
from referee.services.clubs import seasons
from referee.services.clubs.clubs import demand_manager
from referee.services.clubs.money import MOST_ENTRIES
from referee.services.clubs.season_views import PlayerView
from referee.services.clubs.seasons import known_club
from referee.services.deliveries import digest_of
from referee.storage.clubs import clubs, results
from referee.storage.clubs import money as accounts
from referee.storage.clubs import notebooks as store
from referee.storage.clubs import seasons as calendar
from referee.storage.engine.transactions import reading, writing
from referee.storage.files import importing, joining
from referee.storage.files.import_lines import ReadGame
from referee.storage.files.importing import Whole
from referee.storage.files.joining import Match, root_in
from referee.storage.tables.clubs import Notebook

NEW = "new"
TO_COME, THERE, FAULTY = "new", "there", "faulty"


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody of the file who is not known by their id."""

    id: str
    name: str
    choice: str
    """The id of a player of the club, or ``NEW``."""
    suggested: str
    games: int


@dataclass(frozen=True, slots=True)
class Line:
    """One game of the file, and what becomes of it."""

    line: int
    code: str
    """In the file, or that of the same game here."""
    state: GameState
    becomes: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class Joining:
    """A club's file that is looked at."""

    id: str
    club: str
    name: str
    called: str
    """The club of the file."""
    whole: Whole
    people: tuple[Person, ...]
    lines: tuple[Line, ...]
    players: tuple[PlayerView, ...]
    match: Match
    leave_out: bool
    choices: Mapping[str, str]
    seasons: tuple[str, ...]
    """Names of those that come in."""
    evenings: int
    left_out: tuple[str, ...]
    """Names of new seasons, and days of new evenings, that have games in the file of which none comes in."""
    rulebooks: tuple[str, ...]
    money_out: bool
    """Whether entries of money stay out, because the club counts otherwise or plays for nothing."""
    too_much_money: bool
    """Whether they stay out because they are too many."""
    kept: tuple[str, ...]
    """Names of rulebooks that are here with other rules, and stay."""

    def of(self, becomes: str) -> tuple[Line, ...]:
        return tuple(line for line in self.lines if line.becomes == becomes)

    @property
    def has_news(self) -> bool:
        """Whether anything in it is not here yet."""
        return bool(self.match.coming or self.seasons or self.evenings or self.rulebooks or self.match.entries)

    @property
    def can_come_in(self) -> bool:
        return self.has_news and (self.leave_out or not self.of(FAULTY))

    @property
    def looked(self) -> str:
        """What the page showed, in a few letters."""
        lines = [[line.code, line.becomes] for line in self.lines]
        people = [[person.id, person.choice] for person in self.people]
        more = [[*self.seasons], self.evenings, [*self.rulebooks], [entry.id for entry in self.match.entries]]
        return digest_of([lines, people, *more, self.leave_out])[:16]


def is_club_file(content: bytes) -> bool:
    """Whether a file begins as the export of a club."""
    return content.lstrip()[:200].replace(b" ", b"").startswith(b'{"type":"club"')


def read(content: bytes) -> Whole:
    """Raises BadLine."""
    return importing.read_club(io.BytesIO(content))


def look(row: Notebook, content: bytes, choices: Mapping[str, str], *, leave_out: bool) -> Joining:
    """``choices``: by player of the file the id of one of the club, or ``NEW``. Raises BadLine."""
    return _look(row, read(content), choices, leave_out=leave_out)


def _look(row: Notebook, whole: Whole, choices: Mapping[str, str], *, leave_out: bool) -> Joining:
    with reading():
        club = row.club
        players = seasons.players(club)
        known_by_id = {id_: id_ for id_ in whole.players if (own := clubs.player(id_)) is not None and own.club == club}
        people = _people(club, whole, choices, players, known_by_id)
        taken = known_by_id | {person.id: person.choice for person in people if person.choice != NEW}
        for id_ in whole.players:
            if id_ not in taken and (root := root_in(whole, id_)) in taken:
                taken[id_] = taken[root]
        lines = _lines(club, whole, taken)
        here = {id_: same for id_ in whole.seasons if (same := joining.season_here(club, whole, id_))}
        met = {id_: same for id_ in whole.evenings if (same := joining.evening_here(club, whole, id_))}
        books = joining.new_books(club, whole)
        coming = tuple(line.code for line in lines if line.becomes == TO_COME)
        bare = joining.without_games(whole, coming) - here.keys() - met.keys()
        entries = joining.new_entries(club, whole, taken)
        if too_many := bool(entries) and len(entries) + len(accounts.entries(club)) > MOST_ENTRIES:
            entries = ()
        match = Match(
            taken,
            here,
            met,
            {**{line.code: line.code for line in lines if line.becomes == THERE}, **_same(lines, whole)},
            coming,
            bare,
            entries,
            frozenset(person.id for person in people if person.choice != person.suggested),
        )
        names = {id_: season.name for id_, (season, *_rest) in whole.seasons.items() if id_ not in here}
        days = {id_: evening.data.day for id_, evening in whole.evenings.items() if id_ not in met}
        return Joining(
            id=row.id,
            club=club,
            name=row.name,
            called=whole.club.name,
            whole=whole,
            people=people,
            lines=lines,
            players=players,
            match=match,
            leave_out=leave_out,
            choices=choices,
            seasons=tuple(name for id_, name in names.items() if id_ not in bare),
            evenings=len(days.keys() - bare),
            left_out=tuple(called for id_, called in (names | days).items() if id_ in bare),
            rulebooks=tuple(dict.fromkeys(whole.own_books[key][1].name for key in books)),
            money_out=bool(whole.money and whole.money.entries) and not joining.counts_as(club, whole),
            too_much_money=too_many,
            kept=joining.other_books(club, whole),
        )


def _same(lines: tuple[Line, ...], whole: Whole) -> dict[str, str]:
    """By the code in the file that of the same game here, where it has another one."""
    by_line = {game.line: code for code, game in whole.games.items()}
    return {by_line[line.line]: line.code for line in lines if line.becomes == THERE}


def _people(
    club: str,
    whole: Whole,
    choices: Mapping[str, str],
    players: tuple[PlayerView, ...],
    known_by_id: Mapping[str, str],
) -> tuple[Person, ...]:
    """The players of the file without their doubles and those who were removed, as a choice."""
    ids = {player.id for player in players}
    count = Counter(root_in(whole, seat.player) for game in whole.games.values() for seat in game.seats)
    people = []
    for id_, line in whole.players.items():
        if id_ in known_by_id or line.merged_into is not None or line.removed_at is not None:
            continue
        names = (line.name, *(key for key, player in whole.keys.items() if root_in(whole, player) == id_))
        rows = (row for name in names if (row := clubs.known_as(club, name)) is not None)
        suggested = next((clubs.root_of(row.id) for row in rows), NEW)
        choice = choices.get(id_, "")
        people.append(Person(id_, line.name, choice if choice in ids | {NEW} else suggested, suggested, count[id_]))
    return tuple(sorted(people, key=lambda person: (person.name.casefold(), person.id)))


def _lines(club: str, whole: Whole, taken: Mapping[str, str]) -> tuple[Line, ...]:
    there = {key: game.id for game in results.games_of_club(club, clubs.people(club)) if (key := _key(game))}
    return tuple(_line(club, whole, game, taken, there) for game in whole.games.values() if game.removed_at is None)


def _line(club: str, whole: Whole, game: ReadGame, taken: Mapping[str, str], there: Mapping[object, str]) -> Line:
    code, state = game.code, game.state
    place = calendar.place_of(code)
    if place is not None and place.club != club:
        return Line(game.line, code, state, FAULTY, _("This game is here in another club."))
    if place is not None:
        gone = _("It was removed here and stays so. The club’s page can bring it back.") if place.removed_at else ""
        return Line(game.line, code, state, THERE, gone)
    who = [_who(whole, seat.player, taken) for seat in game.seats]
    away = [_who(whole, seat.stands_in_for, taken) for seat in game.seats if seat.stands_in_for is not None]
    twice = next((seat.name for seat, player in zip(game.seats, who, strict=True) if who.count(player) > 1), "")
    if twice:
        return Line(game.line, code, state, FAULTY, _("%(name)s is in this game twice.", name=twice))
    if len({*away}) < len(away):
        return Line(game.line, code, state, FAULTY, _("A player is at the table twice."))
    totals = sorted((player, state.totals[seat.seat]) for seat, player in zip(game.seats, who, strict=True))
    key = (state.day, state.book.id, tuple(totals))
    if state.status == "finished" and state.has_points and key in there:
        return Line(game.line, there[key], state, THERE, _("The same game is here under another code."))
    return Line(game.line, code, state, TO_COME)


def _who(whole: Whole, player: str, taken: Mapping[str, str]) -> str:
    """Who sat there in the end: of the club, or somebody new of the file."""
    root = root_in(whole, player)
    return clubs.root_of(taken[player]) if player in taken else clubs.root_of(taken[root]) if root in taken else root


def _key(game: FinishedGame) -> object:
    """What makes two games of different codes the same."""
    if not game.has_points:
        return None
    return game.day, game.rulebook, tuple(sorted((result.player, result.total) for result in game.results))


def bring_in(preview: Joining, looked: str) -> None:
    """Write what is new, within one transaction. Raises Rejected where the club or the choices are not as they were."""
    with writing():
        known_club(preview.club)
        row = store.notebook(preview.id)
        if row is None or row.club != preview.club:
            raise errors.UnknownNotebook
        demand_manager(preview.club)
        if row.content is None:
            raise errors.Rejected("file", _("This file was brought in already."))
        again = _look(row, preview.whole, preview.choices, leave_out=preview.leave_out)
        if again.looked != looked:
            raise errors.Rejected("file", _("Some of these games have come in since. Look at the file again."))
        if not again.can_come_in:
            raise errors.Rejected("file", why_not(again))
        joining.write(row, again.whole, again.match)
        row.at = now()


def in_words(preview: Joining) -> tuple[str, ...]:
    """What would come in, line by line, where there is no page."""
    names = [player.name for player in preview.players]
    hints = {
        person.name: likest(person.name, names) for person in preview.people if person.choice == person.suggested == NEW
    }
    new_players = [f"{name} (perhaps {like}?)" if like else name for name, like in hints.items()]
    faults = [f"line {line.line}: {line.why}" for line in preview.of(FAULTY)]
    counts = (
        ("New games", str(len(preview.of(TO_COME)))),
        ("Already here", str(len(preview.of(THERE)))),
        ("New players", ", ".join(new_players)),
        ("New seasons", ", ".join(preview.seasons)),
        ("New evenings", str(preview.evenings or "")),
        ("Without a game that comes in, left out", ", ".join(preview.left_out)),
        ("New entries of money", str(len(preview.match.entries) or "")),
        ("New rulebooks", ", ".join(preview.rulebooks)),
        ("Rulebooks that stay as they are here", ", ".join(preview.kept)),
        ("Can’t come in", "; ".join(faults)),
    )
    return tuple(f"{label}: {value}" for label, value in counts if value)


def why_not(preview: Joining) -> str:
    if preview.of(FAULTY):
        return _("Nothing was brought in: some games can’t come in as they are. Leave them out, or mend the file.")
    return _("Nothing was brought in: everything in this file is already here.")
