"""Lays the pages that people write where Sphinx reads them, each link led to where it stands in the site."""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
ELSEWHERE = {
    "CHANGELOG.md": "changelog.md",
    "referee/DESIGN.md": "develop/design.md",
    "referee/SECURITY.md": "hosting/security.md",
    "tests/bench/README.md": "develop/benchmarks.md",
    "tests/rules/cases/README.md": "develop/cases.md",
    "training/cards/README.md": "develop/photographs.md",
}
"""Pages that lie beside the code they are about, and where they stand in the site."""
FRONT = {"README.md": "index.md"}
"""The README has a page of its own in its place."""
MADE_FROM = {
    "docs/disputes.json": "disputes.md",
    "referee/rules/questions": "questions.md",
    "referee/rulebooks": "rulebooks/index.md",
    "docs/disputes.md": "disputes.md",
    "docs/rulebooks/README.md": "rulebooks/index.md",
}
"""What pages are made from: links lead there in the repository, and to the page in the site."""
_LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)#:\s]*)(#[^)\s]*)?\)")


NAVIGATION = {
    "At the table": ("play", "rulebooks/index", "disputes", "words"),
    "Host it": ("hosting/home", "hosting/index", "hosting/reach", "hosting/security", "reliability"),
    "Command and API": ("command", "api", "questions"),
    "Develop": (
        "CONTRIBUTING", "develop/index", "develop/house", "develop/rulebook", "develop/checks", "develop/design",
        "develop/cases", "develop/benchmarks", "develop/photographs", "changelog",
    ),
}  # fmt: skip
"""Every page by its part of the site; Sphinx says which of them is missing here."""
_PICTURE = re.compile(r"^!\[([^\]]*)\]\((\S+)-light\.webp\)\n", re.M)


def is_made(page: Path) -> bool:
    """Whether ``docs.site.readable`` made it for those who read in the repository: the site makes it with more."""
    return page.is_relative_to(DOCS / "rulebooks") or page == DOCS / "disputes.md"


def written() -> dict[str, str]:
    """Every page that people write, by its path in the repository, and its path in the site."""
    own = [path.relative_to(DOCS).as_posix() for path in sorted(DOCS.rglob("*.md")) if not is_made(path)]
    return {f"docs/{path}": re.sub(r"(^|/)README\.md$", r"\1index.md", path) for path in own} | ELSEWHERE


def stage(source: Path) -> None:
    """Write all pages and what they show. Raises ValueError for a link that leads nowhere."""
    pages = written()
    for file in DOCS.rglob("*"):
        inside = file.relative_to(DOCS)
        if file.is_file() and file.suffix not in (".md", ".py", ".pyc") and inside.parts[0] != "site":
            (source / inside).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, source / inside)
    for path, page in pages.items():
        (source / page).parent.mkdir(parents=True, exist_ok=True)
        text = (ROOT / path).read_text(encoding="utf-8")
        (source / page).write_text(_PICTURE.sub(in_both_themes, led(text, path, pages)), encoding="utf-8")
    with (source / "index.md").open("a", encoding="utf-8") as front:
        for title, entries in NAVIGATION.items():
            lines = "\n".join(entries)
            front.write(f"\n```{{toctree}}\n:hidden:\n:titlesonly:\n:maxdepth: 2\n:caption: {title}\n\n{lines}\n```\n")


def in_both_themes(picture: re.Match[str]) -> str:
    """A picture that was taken by day and by night, each where the reader's page is as light."""
    alt, name = picture[1], picture[2]
    size = "wide" if name.endswith("table") else "phone"
    return "".join(
        f"```{{image}} {name}-{theme}.webp\n:alt: {alt}\n:class: only-{theme} {size}\n```\n\n"
        for theme in ("light", "dark")
    )


def led(text: str, path: str, pages: dict[str, str]) -> str:
    """The text of a page, its links as the site has them.

    What is no page of the site is named and not linked: there the repository is not at hand.
    """
    here = PurePosixPath(pages[path]).parent
    places = FRONT | MADE_FROM | pages

    def link(match: re.Match[str]) -> str:
        shows, words, target, anchor = match[1], match[2], match[3], match[4] or ""
        if not target:
            return match[0]
        wanted = PurePosixPath(os.path.normpath(PurePosixPath(path).parent / target)).as_posix()
        if wanted in places:
            return f"{shows}[{words}]({os.path.relpath(places[wanted], here)}{anchor})"
        if (ROOT / wanted).is_file() and wanted.startswith("docs/"):
            return match[0]
        if (ROOT / wanted).exists():
            return words
        raise ValueError(f"{path}: {target} is not there")

    return _LINK.sub(link, text)
