"""Photos of the paper: kept small and bare on the table's wish, shown to those of the game, gone by a key."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, PngImagePlugin

from referee import errors
from referee.services.clubs import clubs as club_services
from referee.services.clubs import seasons
from referee.services.games import photos
from referee.storage.clubs import forgetting
from referee.storage.engine.transactions import writing
from referee.storage.files import jpeg
from referee.storage.games import photos as store
from tests.photographs import picture
from tests.services.carrying import brought_in, exported
from tests.services.test_joining import joined
from tests.web.plain import Phone

PLACE = 0x8825
"""The part of EXIF that says where a picture was taken."""


def with_place(size: tuple[int, int] = (3000, 2000), turned: int = 6) -> bytes:
    """As a phone takes it: lying on its side, with the place and the maker."""
    image = Image.linear_gradient("L").resize(size).convert("RGB")
    exif = Image.Exif()
    exif[0x010F], exif[0x0112] = "Maker of phones", turned
    exif[PLACE] = {1: "N", 2: (52.0, 30.0, 0.0)}
    kept = io.BytesIO()
    image.save(kept, "JPEG", exif=exif, comment=b"taken at home", quality=60)
    assert b"Maker of phones" in kept.getvalue()
    return kept.getvalue()


def keep(phone: Phone, code: str, content: bytes, **fields: Any) -> Phone:
    phone.open(f"/g/{code}/photos")
    sent = {**phone.fields(phone.form("/photos")), **fields, "file": (io.BytesIO(content), "paper.jpg")}
    return phone._take(phone.client.post(f"/g/{code}/photos", data=sent, follow_redirects=True))


def pictures(phone: Phone) -> list[str]:
    return [
        str(image.get("src")) for image in phone.elements if image.tag == "img" and ".jpg" in (image.get("src") or "")
    ]


def test_a_photo_is_kept_bare_and_shown_with_the_result_and_removed_by_a_key(phone: Phone) -> None:
    code = phone.start("contract", 3).code
    keep(phone, code, with_place())
    assert "The photo is kept with this game." in phone.text
    [address] = pictures(phone)
    id_ = address.removesuffix(".jpg").rsplit("/", 1)[1]
    answer = phone.client.get(f"/g/{code}/photos/{id_}.jpg")
    assert (answer.mimetype, jpeg.is_bare(answer.data)) == ("image/jpeg", True)
    with Image.open(io.BytesIO(answer.data)) as kept:
        assert max(kept.size) <= jpeg.LONGEST_SIDE
        assert kept.size[0] < kept.size[1], "upright"
        assert not kept.getexif()
        assert "comment" not in kept.info
    assert pictures(phone.open(f"/g/{code}/result")) == [address]
    phone.open(f"/g/{code}/history").follow("Photos of the paper").send("/remove")
    assert "The photo is gone forever." in phone.text
    assert pictures(phone) == []
    assert phone.client.get(address).status_code == 404


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "Choose a picture first."),
        (b"no picture", "can’t be read as a picture"),
        (picture()[:900], "damaged"),
        (picture("PNG", (5000, 4000)), "too many pixels"),
        (picture("PNG", (30, 2000)), "too many pixels"),
    ],
)
def test_what_is_no_picture_or_too_much_is_refused(phone: Phone, content: bytes, says: str) -> None:
    code = phone.start("contract", 3).code
    keep(phone, code, content)
    assert phone.status == 422
    assert says in phone.text
    assert pictures(phone.open(f"/g/{code}/photos")) == []


def test_too_many_bytes_are_refused_before_they_are_looked_at(app: Flask) -> None:
    with app.app_context(), pytest.raises(errors.Rejected, match="too large"):
        photos.made_small(b"x" * (photos.MOST_BYTES + 1))


def test_a_picture_of_huge_sizes_is_refused_by_its_header(app: Flask) -> None:
    head = bytearray(picture("PNG", (64, 64)))
    head[16:24] = (60_000).to_bytes(4) * 2
    with app.app_context(), pytest.raises(errors.Rejected, match=r"too many pixels|be read as a picture"):
        photos.made_small(bytes(head))


def test_a_game_keeps_few_and_a_double_tap_keeps_one(phone: Phone, other: Phone) -> None:
    code = phone.start("contract", 3).code
    for _ in range(2):
        keep(phone, code, picture(), write_id="the-same-tap")
    assert len(pictures(phone.open(f"/g/{code}/photos"))) == 1
    late = other.open(f"/g/{code}/photos").fields(other.form("/photos"))
    for _ in range(photos.MOST - 1):
        keep(phone, code, picture())
    assert not [form for form in phone.elements if str(form.get("action")).endswith("/photos")]
    sent = {**late, "file": (io.BytesIO(picture()), "paper.jpg")}
    refused = other._take(other.client.post(f"/g/{code}/photos", data=sent))
    assert (refused.status, "at most 4 photos" in refused.text) == (422, True)


def test_whoever_only_looks_sees_and_keeps_nothing_and_a_removed_game_takes_none(
    phone: Phone, app: Flask, elsewhere: Callable[[], Any]
) -> None:
    code = phone.start("contract", 3).code
    keep(phone, code, picture())
    [address] = pictures(phone)
    app.config["HOSTED"] = True
    try:
        assert app.test_client().get(address).status_code == 403
    finally:
        app.config["HOSTED"] = False
    fields = phone.fields(phone.form("/photos"))
    with app.app_context():
        club = seasons.first_club().id
        club_services.remove_game(code)
    sent = {**fields, "file": (io.BytesIO(picture()), "paper.jpg")}
    assert phone.client.post(f"/g/{code}/photos", data=sent).status_code == 422
    with app.app_context():
        file = exported(club)
        with elsewhere():
            assert exported(brought_in(file)) == file
        with writing():
            forgetting.purge("2999-01-01T00:00:00Z")
        assert store.weight([code]) == 0


def test_photos_go_out_with_their_club_and_join_another_copy_of_it(
    phone: Phone, app: Flask, elsewhere: Callable[[], Any]
) -> None:
    code = phone.start("contract", 3).code
    keep(phone, code, picture())
    with app.app_context():
        file = exported(seasons.first_club().id)
        small = [photos.picture(code, kept.id) for kept in photos.of_game(code)]
        with elsewhere():
            club = seasons.first_club().id
            club_services.add_players(club, "Somebody")
            joined(club, file)
            assert [photos.picture(code, kept.id) for kept in photos.of_game(code)] == small
            assert store.weight([code]) > 0
        forged = file.replace(b'"content":"/9j/', b'"content":"/9k/')
        with elsewhere(), pytest.raises(errors.Rejected, match="holds more than a picture"):
            brought_in(forged)


@given(
    st.binary(max_size=300),
    st.integers(0, 400),
    st.sampled_from([b"", b"\xff\xe1\x00\x08Exif\0\0", b"\xff\xfe\x00\x04hi"]),
)
def test_only_a_whole_bare_picture_is_one(noise: bytes, at: int, part: bytes) -> None:
    kept = io.BytesIO()
    Image.new("RGB", (40, 30), "green").save(kept, "JPEG")
    whole = kept.getvalue()
    assert jpeg.is_bare(whole)
    assert not jpeg.is_bare(noise)
    assert not jpeg.is_bare(whole[: at % len(whole)])
    assert not jpeg.is_bare(whole + b"more")
    assert not part or not jpeg.is_bare(whole[:2] + part + whole[2:])


def test_a_note_in_another_kind_of_picture_does_not_stay(app: Flask) -> None:
    note, kept = PngImagePlugin.PngInfo(), io.BytesIO()
    note.add_text("Comment", "taken at home")
    Image.new("RGBA", (400, 300)).save(kept, "PNG", pnginfo=note)
    with app.app_context():
        assert b"taken at home" not in photos.made_small(kept.getvalue())


def test_the_page_of_photos_takes_nothing_of_the_game_back(phone: Phone) -> None:
    code = phone.start("contract", 3).code
    phone.open(f"/g/{code}/table").send("/table/note", text="Cake")
    assert phone.all("div", id_="undo")
    assert not phone.open(f"/g/{code}/photos").all("div", id_="undo")
