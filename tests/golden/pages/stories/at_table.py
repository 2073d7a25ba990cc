"""What happens at the table: taken out of turn, laid down, stolen, called, gone wrong, decided, and paid for."""

from __future__ import annotations

from urllib.parse import urlencode

from tests.golden.pages.story import Story, Teller, story

FIVES, NINES = "5H 5S 5D", "9C 9D 9H"


def opened(house: Story, book: str, *players: str) -> Teller:
    """Ann's phone, at a game that has just begun."""
    ann = house.phone("Ann")
    with ann.quiet():
        ann.open("/new").send("/new", rulebook=book, player=list(players), how="chosen", dealer="1")
    return ann


def look(phone: Teller, path: str, **typed: str | int) -> Teller:
    return phone.see(f"{path}?{urlencode(typed)}")


def meld(phone: Teller, cards: str) -> int:
    """The number of a meld on the table."""
    running = phone.state.running
    assert running is not None
    return next(one.id for one in running.play.melds.values() if one.cards == cards)


@story
def screw(house: Story) -> None:
    """A round of Screw Rummy in which everything is told, and half of it refused."""
    ann = opened(house, "screw", "Ann", "Ben", "Cid", "Dee")
    house.chapter("Going down")
    ann.see("/down")
    ann.tap("/down", round=1)
    ann.tap("/down", round=1, seat=3)
    look(ann, "/down", seat=3)
    look(ann, "/down", seat=2, melds=f"4H 4C 5D\n{NINES}", ask=1)
    look(ann, "/down", seat=2, melds="4H 4C zz", ask=1)
    look(ann, "/down", seat=2, melds=f"4H 4C JK\n{NINES}", ask=1)
    ann.tap("/down", round=1, seat=2, melds=f"4H 4C 5D\n{NINES}")
    ann.tap("/down", round=1, seat=2, melds=f"{FIVES}\n{NINES}")
    house.chapter("A discard out of turn")
    ann.see("", "/may-i")
    ann.tap("/may-i", round=1, claims=3)
    ann.see("?taken=4")
    ann.tap("/may-i", round=1, claims=3, active=2)
    ann.tap("/may-i", round=1, claims=3, active=1, same="yes")
    ann.tap("/may-i", round=1, claims="3,1", active=2, same="no")
    ann.tap("/may-i", round=1, claims="x", active="y")
    ann.see("?taken=5")
    house.chapter("Laid off, a joker taken, a new meld")
    fives = meld(ann, FIVES)
    ann.see("/melds/another", f"/melds/{fives}", f"/melds/{fives}?seat=2")
    look(ann, f"/melds/{fives}", seat=2, laid="6C", ask=1)
    look(ann, f"/melds/{fives}", seat=2, laid="5C", ask=1)
    look(ann, f"/melds/{fives}", seat=4, laid="5C", ask=1)
    ann.tap(f"/melds/{fives}", round=1, seat=2, laid="6C")
    ann.tap(f"/melds/{fives}", round=1, seat=2, laid="5C")
    look(ann, "/melds/another", owner=3)
    look(ann, "/melds/another", owner=3, onto_cards="7C 8C 9C 10C", seat=2)
    look(ann, "/melds/another", owner=3, onto_cards="7C 8C 9C 10C", seat=2, laid="JC", ask=1)
    ann.tap("/melds/another", round=1, seat=2, owner=3, onto_cards="7C 8C 9C 10C", laid="2H")
    look(ann, "/melds/another", owner=3, onto_cards="7C 8C JK 10C", seat=2, way="swap", laid="9C", ask=1)
    look(ann, "/melds/another", owner=3, onto_cards="7C 8C JK 10C", seat=2, way="swap", laid="9H", ask=1)
    ann.see("/new-meld", "/new-meld?seat=2")
    look(ann, "/new-meld", seat=2, laid="7D 8D 9D JD", ask=1)
    ann.tap("/new-meld", round=1, seat=2, laid="7D 8D 9D JD")
    ann.tap("/new-meld", round=1, seat=2, laid="7D 8D 9D 10D")
    house.chapter("A card is stolen")
    ann.see("/screw-over", "/screw-over?by=1", "/screw-over?by=1&owner=2")
    fives = meld(ann, "5H 5S 5D 5C")
    look(ann, "/screw-over", by=1, owner=2, meld=meld(ann, NINES), take="9C")
    told: dict[str, str | int] = {"by": 1, "owner": 2, "meld": meld(ann, NINES), "take": "9C", "use": "contract"}
    look(ann, "/screw-over", **told, give="KD", use_cards="9C 9S 9S\nJC JD JH", down="no", ask=1)
    look(ann, "/screw-over", **{**told, "by": 2}, give="KD", use_cards="9C 9S 9S\nJC JD JH", ask=1)
    ann.tap("/screw-over", round=1, by=2, owner=2, meld=fives, take="5C", use="contract", give="KD", use_cards="5C")
    ann.tap("/screw-over", round=1, **told, give="KD", use_cards="9C 9S 9S\nJC JD JH", down="no")
    ann.see("", "/screw-over", "/new-meld?seat=2", "/score", "/table")
    ann.open(f"/tv/{ann.game}")
    house.chapter("The stock runs out, something goes wrong, and another phone was quicker")
    ann.see("/stock")
    ann.tap("/stock", round="x")
    ann.tap("/stock", round=1)
    ann.see("/irregular")
    ann.tap("/irregular", round=1, seat=2, kind="drew out of turn", remedy="note", points=20)
    ann.tap("/irregular", round=1, seat="", kind="")
    ann.tap("/irregular", round=1, seat=2, kind="too many cards", remedy="points", points=20, words="One too many")
    ann.tap("/irregular", round=1, seat=0, kind="misdeal")
    ann.see("", "/irregular", "/score", "/history")
    seen = ann.state.number
    with ann.quiet():
        ann.tap("/down", round=1, seat=4, melds="3H 3S 3D\nKC KD KH")
    ann.tap("/down", seen=seen, round=1, seat=4, melds="4H 4S 4D\nKC KD KH")
    with ann.quiet():
        ann.round(1, {2: "9 9 K", 3: "A", 4: "0 "} | {4: "2"})
    ann.tap("/may-i", seen=seen, round=1, claims=3)
    ann.tap("/shanghai", round=2, seat=2, discarder=3, card="5C")
    ann.see("")


@story
def shanghai(house: Story) -> None:
    """Shanghai Rummy: who asked first, the limit, the calls; a table that keeps no melds, and one that keeps some."""
    ann = opened(house, "shanghai", "Ann", "Ben", "Cid", "Dee")
    ann.see("", "/shanghai", "/shanghai?discarder=3")
    ann.tap("/shanghai", round=1, seat="", discarder="")
    ann.tap("/shanghai", round=1, seat=2, discarder=3)
    look(ann, "/shanghai", discarder=3, seat=2)
    look(ann, "/shanghai", discarder=3, seat=2, card="5C", table="5H 5S JK=5D", ask=1)
    look(ann, "/shanghai", discarder=3, seat=2, card="5C", table="KH KS KD", ask=1)
    look(ann, "/shanghai", discarder=3, seat=2, card="5C", ask=1)
    with ann.quiet():
        ann.tap("/down", round=1, seat=2, melds=f"{FIVES}\n{NINES}")
    look(ann, "/shanghai", discarder=3, seat=2, card="5C", ask=1)
    look(ann, "/shanghai", discarder=3, seat=2, card="KC", ask=1)
    ann.tap("/shanghai", round=1, seat=2, discarder=3, card="KC", all_told="yes")
    ann.tap("/shanghai", round=1, seat=2, discarder=3, card="5C")
    with ann.quiet():
        for active in (1, 4):
            ann.tap("/may-i", round=1, claims=3, active=active, same="no")
    ann.see("", "/may-i")
    ann.tap("/may-i", round=1, claims=3, active=2, same="no")
    house.chapter("Dee leaves in mid-round; the others play on")
    ann.tap("/table/leave", seat=4, when="now")
    ann.see("", "/round?seat=4")
    ann.tap("/round/cards-left", round=1, seat=4, cards="K 5")
    ann.see("")


@story
def skips(house: Story) -> None:
    """Phase 10: who played a skip and who loses a turn, from two phones, and that the turn is over."""
    ann = opened(house, "phase-10", "Ann", "Ben", "Cid")
    ann.see("", "/skip", "/skip?by=1")
    ann.tap("/skip", round=1, by="", seat="")
    ann.tap("/skip", round=1, by=1, seat=1)
    seen = ann.state.number
    ann.tap("/skip", round=1, by=1, seat=2)
    ann.see("", "/skip")
    ann.tap("/skip", seen=seen, round=1, by=3, seat=2)
    ann.tap("/skip", round=1, by=3, seat=2)
    ann.tap("/skip", round=1, by=1, seat=2, passed="yes")
    ann.see("", "/history")


@story
def money(house: Story) -> None:
    """Progressive Rummy: discards are bought, the game is ended early, and everybody pays."""
    ann = opened(house, "progressive", "Ann", "Ben", "Cid")
    with ann.quiet():
        ann.tap("/may-i", round=1, claims=3, active=2, same="no")
        ann.round(1, {2: "K K", 3: "4"}).see("?read=1")
        ann.round(1, {2: "A", 3: "JK 2"}).see("?read=2")
    ann.see("", "/result")
    ann.tap("/buys", **{"buys-1": "x", "buys-2": "-1", "buys-3": "1"})
    ann.tap("/finish")
    ann.tap("/finish", confirmed="1")
    ann.see("/result")
    ann.tap("/buys", **{"buys-1": "x", "buys-2": "3", "buys-3": "1"})
    ann.tap("/buys", **{"buys-1": "0", "buys-2": "3", "buys-3": "1"})
    ann.see("/result", "", "/table")
    ann.tap("/abandon")
    ann.tap("/reopen")
    ann.tap("/reopen")
    ann.tap("/abandon")
    ann.tap("/abandon", confirmed="1")
    ann.see("", "/result", "/round", "/may-i")
    ann.tap("/may-i", round=3, claims=2)


@story
def agreeing(house: Story) -> None:
    """What the table agrees on before the first deal: refused, written, told again on another phone, settled."""
    ann = opened(house, "contract", "Ann", "Ben", "Cid")
    ann.see("", "/agree")
    ann.tap("/agree", keep="yes")
    ann.tap("/agree", discard_wild='"maybe"', may_i_limit="3", keep="yes")
    ann.tap("/agree", discard_wild="false", may_i_limit="3", keep="yes")
    ann.tap("/agree", seen=1, discard_wild="true", may_i_limit="3", keep="yes")
    ann.see("/agree", "/rules", "")


@story
def other_rulebook(house: Story) -> None:
    """A game under the wrong rulebook: looked at, refused, asked about, changed, taken back."""
    ann = opened(house, "contract", "Ann", "Ben", "Cid")
    ann.round(1, {2: "A 9 2", 3: "35"})
    ann.see("/rulebook/change", "/rulebook/change?rulebook=shanghai", "/rulebook/change?rulebook=phase-10")
    ann.tap("/rulebook/change", rulebook="shanghai")
    ann.tap("/rulebook/change", rulebook="phase-10", since="first")
    ann.tap("/round/cards-left", round=2, seat=2, cards="joker A", confirmed="yes")
    before = ann.state.number
    ann.tap("/rulebook/change", rulebook="shanghai", since="first")
    ann.tap("/rulebook/change", rulebook="shanghai", since="first", confirmed="yes", keep="yes")
    ann.tap("/rulebook/change", seen=before, rulebook="liverpool", since="now")
    ann.tap("/round/cards-left", seen=before, round=2, seat=3, cards="A 2", confirmed="yes")
    ann.see("/score", "/history", "/rulebook/change?rulebook=contract")
    ann.tap("/rules/score", since="first", wording="As in Shanghai.", **{"points.A": "15"})
    ann.tap("/undo", target=ann.state.number)
    ann.see("/score", "/history")


@story
def rules(house: Story) -> None:
    """What the table decides where the rulebook is silent, keeps for later and takes back."""
    ann = opened(house, "contract", "Ann", "Ben", "Cid")
    ann.see("/rules", "/rules/natural", "/rules/nonsense", "/rules/players")
    ann.tap("/rules/players", players_min="7", wording="Seven at least.")
    ann.tap("/rules/natural", naturals_least="many", wording="x" * 1000)
    ann.tap("/rules/natural", naturals_least="0", wording="A meld of jokers only is fine.")
    ann.tap("/rules/natural", seen=1, naturals_least="2", wording="Two at least.")
    ann.tap("/rules/nonsense")
    with ann.quiet():
        ann.tap("/rules/ace", stands="1")
    ann.see("/rules", "/rules/natural", "/rulebook", "")
    ann.tap("/rules", target=77)
    ann.tap("/rules/keep", name="")
    ann.tap("/rules/keep", name="As we play")
    ann.tap("/rules/keep", name="Contract Rummy")
    ann.tap("/rules/keep", name="As we play")
    ann.see("/rules")
    ann.tap("/rules", target=2)
    ann.see("/rules", "/history")
