"""House rules in a form: a field for each rule value, the rounds row by row, and what all of it changes.

A field holds its value as text, as people write it; ``read`` says it as JSON would. What makes no sense stays text,
for the reader of values to refuse: whatever was typed is shown again as it was.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple, TypeVar

from flask_wtf.file import FileField
from wtforms import (
    BooleanField,
    Field,
    FieldList,
    Form,
    FormField,
    RadioField,
    SelectMultipleField,
    StringField,
    TextAreaField,
)
from wtforms.validators import InputRequired, Length, NumberRange

from referee.messages import lazy_gettext as _
from referee.messages import translated
from referee.rulebooks.own import LONGEST_FILE
from referee.rulebooks.reading import MAY_I_WORDS
from referee.rules.cards import (
    JOKER_NAME,
    RANK_OF_CARD,
    RANKS,
    SUIT_WORDS,
    SUITS,
    CardError,
    format_card,
    parse_card,
)
from referee.rules.rulebook.house_rules import own_words
from referee.rules.rulebook.in_words import doubled_suits
from referee.rules.rulebook.model import (
    EVERY_WILD,
    NO_LIMIT,
    VALUE_NAMES,
    VALUES,
    Rulebook,
    Slot,
    jsonable,
    ways_to_meet,
)
from referee.rules.rulebook.values import MOST_ROUNDS, PLAYERS, RulebookError, read_value
from referee.web.shell.forms import TextsByKey, WholeField, Write, offered, small_number
from referee.web.shell.words import PAD_ORDER, begun

F = TypeVar("F", bound=Write)
SINGLE = "cards"
"""Among the fields of the points: the one for single cards."""
LONGEST = 4_000
"""How much of a text is read."""
CONTRACT, DEAL, WHOLE = "contracts", "deal", "all_cards_rounds"
IN_ROWS = {
    CONTRACT: "contract", DEAL: _("cards each"), WHOLE: _("the whole hand at once"),
    "may_i_limit": _("May I's"), "may_i_penalty": _("extra cards"),
}  # fmt: skip
"""The rule values that stand in the rounds' rows, as a refusal names them."""
WORD = "may_i_word"
"""What taking the discard out of turn is called: no rule, but the word in every sentence about it."""
SHOW, ADD, NO_JOKERS = "show", "add", "no jokers"
"""What a button of the form sends that writes nothing; the others are ``up.3``, ``down.3`` and ``remove.3``."""
_STEP = re.compile(r"(up|down|remove)\.([0-9]{1,2})")
_COUNTED = re.compile(r"(\d+|one|two|three|four|five)\s+(set|run|pair)s?(\s+of\s+\d+)?", re.I)
_NUMBERS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5}
_SUITS = dict(zip(SUIT_WORDS, SUITS, strict=True))
_ANY_WILD = _(
    "Any wild: what every wild card costs, whatever its rank. Leave it empty if each costs what its rank does."
)
_YES_NO = (("yes", _("Yes")), ("no", _("No")))


# ---- a field for each rule value


class Ranks(SelectMultipleField):
    """Ranks to be ticked; ``NAME.shown`` tells a form without a tick from one without the field."""

    def process(self, formdata: Any, *data: Any, **more: Any) -> None:
        super().process(formdata, *data, **more)
        if formdata and not self.raw_data and f"{self.name}.shown" in formdata:
            self.data, self.raw_data = [], [""]


class SingleCards(StringField):
    """Single cards and whole suits with points of their own, as a text."""


@cache
def _numbers(keys: tuple[str, ...]) -> type[Form]:
    """A number for each key, sent as ``NAME.KEY``."""
    named = {JOKER_NAME: _("joker"), EVERY_WILD: _("any wild")}
    return type("Numbers", (Form,), {key: StringField(named.get(key, key)) for key in keys})


def shape_of(name: str) -> str:
    return str(next(iter(VALUES[name]["shape"])))


def _field(name: str) -> Field:
    """The field of a rule value, by its shape."""
    match shape_of(name):
        case "flag":
            return RadioField(choices=offered(_YES_NO), validate_choice=False)
        case "choice":
            words = VALUES[name]["shape"]["choice"]
            return RadioField(choices=lambda: offered((w, translated(begun(w))) for w in words), validate_choice=False)
        case "payments":
            hint = _("none; by place: 2, 4, 6 and so on; or what the second pays, the third, the next: 1, 2, 5.")
            return StringField(description=hint)
        case "ranks":
            hint = _("Jokers are always wild. To play without, set their number to 0.")
            ranks = offered((rank, rank) for rank in PAD_ORDER if rank != JOKER_NAME)
            return Ranks(choices=ranks, validate_choice=False, description=hint)
        case "by_players":
            hint = _("By number of players. Leave a number empty if you never play with so many.")
            return FormField(_numbers(tuple(map(str, PLAYERS))), separator=".", description=hint)
        case "points":
            numbers = _numbers((*PAD_ORDER, EVERY_WILD))
            single = SingleCards(_("Single cards or suits, such as QS 40, hearts double"))
            prices = type("Prices", (numbers,), {SINGLE: single})
            return FormField(prices, separator=".", description=_ANY_WILD)
        case "contracts":
            return TextAreaField(description=_("One round per line: set of 3 + run of 4."))
        case "by_round":
            return StringField(description=_("One for all rounds, or one for each, with commas."))
        case "rounds":
            return StringField(description=_("Round numbers, or none."))
        case "limit":
            return StringField(description=_("A number, or “%(word)s”.", word=NO_LIMIT))
    return StringField()


@cache
def with_values(form: type[F], names: tuple[str, ...]) -> type[F]:
    """A form with the fields of these rule values besides its own."""
    return type(form.__name__, (form,), {name: _field(name) for name in names})


def as_typed(book: Rulebook, name: str) -> Any:
    """What the field of a rule value holds where nothing is changed."""
    value = getattr(book, name)
    match shape_of(name):
        case "flag":
            return "yes" if value else "no"
        case "payments":
            return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)
        case "ranks":
            return list(value)
        case "by_players":
            return {str(key): str(number) for key, number in value.items()}
        case "points":
            ranks = {key: str(number) for key, number in value.items() if key not in RANK_OF_CARD}
            return {**ranks, SINGLE: _single_typed(value)}
        case "contracts":
            return "\n".join(map(contract_typed, value))
        case "by_round":
            numbers = [str(number) for number in value]
            return numbers[0] if len(set(numbers)) == 1 else ", ".join(numbers)
        case "rounds":
            return ", ".join(str(number) for number in sorted(value)) or "none"
    return str(value)


def is_sent(field: Field) -> bool:
    """Whether the form had the field, or one of its numbers."""
    return any(number.raw_data for number in field) if isinstance(field, FormField) else bool(field.raw_data)


def value_in(form: Form, name: str) -> object:
    """What a field says, as ``read`` has it."""
    return read(name, form[name].data)


def read(name: str, typed: Any) -> object:
    """What was typed for a rule value, as JSON would say it; what makes no sense stays text."""
    match shape_of(name):
        case "ranks":
            return [rank for rank in typed or () if rank in PAD_ORDER]
        case "by_players" | "points":
            texts = {key: (text or "").strip() for key, text in typed.items()}
            single = texts.pop(SINGLE, "")[:LONGEST]
            prices = {key: _number(text) for key, text in texts.items() if text}
            return prices | _single(single, prices)
    text = str(typed or "").strip()[:LONGEST]
    match shape_of(name):
        case "flag":
            return {"yes": True, "no": False}.get(text, text)
        case "contracts":
            return [_contract(line) for line in re.split(r"[\n;]+", text) if line.strip()]
        case "by_round":
            pieces = [piece.strip() for piece in re.split(r"[,;\n]+", text) if piece.strip()]
            if len(pieces) == 1 and re.fullmatch(r"[\d\s]+", pieces[0]):
                pieces = pieces[0].split()
            numbers = [_number(piece) for piece in pieces]
            return numbers[0] if len(numbers) == 1 else numbers
        case "rounds":
            return [] if text.casefold() in ("", "none") else [_number(part) for part in re.split(r"[\s,;]+", text)]
        case "choice":
            return text
        case "payments":
            words = VALUES[name]["shape"]["payments"]
            return (
                text.casefold() if text.casefold() in words else [_number(part) for part in re.split(r"[\s,;]+", text)]
            )
    return _number(text)


def _number(text: str) -> object:
    number = small_number(text.strip(), digits=6)
    return text.strip() if number is None else number


def _single(text: str, numbers: Mapping[str, object]) -> dict[str, object]:
    """``"QS QC 40, hearts double"`` as points by card; what names no card stays, for the reader to refuse."""
    prices: dict[str, object] = {}
    for piece in filter(str.strip, re.split(r"[,;\n]+", text)):
        *named, cost = re.split(r"[\s:=]+", piece.strip())
        for name in named or [piece]:
            suit = _SUITS.get(name.lower())
            for card in [rank + suit for rank in RANKS] if suit else [_card(name)]:
                twice = numbers.get(RANK_OF_CARD.get(card, ""))
                prices[card] = 2 * twice if cost.lower() == "double" and isinstance(twice, int) else _number(cost)
    return prices


def _card(name: str) -> str:
    try:
        return format_card(parse_card(name))
    except CardError:
        return name


def _single_typed(points: Mapping[str, int]) -> str:
    """The points of single cards as ``_single`` reads them."""
    doubled = doubled_suits(points)
    single = [f"{card} {cost}" for card, cost in points.items() if card in RANK_OF_CARD and card[-1] not in doubled]
    return ", ".join([*single, *(f"{SUIT_WORDS[SUITS.index(suit)]} double" for suit in doubled)])


def contract_typed(contract: Sequence[Slot]) -> str:
    """``"set of 3 + run of 4 or set of 6"``, as ``_contract`` reads it."""
    return " or ".join(" + ".join(map(str, way)) for way in ways_to_meet(tuple(contract)))


def _contract(line: str) -> list[str]:
    """``"2 sets of 3 and a run of 4"`` as three melds, with an ``or`` between two ways."""
    melds = []
    for piece in re.split(r"\s*(?:\+|,|&|\band\b)\s*|\s+(?=or\b)|(?<=\bor)\s+", line.strip()):
        piece = re.sub(r"^an?\s+", "", piece, flags=re.I)
        if counted := _COUNTED.fullmatch(piece):
            count = _NUMBERS.get(counted[1].lower()) or int(counted[1])
            melds += [f"{counted[2].lower()}{(counted[3] or '').lower()}"] * min(count, 9)
        elif piece:
            melds.append(piece)
    return melds


# ---- the rounds, a row each


class Round(NamedTuple):
    """What stands in one row, as text; the last: whether the whole hand is melded at once."""

    contracts: str
    deal: str
    may_i_limit: str
    may_i_penalty: str
    all_cards_rounds: bool


class RoundRow(Form):
    contracts = StringField()
    deal = StringField()
    may_i_limit = StringField()
    may_i_penalty = StringField()
    all_cards_rounds = BooleanField()


def rounds_of(book: Rulebook) -> list[Round]:
    return [
        Round(
            contract_typed(book.contracts[at]),
            str(book.deal[at]),
            str(book.may_i_limit[at]),
            str(book.may_i_penalty[at]),
            at + 1 in book.all_cards_rounds,
        )
        for at in range(book.rounds)
    ]


def _row(entry: Any) -> Round:
    contract, deal, limit, penalty = ((entry[name].data or "").strip() for name in Round._fields[:-1])
    return Round(contract, deal, limit, penalty, bool(entry.all_cards_rounds.data))


def is_step(step: str) -> bool:
    """Whether a button was pressed that saves nothing: one of the rows, or one that only shows the form."""
    return step in (ADD, SHOW, NO_JOKERS) or _STEP.fullmatch(step) is not None


def stepped(rows: Sequence[Round], step: str) -> tuple[list[Round], int]:
    """The rows after one more (``add``, like the last), one less or a move (``remove.3``, ``up.3``, ``down.3``).

    With the number of the row to look at next. What cannot be done changes nothing.
    """
    rows = list(rows)
    move = _STEP.fullmatch(step)
    if move is None:
        if step == ADD and 0 < len(rows) < MOST_ROUNDS:
            rows.append(rows[-1])
        return rows, len(rows) if step == ADD else 0
    at, to = int(move[2]) - 1, int(move[2]) - 1 + {"up": -1, "down": 1, "remove": 0}[move[1]]
    if not (0 <= at < len(rows) and 0 <= to < len(rows)):
        return rows, min(max(at, 0), len(rows) - 1) + 1
    if move[1] != "remove":
        rows.insert(to, rows.pop(at))
    elif len(rows) > 1:
        del rows[at]
    return rows, min(to, len(rows) - 1) + 1


def _as_one(name: str, rows: Iterable[Round]) -> str:
    """One column of the rows as the text of its rule value."""
    if name == WHOLE:
        return ", ".join(str(number) for number, row in enumerate(rows, 1) if row.all_cards_rounds) or "none"
    texts = [str(getattr(row, name)) for row in rows]
    if name == CONTRACT:
        return "\n".join(re.sub(r"[\n;]+", " + ", text) or "nothing" for text in texts)
    return ", ".join(re.sub(r"[,;\s]+", " ", text) or "nothing" for text in texts)


def short_deals(book: Rulebook, base: Rulebook) -> list[str]:
    """The rounds that deal fewer cards than their contract has, where the rulebook beneath does not mean it so."""
    meant = {*zip(base.contracts, base.deal, strict=True)}
    rounds = enumerate(zip(book.contracts, book.deal, strict=True), 1)
    return [
        str(number)
        for number, deal in rounds
        if deal not in meant and deal[1] < max(sum(slot.size for slot in way) for way in ways_to_meet(deal[0]))
    ]


# ---- the forms


class Save(Write):
    """Which version the form was made from, which one it may follow, and whether a button only shows it again."""

    version = StringField()
    over = StringField()
    step = StringField()

    @property
    def made_from(self) -> int:
        """The version of an own rulebook; 0 for what is built in."""
        return small_number(self.text("version")) or 0

    @property
    def may_follow(self) -> int:
        """The version that whoever saves was asked about, and said yes to; 0 for none."""
        return (small_number(self.text("over")) or 0) if self.yes else 0


class HouseRules(Save):
    """Every value of a rulebook, with its rounds in rows; ``house_rules`` makes one."""

    name = StringField(_("What your table calls it"))
    special = StringField(_("What is special, in a line"))
    rounds = FieldList(FormField(RoundRow, separator="."), separator=".", max_entries=MOST_ROUNDS)
    words = TextsByKey()
    """The table's words, by the name of a value or, for a clause without one, by its topic."""
    may_i_word = RadioField(choices=offered((word, begun(word)) for word in MAY_I_WORDS), validate_choice=False)


def house_rules(base: Rulebook, own: bool, *, sent: bool = False) -> HouseRules:
    """The form over a rulebook: as it is or, ``sent``, as this request has it. An own one keeps its name."""
    names = tuple(name for name in VALUE_NAMES if name not in IN_ROWS)
    values = {name: as_typed(base, name) for name in names}
    called = {"name": base.name, "special": base.special} if own else {}
    rows = [row._asdict() for row in rounds_of(base)]
    data = {**values, **called, WORD: base.may_i_word, "rounds": rows}
    whole: type[HouseRules] = with_values(HouseRules, names)
    form: HouseRules = whole(data=data) if sent else whole(None, data=data)
    return form


def rows_in(form: HouseRules, base: Rulebook) -> list[Round]:
    """The rounds of a form; those of the rulebook where it has none."""
    return [_row(entry) for entry in form.rounds] or rounds_of(base)


def take_step(form: HouseRules, base: Rulebook, step: str) -> int:
    """One round more, less or elsewhere, or no jokers; the number of the row to look at next, 0 for none."""
    if step == NO_JOKERS:
        for number in form["jokers"]:
            number.data = "0" if (number.data or "").strip() else number.data
    rows, number = stepped(rows_in(form, base), step)
    form.rounds.process(None, [row._asdict() for row in rows])
    return number


def changes(base: Rulebook, form: HouseRules) -> tuple[dict[str, object], dict[str, str]]:
    """What a form changes: values by name, and the table's words for them or, by topic, for clauses without one."""
    wording = {place: text.strip() for place, text in form.words.data.items() if _new_words(base, place, text)}
    rows = [_row(entry) for entry in form.rounds]
    sent = {name: read(name, _as_one(name, rows)) for name in IN_ROWS if rows}
    sent |= {name: value_in(form, name) for name in VALUE_NAMES if name not in IN_ROWS and is_sent(form[name])}
    house = {name: raw for name, raw in sent.items() if name in wording or differs(base, name, raw)}
    return {name: house[name] for name in VALUE_NAMES if name in house}, wording


def new_word(base: Rulebook, form: HouseRules) -> str:
    """What a form calls taking the discard out of turn; empty where it says nothing else than the rulebook."""
    word = form.text(WORD)
    return word if word != base.may_i_word else ""


def _new_words(base: Rulebook, place: str, text: str) -> bool:
    """Words for a value are always new; those of a clause without one are shown as they are, and emptied go."""
    shown = place not in VALUES and place in base.clauses
    return text.strip() != own_words(base.clauses[place]) if shown else bool(text.strip())


def differs(base: Rulebook, name: str, raw: object) -> bool:
    """Whether what was typed is another value than the rulebook's own, or none at all.

    A value that is the same in every round follows the number of rounds by itself.
    """
    try:
        value = read_value(name, raw, base.rounds)
    except RulebookError:
        return True  # the services say what is wrong with it
    old = getattr(base, name)
    if "by_round" in VALUES[name]["shape"] and len(set(old)) == 1:
        return set(value) != set(old)
    return bool(jsonable(value) != jsonable(old))


class Over(Write):
    """Which version of a rulebook of the same name it may follow, where that was asked and said."""

    over = StringField()


class Begin(Over):
    """One of the starts, by its id."""

    start = StringField()


class BringIn(Over):
    """A rulebook from a file, or from its text."""

    file = FileField()
    pasted = TextAreaField(name="text")

    def content(self) -> str:
        """The text of the file or, without one, what was pasted. Raises UnicodeDecodeError."""
        file = self.file.data
        text = file.read(LONGEST_FILE + 1).decode("utf-8-sig") if file else ""
        return text or self.text("pasted")[: LONGEST_FILE + 1].replace("\r\n", "\n")


class TakeBack(Write):
    """A house rule of an own rulebook, by its clause, and the version that was shown."""

    version = WholeField(
        validators=[
            InputRequired(_("Reload this page.")),
            NumberRange(1, 10**6, _("Reload this page.")),
        ]
    )
    topic = StringField(validators=[InputRequired(_("Which rule?")), Length(max=40)])
