"""The cut before a round, said before it is played or corrected afterwards."""

from __future__ import annotations

from referee.game import commands as cmd
from referee.messages import lazy_gettext
from referee.web.shell.forms import Write, one_of, positive_number


class Cut(Write):
    round = positive_number()
    exact = one_of(("yes", "no"), lazy_gettext("Exact or not?"))

    def command(self) -> cmd.RecordCut:
        return cmd.RecordCut(self.whole("round"), self.exact.data == "yes", self.yes)
