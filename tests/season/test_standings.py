from __future__ import annotations

import dataclasses
from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from referee.season.games import FinishedGame, Result
from referee.season.outlook import level_with, outlook_of
from referee.season.places import places_of
from referee.season.rules import SeasonRule, explain, to_data
from referee.season.standings import Row, Standings, standings
from referee.season.tally import Count, course
from tests.season.doubles import merged
from tests.season.drawing import games, rules, slow_places
from tests.season.evenings import NAMES, game


def row_of(table: Standings, player: str) -> Row | None:
    return next((row for row in table.rows if row.player == player), None)


def places(played: tuple[FinishedGame, ...], rule: SeasonRule) -> dict[str, int]:
    return {row.player: row.place.place for row in standings(played, rule, NAMES).rows if row.place}


@given(games(given=True), rules())
def test_every_place_is_what_a_slow_reading_of_the_rule_gives(
    played: tuple[FinishedGame, ...], rule: SeasonRule
) -> None:
    assert places(played, rule) == slow_places(played, rule)


@given(games(), rules(), st.randoms(use_true_random=False))
def test_the_order_of_entry_and_of_seats_changes_nothing(played, rule, random) -> None:  # type: ignore[no-untyped-def]
    mixed = [dataclasses.replace(one, results=tuple(random.sample(one.results, len(one.results)))) for one in played]
    random.shuffle(mixed)
    assert standings(mixed, rule, NAMES) == standings(played, rule, NAMES)


@given(games(least=1, given=True), rules(), st.data())
def test_a_worse_result_never_improves_a_place(played, rule, data) -> None:  # type: ignore[no-untyped-def]
    number = data.draw(st.integers(0, len(played) - 1))
    seat = data.draw(st.integers(0, len(played[number].results) - 1))
    hurt, more = played[number].results[seat], data.draw(st.sampled_from([1, 5, 30, 200]))
    results = list(played[number].results)
    if not played[number].rounds:
        worse_by = {"behind": hurt.behind + more} if hurt.whole is None else {"whole": hurt.whole + more}
        results[seat] = hurt._replace(**worse_by)
    else:
        place = data.draw(st.integers(0, len(played[number].rounds) - 1))
        assume(hurt.scores[place] is not None and not hurt.guest)
        scores = list(hurt.scores)
        scores[place] = (scores[place] or 0) + more
        results[seat] = hurt._replace(scores=tuple(scores))
    worse = [*played]
    worse[number] = dataclasses.replace(played[number], results=tuple(results))
    before, after = places(played, rule), places(tuple(worse), rule)
    assert before.keys() == after.keys()
    player = hurt.stands_in_for or hurt.player
    assert after.get(player, 0) >= before.get(player, 0)


@given(games(least=1), rules(), st.data())
def test_an_absent_night_counts_as_nothing(played, rule, data) -> None:  # type: ignore[no-untyped-def]
    """The last game changes nobody's own figures but those of whoever counts in it."""
    there = {result.player for result in played[-1].results}
    there |= {result.stands_in_for for result in played[-1].results}
    last = dataclasses.replace(played[-1], at="2026-12-31")
    before, after = standings(played[:-1], rule, NAMES), standings((*played[:-1], last), rule, NAMES)
    for row in before.rows:
        if row.player not in there:
            now = row_of(after, row.player)
            assert now is not None
            assert (now.value, now.games, now.lines) == (row.value, row.games, row.lines)


@given(games(), rules())
def test_shared_places_leave_out_the_next_ones(played: tuple[FinishedGame, ...], rule: SeasonRule) -> None:
    ranked = [row for row in standings(played, rule, NAMES).rows if row.place]
    for number, row in enumerate(ranked, start=1):
        assert row.place is not None
        level = [other for other in ranked if other.place == row.place]
        assert row.place.shared == (len(level) > 1)
        assert row.place.place <= number < row.place.place + len(level)


@given(games(), rules())
def test_a_double_player_counts_like_the_one_they_are(played: tuple[FinishedGame, ...], rule: SeasonRule) -> None:
    def renamed(result: Result) -> Result:
        return result._replace(player="double") if result.player == "a" else result

    doubled = [
        dataclasses.replace(one, results=tuple(map(renamed, one.results))) if number % 2 else one
        for number, one in enumerate(played)
    ]
    assert standings(merged(doubled, {"double": "a"}), rule, NAMES) == standings(played, rule, NAMES)


@given(games(least=1, given=True), rules(), st.sampled_from([2, 3, 10]))
def test_dearer_cards_change_nothing_where_the_way_is_fair_to_rulebooks(played, rule, times) -> None:  # type: ignore[no-untyped-def]
    assume(rule.way in ("place points", "table average", "wins"))
    rule = dataclasses.replace(rule, ties=tuple(name for name in rule.ties if "points" not in name[-16:]))

    def dearer(result: Result) -> Result:
        scores = tuple(score and score * times for score in result.scores)
        return result._replace(scores=scores, opening=result.opening * times, handicap=result.handicap * times)

    dear = dataclasses.replace(played[0], results=tuple(map(dearer, played[0].results)))
    assert places((dear, *played[1:]), rule) == places(played, rule)


@given(games(least=1), rules())
def test_what_parted_players_of_the_same_value_stands_beside_them_and_nothing_else(played, rule) -> None:  # type: ignore[no-untyped-def]
    ranked = [row for row in standings(played, rule, NAMES).rows if row.place is not None]
    for row in ranked:
        same = [other for other in ranked if other.value == row.value]
        apart = [other for other in same if other.place != row.place]
        assert bool(row.decided) == bool(apart)
        assert all(other.value == row.value for other in ranked if other.shown == row.shown), "what looks equal is"
        assert all(other.decided != row.decided for other in apart)
        assert all(other.decided == row.decided for other in same if other.place == row.place)


@given(games(least=1), rules())
def test_the_bump_chart_ends_where_the_table_stands_and_shows_its_movement(played, rule) -> None:  # type: ignore[no-untyped-def]
    chart, table = places_of(course(played, rule), NAMES), standings(played, rule, NAMES)
    assert len(chart.moments) == len(played)
    for line in chart.lines:
        row = row_of(table, line.player)
        assert row is not None
        assert line.places[-1] == row.place
        before = line.places[-2] if len(played) > 1 else None
        assert row.moved == (before.place - row.place.place if before and row.place else None)
    assert chart.lowest == max((p.place for line in chart.lines for p in line.places if p), default=0)


values = st.fractions(min_value=0, max_value=100, max_denominator=6)


@given(st.lists(values, min_size=1, max_size=6), st.none() | st.integers(1, 4), st.integers(1, 4), values)
def test_what_is_needed_is_enough_and_nothing_less_is(old, best_of, left, target) -> None:  # type: ignore[no-untyped-def]
    def after(value: Fraction) -> Fraction:
        counted = sorted([*old, *[value] * left], reverse=True)[:best_of]
        return sum(counted) / len(counted)

    kept = sorted(old, reverse=True)[:best_of]
    tally = Count(SeasonRule()).tallies.setdefault("a", _tally(kept))
    assume(sum(kept) / len(kept) < target)
    needed = level_with(tally, best_of, left, target)
    assert after(needed) >= target > after(needed - Fraction(1, 1000))


def _tally(kept: list[Fraction]):  # type: ignore[no-untyped-def]
    from referee.season.tally import Tally

    best = [((-float(value),), (-value,), str(number)) for number, value in enumerate(kept)]
    return Tally(best=best, sums=[sum(kept, Fraction(0))], counted=len(kept))


def test_place_points_say_of_which_places_they_are_made() -> None:
    evenings = [{"a": "10", "b": "20", "c": "30", "d": "40"}] * 2 + [{"a": "10", "b": "10", "c": "5", "d": "40"}]
    played = tuple(game(f"2026-01-0{day}", columns) for day, columns in enumerate(evenings, 1))
    made_of = {row.player: row.finishes for row in standings(played, SeasonRule(), NAMES).rows}
    assert made_of == {
        "a": "2 firsts, 1 second",
        "b": "3 seconds",
        "c": "1 first, 2 thirds",
        "d": "3 lower",
    }
    best = standings(played, SeasonRule(best_of=2), NAMES)
    assert next(row.finishes for row in best.rows if row.player == "c") == "1 first, 1 third", "of those that count"
    assert {row.finishes for row in standings(played, SeasonRule(way="wins"), NAMES).rows} == {""}


def test_what_each_still_needs_is_said_in_a_sentence() -> None:
    played = [game(f"2026-01-0{day}", {"a": "10", "b": "20", "c": "30"}) for day in (1, 2)]
    first, second, third = outlook_of(course(played, SeasonRule(planned=4, minimum=3)), NAMES) or [None] * 3
    assert first is not None
    assert (first.missing, first.in_time, first.needs) == (1, True, ())
    first, second, third = outlook_of(course(played, SeasonRule(planned=4)), NAMES)
    assert (first.name, first.games_left, first.needs) == ("Player 1", 2, ())
    assert [need.sentence for need in second.needs] == ["Can no longer catch Player 1."]
    assert third.needs[1].per_game == 100
    assert third.needs[1].sentence == "Needs 100.0 place points a game to draw level with Player 2."


def test_it_is_said_of_whoever_leads_and_of_the_next_above_alone() -> None:
    played = [game(f"2026-01-0{day}", {"a": "10", "b": "20", "c": "30", "d": "40"}) for day in (1, 2)]
    last = outlook_of(course(played, SeasonRule(planned=9)), NAMES)[3]
    assert [need.ahead for need in last.needs] == ["a", "c"]


@pytest.mark.parametrize(
    ("rule", "sentence"),
    [
        (
            SeasonRule("wins", planned=6),
            "Needs 4 wins to draw level with Player 1.",
        ),
        (
            SeasonRule("points per round", planned=4),
            "Needs at most 0.0 points per round a game to draw level with Player 1.",
        ),
        (
            SeasonRule("total points", 2, 2, planned=4),
            "Needs at most 10.0 points a game to draw level with Player 1.",
        ),
        (SeasonRule("table average", planned=3), "Can no longer catch Player 1."),
        (
            SeasonRule("points per round", planned=3),
            "Can catch Player 1 only with bonus points.",
        ),
    ],
)
def test_each_way_says_what_is_needed_in_its_own_measure(rule: SeasonRule, sentence: str) -> None:
    played = [game("2026-01-01", {"a": "10", "b": "20"}), game("2026-01-02", {"a": "10", "b": "20"})]
    if rule.way == "wins":
        played = [game("2026-01-01", {"a": "10", "b": "20"}), game("2026-01-02", {"a": "10", "b": "10"})]
    assert outlook_of(course(played, rule), NAMES)[1].needs[0].sentence == sentence


def test_a_season_without_an_end_or_at_its_end_needs_nothing_more() -> None:
    played = [game("2026-01-01", {"a": "10", "b": "20"})]
    for rule in (SeasonRule(), SeasonRule(planned=1)):
        assert outlook_of(course(played, rule), NAMES) == ()


def test_whoever_cannot_be_ranked_in_time_is_told_so() -> None:
    played = [game("2026-01-01", {"a": "10", "b": "20"}), game("2026-01-02", {"a": "10", "c": "20"})]
    late = next(one for one in outlook_of(course(played, SeasonRule(planned=3, minimum=3)), NAMES) if one.player == "c")
    assert (late.missing, late.in_time, late.needs) == (2, False, ())


def test_an_empty_season_has_an_empty_table_with_its_rule_under_it() -> None:
    table = standings([], SeasonRule(), NAMES)
    assert (table.rows, table.last, table.games) == ((), None, 0)
    assert table.explanation


@given(games(least=1, most=5, given=True), st.sampled_from(["place points", "wins"]), st.data())
def test_leaving_never_improves_a_rank(season: tuple[FinishedGame, ...], way: str, data: st.DataObject) -> None:
    """Whoever stands up before the last round, whatever it would have brought, ends no better than by staying last."""
    rule = SeasonRule(way=way, ties=(), leavers="last")
    number = data.draw(st.integers(0, len(season) - 1))
    played = season[number]
    there = [result.player for result in played.results if result.stayed and not result.guest]
    assume(there and played.rounds)  # nobody leaves a result without rounds
    who = data.draw(st.sampled_from(there))
    stood_up = dataclasses.replace(
        played, results=tuple(r._replace(stayed=False) if r.player == who else r for r in played.results)
    )
    assume(stood_up.players >= 2)
    left = (*season[:number], stood_up, *season[number + 1 :])
    names: dict[str, str] = {}
    stays, leaves = ({row.player: row.value for row in standings(each, rule, names).rows} for each in (season, left))
    assert leaves.get(who, 0) <= stays.get(who, 0)


def test_whoever_leaves_comes_last_and_is_beaten_by_those_who_stay_where_the_season_says_so() -> None:
    games = [game("2026-01-05", {"a": "10 5", "b": "20 5", "c": "1 -"}, {"c": {"stayed": False}})]
    rows = {row.player: row for row in standings(games, SeasonRule(leavers="last"), {}).rows}
    assert {player: row.value for player, row in rows.items()} == {"a": 100, "b": 50, "c": 0}
    assert rows["c"].finishes == "1 third"
    assert "1 seat left before the end counts as last." in standings(games, SeasonRule(leavers="last"), {}).notes
    before = {row.player: row.value for row in standings(games, SeasonRule(), {}).rows}
    assert before == {"a": 100, "b": 0}


def test_a_season_from_before_one_could_choose_keeps_its_rule_and_its_words() -> None:
    assert "leavers" not in to_data(SeasonRule())
    assert SeasonRule(**{**to_data(SeasonRule()), "ties": ()}).leavers == "not counted"
    assert "A game doesn’t count for a player who left before the end." in " ".join(explain(SeasonRule()))
    assert "comes last in that game" in " ".join(explain(SeasonRule(leavers="last")))
