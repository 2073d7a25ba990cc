"""A whole round of points on one screen, for tables that call them out; and sums in every field of points."""

from __future__ import annotations

import pytest

from referee.game.events import CardsLeftEntered
from tests.web.plain import Phone, state_of


def points(phone: Phone, out: int | str, called: dict[int, str], **more: str) -> Phone:
    fields = {f"points.{seat}": text for seat, text in called.items()}
    return phone.open(f"/g/{phone.code}/round?step=points").send("/round/points", seat=out, **fields, **more)


@pytest.fixture
def table(phone: Phone) -> Phone:
    return phone.start()


def test_a_round_is_called_out_checked_and_closed(table: Phone) -> None:
    table.open(f"/g/{table.code}/round").follow("Enter points only")
    assert "Points of the others" in table.text
    points(table, 1, {2: "35", 3: "12+5", 4: "20"})
    assert table.heading == "Check the round"
    running = state_of(table).running
    assert running is not None
    assert {seat: left.points for seat, left in running.entered.items()} == {2: 35, 3: 17, 4: 20}
    assert running.went_out == 1
    table.send("/round/close")
    assert list(state_of(table).totals.values()) == [0, 35, 17, 20]


def test_a_table_that_called_out_points_is_offered_that_first_and_cards_are_one_tap_away(table: Phone) -> None:
    table.open(f"/g/{table.code}/round")
    assert table.heading == "Who went out?"
    points(table, 1, {2: "35", 3: "17", 4: "5"}).send("/round/close")
    table.open(f"/g/{table.code}/round")
    assert "Points of the others" in table.text
    table.follow("Cards")
    assert table.heading == "Who went out?"
    table.send("/round/went-out", seat="2")
    for cards in ("K", "5", "9"):
        table.send("/round/cards-left", cards=cards)
    table.send("/round/close")
    table.open(f"/g/{table.code}/round")
    assert table.heading == "Who went out?", "the last round was told in cards"


def test_blank_is_not_yet_and_zero_is_said(table: Phone) -> None:
    points(table, 1, {2: "35", 3: "", 4: "0"})
    assert "Player 4 has no cards but didn’t go out. Is that right?" in table.text
    points(table, 1, {2: "35", 3: "", 4: "0"}, confirmed="1")
    running = state_of(table).running
    assert running is not None
    assert running.missing == (3,)
    assert running.entered[4].cards == ""
    assert "not yet" in table.text
    table.open(f"/g/{table.code}/round?step=points")
    assert [table.one("input", name=f"points.{seat}").get("value") for seat in (2, 3, 4)] == ["35", "", "0"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("12+", "“12+”: enter a whole number, or a sum like 12+5."),
        ("K K", "“K K”: enter a whole number, or a sum like 12+5."),
        ("-5", "“-5”: enter points from 0 to 9999."),
        ("9999+1", "“9999+1”: enter points from 0 to 9999."),
    ],
)
def test_what_cannot_be_read_is_said_and_stays_and_nothing_is_half_done(table: Phone, text: str, said: str) -> None:
    before = state_of(table).number
    points(table, 1, {2: "35", 3: text, 4: "20"})
    assert table.status == 422
    assert said in table.text
    assert table.one("input", name="points.3").get("value") == text
    assert table.one("input", name="points.3").get("aria-invalid") == "true"
    assert table.one("input", name="points.2").get("value") == "35"
    assert table.one("input", name="seat", value="1").get("checked") is not None
    assert state_of(table).number == before


def test_what_is_wrong_is_said_in_the_order_of_the_seats(phone: Phone) -> None:
    phone.start()
    wrong = {2: "a1", 3: "b2", 4: "c3"}
    points(phone, 1, wrong)
    told = phone.one("div", id="problems").text()
    assert sorted(wrong.values(), key=told.index) == list(wrong.values())


def test_points_that_no_hand_can_have_are_refused_as_on_the_pad(table: Phone) -> None:
    points(table, 1, {2: "3", 3: "900", 4: "20"})
    assert table.status == 422
    assert "No cards add up to 900 points. Try 837." in table.text
    assert state_of(table).running.entered == {}  # type: ignore[union-attr]


def test_a_line_told_in_cards_stays_where_its_points_are_sent_again(table: Phone) -> None:
    table.open(f"/g/{table.code}/round").send("/round/went-out", seat="1").send("/round/cards-left", cards="K K 5")
    points(table, 1, {2: "25", 3: "17", 4: "20"})
    running = state_of(table).running
    assert running is not None
    assert running.entered[2].cards == "K K 5"


def test_whoever_went_out_is_asked_where_points_were_entered_for_them(table: Phone) -> None:
    points(table, "nobody", {1: "5", 2: "35", 3: "17", 4: "20"})
    points(table, 1, {2: "35", 3: "17", 4: "20"})
    assert table.status == 422
    assert "Player 1" in table.text


def test_the_lines_are_written_in_the_order_of_the_page(phone: Phone) -> None:
    table = phone.start("screw", players=8)
    points(table, 1, {seat: str(10 + seat) for seat in range(2, 9)})
    told = [entry.event for entry in state_of(table).log if isinstance(entry.event, CardsLeftEntered)]
    assert [event.seat for event in told] == [2, 3, 4, 5, 6, 7, 8]


def test_points_called_out_for_who_went_out_are_not_dropped_without_a_word(table: Phone) -> None:
    points(table, 1, {1: "7", 2: "35", 3: "17", 4: "20"})
    assert table.status == 422
    assert "Player 1 went out, so there are no cards to enter." in table.text
    assert table.one("input", name="points.1").get("value") == "7"
    assert state_of(table).running.entered == {}  # type: ignore[union-attr]
    points(table, 1, {1: "0", 2: "35", 3: "17", 4: "20"})
    assert table.heading == "Check the round"


@pytest.mark.parametrize(("typed", "points_read"), [("12+5", 17), ("12 + 5", 17), ("-5", -5), ("20-5", 15)])
def test_a_sum_is_understood_where_points_are_added_for_something_that_went_wrong(
    table: Phone, typed: str, points_read: int
) -> None:
    table.open(f"/g/{table.code}/irregular").send(
        "/irregular", seat="2", kind="misdeal", remedy="points", points=typed, confirmed="1"
    )
    running = state_of(table).running
    assert running is not None
    assert [noted.points for noted in running.play.irregularities] == [points_read]


def test_a_sum_is_understood_on_the_pad_in_a_correction_and_as_a_total_to_begin_with(table: Phone) -> None:
    table.round(1, {2: "12+5", 3: "12 + 5 + 3", 4: "10+5 points"})
    assert [cell.points for cell in state_of(table).rounds[0].cells.values()] == [0, 17, 20, 15]
    table.open(f"/g/{table.code}/score/1/2").send("/score/1/2", cards="30+4", confirmed="1")
    assert state_of(table).rounds[0].cells[2].points == 34
    table.open(f"/g/{table.code}/table").send("/join", player="Eve", how="said", opening="12+5", confirmed="1")
    assert state_of(table).by_id[5].opening == 17


def test_the_lines_of_a_round_are_entered_in_the_order_of_the_page(phone: Phone) -> None:
    phone.start("wikipedia", players=8)
    points(phone, 1, {seat: str(5 * seat) for seat in range(2, 9)})
    told = [recorded.event for recorded in state_of(phone).log]
    assert [event.seat for event in told if isinstance(event, CardsLeftEntered)] == [*range(2, 9)]
