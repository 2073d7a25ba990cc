"""The sentences of a round in play: discards taken, melds, screw-overs, Shanghai calls, irregularities."""

from __future__ import annotations

from typing import Any

from referee.game import events as ev
from referee.game.replay import Replay
from referee.game.story.events import by_player, in_a_row, in_line, in_round, tells
from referee.messages import N_, ngettext
from referee.messages import gettext as _
from referee.rules.speech.irregular import mistake
from referee.rules.speech.words import wilds_moved, written_out


def _cards(count: int) -> str:
    return ngettext("%(num)s card", "%(num)s cards", count)


def _title(replay: Replay, address: str) -> str:
    """What a clause is called, for people; the address itself where the rulebook has it no longer."""
    clause = replay.book.clauses.get(address.partition("/")[2])
    return f"{clause.title}, {address}" if clause else address


@tells(ev.MayITaken, N_("{player}’s May I"), N_("The May I"))
def _may_i(replay: Replay, event: ev.MayITaken) -> str:
    at = by_player(replay, event)
    buys = replay.book.may_i_word == "buy"
    brief = _("%(player)s bought the discard", **at) if buys else _("%(player)s took the discard", **at)
    at["cards"] = _cards(event.penalty)
    at["pennies"] = ngettext("%(num)s penny", "%(num)s pennies", event.price)
    lost = [
        _("%(player)s didn’t get it (%(title)s)", player=replay.name(seat), title=_title(replay, clause))
        for seat, clause in event.refused.items()
    ]
    took = _bought(event, at) if buys else _took(event, at)
    if event.points:
        lost.insert(0, ngettext("That costs %(num)s point", "That costs %(num)s points", event.points))
    return in_round(event.round, in_a_row(took, *lost), brief)


def _took(event: ev.MayITaken, at: dict[str, Any]) -> str:
    if event.penalty and event.price:
        return _("%(player)s took the discard with a May I for %(pennies)s and drew %(cards)s from the stock", **at)
    if event.penalty:
        return _("%(player)s took the discard with a May I and drew %(cards)s from the stock", **at)
    if event.price:
        return _("%(player)s took the discard with a May I for %(pennies)s", **at)
    return _("%(player)s took the discard with a May I", **at)


def _bought(event: ev.MayITaken, at: dict[str, Any]) -> str:
    if event.penalty and event.price:
        return _("%(player)s bought the discard for %(pennies)s and drew %(cards)s from the stock", **at)
    if event.penalty:
        return _("%(player)s bought the discard and drew %(cards)s from the stock", **at)
    if event.price:
        return _("%(player)s bought the discard for %(pennies)s", **at)
    return _("%(player)s bought the discard", **at)


@tells(ev.WentDown, N_("{player} went down"), N_("{player} down"), N_("Going down"))
def _down(replay: Replay, event: ev.WentDown) -> str:
    at = by_player(replay, event)
    brief = _("%(player)s went down", **at)
    if not event.melds:
        return in_round(event.round, brief)
    melds = written_out(*event.melds)
    return in_round(event.round, _("%(player)s went down with %(cards)s", **at, cards=melds), brief)


@tells(ev.MeldLaid, N_("{player}’s meld"), N_("The meld"))
def _meld_laid(replay: Replay, event: ev.MeldLaid) -> str:
    at = by_player(replay, event) | {"cards": written_out(event.cards)}
    if event.replaces is not None:
        at["meld"] = event.replaces
        return in_round(
            event.round,
            _("%(player)s replaced the %(meld)s with %(cards)s", **at),
            _("%(player)s replaced the %(meld)s", **at),
        )
    return in_round(
        event.round,
        _("%(player)s laid down a further meld, %(cards)s", **at),
        _("%(player)s laid down a further meld", **at),
    )


def _meld(replay: Replay, round_no: int, meld: int | None, seat: int, cards: str, owner: int | None = None) -> str:
    """A meld as ``seat`` acts on it: ``"Ann's meld (the 8s of clubs and hearts)"``; its cards where it is not known."""
    lying = replay.play(round_no).melds.get(meld) if meld is not None else None
    owner = lying.owner if lying else owner
    if owner is None:
        return written_out(cards)
    if owner == seat:
        return _("their own meld (%(cards)s)", cards=written_out(cards))
    return _("%(player)s’s meld (%(cards)s)", player=replay.name(owner), cards=written_out(cards))


def _moved(became: str, *before: str) -> list[str]:
    """What is said of the wild cards that stand elsewhere now; nothing where none does."""
    moved = wilds_moved(became, *before)
    return [_("Now %(wild_cards)s", wild_cards=moved)] if moved else []


@tells(ev.LaidOff, N_("{player}’s lay-off"), N_("The lay-off"))
def _laid_off(replay: Replay, event: ev.LaidOff) -> str:
    at = by_player(replay, event) | {"cards": written_out(event.cards)}
    onto = _meld(replay, event.round, event.meld, event.seat, event.was, event.owner)
    laid = _("%(player)s laid off %(cards)s on %(meld)s", **at, meld=onto)
    moved = _moved(event.became, event.was, event.cards)
    return in_round(event.round, in_a_row(laid, *moved), _("%(player)s laid off %(cards)s", **at))


@tells(ev.WildTaken, N_("The wild card"))
def _wild_taken(replay: Replay, event: ev.WildTaken) -> str:
    at = by_player(replay, event) | {"card": written_out(event.wild)}
    of = _meld(replay, event.round, event.meld, event.seat, event.was, event.owner)
    return in_round(
        event.round,
        _("%(player)s took %(card)s from %(meld)s for %(given)s", **at, meld=of, given=written_out(event.card)),
        _("%(player)s took %(card)s", **at),
    )


@tells(ev.ScrewedOver, N_("The screw-over"))
def _screwed(replay: Replay, event: ev.ScrewedOver) -> str:
    by, owner = replay.name(event.by), replay.name(event.owner)
    brief = _("%(player)s screwed %(owner)s", player=by, owner=owner)
    if not event.take:
        return in_round(event.round, brief)
    cards = {"card": written_out(event.take), "meld": written_out(event.was), "given": written_out(event.give)}
    says = [
        _(
            "%(player)s screwed %(owner)s: took %(card)s from %(meld)s and left %(given)s",
            player=by,
            owner=owner,
            **cards,
        )
    ]
    if event.stays:
        says.append(_("The meld is now %(cards)s", cards=written_out(event.stays)))
    else:
        says.append(_("%(player)s picked up %(cards)s", player=owner, cards=written_out(event.to_owner)))
    if event.owed is not None:
        says.append(_("%(player)s is truly screwed and owes a %(meld)s", player=owner, meld=event.owed))
    says.append(_screwed_for(replay, event))
    return in_round(event.round, in_a_row(*says), brief)


def _screwed_for(replay: Replay, event: ev.ScrewedOver) -> str:
    """What was done with the card."""
    does = {"player": replay.name(event.by), "cards": written_out(*event.melds)}
    match event.use:
        case "contract":
            return _("%(player)s went down with %(cards)s", **does)
        case "lay_off":
            onto = _meld(replay, event.round, event.onto, event.by, event.onto_was)
            return _("%(player)s laid off %(cards)s on %(meld)s", **does, meld=onto)
        case _ if event.replaces is not None:
            return _("%(player)s replaced the %(meld)s with %(cards)s", **does, meld=event.replaces)
        case _:
            return _("%(player)s laid down %(cards)s", **does)


@tells(ev.ShanghaiCalled, N_("Shanghai call"))
def _shanghai(replay: Replay, event: ev.ShanghaiCalled) -> str:
    says = _called_on(replay, event)
    return in_round(event.round, in_a_row(*says), _("%(player)s called Shanghai", **by_player(replay, event)))


def _called_on(replay: Replay, event: ev.ShanghaiCalled) -> list[str]:
    at = by_player(replay, event)
    own, discarder = event.seat == event.discarder, replay.name(event.discarder)
    if not event.card and own:
        return [_("%(player)s called Shanghai on their own discard", **at)]
    if not event.card:
        return [_("%(player)s called Shanghai on %(discarder)s’s discard", **at, discarder=discarder)]
    card = written_out(event.card)
    if own:
        at["card"] = card
        return [_("%(player)s called Shanghai on discarding %(card)s: no one may take it in the next turn", **at)]
    on = {"discarder": discarder, "card": card.removeprefix("the ")}
    onto = _meld(replay, event.round, event.meld, event.seat, event.was)
    return [
        _("%(player)s called Shanghai on %(discarder)s’s %(card)s and laid it on %(meld)s", **at, **on, meld=onto),
        *_moved(event.became, event.was, event.card),
        _("%(player)s drew a card from %(caller)s’s hand", player=discarder, caller=replay.name(event.seat)),
    ]


@tells(ev.StockShuffled, N_("New stock"))
def _shuffled(replay: Replay, event: ev.StockShuffled) -> str:
    return in_round(event.round, _("The discards were shuffled into a new stock"), _("The discards were shuffled"))


@tells(ev.TurnLost, N_("{player} skipped"), N_("The skip"))
def _turn_lost(replay: Replay, event: ev.TurnLost) -> str:
    at = {"player": replay.name(event.seat), "by": replay.name(event.by)}
    if event.passed:
        return in_round(event.round, _("%(player)s has lost the turn for %(by)s’s skip", **at), _("A lost turn passed"))
    return in_round(
        event.round,
        _("%(by)s played a skip: %(player)s loses the next turn", **at),
        _("%(by)s skipped %(player)s", **at),
    )


@tells(ev.IrregularityNoted, N_("The mistake"))
def _irregular(replay: Replay, event: ev.IrregularityNoted) -> str:
    brief, whole = mistake(event.kind), _remedied(event, replay.book.penalty(event.points))
    if event.seat is None:
        return in_round(event.round, whole, brief)
    return in_line(event.round, replay.name(event.seat), whole, brief)


def _mistake(event: ev.IrregularityNoted | ev.RoundVoided) -> str:
    kind = mistake(event.kind)
    return _("%(mistake)s (%(text)s)", mistake=kind, text=event.text) if event.text else kind


def _remedied(event: ev.IrregularityNoted, points: int) -> str:
    """``points``: what a remedy of points adds to the total."""
    at = {"mistake": _mistake(event)}
    match event.remedy:
        case "points":
            return _("%(mistake)s; %(points)s points", **at, points=f"{points:+d}")
        case "note":
            return _("%(mistake)s; noted", **at)
        case "nothing":
            return _("%(mistake)s; nothing done", **at)
        case "owed":
            return _("%(mistake)s; to be corrected from the next turn on", **at)
        case "right":
            return _("%(mistake)s; corrected", **at)
    return at["mistake"]


@tells(ev.RoundVoided, N_("Dealt again"))
def _voided(replay: Replay, event: ev.RoundVoided) -> str:
    brief, at = _("Dealt again"), {"mistake": _mistake(event)}
    if event.seat is None:
        return in_round(event.round, _("Dealt again; %(mistake)s", **at), brief)
    return in_round(event.round, _("Dealt again; %(player)s: %(mistake)s", **at, player=replay.name(event.seat)), brief)
