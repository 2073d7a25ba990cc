"""One game as a history: commands in, past-tense events out, state by folding them. Pure."""
