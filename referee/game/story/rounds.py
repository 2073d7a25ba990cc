"""The sentences of counting: going out, cards left, closing a round, corrections."""

from __future__ import annotations

from collections.abc import Mapping

from referee.game import events as ev
from referee.game.replay import Replay
from referee.game.story.events import Told, by_player, in_line, in_round, tells
from referee.game.values import Line, Out, as_read
from referee.messages import N_
from referee.messages import gettext as _
from referee.rules.speech.words import reward


def _lines(replay: Replay, round_no: int, lines: Mapping[int, Line], one_turn: bool) -> str:
    times = replay.counted_by(round_no).times_left(one_turn)
    return ", ".join(
        f"{replay.name(seat)} {line}" if times == 1 or not line.points else f"{replay.name(seat)} {times} × {line}"
        for seat, line in lines.items()
    )


@tells(ev.CutRecorded, N_("The cut"))
def _cut(replay: Replay, event: ev.CutRecorded) -> str:
    at = by_player(replay, event)
    if event.exact:
        return in_round(event.round, _("%(player)s cut exactly", **at))
    return in_round(event.round, _("%(player)s didn’t cut exactly", **at))


@tells(ev.WentOutSaid, N_("{player} went out"), N_("{player} out"), N_("Who went out"))
def _went_out(replay: Replay, event: ev.WentOutSaid) -> str:
    if event.seat is None:
        return in_round(event.round, _("No one went out"))
    if event.one_turn:
        return in_round(event.round, _("%(player)s went down and out in one turn", **by_player(replay, event)))
    return in_round(event.round, _("%(player)s went out", **by_player(replay, event)))


@tells(ev.CardsLeftEntered, N_("{points} for {player}"), N_("{player}: {points}"), N_("Cards left"))
def _entered(replay: Replay, event: ev.CardsLeftEntered) -> str:
    line, player = event.line, replay.name(event.seat)
    before = replay.entered.get((event.round, event.seat))
    if before is None or before.line == line:
        return in_line(event.round, player, str(line), as_read(line.points))
    was = before.line if before.line.points == line.points else as_read(before.line.points)
    return in_line(event.round, player, _changed(was, line), _changed(was, as_read(line.points)))


def _changed(was: object, now: object) -> str:
    return _("%(was)s changed to %(points)s", was=was, points=now)


@tells(ev.CardsLeftCleared, N_("Entry removed"))
def _cleared(replay: Replay, event: ev.CardsLeftCleared) -> str:
    before, at = replay.entered.get((event.round, event.seat)), by_player(replay, event)
    if before is None:
        return in_round(event.round, _("%(player)s’s entry was removed", **at))
    return in_round(event.round, _("%(player)s’s %(line)s was removed", **at, line=before.line))


@tells(ev.Counted, N_("+1 for {player}"), N_("{player}: +1"), N_("One found"))
def _counted(replay: Replay, event: ev.Counted) -> str:
    at = by_player(replay, event)
    if event.by < 0:
        return in_round(event.round, _("%(player)s: a false call", **at))
    return in_round(event.round, _("%(player)s found one", **at))


@tells(ev.RoundClosed, N_("Round {round} closed"), N_("Round closed"))
def _closed(replay: Replay, event: ev.RoundClosed) -> str:
    left = {seat: line for seat, line in event.lines.items() if seat != event.went_out}
    brief = _("Round %(round)s was closed", round=event.round)
    sentence = Told(_closing(replay, event, _lines(replay, event.round, left, event.one_turn)), brief)
    entered = {seat: replay.entered.get((event.round, seat)) for seat in left}
    out = replay.out_said.get(event.round)
    is_out_said = not replay.book.has_contracts or out == (event.went_out, event.one_turn)
    if is_out_said and all(before is not None and before.line == left[seat] for seat, before in entered.items()):
        sentence.beside = sentence.brief
    return sentence.and_then(_("That finished the game")) if event.finishes else sentence


def _closing(replay: Replay, event: ev.RoundClosed, lines: str) -> str:
    at: dict[str, object] = {"round": event.round, "lines": lines}
    if not replay.book.has_contracts:
        return _("Round %(round)s was closed: %(lines)s", **at)
    if event.went_out is None:
        return _("Round %(round)s was closed: no one went out; %(lines)s", **at)
    at["player"] = replay.name(event.went_out)
    book = replay.counted_by(event.round)
    bonus = book.off_for_going_out(book.round_of(event.round), event.one_turn)
    at["bonus"] = reward(book, bonus)
    if event.one_turn and bonus:
        return _("Round %(round)s was closed: %(player)s went down and out in one turn for %(bonus)s; %(lines)s", **at)
    if event.one_turn:
        return _("Round %(round)s was closed: %(player)s went down and out in one turn; %(lines)s", **at)
    if bonus:
        return _("Round %(round)s was closed: %(player)s went out for %(bonus)s; %(lines)s", **at)
    return _("Round %(round)s was closed: %(player)s went out; %(lines)s", **at)


@tells(ev.CellCorrected, N_("Correction"))
def _cell(replay: Replay, event: ev.CellCorrected) -> str:
    line, player = event.line, replay.name(event.seat)
    if event.round > len(replay.rounds) or event.seat not in replay.rounds[event.round - 1].cells:
        # undone together with the closing it stood on
        return in_line(event.round, player, _("Corrected to %(line)s", line=line))
    before = replay.rounds[event.round - 1].cells[event.seat].line
    was = before if before.points == line.points else as_read(before.points)
    return in_line(event.round, player, _("%(was)s corrected to %(line)s", was=was, line=line))


@tells(ev.WinnerCorrected, N_("Who went out"))
def _winner(replay: Replay, event: ev.WinnerCorrected) -> str:
    # nobody where it was undone together with the closing it stood on
    before = replay.rounds[event.round - 1].out if event.round <= len(replay.rounds) else Out(None)
    left = {seat: line for seat, line in event.lines.items() if seat != event.went_out}
    brief = _winner_corrected(replay, event, before)
    if not left:
        return Told(brief)
    lines = _lines(replay, event.round, left, event.one_turn)
    return Told(_("%(correction)s; %(lines)s", correction=brief, lines=lines), brief)


def _winner_corrected(replay: Replay, event: ev.WinnerCorrected, before: Out) -> str:
    """``before``: who had gone out until then."""
    at: dict[str, object] = {"round": event.round, "player": replay.name(event.went_out)}
    if event.went_out is None:
        return _("Round %(round)s corrected: no one went out, not %(before)s", **at, before=replay.name(before.seat))
    if before.seat in (None, event.went_out):
        if event.one_turn:
            return _("Round %(round)s corrected: %(player)s went down and out in one turn", **at)
        if before.one_turn:
            return _("Round %(round)s corrected: %(player)s went out, but had gone down earlier", **at)
        return _("Round %(round)s corrected: %(player)s went out", **at)
    at["before"] = replay.name(before.seat)
    if event.one_turn:
        return _("Round %(round)s corrected: %(player)s went down and out in one turn, not %(before)s", **at)
    return _("Round %(round)s corrected: %(player)s went out, not %(before)s", **at)
