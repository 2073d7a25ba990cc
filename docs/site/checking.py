"""Looks at the built site: every link leads to something, and nothing is loaded from elsewhere."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

LOADS = {"script": "src", "img": "src", "source": "srcset", "iframe": "src", "video": "src", "audio": "src"}
_IN_STYLES = re.compile(r"(?:url\(\s*[\"']?|@import\s+[\"'])((?:https?:)?//[^\"')]+)")


class Page(HTMLParser):
    """What a page links to and loads, and the ids in it."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.ids: set[str] = set()
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.ids |= {given[name] for name in ("id", "name") if name in given}
        if tag == "a" and "href" in given:
            self.links.append(given["href"])
        if tag == "link" and "href" in given and given.get("rel") not in ("canonical", "next", "prev", "search"):
            self.loaded.append(given["href"])
        if tag in LOADS and LOADS[tag] in given:
            self.loaded.append(given[LOADS[tag]])


def faults(html: Path) -> list[str]:
    """Each with the page it is on; none where the site is whole."""
    pages = {path.resolve(): Page(path) for path in sorted(html.rglob("*.html"))}
    wrong = []
    for path, page in pages.items():
        name = path.relative_to(html.resolve())
        for address in page.loaded:
            if urlsplit(address).scheme not in ("", "data") or address.startswith("//"):
                wrong.append(f"{name} loads {address}")
            elif not address.startswith("data:") and not _file(path, address).is_file():
                wrong.append(f"{name} loads {address}, which is not there")
        wrong += [f"{name}: {link} leads nowhere" for link in page.links if not _leads(path, link, pages)]
    for style in sorted(html.rglob("*.css")):
        for address in _IN_STYLES.findall(style.read_text(encoding="utf-8")):
            wrong.append(f"{style.relative_to(html)} loads {address}")
    return wrong


def _file(page: Path, address: str) -> Path:
    path = unquote(urlsplit(address).path)
    return (page.parent / path).resolve() if path else page


def _leads(page: Path, link: str, pages: dict[Path, Page]) -> bool:
    """A link to elsewhere is not followed: it may be clicked, and nothing is loaded by it."""
    if urlsplit(link).scheme or link.startswith("//"):
        return True
    target, anchor = _file(page, link), unquote(urlsplit(link).fragment)
    if target.is_dir():
        target /= "index.html"
    if not target.is_file():
        return False
    return not anchor or target not in pages or anchor in pages[target].ids
