"""``referee export``, ``import``, ``demo`` and ``rebuild-standings``."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from referee import create_app
from referee.errors import RefereeError
from referee.services.clubs import seasons
from referee.services.house import data, joining, notebooks
from referee.services.house import demo as demo_club
from referee.storage.files.backup import ONLY_OWNER, draft_of
from referee.storage.tables.database import db


@contextmanager
def book(**settings: str) -> Iterator[None]:
    """Inside an app with these settings, whose database is closed in the end."""
    with create_app(settings).app_context():
        try:
            yield
        finally:
            db.session.remove()
            db.engine.dispose()


@contextmanager
def opened(folder: str | None) -> Iterator[None]:
    """Inside the app of a data folder; ends the process with a sentence where something cannot be done."""
    try:
        with book(**{"DATA_DIR": folder} if folder else {}):
            yield
    except (RefereeError, OSError) as failed:
        sys.exit(f"referee: {failed}")


def export(file: Path, club: str | None, folder: str | None = None) -> int:
    """Write a whole club into ``file``, which must not exist; it appears whole or not at all."""
    if file.exists():
        sys.exit(f"referee: {file} already exists and isn’t replaced.")
    with opened(folder):
        club_id = _club(club)
        draft = draft_of(file)
        try:
            draft.touch(mode=ONLY_OWNER, exist_ok=False)
            with draft.open("w", encoding="utf-8", newline="\n") as kept:
                count = data.export_club(club_id, kept.write)
            draft.rename(file)
        finally:
            draft.unlink(missing_ok=True)
    print(f"{count} lines: {file}")
    return 0


def export_csv(folder_to: Path, club: str | None, folder: str | None = None) -> int:
    """Write ``games.csv`` and a table for each season into a folder; files of the same names are replaced."""
    with opened(folder):
        club_id = _club(club)
        folder_to.mkdir(parents=True, exist_ok=True)
        files = {"games.csv": data.csv_of_games(club_id)}
        for number, season in enumerate(reversed(seasons.seasons(club_id)), start=1):
            files[f"standings-{number}.csv"] = data.csv_of_standings(season.id)
        for name, text in files.items():
            # the mark at the beginning tells spreadsheets that it is UTF-8
            file = folder_to / name
            file.touch(mode=ONLY_OWNER)
            file.chmod(ONLY_OWNER)
            file.write_text(text, encoding="utf-8-sig", newline="")
            print(file)
    return 0


def import_(file: Path, folder: str | None = None) -> int:
    """Bring in a club from ``file``, whole or not at all."""
    with opened(folder):
        with file.open("rb") as lines:
            club = data.import_club(data.read_club(lines))
        print(f"Imported: {club.name}")
    return 0


def join(file: Path, club: str, sure: bool, folder: str | None = None) -> int:
    """Add what is new in a club’s ``file`` to a club that is here, after showing what that is; 1 where nothing was."""
    with opened(folder):
        club_id = _club(club)
        kept = notebooks.keep(club_id, file.name, file.read_bytes())
        preview = notebooks.look(club_id, kept, notebooks.Choices())
        if not isinstance(preview, joining.Joining):
            notebooks.drop(club_id, kept)
            sys.exit(f"referee: {file} isn’t a club’s file. The pages read it under “Old games from a file”.")
        for line in joining.in_words(preview):
            print(line)
        if not (preview.can_come_in and (sure or click.confirm("Bring it in?"))):
            notebooks.drop(club_id, kept)
            return 1
        print(f"Games brought in: {notebooks.join(preview, preview.looked).games}")
    return 0


def demo(remove: bool, folder: str | None = None) -> int:
    """Make the demo club, or delete it with everything in it."""
    with opened(folder):
        if remove:
            print(f"Removed with {data.remove_demo()} games.")
        else:
            made = f"{len(demo_club.PLAYERS)} players, {demo_club.YEARS} seasons, {demo_club.PLAYED} games"
            print(f"{data.make_demo().name}: {made}. referee demo --remove deletes it.")
    return 0


def rebuild(check: bool, folder: str | None = None) -> int:
    """Compare every stored result with its log; 1 where ``check`` found a difference or a log is damaged."""
    with opened(folder):
        rebuilt, outgrown = data.rebuild(check), data.outgrown()
    for code in rebuilt.damaged:
        print(f"{code}: the log can’t be read")
    for code in rebuilt.differing:
        print(f"{code}: {'the stored result doesn’t match the log' if check else 'written again'}")
    print(f"{rebuilt.games} games, {len(rebuilt.differing)} differing, {len(rebuilt.damaged)} damaged")
    if outgrown:
        print(f"The book has {outgrown} MB and has outgrown its file: “referee move-to” moves it to PostgreSQL.")
    return 1 if rebuilt.damaged or (check and rebuilt.differing) else 0


def _club(wanted: str | None) -> str:
    """A club's id from an id or a name; the first club if none was named."""
    if wanted is None:
        return seasons.first_club().id
    clubs = seasons.clubs()
    ids = [club.id for club in clubs if wanted == club.id or wanted.casefold() == club.name.casefold()]
    if len(ids) != 1:
        names = ", ".join(f"{club.name} ({club.id})" for club in clubs)
        sys.exit(f"referee: Not exactly one club is called {wanted}. There are: {names}")
    return ids[0]
