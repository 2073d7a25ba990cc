"""The sentences of a round in play: discards taken, melds, screw-overs, Shanghai calls, irregularities."""

from __future__ import annotations

from referee.game import events as ev
from referee.game.replay import Replay
from referee.game.story.events import by_player, in_line, in_round, tells
from referee.messages import N_, ngettext, translated
from referee.messages import gettext as _
from referee.rules.speech.words import listed, wilds_moved, written_out


def _cards(count: int) -> str:
    return ngettext("%(num)s card", "%(num)s cards", count)


def _title(replay: Replay, address: str) -> str:
    """What a clause is called, for people; the address itself where the rulebook has it no longer."""
    clause = replay.book.clauses.get(address.partition("/")[2])
    return f"{clause.title}, {address}" if clause else address


@tells(ev.MayITaken)
def _may_i(replay: Replay, event: ev.MayITaken) -> str:
    at = by_player(replay, event)
    if replay.book.may_i_word == "buy":
        head, by = _("%(player)s bought the discard", **at), ""
    else:
        head, by = _("%(player)s took the discard", **at), _("by a May I")
    withs = [_("with %(cards)s from the stock", cards=_cards(event.penalty))] if event.penalty else []
    withs += [ngettext("for %(num)s penny", "for %(num)s pennies", event.price)] if event.price else []
    line = " ".join(filter(None, [by, listed(withs)]))
    lost = [
        _("%(player)s didn’t get it (%(title)s)", player=replay.name(seat), title=_title(replay, clause))
        for seat, clause in event.refused.items()
    ]
    return in_round(event.round, head, "; ".join([line, *lost]))


@tells(ev.WentDown)
def _down(replay: Replay, event: ev.WentDown) -> str:
    with_them = _("with %(cards)s", cards=written_out(*event.melds)) if event.melds else ""
    return in_round(event.round, _("%(player)s went down", **by_player(replay, event)), with_them)


@tells(ev.MeldLaid)
def _meld_laid(replay: Replay, event: ev.MeldLaid) -> str:
    at, cards = by_player(replay, event), written_out(event.cards)
    if event.replaces is not None:
        head = _("%(player)s replaced the %(meld)s", **at, meld=event.replaces)
        return in_round(event.round, head, _("with %(cards)s", cards=cards))
    return in_round(event.round, _("%(player)s laid down a further meld", **at), f", {cards}")


def _meld(replay: Replay, round_no: int, meld: int | None, seat: int, cards: str, owner: int | None = None) -> str:
    """A meld as ``seat`` acts on it: ``"Ann's meld (the 8s of clubs and hearts)"``; its cards where it is not known."""
    lying = replay.play(round_no).melds.get(meld) if meld is not None else None
    owner = lying.owner if lying else owner
    if owner is None:
        return written_out(cards)
    if owner == seat:
        return _("their own meld (%(cards)s)", cards=written_out(cards))
    return _("%(player)s’s meld (%(cards)s)", player=replay.name(owner), cards=written_out(cards))


def _moved(became: str, *before: str) -> str:
    moved = wilds_moved(became, *before)
    return "; " + _("now %(wild_cards)s", wild_cards=moved) if moved else ""


@tells(ev.LaidOff)
def _laid_off(replay: Replay, event: ev.LaidOff) -> str:
    onto = _meld(replay, event.round, event.meld, event.seat, event.was, event.owner)
    head = _("%(player)s laid off %(cards)s", **by_player(replay, event), cards=written_out(event.cards))
    return in_round(event.round, head, _("on %(meld)s", meld=onto) + _moved(event.became, event.was, event.cards))


@tells(ev.WildTaken)
def _wild_taken(replay: Replay, event: ev.WildTaken) -> str:
    of = _meld(replay, event.round, event.meld, event.seat, event.was, event.owner)
    head = _("%(player)s took %(card)s", **by_player(replay, event), card=written_out(event.wild))
    return in_round(event.round, head, _("from %(meld)s for %(card)s", meld=of, card=written_out(event.card)))


@tells(ev.ScrewedOver)
def _screwed(replay: Replay, event: ev.ScrewedOver) -> str:
    by, owner = replay.name(event.by), replay.name(event.owner)
    head = _("%(player)s screwed %(owner)s", player=by, owner=owner)
    if not event.take:
        return in_round(event.round, head)
    laid = written_out(*event.melds)
    cards = {"card": written_out(event.take), "meld": written_out(event.was), "given": written_out(event.give)}
    parts = [": " + _("took %(card)s from %(meld)s and left %(given)s", **cards)]
    if event.stays:
        parts.append(_("the meld is now %(cards)s", cards=written_out(event.stays)))
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
    return in_round(event.round, head, "; ".join(parts))


@tells(ev.ShanghaiCalled)
def _shanghai(replay: Replay, event: ev.ShanghaiCalled) -> str:
    who = _("%(player)s called Shanghai", **by_player(replay, event))
    if not event.card:
        if event.seat == event.discarder:
            return in_round(event.round, who, _("on their own discard"))
        return in_round(event.round, who, _("on %(player)s’s discard", player=replay.name(event.discarder)))
    if event.seat == event.discarder:
        card = written_out(event.card)
        return in_round(event.round, who, _("on discarding %(card)s: no one may take it in the next turn", card=card))
    discarder, onto = replay.name(event.discarder), _meld(replay, event.round, event.meld, event.seat, event.was)
    card = written_out(event.card).removeprefix("the ")
    laid = _("on %(player)s’s %(card)s and laid it on %(meld)s", player=discarder, card=card, meld=onto)
    moved = _moved(event.became, event.was, event.card)
    drew = _("%(player)s drew a card from %(caller)s’s hand", player=discarder, caller=replay.name(event.seat))
    return in_round(event.round, who, f"{laid}{moved}; {drew}")


@tells(ev.StockShuffled)
def _shuffled(replay: Replay, event: ev.StockShuffled) -> str:
    return in_round(event.round, _("the discards were shuffled"), _("into a new stock"))


@tells(ev.IrregularityNoted)
def _irregular(replay: Replay, event: ev.IrregularityNoted) -> str:
    head = _went_wrong(replay, event)
    if event.remedy == "points":
        remedy = _("%(points)s points", points=f"{event.points:+d}")
    else:
        remedy = translated(_REMEDIES.get(event.remedy, event.remedy))
    more = f"({event.text}); {remedy}" if event.text else f"; {remedy}"
    return in_round(event.round, head, more) if event.seat is None else in_line(event.round, head, more)


_REMEDIES = {
    "note": N_("noted"),
    "nothing": N_("nothing done"),
    "owed": N_("to be corrected from the next turn on"),
    "right": N_("corrected"),
}


def _went_wrong(replay: Replay, event: ev.IrregularityNoted | ev.RoundVoided) -> str:
    kind = translated(event.kind)
    return kind if event.seat is None else _("%(player)s: %(kind)s", player=replay.name(event.seat), kind=kind)


@tells(ev.RoundVoided)
def _voided(replay: Replay, event: ev.RoundVoided) -> str:
    more = f" ({event.text})" if event.text else ""
    return in_round(event.round, _("dealt again"), f"; {_went_wrong(replay, event)}{more}")
