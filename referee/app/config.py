"""Settings: what the environment says, over defaults that need nothing but a data folder.

=================  ====================================================================
``DATABASE_URL``   another database than the SQLite file in the data folder
``REFEREE_HOSTS``  further host names to answer to, separated by commas
``REFEREE_PROXY``  ``1``: a reverse proxy stands in front that speaks https (see docs/hosting)
``REFEREE_HOSTED`` ``1``: not a house of a family; nobody comes in without a link or the password
``REFEREE_STREAMS`` how many phones hear of news at once from one process, 256 where it is not said
``REFEREE_LOG``    ``json``: lines of the log for machines, with the ids of requests and without names (``app.logs``)
``REFEREE_METRICS`` a token: whoever brings it may read numbers at ``/metrics`` (``app.metrics``)
``REFEREE_SECRET`` the secret that signs cookies (see ``referee.app.instance``)
=================  ====================================================================
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

DATABASE_FILE = "referee.db"
BUSY_SECONDS = 10.0
"""How long a write waits for another one before it gives up and says so."""
LARGEST_REQUEST = 1024 * 1024
SMALL_BODY = 16 * 1024
"""Bytes that anybody may send: a form of words. Who sends more is asked first what they may."""
AT_ONCE = 64 * 1024 * 1024
"""Bytes of all larger bodies together that a process takes at once."""
MAY_SEND = "referee.may_send"
"""Under this name an app has the question whether a body may be sent, for a server that reads bodies by itself."""
NO_ROOM = "referee.no_room"
"""Under this name such a server says that it has not read a body, because too many are being sent."""
STREAMS = 256
"""So many phones hear of news at once from one process; the others ask every few seconds."""
STREAMS_EACH = 48
"""So many of them from one address."""


def settings(folder: Path, environ: Mapping[str, str] = os.environ) -> dict[str, Any]:
    """The settings of an app whose data lies in ``folder``."""
    config: dict[str, Any] = {
        "SQLALCHEMY_DATABASE_URI": database_url(folder, environ),
        "HOSTS": tuple(host.strip().lower() for host in environ.get("REFEREE_HOSTS", "").split(",") if host.strip()),
        "BUSY_SECONDS": BUSY_SECONDS,
        "MAX_CONTENT_LENGTH": LARGEST_REQUEST,
        "TRUST_LOCALHOST": True,  # who sits at the computer that runs the app at home is its organiser
        "LIVE_STREAMS": int(environ.get("REFEREE_STREAMS", "") or STREAMS),
        "LIVE_STREAMS_EACH": STREAMS_EACH,
        "LOG": environ.get("REFEREE_LOG", "").strip().lower(),
        "METRICS": environ.get("REFEREE_METRICS", "").strip(),
        "SESSION_COOKIE_HTTPONLY": True,
        "SESSION_COOKIE_SAMESITE": "Lax",
        "WTF_CSRF_TIME_LIMIT": None,  # an evening of cards is longer than any limit
        "WTF_CSRF_SSL_STRICT": False,  # it asks for the Referer, which our pages send nowhere
    }
    behind_proxy, hosted = (environ.get(name, "") not in ("", "0") for name in ("REFEREE_PROXY", "REFEREE_HOSTED"))
    if behind_proxy:
        config |= {"BEHIND_PROXY": True, "SESSION_COOKIE_SECURE": True}
    config["HOSTED"] = behind_proxy or hosted
    if "REFEREE_SECRET" in environ:
        config["SECRET_KEY"] = environ["REFEREE_SECRET"]
    return config


def database_file(folder: Path) -> Path:
    """Where the SQLite database of a data folder lies."""
    return folder / DATABASE_FILE


def database_url(folder: Path, environ: Mapping[str, str] = os.environ) -> str:
    """The database to use, as SQLAlchemy writes it; a primary and its standbys may be named with commas between."""
    given = environ.get("DATABASE_URL", "").strip()
    return address_of(given) if given else f"sqlite:///{database_file(folder)}"


def address_of(given: str) -> str:
    """What ``DATABASE_URL`` says, as SQLAlchemy writes it."""
    for plain in ("postgres://", "postgresql://"):  # as hosts write it; the driver must be said
        if given.startswith(plain):
            return _of_several("postgresql+psycopg://" + given.removeprefix(plain))
    return given


def _of_several(url: str) -> str:
    """An address of several servers, as PostgreSQL writes them (``one:5432,two:5432``), as SQLAlchemy does."""
    scheme, _, rest = url.partition("://")
    place, _, query = rest.partition("?")
    servers, slash, database = place.partition("/")
    who, at, hosts = servers.rpartition("@")
    if "," not in hosts:
        return url
    named = [f"host={host}" for host in hosts.split(",")]
    return f"{scheme}://{who}{at}{slash}{database}?{'&'.join([*named, *query.split('&')]).rstrip('&')}"
