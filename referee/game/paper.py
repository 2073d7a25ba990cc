"""A game off an old score sheet: typed in column by column, checked against the totals written there, made a log."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from referee.game import events as ev
from referee.game.commands import CAME_LATER
from referee.game.events import Recorded
from referee.game.fold import fold
from referee.game.judges.outcome import Problem
from referee.game.judges.seats import MOST_OPENING, most_handicap
from referee.game.names import same_name, tidy, why_no_name
from referee.game.replay import FEWEST
from referee.game.story.answers import sentence
from referee.game.values import NO_CARDS, Line
from referee.rules.judges.dealing import deal_for
from referee.rules.rulebook.model import Rulebook, to_data
from referee.rules.rulings import Phrase, phrase
from referee.rules.speech.hands import MOST_POINTS


@dataclass(frozen=True, slots=True)
class PaperColumn:
    player: str
    scores: tuple[int | None, ...]
    """Points of each round; below zero only where the rulebook takes points off, for an exact cut or for going out.
    None where they were not at the table: at the beginning for somebody who joined later, at the end for somebody who
    left, between them for somebody who was away and came back."""
    total: int | None
    """What is written under the column; None where nothing is."""
    mistaken: bool = False
    """The table says that the total on the paper is wrong: the rounds count, and the history says so."""
    opening: int = 0
    """The total that somebody who joined later began with."""
    handicap: int = field(default=0, metadata=CAME_LATER)
    """Points that the table agreed on before the first round."""

    @property
    def sum(self) -> int:
        return self.opening + self.handicap + sum(filter(None, self.scores))

    @property
    def played(self) -> tuple[int, int]:
        """Their first round and their last one, from 1; both 0 for a column without points."""
        there = [place for place, score in enumerate(self.scores, start=1) if score is not None]
        return (there[0], there[-1]) if there else (0, 0)


@dataclass(frozen=True, slots=True)
class PaperGame:
    """One sheet. Columns stand in table order; the first one dealt first."""

    book: Rulebook
    played_on: str
    """A day, ISO 8601."""
    columns: tuple[PaperColumn, ...]
    went_out: tuple[int | None, ...] = ()
    """The column (from 0) of whoever went out, by round; where it is empty, the only one without cards left."""


def problems_of(paper: PaperGame) -> tuple[Problem, ...]:
    """Everything that is wrong with a sheet but its day, each with its field: ``columns``, ``rounds``, ``player-1``,
    ``score-1-3`` (column and round from 1; round 0 is the total they joined with), ``handicap-1``, ``total-1``,
    ``went_out-3``."""
    return tuple(_wrong(paper))


def _wrong(paper: PaperGame) -> Iterator[Problem]:
    rounds = max((len(column.scores) for column in paper.columns), default=0)
    if not rounds:
        yield Problem("rounds", phrase("no_rounds"))
    if paper.book.own_contracts:
        yield Problem("rulebook", phrase("paper_without_contracts", rulebook=paper.book.name))
    if paper.book.until:
        yield Problem("rulebook", phrase("paper_until_points", rulebook=paper.book.name))
    if paper.book.highest_wins and paper.book.has_referee:
        yield Problem("rulebook", phrase("paper_without_cards", rulebook=paper.book.name))
    names = [tidy(column.player) for column in paper.columns]
    yield from wrong_players(paper.book, names)
    for number, column in enumerate(paper.columns, start=1):
        if len(column.scores) < rounds:
            yield Problem(f"score-{number}-{len(column.scores) + 1}", phrase("round_missing"))
        yield from wrong_column(paper.book, number, column)
    for place in range(rounds):
        if paper.book.has_referee:
            yield from _wrong_below_zero(paper, place, names)
        if len(names) >= FEWEST > sum(_at(column, place) is not None for column in paper.columns):
            yield Problem("rounds", phrase("too_few_played", round=place + 1, fewest=FEWEST))
    for place, out in enumerate(paper.went_out, start=1):
        if place > rounds or (out is not None and not 0 <= out < len(names)):
            yield Problem(f"went_out-{place}", phrase("out_not_on_sheet"))
        elif out is not None and out not in without_cards(paper, place - 1):
            yield Problem(f"went_out-{place}", phrase("out_has_no_points", name=names[out]))


def _wrong_below_zero(paper: PaperGame, place: int, names: Sequence[str]) -> Iterator[Problem]:
    """Only one player cuts exactly; what going out takes off is whole, and taken off only where somebody went out."""
    out = _out(paper, place)
    bonus = _bonus(paper.book, place)
    off = 0 if out is None else _off(paper, place, out)
    for at, column in enumerate(paper.columns):
        if bonus and at != out and (score := _at(column, place)) is not None and score < -paper.book.cut_bonus < 0:
            slots = {"name": names[at], "round": place + 1, "low": -paper.book.cut_bonus, "most": MOST_POINTS}
            yield Problem(f"score-{at + 1}-{place + 1}", phrase("score_range", **slots))
    below = [at for at, column in enumerate(paper.columns) if _cut(_at(column, place) or 0, off if at == out else 0)]
    for at in below if bonus and not paper.book.cut_bonus else below[1:]:
        why = phrase("below_zero", name=names[at], round=place + 1, score=-bonus)
        if not bonus or paper.book.cut_bonus:
            why = phrase("one_player_cuts", name=names[below[0]])
        yield Problem(f"score-{at + 1}-{place + 1}", why)
    if paper.book.times_left(_in_one_turn(paper, place)) > 1:
        for at, column in enumerate(paper.columns):
            score = _at(column, place)
            if at != out and score is not None and (score + paper.book.cut_bonus * (at in below)) % 2:
                odd = phrase("odd_where_doubled", name=names[at], round=place + 1, score=score)
                yield Problem(f"score-{at + 1}-{place + 1}", odd)


def wrong_players(book: Rulebook, players: Sequence[str]) -> tuple[Problem, ...]:
    """What is wrong with the names over the columns: ``columns`` or ``player-1``."""
    names = [tidy(player) for player in players]
    problems = []
    try:
        if book.has_referee:
            deal_for(book, 1, len(names))
        elif not book.players_min <= len(names) <= book.players_max:
            raise ValueError
    except ValueError:
        played_by = phrase("played_by", rulebook=book.name, least=book.players_min, most=book.players_max)
        problems.append(Problem("columns", played_by))
    for number, name in enumerate(names, start=1):
        if why := why_no_name(name):
            problems.append(Problem(f"player-{number}", why))
        elif any(same_name(other, name) for other in names[: number - 1]):
            problems.append(Problem(f"player-{number}", phrase("name_taken", name=name)))
    return tuple(problems)


def wrong_column(book: Rulebook, number: int, column: PaperColumn) -> tuple[Problem, ...]:
    """What cannot be in one column, whose number counts from 1: ``score-1-3`` or ``total-1``."""
    total, name = column.sum, tidy(column.player)
    first, _last = column.played
    problems = [
        Problem(f"score-{number}-{place}", phrase("score_range", name=name, round=place, low=low, most=MOST_POINTS))
        for place, score in enumerate(column.scores, start=1)
        for low in (-MOST_POINTS if book.below_zero else -book.cut_bonus - _bonus(book, place - 1),)
        if score is not None and not low <= score <= MOST_POINTS
    ]
    if column.scores and not first:
        problems.append(Problem(f"score-{number}-1", phrase("column_empty", name=name)))
    if abs(column.opening) > MOST_OPENING or (column.opening and first == 1):
        problems.append(Problem(f"score-{number}-0", phrase("cannot_join_with", name=name, opening=column.opening)))
    if abs(column.handicap) > (limit := most_handicap(book)):
        problems.append(Problem(f"handicap-{number}", phrase("handicap_range", name=name, most=limit)))
    elif column.handicap and first != 1:
        problems.append(Problem(f"score-{number}-0", phrase("cannot_join_with", name=name, opening=column.handicap)))
    most = book.rounds if book.has_referee else book.most_rounds
    if len(column.scores) > most:
        too_many = phrase("rounds_of", rulebook=book.name, rounds=most)
        problems.append(Problem(f"score-{number}-{most + 1}", too_many))
    if column.total is not None and not column.mistaken and column.total != total:
        sums = phrase("total_differs", name=name, opening=column.opening, total=total, written=column.total)
        problems.append(Problem(f"total-{number}", sums))
    return tuple(problems)


def _at(column: PaperColumn, place: int) -> int | None:
    """The points of a round (from 0); None where they were not at the table."""
    return column.scores[place] if place < len(column.scores) else None


def _bonus(book: Rulebook, place: int) -> int:
    """The most that going out takes off in a round (from 0); a sheet may have more of them than are played."""
    return book.off_for_going_out(book.round_of(place + 1), one_turn=True)


def _off(paper: PaperGame, place: int, out: int) -> int:
    """What going out took off of a column (from 0) in a round (from 0): the sheet says whether it was in one turn."""
    bonus = _bonus(paper.book, place)
    if not paper.book.rewards_one_turn(paper.book.round_of(place + 1)):
        return bonus
    return bonus if _at(paper.columns[out], place) in (-bonus, -bonus - paper.book.cut_bonus) else 0


def _in_one_turn(paper: PaperGame, place: int) -> bool:
    """Whether the sheet shows that somebody went down and out in one turn of a round (from 0): by the reward alone."""
    out = _out(paper, place)
    rewarded = out is not None and _off(paper, place, out) > 0
    return rewarded and paper.book.rewards_one_turn(paper.book.round_of(place + 1))


def _cut(score: int, bonus: int) -> bool:
    """Whether an exact cut was taken off, from somebody who got so much for going out."""
    return score < -bonus


def without_cards(paper: PaperGame, place: int) -> tuple[int, ...]:
    """The columns (from 0) of those who may have gone out in a round (from 0): nobody does without a rulebook."""
    if not paper.book.has_referee:
        return ()
    bonus, cut = _bonus(paper.book, place), paper.book.cut_bonus
    rewarded = _columns(paper, place, (-bonus, -bonus - cut))
    if rewarded or not paper.book.rewards_one_turn(paper.book.round_of(place + 1)):
        return rewarded
    return _columns(paper, place, (0, -cut))


def _columns(paper: PaperGame, place: int, scores: tuple[int, int]) -> tuple[int, ...]:
    return tuple(at for at, column in enumerate(paper.columns) if _at(column, place) in scores)


def log_of(paper: PaperGame, by: str, evening: str, now: str) -> tuple[Recorded, ...]:
    """The log of a sheet without problems, on the evening of its day; its last lines say when it was typed in."""
    evening = min(evening, now)
    seats = _seats(paper)
    log: list[Recorded] = []

    def tell(at: str, *events: ev.Event) -> None:
        log.extend(Recorded(seq, at, by, event) for seq, event in enumerate(events, start=len(log) + 1))

    columns = paper.columns
    there = tuple((seats[at], tidy(column.player)) for at, column in enumerate(columns) if column.played[0] == 1)
    tell(
        evening,
        ev.GameOpened(to_data(paper.book), paper.book.digest, {}, there, there[0][0], "chosen", day=paper.played_on),
    )
    if given := {seats[at]: column.handicap for at, column in enumerate(columns) if column.handicap}:
        tell(evening, ev.HandicapAgreed(given))
    for place in range(len(columns[0].scores)):
        tell(evening, *_changes(paper, seats, place + 1))
        scores = {seats[at]: score for at, column in enumerate(columns) if (score := column.scores[place]) is not None}
        went_out = _out(paper, place)
        out = None if went_out is None else seats[went_out]
        off = 0 if went_out is None else _off(paper, place, went_out)
        cutters = [seat for seat, score in scores.items() if _cut(score, off if seat == out else 0)]
        cutters = cutters if paper.book.has_referee else []
        tell(evening, *(ev.CutRecorded(place + 1, seat, True) for seat in cutters))
        one_turn = _in_one_turn(paper, place)
        times = paper.book.times_left(one_turn)
        lines = {
            seat: NO_CARDS
            if seat == out
            else Line(None, (score + (paper.book.cut_bonus if seat in cutters else 0)) // times)
            for seat, score in scores.items()
        }
        running = fold(log).running
        assert running is not None
        tell(evening, ev.RoundClosed(place + 1, running.dealer, out, lines, one_turn=one_turn))
    tell(evening, ev.GameFinished())
    tell(now, *(ev.NoteAdded(sentence(note)) for note in (phrase("typed_in"), *mistakes(paper))))
    return tuple(log)


def _seats(paper: PaperGame) -> tuple[int, ...]:
    """The seat of each column: whoever joined later has a later number, as at the table."""
    order = sorted(range(len(paper.columns)), key=lambda at: paper.columns[at].played[0])
    return tuple(order.index(at) + 1 for at in range(len(paper.columns)))


def _changes(paper: PaperGame, seats: Sequence[int], number: int) -> Iterator[ev.Event]:
    """Who leaves before a round, who comes back for it, and who sits down: next after the nearest column before."""
    for back in (False, True):
        for at, column in enumerate(paper.columns):
            there, was_there = _at(column, number - 1) is not None, number > 1 and _at(column, number - 2) is not None
            if not back and was_there and not there:
                yield ev.SeatDropped(seats[at], number)
            elif back and there and not was_there and 1 <= column.played[0] < number:
                yield ev.SeatReturned(seats[at], number)
    for at in sorted(range(len(paper.columns)), key=lambda at: seats[at]):
        column = paper.columns[at]
        if column.played[0] == number > 1:
            before = [other for other in range(at) if seats[other] < seats[at]]
            after = seats[before[-1]] if before else None
            yield ev.SeatAdded(seats[at], tidy(column.player), after, number, column.opening, "said")


def mistakes(paper: PaperGame) -> Iterator[Phrase]:
    """Where the table says that a total on the paper is wrong; what is said has no full stop."""
    for column in paper.columns:
        if column.total is not None and column.total != (total := column.sum):
            name = tidy(column.player)
            yield phrase("mistaken_total", name=name, opening=column.opening, total=total, written=column.total)


def _out(paper: PaperGame, place: int) -> int | None:
    """The column (from 0) that went out in a round."""
    if place < len(paper.went_out):
        return paper.went_out[place]
    candidates = without_cards(paper, place)
    return candidates[0] if len(candidates) == 1 else None
