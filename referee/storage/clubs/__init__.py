"""Clubs, their players, seasons and results, and what is removed of them."""
