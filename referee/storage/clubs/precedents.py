"""What a table decides in mid-game belongs to its club's rulebook from then on, and leaves it when it is taken back."""

from __future__ import annotations

from typing import NamedTuple

from referee.game.house_decisions import HouseDecision, taken_out, taken_up
from referee.game.state import GameState
from referee.rulebooks import own
from referee.rules.rulebook.kinds import RulebookError
from referee.rules.rulebook.model import Rulebook
from referee.storage.tables import own_rulebooks


class _Changed(NamedTuple):
    book: Rulebook
    name: str
    text: str
    """Its file, by which it was found to hold together."""


def follow(club: str, before: GameState, after: GameState, at: str, by: str) -> tuple[str, ...]:
    """Bring the club's rulebook up to the decisions of a game, within the transaction that wrote them.

    A table that goes on by another rulebook takes nothing back of what it decided on the one before.

    What one write decides makes its next version. What it cannot take, because it was changed otherwise
    since, holds in the game alone: a sentence for each of those.
    """
    was, there = ((*state.laid_aside, *state.decisions) for state in (before, after))
    gone = [decision for decision in was if decision not in there and decision.kept]
    come = [decision for decision in there if decision not in was and decision.kept]
    refused = []
    changed: dict[str, _Changed] = {}
    for decision in (*gone, *come):
        try:
            _change(changed, club, after, decision, decision in come)
        except RulebookError as wrong:
            why = "It holds in this game only, because the club's rulebook has changed"
            if decision in gone:
                why = "The club's rulebook goes on saying it, because something else there rests on it"
            refused.append(f"{why}: {wrong.message}.")
    for own_book in changed.values():
        own_rulebooks.save(club, own.read(own_book.text), own_book.text, at, by)
    return tuple(refused)


def _change(changed: dict[str, _Changed], club: str, game: GameState, decision: HouseDecision, comes: bool) -> None:
    """``changed``: the club's rulebooks that this write has changed so far, by id."""
    row = own_rulebooks.latest(club, decision.kept)
    if decision.kept in changed:
        book, name, _text = changed[decision.kept]
    elif row is not None:
        book, name = own.read(row.text), row.name
    elif comes:
        book, name = game.opened_book, own.kept_as(game.opened_book)[1]
    else:
        return  # nothing to take it out of
    if comes:
        book = taken_up(book, decision)
    else:
        book = taken_out(book, decision, game.opened_book)
        for earlier in game.decisions:  # what was decided on the same clause before holds again
            if earlier.kept and earlier.topic == decision.topic:
                book = taken_up(book, earlier)
    changed[decision.kept] = _Changed(book, name, own.rewritten(book, decision.kept, name))
