"""Random evenings under every rulebook: dealer, pack, points, seats and limits hold after every event.

A table of which only some is told is never told a false thing. 240 evenings here, 2,000 in a sweep;
``python -m tests.random_games`` plays as many as are wanted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

from referee.game import fold as folding
from referee.game import history, replay, taking_back
from referee.game.judges import seats
from referee.game.play import RoundInPlay
from referee.game.replay import Replay, deal_for_seats
from referee.game.state import GameState, RunningRound
from referee.rules.judges.dealing import Deal
from referee.rules.rulebook.model import Rulebook
from tests.random_games.asks import Seen
from tests.random_games.evening import Broken, Evening, played
from tests.sizes import sized

pytestmark = pytest.mark.unmeasured

EVENINGS, PARTS = sized((70, 2), (2000, 16))


def play(first: int, count: int) -> Seen:
    seen: Seen = Counter()
    for seed in range(first, first + count):
        seen += played(seed)
    return seen


@pytest.mark.parametrize("part", range(PARTS))
def test_in_random_evenings_everything_holds_after_every_event(part: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folding, "_MARK_EVERY", 3)  # every few events, so that an undo goes on from a mark
    each = EVENINGS // PARTS
    seen = play(1 + part * each, each)
    assert {question for question, _ in seen} == {"contract", "lay_off", "swap", "screw", "may_i", "shanghai"}
    assert all(seen[question, legal] for question in ("contract", "may_i") for legal in (True, False))


def one_joker_more(book: Rulebook, plays: int, players: int) -> Deal:
    deal = deal_for_seats(book, plays, players)
    return deal._replace(jokers=deal.jokers + 1)


BREAKS: dict[str, tuple[object, str, Callable[..., object]]] = {
    "the deal does not go round": (Replay, "next_dealer", lambda replay, _: replay.dealer),
    "the pack is another one": (replay, "deal_for_seats", one_joker_more),
    "points for an irregularity are forgotten": (Replay, "add_extra", lambda *_: None),
    "two of one name sit there": (seats, "_check_name", lambda *_: None),
    "no limit is kept": (RoundInPlay, "used", lambda *_: 0),
    "a leaver takes the round along": (seats, "_first_round", lambda state, asked, *_, **__: first_of(state, asked)),
    "carrying on is not brought back": (history, "AT_THE_END", ()),
    "a closing is undone unasked": (taking_back, "_undone", lambda *_: None),
    "half a table is taken for the whole": (RoundInPlay, "knows_all_melds", lambda *_: True),
}
"""By what is wrong with the game then: what is put where."""
SEEN_FIRST = {"carrying on is not brought back": 41, "half a table is taken for the whole": 141}
"""The evening in which it shows, as the evenings are now; they are played from there on, until it shows."""


def first_of(state: GameState, asked: int | None) -> tuple[RunningRound | None, int]:
    return state.running, asked or state.current


@pytest.mark.parametrize("wrong", BREAKS)
def test_a_game_that_is_wrong_is_found_out(wrong: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(*BREAKS[wrong])
    with pytest.raises(Broken, match=r"python -m tests\.random_games 1 --seed"):
        play(SEEN_FIRST.get(wrong, 1), 400)


def test_the_same_seed_is_the_same_evening() -> None:
    once, again = Evening(11), Evening(11)
    once.play_on()
    again.play_on()
    assert once.sent == again.sent
    assert once.state == again.state
