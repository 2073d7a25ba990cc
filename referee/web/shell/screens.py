"""A page has an address and a builder. A GET loads what the page shows; a write hands over the state it has got."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from flask import Blueprint, flash, g, request, session, url_for
from werkzeug.wrappers import Response

from referee.game.state import GameState
from referee.messages import gettext as _
from referee.services.games import games
from referee.web.shell import frame
from referee.web.shell.frame import NO_TROUBLE, Trouble
from referee.web.shell.live import is_known
from referee.web.shell.live_parts import ROUND_COOKIE, keep_cookie, shared

_PATH_VALUE = re.compile(r"<(?:\w+:)?(\w+)>")


@dataclass(frozen=True)
class Visit:
    """One look at a page: of which game, what its address asks for, and what is wrong with its form."""

    code: str = ""
    """Of the game that the address names; empty outside of games."""
    query: Mapping[str, str] = field(default_factory=dict)
    """What the address says behind its path."""
    trouble: Trouble = NO_TROUBLE
    given: GameState | None = None

    @cached_property
    def state(self) -> GameState:
        """The game: as a write has just returned it, else loaded once. Raises UnknownGame."""
        return games.game(self.code) if self.given is None else self.given

    def value(self, name: str) -> str:
        """A value of the query; empty where it has none."""
        return self.query.get(name, "")


class Page(NamedTuple):
    """What a builder makes of a visit: the template and what it shows."""

    template: str
    context: Mapping[str, Any]
    status: int = 200
    been: str = ""
    """What the phone keeps of how far it has come in a game; empty where nothing of it changes."""


def page(template: str, status: int = 200, been: str = "", **context: Any) -> Page:
    return Page(template, context, status, been)


@dataclass(frozen=True)
class Address:
    """A screen with the values of its address; a value that is None is left out."""

    screen: Screen
    values: Mapping[str, Any]

    @property
    def url(self) -> str:
        return url_for(self.screen.endpoint, **self.values)

    def build(self, trouble: Trouble = NO_TROUBLE, state: GameState | None = None) -> Page | Address:
        """The page, or the address of the one that stands in for it. Without ``state`` a game is loaded."""
        inside = self.screen.path_values
        path = {name: value for name, value in self.values.items() if name in inside}
        query = {
            name: str(value)
            for name, value in self.values.items()
            if value is not None and name not in inside and name != "code"
        }
        return self.screen.build(Visit(self.values.get("code", ""), query, trouble, state), **path)

    def shown(self, state: GameState | None = None) -> Response:
        """The page as the answer to this request."""
        built = self.build(state=state)
        return proceed(built, state) if isinstance(built, Address) else rendered(self.screen, built)


Builder = Callable[..., Page | Address]
"""Called with the visit and, by name, the values of the path (``code`` stands in the visit). Another address where the
page is not there any more."""


@dataclass(frozen=True)
class Screen:
    """A page of this house; ``screen`` makes one of its builder. A write names it by ``at``."""

    endpoint: str
    path_values: frozenset[str]
    build: Builder

    def at(self, **values: Any) -> Address:
        """Its address with these values, those of the path among them."""
        return Address(self, values)


_SCREENS: dict[str, Screen] = {}


def at(endpoint: str, **values: Any) -> Address:
    """The address of another screen, by the name that ``url_for`` has for it: no screen imports another."""
    return Address(_SCREENS[endpoint], values)


def screen(blueprint: Blueprint, *rules: str) -> Callable[[Builder], Screen]:
    """Makes a builder the page at these addresses, its endpoint named as the function."""

    def of(build: Builder) -> Screen:
        path_values = frozenset(name for rule in rules for name in _PATH_VALUE.findall(rule)) - {"code"}
        made = Screen(f"{blueprint.name}.{build.__name__}", path_values, build)
        _SCREENS[made.endpoint] = made

        def view(**path: Any) -> Response:
            if is_known(path.get("code", "")):
                return frame.nothing_new()
            asked_for = {name: text for name, text in request.args.items() if name != "code"}
            return shared(path.get("code", ""), Address(made, {**asked_for, **path}).shown)

        for rule in rules:
            blueprint.add_url_rule(rule, build.__name__, view, methods=["GET"])
        return made

    return of


def rendered(screen: Screen, built: Page, trouble: Trouble = NO_TROUBLE) -> Response:
    response = frame.rendered(built.template, built.context, built.status, trouble, screen.endpoint)
    if built.been:  # on the answer itself: it may be given to many phones that have come as far
        keep_cookie(response, ROUND_COOKIE, built.been)
    return response


def proceed(address: Address, state: GameState | None = None, say: str = "", kind: str = "done") -> Response:
    """The page that follows, with a message. htmx gets it at once, without a second way to the server."""
    if request.method == "POST":
        _forget_messages()
    if say:
        tell(say, kind)
    if not frame.is_part():
        return frame.go(address.url)
    response = address.shown(state)
    response.headers.setdefault("HX-Push-Url", address.url)
    return response


def declined(address: Address, why: str) -> Response:
    """Nothing was written, and the page that follows says why. A phone that sends beside its page hears a refusal."""
    if not frame.is_delivery():
        return proceed(address, say=why, kind="warning")
    tell(why, "warning")
    return _refused(address.shown())


def tell(message: str, kind: str = "done") -> None:
    """A message on the next page that shows one, until the next thing is done."""
    _forget_messages()
    flash(message, kind)


def _forget_messages() -> None:
    """What an earlier request had to say, and no page has shown: another thing has been done since. Warnings stay."""
    if "messages_begun" not in g:
        g.messages_begun = True
        kept = [(kind, message) for kind, message in session.pop("_flashes", ()) if kind == "warning"]
        if kept:
            session["_flashes"] = kept


def show_again(address: Address, trouble: Trouble, state: GameState | None = None) -> Response:
    """The page of a form once more, with what is wrong and what was typed; nothing was written."""
    built, screen = address.build(trouble, state), address.screen
    if isinstance(built, Address):
        # the game ended and the page of the form with it: the page it leads to says why nothing was written
        for sentence in trouble.sentences:
            tell(sentence, "warning")
        if cards := trouble.typed.get("cards"):
            tell(_("Not saved: %(cards)s", cards=cards), "warning")
        if not frame.is_part() and not frame.is_delivery():
            return frame.go(built.url)
        return _refused(built.shown(state))
    return refused(screen, built, trouble)


def refused(screen: Screen, built: Page, trouble: Trouble) -> Response:
    """A page that the view of a form has built, with what is wrong; nothing was written."""
    return _refused(rendered(screen, built, trouble))


def _refused(response: Response) -> Response:
    response.status_code = 422
    return frame.stays(response)
