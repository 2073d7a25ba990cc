"""What somebody at the table can do in this turn: the melds come from the log, the hand from whoever asks."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from referee.game.play import Standing
from referee.game.rulings import melds
from referee.game.state import GameState, RunningRound
from referee.rules.rulings import Ruling


def ask_best_turn(
    state: GameState,
    running: RunningRound,
    seat: int,
    hand: str,
    *,
    lying: Collection[int] | None = None,
    others: Sequence[str] | None = (),
    own: Sequence[str] = (),
    down: Standing | None = None,
    drawn: bool | None = None,
    last_turn: bool | None = None,
) -> Ruling:
    """The best turn with a hand. ``lying``: which of the recorded melds lie there, all if not said; ``others`` beside
    them, None where nobody said that there are no others; ``own``: those of the others that are the player's.

    Raises RequestError.
    """
    play, running = running.play, running.of(seat)
    recorded = [meld for meld in play.melds.values() if lying is None or meld.id in lying]
    fields: dict[str, Any] = {"hand": hand, "drawn": drawn, "last_turn": running.gone_out_before(seat) or last_turn}
    if others is not None or play.knows_all_melds(running.seats):
        table = melds.with_those([meld.cards for meld in recorded], others or ())
        mine = [cards for cards, meld in zip(table, recorded, strict=False) if meld.owner == seat]
        fields |= {"table": table, "own": [*mine, *(cards for cards in own if cards not in mine)]}
    if owed := play.owes.get(seat, ()):
        owes = "run" if owed[0].startswith("run") else "set"
        return melds.request(state, running, "best_turn", **fields, owes=owes, down="earlier")

    def judge(standing: Standing | None) -> Ruling:
        return melds.request(state, running, "best_turn", **fields, down=standing)

    return melds.whatever_down(state, play.standings(seat, down), judge)
