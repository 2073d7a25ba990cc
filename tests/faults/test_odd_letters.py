"""Addresses and forms with letters that no keyboard has: PostgreSQL takes no zero byte, and no code contains one."""

from __future__ import annotations

import re
from urllib.parse import quote

import pytest
from flask import Flask

from tests.services.desk import open_game

ODD = ("\x00", "a\x00b", "ABC\x00EF", "\ud800", "\uffff", "\x1f")


@pytest.mark.parametrize("letters", ODD, ids=ascii)
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_an_address_with_odd_letters_is_no_address_of_anything(app: Flask, method: str, letters: str) -> None:
    with app.app_context():
        open_game()
    odd, client, tried = quote(letters, errors="surrogatepass"), app.test_client(), 0
    form = {"name": letters, "game": letters} if method == "POST" and letters != "\ud800" else None
    for rule in app.url_map.iter_rules():
        if method not in (rule.methods or ()) or not rule.arguments:
            continue
        path = re.sub(r"<int:\w+>", "7", rule.rule)
        path = re.sub(r"<(?:\w+:)?\w+>", lambda _: odd, path)
        answer = client.open(path, method=method, data=form)
        tried += 1
        assert answer.status_code < 500, (path, answer.status_code)
        if min(letters) < " " and odd in path and "static" not in path:
            assert answer.status_code in (400, 404, 405, 415), (path, answer.status_code)
    assert tried > 40
