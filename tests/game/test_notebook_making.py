"""What becomes of a game of a file: with its rounds where they fit a rulebook, else with its totals, and why."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.game import old_result, paper
from referee.game.fold import fold
from referee.game.notebook.making import highest_total_wins, made
from referee.game.notebook.model import Column, OldGame
from referee.game.old_result import OldResult
from referee.game.paper import PaperGame
from referee.rulebooks import library, sheets
from referee.rules.rulebook.model import Rulebook

CONTRACT = library.load("contract")
TODAY = "2026-01-01"


def game(*columns: Column, day: str = "2019-03-04") -> OldGame:
    return OldGame(7, day, columns)


def rounds(**scores: tuple[int | None, ...]) -> tuple[Column, ...]:
    return tuple(Column(name, None, None, each) for name, each in scores.items())


def test_rounds_stay_where_the_rulebook_has_room_for_them() -> None:
    result = made(game(*rounds(Ann=(0, 5), Ben=(10, 0), Cleo=(5, 5))), CONTRACT, {"Ann": "Anna"}, TODAY)
    assert isinstance(result.result, PaperGame)
    assert [column.player for column in result.result.columns] == ["Anna", "Ben", "Cleo"]
    assert (result.rounds, result.figures, result.marks) == (2, (("Ann", 5), ("Ben", 10), ("Cleo", 10)), ())


@pytest.mark.parametrize(
    ("book", "columns", "why"),
    [
        (CONTRACT, rounds(Ann=(0,) * 8, Ben=(5,) * 8, Cleo=(5,) * 8), "Contract Rummy has 7 rounds"),
        (CONTRACT, rounds(Ann=(0,), Ben=(5,)), "3 to 5 players"),
        (library.load("romme"), rounds(Ann=(0,), Ben=(5,), Cleo=(5,)), "points end the game"),
    ],
)
def test_only_totals_come_in_where_it_has_none(book: Rulebook, columns: tuple[Column, ...], why: str) -> None:
    result = made(game(*columns), book, {}, TODAY)
    assert isinstance(result.result, OldResult)
    assert result.result.totals == tuple(sum(filter(None, column.scores)) for column in columns)
    [mark] = result.marks
    assert mark.says.startswith("Only its totals come in: ")
    assert why in mark.says
    assert not mark.is_fault


@pytest.mark.parametrize("scores", [(), (0, 5)])
def test_places_alone_come_in_where_the_contract_comes_before_the_points(scores: tuple[int, ...]) -> None:
    phases = library.load("phase-10")
    columns = [Column(name, 5, place, scores) for place, name in enumerate(("Ann", "Ben"), start=1)]
    result = made(game(*columns), phases, {}, TODAY)
    assert isinstance(result.result, OldResult)
    assert (result.result.totals, result.result.places) == ((), (1, 2))
    assert [mark.says for mark in result.marks] == ["Only its places come in: in Phase 10 points don’t decide."]
    result = made(game(*[column._replace(place=None) for column in columns]), phases, {}, TODAY)
    assert [(mark.says, mark.is_fault) for mark in result.marks] == [
        ("In Phase 10 points don’t decide: give every player a place, or bring it in without a rulebook.", True)
    ]


@pytest.mark.parametrize(("totals", "highest"), [((90, 50, 10), True), ((10, 50, 90), False)])
def test_a_winner_alone_says_which_total_wins(totals: tuple[int, ...], highest: bool) -> None:
    columns = [Column(name, total, place) for name, total, place in zip("ABC", totals, (1, 2, 2), strict=True)]
    assert highest_total_wins([game(*columns)]) is highest
    level = [column._replace(place=2 - (column.total == 50)) for column in columns]
    assert highest_total_wins([game(*level)]) is False  # the one in the middle won: the totals say nothing


def test_a_game_without_a_rulebook_keeps_its_rounds() -> None:
    sheet = sheets.sheet(sheets.Answers("Skat", highest_wins=True, below_zero=True))
    result = made(game(*rounds(Ann=(-20,), Ben=(50,))), sheet, {}, TODAY)
    assert isinstance(result.result, PaperGame)
    assert (result.rounds, result.figures, result.marks) == (1, (("Ann", -20), ("Ben", 50)), ())
    state = fold(paper.log_of(result.result, "", "2019-03-04T20:00:00Z", "2026-01-01T10:00:00Z"))
    assert (state.status, state.totals, state.rounds[0].went_out) == ("finished", {1: -20, 2: 50}, None)


def test_whoever_came_later_began_with_what_is_missing() -> None:
    columns = (*rounds(Ann=(0, 5), Ben=(10, 0)), Column("Cleo", 45, None, (None, 5)), Column("Dan", 7, None, (5, 2)))
    result = made(game(*columns), CONTRACT, {}, TODAY)
    assert isinstance(result.result, PaperGame)
    assert [column.opening for column in result.result.columns] == [0, 0, 40, 0]


@pytest.mark.parametrize(
    ("columns", "says"),
    [
        ((Column("Ann", 5), Column("Ben")), "A result has 2 to 12 players."),
        ((Column("Ann"), Column("Ben")), "There are no totals and no places."),
        ((Column("Ann", 5), Column("Ben", None, 2)), "has no total."),
        ((Column("Ann", 5), Column("Ben", unread="12.5")), "Ben: “12.5” isn’t a whole number."),
        ((Column("Ann", 5), Column("ann", 6)), "ann is in this game twice."),
        ((Column("Ann", 5), Column("Ben", 10**9)), "total must be from"),
        ((Column("Ann", 5), Column("B" * 41, 5)), "40"),
    ],
)
def test_what_cannot_come_in_says_why(columns: tuple[Column, ...], says: str) -> None:
    result = made(game(*columns), CONTRACT, {}, TODAY)
    assert result.result is None
    assert any(mark.is_fault and says in mark.says and mark.line == 7 for mark in result.marks), result.marks


@pytest.mark.parametrize(
    ("day", "fits"), [("2026-01-01", True), ("2026-01-02", False), ("2026", True), ("2027", False)]
)
def test_nothing_comes_from_the_future(day: str, fits: bool) -> None:
    assert (made(game(Column("Ann", 5), Column("Ben", 6), day=day), CONTRACT, {}, TODAY).result is not None) == fits


def test_places_that_do_not_follow_are_doubtful() -> None:
    result = made(game(Column("Ann", 5, 2), Column("Ben", 6, 1)), CONTRACT, {}, TODAY)
    assert [mark.says for mark in result.marks] == ["The places don’t follow from the totals: the totals count."]
    assert highest_total_wins([game(Column("Ann", 5, 2), Column("Ben", 6, 1))])
    assert not highest_total_wins([game(Column("Ann", 5, 1), Column("Ben", 6, 2)), game(Column("Ann", 5))])


scores = st.lists(st.none() | st.integers(-60, 200), max_size=9).map(tuple)
columns = st.builds(Column, st.sampled_from(["Ann", "Ben", "Cleo", "Dan", "Eve", ""]), st.none() | st.integers(-9, 999),
                    st.none() | st.integers(0, 5), scores)  # fmt: skip


@given(
    st.lists(columns, max_size=6, unique_by=lambda column: column.player), st.sampled_from(["contract", "liverpool"])
)
def test_whatever_a_file_says_it_becomes_a_game_or_a_reason(each: list[Column], book: str) -> None:
    result = made(game(*each), library.load(book), {}, TODAY)
    if result.result is None:
        assert any(mark.is_fault for mark in result.marks)
        return
    logs = paper.log_of if isinstance(result.result, PaperGame) else old_result.log_of
    state = fold(logs(result.result, "", "2019-03-04T19:00:00Z", "2026-01-01T00:00:00Z"))  # type: ignore[arg-type]
    assert state.over
    if result.has_points:
        totals = {seat.player: state.totals[seat.id] for seat in state.all_seats}
        assert totals == dict(result.figures)


@pytest.mark.parametrize(
    ("column", "says"),
    [
        (Column("Ben", None, 1, unread="12.5"), "Ben: “12.5” isn’t a whole number. Only the places come in."),
        (Column("Ben", None, 1), "Ben has no total. Only the places come in."),
    ],
)
def test_a_total_that_is_missing_or_no_whole_one_leaves_the_places(column: Column, says: str) -> None:
    result = made(game(Column("Ann", 5, 2), column), CONTRACT, {}, TODAY)
    assert isinstance(result.result, OldResult)
    assert (result.result.totals, result.result.places) == ((), (2, 1))
    assert [(mark.says, mark.is_fault) for mark in result.marks] == [(says, False)]


def test_whoever_left_a_game_without_rounds_has_no_place_in_it() -> None:
    columns = (Column("Ann", 50, 1), Column("Ben", 60, 2), Column("Cleo", 5, None, left=True))
    result = made(game(*columns), CONTRACT, {}, TODAY)
    assert isinstance(result.result, OldResult)
    assert (result.result.players, result.players) == (("Ann", "Ben"), ("Ann", "Ben"))
    assert [mark.says for mark in result.marks] == ["Cleo left early, and no rounds come in: they are left out."]


def test_a_handicap_counts_where_it_makes_up_the_total() -> None:
    columns = (
        Column("Ann", 5, None, (0, 5)),
        Column("Ben", -30, None, (10, 0), handicap=-40),
        Column("Cleo", 10, None, (5, 5), handicap=7),
    )
    result = made(game(*columns), CONTRACT, {}, TODAY)
    assert isinstance(result.result, PaperGame)
    assert [column.handicap for column in result.result.columns] == [0, -40, 0], "a golfer’s number is not in the total"
    state = fold(paper.log_of(result.result, "Ann", "2019-03-04T20:00:00Z", "2026-01-01T00:00:00Z"))
    assert state.handicaps == {2: -40}
    assert dict(state.totals) == {1: 5, 2: -30, 3: 10}
    late = PaperGame(CONTRACT, "2019-03-04", tuple(
        paper.PaperColumn(name, scores, None, handicap=points)
        for name, scores, points in (("Ann", (0, 5), 0), ("Ben", (10, 0), 0), ("Cleo", (None, 5), -40))
    ))  # fmt: skip
    assert next(problem.field for problem in paper.problems_of(late)) == "score-3-0"
