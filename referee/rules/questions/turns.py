"""A turn: who gets the discard, what is taken from others, how it ends."""

from __future__ import annotations

from referee.rules.judges import from_facts
from referee.rules.judges.taking_back import judge_taking_back
from referee.rules.judges.turn_end import judge_shanghai
from referee.rules.question import Facts, Field, Option, Question, counted
from referee.rules.questions.fields import DOWN, LAST_TURN, OWES, OWNER
from referee.rules.questions.kinds import (
    CARD,
    CARD_LIST,
    CARDS,
    COUNT,
    FLAG,
    MELD,
    MELDS,
    OWN_MELDS,
    PLACED_CARD,
    PLAYERS,
    SEAT,
    SEATS,
    TIMES_BY_SEAT,
    Choice,
)
from referee.rules.questions.parts import EACH_STEP, STEPS, USE
from referee.rules.rulebook.model import Rulebook
from referee.rules.rulings import Ruling
from referee.rules.schema import CARDS_TEXT, MELD_TEXT, PLACED, Schema, by_seat, flag, many, maybe, one_of, text, whole

_ALL_MELDS = Field(
    "table", MELDS, "Melds on the table", "All melds on the table.", "One meld per line.", none=True
)  # fmt: skip

_FITS: Schema = {
    "type": "object",
    "additionalProperties": False,
    "required": ["card", "melds"],
    "properties": {"card": text("A card of the hand."), "melds": many(MELD_TEXT, "The melds that take it.")},
}


def _best_turn(book: Rulebook, facts: Facts) -> Ruling:
    """The search is loaded by the first hand that is asked about: no other question needs it."""
    from referee.rules.best_turn.judge import judge_best_turn

    return judge_best_turn(book, facts)


ABOUT_TURNS: dict[str, Question] = {
    "may_i": Question(
        "Who gets the discard?",
        "Who gets the discard out of turn?",
        (
            Field(
                "active",
                SEAT,
                "Whose turn is it?",
                "The seat whose turn it is; seats count from 1 in the order of play.",
            ),
            Field(
                "active_takes", FLAG, "Does that player take the discard?", "Whether that player takes the discard."
            ),
            Field(
                "claims", SEATS, "Who asked for it, and in what order?",
                "The seats that asked for it, in the order in which they asked.", "Seat numbers.", none=True,
            ),
            Field(
                "last_taker", SEAT, "Who took the discard before this one?",
                "The seat that took the discard before this one.",
                optional=True, none=True, null_means="Null: nobody did.",
            ),
            Field(
                "used", TIMES_BY_SEAT, "Taken out of turn in this round",
                "By seat, how often it has taken a discard in this round.", "For each player.", optional=True,
            ),
            Field(
                "used_before", TIMES_BY_SEAT, "Taken out of turn in the rounds before",
                "By seat, how often it has taken a discard in the rounds before. Never, if not said.",
                "For each player. It counts where the whole game has a limit.", optional=True,
            ),
            Field(
                "saved", TIMES_BY_SEAT, "Left over from other rounds",
                "By seat, how many it has left over from other rounds, where they carry over.",
                "For each player.", optional=True, only_with="may_i_saved",
            ),
            Field(
                "are_down", SEATS, "Which of them are already down?",
                "The seats that have melded their contract; only those that asked matter, and the player whose turn it "
                "is.", "Seat numbers.",
                optional=True, none=True,
            ),
            Field(
                "asked_when",
                Choice(
                    Option("before the draw", "Before the draw from the stock"),
                    Option("after the draw", "After that draw"),
                    Option("after a meld", "After a card was laid down"),
                    Option("after the discard", "After the next discard"),
                ),
                "When did they ask?",
                "When they asked, by what the player whose turn it is had done by then. Before the draw, if not said.",
                optional=True,
            ),
            Field(
                "same_moment", SEATS, "Who asked at the same moment?",
                "Those of `claims` who asked at the same moment. Nobody, if not said.",
                "Seat numbers. Matters if the first to ask gets the card.", optional=True, none=True,
            ),
            Field(
                "passed",
                Choice(
                    Option("no", "No"),
                    Option("nobody asked", "Yes, before anyone asked"),
                    Option("asked", "Yes, and then someone asked"),
                ),
                "Did the player taking it pass it first?",
                "Where `active_takes`: whether that player had passed the discard before, and whether somebody had "
                "asked for it by then. Not passed, if not said.", optional=True,
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
            "points": counted("Points that it costs."),
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
        "Is this screw-over allowed, and what happens?",
        "Is this screw-over legal, and what does it do to the owner?",
        (
            Field("by", SEAT, "Who takes a card?", "The seat that takes a card."),
            Field("owner", SEAT, "Whose meld is it?", "The seat whose meld it is taken from."),
            DOWN,
            Field(
                "used", FLAG, "Has the player already done this in this round?",
                "Whether the taker has done this in the round already.", optional=True,
            ),
            OWES._replace(label="Is that player truly screwed, and which meld must be replaced?"),
            Field("meld", MELD, "That meld", f"The owner's meld. {CARDS_TEXT}; {PLACED}.", lies=True),
            Field("take", PLACED_CARD, "The card taken", "The card taken.", within="meld"),
            Field("give", CARD, "The card left there", "The card left in its place."),
            Field(
                "owner_melds", MELDS, "The owner’s other melds", "The owner’s other melds.", "One meld per line.",
                optional=True, none=True,
            ),
            Field(
                "stolen_from_by", CARD_LIST, "Cards in this meld stolen from that player",
                "Cards in the meld that were stolen from the taker this round.", "In this round.",
                optional=True, none=True, within="meld",
            ),
            Field(
                "use", USE, "What is done with the card?",
                "What the taker does with the card taken; exactly one of the three, and the card is in it.",
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
        absent_with=("screw_over", False),
    ),
    "shanghai": Question(
        "Can I call Shanghai on this card?",
        "Does this discard fit a meld on the table, and may it be called?",
        (
            Field("card", CARD, "The discard", "The card discarded."),
            _ALL_MELDS,
            Field(
                "by", Choice(Option("discarder", "Who discarded"), Option("other", "Another")),
                "Who calls?", "Who calls.", optional=True,
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
        absent_with=("shanghai_call", False),
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
                "card", CARD, "The discard", "The card discarded.", "Enter “none” if there was no discard.", none=True,
                null_means="Null: none is.", within="hand", ask="which card discarded",
            ),
            DOWN,
            _ALL_MELDS._replace(
                about="All melds on the table; with `lay_off_whose` own, the player's own melds.", optional=True
            ),
            Field(
                "just_taken", FLAG, "Was it just taken from the discards?",
                "Whether the card was taken from the discard pile in this turn. Not, if not said.", optional=True,
            ),
        ),
        {"goes_out": maybe(flag("Whether the player goes out with it."))},
        from_facts.discard,
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
                "meld is named as it lies by then. A turn begins with a draw: it is asked for where there is none, or "
                "where it is empty; null says that it is in the hand already. Without a discard the turn ends "
                "without one; an empty one is asked for.",
                "Enter “none” if it’s in the hand above.", none=True, ask="which steps",
            ),
            DOWN._replace(
                kind=Choice(
                    Option("no", "Not yet"), Option("earlier", "Yes"), Option("this turn", "Only since this turn")
                ),
                label="Was the player down before this turn?", about="When the player melded the contract.",
            ),
            OWNER._replace(
                label="Whose are the melds on the table?",
                about="Whose the melds are of which no step says it, seen from the player.",
            ),
            OWES,
            LAST_TURN,
            _ALL_MELDS._replace(about="All melds on the table before the turn.", optional=True),
            Field(
                "from_discards", FLAG, "Was the card drawn from the discards?",
                "Whether the one card drawn came from the discard pile. Not, if not said.", optional=True,
            ),
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
    "take_back": Question(
        "Can I take back what I laid down?",
        "May a player take back what they laid on the table?",
        (
            Field(
                "laid",
                Choice(
                    Option("this turn", "In this turn, before the discard"),
                    Option("turn over", "That turn has ended since"),
                ),
                "When was it laid down?", "When it was laid down.",
            ),
        ),
        {
            "until": maybe(
                one_of("Until when it may be taken back.", "the discard"), "Null where it may not, or is not known."
            ),
        },
        from_facts.in_order(judge_taking_back, "laid"),
        {
            "a contract laid down too early": {"rulebook": "contract", "laid": "this turn"},
        },
        rare=True,
    ),
    "best_turn": Question(
        "What can I do this turn?",
        "Which melds does each card fit, and what is the best turn: can the player go out with it, or which turn "
        "leaves the fewest points? Computed exactly, from the cards named and no others; `legal` is always null.",
        (
            Field(
                "hand", CARDS, "Your hand", f"{CARDS_TEXT}: the whole hand, with the card drawn.",
                "Including the card you drew.", ask="which hand this turn",
            ),
            _ALL_MELDS._replace(
                about="The melds on the table; those of the player may stand here or in `own`.", optional=False
            ),
            DOWN._replace(
                label="Are you down?", optional=False,
                about="When the player melded the contract. With `this turn`, what can still be done is asked.",
            ),
            Field(
                "own", OWN_MELDS, "Your melds among these",
                "The player’s own melds on the table. None of those in `table`, if it is empty; needed only where it "
                "decides.",
                "One meld per line.", optional=True, none=True,
            ),
            Field(
                "drawn", FLAG, "Have you drawn?",
                "Whether the card drawn is in the hand; nothing is imagined before it is. Yes, if not said; but it is "
                "asked for where the hand is as large as it was dealt, and the player is not down.",
                optional=True,
            ),
            OWES._replace(label="Are you truly screwed, and which meld must you replace?"),
            LAST_TURN,
        ),
        {
            "goes_out": maybe(flag("Whether the best turn goes out."), "Null where nothing could be worked out."),
            "steps": many(
                {"type": "object", "oneOf": EACH_STEP},
                "The best turn after the draw: it goes out; of turns that do not, it leaves the fewest points, then "
                "the fewest cards; what is equal to that is chosen by an order that is always the same. The question "
                "`turn` takes these steps as they are, with `hand`, `down`, `owes` and all melds as its `table`.",
            ),
            "left": maybe(text("The cards in hand after it.")),
            "points_left": maybe(whole("Their penalty points.", 0)),
            "fits": many(
                _FITS, "Each card that could be laid off by itself, and on which melds, whether or not that is allowed."
            ),
            "why_not": maybe(text("Why the best turn does not go out, in a sentence."), "Null where it does."),
        },
        _best_turn,
        {
            "a hand that goes out": {
                "rulebook": "contract", "round": 2, "hand": "9C 10C KS 4D", "down": "earlier",
                "table": ["5C 6C 7C 8C", "KC KD KH"],
            },
            "a joker taken for a new meld": {
                "rulebook": "denexa", "round": 2, "hand": "7C 4D 4H QC", "down": "earlier",
                "table": ["5C 6C JK=7C 8C"],
            },
            "a hand that cannot go down": {
                "rulebook": "contract", "round": 2, "hand": "5C 5D 5H KC QC 3S 4S 9H 10H 2D JD", "down": "no",
                "table": [],
            },
        },
        "{hand}",
        needs_round=True,
        hides=True,
        computes=True,
    ),
}  # fmt: skip
