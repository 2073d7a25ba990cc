"""Every query behind a season's pages goes by an index; their times are measured by ``season_scale``, not asserted."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from flask import Flask

from referee.services.clubs import seasons
from tests.bench import season_scale
from tests.bench.season_scale import PLAYER_PAGE, SEASON_PAGE, fill, plans


@pytest.fixture
def pages(app: Flask) -> Iterator[dict[str, Callable[[], object]]]:
    with app.app_context():
        season, player = fill(3)
        yield {
            SEASON_PAGE: lambda: seasons.season_page(season),
            PLAYER_PAGE: lambda: seasons.player_page(player),
        }


@pytest.mark.tampers
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
