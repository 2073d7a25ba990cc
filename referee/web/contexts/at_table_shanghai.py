"""The Shanghai call: who discarded what, and who called."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from referee.game.state import GameState, RunningRound
from referee.game.table_commands import CallShanghai
from referee.web.asking import CARD, MELDS, tidy
from referee.web.contexts.ask import FieldView
from referee.web.contexts.at_table import Cited, MeldOnTable, cited, meld_on_table
from referee.web.contexts.at_table_melds import PadForm, cards_field, seat_in
from referee.web.contexts.at_table_preview import Preview, preview
from referee.web.contexts.bar import Bar, bar
from referee.web.forms_table import melds_in
from referee.web.frame import Trouble

NAMES = ("discarder", "seat", "card", "table", "meld")


@dataclass(frozen=True)
class ShanghaiPage:
    bar: Bar
    round: int
    seats: tuple[tuple[str, str], ...]
    discarder: str
    seat: str
    fields: tuple[FieldView, ...]
    form: PadForm
    melds: tuple[MeldOnTable, ...]
    """Melds to choose from, where the discard fits several."""
    typed: Mapping[str, str]
    ruled: Preview | None
    clauses: tuple[Cited, ...]


def shanghai_page(
    code: str, state: GameState, running: RunningRound, typed: Mapping[str, str], trouble: Trouble
) -> ShanghaiPage:
    """``typed``: the values of ``NAMES``; with ``ask``, the ruling."""
    said = {name: typed[name] for name in NAMES if typed.get(name, "").strip()}
    if said.get("meld", "") not in map(str, running.play.melds):
        said.pop("meld", None)
    discarder, seat = seat_in(running, said.get("discarder", "")), seat_in(running, said.get("seat", ""))
    ruled = None
    if discarder and seat and tidy(said.get("card", "")) and "ask" in typed and not trouble:
        command = CallShanghai(
            running.number,
            seat,
            discarder,
            tidy(said["card"]),
            int(said["meld"]) if "meld" in said else None,
            melds_in(said.get("table", "")),
        )
        ruled = preview(state, running, command)
    fields = [cards_field("card", "The discard", CARD, said.get("card", ""))]
    if not running.play.tracked:
        hint = "One meld in a line: those that the discard may fit."
        fields.append(cards_field("table", "Melds on the table", MELDS, said.get("table", ""), hint))
    asked = trouble.fields.get("meld", "") or (ruled.needs.get("meld", "") if ruled else "")
    fits = [meld for meld in running.play.melds.values() if meld.cards in asked]
    return ShanghaiPage(
        bar=bar(code, state),
        round=running.number,
        seats=tuple((str(one), state.name(one)) for one in running.seats),
        discarder=str(discarder or ""),
        seat=str(seat or ""),
        fields=tuple(fields),
        form=PadForm(melds=len(fields) > 1),
        melds=tuple(meld_on_table(state, meld) for meld in fits),
        typed=said,
        ruled=ruled,
        clauses=cited(state.book, trouble.clauses),
    )
