"""Sentences for values of which several make one sentence; ``in_words`` chooses and translates them."""

from __future__ import annotations

ACES = {
    "low or high": "An ace is low or high, but a run never goes round the corner.",
    "high": "An ace is only high, so A-2-3-4 doesn’t count.",
    "round the corner": "An ace is low or high, and a run may go round the corner, as Q-K-A-2 does.",
    "low": "An ace is only low, so J-Q-K-A doesn’t count.",
}
LAY_OFFS = {
    "own": {
        "no": "You may lay off only on your own melds, from the turn after you went down.",
        "others": "You may lay off only on your own melds, from the turn after you went down, not in that turn.",
        "yes": "Once your contract is down you may lay off only on your own melds, even in the same turn.",
    },
    "any": {
        "no": "You may lay off on any meld from the turn after you went down.",
        "others": "In the turn you go down you may lay off only on other players’ melds; later on any meld.",
        "yes": "Once your contract is down you may lay off on any meld, even in the same turn.",
    },
}
LEFT_TO_DISCARD = {
    "required": "Unless the whole hand goes down at once, the contract must leave you a card to discard.",
    "required, else stay in": (
        "The contract may use up the whole hand, but you don’t go out: you stay in with an empty hand."
    ),
    "optional": "You may go out without a discard, so the contract may use up the whole hand.",
    "never": "The last card is never discarded, so the contract may use up the whole hand.",
}
WILD_PLACES = {
    "as named": (
        "If no one said what a wild card on the table stands for, the order in which the cards are named, up or down, "
        "gives its place. If that isn’t a legal run, the player says."
    ),
    "any place": ("If no one said what a wild card on the table stands for, it counts in every place it could have."),
}
WINS = {
    "lowest": "After the last round the lowest total wins.",
    "highest, own cards come off": (
        "The points of the cards you have left come off your total. After the last round the highest total wins."
    ),
    "highest, cards go to who goes out": (
        "A player who goes out gets the points of the cards the others have left; in a round without a winner they "
        "don’t count. After the last round the highest total wins."
    ),
}
OWN_COME_OFF, TO_WHO_GOES_OUT = (wins for wins in WINS if wins != "lowest")
BY_WHICH_TOTAL_WINS = {
    "exhausted": {
        "lowest": "all players score their cards",
        OWN_COME_OFF: "the cards of all players come off their totals",
        TO_WHO_GOES_OUT: "no one gets the points of the cards left",
    },
    "leaving": {
        "lowest": "scores the cards in their hand",
        OWN_COME_OFF: "has the points of their cards taken off their total",
        TO_WHO_GOES_OUT: "leaves the points of their cards to the player who goes out",
    },
    "tie-break": {
        "lowest": "fewest points in the last round",
        OWN_COME_OFF: "most points in the last round",
        TO_WHO_GOES_OUT: "most points in the last round",
    },
}
"""By topic, what a clause says of points: the piece of its words that follows from which total wins."""
MOST_CONTRACTS_WIN = (
    "The player who has met the most contracts wins; of players who have met equally many, the lowest total."
)
TIES = {
    (False, False): "Players with equal totals share the better place, and the next place is left out.",
    (True, False): (
        "Players with equally many contracts met and equal totals share the better place, and the next place is left "
        "out."
    ),
    (False, True): (
        "Players who are still level after the tie-break share the better place, and the next place is left out."
    ),
    (True, True): (
        "Players with equally many contracts met who are still level after the tie-break share the better place, and "
        "the next place is left out."
    ),
}
"""By whether each player has a contract of their own, and whether something breaks a tie."""
LEVEL_AT_THE_POINTS = {
    False: (
        "If players are level in first place when the points end the game, they share the place. No further round is "
        "played."
    ),
    True: (
        "If players are level in first place when the points end the game, the tie-break decides. No further round is "
        "played."
    ),
}
SCREWS = {
    True: {
        "no": "You may not take a wild card in a screw-over.",
        "runs": "In a screw-over you may take a wild card from a run. A wild card in a set stays there.",
        "any": "In a screw-over you may take a wild card from any meld.",
    },
    False: {
        "no": "If the screw-over is played, you may not take a wild card in it.",
        "runs": ("If the screw-over is played, you may take a wild card from a run. A wild card in a set stays there."),
        "any": "If the screw-over is played, you may take a wild card from any meld.",
    },
}
SWAPS = {
    "swap_when": {
        "earlier": "You may take a wild card from a meld only if you went down in an earlier turn.",
        "down": "Once you are down you may take a wild card from a meld, even in the turn you go down.",
    },
    "swap_whose": {
        "any": "A wild card may be taken from any meld, including your own.",
        "others": "A wild card may be taken only from another player’s meld, not from your own.",
    },
    "swap_joker": {
        "lay off now": "If you take a joker, you must lay it off before your turn ends.",
        "new meld now": "If you take a joker, you must use it in a new meld before your turn ends.",
        "any time": "A joker you take goes into your hand, and you may keep it.",
    },
}
