"""Modules that go out together: one request for them all, packed as one, because they share most of their words.

A bundle has the name and the exports of the module that it is made of, and holds whatever that imports. Each of these
runs once, in the order in which a browser would run them, in a function of its own, which keeps their names apart, and
leaves what it exports in one object:

    export const kept = {};              const $kept = (() => { const kept = {}; return { kept }; })();
    import { kept } from "./kept.js";    const { kept } = $kept;

A module outside takes it from the bundle: ``import { $kept } from "./start.js"; const { kept } = $kept;``.

No bundler that is well kept comes without Node, and no parser of JavaScript comes with Python. Only the forms of import
and export that our modules have are understood; every other is refused.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

_IMPORT = re.compile(
    r'^import (?:(?:\{ (?P<names>\w+(?:, \w+)*) \}|\* as (?P<whole>\w+)) from )?"\./(?P<module>\w[\w-]*)\.js";$', re.M
)
_EXPORT = re.compile(r"^export (?=(?:const|function|async function) (\w+))", re.M)
_OTHER_FORMS = re.compile(r"^(?:import|export)\b.*|.*\bimport\.meta\b.*|^(?!.*\basync\b)(?=\S).*\bawait\b.*", re.M)
"""What means something else within a function, or is no import or export of the two forms above."""
_NAMED_BY_PAGES = "setUp"
"""A module that exports it is asked for under its own name, and where it does not come once more under another address
(parts.js): a bundle would then be there twice."""


class Misread(ValueError):
    """A module has a form of import or export that is not understood here, or cannot be a bundle."""


class Bundled(NamedTuple):
    sources: dict[str, str]
    """What goes out, by name: bundles, and the modules that are in none."""
    imports: dict[str, list[str]]
    """Of each of these, the names of those that it imports itself."""


class _Module(NamedTuple):
    text: str
    imports: list[re.Match[str]]
    exports: list[str]


def bundled(texts: Mapping[str, str], bundles: Sequence[str]) -> Bundled:
    """The modules as they go out, from their sources by name.

    ``bundles``: names of modules. Each takes in all that it imports, at once or by others, but what an earlier one has
    and what pages ask for by name. Raises ``Misread``.
    """
    modules = {name: _read(name, text) for name, text in texts.items()}
    for name, module in modules.items():
        _check(name, module, modules)
    home: dict[str, str] = {}
    for bundle in bundles:
        if _NAMED_BY_PAGES in modules[bundle].exports:
            raise Misread(f"{bundle}.js: it exports {_NAMED_BY_PAGES}")
        for name in _in_order(modules, bundle):
            if name != bundle and _NAMED_BY_PAGES not in modules[name].exports:
                home.setdefault(name, bundle)
    sources, imports = {}, {}
    for name in modules.keys() - home.keys():
        inside = [other for other in _in_order(modules, name) if home.get(other) == name]
        sources[name], imports[name] = _joined(modules, home, name, inside)
    return Bundled(sources, imports)


def _read(name: str, text: str) -> _Module:
    rest = _EXPORT.sub("", _IMPORT.sub("", text))
    if other := _OTHER_FORMS.search(rest):
        raise Misread(f"{name}.js: {other[0]}")
    return _Module(text, list(_IMPORT.finditer(text)), _EXPORT.findall(text))


def _check(name: str, module: _Module, modules: Mapping[str, _Module]) -> None:
    """That all it imports is there: a name that is not would be left undefined, where a browser refuses it."""
    for statement in module.imports:
        other = modules.get(statement["module"])
        names = (statement["names"] or "").split(", ") if statement["names"] else []
        if other is None or not set(names) <= set(other.exports):
            raise Misread(f"{name}.js: {statement[0]}")


def _in_order(modules: Mapping[str, _Module], name: str) -> list[str]:
    """A module and all that it imports, each behind its own imports: as they run."""
    order: dict[str, None] = {}

    def add(each: str) -> None:
        if each not in order:
            for statement in modules[each].imports:
                add(statement["module"])
            order[each] = None

    add(name)
    return list(order)


def _joined(
    modules: Mapping[str, _Module], home: Mapping[str, str], name: str, inside: Sequence[str]
) -> tuple[str, list[str]]:
    """The source of a bundle, or of a module that is in none, and the names of those that it imports."""
    taken: dict[str, dict[str, None]] = {}
    """By the name of a bundle, the objects that are taken from it."""
    whole: dict[str, None] = {}
    """The modules in no bundle of which a module inside asks for something."""

    def taken_from(statement: re.Match[str], is_wrapped: bool) -> str:
        other = statement["module"]
        if other in home:
            if home[other] != name:
                taken.setdefault(home[other], {})[_object(other)] = None
        elif is_wrapped:
            whole[other] = None
        else:
            whole.setdefault(other)
            return statement[0]
        names = f"{{ {statement['names']} }}" if statement["names"] else statement["whole"]
        return f"const {names} = {_object(other)};" if names else ""

    parts = [_wrapped(each, modules[each], lambda match: taken_from(match, is_wrapped=True)) for each in inside]
    own = _IMPORT.sub(lambda match: taken_from(match, is_wrapped=False), modules[name].text)
    heads = [f'import {{ {", ".join(objects)} }} from "./{bundle}.js";' for bundle, objects in taken.items()]
    heads += [f'import * as {_object(other)} from "./{other}.js";' for other in whole if inside]
    handed = [_object(each) for each in inside if modules[each].exports]
    tail = [f"export {{ {', '.join(handed)} }};"] if handed else []
    return "\n".join([*heads, *parts, own, *tail]), list({**taken, **whole})


def _wrapped(name: str, module: _Module, take: Callable[[re.Match[str]], str]) -> str:
    body = _EXPORT.sub("", _IMPORT.sub(take, module.text))
    if not module.exports:
        return f"(() => {{\n{body}\n}})();"
    return f"const {_object(name)} = (() => {{\n{body}\nreturn {{ {', '.join(module.exports)} }};\n}})();"


def _object(name: str) -> str:
    return "$" + name.replace("-", "_")
