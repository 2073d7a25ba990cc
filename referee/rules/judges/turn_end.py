"""How a turn may end: with which discard, with none, and whether that goes out. And the Shanghai call on a discard."""

from __future__ import annotations

from collections.abc import Sequence

from referee.rules.cards import format_card
from referee.rules.judges.lay_off import NEED_DOWN, Meld, all_cards, depends, fits, lying, refusal
from referee.rules.rulebook.meld_rules import Law, law
from referee.rules.rulebook.model import Rulebook
from referee.rules.rulings import Finding, Need, Reason, Ruling
from referee.rules.speech.words import counted, listed, the, the_placed

NEED_ROUND = Need("round", "Which round is it? In one of them the whole hand goes down without a discard.")
NEED_CARD = Need("card", "Which card was discarded?")
NEED_TABLE = Need("table", "Which melds lie on the table?")


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
    known = law(book)
    whole_hand = round_no in book.all_cards_rounds
    if card is not None and card not in hand:
        found = Finding(Reason.NOT_THERE, "discard", f"{the(card)} is not in the hand", (format_card(card),))
        return refusal(known, [found], {"goes_out": False})
    if whole_hand and down == "this turn" and hand:
        stayed = counted(len(hand), "card")
        says = f"in round {round_no} the whole hand goes down at once, and {stayed} stayed in hand"
        found = Finding(Reason.CARDS_LEFT, "last-round", says, tuple(map(format_card, hand)))
        return refusal(known, [found], {"goes_out": False})
    if card is not None:
        return _with_discard(known, hand, card, down, table, whole_hand, round_no)
    if hand:
        return _cards_kept(known, hand, down, table, round_no)
    return _empty_hand(known, down, whole_hand, round_no)


def _with_discard(
    known: Law,
    hand: Sequence[int],
    card: int,
    down: str | None,
    table: Sequence[Meld] | None,
    whole_hand: bool,
    round_no: int | None,
) -> Ruling:
    book = known.book
    found: list[Finding] = []
    needs: list[Need] = []
    name = (format_card(card),)
    last = len(hand) == 1
    if last and whole_hand:
        found.append(all_cards(round_no, "nobody goes out by a discard"))
    elif last and book.final_discard == "never":
        says = "the last card may not be discarded; it must be played to the table"
        found.append(Finding(Reason.LAST_CARD, "go-out", says, name))
    if known.wild[card] and not book.discard_wild:
        found.append(Finding(Reason.PLAYABLE, "discard-wild", "no wild card may be discarded", name))
    playable = False
    if not book.discard_playable and down in ("earlier", None):
        playable = _playable(known, card, table or (), round_no)
        if playable and down == "earlier":
            says = f"{the(card)} could be laid off, and a player who is down may not discard such a card"
            found.append(Finding(Reason.PLAYABLE, "discard", says, name))
        elif down is None and (playable or table is None):
            needs.append(NEED_DOWN)
        if table is None:
            needs.append(NEED_TABLE)
    if found:
        hints = ("lay it off instead",) if found[0].reason is Reason.PLAYABLE and playable else ()
        if found[0].reason is Reason.LAST_CARD:
            hints = ("lay it off, or keep it if it fits nowhere",)
        return refusal(known, found, {"goes_out": False}, hints)
    if needs:
        return depends(known, needs, {"goes_out": None}, "discard")
    topics = ["discard-wild"] if known.wild[card] else []
    if last:
        sentence = f"Yes: {the(card)} is the last card, and discarding it goes out."
        topics += ["go-out", "discard"]
    else:
        sentence = f"Yes: {the(card)} may be discarded."
        topics.append("discard")
    return Ruling(True, sentence, known.because(*topics), {"goes_out": last})


def _playable(known: Law, card: int, table: Sequence[Meld], round_no: int | None) -> bool:
    """Whether a card could be laid off on some meld on the table."""
    return any(fits(known, meld, card, round_no) for meld in table)


def _cards_kept(
    known: Law, hand: Sequence[int], down: str | None, table: Sequence[Meld] | None, round_no: int | None
) -> Ruling:
    """No discard although cards are left: only one that may not be discarded and fits nowhere allows that."""
    adds: dict[str, object] = {"goes_out": False}
    if known.book.final_discard != "never" or len(hand) > 1 or round_no in known.book.all_cards_rounds:
        says = f"a turn ends with a discard, and {counted(len(hand), 'card')} would stay in hand"
        found = Finding(Reason.NO_DISCARD, "discard", says, tuple(map(format_card, hand)))
        return refusal(known, [found], adds, ("discard one of them",))
    card = hand[0]
    allowed = Ruling(
        True,
        f"Yes: {the(card)} cannot be laid off, and the last card is not discarded, so the turn ends without a discard.",
        known.because("last-card", "go-out", "discard"),
        adds,
    )
    if down == "no" or (down == "this turn" and known.book.lay_off_same_turn == "no"):
        return allowed
    if table is not None and not _playable(known, card, table, round_no):
        return allowed
    needs = [] if down is not None else [NEED_DOWN]
    needs += [] if table is not None else [NEED_TABLE]
    if needs:
        return depends(known, needs, {"goes_out": None}, "last-card")
    says = f"{the(card)} is the last card and could be laid off"
    found = Finding(Reason.NO_DISCARD, "last-card", says, (format_card(card),))
    return refusal(known, [found], adds, ("lay it off and go out",))


def _empty_hand(known: Law, down: str | None, whole_hand: bool, round_no: int | None) -> Ruling:
    """Every card was played to the table and none is left to discard."""
    book = known.book
    if whole_hand:
        if down in ("no", "earlier"):
            says = f"in round {round_no} nobody has an empty hand but by melding all of it in this turn"
            return refusal(known, [Finding(Reason.NOT_DOWN, "last-round", says)], {"goes_out": False})
        sentence = f"Yes: the whole hand is melded, and round {round_no} ends without a discard."
        return Ruling(True, sentence, known.because("last-round", "discard"), {"goes_out": True})
    if (
        round_no is None
        and book.all_cards_rounds
        and book.final_discard.startswith("required")
        and down in (None, "this turn")
    ):
        return depends(known, [NEED_ROUND], {"goes_out": None}, "last-round", "go-out")
    by_contract = ["whole-hand"] if down == "this turn" else []
    match book.final_discard:
        case "optional" | "never":
            sentence = "Yes: every card is played to the table, and that goes out."
            return Ruling(True, sentence, known.because("go-out", *by_contract), {"goes_out": True})
        case "required, else stay in":
            sentence = (
                "Yes, but that does not go out: the player stays in with an empty hand and draws on the next turn."
            )
            return Ruling(True, sentence, known.because("go-out", *by_contract), {"goes_out": False})
    if down == "this turn":
        says = "the turn must end with a discard, so the contract must leave a card for it"
        found = [Finding(Reason.NO_DISCARD, "whole-hand", says), Finding(Reason.NO_DISCARD, "go-out", _LAST)]
    else:
        found = [Finding(Reason.NO_DISCARD, "go-out", _LAST)]
    return refusal(known, found, {"goes_out": False}, ("keep one card to discard",))


_LAST = "the last card must be the discard, so it may not be laid off"


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
    known = law(book)
    taking = [] if card is None else [i for i, meld in enumerate(table or ()) if fits(known, meld, card, round_no)]
    found: list[Finding] = []
    if not book.shanghai_call:
        never = Finding(Reason.NOT_PLAYED, "shanghai", "this rulebook has no Shanghai call")
        return refusal(known, [never], {"melds": taking})
    if round_no in book.all_cards_rounds:
        found.append(all_cards(round_no, "no meld lies on the table"))
    if card is not None and table is not None and not taking:
        says = f"{the(card)} fits no meld on the table"
        found.append(Finding(Reason.DOES_NOT_FIT, "shanghai", says, (format_card(card),)))
    if found:
        return refusal(known, found, {"melds": taking})
    if card is None or table is None:
        needs = [NEED_CARD] if card is None else []
        needs += [NEED_TABLE] if table is None else []
        return depends(known, needs, {"melds": taking}, "shanghai")
    fit = f"Yes: {the(card)} fits {_melds_named(known, [table[index] for index in taking], round_no)}"
    if by == "discarder":
        sentence = f"{fit}. In the next player's turn nobody may draw it or ask for it."
    elif by == "other":
        sentence = f"{fit}. The caller lays it there, and the discarder draws a card from the caller's hand."
    else:
        sentence = f"{fit}, so Shanghai may be called."
    topics = ("shanghai-hand", "shanghai") if by == "other" else ("shanghai",)
    return Ruling(True, sentence, known.because(*topics), {"melds": taking})


def _melds_named(known: Law, melds: Sequence[Meld], round_no: int | None) -> str:
    """``"5-6-7-8 of clubs or the set of 9s"``; by their cards where they are called the same."""
    names = [lying(known, meld, round_no)[0].the for meld in melds]
    alike = [name for name in names if names.count(name) > 1]
    return listed(
        dict.fromkeys(the_placed(meld) if name in alike else name for name, meld in zip(names, melds, strict=True)),
        "or",
    )
