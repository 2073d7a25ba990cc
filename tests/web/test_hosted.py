"""An app on the open internet from the first password to a phone that is taken out, as browsers see it."""

from __future__ import annotations

import secrets
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from referee.services.clubs import clubs, seasons
from referee.services.games import games
from referee.services.games.games import Done
from referee.services.phones import invitations
from referee.services.phones.access import CLUB, Role
from tests.services.desk import opening, tag
from tests.web.plain import PASSWORD, phones_and_rights


def write(client: FlaskClient, address: str, **fields: Any) -> TestResponse:
    return client.post(address, data={"write_id": secrets.token_hex(8), "seen": "1", **fields})


def game(hosted: Flask, club: str) -> str:
    with hosted.app_context():
        opened = games.open_game(opening("contract", "Ann", "Ben", "Cid"), tag(), club)
        assert isinstance(opened, Done)
        return opened.code


def test_from_the_password_to_a_phone_that_is_taken_out(hosted: Flask) -> None:
    with hosted.app_context():
        club = seasons.first_club().id
        other = clubs.make_club("Thursdays").id
        secret = invitations.standing(club).secret
    own, foreign = game(hosted, club), game(hosted, other)
    organiser, guest, stranger = (hosted.test_client() for _ in range(3))
    assert organiser.post("/door", data={"key": PASSWORD}).status_code == 303
    assert organiser.get(f"/clubs/{other}").status_code == 200

    assert write(guest, "/join", secret=secret, game=own).status_code == 303
    assert guest.get(f"/g/{own}").status_code == 200
    assert "Thursdays" not in guest.get("/").text, "a club of others is not listed"
    for address in (f"/g/{foreign}", f"/clubs/{other}", f"/g/{own}/club", f"/clubs/{club}/data", "/clubs/new"):
        assert guest.get(address).status_code == 403, address
    assert write(guest, f"/g/{own}/table/note", text="Cake").status_code == 303
    assert write(guest, f"/g/{foreign}/table/note", text="Cake").status_code == 403
    for address in (f"/g/{own}/finish", f"/g/{own}/table/move", f"/clubs/{club}/rename"):
        assert write(guest, address, seat="1", step="down", name="Ours", confirmed="y").status_code == 403, address

    before = phones_and_rights(hosted)
    for wrong in (secret[:-1], secret[::-1], secret.swapcase(), club, "x"):
        assert write(stranger, "/join", secret=wrong).status_code == 403
        assert write(stranger, "/join/code", short=wrong[:6]).status_code == 403
    assert phones_and_rights(hosted) == before
    assert stranger.get(f"/g/{own}").status_code == 403

    with hosted.app_context():
        assert games.game(own).number == 2, "the one note, and nothing else"
        link = next(link for link in invitations.links(CLUB, club) if link.secret == secret)
        assert (link.role, link.admitted) == (Role.PLAYER, 1)
        invitations.revoke(link.id, tag(), with_admitted=True)
    assert guest.get(f"/g/{own}").status_code == 403
    assert "This phone was removed" in guest.get("/").text
    assert write(guest, "/join", secret=secret).status_code == 403, "the link is worth nothing any more"
    assert organiser.get(f"/g/{own}").status_code == 200


def test_a_phone_of_another_club_gains_nothing_by_naming_its_own(hosted: Flask) -> None:
    with hosted.app_context():
        club = seasons.first_club().id
        other = clubs.make_club("Thursdays").id
        link = invitations.make(CLUB, other, Role.HOST, tag())
    own = game(hosted, club)
    host = hosted.test_client()
    assert write(host, "/join", secret=link.secret).status_code == 303
    assert host.get("/new").status_code == 200
    assert write(host, f"/clubs/{other}/bring-back/game/{own}").status_code == 403
    assert write(host, f"/g/{own}/invite/make", role="4").status_code == 403
    opened = write(
        host, "/new", rulebook="contract", player=["Dee", "Eve", "Fay"], how="chosen", dealer="1", club=club, season=""
    )
    assert opened.status_code == 303
    with hosted.app_context():
        assert len(games.games_in_progress(club=other)) == 1, "it is a game of the own club"
        assert len(games.games_in_progress(club=club)) == 1
