from __future__ import annotations

from hypothesis import given

from referee.season.awards import MOST, awards, chosen
from referee.season.games import Claims, FinishedGame
from tests.season.drawing import games
from tests.season.evenings import NAMES, game

EVENING = game(
    "2026-01-01",
    {
        "a": "out 10 60 5 out out out",
        "b": "20 out out out 30 25 20",
        "c": "50(JK,JK) 20(JK) 10 20 10 5 5",
    },
    {"b": {"cuts": 2}},
)


def given_to(played: FinishedGame) -> dict[str, tuple[tuple[str, ...], str]]:
    return {award.id: (award.players, award.explanation) for award in awards(played, NAMES)}


def test_each_award_goes_to_whom_it_says_with_the_reason() -> None:
    assert given_to(EVENING) == {
        "out": (("a",), "Went out in 4 of 7 rounds, the most of all."),
        "start": (("b",), "Only 20 points in the first three rounds."),
        "finish": (("a",), "Only 0 points in the last three rounds."),
        "comeback": (("a",), "Came back from furthest behind to make up 55 points on the leader."),
        "row": (("a", "b"), "Went out 3 rounds in a row."),
        "lead": (("a", "b"), "Led after 4 of 7 rounds."),
        "steady": (("b",), "Never scored more than 30 points in a round, the best of all."),
        "clean": (("c",), "Averaged only 17.1 points in the rounds they didn’t win."),
        "shaken": (("a",), "Took 60 points in one round and still didn’t finish last."),
        "jokers": (("c",), "Caught with 3 jokers at the end of rounds."),
        "cut": (("b",), "2 exact cuts, the most of all."),
    }


def test_few_are_read_out_and_no_player_gets_two() -> None:
    assert [award.id for award in chosen(awards(EVENING, NAMES))] == ["out", "start", "clean"]


@given(games(least=1))
def test_whatever_was_played_no_player_gets_two_of_those_that_are_read_out(played: tuple[FinishedGame, ...]) -> None:
    for each in played:
        given_out = chosen(awards(each, NAMES))
        players = [player for award in given_out for player in award.players]
        assert len(players) == len(set(players))
        assert len(given_out) <= MOST


def test_three_rounds_gone_out_in_a_row_are_a_roll() -> None:
    assert given_to(game("1", {"a": "out out out", "b": "5 5 5"}))["row"] == (("a",), "Went out 3 rounds in a row.")


def test_a_gap_of_less_than_a_point_a_round_is_a_photo_finish() -> None:
    close = game("1", {"a": "10 10", "b": "11 11", "c": "90 0"})
    assert given_to(close)["photo"] == (("a", "b"), "2 points between first place and Player 2, after 2 rounds.")
    assert "photo" not in given_to(game("1", {"a": "10 10", "b": "12 11", "c": "90 0"}))
    assert "photo" not in given_to(game("1", {"a": "10 10", "b": "10 10", "c": "90 0"})), "level is no finish"


def test_the_cleanest_hand_is_of_rounds_lost_and_nobodys_where_somebody_lost_too_few_to_compare() -> None:
    rounds = {"a": "out 10 10 11", "b": "9 9 10 out", "c": "9 out out 9"}
    assert "clean" not in given_to(game("1", rounds))
    lost = game("1", rounds | {"c": "90 out 90 9"})
    assert given_to(lost)["clean"] == (("b",), "Averaged only 9.3 points in the rounds they didn’t win.")


def test_who_took_and_lost_most_is_told_only_of_games_that_noted_it() -> None:
    columns = {"a": "9 9 out", "b": "9 out 9", "c": "out 9 9"}
    assert not {"may-i", "screwed"} & given_to(game("1", columns)).keys()
    noted = {"a": Claims(3, 0, 1), "b": Claims(3, 1, 2), "c": Claims(0, 2, 0)}
    given = given_to(game("1", columns, {player: {"claims": claims} for player, claims in noted.items()}))
    assert given["may-i"] == (("a", "b"), "Took 3 discards out of turn, the most recorded.")
    assert given["screwed"] == (("b",), "Lost a card to 2 screw-overs, the most recorded.")
    once = {player: {"claims": Claims(int(player == "a"), 0, int(player == "b"))} for player in columns}
    assert not {"may-i", "screwed"} & given_to(game("1", columns, once)).keys()


def test_what_two_did_equally_well_goes_to_both() -> None:
    assert given_to(game("1", {"a": "out out 5 5", "b": "9 9 out out", "c": "9 9 9 9"}))["out"][0] == ("a", "b")


def test_what_all_did_alike_is_no_award() -> None:
    assert awards(game("1", dict.fromkeys("abc", "10 10 10 10 10 10")), NAMES) == ()


def test_a_game_of_one_round_has_no_awards() -> None:
    assert awards(game("1", {"a": "out", "b": "50"}), NAMES) == ()


@given(games(least=1, most=1))
def test_awards_go_to_some_of_those_who_stayed_and_never_to_all_of_many(played: tuple[FinishedGame, ...]) -> None:
    (one,) = played
    for award in awards(one, NAMES):
        assert award.players
        assert set(award.players) <= set(one.places)
        assert award.id == "photo" or len(award.players) < one.players
        assert award.explanation.endswith(".")
