"""Every sentence of a game: what its history says, and what is answered to a command."""
