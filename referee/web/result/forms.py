"""How often each seat bought, where the result asks for it."""

from __future__ import annotations

from referee.game import commands as cmd
from referee.web.shell.forms import TextsByKey, Write, small_number


class Buys(Write):
    buys = TextsByKey("-")

    def command(self) -> cmd.SayBuys:
        """Anything but a number counts as -1, which is refused with a sentence."""
        texts = {small_number(key): text.strip() for key, text in self.buys.data.items()}
        counts = {seat: small_number(text) for seat, text in texts.items() if seat is not None and text}
        return cmd.SayBuys({seat: -1 if count is None else count for seat, count in counts.items()})
