"""How a turn may end: with which discard, with none, and whether that goes out. And the Shanghai call on a discard."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from referee.rules.cards import format_card
from referee.rules.judges.irregular import price_of_playable
from referee.rules.judges.lay_off import (
    NEED_DOWN,
    Meld,
    all_cards,
    extended,
    fit_rests,
    lying,
    not_all_at_once,
    surely_fits,
    would_fit,
)
from referee.rules.melds.readings import PLAIN
from referee.rules.melds.rests import of_all
from referee.rules.rulebook.meld_rules import MeldRules, meld_rules
from referee.rules.rulebook.model import Rulebook
from referee.rules.rulings import (
    Finding,
    Left,
    Need,
    Phrase,
    Player,
    Reason,
    Ruling,
    citations,
    depends,
    phrase,
    refusal,
)

NEED_ROUND = Need("round", phrase("which round, whole hand"))
NEED_CARD = Need("card", phrase("which discard"))
NEED_TABLE = Need("table", phrase("which melds"))
NEED_WHERE = Need("table", phrase("which place"))


def judge_discard(
    book: Rulebook,
    hand: Sequence[int],
    card: int | None,
    down: str | None = None,
    table: Sequence[Meld] | None = None,
    round_no: int | None = None,
    *,
    just_taken: bool = False,
) -> Ruling:
    """Whether a turn may end with this discard, or with none (``card`` None).

    ``hand`` is what is left after melding and laying off, before the discard; ``just_taken``: the card came from the
    discard pile in this turn. ``adds``: ``goes_out``,
    whether the round ends with it.
    """
    end = _End(meld_rules(book), hand, down, table, round_no, just_taken)
    ruling = _judged(end, card)
    if ruling.legal and ruling.adds["goes_out"] and book.last_turns:
        says = phrase("the others play on", what=ruling.says)
        return ruling._replace(says=says, because=citations(book, *ruling.topics, "last-turns"))
    return ruling


def _judged(end: _End, card: int | None) -> Ruling:
    book, hand, down, round_no = end.book, end.hand, end.down, end.round_no
    if card is not None and card not in hand:
        finding = Finding(Reason.NOT_THERE, "discard", phrase("not in hand", card=card), (format_card(card),))
        return refusal(book, [finding], {"goes_out": False})
    if not book.down_draws and down in ("earlier", None):
        return _idle(end, card)
    if end.whole_hand and down == "this turn" and hand:
        says = phrase("cards stayed", round=round_no, count=len(hand))
        finding = Finding(Reason.CARDS_LEFT, "last-round", says, tuple(map(format_card, hand)))
        return refusal(book, [finding], {"goes_out": False})
    if card is not None:
        return _with_discard(end, card)
    if hand:
        return _cards_kept(end)
    return _empty_hand(end)


def _idle(end: _End, card: int | None) -> Ruling:
    """The end of a turn where a player who is down neither draws nor discards."""
    if end.down is None:
        return depends(end.book, [NEED_DOWN], {"goes_out": None}, "down-turns")
    if card is not None:
        finding = Finding(Reason.ALREADY_DOWN, "down-turns", phrase("down discards nothing"), (format_card(card),))
        return refusal(end.book, [finding], {"goes_out": False}, (phrase("end without a discard"),))
    if end.hand:
        return Ruling(True, phrase("down keeps cards"), citations(end.book, "down-turns"), {"goes_out": False})
    return Ruling(True, phrase("all played"), citations(end.book, "down-turns", "go-out"), {"goes_out": True})


class _End(NamedTuple):
    """What is told of the end of a turn, before its discard."""

    rules: MeldRules
    hand: Sequence[int]
    down: str | None
    table: Sequence[Meld] | None
    round_no: int | None
    just_taken: bool

    @property
    def book(self) -> Rulebook:
        return self.rules.book

    @property
    def whole_hand(self) -> bool:
        """Whether no card may stay in hand in this round."""
        return self.round_no in self.book.all_cards_rounds

    @property
    def last(self) -> bool:
        """Whether one card is left, with which the player would go out."""
        return len(self.hand) == 1

    @property
    def must_be_useless(self) -> bool:
        """Whether the discard may fit no meld on the table, as far as is told."""
        return not self.book.discard_playable and self.down in ("earlier", None)


def _with_discard(end: _End, card: int) -> Ruling:
    playable = _playable(end, card) if end.must_be_useless else False
    if findings := _against(end, card, playable):
        taken = _taken_by(end.rules, card, end.table or (), end.round_no) if playable else ()

        def hint(_left: Left) -> tuple[Phrase, ...]:
            return _instead(end, card, findings, playable)

        return refusal(end.book, findings, {"goes_out": False}, hint=hint, last=taken)
    let = _let_by_the_table(end, card)
    goes_out_down = ["go-out-down"] if end.last else []
    if needs := _unsaid(end, playable):
        topics = [topic for topic in let if topic != "go-out-down" or end.down is not None]
        topics += ["last-round"] if end.whole_hand and end.down is None else []
        topics += goes_out_down if end.book.only_down_goes_out else []
        topics += ["discard"] if end.whole_hand or not end.book.discard_playable else []
        if playable is None:
            topics = [*[topic for topic in topics if topic != "wild-place"], "wild-place", "declare"]
        return depends(end.book, needs, {"goes_out": None}, *topics)
    topics = [*let, *(["discard-wild"] if end.rules.wild[card] else [])]
    topics += ["discard-taken"] if end.just_taken else []
    topics += goes_out_down if end.down == "no" else []
    topics += ["go-out", "discard"] if end.last else ["discard"]
    topics += goes_out_down if end.down is None else []
    says = phrase("goes out" if end.last else "may be discarded", card=card)
    return Ruling(True, says, citations(end.book, *topics), {"goes_out": end.last})


def _against(end: _End, card: int, playable: bool | None) -> list[Finding]:
    """What speaks against this discard."""
    findings = []
    name = (format_card(card),)
    if end.last and end.whole_hand:
        findings.append(all_cards(end.round_no, phrase("no going out by discarding")))
    elif end.last and end.book.final_discard == "never":
        findings.append(Finding(Reason.LAST_CARD, "go-out", phrase("last card played"), name))
    elif end.last:
        findings += _not_down(end, name)
    if end.rules.wild[card] and not end.book.discard_wild:
        findings.append(Finding(Reason.PLAYABLE, "discard-wild", phrase("no wild discard"), name))
    if end.just_taken and not end.book.discard_taken:
        findings.append(Finding(Reason.JUST_TAKEN, "discard-taken", phrase("just taken", card=card), name))
    if playable and end.down == "earlier":
        findings.append(Finding(Reason.PLAYABLE, "discard", _because_playable(end.book, card), name))
    return findings


def _because_playable(book: Rulebook, card: int) -> Phrase:
    """That a card could be laid off, and what it costs to discard it."""
    says = phrase("playable", card=card)
    return phrase("at a price", what=says, price=price_of_playable(book)) if book.prices_playable else says


def _unsaid(end: _End, playable: bool | None) -> list[Need]:
    """What must still be told of a discard that nothing speaks against so far."""
    # whoever has melded in this turn keeps no card where none may stay
    turns_on_down = end.whole_hand or (end.last and end.book.only_down_goes_out)
    turns_on_down = turns_on_down or (end.must_be_useless and (playable is not False or end.table is None))
    needs = [NEED_DOWN] if turns_on_down and end.down is None else []
    if playable is None:
        return [*needs, NEED_WHERE]
    return [*needs, NEED_TABLE] if end.must_be_useless and end.table is None else needs


def _instead(end: _End, card: int, findings: Sequence[Finding], playable: bool | None) -> tuple[Phrase, ...]:
    """What the player may do instead."""
    reason = findings[0].reason
    if reason is Reason.JUST_TAKEN:
        return (phrase("discard another"),) if _another_may_go(end, card) else ()
    if reason is Reason.LAST_CARD:
        return (phrase("lay it off or keep it"),)
    if reason is Reason.PLAYABLE and playable:
        return (phrase("lay it off instead"),) if _may_end_without(end, card) else ()
    return (phrase("meld first"),) if reason is Reason.NOT_DOWN and len(findings) == 1 else ()


def _another_may_go(end: _End, card: int) -> bool:
    """Whether some other card of the hand may be discarded."""
    rest = list(end.hand)
    rest.remove(card)
    judged = (
        judge_discard(end.book, end.hand, each, end.down, end.table, end.round_no) for each in dict.fromkeys(rest)
    )
    return any(_may_be(ruling) for ruling in judged)


def _may_be(ruling: Ruling) -> bool:
    """Whether nothing that was told of the table speaks against it."""
    return ruling.legal is not False and NEED_WHERE not in ruling.needs


def _may_end_without(end: _End, card: int) -> bool:
    """Whether a turn may end once a card has been laid off, with one of the others discarded or with none."""
    if end.whole_hand:
        return False
    rest = list(end.hand)
    rest.remove(card)
    for at, meld in enumerate(end.table or ()):
        for table in lying(end.rules, meld, end.round_no):
            for after in extended(end.rules, table, [PLAIN[card]]).ways[:1]:
                melds = [*(end.table or ())]
                melds[at] = after.cards
                for discard in (None, *dict.fromkeys(rest)):
                    if _may_be(judge_discard(end.book, rest, discard, end.down, melds, end.round_no)):
                        return True
    return False


def _let_by_the_table(end: _End, card: int) -> list[str]:
    """The clauses up to the table by which this discard may end the turn, as another table might not let it."""
    topics = not_all_at_once(end.book, end.round_no) if end.last or end.down in ("this turn", None) else []
    topics += ["discard-wild"] if end.rules.wild[card] else []
    topics += ["discard-taken"] if end.just_taken else []
    topics += ["go-out-down"] if end.last and end.down in ("no", None) else []
    topics += ["go-out"] if end.last else []
    if end.must_be_useless:
        melds = end.table or ()
        topics += [topic for meld in melds for topic in would_fit(end.rules, meld, [PLAIN[card]], end.round_no)]
    return end.book.open_among(topics)


def _taken_by(rules: MeldRules, card: int, table: Sequence[Meld], round_no: int | None) -> list[str]:
    """What it rests on that melds on the table take a card."""
    held = of_all(fit_rests(rules, meld, card, round_no) for meld in table)
    return [*held.surely, *held.partly]


def _not_down(end: _End, cards: tuple[str, ...] = ()) -> list[Finding]:
    """Who is not down does not go out where the rulebook keeps that to those who are."""
    if end.book.only_down_goes_out and end.down == "no":
        return [Finding(Reason.NOT_DOWN, "go-out-down", phrase("goes out: not down"), cards)]
    return []


def _playable(end: _End, card: int) -> bool | None:
    """Whether a card could be laid off on some meld on the table; None where it hangs on where a wild card lies."""
    playable: bool | None = False
    for meld in end.table or ():
        here = surely_fits(end.rules, meld, card, end.round_no)
        if here:
            return True
        playable = None if here is None else playable
    return playable


def _cards_kept(end: _End) -> Ruling:
    """No discard although cards are left: only one that may not be discarded and fits nowhere allows that."""
    book = end.book
    adds: dict[str, object] = {"goes_out": False}
    if book.final_discard != "never" or not end.last or end.whole_hand:
        says = phrase("must discard", count=len(end.hand))
        finding = Finding(Reason.NO_DISCARD, "discard", says, tuple(map(format_card, end.hand)))
        # where the last card is never discarded, a turn may end with it
        alone = book.open_among(["go-out"]) if end.last and not end.whole_hand else []
        return refusal(book, [finding], adds, hint=lambda _left: _what_to_discard(end), first=alone)
    card = end.hand[0]
    allowed = Ruling(
        True,
        phrase("ends without a discard", card=card),
        citations(book, "last-card", "go-out", "discard"),
        adds,
    )
    if end.down == "no" or (end.down == "this turn" and book.lay_off_same_turn == "no"):
        return allowed
    playable = _playable(end, card)
    if end.table is not None and playable is False:
        return allowed
    needs = [] if end.down is not None else [NEED_DOWN]
    needs += [NEED_TABLE] if end.table is None else [NEED_WHERE] if playable is None else []
    if needs:
        where = ["wild-place", "declare"] if NEED_WHERE in needs else []
        return depends(book, needs, {"goes_out": None}, "last-card", *where)
    finding = Finding(Reason.NO_DISCARD, "last-card", phrase("last card fits", card=card), (format_card(card),))
    return refusal(book, [finding], adds, (phrase("lay it off and go out"),))


def _what_to_discard(end: _End) -> tuple[Phrase, ...]:
    """The cards in hand of which one may be discarded, where any may."""
    cards = dict.fromkeys(end.hand)
    playable = {card: _playable(end, card) if end.must_be_useless else False for card in cards}
    allowed = [card for card in cards if playable[card] is not None and not _against(end, card, playable[card])]
    if not allowed:
        return ()
    if len(allowed) < len(cards):
        return (phrase("discard one of these", cards=allowed),)
    return (phrase("discard it" if end.last else "discard one"),)


def _empty_hand(end: _End) -> Ruling:
    """Every card was played to the table and none is left to discard."""
    book, down, round_no = end.book, end.down, end.round_no
    if end.whole_hand:
        return _whole_hand_melded(end)
    required = book.final_discard == "required"
    open_round = round_no is None and (book.all_cards_rounds or book.whole_hand_rounds) and down in (None, "this turn")
    if open_round and book.final_discard.startswith("required"):
        either = (*(["last-round"] if book.all_cards_rounds else []), "go-out", "whole-hand")
        return depends(book, [NEED_ROUND], {"goes_out": None}, *book.open_among(either), *either)
    due = book.final_discard.startswith("required")
    melded_now = ["whole-hand"] if down == "this turn" or (down is None and due) else []
    if round_no in book.whole_hand_rounds and due and melded_now:
        because = ("whole-hand", "last-round", "go-out", "discard")
        if down is None:
            return depends(book, [NEED_DOWN], {"goes_out": None}, *because)
        says = phrase("whole hand goes out", round=round_no)
        return Ruling(True, says, citations(book, *because), {"goes_out": True})
    first = book.open_among([*melded_now, "go-out"] if down is None else ["go-out"]) if down != "this turn" else []
    topics = [*first, "go-out", *melded_now]
    if book.final_discard == "required, else stay in":
        return Ruling(True, phrase("stays in"), citations(book, *topics), {"goes_out": False})
    findings: list[Finding] = []
    if required and down == "this turn":
        findings.append(Finding(Reason.NO_DISCARD, "whole-hand", phrase("contract leaves a card")))
    if required:
        findings.append(Finding(Reason.NO_DISCARD, "go-out", phrase("last card is the discard")))
    findings += _not_down(end)
    if findings:
        not_down = findings[-1].reason is Reason.NOT_DOWN
        # whoever is not down may not go out with the card kept either
        hints = () if required and not_down else (phrase("meld first" if not_down else "keep one"),)
        return refusal(book, findings, {"goes_out": False}, hints, first=[*_if_all_at_once(end, False), *first])
    if book.only_down_goes_out and down is None:
        return depends(book, [NEED_DOWN], {"goes_out": None}, *first, "go-out-down", "go-out")
    if down == "no" or (down is None and "go-out-down" in book.up_to_the_table):
        first.insert(0, "go-out-down")
    first = [*_if_all_at_once(end, True), *first]
    return Ruling(True, phrase("all played"), citations(book, *first, *topics), {"goes_out": True})


def _whole_hand_melded(end: _End) -> Ruling:
    """In a round in which no card may stay, whoever melds in this turn goes out with it."""
    if end.down in ("no", "earlier"):
        finding = Finding(Reason.NOT_DOWN, "last-round", phrase("not melded now", round=end.round_no))
        return refusal(end.book, [finding], {"goes_out": False})
    says = phrase("whole hand melded", round=end.round_no)
    return Ruling(True, says, citations(end.book, "last-round", "discard"), {"goes_out": True})


def _if_all_at_once(end: _End, legal: bool) -> list[str]:
    """The clause by which no hand goes down at once, where an empty hand would be judged otherwise if one did."""
    book = end.book
    if end.down not in (("no", "earlier") if legal else ("this turn", None)):
        return []
    if end.round_no is None:
        doubted = not legal and not book.all_cards_rounds and "last-round" in book.up_to_the_table
        return ["last-round"] if doubted else []
    return not_all_at_once(book, end.round_no)


def judge_shanghai(
    book: Rulebook,
    card: int | None,
    table: Sequence[Meld] | None,
    by: str | None = None,
    round_no: int | None = None,
) -> Ruling:
    """Whether Shanghai may be called on a discard that fits a meld on the table.

    ``by`` is ``discarder`` or ``other``; both may call, with different consequences. ``adds``: ``melds``,
    the indexes in ``table`` that the card fits, whether or not the call is legal.
    """
    rules = meld_rules(book)
    each = [] if card is None else [surely_fits(rules, meld, card, round_no) for meld in table or ()]
    taking = [index for index, its in enumerate(each) if its]
    unclear = not taking and None in each
    findings: list[Finding] = []
    if not book.shanghai_call:
        findings.append(Finding(Reason.NOT_PLAYED, "shanghai", phrase("no Shanghai")))
    elif round_no in book.all_cards_rounds:
        findings.append(all_cards(round_no, phrase("no melds lie")))
    if book.shanghai_call and card is not None and table is not None and not taking and not unclear:
        says = phrase("fits no meld", card=card)
        findings.append(Finding(Reason.DOES_NOT_FIT, "shanghai", says, (format_card(card),)))
    taken: list[str] = []
    if card is not None and table:
        taken = _taken_by(rules, card, [table[index] for index in taking], round_no)
        others = [meld for index, meld in enumerate(table) if index not in taking]
        taken += [topic for meld in others for topic in would_fit(rules, meld, [PLAIN[card]], round_no)]
    if findings:
        first = taken if findings[0].reason is Reason.DOES_NOT_FIT else []
        return refusal(book, findings, {"melds": taking}, first=first, last=taken)
    doubted = not_all_at_once(book, round_no)
    if card is None or table is None or unclear:
        needs = [NEED_CARD] if card is None else []
        needs += [NEED_TABLE] if table is None else [NEED_WHERE] if unclear else []
        where = ["wild-place", "declare"] if unclear else []
        return depends(book, needs, {"melds": taking}, *doubted, *where, "shanghai")
    melds = [(lying(rules, table[index], round_no)[0], table[index]) for index in taking]
    fits_melds = phrase("fits melds", card=card, melds=melds)
    if by == "discarder":
        says = phrase("Shanghai by the discarder", fits=fits_melds)
    elif by == "other":
        says = phrase("Shanghai by another", fits=fits_melds, caller=Player("caller"), discarder=Player("discarder"))
    else:
        says = phrase("Shanghai", fits=fits_melds)
    topics = ("shanghai-hand", "shanghai") if by == "other" else ("shanghai",)
    return Ruling(True, says, citations(book, *doubted, *taken, *topics), {"melds": taking})
