"""An evening as its page shows it: the tables, who is here, and the result of the night; and the list of them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from referee.messages import gettext as _
from referee.messages import ngettext
from referee.season import nights
from referee.season.standings import Standings
from referee.services.clubs.evening_views import EveningLine, EveningPage, Evenings, EveningView, Person
from referee.services.clubs.evenings import NOWHERE, TO_TABLE, is_over
from referee.services.clubs.money_views import NightMoney
from referee.services.phones.invitations import LinkView
from referee.web.evenings.forms import When
from referee.web.invite.page import drawn
from referee.web.parts.amounts import account_lines
from referee.web.parts.club_bar import ClubBar
from referee.web.parts.tonight import MyPlace, NightRow, TableLines, about, my_places, night_rows, table_lines, when
from referee.web.shell import words
from referee.web.shell.frame import Trouble
from referee.web.shell.reach import Reach

TICKS = 12
"""Players to tick shown at once; the others open below."""
_WORD = 9
"""Letters of a word that fit on half a phone, beside a tick."""
PAST = 6
"""Evenings shown at once."""


@dataclass(frozen=True)
class Line:
    """An evening in the list."""

    id: str
    when: str
    about: str
    first: str
    """Who won the night; empty before a game is finished."""


@dataclass(frozen=True)
class EveningsView:
    bar: ClubBar
    coming: tuple[Line, ...]
    """Of today and later, the next one first."""
    past: tuple[Line, ...]
    shown = PAST
    faithful: tuple[tuple[str, str, str], ...]
    """Id, name and ``"6 of 8 evenings"``."""
    counted: str
    """Of which evenings, as a heading of that."""


@dataclass(frozen=True)
class Tick:
    id: str
    name: str
    ticked: bool
    note: str

    @property
    def is_long(self) -> bool:
        """Whether a key of half a phone would break its name within a word."""
        return len(self.name) > words.LONG_NAME or max(map(len, self.name.replace("-", " ").split()), default=0) > _WORD


@dataclass(frozen=True)
class Night:
    heading: str
    rows: tuple[NightRow, ...]
    rule: tuple[str, ...]
    ties: tuple[str, ...]
    is_final: bool
    """Whether no game goes on and no table waits for one."""
    text: str
    """The result as plain text, to be sent to others."""


@dataclass(frozen=True)
class Answers:
    """Who said before that they come, and who that they don’t."""

    yes: str
    no: str
    heading: str


@dataclass(frozen=True)
class NightMoneyLines:
    """What the evening alone moved, who won most first and the kitty last: name and amount."""

    rows: tuple[tuple[str, str], ...]
    more: str
    """That a game goes on, in a sentence; empty where none does."""


@dataclass(frozen=True)
class OneEvening:
    bar: ClubBar
    of: EveningPage
    heading: str
    about: str
    places: tuple[MyPlace, ...]
    tables: tuple[TableLines, ...]
    """At which a game goes on or has yet to begin."""
    over: tuple[TableLines, ...]
    can_seat: bool
    """Whether enough people are here who sit in no game in progress."""
    seat_key: str
    choices: tuple[int, ...]
    """At how many tables, where there is a choice."""
    usual: int
    stay: str
    """Who keeps their seat because their game goes on, in a sentence; empty for nobody."""
    unseated: str
    movers: tuple[tuple[str, str], ...]
    places_to: tuple[tuple[str, str], ...]
    here: tuple[str, ...]
    """The ids of those who are here, as the page shows them."""
    here_said: str
    gone_said: str
    """How many who came were removed from the club; empty for none."""
    ticks: tuple[Tick, ...]
    more_ticks: tuple[Tick, ...]
    newcomers: str
    open_ticks: bool
    answers: Answers | None
    night: Night | None
    asks: bool
    """Whether it is still to come: nobody is here yet."""
    who_are_you: tuple[tuple[str, str], ...]
    """Id and name of those at the tables, where this phone speaks for none of them."""
    games: tuple[tuple[str, str, str], ...]
    """Code, rulebook and players of each game that is at no table of the page."""
    rulebook: tuple[str, str] | None
    """Id and name of what is played at the tables; None where nothing was played yet."""
    money: NightMoneyLines | None
    """None where the club plays for nothing."""


@dataclass(frozen=True)
class WhenPage:
    """The form of an evening; ``evening`` is None for a new one."""

    bar: ClubBar
    evening: EveningView | None
    form: When
    seasons: tuple[tuple[str, str], ...]
    """Id and name of each in which its games can count."""

    @property
    def heading(self) -> str:
        return _("Change the evening") if self.evening else _("A new evening")


def evenings_page(of: Evenings, today: str) -> EveningsView:
    lines = [(each.evening.day, _line(each)) for each in of.lines]
    about_ = of.season.name if of.season else _("All evenings")
    return EveningsView(
        bar=ClubBar(of.club),
        coming=tuple(line for day, line in reversed(lines) if day >= today),
        past=tuple(line for day, line in lines if day < today),
        faithful=tuple(
            (
                each.player,
                of.names.get(each.player, each.player),
                _("%(came)s of %(all)s", came=each.evenings, all=of.counted),
            )
            for each in of.faithful
        ),
        counted=about_,
    )


def _line(of: EveningLine) -> Line:
    parts = [about(of.evening)]
    if of.came:
        parts.append(ngettext("%(num)s person", "%(num)s people", of.came))
    elif of.coming:
        parts.append(ngettext("%(num)s is coming", "%(num)s are coming", of.coming))
    if of.games:
        parts.append(ngettext("%(num)s game", "%(num)s games", of.games))
    first = words.win(of.first) if of.first else ""
    return Line(of.evening.id, when(of.evening), " · ".join(filter(None, parts)), first)


def one_evening(
    of: EveningPage,
    mine: Collection[str],
    trouble: Trouble,
    rulebook: tuple[str, str] | None,
    today: str,
    money: NightMoney | None,
) -> OneEvening:
    """``mine``: the players that this phone holds; ``rulebook``: what is played at the tables."""
    here = tuple(person.id for person in of.people if person.presence == "here")
    nobody_yet = not of.came
    ticked = set(trouble.typed.get("here", "").split()) if trouble.typed.get("ticked") else {*here}
    if nobody_yet and not trouble.typed.get("ticked"):
        ticked |= {person.id for person in of.people if person.coming}
    ticks = [
        Tick(person.id, person.name, person.id in ticked, _tick_note(person))
        for person in sorted(of.people, key=lambda person: not (person.came or person.coming))
    ]
    at_tables = {table.game.code for table in of.tables if table.game}
    playing = [table for table in of.tables if table.is_played]
    lines = table_lines(of.tables, mine)
    is_past = is_over(of.evening.day)
    return OneEvening(
        bar=ClubBar(of.club),
        of=of,
        heading=when(of.evening),
        about=about(of.evening),
        places=my_places(of.tables, mine),
        tables=tuple(table for table in lines if not table.is_over),
        over=tuple(table for table in lines if table.is_over),
        can_seat=bool(of.choices) and not is_past,
        seat_key=_("Seat everyone again") if of.tables else _("Seat everyone"),
        choices=tuple(of.choices) if len(of.choices) > 1 else (),
        usual=of.usual,
        stay=ngettext(
            "Table %(numbers)s is still playing and keeps its players.",
            "Tables %(numbers)s are still playing and keep their players.",
            len(playing),
            numbers=words.listing(str(table.number) for table in playing),
        )
        if playing and of.choices
        else "",
        unseated=_("Without a seat: %(names)s", names=words.listing(person.name for person in of.unseated))
        if of.tables and of.unseated
        else "",
        movers=_movers(of),
        places_to=_places_to(of),
        here=here,
        here_said=_here_said(len(here), len(of.came), is_past=is_past),
        gone_said=_gone_said(len(of.gone)),
        ticks=tuple(ticks[:TICKS]),
        more_ticks=tuple(ticks[TICKS:]),
        newcomers=trouble.typed.get("newcomers", ""),
        open_ticks=(nobody_yet and of.evening.day <= today) or bool(trouble.fields.get("newcomers")),
        answers=_answers(of),
        night=_night(of, of.night) if of.night else None,
        asks=nobody_yet and not is_past,
        who_are_you=()
        if any(player in mine for table in of.tables for player, _name in table.seats)
        else tuple(seat for table in of.tables if not table.is_over for seat in table.seats),
        games=tuple(
            (game.code, _earlier(game.code, game.rulebook, of), words.listing(game.players))
            for game in of.games
            if game.code not in at_tables
        ),
        rulebook=rulebook,
        money=_money(of, money) if money is not None else None,
    )


def _money(of: EveningPage, money: NightMoney) -> NightMoneyLines:
    lines = account_lines(money.balances, money.names, money.money)
    more = _("A game counts once it is finished.") if lines and not of.is_final else ""
    return NightMoneyLines(tuple((name, cents) for _account, name, cents in lines), more)


def _earlier(code: str, rulebook: str, of: EveningPage) -> str:
    """The rulebook, behind the table at which a game was played before people were seated again."""
    number = of.at_table.get(code)
    return _("Table %(number)s, earlier: %(rulebook)s", number=number, rulebook=rulebook) if number else rulebook


def _tick_note(person: Person) -> str:
    if person.presence == "left":
        return _("went home")
    return _("played") if person.came and not person.presence else ""


def _here_said(here: int, came: int, *, is_past: bool) -> str:
    if is_past and came:
        return ngettext("%(num)s person came", "%(num)s people came", came)
    return ngettext("%(num)s person is here", "%(num)s people are here", here) if here else _("Who is here?")


def _gone_said(gone: int) -> str:
    if not gone:
        return ""
    return ngettext(
        "%(num)s player who came has been removed from the club.",
        "%(num)s players who came have been removed from the club.",
        gone,
    )


def _movers(of: EveningPage) -> tuple[tuple[str, str], ...]:
    """Who can change places: those at tables whose game has not begun, and who has no seat."""
    at_tables = [seat for table in of.tables if table.game is None for seat in table.seats]
    return (*at_tables, *((person.id, person.name) for person in of.free)) if at_tables else ()


def _places_to(of: EveningPage) -> tuple[tuple[str, str], ...]:
    waiting = [table for table in of.tables if table.game is None]
    swaps = [(player, _("The place of %(name)s", name=name)) for player, name in _movers(of)]
    ends = [(f"{TO_TABLE}{table.id}", _("Last seat of table %(number)s", number=table.number)) for table in waiting]
    return (*swaps, *ends, (NOWHERE, _("No seat"))) if waiting else ()


def _answers(of: EveningPage) -> Answers | None:
    yes = [person.name for person in of.people if person.coming]
    no = [person.name for person in of.people if person.coming is False]
    if not yes and not no:
        return None
    return Answers(words.listing(yes), words.listing(no), ngettext("%(num)s is coming", "%(num)s are coming", len(yes)))


def _night(of: EveningPage, night: Standings) -> Night:
    rows = night_rows(night)
    first = [row.name for row in rows if row.first]
    heading = words.win(first) if of.is_final else _("The night so far")
    return Night(heading, rows, nights.explain(), night.ties, of.is_final, _text(of, night, rows))


def _text(of: EveningPage, night: Standings, rows: Sequence[NightRow]) -> str:
    tables = ngettext("%(num)s game", "%(num)s games", night.games)
    title = _(
        "%(club)s, %(day)s, %(games)s. Place points; the highest average wins.",
        club=of.club.name,
        day=words.day(of.evening.day, year=True),
        games=tables,
    )
    return "\n".join((title, *("  ".join((row.place, row.name, row.points)) for row in rows)))


@dataclass(frozen=True)
class Coming:
    """The page behind an invitation to an evening: who comes, and who doesn’t."""

    of: EveningPage
    heading: str
    about: str
    players: tuple[tuple[str, str], ...]
    player: str
    """Who this phone last answered for; empty for nobody yet."""
    name: str
    """Typed, and refused."""
    answer: str
    """What they said, in a sentence; empty while they said nothing."""
    answers: Answers | None
    is_over: bool


def coming(of: EveningPage, player: str, trouble: Trouble) -> Coming:
    """``player``: whom this phone last answered for, in this club."""
    chosen = trouble.typed.get("player", player)
    person = next((person for person in of.people if person.id == chosen), None)
    answer = ""
    if person is not None and person.coming is not None:
        answer = (
            _("%(name)s is coming.", name=person.name)
            if person.coming
            else _("%(name)s is not coming.", name=person.name)
        )
    return Coming(
        of,
        when(of.evening),
        about(of.evening),
        tuple(sorted(((each.id, each.name) for each in of.people), key=lambda each: each[1].casefold())),
        person.id if person else "",
        trouble.typed.get("name", ""),
        answer,
        _answers(of),
        is_over(of.evening.day),
    )


@dataclass(frozen=True)
class InvitePage:
    """The link by which anyone can say whether they come."""

    bar: ClubBar
    evening: EveningView
    about: str
    link: LinkView | None
    """None before one was made."""
    url: str
    """Empty where no other phone can reach this computer."""
    qr: Markup
    is_over: bool


def invite_page(of: EveningPage, link: LinkView | None, reach: Reach) -> InvitePage:
    url = f"{reach.urls[0]}join#{link.secret}" if link is not None and reach.urls else ""
    evening = of.evening
    what = " · ".join(filter(None, (when(evening), about(evening))))
    return InvitePage(ClubBar(of.club), evening, what, link, url, drawn(url) if url else Markup(), is_over(evening.day))
