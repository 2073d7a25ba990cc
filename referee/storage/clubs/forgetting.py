"""What was removed long ago is deleted, and the names of those who were taken out of a club are forgotten.

That is the one place where something written is changed: a name in an old log is about somebody who asked that it be
gone; points, places and everything else stay.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from typing import Any

from sqlalchemy import ColumnElement, delete, select, true, update
from sqlalchemy.orm import InstrumentedAttribute

from referee import errors
from referee.days import day_after, lasts
from referee.game import events as ev
from referee.game.names import name_key
from referee.storage.clubs import evenings, money, notebooks
from referee.storage.clubs.clock_runs import A_DAY, ClockRun
from referee.storage.clubs.clubs import KEPT_DAYS, REMOVED, gone_before, root_of
from referee.storage.engine import changes, news
from referee.storage.games import frozen, log
from referee.storage.games.codec import read_event
from referee.storage.phones import rights
from referee.storage.tables.clubs import Club, Finished, GameClub, Notebook, Player, PlayerName, Result, Season, Seat
from referee.storage.tables.database import chunks, db
from referee.storage.tables.deliveries import Delivery
from referee.storage.tables.evenings import Evening
from referee.storage.tables.games import LONGEST_BY, Event, Game
from referee.storage.tables.money import MoneyEntry
from referee.storage.tables.own_rulebooks import OwnRulebook
from referee.storage.tables.phones import Holding, Phone, Waiting
from referee.storage.tables.photos import GamePhoto

_NAMING = (ev.GameOpened, ev.SeatAdded, ev.SeatRenamed)


_CLOCK = "clock"
"""The setting of the house with the run of its clock."""
_KEPT = timedelta(days=KEPT_DAYS)
Mark = InstrumentedAttribute[Any]
_GOES: tuple[tuple[Mark, ColumnElement[bool]], ...] = (
    *((table.removed_at, true()) for table in (Club, Season, GameClub, Evening, Notebook)),
    (Delivery.at, true()),
    (Notebook.at, Notebook.content.is_not(None)),
    (Player.removed_at, Player.name != REMOVED),
)
"""Since when what goes after a while lies there, and in which rows: removed, answered, sent and never brought in."""


def has_moved(at: str) -> bool:
    """Whether what the clock shows is to be written down: once a day."""
    run = ClockRun.of(rights.setting(_CLOCK))
    return run is None or not lasts(run.last, A_DAY, at)


def is_due(at: str) -> bool:
    """Whether something is to go, or was dated by a wrong clock."""
    run = ClockRun.of(rights.setting(_CLOCK)) or ClockRun(at, at)
    oldest = run.looked(at, _KEPT).oldest(at, _KEPT)

    def concerns(mark: Mark) -> ColumnElement[bool]:
        return (mark > day_after(at)) | (mark < oldest) if oldest else mark > day_after(at)

    return any(db.session.scalars(select(mark).where(which, concerns(mark)).limit(1)).first() for mark, which in _GOES)


def purge_old(at: str) -> None:
    """What was removed long ago is gone for good, if the clock may be believed (``clock_runs``).

    What a wrong clock dated is from now on as old as ``at``: it can be brought back for as long as anything else, and
    no longer. That is what lies in the future, and what was dated by a clock that was behind and is right again.
    """
    earlier = ClockRun.of(rights.setting(_CLOCK)) or ClockRun(at, at)
    run = earlier.looked(at, _KEPT)
    _date_anew(lambda mark: mark > day_after(at), at)
    if run.is_back(earlier):
        _date_anew(lambda mark: (mark >= gone_before(earlier.since)) & (mark < day_after(earlier.last)), at)
    if oldest := run.oldest(at, _KEPT):
        purge(oldest)
    rights.set_setting(_CLOCK, str(run))


def _date_anew(is_wrong: Callable[[Mark], ColumnElement[bool]], at: str) -> None:
    for mark, which in _GOES:
        db.session.execute(update(mark.class_).where(which, is_wrong(mark)).values({mark.key: at}))


def purge(before: str) -> int:
    """Delete for good what was removed before a moment, and forget names; how many games that were.

    Children first and everything by name: nothing near the logs goes by cascade.
    """
    clubs = list(db.session.scalars(select(Club.id).where(Club.removed_at < before)))
    gone = (GameClub.removed_at < before) | GameClub.club.in_(clubs)
    codes = list(db.session.scalars(select(GameClub.game).where(gone)))
    gone_evenings = evenings.purge(before, clubs, codes)
    for some in chunks(codes):
        for table in (Result, Finished, Seat, GameClub, GamePhoto, Delivery, Event):
            db.session.execute(delete(table).where(table.game.in_(some)))
        db.session.execute(delete(Game).where(Game.code.in_(some)))
    ended = list(db.session.scalars(select(Season.id).where((Season.removed_at < before) | Season.club.in_(clubs))))
    for club in db.session.scalars(select(GameClub.club).where(GameClub.season.in_(ended)).distinct()).all():
        news.club_changes(club)  # games of a season that has gone belong to none
    db.session.execute(update(GameClub).where(GameClub.season.in_(ended)).values(season=None))
    db.session.execute(update(Evening).where(Evening.season.in_(ended)).values(season=None))
    db.session.execute(delete(Season).where(Season.id.in_(ended)))
    left_lying = Notebook.content.is_not(None) & (Notebook.at < before)
    db.session.execute(delete(Notebook).where((Notebook.removed_at < before) | Notebook.club.in_(clubs) | left_lying))
    money.purge(clubs)
    rights.purge(codes, clubs, gone_evenings)
    db.session.execute(delete(PlayerName).where(PlayerName.club.in_(clubs)))
    db.session.execute(update(Player).where(Player.club.in_(clubs)).values(merged_into=None))
    db.session.execute(delete(Player).where(Player.club.in_(clubs)))
    db.session.execute(delete(OwnRulebook).where(OwnRulebook.club.in_(clubs)))
    changes.forget(clubs)
    db.session.execute(delete(Club).where(Club.id.in_(clubs)))
    db.session.execute(delete(Delivery).where(Delivery.at < before))  # their answers may name people
    frozen.drop_unnamed()
    forget(before)
    return len(codes)


def forget(before: str) -> None:
    """Put other words in the place of every name of these players, within the caller's transaction."""
    gone = (
        select(Player)
        .where(Player.name != REMOVED, Player.removed_at < before)
        .order_by(Player.removed_at, Player.name, Player.id)
    )
    for player in db.session.scalars(gone).all():
        of_club = db.session.scalars(select(Player).where(Player.club == player.club)).all()
        them = [row for row in of_club if root_of(row.id) == player.id]
        ids = [row.id for row in them]
        keys = set(db.session.scalars(select(PlayerName.key).where(PlayerName.player.in_(ids))))
        keys |= {name_key(row.name) for row in them}
        spellings = {row.name for row in them} | {
            row.name
            for row in db.session.scalars(select(Seat).where(Seat.player.in_(ids)))
            if name_key(row.name) in keys
        }
        db.session.execute(delete(PlayerName).where(PlayerName.player.in_(ids)))
        for row in them:
            row.name = REMOVED
        for code in _games(player.club, ids):
            _rename(code, ids, keys)
        _nobody_wrote(player.club, ids, keys | spellings)
        _no_phone_is_called(ids, keys)


def _games(club: str, ids: list[str]) -> list[str]:
    """Games in which they may be named: where they sit, and where a seat was renamed or undone and they sat once."""
    sat = set(db.session.scalars(select(Seat.game).where(Seat.player.in_(ids))))
    kinds = [ev.SeatAdded.__name__, ev.SeatRenamed.__name__]
    changed = select(Event.game).join(GameClub, GameClub.game == Event.game)
    return sorted(sat | set(db.session.scalars(changed.where(GameClub.club == club, Event.type.in_(kinds)))))


def _rename(code: str, ids: list[str], keys: set[str]) -> None:
    """Other words for these names in one game; whoever else bears one of them there keeps it."""
    kinds = [kind.__name__ for kind in _NAMING]
    naming = select(Event).where(Event.game == code, Event.type.in_(kinds))
    seats = {seat.seat: seat for seat in db.session.scalars(select(Seat).where(Seat.game == code))}
    try:
        rows = db.session.scalars(naming).all()
        before = events = [_without_rulebook(row.data) for row in rows]
    except ValueError:
        return  # a damaged log is left as it is: it must not keep the app from starting
    named = [pair for event in events for pair in _names(event)] + [(seat, row.name) for seat, row in seats.items()]
    if keys.isdisjoint(name_key(name) for _, name in named):
        return
    used = {name for _, name in named}
    for seat in sorted({seat for seat, name in named if name_key(name) in keys}):
        row = seats.get(seat)
        if row is not None and row.player not in ids and name_key(row.name) in keys:
            continue
        used.add(new := REMOVED if REMOVED not in used else f"{REMOVED} {seat}")
        events = [_without(event, seat, keys, new) for event in events]
        if row is not None and name_key(row.name) in keys:
            row.name = new
    for stored, was, event in zip(rows, before, events, strict=True):
        if event != was:
            stored.data = ev.to_data(event) | _rulebook_in(stored.data)
    game = db.session.get_one(Game, code)
    game.stamp = log.new_stamp()
    db.session.flush()
    with suppress(errors.BrokenData):
        for column, value in log.summary(log.read_state(code)).items():
            setattr(game, column, value)


def _without_rulebook(data: Any) -> ev.Event:
    """What an event says but for a rulebook, which names nobody: where it is damaged, no name has to stay."""
    if isinstance(data, dict):
        data = data | {name: {} for name in _rulebook_in(data)}
    return read_event(data)


def _rulebook_in(data: dict[str, Any]) -> dict[str, Any]:
    """What an opening keeps of its rulebook: all of it, or None where that stands beside it."""
    return {name: value for name, value in data.items() if name == "rulebook"}


def _nobody_wrote(club: str, ids: list[str], names: set[str]) -> None:
    """Other words for these names where they say who wrote something: an entry of a log, a version of a rulebook, what
    was done to a season or entered of money.

    Where somebody else in a game bears one of them, it is theirs.
    """
    writers = db.session.execute(
        select(Event.game, Event.by)
        .join(GameClub, GameClub.game == Event.game)
        .where(GameClub.club == club, Event.by != "")
        .distinct()
    ).all()
    for code in sorted({code for code, _ in writers}):
        others = db.session.scalars(select(Seat.name).where(Seat.game == code, Seat.player.not_in(ids)))
        theirs = {name_key(name) for name in others}
        pattern = _in_a_list({name for name in names if name_key(name) not in theirs})
        for by in [by for game, by in writers if game == code and pattern.search(by)]:
            entries = update(Event).where(Event.game == code, Event.by == by)
            db.session.execute(entries.values(by=pattern.sub(REMOVED, by)[:LONGEST_BY]))
            db.session.get_one(Game, code).stamp = log.new_stamp()
    pattern = _in_a_list(names)
    for version in db.session.scalars(select(OwnRulebook).where(OwnRulebook.club == club)):
        version.by = pattern.sub(REMOVED, version.by)[:LONGEST_BY]
    for season in db.session.scalars(select(Season).where(Season.club == club)):
        season.trace = [change | {"by": pattern.sub(REMOVED, change["by"])[:LONGEST_BY]} for change in season.trace]
    for entry in db.session.scalars(select(MoneyEntry).where(MoneyEntry.club == club)):
        entry.by, entry.back_by = (pattern.sub(REMOVED, by)[:LONGEST_BY] for by in (entry.by, entry.back_by))
    notebooks.nobody_wrote(club, lambda by: pattern.sub(REMOVED, by)[:LONGEST_BY])
    db.session.flush()


def _in_a_list(names: set[str]) -> re.Pattern[str]:
    """Finds these names, the longest first, where they stand alone or in a list such as "Ann, Ben and Cleo"."""
    longest_first = sorted(names, key=lambda name: (-len(name), name))
    any_of = "|".join(re.escape(name) for name in longest_first) or r"(?!)"
    return re.compile(rf"(?:^|(?<=, )|(?<= and ))(?:{any_of})(?=$|, | and )", re.IGNORECASE)


def _no_phone_is_called(ids: list[str], keys: set[str]) -> None:
    """No phone holds these players any more, or is called by their name."""
    db.session.execute(delete(Holding).where(Holding.player.in_(ids)))
    for row in [*db.session.scalars(select(Phone)), *db.session.scalars(select(Waiting))]:
        if name_key(row.name) in keys:
            row.name = ""
    db.session.flush()


def _names(event: ev.Event) -> tuple[tuple[int, str], ...]:
    match event:
        case ev.GameOpened():
            return tuple(event.seats)
        case ev.SeatAdded() | ev.SeatRenamed():
            return ((event.seat, event.player),)
        case _:
            return ()


def _without(event: ev.Event, seat: int, keys: set[str], new: str) -> ev.Event:
    match event:
        case ev.GameOpened():
            named = ((at, new if at == seat and name_key(name) in keys else name) for at, name in event.seats)
            return dataclasses.replace(event, seats=tuple(named))
        case ev.SeatAdded() | ev.SeatRenamed() if event.seat == seat and name_key(event.player) in keys:
            return dataclasses.replace(event, player=new)
        case _:
            return event
