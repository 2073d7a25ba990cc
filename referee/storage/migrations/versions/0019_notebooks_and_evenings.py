"""Files of old games, evenings with their tables, what was done to a season, and days of which only the year is known"""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"


class _SqliteMoment(sa.String):
    __visit_name__ = "DATETIME"


class _SqliteDay(sa.String):
    __visit_name__ = "DATE"


_EVENINGS_BY = (
    ("evening", "club"),
    ("evening", "season"),
    ("evening_player", "player"),
    ("evening_table", "evening"),
    ("evening_table", "game"),
)


def upgrade() -> None:
    moment: sa.types.TypeEngine[Any] = sa.DateTime(timezone=True)
    day: sa.types.TypeEngine[Any] = sa.Date()
    if op.get_bind().dialect.name == "sqlite":
        moment, day = _SqliteMoment(), _SqliteDay()
    _add_notebooks(moment)
    op.add_column("season", sa.Column("trace", sa.JSON(), server_default="[]", nullable=False))
    _add_evenings(moment, day)


def _add_notebooks(moment: sa.types.TypeEngine[Any]) -> None:
    op.create_table(
        "notebook",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("club", sa.String(16), sa.ForeignKey("club.id"), nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("at", moment, nullable=False),
        sa.Column("content", sa.LargeBinary, nullable=True),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("removed_at", moment, nullable=True),
        sa.Column("players", sa.JSON, nullable=False),
    )
    op.create_index("ix_notebook_club", "notebook", ["club"])
    with op.batch_alter_table("game_club") as table:
        table.add_column(sa.Column("notebook", sa.String(16), nullable=True))
        table.create_index("ix_game_club_notebook", ["notebook"])
    with op.batch_alter_table("game") as table:
        table.add_column(sa.Column("only_year", sa.Boolean, nullable=False, server_default=sa.false()))


def _add_evenings(moment: sa.types.TypeEngine[Any], day: sa.types.TypeEngine[Any]) -> None:
    op.create_table(
        "evening",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("club", sa.String(16), nullable=False),
        sa.Column("season", sa.String(16), nullable=True),
        sa.Column("day", day, nullable=False),
        sa.Column("begins", sa.String(5), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("place", sa.String(40), nullable=False),
        sa.Column("removed_at", moment, nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_evening"),
        sa.ForeignKeyConstraint(["club"], ["club.id"], name="fk_evening_club_club"),
        sa.ForeignKeyConstraint(["season"], ["season.id"], name="fk_evening_season_season"),
    )
    op.create_table(
        "evening_player",
        sa.Column("evening", sa.String(16), nullable=False),
        sa.Column("player", sa.String(16), nullable=False),
        sa.Column("coming", sa.Boolean(), nullable=True),
        sa.Column("presence", sa.String(4), nullable=False),
        sa.PrimaryKeyConstraint("evening", "player", name="pk_evening_player"),
        sa.ForeignKeyConstraint(["evening"], ["evening.id"], name="fk_evening_player_evening_evening"),
        sa.ForeignKeyConstraint(["player"], ["player.id"], name="fk_evening_player_player_player"),
    )
    op.create_table(
        "evening_table",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("evening", sa.String(16), nullable=False),
        sa.Column("seating", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("seats", sa.JSON(), nullable=False),
        sa.Column("game", sa.String(6), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_evening_table"),
        sa.ForeignKeyConstraint(["evening"], ["evening.id"], name="fk_evening_table_evening_evening"),
        sa.ForeignKeyConstraint(["game"], ["game.code"], name="fk_evening_table_game_game"),
    )
    for name, column in _EVENINGS_BY:
        op.create_index(f"ix_{name}_{column}", name, [column])
    with op.batch_alter_table("game_club") as table:
        table.add_column(sa.Column("evening", sa.String(16), nullable=True))
        table.create_foreign_key("fk_game_club_evening_evening", "evening", ["evening"], ["id"])
        table.create_index("ix_game_club_evening", ["evening"])


def downgrade() -> None:
    with op.batch_alter_table("game_club") as table:
        table.drop_index("ix_game_club_evening")
        table.drop_constraint("fk_game_club_evening_evening", type_="foreignkey")
        table.drop_column("evening")
    for name in ("evening_table", "evening_player", "evening"):
        op.drop_table(name)
    with op.batch_alter_table("season") as table:
        table.drop_column("trace")
    with op.batch_alter_table("game") as table:
        table.drop_column("only_year")
    with op.batch_alter_table("game_club") as table:
        table.drop_index("ix_game_club_notebook")
        table.drop_column("notebook")
    op.drop_index("ix_notebook_club", "notebook")
    op.drop_table("notebook")
