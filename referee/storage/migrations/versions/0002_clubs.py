"""Clubs, seasons, players with ids of their own, and the results of finished games"""

from __future__ import annotations

import secrets
from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "club",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("founded_at", sa.String(20), nullable=False),
        sa.Column("demo", sa.Boolean(), nullable=False),
        sa.Column("removed_at", sa.String(20), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_club"),
    )
    op.create_table(
        "season",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("club", sa.String(16), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("starts", sa.String(10), nullable=False),
        sa.Column("ends", sa.String(10), nullable=True),
        sa.Column("rule", sa.Text(), nullable=False),
        sa.Column("removed_at", sa.String(20), nullable=True),
        sa.ForeignKeyConstraint(["club"], ["club.id"], name="fk_season_club_club"),
        sa.PrimaryKeyConstraint("id", name="pk_season"),
    )
    op.create_index("ix_season_club", "season", ["club"])
    rows = op.get_bind().execute(sa.text('SELECT name, used_at FROM player ORDER BY "key"'))
    remembered = [(str(name), str(used_at)) for name, used_at in rows]
    op.drop_table("player")
    op.create_table(
        "player",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("club", sa.String(16), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("guest", sa.Boolean(), nullable=False),
        sa.Column("used_at", sa.String(20), nullable=False),
        sa.Column("merged_into", sa.String(16), nullable=True),
        sa.Column("merged_at", sa.String(20), nullable=True),
        sa.ForeignKeyConstraint(["club"], ["club.id"], name="fk_player_club_club"),
        sa.ForeignKeyConstraint(["merged_into"], ["player.id"], name="fk_player_merged_into_player"),
        sa.PrimaryKeyConstraint("id", name="pk_player"),
    )
    op.create_index("ix_player_club_used_at", "player", ["club", "used_at"])
    op.create_table(
        "player_name",
        sa.Column("club", sa.String(16), nullable=False),
        sa.Column("key", sa.String(160), nullable=False),
        sa.Column("player", sa.String(16), nullable=False),
        sa.ForeignKeyConstraint(["club"], ["club.id"], name="fk_player_name_club_club"),
        sa.ForeignKeyConstraint(["player"], ["player.id"], name="fk_player_name_player_player"),
        sa.PrimaryKeyConstraint("club", "key", name="pk_player_name"),
    )
    op.create_index("ix_player_name_player", "player_name", ["player"])
    op.create_table(
        "seat",
        sa.Column("game", sa.String(6), nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("player", sa.String(16), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("stands_in_for", sa.String(16), nullable=True),
        sa.ForeignKeyConstraint(["game"], ["game.code"], name="fk_seat_game_game"),
        sa.ForeignKeyConstraint(["player"], ["player.id"], name="fk_seat_player_player"),
        sa.ForeignKeyConstraint(["stands_in_for"], ["player.id"], name="fk_seat_stands_in_for_player"),
        sa.PrimaryKeyConstraint("game", "seat", name="pk_seat"),
    )
    op.create_index("ix_seat_player", "seat", ["player"])
    op.create_table(
        "finished",
        sa.Column("game", sa.String(6), nullable=False),
        sa.Column("rounds", sa.Text(), nullable=False),
        sa.Column("corrected_on", sa.String(10), nullable=True),
        sa.ForeignKeyConstraint(["game"], ["game.code"], name="fk_finished_game_game"),
        sa.PrimaryKeyConstraint("game", name="pk_finished"),
    )
    op.create_table(
        "result",
        sa.Column("game", sa.String(6), nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("data", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["game.code"], name="fk_result_game_game"),
        sa.PrimaryKeyConstraint("game", "seat", name="pk_result"),
    )
    op.create_table(
        "game_club",
        sa.Column("game", sa.String(6), nullable=False),
        sa.Column("club", sa.String(16), nullable=False),
        sa.Column("season", sa.String(16), nullable=True),
        sa.Column("removed_at", sa.String(20), nullable=True),
        sa.ForeignKeyConstraint(["game"], ["game.code"], name="fk_game_club_game_game"),
        sa.ForeignKeyConstraint(["club"], ["club.id"], name="fk_game_club_club_club"),
        sa.ForeignKeyConstraint(["season"], ["season.id"], name="fk_game_club_season_season"),
        sa.PrimaryKeyConstraint("game", name="pk_game_club"),
    )
    op.create_index("ix_game_club_club", "game_club", ["club"])
    op.create_index("ix_game_club_season", "game_club", ["season"])
    _keep(remembered)


def _keep(remembered: Sequence[tuple[str, str]]) -> None:
    """Everything so far belongs to one club; remembered names become its players.

    Seats and results are read off the logs when the app starts (``storage.start.filling``): a migration
    must not depend on code that changes.
    """
    bind = op.get_bind()
    club = secrets.token_hex(8)
    first = bind.execute(sa.text("SELECT min(opened_at) FROM game")).scalar() or "2026-01-01T00:00:00Z"
    bind.execute(
        sa.text("INSERT INTO club (id, name, founded_at, demo) VALUES (:id, :name, :at, :demo)"),
        {"id": club, "name": "Our club", "at": first, "demo": False},
    )
    bind.execute(sa.text("INSERT INTO game_club (game, club) SELECT code, :club FROM game"), {"club": club})
    for name, used_at in remembered:
        player = secrets.token_hex(8)
        bind.execute(
            sa.text("INSERT INTO player (id, club, name, guest, used_at) VALUES (:id, :club, :name, :guest, :used_at)"),
            {"id": player, "club": club, "name": name, "guest": False, "used_at": used_at},
        )
        bind.execute(
            sa.text('INSERT INTO player_name (club, "key", player) VALUES (:club, :key, :player)'),
            {"club": club, "key": name.casefold(), "player": player},
        )


def downgrade() -> None:
    raise NotImplementedError("players and seasons would be lost; restore the copy that was made before")
