"""The history: what happened, round by round, each thing said once."""

from __future__ import annotations

import pytest

from referee.game.events import RoundClosed
from tests.web.plain import Element, Phone, state_of


@pytest.fixture
def played(phone: Phone) -> Phone:
    """Two rounds, in the third somebody has gone out."""
    phone.start("contract", 3).round(1, {2: "K K 10 5", 3: "A"}).round(2, {1: "Q", 3: "7 7"})
    return phone.open(f"/g/{phone.code}/round").send("/round/went-out", seat="3").open(f"/g/{phone.code}/history")


def rounds(phone: Phone) -> dict[str, Element]:
    """What is folded for each round, by its heading."""
    return {one.children[0].children[0].text(): one for one in phone.all("details") if one.within("main")}


def lines(one: Element) -> list[str]:
    """What stands in a round, without when and by whom."""
    return [li.children[0].own_text[0].strip() for li in one.children[1].children]  # type: ignore[union-attr]


def test_it_stands_round_by_round_the_latest_first_and_only_that_one_unfolded(played: Phone) -> None:
    assert list(rounds(played)) == ["Round 3", "Round 2", "Round 1"]
    assert [one.get("open") is not None for one in rounds(played).values()] == [True, False, False]
    assert "Player 2 went out" in rounds(played)["Round 2"].children[0].text()


def test_each_hand_is_said_once_and_no_line_repeats_its_round(played: Phone) -> None:
    assert lines(rounds(played)["Round 1"])[:4] == [
        "Round 1 was closed", "Player 3: 15 (A)", "Player 2: 35 (K K 10 5)", "Player 1 went out",
    ]  # fmt: skip


def test_what_happened_to_an_earlier_round_names_it(played: Phone) -> None:
    played.open(f"/g/{played.code}/score/1/2").send("/score/1/2", cards="K").open(f"/g/{played.code}/history")
    assert lines(rounds(played)["Round 3"])[0] == "Round 1, Player 2: 35 corrected to 10 (K)"


def test_an_undo_within_a_folded_round_leaves_it_unfolded(phone: Phone) -> None:
    phone.start("contract", 3).open(f"/g/{phone.code}/table").send("/note", text="Cake")
    phone.open(f"/g/{phone.code}").round(1, {2: "K", 3: "A"}).open(f"/g/{phone.code}/history")
    [form] = [one for one in phone.all("form") if one.children[-1].get("aria-label") == "Undo: Note: Cake"]
    phone.post(str(form.get("action")), **phone.fields(form))
    assert {title: one.get("open") is not None for title, one in rounds(phone).items()} == {
        "Round 2": True, "Round 1": True,
    }  # fmt: skip


def test_what_must_be_undone_first_is_linked_where_it_is_in_sight(played: Phone) -> None:
    played.post(f"/g/{played.code}/undo", target=str(state_of(played).number))
    played.open(f"/g/{played.code}/history")
    closings = [each.seq for each in state_of(played).log if isinstance(each.event, RoundClosed)]
    [link] = [one for one in played.all("a", cls="again") if one.text() == "Undo first: Round 2 was closed"]
    assert link.get("href") == f"/g/{played.code}/history?upto={closings[-1]}#entry-{closings[-1]}"
    played.open(str(link.get("href")))
    assert next(iter(rounds(played))) == "Round 2"
