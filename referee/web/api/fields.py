"""The fields of every question and of every ruling as JSON Schema, with a line for the reader.

The reading of requests stands in ``rules.requests``; a test holds the two together.
"""

from __future__ import annotations

from typing import Any

from referee.rules.requests import LARGEST_NUMBER, LONGEST_LIST, LONGEST_TEXT

Schema = dict[str, Any]


def text(description: str) -> Schema:
    return {"type": "string", "maxLength": LONGEST_TEXT, "description": description}


def one_of(description: str, *words: str) -> Schema:
    return {"type": "string", "enum": [*words], "description": description}


def flag(description: str) -> Schema:
    return {"type": "boolean", "description": description}


def whole(description: str, least: int = 1, most: int = LARGEST_NUMBER) -> Schema:
    return {"type": "integer", "minimum": least, "maximum": most, "description": description}


def many(items: Schema, description: str) -> Schema:
    return {"type": "array", "items": items, "maxItems": LONGEST_LIST, "description": description}


def maybe(schema: Schema, null_means: str = "") -> Schema:
    """The same, or null."""
    said = f"{schema['description']} {null_means}".strip() if null_means else schema["description"]
    changed = {**schema, "type": [schema["type"], "null"], "description": said}
    return {**changed, "enum": [*schema["enum"], None]} if "enum" in schema else changed


def by_seat(value: Schema, description: str) -> Schema:
    return {"type": "object", "additionalProperties": value, "description": description}


CARDS = "Cards such as `5H 10H JK`, separated by spaces or commas"
PLACED = "a wild card may say what it stands for: `JK=7H`, in a set `JK=7`"
DOWN = one_of("When the player melded the contract.", "no", "this turn", "earlier")
OWNER = one_of("Whose meld it is, seen from the player.", "self", "other")
MELD_TEXT = text(f"{CARDS}; {PLACED}.")
TAKEN_FOR: Schema = {
    "type": "object",
    "description": "What the taker does with the card taken; exactly one of the three, and the card is in it.",
    "minProperties": 1,
    "maxProperties": 1,
    "additionalProperties": False,
    "properties": {
        "contract": many(MELD_TEXT, "The melds of the contract."),
        "lay_off": {
            "type": "object",
            "description": "Laid off on a meld on the table.",
            "additionalProperties": False,
            "required": ["meld", "cards"],
            "properties": {"meld": MELD_TEXT, "cards": MELD_TEXT},
        },
        "new_meld": text("A new meld."),
    },
}

QUESTIONS: dict[str, tuple[str, dict[str, Schema]]] = {
    "meld": (
        "Do these cards form one set or run?",
        {
            "cards": text(f"{CARDS}, in any order; {PLACED}."),
            "kind": one_of("Asks for one kind of meld only.", "set", "run", "pair"),
        },
    ),
    "contract": (
        "Do these melds meet the contract of the round?",
        {
            "melds": many(MELD_TEXT, "One text of cards for each meld, in any order."),
            "hand": text(f"{CARDS}: what would stay in hand. None, if not said."),
        },
    ),
    "go_down": (
        "Does some choice of cards from this hand meet the contract, and which leaves the fewest points?",
        {"hand": text(f"{CARDS}.")},
    ),
    "lay_off": (
        "May these cards be added to that meld?",
        {
            "meld": text(f"The meld on the table. {CARDS}; {PLACED}."),
            "cards": text(f"What is added. {CARDS}; {PLACED}."),
            "down": DOWN,
            "owner": OWNER,
        },
    ),
    "swap": (
        "May this card be put in the place of a wild card, and what becomes of that?",
        {
            "meld": text(f"The meld on the table. {CARDS}; {PLACED}."),
            "card": text("The one card offered."),
            "down": DOWN,
            "owner": OWNER,
        },
    ),
    "may_i": (
        "Who gets the discard out of turn?",
        {
            "active": whole("The seat whose turn it is; seats count clockwise from 1."),
            "active_takes": flag("Whether that player takes the discard."),
            "claims": many(whole("A seat."), "The seats that asked for it, in the order in which they asked."),
            "last_taker": maybe(whole("The seat that took the discard before this one."), "Null: nobody did."),
            "used": by_seat(whole("Times.", 0), "By seat, how often it has taken a discard in this round."),
            "seats": whole("The number of players; another name for `players`."),
        },
    ),
    "screw": (
        "Is this screw-over legal, and what does it do to the owner?",
        {
            "by": whole("The seat that takes a card."),
            "owner": whole("The seat whose meld it is taken from."),
            "down": DOWN,
            "used": flag("Whether the taker has done this in the round already."),
            "meld": text(f"The owner's meld. {CARDS}; {PLACED}."),
            "take": text("The card taken."),
            "give": text("The card left in its place."),
            "owner_melds": many(MELD_TEXT, "The owner's other melds."),
            "stolen_from_by": {
                "description": "Cards in the meld that were stolen from the taker this round.",
                "anyOf": [many(text("A card."), "One by one."), text(f"{CARDS}.")],
            },
            "use": TAKEN_FOR,
        },
    ),
    "shanghai": (
        "Does this discard fit a meld on the table, and may it be called?",
        {
            "card": text("The card discarded."),
            "table": many(MELD_TEXT, "All melds on the table."),
            "by": one_of("Who calls.", "discarder", "other"),
        },
    ),
    "discard": (
        "May the turn end so?",
        {
            "hand": text(f"{CARDS}: what is left before the discard."),
            "card": maybe(text("The card discarded."), "Null: none is."),
            "down": DOWN,
            "table": many(MELD_TEXT, "All melds on the table."),
        },
    ),
    "score": (
        "What do these cards cost?",
        {
            "hand": text(f"{CARDS}: what is left in hand."),
            "went_out": flag("The player went out."),
            "exact_cut": flag("The player cut exactly the cards of the deal."),
        },
    ),
    "settle": (
        "Who pays whom at the end?",
        {
            "totals": many(whole("Points.", -LARGEST_NUMBER), "The final totals by seat."),
            "buys": many(whole("Times.", 0), "How often each seat has bought."),
        },
    ),
    "deal": ("How is this round dealt?", {"dealer": whole("The seat that deals.")}),
}
"""By question: what it asks, and its own fields. None is required: what decides and is missing is asked for."""

READINGS = many(MELD_TEXT, "Every legal reading with the wild cards assigned, runs from low to high.")
NUMBER_OR_NULL = maybe(whole("", -LARGEST_NUMBER))
AFTER = maybe(text("The meld afterwards."), "Null where it is not legal.")


def counted(description: str) -> Schema:
    return maybe(whole(description, -LARGEST_NUMBER), "Null where a fact is missing.")


def listed(description: str, items: Schema) -> Schema:
    return maybe(many(items, description), "Null where a fact is missing.")


ANSWERS: dict[str, dict[str, Schema]] = {
    "meld": {"kind": maybe(one_of("What it is.", "set", "run", "pair", "set or run")), "readings": READINGS},
    "contract": {"readings": many(MELD_TEXT, "One legal reading for each meld, in the order given.")},
    "go_down": {
        "melds": many(MELD_TEXT, "An arrangement that leaves the fewest points, wild cards assigned."),
        "left": maybe(text("The cards that stay in hand.")),
        "points_left": maybe(whole("Their penalty points.", 0)),
    },
    "lay_off": {
        "meld": AFTER,
        "readings": many(MELD_TEXT, "Only where a wild card could go to either end: the meld each way."),
    },
    "swap": {
        "meld": AFTER,
        "joker": maybe(
            one_of("What must be done with the wild card.", "lay off now", "new meld now", "any time"),
        ),
    },
    "may_i": {
        "winner": maybe(whole("The seat that gets the discard."), "Null: nobody."),
        "penalty": counted("Cards from the stock that come with it."),
        "price": counted("Pennies into the kitty."),
        "refused": by_seat(text("Why."), "By seat, why it does not get the card."),
    },
    "screw": {
        "to_owner": maybe(text("The cards that go into the owner's hand.")),
        "meld": maybe(text("What stays on the table; empty if the meld went back.")),
        "owner_square_one": maybe(flag("Whether the owner must replace the meld before laying off again.")),
        "owed": maybe(text("What must be replaced, such as `run of 4`.")),
    },
    "shanghai": {"melds": many(whole("An index into `table`, from 0.", 0), "The melds that the card fits.")},
    "discard": {"goes_out": maybe(flag("Whether the player goes out with it."))},
    "score": {"points": counted("Penalty points.")},
    "settle": {"payments": listed("Pennies by seat, the kitty included.", whole("Pennies.", -LARGEST_NUMBER))},
    "deal": {
        "decks": whole("Decks of 52."),
        "jokers": whole("Jokers in all.", 0),
        "pack": whole("Cards in all."),
        "deal": counted("Cards for each player."),
        "contract": listed("The melds to be laid down.", text("Such as `set of 3`, `run of 4` or `pair`.")),
        "leader": counted("The seat that plays first; needs `dealer`."),
        "cut": counted("Cards of an exact cut, where the rulebook rewards one."),
        "stock": counted("Cards left after the deal and the first discard."),
    },
}
"""By question: what its ruling adds to the fields that every ruling has."""
