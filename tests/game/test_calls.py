"""The Shanghai call, recorded: by the discarder it protects, by another it is laid down and costs a card."""

from __future__ import annotations

from referee.game import commands as cmd
from referee.game import events as ev
from referee.game.rulings import inside
from tests.game import plays
from tests.game.play import Game
from tests.game.test_melds import melds, play, refused

FIVES, NINES = "5H 5S 5D", "9C 9D 9H"


def table(rulebook: str = "shanghai") -> Game:
    """Ann's fives and nines lie on the table."""
    game = Game(rulebook)
    game.must(plays.go_down(1, 1, (FIVES, NINES)))
    return game


def test_another_who_calls_lays_it_down_and_the_discarder_draws_a_card_from_their_hand() -> None:
    game = table()
    game.must(plays.call_shanghai(1, seat=4, discarder=2, card="5C"))
    assert "5H 5S 5D 5C" in melds(game)
    assert play(game).extra_cards(2) == 1
    assert game.entries[-1].sentence == (
        "Round 1: Dee called Shanghai on Ben’s 5 of clubs and laid it on Ann’s meld (the 5s of hearts, spades and "
        "diamonds). Ben drew a card from Dee’s hand"
    )


def test_a_call_by_the_discarder_keeps_it_out_of_reach_in_the_next_players_turn() -> None:
    game = table()
    game.must(plays.call_shanghai(1, seat=2, discarder=2, card="5C"))
    assert FIVES in melds(game), "it is not laid down"
    assert refused(game, plays.take_discard(1, (4,), active=3, same=True)) == [("ruling", "shanghai/shanghai")]
    assert refused(game, plays.take_discard(1, (4,), active=3)) == [("same", "")], (
        "it may be the next player's turn again"
    )
    assert refused(game, plays.take_discard(1, (4,), same=True)) == [("ruling", "shanghai/shanghai")]
    assert refused(game, plays.take_discard(1, (4,))) == [("same", "")], "nobody tells the app that a turn has passed"
    assert (
        game.refuses(plays.take_discard(1, (4,))) == "Is it still the turn after the Shanghai call on the 5 of clubs?"
    )
    game.must(plays.take_discard(1, (4,), same=False))
    game.must(plays.take_discard(1, (3,), same=False))
    game.must(plays.take_discard(1, (1,), active=4))
    assert play(game).protected is None


def test_what_fits_nothing_on_the_table_is_no_shanghai() -> None:
    assert refused(table(), plays.call_shanghai(1, 4, 2, "6C", all_told=True)) == [("ruling", "shanghai/shanghai")]


def test_where_it_fits_several_melds_the_caller_says_which() -> None:
    game = table()
    game.must(plays.go_down(1, 3, ("5C 5D 5S", "KC KD KH")))
    assert game.refuses(plays.call_shanghai(1, 4, 2, "5H")) == (
        "Which meld does the 5 of hearts go on:"
        " the 5s of hearts, spades and diamonds or the 5s of clubs, diamonds and spades?"
    )
    game.must(plays.call_shanghai(1, 4, 2, "5H", meld=melds(game)["5C 5D 5S"]))
    assert "5C 5D 5S 5H" in melds(game)


def test_the_melds_are_asked_for_where_the_table_does_not_keep_them() -> None:
    game = Game("shanghai")
    assert refused(game, plays.call_shanghai(1, 4, 2, "5C")) == [("table", "")]
    event = game.must(plays.call_shanghai(1, 4, 2, "5C", table=(FIVES,))).events[0]
    assert isinstance(event, ev.ShanghaiCalled)
    assert (event.meld, event.became) == (None, "5H 5S 5D 5C")
    assert melds(game) == {}
    both = plays.call_shanghai(1, 4, 2, "5S", table=(FIVES, "5C 5D 5H"))
    assert game.refuses(both) == (
        "The 5 of spades fits the 5s of hearts, spades and diamonds or the 5s of clubs, diamonds and hearts."
        " Enter only the meld it was laid on."
    )


def test_a_discard_that_goes_out_ends_the_round_without_a_call() -> None:
    game = table()
    game.must(cmd.SayWentOut(1, 2))
    assert refused(game, plays.call_shanghai(1, 4, 2, "5C")) == [("ruling", "shanghai/shanghai-end")]
    assert refused(game, plays.call_shanghai(1, 4, 2)) == [("ruling", "shanghai/shanghai-end")], "nor a note of one"
    for asked in ({"card": "5C", "by": "other"}, {}):
        ruling = inside.ruled(game.state, {"question": "shanghai", "players": 4, **asked})
        assert (ruling.legal, ruling.findings[0].topic) == (False, "shanghai-end"), "Ask says the same"
    said = game.refuses(plays.call_shanghai(1, 4, 2, "5C"))
    assert said == "The round is over: a discard that goes out ends it, and there is no call."


def test_where_there_is_no_call_the_clause_says_so() -> None:
    assert refused(table("contract"), plays.call_shanghai(1, 4, 2, "5C")) == [("ruling", "contract/shanghai")]
    game = Game("shanghai-powe")
    game.must(plays.go_down(1, 1, (FIVES, NINES)))
    assert refused(game, plays.call_shanghai(1, 4, 2, "5C")) == [("ruling", "shanghai-powe/shanghai")]


def test_a_call_is_undone_like_anything_else() -> None:
    game = table()
    game.must(plays.call_shanghai(1, 4, 2, "5C"))
    game.must(cmd.Undo(game.state.number))
    assert FIVES in melds(game)
    assert play(game).received == {}


def test_the_meld_laid_on_meanwhile_is_shown_first() -> None:
    game = table()
    fives, seen = melds(game)[FIVES], game.state.number
    game.must(plays.call_shanghai(1, 4, 2, "5C"))
    assert game.stale(plays.call_shanghai(1, 3, 2, "5C", meld=fives), seen).conflicts[0].theirs == (
        "the 5s of hearts, spades, diamonds and clubs"
    )


def test_a_call_told_by_two_phones_is_shown_to_the_second_and_counts_again_only_on_purpose() -> None:
    for game, call in (
        (Game("shanghai"), plays.call_shanghai(1, 3, 2, "5C", table=(FIVES,))),
        (table(), plays.call_shanghai(1, 3, 2, "5C")),
        (table(), plays.call_shanghai(1, 2, 2, "5C")),
    ):
        seen = len(game.log)
        game.must(call)
        stale = game.stale(call, seen)
        assert stale.conflicts[0].adds
        assert "on the 5 of clubs" in stale.conflicts[0].theirs
        game.must(call)
        game.must(cmd.Undo(len(game.log)))
        game.must(cmd.Undo(len(game.log) - 2))
        game.must(call, seen)


def test_a_note_of_a_call_that_two_phones_make_is_shown_to_the_second() -> None:
    game = table()
    seen = len(game.log)
    note = plays.call_shanghai(1, 3, 2)
    game.must(note)
    assert game.stale(note, seen).conflicts[0].theirs == "Cid on Ben’s discard"
    assert game.stale(plays.call_shanghai(1, 3, 2), seen).conflicts[0].adds
    game.must(plays.call_shanghai(1, 4, 2), seen)
    game.must(note)  # on a page that shows the first one, it is another call


def test_seats_and_cards_that_are_none_are_refused() -> None:
    assert refused(table(), plays.call_shanghai(1, 9, 2, "5C")) == [("seat", "")]
    assert refused(table(), plays.call_shanghai(1, 4, 2, "5C 6C")) == [("card", "")]
