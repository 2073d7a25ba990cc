"""What the forms of a round in play may carry; nothing here knows what it means for the game."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from wtforms import BooleanField, Field, RadioField, StringField
from wtforms.validators import InputRequired, Length, NumberRange, Optional, Regexp, ValidationError

from referee.game import commands as cmd
from referee.game.judges.irregular import REMEDIES
from referee.game.names import LONGEST_NOTE
from referee.messages import gettext as _
from referee.messages import lazy_gettext
from referee.rules.questions.kinds import MELDS
from referee.rules.schema import LONGEST_TEXT
from referee.rules.speech.typed import NONE, tidy
from referee.web.shell.forms import (
    LARGEST,
    PointsField,
    WholeField,
    Write,
    note_field,
    one_of,
    positive_number,
    small_number,
    tidied,
)

_YES_NO = {"yes": True, "no": False}
LAY_OFF, SWAP, NEW = "lay_off", "swap", "new"
"""What is done with a meld."""


def seats_in(text: str) -> tuple[int, ...]:
    """Seat numbers written one after the other, as ``"3,1"``; anything else is left out."""
    numbers = (small_number(piece, digits=6) for piece in re.split(r"[\s,]+", text))
    return tuple(seat for seat in numbers if seat is not None)


def melds_in(text: str) -> tuple[str, ...]:
    """Melds written one in a line, tidied."""
    return tuple(MELDS.typed(text))


def _maybe() -> WholeField:
    why = lazy_gettext("That is not on this page any more.")
    return WholeField(validators=[Optional(), NumberRange(1, 10**9, why)])


def _answer(*values: str) -> RadioField:
    """What may stay unsaid."""
    return one_of(values, lazy_gettext("Choose one of the answers."), or_none=True)


def _cards() -> StringField:
    return StringField(validators=[Length(max=LONGEST_TEXT, message=lazy_gettext("That is more than any hand holds."))])


class InRound(Write):
    """What happened in a round, by its number."""

    round = positive_number(lazy_gettext("Which round?"))

    @property
    def number(self) -> int:
        return self.whole("round")

    @property
    def texts(self) -> dict[str, str]:
        """What was told, as an address holds it."""
        return {field.name: str(field.data or "") for field in self}

    def shuffle(self) -> cmd.ShuffleStock:
        return cmd.ShuffleStock(self.number)


class Take(InRound):
    """A discard out of turn: who asked, one after the other; ``also`` is the entry of it, where one is there."""

    claims = StringField(
        validators=[Optional(), Regexp(r"^[0-9]{1,6}(,[0-9]{1,6}){0,15}$", message=lazy_gettext("Who asked for it?"))]
    )
    also = _maybe()
    active = _maybe()
    same = _answer("yes", "no")
    active_takes = _answer("yes", "no")
    gets = _maybe()
    forgotten = _answer("yes")

    def command(self) -> cmd.TakeDiscard:
        return cmd.TakeDiscard(
            round=self.number,
            claims=seats_in(self.text("claims")),
            active=self.active.data,
            same=_YES_NO.get(self.text("same")),
            active_takes=self.text("active_takes") == "yes",
            also=self.also.data,
            forgotten=self.text("forgotten") == "yes",
            gets=self.gets.data,
        )


class Down(InRound):
    """Somebody went down; the melds, one in a line, may stay unsaid."""

    seat = positive_number(lazy_gettext("Who went down?"))
    melds = _cards()
    reading = _cards()

    @property
    def lacks_melds(self) -> bool:
        """Whether there was a field for the melds, and nothing in it: a note has none."""
        return bool(self.melds.raw_data) and not self.text("melds").strip()

    def command(self) -> cmd.GoDown:
        return cmd.GoDown(self.number, self.whole("seat"), melds_in(self.text("melds")), self.text("reading"))


class OfMeld(InRound):
    """Something done with melds by one player. ``laid`` are the cards; ``down`` where the log does not know.

    A meld is one on the table (``meld``) or the ``owner``'s, written out (``onto_cards``).
    """

    seat = positive_number(lazy_gettext("Who is it?"))
    meld = _maybe()
    owner = _maybe()
    onto_cards = _cards()
    laid = _cards()
    way = _answer(LAY_OFF, SWAP, NEW)
    down = _answer("no", "this turn", "earlier")
    reading = _cards()

    def command(self, way: str) -> MeldCommand:
        return meld_command(self.number, way, self.texts, self.yes)


MeldCommand = cmd.LayMeld | cmd.LayOff | cmd.TakeWild


def meld_command(number: int, way: str, fields: Mapping[str, str], confirmed: bool = False) -> MeldCommand:
    """What is done with a meld, as a form or an address tells it; what was not told is empty."""
    seat, cards, reading = int(fields["seat"]), tidy(fields.get("laid", "")), fields.get("reading", "")
    down: Any = fields.get("down") or None
    if way == NEW:
        return cmd.LayMeld(number, seat, cards, down, reading, confirmed)
    meld, owner, onto = _number(fields, "meld"), _number(fields, "owner"), tidy(fields.get("onto_cards", ""))
    if way == SWAP:
        return cmd.TakeWild(number, seat, meld, cards, down, onto, owner, reading, confirmed)
    return cmd.LayOff(number, seat, meld, cards, down, reading, confirmed, onto, owner)


def _number(fields: Mapping[str, str], name: str) -> int | None:
    """A number that was told; None where it was not."""
    return int(fields.get(name) or 0) or None


class Screw(InRound):
    """A meld is one on the table (``meld``, ``onto``) or written out (``cards_of``, ``onto_cards``)."""

    by = positive_number(lazy_gettext("Who takes a card?"))
    owner = positive_number(lazy_gettext("Whose meld is it?"))
    meld = _maybe()
    cards_of = _cards()
    take = _cards()
    give = _cards()
    use = _answer("contract", "lay_off", "new_meld")
    use_cards = _cards()
    onto = _maybe()
    onto_cards = _cards()
    down = _answer("no", "this turn", "earlier")
    owner_melds = _cards()
    stolen = _answer("yes", "no")
    reading = _cards()

    def command(self) -> cmd.ScrewOver:
        return screw_command(self.number, self.texts, self.yes)


def screw_command(number: int, fields: Mapping[str, str], confirmed: bool = False) -> cmd.ScrewOver:
    """A screw-over as a form or an address tells it; what was not told is empty."""
    use: Any = fields.get("use") or None
    down: Any = fields.get("down") or None
    melds = melds_in(fields.get("use_cards", ""))
    if use in ("lay_off", "new_meld") and melds:
        melds = (" ".join(melds),)
    others = fields.get("owner_melds", "").strip()
    return cmd.ScrewOver(
        round=number,
        by=int(fields.get("by") or 0),
        owner=int(fields.get("owner") or 0),
        take=tidy(fields.get("take", "")),
        give=tidy(fields.get("give", "")),
        use=use,
        melds=melds,
        meld=_number(fields, "meld"),
        cards=tidy(fields.get("cards_of", "")),
        onto=_number(fields, "onto"),
        onto_cards=tidy(fields.get("onto_cards", "")),
        down=down,
        stolen=_YES_NO.get(fields.get("stolen", "")),
        owner_melds=None if not others else () if others.casefold() == NONE else melds_in(others),
        reading=fields.get("reading", ""),
        confirmed=confirmed,
    )


class Shanghai(InRound):
    seat = positive_number(lazy_gettext("Who calls?"))
    discarder = positive_number(lazy_gettext("Who discarded?"))
    card = _cards()
    meld = _maybe()
    table = _cards()
    all_told = _answer("yes")
    reading = _cards()

    def command(self) -> cmd.CallShanghai:
        return call_command(self.number, self.texts, self.yes)


def call_command(number: int, fields: Mapping[str, str], confirmed: bool = False) -> cmd.CallShanghai:
    """A Shanghai call as a form or an address tells it; what was not told is empty."""
    return cmd.CallShanghai(
        round=number,
        seat=int(fields["seat"]),
        discarder=int(fields["discarder"]),
        card=tidy(fields.get("card", "")),
        meld=_number(fields, "meld"),
        table=melds_in(fields.get("table", "")),
        all_told=bool(fields.get("all_told")),
        reading=fields.get("reading", ""),
        confirmed=confirmed,
    )


class Irregular(InRound):
    """Something that went wrong; ``seat`` 0 is the whole table."""

    kind = StringField(validators=[InputRequired(lazy_gettext("What went wrong?")), Length(max=80)])
    seat = WholeField(validators=[InputRequired(lazy_gettext("Who did it?")), NumberRange(0, LARGEST)])
    remedy = one_of(REMEDIES, lazy_gettext("What does the table do about it?"), or_none=True)
    points = PointsField(
        validators=[Optional(), NumberRange(-500, 500, lazy_gettext("A whole number up to 500, please."))]
    )
    words = note_field()
    note = _maybe()

    def validate_points(self, field: Field) -> None:
        if field.data and self.remedy.data in ("note", "nothing"):
            raise ValidationError(
                _(
                    "%(points)s points are entered. Choose Add points to count them, or clear this field.",
                    points=field.data,
                )
            )

    def command(self) -> cmd.NoteIrregularity:
        remedy: Any = self.remedy.data or "note"
        return cmd.NoteIrregularity(
            round=self.number,
            seat=self.whole("seat") or None,
            kind=self.text("kind"),
            remedy=remedy,
            points=self.points.data or 0,
            text=self.text("words"),
            completes=self.note.data,
            confirmed=self.yes,
        )


class Decide(Write):
    """A decision on a clause, whose values are fields beside these. ``stands``: it stays as it reads."""

    keep = BooleanField()
    stands = BooleanField()

    wording = StringField(validators=[tidied(LONGEST_NOTE)])


class Revoke(Write):
    target = positive_number(lazy_gettext("Which decision?"))

    def command(self) -> cmd.RevokeRule:
        return cmd.RevokeRule(self.whole("target"), self.yes)


class Keep(Write):
    """A name for the rulebook of a game."""

    kept = StringField(name="name", validators=[InputRequired(lazy_gettext("Give it a name.")), Length(max=240)])
    over = WholeField(validators=[Optional()], default=0)
