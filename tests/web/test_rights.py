"""Every route by role, in the own and in another club: what is refused shows nothing and changes nothing."""

from __future__ import annotations

import html
import logging
import re
import secrets
from contextlib import suppress
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import func, select
from werkzeug.exceptions import NotFound
from werkzeug.routing import Rule
from werkzeug.test import TestResponse

from referee import errors
from referee.season.rules import SeasonRule
from referee.services.clubs import clubs, evenings, seasons
from referee.services.clubs.evening_views import EveningForm
from referee.services.deliveries import WriteTag
from referee.services.games import games, photos
from referee.services.games.games import Done
from referee.services.phones import access, invitations, phones
from referee.services.phones.access import CLUB, GAME, HOUSE, Role
from referee.storage.tables.database import Base, db
from referee.storage.tables.phones import Attempt
from referee.web.shell import rights
from referee.web.shell.rights import RIGHTS, Need
from tests.photographs import picture
from tests.services.desk import opening, tag
from tests.sizes import sized

SECRET_WORDS = ("Ann", "Ben", "Tuesdays", "Thursdays", "First season")
"""What of a club no stranger may read."""


class Place(NamedTuple):
    """A club with a game that is being played, a season, a player and an evening."""

    club: str
    code: str
    season: str
    player: str
    evening: str
    photo: str

    @property
    def values(self) -> dict[str, Any]:
        """Values for the addresses of all routes."""
        return {
            **self._asdict(),
            "other": self.player,
            "seat": 1,
            "number": 1,
            "meld": 1,
            "seq": 1,
            "topic": "wild",
            "question": "meld",
            "name": "meld",
            "rulebook": "contract",
            "kind": "season",
            "id_": self.season,
            "filename": "icon.svg",
            "version": "0",
            "which": "later",
        }


class House(NamedTuple):
    app: Flask
    own: Place
    foreign: Place


def place(name: str) -> Place:
    club = clubs.make_club(name).id
    form = clubs.SeasonForm("First season", "2026-01-01", None, SeasonRule())
    season = clubs.make_season(club, form).id
    opened = games.open_game(opening("contract", "Ann", "Ben", "Zoë"), tag(), club)
    assert isinstance(opened, Done)
    player = next(each.id for each in seasons.players(club) if each.name == "Ann")
    evening = evenings.make(club, EveningForm("2026-01-31")).id
    photo = photos.keep(opened.code, photos.made_small(picture()), tag())
    return Place(club, opened.code, season, player, evening, photo)


@pytest.fixture
def house(app: Flask) -> House:
    app.config.update(TRUST_LOCALHOST=False, HOSTED=True)
    with app.app_context():
        own, foreign = place("Tuesdays"), place("Thursdays")
    return House(app, own, foreign)


def phone(house: House, role: Role, scope: str = CLUB) -> FlaskClient:
    """A phone with this role in the own club, in its game or in the whole house."""
    client = house.app.test_client()
    if role == Role.NOBODY:
        return client
    cookie = access.new_cookie()
    of = {CLUB: house.own.club, GAME: house.own.code, HOUSE: ""}[scope]
    with house.app.app_context():
        made = access.make_phone(cookie, Role.NOBODY)
        assert made is not None
        phones.give(made.id, scope, of, role, tag())
    client.set_cookie("phone", cookie)
    return client


def routes(app: Flask) -> list[tuple[Rule, str]]:
    """Every route with a method by which a browser would ask for it."""
    found = []
    for rule in app.url_map.iter_rules():
        methods = (rule.methods or set()) - {"HEAD", "OPTIONS"}
        found += [(rule, method) for method in sorted(methods & {"GET", "POST"}) or sorted(methods)[:1]]
    return found


def ask(client: FlaskClient, rule: Rule, method: str, at: Place) -> TestResponse:
    adapter = client.application.url_map.bind("localhost")
    values = {name: value for name, value in at.values.items() if name in rule.arguments}
    address = adapter.build(rule.endpoint, values, method, append_unknown=False)
    sent = {"write_id": secrets.token_hex(8), "seen": "1"} if method == "POST" else None
    return client.open(address, method=method, data=sent)


def is_refused(answer: TestResponse) -> bool:
    """Whether the table of rights refuses it, and not what a command needs beyond that."""
    return answer.status_code == 403 and errors.NotAllowed.sentence not in answer.text


def expected(need: Need, role: Role, foreign: bool, scope: str) -> bool:
    """Whether a phone with this role in the own club may open a route of that club, or of another one."""
    if need.scope == "nowhere":
        return True
    if need.scope == "house":
        return scope == HOUSE and role >= need.role
    if foreign:
        return scope == HOUSE and role >= need.role
    return role >= need.role


def signs_of_others(house: House) -> tuple[str, ...]:
    """What no phone of the own club may read of another one: its name, and what is in its addresses."""
    return ("Thursdays", *house.foreign)


def differences(house: House, role: Role, foreign: bool, scope: str = CLUB, only: str = "") -> list[str]:
    """Routes (``only`` that of one endpoint) whose answer is not what the table of this module says."""
    client, wrong = phone(house, role, scope), []
    for rule, method in routes(house.app):
        if only not in ("", rule.endpoint):
            continue
        named = bool({"club", "season", "player", "code"} & set(rule.arguments))
        if foreign and not named:
            continue  # the same route as of the own club
        answer = ask(client, rule, method, house.foreign if foreign else house.own)
        need = TABLE[rule.endpoint]
        may = expected(need, role, foreign, scope)
        if is_refused(answer) == may:
            wrong.append(f"{method} {rule.rule}: {answer.status_code}")
        if not may and (foreign or role == Role.NOBODY) and any(word.encode() in answer.data for word in SECRET_WORDS):
            wrong.append(f"{method} {rule.rule} shows something")
        is_no_text = answer.mimetype in ("text/event-stream", "image/jpeg")
        if not (foreign or is_no_text) and any(sign in answer.text for sign in signs_of_others(house)):
            wrong.append(f"{method} {rule.rule} shows another club")
        answer.close()
    return wrong


TABLE = dict(RIGHTS)
"""As it is written, whatever a test puts in its place."""


def everything(app: Flask) -> dict[str, int]:
    """How many rows each table has, and how far the logs have come; tries that failed are counted on purpose."""
    with app.app_context():
        counts = {
            table.name: db.session.scalar(select(func.count()).select_from(table)) or 0
            for table in Base.metadata.sorted_tables
            if table.name != Attempt.__tablename__
        }
        db.session.rollback()
        return counts


def test_every_route_has_a_row_and_every_row_a_route(app: Flask) -> None:
    assert {rule.endpoint for rule in app.url_map.iter_rules()} == set(RIGHTS)


def test_a_route_without_a_row_is_refused(new_app: Flask) -> None:
    new_app.add_url_rule("/forgotten", "forgotten", lambda: "shown to anybody")
    answer = new_app.test_client().get("/forgotten")
    assert answer.status_code == 403
    assert "shown to anybody" not in answer.text


@pytest.mark.unmeasured
@pytest.mark.parametrize(
    ("role", "foreign"),
    [
        *((role, False) for role in sized((Role.NOBODY, Role.SPECTATOR, Role.PLAYER, Role.HOST), tuple(Role))),
        *((role, True) for role in sized((Role.HOST,), tuple(Role))),
    ],
    ids=lambda told: ("own club", "another club")[told] if isinstance(told, bool) else told.name.lower(),
)
def test_what_a_phone_may_open(house: House, role: Role, foreign: bool) -> None:
    before = everything(house.app)
    assert differences(house, role, foreign) == []
    if foreign or role <= Role.SPECTATOR:
        after = everything(house.app)
        changed = {name for name in after if after[name] != before[name]}
        its_own = {"phone", "phone_right", "club_change"} | ({"delivery"} if role == Role.SPECTATOR else set())
        assert changed <= its_own, "the phone of the test itself, and that a reader chose the club"


def test_an_organiser_of_the_house_may_open_everything_of_every_club(house: House) -> None:
    assert differences(house, Role.ORGANISER, foreign=True, scope=HOUSE) == []


@pytest.mark.parametrize(
    ("endpoint", "need", "role"),
    [
        ("data.export", Need(Role.PLAYER, "club"), Role.PLAYER),
        ("history.page", Need(Role.HOST, "game"), Role.SPECTATOR),
        ("start.page", Need(Role.PLAYER, "house"), Role.NOBODY),
    ],
)
def test_the_matrix_notices_a_row_that_was_changed(
    house: House, monkeypatch: pytest.MonkeyPatch, endpoint: str, need: Need, role: Role
) -> None:
    assert differences(house, role, foreign=False, only=endpoint) == []
    monkeypatch.setattr(rights, "RIGHTS", {**RIGHTS, endpoint: need})
    assert differences(house, role, foreign=False, only=endpoint) != []


def test_a_stranger_at_the_first_page_sees_the_door_and_no_club(house: House) -> None:
    page = phone(house, Role.NOBODY).get("/")
    assert "You need an invitation" in page.text
    assert not any(word in page.text for word in SECRET_WORDS)


def test_a_refusal_says_the_same_of_a_game_that_is_there_and_of_one_that_is_not(house: House) -> None:
    stranger = phone(house, Role.NOBODY)
    there, none = stranger.get(f"/g/{house.own.code}/score"), stranger.get("/g/WWWWWW/score")
    assert (there.status_code, none.status_code) == (403, 403)
    token = re.compile(r'data-token="[^"]+"')  # it holds the second in which the page was made
    assert token.sub("", there.text) == token.sub("", none.text).replace("WWWWWW", house.own.code)
    assert rights.STRANGER in there.text


def test_a_refusal_is_logged_and_says_who_and_what(house: House, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        phone(house, Role.NOBODY).post(f"/g/{house.own.code}/undo")
    (line,) = [record.getMessage() for record in caplog.records if "refused" in record.getMessage()]
    assert f"POST '/g/{house.own.code}/undo'" in line
    assert "an unknown phone at 127.0.0.1" in line


def test_programs_are_refused_as_programs_read_it(house: House) -> None:
    answer = phone(house, Role.NOBODY).get(f"/api/games/{house.own.code}")
    assert answer.status_code == 403
    assert answer.json == {"error": {"field": "request", "message": rights.STRANGER}}


def test_the_players_of_a_game_of_another_club_are_not_taken_over(house: House) -> None:
    host = phone(house, Role.HOST)
    taken_over = re.compile(r'<input[^>]* value="Ann"')
    assert taken_over.search(host.get(f"/new?again={house.own.code}").text)
    assert not taken_over.search(host.get(f"/new?again={house.foreign.code}").text)


def by(made: str) -> WriteTag:
    return WriteTag(secrets.token_hex(8), 0, "", made, Role.NOBODY)


def test_the_door_can_be_watched_through_and_closed(house: House) -> None:
    house.app.config["HOSTED"] = False
    visitor = house.app.test_client()
    visitor.environ_base["REMOTE_ADDR"] = "192.168.1.77"

    def visits() -> tuple[int, int]:
        addresses = (f"/g/{house.own.code}", "/new")
        looks, opens = (visitor.get(each, base_url="http://192.168.1.5").status_code for each in addresses)
        return looks, opens

    assert visits() == (200, 200)
    with house.app.app_context():
        phones.set_door("watch", tag())
    assert visits() == (200, 403)
    with house.app.app_context():
        phones.set_door("closed", tag())
    assert visits() == (403, 403)


def test_a_revoked_phone_is_a_stranger_even_where_the_door_is_open(house: House) -> None:
    house.app.config["HOSTED"] = False
    player = phone(house, Role.PLAYER)
    home: dict[str, Any] = {"base_url": "http://192.168.1.5", "environ_base": {"REMOTE_ADDR": "192.168.1.77"}}
    player.set_cookie("phone", player.get_cookie("phone").value, domain="192.168.1.5")  # type: ignore[union-attr]
    assert player.get("/new", **home).status_code == 200
    with house.app.app_context():
        (made,) = phones.phones_of(CLUB, house.own.club)
        phones.revoke(made.id, tag())
    refused = player.get("/new", **home)
    assert refused.status_code == 403
    assert rights.REVOKED in refused.text
    assert "This phone was removed" in player.get("/", **home).text
    assert house.app.test_client().get("/new", **home).status_code == 200


def test_a_link_that_was_kept_lets_it_in_again(house: House) -> None:
    with house.app.app_context():
        secret = invitations.standing(house.own.club).secret
        made = access.make_phone(access.new_cookie(), Role.NOBODY)
        assert made is not None
        phones.give(made.id, CLUB, house.own.club, Role.PLAYER, tag())
        phones.revoke(made.id, tag(), renew=False)
        assert access.role_of(by(made.id), house.own.club) is Role.NOBODY
        again = access.make_phone(access.new_cookie(), Role.NOBODY)
        assert again is not None
        invitations.exchange(secret, lambda: again.id, "192.168.1.9")
        assert access.role_of(by(again.id), house.own.club) is Role.PLAYER


def offered(answer: TestResponse, app: Flask) -> set[str]:
    """Endpoints that a page offers: where its links and forms lead."""
    adapter = app.url_map.bind("localhost")
    found: set[str] = set()
    for whole, leads, address in re.findall(r'(<(?:a|form)\b[^>]*?\b(href|action)="(/[^"]*)"[^>]*>)', answer.text):
        method = "GET" if leads == "href" or 'method="get"' in whole else "POST"
        path = urlsplit(html.unescape(address)).path
        with suppress(NotFound):
            found.add(adapter.match(path, method)[0])
    return found


@pytest.mark.parametrize("seasons_left", [True, False], ids=["with a season", "without one"])
@pytest.mark.parametrize("role", [Role.SPECTATOR, Role.PLAYER, Role.SCORER, Role.HOST], ids=lambda role: role.name)
def test_no_page_offers_what_the_phone_may_not_do(house: House, role: Role, seasons_left: bool) -> None:
    if not seasons_left:
        with house.app.app_context():
            clubs.remove_season(house.own.season)
    client, wrong = phone(house, role), set()
    for rule, method in routes(house.app):
        need = RIGHTS[rule.endpoint]
        if method != "GET" or not expected(need, role, False, CLUB):
            continue
        answer = ask(client, rule, method, house.own)
        if answer.mimetype == "text/html" and answer.status_code == 200:
            for endpoint in offered(answer, house.app):
                if not expected(RIGHTS[endpoint], role, False, CLUB):
                    wrong.add(f"{rule.endpoint} offers {endpoint}")
        answer.close()
    assert not wrong, "\n".join(sorted(wrong))


def test_a_host_is_sent_to_an_organiser_and_a_player_to_the_host(house: House) -> None:
    """Nobody is told that one who is host already could do it."""
    season = f"/clubs/{house.own.club}/seasons/new"
    assert str(rights.FOR_ORGANISERS) in html.unescape(phone(house, Role.HOST).get(season).text)
    assert str(rights.TOO_LITTLE) in phone(house, Role.PLAYER).get("/new").text
    money = f"/clubs/{house.own.club}/money"
    assert str(rights.OF_CLUB) in html.unescape(phone(house, Role.SPECTATOR).get(money).text)
