"""Mutation testing: change one thing in a module at a time, and see whether a test that runs it notices.

    python -m tests.mutation [MODULE ...]               every change of these modules, such as season/places.py
    python -m tests.mutation --sample 200 [--seed 7]    changes drawn at random, from all modules where none are named

Needs the extra ``mutation`` (cosmic-ray). It works on a copy of the project in a temporary folder. First all tests but
those in a browser run once, and it is noted which of them runs what (some ten minutes; ``--ran FILE`` keeps that for
the next time with the same code). A change is then given to the tests that run it, those first that run the least
besides, until one fails. It prints every change that no test noticed, and a table of how many were noticed; nothing in
the test command runs this. Without modules it takes those of ``CORE``. Of comparisons and sums one change each is made,
the nearest (``<`` for ``<=``, ``-`` for ``+``): the others are noticed by what notices these.
"""

from __future__ import annotations

import argparse
import ast
import os
import random
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import cosmic_ray.plugins
import coverage
from cosmic_ray.ast import ast_nodes, get_ast_from_path
from cosmic_ray.mutating import mutate_and_test
from cosmic_ray.work_item import MutationSpec, TestOutcome, WorkerOutcome

ROOT = Path(__file__).parents[2]
UNMEASURED = "tests/house"
"""The tests of what also runs in processes of its own, such as the commands of a server."""
NUMBERS = "tests/house/test_numbers.py"
"""Holds every number that has a name against the one recorded, and runs no line by it."""
MOST = 500
"""Tests that a change is given to, besides the golden ones."""
FEW = 20
"""Tests that run a change which are not enough to say that none notices it."""
CORE = (
    "rules/judges/scoring.py",
    "rules/judges/may_i.py",
    "rules/judges/screw.py",
    "rules/melds/repairs.py",
    "rules/speech/words.py",
    "season/standings.py",
    "season/places.py",
    "game/effects",
    "game/fold.py",
    "game/judges",
    "services",
    "web/shell/writing.py",
)
NEAREST = "Add_Sub|Sub_Add|Mul_Div|Div_Mul|FloorDiv_Mul|Mod_Mul|BitAnd_BitOr|LShift_RShift|RShift_LShift"
NEAREST_COMPARED = "Lt_LtE|LtE_Lt|Gt_GtE|GtE_Gt|Eq_NotEq|NotEq_Eq|Is_IsNot|IsNot_Is"
EXCLUDED = re.compile(
    f"core/(ReplaceBinaryOperator_(?!({NEAREST})$)|ReplaceComparisonOperator_(?!({NEAREST_COMPARED})$)"
    "|RemoveDecorator|Variable)"
)
"""Operators whose changes are not made: see above; an or between types changes nothing but an annotation."""
SECONDS = 600
_SUITE = "-q --no-header --ignore tests/browser --ignore tests/house/test_wheel.py --hands 600".split()


def modules(paths: Iterable[str]) -> list[Path]:
    """The files below these paths in ``referee/``, those of the migrations left out."""
    found = [ROOT / "referee" / path for path in paths]
    files = [file for path in found for file in (sorted(path.rglob("*.py")) if path.is_dir() else [path])]
    return [file.relative_to(ROOT) for file in files if "migrations" not in file.parts]


def changes(module: Path) -> list[MutationSpec]:
    """Every change that can be made in a module; what decorators are given (``slots=True``) stays.

    So does ``except errors.Busy``: the operator knows names without a dot alone.
    """
    tree = get_ast_from_path(module)
    lines = module.read_text(encoding="utf-8").splitlines()
    found = []
    for name in cosmic_ray.plugins.operator_names():
        if EXCLUDED.match(name):
            continue
        operator = cosmic_ray.plugins.get_operator(name)()
        places = (place for node in ast_nodes(tree) for place in operator.mutation_positions(node))
        for occurrence, (start, end) in enumerate(places):
            dotted = name.endswith("ExceptionReplacer") and not lines[start[0] - 1][start[1] : end[1]].isidentifier()
            if not dotted and not lines[start[0] - 1].lstrip().startswith("@"):
                found.append(MutationSpec(module, name, occurrence, start, end))
    return found


def drawn(count: int, seed: int, files: list[Path]) -> Iterator[MutationSpec]:
    """Changes at random: the more lines a module has, the more often it is drawn."""
    chance = random.Random(seed)
    weights = [file.read_text(encoding="utf-8").count("\n") for file in files]
    for module, times in sorted(Counter(chance.choices(files, weights, k=count)).items()):
        possible = changes(module)
        yield from chance.sample(possible, min(times, len(possible)))


def measured(kept: Path) -> None:
    """All tests once; ``kept`` says then which of them runs which lines."""
    settings = Path("which.rc").resolve()
    settings.write_text("[run]\nsource = referee\nomit = referee/storage/migrations/*\n", encoding="utf-8")
    words = [sys.executable, "-m", "pytest", *_SUITE, "-n", str(os.cpu_count()), "--dist", "worksteal"]
    words += ["--deselect", "tests/house/test_ci.py::test_what_is_marked_unmeasured_is_not_measured"]  # here all is
    told = ["--cov", f"--cov-config={settings}", "--cov-context=test", "--cov-report="]
    if subprocess.run([*words, *told], stdout=subprocess.DEVNULL).returncode:
        # a busy machine may fail a test, which then passes alone; whatever fails by itself would notice every change
        subprocess.run([*words, *told, "-n0", "--cov-append", "--last-failed"], check=True)
    shutil.move(".coverage", kept)


class Ran:
    """Which tests run which lines."""

    def __init__(self, kept: Path) -> None:
        data = coverage.CoverageData(str(kept))
        data.read()
        self._lines: dict[str, dict[int, set[str]]] = {}
        self._runs: Counter[str] = Counter()
        """By test how many lines it runs."""
        for file in data.measured_files():
            lines = {line: _tests(told) for line, told in data.contexts_by_lineno(file).items()}
            self._lines["referee/" + file.rpartition("/referee/")[2]] = lines
            for tests in lines.values():
                self._runs.update(tests)

    def of(self, change: MutationSpec) -> list[str]:
        """The tests of a change: what runs its statement, or else its function or class, or else its module.

        One of each test function comes before a second one. What ran at import, such as the default of a field, ran
        in no test, and what is kept once it was worked out ran in few: all tests of its room come after these.
        """
        found: list[str] = []
        at_import = False
        lines = self._lines.get(change.module_path.as_posix(), {})
        for nearness, (first, last) in enumerate(_spans(change)):
            ran = [told for line, told in lines.items() if first <= line <= last]
            at_import = at_import or (nearness == 0 and ran != [] and not any(ran))
            if tests := set().union(*ran):
                nth: Counter[str] = Counter()
                order = []
                for test in sorted(tests, key=lambda test: (self._runs[test], test)):
                    function = test.partition("[")[0]
                    order.append((nth[function], self._runs[test], test))
                    nth[function] += 1
                in_order = [test for _, _, test in sorted(order)]
                # the golden ones run much, and compare all of it
                found = in_order[:MOST] + [test for test in in_order[MOST:] if test.startswith("tests/golden/")]
                break
        is_kept = at_import or len(found) < FEW
        room = change.module_path.parts[1]
        if room == "cli" or not found:
            found.append(UNMEASURED)
        elif at_import:
            found.append(NUMBERS)
        return found + [each for each in (f"tests/{room}", "tests/golden") if is_kept and Path(each).is_dir()]


def _tests(told: Iterable[str]) -> set[str]:
    """``"tests/x.py::test_y|run"`` without its phase; what runs at import is no test's."""
    return {context.rpartition("|")[0] for context in told} - {""}


def _spans(change: MutationSpec) -> Iterator[tuple[int, int]]:
    """The lines of the statement that is changed, without what hangs on it; then of each that it stands in."""
    tree = ast.parse(change.module_path.read_text(encoding="utf-8"))
    line = change.start_pos[0]
    around = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.stmt | ast.ExceptHandler | ast.match_case) and _first(node) <= line <= _last(node)
    ]
    around.sort(key=lambda node: _last(node) - _first(node))
    body = getattr(around[0], "body", None) if around else None
    if around and not (body and isinstance(body, list) and line >= _first(body[0])):
        yield _first(around[0]), _first(body[0]) - 1 if body else _last(around[0])
    for node in around:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield _first(node), _last(node)
    yield 1, sys.maxsize


def _first(node: ast.AST) -> int:
    return node.pattern.lineno if isinstance(node, ast.match_case) else node.lineno  # type: ignore[attr-defined]


def _last(node: ast.AST) -> int:
    return _last(node.body[-1]) if isinstance(node, ast.match_case) else node.end_lineno  # type: ignore[attr-defined]


def command(tests: Iterable[str]) -> str:
    """What runs these tests, to the first that fails."""
    listed = Path("tests.txt").resolve()
    listed.write_text("\n".join(tests), encoding="utf-8")
    words = [sys.executable, "-m", "pytest", "-x", "-n0", *_SUITE, "-pno:cacheprovider", f"@{listed}"]
    return shlex.join(words)


def noticed(change: MutationSpec, tests: list[str]) -> bool:
    """Whether one of these tests fails with a change; it is printed where none does."""
    result = mutate_and_test([change], command(tests), SECONDS)
    assert result.worker_outcome == WorkerOutcome.NORMAL, result.output
    if result.test_outcome == TestOutcome.KILLED:
        return True
    name = change.operator_name.removeprefix("core/")
    print(f"\n{change.module_path}:{change.start_pos[0]} {name}, {len(tests)} tests")
    lines = [line for line in result.diff.splitlines() if line.startswith(("+", "-"))]
    print("\n".join(line for line in lines if not line.startswith(("+++", "---"))), flush=True)
    return False


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.mutation")
    parser.add_argument("module", nargs="*", help="a module or a folder of referee/, such as season/places.py")
    parser.add_argument("--sample", type=int, metavar="N", help="N changes at random, from all modules or those named")
    parser.add_argument("--seed", type=int, default=random.randrange(10_000))
    parser.add_argument("--ran", type=Path, metavar="FILE", help="which test runs what: made where it is not there")
    asked = parser.parse_args(arguments)
    os.environ["PYTHONDONTWRITEBYTECODE"] = "1"  # a mutant of the same size and second would go unseen
    ignored = shutil.ignore_patterns(".git", ".venv", "*.sqlite", "__pycache__", "instance", ".*_cache", ".hypothesis")
    seen: Counter[str] = Counter()
    made: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        kept = asked.ran.resolve() if asked.ran else Path(folder) / "ran"
        os.chdir(shutil.copytree(ROOT, Path(folder) / "copy", ignore=ignored))
        if asked.sample:
            print(f"seed {asked.seed}", flush=True)
            todo = list(drawn(asked.sample, asked.seed, modules(asked.module or ["."])))
        else:
            todo = [change for module in modules(asked.module or CORE) for change in changes(module)]
        if not kept.is_file():
            measured(kept)
        ran = Ran(kept)
        for change in todo:
            room = "/".join(change.module_path.parts[1 : 2 if asked.sample else None])
            made[room] += 1
            seen[room] += noticed(change, ran.of(change))
    print(f"\n{'':30} noticed  missed")
    for room in sorted(made):
        print(f"{room:30} {seen[room]:7} {made[room] - seen[room]:7}")
    print(f"{'all':30} {seen.total():7} {made.total() - seen.total():7}   {100 * seen.total() / made.total():.0f} %")


if __name__ == "__main__":
    main(sys.argv[1:])
