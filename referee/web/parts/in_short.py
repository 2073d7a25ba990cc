"""How the game goes, in a few sentences that its rulebook decides: for a first evening at such a table."""

from __future__ import annotations

from referee.messages import gettext as _
from referee.messages import ngettext
from referee.rules.cards import JOKER_NAME
from referee.rules.packs import played_with
from referee.rules.rulebook.kinds import NO_LIMIT
from referee.rules.rulebook.model import Rulebook
from referee.rules.rulebook.slots import is_free
from referee.rules.speech.words import contract_words, joker_said
from referee.web.shell import words


def in_short(book: Rulebook) -> tuple[str, ...]:
    """Six sentences; five where a discard is never taken out of turn."""
    with played_with(book.pack):
        return tuple(
            filter(None, (_rounds(book), _melds(book), _turn(book), _down(book), _out_of_turn(book), _end(book)))
        )


def _rounds(book: Rulebook) -> str:
    if book.own_contracts:
        return _contracts(book)
    if book.until:
        return _until(book)
    if _is_free_throughout(book):
        return ngettext(
            "The game is one round, and you go down with %(melds)s.",
            "The game has %(num)s rounds, and in each you go down with %(melds)s.",
            book.rounds,
            melds=contract_words(book.contracts[0]),
        )
    return ngettext(
        "The game is one round, and it asks for a contract, certain groups of cards: %(contract)s.",
        "The game has %(num)s rounds, and each asks for its own contract, certain groups of cards; round 1 asks for "
        "%(contract)s.",
        book.rounds,
        contract=contract_words(book.contracts[0]),
    )


def _is_free_throughout(book: Rulebook) -> bool:
    """Whether every round leaves the melds to the player, and asks for the same of them."""
    return is_free(book.contracts[0]) and len(set(book.contracts)) == 1


def _until(book: Rulebook) -> str:
    facts = {"contract": contract_words(book.contracts[0]), "points": words.points(book.until), "rounds": book.rounds}
    if _is_free_throughout(book):
        return _(
            "In every round you go down with %(contract)s, and the game ends when a player has %(points)s after a "
            "round.",
            **facts,
        )
    if book.rounds == 1:
        return _(
            "Every round asks for a contract, certain groups of cards: %(contract)s; the game ends when a player has "
            "%(points)s after a round.",
            **facts,
        )
    if book.contracts_again == "the last":
        return _(
            "The first %(rounds)s rounds each ask for their own contract, certain groups of cards, and later ones for "
            "the last again; round 1 asks for %(contract)s, and the game ends when a player has %(points)s after a "
            "round.",
            **facts,
        )
    return _(
        "There are %(rounds)s contracts, certain groups of cards, one for each round and then from the first again; "
        "round 1 asks for %(contract)s, and the game ends when a player has %(points)s after a round.",
        **facts,
    )


def _contracts(book: Rulebook) -> str:
    first = contract_words(book.contracts[0])
    if book.rounds_most == NO_LIMIT:
        return ngettext(
            "The game has one contract, certain groups of cards: %(contract)s; it ends when a player has met that.",
            "The game has %(num)s contracts, certain groups of cards, starting with %(contract)s: you keep a contract "
            "until you meet it, and the game ends when a player has met the last one.",
            book.rounds,
            contract=first,
        )
    return ngettext(
        "The game has one contract, certain groups of cards: %(contract)s; it ends when a player has met that, or "
        "after round %(most)s.",
        "The game has %(num)s contracts, certain groups of cards, starting with %(contract)s: you keep a contract "
        "until you meet it, and the game ends when a player has met the last one, or after round %(most)s.",
        book.rounds,
        contract=first,
        most=book.rounds_most,
    )


def _melds(book: Rulebook) -> str:
    if book.cards.in_colours:
        return _(
            "A set is cards of one number, such as 8-8-8, and a run is cards in order, such as 5-6-7-8; %(wild)s can "
            "stand for other cards, and a skip makes a player lose a turn.",
            wild=words.wild(book),
        )
    if not book.wild_sometimes.intersection({*words.ranks(book), *book.wild_cards}):
        return _("A set is cards of one rank, such as 8-8-8, and a run is cards of one suit in order, such as 5-6-7-8.")
    return _(
        "A set is cards of one rank, such as 8-8-8, and a run is cards of one suit in order, such as 5-6-7-8; "
        "%(wild)s can stand for other cards.",
        wild=words.wild(book),
    )


def _turn(book: Rulebook) -> str:
    if not book.down_draws:
        return ngettext(
            "On your turn, draw a card, lay down what you can and discard one card; once you are down, you only lay "
            "down cards.",
            "On your turn, draw %(num)s cards, lay down what you can and discard one card; once you are down, you "
            "only lay down cards.",
            book.draw_cards,
        )
    return ngettext(
        "On your turn, draw a card, lay down what you can and discard one card.",
        "On your turn, draw %(num)s cards, lay down what you can and discard one card.",
        book.draw_cards,
    )


def _down(book: Rulebook) -> str:
    if all(map(is_free, book.contracts)):
        return _down_freely(book)
    if book.lay_off_whose == "own":
        return _(
            "Once you hold the whole contract, you go down: you lay it on the table, and after that you can add cards "
            "to your melds."
        )
    return _(
        "Once you hold the whole contract, you go down: you lay it on the table, and after that you can add cards to "
        "any meld there."
    )


def _down_freely(book: Rulebook) -> str:
    if book.lay_off_whose == "own":
        return _(
            "Once you hold melds that will do, you go down: you lay them on the table, and after that you can add "
            "cards to them."
        )
    return _(
        "Once you hold melds that will do, you go down: you lay them on the table, and after that you can add "
        "cards to any meld there."
    )


def _out_of_turn(book: Rulebook) -> str:
    """What it costs is said where every round has the same price."""
    if book.nobody_buys:
        return ""
    if 0 in book.may_i_limit:
        return _("In some rounds you can also ask for the discard when it isn’t your turn.")
    penalty = {*book.may_i_penalty}
    if len(penalty) == 1 and not book.may_i_penalty_grows and (extra := penalty.pop()):
        return ngettext(
            "You can also ask for the discard when it isn’t your turn; you then take %(num)s extra card with it.",
            "You can also ask for the discard when it isn’t your turn; you then take %(num)s extra cards with it.",
            extra,
        )
    return _("You can also ask for the discard when it isn’t your turn.")


def _end(book: Rulebook) -> str:
    if book.own_contracts:
        return _end_by_contracts(book)
    if book.highest_wins:
        return _end_by_highest(book)
    if not book.has_jokers:
        return _(
            "When a player has no cards left, the round is over: the others count the cards they still hold as points, "
            "and the lowest total at the end wins."
        )
    return _(
        "When a player has no cards left, the round is over: the others count the cards they still hold as points, a "
        "%(wild)s as %(joker)s, and the lowest total at the end wins.",
        wild=joker_said(),
        joker=book.prices[JOKER_NAME],
    )


def _end_by_contracts(book: Rulebook) -> str:
    if not book.has_jokers:
        return _(
            "When a player has no cards left, the round is over: the others count the cards they still hold as points, "
            "and at the end the most contracts met wins, then the lowest total."
        )
    return _(
        "When a player has no cards left, the round is over: the others count the cards they still hold as points, a "
        "%(wild)s as %(joker)s, and at the end the most contracts met wins, then the lowest total.",
        wild=joker_said(),
        joker=book.prices[JOKER_NAME],
    )


def _end_by_highest(book: Rulebook) -> str:
    joker = book.prices[JOKER_NAME]
    if book.winning_total == "highest, own cards come off":
        if not book.has_jokers:
            return _(
                "When a player has no cards left, the round is over: the others take the points of the cards they "
                "still hold off their totals, and the highest total at the end wins."
            )
        return _(
            "When a player has no cards left, the round is over: the others take the points of the cards they still "
            "hold off their totals, a %(wild)s as %(joker)s, and the highest total at the end wins.",
            wild=joker_said(),
            joker=joker,
        )
    if not book.has_jokers:
        return _(
            "When a player has no cards left, the round is over: that player gets the points of the cards the others "
            "still hold, and the highest total at the end wins."
        )
    return _(
        "When a player has no cards left, the round is over: that player gets the points of the cards the others "
        "still hold, a %(wild)s as %(joker)s, and the highest total at the end wins.",
        wild=joker_said(),
        joker=joker,
    )
