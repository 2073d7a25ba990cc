"""Awards of one evening: small true things to be glad of. Each says how it was found; an award that
all would share, or that nobody earned, is not given."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from referee.messages import gettext as _
from referee.messages import ngettext
from referee.rules.rulebook.in_words import of_the_pack
from referee.season.figures import figure, signed
from referee.season.games import FinishedGame, Result
from referee.season.people import out_in_a_row
from referee.season.records import behind, running_totals


@dataclass(frozen=True, slots=True)
class Award:
    id: str
    title: str
    players: tuple[str, ...]
    """Who gets it, in table order; several share it."""
    explanation: str
    """Why, with the figures."""


def awards(game: FinishedGame, names: Mapping[str, str]) -> tuple[Award, ...]:
    """The awards of a finished game, in a fixed order; none for a game of fewer than two rounds or players."""
    if game.players < 2 or len(game.rounds) < 2:
        return ()
    finds = _WITHOUT_TOTALS if game.own_contracts else _ALL if game.points_compare else _WITHOUT_POINTS
    return tuple(award for find in finds for award in find(game, names))


MOST = 3
"""So many of an evening are read out; more are a list."""


def chosen(given: Sequence[Award]) -> tuple[Award, ...]:
    """The awards of an evening that are read out, in their order: a few, and no player gets two.

    What few share comes before what many share.
    """
    kept: list[Award] = []
    for award in sorted(given, key=lambda each: len(each.players)):
        if len(kept) < MOST and not any({*award.players} & {*other.players} for other in kept):
            kept.append(award)
    return tuple(award for award in given if award in kept)


Find = Callable[[FinishedGame, Mapping[str, str]], Iterator[Award]]


def _stayed(game: FinishedGame) -> list[Result]:
    return [result for result in game.results if result.stayed]


def _whole(game: FinishedGame) -> list[Result]:
    """Those who played every round: only their columns compare."""
    return [result for result in _stayed(game) if result.played == len(game.rounds)]


def _best(values: Mapping[str, int], *, low: bool = False) -> tuple[tuple[str, ...], int]:
    """Who has the best value, and it; nobody where all are level or there is only one to compare."""
    if len(values) < 2 or len(set(values.values())) < 2:
        return (), 0
    best = (min if low else max)(values.values())
    return tuple(player for player, value in values.items() if value == best), best


def _out(game: FinishedGame, _names: Mapping[str, str]) -> Iterator[Award]:
    who, times = _best({result.player: len(result.out) for result in _stayed(game)})
    if times > 1:
        yield Award(
            "out",
            _("Quick to go out"),
            who,
            _(
                "Went out in %(times)s of %(rounds)s rounds, the most of all.",
                times=times,
                rounds=len(game.rounds),
            ),
        )


def _hat_trick(game: FinishedGame, _names: Mapping[str, str]) -> Iterator[Award]:
    who, length = _best({result.player: out_in_a_row(result) for result in _stayed(game)})
    if length >= 3:
        yield Award("row", _("On a roll"), who, _("Went out %(number)s rounds in a row.", number=length))


def _start(game: FinishedGame, _names: Mapping[str, str]) -> Iterator[Award]:
    who, points = _cheapest(game, slice(3))
    if who:
        says = ngettext(
            "Only %(num)s point in the first three rounds.",
            "Only %(num)s points in the first three rounds.",
            points,
            num=signed(points),
        )
        yield Award("start", _("Flying start"), who, says)


def _finish(game: FinishedGame, _names: Mapping[str, str]) -> Iterator[Award]:
    who, points = _cheapest(game, slice(-3, None))
    if who:
        says = ngettext(
            "Only %(num)s point in the last three rounds.",
            "Only %(num)s points in the last three rounds.",
            points,
            num=signed(points),
        )
        yield Award("finish", _("Strong finish"), who, says)


def _cheapest(game: FinishedGame, part: slice) -> tuple[tuple[str, ...], int]:
    """Who has the fewest points in a part of the rounds, and how many; nobody in a short game."""
    if len(game.rounds) < 6:
        return (), 0
    return _best({result.player: sum(filter(None, result.scores[part])) for result in _whole(game)}, low=True)


def _comeback(game: FinishedGame, _names: Mapping[str, str]) -> Iterator[Award]:
    """Points made up on the leader: the most they were ever behind, less what is left of it."""
    best = min(result.total for result in _stayed(game))
    made_up = {
        result.player: behind(game, result.player) - (result.total - best) for result in _stayed(game) if result.played
    }
    who, points = _best(made_up)
    if points >= 20:
        yield Award(
            "comeback",
            _("Comeback"),
            who,
            _("Came back from furthest behind to make up %(points)s points on the leader.", points=points),
        )


def _lead(game: FinishedGame, _names: Mapping[str, str]) -> Iterator[Award]:
    columns = {result.player: running_totals(result) for result in _stayed(game)}
    led = dict.fromkeys(columns, 0)
    for place in range(len(game.rounds)):
        now = {player: total for player, column in columns.items() if (total := column[place]) is not None}
        for player, total in now.items():
            led[player] += total == min(now.values())
    who, times = _best(led)
    if 2 * times > len(game.rounds):
        yield Award(
            "lead",
            _("Longest in the lead"),
            who,
            _("Led after %(times)s of %(rounds)s rounds.", times=times, rounds=len(game.rounds)),
        )


def _steady(game: FinishedGame, _names: Mapping[str, str]) -> Iterator[Award]:
    if len(game.rounds) >= 4:
        highest = {result.player: max(score or 0 for score in result.scores) for result in _whole(game)}
        who, points = _best(highest, low=True)
        if who:
            yield Award(
                "steady",
                _("Steady hand"),
                who,
                ngettext(
                    "Never scored more than %(num)s point in a round, the best of all.",
                    "Never scored more than %(num)s points in a round, the best of all.",
                    points,
                    num=signed(points),
                ),
            )


def _cleanest(game: FinishedGame, _names: Mapping[str, str]) -> Iterator[Award]:
    """Compared exactly, said rounded. Two rounds are no average: where somebody lost fewer, nobody gets it."""
    lost = {
        result.player: [score or 0 for number, score in enumerate(result.scores, 1) if number not in result.out]
        for result in _whole(game)
    }
    if min(map(len, lost.values()), default=0) >= 3:
        average = {player: Fraction(sum(scores), len(scores)) for player, scores in lost.items()}
        least = min(average.values())
        who = tuple(player for player, points in average.items() if points == least)
        if len(who) < len(average):
            yield Award(
                "clean",
                _("Cleanest hand"),
                who,
                _("Averaged only %(points)s points in the rounds they didn’t win.", points=figure(least)),
            )


def _shaken_off(game: FinishedGame, _names: Mapping[str, str]) -> Iterator[Award]:
    """The dearest round of the evening, where its owner still finished ahead of somebody."""
    who, points = _best({result.player: max(score or 0 for score in result.scores) for result in _stayed(game)})
    last = max(result.final for result in _stayed(game))
    still = tuple(player for player in who if game.by_player[player].final < last)
    if still:
        yield Award(
            "shaken",
            _("Shook it off"),
            still,
            _("Took %(points)s points in one round and still didn’t finish last.", points=points),
        )


def _photo(game: FinishedGame, names: Mapping[str, str]) -> Iterator[Award]:
    ordered = sorted(_stayed(game), key=lambda result: result.total)
    first, second = ordered[0], ordered[1]
    gap = second.total - first.total
    if 0 < gap <= len(game.rounds) and [result.total for result in ordered].count(second.total) == 1:
        name = names.get(second.player, second.player)
        yield Award(
            "photo",
            _("Photo finish"),
            (first.player, second.player),
            ngettext(
                "%(num)s point between first place and %(name)s, after %(rounds)s rounds.",
                "%(num)s points between first place and %(name)s, after %(rounds)s rounds.",
                gap,
                name=name,
                rounds=len(game.rounds),
            ),
        )


def _jokers(game: FinishedGame, _names: Mapping[str, str]) -> Iterator[Award]:
    who, jokers = _best({result.player: result.jokers for result in _stayed(game)})
    if jokers > 1:
        yield Award(
            "jokers",
            of_the_pack(_("Friend of the jokers")),
            who,
            of_the_pack(_("Caught with %(number)s jokers at the end of rounds.", number=jokers)),
        )


def _cuts(game: FinishedGame, _names: Mapping[str, str]) -> Iterator[Award]:
    who, times = _best({result.player: result.cuts for result in _stayed(game)})
    if times:
        yield Award(
            "cut",
            _("Exact eye"),
            who,
            ngettext("%(num)s exact cut, the most of all.", "%(num)s exact cuts, the most of all.", times),
        )


def _may_is(game: FinishedGame, _names: Mapping[str, str]) -> Iterator[Award]:
    """As far as the table told them, which the words say."""
    counts = {result.player: result.claims.may_is for result in _stayed(game) if result.claims}
    who, times = _best(counts)
    if times > 1:
        yield Award(
            "may-i",
            _("Couldn’t wait"),
            who,
            _("Took %(number)s discards out of turn, the most recorded.", number=times),
        )


def _screwed(game: FinishedGame, _names: Mapping[str, str]) -> Iterator[Award]:
    counts = {result.player: result.claims.suffered for result in _stayed(game) if result.claims}
    who, times = _best(counts)
    if times > 1:
        yield Award(
            "screwed",
            _("Most screwed"),
            who,
            _("Lost a card to %(number)s screw-overs, the most recorded.", number=times),
        )


_WITHOUT_POINTS: tuple[Find, ...] = (_out, _hat_trick, _jokers, _cuts, _may_is, _screwed)
"""Those of any game: where the highest total wins, few points are nothing to be glad of, and without a rulebook points
may be anything."""
_WITHOUT_TOTALS: tuple[Find, ...] = (_out, _hat_trick, _cleanest, _jokers, _cuts, _may_is, _screwed)
"""Those that do not say who is ahead: where each player has a contract of their own, totals do not say it."""
_ALL: tuple[Find, ...] = (
    _out,
    _hat_trick,
    _start,
    _finish,
    _comeback,
    _lead,
    _steady,
    _cleanest,
    _shaken_off,
    _photo,
    _jokers,
    _cuts,
    _may_is,
    _screwed,
)
