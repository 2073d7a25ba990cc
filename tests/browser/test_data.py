"""A club's file taken out on one phone and brought in on another house's, by the page itself; and a game's day."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from referee import create_app
from tests.apps import dispose
from tests.browser.thumb import Thumb, seen
from tests.web.season_club import Club


def data_page(page: Page, server: str) -> None:
    page.goto(server + "/clubs")
    page.get_by_role("link", name="Export or import the data").tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("Export and import")


def test_a_file_comes_in_through_the_page(
    page: Page, live_server: str, tmp_path: Path, expected_complaints: list[str]
) -> None:
    elsewhere = create_app({"DATA_DIR": str(tmp_path / "elsewhere"), "WTF_CSRF_ENABLED": False, "TESTING": True})
    club = Club(elsewhere)
    club.evenings()
    file = tmp_path / "club.jsonl"
    file.write_bytes(elsewhere.test_client().get(f"/clubs/{club.id}/club.jsonl").get_data())
    dispose(elsewhere)
    data_page(page, live_server)
    # the untouched first club gives way, and its page may just ask for itself
    expected_complaints.append(f"404 (NOT FOUND) ({page.url})")
    page.locator("#file").set_input_files(file)
    page.get_by_role("button", name="Import it").tap()
    expect(seen(page).get_by_text("This phone now uses it")).to_be_visible()
    page.get_by_role("link", name="Standings", exact=True).tap()
    expect(page.get_by_role("rowheader", name="Ada leads")).to_be_visible()
    data_page(page, live_server)
    with page.expect_download() as taken:
        page.get_by_role("link", name="Export the club").tap()
    assert Path(taken.value.path()).read_bytes() == file.read_bytes()


@pytest.mark.parametrize("zone", ["Pacific/Kiritimati", "Etc/GMT+12"])
def test_a_game_has_the_day_of_the_phone_that_opens_it(
    browser: Browser, browser_context_args: dict[str, Any], live_server: str, zone: str
) -> None:
    """The first and the last zone of the world have never the same day, so a server has never that of both."""
    context = browser.new_context(**browser_context_args | {"timezone_id": zone})
    page = context.new_page()
    code = Thumb(page).open_game_by_hand(live_server, players=3).rsplit("/", 1)[1]
    game = page.request.get(f"{live_server}/api/games/{code}").json()
    opened_at = datetime.fromisoformat(game["opened_at"])
    hours = {"Pacific/Kiritimati": 14, "Etc/GMT+12": -12}[zone]
    assert game["day"] == (opened_at + timedelta(hours=hours)).date().isoformat()
    context.close()


def test_a_file_that_cannot_be_is_refused_on_the_page(
    page: Page, live_server: str, tmp_path: Path, expected_complaints: list[str]
) -> None:
    expected_complaints.append("422")
    file = tmp_path / "club.jsonl"
    file.write_bytes(b'{"type":"club"\n')
    data_page(page, live_server)
    page.locator("#file").set_input_files(file)
    page.get_by_role("button", name="Import it").tap()
    expect(seen(page).get_by_text("Nothing was imported. Line 1: This isn’t JSON.")).to_be_visible()


def test_a_huge_file_is_not_even_sent(page: Page, live_server: str, tmp_path: Path) -> None:
    sent: list[Any] = []
    page.on("request", lambda request: sent.append(request) if request.method == "POST" else None)
    file = tmp_path / "film.mp4"
    with file.open("wb") as film:
        film.truncate(17 * 1024 * 1024)
    data_page(page, live_server)
    page.locator("#file").set_input_files(file)
    page.get_by_role("button", name="Import it").tap()
    page.wait_for_function("() => document.querySelector('#file').validationMessage.includes('larger than 16 MB')")
    assert sent == []
