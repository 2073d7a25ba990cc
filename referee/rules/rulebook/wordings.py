"""Sentences for values of which several make one sentence; ``in_words`` chooses and translates them."""

from __future__ import annotations

ACES = {
    "low or high": "An ace is low or high, but a run never goes round the corner.",
    "high": "An ace is high only, so A-2-3-4 does not count.",
    "round the corner": "An ace is low or high, and a run may go round the corner, as Q-K-A-2 does.",
    "low": "An ace is low only, so J-Q-K-A does not count.",
}
LAY_OFFS = {
    "own": {
        "no": "You may lay off on your own melds only, from the turn after you went down.",
        "others": "You may lay off on your own melds only, from the turn after you went down, not in that turn.",
        "yes": "Once your contract is down you may lay off on your own melds only, in that same turn too.",
    },
    "any": {
        "no": "You may lay off on any meld from the turn after you went down.",
        "others": "In the turn of going down you may lay off on other players' melds only; later on any meld.",
        "yes": "Once your contract is down you may lay off on any meld, in that same turn too.",
    },
}
LEFT_TO_DISCARD = {
    "required": "Except where the whole hand goes down at once, the contract must leave you a card to discard.",
    "required, else stay in": (
        "The contract may use up the whole hand, but that does not go out: you stay in with an empty hand."
    ),
    "optional": "You may go out without a discard, so the contract may use up the whole hand.",
    "never": "The last card is never discarded, so the contract may use up the whole hand.",
}
WILD_PLACES = {
    "as named": (
        "If no one said what a wild card on the table stands for, it has its place from the order in which the cards "
        "are named, up or down. Where that is not a legal run, the player says."
    ),
    "any place": (
        "If no one said what a wild card on the table stands for, it counts in every place that it could have."
    ),
}
SCREWS = {
    True: {
        "no": "The screw-over never takes a wild card.",
        "runs": "The screw-over may take a wild card from a run. One in a set stays there for good.",
        "any": "The screw-over may take a wild card from any meld.",
    },
    False: {
        "no": "Where the screw-over is played, it never takes a wild card.",
        "runs": (
            "Where the screw-over is played, it may take a wild card from a run. One in a set stays there for good."
        ),
        "any": "Where the screw-over is played, it may take a wild card from any meld.",
    },
}
SWAPS = {
    "swap_when": {
        "earlier": "You may take a wild card from a meld only if you went down in an earlier turn.",
        "down": "Whoever is down may take a wild card from a meld, in the turn of going down too.",
    },
    "swap_whose": {
        "any": "A wild card may be taken from anybody's meld, your own too.",
        "others": "A wild card is taken from another player's meld, not from your own.",
    },
    "swap_joker": {
        "lay off now": "Whoever takes a joker lays it off before the turn ends.",
        "new meld now": "Whoever takes a joker uses it in a new meld before the turn ends.",
        "any time": "A joker that is taken goes into the hand and may be kept.",
    },
}
