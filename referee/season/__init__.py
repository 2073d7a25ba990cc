"""A club's season, worked out from its finished games. Pure: the same games give the same answer."""
