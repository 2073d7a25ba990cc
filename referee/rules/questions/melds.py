"""Melds: which are legal, and what may be laid, added and swapped."""

from __future__ import annotations

from referee.rules.judges import from_facts
from referee.rules.judges.lay_off import judge_lay_off
from referee.rules.judges.runs_meet import judge_runs_meet
from referee.rules.judges.swap import judge_swap
from referee.rules.melds.readings import MOST_READINGS
from referee.rules.question import Field, Option, Question
from referee.rules.questions.fields import DOWN, LAST_TURN, OWES, OWNER
from referee.rules.questions.kinds import CARD, CARDS, MELD, MELDS, Choice, Flag
from referee.rules.rulebook.slots import CALLED
from referee.rules.schema import CARDS_TEXT, MELD_TEXT, PLACED, many, maybe, one_of, text, whole

_ON_TABLE = Field("meld", MELD, "The meld on the table", f"The meld on the table. {CARDS_TEXT}; {PLACED}.", lies=True)
_READINGS = many(
    MELD_TEXT, "Every legal reading with the wild cards assigned, runs from low to high.", most=2 * MOST_READINGS
)
_KINDS = ("set", "run", "pair", "set or run", *CALLED.values())
_AFTER = maybe(text("The meld afterwards."), "Null where it is not legal.")

ABOUT_MELDS: dict[str, Question] = {
    "meld": Question(
        "Is this meld legal?",
        "Do these cards form one set or run?",
        (
            Field("cards", MELD, "The cards", f"{CARDS_TEXT}, in any order; {PLACED}.", ask="which cards"),
            Field(
                "kind", Choice(Option("set", "A set"), Option("run", "A run"), Option("pair", "A pair")),
                "As what?", "Asks for one kind of meld only.", optional=True,
            ),
            Field(
                "in_contract", Flag(), "Is it part of the contract?",
                "Whether it goes down as part of a contract; only where that has a limit on wild cards of its own.",
                optional=True, only_with="wilds_more_later",
            ),
        ),
        {"kind": maybe(one_of("What it is.", *_KINDS)), "readings": _READINGS},
        from_facts.meld,
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
            LAST_TURN,
        ),
        {"readings": many(MELD_TEXT, "One legal reading for each meld, in the order given.")},
        from_facts.contract,
        {
            "runs that touch": {"rulebook": "contract", "round": 3, "melds": ["3C 4C 5C 6C", "7C 8C 9C 10C"]},
        },
        "{melds}",
        needs_round=True,
        meets_contract="melds",
    ),
    "go_down": Question(
        "Can I go down with this hand?",
        "Does some choice of cards from this hand meet the contract, and which leaves the fewest points?",
        (Field("hand", CARDS, "The hand", f"{CARDS_TEXT}.", ask="which hand"), LAST_TURN),
        {
            "melds": many(MELD_TEXT, "An arrangement that leaves the fewest points, wild cards assigned."),
            "left": maybe(text("The cards that stay in hand.")),
            "points_left": maybe(whole("Their penalty points.", 0)),
        },
        from_facts.go_down,
        {
            "a hand that goes down": {"rulebook": "contract", "round": 1, "hand": "5C 5D 5H KC KD JK 3S 4S 9H 10H"},
        },
        "{hand}",
        needs_round=True,
        meets_contract="hand",
    ),
    "lay_off": Question(
        "May I lay this off?",
        "May these cards be added to that meld?",
        (
            _ON_TABLE,
            Field("cards", MELD, "Cards to lay off", f"What is added. {CARDS_TEXT}; {PLACED}."),
            DOWN,
            OWNER,
            OWES,
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
    "runs_meet": Question(
        "Are two runs that meet one run?",
        "Do two runs on the table that meet count as one run; may a long run be cut in two?",
        (
            Field(
                "runs", MELDS, "The runs on the table",
                "Two runs that meet, or the one run that is cut.", "One run per line; only one if it’s being cut.",
                ask="which runs",
            ),
            Field(
                "cut", CARD, "Cut before which card?", "The card of the run before which it is cut.",
                "Only when one run is being cut in two.", optional=True, within="runs",
            ),
        ),
        {"after": many(MELD_TEXT, "The runs as they lie then, wild cards assigned; none where nothing changes.")},
        from_facts.in_order(judge_runs_meet, "runs", "cut"),
        {
            "two runs that meet": {"rulebook": "denexa", "runs": ["3C 4C 5C 6C", "7C 8C 9C 10C"]},
        },
        "{runs}",
        rare=True,
    ),
    "swap": Question(
        "Can I swap for that joker?",
        "May this card be put in the place of a wild card, and what becomes of that?",
        (_ON_TABLE, Field("card", CARD, "The card offered for it", "The one card offered."), DOWN, OWNER),
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
        absent_with=("swap", "no"),
        label_with_wild_ranks="Can I swap for that wild card?",
    ),
}  # fmt: skip
