"""What each event does to the replay, by family: the only place that says what an event means."""

from referee.game.effects import course, house_rules, plays, rounds, seats
from referee.game.effects.registry import AGAINST_UNDO, EFFECTS, AgainstUndo
from referee.game.events import check_complete

check_complete(EFFECTS, "effects")

__all__ = ["AGAINST_UNDO", "EFFECTS", "AgainstUndo", "course", "house_rules", "plays", "rounds", "seats"]
