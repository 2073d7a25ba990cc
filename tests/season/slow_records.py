"""A club's records and costs the slow way: every candidate is listed, and the best looked up among them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction

from referee.messages import gettext as _
from referee.messages import ngettext
from referee.season.figures import figure, signed
from referee.season.games import FinishedGame, Result, in_order
from referee.season.records import ContractCost, Holder, Record, behind

Found = Iterable[tuple[Fraction, Holder]]


def club_records(games: Iterable[FinishedGame]) -> tuple[Record, ...]:
    """The records of a club; those that nobody can hold yet are left out."""
    every = in_order(games)
    finished = tuple(game for game in every if not game.of_sheet)
    played = tuple(game for game in finished if game.rounds)
    lowest = tuple(game for game in played if not game.highest_wins)
    by_points = tuple(game for game in lowest if not game.own_contracts)
    high = [_("Games in which the highest total wins are left out.")] if len(lowest) < len(played) else []
    own = (
        [_("Games in which each player has a contract of their own are left out.")]
        if len(by_points) < len(lowest)
        else []
    )
    sheets = [_("Games without a rulebook are left out.")] if len(played) < len(every) else []
    bare = [_("Results without rounds are left out.")] if len(played) < len(finished) else []
    others = [*own, *high, *sheets, *bare]
    records = (
        _record(
            _("Fewest points per round"),
            " ".join([_("The lowest average in a game played from the first round to the last."), *others]),
            ((Fraction(result.points, result.played), _holder(game, result)) for game, result in _whole(by_points)),
            low=True,
            say=figure,
        ),
        _record(
            _("Clearest win"),
            " ".join([_("The biggest gap between first and second place, per round."), *others]),
            _margins(by_points),
            low=False,
            say=lambda value: _("%(points)s per round", points=figure(value)),
        ),
        _most(
            _("Most rounds gone out in"),
            " ".join([_("In one game."), *bare]),
            ((Fraction(len(result.out)), _holder(game, result)) for game, result in _seats(played) if result.out),
            lambda number: ngettext("%(num)s round", "%(num)s rounds", number),
        ),
        _most(
            _("Most wins in a row"),
            _("A player’s games, one after another; a shared first place counts."),
            _winning(finished),
            lambda number: ngettext("%(num)s game", "%(num)s games", number),
        ),
        _most(
            _("Biggest comeback"),
            " ".join([_("Points made up in one game by a player who came from behind to win."), *others]),
            _comebacks(by_points),
            _points,
        ),
        _most(
            _("Costliest round"), " ".join([_("The most points of one round."), *high, *bare]), _rounds(lowest), _points
        ),
        _most(
            _("Most jokers left in one round"),
            _("Counted where the cards were entered."),
            _jokers(played),
            lambda number: ngettext("%(num)s joker", "%(num)s jokers", number),
        ),
    )
    return tuple(record for record in records if record is not None)


def _record(
    name: str, explanation: str, candidates: Found, *, low: bool, say: Callable[[Fraction], str]
) -> Record | None:
    values = list(candidates)
    if not values:
        return None
    value = (min if low else max)(value for value, _holder_ in values)
    holders = tuple(dict.fromkeys(holder for held, holder in values if held == value))
    return Record(name, value, say(value), explanation, holders)


def _most(name: str, explanation: str, candidates: Found, say: Callable[[int], str]) -> Record | None:
    """The largest number of something."""
    return _record(name, explanation, candidates, low=False, say=lambda value: say(int(value)))


def _points(number: int) -> str:
    return ngettext("%(num)s point", "%(num)s points", number, num=signed(number))


def _holder(game: FinishedGame, result: Result) -> Holder:
    return Holder(result.player, game.id, game.day, game.rulebook_name)


def _seats(games: Sequence[FinishedGame]) -> Iterable[tuple[FinishedGame, Result]]:
    return ((game, result) for game in games for result in game.results)


def _whole(games: Sequence[FinishedGame]) -> Iterable[tuple[FinishedGame, Result]]:
    """Columns from the first round to the last, of games of more than one round."""
    return (
        (game, result) for game, result in _seats(games) if len(game.rounds) > 1 and result.played == len(game.rounds)
    )


def _margins(games: Sequence[FinishedGame]) -> Found:
    for game in games:
        totals = sorted(game.by_player[player].total for player in game.places)
        if len(totals) > 1 and game.rounds and totals[1] > totals[0]:
            yield Fraction(totals[1] - totals[0], len(game.rounds)), _holder(game, game.by_player[game.winners[0]])


def _winning(games: Sequence[FinishedGame]) -> Found:
    rows: dict[str, int] = {}
    for game in games:
        if game.players > 1:
            for player in game.places:
                rows[player] = rows.get(player, 0) + 1 if player in game.winners else 0
                if rows[player] > 1:
                    yield Fraction(rows[player]), _holder(game, game.by_player[player])


def _comebacks(games: Sequence[FinishedGame]) -> Found:
    for game in games:
        for player in game.winners:
            if game.players > 1 and (points := behind(game, player)):
                yield Fraction(points), _holder(game, game.by_player[player])


def _rounds(games: Sequence[FinishedGame]) -> Found:
    for game, result in _seats(games):
        if (dearest := max((score for score in result.scores if score is not None), default=0)) > 0:
            yield Fraction(dearest), _holder(game, result)


def _jokers(games: Sequence[FinishedGame]) -> Found:
    for game, result in _seats(games):
        if not result.has_jokers:
            continue
        most = max((hand.count("JK") for hand in result.cards if hand), default=0)
        if most > 1:  # one joker stays with everybody now and then
            yield Fraction(most), _holder(game, result)


def contract_costs(games: Iterable[FinishedGame]) -> tuple[ContractCost, ...]:
    """Every contract that was played, the dearest on average first."""
    sums: dict[tuple[str, int, str], list[int]] = {}
    names: dict[str, str] = {}
    for game in in_order(games):
        if not game.points_compare:  # there a round costs nothing that compares
            continue
        names[game.rulebook] = game.rulebook_name
        for place, played in enumerate(game.rounds):
            scores = [score for result in game.results if (score := result.scores[place]) is not None]
            if scores and played.contract:
                figures = sums.setdefault((game.rulebook, played.plays, played.contract), [0, 0, 0, scores[0]])
                figures[0] += 1
                figures[1] += len(scores)
                figures[2] += sum(scores)
                figures[3] = max(figures[3], *scores)
    costs = [
        ContractCost(book, names[book], plays, contract, *figures) for (book, plays, contract), figures in sums.items()
    ]
    return tuple(sorted(costs, key=lambda cost: (-cost.per_hand, cost.name, cost.plays, cost.contract)))
