"""The referee for SET: every tap a link, the address holds the cards, and what three or twelve of them are."""

from __future__ import annotations

from html import unescape

import pytest
from flask.testing import FlaskClient

from referee.triples.cards import DECK, codes
from referee.triples.facts import TWENTY
from referee.triples.judging import triples
from tests.house.reading import read_page
from tests.web.table_phone import hrefs, words


def show(client: FlaskClient, cards: str, status: int = 200) -> str:
    answer = client.get("/ask/set", query_string={"cards": cards})
    assert answer.status_code == status
    return " ".join(words(answer).split())


def tap(client: FlaskClient, page: str, label: str) -> str:
    """The address that a key of the pad leads to."""
    for link in read_page(page).elements:
        if link.tag == "a" and link.text() == label:
            return unescape(str(link.get("href")))
    raise AssertionError(label)


def test_a_card_is_two_taps(client: FlaskClient) -> None:
    page = client.get("/ask/set").get_data(as_text=True)
    for label in ("striped diamonds", "2 red", "open squiggles", "3 purple"):
        page = client.get(tap(client, page, label)).get_data(as_text=True)
    assert "2 red striped diamonds" in page
    assert "3 purple open squiggles" in page
    assert "The third card is 1 green solid oval." in page


def test_every_card_has_its_keys(client: FlaskClient) -> None:
    first = hrefs(client.get("/ask/set"))
    kinds = [address for address in first if "pick=" in address]
    cards = {address for kind in kinds for address in hrefs(client.get(kind)) if "cards=" in address}
    assert {f"/ask/set?cards={card.code}" for card in DECK} <= cards


@pytest.mark.parametrize(
    ("cards", "says"),
    [
        ("1rdf 2rdf 3rdf", "This is a SET."),
        ("1rdf 2got 3pse", "Number: all different.Colour: all different.Shape: all different."),
        ("1rdf 2rdf 2gdf", "Number: twice 2, once 1 (1 red solid diamond).Colour: twice red, once green"),
        ("1rdf 2rdf", "The third card is 3 red solid diamonds."),
        ("1rdf 2rdf 3rdf 1gdf", "There is 1 SET among these 4 cards."),
        (codes(TWENTY), "No SET among these 20 cards."),
        (codes(DECK), "There are 1080 SETs among these 81 cards."),
        ("two red striped diamonds, 1 GREEN open oval", "The third card is 3 purple solid squiggles."),
    ],
)
def test_what_they_are(client: FlaskClient, cards: str, says: str) -> None:
    assert says in show(client, cards)


@pytest.mark.parametrize("count", [12, 15, 18, 20])
def test_where_there_is_none_more_cards_are_dealt(client: FlaskClient, count: int) -> None:
    assert "Deal three more cards." in show(client, codes(TWENTY[:count]))
    assert "Deal three more cards." not in show(client, codes(TWENTY[:9]))


def test_all_of_them_are_listed(client: FlaskClient) -> None:
    many = DECK[:21]
    page = client.get("/ask/set", query_string={"cards": codes(many)}).get_data(as_text=True)
    assert f"There are {len(triples(many))} SETs among these 21 cards." in page
    assert page.count('class="triple-card"') == 21 + 3 * len(triples(many))


@pytest.mark.parametrize(
    ("cards", "problem"),
    [
        ("1rdf 1rdf", "Each card exists once: 1 red solid diamond is there twice."),
        ("2 red diamonds", "“2 red diamonds” isn’t a whole card. Try 2 red striped diamonds."),
        ("2 red red", "“2 red” isn’t a whole card."),
        ("king of hearts", "I don’t know “king”."),
        ("<b>", "I don’t know “<b>”."),
        ("1rdf " * 2000, "is there twice"),
    ],
)
def test_what_is_no_card_is_said_and_what_was_typed_is_kept(client: FlaskClient, cards: str, problem: str) -> None:
    answer = client.get("/ask/set", query_string={"cards": cards})
    assert answer.status_code == 422
    assert problem in words(answer, "problems")
    [field] = [each for each in read_page(answer.text).elements if each.get("name") == "cards"]
    assert "".join(map(str, field.own_text)).strip() == cards.strip()


def test_odd_addresses_show_the_pad(client: FlaskClient) -> None:
    for query in ("pick=zz", "pick=", "cards=", "cards=+++", "pick=dt&pick=of"):
        assert client.get(f"/ask/set?{query}").status_code == 200


def test_a_card_that_was_picked_is_removed_by_a_tap_and_not_offered_twice(client: FlaskClient) -> None:
    page = client.get("/ask/set?cards=2rdt+1goe&pick=dt").get_data(as_text=True)
    assert "2 red, already picked" in words(read_page(page), "triple-pad")
    [remove] = [
        unescape(str(each.get("href"))) for each in read_page(page).elements
        if each.get("aria-label") == "Remove 2 red striped diamonds"
    ]  # fmt: skip
    assert client.get(remove).status_code == 200
    assert remove.endswith("cards=1goe")


@pytest.mark.parametrize("query", ["set", "SET", "set card game", "set rules", "the set game"])
def test_a_search_leads_there(client: FlaskClient, query: str) -> None:
    assert "/ask/set" in hrefs(client.get("/rulebooks", query_string={"q": query}))


@pytest.mark.parametrize("query", ["set of 3", "joker", "", "two sets"])
def test_a_search_for_a_meld_does_not(client: FlaskClient, query: str) -> None:
    assert "/ask/set" not in hrefs(client.get("/rulebooks", query_string={"q": query}))


def test_the_questions_lead_there(client: FlaskClient) -> None:
    assert "/ask/set" in hrefs(client.get("/ask"))
