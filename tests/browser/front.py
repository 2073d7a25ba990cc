"""The pictures of the README and of the documentation: ``python -m tests.browser.front`` takes them anew.

An evening of the demo club, on a fixed day and under a fixed code, in one face: what is drawn hangs on nothing else.
The face is the one most phones have, so that a page is as wide in its picture as in a hand.
"""

from __future__ import annotations

import base64
import io
import os
import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch
from urllib.parse import urlencode

from PIL import Image
from playwright.sync_api import Browser, Page, Playwright, ViewportSize, expect, sync_playwright

from referee import create_app, days
from referee.services.clubs import seasons
from referee.services.house import data, demo
from referee.storage.games import log
from referee.storage.tables.database import db
from tests.browser.conftest import CHROMIUM, FLAGS
from tests.browser.evenings import Evening
from tests.browser.looking import Shown, context_of, shown

PICTURES = Path(__file__).parents[2] / "docs" / "pictures"
DAY = "2026-11-27T19:10:00Z"
FACE = "Roboto"
FACES = """<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>
<include ignore_missing="yes">/etc/fonts/fonts.conf</include>
%s</fontconfig>"""
ONE_FACE = """<match target="pattern"><test name="family"><string>%s</string></test>
<edit name="family" mode="assign" binding="strong"><string>%s</string></edit></match>
"""
PLAYERS = demo.PLAYERS[:4]
THEMES = ("light", "dark")
TV: ViewportSize = {"width": 1280, "height": 720}
PHONE: ViewportSize = {"width": 375, "height": 667}
TOUCHING = {"melds": "3C 4C 5C 6C\n7C 8C 9C 10C", "round": "3", "rulebook": "contract", "players": "4", "ask": "1"}
HAND = ("K", "K", "10", "5", "JK")
LONGEST, LARGEST = 10_500, 2 * 1024 * 1024
"""The moving picture: in ms, and in bytes."""
COMPOSED = """<!doctype html><meta charset="utf-8"><style>
* { box-sizing: border-box; margin: 0 }
body { width: %(width)spx; height: %(height)spx; position: relative; overflow: hidden; background: %(ground)s;
  color: %(ink)s; font: 700 30px '%(face)s' }
img { position: absolute; display: block; background: #000; border: solid #1d1d1b; box-shadow: 0 10px 30px #0007 }
.tv { border-width: 12px; border-radius: 14px }
.phone { border-width: 9px; border-radius: 30px }
p { position: absolute; line-height: 1.35 }
small { font-size: 20px; font-weight: 400; opacity: .85 }
</style>%(body)s"""
GROUND = {"light": ("#e6dcc6", "#16211b"), "dark": ("#0b1712", "#f2ede0")}
"""Of a composed picture, in each theme: what lies behind, and the letters on it."""


@contextmanager
def photographer(playwright: Playwright, folder: Path) -> Iterator[Browser]:
    """A browser that draws what a system chooses in one face."""
    asked = "".join(ONE_FACE % (name, FACE) for name in ("system-ui", "sans-serif", "sans"))
    (faces := folder / "fonts.conf").write_text(FACES % asked, encoding="utf-8")
    env: dict[str, str | float | bool] = {**os.environ, "FONTCONFIG_FILE": str(faces)}
    with playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS, env=env) as browser:
        yield browser


def hand_counted(club: str, closed: int) -> str:
    """Where the first hand of a round is counted after so many, in an evening of this club."""
    counting = Evening("liverpool", PLAYERS, club).rounds(closed)
    out = counting.out()
    assert counting.state.running
    seat = next(seat for seat in counting.state.running.seats if seat != out)
    return f"/g/{counting.code}/round?seat={seat}"


def write(settings: dict[str, Any]) -> dict[str, str]:
    """The demo club, an evening of it in its fourth round, and the same while a hand is counted."""
    app = create_app(settings)
    with app.app_context():
        club = data.make_demo().id
        playing = Evening("contract", PLAYERS, club).rounds(3)
        counting = hand_counted(club, 3)
        over = Evening("short", PLAYERS, club)
        over.rounds(over.state.planned)
        latest = seasons.seasons(club)[0].id
        db.session.remove()
        db.engine.dispose()
    return {
        "now": f"/g/{playing.code}",
        "tv": f"/g/{playing.code}/view",
        "cards-left": counting,
        "score": f"/g/{playing.code}/score",
        "ruling": f"/ask/contract?{urlencode(TOUCHING)}",
        "result": f"/g/{over.code}",
        "standings": f"/seasons/{latest}",
    }


@contextmanager
def fixed() -> Iterator[None]:
    """One day, and codes of games that are the same each time."""
    chance, moment = Random(1), days.moment_of(DAY)

    def letters() -> str:
        return "".join(chance.choices("ABCDEFGHJKLMNPQRSTUVWXYZ", k=4))

    with patch.object(days, "clock", lambda: moment), patch.object(log, "random_letters", letters):
        yield


def main() -> None:
    PICTURES.mkdir(exist_ok=True)
    with (
        fixed(),
        sync_playwright() as playwright,
        tempfile.TemporaryDirectory() as folder,
        shown(Path(folder), write) as pages,
        photographer(playwright, Path(folder)) as browser,
    ):
        for theme in THEMES:
            still(browser, playwright, pages, theme)
        moving(browser, playwright, pages)


def still(browser: Browser, playwright: Playwright, pages: Shown, theme: str) -> None:
    """The table in one picture, and by day the pictures of the single pages."""
    taken = {}
    with context_of(browser, playwright, color_scheme=theme, reduced_motion="reduce") as context:
        page = context.new_page()
        for name, path in pages.paths.items():
            page.set_viewport_size(TV if name == "tv" else PHONE)
            page.goto(pages.address + path)
            if name == "cards-left":
                for rank in HAND:
                    page.locator(f"[data-rank='{rank}']").tap()
                expect(page.locator(":active")).to_have_count(0)
            if name == "now":
                in_one_face(page)
            taken[name] = page.screenshot()
    with browser.new_context() as plain:
        body = image(taken["tv"], "tv", 190, 20, 900) + words("Demo club", 1140, 20)
        for number, name in enumerate(("now", "cards-left", "ruling")):
            body += image(taken[name], "phone", 110 + number * 380, 566, 300)
        kept(composed(plain.new_page(), theme, 1280, 1126, body), f"table-{theme}")
    for name in taken.keys() - {"tv"}:
        kept(taken[name], f"{name}-{theme}", 560)


def in_one_face(page: Page) -> None:
    """Raises SystemExit where the text of the pages is not drawn in that face."""
    client = page.context.new_cdp_session(page)
    client.send("DOM.enable")
    client.send("CSS.enable")
    root = client.send("DOM.getDocument")["root"]["nodeId"]
    node = client.send("DOM.querySelector", {"nodeId": root, "selector": "nav a"})["nodeId"]
    drawn = {font["familyName"] for font in client.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"]}
    if drawn != {FACE}:
        raise SystemExit(f"The pages are drawn in {', '.join(drawn)}; install {FACE} (Debian: fonts-roboto-unhinted).")


def image(png: bytes, kind: str, left: int, top: int, width: int) -> str:
    source = f"data:image/png;base64,{base64.b64encode(png).decode()}"
    return f'<img class="{kind}" src="{source}" style="left:{left}px;top:{top}px;width:{width}px">'


def words(text: str, left: int, top: int, title: str = "") -> str:
    return f'<p style="left:{left}px;top:{top}px">{title and f"{title}<br>"}<small>{text}</small></p>'


def composed(page: Page, theme: str, width: int, height: int, body: str) -> bytes:
    """A picture of pictures."""
    ground, ink = GROUND[theme]
    page.set_viewport_size({"width": width, "height": height})
    filled = {"width": width, "height": height, "ground": ground, "ink": ink, "face": FACE, "body": body}
    page.set_content(COMPOSED % filled)
    page.evaluate("Promise.all([...document.images].map((each) => each.decode()))")
    return page.screenshot()


def kept(png: bytes, name: str, width: int | None = None) -> None:
    picture = Image.open(io.BytesIO(png)).convert("RGB")
    if width:
        picture = picture.resize((width, picture.height * width // picture.width), Image.Resampling.LANCZOS)
    picture.save(PICTURES / f"{name}.webp", quality=85, method=6)


def moving(browser: Browser, playwright: Playwright, pages: Shown) -> None:
    """Ten seconds of an evening: a round is closed on a phone, the television follows, a dispute is settled."""
    with context_of(browser, playwright, color_scheme="light", reduced_motion="reduce") as context:
        phone, tv = context.new_page(), context.new_page()
        tv.set_viewport_size(TV)
        tv.goto(pages.address + pages.paths["tv"])
        frames = list(told(phone, tv, pages))
    with browser.new_context(viewport={"width": 1000, "height": 560}) as plain:
        page = plain.new_page()
        pictures = [Image.open(io.BytesIO(framed(page, *frame[:3]))).convert("RGB") for frame in frames]
    lasts = [frame[3] for frame in frames]
    assert sum(lasts) <= LONGEST, sum(lasts)
    target = PICTURES / "evening.webp"
    first, *others = pictures
    first.save(target, save_all=True, append_images=others, duration=lasts, loop=0, quality=80, method=6)
    assert target.stat().st_size <= LARGEST
    others[-2].save(PICTURES / "evening-still.webp", quality=85, method=6)


def framed(page: Page, phone: bytes, tv: bytes, caption: tuple[str, str]) -> bytes:
    title, more = caption
    body = image(phone, "phone", 20, 18, 294) + image(tv, "tv", 340, 18, 640)
    body += words(more, 344, 430, title) + words("Demo club", 874, 516)
    return composed(page, "light", 1000, 560, body)


RUN = range(1400, 2901, 250)
"""When the race of a round runs on a television, in ms after its story began."""
TOLD = 6000
HELD = """at => document.getAnimations().forEach((each) => { each.pause(); each.currentTime = at; })"""
Frame = tuple[bytes, bytes, tuple[str, str], int]
"""The phone, the television, a title and a sentence below them, and for how many ms."""


def told(phone: Page, tv: Page, pages: Shown) -> Iterator[Frame]:
    def frame(title: str, sentence: str, lasts: int) -> Frame:
        return phone.screenshot(), tv.screenshot(), (title, sentence), lasts

    phone.goto(pages.address + pages.paths["now"])
    yield frame("Now", "What this round needs, who deals, who plays first.", 1500)
    phone.get_by_role("link", name="Round over").tap()
    expect(phone.get_by_role("heading", name="Who went out?")).to_be_visible()
    yield frame("Round over", "One tap says who went out.", 900)
    phone.get_by_role("button", name=PLAYERS[2], exact=True).tap()
    for player, hand, lasts in ((3, HAND, 300), (0, ("Q", "7"), 250), (1, ("A", "9", "9"), 250)):
        expect(phone.get_by_role("heading", name=PLAYERS[player])).to_be_visible()
        for rank in hand:
            phone.locator(f"[data-rank='{rank}']").tap()
            yield frame("Cards left", "Tap them in. No one has to add up.", lasts)
        phone.get_by_role("button", name=re.compile("^(Next|Check)")).tap()
    expect(phone.get_by_role("heading", name="Check the round")).to_be_visible()
    yield frame("Check the round", "Every hand once more, then close it.", 1100)
    tv.emulate_media(reduced_motion="no-preference")
    phone.get_by_role("button", name="Close").tap()
    expect(tv.locator(".view-story .chip").last).to_be_attached()
    expect(phone.get_by_text("Round 5 of 7")).to_be_visible()
    for number, at in enumerate(RUN):
        tv.evaluate(HELD, at)
        yield frame("On every screen", "Who is ahead, who moves up, and the next contract.", 90 if number else 300)
    tv.evaluate(HELD, TOLD)
    yield frame("On every screen", "Who is ahead, who moves up, and the next contract.", 1200)
    phone.goto(pages.address + pages.paths["ruling"])
    yield frame("A dispute?", "The referee answers, and names the rule and its source.", 2000)


if __name__ == "__main__":
    main()
