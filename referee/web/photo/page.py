"""What a photograph was read as: the cards, where they lie in it, and what to ask about them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from referee import vision
from referee.game.judges.photo import Read, doubts
from referee.game.state import GameState
from referee.game.story.answers import sentence
from referee.messages import gettext as _
from referee.rules.rulebook.model import Rulebook
from referee.vision import Why


class Card(NamedTuple):
    name: str
    """As the keys of the pad have it."""
    sure: bool
    corners: tuple[tuple[float, float], ...]
    """Where it was seen, in parts of the width and the height of the picture; the clearest first."""
    others: tuple[str, ...]
    """What it could be as well, the likeliest first."""


@dataclass(frozen=True)
class PhotoRead:
    cards: tuple[Card, ...]
    asks: tuple[str, ...]
    """What this game makes doubtful, each in a sentence."""

    @property
    def typed(self) -> str:
        """The cards as they can be typed."""
        return " ".join(card.name for card in self.cards)

    @property
    def unsure(self) -> int:
        return sum(not card.sure for card in self.cards)


def photo_read(state: GameState, number: int, seat: int, reading: vision.Reading) -> PhotoRead:
    """A reading as the cards left of a seat in a round of this game."""
    read = [Read(_named(state.book, seen), seen.certainty) for seen in reading.cards]
    questions = doubts(state, number, seat, read)
    doubted = {at for doubt in questions for at in doubt.cards}
    cards = tuple(
        Card(
            name=card.name,
            sure=seen.sure and at not in doubted,
            corners=tuple(
                (round(x / reading.width, 4), round(y / reading.height, 4))
                for x, y in (corner.place for corner in seen.corners)
            ),
            others=tuple(rank for rank, _chance in seen.others),
        )
        for at, (card, seen) in enumerate(zip(read, reading.cards, strict=True))
    )
    return PhotoRead(cards, tuple(sentence(doubt.says) for doubt in questions))


def _named(book: Rulebook, seen: vision.Seen) -> str:
    """A card with points of its own by its suit, where suits can be told; every other one by its rank."""
    card = f"{seen.rank}{seen.suit}"
    is_told = vision.SUITS_OFFERED and seen.suit_certainty >= vision.SURE
    return card if is_told and card in book.prices else seen.rank


def why_not(why: Why) -> str:
    """What to do about a picture that is not read."""
    match why:
        case Why.EMPTY:
            return _("This file is empty. Choose another picture, or type the cards.")
        case Why.TOO_MANY_BYTES:
            return _("This picture is too large. Take one of at most 8 MB, or type the cards.")
        case Why.TOO_MANY_PIXELS:
            return _("This picture has too many pixels. Take a smaller one, or type the cards.")
        case Why.TOO_SMALL:
            return _("This picture is too small to read. Go closer, or type the cards.")
        case Why.HEIC:
            return _("This picture is a HEIC file. Send it as a JPEG, or take it here with the camera.")
        case Why.NO_PICTURE:
            return _("This file can’t be read as a picture. Send a JPEG, PNG or WebP.")
        case Why.BROKEN:
            return _("This picture is damaged. Take it again, or type the cards.")
