"""The referee is asked everything: with facts that are good, bad and missing; outside of a game and inside."""

from __future__ import annotations

import json
from urllib.parse import urlencode

from referee.rulebooks import library
from referee.rules.questions import QUESTIONS
from referee.triples.cards import codes
from referee.triples.facts import TWENTY
from referee.web.ask.forms import address_of
from tests.golden.pages.stories.at_table import FIVES, NINES, opened
from tests.golden.pages.story import Story, story

MORE = {
    "meld": {"cards": "5C 5D zz", "rulebook": "bicycle"},
    "contract": {"round": "9", "melds": "5C 5D 5H"},
    "go_down": {"round": "2", "hand": "5C 5D 9H KC QD JK 3S 4S 9D 10H", "rulebook": "wikipedia"},
    "lay_off": {"round": "2", "meld": "5C 6C 7C 8C", "cards": "3H", "down": "earlier", "rulebook": "screw"},
    "swap": {"round": "1", "meld": "5C 5D JK", "card": "5H", "rulebook": "short"},
    "may_i": {"round": "1", "active": "2", "claims": "3 9", "rulebook": "shanghai"},
    "discard": {"card": "KC", "rulebook": "wikipedia"},
    "shanghai": {"card": "KC", "table": "KH KS KD\n5C 5D 5H", "by": "other", "rulebook": "shanghai"},
    "score": {"hand": "two kings and a fice", "rulebook": "progressive"},
    "settle": {"totals.1": "x", "rulebook": "progressive"},
}
"""By question, further facts: bad ones, or those of another rulebook."""
TOO_MANY = {"cards": "5C 5C 4D 5C", "rulebook": "contract"}, {"hand": "K 10 10 joker", "rulebook": "contract"}
"""A card that the pack has only twice; ranks without suits."""


@story
def asked(house: Story) -> None:
    """Each question: its form, nothing told, what its examples tell, and something odd."""
    ann = house.phone("Ann")
    ann.open("/ask").open("/ask?rulebook=shanghai&players=5&round=3").open("/ask/nothing")
    for name, question in QUESTIONS.items():
        house.chapter(name)
        ann.open(f"/ask/{name}?rulebook=screw&ask=1")
        example = next(example for example in question.examples.values() if "house" not in example)
        typed = address_of({"question": name, **example}, library.load(str(example["rulebook"])))
        ann.open(f"/ask/{name}?{urlencode({'rulebook': example['rulebook'], **typed, 'ask': '1'})}")
        if name in MORE:
            ann.open(f"/ask/{name}?{urlencode({**MORE[name], 'ask': '1'})}")
    for name, typed in zip(("meld", "score"), TOO_MANY, strict=True):
        ann.open(f"/ask/{name}?{urlencode({**typed, 'ask': '1'})}")


@story
def triples(house: Story) -> None:
    """The referee for SET: nothing picked, a card half picked, two cards, three, twelve, and what is no card."""
    ann = house.phone("Ann")
    ann.open("/ask/set").open("/ask/set?pick=dt").open("/ask/set?cards=2rdt&pick=dt").open("/ask/set?cards=2rdt+1goe")
    for cards in (
        "1rdf 2got 3pse",
        "1rdf 2rdf 2gdf",
        codes(TWENTY[:12]),
        "1rdf 2rdf 3rdf 1gdf",
        "2rdt king",
        "2rdt 2rdt",
    ):
        ann.open(f"/ask/set?{urlencode({'cards': cards})}")


@story
def asked_inside(house: Story) -> None:
    """In a game the referee knows what the table knows; a ruling is kept, asked again and undone."""
    ann = opened(house, "screw", "Ann", "Ben", "Cid", "Dee")
    with ann.quiet():
        ann.tap("/down", round=1, seat=2, melds=f"{FIVES}\n{NINES}")
    ann.see("/ask", "/ask/lay_off", "/ask/may_i", "/ask/nonsense")
    for name, typed in {
        "lay_off": {"asker": "2", "meld": NINES, "cards": "9S"},
        "meld": {"cards": "JK JK JK"},
        "may_i": {"claims": "3", "active": "2", "active_takes": "no"},
        "contract": {"asker": "3", "melds": "7C 7D 7H\n8C 8D 8H"},
        "hand": {"cards": "K Q joker"},
    }.items():
        ann.see(f"/ask/{name}?{urlencode({**typed, 'ask': '1'})}")
    ann.see(f"/ask/meld?{urlencode({'cards': 'JK JK JK', 'ask': '1'})}")
    ann.tap("/ask/meld", cards="JK JK JK", rulebook="")
    ann.tap("/ask/meld", cards="zz")
    ann.see("/history", f"/ruling/{ann.state.number}", "/ruling/99")
    house.chapter("Programs ask too")
    for sent in ({"rulebook": "contract", "question": "meld", "cards": "5C 6C JK 9C"}, {"question": "nosuch"}):
        ann.sends_only(sent)
        answer = ann.client.post("/api/rulings", data=json.dumps(sent), content_type="application/json")
        ann.takes(answer)
    ann.open("/api/rulings")
    ann.open(f"/api/games/{ann.game}").open("/api/games/NOSUCH")


@story
def what_can_i_do(house: Story) -> None:
    """A hand in play is asked about beside the melds of the log: answered, asked back, refused, forgotten."""
    ann = house.phone("Ann")
    with ann.quiet():
        ann.open("/new").send("/new", rulebook="contract", player=["Ann", "Ben", "Cid"], how="chosen", dealer="1")
        ann.tap("/down", round=1, seat=1, melds="5H 5S 5D\n9C 9D 9H")
        ann.see("/who").send("/who/seat", seat="1")
    house.chapter("The page, and the hand that goes out")
    ann.see("/can-do")
    ann.send("/can-do", hand="5C 9S KD", down="earlier")
    house.chapter("A card stays, a meld is told beside the others, the draw is still to come")
    ann.see("/can-do").send("/can-do", hand="5C QD KD", down="earlier")
    ann.see("/can-do").send("/can-do", hand="5C QD KD", down="earlier", others="QC QS QH")
    ann.see("/can-do").send("/can-do", hand="5C QD KD", down="earlier", drawn="no")
    house.chapter("What cannot be read, nothing at all, a fact that is missing")
    ann.see("/can-do").send("/can-do", hand="5C XX", down="earlier")
    ann.see("/can-do").send("/can-do", hand="")
    ann.see("/can-do").send("/can-do", hand="5C KD")
    house.chapter("Asked from the referee's list, and without a running round")
    ann.see("/ask/best_turn")
