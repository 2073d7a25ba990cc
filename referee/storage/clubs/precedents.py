"""What a table decides in mid-game belongs to its club's rulebook from then on, and leaves it when it is taken back."""

from __future__ import annotations

from referee.game.house_decisions import HouseDecision, taken_out, taken_up
from referee.game.state import GameState
from referee.rulebooks import own
from referee.rules.rulebook.kinds import RulebookError
from referee.storage.tables import own_rulebooks


def follow(club: str, before: GameState, after: GameState, at: str, by: str) -> tuple[str, ...]:
    """Bring the club's rulebook up to the decisions of a game, within the transaction that wrote them.

    Each makes its next version. What it cannot take, because it was changed otherwise since,
    holds in the game alone: a sentence for each of those.
    """
    gone = [decision for decision in before.decisions if decision not in after.decisions and decision.kept]
    come = [decision for decision in after.decisions if decision not in before.decisions and decision.kept]
    refused = []
    for decision in (*gone, *come):
        try:
            _change(club, after, decision, decision in come, at, by)
        except RulebookError as wrong:
            why = "It holds in this game only, because the club's rulebook has changed"
            if decision in gone:
                why = "The club's rulebook goes on saying it, because something else there rests on it"
            refused.append(f"{why}: {wrong.message}.")
    return tuple(refused)


def _change(club: str, game: GameState, decision: HouseDecision, comes: bool, at: str, by: str) -> None:
    row = own_rulebooks.latest(club, decision.kept)
    if row is None and not comes:
        return  # nothing to take it out of
    book = own.read(row.text) if row else game.opened_book
    if comes:
        book = taken_up(book, decision)
    else:
        book = taken_out(book, decision, game.opened_book)
        for earlier in game.decisions:  # what was decided on the same clause before holds again
            if earlier.kept and earlier.topic == decision.topic:
                book = taken_up(book, earlier)
    text = own.rewritten(book, decision.kept, row.name if row else own.kept_as(game.opened_book)[1])
    own_rulebooks.save(club, own.read(text), text, at, by)
