"""What the app says, in the language at hand. It stands beside the layers, so that those below the pages can ask too.

English is the source: a message without a translation stays as the code has it, and where no language is set, a lookup
is nothing but that. The pages set the language of a request (``referee.web.shell.catalogue``). A parameter stands in a
message by its name, ``%(player)s``; a percent sign that is meant is doubled.

``python -m tests.catalogue`` finds the messages by the names of these functions. Code takes in the one that it needs
as ``_``.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Protocol


class Translations(Protocol):
    """A language."""

    def gettext(self, message: str) -> str: ...

    def ngettext(self, singular: str, plural: str, number: int) -> str: ...

    def pgettext(self, context: str, message: str) -> str: ...


in_force: ContextVar[Translations | None] = ContextVar("the language of the request", default=None)
"""None is English."""


@contextmanager
def in_english() -> Iterator[None]:
    """For words that are kept, and are not to hang on who asked for them first."""
    before = in_force.set(None)
    try:
        yield
    finally:
        in_force.reset(before)


def translated(template: str) -> str:
    """A message as it stands in the catalogue, for a table that fills its templates in a way of its own."""
    language = in_force.get()
    return template if language is None or not template else language.gettext(template)


def gettext(message: str, /, **parameters: object) -> str:
    """
    >>> gettext("%(player)s deals", player="Ann")
    'Ann deals'
    """
    language = in_force.get()
    return (message if language is None else language.gettext(message)) % parameters


def ngettext(singular: str, plural: str, number: int, /, **parameters: object) -> str:
    """A message about a number of things, which stands in it as ``num``.

    >>> ngettext("%(num)s card", "%(num)s cards", 1)
    '1 card'
    """
    language = in_force.get()
    text = (singular if number == 1 else plural) if language is None else language.ngettext(singular, plural, number)
    return text % {"num": number, **parameters}


def pgettext(context: str, message: str, /, **parameters: object) -> str:
    """A message that means something else in another place; ``context`` says which is meant.

    >>> pgettext("between two ways", "or")
    'or'
    """
    language = in_force.get()
    return (message if language is None else language.pgettext(context, message)) % parameters


def N_(message: str) -> str:
    """Marks a message that stands in a table. Whoever takes it from there asks ``gettext`` for it."""
    return message


class Lazy(str):
    """A message that is looked up whenever it is shown: what stands in a class is read before there is a request.

    As a string it is the English text: whatever cuts it, joins it or writes it as JSON takes ``str`` of it first.
    """

    message: str
    parameters: dict[str, object]

    def __new__(cls, message: str, parameters: dict[str, object]) -> Lazy:
        lazy = super().__new__(cls, message % parameters)
        lazy.message, lazy.parameters = message, parameters
        return lazy

    def __str__(self) -> str:
        return gettext(self.message, **self.parameters)

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)

    def __mod__(self, values: object) -> str:
        """As the validators of WTForms fill theirs."""
        return str(self) % values


def lazy_gettext(message: str, /, **parameters: object) -> str:
    """
    >>> str(lazy_gettext("Whose turn?"))
    'Whose turn?'
    """
    return Lazy(message, parameters)
