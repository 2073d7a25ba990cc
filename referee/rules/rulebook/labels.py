"""What people call a rule value and what it may be: a question at the table and its answers.

Files, requests and the API keep the words of the value itself.
"""

from __future__ import annotations

from collections.abc import Mapping

from referee.messages import translated
from referee.rules.rulebook.in_words import begun, of_the_pack
from referee.rules.rulebook.kinds import LOWEST, Choice
from referee.rules.rulebook.model import KINDS, VALUES

_FROM = {"no": "Never", "runs": "From runs", "any": "From any meld"}
_SOONEST = "The one whose turn comes soonest"
ANSWERS: Mapping[str, Mapping[str, str]] = {
    "first_dealer": {"random": "Drawn at random", "low card": "The lowest card drawn"},
    "direction": {"left": "To the left, clockwise", "right": "To the right, counterclockwise"},
    "contracts_again": {"the first": "The first, and so on", "the last": "The last again"},
    "low_ace": {"one": "1 point", "as in hand": "What it costs in hand"},
    "run_ace": {"high": "Only high", "low": "Only low", "round the corner": "Even round the corner"},
    "set_suits": {"any": "Any suits", "different": "All different"},
    "wilds_most_by": {"number": "Yes", "natural cards": "No"},
    "wild_place": {"as named": "What the order of the cards says", "any place": "Any card it could be"},
    "runs_of_one_suit": {"not touching": "Yes, if they don’t touch", "any": "Yes, even if they touch", "one": "No"},
    "runs_that_meet": {"two": "They stay two runs", "one": "They become one run"},
    "new_melds": {"never": "Never", "later turn": "In a later turn", "same turn": "Even in the same turn"},
    "lay_off_same_turn": {"others": "Only on other players’ melds"},
    "lay_off_whose": {"any": "Anyone’s", "own": "Only your own"},
    "swap": _FROM,
    "swap_when": {"earlier": "If you went down in an earlier turn", "down": "As soon as you are down"},
    "swap_whose": {"any": "Anyone’s", "others": "Only other players’"},
    "swap_joker": {
        "lay off now": "Lay it off in the same turn",
        "new meld now": "Use it in a new meld in the same turn",
        "any time": "Keep it, if you like",
    },
    "stock_again": {"shuffle": "Shuffle the discards", "deal again": "No points; the same player deals again"},
    "final_discard": {
        "required": "Discard it",
        "required, else stay in": "Discard it, or you stay in",
        "optional": "Any way you like",
        "never": "Lay it down, never discard it",
    },
    "may_i_order": {"turn order": _SOONEST, "first to ask": "The first to ask"},
    "may_i_until": {
        "draw": "Until the player whose turn it is draws",
        "meld": "Until that player lays down a card",
        "discard": "Until that player discards",
    },
    "may_i_same_moment": {"turn order": _SOONEST, "nobody": "No one"},
    "may_i_changed_mind": {
        "final": "Not any more",
        "until asked": "Until someone asks for it",
        "until taken": "Until someone else has it",
    },
    "screw_joker": _FROM,
    "told_in": {"cards": "The cards left in hand", "points": "Points only"},
    "go_out_bonus_for": {"going out": "Whenever you go out", "one turn": "If you go down and out in one turn"},
    "winning_total": {
        LOWEST: "The lowest; the cards you have left count on your own",
        "highest, own cards come off": "The highest; the cards you have left come off your own",
        "highest, cards go to who goes out": "The highest; a player who goes out gets the cards the others have left",
    },
    "tie_break": {"none": "Nothing: it stays a tie", "rounds won, then last round": "Rounds won, then the last round"},
    "kitty_split": {
        "winner": "The winner",
        "two thirds and one third": "Two thirds for the winner, one third for second place",
    },
}
"""By value and word; a word that says it well enough stands as it is."""


def answer(name: str, word: str) -> str:
    """One of the words that a rule value may be, as people choose it; in English."""
    return ANSWERS.get(name, {}).get(word) or begun(word)


def label(name: str) -> str:
    """In the words of the pack in force."""
    return of_the_pack(translated(VALUES[name]["doc"]))


def described(name: str) -> str:
    """The label as a sentence of its own, in English.

    >>> described("set_longest"), described("first_dealer")
    ('Most cards in a set.', 'Who is the first dealer?')
    """
    text: str = VALUES[name]["doc"]
    return text if text.endswith("?") else f"{text}."


def offers(name: str) -> dict[str, str]:
    """The words that a rule value chooses from, each as people choose it; none where it is no such choice."""
    kind = KINDS[name]
    return {word: answer(name, word) for word in kind.words} if type(kind) is Choice else {}
