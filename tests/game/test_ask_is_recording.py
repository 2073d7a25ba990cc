"""Over random games: *Ask* inside a game and the recording of the same play never differ.

Who asks says what a person would say: who they are, which meld, which cards. What the log knows nobody tells either of
them, and what it does not know is told to both or to neither. ``REFEREE_ASKED=100000`` plays so many games.
"""

from __future__ import annotations

import dataclasses
import os
from collections import Counter
from functools import cache
from typing import Any

import pytest

from referee.game import commands as cmd
from referee.game.judges.decide import Accepted, NeedsConfirmation, Refused, decide
from referee.game.rulings import inside
from referee.game.state import GameState
from referee.rules.requests import RequestError
from referee.rules.rulebook.model import Rulebook
from tests.game.play import Game
from tests.game.test_same_judge import BOOKS, Evening

pytestmark = pytest.mark.unmeasured

GAMES = int(os.environ.get("REFEREE_ASKED", "2000"))
KNOWN = ("used", "last_taker", "stolen_from_by", "owner_melds")
"""What the evening knows and nobody tells: the log does."""


@cache
def opened(name: str, players: int, rounds: int) -> GameState:
    game = Game(BOOKS[name], players)
    for _ in range(rounds):
        game.close(1)
    return game.state


class Asking(Evening):
    """An evening of which only some is told, in which everything is asked before it is recorded."""

    def __init__(self, name: str, seed: int) -> None:
        self.seen: Counter[tuple[str, object]] = Counter()
        self.light = 0.3
        self.name = name
        super().__init__(BOOKS[name], seed)

    def opened(self, book: Rulebook) -> Game:
        players = [n for n in range(book.players_min, book.players_max + 1) if n in book.decks and n in book.jokers]
        count, rounds = self.rng.choice(players), self.rng.randrange(book.rounds)
        game = Game.__new__(Game)
        game.book, game.state = book, opened(self.name, count, rounds)
        return game

    def ask(self, question: str, **fields: Any) -> dict[str, Any]:
        asked = {"question": question, "round": self.running.plays, "players": len(self.seats), **fields}
        if question == "may_i":
            asked["same"] = fields["last_taker"] is not None
        return {"asked": {name: value for name, value in asked.items() if name not in KNOWN}}

    def compare(self, command: Any, answer: dict[str, Any]) -> Any:
        asked = dict(answer["asked"])
        if asked["question"] in inside.ASKED_BY:
            asked["asker"] = self.place(command.seat)
        for name in ("down", "active", "same"):
            if name in asked and self.rng.random() < 0.5:
                del asked[name]
                command = dataclasses.replace(command, **{name: None})
        decision = decide(self.game.state, dataclasses.replace(command, **_yes(command)), self.game.state.number)
        says = differs(self.game.state, asked, decision, self.seen)
        assert not says, (says, command, asked, decision)
        if not isinstance(decision, Accepted) or not decision.events:
            return None
        self.game.append(decision.events, "Ann's phone")
        return decision.events[0]

    def unasked(self, command: Any, answer: Any) -> None:
        pass

    def may_i(self, active: int) -> None:
        claims = tuple(self.rng.sample(self.seats, self.rng.randint(1, len(self.seats))))
        places, same = [self.place(seat) for seat in claims], self.rng.random() < 0.3
        fields = {"active": self.place(active), "active_takes": False, "claims": places}
        answer = self.ask("may_i", last_taker=1 if same else None, **fields)
        self.compare(cmd.TakeDiscard(self.running.number, claims, active, same), answer)

    def go_down(self, seat: int) -> None:
        if self.rng.random() < self.light:
            self.game.do(cmd.GoDown(self.running.number, seat))
            return
        melds = self.contract()
        self.compare(cmd.GoDown(self.running.number, seat, melds), self.ask("contract", melds=list(melds)))

    def lay_off(self, seat: int) -> None:
        if self.lying:
            meld = self.rng.choice(self.lying)
            card, said = self.near(meld.cards), self.said()
            answer = self.ask("lay_off", meld=meld.cards, cards=card, down=said)
            self.compare(cmd.LayOff(self.running.number, seat, meld.id, card, said), answer)

    def swap(self, seat: int) -> None:
        wild = [one for one in self.lying if "=" in one.cards]
        if wild:
            meld = self.rng.choice(wild)
            place = next(card.partition("=")[2] for card in meld.cards.split() if "=" in card)
            card = place if place[-1] in "CDHS" else self.near(meld.cards)
            said = self.said()
            answer = self.ask("swap", meld=meld.cards, card=card, down=said)
            self.compare(cmd.TakeWild(self.running.number, seat, meld.id, card, said), answer)

    def screw(self, seat: int) -> None:
        if not self.lying:
            return
        meld = self.rng.choice(self.lying)
        take, said = self.rng.choice(meld.cards.split()), self.said()
        bare = take.partition("=")[0]
        use, laid = self.use(bare, self.rng.choice(["no", "earlier"]))
        others = [one for one in self.lying if one.id != meld.id]
        if use == "lay_off" and not others:
            return
        onto = self.rng.choice(others) if use == "lay_off" else None
        used: dict[str, Any] = {"contract": list(laid)} if use == "contract" else {"new_meld": laid[0]}
        if onto:
            used = {"lay_off": {"meld": onto.cards, "cards": bare}}
        by, owner = self.place(seat), self.place(meld.owner)
        answer = self.ask("screw", by=by, owner=owner, meld=meld.cards, take=take, give="2D", use=used, down=said)
        command = cmd.ScrewOver(
            self.running.number, seat, meld.owner, take, "2D", use, laid, meld.id,  # type: ignore[arg-type]
            onto=onto.id if onto else None, down=said,
        )  # fmt: skip
        self.compare(command, answer)

    def said(self) -> Any:
        return self.rng.choice(["no", "this turn", "earlier"])

    def shanghai(self, discarder: int) -> None:
        if self.lying:
            caller, card = self.rng.choice(self.seats), self.near(self.rng.choice(self.lying).cards)
            answer = self.ask("shanghai", card=card, by="discarder" if caller == discarder else "other")
            self.compare(cmd.CallShanghai(self.running.number, caller, discarder, card), answer)

    def take_turn(self) -> None:
        self.turn += 1
        if self.rng.random() < 0.05:  # somebody leaves in mid-round, and is still named now and then
            self.game.do(cmd.DropSeat(self.rng.choice(self.seats), now=True, confirmed=True))
        active = self.rng.choice(self.seats)
        plays = [self.go_down, self.go_down, self.lay_off, self.swap, self.screw, self.screw]
        self.rng.choice([self.may_i, self.shanghai, *plays])(active)


def _yes(command: Any) -> dict[str, bool]:
    return {"confirmed": True} if hasattr(command, "confirmed") else {}


def differs(state: GameState, asked: dict[str, Any], decision: Any, seen: Counter[tuple[str, object]]) -> str:
    """In what the answer to a question is another one than that to its recording; empty where they agree."""
    if isinstance(decision, Refused) and "on the table: this pack has" in decision.problems[0].message:
        return ""
    left = isinstance(decision, Refused) and "left in the middle of this round" in decision.problems[0].message
    try:
        ruling = inside.ruled(state, asked)
    except RequestError as wrong:
        if left:  # cards that make no sense are named first
            seen["left", wrong.message == decision.problems[0].message] += 1
        return "" if isinstance(decision, Refused) else f"an error: {wrong}"
    if left:  # a Shanghai call is asked of nobody by name
        return "" if asked["question"] == "shanghai" else "a ruling on somebody who has left"
    if isinstance(decision, Refused) and asked["question"] == "shanghai" and decision.problems[0].field == "meld":
        return "" if len(ruling.adds["melds"]) > 1 else "asked for one of several melds"
    seen[asked["question"], ruling.legal] += 1
    assert not isinstance(decision, NeedsConfirmation)
    if isinstance(decision, Refused):
        if ruling.legal:
            return "asked yes, recorded no"
        fields = [problem.field for problem in decision.problems if not problem.clause]
        if ruling.legal is None:
            return "" if fields == [need.field for need in ruling.needs] else "other facts are asked for"
        clauses = [problem.clause.partition("/")[2] for problem in decision.problems]
        return "" if clauses == [finding.topic for finding in ruling.findings] else "other clauses"
    if not decision.events:
        return ""
    if not ruling.legal:
        return "recorded yes, asked no"
    return _otherwise(ruling.adds, decision.events[0], state)


def _otherwise(adds: Any, event: Any, state: GameState) -> str:
    """What an event holds otherwise than the ruling says."""
    assert state.running is not None
    same = {
        "winner": lambda: state.running.seats[adds["winner"] - 1] == event.seat,  # type: ignore[union-attr]
        "penalty": lambda: adds["penalty"] == event.penalty,
        "to_owner": lambda: (adds["to_owner"], adds["meld"]) == (event.to_owner, event.stays),
        "owed": lambda: adds["owed"] == event.owed,
        "readings": lambda: not isinstance(adds["readings"], tuple),
    }
    if "meld" in adds and "to_owner" not in adds:
        same["meld"] = lambda: adds["meld"] == event.became
    return ", ".join(name for name, holds in same.items() if name in adds and not holds())


def play(names: list[str], games: int, turns: int = 8) -> Counter[tuple[str, object]]:
    seen: Counter[tuple[str, object]] = Counter()
    for seed in range(games):
        evening = Asking(names[seed % len(names)], seed)
        for _ in range(turns):
            evening.take_turn()
        seen += evening.seen
    return seen


@pytest.mark.long
def test_ask_and_the_recording_never_differ() -> None:
    seen = play(["screw", "contract with everything", "shanghai with a screw-over", *BOOKS], GAMES)
    for question in ("contract", "lay_off", "swap", "screw", "may_i", "shanghai"):
        for legal in (True, False):
            assert seen[question, legal] > GAMES // 1000, (question, legal, seen)
    assert seen["left", True] > GAMES // 100, seen


@pytest.mark.parametrize("question", ["contract", "lay_off", "swap", "screw", "may_i", "shanghai"])
def test_an_ask_that_does_not_know_the_game_is_found_out(question: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: the referee as it is outside a game, where nobody tells it what the log knows."""
    monkeypatch.setitem(inside._QUESTIONS, question, inside._as_told)
    with pytest.raises(AssertionError):
        play(["screw", "contract with everything"], 300)
