"""Apps for tests: made once for each kind of settings in a process, and lent again and again with an empty database.

Making an app costs as much as twenty pages, because it also forgets every query and template that was compiled.
"""

from __future__ import annotations

import json
import shutil
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from copy import copy
from pathlib import Path
from typing import Any

from flask import Flask

from referee import create_app
from referee.storage.engine import news
from referee.storage.engine.kept import KeptClubs, KeptGames, KeptRulebooks
from referee.storage.tables.database import db
from tests import postgres


class _Kept:
    """An app in a folder of its own, with what it was like before anybody used it."""

    def __init__(self, settings: Mapping[str, Any]) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="referee-app-"))
        self.app = create_app({**settings, "DATA_DIR": str(self.folder)})
        self._contents = None
        if postgres.URL:
            with self.app.app_context():
                self._contents = postgres.Contents(db.engine)
        dispose(self.app)  # the last connection writes everything into the one file
        self._files = {path.name: path.read_bytes() for path in self.folder.iterdir()}
        self._config = dict(self.app.config)
        self._extensions = dict(self.app.extensions)

    def empty(self) -> Flask | None:
        """The app with the files, tables, settings and extensions that it began with; None where that cannot be."""
        if self._contents and not self._contents.put_back():
            return None
        for path in self.folder.iterdir():
            if path.name not in self._files:
                shutil.rmtree(path) if path.is_dir() else path.unlink()
        for name, content in self._files.items():
            (self.folder / name).write_bytes(content)
        self.app.config.clear()
        self.app.config.update(self._config)
        self.app.extensions.clear()
        self.app.extensions.update(self._extensions)
        for name, value in self._extensions.items():
            if isinstance(value, KeptClubs | KeptGames | KeptRulebooks):
                self.app.extensions[name] = type(value)()
        with self.app.app_context():
            news.init_app(self.app, db.engine)
        return self.app


_idle: defaultdict[str, list[_Kept]] = defaultdict(list)


@contextmanager
def lent(settings: Mapping[str, Any]) -> Iterator[Flask]:
    """An app with an empty database, for nobody else until it is given back; its data folder is its own.

    Add no route, hook or handler to it: the next test would have them too.
    """
    kind = {name: value for name, value in settings.items() if name != "DATA_DIR"}
    idle = _idle[json.dumps(kind, sort_keys=True)]
    kept = idle.pop() if idle else _Kept(kind)
    while (app := kept.empty()) is None:
        kept = _Kept(kind)
    hooks = copy(app.before_request_funcs), copy(app.after_request_funcs), set(app.view_functions)
    try:
        yield app
    finally:  # whatever failed: the next one would make another app, in the middle of something else
        dispose(app)
        is_as_lent = (app.before_request_funcs, app.after_request_funcs, set(app.view_functions)) == hooks
        if is_as_lent:
            idle.append(kept)
    assert is_as_lent


@contextmanager
def made(settings: Mapping[str, Any]) -> Iterator[Flask]:
    """A new app, for whoever changes it or looks at how it starts."""
    app = create_app(settings)
    yield app
    dispose(app)


def dispose(app: Flask) -> None:
    """Close the database: a forgotten connection is a warning, and so an error."""
    news.close(app)
    with app.app_context():
        db.session.remove()
        db.engine.dispose()


def clear() -> None:
    """Remove the folders of the apps at the end of the tests."""
    for kept in (kept for alike in _idle.values() for kept in alike):
        shutil.rmtree(kept.folder)
    _idle.clear()
