"""The page checker itself: it finds every fault it is there for, and accepts a good page."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest
from flask.testing import FlaskClient

from tests.house.pages import faults
from tests.house.reading import VOID, Element, Reader

GOOD = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Score</title>
<link rel="stylesheet" href="/static/referee.css"><script src="/static/htmx.js" defer></script></head>
<body><main hx-target="#scores" hx-swap="morph:outerHTML" data-modules="cards-left">
<h1>Score</h1><table id="scores"></table>
<form method="post" action="/x" hx-post="/x" hx-sync="this:queue all"><label for="a">One</label><input id="a" name="a">
<label>Two <input name="b"></label><input type="hidden" name="c" value="on"><button>Send</button></form>
<svg role="img"><title>Totals</title><path d="M0 0"/></svg><img src="data:image/png;base64,AA" alt="">
<p data-entry></p></main><i id="end" hidden></i></body></html>
"""


def test_a_good_page_has_no_faults() -> None:
    assert faults(GOOD) == []


@pytest.mark.parametrize(
    ("part", "fault"),
    [
        ("<p><b>x</p></b>", "</p> in line 1 closes <b> in line 1"),
        ("<section><p>x</p>", "<section> in line 1 is never closed"),
        ("<div/>", "closes itself"),
        ('<i id="a"></i><b id="a"></b>', "the id 'a' stands 2 times"),
        ('<p class="a" class="b"></p>', "the attribute class twice"),
        ('<div><main data-modules=""></main><b></b></div>', "the page has no end"),
        ('<a href="/" hx-get="/x" hx-swap="outerHTML">x</a>', "has no hx-target"),
        ('<a href="/" hx-get="/x" hx-target="#x">x</a>', "has no hx-swap"),
        ('<button hx-post="/x" hx-target="#x" hx-swap="outerHTML">x</button>', "quick taps"),
        ("<script>1</script>", "stands inline"),
        ("<style>a{}</style>", "stands inline"),
        ('<p style="color:red">x</p>', "in style"),
        ('<p onclick="x()">x</p>', "in onclick"),
        ('<p hx-on:click="x()">x</p>', "in hx-on:click"),
        ('<a href="javascript:x()">x</a>', "in href"),
        ('<script src="https://x.example/x.js"></script>', "from elsewhere"),
        ('<img alt="" src="//x.example/x.png">', "from elsewhere"),
        ('<img src="/x.png">', "has no alt"),
        ("<svg></svg>", "neither a title nor aria-hidden"),
        ('<a href="/"><svg aria-hidden="true"></svg></a>', "has no words"),
        ("<button></button>", "has no words"),
        ('<input name="x">', "has no label"),
        ('<main data-modules="paper"><div data-entry></div></main>', "needs the script cards-left"),
        ('<main data-modules=""><form data-draft="2"></form></main>', "needs the script draft-forms"),
        ('<label>A <input name="x"></label><label>A <input name="y"></label>', "2 fields are labelled 'A'"),
    ],
)
def test_a_part_with_a_fault_is_found_out(part: str, fault: str) -> None:
    found = faults(part)
    assert any(fault in one for one in found), found


@pytest.mark.parametrize(
    ("good", "bad", "fault"),
    [
        ("<!doctype html>", "", "no <!doctype html>"),
        (' lang="en"', "", "no lang"),
        ("<title>Score</title>", "<title></title>", "no title"),
        ('name="viewport"', 'name="x"', "no viewport"),
        ("<h1>Score</h1>", "<h2>Score</h2>", "0 <h1>"),
        ('id="scores"', 'id="score"', "points to the id 'scores'"),
        ('for="a"', 'for="z"', "points to the id 'z'"),
    ],
)
def test_a_page_with_a_fault_is_found_out(good: str, bad: str, fault: str) -> None:
    assert good in GOOD
    found = faults(GOOD.replace(good, bad))
    assert any(fault in one for one in found), found


class Plain(HTMLParser):
    """The same tree as Python's own reader sees it: what begins and ends, with attributes and lines, and the text."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.steps: list[object] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.steps.append((tag, {name: value or "" for name, value in attrs}, self.getpos()[0]))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        self.steps.append(tag)

    def handle_data(self, data: str) -> None:
        if self.steps and isinstance(self.steps[-1], list):
            data = self.steps.pop()[0] + data  # type: ignore[index]
        self.steps.append([data])


def steps_of(element: Element) -> list[object]:
    steps: list[object] = []
    for part in element.own_text:
        if isinstance(part, str):
            steps.append([part])
            continue
        steps.append((part.tag, part.attributes, part.line))
        steps += steps_of(part)
        if part.tag not in VOID:
            steps.append(part.tag)
    return steps


@pytest.mark.parametrize("path", ["/", "/new", "/rulebooks", "/rulebooks/contract", "/help", "/ask/meld", "/nothing"])
def test_pages_are_read_as_by_the_reader_of_python(client: FlaskClient, path: str) -> None:
    html = client.get(path).text
    assert steps_of(Reader(html).root) == Plain(html).steps


@pytest.mark.parametrize(
    "html",
    [
        GOOD,
        "<p title='a &amp; b' data-x=1 hidden>1 &lt; 2 &eacute; </p><!-- <b> --><br/><svg><path d='M0'/></svg>",
        "<P CLASS=x>loud</P>\n<script>if (1 < 2) { '</p>' }</script>\n<textarea>\n two\nlines</textarea>",
    ],
)
def test_odd_spellings_are_read_as_by_the_reader_of_python(html: str) -> None:
    assert steps_of(Reader(html).root) == Plain(html).steps


def test_what_begins_no_tag_is_a_fault() -> None:
    assert "no tag begins with '< 2'" in faults("<p>1 < 2</p>")
    assert faults("<p class='a>x</p>")
