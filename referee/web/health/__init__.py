"""Is the app alive, and can it work? For machines."""
