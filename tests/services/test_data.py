"""Data in and out: the round trip, what is refused with its line, the demo, paper, and stored results against logs."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from referee import errors
from referee.cli.main import main
from referee.game import commands as cmd
from referee.game import events as ev
from referee.game.commands import DecideRule
from referee.game.paper import PaperColumn, PaperGame, problems_of
from referee.rulebooks import library
from referee.rules.rulings import phrase
from referee.rules.speech.hands import MOST_POINTS
from referee.season.money import KITTY
from referee.services.clubs import evenings, money, seasons
from referee.services.games import games
from referee.services.house import data as data_services
from referee.services.house import demo
from referee.storage.files import exporting
from referee.storage.tables.clubs import Finished, Result
from referee.storage.tables.database import db
from referee.storage.tables.games import Event
from tests.services.carrying import BY, brought_in, exported, small_club
from tests.services.desk import act, closing, must, open_game, tag
from tests.web.plain import Phone


@pytest.fixture(autouse=True)
def in_app(app: Flask) -> Iterator[None]:
    with app.app_context():
        yield


def test_every_table_is_exported_or_left_out_for_a_reason() -> None:
    tables = set(db.metadata.tables)
    assert tables == exporting.EXPORTED | set(exporting.LEFT_OUT)
    assert not exporting.EXPORTED & set(exporting.LEFT_OUT)


def test_a_club_comes_back_byte_for_byte_with_the_same_pages(elsewhere: Callable[[], Any]) -> None:
    club = small_club()
    data = exported(club)
    (season,) = seasons.seasons(club)
    page = seasons.season_page(season.id)
    with elsewhere():
        assert brought_in(data) == club
        assert exported(club) == data
        assert seasons.season_page(season.id) == page
        assert data_services.rebuild(check=True).differing == ()
        assert seasons.clubs()[0].name == "Our club"


def test_a_game_of_a_phone_without_a_seat_goes_out_and_comes_home_by_command(app: Flask, tmp_path: Path) -> None:
    phone = Phone(app.test_client()).start("contract", 3).round(1, {2: "K", 3: "10 5"})
    assert {entry.by for entry in games.game(phone.code).log} == {""}
    here, there = tmp_path / "l.jsonl", tmp_path / "m.jsonl"
    assert main(["--instance", app.instance_path, "export", str(here)]) == 0
    assert main(["import", str(here), "--instance", str(tmp_path / "other")]) == 0
    assert main(["export", str(there), "--instance", str(tmp_path / "other")]) == 0
    assert there.read_bytes() == here.read_bytes()


def test_a_file_of_an_older_version_that_knew_fewer_fields_of_an_event_is_read(elsewhere: Callable[[], Any]) -> None:
    data = exported(small_club())
    lines = [json.loads(line) for line in data.splitlines()]
    later = [told for line in lines if line["type"] == "game" for _, _, told in line["events"] if "finishes" in told]
    for told in later:
        if not told["finishes"]:
            del told["finishes"]
    with elsewhere():
        club = brought_in("".join(exporting.text(line) for line in lines).encode())
        assert exported(club) == data


def test_a_hand_may_cost_more_than_a_number_that_is_called_out(elsewhere: Callable[[], Any]) -> None:
    dear = dict.fromkeys(library.load("contract").points, 200)
    code = open_game(library.with_house_rules(library.load("contract"), {"points": dear}), "Ann", "Ben", "Cid").code
    hands = {2: " ".join(f"{rank} " * 7 for rank in "23456789"), 3: "K"}
    must(code, cmd.CloseRound(1, hands, 1, says_went_out=True, confirmed=True))
    assert games.game(code).rounds[0].cells[2].points > MOST_POINTS
    club = seasons.first_club().id
    data = exported(club)
    with elsewhere():
        assert exported(brought_in(data)) == data


@pytest.mark.sweep
def test_the_demo_comes_back_byte_for_byte_too(elsewhere: Callable[[], Any]) -> None:
    club = data_services.make_demo().id
    data = exported(club)
    with elsewhere():
        assert exported(brought_in(data)) == data


def test_an_undone_round_at_a_price_that_was_undone_too_travels_and_does_not_come_back(
    elsewhere: Callable[[], Any],
) -> None:
    code = open_game("contract", "Ann", "Ben", "Cid").code
    must(code, DecideRule("score", {"points": {**games.game(code).book.points, "K": 40}}))
    closed = must(code, closing(games.game(code), 1, "K")).number
    must(code, cmd.Undo(closed, confirmed=True))
    must(code, cmd.Undo(2))
    refused = act(code, cmd.Redo(closed))
    assert isinstance(refused, games.Refused), "its kings cost 40 then"
    must(code, closing(games.game(code), 1, "K"))
    assert games.game(code).rounds[0].cells[2].points == 10
    club = seasons.first_club().id
    data = exported(club)
    with elsewhere():
        assert brought_in(data) == club
        assert exported(club) == data


def test_a_stored_result_that_differs_is_found_and_written_anew() -> None:
    club = small_club()
    result = db.session.query(Result).first()
    assert result is not None
    code = result.game
    result.data = json.loads(json.dumps(result.data).replace("25", "24", 1))
    db.session.commit()
    assert data_services.rebuild(check=True).differing == (code,)
    assert data_services.rebuild(check=True).differing == (code,), "checking changes nothing"
    assert data_services.rebuild(check=False).differing == (code,)
    assert data_services.rebuild(check=True) == data_services.Rebuilt(4, (), ())
    assert seasons.club_page(club).games == 2


def test_a_damaged_log_is_named_and_the_others_are_still_compared() -> None:
    small_club()
    code = games.recent_games()[0].code
    db.session.query(Event).filter_by(game=code, seq=1).update({"data": {}})
    db.session.commit()
    assert data_services.rebuild(check=True).damaged == (code,)


def test_the_demo_is_marked_stays_out_of_the_lists_and_can_be_removed() -> None:
    small_club()
    before = [game.code for game in games.recent_games()]
    club = data_services.make_demo()
    assert data_services.make_demo() == club, "once is enough"
    page, made = seasons.club_page(club.id), seasons.seasons(club.id)
    assert (club.demo, page.games, len(made)) == (True, demo.PLAYED, demo.YEARS)
    assert [game.code for game in games.recent_games()] == before
    assert seasons.first_club().demo is False
    years = [seasons.season_page(season.id) for season in reversed(made)]
    each = demo.GAMES // demo.YEARS
    assert [year.season.finished for year in years] == [*[each] * (demo.YEARS - 1), each + demo.PLAYED - demo.GAMES]
    assert [len(year.standings.corrected) for year in years] == [1] * demo.YEARS
    names = {row.name for year in years for row in year.standings.rows}
    assert names == set(demo.PLAYERS), "neither the guest nor the double"
    assert years[-1].outlook
    assert len({game.rulebook for game in years[0].games}) > 2
    assert data_services.remove_demo() == demo.PLAYED
    assert [one.name for one in seasons.clubs()] == ["Our club"]
    assert [game.code for game in games.recent_games()] == before


SHEET = PaperGame(
    library.load("contract"),
    "2019-11-30",
    (PaperColumn("Ann", (10, 0, 35), 45), PaperColumn("Ben", (0, 25, 5), 30), PaperColumn("Cid", (20, 15, 0), None)),
)


def typed_in(sheet: PaperGame, write_id: str = "paper-write-1") -> Any:
    return data_services.type_in(sheet, tag(by=BY, name=write_id), seasons.first_club().id, None)


def test_a_game_from_paper_stands_on_its_evening_with_its_rounds() -> None:
    code = typed_in(SHEET)
    assert typed_in(SHEET) == code, "the same write again"
    state = games.game(code)
    assert (state.status, state.opened_at[:10]) == ("finished", "2019-11-30")
    assert [state.totals[seat.id] for seat in state.seats] == [45, 30, 35]
    assert [played.went_out for played in state.rounds] == [2, 1, 3]
    assert data_services.rebuild(check=True).differing == ()
    must(code, cmd.Reopen(confirmed=True))
    must(code, cmd.CorrectCell(1, 1, "K"))


@pytest.mark.parametrize(
    ("change", "fields"),
    [
        ({"columns": (PaperColumn("Ann", (10, 0), 11), *SHEET.columns[1:])}, {"score-1-3", "total-1"}),
        ({"columns": (PaperColumn("Ben", (10, 0, 35), 45), *SHEET.columns[1:])}, {"player-2"}),
        ({"columns": (PaperColumn("", (-5, 0, 35), 30), *SHEET.columns[1:])}, {"player-1", "score-1-1"}),
        ({"columns": SHEET.columns[:1]}, {"columns"}),
        ({"played_on": "2019-11-31"}, {"played_on"}),
        ({"played_on": "2999-01-01"}, {"played_on"}),
        (
            {"columns": tuple(PaperColumn(c.player, c.scores * 3, None) for c in SHEET.columns)},
            {f"score-{n}-8" for n in (1, 2, 3)},
        ),
        ({"went_out": (0, None, None)}, {"went_out-1"}),
        ({"went_out": (None, 7)}, {"went_out-2"}),
    ],
)
def test_a_sheet_that_does_not_add_up_is_refused_with_its_fields(change: dict[str, Any], fields: set[str]) -> None:
    from dataclasses import replace

    problems = typed_in(replace(SHEET, **change))
    assert {problem.field for problem in problems} == fields
    assert games.recent_games() == []


def test_a_total_that_is_wrong_on_the_paper_is_settled_and_noted() -> None:
    from dataclasses import replace

    ann = PaperColumn("Ann", (10, 0, 35), 46, mistaken=True)
    state = games.game(typed_in(replace(SHEET, columns=(ann, *SHEET.columns[1:]))))
    assert state.totals[1] == 45
    assert state.notes[1] == "The sheet says 46 for Ann; the rounds add up to 45, and that counts"


def test_below_zero_is_one_exact_cut_of_a_round_where_the_rulebook_rewards_it() -> None:
    def sheet(book: str, *columns: tuple[int, ...]) -> PaperGame:
        names = ("Ann", "Ben", "Cid")
        return PaperGame(
            library.load(book),
            "2019-11-30",
            tuple(PaperColumn(name, scores, None) for name, scores in zip(names, columns, strict=True)),
        )

    state = games.game(typed_in(sheet("liverpool", (-50, 5), (20, -15), (30, 0))))
    assert [state.totals[seat] for seat in (1, 2, 3)] == [-45, 5, 30]
    assert [played.went_out for played in state.rounds] == [1, 3]
    assert data_services.rebuild(check=True).differing == ()
    for wrong in (
        sheet("contract", (-50, 5), (20, 0), (30, 10)),
        sheet("liverpool", (-51, 5), (20, 0), (30, 10)),
        sheet("liverpool", (-50, 5), (-20, 0), (30, 10)),
    ):
        assert [problem.field[:6] for problem in typed_in(wrong, "paper-write-2")] == ["score-"]
    (second,) = typed_in(sheet("liverpool", (20, 0), (-50, 10), (-50, 30)), "paper-write-3")
    assert (second.field, second.says) == ("score-3-1", phrase("one_player_cuts", name="Ben"))


def test_below_zero_is_who_went_out_where_that_takes_points_off() -> None:
    def sheet(base: str, *columns: tuple[int, ...]) -> PaperGame:
        book = library.with_house_rules(library.load(base), {"go_out_bonus": 10})
        names = ("Ann", "Ben", "Cid")
        return PaperGame(
            book,
            "2019-11-30",
            tuple(PaperColumn(name, scores, None) for name, scores in zip(names, columns, strict=True)),
        )

    state = games.game(typed_in(sheet("contract", (-10, 5), (20, 0), (30, -10))))
    assert [played.went_out for played in state.rounds] == [1, 3]
    assert [state.totals[seat] for seat in (1, 2, 3)] == [-5, 20, 20]
    state = games.game(typed_in(sheet("liverpool", (-60, 5), (20, -15), (30, -10)), "paper-write-2"))
    assert [played.went_out for played in state.rounds] == [1, 3]
    assert [state.totals[seat] for seat in (1, 2, 3)] == [-55, 5, 20]
    assert [cell.exact_cut for cell in state.rounds[1].cells.values()] == [False, True, False]
    for wrong in (
        sheet("contract", (-10, 5), (-10, 0), (30, -10)),
        sheet("contract", (-7, 5), (20, 0), (30, -10)),
        sheet("liverpool", (-60, 5), (-20, 0), (30, -10)),
    ):
        assert {problem.field[:6] for problem in typed_in(wrong, "paper-write-3")} == {"score-"}


def test_paper_says_whether_it_was_one_turn_where_only_that_takes_points_off() -> None:
    house = {"go_out_bonus": [10, 30, 0, 0, 0, 0, 0], "go_out_bonus_for": "one turn"}
    book = library.with_house_rules(library.load("contract"), house)
    scores = {"Ann": (-10, 5), "Ben": (0, 0), "Cid": (30, 7)}
    columns = tuple(PaperColumn(name, its, None) for name, its in scores.items())
    state = games.game(typed_in(PaperGame(book, "2019-11-30", columns)))
    assert [(played.went_out, played.one_turn) for played in state.rounds] == [(1, True), (2, False)]
    assert [state.totals[seat] for seat in (1, 2, 3)] == [-5, 0, 37]
    assert data_services.rebuild(check=True).differing == ()


def test_paper_has_points_as_they_counted_where_one_turn_doubles_them() -> None:
    house = {"go_out_bonus": 10, "go_out_bonus_for": "one turn", "one_turn_doubles": True}
    book = library.with_house_rules(library.load("contract"), house)
    scores = {"Ann": (-10, 5), "Ben": (50, 0), "Cid": (34, 7)}
    columns = tuple(PaperColumn(name, its, None) for name, its in scores.items())
    state = games.game(typed_in(PaperGame(book, "2019-11-30", columns)))
    assert [state.totals[seat] for seat in (1, 2, 3)] == [-5, 50, 41]
    assert [state.rounds[0].cells[seat].points for seat in (1, 2, 3)] == [0, 25, 17]
    odd = tuple(PaperColumn(name, its, None) for name, its in (scores | {"Cid": (35, 7)}).items())
    [problem] = typed_in(PaperGame(book, "2019-11-30", odd), "paper-write-2")
    assert problem.field == "score-3-1"
    without = library.with_house_rules(library.load("contract"), {"one_turn_doubles": True})
    plain = tuple(PaperColumn(name, its, None) for name, its in {"Ann": (0, 5), "Ben": (35, 0), "Cid": (9, 9)}.items())
    state = games.game(typed_in(PaperGame(without, "2019-12-01", plain), "paper-write-3"))
    assert [state.totals[seat] for seat in (1, 2, 3)] == [5, 35, 18], "the sheet doesn’t say that it was one turn"
    assert data_services.rebuild(check=True).differing == ()


@pytest.mark.parametrize("seed", range(12))
def test_whoever_came_late_or_left_early_or_was_away_has_what_the_paper_says(
    seed: int, elsewhere: Callable[[], Any]
) -> None:
    chance = random.Random(seed)
    book, columns = library.load("wikipedia"), []
    for number in range(1, chance.randint(4, 6) + 1):
        first, last = (1, 7) if number < 3 else (chance.choice([1, 1, 2, 4]), chance.choice([4, 5, 7, 7]))
        away = [place for place in range(first + 1, last) if number > 2 and chance.random() < 0.3]
        there = [place for place in range(first, last + 1) if place not in away]
        scores = (chance.randint(1, 60) if place in there else None for place in range(1, 8))
        opening = 7 * number if first > 1 else 0
        columns.append(PaperColumn(f"Player {number}", tuple(scores), None, opening=opening))
    chance.shuffle(columns)
    sheet = PaperGame(book, "2019-11-30", tuple(columns))
    assert problems_of(sheet) == ()
    state = games.game(typed_in(sheet))
    assert [seat.player for seat in state.all_seats] == [column.player for column in columns]
    for seat, column in zip(state.all_seats, columns, strict=True):
        cells = [played.cells.get(seat.id) for played in state.rounds]
        assert tuple(None if cell is None else cell.points for cell in cells) == column.scores
        assert state.totals[seat.id] == column.opening + sum(filter(None, column.scores))
        assert (seat.id in state.places) == (column.scores[-1] is not None)
    club = seasons.first_club().id
    assert len(data_services.same_game(sheet, club)) == 1
    assert data_services.rebuild(check=True).differing == ()
    data = exported(club)
    with elsewhere():
        assert exported(brought_in(data)) == data


@pytest.mark.parametrize(
    ("ann", "fields"),
    [
        (PaperColumn("Ann", (None, None, None), None), {"score-1-1"}),
        (PaperColumn("Ann", (10, 0, 35), None, opening=5), {"score-1-0"}),
        (PaperColumn("Ann", (None, 0, 35), None, opening=100_000), {"score-1-0"}),
        (PaperColumn("Ann", (None, 0, 35), 35, opening=20), {"total-1"}),
    ],
)
def test_nobody_comes_and_goes_on_paper_as_they_cannot_at_the_table(ann: PaperColumn, fields: set[str]) -> None:
    from dataclasses import replace

    assert {problem.field for problem in typed_in(replace(SHEET, columns=(ann, *SHEET.columns[1:])))} == fields


def test_a_game_of_today_never_stands_in_the_future(monkeypatch: pytest.MonkeyPatch) -> None:
    from dataclasses import replace

    monkeypatch.setattr(data_services, "now", lambda: "2026-03-01T09:00:00Z")
    state = games.game(typed_in(replace(SHEET, played_on="2026-03-01")))
    assert {entry.at for entry in state.log} == {"2026-03-01T09:00:00Z"}


def test_a_sheet_sent_again_with_other_content_is_refused() -> None:
    from dataclasses import replace

    typed_in(SHEET)
    with pytest.raises(errors.IdReused):
        typed_in(replace(SHEET, played_on="2019-12-01"))


def test_tables_for_a_spreadsheet_hold_every_game_and_the_standings() -> None:
    club = small_club()
    rows = data_services.csv_of_games(club).splitlines()
    assert len(rows) == 1 + 2 * 3, "the removed game and the one being played are left out"
    (season,) = seasons.seasons(club)
    assert data_services.csv_of_standings(season.id).splitlines()[1].startswith("1,,Benjamin Ö,100,2,2,2,")


def test_the_result_is_written_with_the_end_of_the_game_or_not_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    code = open_game("contract", "Ann", "Ben", "Cid").code
    while len((state := games.game(code)).rounds) < state.planned - 1:
        must(code, closing(state))

    def fails(*_: object) -> None:
        raise OSError("no power")

    monkeypatch.setattr(games.results, "project", fails)
    with pytest.raises(OSError, match="no power"):
        games.act(code, closing(state), tag(state.number))
    assert games.game(code).status == "playing"
    assert db.session.query(Finished).count() == 0


def test_the_commands_work_end_to_end(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    here, there = ["--instance", str(tmp_path / "here")], ["--instance", str(tmp_path / "there")]
    file, again = tmp_path / "club.jsonl", tmp_path / "again.jsonl"
    assert main(["demo", *here]) == 0
    assert main(["export", *here, "--club", "Demo club", str(file)]) == 0
    assert main(["import", *there, str(file)]) == 0
    assert main(["export", *there, "--club", "demo club", str(again)]) == 0
    assert file.read_bytes() == again.read_bytes()
    assert main(["rebuild-standings", "--check", *there]) == 0
    assert capsys.readouterr().out.endswith(f"{demo.PLAYED} games, 0 differing, 0 damaged\n")
    for _ in range(2):  # the second time into the folder of the first
        assert main(["export", *there, "--csv", "--club", "Demo club", str(tmp_path / "csv")]) == 0
    assert sorted(path.name for path in (tmp_path / "csv").iterdir()) == [
        "games.csv",
        *(f"standings-{number}.csv" for number in range(1, demo.YEARS + 1)),
    ]
    assert main(["demo", "--remove", *here]) == 0
    for refused in (
        ["export", *there, str(file)],
        ["export", *there, "--club", "Nobody", str(tmp_path / "x")],
        ["import", *there, str(file)],
        ["import", *there, str(tmp_path / "missing")],
    ):
        with pytest.raises(SystemExit, match="referee: "):
            main(refused)
    assert not (tmp_path / "x").exists()


def test_the_demo_shows_what_a_club_meets() -> None:
    played = list(demo.evenings())
    told = {type(entry.event) for evening in played for entry in evening.state.log}
    assert {ev.SeatAdded, ev.SeatDropped, ev.MayITaken, ev.ScrewedOver, ev.CellCorrected, ev.NoteAdded} <= told
    assert all(evening.state.status == "finished" for evening in played)
    seated = {seat.player for evening in played for seat in evening.state.all_seats}
    assert seated == {*demo.PLAYERS, demo.GUEST, demo.DOUBLE}
    club = data_services.make_demo().id
    merged = {
        player.name: [name for _, name, _ in player.doubles] for player in seasons.players(club) if player.doubles
    }
    assert merged == {demo.TWICE: [demo.DOUBLE]}
    [night] = (evenings.page(line.evening.id) for line in evenings.evenings(club).lines)
    sat = [player for table in night.tables for player, _name in table.seats]
    assert (len(night.tables), len(night.games), night.is_final) == (2, 2, True)
    assert len(sat) == len({*sat}) == sum(person.came for person in night.people) - 1, "one came along"
    assert night.night is not None
    assert night.night.rows[0].place is not None
    moved = money.of_evening(night.evening.id)
    assert moved is not None
    assert moved.balances[KITTY] == 2 * (len(sat) + 1)
    assert money.page(club).payments
