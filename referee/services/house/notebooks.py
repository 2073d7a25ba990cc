"""Old records out of a file: looked at first, brought in whole or not at all, and taken back in one step."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from referee import errors
from referee.days import evening, first_day, last_day, now, today
from referee.game import old_result, paper
from referee.game.fold import fold
from referee.game.names import name_key, tidy
from referee.game.notebook.making import Made, highest_total_wins, made
from referee.game.notebook.model import DMY, MDY, Answers, OldGame, Reading, Unreadable
from referee.game.paper import PaperGame
from referee.game.state import GameState
from referee.messages import gettext as _
from referee.messages import ngettext
from referee.rulebooks import library, own, sheets
from referee.rules.rulebook.model import SHEET, Rulebook
from referee.season.games import FinishedGame
from referee.services.clubs import rulebooks, seasons
from referee.services.clubs.clubs import demand_manager
from referee.services.clubs.season_views import PlayerView, SeasonView, seasons_on
from referee.services.clubs.seasons import known_club
from referee.services.games import games as played
from referee.services.house import joining
from referee.services.house.joining import Joining
from referee.storage.clubs import clubs, forgetting, results
from referee.storage.clubs import notebooks as store
from referee.storage.clubs.results import People
from referee.storage.engine.transactions import reading, writing
from referee.storage.files import old_games
from referee.storage.tables.clubs import LONGEST_FILE_NAME, Notebook

NEW = "new"
GONE = "removed"
"""Whom a file of this app calls a removed player: they stay that, and nobody is asked who they are."""
SAME_AS = "="
"""Before the name in the file of whom somebody else in it is."""
OF_THE_DAY = "day"
"""The season that was on when a game was played."""
TO_COME, THERE, TWICE, FAULTY = "new", "there", "twice", "faulty"
_OLD_GAMES = "Old games"
"""What games are called of which neither the file nor anybody says what they were."""


@dataclass(frozen=True, slots=True)
class Choices:
    """What was said about a file, besides how it is to be read."""

    answers: Answers = field(default_factory=Answers)
    names: Mapping[str, str] = field(default_factory=dict)
    """By the name in the file: the id of a player, ``NEW``, or ``SAME_AS`` and another name of the file."""
    books: Mapping[str, str] = field(default_factory=dict)
    """By what the file calls a game: the id of a rulebook, or ``SHEET``."""
    season: str = OF_THE_DAY
    leave_out: bool = False
    """Whether games that cannot come in are left out; else none comes in while there are some."""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody whom the file names."""

    name: str
    choice: str
    games: int
    is_known: bool
    """Whether the club knows the name."""
    suggested: str


@dataclass(frozen=True, slots=True)
class Game:
    """Something that the file calls a game."""

    name: str
    """Empty where it says nothing."""
    choice: str
    games: int
    suggested: str


@dataclass(frozen=True, slots=True)
class Line:
    """One game of the file, and what becomes of it."""

    made: Made
    state: str
    code: str = ""
    """Of the game that is there already."""


@dataclass(frozen=True, slots=True)
class Preview:
    """A file that is looked at."""

    id: str
    club: str
    name: str
    notebook: Reading
    choices: Choices
    people: tuple[Person, ...]
    books: tuple[Game, ...]
    lines: tuple[Line, ...]
    players: tuple[PlayerView, ...]
    rulebooks: tuple[Rulebook, ...]
    seasons: tuple[SeasonView, ...]

    def of(self, state: str) -> tuple[Line, ...]:
        return tuple(line for line in self.lines if line.state == state)

    @property
    def players_count(self) -> int:
        """How many people they are, whatever the file calls them."""
        who = [*_who(self.people).values()]
        return len({*who} - {GONE}) + who.count(GONE)

    @property
    def can_come_in(self) -> bool:
        return bool(self.of(TO_COME)) and (self.choices.leave_out or not self.of(FAULTY))


@dataclass(frozen=True, slots=True)
class BroughtIn:
    """A file whose games are there, or were."""

    id: str
    club: str
    name: str
    at: str
    games: int
    players: int
    removed_at: str | None


def keep(club: str, name: str, content: bytes) -> str:
    """A file to be looked at: its id. Raises Rejected for one in which there is nothing, and UnknownClub."""
    if not content.strip():
        raise errors.Rejected("file", _("Choose a file, or paste what is in it."))
    if joining.is_club_file(content):
        joining.read(content)
    else:
        try:
            old_games.read(content, Answers())
        except Unreadable as no:
            raise errors.Rejected("file", str(no)) from None
    with writing():
        known_club(club)
        demand_manager(club)
        shown = tidy(name)[:LONGEST_FILE_NAME] or _("Pasted text")
        return store.keep(club, shown, content, now()).id


def brought_in(club: str) -> tuple[BroughtIn, ...]:
    """The files that a club has brought in and not taken back, the latest first."""
    with reading():
        known_club(club)
        return tuple(_view(row) for row in store.brought_in(club))


def look(club: str, id_: str, choices: Choices) -> Preview | Joining | BroughtIn:
    """A file as it would come in, or what came in by it; raises UnknownNotebook, Rejected where it cannot be read."""
    with reading():
        row = _row(club, id_)
        if row.content is None:
            return _view(row)
        name, content = row.name, store.content_of(row)
    if joining.is_club_file(content):
        return joining.look(row, content, choices.names, leave_out=choices.leave_out)
    preview = _preview(club, id_, name, content, choices)
    dates = preview.notebook.dates
    if dates.is_doubtful and not choices.answers.dates:  # as this file was read before, if it was
        otherwise = dataclasses.replace(choices.answers, dates=DMY if dates.order == MDY else MDY)
        second = _preview(club, id_, name, content, dataclasses.replace(choices, answers=otherwise))
        return max(preview, second, key=lambda each: len(each.of(THERE)))
    return preview


def _preview(club: str, id_: str, name: str, content: bytes, choices: Choices) -> Preview:
    try:
        notebook = old_games.read(content, choices.answers)
    except Unreadable as no:
        raise errors.Rejected("file", str(no)) from None
    players, books = seasons.players(club), rulebooks.books(club)
    people = _people(club, notebook, choices.names, players)
    kinds = _kinds(club, notebook, choices.books, books)
    lines = _lines(club, notebook, people, _chosen(notebook, kinds, books), players)
    there = seasons.seasons(club)
    return Preview(id_, club, name, notebook, choices, people, kinds, lines, players, books, there)


def _row(club: str, id_: str) -> Notebook:
    known_club(club)
    row = store.notebook(id_)
    if row is None or row.club != club:
        raise errors.UnknownNotebook
    return row


def _view(row: Notebook) -> BroughtIn:
    return BroughtIn(row.id, row.club, row.name, row.at, row.games, len(row.players), row.removed_at)


def _people(
    club: str, notebook: Reading, chosen: Mapping[str, str], players: Sequence[PlayerView]
) -> tuple[Person, ...]:
    ids = {player.id for player in players}
    count = Counter(column.player for game in notebook.games for column in game.columns)
    named = frozenset(name for name in notebook.names if not clubs.is_of_removed(tidy(name)))
    people = []
    with reading():
        for name in notebook.names:
            if name not in named:
                people.append(Person(name, GONE, count[name], True, GONE))
                continue
            row = clubs.known_as(club, tidy(name)) if tidy(name) else None
            club_id = clubs.root_of(row.id) if row is not None else ""
            choice = chosen.get(name, "")
            same = choice.removeprefix(SAME_AS) if choice.startswith(SAME_AS) else ""
            if choice not in ids and choice != NEW and (same not in named or same == name):
                choice = club_id or NEW
            people.append(Person(name, choice, count[name], bool(club_id), club_id or NEW))
    return tuple(people)


def _kinds(club: str, notebook: Reading, chosen: Mapping[str, str], books: Sequence[Rulebook]) -> tuple[Game, ...]:
    count = Counter(game.rulebook for game in notebook.games)
    ids = {book.id for book in books}
    kinds = []
    for name in notebook.rulebooks:
        choice, suggested = chosen.get(name, ""), _book_called(name, books) if name else _usual(club, ids)
        if choice not in ids and choice != SHEET:
            choice = suggested
        kinds.append(Game(name, choice, count[name], suggested))
    return tuple(kinds)


def _book_called(name: str, books: Sequence[Rulebook]) -> str:
    key = name_key(tidy(name))
    by_name = (book for book in books if key in map(name_key, (book.name, *book.also_called)))
    return next((book.id for book in by_name), SHEET)


def _usual(club: str, ids: Iterable[str]) -> str:
    last = played.last_game(club, by_rulebook=True)
    return last.rulebook_id if last is not None and last.rulebook_id in ids else library.ids()[0]


def _chosen(notebook: Reading, kinds: Sequence[Game], books: Sequence[Rulebook]) -> dict[str, Rulebook]:
    """By what the file calls a game: its rulebook, or the sheet of a game that has none."""
    by_id = {book.id: book for book in books}
    chosen = {}
    for kind in kinds:
        if kind.choice == SHEET:
            its = [game for game in notebook.games if game.rulebook == kind.name]
            name = tidy(kind.name)[: own.LONGEST_NAME] or _OLD_GAMES
            sheet = sheets.Answers(name, highest_wins=highest_total_wins(its), below_zero=True, has_dealer=False)
            chosen[kind.name] = sheets.sheet(sheet)
        else:
            chosen[kind.name] = by_id[kind.choice]
    return chosen


def _who(people: Iterable[Person]) -> dict[str, str]:
    """By the name in the file who it is: an id, or the name of somebody new."""
    choices = {person.name: person.choice for person in people}
    who = {}
    for name in choices:
        at, seen = name, {name}
        while choices[at].startswith(SAME_AS) and (other := choices[at].removeprefix(SAME_AS)) not in seen:
            at = other
            seen.add(at)
        who[name] = choices[at] if choices[at] != NEW and not choices[at].startswith(SAME_AS) else f"{SAME_AS}{at}"
    return who


def _lines(
    club: str,
    notebook: Reading,
    people: Sequence[Person],
    books: Mapping[str, Rulebook],
    players: Sequence[PlayerView],
) -> tuple[Line, ...]:
    who, called = _who(people), {player.id: player.name for player in players}
    names = {
        name: name if id_ == GONE else called[id_] if id_ in called else id_.removeprefix(SAME_AS)
        for name, id_ in who.items()
    }
    with reading():
        there = _there(club)
        codes = store.codes_of_club(club)
    lines, seen, day = [], set[object](), today()
    for game in notebook.games:
        result = made(game, books[game.rulebook], names, day)
        key = _key(game, result, who)
        if game.code in codes:
            lines.append(Line(result, THERE, game.code))
        elif result.result is None:
            lines.append(Line(result, FAULTY))
        elif key in there:
            lines.append(Line(result, THERE, there[key]))
        else:
            lines.append(Line(result, TWICE if key in seen else TO_COME))
            seen.add(key)
    return tuple(lines)


def _key(game: OldGame, result: Made, who: Mapping[str, str]) -> object:
    """What makes two games the same: the day, and what each player ended with."""
    return game.day, result.has_points, tuple(sorted((who[name], value) for name, value in result.figures))


def _there(club: str) -> dict[object, str]:
    """The finished games of a club by the same."""
    people = clubs.people(club)
    games = results.games_of_club(club, people)
    return {(game.day, game.has_points, _figures(game, people)): game.id for game in games}


def _figures(game: FinishedGame, people: People) -> tuple[tuple[str, int], ...]:
    figures = (
        ((result.player, result.total) for result in game.results)
        if game.has_points
        else ((player, -place.place) for player, place in game.places.items())
    )
    names = people.names
    return tuple(sorted((GONE if names[player] == clubs.REMOVED else player, value) for player, value in figures))


@dataclass(frozen=True, slots=True)
class Ready:
    """Everything that is to be written, made before anybody has to wait for it."""

    preview: Preview
    games: tuple[tuple[Line, GameState, str | None], ...]
    """With the season each counts in."""


def ready(preview: Preview, by: str) -> Ready:
    """Raises Rejected where the file cannot come in as it is."""
    if not preview.can_come_in:
        raise errors.Rejected("file", why_not(preview))
    at = now()
    games = [(line, _state(line.made, by, at), _season(preview, line.made.game.day)) for line in preview.of(TO_COME)]
    return Ready(preview, tuple(games))


def why_not(preview: Preview) -> str:
    if faults := len(preview.of(FAULTY)):
        if preview.of(TO_COME):
            return ngettext(
                "Nothing was brought in: %(num)s game can’t come in as it is. Leave it out, or mend the file.",
                "Nothing was brought in: %(num)s games can’t come in as they are. Leave them out, or mend the file.",
                faults,
            )
        return _("Nothing was brought in: none of the games can come in as they are.")
    return _("Nothing was brought in: every game of this file is already here.")


def _state(result: Made, by: str, at: str) -> GameState:
    assert result.result is not None, "a game with a fault never comes in"
    on = evening(result.game.day)
    if isinstance(result.result, PaperGame):
        return fold(paper.log_of(result.result, by, on, at))
    return fold(old_result.log_of(result.result, by, on, at))


def _season(preview: Preview, day: str) -> str | None:
    if preview.choices.season != OF_THE_DAY:
        return next((each.id for each in preview.seasons if each.id == preview.choices.season), None)
    first, last = first_day(day), last_day(day)
    whole = (each for each in seasons_on(preview.seasons, first) if each in seasons_on(preview.seasons, last))
    return next((each.id for each in whole), None)


def join(preview: Joining, looked: str) -> BroughtIn:
    """Write what is new in the file of a club, within one transaction. Raises Rejected."""
    joining.bring_in(preview, looked)
    with reading():
        return _view(_row(preview.club, preview.id))


def bring_in(prepared: Ready) -> BroughtIn:
    """Write every game that is new, within one transaction. Raises UnknownNotebook, Rejected where it came in before,
    or some of its games have come by another way since."""
    preview = prepared.preview
    with writing():
        row = _row(preview.club, preview.id)
        demand_manager(preview.club)
        if row.content is None:
            raise errors.Rejected("file", _("This file was brought in already."))
        there, codes = _there(preview.club), store.codes_of_club(preview.club)
        who = _who(preview.people)
        keys = {_key(line.made.game, line.made, who) for line, *_state in prepared.games}
        if keys & there.keys() or codes & {line.made.game.code for line, *_state in prepared.games}:
            raise errors.Rejected("file", _("Some of these games have come in since. Look at the file again."))
        at = now()
        ids = _ids(row, preview, who)
        coming = [store.Coming(state, *_seats(line.made, state, ids), season) for line, state, season in prepared.games]
        store.write_games(row, coming)
        last: dict[str, str] = {}
        for game in coming:
            last |= {player: max(last.get(player, ""), game.state.opened_at) for player in game.seats.values()}
        store.used(last)
        row.content, row.games, row.at = None, len(prepared.games), at
        return _view(row)


def _ids(row: Notebook, preview: Preview, who: Mapping[str, str]) -> dict[str, str]:
    """By the name in the file the id of the player: those who are new are made, and names are remembered."""
    coming = {name for line in preview.of(TO_COME) for name in (*line.made.players, *line.made.absent.values())}
    guests = {column.player for game in preview.notebook.games for column in game.columns if column.guest}
    made_of: dict[str, str] = {}
    ids: dict[str, str] = {}
    for name in preview.notebook.names:
        if name not in coming:
            continue
        target = who[name]
        if target == GONE:
            ids[name] = clubs.add_removed(row.club, store.NEVER).id
            continue
        if target.startswith(SAME_AS):
            if target not in made_of:
                player = clubs.add_player(row.club, tidy(target.removeprefix(SAME_AS)), store.NEVER)
                player.guest = target.removeprefix(SAME_AS) in guests
                made_of[target] = player.id
            target = made_of[target]
        ids[name] = target
        player_row = clubs.player(target)
        if player_row is None or player_row.club != row.club:
            raise errors.UnknownPlayer
        clubs.give_name(player_row, tidy(name))
    row.players = sorted(made_of.values())
    return ids


def _seats(result: Made, state: GameState, ids: Mapping[str, str]) -> tuple[dict[int, str], dict[int, str]]:
    """By seat the player, and in whose place they sat: seats stand in table order, but for those who came later."""
    by_name = {name_key(column): name for name, column in zip(result.players, _called(result), strict=True)}
    names = {seat.id: by_name[name_key(seat.player)] for seat in state.all_seats}
    at_table = {clubs.root_of(ids[name]) for name in names.values()}
    absent = {seat: ids[away] for seat, name in names.items() if (away := result.absent.get(name))}
    roots = [clubs.root_of(away) for away in absent.values()]
    absent = {seat: away for seat, away in absent.items() if roots.count(clubs.root_of(away)) == 1}
    return (
        {seat: ids[name] for seat, name in names.items()},
        {seat: away for seat, away in absent.items() if clubs.root_of(away) not in at_table},
    )


def _called(result: Made) -> tuple[str, ...]:
    match result.result:
        case PaperGame(columns=columns):
            return tuple(tidy(column.player) for column in columns)
        case None:
            return ()
        case old:
            return tuple(map(tidy, old.players))


def take_back(club: str, id_: str) -> BroughtIn:
    """Everything that came in with a file goes again; it can be brought back like anything that was removed."""
    with writing():
        row = _row(club, id_)
        demand_manager(club)
        if row.content is None and row.removed_at is None:
            store.remove(row, now())
            forgetting.purge_old(now())
        return _view(row)


def drop(club: str, id_: str) -> None:
    """Forget a file that was only looked at."""
    with writing():
        row = _row(club, id_)
        demand_manager(club)
        if row.content is not None:
            store.forget(row)
