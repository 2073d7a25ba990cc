"""Whatever is sent, a judge answers: no odd value of a command raises, and what is accepted is folded and told."""

from __future__ import annotations

import dataclasses
import types
import typing
from collections.abc import Mapping
from functools import cache
from typing import Any, Literal

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from referee.game import commands as cmd
from referee.game import events as ev
from referee.game.fold import advance, as_seen, sentences
from referee.game.judges.decide import Accepted, decide, decide_opening
from referee.game.judges.outcome import Decision
from referee.game.rulings.plays import PLAYS
from referee.game.state import GameState
from referee.rulebooks import library
from referee.rulebooks.sheets import Answers, sheet
from referee.rules.questions import QUESTIONS
from referee.rules.rulebook.model import VALUES, Rulebook
from referee.storage.games.codec import read_event
from tests.game import plays
from tests.game.play import NAMES, Game
from tests.game.test_melds import melds

NUMBERS = st.sampled_from((-1, 0, 1, 2, 3, 4, 5, 9, 200, 201, 300, 400, -(10**9), 10**9, 10**30)) | st.integers(1, 60)
HANDS = ("K K 10 5", "joker", "35 points", "12+5", "nothing", "-5", "9 x K", "9999 points", f"{10**30}")
CARDS = ("5H 5S 5D", "9C 9D JK=9", "3C 4C 5C 6C", "KH KS KD", "JC JD JH", "5C", "KD", "JK", "JK=5", "5H")
TEXTS = st.sampled_from(
    (
        *CARDS,
        *HANDS,
        "",
        " ",
        "?",
        "JK=",
        "=",
        "1Z",
        "5h",
        "\ud800",
        "\x00",
        "K" * 3000,
        "natural",
        "may-i-limit",
        "screw-over",
    )
) | st.text(st.characters(), max_size=6)
VALUE = st.none() | st.booleans() | NUMBERS | TEXTS | st.floats() | st.lists(NUMBERS | TEXTS, max_size=4)
BOOKS = st.sampled_from(library.ids()).map(library.load)
ASKED = st.sampled_from(("no question", *QUESTIONS))
FIELDS = ("round", "players", "cards", "melds", "meld", "card", "claims", "rulebook", "house")


def values(hint: Any) -> st.SearchStrategy[Any]:
    """Odd and ordinary values of a command's field."""
    origin, args = typing.get_origin(hint), typing.get_args(hint)
    if origin in (types.UnionType, typing.Union):
        return st.one_of(*map(values, args))
    if origin is Literal:
        return st.sampled_from(args) | TEXTS
    if origin is tuple:
        return st.lists(values(args[0]), max_size=4).map(tuple)
    if origin is Mapping and args == (str, object):
        return st.dictionaries(st.sampled_from((*VALUES, "no value")) | TEXTS, VALUE, max_size=2)
    if origin is Mapping and args == (str, Any):
        fields = st.dictionaries(st.sampled_from(FIELDS) | TEXTS, VALUE)
        return st.tuples(ASKED, fields).map(lambda drawn: {"question": drawn[0], **drawn[1]})
    if origin is Mapping:
        return st.dictionaries(values(args[0]), values(args[1]), max_size=4)
    plain = {int: NUMBERS, str: TEXTS, bool: st.booleans(), type(None): st.none(), Rulebook: BOOKS}
    return plain[hint]


TYPED = st.none() | TEXTS | NUMBERS.map(str) | st.sampled_from(("yes", "no", "none", "earlier", "lay_off", "1,2"))


@st.composite
def recorded_plays(draw: st.DrawFn) -> cmd.RecordPlay:
    """A play of which some fields are typed, oddly or not."""
    question = draw(st.sampled_from(tuple(PLAYS)))
    texts = {field.name: draw(TYPED) for field in PLAYS[question]}
    typed = {name: text for name, text in texts.items() if text is not None}
    return cmd.RecordPlay(draw(NUMBERS), draw(st.just(question) | TEXTS), typed)


def commands(kind: type[cmd.Command]) -> st.SearchStrategy[cmd.Command]:
    if kind is cmd.RecordPlay:
        return recorded_plays()
    hints = typing.get_type_hints(kind)
    return st.builds(kind, **{field.name: values(hints[field.name]) for field in dataclasses.fields(kind)})


def in_play(rulebook: str) -> Game:
    """A round with melds on the table, a discard taken and lines entered."""
    game = Game(rulebook)
    game.do(plays.go_down(1, 1, ("5H 5S 5D", "9C 9D JK=9")))
    game.do(plays.go_down(1, 2, ("KH KS KD", "JC JD JH")))
    game.do(plays.take_discard(1, (3,), active=1))
    game.do(plays.take_discard(1, (2, 4), active=1, same=False))
    game.do(plays.call_shanghai(1, 4, 2, "5C", next(iter(melds(game).values()), None)))
    game.do(plays.call_shanghai(1, 3, 3, "5C"))
    game.do(cmd.EnterCardsLeft(1, 2, "K K 5", confirmed=True))
    return game


def screwed() -> Game:
    game = Game("screw")
    game.must(plays.go_down(1, 2, ("5H 5S 5D", "9C 9D 9H")))
    fives = melds(game)["5H 5S 5D"]
    game.must(plays.screw_over(1, 1, 2, "5S", "KD", "contract", ("5S 5C 5D", "JC JD JH"), fives, down="no"))
    game.must(cmd.SayWentOut(1, 4))
    return game


def changed() -> Game:
    """Rounds closed, somebody joined, somebody left, a rule decided on, and undos."""
    game = Game("progressive", 5)
    game.close(1)
    game.must(cmd.NoteIrregularity(1, 2, "misdeal", "points", 10))
    game.must(cmd.CorrectCell(1, 2, "K K"))
    game.must(cmd.AddSeat("Fay", confirmed=True))
    game.must(cmd.DropSeat(4, confirmed=True))
    game.must(cmd.DecideRule("natural", {"naturals_least": 0}))
    game.must(cmd.AddNote("tea"))
    game.must(cmd.Undo())
    game.close(2)
    game.must(cmd.SayBuys({1: 2}))
    game.must(cmd.ReorderSeats(tuple(reversed([seat.id for seat in game.state.seats]))))
    return game


def ended(rounds: int, *after: cmd.Command) -> Game:
    game = Game("contract", 3)
    for _ in range(rounds):
        game.close(1)
    for command in after:
        game.must(command)
    return game


def counted_by_taps() -> Game:
    game = Game(sheet(Answers("SET", by_taps=True, false_calls=True)), 3)
    for seat, by in ((1, 1), (2, -1), (1, 1)):
        game.must(cmd.Count(1, seat, by))
    game.must(cmd.CloseRound(1))
    game.must(cmd.Count(2, 3, 1))
    return game


@cache
def states() -> tuple[GameState, ...]:
    games = [Game("liverpool", 3), in_play("contract"), in_play("shanghai"), in_play("screw"), screwed(), changed()]
    games += [ended(7), ended(2, cmd.Finish(confirmed=True)), ended(1, cmd.Abandon()), ended(7, cmd.CarryOn())]
    games += [counted_by_taps()]
    return tuple(game.state for game in games)


STATES = st.integers(0, 10).map(lambda number: states()[number])


def check(state: GameState, decision: Decision) -> None:
    if isinstance(decision, Accepted):
        at = state.log[-1].at
        events = [ev.Recorded(seq, at, "", event) for seq, event in enumerate(decision.events, state.number + 1)]
        then = advance(state, events)
        assert len(sentences(then)) == then.number
        for event in decision.events:
            assert read_event(ev.to_data(event)) == event


@pytest.mark.unmeasured
@pytest.mark.parametrize("kind", cmd.COMMAND_TYPES, ids=lambda kind: kind.__name__)
@given(data=st.data())
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_no_command_raises(kind: type[cmd.Command], data: st.DataObject) -> None:
    state = data.draw(STATES)
    state = as_seen(state, data.draw(st.integers(1, state.number) | st.just(state.number)))
    command = data.draw(commands(kind))
    there = [field.name for field in dataclasses.fields(kind) if field.name == "round"]
    if there and state.running is not None and data.draw(st.booleans()):  # or most would be refused for their round
        command = dataclasses.replace(command, round=state.running.number)  # type: ignore[call-arg]
    if hasattr(command, "confirmed"):
        command = dataclasses.replace(command, confirmed=data.draw(st.booleans()))  # type: ignore[call-arg]
    check(state, decide(state, command, data.draw(st.integers(-1, state.number + 1) | st.just(state.number))))


@given(
    players=st.lists(st.sampled_from(NAMES) | TEXTS, max_size=10).map(tuple),
    dealer=NUMBERS,
    how=st.sampled_from(("chosen", "random", "low card")) | TEXTS,
    book=st.sampled_from(library.ids()).map(library.load),
)
@settings(max_examples=60, deadline=None)
def test_no_opening_raises(players: tuple[str, ...], dealer: int, how: Any, book: Rulebook) -> None:
    decide_opening(cmd.OpenGame(book, players, dealer, how))
