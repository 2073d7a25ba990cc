"""Phones at a table, for tests of who may what: let in by a link, with a seat, with entries of their own."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass

from referee.game import commands as cmd
from referee.services.deliveries import WriteTag
from referee.services.games import games
from referee.services.games.games import Done
from referee.services.phones import access, holdings, invitations
from referee.services.phones.access import CLUB, Role
from tests.services.desk import open_game, tag

HERE = "192.168.1.9"


def new_phone() -> str:
    phone = access.make_phone(secrets.token_urlsafe(32), Role.NOBODY)
    assert phone is not None
    return phone.id


def by(phone: str, seen: int = 0, door: Role = Role.NOBODY) -> WriteTag:
    """A write of this phone, which comes through no open door."""
    return WriteTag(secrets.token_hex(8), seen, "", phone, door)


def role(phone: str, club: str = "", game: str = "") -> Role:
    return access.role_of(by(phone), club, game)


def let_in(secret: str, phone: str = "") -> str:
    """A phone (a new one) that comes in by the secret of a link."""
    phone = phone or new_phone()
    invitations.exchange(secret, lambda: phone, HERE)
    return phone


@dataclass(frozen=True)
class Table:
    """A game of four in a club whose host came by a link for hosts, and players by the usual one, Dee on no phone."""

    code: str
    club: str
    host_link: str
    """The id of the link."""
    host: str
    phones: Mapping[int, str]
    """By seat; seat 1 is the host's."""

    def role(self, phone: str) -> Role:
        """What a phone may do in the game."""
        return role(phone, self.club, self.code)


def table() -> Table:
    code = open_game().code
    club = access.club_of_game(code)
    link = invitations.make(CLUB, club, Role.HOST, tag())
    usual = invitations.standing(club).secret
    phones = {1: let_in(link.secret), **{seat: let_in(usual) for seat in (2, 3, 4)}}
    for seat, phone in phones.items():
        assert holdings.claim(code, seat, by(phone)) is None
    return Table(code, club, link.id, phones[1], phones)


def play_a_round(at: Table, entering: tuple[int, ...] = (2, 3, 4), out: int = 1) -> None:
    """Round one, in which these phones enter their own cards; somebody at the computer does the rest."""
    state = games.game(at.code)
    assert state.running is not None
    number = state.running.number
    for seat in [seat for seat in state.running.seats if seat != out]:
        now_at = games.game(at.code).number
        writer = by(at.phones[seat], now_at) if seat in entering else tag(now_at)
        line = cmd.EnterCardsLeft(number, seat, "K", confirmed=True)
        assert isinstance(games.act(at.code, line, writer), Done)
    closing = cmd.CloseRound(number, {}, out, says_went_out=True, confirmed=True)
    assert isinstance(games.act(at.code, closing, tag(games.game(at.code).number)), Done)
