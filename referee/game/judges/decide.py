"""The one judge of everything that can be wanted in a game: a command in, a decision out."""

from __future__ import annotations

import dataclasses
import typing
from collections.abc import Mapping

from referee.game import commands as cmd
from referee.game.commands import (
    CloseRound,
    Command,
    CorrectCell,
    CountRound,
    EnterCardsLeft,
    LoseTurn,
    RecordPlay,
    SayWentOut,
)
from referee.game.events import Recorded, RoundVoided, RulebookChanged, RuleDecided, RuleRevoked
from referee.game.fold import advance, as_seen, sentences
from referee.game.judges import calls, closing, course, house_rules, irregular, lines, may_i, melds, outcome, seats
from referee.game.judges.hands import read_lines
from referee.game.judges.outcome import (
    DECIDES,
    Accepted,
    Conflict,
    Decision,
    NeedsConfirmation,
    Problem,
    Query,
    Refused,
    Stale,
    conflict,
    refused,
)
from referee.game.judges.seats import can_sit_down, changes_from, decide_opening, has_room, opening_totals
from referee.game.judges.stale import line_of, round_of, running_as_seen, told_by
from referee.game.rulings.plays import acting
from referee.game.stamps import stamp_at
from referee.game.state import GameState
from referee.rules.rulings import Phrase, phrase

JUDGES = (calls, closing, course, house_rules, irregular, lines, may_i, melds, seats)
"""Who judges what: each module registers its judges (``outcome.decides``) when it is imported."""
outcome.check_complete()


def decide(state: GameState, command: Command, seen: int, stamp: str = "") -> Decision:
    """What comes of a command in this state, given by a phone that had seen the log up to ``seen``.

    ``stamp`` is the stamp of that log; empty for a phone that knows none. Never raises for what a person can send;
    nothing is written by a refusal.
    """
    if stamp and stamp != stamp_at(state, seen):
        return _on_another_log(state, command)
    if not 0 <= seen <= state.number:
        return refused("seen", phrase("another_game"))
    stops = (
        _without_rules(state, command)
        or _left_already(state, command)
        or _of_another_deal(state, command, seen)
        or _of_other_rules(state, command, seen)
    )
    return stops or DECIDES[type(command)](state, command, seen)


NEWEST_ENTRY = phrase("newest_entry")
"""What is shown of another log beside an entry that clashes with nothing in it: nothing of theirs is replaced."""
_BY_RULES = (
    cmd.RecordCut, cmd.SayWentOut, cmd.CorrectWinner, cmd.SayBuys, cmd.RecordRuling, cmd.DecideRule, cmd.AgreeRules,
    cmd.RevokeRule, cmd.ChangeRulebook, *typing.get_args(cmd.PlayCommand),
)  # fmt: skip
"""Commands that are of a game with a rulebook."""
_ONLY_OPENED = 1
"""The number of a log that holds no more than its opening."""


def _on_another_log(state: GameState, command: Command) -> Decision:
    """For a phone that has seen another log: the book was restored, or lost its last entries, and others went on.

    Whatever this would write stands beside what is there, and the table chooses. An entry that is named by its number
    is another one here.
    """
    also = command.typed.get("also") if isinstance(command, RecordPlay) else None
    if getattr(command, "target", None) is not None or also is not None:
        return refused("seen", phrase("another_log"))
    decision = decide(state, command, _ONLY_OPENED)
    if isinstance(decision, Refused | Stale) or (isinstance(decision, Accepted) and not decision.events):
        return decision
    return conflict(
        NEWEST_ENTRY,
        phrase("as_written", words=sentences(state)[-1]),
        _wanted(state, command, decision),
        (state.log[-1].by, state.log[-1].at),
    )


def _wanted(state: GameState, command: Command, decision: Decision) -> Phrase:
    """What a command would write, as the history would tell it, as far as that is clear."""
    if isinstance(decision, NeedsConfirmation):
        said_yes: Command = dataclasses.replace(typing.cast("typing.Any", command), confirmed=True)
        decision = decide(state, said_yes, _ONLY_OPENED)
    if not isinstance(decision, Accepted):
        return phrase("your_entry")
    at = state.log[-1].at
    events = [Recorded(state.number + place, at, "", event) for place, event in enumerate(decision.events, start=1)]
    return phrase("as_written", words=sentences(advance(state, events))[-1])


def _without_rules(state: GameState, command: Command) -> Refused | None:
    """What a game without a rulebook knows nothing of: it has points, and no plays, no going out and no rules.
    Where it is counted by taps, no points are told of a round that is played."""
    if state.book.has_referee:
        return None
    if isinstance(command, _BY_RULES) or getattr(command, "says_went_out", False):
        return refused("game", phrase("no_referee", rulebook=state.book.name))
    typed = (cmd.EnterCardsLeft, cmd.ClearCardsLeft, cmd.CountRound)
    if state.book.by_taps and (isinstance(command, typed) or (isinstance(command, CloseRound) and command.cards)):
        return refused("game", phrase("counted_by_taps", rulebook=state.book.name))
    return None


def _left_already(state: GameState, command: Command) -> Refused | None:
    """Whoever left in the middle of a round does nothing more in it; their melds lie there for the others."""
    running = state.running
    if running is None or not running.away or getattr(command, "round", 0) != running.number:
        return None
    if isinstance(command, RecordPlay):
        does = acting(command)
    elif isinstance(command, SayWentOut) and command.seat is not None:
        does = (command.seat,)
    elif isinstance(command, LoseTurn):
        does = () if command.passed else (command.by, command.seat)
    else:
        return None
    gone = next((seat for seat in running.away if seat in does), None)
    return None if gone is None else refused("seat", phrase("left_in_mid_round", name=state.name(gone)), seat=gone)


def _of_another_deal(state: GameState, command: Command, seen: int) -> Stale | None:
    """An entry for the running round from a phone that saw another deal of it."""
    running = state.running
    if running is None or seen >= state.number or getattr(command, "round", 0) != running.number:
        return None
    if not any(isinstance(each.event, RoundVoided) and each.event.round == running.number for each in state.log):
        return None
    then = running_as_seen(state, running.number, seen)
    if then is None or then.voided == running.voided:
        return None
    wanted = _wanted(state, command, DECIDES[type(command)](state, command, state.number))
    now = phrase("dealt_again") if running.voided > then.voided else phrase("old_deal_counts")
    return conflict(
        phrase("round", round=running.number), now, wanted, told_by(state, RoundVoided, round=running.number)
    )


def _of_other_rules(state: GameState, command: Command, seen: int) -> Stale | None:
    """What was told of a round on a phone when other rules counted in it: cards by what they cost then, and any play
    after the rulebook was changed. They are judged by the rules of their moment, and asked about."""
    if seen >= state.number or not isinstance(number := getattr(command, "round", None), int):
        return None
    then = as_seen(state, seen)
    if then.book is state.book or round_of(state, number) is None:
        return None
    by = told_by(state, RulebookChanged, RuleDecided, RuleRevoked)
    if isinstance(command, RecordPlay):
        if then.opened_book.digest == state.opened_book.digest:
            return None
        wanted = _wanted(then, command, DECIDES[type(command)](then, command, then.number))
        now = phrase("rules_are_now", rulebook=state.book.name)
        return conflict(phrase("round", round=number), now, wanted, by)
    conflicts = []
    for seat, cards in _cards_told(command).items():
        before, after = (read_lines(book, {seat: cards}) for book in (then.book_in(number), state.book_in(number)))
        if isinstance(before, Refused) or isinstance(after, Refused) or seat not in state.by_id:
            continue
        if before[seat].points != after[seat].points:
            now = phrase("line_by_rules", line=after[seat], rulebook=state.book.name)
            wanted = phrase("line_by_rules", line=before[seat], rulebook=then.book.name)
            conflicts.append(Conflict(line_of(state, number, seat), now, wanted, *by, seat))
    return Stale(tuple(conflicts)) if conflicts else None


def _cards_told(command: Command) -> Mapping[int, str]:
    """By seat, the cards left that a command tells."""
    match command:
        case EnterCardsLeft() | CorrectCell():
            return {command.seat: command.cards}
        case CountRound() | CloseRound():
            return command.cards
    return {}


__all__ = [
    "Accepted", "Conflict", "Decision", "NeedsConfirmation", "Problem", "Query", "Refused", "Stale", "can_sit_down",
    "changes_from", "decide", "decide_opening", "has_room", "opening_totals",
]  # fmt: skip
