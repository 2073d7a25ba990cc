"""The sentences of seats: who comes, leaves, comes back, is renamed, sits elsewhere, deals."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.game import events as ev
from referee.game.replay import Replay
from referee.game.story.answers import signed
from referee.game.story.events import Told, points, tells
from referee.messages import N_
from referee.messages import gettext as _
from referee.rules.speech.words import with_sign


def with_openings(sentence: Told, replay: Replay, before: Mapping[int, tuple[int, bool]]) -> Told:
    """A sentence, and what follows for those who begin with a total that follows from the others'.

    ``replay`` stands after the event, ``before`` is what they began with before it.
    """
    more = []
    for seat, (total, settled) in replay.openings().items():
        if not replay.seats[seat].plays(replay.seats[seat].first):
            continue  # left before that, and begins anew if they come back
        was, was_settled = before.get(seat, (total, settled))
        who = {"player": replay.name(seat), "total": signed(total)}
        if settled and not was_settled:
            more.append(_("%(player)s starts with %(total)s", **who))
        elif settled and was != total and replay.rounds:  # before that, only a handicap changes it
            more.append(_("%(player)s started with %(total)s, not %(was)s", **who, was=signed(was)))
    return sentence.and_then(*more) if more else sentence


@tells(ev.SeatAdded, N_("{player} joins"), N_("New player"))
def _seat_added(replay: Replay, event: ev.SeatAdded) -> str:
    opening_now = event.opening
    if event.follows:  # what it followed from may have been undone since
        opening_now = replay.opening_beside(event.how, replay.others(event.round), event.round, replay.openings())
    at = {"player": event.player, "round": event.round, "points": points(opening_now)}
    brief = _("%(player)s joined for round %(round)s", **at)
    if event.follows and event.round > len(replay.rounds) + 1:
        at["before"] = event.round - 1
        return Told(_joined_later(event.how, at, is_known=bool(replay.rounds)), brief)
    match event.how:
        case "average":
            return Told(
                _("%(player)s joined for round %(round)s with %(points)s, the average of the others", **at), brief
            )
        case "highest":
            return Told(
                _("%(player)s joined for round %(round)s with %(points)s, the same as the highest", **at), brief
            )
    return Told(_("%(player)s joined for round %(round)s with %(points)s", **at), brief)


def _joined_later(how: str, at: Mapping[str, Any], is_known: bool) -> str:
    """Someone who joins with a total that is not settled yet; ``is_known``: whether any is there to go by."""
    if how == "average":
        return (
            _(
                "%(player)s joined for round %(round)s with the average of the others after round %(before)s, "
                "about %(points)s for now",
                **at,
            )
            if is_known
            else _("%(player)s joined for round %(round)s with the average of the others after round %(before)s", **at)
        )
    return (
        _(
            "%(player)s joined for round %(round)s with the highest total after round %(before)s, "
            "about %(points)s for now",
            **at,
        )
        if is_known
        else _("%(player)s joined for round %(round)s with the highest total after round %(before)s", **at)
    )


@tells(ev.HandicapAgreed, N_("The handicap"))
def _handicap_agreed(replay: Replay, event: ev.HandicapAgreed) -> str:
    if not event.points:
        return _("No handicap: everyone begins with 0")
    given = ", ".join(f"{replay.name(seat)} {with_sign(number)}" for seat, number in event.points.items())
    return Told(_("Handicap: %(given)s", given=given), _("Handicap"))


@tells(ev.SeatDropped, N_("{player} left"), N_("Player left"))
def _seat_dropped(replay: Replay, event: ev.SeatDropped) -> str:
    at: dict[str, object] = {"player": replay.name(event.seat), "round": event.round - 1}
    if event.now:
        return Told(
            _("%(player)s left in round %(round)s; their cards count", **at),
            _("%(player)s left in round %(round)s", **at),
        )
    if event.round > 1:
        return _("%(player)s left after round %(round)s", **at)
    return _("%(player)s left before the first round", player=replay.name(event.seat))


@tells(ev.SeatReturned, N_("{player} back"), N_("Player back"))
def _seat_returned(replay: Replay, event: ev.SeatReturned) -> str:
    seat = replay.seats.get(event.seat)
    if seat is not None and seat.left is not None and seat.left > len(replay.rounds) + 1:
        return _("%(player)s plays on", player=replay.name(event.seat))
    at: dict[str, object] = {"player": replay.name(event.seat), "round": event.round}
    return Told(
        _("%(player)s came back from round %(round)s on, in the same seat", **at),
        _("%(player)s came back from round %(round)s", **at),
    )


@tells(ev.SeatRenamed, N_("New name"))
def _seat_renamed(replay: Replay, event: ev.SeatRenamed) -> str:
    return _("%(player)s is now called %(name)s", player=replay.name(event.seat), name=event.player)


@tells(ev.SeatsReordered, N_("New seat order"))
def _seats_reordered(replay: Replay, event: ev.SeatsReordered) -> str:
    names = ", ".join(replay.name(seat) for seat in event.order)
    return Told(_("New order of the seats: %(names)s", names=names), _("New order of the seats"))


@tells(ev.DealerChanged, N_("New dealer"))
def _dealer_changed(replay: Replay, event: ev.DealerChanged) -> str:
    return _("%(dealer)s deals round %(round)s", dealer=replay.name(event.dealer), round=event.round)
