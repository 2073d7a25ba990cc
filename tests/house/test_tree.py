"""What stands in the tree: no address of a registry, no path of a machine, a true lock file; long files are named."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
# written so that this file does not contain what it looks for
REGISTRIES = re.compile(
    r"py[p]i\.org|python[h]osted|npm[j]s\.|npm[j]s\b|deb\.[d]ebian|[u]npkg|js[d]elivr|cdn[j]s", re.I
)
MACHINE_PATHS = re.compile(r"(?<![\w.~/-])/(?:[w]ork|[r]oot|[t]mp|[h]ome/\w+|[U]sers/\w+)/")
LONG = 600


def tracked() -> list[Path]:
    if not (ROOT / ".git").exists() or not shutil.which("git"):
        assert "CI" not in os.environ, "CI works on a clone"
        pytest.skip("only a git clone knows which files are the project's")
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return [path for name in listed.split("\0") if name and (path := ROOT / name).is_file()]


def text_of(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return ""  # a picture


@pytest.mark.parametrize("pattern", [REGISTRIES, MACHINE_PATHS], ids=["registry", "machine"])
def test_no_file_names_a_registry_or_a_machine(pattern: re.Pattern[str]) -> None:
    found = [f"{path.relative_to(ROOT)}: {hit[0]}" for path in tracked() for hit in pattern.finditer(text_of(path))]
    assert found == []


def test_the_patterns_find_what_they_look_for() -> None:
    assert REGISTRIES.search("https://files.python" + "hosted.org/x")
    assert REGISTRIES.search("https://registry.npm" + "js.org")
    assert MACHINE_PATHS.search("in /ho" + "me/ann/cards")
    assert not MACHINE_PATHS.search("in ~/cards or work/cards")


def test_long_files_are_named_for_a_reader_to_look_at() -> None:
    """One concern a file is the rule, which no count can judge: this prints long files and refuses none."""
    lines = {path.relative_to(ROOT): text_of(path).count("\n") for path in tracked() if path.suffix == ".py"}
    for path, count in sorted(lines.items(), key=lambda row: -row[1]):
        if count > LONG:
            print(f"{path}: {count} lines")
    assert len(lines) > 500, "the files of the project were looked at"


UNSTEADY = re.compile(r"wait_for_timeout|\bsleep\(|timeout=\d|\b(?:page|phone|tablet|other)\.get_by_text\(")


def test_browser_tests_wait_for_what_happens_and_look_past_the_line_for_screen_readers() -> None:
    """A pause is too short on some machine, and that line repeats for a moment what stands on the page as well."""
    tests = [path for path in tracked() if path.is_relative_to(ROOT / "tests/browser") and path.name[:5] == "test_"]
    lines = [(path.name, line) for path in tests for line in text_of(path).splitlines()]
    assert [(name, line) for name, line in lines if UNSTEADY.search(line)] == []
    assert UNSTEADY.search('expect(page.get_by_text("Ann"))')
    assert len(tests) > 10


def test_what_was_played_is_never_in_the_tree() -> None:
    assert [str(p.relative_to(ROOT)) for p in tracked() if p.is_relative_to(ROOT / "instance")] == ["instance/.gitkeep"]


def locked() -> dict[str, str]:
    """Name to version of every package in the lock file."""
    lines = (ROOT / "requirements.lock").read_text().splitlines()
    return {
        canonicalize_name(m[1]): m[2] for line in lines if (m := re.match(r"([\w.-]+)(?:\[.*?\])?==([^ ;]+)", line))
    }


def test_the_lock_file_holds_every_dependency_within_its_range() -> None:
    versions = locked()
    for line in PROJECT["dependencies"] + PROJECT["optional-dependencies"]["dev"]:
        wanted = Requirement(line)
        assert versions[canonicalize_name(wanted.name)] in wanted.specifier, line


def test_every_package_in_the_lock_file_has_hashes() -> None:
    text = (ROOT / "requirements.lock").read_text()
    entries = re.split(r"\n(?=\S)", text.strip())
    assert [entry.split()[0] for entry in entries if "--hash=sha256:" not in entry] == []
    # a package may stand there once for each Python that needs another version of it
    assert {canonicalize_name(re.split(r"[\[=]", entry)[0]) for entry in entries} == set(locked())
    assert len(entries) > 20


def _is_for_types(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


def test_every_import_is_a_declared_dependency() -> None:
    """What the app imports comes with it; what only an extra brings is imported nowhere at top level.

    But in the worker of gunicorn, which nobody else loads, and behind the door of the reader of photographs.
    """
    declared = {canonicalize_name(Requirement(line).name) for line in PROJECT["dependencies"]}
    # part of Flask-Migrate, Flask-Babel and Flask by their own word
    declared |= {"alembic", "babel", "jinja2", "markupsafe", "werkzeug"}
    optional = PROJECT["optional-dependencies"]
    brought = ("https", "hosted", "photo", "photo-fast", "spreadsheet")
    extras = {canonicalize_name(Requirement(line).name) for name in brought for line in optional[name]}
    photo = {canonicalize_name(Requirement(line).name) for line in optional["photo"] + optional["photo-fast"]}
    behind = {path: photo for path in (ROOT / "referee/vision").glob("*.py") if path.stem != "__init__"}
    behind[ROOT / "referee/cli/hosted_worker.py"] = {"gunicorn", "gevent"}
    assert not [path for path in (ROOT / "referee").rglob("*.py") if "import hosted_worker" in path.read_text("utf-8")]
    distributions = packages_distributions()
    undeclared = set()
    for path in (ROOT / "referee").rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        later = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) or _is_for_types(node)]
        inside = {id(node) for part in later for node in ast.walk(part)}
        for node in ast.walk(tree):
            names = [a.name for a in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom) and node.module and not node.level:
                names = [node.module]
            for name in {n.partition(".")[0] for n in names} & distributions.keys():
                there = declared | extras if id(node) in inside else declared | behind.get(path, set())
                if name != "referee" and not there & {canonicalize_name(d) for d in distributions[name]}:
                    undeclared.add(f"{path.relative_to(ROOT)}: {name}")
    assert undeclared == set()
