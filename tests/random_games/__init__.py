"""Whole evenings played at random from a seed, with every invariant of a game checked after each event.

    python -m tests.random_games 100000 --seed 1

A failure names its seed and what was sent; ``python -m tests.random_games 1 --seed SEED`` plays that evening again.
"""
