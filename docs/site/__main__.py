"""Builds and checks the site: ``python -m docs.site [FOLDER]``."""

from __future__ import annotations

import argparse
import shutil
import time
from pathlib import Path

from sphinx.cmd.build import build_main

from docs.site import disputes, questions, rulebooks
from docs.site.checking import faults
from docs.site.staging import ROOT, stage

HERE = Path(__file__).parent
BUILT = ROOT / "build" / "site"


def build(folder: Path) -> int:
    """Make the site in ``folder``, of which what an earlier one made is removed first; 0 where it is whole."""
    source, html = folder / "source", folder / "html"
    for made in (source, html, folder / "read"):
        shutil.rmtree(made, ignore_errors=True)
    stage(source)
    for pages in (rulebooks.pages(), disputes.pages(), questions.pages()):
        for name, text in pages.items():
            page = source / name
            page.parent.mkdir(parents=True, exist_ok=True)
            page.write_text(text, encoding="utf-8")
    options = ["-q", "-W", "--keep-going", "-b", "html", "-c", str(HERE), "-d", str(folder / "read")]
    return build_main([*options, str(source), str(html)])


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m docs.site", description=__doc__)
    parser.add_argument(
        "folder", type=Path, nargs="?", default=BUILT, help="where to build it: into source, html and read"
    )
    folder: Path = parser.parse_args().folder
    began = time.monotonic()
    if build(folder):
        raise SystemExit("The site was not built.")
    if wrong := faults(folder / "html"):
        raise SystemExit("\n".join(wrong))
    count = len([*(folder / "html").rglob("*.html")])
    print(f"{count} pages in {time.monotonic() - began:.1f} s: {folder / 'html' / 'index.html'}")


if __name__ == "__main__":
    main()
