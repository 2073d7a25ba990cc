"""Games in every state, written straight into the book, so that a browser can look at each page of them."""

from __future__ import annotations

import dataclasses
import random
from typing import Any

from referee import create_app
from referee.game import commands as cmd
from referee.rulebooks import library
from referee.rules.packs import STANDARD_PACK
from referee.rules.rulebook.model import Rulebook
from referee.services.clubs.game_places import game_place
from referee.services.games import games
from referee.services.phones import access, holdings, invitations, phones
from referee.services.phones.access import CLUB, GAME, Role
from referee.storage.tables.database import db
from tests.services.desk import tag

LONG = (
    "Maximiliana-Theodora von Hohenstein-Klee",  # forty characters
    "Wolfeschlegelsteinhausenbergerdorffwelch",  # forty in one word
    "Player 3",
    "Anna",
    "Anna Maria",
    "Otto",
    "Bartholomew",
    "Jo",
)


class Evening:
    """Plays one game by rule of thumb; the same every time."""

    def __init__(self, rulebook: str | Rulebook, players: tuple[str, ...], club: str | None = None) -> None:
        book = library.load(rulebook) if isinstance(rulebook, str) else rulebook
        self.chance = random.Random(book.id)
        self.sent = 0
        opening = cmd.OpenGame(book, players, 0, "chosen")
        done = games.open_game(opening, self._tag(0), club)
        assert isinstance(done, games.Done), done
        self.code, self.state = done.code, done.state

    def _tag(self, seen: int) -> games.WriteTag:
        self.sent += 1
        return games.WriteTag(f"evening-{self.chance.random()}-{self.sent}", seen, "phone K7")

    def act(self, command: Any) -> None:
        done = games.act(self.code, command, self._tag(self.state.number))
        assert isinstance(done, games.Done), done
        self.state = done.state

    def out(self) -> int:
        """Somebody goes out."""
        running = self.state.running
        assert running is not None
        if running.deal.cut:
            self.act(cmd.RecordCut(running.number, exact=self.chance.random() < 0.9))
        seat = self.chance.choice(running.seats)
        self.act(cmd.SayWentOut(running.number, seat))
        return seat

    def hand(self, seat: int) -> None:
        running = self.state.running
        assert running is not None
        faces = ["A", "K", "Q", "J"] if self.state.book.pack == STANDARD_PACK else []
        ranks = self.chance.sample([*faces, "10", "9", "8", "7", "5", "3"], self.chance.randint(1, 5))
        met = True if running.own else None
        self.act(cmd.EnterCardsLeft(running.number, seat, " ".join(ranks), confirmed=True, met=met))

    def lines(self) -> None:
        out = self.out()
        for seat in self.state.running.seats if self.state.running else ():
            if seat != out:
                self.hand(seat)

    def rounds(self, count: int) -> Evening:
        for _ in range(count):
            if self.state.running is None:
                self.act(cmd.CarryOn(confirmed=True))
            self.lines()
            self.act(cmd.CloseRound(len(self.state.rounds) + 1, confirmed=True))
        return self

    def correct(self, number: int) -> None:
        played = self.state.rounds[number - 1]
        seat = next(seat for seat in played.cells if seat != played.went_out)
        self.act(cmd.CorrectCell(number, seat, "K K 4", confirmed=True))


def _phones(code: str) -> str:
    """Phones that hold seats of a game, another one that waits, further invitations; returns the club."""
    club = game_place(code).club.id
    desk = tag()
    for seat, name in ((1, ""), (2, "An old tablet that lives in the kitchen")):
        phone = access.make_phone(access.new_cookie(), Role.HOST, name)
        assert phone is not None
        holdings.claim(code, seat, dataclasses.replace(tag(), phone=phone.id))
        phones.give(phone.id, CLUB, club, Role.PLAYER, desk)
    invitations.make(GAME, code, Role.SPECTATOR, desk, 12)
    short = invitations.make_code(invitations.standing(club).id, desk)
    waits = access.make_phone(access.new_cookie(), Role.NOBODY)
    assert waits is not None
    invitations.try_code(short.code, "192.168.1.9", lambda: waits.id, LONG[0])
    return club


def write(settings: dict[str, Any]) -> dict[str, str]:
    """A book full of games; the paths of pages worth looking at, by what they show."""
    app = create_app(settings)
    with app.app_context():
        four = tuple(f"Player {seat}" for seat in range(1, 5))
        ended = Evening("progressive", four).rounds(15)
        full = Evening("wikipedia", LONG).rounds(15)
        full.correct(2)
        full.out()
        below = Evening("liverpool", four[:3]).rounds(5)
        counting = Evening("shanghai-kolsov", (*LONG[:4], "Player 5")).rounds(4)
        first = counting.out()
        reading = Evening("screw", four).rounds(1)
        reading.lines()
        fresh = Evening("contract", four)
        club = _phones(full.code)
        db.engine.dispose()
    winner = full.state.rounds[0].went_out
    seats = [seat for seat in counting.state.running.seats if seat != first]  # type: ignore[union-attr]
    return {
        "start": "/",
        "how it works": "/help",
        "new game": "/new",
        "new game, same players": f"/new?again={below.code}",
        "now, fresh": f"/g/{fresh.code}",
        "now, with a cut": f"/g/{below.code}",
        "now, being counted": f"/g/{counting.code}",
        "who went out": f"/g/{fresh.code}/round",
        "cards left": f"/g/{counting.code}/round?seat={seats[0]}",
        "cards left, eight players": f"/g/{full.code}/round?seat=1",
        "cards typed": f"/g/{counting.code}/round?seat={seats[0]}&cards=two+kings+and+a+fice",
        "a long word typed": f"/g/{counting.code}/round?seat={seats[0]}&cards={LONG[1]}",
        "read-back": f"/g/{reading.code}/round",
        "read-back, missing": f"/g/{counting.code}/round?step=read-back",
        "empty score": f"/g/{fresh.code}/score",
        "score, eight players": f"/g/{full.code}/score",
        "score, four players": f"/g/{ended.code}/score",
        "score, below zero": f"/g/{below.code}/score",
        "correct a cell": f"/g/{full.code}/score/2/1",
        "correct the winner": f"/g/{full.code}/score/1/{winner}",
        "history": f"/g/{full.code}/history",
        "table": f"/g/{below.code}/table",
        "table, eight players": f"/g/{full.code}/table",
        "handicap": f"/g/{fresh.code}/table/handicap",
        "who are you, eight players": f"/g/{full.code}/who",
        "invite": f"/g/{full.code}/invite",
        "invite one player": f"/g/{full.code}/invite?seat=5",
        "invite into the club": "/invite",
        "join": "/join",
        "phones": f"/clubs/{club}/phones",
        "result so far": f"/g/{below.code}/result",
        "result with money": f"/g/{ended.code}",
        "ask": "/ask",
        "ask in a game": f"/g/{full.code}/ask",
        "nothing here": "/g/NOSUCH",
        "nothing here, in a game": f"/g/{full.code}/score/99/1",
    }
