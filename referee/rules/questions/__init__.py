"""The questions, each stated once: its words, its fields, what its answer adds, and its judge.

Whatever reads, shows or describes a question derives from this table: the reading of requests, the forms of
the pages, the description of the API, the lines of the history. A new question or field stands in the
table of its family, a new kind of field in ``kinds``.
"""

from __future__ import annotations

from referee.rules.question import Facts as Facts
from referee.rules.question import Field as Field
from referee.rules.question import Question as Question
from referee.rules.questions.melds import ABOUT_MELDS
from referee.rules.questions.rounds import ABOUT_ROUNDS
from referee.rules.questions.turns import ABOUT_TURNS

DEFAULT_PLAYERS = 4

QUESTIONS: dict[str, Question] = {**ABOUT_MELDS, **ABOUT_TURNS, **ABOUT_ROUNDS}
"""By name, in the order of the interface."""

OFFERED = tuple(sorted(QUESTIONS, key=lambda name: QUESTIONS[name].rare))
"""The names in the order in which people are offered them: what is asked rarely comes last."""


def field_of(question: str, name: str) -> Field:
    """A field of a question, such as ``field_of("screw", "use")``."""
    return next(field for field in QUESTIONS[question].fields if field.name == name)
