"""The words of what only a game knows: who asks, and what stands against them whatever their cards are."""

from __future__ import annotations

IN_GAME = {
    "who asks": "Who asks?",
    "melded once": "The player is down already, and the contract is melded once.",
    "put down what went back": "The player is down already and puts down {owed:owed_all the} that went back.",
    "protected unseen": "Shanghai was called on it by its discarder, so no one may take it in this turn.",
    "still protected unseen": "Is it still the turn after that Shanghai call?",
    "round over": "The round is over: a discard that goes out ends it, and there is no call.",
    "fits none told": "None of the melds told so far takes {card:the}. Which other meld does?",
}
