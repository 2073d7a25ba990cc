"""The table view: limits, debts and totals for everybody around the table, and nothing to tap."""

from __future__ import annotations

import http.client
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.house.pages import Reader, read_page
from tests.serving import serving
from tests.web.table_phone import FIVES, Phone, down, hrefs, melds, words


def lines(found: Reader | TestResponse) -> list[str]:
    """What is said of each player."""
    page = found if isinstance(found, Reader) else read_page(found.get_data(as_text=True))
    return [one.text() for one in page.elements if one.tag == "li"]


def test_it_says_what_everybody_has_left_and_owes(app: Flask, client: FlaskClient) -> None:
    phone = down(app, client)
    told = {"by": 1, "owner": 2, "meld": melds(phone)[FIVES], "take": "5S", "give": "KD", "use": "contract"}
    phone.send("/screw-over", round=1, **told, use_cards="5S 5C 5D\nJC JD JH")
    phone.see()  # the message of what was just done was read there
    page = phone.see("/view")
    assert "Two sets of 3" in words(page)
    assert "Ben none taken truly screwed: owes a set of 3 lays off again in a turn after replacing it 0" in lines(page)
    assert "Cid 1 taken 0" in lines(page)
    tapped = [one for one in page.elements if one.tag in ("button", "form") and one.get("data-awake-known") is None]
    assert not tapped, "but that the screen cannot be kept awake"


def test_pips_are_said_as_words_and_the_leader_by_a_word(app: Flask, client: FlaskClient) -> None:
    phone = Phone(app, client, "shanghai")
    phone.send("/round/went-out", round=1, seat=2)
    for seat, cards in ((1, "K"), (3, "5"), (4, "A")):
        phone.send("/round/cards-left", round=1, seat=seat, cards=cards)
    phone.send("/round/close", round=1)
    phone.send("/may-i", round=2, claims=3)
    page = phone.see("/view")
    assert "Ben leads 2 left 0" in lines(page)
    assert "Cid place 2 1 left 5" in lines(page)
    assert "Lowest total wins." in words(page)


def test_who_has_seen_the_last_thing_gets_nothing_and_who_has_not_gets_the_page(
    app: Flask, client: FlaskClient
) -> None:
    phone = Phone(app, client, "contract")
    look = {"headers": {"HX-Request": "true"}}
    address = f"/g/{phone.code}/view?seen={phone.state.number}"
    nothing = client.get(address, **look)  # type: ignore[arg-type]
    assert (nothing.data, nothing.headers["Content-Length"], nothing.headers["HX-Reswap"]) == (b"", "0", "none")
    phone.send("/down", round=1, seat=3, melds="")
    news = client.get(address, **look)  # type: ignore[arg-type]
    assert news.status_code == 200
    assert "Cid none taken down 0" in lines(news)
    assert client.get(address).status_code == 200, "a browser without script loads it whole"


def test_it_stays_when_the_game_is_over_and_one_tap_leads_to_it(app: Flask, client: FlaskClient) -> None:
    phone = Phone(app, client, "contract")
    assert f"/g/{phone.code}/view" in hrefs(phone.see("/table"))
    phone.send("/abandon")
    assert words(phone.see("/view"), "h1") == "Abandoned"


def test_whoever_asks_for_news_again_and_again_keeps_the_connection(app: Flask, client: FlaskClient) -> None:
    phone = Phone(app, client, "contract")
    address = f"/g/{phone.code}/view?seen={phone.state.number}"
    with serving(app) as served_at:
        connection = http.client.HTTPConnection(served_at.removeprefix("http://"), timeout=60)
        connection.connect()
        first: Any = connection.sock
        for _ in range(3):
            connection.request("GET", address, headers={"HX-Request": "true"})
            answer = connection.getresponse()
            assert (answer.status, answer.read()) == (200, b"")
            assert connection.sock is first, "the server did not hang up"
        connection.close()
