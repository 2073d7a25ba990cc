"""One whole evening on four phones at once, from the QR code to the standings; by command one of each rulebook."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor

import pytest

from referee.rulebooks import library
from tests.browser.evening import BUYS, EVENINGS, EVERY, EXACT_CUT, ROUNDS, VALUES, Pencil, Played, evening, main
from tests.sizes import sized


@pytest.fixture(autouse=True)
def quiet_console() -> None:
    """These phones live in a browser of their own, and tell what their pages complain of."""


@pytest.fixture(autouse=True)
def hearing() -> None:
    """They have their own ears as well."""


@pytest.mark.long
def test_an_evening_of_four_phones_from_the_code_to_the_standings() -> None:
    """All seven rounds are counted; in a sweep each phone also plays in every one of them, else in the first."""
    with ThreadPoolExecutor(1) as beside:  # the fixtures of other tests own this thread's loop
        played = beside.submit(evening, "shanghai", acting=sized(1, EVERY)).result()
    print(played.counts)
    assert played.faults == ()
    done = played.counts
    assert done["phones at the table"] == done["results"] == done["standings read"] == 4
    assert (done["rounds"], done["Shanghai calls"]) == (7, 6)
    assert done["hands"] >= 7 * 3
    assert done["news read"] > 0
    assert done["corrections"] > 0
    assert done["undone"] > 0
    assert done["May I’s or buys"] > 0
    assert done["bytes out and in"] > 1000
    assert done["questions of the book"] <= done["hands"], "each hand is asked back once at most"
    assert done["reloads for want of news"] <= done["rounds"], "news come by themselves"


@pytest.mark.parametrize("rulebook", EVENINGS)
def test_the_paper_beside_the_phones_says_what_the_rulebook_says(rulebook: str) -> None:
    """Two statements of one thing, neither made from the other."""
    book = library.load(rulebook)
    assert book.prices == VALUES[rulebook]
    assert len(book.contracts) == ROUNDS[rulebook]
    assert book.cut_bonus == EXACT_CUT.get(rulebook, 0)
    assert book.may_i_limit == BUYS.get(rulebook, ("no limit",) * 7)


def test_the_command_goes_on_after_an_evening_that_was_broken_off(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def played(rulebook: str, *_: int) -> Played:
        if rulebook == "screw":
            raise TimeoutError("The next page did not come.")
        return Played({"rounds": 7}, ("a number",) if rulebook == "shanghai" else ())

    monkeypatch.setattr("tests.browser.evening.evening", played)
    assert main(["screw", "shanghai", "may-i"]) == 1
    told = capsys.readouterr()
    assert re.findall(r"(\S+) at 100 %.*[:;] (.*)", told.out) == [
        ("screw", "broken off"), ("shanghai", "1 wrong"), ("may-i", "0 wrong"),
    ]  # fmt: skip
    assert "The next page did not come." in told.err
    assert main(["may-i"]) == 0


def test_paper_adds_up() -> None:
    pencil = Pencil("may-i", 2, [{1: 0, 2: pencil_of("JK A 10 2")}, {1: -50, 2: 7}])
    assert pencil.sheet() == {(1, 1): 0, (1, 2): 52, (2, 1): -50, (2, 2): 7, (0, 1): -50, (0, 2): 59}
    assert pencil.winners() == ["Anna"]


def pencil_of(hand: str) -> int:
    return Pencil("may-i", 2).costs(hand.split())
