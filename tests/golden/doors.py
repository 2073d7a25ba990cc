"""The ways to a game by which the case files are replayed: the services, and HTTP."""

from __future__ import annotations

import dataclasses
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from html import unescape
from typing import Any, Protocol

from flask import Flask
from werkzeug.test import TestResponse

from referee.game import commands as cmd
from referee.game.events import Event
from referee.game.state import GameState
from referee.services.clubs import rulebooks, seasons
from referee.services.clubs.rulebooks import Saved
from referee.services.games import games
from referee.services.games.games import Answer, Confirm, Done, Refused
from tests.game.plays import typed
from tests.house.reading import Reader, read_page
from tests.services.desk import tag


@dataclass(frozen=True)
class Came:
    """What came of a command: events, or the clauses that refuse it, or the fields that must be said first."""

    events: tuple[Event, ...] = ()
    refused: tuple[str, ...] = ()
    asked: tuple[str, ...] = ()


class Door(Protocol):
    """A way to the game. A question asked back is answered yes and kept in ``asked_back``."""

    asked_back: list[str]

    def bring_in(self, file: str) -> str: ...
    def open(self, rulebook: str, players: list[str], dealer: int) -> None: ...
    def state(self) -> GameState: ...
    def act(self, command: cmd.Command) -> Came: ...
    def page(self, path: str) -> str | None: ...
    def cut(self, number: int, exact: bool) -> None: ...
    def went_out(self, number: int, seat: int | None) -> None: ...
    def cards_left(self, number: int, seat: int, said: str, met: bool | None = None) -> None: ...
    def close(self, number: int) -> None: ...
    def correct(self, number: int, seat: int, said: str) -> None: ...
    def leave(self, seat: int) -> None: ...
    def join(self, player: str, after: int, how: str, opening: int) -> None: ...
    def buys(self, buys: dict[int, int]) -> None: ...


class Desk:
    """The services themselves."""

    def __init__(self) -> None:
        self.code = ""
        self.asked_back: list[str] = []
        self._state: GameState | None = None

    def bring_in(self, file: str) -> str:
        brought_in = rulebooks.import_rulebook(seasons.first_club().id, file, tag())
        assert isinstance(brought_in, Saved), brought_in
        return brought_in.rulebook.id

    def open(self, rulebook: str, players: list[str], dealer: int) -> None:
        book = rulebooks.rulebook(seasons.first_club().id, rulebook)
        answer = games.open_game(cmd.OpenGame(book, tuple(players), dealer), tag())
        assert isinstance(answer, Done)
        self.code = answer.code

    def state(self) -> GameState:
        """Read anew after every write."""
        if self._state is None:
            self._state = games.game(self.code)
        return self._state

    def act(self, command: cmd.Command) -> Came:
        answer = self._send(command)
        if isinstance(answer, Confirm):
            self.asked_back += [query.question for query in answer.queries]
            answer = self._send(dataclasses.replace(command, confirmed=True))  # type: ignore[call-arg]
        if isinstance(answer, Refused):
            refused = dict.fromkeys(problem.clause for problem in answer.problems if problem.clause)
            asked = dict.fromkeys(problem.field for problem in answer.problems if not problem.clause)
            return Came(refused=tuple(refused), asked=tuple(asked))
        assert isinstance(answer, Done), answer
        return Came(answer.events)

    def _send(self, command: cmd.Command) -> Answer:
        seen, self._state = self.state().number, None
        return games.act(self.code, command, tag(seen))

    def _must(self, command: cmd.Command) -> None:
        came = self.act(command)
        assert not came.refused, came
        assert not came.asked, came

    def page(self, path: str) -> None:  # noqa: ARG002 - nothing is shown here
        return None

    def cut(self, number: int, exact: bool) -> None:
        self._must(cmd.RecordCut(number, exact))

    def went_out(self, number: int, seat: int | None) -> None:
        self._must(cmd.SayWentOut(number, seat))

    def cards_left(self, number: int, seat: int, said: str, met: bool | None = None) -> None:
        self._must(cmd.EnterCardsLeft(number, seat, said, met=met))

    def close(self, number: int) -> None:
        self._must(cmd.CloseRound(number))

    def correct(self, number: int, seat: int, said: str) -> None:
        self._must(cmd.CorrectCell(number, seat, said))

    def leave(self, seat: int) -> None:
        self._must(cmd.DropSeat(seat))

    def join(self, player: str, after: int, how: str, opening: int) -> None:
        self._must(cmd.AddSeat(player, after, False, how=how, opening=opening))  # type: ignore[arg-type]

    def buys(self, buys: dict[int, int]) -> None:
        self._must(cmd.SayBuys(buys))


class Web:
    """Forms as the pages of a phone send them."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        self.phone = app.test_client()
        self.code = ""
        self.asked_back: list[str] = []
        self._state: GameState | None = None

    def bring_in(self, file: str) -> str:
        answer = self._must("/house-rules/import", text=file)
        return answer.headers["Location"].partition("?")[0].rsplit("/", 1)[-1]

    def open(self, rulebook: str, players: list[str], dealer: int) -> None:
        answer = self._must("/new", rulebook=rulebook, player=players, how="chosen", dealer=str(dealer + 1))
        self.code = answer.headers["Location"].rstrip("/").split("/")[-1]

    def state(self) -> GameState:
        """Read anew after every write."""
        if self._state is None:
            with self.app.app_context():
                self._state = games.game(self.code)
        return self._state

    def act(self, command: cmd.Command) -> Came:
        before = self.state().number
        path, fields = _form(command)
        answer = self.post(f"/g/{self.code}/{path}", **fields)
        log = self.state().log
        if answer.status_code == 303:
            return Came(tuple(recorded.event for recorded in log[before:]))
        assert len(log) == before, "nothing is written"
        page = read_page(answer.text).elements
        refused = dict.fromkeys(one.text() for one in page if one.get("class") == "address")
        links = {one.get("href") for one in page}
        assert links >= {f"/g/{self.code}/rulebook#{clause.partition('/')[2]}" for clause in refused}
        asks = (one for one in page if one.tag == "button" and any(up.get("class") == ASKS for up in one.ancestors()))
        return Came(refused=tuple(refused), asked=tuple(dict.fromkeys(str(one.get("name")) for one in asks)))

    def post(self, path: str, **fields: Any) -> TestResponse:
        """The form of a phone that has just looked; what is asked back is answered yes with the same id."""
        seen, self._state = self.state().number if self.code else 0, None
        form = {"write_id": secrets.token_hex(16), "seen": str(seen), **fields}
        answer = self.send(path, form)
        if answer.status_code == 422 and (asked := _asked_back(read_page(answer.text))):
            self.asked_back += asked
            answer = self.send(path, {**form, "confirmed": "1"})
        assert answer.status_code in (303, 422), f"{path} {fields}: {answer.status}"
        return answer

    def send(self, path: str, form: dict[str, Any]) -> TestResponse:
        return self.phone.post(path, data=form)

    def _must(self, path: str, **fields: Any) -> TestResponse:
        answer = self.post(path, **fields)
        assert answer.status_code == 303, f"{path} {fields}: {answer.status} {_read_out(answer)[:900]}"
        return answer

    def page(self, path: str) -> str:
        read = f"?read={len(self.state().rounds)}" if not path else ""  # the news of the round are put away
        return _read_out(self.phone.get(f"/g/{self.code}{path}{read}"))

    def cut(self, number: int, exact: bool) -> None:
        self._must(f"/g/{self.code}/cut", round=number, exact=typed(exact))

    def went_out(self, number: int, seat: int | None) -> None:
        self._must(f"/g/{self.code}/round/went-out", round=number, seat="nobody" if seat is None else seat)

    def cards_left(self, number: int, seat: int, said: str, met: bool | None = None) -> None:
        told = {} if met is None else {"met": typed(met)}
        self._must(f"/g/{self.code}/round/cards-left", round=number, seat=seat, cards=said, **told)

    def close(self, number: int) -> None:
        self._must(f"/g/{self.code}/round/close", round=number)

    def correct(self, number: int, seat: int, said: str) -> None:
        self._must(f"/g/{self.code}/score/{number}/{seat}", cards=said)

    def leave(self, seat: int) -> None:
        self._must(f"/g/{self.code}/table/leave", seat=seat)

    def join(self, player: str, after: int, how: str, opening: int) -> None:
        self._must(f"/g/{self.code}/table/join", player=player, after=after, how=how, opening=opening)

    def buys(self, buys: dict[int, int]) -> None:
        self._must(f"/g/{self.code}/buys", **{f"buys-{seat}": count for seat, count in buys.items()})


ASKS = "panel asks"
FORMS = {
    cmd.Undo: "undo",
    cmd.ShuffleStock: "stock",
    cmd.NoteIrregularity: "irregular",
    cmd.DecideRule: "rules/{topic}",
}
"""Where the form of a command leads."""
PLAYS = {
    "may_i": "may-i",
    "contract": "down",
    "new_meld": "new-meld",
    "lay_off": "melds/{meld}",
    "screw": "screw-over",
    "shanghai": "shanghai",
}
"""Where the form of a play leads."""


def _form(command: cmd.Command) -> tuple[str, dict[str, str]]:
    """Where the form leads that means a command, and what it sends: what was left out is not in the form."""
    if isinstance(command, cmd.RecordPlay):
        path = PLAYS[command.question].format(**command.typed)
        return path, {"round": str(command.round), **command.typed}
    kind = type(command)
    said = {field.name: getattr(command, field.name) for field in dataclasses.fields(command)}
    path = FORMS[kind].format(**said)
    told = {field.name: said[field.name] for field in dataclasses.fields(command) if said[field.name] != field.default}
    house: Mapping[str, object] = told.pop("house", {})
    return path, {name: typed(value) for name, value in {**told, **house}.items()}


def _asked_back(page: Reader) -> list[str]:
    """The questions of the page that asks whether it is so; none on any other page."""
    if not any(one.get("name") == "confirmed" for one in page.elements):
        return []
    return [one.text() for one in page.elements if one.tag == "p" and one.parent and one.parent.get("class") == "panel"]


def _read_out(answer: TestResponse) -> str:
    """Everything on a page that can be read, piece by piece."""
    page = read_page(answer.text).elements
    return unescape(" | ".join(one.text() for one in page if one.tag in ("li", "p", "h1", "h2", "td", "dd")))
