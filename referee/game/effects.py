"""What each event does to the replay: the only place that says what an event means.

An event that no longer makes sense after what stands before it raises Senseless. A log that was
accepted never does; the undo of something others rest on does, and is refused with its reason.
"""

# ruff: noqa: ARG001 - registered functions share one signature

from __future__ import annotations

from collections.abc import Callable
from enum import Enum, auto
from typing import Any, TypeVar

from referee.days import day_of
from referee.game import events as ev
from referee.game.events import Event, Recorded
from referee.game.house_decisions import HouseDecision
from referee.game.play import Duty, Irregularity, LaidMeld, Protected, RoundInPlay, Stolen, Take, holding, meld_id
from referee.game.replay import Replay, Senseless
from referee.game.state import CardsLeft, Cell, ClosedRound, Extra, Seat
from referee.game.values import NO_CARDS, Line
from referee.rules.rulings import phrase

E = TypeVar("E")
Effect = Callable[[Replay, E, Recorded], None]
EFFECTS: dict[type[Event], Effect[Any]] = {}
_SEATS = ("seat", "active", "by", "owner", "discarder")
"""Fields of the events of a round in play that name a seat."""


class AgainstUndo(Enum):
    """What stands against undoing an event, or bringing it back."""

    NEVER = auto()
    """It cannot be undone at all."""
    DRAFT = auto()
    """An entry of the running round: once it is closed, its closing has taken it over."""
    NOTHING = auto()
    """Nothing rests on it."""
    CLOSING = auto()
    """The next closing of a round rests on it."""
    TRIED = auto()
    """Whatever the log says when it is folded without it."""


AGAINST_UNDO: dict[type[Event], AgainstUndo] = {}


def effect_of(kind: type[E], undo: AgainstUndo) -> Callable[[Effect[E]], Effect[E]]:
    """Registers what an event type does to the replay, and what stands against undoing it."""

    def register(function: Effect[E]) -> Effect[E]:
        EFFECTS[kind] = function  # type: ignore[index]
        AGAINST_UNDO[kind] = undo  # type: ignore[index]
        return function

    return register


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


@effect_of(ev.GameOpened, AgainstUndo.NEVER)
def _opened(replay: Replay, event: ev.GameOpened, recorded: Recorded) -> None:
    if recorded.seq != 1:
        raise Senseless(phrase("open_already"))


@effect_of(ev.CutRecorded, AgainstUndo.NOTHING)
def _cut(replay: Replay, event: ev.CutRecorded, recorded: Recorded) -> None:
    replay.cuts[event.round] = (replay.seat(event.seat).id, event.exact)
    if event.round <= len(replay.rounds):
        replay.recut(event.round)


@effect_of(ev.WentOutSaid, AgainstUndo.DRAFT)
def _went_out(replay: Replay, event: ev.WentOutSaid, recorded: Recorded) -> None:
    replay.out_said[event.round] = event.seat
    if event.seat is not None:
        replay.entered.pop((event.round, event.seat), None)


@effect_of(ev.CardsLeftEntered, AgainstUndo.DRAFT)
def _entered(replay: Replay, event: ev.CardsLeftEntered, recorded: Recorded) -> None:
    line = Line(event.cards, event.points)
    replay.entered[event.round, event.seat] = CardsLeft(line, recorded.at, recorded.by)


@effect_of(ev.CardsLeftCleared, AgainstUndo.DRAFT)
def _cleared(replay: Replay, event: ev.CardsLeftCleared, recorded: Recorded) -> None:
    replay.entered.pop((event.round, event.seat), None)


@effect_of(ev.RoundClosed, AgainstUndo.CLOSING)
def _closed(replay: Replay, event: ev.RoundClosed, recorded: Recorded) -> None:
    number = len(replay.rounds) + 1
    if replay.status != "playing" or event.round != number or number > replay.planned:
        raise Senseless(phrase("round_closed_after", round=event.round))
    seats = replay.playing(number)
    if set(seats) != set(event.lines):
        raise Senseless(phrase("played_by_others", round=number))
    if event.dealer != replay.dealer:
        raise Senseless(phrase("dealt_by_another", round=number))
    plays = replay.book.round_of(number)
    bonus = {event.went_out: -replay.book.go_out_bonus}
    cells = {
        seat: Cell(
            event.lines[seat],
            seat == event.went_out,
            out_bonus=bonus.get(seat, 0),
            extras=replay.extras.get((number, seat), ()),
        )
        for seat in seats
    }
    replay.rounds.append(
        ClosedRound(
            number=number,
            plays=plays,
            contract=replay.book.contracts[plays - 1],
            dealer=event.dealer,
            cutter=replay.before(event.dealer, number),
            cut_exact=None,
            went_out=event.went_out,
            cells=cells,
            seq=recorded.seq,
            at=recorded.at,
            by=recorded.by,
            play=replay.play(number),
        )
    )
    if number in replay.cuts:
        replay.recut(number)
    replay.dealer = replay.next_dealer(number + 1)
    replay.settle()
    if event.finishes:
        replay.status = "finished"


@effect_of(ev.CellCorrected, AgainstUndo.TRIED)
def _cell(replay: Replay, event: ev.CellCorrected, recorded: Recorded) -> None:
    line = Line(event.cards, event.points)
    played = replay.closed(event.round)
    cell = played.cells.get(event.seat)
    if cell is None:
        raise Senseless(phrase("did_not_play", name=replay.name(event.seat), round=event.round))
    if cell.went_out and line != NO_CARDS:
        raise Senseless(phrase("out_would_hold_cards", name=replay.name(event.seat), round=event.round))
    replay.set_cells(event.round, {event.seat: line}, played.went_out, recorded)


@effect_of(ev.WinnerCorrected, AgainstUndo.TRIED)
def _winner(replay: Replay, event: ev.WinnerCorrected, recorded: Recorded) -> None:
    played = replay.closed(event.round)
    if event.went_out is not None:
        after = event.lines.get(event.went_out)
        if event.went_out not in played.cells or after != NO_CARDS:
            raise Senseless(phrase("winner_would_hold_cards", round=event.round))
    if not set(event.lines) <= set(played.cells):
        raise Senseless(phrase("played_by_others", round=event.round))
    replay.set_cells(event.round, event.lines, event.went_out, recorded)


@effect_of(ev.BuysSaid, AgainstUndo.NOTHING)
def _buys(replay: Replay, event: ev.BuysSaid, recorded: Recorded) -> None:
    replay.buys = dict(event.buys)


@effect_of(ev.SeatAdded, AgainstUndo.CLOSING)
def _seat_added(replay: Replay, event: ev.SeatAdded, recorded: Recorded) -> None:
    replay.between_rounds(event.round, phrase("joined", name=event.player))
    if event.seat in replay.seats:
        raise Senseless(phrase("sits_already", name=event.player))
    if event.after is not None and event.after not in replay.seats:
        raise Senseless(phrase("sits_beside_nobody", name=event.player))
    replay.seats[event.seat] = Seat(
        event.seat,
        event.player,
        joined=event.round,
        opening=event.opening,
        first=event.round,
        follows=event.how if event.follows else "",
    )
    replay.order.insert(0 if event.after is None else replay.order.index(event.after) + 1, event.seat)
    replay.settle()


@effect_of(ev.SeatDropped, AgainstUndo.CLOSING)
def _seat_dropped(replay: Replay, event: ev.SeatDropped, recorded: Recorded) -> None:
    seat = replay.seat(event.seat)
    replay.between_rounds(event.round, phrase("left", name=seat.player))
    if seat.left is not None and not event.now:
        raise Senseless(phrase("left_already", name=seat.player))
    replay.change(seat, left=event.round, away=event.round - 1 if event.now else None)
    replay.left_in += [event.round - 1] if event.now else []
    replay.forget_cut(event.round, event.seat)
    if event.seat == replay.dealer and event.round == len(replay.rounds) + 1:
        replay.dealer = replay.next_dealer(event.round)


@effect_of(ev.SeatReturned, AgainstUndo.CLOSING)
def _seat_returned(replay: Replay, event: ev.SeatReturned, recorded: Recorded) -> None:
    seat = replay.seat(event.seat)
    replay.between_rounds(event.round, phrase("came_back", name=seat.player))
    if seat.left is None:
        raise Senseless(phrase("sits_already", name=seat.player))
    if seat.away is not None:
        replay.entered.pop((seat.away, event.seat), None)  # what they held when they left is not what they will hold
    joined = seat.joined if seat.left > len(replay.rounds) + 1 else event.round  # who had not gone yet plays on
    begun = any(event.seat in played.cells for played in replay.rounds)
    if not begun and joined != seat.first:
        replay.beside.pop(event.seat, None)
    replay.change(seat, left=None, away=None, joined=joined, first=seat.first if begun else joined)
    replay.settle()


@effect_of(ev.SeatRenamed, AgainstUndo.TRIED)
def _seat_renamed(replay: Replay, event: ev.SeatRenamed, recorded: Recorded) -> None:
    replay.change(replay.seat(event.seat), player=event.player)


@effect_of(ev.SeatsReordered, AgainstUndo.CLOSING)
def _seats_reordered(replay: Replay, event: ev.SeatsReordered, recorded: Recorded) -> None:
    replay.between_rounds(event.round, phrase("reordered"), only_running=True)
    if sorted(event.order) != sorted(replay.staying(event.round)):
        raise Senseless(phrase("order_of_others"))
    replay.order = [*event.order, *(seat for seat in replay.order if seat not in event.order)]


@effect_of(ev.DealerChanged, AgainstUndo.CLOSING)
def _dealer_changed(replay: Replay, event: ev.DealerChanged, recorded: Recorded) -> None:
    became = phrase("became_dealer", name=replay.name(event.dealer))
    replay.between_rounds(event.round, became, only_running=True)
    if event.dealer not in replay.playing(event.round):
        raise Senseless(phrase("deals_without_playing", name=replay.name(event.dealer)))
    replay.dealer = event.dealer
    replay.forget_cut(event.round)


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
    replay.move("finished", "playing", what=phrase("was_finished"))


@effect_of(ev.GameAbandoned, AgainstUndo.CLOSING)
def _abandoned(replay: Replay, event: ev.GameAbandoned, recorded: Recorded) -> None:
    replay.move("abandoned", "playing", what=phrase("was_abandoned"))


@effect_of(ev.GameReopened, AgainstUndo.CLOSING)
def _reopened(replay: Replay, event: ev.GameReopened, recorded: Recorded) -> None:
    replay.move("playing", "finished", "abandoned", what=phrase("was_reopened"))


@effect_of(ev.CarriedOn, AgainstUndo.CLOSING)
def _carried_on(replay: Replay, event: ev.CarriedOn, recorded: Recorded) -> None:
    if replay.status == "abandoned" or len(replay.rounds) < replay.planned:
        raise Senseless(phrase("carried_on_after"))
    replay.status = "playing"
    replay.planned += replay.book.rounds


# what is recorded of a round in play


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
        ),
    )
    replay.buys[event.seat] = replay.buys.get(event.seat, 0) + 1


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
        play = play.but(turn=play.turn + 1, on_turn=None, chain=None, protected=None)  # a discard ends a turn
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


@_in_play(ev.IrregularityNoted, AgainstUndo.NOTHING)
def _irregular(replay: Replay, event: ev.IrregularityNoted, recorded: Recorded) -> None:
    play = replay.play(event.round)
    noted = Irregularity(
        event.seat, event.kind, event.remedy, event.points, event.text, recorded.seq, recorded.at, recorded.by
    )
    others = tuple(earlier for earlier in play.irregularities if earlier.seq != event.completes)
    replay.set_play(event.round, play.but(irregularities=(*others, noted)))
    if event.remedy == "points" and event.seat is not None:
        extra = Extra(event.kind, event.points, event.text, recorded.at, recorded.by, recorded.seq)
        replay.add_extra(event.round, event.seat, extra)


@effect_of(ev.RuleDecided, AgainstUndo.TRIED)
def _rule_decided(replay: Replay, event: ev.RuleDecided, recorded: Recorded) -> None:
    decision = HouseDecision(
        recorded.seq,
        recorded.at,
        recorded.by,
        replay.opening.day or day_of(recorded.at),
        event.topic,
        event.values,
        event.clauses,
        event.after,
        event.precedent,
        event.kept,
    )
    replay.decide((*replay.decisions, decision))


@effect_of(ev.RuleRevoked, AgainstUndo.TRIED)
def _rule_revoked(replay: Replay, event: ev.RuleRevoked, _: Recorded) -> None:
    if event.target not in {decision.seq for decision in replay.decisions}:
        raise Senseless(phrase("decision_not_there"))
    replay.decide(tuple(decision for decision in replay.decisions if decision.seq != event.target))


ev.check_complete(EFFECTS, "effects")
