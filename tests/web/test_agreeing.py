"""Ten questions before the first deal, over HTTP: asked once a club, answered together, cited from then on."""

from __future__ import annotations

from flask import Flask
from flask.testing import FlaskClient

from referee.rulebooks import library
from referee.services.clubs import rulebooks
from referee.services.games import games
from tests.services.club_desk import club
from tests.services.desk import open_game
from tests.web.table_phone import Phone, hrefs, words

KEPT = "contract-rummy-as-we-play-it"


def is_asked(phone: Phone) -> bool:
    return f"/g/{phone.code}/agree" in hrefs(phone.see())


def test_the_page_asks_ten_questions_with_what_the_sources_say(app: Flask, client: FlaskClient) -> None:
    phone = Phone(app, client, "contract")
    page = phone.see("/agree")
    questions = [one.text() for one in page.elements if one.tag == "legend"]
    assert len(questions) == 10
    assert questions[0] == "How many May I’s does each player get in a round?"
    assert not [one for one in page.elements if one.get("type") == "radio" and one.get("checked") is not None]
    assert "The sources leave open" in words(page)


def test_what_is_agreed_holds_here_and_in_the_clubs_rulebook_as_one_version(app: Flask, client: FlaskClient) -> None:
    phone = Phone(app, client, "contract")
    assert is_asked(phone)
    sent = phone.send("/agree", may_i_limit="2", discard_wild="false", naturals_least="1", keep="yes")
    assert "Agreed: 3 rules." in client.get(sent.location).text
    assert not is_asked(phone)
    assert len(phone.state.decisions) == 3
    with app.app_context():
        assert [one.version for one in rulebooks.versions(club(), KEPT)] == [1]
        book = rulebooks.rulebook(club(), KEPT)
    assert (book.may_i_most(1), book.discard_wild) == (2, False)
    assert book.clauses["natural"].basis == "house rule"
    refused = words(phone.see("/ask/meld?cards=JK+JK+JK&ask=1"))
    assert "Every meld needs at least one natural card." in refused
    assert "agreed at the table" in refused


def test_a_club_is_asked_once_and_may_look_again_at_its_house_rules(app: Flask, client: FlaskClient) -> None:
    phone = Phone(app, client, "contract")
    phone.send("/agree", may_i_limit='"no limit"', keep="yes")
    for book in ("contract", KEPT):
        with app.app_context():
            played = library.load(book) if book == "contract" else rulebooks.rulebook(club(), book)
            phone.code = open_game(played).code
        assert not is_asked(phone), book
        assert f"/g/{phone.code}/agree" in hrefs(phone.see("/rules")), book
    other = Phone(app, client, "shanghai")
    assert is_asked(other)


def test_without_the_tick_the_answers_stay_in_this_game(app: Flask, client: FlaskClient) -> None:
    phone = Phone(app, client, "contract")
    phone.send("/agree", discard_wild="false")
    with app.app_context():
        assert rulebooks.own_rulebooks(club()) == []
        assert games.game(phone.code).book.discard_wild is False


def test_the_page_shows_what_is_agreed_and_takes_another_answer(app: Flask, client: FlaskClient) -> None:
    phone = Phone(app, client, "contract")
    phone.send("/agree", discard_wild="false", joker_moves="true", keep="yes")
    page = phone.see("/agree")
    chosen = {one.get("name"): one.get("value") for one in page.elements if one.get("checked") is not None}
    assert {"discard_wild": "false", "joker_moves": "true"}.items() <= chosen.items()
    phone.send("/agree", discard_wild="true", joker_moves="true", keep="yes")
    assert phone.state.book.discard_wild is True
    assert len(phone.state.decisions) == 3, "what was not changed is not told again"


def test_the_key_goes_with_the_first_entry_and_a_form_that_was_open_counts(app: Flask, client: FlaskClient) -> None:
    phone = Phone(app, client, "contract")
    seen = phone.state.number
    phone.send("/round/went-out", round=1, seat=2)
    assert not is_asked(phone)
    phone.send("/agree", seen=seen, discard_wild="false")
    assert phone.state.book.discard_wild is False


def test_nothing_chosen_and_nonsense_are_said_and_write_nothing(app: Flask, client: FlaskClient) -> None:
    phone = Phone(app, client, "contract")
    number = phone.state.number
    assert "Choose an answer first." in words(phone.send("/agree", 422, keep="yes"))
    for sent in ('"maybe"', "[", "[[1]]", "NaN", "9" * 400, "{}"):
        page = phone.send("/agree", 422, discard_wild=sent, may_i_limit="3")
        assert 'value="3" checked' in page.text, "what was answered stays"
    assert phone.state.number == number


def test_the_house_rules_begin_with_the_ten_and_fold_the_rest(app: Flask, client: FlaskClient) -> None:
    phone = Phone(app, client, "contract")
    page = phone.see("/rules")
    topics = [href.rpartition("/")[2] for href in hrefs(page) if "/rules/" in href]
    assert topics[6:9] == ["may-i-limit", "go-out", "wild-limit"]
    assert f"The rest: {len(phone.state.book.open_clauses) - 10}" in words(page)
