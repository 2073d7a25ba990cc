"""What happened, in plain sentences: events by family, and answers to commands."""

from referee.game.events import check_complete
from referee.game.story import course, house_rules, plays, rounds, seats
from referee.game.story.events import TELLS

check_complete(TELLS, "story")

__all__ = ["course", "house_rules", "plays", "rounds", "seats"]
