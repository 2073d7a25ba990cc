"""What is removed can be brought back for thirty days and not a day longer; somebody taken out leaves no name."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import text

from referee import days, errors
from referee.game import commands as cmd
from referee.rulebooks import library
from referee.services.clubs import clubs as organise
from referee.services.clubs import removal, season_ends, seasons
from referee.services.clubs import rulebooks as own
from referee.services.deliveries import once
from referee.services.games import games
from referee.services.house import data as data_services
from referee.storage.clubs.clubs import REMOVED
from referee.storage.start.filling import fill
from referee.storage.tables.clubs import Club, GameClub, Season
from referee.storage.tables.columns import as_json
from referee.storage.tables.database import db
from referee.storage.tables.games import Event, Game
from tests.services.carrying import brought_in, exported
from tests.services.club_desk import club, looked_at, play, player, season, table
from tests.services.desk import closing, must, open_game, tag

DAY = "2026-03-01T12:00:00Z"


@pytest.fixture(autouse=True)
def in_app(app: Flask) -> Iterator[None]:
    with app.app_context():
        yield


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Sets the time."""

    def set_to(moment: str) -> None:
        monkeypatch.setattr(days, "clock", lambda: days.moment_of(moment))

    return set_to


def a_game() -> tuple[Callable[[], Any], Callable[[], Any]]:
    code = play("Ann", "Ben", "Cid")
    return lambda: organise.remove_game(code), lambda: organise.restore_game(code)


def a_season() -> tuple[Callable[[], Any], Callable[[], Any]]:
    winter = season()
    return lambda: organise.remove_season(winter), lambda: organise.restore_season(winter)


def a_player() -> tuple[Callable[[], Any], Callable[[], Any]]:
    play("Ann", "Ben", "Cid")
    ann = player("Ann")
    return lambda: removal.remove_player(ann), lambda: removal.restore_player(ann)


def a_club() -> tuple[Callable[[], Any], Callable[[], Any]]:
    made = organise.make_club("Another").id
    return lambda: organise.remove_club(made), lambda: organise.restore_club(made)


def shown() -> int:
    bin_ = removal.removed(club())
    return len((*bin_.games, *bin_.seasons, *bin_.players, *seasons.clubs(removed=True)))


@pytest.mark.parametrize("make", [a_game, a_season, a_player, a_club])
def test_it_can_be_brought_back_for_thirty_days_and_not_longer(
    make: Callable[[], tuple[Callable[[], Any], Callable[[], Any]]], clock: Callable[[str], None]
) -> None:
    remove, restore = make()
    clock(DAY)
    remove()
    clock("2026-03-31T12:00:00Z")
    assert shown() == 1
    restore()
    assert shown() == 0
    clock(DAY)
    remove()
    clock("2026-03-31T12:00:01Z")
    assert shown() == 0
    with pytest.raises(errors.RefereeError) as refused:
        restore()
    assert refused.value.status == 404


def test_the_days_that_are_left_are_counted_down(clock: Callable[[str], None]) -> None:
    remove, _ = a_game()
    clock(DAY)
    remove()
    for moment, left in (("2026-03-01T12:00:01Z", 30), ("2026-03-02T12:00:01Z", 29), ("2026-03-31T11:00:00Z", 1)):
        clock(moment)
        assert removal.removed(club()).games[0].days_left == left


def test_what_is_too_old_goes_for_good_when_something_else_is_removed_or_the_app_starts(
    clock: Callable[[str], None],
) -> None:
    first, second, winter = play("Ann", "Ben", "Cid"), play("Ann", "Ben", "Cid"), season()
    clock(DAY)
    organise.remove_game(first)
    organise.remove_season(winter)
    clock("2026-04-01T12:00:00Z")
    looked_at("2026-03-31T12:00:00Z")  # not gone yet
    assert db.session.query(GameClub).count() == 2
    organise.remove_game(second)
    assert [row.game for row in db.session.query(GameClub)] == [second]
    assert db.session.query(Season).count() == 0
    with pytest.raises(errors.UnknownGame):
        games.game(first)
    clock("2026-05-01T12:00:01Z")
    fill()
    assert db.session.query(Event).count() == 0
    assert db.session.query(Club).count() == 1


def test_whoever_is_taken_out_is_named_nowhere_and_everybody_else_keeps_their_place() -> None:
    winter = season()
    play("Ann", "Ben", "Cid", season=winter)
    play("Annie", "Ben", "Cid", season=winter, winner=2)
    ann, annie = player("Ann"), player("Annie")
    organise.merge_players(ann, annie)
    before = table(winter)
    assert removal.taking_out(ann).games == 2
    removal.remove_player(ann)
    named = [(place, REMOVED if name == "Ann" else name, points) for place, name, points in before]
    assert sorted(table(winter)) == sorted(named)
    pages = (
        seasons.players(club()),
        seasons.club_page(club()),
        seasons.player_page(player("Ben")),
        seasons.player_page(ann),
        games.remembered_players(),
        data_services.csv_of_games(club()),
    )
    assert "Ann" not in repr(pages)
    for refused in (
        lambda: organise.rename_player(ann, "Anna"),
        lambda: organise.mark_guest(ann, True),
        lambda: organise.merge_players(player("Ben"), ann),
        lambda: organise.unmerge_player(ann),
        lambda: removal.taking_out(ann),
        lambda: removal.remove_player(ann),
        lambda: removal.remove_player(annie),
    ):
        with pytest.raises(errors.UnknownPlayer):
            refused()
    assert removal.restore_player(ann).name == "Ann"
    assert table(winter) == before
    assert [double[1] for double in seasons.player_page(ann).player.doubles] == ["Annie"]


def test_the_same_name_again_is_somebody_new_and_stays_so_when_the_first_one_comes_back() -> None:
    play("Ann", "Ben", "Cid")
    ann = player("Ann")
    removal.remove_player(ann)
    play("Ann", "Ben", "Cid")
    new = player("Ann")
    assert new != ann
    removal.restore_player(ann)
    play("ann", "Ben", "Cid")
    assert seasons.player_page(new).page.whole.games == 2
    assert seasons.player_page(ann).page.whole.games == 1


def test_after_thirty_days_the_name_is_gone_from_the_old_games_too(clock: Callable[[str], None]) -> None:
    played = play("Ann", "Ben", "Cid")
    code = open_game("contract", "Dee", "Eve", "Fay").code
    must(code, cmd.RenameSeat(1, "Annie"))
    must(code, cmd.RenameSeat(2, "Gus"))
    must(code, cmd.AddSeat("Hal"))
    while not (state := games.game(code)).last_round_closed:
        must(code, closing(state, 2))
    organise.merge_players(player("Ann"), player("Annie"))
    totals = games.game(played).totals
    for name in ("Ann", "Gus", "Hal"):
        clock(DAY)
        removal.remove_player(player(name))
    assert games.game(played).name(1) == "Ann", "for thirty days it can be taken back"
    clock("2026-04-01T12:00:00Z")
    looked_at("2026-03-31T12:00:00Z")
    organise.remove_season(season())
    texts = [as_json(row.data) for row in db.session.query(Event)] + [
        as_json(row.players) for row in db.session.query(Game)
    ]
    assert not [told for told in texts for name in ("Ann", "Gus", "Hal") if f'"{name}' in told]
    assert games.game(played).totals == totals
    assert [games.game(code).name(seat) for seat in (1, 2, 3, 4)] == [REMOVED, f"{REMOVED} 2", "Fay", f"{REMOVED} 4"]
    assert "Dee" in texts[-1] or any('"Dee"' in told for told in texts), "a name of somebody else stays"
    must(code, cmd.Finish())
    assert data_services.rebuild(check=True) == data_services.Rebuilt(2, (), ())


def test_a_name_that_stood_on_a_seat_only_for_a_while_goes_too_and_whoever_else_bears_it_keeps_it(
    clock: Callable[[str], None],
) -> None:
    code = open_game("contract", "Dee", "Ben", "Cid").code
    must(code, cmd.RenameSeat(1, "Ann"))  # it was not Dee who sat there
    must(code, cmd.AddSeat("Hal"))
    must(code, cmd.Undo(games.game(code).number))
    other = open_game("contract", "Dee", "Ben", "Cid").code
    organise.link_seat(other, 1, player("Ann"))
    clock(DAY)
    for name in ("Dee", "Hal"):
        removal.remove_player(player(name))
    clock("2026-04-01T12:00:00Z")
    looked_at("2026-03-31T12:00:00Z")
    organise.remove_season(season())
    log = [as_json(row.data) for row in db.session.query(Event).filter_by(game=code)]
    assert not [told for told in log for name in ("Dee", "Hal") if f'"{name}"' in told]
    assert [games.game(code).name(seat) for seat in (1, 2, 3)] == ["Ann", "Ben", "Cid"]
    assert games.game(other).name(1) == "Dee", "somebody else, who is called so"


@pytest.mark.parametrize("frozen", [False, True], ids=["the text of an event", "the frozen rulebook"])
def test_a_damaged_log_keeps_no_name_from_being_forgotten_and_the_app_from_starting(
    frozen: bool, clock: Callable[[str], None]
) -> None:
    codes = [play("Dee", "Ben", "Cid") for _ in range(3)]
    clock("2026-01-01T12:00:00Z")
    removal.remove_player(player("Dee"))
    opening = db.session.query(Event).filter_by(game=codes[0], seq=1).one()
    if frozen:
        opening.data = {**opening.data, "digest": "0" * 64}
    elif db.engine.dialect.name == "sqlite":
        db.session.execute(
            text("UPDATE event SET data = substr(data, 1, length(data) - 9) WHERE seq = 1 AND game = :game"),
            {"game": codes[0]},
        )
    else:  # the server keeps nothing that is no JSON
        opening.data = {}
    db.session.delete(db.session.query(Event).filter_by(game=codes[1], seq=3).one())
    db.session.commit()
    looked_at("2026-01-31T12:00:00Z")
    clock("2026-02-01T12:00:00Z")
    fill()
    assert games.game(codes[2]).name(1) == REMOVED
    assert set(data_services.rebuild(check=True).damaged) == set(codes[:2])


def test_somebody_taken_out_is_carried_along_in_the_file_of_the_club(
    elsewhere: Callable[[], Any], clock: Callable[[str], None]
) -> None:
    play("Ann", "Ben", "Cid")
    play("Dee", "Ben", "Cid")
    clock("2026-01-01T12:00:00Z")
    removal.remove_player(player("Dee"))
    looked_at("2026-01-31T12:00:00Z")
    clock("2026-03-01T12:00:00Z")
    removal.remove_player(ann := player("Ann"))
    data = exported(club())
    assert b"Dee" not in data
    with elsewhere():
        assert exported(brought_in(data)) == data
        assert removal.restore_player(ann).name == "Ann"


def test_who_wrote_something_is_forgotten_too_unless_somebody_else_is_called_so(clock: Callable[[str], None]) -> None:
    ours, theirs = open_game("contract", "Dee", "Ben", "Cid").code, open_game("contract", "Eve", "Ben", "Cid").code
    written = ("Dee", "Ben", "Ben and Dee", "Ann, dee and Ben", "Deepa and Ben", "Dee and 3 others", "")
    for code in (ours, theirs):
        for by in written:
            assert isinstance(games.act(code, cmd.AddNote("x" + by), tag(games.game(code).number, by)), games.Done)
    must(theirs, cmd.RenameSeat(1, "Dee"))
    organise.link_seat(theirs, 1, player("Eve"))  # she is called Dee there, and is another one
    own.save_rulebook(club(), library.load("contract"), "House", tag(by="Ben and Dee"))
    frost = season(name="Frost")
    once(tag(by="Ben and Dee"), "close", lambda: {"done": season_ends.close(frost)[1]})
    clock(DAY)
    removal.remove_player(player("Dee"))
    assert [entry.by for entry in games.game(ours).log[1:]] == list(written)
    clock("2026-04-01T12:00:00Z")
    looked_at("2026-03-31T12:00:00Z")
    organise.remove_season(season())
    assert [entry.by for entry in games.game(ours).log[1:]] == [
        REMOVED, "Ben", f"Ben and {REMOVED}", f"Ann, {REMOVED} and Ben", "Deepa and Ben", f"{REMOVED} and 3 others", "",
    ]  # fmt: skip
    assert [entry.by for entry in games.game(theirs).log[1 : len(written) + 1]] == list(written)
    assert [book.by for book in own.own_rulebooks(club())] == [f"Ben and {REMOVED}"]
    assert [change.by for change in seasons.season_of(frost)[1].trace] == ["", f"Ben and {REMOVED}"]
