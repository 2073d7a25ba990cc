"""What somebody must replace, as a table says it."""

from __future__ import annotations

import pytest

from referee.rules.speech.words import owed_all, owed_any


@pytest.mark.parametrize(
    ("owed", "all_of_them", "the_same", "any_of_them"),
    [
        (["set of 3"], "a set of 3", "the set of 3", "a set of 3"),
        (["set of 3", "set of 3"], "two sets of 3", "the two sets of 3", "a set of 3"),
        (
            ["set of 3", "run of 4"],
            "a set of 3 and a run of 4",
            "the set of 3 and the run of 4",
            "a set of 3 or a run of 4",
        ),
        (
            ["run of 4", "set of 3", "run of 4"],
            "two runs of 4 and a set of 3",
            "the two runs of 4 and the set of 3",
            "a run of 4 or a set of 3",
        ),
    ],
)
def test_alike_melds_are_counted(owed: list[str], all_of_them: str, the_same: str, any_of_them: str) -> None:
    assert owed_all(owed) == all_of_them
    assert owed_all(owed, "the") == the_same
    assert owed_any(owed) == any_of_them
