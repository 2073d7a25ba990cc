"""Table Referee: scorekeeper and referee for Contract Rummy played with physical cards."""
