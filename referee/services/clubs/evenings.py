"""Evenings of a club: who comes and who came, who sits where, and the result of the night.

Each function that changes something opens one transaction, or joins that of ``deliveries.once``.
"""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import timedelta

from referee import errors
from referee.days import clock, day_of, is_day, last_day, moment_text, now, today
from referee.game.names import name_key, tidy, why_no_name
from referee.game.story.answers import sentence
from referee.messages import gettext as _
from referee.messages import lazy_gettext
from referee.season import nights, seating
from referee.season.games import FinishedGame
from referee.services import deliveries
from referee.services.clubs.evening_views import (
    EveningForm,
    EveningLine,
    EveningPage,
    Evenings,
    EveningView,
    Person,
    SeatedTable,
    SeatingView,
)
from referee.services.clubs.season_views import SeasonView, current_season
from referee.services.clubs.seasons import club_view, known_club, known_season, players, season_view, seasons
from referee.services.phones import access
from referee.services.phones.access import Role
from referee.storage.clubs import clubs as people_of
from referee.storage.clubs import evenings as store
from referee.storage.clubs import forgetting, results
from referee.storage.clubs import seasons as calendar
from referee.storage.clubs.evenings import HERE, LEFT
from referee.storage.clubs.results import People
from referee.storage.engine.transactions import reading, writing
from referee.storage.games import log
from referee.storage.games.log import GameSummary
from referee.storage.tables.evenings import Evening, EveningPlayer, EveningTable

_BEGUN = lazy_gettext("The game at that table has begun. Only tables whose game hasn’t begun can be changed.")
NOWHERE = ""
"""Where somebody goes who gives up their seat."""
MOST_ANSWERS = 100
"""So many can be on the list of those who come or don’t: whoever has the link can write a name on it."""
TO_TABLE = "table "
"""How the place begins that is the last seat of a table; its id follows."""


def evenings(club: str) -> Evenings:
    """The evenings of a club, the latest first; raises UnknownClub."""
    with reading():
        row = known_club(club)
        people = people_of.people(club)
        rows = store.of_club(club)
        ids = [evening.id for evening in rows]
        came, games = _came(ids, people), log.of_evenings(ids)
        coming = Counter(row.evening for row in store.players(ids) if row.coming)
        playing = {of for of, game in games if game.status == "playing"}
        winners = {of: names for of, names in _winners(club, people).items() if of not in playing}
        lines = tuple(
            EveningLine(
                _view(evening),
                len(came.get(evening.id, ())),
                coming[evening.id],
                sum(of == evening.id for of, _game in games),
                winners.get(evening.id, ()),
            )
            for evening in rows
        )
        season = current_season(seasons(club), today())
        of_season = season if season and any(evening.season == season.id for evening in rows) else None
        counted = [
            (evening.day, came[evening.id])
            for evening in rows
            if evening.id in came and (of_season is None or evening.season == of_season.id)
        ]
        faithful = nights.attendance(counted)
        return Evenings(club_view(row), lines, faithful, len(counted), of_season, people.names)


def _winners(club: str, people: People) -> dict[str, tuple[str, ...]]:
    """By evening who won the night, of those with a finished game."""
    by_evening: dict[str, list[FinishedGame]] = {}
    for game in results.games_of_club(club, people):
        if game.evening is not None:
            by_evening.setdefault(game.evening, []).append(game)
    return {
        evening: tuple(
            row.name for row in nights.night(played, people.names).rows if row.place and row.place.place == 1
        )
        for evening, played in by_evening.items()
    }


def attendance(club: str, people: People, of: str = "") -> list[tuple[EveningView, frozenset[str]]]:
    """The evenings of a club to which anyone came, each with who did, the latest first; ``of``: only that one."""
    rows = [row for row in store.of_club(club) if not of or row.id == of]
    came = _came([row.id for row in rows], people)
    return [(_view(row), came[row.id]) for row in rows if row.id in came]


def page(evening: str) -> EveningPage:
    """An evening with all that is shown of it; raises UnknownEvening."""
    with reading():
        row = known_evening(evening)
        people = people_of.people(row.club)
        games = _games(row.id)
        season = _season(row.season)
        played = results.games_of_evening(row.id, people)
        return EveningPage(
            club=club_view(known_club(row.club)),
            evening=_view(row),
            tables=_tables(row, people, {game.code: game for game in games}),
            season=season,
            people=_people(row, people),
            gone=_gone(row, people),
            games=games,
            night=nights.night(played, people.names) if played else None,
            at_table={table.game: table.number for table in store.tables([row.id]) if table.game is not None},
        )


def seating_of(evening: str) -> SeatingView:
    """Who sits where; raises UnknownEvening."""
    with reading():
        row = known_evening(evening)
        games = {game.code: game for game in _games(row.id)}
        tables = _tables(row, people_of.people(row.club), games)
        return SeatingView(club_view(known_club(row.club)), _view(row), tables)


def tonight(club: str) -> tuple[SeatingView, ...]:
    """The evenings of a club that are today or go on after midnight, with who sits where; raises UnknownClub."""
    with reading():
        known_club(club)
        return tuple(seating_of(row.id) for row in _going_on(club))


def next_of(evenings: Iterable[str]) -> str:
    """Of these evenings the id of the one that is not over and comes first; empty where there is none."""
    with reading():
        rows = [row for row in map(store.evening, evenings) if row is not None and row.removed_at is None]
        to_come = [(row.day, row.id) for row in rows if not is_over(row.day)]
        return min(to_come)[1] if to_come else ""


def going_on(club: str) -> tuple[EveningView, ...]:
    """The same without the tables."""
    with reading():
        return tuple(map(_view, _going_on(club)))


def _going_on(club: str) -> list[Evening]:
    """Those of today, and those of yesterday on which a game is still played."""
    before = store.of_day(club, _yesterday())
    playing = {evening for evening, game in log.of_evenings([row.id for row in before]) if game.status == "playing"}
    return [*store.of_day(club, today()), *(row for row in before if row.id in playing)]


def _yesterday() -> str:
    return day_of(moment_text(clock() - timedelta(days=1)))


def table_of(table: str) -> tuple[EveningView, SeatedTable]:
    """A table and its evening; raises UnknownEvening."""
    with reading():
        row = store.table(table)
        if row is None:
            raise errors.UnknownEvening
        evening = known_evening(row.evening)
        games = {game.code: game for game in _games(evening.id)}
        return _view(evening), _table(row, people_of.people(evening.club), games)


def counts_in(evening: EveningView) -> str | None:
    """The season in which a game that begins now counts: none where that of the evening is over."""
    with reading():
        season = _season(evening.season)
        return season.id if season is not None and not season.over(evening.day) else None


def make(club: str, form: EveningForm) -> EveningView:
    """A new evening of a club. Raises Rejected with the field at fault, NotAllowed."""
    with writing():
        known_club(club)
        demand_host(club)
        made = _checked(club, form)
        row = store.add(club, made.season, made.day, made.begins, made.name, made.place)
        return _view(row)


def change(evening: str, form: EveningForm, shown: str = "") -> EveningView:
    """Another day, time, name, place or season; what was said of people and tables stays.

    ``shown`` is the digest of what the page showed. Raises Rejected, also if somebody changed it since.
    """
    with writing():
        row = _held(evening)
        before, wanted = _view(row), _checked(row.club, form)
        if shown and before.digest not in (shown, _view_of(wanted).digest):
            raise errors.Rejected(
                "before",
                _("Someone changed this evening while you were editing. Save yours again to replace it."),
            )
        for name, value in _fields(wanted).items():
            setattr(row, name, value)
        return _view(row)


def remove(evening: str) -> EveningView:
    """Hide an evening. Its games stay, and belong to it again when it is brought back."""
    with writing():
        row = _held(evening)
        row.removed_at = now()
        forgetting.purge_old(now())
        return _view(row)


def restore(evening: str) -> EveningView:
    with writing():
        row = store.evening(evening)
        if row is None or not people_of.kept(row.removed_at, now()):
            raise errors.UnknownEvening
        known_club(row.club)
        demand_host(row.club)
        row.removed_at = None
        return _view(row)


def root_player(club: str, player: str) -> str:
    """The id of a player of a club, as the one they are; raises UnknownPlayer."""
    with reading():
        return _player(club, player)


def say_coming(evening: str, player: str, coming: bool | None, name: str = "") -> Person:
    """What a player says before an evening, or (None) that they don’t know yet. ``name`` is of somebody new, where
    ``player`` is empty. Raises UnknownPlayer, NotAllowed, Rejected, also once the evening is over.
    """
    with writing():
        row, tag = known_evening(evening), deliveries.in_hand()
        if tag is not None and not access.may_answer(tag, row.id):
            raise errors.NotAllowed
        if is_over(row.day):
            raise errors.Rejected("coming", _("This evening is over."))
        if not player and not tidy(name):
            raise errors.Rejected("name", _("Choose who you are, or enter your name."))
        if not player and sum(mark.coming is not None for mark in store.players([row.id])) >= MOST_ANSWERS:
            raise errors.Rejected("name", _("This list is full. Ask the host."))
        people = people_of.people(row.club)
        root = _player(row.club, player) if player else _newcomer(row.club, tidy(name), people, "name")
        mark = _mark(row, root, people)
        mark.coming = coming
        store.tidy(mark)
        player_row = people_of.player(root)
        return Person(root, player_row.name if player_row else name, coming)


def is_over(day: str) -> bool:
    """Whether an evening of a day is over: a night goes on after twelve."""
    return day < _yesterday()


def set_here(evening: str, ticked: Collection[str], shown: Collection[str], newcomers: str = "") -> int:
    """Who is here: those who are ticked now, and were not when the page was ``shown``, have come; the other way round
    they went home, or were never here where they sat at no table. What others changed in between stays.

    ``newcomers``: names with commas between, of people whom the club may not know yet. Returns how many are here.
    Raises Rejected, UnknownPlayer.
    """
    with writing():
        row = _held(evening)
        people = people_of.people(row.club)
        come = [_player(row.club, player) for player in ticked if player not in shown]
        come += [_newcomer(row.club, name, people) for name in _names(newcomers)]
        sat = _sat(row, people)
        for player in come:
            _mark(row, player, people).presence = HERE
        for player in {_player(row.club, player) for player in shown if player not in ticked} - {*come}:
            mark = _mark(row, player, people)
            mark.presence = LEFT if player in sat else ""
            store.tidy(mark)
            _leave_table(row, player, people)
        return sum(mark.presence == HERE for mark in store.players([row.id]))


def seat(evening: str, tables: int, shown: str = "") -> int:
    """Seat all who are here and sit in no game in progress; tables without a game are made again. How many there are.

    ``shown`` is the digest of the tables on the page. Raises Rejected.
    """
    with writing():
        row = _held(evening)
        before = page(row.id)
        _tables_not_changed(before, shown)
        there = [person.id for person in before.to_seat]
        if len(there) < 2:
            raise errors.Rejected("tables", _("Tick at least two people who are here, then seat them."))
        number = tables or before.usual
        if number not in before.choices:
            raise errors.Rejected(
                "tables", _("%(people)s people can’t sit at %(tables)s tables.", people=len(there), tables=number)
            )
        people = people_of.people(row.club)
        met = seating.meetings(_roots(seats, people) for seats in store.tables_played(row.club, row.season))
        dealt: Counter[str] = Counter()
        for player, times in store.first_dealers(row.club, row.season).items():
            dealt[people.root.get(player, player)] += times
        made = store.tables([row.id])
        store.drop_tables(table for table in made if table.game is None)
        taken = {table.number for table in before.tables if table.is_played}
        free = (each for each in range(1, len(made) + number + 1) if each not in taken)
        at = max((table.seating for table in made), default=0) + 1
        for seats in seating.seat(there, met, dealt, secrets.token_hex(8), number):
            store.add_table(row.id, at, next(free), seats)
        return number


def move(evening: str, player: str, to: str, shown: str = "") -> str:
    """Somebody changes places by hand: ``to`` is another player, ``TO_TABLE`` and a table, or ``NOWHERE``.

    Only tables whose game has not begun can change. Returns the name of who moved. Raises Rejected, UnknownPlayer.
    """
    with writing():
        row = _held(evening)
        before = page(row.id)
        _tables_not_changed(before, shown)
        people = people_of.people(row.club)
        who = _player(row.club, player)
        tables = [table for table in store.tables([row.id]) if table.game is None]
        seats = {table.id: [*_roots(table.seats, people)] for table in tables}
        busy = {person for table in before.tables if table.is_played for person, _name in table.seats}
        target = to.removeprefix(TO_TABLE)
        if to.startswith(TO_TABLE):
            if target not in seats:
                raise errors.Rejected("to", str(_BEGUN))
            _take_away(seats, who)
            seats[target].append(who)
        elif to == NOWHERE:
            _take_away(seats, who)
        else:
            other = _player(row.club, to)
            if other in busy:
                raise errors.Rejected("to", str(_BEGUN))
            _change_places(seats, who, other)
        if who in busy:
            raise errors.Rejected("player", str(_BEGUN))
        for table in tables:
            table.seats = seats[table.id]
        store.drop_tables(table for table in tables if not seats[table.id])
        return people.names[who]


def put_game(code: str, evening: str | None) -> None:
    """Say on which evening of its club a game was played, or (None) on none. Raises UnknownGame, UnknownEvening."""
    with writing(code):
        place = calendar.lock_place(code)
        known_club(place.club)
        demand_host(place.club)
        if evening is not None and known_evening(evening).club != place.club:
            raise errors.UnknownEvening
        if place.evening is not None and place.evening != evening:
            for table in store.tables([place.evening]):
                table.game = None if table.game == place.game else table.game
        store.place(place.game, evening)


def of_game(code: str) -> EveningView | None:
    """The evening on which a game was played; None for none, or for one that was removed. Raises UnknownGame."""
    with reading():
        place = calendar.place_of(code)
        if place is None:
            raise errors.UnknownGame
        row = store.evening(place.evening) if place.evening is not None else None
        return _view(row) if row is not None and row.removed_at is None else None


def possible_for(club: str, day: str, most: int = 6) -> tuple[EveningView, ...]:
    """The evenings of a club to which a game of a day (or a year) may belong, the nearest first."""
    with reading():
        return tuple(_view(row) for row in store.around(club, last_day(day), most))


def known_evening(evening: str) -> Evening:
    """Raises UnknownEvening, for a removed one too, and where its club is removed."""
    row = store.evening(evening)
    if row is None or row.removed_at is not None:
        raise errors.UnknownEvening
    known_club(row.club)
    people_of.seen_again(row)
    return row


def demand_host(club: str) -> None:
    """Raises NotAllowed where the write in hand is no host’s of the club; the command line may."""
    tag = deliveries.in_hand()
    if tag is not None:
        access.demand(tag, Role.HOST, club)


def _held(evening: str) -> Evening:
    row = known_evening(evening)
    demand_host(row.club)
    return row


def _view(row: Evening) -> EveningView:
    return EveningView(row.day, row.begins, row.name, row.place, row.season, row.id, row.club)


def _view_of(form: EveningForm) -> EveningView:
    return EveningView(form.day, form.begins, form.name, form.place, form.season)


def _fields(form: EveningForm) -> dict[str, str | None]:
    return {name: getattr(form, name) for name in ("day", "begins", "name", "place", "season")}


def _season(season: str | None) -> SeasonView | None:
    row = calendar.season(season) if season is not None else None
    return season_view(row, calendar.counts(row.club, row.id)) if row is not None and row.removed_at is None else None


def _checked(club: str, form: EveningForm) -> EveningForm:
    """As it is kept; raises Rejected with the field at fault."""
    if not is_day(form.day):
        raise errors.Rejected("day", _("Enter a date, like 2026-01-31."))
    texts = {"name": tidy(form.name), "place": tidy(form.place)}
    for field, text in texts.items():
        if text and (why := why_no_name(text)):
            raise errors.Rejected(field, sentence(why))
    if form.season is not None and known_season(form.season).club != club:
        raise errors.UnknownSeason
    return replace(EveningForm(form.day, form.begins, season=form.season), **texts)


def _player(club: str, player: str) -> str:
    """The id of a player of the club, as the one they are; raises UnknownPlayer."""
    row = people_of.player(player)
    if row is None or row.club != club:
        raise errors.UnknownPlayer
    root = people_of.root_of(player)
    person = people_of.player(root)
    if person is None or person.removed_at is not None:
        raise errors.UnknownPlayer
    return root


def _mark(row: Evening, player: str, people: People) -> EveningPlayer:
    """What is known of a player and an evening, to be changed: with what was known of a double of theirs."""
    mark = store.of_player(row.id, player)
    for double in [each for each in store.players([row.id]) if people.root.get(each.player) == player]:
        mark.coming = double.coming if mark.coming is None else mark.coming
        mark.presence = mark.presence or double.presence
        store.drop_player(double)
    return mark


def _names(text: str) -> list[str]:
    """Names that were typed with commas between, each once."""
    by_key: dict[str, str] = {}
    for part in text.split(","):
        if name := tidy(part):
            by_key.setdefault(name_key(name), name)
    return [*by_key.values()]


def _newcomer(club: str, name: str, people: People, field: str = "newcomers") -> str:
    """Whom the club knows by a name, else somebody new."""
    if why := why_no_name(name):
        raise errors.Rejected(field, _("“%(name)s”: %(why)s", name=name, why=sentence(why)))
    there = people_of.known_as(club, name) or people_of.add_player(club, name, now())
    return people.root.get(there.id, there.id)


def _roots(seats: Iterable[str], people: People) -> tuple[str, ...]:
    return tuple(dict.fromkeys(people.root.get(player, player) for player in seats))


def _tables_not_changed(there: EveningPage, shown: str) -> None:
    if shown and there.digest != shown:
        raise errors.Rejected("tables", _("Someone else changed the tables. Look at them, then try again."))


def _take_away(seats: Mapping[str, list[str]], player: str) -> None:
    for there in seats.values():
        if player in there:
            there.remove(player)


def _change_places(seats: Mapping[str, list[str]], player: str, other: str) -> None:
    for there in seats.values():
        there[:] = [{player: other, other: player}.get(person, person) for person in there]


def _leave_table(row: Evening, player: str, people: People) -> None:
    """Who goes home sits at no table any more whose game has not begun."""
    for table in store.tables([row.id]):
        if table.game is None and player in (there := _roots(table.seats, people)):
            table.seats = [person for person in there if person != player]
            if not table.seats:
                store.drop_tables([table])


def _sat(row: Evening, people: People) -> frozenset[str]:
    return frozenset(_roots(store.played_by([row.id]).get(row.id, ()), people))


def _came(evenings: Sequence[str], people: People) -> dict[str, frozenset[str]]:
    """By evening who came: who is or was here, and who sat in one of its games; evenings without anybody are left
    out."""
    came = {evening: set(_roots(there, people)) for evening, there in store.played_by(evenings).items()}
    for mark in store.players(evenings):
        if mark.presence:
            came.setdefault(mark.evening, set()).add(people.root.get(mark.player, mark.player))
    return {evening: frozenset(there) for evening, there in came.items()}


def _people(row: Evening, people: People) -> tuple[Person, ...]:
    marks: dict[str, tuple[bool | None, str]] = {}
    for mark in store.players([row.id]):
        root = people.root.get(mark.player, mark.player)
        coming, presence = marks.get(root, (None, ""))
        marks[root] = (coming if mark.coming is None else mark.coming, max(presence, mark.presence))
    came = _came([row.id], people).get(row.id, frozenset())
    return tuple(
        Person(player.id, player.name, *marks.get(player.id, (None, "")), came=player.id in came)
        for player in players(row.club)
    )


def _gone(row: Evening, people: People) -> tuple[Person, ...]:
    there = {player.id for player in players(row.club)}
    gone = sorted(_came([row.id], people).get(row.id, frozenset()) - there)
    return tuple(Person(player, people.names.get(player, people_of.REMOVED), came=True) for player in gone)


def _games(evening: str) -> tuple[GameSummary, ...]:
    return tuple(people_of.as_called([game for _evening, game in log.of_evenings([evening])]))


def _tables(row: Evening, people: People, games: Mapping[str, GameSummary]) -> tuple[SeatedTable, ...]:
    """Those of the last seating, and earlier ones at which a game still goes on."""
    made = [(table.seating, _table(table, people, games)) for table in store.tables([row.id])]
    last = max((seating for seating, _table in made), default=0)
    shown = (table for at, table in made if at == last or not table.is_over)
    return tuple(sorted(shown, key=lambda table: (table.number, table.id)))


def _table(row: EveningTable, people: People, games: Mapping[str, GameSummary]) -> SeatedTable:
    names = ((player, people.names.get(player, people_of.REMOVED)) for player in _roots(row.seats, people))
    # who was removed sits down at no new game
    seats = tuple((player, name) for player, name in names if row.game or name != people_of.REMOVED)
    return SeatedTable(row.id, row.number, seats, games.get(row.game or ""))
