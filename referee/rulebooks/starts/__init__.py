"""Starts for an own rulebook: games of which no source here tells the rules, as a table may play them."""
