"""A rulebook stands once for all games that were opened with it, and their logs name it by its digest"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import sqlalchemy as sa
from alembic import op

from referee.rules.rulebook.model import digest_of

revision = "0017"
down_revision = "0016"

_RULEBOOK = sa.table("frozen_rulebook", sa.column("digest"), sa.column("content", sa.JSON))
_GAME = sa.table("game", sa.column("code"), sa.column("opened_at"), sa.column("rulebook_digest"))
_EVENT = sa.table("event", sa.column("game"), sa.column("seq"), sa.column("type"), sa.column("data", sa.JSON))


def upgrade() -> None:
    op.create_table(
        "frozen_rulebook",
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("content", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("digest", name="pk_frozen_rulebook"),
    )
    with op.batch_alter_table("game") as table:
        table.add_column(sa.Column("rulebook_digest", sa.String(64), nullable=True))
        table.create_foreign_key(
            "fk_game_rulebook_digest_frozen_rulebook", "frozen_rulebook", ["rulebook_digest"], ["digest"]
        )
        table.create_index("ix_game_rulebook_digest", ["rulebook_digest"])
    bind = op.get_bind()
    digests: set[str] = set()
    for code, opened in _openings(bind):
        content, digest = opened.get("rulebook"), opened.get("digest")
        if not isinstance(content, dict) or digest_of(content) != digest:
            continue  # damaged, and as unreadable as before
        if digest not in digests:
            bind.execute(_RULEBOOK.insert().values(digest=digest, content=content))
            digests.add(digest)
        bind.execute(_GAME.update().where(_GAME.c.code == code).values(rulebook_digest=digest))
        _say(bind, code, opened | {"rulebook": None})


def downgrade() -> None:
    bind = op.get_bind()
    for code, opened in _openings(bind):
        if opened.get("rulebook") is not None:
            continue
        named = sa.select(_RULEBOOK.c.content).where(_RULEBOOK.c.digest == opened.get("digest"))
        if (content := bind.execute(named).scalar()) is not None:
            _say(bind, code, opened | {"rulebook": content})
    with op.batch_alter_table("game") as table:
        table.drop_index("ix_game_rulebook_digest")
        table.drop_constraint("fk_game_rulebook_digest_frozen_rulebook", type_="foreignkey")
        table.drop_column("rulebook_digest")
    op.drop_table("frozen_rulebook")


def _openings(bind: sa.Connection) -> Iterator[tuple[str, dict[str, Any]]]:
    """What the first entry of each game says, one game at a time; a damaged one stays as it is."""
    for code in bind.execute(sa.select(_GAME.c.code).order_by(_GAME.c.opened_at, _GAME.c.code)).scalars().all():
        try:
            opened = bind.execute(sa.select(_EVENT.c.data).where(_first(code))).scalar()
        except ValueError:
            continue
        if isinstance(opened, dict) and opened:
            yield code, opened


def _say(bind: sa.Connection, code: str, opened: dict[str, Any]) -> None:
    bind.execute(_EVENT.update().where(_first(code)).values(data=opened))


def _first(code: str) -> sa.ColumnElement[bool]:
    return (_EVENT.c.game == code) & (_EVENT.c.seq == 1) & (_EVENT.c.type == "GameOpened")
