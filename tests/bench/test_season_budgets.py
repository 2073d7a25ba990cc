"""The budgets of a season's pages: processor time of what they are made from, and that every query goes by an index."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Iterator

import pytest
from flask import Flask

from referee import season_services
from tests.bench import season_scale
from tests.bench.season_scale import BUDGETS, PLAYER_PAGE, SEASON_PAGE, fill, plans, sample


@pytest.fixture
def pages(app: Flask) -> Iterator[dict[str, Callable[[], object]]]:
    tracing = sys.gettrace()
    sys.settrace(None)  # counting lines for the coverage is not what is timed here
    with app.app_context():
        season, player = fill(3)
        gc.collect()
        gc.freeze()  # what other tests have left behind is not what is timed either
        yield {
            SEASON_PAGE: lambda: season_services.season_page(season),
            PLAYER_PAGE: lambda: season_services.player_page(player),
        }
        gc.unfreeze()
    sys.settrace(tracing)


def test_old_clubs_answer_within_their_time(pages: dict[str, Callable[[], object]]) -> None:
    """The best of some: a machine busy with other tests must not fail this one."""
    for name, ask in pages.items():
        assert min(one.processor for one in sample(ask, 9)) < BUDGETS[name], name


def test_no_query_reads_a_whole_table(
    pages: dict[str, Callable[[], object]], capsys: pytest.CaptureFixture[str]
) -> None:
    """So what other clubs have played costs nothing."""
    for ask in pages.values():
        plans(ask)
    told = capsys.readouterr().out
    assert told.count("SEARCH") > 10
    assert "SCAN" not in told
    assert season_scale.SEASON_GAMES == 60
