"""The rules engine: pure functions over plain values, standard library only."""
