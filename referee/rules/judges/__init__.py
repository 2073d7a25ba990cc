"""One judge per question: the only place where legality is decided."""
