"""The phones of a club: what they are called, whose they are, what they may do; and what let them in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from referee.messages import N_, lazy_gettext
from referee.messages import gettext as _
from referee.services.phones.access import EVENING, GAME, Role
from referee.services.phones.grants import Entry
from referee.services.phones.invitations import LinkView, WaitingView
from referee.services.phones.phones import PhoneView
from referee.web.parts.club_bar import ClubBar
from referee.web.shell import words

ROLES: Mapping[str, Role] = {"player": Role.PLAYER, "scorer": Role.SCORER, "host": Role.HOST}
_MAY = {
    Role.NOBODY: lazy_gettext("at home"),
    Role.SPECTATOR: lazy_gettext("watches"),
    Role.PLAYER: lazy_gettext("plays"),
    Role.SCORER: lazy_gettext("enters for everyone"),
    Role.HOST: lazy_gettext("host"),
    Role.ORGANISER: lazy_gettext("organiser"),
}
_NO_LONGER = {
    Role.NOBODY: N_("%(phone)s is no longer at home"),
    Role.SPECTATOR: N_("%(phone)s no longer watches"),
    Role.PLAYER: N_("%(phone)s no longer plays"),
    Role.SCORER: N_("%(phone)s no longer enters for everyone"),
    Role.HOST: N_("%(phone)s is no longer host"),
    Role.ORGANISER: N_("%(phone)s is no longer organiser"),
}
_NO_LONGER_IN_A_GAME = {
    **_NO_LONGER,
    Role.SPECTATOR: N_("%(phone)s no longer watches one game"),
    Role.PLAYER: N_("%(phone)s no longer plays in one game"),
    Role.SCORER: N_("%(phone)s no longer enters for everyone in one game"),
    Role.HOST: N_("%(phone)s is no longer host of one game"),
}
_WHY = {
    "link": lazy_gettext("with an invitation"),
    "agreement": lazy_gettext("two phones agreed"),
    "password": lazy_gettext("with the password"),
}
DOOR_CHOICES = (
    ("open", lazy_gettext("Everyone on this Wi-Fi"), lazy_gettext("may play and enter cards")),
    ("watch", lazy_gettext("Everyone on this Wi-Fi may watch"), lazy_gettext("players need an invitation")),
    ("closed", lazy_gettext("No one without an invitation"), ""),
)


@dataclass(frozen=True)
class PhoneLine:
    id: str
    called: str
    """What somebody has called it, else whose it is, else that nobody knows."""
    name: str
    """What somebody has called it."""
    may: str
    mine: bool
    seen: words.Moment
    changes: tuple[tuple[str, str], ...]
    """What else it may become, as values and words."""
    can_go: bool
    organises: bool
    """Organiser of the house."""
    organiser: str
    """What this phone may answer to whether it is organiser: ``yes``, ``no``, or empty."""


@dataclass(frozen=True)
class Organiser:
    """Who organises this home."""

    here: bool
    """This phone does."""
    computer: bool
    """It is the computer that runs the app."""
    by_right: bool
    """It was asked or made so, and may give it back."""
    wanted: bool
    """Nobody does, and this phone can say that it will."""
    others: str
    """Who else does, in words; empty for none that has written anything."""


@dataclass(frozen=True)
class LinkLine:
    id: str
    allows: str
    until: str
    admitted: int


class ToldLine(NamedTuple):
    """One line of the log of access."""

    at: words.Moment
    sentence: str
    why: str
    """Who or what gave it; empty where that is not known."""


@dataclass(frozen=True)
class Leaving:
    """A phone that is to be removed, before that is done."""

    bar: ClubBar
    phone: str
    called: str
    """Empty for one that has no name."""
    renewed: str
    """The invitations that it knows, in words; empty for none."""
    kept: str
    """Those of them that this phone may not renew."""
    lose: str
    """The phones that lose what this one gave them."""
    card: bool
    """Whether the recovery card goes with it."""
    password: bool
    """Whether it can come back by the organiser’s password."""


@dataclass(frozen=True)
class Phones:
    bar: ClubBar
    phones: tuple[PhoneLine, ...]
    organiser: Organiser | None
    """None where the house is hosted, or this phone is none of the home."""
    links: tuple[LinkLine, ...]
    waiting: tuple[WaitingView, ...]
    one_host: bool
    """Nobody could go on if the only phone that is host died."""
    door: str
    """The setting of the door; empty where this phone may not change it."""
    doors: tuple[tuple[str, str, str], ...]
    has_card: bool
    card: str
    """The code of a recovery card that was made just now."""
    entries: tuple[ToldLine, ...]
    """The log of access: what was given and what has ended, the last first."""


def phone_line(phone: PhoneView, names: Sequence[str], role: Role, mine: bool, may_choose: bool = False) -> PhoneLine:
    """``names``: the players it holds. ``role``: what whoever looks may do here. ``may_choose``: who is organiser."""
    own = phone.name or (_("The computer that runs the app") if phone.computer else "")
    its = max(phone.role, phone.of_games)
    may = _MAY[its] if its == phone.role else _("%(may)s, in single games only", may=_MAY[its])
    if its == Role.NOBODY and phone.of_evenings:
        may = _("says who comes, by an invitation to an evening")
    above = its > role
    changes = (
        () if mine or above else tuple((key, str(_MAY[to])) for key, to in ROLES.items() if to != its and to <= role)
    )
    return PhoneLine(
        phone.id, called(own, names), phone.name, may, mine, words.moment(phone.seen_at),
        changes if phone.role not in (Role.NOBODY, Role.ORGANISER) else (), not mine and not above,
        phone.role >= Role.ORGANISER,
        "" if not may_choose or phone.computer or mine else "no" if phone.role >= Role.ORGANISER else "yes",
    )  # fmt: skip


def called(own: str, names: Sequence[str]) -> str:
    """A phone by its own name and whose it is, as far as either is known."""
    held = words.listing(names)
    if own and held and held != own:
        return f"{own} ({held})"
    return own or (_("%(player)s’s phone", player=held) if held else _("A phone without a name"))


def told_line(entry: Entry, who: Mapping[str, str]) -> ToldLine:
    """A line of the log of access; ``who``: by id what phones are called."""
    phone, by = who[entry.phone], who.get(entry.by, "")
    in_one_game = entry.scope == GAME
    if entry.scope == EVENING:
        return ToldLine(
            words.moment(entry.at), _of_evening(phone, ended=entry.ended), str(_WHY.get(entry.rests_on, ""))
        )
    if entry.ended:
        sentence = _((_NO_LONGER_IN_A_GAME if in_one_game else _NO_LONGER)[entry.role], phone=phone)
        why = _("ended on %(phone)s", phone=by) if by and by != phone else ""
    else:
        at = {"phone": phone, "may": _MAY[entry.role]}
        sentence = _("%(phone)s: %(may)s, in one game", **at) if in_one_game else _("%(phone)s: %(may)s", **at)
        why = _WHY.get(entry.rests_on) or (_("made on %(phone)s", phone=by) if by and by != phone else "")
    return ToldLine(words.moment(entry.at), sentence, str(why))


def _of_evening(phone: str, *, ended: bool) -> str:
    return (
        _("%(phone)s is no longer invited to an evening", phone=phone)
        if ended
        else _("%(phone)s: invited to an evening", phone=phone)
    )


def link_line(link: LinkView) -> LinkLine:
    allows = {
        Role.SPECTATOR: _("To watch"),
        Role.PLAYER: _("To play"),
        Role.SCORER: _("Enter for everyone"),
        Role.HOST: _("Run the game"),
    }
    until = words.moment(link.expires_at).shown if link.expires_at else ""
    may = allows.get(link.role, _("Organiser"))
    if link.scope == EVENING:
        may = _("Coming or not, one evening")
    if link.scope == GAME:
        may = _("%(may)s, one game only", may=may)
    return LinkLine(link.id, may, until, link.admitted)
