"""The pages: blueprints by screen, typed contexts, forms. ``register`` binds them all to an app."""

from __future__ import annotations

from datetime import timedelta

from flask import Flask

from referee.app.extensions import csrf, htmx
from referee.web import (
    api,
    ask,
    club,
    data,
    door,
    evenings,
    game,
    health,
    help,
    history,
    https,
    install,
    invite,
    join,
    live,
    money,
    new,
    notebook,
    own,
    paper,
    paper_photos,
    phones,
    photo,
    play,
    players,
    result,
    round,
    rulebooks,
    score,
    season,
    seats,
    start,
    table_view,
    triples,
)
from referee.web.install.views import worker_address
from referee.web.shell import (
    access,
    assets,
    bodies,
    catalogue,
    errors,
    flood,
    frame,
    in_addresses,
    look,
    packing,
    places,
    rights,
    shown_before,
    taking_back,
)

SCREENS = (
    start, live, door, new, game, round, photo, score, help, history, result, seats, join, invite,
    phones, look, ask, triples, rulebooks, api, own, play, season, club, evenings, money, players, data, paper,
    notebook, paper_photos, table_view,
    https, install, health,
)  # fmt: skip
"""A new screen is added here."""


def register(app: Flask) -> None:
    """Everything a browser sees. Call it once, after the storage is bound."""
    app.permanent_session_lifetime = timedelta(days=365)
    app.jinja_environment = frame.Environment
    app.before_request(access.only_looks)
    in_addresses.init_app(app)
    packing.init_app(app)
    flood.init_app(app)  # before all that a request costs
    rights.init_app(app)  # before a body is read and the forms' tokens are: a stranger is told that they are one
    bodies.init_app(app)  # behind the rights: what a stranger sends takes no room
    csrf.init_app(app)
    htmx.init_app(app)
    catalogue.init_app(app)
    access.init_app(app)
    taking_back.init_app(app)
    shown_before.init_app(app)
    frame.init_app(app)
    places.init_app(app)
    assets.init_app(app)
    app.add_template_global(worker_address)
    errors.init_app(app)
    for screen in SCREENS:
        app.register_blueprint(screen.pages)
