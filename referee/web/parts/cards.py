"""Cards and melds as pages draw them."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass
from typing import NamedTuple

from referee.game.play import LaidMeld
from referee.game.state import GameState
from referee.messages import gettext as _
from referee.rules.cards import (
    RANK_OF_CARD,
    RANKS,
    SUITLESS,
    CardError,
    Placed,
    format_card,
    parse_placed,
    rank_name,
    split_cards,
)
from referee.web.shell import words


@dataclass(frozen=True)
class MeldOnTable:
    id: int
    owner: str
    cards: tuple[CardView, ...]
    spoken: str


def meld_on_table(state: GameState, meld: LaidMeld) -> MeldOnTable:
    drawn = drawn_meld(meld.cards)
    owner = state.name(meld.owner)
    return MeldOnTable(meld.id, owner, drawn, f"{owner}: {words.listing(card.face.spoken for card in drawn)}")


def drawn_meld(cards: str) -> tuple[CardView, ...]:
    """A meld as little cards."""
    return tuple(card(piece) for piece in split_cards(cards))


class CardView(NamedTuple):
    """A little card; ``stands`` says what a wild card stands for."""

    face: words.Face
    stands: str
    mark: str = ""
    """``fault``, ``gap`` where it is missing, ``new`` where it would be put, ``gone`` where it would be left off."""


def bare(piece: str) -> str:
    """A card as a finding names it, whatever it stands for and however it was typed; what is no card stays."""
    try:
        return format_card(parse_placed(piece, suits=False).card)
    except CardError:
        return piece


def card(piece: str, mark: str = "", suited: Container[str] = RANK_OF_CARD) -> CardView:
    """One typed card to be drawn; what is no card is drawn as a word."""
    try:
        placed = parse_placed(piece, suits=False)
    except CardError:
        return CardView(words.Face(piece, "", "", piece), "", mark)
    face = words.card_face(placed.card)
    if format_card(placed.card) not in suited:
        face = words.rank_face(rank_name(placed.card) if placed.card < SUITLESS else format_card(placed.card))
    stands, spoken = _stands_for(placed)
    more = [_("stands for %(card)s", card=spoken)] * bool(spoken) + [_("at fault")] * (mark == "fault")
    spoken_name = ", ".join([face.spoken, *more])
    return CardView(face._replace(spoken=spoken_name), stands, mark)


def _stands_for(placed: Placed) -> tuple[str, str]:
    """What a wild card stands for: as it is drawn, and as it is spoken."""
    if placed.stands_for is None or placed.stands_for == placed.card:
        return "", ""
    if placed.stands_for < 0:
        face = words.rank_face(RANKS[-placed.stands_for - 1])
        return face.rank, f"an {face.spoken}" if face.spoken[0] in "ae" else f"a {face.spoken}"
    face = words.card_face(placed.stands_for)
    return f"{face.rank}{face.sign}\ufe0e", f"the {face.spoken}"
