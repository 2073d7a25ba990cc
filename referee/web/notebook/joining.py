"""The file of another copy of a club, to be looked at before it joins the club that is there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from referee.days import is_day
from referee.game.notebook.likeness import likest
from referee.messages import gettext as _
from referee.messages import ngettext
from referee.services.clubs.season_views import ClubView
from referee.services.house.joining import FAULTY, NEW, THERE, TO_COME, Joining, Line, Person
from referee.web.notebook.page import SHOWN, GameLine, Select
from referee.web.parts.club_bar import ClubBar
from referee.web.shell import words


@dataclass(frozen=True)
class JoinPage:
    bar: ClubBar
    id: str
    name: str
    summary: tuple[str, ...]
    new: tuple[Select, ...]
    """Names that the club does not know."""
    familiar: tuple[Select, ...]
    faulty: tuple[GameLine, ...]
    fine: tuple[GameLine, ...]
    there: tuple[GameLine, ...]
    leave_out: str
    leaves_out: bool
    button: str
    """Empty where there is nothing that can come in."""
    looked: str


def join_page(club: ClubView, preview: Joining) -> JoinPage:
    coming, faulty = preview.of(TO_COME), preview.of(FAULTY)
    anything = preview.has_news
    chosen = [(_person(person, preview), person) for person in preview.people]
    return JoinPage(
        bar=ClubBar(club),
        id=preview.id,
        name=preview.name,
        summary=tuple(_summary(preview)),
        new=tuple(select for select, person in chosen if person.suggested == NEW),
        familiar=tuple(select for select, person in chosen if person.suggested != NEW),
        faulty=_games(faulty),
        fine=_games(coming),
        there=_games(preview.of(THERE)),
        leave_out=ngettext(
            "Leave out the %(num)s game that can’t come in",
            "Leave out the %(num)s games that can’t come in",
            len(faulty),
        )
        if faulty and anything
        else "",
        leaves_out=preview.leave_out,
        button=_button(len(coming)) if anything else "",
        looked=preview.looked,
    )


def _button(games: int) -> str:
    return ngettext("Bring in %(num)s game", "Bring in %(num)s games", games) if games else _("Bring it in")


def _summary(preview: Joining) -> Iterator[str]:
    yield _("A file of the club %(club)s. What is here already stays as it is.", club=preview.called)
    coming, there = preview.of(TO_COME), preview.of(THERE)
    yield ngettext("%(num)s game is new.", "%(num)s games are new.", len(coming)) if coming else _("No game is new.")
    if there:
        yield ngettext(
            "%(num)s game is here already and won’t come in again.",
            "%(num)s games are here already and won’t come in again.",
            len(there),
        )
    if preview.seasons:
        yield _("Also new here: %(names)s.", names=words.listing(preview.seasons))
    if preview.evenings:
        yield ngettext("%(num)s evening comes with them.", "%(num)s evenings come with them.", preview.evenings)
    if preview.left_out:
        names = words.listing(words.day(name, year=True) if is_day(name) else name for name in preview.left_out)
        yield _("These stay out because none of their games comes in: %(names)s.", names=names)
    if preview.rulebooks:
        yield _("Your own rulebooks also come in: %(names)s.", names=words.listing(preview.rulebooks))
    if preview.kept:
        yield _("This club keeps its own rules of %(names)s.", names=words.listing(preview.kept))
    if entries := preview.match.entries:
        yield ngettext(
            "%(num)s entry of money comes in. What is played for stays as it is here.",
            "%(num)s entries of money come in. What is played for stays as it is here.",
            len(entries),
        )
    if preview.too_much_money:
        yield _("What was settled or entered by hand stays out: together that is more than a club can keep.")
    if preview.money_out:
        yield _("What was settled or entered by hand stays out: this club plays for nothing, or counts something else.")


def _person(person: Person, preview: Joining) -> Select:
    players = sorted(preview.players, key=lambda player: player.name.casefold())
    options = ((NEW, _("New player")), *((player.id, player.name) for player in players))
    games = ngettext("%(num)s game", "%(num)s games", person.games)
    like = likest(person.name, [player.name for player in players]) if person.suggested == NEW else ""
    about = _("%(games)s · perhaps %(name)s?", games=games, name=like) if like else games
    name = f"who-{person.id}"
    return Select(name, name, person.name, about, options, person.choice, person.suggested)


def _games(lines: Sequence[Line]) -> tuple[GameLine, ...]:
    return tuple(_game(line) for line in lines[:SHOWN])


def _game(line: Line) -> GameLine:
    state = line.state
    rounds = ngettext("%(num)s round", "%(num)s rounds", len(state.rounds)) if state.rounds else ""
    seats = sorted(state.all_seats, key=lambda seat: state.places[seat.id].place if seat.id in state.places else 99)
    totals = (f"{seat.player}\u00a0{words.signed(state.totals[seat.id])}" for seat in seats)
    return GameLine(
        line.line,
        words.day(state.day, year=True),
        " · ".join(filter(None, (state.book.name, rounds))),
        " · ".join(totals) if state.has_points else words.listing(seat.player for seat in seats),
        (line.why,) if line.why else (),
        line.becomes == FAULTY,
        line.code if line.becomes == THERE else "",
    )
