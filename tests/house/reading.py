"""An HTML answer as a tree, with what does not balance in it.

Every answer of every test is read so, tens of thousands in a run: with Python's own ``html.parser`` that was a quarter
of what the tests of pages took. It reads HTML as our templates write it; whatever it cannot read is a fault.
``test_pages.py`` holds it against ``html.parser``.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import lru_cache
from html import unescape

VOID = frozenset("area base br col embed hr img input link meta source track wbr".split())
_RAW = frozenset({"script", "style"})
"""Whose content is no HTML."""
_TAG = re.compile(
    r"""<!--.*?-->|<!([^>]*)>|</([a-zA-Z][^\s>]*)\s*>|<([a-zA-Z][^\s/>]*)((?:[^"'>]|"[^"]*"|'[^']*')*)>""", re.DOTALL
)
_ATTRIBUTE = re.compile(r"""([^\s=/>"']+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?""")
VERBS = ("hx-get", "hx-post", "hx-put", "hx-patch", "hx-delete")
_SHOWN = ("id", "name", "class", "href", *VERBS)


class Element:
    """One element with its attributes, its parent, and what stands directly in it: text and elements."""

    __slots__ = ("attributes", "line", "own_text", "parent", "tag")

    def __init__(self, tag: str, attributes: dict[str, str], parent: Element | None, line: int) -> None:
        self.tag = tag
        self.attributes = attributes
        self.parent = parent
        self.line = line
        self.own_text: list[str | Element] = []

    @property
    def children(self) -> list[Element]:
        return [part for part in self.own_text if isinstance(part, Element)]

    def get(self, name: str) -> str | None:
        return self.attributes.get(name)

    def ancestors(self) -> Iterator[Element]:
        above = self.parent
        while above:
            yield above
            above = above.parent

    def inherits(self, name: str) -> bool:
        return name in self.attributes or any(name in e.attributes for e in self.ancestors())

    def within(self, tag: str) -> Element | None:
        above = self.parent
        while above and above.tag != tag:
            above = above.parent
        return above

    def text(self) -> str:
        """All the text in it as a reader gets it, spoken names included."""
        attributes = self.attributes
        if attributes.get("aria-hidden") == "true":
            return ""
        if label := attributes.get("aria-label") or attributes.get("alt"):
            return label
        parts = [part if isinstance(part, str) else part.text() for part in self.own_text]
        return " ".join("".join(parts).split())

    def __str__(self) -> str:
        shown = "".join(f' {k}="{v}"' for k, v in self.attributes.items() if k in _SHOWN)
        return f"<{self.tag}{shown}> in line {self.line}"


class Reader:
    """Builds the tree and notes tags that do not balance."""

    def __init__(self, html: str) -> None:
        self.faults: list[str] = []
        self.elements: list[Element] = []
        self.labels: dict[str | None, list[Element]] = defaultdict(list)
        self.doctype = False
        self.root = self.open = Element("", {}, None, 0)
        self._read(html)
        while self.open.parent:
            self.faults.append(f"{self.open} is never closed")
            self.open = self.open.parent

    def _read(self, html: str) -> None:
        at, line, counted = 0, 1, 0
        search = _TAG.search
        while (match := search(html, at)) is not None:
            start = match.start()
            if start > at:
                self._text(html[at:start])
            line, counted = line + html.count("\n", counted, start), start
            at = match.end()
            declared, ends, begins, given = match.groups()
            if begins is not None:
                tag = begins.lower()
                self._begin(tag, given, line)
                if tag in _RAW and self.open.tag == tag:
                    end = html.find(f"</{tag}", at)
                    at = self._raw(html, at, len(html) if end < 0 else end)
            elif ends is not None:
                self._end(ends.lower(), line)
            elif declared is not None:
                self.doctype = declared.lower() == "doctype html"
        if at < len(html):
            self._text(html[at:])

    def _raw(self, html: str, at: int, end: int) -> int:
        if end > at:
            self.open.own_text.append(html[at:end])
        return end

    def _text(self, text: str) -> None:
        if "<" in text:
            self.faults.append(f"no tag begins with {text[text.index('<') :][:20]!r}")
        self.open.own_text.append(unescape(text) if "&" in text else text)

    def _begin(self, tag: str, given: str, line: int) -> None:
        attributes = {}
        closes = given.endswith("/")
        if given:
            listed = _ATTRIBUTE.findall(given)
            for name, quoted, single, bare in listed:
                value = quoted or single or bare
                attributes[name.lower()] = unescape(value) if "&" in value else value
            if len(attributes) < len(listed):
                repeated = [name for name, n in Counter(name.lower() for name, *_ in listed).items() if n > 1]
                shown = Element(tag, attributes, None, line)
                self.faults += [f"{shown} has the attribute {name} twice" for name in repeated]
        new = Element(tag, attributes, self.open, line)
        if tag == "label":
            self.labels[attributes.get("for")].append(new)
        self.open.own_text.append(new)
        self.elements.append(new)
        if tag in VOID:
            return
        if not closes:
            self.open = new
        elif tag != "svg" and not new.within("svg"):
            self.faults.append(f"{new} closes itself, which HTML ignores")

    def _end(self, tag: str, line: int) -> None:
        if self.open.tag == tag and self.open.parent:
            self.open = self.open.parent
        else:
            self.faults.append(f"</{tag}> in line {line} closes {self.open}")


@lru_cache(maxsize=16)
def read_page(html: str) -> Reader:
    """A page as a tree, made once for the client that checks it and for the test that looks at it."""
    return Reader(html)
