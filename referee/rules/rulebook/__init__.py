"""The rulebook as a value: sources, clauses, values, checks and house rules."""
