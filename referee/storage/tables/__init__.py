"""What stands in the database. Each of these files brings its tables along, so that all are known as soon as one is."""

from referee.storage.tables import clubs, deliveries, games, own_rulebooks, phones

__all__ = ["clubs", "deliveries", "games", "own_rulebooks", "phones"]
