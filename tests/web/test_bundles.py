"""Modules that go out together: every form that ours have is understood, and no other passes."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask import Flask

from referee.web.shell.assets import BUNDLES
from referee.web.shell.bundles import Misread, bundled
from tests.house.pages import modules_in

PARTS = {
    "start": 'import "./frame.js";\nimport { find } from "./dom.js";\nfind();\n',
    "frame": 'import * as dom from "./dom.js";\ndom.find();\n',
    "dom": "export const find = () => 1;\nexport async function wait() {}\n",
    "faces": 'import { find, wait } from "./dom.js";\nimport { roll } from "./roll.js";\n'
    'import { ACE } from "./the-cards.js";\nexport const face = () => roll(find, wait, ACE);\n',
    "the-cards": 'import { roll } from "./roll.js";\nexport const ACE = roll;\n',
    "roll": "export const setUp = 1;\nexport const roll = 2;\n",
    "left-in": 'import { ACE } from "./the-cards.js";\nimport { face } from "./faces.js";\n'
    'import { roll } from "./roll.js";\nface(roll, ACE);\n',
}


def test_a_bundle_holds_what_its_module_imports_in_the_order_in_which_it_runs() -> None:
    start = bundled(PARTS, ("start", "faces")).sources["start"].split()
    assert " ".join(start) == (
        "const $dom = (() => { const find = () => 1; async function wait() {} return { find, wait }; })(); "
        "(() => { const dom = $dom; dom.find(); })(); "
        "const { find } = $dom; find(); "
        "export { $dom };"
    )


def test_a_module_outside_takes_it_from_the_bundle_and_what_pages_ask_for_stays_apart() -> None:
    sources, imports = bundled(PARTS, ("start", "faces"))
    assert imports == {"start": [], "faces": ["start", "roll"], "roll": [], "left-in": ["faces", "roll"]}
    assert sources.keys() == imports.keys()
    assert " ".join(sources["left-in"].split()) == (
        'import { $the_cards } from "./faces.js"; const { ACE } = $the_cards; import { face } from "./faces.js"; '
        'import { roll } from "./roll.js"; face(roll, ACE);'
    )
    faces = " ".join(sources["faces"].split())
    assert faces.startswith('import { $dom } from "./start.js"; import * as $roll from "./roll.js"; const $the_cards =')
    assert "const { roll } = $roll;" in faces
    assert faces.endswith("export const face = () => roll(find, wait, ACE); export { $the_cards };")


def test_a_module_that_pages_ask_for_is_no_bundle() -> None:
    with pytest.raises(Misread, match=r"^roll\.js: it exports setUp"):
        bundled(PARTS, ("roll",))


@pytest.mark.parametrize(
    "statement",
    [
        'import dom from "./dom.js";',
        'import { find as look } from "./dom.js";',
        'import { find } from "./dom.js"',
        'import { find } from "./elsewhere.js";',
        'import { findAll } from "./dom.js";',
        'import dom, { find } from "./dom.js";',
        'import { find } from "https://elsewhere.example/dom.js";',
        "export default 1;",
        "export let state = 1;",
        "export var state = 1;",
        "export const { left, right } = window;",
        "export class Pad {}",
        "export function* each() {}",
        "export { setUp };",
        'export * from "./dom.js";',
        "const address = import.meta.url;",
        "await loaded;",
        "const text = await fetch(address);",
    ],
)
def test_any_other_form_is_refused(statement: str) -> None:
    with pytest.raises(Misread, match=r"^new\.js: "):
        bundled({**PARTS, "new": f"{statement}\n"}, ("start",))


def test_every_module_of_ours_is_understood_and_goes_out_once(app: Flask) -> None:
    texts = modules_in(Path(str(app.static_folder)))
    sources, imports = bundled(texts, BUNDLES)
    assert {"queue", "dom", "cards"}.isdisjoint(sources)
    assert set(BUNDLES) <= sources.keys() <= texts.keys()
    assert all(set(others) <= sources.keys() for others in imports.values())
    everything = "\n".join(sources.values())
    held = [name for name in texts.keys() - sources.keys() if "export " in texts[name]]
    assert len(held) > 10
    for name in held:
        assert everything.count(f"const ${name} = (") == 1, name
