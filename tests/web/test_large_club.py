"""What grows with a club stays bounded: pages show parts of it, and every part has its way."""

from __future__ import annotations

import re
from collections.abc import Collection

import pytest
from flask.testing import FlaskClient
from sqlalchemy import delete, update

from referee.cli import data as data_commands
from referee.season.games import in_order
from referee.services.clubs import clubs, seasons
from referee.storage.clubs import clubs as store
from referee.storage.clubs import kept, results
from referee.storage.engine.transactions import kept_clubs, reading, writing
from referee.storage.files import keeping
from referee.storage.tables.clubs import Club as Founded
from referee.storage.tables.clubs import ClubChange, GameClub, Seat
from referee.storage.tables.database import db
from referee.web.parts import pages
from referee.web.start import page as start_page
from tests.web.season_club import Club


def text(client: FlaskClient, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, address
    return re.sub(r'data-token="[^"]*"|"[\w.-]{60,}"', "", answer.get_data(as_text=True))


def test_games_of_a_long_season_come_in_parts(client: FlaskClient, club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "MOST", 2)
    season = club.evenings()
    codes = [game["code"] for game in client.get(f"/api/clubs/{club.id}/games").get_json()["games"]]
    first, second = (text(client, f"/seasons/{season}?part={part}") for part in (1, 2))
    assert "Games 1 to 2 of 3" in first
    assert f"/seasons/{season}?part=2#games" in first
    assert [f"/g/{code}/result" in first for code in codes] == [False, True, True]
    assert "Games 3 to 3 of 3" in second
    assert f"/seasons/{season}?part=1#games" in second
    assert [f"/g/{code}/result" in second for code in codes] == [True, False, False]
    assert text(client, f"/seasons/{season}?part=99") == second, "behind the last part is the last one"
    for odd in ("0", "x", "-1"):
        assert text(client, f"/seasons/{season}?part={odd}") == first


def test_a_player_s_games_come_in_parts_too(client: FlaskClient, club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "MOST", 2)
    club.evenings()
    with club.app.app_context():
        ada, ben = (next(each.id for each in seasons.players(club.id) if each.name == name) for name in ("Ada", "Ben"))
    for address in (f"/players/{ada}?games=all", f"/players/{ada}/rating?", f"/players/{ada}/against/{ben}?"):
        first, second = (text(client, f"{address}&part={part}") for part in (1, 2))
        assert "Games 1 to 2 of 3" in first, address
        assert "Games 3 to 3 of 3" in second, address
        assert "part=2" in first
        assert "part=1" in second


def test_of_many_clubs_the_first_are_shown_and_a_way_to_all(
    client: FlaskClient, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    with club.app.app_context():
        names = [clubs.make_club(f"Club {number}").name for number in range(4)]
    assert all(name in text(client, "/") for name in names)
    monkeypatch.setattr(start_page, "CLUBS", 3)
    monkeypatch.setattr(pages, "MOST", 3)
    start = text(client, "/")
    assert sum(name in start for name in names) == 2, "beside this phone’s own"
    assert "All 5 clubs" in start
    parts = [text(client, f"/clubs?part={part}") for part in (1, 2)]
    assert "Clubs 1 to 3 of 4" in parts[0]
    assert [sum(name in part for name in names) for part in parts] == [3, 1]
    assert all(any(name in part for part in parts) for name in names)


@pytest.mark.database_file
def test_a_house_that_has_outgrown_its_file_says_so(
    client: FlaskClient, club: Club, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    says = "outgrown its file"
    assert says not in text(client, f"/clubs/{club.id}/data")
    monkeypatch.setattr(keeping, "OUTGROWN", 1)
    assert says in text(client, f"/clubs/{club.id}/data")
    assert data_commands.rebuild(check=True, folder=club.app.instance_path) == 0
    assert says in capsys.readouterr().out


@pytest.fixture
def all_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept, "MANY", 1)


@pytest.mark.usefixtures("all_kept")
def test_what_is_kept_of_a_club_is_what_the_book_says_after_every_change(club: Club) -> None:
    """The slow way reads all games from the database each time."""
    season = club.evenings()
    with club.app.app_context():
        code = seasons.games_of_club(club.id)[0][0].id
        by_name = {each.name: each.id for each in seasons.players(club.id)}
        other = clubs.make_season(club.id, clubs.SeasonForm("Spring", "2026-03-01", None, seasons.SeasonRule())).id
        changes = (
            lambda: club.game(season, "2026-02-01", {"Ada": (0, 4), "Ben": (5, 0), "Cora": (9, 9)}),
            lambda: clubs.rename_player(by_name["Ada"], "Adele"),
            lambda: clubs.mark_guest(by_name["Ben"], True),
            lambda: clubs.set_season(code, None),
            lambda: clubs.set_season(code, other),
            lambda: clubs.link_seat(code, 1, clubs_player(club.id, "Nora")),
            lambda: clubs.mark_substitute(code, 1, clubs_player(club.id, "Otto")),
            lambda: clubs.merge_players(clubs_player(club.id, "Nora"), clubs_player(club.id, "Pia")),
            lambda: clubs.remove_game(code),
            lambda: clubs.restore_game(code),
            lambda: clubs.remove_season(other),
        )
        same(club.id)
        for change in changes:
            change()
            same(club.id)


def clubs_player(club: str, name: str) -> str:
    clubs.add_players(club, name)
    return next(each.id for each in seasons.players(club) if each.name == name)


def same(club: str) -> None:
    """Both ways say the same of the games, and every page made of what is kept is that of an empty memory."""
    made = [
        seasons.club_page(club),
        seasons.all_time(club),
        *(seasons.season_page(s.id) for s in seasons.seasons(club)),
    ]
    with reading():
        people = store.people(club)
        there = kept.of_club(club, people)
        assert there.marks == kept._marks(club), "what the changes did not name has not changed"
        assert there is kept.of_club(club, people), "asked again it is the same"
        assert there.games == in_order(results.games_of_club(club, people))
    kept_clubs().clear()
    assert made == [
        seasons.club_page(club),
        seasons.all_time(club),
        *(seasons.season_page(each.id) for each in seasons.seasons(club)),
    ]


@pytest.mark.usefixtures("all_kept")
def test_only_what_has_changed_is_read_again(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    season = club.evenings()
    with club.app.app_context():
        seasons.club_page(club.id)
        read: list[str] = []
        slow = results.games_of

        def counted(codes: list[str], people: results.People) -> object:
            read.extend(codes)
            return slow(codes, people)

        monkeypatch.setattr(results, "games_of", counted)
        new = club.game(season, "2026-02-01", {"Ada": (0, 4), "Ben": (5, 0), "Cora": (9, 9)})
        seasons.club_page(club.id)
        assert read == [new]
        seasons.all_time(club.id)
        assert read == [new]


@pytest.mark.usefixtures("all_kept")
def test_a_look_after_a_change_asks_for_the_marks_of_what_it_concerned(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All marks are asked for where it is not known what has changed: the change is not kept, or is another one than
    that which stands under its number in a book that was restored."""
    season = club.evenings()
    with club.app.app_context():
        seasons.club_page(club.id)
        looked: list[Collection[str] | None] = []
        slow = kept._marks

        def noted(of: str, codes: Collection[str] | None = None) -> kept.Marks:
            looked.append(codes)
            return slow(of, codes)

        monkeypatch.setattr(kept, "_marks", noted)
        new = club.game(season, "2026-02-01", {"Ada": (0, 4), "Ben": (5, 0), "Cora": (9, 9)})
        assert seasons.club_page(club.id).games == 4
        assert looked == [{new}]
        clubs.make_season(club.id, clubs.SeasonForm("Spring", "2026-03-01", None, seasons.SeasonRule()))
        seasons.club_page(club.id)
        assert looked == [{new}], "a new season concerns no game"
        for strange in (update(ClubChange).values(mark="another"), delete(ClubChange)):
            with writing():
                db.session.execute(strange)
            clubs.set_season(new, None)
            seasons.club_page(club.id)
            assert looked.pop() is None


@pytest.mark.usefixtures("all_kept")
def test_a_book_that_went_another_way_is_read_anew(club: Club) -> None:
    """Another server took over without the last change, and the club has changed more often since."""
    season = club.evenings()
    with club.app.app_context():
        code = seasons.games_of_club(club.id)[0][0].id
        clubs.remove_game(code)
        before = len(seasons.games_of_club(club.id)[0])
        with writing():  # as if the removal had not arrived there, and something else had its number
            db.session.execute(update(GameClub).where(GameClub.game == code).values(removed_at=None))
            db.session.execute(update(ClubChange).values(mark="another", games=[]))
        club.game(season, "2026-02-01", {"Ada": (0, 4), "Ben": (5, 0), "Cora": (9, 9)})
        assert len(seasons.games_of_club(club.id)[0]) == before + 2


def test_a_club_that_is_too_large_is_read_each_time(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    club.evenings()
    with club.app.app_context():
        monkeypatch.setattr(kept_clubs(), "_most", 3)
        assert len(seasons.games_of_club(club.id)[0]) == 3
        assert not kept.is_kept(club.id)


@pytest.mark.usefixtures("all_kept")
def test_a_game_that_another_server_changed_as_often_is_read_anew(club: Club) -> None:
    """The number of the change and that of the game are equal there; only the change's mark is another one."""
    club.evenings()
    with club.app.app_context():
        code = seasons.games_of_club(club.id)[0][0].id
        with writing():
            here, there = (store.add_player(club.id, name, "2026-01-01T00:00:00Z").id for name in ("Xenia", "Yves"))
        clubs.link_seat(code, 1, here)
        assert here in players_in(code, club)
        with writing():  # the server that took over never heard of that: the table linked another player there
            db.session.execute(update(Seat).where(Seat.game == code, Seat.seat == 1).values(player=there))
            db.session.execute(update(ClubChange).values(mark="another"))
        assert there in players_in(code, club)


def players_in(code: str, club: Club) -> set[str]:
    with reading():
        games = kept.of_club(club.id, store.people(club.id)).games
    return {result.player for game in games if game.id == code for result in game.results}


@pytest.mark.usefixtures("all_kept")
def test_a_book_that_went_back_is_read_anew(club: Club) -> None:
    """After a restore a club has changed less often than what is kept of it says, and not in the same way."""
    season = club.evenings()
    with club.app.app_context():
        before = seasons.club_page(club.id)
        with writing():
            changed = db.session.get_one(Founded, club.id).changed
        club.game(season, "2026-02-01", {"Ada": (0, 4), "Ben": (5, 0), "Cora": (9, 9)})
        assert seasons.club_page(club.id).games == before.games + 1
        code = seasons.games_of_club(club.id)[0][0].id
        with writing():  # as an older copy of the book would have it
            db.session.execute(update(GameClub).where(GameClub.game == code).values(removed_at="2026-02-02T00:00:00Z"))
            db.session.execute(update(Founded).where(Founded.id == club.id).values(changed=changed))
        assert seasons.club_page(club.id).games == before.games


@pytest.mark.usefixtures("all_kept")
def test_large_clubs_are_read_ahead(club: Club) -> None:
    club.evenings()
    with club.app.app_context():
        assert seasons.read_ahead(lambda: True) == 0
        assert not kept.is_kept(club.id)
        assert seasons.read_ahead(lambda: False) == 1
        assert kept.is_kept(club.id)
