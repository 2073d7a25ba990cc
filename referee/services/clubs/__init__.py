"""Clubs: their seasons, players, rulebooks and what is removed."""
