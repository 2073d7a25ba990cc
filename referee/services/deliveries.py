"""What a phone has sent is done once: sent again, it gets its first answer again, whatever that was.

Each write carries a tag with an id made on the phone. An id whose write was accepted never means anything else: with
other content it is refused. Where nothing was written (a refusal, a question back, "somebody changed that meanwhile"),
the same content gets the same answer again, and other content is judged and takes its place.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
from collections.abc import Callable, Mapping
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, TypeVar

from referee import errors
from referee.days import now
from referee.game.commands import CAME_LATER
from referee.messages import gettext as _
from referee.rules.rulebook.model import Rulebook
from referee.storage.engine.transactions import Collision, attempt, writing
from referee.storage.tables import deliveries
from referee.storage.tables.database import added
from referee.storage.tables.deliveries import Delivery
from referee.storage.tables.games import LONGEST_BY

LONGEST_ID = 64


@dataclass(frozen=True, slots=True)
class WriteTag:
    """What every write carries. ``seen`` is the number of the log that the phone saw, 0 for a new game."""

    id: str
    seen: int
    by: str
    """Who it is, as the history names them."""
    phone: str = ""
    """Id of the phone it came from; empty where none is known."""
    door: int = 5
    """What may be done because of where it came from (``phones.access.Role``); the command line may do everything."""
    stamp: str = ""
    """The stamp of that log (``game.stamps``); empty from a page that had none."""
    instead: bool = False
    """Whether the phone was shown what another one has told, and this is to count in its place."""


@dataclass(frozen=True, slots=True)
class NotDone:
    """An answer (JSON values) by which nothing was written."""

    answer: dict[str, Any]


_IN_HAND: ContextVar[WriteTag | None] = ContextVar("write in hand", default=None)


def in_hand() -> WriteTag | None:
    """The write that ``once`` is doing; None outside of it, on the command line for example."""
    return _IN_HAND.get()


T = TypeVar("T")


def twice(job: Callable[[], T]) -> T:
    """Where two processes write the same id at once, the slower one finds it there the second time."""
    try:
        return job()
    except Collision:
        return job()


def check_tag(tag: WriteTag) -> None:
    """Raises RefereeError for an id or a name that no page sends."""
    if len(tag.by) > LONGEST_BY:
        raise errors.RefereeError(_("This phone didn’t send a valid name. Reload the page."))
    if not 8 <= len(tag.id) <= LONGEST_ID or not tag.id.isascii() or not tag.id.isprintable():
        raise errors.RefereeError(_("This page didn’t send a valid id. Reload it."))


def digest_of(sent: object) -> str:
    """SHA-256 of what was sent: JSON values, or commands and what they are made of."""
    text = json.dumps(_plain(sent), sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _plain(value: Any) -> Any:
    if isinstance(value, Rulebook):
        return value.id  # what the phone sent; a club's own may have got a new version since
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        fields = {field.name: getattr(value, field.name) for field in dataclasses.fields(value) if _says(value, field)}
        return [type(value).__name__, {name: _plain(held) for name, held in fields.items()}]
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple | frozenset):
        return [_plain(item) for item in value]
    return value


def _says(value: object, field: dataclasses.Field[Any]) -> bool:
    """Whether a field counts: one that came later does where it says something."""
    return not CAME_LATER.keys() <= field.metadata.keys() or getattr(value, field.name) != field.default


def earlier(tag: WriteTag, sent: object) -> Delivery | None:
    """What came of this very delivery before, within the caller's transaction; None where it is to be judged.

    Raises IdReused where the id has written something else.
    """
    delivery = deliveries.find(tag.id)
    if delivery is not None and delivery.refused and delivery.digest != _refused(tag, sent):
        deliveries.drop(delivery)
        return None
    if delivery is not None and not delivery.refused and delivery.digest not in ("", digest_of(sent)):
        raise errors.IdReused
    return delivery


def accepted(tag: WriteTag, sent: object, game: str, first: int, last: int, refused: Delivery | None = None) -> None:
    """Remember a write of a game, by the events that it brought; ``refused``: what an older version made of it."""
    if refused is not None:
        deliveries.drop(refused)
    deliveries.accepted(tag.id, digest_of(sent), game, first, last)


def refused(
    tag: WriteTag, sent: object, game: str | None = None, last: int | None = None, answer: dict[str, Any] | None = None
) -> None:
    """Remember that nothing was written: on which state of which game that was judged, or the answer itself."""
    digest = _refused(tag, sent)
    added(Delivery(id=tag.id, digest=digest, refused=True, game=game, last=last, answer=answer, at=now()))


def _refused(tag: WriteTag, sent: object) -> str:
    """What the phone had seen counts too: whoever insists after a look at the fresh page sends something else."""
    return digest_of([sent, tag.seen, tag.stamp] if tag.stamp else [sent, tag.seen])


def once(tag: WriteTag, sent: object, do: Callable[[], dict[str, Any] | NotDone], game: str = "") -> dict[str, Any]:
    """Do something in a club and keep its answer (JSON values) in one transaction, unless this very thing was done.

    ``sent`` (JSON values) is what the phone sent. The services that ``do`` calls join the transaction; what they
    raise undoes everything. Rejected is remembered and raised again. Raises IdReused where the id came with other
    content before. ``game``: the code of the one that ``do`` holds, if any.
    """
    check_tag(tag)

    def job() -> dict[str, Any] | errors.Rejected:
        with writing(game):
            if (delivery := earlier(tag, sent)) is not None:
                if delivery.game is not None:
                    raise errors.IdReused
                first: dict[str, Any] = delivery.answer or {}
                return errors.Rejected(*first["rejected"]) if delivery.refused and "rejected" in first else first
            try:
                with attempt():
                    # first of all: another worker with the same delivery waits here, then finds it
                    made = added(Delivery(id=tag.id, digest=digest_of(sent), refused=False, at=now()))
                    token = _IN_HAND.set(tag)
                    try:
                        done = do()
                    finally:
                        _IN_HAND.reset(token)
                    answer = done.answer if isinstance(done, NotDone) else done
                    if isinstance(done, NotDone):
                        made.refused, made.digest = True, _refused(tag, sent)
                    made.answer = answer
                    return answer
            except errors.Rejected as no:
                refused(tag, sent, answer={"rejected": [no.field, str(no)]})
                return no

    answer = twice(job)
    if isinstance(answer, errors.Rejected):
        raise answer
    return answer
