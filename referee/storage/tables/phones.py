"""The tables of phones: what each may do, the links and codes that let it in, which players it holds.

None of it is exported: whoever gets a club's file gets no key to anybody's house.
"""

from __future__ import annotations

from sqlalchemy import Boolean, ForeignKey, Index, Integer, String, text
from sqlalchemy.orm import Mapped, mapped_column

from referee.storage.tables.columns import Moment
from referee.storage.tables.database import Base


class Phone(Base):
    """A device, known by its cookie. There are no accounts."""

    __tablename__ = "phone"

    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    key: Mapped[str] = mapped_column(String(64), unique=True)
    """SHA-256 of its cookie, in hexadecimal: the cookie itself is on the phone alone."""
    name: Mapped[str] = mapped_column(String(40))
    """Empty until somebody gives it one."""
    made_at: Mapped[str] = mapped_column(Moment)
    seen_at: Mapped[str] = mapped_column(Moment)
    """When it last wrote something, to the minute."""
    revoked_at: Mapped[str | None] = mapped_column(Moment)


class Link(Base):
    """An invitation. Its secret is made of its id and the secret of the house, and is stored nowhere."""

    __tablename__ = "link"

    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    key: Mapped[str] = mapped_column(String(64), unique=True)
    """SHA-256 of its secret, in hexadecimal."""
    scope: Mapped[str] = mapped_column(String(8))
    of: Mapped[str] = mapped_column(String(16))
    role: Mapped[int] = mapped_column(Integer)
    standing: Mapped[bool] = mapped_column(Boolean)
    """Whether it is the one that the page of invitations shows first."""
    made_at: Mapped[str] = mapped_column(Moment)
    made_by: Mapped[str | None] = mapped_column(ForeignKey("phone.id"))
    expires_at: Mapped[str | None] = mapped_column(Moment)
    revoked_at: Mapped[str | None] = mapped_column(Moment)

    __table_args__ = (Index("ix_link_scope_of", "scope", "of"),)


class Right(Base):
    """What one phone may do, and where."""

    __tablename__ = "phone_right"  # "right" alone is a word of SQL

    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    phone: Mapped[str] = mapped_column(ForeignKey("phone.id"), index=True)
    scope: Mapped[str] = mapped_column(String(8))
    """``house``, ``club``, ``game`` or ``evening``."""
    of: Mapped[str] = mapped_column(String(16))
    """The id of the club or the evening, or the code of the game; empty for the house."""
    role: Mapped[int] = mapped_column(Integer)
    """``services.phones.access.Role``."""
    link: Mapped[str | None] = mapped_column(ForeignKey("link.id"), index=True)
    """The link that let the phone in; none where something else did."""
    given_at: Mapped[str] = mapped_column(Moment)
    revoked_at: Mapped[str | None] = mapped_column(Moment)
    rests_on: Mapped[str] = mapped_column(String(12))
    """What gave it: ``link``, ``phone``, ``agreement``, ``password``, or ``club`` (the place itself: nobody ends that).
    All that the link and the four columns below name must stand: where one of it ends, so does this right."""
    beneath: Mapped[str | None] = mapped_column(ForeignKey("phone_right.id"), index=True)
    """The right of the same phone that was raised to this one: without being in, nobody is host."""
    giver: Mapped[str | None] = mapped_column(ForeignKey("phone.id"), index=True)
    """The phone that gave it."""
    giver_right: Mapped[str | None] = mapped_column(ForeignKey("phone_right.id"), index=True)
    """By which right that phone could; none where the door let it."""
    agreement: Mapped[str | None] = mapped_column(ForeignKey("waiting.id"))
    """The request that the phones at the table agreed to."""
    ended_by: Mapped[str | None] = mapped_column(ForeignKey("phone.id"))
    """The phone on which it was ended; none where that was no phone, or it ended with something else."""
    holds_from: Mapped[str | None] = mapped_column(Moment)
    """None: it holds. What phones agree on is announced first, until about then; a look at its game makes it None."""

    __table_args__ = (Index("ix_phone_right_scope_of", "scope", "of"),)


class JoinCode(Base):
    """A short code to type, in place of a link. Whoever types it still waits to be let in."""

    __tablename__ = "join_code"

    code: Mapped[str] = mapped_column(String(8), primary_key=True)
    link: Mapped[str] = mapped_column(ForeignKey("link.id"), index=True)
    made_at: Mapped[str] = mapped_column(Moment)
    made_by: Mapped[str | None] = mapped_column(ForeignKey("phone.id"))
    expires_at: Mapped[str] = mapped_column(Moment)


class Waiting(Base):
    """A phone that typed a short code, or asks to become host, until somebody decides."""

    __tablename__ = "waiting"

    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    phone: Mapped[str] = mapped_column(ForeignKey("phone.id"), index=True)
    link: Mapped[str | None] = mapped_column(ForeignKey("link.id"), index=True)
    """What it asks for; none for a phone that asks to become host."""
    scope: Mapped[str] = mapped_column(String(8))
    of: Mapped[str] = mapped_column(String(16))
    role: Mapped[int] = mapped_column(Integer)
    name: Mapped[str] = mapped_column(String(40))
    """What whoever holds it calls themselves."""
    asked_at: Mapped[str] = mapped_column(Moment)
    agreed: Mapped[str] = mapped_column(String(200))
    """Ids of the phones that have agreed to a host, with a space between."""
    decided_at: Mapped[str | None] = mapped_column(Moment)
    decided_by: Mapped[str | None] = mapped_column(ForeignKey("phone.id"))
    admitted: Mapped[bool | None] = mapped_column(Boolean)

    __table_args__ = (Index("ix_waiting_scope_of", "scope", "of"),)


class Attempt(Base):
    """How often something that can be guessed was tried since a moment, by one address or by all; who came in."""

    __tablename__ = "attempt"

    key: Mapped[str] = mapped_column(String(80), primary_key=True)
    since: Mapped[str] = mapped_column(Moment, index=True)
    count: Mapped[int] = mapped_column(Integer)


class Holding(Base):
    """Which phone speaks for a player of the club; at most one does at a time."""

    __tablename__ = "holding"

    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    player: Mapped[str] = mapped_column(ForeignKey("player.id"), index=True)
    phone: Mapped[str] = mapped_column(ForeignKey("phone.id"), index=True)
    since: Mapped[str] = mapped_column(Moment)
    ended_at: Mapped[str | None] = mapped_column(Moment)

    __table_args__ = (
        Index(
            "uq_holding_player_living",
            "player",
            unique=True,
            sqlite_where=text("ended_at IS NULL"),
            postgresql_where=text("ended_at IS NULL"),
        ),
    )


class House(Base):
    """Settings of the whole house, by name."""

    __tablename__ = "house"

    key: Mapped[str] = mapped_column(String(40), primary_key=True)
    value: Mapped[str] = mapped_column(String(400))
