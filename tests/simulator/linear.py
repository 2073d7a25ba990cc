"""Whether what phones were told of a game can be told as one story: its history of calls and answers is linearizable.

A game is a log to which writes add, an undo too. Each call has a moment at which it was begun and one at which it was
answered, and must have happened at one moment between; what a reader is shown is the log as it was at one such moment.
In general that is a search (Wing and Gong 1993, Lowe 2017). Here the log itself is the witness: it says in which order
the writes happened, and what a reader was shown says after which of them, so that one pass over the moments decides it.
``search`` is the slow twin, which knows no log; a test holds the two against each other.

A restore or a failover cuts the log: what follows is another epoch. What was shown and acknowledged before it holds for
the log before, and for as much of it as was kept.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import inf
from typing import NamedTuple

Cell = tuple[int, int]
"""A round and a seat."""


@dataclass(frozen=True)
class Entry:
    """One event of a log."""

    write: str
    """The id of the write that brought it."""
    cell: Cell | None = None
    """Whose cards it tells, if it tells any."""
    value: str | None = None
    undoes: int = 0
    """The number of the entry that it takes back, 0 for none."""


Log = tuple[Entry, ...]


def dead_in(log: Sequence[Entry]) -> set[int]:
    """The numbers of the entries that are taken back."""
    dead: set[int] = set()
    for number in range(len(log), 0, -1):
        if number not in dead and log[number - 1].undoes:
            dead.add(log[number - 1].undoes)
    return dead


def value_of(log: Sequence[Entry], cell: Cell) -> str | None:
    """What stands in a cell; None for nothing."""
    dead = dead_in(log)
    for number in range(len(log), 0, -1):
        if log[number - 1].cell == cell and number not in dead:
            return log[number - 1].value
    return None


@dataclass(frozen=True)
class View:
    """What a page showed: the log as far as this."""

    log: Log

    def is_told_by(self, log: Sequence[Entry]) -> bool:
        """Whether a log begins with the same things, whoever wrote them; a note is what its write says."""
        return len(log) >= len(self.log) and all(
            ours == theirs or ((ours.cell or ours.undoes) and replace(ours, write=theirs.write) == theirs)
            for ours, theirs in zip(self.log, log, strict=False)
        )

    def fits(self, log: Sequence[Entry]) -> bool:
        """Whether it is a beginning of another log."""
        return tuple(log[: len(self.log)]) == self.log


@dataclass
class Write:
    """Something tapped, however often it was sent."""

    id: str
    began: float
    view: View
    cell: Cell | None = None
    value: str | None = None
    insists: bool = False
    """It was shown what another one has told and is to count in its place."""
    path: str = ""
    undoes: int = 0
    ended: float = inf
    outcome: str = ""
    """``written``, ``refused``, ``stale`` (somebody else changed that), or empty: no phone was told."""


@dataclass
class Read:
    """What a page showed, and when it was asked for and came."""

    began: float
    ended: float
    shown: Log


@dataclass
class Epoch:
    """The log of a game from a restore or a failover to the next one."""

    began: float
    kept: int = 0
    """So much stood in it then."""
    log: Log = ()
    ended: float = inf


@dataclass
class Game:
    """Everything that phones sent and were shown of one game."""

    epochs: list[Epoch] = field(default_factory=lambda: [Epoch(-inf)])
    writes: list[Write] = field(default_factory=list)
    reads: list[Read] = field(default_factory=list)

    def cut(self, at: float, log_before: Log, kept: int) -> None:
        """A restore or a failover: so much is there, of this log or of one that was lost before."""
        last = self.epochs[-1]
        last.log, last.ended = log_before, at
        self.epochs.append(Epoch(at, kept))


class Finding(NamedTuple):
    """What cannot be, and of which kind."""

    kind: str
    what: str


STORY = "story"
"""Lost, doubled, or shown as it never was."""
OVERWRITTEN = "overwritten"
"""Something was put in the place of what its page had not shown."""
OF_ANOTHER = "overwritten, of another book"
"""The same, by a page of a book that was lost since."""


def faults(game: Game) -> list[Finding]:
    """What cannot be told as one story; empty where all is well."""
    return [*_of_writes(game), *(fault for epoch in game.epochs for fault in _of_epoch(game, epoch))]


def _positions(log: Log) -> dict[str, list[int]]:
    """By write the numbers of what it brought."""
    found: dict[str, list[int]] = {}
    for number, entry in enumerate(log, start=1):
        found.setdefault(entry.write, []).append(number)
    return found


def _of_writes(game: Game) -> Iterator[Finding]:
    """Once if it was acknowledged, never if it was refused, else once or never."""
    there = [(epoch, _positions(epoch.log)) for epoch in game.epochs]
    began = {write.id: write.began for write in game.writes}
    for write in game.writes:
        times = [(epoch, found[write.id]) for epoch, found in there if write.id in found and epoch.began < write.ended]
        for _, numbers in times:
            if len(numbers) > 1:  # none of these brings more than one event
                yield Finding(STORY, f"{write.id} stands in the log more than once: {numbers}")
        if write.outcome in ("refused", "stale"):
            for epoch, numbers in times:
                if write.ended < epoch.ended:  # one that was lost may be refused in the older book
                    where = f"stands in the log at {numbers}"
                    yield Finding(STORY, f"{write.path} ({write.id}) was {write.outcome} and {where}")
        within = [epoch for epoch in game.epochs if write.began < epoch.ended and epoch.began < write.ended]
        is_there = any(epoch in within for epoch, _ in times) or any(_was_so(epoch, write, began) for epoch in within)
        if write.outcome == "written" and not is_there:
            yield Finding(STORY, f"{write.path} ({write.id}) was acknowledged and is not in the log")


def _was_so(epoch: Epoch, write: Write, began: dict[str, float]) -> bool:
    """Whether everything was as wanted already when it was answered, so that nothing had to be written.

    What was tapped after that had no part in it: somebody who says once more what was lost does not make up for it.
    """
    later = (n for n, entry in enumerate(epoch.log) if began.get(entry.write, -inf) > write.ended)
    return any(_is_as_wanted(write, epoch.log[:n]) for n in range(next(later, len(epoch.log)) + 1))


def _is_as_wanted(write: Write, log: Log) -> bool:
    """Whether a write finds everything as it wants it, and has nothing to add."""
    if write.undoes:
        return write.undoes in dead_in(log)
    return write.cell is not None and value_of(log, write.cell) == write.value


def _of_epoch(game: Game, epoch: Epoch) -> Iterator[Finding]:
    """One pass over the moments: nothing stands before what was over when it began."""
    found = _positions(epoch.log)
    moments: Moments = []
    for write in game.writes:
        is_in = write.id in found and found[write.id][0] > epoch.kept
        answered_here = epoch.began < write.ended < epoch.ended
        adds_nothing = write.id not in found and write.outcome in ("stale", "written")
        if is_in or (adds_nothing and answered_here and write.began > epoch.began):
            moments.append((write.began, 0, write))
            if answered_here:  # of one that was answered in an earlier book and sent again, nobody heard when
                moments.append((write.ended, 1, write))
    for read in game.reads:
        if read.ended < epoch.began or read.began > epoch.ended:
            continue
        if epoch.began < read.began and read.ended < epoch.ended:
            moments += [(read.began, 0, read), (read.ended, 1, read)]
    moments.sort(key=lambda moment: moment[:2])
    latest = _latest(epoch, found, moments)
    over, slots = epoch.kept, {}
    for _, kind, call in moments:
        if kind:
            over = max(over, slots.get(id(call), 0))
        elif isinstance(call, Read):
            slots[id(call)] = len(call.shown)
            if not View(call.shown).fits(epoch.log):
                yield Finding(STORY, f"a reader was shown {len(call.shown)} entries that are not how the log begins")
            elif len(call.shown) < over:
                yield Finding(STORY, f"a reader was shown {len(call.shown)} entries when {over} were known")
            elif len(call.shown) > latest[id(call)]:
                yield Finding(STORY, f"a reader was shown {len(call.shown)} entries before they were sent")
        elif call.outcome == "stale":
            fits = (n for n in range(over, latest[id(call)] + 1) if call.view.log != epoch.log[:n])
            slots[id(call)] = next(fits, over)
            if all(call.view.log == epoch.log[:n] for n in range(over, latest[id(call)] + 1)):
                yield Finding(STORY, f"{call.id} was told that somebody else had changed something, and nobody had")
        elif call.id not in found:
            fits = (n for n in range(over, latest[id(call)] + 1) if _is_as_wanted(call, epoch.log[:n]))
            slots[id(call)] = (at := next(fits, None)) or over
            if at is None:
                yield Finding(STORY, f"{call.path} ({call.id}) was acknowledged, is not in the log, and was not so")
        else:
            slots[id(call)] = found[call.id][-1]
            if found[call.id][0] <= over:
                yield Finding(STORY, f"{call.id} stands at {found[call.id][0]}, and {over} entries were there first")
            if why := _overwrites(call, epoch.log[: found[call.id][0] - 1]):
                yield Finding(OVERWRITTEN if call.view.fits(epoch.log) else OF_ANOTHER, why)


Moments = list[tuple[float, int, Write | Read]]
"""When, 0 for the beginning of a call and 1 for its end, and the call."""


def _latest(epoch: Epoch, found: dict[str, list[int]], moments: Moments) -> dict[int, int]:
    """By call the last number after which it can have happened: what began when it was over is not before it."""
    most, found_latest = len(epoch.log), {}
    for _, kind, call in reversed(moments):
        if kind:
            found_latest[id(call)] = most
        else:
            found_latest.setdefault(id(call), len(epoch.log))
            if isinstance(call, Read):
                most = min(most, len(call.shown))
            elif call.outcome != "stale" and call.id in found:
                most = min(most, found[call.id][0] - 1)
    return found_latest


def _overwrites(write: Write, before: Log) -> str:
    """A write counts only for what its page showed, or where somebody has said that it counts all the same."""
    if write.cell is None or write.insists:
        return ""
    now = value_of(before, write.cell)
    if now in (value_of(write.view.log, write.cell), write.value):
        return ""
    return f"{write.id} put {write.value!r} in the place of {now!r}, which its page had not shown"


def search(writes: Sequence[Write], reads: Sequence[Read], done: Log = ()) -> bool:
    """The slow twin, for one epoch and writes of one entry each: whether there is any order at all."""
    if not [write for write in writes if write.outcome] and not reads:
        return True
    ends = [call.ended for call in (*writes, *reads)]
    for index, write in enumerate(writes):
        if write.began > min(ends):
            continue
        others = [*writes[:index], *writes[index + 1 :]]
        if (write.outcome == "refused" or not write.outcome) and search(others, reads, done):
            return True
        if write.outcome == "stale" and write.view.log != done and search(others, reads, done):
            return True
        if write.outcome == "written" and _is_as_wanted(write, done) and search(others, reads, done):
            return True
        may_stand = write.outcome in ("written", "") and not _overwrites(write, done)
        if may_stand and search(others, reads, (*done, Entry(write.id, write.cell, write.value))):
            return True
    return any(
        search(writes, [*reads[:index], *reads[index + 1 :]], done)
        for index, read in enumerate(reads)
        if read.began <= min(ends) and read.shown == done
    )
