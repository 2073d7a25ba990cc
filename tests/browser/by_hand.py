"""Whole evenings of the second shelf on one phone, each number worked out by hand from the sources.

    python -m tests.browser.by_hand RULEBOOK [RULEBOOK ...] [--pictures FOLDER]

The cards and the points of each player stand here as numbers, with the sum that they come from; no price is looked up
anywhere. The evening is tapped in, every pad, every check and every cell of Score is held against these numbers, and in
the end the club goes out, in and out again as it was.
"""

from __future__ import annotations

import argparse
import re
import shutil
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Page, expect, sync_playwright

from tests.browser.evening import club_comes_home
from tests.browser.thumb import Thumb, opened
from tests.browser.together import Home

PHONE = {"width": 375, "height": 667}
PLAYERS = 4


class Left(NamedTuple):
    """The cards that a player was left with, and what they cost, as a sum that ends in its total."""

    cards: str
    sum: str

    @property
    def points(self) -> int:
        return int(self.sum.rpartition("= ")[2])


@dataclass(frozen=True)
class Round:
    contract: str
    """In the words of *Now*."""
    deal: int
    out: int
    """The seat that went out; 0 where both piles ran out."""
    left: Mapping[int, Left]
    totals: tuple[int, ...]
    """By seat, after this round."""
    one_turn: int = 0
    """What comes off for going down and out in one turn, where that was so."""
    doubled: bool = False
    """Whether it was so, and the others' cards count double."""

    def counts(self, seat: int) -> int:
        """What the cards that a player was left with add to their total."""
        return self.left[seat].points * (2 if self.doubled else 1)


@dataclass(frozen=True)
class Evening:
    rulebook: str
    to_the_right: bool
    stock: int
    """Cards in the stock after the first deal."""
    rounds: tuple[Round, ...]
    places: tuple[int, ...]
    """The seats from the first place on."""
    winners: str
    """The headline of the result."""


KALOOKI = Evening(
    # A joker 50, a black ace 15, a red one 1, a court card 10, else the number; who goes out has 0. Four play with two
    # decks and four jokers, and are dealt nine: 108 - 36 - 1 turned up. In round 9 the table is bent: 2 × 17 = 34,
    # 2 × 8 = 16, 2 × 13 = 26.
    "kalooki-jm",
    False,
    71,
    (
        Round(
            "Three sets of 3", 9, 2,
            {1: Left("AH K 7", "1+10+7 = 18"), 3: Left("JK", "50 = 50"), 4: Left("9 9 2", "9+9+2 = 20")},
            (18, 0, 50, 20),
        ),
        Round(
            "Two sets of 3 and one run of 4", 10, 4,
            {1: Left("A", "15 = 15"), 2: Left("AD AD", "1+1 = 2"), 3: Left("Q J 10", "10+10+10 = 30")},
            (33, 2, 80, 20),
        ),
        Round(
            "One set of 3 and two runs of 4", 11, 1,
            {2: Left("8 6 4", "8+6+4 = 18"), 3: Left("5", "5 = 5"), 4: Left("JK A", "50+15 = 65")},
            (33, 20, 85, 85),
        ),
        Round(
            "Three runs of 4", 12, 3,
            {1: Left("K K Q Q", "10+10+10+10 = 40"), 2: Left("2 3", "2+3 = 5"), 4: Left("AH A", "1+15 = 16")},
            (73, 25, 85, 101),
        ),
        Round(
            "Four sets of 3", 12, 2,
            {1: Left("7 7", "7+7 = 14"), 3: Left("10 AD", "10+1 = 11"), 4: Left("9 8", "9+8 = 17")},
            (87, 25, 96, 118),
        ),
        Round(
            "Three sets of 3 and one run of 4", 13, 1,
            {2: Left("JK JK", "50+50 = 100"), 3: Left("3", "3 = 3"), 4: Left("4 4 4", "4+4+4 = 12")},
            (87, 125, 99, 130),
        ),
        Round(
            "Two sets of 3 and two runs of 4", 14, 4,
            {1: Left("A A", "15+15 = 30"), 2: Left("6", "6 = 6"), 3: Left("K 9 AH", "10+9+1 = 20")},
            (117, 131, 119, 130),
        ),
        Round(
            "One set of 3 and three runs of 4", 15, 3,
            {1: Left("5 5", "5+5 = 10"), 2: Left("J", "10 = 10"), 4: Left("2 AD", "2+1 = 3")},
            (127, 141, 119, 133),
        ),
        Round(
            "Four runs of 4", 16, 3,
            {1: Left("10 7", "10+7 = 17"), 2: Left("8", "8 = 8"), 4: Left("K 3", "10+3 = 13")},
            (161, 157, 119, 159), doubled=True,
        ),
    ),
    (3, 2, 4, 1),
    "Player 3 wins",
)  # fmt: skip
CONTINENTAL = Evening(
    # A joker 50, an ace 20, a court card 10, else the number. Ten come off for going down and out in one turn, else
    # going out is 0. Nothing breaks a tie. Two decks with two jokers each, seven cards: 108 - 28 - 1 turned up.
    "continental-es",
    True,
    79,
    (
        Round(
            "Two sets of 3", 7, 2,
            {1: Left("A K", "20+10 = 30"), 3: Left("JK 4", "50+4 = 54"), 4: Left("7 7", "7+7 = 14")},
            (30, 0, 54, 14),
        ),
        Round(
            "One set of 3 and one run of 4", 8, 3,
            {1: Left("9", "9 = 9"), 2: Left("Q 5", "10+5 = 15"), 4: Left("A A", "20+20 = 40")},
            (39, 15, 44, 54), one_turn=10,
        ),
        Round(
            "Two runs of 4", 9, 0,
            {
                1: Left("K Q", "10+10 = 20"), 2: Left("2", "2 = 2"), 3: Left("10 6", "10+6 = 16"),
                4: Left("JK", "50 = 50"),
            },
            (59, 17, 60, 104),
        ),
        Round(
            "Three sets of 3", 10, 2,
            {1: Left("3 3", "3+3 = 6"), 3: Left("8", "8 = 8"), 4: Left("J 9", "10+9 = 19")},
            (65, 7, 68, 123), one_turn=10,
        ),
        Round(
            "Two sets of 3 and one run of 4", 11, 4,
            {1: Left("A 10 2", "20+10+2 = 32"), 2: Left("JK K", "50+10 = 60"), 3: Left("5 4", "5+4 = 9")},
            (97, 67, 77, 123),
        ),
        Round(
            "One set of 3 and two runs of 4", 12, 1,
            {2: Left("7", "7 = 7"), 3: Left("Q Q", "10+10 = 20"), 4: Left("6 6", "6+6 = 12")},
            (97, 74, 97, 135),
        ),
        Round(
            "Three runs of 4", 13, 3,
            {1: Left("A", "20 = 20"), 2: Left("9 4", "9+4 = 13"), 4: Left("K", "10 = 10")},
            (117, 87, 87, 145), one_turn=10,
        ),
    ),
    (2, 3, 1, 4),
    "Player 2 and Player 3 share the first place",
)  # fmt: skip
CARIOCA = Evening(
    # A joker 30, an ace 20, a court card 10, else the number; going out is 0, whatever the turn. Two decks with two
    # jokers each, twelve cards: 108 - 48 - 1 turned up. Level at 306 are Player 3, who won rounds 1, 5 and 9, and
    # Player 1, who won rounds 2 and 8: the one who won more is first. In rounds 9 and 10 nobody else has gone down.
    "carioca-cl",
    True,
    59,
    (
        Round(
            "Two sets of 3", 12, 3,
            {1: Left("JK 7", "30+7 = 37"), 2: Left("K J 9", "10+10+9 = 29"), 4: Left("A A 4", "20+20+4 = 44")},
            (37, 29, 0, 44),
        ),
        Round(
            "One set of 3 and one run of 4", 12, 1,
            {2: Left("A 2", "20+2 = 22"), 3: Left("Q 8 8", "10+8+8 = 26"), 4: Left("6", "6 = 6")},
            (37, 51, 26, 50),
        ),
        Round(
            "Two runs of 4", 12, 2,
            {1: Left("10 9 5", "10+9+5 = 24"), 3: Left("JK", "30 = 30"), 4: Left("K 3", "10+3 = 13")},
            (61, 51, 56, 63),
        ),
        Round(
            "Three sets of 3", 12, 4,
            {1: Left("7 6", "7+6 = 13"), 2: Left("4 4 4 2", "4+4+4+2 = 14"), 3: Left("A K", "20+10 = 30")},
            (74, 65, 86, 63),
        ),
        Round(
            "Two sets of 3 and one run of 4", 12, 3,
            {1: Left("Q 2", "10+2 = 12"), 2: Left("9 9", "9+9 = 18"), 4: Left("A JK", "20+30 = 50")},
            (86, 83, 86, 113),
        ),
        Round(
            "One set of 3 and two runs of 4", 12, 0,
            {
                1: Left("K 4", "10+4 = 14"), 2: Left("8 3", "8+3 = 11"), 3: Left("5", "5 = 5"),
                4: Left("A 2", "20+2 = 22"),
            },
            (100, 94, 91, 135),
        ),
        Round(
            "Three runs of 4", 12, 2,
            {1: Left("J J", "10+10 = 20"), 3: Left("10 7 A", "10+7+20 = 37"), 4: Left("6 5 4", "6+5+4 = 15")},
            (120, 94, 128, 150),
        ),
        Round(
            "Four sets of 3", 12, 1,
            {2: Left("5 5 JK", "5+5+30 = 40"), 3: Left("9", "9 = 9"), 4: Left("8 8 8 8", "8+8+8+8 = 32")},
            (120, 134, 137, 182),
        ),
        Round(
            "One run of 13 in any suits", 12, 3,
            {
                1: Left("K Q J 10 9 8 7 6 5 4 3 2", "10+10+10+10+9+8+7+6+5+4+3+2 = 84"),
                2: Left("A A K K Q Q J J 10 10 9 2", "20+20+10+10+10+10+10+10+10+10+9+2 = 131"),
                4: Left("A A JK K K Q Q J J 10 10 9", "20+20+30+10+10+10+10+10+10+10+10+9 = 159"),
            },
            (204, 265, 137, 341),
        ),
        Round(
            "One run of 13", 12, 4,
            {
                1: Left("A K Q J 10 9 8 7 6 5 4 3", "20+10+10+10+10+9+8+7+6+5+4+3 = 102"),
                2: Left("2 3 4 5 6 7 8 9 10 J Q K", "2+3+4+5+6+7+8+9+10+10+10+10 = 84"),
                3: Left("A A A A JK K Q 9 9 8 8 5", "20+20+20+20+30+10+10+9+9+8+8+5 = 169"),
            },
            (306, 349, 306, 341),
        ),
    ),
    (3, 1, 4, 2),
    "Player 3 wins",
)  # fmt: skip
EVENINGS = {evening.rulebook: evening for evening in (KALOOKI, CONTINENTAL, CARIOCA)}


@dataclass
class Table:
    """The phone on which an evening is entered, and what has been held against the paper."""

    evening: Evening
    page: Page
    pictures: Path | None = None
    numbers: int = 0
    game: str = ""

    def __post_init__(self) -> None:
        self.thumb = Thumb(self.page)

    def play(self, server: str) -> None:
        names = [f"Player {seat}" for seat in range(1, PLAYERS + 1)]
        self.game = opened(self.page, server, self.evening.rulebook, names, how="chosen", dealer="1")
        expect(self.page.locator("main")).to_contain_text(f"{self.evening.stock} are left in the stock after the deal.")
        for number, played in enumerate(self.evening.rounds, 1):
            self.round(number, played)
        self.ends()

    def round(self, number: int, played: Round) -> None:
        thumb, page = self.thumb, self.page
        thumb.heading(f"Round {number} of {len(self.evening.rounds)}")
        self.reads(".contract-words", played.contract)
        dealer = (number - 1) % PLAYERS + 1
        facts = page.locator("main")
        for fact in (f"Deals {played.deal} each", f"Player {dealer}", f"Player {dealer % PLAYERS + 1}"):
            expect(facts).to_contain_text(fact)
        self.shows(f"{number}-now")
        thumb.link("Round over")
        thumb.heading("Who went out")
        if played.one_turn:
            thumb.tap(page.locator("label", has_text=f"Down and out in one turn: −{played.one_turn}"))
        if played.doubled:
            thumb.tap(page.locator("label", has_text="Down and out in one turn: others count double"))
        thumb.button(f"^Player {played.out}$" if played.out else "No one")
        for _ in played.left:
            self.hand(number, played)
        thumb.heading("Check the round")
        for seat in played.left:
            self.numbers += 1
            expect(page.locator(f"#line-{seat} .number")).to_have_text(str(played.counts(seat)))
        self.shows(f"{number}-check")
        thumb.close()
        self.sheet(number)

    def hand(self, number: int, played: Round) -> None:
        """The cards that the page asks for; nothing but them is typed."""
        heading = self.page.get_by_role("heading", level=1, name=re.compile("cards left"))
        expect(heading).to_be_visible()
        words = " ".join((heading.text_content() or "").split())
        left = played.left[int(words.split(":")[0].removeprefix("Player "))]
        for card in left.cards.split():
            self.thumb.card(card)
        self.reads(".sum", str(left.points))
        self.shows(f"{number}-cards")
        self.thumb.tap(self.page.locator(".dock .primary"))
        expect(self.page.get_by_role("heading", level=1)).not_to_have_text(words)

    def sheet(self, number: int) -> None:
        """Every cell of the sheet so far, and the totals above it."""
        page, over = self.page, number == len(self.evening.rounds)
        self.thumb.place("Score")
        rows = page.locator(".sheet tbody tr")
        for row, played in enumerate(self.evening.rounds[:number]):
            cells = rows.nth(row).locator("td")
            for seat in range(1, PLAYERS + 1):
                cell = str(played.counts(seat)) if seat in played.left else "went out"
                cell = f"−{played.one_turn}" if seat == played.out and played.one_turn else cell
                self.numbers += 1
                expect(cells.nth(seat - 1)).to_contain_text(re.compile(rf"Round {row + 1}, Player {seat}:\s+{cell}\b"))
        heads = page.locator(".sheet thead th .sr")
        for seat, total in enumerate(self.evening.rounds[number - 1].totals, 1):
            self.numbers += 1
            expect(heads.nth(seat)).to_have_text(re.compile(f"^Player {seat}.*: {total}$"))
        self.shows(f"{number}-score")
        self.thumb.place("Result" if over else "Now")

    def ends(self) -> None:
        self.thumb.heading(f"^{self.evening.winners}$")
        self.shows("result")
        lines, totals = self.page.locator(".result .standings li"), self.evening.rounds[-1].totals
        for place, seat in enumerate(self.evening.places):
            self.numbers += 1
            expect(lines.nth(place)).to_contain_text(f"Player {seat}")
            expect(lines.nth(place).locator(".total")).to_have_text(str(totals[seat - 1]))

    def reads(self, place: str, words: str) -> None:
        self.numbers += 1
        expect(self.page.locator(place)).to_have_text(words)

    def shows(self, name: str) -> None:
        if self.pictures:
            self.page.screenshot(path=self.pictures / f"{self.evening.rulebook}-{name}.png")


def played(evening: Evening, pictures: Path | None = None) -> dict[str, int]:
    """Plays it on a server of its own; returns what was done. Raises AssertionError where a number is another."""
    from tests.browser.conftest import CHROMIUM, FLAGS

    folder = Path(tempfile.mkdtemp(prefix="referee-by-hand-"))
    server = Home(folder, code="")
    server.start()
    begun = time.monotonic()
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
            page = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True).new_page()
            table = Table(evening, page, pictures)
            table.play(f"http://127.0.0.1:{server.port}")
            browser.close()
        server.stop()
        home = club_comes_home(folder)
        assert home, "The club that was exported and imported is another one."
    finally:
        server.stop()
        shutil.rmtree(folder)
    return {
        "rounds": len(evening.rounds), "taps": table.thumb.taps, "numbers held against paper": table.numbers,
        "bytes out and in": home, "seconds": round(time.monotonic() - begun),
    }  # fmt: skip


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rulebook", nargs="+", choices=EVENINGS)
    parser.add_argument("--pictures", type=Path, help="a folder for a picture of each page")
    given = parser.parse_args(words)
    for rulebook in given.rulebook:
        counts = played(EVENINGS[rulebook], given.pictures)
        print(f"{rulebook}: " + ", ".join(f"{name} {count}" for name, count in counts.items()), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
