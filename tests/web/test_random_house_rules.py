"""Random house rules over every rulebook: refused with the reason, or a game is opened, shown, ruled and settled.

Seven sets of rules here, 13 in a sweep; REFEREE_HOUSE_RULES=500 for more.
"""

from __future__ import annotations

import os
import secrets
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from referee.game import commands as cmd
from referee.rulebooks import checking, library, own
from referee.rules.questions import QUESTIONS
from referee.rules.referee import rule_under
from referee.rules.rulebook.model import VALUE_NAMES
from referee.services.clubs import clubs, rulebooks, seasons
from referee.services.games import games
from tests.rulebooks.test_house_rules import house_rules_that_fit
from tests.services.desk import closing, must, open_game, tag
from tests.sizes import sized

COUNT = int(os.environ.get("REFEREE_HOUSE_RULES", sized(7, 13)))
PAGES = (
    "", "/rulebook", "/rules", "/rules/natural", "/rules/contracts", "/may-i", "/down", "/screw-over", "/shanghai",
    "/stock", "/irregular", "/round", "/score", "/history", "/ask", "/ask/meld?cards=2H+2S+2D&ask=1", "/table",
)  # fmt: skip
CARDS = "2H 3H 4H 5H 6H KS KD"
FIELDS: dict[str, Any] = {
    "meld": {"cards": "2H 3H 4H JK"}, "contract": {"melds": ["3H 3S 3D", "4C 5C 6C 7C"]}, "go_down": {"hand": CARDS},
    "lay_off": {"meld": "5H 6H 7H 8H", "cards": "9H", "down": "earlier", "owner": "other"},
    "swap": {"meld": "5H 6H JK=7H 8H", "card": "7H", "down": "earlier", "owner": "other"},
    "may_i": {"active": 1, "active_takes": False, "claims": [2, 3], "last_taker": None, "used": {}},
    "screw": {"by": 1, "owner": 2, "down": "earlier", "used": False, "meld": "5H 5S 5D", "take": "5H", "give": "KS",
              "owner_melds": ["9C 9D 9H"], "stolen_from_by": [], "use": {"new_meld": "5H 6H 7H 8H"}},
    "shanghai": {"card": "9H", "table": ["5H 6H 7H 8H"], "by": "other"},
    "discard": {"hand": CARDS, "card": "KS", "down": "earlier", "table": ["9C 9D 9H"]}, "score": {"hand": CARDS},
    "exhausted": {"discards": 20, "again": False}, "misdeal": {"drawn": True, "dealer": 1},
    "turn": {"hand": "9H KS", "down": "earlier", "steps": [{"draw": "2C"}, {"discard": "KS"}]},
}  # fmt: skip
"""By question, what is told; of any other nothing is."""


@st.composite
def tables(draw: st.DrawFn) -> tuple[str, dict[str, object], int]:
    """A rulebook, house rules on it, and which of the numbers of players that may play sit down."""
    return draw(st.sampled_from(library.ids())), draw(house_rules_that_fit()), draw(st.integers(0, 6))


@pytest.mark.long
@settings(
    max_examples=COUNT, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(tables())
def test_random_house_rules_are_refused_with_the_reason_or_played_to_the_end(
    app: Flask, tmp_path: Path, table: tuple[str, dict[str, object], int]
) -> None:
    base, house, choice = table
    with app.app_context():
        club = seasons.first_club().id
        name = f"Rules {secrets.token_hex(6)}"
        saved = rulebooks.save_rulebook(club, library.load(base), name, tag(), house)
        if isinstance(saved, rulebooks.NotSaved):
            assert saved.key.split("[")[0].split(".")[0] in VALUE_NAMES
            assert saved.message
            return
        assert isinstance(saved, rulebooks.Saved)
        book = saved.rulebook
        text = rulebooks.export_rulebook(club, saved.id)
        assert own.read(text).digest == book.digest, "in and out again it is the same"
        assert own.rewritten(book, book.id, book.name) == text
        file = tmp_path / "out.toml"
        file.write_text(text, encoding="utf-8")
        assert checking.check_all([file]) == []
        other = clubs.make_club(f"Club {secrets.token_hex(6)}").id
        brought = rulebooks.import_rulebook(other, text, tag())
        assert isinstance(brought, rulebooks.Saved)
        assert rulebooks.export_rulebook(other, brought.id) == text
        players = [n for n in book.decks if book.players_min <= n <= book.players_max]
        seats = players[choice % len(players)]
        code = open_game(book, *(f"Player {number}" for number in range(1, seats + 1))).code
    client = app.test_client()
    for page in ("/rulebooks/{0}", "/house-rules/{0}/change", "/rulebooks/{0}/compare/contract", "/ask?rulebook={0}"):
        assert client.get(page.format(saved.id)).status_code == 200, page
    for path in PAGES:
        # a page of what this rulebook has not got is not there
        assert client.get(f"/g/{code}{path}").status_code in (200, 404), path
    for question in QUESTIONS:
        answer = rule_under(book, {"question": question, "round": 1, "players": seats, **_asked(question, seats)})
        assert ("legal" in answer) != ("error" in answer), (question, answer)
    with app.app_context():
        while not (state := games.game(code)).last_round_closed:
            must(code, closing(state, held="2"))
        must(code, cmd.Finish(confirmed=True))
        state = games.game(code)
        assert sum(state.payments.values()) == state.kitty
        assert set(state.places) == {seat.id for seat in state.seats}
    for path in ("/result", "/score", "/rulebook", "/history"):
        assert client.get(f"/g/{code}{path}").status_code == 200, path


def _asked(question: str, seats: int) -> dict[str, Any]:
    fields = dict(FIELDS.get(question, {}))
    if question == "may_i":
        fields |= {"seats": seats, "claims": [2, 3][: seats - 1]}
    if question == "settle":
        fields = {"totals": list(range(seats)), "buys": [0] * seats}
    return fields
