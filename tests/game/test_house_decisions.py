"""What the table decides in mid-game: precedents and house rules, dated, cited from then on, revocable."""

from __future__ import annotations

import pytest

from referee.game import commands as cmd
from referee.game import events as ev
from referee.game.commands import DecideRule, RevokeRule
from referee.rules.referee import rule_under
from referee.storage.clubs.results import projection
from tests.game import plays
from tests.game.play import Game
from tests.game.test_melds import melds, refused

WILD_PAIR = {"question": "meld", "cards": "JK JK JK"}


def cited(game: Game, topic: str) -> tuple[str, str]:
    clause = game.state.book.clauses[topic]
    return clause.basis, clause.source


def test_where_the_rulebook_is_silent_a_decision_is_a_precedent_that_rulings_cite() -> None:
    game = Game("contract")
    assert rule_under(game.state.book, WILD_PAIR)["because"][0]["basis"] == "house default"
    said = game.must(DecideRule("natural", {"naturals_least": 0}, "A meld of jokers only is fine.")).events[0]
    assert isinstance(said, ev.RuleDecided)
    assert said.precedent
    answer = rule_under(game.state.book, WILD_PAIR)
    assert answer["legal"] is True
    assert {"clause": "contract/natural", "basis": "house rule", "source": "the table, 2026-01-05",
            "text": "A meld of jokers only is fine."} in answer["because"]  # fmt: skip


def test_the_reading_as_it_stands_can_be_made_the_tables_own() -> None:
    game = Game("contract")
    game.must(DecideRule("natural", stands=True))
    assert cited(game, "natural") == ("house rule", "the table, 2026-01-05")
    assert rule_under(game.state.book, WILD_PAIR)["because"][0]["basis"] == "house rule"
    assert game.state.book.clauses["natural"].silence is None


def test_a_card_gets_points_of_its_own_only_while_no_card_of_its_rank_is_entered_by_rank() -> None:
    game = Game("contract")
    dear = DecideRule("score", {"points": {**game.book.points, "QS": 40}})
    game.enter(1, "Q 5")
    assert "Some cards left were entered without suits. Remove those entries first." in game.refuses(dear)
    game.must(cmd.ClearCardsLeft(1, 1))
    game.must(dear)
    for seat, said in ((1, "QS Q 5"), (2, "QH")):
        game.must(cmd.EnterCardsLeft(1, seat, said))
    running = game.state.running
    assert running is not None
    assert [str(running.entered[seat].line) for seat in (1, 2)] == ["55 (Q Q♠ 5)", "10 (Q)"]
    game.must(RevokeRule(game.state.decisions[0].seq))
    assert game.state.running is not None
    assert str(game.state.running.entered[1].line) == "25 (Q Q 5)"


def test_words_alone_stand_in_the_clause_and_touch_no_value() -> None:
    game = Game("contract")
    said = game.must(DecideRule("score", {}, "As grandmother counted.")).events[0]
    assert isinstance(said, ev.RuleDecided)
    assert said.values == {}
    assert game.state.book.clauses["score"].text == "As grandmother counted."
    game.close(1)
    game.must(cmd.Undo(2))
    assert game.state.book.clauses["score"] == game.state.opened_book.clauses["score"]


def test_what_a_source_states_can_be_changed_too_and_is_a_house_rule() -> None:
    game = Game("shanghai")
    said = game.must(DecideRule("may-i-limit", {"may_i_limit": 1}, "One each.")).events[0]
    assert isinstance(said, ev.RuleDecided)
    assert not said.precedent
    game.must(plays.take_discard(1, (3,), active=2))
    assert (
        game.refuses(plays.take_discard(1, (3,), active=4))
        == "Cid has already had one in this round, and that is the limit."
    )


def test_it_is_told_with_its_words_and_what_it_changes() -> None:
    game = Game("shanghai")
    game.must(DecideRule("may-i-limit", {"may_i_limit": 1}, "One each."))
    assert game.entries[-1].sentence == (
        "New house rule: May I: how often: One each. (Each player may take one discard out of turn per round)"
    )


def test_a_decision_can_be_revoked_and_that_undone() -> None:
    game = Game("contract")
    game.must(DecideRule("lay-off", {"lay_off_same_turn": "yes"}, "At once."))
    game.must(plays.go_down(1, 1, ("5H 5S 5D", "9C 9D 9H")))
    game.must(plays.lay_off(1, 1, melds(game)["5H 5S 5D"], "5C", down="this turn"))
    game.must(RevokeRule(2))
    assert game.state.book == game.state.opened_book
    assert refused(game, plays.lay_off(1, 1, melds(game)["9C 9D 9H"], "9S", down="this turn")) == [
        ("ruling", "contract/lay-off")
    ]
    assert game.entries[-1].sentence == "Dropped: our rule on Laying off"
    game.must(cmd.Undo(game.state.number))
    assert game.state.book.lay_off_same_turn == "yes"


def test_several_decisions_stand_beside_each_other_and_fall_one_by_one() -> None:
    game = Game("contract")
    game.must(DecideRule("lay-off", {"lay_off_same_turn": "yes"}))
    game.must(DecideRule("natural", {"naturals_least": 2}))
    game.must(cmd.Undo(2))
    assert (game.state.book.lay_off_same_turn, game.state.book.naturals_least) == ("no", 2)


def test_a_later_decision_on_the_same_rule_holds_and_the_earlier_one_is_there_when_it_falls() -> None:
    game = Game("shanghai")
    game.must(DecideRule("may-i-limit", {"may_i_limit": 1}))
    game.must(DecideRule("may-i-limit", {"may_i_limit": 3}))
    assert set(game.state.book.may_i_limit) == {3}
    game.must(RevokeRule(3))
    assert set(game.state.book.may_i_limit) == {1}


def test_a_feature_switched_on_brings_its_clauses() -> None:
    game = Game("contract")
    game.must(DecideRule("screw-over", {"screw_over": True}, "Go on then."))
    assert cited(game, "screw-once") == ("house rule", "Sarah Sperry, MIT CMS.608 Game Design, 2008")
    order = list(game.state.book.clauses)
    assert order.index("screw-once") == order.index("screw-over") + 1


@pytest.mark.parametrize(
    ("wanted", "field"),
    [
        (DecideRule("weather"), "topic"),
        (DecideRule("natural", {"jokers": 0}), "jokers"),
        (DecideRule("natural", {"naturals_least": 7}), "naturals_least"),
        (DecideRule("natural", {"nonsense": 7}), "nonsense"),
        (DecideRule("price", {"may_i_price": 5}), "may_i_price"),
        (DecideRule("natural", {"naturals_least": 0}, "x" * 501), "wording"),
    ],
)
def test_what_contradicts_the_rulebook_or_makes_no_sense_is_refused_with_the_reason(
    wanted: DecideRule, field: str
) -> None:
    assert refused(Game("contract"), wanted) == [(field, "")]


def test_the_number_of_rounds_stays_as_it_was_at_the_opening() -> None:
    shorter = DecideRule("contracts", {"contracts": [["set of 3", "set of 3"]] * 9})
    assert game_refuses("shanghai-kolsov", shorter).startswith("The number of rounds stays")
    game = Game("contract")
    game.must(DecideRule("contracts", {"contracts": [["set of 3", "set of 3"]] * 6 + [["run of 4"] * 3]}))
    assert [str(slot) for slot in game.state.book.contracts[1]] == ["set of 3", "set of 3"]


def game_refuses(rulebook: str, command: cmd.Command) -> str:
    return Game(rulebook).refuses(command)


def test_rules_by_which_rounds_were_counted_stay_for_this_game() -> None:
    game = Game("contract")
    game.must(DecideRule("score", {"points": {**game.book.points, "JK": 25}}))
    assert game.state.book.points["JK"] == 25
    game.close(1)
    assert refused(game, DecideRule("score", {"points": {**game.book.points, "JK": 50}})) == [("points", "")]
    assert refused(game, RevokeRule(2)) == [("points", "")]


def test_rules_by_which_rounds_were_counted_are_not_changed_by_an_undo_either() -> None:
    game = Game("contract")
    game.must(DecideRule("score", {"points": {**game.book.points, "JK": 25}}))
    game.must(RevokeRule(2))
    game.must(cmd.Undo(3))
    game.close(1)
    says = (
        "Rounds have already been scored by this. Choose whether another rule counts from now on or from the first "
        "round."
    )
    for seq in (2, 3):
        assert game.refuses(cmd.Undo(seq) if seq == 2 else cmd.Redo(seq)) == says
    assert not any(entry.can_undo for entry in game.entries if entry.kind in ("RuleDecided", "RuleRevoked"))
    assert game.state.book.points["JK"] == 25
    game.must(cmd.Undo(next(one.seq for one in game.entries if one.kind == "RoundClosed")))
    game.must(cmd.Undo(2))
    assert game.state.book == game.state.opened_book


def test_the_price_stays_once_pennies_are_paid() -> None:
    game = Game("progressive")
    for _ in range(8):
        game.close(1)
    game.must(plays.take_discard(9, (3,), active=2))
    assert refused(game, DecideRule("price", {"may_i_price": 5})) == [("may_i_price", "")]


def test_a_decision_on_which_another_rests_is_not_revoked() -> None:
    game = Game("contract")
    game.must(DecideRule("settle", {"settlement": "by place"}))
    game.must(DecideRule("price", {"may_i_price": 1}))
    assert "Another decision depends on it" in game.refuses(RevokeRule(2))
    assert "contradict each other" in game.refuses(cmd.Undo(2))
    game.must(RevokeRule(3))
    game.must(RevokeRule(2))


def test_what_the_table_has_not_decided_is_not_revoked() -> None:
    assert refused(Game("contract"), RevokeRule(1)) == [("target", "")]


def test_two_phones_that_decide_the_same_clause_are_told() -> None:
    game = Game("contract")
    seen = game.state.number
    game.must(DecideRule("natural", {"naturals_least": 0}, "None needed."))
    assert game.stale(DecideRule("natural", {"naturals_least": 2}), seen).conflicts[0].theirs == "None needed."
    game.must(RevokeRule(2))
    assert game.must(RevokeRule(2), seen=2).events == ()


def test_a_clause_that_no_ruling_turns_on_can_get_other_words() -> None:
    game = Game("contract")
    game.must(DecideRule("seats", wording="Whoever won sits by the stove."))
    assert game.state.book.clauses["seats"].text == "Whoever won sits by the stove."


def closing(game: Game) -> int:
    return next(one.seq for one in game.entries if one.kind == "RoundClosed")


def test_a_round_counted_by_a_decision_that_was_undone_does_not_come_back_at_its_price() -> None:
    game = Game("contract")
    game.must(DecideRule("score", {"points": {**game.book.points, "K": 40}}))
    game.close(1, s2="K K")
    assert game.totals == [0, 80, 10, 10]
    game.must(cmd.Undo(closing(game)))
    game.must(cmd.Undo(2))
    assert game.refuses(cmd.Redo(closing(game))) == "Its cost has changed. Record it again."
    assert not next(one for one in game.entries if one.kind == "RoundClosed").can_undo
    game.must(cmd.CloseRound(1))
    assert game.totals == [0, 20, 10, 10]


def test_a_correction_at_another_price_does_not_come_back_either() -> None:
    game = Game("contract")
    game.must(DecideRule("score", {"points": {**game.book.points, "K": 40}}))
    game.close(1)
    game.must(cmd.CorrectCell(1, 2, "K"))
    correction = game.state.number
    for seq in (correction, closing(game), 2):
        game.must(cmd.Undo(seq))
    game.must(cmd.Redo(closing(game)))
    assert game.refuses(cmd.Redo(correction)) == "Its cost has changed. Record it again."
    assert game.totals == [0, 10, 10, 10]


def test_cards_that_were_entered_before_cost_what_the_table_decides() -> None:
    game = Game("contract")
    game.must(cmd.EnterCardsLeft(1, 2, "K K"))
    game.must(cmd.EnterCardsLeft(1, 3, "20 points"))
    game.must(DecideRule("score", {"points": {**game.book.points, "K": 40}}))
    assert game.state.running is not None
    assert [left.points for left in game.state.running.entered.values()] == [80, 20]
    game.must(cmd.CloseRound(1, game.hands(s4="Q"), 1, says_went_out=True))
    assert game.totals == [0, 80, 20, 10]


def test_a_closed_round_keeps_the_contract_that_was_played() -> None:
    game = Game("contract")
    first, *rest = game.book.in_json("contracts")
    game.close(1)
    game.must(DecideRule("contracts", {"contracts": [["run of 4"], *rest[:1], ["run of 4"], *rest[2:]]}))
    assert [str(slot) for slot in game.state.rounds[0].contract] == first
    game.close(1)
    game.close(1)
    assert [str(slot) for slot in game.state.rounds[2].contract] == ["run of 4"]
    game.must(cmd.Finish(confirmed=True))
    found = projection(game.state)
    assert found is not None
    assert [contract for _, contract in found.rounds] == [
        "two sets of 3",
        "one set of 3 and one run of 4",
        "one run of 4",
    ]
