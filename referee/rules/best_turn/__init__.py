"""The best turn with a hand and a table: an exact search over what ``judge_turn`` allows."""
