"""Old games by a file, on a phone: chosen, a name matched, a date settled, brought in, taken back."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.test_data import data_page

LINES = "date,player,total\n" + "".join(
    f"0{month}/04/2019,{name},{points}\n"
    for month in (1, 2, 3)
    for name, points in (("Anna", 12), ("Ben", 30), (f"Anna {month}", 7))
)


def test_a_file_comes_in_with_six_taps_and_goes_with_one(page: Page, live_server: str) -> None:
    taps = 0

    def tap(name: str) -> None:
        nonlocal taps
        taps += 1
        page.get_by_role("button", name=name).click()

    data_page(page, live_server)
    page.goto(page.url.removesuffix("/data") + "/notebook")
    page.set_input_files("#file", {"name": "games.csv", "mimeType": "text/csv", "buffer": LINES.encode()})
    expect(page.locator("#file-chosen")).to_have_text("games.csv")
    tap("Read it")
    expect(page.get_by_role("heading", name="Is this what it says?")).to_be_visible()
    page.get_by_role("radio", name="4 Jan 2019").check(force=True)
    page.get_by_label("Anna 1").select_option("Same as Anna 2")
    tap("Read again")
    expect(page.locator("main")).to_contain_text("4 Jan 2019 to 4 Mar 2019")
    expect(page.get_by_role("radio", name="4 Jan 2019")).to_be_checked()
    expect(page.get_by_label("Anna 1")).to_have_value("=Anna 2")
    tap("Bring in 3 games")
    expect(page.locator("main")).to_contain_text("4 players are new.")
    assert taps == 3, "with two for the file and one each for the date and the name"
    tap("Take it all back")
    expect(page.locator("#bin")).to_have_text("Removed")
    tap("Bring back Games of games.csv")
    expect(page.get_by_role("button", name="Bring back Games of games.csv")).to_have_count(0)
