"""What the pages of the referee show: in which setting is asked, which questions there are, and the ruling on one."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from referee.game.play import LaidMeld
from referee.game.rulings import inside
from referee.game.state import GameState, RunningRound
from referee.messages import gettext as _
from referee.messages import ngettext, translated
from referee.rules.cures import Changes, Judge
from referee.rules.packs import in_letters
from referee.rules.question import Option
from referee.rules.questions import DEFAULT_PLAYERS, OFFERED, QUESTIONS
from referee.rules.rulebook.model import Clause, Rulebook
from referee.rules.rulings import Citation, RequestError, Ruling
from referee.rules.speech import rulings
from referee.rules.speech.words import written_out
from referee.web.parts.clauses import ClauseView, Named, clause_view
from referee.web.parts.ruled_cards import CardRow, Hint, hints, rows
from referee.web.parts.setting import Request, Setting
from referee.web.shell import words
from referee.web.shell.forms import small_number

YES, NO, OPEN, SUM = "yes", "no", "open", "sum"

FIRST_LINES = 100
"""Letters of a clause that stand in three lines of a phone; of a longer one the first lines are shown."""
CARDS_IN_LINE = 8
BETWEEN = 0.6
"""How far melds that lie side by side are from each other, in cards."""
LONG_SENTENCE, LONGER_THAN_THE_CARD = 75, 115
"""Letters of a sentence above which its letters are smaller; and above which it is higher than the card beside it, and
the clause would end below a phone's first screen with cards between them."""


def setting_of(book: Rulebook, players: str, round_no: str) -> Setting:
    """Without a game: what the address says, as far as it makes sense."""
    count = small_number(players.strip()) or DEFAULT_PLAYERS
    if count not in book.decks:
        count = DEFAULT_PLAYERS if DEFAULT_PLAYERS in book.decks else min(book.decks)
    return Setting(book, _round(book, round_no), tuple(_("Seat %(seat)s", seat=seat) for seat in range(1, count + 1)))


def setting_in_game(code: str, state: GameState, round_no: str, asks: int | None = None) -> Setting:
    """A game's rulebook with its house rules, its seats, and the round being played. ``asks``: the seat that asks."""
    running = state.running
    seats = running.seats if running else tuple(seat.id for seat in state.ranked)
    now = running.plays if running and not running.own else None
    names = tuple(map(state.name, seats))
    texts = [(state.name(meld.owner), in_letters(meld.cards)) for meld in _melds(running)]
    melds = tuple(Option(cards, f"{owner}: {cards}") for owner, cards in texts)
    number = _round(state.book, round_no) or now
    return Setting(
        state.book,
        number,
        names,
        code,
        melds,
        _from_game(state, running, seats, asks),
        asker=seats.index(asks) + 1 if asks in seats else None,
        in_round=running is not None and number == now,
        state=state,
        contract=running.of(asks).plays if running and asks in running.own else None,
    )


def _melds(running: RunningRound | None) -> Iterable[LaidMeld]:
    return running.play.melds.values() if running else ()


def _from_game(
    state: GameState, running: RunningRound | None, seats: Sequence[int], asks: int | None
) -> dict[str, Request]:
    """What a form begins with: who asks, the melds on the table, who deals, the totals and the buys."""
    from_game: dict[str, dict[str, Any]] = {"may_i": {}, "screw": {}}
    if asks in seats:
        place = seats.index(asks) + 1
        from_game["may_i"]["claims"] = [place]
        from_game["screw"]["by"] = place
    if running:
        from_game["deal"] = {"dealer": seats.index(running.dealer) + 1}
        from_game["misdeal"] = from_game["deal"] | ({"drawn": True} if running.play.somebody_drew else {})
    if state.rounds:
        buys = [state.buys.get(seat, 0) for seat in seats]
        from_game["settle"] = {"totals": [state.totals[seat] for seat in seats], "buys": buys}
        parts = state.book.tie_break != "none"
        scores = inside.scores(state, seats)
        from_game["places"] = {name: each for name, each in scores.items() if parts or name == "totals"}
    return dict(from_game)


def _round(book: Rulebook, text: str) -> int | None:
    number = small_number(text.strip()) or 0
    return number if 1 <= number <= book.rounds else None


class Choices(NamedTuple):
    """The questions to choose from, by name and label."""

    common: tuple[Option, ...]
    rare: tuple[Option, ...]
    absent: tuple[Option, ...]
    """About what the rulebook does not have; each still says so, with the rule."""


def choices(book: Rulebook) -> Choices:
    """All questions, those last that the rulebook has nothing for."""
    groups: dict[str, list[Option]] = {"common": [], "rare": [], "absent": []}
    for name in OFFERED:
        question = QUESTIONS[name]
        if question.absent_with and getattr(book, question.absent_with[0]) == question.absent_with[1]:
            group = "absent"
        else:
            group = "rare" if question.rare and not question.absent_with else "common"
        groups[group].append(Option(name, translated(question.label_in(book))))
    return Choices(*map(tuple, groups.values()))


class Elsewhere(NamedTuple):
    """What other rulebooks say to the same question, in a word, and which they are."""

    word: str
    tone: str
    books: tuple[Named, ...]


@dataclass(frozen=True)
class Verdict:
    word: str
    tone: str
    sentence: str
    rows: tuple[CardRow, ...]
    makes_legal: tuple[Hint, ...]
    also: tuple[str, ...]
    """What else is wrong that the sentence does not say."""
    clauses: tuple[ClauseView, ...]
    """The deciding one first."""
    book: str
    elsewhere: tuple[Elsewhere, ...]
    fits: tuple[str, ...] = ()
    """Which melds each card fits, a sentence for each."""
    leads_to_cards: bool = False
    """Whether the sentence ends in a colon: the cards are what it says, and follow it at once."""

    @property
    def others(self) -> int:
        """How many other rulebooks were asked."""
        return sum(len(group.books) for group in self.elsewhere)

    @property
    def rows_below(self) -> bool:
        """Whether the cards are drawn below the clause: more than one line of them, rows that need labels, one under a
        long sentence, or any where something is asked first."""
        wide = sum(len(row.cards) for row in self.rows) + BETWEEN * (len(self.rows) - 1)
        return not self.leads_to_cards and (
            wide > CARDS_IN_LINE
            or (bool(self.rows) and (self.tone == OPEN or len(self.sentence) > LONGER_THAN_THE_CARD))
            or (len(self.rows) > 1 and self.tone != NO)
        )

    @property
    def is_wordy(self) -> bool:
        return len(self.sentence) > LONG_SENTENCE

    @staticmethod
    def is_long(text: str) -> bool:
        """Whether a clause is folded after its first lines, so that its source stands on a phone's first screen."""
        return len(text) > FIRST_LINES

    def parted(self, text: str) -> tuple[str, str]:
        """A clause that is folded, parted before the sentence that decides, where its first lines don't show that."""
        return parted_at_what_decides(text, self.sentence)


def parted_at_what_decides(text: str, ruling: str) -> tuple[str, str]:
    """Before the sentence that shares the most words with a ruling; whole where that ends within the first lines."""
    starts = [0, *(end.end() for end in re.finditer(r"[.!?]\s+(?=[A-Z0-9])", text))]
    ends = [*starts[1:], len(text)]
    about = _words(ruling)
    start, end = max(zip(starts, ends, strict=True), key=lambda part: len(about & _words(text[slice(*part)])))
    return (text[:start], text[start:]) if end > FIRST_LINES else ("", text)


def _words(text: str) -> set[str]:
    """Those that say something: of four letters and more."""
    return set(re.findall(r"\w{4,}", text.lower()))


Opinions = Mapping[str, Ruling | RequestError]
"""Rulings of other rulebooks, by id; an error where one cannot take the question."""


def verdict(
    book: Rulebook,
    request: Request,
    ruling: Ruling,
    others: Opinions,
    names: Mapping[str, str],
    players: rulings.Players | None = None,
    judge: Judge | None = None,
    typed: Callable[[Changes], Mapping[str, Any]] = dict,
) -> Verdict:
    """The ruling on ``request``. ``names``: the rulebooks, by id; ``players``: who its players are; ``judge`` and
    ``typed``: by whom what would make it legal is looked at, and what would have to be typed for it."""
    question = str(request["question"])
    word, tone = summary(question, ruling, players)
    return Verdict(
        word=word,
        tone=tone,
        sentence=_sentence(question, ruling, players),
        rows=rows(request, ruling, book),
        makes_legal=hints(request, ruling, players, judge, typed),
        also=_also(ruling, players),
        clauses=_clauses(book, ruling.because, names),
        book=book.id,
        elsewhere=_elsewhere(question, others, names, players),
        fits=_fits(ruling),
        leads_to_cards=_tells_steps(question, ruling),
    )


def _tells_steps(question: str, ruling: Ruling) -> bool:
    """Whether the answer is a turn, step by step."""
    return question == "best_turn" and not ruling.needs and bool(ruling.adds["steps"])


def _sentence(question: str, ruling: Ruling, players: rulings.Players | None) -> str:
    """What is said below the verdict; the steps of a turn stand below it as cards."""
    if ruling.needs:
        return _open(len(ruling.needs))
    if not _tells_steps(question, ruling):
        return rulings.because_sentence(ruling, players)
    why = ruling.adds["why_not"]
    if why is None:
        return _("You can go out like this:")
    return _("You can’t go out. %(why)s The best turn:", why=rulings.in_words(why, players))


def _also(ruling: Ruling, players: rulings.Players | None) -> tuple[str, ...]:
    if ruling.legal is not False:
        return ()
    first, *others = [ruling.says or ruling.findings[0].says, *(finding.says for finding in ruling.findings[1:])]
    sentence = rulings.in_words(first, players)
    also = [rulings.in_words(says, players) for says in others if not first.holds(says)]
    return tuple(says for says in also if says != sentence)


def summary(question: str, ruling: Ruling | RequestError, players: rulings.Players | None = None) -> tuple[str, str]:
    """The verdict in a word, and its tone."""
    if isinstance(ruling, RequestError):
        return _not_there(ruling), OPEN
    word = rulings.verdict_word(ruling, players)
    if ruling.legal is None:
        return word, SUM if QUESTIONS[question].computes and not ruling.needs else OPEN
    return word, YES if ruling.legal else NO


def _not_there(wrong: RequestError) -> str:
    """Why another rulebook has no answer: it has no such round, no such table, or no such cards."""
    if wrong.field == "round":
        return _("Doesn’t have that round")
    if wrong.too_many is not None:
        return _("Not possible with its pack")
    return _("Not for this many players") if wrong.field == "players" else _("Not asked there")


def _open(missing: int) -> str:
    return ngettext("I need one more fact.", "I need %(missing)s more facts.", missing, missing=words.number(missing))


def _elsewhere(
    question: str, others: Opinions, names: Mapping[str, str], players: rulings.Players | None
) -> tuple[Elsewhere, ...]:
    """The other rulebooks by what they say; none while nobody can say anything yet."""
    books: dict[tuple[str, str], list[Named]] = {}
    for other, ruling in others.items():
        books.setdefault(summary(question, ruling, players), []).append(Named(other, names[other]))
    groups = [Elsewhere(word, tone, tuple(named)) for (word, tone), named in books.items()]
    groups.sort(key=lambda group: group.tone == OPEN)
    return tuple(groups) if any(group.tone != OPEN for group in groups) else ()


def _clauses(book: Rulebook, because: Iterable[Citation], names: Mapping[str, str]) -> tuple[ClauseView, ...]:
    return tuple(clause_view(_cited(book, citation), book.numbers[citation.topic], names) for citation in because)


def _cited(book: Rulebook, citation: Citation) -> Clause:
    """The clause as it decides: without its dispute, where that is not what the answer hangs on."""
    clause = book.clauses[citation.topic]
    return dataclasses.replace(clause, basis="stated", silence=None) if citation.undisputed else clause


def _fits(ruling: Ruling) -> tuple[str, ...]:
    """``"The 9 of clubs: 5-6-7-8 of clubs"``, for each card that fits a meld."""
    return tuple(
        _("%(card)s: %(melds)s", card=words.begun(written_out(fit["card"])), melds=written_out(*fit["melds"]))
        for fit in ruling.adds.get("fits") or ()
    )
