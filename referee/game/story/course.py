"""The sentences of a whole game: opening, notes, rulings, ending and going on."""

from __future__ import annotations

from referee.game import events as ev
from referee.game.replay import Replay
from referee.game.story.answers import signed
from referee.game.story.events import Told, tells
from referee.messages import N_
from referee.messages import gettext as _
from referee.rulebooks import own
from referee.rules.speech.asked import ends_as_question, in_words
from referee.rules.speech.words import listed


@tells(ev.GameOpened, N_("The game"))
def _opened(replay: Replay, event: ev.GameOpened) -> str:
    house = own.on_top(replay.book)
    at = {
        "rulebook": f"{replay.book.name} ({house})" if house else replay.book.name,
        "players": listed(player for _, player in event.seats),
        "dealer": replay.name(event.dealer),
    }
    if not replay.book.has_dealer:
        return _("%(rulebook)s began with %(players)s", **at)
    match event.dealer_how:
        case "chosen":
            return _("%(rulebook)s began with %(players)s; %(dealer)s deals first, as chosen", **at)
        case "random":
            return _("%(rulebook)s began with %(players)s; %(dealer)s deals first, drawn at random", **at)
        case "low card":
            return _("%(rulebook)s began with %(players)s; %(dealer)s deals first, by the lowest card", **at)
        case how:
            return _("%(rulebook)s began with %(players)s; %(dealer)s deals first, %(how)s", **at, how=how)


@tells(ev.ResultEntered, N_("The result"))
def _result(replay: Replay, event: ev.ResultEntered) -> str:
    if event.totals:
        totals = ", ".join(f"{replay.name(seat)} {signed(total)}" for seat, total in event.totals.items())
        return Told(_("Result without rounds: %(totals)s", totals=totals), _("Result without rounds"))
    places = ", ".join(f"{place}. {replay.name(seat)}" for seat, place in event.places.items())
    return Told(_("Places without points: %(places)s", places=places), _("Places without points"))


@tells(ev.BuysSaid, N_("The buys"))
def _buys(replay: Replay, event: ev.BuysSaid) -> str:
    counts = ", ".join(f"{replay.name(seat)} {count}" for seat, count in event.buys.items())
    return Told(_("Buys in the whole game: %(counts)s", counts=counts), _("Buys in the whole game"))


@tells(ev.NoteAdded, N_("The note"))
def _note(replay: Replay, event: ev.NoteAdded) -> str:
    return _("Note: %(text)s", text=event.text)


@tells(ev.RulingRecorded, N_("The ruling"))
def _ruling(replay: Replay, event: ev.RulingRecorded) -> str:
    question = in_words(event.question, replay.book.prices, replay.book)
    at = {"question": question, "answer": event.ruling.rstrip(".")}
    return Told(
        _("Ruling: %(question)s %(answer)s", **at)
        if ends_as_question(event.question)
        else _("Ruling: %(question)s. %(answer)s", **at),
        _("Ruling: %(question)s", question=question),
    )


@tells(ev.Undone, N_("The undo"))
def _undone(replay: Replay, event: ev.Undone) -> str:
    raise AssertionError("tell() looks up what was undone")


@tells(ev.GameFinished, N_("Game finished"))
def _finished(replay: Replay, event: ev.GameFinished) -> str:
    return _("The game was finished")


@tells(ev.GameReopened, N_("Game reopened"))
def _reopened(replay: Replay, event: ev.GameReopened) -> str:
    return _("The game was opened again")


@tells(ev.GameAbandoned, N_("Game abandoned"))
def _abandoned(replay: Replay, event: ev.GameAbandoned) -> str:
    return _("The game was abandoned")


@tells(ev.CarriedOn, N_("Rounds again"))
def _carried_on(replay: Replay, event: ev.CarriedOn) -> str:
    return _("The table played on: all rounds start again from the first")
