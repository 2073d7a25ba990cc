"""How often each seat bought, where the result asks for it."""

from __future__ import annotations

from referee.game import commands as cmd
from referee.web.forms import NumberedFields, Write, small_number


class Buys(Write):
    buys = NumberedFields()

    def command(self) -> cmd.SayBuys:
        """Anything but a number counts as -1, which is refused with a sentence."""
        counts = {seat: small_number(text.strip()) for seat, text in self.buys.data.items() if text.strip()}
        return cmd.SayBuys({seat: -1 if count is None else count for seat, count in counts.items()})
