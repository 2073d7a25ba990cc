"""Cards left from photographs, by a phone without script."""

from __future__ import annotations

import io

from tests.golden.pages.story import Story, story
from tests.photographs import picture as drawn


@story
def photographs(house: Story) -> None:
    """A hand is read in *Round over* and in the correction of a cell; some pictures hold no cards, or are none."""

    def picture(cards: str, unsure: str = "") -> tuple[io.BytesIO, str]:
        return io.BytesIO(f"{cards};{unsure}".encode()), f"{cards}, unsure {unsure}.jpg" if unsure else f"{cards}.jpg"

    ann = house.phone("Ann")
    with ann.quiet():
        ann.open("/new").send("/new", rulebook="contract", player=["Ann", "Ben", "Cid"], how="chosen", dealer="1")
        ann.see("").follow("Round over").send("/round/went-out", seat="1")
    house.chapter("Ben's hand is read, and entered after a look")
    ann.send("/photo/1/2", photo=picture("K K 10 5 JK", "10 JK"))
    ann.send("/photo/1/2", photo=picture("7"))
    ann.send("/round/cards-left", cards="7")
    house.chapter("Cid's is not: no picture, no cards, a seat that is not there")
    ann.send("/photo/1/3", photo=(io.BytesIO(), ""))
    ann.send("/photo/1/3", photo=picture(""))
    ann.post(f"/g/{ann.game}/photo/1/9", photo=picture("K"))
    ann.tap("/round/cards-left", round=1, seat=3, cards="A A")
    ann.tap("/round/close", round=1)
    house.chapter("A cell is corrected from a photograph")
    ann.see("/score/1/3").send("/photo/1/3", photo=picture("A 4", "4"))
    ann.send("/score/1/3", cards="A 4")


@story
def paper_photos(house: Story) -> None:
    """The paper is photographed and kept with its game; one is no picture; the photo goes again."""
    ann = house.phone("Ann")
    with ann.quiet():
        ann.open("/new").send("/new", rulebook="contract", player=["Ann", "Ben", "Cid"], how="chosen", dealer="1")
    base = f"/g/{ann.game}/photos"
    ann.open(base)
    for number, content in enumerate((b"", b"no picture", drawn())):
        ann.post(base, write_id=f"paper-photo-{number}", file=(io.BytesIO(content), "paper.jpg"))
    ann.post(base, write_id="", file=(io.BytesIO(drawn()), "paper.jpg"))
    ann.open(base)
    assert ann.client.get(next(str(e.get("src")) for e in ann.elements if e.tag == "img")).status_code == 200
    ann.send("/remove", write_id="")
    ann.send("/remove")
