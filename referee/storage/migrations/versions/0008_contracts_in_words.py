"""Contracts of finished games are written as they are everywhere: "one set of 3 and one run of 4" """

from __future__ import annotations

import json
from collections.abc import Callable

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"

_FINISHED = sa.table("finished", sa.column("rounds"))
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def upgrade() -> None:
    _write_anew(_in_words)


def downgrade() -> None:
    _write_anew(_in_figures)


def _write_anew(say: Callable[[str], str]) -> None:
    """Most games of a rulebook have the same rounds, so there are few to be changed."""
    bind = op.get_bind()
    for old in bind.execute(sa.select(_FINISHED.c.rounds).distinct()).scalars().all():
        rounds = [[plays, contract and say(contract)] for plays, contract in json.loads(old)]
        new = json.dumps(rounds, ensure_ascii=False, separators=(",", ":"))
        bind.execute(_FINISHED.update().where(_FINISHED.c.rounds == old).values(rounds=new))


def _in_words(contract: str) -> str:
    counted = (piece.split(" ", 1) for piece in contract.split(" and "))
    *most, last = [f"{_NUMBERS[int(count)] if int(count) < 13 else count} {what}" for count, what in counted]
    return f"{', '.join(most)} and {last}" if most else last


def _in_figures(contract: str) -> str:
    counted = (piece.split(" ", 1) for piece in contract.replace(", ", " and ").split(" and "))
    return " and ".join(f"{_NUMBERS.index(count) if count in _NUMBERS else count} {what}" for count, what in counted)
