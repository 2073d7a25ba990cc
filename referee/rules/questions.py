"""The questions, each stated once: its words, its fields, what its answer adds, and its judge.

Whatever reads, shows or describes a question derives from this table: the reading of requests, the forms of
the pages, the description of the API, the lines of the history. To add a question or a field, add it here.
"""

from __future__ import annotations

from referee.rules.judges import counting, from_facts, piles
from referee.rules.judges.lay_off import judge_lay_off
from referee.rules.judges.meld import judge_meld
from referee.rules.judges.swap import judge_swap
from referee.rules.judges.turn_end import judge_discard, judge_shanghai
from referee.rules.question import Facts as Facts
from referee.rules.question import Question as Question
from referee.rules.question import counted, listed
from referee.rules.requests import (
    CARD,
    CARD_LIST,
    CARDS,
    CHOICE,
    COUNT,
    FLAG,
    LARGEST_NUMBER,
    MELD,
    MELDS,
    PLACED_CARD,
    PLAYERS,
    POINTS,
    SEAT,
    SEATS,
    STEPS,
    TIMES,
    TIMES_BY_SEAT,
    USE,
    Field,
    Option,
)
from referee.rules.schema import CARDS as CARDS_TEXT
from referee.rules.schema import MELD as MELD_TEXT
from referee.rules.schema import PLACED, by_seat, flag, many, maybe, one_of, text, whole

DEFAULT_PLAYERS = 4


_DOWN = Field(
    "down", CHOICE, "When did the player go down?", "When the player melded the contract.", optional=True,
    options=(Option("no", "Not yet"), Option("this turn", "In this turn"), Option("earlier", "Before")),
)  # fmt: skip
_OWNER = Field(
    "owner", CHOICE, "Whose meld is it?", "Whose meld it is, seen from the player.", optional=True,
    options=(Option("self", "The player's own"), Option("other", "Another's")),
)  # fmt: skip
_OWES = Field(
    "owes", CHOICE, "Is the player truly screwed, and which meld is to be replaced?",
    "Truly screwed: the kind of meld that the player must replace first. None, if not said.", optional=True,
    options=(Option("set", "A set"), Option("run", "A run")), only_with="screw_over",
)  # fmt: skip
_ON_TABLE = Field("meld", MELD, "The meld on the table", f"The meld on the table. {CARDS_TEXT}; {PLACED}.", lies=True)
_ALL_MELDS = Field(
    "table", MELDS, "Melds on the table", "All melds on the table.", "One meld per line.", none=True
)  # fmt: skip

_READINGS = many(MELD_TEXT, "Every legal reading with the wild cards assigned, runs from low to high.")
_AFTER = maybe(text("The meld afterwards."), "Null where it is not legal.")


QUESTIONS: dict[str, Question] = {
    "meld": Question(
        "Is this meld legal?",
        "Do these cards form one set or run?",
        (
            Field("cards", MELD, "The cards", f"{CARDS_TEXT}, in any order; {PLACED}.", ask="which cards"),
            Field(
                "kind", CHOICE, "As what?", "Asks for one kind of meld only.", optional=True,
                options=(Option("set", "A set"), Option("run", "A run"), Option("pair", "A pair")),
            ),
        ),
        {"kind": maybe(one_of("What it is.", "set", "run", "pair", "set or run")), "readings": _READINGS},
        from_facts.in_order(judge_meld, "cards", "kind"),
        {
            "a run with a gap": {"rulebook": "contract", "cards": "5C 6C JK 9C"},
            "a joker in a run": {"rulebook": "contract", "cards": "5C 6C JK 8C"},
            "a house rule": {"rulebook": "contract", "cards": "5C 6C 2D 8C", "house": {"wild_ranks": ["JK", "2"]}},
            "a card twice too often": {"rulebook": "contract", "cards": "5C 5C 5C"},
        },
        "{cards}",
    ),
    "contract": Question(
        "Does this meet the contract?",
        "Do these melds meet the contract of the round?",
        (
            Field(
                "melds", MELDS, "The melds", "One text of cards for each meld, in any order.", "One meld per line.",
                none=True, ask="which melds laid down",
            ),
            Field(
                "hand", CARDS, "What would stay in hand", f"{CARDS_TEXT}: what would stay in hand. None, if not said.",
                optional=True, none=True,
            ),
        ),
        {"readings": many(MELD_TEXT, "One legal reading for each meld, in the order given.")},
        from_facts.contract,
        {
            "runs that touch": {"rulebook": "contract", "round": 3, "melds": ["3C 4C 5C 6C", "7C 8C 9C 10C"]},
        },
        "{melds}",
        needs_round=True,
    ),
    "go_down": Question(
        "Can I go down with this hand?",
        "Does some choice of cards from this hand meet the contract, and which leaves the fewest points?",
        (Field("hand", CARDS, "The hand", f"{CARDS_TEXT}.", ask="which hand"),),
        {
            "melds": many(MELD_TEXT, "An arrangement that leaves the fewest points, wild cards assigned."),
            "left": maybe(text("The cards that stay in hand.")),
            "points_left": maybe(whole("Their penalty points.", 0)),
        },
        from_facts.in_order(from_facts.go_down, "hand"),
        {
            "a hand that goes down": {"rulebook": "contract", "round": 1, "hand": "5C 5D 5H KC KD JK 3S 4S 9H 10H"},
        },
        "{hand}",
        needs_round=True,
    ),
    "lay_off": Question(
        "May I lay this off?",
        "May these cards be added to that meld?",
        (
            _ON_TABLE,
            Field("cards", MELD, "Cards to lay off", f"What is added. {CARDS_TEXT}; {PLACED}."),
            _DOWN,
            _OWNER,
            _OWES,
        ),
        {
            "meld": _AFTER,
            "readings": many(MELD_TEXT, "Only where a wild card could go to either end: the meld each way."),
        },
        from_facts.in_order(judge_lay_off, "meld", "cards", "down", "owner", "owes"),
        {
            "a fact is missing": {"rulebook": "contract", "meld": "5C 6C 7C 8C", "cards": "9C", "round": 2},
            "a card laid off": {
                "rulebook": "contract", "meld": "5C 6C 7C 8C", "cards": "9C", "down": "earlier", "round": 2,
            },
        },
        "{cards} on {meld}",
        needs_round=True,
    ),
    "swap": Question(
        "Can I swap for that joker?",
        "May this card be put in the place of a wild card, and what becomes of that?",
        (_ON_TABLE, Field("card", CARD, "The card offered for it", "The one card offered."), _DOWN, _OWNER),
        {
            "meld": _AFTER,
            "joker": maybe(
                one_of("What must be done with the wild card.", "lay off now", "new meld now", "any time")
            ),
            "readings": many(MELD_TEXT, "Only where it may be one of several kinds of wild cards: the meld each way."),
        },
        from_facts.in_order(judge_swap, "meld", "card", "down", "owner"),
        {
            "a joker swapped": {
                "rulebook": "contract", "meld": "5C JK=6C 7C 8C", "card": "6C", "down": "earlier",
                "owner": "other", "round": 2,
            },
        },
        "{card} for a wild card of {meld}",
        needs_round=True,
        label_with_wild_ranks="Can I swap for that wild card?",
    ),
    "may_i": Question(
        "Who gets the discard?",
        "Who gets the discard out of turn?",
        (
            Field("active", SEAT, "Whose turn is it?", "The seat whose turn it is; seats count clockwise from 1."),
            Field(
                "active_takes", FLAG, "Does that player take the discard?", "Whether that player takes the discard."
            ),
            Field(
                "claims", SEATS, "Who asked for it, in what order?",
                "The seats that asked for it, in the order in which they asked.", "Seat numbers.", none=True,
            ),
            Field(
                "last_taker", SEAT, "Who took the discard before this one?",
                "The seat that took the discard before this one.",
                optional=True, none=True, null_means="Null: nobody did.",
            ),
            Field(
                "used", TIMES_BY_SEAT, "Taken out of turn in this round",
                "By seat, how often it has taken a discard in this round.", "How often each player has.", optional=True,
            ),
            Field(
                "used_before", TIMES_BY_SEAT, "Taken out of turn in the rounds before",
                "By seat, how often it has taken a discard in the rounds before. Never, if not said.",
                "How often each player has. It counts where the whole game has a limit.", optional=True,
            ),
            Field(
                "stock", COUNT, "Cards left in the stock",
                "How many cards are left in the stock. Enough for the penalty, if not said.", optional=True,
            ),
            Field(
                "discards", COUNT, "Discards under the top one",
                "How many discards lie under the top one; it decides only where the stock is too short.", optional=True,
            ),
            Field("seats", PLAYERS, "", "The number of players; another name for `players`."),
        ),
        {
            "winner": maybe(whole("The seat that gets the discard."), "Null: nobody."),
            "penalty": counted("Cards from the stock that come with it."),
            "price": counted("Pennies into the kitty."),
            "refused": by_seat(text("Why."), "By seat, why it does not get the card."),
        },
        from_facts.may_i,
        {
            "who gets the discard": {
                "rulebook": "contract", "round": 1, "players": 4, "active": 2, "active_takes": False,
                "claims": [1, 3], "last_taker": None, "used": {},
            },
        },
        needs_round=True,
    ),
    "screw": Question(
        "Is this screw-over legal, and what happens?",
        "Is this screw-over legal, and what does it do to the owner?",
        (
            Field("by", SEAT, "Who takes a card?", "The seat that takes a card."),
            Field("owner", SEAT, "Whose meld is it?", "The seat whose meld it is taken from."),
            _DOWN,
            Field(
                "used", FLAG, "Has the taker done this before in the round?",
                "Whether the taker has done this in the round already.", optional=True,
            ),
            _OWES._replace(label="Is the taker truly screwed, and which meld is to be replaced?"),
            Field("meld", MELD, "That meld", f"The owner's meld. {CARDS_TEXT}; {PLACED}.", lies=True),
            Field("take", PLACED_CARD, "The card taken", "The card taken.", within="meld"),
            Field("give", CARD, "The card left there", "The card left in its place."),
            Field(
                "owner_melds", MELDS, "The owner's other melds", "The owner's other melds.", "One meld per line.",
                optional=True, none=True,
            ),
            Field(
                "stolen_from_by", CARD_LIST, "Cards of this meld stolen from the taker",
                "Cards in the meld that were stolen from the taker this round.", "In this round.",
                optional=True, none=True, within="meld",
            ),
            Field(
                "use", USE, "What is done with the card?",
                "What the taker does with the card taken; exactly one of the three, and the card is in it.",
                options=(
                    Option("contract", "Goes down with it"),
                    Option("lay_off", "Lays it off"),
                    Option("new_meld", "A new meld"),
                ),
                parts=(
                    Field("use_cards", MELDS, "The cards it is played with", "", "Including the card taken."),
                    Field("use_onto", MELD, "Laid off on which meld?", "", optional=True, lies=True),
                ),
            ),
        ),
        {
            "to_owner": maybe(text("The cards that go into the owner's hand.")),
            "meld": maybe(text("What stays on the table; empty if the meld went back.")),
            "owner_square_one": maybe(flag("Whether the owner must replace the meld before laying off again.")),
            "owed": maybe(text("What must be replaced, such as `run of 4`.")),
        },
        from_facts.screw,
        {
            "a screw-over": {
                "rulebook": "screw", "round": 2, "by": 1, "owner": 2, "down": "earlier", "used": False,
                "meld": "5C 6C 7C 8C", "take": "8C", "give": "2H", "owner_melds": ["KC KD KH"],
                "stolen_from_by": [], "use": {"lay_off": {"meld": "9C 10C JC QC", "cards": "8C"}},
            },
        },
        "{take} out of {meld}",
        needs_round=True,
        rare=True,
        common_with="screw_over",
    ),
    "shanghai": Question(
        "Can I call Shanghai on this card?",
        "Does this discard fit a meld on the table, and may it be called?",
        (
            Field("card", CARD, "The discard", "The card discarded."),
            _ALL_MELDS,
            Field(
                "by", CHOICE, "Who calls?", "Who calls.", optional=True,
                options=(Option("discarder", "Who discarded"), Option("other", "Another")),
            ),
        ),
        {"melds": many(whole("An index into `table`, from 0.", 0), "The melds that the card fits.")},
        from_facts.in_order(judge_shanghai, "card", "table", "by"),
        {
            "a Shanghai call": {
                "rulebook": "shanghai", "card": "9C", "table": ["KC KD KH", "5C 6C 7C 8C"], "by": "other",
                "round": 2,
            },
        },
        "{card}",
        rare=True,
        common_with="shanghai_call",
    ),
    "discard": Question(
        "Can I end my turn like this?",
        "May the turn end so?",
        (
            Field(
                "hand", CARDS, "The hand before the discard", f"{CARDS_TEXT}: what is left before the discard.",
                none=True, ask="which hand to discard",
            ),
            Field(
                "card", CARD, "The discard", "The card discarded.", "“none” for no discard.", none=True,
                null_means="Null: none is.", within="hand", ask="which card discarded",
            ),
            _DOWN,
            _ALL_MELDS._replace(
                about="All melds on the table; with `lay_off_whose` own, the player's own melds.", optional=True
            ),
        ),
        {"goes_out": maybe(flag("Whether the player goes out with it."))},
        from_facts.in_order(judge_discard, "hand", "card", "down", "table"),
        {
            "the last card discarded": {
                "rulebook": "contract", "hand": "5C", "card": "5C", "down": "earlier", "round": 1,
            },
        },
        "discarding {card} from {hand}",
        needs_round=True,
    ),
    "turn": Question(
        "Was this whole turn allowed?",
        "Is a whole turn allowed, step by step, and which step is the first at fault?",
        (
            Field(
                "hand", CARDS, "The hand before the turn", f"{CARDS_TEXT}: the hand before the first step.",
                none=True, ask="which hand before the turn",
            ),
            Field(
                "steps", STEPS, "The card drawn",
                "What is done, in order: objects with one key each. Whatever is played comes from the hand, and a "
                "meld is named as it lies by then. Without a discard the turn ends without one. What is drawn or "
                "discarded is asked where it is empty.",
                "“none” if it is in the hand above.",
                parts=(
                    Field("steps_contract", MELDS, "The contract laid down", "", "One meld per line.", optional=True),
                    Field(
                        "steps_swap", MELD, "A wild card taken from which meld?", "", optional=True, lies=True,
                    ),
                    Field("steps_for", CARD, "The card put there for it", "", optional=True),
                    Field("steps_new", MELDS, "New melds", "", "One meld per line.", optional=True),
                    Field("steps_lay", MELDS, "Laid off", "", "One line for each meld.", optional=True),
                    Field("steps_onto", MELDS, "On these melds", "", "In the same order.", optional=True),
                    Field("steps_discard", CARD, "The discard", "", "“none” for no discard.", none=True),
                ),
                none=True, ask="which steps",
            ),
            _DOWN._replace(
                label="Was the player down before this turn?", about="When the player melded the contract.",
                options=(Option("no", "Not yet"), Option("earlier", "Yes")),
            ),
            _OWNER._replace(
                label="Whose are the melds on the table?",
                about="Whose the melds are of which no step says it, seen from the player.",
            ),
            _OWES,
            _ALL_MELDS._replace(about="All melds on the table before the turn.", optional=True),
        ),
        {
            "step": maybe(
                whole("The first step at fault, from 1; one more than there are where the turn may not end so."),
                "Null where none is, or a fact is missing.",
            ),
            "left": maybe(text("The cards in hand after the turn, or before the step at fault.")),
            "goes_out": maybe(flag("Whether the player goes out.")),
        },
        from_facts.turn,
        {
            "a turn of several steps": {
                "rulebook": "contract", "round": 2, "hand": "9C KS 4D", "down": "earlier",
                "steps": [{"draw": "10C"}, {"lay_off": {"meld": "5C 6C 7C 8C", "cards": "9C 10C"}}, {"discard": "KS"}],
            },
            "a step at fault": {
                "rulebook": "contract", "round": 2, "hand": "9C KS 4D", "down": "earlier",
                "steps": [{"draw": "JC"}, {"lay_off": {"meld": "5C 6C 7C 8C", "cards": "JC"}}, {"discard": "KS"}],
            },
        },
        "{hand}",
        needs_round=True,
        rare=True,
    ),
    "score": Question(
        "What is my hand worth?",
        "What do these cards cost?",
        (
            Field("hand", CARDS, "The cards left", f"{CARDS_TEXT}: what is left in hand.", none=True),
            Field("went_out", FLAG, "Did the player go out?", "The player went out.", optional=True),
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
    "misdeal": Question(
        "What happens after a misdeal?",
        "What happens after a misdeal?",
        (
            Field("drawn", FLAG, "Has anybody drawn a card yet?", "Whether anybody has drawn a card yet."),
            Field("dealer", SEAT, "Who dealt?", "The seat that dealt.", optional=True),
        ),
        {
            "again": maybe(
                flag("Whether the same player deals again; if not, the table decides."), "Null where a fact is missing."
            ),
            "dealer": maybe(whole("The seat that deals again."), "Null where nobody does or it is not known."),
        },
        piles.misdeal,
        {
            "a misdeal": {"rulebook": "contract", "drawn": False, "dealer": 1},
        },
        rare=True,
        computes=True,
    ),
}  # fmt: skip
"""By name, in the order of the interface."""

OFFERED = tuple(sorted(QUESTIONS, key=lambda name: QUESTIONS[name].rare))
"""The names in the order in which people are offered them: what is asked rarely comes last."""


def field_of(question: str, name: str) -> Field:
    """A field of a question, such as ``field_of("screw", "use")``."""
    return next(field for field in QUESTIONS[question].fields if field.name == name)
