"""Data in and out: a club as one file, tables for a spreadsheet, games from paper, the demo, and the proof that
stored results are what the logs say."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import BinaryIO

from referee import errors
from referee.days import day_of, evening, is_day, now
from referee.game.fold import fold
from referee.game.judges.decide import Problem
from referee.game.names import tidy
from referee.game.paper import PaperGame, log_of, problems_of
from referee.game.state import GameState
from referee.messages import gettext as _
from referee.season.games import FinishedGame, in_order
from referee.season.money import STAKE, Terms
from referee.season.rules import SeasonRule
from referee.season.standings import standings
from referee.season.tables import SEPARATORS as SEPARATORS
from referee.season.tables import by_place, games_csv, standings_csv
from referee.services import deliveries
from referee.services.clubs.clubs import demand_manager
from referee.services.clubs.season_views import ClubView
from referee.services.clubs.seasons import club_view, known_club, known_season
from referee.services.deliveries import WriteTag, check_tag, twice
from referee.services.house import demo
from referee.services.house.plays import plays_json
from referee.services.phones import access
from referee.services.phones.access import Role
from referee.storage.clubs import clubs, evenings, forgetting, kept, money, results, seasons
from referee.storage.clubs.results import People
from referee.storage.engine.transactions import reading, writing
from referee.storage.files import exporting, importing, keeping
from referee.storage.files.keeping import Copies, Failure
from referee.storage.games import log, photos
from referee.storage.tables.clubs import Season
from referee.storage.tables.database import chunks


def copies() -> Copies | None:
    """The copies of the whole book on this computer; None where it lies on a database server."""
    return keeping.copies()


def copy_failure() -> Failure | None:
    """Why this process could not make the last copy; None where it could."""
    return keeping.failure()


def outgrown() -> int:
    """How many megabytes the book of this house has, where it has outgrown its file; else 0."""
    return keeping.outgrown()


def export_club(club: str, write: Callable[[str], object]) -> int:
    """Write a club's lines one by one; how many there were. Raises UnknownClub, BrokenData."""
    count = 0
    with reading():
        known_club(club)
        for line in exporting.lines(club):
            write(line)
            count += 1
    return count


def export_size(club: str) -> int:
    """About how many bytes the export of a club has."""
    with reading():
        return exporting.size(club)


def read_club(file: BinaryIO) -> importing.Whole:
    """A club out of its export, not written yet; raises ``import_lines.BadLine`` with line and reason."""
    return importing.read_club(file)


def import_club(whole: importing.Whole) -> ClubView:
    """Write a club that was read, before the lock: a large file takes its time. Whole or not at all; raises BadLine."""

    def write() -> ClubView:
        with writing():
            demand_manager("a new one")
            return club_view(importing.write_club(whole))

    return twice(write)


def csv_of_games(club: str, separator: str = "comma") -> str:
    """Every finished game of a club as CSV; raises UnknownClub. ``separator``: of ``season.tables``."""
    with reading():
        known_club(club)
        people = clubs.people(club)
        names = {season.id: season.name for season in seasons.seasons(club)}
        games = kept.of_club(club, people).games
        return games_csv(games, _names_in(games, people), names, separator, kept.breathe)


def plays_of(club: str) -> str:
    """Every finished game of a club as a file of plays; raises UnknownClub."""
    with reading():
        known_club(club)
        people = clubs.people(club)
        games = kept.of_club(club, people).games
        return plays_json(games, _names_in(games, people))


def _names_in(games: Sequence[FinishedGame], people: People) -> dict[str, str]:
    """As a file has them: of two who were removed neither becomes the other."""
    seats = [result for game in games for result in by_place(game)]
    return clubs.told_apart(people.names, (who for seat in seats for who in (seat.player, seat.stands_in_for) if who))


def csv_of_standings(season: str, separator: str = "comma") -> str:
    """A season's table as CSV; raises UnknownSeason."""
    with reading():
        row = known_season(season)
        people = clubs.people(row.club)
        games = in_order(results.games_of_season(season, people))
        return standings_csv(standings(games, seasons.rule_of(row), people.names), separator)


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """What became of comparing every stored result with its log."""

    games: int
    differing: tuple[str, ...]
    """Codes of games whose stored result is not what the log says."""
    damaged: tuple[str, ...]
    """Codes of games whose log cannot be read."""


def rebuild(check: bool) -> Rebuilt:
    """Read every game's log again and compare what is stored of its result; without ``check`` write it again.

    In pieces: a table that is playing waits for some games and not for all.
    """
    with reading():
        codes = log.all_codes()
    differing: list[str] = []
    damaged: list[str] = []
    for some in chunks(codes, 100):
        with reading() if check else writing():
            kept = results.stored(some)
            for code in some:
                try:
                    state = log.read_state(code)
                except (errors.BrokenData, errors.UnknownGame):
                    damaged.append(code)
                    continue
                if results.projection(state) != kept.get(code):
                    differing.append(code)
                    if not check:
                        results.project(code, state)
                        clubs.people_changed([code])  # who has it in memory reads it again: its log is what it was
    return Rebuilt(len(codes), tuple(differing), tuple(damaged))


def type_in(
    paper: PaperGame, tag: WriteTag, club: str, season: str | None, photo: bytes = b""
) -> str | tuple[Problem, ...]:
    """A game from an old score sheet: its code, or what is wrong with it and nothing written. ``photo``: a picture of
    it, as ``photos.made_small`` makes it, that is kept with the game.

    The same delivery again gets the same answer. Raises UnknownClub, UnknownSeason, IdReused.
    """
    check_tag(tag)
    return twice(lambda: _type_in(paper, tag, club, season, photo))


def _type_in(paper: PaperGame, tag: WriteTag, club: str, season: str | None, photo: bytes) -> str | tuple[Problem, ...]:
    # what was sent, and not what the rulebook of that name says by now
    sent = ["paper", club, paper.book.id, paper.played_on, paper.columns, paper.went_out]
    if photo:
        sent.append(hashlib.sha256(photo).hexdigest())
    with writing():
        delivery = deliveries.earlier(tag, sent)
        if delivery is not None and delivery.game is not None:
            return delivery.game
        if delivery is not None and not delivery.refused:
            raise errors.IdReused
        known_club(club)
        access.demand(tag, Role.HOST, club)
        if season is not None and known_season(season).club != club:
            raise errors.UnknownSeason
        at = delivery.at if delivery is not None and delivery.at else now()
        if problems := (*wrong_day(paper.played_on, at), *problems_of(paper)):
            if delivery is None:
                deliveries.refused(tag, sent)
            return problems
        state = fold(log_of(paper, tag.by, evening(paper.played_on), now()))
        code = log.new_code()
        _write_game(code, state, club, season, tag.id)
        if photo:
            photos.add(code, now(), photo)
        deliveries.accepted(tag, sent, code, 1, state.number, delivery)
        return code


def wrong_day(day: str, at: str = "") -> tuple[Problem, ...]:
    """What is wrong with the day of a game from paper that is typed in now, or was ``at`` a moment: ``played_on``."""
    if not is_day(day):
        return (Problem("played_on", _("Enter a date, like 2026-01-31.")),)
    return (Problem("played_on", _("This date is in the future.")),) if day > day_of(at or now()) else ()


def same_game(paper: PaperGame, club: str) -> tuple[str, ...]:
    """Codes of the club's finished games of that day in which the same players have the same totals."""
    with reading():
        people = clubs.people(club)
        wanted = sorted((_who(club, column.player), column.sum) for column in paper.columns)
        games = results.games_of_day(club, paper.played_on, people)
        return tuple(
            game.id for game in games if sorted((result.player, result.total) for result in game.results) == wanted
        )


def _who(club: str, name: str) -> str:
    """The id of the player whom a name means; empty for somebody new."""
    player = clubs.known_as(club, tidy(name))
    return "" if player is None else clubs.root_of(player.id)


def _write_game(code: str, state: GameState, club: str, season: str | None, write_id: str) -> None:
    log.add_game(code, state, write_id)
    seasons.place_game(code, club, season)
    clubs.seat_players(code, club, state, state.opened_at)
    results.project(code, state)


def make_demo() -> ClubView:
    """The demo club; the one that is there already, if it is."""
    rules = [SeasonRule(minimum=3)] * (demo.YEARS - 1) + [SeasonRule(best_of=8, minimum=4, planned=28)]
    with writing():
        demand_manager("a new one")
        if there := next((club for club in clubs.clubs(removed=False) if club.demo), None):
            return club_view(there)
        club = clubs.add_club(demo.NAME, now(), demo=True)
        last = demo.yesterday()
        played = list(demo.evenings(last=last))
        played.append(demo.second_table(played[-1], last))
        made, codes = [], []
        for number, rule in enumerate(rules):
            days = [evening.state.day for evening in played if evening.season == number]
            ends = days[-1] if number < len(rules) - 1 else None
            made.append(seasons.add_season(club.id, f"Demo season {number + 1}", days[0], ends, rule))
        for evening in played:
            codes.append(code := log.new_code())
            _write_game(code, evening.state, club.id, made[evening.season].id, importing.WRITE_ID)
            if evening.substitute is not None:
                seat, name = evening.substitute
                absent = clubs.known_as(club.id, name) or clubs.add_player(club.id, name, evening.state.log[-1].at)
                clubs.mark_substitute(code, seat, absent.id)
        guest = clubs.known_as(club.id, demo.GUEST)
        if guest is not None:
            guest.guest = True
        double, whole = clubs.known_as(club.id, demo.DOUBLE), clubs.known_as(club.id, demo.TWICE)
        if double is not None and whole is not None:
            double.merged_into, double.merged_at = whole.id, now()
        _demo_night(club.id, made[-1], played[-1].state.day, codes[-2:])
        return club_view(club)


def _demo_night(club: str, season: Season, day: str, codes: Sequence[str]) -> None:
    """The last evening of the demo, at two tables, with one who only came along; and what its season is played for."""
    evening = evenings.add(club, season.id, day, f"{demo.BEGINS:%H:%M}", "Two tables", "")
    here = {player.name: player.id for player in clubs.players(club)}
    for number, code in enumerate(codes, start=1):
        seats = clubs.seats(code)
        evenings.begin(evenings.add_table(evening.id, 1, number, [seat.player for seat in seats]), code)
    sat = evenings.played_by([evening.id])[evening.id]
    came = next(here[name] for name in reversed(demo.PLAYERS) if here[name] not in sat)
    for player in (*sorted(sat), came):
        evenings.of_player(evening.id, player).presence = evenings.HERE
    money.keep(club, "chips", [Terms(season.starts, STAKE, 5, 2)], hundredths=False)
    money.add_entry(club, now(), demo.BY, came, None, 2, "", settles=True)


def remove_demo() -> int:
    """Delete every demo club for good; how many games that were."""
    with writing():
        demand_manager("the demo")
        for club in clubs.clubs(removed=False):
            if club.demo:
                club.removed_at = "0001-01-01T00:00:00Z"  # nothing else was removed before anybody played
        return forgetting.purge("0001-01-01T00:00:01Z")
