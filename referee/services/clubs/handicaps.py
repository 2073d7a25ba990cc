"""What a club's games say of those who sit at a table, so that it can give the weaker ones something beforehand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from referee.game.judges.seats import most_handicap
from referee.game.state import GameState
from referee.season.handicap import Offer, Share, Table, offer
from referee.storage.clubs import clubs, results
from referee.storage.clubs import seasons as calendar
from referee.storage.engine.transactions import reading

MOST_GAMES = 40
"""So many games are looked at, the latest: people learn."""


@dataclass(frozen=True, slots=True)
class HandicapOffer:
    """What could be given at one table."""

    offer: Offer
    by_seat: Mapping[int, Share]
    best: int | None
    """The seat of the strongest; None where nothing is offered."""


def handicap_offer(code: str, state: GameState) -> HandicapOffer | None:
    """What the games of its club say for a game; None where their points don't compare: contracts come first there, or
    it has no rulebook, or no club."""
    if state.book.own_contracts or not state.book.has_referee or state.running is None:
        return None
    with reading():
        place = calendar.place_of(code)
        if place is None:
            return None
        people = clubs.people(place.club)
        sits = {row.seat: people.root.get(row.player, row.player) for row in clubs.seats(place.game) if row.player}
        ids = [id_ for player in sits.values() for id_ in clubs.ids_of(people, player)]
        games = results.games_of_rulebook(place.club, state.book.id, ids, MOST_GAMES, people)
    seats = {seat: sits[seat] for seat in state.running.seats if seat in sits}
    made = offer(games, _table(state, tuple(seats.values())))
    by_player = {share.player: share for share in made.shares}
    shares = {seat: by_player[player] for seat, player in seats.items() if player in by_player}
    return HandicapOffer(made, shares, next((seat for seat, player in seats.items() if player == made.best), None))


def _table(state: GameState, players: tuple[str, ...]) -> Table:
    book = state.book
    in_fives = all(points % 5 == 0 for points in book.prices.values())
    return Table(
        players=players,
        rounds=0 if book.rounds_vary else state.planned,
        step=5 if in_fives else 1,
        most=most_handicap(book),
        highest_wins=book.highest_wins,
    )
