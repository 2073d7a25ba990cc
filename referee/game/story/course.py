"""The sentences of a whole game: opening, notes, rulings, ending and going on."""

from __future__ import annotations

from referee.game import events as ev
from referee.game.replay import Replay
from referee.game.story.events import Told, tells
from referee.messages import gettext as _
from referee.rulebooks import own
from referee.rules.speech.asked import ends_as_question, in_words
from referee.rules.speech.words import listed


@tells(ev.GameOpened)
def _opened(replay: Replay, event: ev.GameOpened) -> str:
    players = listed(player for _, player in event.seats)
    who = {"dealer": replay.name(event.dealer)}
    dealer = {
        "chosen": _("%(dealer)s deals first, as chosen", **who),
        "random": _("%(dealer)s deals first, drawn at random", **who),
        "low card": _("%(dealer)s deals first, by the lowest card", **who),
    }.get(event.dealer_how) or _("%(dealer)s deals first, %(how)s", **who, how=event.dealer_how)
    house = own.on_top(replay.book)
    name = f"{replay.book.name} ({house})" if house else replay.book.name
    return _("%(rulebook)s began with %(players)s; %(dealer_said)s", rulebook=name, players=players, dealer_said=dealer)


@tells(ev.BuysSaid)
def _buys(replay: Replay, event: ev.BuysSaid) -> str:
    counts = ", ".join(f"{replay.name(seat)} {count}" for seat, count in event.buys.items())
    return Told(_("Buys in the whole game"), f": {counts}")


@tells(ev.NoteAdded)
def _note(replay: Replay, event: ev.NoteAdded) -> str:
    return _("Note: %(text)s", text=event.text)


@tells(ev.RulingRecorded)
def _ruling(replay: Replay, event: ev.RulingRecorded) -> str:
    question = in_words(event.question, replay.book.prices, replay.book)
    mark = "" if ends_as_question(event.question) else "."
    return Told(_("Ruling: %(question)s", question=question), f"{mark} {event.ruling.rstrip('.')}")


@tells(ev.Undone)
def _undone(replay: Replay, event: ev.Undone) -> str:
    raise AssertionError("tell() looks up what was undone")


@tells(ev.GameFinished)
def _finished(replay: Replay, event: ev.GameFinished) -> str:
    return _("The game was finished")


@tells(ev.GameReopened)
def _reopened(replay: Replay, event: ev.GameReopened) -> str:
    return _("The game was opened again")


@tells(ev.GameAbandoned)
def _abandoned(replay: Replay, event: ev.GameAbandoned) -> str:
    return _("The game was abandoned")


@tells(ev.CarriedOn)
def _carried_on(replay: Replay, event: ev.CarriedOn) -> str:
    return _("The table played on: all rounds start again from the first")
