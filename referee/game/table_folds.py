"""What the events of a round in play do to what is known of it; ``fold`` takes them over."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from referee.game import table_events as te
from referee.game.events import Event, Recorded
from referee.game.house_decisions import Decided
from referee.game.play import Duty, Irregularity, OnTable, Play, Protected, Stolen, Take, meld_id
from referee.game.replay import Senseless, Table
from referee.game.state import Extra
from referee.rules.cards import split_cards
from referee.rules.speech.words import written_out

E = TypeVar("E")
_SEATS = ("seat", "active", "by", "owner", "discarder")
"""Fields of the events that name a seat."""
TABLE_FOLDS: dict[type[Event], Callable[[Table, Any, Recorded], None]] = {}


def _folds(kind: type[E]) -> Callable[[Callable[[Table, E, Recorded], None]], Callable[[Table, E, Recorded], None]]:
    def register(function: Callable[[Table, E, Recorded], None]) -> Callable[[Table, E, Recorded], None]:
        def folded(table: Table, event: E, recorded: Recorded) -> None:
            for field in _SEATS:
                if (seat := getattr(event, field, None)) is not None:
                    table.seat(seat)  # whoever did something cannot have never sat down
            function(table, event, recorded)

        TABLE_FOLDS[kind] = folded  # type: ignore[index]
        return function

    return register


@_folds(te.MayITaken)
def _may_i(table: Table, event: te.MayITaken, recorded: Recorded) -> None:
    play = table.play(event.round)
    take = Take(event.seat, event.active, event.same, event.penalty, event.price, recorded.seq)
    # discards are taken before anything else happens in a turn, so all that was told before was an earlier one
    table.set_play(
        event.round,
        play.but(
            turn=play.turn if event.same else play.turn + 1,
            on_turn=event.active,
            takes=(*play.takes, take),
            chain=event.seat,
            protected=None,
        ),
    )
    table.buys[event.seat] = table.buys.get(event.seat, 0) + 1


def _on_turn(play: Play, seat: int, turn: int, **changes: Any) -> Play:
    """Somebody has acted on their own turn: no discard can be asked for any more in it."""
    duties = {who: duty for who, duty in play.duties.items() if duty.turn == turn}
    return play.but(**{"turn": turn, "on_turn": seat, "chain": None, "protected": None, "duties": duties, **changes})


def _laid(play: Play, seq: int, owner: int, melds: tuple[str, ...]) -> dict[int, OnTable]:
    ids = {meld_id(seq, index): cards for index, cards in enumerate(melds)}
    return {**play.melds, **{number: OnTable(number, owner, cards) for number, cards in ids.items()}}


def _changed(table: Table, play: Play, number: int, was: str, became: str) -> dict[int, OnTable]:
    """The melds with one changed, or gone where nothing is left of it; Senseless if it is not as it was."""
    meld = play.melds.get(number)
    if meld is None:
        raise Senseless("The meld would not lie on the table.")
    if meld.cards != was:
        raise Senseless(f"{table.name(meld.owner)}'s meld ({written_out(meld.cards)}) has changed since.")
    melds = dict(play.melds)
    if became:
        melds[number] = OnTable(number, meld.owner, became)
    else:
        del melds[number]
    return melds


def _replaced(play: Play, seat: int, owed: str | None) -> dict[int, tuple[str, ...]]:
    """What is owed once a seat has replaced one meld; Senseless if that was not owed."""
    owes = dict(play.owes)
    if owed is None:
        return owes
    left = list(owes.get(seat, ()))
    if owed not in left:
        raise Senseless(f"A {owed} was put down that nobody owed.")
    left.remove(owed)
    owes[seat] = tuple(left)
    return {who: what for who, what in owes.items() if what}


def _without_duty(play: Play, seat: int, cards: str) -> dict[int, Duty]:
    """What must still be done with wild cards once a seat has laid these."""
    duty = play.duties.get(seat)
    used = duty is not None and duty.wild in {card.partition("=")[0] for card in split_cards(cards)}
    return {who: one for who, one in play.duties.items() if not (used and who == seat)}


@_folds(te.WentDown)
def _down(table: Table, event: te.WentDown, recorded: Recorded) -> None:
    play = table.play(event.round)
    if event.seat in play.down:
        raise Senseless(f"{table.name(event.seat)} would go down twice.")
    melds = _laid(play, recorded.seq, event.seat, event.melds)
    down = {**play.down, event.seat: event.turn}
    table.set_play(event.round, _on_turn(play, event.seat, event.turn, melds=melds, down=down))


@_folds(te.MeldLaid)
def _meld_laid(table: Table, event: te.MeldLaid, recorded: Recorded) -> None:
    play = table.play(event.round)
    down = dict(play.down)
    if event.replaces is not None:
        down[event.seat] = event.turn  # they wait for a later turn again
    else:
        down.setdefault(event.seat, 0)
    owes = _replaced(play, event.seat, event.replaces)
    melds = _laid(play, recorded.seq, event.seat, (event.cards,))
    changed = _on_turn(play, event.seat, event.turn, melds=melds, down=down, owes=owes)
    table.set_play(event.round, changed.but(duties=_without_duty(changed, event.seat, event.cards)))


def _onto(table: Table, event: te.LaidOff | te.WildTaken) -> Play:
    """The round once somebody who is down has put cards to a meld."""
    play = table.play(event.round)
    melds = _changed(table, play, event.meld, event.was, event.became)
    return _on_turn(play, event.seat, event.turn, melds=melds, down={event.seat: 0, **play.down})


@_folds(te.LaidOff)
def _laid_off(table: Table, event: te.LaidOff, _: Recorded) -> None:
    changed = _onto(table, event)
    table.set_play(event.round, changed.but(duties=_without_duty(changed, event.seat, event.cards)))


@_folds(te.WildTaken)
def _wild_taken(table: Table, event: te.WildTaken, _: Recorded) -> None:
    changed = _onto(table, event)
    if event.duty != "any time":
        changed = changed.but(duties={**changed.duties, event.seat: Duty(event.wild, event.duty, event.turn)})
    table.set_play(event.round, changed)


@_folds(te.ScrewedOver)
def _screwed(table: Table, event: te.ScrewedOver, recorded: Recorded) -> None:
    play = table.play(event.round)
    if event.by in play.screws:
        raise Senseless(f"{table.name(event.by)} would use the screw-over twice.")
    if event.meld is not None:
        play = play.but(melds=_changed(table, play, event.meld, event.was, event.stays))
    if event.onto is not None:
        play = play.but(melds=_changed(table, play, event.onto, event.onto_was, event.onto_became))
    down = {event.by: 0, **play.down}
    if event.use == "contract" or event.replaces is not None:
        down[event.by] = event.turn
    lies = event.onto
    melds = play.melds
    if event.use != "lay_off":
        melds = _laid(play, recorded.seq, event.by, event.melds)
        lies = meld_id(recorded.seq, next(i for i, cards in enumerate(event.melds) if _holds(cards, event.take)))
    owes = _replaced(play, event.by, event.replaces)
    if event.owed is not None:
        owes[event.owner] = (*owes.get(event.owner, ()), event.owed)
    stolen = Stolen(event.take.partition("=")[0], event.owner, event.by, lies)
    # a card stolen before whose meld went back to a hand may be melded anew: then nobody knows where
    kept = tuple(
        Stolen(one.card, one.victim, one.by, None) if one.meld is not None and one.meld not in melds else one
        for one in play.stolen
    )
    table.set_play(
        event.round,
        _on_turn(
            play,
            event.by,
            event.turn,
            melds=melds,
            down=down,
            owes=owes,
            screws={**play.screws, event.by: event.owner},
            stolen=(*kept, stolen),
            received=_received(play, event.owner),
        ),
    )


def _holds(cards: str, take: str) -> bool:
    name = take.partition("=")[0]
    return name in {card.partition("=")[0] for card in split_cards(cards)}


def _received(play: Play, seat: int) -> dict[int, int]:
    return {**play.received, seat: play.received.get(seat, 0) + 1}


@_folds(te.ShanghaiCalled)
def _shanghai(table: Table, event: te.ShanghaiCalled, _: Recorded) -> None:
    play = table.play(event.round)
    play = play.but(turn=play.turn + 1, on_turn=None, chain=None)  # a discard ends a turn
    if event.seat == event.discarder:
        table.set_play(event.round, play.but(protected=Protected(event.card, event.discarder)))
        return
    melds = play.melds if event.meld is None else _changed(table, play, event.meld, event.was, event.became)
    received = _received(play, event.discarder)  # the discarder draws a card from the caller's hand
    table.set_play(event.round, play.but(protected=None, melds=melds, received=received))


@_folds(te.StockShuffled)
def _shuffled(table: Table, event: te.StockShuffled, _: Recorded) -> None:
    play = table.play(event.round)
    table.set_play(event.round, play.but(shuffles=play.shuffles + 1))


@_folds(te.IrregularityNoted)
def _irregular(table: Table, event: te.IrregularityNoted, recorded: Recorded) -> None:
    play = table.play(event.round)
    noted = Irregularity(
        event.seat, event.kind, event.remedy, event.points, event.text, recorded.seq, recorded.at, recorded.by
    )
    table.set_play(event.round, play.but(irregularities=(*play.irregularities, noted)))
    if event.remedy == "points" and event.seat is not None:
        extra = Extra(event.kind, event.points, event.text, recorded.at, recorded.by, recorded.seq)
        table.add_extra(event.round, event.seat, extra)


@_folds(te.RuleDecided)
def _rule_decided(table: Table, event: te.RuleDecided, recorded: Recorded) -> None:
    decision = Decided(
        recorded.seq,
        recorded.at,
        recorded.by,
        event.topic,
        event.values,
        event.clauses,
        event.after,
        event.precedent,
        event.kept,
    )
    table.decide((*table.decisions, decision))


@_folds(te.RuleRevoked)
def _rule_revoked(table: Table, event: te.RuleRevoked, _: Recorded) -> None:
    if event.target not in {decision.seq for decision in table.decisions}:
        raise Senseless("A decision was revoked that would not be there.")
    table.decide(tuple(decision for decision in table.decisions if decision.seq != event.target))
