"""Who organises a house: the computer that runs the app, and phones that said yes when they were asked, or were told.

No phone becomes organiser by itself. Where the computer has never been used (a small one without a screen), a phone
of the home is asked. Elsewhere the computer, or another organiser, makes a phone organiser, and that phone is told.
"""

from __future__ import annotations

from referee import errors
from referee.days import now
from referee.services.deliveries import WriteTag
from referee.services.phones import access, grants, invitations
from referee.services.phones.access import CLUB, HOUSE, Phone, Right, Role
from referee.storage.clubs import clubs
from referee.storage.engine.transactions import reading, writing_rights
from referee.storage.phones import rights
from referee.storage.phones.rights import Rests
from referee.storage.tables.phones import Right as Row

_ORGANISES = Right(HOUSE, "", Role.ORGANISER)
_NO, _KNOWS = "no", "knows"
_CHOSEN = "organiser"
"""A setting that each choice writes first: of two phones that say yes at once the second waits, and is told."""


def is_wanted() -> bool:
    """Whether nobody organises the house: no phone, and the computer that runs it has never been used."""
    with reading():
        return _is_wanted()


def is_by_right(phone: Phone) -> bool:
    """Whether a phone is organiser of the house because somebody said yes, not because of where it stands."""
    return _ORGANISES in phone.rights


def is_asked(phone: Phone) -> bool:
    """Whether a phone is to be asked, on its first page, if it is the organiser.

    Whoever came by an invitation is a guest, and is asked nothing. Neither is a phone that said no.
    """
    if phone.door != Role.HOST or phone.rights:
        return False
    with reading():
        return _is_wanted() and not (phone.id and _answer(phone.id) == _NO)


def is_untold(phone: Phone) -> bool:
    """Whether a phone is organiser and has not yet said that it knows."""
    if _ORGANISES not in phone.rights:
        return False
    with reading():
        return _answer(phone.id) != _KNOWS


def accept(tag: WriteTag) -> bool:
    """This phone was asked, and says yes; False where somebody else was quicker. Raises NotAllowed away from an open
    door."""
    with writing_rights():
        if tag.door < Role.HOST:
            raise errors.NotAllowed
        rights.set_setting(_CHOSEN, tag.phone)
        if _is_wanted():
            let_in(tag.phone, rights.ON_CLUB)
        return _ORGANISES in access.rights_of(tag.phone)


def let_in(phone: str, rests: Rests) -> None:
    """A phone becomes organiser of the house by its own wish: nobody need tell it. Inside a write."""
    _give(phone, _KNOWS, rests)


def decline(tag: WriteTag) -> None:
    """This phone says no: it is not asked again, and no longer organiser where it was."""
    with writing_rights():
        for right in _organising(tag.phone):
            rights.on_phone_alone(right)  # whom it made organiser or host stays that
        _end(tag.phone, tag)


def knows(tag: WriteTag) -> None:
    """This phone has read that it is organiser."""
    with writing_rights():
        rights.set_setting(_key(tag.phone), _KNOWS)
        _changed()


def make(phone: str, tag: WriteTag) -> None:
    """An organiser makes another phone organiser, which is told. Raises NotAllowed, UnknownPhone."""
    with writing_rights():
        access.demand(tag, Role.ORGANISER)
        _check_known(phone)
        rights.set_setting(_CHOSEN, phone)
        if _ORGANISES not in access.rights_of(phone):
            _give(phone, "", grants.by_writer(tag, HOUSE, "", Role.ORGANISER, phone))


def unmake(phone: str, tag: WriteTag) -> None:
    """A phone is organiser no longer; what else it may do stays. Raises NotAllowed, UnknownPhone."""
    with writing_rights():
        access.demand(tag, Role.ORGANISER)
        _check_known(phone)
        renewable = invitations.may_renew(tag)
        _end(phone, tag)
        invitations.renew_known([phone], tag, renewable)


def _is_wanted() -> bool:
    return not rights.computers() and not rights.anybody(Role.ORGANISER)


def _check_known(phone: str) -> None:
    if not rights.is_known(phone):
        raise errors.UnknownPhone


def _give(phone: str, answer: str, rests: Rests) -> None:
    grants.give(phone, HOUSE, "", Role.ORGANISER, now(), rests)
    rights.set_setting(_key(phone), answer)
    _changed()


def _organising(phone: str) -> list[Row]:
    return [row for row in rights.living_of(phone) if grants.organises(row)]


def _end(phone: str, tag: WriteTag) -> None:
    grants.end(_organising(phone), now(), tag)
    rights.set_setting(_key(phone), _NO)
    _changed()


def _changed() -> None:
    """Pages that show what this phone may do are renewed, in each club."""
    for club in clubs.clubs(removed=False):
        access.people_changed(CLUB, club.id)


def _answer(phone: str) -> str:
    return rights.setting(_key(phone)) or ""


def _key(phone: str) -> str:
    return f"{_CHOSEN} {phone}"
