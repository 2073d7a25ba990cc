"""The Shanghai call: who discarded, who called, which card, and on which meld it is laid."""

from __future__ import annotations

from collections.abc import Mapping

from referee.game.commands import CallShanghai
from referee.game.rulings.ask import ask
from referee.game.state import GameState, RunningRound
from referee.rules.questions import CARD, MELD
from referee.rules.speech.words import written_out
from referee.web.ask.fields import tidy
from referee.web.frame import Trouble
from referee.web.game.bar import bar
from referee.web.play.forms import melds_in
from referee.web.play.page import cited, meld_on_table
from referee.web.play.preview import preview
from referee.web.play.steps import Key, Steps, Told, cards_field, needed, seat_in, seat_keys

NAMES = ("discarder", "seat", "card", "table", "meld")


def shanghai_page(
    code: str, state: GameState, running: RunningRound, typed: Mapping[str, str], trouble: Trouble
) -> Steps:
    """``typed``: the values of ``NAMES``; with ``ask``, the ruling."""
    said = {name: typed[name] for name in NAMES if typed.get(name, "").strip()}
    if said.get("meld", "") not in map(str, running.play.melds):
        said.pop("meld", None)
    for name in ("discarder", "seat"):
        if seat_in(running, said.get(name, "")) is None:
            said.pop(name, None)
    discarder, seat = seat_in(running, said.get("discarder", "")), seat_in(running, said.get("seat", ""))
    page = Steps(
        bar=bar(code, state),
        jokers=state.book.has_jokers,
        round=running.number,
        heading="Shanghai: who discarded?",
        page="at_table_shanghai.page",
        record="at_table_shanghai.record",
        place={"code": code},
        typed=said,
        clauses=cited(state.book, trouble.clauses),
    )
    if discarder is None:
        return page.but(keys=seat_keys(state, "discarder", running.seats, {}))
    told = [Told(f"{state.name(discarder)} discarded", (), {})]
    if seat is None:
        notes = {discarder: "keeps it out of reach"}
        return page.but(
            heading="Shanghai: who called?", told=tuple(told), keys=seat_keys(state, "seat", running.seats, notes)
        )
    told.append(Told(f"{state.name(seat)} called", (), {"discarder": str(discarder)}))
    page = page.but(heading="The Shanghai call", told=tuple(told))
    asked = "ask" in typed and not trouble
    table, card = melds_in(said.get("table", "")), tidy(said.get("card", ""))
    meld = int(said["meld"]) if "meld" in said else None
    command = CallShanghai(running.number, seat, discarder, card, meld, table)
    ruled = preview(state, running, command) if asked and card and (table or running.play.tracked) else None
    needs = needed(ruled, trouble)
    if "meld" in needs:
        lying = [meld_on_table(state, one) for one in running.play.melds.values()]
        fits = [lying[index] for index in ask(state, running, command).ruling.adds["melds"]]
        keys = (Key({"meld": str(one.id), "ask": "1"}, one.owner, "", one.cards, one.spoken) for one in fits)
        return page.but(heading=f"On which meld is {written_out(card)} laid?", keys=tuple(keys), needs=needs)
    if ruled:
        return page.but(ruled=ruled)
    fields = [cards_field("card", "The discard", CARD, said.get("card", ""), asked)]
    if not running.play.tracked:
        fields.append(cards_field("table", "The meld on the table that it fits", MELD, said.get("table", ""), asked))
    return page.but(fields=tuple(fields))
