"""Templates are broken and indented for their readers; the pages are as light as if each were one flat text."""

from __future__ import annotations

import re
from collections.abc import Iterator

from jinja2.ext import Extension
from jinja2.lexer import Token, TokenStream

_INDENT = re.compile(r"^[ \t]+", re.MULTILINE)
_SIGN = re.compile(r"<(?=[a-z])|[>\"'\n]")
"""What begins or ends a tag or one of its values, and the end of a line."""


class Unindented(Extension):
    """No page carries what indents a template, nor the line breaks between the attributes of a tag."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:  # noqa: ARG002
        return _INDENT.sub("", source) if _is_markup(name) else source

    def filter_stream(self, stream: TokenStream) -> Iterator[Token]:
        """With a space for each line break in a tag, tags of the same attributes are the same text and pack well."""
        within = ""  # the sign that ends the tag or the value

        def flat(part: re.Match[str]) -> str:
            nonlocal within
            sign = part[0]
            if sign == "\n":
                return " " if within == ">" else sign
            if sign == within:
                within = "" if sign == ">" else ">"
            elif not within and sign == "<":
                within = ">"
            elif within == ">" and sign in "\"'":
                within = sign
            return sign

        for token in stream:
            if token.type == "data" and _is_markup(stream.name):
                token = Token(token.lineno, token.type, _SIGN.sub(flat, token.value))
            yield token


def _is_markup(name: str | None) -> bool:
    return (name or "").endswith((".html", ".svg"))
