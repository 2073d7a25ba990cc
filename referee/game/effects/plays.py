"""What the events of a round in play do: discards taken, melds, screw-overs, Shanghai calls, irregularities."""

from __future__ import annotations

from collections.abc import Callable

from referee.game import events as ev
from referee.game.effects.registry import AgainstUndo, E, Effect, effect_of
from referee.game.events import Recorded
from referee.game.play import (
    NOTHING_RECORDED,
    Duty,
    Irregularity,
    LaidMeld,
    Protected,
    RoundInPlay,
    Stolen,
    Take,
    holding,
    meld_id,
)
from referee.game.replay import Replay, Senseless
from referee.game.state import Extra
from referee.rules.rulings import phrase

_SEATS = ("seat", "active", "by", "owner", "discarder")
"""Fields of the events of a round in play that name a seat."""


def _in_play(kind: type[E], undo: AgainstUndo) -> Callable[[Effect[E]], Effect[E]]:
    """Registers what an event of a round in play does, once its seats are found to be at the table."""

    def register(function: Effect[E]) -> Effect[E]:
        def checked(replay: Replay, event: E, recorded: Recorded) -> None:
            for field in _SEATS:
                if (seat := getattr(event, field, None)) is not None:
                    replay.seat(seat)  # whoever did something cannot have never sat down
            function(replay, event, recorded)

        effect_of(kind, undo)(checked)
        return function

    return register


@_in_play(ev.MayITaken, AgainstUndo.NOTHING)
def _may_i(replay: Replay, event: ev.MayITaken, recorded: Recorded) -> None:
    play = replay.play(event.round)
    take = Take(event.seat, event.active, event.same, event.penalty, event.price, recorded.seq)
    # discards are taken before anything else happens in a turn, so all that was told before was an earlier one
    replay.set_play(
        event.round,
        play.but(
            turn=play.turn if event.same else play.turn + 1,
            on_turn=event.active,
            takes=(*play.takes, take),
            chain=event.seat,
            protected=None,
            lost=play.lost_but(event.active),
        ),
    )
    replay.buys[event.seat] = replay.buys.get(event.seat, 0) + 1
    if event.points:
        costs = replay.book.penalty(event.points)
        replay.add_extra(
            event.round, event.seat, Extra(replay.book.may_i_word, costs, "", recorded.at, recorded.by, recorded.seq)
        )


def _changed(replay: Replay, play: RoundInPlay, number: int | None, was: str, became: str) -> dict[int, LaidMeld]:
    """The melds with one changed, or gone where nothing is left of it; Senseless if it is not as it was.

    Without ``number`` it is a meld that is not kept.
    """
    if number is None:
        return dict(play.melds)
    meld = play.melds.get(number)
    if meld is None:
        raise Senseless(phrase("meld_would_not_lie"))
    if meld.cards != was:
        raise Senseless(phrase("meld_changed_since", name=replay.name(meld.owner), cards=meld.cards))
    melds = dict(play.melds)
    if became:
        melds[number] = LaidMeld(number, meld.owner, became)
    else:
        del melds[number]
    return melds


def _replaced(play: RoundInPlay, seat: int, owed: str | None) -> dict[int, tuple[str, ...]]:
    """What is owed once a seat has replaced one meld; Senseless if that was not owed."""
    owes = dict(play.owes)
    if owed is None:
        return owes
    left = list(owes.get(seat, ()))
    if owed not in left:
        raise Senseless(phrase("nobody_owed", owed=owed))
    left.remove(owed)
    owes[seat] = tuple(left)
    return {who: what for who, what in owes.items() if what}


@_in_play(ev.WentDown, AgainstUndo.TRIED)
def _down(replay: Replay, event: ev.WentDown, recorded: Recorded) -> None:
    play = replay.play(event.round)
    melds = play.with_melds(recorded.seq, event.seat, event.melds)
    for place in play.named_of(event.seat, event.melds):
        del melds[meld_id(recorded.seq, place)]  # it lies there already, with what was laid off on it since
    if event.seat in play.noted_down and event.melds:  # the contract of a going down that was noted
        replay.set_play(event.round, play.but(melds=melds, noted_down=play.noted_down - {event.seat}))
        return
    if event.seat in play.down:
        raise Senseless(phrase("down_twice", name=replay.name(event.seat)))
    down = {**play.down, event.seat: event.turn}
    noted = play.noted_down if event.melds else play.noted_down | {event.seat}
    replay.set_play(event.round, play.acts(event.seat, event.turn, melds=melds, down=down, noted_down=noted))


@_in_play(ev.MeldLaid, AgainstUndo.TRIED)
def _meld_laid(replay: Replay, event: ev.MeldLaid, recorded: Recorded) -> None:
    play = replay.play(event.round).is_down(event.seat)
    down = dict(play.down)
    if event.replaces is not None:
        down[event.seat] = event.turn  # they wait for a later turn again
    owes = _replaced(play, event.seat, event.replaces)
    melds = play.with_melds(recorded.seq, event.seat, (event.cards,))
    changed = play.acts(event.seat, event.turn, melds=melds, down=down, owes=owes)
    replay.set_play(event.round, changed.but(duties=changed.without_duty(event.seat, event.cards)))


def _onto(replay: Replay, event: ev.LaidOff | ev.WildTaken, recorded: Recorded) -> RoundInPlay:
    """The round once somebody who is down has put cards to a meld; one that nobody had told is known then."""
    play = replay.play(event.round).is_down(event.seat)
    if event.meld is None and event.owner is not None:
        loose, play = play.loose or play.knows_melds_of(event.owner), play.is_down(event.owner)
        melds = play.with_melds(recorded.seq, event.owner, (event.became,), event.was)
        return play.acts(event.seat, event.turn, melds=melds, loose=loose)
    return play.acts(event.seat, event.turn, melds=_changed(replay, play, event.meld, event.was, event.became))


@_in_play(ev.LaidOff, AgainstUndo.TRIED)
def _laid_off(replay: Replay, event: ev.LaidOff, recorded: Recorded) -> None:
    changed = _onto(replay, event, recorded)
    replay.set_play(event.round, changed.but(duties=changed.without_duty(event.seat, event.cards)))


@_in_play(ev.WildTaken, AgainstUndo.TRIED)
def _wild_taken(replay: Replay, event: ev.WildTaken, recorded: Recorded) -> None:
    changed = _onto(replay, event, recorded)
    if event.duty != "any time":
        changed = changed.but(duties={**changed.duties, event.seat: Duty(event.wild, event.duty, event.turn)})
    replay.set_play(event.round, changed)


@_in_play(ev.ScrewedOver, AgainstUndo.TRIED)
def _screwed(replay: Replay, event: ev.ScrewedOver, recorded: Recorded) -> None:
    play = replay.play(event.round)
    if event.by in play.screws:
        if event.by not in play.noted_screws or not event.take:
            raise Senseless(phrase("screws_twice", name=replay.name(event.by)))
        play = play.before_note(event.by)
    if not event.take:
        noted = play.noted_screws | {event.by}
        screws, received = {**play.screws, event.by: event.owner}, play.with_received(event.owner)
        changes = {"noted_screws": noted, "screws": screws, "received": received}
        replay.set_play(event.round, play.acts(event.by, event.turn, **changes))
        return
    play = play.but(melds=_changed(replay, play, event.meld, event.was, event.stays))
    play = play.but(melds=_changed(replay, play, event.onto, event.onto_was, event.onto_became))
    if event.use != "contract":
        play = play.is_down(event.by)
    down = dict(play.down)
    if event.use == "contract" or event.replaces is not None:
        down[event.by] = event.turn
    if event.meld is None or (event.use == "lay_off" and event.onto is None):
        play = play.but(loose=True)
    lies = event.onto
    melds = play.melds
    if event.use != "lay_off":
        melds = play.with_melds(recorded.seq, event.by, event.melds)
        place = holding(event.melds, event.take)
        lies = None if place is None else meld_id(recorded.seq, place)
    owes = _replaced(play, event.by, event.replaces)
    if event.owed is not None:
        owes[event.owner] = (*owes.get(event.owner, ()), event.owed)
    stolen = Stolen(event.take.partition("=")[0], event.owner, event.by, lies)
    # a card stolen before whose meld went back to a hand may be melded anew: then nobody knows where
    kept = tuple(
        Stolen(card.card, card.victim, card.by, None) if card.meld is not None and card.meld not in melds else card
        for card in play.stolen
    )
    replay.set_play(
        event.round,
        play.acts(
            event.by,
            event.turn,
            melds=melds,
            down=down,
            owes=owes,
            screws={**play.screws, event.by: event.owner},
            stolen=(*kept, stolen),
            received=play.with_received(event.owner),
        ),
    )


@_in_play(ev.ShanghaiCalled, AgainstUndo.TRIED)
def _shanghai(replay: Replay, event: ev.ShanghaiCalled, _: Recorded) -> None:
    play, call = replay.play(event.round), (event.seat, event.discarder)
    completes = bool(event.card) and call in play.noted_calls
    calls = list(play.noted_calls)
    if completes:
        calls.remove(call)
    elif not event.card:
        calls.append(call)
    play = play.but(noted_calls=tuple(calls))
    if not completes:
        play = play.ends_turn(event.discarder)
    if event.seat == event.discarder:
        lies = play.protected is not None or not completes  # the turn of a call that is completed may be over
        replay.set_play(event.round, play.but(protected=Protected(event.card, event.discarder) if lies else None))
        return
    melds = _changed(replay, play, event.meld, event.was, event.became)
    # the discarder draws a card from the caller's hand
    received = play.received if completes else play.with_received(event.discarder)
    loose = play.loose or (bool(event.card) and event.meld is None)
    replay.set_play(event.round, play.but(melds=melds, received=received, loose=loose))


@_in_play(ev.StockShuffled, AgainstUndo.NOTHING)
def _shuffled(replay: Replay, event: ev.StockShuffled, _: Recorded) -> None:
    play = replay.play(event.round)
    replay.set_play(event.round, play.but(shuffles=play.shuffles + 1))


@_in_play(ev.TurnLost, AgainstUndo.NOTHING)
def _turn_lost(replay: Replay, event: ev.TurnLost, _: Recorded) -> None:
    play = replay.play(event.round)
    if event.passed:
        replay.set_play(event.round, play.but(lost=play.lost_but(event.seat)))
        return
    play = play.ends_turn(event.by)
    replay.set_play(event.round, play.but(lost={**play.lost, event.seat: event.by}))


@_in_play(ev.IrregularityNoted, AgainstUndo.NOTHING)
def _irregular(replay: Replay, event: ev.IrregularityNoted, recorded: Recorded) -> None:
    play = replay.play(event.round)
    noted = Irregularity(
        event.seat, event.kind, event.remedy, event.points, event.text, recorded.seq, recorded.at, recorded.by
    )
    replay.set_play(event.round, play.but(irregularities=(*_beside(play, event.completes), noted)))
    if event.remedy == "points" and event.seat is not None:
        extra = Extra(event.kind, replay.book.penalty(event.points), event.text, recorded.at, recorded.by, recorded.seq)
        replay.add_extra(event.round, event.seat, extra)


def _beside(play: RoundInPlay, completes: int | None) -> tuple[Irregularity, ...]:
    return tuple(earlier for earlier in play.irregularities if earlier.seq != completes)


@_in_play(ev.RoundVoided, AgainstUndo.TRIED)
def _voided(replay: Replay, event: ev.RoundVoided, recorded: Recorded) -> None:
    """Nothing that was told of the round counts, points that were agreed on included; what went wrong stays noted."""
    number = event.round
    if number != len(replay.rounds) + 1:
        raise Senseless(
            phrase("round_not_played" if number > len(replay.rounds) else "round_closed_undo", round=number)
        )
    play = replay.play(number)
    for take in play.takes:
        replay.buys[take.seat] = max(0, replay.buys.get(take.seat, 0) - 1)  # the table may have said fewer since
    noted = Irregularity(event.seat, event.kind, "void", 0, event.text, recorded.seq, recorded.at, recorded.by)
    free = tuple(each for each in _beside(play, event.completes) if each.remedy != "points")
    replay.set_play(number, NOTHING_RECORDED.but(irregularities=(*free, noted)))
    replay.void(number, recorded)
