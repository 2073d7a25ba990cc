"""Plays what an exhibit holds, with the code of its own time: ``python evening.py FOLDER OUT NUMBER``.

Run beside a checkout of that version, so it takes nothing from the package that it lies in, and asks for what was
called differently by every name that it had. A club with a season and two games: one finished, with a cell corrected,
the other one running under a house rule, its last entry undone; and, as far as the version knows of them, a third
game of an evening with a photo, a handicap and a seat that was left, an own rulebook, money, a player taken out. Into
OUT come the book, the export of the club where the version knows one, and what that version said of it.
"""

from __future__ import annotations

import base64
import contextlib
import hashlib
import importlib
import inspect
import json
import sqlite3
import sys
from pathlib import Path
from typing import Any

PLAYERS = ("Player 1", "Player 2", "Player 3", "Player 4")
PLAYS = 2
"""What is played: raised whenever more is, so that what a version writes is in the museum as a whole."""
HELD = ("5", "K 10", "A", "2", "9 8 7", "Q Q", "10", "4")

PHOTO = base64.b64decode(
    "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABQODxIPDRQSEBIXFRQYHjIhHhwcHj0sLiQySUBMS0dARkVQWnNiUFVtVkVGZIhlbXd7gYKBTmCNl4x9"
    "lnN+gXz/wAALCAAIAAgBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAAAv/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AD//Z"
)
"""Eight pixels wide and high, all of one grey."""


def _module(*names: str) -> Any:
    """The first of some modules that this version has; None where it has none."""
    for name in names:
        with contextlib.suppress(ImportError):
            return importlib.import_module(name)
    return None


def _called(function: Any, **given: Any) -> Any:
    """A function with those of the arguments that it had in this version."""
    return function(**{name: value for name, value in given.items() if name in inspect.signature(function).parameters})


class _Phone:
    """A phone at the table: each write gets an id of its own and the number of the log that it has seen."""

    def __init__(self, games: Any) -> None:
        self.games, self.by = games, PLAYERS[0]
        self.hands = _module("referee.rules.speech.hands", "referee.rules.hands")
        self.commands = importlib.import_module("referee.game.commands")
        self.count = 0

    def tag(self, seen: int) -> Any:
        self.count += 1
        return self.games.WriteTag(f"museum-{self.count:08}", seen, self.by)

    def opens(self, command: Any) -> str:
        return str(self.games.open_game(command, self.tag(0)).code)

    def does(self, code: str, command: Any) -> None:
        answer = self.games.act(code, command, self.tag(self.games.game(code).number))
        assert type(answer).__name__ == "Done", getattr(answer, "queries", answer)

    def hand(self, book: Any, text: str) -> Any:
        """Cards left as a command of this version carries them: read already, or (the newer ones) as typed."""
        if "cards" in inspect.signature(self.commands.EnterCardsLeft).parameters:
            return text
        return self.hands.read_hand(text, getattr(book, "prices", book.points))


def _season(clubs: Any, seasons: Any) -> str:
    rule = importlib.import_module("referee.season.rules").SeasonRule()
    form = clubs.SeasonForm("Season 1", "2020-01-01", None, rule)
    club = seasons.first_club().id
    return str(_called(clubs.make_season, club=club, form=form, write_id="museum-season", by=PLAYERS[0]).id)


def sums(game: Any) -> dict[str, Any]:
    """What a version says of a game, in words that stay."""
    return {
        "status": game.status,
        "players": [seat.player for seat in game.all_seats],
        "totals": {game.name(seat): total for seat, total in game.totals.items()},
        "places": {game.name(seat): place.place for seat, place in game.places.items()},
        "rounds": [{game.name(seat): cell.score for seat, cell in each.cells.items()} for each in game.rounds],
        "lines": {game.name(seat): line.points for seat, line in game.running.entered.items()} if game.running else {},
    }


def _play(phone: _Phone, cmd: Any, number: int, season: str | None) -> list[str]:
    library = importlib.import_module("referee.rulebooks.library")
    game, ids = phone.games.game, library.ids()
    whole = phone.opens(cmd.OpenGame(library.load(ids[number % len(ids)]), PLAYERS, season=season))
    while not (state := game(whole)).last_round_closed:
        running = state.running
        winner = running.seats[(number + running.number) % len(running.seats)]
        held = {
            seat: HELD[(number + running.number * 3 + seat) % len(HELD)] for seat in running.seats if seat != winner
        }
        hands = {seat: phone.hand(state.book, text) for seat, text in held.items()}
        phone.does(whole, cmd.CloseRound(running.number, hands, winner, says_went_out=True, confirmed=True))
    first = state.rounds[0]
    seat = next(seat for seat in first.cells if seat != first.went_out)
    if state.status == "playing":
        phone.does(whole, cmd.CorrectCell(1, seat, phone.hand(state.book, "K 5"), confirmed=True))
        phone.does(whole, cmd.Finish())
    book = _with_house_rule(library, library.load(ids[(number + 5) % len(ids)]))
    other = phone.opens(cmd.OpenGame(book, PLAYERS[:3]))
    for text in ("10", "K"):
        running = game(other).running
        hands = {seat: phone.hand(book, text) for seat in running.seats[1:]}
        phone.does(other, cmd.CloseRound(running.number, hands, running.seats[0], says_went_out=True, confirmed=True))
    for seat in game(other).running.seats[:2]:
        phone.does(other, cmd.EnterCardsLeft(3, seat, phone.hand(book, "5 4"), confirmed=True))
    phone.does(other, _called(cmd.Undo, confirmed=True))
    return [whole, other]


def _beside(phone: _Phone, cmd: Any, club: str) -> list[str]:
    """What newer versions know of, beside the two games; the codes of the games that it made."""
    evenings, money = _module("referee.services.clubs.evenings"), _module("referee.services.clubs.money")
    if evenings is None or money is None:
        return []
    seasons = _module("referee.services.clubs.seasons")
    clubs, removal = _module("referee.services.clubs.clubs"), _module("referee.services.clubs.removal")
    library = importlib.import_module("referee.rulebooks.library")
    ids = {player.name: player.id for player in seasons.players(club)}
    form = _module("referee.services.clubs.evening_views").EveningForm
    evening = evenings.make(club, form("2020-02-01", "19:30", "Evening 1", season=seasons.seasons(club)[0].id)).id
    evenings.set_here(evening, list(ids.values()), ())
    evenings.seat(evening, 0)
    saved = _module("referee.services.clubs.rulebooks").save_rulebook(
        club, (base := library.load("contract")), "Rulebook 1", phone.tag(0), {"points": {**base.points, "JK": 30}}
    )
    assert type(saved).__name__ == "Saved", saved
    code = phone.opens(cmd.OpenGame(_module("referee.services.clubs.rulebooks").rulebook(club, saved.id), PLAYERS))
    evenings.put_game(code, evening)
    phone.by = ""  # as a phone without a seat and without a name signs
    phone.does(code, cmd.AgreeHandicap({1: 15, 2: 5}))
    closed = phone.games.game(code).running.number
    while (state := phone.games.game(code)).running.number < closed + 2:
        running = state.running
        hands = {seat: phone.hand(state.book, "K 2") for seat in running.seats[1:]}
        command = cmd.CloseRound(running.number, hands, running.seats[0], says_went_out=True, confirmed=True)
        phone.does(code, command)
    phone.does(code, cmd.DropSeat(4))
    phone.does(code, cmd.Finish(confirmed=True))
    _module("referee.services.games.photos").keep(code, PHOTO, phone.tag(0))
    rules_of_money = _module("referee.season.money")
    terms = rules_of_money.Terms("2020-01-01", "stake", 50, 100)
    money.save_terms(club, _module("referee.services.clubs.money_views").TermsForm("€", True, terms))
    first, second = ids[PLAYERS[0]], ids[PLAYERS[1]]
    kept = money.enter(club, first, second, 250, "Snacks", settles=False)
    money.enter(club, second, rules_of_money.KITTY, 100, "", settles=True)
    money.take_back(club, kept.id)
    clubs.add_players(club, "Player 5")
    removal.remove_player({player.name: player.id for player in seasons.players(club)}["Player 5"])
    return [code]


def beside(club: str, code: str) -> dict[str, Any]:
    """What a version says of all that, in words that stay."""
    evenings, money = _module("referee.services.clubs.evenings"), _module("referee.services.clubs.money")
    photos, rulebooks = _module("referee.services.games.photos"), _module("referee.services.clubs.rulebooks")
    seasons = _module("referee.services.clubs.seasons")
    evening, accounts = evenings.of_game(code), money.page(club)
    names = accounts.names
    own = rulebooks.own_rulebooks(club)[0]
    return {
        "evening": [evening.day, evening.begins, evening.name],
        "tables": [[name for _, name in table.seats] for table in evenings.page(evening.id).tables],
        "balances": {names.get(who, who): amount for who, amount in sorted(accounts.balances.items())},
        "movements": len(accounts.movements),
        "photos": [hashlib.sha256(photos.picture(code, kept.id)).hexdigest() for kept in photos.of_game(code)],
        "rulebook": [own.id, own.version, rulebooks.rulebook(club, own.id).points["JK"]],
        "players": sorted(player.name for player in seasons.players(club)),
    }


def _with_house_rule(library: Any, book: Any) -> Any:
    """The rulebook with an ace that costs something else."""
    made = getattr(library, "with_house_rules", None) or _module("referee.rules.house_rules").with_house_rules
    return made(book, {"points": {**book.points, "A": 16}})


def main(folder: Path, out: Path, number: int) -> None:
    from referee import create_app
    from referee.game import commands as cmd

    games = _module("referee.services.games.games", "referee.services")
    seasons = _module("referee.services.clubs.seasons", "referee.season_services")
    clubs = _module("referee.services.clubs.clubs", "referee.club_services")
    data = _module("referee.services.house.data", "referee.data_services")
    said: dict[str, Any] = {}
    app = create_app({"TESTING": True, "DATA_DIR": str(folder)})
    with app.app_context():
        season = _season(clubs, seasons) if clubs and seasons else None
        phone = _Phone(games)
        codes = _play(phone, cmd, number, season)
        more = _beside(phone, cmd, seasons.first_club().id) if season is not None else []
        said["games"] = {code: sums(games.game(code)) for code in [*codes, *more]}
        for code in more:
            said["plays"], said["beside"] = PLAYS, {code: beside(seasons.first_club().id, code)}
        if season is not None:
            said["season"] = season
        if data is not None:
            club = seasons.first_club().id
            said["csv"] = data.csv_of_games(club)
            said["standings"] = data.csv_of_standings(season)
            lines: list[str] = []
            data.export_club(club, lines.append)
            (out / "club.jsonl").write_text("".join(lines), encoding="utf-8")
            said["format"] = json.loads(lines[0])["format"]
    book = next(path for path in folder.rglob("*.db") if "backups" not in path.parts)
    with contextlib.closing(sqlite3.connect(book)) as connection:
        said["revision"] = connection.execute("SELECT version_num FROM alembic_version").fetchone()[0]
        connection.execute("VACUUM INTO ?", [str(out / "book.db")])
    library = importlib.import_module("referee.rulebooks.library")
    said["rulebooks"] = {name: library.load(name).digest for name in library.ids()}
    (out / "said.json").write_text(json.dumps(said, indent=1, ensure_ascii=False), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]))
