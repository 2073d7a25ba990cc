"""The words about the best turn: its steps, what it comes to, and why it does not go out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from referee.messages import N_, ngettext
from referee.messages import gettext as _
from referee.rules.cards import Placed
from referee.rules.melds.readings import Reading
from referee.rules.rulings import Phrase
from referee.rules.speech.words import listed, reading_said, wild_places

Say = Callable[[Any], str]


def lays_down(melds: Sequence[Reading], cards: Sequence[Placed], goes_down: bool) -> str:
    """``"Go down with a set of 5s and 3-4-5-6 of clubs (the joker stands for the 6 of clubs)."``."""
    what = listed(map(reading_said, melds))
    if places := wild_places(cards):
        what = _("%(melds)s (%(places)s)", melds=what, places=places)
    return _("Go down with %(melds)s.", melds=what) if goes_down else _("Lay down %(melds)s.", melds=what)


def in_order(steps: Sequence[str]) -> str:
    """``"Lay off the 9 of clubs on 5-6-7-8 of clubs. Discard the king of spades."``."""
    return " ".join(steps)


def cannot_go_out(why: str, does: str, points: int) -> str:
    parameters = {"why": why, "does": does, "points": ngettext("%(num)s point", "%(num)s points", points)}
    return _("You can’t go out. %(why)s The best turn: %(does)s That leaves %(points)s.", **parameters)


def best_turns(words: Callable[[Phrase], str]) -> dict[str, str | Callable[..., str]]:
    """The phrases; ``words`` says a phrase within another."""
    return {
        "which melds are yours": "Which of the melds on the table are yours?",
        "drawn yet": "Have you drawn yet?",
        "draw first": "Draw first. What you can do depends on the card you draw.",
        "draw from the stock first": "Draw from the stock first. You are already down and may not take the discard "
        "here.",
        "best turn undecided": "There are too many ways to play this hand to be sure which is best.",
        "no turn at all": "No turn is allowed with this hand: none of its cards may be discarded now.",
        "turn of steps": lambda steps: in_order([*map(words, steps)]),
        "can go out": "You can go out. {does}",
        "cannot go out": lambda why, does, points: cannot_go_out(words(why), words(does), points),
        "step: go down": lambda melds, cards: lays_down(melds, cards, goes_down=True),
        "step: lay down": lambda melds, cards: lays_down(melds, cards, goes_down=False),
        "step: swap": "Swap {card:the} for {taken:one_of} in {meld:the_reading}.",
        "step: lay off": "Lay off {cards:the_placed} on {meld:the_reading}.",
        "step: discard": "Discard {card:the}.",
        "step: end": "End the turn without a discard.",
        "owes a meld first": "The meld you lost must be replaced before anything else.",
        "cannot go down": "You can’t go down yet. {why}",
        "going down leaves no discard": "Going down would leave no card to discard.",
        "last card played stays in": "You only go out by discarding your last card.",
        "nothing more this turn": "In the turn you go down you can’t lay anything off.",
        "cards find no place": "{cards:kept} can’t be played.",
    }


BEST_TURNS_IN_SHORT = {
    "can go out": N_("You can go out"),
    "draw first": N_("Draw first"),
    "draw from the stock first": N_("Draw first"),
    "no turn at all": N_("No turn is allowed"),
}
"""The verdict in a word or two; where the best turn does not go out, the points it leaves."""
