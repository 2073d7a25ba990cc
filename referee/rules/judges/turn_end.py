"""How a turn may end: with which discard, with none, and whether that goes out. And the Shanghai call on a discard."""

from __future__ import annotations

from collections.abc import Sequence

from referee.rules.cards import format_card
from referee.rules.judges.lay_off import (
    NEED_DOWN,
    Meld,
    all_cards,
    fit_rests,
    fits,
    lying,
    not_all_at_once,
    would_fit,
)
from referee.rules.melds.readings import PLAIN
from referee.rules.melds.rests import of_all
from referee.rules.rulebook.meld_rules import MeldRules, meld_rules
from referee.rules.rulebook.model import Rulebook
from referee.rules.rulings import Finding, Need, Phrase, Player, Reason, Ruling, citations, depends, phrase, refusal

NEED_ROUND = Need("round", phrase("which round, whole hand"))
NEED_CARD = Need("card", phrase("which discard"))
NEED_TABLE = Need("table", phrase("which melds"))


def judge_discard(
    book: Rulebook,
    hand: Sequence[int],
    card: int | None,
    down: str | None = None,
    table: Sequence[Meld] | None = None,
    round_no: int | None = None,
) -> Ruling:
    """Whether a turn may end with this discard, or with none (``card`` None).

    ``hand`` is what is left after melding and laying off, before the discard. ``adds``: ``goes_out``,
    whether the round ends with it.
    """
    rules = meld_rules(book)
    whole_hand = round_no in book.all_cards_rounds
    if card is not None and card not in hand:
        finding = Finding(Reason.NOT_THERE, "discard", phrase("not in hand", card=card), (format_card(card),))
        return refusal(book, [finding], {"goes_out": False})
    if whole_hand and down == "this turn" and hand:
        says = phrase("cards stayed", round=round_no, count=len(hand))
        finding = Finding(Reason.CARDS_LEFT, "last-round", says, tuple(map(format_card, hand)))
        return refusal(book, [finding], {"goes_out": False})
    if card is not None:
        return _with_discard(rules, hand, card, down, table, whole_hand, round_no)
    if hand:
        return _cards_kept(rules, hand, down, table, round_no)
    return _empty_hand(book, down, whole_hand, round_no)


def _with_discard(
    rules: MeldRules,
    hand: Sequence[int],
    card: int,
    down: str | None,
    table: Sequence[Meld] | None,
    whole_hand: bool,
    round_no: int | None,
) -> Ruling:
    book = rules.book
    findings: list[Finding] = []
    needs: list[Need] = []
    name = (format_card(card),)
    last = len(hand) == 1
    if last and whole_hand:
        findings.append(all_cards(round_no, phrase("nobody goes out by discarding")))
    elif last and book.final_discard == "never":
        findings.append(Finding(Reason.LAST_CARD, "go-out", phrase("last card played"), name))
    elif last:
        _goes_out_down(book, down, name, findings, needs)
    if rules.wild[card] and not book.discard_wild:
        findings.append(Finding(Reason.PLAYABLE, "discard-wild", phrase("no wild discard"), name))
    if whole_hand and down is None:
        needs.append(NEED_DOWN)  # whoever has melded in this turn keeps no card
    playable = False
    if not book.discard_playable and down in ("earlier", None):
        playable = _playable(rules, card, table or (), round_no)
        if playable and down == "earlier":
            findings.append(Finding(Reason.PLAYABLE, "discard", phrase("playable", card=card), name))
        elif down is None and (playable or table is None) and NEED_DOWN not in needs:
            needs.append(NEED_DOWN)
        if table is None:
            needs.append(NEED_TABLE)
    if findings:
        hints: tuple[Phrase, ...] = ()
        if findings[0].reason is Reason.LAST_CARD:
            hints = (phrase("lay it off or keep it"),)
        elif findings[0].reason is Reason.PLAYABLE and playable:
            hints = (phrase("lay it off instead"),)
        elif findings[0].reason is Reason.NOT_DOWN:
            hints = (phrase("meld first"),)
        taken = _taken_by(rules, card, table or (), round_no) if playable else ()
        because = citations(book, *[finding.topic for finding in findings], *taken)
        return Ruling(False, None, because, {"goes_out": False}, tuple(findings), hint=lambda _left: hints)
    let = _let_by_the_table(rules, card, last, down, table, round_no)
    if needs:
        topics = [topic for topic in let if topic != "go-out-down" or down is not None]
        topics += ["last-round"] if whole_hand and down is None else []
        topics += ["go-out-down"] if last and book.only_down_goes_out else []
        topics += ["discard"] if whole_hand or not book.discard_playable else []
        return depends(book, needs, {"goes_out": None}, *topics)
    topics = [*let, *(["discard-wild"] if rules.wild[card] else [])]
    topics += ["go-out-down"] if last and down == "no" else []
    topics += ["go-out", "discard"] if last else ["discard"]
    topics += ["go-out-down"] if last and down is None else []
    says = phrase("goes out" if last else "may be discarded", card=card)
    return Ruling(True, says, citations(book, *topics), {"goes_out": last})


def _let_by_the_table(
    rules: MeldRules, card: int, last: bool, down: str | None, table: Sequence[Meld] | None, round_no: int | None
) -> list[str]:
    """The clauses up to the table by which this discard may end the turn, as another table might not let it."""
    topics = not_all_at_once(rules.book, round_no) if last or down in ("this turn", None) else []
    topics += ["discard-wild"] if rules.wild[card] else []
    topics += ["go-out-down"] if last and down in ("no", None) else []
    topics += ["go-out"] if last else []
    if not rules.book.discard_playable and down in ("earlier", None):
        topics += [topic for meld in table or () for topic in would_fit(rules, meld, [PLAIN[card]], round_no)]
    return [topic for topic in topics if topic in rules.book.up_to_the_table]


def _taken_by(rules: MeldRules, card: int, table: Sequence[Meld], round_no: int | None) -> list[str]:
    """What it rests on that melds on the table take a card."""
    held = of_all(fit_rests(rules, meld, card, round_no) for meld in table)
    return [*held.surely, *held.partly]


def _goes_out_down(
    book: Rulebook, down: str | None, cards: tuple[str, ...], findings: list[Finding], needs: list[Need]
) -> None:
    """Who is not down goes out only where the rulebook does not keep that to those who are."""
    if book.only_down_goes_out and down == "no":
        findings.append(Finding(Reason.NOT_DOWN, "go-out-down", phrase("goes out: not down"), cards))
    elif book.only_down_goes_out and down is None:
        needs.append(NEED_DOWN)


def _playable(rules: MeldRules, card: int, table: Sequence[Meld], round_no: int | None) -> bool:
    """Whether a card could be laid off on some meld on the table."""
    return any(fits(rules, meld, card, round_no) for meld in table)


def _cards_kept(
    rules: MeldRules, hand: Sequence[int], down: str | None, table: Sequence[Meld] | None, round_no: int | None
) -> Ruling:
    """No discard although cards are left: only one that may not be discarded and fits nowhere allows that."""
    book = rules.book
    adds: dict[str, object] = {"goes_out": False}
    if book.final_discard != "never" or len(hand) > 1 or round_no in book.all_cards_rounds:
        says = phrase("must discard", count=len(hand))
        finding = Finding(Reason.NO_DISCARD, "discard", says, tuple(map(format_card, hand)))
        # where the last card is never discarded, a turn may end with it
        alone = ["go-out"] if len(hand) == 1 and round_no not in book.all_cards_rounds else []
        topics = [topic for topic in alone if topic in book.up_to_the_table]
        hints = (phrase("discard one"),)
        return Ruling(False, None, citations(book, *topics, "discard"), adds, (finding,), hint=lambda _left: hints)
    card = hand[0]
    allowed = Ruling(
        True,
        phrase("ends without a discard", card=card),
        citations(book, "last-card", "go-out", "discard"),
        adds,
    )
    if down == "no" or (down == "this turn" and book.lay_off_same_turn == "no"):
        return allowed
    if table is not None and not _playable(rules, card, table, round_no):
        return allowed
    needs = [] if down is not None else [NEED_DOWN]
    needs += [] if table is not None else [NEED_TABLE]
    if needs:
        return depends(book, needs, {"goes_out": None}, "last-card")
    finding = Finding(Reason.NO_DISCARD, "last-card", phrase("last card fits", card=card), (format_card(card),))
    return refusal(book, [finding], adds, (phrase("lay it off and go out"),))


def _empty_hand(book: Rulebook, down: str | None, whole_hand: bool, round_no: int | None) -> Ruling:
    """Every card was played to the table and none is left to discard."""
    if whole_hand:
        if down in ("no", "earlier"):
            says = phrase("not melded now", round=round_no)
            return refusal(book, [Finding(Reason.NOT_DOWN, "last-round", says)], {"goes_out": False})
        says = phrase("whole hand melded", round=round_no)
        return Ruling(True, says, citations(book, "last-round", "discard"), {"goes_out": True})
    if (
        round_no is None
        and book.all_cards_rounds
        and book.final_discard.startswith("required")
        and down in (None, "this turn")
    ):
        open_ones = [topic for topic in ("last-round", "go-out") if topic in book.up_to_the_table]
        return depends(book, [NEED_ROUND], {"goes_out": None}, *open_ones, "last-round", "go-out")
    first = ["go-out"] if "go-out" in book.up_to_the_table and down != "this turn" else []
    topics = [*first, "go-out", *(["whole-hand"] if down == "this turn" else [])]
    if book.final_discard == "required, else stay in":
        return Ruling(True, phrase("stays in"), citations(book, *topics), {"goes_out": False})
    findings: list[Finding] = []
    needs: list[Need] = []
    if book.final_discard == "required":
        if down == "this turn":
            findings.append(Finding(Reason.NO_DISCARD, "whole-hand", phrase("contract leaves a card")))
        findings.append(Finding(Reason.NO_DISCARD, "go-out", phrase("last card is the discard")))
    _goes_out_down(book, down, (), findings, needs)
    if findings:
        hint = phrase("keep one" if book.final_discard == "required" else "meld first")
        first = [*_if_all_at_once(book, down, False, round_no), *first]
        because = citations(book, *first, *[finding.topic for finding in findings])
        return Ruling(False, None, because, {"goes_out": False}, tuple(findings), hint=lambda _left: (hint,))
    if needs:
        return depends(book, needs, {"goes_out": None}, *first, "go-out-down", "go-out")
    if down == "no" or (down is None and "go-out-down" in book.up_to_the_table):
        first.insert(0, "go-out-down")
    first = [*_if_all_at_once(book, down, True, round_no), *first]
    return Ruling(True, phrase("all played"), citations(book, *first, *topics), {"goes_out": True})


def _if_all_at_once(book: Rulebook, down: str | None, legal: bool, round_no: int | None) -> list[str]:
    """The clause by which no hand goes down at once, where an empty hand would be judged otherwise if one did."""
    if down not in (("no", "earlier") if legal else ("this turn", None)):
        return []
    if round_no is None:
        doubted = not legal and not book.all_cards_rounds and "last-round" in book.up_to_the_table
        return ["last-round"] if doubted else []
    return not_all_at_once(book, round_no)


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
    taking = [] if card is None else [i for i, meld in enumerate(table or ()) if fits(rules, meld, card, round_no)]
    findings: list[Finding] = []
    if not book.shanghai_call:
        findings.append(Finding(Reason.NOT_PLAYED, "shanghai", phrase("no Shanghai")))
    elif round_no in book.all_cards_rounds:
        findings.append(all_cards(round_no, phrase("no melds lie")))
    if book.shanghai_call and card is not None and table is not None and not taking:
        says = phrase("fits no meld", card=card)
        findings.append(Finding(Reason.DOES_NOT_FIT, "shanghai", says, (format_card(card),)))
    taken: list[str] = []
    if card is not None and table:
        taken = _taken_by(rules, card, [table[index] for index in taking], round_no)
        others = [meld for index, meld in enumerate(table) if index not in taking]
        taken += [topic for meld in others for topic in would_fit(rules, meld, [PLAIN[card]], round_no)]
    if findings:
        first = taken if findings[0].reason is Reason.DOES_NOT_FIT else []
        because = citations(book, *first, *[finding.topic for finding in findings], *taken)
        return Ruling(False, None, because, {"melds": taking}, tuple(findings))
    doubted = not_all_at_once(book, round_no)
    if card is None or table is None:
        needs = [NEED_CARD] if card is None else []
        needs += [NEED_TABLE] if table is None else []
        return depends(book, needs, {"melds": taking}, *doubted, "shanghai")
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
