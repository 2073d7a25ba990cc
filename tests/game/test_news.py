"""The news of a closed round: who moved to which place, and by how much."""

from __future__ import annotations

from referee.game.commands import AddSeat
from referee.game.news import Standing, round_news
from tests.game.play import Game


def by_seat(game: Game) -> dict[int, Standing]:
    return {one.seat: one for one in round_news(game.state).standings}


def test_after_the_first_round_nobody_has_moved() -> None:
    game = Game("contract", 3)
    game.close(1, s2="K", s3="5")
    news = by_seat(game)
    assert [one.total for one in news.values()] == [0, 5, 10]
    assert not any(one.rose or one.fell for one in news.values())
    assert news[1].leads
    assert [one.gap for one in news.values()] == [5, 5, 10], "the leader is ahead of the next one, the others behind"


def test_who_rose_and_who_fell() -> None:
    game = Game("contract", 3)
    game.close(1, s2="K", s3="5")
    game.close(2, s1="K K", s3="5")
    news = by_seat(game)
    assert [(one.seat, one.total, str(one.place)) for one in news.values()] == [
        (2, 10, "1="),
        (3, 10, "1="),
        (1, 20, "3"),
    ]
    assert news[2].rose
    assert news[3].rose
    assert news[1].fell
    assert news[1].gap == 10


def test_a_newcomer_has_no_place_before() -> None:
    game = Game("contract", 3)
    game.close(1, s2="K", s3="5")
    game.must(AddSeat("Eve", round=2, confirmed=True))
    game.close(2)
    newcomer = by_seat(game)[4]
    assert newcomer.before is None
    assert not newcomer.rose
    assert not newcomer.fell


def test_everybody_level() -> None:
    game = Game("contract", 3)
    game.close(None, s1="5", s2="5", s3="5")
    assert {(str(one.place), one.gap) for one in by_seat(game).values()} == {("1=", 0)}
