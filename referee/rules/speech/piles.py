"""The words about the stock and the discards: who takes a discard out of turn, and what if there are too few cards."""

from __future__ import annotations

from referee.messages import N_

PILES = {
    "whose turn": "Whose turn is it?",
    "does active take": "Does the player whose turn it is take the discard?",
    "who asked": "Who asked for the discard, in which order?",
    "who took before": "Who took the discard before this one, if anyone did in this interruption?",
    "how often taken": "How often has each player taken a discard out of turn in this round?",
    "how many saved": "How many discards out of turn does each player have left over from other rounds?",
    "who is down": "Who of those who asked is already down?",
    "is active down": "Is the player whose turn it is already down?",
    "down draws from the stock": "A player who is already down may not take the discard here.",
    "draw from the stock instead": "Draw from the stock instead.",
    "same interruption": "Is this the next discard in the same interruption, after the one just taken?",
    "how many discards": "How many discards are under the top one?",
    "how many in the pile": "How many cards are in the discard pile?",
    "run out before": "Has the stock run out in this round before?",
    "stock out twice": "The stock has run out a second time: no points are scored. The same player deals again, "
    "and the same contract is played.",
    "both piles empty": "Both piles are empty, so the round is over. There is no winner, and all players score their "
    "cards.",
    "both piles empty, cards come off": "Both piles are empty, so the round is over. There is no winner, and the cards "
    "that players have left come off their totals.",
    "both piles empty, cards for nobody": "Both piles are empty, so the round is over. There is no winner, so the "
    "cards that players have left count for no one.",
    "only the top discard": "There is nothing to shuffle: only the top discard is left to draw.",
    "only a discard for some": "There is nothing to shuffle: only the top discard is left to draw, and a player who is "
    "already down may not take it.",
    "one card, not two": (
        "There is nothing to shuffle: the top discard can be drawn, but no second card. The round goes on until both "
        "piles are empty."
    ),
    "shuffle the discards": "Leave the top discard, and shuffle the {cards:count card} under it into a new stock.",
    "after the draw": "No one may ask once the player whose turn it is has drawn from the stock.",
    "after a card": "No one may ask once the player whose turn it is has laid a card on the table.",
    "under another": "Another discard is on top of it by now, and only the top one can be asked for.",
    "ask before the draw": "Ask before the player whose turn it is draws from the stock.",
    "ask before a card": "Ask before the player whose turn it is lays a card on the table or discards.",
    "ask before the discard": "Ask before the player whose turn it is discards.",
    "pass is final": "The player whose turn it is has passed it, and a pass is final here.",
    "passed and asked for": "The player whose turn it is has passed it, and someone has asked for it since.",
    "is down": "{seat} is already down, and only players who are not may ask here.",
    "all at once": "Several players asked first, at the same moment, and then no one gets it here.",
    "stock too short": "{penalty:count card} must come with it, but even after the discards are shuffled {left:count "
    "card} can be drawn.",
}

PILES_IN_SHORT = {
    "leaves": N_("Score the hand"),
    "leaves between rounds": N_("The total stays"),
    "stock out twice": N_("Deal again"),
    "both piles empty": N_("Round over"),
    "both piles empty, cards come off": N_("Round over"),
    "both piles empty, cards for nobody": N_("Round over"),
    "only the top discard": N_("Draw the discard"),
    "only a discard for some": N_("Draw the discard"),
    "one card, not two": N_("Draw the discard"),
    "shuffle the discards": N_("Shuffle"),
}
"""The verdict in a word or two, of what is only worked out."""
