"""The rooms of ``referee/``: no module stands outside the contracts, none imports in a circle, and they stay few."""

from __future__ import annotations

import ast
import copy
import re
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import Any

import grimp
import pytest
from flask import Flask
from importlinter import configuration
from importlinter.application.use_cases import read_user_options
from importlinter.contracts.forbidden import ForbiddenContract
from importlinter.contracts.layers import LayersContract
from importlinter.domain.contract import Contract

from referee.web.shell import screens

ROOT = Path(__file__).resolve().parents[2]
MOST_ROOMS = 16
WEB = ("flask", "wtforms", "jinja2", "werkzeug", "referee.app", "referee.web", "referee.cli")
CHANCE = ("random", "datetime", "time", "os", "pathlib", "socket", "subprocess", "sqlalchemy", "sqlite3")
REFUSED = {
    "rules": (*WEB, *CHANCE, "referee.rulebooks", "referee.game", "referee.storage"),
    "vision": (
        *WEB,
        *(each for each in CHANCE if each != "pathlib"),
        "referee.rules",
        "referee.game",
        "referee.services",
        "referee.storage",
    ),
    "triples": (*WEB, *CHANCE, "referee.messages", "referee.rules", "referee.game", "referee.storage"),
    "rulebooks": (*WEB, "sqlalchemy", "sqlite3", "referee.game", "referee.season", "referee.storage"),
    "game": (*WEB, *CHANCE, "referee.season", "referee.storage", "referee.services"),
    "season": (*WEB, *CHANCE, "referee.game", "referee.storage", "referee.services"),
    "storage": ("referee.services", "referee.web", "referee.cli"),
    "services": (*WEB, "sqlalchemy", "flask_sqlalchemy", "sqlite3"),
    "web": ("sqlalchemy", "sqlite3", "referee.cli"),
    "cli": ("wtforms", "jinja2", "sqlalchemy", "sqlite3", "referee.web"),
}
"""By room, what none of its modules may import."""


@pytest.fixture(scope="module")
def contracts() -> list[Contract]:
    """The contracts of ``pyproject.toml``, as lint-imports reads them."""
    configuration.configure()
    options = read_user_options(str(ROOT / "pyproject.toml"))
    types = {kind.type_name: kind for kind in (ForbiddenContract, LayersContract)}
    return [
        types[contract["type"]](contract["name"], options.session_options, contract)
        for contract in options.contracts_options
    ]


@pytest.fixture(scope="module")
def graph() -> grimp.ImportGraph:
    """Who imports whom in ``referee/``, and what comes from elsewhere; imports for types alone count too."""
    return grimp.build_graph("referee", include_external_packages=True, cache_dir=None)


def modules(room: str) -> list[str]:
    """The modules of a room by their names, read off the files."""
    paths = sorted((ROOT / "referee" / room).rglob("*.py"))
    paths = [path for path in paths if "migrations" not in path.parts]  # run by Alembic, imported by nobody
    return [".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__") for path in paths]


def refusals(contract: Contract, graph: grimp.ImportGraph) -> Iterator[tuple[str, str]]:
    """Each import that a contract does not allow, as who imports what."""
    stack: list[Any] = [contract.check(copy.deepcopy(graph), verbose=False).metadata]
    while stack:
        match stack.pop():
            case {"importer": importer, "imported": imported, "line_numbers": _}:
                yield importer, imported
            case dict(inside):
                stack += inside.values()
            case list(inside):
                stack += inside


def test_every_contract_holds_and_the_graph_has_every_module(
    contracts: list[Contract], graph: grimp.ImportGraph
) -> None:
    checks = {contract.name: contract.check(copy.deepcopy(graph), verbose=False) for contract in contracts}
    assert [name for name, check in checks.items() if not check.kept] == []
    assert set(modules(".")) - graph.modules == set()


@pytest.mark.parametrize("room", REFUSED)
def test_what_a_room_may_not_import_is_refused_in_each_of_its_modules(
    room: str, contracts: list[Contract], graph: grimp.ImportGraph
) -> None:
    """On a copy in which every module imports it: a contract over modules would leave the next new one out."""
    added = {(module, refused) for module in modules(room) for refused in REFUSED[room]}
    changed = copy.deepcopy(graph)
    for importer, imported in added:
        changed.add_import(importer=importer, imported=imported)
    refused = {pair for contract in contracts for pair in refusals(contract, changed)}
    assert sorted(added - refused) == []
    assert len(modules(room)) > 3


def test_no_module_imports_itself_through_others(graph: grimp.ImportGraph) -> None:
    circle: list[str] = []
    try:
        TopologicalSorter({name: graph.find_modules_directly_imported_by(name) for name in modules(".")}).prepare()
    except CycleError as found:
        circle = found.args[1]
    assert circle == [], " imports ".join(reversed(circle))


def test_neither_the_parts_nor_the_shell_know_a_screen(graph: grimp.ImportGraph) -> None:
    """A new screen stands above them without being named in a contract."""
    below = {*modules("web/parts"), *modules("web/shell")}
    of_screens = {*modules("web")} - below - {"referee.web"}
    assert len(below) > 20
    assert len(of_screens) > 60
    knows = {name: graph.find_modules_directly_imported_by(name) & of_screens for name in below}
    assert {name: imported for name, imported in knows.items() if imported} == {}


def test_no_screen_knows_the_views_of_another(graph: grimp.ImportGraph) -> None:
    """A page that follows is named by its endpoint: only ``register`` knows them all."""
    views = [name for name in modules("web") if name.endswith(".views")]
    assert len(views) > 20
    faces = {name: {"referee.web", name.removesuffix(".views")} for name in views}
    knows = {name: graph.find_modules_that_directly_import(name) - faces[name] for name in views}
    assert {name: importers for name, importers in knows.items() if importers} == {}


def test_the_storage_knows_no_request() -> None:
    """It serves the command line and threads as well, so nothing of it may hang on what a browser has sent."""
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in (ROOT / "referee" / "storage").rglob("*.py")]
    nodes = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    from_flask = {name.name for node in nodes if node.module == "flask" for name in node.names}
    assert from_flask == {"Flask", "current_app"}


def test_every_screen_that_is_named_is_there(app: Flask) -> None:
    texts = [path.read_text(encoding="utf-8") for path in (ROOT / "referee" / "web").rglob("*.py")]
    named = {name for text in texts for name in re.findall(r"screens\.at[(,]\s*\"([\w.]+)\"", text)}
    assert len(named) > 8
    assert named - set(screens._SCREENS) == set()


def test_the_rooms_at_the_top_can_be_counted_at_a_glance() -> None:
    rooms = [path for path in (ROOT / "referee").iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()]
    assert 8 <= len(rooms) <= MOST_ROOMS
