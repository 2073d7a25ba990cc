"""A round: what it costs, how it is dealt, and what happens when it goes wrong."""

from __future__ import annotations

from typing import get_args

from referee.rules.judges import counting, irregular, piles
from referee.rules.question import Field, Option, Question, counted, listed
from referee.rules.questions.kinds import CARDS, COUNT, FLAG, POINTS, SEAT, TIMES, Choice
from referee.rules.schema import CARDS_TEXT, LARGEST_NUMBER, flag, maybe, one_of, text, whole
from referee.rules.speech.irregular import KINDS_IN_WORDS

IRREGULARITIES = tuple(Option(kind, KINDS_IN_WORDS[kind]) for kind in irregular.REMEDIES)

ABOUT_ROUNDS: dict[str, Question] = {
    "score": Question(
        "What is my hand worth?",
        "What do these cards cost?",
        (
            Field("hand", CARDS, "The cards left", f"{CARDS_TEXT}: what is left in hand.", none=True),
            Field("went_out", FLAG, "Did the player go out?", "The player went out.", optional=True),
            Field(
                "one_turn", FLAG, "Did the player who went out go down in that same turn?",
                "Whether whoever went out went down in that same turn. It decides only where the rulebook rewards that "
                "or doubles the points of the others.",
                "Only matters if going down and out in one turn changes points.", optional=True,
            ),
            Field(
                "exact_cut", FLAG, "Was the cut exact?", "The player cut exactly the cards of the deal.", optional=True
            ),
        ),
        {"points": counted("Penalty points.")},
        counting.score,
        {
            "points of a hand": {"rulebook": "contract", "hand": "KC KD 10H 5S"},
        },
        "{hand}",
        suits=False,
        computes=True,
    ),
    "settle": Question(
        "Who pays whom at the end?",
        "Who pays whom at the end?",
        (
            Field("totals", POINTS, "The totals", "The final totals by seat."),
            Field("buys", TIMES, "Bought in the whole game", "How often each seat has bought."),
        ),
        {"payments": listed("Pennies by seat, the kitty included.", whole("Pennies.", -LARGEST_NUMBER))},
        counting.settle,
        {
            "money at the end": {"rulebook": "progressive", "totals": [10, 20, 30, 40], "buys": [1, 0, 0, 2]},
        },
        rare=True,
        computes=True,
    ),
    "places": Question(
        "Who wins when totals are equal?",
        "Who has which place at the end, equal totals and all?",
        (
            Field("totals", POINTS, "The totals", "The final totals by seat."),
            Field(
                "met", TIMES, "Contracts met",
                "How many contracts each seat has met; only where each player has a contract of their own.",
                optional=True, only_with="own_contracts",
            ),
            Field(
                "won", TIMES, "Rounds won", "How many rounds each seat has won. It counts where a table breaks ties.",
                "Only matters if the table breaks ties.", optional=True,
            ),
            Field(
                "last", POINTS, "Points in the last round",
                "What the last round cost each seat. It counts where a table breaks ties.",
                "Only matters if the table breaks ties.", optional=True,
            ),
        ),
        {"places": listed("Places by seat; equal ones are shared.", whole("A place."))},
        counting.at_the_end,
        {
            "equal totals": {"rulebook": "contract", "totals": [30, 10, 30, 40]},
        },
        rare=True,
        computes=True,
    ),
    "leaving": Question(
        "What if someone leaves?",
        "What happens when a player leaves the game?",
        (
            Field("hand", CARDS, "The cards they hold", f"{CARDS_TEXT}: what the player holds.", none=True),
            Field("during", FLAG, "In the middle of a round?", "Whether a round is being played."),
        ),
        {"points": counted("What the cards in hand cost the player; null between rounds, or where they are not told.")},
        counting.leaving,
        {
            "somebody leaves": {"rulebook": "contract", "during": True, "hand": "KC KD 5S"},
        },
        suits=False,
        rare=True,
        computes=True,
    ),
    "deal": Question(
        "How is this round dealt?",
        "How is this round dealt?",
        (Field("dealer", SEAT, "Who deals?", "The seat that deals.", optional=True),),
        {
            "decks": whole("Decks of 52."),
            "jokers": whole("Jokers in all.", 0),
            "pack": whole("Cards in all."),
            "deal": counted("Cards for each player."),
            "contract": listed("The melds to be laid down.", text("Such as `set of 3`, `run of 4` or `pair`.")),
            "leader": counted("The seat that plays first; needs `dealer`."),
            "cut": counted("Cards of an exact cut, where the rulebook rewards one."),
            "stock": counted("Cards left after the deal and the first discard."),
        },
        counting.deal,
        {
            "a deal": {"rulebook": "contract", "round": 2, "players": 4, "dealer": 1},
        },
        needs_round=True,
        by_players=True,
        rare=True,
        computes=True,
    ),
    "exhausted": Question(
        "What if the stock runs out?",
        "What happens when the stock is empty?",
        (
            Field(
                "discards", COUNT, "Cards in the discard pile",
                "How many cards lie in the discard pile, the top one included.", "Including the top one.",
            ),
            Field(
                "again", FLAG, "Has it run out in this round before?",
                "Whether the stock has run out in this round before.", optional=True,
            ),
        ),
        {
            "new_stock": counted("Cards that are shuffled into a new stock."),
            "round_over": maybe(flag("Whether the round is over, with no winner."), "Null where a fact is missing."),
        },
        piles.exhausted,
        {
            "the stock runs out": {"rulebook": "contract", "discards": 20},
        },
        rare=True,
        computes=True,
    ),
    "irregular": Question(
        "Something went wrong: what now?",
        "What happens when something goes wrong?",
        (
            Field("kind", Choice(*IRREGULARITIES), "What went wrong?", "What went wrong."),
            Field(
                "drawn", FLAG, "Has anyone drawn a card yet?", "After a misdeal: whether a card has been drawn yet.",
                optional=True,
            ),
            Field(
                "held", COUNT, "Cards in that hand",
                "With too many or too few cards: how many are in that hand.", optional=True,
            ),
            Field(
                "should", COUNT, "Cards there should be", "With too many or too few cards: how many there should be.",
                optional=True,
            ),
        ),
        {
            "effect": maybe(
                one_of("What it does to the book.", *get_args(irregular.Effect)),
                "Null where a fact is missing, or where it cannot happen.",
            ),
        },
        irregular.irregular,
        {
            "too many cards": {"rulebook": "contract", "kind": "too many cards", "held": 12, "should": 11},
        },
        rare=True,
        computes=True,
    ),
    "misdeal": Question(
        "What happens after a misdeal?",
        "What happens after a misdeal?",
        (
            Field("drawn", FLAG, "Has anyone drawn a card yet?", "Whether anybody has drawn a card yet."),
            Field("dealer", SEAT, "Who dealt?", "The seat that dealt.", optional=True),
        ),
        {
            "again": maybe(
                flag("Whether the same player deals again; if not, play goes on."), "Null where a fact is missing."
            ),
            "dealer": maybe(whole("The seat that deals again."), "Null where nobody does or it is not known."),
        },
        irregular.misdeal,
        {
            "a misdeal": {"rulebook": "contract", "drawn": False, "dealer": 1},
        },
        rare=True,
        computes=True,
    ),
}  # fmt: skip
