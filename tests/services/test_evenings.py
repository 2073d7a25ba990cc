"""Evenings of a club: who is here, who sits where, games that know their evening, one result of the night."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import timedelta

import pytest
from flask import Flask

from referee import days, errors
from referee.game import commands as cmd
from referee.services.clubs import clubs, evenings, removal
from referee.services.clubs.evening_views import EveningForm
from referee.services.games import games
from referee.storage.clubs import forgetting
from referee.storage.engine.transactions import writing
from referee.storage.files import exporting
from referee.storage.files.import_lines import BadLine
from tests.services.carrying import brought_in, exported
from tests.services.club_desk import club, looked_at, play, player, season
from tests.services.desk import closing, must, open_game, opening, tag

EIGHT = tuple(f"Player {number}" for number in range(1, 9))


@pytest.fixture(autouse=True)
def in_app(app: Flask) -> Iterator[None]:
    with app.app_context():
        yield


def an_evening(*names: str, in_season: str | None = None, day: str = "2026-01-31") -> str:
    """With these people, who are here."""
    made = evenings.make(club(), EveningForm(day, season=in_season)).id
    evenings.set_here(made, (), (), ", ".join(names))
    return made


def seats(evening: str) -> list[list[str]]:
    return [[name for _, name in table.seats] for table in evenings.page(evening).tables]


def start(evening: str, table: int) -> str:
    """The game of one of its tables, opened as the page does."""
    there = evenings.page(evening).tables[table]
    command = cmd.OpenGame(opening().book, tuple(name for _, name in there.seats), table=there.id)
    answer = games.open_game(command, tag())
    assert isinstance(answer, games.Done)
    return answer.code


def finish(code: str, winner: int = 1) -> None:
    while not (state := games.game(code)).last_round_closed:
        must(code, closing(state, winner))
    must(code, cmd.Finish())


def test_eight_people_sit_at_two_tables_and_their_games_know_the_evening() -> None:
    evening = an_evening(*EIGHT)
    assert evenings.seat(evening, 0) == 2
    assert sorted(len(table) for table in seats(evening)) == [4, 4]
    code = start(evening, 0)
    assert games.game(code).running.dealer == games.game(code).seats[0].id  # type: ignore[union-attr]
    of = evenings.of_game(code)
    assert of is not None
    assert of.id == evening
    assert [game.code for game in evenings.page(evening).games] == [code]


def test_two_phones_that_start_one_table_play_one_game() -> None:
    evening = an_evening(*EIGHT[:4])
    evenings.seat(evening, 0)
    assert start(evening, 0) == start(evening, 0)
    assert len(evenings.page(evening).games) == 1


def test_a_removed_game_leaves_its_table_to_another_one() -> None:
    evening = an_evening(*EIGHT[:4])
    evenings.seat(evening, 0)
    clubs.remove_game(first := start(evening, 0))
    assert start(evening, 0) != first


def test_who_sat_together_is_parted_on_the_next_evening_and_another_one_deals_first() -> None:
    winter = season()
    dealers = []
    met: set[frozenset[str]] = set()
    for _ in range(2):
        evening = an_evening(*EIGHT, in_season=winter)
        evenings.seat(evening, 0)
        for at, table in enumerate(seats(evening)):
            dealers.append(table[0])
            met |= {frozenset((one, other)) for one in table for other in table if one != other}
            clubs.set_season(start(evening, at), winter)
    assert len(met) == 20  # two of each table meet again, which is the least
    assert len(set(dealers)) == 4


def test_who_comes_late_is_seated_without_those_whose_game_goes_on() -> None:
    evening = an_evening(*EIGHT[:6])
    evenings.seat(evening, 0)
    playing = set(seats(evening)[0])
    start(evening, 0)
    evenings.set_here(evening, (), (), "Late One")
    assert [person.name for person in evenings.page(evening).unseated] == ["Late One"]
    assert evenings.seat(evening, 0) == 1
    first, second = seats(evening)
    assert set(first) == playing
    assert set(second) == {*EIGHT[:6], "Late One"} - playing


def test_who_goes_home_keeps_their_evening_and_gets_no_seat_any_more() -> None:
    evening = an_evening(*EIGHT[:4])
    evenings.seat(evening, 0)
    finish(start(evening, 0))
    everybody = {person.id for person in evenings.page(evening).people}
    evenings.set_here(evening, everybody - {player("Player 2")}, everybody)
    evenings.seat(evening, 0)
    assert "Player 2" not in seats(evening)[-1]
    person = next(each for each in evenings.page(evening).people if each.name == "Player 2")
    assert (person.presence, person.came) == ("left", True)
    evenings.set_here(evening, everybody - {player("Player 2"), player("Player 3")}, everybody - {player("Player 2")})
    assert len(seats(evening)[-1]) == 2


def test_a_tick_by_mistake_leaves_no_trace() -> None:
    evening = an_evening("Player 1", "Player 2")
    evenings.set_here(evening, {player("Player 2")}, {player("Player 1"), player("Player 2")})
    mine = next(each for each in evenings.page(evening).people if each.name == "Player 1")
    assert (mine.presence, mine.came) == ("", False)


def test_a_double_who_was_ticked_goes_home_as_whom_they_are() -> None:
    evening = an_evening("Player 1", "Player 2")
    clubs.merge_players(player("Player 1"), player("Player 2"))
    mine = player("Player 1")
    evenings.set_here(evening, (), {mine})
    assert not any(person.presence for person in evenings.page(evening).people)


def test_after_a_merge_an_evening_and_the_lists_of_games_say_who_they_are() -> None:
    evening = an_evening("Ann", "Ben", "Gus")
    evenings.seat(evening, 1)
    code = start(evening, 0)
    at = next(seat.id for seat in games.game(code).seats if seat.player == "Gus")
    finish(code, at)
    clubs.add_players(club(), "Gustav")
    clubs.merge_players(player("Gustav"), player("Gus"))
    there = evenings.page(evening)
    assert [game.leaders for game in there.games] == [("Gustav",)]
    assert [table.game.leaders for table in there.tables if table.game] == [("Gustav",)]
    for game in (*games.recent_games(), games.last_game()):
        assert game is not None
        assert "Gustav" in game.players
        assert "Gus" not in game.players


def test_who_was_removed_is_not_seated_with_the_same_players_again() -> None:
    open_game("contract", "Ann", "Ben", "Gus")
    clubs.add_players(club(), "Gustav")
    clubs.merge_players(player("Gustav"), player("Gus"))
    removal.remove_player(player("Ben"))
    last = games.last_game()
    assert last is not None
    assert last.players == ("Ann", "Gustav")


def test_what_another_phone_ticked_meanwhile_stays() -> None:
    evening = an_evening("Player 1", "Player 2")
    shown = {player("Player 1"), player("Player 2")}
    evenings.set_here(evening, shown, shown, "Player 3")
    assert evenings.set_here(evening, shown, shown) == 3


@pytest.mark.parametrize(("people", "tables"), [(0, 0), (1, 0), (5, 2), (8, 3)])
def test_tables_that_cannot_be_are_refused(people: int, tables: int) -> None:
    evening = an_evening(*EIGHT[:people])
    with pytest.raises(errors.Rejected):
        evenings.seat(evening, tables)
    assert evenings.page(evening).tables == ()


def test_places_are_changed_by_hand_until_the_game_begins() -> None:
    evening = an_evening(*EIGHT[:6])
    evenings.seat(evening, 2)
    (first, *_), (other, *_) = seats(evening)
    evenings.move(evening, player(first), player(other))
    assert [table[0] for table in seats(evening)] == [other, first]
    table = evenings.page(evening).tables[0]
    evenings.move(evening, player(first), f"table {table.id}")
    assert [len(there) for there in seats(evening)] == [4, 2]
    evenings.move(evening, player(first), "")
    assert [person.name for person in evenings.page(evening).unseated] == [first]
    shown = evenings.page(evening).digest
    start(evening, 0)
    for to in (player(other), f"table {table.id}", ""):
        with pytest.raises(errors.Rejected):
            evenings.move(evening, player(seats(evening)[0][1]), to)
    with pytest.raises(errors.Rejected, match="Someone else changed the tables"):
        evenings.seat(evening, 0, shown)


def test_the_night_counts_every_table_alike() -> None:
    evening = an_evening(*EIGHT[:7])
    evenings.seat(evening, 0)
    for at in range(2):
        finish(start(evening, at), winner=2)
    clubs.mark_guest(player(seats(evening)[0][1]), True)
    night = evenings.page(evening).night
    assert night is not None
    assert {row.name for row in night.rows if row.place and row.place.place == 1} == {
        there[1] for there in seats(evening)
    }
    (line,) = evenings.evenings(club()).lines
    assert (line.came, line.games, len(line.first)) == (7, 2, 2)


def test_a_game_is_put_to_an_evening_by_hand_and_taken_from_it() -> None:
    code = play("Player 1", "Player 2", "Player 3")
    evening = an_evening("Player 4")
    evenings.put_game(code, evening)
    (line,) = evenings.evenings(club()).lines
    assert (line.came, line.games) == (4, 1)
    evenings.put_game(code, None)
    assert evenings.of_game(code) is None


def test_attendance_counts_who_came_by_whatever_their_evening_knows() -> None:
    an_evening("Player 1", "Player 2", day="2026-01-10")
    latest = an_evening("Player 2", day="2026-01-17")
    evenings.put_game(play("Player 3", "Player 4", "Player 5"), latest)
    of = evenings.evenings(club())
    assert of.counted == 2
    assert next((of.names[each.player], each.evenings) for each in of.faithful) == ("Player 2", 2)
    assert {of.names[each.player] for each in of.faithful} == {f"Player {number}" for number in range(1, 6)}


def test_a_removed_evening_comes_back_with_its_games_or_goes_for_good() -> None:
    evening = an_evening(*EIGHT[:4])
    evenings.seat(evening, 0)
    code = start(evening, 0)
    evenings.remove(evening)
    assert evenings.of_game(code) is None
    with pytest.raises(errors.UnknownEvening):
        evenings.page(evening)
    removal.bring_back(club(), "evening", evening)
    assert [game.code for game in evenings.page(evening).games] == [code]
    evenings.remove(evening)
    for at in ("2099-01-01T00:00:00Z", "2099-03-01T00:00:00Z"):
        looked_at(at)
    assert games.game(code).status == "playing"
    assert evenings.evenings(club()).lines == ()


def test_evenings_go_out_and_come_back_byte_for_byte() -> None:
    evening = an_evening(*EIGHT[:7], day="2099-01-31")
    evenings.say_coming(evening, player("Player 7"), False)
    evenings.seat(evening, 0)
    start(evening, 1)
    sent = exported(club())
    clubs.make_club("Another club")
    clubs.remove_club(club())
    with writing():
        forgetting.purge("9999-01-01T00:00:00Z")
    assert exported(brought_in(sent)) == sent


@pytest.mark.parametrize(
    ("field", "value", "why"),
    [
        ("season", "nowhere", "season"),
        ("begins", "25:00", "time"),
        ("games", ["ABCDEF"], "game"),
        ("games", [], "game"),
        ("players", [["nobody", True, ""]], "player"),
        ("players", [["nobody", True, "gone"]], "here"),
        ("players", ["nobody"], "player"),
        ("tables", [["t", 1, 1, [], None]], "table"),
        ("name", "\u202e", "name"),
    ],
)
def test_an_evening_that_cannot_have_been_is_refused(field: str, value: object, why: str) -> None:
    evening = an_evening(*EIGHT[:4])
    evenings.seat(evening, 0)
    start(evening, 0)
    lines = [json.loads(line) for line in exported(club()).splitlines()]
    next(line for line in lines if line["type"] == "evening")[field] = value
    with pytest.raises(BadLine, match=why):
        brought_in("".join(map(exporting.text, lines)).encode())


def test_a_night_goes_on_after_midnight_while_a_game_does(monkeypatch: pytest.MonkeyPatch) -> None:
    evening = an_evening(*EIGHT[:4], day=days.today())
    evenings.seat(evening, 0)
    assert [view.id for view in evenings.going_on(club())] == [evening]
    tomorrow = days.clock() + timedelta(days=1)
    monkeypatch.setattr(days, "clock", lambda: tomorrow)
    monkeypatch.setattr(evenings, "clock", lambda: tomorrow)
    assert evenings.going_on(club()) == ()
    start(evening, 0)
    assert [view.id for view in evenings.going_on(club())] == [evening]
