"""What a page says, as lines that a person can read in a diff.

A heading begins with ``#`` signs, a link is ``[words](address)``, a button ``<words>``; what nobody hears
(``aria-hidden``) stands in ``{}``, what is marked in ``»«``, and ``.leads`` is a class that says how things stand.
A form, a table or anything with an id, a role or attributes for scripts has a line in round brackets, and what is in
it is indented. Each field has a line of its own, with its label, its value, what is chosen and what is wrong with it.
"""

from __future__ import annotations

import re
import zlib

from tests.house.reading import Element, Reader, read_page

BLOCKS = frozenset(
    "address article aside blockquote body caption dd details div dl dt fieldset figcaption figure footer form head "
    "header hr html legend li main nav ol p pre section summary svg table tbody td tfoot th thead tr ul".split()
)
BOXES = frozenset("form fieldset table nav svg details".split())
OPEN = frozenset("html head body".split())
"""What is in them is told, and they are not."""
SILENT = frozenset("link meta noscript use script".split())
HELD = frozenset(
    "action alt aria-hidden autocapitalize autocomplete autocorrect checked colspan enterkeyhint hx-boost inputmode "
    "list maxlength rows "
    "checked class content crossorigin enctype fill focusable for "
    "height hx-disable hx-ext hx-swap hx-sync hx-target method name novalidate preserveaspectratio scope selected "
    "spellcheck src stroke tabindex type value viewbox width x y cx cy r d transform".split()
)
"""Attributes that are told elsewhere, or that say nothing of this page."""
SHAPES = {"path": "d", "circle": "cx cy", "rect": "x y width height", "text": "x y", "tspan": "x y", "g": "transform"}
STANDING = frozenset(
    "alarm changed crowd done down ended fault first lapped leads long mine no on out own own-row primary refused "
    "revealed screwed spare spent substituted tell up warning wide-totals wins yes".split()
)
"""Classes that say how things stand, or how much room they take; the others are only looks."""
LONG, BRIEF = 80, 40
"""Letters of an address that is told briefly, and how many are told then."""
PARTS = frozenset(("dock", "notices"))
"""Parts of every page that are told by their name, where anything is in them."""
UNTOLD = frozenset(("csrf_token", "write_id"))
"""Fields of which only the name is told."""
ALWAYS = {"unsent": "id", "status": "id", "skip": "class", "strip": "id", "end": "id"}
"""Parts of every page: they are said once, and again when they change."""
REPEATED = {"pad": "class", "look": "class", "tabs": "class", "top": "id"}
"""Parts that many pages have: where they are as before, that is said."""


class Lines:
    """The lines of one page after another; a part that all have is told in full where it is another than before."""

    def __init__(self) -> None:
        self._before: dict[str, list[str]] = {}

    def of(self, html: str) -> list[str]:
        """The lines of a page, or of a part of one."""
        page = read_page(html)
        return _Written(page, self._before).of(page.root)


class _Written:
    def __init__(self, page: Reader, before: dict[str, list[str]]) -> None:
        self._page = page
        self._before = before
        self._lines: list[str] = []
        self._inline = ""
        self._seen = ""
        """Of which state of the game the form before told; the others only where it is another one."""

    def of(self, element: Element) -> list[str]:
        """The lines of what is in an element."""
        outer, self._lines, self._inline = (self._lines, self._inline), [], ""
        before: str | Element = ""
        for part in element.own_text:
            if isinstance(part, str):
                self._inline += part
            else:
                self._inline += " " if isinstance(before, Element) else ""  # side by side, as the looks have it
                self._part(part)
            before = part
        self._end()
        inner, (self._lines, self._inline) = self._lines, outer
        return inner

    def _end(self) -> None:
        if said := " ".join(self._inline.split()):
            self._lines.append(said)
        self._inline = ""

    def _part(self, one: Element) -> None:
        name = _repeated(one, REPEATED) or _repeated(one, ALWAYS)
        if not name:
            self._element(one)
            return
        self._end()
        start = len(self._lines)
        self._element(one)
        self._end()
        told = self._lines[start:]
        if self._before.get(name) == told:
            self._lines[start:] = [] if name in ALWAYS else [f"({name} as before)"]
        self._before[name] = told

    def _element(self, one: Element) -> None:
        tag = one.tag
        if tag in SILENT:
            return
        if tag in OPEN or one.get("id") == "page":
            self._lines += self._once(one)
            self._lines += self.of(one)
        elif tag == "title" and not one.within("svg"):
            self._lines.append(f"title: {one.text()}")
        elif tag in ("input", "select", "textarea"):
            self._end()
            if one.get("type") == "hidden" and self._lines and self._lines[-1].startswith("hidden "):
                self._lines[-1] += self._field(one).removeprefix("hidden")
            else:
                self._lines.append(self._field(one))
        elif tag == "label" and _labels_a_field(one):
            self._beside_field(one)
        elif tag in SHAPES and one.within("svg"):
            self._shape(one)
        elif re.fullmatch("h[1-6]", tag):
            self._end()
            self._lines.append("#" * int(tag[1]) + f" {self._words(one)}{_bracketed(_noted(one))}")
        elif tag in ("td", "th"):
            self._inline += f" | {self._words(one)}{_bracketed(_noted(one))}"
        elif tag == "dt":
            self._end()
            self._inline = f"{self._words(one)}: "
        elif tag == "dd":
            self._inline += self._words(one)
            self._end()
        elif tag == "button" or (tag == "a" and _alone(one)):
            self._end()
            self._inline = self._said(one)
            self._end()
        elif tag in BLOCKS:
            self._block(one)
        else:
            self._inline += self._said(one)

    def _once(self, one: Element) -> list[str]:
        """What the outermost elements say, where it is another than on the page before."""
        told = [f"({', '.join([one.tag, *_noted(one)])})"]
        if one.tag == "head" or one.get("id") == "page" or self._before.get(one.tag) == told:
            return []
        self._before[one.tag] = told
        return told

    def _block(self, one: Element) -> None:
        """A box of its own where anything is known of it, or else only lines of their own."""
        self._end()
        noted = _noted(one)
        hidden = one.get("aria-hidden") == "true"
        inner = self.of(one)
        if one.get("id") in PARTS:
            noted = [f"the {one.get('id')}"]
            if not inner:
                return
        if one.tag == "form":
            noted = [f"{(one.get('method') or 'get').upper()} {one.get('action') or 'here'}", *noted]
        if one.tag == "svg" and not noted and not inner:
            return
        if hidden:
            inner = [f"{{{line}}}" for line in inner]
        if one.tag == "tr" or (len(inner) < 2 and noted and one.tag not in ("form", "svg", "main")):
            marked = [f"({', '.join([*_kind(one), *noted])})"] if noted else []
            self._lines.append(" ".join([*(["-"] if one.tag == "li" else []), *inner, *marked]).strip(" |"))
        elif one.tag == "main":
            self._lines += ["(main)", *(f" {line}" for line in [*self._of_main(noted), *inner])]
        elif noted or one.tag in BOXES:
            self._lines += [f"({', '.join([*_kind(one), *noted])})", *(f" {line}" for line in inner)]
        elif one.tag == "li" and inner:
            self._lines += [f"- {inner[0]}", *(f" {line}" for line in inner[1:])]
        else:
            self._lines += inner

    def _of_main(self, noted: list[str]) -> list[str]:
        """What a page says of itself to the scripts: only what is another than on the page before, and its screen."""
        now = [attribute for attribute in noted if attribute not in ("id=main", "data-version")]
        before, self._before["main"] = self._before.get("main", []), now
        gone = {one.partition("=")[0] for one in before} - {one.partition("=")[0] for one in now}
        changed = [one for one in now if one not in before or one.startswith("data-screen=")]
        return [*changed, *(f"no {name}" for name in sorted(gone))]

    def _words(self, one: Element) -> str:
        """What is in it, in one line."""
        return " / ".join(self.of(one))

    def _said(self, one: Element) -> str:
        """Something within a line."""
        words, noted = self._words(one), _noted(one)
        if "card" in (one.get("class") or "").split():
            return f" {words.replace('*', '')}" + (f" ‹{one.get('aria-label')}›" if noted else "")
        around = " " if one.tag == "small" else ""
        if one.tag == "a":
            noted.remove(f"href={one.get('href')}")
            return f" [{words}]({' '.join([_address(one.get('href') or ''), *noted])}) "
        if one.tag == "button":
            sent = [f"{one.get('name')}={one.get('value')}"] if one.get("name") else []
            kind = [] if one.get("type") == "submit" else [one.get("type") or "submit by default"]
            return f" <{words}>{_bracketed([*kind, *sent, *noted])} "
        if one.get("aria-hidden") == "true":
            return f"{{{words}{_bracketed(noted)}}}" if words or noted else ""
        if one.tag == "s":
            return f"~{words}~"
        if one.tag == "mark":
            return f"»{words}«{_bracketed(noted)}"
        if one.tag == "br":
            return " / "
        plain = [part for part in one.own_text if isinstance(part, str)]
        before = " " if plain and plain[0][:1].isspace() and plain[0] is one.own_text[0] else around
        after = " " if plain and plain[-1][-1:].isspace() and plain[-1] is one.own_text[-1] else around
        bold = "**" if one.tag in ("strong", "b") else ""
        return f"{before}{bold}{words}{bold}{_bracketed(noted)}{after}"

    def _shape(self, one: Element) -> None:
        self._end()
        at = [value for name in SHAPES[one.tag].split() if (value := one.get(name))]
        inner = self.of(one)
        noted = _noted(one)
        if one.tag == "g":
            self._lines += [" ".join(["(g)", *at, *noted]), *(f" {line}" for line in inner)]
        elif one.within("svg").get("class") == "qr":  # type: ignore[union-attr]
            return
        else:
            self._lines.append(" ".join([one.tag, *at, *noted, *inner]))

    def _beside_field(self, label: Element) -> None:
        """A label says what it says at its field; what else stands in it follows."""
        self._end()
        for one in _inside(label):
            if one.tag in ("input", "select", "textarea"):
                self._lines.append(self._field(one))
        others = [one for one in _inside(label) if one.tag in ("button", "a", "svg") and _noted(one)]
        self._lines += [" ".join(self._said(one).split()) for one in others if one.tag != "svg"]

    def _field(self, one: Element) -> str:
        kind = one.get("type") or "text" if one.tag == "input" else one.tag
        if kind == "hidden":
            value = one.get("value") or ""
            value = _STAMP.sub("", value.replace("\n", "⏎")) if one.get("name") == "seen" else value.replace("\n", "⏎")
            told = (
                "" if one.get("name") in UNTOLD or (one.get("name") == "seen" and value == self._seen) else f"={value}"
            )
            self._seen = value if one.get("name") == "seen" else self._seen
            return f"hidden {one.get('name')}{told}{_bracketed(_noted(one))}"
        chosen = ""
        if kind in ("radio", "checkbox"):
            chosen = "(x)" if "checked" in one.attributes else "( )"
        value = f"={one.get('value')}" if one.get("value") or chosen else ""
        if one.tag == "select":
            value = self._options(one)
        if one.tag == "textarea":
            value = "=" + " ⏎ ".join(self._plain(one).splitlines())
        name = f" {one.get('name')}" if one.get("name") else ""
        return f"{chosen}{' ' if chosen else ''}{kind}{name}{value} — {self._label(one)}{_bracketed(_noted(one))}"

    def _options(self, select: Element) -> str:
        options = [one for one in _inside(select) if one.tag == "option"]
        chosen = [f" (x) {one.get('value')}" for one in options if "selected" in one.attributes]
        choices = [f"{one.get('value')}: {one.text()}" for one in options]
        name = f"select {select.get('name')}"
        before, self._before[name] = self._before.get(name), choices
        told = "the same" if before == choices and len(choices) > 3 else " | ".join(choices)
        return f"{''.join(chosen)} of {told}"

    def _plain(self, one: Element) -> str:
        return "".join(part for part in one.own_text if isinstance(part, str))

    def _label(self, one: Element) -> str:
        labels = list(self._page.labels[one.get("id")]) if one.get("id") else []
        if around := one.within("label"):
            labels.append(around)
        said = [" ".join(self._spoken(label).split()) for label in labels]
        return " + ".join(words for words in said if words) or "no label"

    def _spoken(self, label: Element) -> str:
        """The words of a label, without the fields in it."""
        parts = []
        for part in label.own_text:
            if isinstance(part, str):
                parts.append(part)
            elif part.tag not in ("input", "select", "textarea", "svg", "button"):
                hidden = part.get("aria-hidden") == "true"
                inner = self._spoken(part) if any(one.tag in ("input", "select") for one in _inside(part)) else ""
                words = inner or self._said(part)
                parts.append(f" {words} " if part.tag in BLOCKS and not hidden else words)
        return "".join(parts)


_STAMP = re.compile(r"(?<=\d)\.s?[0-9a-f]{8,12}\b")
"""Of a log, behind its number: it is another one with every word of a rulebook."""


def _inside(one: Element) -> list[Element]:
    return [below for child in one.children for below in (child, *_inside(child))]


def _labels_a_field(label: Element) -> bool:
    return bool(label.get("for")) or any(one.tag in ("input", "select", "textarea") for one in _inside(label))


def _repeated(one: Element, parts: dict[str, str]) -> str:
    classes = (one.get("class") or "").split()
    return next(
        (name for name, how in parts.items() if name == one.get("id") or (how == "class" and name in classes)), ""
    )


def _kind(one: Element) -> list[str]:
    return [] if one.tag in ("p", "div", "span", "li", "dd") else [one.tag]


def _alone(link: Element) -> bool:
    """A link that looks like a key, or stands in a row of links."""
    rows = {"nav", "header"}
    return "button" in (link.get("class") or "").split() or (link.parent is not None and link.parent.tag in rows)


def _address(href: str) -> str:
    """Where a link leads; of a long one how it begins, and a number that only it has."""
    return href if len(href) < LONG else f"{href[:BRIEF]}…#{zlib.crc32(href.encode()):08x}"


def _bracketed(noted: list[str]) -> str:
    return f" ({', '.join(noted)})" if noted else ""


def _noted(one: Element) -> list[str]:
    """What an element says of itself besides its words."""
    if one.get("class") == "qr":
        return ["QR code"]
    noted = [f".{name}" for name in (one.get("class") or "").split() if name in STANDING]
    if one.tag == "label" or any(above.get("aria-hidden") == "true" for above in one.ancestors()):
        return noted
    for name, value in one.attributes.items():
        if name == "data-token":
            noted.append(name)
        elif name not in HELD:
            noted.append(f"{name}={_STAMP.sub('', ' '.join(value.split()))}" if value else name)
    return noted
