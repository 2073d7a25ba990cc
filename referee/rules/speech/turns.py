"""The words about a whole turn and its steps."""

from __future__ import annotations

TURNS = {
    "which hand before the turn": "Which cards were in the hand before the turn?",
    "which hand this turn": "Which cards are in your hand?",
    "down before the turn": "Was the player down before this turn?",
    "which steps": "What was done in the turn, from the draw to the discard?",
    "which draw": "Which card was drawn?",
    "nth step": "step {nth} ({what}) isn’t allowed: {why}",
    "the draw": "drawing",
    "the contract": "going down",
    "the swap": "taking the wild card",
    "the new meld": "a new meld",
    "the lay-off": "laying off",
    "the discard": "discarding",
    "no discard": "ending the turn",
    "turn stands": "every step is allowed, with {count:count card} left in hand.",
    "turn stays in": (
        "every step is allowed, but that is not going out: the player stays in with an empty hand and draws on the "
        "next turn."
    ),
    "turn goes out": "every step is allowed, and the player goes out.",
    "turn is over": "the discard ends the turn",
    "draw comes first": "you draw before you do anything else",
    "drawn already": "a turn has one draw, of {count:count card}",
    "draw so many": "a turn begins with {count:count card} drawn",
    "taken, to be laid off": "{card:the} taken from a meld must be laid off in this turn",
    "taken, for a new meld": "{card:the} taken from a meld must go into a new meld in this turn",
    "replaced this turn": "a player who has replaced a lost meld waits for a later turn before laying off again",
    "a contract is melded": "a contract is melded",
    "which runs": "Which runs are on the table?",
    "cut before which": "Which other run does it meet? Or, if it is to be cut in two, before which card?",
    "not a run": "{cards:the_placed} {cards:is_are} no run",
    "runs do not meet": "the two runs don’t meet: neither goes on where the other ends",
    "runs stay two": "runs that meet stay two runs",
    "one run": "they are one run now, {run:reading_said}.",
    "not in the run": "{card:the} is not in the run",
    "no run is cut": "no run on the table is cut in two",
    "part too short": "a run needs at least {least:number} cards, and a part would have {count:number}",
    "two runs": "it becomes {runs:both_runs}.",
    "just taken": "{card:the} has just been taken from the discard pile, and it may not go back there in this turn",
    "discard another": "discard another card",
    "when laid down": "Was it laid down in this turn, before the discard?",
    "stays there": "what has been laid on the table stays there, even in the same turn",
    "turn has ended": "the turn in which it was laid down has ended, and melds stay on the table",
    "may be taken back": "until the discard, what was laid down in this turn may be taken back into the hand.",
}
