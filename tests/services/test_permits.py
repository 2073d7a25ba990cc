"""What of a game each phone may do: by role, by the seats that it holds, by who wrote an entry."""

from __future__ import annotations

import secrets
from datetime import timedelta
from typing import NamedTuple

import pytest
from flask import Flask

from referee import errors
from referee.days import moment_of, moment_text, now
from referee.game import commands as cmd
from referee.game.commands import COMMAND_TYPES, Command
from referee.rulebooks import library
from referee.rules.rulebook.model import Rulebook
from referee.services.deliveries import WriteTag
from referee.services.games import games, permits
from referee.services.games.games import Done, Refused
from referee.services.phones import access, holdings, phones
from referee.services.phones.access import GAME, Role
from referee.storage.engine.transactions import writing
from referee.storage.phones import rights as store
from tests.game import plays
from tests.services.desk import closing, must, open_game, tag

HELD, OTHER, THIRD = 1, 2, 3
"""Seats: the player's phone holds the first one."""


class Table(NamedTuple):
    code: str
    player: str
    scorer: str
    host: str


def by(phone: str, seen: int = 0) -> WriteTag:
    """A write of a phone that no door lets in."""
    return WriteTag(secrets.token_hex(8), seen, "", phone, Role.NOBODY)


def phone(code: str, role: Role) -> str:
    made = access.make_phone(access.new_cookie(), Role.NOBODY)
    assert made is not None
    phones.give(made.id, GAME, code, role, tag())
    return made.id


def table_of(book: str | Rulebook) -> Table:
    code = open_game(book).code
    made = Table(code, phone(code, Role.PLAYER), phone(code, Role.SCORER), phone(code, Role.HOST))
    holdings.claim(code, HELD, by(made.player))
    return made


@pytest.fixture
def table(app: Flask) -> Table:
    with app.app_context():
        return table_of("shanghai")


def may(table: Table, who: str, command: Command) -> bool:
    state = games.game(table.code)
    return permits.may(by(who), command, state, access.club_of_game(table.code), table.code)


def cards(seat: int) -> cmd.EnterCardsLeft:
    return cmd.EnterCardsLeft(1, seat, "10 5")


def open_book() -> Rulebook:
    return library.load("shanghai")


PLAYERS = (
    cmd.AddNote("Cid brought cake"),
    cmd.SayWentOut(1, HELD),
    cmd.SayWentOut(1, OTHER),
    cmd.ClearCardsLeft(1, HELD),
    cmd.CloseRound(1),
    cmd.RenameSeat(HELD, "Anna"),
    cmd.DropSeat(HELD),
    cmd.ReturnSeat(HELD),
    plays.take_discard(1, (HELD,)),
    plays.go_down(1, HELD),
    plays.lay_off(1, HELD, 2, "10S"),
    plays.screw_over(1, HELD, OTHER, "10S", "JK"),
    plays.call_shanghai(1, HELD, OTHER, "10S"),
    cmd.ShuffleStock(1),
    cmd.LoseTurn(1, OTHER, HELD),
    cmd.NoteIrregularity(1, HELD, "other"),
    cmd.NoteIrregularity(1, None, "other"),
    cmd.NoteIrregularity(1, HELD, "other", "owed"),
    cmd.NoteIrregularity(1, HELD, "other", "right"),
    cmd.SayBuys({HELD: 1}),
)
SCORERS = (
    cmd.ClearCardsLeft(1, OTHER),
    plays.take_discard(1, (HELD, OTHER)),
    plays.go_down(1, OTHER),
    plays.lay_off(1, OTHER, 2, "10S"),
    plays.screw_over(1, OTHER, HELD, "10S", "JK"),
    plays.call_shanghai(1, OTHER, HELD, "10S"),
    cmd.NoteIrregularity(1, HELD, "other", "points", 50),
    cmd.NoteIrregularity(1, OTHER, "other"),
    cmd.NoteIrregularity(1, OTHER, "other", "owed"),
    cmd.NoteIrregularity(1, HELD, "other", "void"),
    cmd.RenameSeat(OTHER, "Benno"),
    cmd.DropSeat(OTHER),
    cmd.ReturnSeat(OTHER),
    cmd.AddSeat("Eve"),
    cmd.RecordCut(1, True),
    cmd.ChangeDealer(OTHER),
    cmd.ReorderSeats((1, 2, 3, 4)),
    cmd.CorrectWinner(1, OTHER),
    cmd.SayBuys({HELD: 1, OTHER: 1}),
    cmd.AgreeHandicap({HELD: -20}),
)
HOSTS = (
    cmd.Finish(), cmd.Abandon(), cmd.Reopen(), cmd.CarryOn(), cmd.DecideRule("wild"),
    cmd.AgreeRules({"discard_wild": False}), cmd.RevokeRule(2),
)  # fmt: skip


def test_every_command_has_a_row() -> None:
    assert set(permits.NEEDS) == set(COMMAND_TYPES)


def test_each_role_may_what_it_may_and_no_more(app: Flask, table: Table) -> None:
    with app.app_context():
        stranger, watcher = phone(table.code, Role.NOBODY), phone(table.code, Role.SPECTATOR)
        commands = [*PLAYERS, cards(HELD), *SCORERS, cards(OTHER), *HOSTS]
        allowed = {
            who: [command for command in commands if may(table, id_, command)]
            for who, id_ in {**table._asdict(), "stranger": stranger, "watcher": watcher}.items()
            if who != "code"
        }
        assert allowed == {
            "stranger": [],
            "watcher": [],
            "player": [*PLAYERS, cards(HELD)],
            "scorer": [*PLAYERS, cards(HELD), *SCORERS, cards(OTHER)],
            "host": commands,
        }


def test_a_player_undoes_what_their_phone_wrote_and_the_host_anything(app: Flask, table: Table) -> None:
    with app.app_context():
        for who in (table.player, table.scorer, table.host):
            state = games.game(table.code)
            assert isinstance(games.act(table.code, cmd.AddNote("tea"), by(who, state.number)), Done)
        undoes = [[may(table, who, cmd.Undo(seq)) for seq in (2, 3, 4)] for who in (table.player, table.scorer)]
        assert undoes == [[True, False, False], [False, True, False]]
        assert all(may(table, table.host, cmd.Undo(seq)) for seq in (2, 3, 4))
        assert not may(table, table.scorer, cmd.Undo()), "the last thing is the host's"
        with pytest.raises(errors.NotAllowed):
            games.act(table.code, cmd.Undo(4), by(table.player, 4))
        must(table.code, cmd.Undo(2, confirmed=True))
        assert not may(table, table.player, cmd.Redo(2)), "somebody else undid it"
        assert may(table, table.host, cmd.Redo(2))
        nothing = [cmd.Redo(at) for at in (0, 1, games.game(table.code).number + 1)]
        assert all(may(table, table.player, redo) for redo in nothing), "the judge says that there is nothing to redo"


def test_what_was_said_by_somebody_else_a_player_does_not_turn_round(app: Flask, table: Table) -> None:
    with app.app_context():
        must(table.code, cmd.SayWentOut(1, OTHER))
        assert not may(table, table.player, cmd.SayWentOut(1, THIRD))
        assert may(table, table.player, cmd.SayWentOut(1, HELD)), "it was oneself"
        assert not may(table, table.player, cmd.CloseRound(1, {}, THIRD, says_went_out=True))
        assert not may(table, table.player, cmd.CloseRound(1, {OTHER: "10"}))


def test_a_player_who_calls_out_a_line_that_stands_changes_nothing_of_another_seat(app: Flask, table: Table) -> None:
    with app.app_context():
        must(table.code, cmd.EnterCardsLeft(1, OTHER, "10"))
        assert may(table, table.player, cmd.CountRound(1, {HELD: "5 points", OTHER: "10 points"}))
        assert not may(table, table.player, cmd.CountRound(1, {HELD: "5 points", OTHER: "12 points"}))


def test_a_player_who_does_not_say_whether_a_contract_was_met_is_asked_not_refused(app: Flask) -> None:
    house = {"own_contracts": True, "contracts": [["set of 3"], ["run of 4"]], "deal": 10, "all_cards_rounds": []}
    with app.app_context():
        table = table_of(library.with_house_rules(library.load("contract"), house))
        must(table.code, cmd.EnterCardsLeft(1, OTHER, "10", met=True))
        counted = {HELD: "5 points", OTHER: "10 points"}
        assert may(table, table.player, cmd.CountRound(1, counted))
        answer = games.act(table.code, cmd.CountRound(1, counted), by(table.player))
        assert isinstance(answer, Refused)
        assert [problem.message for problem in answer.problems] == ["Did Ann meet contract 1?"]
        assert may(table, table.player, cmd.CountRound(1, counted, met={HELD: False}))
        assert not may(table, table.player, cmd.CountRound(1, counted, met={OTHER: False}))
        assert not may(table, table.player, cmd.CountRound(1, {HELD: "5 points", OTHER: "12 points"}))
        assert not may(table, table.player, cmd.CountRound(1, {HELD: "5 points", THIRD: "12 points"}))


def test_a_late_guest_takes_one_seat(app: Flask, table: Table) -> None:
    with app.app_context():
        guest = phone(table.code, Role.PLAYER)
        assert may(table, guest, cmd.AddSeat("Eve"))
        assert not may(table, guest, cmd.AddSeat("Eve", how="said", opening=-50))
        assert not may(table, table.player, cmd.AddSeat("Eve")), "who sits already adds nobody"


def test_a_seat_that_moved_to_another_phone_is_not_the_own_any_more(app: Flask, table: Table) -> None:
    with app.app_context():
        other = phone(table.code, Role.PLAYER)
        assert not may(table, other, cards(HELD))
        holdings.claim(table.code, HELD, by(other), over=True)
        assert (may(table, other, cards(HELD)), may(table, table.player, cards(HELD))) == (True, False)


def test_a_revoked_phone_writes_nothing(app: Flask, table: Table) -> None:
    with app.app_context():
        phones.revoke(table.player, tag())
        with pytest.raises(errors.NotAllowed):
            games.act(table.code, cmd.AddNote("tea"), by(table.player, 1))


def test_a_game_of_another_evening_is_the_organisers(app: Flask, table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    with app.app_context():
        must(table.code, closing(games.game(table.code)))
        must(table.code, cmd.Finish(confirmed=True))
        correction = cmd.CorrectCell(1, HELD, "10")
        organiser = phone(table.code, Role.ORGANISER)
        who = (table.player, table.scorer, table.host, organiser)
        assert [may(table, each, correction) for each in who] == [False, False, True, True]
        later = moment_text(moment_of(now()) + timedelta(days=2))
        monkeypatch.setattr(permits, "now", lambda: later)
        assert [may(table, each, correction) for each in who] == [False, False, False, True]
        assert [may(table, each, cmd.Reopen()) for each in who] == [False, False, False, True]


def test_when_a_phone_was_last_used_is_kept_for_it_alone(app: Flask, table: Table) -> None:
    with app.app_context():
        long_ago = moment_text(moment_of(now()) - timedelta(hours=5))
        for each in (table.player, table.host):
            with writing():
                store.seen(each, long_ago)
        access.heard(table.player, long_ago, Role.HOST, "192.168.1.5")
        used = {each.id: each.seen_at for each in phones.phones_of(GAME, table.code)}
        assert used[table.player] > long_ago
        assert used[table.host] == long_ago


@pytest.mark.parametrize("claims", [f"{HELD} {OTHER}", f"{HELD},\t{OTHER}", f" {OTHER} ", f"{HELD}+{HELD}"])
def test_a_player_records_nothing_for_another_however_the_seats_are_typed(
    app: Flask, table: Table, claims: str
) -> None:
    with app.app_context():
        assert may(table, table.player, cmd.RecordPlay(1, "may_i", {"claims": str(HELD)}))
        assert not may(table, table.player, cmd.RecordPlay(1, "may_i", {"claims": claims}))
