"""*Ask* inside a game beside the same question with more told."""

from __future__ import annotations

from collections import Counter
from typing import Any

from referee.game.rulings import inside
from referee.game.state import GameState
from referee.rules.requests import RequestError
from referee.rules.rulings import Ruling

Seen = Counter[tuple[str, object]]


_SAME_EITHER_WAY = ("winner", "penalty", "price", "meld", "joker", "to_owner", "owed", "owner_square_one", "goes_out")


def is_false(state: GameState, less: dict[str, Any], more: dict[str, Any]) -> str:
    """What is said with less told of the table and does not hold once more is told; empty where it does."""
    try:
        known = inside.ruled(state, more)
    except RequestError:
        return ""
    said = inside.ruled(state, less)
    if said.legal is None:
        return ""
    if said.legal != known.legal:
        return f"{_word(said)} with less told, {_word(known)} with more"
    wrong = [name for name in _SAME_EITHER_WAY if said.legal and said.adds.get(name) != known.adds.get(name)]
    return ", ".join(wrong)


def _word(ruling: Ruling) -> str:
    return {True: "yes", False: "no", None: "it depends"}[ruling.legal]
