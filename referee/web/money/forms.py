"""The forms of a club's money, and amounts as they are typed."""

from __future__ import annotations

import re
from typing import Any

from wtforms import BooleanField, StringField
from wtforms.validators import InputRequired, Length, NumberRange

from referee.errors import Rejected
from referee.game.names import LONGEST_NAME
from referee.messages import gettext as _
from referee.messages import lazy_gettext
from referee.season.money import NOTHING, STAKE, WAYS, Terms
from referee.services.clubs.money import MOST
from referee.services.clubs.money_views import MoneyTerms, TermsForm
from referee.storage.tables.money import LONGEST_UNIT
from referee.web.parts.club_fields import short_field
from referee.web.shell.forms import WholeField, Write, one_of, tidied
from referee.web.shell.words import number_of_cents

OWES, PAID = "owes", "paid"
THE_KITTY = "kitty"
"""What a field sends for the kitty: nothing is for nobody chosen yet."""
_NO_SUM = lazy_gettext("That isn’t an amount.")
_AMOUNT = re.compile(r"([0-9]{1,8})(?:[.,]([0-9]{1,2}))?")
_ANY_SIZE = re.compile(r"[0-9]+([.,][0-9]{1,2})?")


def amount_in(text: str, *, hundredths: bool) -> int | None:
    """An amount as it was typed, in the smallest unit: ``3.40`` or ``3,4``; None for what is none, or too large."""
    match = _AMOUNT.fullmatch(text.strip())
    if match is None or (match[2] and not hundredths):
        return None
    amount = int(match[1]) * 100 + int((match[2] or "").ljust(2, "0")) if hundredths else int(match[1])
    return amount if amount <= MOST else None


def no_amount(text: str, *, hundredths: bool) -> str:
    """What is said of what is none, or too large."""
    match = _ANY_SIZE.fullmatch(text.strip())
    if match and (hundredths or not match[1]) and amount_in(text, hundredths=hundredths) is None:
        return _("Enter at most %(most)s.", most=number_of_cents(MOST) if hundredths else MOST)
    return _("Enter an amount, like 3.40.") if hundredths else _("Enter an amount without decimals, like 20.")


class Playing(Write):
    """What a club plays for from a day on; ``before`` is the digest of what the page showed."""

    unit = StringField(
        lazy_gettext("What you count"),
        validators=[Length(max=4 * LONGEST_UNIT)],
        description=lazy_gettext("Like € or chips. It stands behind each amount."),
    )
    hundredths = BooleanField(lazy_gettext("With two decimals, like 3.40"))
    since = short_field(
        lazy_gettext("From"), lazy_gettext("Games and evenings of this day and later count, even those already played.")
    )
    way = one_of(WAYS, lazy_gettext("Choose what a game is played for."))
    amount = short_field(
        lazy_gettext("How much"), lazy_gettext("The stake of each, or what a point costs. Empty for nothing.")
    )
    dues = short_field(
        lazy_gettext("Dues of an evening"),
        lazy_gettext("What everyone who comes puts into the kitty. Empty for nothing."),
    )
    before = short_field()
    again = BooleanField(lazy_gettext("Yes, count again what was played since then"))

    def terms(self) -> TermsForm:
        """What was typed; raises Rejected with the field at fault."""
        hundredths, way = bool(self.hundredths.data), self.text("way")
        amounts = {name: amount_in(self.text(name) or "0", hundredths=hundredths) for name in ("amount", "dues")}
        each = 0 if way == NOTHING else amounts["amount"]
        if each is None or (not each and way != NOTHING):
            raise Rejected("amount", no_amount(self.text("amount"), hundredths=hundredths))
        if (dues := amounts["dues"]) is None:
            raise Rejected("dues", no_amount(self.text("dues"), hundredths=hundredths))
        return TermsForm(self.text("unit"), hundredths, Terms(self.text("since"), way, each, dues))


def filled(money: MoneyTerms | None, today: str) -> dict[str, Any]:
    """What the fields hold at first."""
    if money is None or not money.terms:
        return {"since": today, "way": STAKE, "hundredths": True}
    last = money.terms[-1]

    def written(amount: int) -> str:
        return number_of_cents(amount) if money.hundredths else str(amount)

    return {
        "unit": money.unit,
        "hundredths": money.hundredths,
        "since": last.since if last.since > today else today,
        "way": last.way,
        "amount": written(last.amount) if last.amount else "",
        "dues": written(last.dues) if last.dues else "",
        "before": money.digest,
    }


class ByHand(Write):
    """Somebody owes or paid somebody else."""

    who = short_field(lazy_gettext("Who"))
    what = one_of((OWES, PAID), lazy_gettext("Choose whether it is owed or was paid."))
    other = short_field(lazy_gettext("Whom"))
    amount = short_field(lazy_gettext("Amount"))
    word = StringField(
        lazy_gettext("What for"), validators=[tidied(LONGEST_NAME)], description=lazy_gettext("Optional, like “pizza”")
    )


class Settled(Write):
    """A payment that the page proposed."""

    pays = short_field()
    gets = short_field()
    sum = WholeField(validators=[InputRequired(_NO_SUM), NumberRange(1, 10**9, _NO_SUM)])


class Back(Write):
    """An entry that counts no more."""

    entry = short_field()
