"""A large club: a season that twelve people share, and what a player's page makes of games whose cards are known."""

from __future__ import annotations

from tests.golden.pages.stories.at_table import opened
from tests.golden.pages.story import Story, story

TWELVE = "Ada Ben Cora Dan Eli Finn Greta Hal Ida Jo Klara Lars".split()


def columns(*orders: str) -> list[dict[str, tuple[int, ...]]]:
    """Games by who won, came second and so on: five points more each; ``=`` for as many as the one before."""
    games = []
    for order in orders:
        points, game = 0, {}
        for piece in order.split():
            points += 0 if piece.startswith("=") else 5
            game[piece.removeprefix("=")] = (0, points - 5)
        games.append(game)
    return games


@story
def crowd(house: Story) -> None:
    """Many share a place; my own row stands apart; a win is halved; somebody sat in; somebody is out of reach."""
    ann, club = opened(house, "wikipedia", "Ann", "Hal", "Ida"), house.club
    winter = club.season("A winter", "2026-01-01", way="wins", minimum=3, best_of=3, planned=10, ties=("best game",))
    evenings = columns(
        "Ada Ben Cora Dan", "Ben =Ada Eli Finn", "Cora Dan Greta Hal", "Eli =Finn Ida Jo", "Ada Klara Lars Hal",
        "Dan Greta Jo Ida", "Finn Klara Lars Hal", "Ben Cora Greta Eli Maximiliana-Theodora",
    )  # fmt: skip
    codes = [
        club.game(winter, f"2026-01-{3 + 7 * at if at < 4 else 24 + at:02}", game, "wikipedia")
        for at, game in enumerate(evenings)
    ]
    house.chapter("Nobody's phone, and that of Hal, who is far behind")
    ann.open(f"/seasons/{winter}")
    ann.see("/who").send("/who/seat", seat="2")
    for sort in ("", "?sort=won", "?sort=value", "?sort=-value", "?sort=-name", "?sort=odd"):
        ann.open(f"/seasons/{winter}{sort}")
    ann.open("/standings").open(f"/clubs/{club.id}/records")
    for name in ("Hal", "Ada", "Maximiliana-Theodora"):
        ann.open(f"/players/{club.player(name)}")
    ann.open(f"/players/{club.player('Hal')}/against/{club.player('Lars')}")
    ann.open(f"/players/{club.player('Hal')}/against/{club.player('Jo')}")
    house.chapter("Hal sat in for Klara; the others of the phone; another way to rank")
    ann.see("/who").send("/who/seat", seat="3")
    with ann.quiet():
        ann.open(f"/g/{codes[2]}/club")
        ann.send("/club/seats/4/absent", choice=club.player("Klara"))
        ann.open(f"/seasons/{winter}/change").send("/change", substitutes="for the absent", way="place points")
    ann.open(f"/seasons/{winter}").open(f"/g/{codes[2]}/result")
    house.chapter("It is over")
    with ann.quiet():
        ann.open(f"/seasons/{winter}/change").send("/change", ends="2026-02-01", minimum="1", best_of="")
    ann.open(f"/seasons/{winter}").open("/standings").open(f"/clubs/{club.id}")
    with ann.quiet():
        ann.open(f"/seasons/{winter}/change").send("/change", minimum="20")
    ann.open(f"/seasons/{winter}")


@story
def level(house: Story) -> None:
    """Who leads where two, three or nobody does, before the end and after it."""
    ann, club = house.phone("Ann"), house.club
    for order in ("Ada =Ben Cora", "Ada =Ben =Cora"):
        season = club.season(order, "2026-01-01")
        club.game(season, "2026-01-03", columns(order)[0])
        ann.open(f"/seasons/{season}")
    with ann.quiet():
        ann.open(f"/seasons/{season}/change").send("/change", minimum="5")
    ann.open(f"/seasons/{season}")
    season = club.season("Over", "2025-01-01", "2025-12-31")
    club.game(season, "2025-01-03", columns("Ada =Ben Cora")[0])
    ann.open(f"/seasons/{season}")


@story
def a_player(house: Story) -> None:
    """Cards, jokers, May I’s and screw-overs of a player, over games won in a row; one left, one was corrected."""
    ann = opened(house, "screw", "Ann", "Ben", "Cid", "Dee")
    with ann.quiet():
        ann.tap("/may-i", round=1, claims=3, active=2)
        ann.tap("/screw-over", round=1, by=1, owner=2)
        ann.round(1, {2: "JK JK K", 3: "Q", 4: "JK 2"}).see("?read=1")
        ann.round(1, {2: "A", 3: "3 4", 4: "K"}).see("?read=2")
        ann.tap("/table/leave", seat=4, when="before")
        ann.round(3, {1: "5", 2: "JK"}).see("?read=3")
        ann.tap("/finish", confirmed="1")
        ann.tap("/score/1/2", cards="JK JK 10")
        for at in range(4):
            ann.open(f"/new?again={ann.game}").send("/new", how="chosen", dealer="1")
            house.clock.goes(days=7)
            ann.round(1 if at != 1 else 2, {2 if at != 1 else 1: "K", 3: "9 9"}).see("?read=1")
            ann.tap("/finish", confirmed="1")
    ann.see("/result", "/club")
    club = house.club
    for name in ("Ann", "Ben", "Cid", "Dee"):
        ann.open(f"/players/{club.player(name)}")
    ann.open(f"/players/{club.player('Ann')}/against/{club.player('Ben')}").open(f"/clubs/{club.id}/records")
    ann.open(f"/players/{club.player('Dee')}/change").open(f"/players/{club.player('Dee')}/remove")
