"""What the forms of a file of old games may carry."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from flask_wtf.file import FileField
from wtforms import Form, StringField, TextAreaField

from referee.game.notebook.model import Answers
from referee.services.house.notebooks import OF_THE_DAY, Choices
from referee.web.shell.forms import TextsByKey, Write, small_number

LONGEST = 500_000
"""Letters of a pasted text."""
_LONGEST_CHOICE = 120
_MOST_CHOICES = 500
NO_SEASON = "none"


class Send(Write):
    file = FileField()
    pasted = TextAreaField(filters=[lambda text: (text or "")[:LONGEST]])


def _short() -> StringField:
    return StringField(filters=[lambda text: (text or "").strip()[:_LONGEST_CHOICE]])


class LookForm(Form):
    """What an address or a form says of a file; what is empty is left as it was read."""

    kind = _short()
    was_kind = _short()
    """The form that the columns below were those of."""
    dates = _short()
    values = _short()
    rounds = _short()
    season = _short()
    leave_out = _short()
    col = TextsByKey("-")
    """By column, from 0, what it holds."""
    who = TextsByKey("-")
    """By the name in the file."""
    book = TextsByKey("-")
    """By what the file calls a game."""


class BringIn(LookForm, Write):
    looked = _short()
    """What the games on the page were made of."""


def choices_of(form: LookForm) -> Choices:
    columns = _few(form.col.data) if form.kind.data == form.was_kind.data or not form.was_kind.data else {}
    roles = {number: role for key, role in columns.items() if (number := small_number(key, 2)) is not None}
    answers = Answers(
        form.kind.data or "", roles, form.dates.data or "", form.values.data or "", form.rounds.data or ""
    )
    names, books = ({key: text for key, text in _few(each.data).items() if text} for each in (form.who, form.book))
    return Choices(answers, names, books, form.season.data or OF_THE_DAY, form.leave_out.data == "yes")


def _few(by_key: dict[str, Any]) -> dict[str, str]:
    return {key: str(text)[:_LONGEST_CHOICE] for key, text in [*by_key.items()][:_MOST_CHOICES]}


def fields_of(choices: Choices) -> Iterator[tuple[str, str]]:
    """The same as an address says it."""
    answers = choices.answers
    single = {"kind": answers.kind, "dates": answers.dates, "values": answers.values, "rounds": answers.rounds}
    single["season"] = "" if choices.season == OF_THE_DAY else choices.season
    single["leave_out"] = "yes" if choices.leave_out else ""
    yield from ((name, text) for name, text in single.items() if text)
    yield from ((f"col-{at}", role) for at, role in answers.roles.items())
    yield from ((f"who-{name}", choice) for name, choice in choices.names.items())
    yield from ((f"book-{name}", choice) for name, choice in choices.books.items())
