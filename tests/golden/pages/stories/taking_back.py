"""Three phones of one home take back each other's entries: what is asked first, and what the others hear of it."""

from __future__ import annotations

from tests.golden.pages.stories.at_table import opened
from tests.golden.pages.story import Story, story

BEN, EVE = "192.168.1.8", "192.168.1.9"


@story
def taken_back(house: Story) -> None:
    """All phones at home are hosts. Eve has no seat and no name."""
    ann = opened(house, "liverpool", "Ann", "Ben", "Cid", "Dee")
    ben, eve = house.phone("Ben", BEN), house.phone("Eve", EVE)
    ben.game = eve.game = ann.game
    with ben.quiet():
        ben.see("/who").send("/who/seat", seat="2")
    house.chapter("Ben's own last entry; then Eve wants to undo another one of his")
    ben.tap("/table/note", text="Tea")
    ben.see("").send("/undo")
    ben.tap("/round/went-out", round=1, seat=2)
    eve.see("/score").send("/undo").send("/undo")
    ben.see("", "/score", "/round?seat=2")
    ben.see("/score").send("/redo")
    eve.tap("/undo", target=99)
    house.chapter("Ben's cards are removed by Eve; he has read of it")
    ben.tap("/round/cards-left", round=1, seat=3, cards="K K 5")
    eve.see("/round?seat=3").send("/round/not-theirs").send("/round/not-theirs")
    ben.see("/score").send("/heard")
    ben.tap("/heard", until="soon")
    ben.see("/score").tap("/lacks")
    ben.tap("/lacks", seen="all")
    house.chapter("Eve re-opens a round; the others hear of it until it is closed again")
    ben.tap("/round/cards-left", round=1, seat=3, cards="K K 5")
    for seat in (1, 4):
        ben.tap("/round/cards-left", round=1, seat=seat, cards="Q 3")
    ben.tap("/round/close", round=1)
    eve.see("/history").send("/undo", target=str(eve.state.number)).send("/undo")
    ben.see("/history")
    eve.tap("/redo", target=eve.state.number)
    ben.see("/history")
    house.chapter("A cut that Ben told, a game that all play")
    ben.tap("/cut", round=2, exact="yes")
    eve.tap("/cut", round=2, exact="no")
    eve.tap("/cut", round=2, exact="no", confirmed="1")
    eve.tap("/abandon")
    eve.tap("/abandon", confirmed="1")
    ben.tap("/reopen")
    ben.tap("/reopen", confirmed="1")
    ben.see("/history")
