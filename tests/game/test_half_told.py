"""A table of which only some is told: what may lie there untold is asked for, and never said not to be there."""

from __future__ import annotations

from random import Random

import pytest

from referee.game import commands as cmd
from referee.game.judges.decide import Accepted, Refused, decide
from referee.game.rulings import inside
from tests.game import plays
from tests.game.play import Game

FIVES, NINES, KINGS = "5H 5S 5D", "9C 9D 9H", "KC KD KH"


def half_told(rulebook: str = "shanghai") -> Game:
    """Ben's melds are tapped in, of Cid is only noted that he went down."""
    game = Game(rulebook)
    game.must(plays.go_down(1, 2, (FIVES, NINES)))
    game.must(plays.go_down(1, 3))
    return game


def test_a_call_on_a_meld_that_nobody_told_asks_for_it() -> None:
    game = half_told()
    call = plays.call_shanghai(1, 1, 4, "KS")
    assert "None of the melds told so far" in game.refuses(call)
    assert "Which other meld does?" in game.refuses(call)
    done = game.must(plays.call_shanghai(1, 1, 4, "KS", table=(KINGS,)))
    assert (done.events[0].was, done.events[0].meld) == (KINGS, None)  # type: ignore[union-attr]


def test_it_fits_none_once_the_table_says_that_there_are_no_others() -> None:
    game = half_told()
    assert "doesn’t fit any meld" in game.refuses(plays.call_shanghai(1, 1, 4, "KS", all_told=True))


def test_it_fits_none_where_everybody_is_down_and_all_is_told() -> None:
    game = Game("shanghai", 3)
    told = ((FIVES, NINES), (KINGS, "QC QD QH"), ("2C 2D 2H", "3C 3D 3H"))
    for seat, melds in enumerate(told, 1):
        game.must(plays.go_down(1, seat, melds))
        wanted = "doesn’t fit any meld" if seat == 3 else "None of the melds told so far"
        assert wanted in game.refuses(plays.call_shanghai(1, 1, 2, "JS"))


def test_a_meld_that_was_named_and_is_not_kept_may_be_there_still() -> None:
    game = half_told()
    game.must(plays.go_down(1, 1, ("QC QD QH", "2C 2D 2H")))
    game.must(plays.go_down(1, 4, ("3C 3D 3H", "4C 4D 4H")))
    game.must(plays.call_shanghai(1, 1, 4, "KS", table=(KINGS,)))
    game.must(plays.go_down(1, 3, ("6C 6D 6H", "8C 8D 8H")))
    assert "told so far" in game.refuses(plays.call_shanghai(1, 1, 4, "JS"))


def test_of_the_melds_that_it_fits_the_one_told_for_it_is_meant() -> None:
    game = half_told()
    done = game.must(plays.call_shanghai(1, 1, 4, "9S", table=("5S 6S 7S 8S",)))
    assert done.events[0].was == "5S 6S 7S 8S"  # type: ignore[union-attr]


def screw(**told: object) -> cmd.RecordPlay:
    use = {"use": "contract", "melds": ("5S 5C 5D", "JC JD JH")}
    return plays.screw_over(1, 1, 2, "5S", "KD", meld=told.pop("meld"), **{**use, **told})  # type: ignore[arg-type]


def test_whether_an_owner_is_truly_screwed_rests_on_melds_that_are_told() -> None:
    game = Game("screw")
    game.must(plays.go_down(1, 3))
    game.must(plays.lay_meld(1, 3, "5H 5S 5D", "earlier", confirmed=True))
    (meld,) = game.state.running.play.melds  # type: ignore[union-attr]
    command = plays.screw_over(1, 1, 3, "5S", "KD", "contract", ("5S 5C 5D", "JC JD JH"), meld)
    assert "Which other melds has Cid on the table?" in game.refuses(command).replace("the owner", "Cid")
    told = plays.screw_over(
        1, 1, 3, "5S", "KD", "contract", ("5S 5C 5D", "JC JD JH"), meld, owner_melds=(NINES, KINGS)
    )  # fmt: skip
    assert game.must(told).events[0].owed is None  # type: ignore[union-attr]


def test_whether_a_card_was_stolen_before_is_asked_where_it_was_only_noted_who_screwed_whom() -> None:
    game = Game("screw")
    game.must(plays.go_down(1, 2, (FIVES, NINES)))
    game.must(plays.screw_over(1, 4, 1))
    (fives, _) = game.state.running.play.melds  # type: ignore[union-attr]
    assert "stolen" in game.refuses(screw(meld=fives))
    assert "stolen" in game.refuses(screw(meld=fives, stolen=True))
    assert isinstance(game.do(screw(meld=fives, stolen=False)), Accepted)


ASKED = {"question": "discard", "round": 1, "asker": 2, "hand": "KS 2C", "card": "KS"}


@pytest.mark.parametrize("rulebook", ["shanghai", "contract"])
def test_a_discard_is_let_go_only_where_no_untold_meld_could_take_it(rulebook: str) -> None:
    game = half_told(rulebook)
    game.must(plays.take_discard(1, (4,), 1, False))
    if game.book.discard_playable:
        assert inside.ruled(game.state, ASKED).legal is True
        return
    assert [need.field for need in inside.ruled(game.state, ASKED).needs] == ["table"]
    assert inside.ruled(game.state, {**ASKED, "card": "9S", "hand": "9S 2C"}).legal is False
    assert inside.ruled(game.state, {**ASKED, "table": []}).legal is True
    assert inside.ruled(game.state, {**ASKED, "table": [KINGS]}).legal is False


def test_over_random_tables_a_yes_with_all_told_is_never_a_no_with_less_told() -> None:
    """Whatever is left untold of a table, the answer stays, or a fact is asked for."""
    random, seen = Random(12), {True: 0, False: 0, None: 0}
    melds = [FIVES, NINES, KINGS, "QC QD QH", "2C 2D 2H", "3C 4C 5C 6C", "6H 7H 8H 9H", "10S JS QS KS"]
    for _ in range(400):
        game, told = Game("shanghai", 4), []
        laid = random.sample([melds[at : at + 2] for at in (0, 2)] + [[melds[4], "JC JD JH"]], random.randint(1, 3))
        for seat, pair in enumerate(laid, 1):
            if random.random() < 0.5:
                game.must(plays.go_down(1, seat, tuple(pair)))
            elif random.random() < 0.5:
                game.must(plays.go_down(1, seat))
            told += pair
        card = random.choice(["KS", "9S", "5C", "QS", "JS", "2S", "7D"])
        truth = any(card[:-1] == one.split()[0][:-1] for one in told)
        decision = decide(game.state, plays.call_shanghai(1, 4, 3, card), game.state.number)
        answer = inside.ruled(game.state, {"question": "shanghai", "round": 1, "card": card, "by": "other"})
        seen[answer.legal] += 1
        assert answer.legal in (truth, None)
        assert isinstance(decision, Refused) == (answer.legal is not True)
    assert seen[True] > 50
    assert seen[None] > 50
