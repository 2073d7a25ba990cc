"""A club's money as its pages show it: who owes whom, each balance, and where it comes from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from referee.messages import gettext as _
from referee.messages import ngettext
from referee.season.money import KITTY, NOTHING, STAKE, Moves, Payment, Terms
from referee.services.clubs.money_views import Entry, MoneyPage, MoneyTerms, Movement
from referee.web.money.forms import THE_KITTY, Playing
from referee.web.parts.amounts import account_lines, account_name, amount
from referee.web.parts.club_bar import ClubBar
from referee.web.shell import words
from referee.web.shell.frame import Trouble

SHOWN, MOST_SHOWN = 4, 60
"""Movements that are shown at once, and how many open below."""
ENTRY = frozenset({"who", "what", "other", "amount", "word"})
"""The fields of an entry by hand: what is wrong with them is said there."""


@dataclass(frozen=True)
class Debt:
    """A payment that would settle something."""

    says: str
    pays: str
    gets: str
    sum: int


@dataclass(frozen=True)
class Line:
    """Something that moved money."""

    what: str
    url: tuple[str, dict[str, str]]
    """Endpoint of the game or the evening, with its values; empty for an entry."""
    about: str
    each: str
    """What each gets or pays."""
    entry: str
    """The id of an entry that can be taken back."""
    back: str
    """By whom it was taken back and when; empty while it stands."""


@dataclass(frozen=True)
class MoneyView:
    bar: ClubBar
    debts: tuple[Debt, ...]
    balances: tuple[tuple[str, str, str], ...]
    """Id of the player (empty for the kitty), name and amount."""
    kitty: str
    """What is in it; empty where nobody has paid anything in."""
    news: tuple[str, ...]
    rules: tuple[str, ...]
    lines: tuple[Line, ...]
    left_out: str
    shown = SHOWN
    people: tuple[tuple[str, str], ...]
    """What the fields of an entry offer: value and name."""
    typed: Mapping[str, str]
    has_typed: bool


@dataclass(frozen=True)
class PlayingView:
    bar: ClubBar
    money: MoneyTerms | None
    form: Playing
    ways: tuple[tuple[str, str, str], ...]


def money_page(of: MoneyPage, trouble: Trouble) -> MoneyView:
    lines = of.movements[:MOST_SHOWN]
    names = dict(of.players)
    return MoneyView(
        bar=ClubBar(of.money.club),
        debts=tuple(_debt(of, payment) for payment in of.payments),
        balances=account_lines(of.balances, of.names, of.money),
        kitty=_kitty(of),
        news=_news(of),
        rules=tuple(_rules(of.money)),
        lines=tuple(_line(of, movement) for movement in lines),
        left_out=_("These are the latest %(some)s of %(all)s.", some=len(lines), all=len(of.movements))
        if len(lines) < len(of.movements)
        else "",
        people=(*sorted(names.items(), key=lambda each: each[1].casefold()), (THE_KITTY, _("The kitty"))),
        typed=trouble.typed,
        has_typed=bool(ENTRY & trouble.fields.keys()),
    )


def _kitty(of: MoneyPage) -> str:
    """What is in it, as a sentence without its end; it may have paid out what was in it before the app knew."""
    if of.in_kitty > 0:
        return _("In the kitty: %(amount)s", amount=amount(of.in_kitty, of.money))
    more = amount(-of.in_kitty, of.money)
    return _("The kitty paid out %(amount)s more than was paid in", amount=more) if of.in_kitty else ""


def _debt(of: MoneyPage, payment: Payment) -> Debt:
    says = _owes(of, payment.giver, payment.receiver, payment.amount)
    return Debt(says, payment.giver or THE_KITTY, payment.receiver or THE_KITTY, payment.amount)


def _owes(of: MoneyPage, debtor: str, creditor: str, cents: int) -> str:
    at = {
        "name": account_name(debtor, of.names),
        "other": account_name(creditor, of.names),
        "amount": amount(cents, of.money),
    }
    if debtor == KITTY:
        return _("The kitty owes %(other)s %(amount)s", **at)
    if creditor == KITTY:
        return _("%(name)s owes the kitty %(amount)s", **at)
    return _("%(name)s owes %(other)s %(amount)s", **at)


def paid(of: MoneyPage, giver: str, receiver: str, cents: int) -> str:
    """That somebody paid somebody else, as a sentence without its end."""
    at = {
        "name": account_name(giver, of.names),
        "other": account_name(receiver, of.names),
        "amount": amount(cents, of.money),
    }
    if giver == KITTY:
        return _("The kitty paid %(other)s %(amount)s", **at)
    if receiver == KITTY:
        return _("%(name)s paid the kitty %(amount)s", **at)
    return _("%(name)s paid %(other)s %(amount)s", **at)


def entered(of: MoneyPage, entry: Entry) -> str:
    """What an entry says: who owes or paid whom."""
    if entry.settles:
        return paid(of, entry.giver, entry.receiver, entry.amount)
    return _owes(of, entry.receiver, entry.giver, entry.amount)


def _each(of: MoneyPage, moves: Moves) -> str:
    return ", ".join(f"{name} {cents}" for _account, name, cents in account_lines(moves, of.names, of.money))


def _line(of: MoneyPage, movement: Movement) -> Line:
    day = words.day(movement.day)
    if (game := movement.game) is not None:
        about = [day]
        if movement.by_rulebook:
            about.append(_("as its rulebook says"))
        if game.corrected_at:
            about.append(_("corrected on %(day)s", day=words.day(game.corrected_at)))
        at = {"code": game.id}
        return Line(game.rulebook_name, ("result.page", at), " · ".join(about), _each(of, movement.moves), "", "")
    if (evening := movement.evening) is not None:
        dues = _("The kitty gets %(amount)s", amount=amount(movement.moves[KITTY], of.money))
        people = ngettext("%(num)s person", "%(num)s people", len(movement.moves) - 1)
        at = {"evening": evening.id}
        return Line(_("Dues of the evening"), ("evenings.shown", at), f"{day} · {people}", dues, "", "")
    if movement.terms is not None:
        rule = " ".join(_rule(movement.terms, of.money))
        return Line(
            _("What you play for changed"), ("", {}), _("From %(day)s: %(rule)s", day=day, rule=rule), "", "", ""
        )
    entry = movement.entry
    if entry is None:
        raise LookupError(movement.day)
    about = [moment(entry.at), *([entry.by] if entry.by else [])]
    back = ""
    if entry.back_at is not None:
        at = {"when": moment(entry.back_at), "name": entry.back_by}
        back = _("Taken back by %(name)s, %(when)s", **at) if entry.back_by else _("Taken back, %(when)s", **at)
    says = entered(of, entry)
    says = _("%(what)s: %(word)s", what=says, word=entry.word) if entry.word else says
    return Line(says, ("", {}), " · ".join(about), "", entry.id if not back else "", back)


def moment(at: str) -> str:
    return str(words.moment(at).shown)


def _news(of: MoneyPage) -> tuple[str, ...]:
    """What changed the balances after something was settled."""
    news = []
    if of.corrected:
        games = words.listing(
            dict.fromkeys(f"{game.rulebook_name}, {words.day(game.day)}" for game in of.corrected[:3])
        )
        news.append(
            ngettext(
                "A game was corrected after money was last settled, so the balances changed: %(games)s.",
                "Games were corrected after money was last settled, so the balances changed: %(games)s.",
                len(of.corrected),
                games=games,
            )
        )
    if of.removed:
        news.append(
            ngettext(
                "%(num)s game was removed after money was last settled. It counts no more.",
                "%(num)s games were removed after money was last settled. They count no more.",
                of.removed,
            )
        )
    if of.going_on:
        news.append(
            ngettext(
                "%(num)s game is still open. It doesn’t count yet.",
                "%(num)s games are still open. They don’t count yet.",
                of.going_on,
            )
        )
    return tuple(news)


def _rules(money: MoneyTerms) -> Iterable[str]:
    """What is played for, the newest first, and what holds for all of it."""
    for terms in reversed(money.terms):
        yield _("From %(day)s: %(rule)s", day=words.day(terms.since, year=True), rule=" ".join(_rule(terms, money)))
    yield _(
        "Where a rulebook says who pays what at the end, that counts instead. A penny in its rules is %(amount)s here.",
        amount=amount(1, money),
    )
    yield _("A game counts once it is finished, for everyone who sat there, even guests. Leaving early is losing.")


def _rule(terms: Terms, money: MoneyTerms) -> Iterable[str]:
    each = amount(terms.amount, money)
    if terms.way == NOTHING:
        yield _("Games are played for nothing.")
    elif terms.way == STAKE:
        yield _("Everyone puts in %(amount)s a game, and the winner takes it all.", amount=each)
    else:
        yield _("Everyone pays the winner %(amount)s for each point behind.", amount=each)
    if terms.dues:
        yield _("Everyone who comes to an evening puts %(amount)s into the kitty.", amount=amount(terms.dues, money))


def playing_view(bar: ClubBar, money: MoneyTerms | None, form: Playing) -> PlayingView:
    return PlayingView(
        bar,
        money,
        form,
        (
            ("stake", _("A stake each"), _("The winner takes it all; winners who share the place share it.")),
            ("points", _("So much a point"), _("Everyone pays the winner for each point behind.")),
            ("nothing", _("Nothing"), _("Only dues, and what you enter by hand.")),
        ),
    )
