"""What a form of house rules changes: the values that differ from the rulebook's own, and the table's words."""

from __future__ import annotations

from collections.abc import Mapping

from referee.rules.rulebook.house_rules import own_words
from referee.rules.rulebook.model import VALUE_NAMES, VALUES, Rulebook, jsonable
from referee.rules.rulebook.values import RulebookError, read_value
from referee.web.own import rounds as own_rounds
from referee.web.own.values import read

WORDS = "words."
"""Before the name of a value, or the topic of a clause without one, for the table's own words."""


WORD = "may_i_word"
"""What taking the discard out of turn is called."""


def changes(base: Rulebook, typed: Mapping[str, str]) -> tuple[dict[str, object], dict[str, str]]:
    """What a form changes: values by name, and the table's words for them or, by topic, for clauses without one."""
    house: dict[str, object] = {}
    typed = own_rounds.values(typed)
    wording = {
        key.removeprefix(WORDS): text.strip()
        for key, text in typed.items()
        if key.startswith(WORDS) and _new_words(base, key.removeprefix(WORDS), text)
    }
    for name in VALUE_NAMES:
        if any(key == name or key.startswith(f"{name}.") for key in typed):
            raw = read(name, typed)
            if name in wording or differs(base, name, raw):
                house[name] = raw
    return house, wording


def new_word(base: Rulebook, typed: Mapping[str, str]) -> str:
    """What a form calls taking the discard out of turn; empty where it says nothing else than the rulebook."""
    word = typed.get(WORD, "")
    return word if word != base.may_i_word else ""


def _new_words(base: Rulebook, place: str, text: str) -> bool:
    """Words for a value are always said anew; those of a clause without one are shown as they are, and emptied go."""
    said = place not in VALUES and place in base.clauses
    return text.strip() != own_words(base.clauses[place]) if said else bool(text.strip())


def differs(base: Rulebook, name: str, raw: object) -> bool:
    """Whether what was typed is another value than the rulebook's own, or none at all.

    A value that is the same in every round follows the number of rounds by itself.
    """
    try:
        value = read_value(name, raw, base.rounds)
    except RulebookError:
        return True  # the services say what is wrong with it
    old = getattr(base, name)
    if "by_round" in VALUES[name]["shape"] and len(set(old)) == 1:
        return set(value) != set(old)
    return bool(jsonable(value) != jsonable(old))
