"""Each player has a contract of their own, and keeps it until it is met."""

from __future__ import annotations

from dataclasses import replace

import pytest

from referee.game import commands as cmd
from referee.game import events as ev
from referee.game.events import to_data
from referee.game.fold import fold
from referee.game.rulings import inside
from referee.game.rulings.best_turn import ask_best_turn
from referee.rulebooks import library
from referee.rules.rulebook.kinds import RulebookError
from tests.game.play import Game
from tests.game.plays import go_down, lay_off

CONTRACTS = [["set of 3", "set of 3"], ["run of 4", "set of 3"], ["run of 7"], ["set of 5", "pair"]]
ANN, BEN, CID, DEE = 1, 2, 3, 4


def kept_until_met(players: int = 3, **house: object) -> Game:
    """Four contracts, ten cards each."""
    values = {"own_contracts": True, "contracts": CONTRACTS, "deal": 10, "all_cards_rounds": [], **house}
    return Game(library.with_house_rules(library.load("contract"), values), players)


def close(game: Game, out: int | None, *met: int, **said: str) -> None:
    """Close the running round; whoever is not named met nothing and holds a ten."""
    running = game.state.running
    assert running is not None
    hands = {seat: "10" for seat in running.seats if seat != out} | game.hands(**said)
    game.must(
        cmd.CloseRound(
            running.number,
            hands,
            out,
            says_went_out=True,
            confirmed=True,
            met={seat: seat in met for seat in hands},
        )
    )


def contracts(game: Game) -> list[int]:
    """The contract of each seat in the running round."""
    assert game.state.running is not None
    return [own.number for own in game.state.running.own.values()]


def test_who_meets_a_contract_moves_on_and_the_others_keep_theirs() -> None:
    game = kept_until_met()
    assert contracts(game) == [1, 1, 1]
    close(game, ANN, CID)
    assert contracts(game) == [2, 1, 2]
    close(game, CID)
    assert contracts(game) == [2, 1, 3]
    assert game.state.running is not None
    assert [str(slot) for slot in game.state.running.of(CID).deal.contract] == ["run of 7"]
    assert [str(slot) for slot in game.state.running.of(BEN).deal.contract] == ["set of 3", "set of 3"]


def test_with_the_cards_left_it_is_told_whether_the_contract_was_met() -> None:
    game = kept_until_met()
    game.must(cmd.SayWentOut(1, ANN))
    assert game.refuses(cmd.EnterCardsLeft(1, BEN, "K 5")) == "Did Ben meet contract 1?"
    game.must(cmd.EnterCardsLeft(1, BEN, "K 5", met=False))
    assert game.entries[-1].sentence == "Round 1, Ben: 15 (K 5), contract not met"
    game.must(cmd.EnterCardsLeft(1, BEN, "K 5", met=True))
    assert game.entries[-1].sentence == ("Round 1, Ben: 15 (K 5), contract not met changed to 15 (K 5), contract met")
    game.must(cmd.EnterCardsLeft(1, BEN, "K 5 2"))
    assert game.state.running is not None
    assert game.state.running.entered[BEN].met is True, "it is still told"
    game.must(cmd.CountRound(1, {CID: "20 points"}, met={CID: False}))
    game.must(cmd.CloseRound(1))
    assert game.entries[-1].sentence == (
        "Round 1 was closed: Ann went out; Ben 17 (K 5 2), contract met, Cid 20, contract not met"
    )
    assert [cell.moves_on for cell in game.state.rounds[0].cells.values()] == [True, True, False]


def test_points_that_are_called_out_keep_the_cards_and_change_only_what_was_met() -> None:
    game = kept_until_met()
    game.must(cmd.EnterCardsLeft(1, BEN, "K 5", met=False))
    game.must(cmd.CountRound(1, {BEN: "15 points"}, met={BEN: True}))
    assert game.state.running is not None
    line = game.state.running.lines[BEN]
    assert (line.cards, line.points, line.met) == ("K 5", 15, True)


def test_whoever_is_recorded_as_down_has_met_it_unless_the_table_insists() -> None:
    game = kept_until_met()
    game.must(go_down(1, BEN, ["5C 5D 5H", "KC KD KH"]))
    game.must(cmd.EnterCardsLeft(1, BEN, "9"))
    assert game.state.running is not None
    assert game.state.running.lines[BEN].met is True
    assert "recorded as having gone down" in game.asks(cmd.EnterCardsLeft(1, BEN, "9", met=False))
    game.must(cmd.EnterCardsLeft(1, BEN, "9", met=False, confirmed=True))
    assert game.state.running.lines[BEN].met is False


def test_the_game_ends_with_the_round_in_which_the_first_player_is_through() -> None:
    game = kept_until_met()
    for _ in range(3):
        close(game, ANN, CID)
        assert game.state.status == "playing"
    close(game, None, ANN, CID, s1="K", s2="2", s3="5")
    assert game.state.status == "finished"
    assert [game.state.is_through(seat) for seat in (ANN, BEN, CID)] == [True, False, True]
    assert {seat: place.place for seat, place in game.state.places.items()} == {ANN: 1, BEN: 3, CID: 2}
    assert game.state.totals[CID] > game.state.totals[ANN], "of two who are through the lower total wins"


def test_contracts_come_before_points() -> None:
    game = kept_until_met()
    close(game, ANN, s2="2", s3="2")
    close(game, None, CID, s1="K K K", s2="2", s3="K K")
    assert [place.place for place in game.state.places.values()] == [2, 3, 1]
    assert game.state.leaders == (CID,)


def test_nobody_needs_to_be_through_where_a_number_of_rounds_ends_it() -> None:
    game = kept_until_met(rounds_most=2)
    close(game, ANN)
    assert (game.state.planned, game.state.is_open_ended) == (2, False)
    close(game, BEN)
    assert game.state.status == "finished"
    assert game.state.leaders == (ANN, BEN), "both met one contract and were left with a ten"
    assert not game.state.is_through(ANN)
    assert "each player has a contract of their own" in game.refuses(cmd.CarryOn())


def test_rounds_are_not_as_many_as_contracts() -> None:
    game = kept_until_met()
    for _ in range(6):
        close(game, None)
    assert contracts(game) == [1, 1, 1]
    assert game.state.is_open_ended
    assert game.number == 7
    assert game.asks(cmd.Finish()) == "No one has met the last contract yet. Finish anyway?"


def test_who_made_it_is_corrected_and_undone_with_everything_that_follows() -> None:
    game = kept_until_met()
    close(game, ANN, BEN)
    close(game, ANN)
    game.must(cmd.CorrectCell(1, BEN, "10", met=False))
    assert game.entries[-1].sentence == ("Round 1, Ben: 10 (10), contract met corrected to 10 (10), contract not met")
    assert contracts(game) == [3, 1, 1]
    assert game.state.rounds[0].cells[BEN].was[0].met is True
    game.must(cmd.Undo())
    assert contracts(game) == [3, 2, 1]
    assert "Did Ann meet contract 1?" in game.refuses(cmd.CorrectWinner(1, CID, "K", confirmed=True))
    game.must(cmd.CorrectWinner(1, CID, "K", met=False, confirmed=True))
    assert contracts(game) == [2, 2, 2]


def test_a_correction_says_that_the_last_contract_was_not_met_and_the_game_goes_on() -> None:
    game = kept_until_met()
    for _ in range(3):
        close(game, ANN)
    close(game, None, ANN)
    game.must(cmd.Reopen())
    assert game.state.running is None
    game.must(cmd.CorrectCell(4, ANN, "10", met=False))
    assert contracts(game) == [4, 1, 1]
    corrected = game.state.number
    close(game, None)
    assert game.refuses(cmd.Undo(corrected)), "a round was played on it"


def test_no_correction_makes_a_player_meet_more_contracts_than_there_are() -> None:
    game = kept_until_met()
    close(game, None)
    for _ in range(4):
        close(game, ANN)
    game.must(cmd.Reopen())
    game.must(cmd.CorrectCell(1, ANN, "10", met=True))
    assert [met[ANN] for met in game.state.met_after] == [1, 2, 3, 4, 4]
    assert game.state.is_through(ANN)


def test_a_correction_that_ends_the_game_asks_before_the_entries_of_the_running_round_are_lost() -> None:
    game = kept_until_met()
    close(game, BEN)
    for _ in range(3):
        close(game, ANN)
    met, went_out = cmd.CorrectCell(1, ANN, "10", met=True), cmd.CorrectWinner(1, ANN, "10", met=False)
    game.must(cmd.CorrectCell(1, CID, "10", met=True))
    game.must(cmd.EnterCardsLeft(5, BEN, "K 5", met=False))
    asks = (
        "With this correction Ann has met the last contract: round 5 is no longer played, and what was entered for it "
        "doesn’t count. Correct it anyway?"
    )
    assert game.asks(met) == asks
    assert asks in game.asks(went_out)
    game.must(replace(met, confirmed=True))
    assert game.state.running is None
    game.must(cmd.Undo())
    assert game.state.running is not None
    assert game.state.running.entered[BEN].points == 15
    game.must(cmd.ClearCardsLeft(5, BEN))
    game.must(met)


def test_phones_that_differ_on_it_are_shown_to_each_other() -> None:
    game = kept_until_met()
    seen = game.state.number
    game.must(cmd.EnterCardsLeft(1, BEN, "K 5", met=True))
    (conflict,) = game.stale(cmd.EnterCardsLeft(1, BEN, "K 5", met=False), seen).conflicts
    assert conflict.theirs == "15 (K 5), contract met"
    assert conflict.mine == "15 (K 5), contract not met"
    game.must(cmd.SayWentOut(1, ANN))
    game.must(cmd.EnterCardsLeft(1, CID, "9", met=False))
    seen = game.state.number
    game.must(cmd.EnterCardsLeft(1, CID, "9", met=True))
    (conflict,) = game.stale(cmd.CloseRound(1), seen).conflicts
    assert conflict.theirs == "9 (9), contract met"


def test_a_late_player_begins_with_the_first_contract_and_who_returns_with_theirs() -> None:
    game = kept_until_met(3)
    close(game, ANN, BEN)
    close(game, ANN, BEN)
    game.must(cmd.AddSeat("Dee", confirmed=True))
    assert contracts(game) == [3, 3, 1, 1]
    game.must(cmd.DropSeat(BEN))
    close(game, ANN)
    game.must(cmd.ReturnSeat(BEN))
    assert contracts(game) == [4, 3, 1, 1]


def test_going_down_and_questions_are_judged_by_the_contract_of_the_player() -> None:
    game = kept_until_met()
    close(game, ANN)
    sets = ["5C 5D 5H", "KC KD KH"]
    assert "run" in game.refuses(go_down(2, ANN, sets))
    game.must(go_down(2, BEN, sets))

    def meets(place: int | None, **more: object) -> bool | None:
        request = {"question": "contract", "melds": sets, "asker": place, **more}
        return inside.ruled(game.state, request).legal

    assert (meets(1), meets(3)) == (False, True)
    assert meets(None) is None, "it hangs on who asks"
    assert meets(1, round=1) is True, "another contract is asked about, without the log"
    running = game.state.running
    assert running is not None
    hand = "6C 6D 6H 9C 10C JC QC 2D 4S 8H AS"
    of_ann = ask_best_turn(game.state, running, ANN, hand, others=(), down="no", drawn=True)
    of_cid = ask_best_turn(game.state, running, CID, hand, others=(), down="no", drawn=True)
    assert any("contract" in step for step in of_ann.adds["steps"]), "the run and the set"
    assert not any("contract" in step for step in of_cid.adds["steps"]), "there are no two sets"


def test_whether_cards_are_a_meld_goes_by_the_contract_of_the_player() -> None:
    game = kept_until_met(contracts=[["7 of one colour"], ["set of 3", "run of 4"], ["run of 7"], ["pair", "set of 5"]])

    def is_meld(cards: str, place: int | None, **more: object) -> bool | None:
        return inside.ruled(game.state, {"question": "meld", "cards": cards, "asker": place, **more}).legal

    pair, red = "9C 9D", "2H 4D 5H 7D 9H JD KH"
    assert is_meld(pair, BEN) is False
    assert is_meld(pair, BEN, round=4) is True, "another contract is asked about"
    assert is_meld(pair, None, round=4) is True
    close(game, ANN)
    assert (is_meld(red, ANN), is_meld(red, BEN), is_meld(red, BEN, round=1)) == (False, True, True)
    assert is_meld(red, None) is None, "it hangs on who asks"
    game.must(go_down(2, BEN, [red]))


def test_a_card_that_is_taken_to_go_down_serves_the_contract_of_the_taker() -> None:
    game = kept_until_met(screw_over=True, contracts=[["set of 3", "set of 3"], ["run of 4"], ["run of 7"]])
    close(game, ANN)
    game.must(go_down(2, BEN, ["5C 5D 5H", "KC KD KH"]))
    assert game.state.running is not None
    game.must(lay_off(2, BEN, max(game.state.running.play.melds), "KS", down="earlier"))

    def used(place: int, melds: list[str], **more: object) -> bool | None:
        use = {"contract": melds}
        screw = {"by": place, "owner": BEN, "meld": "KC KD KH KS", "take": "KS", "give": "2C", "use": use, **more}
        return inside.ruled(game.state, {"question": "screw", **screw}).legal

    sets, run = ["6C 6D 6H", "KS KC KD"], ["10S JS QS KS"]
    assert (used(ANN, sets), used(ANN, run)) == (False, True)
    assert (used(CID, sets), used(CID, run)) == (True, False)
    assert used(CID, run, round=2, down="no") is None, "another contract, without the log: not all is known"


def test_on_the_pair_of_anothers_contract_may_be_laid_off() -> None:
    game = kept_until_met()
    for _ in range(3):
        close(game, ANN)
    game.must(go_down(4, ANN, ["5C 5D 5H 5S 5C", "KC KD"]))
    game.must(go_down(4, BEN, ["7C 7D 7H", "QC QD QH"]))
    assert game.state.running is not None
    pair = next(number for number, meld in game.state.running.play.melds.items() if meld.cards == "KC KD")
    game.must(lay_off(4, BEN, pair, "KH", down="earlier"))


def test_a_log_under_the_old_rules_says_no_more_than_before() -> None:
    game = Game()
    game.close(ANN)
    assert all("met" not in to_data(recorded.event) for recorded in game.log)
    closing = next(recorded.event for recorded in game.log if isinstance(recorded.event, ev.RoundClosed))
    assert to_data(closing)["lines"] == {"1": ["", 0], "2": ["10", 10], "3": ["10", 10], "4": ["10", 10]}
    game = kept_until_met()
    close(game, ANN, BEN)
    closing = next(recorded.event for recorded in game.log if isinstance(recorded.event, ev.RoundClosed))
    assert to_data(closing)["lines"] == {"1": ["", 0], "2": ["10", 10, True], "3": ["10", 10, False]}
    assert fold(game.log) == game.state


@pytest.mark.parametrize(
    ("house", "why"),
    [
        ({"own_contracts": True, "deal": [10, 10, 10, 12, 12, 12, 12]}, "must be the same in every round"),
        ({"own_contracts": True, "all_cards_rounds": [7]}, "no round can be named"),
        ({"own_contracts": True, "settlement": "by place"}, "money goes by totals"),
        ({"rounds_most": 9}, "counts only where a game ends by what is met or by points"),
    ],
)
def test_what_hangs_on_the_round_cannot_be_said_beside_it(house: dict[str, object], why: str) -> None:
    with pytest.raises(RulebookError, match=why):
        library.with_house_rules(library.load("contract"), house)


def test_a_table_does_not_change_whose_the_contract_is_in_mid_game() -> None:
    game = Game()
    refusal = game.refuses(cmd.DecideRule("own-contract", {"own_contracts": True}))
    assert refusal == "Stays as it was when the game began, unless it is changed from the first round."


def test_a_question_that_names_a_contract_but_nobody_is_about_whoever_has_it() -> None:
    """What is known of one of them is not forgotten: it is asked who is meant."""
    game = kept_until_met()
    close(game, ANN)
    game.must(go_down(2, BEN, ["5C 5D 5H", "KC KD KH"]))
    request = {"question": "contract", "melds": ["5C 5D 5H", "KC KD KH"], "round": 1}
    assert [inside.ruled(game.state, {**request, "asker": place}).legal for place in (2, 3)] == [False, True]
    open_ = inside.ruled(game.state, request)
    assert (open_.legal, [need.field for need in open_.needs]) == (None, ["asker"])
    assert inside.ruled(game.state, {**request, "round": 4}).legal is False, "nobody has it: the contract alone counts"
