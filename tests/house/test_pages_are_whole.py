"""What a new page needs (``docs/develop/README.md``, "Adding a page"): each test names what is missing."""

from __future__ import annotations

import re
from pathlib import Path

from flask import Flask

ROOT = Path(__file__).parents[2]
WEB = ROOT / "referee" / "web"
CODE = {path: path.read_text(encoding="utf-8") for path in WEB.rglob("*.py")}
TEMPLATES = {
    path.relative_to(ROOT / "templates").as_posix(): path.read_text(encoding="utf-8")
    for path in (ROOT / "templates").rglob("*.*")
}


def test_every_template_is_shown() -> None:
    texts = [*CODE.values(), *TEMPLATES.values()]
    unused = [name for name in TEMPLATES if not any(f'"{name}"' in text for text in texts)]
    assert not unused, f"no page shows these templates: {unused}"


def test_every_context_is_used() -> None:
    unused = []
    for path, text in CODE.items():
        if path.name != "page.py":
            continue
        for name in re.findall(r"^(?:def|class) ([a-zA-Z]\w*)", text, re.M):
            used = sum(len(re.findall(rf"\b{name}\b", other)) for other in CODE.values())
            if used < 2:
                unused.append(f"{path.relative_to(ROOT)}: {name}")
    assert not unused, f"nothing uses these: {unused}"


def test_every_address_stands_in_a_test(app: Flask) -> None:
    """A page by its whole address; what a form sends to, by the last word, as a phone of the tests finds the form."""
    texts = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("*.py"))
    untested = []
    for rule in app.url_map.iter_rules():
        # a game's phone of the tests writes the address from behind the game's code
        pieces = re.split(r"<[^>]+>", rule.rule.removeprefix("/g/<code>") or rule.rule)
        whole = "[^\\s\"']+".join(map(re.escape, pieces)) + r"(?![\w-])"
        last = re.escape("/" + re.findall(r"[\w.-]+", "/".join(["page", *pieces]))[-1]) + r"(?![\w-])"
        if not re.search(last if "POST" in (rule.methods or ()) else whole, texts):
            untested.append(rule.rule)
    assert not untested, f"no test names these addresses: {untested}"


def test_every_script_that_a_page_names_can_be_set_up() -> None:
    """``parts.js`` calls ``setUp`` of each: one without it stops those after it."""
    blocks = re.findall(r"block (?:modules|soon) %}(.*?){% endblock", "\n".join(TEMPLATES.values()), re.S)
    words = {word for block in blocks for word in re.sub(r"{[{%].*?[%}]}", " ", block).split()}
    scripts = {path.stem: path.read_text(encoding="utf-8") for path in (ROOT / "static").glob("*.js")}
    assert {"pad", "join"} <= words <= set(scripts)
    without = [word for word in words if not re.search(r"export (async )?(function|const) setUp\b", scripts[word])]
    assert not without, f"these export no setUp: {without}"
