"""Cards left from a photograph: what goes in by a form or by a script, and what the pad then shows."""

from __future__ import annotations

import io
import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from werkzeug.datastructures import FileStorage
from werkzeug.test import TestResponse, encode_multipart

from referee import vision
from referee.services.games import pictures
from referee.vision import MOST_BYTES, Reading, Why
from referee.web.photo import views
from referee.web.photo.page import why_not
from referee.web.shell.bodies import LARGEST
from tests.apps import lent
from tests.conftest import CheckedClient
from tests.photographs import picture, reading
from tests.web.plain import Phone, state_of

Reads = Callable[[Reading], list[bytes]]


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> Reads:
    """Sets what the reader says of every picture; returns the pictures that it gets."""

    def set_reading(said: Reading) -> list[bytes]:
        got: list[bytes] = []
        monkeypatch.setattr(vision, "read", lambda data: got.append(data) or said)
        return got

    monkeypatch.setattr(vision, "installed", lambda: True)
    return set_reading


@pytest.fixture
def pad(phone: Phone) -> Phone:
    """The pad of Player 2 in the first round of three players."""
    phone.start("contract", 3).follow("Round over").send("/round/went-out", seat="1")
    return phone


def upload(phone: Phone, data: bytes = b"a picture", number: int = 1, seat: int = 2) -> Phone:
    """The plain form of the page, as a browser without script sends it."""
    return phone.send(f"/photo/{number}/{seat}", photo=(io.BytesIO(data), "cards.jpg"))


def by_script(
    phone: Phone, data: bytes = b"a picture", number: int = 1, seat: int = 2, accept: str = "application/json"
) -> TestResponse:
    boundary, body = encode_multipart({"photo": FileStorage(io.BytesIO(data), "photo")})
    kind = f"multipart/form-data; boundary={boundary}"
    path = f"/g/{phone.code}/photo/{number}/{seat}"
    sent = {"input_stream": io.BytesIO(body), "content_length": len(body), "content_type": kind}
    return phone.client.post(path, headers={"Accept": accept}, **sent)


def typed(phone: Phone) -> str:
    return phone.one("input", id_="cards").get("value") or ""


def test_without_the_reader_there_is_no_key_and_no_address(pad: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vision, "installed", lambda: False)
    pad.open(f"/g/{pad.code}/round?seat=2")
    assert "Photo" not in pad.text
    assert not pad.all("dialog")
    assert not [one for one in pad.all("input") if one.get("type") == "file"]
    assert by_script(pad).status_code == 404


def test_a_plain_form_fills_the_pad_and_writes_nothing(pad: Phone, reads: Reads) -> None:
    got = reads(reading("K K 10 5 JK", unsure="10 JK"))
    before = state_of(pad).number
    upload(pad.open(f"/g/{pad.code}/round?seat=2"), b"a small picture")
    assert (pad.status, pad.heading) == (200, "Player 2: cards left")
    assert typed(pad) == "K K 10 5 JK"
    assert "5 cards read, 2 unsure. Check them." in pad.text
    assert pad.one("output").text() == "50"
    assert got == [b"a small picture"]
    assert state_of(pad).number == before, "nobody has confirmed anything"
    pad.send("/round/cards-left", cards=typed(pad))
    [line] = [left for seat, left in state_of(pad).running.entered.items() if seat == 2]  # type: ignore[union-attr]
    assert line.cards == "K K 10 5 JK"


def test_a_script_gets_the_cards_with_their_places(pad: Phone, reads: Reads) -> None:
    reads(reading("K 10", unsure="10"))
    answer = by_script(pad)
    assert answer.status_code == 200
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.json == {
        "cards": [
            {"name": "K", "sure": True, "corners": [[0.075, 0.1333]], "others": ["7"]},
            {"name": "10", "sure": False, "corners": [[0.2125, 0.1333]], "others": ["7"]},
        ],
        "asks": [],
    }


def test_what_this_game_makes_doubtful_is_asked(pad: Phone, reads: Reads) -> None:
    reads(reading("K " * 9, unsure=""))
    answer = by_script(pad).json
    assert answer
    assert sum(not card["sure"] for card in answer["cards"]) == 1
    assert answer["asks"] == ["The photo shows 9 kings, but this pack has only 8."]


def test_a_cell_is_corrected_from_a_photograph(phone: Phone, reads: Reads) -> None:
    reads(reading("A 4"))
    phone.start("contract", 3).round(1, {2: "K", 3: "5"})
    upload(phone.open(f"/g/{phone.code}/score/1/3"), seat=3)
    assert phone.path.endswith("/score/1/3")
    assert typed(phone) == "A 4"
    assert "2 cards read. Check them." in phone.text
    phone.send("/score/1/3", cards=typed(phone))
    assert state_of(phone).rounds[0].cells[3].cards == "A 4"


def test_a_seat_or_a_round_that_is_not_there_has_no_photograph(pad: Phone, reads: Reads) -> None:
    reads(reading("K"))
    assert by_script(pad, seat=9).status_code == 404
    assert by_script(pad, number=2).status_code == 404


def test_no_photograph_is_of_a_round_before_the_first(phone: Phone, reads: Reads) -> None:
    phone.start("contract", 3).round(1, {2: "K", 3: "10 5"})
    reads(reading("K"))
    assert by_script(phone, number=1).status_code == 200
    assert by_script(phone, number=0).status_code == 404


def test_a_picture_without_cards_says_how_to_take_another(pad: Phone, reads: Reads) -> None:
    reads(reading(""))
    answer = by_script(pad)
    assert answer.status_code == 422
    assert answer.json
    assert answer.json["why"].startswith("No cards were found in this picture.")


@pytest.mark.parametrize("why", Why)
def test_what_cannot_be_read_is_said_in_a_sentence_and_the_pad_stays(
    pad: Phone, reads: Reads, monkeypatch: pytest.MonkeyPatch, why: Why
) -> None:
    reads(reading("K"))

    def refuse(_data: bytes) -> Reading:
        raise vision.UnreadablePicture(why)

    pad.send("/round/cards-left", cards="Q Q")
    pad.open(f"/g/{pad.code}/round?seat=2")
    monkeypatch.setattr(vision, "read", refuse)
    answer = by_script(pad)
    assert answer.status_code == (413 if why is Why.TOO_MANY_BYTES else 422)
    assert answer.json == {"why": why_not(why)}
    upload(pad)
    assert pad.status == answer.status_code
    assert why_not(why) in pad.one("div", id_="problems").text()
    assert typed(pad) == "Q Q", "the cards are as they were"


ODD: dict[str, tuple[bytes, Why]] = {
    "nothing": (b"", Why.EMPTY),
    "a text": (b"king of hearts", Why.NO_PICTURE),
    "heic": (b"\0\0\0\x18ftypheic" + bytes(64), Why.HEIC),
    "half a picture": (picture()[: len(picture()) // 2], Why.BROKEN),
    "a stamp": (picture(size=(40, 30)), Why.TOO_SMALL),
}


@pytest.mark.parametrize("name", ODD)
def test_the_reader_itself_refuses_what_is_no_photograph(pad: Phone, name: str) -> None:
    data, why = ODD[name]
    answer = by_script(pad, data)
    assert (answer.status_code, answer.json) == (422, {"why": why_not(why)})


def test_the_reader_itself_finds_no_cards_on_an_empty_cloth(pad: Phone) -> None:
    answer = by_script(pad, picture("PNG"))
    assert answer.status_code == 422
    assert answer.json
    assert answer.json["why"].startswith("No cards were found in this picture.")


def test_too_large_a_picture_is_refused_before_it_is_read(pad: Phone, reads: Reads) -> None:
    got = reads(reading("K"))
    answer = by_script(pad, bytes(LARGEST["photo.read"] + 1))
    assert (answer.status_code, answer.json) == (413, {"why": why_not(Why.TOO_MANY_BYTES)})
    answer = by_script(pad, bytes(LARGEST["photo.read"] + 1), accept="text/html")
    assert answer.status_code == 413
    assert why_not(Why.TOO_MANY_BYTES) in answer.text
    assert not got
    assert by_script(pad, bytes(MOST_BYTES)).status_code == 200, "more than any other form may carry"


def test_no_picture_touches_the_disk_on_its_way_in(pad: Phone, reads: Reads, monkeypatch: pytest.MonkeyPatch) -> None:
    got = reads(reading("K"))

    def to_disk(*_args: Any, **_kwargs: Any) -> None:
        raise AssertionError("a file")

    monkeypatch.setattr("werkzeug.formparser.SpooledTemporaryFile", to_disk)
    assert by_script(pad, bytes(2_000_000)).status_code == 200
    assert [len(data) for data in got] == [2_000_000]


def test_who_comes_while_many_wait_is_told_to_come_again(
    pad: Phone, reads: Reads, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    got = reads(reading("K"))
    queue = pictures.Turns(waiting=0)
    monkeypatch.setattr(views, "TURNS", queue)
    pad.open(f"/g/{pad.code}/round?seat=2")
    with queue.turn(), caplog.at_level(logging.WARNING):
        answer = by_script(pad)
        upload(pad)
    assert (answer.status_code, answer.headers["Retry-After"]) == (429, "5")
    assert answer.json
    assert answer.json["why"].startswith("Other pictures are being read.")
    assert (pad.status, pad.answer.headers["Retry-After"]) == (429, "5")
    assert "Other pictures are being read." in pad.text
    assert not got
    assert by_script(pad).status_code == 200, "the turn was given back"


def test_a_turn_that_does_not_come_is_given_up_and_one_that_breaks_is_given_back() -> None:
    queue = pictures.Turns(waiting=1, patience=0.01)
    with queue.turn(), pytest.raises(pictures.ManyPictures), queue.turn():
        raise AssertionError("two at once")
    with pytest.raises(ZeroDivisionError), queue.turn():
        raise ZeroDivisionError
    with queue.turn():
        pass


def test_a_worker_may_have_pictures_read_aside() -> None:
    queue, asked = pictures.Turns(), []
    queue.runs = lambda read, picture: asked.append(picture) or read(*picture)  # type: ignore[func-returns-value]
    assert queue.read(lambda _picture: reading("K"), b"a picture") == reading("K")
    assert asked == [(b"a picture",)]


def test_nothing_of_a_picture_stands_in_the_log(pad: Phone, reads: Reads, caplog: pytest.LogCaptureFixture) -> None:
    reads(reading("K Q"))
    with caplog.at_level(logging.DEBUG):
        by_script(pad, b"PICTURE" * 9)
        upload(pad.open(f"/g/{pad.code}/round?seat=2"), b"PICTURE" * 9)
    assert "PICTURE" not in caplog.text
    assert "photo.jpg" not in caplog.text


def test_the_form_asks_for_the_token_of_the_phone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vision, "installed", lambda: True)
    monkeypatch.setattr(vision, "read", lambda _data: reading("K"))
    with lent({"TESTING": True, "DATA_DIR": str(tmp_path / "instance"), "WTF_CSRF_ENABLED": True}) as app:
        app.test_client_class = CheckedClient
        phone = Phone(app.test_client())
        phone.start("contract", 3).follow("Round over").send("/round/went-out", seat="1")
        answer = by_script(phone)
        assert (answer.status_code, answer.json) == (400, {"why": "This page was out of date. Send it again."})
        assert typed(upload(phone)) == "K"
