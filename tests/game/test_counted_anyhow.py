"""Random evenings of a sheet that is counted by taps: the counts are what a tally on paper has, whatever is undone."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from referee.game import commands as cmd
from referee.game import history
from referee.game.fold import fold, undone_in
from referee.game.judges.decide import Accepted
from referee.rulebooks.sheets import Answers, sheet
from tests.game.play import Game

ANSWERS = Answers("Any", highest_wins=True, by_taps=True, false_calls=True)


@pytest.mark.parametrize("seed", range(12))
def test_the_counts_are_those_of_paper(seed: int) -> None:
    rng, game = Random(seed), Game(sheet(ANSWERS), 4)
    paper: dict[int, tuple[int, int, int]] = {}  # by number of the entry: round, seat, one more or one less
    for _ in range(80):
        number, dice = game.state.current, rng.random()
        if dice < 0.7:
            seat, by, seen = rng.randint(1, 4), rng.choice((1, 1, 1, -1)), rng.randint(1, game.state.number)
            if isinstance(game.do(cmd.Count(number, seat, by), seen), Accepted):
                paper[game.state.number] = number, seat, by
        elif dice < 0.85:
            entry = rng.choice(game.entries)
            game.do(cmd.Redo(entry.seq, confirmed=True) if entry.undone else cmd.Undo(entry.seq, confirmed=True))
        elif dice < 0.9:
            game.do(cmd.CloseRound(number))
        elif (last := history.next_undo_seq(game.state)) is not None:
            game.do(cmd.Undo(last))
            game.do(cmd.Redo(last))
        state = game.state
        assert fold(state.log) == state
        rounds: Counter[tuple[int, int]] = Counter()
        for seq, (round_no, seat, by) in paper.items():
            if seq not in undone_in(state):
                rounds[round_no, seat] += by
        for played in state.rounds:
            counts = {seat: rounds[played.number, seat] for seat in played.cells}
            assert {seat: line.points for seat, line in played.lines.items()} == counts
        assert state.running is not None
        counts = {seat: rounds[state.running.number, seat] for seat in state.running.seats}
        assert {seat: line.points for seat, line in state.running.lines.items()} == counts
    assert len(paper) > 30
