"""Events as they are said to the player whom they are about: "You went out"."""

from __future__ import annotations

from referee.game import events as ev
from referee.game.events import Event
from referee.game.values import as_read
from referee.messages import gettext as _


def to_you(event: Event, seat: int | None) -> str:
    """What an event says to the player of that seat; empty where it is told by the sentence of the history."""
    if seat is None or seat != getattr(event, "seat", None):
        return ""
    match event:
        case ev.WentOutSaid(round=number):
            return _("You went out in round %(round)s", round=number)
        case ev.CardsLeftEntered(round=number, cards=None, points=points):
            return _("Your points in round %(round)s (%(points)s)", round=number, points=as_read(points))
        case ev.CardsLeftEntered(round=number, points=points):
            return _("Your cards left in round %(round)s (%(points)s)", round=number, points=points)
        case ev.Counted(round=number, by=1):
            return _("One found by you in round %(round)s", round=number)
        case ev.Counted(round=number):
            return _("Your false call in round %(round)s", round=number)
        case ev.CellCorrected(round=number, points=points):
            return _("Your points in round %(round)s, corrected to %(points)s", round=number, points=points)
        case ev.CutRecorded(round=number):
            return _("Your cut before round %(round)s", round=number)
        case ev.WentDown(round=number):
            return _("You went down in round %(round)s", round=number)
        case ev.MayITaken(round=number):
            return _("You took the discard in round %(round)s", round=number)
        case ev.LaidOff(round=number):
            return _("You laid off in round %(round)s", round=number)
        case ev.MeldLaid(round=number):
            return _("You put down a meld in round %(round)s", round=number)
        case ev.WildTaken(round=number):
            return _("You took a wild card in round %(round)s", round=number)
        case ev.ShanghaiCalled(round=number):
            return _("You called Shanghai in round %(round)s", round=number)
        case ev.SeatDropped():
            return _("You left the game")
        case ev.SeatReturned():
            return _("You came back")
    return ""
