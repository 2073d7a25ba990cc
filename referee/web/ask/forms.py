"""The form of every question, made from the table of questions: what is typed becomes a request, and back.

What is typed stands in the address of the page, so that a question can be kept, shared and asked again.
Reading is lenient about how cards are written, never about which. Whether an answer makes sense is for the
referee to say, in the words that programs hear too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any

from werkzeug.datastructures import MultiDict
from wtforms import Form, HiddenField, SelectField
from wtforms.fields.core import UnboundField
from wtforms.form import BaseForm
from wtforms.validators import ValidationError

from referee.game.rulings import inside
from referee.game.rulings.in_one_go import told_in_one_go
from referee.messages import gettext, lazy_gettext, translated
from referee.rules.question import Field
from referee.rules.questions import DEFAULT_PLAYERS, QUESTIONS
from referee.rules.questions.kinds import FLAG, SEAT
from referee.rules.rulebook.model import Rulebook
from referee.rules.rulings import RequestError, Ruling
from referee.rules.speech import rulings
from referee.rules.speech.typed import NONE, is_cards, tidy
from referee.web.parts.question_fields import FIELDS, LONGEST_SHOWN, Answer, CardsField, slots_of
from referee.web.parts.setting import Setting
from referee.web.shell import words
from referee.web.shell.forms import offered, small_number

_ASKER = Field(inside.ASKER, SEAT, lazy_gettext("Who asks?"), "")
_SAME = Field(inside.SAME, FLAG, lazy_gettext("Is it still the same interruption?"), "", optional=True)


class _Pick(SelectField):
    needed = ""

    def __init__(self, label: str, **kwargs: Any) -> None:
        super().__init__(label, choices=[], validate_choice=False, **kwargs)


class SettingForm(Form):
    """The rulebook, the players and the round of a question; ``game`` is the way back to one."""

    rulebook = _Pick(lazy_gettext("Rulebook"))
    players = _Pick(lazy_gettext("Players"))
    round = _Pick(lazy_gettext("Round"))
    game = HiddenField()
    ask = HiddenField()

    @property
    def typed(self) -> dict[str, str]:
        """What the address says, without what was left empty."""
        texts = {field.name: str(field.data or "")[:LONGEST_SHOWN] for field in self}
        return {name: text for name, text in texts.items() if text.strip()}

    def offer(self, setting: Setting, books: Iterable[Rulebook]) -> None:
        """Fills the lists to choose from; what the setting is made of is chosen in them."""
        rounds = enumerate(setting.book.contracts, 1)
        self.rulebook.choices = offered((book.id, book.name) for book in books)
        self.players.choices = offered((str(players), str(players)) for players in sorted(setting.book.decks))
        self.round.choices = offered(
            (str(number), f"{number}: {words.contract(slots)}", slots_of(slots)) for number, slots in rounds
        )
        self.rulebook.data, self.players.data = setting.book.id, str(setting.players)
        self.round.data = str(setting.round or "")
        if setting.book.own_contracts:
            self.round.label.text = gettext("Contract")


class QuestionForm(BaseForm):
    """The fields of one question. They are reached by name, as ``form["cards"]``; its own attributes are not fields."""

    def __init__(self, name: str, setting: Setting, where: SettingForm | None = None) -> None:
        self.name, self.question, self.setting = name, QUESTIONS[name], setting
        self.heading = translated(self.question.label_in(setting.book))
        self.where = where or SettingForm()
        self.ruling: Ruling | None = None
        dropped: Iterable[str] = inside.NOT_ASKED.get(name, ()) if setting.in_round else ()
        fields = [field for field in self.question.fields if field.label and field.name not in dropped]
        of_book = [field for field in fields if not field.only_with or getattr(setting.book, field.only_with)]
        shown = sorted((*of_book, *_game_fields(name, setting)), key=lambda field: field.optional)
        asks = [part for field in shown for part in (field, *field.kind.parts)]
        super().__init__(
            {f.name: UnboundField(FIELDS[type(f.kind)], f, setting, setting.seats_for(name, f.name)) for f in asks}
        )
        meets = self.field(self.question.meets_contract)
        if isinstance(meets, CardsField):
            meets.meets_contract = True
            number = setting.round or setting.contract
            meets.asked_for = tuple(setting.book.contracts[number - 1]) if number else ()

    def read(self, address: Mapping[str, str]) -> None:
        """Takes what was typed. A form that nobody has begun yet begins with what the game knows."""
        begun = "ask" in address or any(name.partition(".")[0] in self for name in address if name != inside.ASKER)
        from_game = {} if begun else self.setting.from_game.get(self.name, {})
        from_game = {inside.ASKER: self.setting.asker, **from_game} if self.setting.asker else from_game
        self.process(MultiDict(address), data=_texts(self, from_game))

    @property
    def answers(self) -> list[Answer]:
        return [field for field in self if isinstance(field, Answer)]

    @property
    def open(self) -> list[Answer]:
        """What stands in the open: what is always asked, and what is said, missing or wrong."""
        return [
            field
            for field in self.answers
            if field.needed
            or field.errors
            or not (self._own(field) or ((field.asks.optional or self._is_known(field)) and not field.text))
        ]

    @property
    def more(self) -> list[Answer]:
        """What is only asked where it decides; of what the log knows, nothing."""
        return [field for field in self.answers if field not in self.open and not self._is_known(field)]

    def _is_known(self, field: Answer) -> bool:
        """Whether the log mostly knows it; of melds it knows something once one is recorded."""
        in_log = self.setting.in_round and field.asks.name in inside.KNOWN.get(self.name, ())
        return in_log and (field.asks.optional or bool(self.setting.melds))

    def _own(self, field: Answer) -> bool:
        """Whether it says who asks, and that is whose phone it is."""
        return field.asks.name == inside.ASKER and field.text == str(self.setting.asker)

    @property
    def typed(self) -> dict[str, str]:
        """What is typed, by the names of the inputs, without what was left empty."""
        return {name: text for field in self.answers for name, text in field.inputs.items() if text}

    @property
    def address(self) -> dict[str, str]:
        """What the address holds of it, without that it was asked."""
        return {name: text for name, text in {**self.where.typed, **self.typed}.items() if name != "ask"}

    def address_with(self, changes: Mapping[str, Any]) -> dict[str, str]:
        """The same with some facts of the request changed."""
        texts = {**self.address, **_texts(self, changes)}
        return {name: text for name, text in texts.items() if text}

    @property
    def pad(self) -> words.CardPad | None:
        """The keys that tap cards; None where the question is about none."""
        if not any(field.taps_cards for field in self.answers):
            return None
        several = any(field.asks.kind.lines for field in self.answers)
        suits = self.question.suits
        return words.CardPad(words.keys(self.setting.book, priced=not suits), suits, several)

    @cached_property
    def request(self) -> dict[str, Any]:
        """The request that the form says, once it is read. What was left empty is left out."""
        request: dict[str, Any] = {"question": self.name, "players": self.setting.players}
        if self.setting.round is not None:
            request["round"] = self.setting.round
        values = {field.asks.name: field.value for field in self.answers}
        request |= {name: None if value == NONE else value for name, value in values.items() if value is not None}
        for field in self.question.fields:
            if field.kind.parts:
                answers = [(name in request, request.pop(name, None)) for name in field.said_by]
                if (together := field.kind.together(answers)) is not None:
                    request[field.name] = together
        self._sort_contract(request, "melds")
        if isinstance(use := request.get("use"), dict):
            self._sort_contract(use, "contract")
        return request

    def _sort_contract(self, facts: dict[str, Any], name: str) -> None:
        """Cards of a contract that were tapped in one go are read as they are where it is recorded."""
        melds, number = facts.get(name), self.setting.round or self._own_contract
        if number is not None and isinstance(melds, list) and all(isinstance(meld, str) for meld in melds):
            facts[name] = told_in_one_go(self.setting.book, number, self.setting.players, melds)

    def judge(self) -> bool:
        """Asks the referee; ``ruling`` is the answer. False where the question makes no sense: the errors say why."""
        try:
            self.ruling = self.setting.rule(self.request)
        except RequestError as wrong:
            return self._blame(wrong)
        for need in self.ruling.needs:
            if field := self._to_say(need.field):
                field.needed = rulings.question(need)
        if self.asks_suits and (melds := self.request.get("melds")) and (field := self.field("melds")):
            field.data = "\n".join(melds)  # the key of a suit gives it to all cards of a run
        return self.validate()

    @property
    def _own_contract(self) -> int | None:
        """The number of the contract that whoever asks has in the round in play, where each player has their own."""
        running = self.setting.state.running if self.setting.state else None
        asker = self.field(inside.ASKER)
        place = small_number(asker.text) if isinstance(asker, Answer) else None
        if running is None or not running.own or place is None or not 1 <= place <= len(running.seats):
            return None
        return running.own[running.seats[place - 1]].number

    @property
    def asks_suits(self) -> bool:
        """Whether the referee asks for suits that were left out."""
        return any(need.asks_suits for need in (self.ruling.needs if self.ruling else ()))

    def _to_say(self, name: str) -> Answer | _Pick | None:
        """Where a missing fact is said, if several fields say it together."""
        whole = self._in_parts(name)
        return self.field(whole.kind.half_said(whole.said_by, self.typed) if whole else name)

    def _in_parts(self, name: str) -> Field | None:
        """The field of this name, if several fields of the page say it together."""
        return next((field for field in self.question.fields if field.name == name and field.kind.parts), None)

    def field(self, name: str) -> Answer | _Pick | None:
        """The field of this name, the round among them."""
        return self.where.round if name == "round" else next((f for f in self.answers if f.asks.name == name), None)

    @property
    def needed(self) -> list[Answer | _Pick]:
        """What has to be asked at the table."""
        fields = [self._to_say(need.field) for need in (self.ruling.needs if self.ruling else ())]
        return [field for field in fields if field and field.needed]

    def _blamed(self, name: str) -> list[str]:
        """The fields of the page at which a fault in this field of the request shows."""
        whole = self._in_parts(name)
        if whole is None:
            return [name]
        card_fields = [field for field in self.answers if field.asks.name in whole.said_by and field.taps_cards]
        wrong = [field.asks.name for field in card_fields if field.text and not is_cards(tidy(field.text))]
        return wrong or [name, whole.kind.half_said(whole.said_by, self.typed)]

    def _blame(self, wrong: RequestError) -> bool:
        def refuse(_form: BaseForm, field: Any) -> None:
            if isinstance(field, CardsField):
                field.too_many = wrong.too_many
            raise ValidationError(wrong.message)

        if wrong.field == "round":
            self.where.validate({wrong.field: [refuse]})
        elif wrong.field in self:
            self.validate({blamed: [refuse] for blamed in self._blamed(wrong.field)})
        else:
            self.form_errors = [wrong.message]
        return False


def _game_fields(name: str, setting: Setting) -> tuple[Field, ...]:
    """What only a game asks: who it is, and whether a discard belongs to the interruption before."""
    if not setting.in_round:
        return ()
    return (_ASKER,) if inside.is_asked_by(setting.book, name) else (_SAME,) if name == "may_i" else ()


def address_of(request: Mapping[str, Any], book: Rulebook) -> dict[str, str]:
    """What would have to be typed for a request."""
    players = request.get("players") or request.get("seats")
    setting = Setting(book, None, ("",) * (players or DEFAULT_PLAYERS))
    where = {"players": players, "round": request.get("round")}
    form = QuestionForm(request["question"], setting, SettingForm(data=where))
    form.process(data=_texts(form, request))
    return form.address


def _texts(form: QuestionForm, request: Mapping[str, Any]) -> dict[str, Any]:
    """What would have to be typed for the facts of a request; numbers by seat as an object of texts."""
    facts = dict(request)
    for field in form.question.fields:
        if field.kind.parts and facts.get(field.name) is not None:
            facts |= field.kind.apart(field.said_by, facts.pop(field.name))
    return {
        name: field.asks.text(facts[name], [seat.value for seat in field.seats])
        for field in form.answers
        if (name := field.asks.name) in facts
    }
