"""The rounds of a rulebook in a form, row by row: contract, deal and what else differs from round to round."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from referee.rules.rulebook.model import Rulebook
from referee.rules.rulebook.values import MOST_ROUNDS

CONTRACT, DEAL, WHOLE = "contracts", "deal", "all_cards_rounds"
NAMES = (CONTRACT, DEAL, WHOLE, "may_i_limit", "may_i_penalty")
"""The rule values that stand in the rows; each row sends ``NAME.NUMBER``."""
CALLED = {
    CONTRACT: "contract", DEAL: "cards each", WHOLE: "the whole hand at once",
    "may_i_limit": "May I's", "may_i_penalty": "extra cards",
}  # fmt: skip
"""What stands in a row, as a refusal names it."""
NO_JOKERS = "no jokers"
_KEY = re.compile(rf"({'|'.join(NAMES)})\.([0-9]{{1,2}})")
_STEP = re.compile(r"(up|down|remove)\.([0-9]{1,2})")


class Round(NamedTuple):
    """What stands in one row, as text; ``whole``: the whole hand is melded at once."""

    contract: str
    deal: str
    may_i_limit: str
    may_i_penalty: str
    whole: bool


def of_book(book: Rulebook) -> list[Round]:
    return [
        Round(
            " + ".join(map(str, book.contracts[i])),
            str(book.deal[i]),
            str(book.may_i_limit[i]),
            str(book.may_i_penalty[i]),
            i + 1 in book.all_cards_rounds,
        )
        for i in range(book.rounds)
    ]


def short_deals(book: Rulebook, base: Rulebook) -> list[str]:
    """The rounds that deal fewer cards than their contract has, where the rulebook beneath does not mean it so."""
    meant = {*zip(base.contracts, base.deal, strict=True)}
    rounds = enumerate(zip(book.contracts, book.deal, strict=True), 1)
    return [str(n) for n, one in rounds if one not in meant and one[1] < sum(slot.size for slot in one[0])]


def typed_rows(typed: Mapping[str, str]) -> list[Round] | None:
    """The rows of a form in their order; None for a form that has none."""
    cells: dict[int, dict[str, str]] = {}
    for key, text in typed.items():
        if found := _KEY.fullmatch(key):
            cells.setdefault(int(found[2]), {})[found[1]] = text.strip()
    return [_row(cells[number]) for number in sorted(cells)][:MOST_ROUNDS] if cells else None


def _row(cells: Mapping[str, str]) -> Round:
    contract, deal, limit, penalty = (cells.get(name, "") for name in (CONTRACT, DEAL, "may_i_limit", "may_i_penalty"))
    return Round(contract, deal, limit, penalty, WHOLE in cells)


def is_step(step: str) -> bool:
    """Whether a button was pressed that saves nothing: one of the rows, or one that only shows the form (``show``)."""
    return step in ("add", "show", NO_JOKERS) or _STEP.fullmatch(step) is not None


def stepped(rows: Sequence[Round], step: str) -> tuple[list[Round], int]:
    """The rows after one more (``add``, like the last), one less or a move (``remove.3``, ``up.3``, ``down.3``).

    With the number of the row to look at next. What cannot be done changes nothing.
    """
    rows = list(rows)
    found = _STEP.fullmatch(step)
    if found is None:
        if step == "add" and 0 < len(rows) < MOST_ROUNDS:
            rows.append(rows[-1])
        return rows, len(rows) if step == "add" else 0
    at, to = int(found[2]) - 1, int(found[2]) - 1 + {"up": -1, "down": 1, "remove": 0}[found[1]]
    if not (0 <= at < len(rows) and 0 <= to < len(rows)):
        return rows, min(max(at, 0), len(rows) - 1) + 1
    if found[1] != "remove":
        rows.insert(to, rows.pop(at))
    elif len(rows) > 1:
        del rows[at]
    return rows, min(to, len(rows) - 1) + 1


def as_typed(rows: Sequence[Round]) -> dict[str, str]:
    """The rows as a form would send them."""
    sent: dict[str, str] = {}
    for number, row in enumerate(rows, 1):
        sent |= {
            f"{CONTRACT}.{number}": row.contract,
            f"{DEAL}.{number}": row.deal,
            f"may_i_limit.{number}": row.may_i_limit,
            f"may_i_penalty.{number}": row.may_i_penalty,
        }
        if row.whole:
            sent[f"{WHOLE}.{number}"] = "yes"
    return sent


def without_jokers(typed: Mapping[str, str]) -> dict[str, str]:
    """A form with the jokers of every number of players taken out."""
    return {key: "0" if key.startswith("jokers.") and text.strip() else text for key, text in typed.items()}


def with_rows(typed: Mapping[str, str], rows: Sequence[Round]) -> dict[str, str]:
    """A form with other rows than it was sent with."""
    return {key: text for key, text in typed.items() if not _KEY.fullmatch(key)} | as_typed(rows)


def values(typed: Mapping[str, str]) -> dict[str, str]:
    """A form with its rows as texts of the rule values, one for each: what ``own_values.read`` reads."""
    rows = typed_rows(typed)
    if rows is None:
        return dict(typed)
    texts = {
        CONTRACT: "\n".join(re.sub(r"[\n;]+", " + ", row.contract) or "nothing" for row in rows),
        DEAL: _cells(row.deal for row in rows),
        "may_i_limit": _cells(row.may_i_limit for row in rows),
        "may_i_penalty": _cells(row.may_i_penalty for row in rows),
        WHOLE: ", ".join(str(number) for number, row in enumerate(rows, 1) if row.whole) or "none",
    }
    return {key: text for key, text in typed.items() if not _KEY.fullmatch(key)} | texts


def _cells(texts: Iterable[str]) -> str:
    return ", ".join(re.sub(r"[,;\s]+", " ", text) or "nothing" for text in texts)
