"""Table Referee: scorekeeper and referee for Contract Rummy played with physical cards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from flask import Flask


def create_app(config: Mapping[str, Any] | None = None) -> Flask:
    """The web application. ``config`` overrides settings by name (see ``referee.app.config``).

    Raises ``referee.app.instance.BadSecret`` when a secret in force would protect nothing.
    """
    # imported here, because the rules and the command line need this package without Flask
    from referee import storage, web
    from referee.app import config as settings
    from referee.app import guard, instance, logs, metrics
    from referee.app.house import House

    given = dict(config or {})
    folder = instance.data_dir(given.get("DATA_DIR"))
    app = House(
        __name__,
        template_folder=str(instance.ROOT / "templates"),
        static_folder=str(instance.ROOT / "static"),
        instance_path=str(folder),
    )
    app.config.update(settings.settings(folder) | given)
    app.config["SECRET_KEY"] = instance.secret_key(folder, app.config.get("SECRET_KEY"))
    if app.config["METRICS"]:
        instance.checked(app.config["METRICS"], "REFEREE_METRICS", "and nobody sees numbers")
    logs.init_app(app)
    metrics.init_app(app)
    guard.init_app(app)
    storage.init_app(app)
    web.register(app)
    return app
