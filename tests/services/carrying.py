"""Clubs carried from one data folder to another, for tests."""

from __future__ import annotations

import io
from dataclasses import replace

from referee.game import commands as cmd
from referee.rulebooks import library
from referee.services.clubs import clubs, rulebooks, season_ends, seasons
from referee.services.games import games
from referee.services.house import data as data_services
from tests.services.desk import closing, must, open_game, tag

BY = "Ann's phone"


def exported(club: str) -> bytes:
    lines: list[str] = []
    count = data_services.export_club(club, lines.append)
    assert count == len(lines)
    return "".join(lines).encode()


def brought_in(data: bytes) -> str:
    return data_services.import_club(data_services.read_club(io.BytesIO(data))).id


def small_club() -> str:
    """Everything an export must carry: a merge, a former name, a guest, a substitute, a correction, a removed game."""
    codes = []
    for names in (("Ann", "Ben", "Cid"), ("Annie", "Ben", "Gus"), ("Ann", "Ben", "Eve")):
        code = open_game("contract", *names).code
        while not (state := games.game(code)).last_round_closed:
            must(code, closing(state, 2, "K 10 5"))
        must(code, cmd.Finish())
        codes.append(code)
    must(codes[0], cmd.Reopen(confirmed=True))
    must(codes[0], cmd.CorrectCell(1, 1, "JK"))
    must(codes[0], cmd.Finish())
    open_game("shanghai", "Ann", "Ben", "Cid")
    club = seasons.first_club().id
    ids = {player.name: player.id for player in seasons.players(club)}
    clubs.merge_players(ids["Ann"], ids["Annie"])
    clubs.rename_player(ids["Ben"], "Benjamin Ö")
    clubs.mark_guest(ids["Gus"], True)
    clubs.mark_substitute(codes[1], 3, ids["Cid"])
    form = clubs.SeasonForm("Winter", "2026-01-01", None, clubs.rule_from(minimum=2, planned=8))
    season = clubs.make_season(club, form)
    for code in codes:
        clubs.set_season(code, season.id)
    season_ends.close(season.id, playing=clubs.STAY)
    season_ends.open_again(season.id)
    clubs.change_season(season.id, replace(form, rule=clubs.rule_from(minimum=1, planned=8)))
    season_ends.close(season.id, playing=clubs.STAY)
    clubs.remove_game(codes[2])
    for jokers in (25, 30):
        points = library.load("contract").points | {"JK": jokers}
        saved = rulebooks.save_rulebook(club, library.load("contract"), "Our rules", tag(by=BY), {"points": points})
        assert isinstance(saved, rulebooks.Saved)
    return club
