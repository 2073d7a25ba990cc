"""Fields that several questions have."""

from __future__ import annotations

from referee.rules.question import Field, Option
from referee.rules.questions.kinds import FLAG, Choice

DOWN = Field(
    "down", Choice(Option("no", "Not yet"), Option("this turn", "In this turn"), Option("earlier", "Before")),
    "When did the player go down?", "When the player melded the contract.", optional=True,
)  # fmt: skip
OWNER = Field(
    "owner", Choice(Option("self", "The player’s own"), Option("other", "Another’s")),
    "Whose meld is it?", "Whose meld it is, seen from the player.", optional=True,
)  # fmt: skip
OWES = Field(
    "owes", Choice(Option("set", "A set"), Option("run", "A run")),
    "Is the player truly screwed, and which meld must be replaced?",
    "Truly screwed: the kind of meld that the player must replace first. None, if not said.", optional=True,
    only_with="screw_over",
)  # fmt: skip
LAST_TURN = Field(
    "last_turn", FLAG, "Has another player gone out already?",
    "Whether another player has gone out, so that this is the player's last turn; only where melds are laid down only "
    "to go out.", optional=True, only_with="down_only_out",
)  # fmt: skip
