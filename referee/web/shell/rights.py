"""One table of rights: what each route needs. A route without a row fails a test, and is refused.

What a command of a game needs beyond that (the own seat, the own entry) is asked where it is written, inside the
transaction: ``services.games.permits``. What changes a club is asked there once more, too.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

from flask import Flask, request
from werkzeug.wrappers import Response

from referee import errors
from referee.messages import lazy_gettext
from referee.services.phones.access import Role
from referee.web.shell import access, frame
from referee.web.shell.answers import error

Scope = Literal["nowhere", "house", "here", "club", "game", "evening"]


class Need(NamedTuple):
    """The least role, and where: ``here`` is the club that the phone is at, ``nowhere`` asks nothing. For ``evening``
    an invitation to that evening is enough as well."""

    role: Role
    scope: Scope


ANYBODY = Need(Role.NOBODY, "nowhere")
_LOOKS_ROUND, _INVITES_HERE, _HOSTS_HERE = (Need(role, "here") for role in (Role.SPECTATOR, Role.PLAYER, Role.HOST))
_READS_CLUB, _PLAYS_CLUB, _HOSTS_CLUB, _ORGANISES = (
    Need(role, "club") for role in (Role.SPECTATOR, Role.PLAYER, Role.HOST, Role.ORGANISER)
)
_READS, _PLAYS, _SCORES, _HOSTS = (Need(role, "game") for role in (Role.SPECTATOR, Role.PLAYER, Role.SCORER, Role.HOST))
_OF_GAME_ORGANISES, _OF_HOUSE_ORGANISES = Need(Role.ORGANISER, "game"), Need(Role.ORGANISER, "house")
_OF_HOUSE_HOSTS = Need(Role.HOST, "house")

RIGHTS: Mapping[str, Need] = {
    # what lets a phone in, and what it needs to look at that
    "static": ANYBODY,
    "script": ANYBODY,
    "styles": ANYBODY,
    "start.page": ANYBODY,  # a stranger sees the door there
    "door.page": ANYBODY,
    "door.open": ANYBODY,
    "look.change": ANYBODY,
    "help.page": ANYBODY,
    "https.page": ANYBODY,
    "https.authority": ANYBODY,
    "health.alive": ANYBODY,
    "health.ready": ANYBODY,
    "health.metrics": ANYBODY,  # of no phone is anything asked: it asks for the token of the settings
    "install.manifest": ANYBODY,
    "install.worker": ANYBODY,
    "join.page": ANYBODY,
    "join.enter": ANYBODY,
    "join.by_code": ANYBODY,
    "join.waiting": ANYBODY,
    # the referee and the rulebooks, without a game
    "api.openapi": _LOOKS_ROUND,
    "api.rulings": _LOOKS_ROUND,
    "api.not_so": _LOOKS_ROUND,
    "api.compare": _LOOKS_ROUND,
    "ask.page": _LOOKS_ROUND,
    "ask.question": _LOOKS_ROUND,
    "triples.page": _LOOKS_ROUND,
    "rulebooks.page": _LOOKS_ROUND,
    "rulebooks.book": _LOOKS_ROUND,
    "rulebooks.choose": _LOOKS_ROUND,
    "rulebooks.compare": _LOOKS_ROUND,
    # the own rulebooks of a club
    "own.choose": _HOSTS_HERE,
    "own.form": _HOSTS_HERE,
    "own.page": _LOOKS_ROUND,
    "own.take_out": _LOOKS_ROUND,
    "own.save": _HOSTS_HERE,
    "own.take_back": _HOSTS_HERE,
    "own.bring_in": _HOSTS_HERE,
    "own.begin": _HOSTS_HERE,
    # a new game
    "new.page": _HOSTS_HERE,
    "new.open_game": _HOSTS_HERE,
    "new.sheet": _HOSTS_HERE,
    "new.open_sheet": _HOSTS_HERE,
    # reading a game
    "game.now": _READS,
    "table_view.page": _LOOKS_ROUND,
    "table_view.old": _READS,
    "live.game": _READS,
    "live.several": _LOOKS_ROUND,
    "history.page": _READS,
    "score.page": _READS,
    "seats.page": _READS,
    "result.page": _READS,
    "result.picture_page": _READS,
    "result.picture_png": _READS,
    "result.preview_png": _READS,
    "result.picture_svg": _READS,
    "result.winners_sheet": _READS,
    "result.empty_sheet": _READS,
    "rulebooks.of_game": _READS,
    "paper_photos.page": _READS,
    "paper_photos.shown": _READS,
    "ask.again": _READS,
    "play.rules": _READS,
    "data.api_game": _READS,
    "data.api_history": _READS,
    # playing: for which seat is asked where it is written
    "ask.record": _PLAYS,
    "round.page": _READS,  # whoever watches sees the lines come
    "round.went_out": _PLAYS,
    "round.cards_left": _PLAYS,
    "round.points": _PLAYS,
    "round.count": _PLAYS,
    "round.not_theirs": _PLAYS,
    "round.close": _PLAYS,
    "round.read_hand": _PLAYS,
    "photo.read": _PLAYS,  # it writes nothing
    "ask.can_do": _READS,  # whoever may ask the referee, asks about a hand in play without an address that holds it
    "ask.work_out": _READS,  # it writes nothing
    "score.cell": _READS,
    "score.correct": _PLAYS,
    "play.may_i": _PLAYS,
    "play.take": _PLAYS,
    "play.down": _PLAYS,
    "play.went_down": _PLAYS,
    "play.on_table": _PLAYS,
    "play.onto_meld": _PLAYS,
    "play.other_meld": _PLAYS,
    "play.onto_other": _PLAYS,
    "play.new_meld": _PLAYS,
    "play.laid": _PLAYS,
    "play.screw_over": _PLAYS,
    "play.screwed": _PLAYS,
    "play.shanghai": _PLAYS,
    "play.called": _PLAYS,
    "play.stock": _PLAYS,
    "play.shuffled": _PLAYS,
    "play.skip": _PLAYS,
    "play.skipped": _PLAYS,
    "play.irregular": _PLAYS,
    "play.note_irregular": _PLAYS,
    "history.undo": _PLAYS,
    "history.redo": _PLAYS,
    "history.heard": _PLAYS,
    "history.lacks": _READS,
    "seats.join": _PLAYS,
    "seats.leave": _PLAYS,
    "seats.back": _PLAYS,
    "seats.rename": _PLAYS,
    "seats.note": _PLAYS,
    "result.buys": _PLAYS,
    "join.who": _READS,
    "invite.page": _INVITES_HERE,
    "invite.short": _INVITES_HERE,
    "invite.decide": _INVITES_HERE,
    "invite.make": _HOSTS_HERE,
    "invite.ask_host": _INVITES_HERE,
    "invite.agree": _INVITES_HERE,
    "invite.stop": _HOSTS_HERE,
    "join.seat": _PLAYS,
    "join.leave": _PLAYS,
    "join.guest": _PLAYS,
    # for all at the table
    "game.cut": _SCORES,
    "paper_photos.keep": _SCORES,
    "paper_photos.remove": _SCORES,
    "score.winner": _SCORES,
    "score.cut": _SCORES,
    "seats.move": _SCORES,
    "seats.handicap": _READS,
    "seats.agree_handicap": _SCORES,
    "seats.dealer": _SCORES,
    "play.rule": _READS,
    "play.decide": _HOSTS,
    "play.rulebook": _HOSTS,
    "play.change_rulebook": _HOSTS,
    "play.agree": _HOSTS,
    "play.agreed": _HOSTS,
    "play.revoke": _HOSTS,
    "play.keep": _HOSTS,
    "result.finish": _HOSTS,
    "result.reopen": _HOSTS,
    "result.carry_on": _HOSTS,
    "result.abandon": _HOSTS,
    # a game in its club
    "club.game": _OF_GAME_ORGANISES,
    "club.game_season": _OF_GAME_ORGANISES,
    "club.game_evening": _OF_GAME_ORGANISES,
    "club.seat_player": _OF_GAME_ORGANISES,
    "club.seat_absent": _OF_GAME_ORGANISES,
    "club.remove_game": _OF_GAME_ORGANISES,
    "club.game_removed": _OF_GAME_ORGANISES,
    # its phones and invitations
    "phones.page": _HOSTS_CLUB,
    "phones.rename": _HOSTS_CLUB,
    "phones.leaving": _HOSTS_CLUB,
    "phones.take_out": _HOSTS_CLUB,
    "phones.role": _HOSTS_CLUB,
    "phones.take_back": _HOSTS_CLUB,
    "phones.rotate": _HOSTS_CLUB,
    "phones.organiser": _OF_HOUSE_ORGANISES,
    "phones.about_organiser": _OF_HOUSE_HOSTS,  # an organiser too: it may give it back
    "phones.door": _OF_HOUSE_ORGANISES,
    "phones.card": _OF_HOUSE_ORGANISES,
    # reading a club
    "club.page": _LOOKS_ROUND,
    "club.records": _READS_CLUB,
    "club.chosen": _READS_CLUB,
    "season.page": _LOOKS_ROUND,
    "season.all_time": _READS_CLUB,
    "season.standings": _READS_CLUB,
    "season.picture_page": _READS_CLUB,
    "season.picture_png": _READS_CLUB,
    "season.picture_svg": _READS_CLUB,
    "players.page": _READS_CLUB,
    "players.profile": _READS_CLUB,
    "players.rating": _READS_CLUB,
    "players.choose": _READS_CLUB,
    "players.against": _READS_CLUB,
    "data.games_csv": _READS_CLUB,
    "data.plays": _READS_CLUB,
    "data.standings_csv": _READS_CLUB,
    "data.atom": _READS_CLUB,
    "data.api_games": _READS_CLUB,
    "data.api_evenings": _READS_CLUB,
    "data.api_evening": _READS_CLUB,
    "data.api_standings": _READS_CLUB,
    "data.api_clubs": _LOOKS_ROUND,
    # a club's evenings
    "evenings.page": _READS_CLUB,
    "evenings.shown": _READS_CLUB,
    "evenings.coming_page": Need(Role.SPECTATOR, "evening"),
    "evenings.calendar_file": Need(Role.SPECTATOR, "evening"),
    "evenings.answer": Need(Role.PLAYER, "evening"),
    "evenings.invitation": _HOSTS_CLUB,
    "evenings.invite": _HOSTS_CLUB,
    "evenings.uninvite": _HOSTS_CLUB,
    "evenings.picture_page": _READS_CLUB,
    "evenings.picture_png": _READS_CLUB,
    "evenings.picture_svg": _READS_CLUB,
    "evenings.me": _PLAYS_CLUB,
    "table_view.seating": _READS_CLUB,
    "evenings.new": _HOSTS_CLUB,
    "evenings.make": _HOSTS_CLUB,
    "evenings.here": _HOSTS_CLUB,
    "evenings.seat": _HOSTS_CLUB,
    "evenings.move": _HOSTS_CLUB,
    "evenings.start": _HOSTS_CLUB,
    "evenings.edit": _HOSTS_CLUB,
    "evenings.changed": _HOSTS_CLUB,
    "evenings.remove": _HOSTS_CLUB,
    "evenings.removed": _HOSTS_CLUB,
    # a club's money
    "money.page": _PLAYS_CLUB,
    "money.enter": _HOSTS_CLUB,
    "money.settle": _HOSTS_CLUB,
    "money.take_back": _HOSTS_CLUB,
    "money.edit": _ORGANISES,
    "money.changed": _ORGANISES,
    "money.stop": _ORGANISES,
    # a club's seasons, players and data
    "notebook.page": _ORGANISES,
    "notebook.send": _ORGANISES,
    "notebook.look": _ORGANISES,
    "notebook.again": _ORGANISES,
    "notebook.bring_in": _ORGANISES,
    "notebook.undo": _ORGANISES,
    "notebook.drop": _ORGANISES,
    "paper.page": _HOSTS_CLUB,
    "paper.typed_in": _HOSTS_CLUB,
    "season.new": _ORGANISES,
    "season.make": _ORGANISES,
    "season.edit": _ORGANISES,
    "season.changed": _ORGANISES,
    "season.close": _ORGANISES,
    "season.closed": _ORGANISES,
    "season.opened_again": _ORGANISES,
    "season.gone_on": _ORGANISES,
    "season.remove": _ORGANISES,
    "season.removed": _ORGANISES,
    "players.add": _ORGANISES,
    "players.edit": _ORGANISES,
    "players.rename": _ORGANISES,
    "players.guest": _ORGANISES,
    "players.merge": _ORGANISES,
    "players.merged": _ORGANISES,
    "players.unmerged": _ORGANISES,
    "players.remove": _ORGANISES,
    "players.removed": _ORGANISES,
    "club.rename": _ORGANISES,
    "club.remove": _ORGANISES,
    "club.removed": _ORGANISES,
    "club.bring_back": _ORGANISES,
    "data.page": _ORGANISES,
    "data.export": _ORGANISES,
    # a further club, which is nobody's yet
    "data.import_": _OF_HOUSE_ORGANISES,
    "club.new": _OF_HOUSE_ORGANISES,
    "club.make": _OF_HOUSE_ORGANISES,
}
STRANGER = lazy_gettext(
    "This phone hasn’t been let in. Ask someone at the table for an invitation, then scan it or type its code."
)
TOO_LITTLE = lazy_gettext("This phone can only watch. The host of the game can do that.")
OF_CLUB = lazy_gettext("This phone can only watch this club. A host’s phone can do that.")
FOR_ORGANISERS = lazy_gettext("This phone can’t do that. An organiser’s phone can.")
REVOKED = lazy_gettext("This phone was removed. Ask someone at the table for a new invitation.")


def init_app(app: Flask) -> None:
    """Refuse what a phone may not do, before anything of it is looked up or written."""

    @app.before_request
    def refuse() -> Response | None:
        if request.endpoint is None or has_right(request.endpoint):
            return None
        return _refused()

    app.add_template_global(may_open)


def has_right(endpoint: str) -> bool:
    """Whether the phone of this request may open a route; with the values of the address that it has."""
    need = RIGHTS.get(endpoint)
    if need is None:
        return False
    if need.scope == "nowhere":
        return True
    phone = access.this_phone()
    if need.scope == "evening" and (request.view_args or {}).get("evening") in phone.evenings:
        return True
    return (phone.role() if need.scope == "house" else access.role_here()) >= need.role


def may_open(endpoint: str) -> bool:
    """Whether a template may offer this phone what another route of the same club or game does."""
    return has_right(endpoint)


def _refused() -> Response:
    sentence = REVOKED if access.this_phone().revoked else STRANGER
    if access.role_here() >= Role.SPECTATOR:
        need = RIGHTS.get(request.endpoint or "")
        of_club = {"club", "season", "evening", "player"} & (request.view_args or {}).keys()
        too_little = OF_CLUB if of_club else TOO_LITTLE
        sentence = FOR_ORGANISERS if need and need.role is Role.ORGANISER else too_little
    if (request.endpoint or "").startswith(("api.", "data.api_")):
        frame.log_refusal("no right")
        return error(errors.NotAllowed.status, "request", str(sentence))
    raise errors.NotAllowed(str(sentence))
