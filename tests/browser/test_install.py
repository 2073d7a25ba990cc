"""On a secure connection the last state of a game is shown while the server is away, and never to whom it is closed."""

from __future__ import annotations

import os
from typing import Any
from urllib.parse import urlsplit

import pytest
from flask import Flask, Response, abort, request
from playwright.sync_api import Page, expect

from tests.browser.thumb import Thumb, seen
from tests.serving import serving
from tests.sizes import sized

IS_KEPT = """async (path) => {
  for (const name of await caches.keys()) {
    if ((await (await caches.open(name)).keys()).some(({ url }) => new URL(url).pathname === path)) return true;
  }
  return false;
}"""

AS_A_PART = """([path, purpose]) =>
  fetch(path, { headers: { "HX-Request": "true", Purpose: purpose } }).then((answer) => answer.text())
"""


@pytest.fixture
def settings(settings: dict[str, Any]) -> dict[str, Any]:
    return {**settings, "SERVICE_WORKER": True}


@pytest.fixture
def closed(new_app: Flask) -> list[str]:
    """Beginnings of the addresses that the server refuses, as it does to a phone that was revoked."""
    beginnings: list[str] = []

    @new_app.before_request
    def refuse() -> None:
        if request.path.startswith(tuple(beginnings)):
            abort(403)

    return beginnings


@pytest.fixture
def away(expected_complaints: list[str]) -> None:
    """The server goes away in the test, and the console says so."""
    expected_complaints += ["ERR_", "Failed to", "403"]


def wait_until(page: Page, is_true: str, given: Any) -> None:
    """``is_true``: a function that gives a promise."""
    page.evaluate(
        f"""async (given) => {{
          for (const end = Date.now() + 30000; Date.now() < end; await new Promise((go) => setTimeout(go, 50))) {{
            if (await ({is_true})(given)) return;
          }}
          throw new Error("it did not become true");
        }}""",
        given,
    )


def wait_for(page: Page, kept: bool, path: str) -> None:
    wait_until(page, f"([path, kept]) => ({IS_KEPT})(path).then((is) => is === kept)", [path, kept])


def test_the_last_state_is_shown_while_the_server_is_away(
    page: Page, closed: list[str], new_app: Flask, away: None
) -> None:
    strip, thumb = page.locator("#last-state"), Thumb(page)
    with serving(new_app) as server:
        port = urlsplit(server).port or 0
        now = urlsplit(thumb.open_game_by_hand(server, players=3)).path
        wait_for(page, True, now)
        page.get_by_role("link", name="Score").tap()
        thumb.heading("Score")
        score = urlsplit(page.url).path
        wait_for(page, True, score)
        expect(strip).to_have_count(0)
    page.reload()
    thumb.heading("Score")
    expect(strip).to_contain_text("No connection to the server. This page is as it was at")
    expect(seen(page).get_by_role("listitem").filter(has_text="Player 1")).to_be_visible()
    if folder := os.environ.get("LOOK"):
        page.screenshot(path=folder + "/away.png")
    rules = page.evaluate("[...document.styleSheets[0].cssRules].flatMap((layer) => [...layer.cssRules ?? []]).length")
    assert rules > 500, "with all its styles"
    page.goto(f"{server}{now}/history")
    expect(strip).to_be_visible()
    assert urlsplit(page.url).path in (now, score), "a page that was never shown gives way to one that was"
    with serving(new_app, port):
        expect(strip).to_have_count(0)
        page.goto(server + score)
        thumb.heading("Score")
        expect(strip).to_have_count(0)
        closed.append("/g/")
        page.reload()
        wait_for(page, False, score)
        wait_for(page, False, now)


def test_ones_own_hand_is_there_after_a_reload_without_a_line_and_goes_out_when_it_is_back(
    page: Page, new_app: Flask, away: None, expected_complaints: list[str]
) -> None:
    expected_complaints.append("htmx")
    thumb = Thumb(page)
    with serving(new_app) as server:
        port = urlsplit(server).port or 0
        now = urlsplit(thumb.open_game_by_hand(server, players=3)).path
        thumb.link("Round over")
        thumb.button("^Player 1$")
        page.goto(f"{server}{now}/round?seat=2")
        thumb.heading("Player 2: cards left")
        wait_for(page, True, f"{now}/round")
    page.reload()
    thumb.heading("Player 2: cards left")
    for rank in ("K", "5"):
        thumb.card(rank)
    thumb.button("^(Next|Send)")
    expect(page.locator("#unsent")).to_contain_text("Not sent yet")
    with serving(new_app, port):
        thumb.heading("Player 3: cards left")
        page.goto(f"{server}{now}/round?seat=2")
        expect(page.locator(".sum")).to_have_text("15")


def test_half_a_page_takes_no_whole_ones_place(page: Page, new_app: Flask, away: None) -> None:
    """A proxy that says no length hands on what it has of a page, and the browser takes that for all."""
    halves: list[str] = []

    @new_app.after_request
    def cut(response: Response) -> Response:
        if request.headers.get("Purpose") == "half":
            halves.append(request.path)
            response.set_data(response.get_data()[:3000])
        return response

    with serving(new_app) as server:
        now = urlsplit(Thumb(page).open_game_by_hand(server, players=3)).path
        score, history = f"{now}/score", f"{now}/history"
        page.goto(server + score)
        wait_for(page, True, score)
        page.evaluate(AS_A_PART, [score, "half"])
        page.evaluate(AS_A_PART, [history, "whole"])
        wait_for(page, True, history)
        assert halves
    page.reload()
    Thumb(page).heading("Score")
    assert page.locator("#end").count() == 1


@pytest.mark.parametrize("times", sized([1], [1, 2]))
def test_a_page_that_is_cut_on_its_way_is_fetched_again_or_shown_as_it_was(
    page: Page, new_app: Flask, away: None, times: int
) -> None:
    """It comes whole to the second question; where that is cut as well, the last whole one is shown at once."""
    cuts: list[str] = []

    @new_app.after_request
    def cut(response: Response) -> Response:
        if cuts and request.path == cuts[0]:
            cuts.pop()
            response.set_data(response.get_data()[:3000])
        return response

    with serving(new_app) as server:
        now = urlsplit(Thumb(page).open_game_by_hand(server, players=3)).path
        score = f"{now}/score"
        page.goto(server + score)
        wait_for(page, True, score)
        cuts += [score] * times
        page.goto(server + score, wait_until="commit")
        expect(page.locator("#last-state")).to_have_count(times - 1)
        assert not cuts
        assert page.locator("#end").count() == 1
        Thumb(page).heading("Score")


def test_another_version_of_the_app_keeps_nothing_of_the_old_one(page: Page, new_app: Flask) -> None:
    source = new_app.test_client().get("/worker.js").get_data(as_text=True)
    another = source.replace('const VERSION = "', 'const VERSION = "another-', 1)
    assert another != source
    with serving(new_app) as server:
        page.goto(server + "/")
        wait_for(page, True, "/")
        [before] = page.evaluate("caches.keys()")
        headers = {"Content-Type": "text/javascript", "Cache-Control": "no-cache"}
        new_app.view_functions["install.worker"] = lambda: (another, headers)
        page.reload()
        wait_until(page, "(before) => caches.keys().then((names) => names.length === 1 && names[0] !== before)", before)
