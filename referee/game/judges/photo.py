"""What a hand read from a photograph can hardly be: the cards to ask about, told by what this game knows.

Nothing here refuses anything: a person looks at the cards that are named, and what they then enter is judged as ever.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from referee.game.judges.hands import Facts, check_size, facts
from referee.game.judges.outcome import Findings
from referee.game.play import bare
from referee.game.state import GameState
from referee.game.values import counted
from referee.rules.cards import RANK_OF_CARD
from referee.rules.judges.scoring import as_priced
from referee.rules.rulebook.model import Rulebook
from referee.rules.rulings import Phrase, phrase


class Read(NamedTuple):
    """A card that was read."""

    name: str
    """As a hand names it: a rank, ``JK``, or a card such as ``QS`` that has points of its own."""
    certainty: float


class Doubt(NamedTuple):
    """Something to ask, and the cards it is about by their place among those that were read."""

    says: Phrase
    cards: tuple[int, ...]


def doubts(state: GameState, number: int, seat: int, read: Sequence[Read]) -> tuple[Doubt, ...]:
    """What to ask of a seat's hand in a round, the running one or a closed one."""
    round_facts, elsewhere = _round(state, number, seat)
    return (
        *_which_suit(round_facts.book, read),
        *_beyond_the_pack(round_facts, elsewhere, read),
        *_beyond_any_hand(round_facts, seat, read),
    )


def _round(state: GameState, number: int, seat: int) -> tuple[Facts, Counter[str]]:
    """The facts of the round, and the cards that lie on the table or in the other hands, as far as they are told."""
    if number <= len(state.rounds):
        played = state.rounds[number - 1]
        players, lines = len(played.cells), played.lines
    else:
        running = state.running
        assert running is not None, "a round is closed or being played"
        players, lines = len(running.seats), running.lines
    round_facts = facts(state, number, players, out=None)
    elsewhere: Counter[str] = Counter()
    for other, line in lines.items():
        if other != seat:
            elsewhere += counted(line.cards)
    for meld in round_facts.play.melds.values():
        elsewhere += as_priced(round_facts.book, bare(meld.cards))
    return round_facts, elsewhere


def _which_suit(book: Rulebook, read: Sequence[Read]) -> Iterable[Doubt]:
    """Where one suit of a rank has points of its own, and the photograph says only the rank."""
    for card in [name for name in book.prices if name in RANK_OF_CARD]:
        if of_rank := tuple(at for at, each in enumerate(read) if each.name == RANK_OF_CARD[card]):
            yield Doubt(phrase("photo_which_suit", card=card, points=book.prices[card]), of_rank)


def _beyond_the_pack(round_facts: Facts, elsewhere: Counter[str], read: Sequence[Read]) -> Iterable[Doubt]:
    """More of a rank than the pack has, or than it has left beside what lies elsewhere."""
    for name, count in Counter(each.name for each in read).items():
        pack = round_facts.copies(name)
        most = max(0, pack - elsewhere[name])
        if count <= most:
            continue
        of_rank = [at for at, each in enumerate(read) if each.name == name]
        about = {"count": count, "rank": name, "pack": pack}
        says = (
            phrase("photo_beyond_pack", **about)
            if count > pack
            else phrase("photo_lies_elsewhere", **about, elsewhere=elsewhere[name])
        )
        yield Doubt(says, _least_certain(read, of_rank, count - most))


def _beyond_any_hand(round_facts: Facts, seat: int, read: Sequence[Read]) -> Iterable[Doubt]:
    """More cards than the deal and the discards taken can give; as many are asked about as are too many."""
    question = _asked_of_size(round_facts, seat, len(read))
    if question is None:
        return
    over = next(less for less in range(1, len(read) + 1) if _asked_of_size(round_facts, seat, len(read) - less) is None)
    yield Doubt(question, _least_certain(read, range(len(read)), over))


def _asked_of_size(round_facts: Facts, seat: int, cards: int) -> Phrase | None:
    """What the judge of cards left asks of a hand of so many."""
    findings = Findings()
    check_size(findings, round_facts, seat, cards)
    return findings.queries[0].asks if findings.queries else None


def _least_certain(read: Sequence[Read], among: Iterable[int], count: int) -> tuple[int, ...]:
    return tuple(sorted(sorted(among, key=lambda at: read[at].certainty)[:count]))
