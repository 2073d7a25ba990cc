"""Judges of the screw-over and of the Shanghai call, as they are recorded."""

from __future__ import annotations

from collections.abc import Sequence

from referee.game import commands as cmd
from referee.game import events as ev
from referee.game.fold import undone_in
from referee.game.judges.melds import (
    absent,
    decides_in_play,
    judge,
    meld_changed,
    too_many,
    which,
    which_contract,
)
from referee.game.judges.outcome import (
    Accepted,
    Decision,
    Findings,
    Refused,
    Stale,
    conflict,
    refused,
)
from referee.game.judges.stale import told_since
from referee.game.rulings import melds
from referee.game.state import GameState, RunningRound
from referee.rules.cards import format_meld
from referee.rules.questions.kinds import MELD
from referee.rules.rulings import Phrase, phrase


@decides_in_play(cmd.ScrewOver, phrase("a_screw_over"))
def _screw(state: GameState, running: RunningRound, command: cmd.ScrewOver, seen: int) -> Decision:
    stop: Refused | Stale | None = absent(running, command.by, command.owner)
    if stop:
        return stop
    if command.noted and running.play.screws.get(command.by) == command.owner:
        return Accepted()
    if stop := _screwed_meanwhile(state, command, seen):
        return stop
    lays_off = command.use == "lay_off"
    onto = command.onto if lays_off else None
    for number in (command.meld, onto):
        if stop := meld_changed(state, running, number, command.take, seen):
            return stop
    answer = judge(state, running, command, command.by)
    if isinstance(answer, Refused):
        return _noted_screw(running, command) if _may_be(answer, noted=command.noted) else answer
    play, adds, findings = running.play, answer.ruling.adds, Findings()
    was = command.cards if command.meld is None else melds.lying(running, command.meld).cards
    onto_was = command.onto_cards if lays_off else ""
    if onto is not None:
        onto_was = adds["meld"] if onto == command.meld else melds.lying(running, onto, "onto").cards
    laid, became = _used(state, running, command, findings)
    gone = "" if command.meld is None else command.take if adds["meld"] else was
    if stop := too_many(state, running, laid, gone):
        return stop
    replaces = None
    if owed := play.owes.get(command.by):
        replaces = str(melds.replaced_by(state, running, command.melds[0], owed).adds["replaces"])
    event = ev.ScrewedOver(
        round=command.round,
        turn=play.next_turn(command.by, command.down),
        by=command.by,
        owner=command.owner,
        meld=command.meld,
        was=was,
        take=format_meld(MELD.read("take", command.take)),
        give=format_meld(MELD.read("give", command.give)),
        use=command.use or "",
        melds=tuple(laid),
        replaces=replaces,
        onto=onto,
        onto_was=onto_was,
        onto_became=became,
        to_owner=adds["to_owner"],
        stays=adds["meld"],
        owed=adds["owed"] if adds["owner_square_one"] else None,
    )
    return findings.otherwise(command.confirmed, event)


def _may_be(refusal: Refused, *, noted: bool) -> bool:
    """Whether a note stands for now: nothing is against it, only facts are missing."""
    return noted and all(
        isinstance(problem.says, Phrase) and problem.says.name == "need" for problem in refusal.problems
    )


def _noted_screw(running: RunningRound, command: cmd.ScrewOver) -> Accepted:
    turn = running.play.next_turn(command.by, command.down)
    unknown = dict.fromkeys(("was", "take", "give", "use", "onto_was", "onto_became", "to_owner", "stays"), "")
    nothing = {"meld": None, "melds": (), "replaces": None, "onto": None, "owed": None}
    event = ev.ScrewedOver(command.round, turn, command.by, command.owner, **unknown, **nothing)  # type: ignore[arg-type]
    return Accepted((event,))


def _screwed_meanwhile(state: GameState, command: cmd.ScrewOver, seen: int) -> Stale | None:
    """Another phone has told a whole screw-over by the same player: what it was, beside what this one tells."""
    undone = undone_in(state)
    theirs = [
        entry for entry in state.log[seen:] if isinstance(entry.event, ev.ScrewedOver) and entry.seq not in undone
    ]
    for entry in theirs:
        event = entry.event
        assert isinstance(event, ev.ScrewedOver)
        if (event.round, event.by) == (command.round, command.by) and event.take and command.take:
            now, wanted = (
                phrase("screwed_whom", by=state.name(screw.by), owner=state.name(screw.owner), card=screw.take)
                for screw in (event, command)
            )
            changed = phrase("screw_over_by", name=state.name(command.by))
            return conflict(changed, now, wanted, (entry.by, entry.at), command.by, adds=True, wrong="by")
    return None


def _used(
    state: GameState, running: RunningRound, command: cmd.ScrewOver, findings: Findings
) -> tuple[Sequence[str], str]:
    """What lies on the table by the use of the card: the melds (or cards laid off), and the meld laid onto after it."""
    if command.use == "contract":
        return which_contract(findings, melds.contract(state, running, command.melds), command.reading), ""
    as_laid = format_meld(MELD.read("melds", command.melds[0]))
    if command.use == "new_meld":
        readings = melds.readings_of(state, running, command.melds[0]) or [as_laid]
        return (which(findings, readings, command.reading, "melds"),), ""
    ruling = melds.laid_off(state, running, melds.screw_onto(running, command), command.melds[0])
    became = which(findings, ruling.adds.get("readings") or [ruling.adds["meld"]], command.reading, "melds")
    return (as_laid,), became


@decides_in_play(cmd.CallShanghai, phrase("a_shanghai_call"))
def _shanghai(state: GameState, running: RunningRound, command: cmd.CallShanghai, seen: int) -> Decision:
    stop: Refused | Stale | None = absent(running, command.seat, command.discarder)
    if stop:
        return stop
    if stop := meld_changed(state, running, command.meld, command.card, seen):
        return stop
    answer = judge(state, running, command, command.seat)
    if isinstance(answer, Refused):
        note = ev.ShanghaiCalled(command.round, command.seat, command.discarder, "", None, "", "")
        return Accepted((note,)) if _may_be(answer, noted=command.noted) else answer
    card = melds.card_names(command.card)[0]
    facts = {"round": command.round, "seat": command.seat, "discarder": command.discarder, "card": card}
    if earlier := told_since(state, seen, ev.ShanghaiCalled, **facts):
        call = phrase("call_on", name=state.name(command.seat), card=card)
        changed = phrase("shanghai_call")
        return conflict(changed, call, call, earlier, command.seat, adds=True)
    lying = list(running.play.melds.values())
    table = melds.shanghai_table(running, command)
    fits: Sequence[int] = answer.ruling.adds["melds"]
    if command.seat == command.discarder:
        event = ev.ShanghaiCalled(command.round, command.seat, command.discarder, card, None, "", "")
        return Accepted((event,))
    recorded = [meld.id for meld in lying]
    named = [index for index in fits if index >= len(lying) or recorded[index] == command.meld]
    chosen = named or fits
    if len(chosen) > 1:
        about = {"card": card, "melds": [table[index] for index in fits]}
        return (
            refused("meld", phrase("which_meld", **about))
            if any(index < len(lying) for index in chosen)
            else refused("table", phrase("name_the_meld", **about))
        )
    index = chosen[0]
    adds, findings = melds.laid_off(state, running, table[index], card).adds, Findings()
    became = which(findings, adds.get("readings") or [adds["meld"]], command.reading)
    number = recorded[index] if index < len(lying) else None
    was = table[index] if number is None else lying[index].cards  # as the log has it: suits may be named only now
    event = ev.ShanghaiCalled(command.round, command.seat, command.discarder, card, number, was, became)
    return findings.otherwise(command.confirmed, event)
