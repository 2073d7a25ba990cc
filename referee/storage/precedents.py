"""What a table decides in mid-game belongs to its club's rulebook from then on, and leaves it when it is taken back."""

from __future__ import annotations

from referee.game.house_decisions import HouseDecision, taken_out, taken_up
from referee.game.state import GameState
from referee.rulebooks import own
from referee.rules.rulebook.values import RulebookError
from referee.storage import own_rulebooks as store


def follow(club: str, before: GameState, after: GameState, at: str, by: str) -> tuple[str, ...]:
    """Bring the club's rulebook up to the decisions of a game, within the transaction that wrote them.

    Each makes its next version. What it cannot take, because it was changed otherwise meanwhile,
    holds in the game alone: a sentence for each of those.
    """
    gone = [one for one in before.decisions if one not in after.decisions and one.kept]
    come = [one for one in after.decisions if one not in before.decisions and one.kept]
    said = []
    for one in (*gone, *come):
        try:
            _change(club, after, one, one in come, at, by)
        except RulebookError as wrong:
            why = "It holds in this game only, because the club's rulebook has changed"
            if one in gone:
                why = "The club's rulebook goes on saying it, because something else there rests on it"
            said.append(f"{why}: {wrong.message}.")
    return tuple(said)


def _change(club: str, game: GameState, one: HouseDecision, comes: bool, at: str, by: str) -> None:
    row = store.latest(club, one.kept)
    if row is None and not comes:
        return  # nothing to take it out of
    book = own.read(row.text) if row else game.opened_book
    if comes:
        book = taken_up(book, one)
    else:
        book = taken_out(book, one, game.opened_book)
        for earlier in game.decisions:  # what was decided on the same clause before holds again
            if earlier.kept and earlier.topic == one.topic:
                book = taken_up(book, earlier)
    text = own.rewritten(book, one.kept, row.name if row else own.kept_as(game.opened_book)[1])
    store.save(club, own.read(text), text, at, by)
