"""The pages: blueprints by screen, typed contexts, forms. ``register`` binds them all to an app."""

from __future__ import annotations

from datetime import timedelta

from flask import Flask

from referee.app.extensions import csrf, htmx
from referee.web.api import views as api
from referee.web.ask import views as ask
from referee.web.club import views as club
from referee.web.data import views as data
from referee.web.door import views as door
from referee.web.game import views as game
from referee.web.health import views as health
from referee.web.help import views as help
from referee.web.history import views as history
from referee.web.https import views as https
from referee.web.install import views as install
from referee.web.invite import views as invite
from referee.web.join import views as join
from referee.web.live import views as live
from referee.web.new import views as new
from referee.web.own import views as own
from referee.web.paper import views as paper
from referee.web.phones import views as phones
from referee.web.photo import views as photo
from referee.web.play import views as play
from referee.web.players import views as players
from referee.web.result import views as result
from referee.web.round import views as round
from referee.web.rulebooks import views as rulebooks
from referee.web.score import views as score
from referee.web.season import views as season
from referee.web.seats import views as seats
from referee.web.shell import (
    access,
    assets,
    bodies,
    catalogue,
    errors,
    flood,
    frame,
    look,
    numbers,
    packing,
    rights,
    shown_before,
    taking_back,
)
from referee.web.start import views as start
from referee.web.table_view import views as table_view

SCREENS = (
    start, live, door, new, game, round, photo, score, help, history, result, seats, join, invite,
    phones, look, ask, rulebooks, api, own, play, season, club, players, data, paper, table_view,
    https, install, health,
)  # fmt: skip
"""A new screen is added here."""


def register(app: Flask) -> None:
    """Everything a browser sees. Call it once, after the storage is bound."""
    app.permanent_session_lifetime = timedelta(days=365)
    numbers.init_app(app)
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
    assets.init_app(app)
    app.add_template_global(install.worker_address)
    errors.init_app(app)
    for screen in SCREENS:
        app.register_blueprint(screen.pages)
