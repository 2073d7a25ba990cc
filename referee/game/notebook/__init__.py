"""Old records out of files that people keep: what is in them, and what is doubtful; nothing is written here."""
