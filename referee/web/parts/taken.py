"""Who took the discard, and what that did."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from referee.game.events import MayITaken, Undone
from referee.game.fold import as_seen
from referee.game.judges.may_i import last_taken
from referee.game.rulings import inside
from referee.game.rulings.may_i import Claimed, ask_may_i, may_is
from referee.game.state import GameState, RunningRound
from referee.messages import gettext as _
from referee.messages import lazy_gettext, ngettext
from referee.rules.rulings import Ruling
from referee.rules.speech.rulings import in_words
from referee.web.parts.clauses import Cited, cited
from referee.web.parts.round_in_play import seat_in_play
from referee.web.shell import words
from referee.web.shell.frame import Trouble
from referee.web.shell.hands import EVERYBODYS, Hands

ACTIVE, SAME = "active", "same"


IN_A_MESSAGE = 14
"""Letters of a name in a message above the keys."""


SAME_ANSWERS = (("yes", lazy_gettext("Same interruption")), ("no", lazy_gettext("A new turn")))


CALL_ANSWERS = (("yes", lazy_gettext("Still that turn")), ("no", lazy_gettext("A later turn")))
"""After a Shanghai call that keeps a discard."""


class Answer(NamedTuple):
    """One answer to a question that decides: the field, its value, and what the key says."""

    name: str
    value: str
    label: str


@dataclass(frozen=True)
class Question:
    """A fact that decides, asked back with the answers as keys."""

    words: str
    answers: tuple[Answer, ...]


def taken_at(state: GameState, seq: int) -> MayITaken:
    event = state.log[seq - 1].event
    assert isinstance(event, MayITaken)
    return event


def penalty_words(cards: int, price: int, points: int) -> str:
    """What comes with a discard that is taken out of turn."""
    says = _cards_and_pennies(cards, price)
    if not points:
        return says
    return says + " " + ngettext("That costs %(num)s point.", "That costs %(num)s points.", points)


def _cards_and_pennies(cards: int, price: int) -> str:
    at = {"cards": words.cards(cards), "pennies": words.pennies(price)}
    if cards and price:
        return _("Plus %(cards)s from the stock, and %(pennies)s into the kitty.", **at)
    if cards:
        return _("Plus %(cards)s from the stock.", **at)
    if price:
        return _("No extra card, but %(pennies)s into the kitty.", **at)
    return _("No extra card.")


def asked_back(state: GameState, running: RunningRound, trouble: Trouble, claims: tuple[int, ...]) -> Question | None:
    """What is asked back, with the answers that there are."""
    if ACTIVE in trouble.fields:
        others = [seat for seat in running.there if seat not in claims or state.book.may_i_active] or running.there
        return Question(trouble.fields[ACTIVE], tuple(Answer(ACTIVE, str(seat), state.name(seat)) for seat in others))
    if SAME in trouble.fields:
        answers = CALL_ANSWERS if running.play.protected else SAME_ANSWERS
        return Question(trouble.fields[SAME], tuple(Answer(SAME, value, label) for value, label in answers))
    return None


class Other(NamedTuple):
    """Somebody who may have asked for it too."""

    seat: int
    short: str
    player: str
    none_left: bool


@dataclass(frozen=True)
class Taken:
    """Who got the discard that was told last, on the page after it."""

    seq: int
    round: int
    player: str
    cards: str
    """How many come with it from the stock; empty for none."""
    pennies: str
    """How many go into the kitty; empty for none."""
    same: str
    """What was said of the one before, ``"yes"`` or ``"no"``; else empty."""
    after: str
    """Who asked last, as far as was told."""
    losers: tuple[str, ...]
    """Who asked and did not get it, each with the reason."""
    clauses: tuple[Cited, ...]
    """What decides that."""
    others: tuple[Other, ...]
    seat: int
    """Who has it, as the table saw: where the turn decides, whoever asked too comes after them."""
    nearer: tuple[Other, ...]
    """Who gets it instead if they come first in turn, where nobody said whose turn it is."""


def taken(state: GameState, running: RunningRound, entry: str, same: str, hands: Hands = EVERYBODYS) -> Taken | None:
    """The answer to this ``entry``, or to what grew from it on any phone, as long as nothing has happened since that it
    would have to reckon with."""
    seq = last_taken(running)
    if seq is None or entry not in map(str, _grown_from(state, seq)):
        return None
    event = taken_at(state, seq)
    seats = [seat_in_play(state, running, other) for other in may_is(state)]
    shorts = words.short_names([seat.player for seat in seats], 12 if len(seats) < 5 else 7)
    all_named = [
        Other(other.seat, short, other.player, other.none_left) for other, short in zip(seats, shorts, strict=True)
    ]
    named = {other.seat: other for other in all_named}
    mine = [named[seat] for seat in hands.own_first(named) if seat in running.there and hands.enters(seat)]
    called = words.called([seat.player for seat in state.all_seats], IN_A_MESSAGE)
    return Taken(
        seq=seq,
        round=event.round,
        player=called[state.name(event.seat)],
        cards=words.cards(event.penalty) if event.penalty else "",
        pennies=words.pennies(event.price) if event.price else "",
        same=same if same in dict(SAME_ANSWERS) else "",
        after=called[state.name(event.claims[-1])],
        losers=_losers(state, event, seq, called),
        clauses=cited(state.book, list(event.refused.values())),
        others=tuple(other for other in mine if other.seat not in event.claims),
        seat=event.seat,
        nearer=tuple(
            other for other in mine if other.seat in event.refused and _may_get(state, event, seq, other.seat)
        ),
    )


def _grown_from(state: GameState, seq: int) -> Iterator[int]:
    """The entry of a taken discard, and those before it that were undone because somebody else had asked too."""
    yield seq
    claims = taken_at(state, seq).claims
    while isinstance(undone := state.log[seq - 2].event, Undone):
        seq = undone.target
        earlier = state.log[seq - 1].event
        if not isinstance(earlier, MayITaken) or claims[: len(earlier.claims)] != earlier.claims:
            return
        yield seq
        claims = earlier.claims


def _decided(before: GameState, event: MayITaken, gets: int) -> Ruling:
    """The ruling on a discard that several asked for; where the turn decides, as far as ``gets`` got it."""
    assert before.running is not None, "it was taken in this round"
    return ask_may_i(before, before.running, Claimed(event.claims, event.active, event.same, gets=gets)).ruling


def _may_get(state: GameState, event: MayITaken, seq: int, seat: int) -> bool:
    before = as_seen(state, seq - 1)
    assert before.running is not None, "it was taken in this round"
    return bool(_decided(before, event, seat).adds["winner"] == before.running.seats.index(seat) + 1)


def _losers(state: GameState, event: MayITaken, seq: int, called: Mapping[str, str]) -> tuple[str, ...]:
    before = as_seen(state, seq - 1)
    assert before.running is not None, "it was taken in this round"
    seats = before.running.seats
    players = {player: called.get(name, name) for player, name in inside.names(before, {}).items()}
    return tuple(
        _(
            "%(player)s does not: %(why)s",
            player=called[state.name(seats[int(place) - 1])],
            why=in_words(why, players.get),
        )
        for place, why in _decided(before, event, event.seat).adds["refused"].items()
    )
