"""Faults of the past put back on purpose: what watches over them has to notice. ``python -m tests.controls``."""
