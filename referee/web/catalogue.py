"""The words of the pages stand in one catalogue; each is looked up there in the language of the request.

English is the source: a message without a translation stays as the template has it. The catalogue,
``translations/messages.pot``, is written by ``python -m tests.catalogue``.

The templates call ``_``, ``gettext`` and ``ngettext`` of this module. They do what those of Jinja do, in a third of the
time: a page has hundreds of messages, and what each comes to in a language is worked out once.
"""

from __future__ import annotations

from contextvars import ContextVar
from weakref import WeakKeyDictionary

from babel.support import NullTranslations
from flask import Flask, appcontext_popped, appcontext_pushed
from flask_babel import get_locale, get_translations
from markupsafe import Markup, escape

from referee.app import instance
from referee.app.extensions import babel


def init_app(app: Flask) -> None:
    app.config.setdefault("BABEL_TRANSLATION_DIRECTORIES", str(instance.ROOT / "translations"))
    babel.init_app(app)
    app.jinja_env.add_extension("jinja2.ext.i18n")
    app.jinja_env.policies["ext.i18n.trimmed"] = True
    app.jinja_env.newstyle_gettext = True  # type: ignore[attr-defined]
    app.jinja_env.globals.update(_=gettext, gettext=gettext, ngettext=ngettext, language=language)


def language() -> str:
    """The language of the page, as HTML names it."""
    return str(get_locale()).replace("_", "-")


def gettext(message: str, /, **parameters: object) -> Markup:
    """What a message says on a page. A parameter that is no markup itself is escaped."""
    words = _words()
    return _filled(words.text[message], parameters) if parameters else words.whole[message]


def ngettext(one: str, many: str, number: int, /, **parameters: object) -> Markup:
    """The same for a number of things, which stands in the message as ``num``."""
    return _filled(_words().translations.ngettext(one, many, number), {"num": number, **parameters})


def _filled(text: str, parameters: dict[str, object]) -> Markup:
    return Markup(text % {name: escape(value) for name, value in parameters.items()})  # noqa: S704 — messages are ours


class _Texts(dict[str, str]):
    """What was looked up before."""

    def __init__(self, translations: NullTranslations) -> None:
        super().__init__()
        self.translations = translations

    def __missing__(self, message: str) -> str:
        text = self[message] = self.translations.gettext(message)
        return text


class _Whole(dict[str, Markup]):
    """What messages without a parameter say."""

    def __init__(self, texts: _Texts) -> None:
        super().__init__()
        self.texts = texts

    def __missing__(self, message: str) -> Markup:
        text = self[message] = _filled(self.texts[message], {})
        return text


class _Words:
    """A language."""

    def __init__(self, translations: NullTranslations) -> None:
        self.translations = translations
        self.text = _Texts(translations)
        self.whole = _Whole(self.text)


_kept: WeakKeyDictionary[NullTranslations, _Words] = WeakKeyDictionary()
_in_force: ContextVar[_Words | None] = ContextVar("the language of the request", default=None)


def _words() -> _Words:
    """Found at the first message of a request."""
    words = _in_force.get()
    if words is None:
        translations = get_translations()
        words = _kept.get(translations) or _kept.setdefault(translations, _Words(translations))
        _in_force.set(words)
    return words


def _forget(_app: Flask, **_more: object) -> None:
    _in_force.set(None)


appcontext_pushed.connect(_forget)
appcontext_popped.connect(_forget)
