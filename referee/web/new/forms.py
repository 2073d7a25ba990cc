"""A new game as it was filled in."""

from __future__ import annotations

from typing import Any

from wtforms import StringField
from wtforms.validators import InputRequired, Length, NumberRange, Optional

from referee.game import commands as cmd
from referee.game.names import LONGEST_NAME
from referee.game.replay import MOST
from referee.messages import lazy_gettext
from referee.rules.rulebook.model import Rulebook
from referee.web.shell.forms import NamesField, WholeField, Write, one_of


class NewGame(Write):
    """A rulebook, names in table order (empty rows do not count), the first dealer, the season and the phone's day."""

    rulebook = StringField(validators=[InputRequired(lazy_gettext("Choose a rulebook.")), Length(max=60)])
    player = NamesField()
    how = one_of(("random", "low card", "chosen"), lazy_gettext("How is the first dealer chosen?"))
    dealer = WholeField(validators=[Optional(), NumberRange(1, MOST, lazy_gettext("That isn’t a seat."))])
    season = StringField()
    day = StringField(validators=[Length(max=10)])

    @property
    def rows(self) -> list[str]:
        """The names as they stand in the form, empty ones too."""
        return [name[: 4 * LONGEST_NAME] for name in (self.player.data or ())[:MOST]]

    def command(self, book: Rulebook, season: str | None) -> cmd.OpenGame:
        how: Any = self.how.data
        players = tuple(name for name in self.rows if name.strip())
        return cmd.OpenGame(book, players, self._dealer(), how, season=season, day=self.text("day"))

    def _dealer(self) -> int:
        """The first dealer's place among the players, from 0; -1 where nobody sits in the row chosen."""
        if self.how.data == "random":
            return 0
        rows, row = self.rows, (self.dealer.data or 0) - 1
        return sum(1 for name in rows[:row] if name.strip()) if 0 <= row < len(rows) and rows[row].strip() else -1
