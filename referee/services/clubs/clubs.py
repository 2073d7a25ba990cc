"""What an organiser changes: clubs, seasons, players, and to whom a game belongs.

Each function opens one transaction, or joins that of ``deliveries.once``, which sees to it that what
comes twice is done once. What removes or merges can be taken back for ``storage.clubs.clubs.KEPT_DAYS`` days.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from referee import errors
from referee.days import is_day, now, today
from referee.game.names import name_key, same_name, tidy, why_no_name
from referee.game.story.answers import sentence
from referee.messages import gettext as _
from referee.season.rules import RuleError, SeasonRule, to_data
from referee.season.trace import BROUGHT_BACK, CHANGED, MADE, REMOVED, Change
from referee.services import deliveries
from referee.services.clubs.season_views import ClubView, MergeView, PlayerView, SeasonView
from referee.services.clubs.seasons import (
    club_view,
    known_club,
    known_player,
    known_season,
    merge_preview,
    player_view,
    season_view,
)
from referee.services.phones import access
from referee.services.phones.access import Role
from referee.storage.clubs import clubs, forgetting, holdings, seasons
from referee.storage.engine.transactions import writing
from referee.storage.tables.clubs import Club, GameClub, Player, Seat

NO_SEASON = "-"
MOST_AT_ONCE = 200
"""Names that can be taken in at once."""


@dataclass(frozen=True, slots=True)
class SeasonForm:
    """A season as it is made or changed. Days are ISO 8601; ``ends`` may be open."""

    name: str
    starts: str
    ends: str | None
    rule: SeasonRule


def may_manage(club: str) -> bool:
    """Whether the write in hand may change the club, its seasons and players; the command line may."""
    tag = deliveries.in_hand()
    return tag is None or access.role_of(tag, club) >= Role.ORGANISER


def by() -> str:
    """Who does what is in hand; empty on the command line."""
    tag = deliveries.in_hand()
    return tag.by if tag else ""


def demand_manager(club: str) -> None:
    """Raises NotAllowed where the write in hand may not."""
    if not may_manage(club):
        raise errors.NotAllowed


def make_club(name: str) -> ClubView:
    """A further club. Raises Rejected for a name that cannot be shown."""
    with writing():
        demand_manager("a new one")
        return club_view(clubs.add_club(_name(name), now()))


def rename_club(club: str, name: str, shown: str = "") -> ClubView:
    """``shown`` is the name that the page showed. Raises Rejected if somebody changed it since."""
    with writing():
        row = _club(club)
        wanted = _name(name)
        says = _("Someone renamed this club while you were editing; it is now called %(name)s.", name=row.name)
        _not_changed_since("name", says, shown, row.name, wanted)
        row.name = wanted
        return club_view(row)


def remove_club(club: str) -> None:
    """Hide a club with everything in it. Raises Rejected for the last one, demos aside."""
    with writing():
        row = _club(club)
        others = [other for other in clubs.clubs(removed=False) if other.id != club and not other.demo]
        if not row.demo and not others:
            raise errors.Rejected("club", _("This is the only club. Create another one first."))
        row.removed_at = now()
        forgetting.purge_old(now())


def restore_club(club: str) -> ClubView:
    with writing():
        demand_manager(club)
        row = clubs.club(club)
        if row is None or not clubs.kept(row.removed_at, now()):
            raise errors.UnknownClub
        row.removed_at = None
        return club_view(row)


def make_season(club: str, form: SeasonForm, take_in: bool = False) -> SeasonView:
    """A new season of a club; ``take_in`` lets the finished games of its days that belong to none count in it.

    Raises Rejected with the field at fault.
    """
    with writing():
        _club(club)
        name, starts, ends = _checked(club, form)
        made = seasons.add_season(club, name, starts, ends, form.rule)
        seasons.note(made, Change(now(), by(), MADE))
        if take_in:
            seasons.take_in(made)
        return season_view(made, seasons.counts(club, made.id))


STAY, LEAVE = "stay", "leave"
"""What becomes of games of a season that are not of its new days."""


def change_season(
    season: str, form: SeasonForm, shown: str = "", outside: str = "", take_in: bool = False
) -> SeasonView:
    """Another name, other days, another rule: the table follows at once.

    ``shown`` is the digest of what the page showed. ``outside``: whether games that are not of the new days stay in
    the season (``STAY``) or count in none (``LEAVE``); ``take_in`` as in ``make_season``. Raises Rejected if somebody
    changed the season since, and where it must be said what becomes of games.
    """
    with writing():
        row = known_season(season)
        demand_manager(row.club)
        before = season_view(row, {})
        name, starts, ends = _checked(row.club, form, season)
        beyond = seasons.outside(season, starts, ends)
        if beyond and (starts, ends) != (before.starts, before.ends) and outside not in (STAY, LEAVE):
            raise errors.Rejected("outside", _("Choose what happens to the games outside these dates."))
        row.name, row.starts, row.ends = name, starts, ends
        row.rule = to_data(form.rule)
        wanted = season_view(row, {})
        says = _(
            "Someone changed this season while you were editing. Now %(season)s.",
            season=before.unlike(wanted),
        )
        _not_changed_since("before", says, shown, before.digest, wanted.digest)
        if before.terms != wanted.terms:
            seasons.note(row, Change(now(), by(), CHANGED, before=before.terms))
        if outside == LEAVE:
            seasons.let_go(code for code, _day in beyond)
        if take_in:
            seasons.take_in(row)
        clubs.changed(row.club)
        return season_view(row, seasons.counts(row.club, season))


def remove_season(season: str) -> None:
    """Hide a season. Its games stay, and belong to it again when it is brought back."""
    with writing():
        row = known_season(season)
        demand_manager(row.club)
        row.removed_at = now()
        forgetting.purge_old(now())


def restore_season(season: str) -> SeasonView:
    with writing():
        row = seasons.season(season)
        if row is None or not clubs.kept(row.removed_at, now()):
            raise errors.UnknownSeason
        _club(row.club)
        row.removed_at = None
        return season_view(row, seasons.counts(row.club, season))


def rename_player(player: str, name: str, shown: str = "") -> PlayerView:
    """Call a player otherwise, in all their games' standings; games keep the names they were played under.

    The old name still means them in new games. ``shown`` is the name that the page showed. Raises Rejected where the
    name is somebody else's, or theirs was changed since.
    """
    with writing():
        row = _player(player)
        wanted = _name(name)
        says = _("Someone renamed this player while you were editing; they are now called %(name)s.", name=row.name)
        _not_changed_since("name", says, shown, row.name, wanted)
        owner = clubs.known_as(row.club, wanted)
        if owner is None:
            clubs.give_name(row, wanted)
        elif owner.id != row.id:
            raise errors.Rejected(
                "name",
                _("The club already has a %(name)s. If they are the same person, merge them.", name=owner.name),
            )
        row.name = wanted
        return player_view(row, clubs.people(row.club))


def add_players(club: str, text: str) -> tuple[str, ...]:
    """Take people into a club before they play; returns the names of those who are new, in their order.

    ``text``: a name a line, or the cells of a table as they are copied; a cell without a letter is no name. All are
    taken in or none. Raises Rejected.
    """
    by_key: dict[str, str] = {}
    for cell in re.split(r"[\n\t;]", text):
        if any(letter.isalpha() for letter in cell):
            by_key.setdefault(name_key(tidy(cell)), tidy(cell))
    names = list(by_key.values())
    if not names:
        raise errors.Rejected("names", _("Enter at least one name, each on a line of its own."))
    if len(names) > MOST_AT_ONCE:
        raise errors.Rejected("names", _("Enter at most %(most)s names at once.", most=MOST_AT_ONCE))
    for name in names:
        if why := why_no_name(name):
            raise errors.Rejected("names", _("“%(name)s”: %(why)s", name=name, why=sentence(why)))
    with writing():
        row = _club(club)
        new = [name for name in names if clubs.known_as(row.id, name) is None]
        for name in new:
            clubs.add_player(row.id, name, now())
        return tuple(new)


def mark_guest(player: str, guest: bool) -> PlayerView:
    """Whether a player sits at the table without being in the standings."""
    with writing():
        row = _player(player)
        row.guest = guest
        return player_view(row, clubs.people(row.club))


def merge_players(kept: str, double: str) -> MergeView:
    """Count the games of a double for the player they are.

    Raises Rejected where both sat in one game: then they are two people.
    """
    with writing():
        view = merge_preview(kept, double)
        demand_manager(view.kept.club)
        if view.kept.removed or view.double.removed:
            raise errors.UnknownPlayer
        if view.together:
            raise errors.Rejected(
                "double",
                _(
                    "%(kept)s and %(double)s both played in game %(code)s, so they are two people.",
                    kept=view.kept.name,
                    double=view.double.name,
                    code=view.together[0],
                ),
            )
        row = known_player(view.double.id)
        row.merged_into, row.merged_at = view.kept.id, now()
        holdings.follow_merge(row.id, view.kept.id)
        return view


def unmerge_player(double: str) -> PlayerView:
    """Take a merge back: nothing but the merge itself was ever changed."""
    with writing():
        row = _player(double)
        if known_player(clubs.root_of(row.id)).removed_at is not None:
            raise errors.UnknownPlayer  # taken out with whom they are
        row.merged_into = row.merged_at = None
        return player_view(row, clubs.people(row.club))


def set_season(code: str, season: str | None, shown: str = "") -> None:
    """Let a game count in a season of its club, or in none.

    ``shown`` is the season that the page showed, or ``NO_SEASON``. Raises UnknownGame, UnknownSeason, and Rejected
    if somebody changed that since.
    """
    with writing(code):
        place = _game(code)
        if season is not None and known_season(season).club != place.club:
            raise errors.UnknownSeason
        there = seasons.season(place.season) if place.season is not None else None
        says = (
            _("Someone moved this game while you were editing; it now counts in %(season)s.", season=there.name)
            if there is not None
            else _("Someone moved this game while you were editing; it now counts in no season.")
        )
        _not_changed_since("season", says, shown, place.season or NO_SEASON, season or NO_SEASON)
        place.season = season


def remove_game(code: str) -> None:
    """Let a game count for nothing and leave the lists. It can still be read, and brought back."""
    with writing(code):
        place = _game(code)
        if place.removed_at is None:  # removed twice, it is gone no later
            _trace(place, REMOVED)
            place.removed_at = now()
        forgetting.purge_old(now())


def restore_game(code: str) -> None:
    with writing(code):
        place = _game(code)
        if not clubs.kept(place.removed_at, now()):
            raise errors.UnknownGame
        was_removed, place.removed_at = place.removed_at is not None, None
        if was_removed:
            _trace(place, BROUGHT_BACK)


def _trace(place: GameClub, what: str) -> None:
    """Leave a line in the season of a game that is there, where that season is over: its table changes all the same."""
    row = seasons.season(place.season) if place.season is not None else None
    if row is None or row.removed_at is not None:
        return
    clubs.seen_again(row)
    if season_view(row, seasons.counts(row.club, row.id)).over(today()):
        seasons.note(row, Change(now(), by(), what, games={place.game: ""}))


def link_seat(code: str, seat: int, player: str) -> None:
    """Say which player of the club sat on a seat, where the name said another one."""
    with writing(code):
        place = _game(code)
        row = _seat(place, seat)
        root = clubs.root_of(known_player(player).id)
        if known_player(root).club != place.club:
            raise errors.UnknownPlayer
        _not_seated(place, seat, root)
        place.people += 1  # whoever has the game in memory reads it again
        row.player = root
        if row.stands_in_for is not None and clubs.root_of(row.stands_in_for) == root:
            row.stands_in_for = None


def mark_substitute(code: str, seat: int, absent: str | None) -> None:
    """Say for whom of the club somebody sat in, or (None) that they sat for themselves."""
    with writing(code):
        place = _game(code)
        row = _seat(place, seat)
        place.people += 1  # as above
        if absent is None:
            row.stands_in_for = None
            return
        root = clubs.root_of(known_player(absent).id)
        if known_player(root).club != place.club:
            raise errors.UnknownPlayer
        if clubs.root_of(row.player) == root:
            raise errors.Rejected("player", _("This player is already in this game."))
        _not_seated(place, seat, root)
        row.stands_in_for = root


def _checked(club: str, form: SeasonForm, season: str = "") -> tuple[str, str, str | None]:
    """Name, first and last day of a new season, or of one that is changed; raises Rejected with the field at fault."""
    name, starts = _name(form.name), _day("starts", form.starts)
    ends = _day("ends", form.ends) if form.ends else None
    if ends is not None and ends < starts:
        raise errors.Rejected("ends", _("A season must end after it starts."))
    if any(other.id != season and same_name(other.name, name) for other in seasons.seasons(club)):
        raise errors.Rejected("name", _("The club already has a season with this name."))
    return name, starts, ends


def _not_changed_since(field: str, says: str, shown: str, there: str, wanted: str) -> None:
    """Raises Rejected where ``there`` is neither what the page showed (empty: it does not say) nor what is wanted."""
    if shown and there not in (shown, wanted):
        not_saved = _("Nothing is saved yet. Your choice is below; save it again to replace theirs.")
        raise errors.Rejected(field, f"{says} {not_saved}")


def _name(text: str) -> str:
    name = tidy(text)
    if why := why_no_name(name):
        raise errors.Rejected("name", sentence(why))
    return name


def _day(field: str, text: str) -> str:
    if not is_day(text):
        raise errors.Rejected(field, _("Enter a date, like 2026-01-31."))
    return text


def _club(club: str) -> Club:
    row = known_club(club)
    demand_manager(club)
    return row


def _player(player: str) -> Player:
    row = known_player(player)
    demand_manager(row.club)
    if row.removed_at is not None:
        raise errors.UnknownPlayer
    return row


def _game(code: str) -> GameClub:
    place = seasons.lock_place(code)
    _club(place.club)
    return place


def _seat(place: GameClub, seat: int) -> Seat:
    row = clubs.seat(place.game, seat)
    if row is None:
        raise errors.Rejected("seat", _("This seat isn’t in the game."))
    return row


def _not_seated(place: GameClub, but: int | None, player: str) -> None:
    """Raises Rejected where a player has a seat of this game, ``but`` one, or somebody else sits there for them."""
    for other in clubs.seats(place.game):
        if other.seat != but and clubs.root_of(other.player) == player:
            raise errors.Rejected("player", _("This player is already in this game."))
        if other.seat != but and other.stands_in_for and clubs.root_of(other.stands_in_for) == player:
            raise errors.Rejected("player", _("Someone else is already standing in for this player."))


def rule_from(**values: object) -> SeasonRule:
    """A rule from what a form says; raises Rejected with the field at fault."""
    try:
        return SeasonRule(**values)  # type: ignore[arg-type]
    except RuleError as wrong:
        raise errors.Rejected(wrong.field, str(wrong)) from wrong
