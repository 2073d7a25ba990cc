from __future__ import annotations

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from referee.season.games import Claims, FinishedGame
from referee.season.people import Streak, player_page
from referee.season.records import club_records, contract_costs
from referee.season.versus import head_to_head
from tests.season.drawing import PLAYERS, games
from tests.season.evenings import NAMES, game

EVENINGS = [
    game("2026-01-01", {"a": "out 10(10)", "b": "35(K,K,10,5) out", "c": "100(JK,JK) 20"}),
    game("2026-01-08", {"a": "5 out out", "b": "10 20 5", "c": "out 30 45(JK,10,10)"}, {"a": {"cuts": 1}}),
    game("2026-01-15", {"b": "10 5", "c": "10 5"}, corrected_at="2026-01-20"),
    game(
        "2026-01-22",
        {"c": "0 7", "a": "out 60", "d": "90 -"},
        {"d": {"stayed": False}},
        rulebook="x",
        rulebook_name="X",
    ),
]


def test_a_page_counts_games_wins_and_places() -> None:
    page = player_page(EVENINGS, "a", NAMES)
    assert (page.name, page.whole.games, page.whole.rounds, page.whole.points) == ("Player 1", 3, 7, 75)
    assert page.whole.wins == 2
    assert page.whole.per_round == Fraction(75, 7)
    assert page.whole.place_points == Fraction(200, 3), "100, 100 and 0"
    assert str(page.best_place) == "1"
    assert [(mark.game, str(mark.place), mark.total) for mark in page.games] == [
        ("2026-01-22", "2", 60),
        ("2026-01-08", "1", 5),
        ("2026-01-01", "1", 10),
    ]


def test_a_page_averages_by_rulebook_round_and_number_of_players() -> None:
    page = player_page(EVENINGS, "c", NAMES)
    assert [(one.label, one.games, one.wins, one.points) for one in page.by_rulebook] == [
        ("Contract Rummy", 3, Fraction(1, 2), 210),
        ("X", 1, 1, 7),
    ]
    assert [(one.label, one.rounds, one.points) for one in page.by_round][:3] == [
        ("Contract Rummy, round 1: contract 1", 3, 110),
        ("Contract Rummy, round 2: contract 2", 3, 55),
        ("Contract Rummy, round 3: contract 3", 1, 45),
    ]
    assert [(one.label, one.games, one.place_points) for one in page.by_players] == [
        ("2 players", 2, 75),
        ("3 players", 2, 0),
    ]


def test_a_page_shows_the_best_and_the_dearest_rounds_and_games() -> None:
    page = player_page(EVENINGS, "c", NAMES)
    assert [(mark.points, mark.game, mark.number, mark.cards) for mark in page.worst_rounds] == [
        (100, "2026-01-01", 1, "JK JK"),
        (45, "2026-01-08", 3, "JK 10 10"),
        (30, "2026-01-08", 2, None),
    ]
    assert [mark.points for mark in page.best_rounds] == [5, 7, 10]
    assert [mark.game for mark in page.best_games] == ["2026-01-22", "2026-01-15", "2026-01-08"]
    assert page.games[1].corrected_at == "2026-01-20"


def test_a_page_counts_going_out_streaks_jokers_and_exact_cuts() -> None:
    page = player_page(EVENINGS, "a", NAMES)
    assert (page.out, page.out_in_a_row, page.cuts) == (4, 2, 1)
    assert page.won_in_a_row == Streak(2, 0)
    caught = player_page(EVENINGS, "c", NAMES).caught
    assert (caught.jokers, caught.rounds, caught.most, caught.rounds_known) == (3, 2, 2, 3)


def test_whoever_shares_the_last_place_is_not_in_the_better_half() -> None:
    evenings = [
        game("2026-01-01", {"a": "10", "b": "0", "c": "20"}),  # in the middle
        game("2026-01-08", {"a": "5", "b": "5", "c": "5"}),  # all of them level
        game("2026-01-15", {"a": "10", "b": "0", "c": "10"}),
    ]
    streaks = {player: player_page(evenings, player, NAMES).top_half_in_a_row for player in "abc"}
    assert streaks == {"a": Streak(2, 0), "b": Streak(3, 3), "c": Streak(1, 0)}


def test_a_page_says_whom_they_met_and_beat() -> None:
    page = player_page(EVENINGS, "c", NAMES)
    assert [(one.other, one.better, one.level, one.worse) for one in page.against] == [("a", 1, 0, 2), ("b", 0, 1, 2)]


def test_claims_are_summed_over_the_games_that_recorded_them() -> None:
    told = game("1", {"a": "1", "b": "2"}, {"a": {"claims": Claims(3, 1, 0)}})
    more = game("2", {"a": "1", "b": "2"}, {"a": {"claims": Claims(1, 0, 2)}})
    assert player_page([told, more, *EVENINGS], "a", NAMES).claims == Claims(4, 1, 2)
    assert player_page(EVENINGS, "a", NAMES).claims is None


def test_somebody_who_never_played_has_an_empty_page() -> None:
    page = player_page(EVENINGS, "z", NAMES)
    assert (page.whole.games, page.games, page.best_place, page.against, page.whole.place_points) == (
        0,
        (),
        None,
        (),
        None,
    )


def test_head_to_head_counts_games_and_rounds() -> None:
    met = head_to_head(EVENINGS, "c", "a")
    assert (met.better, met.level, met.worse) == (1, 0, 2)
    assert [(one.game, one.first, one.second, one.rounds_first, one.rounds_second) for one in met.meetings] == [
        ("2026-01-22", 7, 60, 1, 0),
        ("2026-01-08", 75, 5, 1, 2),
        ("2026-01-01", 120, 10, 0, 2),
    ]
    assert head_to_head(EVENINGS, "a", "d").meetings == (), "d left before the end"


@given(games(), st.sampled_from(PLAYERS), st.sampled_from(PLAYERS))
def test_head_to_head_is_the_same_seen_from_either_side(played: tuple[FinishedGame, ...], one: str, two: str) -> None:
    there, back = head_to_head(played, one, two), head_to_head(played, two, one)
    assert (there.better, there.level, there.worse) == (back.worse, back.level, back.better)
    for met in player_page(played, one, {}).against:
        if met.other == two:
            assert (met.better, met.level, met.worse) == (there.better, there.level, there.worse)


@given(games())
def test_the_pages_of_all_players_add_up_to_the_games(played: tuple[FinishedGame, ...]) -> None:
    pages = [player_page(played, player, {}) for player in (*PLAYERS, "s")]
    compared = [one for one in played if one.players > 1]
    assert sum(page.whole.wins for page in pages) == len(compared)
    assert sum(page.whole.points for page in pages) == sum(r.points for one in played for r in one.results)
    for page in pages:
        assert sum(one.games for one in page.by_rulebook) == page.whole.games
        assert sum(one.points for one in page.by_round) == page.whole.points


def test_streaks_are_the_longest_row_and_the_one_at_the_end() -> None:
    assert Streak() == Streak(0, 0)
    assert Streak().after(True).after(True).after(False).after(True) == Streak(2, 1)
    assert Streak().after(True).after(False) == Streak(1, 0)


def test_the_club_s_records_are_shared_by_all_who_hold_them() -> None:
    records = {record.name: record for record in club_records(EVENINGS)}
    assert [(r.shown, [h.player for h in r.holders]) for r in records.values()] == [
        ("1.7", ["a"]),
        ("26.5 per round", ["c"]),
        ("2 rounds", ["a"]),
        ("2 games", ["a", "c"]),
        ("5 points", ["a"]),
        ("100 points", ["c"]),
        ("2 jokers", ["c"]),
    ]
    assert records["Most wins in a row"].holders[0].game == "2026-01-08"
    assert club_records([]) == ()


def test_contracts_stand_by_what_they_cost_on_average() -> None:
    costs = contract_costs(EVENINGS)
    assert [(cost.name, cost.plays, cost.rounds, cost.hands, cost.points, cost.dearest) for cost in costs] == [
        ("X", 2, 1, 2, 67, 60),
        ("X", 1, 1, 3, 90, 90),
        ("Contract Rummy", 1, 3, 8, 170, 100),
        ("Contract Rummy", 3, 1, 3, 50, 45),
        ("Contract Rummy", 2, 3, 8, 90, 30),
    ]
    assert costs[0].per_hand == Fraction(67, 2)
