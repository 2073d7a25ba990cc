"""A search over the rulebooks: by the words of the clauses, other words for the same, names that are told of."""
