"""A page of something done in a round, told one thing at a time: keys or cards to tap, then the ruling on it."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from referee.game import commands as cmd
from referee.game import events as ev
from referee.game.events import Event
from referee.game.judges.decide import Accepted, NeedsConfirmation, Problem, Refused, decide
from referee.game.rulings import inside, plays
from referee.game.state import GameState, RunningRound
from referee.messages import gettext as _
from referee.messages import translated
from referee.rules.cards import RANKS, SUITS
from referee.rules.cures import Changes
from referee.rules.questions import field_of
from referee.rules.questions.fields import LAST_TURN
from referee.rules.questions.kinds import FLAG, MELD
from referee.rules.rulings import Phrase, RequestError, Ruling
from referee.rules.speech.rulings import Players, because_sentence
from referee.rules.speech.typed import tidy
from referee.rules.speech.words import begun, written_out
from referee.web.parts.cards import CardView, MeldOnTable, drawn_meld
from referee.web.parts.clauses import Cited, cited
from referee.web.parts.question_fields import CardsField, cards_field
from referee.web.parts.ruled_cards import CardRow, Hint, hints, numbered, plain_row, rows
from referee.web.play.forms import recorded
from referee.web.shell import words
from referee.web.shell.bar import Bar, bar
from referee.web.shell.frame import Trouble
from referee.web.shell.hands import Hands

DOWN, READING = "down", "reading"
ASKED = frozenset({DOWN, LAST_TURN.name, "owner_melds", "meld", "table", "stolen_from_by"})
"""Facts that are asked back where they decide."""
DOWN_ANSWERS = field_of("screw", DOWN).kind.options


@dataclass(frozen=True)
class Preview:
    word: str
    tone: str
    """``yes``, ``no`` or ``open``."""
    sentences: tuple[str, ...]
    rows: tuple[CardRow, ...] = ()
    clauses: tuple[Cited, ...] = ()
    makes_legal: tuple[Hint, ...] = ()
    needs: dict[str, str] = field(default_factory=dict)
    """By field, what has to be asked at the table before it can be recorded."""
    readings: tuple[str, ...] = ()
    """What it can be read as, where that has to be said."""
    suits_of: str = ""
    """The field of the cards whose suits decide and were not told."""

    @property
    def records(self) -> bool:
        return self.tone == "yes"


def preview(state: GameState, running: RunningRound, command: cmd.RecordPlay) -> Preview:
    """The ruling on a command that is not sent yet, with what it would change."""
    decision = decide(state, command, state.number)
    if isinstance(decision, NeedsConfirmation):
        query = decision.queries[0]
        return Preview(_("It depends"), "open", (), needs={READING: query.question}, readings=query.readings)
    if isinstance(decision, Refused):
        needs = {
            problem.field: problem.message for problem in decision.problems if problem.field in ASKED and problem.asks
        }
        if suits := next((problem for problem in decision.problems if problem.asks_suits), None):
            return Preview(_("It depends"), "open", (suits.message,), suits_of=suits.field)
        sentences = _each_once(problem for problem in decision.problems if problem.field not in needs)
        request, ruling, players = _ruling(state, running, command)
        clauses = _because(state, [problem.clause for problem in decision.problems if problem.clause], ruling)
        unsaid = [problem.says for problem in decision.problems if isinstance(problem.says, Phrase)]
        if all(says.name in ("need", "request", "which_meld", "name_the_meld") for says in unsaid):
            word = _("Look again") if any(says.name == "request" for says in unsaid) else _("It depends")
            return Preview(word, "open", sentences, clauses=clauses, needs=needs)
        if ruling is None or ruling.legal is not False:
            return Preview(_("No"), "no", sentences, clauses=clauses)

        seat = plays.read(command).seat

        def judge(changed: Mapping[str, Any]) -> Ruling:
            return inside.answer(state, running, changed, seat)

        would_do = hints(request, ruling, players, judge, lambda changes: _as_told(str(request["question"]), changes))
        return Preview(_("No"), "no", sentences, rows(request, ruling, state.book), clauses, would_do)
    if isinstance(decision, Accepted):
        _request, ruling, players = _ruling(state, running, command)
        # of several readings the ruling speaks of the first one, another may be meant
        why = [because_sentence(ruling, players)] if ruling and READING not in command.typed else []
        also = [line for event in decision.events for line in _consequences(state, event)]
        moved = tuple(row for event in decision.events for row in rows_of(state, event))
        because = _because(state, [citation.clause for citation in ruling.because], ruling) if ruling else ()
        return Preview(_("Yes"), "yes", (*why, *also), moved, because)
    return Preview(_("No"), "no", (_("Someone else changed that."),))


def _each_once(problems: Iterable[Problem]) -> tuple[str, ...]:
    """Their sentences, without what an earlier one says already."""
    once: dict[str, Phrase | str] = {}
    for problem in problems:
        earlier = [says for says in once.values() if isinstance(says, Phrase)]
        if problem.finding is None or not any(says.holds(problem.finding.says) for says in earlier):
            once.setdefault(problem.message, problem.says)
    return tuple(once)


def _consequences(state: GameState, event: Event) -> list[str]:
    """What an event means for a player beyond what the ruling says."""
    if isinstance(event, ev.ScrewedOver) and event.owed:
        who = state.name(event.owner)
        return [
            _(
                "%(player)s is truly screwed, and may lay off again only in a turn after replacing the %(meld)s.",
                player=who,
                meld=event.owed,
            )
        ]
    return []


def _as_told(play: str, changes: Changes) -> dict[str, str]:
    """What would be typed of a play for facts of its request; nothing where it does not say them."""
    names = plays.names_of(play)
    texts = {
        "laid" if name in ("cards", "card") else name: "\n".join(value) if isinstance(value, list) else str(value or "")
        for name, value in changes.items()
    }
    return texts if texts.keys() <= {*names} else {}


def _ruling(
    state: GameState, running: RunningRound, command: cmd.RecordPlay
) -> tuple[dict[str, Any], Ruling | None, Players]:
    """The request, what the referee says of it, what decides first, and who its players are; no ruling where it makes
    no sense."""
    try:
        play = plays.read(command)
        request = plays.request_of(state, running, play)
        ruling = inside.answer(state, running, request, play.seat)
    except RequestError:
        return {}, None, inside.names(state, {}, running).get
    return request, inside.weighed_inside(state, request, ruling), inside.names(state, request, running).get


def _because(state: GameState, addresses: Sequence[str], ruling: Ruling | None) -> tuple[Cited, ...]:
    """The clauses of a ruling, those first that decide it."""
    because = ruling.because if ruling else ()
    order = {citation.clause: place for place, citation in enumerate(because)}
    undisputed = {citation.clause for citation in because if citation.undisputed}
    return cited(state.book, sorted(addresses, key=lambda address: order.get(address, -1)), undisputed)


def rows_of(state: GameState, event: Event) -> list[CardRow]:
    """The cards that an event moves, as they lie afterwards."""
    lie: list[tuple[str, str]] = []
    match event:
        case ev.ScrewedOver():
            owner, by = state.name(event.owner), state.name(event.by)
            lie = [
                (_("%(owner)s’s meld is then", owner=owner), event.stays),
                (_("Into %(owner)s’s hand", owner=owner), event.to_owner),
            ]
            if event.use == "lay_off":
                lie.append((_("The meld laid onto is then"), event.onto_became))
            else:
                lie += [(_("%(player)s lays down", player=by), meld) for meld in event.melds]
        case ev.LaidOff() | ev.WildTaken() | ev.ShanghaiCalled():
            lie = [(_("The meld is then"), event.became)]
        case ev.WentDown():
            lie = numbered(event.melds)
        case ev.MeldLaid():
            lie = [(_("The meld"), event.cards)]
    return [plain_row(label, cards) for label, cards in lie if cards]


@dataclass(frozen=True)
class Key:
    """One answer of a step: the address values that it adds, and what it shows. None adds nothing: it is spent."""

    adds: Mapping[str, str] | None
    label: str
    note: str = ""
    cards: tuple[CardView, ...] = ()
    spoken: str = ""
    group: int = 0
    """Keys of one group lie in rows of their own, such as the cards of one meld."""
    completes: bool = False
    """It leads on from what is noted already, and notes nothing."""


@dataclass(frozen=True)
class Told:
    """A step that is done; ``back`` are the address values with which it is asked again."""

    words: str
    cards: tuple[CardView, ...]
    back: Mapping[str, str]


class Way(NamedTuple):
    """Another way on, beside the main one: what its key says, and where it leads."""

    label: str
    endpoint: str
    values: Mapping[str, Any]


@dataclass(frozen=True)
class Steps:
    bar: Bar
    round: int
    heading: str
    page: str
    """The endpoint of this page, and what its address has beside what is told."""
    record: str
    """The endpoint that records it."""
    place: Mapping[str, Any]
    typed: Mapping[str, str]
    """What is told so far, as the address holds it and the recording sends it."""
    ranks: tuple[words.Key, ...]
    """The keys of the pad."""
    lead: str = ""
    rule: words.Special | None = None
    """The rule that it rests on, to be opened."""
    meld: MeldOnTable | None = None
    """The meld on the table that it is about."""
    so_far: tuple[Told, ...] = ()
    keys: tuple[Key, ...] = ()
    above: Mapping[int, str] = dataclasses.field(default_factory=dict)
    """What stands above the keys of a group."""
    notes: str = ""
    """The field that the keys fill: each of them records what is told with it, as a note."""
    fields: tuple[CardsField, ...] = ()
    suit: str = ""
    """The suit that the pad has chosen when the page opens."""
    asks: bool = True
    """Whether the cards are the last thing to be told, so that the ruling comes next."""
    half: str = ""
    """The field that ends this step when it is sent: as long as the address names it, it is not told yet."""
    more: tuple[Way, ...] = ()
    records: bool = False
    """Whether its fields are recorded as they are sent, and judged then, without a look at the ruling before."""
    adds: bool = False
    """Whether they only add to what is recorded already."""
    ruled: Preview | None = None
    """The ruling, once everything is told; then neither keys nor fields are shown."""
    needs: Mapping[str, str] = dataclasses.field(default_factory=dict)
    clauses: tuple[Cited, ...] = ()
    unread: tuple[str, ...] = ()
    """What is said at its fields already of cards that cannot be read."""
    asks_suits: bool = False
    """Whether the keys of suits give one to the cards that have none."""

    @property
    def hidden(self) -> dict[str, str]:
        """What was told before this step, to travel along with its form."""
        inside = {field.name for field in self.fields}
        return {name: text for name, text in self.typed.items() if name not in inside}

    @property
    def pad(self) -> words.CardPad:
        return words.CardPad(self.ranks, melds=any(field.asks.kind.lines for field in self.fields), suit=self.suit)

    def but(self, **changes: Any) -> Steps:
        """The same page with something changed."""
        return dataclasses.replace(self, **changes)


@dataclass(frozen=True)
class Telling:
    """A play that is being told: what of it stands in the address so far, and what a refused form had to say."""

    play: str
    """Its question."""
    code: str
    state: GameState
    running: RunningRound
    typed: Mapping[str, str]
    trouble: Trouble
    hands: Hands

    @property
    def checks(self) -> bool:
        """Whether the ruling is wanted."""
        return "ask" in self.typed and not self.trouble

    def text(self, name: str) -> str:
        return self.typed.get(name, "")

    def seat(self, name: str) -> int | None:
        """The seat that the address names; None where it is none of this round."""
        return seat_in(self.running, self.text(name))

    def page(self, **shown: Any) -> Steps:
        """The page of what is told, before anything of it is asked; ``shown`` is what it has of its own."""
        refused = self.trouble.clauses
        ruling = _ruling(self.state, self.running, self._command(self.typed))[1] if refused else None
        return Steps(
            bar=bar(self.code, self.state),
            round=self.running.number,
            place={"code": self.code},
            ranks=words.keys(self.state.book, priced=False),
            clauses=_because(self.state, refused, ruling),
            asks_suits=self.trouble.asks_suits,
            **shown,
        )

    def _command(self, texts: Mapping[str, str]) -> cmd.RecordPlay:
        return recorded(self.running.number, self.play, texts)

    def answered(self, page: Steps, enough: bool, back: AskBack, suits: WhichSuits) -> Steps | None:
        """The ruling on what the page was told, once that is ``enough``; or the one thing that it still needs.

        None where neither is there yet. ``back`` asks for facts, ``suits`` for suits that were left out and decide.
        """
        here = {name: str(value) for name, value in page.place.items() if name == "meld"}
        ruled = preview(self.state, self.running, self._command({**page.typed, **here})) if enough else None
        needs = ruled.needs if ruled else self._refused_for
        for name, asks in {**back, READING: reading_keys}.items():
            if name in needs:
                return asks(page.but(heading=needs[name], needs=needs), ruled)
        if asked_for := _which_suits(page, ruled, suits):
            return asked_for
        return page.but(ruled=ruled) if ruled else None

    @property
    def _refused_for(self) -> dict[str, str]:
        """What the refused form has to say before it can be recorded, by field."""
        return {name: says for name, says in self.trouble.fields.items() if name in ASKED and name in self.trouble.asks}


AskBack = Mapping[str, Callable[[Steps, Preview | None], Steps]]
"""By what a ruling needs, the page that asks for it, in this order."""
WhichSuits = Callable[[str], tuple[Mapping[str, str], tuple[CardsField, ...]]]
"""For the field of a ruling whose suits decide: by such fields, those of the page in which its cards are told; and the
fields to show."""


def _unchanged(_: Telling, page: Steps) -> Steps:
    return page


@dataclass(frozen=True)
class Step:
    """One thing to be told, as ``next_step`` draws it: the question, and the keys that answer it or the pad."""

    fields: tuple[str, ...]
    """Any of these tells it."""
    asks: Callable[[Telling, Steps], str]
    keys: Callable[[Telling, Steps], Iterable[Key]]
    notes: bool = False
    """Whether each key records what is told with it, as a note."""
    pad: str = ""
    """The field for a meld that is not among the keys: another way on beside them, and the only one where nothing is
    recorded."""
    when: Callable[[Telling, Steps], bool] = lambda _tell, _page: True
    also: Callable[[Telling, Steps], Steps] = _unchanged
    """What its page has of its own."""


def next_step(tell: Telling, page: Steps, *steps: Step) -> Steps | None:
    """The page that asks for the first thing that is not told; None where everything is."""
    for step in steps:
        if step.when(tell, page) and not any(map(page.typed.get, step.fields)):
            return _drawn(tell, page.but(heading=step.asks(tell, page), asks=False), step)
    return None


def _drawn(tell: Telling, page: Steps, step: Step) -> Steps:
    is_tapped = step.pad and (tell.text("half") == step.pad or not tell.running.play.tracked)
    if keys := () if is_tapped else tuple(step.keys(tell, page)):
        other = Way(_("Another meld"), page.page, {**page.place, **page.typed, "half": step.pad})
        notes, more = step.fields[0] if step.notes else "", (other,) if step.pad else ()
        return step.also(tell, page.but(keys=keys, notes=notes, more=more))
    if step.pad and not tell.trouble:
        return page.but(
            fields=(cards_field(step.pad, _("The meld, entered"), MELD, tell.text(step.pad)),), half=step.pad
        )
    return page


def seat_in(running: RunningRound, text: str) -> int | None:
    """The seat of a number in an address; None where it is none of this round."""
    return next((seat for seat in running.seats if str(seat) == text), None)


def seat_keys(state: GameState, name: str, seats: Iterable[int], notes: Mapping[int, str]) -> tuple[Key, ...]:
    return tuple(Key({name: str(seat)}, state.name(seat), notes.get(seat, "")) for seat in seats)


def seats_there(name: str) -> Callable[[Telling, Steps], Iterable[Key]]:
    """A key for everybody who plays the round, telling this field."""
    return lambda tell, _page: seat_keys(tell.state, name, tell.running.there, {})


DOES = ("seat", "by")
"""The fields of keys that say who does it."""


def own_first(keys: Sequence[Key], hands: Hands) -> tuple[Key, ...]:
    """Keys that say who does something: those of the own seats first, the others where the phone may enter for them."""
    seats = {at: int(key.adds[name]) for at, key in enumerate(keys) for name in DOES if key.adds and name in key.adds}
    order = sorted(range(len(keys)), key=lambda at: seats.get(at) not in hands.mine)
    return tuple(keys[at] for at in order if at not in seats or hands.enters(seats[at]))


def asks_when_down(tell: Telling, seat: int | None) -> AskBack:
    """When somebody went down, as far as the log does not say that they did.

    Asked of what was sent to be recorded, each answer records it: nobody taps twice for what they have sent once.
    """

    if seat is None:
        return {}
    heading, is_down = _("When did %(player)s go down?", player=tell.state.name(seat)), seat in tell.running.play.down

    def asks(page: Steps, _ruled: Preview | None) -> Steps:
        answers = [(value, label) for value, label in DOWN_ANSWERS if not is_down or value != "no"]
        keys = tuple(Key({DOWN: value, "ask": "1"}, translated(label)) for value, label in answers)
        return page.but(heading=heading, keys=keys, notes=DOWN if tell.trouble else "")

    return {DOWN: asks}


def asks_last_turn(page: Steps, _ruled: Preview | None, tell: Telling) -> Steps:
    """Whether another player has gone out, where melds are laid down only to go out; the answer records them."""
    keys = tuple(Key({LAST_TURN.name: each.value, "ask": "1"}, translated(each.label)) for each in FLAG.options)
    return page.but(keys=keys, notes=LAST_TURN.name if tell.trouble else "")


def _which_suits(page: Steps, ruled: Preview | None, suits: WhichSuits) -> Steps | None:
    """The page that asks for the suits which decide: four keys for one card, else the fields with the question."""
    if ruled is None or not ruled.suits_of:
        return None
    places, fields = suits(ruled.suits_of)
    if ruled.suits_of not in places:
        return None
    asks, name = ruled.sentences[0], places[ruled.suits_of]
    card = tidy(page.typed.get(name, ""))
    if card in RANKS:
        keys = tuple(
            Key({name: card + suit, "ask": "1"}, "", "", drawn_meld(card + suit), spoken(card + suit)) for suit in SUITS
        )
        return page.but(heading=asks, keys=keys, needs={name: asks})
    for typed in fields:
        if typed.name == name:
            typed.needed = asks
    return page.but(fields=fields, asks_suits=True, needs={name: asks}) if fields else None


def spoken(piece: str) -> str:
    """A card by its name."""
    return drawn_meld(piece)[0].face.spoken


def reading_keys(page: Steps, ruled: Preview | None) -> Steps:
    """Each way in which a meld can be read."""
    readings = ruled.readings if ruled else ()
    keys = tuple(
        Key({READING: reading, "ask": "1"}, "", "", drawn_meld(" ".join(melds)), begun(written_out(*melds)))
        for reading, melds in words.apart(readings).items()
    )
    return page.but(keys=keys)
