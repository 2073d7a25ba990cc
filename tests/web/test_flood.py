"""A flood from one address is refused plainly and logged, and nobody else notices."""

from __future__ import annotations

import logging

import pytest
from flask import Flask

from referee.web.flood import BURST
from referee.web.throttle import Throttle
from tests.web.plain import Phone

NOW = 0.0


@pytest.fixture
def buckets(app: Flask) -> Throttle:
    made = app.extensions["referee.flood"] = Throttle(lambda: NOW, burst=BURST, refill=0.5)
    return made


def phone_at(app: Flask, address: str) -> Phone:
    client = app.test_client()
    client.environ_base["REMOTE_ADDR"] = address
    return Phone(client)


def test_who_floods_is_told_to_wait_and_everybody_else_goes_on(app: Flask, buckets: Throttle) -> None:
    flooding, friend = phone_at(app, "192.168.1.66"), phone_at(app, "192.168.1.67")
    assert flooding.open("/").status == 200
    buckets.spend("192.168.1.66", BURST)
    refused = flooding.client.get("/")
    assert (refused.status_code, refused.headers["Retry-After"]) == (429, "3")
    assert "very many taps" in refused.text
    assert flooding.client.post("/new", data={"rulebook": "contract"}).status_code == 429
    assert friend.open("/").status == 200
    assert Phone(app.test_client()).open("/").status == 200, "this computer itself"


def test_a_flood_is_logged_once_and_not_at_each_request(
    app: Flask, buckets: Throttle, caplog: pytest.LogCaptureFixture
) -> None:
    flooding = phone_at(app, "192.168.1.66")
    buckets.spend("192.168.1.66", BURST - 1e-6)
    with caplog.at_level(logging.WARNING):
        for _ in range(5):
            flooding.open("/")
    assert caplog.text.count("flooded by 192.168.1.66: it waits") == 1


def test_every_request_costs_what_it_takes_the_processor(app: Flask, buckets: Throttle) -> None:
    table = phone_at(app, "192.168.1.5")
    for _ in range(3):
        table.open("/rulebooks")
    assert 0 < BURST - buckets._left("192.168.1.5") < 5


def test_all_addresses_of_one_network_share_what_it_has(app: Flask, buckets: Throttle) -> None:
    buckets.spend("2001:db8:1:2::/64", BURST)
    assert phone_at(app, "2001:db8:1:2::9").open("/").status == 429
    assert phone_at(app, "2001:db8:1:3::9").open("/").status == 200
