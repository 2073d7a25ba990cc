"""House rules in a form: a field for each rule value, the rounds row by row, and what all of it changes.

A field holds its value as text, as people write it; its kind says it as JSON would. What makes no sense stays text,
for the reader of values to refuse: whatever was typed is shown again as it was.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from contextlib import closing
from typing import Any, NamedTuple

from flask_wtf.file import FileField
from wtforms import BooleanField, FieldList, Form, FormField, RadioField, StringField, TextAreaField
from wtforms.validators import InputRequired, Length, NumberRange

from referee.messages import N_
from referee.messages import lazy_gettext as _
from referee.rulebooks.own import LONGEST_FILE, MOST_BYTES, file_text
from referee.rulebooks.reading import MAY_I_WORDS
from referee.rules.packs import played_with
from referee.rules.rulebook.house_rules import own_words
from referee.rules.rulebook.kinds import MOST_ROUNDS, by_round
from referee.rules.rulebook.model import KINDS, VALUE_NAMES, VALUES, Rulebook
from referee.rules.rulebook.slots import contract_line, ways_to_meet
from referee.web.parts.rule_values import as_typed, differs, is_sent, value_in, with_values
from referee.web.shell.forms import TextsByKey, WholeField, Write, offered, small_number
from referee.web.shell.words import begun

CONTRACT, DEAL, WHOLE = "contracts", "deal", "all_cards_rounds"
IN_ROWS = {
    CONTRACT: _("Contract"), DEAL: _("Cards each"), WHOLE: _("The whole hand at once"),
    "may_i_limit": _("May I’s"), "may_i_penalty": _("Extra cards"),
}  # fmt: skip
"""The rule values that have a place in the rounds’ rows, as they are called there."""
ROW_TITLES = {
    CONTRACT: N_("Round %(number)s, contract"), DEAL: N_("Round %(number)s, cards each"),
    WHOLE: N_("Round %(number)s, the whole hand at once"),
    "may_i_limit": N_("Round %(number)s, May I’s"), "may_i_penalty": N_("Round %(number)s, extra cards"),
}  # fmt: skip
"""Each of them as a refusal names it."""
COLUMNS = (DEAL, "may_i_limit", "may_i_penalty")
"""Those of them that can be typed in one go as well: one number for all rounds, or one for each."""
WORD = "may_i_word"
"""What taking the discard out of turn is called: no rule, but the word in every sentence about it."""
SHOW, ADD, NO_JOKERS = "show", "add", "no jokers"
"""What a button of the form sends that writes nothing; the others are ``up.3``, ``down.3`` and ``remove.3``."""
_STEP = re.compile(r"(up|down|remove)\.([0-9]{1,2})")


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
    with played_with(book.pack):
        contracts = [contract_line(contract) for contract in book.contracts]
    return [
        Round(
            contracts[at],
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
    digest = StringField()
    """Of the content of that version; empty for what is built in, and from a page of an older version."""
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
    special = StringField(_("What’s special, in one line"))
    rounds = FieldList(FormField(RoundRow, separator="."), separator=".", max_entries=MOST_ROUNDS)
    shown = TextsByKey()
    """What the rows had of each of ``COLUMNS`` when the form was shown: what differs from it was typed since."""
    words = TextsByKey()
    """The table's words, by the name of a value or, for a clause without one, by its topic."""
    may_i_word = RadioField(choices=offered((word, begun(word)) for word in MAY_I_WORDS), validate_choice=False)


def house_rules(base: Rulebook, own: bool, *, sent: bool = False) -> HouseRules:
    """The form over a rulebook: as it is or, ``sent``, as this request has it. An own one keeps its name."""
    names = tuple(name for name in VALUE_NAMES if name not in IN_ROWS or name in COLUMNS)
    values = {name: as_typed(base, name) for name in names}
    called = {"name": base.name, "special": base.special} if own else {}
    rows = [row._asdict() for row in rounds_of(base)]
    data = {**values, **called, WORD: base.may_i_word, "rounds": rows}
    whole: type[HouseRules] = with_values(HouseRules, names)
    form: HouseRules = whole(data=data) if sent else whole(None, data=data)
    if sent:
        _put_in_rows(form)
    else:
        form.shown.data = {name: values[name] for name in COLUMNS}
    return form


def _put_in_rows(form: HouseRules) -> None:
    """What was typed for all rounds in one go, but for a round that has got another number of its own."""
    rows = [_row(entry) for entry in form.rounds]
    for name in COLUMNS:
        old, new = (by_round(text) for text in (form.shown.data.get(name, ""), form.text(name)))
        if old == new or not _fits(old, rows) or not _fits(new, rows):
            continue
        rows = [
            row._replace(**{name: number}) if getattr(row, name) in (was, "") else row  # type: ignore[arg-type]
            for row, was, number in zip(rows, _spread(old, rows), _spread(new, rows), strict=True)
        ]
    if rows:
        _show(form, rows)


def _fits(numbers: Sequence[str], rows: Sequence[Round]) -> bool:
    return len(numbers) in (1, len(rows))


def _spread(numbers: list[str], rows: Sequence[Round]) -> list[str]:
    return numbers * len(rows) if len(numbers) == 1 else numbers


def _is_apart(form: HouseRules, name: str, rows: Sequence[Round]) -> bool:
    """Whether a column was typed in one go with too few numbers or too many, so that the rows cannot have it."""
    numbers = by_round(form.text(name))
    return bool(numbers) and numbers != by_round(form.shown.data.get(name, "")) and not _fits(numbers, rows)


def _show(form: HouseRules, rows: Sequence[Round]) -> None:
    """The rows, and each column in one go as they have it."""
    form.rounds.process(None, [row._asdict() for row in rows])
    for name in COLUMNS:
        if not _is_apart(form, name, rows):
            numbers = [getattr(row, name) or "?" for row in rows]
            form[name].data = form.shown.data[name] = ", ".join(numbers if len({*numbers}) > 1 else numbers[:1])


def rows_in(form: HouseRules, base: Rulebook) -> list[Round]:
    """The rounds of a form; those of the rulebook where it has none."""
    return [_row(entry) for entry in form.rounds] or rounds_of(base)


def take_step(form: HouseRules, base: Rulebook, step: str) -> int:
    """One round more, less or elsewhere, or no jokers; the number of the row to look at next, 0 for none."""
    if step == NO_JOKERS:
        for number in form["jokers"]:
            number.data = "0" if (number.data or "").strip() else number.data
    rows, number = stepped(rows_in(form, base), step)
    _show(form, rows)
    return number


def changes(base: Rulebook, form: HouseRules) -> tuple[dict[str, object], dict[str, str]]:
    """What a form changes: values by name, and the table's words for them or, by topic, for clauses without one."""
    with played_with(base.pack):  # contracts are typed as the rulebook's pack has them
        return _changes(base, form)


def _changes(base: Rulebook, form: HouseRules) -> tuple[dict[str, object], dict[str, str]]:
    wording = {place: text.strip() for place, text in form.words.data.items() if _new_words(base, place, text)}
    rows = [_row(entry) for entry in form.rounds]
    in_rows = {name: _as_one(name, rows) for name in IN_ROWS if rows}
    in_rows |= {name: form.text(name) for name in COLUMNS if _is_apart(form, name, rows)}
    sent = {name: KINDS[name].from_form(text) for name, text in in_rows.items()}
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
        """The text of the file or, without one, what was pasted. Raises Unreadable."""
        text = ""
        if file := self.file.data:
            with closing(file):  # a large one lies in a file of its own until then
                text = file_text(file.read(MOST_BYTES + 1))
        return text or self.text("pasted").replace("\r\n", "\n")[: LONGEST_FILE + 1]


class TakeBack(Write):
    """A house rule of an own rulebook, by its clause, and the version that was shown."""

    version = WholeField(
        validators=[
            InputRequired(_("Reload this page.")),
            NumberRange(1, 10**6, _("Reload this page.")),
        ]
    )
    digest = StringField()
    topic = StringField(validators=[InputRequired(_("Which rule?")), Length(max=40)])
