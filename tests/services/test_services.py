"""Intents as transactions: what is answered, what is kept, and what a second delivery gets."""

from __future__ import annotations

import dataclasses

import pytest
from flask import Flask

from referee import errors
from referee.game import commands as cmd
from referee.game.events import Recorded
from referee.services.clubs import clubs
from referee.services.deliveries import digest_of
from referee.services.games import games
from referee.services.games.games import Confirm, Done, Refused, Stale
from referee.services.phones.access import Role
from referee.storage.engine.transactions import Collision
from referee.storage.games.log import CODE_LETTERS
from referee.storage.tables import deliveries
from tests.services.desk import act, closing, must, open_game, opening, tag


@pytest.fixture(autouse=True)
def context(app: Flask) -> object:
    with app.app_context():
        yield app


def test_a_game_is_opened_under_a_code_that_can_be_read_aloud() -> None:
    done = open_game()
    assert len(done.code) == 6
    assert set(done.code) <= set(CODE_LETTERS)
    assert not set(CODE_LETTERS) & set("01258ILOSZ") - {"8", "L"}


def test_what_is_wrong_with_an_opening_is_said_and_nothing_is_kept() -> None:
    answer = games.open_game(opening("contract", "Ann", "Ben"), tag())
    assert isinstance(answer, Refused)
    assert answer.state is None
    assert games.recent_games() == []
    assert games.remembered_players() == []


def test_a_random_first_dealer_is_drawn_once() -> None:
    command = dataclasses.replace(opening(), dealer_how="random")
    the_tag = tag()
    first = games.open_game(command, the_tag)
    again = games.open_game(command, the_tag)
    assert isinstance(first, Done)
    assert isinstance(again, Done)
    assert again.repeated
    assert again.code == first.code
    assert again.state == first.state
    drawn = {
        done.state.running.dealer
        for done in (games.open_game(command, tag()) for _ in range(40))
        if isinstance(done, Done) and done.state.running
    }
    assert drawn == {1, 2, 3, 4}


def test_a_round_is_played_and_read_back() -> None:
    code = open_game().code
    done = must(code, closing(games.game(code), held="K K"))
    assert [type(event).__name__ for event in done.events][-1] == "RoundClosed"
    assert done.number == done.state.number == 6
    assert games.game(code) == done.state
    assert dict(done.state.totals) == {1: 0, 2: 20, 3: 20, 4: 20}


def test_a_known_id_gets_its_first_answer_again_and_writes_nothing() -> None:
    code = open_game().code
    command, the_tag = closing(games.game(code)), tag(1)
    first = games.act(code, command, the_tag)
    must(code, cmd.AddNote("tea"))
    again = games.act(code, command, the_tag)
    assert isinstance(first, Done)
    assert isinstance(again, Done)
    assert (first.repeated, again.repeated) == (False, True)
    assert (again.events, again.number) == (first.events, first.number)
    assert again.state.number == first.number + 1


def test_an_undo_that_found_everything_undone_does_not_wake_up_later() -> None:
    code = open_game().code
    must(code, cmd.AddNote("tea"))
    must(code, cmd.Undo(2))
    late = tag(3)
    assert isinstance(games.act(code, cmd.Undo(2), late), Done)
    must(code, cmd.Redo(2))
    again = games.act(code, cmd.Undo(2), late)
    assert isinstance(again, Done)
    assert again.repeated
    assert games.game(code).notes == ("tea",)


def test_the_same_id_with_other_content_is_refused() -> None:
    code, other = open_game().code, open_game().code
    the_tag = tag(1)
    games.act(code, cmd.AddNote("tea"), the_tag)
    with pytest.raises(errors.IdReused):
        games.act(code, cmd.AddNote("coffee"), the_tag)
    with pytest.raises(errors.IdReused):
        games.act(other, cmd.AddNote("tea"), the_tag)
    with pytest.raises(errors.IdReused):
        games.open_game(opening(), the_tag)
    assert games.game(code).notes == ("tea",)
    assert games.game(other).notes == ()


@pytest.mark.parametrize("gone", ["removed", "never there"])
def test_no_game_is_opened_in_a_club_that_is_not_there(gone: str) -> None:
    club = clubs.make_club("Other").id
    if gone == "removed":
        clubs.remove_club(club)
    with pytest.raises(errors.UnknownClub):
        games.open_game(opening(), tag(), club if gone == "removed" else "0" * 16)
    assert games.recent_games() == []


def test_the_id_of_a_game_of_one_club_opens_none_in_another() -> None:
    first, second = (clubs.make_club(name).id for name in ("Reds", "Blues"))
    the_tag = tag()
    assert isinstance(games.open_game(opening(), the_tag, first), Done)
    with pytest.raises(errors.IdReused):
        games.open_game(opening(), the_tag, second)
    assert games.recent_games(club=second) == []


def test_the_id_of_a_refusal_or_a_question_may_be_used_again() -> None:
    code = open_game().code
    the_tag = tag(1)
    refused = games.act(code, cmd.EnterCardsLeft(1, 1, "9 x K"), the_tag)
    assert isinstance(refused, Refused)
    asked = games.act(code, cmd.EnterCardsLeft(1, 1, "nothing"), the_tag)
    assert isinstance(asked, Confirm)
    done = games.act(code, cmd.EnterCardsLeft(1, 1, "nothing", confirmed=True), the_tag)
    assert isinstance(done, Done)
    assert not done.repeated


def test_a_stale_page_gets_both_values_and_may_insist() -> None:
    code = open_game().code
    must(code, cmd.EnterCardsLeft(1, 1, "K"), seen=1)
    mine = cmd.EnterCardsLeft(1, 1, "Q Q")
    the_tag = tag(1)
    stale = games.act(code, mine, the_tag)
    assert isinstance(stale, Stale)
    assert (stale.conflicts[0].theirs, stale.conflicts[0].mine) == ("10 (K)", "20 (Q Q)")
    insisted = games.act(code, mine, dataclasses.replace(the_tag, seen=stale.state.number))
    assert isinstance(insisted, Done)


def test_an_unknown_game_is_unknown() -> None:
    with pytest.raises(errors.UnknownGame):
        games.game("AAAAAA")
    with pytest.raises(errors.UnknownGame):
        games.act("AAAAAA", cmd.AddNote("tea"), tag(1))


@pytest.mark.parametrize("name", ["short", "x" * 65, "with\nnew line", "ünïcödé-id"])
def test_an_id_that_no_phone_of_ours_makes_is_refused(name: str) -> None:
    with pytest.raises(errors.RefereeError, match="a valid id"):
        games.open_game(opening(), games.WriteTag(name, 0, "Ann's phone"))


@pytest.mark.parametrize("length", [8, 64])
def test_an_id_may_have_from_8_to_64_letters(length: int) -> None:
    made = games.open_game(opening(), games.WriteTag("x" * length, 0, "Ann's phone"))
    again = games.open_game(opening(), games.WriteTag("x" * length, 0, "Ann's phone"))
    assert isinstance(made, Done)
    assert isinstance(again, Done)
    assert (again.code, again.repeated) == (made.code, True)


def test_a_name_of_a_phone_has_a_length() -> None:
    made = games.open_game(opening(), games.WriteTag("x" * 21, 0, "y" * 80))
    assert isinstance(made, Done)
    assert made.state.log[0].by == "y" * 80
    with pytest.raises(errors.RefereeError, match="a valid name"):
        games.open_game(opening(), games.WriteTag("x" * 20, 0, "y" * 81))


def test_whoever_may_not_writes_nothing() -> None:
    code = open_game().code
    nobody = games.WriteTag("x" * 20, 1, "Ann's phone", door=Role.NOBODY)
    with pytest.raises(errors.NotAllowed):
        games.act(code, cmd.AddNote("tea"), nobody)
    with pytest.raises(errors.NotAllowed):
        games.open_game(opening(), nobody)
    assert games.game(code).number == 1
    assert isinstance(games.act(code, cmd.AddNote("tea"), dataclasses.replace(nobody, door=Role.PLAYER)), Done)


def test_lists_show_how_games_stand() -> None:
    first = open_game("liverpool", "Ann", "Ben", "Cid").code
    second = open_game("progressive").code
    must(first, closing(games.game(first), out=2))
    must(first, cmd.AddSeat("Dee"))
    summary = {game.code: game for game in games.games_in_progress()}
    assert set(summary) == {first, second}
    assert summary[first].players == ("Ann", "Ben", "Cid", "Dee")
    assert (summary[first].rulebook_id, summary[first].rulebook) == ("liverpool", "Liverpool Rummy")
    assert (summary[first].round, summary[first].rounds, summary[first].leaders) == (2, 7, ("Ben",))
    assert (summary[second].round, summary[second].rounds, summary[second].leaders) == (1, 15, ())
    must(first, cmd.Finish(confirmed=True))
    assert [game.code for game in games.games_in_progress()] == [second]
    assert {game.code: game.status for game in games.recent_games()} == {first: "finished", second: "playing"}
    assert len(games.recent_games(limit=1)) == 1


def test_the_last_game_offers_the_same_players_again(monkeypatch: pytest.MonkeyPatch) -> None:
    assert games.last_game() is None
    monkeypatch.setattr(games, "now", lambda: "2026-01-05T20:00:00Z")
    old = open_game("liverpool", "Ann", "Ben", "Cid").code
    monkeypatch.setattr(games, "now", lambda: "2026-01-06T20:00:00Z")
    new = open_game("contract", "Dee", "Eve", "Fay").code
    monkeypatch.setattr(games, "now", lambda: "2026-01-07T20:00:00Z")
    must(old, cmd.AddNote("tea"))
    last = games.last_game()
    assert last is not None
    assert (last.code, last.players) == (new, ("Dee", "Eve", "Fay"))


def test_names_are_remembered_the_latest_first_and_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "now", lambda: "2026-01-05T20:00:00Z")
    open_game("contract", "Ann", "Ben", "Cid")
    monkeypatch.setattr(games, "now", lambda: "2026-01-06T20:00:00Z")
    code = open_game("contract", "BEN", "Dee", "Eve").code
    monkeypatch.setattr(games, "now", lambda: "2026-01-07T20:00:00Z")
    must(code, cmd.AddSeat("Fay"))
    must(code, cmd.RenameSeat(2, "Dora"))
    assert games.remembered_players() == ["Dora", "Fay", "Ben", "Dee", "Eve", "Ann", "Cid"]
    assert games.remembered_players(limit=2) == ["Dora", "Fay"]


def test_a_clock_that_is_set_back_does_not_turn_the_history_round(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "now", lambda: "2026-01-05T20:00:00Z")
    code = open_game().code
    monkeypatch.setattr(games, "now", lambda: "2026-01-05T19:00:00Z")
    done = must(code, cmd.AddNote("tea"))
    assert [recorded.at for recorded in done.state.log] == ["2026-01-05T20:00:00Z"] * 2


def test_every_kind_of_command_is_told_from_every_other_by_its_digest() -> None:
    commands: list[cmd.Command | cmd.OpenGame] = [
        opening(),
        opening("screw"),
        opening("contract", "Ann", "Ben", "Cid"),
        cmd.AddNote("tea"),
        cmd.AddNote("coffee"),
        cmd.RenameSeat(1, "tea"),
        cmd.CloseRound(1),
        cmd.CloseRound(1, {1: "K"}),
        cmd.CloseRound(1, {2: "K"}),
        cmd.CloseRound(1, {1: "Q"}),
        cmd.EnterCardsLeft(1, 1, "10 points"),
        cmd.EnterCardsLeft(1, 1, "10"),
        cmd.ReorderSeats((1, 2)),
        cmd.ReorderSeats((2, 1)),
        cmd.Undo(),
        cmd.Redo(),
    ]
    assert len({digest_of(["AAAAAA", command]) for command in commands}) == len(commands)
    assert digest_of(["AAAAAA", commands[3]]) != digest_of(["AAAAAB", commands[3]])


def test_a_tap_that_waited_while_the_server_was_updated_is_the_write_it_was() -> None:
    """As they were before a decision said since when it counts, and a revoked one on which topic."""
    kept = cmd.DecideRule("may-i-limit", {"may_i_limit": 3}, keep=True)
    assert digest_of([kept, 0]) == "a1619f84b22ce3a85a3ea0b34aa35597bc68ddfd60196f51021a0854d74eaef6"
    assert digest_of([cmd.RevokeRule(7), 0]) == "9b542ea03661f7fb0f81d1ba975338b5007cf43ee8cdeb9947c5e72b2eb64d8e"
    assert digest_of([dataclasses.replace(kept, since="first"), 0]) != digest_of([kept, 0])


def test_a_game_comes_back_from_the_database_as_it_was_in_memory() -> None:
    code = open_game("progressive").code
    for _ in range(3):
        must(code, closing(games.game(code), out=2, held="5 6 7"))
    must(code, cmd.SayBuys({1: 2}))
    done = must(code, cmd.Undo())
    again = games.game(code)
    assert again == done.state
    assert all(isinstance(recorded, Recorded) for recorded in again.log)
    assert isinstance(act(code, cmd.Redo()), Done)


def test_two_processes_with_the_same_id_at_once_get_the_same_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    code = open_game().code
    the_tag = tag(1)
    first = games.act(code, cmd.AddNote("tea"), the_tag)
    look = deliveries.find
    blind = [True, True]

    def too_early(delivery: str) -> object:
        return None if blind and blind.pop() else look(delivery)

    monkeypatch.setattr(deliveries, "find", too_early)
    with pytest.raises(Collision):
        games.act(code, cmd.AddNote("tea"), the_tag)  # blind twice: it gives up
    blind[:] = [True]
    again = games.act(code, cmd.AddNote("tea"), the_tag)
    assert isinstance(first, Done)
    assert isinstance(again, Done)
    assert (again.repeated, again.number) == (True, first.number)
    assert games.game(code).notes == ("tea",)
