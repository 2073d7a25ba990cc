"""What the last closed round has changed: points, places, who is how far behind whom."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

from referee.game.state import Cell, ClosedRound, GameState
from referee.rules.judges.scoring import Place, behind, places, so_far


class Standing(NamedTuple):
    """One seat after the round."""

    seat: int
    cell: Cell | None
    """None for whoever did not play it."""
    total: int
    place: Place
    before: Place | None
    """The place after the round before; None where there was none."""
    gap: int
    """Points behind the leader; for a leader, ahead of the next total."""
    behind_before: int | None
    """Points behind the leader after the round before; None where there was none."""

    @property
    def leads(self) -> bool:
        return self.place.place == 1

    @property
    def led(self) -> bool:
        return self.before is not None and self.before.place == 1

    @property
    def behind(self) -> int:
        """Points behind the leader, 0 for a leader."""
        return 0 if self.leads else self.gap

    @property
    def rose(self) -> bool:
        return self.before is not None and self.place.place < self.before.place

    @property
    def fell(self) -> bool:
        return self.before is not None and self.place.place > self.before.place


class Headline(NamedTuple):
    """What a round has brought, in brief."""

    what: Literal["level", "leads", "takes the lead", "leads alone", "stays ahead", "share the lead", "moves up", ""]
    """Empty where nobody at the table has played a round."""
    standings: tuple[Standing, ...]
    """Of whom it is said: the leaders, or who moved up furthest; nobody where all are level."""


class RoundNews(NamedTuple):
    round: ClosedRound
    standings: tuple[Standing, ...]
    """Those at the table, by place."""

    @property
    def headline(self) -> Headline:
        leaders = tuple(each for each in self.standings if each.leads)
        if not leaders:
            return Headline("", ())
        if len(leaders) == len(self.standings) > 1:
            return Headline("level", ())
        if len(leaders) > 1:
            return Headline("share the lead", leaders)
        leader = leaders[0]
        if not any(each.before for each in self.standings):
            return Headline("leads", leaders)
        if not leader.led:
            return Headline("takes the lead", leaders)
        if leader.before is not None and leader.before.shared:
            return Headline("leads alone", leaders)
        climber = max(self.standings, key=_places_won)
        return Headline("moves up", (climber,)) if _places_won(climber) > 1 else Headline("stays ahead", leaders)

    @property
    def most(self) -> int | None:
        """The seat that was left with more points than anybody else in the round, also one that left."""
        scores = {seat: cell.left_with for seat, cell in self.round.cells.items()}
        most = max(scores.values(), default=0)
        those = [seat for seat, score in scores.items() if score == most]
        return those[0] if most > 0 and len(those) == 1 else None


def _places_won(standing: Standing) -> int:
    return standing.before.place - standing.place.place if standing.before else 0


def round_news(state: GameState) -> RoundNews:
    """The news of the last closed round; there must be one."""
    played, totals, before = state.rounds[-1], state.totals, _places_before(state)
    ranked = sorted((seat.id for seat in state.ranked), key=lambda seat: state.places[seat].place)
    now_behind = _behind(state, totals, ranked)
    behind_before = _behind(state, state.running_totals[-2], tuple(before)) if before else {}
    ahead = min((points for points in now_behind.values() if points), default=0)
    return RoundNews(
        played,
        tuple(
            Standing(
                seat=seat,
                cell=played.cells.get(seat),
                total=totals[seat],
                place=state.places[seat],
                before=before.get(seat),
                gap=ahead if state.places[seat].place == 1 else now_behind[seat],
                behind_before=behind_before.get(seat),
            )
            for seat in ranked
        ),
    )


def _places_before(state: GameState) -> Mapping[int, Place]:
    """After the round before, of all who played it, also of whoever has left since: nobody was ahead who was behind
    them."""
    if len(state.rounds) < 2:
        return {}
    totals = state.running_totals[-2]
    there = [seat for seat in totals if seat in state.rounds[-2].cells]
    met = [state.met(seat, len(state.rounds) - 1) for seat in there]
    return dict(zip(there, places(so_far(state.book, [totals[seat] for seat in there], met)), strict=True))


def _behind(state: GameState, totals: Mapping[int, int], seats: Sequence[int]) -> Mapping[int, int]:
    """How far each of these is from whoever leads them."""
    far = behind([totals[seat] for seat in seats], highest_wins=state.book.highest_wins)
    return dict(zip(seats, far, strict=True))
