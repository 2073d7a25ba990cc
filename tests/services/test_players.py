"""Who is who: names that change, doubles, guests, substitutes, seats given to somebody else."""

from __future__ import annotations

import pytest

from referee import errors
from referee.game import commands as cmd
from referee.season.rules import SeasonRule
from referee.services.clubs import clubs as organise
from referee.services.clubs import removal, seasons
from referee.services.games import games
from tests.services.club_desk import club, play, player, season, table
from tests.services.desk import closing, must, open_game

pytestmark = pytest.mark.usefixtures("among_clubs")


def test_the_same_name_is_the_same_player_and_a_new_name_keeps_the_old_games() -> None:
    play("Ann", "Ben", "Cid")
    ann = player("Ann")
    organise.rename_player(ann, "  Anna ")
    play("ANN", "Ben", "Cid")
    play("Anna", "Ben", "Cid")
    page = seasons.player_page(ann)
    assert (page.player.name, page.page.whole.games, page.page.whole.wins) == ("Anna", 3, 3)
    assert games.remembered_players()[0] == "Anna"


def test_whoever_sat_down_last_is_offered_first_under_whatever_name_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    for number, players in enumerate([("Ann", "Ben"), ("Annie", "Cid"), ("Dee", "Eve"), ("Annie", "Fay")], start=1):
        monkeypatch.setattr(games, "now", lambda day=number: f"2026-01-{day:02}T20:00:00Z")
        open_game("contract", *players, "Gus")
        if number == 2:
            organise.merge_players(player("Ann"), player("Annie"))
    assert games.remembered_players()[:3] == ["Ann", "Fay", "Gus"]


def test_a_double_of_somebody_who_was_taken_out_is_not_taken_apart() -> None:
    play("Ann", "Ben", "Cid")
    play("Annie", "Ben", "Cid")
    ann, annie = player("Ann"), player("Annie")
    organise.merge_players(ann, annie)
    removal.remove_player(ann)
    with pytest.raises(errors.UnknownPlayer):
        organise.unmerge_player(annie)
    removal.restore_player(ann)
    assert organise.unmerge_player(annie).name == "Annie"


def test_a_name_that_is_somebody_else_s_is_refused_with_what_to_do() -> None:
    play("Ann", "Ben", "Cid")
    with pytest.raises(errors.Rejected, match="merge them"):
        organise.rename_player(player("Ann"), "ben")
    with pytest.raises(errors.Rejected, match="Enter a name"):
        organise.rename_player(player("Ann"), " ")


def test_doubles_count_as_one_until_the_merge_is_taken_back() -> None:
    winter = season()
    play("Ann", "Ben", "Cid", season=winter)
    play("Annie", "Ben", "Cid", season=winter)
    ann, annie = player("Ann"), player("Annie")
    view = seasons.merge_preview(ann, annie)
    assert (view.games, view.together) == (1, ())
    organise.merge_players(ann, annie)
    assert table(winter)[0] == ("1", "Ann", "100.0")
    assert len(table(winter)) == 3
    assert seasons.player_page(annie).page.whole.games == 2, "the double's page is that of whom they are"
    assert [double[1] for double in seasons.player_page(ann).player.doubles] == ["Annie"]
    with pytest.raises(errors.Rejected, match="already the same player"):
        organise.merge_players(annie, ann)
    organise.unmerge_player(annie)
    assert [name for _, name, _ in table(winter)] == ["Ann", "Annie", "Ben", "Cid"]


def test_two_who_sat_at_one_table_cannot_be_merged() -> None:
    code = play("Ann", "Ben", "Cid")
    assert seasons.merge_preview(player("Ann"), player("Ben")).together == (code,)
    with pytest.raises(errors.Rejected, match=code):
        organise.merge_players(player("Ann"), player("Ben"))


@pytest.mark.parametrize("names", [("Ann", "Annie", "Ben"), ("Annie", "Ann", "Ben")])
def test_a_double_at_the_table_with_whom_they_were_is_somebody_new(names: tuple[str, ...]) -> None:
    play("Ann", "Ben", "Cid")
    play("Annie", "Ben", "Cid")
    ann, annie = player("Ann"), player("Annie")
    organise.merge_players(ann, annie)
    play(*names)
    assert seasons.player_page(ann).page.whole.games == 3
    assert player("Annie") not in (ann, annie)


def test_a_former_name_at_the_table_with_its_bearer_is_somebody_new() -> None:
    play("Bob", "Ben", "Cid")
    bob = player("Bob")
    organise.rename_player(bob, "Robert")
    play("Bob", "Robert", "Cid")
    assert seasons.player_page(bob).page.whole.games == 2
    assert player("Bob") != bob


def test_a_renamed_seat_belongs_to_whoever_the_new_name_says() -> None:
    code = open_game("contract", "Ann", "Ben", "Cid").code
    must(code, cmd.RenameSeat(2, "Dora"))
    while not (state := games.game(code)).last_round_closed:
        must(code, closing(state))
    must(code, cmd.Finish())
    assert seasons.player_page(player("Dora")).page.whole.games == 1
    assert seasons.player_page(player("Ben")).page.whole.games == 0


def test_an_undone_seat_belongs_to_nobody() -> None:
    code = open_game("contract", "Ann", "Ben", "Cid").code
    done = must(code, cmd.AddSeat("Dee"))
    must(code, cmd.Undo(done.number))
    assert seasons.merge_preview(player("Ann"), player("Dee")).together == ()


def test_guests_and_substitutes_are_marked() -> None:
    winter = season(SeasonRule(substitutes="for the absent player"))
    play("Ann", "Ben", "Cid", season=winter)
    code = play("Gus", "Ben", "Cid", season=winter)
    organise.mark_guest(player("Gus"), True)
    assert [name for _, name, _ in table(winter)] == ["Ann", "Ben", "Cid"]
    organise.mark_substitute(code, 1, player("Ann"))
    row = seasons.season_page(winter).standings.rows[0]
    assert (row.name, row.games, {line.substitute for line in row.lines}) == ("Ann", 2, {None, player("Gus")})
    with pytest.raises(errors.Rejected, match="is already in this game"):
        organise.mark_substitute(code, 1, player("Ben"))
    with pytest.raises(errors.Rejected, match="Someone else"):
        organise.mark_substitute(code, 2, player("Ann"))
    organise.mark_substitute(code, 1, None)
    assert seasons.season_page(winter).standings.rows[0].games == 1


def test_whoever_was_stood_in_for_cannot_have_a_second_seat_in_that_game() -> None:
    play("Dee", "Eve", "Fay")
    code = open_game("contract", "Ann", "Ben", "Cid").code
    organise.mark_substitute(code, 1, player("Dee"))
    assert seasons.merge_preview(player("Dee"), player("Ben")).together == (code,)
    with pytest.raises(errors.Rejected, match="they are two"):
        organise.merge_players(player("Ben"), player("Dee"))
    with pytest.raises(errors.Rejected, match="is already standing in for"):
        organise.link_seat(code, 2, player("Dee"))
    must(code, cmd.AddSeat("Dee"))
    with pytest.raises(errors.Rejected, match="is already in this game"):
        organise.mark_substitute(code, 2, player("Dee"))
    organise.mark_substitute(code, 1, player("Eve"))  # the first mark went when Dee came after all


def test_a_seat_can_be_given_to_whoever_really_sat_there() -> None:
    play("Ann", "Ben", "Cid")
    code = play("Dee", "Ben", "Cid")
    organise.link_seat(code, 1, player("Ann"))
    assert seasons.player_page(player("Ann")).page.whole.games == 2
    with pytest.raises(errors.Rejected, match="is already in this game"):
        organise.link_seat(code, 1, player("Ben"))
    with pytest.raises(errors.Rejected, match="isn’t in the game"):
        organise.link_seat(code, 9, player("Ben"))


def test_a_list_of_names_is_taken_in_before_anybody_plays() -> None:
    play("Ann", "Ben", "Cid")
    pasted = "Ann\n\n  Dora \tEli\t34\ndora\n1;Fritz;2\n"
    assert organise.add_players(club(), pasted) == ("Dora", "Eli", "Fritz")
    played = {one.name: one.played for one in seasons.players(club())}
    assert played == {"Ann": True, "Ben": True, "Cid": True, "Dora": False, "Eli": False, "Fritz": False}
    assert organise.add_players(club(), pasted) == ()
    eli = player("Eli")
    play("Eli", "Ann", "Ben")
    assert player("Eli") == eli, "whoever was listed is who sits down under that name"


@pytest.mark.parametrize("text", ["", " \n 12 ; 7\n", "x" * 41, "\n".join(f"Player {n}" for n in range(201))])
def test_what_is_no_list_of_names_takes_in_none(text: str) -> None:
    with pytest.raises(errors.Rejected) as refused:
        organise.add_players(club(), text)
    assert refused.value.field == "names"
    assert seasons.players(club()) == ()
