"""What every command at the table has in common: rounds and seats that are not there, a game that is over."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from referee.game import commands as cmd
from referee.game import events as ev
from referee.game.commands import (
    DecideRule,
    LoseTurn,
    NoteIrregularity,
    RecordPlay,
    RevokeRule,
    ShuffleStock,
)
from referee.game.events import Recorded
from referee.game.fold import fold
from referee.game.judges.decide import Stale
from referee.game.replay import Replay, Senseless
from referee.game.story.answers import sentence
from referee.game.story.events import TELLS
from tests.game import plays
from tests.game.play import Game
from tests.game.test_melds import SETS, melds, refused

IN_A_ROUND: list[Any] = [
    plays.take_discard(1, (2,)),
    plays.go_down(1, 2),
    plays.lay_meld(1, 2, "KH KS KD"),
    plays.lay_off(1, 2, 200, "5C"),
    plays.take_wild(1, 2, 200, "5C"),
    plays.screw_over(1, 1, 2, "5S", "KD"),
    plays.call_shanghai(1, 4, 2, "5C"),
    ShuffleStock(1),
    LoseTurn(1, 2, 1),
]
EVERY = [*IN_A_ROUND, NoteIrregularity(1, 1, "misdeal"), DecideRule("natural"), RevokeRule(2)]


def kind(command: object) -> str:
    return command.question if isinstance(command, RecordPlay) else type(command).__name__


@pytest.mark.parametrize("command", IN_A_ROUND, ids=kind)
def test_a_round_that_is_not_played_is_refused(command: Any) -> None:
    assert refused(Game("screw"), replace(command, round=5)) == [("round", "")]


@pytest.mark.parametrize("command", IN_A_ROUND, ids=kind)
def test_a_round_closed_meanwhile_is_said(command: Any) -> None:
    game = Game("screw")
    game.close(1)
    decision = game.do(command)
    assert isinstance(decision, Stale)
    assert decision.conflicts[0].theirs == "Closed"


@pytest.mark.parametrize("command", EVERY, ids=kind)
def test_a_game_that_is_over_is_opened_again_first(command: Any) -> None:
    game = Game("screw")
    game.close(1)
    game.must(cmd.Finish(confirmed=True))
    assert game.refuses(command) == "The game is finished. Open it again first."


@pytest.mark.parametrize("command", IN_A_ROUND[1:-2], ids=kind)
def test_a_seat_that_is_not_at_the_table_is_refused(command: Any) -> None:
    where = "by" if command.question == "screw" else "seat"
    assert refused(Game("screw"), plays.but(command, **{where: 9})) == [("seat", "")]


def screwed() -> Game:
    game = Game("screw")
    game.must(plays.go_down(1, 2, SETS))
    game.must(
        plays.screw_over(1, 1, 2, "5S", "KD", "contract", ("5S 5C 5C", "JC JD JH"), melds(game)[SETS[0]], down="no")
    )
    game.must(plays.go_down(1, 4))
    return game


def test_two_phones_that_replace_the_same_meld_are_told() -> None:
    game = screwed()
    seen = game.state.number
    game.must(plays.lay_meld(1, 2, "KH KS KC"))
    assert game.stale(plays.lay_meld(1, 2, "KH KS KC"), seen).conflicts[0].theirs == "Nothing"


def test_a_further_meld_with_more_copies_than_the_pack_has_is_refused() -> None:
    game = screwed()
    assert refused(game, plays.lay_meld(1, 1, "9C 9C 9S")) == [("cards", "")]
    assert refused(game, plays.lay_off(1, 4, melds(game)["5S 5C 5C"], "5C", "earlier")) == [("cards", "")]


def test_the_meld_and_its_owner_must_agree_and_something_must_be_left_to_lay_off_on() -> None:
    game = screwed()
    wrong = plays.screw_over(1, 4, 2, "JC", "2D", "lay_off", ("JC",), melds(game)["JC JD JH"], down="earlier")
    assert game.refuses(wrong) == "That meld belongs to someone else."
    back = plays.but(wrong, owner=1, onto=melds(game)["JC JD JH"])
    assert game.refuses(back).startswith("The card taken must be used at once, and this doesn’t work. The jacks of")


@pytest.mark.parametrize(
    ("event", "says"),
    [
        (ev.WentDown(1, 9, 2, ()), "Ben would go down twice."),
        (ev.MeldLaid(1, 9, 2, "KH KS KD", "run of 4"), "A run of 4 was put down that no one owed."),
        (ev.LaidOff(1, 9, 2, 7, "5C", "", ""), "The meld wouldn’t be on the table."),
        (ev.RuleRevoked(2), "This drops a rule that wouldn’t exist."),
        (ev.IrregularityNoted(1, 9, "misdeal", "points", 5, ""), "That player wouldn’t be at the table."),
    ],
    ids=lambda value: kind(value) if not isinstance(value, str) else "",
)
def test_events_that_make_no_sense_where_they_stand_are_not_folded(event: ev.PlayEvent, says: str) -> None:
    game = screwed()
    at = game.log[-1].at
    with pytest.raises(Senseless) as wrong:
        fold((*game.log, Recorded(game.state.number + 1, at, "", event)))
    assert sentence(wrong.value.why) == says


def test_sentences_never_fail_whatever_has_changed_since() -> None:
    opening = Game("screw").log[0].event
    replay = Replay.opened(opening)  # type: ignore[arg-type]
    laid = ev.ScrewedOver(1, 1, 1, 2, 7, "X", "5S", "2D", "lay_off", ("5S",), None, 8, "B", "B 5S", "2D", "X", None)
    assert TELLS[ev.ScrewedOver](replay, laid).endswith("The meld is now X. Ann laid off the 5 of spades on B")
    replaced = replace(laid, use="new_meld", replaces="run of 4")
    assert TELLS[ev.ScrewedOver](replay, replaced).endswith("Ann replaced the run of 4 with the 5 of spades")
    assert TELLS[ev.MayITaken](replay, ev.MayITaken(1, 2, None, False, 0, 0, (2,), {3: "x/gone"})) == (
        "Round 1: Ben took the discard with a May I. Cid didn’t get it (x/gone)"
    )
    unknown = ev.RuleDecided("gone", {"gone": 3}, (), (), False)
    assert TELLS[ev.RuleDecided](replay, unknown) == "New house rule: gone (gone: 3)"
    assert TELLS[ev.RuleRevoked](replay, ev.RuleRevoked(4)) == "Rule dropped"
    assert (
        TELLS[ev.LaidOff](replay, ev.LaidOff(1, 1, 1, 7, "5C", "X", "Y")) == "Round 1: Ann laid off the 5 of clubs on X"
    )


def test_a_stolen_card_whose_meld_went_back_is_still_known_as_stolen() -> None:
    """Ben lost the 5S to Ann; Dee breaks Ann's set; Ann melds the 5S anew: Ben may not take it."""
    game = screwed()
    twins = melds(game)["5S 5C 5C"]
    game.must(plays.screw_over(1, 4, 1, "5C", "2D", "new_meld", ("5C 5D 5H",), twins, down="earlier"))
    game.must(plays.lay_meld(1, 2, "KH KS KC"))
    game.must(plays.lay_meld(1, 1, "5S 5D 5H"))
    game.must(plays.take_discard(1, (3,), active=2))
    back = plays.screw_over(1, 2, 1, "5S", "2D", "new_meld", ("5S 6S 7S 8S",), melds(game)["5S 5D 5H"])
    assert refused(game, back) == [("stolen_from_by", "")], "it may be the other 5 of spades"
    assert ("ruling", "screw/screw-stolen") in refused(game, plays.but(back, stolen=True))
