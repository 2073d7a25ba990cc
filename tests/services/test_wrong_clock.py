"""Each stored moment that is compared with now, when the clock was wrong by years while it was stored."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from flask import Flask, session
from sqlalchemy import select

import referee
from referee import days, errors
from referee.game import commands as cmd
from referee.services.clubs import clubs, removal, seasons
from referee.services.games import games, permits
from referee.services.house import notebooks
from referee.services.phones import access, agreement, announced, attempts, holdings, invitations, phones
from referee.services.phones.access import CLUB, Role
from referee.services.phones.holdings import HeldBy
from referee.storage.clubs import forgetting
from referee.storage.clubs.clubs import KEPT_DAYS, REMOVED
from referee.storage.clubs.notebooks import MOST_OPEN
from referee.storage.engine import transactions, watch
from referee.storage.phones import links, rights
from referee.storage.start import filling
from referee.storage.tables.clubs import Club, GameClub, Notebook, Player
from referee.storage.tables.database import db
from referee.storage.tables.phones import Attempt, JoinCode, Phone, Right, Waiting
from tests.services.at_table import Table, by, play_a_round, table
from tests.services.desk import closing, must, open_game, tag
from tests.sizes import sized

AHEAD = timedelta(days=731)
DAYS_OFF = sized([-9000, -60, -20, 60, 900000], [-9000, -731, -100, -60, -20, 20, 60, 731, 900000])
OFF = [0.02, -0.02, 731, -731, 2_900_000]
"""Days by which a clock is wrong; the last one leads to the end of the calendar."""
OLD_GAMES = b"day,Ada,Ben\n2020-01-01,1,2\n2021-01-01,3,4\n"
SECOND = "Thursdays"
HERE = "203.0.113.9"
Set = Callable[..., None]


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Set:
    """Moves the clock of this computer, which stands still else: no test hangs on how long it takes."""
    moment = days.clock()

    def by(**how_far: float) -> None:
        monkeypatch.setattr(days, "clock", lambda: moment + timedelta(**how_far))

    by()
    return by


@pytest.fixture(autouse=True)
def in_app(app: Flask) -> Iterator[None]:
    with app.app_context():
        yield


def new_phone(cookie: str = "one", role: Role = Role.NOBODY) -> str:
    made = access.make_phone(cookie, Role.NOBODY)
    assert made is not None
    phones.give(made.id, CLUB, club(), role, tag())
    return made.id


def club() -> str:
    return next((each.id for each in seasons.clubs() if each.name != SECOND), "") or seasons.first_club().id


def typed(code: str, cookie: str = "guest") -> str:
    return invitations.try_code(code, HERE, lambda: new_phone(cookie)).id


def asked() -> list[str]:
    return [each.id for each in invitations.waiting_for(CLUB, club())]


@pytest.mark.parametrize("wrong", [731, -731])
def test_tries_of_another_time_lock_nobody_out(clock: Set, wrong: int) -> None:
    clock(days=wrong)
    for _ in range(attempts.PER_ADDRESS + 1):
        with pytest.raises((errors.NoEntry, errors.TooOften)):
            typed("WWWWWW")
    clock()
    code = invitations.make_code(invitations.standing(club()).id, tag()).code
    assert typed(code) in asked()


@pytest.mark.parametrize("wrong", [731, -731])
def test_tries_of_another_time_do_not_stop_the_counting(clock: Set, wrong: int) -> None:
    clock(days=wrong)
    with pytest.raises(errors.NoEntry):
        typed("WWWWWW")
    clock()
    for _ in range(attempts.PER_ADDRESS):
        with pytest.raises(errors.NoEntry):
            typed("WWWWWW")
    with pytest.raises(errors.TooOften):
        typed("WWWWWW")


@pytest.mark.parametrize("wrong", [731, -731])
def test_what_was_owed_in_another_time_is_not_owed_now(clock: Set, wrong: int) -> None:
    clock(days=wrong)
    assert attempts.owed("work", HERE, 1000, 1.0) == 1000
    clock()
    assert attempts.owed("work", HERE, 1, 1.0) == 1


@pytest.mark.parametrize("wrong", [731, -731])
def test_a_short_code_of_another_time_opens_nothing_and_is_shown_to_nobody(clock: Set, wrong: int) -> None:
    link = invitations.standing(club()).id
    clock(days=wrong)
    code = invitations.make_code(link, tag()).code
    clock()
    assert invitations.code_now(link) is None
    with pytest.raises(errors.NoEntry):
        typed(code)
    another = invitations.make_code(link, tag()).code
    assert [row.code for row in db.session.scalars(select(JoinCode))] == [another]
    assert invitations.code_now(link) is not None


@pytest.mark.parametrize("wrong", [731, -731])
def test_an_invitation_for_some_hours_that_was_made_in_another_time_is_over(clock: Set, wrong: int) -> None:
    clock(days=wrong)
    for_hours = invitations.make(CLUB, club(), Role.PLAYER, tag(), hours=20)
    for_good = invitations.make(CLUB, club(), Role.PLAYER, tag())
    clock()
    with pytest.raises(errors.NoEntry):
        invitations.exchange(for_hours.secret, new_phone, HERE)
    with pytest.raises(errors.UnknownLink):
        invitations.make_code(for_hours.id, tag())
    assert for_hours.id not in {each.id for each in invitations.links(CLUB, club())}
    assert invitations.exchange(for_good.secret, new_phone, HERE).role == Role.PLAYER


@pytest.mark.parametrize("wrong", [731, -731, -0.03])
def test_who_asked_to_be_let_in_in_another_time_is_not_shown_and_asks_again(clock: Set, wrong: float) -> None:
    link = invitations.standing(club()).id
    clock(days=wrong)
    before = typed(invitations.make_code(link, tag()).code)
    assert asked() == [before]
    clock()
    assert asked() == []
    with pytest.raises(errors.UnknownPhone):
        invitations.decide(before, True, tag())
    again = typed(invitations.make_code(link, tag()).code)
    assert asked() == [again], "typed once more, it is shown to those at the table"
    assert invitations.decide(again, True, tag()).admitted


def test_a_phone_that_waits_hears_of_what_it_asked_now_and_not_of_what_a_wrong_clock_dated(clock: Set) -> None:
    link = invitations.standing(club()).id
    clock(days=731)
    invitations.decide(typed(invitations.make_code(link, tag()).code), False, tag())
    clock()
    now = typed(invitations.make_code(link, tag()).code)
    guest = db.session.get_one(Waiting, now).phone
    heard = invitations.last_waiting(guest)
    assert heard is not None
    assert (heard.id, heard.admitted) == (now, None)


@pytest.mark.parametrize("wrong", [731, -731])
def test_a_code_of_the_command_line_of_another_time_opens_nothing(clock: Set, wrong: int) -> None:
    clock(days=wrong)
    code = phones.make_once()
    clock()
    with pytest.raises(errors.NoEntry):
        phones.recover(code, HERE, new_phone)
    phones.recover(phones.make_once(), HERE, new_phone)


@pytest.mark.parametrize("wrong", [731, -731])
def test_an_address_that_came_in_in_another_time_is_a_stranger(clock: Set, wrong: int) -> None:
    clock(days=wrong)
    with transactions.writing():
        attempts.came_in(HERE)
    clock()
    at = days.now()
    assert not any(links.has_come_in(row.key.removeprefix("came in "), at) for row in db.session.query(Attempt))
    with transactions.writing():
        links.forget_attempts(attempts.SPAN, at)
    assert db.session.query(Attempt).count() == 0


@pytest.mark.parametrize("wrong", OFF)
def test_a_file_that_nobody_has_brought_in_yet_stays_whatever_the_clock_shows(clock: Set, wrong: float) -> None:
    first = notebooks.keep(club(), "before.csv", OLD_GAMES)
    clock(days=wrong)
    second = notebooks.keep(club(), "then.csv", OLD_GAMES)
    clock()
    third = notebooks.keep(club(), "after.csv", OLD_GAMES)
    for file in (first, second, third):
        assert notebooks.look(club(), file, notebooks.Choices()).of(notebooks.TO_COME)
    assert {row.id for row in db.session.scalars(select(Notebook))} == {first, second, third}


@pytest.mark.parametrize("wrong", OFF)
def test_of_many_files_the_one_of_a_wrong_clock_makes_room_first(clock: Set, wrong: float) -> None:
    clock(days=wrong)
    notebooks.keep(club(), "then.csv", OLD_GAMES)
    clock()
    made = [notebooks.keep(club(), "after.csv", OLD_GAMES) for _ in range(MOST_OPEN)]
    kept = {row.id for row in db.session.scalars(select(Notebook))}
    assert len(kept) == MOST_OPEN
    assert kept == set(made) or wrong == OFF[0], "half an hour is as good as now"


@pytest.mark.parametrize("off", [0, 731], ids=["a right clock", "a clock two years ahead"])
def test_a_file_that_was_never_brought_in_goes_by_itself_after_thirty_days(clock: Set, off: int) -> None:
    start()
    clock(days=off)
    file = notebooks.keep(club(), "never.csv", OLD_GAMES)
    clock()
    start()
    clock(days=KEPT_DAYS - 1)
    start()
    assert notebooks.look(club(), file, notebooks.Choices()).of(notebooks.TO_COME)
    clock(days=KEPT_DAYS + 1)
    assert forgetting.is_due(days.now())
    start()
    with pytest.raises(errors.RefereeError):
        notebooks.look(club(), file, notebooks.Choices())
    assert not forgetting.is_due(days.now())


@pytest.mark.parametrize(("wrong", "in_use"), [(731, False), (-731, False), (0, True)])
def test_a_phone_of_another_time_is_in_nobodys_way(clock: Set, wrong: int, in_use: bool) -> None:
    code = open_game("contract", "Ann", "Ben", "Cid").code
    clock(days=wrong)
    first, second = new_phone("first", Role.PLAYER), new_phone("second", Role.PLAYER)
    take(code, first)
    clock()
    assert isinstance(take(code, second), HeldBy) == in_use


def take(code: str, phone: str) -> object:
    return holdings.claim(code, 1, replace(tag(), phone=phone, door=Role.NOBODY))


@pytest.fixture
def passes(monkeypatch: pytest.MonkeyPatch) -> Set:
    """Lets time pass, on the watch that nobody sets as well; else that stands still."""
    shown = watch.seconds()
    monkeypatch.setattr(watch, "seconds", lambda: shown)

    def by(**how_far: float) -> None:
        span, clock, seconds = timedelta(**how_far), days.clock, watch.seconds
        monkeypatch.setattr(watch, "seconds", lambda: seconds() + span.total_seconds())
        monkeypatch.setattr(days, "clock", lambda: clock() + span)

    return by


def agreed_on() -> tuple[Table, str]:
    """A table at which two phones agree that a third one becomes host, and what they agreed to."""
    at = table()
    play_a_round(at)
    waiting = agreement.ask(at.code, by(at.phones[2]))
    for seat in (3, 4):
        agreement.agree(waiting, by(at.phones[seat]))
    return at, waiting


def is_host(at: Table) -> bool:
    """Whether the phone that asked is host, as the next request of its game finds it."""
    announced.look(at.code)
    return at.role(at.phones[2]) >= Role.HOST


@pytest.mark.parametrize("after", [True, False], ids=["agreed on by a wrong clock", "the clock is set wrong then"])
@pytest.mark.parametrize("wrong", OFF)
def test_what_was_agreed_on_can_be_stopped_for_ten_minutes_whatever_the_clock_shows(
    clock: Set, passes: Set, wrong: float, after: bool
) -> None:
    """``holds_from`` is compared with no clock: it neither holds at once, nor waits for years."""
    clock(days=wrong if after else 0)
    at, waiting = agreed_on()
    clock(days=0 if after else wrong)
    passes(minutes=1)
    assert not is_host(at)
    [asks] = agreement.requests(at.code)
    shown = days.moment_of(asks.holds_from) - days.clock()
    assert abs(shown - timedelta(minutes=9)) < timedelta(seconds=5), "by the clock as it is now"
    passes(minutes=9, seconds=-2)
    assert not is_host(at)
    agreement.stop(waiting, by(at.host))
    passes(minutes=60)
    assert not is_host(at)
    assert agreement.requests(at.code) == ()


@pytest.mark.parametrize("wrong", OFF)
def test_what_was_agreed_on_holds_after_ten_minutes_whatever_the_clock_shows(
    clock: Set, passes: Set, wrong: float
) -> None:
    clock(days=wrong)
    at, waiting = agreed_on()
    clock()
    passes(minutes=10, seconds=1)
    assert is_host(at), "also where nobody looked meanwhile"
    assert agreement.requests(at.code) == ()
    with pytest.raises(errors.UnknownPhone):
        agreement.stop(waiting, by(at.host))


def test_after_a_start_it_is_announced_for_ten_minutes_again(app: Flask, passes: Set) -> None:
    """Nobody could stop it meanwhile; and the book may be a copy from before it was stopped."""
    at, waiting = agreed_on()
    passes(minutes=30)
    app.extensions.pop("referee.begun")
    assert not is_host(at)
    [asks] = agreement.requests(at.code)
    assert asks.id == waiting
    passes(minutes=9)
    assert not is_host(at)
    passes(minutes=2)
    assert is_host(at)


def test_another_process_announces_it_for_ten_minutes_of_its_own_until_one_finds_it_over(
    app: Flask, passes: Set
) -> None:
    at, _ = agreed_on()
    first = app.extensions.pop("referee.begun")
    passes(minutes=9)
    assert not is_host(at)
    second = app.extensions.pop("referee.begun")
    passes(minutes=2)
    app.extensions["referee.begun"] = second
    assert not is_host(at)
    app.extensions["referee.begun"] = first
    assert is_host(at)
    app.extensions["referee.begun"] = second
    assert is_host(at), "in all of them"


def test_of_what_is_announced_no_more_is_remembered_than_so_much(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(announced, "MOST", 3)
    at, _ = agreed_on()
    [right] = rights.coming(at.code)
    for number in range(9):
        announced.begin(Right(id=f"r{number}"))
    assert list(app.extensions["referee.begun"]) == ["r6", "r7", "r8"]
    announced.look(at.code)
    assert right.id in app.extensions["referee.begun"]


@pytest.mark.parametrize("wrong", [731, -731])
def test_when_a_phone_was_heard_is_put_right(clock: Set, wrong: int) -> None:
    clock(days=wrong)
    phone = new_phone()
    clock()
    access.heard(phone, db.session.get_one(Phone, phone).seen_at, Role.NOBODY, HERE)
    db.session.expire_all()
    seen = db.session.get_one(Phone, phone).seen_at
    assert days.lasts(seen, timedelta(minutes=1), days.now())


@pytest.mark.parametrize("wrong", [731, -731])
def test_a_game_that_ended_in_another_time_is_the_organisers(clock: Set, wrong: int) -> None:
    clock(days=wrong)
    code = open_game("contract", "Ann", "Ben", "Cid").code
    must(code, closing(games.game(code)))
    must(code, cmd.Finish(confirmed=True))
    assert not permits._is_closed(games.game(code))
    clock()
    assert permits._is_closed(games.game(code))


@pytest.mark.parametrize("wrong", [731, -731])
def test_a_game_of_another_time_is_not_one_of_tonight(clock: Set, wrong: int) -> None:
    clock(days=wrong)
    open_game("contract", "Ann", "Ben", "Cid")
    clock()
    now = open_game("contract", "Ann", "Ben", "Dee").code
    playing = games.games_in_progress()
    assert [game.code for game in games.of_tonight(playing)] == [now]
    other = next(game for game in playing if game.code != now)
    assert days.hours_since(other.changed_at) > 24


def removed_things() -> dict[str, Callable[[], object]]:
    code = open_game("contract", "Ann", "Ben", "Cid").code
    second = clubs.make_club(SECOND).id  # in the same second as the first one, so that either may be listed first
    player = seasons.players(club())[0].id
    return {
        "game": lambda: clubs.remove_game(code),
        "club": lambda: clubs.remove_club(second),
        "player": lambda: removal.remove_player(player),
    }


def start() -> None:
    """What every start looks after."""
    filling.fill()


@pytest.mark.parametrize("kind", ["game", "club", "player"])
def test_what_was_removed_by_a_clock_years_ahead_is_gone_after_thirty_days_and_not_before(
    clock: Set, kind: str
) -> None:
    start()
    remove = removed_things()[kind]
    clock(days=731)
    remove()
    clock()
    start()
    assert left(kind) == KEPT_DAYS
    clock(days=KEPT_DAYS - 1)
    start()
    assert left(kind) == 1
    clock(days=KEPT_DAYS + 1)
    assert forgetting.is_due(days.now())
    start()
    assert not is_there(kind)
    assert not forgetting.is_due(days.now())


@pytest.mark.parametrize("kind", ["game", "club", "player"])
@pytest.mark.parametrize("off", DAYS_OFF, ids=lambda off: f"{off} days")
def test_an_evening_with_a_clock_that_is_years_off_takes_nothing_for_good(clock: Set, kind: str, off: int) -> None:
    start()
    remove = removed_things()[kind]
    remove()
    for hours in (0, 5, 23):
        clock(days=off, hours=hours)
        start()
    for day in (1, 9, 29):
        clock(days=day)
        start()
        assert (left(kind) or 0) >= KEPT_DAYS - day


@pytest.mark.parametrize("kind", ["game", "club", "player"])
@pytest.mark.parametrize("is_looked_at", [False, True])
@pytest.mark.parametrize("off", sized([-100, -20], [-400, -100, -60, -20]), ids=lambda off: f"{off} days")
def test_what_was_removed_by_a_clock_that_is_behind_can_be_brought_back_for_as_long_as_anything(
    clock: Set, kind: str, is_looked_at: bool, off: int
) -> None:
    start()
    remove = removed_things()[kind]
    clock(days=off)
    if is_looked_at:
        start()
    remove()
    for day in (1, 2, 29):
        clock(days=day)
        start()
        assert left(kind) == KEPT_DAYS + 1 - day
    clock(days=32)
    start()
    assert not is_there(kind)


@pytest.mark.parametrize("kind", ["game", "club", "player"])
@pytest.mark.parametrize(
    ("starts", "goes"),
    [((400, 420, 431), 431), ((400, 800), 800), ((20, 40), 40), ((31,), 31), ((46, 92), 92), ((200, 400, 600), 400)],
)
def test_what_was_removed_goes_however_rarely_the_app_is_started(
    clock: Set, kind: str, starts: tuple[int, ...], goes: int
) -> None:
    start()
    removed_things()[kind]()
    for day in starts:
        clock(days=day)
        start()
        assert is_there(kind) == (day < goes)


def test_what_was_removed_goes_while_nothing_is_ever_started_again(clock: Set) -> None:
    start()
    codes = []
    for day in range(0, 1200, 200):
        clock(days=day)
        codes.append(open_game("contract", "Ann", "Ben", "Cid").code)
        clubs.remove_game(codes[-1])
    there = [row.game for row in db.session.query(GameClub)]
    assert [code in there for code in codes] == [False, False, False, False, True, True]


def test_a_start_whose_only_write_is_the_date_waits_for_nothing(clock: Set, monkeypatch: pytest.MonkeyPatch) -> None:
    start()
    clock(days=2)

    def full(*_: object) -> None:
        raise errors.Full

    monkeypatch.setattr(rights, "set_setting", full)
    start()
    code = open_game("contract", "Ann", "Ben", "Cid").code
    db.session.query(GameClub).filter_by(game=code).one().removed_at = days.day_after(days.day_after(days.now()))
    db.session.commit()
    with pytest.raises(errors.Full):
        start()


def is_there(kind: str) -> bool:
    """Whether something that was removed still stands in the book."""
    if kind == "player":
        return db.session.query(Player).filter(Player.removed_at.is_not(None), Player.name != REMOVED).count() > 0
    table = Club if kind == "club" else GameClub
    return db.session.query(table).filter(table.removed_at.is_not(None)).count() > 0


def left(kind: str) -> int | None:
    """How many days something can still be brought back."""
    if kind == "club":
        gone = seasons.clubs(removed=True)
        return removal.days_left(str(gone[0].removed_at)) if gone else None
    binned = removal.removed(club())
    listed: Any = binned.games if kind == "game" else binned.players
    return listed[0].days_left if listed else None


@pytest.mark.parametrize("says", [datetime(9999, 12, 31, 23, tzinfo=UTC), datetime(1, 1, 1, tzinfo=UTC), None])
def test_a_clock_at_the_ends_of_the_calendar_breaks_nothing(
    app: Flask, monkeypatch: pytest.MonkeyPatch, says: datetime | None
) -> None:
    class Wrong(datetime):
        @classmethod
        def now(cls, tz: Any = None) -> Any:  # noqa: ARG003 - as it is called
            if says is None:
                raise ValueError("year 10000 is out of range")
            return says

    monkeypatch.setattr(days, "datetime", Wrong)
    code = open_game("contract", "Ann", "Ben", "Cid").code
    must(code, cmd.AddNote("which year is it?"))
    typed(invitations.make_code(invitations.standing(club()).id, tag()).code)
    assert len(asked()) == 1
    client = app.test_client()
    for address in ("/", f"/g/{code}", f"/g/{code}/history", "/join", "/new"):
        assert client.get(address).status_code == 200
    assert client.post("/join", data={"secret": "x" * 27}).status_code == 422
    with app.test_request_context():
        session.permanent = True
        ends = app.session_interface.get_expiration_time(app, session)
    assert ends is not None
    assert ends.year in (1971, 9980)


def test_nothing_else_asks_the_clock_for_the_date() -> None:
    """Else a moment would be compared that no test of this file has moved."""
    asks = []
    for file in Path(referee.__file__).parent.rglob("*.py"):
        if file.name == "days.py" or "migrations" in file.parts:
            continue
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                asked_for = f"{node.value.id}.{node.attr}"
                if asked_for in ("datetime.now", "datetime.utcnow", "datetime.today", "date.today"):
                    asks.append(f"{file.name}:{node.lineno}: {asked_for}")
    assert asks == []
