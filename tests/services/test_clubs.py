"""Clubs, players and seasons through the services, with real games behind them."""

from __future__ import annotations

from datetime import timedelta

import pytest

from referee import days, errors
from referee.game import commands as cmd
from referee.season.rules import SeasonRule
from referee.services.clubs import clubs as organise
from referee.services.clubs import seasons
from referee.services.clubs.clubs import SeasonForm
from referee.services.clubs.season_views import seasons_on
from referee.services.games import games
from referee.services.house.data import rebuild
from referee.storage.start import filling
from referee.storage.tables.clubs import GameClub, Player, Result
from referee.storage.tables.database import db
from tests.services.club_desk import club, play, player, season, table
from tests.services.desk import closing, must, open_game, opening, tag

pytestmark = pytest.mark.usefixtures("among_clubs")


def test_one_club_is_there_from_the_first_start() -> None:
    assert [one.name for one in seasons.clubs()] == ["Our club"]
    assert seasons.club_page(club()).games == 0


def test_a_finished_game_stands_in_its_season_at_once() -> None:
    winter = season()
    play("Ann", "Ben", "Cid", season=winter, winner=2)
    assert table(winter) == [("1", "Ben", "100.0"), ("2=", "Ann", "25.0"), ("2=", "Cid", "25.0")]
    page = seasons.season_page(winter)
    assert (page.season.finished, page.season.games, page.club.name) == (1, 1, "Our club")
    (game,) = page.games
    placed = [(page.names[result.player], result.total, str(game.places[result.player])) for result in game.results]
    assert placed == [("Ann", 70, "2="), ("Ben", 0, "1"), ("Cid", 70, "2=")]


def test_undoing_the_last_closing_takes_a_game_out_of_the_standings_until_it_is_closed_again() -> None:
    winter = season()
    code = play("Ann", "Ben", "Cid", season=winter)
    counted = table(winter)
    must(code, cmd.Undo(confirmed=True))
    assert (table(winter), games.game(code).status) == ([], "playing")
    must(code, cmd.CloseRound(7))
    assert table(winter) == counted
    assert seasons.season_page(winter).standings.corrected == ()
    must(code, cmd.CarryOn(confirmed=True))
    assert table(winter) == [], "the table plays on"
    must(code, cmd.Undo(confirmed=True))
    assert table(winter) == counted
    assert rebuild(check=True).differing == ()


def test_a_game_without_a_season_counts_in_none_and_can_be_moved() -> None:
    winter = season()
    code = play("Ann", "Ben", "Cid")
    assert table(winter) == []
    organise.set_season(code, winter)
    assert len(table(winter)) == 3
    organise.set_season(code, None)
    assert table(winter) == []


def test_a_game_being_played_does_not_count_yet() -> None:
    winter = season()
    code = open_game().code
    organise.set_season(code, winter)
    must(code, closing(games.game(code)))
    assert table(winter) == []
    assert seasons.season_page(winter).season.games == 1
    assert seasons.ended_game(code) is None


def test_the_table_follows_a_correction_and_says_when() -> None:
    winter = season()
    code = play("Ann", "Ben", "Cid", season=winter)
    must(code, cmd.Reopen(confirmed=True))
    assert table(winter) == [], "an opened game is not finished"
    must(code, cmd.CorrectCell(1, 2, "K K K K"))
    corrected_at = games.game(code).log[-1].at
    must(code, cmd.Finish())
    assert table(winter) == [("1", "Ann", "100.0"), ("2", "Cid", "50.0"), ("3", "Ben", "0.0")]
    ((corrected, at),) = seasons.season_page(winter).standings.corrected
    assert (corrected, at) == (code, corrected_at)


def test_opening_and_finishing_without_a_change_is_no_correction() -> None:
    winter = season()
    code = play("Ann", "Ben", "Cid", season=winter)
    must(code, cmd.Reopen(confirmed=True))
    must(code, cmd.AddNote("looked at again"))
    must(code, cmd.Finish())
    assert seasons.season_page(winter).standings.corrected == ()


@pytest.mark.parametrize("undo", [False, True], ids=["opened again", "undone"])
def test_a_game_that_was_finished_too_early_and_played_on_is_not_corrected(undo: bool) -> None:
    winter = season()
    code = open_game("contract", "Ann", "Ben", "Cid").code
    for _ in range(2):
        must(code, closing(games.game(code)))
    must(code, cmd.Finish(confirmed=True))
    must(code, cmd.Undo(confirmed=True) if undo else cmd.Reopen(confirmed=True))
    must(code, closing(games.game(code)))
    must(code, cmd.Finish(confirmed=True))
    organise.set_season(code, winter)
    assert seasons.season_page(winter).standings.corrected == ()
    must(code, cmd.Reopen(confirmed=True))
    must(code, cmd.CorrectCell(1, 2, "K K K K"))
    must(code, cmd.Finish(confirmed=True))
    assert [one for one, _ in seasons.season_page(winter).standings.corrected] == [code]


def test_undoing_that_a_game_was_opened_again_brings_it_back_into_the_table() -> None:
    winter = season()
    code = play("Ann", "Ben", "Cid", season=winter)
    reopened = must(code, cmd.Reopen(confirmed=True))
    assert table(winter) == []
    must(code, cmd.Undo(reopened.number))
    assert games.game(code).status == "finished"
    assert len(table(winter)) == 3
    assert rebuild(check=True).differing == ()


def test_a_removed_game_counts_for_nothing_and_comes_back() -> None:
    winter = season()
    code = play("Ann", "Ben", "Cid", season=winter)
    organise.remove_game(code)
    assert table(winter) == []
    assert games.recent_games() == []
    assert games.game(code).status == "finished", "its log is still there to be read"
    organise.restore_game(code)
    assert len(table(winter)) == 3


def test_what_was_removed_is_gone_for_good_after_thirty_days(monkeypatch: pytest.MonkeyPatch) -> None:
    code, other = play("Ann", "Ben", "Cid"), play("Ann", "Ben", "Cid")
    organise.remove_game(code)
    filling.fill()
    monthly = days.clock() + timedelta(days=31)
    monkeypatch.setattr(days, "clock", lambda: monthly)
    filling.fill()
    with pytest.raises(errors.UnknownGame):
        games.game(code)
    assert games.game(other).status == "finished"
    assert db.session.query(Result).filter_by(game=code).count() == 0
    assert db.session.query(GameClub).count() == 1


def test_a_season_is_made_changed_removed_and_brought_back() -> None:
    winter = season()
    code = play("Ann", "Ben", "Cid", season=winter)
    spring = SeasonForm("Spring", "2026-02-01", "2026-05-31", SeasonRule("wins"))
    with pytest.raises(errors.Rejected, match="games outside these dates"):
        organise.change_season(winter, spring)
    changed = organise.change_season(winter, spring, outside=organise.STAY)
    assert (changed.name, changed.rule.way, changed.finished) == ("Spring", "wins", 1)
    organise.remove_season(winter)
    with pytest.raises(errors.UnknownSeason):
        seasons.season_page(winter)
    evening = seasons.ended_game(code)
    assert evening is not None
    assert evening.season is None
    organise.restore_season(winter)
    assert len(table(winter)) == 3


@pytest.mark.parametrize(
    ("form", "field"),
    [
        (SeasonForm("", "2026-01-01", None, SeasonRule()), "name"),
        (SeasonForm("Winter", "2026-02-30", None, SeasonRule()), "starts"),
        (SeasonForm("Winter", "20260101", None, SeasonRule()), "starts"),
        (SeasonForm("Winter", "2026-01-01", "2025-12-31", SeasonRule()), "ends"),
        (SeasonForm("AUTUMN", "2026-01-01", None, SeasonRule()), "name"),
    ],
)
def test_a_season_that_makes_no_sense_is_refused_with_its_field(form: SeasonForm, field: str) -> None:
    season(name="Autumn")
    with pytest.raises(errors.Rejected) as refused:
        organise.make_season(club(), form)
    assert refused.value.field == field
    assert len(seasons.seasons(club())) == 1


def test_a_season_may_be_one_day_long() -> None:
    made = organise.make_season(club(), SeasonForm("Marathon", "2026-05-01", "2026-05-01", SeasonRule()))
    assert (made.starts, made.ends) == ("2026-05-01", "2026-05-01")
    days = ("2026-04-30", "2026-05-01", "2026-05-02")
    assert [seasons_on([made], day) for day in days] == [(), (made,), ()]
    assert [made.over(day) for day in days] == [False, False, True]


def test_a_game_of_no_season_that_there_is_is_not_opened() -> None:
    play("Ann", "Ben", "Cid")
    winter = season()
    organise.remove_season(winter)
    for wrong in ("nope", winter):
        with pytest.raises(errors.UnknownSeason):
            games.open_game(cmd.OpenGame(opening().book, ("Ann", "Ben", "Cid"), season=wrong), tag())
    assert games.games_in_progress() == []


def test_a_rule_from_a_form_names_its_field() -> None:
    with pytest.raises(errors.Rejected) as refused:
        organise.rule_from(way="total points", best_of=None)
    assert refused.value.field == "best_of"


def test_clubs_do_not_see_each_other() -> None:
    other = organise.make_club("The others")
    play("Ann", "Ben", "Cid")
    winter = season()
    answer = games.open_game(opening("contract", "Ann", "Ben", "Zoe"), tag(), club=other.id)
    assert isinstance(answer, games.Done)
    assert [one.name for one in seasons.players(club())] == ["Ann", "Ben", "Cid"]
    assert games.remembered_players(club=other.id) == ["Ann", "Ben", "Zoe"]
    assert [game.code for game in games.games_in_progress(club=other.id)] == [answer.code]
    with pytest.raises(errors.UnknownSeason):
        organise.set_season(answer.code, winter)
    with pytest.raises(errors.UnknownSeason):
        games.open_game(cmd.OpenGame(opening().book, ("Ann", "Ben", "Cid"), season=winter), tag(), club=other.id)
    stranger = next(one.id for one in seasons.players(other.id) if one.name == "Zoe")
    with pytest.raises(errors.UnknownPlayer):
        seasons.head_to_head(player("Ann"), stranger)


def test_a_club_is_removed_with_all_in_it_and_brought_back_but_the_last_one_stays() -> None:
    with pytest.raises(errors.Rejected, match="only club"):
        organise.remove_club(club())
    first = club()
    play("Ann", "Ben", "Cid")
    other = organise.make_club("The others")
    organise.remove_club(first)
    assert [one.id for one in seasons.clubs()] == [other.id]
    assert [one.id for one in seasons.clubs(removed=True)] == [first]
    assert games.recent_games() == []
    with pytest.raises(errors.UnknownClub):
        seasons.club_page(first)
    organise.restore_club(first)
    assert seasons.club_page(first).games == 1


def test_two_against_each_other_and_an_evening_with_its_awards() -> None:
    code = play("Ann", "Ben", "Cid")
    met = seasons.head_to_head(player("Ann"), player("Ben"))
    assert (met.first.name, met.versus.better, met.versus.meetings[0].game) == ("Ann", 1, code)
    evening = seasons.ended_game(code)
    assert evening is not None
    assert {award.id for award in evening.awards} >= {"out", "row", "lead"}
    assert evening.names[evening.awards[0].players[0]] == "Ann"


def test_ratings_leave_out_guests() -> None:
    play("Ann", "Ben", "Cid")
    organise.mark_guest(player("Cid"), True)
    rated = seasons.club_page(club()).ratings
    assert [(one.name, one.games) for one in rated] == [("Ann", 1), ("Ben", 1)]


def test_a_rating_has_its_steps_and_what_is_expected_in_the_game_that_is_played() -> None:
    code = play("Ann", "Ben", "Cid")
    view = seasons.rating_page(player("Ann"))
    assert [(step.game.id, step.place.place) for step in view.steps] == [(code, 1)]
    assert (view.playing, view.expected) == ("", {})
    running = open_game("contract", "Ann", "Dora", "Eli").code
    view = seasons.rating_page(player("Dora"))
    assert (tuple(view.steps), view.playing, set(view.expected)) == (
        (),
        running,
        {player("Ann"), player("Dora"), player("Eli")},
    )


def test_nothing_is_written_for_whoever_may_not(monkeypatch: pytest.MonkeyPatch) -> None:
    play("Ann", "Ben", "Cid")
    ann, ben = player("Ann"), player("Ben")
    monkeypatch.setattr(organise, "may_manage", lambda *_: False)
    for attempt in (
        lambda: organise.make_club("X"),
        lambda: organise.rename_player(ann, "X"),
        lambda: organise.mark_guest(ann, True),
        lambda: organise.unmerge_player(ben),
        lambda: organise.make_season(club(), SeasonForm("X", "2026-01-01", None, SeasonRule())),
        lambda: organise.remove_game(games.recent_games()[0].code),
        lambda: organise.remove_club(club()),
        lambda: organise.restore_club(club()),
    ):
        with pytest.raises(errors.NotAllowed):
            attempt()
    assert db.session.query(Player).filter_by(guest=True).count() == 0


@pytest.mark.parametrize(
    ("ask", "error"),
    [
        (lambda: seasons.season_page("nope"), errors.UnknownSeason),
        (lambda: seasons.player_page("nope"), errors.UnknownPlayer),
        (lambda: seasons.club_page("nope"), errors.UnknownClub),
        (lambda: seasons.ended_game("nope"), errors.UnknownGame),
        (lambda: organise.set_season("nope", None), errors.UnknownGame),
        (lambda: organise.restore_season("nope"), errors.UnknownSeason),
        (lambda: organise.restore_club("nope"), errors.UnknownClub),
    ],
)
def test_what_is_not_there_is_said_to_be_unknown(ask, error) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(error):
        ask()
