"""Fields that several questions have."""

from __future__ import annotations

from referee.rules.requests import (
    CHOICE,
    Field,
    Option,
)

DOWN = Field(
    "down", CHOICE, "When did the player go down?", "When the player melded the contract.", optional=True,
    options=(Option("no", "Not yet"), Option("this turn", "In this turn"), Option("earlier", "Before")),
)  # fmt: skip
OWNER = Field(
    "owner", CHOICE, "Whose meld is it?", "Whose meld it is, seen from the player.", optional=True,
    options=(Option("self", "The player's own"), Option("other", "Another's")),
)  # fmt: skip
OWES = Field(
    "owes", CHOICE, "Is the player truly screwed, and which meld is to be replaced?",
    "Truly screwed: the kind of meld that the player must replace first. None, if not said.", optional=True,
    options=(Option("set", "A set"), Option("run", "A run")), only_with="screw_over",
)  # fmt: skip
