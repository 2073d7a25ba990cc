"""Answers go out compressed where the phone takes that: our own files once and for all, pages as they are made.

A compressed page tells by its length what repeats in it. Whoever can put words into somebody's page, and sees how long
it is, could guess letter by letter what else stands there. So these go out as they are, or are worth no guess:

- what lets somebody in (links, codes, passwords): the pages of those rooms are not compressed at all;
- the token of a form: it is signed again each second, and without its signature it opens nothing; guesses would need
  hundreds of pages with the same one;
- the id of a write: it is new on every page.

And another site gets no page of a phone without leading it there in full sight: the cookies are ``SameSite``.
"""

from __future__ import annotations

import gzip
from functools import lru_cache

from flask import Flask, Response, request

from referee.app.guard import OUR_FILES

_TEXTS = frozenset({"text/html", "text/css", "text/javascript", "text/plain", "image/svg+xml", "application/json"})
_LETS_IN = frozenset({"door", "invite", "join", "phones", "https"})
"""The rooms whose pages hold what lets somebody in."""
_LEAST = 800
"""Bytes of a page or part; below that there is nothing to gain."""
_LEVEL = 5
"""Of 9. A higher level would cost more on every page than it gains."""


def init_app(app: Flask) -> None:
    """Call it before everything else that touches an answer: what comes first here is asked last."""
    app.after_request(_packed)


def _packed(response: Response) -> Response:
    if response.mimetype not in _TEXTS or request.blueprint in _LETS_IN:
        return response
    response.vary.add("Accept-Encoding")
    ours = request.endpoint in OUR_FILES
    if (
        not request.accept_encodings["gzip"]
        or "Range" in request.headers
        or (response.is_streamed and not ours)
        or response.status_code in (204, 206, 304)
    ):
        return response
    response.direct_passthrough = False
    content = response.get_data()
    if len(content) < _LEAST and not ours:
        return response
    response.close()  # a file that was open: its content is at hand
    response.set_data(_for_good(content) if ours else gzip.compress(content, _LEVEL, mtime=0))
    response.headers["Content-Encoding"] = "gzip"
    response.headers.pop("ETag", None)
    return response


@lru_cache(maxsize=64)
def _for_good(content: bytes) -> bytes:
    return gzip.compress(content, 9, mtime=0)
