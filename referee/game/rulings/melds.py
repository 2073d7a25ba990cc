"""The facts of what is done with melds, from the log and from what the table says, before the judges."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import product
from math import prod
from typing import Any

from referee.game.play import LaidMeld, RoundInPlay, Standing, bare, may_be, rank_of
from referee.game.rulings.in_one_go import told_in_one_go
from referee.game.state import GameState, RunningRound
from referee.rules.cards import (
    JOKER_NAME,
    RANKS,
    SUITLESS,
    CardError,
    Placed,
    format_card,
    format_meld,
    parse_card,
    parse_meld,
    split_cards,
    suitless,
)
from referee.rules.judges.lay_off import NEED_DOWN, NEED_OWNER, truly_screwed
from referee.rules.judges.meld import judge_meld
from referee.rules.judges.new_melds import judge_new_meld, judge_replacement
from referee.rules.questions.kinds import MELD
from referee.rules.referee import judged
from referee.rules.requests import RequestError
from referee.rules.rulings import Finding, Need, Reason, Ruling, depends, phrase, refusal
from referee.rules.suitless import ruled_meld


def request(state: GameState, running: RunningRound, question: str, **fields: object) -> Ruling:
    given = {field: value for field, value in fields.items() if value is not None}
    players = state.players_of_pack(running)
    return judged(state.book, {"question": question, "round": running.plays, "players": players, **given})


def agreed(rulings: Sequence[Ruling], other: Callable[[], Ruling]) -> Ruling:
    """One ruling where all possible facts lead to the same; else ``other``, which asks for the fact.

    Of several refusals the one with the fewest faults: what holds whatever the facts.
    """
    first = min(rulings, key=lambda ruling: len(ruling.findings))
    same = all(ruling.legal == first.legal and ruling.adds == first.adds for ruling in rulings)
    return first if same else other()


def as_laid_down(running: RunningRound, seat: int, melds: Sequence[str]) -> tuple[str, ...]:
    """The melds of a contract told late: where they are told as they lie now, without what was put to them since."""
    try:
        melds = [format_meld(parse_meld(cards, suits=False)) for cards in melds]
    except CardError:
        return tuple(melds)  # the judge says what is wrong with them
    named = running.play.named_of(seat, melds)
    now = {place: meld for place, meld in named.items() if bare(meld.cards) == bare(melds[place])}
    return tuple(now[place].named if place in now else cards for place, cards in enumerate(melds))


def sorted_into(state: GameState, running: RunningRound, melds: Sequence[str]) -> list[str]:
    """The melds of a contract that is laid down in the running round, as ``told_in_one_go`` takes them."""
    return told_in_one_go(state.book, running.plays, state.players_of_pack(running), melds)


def contract_readings(
    state: GameState, running: RunningRound, melds: Sequence[str], readings: Sequence[str]
) -> list[tuple[str, ...]]:
    """Every way in which melds that meet the contract may be meant, the judge's own ``readings`` first.

    A meld whose cards were told in the order of the judge's reading means that one.
    """
    each = [[reading, *_others(state, running, cards, reading)] for cards, reading in zip(melds, readings, strict=True)]
    if prod(map(len, each)) > MOST_WAYS:
        return [tuple(readings)]
    return [ways for ways in product(*each) if _going_down(state, running, ways).legal]


def _going_down(state: GameState, running: RunningRound, melds: Sequence[str]) -> Ruling:
    """The ruling on the melds alone: whether they may go down by now was judged before."""
    return request(state, running, "contract", melds=list(melds), last_turn=True)


MOST_WAYS = 12
"""Nobody reads through more; only absurd melds come near it."""


def _others(state: GameState, running: RunningRound, cards: str, reading: str) -> list[str]:
    if card_names(cards) == card_names(reading):
        return []
    return [way for way in readings_of(state, running, cards) if way != reading]


def readings_of(state: GameState, running: RunningRound, cards: str) -> list[str]:
    """What a meld can be in the round in play; nothing for what is none, RequestError for what is no cards."""
    book = state.book_in(running.number)
    judge = partial(judge_meld, book, in_contract=False, round_no=running.plays)
    ways: list[str] = ruled_meld(book, MELD.read("melds", cards), judge, "readings").adds["readings"]
    return ways


def new_meld(state: GameState, running: RunningRound, seat: int, cards: str, standing: Standing | None) -> Ruling:
    """Whether a seat may lay down a further meld, or one that replaces what it owes; raises RequestError."""
    laid = MELD.read("cards", cards)
    if owed := running.play.owes.get(seat):
        return _replaced_by(state, running, laid, owed)
    book = state.book_in(running.number)
    return whatever_down(
        state,
        running.play.standings(seat, standing),
        lambda down: ruled_meld(book, laid, lambda meant: judge_new_meld(book, meant, down, running.plays), "readings"),
    )


def whatever_down(
    state: GameState, standings: Sequence[Standing | None], judge: Callable[[Standing | None], Ruling]
) -> Ruling:
    rulings = [judge(down) for down in standings]
    return agreed(rulings, lambda: depends(state.book, [NEED_DOWN], {}, "lay-off"))


def on_table(running: RunningRound, text: object) -> list[LaidMeld]:
    """The recorded melds that a text of cards can mean: the same cards in the same places, where it says places.

    Where no other is meant, one that was told without its suits is meant by cards of its ranks, and has them now.
    """
    if not isinstance(text, str) or not text.strip():
        return []
    wanted = parse_meld(text, suits=False)
    exact = [laid for laid in running.play.melds.values() if laid.cards == format_meld(wanted)]
    if exact or any(placed.stands_for is not None for placed in wanted):
        return exact
    cards = Counter(format_card(placed.card) for placed in wanted)
    names = {laid: Counter(card_names(laid.cards)) for laid in running.play.melds.values()}
    same = [laid for laid, its in names.items() if its == cards]
    return same or [dataclasses.replace(laid, cards=meant) for laid in names if (meant := may_mean(laid.cards, text))]


def may_mean(lies: str, other: str) -> str:
    """The cards of a meld with what another text says of their suits; empty where these are other cards."""
    wanted = [placed.card for placed in parse_meld(other, suits=False)]
    result: list[Placed] = []
    for placed in sorted(parse_meld(lies, suits=False), key=lambda placed: placed.card >= SUITLESS):
        same = [card for card in wanted if card == placed.card] or [
            card for card in wanted if suitless(card) == suitless(placed.card) and max(card, placed.card) >= SUITLESS
        ]
        if not same:
            return ""
        wanted.remove(same[0])
        result.append(placed._replace(card=min(same[0], placed.card)))
    return "" if wanted else format_meld(result)


def lying(running: RunningRound, number: int, field: str = "meld") -> LaidMeld:
    """A meld on the table; raises RequestError."""
    meld = running.play.melds.get(number)
    if meld is None:
        raise RequestError(field, "That meld no longer lies on the table.", whole=True)
    return meld


def ask_whose(state: GameState, question: str) -> Ruling:
    """That it must be told whose the meld is to which cards are put."""
    return depends(state.book, [NEED_OWNER], {"meld": None}, question.replace("_", "-"))


_ONTO = {"lay_off": phrase("cards are laid off"), "swap": phrase("a wild card is taken")}


def onto(
    state: GameState, running: RunningRound, question: str, seat: int, standing: Standing | None, **fields: object
) -> Ruling:
    """Whether a seat may put cards to a meld; ``fields`` are those of the question. Raises RequestError."""
    if owed := running.play.owes.get(seat):
        return truly_screwed(state.book, owed, _ONTO[question])

    def judge(down: Standing | None) -> Ruling:
        return request(state, running, question, down=down, **fields)

    return whatever_down(state, running.play.standings(seat, standing), judge)


def laid_off(state: GameState, running: RunningRound, onto: str, cards: str) -> Ruling:
    """What a meld becomes with cards on it, whoever may lay them there."""
    return request(state, running, "lay_off", meld=onto, cards=cards, down="earlier", owner="self")


def fitting(state: GameState, running: RunningRound, onto: str) -> list[str]:
    """Every card that alone can be laid off on a meld; without its suit where that decides nothing."""
    book = state.book_in(running.number)
    wild = book.wild_ranks | book.wild_cards
    natural = [card for card in card_names(onto) if card != JOKER_NAME and card not in wild and card[:-1] not in wild]
    ranks, suits = {rank_of(card) for card in natural}, {card[-1] for card in natural}
    of_ranks = [rank for rank in RANKS if rank in wild or (len(ranks) <= 1 and rank in ranks) or not natural]
    whatever_suit = [rank for rank in of_ranks if _fits(state, running, onto, rank)]
    likely = [
        f"{rank}{suit}"
        for suit in "CDHS"
        for rank in RANKS
        if (rank in of_ranks and rank not in whatever_suit)
        or (len(suits) <= 1 and suit in suits)
        or (rank + suit in wild and rank not in whatever_suit)
    ]
    jokers = [JOKER_NAME] if state.book.has_jokers else []
    return [*whatever_suit, *(card for card in (*likely, *jokers) if _fits(state, running, onto, card))]


def _fits(state: GameState, running: RunningRound, onto: str, card: str) -> bool:
    try:
        return bool(laid_off(state, running, onto, card).legal)
    except RequestError:  # the meld holds all of the pack's cards of this kind
        return False


def replaced_by(state: GameState, running: RunningRound, cards: str, owed: Sequence[str]) -> Ruling:
    """Whether a meld replaces one that is owed; raises RequestError."""
    return _replaced_by(state, running, MELD.read("melds", cards), owed)


def _replaced_by(state: GameState, running: RunningRound, cards: Sequence[Placed], owed: Sequence[str]) -> Ruling:
    book = state.book_in(running.number)

    def judge(meant: Sequence[Placed]) -> Ruling:
        return judge_replacement(book, meant, owed, running.plays)

    return ruled_meld(book, cards, judge, "readings", "replaces")


def contract(state: GameState, running: RunningRound, melds: Sequence[str]) -> list[tuple[str, ...]]:
    """Every way in which the melds of a contract that is met lie on the table."""
    melds = sorted_into(state, running, melds)
    return contract_readings(state, running, melds, _going_down(state, running, melds).adds["readings"])


# the screw-over and the Shanghai call


def with_suits(lies: str, text: str, field: str) -> str:
    """A recorded meld with the suits that a text names besides; raises RequestError where that names other cards."""
    meant = _meant(lies, text) if text.strip() else lies
    if not meant:
        raise RequestError(field, "That meld has other cards.", whole=True)
    return meant


def _meant(lies: str, text: str) -> str:
    """A recorded meld with the suits that a text names besides, untouched where none; empty for other cards."""
    return lies if Counter(card_names(text)) == Counter(card_names(lies)) else may_mean(lies, text)


def left_of(cards: str, take: str) -> str:
    """A meld on the table without the card taken from it: that very one, or the first that may be meant."""
    pieces = split_cards(cards)
    names = {piece: card_names(piece)[0] for piece in pieces}
    [card] = card_names(take)[:1] or [""]
    meant = (
        [piece for piece in pieces if piece == take]
        or [piece for piece in pieces if names[piece] == card]
        or [piece for piece in pieces if may_be(names[piece], card)]
    )
    if meant:
        pieces.remove(meant[0])
    return " ".join(pieces)


def screw(
    state: GameState,
    running: RunningRound,
    by: int,
    owner: int | None,
    number: int | None,
    standing: Standing | None,
    *,
    noted: bool = False,
    stolen: bool | None = None,
    **fields: Any,
) -> Ruling:
    """The screw-over; ``fields`` are those of its question, ``number`` is the meld where it is recorded.

    One that was only noted before gets its cards now, unless this one is only ``noted`` too. ``stolen`` says whether
    the card taken was stolen from the taker before.
    """
    play = running.play
    use: Mapping[str, Any] | None = fields.get("use")
    if use and "contract" in use:
        fields["use"] = use = {"contract": sorted_into(state, running, use["contract"])}
    owed = play.owes.get(by)
    if owed and use:
        if "new_meld" not in use:
            says = phrase("only to replace", owed=owed)
            return refusal(state.book, [Finding(Reason.NOT_USED, "screw-replacement", says)], {})
        replaced = replaced_by(state, running, use["new_meld"], owed)
        if not replaced.legal:
            return replaced
    others, all_told = _owner_melds(play, owner, number, fields.pop("owner_melds", None))
    sure, unsure = _stolen_from(play, by, number, fields.get("meld") or "")
    bare = card_names(fields.get("take") or "")[:1]
    is_sure = bool(bare) and bare[0] in sure and bare[0] not in RANKS
    if bare and not is_sure and (any(may_be(card, bare[0]) for card in (*sure, *unsure)) or _unseen(play, by)):
        others_there = [card for card in sure if not may_be(card, bare[0])]
        lying_there = None if stolen is None else [*others_there, *bare] if stolen else others_there
    else:
        lying_there = sure
    used = by in play.screws and (noted or by not in play.noted_screws)
    whose = None if owner is None else 1 if by == owner else 2

    def judge(down: Standing | None) -> Ruling:
        facts = {"by": 1, "owner": whose, "down": down, "used": used, "stolen_from_by": lying_there, **fields}
        ruling = request(state, running, "screw", owner_melds=others, **facts)
        if all_told or ruling.legal is not True or not ruling.adds["owner_square_one"]:
            return ruling  # further melds of the owner's would change nothing
        return request(state, running, "screw", **facts)

    standing = standing or ("no" if use and "contract" in use else None)  # who goes down with it was not down
    standings: Sequence[Standing | None] = ("earlier",) if owed else play.standings(by, standing)
    return whatever_down(state, standings, judge)


def _owner_melds(
    play: RoundInPlay, owner: int | None, number: int | None, others: Sequence[str] | None
) -> tuple[list[str], bool]:
    """The owner’s other melds, and whether these are all."""
    recorded = [] if owner is None else [meld.cards for meld in play.melds_of(owner) if meld.id != number]
    is_known = number is not None and owner is not None and play.knows_melds_of(owner)
    return with_those(recorded, others or ()), is_known or others is not None


def _stolen_from(play: RoundInPlay, by: int, number: int | None, table: str) -> tuple[list[str], list[str]]:
    """The cards stolen from the taker that lie in this meld, and those that may lie there."""
    inside = Counter(card_names(table))
    sure: list[str] = []
    unsure: list[str] = []
    for stolen in play.stolen:
        there = sum(count for card, count in inside.items() if may_be(card, stolen.card))
        if stolen.victim != by or there <= sum(may_be(card, stolen.card) for card in sure + unsure):
            continue
        if stolen.meld is None or number is None:
            unsure.append(stolen.card)
        elif stolen.meld == number:
            sure.append(stolen.card)
    return sure, unsure


def _unseen(play: RoundInPlay, by: int) -> bool:
    """Whether a card of the taker's was stolen that nobody has named."""
    return any(play.screws[thief] == by for thief in play.noted_screws)


def with_those(recorded: Sequence[str], others: Sequence[str]) -> list[str]:
    """Melds that are recorded, with the suits that are named only now, and those said that are none of them."""
    lying, left, more = list(recorded), list(range(len(recorded))), []
    for cards in others:
        meant = {place: its for place in left if (its := _meant(recorded[place], cards))}
        untouched = [place for place, its in meant.items() if its == recorded[place]]
        if not meant:
            more.append(cards)
            continue
        place = [*untouched, *meant][0]
        left.remove(place)
        lying[place] = meant[place]
    return [*lying, *more]


def card_names(text: str) -> list[str]:
    """The cards of a meld without the places of wild cards, as they are written; raises RequestError."""
    try:
        cards = [place.card for place in parse_meld(text, suits=False)]
    except CardError as wrong:
        raise RequestError("cards", str(wrong)) from None
    return [format_card(card) for card in cards]


def shanghai(state: GameState, running: RunningRound, table: Sequence[str], all_told: bool, **fields: Any) -> Ruling:
    """A call on a discard against the melds told; where these may not be all, it is never said to fit none."""
    if running.went_out_said and state.book.shanghai_call:
        topic = "shanghai-end" if "shanghai-end" in state.book.clauses else "shanghai"
        return refusal(state.book, [Finding(Reason.ROUND_OVER, topic, phrase("round over"))], {"melds": []})
    all_told = all_told or running.play.knows_all_melds(running.seats)
    ruling = request(state, running, "shanghai", table=list(table) if table or all_told else None, **fields)
    if all_told or [finding.reason for finding in ruling.findings] != [Reason.DOES_NOT_FIT]:
        return ruling
    asks = phrase("fits none told", card=parse_card(fields["card"], suits=False))
    return depends(state.book, [Need("table", asks)], {"melds": []}, "shanghai")
