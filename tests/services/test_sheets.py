"""Games without a rulebook: carried elsewhere, counted in a season that says so, left out of the others."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from referee.game import commands as cmd
from referee.game import events as ev
from referee.rulebooks.sheets import Answers, answers_of, sheet
from referee.season.records import club_records
from referee.season.rules import SeasonRule
from referee.season.standings import standings
from referee.services.clubs import clubs as club_services
from referee.services.clubs import removal, seasons
from referee.services.clubs.clubs import SeasonForm
from referee.services.games import games
from referee.services.games.games import Refused
from referee.services.house import data as data_services
from referee.services.house import notebooks
from referee.storage.clubs import clubs, results
from referee.storage.files.importing import BadLine
from tests.homing import game_comes_home
from tests.services.carrying import brought_in, exported
from tests.services.desk import act, closing, must, open_game
from tests.services.test_bad_imports import lines_of, written

pytestmark = pytest.mark.usefixtures("among_clubs")
HEARTS = Answers("Hearts", until=100)
SKYJO = Answers("Skyjo", until=100, below_zero=True, has_dealer=False)
WIZARD = Answers("Wizard", rounds=2, highest_wins=True, below_zero=True)


def played(answers: Answers, *rounds: tuple[int, ...]) -> str:
    """A game of Ann, Ben, Cid and so on, with the points of each round in table order."""
    code = open_game(sheet(answers), *("Ann", "Ben", "Cid", "Dee")[: len(rounds[0])]).code
    for number, points in enumerate(rounds, start=1):
        must(code, cmd.CloseRound(number, {seat: str(each) for seat, each in enumerate(points, start=1)}))
    return code


def test_hearts_by_hand() -> None:
    """Twenty-six points a round; who shoots the moon gives 26 to each of the others. 100 end it, the fewest win."""
    rounds = [
        (3, 0, 13, 10),
        (0, 26, 26, 26),
        (5, 8, 0, 13),
        (26, 0, 0, 0),
        (2, 1, 20, 3),
        (0, 4, 13, 9),
        (1, 0, 5, 20),
    ]
    code = played(HEARTS, *rounds[:-1])
    state = games.game(code)
    assert state.totals == {1: 36, 2: 39, 3: 72, 4: 61}
    assert state.status == "playing"
    assert state.is_open_ended
    must(code, cmd.CloseRound(7, {1: "0", 2: "0", 3: "26", 4: "0"}))
    must(code, cmd.CloseRound(8, {1: "7", 2: "4", 3: "2", 4: "13"}))
    state = games.game(code)
    assert state.totals == {1: 43, 2: 43, 3: 100, 4: 74}
    assert state.status == "finished", "100 points end it"
    assert [str(place) for place in state.places.values()] == ["1=", "1=", "4", "3"]
    must(code, cmd.Undo(confirmed=True))
    assert games.game(code).status == "playing"
    must(code, cmd.Redo(confirmed=True))
    game_comes_home(games.game(code))


def from_table(table: str) -> notebooks.Preview:
    club = seasons.first_club().id
    preview = notebooks.look(club, notebooks.keep(club, "games.csv", table.encode()), notebooks.Choices())
    assert isinstance(preview, notebooks.Preview)
    return preview


OLD = """date,game,rulebook,player,place,total
2019-03-01,1,Darts,Ann,2,40
2019-03-01,1,Darts,Ben,1,30
2019-03-01,1,Darts,Dee,3,50
2019-03-08,2,Darts,Dee,2,
2019-03-08,2,Darts,Cid,1,
2018,3,Boules,Ann,1,13
2018,3,Boules,Cid,2,7
"""


def test_the_clubs_own_table_says_them_again_with_their_rounds_and_who_was_removed(
    elsewhere: Callable[[], Any],
) -> None:
    club = seasons.first_club().id
    notebooks.bring_in(notebooks.ready(from_table(OLD), ""))
    played(WIZARD, (20, -10, 30, 0), (-20, 40, 10, 0))
    for name in ("Ben", "Dee"):
        removal.remove_player(next(each.id for each in seasons.players(club) if each.name == name))
    table = data_services.csv_of_games(club)
    assert {"Removed player", "Removed player 2"} < {row.split(",")[4] for row in table.splitlines()}
    assert {row.split(",")[13] for row in table.splitlines()} == {"handicap", ""}, "nobody agreed on one"
    with elsewhere():
        preview = from_table(table)
        assert {person.name: person.choice for person in preview.people} == {
            "Ann": notebooks.NEW,
            "Cid": notebooks.NEW,
            "Removed player": notebooks.GONE,
            "Removed player 2": notebooks.GONE,
        }
        assert not [mark for line in preview.lines for mark in line.made.marks]
        notebooks.bring_in(notebooks.ready(preview, ""))
        assert {player.name for player in seasons.players(seasons.first_club().id)} == {"Ann", "Cid"}
        assert removal.removed(seasons.first_club().id).players == ()
        again = data_services.csv_of_games(seasons.first_club().id)
        assert not from_table(table).of(notebooks.TO_COME), "the same file twice adds nothing"
    lasting = (1, *range(3, 11), *range(12, 16))  # without the code, the season and when it was corrected
    before, after = ([row.split(",") for row in each.splitlines()] for each in (table, again))
    assert [[row[at] for at in lasting] for row in after] == [[row[at] for at in lasting] for row in before]


def test_skyjo_by_hand() -> None:
    """Points below zero count; the game ends with the round in which somebody has 100 points, and the fewest win."""
    code = played(SKYJO, (-4, 31, 12), (17, 45, -2), (8, 25, 60))
    state = games.game(code)
    assert state.totals == {1: 21, 2: 101, 3: 70}
    assert state.status == "finished"
    assert state.by_id[state.leaders[0]].player == "Ann"
    must(code, cmd.Reopen(confirmed=True))
    must(code, cmd.CorrectCell(3, 2, "-5", confirmed=True))
    assert games.game(code).totals == {1: 21, 2: 71, 3: 70}
    assert games.game(code).running is not None, "it goes on"


def test_the_highest_total_wins_after_so_many_rounds() -> None:
    code = played(WIZARD, (20, -10, 30), (-20, 40, 10))
    state = games.game(code)
    assert state.totals == {1: 0, 2: 30, 3: 40}
    assert [state.name(seat) for seat in state.leaders] == ["Cid"]
    assert state.status == "finished"


def test_it_goes_out_and_comes_back_as_it_was(elsewhere: Callable[[], Any]) -> None:
    for answers in (HEARTS, SKYJO, WIZARD):
        code = played(answers, (5, 0, 3), (-7 if answers.below_zero else 7, 3, 1))
        assert answers_of(games.game(code).book) == answers
    club = seasons.first_club().id
    assert data_services.rebuild(check=True).differing == ()
    data = exported(club)
    with elsewhere():
        assert exported(brought_in(data)) == data


def test_what_is_of_rules_is_refused_and_never_brought_in(elsewhere: Callable[[], Any]) -> None:
    code = played(HEARTS, (5, 0, 3))
    for command in (
        cmd.SayWentOut(2, 1),
        cmd.CloseRound(2, {1: "3", 3: "0"}, 2, says_went_out=True),
        cmd.RecordCut(2, exact=True),
        cmd.CorrectWinner(1, 2),
        cmd.RecordRuling({"question": "score", "cards": "K"}),
        cmd.SayBuys({1: 2}),
        cmd.LoseTurn(2, 1, 2),
        cmd.EnterCardsLeft(2, 1, "K K 5"),
        cmd.EnterCardsLeft(2, 1, "-5"),
    ):
        assert isinstance(act(code, command), Refused), command
    lines = lines_of(exported(seasons.first_club().id))
    [game] = [line for line in lines if line["type"] == "game"]
    game["events"].append([game["events"][-1][0], "", ev.to_data(ev.WentOutSaid(2, 1))])
    with elsewhere(), pytest.raises(BadLine, match="don’t make a game"):
        brought_in(written(lines))


def test_a_season_counts_them_only_where_it_says_so() -> None:
    club = seasons.first_club()
    contract = open_game().code
    must(contract, closing(games.game(contract)))
    must(contract, cmd.Finish(confirmed=True))
    played(HEARTS, (99, 100, 3))
    played(WIZARD, (20, -10, 30), (-20, 40, 10))
    people = clubs.people(club.id)
    every = results.games_of_club(club.id, people)
    without = standings(every, SeasonRule(), people.names)
    assert without.games == 1
    assert "2 games without a rulebook are left out." in without.notes
    with_them = standings(every, SeasonRule(sheets=True), people.names)
    assert with_them.games == 3
    assert "Games without a rulebook count as well, by their places." in with_them.explanation
    by_name = {row.name: row for row in with_them.rows}
    assert [by_name[name].games for name in ("Ann", "Ben", "Cid", "Dee")] == [3, 3, 3, 1]
    assert by_name["Cid"].per_round == 10, "points of other games say nothing beside these"
    by_points = standings(every, SeasonRule(way="points per round", sheets=True), people.names)
    assert all(row.games == 1 for row in by_points.rows)
    assert any("This table counts points, so those games are left out." in note for note in by_points.notes)
    assert any("Games without a rulebook are left out." in record.explanation for record in club_records(every))


def test_a_new_season_takes_them_in_only_where_it_says_so() -> None:
    club = seasons.first_club().id
    played(HEARTS, (99, 100, 3))
    counts = {}
    for name, sheets in (("Cards", False), ("Everything", True)):
        form = SeasonForm(name, "2000-01-01", None, SeasonRule(sheets=sheets))
        counts[name] = club_services.make_season(club, form, take_in=True).games
    assert counts == {"Cards": 0, "Everything": 1}


def test_a_season_that_counts_them_is_carried(elsewhere: Callable[[], Any]) -> None:
    club = seasons.first_club().id
    for name, sheets in (("Cards", False), ("Everything", True)):
        club_services.make_season(club, SeasonForm(name, "2000-01-01", None, SeasonRule(sheets=sheets)))
    data = exported(club)
    assert data.count(b'"sheets":true') == 1
    assert b'"sheets":false' not in data, "as a season was written before"
    with elsewhere():
        assert exported(brought_in(data)) == data
