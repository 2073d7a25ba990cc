"""The command `referee` and the server for a home network."""
