"""The players of a club, a page for each, and two of them against each other."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from referee.season.figures import mixed
from referee.season.people import Against, Average, GameMark, PlayerPage, RoundMark
from referee.services.removal import TakingOut
from referee.services.season_views import ClubView, MergeView, PlayerAmong, PlayerPageView, PlayerView, VersusView
from referee.storage.clubs import KEPT_DAYS, REMOVED
from referee.web import words
from referee.web.club.bar import PLAYERS, ClubBar, club_bar, figure_shown

GAMES = 12
"""Games of one player shown at first; the others are a page of their own, for a thousand would weigh too much."""
TOGETHER = 12
"""Games of two players shown at once; the others open below."""


@dataclass(frozen=True)
class PlayersView:
    bar: ClubBar
    players: tuple[tuple[PlayerView, str], ...]
    """Each with what is said of them."""


@dataclass(frozen=True)
class Fact:
    name: str
    value: str
    note: str = ""


@dataclass(frozen=True)
class AverageRow:
    label: str
    where: str
    """The rulebook and the round, where the label is a contract."""
    per_round: str
    games: str
    wins: str
    place_points: str


@dataclass(frozen=True)
class MarkLine:
    code: str
    title: str
    said: str
    figure: str


@dataclass(frozen=True)
class OnePlayer:
    bar: ClubBar
    player: PlayerView
    said: str
    facts: tuple[Fact, ...]
    sentences: tuple[str, ...]
    by_rulebook: tuple[AverageRow, ...]
    by_players: tuple[AverageRow, ...]
    by_round: tuple[AverageRow, ...]
    best_games: tuple[MarkLine, ...]
    """Empty while these would be all of them."""
    best_rounds: tuple[MarkLine, ...]
    """With ``worst_rounds`` empty while so few were played that one round would stand in both lists."""
    worst_rounds: tuple[MarkLine, ...]
    against: tuple[Against, ...]
    games: tuple[MarkLine, ...]
    """The latest first: all of them, or the last few."""
    older: int
    """How many more there are."""


@dataclass(frozen=True)
class ChangePlayer:
    bar: ClubBar
    player: PlayerView
    name: str
    others: tuple[PlayerView, ...]
    doubles: tuple[tuple[str, str, str], ...]
    """Id, name and since when."""


def players_page(club: ClubView, players: Iterable[PlayerView]) -> PlayersView:
    return PlayersView(club_bar(club, PLAYERS), tuple((player, _player_said(player)) for player in players))


def _player_said(player: PlayerView) -> str:
    last = f"last seen on {words.day(player.used_at)}"
    return f"guest, {last}" if player.guest else last


def one_player(view: PlayerPageView, games: int | None = GAMES) -> OnePlayer:
    """``games``: how many of the latest are shown; None for all of them."""
    page = view.page
    few = not page.best_rounds or not set(page.best_rounds).isdisjoint(page.worst_rounds)
    return OnePlayer(
        bar=club_bar(view.club, PLAYERS),
        player=view.player,
        said=_said(view),
        facts=tuple(_facts(page)) if page.games else (),
        sentences=tuple(_sentences(page)) if page.games else (),
        by_rulebook=tuple(_average(average) for average in page.by_rulebook),
        by_players=tuple(_average(average) for average in page.by_players),
        by_round=tuple(_average(average) for average in page.by_round),
        best_games=tuple(_game(mark) for mark in page.best_games if len(page.games) > len(page.best_games)),
        best_rounds=tuple(_round(mark) for mark in page.best_rounds if not few),
        worst_rounds=tuple(_round(mark) for mark in page.worst_rounds if not few),
        against=page.against,
        games=tuple(_game(mark) for mark in page.games[:games]),
        older=max(0, len(page.games) - (games or len(page.games))),
    )


def _said(among: PlayerAmong) -> str:
    pieces = ["guest, not in the standings"] if among.player.guest else []
    if among.player.doubles:
        pieces.append(f"also {words.listing(name for _, name, _ in among.player.doubles)}")
    return " · ".join(pieces)


def _facts(page: PlayerPage) -> Iterable[Fact]:
    whole = page.whole
    yield Fact("Games", str(whole.games), words.count_of(whole.rounds, "round"))
    yield Fact("Won", mixed(whole.wins), _share(whole.wins, whole.games))
    yield Fact("Points per round", figure_shown(whole.per_round), "lower is better")
    yield Fact("Place points", figure_shown(whole.place_points), "of 100, on average")
    yield Fact("Went out", words.times(page.out), _share(Fraction(page.out), whole.rounds, "of the rounds"))
    if page.best_place:
        yield Fact("Best place", words.place(page.best_place))


def _share(part: Fraction, whole: int, of: str = "of the games") -> str:
    return f"{figure_shown(100 * part / whole, 0)} % {of}" if whole else ""


def _sentences(page: PlayerPage) -> Iterable[str]:
    won, upper = page.won_in_a_row, page.top_half_in_a_row
    if won.longest > 1:
        now = f"; {words.number(won.running)} now" if 1 < won.running < won.longest else ""
        now = ", and the row still runs" if won.running == won.longest else now
        yield f"Won {words.count_of(won.longest, 'game')} in a row{now}."
    if upper.longest > 2:
        now = ", and the row still runs" if upper.running == upper.longest else ""
        yield f"In the better half of the table {words.count_of(upper.longest, 'game')} in a row{now}."
    if page.out_in_a_row > 1:
        yield f"Went out {words.count_of(page.out_in_a_row, 'round')} in a row in one game."
    caught = page.caught
    if caught.known:
        rounds = words.count_of(caught.known, "round")
        if caught.jokers:
            jokers = words.count_of(caught.jokers, "joker")
            most = f", at most {caught.most} at once" if caught.most > 1 else ""
            yield f"Caught with {jokers} in {caught.rounds} of {rounds} whose cards are known{most}."
        else:
            yield f"Never caught with a joker in {rounds} whose cards are known."
    if page.cuts:
        yield f"{words.count_of(page.cuts, 'exact cut')}."
    if claims := page.claims:
        noted = [words.count_of(claims.may_is, "May I", "May Is")]
        if claims.screwed or claims.suffered:
            noted += [f"{words.count_of(claims.screwed, 'screw-over')} given", f"{claims.suffered} suffered"]
        yield f"Where the table noted them: {words.listing(noted)}."


def _average(average: Average) -> AverageRow:
    games = words.count_of(average.games, "game") if average.games else words.times(average.rounds)
    wins = (
        f"{mixed(average.wins)} won"
        if average.games
        else (f"out {words.times(int(average.wins))}" if average.wins else "never out")
    )
    points = figure_shown(average.place_points, 0) if average.place_points is not None else ""
    where, _, label = average.label.rpartition(": ")
    return AverageRow(words.begun(label), where, figure_shown(average.per_round), games, wins, points)


def _game(mark: GameMark) -> MarkLine:
    place = f"{words.ordinal_place(mark.place)} of {mark.players}" if mark.place else "left before the end"
    corrected = f" · corrected on {words.day(mark.corrected_at)}" if mark.corrected_at else ""
    details = f"{mark.rulebook} · {figure_shown(mark.per_round)} per round{corrected}"
    return MarkLine(mark.game, f"{words.day(mark.at)}: {place}", details, words.signed(mark.total))


def _round(mark: RoundMark) -> MarkLine:
    cards = f", holding {words.spaced(mark.cards)}" if mark.cards else ""
    details = f"Round {mark.number}, {mark.contract}{cards}"
    return MarkLine(mark.game, words.day(mark.at), details, words.signed(mark.points))


def change_player(among: PlayerAmong, name: str) -> ChangePlayer:
    return ChangePlayer(
        bar=club_bar(among.club, PLAYERS),
        player=among.player,
        name=name,
        others=tuple(sorted(among.others, key=lambda other: other.name.casefold())),
        doubles=tuple((id_, called, words.day(at) if at else "") for id_, called, at in among.player.doubles),
    )


def taking_out_sentences(taking_out: TakingOut) -> tuple[str, ...]:
    """What taking somebody out of the club would do."""
    name, games = taking_out.player.name, words.count_of(taking_out.games, "game")
    if not taking_out.games:
        return (f"{name} sat in no game. Nothing else changes.", f"For {KEPT_DAYS} days it can be taken back.")
    return (
        f"{name} leaves every list. In the standings and records of {games} stands “{REMOVED}” instead, "
        "so that the results and places of everybody else stay as they are.",
        f"For {KEPT_DAYS} days this can be taken back on the club’s page.",
        "Then the name goes for good from the score sheets and histories of these games too; notes stay as written.",
        f"Whoever plays as {name} from now on is somebody new.",
    )


def merge_sentences(merge: MergeView) -> tuple[str, ...]:
    """What a merge would do, or why it cannot be."""
    if merge.together:
        games = words.count_of(len(merge.together), "game")
        return (f"{merge.kept.name} and {merge.double.name} sat at one table in {games}, so they are two people.",)
    games = words.count_of(merge.games, "game")
    return (
        f"What {merge.double.name} played ({games}, those still on the table too) will count for {merge.kept.name}.",
        f"In new games the name {merge.double.name} will mean {merge.kept.name}.",
        f"Nothing is rewritten: on {merge.kept.name}'s page the two can be taken apart again at any time.",
    )


class Met(NamedTuple):
    """One game of two players; ``rounds`` says in how many each was ahead: ``4:2``."""

    code: str
    day: str
    rulebook: str
    first: str
    second: str
    rounds: str


@dataclass(frozen=True)
class Versus:
    bar: ClubBar
    of: VersusView
    heading: str
    columns: tuple[tuple[str, str], ...]
    """Both names, cut for a narrow column and whole."""
    share: int
    """Of the first, in percent of the games that one of them finished ahead: the length of the bar."""
    sentence: str
    meetings: tuple[Met, ...]
    older: tuple[Met, ...]
    others: tuple[PlayerView, ...]


def versus(view: VersusView) -> Versus:
    one, two, met = view.first, view.second, view.versus
    meetings = tuple(
        Met(
            meeting.game,
            words.day(meeting.at),
            meeting.rulebook,
            words.signed(meeting.first),
            words.signed(meeting.second),
            f"{meeting.rounds_first}:{meeting.rounds_second}",
        )
        for meeting in met.meetings
    )
    decided = met.better + met.worse
    return Versus(
        bar=club_bar(view.club, PLAYERS),
        of=view,
        heading=f"{one.name} and {two.name}",
        columns=tuple(zip(words.short_names((one.name, two.name)), (one.name, two.name), strict=True)),
        share=round(100 * met.better / decided) if decided else 50,
        sentence=_ahead(view),
        meetings=meetings[:TOGETHER],
        older=meetings[TOGETHER:],
        others=tuple(other for other in view.others if other.id != two.id),
    )


def _ahead(view: VersusView) -> str:
    met = view.versus
    if not met.meetings:
        return "They have not finished a game together yet."
    games = words.count_of(len(met.meetings), "game")
    level = f" {words.count_of(met.level, 'game')} ended level." if met.level else ""
    if met.better == met.worse:
        return f"Nobody is ahead after {games} together.{level}"
    name, more, less = view.first.name, met.better, met.worse
    if met.worse > met.better:
        name, more, less = view.second.name, met.worse, met.better
    return f"{name} is ahead, {more} to {less} in {games} together.{level}"
