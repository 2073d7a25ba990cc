"""The same questions put to integer programming solvers, and the time they take.

Each peer runs in a process of its own, because OR-tools and highspy cannot be loaded side by side:

    python -m tests.bench.engine_peers highs|cp-sat ROWS

prints, for each row, [milliseconds, points melded or null] for each hand. The time is processor
time of one call, model building included, one thread. The peers are only asked for the fewest
points, not for the ties that the solver breaks beyond that.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Sequence

from referee.rules.rulebook.model import Rulebook
from tests.bench.engine_hands import ROWS
from tests.rules.solver.ilp import (
    MANY,
    Program,
    column_program,
    counts_program,
    has_no_limits,
    program,
    solve_with_highs,
)

Answer = tuple[float, int | None]


def solve_with_cp_sat(made: Program) -> int | None:
    """The best value, by CP-SAT with one worker; None if there is none."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    variables = [model.new_int_var(0, upper, "") for upper in made.uppers]
    for least, most, factors in made.rows:
        total = cp_model.LinearExpr.weighted_sum([variables[v] for v in factors], list(factors.values()))
        model.add_linear_constraint(
            total, -MANY * MANY if least <= -MANY else least, MANY * MANY if most >= MANY else most
        )
    model.maximize(cp_model.LinearExpr.weighted_sum(variables, made.gains))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    status = solver.solve(model)
    if status == cp_model.OPTIMAL:
        return round(solver.objective_value)
    assert status == cp_model.INFEASIBLE, solver.status_name(status)
    return None


PEERS: dict[str, Callable[[Program], int | None]] = {"highs": solve_with_highs, "cp-sat": solve_with_cp_sat}


def timed(book: Rulebook, hand: Sequence[int], solve: Callable[[Program], int | None]) -> Answer:
    """Milliseconds of processor time, and the points melded."""
    start = time.process_time()
    # of the ways to write the program, the one that is solved faster
    if book.wilds_most in (0, 1):
        made = column_program(book, hand)
    elif has_no_limits(book):
        made = counts_program(book, hand)
    else:
        made = program(book, 1, hand, only_points=True)
    value = None if made is None else solve(made)
    return (time.process_time() - start) * 1000, value


if __name__ == "__main__":
    solve = PEERS[sys.argv[1]]
    rows = ROWS[sys.argv[2]]()
    timed(rows[0].book, rows[0].hands[0], solve)  # the import is not the peer's fault
    print(json.dumps([[timed(row.book, hand, solve) for hand in row.hands] for row in rows]))
