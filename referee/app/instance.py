"""Where things lie: templates and static files, the data folder and the secret in it."""

from __future__ import annotations

import os
import secrets
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

_HERE = Path(__file__).resolve().parents[1]
IN_CHECKOUT = not (_HERE / "templates").is_dir()
"""A wheel carries templates and static files inside the package; a checkout beside it."""
ROOT = _HERE.parent if IN_CHECKOUT else _HERE

_WELL_KNOWN = frozenset(
    {"change me", "change-me", "changeme", "dev", "development", "key", "password", "secret", "test"}
)
_LEAST_SECRET = 16


class BadSecret(ValueError):
    """The secret is empty, too short, or one that everybody knows; the message says what to do."""


def data_dir(chosen: str | os.PathLike[str] | None = None, environ: Mapping[str, str] = os.environ) -> Path:
    """The folder of the database, the secret and the backups; not created here.

    First what was chosen (``--instance``), then ``$REFEREE_DATA``, then ``instance/`` of a checkout,
    else the user's own data folder.
    """
    named = chosen or environ.get("REFEREE_DATA")
    if named:
        return Path(named).expanduser().resolve()
    if IN_CHECKOUT:
        return ROOT / "instance"
    if sys.platform == "win32" and "LOCALAPPDATA" in environ:
        return Path(environ["LOCALAPPDATA"]) / "referee"
    return Path(environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "referee"


def secret_key(folder: Path, given: str | None = None) -> str:
    """The secret that signs cookies and forms: the one given, else the one kept in ``folder``.

    Without either, one is made and kept, readable by its owner alone. Raises BadSecret for a given
    one, or a kept one, that would protect nothing.
    """
    if given is not None:
        return checked(given, "REFEREE_SECRET")
    path = folder / "secret"
    if not path.exists():
        _keep(path, secrets.token_hex(32))
    path.chmod(0o600)
    return checked(path.read_text(encoding="ascii", errors="replace").strip(), str(path))


def checked(secret: str, where: str, without: str = "and a good one is made") -> str:
    """A secret that protects something; raises BadSecret for another. ``without``: what happens if it is removed."""
    if len(secret) < _LEAST_SECRET or secret.lower() in _WELL_KNOWN or len(set(secret)) < 5:
        raise BadSecret(
            f"The secret in {where} is empty, too short or too well known. "
            f"Remove it {without}, or set one of at least 16 random characters."
        )
    return secret


def _keep(path: Path, secret: str) -> None:
    """Written whole under another name first: a second process sees all of it or nothing."""
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix="secret.")  # readable by its owner alone
    draft = Path(name)
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        file.write(secret + "\n")
    try:
        os.link(draft, path)  # unlike a rename it never replaces the secret of a process that was faster
    except FileExistsError:
        pass
    except OSError:  # a memory card without links
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
