"""Every story of the golden pages, by the name of its file."""

from tests.golden.pages.stories import (
    at_table,
    club,
    crowd,
    evening,
    house_rules,
    photo,
    questions,
    roles,
    sheets,
    taking_back,
)
from tests.golden.pages.story import STORIES

__all__ = [
    "STORIES",
    "at_table",
    "club",
    "crowd",
    "evening",
    "house_rules",
    "photo",
    "questions",
    "roles",
    "sheets",
    "taking_back",
]
