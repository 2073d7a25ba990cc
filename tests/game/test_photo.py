"""What a game knows of a hand that was read from a photograph: which cards to ask about, and how that is said."""

from __future__ import annotations

from referee.game import commands as cmd
from referee.game.judges.photo import Read, doubts
from referee.game.story.answers import sentence
from referee.rulebooks import library
from tests.game import plays
from tests.game.play import Game


def asked(
    game: Game, ranks: str, unsure: dict[int, float] | None = None, number: int = 1
) -> dict[str, tuple[int, ...]]:
    """By what is asked of Ben's hand, the places of the cards."""
    less = unsure or {}
    read = [Read(name, less.get(at, 0.99)) for at, name in enumerate(ranks.split())]
    return {sentence(doubt.says): doubt.cards for doubt in doubts(game.state, number, 2, read)}


def _cards(count: int) -> str:
    """So many cards, no more of a rank than any pack has."""
    return " ".join(("2 3 4 5 6 7 8 9 10 J Q K A " * 5).split()[:count])


def test_a_hand_that_can_be_is_not_asked_about() -> None:
    assert asked(Game(), "K K 10 5 JK") == {}
    assert asked(Game(), "") == {}


def test_more_of_a_rank_than_the_pack_holds_the_least_certain_are_asked_about() -> None:
    game = Game()  # four players: two decks
    assert asked(game, "K " * 8) == {}
    assert asked(game, "5 " + "K " * 10, {3: 0.7, 6: 0.8, 0: 0.1}) == {
        "The photo shows 10 kings, but this pack has only 8.": (3, 6)
    }


def test_a_joker_in_a_pack_without_jokers_is_asked_about() -> None:
    book = library.load("contract")
    without = library.with_house_rules(book, {"jokers": dict.fromkeys(book.jokers, 0)})
    assert asked(Game(without), "K JK") == {"The photo shows 1 joker, but this pack doesn’t have any.": (1,)}


def test_cards_of_the_other_hands_are_not_in_this_one() -> None:
    game = Game()
    game.enter(3, "K x 5")
    game.enter(2, "K x 3")  # his own line is what is read once more
    says = "The photo shows 4 kings, but 5 of the 8 in this pack are on the table or in other hands."
    assert asked(game, "K K K K 2") == {says: (0,)}
    assert asked(game, "K K K 2") == {}


def test_what_lies_melded_on_the_table_is_in_no_hand() -> None:
    game = Game()
    game.must(plays.go_down(1, 3, ("KC KD KH", "5C 5D JK=5H")))
    says = "The photo shows 6 kings, but 3 of the 8 in this pack are on the table or in other hands."
    assert asked(game, "K K K K K K", {4: 0.5}) == {says: (4,)}
    jokers = game.state.running.deal.jokers if game.state.running else 0
    assert list(asked(game, "JK " * jokers).values()) == [(0,)]


def test_of_a_closed_round_the_other_cells_count() -> None:
    game = Game()
    game.close(1, s3="K x 7")
    says = "The photo shows 2 kings, but 7 of the 8 in this pack are on the table or in other hands."
    assert asked(game, "K K") == {says: (0,)}
    assert asked(game, "K K", number=2) == {}
    game.close(1, s3="Q x 7")
    assert asked(game, "K K", number=1) == {says: (0,)}
    assert asked(game, "K K", number=2) == {}, "each round has its own cells"


def test_more_cards_than_a_hand_can_hold_are_asked_about_with_the_words_of_the_judge() -> None:
    game = Game("screw")
    first = next(count for count in range(1, 60) if asked(game, _cards(count)))
    found = asked(game, _cards(first + 1), {0: 0.2, 5: 0.3})
    assert list(found.values()) == [(0, 5)], "two more than the hand can hold"
    assert game.asks(cmd.EnterCardsLeft(1, 2, _cards(first + 1))) in found


def test_a_hand_may_hold_what_was_dealt_in_its_own_round_and_no_other() -> None:
    game = Game()
    most = []
    for number, dealt in enumerate(game.book.deal, start=1):
        most.append(next(count for count in range(60) if asked(game, _cards(count), number=number)) - dealt)
        game.close(1)
    assert len(set(game.book.deal)) > 1
    assert len(set(most)) == 1, most


def test_a_suit_that_points_hang_on_is_asked_for() -> None:
    book = library.load("contract")
    dear = Game(library.with_house_rules(book, {"points": {**book.points, "QS": 40}}))
    says = "Is it the queen of spades? That one counts 40."
    assert asked(dear, "Q K Q") == {says: (0, 2)}
    assert asked(dear, "QS K") == {}, "it was read"
