"""The news of a closed round: who moved to which place, and by how much."""

from __future__ import annotations

from referee.game.commands import AddSeat, CloseRound, DropSeat
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


def headline(game: Game) -> tuple[str, tuple[int, ...]]:
    line = round_news(game.state).headline
    return line.what, tuple(one.seat for one in line.standings)


def test_the_headline_says_who_leads_and_whether_that_is_new() -> None:
    game = Game("contract", 3)
    game.close(1, s2="K", s3="5")
    assert headline(game) == ("leads", (1,))
    game.close(2, s1="K K", s3="9 9")
    assert headline(game) == ("takes the lead", (2,))
    game.close(2, s1="K", s3="9")
    assert headline(game) == ("stays ahead", (2,))
    game.close(1, s2="K K", s3="K K")
    assert headline(game) == ("share the lead", (1, 2))
    game.close(1, s2="5", s3="K")
    assert headline(game) == ("leads alone", (1,))


def test_who_climbs_two_places_is_the_headline_where_the_leader_stays() -> None:
    game = Game("contract", 4)
    game.close(1, s2="5", s3="9", s4="K")
    game.close(4, s1="3", s2="K", s3="K")
    assert headline(game) == ("moves up", (4,))
    assert round_news(game.state).headline.standings[0].place.place == 2


def test_where_all_are_level_nobody_leads() -> None:
    game = Game("contract", 3)
    game.close(None, s1="5", s2="5", s3="5")
    assert headline(game) == ("level", ())


def test_the_most_is_one_players_and_more_than_nothing() -> None:
    game = Game("contract", 3)
    game.close(1, s2="K", s3="5")
    assert round_news(game.state).most == 2
    game.close(1, s2="5", s3="5")
    assert round_news(game.state).most is None, "two have the same"


def test_everybody_knows_how_far_behind_they_are_and_were() -> None:
    game = Game("contract", 3)
    game.close(1, s2="K", s3="5")
    game.close(2, s1="K K", s3="5")
    assert {seat: (one.behind_before, one.behind) for seat, one in by_seat(game).items()} == {
        1: (0, 10), 2: (10, 0), 3: (5, 0),
    }  # fmt: skip


def test_nobody_stays_ahead_who_was_behind_one_that_has_left() -> None:
    game = Game("contract", 4)
    game.close(1, s2="5", s3="9", s4="K")
    game.must(DropSeat(1, confirmed=True))
    game.close(2, s3="K", s4="K")
    assert headline(game) == ("takes the lead", (2,))
    assert by_seat(game)[2].behind_before == 5


def test_whoever_left_in_the_round_may_be_left_with_the_most() -> None:
    game = Game("contract", 4)
    game.must(DropSeat(4, "now", confirmed=True))
    game.must(CloseRound(1, game.hands(s2="5", s3="9", s4="K K"), 1, True, True))
    assert round_news(game.state).most == 4
