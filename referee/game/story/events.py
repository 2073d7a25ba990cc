"""Events as plain sentences: what the history shows and what the undo button names."""

# ruff: noqa: ARG001 - registered functions share one signature

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from referee.game import events as ev
from referee.game.events import Event, Recorded
from referee.game.replay import Replay
from referee.game.story.answers import signed
from referee.game.values import Line
from referee.messages import gettext as _
from referee.messages import ngettext, translated
from referee.rulebooks import own
from referee.rules.rulebook.house_rules import fitted
from referee.rules.rulebook.in_words import sentence, shown
from referee.rules.rulebook.values import RulebookError
from referee.rules.speech.asked import in_words
from referee.rules.speech.words import listed, wilds_moved, written_out

E = TypeVar("E")


class Told(str):
    """A sentence of the history. ``brief`` is its beginning, enough to name it on a button."""

    brief: str

    def __new__(cls, brief: str, rest: str = "") -> Told:
        joint = " " if rest and rest[0] not in ":;,. " else ""
        sentence = super().__new__(cls, f"{brief}{joint}{rest}")
        sentence.brief = brief
        return sentence

    def and_then(self, more: str) -> Told:
        """The same with more behind it."""
        return Told(self.brief, f"{self[len(self.brief) :]}{more}")


TELLS: dict[type[Event], Callable[[Replay, Any], str]] = {}


def tells(kind: type[E]) -> Callable[[Callable[[Replay, E], str]], Callable[[Replay, E], str]]:
    """Registers the sentence of an event type; it sees the replay before the event."""

    def register(function: Callable[[Replay, E], str]) -> Callable[[Replay, E], str]:
        TELLS[kind] = function  # type: ignore[index]
        return function

    return register


def tell(replay: Replay, event: Event, log: Sequence[Recorded], sentences: Sequence[Told]) -> Told:
    """The sentence of one event; ``sentences`` are those of everything before it in the log, the opening first."""
    if not isinstance(event, ev.Undone):
        sentence = TELLS[type(event)](replay, event)
        return sentence if isinstance(sentence, Told) else Told(sentence)
    target, back = ev.undone_in_the_end(event, log)
    undone = sentences[target - 1]
    sentence = Told(_turned(undone, back))
    sentence.brief = _turned(undone.brief, back)
    return sentence


def _turned(sentence: str, back: bool) -> str:
    return _("Brought back: %(event)s", event=sentence) if back else _("Undone: %(event)s", event=sentence)


def points(count: int) -> str:
    return ngettext("%(num)s point", "%(num)s points", count)


def _at(replay: Replay, event: Any) -> dict[str, Any]:
    """The round and the player of an event, for its sentence."""
    return {"round": event.round, "player": replay.name(event.seat)}


def _lines(replay: Replay, lines: Mapping[int, Line]) -> str:
    return ", ".join(f"{replay.name(seat)} {line}" for seat, line in lines.items())


@tells(ev.GameOpened)
def _opened(replay: Replay, event: ev.GameOpened) -> str:
    players = listed(player for _, player in event.seats)
    who = {"dealer": replay.name(event.dealer)}
    dealer = {
        "chosen": _("%(dealer)s deals first, as chosen", **who),
        "random": _("%(dealer)s deals first, drawn at random", **who),
        "low card": _("%(dealer)s deals first, by the lowest card", **who),
    }.get(event.dealer_how) or _("%(dealer)s deals first, %(how)s", **who, how=event.dealer_how)
    house = own.on_top(replay.book)
    name = f"{replay.book.name} ({house})" if house else replay.book.name
    return _("%(rulebook)s began with %(players)s; %(dealer_said)s", rulebook=name, players=players, dealer_said=dealer)


@tells(ev.CutRecorded)
def _cut(replay: Replay, event: ev.CutRecorded) -> str:
    at = _at(replay, event)
    if event.exact:
        return _("Round %(round)s: %(player)s cut exactly", **at)
    return _("Round %(round)s: %(player)s did not cut exactly", **at)


@tells(ev.WentOutSaid)
def _went_out(replay: Replay, event: ev.WentOutSaid) -> str:
    return _("Round %(round)s: %(player)s went out", **_at(replay, event))


@tells(ev.CardsLeftEntered)
def _entered(replay: Replay, event: ev.CardsLeftEntered) -> str:
    line = Line(event.cards, event.points)
    before = replay.entered.get((event.round, event.seat))
    at = {**_at(replay, event), "points": line.points}
    cards = str(line).removeprefix(str(line.points)).lstrip()
    if before is None or before.line == line:
        return Told(_("Round %(round)s, %(player)s: %(points)s", **at), cards)
    was = before.line if before.points == line.points else before.points
    return Told(_("Round %(round)s, %(player)s: %(was)s changed to %(points)s", **at, was=was), cards)


@tells(ev.CardsLeftCleared)
def _cleared(replay: Replay, event: ev.CardsLeftCleared) -> str:
    before, at = replay.entered.get((event.round, event.seat)), _at(replay, event)
    if before is None:
        return _("Round %(round)s, %(player)s: entry removed", **at)
    return _("Round %(round)s, %(player)s: %(line)s removed", **at, line=before.line)


@tells(ev.RoundClosed)
def _closed(replay: Replay, event: ev.RoundClosed) -> str:
    left = {seat: line for seat, line in event.lines.items() if seat != event.went_out}
    bonus = replay.book.go_out_bonus if event.went_out is not None else 0
    who = {"player": replay.name(event.went_out)}
    out = _("%(player)s went out with −%(bonus)s", **who, bonus=bonus) if bonus else _("%(player)s went out", **who)
    rest = f": {out}; {_lines(replay, left)}"
    if event.finishes:
        rest += ". " + _("That finished the game")
    return Told(_("Round %(round)s was closed", round=event.round), rest)


@tells(ev.CellCorrected)
def _cell(replay: Replay, event: ev.CellCorrected) -> str:
    line = Line(event.cards, event.points)
    at = {**_at(replay, event), "line": line}
    if event.round > len(replay.rounds) or event.seat not in replay.rounds[event.round - 1].cells:
        # undone together with the closing it stood on
        return _("Round %(round)s, %(player)s: corrected to %(line)s", **at)
    before = replay.rounds[event.round - 1].cells[event.seat].line
    was = before if before.points == line.points else before.points
    return _("Round %(round)s, %(player)s: %(was)s corrected to %(line)s", **at, was=was)


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


@tells(ev.BuysSaid)
def _buys(replay: Replay, event: ev.BuysSaid) -> str:
    counts = ", ".join(f"{replay.name(seat)} {count}" for seat, count in event.buys.items())
    return Told(_("Buys in the whole game"), f": {counts}")


def with_openings(sentence: Told, replay: Replay, before: Mapping[int, tuple[int, bool]]) -> Told:
    """A sentence, and what follows for those who begin with a total that follows from the others'.

    ``replay`` stands after the event, ``before`` is what they began with before it.
    """
    more = []
    for seat, (total, settled) in replay.openings().items():
        if not replay.seats[seat].plays(replay.seats[seat].first):
            continue  # left before that, and begins anew if they come back
        was, was_settled = before.get(seat, (total, settled))
        who = {"player": replay.name(seat), "total": signed(total)}
        if settled and not was_settled:
            more.append(_("%(player)s begins with %(total)s", **who))
        elif settled and was != total:
            more.append(_("%(player)s began with %(total)s, not %(was)s", **who, was=signed(was)))
    return sentence.and_then("".join(f". {each}" for each in more)) if more else sentence


@tells(ev.SeatAdded)
def _seat_added(replay: Replay, event: ev.SeatAdded) -> str:
    opening_now = event.opening
    if event.follows:  # what it followed from may have been undone since
        opening_now = replay.opening_beside(event.how, replay.others(event.round), event.round, replay.openings())
    with_points = {"points": points(opening_now)}
    brief = _("%(player)s joined from round %(round)s", player=event.player, round=event.round)
    if event.follows and event.round > len(replay.rounds) + 1:
        with_points["round"] = str(event.round - 1)
        if not replay.rounds:
            return Told(
                brief,
                _("with the average of the others after round %(round)s", **with_points)
                if event.how == "average"
                else _("with the highest total after round %(round)s", **with_points),
            )
        opening = {
            "average": _(
                "with the average of the others after round %(round)s, about %(points)s for now", **with_points
            ),
            "highest": _("with the highest total after round %(round)s, about %(points)s for now", **with_points),
        }[event.how]
        return Told(brief, opening)
    opening = {
        "average": _("with %(points)s, the average of the others", **with_points),
        "highest": _("with %(points)s, the same as the highest", **with_points),
    }.get(event.how) or _("with %(points)s", **with_points)
    return Told(brief, opening)


@tells(ev.SeatDropped)
def _seat_dropped(replay: Replay, event: ev.SeatDropped) -> str:
    if event.now:
        return Told(
            _("%(player)s left in round %(round)s", player=replay.name(event.seat), round=event.round - 1),
            "; " + _("their cards count in it"),
        )
    if event.round > 1:
        return _("%(player)s left after round %(round)s", player=replay.name(event.seat), round=event.round - 1)
    return _("%(player)s left before the first round", player=replay.name(event.seat))


@tells(ev.SeatReturned)
def _seat_returned(replay: Replay, event: ev.SeatReturned) -> str:
    seat = replay.seats.get(event.seat)
    if seat is not None and seat.left is not None and seat.left > len(replay.rounds) + 1:
        return _("%(player)s plays on", player=replay.name(event.seat))
    return Told(
        _("%(player)s came back from round %(round)s", player=replay.name(event.seat), round=event.round),
        _("on, in the same seat"),
    )


@tells(ev.SeatRenamed)
def _seat_renamed(replay: Replay, event: ev.SeatRenamed) -> str:
    return _("%(player)s is now called %(name)s", player=replay.name(event.seat), name=event.player)


@tells(ev.SeatsReordered)
def _seats_reordered(replay: Replay, event: ev.SeatsReordered) -> str:
    return Told(_("New order of the seats"), f": {', '.join(replay.name(seat) for seat in event.order)}")


@tells(ev.DealerChanged)
def _dealer_changed(replay: Replay, event: ev.DealerChanged) -> str:
    return _("%(dealer)s deals round %(round)s", dealer=replay.name(event.dealer), round=event.round)


@tells(ev.NoteAdded)
def _note(replay: Replay, event: ev.NoteAdded) -> str:
    return _("Note: %(text)s", text=event.text)


@tells(ev.RulingRecorded)
def _ruling(replay: Replay, event: ev.RulingRecorded) -> str:
    question = in_words(event.question, replay.book.prices, replay.book)
    return Told(
        _("Ruling: %(question)s", question=question),
        f"{'' if question.endswith('?') else '.'} {event.ruling.rstrip('.')}",
    )


@tells(ev.Undone)
def _undone(replay: Replay, event: ev.Undone) -> str:
    raise AssertionError("tell() looks up what was undone")


@tells(ev.GameFinished)
def _finished(replay: Replay, event: ev.GameFinished) -> str:
    return _("The game was finished")


@tells(ev.GameReopened)
def _reopened(replay: Replay, event: ev.GameReopened) -> str:
    return _("The game was opened again")


@tells(ev.GameAbandoned)
def _abandoned(replay: Replay, event: ev.GameAbandoned) -> str:
    return _("The game was abandoned")


@tells(ev.CarriedOn)
def _carried_on(replay: Replay, event: ev.CarriedOn) -> str:
    return _("The table carried on: the rounds begin again from the first")


# what is recorded of a round in play


def _cards(count: int) -> str:
    return ngettext("%(num)s card", "%(num)s cards", count)


def _title(replay: Replay, address: str) -> str:
    """What a clause is called, for people; the address itself where the rulebook has it no longer."""
    clause = replay.book.clauses.get(address.partition("/")[2])
    return f"{clause.title}, {address}" if clause else address


@tells(ev.MayITaken)
def _may_i(replay: Replay, event: ev.MayITaken) -> str:
    at = _at(replay, event)
    if replay.book.may_i_word == "buy":
        head, by = _("Round %(round)s: %(player)s bought the discard", **at), ""
    else:
        head, by = _("Round %(round)s: %(player)s took the discard", **at), _("by a May I")
    withs = [_("with %(cards)s from the stock", cards=_cards(event.penalty))] if event.penalty else []
    withs += [ngettext("for %(num)s penny", "for %(num)s pennies", event.price)] if event.price else []
    line = " ".join(filter(None, [by, listed(withs)]))
    lost = [
        _("%(player)s did not get it (%(title)s)", player=replay.name(seat), title=_title(replay, clause))
        for seat, clause in event.refused.items()
    ]
    return Told(head, "; ".join([line, *lost]))


@tells(ev.WentDown)
def _down(replay: Replay, event: ev.WentDown) -> str:
    with_them = _("with %(cards)s", cards=written_out(*event.melds)) if event.melds else ""
    return Told(_("Round %(round)s: %(player)s went down", **_at(replay, event)), with_them)


@tells(ev.MeldLaid)
def _meld_laid(replay: Replay, event: ev.MeldLaid) -> str:
    at, cards = _at(replay, event), written_out(event.cards)
    if event.replaces is not None:
        head = _("Round %(round)s: %(player)s replaced the %(meld)s", **at, meld=event.replaces)
        return Told(head, _("with %(cards)s", cards=cards))
    return Told(_("Round %(round)s: %(player)s laid down a further meld", **at), f", {cards}")


def _meld(replay: Replay, round_no: int, meld: int | None, seat: int, cards: str, owner: int | None = None) -> str:
    """A meld as ``seat`` acts on it: ``"Ann's meld (the 8s of clubs and hearts)"``; its cards where it is not known."""
    lying = replay.play(round_no).melds.get(meld) if meld is not None else None
    owner = lying.owner if lying else owner
    if owner is None:
        return written_out(cards)
    if owner == seat:
        return _("their own meld (%(cards)s)", cards=written_out(cards))
    return _("%(player)s's meld (%(cards)s)", player=replay.name(owner), cards=written_out(cards))


def _moved(became: str, *before: str) -> str:
    moved = wilds_moved(became, *before)
    return "; " + _("now %(wild_cards)s", wild_cards=moved) if moved else ""


@tells(ev.LaidOff)
def _laid_off(replay: Replay, event: ev.LaidOff) -> str:
    onto = _meld(replay, event.round, event.meld, event.seat, event.was, event.owner)
    head = _("Round %(round)s: %(player)s laid off %(cards)s", **_at(replay, event), cards=written_out(event.cards))
    return Told(head, _("on %(meld)s", meld=onto) + _moved(event.became, event.was, event.cards))


@tells(ev.WildTaken)
def _wild_taken(replay: Replay, event: ev.WildTaken) -> str:
    of = _meld(replay, event.round, event.meld, event.seat, event.was, event.owner)
    head = _("Round %(round)s: %(player)s took %(card)s", **_at(replay, event), card=written_out(event.wild))
    return Told(head, _("from %(meld)s for %(card)s", meld=of, card=written_out(event.card)))


@tells(ev.ScrewedOver)
def _screwed(replay: Replay, event: ev.ScrewedOver) -> str:
    by, owner = replay.name(event.by), replay.name(event.owner)
    head = _("Round %(round)s: %(player)s screwed %(owner)s", round=event.round, player=by, owner=owner)
    if not event.take:
        return head
    laid = written_out(*event.melds)
    cards = {"card": written_out(event.take), "meld": written_out(event.was), "given": written_out(event.give)}
    parts = [": " + _("took %(card)s from %(meld)s and left %(given)s", **cards)]
    if event.stays:
        parts.append(_("the meld stands as %(cards)s", cards=written_out(event.stays)))
    else:
        parts.append(_("%(player)s picked up %(cards)s", player=owner, cards=written_out(event.to_owner)))
    if event.owed is not None:
        parts.append(_("%(player)s is truly screwed and owes a %(meld)s", player=owner, meld=event.owed))
    does = {"player": by, "cards": laid}
    match event.use:
        case "contract":
            parts.append(_("%(player)s went down with %(cards)s", **does))
        case "lay_off":
            onto = _meld(replay, event.round, event.onto, event.by, event.onto_was)
            parts.append(_("%(player)s laid off %(cards)s on %(meld)s", **does, meld=onto))
        case _ if event.replaces is not None:
            parts.append(_("%(player)s replaced the %(meld)s with %(cards)s", **does, meld=event.replaces))
        case _:
            parts.append(_("%(player)s laid down %(cards)s", **does))
    return Told(head, "; ".join(parts))


@tells(ev.ShanghaiCalled)
def _shanghai(replay: Replay, event: ev.ShanghaiCalled) -> str:
    who = _("Round %(round)s: %(player)s called Shanghai", **_at(replay, event))
    if not event.card:
        if event.seat == event.discarder:
            return Told(who, _("on their own discard"))
        return Told(who, _("on %(player)s's discard", player=replay.name(event.discarder)))
    if event.seat == event.discarder:
        card = written_out(event.card)
        return Told(who, _("on discarding %(card)s: in the next turn nobody may take it", card=card))
    discarder, onto = replay.name(event.discarder), _meld(replay, event.round, event.meld, event.seat, event.was)
    card = written_out(event.card).removeprefix("the ")
    laid = _("on %(player)s's %(card)s and laid it on %(meld)s", player=discarder, card=card, meld=onto)
    moved = _moved(event.became, event.was, event.card)
    drew = _("%(player)s drew a card from %(caller)s's hand", player=discarder, caller=replay.name(event.seat))
    return Told(who, f"{laid}{moved}; {drew}")


@tells(ev.StockShuffled)
def _shuffled(replay: Replay, event: ev.StockShuffled) -> str:
    return Told(_("Round %(round)s: the discards were shuffled", round=event.round), _("into a new stock"))


@tells(ev.IrregularityNoted)
def _irregular(replay: Replay, event: ev.IrregularityNoted) -> str:
    at = {"round": event.round, "kind": translated(event.kind)}
    if event.seat is None:
        head = _("Round %(round)s: %(kind)s", **at)
    else:
        head = _("Round %(round)s, %(player)s: %(kind)s", **at, player=replay.name(event.seat))
    if event.remedy == "points":
        remedy = _("%(points)s points", points=f"{event.points:+d}")
    else:
        remedy = {"note": _("noted"), "nothing": _("nothing done")}.get(event.remedy, event.remedy)
    return Told(head, f"({event.text}); {remedy}" if event.text else f"; {remedy}")


@tells(ev.RuleDecided)
def _rule_decided(replay: Replay, event: ev.RuleDecided) -> str:
    clause = next((clause for clause in event.clauses if clause["address"].endswith(f"/{event.topic}")), None)
    title = clause["title"] if clause else event.topic
    where = f"{title}: {clause['text']}" if clause else title
    values = [
        _value(replay, event, name, raw) for name, raw in event.values.items() if not _said(replay, event, name, where)
    ]
    more = [value for value in values if value not in where]
    in_brackets = f" ({'; '.join(more)})" if more else ""
    if event.precedent:
        head = (
            _("A precedent from now on (kept for the next games): %(title)s", title=title)
            if event.kept
            else _("A precedent from now on: %(title)s", title=title)
        )
    else:
        head = (
            _("A house rule from now on (kept for the next games): %(title)s", title=title)
            if event.kept
            else _("A house rule from now on: %(title)s", title=title)
        )
    return Told(head, f"{where.removeprefix(title)}{in_brackets}")


def _said(replay: Replay, event: ev.RuleDecided, name: str, words: str) -> bool:
    """Whether the words of the clause are those that the value has by itself."""
    try:
        values = fitted(replay.book.values(), event.values)
        return sentence(name, values) in words
    except (KeyError, RulebookError):  # told as it was written
        return False


def _value(replay: Replay, event: ev.RuleDecided, name: str, raw: object) -> str:
    try:
        return shown(name, fitted(replay.book.values(), event.values)).rstrip(".")
    except (KeyError, RulebookError):  # a value that this version no longer has is told as it was written
        return f"{name}: {raw}"


@tells(ev.RuleRevoked)
def _rule_revoked(replay: Replay, event: ev.RuleRevoked) -> str:
    decision = next((each for each in replay.decisions if each.seq == event.target), None)
    clause = replay.book.clauses.get(decision.topic) if decision else None
    if decision is None:
        return _("Revoked")
    return _("Revoked: the decision on %(title)s", title=clause.title if clause else decision.topic)


ev.check_complete(TELLS, "story")
