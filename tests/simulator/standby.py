"""Worlds whose book is lost over and over: a standby goes on, beside processes that remember more than it has."""

from __future__ import annotations

from collections.abc import Callable

from tests.simulator.phone import Phone, Tap
from tests.simulator.world import Played, World


class Standby(World):
    """It lacks what was entered last, and others enter something then."""

    def _subject(self) -> str:
        return "writes"

    def _steps(self) -> list[tuple[Callable[[], None], float]]:
        return [
            *super()._steps(), (self._lack_the_last, 60), (self._write_on_an_old_page, 10), (self._read_history, 20),
        ]  # fmt: skip

    def _lack_the_last(self) -> None:
        """What was just shown is lost, and another entry may come to stand at its number."""
        self._replicate()
        self._enter_and_look()
        self._fail_over()
        self._enter_and_look()

    def _enter_and_look(self) -> None:
        for do in (self._tap, self._flush, self._flush, self._read, self._read_history):
            do()

    def _write_on_an_old_page(self) -> None:
        """A phone keeps its page while the last entry is lost. Another one comes to stand at its number, and the phone
        writes into the cell of that, which its page has not shown."""
        phones, game = [phone for phone in self._inside() if phone.role], self.chance.choice(self.games)
        if len(phones) < 2:
            return
        keeps, goes_on = self.chance.sample(phones, 2)
        for phone in (keeps, goes_on):
            self._send_waiting(phone)
        self._replicate()
        self._enter(goes_on, game, "note")
        self._read_page(keeps, game)
        page = keeps.pages.get(game.code)
        self._fail_over()
        if page is None:
            return
        entered = self._enter(goes_on, game, "cards" if self._running(page.view) <= self.rounds else "correct")
        if entered is not None:
            said, value = self._hand()
            body = {**entered.body, "cards": said}
            self._put(keeps, game, entered.path, body, page.view, page.seen, entered.write.cell, value)
            self._send_waiting(keeps)

    def _enter(self, phone: Phone, game: Played, kind: str) -> Tap | None:
        """On a page of now, behind all that waits."""
        self._read_page(phone, game)
        page = phone.pages.get(game.code)
        tap = self._fill_in(kind, phone, game, page) if page is not None else None
        self._send_waiting(phone)
        return tap
