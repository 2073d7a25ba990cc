"""What the reader makes of indices, and of photographs that the scene generator took."""

from __future__ import annotations

import io
import json
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from threadpoolctl import threadpool_info, threadpool_limits

from referee import vision
from referee.rules.cards import RANK_NAMES
from referee.rules.cards import SUITS as SUITS_OF_THE_RULES
from referee.vision import reader
from referee.vision.reading import Corner, Seen
from tests.sizes import sized
from tests.vision import indices

SCENES = Path(__file__).with_name("scenes")
LYING = json.loads((SCENES / "cards.json").read_text())
"""By photograph, the cards that lie clear and those partly covered; made by ``python -m training.cards samples``."""


def test_ranks_and_suits_are_those_of_the_rules() -> None:
    assert vision.RANKS == RANK_NAMES
    assert vision.SUITS == SUITS_OF_THE_RULES


@pytest.fixture(scope="module", params=sorted(LYING)[:: sized(2, 1)])
def photograph(request: pytest.FixtureRequest) -> tuple[vision.Reading, list[str], list[str]]:
    reading = vision.read((SCENES / request.param).read_bytes())
    return reading, LYING[request.param]["clear"], LYING[request.param]["covered"]


def test_nearly_all_that_lies_clear_is_read_and_hardly_anything_else(
    photograph: tuple[vision.Reading, list[str], list[str]],
) -> None:
    reading, clear, covered = photograph
    read = Counter(card.rank for card in reading.cards)
    wanted = Counter(name.rstrip("CDHS") for name in clear)
    beyond = read - wanted - Counter(name.rstrip("CDHS") for name in covered)
    assert (wanted - read).total() <= 1
    assert beyond.total() <= 1


def test_what_is_sure_is_right(photograph: tuple[vision.Reading, list[str], list[str]]) -> None:
    reading, clear, covered = photograph
    sure = Counter(card.rank for card in reading.cards if card.sure)
    assert sure - Counter(name.rstrip("CDHS") for name in clear + covered) == Counter()
    assert sure.total() >= len(clear) * 0.6


def test_cards_lie_in_the_picture_and_say_what_else_they_could_be(
    photograph: tuple[vision.Reading, list[str], list[str]],
) -> None:
    reading, _, _ = photograph
    for card in reading.cards:
        x, y = card.place
        assert 0 <= x < reading.width
        assert 0 <= y < reading.height
        assert 0 <= card.certainty <= 1
        assert (card.suit == "") == (card.rank == "JK") or card.suit == ""
        assert card.rank not in [rank for rank, _ in card.others]
        assert [chance for _, chance in card.others] == sorted((c for _, c in card.others), reverse=True)


def test_a_turned_photograph_is_read_as_well() -> None:
    """Whichever way the phone was held: places are those of the picture as it is shown."""
    name = sorted(LYING, key=lambda each: len(LYING[each]["clear"]))[sized(0, -1)]
    image = Image.open(SCENES / name)
    upright = vision.read((SCENES / name).read_bytes())
    file = io.BytesIO()
    exif = Image.Exif()
    exif[0x0112] = 6  # to be turned by a quarter, clockwise
    image.transpose(Image.Transpose.ROTATE_90).save(file, "JPEG", quality=95, exif=exif)
    turned = vision.read(file.getvalue())
    assert (turned.width, turned.height) == (upright.width, upright.height)
    differ = Counter(card.rank for card in upright.cards)
    differ.subtract(card.rank for card in turned.cards)
    assert sum(map(abs, differ.values())) <= 2


def test_a_picture_without_cards_holds_none() -> None:
    file = io.BytesIO()
    Image.fromarray(np.random.default_rng(1).integers(0, 255, (300, 400, 3), np.uint8)).save(file, "JPEG")
    assert vision.read(file.getvalue()) == vision.Reading((), 400, 300)


def test_a_card_that_is_too_doubtful_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    chances = {"7": reader.SHOWN, "K": reader.SHOWN - 0.001}
    groups = [indices.card(300, 300, "7", "H"), indices.card(600, 300, "K", "C")]
    monkeypatch.setattr(reader, "grouped", lambda *_given: groups)
    monkeypatch.setattr(reader, "chance_of", lambda members, _beside: chances[vision.RANKS[members[0].ranks.argmax()]])
    read = reader.read_pixels(np.zeros((900, 900, 3), np.uint8), 900, 900)
    assert [seen.rank for seen in read.cards] == ["7"]


def card_at(x: float, y: float) -> Seen:
    frame = ((x - 7, y - 7), (x + 7, y - 7), (x + 7, y + 16), (x - 7, y + 16))
    return Seen("7", "H", 0.9, 0.9, (Corner((x, y), frame),), ())


def test_cards_come_row_by_row_from_the_left() -> None:
    places = [(10, 22), (60, 20), (110, 24), (12, 95), (70, 90)]
    shuffled = [card_at(*places[i]) for i in (3, 1, 4, 0, 2)]
    assert [card.place for card in reader.in_rows(shuffled)] == places
    assert reader.in_rows([]) == ()


def test_a_picture_is_read_on_one_core_however_many_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    threads: list[int] = []

    def look(*_given: object) -> vision.Reading:
        threads.extend(library["num_threads"] for library in threadpool_info())
        return vision.Reading((), 1, 1)

    monkeypatch.setattr(reader, "read_pixels", look)
    picture = io.BytesIO()
    Image.new("RGB", (300, 300)).save(picture, "PNG")
    with threadpool_limits(2):
        vision.read(picture.getvalue())
        assert {library["num_threads"] for library in threadpool_info()} == {2}
    assert set(threads) == {1}
