"""A change of a club that comes twice is done once: whoever sends it again gets the first answer again."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from typing import Any

from referee import errors
from referee.services.games import WriteTag, check_tag, now, twice
from referee.storage import deliveries
from referee.storage.transactions import writing


def once(tag: WriteTag, sent: object, do: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """Do something and keep its answer (JSON values), all in one transaction, unless this very thing was done.

    ``sent`` (JSON values) is what the phone sent. The services that ``do`` calls join the transaction;
    what they raise undoes everything. Raises IdReused where the id came with other content before.
    """
    check_tag(tag)
    digest = hashlib.sha256(json.dumps(sent, sort_keys=True).encode("utf-8", "surrogatepass")).hexdigest()

    def job() -> dict[str, Any]:
        with writing():
            known = deliveries.known(tag.id)
            if known is None:
                made = deliveries.keep(tag.id, digest, now())
                answer = do()
                made.answer = json.dumps(answer)
                return answer
            if known.digest != digest:
                raise errors.IdReused
            return dict(json.loads(known.answer))

    return twice(job)
