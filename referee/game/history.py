"""The history of a game: every event as a plain sentence, what can be undone and what came back."""

from __future__ import annotations

import typing
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from referee.game import events as ev
from referee.game.effects import AGAINST_UNDO, AgainstUndo
from referee.game.events import Recorded
from referee.game.fold import as_seen, sentences, undone_in, undone_seqs, without
from referee.game.names import same_name
from referee.game.replay import FEWEST, Senseless, most_seats, split_ranks
from referee.game.state import GameState
from referee.game.story.answers import sentence
from referee.game.story.events import Told
from referee.game.values import Line, counted
from referee.rules.judges.scoring import points_of
from referee.rules.rulebook.kinds import EVERY_WILD, NO_LIMIT
from referee.rules.rulings import Phrase, phrase

AT_THE_END = (
    ev.GameFinished, ev.GameAbandoned, ev.GameReopened, ev.CarriedOn, ev.NoteAdded, ev.RulingRecorded, ev.BuysSaid,
)  # fmt: skip
"""What comes and goes without changing the points of a game that is over."""
_COUNTED = frozenset({"points", "cut_bonus", "go_out_bonus", "go_out_bonus_for", "one_turn_doubles"})
"""Values that closed rounds were counted by."""
_MOST_TRIED = 24
"""How many entries a page tries out to see whether they can be undone; older ones get no button."""

_LATER_FIRST = phrase("undo_later_first")
_BESIDE_A_DEAL = (ev.IrregularityNoted, ev.RulingRecorded)
_OF_A_DEAL = (
    ev.CutRecorded, ev.WentOutSaid, ev.CardsLeftEntered, ev.CardsLeftCleared,
    *(kind for kind in typing.get_args(ev.PlayEvent) if kind not in (ev.IrregularityNoted, ev.RoundVoided)),
)  # fmt: skip
"""What counts no more once the round is dealt again."""

_BEFORE_THE_CARDS = (
    ev.GameOpened, ev.HandicapAgreed, ev.SeatAdded, ev.SeatDropped, ev.SeatReturned, ev.SeatRenamed, ev.SeatsReordered,
    ev.DealerChanged, ev.NoteAdded, ev.RulingRecorded, ev.RuleDecided, ev.RulesAgreed, ev.RuleRevoked,
    ev.RulebookChanged, ev.Undone,
)  # fmt: skip
"""What is told while nobody has played a card yet."""


class Fixed(NamedTuple):
    """Why something cannot be undone now, and what would have to be undone first."""

    reason: Phrase
    first: int | None = None
    then: Phrase = _LATER_FIRST

    @property
    def why(self) -> str:
        """Empty where it goes without saying."""
        return sentence(self.reason)

    @property
    def in_full(self) -> Phrase:
        return phrase("why_and_then", why=self.reason, then=self.then) if self.first else self.reason


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the history. ``at`` is UTC, ISO 8601; ``kind`` the type of the event."""

    seq: int
    at: str
    by: str
    sentence: Told
    kind: str
    undone: bool
    fixed: Fixed | None
    """What stands against undoing it, or bringing it back where it is undone."""

    @property
    def can_undo(self) -> bool:
        """For an undone entry: whether it can be brought back."""
        return self.fixed is None


def entries(state: GameState) -> tuple[Entry, ...]:
    """Every event in a sentence, oldest first."""
    return state.once(_entries)


def _entries(state: GameState) -> tuple[Entry, ...]:
    fixed = _fixed(state)
    return tuple(_entry(state, seq, fixed.get(seq)) for seq in range(1, state.number + 1))


def _entry(state: GameState, seq: int, fixed: Fixed | None = None) -> Entry:
    recorded = state.log[seq - 1]
    return Entry(
        seq=seq,
        at=recorded.at,
        by=recorded.by,
        sentence=sentences(state)[seq - 1],
        kind=type(recorded.event).__name__,
        undone=seq in undone_in(state),
        fixed=fixed,
    )


def _fixed(state: GameState) -> dict[int, Fixed]:
    """The entries that cannot be undone, or not be brought back where they are undone.

    Most are clear at a glance; the few that are not are tried out, the latest first.
    """
    undone = undone_in(state)
    fixed = {1: Fixed(phrase("game_began"))}
    tries, last_closing = _MOST_TRIED, None
    winners_later: set[int] = set()
    counted_anew_later = False
    for recorded in reversed(state.log[1:]):
        event, seq = recorded.event, recorded.seq
        counts = seq not in undone
        if isinstance(event, ev.Undone):
            fixed[seq] = Fixed(phrase("goes_without_saying"))
        elif _taken_over(state, event):
            fixed[seq] = Fixed(phrase("on_the_score") if counts else phrase("goes_without_saying"))
        elif against := _another_deal(state, seq):
            fixed[seq] = against
        elif (
            state.status == "playing"
            and not _may_end_it(state, event)
            and (_leaf(event, counts) or (counts and _free(event, winners_later) and not counted_anew_later))
        ):
            pass
        elif counts and last_closing and AGAINST_UNDO[type(event)] is AgainstUndo.CLOSING:
            fixed[seq] = Fixed(phrase("later_round_rests"), last_closing)
        elif not tries:
            fixed[seq] = Fixed(phrase("too_far_back"))
        else:
            tries -= 1
            if against := (_no_undo if counts else _no_redo)(state, seq):
                later = fixed.get(against.first or 0)  # what stands in the way may rest in its turn
                fixed[seq] = against if later is None or later.first is None else Fixed(against.reason, later.first)
        if counts and isinstance(event, ev.RoundClosed):
            last_closing = last_closing or seq
        if counts and isinstance(event, ev.WinnerCorrected):
            winners_later.add(event.round)
        counted_anew_later = counted_anew_later or (counts and counts_anew(event))
    return fixed


def _may_end_it(state: GameState, event: ev.Event) -> bool:
    """Whether it may be what keeps the points from ending the game: then a later round rests on it."""
    return state.book.until > 0 and isinstance(event, (ev.CutRecorded, ev.CellCorrected, ev.IrregularityNoted))


def _leaf(event: ev.Event, counts: bool) -> bool:
    """What can come and go by itself; a discard that was decided anew does not come back beside that."""
    against = AGAINST_UNDO[type(event)]
    return against in (AgainstUndo.NOTHING, AgainstUndo.DRAFT) and (counts or not isinstance(event, ev.MayITaken))


def _another_deal(state: GameState, seq: int) -> Fixed | None:
    """What speaks against undoing, or bringing back, an entry of a deal that does not count, or that deal's end.

    A deal comes back as a whole, and only while nothing was told of the one after it.
    """
    event = state.log[seq - 1].event
    number = _round(event)
    if isinstance(event, _OF_A_DEAL) or (isinstance(event, ev.IrregularityNoted) and event.remedy == "points"):
        void = next((void for void, voided in state.once(_voids) if void > seq and voided == number), None)
        return Fixed(phrase("not_of_this_deal", round=number), void) if void else None
    if not isinstance(event, ev.RoundVoided):
        return None
    undone = undone_in(state)
    since = (each for each in state.log[seq:] if each.seq not in undone and _round(each.event) >= number)
    first = next((each.seq for each in since if not isinstance(each.event, _BESIDE_A_DEAL)), None)
    return Fixed(phrase("void_rests", round=number), first) if first else None


def _voids(state: GameState) -> tuple[tuple[int, int], ...]:
    """The entries that count by which a round was dealt again, each with that round."""
    return tuple(
        (recorded.seq, recorded.event.round) for recorded in state.log
        if isinstance(recorded.event, ev.RoundVoided) and recorded.seq not in undone_in(state)
    )  # fmt: skip


def _taken_over(state: GameState, event: ev.Event) -> bool:
    """Whether the closing of its round has taken an entry over."""
    return AGAINST_UNDO[type(event)] is AgainstUndo.DRAFT and _round(event) <= len(state.rounds)


def _round(event: ev.Event) -> int:
    return getattr(event, "round", 0)


def _free(event: ev.Event, winners_later: set[int]) -> bool:
    """A correction that no other winner of its round rests on."""
    return isinstance(event, ev.CellCorrected) and event.round not in winners_later


def _begun_with(state: GameState, event: ev.Event) -> Fixed | None:
    """With what a table begins stays as it is once a round is closed: who leads must not change by it later."""
    if not state.rounds or not isinstance(event, ev.HandicapAgreed):
        return None
    return Fixed(phrase("handicap_too_late"))


def why_no_undo(state: GameState, seq: int) -> Phrase | None:
    """Why an event cannot be undone; None if it can."""
    against = _no_undo(state, seq)
    return against.in_full if against else None


def why_no_redo(state: GameState, seq: int) -> Phrase | None:
    """Why an undone event cannot count again; None if it can."""
    against = _no_redo(state, seq)
    return against.in_full if against else None


def _no_undo(state: GameState, seq: int) -> Fixed | None:
    if not 1 <= seq <= state.number:
        return Fixed(phrase("no_such_entry"))
    event = state.log[seq - 1].event
    if seq == 1:
        return Fixed(phrase("opening_stays"))
    if isinstance(event, ev.Undone):
        return Fixed(phrase("undo_of_undo"))
    if seq in undone_in(state):
        return Fixed(phrase("undone_already"))
    if _taken_over(state, event):
        return Fixed(phrase("round_closed_undo", round=_round(event)))
    if fixed := _another_deal(state, seq) or _begun_with(state, event):
        return fixed
    return _not_final(state, event) or _counted_anew(state, seq) or _counted_by(state, event) or _why_not(state, seq)


def _no_redo(state: GameState, seq: int) -> Fixed | None:
    undo = undo_of(state, seq)
    if undo is None:
        return Fixed(phrase("not_undone"))
    event = state.log[seq - 1].event
    if _taken_over(state, event):
        return Fixed(phrase("round_closed_redo", round=_round(event)))
    if fixed := _another_deal(state, seq) or _begun_with(state, event):
        return fixed
    if other := decided_anew(state.log, seq):
        if other < seq:
            return Fixed(phrase("discard_counts_already"), other, phrase("undo_that_first"))
        return Fixed(phrase("decided_anew"), other)
    return (
        _not_final(state, event)
        or _counted_anew(state, seq)
        or _counted_by(state, event)
        or _other_price(state, event)
        or _tapped_since(state, event)
        or _why_not(state, undo)
        or _one_too_many(state, event, undo)
    )


def is_untouched(state: GameState) -> bool:
    """Whether nothing has been entered yet but who plays, and by which rules."""
    return all(isinstance(each.event, _BEFORE_THE_CARDS) for each in state.log)


def why_fixed(state: GameState, values: Mapping[str, Any]) -> tuple[str, Phrase] | None:
    """Which of these rule values stays as it is in this game, and why; None where none has to."""
    if state.rounds and (settled := _COUNTED.intersection(values)):
        return min(settled), phrase("rounds_counted_by_it")
    wild = {"wild_ranks", "wild_by_round", "wild_cards"}.intersection(values)
    if state.rounds and wild and EVERY_WILD in state.book.points:
        return min(wild), phrase("rounds_counted_by_it")
    if splits_ranks(state, values):
        return "points", phrase("suits_not_entered")
    if any(state.buys.values()) and "may_i_price" in values:
        return "may_i_price", phrase("kitty_filled")
    return None


def splits_ranks(state: GameState, values: Mapping[str, Any]) -> bool:
    """Whether single cards get points of their own of which cards left are entered by rank already."""
    points = values.get("points")
    if not isinstance(points, Mapping):
        return False  # no such value, or nonsense, which is refused as that
    new = split_ranks(state.book, points)
    lines = state.running.entered.values() if state.running else ()
    return any(new.intersection(counted(line.cards)) for line in lines)


def _counted_by(state: GameState, event: ev.Event) -> Fixed | None:
    """What speaks against undoing, or bringing back, a decision of the table or its revoking."""
    decided = state.log[event.target - 1].event if isinstance(event, ev.RuleRevoked) else event
    if isinstance(decided, ev.RulesAgreed):
        values = {name: raw for each in decided.decisions for name, raw in each.values.items()}
    elif isinstance(decided, ev.RuleDecided) and not decided.since:
        values = decided.values
    else:
        return None
    fixed = why_fixed(state, values)
    return Fixed(fixed[1]) if fixed else None


_BY_THE_RULES = (
    ev.RoundClosed, ev.CellCorrected, ev.WinnerCorrected, ev.RuleDecided, ev.RulesAgreed, ev.RuleRevoked,
    ev.RulebookChanged,
)  # fmt: skip
"""What rests on the rules by which rounds are counted."""


def counts_anew(event: ev.Event) -> bool:
    """Whether rounds are counted otherwise since, all of them or those from then on."""
    return isinstance(event, ev.RulebookChanged) or (isinstance(event, ev.RuleDecided) and event.since > 0)


def _counted_anew(state: GameState, seq: int) -> Fixed | None:
    """What speaks against undoing, or bringing back, a change of the rules that rounds are counted by, and what was
    counted before another one: what came later rests on it."""
    event = state.log[seq - 1].event
    if not isinstance(event, _BY_THE_RULES):
        return None
    rests, undone = counts_anew(event), undone_in(state)
    later = (each for each in state.log[seq:] if each.seq not in undone and isinstance(each.event, _BY_THE_RULES))
    first = next((each.seq for each in later if rests or counts_anew(each.event)), None)
    return Fixed(phrase("counted_by_rules"), first) if first else None


def _other_price(state: GameState, event: ev.Event) -> Fixed | None:
    """What speaks against bringing back cards whose points the table has decided on since."""
    lines: Iterable[Line] = ()
    if isinstance(event, (ev.RoundClosed, ev.WinnerCorrected)):
        lines = event.lines.values()
    elif isinstance(event, ev.CellCorrected):
        lines = (event.line,)
    else:
        return None
    book = state.book_in(event.round)
    if all(line.cards is None or line.points == points_of(book, counted(line.cards)) for line in lines):
        return None
    return Fixed(phrase("other_price"))


def _tapped_since(state: GameState, event: ev.Event) -> Fixed | None:
    """What speaks against bringing back the closing of a round that is counted by taps: its count is another one."""
    running = state.running
    if running is None or not running.by_taps or not isinstance(event, ev.RoundClosed):
        return None
    if event.round != running.number or event.lines == running.lines:
        return None
    return Fixed(phrase("tapped_since", round=event.round))


def _one_too_many(state: GameState, event: ev.Event, undo: int) -> Fixed | None:
    """What speaks against bringing back a discard that was taken, where others have used up the limit since.

    There may be as many as when it was undone: the table may have set a lower limit after they were taken.
    """
    if not isinstance(event, ev.MayITaken):
        return None
    of_round = state.book.may_i_limit[state.book.round_of(event.round) - 1]
    limits = (NO_LIMIT if state.book.may_i_saved else of_round, state.book.may_i_in_game, 0)
    then, back = _taken(as_seen(state, undo - 1), event), _taken(without(state, undo), event)
    counts = zip(limits, then, back, strict=True)
    if all(limit == NO_LIMIT or now <= max(int(limit), was) for limit, was, now in counts):
        return None
    return Fixed(phrase("limit_used_since", name=state.name(event.seat), round=event.round))


def _taken(state: GameState, event: ev.MayITaken) -> tuple[int, int, int]:
    """How many discards that seat has taken in that round, which may be still to come again, in the game, and more than
    it had left over from other rounds."""
    undone = undone_in(state)
    taken = (each.event for each in state.log if isinstance(each.event, ev.MayITaken) and each.seq not in undone)
    in_round = sum((each.round, each.seat) == (event.round, event.seat) for each in taken)
    most = state.book.may_i_of_rounds([state.book.round_of(event.round)]) + state.saved(event.round, event.seat)
    over = max(in_round - most, 0) if state.book.may_i_saved else 0
    return in_round, state.buys.get(event.seat, 0), over


def _not_final(state: GameState, event: ev.Event) -> Fixed | None:
    """While a game is over, only what concerns its end can be undone."""
    if state.status == "playing" or isinstance(event, AT_THE_END):
        return None
    if isinstance(event, ev.RoundClosed) and event.finishes:
        return None
    return Fixed(phrase("not_playing", status=state.status))


def _why_not(state: GameState, target: int) -> Fixed | None:
    """What the log says against undoing ``target``: the first event that would make no sense."""
    try:
        then = without(state, target)
    except Senseless as senseless:
        if senseless.at is not None and senseless.at <= state.number:
            return Fixed(senseless.why, senseless.at)
        return Fixed(phrase("why_and_then", why=senseless.why, then=_LATER_FIRST))
    if then.book is not state.book and (why := _told_otherwise(state, then)):
        return Fixed(why)
    if why := _seats_wrong(state, then, state.log[target - 1].event):
        return Fixed(phrase("why_and_then", why=why, then=_LATER_FIRST))
    if twice := _names_twice(then) - _names_twice(state):
        return Fixed(phrase("why_and_then", why=phrase("two_would_be_called", name=min(twice)), then=_LATER_FIRST))
    return None


def _told_otherwise(state: GameState, then: GameState) -> Phrase | None:
    """Why the table does not go back to other rules: what was told by these would mean something else."""
    running, (now, back) = state.running, (state.book, then.book)
    is_told = bool(state.rounds) or (running is not None and running.recorded)
    ways = [(book.pack, book.own_contracts, book.highest_wins) for book in (now, back)]
    if is_told and ways[0] != ways[1]:
        return phrase("told_by_rulebook", rulebook=now.name)
    if splits_ranks(state, {"points": back.points}):
        return phrase("suits_not_entered")
    return phrase("at_most_players", most=most_seats(back)) if _most_seats(then) > most_seats(back) else None


def _seats_wrong(state: GameState, then: GameState, event: ev.Event) -> Phrase | None:
    """Why nobody can have come or gone otherwise: a dealt round stays as it was dealt, and a table has its size."""
    now, after = state.running, then.running
    if _most_seats(then) > max(most_seats(state.book), _most_seats(state)):
        return phrase("at_most_players", most=most_seats(state.book))
    following = then.current + 1
    if following <= then.planned and _playing(then, following) < min(FEWEST, _playing(state, following)):
        return phrase("too_few_left", fewest=FEWEST, round=following)
    undone = state.log[event.target - 1].event if isinstance(event, ev.Undone) else event
    if now is None or after is None or not isinstance(undone, (ev.SeatAdded, ev.SeatDropped, ev.SeatReturned)):
        return None
    as_dealt = (now.number, now.dealer, now.cutter, now.seats)
    if after.recorded and as_dealt != (after.number, after.dealer, after.cutter, after.seats):
        return phrase("round_is_dealt", round=now.number)
    return None


def _most_seats(state: GameState) -> int:
    """How many play at most, in this round and the next."""
    return max(_playing(state, number) for number in (state.current, state.current + 1))


def _playing(state: GameState, number: int) -> int:
    return sum(seat.plays(number) for seat in state.all_seats)


def _names_twice(state: GameState) -> set[str]:
    """Names that two at the table have."""
    names = [seat.player for seat in state.seats]
    return {name for place, name in enumerate(names) if any(same_name(name, other) for other in names[:place])}


def decided_anew(log: Sequence[Recorded], seq: int) -> int | None:
    """The entry that says by now who took a discard, since others asked for it too; None where it was taken back."""
    if not 1 < seq <= len(log) or not isinstance(log[seq - 1].event, ev.MayITaken):
        return None
    first, undone = _told_first(log, seq), undone_seqs(log)
    taken = (each.seq for each in log if isinstance(each.event, ev.MayITaken) and each.seq not in undone)
    return next((each for each in taken if _told_first(log, each) == first), None)


def _told_first(log: Sequence[Recorded], seq: int) -> int:
    """The entry that told of a discard at first: with each who asked too it is undone and told anew, in one write."""
    event, before = log[seq - 1].event, log[seq - 2].event
    if not isinstance(event, ev.MayITaken) or not isinstance(before, ev.Undone):
        return seq
    earlier = log[before.target - 1].event
    anew = (
        isinstance(earlier, ev.MayITaken)
        and event.claims[: len(earlier.claims)] == earlier.claims
        and (event.claims != earlier.claims or event.seat != earlier.seat)  # else it was undone, and told once more
    )
    return _told_first(log, before.target) if anew else seq


def undo_of(state: GameState, seq: int) -> int | None:
    """The number of the undo that keeps an event from counting; None if it counts."""
    undone = undone_in(state)
    for recorded in reversed(state.log):
        event = recorded.event
        if isinstance(event, ev.Undone) and event.target == seq and recorded.seq not in undone:
            return recorded.seq
    return None


def next_undo_seq(state: GameState, among: Collection[int] | None = None) -> int | None:
    """The last thing that can be undone; ``among``: of these entries."""
    for recorded in reversed(state.log):
        if isinstance(recorded.event, ev.Undone) or (among is not None and recorded.seq not in among):
            continue
        if why_no_undo(state, recorded.seq) is None:
            return recorded.seq
    return None


def next_redo_seq(state: GameState) -> int | None:
    """What was undone last, as long as nothing new has happened since."""
    undone = undone_in(state)
    for recorded in reversed(state.log):
        event = recorded.event
        if not isinstance(event, ev.Undone):
            return None
        is_undo = not isinstance(state.log[event.target - 1].event, ev.Undone)
        if is_undo and recorded.seq not in undone:
            return event.target if why_no_redo(state, event.target) is None else None
    return None


def next_undo(state: GameState, among: Collection[int] | None = None) -> Entry | None:
    """What *Undo* would undo; ``among``: on a phone that may undo only these."""
    return _named(state, state.once(next_undo_seq) if among is None else next_undo_seq(state, among))


def next_redo(state: GameState) -> Entry | None:
    """What *Redo* would bring back."""
    return _named(state, state.once(next_redo_seq))


def _named(state: GameState, seq: int | None) -> Entry | None:
    return None if seq is None else _entry(state, seq)
