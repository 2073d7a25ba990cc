"""What a browser needs to make an app of the pages: a manifest with its icons, and the worker with its files."""

from __future__ import annotations

import json
import re
import struct

import pytest
from flask import Flask
from flask.testing import FlaskClient


def test_the_manifest_names_icons_of_the_sizes_that_they_have(client: FlaskClient) -> None:
    assert '<link rel="manifest" href="/manifest.webmanifest">' in client.get("/").get_data(as_text=True)
    answer = client.get("/manifest.webmanifest")
    assert answer.mimetype == "application/manifest+json"
    manifest = json.loads(answer.data)
    assert (manifest["display"], manifest["start_url"], manifest["scope"]) == ("standalone", "/", "/")
    kinds = {(icon["sizes"], icon["purpose"]) for icon in manifest["icons"]}
    assert kinds == {(size, purpose) for size in ("192x192", "512x512") for purpose in ("any", "maskable")}
    for icon in manifest["icons"]:
        with client.get(icon["src"]) as answer:
            picture = answer.data
        assert picture.startswith(b"\x89PNG"), icon
        assert "{}x{}".format(*struct.unpack(">II", picture[16:24])) == icon["sizes"]


def worker_files(client: FlaskClient) -> list[str]:
    answer = client.get("/worker.js")
    assert (answer.mimetype, answer.headers["Cache-Control"]) == ("text/javascript", "no-cache")
    found = re.search(r"^const FILES = (.*);$", answer.get_data(as_text=True), re.M)
    assert found
    files: list[str] = json.loads(found[1])
    return files


def test_the_worker_holds_everything_that_a_page_is_drawn_with(client: FlaskClient) -> None:
    files = worker_files(client)
    page = client.get("/new").get_data(as_text=True)
    head = page[: page.index("</head>")]
    drawn_with = set(re.findall(r'(?:src|href|data-plain|data-alone)="(/static/[^"]+\.(?:js|css|svg)[^"]*)"', head))
    assert len(drawn_with) > 8
    assert drawn_with <= set(files)
    for file in files:
        with client.get(file) as answer:
            assert answer.status_code == 200, file


def test_other_files_make_another_worker(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    def version() -> str:
        return client.get("/worker.js").get_data(as_text=True).splitlines()[0]

    before = version()
    assert version() == before
    monkeypatch.setattr("referee.web.shell.assets.of_every_page", lambda: ["/static/other.css"])
    assert version() != before


@pytest.mark.parametrize(
    ("wanted", "origin", "has_worker"),
    [
        (True, "http://localhost:5000", True),
        (True, "http://127.0.0.1:5000", True),
        (True, "https://192.168.1.20:5000", True),
        (True, "http://192.168.1.20:5000", False),
        (False, "http://localhost:5000", False),
    ],
)
def test_pages_name_the_worker_where_a_browser_takes_one(
    app: Flask, wanted: bool, origin: str, has_worker: bool
) -> None:
    app.config["SERVICE_WORKER"] = wanted
    page = app.test_client().get("/", base_url=origin).get_data(as_text=True)
    assert ('data-worker="/worker.js"' in page) == has_worker
    assert ("/install.js" in page) == has_worker
