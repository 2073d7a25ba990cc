"""One round at a table of which everything, a little or nothing is told: the plays, asked first and then recorded."""

from __future__ import annotations

import dataclasses
from collections import Counter
from random import Random
from typing import Any

from referee.game import commands as cmd
from referee.game import events as ev
from referee.game.judges.decide import Accepted, Decision, NeedsConfirmation
from referee.game.judges.irregular import KINDS
from referee.game.play import LaidMeld, RoundInPlay
from referee.game.rulings.melds import on_table
from referee.game.state import GameState, RunningRound
from tests.game import plays
from tests.game.draws import Draws
from tests.game.play import Game
from tests.random_games.asks import Seen, is_false
from tests.random_games.holds import counting
from tests.random_games.paper import Deed

STANDINGS = ("no", "this turn", "earlier")


class AtTable(Draws):
    """What may be told of the running round. ``do`` is the one way to the game."""

    game: Game

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.seen: Seen = Counter()

    @property
    def state(self) -> GameState:
        return self.game.state

    @property
    def running(self) -> RunningRound:
        assert self.state.running is not None
        return self.state.running

    @property
    def play(self) -> RoundInPlay:
        return self.running.play

    @property
    def lying(self) -> list[LaidMeld]:
        return list(self.play.melds.values())

    def chance(self, of: float) -> bool:
        return self.rng.random() < of

    def place(self, seat: int) -> int:
        return self.running.seats.index(seat) + 1

    def do(self, command: cmd.Command, deed: Deed | None = None) -> Decision:
        raise NotImplementedError

    # what lies on the table and nobody told

    def untold(self) -> dict[int, tuple[str, ...]]:
        """Melds as they may lie there beside those told, by their owner: none of those whose contract was told."""
        told: set[int] = set()
        for recorded in counting(self.state.log):
            event = recorded.event
            if getattr(event, "round", 0) != self.running.number:
                continue
            match event:
                case ev.WentDown(melds=melds) if melds:
                    told.add(event.seat)
                case ev.LaidOff(meld=None) | ev.WildTaken(meld=None) if event.owner in told:
                    return {seat: self.contract(seat) for seat in self.running.seats}
                case ev.ScrewedOver():
                    told |= {event.by} if event.use == "contract" else set()
                    if event.take and (event.meld is None or (event.use == "lay_off" and event.onto is None)):
                        return {seat: self.contract(seat) for seat in self.running.seats}
                case ev.ShanghaiCalled() if event.card and event.meld is None and event.seat != event.discarder:
                    return {seat: self.contract(seat) for seat in self.running.seats}
                case _:
                    pass
        return {seat: self.contract(seat) for seat in self.running.seats if seat not in told and self.chance(0.6)}

    def less(self, asked: dict[str, Any], *facts: str) -> dict[str, Any]:
        """A question with some of its facts left out."""
        return {name: value for name, value in asked.items() if name not in facts or self.chance(0.5)}

    def asked(self, question: str, seat: int | None = None, **facts: Any) -> dict[str, Any]:
        """With the number of the round, or of the contract that the seat has of its own."""
        return {"question": question, "round": self.running.of(seat).plays, **facts}

    def never_false(self, asked: dict[str, Any], *facts: str) -> None:
        """Whatever is left untold of a table, the answer holds once it is told, or a fact is asked for."""
        less = self.less(asked, *facts)
        wrong = is_false(self.state, less, asked)
        assert not wrong, f"a half-told table is told a false thing ({wrong}): {less} beside {asked}"

    def record(self, command: Any, asked: dict[str, Any]) -> None:
        """Record what was asked."""
        if hasattr(command, "confirmed"):
            command = dataclasses.replace(command, confirmed=True)
        decision = self.do(command)
        if isinstance(decision, NeedsConfirmation):
            decision = self.do(plays.but(command, reading=self.rng.choice(decision.queries[0].readings)))
        self.seen[asked["question"], isinstance(decision, Accepted)] += 1

    # the plays

    def take_turn(self) -> None:
        if not self.running.there:  # in the last round everybody may leave
            return
        active = self.rng.choice(self.running.seats if self.chance(0.1) else self.running.there)
        plays = [self.go_down, self.go_down, self.lay_off, self.lay_off, self.swap, self.screw, self.shanghai]
        rare = [self.lay_meld, self.note_screw, self.note_call, self.irregular, self.shuffle, self.skip, self.end_turn]
        self.rng.choice([self.may_i, self.may_i, *plays, *rare])(active)

    def may_i(self, active: int) -> None:
        there, play = self.running.there, self.play
        claims = tuple(self.rng.sample(there, self.rng.randint(1, min(3, len(there)))))
        same = play.chain is not None and self.chance(0.4)
        if same and play.on_turn in there:
            active = play.on_turn
        asked = self.asked(
            "may_i", active=self.place(active), same=same, active_takes=False, claims=[*map(self.place, claims)]
        )
        if active not in claims or self.book.may_i_active:
            self.never_false(asked, "active", "same")
        told = self.less(asked, "active", "same")
        turn = active if "active" in told else None
        self.record(plays.take_discard(self.running.number, claims, turn, told.get("same")), told)
        if self.chance(0.15) and (seq := next((take.seq for take in reversed(self.play.takes)), None)):
            more = tuple(self.rng.sample(there, self.rng.randint(1, min(2, len(there)))))
            takes = self.chance(0.2)
            self.do(plays.take_discard(self.running.number, more, self.rng.choice([active, None]), None, takes, seq))

    def go_down(self, seat: int) -> None:
        if self.chance(0.35):
            self.do(plays.go_down(self.running.number, seat))
            return
        laid = self.contract(seat)
        asked = self.asked("contract", seat, melds=list(laid), asker=self.place(seat))
        self.never_false(asked, "asker")
        self.record(plays.go_down(self.running.number, seat, laid), asked)

    def lay_meld(self, seat: int) -> None:
        owed = self.play.owes.get(seat, ())
        size = int(owed[0].rsplit(" ", 1)[1]) if owed else self.rng.choice([3, 4])
        run = owed[0].startswith("run") if owed else self.chance(0.4)
        cards = self.some_run(size) if run else self.some_set(size)
        down = self.rng.choice([None, *STANDINGS])
        self.do(plays.lay_meld(self.running.number, seat, cards, down, confirmed=True))  # type: ignore[arg-type]

    def onto(self, question: str, laid: str, seat: int, meld: LaidMeld, card: str) -> dict[str, Any]:
        facts = {"meld": meld.cards, laid: card, "down": self.rng.choice(STANDINGS), "asker": self.place(seat)}
        facts["owner"] = "self" if meld.owner == seat else "other"
        asked = self.asked(question, seat, **facts)
        self.never_false(asked, "down", "asker", "owner", "meld")
        return self.less(asked, "down")

    def some_meld(self) -> tuple[LaidMeld, bool] | None:
        """A meld on the table, and whether it was told; now and then it is one that nobody told."""
        if self.chance(0.25) or not self.lying:
            hidden = [LaidMeld(0, owner, cards) for owner, melds in self.untold().items() for cards in melds]
            if hidden:
                return self.rng.choice(hidden), False
        return (self.rng.choice(self.lying), True) if self.lying else None

    def lay_off(self, seat: int) -> None:
        if found := self.some_meld():
            meld, known = found
            card = self.near(meld.cards)
            told = self.onto("lay_off", "cards", seat, meld, card)
            where = {} if known else {"onto_cards": meld.cards, "owner": meld.owner}
            number = meld.id if known else None
            self.record(plays.lay_off(self.running.number, seat, number, card, told.get("down"), **where), told)

    def swap(self, seat: int) -> None:
        found = self.some_meld()
        if found and ("=" in found[0].cards or "JK" in found[0].cards):
            meld, known = found
            place = next((card.partition("=")[2] for card in meld.cards.split() if "=" in card), "")
            card = place if place[-1:] in tuple("CDHS") else self.near(meld.cards)
            told = self.onto("swap", "card", seat, meld, card)
            where = {} if known else {"onto_cards": meld.cards, "owner": meld.owner}
            number = meld.id if known else None
            self.record(plays.take_wild(self.running.number, seat, number, card, told.get("down"), **where), told)

    def screw(self, by: int) -> None:
        """Now and then from a meld that nobody told, or onto one."""
        untold = self.untold()
        hidden = [(owner, None, cards) for owner, melds in untold.items() for cards in melds]
        told_melds = [(one.owner, one.id, one.cards) for one in self.lying]
        there = hidden if hidden and (not told_melds or self.chance(0.2)) else told_melds
        if not there:
            return
        owner, number, meld = self.rng.choice(there)
        if number is None and on_table(self.running, meld):
            return
        take = self.rng.choice(meld.split())
        bare = take.partition("=")[0]
        use, laid = self.use(bare, "no" if self.chance(0.5) else "earlier", by)
        down = "no" if use == "contract" else self.rng.choice(STANDINGS)  # who goes down with it was not down
        others = [one for one in self.lying if one.id != number]
        if use == "lay_off" and not others:
            return
        onto = self.rng.choice(others) if use == "lay_off" else None
        used: dict[str, Any] = {"contract": list(laid)} if use == "contract" else {"new_meld": laid[0]}
        if onto:
            used = {"lay_off": {"meld": onto.cards, "cards": bare}}
        owners = [one.cards for one in others if one.owner == owner]
        owners += [cards for cards in untold.get(owner, ()) if cards != meld]
        facts = {
            "by": self.place(by), "owner": self.place(owner), "meld": meld, "take": take, "give": "2D", "use": used,
            "down": down, "owner_melds": owners, "stolen_from_by": bare if self.chance(0.3) else "",
        }  # fmt: skip
        asked = self.asked("screw", by, **facts)
        open_facts = ("down", "owner_melds", "stolen_from_by")
        self.never_false(asked, *open_facts)
        told = self.less(asked, *open_facts)
        stolen = bool(facts["stolen_from_by"]) if "stolen_from_by" in told else None
        command = plays.screw_over(
            self.running.number, by, owner, take, "2D", use, laid, number,  # type: ignore[arg-type]
            cards="" if number else meld, onto=onto.id if onto else None, down=told.get("down"),
            owner_melds=tuple(owners) if "owner_melds" in told else None, stolen=stolen,
        )  # fmt: skip
        self.record(command, told)

    def note_screw(self, by: int) -> None:
        self.do(plays.screw_over(self.running.number, by, self.rng.choice(self.running.seats)))

    def note_call(self, caller: int) -> None:
        self.do(plays.call_shanghai(self.running.number, caller, self.rng.choice(self.running.there)))

    def shanghai(self, discarder: int) -> None:
        untold = [cards for melds in self.untold().values() for cards in melds]
        melds = [one.cards for one in self.lying] + untold
        if not melds:
            return
        caller, card = self.rng.choice(self.running.there), self.near(self.rng.choice(melds))
        by = "discarder" if caller == discarder else "other"
        asked = self.asked("shanghai", card=card, table=melds, by=by)
        self.never_false(asked, "table")
        told = self.less(asked, "table")
        table = tuple(melds) if "table" in told else ()
        command = plays.call_shanghai(
            self.running.number, caller, discarder, card, table=table, all_told="table" in told
        )
        self.record(command, told)

    def end_turn(self, seat: int) -> None:
        """Only asked: a discard is not recorded."""
        melds = [one.cards for one in self.lying] + [cards for told in self.untold().values() for cards in told]
        cards = [self.some_card() for _ in range(self.rng.randint(1, 4))]
        if melds:
            cards[0] = self.near(self.rng.choice(melds))
        facts = {"hand": " ".join(cards), "card": cards[0], "down": self.rng.choice(STANDINGS), "table": melds}
        self.never_false(self.asked("discard", seat, asker=self.place(seat), **facts), "down", "table", "asker")

    def irregular(self, seat: int) -> None:
        kind, remedy = self.rng.choice(KINDS), self.rng.choice(["note", "points", "points", "nothing", "owed"])
        points, who = self.rng.choice([-20, 5, 25, 600]), self.rng.choice([seat, seat, seat, None])
        number = self.running.number if self.chance(0.7) else self.rng.randint(1, self.running.number)
        deed = Deed("extra", number, who or 0, {who: points}) if who and remedy == "points" else None
        light = [one for one in self.play.irregularities if one.is_light] if number == self.running.number else []
        note = self.rng.choice(light).seq if light and self.chance(0.5) else None
        if number == self.running.number and self.chance(0.15):
            deed, remedy = Deed("void", number, order=self.running.away), "void"
        command = cmd.NoteIrregularity(number, who, kind, remedy, points, completes=note)  # type: ignore[arg-type]
        self.do(command, deed)

    def shuffle(self, _: int) -> None:
        self.do(cmd.ShuffleStock(self.running.number))

    def skip(self, seat: int) -> None:
        onto = self.rng.choice(self.running.seats)
        by = self.play.lost.get(seat)
        if by is not None and self.chance(0.5):
            self.do(cmd.LoseTurn(self.running.number, seat, by, passed=True))
        else:
            self.do(cmd.LoseTurn(self.running.number, onto, seat, confirmed=self.chance(0.5)))

    def accepted(self, decision: Decision) -> bool:
        """Whether something changed."""
        return isinstance(decision, Accepted) and bool(decision.events)
