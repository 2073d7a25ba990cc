"""Whether a lead could be luck: nearly always where all play alike, hardly ever where one is better for certain."""

from __future__ import annotations

from random import Random

import pytest

from referee.season.games import FinishedGame, Played, Result
from referee.season.luck import HARDLY, LEAST, MOST, luck, turns
from referee.season.rules import SeasonRule
from referee.season.standings import standings

NAMES = {"a": "Ada", "b": "Ben", "c": "Cora"}


def club(games: int, skill: float, seed: int = 0, who: str = "abc") -> list[FinishedGame]:
    """Games in which the first is so many points better a round."""
    random, made = Random(seed), []
    for at in range(games):
        results = tuple(
            Result(player, tuple(round(max(0, random.gauss(30 - skill * (player == "a"), 15))) for _ in range(7)))
            for player in who
        )
        day = f"2026-01-{1 + at % 28:02}"
        rounds = tuple(Played(number, "two sets") for number in range(1, 8))
        made.append(FinishedGame(f"g{at:03}", f"{day}T20:00:00Z", day, "contract", "X", rounds, results))
    return made


def sentence_of(games: list[FinishedGame], **rule: object) -> str:
    given = luck(standings(games, SeasonRule(**rule), NAMES))  # type: ignore[arg-type]
    return given.in_words() if given is not None else ""


@pytest.mark.parametrize("way", ["place points", "points per round", "table average", "wins"])
def test_who_is_better_for_certain_is_not_lucky(way: str) -> None:
    assert sentence_of(club(40, 25), way=way).startswith("That Ada is ahead of ")
    assert "is hardly luck: in fewer than 1 of 40 draws" in sentence_of(club(40, 25), way=way)


def test_where_all_play_alike_it_could_nearly_always_be_luck() -> None:
    tables = [standings(club(30, 0, seed), SeasonRule(), NAMES) for seed in range(60)]
    given = [each for each in map(luck, tables) if each is not None and each.turned is not None]
    hardly = sum(each.turned < HARDLY for each in given if each.turned is not None)
    assert len(given) > 50
    assert hardly / len(given) <= 0.1


def test_it_says_how_often_and_the_same_each_time() -> None:
    sentence = sentence_of(club(20, 2, seed=4))
    assert " could be luck: in " in sentence
    assert sentence.endswith(" draws of the same games it would be the other way round.")
    turns.cache_clear()
    assert sentence_of(list(reversed(club(20, 2, seed=4)))) == sentence


def test_few_games_are_too_few_and_sharing_a_place_is_no_lead() -> None:
    assert sentence_of(club(LEAST - 1, 25)).startswith("Too few games to say")
    assert sentence_of(club(20, 25, who="a")) == ""
    assert sentence_of([]) == ""
    level = [each for game in club(6, 0) for each in (game,)]
    same = [
        FinishedGame(
            game.id, game.at, game.day, "contract", "X", game.rounds, tuple(Result(who, (5,) * 7) for who in "ab")
        )
        for game in level
    ]
    assert sentence_of(same) == ""


def test_only_the_best_games_are_drawn_where_only_these_count() -> None:
    first = tuple((f"g{at:02}", float(at % 2)) for at in range(20))
    second = tuple((f"g{at:02}", 0.9) for at in range(20))
    assert turns(first, second, None) > 0.9
    assert turns(first, second, 3) < 0.1


def test_very_many_games_are_drawn_together() -> None:
    random = Random(3)
    first = tuple((f"g{at:04}", random.gauss(0.4, 1)) for at in range(4 * MOST))
    second = tuple((f"g{at:04}", random.gauss(0, 1)) for at in range(4 * MOST))
    assert turns(first, second, None) < HARDLY
    assert turns(first, first, None) == 0.5


def test_whoever_sat_in_no_drawn_game_is_level() -> None:
    assert turns((("g0", 1.0),), (("g1", 0.0),), None) <= 0.5
