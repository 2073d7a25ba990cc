"""What the events of a whole game do: opening, notes, rulings, ending and going on."""

from __future__ import annotations

from referee.game import events as ev
from referee.game.effects.registry import AgainstUndo, effect_of
from referee.game.events import Recorded
from referee.game.replay import MOST_TOTAL, Replay, Senseless
from referee.rules.rulings import phrase


@effect_of(ev.GameOpened, AgainstUndo.NEVER)
def _opened(replay: Replay, event: ev.GameOpened, recorded: Recorded) -> None:
    if recorded.seq != 1:
        raise Senseless(phrase("open_already"))


@effect_of(ev.ResultEntered, AgainstUndo.NEVER)
def _result(replay: Replay, event: ev.ResultEntered, recorded: Recorded) -> None:
    of_all = [{*part} == {*replay.seats} for part in (event.totals, event.places) if part]
    in_range = all(abs(total) <= MOST_TOTAL for total in event.totals.values())
    if replay.rounds or of_all != [True] or not in_range or any(place < 1 for place in event.places.values()):
        raise Senseless(phrase("no_such_result"))
    replay.move("finished", "playing", why=phrase("was_finished"))
    replay.result = event


@effect_of(ev.BuysSaid, AgainstUndo.NOTHING)
def _buys(replay: Replay, event: ev.BuysSaid, recorded: Recorded) -> None:
    replay.buys = dict(event.buys)


@effect_of(ev.NoteAdded, AgainstUndo.NOTHING)
def _note(replay: Replay, event: ev.NoteAdded, recorded: Recorded) -> None:
    replay.notes.append(event.text)


@effect_of(ev.RulingRecorded, AgainstUndo.NOTHING)
def _ruling(replay: Replay, event: ev.RulingRecorded, recorded: Recorded) -> None:
    pass  # it stands in the history; nothing follows from it


@effect_of(ev.Undone, AgainstUndo.NEVER)
def _undone(replay: Replay, event: ev.Undone, recorded: Recorded) -> None:
    pass  # it has been looked up before the fold began


@effect_of(ev.GameFinished, AgainstUndo.CLOSING)
def _finished(replay: Replay, event: ev.GameFinished, recorded: Recorded) -> None:
    replay.move("finished", "playing", why=phrase("was_finished"))


@effect_of(ev.GameAbandoned, AgainstUndo.CLOSING)
def _abandoned(replay: Replay, event: ev.GameAbandoned, recorded: Recorded) -> None:
    replay.move("abandoned", "playing", why=phrase("was_abandoned"))


@effect_of(ev.GameReopened, AgainstUndo.CLOSING)
def _reopened(replay: Replay, event: ev.GameReopened, recorded: Recorded) -> None:
    if replay.result is not None:
        raise Senseless(phrase("no_rounds_to_reopen"))
    replay.move("playing", "finished", "abandoned", why=phrase("was_reopened"))


@effect_of(ev.CarriedOn, AgainstUndo.CLOSING)
def _carried_on(replay: Replay, event: ev.CarriedOn, recorded: Recorded) -> None:
    if replay.status == "abandoned" or len(replay.rounds) < replay.planned or replay.book.rounds_vary:
        raise Senseless(phrase("carried_on_after"))
    replay.status = "playing"
    replay.carry_on()
