"""What every HTML answer must hold, whole page or part of one: used by the test client on each answer."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from functools import lru_cache
from pathlib import Path

from referee.web.shell.assets import BUNDLES
from referee.web.shell.bundles import bundled
from tests.house.reading import VERBS, Element, Reader, read_page

UNLABELLED_INPUTS = frozenset({"hidden", "submit", "button", "reset", "image"})
SET_UP_BY = {
    "data-pad": "pad", "data-entry": "cards-left", "data-ask": "question", "data-find": "search",
    "data-photo": "photo", "data-photo-read": "photo",
    "data-new": "new-game", "data-paper": "paper",
    "data-summed": "sums", "data-largest": "file-fields", "data-points-key": "cards-left", "data-points-of-all": "sums",
    "data-copy": "share", "data-share": "share", "data-png": "share", "data-print": "share", "data-awake-hint": "awake",
    "data-as-left-in": "draft-forms", "data-go-on": "draft-forms",
}  # fmt: skip
"""Which script sets up what a page marks so."""
MOST_SCRIPTS = 12
"""That a phone asks for on any page, with those that it fetches for the pages after it."""
STATIC = Path(__file__).resolve().parents[2] / "static"
REFERENCES = ("for", "aria-labelledby", "aria-describedby", "aria-controls", "list", "form")
_POINTS = frozenset({*REFERENCES, "href", "hx-target"})
_NAMED = frozenset({"img", "svg", "button", "a", "summary", "input", "select", "textarea"})
_VERBS = frozenset(VERBS)
_SCRIPT = re.compile(r"\s*(?:javascript|js):", re.IGNORECASE)


_ITS_OWN = re.compile(r'(name="write_id" value|name="csrf_token" value|data-token)="[^"]*"')
"""What is another one in each answer, and no matter here."""
_without_faults: set[str] = set()
"""The pages of this process in which none were found: an evening shows many pages twice."""


def faults(html: str) -> list[str]:
    """Every fault of a page, or of a part of a page, as sentences; empty when all is well."""
    alike = hashlib.sha256(_ITS_OWN.sub(r"\1", html).encode("utf-8", "surrogatepass")).hexdigest()
    if alike in _without_faults:
        return []
    found = _faults(html)
    if not found:
        _without_faults.add(alike)
    return found


def _faults(html: str) -> list[str]:
    page = read_page(html)
    found = list(page.faults)
    whole = any(e.tag == "html" for e in page.elements)
    ids = [e.attributes["id"] for e in page.elements if "id" in e.attributes]
    found += [f"the id {name!r} stands {n} times" for name, n in Counter(ids).items() if n > 1]
    there = set(ids)
    for element in page.elements:
        found += _forbidden(element) + _htmx(element)
        if element.tag in _NAMED:
            found += _name(element, page)
        if whole and not _POINTS.isdisjoint(element.attributes):
            found += _references(element, there)
    found += _same_labels(page) + _scripts(page) + _styles(page) + _end(page)
    return found + (_whole(page) if whole else [])


def _scripts(page: Reader) -> list[str]:
    """A page names the scripts of its parts: what a page does not name is not loaded for it."""
    main = next((e for e in page.elements if e.tag == "main" and "data-modules" in e.attributes), None)
    if main is None:
        return []
    modules = main.attributes["data-modules"].split()
    needed = [
        (element, SET_UP_BY[name]) for element in page.elements for name in element.attributes if name in SET_UP_BY
    ]
    needed += [(e, "draft-forms") for e in page.elements if e.tag == "form" and "data-draft" in e.attributes]
    scripts = _asked_for([*modules, *main.attributes.get("data-soon", "").split()])
    return [
        *(f"{element} needs the script {module}" for element, module in needed if module not in modules),
        *([f"the page asks for {len(scripts)} scripts: {scripts}"] if len(scripts) > MOST_SCRIPTS else []),
    ]


def _asked_for(modules: list[str]) -> list[str]:
    """Every script of a page with these modules: the frame's, the modules, and what they import."""
    imports = _imports()
    names = ["htmx", "gate"]
    waiting = ["start", "install", *modules]
    while waiting:
        if (name := waiting.pop()) not in names:
            names.append(name)
            waiting += imports[name]
    return sorted(names)


@lru_cache(maxsize=1)
def _imports() -> dict[str, list[str]]:
    """Which modules each one imports, in their bundles."""
    return bundled(modules_in(STATIC), BUNDLES).imports


def modules_in(folder: Path) -> dict[str, str]:
    """The sources of all modules by name; that of the cards is made by the app, and here as short as can be."""
    files = {path.stem: path.read_text(encoding="utf-8") for path in folder.glob("*.js") if "htmx" not in path.name}
    del files["gate"], files["alone"]
    return files | {"cards": "export const CARDS = {};\nexport const pack = () => CARDS;\n"}


def _styles(page: Reader) -> list[str]:
    """A page that does without the later styles holds nothing that one of their rules could mean."""
    main = next((e for e in page.elements if e.tag == "main" and "data-sheets" in e.attributes), None)
    if main is None or main.attributes["data-sheets"]:
        return []
    there = {f".{name}" for e in page.elements for name in (e.get("class") or "").split()}
    there |= {f"#{e.attributes['id']}" for e in page.elements if "id" in e.attributes}
    there.add(main.attributes.get("data-screen", ""))
    return [f"the page needs the later styles: {sorted(parts)}" for parts in _later() if parts <= there]


@lru_cache(maxsize=1)
def _later() -> list[frozenset[str]]:
    """Of each selector of the later styles the classes, ids and screens without which it means nothing on a page."""
    text = re.sub(r"/\*.*?\*/", "", (STATIC / "pages-season.css").read_text(encoding="utf-8"), flags=re.S)
    above: list[list[frozenset[str]]] = [[frozenset()]]
    selectors: set[frozenset[str]] = set()
    for head, mark in re.findall(r"([^{};]*)([{};])", text):
        if mark == "}":
            above.pop()
        elif mark == "{":
            above.append([up | own for up in above[-1] for own in _parts(head.strip())])
            if not head.strip().startswith("@"):
                selectors |= {*above[-1]}
    assert frozenset() not in selectors, "a rule for a mere tag stands among the styles of every page"
    return sorted(selectors, key=sorted)


def _parts(head: str) -> list[frozenset[str]]:
    if head.startswith("@"):
        return [frozenset()]
    if screens := re.findall(r'\[data-screen="([^"]+)"\]', head):
        return [frozenset({screen}) for screen in screens]
    head = re.sub(r":has\(([^(),]*)\)", r" \1", head)  # what it must hold is on the page as well
    while head != (outside := re.sub(r"\([^()]*\)", "", head)):
        head = outside
    return [frozenset(re.findall(r"[.#][a-z][\w-]*", each)) for each in head.split(",")]


def _end(page: Reader) -> list[str]:
    """By its last element a phone knows that a page, or the part of one that an answer brings, was not cut off."""
    main = next((e for e in page.elements if e.tag == "main" and "data-modules" in e.attributes), None)
    last = main and main.parent and main.parent.children[-1]
    return ["the page has no end"] if last and last.get("id") != "end" else []


def _whole(page: Reader) -> list[str]:
    tags = Counter(e.tag for e in page.elements)
    checks = {
        "the page has no <!doctype html>": page.doctype,
        "<html> has no lang": any(e.tag == "html" and e.get("lang") for e in page.elements),
        "the page has no title": any(e.tag == "title" and e.text() and e.within("head") for e in page.elements),
        "the page has no viewport for phones": any(e.get("name") == "viewport" for e in page.elements),
        f"the page has {tags['main']} <main>": tags["main"] == 1,
        f"the page has {tags['h1']} <h1>": tags["h1"] == 1,
    }
    return [fault for fault, good in checks.items() if not good]


def _forbidden(element: Element) -> list[str]:
    """What the content security policy blocks, or what would load something from elsewhere."""
    faults = []
    data_block = element.get("type") in ("application/json", "application/ld+json")
    if element.tag == "style" or (element.tag == "script" and not element.get("src") and not data_block):
        faults.append(f"{element} stands inline")
    for name, value in element.attributes.items():
        if name == "style" or name.startswith(("on", "hx-on")) or _SCRIPT.match(value):
            faults.append(f"{element} carries script or style in {name}")
        elif name in ("src", "srcset", "data", "poster") or (
            name == "href" and element.tag in ("link", "use", "image")
        ):
            own = value.startswith(("/", "#")) and not value.startswith("//")
            if not own and not (element.tag == "img" and value.startswith("data:")):
                faults.append(f"{element} loads {value!r} from elsewhere")
    return faults


def _htmx(element: Element) -> list[str]:
    if _VERBS.isdisjoint(element.attributes):
        return []
    verbs = [verb for verb in VERBS if verb in element.attributes]
    faults = [f"{element} has no {name}" for name in ("hx-target", "hx-swap") if not element.inherits(name)]
    if verbs != ["hx-get"] and not (element.inherits("hx-disabled-elt") or element.inherits("hx-sync")):
        faults.append(f"{element} writes without hx-disabled-elt or hx-sync: quick taps get lost or doubled")
    return faults


def _references(element: Element, ids: set[str]) -> list[str]:
    wanted = [word for name in REFERENCES if name in element.attributes for word in element.attributes[name].split()]
    for name in ("href", "hx-target"):
        value = element.get(name) or ""
        if value.startswith("#") and len(value) > 1:
            wanted.append(value[1:])
    return [f"{element} points to the id {name!r}, which is not there" for name in wanted if name not in ids]


def _name(element: Element, page: Reader) -> list[str]:
    """Everything that is tapped, filled in or looked at has a name to be spoken."""
    match element.tag:
        case "img" if element.get("alt") is None:
            return [f"{element} has no alt"]
        case "svg" if element.get("aria-hidden") != "true":
            titled = element.get("aria-label") or element.get("aria-labelledby")
            if not titled and not any(e.tag == "title" and e.text() for e in element.children):
                return [f"{element} has neither a title nor aria-hidden"]
        case "button" | "a" | "summary" if not element.text() and not element.get("aria-labelledby"):
            return [f"{element} has no words"]
        case "input" | "select" | "textarea" if not _label(element, page):
            return [f"{element} has no label"]
    return []


def _label(element: Element, page: Reader) -> str:
    """The label of a form field; a stand-in for one that needs none."""
    if element.tag == "input" and element.get("type") in UNLABELLED_INPUTS:
        return "not shown"
    if spoken := element.get("aria-label") or element.get("aria-labelledby"):
        return spoken
    named = element.get("id")
    labels = list(page.labels[named]) if named else []
    if around := element.within("label"):
        labels.append(around)
    return " ".join(label.text() for label in labels)


def _same_labels(page: Reader) -> list[str]:
    """Two fields of one form, or of one group in it, must not have the same name."""
    seen = Counter(
        (label, id(element.within("form")), id(element.within("fieldset")), id(element.within("tr")))
        for element in page.elements
        if element.tag in ("input", "select", "textarea") and (label := _label(element, page)) not in ("", "not shown")
    )
    return [f"{n} fields are labelled {label!r}" for (label, *_), n in seen.items() if n > 1]
