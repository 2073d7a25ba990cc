"""The log of a game: events are read and appended."""
