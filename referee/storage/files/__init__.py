"""Score books that leave the house and come back: exports, imports and copies."""
