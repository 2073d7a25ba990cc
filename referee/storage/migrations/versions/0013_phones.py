"""Phones, what they may do, the links and codes that let them in, and which players they hold"""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


class _SqliteMoment(sa.String):
    __visit_name__ = "DATETIME"


def _moment(name: str, *, nullable: bool = False) -> sa.Column[Any]:
    type_: sa.types.TypeEngine[Any] = sa.DateTime(timezone=True)
    if op.get_bind().dialect.name == "sqlite":
        type_ = _SqliteMoment()
    return sa.Column(name, type_, nullable=nullable)


def _text(name: str, length: int, *, nullable: bool = False) -> sa.Column[Any]:
    return sa.Column(name, sa.String(length), nullable=nullable)


def upgrade() -> None:
    op.create_table(
        "phone",
        _text("id", 16),
        _text("key", 64),
        _text("name", 40),
        _moment("made_at"),
        _moment("seen_at"),
        _moment("revoked_at", nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_phone"),
        sa.UniqueConstraint("key", name="uq_phone_key"),
    )
    op.create_table(
        "link",
        _text("id", 16),
        _text("key", 64),
        _text("scope", 8),
        _text("of", 16),
        sa.Column("role", sa.Integer(), nullable=False),
        sa.Column("standing", sa.Boolean(), nullable=False),
        _moment("made_at"),
        _text("made_by", 16, nullable=True),
        _moment("expires_at", nullable=True),
        _moment("revoked_at", nullable=True),
        sa.ForeignKeyConstraint(["made_by"], ["phone.id"], name="fk_link_made_by_phone"),
        sa.PrimaryKeyConstraint("id", name="pk_link"),
        sa.UniqueConstraint("key", name="uq_link_key"),
    )
    op.create_index("ix_link_scope_of", "link", ["scope", "of"])
    op.create_table(
        "phone_right",
        _text("id", 16),
        _text("phone", 16),
        _text("scope", 8),
        _text("of", 16),
        sa.Column("role", sa.Integer(), nullable=False),
        _text("link", 16, nullable=True),
        _moment("given_at"),
        _moment("revoked_at", nullable=True),
        sa.ForeignKeyConstraint(["phone"], ["phone.id"], name="fk_phone_right_phone_phone"),
        sa.ForeignKeyConstraint(["link"], ["link.id"], name="fk_phone_right_link_link"),
        sa.PrimaryKeyConstraint("id", name="pk_phone_right"),
    )
    op.create_index("ix_phone_right_phone", "phone_right", ["phone"])
    op.create_index("ix_phone_right_link", "phone_right", ["link"])
    op.create_index("ix_phone_right_scope_of", "phone_right", ["scope", "of"])
    op.create_table(
        "join_code",
        _text("code", 8),
        _text("link", 16),
        _moment("made_at"),
        _text("made_by", 16, nullable=True),
        _moment("expires_at"),
        sa.ForeignKeyConstraint(["link"], ["link.id"], name="fk_join_code_link_link"),
        sa.ForeignKeyConstraint(["made_by"], ["phone.id"], name="fk_join_code_made_by_phone"),
        sa.PrimaryKeyConstraint("code", name="pk_join_code"),
    )
    op.create_index("ix_join_code_link", "join_code", ["link"])
    op.create_table(
        "waiting",
        _text("id", 16),
        _text("phone", 16),
        _text("link", 16, nullable=True),
        _text("scope", 8),
        _text("of", 16),
        sa.Column("role", sa.Integer(), nullable=False),
        _text("name", 40),
        _moment("asked_at"),
        _text("agreed", 200),
        _moment("decided_at", nullable=True),
        _text("decided_by", 16, nullable=True),
        sa.Column("admitted", sa.Boolean(), nullable=True),
        sa.ForeignKeyConstraint(["phone"], ["phone.id"], name="fk_waiting_phone_phone"),
        sa.ForeignKeyConstraint(["link"], ["link.id"], name="fk_waiting_link_link"),
        sa.ForeignKeyConstraint(["decided_by"], ["phone.id"], name="fk_waiting_decided_by_phone"),
        sa.PrimaryKeyConstraint("id", name="pk_waiting"),
    )
    op.create_index("ix_waiting_phone", "waiting", ["phone"])
    op.create_index("ix_waiting_link", "waiting", ["link"])
    op.create_index("ix_waiting_scope_of", "waiting", ["scope", "of"])
    op.create_table(
        "attempt",
        _text("key", 80),
        _moment("since"),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_attempt"),
    )
    op.create_index("ix_attempt_since", "attempt", ["since"])
    op.create_table(
        "holding",
        _text("id", 16),
        _text("player", 16),
        _text("phone", 16),
        _moment("since"),
        _moment("ended_at", nullable=True),
        sa.ForeignKeyConstraint(["player"], ["player.id"], name="fk_holding_player_player"),
        sa.ForeignKeyConstraint(["phone"], ["phone.id"], name="fk_holding_phone_phone"),
        sa.PrimaryKeyConstraint("id", name="pk_holding"),
    )
    op.create_index("ix_holding_player", "holding", ["player"])
    op.create_index("ix_holding_phone", "holding", ["phone"])
    living = sa.text("ended_at IS NULL")
    op.create_index(
        "uq_holding_player_living", "holding", ["player"], unique=True, sqlite_where=living, postgresql_where=living
    )
    op.create_table("house", _text("key", 40), _text("value", 400), sa.PrimaryKeyConstraint("key", name="pk_house"))
    # with plain ALTER TABLE: to make the table of events again would take long in an old house
    op.add_column("event", _text("phone", 16, nullable=True))
    op.add_column("game_club", sa.Column("people", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("club", sa.Column("changed", sa.Integer(), nullable=False, server_default="0"))


def downgrade() -> None:
    for table, column in (("club", "changed"), ("game_club", "people"), ("event", "phone")):
        with op.batch_alter_table(table) as batch:
            batch.drop_column(column)
    for table in ("house", "holding", "attempt", "waiting", "join_code", "phone_right", "link", "phone"):
        op.drop_table(table)
