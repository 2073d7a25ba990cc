"""The table between rounds: who joins, leaves, moves, deals; notes; and how a game ends."""

from __future__ import annotations

import pytest

from tests.web.plain import Phone, state_of


@pytest.fixture
def table(phone: Phone) -> Phone:
    """The table page after one round of four: totals 0, 20, 30, 40."""
    phone.start("contract", 4).round(1, {2: "K K", 3: "K K Q", 4: "K K Q J"})
    return phone.open(f"/g/{phone.code}/table")


def test_somebody_joins_with_the_average_that_is_suggested(table: Phone) -> None:
    assert "Average 23" in table.text
    table.send("/table/join", player="Newcomer")
    assert "Newcomer joined for round 2 with 23 points" in table.text
    assert [seat.player for seat in state_of(table).seats][-1] == "Newcomer"


def test_somebody_joins_where_and_with_what_the_table_says(table: Phone) -> None:
    table.send("/table/join", player="Newcomer", how="said", opening="-5", after="2")
    state = state_of(table)
    assert [seat.player for seat in state.seats] == ["Player 1", "Player 2", "Newcomer", "Player 3", "Player 4"]
    assert state.totals[5] == -5
    table.send("/table/join", player="First", how="zero", after="0", confirmed="1")
    assert state_of(table).seats[0].player == "First"


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"player": ""}, "Enter a name."),
        ({"player": "player 2"}, "“player 2” is already at this table."),
        ({"player": "x" * 41}, "Enter at most 40 characters"),
        ({"player": "New", "how": "said", "opening": "many"}, "Enter a whole number, or a sum like 12+5."),
        ({"player": "New", "how": "magic"}, "Choose the total"),
    ],
)
def test_what_is_wrong_with_a_newcomer_is_said_and_the_form_stays_open(
    table: Phone, typed: dict[str, str], said: str
) -> None:
    table.send("/table/join", **typed)
    assert table.status == 422
    assert said in table.text
    assert table.one("input", id_="join-name").get("value") == typed["player"]
    details = table.form("/table/join").within("details")
    assert details is not None
    assert "open" in details.attributes


def test_somebody_leaves_and_keeps_a_column_but_no_place(table: Phone) -> None:
    table.send("/table/leave")
    assert "Player 1 left after round 1" in table.text
    assert "Left: Player 1: 0 points" in table.text
    table.open(f"/g/{table.code}/score")
    assert "Player 1, left: 0" in [e.text() for e in table.all("th")]
    table.open(f"/g/{table.code}/result")
    assert "Player 1 left" in table.text


def test_nobody_is_offered_the_way_back_to_a_full_table(phone: Phone) -> None:
    phone.start("wikipedia", 8).round(1, dict.fromkeys(range(2, 9), "K"))
    phone.open(f"/g/{phone.code}/table").send("/table/leave", seat="8")
    phone.open(f"/g/{phone.code}/table")
    assert "Player 8 is back, from round 2 on" in phone.text
    phone.send("/table/join", player="Newcomer")
    phone.open(f"/g/{phone.code}/table")
    assert ("is back" in phone.text, "All seats are taken: at most eight can play." in phone.text) == (False, True)


def test_nobody_plays_on_in_a_seat_that_is_given_away(phone: Phone) -> None:
    phone.start("wikipedia", 8).round(1, dict.fromkeys(range(2, 9), "K"))
    phone.open(f"/g/{phone.code}/may-i").send("/may-i", round="2", claims="4")
    phone.open(f"/g/{phone.code}/table").send("/table/leave", seat="8", when="after")
    phone.open(f"/g/{phone.code}/table")
    assert "Player 8 plays on" in phone.text
    phone.send("/table/join", player="Newcomer")
    assert "Newcomer joins in round 3" in phone.open(f"/g/{phone.code}/table").text
    assert "Player 8 plays on" not in phone.text


def test_a_change_of_players_the_rulebook_does_not_know_is_asked_back(phone: Phone) -> None:
    phone.start("contract", 3).open(f"/g/{phone.code}/table").send("/table/leave")
    assert phone.heading == "Are you sure?"
    phone.send("/table/leave")
    assert len(state_of(phone).seats) == 2


def test_seats_move_up_and_down_and_stop_at_the_ends(table: Phone) -> None:
    forms = [f for f in table.all("form") if (f.get("action") or "").endswith("/table/move")]
    assert [table.fields(form)["step"] for form in forms] == ["down", "up", "down", "up", "down", "up"]
    table.post(str(forms[0].get("action")), **table.fields(forms[0]))
    assert [seat.id for seat in state_of(table).seats] == [2, 1, 3, 4]


def test_a_seat_gets_another_name(table: Phone) -> None:
    table.send("/table/rename", player="  Anna   Maria ")
    assert state_of(table).name(1) == "Anna Maria"


def test_a_name_that_another_seat_has_is_refused_and_stays_where_it_was_typed(table: Phone) -> None:
    table.send("/table/rename", seat="2", player="Player 3")
    assert table.status == 422
    [fold] = [fold for fold in table.all("details", cls="more") if "open" in fold.attributes]
    assert "Player 2" in fold.text()
    assert table.one("input", id="name-2").get("value") == "Player 3"
    assert table.one("input", id="name-1").get("value") == "Player 1"


def test_another_dealer_can_be_named(table: Phone) -> None:
    assert state_of(table).running.dealer == 2  # type: ignore[union-attr]
    table.send("/table/dealer", seat="4")
    assert state_of(table).running.dealer == 4  # type: ignore[union-attr]
    assert "Player 4 deals round 2" in table.text


def test_a_note_is_kept_and_an_empty_one_refused(table: Phone) -> None:
    table.send("/table/note", text="Jokers are worth 25 from now on")
    assert "Jokers are worth 25" in table.text
    table.send("/table/note", text=" ")
    assert table.status == 422
    assert "The note is empty." in table.text


def test_a_game_can_be_abandoned_and_opened_again(table: Phone) -> None:
    table.send("/abandon")
    assert table.heading == "Abandoned"
    table.open("/")
    assert "Abandoned in round 2" in table.text
    table.follow("Abandoned in round 2").send("/reopen")
    assert table.heading == "Round 2 of 7"


def test_after_the_last_round_the_table_can_carry_on(phone: Phone) -> None:
    phone.start("contract", 3)
    for _ in range(7):
        phone.round(1, {2: "K", 3: "Q"})
    phone.send("/carry-on", confirmed="1")
    assert phone.heading == "Round 8 of 14"
    assert "Two sets of 3" in phone.text


class TestMoney:
    @pytest.fixture
    def result(self, phone: Phone) -> Phone:
        phone.start("progressive", 4).round(1, {2: "K", 3: "K K", 4: "K K Q"})
        return phone.open(f"/g/{phone.code}/result")

    def test_places_pay_in_words_and_whole_pennies(self, result: Phone) -> None:
        lines = [e.text() for e in result.all("li") if e.within("section")]
        assert ["gets 12" in lines[0], "pays 2" in lines[1], "pays 4" in lines[2], "pays 6" in lines[3]] == [True] * 4

    def test_the_buys_fill_the_kitty(self, result: Phone) -> None:
        result.send("/buys", **{"buys-2": "3", "buys-4": "1"})
        assert "gets 16 pennies" in result.text
        assert result.one("input", id_="buys-2").get("value") == "3"

    @pytest.mark.parametrize("typed", ["-1", "many", "100", "9" * 30])
    def test_a_number_of_buys_that_cannot_be_is_refused(self, result: Phone, typed: str) -> None:
        result.send("/buys", **{"buys-2": typed})
        assert result.status == 422
        assert "Enter a number from 0 to 99." in result.text


class TestSomebodyLeavesInTheMiddleOfARound:
    @pytest.fixture
    def left(self, phone: Phone) -> Phone:
        """Player 1 left in round 1, after a May I of Player 3, with a king and a queen."""
        phone.start("contract", 4)
        phone.open(f"/g/{phone.code}/may-i").send("/may-i", round="1", claims="3")
        phone.open(f"/g/{phone.code}/table").send("/table/leave", seat="1", when="now")
        assert (phone.heading, "Back to the round" in phone.text) == ("Player 1: cards left", True)
        return phone.send("/round/cards-left", cards="K Q")

    def test_the_others_play_on(self, left: Phone) -> None:
        assert left.heading == "Round 1 of 7"
        assert "From round 2 the pack is" in left.text, "what the pad had no room for is said here"
        assert ("Waiting for" in left.text, "entered" in left.text) == (False, False)
        left.open(f"/g/{left.code}/may-i").send("/may-i", round="1", claims="4", same="no")
        assert "Player 4 gets it" in left.text

    def test_the_cards_said_then_count_when_the_round_is_over(self, left: Phone) -> None:
        left.round(2, {3: "K", 4: "9 9"})
        assert state_of(left).totals == {1: 20, 2: 0, 3: 10, 4: 18}

    def test_whoever_comes_back_in_the_same_round_says_later_what_they_hold(self, left: Phone) -> None:
        left.open(f"/g/{left.code}/table").send("/table/back", seat="1")
        assert "Waiting for" not in left.open(f"/g/{left.code}").text
        left.round(2, {3: "K", 4: "9 9", 1: "A"})
        assert state_of(left).totals == {1: 15, 2: 0, 3: 10, 4: 18}
