"""Phones: what each may do, and the links and requests by which it came to that."""
