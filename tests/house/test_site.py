"""The documentation makes a whole site: links lead somewhere, rulings are the engine's, nothing is loaded from afar."""

from __future__ import annotations

import re
import subprocess
import sys
from html import escape
from pathlib import Path

import pytest
from PIL import Image

from docs.site import disputes, staging
from docs.site.checking import faults
from referee.rulebooks import library
from referee.rulebooks.ruling import rule
from referee.rules.questions import QUESTIONS

ROOT = Path(__file__).resolve().parents[2]
PICTURES = ROOT / "docs" / "pictures"
RULEBOOKS = library.all_rulebooks()


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("sphinx", reason="the extra docs makes the site")
    folder = tmp_path_factory.mktemp("site")
    done = subprocess.run([sys.executable, "-m", "docs.site", folder], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder / "html"


def test_every_rulebook_has_a_page_with_all_its_clauses_and_what_differs(site: Path) -> None:
    for book in RULEBOOKS:
        page = (site / "rulebooks" / f"{book.id}.html").read_text(encoding="utf-8")
        assert re.findall(r'<section id="([^"]+)" class="clause">', page) == [clause.topic for clause in book.printed]
        assert [clause.topic for clause in book.printed if escape(clause.text, quote=False) not in page] == []
        base = book.builds_on and library.load(book.builds_on).name
        assert (f"What differs from {base}" in page) == bool(base), book.id


def test_the_disputes_are_twenty_and_answered_by_the_engine(site: Path) -> None:
    page = (site / "disputes.html").read_text(encoding="utf-8")
    asked = disputes.asked()
    assert len(asked) == len({dispute["title"] for dispute in asked}) == 20
    for dispute in asked:
        answer = rule(dispute["ask"])
        assert not answer.get("needs"), f"{dispute['title']}: nothing is left to ask"
        assert escape(answer["ruling"], quote=False) in page, dispute["title"]
        assert f'"rulebooks/{answer["because"][0]["clause"].replace("/", ".html#")}"' in page, dispute["title"]


def test_every_question_of_the_api_is_shown(site: Path) -> None:
    page = (site / "questions.html").read_text(encoding="utf-8")
    assert [
        name
        for name in QUESTIONS
        if f'<p><code class="docutils literal notranslate"><span class="pre">{name}</span>' not in page
    ] == []


def test_a_dead_link_and_what_is_loaded_from_elsewhere_are_found(tmp_path: Path) -> None:
    (tmp_path / "style.css").write_text("@import 'https://fonts.example/face.css';")
    (tmp_path / "there.html").write_text('<h1 id="here">There</h1>')
    (tmp_path / "index.html").write_text(
        '<link rel="stylesheet" href="style.css"><link rel="preconnect" href="https://fonts.example">'
        '<img src="//elsewhere.example/x.png"><img src="gone.png"><script src="https://elsewhere.example/x.js"></script>'
        '<a href="there.html#here">good</a><a href="there.html#gone">bad</a><a href="gone.html">bad</a>'
        '<a href="https://elsewhere.example">may be clicked</a>'
    )
    assert faults(tmp_path) == [
        "index.html loads https://fonts.example",
        "index.html loads //elsewhere.example/x.png",
        "index.html loads gone.png, which is not there",
        "index.html loads https://elsewhere.example/x.js",
        "index.html: there.html#gone leads nowhere",
        "index.html: gone.html leads nowhere",
        "style.css loads https://fonts.example/face.css",
    ]


def test_a_link_of_a_page_leads_to_its_place_in_the_site_or_is_refused() -> None:
    pages = staging.written()
    text = "[a](../referee/DESIGN.md#layers), [b](../referee/rulebooks), [c](../referee/cli/main.py), [d](#here)"
    assert staging.led(text, "docs/play.md", pages) == (
        "[a](develop/design.md#layers), [b](rulebooks/index.md), c, [d](#here)"
    )
    with pytest.raises(ValueError, match=r"docs/play.md: gone\.md is not there"):
        staging.led("[x](gone.md)", "docs/play.md", pages)


def test_the_pictures_of_the_readme_are_there_and_small_enough() -> None:
    shown = set(re.findall(r'(?:src|srcset)="([^"]+)"', (ROOT / "README.md").read_text(encoding="utf-8")))
    assert len(shown) == 4
    assert [name for name in shown if not (ROOT / name).is_file()] == []
    moving = PICTURES / "evening.webp"
    assert moving.stat().st_size <= 2 * 1024 * 1024
    with Image.open(moving) as picture:
        lasts = 0
        for frame in range(picture.n_frames):
            picture.seek(frame)
            picture.load()
            lasts += picture.info["duration"]
    assert 9_500 <= lasts <= 10_500
    assert sum(path.stat().st_size for path in PICTURES.iterdir()) <= 2 * 1024 * 1024
