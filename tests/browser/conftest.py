"""Pages in headless Chromium, as on a small phone; a complaint on the console fails the test."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from ipaddress import ip_address
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Playwright, Response, expect

from referee.app import addresses
from tests.browser.lines import COMPLAINTS
from tests.browser.scissors import Scissors
from tests.browser.thumb import HERE, Thumb
from tests.browser.together import RESOLVED
from tests.chaos.proxy import standing

WHOLE = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
CHROMIUM = shutil.which("chromium-headless-shell") or WHOLE  # without windows: a fifth less of the processors
# The pages that a whole browser loads behind its address bar, once for every phone, cost more than what is tested.
# So does a process kept ready for a page that never comes.
# This switch takes the place of the driver's own, so what the driver turns off stands here again.
TURNED_OFF = """WebUIOmniboxPopup WebUIOmniboxAimPopup
    AimEnabled AvoidCorsURLLoaderRestartOnRedirect AvoidUnnecessaryBeforeUnloadCheckSync DestroyProfileOnBrowserClose
    HttpsFirstBalancedModeAutoEnable HttpsUpgrades LensOverlay MediaRouter NetworkTimeServiceQuerying OptimizationHints
    PaintHolding PreconnectToSearch SpareRendererForSitePerProcess ThirdPartyStoragePartitioning"""
# nothing is asked of the outside world
FLAGS = [
    f"--disable-features={','.join(TURNED_OFF.split())}",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PHONE = "iPhone SE (3rd gen)"  # 375 x 667 with touch
expect.set_options(timeout=30_000)  # as long as a tap waits: a busy machine is slow, which is no fault of the pages


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Without a browser these tests are skipped in sight of everybody; in CI a missing browser is an error."""
    for item in items:
        if "tests/browser/" in item.path.as_posix():
            item.add_marker("browser")
            item.add_marker("unmeasured")  # the views are measured by the tests that ask them without a browser
            if not CHROMIUM and "CI" not in os.environ:
                item.add_marker(pytest.mark.skip(reason="no Chromium here: chromium-headless-shell runs this"))


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any], pytestconfig: pytest.Config) -> dict[str, Any]:
    path = WHOLE if pytestconfig.getoption("--headed") else CHROMIUM
    assert path, "no Chromium here: CI needs the package chromium-headless-shell, --headed the package chromium"
    letters = 16 * pytestconfig.getoption("--text") // 100
    args = [*FLAGS, RESOLVED, f"--blink-settings=defaultFontSize={letters}"]
    return {**browser_type_launch_args, "executable_path": path, "args": args}


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any], playwright: Playwright) -> dict[str, Any]:
    device = {k: v for k, v in playwright.devices[PHONE].items() if k != "default_browser_type"}
    # what glows or runs paints sixty times a second: half of the processors' time where much is tapped
    return {**browser_context_args, **device, "reduced_motion": "reduce"}


@pytest.fixture
def expected_complaints() -> list[str]:
    """A test appends parts of console messages that it provokes on purpose, such as ``"422"``."""
    return []


@pytest.fixture
def line(live_server: str, expected_complaints: list[str]) -> Iterator[Scissors]:
    """A line to the server that cuts answers off; the browser says so."""
    expected_complaints += [*COMPLAINTS, "ERR_", "cut off", "was preloaded using link preload"]  # half a page waits
    with standing(Scissors(live_server, share=0, seed=1)) as line:
        yield line


@pytest.fixture(autouse=True)
def quiet_console(context: BrowserContext, expected_complaints: list[str]) -> Iterator[None]:
    """What ``quiet`` says of the first phone."""
    with quiet(context, expected_complaints):
        yield


@contextmanager
def quiet(context: BrowserContext, expected: list[str]) -> Iterator[None]:
    """Fail the test on console errors and warnings, uncaught exceptions, violations of the policy and requests that
    leave the house, on any page.

    A write that a busy book put off (503) and then took was no fault: on a slow disk that happens in any test.
    """
    complaints: list[str] = []
    put_off: set[str] = set()
    taken: set[str] = set()

    def said(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            complaints.append(f"{message.type}: {message.text} ({message.location.get('url', '')})")

    def answered(response: Response) -> None:
        if response.request.method != "POST":
            return
        path = urlsplit(response.url).path
        if response.status == 503 and "retry-after" in response.headers:
            put_off.add(path)
        elif response.status < 400 and path in put_off:
            taken.add(path)

    context.on("console", said)
    context.on("request", lambda request: complaints.extend(elsewhere(request.url)))
    context.on("response", answered)
    context.on("weberror", lambda error: complaints.append(f"uncaught: {error.error}"))
    yield
    unexpected = [c for c in complaints if not any(part in c for part in expected)]
    assert [c for c in unexpected if not ("503" in c and any(path in c for path in taken))] == []


def elsewhere(url: str) -> list[str]:
    """The complaint of a request that goes to no address of a home."""
    place = urlsplit(url)
    if place.scheme not in ("http", "https", "ws", "wss") or place.hostname == "localhost":
        return []
    try:
        at_home = ip_address(place.hostname or "").is_private
    except ValueError:
        at_home = False
    return [] if at_home else [f"asked elsewhere: {url}"]


@pytest.fixture(autouse=True)
def hearing(context: BrowserContext) -> None:
    """Every page tells which answers it still waits for, and what it has said: see ``lines.py``."""
    context.add_init_script(path=HERE / "heard.js")


@pytest.fixture
def phone(page: Page, live_server: str) -> Page:
    """A phone that has opened the start page."""
    page.goto(live_server + "/")
    return page


@pytest.fixture
def book(settings: dict[str, Any], live_server: str) -> Iterator[sqlite3.Connection]:
    """The database of the running server, read (and locked) from outside."""
    opened = sqlite3.connect(Path(settings["DATA_DIR"]) / "referee.db", isolation_level=None)
    yield opened
    opened.close()


@pytest.fixture
def game(page: Page, live_server: str) -> str:
    """The address of a game of three that has just begun."""
    return Thumb(page).open_game(live_server, players=3)


@pytest.fixture
def second(
    browser: Browser, browser_context_args: dict[str, Any], live_server: str, expected_complaints: list[str]
) -> Iterator[BrowserContext]:
    """Another phone, with cookies of its own; it is put away before the server stops."""
    assert live_server
    context = browser.new_context(**browser_context_args)
    context.add_init_script(path=HERE / "heard.js")
    with quiet(context, expected_complaints):
        yield context
    context.close()


@pytest.fixture
def reachable(monkeypatch: pytest.MonkeyPatch) -> None:
    """Other phones reach the running server by the address of this computer alone."""
    monkeypatch.setattr(addresses, "phone_urls", lambda place: [addresses.url(place, "127.0.0.1")])


@pytest.fixture
def counting(page: Page, game: str) -> Thumb:
    """A game of three: Player 1 went out, Player 2's cards are asked for."""
    thumb = Thumb(page)
    thumb.link("Round over")
    thumb.button("^Player 1$")
    thumb.heading("Player 2: cards left")
    return thumb
