"""A ruling as the table reads it: one word, one sentence, the cards, the clauses, and what others would say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from referee.rules.cards import RANKS, CardError, Placed, format_card, parse_placed, split_cards
from referee.rules.rulebook.model import Rulebook
from referee.web import words
from referee.web.ask.page import FieldView, Form, Table
from referee.web.rulebooks.page import ClauseView, Named, clause_view

YES, NO, OPEN, SUM = "yes", "no", "open", "sum"
_WORDS = {True: ("Yes", YES), False: ("No", NO), None: ("It depends", OPEN)}
_SUMS: dict[str, tuple[str, Callable[[Any], str]]] = {
    "score": ("points", words.points),
    "deal": ("deal", lambda cards: f"{cards} cards each"),
    "settle": ("payments", lambda _: "The money"),
}
Answer = Mapping[str, Any]


class CardView(NamedTuple):
    """A little card; ``stands`` says what a wild card stands for."""

    face: words.Face
    stands: str
    fault: bool


class CardRow(NamedTuple):
    label: str
    cards: tuple[CardView, ...]


class Elsewhere(NamedTuple):
    """What other rulebooks say to the same question, in a word, and which they are."""

    word: str
    tone: str
    books: tuple[Named, ...]


class NeedView(NamedTuple):
    """A fact that decides, to be asked at the table; ``field`` has the answers to choose from, if there are any."""

    question: str
    field: FieldView


@dataclass(frozen=True)
class Verdict:
    word: str
    tone: str
    sentence: str
    rows: tuple[CardRow, ...]
    makes_legal: tuple[str, ...]
    also: tuple[str, ...]
    """What else is wrong that the sentence does not say."""
    needs: tuple[NeedView, ...]
    clauses: tuple[ClauseView, ...]
    """The deciding one first."""
    book: str
    elsewhere: tuple[Elsewhere, ...]

    @property
    def others(self) -> int:
        """How many other rulebooks were asked."""
        return sum(len(one.books) for one in self.elsewhere)


def verdict(
    table: Table, form: Form, request: Answer, answer: Answer, others: Mapping[str, Answer], names: Mapping[str, str]
) -> Verdict:
    """The ruling ``answer`` on ``request``. ``others``: answers under other rulebooks, by id."""
    word, tone = summary(str(request["question"]), answer)
    ruling = str(answer["ruling"])
    return Verdict(
        word=word,
        tone=tone,
        sentence=_open(len(answer["needs"])) if "needs" in answer else plain(ruling, word),
        rows=_rows(request, answer),
        makes_legal=tuple(map(words.begun, answer.get("makes_legal", ()))),
        also=tuple(words.begun(one["says"]) for one in answer.get("findings", ())[1:] if one["says"] not in ruling),
        needs=_needs(form, answer),
        clauses=_clauses(table.book, answer["because"], names),
        book=table.book.id,
        elsewhere=_elsewhere(str(request["question"]), others, names),
    )


def summary(question: str, answer: Answer) -> tuple[str, str]:
    """The verdict in a word, and its tone."""
    if "error" in answer:
        return "Not asked there", OPEN
    if answer["legal"] is None and not answer.get("needs"):
        if question not in _SUMS:
            return "Undecided", OPEN
        field, say = _SUMS[question]
        return say(answer[field]), SUM
    return _WORDS[answer["legal"]]


def plain(ruling: str, *above: str) -> str:
    """Without the word that stands ``above`` it in large letters."""
    for word in ("Yes: ", "No: ", "That depends. ", *(f"{one}: " for one in above)):
        if ruling.startswith(word):
            return words.begun(ruling.removeprefix(word))
    return ruling


def _open(missing: int) -> str:
    return "One fact decides it." if missing == 1 else f"{words.begun(words.number(missing))} facts decide it."


def _elsewhere(question: str, others: Mapping[str, Answer], names: Mapping[str, str]) -> tuple[Elsewhere, ...]:
    """The other rulebooks by what they say; none while nobody can say anything yet."""
    said: dict[tuple[str, str], list[Named]] = {}
    for other, answer in others.items():
        said.setdefault(summary(question, answer), []).append(Named(other, names[other]))
    found = [Elsewhere(word, tone, tuple(books)) for (word, tone), books in said.items()]
    found.sort(key=lambda one: one.tone == OPEN)
    return tuple(found) if any(one.tone != OPEN for one in found) else ()


def _needs(form: Form, answer: Answer) -> tuple[NeedView, ...]:
    fields = {one.name: one for one in (*form.fields, *form.more, form.round)}
    return tuple(
        NeedView(need["question"], fields[need["field"]]) for need in answer.get("needs", ()) if need["field"] in fields
    )


def _clauses(book: Rulebook, because: Iterable[Answer], names: Mapping[str, str]) -> tuple[ClauseView, ...]:
    numbers = {topic: number for number, topic in enumerate(book.clauses, 1)}
    topics = [cited["clause"].partition("/")[2] for cited in because]
    return tuple(clause_view(book.clauses[topic], numbers[topic], dict(names)) for topic in topics)


def _rows(request: Answer, answer: Answer) -> tuple[CardRow, ...]:
    """The cards that the ruling is about: as it reads them where it is legal, as they were asked otherwise."""
    read = _as_read(str(request["question"]), answer)
    asked = [] if read else _as_asked(request)
    rows = [(label, text) for label, text in (read or asked) if text]
    suits = request["question"] != "score"
    return tuple(
        _row(label, text, at_fault, suits) for (label, text), at_fault in zip(rows, _faults(rows, answer), strict=True)
    )


def _as_read(question: str, answer: Answer) -> list[tuple[str, str]]:
    match question, answer:
        case "meld", {"readings": [first, *more]}:
            return [("It is", first), *(("Or", one) for one in more)]
        case "contract", {"readings": [*melds]} if melds:
            return [(f"Meld {number}", meld) for number, meld in enumerate(melds, 1)]
        case "go_down", {"melds": [*melds], "left": str(left)} if melds:
            return [*((f"Meld {number}", meld) for number, meld in enumerate(melds, 1)), ("Left in hand", left)]
        case "lay_off", {"readings": [first, *more]}:
            return [("Then it is", first), *(("Or", one) for one in more)]
        case (("lay_off" | "swap"), {"legal": True, "meld": str(meld)}):
            return [("Then it is", meld)]
        case "screw", {"legal": True, "to_owner": str(taken), "meld": str(meld)}:
            return [("The meld is then", meld), ("Into the owner's hand", taken)]
    return []


_LABELS = {
    "cards": "Cards", "hand": "Hand", "card": "Card", "meld": "On the table", "melds": "Meld", "table": "On the table",
    "take": "Taken", "give": "Given", "owner_melds": "The owner's other melds",
}  # fmt: skip


def _as_asked(request: Answer) -> list[tuple[str, str]]:
    rows: list[tuple[str, str]] = []
    for field, label in _LABELS.items():
        value = request.get(field)
        if isinstance(value, str):
            rows.append((label, value))
        elif isinstance(value, list):
            rows += [
                (f"{label} {number}" if field == "melds" else label, str(one)) for number, one in enumerate(value, 1)
            ]
    return rows


def _faults(rows: Sequence[tuple[str, str]], answer: Answer) -> list[Counter[str]]:
    """For each row the cards at fault in it: all in the last row that has them all, otherwise where they come first."""
    wanted: Counter[str] = Counter(map(_bare, answer.get("fault", ())))
    held = [Counter(_bare(piece) for piece in split_cards(text)) for _, text in rows]
    found: list[Counter[str]] = [Counter() for _ in rows]
    whole = [place for place, cards in enumerate(held) if wanted and wanted <= cards]
    if whole:
        found[whole[-1]] = wanted
        return found
    for place, cards in enumerate(held):
        found[place] = cards & wanted
        wanted -= found[place]
    return found


def _bare(piece: str) -> str:
    """A card as it is named in a finding, whatever it stands for and however it was typed."""
    try:
        return format_card(parse_placed(piece).card)
    except CardError:
        return piece


def _row(label: str, text: str, faults: Counter[str], suits: bool) -> CardRow:
    """Cards in a row. Without ``suits``, where points alone are asked, none is shown that perhaps nobody said."""
    cards = []
    left = Counter(faults)
    # the last of several alike is the one too many
    for piece in reversed(split_cards(text)):
        name = _bare(piece)
        fault = left[name] > 0
        left[name] -= fault
        cards.append(card(piece, fault, suits))
    return CardRow(label, tuple(reversed(cards)))


def card(piece: str, fault: bool = False, suits: bool = True) -> CardView:
    """One typed card to be drawn; what is no card is drawn as a word."""
    try:
        placed = parse_placed(piece)
    except CardError:
        return CardView(words.Face(piece, "", "", piece), "", fault)
    face = words.card_face(placed.card)
    if not suits:
        face = words.rank_face(face.rank)
    stands, spoken = _stands_for(placed)
    said = face.spoken + (f", stands for {spoken}" if spoken else "") + (", at fault" if fault else "")
    return CardView(face._replace(spoken=said), stands, fault)


def _stands_for(placed: Placed) -> tuple[str, str]:
    """What a wild card stands for: as it is drawn, and as it is spoken."""
    if placed.stands_for is None or placed.stands_for == placed.card:
        return "", ""
    if placed.stands_for < 0:
        face = words.rank_face(RANKS[-placed.stands_for - 1])
        return face.rank, f"a {face.spoken}" if face.rank not in ("A", "8") else f"an {face.spoken}"
    face = words.card_face(placed.stands_for)
    return f"{face.rank}{face.sign}\ufe0e", f"the {face.spoken}"
