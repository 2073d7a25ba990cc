"""A player's page the slow way: everything is made of the whole list of their games."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from heapq import nsmallest

from referee.messages import gettext as _
from referee.season.games import Claims, FinishedGame, Result, in_order
from referee.season.measures import counts_at_all
from referee.season.people import (
    Caught,
    GameMark,
    PlayerPage,
    RoundMark,
    Streak,
    _add_game,
    _at,
    _is_said,
    _mark,
    _meet,
    _met,
    _Sum,
    out_in_a_row,
)


def player_page(games: Iterable[FinishedGame], player: str, names: Mapping[str, str]) -> PlayerPage:
    """The page of one player, from any games of the club; those without them are left out."""
    mine = [(game, game.by_player[player]) for game in in_order(games) if player in game.by_player]
    whole, books, rounds, sizes = _Sum(_("All games")), {}, {}, {}  # type: ignore[var-annotated]
    against: dict[str, list[int]] = {}
    won: list[bool] = []
    upper: list[bool] = []
    marks: list[GameMark] = []
    for game, result in mine:
        sums = [whole, _at(books, game.kind, game.rulebook_name)]
        if result.stayed:
            sums.append(_at(sizes, game.players, _("%(number)s players", number=game.players)))
        stood = _meet(against, game, result.player) if result.stayed and counts_at_all(game) else None
        _add_game(sums, result, stood, by_points=game.points_compare and bool(game.rounds))
        for number, (played, score) in enumerate(zip(game.rounds, result.scores, strict=True), start=1):
            if score is not None and played.contract and game.points_compare:
                costs = rounds.get(key := (game.kind, played.plays, played.contract))
                if costs is None:
                    where = _("%(rulebook)s, round %(number)s", rulebook=game.rulebook_name, number=played.plays)
                    label = f"{where}: {played.contract}"
                    costs = rounds[key] = _Sum(label)
                costs.rounds += 1
                costs.rounds_of_points += 1
                costs.points += score
                costs.wins[1] += number in result.out
        if stood is not None:
            won.append(not stood.before)
            upper.append(stood.behind >= stood.before)
        marks.append(_mark(game, result, stood))
    # points first, then the latest first among equals
    scores = [
        (score, -number, -place)
        for number, (game, result) in enumerate(mine)
        for place, score in enumerate(result.scores)
        if score is not None and game.points_compare
    ]
    order = {book: number for number, book in enumerate(sorted(books, key=lambda book: (-books[book].games, book)))}
    by_round = sorted(rounds, key=lambda key: (order[key[0]], *key[1:]))
    return PlayerPage(
        player=player,
        name=names.get(player, player),
        games=tuple(reversed(marks)),
        whole=whole.average(),
        best_place=min((mark.place for mark in marks if mark.place), default=None),
        by_rulebook=tuple(books[book].average() for book in order),
        by_round=tuple(rounds[key].average() for key in by_round),
        by_players=tuple(sizes[size].average() for size in sorted(sizes)),
        best_games=tuple(
            nsmallest(
                3,
                (mark for mark in reversed(marks) if mark.place and mark.points_compare),
                key=lambda mark: mark.per_round,
            )
        ),
        worst_rounds=_rounds(mine, nsmallest(3, ((-score, number, place) for score, number, place in scores))),
        best_rounds=_rounds(mine, nsmallest(3, (score for score in scores if score[0] > 0))),
        out=sum(len(result.out) for _, result in mine),
        rounds_to_go_out=sum(result.played for game, result in mine if not game.of_sheet),
        cuts=sum(result.cuts for _, result in mine),
        against=_met(against, names),
        won_in_a_row=streak(won),
        top_half_in_a_row=streak(upper),
        out_in_a_row=max((out_in_a_row(result) for _, result in mine), default=0),
        caught=_caught([result for _, result in mine if result.has_jokers]),
        claims=_claims(result.claims for _, result in mine),
    )


def _rounds(
    mine: Sequence[tuple[FinishedGame, Result]], numbers: Iterable[tuple[int, int, int]]
) -> tuple[RoundMark, ...]:
    """Rounds found by the numbers (below 0) of game and round."""
    marks = []
    for points, number, place in numbers:
        game, result = mine[-number]
        cards = result.cards[-place] if result.cards else None
        marks.append(
            RoundMark(game.id, game.day, 1 - place, game.rounds[-place].contract, abs(points), cards, result.pack)
        )
    return tuple(marks)


def streak(values: Sequence[bool]) -> Streak:
    """The longest row of true values, and the one at the end."""
    longest = running = 0
    for value in values:
        running = running + 1 if value else 0
        longest = max(longest, running)
    return Streak(longest, running)


def _caught(results: Sequence[Result]) -> Caught:
    hands = [hand for result in results for hand in result.cards if hand is not None]
    silent = sum(1 for result in results for number in result.out if not _is_said(result, number))
    held = [hand.count("JK") for hand in hands]
    if not any(hands):  # points alone, as on old paper: nobody said any cards
        return Caught(0, 0, 0, 0)
    return Caught(sum(held), sum(map(bool, held)), max(held, default=0), len(hands) + silent)


def _claims(recorded: Iterable[Claims | None]) -> Claims | None:
    all_claims = [claims for claims in recorded if claims is not None]
    return Claims(*map(sum, zip(*all_claims, strict=True))) if all_claims else None
