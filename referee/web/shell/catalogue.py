"""The words of the pages stand in one catalogue; each is looked up there in the language of the request.

English is the source: a message without a translation stays as the template or the code has it. The catalogue,
``translations/messages.pot``, is written by ``python -m tests.catalogue``.

Code asks ``referee.messages``, whose language this module sets for each request. The templates call ``_``, ``gettext``,
``ngettext`` and ``pgettext`` of this module, which answer with markup and escape what is filled in. A page has hundreds
of messages, so its template asks for them as filters (``Straight``): one without a parameter is found in a dictionary.
"""

from __future__ import annotations

from collections.abc import Iterator

from flask import Flask, appcontext_popped, current_app, request_started
from flask_babel import get_translations
from jinja2 import pass_context
from jinja2.ext import Extension
from jinja2.lexer import Token, TokenStream
from jinja2.runtime import Context
from markupsafe import Markup, escape

from referee import messages
from referee.app import instance
from referee.app.extensions import babel
from referee.messages import Translations, in_force
from referee.rules import packs

SOURCE = "en"
"""The language of the templates and the code."""


def init_app(app: Flask) -> None:
    app.config.setdefault("BABEL_DEFAULT_LOCALE", SOURCE)
    app.config.setdefault("BABEL_TRANSLATION_DIRECTORIES", str(instance.ROOT / "translations"))
    babel.init_app(app)
    app.jinja_env.add_extension("jinja2.ext.i18n")
    app.jinja_env.policies["ext.i18n.trimmed"] = True
    app.jinja_env.newstyle_gettext = True  # type: ignore[attr-defined]
    app.jinja_env.globals.update(_MESSAGES, language=language)
    app.jinja_env.filters.update(_MESSAGES)
    app.jinja_env.add_extension(Straight)
    request_started.connect(_speak, app)  # not for any other app of this process, which has no languages
    appcontext_popped.connect(_fall_silent, app)


def language() -> str:
    """The language of the page, as HTML names it; ``get_locale`` would parse its name for every request."""
    return str(current_app.config["BABEL_DEFAULT_LOCALE"]).replace("_", "-")


@pass_context  # or Jinja would ask while it compiles, in whichever language is in force then
def gettext(_context: Context, message: str, /, **parameters: object) -> Markup:
    """What a message says on a page. A parameter that is no markup itself is escaped."""
    spoken = in_force.get()
    if parameters:
        return _filled(message if spoken is None else spoken.gettext(message), parameters)
    return _whole[spoken][message]


@pass_context
def ngettext(_context: Context, singular: str, plural: str, number: int, /, **parameters: object) -> Markup:
    """The same for a number of things, which stands in the message as ``num``."""
    spoken = in_force.get()
    text = (singular if number == 1 else plural) if spoken is None else spoken.ngettext(singular, plural, number)
    return _filled(text, {"num": number, **parameters})


@pass_context
def pgettext(_context: Context, context: str, message: str, /, **parameters: object) -> Markup:
    """A message that means something else in another place."""
    spoken = in_force.get()
    return _filled(message if spoken is None else spoken.pgettext(context, message), parameters)


def _filled(text: str, parameters: dict[str, object]) -> Markup:
    return Markup(text % {name: escape(value) for name, value in parameters.items()})  # noqa: S704 — messages are ours


class _Whole(dict[str, Markup]):
    """What messages without a parameter say, worked out once while their language is in force."""

    def __missing__(self, message: str) -> Markup:
        text = self[message] = Markup(messages.gettext(message))  # noqa: S704 — messages are ours
        return text


class _ByLanguage(dict[Translations | None, _Whole]):
    """Those of the languages that were spoken; None is English."""

    def __missing__(self, language: Translations | None) -> _Whole:
        whole = self[language] = _Whole()
        return whole


_whole = _ByLanguage()
_MESSAGES = {"_": gettext, "gettext": gettext, "ngettext": ngettext, "pgettext": pgettext}


class Straight(Extension):
    """Makes ``("Save"|_)`` of ``_("Save")``, and ``("%(who)s deals"|_(who=name))`` of a message with parameters.

    Jinja calls what a template names by a detour, because it may be anything, and a filter straight away; for a
    message that was most of its time.
    """

    def filter_stream(self, stream: TokenStream) -> Iterator[Token]:
        closed: list[int] = []  # with how many signs each open bracket is closed
        for token in stream:
            if token.type == "name" and token.value in _MESSAGES and stream.current.type == "lparen":
                yield next(stream)
                while stream.current.type == "string":  # it may be broken over lines
                    yield next(stream)
                yield Token(token.lineno, "pipe", "|")
                yield token
                closed.append(1)
                if stream.skip_if("comma"):
                    yield Token(token.lineno, "lparen", "(")
                    closed[-1] = 2
            elif token.type == "rparen":
                yield from [token] * closed.pop()
            else:
                closed += [1] * (token.type == "lparen")
                yield token


def _speak(_app: Flask, **_more: object) -> None:
    in_force.set(None if language() == SOURCE else get_translations())
    packs.use(packs.STANDARD_PACK)


def _fall_silent(_app: Flask, **_more: object) -> None:
    in_force.set(None)
    packs.use(packs.STANDARD_PACK)
