"""Eight phones play rounds of Shanghai Rummy at once: nothing lost, nothing doubled, every screen true."""

from __future__ import annotations

import asyncio
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import pytest

from referee.game import events as ev
from referee.game.events import Recorded
from tests.browser.account import Account, entry_of, odd_screens
from tests.browser.conftest import CHROMIUM, FLAGS
from tests.browser.together import evening, home, report

SEED = 11


@pytest.fixture(autouse=True)
def quiet_console() -> None:
    """These phones live in a browser of their own, and are cut off on purpose: only what a page throws counts."""


@pytest.fixture(autouse=True)
def hearing() -> None:
    """They have their own ears as well."""


@pytest.mark.sweep
@pytest.mark.long
def test_eight_phones_play_at_once() -> None:
    """In the test command four play a whole evening (``test_whole_evening``): there is not time for both."""
    rounds = 3
    assert CHROMIUM
    with home() as server, ThreadPoolExecutor(1) as beside:  # the fixtures of other tests own this thread's loop
        outcome = beside.submit(asyncio.run, evening(server, CHROMIUM, FLAGS, rounds=rounds, seed=SEED)).result()
    print(report(outcome))
    assert outcome.complaints == ()
    lost, doubled = outcome.account.differences(outcome.log)
    assert (lost, doubled) == (Counter(), Counter())
    assert odd_screens(outcome.screens, outcome.log) == {}
    assert len(outcome.screens) == 9, "from the second round on one seat has changed its phone"
    assert outcome.counts["taps that send"] > 20 * rounds

    # the same account notices each single entry that is missing, and each that stands there twice
    kinds = set()
    for recorded in outcome.log[1:]:
        entry = entry_of(recorded.event, {each.seq: each.event for each in outcome.log})
        without = [each for each in outcome.log if each is not recorded]
        if not isinstance(recorded.event, ev.Undone) and not undone(recorded, outcome.log):
            assert outcome.account.differences(without)[0] == Counter([entry])
            kinds.add(type(recorded.event))
        twice = [*outcome.log, recorded._replace(seq=len(outcome.log) + 1)]
        assert outcome.account.differences(twice)[1] == Counter([entry])
    assert len(kinds) >= 6

    # and each screen that shows one point more
    for name, shown in outcome.screens.items():
        cell = next(iter(shown))
        assert odd_screens({name: {**shown, cell: shown[cell] + 1}}, outcome.log) == {
            name: {cell: (shown[cell] + 1, shown[cell])}
        }


def undone(recorded: Recorded, log: tuple[Recorded, ...]) -> bool:
    return any(isinstance(each.event, ev.Undone) and each.event.target == recorded.seq for each in log)


def log_of(*events: ev.Event) -> list[Recorded]:
    return [Recorded(seq, "2026-01-02T20:00:00+00:00", "", event) for seq, event in enumerate(events, 1)]


def test_the_account_tells_what_was_lost_and_what_was_doubled() -> None:
    account = Account()
    account.enter("note", "Tea")
    account.enter("note", "Cake")
    account.share("closed", 1)
    account.share("closed", 1)
    closed = ev.RoundClosed(1, 1, 2, {})
    assert account.differences(log_of(ev.NoteAdded("Tea"), ev.NoteAdded("Cake"), closed)) == (Counter(), Counter())
    lost, doubled = account.differences(log_of(ev.NoteAdded("Tea"), ev.NoteAdded("Tea"), closed, closed))
    assert lost == Counter([("note", "Cake")])
    assert doubled == Counter([("note", "Tea"), ("closed", 1)])


def test_what_a_screen_has_refused_may_not_be_in_the_book() -> None:
    account = Account()
    account.enter("may i", 1, 3)
    account.refuse("may i", 1, 3)
    taken = ev.MayITaken(1, 3, None, False, 2, 0, (3,), {})
    assert account.differences(log_of()) == (Counter(), Counter())
    assert account.differences(log_of(taken)) == (Counter(), Counter([("may i", 1, 3)]))


def test_what_was_undone_must_have_been_undone_by_somebody() -> None:
    account = Account()
    account.enter("note", "Tea")
    log = log_of(ev.NoteAdded("Tea"), ev.Undone(1))
    assert account.differences(log)[1] == Counter([("undone", "note", "Tea")])
    account.enter("undone", "note", "Tea")
    assert account.differences(log) == (Counter(), Counter())
