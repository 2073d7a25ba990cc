"""Events as plain sentences: what the history shows and what the undo button names."""

# ruff: noqa: ARG001 - registered functions share one signature

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from referee.game import events as ev
from referee.game.events import Event, Recorded
from referee.game.replay import Replay
from referee.game.values import Line
from referee.rulebooks import own
from referee.rules.rulebook.house_rules import fitted
from referee.rules.rulebook.in_words import sentence
from referee.rules.rulebook.values import RulebookError
from referee.rules.speech.asked import in_words
from referee.rules.speech.words import listed, wilds_moved, written_out

E = TypeVar("E")


class Told(str):
    """A sentence of the history. ``brief`` is its beginning, enough to name it on a button."""

    brief: str

    def __new__(cls, brief: str, rest: str = "") -> Told:
        told = super().__new__(cls, brief + rest)
        told.brief = brief
        return told


TELLS: dict[type[Event], Callable[[Replay, Any], str]] = {}
_FIRST_DEALER = {"chosen": "as chosen", "random": "drawn by chance", "low card": "by the lowest card"}
_OPENING = {"average": ", the average of the others", "highest": ", as many as the highest", "zero": "", "said": ""}


def tells(kind: type[E]) -> Callable[[Callable[[Replay, E], str]], Callable[[Replay, E], str]]:
    """Registers the sentence of an event type; it sees the replay before the event."""

    def register(function: Callable[[Replay, E], str]) -> Callable[[Replay, E], str]:
        TELLS[kind] = function  # type: ignore[index]
        return function

    return register


def tell(replay: Replay, event: Event, log: Sequence[Recorded], told: Sequence[str]) -> Told:
    """The sentence of one event; ``told`` are the sentences of everything before it in the log, the opening first."""
    if not isinstance(event, ev.Undone):
        sentence = TELLS[type(event)](replay, event)
        return sentence if isinstance(sentence, Told) else Told(sentence)
    target, back = event.target, False
    while isinstance(inner := log[target - 1].event, ev.Undone):
        target, back = inner.target, not back
    return Told(f"{'Brought back' if back else 'Undone'}: {told[target - 1]}")


def points(count: int) -> str:
    return "1 point" if count == 1 else f"{count} points"


def _lines(replay: Replay, lines: Mapping[int, Line]) -> str:
    return ", ".join(f"{replay.name(seat)} {line}" for seat, line in lines.items())


@tells(ev.GameOpened)
def _opened(replay: Replay, event: ev.GameOpened) -> str:
    players = listed(player for _, player in event.seats)
    dealer = f"{replay.name(event.dealer)} deals first, {_FIRST_DEALER.get(event.dealer_how, event.dealer_how)}"
    house = own.on_top(replay.book)
    return f"{replay.book.name}{f' ({house})' if house else ''} began with {players}; {dealer}"


@tells(ev.CutRecorded)
def _cut(replay: Replay, event: ev.CutRecorded) -> str:
    return f"Round {event.round}: {replay.name(event.seat)} cut {'exactly' if event.exact else 'not exactly'}"


@tells(ev.WentOutSaid)
def _went_out(replay: Replay, event: ev.WentOutSaid) -> str:
    return f"Round {event.round}: {replay.name(event.seat)} went out"


@tells(ev.CardsLeftEntered)
def _entered(replay: Replay, event: ev.CardsLeftEntered) -> str:
    line = Line(event.cards, event.points)
    before = replay.entered.get((event.round, event.seat))
    where = f"Round {event.round}, {replay.name(event.seat)}"
    cards = str(line).removeprefix(str(line.points))
    if before is None or before.line == line:
        return Told(f"{where}: {line.points}", cards)
    was = before.line if before.points == line.points else before.points
    return Told(f"{where}: {was} changed to {line.points}", cards)


@tells(ev.CardsLeftCleared)
def _cleared(replay: Replay, event: ev.CardsLeftCleared) -> str:
    before = replay.entered.get((event.round, event.seat))
    return f"Round {event.round}, {replay.name(event.seat)}: {before.line if before else 'the line'} taken back"


@tells(ev.RoundClosed)
def _closed(replay: Replay, event: ev.RoundClosed) -> str:
    left = {seat: line for seat, line in event.lines.items() if seat != event.went_out}
    bonus = replay.book.go_out_bonus if event.went_out is not None else 0
    said = f": {replay.name(event.went_out)} went out{f' with −{bonus}' if bonus else ''}; {_lines(replay, left)}"
    return Told(f"Round {event.round} was closed", f"{said}. With it the game was finished" if event.finishes else said)


@tells(ev.CellCorrected)
def _cell(replay: Replay, event: ev.CellCorrected) -> str:
    line = Line(event.cards, event.points)
    where = f"Round {event.round}, {replay.name(event.seat)}"
    if event.round > len(replay.rounds) or event.seat not in replay.rounds[event.round - 1].cells:
        return f"{where}: corrected to {line}"  # undone together with the closing it stood on
    before = replay.rounds[event.round - 1].cells[event.seat].line
    return f"{where}: {before if before.points == line.points else before.points} corrected to {line}"


@tells(ev.WinnerCorrected)
def _winner(replay: Replay, event: ev.WinnerCorrected) -> str:
    before = replay.rounds[event.round - 1].went_out if event.round <= len(replay.rounds) else None
    left = {seat: line for seat, line in event.lines.items() if seat != event.went_out}
    lines = f"; {_lines(replay, left)}" if left else ""
    said = f"Round {event.round} corrected: {replay.name(event.went_out)} went out, not {replay.name(before)}"
    return Told(said, lines)


@tells(ev.BuysSaid)
def _buys(replay: Replay, event: ev.BuysSaid) -> str:
    counts = ", ".join(f"{replay.name(seat)} {count}" for seat, count in event.buys.items())
    return Told("Buys in the whole game", f": {counts}")


@tells(ev.SeatAdded)
def _seat_added(replay: Replay, event: ev.SeatAdded) -> str:
    opening = f"{points(event.opening)}{_OPENING.get(event.how, '')}"
    return Told(f"{event.player} joined from round {event.round}", f" with {opening}")


@tells(ev.SeatDropped)
def _seat_dropped(replay: Replay, event: ev.SeatDropped) -> str:
    if event.now:
        return Told(f"{replay.name(event.seat)} left in round {event.round - 1}", "; what they hold counts in it")
    last = f"after round {event.round - 1}" if event.round > 1 else "before the first round"
    return f"{replay.name(event.seat)} left {last}"


@tells(ev.SeatReturned)
def _seat_returned(replay: Replay, event: ev.SeatReturned) -> str:
    seat = replay.seats.get(event.seat)
    if seat is not None and seat.left is not None and seat.left > len(replay.rounds) + 1:
        return f"{replay.name(event.seat)} plays on"
    return Told(f"{replay.name(event.seat)} came back from round {event.round}", " on, in the same seat")


@tells(ev.SeatRenamed)
def _seat_renamed(replay: Replay, event: ev.SeatRenamed) -> str:
    return f"{replay.name(event.seat)} is now called {event.player}"


@tells(ev.SeatsReordered)
def _seats_reordered(replay: Replay, event: ev.SeatsReordered) -> str:
    return Told("New order of the seats", f": {', '.join(replay.name(seat) for seat in event.order)}")


@tells(ev.DealerChanged)
def _dealer_changed(replay: Replay, event: ev.DealerChanged) -> str:
    return f"{replay.name(event.dealer)} deals round {event.round}"


@tells(ev.NoteAdded)
def _note(replay: Replay, event: ev.NoteAdded) -> str:
    return f"Note: {event.text}"


@tells(ev.RulingRecorded)
def _ruling(replay: Replay, event: ev.RulingRecorded) -> str:
    question = in_words(event.question, replay.book.prices)
    return Told(f"Ruling: {question}", f"{'' if question.endswith('?') else '.'} {event.ruling.rstrip('.')}")


@tells(ev.Undone)
def _undone(replay: Replay, event: ev.Undone) -> str:
    raise AssertionError("tell() looks up what was undone")


@tells(ev.GameFinished)
def _finished(replay: Replay, event: ev.GameFinished) -> str:
    return "The game was finished"


@tells(ev.GameReopened)
def _reopened(replay: Replay, event: ev.GameReopened) -> str:
    return "The game was opened again"


@tells(ev.GameAbandoned)
def _abandoned(replay: Replay, event: ev.GameAbandoned) -> str:
    return "The game was abandoned"


@tells(ev.CarriedOn)
def _carried_on(replay: Replay, event: ev.CarriedOn) -> str:
    return "The table carried on: the rounds begin again from the first"


# what is recorded of a round in play


def _cards(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"


def _title(replay: Replay, address: str) -> str:
    """What a clause is called, for people; the address itself where the rulebook has it no longer."""
    clause = replay.book.clauses.get(address.partition("/")[2])
    return f"{clause.title}, {address}" if clause else address


@tells(ev.MayITaken)
def _may_i(replay: Replay, event: ev.MayITaken) -> str:
    how, by = ("bought the discard", "") if replay.book.may_i_word == "buy" else ("took the discard", " by a May I")
    head = f"Round {event.round}: {replay.name(event.seat)} {how}"
    withs = [f"with {_cards(event.penalty)} from the stock"] if event.penalty else []
    withs += [f"for {event.price} {'penny' if event.price == 1 else 'pennies'}"] if event.price else []
    line = " ".join([by, listed(withs)]).rstrip()
    lost = [f"{replay.name(seat)} did not get it ({_title(replay, clause)})" for seat, clause in event.refused.items()]
    return Told(head, "; ".join([line, *lost]))


@tells(ev.WentDown)
def _down(replay: Replay, event: ev.WentDown) -> str:
    with_them = f" with {written_out(*event.melds)}" if event.melds else ""
    return Told(f"Round {event.round}: {replay.name(event.seat)} went down", with_them)


@tells(ev.MeldLaid)
def _meld_laid(replay: Replay, event: ev.MeldLaid) -> str:
    who = f"Round {event.round}: {replay.name(event.seat)}"
    if event.replaces is not None:
        return Told(f"{who} replaced the {event.replaces}", f" with {written_out(event.cards)}")
    return Told(f"{who} laid down a further meld", f", {written_out(event.cards)}")


def _meld(replay: Replay, round_no: int, meld: int | None, seat: int, cards: str, owner: int | None = None) -> str:
    """A meld as ``seat`` acts on it: ``"Ann's meld (the 8s of clubs and hearts)"``; its cards where it is not known."""
    lying = replay.play(round_no).melds.get(meld) if meld is not None else None
    owner = lying.owner if lying else owner
    if owner is None:
        return written_out(cards)
    whose = "their own" if owner == seat else f"{replay.name(owner)}'s"
    return f"{whose} meld ({written_out(cards)})"


def _moved(became: str, *before: str) -> str:
    moved = wilds_moved(became, *before)
    return f"; now {moved}" if moved else ""


@tells(ev.LaidOff)
def _laid_off(replay: Replay, event: ev.LaidOff) -> str:
    onto = _meld(replay, event.round, event.meld, event.seat, event.was, event.owner)
    head = f"Round {event.round}: {replay.name(event.seat)} laid off {written_out(event.cards)}"
    return Told(head, f" on {onto}{_moved(event.became, event.was, event.cards)}")


@tells(ev.WildTaken)
def _wild_taken(replay: Replay, event: ev.WildTaken) -> str:
    of = _meld(replay, event.round, event.meld, event.seat, event.was, event.owner)
    head = f"Round {event.round}: {replay.name(event.seat)} took {written_out(event.wild)}"
    return Told(head, f" from {of} for {written_out(event.card)}")


@tells(ev.ScrewedOver)
def _screwed(replay: Replay, event: ev.ScrewedOver) -> str:
    by, owner = replay.name(event.by), replay.name(event.owner)
    if not event.take:
        return f"Round {event.round}: {by} screwed {owner}"
    laid = written_out(*event.melds)
    parts = [f": took {written_out(event.take)} from {written_out(event.was)} and left {written_out(event.give)}"]
    if event.stays:
        parts.append(f"the meld stands as {written_out(event.stays)}")
    else:
        parts.append(f"{owner} took up {written_out(event.to_owner)}")
    if event.owed is not None:
        parts.append(f"{owner} is truly screwed and owes a {event.owed}")
    match event.use:
        case "contract":
            parts.append(f"{by} went down with {laid}")
        case "lay_off":
            onto = _meld(replay, event.round, event.onto, event.by, event.onto_was)
            parts.append(f"{by} laid off {laid} on {onto}")
        case _ if event.replaces is not None:
            parts.append(f"{by} replaced the {event.replaces} with {laid}")
        case _:
            parts.append(f"{by} laid down {laid}")
    return Told(f"Round {event.round}: {by} screwed {owner}", "; ".join(parts))


@tells(ev.ShanghaiCalled)
def _shanghai(replay: Replay, event: ev.ShanghaiCalled) -> str:
    who = f"Round {event.round}: {replay.name(event.seat)} called Shanghai"
    if not event.card:
        whose = "their own" if event.seat == event.discarder else f"{replay.name(event.discarder)}'s"
        return Told(who, f" on {whose} discard")
    if event.seat == event.discarder:
        return Told(who, f" on discarding {written_out(event.card)}: in the next turn nobody may take it")
    discarder, onto = replay.name(event.discarder), _meld(replay, event.round, event.meld, event.seat, event.was)
    card = written_out(event.card).removeprefix("the ")
    moved = _moved(event.became, event.was, event.card)
    drew = f"{discarder} drew a card from {replay.name(event.seat)}'s hand"
    return Told(who, f" on {discarder}'s {card} and laid it on {onto}{moved}; {drew}")


@tells(ev.StockShuffled)
def _shuffled(replay: Replay, event: ev.StockShuffled) -> str:
    return Told(f"Round {event.round}: the discards were shuffled", " into a new stock")


_REMEDIES = {"note": "noted", "nothing": "nothing done"}


@tells(ev.IrregularityNoted)
def _irregular(replay: Replay, event: ev.IrregularityNoted) -> str:
    who = f", {replay.name(event.seat)}" if event.seat is not None else ""
    remedy = f"{event.points:+d} points" if event.remedy == "points" else _REMEDIES.get(event.remedy, event.remedy)
    text = f" ({event.text})" if event.text else ""
    return Told(f"Round {event.round}{who}: {event.kind}", f"{text}; {remedy}")


@tells(ev.RuleDecided)
def _rule_decided(replay: Replay, event: ev.RuleDecided) -> str:
    clause = next((one for one in event.clauses if one["address"].endswith(f"/{event.topic}")), None)
    what = "A precedent" if event.precedent else "A house rule"
    title = clause["title"] if clause else event.topic
    where = f"{title}: {clause['text']}" if clause else title
    values = [
        _value(replay, event, name, raw) for name, raw in event.values.items() if not _said(replay, event, name, where)
    ]
    told = [f" ({'; '.join(said)})" for said in [[one for one in values if one not in where]] if said]
    kept = " (kept for the next games)" if event.kept else ""
    return Told(f"{what} from now on{kept}: {title}", f"{where.removeprefix(title)}{''.join(told)}")


def _said(replay: Replay, event: ev.RuleDecided, name: str, words: str) -> bool:
    """Whether the words of the clause are those that the value has by itself."""
    try:
        values = fitted(replay.book.values(), event.values)
        return sentence(name, values) in words
    except (KeyError, RulebookError):  # told as it was written
        return False


def _value(replay: Replay, event: ev.RuleDecided, name: str, raw: object) -> str:
    try:
        return sentence(name, fitted(replay.book.values(), event.values)).rstrip(".")
    except (KeyError, RulebookError):  # a value that this version no longer has is told as it was written
        return f"{name}: {raw}"


@tells(ev.RuleRevoked)
def _rule_revoked(replay: Replay, event: ev.RuleRevoked) -> str:
    decision = next((each for each in replay.decisions if each.seq == event.target), None)
    clause = replay.book.clauses.get(decision.topic) if decision else None
    return f"Revoked: the decision on {clause.title if clause else decision.topic}" if decision else "Revoked"


ev.check_complete(TELLS, "story")
