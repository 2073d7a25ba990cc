"""One database and one export of every version of the app whose files today's has to read."""
