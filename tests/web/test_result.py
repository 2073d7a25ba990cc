"""What the result says at the end, and what it leaves unsaid."""

from __future__ import annotations

from tests.web.plain import Phone


def _played(phone: Phone, rulebook: str) -> Phone:
    return phone.start(rulebook, 4).round(1, {2: "K K", 3: "K K Q", 4: "K K Q J"})


def test_an_abandoned_game_shows_its_points_and_nobody_as_its_winner(phone: Phone) -> None:
    _played(phone, "progressive").open(f"/g/{phone.code}/table").send("/abandon")
    assert phone.heading == "Abandoned"
    assert "points without a result" in phone.text
    assert "40" in phone.text
    for said in ("penn", "trophy", "first", "Player 1 wins"):
        assert said not in phone.text


def test_the_kitty_in_the_winners_money_is_named(phone: Phone) -> None:
    _played(phone, "progressive").open(f"/g/{phone.code}/result")
    assert "kitty of" not in phone.text
    phone.send("/buys", **{"buys-1": "2", "buys-2": "4"})
    assert "The kitty of 6 pennies is in it." in phone.text
    assert "gets 18 pennies" in phone.text
