"""What the pages of the referee show: in which setting is asked, which questions there are, and the ruling on one."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, NamedTuple

from referee.game.play import LaidMeld
from referee.game.rulings import inside
from referee.game.state import GameState, RunningRound
from referee.messages import gettext as _
from referee.messages import lazy_gettext, ngettext, translated
from referee.rules.cards import RANK_OF_CARD, split_cards
from referee.rules.question import Option
from referee.rules.questions import DEFAULT_PLAYERS, OFFERED, QUESTIONS
from referee.rules.rulebook.model import Clause, Rulebook
from referee.rules.rulings import Citation, RequestError, Ruling
from referee.rules.speech import rulings
from referee.rules.speech.words import written_out
from referee.web.parts.cards import CardView, bare, card
from referee.web.parts.clauses import ClauseView, Named, clause_view
from referee.web.parts.setting import Request, Setting
from referee.web.shell import words
from referee.web.shell.forms import small_number

YES, NO, OPEN, SUM = "yes", "no", "open", "sum"

FIRST_LINES = 130
"""Letters of a clause that stand in four lines of a phone; of a longer one the first lines are shown."""
CARDS_IN_LINE = 7
LONG_SENTENCE = 75
"""Letters of a sentence above which the clause would end below a phone's first screen, with cards between them."""


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
    now = running.plays if running else None
    names = tuple(map(state.name, seats))
    melds = tuple(Option(meld.cards, f"{state.name(meld.owner)}: {meld.cards}") for meld in _melds(running))
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


class CardRow(NamedTuple):
    label: str
    cards: tuple[CardView, ...]


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
    makes_legal: tuple[str, ...]
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
        """Whether the cards are drawn below the clause: more than one line of them, or one under a long sentence."""
        lines = sum(1 + (len(row.cards) - 1) // CARDS_IN_LINE for row in self.rows)
        return not self.leads_to_cards and (lines > 1 or (bool(self.rows) and self.is_wordy))

    @property
    def is_wordy(self) -> bool:
        return len(self.sentence) > LONG_SENTENCE

    @staticmethod
    def is_long(text: str) -> bool:
        """Whether a clause is folded after its first lines, so that its source stands on a phone's first screen."""
        return len(text) > FIRST_LINES


Opinions = Mapping[str, Ruling | RequestError]
"""Rulings of other rulebooks, by id; an error where one cannot take the question."""


def verdict(
    book: Rulebook,
    request: Request,
    ruling: Ruling,
    others: Opinions,
    names: Mapping[str, str],
    players: rulings.Players | None = None,
) -> Verdict:
    """The ruling on ``request``. ``names``: the rulebooks, by id; ``players``: who its players are."""
    question = str(request["question"])
    word, tone = summary(question, ruling, players)
    return Verdict(
        word=word,
        tone=tone,
        sentence=_sentence(question, ruling, players),
        rows=_rows(request, ruling, book),
        makes_legal=tuple(map(words.begun, rulings.makes_legal(ruling, players))),
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
    return _("You can’t go out: %(why)s. The best turn:", why=rulings.in_words(why, players))


def _also(ruling: Ruling, players: rulings.Players | None) -> tuple[str, ...]:
    if ruling.legal is not False:
        return ()
    first, *others = [ruling.says or ruling.findings[0].says, *(finding.says for finding in ruling.findings[1:])]
    sentence = rulings.in_words(first, players)
    also = [rulings.in_words(says, players) for says in others if not first.holds(says)]
    return tuple(words.begun(says) for says in also if says != sentence)


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
        return _("It has no such round")
    if wrong.too_many is not None:
        return _("Not with its pack")
    return _("Not for so many players") if wrong.field == "players" else _("Not asked there")


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


def _rows(request: Request, ruling: Ruling, book: Rulebook) -> tuple[CardRow, ...]:
    """The cards that the ruling is about: as it reads them if it is legal, otherwise as they were asked."""
    question = str(request["question"])
    rows = [(label, text) for label, text in (_as_read(question, ruling) or _as_asked(request)) if text]
    faults = _faults(rows, ruling.fault if ruling.legal is False else ())
    suited = RANK_OF_CARD if QUESTIONS[question].suits else book.prices
    adds_a_card = [hint.name for hint in ruling.hint(ruling.left)][:1] == ["completes"]
    lacks = question in ("meld", "contract") and any(faults) and adds_a_card
    return tuple(
        _row(label, text, at_fault, suited, lacks) for (label, text), at_fault in zip(rows, faults, strict=True)
    )


def _as_read(question: str, ruling: Ruling) -> list[tuple[str, str]]:
    match question, ruling.adds:
        case "meld", {"readings": [first, *more]}:
            return [(_("It is"), first), *((_("Or"), reading) for reading in more)]
        case "contract", {"readings": [*melds]} if melds:
            return [(_("Meld %(number)s", number=number), meld) for number, meld in enumerate(melds, 1)]
        case "go_down", {"melds": [*melds], "left": str(left)} if melds:
            return [
                *((_("Meld %(number)s", number=number), meld) for number, meld in enumerate(melds, 1)),
                (_("Left in hand"), left),
            ]
        case "lay_off", {"readings": [first, *more]}:
            return [(_("Then it is"), first), *((_("Or"), reading) for reading in more)]
        case (("lay_off" | "swap"), {"meld": str(meld)}) if ruling.legal:
            return [(_("Then it is"), meld)]
        case "best_turn", {"steps": [*steps], "left": left} if steps:
            return [*chain.from_iterable(map(_step, steps)), (_("Left in hand"), str(left or ""))]
        case "screw", {"to_owner": str(taken), "meld": str(meld)} if ruling.legal:
            return [(_("The meld is then"), meld), (_("Into the owner's hand"), taken)]
    return []


def _step(step: Mapping[str, Any]) -> list[tuple[str, str]]:
    """A step of a turn as rows of cards."""
    ((way, what),) = step.items()
    match way:
        case "contract":
            return [(_("Go down"), meld) for meld in what]
        case "new_meld":
            return [(_("Lay down"), what)]
        case "swap":
            return [(_("Swap into %(meld)s", meld=written_out(what["meld"])), what["card"])]
        case "lay_off":
            return [(_("Lay off on %(meld)s", meld=written_out(what["meld"])), what["cards"])]
    return [(_("Discard"), what)] if what else []


def _fits(ruling: Ruling) -> tuple[str, ...]:
    """``"The 9 of clubs: 5-6-7-8 of clubs"``, for each card that fits a meld."""
    return tuple(
        _("%(card)s: %(melds)s", card=words.begun(written_out(fit["card"])), melds=written_out(*fit["melds"]))
        for fit in ruling.adds.get("fits") or ()
    )


_LABELS = {
    "cards": lazy_gettext("Cards"), "hand": lazy_gettext("Hand"), "card": lazy_gettext("Card"),
    "meld": lazy_gettext("On the table"), "melds": lazy_gettext("Meld"), "table": lazy_gettext("On the table"),
    "take": lazy_gettext("Taken"), "give": lazy_gettext("Given"),
    "owner_melds": lazy_gettext("The owner's other melds"),
}  # fmt: skip
"""Above the cards of a question, by field, in the order in which they are drawn."""


def _as_asked(request: Request) -> list[tuple[str, str]]:
    rows: list[tuple[str, str]] = []
    for field, label in _LABELS.items():
        value = request.get(field)
        if isinstance(value, str):
            rows.append((label, value))
        elif isinstance(value, list):
            rows += [
                (f"{label} {number}" if field == "melds" else label, str(cards))
                for number, cards in enumerate(value, 1)
            ]
    return rows


def _faults(rows: Sequence[tuple[str, str]], fault: Iterable[str]) -> list[Counter[str]]:
    """For each row the cards at fault in it: all in the last row that has them all, otherwise where they come first."""
    wanted: Counter[str] = Counter(map(bare, fault))
    held = [Counter(bare(piece) for piece in split_cards(text)) for _, text in rows]
    faults: list[Counter[str]] = [Counter() for _ in rows]
    whole = [place for place, cards in enumerate(held) if wanted and wanted <= cards]
    if whole:
        faults[whole[-1]] = wanted
        return faults
    for place, cards in enumerate(held):
        faults[place] = cards & wanted
        wanted -= faults[place]
    return faults


def _row(label: str, text: str, faults: Counter[str], suited: Container[str], lacks: bool) -> CardRow:
    """Cards in a row. One that is not ``suited`` is shown as its rank: perhaps nobody said its suit.

    Where the row ``lacks`` a card, the mark stands where that one is missing, on no card that may stay.
    """
    pieces = split_cards(text)
    left = Counter(faults)
    at_fault = [False] * len(pieces)
    # the last of several alike is the one too many
    for place in reversed(range(len(pieces))):
        name = bare(pieces[place])
        at_fault[place] = left[name] > 0
        left[name] -= at_fault[place]
    if not lacks:
        return CardRow(label, tuple(card(piece, fault, suited) for piece, fault in zip(pieces, at_fault, strict=True)))
    first = at_fault.index(True) if True in at_fault else 0
    gap = first if first and all(at_fault[first:]) else None
    cards = [card(piece, suited=suited)._replace(gap=place == gap) for place, piece in enumerate(pieces)]
    return CardRow(label, tuple(cards))
