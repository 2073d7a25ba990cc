"""The discard out of turn: the page with a key for each player, and the answer who gets it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from referee.game.judges.may_i import last_taken
from referee.game.rulings.may_i import may_is
from referee.game.state import ClosedRound, GameState, RunningRound
from referee.messages import gettext as _
from referee.web.parts.clauses import Cited, cited
from referee.web.parts.round_in_play import SeatInPlay, action_word, names_on_keys, seat_in_play
from referee.web.parts.taken import ACTIVE, SAME, Question, asked_back, penalty_words, taken_at
from referee.web.play.forms import seats_in
from referee.web.shell import words
from referee.web.shell.bar import Bar, bar
from referee.web.shell.frame import Trouble
from referee.web.shell.hands import EVERYBODYS, Hands


@dataclass(frozen=True)
class MayIPage:
    bar: Bar
    round: int
    heading: str
    seats: tuple[SeatInPlay, ...]
    """Who can be tapped, the seats of this phone first."""
    names: Mapping[int, str]
    """By seat, as a key has room for them."""
    mine: tuple[int, ...]
    gets: int | None
    """Who has that discard, as the table saw."""
    also: str
    """The entry of the discard that others asked for too; empty where it is another discard."""
    askers: str
    """Who asked for that one, in their order."""
    last: str
    """Who took the discard before, where this may be the next one of the same interruption; else empty."""
    last_seq: int | None
    carried: tuple[tuple[str, str], ...]
    """What was said before the question, by field."""
    same: str
    penalty: words.Special
    closed: int
    """The round before, in which one may have been forgotten; 0 in the first."""
    question: Question | None
    clauses: tuple[Cited, ...]


def may_i_page(
    code: str,
    state: GameState,
    running: RunningRound,
    trouble: Trouble,
    typed: Mapping[str, str],
    hands: Hands = EVERYBODYS,
) -> MayIPage:
    """``typed``: claims, active, same and also, as in the address or the refused form."""
    last = last_taken(running)
    event = taken_at(state, last) if last is not None else None
    also = event if typed.get("also") == str(last) else None
    may = {
        each.seat: each
        for each in may_is(state)
        if each.seat in running.there and hands.enters(each.seat) and not (also and each.seat in also.claims)
    }
    seats = tuple(seat_in_play(state, running, may[seat]) for seat in hands.own_first(may))
    claims = seats_in(typed.get("claims", ""))
    question = asked_back(state, running, trouble, (*(also.claims if also else ()), *claims))
    fields = {"claims": ",".join(map(str, claims)), **{name: typed.get(name, "") for name in (ACTIVE, SAME)}}
    word = action_word(state.book)
    heading = _("Who also asked for it?") if also else _("%(word)s: who took the discard?", word=word)
    if question and claims:
        heading = f"{word}: {words.listing(state.name(seat) for seat in claims if seat in state.by_id)}"
    return MayIPage(
        bar=bar(code, state),
        round=running.number,
        heading=heading,
        seats=seats,
        names=names_on_keys(state, running),
        mine=hands.mine,
        gets=also.seat if also else None,
        also=str(last) if also else "",
        askers=words.listing(state.name(seat) for seat in also.claims) if also else "",
        last=state.name(event.seat) if event else "",
        last_seq=last,
        carried=tuple(
            (name, value) for name, value in fields.items() if question and value and name != question.answers[0].name
        ),
        same=typed.get("same", "no"),  # most discards out of turn are the only one of their turn
        penalty=_penalty_rule(state, running.plays),
        closed=len(state.rounds),
        question=question,
        clauses=cited(state.book, trouble.clauses),
    )


@dataclass(frozen=True)
class ForgottenPage:
    """A discard that nobody noted while the round was played."""

    bar: Bar
    round: int
    rounds: tuple[int, ...]
    """The other closed ones, the last first."""
    heading: str
    seats: tuple[SeatInPlay, ...]
    names: Mapping[int, str]
    """By seat, as a key has room for them."""
    mine: tuple[int, ...]
    penalty: words.Special
    clauses: tuple[Cited, ...]


def forgotten_page(
    code: str, state: GameState, played: ClosedRound, trouble: Trouble, hands: Hands = EVERYBODYS
) -> ForgottenPage:
    may = {each.seat: each for each in may_is(state, played) if hands.enters(each.seat)}
    return ForgottenPage(
        bar=bar(code, state),
        round=played.number,
        rounds=tuple(round_.number for round_ in reversed(state.rounds) if round_.number != played.number),
        heading=_("Round %(number)s: who took a discard?", number=played.number),
        seats=tuple(seat_in_play(state, played, may[seat]) for seat in hands.own_first(may)),
        names=names_on_keys(state, played),
        mine=hands.mine,
        penalty=_penalty_rule(state, played.plays),
        clauses=cited(state.book, trouble.clauses),
    )


def _penalty_rule(state: GameState, plays: int) -> words.Special:
    says = penalty_words(state.book.may_i_penalty[plays - 1], state.book.may_i_price, state.book.may_i_points)
    return words.by_rule(state.book, "may_i_penalty", f"{says} {words.grows(state.book)}".rstrip())
