"""The form of the house rules: rounds moved by buttons, what is ours on top, clauses that have words only."""

from __future__ import annotations

import re
import secrets
from html import unescape
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from referee.rulebooks import library
from referee.services.clubs import rulebooks, seasons
from referee.web.own.forms import changes, house_rules
from tests.house.reading import read_page
from tests.web.table_phone import hrefs, words
from tests.web.test_own_rulebooks import form_of, save


def contracts_on(page: TestResponse) -> list[str]:
    found = read_page(page.get_data(as_text=True)).elements
    return [str(one.get("value")) for one in found if re.fullmatch(r"rounds\.\d+\.contracts", str(one.get("name")))]


def press(client: FlaskClient, rulebook: str, step: str, sent: dict[str, Any]) -> TestResponse:
    """A button of the rounds: the form comes again, with nothing written and nothing lost."""
    answer = client.post(
        f"/house-rules/{rulebook}/change", data={**sent, "step": step, "write_id": secrets.token_hex(16)}
    )
    assert answer.status_code == 200
    return answer


def test_rounds_are_moved_removed_and_added_by_buttons_without_a_script(app: Flask, client: FlaskClient) -> None:
    sent = {**form_of(client, "contract"), "name": "Mine", "words.swap": "Kept as typed."}
    page = press(client, "contract", "up.2", sent)
    assert contracts_on(page)[:2] == ["set of 3 + run of 4", "set of 3 + set of 3"]
    assert 'value="Kept as typed."' in page.text
    assert contracts_on(press(client, "contract", "down.1", sent))[:2] == contracts_on(page)[:2]
    assert page.headers["HX-Push-Url"] == "false"
    assert len(contracts_on(press(client, "contract", "remove.7", sent))) == 6
    assert contracts_on(press(client, "contract", "add", sent))[7] == contracts_on(page)[6]
    assert contracts_on(press(client, "contract", "up.1", sent)) == contracts_on(
        press(client, "contract", "up.99", sent)
    )
    with app.app_context():
        assert rulebooks.own_rulebooks(seasons.first_club().id) == []


def test_one_key_takes_the_jokers_out_for_every_number_of_players(client: FlaskClient) -> None:
    sent = {**form_of(client, "contract"), "name": "Mine"}
    page = read_page(press(client, "contract", "no jokers", sent).text)
    jokers = {str(one.get("name")): str(one.get("value")) for one in page.elements if "jokers." in str(one.get("name"))}
    assert {name for name, text in jokers.items() if text == "0"} == {"jokers.3", "jokers.4", "jokers.5"}
    assert set(jokers.values()) == {"0", ""}
    assert "#value-jokers" in hrefs(page), "and says so on top"


@pytest.mark.parametrize("rounds", [3, 20])
def test_a_rulebook_of_three_and_one_of_twenty_rounds_is_saved_and_played_by(
    app: Flask, client: FlaskClient, rounds: int
) -> None:
    sent = {key: text for key, text in form_of(client, "contract").items() if not key.startswith("rounds.")}
    for at in range(rounds):
        row = f"rounds.{at}"
        sent |= {f"{row}.contracts": "2 sets of 3", f"{row}.deal": str(9 + (at + 1) % 3)}
        sent |= {f"{row}.may_i_limit": str((at + 1) % 4), f"{row}.may_i_penalty": "1"}
    sent |= {f"rounds.{rounds - 1}.all_cards_rounds": "yes", "name": "Ours", "write_id": secrets.token_hex(16)}
    answer = client.post("/house-rules/contract/change", data=sent)
    assert answer.status_code == 303, words(answer, "problems")
    with app.app_context():
        book = rulebooks.rulebook(seasons.first_club().id, "ours")
    assert (book.rounds, book.deal[:3], book.all_cards_rounds) == (rounds, (10, 11, 9), {rounds})
    assert book.may_i_limit[1] == 2
    assert book.clause_of("may_i_penalty").basis != "house rule", "it only followed"
    assert client.get("/rulebooks/ours").status_code == 200
    assert len(contracts_on(client.get("/house-rules/ours/change"))) == rounds


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ({"deal": "7"}, {"deal": [7, 7, 7, 7, 7, 7, 7]}),
        ({"deal": "7", "rounds.2.deal": "8"}, {"deal": [7, 7, 8, 7, 7, 7, 7]}),
        ({"rounds.2.deal": "8"}, {"deal": [10, 10, 8, 12, 12, 12, 12]}),
        ({"deal": "7 8 9 10 11 12 13"}, {"deal": [7, 8, 9, 10, 11, 12, 13]}),
        ({"may_i_limit": "2", "may_i_penalty": "0"}, {"may_i_limit": [2] * 7, "may_i_penalty": [0] * 7}),
        ({"deal": ""}, {}),
        ({"deal": "7, 8"}, {"deal": [7, 8]}),
    ],
)
def test_one_number_stands_for_all_rounds_but_for_those_that_get_another(
    client: FlaskClient, typed: dict[str, str], meant: dict[str, Any]
) -> None:
    book, sent = library.load("contract"), form_of(client, "contract") | typed
    with client.application.test_request_context(method="POST", data=sent):
        assert changes(book, house_rules(book, own=False, sent=True)) == (meant, {})


def test_one_number_for_all_rounds_is_shown_so_and_too_few_are_refused(client: FlaskClient) -> None:
    page = press(client, "contract", "add", {**form_of(client, "contract"), "deal": "7"})
    sent = {str(one.get("name")): str(one.get("value")) for one in read_page(page.text).elements if one.tag == "input"}
    assert (sent["deal"], sent["rounds.0.deal"], sent["rounds.7.deal"]) == ("7", "7", "7")
    again = press(client, "contract", "show", {**sent, "deal": "8", "rounds.3.deal": "9"})
    assert 'name="deal" value="8, 8, 8, 9, 8, 8, 8, 8"' in " ".join(again.text.split())
    refused = save(client, "contract", 422, name="Ours", deal="7, 8")
    assert "#value-deal" in hrefs(refused)
    assert 'value="7, 8"' in refused.text, "as it was typed"


def test_what_is_ours_stands_on_top_with_what_it_was(client: FlaskClient) -> None:
    save(client, "contract", name="Ours", **{"jokers.3": "0", "jokers.4": "0", "jokers.5": "0", "words.seats": "Wait."})
    page = client.get("/house-rules/ours/change")
    assert "#value-jokers" in hrefs(page)
    assert "#words-of-seats" in hrefs(page)
    jokers = unescape(words(page, "value-jokers"))
    assert "Contract Rummy: Take two jokers with 3 players, three jokers with 4 players and four" in jokers
    assert "Take no jokers." in jokers
    assert "Take no jokers." in words(page, "rows")
    refused = save(client, "ours", 422, players_min="6")
    assert "#value-players_min" in hrefs(refused), "the way to what is wrong"


def test_what_is_ours_reads_as_a_sentence_or_in_our_own_words(client: FlaskClient) -> None:
    typed = {"discard_wild": "no", "wilds_most": "2", "words.wilds_most": "Two wilds, no more.", "rounds.1.deal": "12"}
    refused = save(client, "contract", 422, name="Ours", players_min="6", **typed)
    said = words(refused, "rows")
    assert "You may not discard a wild card." in said
    assert "A wild card may be discarded" not in said
    assert "Two wilds, no more." in said
    assert "A meld has at most two" not in said
    assert "12 cards in rounds 2 and 4 to 7" in said
    save(client, "contract", name="Ours", **typed)
    assert "Two wilds, no more." in words(client.get("/house-rules/ours/change"), "rows"), "what was saved too"
    odd = save(client, "ours", 422, wilds_most="many")
    assert "being changed" in words(odd, "rows")


def test_clauses_that_a_house_rule_brought_along_are_none_of_the_houses_own(client: FlaskClient) -> None:
    save(client, "contract", name="Ours", screw_over="yes")
    page = client.get("/house-rules/ours/change")
    assert [href for href in hrefs(page) if href.startswith(("#value", "#words"))] == ["#value-screw_over"]
    assert "with 1 house rule." in words(client.get(f"/g/{opened(client, 'ours')}/rulebook"))


def opened(client: FlaskClient, rulebook: str) -> str:
    sent = {"rulebook": rulebook, "how": "chosen", "dealer": "1", "player": ["Ann", "Ben", "Cid"]}
    answer = client.post("/new", data={"write_id": secrets.token_hex(16), **sent})
    return str(answer.headers["Location"]).rsplit("/", 1)[-1]


def test_a_clause_without_a_value_is_worded_by_the_house_and_says_that_rulings_stay(client: FlaskClient) -> None:
    save(
        client, "contract", name="Ours", **{"words.reading": "Say what your joker is.", "words.misdeal": "Deal again."}
    )
    page = unescape(client.get("/rulebooks/ours").text)
    assert "Say what your joker is. (These words change no ruling. The referee still judges by this: " in page
    answer = client.get("/ask/meld?rulebook=ours&cards=5H+5S+JK&ask=1")
    assert words(answer, "word") == "Yes"
    again = save(client, "ours")
    assert "Nothing changed" in words(client.get(again.headers["Location"]))


def test_emptied_words_of_the_house_go_and_the_clause_is_again_what_the_rulebook_says(client: FlaskClient) -> None:
    said = "words.screw-once"
    save(client, "contract", name="Ours", screw_over="yes", **{"words.misdeal": "Tea.", "words.reading": "Say it."})
    save(client, "ours", **{said: "Once an evening."})
    page = unescape(client.get("/rulebooks/ours").text)
    assert all(words in page for words in ("Tea.", "Say it.", "Once an evening."))
    emptied = {"words.misdeal": "", "words.reading": " ", said: ""}
    refused = save(client, "ours", status=422, **emptied, kitty_split="two thirds and one third")
    assert "as in Contract Rummy again" in words(refused), "it is said before it is saved"
    save(client, "ours", **emptied)
    page = unescape(client.get("/rulebooks/ours").text)
    assert "Version 3 of 3" in words(client.get("/rulebooks/ours"))
    assert not any(words in page for words in ("Tea.", "Say it.", "Once an evening."))
    for topic, one in (("misdeal", "contract"), ("reading", "contract"), ("screw-once", "screw")):
        assert library.load(one).clauses[topic].text in page
    assert "screw_over = true" in client.get("/house-rules/ours/file").text


def test_what_goes_with_a_house_rule_is_said_when_it_is_saved(client: FlaskClient) -> None:
    saved = save(client, "contract", name="Ours", run_ace="low")
    page = words(client.get(saved.headers["Location"]))
    assert "Saved: Ours, version 1. Changed to match: a run has at most 13 cards." in page
    file = client.get("/house-rules/ours/file").text
    back = {"write_id": secrets.token_hex(16), "version": "1", "topic": "run"}
    assert client.post("/house-rules/ours/back", data=back).status_code == 303
    assert "run_longest" not in client.get("/house-rules/ours/file").text, "it goes as it came"
    brought = {"write_id": secrets.token_hex(16), "text": file.replace("ours", "theirs", 1), "over": "0"}
    page = words(client.get(client.post("/house-rules/import", data=brought).headers["Location"]))
    assert "Changed to match: a run has at most 13 cards." in page


def test_the_house_says_may_i_or_buy_and_every_sentence_follows(client: FlaskClient) -> None:
    refused = save(
        client, "contract", status=422, name="Ours", may_i_word="buy", kitty_split="two thirds and one third"
    )
    assert "#called" in hrefs(refused), "it is said before it is saved"
    save(client, "contract", name="Ours", may_i_word="buy", **{f"rounds.{at}.may_i_limit": "0" for at in range(1, 7)})
    assert 'may_i_word = "buy"' in client.get("/house-rules/ours/file").text
    code = opened(client, "ours")
    assert "Buying: as often as you like" in words(client.get(f"/g/{code}"))
    again = save(client, "ours")
    assert "Nothing changed" in words(client.get(again.headers["Location"])), "it stays until it is said otherwise"
    save(client, "ours", may_i_word="May I")
    assert "may_i_word" not in client.get("/house-rules/ours/file").text
    odd = save(client, "ours", status=422, may_i_word="grab")
    assert "must be one of May I, buy" in words(odd)


def test_single_cards_and_whole_suits_get_points_of_their_own(client: FlaskClient) -> None:
    refused = save(client, "contract", status=422, name="Ours", **{"points.cards": "QX 40"})
    assert "QX" in words(refused)
    assert 'value="QX 40"' in refused.text
    save(client, "contract", name="Ours", **{"points.cards": "Q♠ qc 40, Hearts double"})
    page = words(client.get("/rulebooks/ours"))
    assert "40 for the queen of clubs or the queen of spades" in page
    assert "Hearts count double." in page
    assert form_of(client, "ours")["points.cards"] == "QC 40, QS 40, hearts double"
    again = save(client, "ours")
    assert "Nothing changed" in words(client.get(again.headers["Location"]))
    refused = save(client, "ours", status=422, **{"points.cards": "clubs 1, diamonds 1, hearts 1, spades 1"})
    assert "all four have points of their own" in words(refused)


def test_a_round_leaves_a_choice_of_contracts(client: FlaskClient) -> None:
    refused = save(client, "contract", status=422, name="Ours", **{"rounds.0.contracts": "two sets of 3 or"})
    assert "asks for no meld" in words(refused)
    save(client, "contract", name="Ours", **{"rounds.0.contracts": "two sets of 3 or a run of 4 and a set of 3"})
    assert form_of(client, "ours")["rounds.0.contracts"] == "set of 3 + set of 3 or run of 4 + set of 3"
    page = words(client.get("/rulebooks/ours"))
    assert "Round 1: two sets of 3, or a run of 4 and a set of 3." in page
    again = save(client, "ours")
    assert "Nothing changed" in words(client.get(again.headers["Location"]))
    asked = client.get("/ask/contract?rulebook=ours&round=1&melds=5C+5D+5H%0A6S+7S+8S+9S&ask=1")
    assert words(asked, "word") == "Yes"


def test_more_players_change_the_pack_to_match(client: FlaskClient) -> None:
    saved = save(client, "contract", name="Ours", players_max="6")
    said = words(client.get(saved.headers["Location"]))
    assert "Changed to match: take two decks with 3 to 5 players and three decks with 6 players." in said


def test_what_each_place_pays_is_agreed_on_the_form(client: FlaskClient) -> None:
    refused = save(client, "contract", status=422, name="Ours", settlement="1, 3")
    assert "Who pays what at the end? Names the payments of 3 players, but 5 may play." in words(refused)
    assert 'value="1, 3"' in refused.text
    save(client, "contract", name="Ours", settlement="1 3 5 9")
    assert "settlement = [1, 3, 5, 9]" in client.get("/house-rules/ours/file").text
    assert form_of(client, "ours")["settlement"] == "1, 3, 5, 9"
    again = save(client, "ours")
    assert "Nothing changed" in words(client.get(again.headers["Location"]))
    save(client, "ours", settlement="By place")
    assert 'settlement = "by place"' in client.get("/house-rules/ours/file").text
    assert form_of(client, "ours")["settlement"] == "by place"


def test_a_deal_smaller_than_its_contract_is_said_where_the_rulebook_beneath_does_not_mean_it(
    client: FlaskClient,
) -> None:
    def saved(rulebook: str, **changed: str) -> str:
        name = f"Ours {secrets.token_hex(4)}"
        return words(client.get(save(client, rulebook, name=name, **changed).headers["Location"]))

    assert "fewer cards are dealt than the contract needs in round 1 and 2" in saved(
        "contract", **{"rounds.0.deal": "3", "rounds.1.deal": "4"}
    )
    assert "fewer cards" not in saved("contract", **{"rounds.0.deal": "6"})
    assert "fewer cards" not in saved("shanghai-kolsov", swap="no")
