"""Questions asked inside a game, with what its log knows."""
