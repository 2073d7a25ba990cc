"""Photos of the paper kept with a game, on the table's wish only: made small, and nothing in them but the picture."""

from __future__ import annotations

import io
import warnings
from collections.abc import Sequence

from referee import errors
from referee.days import now
from referee.messages import gettext as _
from referee.services.deliveries import WriteTag
from referee.services.games.games import REMOVED
from referee.services.games.pictures import TURNS
from referee.services.phones import access
from referee.services.phones.access import Role
from referee.storage.clubs import clubs
from referee.storage.engine.transactions import reading, writing
from referee.storage.files import jpeg
from referee.storage.games import log
from referee.storage.games import photos as store
from referee.storage.games.photos import Kept

MOST = 4
"""Photos of one game."""
MOST_BYTES = 8 * 2**20
"""Of a photo as it is sent."""
MOST_PIXELS = 50_000_000
MOST_PIXELS_PLAIN = 12_000_000
"""Of a kind that cannot be decoded small."""
MOST_SIDES = 8
KINDS = ("JPEG", "PNG", "WEBP")
_QUALITIES = (82, 70, 55, 40)
_SIDES = (jpeg.LONGEST_SIDE, 1400, 1000, 700)


def of_game(code: str) -> Sequence[Kept]:
    """The photos of a game; raises UnknownGame."""
    with reading():
        log.head_read(code)
        return store.of_game(code)


def picture(code: str, photo: str) -> bytes | None:
    """A JPEG; None where the game has no such photo."""
    with reading():
        return store.content(code, photo)


def made_small(data: bytes) -> bytes:
    """The picture as it is kept: upright, bounded, without a word about where, when or with what it was taken.

    Too much is refused by the header, before a pixel is decoded. Raises Rejected, and ManyPictures.
    """
    if not data:
        raise errors.Rejected("file", _("Choose a picture first."))
    if len(data) > MOST_BYTES:
        raise errors.Rejected("file", _("This picture is too large. Send one of at most 8 MB."))
    return TURNS.read(_made_small, data)


def _made_small(data: bytes) -> bytes:
    from PIL import Image, ImageOps

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of what the bounds here refuse, and of damaged EXIF
        try:
            opened = Image.open(io.BytesIO(data), formats=KINDS)
        except Image.DecompressionBombError:
            raise _too_many() from None
        except Exception:  # whatever a decoder stumbles over, the picture is at fault
            raise errors.Rejected(
                "file", _("This file can’t be read as a picture. Send a JPEG, PNG or WebP.")
            ) from None
        with opened:
            short, long = sorted(opened.size)
            most = MOST_PIXELS if opened.format == "JPEG" else MOST_PIXELS_PLAIN
            if short * long > most or long > MOST_SIDES * max(short, 64):
                raise _too_many()
            try:
                opened.draft("RGB", (jpeg.LONGEST_SIDE, jpeg.LONGEST_SIDE))
                upright = ImageOps.exif_transpose(opened).convert("RGB")
            except Exception:
                raise errors.Rejected("file", _("This picture is damaged. Take it again.")) from None
    for side, quality in zip(_SIDES, _QUALITIES, strict=True):
        upright.thumbnail((side, side))
        bare = Image.frombytes("RGB", upright.size, upright.tobytes())  # of the old one nothing but its pixels
        kept = io.BytesIO()
        bare.save(kept, "JPEG", quality=quality, optimize=True)
        if jpeg.is_bare(kept.getvalue()):
            return kept.getvalue()
    raise _too_many()


def _too_many() -> errors.Rejected:
    return errors.Rejected("file", _("This picture has too many pixels. Send a smaller one."))


def keep(code: str, small: bytes, tag: WriteTag) -> str:
    """Keep a picture of ``made_small`` with a game: its id. Raises Rejected, UnknownGame, NotAllowed."""
    with writing(code):
        _held(code, tag)
        if len(store.of_game(code)) >= MOST:
            raise errors.Rejected("file", _("A game keeps at most %(most)s photos. Remove one first.", most=MOST))
        id_ = store.add(code, now(), small)
        clubs.people_changed([code])
        return id_


def remove(code: str, photo: str, tag: WriteTag) -> bool:
    """Whether it was there. Raises Rejected, UnknownGame, NotAllowed."""
    with writing(code):
        _held(code, tag)
        gone = store.remove(code, photo)
        if gone:
            clubs.people_changed([code])
        return gone


def _held(code: str, tag: WriteTag) -> None:
    game = log.lock_game(code)
    access.demand(tag, Role.SCORER, game.club, code)
    if game.removed_at is not None:
        raise errors.Rejected("file", str(REMOVED))
