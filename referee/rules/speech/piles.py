"""The words about the stock and the discards: who takes a discard out of turn, and what if there are too few cards."""

from __future__ import annotations

from referee.messages import N_

PILES = {
    "whose turn": "Whose turn is it?",
    "does active take": "Does the player whose turn it is take the discard?",
    "who asked": "Who asked for the discard, in which order?",
    "who took before": "Who took the discard before this one, if anybody did in this interruption?",
    "how often taken": "How often has each player taken a discard out of turn in this round?",
    "same interruption": "Is this the next discard in the same interruption, after the one just taken?",
    "how many discards": "How many discards are under the top one?",
    "how many in the pile": "How many cards are in the discard pile?",
    "both piles empty": "Both piles are empty, so the round is over. Nobody wins it, and all score their cards.",
    "only the top discard": "There is nothing to shuffle: only the top discard is left to draw.",
    "one card, not two": (
        "There is nothing to shuffle: the top discard can be drawn, but no second card. The round goes on until both "
        "piles are empty."
    ),
    "shuffle the discards": "Leave the top discard, and shuffle the {cards:count card} under it into a new stock.",
    "stock too short": (
        "{penalty:count card} must come with it, but even after the discards are shuffled {left:count card} can be "
        "drawn"
    ),
}

PILES_IN_SHORT = {
    "both piles empty": N_("Round over"),
    "only the top discard": N_("Draw the discard"),
    "one card, not two": N_("Draw the discard"),
    "shuffle the discards": N_("Shuffle"),
}
"""The verdict in a word or two, of what is only worked out."""
