"""A new game as it was filled in."""

from __future__ import annotations

import dataclasses
from typing import Any

from wtforms import BooleanField, StringField
from wtforms.validators import InputRequired, Length, NumberRange, Optional

from referee.game import commands as cmd
from referee.game.names import LONGEST_NAME, tidy, why_no_name
from referee.game.replay import MOST
from referee.game.story.answers import sentence
from referee.messages import gettext as _
from referee.messages import lazy_gettext, ngettext
from referee.rulebooks.own import LONGEST_NAME as LONGEST_TITLE
from referee.rulebooks.sheets import Answers, sheet
from referee.rules.rulebook.model import MOST_OPEN_ROUNDS, MOST_UNTIL, Rulebook
from referee.web.shell import words
from referee.web.shell.forms import NamesField, WholeField, Write, one_of


class Opening(Write):
    """Names in table order (empty rows do not count), the first dealer, the season and the phone's day."""

    player = NamesField()
    how = one_of(("random", "low card", "chosen"), lazy_gettext("How is the first dealer chosen?"))
    dealer = WholeField(validators=[Optional(), NumberRange(1, MOST, lazy_gettext("That isn’t a seat."))])
    season = StringField()
    day = StringField(validators=[Length(max=10)])
    table = StringField(validators=[Length(max=16)])
    """The id of a table of an evening, at which it is played."""
    evening = StringField(validators=[Length(max=16)])
    """The id of the evening of today on which it is played, where that is at no table of it; empty for none."""

    @property
    def rows(self) -> list[str]:
        """The names as they stand in the form, empty ones too."""
        return [name[: 4 * LONGEST_NAME] for name in (self.player.data or ())[:MOST]]

    def command(self, book: Rulebook, season: str | None) -> cmd.OpenGame:
        how: Any = self.how.data
        players = tuple(name for name in self.rows if name.strip())
        table, evening, day = self.text("table"), self.text("evening"), self.text("day")
        return cmd.OpenGame(book, players, self._dealer(), how, season=season, day=day, table=table, evening=evening)

    def _dealer(self) -> int:
        """The first dealer's place among the players, from 0; -1 where nobody sits in the row chosen."""
        if self.how.data == "random":
            return 0
        rows, row = self.rows, (self.dealer.data or 0) - 1
        return sum(1 for name in rows[:row] if name.strip()) if 0 <= row < len(rows) and rows[row].strip() else -1


class NewGame(Opening):
    """The same, and the rulebook that is played by."""

    rulebook = StringField(validators=[InputRequired(lazy_gettext("Choose a rulebook.")), Length(max=60)])


LOWEST, HIGHEST = "lowest", "highest"
TYPED, TAPS = "typed", "taps"
NO_DEALER = "nobody"
NO_ANSWERS = Answers("?")
"""Those of a sheet that has no name yet."""
_NOT_SO_MANY = lazy_gettext("Enter a number from 1 to %(most)s, or leave it empty.", most=MOST_OPEN_ROUNDS)
_NOT_SO_FAR = lazy_gettext("Enter a number from 1 to %(most)s, or leave it empty.", most=MOST_UNTIL)


class SheetForm(Opening):
    """Any other game: what it is called, how it is scored, and who plays."""

    title = StringField(lazy_gettext("What do you play?"), validators=[Length(max=4 * LONGEST_TITLE)])
    counting = one_of((TYPED, TAPS), lazy_gettext("How are points entered?"), or_none=True)
    false_calls = BooleanField(lazy_gettext("A false call costs one"))
    triples = BooleanField(lazy_gettext("Played with SET cards: there is a referee for them"))
    wins = one_of((LOWEST, HIGHEST), lazy_gettext("Which total wins?"))
    until = WholeField(
        lazy_gettext("Until how many points?"), validators=[Optional(), NumberRange(1, MOST_UNTIL, _NOT_SO_FAR)]
    )
    rounds = WholeField(
        lazy_gettext("How many rounds?"), validators=[Optional(), NumberRange(1, MOST_OPEN_ROUNDS, _NOT_SO_MANY)]
    )
    below_zero = BooleanField(lazy_gettext("Points of a round can be below zero"))
    how = one_of(("random", "chosen", NO_DEALER), lazy_gettext("How is the first dealer chosen?"))

    def faults(self) -> dict[str, str]:
        faults, title = super().faults(), tidy(self.text("title"))
        if not title:
            faults["title"] = _("Enter the name of the game.")
        elif len(title) > LONGEST_TITLE:
            faults["title"] = _("Use at most %(most)s characters.", most=LONGEST_TITLE)
        elif why := why_no_name(title):
            faults["title"] = sentence(why)
        return faults

    @property
    def answers(self) -> Answers:
        """What is only asked beside the other way of counting says nothing."""
        by_taps = self.counting.data == TAPS
        return Answers(
            tidy(self.text("title")),
            self.rounds.data or 0,
            self.until.data or 0,
            self.wins.data == HIGHEST,
            bool(self.below_zero.data) and not by_taps,
            self.how.data != NO_DEALER,
            by_taps,
            bool(self.false_calls.data) and by_taps,
            bool(self.triples.data) and by_taps,
        )

    @property
    def in_short(self) -> str:
        """``"Lowest total wins · until 100 points"``, for whoever has played it before."""
        answers = self.answers
        wins = words.begun(str(words.HIGHEST_WINS if answers.highest_wins else words.LOWEST_WINS))
        if answers.until:
            wins = _("%(wins)s\u00a0· until %(points)s", wins=wins, points=words.points(answers.until))
        rounds = [ngettext("%(num)s round", "%(num)s rounds", answers.rounds)] if answers.rounds else []
        return " · ".join([wins, *rounds])

    def book(self) -> Rulebook:
        """Raises RulebookError."""
        return sheet(self.answers)

    def command(self, book: Rulebook, season: str | None) -> cmd.OpenGame:
        command = super().command(book, season)
        if self.how.data == NO_DEALER:
            return dataclasses.replace(command, dealer=0, dealer_how="chosen")
        return command


def filled(answers: Answers) -> dict[str, Any]:
    """What the fields hold at first."""
    return {
        "title": "" if answers is NO_ANSWERS else answers.name,
        "counting": TAPS if answers.by_taps else TYPED,
        "false_calls": answers.false_calls,
        "triples": answers.triples,
        "wins": HIGHEST if answers.highest_wins else LOWEST,
        "until": answers.until or None,
        "rounds": answers.rounds or None,
        "below_zero": answers.below_zero,
        "how": "random" if answers.has_dealer else NO_DEALER,
    }
