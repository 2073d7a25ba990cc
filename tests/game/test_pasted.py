"""A whole sheet as text: every way in which tables write it down comes to the same columns."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.game.pasted import LONGEST, PastedColumn, read_sheet
from referee.game.story.answers import sentence
from referee.rules.rulings import Phrase

ROUNDS = (("0", "15", "30"), ("20", "0", "5"), ("35", "40", "0"))
COLUMNS = tuple(PastedColumn(name, scores) for name, scores in zip(("Ada", "Ben", "Cora"), ROUNDS, strict=True))


def with_totals(*totals: str) -> tuple[PastedColumn, ...]:
    return tuple(
        PastedColumn(column.player, column.scores, total) for column, total in zip(COLUMNS, totals, strict=True)
    )


@pytest.mark.parametrize(
    "text",
    [
        "Ada\tBen\tCora\n0\t20\t35\n15\t0\t40\n30\t5\t0\n",
        "\tAda\tBen\tCora\r\n1\t0\t20\t35\r\n2\t15\t0\t40\r\n3\t30\t5\t0\r\n",
        "Round;Ada;Ben;Cora\nRound 1;0;20;35\nRound 2;15;0;40\nRound 3;30;5;0",
        '"Ada","Ben","Cora"\n"0","20","35"\n"15","0","40"\n"30","5","0"',
        "Ada Ben Cora\n0 20 35\n15 0 40\n\n30 5 0",
        "      Ada   Ben   Cora\nR1    0     20    35\nR2    15    0     40\nR3    30    5     0",
        "| Ada | Ben | Cora |\n| 0 | 20 | 35 |\n| 15 | 0 | 40 |\n| 30 | 5 | 0 |",
        "Name,1,2,3\nAda,0,15,30\nBen,20,0,5\nCora,35,40,0",
        "Ada;0;15;30\nBen;20;0;5\nCora;35;40;0",
        "Contract\tAda\tBen\tCora\nTwo sets of 3\tout\t20\t35\nOne and one\t15\tout\t40\nTwo runs of 4\t30\t5\tOut",
    ],
)
def test_rounds_down_or_across_with_any_mark_between_come_to_the_same_columns(text: str) -> None:
    assert read_sheet(text) == COLUMNS


@pytest.mark.parametrize(
    "text",
    [
        "Ada\tBen\tCora\n0\t20\t35\n15\t0\t40\n30\t5\t0\n45\t25\t75",
        "#;Ada;Ben;Cora\n1;0;20;35\n2;15;0;40\n3;30;5;0\nTotal;45;25;75",
        "Name,1,2,3,Total\nAda,0,15,30,45\nBen,20,0,5,25\nCora,35,40,0,75",
    ],
)
def test_a_last_line_that_adds_up_holds_the_totals(text: str) -> None:
    assert read_sheet(text) == with_totals("45", "25", "75")


def test_totals_that_do_not_add_up_are_totals_where_the_sheet_says_so() -> None:
    assert read_sheet(";Ada;Ben;Cora\n1;0;20;35\n2;15;0;40\n3;30;5;0\nSum;45;26;75") == with_totals("45", "26", "75")


def test_empty_cells_and_dashes_are_nobody_there_and_sums_stay_as_typed() -> None:
    assert read_sheet("Ada\tBen\n0\t12+5\n\t–\n-5\t3") == (
        PastedColumn("Ada", ("0", "", "-5")),
        PastedColumn("Ben", ("12+5", "", "3")),
    )


def test_a_seat_that_ends_in_a_number_is_a_player() -> None:
    read = read_sheet("Player 1\tPlayer 2\n0\t5\n10\t0")
    assert not isinstance(read, Phrase)
    assert [column.player for column in read] == ["Player 1", "Player 2"]


def test_what_cannot_be_read_as_points_stays_for_its_field_to_ask_about() -> None:
    read = read_sheet("Ada\tBen\n0\t5o\n10\t0\n3\t4")
    assert not isinstance(read, Phrase)
    assert read[1].scores == ("5o", "0", "4")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "at least two players"),
        ("Ada", "at least two players"),
        ("Ada\n1\n2", "at least two players"),
        ("1 2 3\n4 5 6", "names"),
        ("Ada,Ben\nx,y\nz,1", "names"),
        ("Ada Ben\n" + "1 2\n" * LONGEST, "at most 2000 characters"),
    ],
)
def test_what_is_no_sheet_says_why(text: str, why: str) -> None:
    read = read_sheet(text)
    assert isinstance(read, Phrase)
    assert why in sentence(read)


cells = st.integers(-99, 999).map(str)


@given(
    st.integers(2, 8).flatmap(
        lambda wide: st.lists(st.lists(cells, min_size=wide, max_size=wide), min_size=2, max_size=9)
    ),
    st.sampled_from("\t;|,"),
    st.booleans(),
)
def test_whatever_stands_in_a_grid_comes_back_as_it_was(rows: list[list[str]], mark: str, turned: bool) -> None:
    names = [f"Player {letter}" for letter in "ABCDEFGH"[: len(rows[0])]]
    grid = [names, *rows]
    if turned:
        grid = [[*line] for line in zip(*grid, strict=True)]
    read = read_sheet("\n".join(mark.join(line) for line in grid))
    assert not isinstance(read, Phrase)
    columns = [[*column.scores, *([column.total] if column.total else [])] for column in read]
    assert [column.player for column in read] == names
    assert columns == [[*column] for column in zip(*rows, strict=True)]


@given(st.text(alphabet="A1 \t;,|-+\n\"'é☃", max_size=80))
def test_no_text_raises(text: str) -> None:
    read_sheet(text)
