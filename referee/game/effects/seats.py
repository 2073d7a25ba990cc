"""What the events of seats do: who comes, leaves, comes back, is renamed, sits elsewhere, deals."""

from __future__ import annotations

from referee.game import events as ev
from referee.game.effects.registry import AgainstUndo, effect_of
from referee.game.events import Recorded
from referee.game.replay import Replay, Senseless
from referee.game.state import Seat
from referee.rules.rulings import phrase


@effect_of(ev.SeatAdded, AgainstUndo.CLOSING)
def _seat_added(replay: Replay, event: ev.SeatAdded, recorded: Recorded) -> None:
    replay.between_rounds(event.round, phrase("joined", name=event.player))
    if event.seat in replay.seats:
        raise Senseless(phrase("sits_already", name=event.player))
    if event.after is not None and event.after not in replay.seats:
        raise Senseless(phrase("sits_beside_nobody", name=event.player))
    replay.seats[event.seat] = Seat(
        event.seat,
        event.player,
        joined=event.round,
        opening=event.opening,
        first=event.round,
        follows=event.how if event.follows else "",
    )
    replay.order.insert(0 if event.after is None else replay.order.index(event.after) + 1, event.seat)
    replay.settle()


@effect_of(ev.HandicapAgreed, AgainstUndo.CLOSING)
def _handicap_agreed(replay: Replay, event: ev.HandicapAgreed, recorded: Recorded) -> None:
    if replay.status != "playing" or replay.rounds:
        raise Senseless(phrase("handicap_was_agreed"))
    if not {*event.points} <= {*replay.seats}:
        raise Senseless(phrase("seat_would_not_be"))
    for seat in list(replay.seats.values()):
        points = event.points.get(seat.id, 0)
        replay.change(seat, opening=seat.opening - seat.handicap + points, handicap=points)


@effect_of(ev.SeatDropped, AgainstUndo.CLOSING)
def _seat_dropped(replay: Replay, event: ev.SeatDropped, recorded: Recorded) -> None:
    seat = replay.seat(event.seat)
    replay.between_rounds(event.round, phrase("left", name=seat.player))
    if seat.left is not None and not event.now:
        raise Senseless(phrase("left_already", name=seat.player))
    replay.change(seat, left=event.round, away=event.round - 1 if event.now else None)
    if event.now:
        replay.left_in += [event.round - 1]
        play = replay.play(event.round - 1)
        replay.set_play(event.round - 1, play.but(lost=play.lost_but(event.seat)))
    replay.forget_cut(event.round, event.seat)
    if event.seat == replay.dealer and event.round == len(replay.rounds) + 1:
        replay.dealer = replay.next_dealer(event.round)


@effect_of(ev.SeatReturned, AgainstUndo.CLOSING)
def _seat_returned(replay: Replay, event: ev.SeatReturned, recorded: Recorded) -> None:
    seat = replay.seat(event.seat)
    replay.between_rounds(event.round, phrase("came_back", name=seat.player))
    if seat.left is None:
        raise Senseless(phrase("sits_already", name=seat.player))
    if seat.away is not None:
        replay.entered.pop((seat.away, event.seat), None)  # what they held when they left is not what they will hold
    joined = seat.joined if seat.left > len(replay.rounds) + 1 else event.round  # who had not gone yet plays on
    begun = any(event.seat in played.cells for played in replay.rounds)
    if not begun and joined != seat.first:
        replay.beside.pop(event.seat, None)
    replay.change(seat, left=None, away=None, joined=joined, first=seat.first if begun else joined)
    replay.settle()


@effect_of(ev.SeatRenamed, AgainstUndo.TRIED)
def _seat_renamed(replay: Replay, event: ev.SeatRenamed, recorded: Recorded) -> None:
    replay.change(replay.seat(event.seat), player=event.player)


@effect_of(ev.SeatsReordered, AgainstUndo.CLOSING)
def _seats_reordered(replay: Replay, event: ev.SeatsReordered, recorded: Recorded) -> None:
    replay.between_rounds(event.round, phrase("reordered"), only_running=True)
    if sorted(event.order) != sorted(replay.staying(event.round)):
        raise Senseless(phrase("order_of_others"))
    replay.order = [*event.order, *(seat for seat in replay.order if seat not in event.order)]


@effect_of(ev.DealerChanged, AgainstUndo.CLOSING)
def _dealer_changed(replay: Replay, event: ev.DealerChanged, recorded: Recorded) -> None:
    became = phrase("became_dealer", name=replay.name(event.dealer))
    replay.between_rounds(event.round, became, only_running=True)
    if event.dealer not in replay.playing(event.round):
        raise Senseless(phrase("deals_without_playing", name=replay.name(event.dealer)))
    replay.dealer = event.dealer
    replay.forget_cut(event.round)
