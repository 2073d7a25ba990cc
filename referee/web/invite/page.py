"""An invitation: the QR code, the address beside it, what it allows, and who waits to be let in."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import segno
from markupsafe import Markup

from referee.messages import gettext as _
from referee.messages import lazy_gettext
from referee.services.phones.access import Role
from referee.services.phones.invitations import LinkView, ShortCode, WaitingView
from referee.web.shell import words
from referee.web.shell.reach import Reach

EVENING_HOURS = 12


class Kind(NamedTuple):
    """A further kind of invitation."""

    role: Role
    hours: int | None
    label: str
    hint: str


KINDS: Mapping[str, Kind] = {
    "watch": Kind(
        Role.SPECTATOR, None, lazy_gettext("Watch only"), lazy_gettext("sees everything, can’t change anything")
    ),
    "evening": Kind(
        Role.PLAYER,
        EVENING_HOURS,
        lazy_gettext("For this evening"),
        lazy_gettext("stops working after %(hours)s hours", hours=EVENING_HOURS),
    ),
    "scorer": Kind(Role.SCORER, None, lazy_gettext("Enter for everyone"), lazy_gettext("enters every player’s cards")),
    "host": Kind(Role.HOST, None, lazy_gettext("Run the game"), lazy_gettext("can undo, correct and invite, like you")),
}
_ALLOWS = {
    Role.SPECTATOR: lazy_gettext("Scan this to watch, without changing anything."),
    Role.PLAYER: lazy_gettext("Scan this to join and enter your own cards."),
    Role.SCORER: lazy_gettext("Scan this to enter cards for everyone."),
    Role.HOST: lazy_gettext("Scan this to help run the game: undo, correct, invite."),
    Role.ORGANISER: lazy_gettext("Scan this to do everything the host can."),
}


class Agreeing(NamedTuple):
    """Whether those at the table can make another phone host."""

    can: bool
    """This phone may agree to another one."""
    others: int
    """How many others could agree to this one."""


class Other(NamedTuple):
    """Another address of this computer."""

    shown: str
    at: int
    """Its place in the list, for the address of the page that draws it."""


@dataclass(frozen=True)
class Invitation:
    code: str
    """Of the game; empty for an invitation into the club."""
    into: str
    """What one is invited to, in words."""
    link: str
    """The id of the invitation that is shown; empty where this phone has none to show."""
    allows: str
    until: str
    """When it stops working; empty for never."""
    qr: Markup
    """An SVG drawing; empty where no other phone can reach this computer."""
    url: str
    """What the code says, to be sent as a link; empty as that is."""
    shown: str
    """The address as people type it."""
    by_name: str
    at: int
    """Which address of this computer is drawn."""
    others: tuple[Other, ...]
    short: str
    """The code of six letters, in two groups; empty where none was asked for."""
    short_until: str
    kinds: tuple[tuple[str, Kind], ...]
    """What else this phone may invite to."""
    usual: bool
    """Whether it is the one that is shown first."""
    seats: Mapping[int, str]
    """Who it can be made for alone, by seat; empty where it gives no seat."""
    seat: int | None
    """Whom the code seats; None for whoever scans it and says who they are."""
    waiting: tuple[WaitingView, ...]
    one_host: bool
    """Nobody could go on if the phone that runs the game died."""
    agreeing: Agreeing | None
    """None where this phone is host, and for an invitation into the club."""


def invitation(
    code: str,
    into: str,
    link: LinkView | None,
    reach: Reach,
    at: int,
    short: ShortCode | None,
    role: Role,
    waiting: Sequence[WaitingView],
    one_host: bool = False,
    seats: Mapping[int, str] | None = None,
    seat: int | None = None,
    agreeing: Agreeing | None = None,
) -> Invitation:
    """``link``: None where this phone has none to show. ``at``: which of the addresses is drawn. ``role``: what this
    phone may do here. ``seats``: who plays."""
    at = at if 0 <= at < len(reach.urls) else 0
    base = reach.urls[at] if reach.urls else ""
    others = tuple(Other(plain(url), place) for place, url in enumerate(reach.urls) if place != at)
    seats = seats if seats and link is not None and link.role >= Role.PLAYER else {}
    seat = seat if seat in seats else None
    asks_for = "" if seat is None else f".{seat}"
    allows = "" if link is None else _ALLOWS[link.role]
    if seat is not None:
        allows = _("Scan this to play as %(player)s.", player=seats[seat])
    url = f"{base}join#{link.secret}{f'.{code}{asks_for}' if code else ''}" if base and link is not None else ""
    may_invite = ((key, kind) for key, kind in KINDS.items() if kind.role <= role)
    return Invitation(
        code=code,
        into=into,
        link=link.id if link is not None else "",
        allows=allows,
        until=words.moment(link.expires_at).shown if link is not None and link.expires_at else "",
        qr=drawn(url) if url else Markup(),
        url=url,
        shown=plain(base),
        by_name=plain(reach.by_name) if at == 0 else "",
        at=at,
        others=others,
        short=f"{short.code[:3]} {short.code[3:]}" if short else "",
        short_until=words.clock(short.expires_at) if short else "",
        kinds=tuple(may_invite) if role >= Role.HOST else (),
        usual=link is None or link.standing,
        seats=seats,
        seat=seat,
        waiting=tuple(waiting),
        one_host=one_host and link is not None and link.standing,
        agreeing=agreeing,
    )


def plain(url: str) -> str:
    """An address as people type it: without the slash at its end, and without http, which browsers add."""
    return url.removeprefix("http://").rstrip("/")


def drawn(text: str) -> Markup:
    """A QR code as SVG, black on white in both themes, as large as its box."""
    drawing = io.BytesIO()
    code = segno.make(text, micro=False, error="m", boost_error=False)
    code.save(
        drawing, kind="svg", xmldecl=False, svgns=False, omitsize=True, svgclass="qr", lineclass=None, border=4,
        title=_("QR code of this invitation"), dark="#000", light="#fff",
    )  # fmt: skip
    return Markup(drawing.getvalue().decode())  # noqa: S704 - drawn here, of nothing that anybody typed
