"""One game: what is written into it, by whom, and what is shown of it."""
