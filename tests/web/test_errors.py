"""What goes wrong is said in a sentence, with a way on, and nothing typed is lost."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import Connection, text

from referee import errors
from referee.app.config import database_file
from referee.services.games import games
from referee.storage.tables.database import db
from tests.conftest import CheckedClient
from tests.web.plain import Phone, state_of


def test_an_unknown_game_is_a_plain_404_with_a_way_home(phone: Phone) -> None:
    for path, home in (
        ("/g/XXXXXX", "All games"),
        ("/g/XXXXXX/score", "All games"),
        ("/nowhere", "Games"),
        ("/g/" + "a" * 300, "All games"),
        ("/g/%00", "Games"),
    ):
        phone.open(path)
        assert (phone.status, phone.heading) == (404, "Page not found")
        assert phone.links()[home] == "/"


def test_a_page_that_a_game_has_not_got_leads_back_to_the_game(phone: Phone) -> None:
    code = phone.start().code
    for path in ("score/9/1", "melds/77", "nonsense"):
        phone.open(f"/g/{code.lower()}/{path}")
        assert phone.status == 404
        assert phone.links()["Back to the game"] == f"/g/{code}"
    assert "This game doesn’t have that page." in phone.text


def test_what_a_page_says_of_what_is_not_there_is_read(phone: Phone) -> None:
    code = phone.start().code
    for path, said in (
        ("winner", "This game isn’t finished yet."),
        ("picture.svg", "This game isn’t finished yet."),
        ("ruling/99", "That ruling isn’t in this game."),
        ("ask/nonsense", "The referee doesn’t know this question."),
    ):
        phone.open(f"/g/{code}/{path}")
        assert phone.status == 404
        assert said in phone.text
        assert phone.links()["Back to the game"] == f"/g/{code}"


def test_what_is_sent_again_goes_to_the_very_same_address(app: Flask) -> None:
    app.config["WTF_CSRF_ENABLED"] = True
    phone = Phone(app.test_client())
    for path in ("/house-rules/contract/change?club=other", "/house-rules/contract/change"):
        phone.post(path, name="Ours", write_id="a" * 16)
        assert phone.status == 400
        assert phone.form("").get("action") == path


def test_a_code_may_be_typed_in_small_letters(phone: Phone) -> None:
    code = phone.start().code
    assert phone.open(f"/g/{code.lower()}").heading == "Round 1 of 7"
    form = phone.follow("Round over").form("/round/went-out")
    phone.post(f"/g/{code.lower()}/round/went-out", **phone.fields(form), seat="1")
    running = state_of(phone).running
    assert running is not None
    assert running.went_out == 1, "what is entered there belongs to the same game"


def test_an_address_that_only_takes_forms_says_so(phone: Phone) -> None:
    phone.open(f"/g/{phone.start().code}/round/close")
    assert phone.status == 405
    assert "There is nothing at this address" in phone.text


def test_an_unknown_card_is_marked_and_everything_typed_is_kept(phone: Phone) -> None:
    phone.start("contract", 3).follow("Round over").send("/round/went-out", seat="1")
    phone.send("/round/cards-left", cards="two kings, a tex and a 5")
    assert phone.status == 422
    assert [e.text() for e in phone.all("mark")] == ["tex"]
    field = phone.one("input", id_="cards")
    assert field.get("value") == "two kings, a tex and a 5"
    assert field.get("aria-invalid") == "true"
    assert not state_of(phone).running.entered  # type: ignore[union-attr]
    phone.send("/round/cards-left", cards="two kings, a ten and a 5")
    assert phone.heading == "Player 3: cards left"


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("", "No cards entered yet"),
        ("9K", "9 kings: this pack has 8."),
        ("1", "No cards add up to 1 point."),
        ("x" * 301, "longer than any hand: at most 300 characters"),
    ],
)
def test_impossible_cards_are_refused_with_the_reason(phone: Phone, typed: str, said: str) -> None:
    phone.start("contract", 3).follow("Round over").send("/round/went-out", seat="1")
    phone.send("/round/cards-left", cards=typed)
    assert phone.status == 422
    assert said in phone.text
    assert phone.one("input", id_="cards").get("value") == typed


def test_something_unlikely_is_asked_back_once_and_yes_writes_it(phone: Phone) -> None:
    phone.start("contract", 3).follow("Round over").send("/round/went-out", seat="1")
    phone.send("/round/cards-left", cards="nothing")
    assert phone.status == 422
    assert phone.heading == "Is that right?"
    assert "Player 2 has no cards but didn’t go out" in phone.text
    assert "cards=nothing" in phone.links()["No, change it"]
    phone.send("/round/cards-left")
    assert phone.heading == "Player 3: cards left"
    assert state_of(phone).running.entered[2].points == 0  # type: ignore[union-attr]


def test_no_to_a_question_leads_back_to_what_was_typed(phone: Phone) -> None:
    phone.start("contract", 3).follow("Round over").send("/round/went-out", seat="1")
    phone.send("/round/cards-left", cards="none").follow("No, change it")
    assert phone.heading == "Player 2: cards left"
    assert phone.one("input", id_="cards").get("value") == "none"


def test_a_line_that_another_phone_changed_shows_both_and_mine_can_win(phone: Phone, other: Phone) -> None:
    phone.start("contract", 3).follow("Round over").send("/round/went-out", seat="1")
    other.open(f"/g/{phone.code}/round?seat=2").send("/round/cards-left", cards="K")
    phone.send("/round/cards-left", cards="Q Q")
    assert phone.status == 409
    assert phone.heading == "Someone else changed this"
    assert "Another phone" in phone.text
    assert "10 (K) You not saved 20 (Q Q) Keep 10 Use 20" in phone.text
    phone.send("/round/cards-left")
    assert phone.status == 200
    assert state_of(phone).running.entered[2].cards == "Q Q"  # type: ignore[union-attr]


def test_theirs_can_be_kept(phone: Phone, other: Phone) -> None:
    phone.start("contract", 3).follow("Round over").send("/round/went-out", seat="1")
    other.open(f"/g/{phone.code}/round?seat=2").send("/round/cards-left", cards="K")
    phone.send("/round/cards-left", cards="Q Q").follow("Keep 10")
    assert phone.heading == "Player 2: cards left"
    assert phone.one("input", id_="cards").get("value") == "K"


def test_two_phones_that_count_two_players_never_meet(phone: Phone, other: Phone) -> None:
    phone.start("contract", 4).follow("Round over").send("/round/went-out", seat="1")
    other.open(f"/g/{phone.code}/round?seat=3")
    phone.send("/round/cards-left", cards="K")
    other.send("/round/cards-left", cards="Q")
    assert other.status == 200
    assert {seat: left.points for seat, left in state_of(other).running.entered.items()} == {2: 10, 3: 10}  # type: ignore[union-attr]


def test_a_round_closed_meanwhile_offers_what_was_typed_as_a_correction(phone: Phone, other: Phone) -> None:
    code = phone.start("contract", 3).code
    phone.follow("Round over").send("/round/went-out", seat="1")
    other.open(f"/g/{code}/round").send("/round/cards-left", cards="K").send("/round/cards-left", cards="Q")
    other.send("/round/close")
    phone.send("/round/cards-left", cards="A")
    assert phone.status == 409
    assert "Closed with 10 (K)" in phone.text
    assert "You not saved 15 (A) “Use 15” corrects" in phone.text
    phone.send("/score/1/2")
    assert phone.status == 200
    assert state_of(phone).rounds[0].cells[2].cards == "A"
    assert "10 corrected to 15 (A)" in phone.text


def test_the_same_form_twice_writes_once(phone: Phone) -> None:
    phone.start("contract", 3).follow("Round over")
    fields = {**phone.fields(phone.form("/round/went-out")), "seat": "1"}
    path = f"/g/{phone.code}/round/went-out"
    assert phone.post(path, **fields).status == phone.post(path, **fields).status == 200
    assert state_of(phone).number == 2


def test_one_id_with_other_content_is_refused(phone: Phone) -> None:
    phone.start("contract", 3).follow("Round over")
    fields = {**phone.fields(phone.form("/round/went-out")), "seat": "1"}
    path = f"/g/{phone.code}/round/went-out"
    phone.post(path, **fields)
    phone.post(path, **{**fields, "seat": "2"})
    assert phone.status == 409
    assert "already sent with different content" in phone.text


@pytest.mark.parametrize(
    "wrong", [{"write_id": ""}, {"write_id": "<x>"}, {"seen": "x"}, {"seen": "99"}, {"round": "x"}]
)
def test_a_form_that_no_page_made_is_refused_in_words(phone: Phone, wrong: dict[str, str]) -> None:
    phone.start("contract", 3).follow("Round over")
    phone.send("/round/went-out", **{"seat": "1", **wrong})
    assert phone.status == 422
    assert phone.one("div", id_="problems").text()
    assert state_of(phone).number == 1


@pytest.fixture
def locked(app: Flask) -> Callable[[], Connection]:
    """Holds the write lock of the database, as another process would, until what it returns is closed."""

    def hold() -> Connection:
        with app.app_context():
            held = db.engine.connect().execution_options(referee_write=True)
        held.begin()
        if held.dialect.name == "postgresql":  # which locks less by itself: what a write of a game locks, for all games
            held.execute(text("LOCK TABLE game, event IN EXCLUSIVE MODE"))
        return held

    return hold


class TestBusy:
    @pytest.fixture
    def settings(self, tmp_path: Path) -> dict[str, Any]:
        data = str(tmp_path / "instance")
        return {"TESTING": True, "DATA_DIR": data, "WTF_CSRF_ENABLED": False, "BUSY_SECONDS": 0.1}

    def test_a_locked_book_is_a_503_with_a_sentence_and_a_button(
        self, phone: Phone, locked: Callable[[], Connection]
    ) -> None:
        phone.start("contract", 3).follow("Round over")
        code = phone.code
        before = phone.fields(phone.form("/round/went-out"))["write_id"]
        with locked():
            phone.send("/round/went-out", seat="1")
        assert phone.status == 503
        assert phone.answer.headers["Retry-After"] == "3"
        assert "Nothing is lost" in phone.text
        assert phone.fields(phone.form("/round/went-out"))["write_id"] == before, "sent again with the same id"
        phone.send("/round/went-out")
        assert phone.status == 200
        assert phone.open(f"/g/{code}/round").heading == "Player 2: cards left"

    def test_htmx_gets_a_part_that_stands_beside_what_was_typed(
        self, phone: Phone, locked: Callable[[], Connection]
    ) -> None:
        phone.start("contract", 3).follow("Round over")
        fields = {**phone.fields(phone.form("/round/went-out")), "seat": "1"}
        path = f"/g/{phone.code}/round/went-out"
        with locked():
            answer = phone.client.post(path, data=fields, headers={"HX-Request": "true"})
        assert answer.status_code == 503
        assert answer.headers["HX-Reswap"] == "none"
        assert "HX-Retarget" not in answer.headers
        assert "<html" not in answer.text


def test_a_full_disk_is_a_507_and_nothing_is_half_written(phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    phone.start("contract", 3).follow("Round over")
    code = phone.code

    def full(*_: object) -> None:
        raise errors.Full

    with monkeypatch.context() as patched:
        patched.setattr(games, "act", full)
        phone.send("/round/went-out", seat="1")
    assert phone.status == 507
    assert "Not saved: the disk is full" in phone.text
    assert phone.open(f"/g/{code}").status == 200
    assert state_of(phone).number == 1


def test_a_fault_of_the_app_is_a_page_without_a_traceback(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    app.testing = False
    app.test_client_class = None  # the checking client takes a 500 for a failed test, which here it is not

    def broken() -> None:
        raise RuntimeError("secret detail")

    monkeypatch.setattr(games, "games_in_progress", broken)
    answer = app.test_client().get("/")
    assert answer.status_code == 500
    assert "An error in the app" in answer.text
    assert "secret detail" not in answer.text
    assert "Traceback" not in answer.text


def test_too_large_a_form_is_refused(phone: Phone) -> None:
    phone.post("/new", player="x" * (1024 * 1024 + 1))
    assert phone.status == 413


class TestForgery:
    @pytest.fixture
    def settings(self, tmp_path: Path) -> dict[str, Any]:
        return {"TESTING": True, "DATA_DIR": str(tmp_path / "instance")}

    def test_a_form_from_elsewhere_writes_nothing(self, app: Flask) -> None:
        client = app.test_client()
        answer = client.post("/new", data={"write_id": "x" * 16, "rulebook": "contract", "player": ["A", "B", "C"]})
        assert answer.status_code == 400
        with app.app_context():
            assert games.recent_games() == []

    def test_the_forms_of_the_pages_carry_what_they_need(self, phone: Phone) -> None:
        phone.start("contract", 3).round(1, {2: "K", 3: "Q"})
        assert phone.heading == "Round 2 of 7"

    def test_a_phone_that_lost_its_cookie_can_send_again(self, app: Flask) -> None:
        assert app.test_client_class is CheckedClient
        phone = Phone(app.test_client())
        phone.start("contract", 3).follow("Round over")
        phone.client.delete_cookie("session")
        phone.send("/round/went-out", seat="1")
        assert phone.status == 400
        phone.send("/round/went-out")
        assert phone.status == 200
        assert phone.heading == "Player 2: cards left"


@pytest.mark.parametrize("address", ["/g/%00", "/seasons/%00", "/players/a%00b"])
def test_an_address_with_a_character_that_no_database_takes_is_not_found(phone: Phone, address: str) -> None:
    assert phone.open(address).status == 404


@pytest.mark.database_file
def test_a_book_that_was_taken_away_is_said_and_the_tap_is_not_sent_for_ever(app: Flask, phone: Phone) -> None:
    code = phone.start().code
    phone.open(f"/g/{code}/table")
    file = database_file(Path(app.instance_path))
    away = file.rename(file.with_name("away.sqlite"))
    phone.send("/table/note", text="tea")
    assert (phone.status, phone.heading) == (503, "Score book missing")
    assert "put the file back or restore a backup" in phone.text
    away.rename(file)
    phone.open(f"/g/{code}/table").send("/table/note", text="tea")
    assert state_of(phone).notes == ("tea",)


def test_a_tap_sent_beside_its_page_is_refused_also_where_the_page_of_its_form_is_gone(
    client: CheckedClient, phone: Phone
) -> None:
    """Only "on to" is a yes for a phone that delivers: it would say "Sent", and nothing was written."""
    code = phone.start().code
    form = {"write_id": "delivered-beside", "seen": "1", "cards": "K"}
    sent = client.post(f"/g/{code}/score/1/1", data=form)
    assert sent.status_code == 303, "a browser goes on to the page that says why"
    delivered = client.post(f"/g/{code}/score/1/1", data=form, headers={"Only-Deliver": "yes"})
    assert delivered.status_code == 422
    assert "Not saved: K" in delivered.text
    assert state_of(phone).number == 1


def test_a_rule_that_stays_is_no_yes_for_a_phone_that_delivers(client: CheckedClient) -> None:
    form = {"write_id": "delivered-rule", "version": "1"}
    assert client.post("/house-rules/contract/back", data=form).status_code == 303
    delivered = client.post("/house-rules/contract/back", data=form, headers={"Only-Deliver": "yes"})
    assert delivered.status_code == 422
    assert "Which rule?" in delivered.text
