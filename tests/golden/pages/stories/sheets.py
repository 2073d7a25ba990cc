"""Any other game of the evening: a sheet without a referee; and a table that tells points of its rulebook."""

from __future__ import annotations

from tests.golden.pages.stories.house_rules import save
from tests.golden.pages.story import Story, story

PLAYERS = ["Ann", "Ben", "Cid"]


@story
def sheets(house: Story) -> None:
    """Skyjo, with points below zero and no dealer, from its opening to the second evening; then the highest wins."""
    ann = house.phone("Ann")
    house.chapter("Opened, with and without answers that can be")
    ann.open("/new/sheet")
    ann.send("/new/sheet", title="", wins="most", until="ten", rounds="100", player=["Ann", "Ann"], how="odd")
    ann.send("/new/sheet", title="Skyjo", wins="lowest", until="60", rounds="", player=["Ann", "Ann"], how="nobody")
    answers = {"title": "Skyjo", "wins": "lowest", "until": "60", "below_zero": "yes", "how": "nobody"}
    ann.send("/new/sheet", **answers, player=PLAYERS)
    ann.see("/rulebook", "/table", "/ask", "/may-i", "/rules")
    house.chapter("Points are told")
    ann.see("/round")
    ann.tap("/round/points", round=1, **{"points.1": "K 10", "points.2": "10000", "points.3": "-3"})
    ann.tap("/round/points", round=1, **{"points.1": "4", "minus.1": "yes", "points.2": "12+5"})
    ann.tap("/round/close", round=1)
    ann.see("/round", "/round?seat=3", "")
    ann.tap("/round/points", round=1, **{"points.3": "30"})
    ann.tap("/round/went-out", round=1, seat=1)
    ann.tap("/round/close", round=1)
    ann.see("?read=1", "/score", "/score/1/1", "/history")
    ann.tap("/score/1/1", cards="-7")
    ann.tap("/score/1/1", cards="nothing")
    ann.see("/score", "/empty-sheet", "/view")
    house.chapter("The points end it")
    ann.tap("/round/points", round=2, **{"points.1": "0", "points.2": "20", "points.3": "31"})
    ann.tap("/round/close", round=2)
    ann.see("/result", "/winner", "/score")
    house.chapter("The next evening")
    ann.open(f"/new?again={ann.game}")
    ann.open("/new")
    ann.open(f"/new/sheet?like={ann.game}")
    ann.send("/new/sheet", title="Wizard", wins="highest", until="", rounds="2", how="chosen", dealer="2")
    ann.tap("/round/points", round=1, **{"points.1": "20", "points.2": "10", "minus.2": "yes", "points.3": "30"})
    ann.tap("/round/close", round=1)
    ann.see("", "/result")
    ann.tap("/finish")
    ann.tap("/finish", confirmed="1")
    ann.see("/result")


@story
def counted(house: Story) -> None:
    """SET, counted by taps: found, a false call, taken back, a deck closed, a tap that comes late, the end."""
    ann = house.phone("Ann")
    house.chapter("Opened")
    ann.open("/new/sheet")
    answers = {"title": "SET", "counting": "taps", "triples": "yes", "wins": "highest", "rounds": "2", "how": "nobody"}
    ann.send("/new/sheet", **{**answers, "counting": "odd"}, player=PLAYERS)
    ann.send("/new/sheet", **answers, false_calls="yes", player=PLAYERS)
    ann.see("", "/rulebook")
    house.chapter("Taps")
    ann.tap("/round/count", round=1)
    ann.tap("/round/count", round=1, plus=9)
    ann.tap("/round/count", round=1, plus=1)
    ann.tap("/round/count", round=1, minus=2)
    ann.tap("/undo")
    ann.see("/history", "/round", "/round?seat=1")
    ann.tap("/round/points", round=1, **{"points.1": "5"})
    ann.tap("/round/close", round=1)
    ann.tap("/round/count", round=1, plus=1)
    ann.see("?read=1", "/score/1/1", "/view")
    ann.tap("/score/1/1", cards="2")
    house.chapter("The next deck, and the next evening")
    ann.tap("/round/count", round=2, plus=3)
    ann.tap("/round/close", round=2)
    ann.tap("/round/count", round=2, plus=3)
    ann.see("/result")
    ann.open(f"/new/sheet?like={ann.game}")


@story
def told_in_points(house: Story) -> None:
    """A club’s own rulebook by which points are told; one hand of cards all the same."""
    ann = house.phone("Ann")
    with ann.quiet():
        save(ann, "contract", name="In points", told_in="points")
        ann.open("/new").send("/new", rulebook="in-points", player=PLAYERS, how="chosen", dealer="1")
    ann.see("/round")
    ann.tap("/round/points", round=1, seat=1, **{"points.2": "12+5", "points.3": "x"})
    ann.tap("/round/points", round=1, seat=1, **{"points.2": "12+5"})
    ann.see("/round?seat=3", "/round?seat=3&step=cards", "/round?step=who")
    ann.tap("/round/cards-left", round=1, seat=3, cards="10", pad="yes")
    ann.tap("/round/close", round=1)
    ann.see("/score/1/2", "/score/1/3", "/score/1/1")
    ann.tap("/score/1/2", cards="8+9")
