"""Random seasons, and a slow second answer to hold the standings against."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from hypothesis import strategies as st

from referee.season.games import FinishedGame, Played, Result, check
from referee.season.measures import MEASURES
from referee.season.rules import BEST_GAME, TIES, SeasonRule

PLAYERS = "abcdef"
scores = st.sampled_from([0, 0, 5, 10, 15, 40])
"""Few values, so that ties are common."""


@st.composite
def games(draw: st.DrawFn, least: int = 0, most: int = 7, *, given: bool = False) -> tuple[FinishedGame, ...]:
    """``given``: whether some were played with a handicap."""
    count = draw(st.integers(least, most))
    return tuple(draw(_game(number, given=given)) for number in range(count))


@st.composite
def _game(draw: st.DrawFn, number: int, *, given: bool = False) -> FinishedGame:
    seats = draw(st.lists(st.sampled_from(PLAYERS), min_size=2, max_size=5, unique=True))
    at = f"2026-01-{draw(st.integers(1, 4)):02}"  # several games on one day
    if draw(st.integers(0, 5)) == 0:
        value = draw(st.sampled_from(["whole", "behind"]))
        bare = [Result(player, ())._replace(**{value: draw(scores)}) for player in seats]
        return check(FinishedGame(f"g{number}", at, at, "contract", "Contract Rummy", (), tuple(bare)))
    rounds = draw(st.integers(1, 3))
    results = []
    for player in seats:
        points = draw(st.lists(scores, min_size=rounds, max_size=rounds))
        late = draw(st.booleans()) and draw(st.booleans()) and rounds > 1
        left = not late and rounds > 1 and draw(st.integers(0, 9)) == 0
        column = (None, *points[1:]) if late else (*points[:-1], None) if left else tuple(points)
        guest = draw(st.integers(0, 9)) == 0
        handicap = draw(st.sampled_from([0, 0, 0, -20, 7])) if given and not late else 0
        opening = 15 if late else handicap
        results.append(Result(player, column, opening=opening, stayed=not left, guest=guest, handicap=handicap))
    absent = sorted(set(PLAYERS) - set(seats))
    if absent and draw(st.integers(0, 4)) == 0:
        results[0] = Result(
            "s", tuple(draw(scores) for _ in range(rounds)), stands_in_for=draw(st.sampled_from(absent))
        )
    return check(
        FinishedGame(f"g{number}", at, at, "contract", "Contract Rummy", (Played(1, "x"),) * rounds, tuple(results))
    )


@st.composite
def rules(draw: st.DrawFn) -> SeasonRule:
    way = draw(st.sampled_from(sorted(MEASURES)))
    best_of = draw(st.integers(1, 4)) if way == "total points" else draw(st.none() | st.integers(1, 4))
    least = best_of if way == "total points" and best_of else 1
    return SeasonRule(
        way=way,
        best_of=best_of,
        minimum=draw(st.integers(least, 4)),
        ties=tuple(draw(st.lists(st.sampled_from(sorted(TIES)), unique=True, max_size=3))),
        substitutes=draw(st.sampled_from(["for nobody", "for the absent player"])),
        leavers=draw(st.sampled_from(["not counted", "last"])),
    )


def slow_places(games: Sequence[FinishedGame], rule: SeasonRule) -> dict[str, int]:
    """The place of everybody ranked, straight from the words of the rule and with no shared code."""
    asked = [name for name in rule.ties if name != rule.way]
    ranked = {}
    for player in PLAYERS:
        mine = []
        for game in games:
            if sum(result.stayed for result in game.results) < 2:
                continue
            for result in game.results:
                if rule.substitutes == "for nobody":
                    own = result.player == player and not result.guest and result.stands_in_for is None
                else:
                    own = (result.stands_in_for or result.player) == player and not result.guest
                if own and (
                    result.stayed or (rule.leavers == "last" and result.scores != (None,) * len(result.scores))
                ):
                    values = _slow_values(game, result, rule.leavers == "last")
                    left = game.rounds or game.has_points or not MEASURES[rule.way].low
                    if left and values[rule.way] is not None:
                        mine.append(values)
        if mine and len(mine) >= rule.minimum:
            order = [rule.way, *(name for name in asked if name != BEST_GAME)]
            mine.sort(key=lambda values: [WORST if values[name] is None else values[name] for name in order])
            mine = mine[::-1][: rule.best_of or len(mine)]
            having = {name: [values[name] for values in mine if values[name] is not None] for name in MEASURES}
            means = {name: sum(there) / len(there) if there else WORST for name, there in having.items()}
            means[BEST_GAME] = max(values[rule.way] for values in mine)
            ranked[player] = [means[rule.way], *(means[name] for name in asked)]
    return {player: 1 + sum(other > key for other in ranked.values()) for player, key in ranked.items()}


WORST = Fraction(-(10**12))


def _slow_bare(game: FinishedGame, mine: Result) -> dict[str, Fraction | None]:
    """The same of a result without rounds."""
    order = {result.player: result.behind if result.whole is None else result.whole for result in game.results}
    own, best = order[mine.player], min(order.values())
    others = [value for player, value in order.items() if player != mine.player]
    totals = [*order.values()] if mine.whole is not None else [0]
    share = sum(Fraction(100 if value > own else 50 if value == own else 0) for value in others)
    return {
        "place points": share / len(others),
        "wins": Fraction(1, [*order.values()].count(best)) if own == best else Fraction(0),
        "points per round": None,
        "table average": -Fraction(100 * own * len(totals), sum(totals)) if any(totals) else Fraction(-100),
        "total points": None if mine.whole is None else Fraction(-own),
    }


def _slow_values(game: FinishedGame, mine: Result, last: bool = False) -> dict[str, Fraction | None]:
    """By every way, more is better; ``last``: whoever left is behind everybody who stayed, and counts."""
    if not game.rounds:
        return _slow_bare(game, mine)
    if not mine.stayed:
        others_ = [_slow_values(game, other, last) for other in game.results if other.stayed]
        own = [score for score in mine.scores if score is not None]
        worst = {name: min(values[name] for values in others_) for name in ("table average", "total points")}
        return {
            "place points": Fraction(0),
            "wins": Fraction(0),
            "points per round": -Fraction(sum(own), len(own)) - Fraction(mine.handicap, len(game.rounds)),
            "table average": worst["table average"],
            "total points": min(worst["total points"], Fraction(-mine.opening - sum(own))),
        }

    def total(result: Result) -> int:
        return result.opening + sum(score or 0 for score in result.scores)

    stayed = [result for result in game.results if result.stayed]
    others = [result for result in stayed if result is not mine]
    gone = [
        result for result in game.results if last and not result.stayed and any(s is not None for s in result.scores)
    ]
    share = 100 * len(gone) + sum(
        Fraction(100 if total(o) > total(mine) else 50 if total(o) == total(mine) else 0) for o in others
    )
    firsts = [result for result in stayed if total(result) == min(map(total, stayed))]
    rounds = [place for place, score in enumerate(mine.scores) if score is not None]
    points = sum(mine.scores[place] or 0 for place in rounds)
    table, there = Fraction(0), 0
    for result in game.results:
        scores = [score for place in rounds if (score := result.scores[place]) is not None]
        table += max(Fraction(0), sum(scores) + Fraction(result.handicap, len(game.rounds)) * len(scores))
        there += len(scores)
    per_round = Fraction(points, len(rounds)) + Fraction(mine.handicap, len(game.rounds))
    return {
        "place points": share / (len(others) + len(gone)),
        "wins": Fraction(1, len(firsts)) if mine in firsts else Fraction(0),
        "points per round": -per_round,
        "table average": -(max(Fraction(0), per_round) * there / table * 100) if table else Fraction(-100),
        "total points": Fraction(-total(mine)),
    }
