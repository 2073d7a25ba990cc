"""The words about the stock and the discards: who takes one out of turn, and what when there are too few."""

from __future__ import annotations

PILES = {
    "whose turn": "Whose turn is it?",
    "does active take": "Does the player whose turn it is take the discard?",
    "who asked": "Who asked for the discard, in which order?",
    "who took before": "Who took the discard before this one, if anybody did in this interruption?",
    "how often taken": "How often has each player taken a discard out of turn in this round?",
    "same interruption": "Is this the next discard in the same interruption, after the one just taken?",
    "how many discards": "How many discards lie under the top one?",
    "stock too short": (
        "{penalty:count card} must come with it, and even after shuffling the discards {left:count card} could be drawn"
    ),
}
