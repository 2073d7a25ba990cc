"""What a hand can put down: the melds that meet a contract and leave the fewest points."""
