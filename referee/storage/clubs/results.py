"""Finished games as the season reads them: written from the log in the same transaction, loaded in two queries."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Any, NamedTuple

from sqlalchemy import Select, Text, cast, delete, insert, select

from referee.game import events as ev
from referee.game.fold import as_seen, undone_in
from referee.game.history import AT_THE_END
from referee.game.state import GameState
from referee.rules.packs import PACKS
from referee.rules.speech.words import contract_words
from referee.season.games import Claims, FinishedGame, Played, seated
from referee.season.games import Result as Column
from referee.storage.engine import news
from referee.storage.tables.clubs import Finished, GameClub, Result, Seat
from referee.storage.tables.database import db
from referee.storage.tables.evenings import Evening
from referee.storage.tables.games import Game

_NO_CORRECTION = tuple(kind for kind in AT_THE_END if kind not in (ev.GameAbandoned, ev.CarriedOn))


@dataclass(frozen=True, slots=True)
class Projection:
    """What the two tables hold of one game."""

    rounds: list[list[Any]]
    corrected_at: str | None
    columns: tuple[tuple[int, list[Any]], ...]
    """Seat and data, in table order."""


class _Stored(NamedTuple):
    """What a column's data holds, in this order."""

    scores: list[int | None]
    """By round; None where the seat did not play it."""
    cards: list[str | None]
    went_out: list[int]
    """Numbers of rounds."""
    exact_cuts: int
    opening: int
    stayed: bool
    claims: list[int] | None
    """May Is, screw-overs given and suffered; None where none were recorded."""
    behind: int = 0
    """How many of the same total were put before them."""
    left: int = 0
    """How many contracts of their own they had still to meet."""
    highest_wins: int = 0
    """1 where the highest total won."""
    pack: int = 0
    """The place of the pack among all packs; 0 where ranks go from ace to king."""
    whole: int | None = None
    """The total of a result without rounds."""
    handicap: int = 0
    """What of the opening the table agreed on before the game."""

    def short(self) -> list[Any]:
        """What is kept: what only some rulebooks have is left out at the end."""
        kept = [*self]
        while len(kept) > _ALWAYS and kept[-1] == _DEFAULTS[len(kept) - 1]:
            kept.pop()
        return kept


_PACKS = tuple(PACKS)
_ALWAYS = 7
"""So many of these every column has."""
_DEFAULTS = [_Stored._field_defaults.get(name) for name in _Stored._fields]


def projection(state: GameState) -> Projection | None:
    """What a log says about its result; None while the game is not finished."""
    if state.status != "finished":
        return None
    rounds = [[played.plays, contract_words(played.contract) if played.contract else ""] for played in state.rounds]
    return Projection(rounds, _corrected_at(state), _columns(state))


def _columns(state: GameState) -> tuple[tuple[int, list[Any]], ...]:
    if state.result is not None:
        return tuple((seat.id, _without_rounds(state, seat.id)) for seat in state.all_seats)
    claims = _claims(state)
    here = {seat.id for seat in state.seats}
    columns = []
    for seat in state.all_seats:
        cells = [played.cells.get(seat.id) for played in state.rounds]
        if all(cell is None for cell in cells):
            continue
        stored = _Stored(
            scores=[None if cell is None else cell.score for cell in cells],
            cards=[None if cell is None else cell.cards for cell in cells],
            went_out=[number for number, cell in enumerate(cells, start=1) if cell is not None and cell.went_out],
            exact_cuts=sum(cell is not None and cell.exact_cut for cell in cells),
            opening=seat.opening,
            stayed=seat.id in here,
            claims=claims.get(seat.id),
            behind=_behind(state, seat.id),
            left=state.book.rounds - state.met(seat.id) if state.book.own_contracts else 0,
            highest_wins=int(state.book.highest_wins),
            pack=_PACKS.index(state.book.pack),
            handicap=seat.handicap,
        )
        columns.append((seat.id, stored.short()))
    return tuple(columns)


def _without_rounds(state: GameState, seat: int) -> list[Any]:
    """A column of a result of which no rounds are left."""
    total = state.totals[seat] if state.has_points else None
    behind = 0 if state.has_points else state.places[seat].place - 1
    stored = _Stored(
        scores=[],
        cards=[],
        went_out=[],
        exact_cuts=0,
        opening=0,
        stayed=True,
        claims=None,
        behind=behind,
        highest_wins=int(state.book.highest_wins and state.has_points),
        whole=total,
    )
    return stored.short()


def _behind(state: GameState, seat: int) -> int:
    """How many with the same total the table's tie-break put before them."""
    place, level = state.places.get(seat), (state.met(seat), state.totals[seat])
    return sum(
        place is not None and other.place < place.place and (state.met(other_seat), state.totals[other_seat]) == level
        for other_seat, other in state.places.items()
    )


def _claims(state: GameState) -> Mapping[int, list[int]]:
    """May Is, screw-overs given and suffered, by seat; empty where the table recorded none of them."""
    takes = [take for played in state.rounds for take in played.play.takes]
    screws = [pair for played in state.rounds for pair in played.play.screws.items()]
    if not takes and not screws:
        return {}
    return {
        seat.id: [
            sum(take.seat == seat.id for take in takes),
            sum(by == seat.id for by, _ in screws),
            sum(owner == seat.id for _, owner in screws),
        ]
        for seat in state.all_seats
    }


def _corrected_at(state: GameState) -> str | None:
    """When it was last changed after it was first finished with these rounds; None if the result is still the same.

    A game that was finished too early and played on is not corrected by that.
    """
    undone = undone_in(state)
    for entry in state.log:
        event = entry.event
        if isinstance(event, ev.GameFinished) or (
            isinstance(event, ev.RoundClosed) and event.finishes and entry.seq not in undone
        ):
            later = [change for change in state.log[entry.seq :] if not isinstance(change.event, _NO_CORRECTION)]
            if not later:
                return None
            first = as_seen(state, entry.seq)
            if len(first.rounds) == len(state.rounds):
                return None if _columns(first) == _columns(state) else later[-1].at
    return None


def project(code: str, state: GameState) -> None:
    """Bring the two tables up to a log, within the transaction that wrote it."""
    wanted = projection(state)
    if wanted == stored([code]).get(code):
        return
    db.session.execute(delete(Result).where(Result.game == code))
    db.session.execute(delete(Finished).where(Finished.game == code))
    if wanted is not None:
        db.session.add(Finished(game=code, rounds=wanted.rounds, corrected_at=wanted.corrected_at))
        db.session.add_all(
            Result(game=code, seat=seat, position=position, data=data)
            for position, (seat, data) in enumerate(wanted.columns)
        )
    db.session.flush()
    if (place := db.session.get(GameClub, code)) is not None:  # what is brought in gets its place afterwards
        news.club_changes(place.club, (code,))


def add(games: Mapping[str, GameState]) -> None:
    """The same of many games that are new, by code."""
    finished = {code: result for code, state in games.items() if (result := projection(state)) is not None}
    heads = [
        {"game": code, "rounds": each.rounds, "corrected_at": each.corrected_at} for code, each in finished.items()
    ]
    columns = [
        {"game": code, "seat": seat, "position": position, "data": data}
        for code, each in finished.items()
        for position, (seat, data) in enumerate(each.columns)
    ]
    db.session.execute(insert(Finished), heads)
    db.session.execute(insert(Result), columns)


def stored(codes: Sequence[str]) -> dict[str, Projection]:
    """What the tables hold of these games."""
    columns: dict[str, list[tuple[int, list[Any]]]] = {}
    rows = db.session.execute(
        select(Result.game, Result.seat, Result.data).where(Result.game.in_(codes)).order_by(Result.position)
    )
    for game, seat, data in rows:
        columns.setdefault(game, []).append((seat, data))
    heads = db.session.execute(
        select(Finished.game, Finished.rounds, Finished.corrected_at).where(Finished.game.in_(codes))
    )
    projections = {game: Projection(rounds, on, tuple(columns.pop(game, ()))) for game, rounds, on in heads}
    for game, rest in columns.items():  # columns without a head belong to no game
        projections[game] = Projection([], None, tuple(rest))
    return projections


@dataclass(frozen=True, slots=True)
class People:
    """The players of a club as their games are read: who is whom, and who is a guest."""

    root: Mapping[str, str]
    guests: frozenset[str]
    names: Mapping[str, str]
    changed: int
    """How often the club had changed before they were read."""


def games_of(codes: Sequence[str], people: People) -> tuple[FinishedGame, ...]:
    """Those of these games that are finished and were not removed."""
    return _load(select(Game.code).where(Game.code.in_(codes)), people)


def games_of_season(season: str, people: People) -> tuple[FinishedGame, ...]:
    """The finished games of a season."""
    return _load(select(GameClub.game).where(GameClub.season == season), people)


def games_of_club(club: str, people: People) -> tuple[FinishedGame, ...]:
    """The finished games of a club, whatever their season."""
    return _load(select(GameClub.game).where(GameClub.club == club), people)


def games_of_evening(evening: str, people: People) -> tuple[FinishedGame, ...]:
    """The finished games of an evening."""
    return _load(select(GameClub.game).where(GameClub.evening == evening), people)


def games_of_player(ids: Iterable[str], people: People) -> tuple[FinishedGame, ...]:
    """The finished games of one player, who may have several ids."""
    return _load(select(Seat.game).where(Seat.player.in_(list(ids))), people)


def games_of_rulebook(
    club: str, rulebook: str, ids: Iterable[str], most: int, people: People
) -> tuple[FinishedGame, ...]:
    """The last finished games of a club under a rulebook in which one of these players, by whatever id, sat."""
    sat = select(Seat.game).where(Seat.player.in_(list(ids)))
    codes = (
        select(Game.code)
        .join(GameClub, GameClub.game == Game.code)
        .join(Finished, Finished.game == Game.code)
        .where(GameClub.club == club, GameClub.removed_at.is_(None), Game.rulebook_id == rulebook, Game.code.in_(sat))
        .order_by(Game.day.desc(), Game.opened_at.desc(), Game.code)
    )
    return _load(codes.limit(most), people)


def seat_in_play(ids: Iterable[str], least: int = 1) -> tuple[str, int] | None:
    """Code and seat of the game that a player, who may have several ids, plays now: the one changed last with at least
    so many closed rounds."""
    playing = (
        select(Seat.game, Seat.seat)
        .join(Game, Game.code == Seat.game)
        .join(GameClub, GameClub.game == Seat.game)
        .where(Seat.player.in_(list(ids)), Game.status == "playing", Game.rounds_closed >= least)
        .where(GameClub.removed_at.is_(None))
        .order_by(Game.changed_at.desc(), Game.code)
    )
    row = db.session.execute(playing.limit(1)).first()
    return (row.game, row.seat) if row else None


def seat_of(code: str, ids: Iterable[str]) -> tuple[str, int] | None:
    """The same of one game, whoever of them sat in it; None where somebody else sat there for them."""
    seats = select(Seat.seat).where(Seat.game == code, Seat.player.in_(list(ids))).order_by(Seat.seat)
    seat = db.session.scalar(seats.limit(1))
    return None if seat is None else (code, seat)


def names_in(code: str, people: People) -> dict[int, str]:
    """What the club calls those who sit in a game now, by seat: whoever was removed from it has no name there."""
    rows = db.session.execute(select(Seat.seat, Seat.player).where(Seat.game == code, Seat.player.is_not(None)))
    return {row.seat: people.names[people.root.get(row.player, row.player)] for row in rows}


def players_in(code: str, people: People) -> tuple[str, ...]:
    """The players of the club who sit in a game now, by seat, each as the one they are."""
    rows = db.session.scalars(
        select(Seat.player).where(Seat.game == code, Seat.player.is_not(None)).order_by(Seat.seat)
    )
    return tuple(people.root.get(player, player) for player in rows)


def games_of_day(club: str, day: str, people: People) -> tuple[FinishedGame, ...]:
    """The finished games of a club of a day."""
    of_day = select(Game.code).join(GameClub, GameClub.game == Game.code)
    return _load(of_day.where(GameClub.club == club, Game.day == day), people)


def game_of(code: str, people: People) -> FinishedGame | None:
    """One game; None where it is not finished."""
    return next(iter(_load(select(Game.code).where(Game.code == code), people)), None)


def _load(codes: Select[str], people: People) -> tuple[FinishedGame, ...]:
    game = Game
    heads = db.session.execute(
        select(
            game.code,
            game.opened_at,
            game.day,
            game.only_year,
            GameClub.season,
            game.rulebook_id,
            game.rulebook_name,
            cast(Finished.rounds, Text).label("rounds"),
            Finished.corrected_at,
            Evening.id.label("evening"),
        )
        .join(Finished, Finished.game == game.code)
        .join(GameClub, GameClub.game == game.code)
        .outerjoin(Evening, (Evening.id == GameClub.evening) & Evening.removed_at.is_(None))
        .where(game.code.in_(codes), GameClub.removed_at.is_(None))
    ).all()
    rows = db.session.execute(
        select(Result.position, Result.game, Seat.player, Seat.stands_in_for, cast(Result.data, Text).label("data"))
        .join(Seat, (Seat.game == Result.game) & (Seat.seat == Result.seat))
        .where(Result.game.in_(codes))
    ).all()
    columns: dict[str, list[Column]] = {}
    ordered = sorted(rows, key=attrgetter("position"))
    parsed = json.loads(f"[{','.join(row.data for row in ordered)}]")  # one text is read faster than thousands
    for row, data in zip(ordered, parsed, strict=True):
        columns.setdefault(row.game, []).append(_column(people, row.player, row.stands_in_for, _Stored(*data)))
    contracts: dict[str, tuple[Played, ...]] = {}  # most games of a rulebook have the same rounds
    games = []
    for head in heads:
        if head.rounds not in contracts:
            contracts[head.rounds] = tuple(Played(plays, words) for plays, words in json.loads(head.rounds))
        games.append(
            FinishedGame(
                head.code,
                head.opened_at,
                head.day[:4] if head.only_year else head.day,
                head.rulebook_id,
                head.rulebook_name,
                contracts[head.rounds],
                tuple(columns.get(head.code, ())),
                head.season,
                head.corrected_at,
                head.evening,
            )
        )
    return tuple(games)


def _column(people: People, player: str, absent: str | None, stored: _Stored) -> Column:
    who, other = seated(player, absent, people.root)
    return Column(
        who,
        tuple(stored.scores),
        tuple(stored.cards),
        tuple(stored.went_out),
        stored.exact_cuts,
        stored.opening,
        stored.stayed,
        who in people.guests,
        other,
        None if stored.claims is None else Claims(*stored.claims),
        stored.behind,
        stored.left,
        bool(stored.highest_wins),
        _PACKS[stored.pack],
        stored.whole,
        stored.handicap,
    )
