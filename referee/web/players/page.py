"""The players of a club, a page for each, and two of them against each other."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from referee.messages import gettext as _
from referee.messages import ngettext
from referee.rules.packs import played_with
from referee.season.figures import mixed
from referee.season.narrowing import Narrowing
from referee.season.people import Against, Average, Caught, GameMark, PlayerPage, RoundMark
from referee.services.clubs.money_views import MoneyTerms
from referee.services.clubs.removal import TakingOut
from referee.services.clubs.season_views import ClubView, MergeView, PlayerAmong, PlayerPageView, PlayerView, VersusView
from referee.storage.clubs.clubs import KEPT_DAYS, REMOVED
from referee.web.parts.amounts import amount
from referee.web.parts.club_bar import ClubBar, figure_shown
from referee.web.parts.narrowing import Chooser, chooser
from referee.web.parts.pages import ALL, Part, part_of
from referee.web.shell import words

GAMES = 3
"""Games of one player shown at first; the others are a page of their own, for a thousand would weigh too much."""
TOGETHER = 6
"""Games of two players shown at once; the others open below."""


@dataclass(frozen=True)
class PlayersView:
    bar: ClubBar
    players: tuple[tuple[PlayerView, str], ...]
    """Each with what is said of them."""
    names: str
    """What was typed of those who are to be added."""


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
    details: str
    figure: str


@dataclass(frozen=True)
class OnePlayer:
    bar: ClubBar
    player: PlayerView
    chooser: Chooser
    note: str
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
    rivals: tuple[str, ...]
    """Who is their nemesis and who their favourite opponent, in sentences."""
    games: tuple[MarkLine, ...]
    """The latest first: all of them, or the last few."""
    part: Part
    """Which of all these are."""
    older: int
    """How many more there are, where these are the few latest."""


@dataclass(frozen=True)
class ChangePlayer:
    bar: ClubBar
    player: PlayerView
    name: str
    others: tuple[PlayerView, ...]
    doubles: tuple[tuple[str, str, str], ...]
    """Id, name and since when."""


def players_page(club: ClubView, players: Iterable[PlayerView], names: str = "") -> PlayersView:
    return PlayersView(ClubBar(club), tuple((player, _player_said(player)) for player in players), names)


def _player_said(player: PlayerView) -> str:
    if not player.played:
        return _("guest, no game yet") if player.guest else _("no game yet")
    day = words.day(player.used_at)
    return _("guest, last seen on %(day)s", day=day) if player.guest else _("last seen on %(day)s", day=day)


def one_player(view: PlayerPageView, narrowing: Narrowing, number: int = 0) -> OnePlayer:
    """``number``: which part of all their games is shown; 0 for the few latest."""
    page = view.page
    shown, part = part_of(page.games, number) if number else (page.games[:GAMES], ALL)
    few = not page.best_rounds or not set(page.best_rounds).isdisjoint(page.worst_rounds)
    return OnePlayer(
        bar=ClubBar(view.club),
        player=view.player,
        chooser=chooser(narrowing, view.choices, view.seasons),
        note=_about(view),
        facts=tuple(_facts(page)) if page.games else (),
        sentences=tuple(_sentences(page)) if page.games else (),
        by_rulebook=tuple(_average(average) for average in page.by_rulebook),
        by_players=tuple(_average(average) for average in page.by_players),
        by_round=tuple(_average(average) for average in page.by_round),
        best_games=tuple(_game(mark) for mark in page.best_games if len(page.games) > len(page.best_games)),
        best_rounds=tuple(_round(mark) for mark in page.best_rounds if not few),
        worst_rounds=tuple(_round(mark) for mark in page.worst_rounds if not few),
        against=page.against,
        rivals=tuple(_rivals(view)),
        games=tuple(_game(mark) for mark in shown),
        part=part,
        older=0 if number else len(page.games) - len(shown),
    )


def _rivals(view: PlayerPageView) -> Iterable[str]:
    nemesis, favourite = view.rivals
    if nemesis is not None:
        of = {"name": nemesis.name, "times": nemesis.worse, "games": _together(nemesis)}
        yield _("Nemesis: %(name)s, ahead in %(times)s of %(games)s.", **of)
    if favourite is not None:
        of = {"name": favourite.name, "times": favourite.better, "games": _together(favourite)}
        yield _("Favourite opponent: %(name)s, behind in %(times)s of %(games)s.", **of)


def _together(met: Against) -> str:
    return ngettext("%(num)s game", "%(num)s games", met.games)


def _about(among: PlayerAmong) -> str:
    pieces = [_("guest, not in the standings")] if among.player.guest else []
    if among.player.doubles:
        pieces.append(_("also %(names)s", names=words.listing(name for _, name, _ in among.player.doubles)))
    return " · ".join(pieces)


def _facts(page: PlayerPage) -> Iterable[Fact]:
    whole = page.whole
    yield Fact(_("Games"), str(whole.games), _of_how_many_rounds(page))
    yield Fact(_("Won"), mixed(whole.wins), _of_games(whole))
    yield Fact(_("Points per round"), figure_shown(whole.per_round), _of_which_rounds(whole))
    yield Fact(_("Place points"), figure_shown(whole.place_points), _("of 100, on average"))
    yield Fact(_("Went out"), words.times(page.out), _of_rounds(page.out, page.rounds_to_go_out))
    if page.best_place:
        yield Fact(_("Best place"), words.place(page.best_place))


def _of_which_rounds(whole: Average) -> str:
    if whole.rounds_of_points == whole.rounds:
        return _("lower is better")
    if not whole.rounds_of_points:
        return _("points decided in no game")
    return ngettext(
        "from %(num)s round where points decide; lower is better",
        "from %(num)s rounds where points decide; lower is better",
        whole.rounds_of_points,
    )


def _of_games(whole: Average) -> str:
    return _("%(percent)s%% of the games", percent=_share(whole.wins, whole.games)) if whole.games else ""


def _of_rounds(out: int, rounds: int) -> str:
    return _("%(percent)s%% of the rounds", percent=_share(Fraction(out), rounds)) if rounds else ""


def _share(part: Fraction, whole: int) -> str:
    return figure_shown(100 * part / whole, 0)


def _sentences(page: PlayerPage) -> Iterable[str]:
    yield from _in_a_row(page)
    if page.caught.rounds_known:
        yield _caught(page.caught)
    if page.cuts:
        yield ngettext("%(num)s exact cut.", "%(num)s exact cuts.", page.cuts)
    if claims := page.claims:
        noted = [ngettext("%(num)s May I", "%(num)s May I’s", claims.may_is)]
        if claims.screwed or claims.suffered:
            noted += [
                ngettext("%(num)s screw-over given", "%(num)s screw-overs given", claims.screwed),
                _("%(suffered)s against them", suffered=claims.suffered),
            ]
        yield _("Recorded: %(noted)s.", noted=words.listing(noted))


def _in_a_row(page: PlayerPage) -> Iterable[str]:
    won, upper = page.won_in_a_row, page.top_half_in_a_row
    if won.longest > 1:
        if won.running == won.longest:
            yield ngettext(
                "Won %(num)s game in a row, and counting.",
                "Won %(num)s games in a row, and counting.",
                won.longest,
            )
        elif won.running > 1:
            now = words.number(won.running)
            yield ngettext(
                "Won %(num)s game in a row; %(now)s now.",
                "Won %(num)s games in a row; %(now)s now.",
                won.longest,
                now=now,
            )
        else:
            yield ngettext("Won %(num)s game in a row.", "Won %(num)s games in a row.", won.longest)
    if upper.longest > 2:
        if upper.running == upper.longest:
            yield ngettext(
                "Finished in the better half %(num)s game in a row, and counting.",
                "Finished in the better half %(num)s games in a row, and counting.",
                upper.longest,
            )
        else:
            yield ngettext(
                "Finished in the better half %(num)s game in a row.",
                "Finished in the better half %(num)s games in a row.",
                upper.longest,
            )
    if page.out_in_a_row > 1:
        yield ngettext(
            "Went out %(num)s round in a row in one game.",
            "Went out %(num)s rounds in a row in one game.",
            page.out_in_a_row,
        )


def _caught(caught: Caught) -> str:
    """How often jokers were left in hand."""
    rounds = ngettext("%(num)s round", "%(num)s rounds", caught.rounds_known)
    if not caught.jokers:
        return _("Never caught with a joker (%(rounds)s with known cards).", rounds=rounds)
    jokers = ngettext("%(num)s joker", "%(num)s jokers", caught.jokers)
    parameters = {"jokers": jokers, "caught": caught.rounds, "rounds": rounds}
    if caught.most < 2:
        return _("Caught with %(jokers)s in %(caught)s of %(rounds)s with known cards.", **parameters)
    return _(
        "Caught with %(jokers)s in %(caught)s of %(rounds)s with known cards, at most %(most)s at once.",
        **parameters,
        most=caught.most,
    )


def _of_how_many_rounds(page: PlayerPage) -> str:
    rounds = ngettext("%(num)s round", "%(num)s rounds", page.whole.rounds)
    if not (without := sum(not mark.has_rounds for mark in page.games)):
        return rounds
    return ngettext(
        "%(rounds)s, %(num)s game without rounds", "%(rounds)s, %(num)s games without rounds", without, rounds=rounds
    )


def _average(average: Average) -> AverageRow:
    games = ngettext("%(num)s game", "%(num)s games", average.games) if average.games else words.times(average.rounds)
    wins = _("%(wins)s won", wins=mixed(average.wins)) if average.games else _out(average)
    points = figure_shown(average.place_points, 0) if average.place_points is not None else ""
    where, _colon, label = average.label.rpartition(": ")
    return AverageRow(words.begun(label), where, figure_shown(average.per_round), games, wins, points)


def _out(average: Average) -> str:
    """How often of the rounds of one contract they went out, and what share of them that is."""
    times = words.times(int(average.wins))
    if not average.wins:
        return _("never out")
    if average.rounds == 1:
        return _("out %(times)s", times=times)
    return _("out %(times)s (%(percent)s%%)", times=times, percent=_share(average.wins, average.rounds))


def _game(mark: GameMark) -> MarkLine:
    place = words.place_of(mark.place, mark.players) if mark.place else _("left before the end")
    corrected = [_("corrected on %(day)s", day=words.day(mark.corrected_at))] if mark.corrected_at else []
    points = figure_shown(mark.per_round)
    per_round = [_("%(points)s per round", points=points)] if mark.points_compare else []
    details = " · ".join([mark.rulebook, *per_round, *corrected])
    total = words.signed(mark.total) if mark.has_points else "–"
    return MarkLine(mark.game, f"{words.day(mark.day)}: {place}", details, total)


def _round(mark: RoundMark) -> MarkLine:
    with played_with(mark.pack):
        return _round_shown(mark)


def _round_shown(mark: RoundMark) -> MarkLine:
    if not mark.contract:  # each player had one of their own
        holding = _("Round %(number)s, holding %(cards)s", number=mark.number, cards=words.spaced(mark.cards or ""))
        details = holding if mark.cards else _("Round %(number)s", number=mark.number)
        return MarkLine(mark.game, words.day(mark.day), details, words.signed(mark.points))
    of = {"number": mark.number, "contract": mark.contract}
    details = (
        _("Round %(number)s, %(contract)s, holding %(cards)s", **of, cards=words.spaced(mark.cards))
        if mark.cards
        else _("Round %(number)s, %(contract)s", **of)
    )
    return MarkLine(mark.game, words.day(mark.day), details, words.signed(mark.points))


def change_player(among: PlayerAmong, name: str) -> ChangePlayer:
    return ChangePlayer(
        bar=ClubBar(among.club),
        player=among.player,
        name=name,
        others=tuple(sorted(among.others, key=lambda other: other.name.casefold())),
        doubles=tuple((id_, called, words.day(at) if at else "") for id_, called, at in among.player.doubles),
    )


def open_money(name: str, balance: tuple[MoneyTerms, int] | None) -> tuple[str, ...]:
    """What is still to be settled with somebody who is to be taken out of the club: at most one sentence."""
    if balance is None or not balance[1]:
        return ()
    money, cents = balance
    at = {"name": name, "amount": amount(abs(cents), money), "removed": REMOVED}
    if cents < 0:
        return (_("%(name)s still owes %(amount)s. Settle it first, or “%(removed)s” keeps owing it.", **at),)
    return (_("%(name)s is still owed %(amount)s. Settle it first, or “%(removed)s” keeps being owed it.", **at),)


def taking_out_sentences(taking_out: TakingOut) -> tuple[str, ...]:
    """What taking somebody out of the club would do."""
    name, games = taking_out.player.name, ngettext("%(num)s game", "%(num)s games", taking_out.games)
    if not taking_out.games:
        return (
            _("%(name)s hasn’t played a game. Nothing else changes.", name=name),
            _("You can reverse this for %(days)s days.", days=KEPT_DAYS),
        )
    return (
        _(
            "%(name)s disappears from every list. The standings and records of %(games)s show “%(removed)s” instead, "
            "so all other players keep their results and places.",
            name=name,
            games=games,
            removed=REMOVED,
        ),
        _("You can reverse this on the club’s page for %(days)s days.", days=KEPT_DAYS),
        _(
            "After that the name is also deleted from the score sheets and histories of these games. Notes stay as "
            "written."
        ),
        _("A player called %(name)s in later games counts as someone new.", name=name),
    )


def merge_sentences(merge: MergeView) -> tuple[str, ...]:
    """What a merge would do, or why it cannot be."""
    if merge.together:
        games = ngettext("%(num)s game", "%(num)s games", len(merge.together))
        return (
            _(
                "%(kept)s and %(double)s played together in %(games)s, so they are two people.",
                kept=merge.kept.name,
                double=merge.double.name,
                games=games,
            ),
        )
    games = ngettext("%(num)s game", "%(num)s games", merge.games)
    return (
        _(
            "%(double)s’s games (%(games)s, including games in progress) will count for %(kept)s.",
            double=merge.double.name,
            games=games,
            kept=merge.kept.name,
        ),
        _("In new games the name %(double)s will mean %(kept)s.", double=merge.double.name, kept=merge.kept.name),
        _(
            "You can separate the two again on %(kept)s’s page at any time.",
            kept=merge.kept.name,
        ),
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
    chooser: Chooser
    heading: str
    columns: tuple[tuple[str, str], ...]
    """Both names, cut for a narrow column and whole."""
    share: int
    """Of the first, in percent of the games that one of them finished ahead: the length of the bar."""
    sentence: str
    rival: str
    """That the second is the first's nemesis or favourite opponent; else empty."""
    meetings: tuple[Met, ...]
    older: tuple[Met, ...]
    part: Part
    others: tuple[PlayerView, ...]


def versus(view: VersusView, narrowing: Narrowing, number: int = 1) -> Versus:
    """``number``: which part of their games is shown."""
    first, second, met = view.first, view.second, view.versus
    shown, part = part_of(met.meetings, number)
    meetings = tuple(
        Met(
            meeting.game,
            words.day(meeting.day),
            meeting.rulebook,
            _total(meeting.first),
            _total(meeting.second),
            f"{meeting.rounds_first}:{meeting.rounds_second}" if meeting.has_rounds else "",
        )
        for meeting in shown
    )
    decided = met.better + met.worse
    return Versus(
        bar=ClubBar(view.club),
        of=view,
        chooser=chooser(narrowing, view.choices, view.seasons),
        heading=_("%(one)s and %(two)s", one=first.name, two=second.name),
        columns=tuple(zip(words.short_names((first.name, second.name)), (first.name, second.name), strict=True)),
        share=round(100 * met.better / decided) if decided else 50,
        sentence=_ahead(view),
        rival=_rival(view),
        meetings=meetings[:TOGETHER],
        older=meetings[TOGETHER:],
        part=part,
        others=tuple(other for other in view.others if other.id != second.id),
    )


def _total(points: int | None) -> str:
    """A dash where only places are left of a game."""
    return "–" if points is None else words.signed(points)


def _rival(view: VersusView) -> str:
    nemesis, favourite = view.rivals
    of = {"first": view.first.name, "second": view.second.name}
    if nemesis is not None and nemesis.other == view.second.id:
        return _("%(second)s is %(first)s’s nemesis: no one finishes ahead of %(first)s more reliably.", **of)
    if favourite is not None and favourite.other == view.second.id:
        return _("%(second)s is %(first)s’s favourite opponent: no one finishes behind %(first)s more reliably.", **of)
    return ""


def _ahead(view: VersusView) -> str:
    met = view.versus
    if not met.meetings:
        return _("They haven’t finished a game together yet.")
    games = ngettext("%(num)s game", "%(num)s games", len(met.meetings))
    level = ngettext("%(num)s game ended level.", "%(num)s games ended level.", met.level) if met.level else ""
    score = {"more": max(met.better, met.worse), "less": min(met.better, met.worse), "games": games}
    ahead = (
        _("They are even after %(games)s together.", games=games)
        if met.better == met.worse
        else _(
            "%(name)s is ahead, %(more)s to %(less)s in %(games)s together.",
            name=view.first.name if met.better > met.worse else view.second.name,
            **score,
        )
    )
    return f"{ahead} {level}".rstrip()
