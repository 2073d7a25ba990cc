"""What pages carry of the lines of their templates: no indentation, and no line break in a tag."""

from __future__ import annotations

import pytest
from jinja2 import Environment

from referee.web.shell.unindented import Unindented


def rendered(template: str, name: str, **values: object) -> str:
    env = Environment(extensions=[Unindented], trim_blocks=True, lstrip_blocks=True, autoescape=True)
    code = env.compile(template, name)
    return env.template_class.from_code(env, code, {}).render(values)


@pytest.mark.parametrize(
    ("template", "page"),
    [
        ("<ul>\n  <li>x</li>\n</ul>", "<ul>\n<li>x</li>\n</ul>"),
        ("<p>\n    x\n  y\n</p>", "<p>\nx\ny\n</p>"),
        ('<a\n    class="b"\n    href="/">x</a>', '<a class="b" href="/">x</a>'),
        ("<a>{##}\n  <b>x</b>{##}\n</a>", "<a><b>x</b></a>"),
        ('<a\n    {%- if on %} class="on"{% endif %}\n    {% if on %} id="x"{% endif %}>', '<a class="on" id="x">'),
        ('<a\n    {%- if on +%}\n      class="on"\n    {%- endif %}>x</a>\ny', '<a class="on">x</a>\ny'),
        ("<b title='\n' id=\"\n>\">\n</b>", "<b title='\n' id=\"\n>\">\n</b>"),
        ("1 < 2\n  3 > 2\nit's\n", "1 < 2\n3 > 2\nit's"),
    ],
)
def test_pages_carry_no_indentation_and_no_line_break_in_a_tag(template: str, page: str) -> None:
    assert rendered(template, "a.html", on=True) == page


def test_what_somebody_typed_keeps_its_lines() -> None:
    assert rendered("<i\n  id=x>{{ typed }}\n</i>", "a.html", typed="a\n  b") == "<i id=x>a\n  b\n</i>"


def test_scripts_and_feeds_are_left_alone() -> None:
    script = "if (a) {\n  b = `<a\n    c>`;\n}"
    assert rendered(script, "worker.js") == script
