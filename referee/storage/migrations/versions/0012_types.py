"""Moments, days and JSON stand in the database's own types"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"

_MOMENTS = (
    "game.opened_at", "game.changed_at", "event.at", "club.founded_at", "club.removed_at", "player.used_at",
    "player.merged_at", "player.removed_at", "season.removed_at", "game_club.removed_at", "finished.corrected_at",
    "own_rulebook.saved_at", "delivery.at",
)  # fmt: skip
_DAYS = ("season.starts", "season.ends")
_JSON = (
    "game.players", "game.leaders", "event.data", "season.rule", "finished.rounds", "result.data", "delivery.answer",
)  # fmt: skip
_ANSWER = sa.table("delivery", sa.column("answer", sa.Text))
_REMOVED = '{"removed":true}'


class _SqliteMoment(sa.String):
    """A text as it was: a cast to the type that SQLite is told of would make a number of it."""

    __visit_name__ = "DATETIME"


class _SqliteDay(sa.String):
    __visit_name__ = "DATE"


def upgrade() -> None:
    op.execute(_ANSWER.update().where(_ANSWER.c.answer == "removed").values(answer=_REMOVED))
    for column in _MOMENTS:
        _write_out(column)
    if op.get_bind().dialect.name == "sqlite":
        _change(_of(_MOMENTS, _SqliteMoment()), _of(_DAYS, _SqliteDay()), _of(_JSON, sa.JSON()))
        return
    op.execute(  # what is damaged is kept as it is, and the log that it belongs to is still called so
        "CREATE FUNCTION pg_temp.kept_as_json(kept text) RETURNS json LANGUAGE plpgsql AS $$ BEGIN"
        " RETURN kept::json; EXCEPTION WHEN invalid_text_representation THEN RETURN to_json(kept); END $$"
    )
    _change(
        _of(_MOMENTS, sa.DateTime(timezone=True), "{}::timestamptz"),
        _of(_DAYS, sa.Date(), "{}::date"),
        _of(_JSON, sa.JSON(), "pg_temp.kept_as_json({})"),
    )


def downgrade() -> None:
    as_text = """to_char({} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')"""
    _change(
        _of(_MOMENTS, sa.String(20), as_text),
        _of(_DAYS, sa.String(10), "to_char({}, 'YYYY-MM-DD')"),
        _of(_JSON, sa.Text(), "{}::text"),
    )
    op.execute(_ANSWER.update().where(_ANSWER.c.answer == _REMOVED).values(answer="removed"))


def _write_out(column: str) -> None:
    """A game from paper of a year before 1000, mistyped for one of ours, has a year of fewer figures than four."""
    table, name = column.split(".")
    rows = sa.table(table, sa.column(name, sa.String))
    bind = op.get_bind()
    for short in (
        bind.execute(sa.select(rows.c[name]).where(sa.func.length(rows.c[name]) < 20).distinct()).scalars().all()
    ):
        bind.execute(rows.update().where(rows.c[name] == short).values({name: short.zfill(20)}))


_Types = dict[str, tuple["sa.types.TypeEngine[Any]", str]]


def _of(columns: Iterable[str], type_: sa.types.TypeEngine[Any], using: str = "{}") -> _Types:
    """What columns become, and how PostgreSQL makes it of what they are."""
    return {column: (type_, using.format(f'"{column.split(".")[1]}"')) for column in columns}


def _change(*kinds: _Types) -> None:
    """Each table is made again once."""
    tables: Mapping[str, _Types] = defaultdict(dict)
    for column, wanted in (pair for kind in kinds for pair in kind.items()):
        table, name = column.split(".")
        tables[table][name] = wanted
    for table, columns in tables.items():
        with op.batch_alter_table(table) as batch:
            for name, (type_, using) in columns.items():
                batch.alter_column(name, type_=type_, postgresql_using=using)
