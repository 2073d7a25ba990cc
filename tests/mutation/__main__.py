"""Mutation testing: change one thing in a module at a time, and see whether its nearest tests notice.

    python -m tests.mutation [MODULE ...]               every change of these modules, such as season/places.py
    python -m tests.mutation --sample 200 [--seed 7]    changes drawn at random, from all modules where none are named

Needs the extra ``mutation`` (cosmic-ray). It works on a copy of the project in a temporary folder, prints every
change that no test noticed, and a table of how many were noticed. A change costs one run of the nearest tests, to the
first that fails; nothing in the test command runs this. Without modules it takes those of ``CORE``. Of comparisons and
sums one change each is made, the nearest (``<`` for ``<=``, ``-`` for ``+``): the others are noticed by what notices
these.
"""

from __future__ import annotations

import argparse
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
from cosmic_ray.ast import ast_nodes, get_ast_from_path
from cosmic_ray.mutating import mutate_and_test
from cosmic_ray.work_item import MutationSpec, TestOutcome, WorkerOutcome

ROOT = Path(__file__).parents[2]
TESTS = {
    "rules": "rules/test_cases.py rules/test_ruling.py rules/test_sentences.py rules/test_mutations.py",
    "rules/cards.py": "rules/test_readings.py rules/test_cases.py",
    "rules/judges": "rules --ignore tests/rules/solver",
    "rules/melds": "rules/test_cases.py rules/test_readings.py rules/test_repairs.py",
    "rules/solver": "rules/solver",
    "rules/speech": "rules/test_sentences.py rules/test_written_out.py rules/test_hands.py rules/test_cases.py",
    "rules/rulebook": "rulebooks",
    "rulebooks": "rulebooks house/test_cli_rulebooks.py house/test_cli_rule.py services/test_own_rulebooks.py",
    "game": "game golden/test_golden_games.py golden/test_golden_table.py",
    "season": "season",
    "storage": "storage services",
    "services": "services web/test_removal.py web/test_season_made.py",
    "services/access.py": "services web/test_rights.py web/test_closed_door.py",
    "services/attempts.py": "services web/test_closed_door.py web/test_door.py",
    "services/phones.py": "services web/test_phones.py web/test_invite.py web/test_closed_door.py",
    "app": "house/test_guard.py house/test_instance.py storage/test_schema.py",
    "cli": "house services/test_data.py --deselect tests/house/test_checks.py --ignore tests/house/test_wheel.py",
    "web": "web/test_frame.py web/test_errors.py web/test_writing.py web/test_words.py web/test_contexts.py",
    "web/access.py": "web/test_rights.py web/test_closed_door.py web/test_who.py",
    "web/api": "web/test_api.py web/test_api_description.py web/test_data_out.py",
    "web/ask": "web/test_ask.py web/test_asking.py web/test_ask_fuzz.py",
    "web/club": "web/test_own_clubs.py web/test_club_deliveries.py web/test_removal.py web/test_season_game.py",
    "web/data": "web/test_data_out.py web/test_import_refused.py",
    "web/flood.py": "web/test_flood.py",
    "web/throttle.py": "web/test_flood.py web/test_api.py web/test_ask.py",
    "web/game": "web/test_table_view.py web/test_table_page.py web/test_contexts.py web/test_live_parts.py",
    "web/history": "web/test_who.py web/test_evening.py web/test_contexts.py",
    "web/install": "web/test_install.py",
    "web/invite": "web/test_invite.py web/test_another_address.py",
    "web/live": "web/test_live.py web/test_live_parts.py",
    "web/new": "web/test_new.py",
    "web/own": "web/test_own_form.py web/test_own_rulebooks.py web/test_random_house_rules.py",
    "web/packing.py": "web/test_packing.py",
    "web/paper": "web/test_data_paper.py web/test_sheet.py",
    "web/play": "web/test_at_table_may_i.py web/test_at_table_melds.py web/test_at_table_rules.py",
    "web/phones": "web/test_phones.py web/test_rights.py",
    "web/players": "web/test_players_pages.py web/test_removal.py",
    "web/result": "web/test_result.py web/test_evening.py web/test_season_evening.py",
    "web/rights.py": "web/test_rights.py web/test_api.py",
    "web/round": "web/test_cards_left.py web/test_contexts.py web/test_own_hand.py web/test_round_news.py",
    "web/rulebooks": "web/test_rulebook_pages.py",
    "web/score": "web/test_sheet.py web/test_chart.py web/test_contexts.py",
    "web/season": "web/test_season_page.py web/test_season_made.py web/test_season_chart.py web/test_season_choice.py",
    "web/seats": "web/test_table_page.py web/test_evening.py",
    "web/start": "web/test_evening.py web/test_unfinished.py web/test_own_clubs.py",
    "web/table_view": "web/test_table_view.py",
}
"""What is given to pytest for a module: that of the longest path which it begins with. Other modules: ``ELSE``."""
ELSE = "web/test_frame.py web/test_contexts.py services"
CORE = (
    "rules/judges/scoring.py",
    "rules/judges/may_i.py",
    "rules/judges/screw.py",
    "rules/melds/repairs.py",
    "rules/speech/words.py",
    "season/standings.py",
    "season/places.py",
    "game/effects.py",
    "game/fold.py",
    "game/judges",
    "services",
    "web/writing.py",
)
NEAREST = "Add_Sub|Sub_Add|Mul_Div|Div_Mul|FloorDiv_Mul|Mod_Mul|BitAnd_BitOr|LShift_RShift|RShift_LShift"
NEAREST_COMPARED = "Lt_LtE|LtE_Lt|Gt_GtE|GtE_Gt|Eq_NotEq|NotEq_Eq|Is_IsNot|IsNot_Is"
EXCLUDED = re.compile(
    f"core/(ReplaceBinaryOperator_(?!({NEAREST})$)|ReplaceComparisonOperator_(?!({NEAREST_COMPARED})$)"
    "|RemoveDecorator|Variable)"
)
"""Operators whose changes are not made: see above; an or between types changes nothing but an annotation."""
SECONDS = 600


def modules(paths: Iterable[str]) -> list[Path]:
    """The files below these paths in ``referee/``, those of the migrations left out."""
    found = [ROOT / "referee" / path for path in paths]
    files = [file for path in found for file in (sorted(path.rglob("*.py")) if path.is_dir() else [path])]
    return [file.relative_to(ROOT) for file in files if "migrations" not in file.parts]


def changes(module: Path) -> list[MutationSpec]:
    """Every change that can be made in a module; what decorators are given (``slots=True``) stays."""
    tree = get_ast_from_path(module)
    lines = module.read_text(encoding="utf-8").splitlines()
    found = []
    for name in cosmic_ray.plugins.operator_names():
        if EXCLUDED.match(name):
            continue
        operator = cosmic_ray.plugins.get_operator(name)()
        places = (place for node in ast_nodes(tree) for place in operator.mutation_positions(node))
        for occurrence, (start, end) in enumerate(places):
            if not lines[start[0] - 1].lstrip().startswith("@"):
                found.append(MutationSpec(module, name, occurrence, start, end))
    return found


def drawn(count: int, seed: int, files: list[Path]) -> Iterator[MutationSpec]:
    """Changes at random: the more lines a module has, the more often it is drawn."""
    chance = random.Random(seed)
    weights = [file.read_text(encoding="utf-8").count("\n") for file in files]
    for module, times in sorted(Counter(chance.choices(files, weights, k=count)).items()):
        possible = changes(module)
        yield from chance.sample(possible, min(times, len(possible)))


def command(module: Path) -> str:
    """What runs the nearest tests of a module."""
    inside = module.relative_to("referee").as_posix()
    named = max((path for path in TESTS if f"{inside}/".startswith(f"{path}/")), key=len, default="")
    tests = [word if word.startswith(("-", "tests/")) else f"tests/{word}" for word in TESTS.get(named, ELSE).split()]
    words = [sys.executable, "-m", "pytest", "-x", "-q", "-n0", "--no-header", "--hands", "600"]
    return shlex.join([*words, *(f"-pno:{plugin}" for plugin in ("cacheprovider", "playwright", "base_url")), *tests])


def noticed(change: MutationSpec) -> bool:
    """Whether a test fails with a change; it is printed where none does."""
    result = mutate_and_test([change], command(change.module_path), SECONDS)
    assert result.worker_outcome == WorkerOutcome.NORMAL, result.output
    if result.test_outcome == TestOutcome.KILLED:
        return True
    print(f"\n{change.module_path}:{change.start_pos[0]} {change.operator_name.removeprefix('core/')}")
    lines = [line for line in result.diff.splitlines() if line.startswith(("+", "-"))]
    print("\n".join(line for line in lines if not line.startswith(("+++", "---"))), flush=True)
    return False


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.mutation")
    parser.add_argument("module", nargs="*", help="a module or a folder of referee/, such as season/places.py")
    parser.add_argument("--sample", type=int, metavar="N", help="N changes at random, from all modules or those named")
    parser.add_argument("--seed", type=int, default=random.randrange(10_000))
    asked = parser.parse_args(arguments)
    os.environ["PYTHONDONTWRITEBYTECODE"] = "1"  # a mutant of the same size and second would go unseen
    ignored = shutil.ignore_patterns(".git", ".venv", "*.sqlite", "__pycache__", "instance", ".*_cache", ".hypothesis")
    seen: Counter[str] = Counter()
    made: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(shutil.copytree(ROOT, Path(folder) / "copy", ignore=ignored))
        if asked.sample:
            print(f"seed {asked.seed}", flush=True)
            todo = list(drawn(asked.sample, asked.seed, modules(asked.module or ["."])))
        else:
            todo = [change for module in modules(asked.module or CORE) for change in changes(module)]
        for tests in sorted({command(change.module_path) for change in todo}):
            subprocess.run(shlex.split(tests), check=True, stdout=subprocess.DEVNULL)  # they pass as it is
        for change in todo:
            room = "/".join(change.module_path.parts[1 : 2 if asked.sample else None])
            made[room] += 1
            seen[room] += noticed(change)
    print(f"\n{'':30} noticed  missed")
    for room in sorted(made):
        print(f"{room:30} {seen[room]:7} {made[room] - seen[room]:7}")
    print(f"{'all':30} {seen.total():7} {made.total() - seen.total():7}   {100 * seen.total() / made.total():.0f} %")


if __name__ == "__main__":
    main(sys.argv[1:])
