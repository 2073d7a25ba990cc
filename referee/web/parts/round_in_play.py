"""The round in play as several pages show it: who holds how many cards, what each may do, what was noted, for whom it
waits."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from referee.game.play import Duty, Irregularity
from referee.game.rulings.may_i import MayIs, may_is
from referee.game.state import ClosedRound, GameState, RunningRound
from referee.messages import gettext as _
from referee.messages import ngettext, pgettext, translated
from referee.rules.judges.irregular import in_short, remedy_of
from referee.rules.rulebook.kinds import NO_LIMIT
from referee.rules.rulebook.model import IN_POINTS, Rulebook
from referee.rules.speech.irregular import REMEDIES_IN_SHORT, mistake
from referee.rules.speech.words import owed_all, owed_any, written_out
from referee.web.parts.cards import MeldOnTable, meld_on_table
from referee.web.shell import words

_KEY_ROOM = 20
"""Letters of a name that two lines of a key hold on a narrow phone."""
_ONE_LINE = 14
"""Letters of a name that one line holds."""
MOST_NAMED = 3
"""More who are missing are counted, not named."""


@dataclass(frozen=True)
class SeatInPlay:
    """One player in the round: May I’s as pips and as words, and whatever else the table should not forget."""

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
    to_put_right: tuple[str, ...] = ()
    """What went wrong and is still to be corrected, such as ``"Too many cards: discard, don’t draw"``."""


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


def round_in_play(state: GameState, running: RunningRound, own: int | None = None) -> RoundInPlay:
    """What is recorded of the running round; ``own``: the one seat of the phone that shows it."""
    book, play = state.book, running.play
    seats = tuple(seat_in_play(state, running, may_is_) for may_is_ in may_is(state))
    if not book.has_referee:
        return RoundInPlay("", _("The table"), limited=False, seats=seats, melds=(), notes=(), acts=(), actions=())
    limit = book.may_i_limit[running.plays - 1]
    acts = _acts(state, running, own)
    return RoundInPlay(
        word="" if limit == 0 else action_word(book),
        title=_("The table")
        if limit == 0
        else (_("Buys") if book.may_i_word == "buy" else _("%(word)s’s", word=book.may_i_word)),
        limited=limit != 0 and book.may_i_most(running.plays) != NO_LIMIT,
        seats=seats,
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
        to_put_right=tuple(_to_put_right(state, running, limits.seat)) if isinstance(running, RunningRound) else (),
    )


def _to_put_right(state: GameState, running: RunningRound, seat: int) -> Iterable[str]:
    """What the table has agreed that a player does from the next turn on, until it is right."""
    for irregularity in running.play.irregularities:
        remedy = remedy_of(irregularity.kind)
        if irregularity.seat != seat or irregularity.remedy != "owed" or irregularity.seq < running.voided:
            continue
        kind, clause = mistake(irregularity.kind), None
        if remedy is not None and remedy.effect == "owed":
            clause = state.book.clauses.get(remedy.topic)
        if remedy is None or clause is None or clause.basis == "house rule":
            yield _("%(kind)s: still to be corrected", kind=kind)
        else:
            yield _("%(kind)s: %(remedy)s", kind=kind, remedy=translated(REMEDIES_IN_SHORT[remedy.topic]))


def names_on_keys(state: GameState, running: RunningRound | ClosedRound) -> dict[int, str]:
    """By seat, the name as a key of two lines has room for it."""
    names = words.short_names([state.name(seat) for seat in running.seats], _KEY_ROOM)
    return dict(zip(running.seats, names, strict=True))


def name_on_key(state: GameState, running: RunningRound, seat: int) -> str:
    """The name on the key and where others are waited for: a long one is cut, and the pad keeps its place."""
    return words.short_names([state.name(each) for each in running.seats], _ONE_LINE)[running.seats.index(seat)]


def waits_for(state: GameState, running: RunningRound) -> str:
    """Who is being waited for while a round is counted, in a sentence; empty where it is counted by taps."""
    if running.by_taps:
        return ""
    missing = running.missing
    asks = "" if running.went_out_said or not state.book.has_contracts else _("Who went out?")
    if not missing:
        if state.book.told_in == IN_POINTS:
            return asks or _("All points are entered. Check the round and close it.")
        return asks or _("All cards are entered. Check the round and close it.")
    who = (
        words.listing(name_on_key(state, running, seat) for seat in missing)
        if len(missing) <= MOST_NAMED
        else _("%(number)s players", number=len(missing))
    )
    waits = _("Waiting for %(players)s.", players=who.removesuffix("."))  # of a name that is cut
    return f"{waits} {asks}".rstrip()


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
                "may lay off again in a turn after replacing it",
                "may lay off again in a turn after replacing them",
                len(owed),
            )
        )
    elif seat in play.down:
        states.append(pgettext("a player", "down"))
    if seat in play.lost:
        states.append(_("loses a turn"))
    if seat in play.screws:
        states.append(_("screw-over used"))
    if isinstance(running, RunningRound) and seat in running.away:
        states.append(_("left in this round"))
    if duty := play.duties.get(seat):
        states.append(_duty(duty))
    return states


def _duty(duty: Duty) -> str:
    """What must be done with a wild card that a seat took."""
    card = written_out(duty.wild)
    match duty.what:
        case "lay off now":
            return _("has %(card)s, which must be laid off in this turn", card=card)
        case "new meld now":
            return _("has %(card)s, which must go into a new meld in this turn", card=card)
    return _("has %(card)s", card=card)


def _notes(state: GameState, running: RunningRound) -> list[str]:
    play, notes = running.play, []
    if play.protected:
        who = state.name(play.protected.discarder)
        card = written_out(play.protected.card) if play.protected.card else _("their discard")
        notes.append(
            _("%(player)s called Shanghai on %(card)s: no one may take it in the next turn.", player=who, card=card)
        )
    if state.book.may_i_price:
        notes.append(ngettext("In the kitty: %(num)s penny.", "In the kitty: %(num)s pennies.", state.kitty))
    if play.shuffles:
        notes.append(_("The stock was reshuffled %(times)s.", times=words.times(play.shuffles)))
    for irregularity in play.irregularities:
        noted = noted_as(state, irregularity)
        if irregularity.remedy == "right" or irregularity.seq < running.voided:
            continue  # nobody has to think of it any more
        if irregularity.remedy == "points":
            cost = words.signed(irregularity.points)
            noted = _("%(event)s: %(points)s when the round is closed", event=noted, points=cost)
        elif irregularity.remedy == "owed" and (remedy := remedy_of(irregularity.kind)):
            clause = state.book.clauses.get(remedy.topic)
            notes.append(f"{noted}: {in_short(clause)}" if clause else f"{noted}.")
            continue
        elif irregularity.remedy == "void":
            noted = _("This round was dealt again (%(event)s)", event=noted)
        notes.append(f"{noted}.")
    return notes


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
            event = noted_as(state, noted)
            is_owed = noted.remedy == "owed"
            label = _("%(event)s: corrected?", event=event) if is_owed else _("%(event)s: what now?", event=event)
            actions.append(Action("play.irregular", label, values))
    if book.cards.has_skips:
        actions.append(Action("play.skip", _("Skip")))
    actions.append(Action("play.stock", _("Stock ran out")))
    actions.append(Action("play.irregular", _("Something went wrong")))
    actions.append(Action("play.rules", _("House rules")))  # a rule is changed from here in four taps
    actions.append(Action("rulebooks.of_game", _("The rules")))
    return tuple(actions)


def noted_as(state: GameState, irregularity: Irregularity) -> str:
    """``"Too many cards, Ben"``."""
    kind = mistake(irregularity.kind)
    return f"{kind}, {state.name(irregularity.seat)}" if irregularity.seat else kind


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
    return WrongLine(
        _("Round %(number)s", number=number)
        if irregularity.seat is None
        else _("Round %(number)s, %(player)s", number=number, player=state.name(irregularity.seat)),
        _remedied(irregularity, state.book.penalty(irregularity.points), counted=number <= len(state.rounds)),
        irregularity.text,
        irregularity.by,
        words.moment(irregularity.at),
        number,
        irregularity.seq if irregularity.is_light else None,
    )


def _remedied(irregularity: Irregularity, adds: int, counted: bool) -> str:
    """``adds``: what a remedy of points adds to the total."""
    at = {"mistake": mistake(irregularity.kind)}
    match irregularity.remedy:
        case "points" if counted:
            return _("%(mistake)s, %(points)s points", **at, points=_signed(adds))
        case "points":
            points = _signed(adds)
            return _("%(mistake)s, %(points)s points, counted when the round is closed", **at, points=points)
        case "nothing":
            return _("%(mistake)s, nothing done", **at)
        case "owed":
            return _("%(mistake)s, still to be corrected", **at)
        case "right":
            return _("%(mistake)s, corrected", **at)
        case "void":
            return _("%(mistake)s, the round was dealt again", **at)
    return at["mistake"]


def _signed(points: int) -> str:
    return f"+{points}" if points > 0 else words.signed(points)


MOST_ACTS = 2
"""So many keys a dock has room for beside the discard out of turn, the referee and the end of the round."""


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
