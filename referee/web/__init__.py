"""The pages: blueprints by screen, typed contexts, forms. ``register`` binds them all to an app."""

from __future__ import annotations

from datetime import timedelta

from flask import Flask

from referee.extensions import csrf, htmx
from referee.web import assets, errors, frame
from referee.web.views import (
    api,
    ask,
    at_table,
    at_table_melds,
    at_table_rules,
    at_table_screw,
    at_table_shanghai,
    club,
    club_game,
    data_out,
    data_out_api,
    data_out_paper,
    evening,
    game,
    history,
    look,
    new,
    own_rulebooks,
    players,
    result,
    round,
    rulebooks,
    score,
    season,
    start,
    table,
)

# one line for each screen; a new blueprint is added here
BLUEPRINTS = (
    start.pages,
    new.pages,
    game.pages,
    round.pages,
    score.pages,
    history.pages,
    result.pages,
    table.pages,
    look.pages,
    ask.pages,
    rulebooks.pages,
    api.pages,
    own_rulebooks.pages,
    at_table.pages,
    at_table_melds.pages,
    at_table_rules.pages,
    at_table_screw.pages,
    at_table_shanghai.pages,
    season.pages,
    club.pages,
    players.pages,
    evening.pages,
    club_game.pages,
    data_out.pages,
    data_out_api.pages,
    data_out_paper.pages,
)


def register(app: Flask) -> None:
    """Everything a browser sees. Call it once, after the storage is bound."""
    app.config.setdefault("WTF_CSRF_TIME_LIMIT", None)
    app.permanent_session_lifetime = timedelta(days=365)
    csrf.init_app(app)
    htmx.init_app(app)
    frame.init_app(app)
    assets.init_app(app)
    errors.init_app(app)
    for blueprint in BLUEPRINTS:
        app.register_blueprint(blueprint)
