"""The words of the pages stand in one catalogue; each is looked up there in the language of the request.

English is the source: a message without a translation stays as the template or the code has it. The catalogue,
``translations/messages.pot``, is written by ``python -m tests.catalogue``.

Code asks ``referee.messages``, whose language this module sets for each request. The templates call ``_``, ``gettext``,
``ngettext`` and ``pgettext`` of this module, which answer with markup and escape what is filled in. A page has hundreds
of messages, so a template is compiled to ask for them straight away: one without a parameter is found in a dictionary.
"""

from __future__ import annotations

from flask import Flask, appcontext_popped, current_app, request_started
from flask_babel import get_translations
from jinja2 import nodes
from jinja2.compiler import CodeGenerator, Frame
from markupsafe import Markup, escape

from referee import messages
from referee.app import instance
from referee.app.extensions import babel
from referee.messages import Translations, in_force

SOURCE = "en"
"""The language of the templates and the code."""


def init_app(app: Flask) -> None:
    app.config.setdefault("BABEL_DEFAULT_LOCALE", SOURCE)
    app.config.setdefault("BABEL_TRANSLATION_DIRECTORIES", str(instance.ROOT / "translations"))
    babel.init_app(app)
    app.jinja_env.add_extension("jinja2.ext.i18n")
    app.jinja_env.policies["ext.i18n.trimmed"] = True
    app.jinja_env.newstyle_gettext = True  # type: ignore[attr-defined]
    app.jinja_env.globals.update(_=gettext, gettext=gettext, ngettext=ngettext, pgettext=pgettext, language=language)
    app.jinja_env.code_generator_class = _Generator
    app.jinja_env.extend(asked=_ASKED, spoken=in_force.get, whole=_whole)
    request_started.connect(_speak, app)  # not for any other app of this process, which has no languages
    appcontext_popped.connect(_fall_silent, app)


def language() -> str:
    """The language of the page, as HTML names it; ``get_locale`` would parse its name for every request."""
    return str(current_app.config["BABEL_DEFAULT_LOCALE"]).replace("_", "-")


def gettext(message: str, /, **parameters: object) -> Markup:
    """What a message says on a page. A parameter that is no markup itself is escaped."""
    spoken = in_force.get()
    if parameters:
        return _filled(message if spoken is None else spoken.gettext(message), parameters)
    return _whole[spoken][message]


def ngettext(singular: str, plural: str, number: int, /, **parameters: object) -> Markup:
    """The same for a number of things, which stands in the message as ``num``."""
    spoken = in_force.get()
    text = (singular if number == 1 else plural) if spoken is None else spoken.ngettext(singular, plural, number)
    return _filled(text, {"num": number, **parameters})


def pgettext(context: str, message: str, /, **parameters: object) -> Markup:
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
_ASKED = {"_": gettext, "gettext": gettext, "ngettext": ngettext, "pgettext": pgettext}


class _Generator(CodeGenerator):
    """Compiles ``_("Save")`` to a look into a dictionary, and a message with parameters to a plain call.

    Jinja calls whatever a template names by a detour, because it may be anything; for a message that was most of its
    time.
    """

    def visit_Call(self, node: nodes.Call, frame: Frame, forward_caller: bool = False) -> None:
        match node:
            case nodes.Call(dyn_args=None, dyn_kwargs=None, node=nodes.Name(name=str(name))) if name in _ASKED:
                if name in ("_", "gettext") and not node.kwargs and isinstance(node.args[0], nodes.Const):
                    self.write(f"environment.whole[environment.spoken()][{node.args[0].value!r}]")
                    return
                self.write(f"environment.asked[{name!r}](")
                for argument in (*node.args, *node.kwargs):
                    self.visit(argument, frame)
                    self.write(", ")
                self.write(")")
            case _:
                super().visit_Call(node, frame, forward_caller=forward_caller)


def _speak(_app: Flask, **_more: object) -> None:
    in_force.set(None if language() == SOURCE else get_translations())


def _fall_silent(_app: Flask, **_more: object) -> None:
    in_force.set(None)
