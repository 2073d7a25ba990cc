"""What the pages of clubs, seasons and players show: each function reads one state of the database."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from functools import partial

from referee import errors
from referee.days import day_of, days_between, now, today
from referee.messages import gettext as _
from referee.messages import in_force
from referee.season.awards import awards
from referee.season.games import FinishedGame
from referee.season.narrowing import Narrowing, choices
from referee.season.outlook import outlook_of
from referee.season.people import Against, PlayerSum, met_in
from referee.season.places import places_of
from referee.season.rating import Strengths
from referee.season.records import ContractCost, Costs, Records
from referee.season.rivals import Rivals, rivals
from referee.season.rules import LAST, SeasonRule
from referee.season.running import Running
from referee.season.standings import standings, table_of
from referee.season.tally import Counting, Course, course
from referee.season.trace import since
from referee.season.versus import head_to_head as versus
from referee.services.clubs.season_views import (
    AllTime,
    Champions,
    ClubPage,
    ClubView,
    EndedGame,
    MergeView,
    PlayerAmong,
    PlayerPageView,
    PlayerView,
    RatingView,
    SeasonPage,
    SeasonTable,
    SeasonView,
    VersusView,
    current_season,
)
from referee.storage.clubs import clubs as store
from referee.storage.clubs import kept, results
from referee.storage.clubs import seasons as calendar
from referee.storage.clubs.kept import KeptClub
from referee.storage.clubs.results import People
from referee.storage.engine.transactions import reading
from referee.storage.games import log
from referee.storage.tables.clubs import Club, Player, Season

EVERY_GAME = Narrowing()
MOST_MOMENTS = 60
"""Of so many the places of all time are drawn at most: of games, else of evenings, months or years."""
SILENT_DAYS = 60
"""After so many days without a game it is asked whether a season is over."""
ENOUGH = 10
"""Games that are enough to be ranked among all of a club, however many others have played."""


def clubs(removed: bool = False) -> list[ClubView]:
    """The clubs, the first one first; with ``removed`` those that can still be brought back instead."""
    with reading():
        return [club_view(club) for club in store.clubs(removed) if store.kept(club.removed_at, now())]


def first_club() -> ClubView:
    """The club that is there from the first start."""
    with reading():
        row = store.first_club()
        if row is None:
            raise errors.UnknownClub
        return club_view(row)


def all_time(club: str, narrowing: Narrowing = EVERY_GAME) -> AllTime:
    """All finished games of a club, whatever their season, or some of them; raises UnknownClub."""
    with reading():
        row = known_club(club)
        people = store.people(club)
        of_club = kept.of_club(club, people)
        return of_club.made(_key("all time", narrowing), lambda: _all_time(club_view(row), of_club, people, narrowing))


def _all_time(club: ClubView, of_club: KeptClub, people: People, narrowing: Narrowing) -> AllTime:
    every = of_club.games
    games, seasons = narrowing.of(every, today()), _seasons(club.id)
    played = _course(of_club, games, _all_time_rule(games), ("all time", narrowing))
    return AllTime(
        club,
        table_of(played, people.names),
        len(games),
        sum(game.season is None for game in every),
        choices(every),
        seasons,
        places_of(played, people.names),
        tuple(_champions(seasons, of_club, people)),
    )


def _key(what: str, *more: Hashable) -> Hashable:
    """Under which something made from a club's games is kept: what it says depends on the day and the language too."""
    return (what, today(), in_force.get(), *more)


def _course(of_club: KeptClub, games: tuple[FinishedGame, ...], rule: SeasonRule, key: Hashable) -> Course:
    """These games of a club counted, which goes on where the same games were counted before."""

    def begun() -> Running[Counting]:
        return Running(lambda: Counting(rule, MOST_MOMENTS))

    return course(games, rule, most=MOST_MOMENTS, summed=partial(of_club.summed, (key, rule), begun))


def _champions(seasons: Iterable[SeasonView], of_club: KeptClub, people: People) -> Iterator[Champions]:
    by_season: dict[str | None, list[FinishedGame]] = {}
    for game in of_club.games:
        by_season.setdefault(game.season, []).append(game)
    called = frozenset(people.names.items())
    for season in seasons:
        games = tuple(by_season.get(season.id, ()))
        if games and season.over(today()):
            key = ("champions", in_force.get(), season.id, season.name, season.terms, called)
            won = of_club.lasts(key, games, lambda season=season, games=games: _won(season, games, people))  # type: ignore[misc]
            if won.names:
                yield dataclasses.replace(won, season=season)


def _won(season: SeasonView, games: tuple[FinishedGame, ...], people: People) -> Champions:
    """Without names where nobody is ranked."""
    table = standings(games, season.rule, people.names)
    first = [row for row in table.rows if row.place is not None and row.place.place == 1]
    value, decided = (first[0].shown, first[0].decided) if first else ("", "")
    return Champions(season, tuple(row.name for row in first), value, str(table.heading), decided)


def _all_time_rule(games: Iterable[FinishedGame]) -> SeasonRule:
    """As a season is counted by default; but nobody leads by one game where others have three: whoever has less than
    half as many games as the most faithful player isn't ranked yet."""
    played = Counter(result.player for game in games for result in game.results if not result.guest)
    return SeasonRule(leavers=LAST, minimum=min(ENOUGH, max(1, -(-max(played.values(), default=1) // 2))))


def club_page(club: str, narrowing: Narrowing = EVERY_GAME) -> ClubPage:
    """Records and what the contracts cost, of all games or of some; raises UnknownClub."""
    with reading():
        row = known_club(club)
        people = store.people(club)
        of_club = kept.of_club(club, people)
        return of_club.made(_key("records", narrowing), lambda: _club_page(row, of_club, people, narrowing))


def _club_page(row: Club, of_club: KeptClub, people: People, narrowing: Narrowing) -> ClubPage:
    every = of_club.games
    games = narrowing.of(every, today())
    rated = () if narrowing else _strengths(of_club).rated(people.names)
    return ClubPage(
        club=club_view(row),
        records=of_club.summed(("records", narrowing), lambda: Running(Records), games).records(),
        contracts=_costs(of_club, games, narrowing),
        ratings=tuple(each for each in rated if each.player not in people.guests),
        names=dict(people.names),
        games=len(games),
        choices=choices(every),
        seasons=_seasons(row.id),
    )


def _costs(of_club: KeptClub, games: tuple[FinishedGame, ...], key: Hashable) -> tuple[ContractCost, ...]:
    return of_club.summed(("costs", key), lambda: Running(Costs), games).costs()


def _strengths(of_club: KeptClub) -> Strengths:
    """How strong everybody of a club is taken to be after all its games."""
    return of_club.summed("strengths", lambda: Running(Strengths), of_club.games)


def seasons(club: str) -> tuple[SeasonView, ...]:
    """The seasons of a club, the latest first; raises UnknownClub."""
    with reading():
        known_club(club)
        return _seasons(club)


def players(club: str) -> tuple[PlayerView, ...]:
    """The players of a club, whoever sat down last first; raises UnknownClub."""
    with reading():
        known_club(club)
        played = store.seated_players(club)
        return tuple(
            dataclasses.replace(
                player, played=not played.isdisjoint({player.id, *(double[0] for double in player.doubles)})
            )
            for player in _everybody(club)[1]
            if not player.removed
        )


def read_ahead(stop: Callable[[], bool]) -> int:
    """Read the games of the large clubs and add them up, so that the first look at one need not; how many clubs that
    were. Whoever asks for something meanwhile goes first."""
    done = 0
    with reading():
        large = calendar.large(kept.MANY)
    for club in large:
        if stop():
            break
        club_page(club)
        all_time(club)
        done += 1
    return done


def loose_games(club: str) -> int:
    """How many finished games of a club belong to no season; raises UnknownClub."""
    with reading():
        known_club(club)
        return calendar.loose(club)


def season_of(season: str) -> tuple[ClubView, SeasonView]:
    """A season and its club, without the games; raises UnknownSeason."""
    with reading():
        row = known_season(season)
        club = club_view(known_club(row.club))
        return club, season_view(row, calendar.counts(row.club, season))


def days_outside(season: str, starts: str, ends: str | None) -> tuple[str, ...]:
    """The days of its games that are not of these days, one for each game; raises UnknownSeason."""
    with reading():
        known_season(season)
        return tuple(day for _code, day in calendar.outside(season, starts, ends))


def season_page(season: str) -> SeasonPage:
    """The table with all that is shown beside it; raises UnknownSeason."""
    with reading():
        row = known_season(season)
        seasons = _seasons(row.club)
        return _page_of(next(view for view in seasons if view.id == season), seasons)


def current_table(club: str) -> SeasonTable | None:
    """The standings alone of a club's current season; None where it has none. Raises UnknownClub."""
    with reading():
        known_club(club)
        season = current_season(_seasons(club), today())
        if season is None:
            return None
        people = store.people(club)
        of_season = _games_of(season, people)
        return of_season.made(_key("table", season.id), lambda: _table(season, _counted(of_season, season), people))


def _table(season: SeasonView, played: Course, people: People) -> SeasonTable:
    return SeasonTable(season, season.over(today()), table_of(played, people.names))


def _games_of(season: SeasonView, people: People) -> KeptClub:
    """What is kept of the club; of a short season where nothing is, its games alone."""
    if kept.is_kept(season.club) or (season.finished >= kept.MANY and kept.fits(season.club)):
        return kept.of_club(season.club, people)
    return kept.alone(results.games_of_season(season.id, people))


def _counted(of_club: KeptClub, season: SeasonView) -> Course:
    """A season counted, as its page shows it."""
    return _course(of_club, of_club.of_season(season.id), season.rule, season.id)


def current_page(club: str) -> SeasonPage | None:
    """The page of a club's current season; None where it has none. Raises UnknownClub."""
    with reading():
        known_club(club)
        seasons = _seasons(club)
        current = current_season(seasons, today())
        return None if current is None else _page_of(current, seasons)


def _page_of(season: SeasonView, seasons: tuple[SeasonView, ...]) -> SeasonPage:
    people = store.people(season.club)
    of_season = _games_of(season, people)
    return of_season.made(_key("season", season.id), lambda: _season_page(season, seasons, of_season, people))


def _season_page(
    season: SeasonView, seasons: tuple[SeasonView, ...], of_season: KeptClub, people: People
) -> SeasonPage:
    played, games = _counted(of_season, season), of_season.of_season(season.id)
    over, closed = season.over(today()), season.closed
    return SeasonPage(
        club=club_view(known_club(season.club)),
        season=season,
        others=tuple(other for other in seasons if other.id != season.id),
        standings=table_of(played, people.names),
        places=places_of(played, people.names),
        over=over,
        outlook=() if over else outlook_of(played, people.names),
        games=tuple(reversed(played.games)),
        names=people.names,
        contracts=_costs(of_season, games, season.id),
        since=since(closed, games, places_in(played), people.root) if closed else None,
        silent_since=silent_since(season),
    )


def places_in(season_course: Course) -> dict[str, int]:
    """Who stands where at the end of a course, by player."""
    return {player: place.place for after in season_course.after[-1:] for player, place in after.items()}


def silent_since(season: SeasonView) -> str:
    """The day of the last game of a season that is not over, where that is long ago and nobody has touched the season
    since; else empty.

    What lies in the future was dated by a wrong clock, and does not count.
    """
    if season.over(today()):
        return ""
    touched = [day_of(change.at) for change in season.trace]
    last = calendar.last_day(season.id, today())
    heard = [day for day in (season.starts, last, *touched) if day is not None and day <= today()]
    silent = bool(heard) and days_between(max(heard), today()) >= SILENT_DAYS
    return (last or season.starts) if silent else ""


def player_page(player: str, narrowing: Narrowing = EVERY_GAME) -> PlayerPageView:
    """One player's page over all their games or some; a double's is that of whom they are. Raises UnknownPlayer."""
    with reading():
        people, among = _among(_root(player))
        ids = store.ids_of(people, among.player.id)
        of_player = _games_with(among, ids, people)
        every = of_player.of_player(among.player.id)
        page = of_player.made(
            _key("player", among.player.id, narrowing),
            lambda: _player_sum(of_player, narrowing.of(every, today()), among.player.id, narrowing).page(people.names),
        )
        last = page.games[0].game if page.games else None
        seat = results.seat_in_play(ids) or (results.seat_of(last, ids) if last else None)
        names = results.names_in(seat[0], people) if seat else {}
        return PlayerPageView(
            among.club,
            among.player,
            among.others,
            page,
            _rivals(page.against, among),
            seat,
            names,
            choices(every),
            _seasons(among.club.id),
        )


def _player_sum(of_player: KeptClub, games: tuple[FinishedGame, ...], player: str, narrowing: Narrowing) -> PlayerSum:
    key = ("player", player, narrowing, in_force.get())  # its labels are in a language
    return of_player.summed(key, lambda: Running(lambda: PlayerSum(player)), games)


def _games_with(among: PlayerAmong, ids: tuple[str, ...], people: People) -> KeptClub:
    """What is kept of the club; of somebody with few games where nothing is, their games alone."""
    if kept.is_kept(among.club.id) or (kept.fits(among.club.id) and store.games_count(ids) >= kept.MANY):
        return kept.of_club(among.club.id, people)
    return kept.alone(results.games_of_player(ids, people))


def _rivals(against: Iterable[Against], among: PlayerAmong) -> Rivals:
    """Nobody is called so who was taken out of the club."""
    there = {other.id for other in among.others}
    return rivals(each for each in against if each.other in there)


def rating_page(player: str) -> RatingView:
    """How one player's rating came about, and what can be expected where they play now; raises UnknownPlayer."""
    with reading():
        people, among = _among(_root(player))
        strengths, root = _strengths(kept.of_club(among.club.id, people)), among.player.id
        seat = results.seat_in_play(store.ids_of(people, root), least=0)
        at_table = results.players_in(seat[0], people) if seat else ()
        return RatingView(
            among.club,
            among.player,
            among.others,
            steps=strengths.steps(root),
            playing=seat[0] if seat else "",
            expected=strengths.expected_places(at_table) if seat else {},
            has_handicap=_has_handicap(seat[0]) if seat else False,
            names=people.names,
        )


def _has_handicap(code: str) -> bool:
    """Whether a game that is being played has any; none that can be told where its log is damaged, as its page says."""
    try:
        return bool(log.load_state(code).handicaps)
    except errors.BrokenData:
        return False


def player_among(player: str) -> PlayerAmong:
    """The same without their games; raises UnknownPlayer."""
    with reading():
        return _among(_root(player))[1]


def head_to_head(first: str, second: str, narrowing: Narrowing = EVERY_GAME) -> VersusView:
    """Two players of one club against each other; raises UnknownPlayer, also for one and the same person."""
    with reading():
        player, opponent = _root(first), _root(second)
        if player.club != opponent.club or player.id == opponent.id:
            raise errors.UnknownPlayer
        people, among = _among(player)
        every = _games_with(among, store.ids_of(people, player.id), people).of_player(player.id)
        games = narrowing.of(every, today())
        return VersusView(
            among.club,
            among.player,
            player_view(opponent, people),
            versus(games, player.id, opponent.id),
            _rivals(met_in(games, player.id, people.names), among),
            among.others,
            choices(every),
            _seasons(among.club.id),
        )


def ended_game(code: str) -> EndedGame | None:
    """A finished game with its awards; None while it is being played. Raises UnknownGame."""
    with reading():
        place = calendar.place_of(code)
        if place is None:
            raise errors.UnknownGame
        people = store.people(place.club)
        game = results.game_of(place.game, people)
        if game is None:
            return None
        log.load_state(place.game)  # what is said of the evening is of its cards
        club = club_view(known_club(place.club))
        season = None
        if place.season is not None and (row := calendar.season(place.season)) and row.removed_at is None:
            season = season_view(row, calendar.counts(place.club, row.id))
        return EndedGame(club, season, game, dict(people.names), awards(game, people.names))


def games_of_club(club: str) -> tuple[tuple[FinishedGame, ...], Mapping[str, str]]:
    """All finished games of a club and its players' names, for a rating or a list; raises UnknownClub."""
    with reading():
        known_club(club)
        people = store.people(club)
        return kept.of_club(club, people).games, people.names


def known_club(club: str) -> Club:
    """Raises UnknownClub, for a removed one too. In a transaction that writes, the club is held to its end."""
    row = store.held(club)
    if row is None or row.removed_at is not None:
        raise errors.UnknownClub
    return row


def known_season(season: str) -> Season:
    """Raises UnknownSeason, for a removed one too."""
    row = calendar.season(season)
    if row is None:
        raise errors.UnknownSeason
    _as_held(row)
    if row.removed_at is not None:
        raise errors.UnknownSeason
    return row


def known_player(player: str) -> Player:
    row = store.player(player)
    if row is None:
        raise errors.UnknownPlayer
    _as_held(row)
    return row


def _as_held(row: Season | Player) -> None:
    """Hold the club for a write, and see what somebody changed before it was held."""
    known_club(row.club)
    store.seen_again(row)


def _root(player: str) -> Player:
    known_player(player)  # first, because for a write it holds the club: nobody is merged from here on
    return known_player(store.root_of(player))


def merge_preview(kept: str, double: str) -> MergeView:
    """What a merge would do; raises UnknownPlayer, for two clubs too, and Rejected for one and the same player."""
    with reading():
        kept_player, double_player = _root(kept), _root(double)
        if kept_player.club != double_player.club:
            raise errors.UnknownPlayer
        if kept_player.id == double_player.id:
            raise errors.Rejected("double", _("These two are already the same player."))
        people = store.people(kept_player.club)
        first, second = store.ids_of(people, kept_player.id), store.ids_of(people, double_player.id)
        return MergeView(
            club=club_view(known_club(kept_player.club)),
            kept=player_view(kept_player, people),
            double=player_view(double_player, people),
            games=store.games_count(second),
            together=tuple(store.games_together(first, second)),
        )


def club_view(club: Club) -> ClubView:
    return ClubView(club.id, club.name, club.demo, club.removed_at, club.changed)


def season_view(season: Season, counted: Mapping[str, tuple[int, int]]) -> SeasonView:
    finished, games = counted.get(season.id, (0, 0))
    rule = calendar.rule_of(season)
    days, trace = (season.starts, season.ends), calendar.trace_of(season)
    return SeasonView(season.id, season.club, season.name, *days, rule, finished, games, trace)


def player_view(player: Player, people: People, rows: Iterable[Player] = ()) -> PlayerView:
    doubles = [row for row in rows if row.id != player.id and people.root.get(row.id) == player.id]
    removed = player.removed_at is not None
    return PlayerView(
        player.id,
        player.club,
        store.REMOVED if removed else player.name,
        player.guest,
        player.used_at,
        () if removed else tuple((row.id, row.name, row.merged_at or "") for row in doubles),
        removed,
    )


def _seasons(club: str) -> tuple[SeasonView, ...]:
    counted = calendar.counts(club)
    return tuple(season_view(season, counted) for season in calendar.seasons(club))


def _among(root: Player) -> tuple[People, PlayerAmong]:
    """A player, not a double, among the others of the club."""
    people, everybody = _everybody(root.club)
    return people, PlayerAmong(
        club=club_view(known_club(root.club)),
        player=next(view for view in everybody if view.id == root.id),
        others=tuple(view for view in everybody if view.id != root.id and not view.removed),
    )


def _everybody(club: str) -> tuple[People, tuple[PlayerView, ...]]:
    """The players of a club as their games are read and as pages show them, out of one query."""
    changed = store.times_changed(club)
    rows = store.players(club)
    people = store.people_in(rows, changed)
    views = [player_view(row, people, rows) for row in rows if row.merged_into is None]
    latest = {people.root.get(row.id, row.id): row.used_at for row in reversed(rows)}
    views = [dataclasses.replace(view, used_at=latest[view.id]) for view in views]
    views.sort(key=lambda view: (view.name.casefold(), view.id))
    return people, tuple(sorted(views, key=lambda view: view.used_at, reverse=True))
