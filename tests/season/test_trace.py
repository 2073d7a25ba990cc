"""The trace of a season: which closing stands, what differs since, and what the season was counted by when."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.season.games import FinishedGame
from referee.season.rules import SeasonRule
from referee.season.tally import course
from referee.season.trace import (
    CHANGED,
    CLOSED,
    GOES_ON,
    MADE,
    OPENED_AGAIN,
    Change,
    Terms,
    changes_of_terms,
    closing,
    corrections,
    differences,
    since,
    to_json,
)
from referee.storage.clubs.seasons import CHANGE
from tests.season.drawing import games, rules

AT = "2026-05-01T20:00:00Z"
TERMS = st.builds(Terms, st.sampled_from(["2026-01-01", "2026-02-01"]), st.none() | st.just("2026-12-31"), rules())
PLACES = st.dictionaries(st.sampled_from("abc"), st.integers(1, 3))


def changes() -> st.SearchStrategy[Change]:
    return st.builds(Change, st.just(AT), st.sampled_from(["", "Ada"]), st.just(CHANGED), before=TERMS) | st.builds(
        Change, st.just(AT), st.just("Ada"), st.sampled_from([MADE, CLOSED, OPENED_AGAIN, GOES_ON]), PLACES
    )


def places_of(played: tuple[FinishedGame, ...]) -> Mapping[str, int]:
    after = course(played, SeasonRule()).after
    return {player: place.place for player, place in after[-1].items()} if after else {}


@given(st.lists(changes(), max_size=6))
def test_a_closing_stands_until_it_is_taken_back_whatever_else_is_done(trace: list[Change]) -> None:
    standing = None
    for change in trace:
        standing = change if change.what == CLOSED else None if change.what == OPENED_AGAIN else standing
    assert closing(trace) == standing


@given(changes())
def test_what_was_done_is_kept_and_read_again_as_it_was(change: Change) -> None:
    kept = to_json(change)
    assert CHANGE.read(kept) == change
    assert to_json(CHANGE.read(kept)) == kept


@given(st.lists(TERMS, min_size=1, max_size=5))
def test_every_change_knows_what_came_of_it(course_of_terms: list[Terms]) -> None:
    trace = [Change(AT, "", CHANGED, before=terms) for terms in course_of_terms[:-1]]
    assert changes_of_terms(trace, course_of_terms[-1]) == tuple(course_of_terms[1:])


@given(TERMS, TERMS)
def test_terms_that_differ_are_told_apart_in_words_and_the_same_are_not(before: Terms, after: Terms) -> None:
    told = differences(before, after)
    assert all(was != now for _label, was, now in told)
    assert bool(told) == (before != after)


@given(games(), st.data())
def test_what_differs_since_a_closing_is_exactly_what_was_done(
    played: tuple[FinishedGame, ...], data: st.DataObject
) -> None:
    closed = Change(AT, "", CLOSED, places_of(played), corrections(played))
    nothing = since(closed, played, places_of(played))
    assert (nothing.first, nothing.moved, nothing.new, nothing.gone, nothing.corrected) == ((), 0, (), (), ())
    kept = tuple(game for game in played if data.draw(st.booleans()))
    touched = tuple(dataclasses.replace(game, corrected_at=AT) if data.draw(st.booleans()) else game for game in kept)
    now = since(closed, touched, places_of(touched))
    assert set(now.gone) == {game.id for game in played} - {game.id for game in kept}
    assert set(now.corrected) == {game.id for game in touched if game.corrected_at}
    back = since(Change(AT, "", CLOSED, places_of(kept), corrections(kept)), played, places_of(played))
    assert set(back.new) == {game.id for game in played} - {game.id for game in kept}
    then, later = places_of(played), places_of(touched)
    winners = ({player for player, place in each.items() if place == 1} for each in (then, later))
    assert bool(now.first) == (len({frozenset(names) for names in winners}) == 2 and 1 in then.values())


def test_whoever_was_a_double_then_is_whom_they_turned_out_to_be() -> None:
    closed = Change(AT, "", CLOSED, {"double": 1, "b": 2})
    assert since(closed, (), {"a": 1, "b": 2}, {"double": "a"}).moved == 0
    assert since(closed, (), {"a": 1, "b": 2}).first == ("double",)


def test_nothing_else_can_be_done_to_a_season() -> None:
    with pytest.raises(ValueError, match="renamed"):
        Change(AT, "", "renamed")
    with pytest.raises(ValueError, match=CHANGED):
        Change(AT, "", CHANGED)
