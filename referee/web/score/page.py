"""The score sheet: rounds as rows, players as columns; and the page that corrects one cell."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from referee.game.state import Cell, ClosedRound, GameState, RunningRound, Seat, Was
from referee.messages import gettext as _
from referee.rules.judges.scoring import counts
from referee.rules.rulebook.model import IN_POINTS, Rulebook
from referee.rules.speech.points import read_told
from referee.web.parts.chart import Chart, Series, chart
from referee.web.parts.house import House, house_of
from referee.web.parts.own_contracts import Met, met_asked, whether_met, who_met
from referee.web.parts.pad import AS_IN_THE_BOOK, NOBODY, Entry, Filled, SeatKey, Typed, as_typed, entry
from referee.web.parts.standing import Standing, standing, standings
from referee.web.shell import words
from referee.web.shell.bar import SCORE, Bar, bar
from referee.web.shell.hands import EVERYBODYS, Hands


@dataclass(frozen=True)
class Column:
    seat: int
    player: str
    short: str
    sign: str
    """For whoever is first: ``"leads"`` or ``"wins"``."""
    place: str
    """``"2nd"``; empty for whoever has none."""
    spoken_place: str
    gone: bool
    joins: int
    """The round they play first; 0 for whoever has played one, or has left."""
    mine: bool
    """Whether this phone holds the seat."""
    brief: str
    """The total as it stands in the head: ``"≈22"`` until it is settled."""


@dataclass(frozen=True)
class CellView:
    """One result; ``played`` is false where the seat was not there."""

    seat: int
    played: bool
    score: str = ""
    """Empty for whoever went out and scored nothing: ``out`` says it."""
    total: str = ""
    out: bool = False
    cut: bool = False
    old: str = ""
    """The value it had before the last correction."""
    contract: int = 0
    """The number of its contract, where each player has one of their own; else 0."""
    met: bool = False
    kept: bool = False
    """Whether its points stayed when the rounds were counted by other rules."""


@dataclass(frozen=True)
class RowView:
    number: int
    contract: str
    short: str
    """The kinds of its melds, such as ``"2 runs"``."""
    dealer: str
    cells: tuple[CellView, ...]


class NextRow(NamedTuple):
    """The round that is being played."""

    number: int
    short: str
    dealer: str


@dataclass(frozen=True)
class Correction:
    where: str
    old: str
    new: str
    by: str
    when: words.Moment


@dataclass(frozen=True)
class ScorePage:
    bar: Bar
    columns: tuple[Column, ...]
    rows: tuple[RowView, ...]
    openings: tuple[str, ...]
    """By column, the total a player joined with; empty where nobody joined later."""
    handicaps: tuple[str, ...]
    """By column, what was agreed before the first round; empty where nothing was."""
    totals: tuple[str, ...]
    standings: tuple[Standing, ...]
    """What stands here before a round is closed; the sheet says it afterwards."""
    next: NextRow | None
    corrections: tuple[Correction, ...]
    chart: Chart | None
    house: House | None
    open: bool
    """Whether cells can be corrected."""
    without_rounds: str
    handicap: str
    """With what points players began, in a sentence, until the sheet has a row of them; empty otherwise."""

    @property
    def some_kept(self) -> bool:
        return any(cell.kept for row in self.rows for cell in row.cells)


def score_page(code: str, state: GameState, hands: Hands = EVERYBODYS) -> ScorePage:
    """The columns go around the table from the seat that this phone holds."""
    seats = tuple(state.by_id[seat] for seat in hands.around([seat.id for seat in state.all_seats]))
    shorts = words.short_names([seat.player for seat in seats], _letters(len(seats)))
    here = {seat.id for seat in state.seats}
    columns = tuple(
        Column(
            seat.id,
            seat.player,
            short,
            at.sign,
            words.ordinal(state.places[seat.id].place) if at.place else "",
            words.ordinal_place(state.places[seat.id]) if at.place else "",
            seat.id not in here and state.has_played(seat.id),
            seat.joined if seat.id in here and state.running and not state.has_played(seat.id) else 0,
            seat.id in hands.mine,
            words.total(state, seat.id) if seat.settled else f"≈{words.signed(seat.opening)}",
        )
        for seat, short, at in zip(seats, shorts, [standing(state, seat) for seat in seats], strict=True)
    )
    series = [
        Series(
            number,
            column.player,
            column.short,
            _totals(state, seat),
            leads=bool(column.sign),
            lit=hands.alone == seat.id,
            begins=seat.handicap,
        )
        for number, (seat, column) in enumerate(zip(seats, columns, strict=True), 1)
    ]
    return ScorePage(
        bar=bar(code, state, SCORE),
        columns=columns,
        rows=tuple(_row(state, played, seats) for played in state.rounds),
        openings=_openings(seats),
        handicaps=tuple(words.signed(seat.handicap) if seat.handicap else "" for seat in seats)
        if state.handicaps
        else (),
        totals=tuple(words.total(state, seat.id) for seat in seats),
        standings=() if state.rounds else standings(state),
        next=_next(state, state.running) if state.running else None,
        corrections=corrections(state),
        chart=None if state.book.own_contracts else chart(series, highest_wins=state.book.highest_wins),
        house=house_of(state.book),
        open=state.status == "playing",
        without_rounds=_without_rounds(state),
        handicap="" if state.rounds else words.handicap(state),
    )


def _openings(seats: Sequence[Seat]) -> tuple[str, ...]:
    joined = [seat.opening - seat.handicap for seat in seats]
    if not any(joined) and all(seat.settled for seat in seats):
        return ()
    return tuple(
        f"≈{words.signed(points)}" if not seat.settled else words.signed(points) if points else ""
        for seat, points in zip(seats, joined, strict=True)
    )


def _without_rounds(state: GameState) -> str:
    """What stands here in place of the sheet of an old game of which no rounds are left; empty for all others."""
    if state.result is None:
        return ""
    return (
        _("This result was entered without rounds: only the totals are known.")
        if state.has_points
        else _("This result was entered without rounds: only the places are known.")
    )


def _letters(columns: int) -> int:
    """So many of a name stand over a column: five columns share the width of a phone, more of them scroll."""
    if columns < 4:
        return 8
    return {4: 7, 5: 5}.get(columns, 6)


def _totals(state: GameState, seat: Seat) -> list[int | None]:
    """After each round that they played; whoever left in the last one is behind nobody any more."""
    played = [seat.id in played.cells for played in state.rounds]
    if played and seat not in state.ranked:
        played[-1] = False
    return [totals[seat.id] if there else None for totals, there in zip(state.running_totals, played, strict=True)]


def _row(state: GameState, played: ClosedRound, seats: Sequence[Seat]) -> RowView:
    cells = tuple(_cell(state, played, seat) for seat in seats)
    return RowView(
        played.number,
        who_met(state, played) if state.book.own_contracts else words.contract(played.contract),
        words.contract_in_brief(played.contract) if played.contract else "",
        state.name(played.dealer),
        cells,
    )


def _next(state: GameState, running: RunningRound) -> NextRow:
    short = "" if running.own else words.contract_in_brief(running.deal.contract)
    return NextRow(running.number, short, state.name(running.dealer))


def _cell(state: GameState, played: ClosedRound, seat: Seat) -> CellView:
    cell = played.cells.get(seat.id)
    if cell is None:
        return CellView(seat.id, False)
    total = words.signed(state.running_totals[played.number - 1][seat.id])
    return CellView(
        seat=seat.id,
        played=True,
        score="" if cell.went_out and not cell.score else words.signed(cell.score),
        total=total,
        out=cell.went_out,
        cut=cell.exact_cut,
        old=_replaced(state.book, played, seat.id),
        contract=state.own_contract(seat.id, played.number) if state.book.own_contracts else 0,
        met=cell.moves_on,
        kept=cell.kept,
    )


def _replaced(book: Rulebook, played: ClosedRound, seat: int) -> str:
    """What the last correction of a cell replaced, as it counted then; empty where it counts the same."""
    cell = played.cells[seat]
    if not cell.was:
        return ""
    was = cell.was[-1]
    then = {other: _before(its, was.seq) for other, its in played.cells.items()}
    out = next((other for other, its in then.items() if its.went_out), None)
    cards = counts(book, {other: its.points * its.times for other, its in then.items()}, out)[seat]
    old = words.signed(cards + cell.bonus + was.out_bonus)
    return old if old != words.signed(cell.score) else ""


def _before(cell: Cell, seq: int) -> Cell | Was:
    """What stood in a cell before the correction of that number."""
    return next((was for was in cell.was if was.seq >= seq), cell)


def corrections(state: GameState) -> tuple[Correction, ...]:
    """Every value that was replaced, the latest first."""
    replaced = []
    for played in state.rounds:
        for seat, cell in played.cells.items():
            where = _("Round %(number)s, %(player)s", number=played.number, player=state.name(seat))
            values: tuple[Cell | Was, ...] = (*cell.was, cell)
            for was, new in zip(cell.was, values[1:], strict=True):
                replaced.append(
                    (was.seq, Correction(where, _cell_words(was), _cell_words(new), was.by, words.moment(was.at)))
                )
    return tuple(correction for _, correction in sorted(replaced, key=lambda pair: -pair[0]))


def _cell_words(value: Cell | Was) -> str:
    if value.went_out and value.out_bonus:
        return _("went out: %(points)s", points=words.signed(value.out_bonus))
    if value.went_out:
        return _("went out")
    return ", ".join(filter(None, (words.line(value.cards, value.points, value.times), whether_met(value.met))))


@dataclass(frozen=True)
class CellPage:
    bar: Bar
    round: int
    seat: int
    player: str
    now: str
    earlier: tuple[Correction, ...]
    out: bool
    entry: Entry | None
    """The keys of cards; None where the table tells points."""
    in_points: Typed | None
    """What stands in the field of points, where the table tells these; None where it tells cards."""
    below_zero: bool
    from_pad: bool
    """Whether a number alone would be points, and not the card that these keys mean."""
    has_cards: bool
    """Whether somebody goes out, and cards are left."""
    former: int | None
    """Who stands as having gone out."""
    winners: tuple[SeatKey, ...]
    """Who else may have gone out."""
    cut: str
    one_turn: str | None
    """``"yes"`` or empty where this seat went out, and going down in that same turn changes points; else None."""
    met: Met | None
    """Whether the contract was met; of whoever went out, as if somebody else had. None where it belongs to the round.
    """
    exact: str
    """``"yes"`` or ``"no"`` where this seat cut this round and the rulebook rewards it; else empty."""


def cell_page(
    code: str,
    state: GameState,
    number: int,
    seat: int,
    filled: Filled = AS_IN_THE_BOOK,
    winner: str = "",
) -> CellPage:
    """Round ``number`` must be closed and ``seat`` have played it; ``winner`` is who is chosen to have gone out."""
    played = state.rounds[number - 1]
    cell = played.cells[seat]
    base = "" if cell.went_out else as_typed(cell.cards, cell.points)
    where = _("Round %(number)s, %(player)s", number=number, player=state.name(seat))
    chosen = filled.trouble.typed.get("seat", winner)
    winners = [SeatKey(str(other), state.name(other), chosen == str(other)) for other in played.cells if other != seat]
    winners.append(SeatKey(NOBODY, _("No one"), chosen == NOBODY))
    in_points, book = _in_points(state, cell, filled), state.counted_by(number)
    cutting = book.cut_bonus and played.cutter == seat
    return CellPage(
        bar=bar(code, state, SCORE),
        round=number,
        seat=seat,
        player=state.name(seat),
        now=_("went out: %(points)s", points=words.signed(cell.out_bonus)) if cell.went_out else _cell_words(cell),
        earlier=tuple(correction for correction in corrections(state) if correction.where == where),
        out=cell.went_out,
        entry=None
        if in_points is not None
        else entry(
            state.book_in(number),
            _("%(player)s’s cards left in round %(number)s", player=state.name(seat), number=number),
            f"{code}:correct:{number}:{seat}",
            base,
            filled,
        ),
        in_points=in_points,
        below_zero=state.book.below_zero,
        from_pad=in_points is None and state.book.told_in == IN_POINTS,
        has_cards=state.book.has_contracts,
        former=played.went_out,
        winners=tuple(winners),
        cut=_("%(player)s cut the pack before this round: exactly?", player=state.name(seat)) if cutting else "",
        one_turn=("yes" if played.one_turn else "")
        if cell.went_out and book.asks_one_turn(book.round_of(number))
        else None,
        met=met_asked(state, number, seat, cell.met, filled.trouble.typed, "met") if state.book.own_contracts else None,
        exact=("yes" if played.cut_exact else "no") if cutting else "",
    )


def _in_points(state: GameState, cell: Cell, filled: Filled) -> Typed | None:
    if state.book.told_in != IN_POINTS or (cell.cards and not cell.went_out):
        return None
    typed = filled.trouble.typed
    if "cards" in typed:
        return Typed(typed["cards"], "minus" in typed)
    points = read_told(filled.typed) if filled.typed else None if cell.went_out else cell.points
    return Typed("", minus=False) if points is None else Typed(str(abs(points)), points < 0)
