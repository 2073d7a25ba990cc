"""What cards can be: the readings of a set or run, its faults, its repairs."""
