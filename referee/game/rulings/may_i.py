"""The facts of a May I, from the log and from what the table says, before the judge."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from referee.game.play import RoundInPlay
from referee.game.state import ClosedRound, GameState, RunningRound
from referee.game.story.answers import left_in_mid_round
from referee.rules.cards import parse_card
from referee.rules.judges.may_i import Claims, judge_may_i, nobody_gets_it, unknown
from referee.rules.requests import RequestError
from referee.rules.rulings import Finding, Need, Reason, Ruling, phrase

NEED_ACTIVE = Need("active", phrase("whose turn"))
NEED_SAME = Need("same", phrase("same interruption"))


class Claimed(NamedTuple):
    """Who asks for a discard, in the order in which they spoke, and what was told beside; seats by their numbers."""

    claims: tuple[int, ...]
    active: int | None = None
    same: bool | None = None
    active_takes: bool = False
    gets: int | None = None
    """Who got it, as the table saw; counts only where the turn decides and nobody has said whose it is."""
    beside: Mapping[str, Any] = {}
    """What else was told, as the judge takes it: when they asked, and such things; players by their places."""


class Discard(NamedTuple):
    """The ruling on a discard, and what it was found to rest on."""

    ruling: Ruling
    active: int | None = None
    same: bool = False


class MayIs(NamedTuple):
    """The May I’s (or buys) of one seat in the running round."""

    seat: int
    used: int
    limit: int | None
    """None: no limit; 0: there are none in this round, or none are left of the whole game's."""
    of_game: bool = False
    """Whether it is the limit of the whole game that counts."""

    @property
    def left(self) -> int | None:
        return None if self.limit is None else max(self.limit - self.used, 0)


def may_is(state: GameState, played: ClosedRound | None = None) -> tuple[MayIs, ...]:
    """What everybody has used and has left in the running round or in a closed one; empty between rounds."""
    running = played or state.running
    if running is None:
        return ()
    of_round = state.book.may_i_limit[running.plays - 1]
    limits = {
        seat: state.book.may_i_most(running.plays, state.used_before(running, seat), state.saved(running.number, seat))
        for seat in running.seats
    }
    return tuple(
        MayIs(seat, running.play.used(seat), limit if isinstance(limit, int) else None, limit != of_round)
        for seat, limit in limits.items()
    )


def ask_may_i(state: GameState, running: RunningRound, claimed: Claimed) -> Discard:
    seats, play = running.seats, running.play
    check_there(state, "claims", claimed.claims, running)
    if claimed.active is not None:
        check_there(state, "active", [claimed.active], running)
    if not claimed.claims:
        raise RequestError("claims", "Who asks for the discard?", whole=True)
    called = play.protected if claimed.same is not False else None  # nobody tells the app that a turn has passed
    if called is not None and claimed.active in (None, _after(running, called.discarder)):
        if claimed.same:
            return Discard(_protected(state, called.card, claimed.claims, seats))
        # a round of turns later, it is the next player's again
        card = parse_card(called.card, suits=False) if called.card else None
        asks = phrase("still protected", card=card) if card else phrase("still protected unseen")
        return Discard(unknown(state.book, [Need("same", asks)], "may-i"))
    on_turn = play.on_turn if play.on_turn in running.there else None  # whoever has left is on turn no more
    worlds = [
        (active, same)
        for same in _sames(play, claimed, on_turn)
        for active in ([on_turn] if same and on_turn is not None else _actives(state, running, claimed))
    ]
    facts = _facts(state, running, claimed, running.play.down, running.away)
    answers = [_answer(state, running, facts, active, same) for active, same in worlds]
    if all(_outcome(answer) == _outcome(answers[0]) for answer in answers):
        return Discard(answers[0], worlds[0][0] if len({active for active, _ in worlds}) == 1 else None, worlds[0][1])
    if claimed.gets in seats:
        place = seats.index(claimed.gets) + 1
        seen = [
            (answer, world) for answer, world in zip(answers, worlds, strict=True) if answer.adds["winner"] == place
        ]
        if seen and len({same for _, (_, same) in seen}) == 1:
            return Discard(seen[0][0], None, seen[0][1][1])  # whose turn it was is guessed from nothing
    by_chain = [{str(_outcome(a)) for a, (_, s) in zip(answers, worlds, strict=True) if s == same} for same in (0, 1)]
    need = NEED_SAME if all(len(outcomes) <= 1 for outcomes in by_chain) else NEED_ACTIVE
    return Discard(unknown(state.book, [need], "may-i"))


def _after(running: RunningRound, seat: int) -> int | None:
    """Whose turn comes after that of a seat: whoever left in mid-round has none any more."""
    if seat not in running.seats:
        return None
    place = running.seats.index(seat) + 1
    return next((seat for seat in (*running.seats[place:], *running.seats[:place]) if seat in running.there), None)


def check_there(state: GameState, field: str, named_seats: Iterable[int], running: RunningRound) -> None:
    """Raises RequestError for whoever does something in a round that they do not play, or have left."""
    for seat in named_seats:
        if seat not in running.seats:
            raise RequestError(field, "That player isn’t at the table this round.", whole=True)
        if seat in running.away:
            raise RequestError(field, left_in_mid_round(state.name(seat)), whole=True)


def _sames(play: RoundInPlay, claimed: Claimed, on_turn: int | None) -> list[bool]:
    """Whether it can be another discard of the interruption before, and whether it can be a new one."""
    if play.chain is None or (None not in (claimed.active, on_turn) and claimed.active != on_turn):
        return [False]
    return [True, False] if claimed.same is None else [claimed.same]


def _actives(state: GameState, running: RunningRound, claimed: Claimed) -> list[int]:
    """Whose turn it can be: anybody's who does not ask, where that was not said."""
    if claimed.active is not None:
        return [claimed.active]
    others = [seat for seat in running.there if seat not in claimed.claims]
    return others if others and not state.book.may_i_active else list(running.there)


def ask_forgotten(state: GameState, played: ClosedRound, seat: int) -> Ruling:
    """On a discard of a closed round that nobody noted in it: whose turn it was is not asked, only the limits count."""
    others = [other for other in played.seats if other != seat]
    # the log knows who was down and who was away at the end of that round, not when the discard was taken
    facts = _facts(state, played, Claimed((seat,)))
    answers = [_answer(state, played, facts, active, same=False) for active in others]
    return next((ruling for ruling in answers if ruling.legal), answers[0])


def _facts(
    state: GameState,
    running: RunningRound | ClosedRound,
    claimed: Claimed,
    down: Iterable[int] = (),
    away: Iterable[int] = (),
) -> Claims:
    """What the judge is told, whoever’s turn it was; nobody is asked who is down: recording takes not a tap more."""
    place = _places(running)
    are_down = {place[seat] for seat in down if seat in place} | {*claimed.beside.get("are_down", ())}
    return Claims(
        seats=len(running.seats),
        active_takes=claimed.active_takes,
        claims=[place[seat] for seat in claimed.claims],
        used={place[seat]: running.play.used(seat) for seat in running.seats},
        away=[place[seat] for seat in away],
        used_before={place[seat]: state.used_before(running, seat) for seat in running.seats},
        saved={place[seat]: state.saved(running.number, seat) for seat in running.seats},
        **{**claimed.beside, "are_down": are_down},
    )


def _answer(state: GameState, running: RunningRound | ClosedRound, facts: Claims, active: int, same: bool) -> Ruling:
    """The ruling where it was the turn of ``active``; ``same``: in the interruption before."""
    place = _places(running)
    last = running.play.chain if same else None
    last_taker = 0 if last is None else place.get(last, 0)
    return judge_may_i(state.book, facts._replace(active=place[active], last_taker=last_taker), running.plays)


def _places(running: RunningRound | ClosedRound) -> dict[int, int]:
    """The place of each seat at the table, from 1."""
    return {seat: at for at, seat in enumerate(running.seats, start=1)}


def _outcome(ruling: Ruling) -> tuple[object, ...]:
    adds = ruling.adds
    return ruling.legal, adds["winner"], adds["penalty"], adds["price"], sorted(adds["refused"])


def _protected(state: GameState, card: str, claims: Sequence[int], seats: Sequence[int]) -> Ruling:
    says = phrase("protected", card=parse_card(card, suits=False)) if card else phrase("protected unseen")
    finding = Finding(Reason.PROTECTED, "shanghai", says, (card,) if card else ())
    ruling = nobody_gets_it(state.book, [finding], {seats.index(seat) + 1: says for seat in claims})
    return ruling._replace(hint=lambda _left: (phrase("say if later"),))
