"""Over random rounds under every rulebook: the log knows of a round what really happened in it.

The table here keeps its own book: it knows whose turn it really is, who went down when, who took which discard. With
all of that it asks the question of the ruling interface, and then records the play, for which the log says it.
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from random import Random
from typing import Any

import pytest

from referee.game import commands as cmd
from referee.game import events as ev
from referee.game.history import entries
from referee.game.judges.decide import Accepted, NeedsConfirmation, Refused, decide
from referee.game.play import LaidMeld
from referee.rulebooks import library
from referee.rules.packs import in_letters, played_with
from referee.rules.referee import rule_under
from referee.rules.rulebook.model import Rulebook
from tests.game import plays
from tests.game.draws import SUITS, Draws
from tests.game.play import Game

pytestmark = pytest.mark.unmeasured

EVERYTHING = {"screw_over": True, "shanghai_call": True, "new_melds": "later turn", "lay_off_same_turn": "others"}
BOOKS = {book.id: book for book in library.all_rulebooks()}
BOOKS["contract with everything"] = library.with_house_rules(BOOKS["contract"], EVERYTHING)
OTHER_MELDS = {
    "lay_off_whose": "own",
    "new_melds": "same turn",
    "run_ace": "round the corner",
    "run_least": 3,
    "set_least": 4,
}
BOOKS["contract with other melds"] = library.with_house_rules(BOOKS["contract"], OTHER_MELDS)
A_CHOICE = [["set of 3", "set of 3", "or", "run of 4", "set of 3"], ["run of 4", "or", "set of 4"]]
BOOKS["contract with a choice"] = library.with_house_rules(
    BOOKS["contract"], {"contracts": A_CHOICE, "deal": 10, "all_cards_rounds": [], "screw_over": True}
)
BOOKS["shanghai with a screw-over"] = library.with_house_rules(BOOKS["shanghai"], {"screw_over": True})


class Evening(Draws):
    """One round, told to the game in random pieces, and what really happened in it."""

    def __init__(self, book: Rulebook, seed: int) -> None:
        self.rng = Random(seed)
        self.book = book
        self.game = self.opened(book)
        self.seats = list(self.running.seats)
        self.turn = 0
        self.down: dict[int, int] = {}
        self.took: Counter[int] = Counter()
        self.screwed: set[int] = set()
        self.stolen: list[tuple[str, int, int]] = []
        self.legal = Counter[tuple[str, object]]()

    def opened(self, book: Rulebook) -> Game:
        players = [n for n in range(book.players_min, book.players_max + 1) if n in book.decks and n in book.jokers]
        game = Game(book, self.rng.choice(players))
        for _ in range(self.rng.randrange(book.rounds)):
            game.close(self.rng.choice(game.state.seats).id if book.own_contracts else 1)
        return game

    @property
    def running(self) -> Any:
        assert self.game.state.running is not None
        return self.game.state.running

    @property
    def lying(self) -> list[LaidMeld]:
        return list(self.running.play.melds.values())

    def place(self, seat: int) -> int:
        return self.seats.index(seat) + 1

    def standing(self, seat: int) -> str:
        if self.running.play.owes.get(seat) or seat not in self.down:
            return "no"
        return "this turn" if self.down[seat] == self.turn else "earlier"

    def ask(self, question: str, seat: int | None = None, **fields: Any) -> dict[str, Any]:
        """What the interface says, which has no running round: its number, or that of the contract of who asks."""
        number, players = self.running.of(seat).plays, len(self.seats)
        return rule_under(self.book, {"question": question, "round": number, "players": players, **fields})

    def written(self, cards: object) -> object:
        """Cards of the log as the interface writes them."""
        with played_with(self.book.pack):
            return in_letters(cards)

    def compare(self, command: Any, answer: dict[str, Any]) -> ev.PlayEvent | None:
        """Record it, and hold what comes of it to the answer; the event, if it was a yes."""
        before = self.lying
        decision = decide(self.game.state, command, self.game.state.number)
        if isinstance(decision, NeedsConfirmation):
            assert answer["legal"] is True, (command, answer)
            command = dataclasses.replace(command, confirmed=True)
            decision = decide(self.game.state, command, self.game.state.number)
        if isinstance(decision, Refused) and "on the table, but this pack has" in decision.problems[0].message:
            assert "error" in answer or answer["legal"] is not False, (command, answer)
            return None
        if "error" in answer:
            assert isinstance(decision, Refused), (command, answer, decision)
            assert decision.problems[0].field in (answer["error"]["field"], "cards"), (command, answer, decision)
            return None
        self.legal[command.question, answer["legal"]] += 1
        if answer["legal"] is None:
            assert isinstance(decision, Refused), (command, answer, decision)
            assert [one.field for one in decision.problems] == [need["field"] for need in answer["needs"]]
            return None
        if answer["legal"] is False:
            assert isinstance(decision, Refused), (command, answer, decision)
            assert [one.clause for one in decision.problems] == [one["clause"] for one in answer["findings"]]
            assert self.lying == before
            return None
        assert isinstance(decision, Accepted), (command, answer, decision)
        self.game.append(decision.events, "Ann's phone")
        return decision.events[0]  # type: ignore[return-value]

    # what may happen

    def may_i(self, active: int) -> None:
        last = None
        for _ in range(self.rng.choice([0, 0, 1, 1, 2, 3])):
            claims = tuple(self.rng.sample(self.seats, self.rng.randint(1, len(self.seats))))
            takes = self.rng.random() < 0.1
            answer = self.ask(
                "may_i",
                active=self.place(active),
                active_takes=takes,
                claims=[self.place(seat) for seat in claims],
                are_down=sorted(self.place(seat) for seat in self.down),
                last_taker=None if last is None else self.place(last),
                used={str(self.place(seat)): count for seat, count in self.took.items()},
            )
            command = plays.take_discard(self.running.number, claims, active, last is not None, takes)
            if active not in claims or self.book.may_i_active:
                self.unasked(command, answer)
            event = self.compare(command, answer)
            if isinstance(event, ev.MayITaken):
                assert self.place(event.seat) == answer["winner"]
                assert (event.penalty, event.price, event.points) == (
                    answer["penalty"],
                    answer["price"],
                    answer["points"],
                )
                assert {str(self.place(seat)) for seat in event.refused} == set(answer["refused"])
                self.took[event.seat] += 1
                last = event.seat

    def unasked(self, command: cmd.RecordPlay, answer: dict[str, Any]) -> None:
        """Without a word on whose turn it is, or whether it is the same interruption: the same, or asked for."""
        silent = decide(self.game.state, plays.but(command, active=None, same=None), self.game.state.number)
        if isinstance(silent, Accepted):
            (event,) = silent.events
            assert isinstance(event, ev.MayITaken)
            assert (answer["legal"], answer["winner"]) == (True, self.place(event.seat))
        else:
            assert isinstance(silent, Refused)
            fields = {problem.field for problem in silent.problems}
            assert fields <= {"active", "same"} or (fields == {"ruling"} and answer["legal"] is False)

    def go_down(self, seat: int) -> None:
        if seat in self.down:
            return
        melds = self.contract(seat)
        answer = self.ask("contract", seat, melds=list(melds))
        if self.compare(plays.go_down(self.running.number, seat, melds), answer):
            self.down[seat] = self.turn

    def lay_off(self, seat: int) -> None:
        if not self.lying:
            return
        meld = self.rng.choice(self.lying)
        card = self.near(meld.cards)
        owner = "self" if meld.owner == seat else "other"
        answer = self.ask("lay_off", seat, meld=meld.cards, cards=card, down=self.standing(seat), owner=owner)
        command = plays.lay_off(self.running.number, seat, meld.id, card, self.standing(seat))
        if self.running.play.owes.get(seat):
            assert answer.get("legal") is not True
            assert isinstance(self.game.do(command), Refused)
            return
        silent = decide(self.game.state, plays.but(command, down=None), self.game.state.number)
        told = decide(self.game.state, command, self.game.state.number)
        if isinstance(silent, Refused) and silent.problems[0].field != "down":
            assert isinstance(told, Refused), "what is refused unasked is refused whatever the answer"
            assert set(silent.problems) <= set(told.problems)
        elif not isinstance(silent, Refused):
            assert type(silent) is type(told), "where it is not asked, it decides nothing"
        event = self.compare(command, answer)
        if isinstance(event, ev.LaidOff):
            assert self.written(event.became) == answer["meld"]

    def swap(self, seat: int) -> None:
        wild = [one for one in self.lying if "=" in one.cards]
        if not wild or self.running.play.owes.get(seat):
            return
        meld = self.rng.choice(wild)
        place = next(card.partition("=")[2] for card in meld.cards.split() if "=" in card)
        card = place if place[-1] in SUITS and self.rng.random() < 0.8 else self.near(meld.cards)
        owner = "self" if meld.owner == seat else "other"
        answer = self.ask("swap", seat, meld=meld.cards, card=card, down=self.standing(seat), owner=owner)
        event = self.compare(plays.take_wild(self.running.number, seat, meld.id, card, self.standing(seat)), answer)
        if isinstance(event, ev.WildTaken):
            assert (self.written(event.became), event.duty) == (answer["meld"], answer["joker"])

    def screw(self, seat: int) -> None:
        if not self.lying or self.running.play.owes.get(seat):
            return
        meld = self.rng.choice([one for one in self.lying if one.owner != seat] or self.lying)
        take = self.rng.choice(meld.cards.split())
        bare = take.partition("=")[0]
        use, laid = self.use(bare, self.standing(seat), seat)
        others = [one for one in self.lying if one.id != meld.id]
        onto = self.rng.choice(others) if use == "lay_off" and others else None
        if use == "lay_off" and onto is None:
            return
        used = {"contract": list(laid)} if use == "contract" else {"new_meld": laid[0]}
        if onto:
            used = {"lay_off": {"meld": onto.cards, "cards": bare}}
        lost = [card for card, victim, where in self.stolen if victim == seat and where == meld.id]
        answer = self.ask(
            "screw",
            seat,
            by=self.place(seat),
            owner=self.place(meld.owner),
            down=self.standing(seat),
            used=seat in self.screwed,
            meld=meld.cards,
            take=take,
            give="2D",
            owner_melds=[one.cards for one in others if one.owner == meld.owner],
            stolen_from_by=" ".join(lost),
            use=used,
        )
        command = plays.screw_over(
            self.running.number, seat, meld.owner, take, "2D", use, laid, meld.id,  # type: ignore[arg-type]
            onto=onto.id if onto else None, down=self.standing(seat),
        )  # fmt: skip
        known = {one.id for one in self.lying}
        event = self.compare(command, answer)
        if isinstance(event, ev.ScrewedOver):
            assert self.written([event.to_owner, event.stays]) == [answer["to_owner"], answer["meld"]]
            assert event.owed == answer["owed"]
            self.screwed.add(seat)
            if use == "contract":
                self.down[seat] = self.turn
            new = [one.id for one in self.lying if one.id not in known and bare in _names(one.cards)]
            self.stolen.append((bare, meld.owner, onto.id if onto else new[0]))

    def shanghai(self, discarder: int) -> None:
        if not self.lying:
            return
        card = self.near(self.rng.choice(self.lying).cards)
        caller = self.rng.choice(self.seats)
        by = "discarder" if caller == discarder else "other"
        answer = self.ask("shanghai", card=card, table=[one.cards for one in self.lying], by=by)
        meld = self.lying[self.rng.choice(answer["melds"])].id if answer.get("melds") else None
        self.compare(plays.call_shanghai(self.running.number, caller, discarder, card, meld, all_told=True), answer)

    def take_turn(self) -> None:
        self.turn += 1
        active = self.seats[self.turn % len(self.seats)]
        if self.running.play.protected is None:
            self.may_i(active)
        for _ in range(self.rng.choice([0, 1, 2, 3])):
            self.rng.choice([self.go_down, self.lay_off, self.lay_off, self.swap, self.screw])(active)
        if self.rng.random() < 0.2:
            self.shanghai(active)


def _names(cards: str) -> set[str]:
    return {card.partition("=")[0] for card in cards.split()}


@pytest.mark.parametrize("name", BOOKS)
@pytest.mark.parametrize("seed", range(4))
def test_may_i_and_i_did_never_differ(name: str, seed: int) -> None:
    evening = Evening(BOOKS[name], seed)
    for _ in range(30):
        evening.take_turn()
    state = evening.game.state
    for entry in reversed(entries(state)):  # and everything can be undone, the last first
        if entry.can_undo and entry.kind in {kind.__name__ for kind in ev.PlayEvent.__args__}:
            evening.game.must(cmd.Undo(entry.seq))


def test_the_random_rounds_say_yes_and_no_to_everything() -> None:
    """Or the test above would prove little."""
    seen: Counter[tuple[str, object]] = Counter()
    for name in ("contract with everything", "shanghai with a screw-over", "screw"):
        for seed in range(12):
            evening = Evening(BOOKS[name], seed)
            for _ in range(30):
                evening.take_turn()
            seen += evening.legal
    for question in ("may_i", "contract", "lay_off", "swap", "screw", "shanghai"):
        for legal in (True, False):
            assert seen[question, legal], (question, legal, seen)
