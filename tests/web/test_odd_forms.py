"""Forms that no page of ours makes: every address that writes answers them in words, and nothing breaks."""

from __future__ import annotations

import io
import random
import re
from itertools import count

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.datastructures import MultiDict

from referee.app.instance import ROOT
from referee.season.money import STAKE, Terms
from referee.services.clubs import clubs, evenings, money
from referee.services.clubs.evening_views import EveningForm
from referee.services.clubs.money_views import TermsForm
from referee.services.house import notebooks
from tests.sizes import sized
from tests.web.plain import Phone, state_of
from tests.web.season_club import Club
from tests.web.table_phone import FIVES, down, melds

HUGE = "9" * 400
ODD = (
    "", " ", "nobody", "0", "-1", "1", "2", "4", "9", HUGE, "9" * 5000, "1.5", "1e5", "0x1", "5_0", "\u0663", "yes",
    "on", "5C", "5C 6C 7C 8C", "5C 5D 5H\n6C 6D 6H", "JK=7H 8H", "K K 10", "99 kings", "\u202e5C", "a\x00b", "<b>x</b>",
    "\U0001f0cf", "[]", "set", "earlier", "average", "said", "up", "chosen", "progressive", "x" * 41, "J" * 600,
)  # fmt: skip


@pytest.mark.parametrize("field", ["seen", "round", "seat"])
def test_a_number_larger_than_any_game_is_refused_in_words(phone: Phone, field: str) -> None:
    phone.start("contract", 3).follow("Round over")
    phone.send("/round/went-out", **{"seat": "1", field: HUGE})
    assert phone.status == 422
    assert phone.one("div", id_="problems").text()
    assert state_of(phone).number == 1


@pytest.mark.parametrize("said", ["", "x", HUGE])
def test_whoever_joins_with_a_total_that_is_no_number_is_asked_for_one(phone: Phone, said: str) -> None:
    phone.start("contract", 3).follow("Table")
    fields = {**phone.fields(phone.form("/table/join")), "player": "Player 4", "how": "said", "opening": said or "x"}
    phone.post(f"/g/{phone.code}/table/join", **fields)
    assert phone.status == 422
    assert "Enter a whole number, or a sum like 12+5." in phone.text


def test_who_went_out_must_be_said(phone: Phone) -> None:
    phone.start("contract", 3).follow("Round over")
    fields = {name: text for name, text in phone.fields(phone.form("/round/went-out")).items() if name != "seat"}
    phone.post(f"/g/{phone.code}/round/went-out", **fields)
    assert phone.status == 422
    assert "Choose a seat." in phone.text


@pytest.mark.parametrize(
    "ending", ["round/went-out", "round/cards-left", "round/close", "may-i", "down", "stock", "irregular"]
)
@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}])
def test_what_comes_from_a_phone_after_the_game_is_over_is_refused_where_it_leads(
    phone: Phone, ending: str, headers: dict[str, str]
) -> None:
    path = f"/g/{phone.start('contract', 3).code}"
    phone.post(f"{path}/abandon", write_id="abandoning", seen="1", confirmed="y")
    said = {"write_id": "too-late", "seen": "1", "round": "1", "seat": "2", "cards": "K K 10", "claims": "2"}
    said |= {"melds": "5C 5D 5H\n6C 6D 6H", "kind": "misdeal", "remedy": "note", "text": "x"}
    answer = phone.client.post(f"{path}/{ending}", data=said, headers=headers, follow_redirects=True)
    assert "The game is abandoned. Open it again first." in answer.text
    if ending == "round/cards-left" and not headers:
        assert "Not saved: K K 10" in answer.text


def test_a_seat_of_thousands_of_digits_in_the_address_is_nobodys(phone: Phone) -> None:
    phone.start("contract", 3)
    assert phone.open(f"/g/{phone.code}/round?seat={'9' * 5000}").heading == "Who went out?"


NAMES = """
active after agreed1 also before best_of book-x by card cards cards_of choice claims col-1 confirmed dates dealer
discarder double leave_out looked pasted values was_kind who-Ada
down ends endpoint exact file give guest how j1 jokers keep kind laid meld melds minimum _method name onto opening
over owner planned player played_on points question remedy round rounds rulebook s1 same season seat seen special
stands starts step substitutes t1 table take take_in target text tie_1 topic use use_cards version was way wording
amount dues entry gets other pays since sum unit what who word
""".split()
"""What forms of ours are made of, and more; without ``sure``, so that nothing is removed on the way."""


@pytest.mark.parametrize("of", ["player", "absent"])
@pytest.mark.parametrize("seat", [2**31, 2**64, HUGE])
def test_a_number_in_an_address_that_no_database_has_room_for_leads_nowhere(
    client: FlaskClient, club: Club, of: str, seat: object
) -> None:
    finished = club.game(club.evenings(), "2026-02-02", {"Ada": (0, 10), "Ben": (20, 0), "Cora": (5, 5)})
    choice = {"choice": club.player("Ben"), "write_id": "1"}
    assert client.post(f"/g/{finished}/club/seats/{seat}/{of}", data=choice).status_code == 404


@pytest.mark.long
@pytest.mark.unmeasured
def test_every_address_that_writes_answers_odd_forms(app: Flask, client: FlaskClient, club: Club) -> None:
    chance, ids = random.Random("odd forms"), count(10_000_000)
    writes = sorted({rule.rule for rule in app.url_map.iter_rules() if "POST" in (rule.methods or ())})
    writes.remove("/api/rulings")
    season, over = club.evenings(), club.season("Long ago", "2001-01-01")
    finished = club.game(season, "2026-02-02", {"Ada": (0, 10), "Ben": (20, 0), "Cora": (5, 5)})
    with app.app_context():
        clubs.remove_season(over)
        evening = evenings.make(club.id, EveningForm("2026-02-02")).id
    there = {"club": club.id, "season": season, "player": club.player("Ada"), "kind": "season"}
    there |= {"evening": evening, "photo": "0" * 16}
    there |= {"rulebook": "screw", "name": "meld", "topic": "wild", "seat": "1", "number": "1"}
    for address in writes:
        if address.startswith("/g/<code>/") and not re.match("/g/<code>/(club|score)/", address):
            game = down(app, client)
            there |= {"code": game.code, "meld": str(melds(game)[FIVES])}
        else:
            there["code"] = finished
        there["id_"] = over
        if "/money/" in address:
            with app.app_context():
                money.save_terms(club.id, TermsForm("€", True, Terms("2026-01-01", STAKE, 50)))
        if "/notebook/" in address:
            with app.app_context():
                there["id_"] = notebooks.keep(club.id, "old.csv", b"day,Ada,Ben\n2020,1,2\n2021,3,4\n")
        filled = re.sub(r"<(?:int:)?(\w+)>", r"{\1}", address).format(**there)
        forms = [dict.fromkeys(NAMES, HUGE), {"name": "Third", "cards": "K", "double": club.player("Ben")}]
        forms += [{name: chance.choice(ODD) for name in chance.sample(NAMES, 8)} for _ in range(sized(1, 5))]
        answers = set()
        for odd in forms:
            form = MultiDict({"seen": "1", "round": "1", "seat": "2", **odd, "write_id": str(next(ids))})
            form.add(chance.choice(NAMES), chance.choice(ODD))
            # the client of the tests fails on 5xx and on a broken page
            answers.add(client.post(filled, data=form).status_code)
        assert answers <= {200, 303, 400, 403, 404, 409, 413, 422}, filled
        assert answers - {404}, f"{filled} is not there: nothing of the forms was read"


@pytest.fixture
def every_field(app: Flask) -> set[str]:
    """Names of what any of our forms asks for."""
    templates = (ROOT / "templates").rglob("*.html")
    fields = {name for page in templates for name in re.findall(r'\bname="([a-z_]+)"', page.read_text("utf-8"))}
    return fields | {"write_id", "seen", "confirmed", "key", "secret", "text"}


def test_a_file_in_place_of_a_text_or_a_number_breaks_no_address(
    app: Flask, phone: Phone, every_field: set[str]
) -> None:
    code = phone.start("contract", 3).code
    club = phone.client.get("/api/clubs").get_json()["clubs"][0]["id"]
    values = {"code": code, "club": club, "seat": 1, "number": 1, "meld": 1, "seq": 1, "rulebook": "contract"}
    adapter, sent = app.url_map.bind("localhost"), 0
    for rule in app.url_map.iter_rules():
        if "POST" not in (rule.methods or ()):
            continue
        given = {name: values.get(name, "x") for name in rule.arguments}
        for left in (set(), {"write_id", "seen"}):  # with an id, what is read after it is reached
            fields: dict[str, object] = {name: (io.BytesIO(b"a file"), "file.txt") for name in every_field - left}
            fields |= dict.fromkeys(left, "12345678")
            path = adapter.build(rule.endpoint, given, "POST", append_unknown=False)
            answer = phone.client.post(path, data=fields, content_type="multipart/form-data")
            assert answer.status_code < 500, f"{path}: {answer.status_code}"
            sent += 1
    assert sent > 150
