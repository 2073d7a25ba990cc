"""What is known of the round in play, for the Now page and for every page of something done in it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from referee.game.judges.irregular import KINDS
from referee.game.play import Irregularity, LaidMeld
from referee.game.rulings.ask import may_is
from referee.game.rulings.may_i import MayIs
from referee.game.state import ClosedRound, GameState, RunningRound
from referee.messages import gettext as _
from referee.messages import ngettext, pgettext, translated
from referee.rules.cards import split_cards
from referee.rules.rulebook.model import NO_LIMIT, Rulebook
from referee.rules.speech.words import JOKER_AFTER, owed_all, owed_any, written_out
from referee.web.ask.page import CardView, card
from referee.web.shell import words
from referee.web.shell.bar import Bar, bar
from referee.web.shell.hands import EVERYBODYS, Hands


class Cited(NamedTuple):
    """A clause that decided, as a link into the rulebook of the game."""

    topic: str
    title: str
    address: str
    text: str
    open: bool
    """Whether the sources leave it open, so that the table may decide it once."""
    two_ways: bool
    """Whether its source speaks of it, but can be taken two ways."""
    house: str
    """Whose house rule it is; empty for a printed rule."""


_KEY_ROOM = 20
"""Letters of a name that two lines of a key hold on a narrow phone."""


@dataclass(frozen=True)
class SeatInPlay:
    """One player in the round: May I's as pips and as words, and whatever else the table should not forget."""

    seat: int
    player: str
    pips: tuple[bool, ...]
    """One for each May I of the round: true while it is left. Empty where there is no limit, or none are played."""
    left: str
    """The same in words; empty where none are played."""
    unused: bool
    """Whether there is no limit and none is taken: nothing to be seen."""
    none_left: bool
    states: tuple[str, ...]
    """``"down"``, ``"owes a run of 4"``, ..."""
    owes: str
    """What must be replaced, such as ``"run of 4"``; empty for most."""


@dataclass(frozen=True)
class MeldOnTable:
    id: int
    owner: str
    cards: tuple[CardView, ...]
    spoken: str


class Action(NamedTuple):
    """Something to be recorded: where its page is, and what it is called."""

    endpoint: str
    label: str
    values: Mapping[str, int] = {}
    """What its address has beside the game."""


@dataclass(frozen=True)
class RoundInPlay:
    word: str
    """What taking the discard out of turn is called, as an action; empty where it is not played in this round."""
    title: str
    limited: bool
    """Whether each player has only some of them in this round."""
    seats: tuple[SeatInPlay, ...]
    melds: tuple[MeldOnTable, ...]
    notes: tuple[str, ...]
    """What else holds now: the kitty, reshuffles, a discard out of reach."""
    acts: tuple[Action, ...]
    """What the rulebook is about besides: its keys stand in the dock."""
    actions: tuple[Action, ...]


MOST_ACTS = 2
"""So many keys a dock has room for beside the discard out of turn, the referee and the end of the round."""


def round_in_play(state: GameState, running: RunningRound, own: int | None = None) -> RoundInPlay:
    """What is recorded of the running round; ``own``: the one seat of the phone that shows it."""
    book, play = state.book, running.play
    limit = book.may_i_limit[running.plays - 1]
    acts = _acts(state, running, own)
    return RoundInPlay(
        word="" if limit == 0 else action_word(book),
        title=_("The table")
        if limit == 0
        else (_("Buys") if book.may_i_word == "buy" else _("%(word)s's", word=book.may_i_word)),
        limited=limit != 0 and book.may_i_most(running.plays) != NO_LIMIT,
        seats=tuple(seat_in_play(state, running, may_is_) for may_is_ in may_is(state)),
        melds=tuple(meld_on_table(state, meld) for meld in play.melds.values()),
        notes=tuple(_notes(state, running)),
        acts=acts[:MOST_ACTS],
        actions=_actions(state, running, acts[MOST_ACTS:]),
    )


def action_word(book: Rulebook) -> str:
    """``"May I"`` or ``"Buy"``."""
    return words.begun(book.may_i_word)


def seat_in_play(state: GameState, running: RunningRound | ClosedRound, limits: MayIs) -> SeatInPlay:
    limit = limits.limit or 0
    return SeatInPlay(
        seat=limits.seat,
        player=state.name(limits.seat),
        pips=tuple(place >= limits.used for place in range(limit)),
        left=_left(limits),
        unused=limits.limit is None and not limits.used,
        none_left=limits.left == 0 and (limits.of_game or limits.limit != 0),
        states=tuple(_states(running, limits.seat)),
        owes=words.listing(running.play.owes.get(limits.seat, ())),
    )


def names_on_keys(state: GameState, running: RunningRound | ClosedRound) -> dict[int, str]:
    """By seat, the name as a key of two lines has room for it."""
    names = words.short_names([state.name(seat) for seat in running.seats], _KEY_ROOM)
    return dict(zip(running.seats, names, strict=True))


def _left(limits: MayIs) -> str:
    if limits.limit is None:
        return _("%(number)s taken", number=limits.used) if limits.used else _("none taken")
    if limits.limit == 0 and not limits.of_game:
        return ""
    return _("%(number)s left", number=limits.left) if limits.left else _("none left")


def _states(running: RunningRound | ClosedRound, seat: int) -> list[str]:
    play = running.play
    states = []
    if owed := play.owes.get(seat):
        states.append(_("truly screwed: owes %(meld)s", meld=owed_all(owed)))
        states.append(
            ngettext(
                "lays off again in a turn after replacing it",
                "lays off again in a turn after replacing them",
                len(owed),
            )
        )
    elif seat in play.down:
        states.append(pgettext("a player", "down"))
    if seat in play.screws:
        states.append(_("screw-over used"))
    if isinstance(running, RunningRound) and seat in running.away:
        states.append(_("left in this round"))
    if duty := play.duties.get(seat):
        what = JOKER_AFTER.get(duty.what, duty.what)
        states.append(_("has %(card)s, %(duty)s", card=written_out(duty.wild), duty=what))
    return states


def _notes(state: GameState, running: RunningRound) -> list[str]:
    play, notes = running.play, []
    if play.protected:
        who = state.name(play.protected.discarder)
        card = written_out(play.protected.card) if play.protected.card else _("their discard")
        notes.append(
            _("%(player)s called Shanghai on %(card)s: in the next turn nobody takes it.", player=who, card=card)
        )
    if state.book.may_i_price:
        notes.append(ngettext("In the kitty: %(num)s penny.", "In the kitty: %(num)s pennies.", state.kitty))
    if play.shuffles:
        notes.append(_("The stock was reshuffled %(times)s.", times=words.times(play.shuffles)))
    for irregularity in play.irregularities:
        noted = _noted(state, irregularity)
        if irregularity.remedy == "points":
            cost = words.signed(irregularity.points)
            noted = _("%(event)s: %(points)s when the round is closed", event=noted, points=cost)
        notes.append(f"{noted}.")
    return notes


def _acts(state: GameState, running: RunningRound, own: int | None) -> tuple[Action, ...]:
    """What this rulebook has that others have not, by its values: the one place that decides what is in the dock."""
    book, acts = state.book, []
    melds_lie = running.plays not in book.all_cards_rounds  # else play ends with the first
    if running.deal.cut is not None and running.cut_exact is None and not running.begun:
        acts.append(Action("game.cut", _("The cut")))
    if book.screw_over and melds_lie:
        may = own is not None and own in running.there and own not in running.play.screws
        acts.append(Action("play.screw_over", _("Screw-over"), {"by": own} if own and may else {}))
    if book.shanghai_call and melds_lie:
        acts.append(Action("play.shanghai", _("Shanghai")))
    return tuple(acts)


def _actions(state: GameState, running: RunningRound, more: Iterable[Action]) -> tuple[Action, ...]:
    """What can be recorded under a rulebook, beside what the dock has; ``more`` are those that it has no room for."""
    book, actions = state.book, [Action("play.down", _("Going down"))]
    melds_lie = running.plays not in book.all_cards_rounds
    if book.new_melds != "never" and melds_lie:
        actions.append(Action("play.new_meld", _("A further meld")))
    if melds_lie and not running.play.knows_all_melds(running.seats):
        label = _("Lay-off on another meld") if running.play.tracked else _("Lay-off")
        actions.append(Action("play.other_meld", label))
    for seat, owed in running.play.owes.items():
        label = _("%(player)s replaces %(meld)s", player=state.name(seat), meld=owed_any(owed, "the"))
        actions.append(Action("play.new_meld", label, {"seat": seat}))
    for seat in sorted(running.play.noted_screws):
        owner = running.play.screws[seat]
        label = _("%(player)s screwed %(owner)s: add the cards", player=state.name(seat), owner=state.name(owner))
        actions.append(Action("play.screw_over", label, {"by": seat, "owner": owner}))
    for seat, discarder in dict.fromkeys(running.play.noted_calls):
        label = _("%(player)s called Shanghai: add the card", player=state.name(seat))
        actions.append(Action("play.shanghai", label, {"discarder": discarder, "seat": seat}))
    actions.extend(more)
    for noted in running.play.irregularities:
        if noted.is_light:
            values = {"note": noted.seq, "round": running.number}
            actions.append(
                Action("play.irregular", _("%(event)s: add points or a note", event=_noted(state, noted)), values)
            )
    actions.append(Action("play.stock", _("Stock ran out")))
    actions.append(Action("play.irregular", _("Something went wrong")))
    actions.append(Action("rulebooks.of_game", _("The rules")))
    return tuple(actions)


def _noted(state: GameState, irregularity: Irregularity) -> str:
    """``"Too many cards, Ben"``."""
    kind = words.begun(translated(irregularity.kind))
    return f"{kind}, {state.name(irregularity.seat)}" if irregularity.seat else kind


def meld_on_table(state: GameState, meld: LaidMeld) -> MeldOnTable:
    drawn = drawn_meld(meld.cards)
    owner = state.name(meld.owner)
    return MeldOnTable(meld.id, owner, drawn, f"{owner}: {words.listing(card.face.spoken for card in drawn)}")


def drawn_meld(cards: str) -> tuple[CardView, ...]:
    """A meld as little cards."""
    return tuple(card(piece) for piece in split_cards(cards))


def cited(book: Rulebook, addresses: Sequence[str]) -> tuple[Cited, ...]:
    """The clauses of these addresses that the rulebook has, each once."""
    topics = dict.fromkeys(address.partition("/")[2] for address in addresses)
    clauses = [book.clauses[topic] for topic in topics if topic in book.clauses]
    return tuple(
        Cited(
            clause.topic,
            clause.title,
            clause.address,
            clause.text,
            clause.silence is not None,
            bool(clause.passages),
            words.dated(clause.source) if clause.basis == "house rule" else "",
        )
        for clause in clauses
    )


@dataclass(frozen=True)
class NotPlayed:
    """Something that the rulebook of the game does not have: a plain answer in place of the questions."""

    bar: Bar
    heading: str
    says: str
    clauses: tuple[Cited, ...]


def not_played(code: str, state: GameState, what: str, clauses: Sequence[str] = ()) -> NotPlayed:
    """``what`` as in ``"screw-over"``."""
    says = _("%(rulebook)s has no %(what)s, so there is nothing to record.", what=what, rulebook=state.book.name)
    return NotPlayed(bar(code, state), _("No %(what)s", what=what), says, cited(state.book, clauses))


@dataclass(frozen=True)
class StockPage:
    bar: Bar
    round: int
    shuffles: int
    shuffled: str
    stock: int
    clauses: tuple[Cited, ...]


def stock_page(code: str, state: GameState, running: RunningRound) -> StockPage:
    book = state.book
    return StockPage(
        bar(code, state),
        running.number,
        running.play.shuffles,
        words.times(running.play.shuffles),
        running.deal.stock,
        cited(book, [f"{book.id}/exhausted", f"{book.id}/exhausted-again"]),
    )


@dataclass(frozen=True)
class IrregularPage:
    bar: Bar
    round: int
    rounds: tuple[tuple[str, str], ...]
    """Rounds that it can concern, the running one first."""
    kinds: tuple[tuple[str, str], ...]
    seats: tuple[tuple[str, str], ...]
    clauses: tuple[Cited, ...]
    note: Irregularity | None
    """What was noted, where more is said of it now."""
    noted: str
    """That note in words."""


def irregular_page(
    code: str, state: GameState, number: int, note: int | None = None, hands: Hands = EVERYBODYS
) -> IrregularPage:
    """For the round ``number``: the running one, or one that is closed; ``note`` is the entry of a light note."""
    running = state.running
    if running is not None and running.number == number:
        seats, play = running.seats, running.play
    else:
        played = state.rounds[number - 1]
        seats, play = tuple(played.cells), played.play
    light = next((noted for noted in play.irregularities if noted.seq == note and noted.is_light), None)
    last = len(state.rounds) + (running is not None)
    book = state.book
    return IrregularPage(
        bar=bar(code, state),
        round=number,
        rounds=tuple((str(closed), _("Round %(number)s", number=closed)) for closed in range(last, 0, -1)),
        kinds=tuple((kind, words.begun(translated(kind))) for kind in KINDS),
        seats=(*((str(seat), state.name(seat)) for seat in hands.own_first(seats)), ("0", _("The whole table"))),
        clauses=cited(book, [f"{book.id}/illegal-meld", f"{book.id}/misdeal"]),
        note=light,
        noted=_noted(state, light) if light else "",
    )


class WrongLine(NamedTuple):
    where: str
    what: str
    text: str
    by: str
    when: words.Moment
    round: int
    note: int | None
    """Its entry, where more can be said of it."""


@dataclass(frozen=True)
class Wrong:
    lines: tuple[WrongLine, ...]
    """The latest first."""
    cells: Mapping[tuple[int, int], str]
    """By round and seat, what is in the score beside the cards: ``"+20"``."""


def irregularities(state: GameState) -> Wrong:
    """Everything noted, and what of it stands in which cell of the score."""
    rounds: list[tuple[int, Iterable[Irregularity]]] = [
        (played.number, played.play.irregularities) for played in state.rounds
    ]
    if state.running is not None:
        rounds.append((state.running.number, state.running.play.irregularities))
    lines = [_line(state, number, irregularity) for number, noted in rounds for irregularity in noted]
    cells = {
        (played.number, seat): " ".join(_signed(extra.points) for extra in cell.extras)
        for played in state.rounds
        for seat, cell in played.cells.items()
        if cell.extras
    }
    return Wrong(tuple(reversed(lines)), cells)


def _line(state: GameState, number: int, irregularity: Irregularity) -> WrongLine:
    where = [_("Round %(number)s", number=number)]
    if irregularity.seat is not None:
        where.append(state.name(irregularity.seat))
    what = [translated(irregularity.kind)]
    if irregularity.remedy == "points":
        what.append(_("%(points)s points", points=_signed(irregularity.points)))
        what += [_("counted when the round is closed")] * (number > len(state.rounds))
    elif irregularity.remedy == "nothing":
        what.append(_("nothing done"))
    return WrongLine(
        ", ".join(where),
        ", ".join(what),
        irregularity.text,
        irregularity.by,
        words.moment(irregularity.at),
        number,
        irregularity.seq if irregularity.is_light else None,
    )


def _signed(points: int) -> str:
    return f"+{points}" if points > 0 else words.signed(points)
