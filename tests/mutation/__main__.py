"""Mutation testing: change one thing in a module at a time, and see whether a test of it notices.

    python -m tests.mutation [scoring|claims|screwover|standings|meld_repairs|words ...]

Needs the extra ``mutation`` (cosmic-ray). It works on a copy of the project in a temporary folder, prints every
change that no test noticed, and the share of those that one did. A change costs one run of the module's tests,
so a module takes minutes; nothing in the test command runs this. Of comparisons and sums one change each is made,
the nearest (``<`` for ``<=``, ``-`` for ``+``): the others are noticed by what notices these.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[2]
CASES = "tests/rules/test_cases.py"
TESTED_BY = {
    "scoring": ("referee/rules/judges/scoring.py", ["tests/rules/test_scoring.py"]),
    "claims": ("referee/rules/judges/may_i.py", [CASES, "-k", "may-i or may_i or price or successive"]),
    "screwover": ("referee/rules/judges/screw.py", [CASES, "-k", "screw"]),
    "standings": (
        "referee/season/standings.py",
        [f"tests/season/test_{name}.py" for name in ("cases", "tables", "rules", "standings")],
    ),
    "meld_repairs": ("referee/rules/melds/repairs.py", ["tests/rules/test_repairs.py"]),
    "words": ("referee/rules/speech/words.py", ["tests/rules/test_sentences.py"]),
}
"""A module by its name, and what pytest is given to test it."""
CONFIG = """
[cosmic-ray]
module-path = "{module}"
timeout = {timeout}
excluded-modules = []
test-command = {command}
[cosmic-ray.distributor]
name = "local"
[cosmic-ray.filters.operators-filter]
exclude-operators = {excluded}
"""
NEAREST = "Add_Sub|Sub_Add|Mul_Div|Div_Mul|FloorDiv_Mul|Mod_Mul|BitAnd_BitOr|LShift_RShift|RShift_LShift"
NEAREST_COMPARED = "Lt_LtE|LtE_Lt|Gt_GtE|GtE_Gt|Eq_NotEq|NotEq_Eq|Is_IsNot|IsNot_Is"
EXCLUDED = [
    f"core/ReplaceBinaryOperator_(?!({NEAREST})$)",
    f"core/ReplaceComparisonOperator_(?!({NEAREST_COMPARED})$)",
    "core/RemoveDecorator",
]
"""Operators whose changes are not made: see above; an or between types changes nothing but an annotation."""


def mutate(name: str, folder: Path) -> tuple[int, int]:
    """How many changes a module's tests noticed, and how many there were; prints those that nobody noticed."""
    module, tests = TESTED_BY[name]
    words = [sys.executable, "-m", "pytest", "-x", "-q", "-n0", "--noconftest", "--no-header"]
    words += [f"-pno:{plugin}" for plugin in ("cacheprovider", "playwright", "base_url")] + tests
    subprocess.run(words, cwd=folder, check=True, stdout=subprocess.DEVNULL)
    command = json.dumps(" ".join(f"'{word}'" if " " in word else word for word in words))
    config = CONFIG.format(module=module, timeout=300, command=command, excluded=json.dumps(EXCLUDED))
    (folder / "mutation.toml").write_text(config, "utf-8")
    run = [sys.executable, "-m", "cosmic_ray.cli"]
    only = [sys.executable, "-m", "cosmic_ray.tools.filters.operators_filter"]
    subprocess.run([*run, "init", "mutation.toml", f"{name}.sqlite"], cwd=folder, check=True)
    subprocess.run([*only, f"{name}.sqlite", "mutation.toml"], cwd=folder, check=True)
    subprocess.run([*run, "exec", "mutation.toml", f"{name}.sqlite"], cwd=folder, check=True)
    told = subprocess.run([*run, "dump", f"{name}.sqlite"], cwd=folder, check=True, stdout=subprocess.PIPE, text=True)
    killed = 0
    results = [json.loads(line) for line in told.stdout.splitlines()]
    results = [(item, result) for item, result in results if result and result["worker_outcome"] != "skipped"]
    for item, result in results:
        if result["test_outcome"] == "killed":
            killed += 1
        else:
            (change,) = item["mutations"]
            print(f"\n{module}:{change['start_pos'][0]} {change['operator_name'].removeprefix('core/')}")
            lines = [line for line in result["diff"].splitlines() if line.startswith(("+", "-"))]
            print("\n".join(line for line in lines if not line.startswith(("+++", "---"))))
    return killed, len(results)


def main(names: list[str]) -> None:
    os.environ["PYTHONDONTWRITEBYTECODE"] = "1"  # a mutant of the same size and second would go unseen
    ignored = shutil.ignore_patterns(".git", ".venv", "*.sqlite", "__pycache__", "instance", ".*_cache", ".hypothesis")
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made) / "copy"
        shutil.copytree(ROOT, folder, ignore=ignored)
        for name in names:
            killed, all_of_them = mutate(name, folder)
            print(f"\n{name}: {killed} of {all_of_them} noticed, {100 * killed / all_of_them:.0f} %", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:] or list(TESTED_BY))
