"""Evenings from the first page to the picture of the result."""

from __future__ import annotations

from tests.golden.pages.story import Story, story


@story
def opening(house: Story) -> None:
    """The first pages of a house, and games that are opened."""
    ann = house.phone("Ann")
    house.chapter("Nothing yet")
    for page in ("/", "/new", "/clubs", "/standings", "/tv"):
        ann.open(page)
    house.chapter("A game is opened, after some that are not")
    ann.open("/new?rulebook=bicycle")
    ann.open("/new")
    ann.send("/new", rulebook="contract", player=["Ann", "Ann"], how="chosen", dealer="1")
    ann.post("/new", rulebook="nosuch", player=["Ann", "Ben", "Cid"], how="odd", dealer="9", write_id="a" * 32)
    ann.post("/new", rulebook="contract", player=["x" * 41, "Ben", ""], write_id="b" * 32)
    ann.open("/new").send("/new", rulebook="contract", player=["Ann", "Ben", "Cid", ""], how="chosen", dealer="3")
    house.chapter("Three games: one begins, one goes on, one is over; and the same players once more")
    for book, rounds in (("short", 3), ("bicycle", 0)):
        ann.open("/new").send("/new", rulebook=book, player=["Ann", "Ben", "Dee"], how="low card")
        with ann.quiet():
            for _ in range(rounds):
                ann.round(1, {2: "K 5", 3: "4"})
    with ann.quiet():
        ann.tap("/abandon", confirmed="1")
    for page in ("/", f"/new?again={ann.game}", "/tv", f"/tv/{ann.game}", f"/g/{ann.game}/view"):
        ann.open(page)
    with ann.quiet():
        ann.open("/new?again=" + ann.game).send("/new", season="")
    ann.see("")
    house.chapter("Hours later")
    house.clock.goes(hours=30)
    ann.open("/")
    ann.see("")


@story
def evening(house: Story) -> None:
    """Four at Liverpool Rummy: a late joiner, somebody who leaves, corrections, cuts; to the last round and beyond."""
    ann = house.phone("Ann")
    with ann.quiet():
        ann.open("/new").send(
            "/new", rulebook="liverpool", player=["Ann", "Ben", "Cid", "Dee"], how="chosen", dealer="1"
        )
    house.chapter("The first round: a hand is entered, mistyped, read back, taken off the wrong player")
    ann.see("", "/score", "/table", "/result", "/round")
    ann.tap("/cut", round=1, exact="maybe")
    ann.tap("/cut", round=1, exact="yes")
    ann.see("").follow("Round over").send("/round/went-out", seat="1")
    ann.send("/round/cards-left", cards="K 10 10 5 joker")
    ann.send("/round/cards-left", cards="K foo 11")
    ann.post(f"/g/{ann.game}/read-hand", cards="two kings, a ten and a five")
    ann.post(f"/g/{ann.game}/read-hand", cards="K K 1x")
    ann.see("/round?seat=3&cards=K+K+7")
    ann.send("/round/cards-left", cards="")
    ann.see("/round?step=read-back", "/round?seat=2")
    ann.tap("/round/close", round=1)
    ann.tap("/round/cards-left", round=1, seat=3, cards="2 2 2 2 2 2 2 2 2")
    ann.tap("/round/cards-left", round=1, seat=3, cards="2 2 2 2 2 2 2 2 2", confirmed="1")
    ann.tap("/round/not-theirs", round=1, seat=3)
    ann.tap("/round/not-theirs", round=1, seat=3)
    ann.tap("/round/cards-left", round=1, seat=3, cards="A A K")
    ann.tap("/round/cards-left", round=1, seat=4, cards="0")
    ann.tap("/round/cards-left", round=1, seat=4, cards="3 4")
    ann.tap("/round/went-out", round=1, seat=9)
    ann.tap("/round/went-out", round=1, seat=2)
    ann.tap("/round/went-out", round=1, seat=1)
    ann.see("/round")
    ann.tap("/round/close", round=1)
    ann.see("", "?read=1")
    house.chapter("Eve comes late, Ben leaves, seats change places, notes are made")
    ann.see("/table")
    ann.tap("/table/join", player="", how="odd", opening="x", after="z")
    ann.tap("/table/join", player="Ann", how="zero", after="0")
    ann.tap("/table/join", player="Flo", how="said", opening="100000", after="4")
    ann.tap("/table/join", player="Eve", how="average", after="4")
    ann.see("/score", "/history")
    ann.tap("/table/rename", seat=5, player="")
    ann.tap("/table/rename", seat=5, player="Evelyn")
    ann.tap("/table/move", seat=1, step="up")
    ann.tap("/table/move", seat=3, step="sideways")
    ann.tap("/table/move", seat=3, step="up")
    ann.tap("/table/dealer", seat=99)
    ann.tap("/table/dealer", seat=4)
    ann.tap("/table/note", text=" ")
    ann.tap("/table/note", text="We play until eleven.")
    ann.tap("/table/leave", seat=77, when="now")
    ann.tap("/table/leave", seat=2, when="soon")
    ann.tap("/table/leave", seat=2, when="before")
    ann.see("/table")
    ann.tap("/table/back", seat=3)
    house.chapter("The second and the third round; a cell is corrected, then who went out")
    with ann.quiet():
        ann.tap("/cut", round=2, exact="no")
        ann.round(4, {1: "Q Q", 3: "9 8", 5: "JK A"})
        ann.see("?read=2").tap("/table/back", seat=2)
    with ann.quiet():
        ann.tap("/cut", round=3, exact="no")
    ann.round("nobody", {1: "5", 2: "6 6", 3: "7", 4: "8 8", 5: "9"})
    for length in (299, 300, 301):
        ann.sends_only({"cards": f"{length} letters"})
        ann.post(f"/g/{ann.game}/read-hand", cards=("5 " * 151)[:length])
    ann.see("", "/score/1/2", "/score/3/1", "/score/1/1")
    ann.tap("/score/1/2", cards="K foo")
    ann.tap("/score/1/2", cards="K 10")
    ann.tap("/score/9/2", cards="K")
    ann.see("/score/1/2", "/score/1/1?winner=2", "/score/1/2?winner=1")
    ann.tap("/score/1/winner", seat=77)
    ann.tap("/score/1/winner", seat=2, cards="")
    ann.tap("/score/1/winner", seat=2, cards="4 4")
    ann.tap("/score/cut", round=1, exact="perhaps")
    ann.tap("/score/cut", round=1, exact="no")
    ann.see("/score", "/history")
    house.chapter("Undone and done again")
    ann.tap("/undo", target=999)
    ann.tap("/undo", target=1)
    ann.see("").send("/undo").see("/history")
    ann.send("/redo")
    ann.tap("/redo", target=2)
    house.chapter("The last rounds; Ben stays away from the fourth")
    with ann.quiet():
        for number in range(4, 8):
            if number == 4:
                ann.tap("/table/leave", seat=2, when="before")
            if number == 5:
                ann.tap("/table/back", seat=2)
            ann.tap("/cut", round=number, exact="yes" if number == 6 else "no")
            others = [seat.id for seat in ann.state.seats]
            out = others[number % len(others)]
            ann.round(out, {seat: f"{2 + (seat * number) % 9} K" for seat in others if seat != out}).see(
                f"?read={number}"
            )
    for page in ("", "", "/score", "/table", "/picture", "/picture.svg", "/winner", "/empty-sheet"):
        ann.see(page)
    ann.open(f"/g/{ann.game}/picture.png")
    ann.open(f"/g/{ann.game}/preview.png")
    ann.see("/history?upto=20", "/club")
    ann.open("/").open(f"/tv/{ann.game}")
    ann.open(f"/api/games/{ann.game}").open(f"/api/games/{ann.game}/history")
    house.chapter("It is over, and then it is not")
    ann.tap("/carry-on")
    ann.tap("/reopen")
    ann.tap("/reopen", confirmed="1")
    ann.tap("/reopen", confirmed="1")
    ann.tap("/carry-on", confirmed="1")
    ann.see("", "/result")
    ann.tap("/finish")
    ann.tap("/finish", confirmed="1")
    ann.tap("/finish", confirmed="1")
    ann.see("/result")


@story
def handicap(house: Story) -> None:
    """Three of whom one always loses: the club offers points, the table takes others, a round is played with them."""
    ann, ben = house.phone("Ann"), house.phone("Ben")
    with ann.quiet():
        for _ in range(4):
            ann.open("/new").send("/new", rulebook="shanghai", player=["Ann", "Ben", "Cid"], how="chosen", dealer="1")
            for _ in range(7):
                ann.round(1, {2: "JK 10", 3: "K 5"})
        ann.open("/new").send("/new", rulebook="contract", player=["Ann", "Ben", "Cid"], how="chosen", dealer="1")
    house.chapter("No one has played this rulebook: nothing is offered")
    ann.see("/table").follow("Handicap")
    house.chapter("The usual rulebook: an offer, other points, two phones at once")
    with ann.quiet():
        ann.open("/new").send("/new", rulebook="shanghai", player=["Ann", "Ben", "Cid"], how="chosen", dealer="1")
    ann.see("/table").follow("Handicap")
    with ben.quiet():
        ben.open(f"/g/{ann.game}/table/handicap")
    ann.tap("/table/handicap", **{"points-2": "many"})
    ann.tap("/table/handicap", **{"points-2": "1000"})
    ann.tap("/table/handicap", **{"points-2": "100", "points-3": "20+5"})
    ben.send("/table/handicap", **{"points-2": "60"})
    ann.see("", "/table", "/score", "/view", "/history")
    ann.tap("/table/handicap", none="y")
    ann.tap("/undo")
    house.chapter("A round is closed, and it stays")
    with ann.quiet():
        ann.round(1, {2: "K", 3: "5"})
    ann.see("/score", "/table", "/table/handicap")
    ann.tap("/table/handicap", **{"points-2": "0"})
    house.chapter("The game is over: result, sheet and table say it")
    with ann.quiet():
        for _ in range(6):
            ann.round(1, {2: "K", 3: "5"})
    ann.see("/result", "/winner")
    ann.follow("Result")


@story
def called_out(house: Story) -> None:
    """A table that calls out points: all on one screen, one cannot be read, one is missing; somebody arrives."""
    ann = house.phone("Ann")
    with ann.quiet():
        ann.open("/new").send("/new", rulebook="contract", player=["Ann", "Ben", "Cid"], how="chosen", dealer="1")
    house.chapter("The first round: the key below who went out")
    ann.see("").follow("Round over").follow("Enter points only")
    ann.send("/round/points", seat="1", **{"points.2": "12+", "points.3": "-4"})
    ann.send("/round/points", seat="1", **{"points.2": "12+5", "points.3": ""})
    ann.see("/round?step=points").send("/round/points", **{"points.3": "20"})
    ann.send("/round/close")
    house.chapter("The second round is asked for in points; Zed arrives in the middle of it")
    with ann.quiet():
        ann.tap("/round/went-out", round=2, seat=2)
    ann.see("/table").send("/table/join", player="Zed", how="average")
    ann.see("", "/score", "/table", "/view", "/history")
    ann.see("/round").send("/round/points", **{"points.1": "30", "points.3": "9"})
    ann.send("/round/close")
    ann.see("/score", "/history")
