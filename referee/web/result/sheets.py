"""What an evening leaves behind: awards, a text, a picture, the winner's sheet. And the empty sheet before it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from textwrap import wrap

from referee.game.state import GameState
from referee.rules.cards import JOKER_NAME
from referee.rules.judges.dealing import deal_for
from referee.rules.rulebook.model import Rulebook
from referee.season.awards import Award
from referee.season.games import Result
from referee.services.season_views import Evening
from referee.web import words
from referee.web.game.house import House, house_of

WIDTH = 640
_LONGEST, _HEADLINE, _RULEBOOK = 26, 29, 44
_ROW, _HEAD, _AWARD = 64, 250, 104
PICTURE_AWARDS = 3
SHEET_AWARDS, SHEET_AWARDS_LONG = 6, 4
"""So many, for one page of paper; fewer beside the many rounds of a long game."""
LONG_GAME = 16
MOST_NAMED = 3
"""An award that more of them share names two and counts the others."""


@dataclass(frozen=True)
class AwardLine:
    title: str
    who: str
    why: str


@dataclass(frozen=True)
class Row:
    place: str
    player: str
    total: str
    wins: bool


@dataclass(frozen=True)
class PictureRow:
    place: str
    player: str
    total: str
    wins: bool
    y: int
    share: int
    """The length of its bar."""


@dataclass(frozen=True)
class PictureAward:
    title: str
    who: str
    why: tuple[str, ...]
    """At most two lines."""
    y: int


@dataclass(frozen=True)
class Picture:
    """What the picture shows, in the units of the drawing."""

    heading: str
    said: tuple[str, str]
    """The rulebook, and when: played, and perhaps corrected."""
    rows: tuple[PictureRow, ...]
    awards: tuple[PictureAward, ...]
    width: int
    height: int
    foot: str


@dataclass(frozen=True)
class EveningView:
    code: str
    season: str
    """Id of the season it counts in; empty for none."""
    season_name: str
    awards: tuple[AwardLine, ...]
    text: str
    notes: tuple[str, ...]
    """Who sat in for whom, who was a guest, when it was corrected."""


@dataclass(frozen=True)
class SheetRow:
    number: int
    contract: str
    cells: tuple[tuple[str, bool], ...]
    """Points and whether this player went out."""


@dataclass(frozen=True)
class WinnersSheet:
    heading: str
    said: str
    club: str
    code: str
    rows: tuple[Row, ...]
    names: tuple[str, ...]
    rounds: tuple[SheetRow, ...]
    totals: tuple[str, ...]
    awards: tuple[AwardLine, ...]
    corrected: str


def evening_view(found: Evening) -> EveningView:
    return EveningView(
        code=found.game.id,
        season=found.season.id if found.season else "",
        season_name=found.season.name if found.season else "",
        awards=award_lines(found),
        text=share_text(found),
        notes=tuple(_notes(found)),
    )


def _notes(found: Evening) -> Iterator[str]:
    for result in found.game.results:
        name, absent = found.names.get(result.player, result.player), result.stands_in_for
        if absent is not None:
            yield f"{name} sat in for {found.names.get(absent, absent)}."
        elif result.guest:
            yield f"{name} is a guest."
    if found.game.corrected_at:
        yield f"Corrected on {words.day(found.game.corrected_at)}."


def award_lines(found: Evening) -> tuple[AwardLine, ...]:
    return tuple(AwardLine(award.title, _who(found, award), award.explanation) for award in found.awards)


def _who(found: Evening, award: Award) -> str:
    names = [found.names.get(player, player) for player in award.players]
    if len(names) > MOST_NAMED:
        names[MOST_NAMED - 1 :] = [f"{len(names) - MOST_NAMED + 1} more"]
    return words.listing(names)


def heading(found: Evening) -> str:
    """``"Ada wins"``, ``"Ada and Ben share the first place"``."""
    who = words.listing(found.names.get(player, player) for player in found.game.winners)
    return f"{who} wins" if len(found.game.winners) == 1 else f"{who} share the first place"


def _said(found: Evening) -> str:
    return f"{found.game.rulebook_name}, {_when(found)}"


def _when(found: Evening) -> str:
    return f"{words.day(found.game.at, year=True)}, {words.count_of(len(found.game.rounds), 'round')}"


def _corrected(found: Evening) -> str:
    """For what leaves the app; empty where it was not."""
    at = found.game.corrected_at
    return f"Corrected on {words.day(at, year=True)}" if at else ""


def rows(found: Evening) -> tuple[Row, ...]:
    """By place; whoever left stands last."""
    return tuple(_row(found, result) for result in _ordered(found))


def _ordered(found: Evening) -> list[Result]:
    return sorted(found.game.results, key=lambda result: (not result.stayed, result.final))


def _row(found: Evening, result: Result) -> Row:
    place = found.game.places.get(result.player)
    return Row(
        place=words.place(place) if place else "–",
        player=found.names.get(result.player, result.player),
        total=words.signed(result.total),
        wins=result.player in found.game.winners,
    )


def share_text(found: Evening) -> str:
    """The result as plain text for a group chat."""
    corrected = f" {_corrected(found)}." if found.game.corrected_at else ""
    lines = [f"{_said(found)}. {words.LOWEST_WINS}.{corrected}", f"{heading(found)}."]
    lines += [f"{row.place}  {row.player}  {row.total}" for row in rows(found)]
    if found.awards:
        lines += ["", *(f"{award.title}: {award.who}. {award.why}" for award in award_lines(found))]
    return "\n".join(lines)


def picture(found: Evening) -> Picture:
    shown = rows(found)
    totals = [result.total for result in _ordered(found)]
    most = max(1, *totals)
    given = award_lines(found)[:PICTURE_AWARDS]
    below = _HEAD + len(shown) * _ROW + 36
    return Picture(
        heading=_headline(found),
        said=(_cut(found.game.rulebook_name, _RULEBOOK), ". ".join(filter(None, (_when(found), _corrected(found))))),
        rows=tuple(
            PictureRow(
                row.place,
                _cut(row.player, _LONGEST - 4 * row.wins),  # bold is wider
                row.total,
                row.wins,
                _HEAD + at * _ROW,
                max(4, round(520 * max(0, total) / most)),
            )
            for at, (row, total) in enumerate(zip(shown, totals, strict=True))
        ),
        awards=tuple(
            PictureAward(award.title, _cut(award.who, 44), tuple(wrap(award.why, 58)[:2]), below + at * _AWARD)
            for at, award in enumerate(given)
        ),
        width=WIDTH,
        height=below + len(given) * _AWARD + 40,
        foot=f"{words.LOWEST_WINS} · Table Referee",
    )


def _headline(found: Evening) -> str:
    """The heading, or where it is too long for the drawing what matters of it."""
    whole = heading(found)
    if len(whole) <= _HEADLINE:
        return whole
    winners = [found.names.get(player, player) for player in found.game.winners]
    return f"{_cut(winners[0], _HEADLINE - 5)} wins" if len(winners) == 1 else f"{len(winners)} share the first place"


def _cut(text: str, longest: int) -> str:
    return text if len(text) <= longest else f"{text[: longest - 1].rstrip()}…"


def winners_sheet(found: Evening) -> WinnersSheet:
    game = found.game
    return WinnersSheet(
        heading=heading(found),
        said=_said(found),
        club=found.club.name,
        code=game.id,
        rows=rows(found),
        names=tuple(found.names.get(result.player, result.player) for result in game.results),
        rounds=tuple(
            SheetRow(
                number,
                words.begun(played.contract),
                tuple(
                    ("–" if (score := result.scores[number - 1]) is None else words.signed(score), number in result.out)
                    for result in game.results
                ),
            )
            for number, played in enumerate(game.rounds, start=1)
        ),
        totals=tuple(words.signed(result.total) for result in game.results),
        awards=award_lines(found)[: SHEET_AWARDS if len(game.rounds) < LONG_GAME else SHEET_AWARDS_LONG],
        corrected=_corrected(found),
    )


ROOM = 4
"""Columns without a name where nobody is said."""


@dataclass(frozen=True)
class EmptyRow:
    number: int
    contract: str
    cards: str
    dealer: str


@dataclass(frozen=True)
class EmptySheet:
    rulebook: str
    pack: str
    names: tuple[str, ...]
    rows: tuple[EmptyRow, ...]
    points: str
    house: House | None
    back: str


def dealers(state: GameState) -> list[str]:
    """Who deals each round of the rulebook: who did, who does, and then clockwise those who sit there now."""
    order = [seat.id for seat in state.all_seats]
    here = {seat.id for seat in state.seats}
    deals = [played.dealer for played in state.rounds]
    deals += [state.running.dealer] if state.running else []
    while deals and len(deals) < state.book.rounds:
        at = order.index(deals[-1])
        deals.append(next(seat for seat in order[at + 1 :] + order[: at + 1] if seat in here))
    return [state.name(seat) for seat in deals]


def empty_sheet(book: Rulebook, names: Sequence[str], dealers: Sequence[str], back: str) -> EmptySheet:
    """``names`` in table order, ``dealers`` by round as far as it is settled.

    Raises ValueError where a rulebook is not played by so many.
    """
    players = len(names) or ROOM
    deals = [deal_for(book, number, players) for number in range(1, book.rounds + 1)]
    return EmptySheet(
        rulebook=book.name,
        pack=words.pack(deals[0]),
        names=tuple(names) or ("",) * ROOM,
        rows=tuple(
            EmptyRow(
                number,
                words.contract(deal.contract),
                str(deal.deal),
                dealers[number - 1] if number <= len(dealers) else "",
            )
            for number, deal in enumerate(deals, start=1)
        ),
        points=_points(book),
        house=house_of(book),
        back=back,
    )


def _points(book: Rulebook) -> str:
    """What the cards left cost, dear ones first: ``"joker 15, A 15, K Q J 10 10"``."""
    by_value: dict[int, list[str]] = {}
    for rank in words.ranks(book):
        by_value.setdefault(book.points[rank], []).append("joker" if rank == JOKER_NAME else rank)
    dear_first = sorted(by_value.items(), reverse=True)
    return "; ".join(f"{' '.join(ranks)} = {value}" for value, ranks in dear_first)
