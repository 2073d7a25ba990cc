"""What a game leaves behind: awards, a text, the winner's sheet. And the empty sheet before it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from referee.game.state import GameState
from referee.messages import gettext as _
from referee.messages import ngettext
from referee.rules.judges.dealing import deal_for
from referee.rules.rulebook.model import Rulebook
from referee.season.awards import Award, chosen
from referee.season.games import Result
from referee.services.clubs.season_views import EndedGame
from referee.web.parts.house import House, house_of
from referee.web.shell import words

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
class EndedGameView:
    of: EndedGame
    awards: tuple[AwardLine, ...]
    notes: tuple[str, ...]
    """Who sat in for whom, who was a guest, when it was corrected."""


@dataclass(frozen=True)
class SheetRow:
    number: int
    contract: str
    cells: tuple[tuple[str, bool], ...]
    """Points, and whether this player went out; who did, and cut exactly before, has both."""


@dataclass(frozen=True)
class WinnersSheet:
    heading: str
    subtitle: str
    of: EndedGame
    rows: tuple[Row, ...]
    names: tuple[tuple[str, str], ...]
    """For the columns: as short as they stand there, and whole."""
    begins: tuple[tuple[str, str, tuple[str, ...]], ...]
    """With what columns begin, where one does with anything: a sign, its word, and the points."""
    rounds: tuple[SheetRow, ...]
    totals: tuple[str, ...]
    awards: tuple[AwardLine, ...]
    corrected: str

    @property
    def what_wins(self) -> str:
        """``"lowest total wins"``."""
        return what_wins(self.of)

    @property
    def wins(self) -> str:
        return words.begun(self.what_wins)


def what_wins(ended: EndedGame) -> str:
    """``"lowest total wins"``; of a game of which only places are left, that it is so."""
    return words.what_wins(ended.game) if ended.game.has_points else _("only the places are known")


def ended_view(ended: EndedGame) -> EndedGameView:
    return EndedGameView(ended, read_out(ended), tuple(_notes(ended)))


def _notes(ended: EndedGame) -> Iterator[str]:
    for result in ended.game.results:
        name, absent = ended.name(result.player), result.stands_in_for
        if absent is not None:
            yield _("%(name)s sat in for %(absent)s.", name=name, absent=ended.name(absent))
        elif result.guest:
            yield _("%(name)s is a guest.", name=name)
    if ended.game.corrected_at:
        yield _("Corrected on %(day)s.", day=words.day(ended.game.corrected_at))


def read_out(ended: EndedGame) -> tuple[AwardLine, ...]:
    """The awards that the page, the text to send and the picture show."""
    return award_lines(ended, chosen(ended.awards))


def award_lines(ended: EndedGame, awards: Sequence[Award]) -> tuple[AwardLine, ...]:
    return tuple(AwardLine(award.title, _who(ended, award), award.explanation) for award in awards)


def _who(ended: EndedGame, award: Award) -> str:
    names = [ended.name(player) for player in award.players]
    if len(names) > MOST_NAMED:
        names[MOST_NAMED - 1 :] = [_("%(number)s more", number=len(names) - MOST_NAMED + 1)]
    return words.listing(names)


def heading(ended: EndedGame) -> str:
    """``"Ada wins"``, ``"Ada and Ben share the first place"``."""
    return words.win([*map(ended.name, ended.game.winners)])


def game_words(ended: EndedGame) -> str:
    return f"{ended.game.rulebook_name}, {when(ended)}"


def when(ended: EndedGame) -> str:
    rounds = ngettext("%(num)s round", "%(num)s rounds", len(ended.game.rounds))
    if not ended.game.rounds:
        rounds = _("without rounds")
    return f"{words.day(ended.game.day, year=True)}, {rounds}"


def corrected(ended: EndedGame) -> str:
    """For what leaves the app; empty where it was not."""
    at = ended.game.corrected_at
    return _("Corrected on %(day)s", day=words.day(at, year=True)) if at else ""


def rows(ended: EndedGame) -> tuple[Row, ...]:
    """By place; whoever left stands last."""
    return tuple(_row(ended, result) for result in ordered(ended))


def ordered(ended: EndedGame) -> list[Result]:
    return sorted(ended.game.results, key=lambda result: (not result.stayed, result.final))


def _row(ended: EndedGame, result: Result) -> Row:
    place = ended.game.places.get(result.player)
    return Row(
        place=words.place(place) if place else "–",
        player=ended.name(result.player),
        total=words.signed(result.total) if ended.game.has_points else "",
        wins=result.player in ended.game.winners,
    )


def share_text(ended: EndedGame, lines: Sequence[str]) -> str:
    """The result as plain text for a group chat; ``lines`` are the places and what is said below them."""
    again = f" {corrected(ended)}." if ended.game.corrected_at else ""
    paragraphs = [
        f"{game_words(ended)}. {words.begun(what_wins(ended))}.{again}",
        f"{heading(ended)}.",
        *lines,
    ]
    if awards := read_out(ended):
        paragraphs += ["", *(f"{award.title}: {award.who}. {award.why}" for award in awards)]
    return "\n".join(paragraphs)


def about(ended: EndedGame) -> tuple[str, str, str]:
    """What a picture says below the rulebook: when, whether anyone began with points, whether it was corrected."""
    return when(ended), _("With a handicap") if ended.game.has_handicap else "", corrected(ended)


def _cell(result: Result, number: int) -> tuple[str, bool]:
    """A round of a column; the points of whoever went out only where there are any."""
    score, out = result.scores[number - 1], number in result.out
    if score is None:
        return "–", False
    return words.signed(score) if score or not out else "", out


def winners_sheet(ended: EndedGame) -> WinnersSheet:
    game = ended.game
    names = [ended.name(result.player) for result in game.results]
    return WinnersSheet(
        heading=heading(ended),
        subtitle=game_words(ended),
        of=ended,
        rows=rows(ended),
        names=tuple(zip(words.short_names(names, 9), names, strict=True)),
        begins=tuple(
            (sign, word, tuple(words.signed(points) if points else "" for points in given))
            for sign, word, given in (
                ("±", _("Handicap"), [result.handicap for result in game.results]),
                ("+", _("Joined with"), [result.opening - result.handicap for result in game.results]),
            )
            if any(given)
        ),
        rounds=tuple(
            SheetRow(number, words.begun(played.contract), tuple(_cell(result, number) for result in game.results))
            for number, played in enumerate(game.rounds, start=1)
        ),
        totals=tuple(words.signed(result.total) if game.has_points else "–" for result in game.results),
        awards=award_lines(ended, ended.awards[: SHEET_AWARDS if len(game.rounds) < LONG_GAME else SHEET_AWARDS_LONG]),
        corrected=corrected(ended),
    )


ROOM = 4
"""Columns without a name where nobody is said."""
ROOM_FOR_ROUNDS = 15
"""As many rows as stand on one page beside the drawn contracts."""


@dataclass(frozen=True)
class EmptyRow:
    number: int
    contract: str
    melds: tuple[words.MeldView, ...]
    cards: str
    dealer: str


@dataclass(frozen=True)
class EmptySheet:
    rulebook: str
    pack: str
    """Empty where no cards are dealt."""
    names: tuple[str, ...]
    rows: tuple[EmptyRow, ...]
    points: str
    house: House | None
    back: str
    wins: str
    """``"Lowest total wins"``."""


def rows_of(book: Rulebook) -> int:
    """As many rows as there are contracts; where none tell how many there will be, as many as fit on one page."""
    is_open = book.until or not book.has_contracts
    return max(book.rounds, min(ROOM_FOR_ROUNDS, book.most_rounds)) if is_open else book.rounds


def dealers(state: GameState) -> list[str]:
    """Who deals each round of the rulebook: who did, who does, and then those who sit there now, in their order."""
    order = [seat.id for seat in state.all_seats]
    here = {seat.id for seat in state.seats}
    deals = [played.dealer for played in state.rounds]
    deals += [state.running.dealer] if state.running else []
    while deals and len(deals) < rows_of(state.book):
        at = order.index(deals[-1])
        deals.append(next(seat for seat in order[at + 1 :] + order[: at + 1] if seat in here))
    return [state.name(seat) for seat in deals]


def empty_sheet(book: Rulebook, names: Sequence[str], dealers: Sequence[str], back: str) -> EmptySheet:
    """``names`` in table order, ``dealers`` by round as far as it is settled.

    Raises ValueError where a rulebook is not played by so many.
    """
    players = len(names) or ROOM
    deals = [deal_for(book, book.round_of(number), players) for number in range(1, rows_of(book) + 1)]
    return EmptySheet(
        rulebook=book.name,
        pack=words.pack(deals[0]) if book.has_contracts else "",
        names=words.short_names(names, 12) or ("",) * ROOM,
        rows=tuple(
            EmptyRow(
                number,
                words.contract(deal.contract),
                words.melds(deal.contract),
                str(deal.deal) if book.has_contracts else "",
                dealers[number - 1] if number <= len(dealers) and not book.own_contracts and book.has_dealer else "",
            )
            for number, deal in enumerate(deals, start=1)
        ),
        points=words.values_of_cards(book) if book.has_contracts else "",
        house=house_of(book),
        back=back,
        wins=words.begun(words.what_wins(book)),
    )
