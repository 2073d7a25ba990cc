"""A club's file that joins a club that is there: what of it is new, written within the caller's transaction."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from dataclasses import asdict, dataclass, replace

from referee.game.names import name_key
from referee.messages import gettext as _
from referee.season.games import GameError, check
from referee.season.rules import to_data
from referee.season.trace import Change, to_json
from referee.storage.clubs import clubs, evenings, money, results
from referee.storage.clubs import seasons as calendar
from referee.storage.clubs.notebooks import BOOKS, ENTRIES, WRITE_ID, entries_gone
from referee.storage.files.import_lines import BadLine
from referee.storage.files.importing import ReadEvening, Whole, columns_of, write_photos
from referee.storage.files.lines import (
    ATTENDANCE,
    EVENING,
    MONEY_ITEM,
    OWN_RULEBOOK,
    PLAYER,
    SEASON,
    SEAT,
    TABLE,
    MoneyItem,
)
from referee.storage.games import log
from referee.storage.tables import own_rulebooks
from referee.storage.tables.clubs import GameClub, Notebook, Player, PlayerName, Season, Seat
from referee.storage.tables.database import added, db, new_id
from referee.storage.tables.evenings import Evening, EveningPlayer, EveningTable
from referee.storage.tables.money import MoneyEntry
from referee.storage.tables.own_rulebooks import OwnRulebook


@dataclass(frozen=True, slots=True)
class Match:
    """Which things of the file the club has already, by their id in the file; the others are new."""

    players: Mapping[str, str]
    seasons: Mapping[str, str]
    evenings: Mapping[str, str]
    games: Mapping[str, str]
    coming: tuple[str, ...]
    """Codes of the games that come in."""
    bare: frozenset[str]
    """Seasons and evenings that stay out: none of their games comes in."""
    entries: tuple[MoneyItem, ...]
    """What of money was entered by hand or settled, and comes in."""
    chosen: frozenset[str]
    """Players of the file whose name means from now on whom somebody chose for it."""


def root_in(whole: Whole, player: str) -> str:
    """Who a double of the file turned out to be."""
    while (into := whole.players[player].merged_into) is not None:
        player = into
    return player


def season_here(club: str, whole: Whole, season: str) -> str:
    """The club's season that one of the file is: the same, or one of the same name and beginning; empty for none."""
    line = whole.seasons[season][0]
    row = calendar.season(season)
    if row is not None and row.club == club:
        return row.id
    same = (row for row in calendar.seasons(club) if (row.name, row.starts) == (line.name, line.starts))
    return next((row.id for row in same), "")


def evening_here(club: str, whole: Whole, evening: str) -> str:
    """The club's evening that one of the file is: the same, or one that says the same; empty for none."""
    line = whole.evenings[evening].data
    row = evenings.evening(evening)
    if row is not None and row.club == club:
        return row.id
    says = (line.day, line.begins, line.name, line.place)
    same = (row for row in evenings.of_club(club) if (row.day, row.begins, row.name, row.place) == says)
    return next((row.id for row in same), "")


def without_games(whole: Whole, coming: Iterable[str]) -> frozenset[str]:
    """Seasons and evenings that have games in the file, of which none comes in; one that never had any is not bare."""
    played = {code: game.season for code, game in whole.games.items() if game.removed_at is None}
    its: dict[str, set[str]] = {}
    for code, season in played.items():
        if season is not None:
            its.setdefault(season, set()).add(code)
    for id_, evening in whole.evenings.items():
        its[id_] = {code for code in evening.data.games if code in played}
    there = frozenset(coming)
    return frozenset(id_ for id_, codes in its.items() if codes and not codes & there)


def counts_as(club: str, whole: Whole) -> bool:
    """Whether the club plays for something, and counts it as the file does."""
    row, kept = money.of_club(club), whole.money
    alike = row and kept and (row.unit, row.hundredths) == (kept.data.unit, kept.data.hundredths)
    return bool(row and row.plays and alike)


def new_entries(club: str, whole: Whole, players: Mapping[str, str]) -> tuple[MoneyItem, ...]:
    """What of the file's money was entered by hand or settled and is not here: none where the two count differently.
    ``players``: whom of the file the club knows already."""
    kept = whole.money
    if kept is None or not counts_as(club, whole):
        return ()
    root = clubs.people(club).root
    here = [*money.entries(club), *(MoneyEntry(**row) for row in entries_gone(club))]  # those come back with their file
    ids = {entry.id for entry in here}

    def account(player: str | None) -> str | None:
        return root.get(player, player) if player is not None else None

    says = {(each.at, account(each.giver), account(each.receiver), each.amount, each.word) for each in here}
    new = []
    for entry in kept.entries:
        ends = [None if who is None else _account_of(whole, who, players) for who in (entry.giver, entry.receiver)]
        giver, receiver = map(account, ends)
        is_here = entry.id in ids or (entry.at, giver, receiver, entry.amount, entry.word) in says
        if giver != receiver and not is_here:
            new.append(entry)
    return tuple(new)


def _account_of(whole: Whole, player: str, players: Mapping[str, str]) -> str:
    return players.get(player) or players.get(root_in(whole, player)) or root_in(whole, player)


def new_books(club: str, whole: Whole) -> tuple[tuple[str, int], ...]:
    """The rulebooks of the file, id and version, of which the club has none of the same id."""
    here = {id_ for id_, _version in whole.own_books if own_rulebooks.latest(club, id_) is not None}
    return tuple((id_, version) for id_, version in whole.own_books if id_ not in here)


def other_books(club: str, whole: Whole) -> tuple[str, ...]:
    """Names of the rulebooks that the club has with other rules; its own stay as they are."""
    names = {}
    for (id_, _version), (_line, head) in whole.own_books.items():
        versions = own_rulebooks.versions(club, id_)
        if versions and head.digest not in {row.digest for row in versions}:
            names[id_] = head.name
    return tuple(names.values())


def write(notebook: Notebook, whole: Whole, match: Match) -> None:
    """Raises BadLine for a game whose result cannot be."""
    club = notebook.club
    players = dict(match.players)
    notebook.players = sorted(_players(club, whole, match, players))
    games = {**{code: code for code in match.coming}, **match.games}
    seasons = dict(match.seasons)
    _seasons(club, whole, match.bare, seasons, players, games)
    for key in (books := new_books(club, whole)):
        line, head = whole.own_books[key]
        db.session.add(OwnRulebook(**asdict(head) | OWN_RULEBOOK.values(line), club=club))
    db.session.flush()
    for code in match.coming:
        _game(notebook, whole, code, seasons, players)
    write_photos(whole, frozenset(match.coming))
    _check_results(club, whole, match.coming)
    entries = [_entry(club, entry, players) for entry in match.entries]
    new = _ids(whole.evenings, match.evenings.keys() | match.bare)
    new_evenings = {id_: _evening(club, whole.evenings[id_], seasons, players, games) for id_ in new}
    _place(whole, match, new_evenings)
    notebook.others = {
        "season": sorted({*seasons.values()} - {*match.seasons.values()}),
        "evening": sorted(new_evenings.values()),
        BOOKS: sorted({id_ for id_, _version in books}),
        ENTRIES: sorted(entries),
    }
    notebook.content, notebook.games = None, len(match.coming)
    clubs.changed(club)


def _entry(club: str, entry: MoneyItem, players: Mapping[str, str]) -> str:
    """Its id."""
    free = db.session.get(MoneyEntry, entry.id) is None
    giver, receiver = (None if who is None else players[who] for who in (entry.giver, entry.receiver))
    own = {"id": entry.id if free else new_id(), "giver": giver, "receiver": receiver}
    return added(MoneyEntry(**MONEY_ITEM.values(entry) | own, club=club)).id


def _ids(every: Iterable[str], there: Container[str]) -> list[str]:
    return [id_ for id_ in every if id_ not in there]


def _players(club: str, whole: Whole, match: Match, players: dict[str, str]) -> list[str]:
    """Those who are new are made and added to ``players``; their ids. Names that the club does not know are taken."""
    made = []
    for id_, line in whole.players.items():
        if id_ in players or line.merged_into is not None:
            continue
        free = db.session.get(Player, id_) is None
        row = Player(**columns_of(PLAYER, line, "id", "known_as", "merged_into", "merged_at"), club=club)
        row.id, row.merged_into, row.merged_at = id_ if free else new_id(), None, None
        players[id_] = added(row).id
        made.append(players[id_])
    for id_ in whole.players:
        players.setdefault(id_, players[root_in(whole, id_)])
    for id_, line in whole.players.items():
        names = {key for key, player in whole.keys.items() if player == id_}
        for key in sorted(names):
            is_chosen = id_ in match.chosen and key == name_key(line.name)
            if is_chosen or db.session.get(PlayerName, (club, key)) is None:
                db.session.merge(PlayerName(club=club, key=key, player=players[id_]))
    db.session.flush()
    return made


def _seasons(
    club: str,
    whole: Whole,
    bare: frozenset[str],
    seasons: dict[str, str],
    players: Mapping[str, str],
    games: Mapping[str, str],
) -> None:
    for id_ in _ids(whole.seasons, seasons.keys() | bare):
        line, rule, trace = whole.seasons[id_]
        changes = [to_json(_change(change, players, games)) for change in trace]
        columns = columns_of(SEASON, line, "id", "rule", "trace")
        seasons[id_] = id_ if calendar.season(id_) is None else new_id()
        added(Season(**columns, id=seasons[id_], club=club, rule=to_data(rule), trace=changes))


def _change(change: Change, players: Mapping[str, str], games: Mapping[str, str]) -> Change:
    places = {players[player]: place for player, place in change.places.items()}
    return replace(change, places=places, games={games.get(code, code): at for code, at in change.games.items()})


def _game(notebook: Notebook, whole: Whole, code: str, seasons: Mapping[str, str], players: Mapping[str, str]) -> None:
    game = whole.games[code]
    state = game.state.bare()
    log.add_game(code, state, WRITE_ID)
    season = seasons[game.season] if game.season is not None else None
    db.session.add(GameClub(game=code, club=notebook.club, season=season, removed_at=None, notebook=notebook.id))
    for seat in game.seats:
        absent = players[seat.stands_in_for] if seat.stands_in_for is not None else None
        if absent is not None and clubs.root_of(absent) == clubs.root_of(players[seat.player]):
            absent = None
        seated = SEAT.values(seat) | {"player": players[seat.player], "stands_in_for": absent}
        db.session.add(Seat(game=code, **seated))
        player = db.session.get_one(Player, players[seat.player])
        player.used_at = max(player.used_at, state.opened_at)
    db.session.flush()
    results.project(code, state)


def _check_results(club: str, whole: Whole, coming: Iterable[str]) -> None:
    new = frozenset(coming)
    for game in results.games_of_club(club, clubs.people(club)):
        if game.id in new:
            try:
                check(game)
            except GameError as wrong:
                line = whole.games[game.id].line
                raise BadLine(line, _("The result is impossible: %(why)s.", why=str(wrong))) from None


def _evening(
    club: str,
    evening: ReadEvening,
    seasons: Mapping[str, str],
    players: Mapping[str, str],
    games: Mapping[str, str],
) -> str:
    """A new evening; whom the club takes for one player comes once. Its id."""
    data = evening.data
    id_ = data.id if evenings.evening(data.id) is None else new_id()
    season = seasons.get(data.season) if data.season is not None else None  # of one that stays out: in none
    columns = columns_of(EVENING, data, "id", "season", "players", "tables", "games")
    added(Evening(**columns, id=id_, season=season, club=club))
    rows = {players[row.player]: ATTENDANCE.values(row) | {"player": players[row.player]} for row in evening.players}
    db.session.add_all(EveningPlayer(evening=id_, **row) for row in rows.values())
    for table in evening.tables:
        free = db.session.get(EveningTable, table.id) is None
        own = {
            "id": table.id if free else new_id(),
            "seats": [*dict.fromkeys(players[player] for player in table.seats)],
            "game": games.get(table.game) if table.game is not None else None,
        }
        db.session.add(EveningTable(evening=id_, **TABLE.values(table) | own))
    db.session.flush()
    return id_


def _place(whole: Whole, match: Match, new: Mapping[str, str]) -> None:
    """The games that come in know their evenings; those that are here keep theirs."""
    coming = frozenset(match.coming)
    for id_, evening in whole.evenings.items():
        for code in evening.data.games:
            if code in coming:
                evenings.place(code, new[id_] if id_ in new else match.evenings[id_])
