"""A play that is recorded is a question that was answered yes: what is typed of each play, and the request it makes.

What a play says is declared once: the fields of its question, and those that only a game understands. The forms of the
pages, the order of their steps and the command come of it. Seats and melds are named by their numbers in the game,
which hold while others sit down or lay off; ``request_of`` makes them the places and cards that the questions know.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from referee.game.commands import RecordPlay
from referee.game.play import LaidMeld
from referee.game.rulings import inside, melds
from referee.game.state import ClosedRound, GameState, RunningRound
from referee.messages import lazy_gettext
from referee.rules.cards import format_meld
from referee.rules.question import Field, Kind
from referee.rules.questions import field_of
from referee.rules.questions.fields import DOWN, LAST_TURN
from referee.rules.questions.kinds import CARD, FLAG, MELD, SEAT, Choice, Seat
from referee.rules.questions.parts import USE
from referee.rules.requests import RequestError, whole
from referee.rules.rulings import Ruling
from referee.rules.speech.typed import NONE_WORDS

LARGEST = 10**9


class Number(Kind):
    """A meld on the table or an entry of the log, by its number."""

    def read(self, field: str, raw: object, _: int = 0) -> int:
        return whole(field, raw, 0, LARGEST)

    def typed(self, text: str) -> int | str:
        return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else text


class Reading(Kind):
    """What wild cards stand for, in the words in which it was asked back."""

    def read(self, _field: str, raw: object, _: int = 0) -> object:
        return raw


NUMBER, READING = Number(), Reading()
_SEAT = Field("seat", SEAT, lazy_gettext("Who is it?"), "Who does it.")
_MELD = Field("meld", NUMBER, "", "The meld on the table, where it is recorded.")
_OF = Field("owner", SEAT, "", "Whose the meld is that nobody told before.", optional=True)
_ONTO = Field("onto_cards", MELD, "", "That meld as it lies, or the suits of one that was told without them.")
_LAID = Field("laid", MELD, "", "The cards that are laid.")
_READ = Field("reading", READING, "", "How it is read, where wild cards could stand for several things.", optional=True)
_SCREW = {field.name: field for field in (field_of("screw", name) for name in ("take", "give", "owner_melds"))}

PLAYS: Mapping[str, tuple[Field, ...]] = {
    "may_i": (
        field_of("may_i", "claims"),
        field_of("may_i", "active")._replace(optional=True),
        Field(inside.SAME, FLAG, "", "Another discard of the same interruption.", optional=True),
        field_of("may_i", "active_takes"),
        Field("also", NUMBER, "", "The entry of the discard for which these asked too.", optional=True),
        Field("gets", SEAT, "", "Who got it, as the table saw; for where the turn decides.", optional=True),
        Field("forgotten", FLAG, "", "The round is closed: nobody noted it while it was played.", optional=True),
    ),
    "contract": (
        _SEAT._replace(label=lazy_gettext("Who went down?")),
        field_of("contract", "melds")._replace(none=False),
        field_of("contract", LAST_TURN.name),
        _READ,
    ),
    "new_meld": (_SEAT, _LAID, DOWN, _READ),
    "lay_off": (_SEAT, _MELD, _OF, _ONTO, _LAID, DOWN, _READ),
    "swap": (_SEAT, _MELD, _OF, _ONTO, _LAID._replace(kind=CARD), DOWN, _READ),
    "screw": (
        _SEAT._replace(name="by", label=lazy_gettext("Who takes a card?")),
        _SEAT._replace(name="owner", label=lazy_gettext("Whose meld is it?")),
        _MELD,
        Field("cards_of", MELD, "", "That meld, or the suits of one that was told without them."),
        _SCREW["take"],
        Field("use", Choice(*USE.options), "", "What is done with the card."),
        Field("onto", NUMBER, "", "The meld laid onto, where it is recorded."),
        _ONTO,
        USE.parts[0],
        _SCREW["give"],
        DOWN,
        _SCREW["owner_melds"],
        Field("stolen", FLAG, "", "The card taken was stolen from the taker before.", optional=True),
        _READ,
    ),
    "shanghai": (
        _SEAT._replace(name="discarder", label=lazy_gettext("Who discarded?")),
        _SEAT._replace(label=lazy_gettext("Who calls?")),
        field_of("shanghai", "card"),
        field_of("shanghai", "table")._replace(none=False),
        Field("all_told", FLAG, "", "There are no other melds than those recorded and told.", optional=True),
        _MELD,
        _READ,
    ),
}
"""By question, what a recorded play says, in the order in which it is told: each thing rests on what stands before.

Without the fields that are not optional, those of seats apart, it is a note, to be completed later by the same play.
"""


def names_of(question: str) -> tuple[str, ...]:
    """The names of the fields of a play, in their order."""
    return tuple(field.name for field in PLAYS[question])


@dataclass(frozen=True, slots=True)
class Play:
    """What a command says, read: by field, in seats and melds of the game; cards as the judges read them."""

    question: str
    round: int
    values: Mapping[str, Any]
    confirmed: bool = False

    def get(self, name: str) -> Any:
        """None where nothing was typed."""
        return self.values.get(name)

    def text(self, name: str) -> str:
        """Cards, or a reading; empty where nothing was typed."""
        return str(self.values.get(name, ""))

    @property
    def seat(self) -> int | None:
        """Who does it, where that is one player."""
        seat: int | None = self.values.get("seat", self.values.get("by"))
        return seat

    @property
    def noted(self) -> bool:
        """Whether it only says who did it."""
        return not any(
            field.name in self.values and not field.optional
            for field in PLAYS[self.question]
            if not isinstance(field.kind, Seat)
        )

    def but(self, **values: Any) -> Play:
        """The same with other values; None takes one away."""
        changed = {**self.values, **values}
        return replace(self, values={name: value for name, value in changed.items() if value is not None})


def read(command: RecordPlay) -> Play:
    """What a command says; raises RequestError for what makes no sense."""
    if command.question not in PLAYS:
        raise RequestError("question", f"must be one of {', '.join(PLAYS)}")
    texts = {field: str(command.typed.get(field.name, "")).strip() for field in PLAYS[command.question]}
    values = {field.name: _value(field, text) for field, text in texts.items() if text}
    for field in PLAYS[command.question]:
        if isinstance(field.kind, Seat) and not field.optional and field.name not in values:
            raise RequestError(field.name, "must be a whole number")
    return Play(command.question, command.round, values, command.confirmed)


def acting(command: RecordPlay) -> tuple[int, ...]:
    """The seats that do what a command records; none where it makes no sense, which its judge says."""
    try:
        play = read(command)
    except RequestError:
        return ()
    return (*(play.get("claims") or ()), *(() if play.seat is None else (play.seat,)))


def _value(field: Field, text: str) -> Any:
    if field.none and text.casefold() in NONE_WORDS:
        return field.kind.none()
    raw = field.kind.typed(text)
    return raw if field.kind.names_cards else field.kind.read(field.name, raw, LARGEST)


def ask(state: GameState, running: RunningRound, play: Play) -> Ruling:
    """The ruling on what a play would record; raises RequestError for facts that make no sense."""
    return inside.answer(state, running, request_of(state, running, play), play.seat)


def request_of(state: GameState, running: RunningRound, play: Play) -> dict[str, Any]:
    """The request that a play makes inside the game; raises RequestError.

    Beside the fields of its question it has what only a game knows: in a screw-over the ``number`` of the meld and
    whether the card was ``stolen`` before, in a call who is the ``caller`` and who the ``discarder``.
    """
    running = running.of(play.seat)
    request = {
        "question": play.question,
        "round": running.plays,
        "players": state.players_of_pack(running),
        **_PLAY_REQUESTS[play.question](state, running, play),
    }
    return {name: value for name, value in request.items() if value is not None}


def place(running: RunningRound | ClosedRound, field: str, seat: int | None) -> int | None:
    """The place of a seat; raises RequestError where it does not play the round."""
    if seat is None:
        return None
    if seat not in running.seats:
        raise RequestError(field, "That player isn’t at the table this round.", whole=True)
    return running.seats.index(seat) + 1


def _may_i(_state: GameState, running: RunningRound, play: Play) -> dict[str, Any]:
    gets = play.get("gets")
    return {
        "claims": [place(running, "claims", seat) for seat in play.get("claims") or ()],
        "active": place(running, "active", play.get("active")),
        "same": play.get("same"),
        "active_takes": bool(play.get("active_takes")),
        "gets": place(running, "gets", gets if gets in running.seats else None),
    }


def _contract(state: GameState, running: RunningRound, play: Play) -> dict[str, Any]:
    seat = play.seat or 0
    laid_down = melds.as_laid_down(running, seat, play.get("melds") or ())
    return {
        inside.ASKER: place(running, "seat", seat),
        "melds": melds.sorted_into(state, running, laid_down),
        "last_turn": play.get("last_turn"),
    }


def _new_meld(_state: GameState, running: RunningRound, play: Play) -> dict[str, Any]:
    return {inside.ASKER: place(running, "seat", play.seat), "cards": play.text("laid"), "down": play.get("down")}


def _onto(_state: GameState, running: RunningRound, play: Play) -> dict[str, Any]:
    there, seat = onto_meld(running, play), play.seat
    owner = there.owner if there else play.get("owner")
    return {
        inside.ASKER: place(running, "seat", seat),
        "meld": (there.cards if there else play.text("onto_cards")) or None,
        "owner": None if owner is None else "self" if owner == seat else "other",
        "card" if play.question == "swap" else "cards": play.text("laid"),
        "down": play.get("down"),
    }


def onto_meld(running: RunningRound, play: Play) -> LaidMeld | None:
    """The recorded meld to which cards are put; None where nobody told it before; raises RequestError."""
    if (number := play.get("meld")) is not None:
        return melds.lying(running, number)
    text = play.text("onto_cards")
    there = melds.on_table(running, format_meld(MELD.read("onto_cards", text)) if text else "")
    return next((laid for laid in there if laid.owner == play.get("owner")), next(iter(there), None))


def _screw(_state: GameState, running: RunningRound, play: Play) -> dict[str, Any]:
    laid, way = play.get("use_cards"), play.get("use")
    onto = screw_onto(running, play) if way == "lay_off" else ""
    return {
        "by": place(running, "by", play.get("by")),
        "owner": place(running, "owner", play.get("owner")),
        "number": play.get("meld"),
        "meld": screw_meld(running, play) or None,
        "take": play.text("take") or None,
        "give": play.text("give") or None,
        "use": USE.together([(True, way), (True, laid), (True, onto)]),
        "down": play.get("down"),
        "owner_melds": play.get("owner_melds"),
        "stolen": play.get("stolen"),
        "noted": play.noted,
    }


def screw_meld(running: RunningRound, play: Play) -> str:
    """The cards of the meld from which is taken, with the suits that were named only now; raises RequestError."""
    if (number := play.get("meld")) is None:
        return play.text("cards_of")
    meld = melds.lying(running, number)
    if meld.owner != play.get("owner"):
        raise RequestError("meld", "That meld belongs to someone else.", whole=True)
    return melds.with_suits(meld.cards, play.text("cards_of"), "meld")


def screw_onto(running: RunningRound, play: Play) -> str:
    """The cards of the meld onto which the taken card is laid; raises RequestError."""
    if (number := play.get("onto")) is None:
        return play.text("onto_cards")
    if number == play.get("meld"):
        return melds.left_of(screw_meld(running, play), play.text("take"))
    return melds.with_suits(melds.lying(running, number, "onto").cards, play.text("onto_cards"), "onto")


def _shanghai(_state: GameState, running: RunningRound, play: Play) -> dict[str, Any]:
    caller, discarder = play.seat, play.get("discarder")
    return {
        "caller": place(running, "seat", caller),
        "discarder": place(running, "discarder", discarder),
        "by": "discarder" if caller == discarder else "other",
        "card": play.text("card") or None,
        "table": play.get("table") or [],
        "all_told": bool(play.get("all_told")),
    }


_PLAY_REQUESTS = {
    "may_i": _may_i,
    "contract": _contract,
    "new_meld": _new_meld,
    "lay_off": _onto,
    "swap": _onto,
    "screw": _screw,
    "shanghai": _shanghai,
}
"""By question, how its request is made of a play and of what lies on the table."""
