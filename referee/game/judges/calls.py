"""Judges of the screw-over and of the Shanghai call, as they are recorded."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee.game import events as ev
from referee.game.fold import undone_in
from referee.game.judges.melds import (
    absent,
    judge,
    meld_changed,
    records,
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
from referee.game.rulings import melds, plays
from referee.game.rulings.plays import Play
from referee.game.state import GameState, RunningRound
from referee.rules.cards import format_meld
from referee.rules.questions.kinds import MELD
from referee.rules.rulings import Phrase, phrase


@records("screw", phrase("a_screw_over"))
def _screw(state: GameState, running: RunningRound, play: Play, seen: int) -> Decision:
    by, owner, meld = play.values["by"], play.values["owner"], play.get("meld")
    stop: Refused | Stale | None = absent(running, by, owner)
    if stop:
        return stop
    if play.noted and running.play.screws.get(by) == owner:
        return Accepted()
    if stop := _screwed_meanwhile(state, play, seen):
        return stop
    lays_off = play.get("use") == "lay_off"
    onto = play.get("onto") if lays_off else None
    for number in (meld, onto):
        if stop := meld_changed(state, running, number, play.text("take"), seen):
            return stop
    ruling = judge(state, running, play)
    if isinstance(ruling, Refused):
        return _noted_screw(running, play) if _may_be(ruling, noted=play.noted) else ruling
    adds, findings = ruling.adds, Findings()
    was = play.text("cards_of") if meld is None else melds.lying(running, meld).cards
    onto_was = play.text("onto_cards") if lays_off else ""
    if onto is not None:
        onto_was = adds["meld"] if onto == meld else melds.lying(running, onto, "onto").cards
    laid, became = _used(state, running, play, findings)
    gone = "" if meld is None else play.text("take") if adds["meld"] else was
    if stop := too_many(state, running, laid, gone):
        return stop
    replaces = None
    if owed := running.play.owes.get(by):
        replaces = str(melds.replaced_by(state, running, _laid(play)[0], owed).adds["replaces"])
    event = ev.ScrewedOver(
        round=play.round,
        turn=running.play.next_turn(by, play.get("down")),
        by=by,
        owner=owner,
        meld=meld,
        was=was,
        take=format_meld(MELD.read("take", play.text("take"))),
        give=format_meld(MELD.read("give", play.text("give"))),
        use=play.text("use"),
        melds=tuple(laid),
        replaces=replaces,
        onto=onto,
        onto_was=onto_was,
        onto_became=became,
        to_owner=adds["to_owner"],
        stays=adds["meld"],
        owed=adds["owed"] if adds["owner_square_one"] else None,
    )
    return findings.otherwise(play.confirmed, event)


def _laid(play: Play) -> tuple[str, ...]:
    """What the taker melds with the card: the whole contract, one new meld, or the cards laid off."""
    rows: Sequence[str] = play.get("use_cards") or ()
    return tuple(rows) if play.get("use") == "contract" else (" ".join(rows),)


def _may_be(refusal: Refused, *, noted: bool) -> bool:
    """Whether a note stands for now: nothing is against it, only facts are missing."""
    return noted and all(
        isinstance(problem.says, Phrase) and problem.says.name == "need" for problem in refusal.problems
    )


def _noted_screw(running: RunningRound, play: Play) -> Accepted:
    by, owner = play.values["by"], play.values["owner"]
    turn = running.play.next_turn(by, play.get("down"))
    unknown = dict.fromkeys(("was", "take", "give", "use", "onto_was", "onto_became", "to_owner", "stays"), "")
    nothing = {"meld": None, "melds": (), "replaces": None, "onto": None, "owed": None}
    event = ev.ScrewedOver(play.round, turn, by, owner, **unknown, **nothing)  # type: ignore[arg-type]
    return Accepted((event,))


def _screwed_meanwhile(state: GameState, play: Play, seen: int) -> Stale | None:
    """Another phone has told a whole screw-over by the same player: what it was, beside what this one tells."""
    undone, by, take = undone_in(state), play.values["by"], play.text("take")
    theirs = [
        entry for entry in state.log[seen:] if isinstance(entry.event, ev.ScrewedOver) and entry.seq not in undone
    ]
    for entry in theirs:
        event = entry.event
        assert isinstance(event, ev.ScrewedOver)
        if (event.round, event.by) == (play.round, by) and event.take and take:
            now, wanted = (
                phrase("screwed_whom", by=state.name(by), owner=state.name(owner), card=card)
                for owner, card in ((event.owner, event.take), (play.values["owner"], take))
            )
            changed = phrase("screw_over_by", name=state.name(by))
            return conflict(changed, now, wanted, (entry.by, entry.at), by, adds=True, wrong="by")
    return None


def _used(state: GameState, running: RunningRound, play: Play, findings: Findings) -> tuple[Sequence[str], str]:
    """What lies on the table by the use of the card: the melds (or cards laid off), and the meld laid onto after it."""
    laid, reading = _laid(play), play.text("reading")
    if play.get("use") == "contract":
        return which_contract(findings, melds.contract(state, running, laid), reading), ""
    as_laid = format_meld(MELD.read("melds", laid[0]))
    if play.get("use") == "new_meld":
        readings = melds.readings_of(state, running, laid[0]) or [as_laid]
        return (which(findings, readings, reading, "melds"),), ""
    ruling = melds.laid_off(state, running, plays.screw_onto(running, play), laid[0])
    became = which(findings, ruling.adds.get("readings") or [ruling.adds["meld"]], reading, "melds")
    return (as_laid,), became


def _called_before(state: GameState, seen: int, call: Phrase, **facts: Any) -> Stale | None:
    """The question whether such a call counts once more, where it was told since whoever tells it looked."""
    earlier = told_since(state, seen, ev.ShanghaiCalled, **facts)
    return conflict(phrase("shanghai_call"), call, call, earlier, facts["seat"], adds=True) if earlier else None


@records("shanghai", phrase("a_shanghai_call"))
def _shanghai(state: GameState, running: RunningRound, play: Play, seen: int) -> Decision:
    seat, discarder, meld = play.values["seat"], play.values["discarder"], play.get("meld")
    stop: Refused | Stale | None = absent(running, seat, discarder)
    if stop := stop or meld_changed(state, running, meld, play.text("card"), seen):
        return stop
    ruling = judge(state, running, play)
    if isinstance(ruling, Refused):
        if not _may_be(ruling, noted=play.noted):
            return ruling
        call = phrase("call_of", name=state.name(seat), discarder=state.name(discarder))
        if twice := _called_before(state, seen, call, round=play.round, seat=seat, discarder=discarder):
            return twice
        return Accepted((ev.ShanghaiCalled(play.round, seat, discarder, "", None, "", ""),))
    card = melds.card_names(play.text("card"))[0]
    call = phrase("call_on", name=state.name(seat), card=card)
    if twice := _called_before(state, seen, call, round=play.round, seat=seat, discarder=discarder, card=card):
        return twice
    if seat == discarder:
        return Accepted((ev.ShanghaiCalled(play.round, seat, discarder, card, None, "", ""),))
    lying = list(running.play.melds.values())
    table = melds.with_those([laid.cards for laid in lying], play.get("table") or ())
    fits: Sequence[int] = ruling.adds["melds"]
    named = [index for index in fits if index >= len(lying) or lying[index].id == meld]
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
    became = which(findings, adds.get("readings") or [adds["meld"]], play.text("reading"))
    number = lying[index].id if index < len(lying) else None
    was = table[index] if number is None else lying[index].cards  # as the log has it: suits may be named only now
    event = ev.ShanghaiCalled(play.round, seat, discarder, card, number, was, became)
    return findings.otherwise(play.confirmed, event)
