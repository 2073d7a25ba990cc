"""The screw-over, recorded: each outcome of the rule, who owes what, and what may never be taken back."""

from __future__ import annotations

from typing import cast

from referee.game import commands as cmd
from referee.game import events as ev
from referee.game.commands import RecordPlay
from referee.game.judges.decide import Refused
from referee.game.rulings.plays import ask, read
from referee.rulebooks import library
from tests.game import plays
from tests.game.play import Game
from tests.game.test_melds import melds, play, refused

FIVES, NINES = "5H 5S 5D", "9C 9D 9H"


def evening(round_no: int = 1, *laid: str) -> Game:
    """Ben (seat 2) has gone down in an earlier turn; it is Ann's turn, and she is not down."""
    game = Game("screw")
    for _ in range(round_no - 1):
        game.close(3)
    game.must(plays.go_down(round_no, 2, laid or (FIVES, NINES)))
    game.must(plays.take_discard(round_no, (3,), active=1))
    return game


def screws(game: Game, **changes: object) -> ev.ScrewedOver:
    """Ann takes the 5S from Ben's fives for her contract, unless said otherwise."""
    said = game.must(command(game, **changes))
    return cast(ev.ScrewedOver, said.events[0])


def command(game: Game, **changes: object) -> RecordPlay:
    told: dict[str, object] = {
        "number": game.number,
        "by": 1,
        "owner": 2,
        "take": "5S",
        "give": "KD",
        "use": "contract",
        "melds": ("5S 5C 5D", "JC JD JH"),
        "meld": melds(game).get(FIVES),
        "down": "no",
    }
    return plays.screw_over(**{**told, **changes})  # type: ignore[arg-type]


def test_a_meld_that_falls_below_its_minimum_goes_back_and_the_owner_is_truly_screwed() -> None:
    game = evening()
    done = screws(game)
    assert (done.to_owner, done.stays, done.owed) == ("5H 5D KD", "", "set of 3")
    assert play(game).owes == {2: ("set of 3",)}
    assert set(melds(game)) == {NINES, "5S 5C 5D", "JC JD JH"}, "Ann's contract lies there, Ben's fives do not"
    assert play(game).down[1] == done.turn


def test_it_is_told_in_full() -> None:
    game = evening()
    screws(game)
    assert game.entries[-1].sentence == (
        "Round 1: Ann screwed Ben: took the 5 of spades from the 5s of hearts, spades and diamonds"
        " and left the king of diamonds. Ben picked up the 5 of hearts and the 5 and king of diamonds."
        " Ben is truly screwed and owes a set of 3."
        " Ann went down with the 5s of spades, clubs and diamonds; the jacks of clubs, diamonds and hearts"
    )


def test_a_meld_that_stands_without_the_card_stays_and_only_the_exchange_card_goes_to_the_owner() -> None:
    game = evening()
    game.must(plays.go_down(1, 4))
    game.must(plays.lay_off(1, 2, melds(game)[FIVES], "5C"))
    done = screws(game, meld=melds(game)["5H 5S 5D 5C"], melds=("5S 5D 5H", "JC JD JH"))
    assert (done.to_owner, done.stays, done.owed) == ("KD", "5H 5D 5C", None)
    assert play(game).owes == {}
    assert "5H 5D 5C" in melds(game)


def test_the_cards_of_a_meld_that_stays_still_count_against_the_pack() -> None:
    game = evening()
    game.must(plays.go_down(1, 4, ("5H 5D 5C", "QC QD QH")))
    game.must(plays.lay_off(1, 2, melds(game)[FIVES], "5C"))
    third = command(game, meld=melds(game)["5H 5S 5D 5C"], melds=("5S 5C 5S", "JC JD JH"))
    answer = game.do(third)
    assert isinstance(answer, Refused)
    assert [(each.field, each.word) for each in answer.problems] == [("cards", "5C")]


def test_an_owner_with_enough_left_for_the_contract_is_not_truly_screwed() -> None:
    game = evening()
    game.must(plays.go_down(1, 4))
    game.must(plays.lay_meld(1, 2, "KH KS KC"))
    done = screws(game)
    assert (done.to_owner, done.owed) == ("5H 5D KD", None)
    assert play(game).owes == {}


def test_taking_from_inside_a_long_run_breaks_it() -> None:
    game = evening(2, "5H 5S 5D", "3C 4C 5C 6C")
    game.must(plays.go_down(2, 4))
    game.must(plays.lay_off(2, 2, melds(game)["3C 4C 5C 6C"], "7C"))
    run = melds(game)["3C 4C 5C 6C 7C"]
    done = screws(game, meld=run, take="5C", melds=("5C 5S 5H", "9D 10D JD QD"))
    assert (done.stays, done.owed) == ("", "run of 4")


def test_a_card_may_go_straight_back_onto_what_is_left_of_its_meld_which_is_an_open_question() -> None:
    game = evening()
    game.must(plays.go_down(1, 4))
    game.must(plays.lay_off(1, 2, melds(game)[FIVES], "5C"))
    fives = melds(game)["5H 5S 5D 5C"]
    taken = {"meld": fives, "down": "earlier", "use": "lay_off", "melds": ("5S",), "onto": fives}
    running = game.state.running
    assert running
    cited = ask(game.state, running, read(command(game, **taken))).because
    assert (cited[0].clause, cited[0].basis) == ("screw/screw-same-meld", "house default")
    done = screws(game, **taken)
    assert (done.stays, done.onto_was, done.onto_became) == ("5H 5D 5C", "5H 5D 5C", "5H 5D 5C 5S")
    assert melds(game)["5H 5D 5C 5S"] == fives
    game.must(cmd.Undo(game.state.number))
    assert melds(game)["5H 5S 5D 5C"] == fives


def test_the_end_card_of_a_long_run_leaves_a_run() -> None:
    game = evening(2, "5H 5S 5D", "3C 4C 5C 6C")
    game.must(plays.go_down(2, 4))
    game.must(plays.lay_off(2, 2, melds(game)["3C 4C 5C 6C"], "7C"))
    done = screws(game, meld=melds(game)["3C 4C 5C 6C 7C"], take="7C", melds=("7C 7S 7H", "9D 10D JD QD"))
    assert (done.stays, done.owed) == ("3C 4C 5C 6C", None)


def screwed() -> Game:
    """Ben owes a set of 3; Dee has had a turn since."""
    game = evening()
    screws(game)
    game.must(plays.go_down(1, 4))
    return game


def test_who_is_truly_screwed_lays_nothing_off_and_takes_no_joker_until_the_meld_is_replaced() -> None:
    game = screwed()
    nines = melds(game)[NINES]
    assert refused(game, plays.lay_off(1, 2, nines, "9S")) == [("ruling", "screw/screw-replace")]
    assert refused(game, plays.take_wild(1, 2, nines, "9S")) == [("ruling", "screw/screw-replace")]
    game.must(plays.lay_meld(1, 2, "KH KS KD"))
    assert play(game).owes == {}


def test_after_replacing_it_they_wait_for_a_later_turn_again() -> None:
    game = screwed()
    nines = melds(game)[NINES]
    game.must(plays.lay_meld(1, 2, "KH KS KD"))
    assert refused(game, plays.lay_off(1, 2, nines, "9S", down="this turn")) == [("ruling", "screw/lay-off")]
    game.must(plays.take_discard(1, (3,), active=2))
    game.must(plays.lay_off(1, 2, nines, "9S"))


def test_only_the_meld_that_went_back_is_replaced_of_its_kind_and_least_size() -> None:
    game = screwed()
    for cards in ("KH KS KD KC", "6H 7H 8H 9H", "KH KS 5H"):
        assert {field for field, _ in refused(game, plays.lay_meld(1, 2, cards))} == {"ruling"}
    assert refused(game, plays.lay_meld(1, 2, "6H 7H 8H 9H")) == [("ruling", "screw/screw-replacement")]
    assert refused(game, plays.go_down(1, 2, ("KH KS KD", "QC QD QH"))) == [("seat", "screw/screw-replacement")]


def test_the_other_melds_of_the_screwed_stay_open_to_everyone() -> None:
    game = screwed()
    game.must(plays.lay_off(1, 1, melds(game)[NINES], "9S"))


def test_who_is_truly_screwed_may_screw_only_to_replace_the_meld() -> None:
    game = screwed()
    sets = {"by": 2, "owner": 1, "meld": melds(game)["JC JD JH"], "take": "JC", "give": "2D"}
    laid_off = {"use": "lay_off", "melds": ("JC",), "onto": melds(game)[NINES]}
    assert refused(game, command(game, **sets, **laid_off)) == [("ruling", "screw/screw-replacement")]
    done = screws(game, **sets, use="new_meld", melds=("JC JS JC",))
    assert (done.replaces, done.owed) == ("set of 3", "set of 3")
    assert play(game).owes == {1: ("set of 3",)}


def test_a_stolen_card_is_never_stolen_back_even_where_its_twin_lies_beside_it() -> None:
    game = evening()
    screws(game, melds=("5S 5S 5C", "JC JD JH"))
    game.must(plays.go_down(1, 4))
    game.must(plays.lay_meld(1, 2, "KH KS KD"))
    game.must(plays.take_discard(1, (3,), active=2))
    twins = melds(game)["5S 5S 5C"]
    back = {"by": 2, "owner": 1, "meld": twins, "use": "new_meld", "melds": ("5S 5H 5D",), "down": None}
    assert ("ruling", "screw/screw-stolen") in refused(game, command(game, **back))
    went_down = play(game).down[2]
    game.must(command(game, **{**back, "take": "5C", "melds": ("5C 5H 5D",)}))
    assert play(game).down[2] == went_down, "in that turn, not in this one"


def test_a_second_screw_over_of_the_round_leaves_the_first_stolen_card_where_it_lies() -> None:
    game = evening()
    screws(game)
    fives, nines = melds(game)["5S 5C 5D"], melds(game)[NINES]
    game.must(plays.go_down(1, 4, ("KH KS KC", "QC QD QH")))
    kings = melds(game)["KH KS KC"]
    second = screws(game, by=3, owner=4, take="KH", give="2D", meld=kings, melds=("KH KD KS", "7C 7D 7S"))
    assert second.meld == kings
    first, _ = play(game).stolen
    assert (first.card, first.victim, first.meld) == ("5S", 2, fives)
    assert nines in play(game).melds


def test_once_per_seat_and_round() -> None:
    game = evening()
    screws(game)
    game.must(plays.go_down(1, 4, ("KH KS KC", "QC QD QH")))
    again = command(game, owner=4, meld=melds(game)["KH KS KC"], take="KH", use="lay_off", melds=("KH",), down=None)
    assert ("ruling", "screw/screw-once") in refused(game, again)
    game.close(4)
    game.must(plays.go_down(2, 2, ("5H 5S 5D", "3C 4C 5C 6C")))
    screws(game, melds=("5S 5C 5D", "9D 10D JD QD"))


def test_nobody_screws_themselves() -> None:
    game = evening()
    assert ("ruling", "screw/screw-self") in refused(game, command(game, by=2, owner=2, down=None))


def test_the_card_must_be_used_at_once_and_as_the_taker_may() -> None:
    game = evening()
    assert ("ruling", "screw/screw-use") in refused(game, command(game, melds=("JS JC JD", "KC KD KH")))
    assert refused(game, command(game, use=None)) == [("use", "")]
    new = command(game, use="new_meld", melds=("5S 5C 5D",))
    assert ("ruling", "screw/screw-use") in refused(game, new)


def test_laying_the_card_off_changes_the_other_meld() -> None:
    game = evening()
    game.must(plays.go_down(1, 4, ("5C 5C 5D", "QC QD QH")))
    done = screws(game, down="earlier", use="lay_off", melds=("5S",), onto=melds(game)["5C 5C 5D"])
    assert done.onto_became == "5C 5C 5D 5S"
    assert "5C 5C 5D 5S" in melds(game)
    assert refused(game, command(game, by=4, owner=2, down=None, onto=5, use="lay_off", melds=("9C",))) != []


def test_a_meld_chosen_to_lay_off_on_stays_where_the_card_goes_into_the_contract() -> None:
    game = evening()
    game.must(plays.go_down(1, 4, ("QC QD QH", "KC KH KS")))
    done = screws(game, onto=melds(game)["QC QD QH"])
    assert (done.onto, done.onto_was, done.onto_became) == (None, "", "")
    assert "QC QD QH" in melds(game)


def test_without_melds_on_the_table_everything_is_tapped_in() -> None:
    game = Game("screw")
    light = command(game, meld=None, cards=FIVES, owner_melds=(NINES,))
    done = screws(game, meld=None, cards=FIVES, owner_melds=(NINES,))
    assert (done.owed, done.meld) == ("set of 3", None)
    assert play(game).owes == {2: ("set of 3",)}
    assert play(game).loose, "a meld lies there that was never told"
    assert ("ruling", "screw/screw-once") in refused(game, light)


def test_what_the_owner_has_left_is_asked_only_where_the_meld_goes_back() -> None:
    game = Game("screw")
    assert refused(game, command(game, meld=None, cards=FIVES)) == [("owner_melds", "")]
    screws(game, meld=None, cards="5H 5S 5D 5C")


def test_an_undone_screw_over_puts_everything_back() -> None:
    game = evening()
    before = play(game)
    screws(game)
    game.must(cmd.Undo(game.state.number))
    assert play(game) == before


def test_where_there_is_none_it_is_refused_with_the_clause_that_says_so() -> None:
    game = Game("contract")
    game.must(plays.go_down(1, 2, (FIVES, NINES)))
    game.must(plays.go_down(1, 4))
    assert ("ruling", "contract/screw-over") in refused(game, command(game))


def test_a_house_rule_brings_it_to_any_rulebook() -> None:
    book = library.with_house_rules(library.load("contract"), {"screw_over": True})
    game = Game(book)
    game.must(plays.go_down(1, 2, (FIVES, NINES)))
    game.must(plays.go_down(1, 4))
    assert screws(game).owed == "set of 3"


def test_a_meld_that_is_gone_meanwhile_is_shown_first() -> None:
    game = evening()
    meant, seen = command(game, by=4, down="no", melds=("5S 5C 5D", "QC QD QH")), game.state.number
    screws(game)
    assert game.stale(meant, seen).conflicts[0].theirs == "Taken back"
    assert refused(game, meant) == [("meld", "")]


def test_a_joker_taken_from_a_run_is_wild_again_and_one_in_a_set_is_dead() -> None:
    game = evening(2, "5H 5S JK=5", "3C 4C 5C JK=6C")
    run, fives = melds(game)["3C 4C 5C JK=6C"], melds(game)["5H 5S JK=5"]
    laid = ("7C 7D JK=7", "9D 10D JD QD")
    assert ("ruling", "screw/screw-joker") in refused(game, command(game, meld=fives, take="JK", melds=laid))
    assert screws(game, meld=run, take="JK", melds=laid).owed == "run of 4"


def test_the_owner_may_hold_one_card_more_without_a_question() -> None:
    game = evening()
    screws(game)
    assert play(game).extra_cards(2) == 1


OWES = (
    "Ben still owes a set of 3 and can’t lay off until it’s replaced (Truly screwed, screw/screw-replace)."
    " Did Ben go out anyway?"
)


def test_whoever_still_owes_a_meld_is_asked_about_before_they_are_said_to_have_gone_out() -> None:
    game = evening()
    screws(game)
    assert game.asks(cmd.SayWentOut(1, 2)) == OWES
    lines = game.hands(s1="K", s3="Q", s4="J")
    assert game.asks(cmd.CloseRound(1, lines, 2, says_went_out=True)) == OWES
    game.must(cmd.SayWentOut(1, 2, confirmed=True))
    game.must(cmd.CloseRound(1, lines))
    game.must(cmd.CorrectWinner(1, 1, "Q Q Q"))
    assert game.asks(cmd.CorrectWinner(1, 2, "K")) == OWES


def test_whoever_has_replaced_the_meld_goes_out_without_a_question() -> None:
    game = evening()
    screws(game)
    game.must(plays.lay_meld(1, 2, "KH KS KC"))
    game.must(cmd.SayWentOut(1, 2))


def test_the_others_go_out_without_a_question_while_somebody_owes() -> None:
    game = evening()
    screws(game)
    game.must(cmd.SayWentOut(1, 1))


def test_two_phones_that_record_the_same_one_are_told_what_it_was() -> None:
    game = evening()
    seen, same = game.state.number, command(game)
    screws(game)
    [conflict] = game.stale(same, seen).conflicts
    assert conflict.what == "The screw-over by Ann"
    assert conflict.theirs == conflict.mine == "Ann screwed Ben and took the 5 of spades"
    assert conflict.adds
    assert game.refuses(same), "there is no other one to be had"


def test_two_phones_that_record_another_card_see_both() -> None:
    game = evening()
    seen, other = game.state.number, command(game, take="5D", melds=("5S 5C 5D", "JC JD JH"))
    screws(game)
    [conflict] = game.stale(other, seen).conflicts
    assert (conflict.theirs, conflict.mine) == (
        "Ann screwed Ben and took the 5 of spades",
        "Ann screwed Ben and took the 5 of diamonds",
    )
