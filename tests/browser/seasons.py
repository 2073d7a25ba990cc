"""A club's years, written straight into the book, so that a browser can look at each page of them."""

from __future__ import annotations

import random
from datetime import date, timedelta
from typing import Any

from referee import create_app
from referee.days import today
from referee.game import commands as cmd
from referee.game.paper import PaperColumn, PaperGame
from referee.rulebooks import library, own
from referee.season.rules import SeasonRule
from referee.services.clubs import clubs, evenings, seasons
from referee.services.clubs.evening_views import EveningForm
from referee.services.deliveries import WriteTag
from referee.services.house import data as data_services
from referee.storage.tables.database import db
from tests.browser.evenings import LONG, Evening
from tests.game import plays
from tests.sizes import sized

BY = "phone K7"
FORTY = (*LONG[:2], *(f"{name} von Hohenstein-Klee-Oberammergau-Garmisch"[:40] for name in LONG[2:]))
"""Eight names of forty letters, the worst that a sheet of paper can meet."""
THREE = (("pair", "set of 3", "run of 4"), ("set of 3", "set of 3", "run of 5"), ("set of 4", "run of 6"))
CROWD = (
    *("Ada Lindqvist", "Ben", "Cora", "Dan", "Ella", "Finn", "Greta", "Hugo", "Ida", "Jonas", "Klara", "Leo"),
    *("Mia", "Konstantinos", "Oma Lotte", "Opa Lothar", "Paula", "Rosa", "Sam", "Anna B.", "Anna K.", "Zoe"),
    *LONG,
)
"""Thirty who come and go; the first ones play best."""


class Years:
    """Writes clubs, seasons and finished games; the same every time."""

    def __init__(self) -> None:
        self.chance = random.Random(5)
        self.sent = 0

    def write_id(self) -> str:
        self.sent += 1
        return f"years-test-{self.sent}"

    def club(self, name: str) -> str:
        return clubs.make_club(name).id

    def season(self, club: str, name: str, ends: str | None = None, **rule: Any) -> str:
        form = clubs.SeasonForm(name, "2025-01-01", ends, SeasonRule(**rule))
        return clubs.make_season(club, form).id

    def game(self, club: str, season: str | None, number: int, names: tuple[str, ...], book: str = "contract") -> str:
        """One evening after the other; lower places at the table play a little worse."""
        whole = library.load(book)
        columns: dict[str, list[int]] = {name: [] for name in names}
        for _ in range(whole.rounds):
            out = min(names, key=lambda name: self.chance.random() * (3 + names.index(name)))
            for name, scores in columns.items():
                scores.append(0 if name == out else self.chance.choice([3, 5, 10, 15, 20, 35, 50, 70]))
        sheet = PaperGame(
            whole,
            str(date(2025, 1, 3) + timedelta(days=7 * number)),
            tuple(PaperColumn(name, tuple(scores), None) for name, scores in columns.items()),
        )
        code = data_services.type_in(sheet, WriteTag(self.write_id(), 0, BY), club, season)
        assert isinstance(code, str), code
        return code

    def games(self, club: str, season: str, names: tuple[str, ...], count: int) -> list[str]:
        """Three to eight of them sit down, under five rulebooks."""
        codes = []
        for number in range(count):
            book = ("wikipedia", "screw", "bicycle", "shanghai-kolsov", "may-i")[number % 5]
            seats = self.chance.randint(3, library.load(book).players_max)
            codes.append(self.game(club, season, number, tuple(self.chance.sample(names, seats)), book))
        return codes


def write(settings: dict[str, Any]) -> dict[str, str]:
    """A book full of clubs; the paths of pages worth looking at, by what they show."""
    app = create_app(settings)
    with app.app_context():
        years = Years()
        found = _demo() | _long(years) | _crowd(years) | _small(years) | _live()
        db.session.remove()
        db.engine.dispose()
    return found


def _pages(club: str, name: str) -> dict[str, str]:
    there = {"club": "", "players": "/players", "records": "/records", "data": "/data", "a season": "/seasons/new"}
    return {f"{name}: {what}": f"/clubs/{club}{path}" for what, path in there.items()}


_PLAYER = ("player", "change a player", "head to head", "merge")


def _player_pages(club: str, who: str, name: str, pages: tuple[str, ...] = _PLAYER, other: str = "") -> dict[str, str]:
    players = {one.name: one.id for one in seasons.players(club)}
    first, second = players[who], players[other or min(name for name in players if name != who)]
    there = dict(zip(_PLAYER, ("", "/change", f"/against/{second}", f"/merge?double={second}"), strict=True))
    return {f"{name}: {what}": f"/players/{first}{there[what]}" for what in pages}


def _demo() -> dict[str, str]:
    club = data_services.make_demo().id
    latest, before, *_ = seasons.seasons(club)
    games = seasons.season_page(before.id).games
    corrected = next(game.id for game in games if game.corrected_at)
    return {
        "demo: season": f"/seasons/{latest.id}",
        "demo: change a season": f"/seasons/{latest.id}/change",
        "demo: remove a season": f"/seasons/{latest.id}/remove",
        "demo: a corrected game": f"/g/{corrected}/result",
        "demo: winner’s sheet": f"/g/{corrected}/winner",
        "demo: picture": f"/g/{corrected}/picture.svg",
        "demo: picture to save": f"/g/{corrected}/picture",
        "demo: season of a game": f"/g/{corrected}/club",
        "demo: remove a game": f"/g/{corrected}/club/remove",
        **_pages(club, "demo"),
        **_player_pages(club, "Ada", "demo"),
    }


def _long(years: Years) -> dict[str, str]:
    """Many games of eight players with long names."""
    club = years.club("Kartenfreunde Oberammergau und Umgebung")
    season = years.season(club, "Sunday evenings at Maximiliana Theodora", best_of=20, minimum=10, planned=64)
    codes = years.games(club, season, LONG, sized(24, 60))
    forty = years.game(club, season, 61, FORTY, "wikipedia")
    return {
        "long: season": f"/seasons/{season}",
        "long: result": f"/g/{codes[0]}/result",
        "long: seven rounds": f"/g/{forty}/winner",
        "long: picture": f"/g/{forty}/picture.svg",
        "long: picture to save": f"/g/{forty}/picture",
        "long: records": f"/clubs/{club}/records",
        "long: players": f"/clubs/{club}/players",
        **_player_pages(club, LONG[1], "long", ("player", "head to head")),
    }


def _evenings(club: str, season: str, played: list[str]) -> dict[str, str]:
    """One to come, one of today with sixteen at four tables, and one with the result of three tables."""
    ids = [player.id for player in seasons.players(club)]
    to_come, seated, over = (
        evenings.make(club, EveningForm(day, "19:30", "The last one", "Gasthof zur Post", season)).id
        for day in ("2099-01-09", today(), "2025-02-07")
    )
    for at, player in enumerate(ids[:20]):
        evenings.say_coming(to_come, player, at % 3 != 0)
    evenings.set_here(seated, ids[:16], ())
    evenings.seat(seated, 0)
    for code in played[:3]:
        evenings.put_game(code, over)
    return {
        "crowd: evenings": f"/clubs/{club}/evenings",
        "crowd: an evening to come": f"/evenings/{to_come}",
        "crowd: change an evening": f"/evenings/{to_come}/change",
        "crowd: who comes": f"/evenings/{to_come}/coming",
        "crowd: ask who comes": f"/evenings/{to_come}/invitation",
        "crowd: four tables": f"/evenings/{seated}",
        "crowd: a night": f"/evenings/{over}",
        "crowd: picture of a night": f"/evenings/{over}/picture",
    }


def _crowd(years: Years) -> dict[str, str]:
    """Thirty players: a season that is over before all its games were played, and one that goes on."""
    club = years.club("A crowd")
    over = years.season(club, "Thirty players", ends="2025-12-31", best_of=6, minimum=3, planned=40)
    years.games(club, over, CROWD, 29)
    runs = years.season(club, "Another thirty", way="wins", ties=(), minimum=2, planned=12)
    played = years.games(club, runs, CROWD, 10)
    return {
        **_evenings(club, runs, played),
        "crowd: season that is over": f"/seasons/{over}",
        "crowd: season": f"/seasons/{runs}",
        "crowd: sorted": f"/seasons/{over}?sort=-games",
    }


def _small(years: Years) -> dict[str, str]:
    """A club in which little has happened: no game, one game, everybody level."""
    club = years.club("A new club")
    found = {"new: no season": f"/clubs/{club}/standings", **_pages(club, "new")}
    fresh = years.club("A fresh club")
    empty = years.season(fresh, "Nothing yet", way="total points", best_of=3, minimum=3)
    second = years.club("Some evenings")
    one = years.season(second, "One evening")
    code = years.game(second, one, 3, ("Ada", "Ben", "Cora"))
    level = years.season(second, "Level on everything", minimum=2)
    for day in ("2025-02-01", "2025-02-02"):
        columns = (
            PaperColumn("Ada", (0, 10), None),
            PaperColumn("Ben", (10, 0), None),
            PaperColumn("Cy", (20, 30), 50),
        )
        data_services.type_in(
            PaperGame(library.load("contract"), day, columns), WriteTag(years.write_id(), 0, BY), second, level
        )
    return {
        **found,
        "new: nothing yet": f"/seasons/{empty}",
        "some: one evening": f"/seasons/{one}",
        "some: level": f"/seasons/{level}",
        "some: result": f"/g/{code}/result",
        **_player_pages(second, "Cora", "some", ("player", "merge"), "Cy"),
    }


def _live() -> dict[str, str]:
    """The first club: a whole game with everything told, and one just begun."""
    club = seasons.first_club().id
    ended = Evening("wikipedia", FORTY).rounds(21)
    ended.act(cmd.Finish())
    fresh = Evening("contract", ("Ann", "Bob", "Cy"))
    house = {"contracts": [*THREE] * 8, "deal": 12, "may_i_penalty": 1, "all_cards_rounds": [24]}
    book = own.read(own.make(library.load("wikipedia"), "Twenty-four rounds at Grandmother's tab", house))
    longest = Evening(book, FORTY)
    _screwed()
    return {
        "first: standings": "/standings",
        "first: result": f"/g/{ended.code}/result",
        "first: twenty-one rounds": f"/g/{ended.code}/winner",
        "first: picture": f"/g/{ended.code}/picture.svg",
        "first: empty sheet, eight names": f"/g/{ended.code}/empty-sheet",
        "first: empty sheet, twenty-four rounds": f"/g/{longest.code}/empty-sheet",
        "first: empty sheet": f"/g/{fresh.code}/empty-sheet",
        **_player_pages(club, "Ann", "first", ("player",)),
        **_player_pages(club, "Uma", "screwed", ("player",)),
    }


def _screwed() -> None:
    """A game whose table noted a May I and a screw-over; somebody is caught with a joker."""
    game = Evening("screw", ("Uma", "Vic", "Wes"))
    game.act(plays.take_discard(1, (3,), 1))
    game.act(plays.go_down(1, 2, ("5H 5S 5D", "9C 9D JK=9")))
    assert game.state.running is not None
    meld = next(iter(game.state.running.play.melds))
    game.act(plays.screw_over(1, 1, 2, "5S", "KD", "contract", ("5S 5C 5D", "JC JD JH"), meld, down="no"))
    game.act(cmd.SayWentOut(1, 2, confirmed=True))  # though still owing a meld
    for seat, cards in ((1, "K K JK"), (3, "4")):
        game.act(cmd.EnterCardsLeft(1, seat, cards, confirmed=True))
    game.act(cmd.CloseRound(1, confirmed=True))
    game.rounds(6).act(cmd.Finish())
