"""The pages of going down and of what is done with melds on the table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from referee.game import table_commands as cmd
from referee.game.at_table import OnTable
from referee.game.state import GameState, RunningRound
from referee.rules.cards import split_cards
from referee.web import words
from referee.web.asking import CARD, CARDS, MELD, MELDS, tidy
from referee.web.contexts.ask import FieldView
from referee.web.contexts.at_table import Cited, MeldOnTable, cited, meld_on_table
from referee.web.contexts.at_table_preview import DOWN_ANSWERS, Preview, preview
from referee.web.contexts.bar import Bar, bar
from referee.web.forms_table import melds_in
from referee.web.frame import Trouble

LAY_OFF, SWAP = "lay_off", "swap"


@dataclass(frozen=True)
class PadForm:
    """What the key pad of cards needs to know."""

    suits: bool = True
    melds: bool = False


@dataclass(frozen=True)
class DownPage:
    bar: Bar
    round: int
    contract: str
    melds: tuple[words.MeldView, ...]
    seats: tuple[tuple[str, str, bool], ...]
    """Number, name, and whether they are down already."""
    seat: str
    player: str
    fields: tuple[FieldView, ...]
    form: PadForm
    typed: Mapping[str, str]
    ruled: Preview | None
    clauses: tuple[Cited, ...]


def seat_in(running: RunningRound, text: str) -> int | None:
    """The seat of a number in an address; None where it is none of this round."""
    return next((seat for seat in running.seats if str(seat) == text), None)


def cards_field(
    name: str, label: str, kind: str = CARDS, value: str = "", hint: str = "", none: bool = False
) -> FieldView:
    """A field for cards, as the key pad types into it."""
    return FieldView(name=name, kind=kind, label=label, hint=hint, value=value, none=none)


def down_page(
    code: str, state: GameState, running: RunningRound, typed: Mapping[str, str], trouble: Trouble
) -> DownPage:
    """``typed``: seat, melds, ask."""
    seat, melds = seat_in(running, typed.get("seat", "")), typed.get("melds", "")
    slots = running.deal.contract
    ruled = None
    if seat is not None and melds.strip() and "ask" in typed and not trouble:
        ruled = preview(state, running, cmd.GoDown(running.number, seat, melds_in(melds)))
    return DownPage(
        bar=bar(code, state),
        round=running.number,
        contract=words.contract(slots),
        melds=words.melds(slots),
        seats=tuple((str(one), state.name(one), one in running.play.down) for one in running.seats),
        seat=str(seat or ""),
        player=state.name(seat) if seat else "",
        fields=(cards_field("melds", "The melds", MELDS, melds, "One meld in a line."),),
        form=PadForm(melds=True),
        typed={"seat": str(seat or ""), "melds": melds},
        ruled=ruled,
        clauses=cited(state.book, trouble.clauses),
    )


@dataclass(frozen=True)
class MeldPage:
    """Something done with one meld on the table, or a further one laid down (``meld`` is None then)."""

    bar: Bar
    round: int
    heading: str
    meld: MeldOnTable | None
    seats: tuple[tuple[str, str], ...]
    seat: str
    ways: tuple[tuple[str, str], ...]
    """What can be done: value and words; one only where there is no choice."""
    way: str
    fields: tuple[FieldView, ...]
    form: PadForm
    downs: tuple[tuple[str, str], ...]
    down: str
    """When the player went down, as the table says it; asked only where it decides."""
    typed: Mapping[str, str]
    ruled: Preview | None
    clauses: tuple[Cited, ...]
    screw: bool
    owed: str


def meld_page(
    code: str,
    state: GameState,
    running: RunningRound,
    meld: OnTable | None,
    typed: Mapping[str, str],
    trouble: Trouble,
) -> MeldPage:
    """``typed``: seat, way, laid, down, ask."""
    seat, laid, down = seat_in(running, typed.get("seat", "")), typed.get("laid", ""), typed.get("down", "")
    ways = _ways(state, meld)
    way = typed.get("way", "") if typed.get("way", "") in dict(ways) else ways[0][0]
    ruled = None
    if seat is not None and laid.strip() and "ask" in typed and not trouble:
        ruled = preview(state, running, command_of(running, meld, way, seat, laid, down))
    swap = way == SWAP
    said = {"seat": str(seat or ""), "way": way, "laid": laid, "down": down}
    label = "The card put in its place" if swap else "The cards"
    owes = running.play.owes
    return MeldPage(
        bar=bar(code, state),
        round=running.number,
        heading=f"{state.name(meld.owner)}'s meld" if meld else "A further meld",
        meld=meld_on_table(state, meld) if meld else None,
        seats=tuple((str(one), state.name(one)) for one in running.seats),
        seat=str(seat or ""),
        ways=ways,
        way=way,
        fields=(cards_field("laid", label, CARD if swap else MELD, laid),),
        form=PadForm(),
        downs=DOWN_ANSWERS,
        down=down,
        typed={name: text for name, text in said.items() if text},
        ruled=ruled,
        clauses=cited(state.book, trouble.clauses),
        screw=bool(meld and state.book.screw_over),
        owed=words.listing(f"{state.name(who)} owes a {' and a '.join(what)}" for who, what in owes.items()),
    )


def _ways(state: GameState, meld: OnTable | None) -> tuple[tuple[str, str], ...]:
    if meld is None:
        return (("new", "A further meld"),)
    wild = any(piece.partition("=")[0].rstrip("CDHS♣♦♥♠") in state.book.wild_ranks for piece in split_cards(meld.cards))
    swaps = ((SWAP, "Takes the wild card"),) if wild and state.book.swap != "no" else ()
    return ((LAY_OFF, "Lays off"), *swaps)


def command_of(
    running: RunningRound, meld: OnTable | None, way: str, seat: int, laid: str, down: str
) -> cmd.LayMeld | cmd.LayOff | cmd.TakeWild:
    """What a filled form wants."""
    since = next((value for value, _ in DOWN_ANSWERS if value == down), None)
    cards = tidy(laid)
    if meld is None:
        return cmd.LayMeld(running.number, seat, cards, since)  # type: ignore[arg-type]
    if way == SWAP:
        return cmd.TakeWild(running.number, seat, meld.id, cards, since)  # type: ignore[arg-type]
    return cmd.LayOff(running.number, seat, meld.id, cards, since)  # type: ignore[arg-type]
