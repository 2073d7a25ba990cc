"""What holds in every game after every event, found in other ways than the game finds it."""

from __future__ import annotations

import dataclasses
import json
from collections import Counter
from collections.abc import Iterator, Sequence

from referee.game import commands as cmd
from referee.game import events as ev
from referee.game import history
from referee.game.events import Recorded
from referee.game.fold import as_seen, fold, sentences, undone_in
from referee.game.replay import most_seats
from referee.game.state import GameState, RunningRound
from referee.game.taking_back import question, undoings
from referee.rules.packs import NUMBERS_PACK, STARS_PACK
from referee.rules.rulebook.kinds import NO_LIMIT
from referee.storage.games.codec import read_event
from tests.random_games.paper import Paper


def counting(log: Sequence[Recorded]) -> list[Recorded]:
    """The events that count: an undo counts unless it was undone itself."""
    undos: dict[int, list[int]] = {}
    for recorded in log:
        if isinstance(recorded.event, ev.Undone):
            undos.setdefault(recorded.event.target, []).append(recorded.seq)

    def counts(seq: int) -> bool:
        return not any(counts(undo) for undo in undos.get(seq, ()))

    return [recorded for recorded in log if counts(recorded.seq)]


def points(state: GameState, paper: Paper) -> None:
    """The score is what paper says."""
    assert len(state.rounds) == paper.closed
    assert state.planned == paper.planned
    assert state.status == paper.over
    assert [played.went_out for played in state.rounds] == [paper.out[n + 1] for n in range(paper.closed)]
    assert dict(state.totals) == {seat: paper.total(seat, *paper.off) for seat in paper.order}
    assert {seat: state.met(seat) for seat in paper.order} == {seat: paper.has_met(seat) for seat in paper.order}
    for played in state.rounds:
        winners = [seat for seat, cell in played.cells.items() if cell.went_out]
        assert winners == ([] if played.went_out is None else [played.went_out])
        assert all(played.cells[seat].points == 0 for seat in winners)
    have_played = {seat for number, seat in paper.scores if number <= paper.closed}
    if state.rounds:
        assert set(state.places) == {seat.id for seat in state.seats} & have_played
        assert set(state.leaders) <= have_played
        there = {seat for played in state.rounds for seat in played.cells}
        assert state.running_totals[-1] == {seat: total for seat, total in state.totals.items() if seat in there}
    if running := state.running:
        for left in running.entered.values():
            if left.cards is not None:
                here = state.book.in_round(running.plays)
                assert left.points == sum(here.prices[rank] for rank in left.cards.split())


def dealer(state: GameState, paper: Paper) -> None:
    """The deal goes round as on paper, and the next one clockwise plays first."""
    if (running := state.running) is None:
        return
    assert running.dealer == paper.dealer
    assert list(running.seats) == [seat for seat in paper.order if paper.plays(seat, running.number)]
    seats = running.seats
    assert running.leader == seats[(seats.index(running.dealer) + 1) % len(seats)]
    assert running.deal.leader == running.leader
    last, rounds = state.book.contracts_again == "the last" and paper.until, state.book.rounds
    assert running.plays == (min(running.number, rounds) if last else (running.number - 1) % rounds + 1)
    if state.book.own_contracts:
        assert {seat: own.number for seat, own in running.own.items()} == {
            seat: paper.has_met(seat) + 1 for seat in running.seats
        }
    else:
        assert not running.own


def pack(state: GameState) -> None:
    """Decks and jokers are the rulebook's for so many players, or for the nearest number that it names."""
    if (running := state.running) is None:
        return
    book, players, deal = state.book, len(running.seats), running.deal
    named = sorted(book.decks.keys() & book.jokers.keys(), key=lambda number: (abs(number - players), number))[0]
    assert (deal.decks, deal.jokers) == (book.decks[named], book.jokers[named])
    deck = {NUMBERS_PACK: 2 + 4 * 12, STARS_PACK: 5 * 11}.get(book.pack, 4 * 13)
    assert (deal.pack, deal.deal) == (deck * deal.decks + deal.jokers, book.deal[running.plays - 1])
    for seat in running.seats:
        its = running.own[seat].number if book.own_contracts else running.plays
        assert running.of(seat).deal.contract == book.contracts[its - 1]
    assert deal.pack == deal.stock + 1 + players * deal.deal


def seats(state: GameState, paper: Paper) -> None:
    """Never more play than a table has seats, never fewer than two; no name and no number is there twice."""
    assert [seat.id for seat in state.all_seats] == paper.order
    for number in (state.current, state.current + 1):
        assert sum(seat.plays(number) for seat in state.all_seats) <= most_seats(state.book)
    if state.running is not None:
        assert len(state.running.seats) >= 2
        assert set(state.running.away) <= set(state.running.seats)
    names = [seat.player.casefold() for seat in state.seats]
    assert len(set(names)) == len(names)
    assert len({seat.id for seat in state.all_seats}) == len(state.all_seats)


def limits(before: GameState, state: GameState) -> None:
    """Nobody takes more discards than the rulebook allows, nobody screws over twice in a round; all are counted."""
    took: Counter[tuple[int, int]] = Counter()
    buys: Counter[int] = Counter()
    screwed: Counter[tuple[int, int, bool]] = Counter()
    for recorded in counting(state.log):
        event = recorded.event
        if isinstance(event, ev.MayITaken):
            took[event.round, event.seat] += 1
            buys[event.seat] += 1
        elif isinstance(event, ev.BuysSaid):
            buys = Counter(event.buys)
        elif isinstance(event, ev.RoundVoided):
            for number, seat in [key for key in took if key[0] == event.round]:
                buys[seat] = max(0, buys[seat] - took.pop((number, seat)))
            screwed = Counter({key: count for key, count in screwed.items() if key[0] != event.round})
        elif isinstance(event, ev.ScrewedOver):
            screwed[event.round, event.by, bool(event.take)] += 1
    assert {seat: count for seat, count in state.buys.items() if count} == dict(+buys)
    assert all(count == 1 for count in screwed.values())
    plays = [*((played, before.rounds) for played in state.rounds), *((each, ()) for each in _running(state))]
    for played, _ in plays:
        used = {seat: played.play.used(seat) for seat in played.seats}
        assert used == {seat: took[played.number, seat] for seat in played.seats}
        assert set(played.play.screws) == {by for number, by, _ in screwed if number == played.number}
        limit = before.book.may_i_limit[before.book.round_of(played.number) - 1]
        if before.book.may_i_saved and limit:
            limit = NO_LIMIT  # all of them together are counted below
        if limit != NO_LIMIT:
            for seat, count in used.items():
                assert count <= int(limit) or count <= max(
                    _taken(then, played.number)[seat] for then in (before, *_undone_from(state))
                ), f"{count} discards taken, {limit} allowed"
    for seat in state.buys if before.book.may_i_saved else ():
        there = [played for played, _ in plays if seat in played.seats]
        for at in range(len(there)):
            counts = sum(took[played.number, seat] for played in there[: at + 1])
            allowed = sum(int(before.book.may_i_limit[played.plays - 1]) for played in there[: at + 1])
            as_before = [
                sum(_taken(then, played.number)[seat] for played in there[: at + 1])
                for then in (before, *_undone_from(state))
            ]
            assert counts <= max(allowed, *as_before), f"{counts} discards taken by then, {allowed} allowed"
    most = before.book.may_i_in_game
    for seat, count in state.buys.items() if most != NO_LIMIT else ():
        assert count <= int(most) or count <= max(then.buys.get(seat, 0) for then in (before, *_undone_from(state))), (
            f"{count} discards taken in the game, {most} allowed"
        )


def _undone_from(state: GameState) -> Iterator[GameState]:
    """The state in which that was undone which the last event brings back."""
    last = state.log[-1].event
    if isinstance(last, ev.Undone) and isinstance(state.log[last.target - 1].event, ev.Undone):
        yield as_seen(state, last.target - 1)


def _running(state: GameState) -> Iterator[RunningRound]:
    if state.running is not None:
        yield state.running


def _taken(state: GameState, number: int) -> Counter[int]:
    """The discards taken in a round by seat, also of a round that is to come again once the one before it is closed."""
    events = (recorded.event for recorded in counting(state.log))
    return Counter(event.seat for event in events if isinstance(event, ev.MayITaken) and event.round == number)


def dealt(before: GameState, state: GameState) -> None:
    """Whoever comes or goes changes nothing of a round that is dealt, and of what is recorded of it."""
    was, now = before.running, state.running
    if was is None or now is None or was.number != now.number or not was.recorded or not now.recorded:
        return
    assert (was.dealer, was.leader, was.cutter, was.seats, was.deal) == (
        now.dealer, now.leader, now.cutter, now.seats, now.deal,
    )  # fmt: skip
    away = {*was.away, *now.away}  # whoever leaves has no turn to lose any more
    plays = [
        dataclasses.replace(each.play, lost={seat: by for seat, by in each.play.lost.items() if seat not in away})
        for each in (was, now)
    ]
    assert (plays[0], was.cut_exact) == (plays[1], now.cut_exact)
    back = set(was.away) ^ set(now.away)  # whoever comes back says later what they hold, an undone return the same
    lines = [{seat: left for seat, left in each.entered.items() if seat not in back} for each in (was, now)]
    assert lines[0] == lines[1]


def kept(before: GameState, state: GameState) -> None:
    """Whoever comes or goes: nobody loses what they had."""
    # what somebody begins with is settled once; who leaves before a round of their own and comes back begins anew
    same = [seat.id for seat in before.all_seats if seat.settled and seat.first == state.by_id[seat.id].first]
    settled = {seat: before.totals[seat] for seat in same}
    assert {seat: state.totals[seat] for seat in settled} == settled
    assert state.rounds == before.rounds


def money(state: GameState) -> None:
    if state.payments:
        assert sum(state.payments.values()) == sum(state.buys.values())


def taken_back(state: GameState) -> None:
    """What phones hear of as taken back is what does not count; the closing of a round is never undone unasked."""
    there = {recorded.seq for recorded in counting(state.log)}
    heard = undoings(state)
    targets = [undoing.target for undoing in heard if not undoing.removed]
    assert len(set(targets)) == len(targets)
    assert not there.intersection(targets)
    assert there.issuperset(undoing.seq for undoing in heard)
    again = [recorded.event for recorded in state.log if recorded.seq in there]
    for undoing in heard:
        assert undoing.target < undoing.seq
        assert undoing.removed or state.log[undoing.target - 1].event not in again[-1:], "it stands again"
    for recorded in state.log[1:][-6:]:
        command = cmd.Redo(recorded.seq) if recorded.seq not in there else cmd.Undo(recorded.seq)
        asks = question(state, command, lambda _: True, lambda _: False)
        closes = isinstance(recorded.event, ev.RoundClosed) and recorded.seq in there
        ends = isinstance(recorded.event, ev.GameFinished) and recorded.seq in there and state.over
        assert (asks is not None) == (closes or ends), (recorded, asks)


def replay(state: GameState) -> None:
    """The state, which was advanced event by event, is the replay of the stored log."""
    again = [recorded._replace(event=read_event(json.loads(json.dumps(ev.to_data(recorded.event)))))
             for recorded in state.log]  # fmt: skip
    whole = fold(again)
    assert whole == state
    assert undone_in(whole) == undone_in(state)
    assert undone_in(state) == {one.seq for one in state.log} - {one.seq for one in counting(state.log)}
    assert sentences(whole) == sentences(state)
    assert history.entries(whole)[-6:] == history.entries(state)[-6:]
    assert history.next_undo(whole) == history.next_undo(state)
    assert history.next_redo(whole) == history.next_redo(state)
