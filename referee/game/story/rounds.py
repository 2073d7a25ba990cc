"""The sentences of counting: going out, cards left, closing a round, corrections."""

from __future__ import annotations

from collections.abc import Mapping

from referee.game import events as ev
from referee.game.replay import Replay
from referee.game.story.events import Told, by_player, in_line, in_round, tells
from referee.game.values import Line
from referee.messages import gettext as _


def _lines(replay: Replay, lines: Mapping[int, Line]) -> str:
    return ", ".join(f"{replay.name(seat)} {line}" for seat, line in lines.items())


@tells(ev.CutRecorded)
def _cut(replay: Replay, event: ev.CutRecorded) -> str:
    at = by_player(replay, event)
    if event.exact:
        return in_round(event.round, _("%(player)s cut exactly", **at))
    return in_round(event.round, _("%(player)s didn’t cut exactly", **at))


@tells(ev.WentOutSaid)
def _went_out(replay: Replay, event: ev.WentOutSaid) -> str:
    return in_round(event.round, _("%(player)s went out", **by_player(replay, event)))


@tells(ev.CardsLeftEntered)
def _entered(replay: Replay, event: ev.CardsLeftEntered) -> str:
    line = Line(event.cards, event.points)
    before = replay.entered.get((event.round, event.seat))
    at = {**by_player(replay, event), "points": line.points}
    cards = str(line).removeprefix(str(line.points)).lstrip()
    if before is None or before.line == line:
        return in_line(event.round, _("%(player)s: %(points)s", **at), cards)
    was = before.line if before.points == line.points else before.points
    return in_line(event.round, _("%(player)s: %(was)s changed to %(points)s", **at, was=was), cards)


@tells(ev.CardsLeftCleared)
def _cleared(replay: Replay, event: ev.CardsLeftCleared) -> str:
    before, at = replay.entered.get((event.round, event.seat)), by_player(replay, event)
    if before is None:
        return in_line(event.round, _("%(player)s: entry removed", **at))
    return in_line(event.round, _("%(player)s: %(line)s removed", **at, line=before.line))


@tells(ev.RoundClosed)
def _closed(replay: Replay, event: ev.RoundClosed) -> str:
    left = {seat: line for seat, line in event.lines.items() if seat != event.went_out}
    bonus = replay.book.go_out_bonus if event.went_out is not None else 0
    who = {"player": replay.name(event.went_out)}
    out = _("%(player)s went out for −%(bonus)s", **who, bonus=bonus) if bonus else _("%(player)s went out", **who)
    finished = ". " + _("That finished the game") if event.finishes else ""
    sentence = Told(_("Round %(round)s was closed", round=event.round), f": {out}; {_lines(replay, left)}{finished}")
    entered = {seat: replay.entered.get((event.round, seat)) for seat in left}
    if replay.out_said.get(event.round, -1) == event.went_out and all(
        before is not None and before.line == left[seat] for seat, before in entered.items()
    ):
        sentence.beside = f"{sentence.brief}{finished}"
    return sentence


@tells(ev.CellCorrected)
def _cell(replay: Replay, event: ev.CellCorrected) -> str:
    line = Line(event.cards, event.points)
    at = {**by_player(replay, event), "line": line}
    if event.round > len(replay.rounds) or event.seat not in replay.rounds[event.round - 1].cells:
        # undone together with the closing it stood on
        return in_line(event.round, _("%(player)s: corrected to %(line)s", **at))
    before = replay.rounds[event.round - 1].cells[event.seat].line
    was = before if before.points == line.points else before.points
    return in_line(event.round, _("%(player)s: %(was)s corrected to %(line)s", **at, was=was))


@tells(ev.WinnerCorrected)
def _winner(replay: Replay, event: ev.WinnerCorrected) -> str:
    before = replay.rounds[event.round - 1].went_out if event.round <= len(replay.rounds) else None
    left = {seat: line for seat, line in event.lines.items() if seat != event.went_out}
    lines = f"; {_lines(replay, left)}" if left else ""
    brief = _(
        "Round %(round)s corrected: %(player)s went out, not %(before)s",
        round=event.round,
        player=replay.name(event.went_out),
        before=replay.name(before),
    )
    return Told(brief, lines)
