"""The words about what went wrong: what is asked, and the remedies in a word or two (their clauses say them whole)."""

from __future__ import annotations

from collections.abc import Callable

from referee.messages import N_, translated
from referee.rules.rulebook.in_words import of_the_pack

KINDS_IN_WORDS = {
    "too many cards": N_("Too many cards"),
    "too few cards": N_("Too few cards"),
    "misdeal": N_("Dealt wrong, or by the wrong player"),
    "illegal meld just laid down": N_("A wrong meld, just laid down"),
    "illegal meld found later": N_("A wrong meld, found later"),
    "drew out of turn": N_("Drew out of turn"),
    "drew too many cards": N_("Drew twice, or from both piles"),
    "card of the stock seen": N_("A card of the stock was seen"),
    "discard went to the wrong player": N_("The discard went to the wrong player"),
    "penalty card forgotten": N_("The penalty card was forgotten"),
    "taken joker not laid down": N_("A joker was taken and not laid down"),
    "stolen card not used": N_("A stolen card wasn’t used"),
    "Shanghai call that fits nothing": N_("A Shanghai call that fits nothing"),
    "playable card discarded": N_("Discarded a card that fits"),
    "went out against the rules": N_("Went out against the rules"),
    "wrong pack": N_("Cards missing, or too many in the pack"),
    "miscount found after mixing": N_("A hand was counted wrong"),
    "something else": N_("Something else"),
    "stock ran out again": N_("The stock ran out a second time"),
}
"""What people call each kind of irregularity."""


def mistake(kind: str) -> str:
    """What people call a kind, as a log names it; one that no version of today has as it was written."""
    return of_the_pack(translated(KINDS_IN_WORDS[kind])) if kind in KINDS_IN_WORDS else kind


REMEDIES_IN_SHORT = {
    "": N_("House rule"),
    "too-many-cards": N_("Discard, don’t draw"),
    "too-few-cards": N_("Draw, don’t discard"),
    "misdeal-later": N_("Play on"),
    "illegal-meld": N_("Take it back"),
    "illegal-meld-later": N_("It stays"),
    "wrong-draw": N_("Put it back"),
    "seen-card": N_("The next player may take it"),
    "wrong-take": N_("Put it right"),
    "swap-unused": N_("Back it goes"),
    "screw-unused": N_("Back it goes"),
    "shanghai-unused": N_("It doesn’t count"),
    "discard": N_("Take it back"),
    "wrong-out": N_("Take it back"),
    "wrong-pack": N_("The round doesn’t count"),
    "miscount": N_("Correct the score"),
}
"""By the topic of the clause; that of none is worded by the table itself."""

IRREGULAR: dict[str, str | Callable[..., str]] = {
    "what went wrong": "What went wrong?",
    "has anybody drawn": "Has anyone drawn a card yet?",
    "deal again": "No one has drawn yet, so the same player deals again.",
    "deals again": "No one has drawn yet, so {dealer} deals again.",
    "no remedy": "The rules don’t say what to do about this. Agree on it at the table.",
    "cannot happen": "That can’t happen under these rules.",
    "remedy": lambda words, topic: words,  # noqa: ARG005 - of a remedy of the rulebook a word or two are said besides
    "costs points": "A discard that fits costs {points:count point}.",
    "back, and draws": "A discard that fits goes back into the hand, and the player draws {cards:count card}.",
    "back, draws and pays": "A discard that fits goes back into the hand, the player draws {cards:count card}, and it "
    "costs {points:count point}.",
    "cards over": "That is {amiss:count card} too many. {words}",
    "cards short": "That is {amiss:count card} too few. {words}",
}

IRREGULAR_IN_SHORT = {
    "deal again": N_("Deal again"),
    "deals again": N_("Deal again"),
    "no remedy": N_("The table decides"),
    "cannot happen": N_("It can’t happen"),
    "costs points": N_("It costs points"),
    "back, and draws": N_("Take it back"),
    "back, draws and pays": N_("Take it back"),
    "cards over": N_("Discard, don’t draw"),
    "cards short": N_("Draw, don’t discard"),
}
"""The verdict in a word or two."""
