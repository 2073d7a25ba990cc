"""Ask the referee over HTTP, as a browser without script does: every question, verdict, error and way on."""

from __future__ import annotations

import re
from html import unescape
from urllib.parse import urlencode

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.game.commands import OpenGame
from referee.game.events import RulingRecorded
from referee.rulebooks import library
from referee.rulebooks.ruling import rule
from referee.rules.questions import QUESTIONS
from referee.rules.rulebook.model import Rulebook
from referee.rules.solver.lay_down import Undecided
from referee.services.games import games
from referee.web.shell.throttle import throttle
from referee.web.shell.words import dated
from tests.game import plays
from tests.house.reading import Element, Reader, read_page
from tests.sizes import sized
from tests.web.cases import inputs, questions, typable, typed_for
from tests.web.table_phone import Phone


def page(client: FlaskClient, url: str, status: int = 200, **typed: str) -> Reader:
    answer = client.get(f"{url}?{urlencode(typed)}" if typed else url)
    assert answer.status_code == status, (url, answer.status_code)
    return read_page(answer.get_data(as_text=True))


def shown(found: Reader, marker: str = "") -> str:
    """The words of the page, or of the first element with this class or id."""
    for element in found.elements:
        if element.tag == "main" and not marker:
            return element.text()
        if marker and marker in (*(element.get("class") or "").split(), element.get("id")):
            return element.text()
    return ""


def link(found: Reader, words: str) -> str:
    """Where the first link with these words leads."""
    for element in found.elements:
        if element.tag == "a" and words in element.text():
            return str(element.get("href"))
    raise AssertionError(f"no link {words!r}")


def open_game(app: Flask, book: Rulebook, players: int = 3) -> str:
    names = tuple(f"Player {seat}" for seat in range(1, players + 1))
    with app.app_context():
        done = games.open_game(OpenGame(book, names), games.WriteTag("b" * 16, 0, "a phone"))
    assert isinstance(done, games.Done)
    return done.code


def marked(found: Reader, marker: str) -> list[str]:
    """What the elements of this class say."""
    return [element.text() for element in found.elements if marker in (element.get("class") or "").split()]


def verdict(client: FlaskClient, question: str, **typed: str) -> Reader:
    return page(client, f"/ask/{question}", ask="1", **{"rulebook": "contract", **typed})


def test_a_refusal_says_everything_that_is_wrong(client: FlaskClient) -> None:
    typed = {"meld": "JH JD JK=JS", "card": "9C", "down": "this turn", "owner": "self"}
    refused = verdict(client, "swap", round="2", **typed)
    also = [item.text() for item in refused.elements if item.tag == "li" and "Also:" in item.text()]
    told = rule({"rulebook": "contract", "question": "swap", "round": 2, **typed})
    assert len(told["findings"]) == 1 + len(also) == 2
    assert told["findings"][1]["says"].casefold() in also[0].casefold()
    right = verdict(client, "meld", cards="JH JD JS")
    assert "Also:" not in shown(right)


def test_the_verdict_is_the_page_and_what_was_asked_is_folded_unless_a_fact_is_missing(client: FlaskClient) -> None:
    ruled = verdict(client, "meld", cards="5C 6C JK 9C")
    assert shown(ruled, "asked").startswith("The question The cards")
    assert [each.text() for each in ruled.elements if each.tag == "button"] == ["Ask again", "Ask again"]
    open_still = verdict(client, "lay_off", meld="5C 6C 7C 8C", cards="9C")
    assert shown(open_still, "asked") == ""


def names_in(form: Reader) -> set[str]:
    return {(element.get("name") or "").partition(".")[0] for element in form.elements}


def test_every_question_is_offered_in_words_and_leads_to_its_form(client: FlaskClient) -> None:
    found = page(client, "/ask")
    for question, asked in QUESTIONS.items():
        form = page(client, link(found, asked.label))
        assert shown(form).startswith(asked.label)
        assert set(inputs(question, "contract")) <= names_in(form)


def test_whether_somebody_is_truly_screwed_is_asked_only_where_somebody_can_be(client: FlaskClient) -> None:
    for question in ("lay_off", "screw"):
        assert "owes" in names_in(page(client, f"/ask/{question}?rulebook=screw"))
        assert "owes" not in names_in(page(client, f"/ask/{question}?rulebook=contract"))


def test_a_stock_too_short_for_the_penalty_is_typed_and_ruled_on(client: FlaskClient) -> None:
    asked = {"round": "1", "active": "2", "active_takes": "no", "claims": "3", "last_taker": "none"}
    assert "I need one more fact" in shown(verdict(client, "may_i", **asked, stock="0"))
    assert "no cards can be drawn" in shown(verdict(client, "may_i", **asked, stock="0", discards="0"))
    wrong = page(client, "/ask/may_i", 422, ask="1", rulebook="contract", **asked, stock="few")
    assert "must be a whole number" in shown(wrong)


def test_what_the_rulebook_has_stands_among_the_common_questions(client: FlaskClient) -> None:
    rare = [shown(page(client, "/ask", rulebook=book), "rare") for book in ("contract", "screw", "shanghai", "may-i")]
    absent = [one.partition("Not in this rulebook")[2] for one in rare]
    asks = ("screw-over", "Shanghai", "swap")
    assert [[ask in one for ask in asks] for one in absent] == [
        [True, True, False], [False, True, False], [True, False, False], [True, True, True],
    ]  # fmt: skip
    for one in rare:
        assert not any(ask in one.partition("Not in this rulebook")[0] for ask in asks)
    assert "There is no screw-over" in shown(page(client, "/ask/screw", rulebook="contract", ask="1", by="1"))


def drawn_slots(found: Reader) -> list[str]:
    return [str(each.get("data-slots")) for each in found.elements if each.get("data-slots") and each.tag == "ul"]


def test_the_contract_of_the_round_is_drawn_over_its_cards_for_the_keys_to_fill(client: FlaskClient) -> None:
    assert drawn_slots(page(client, "/ask/contract", rulebook="contract", round="2")) == ["s3 r4"]
    assert drawn_slots(page(client, "/ask/contract", rulebook="contract")) == [], "nobody said which round"
    hand = page(client, "/ask/go_down", rulebook="contract", round="2")
    assert shown(hand, "contract") == "set of 3 run of 4", "of a hand nobody knows yet what goes where"
    assert drawn_slots(hand) == []
    rounds = [each.get("data-slots") for each in hand.elements if each.tag == "option" and each.get("data-slots")]
    assert rounds[:3] == ["s3 s3", "s3 r4", "r4 r4"]


def test_which_rules_are_asked_stands_below_the_heading_and_can_be_changed(client: FlaskClient) -> None:
    for url in ("/ask?rulebook=shanghai&players=5", "/ask/meld?rulebook=shanghai&players=5"):
        found = page(client, url)
        assert shown(found, "rules-asked").startswith("Shanghai Rummy · 5 players Change Which rules?")
        words = shown(found)
        assert words.index("5 players Change") < 60, "below the heading, before everything else"
    judged = shown(verdict(client, "meld", cards="7C 8C 9C 10C"))
    assert judged.index("Contract Rummy · 4 players") < judged.index("Yes")


def test_the_table_is_kept_from_the_list_to_the_question(client: FlaskClient) -> None:
    url = link(page(client, "/ask", rulebook="shanghai", players="5", round="3"), QUESTIONS["meld"].label)
    assert "Shanghai Rummy · 5 players · round 3" in shown(page(client, url))


def test_nonsense_in_the_address_does_not_hurt(client: FlaskClient) -> None:
    page(client, "/ask", rulebook="none", players="99", round="x")
    page(client, "/ask/meld", rulebook="<b>", players="-1", round="0", cards="<script>")
    page(client, "/ask/nothing", 404)


@pytest.mark.parametrize("name", ["endpoint", "_method", "_external", "_scheme", "_anchor", "values", "code", "x"])
def test_a_name_in_the_address_that_no_question_has_changes_nothing(app: Flask, client: FlaskClient, name: str) -> None:
    cards, code = "5C 6C 7C 8C", open_game(app, library.load("contract"))
    for url in ("/ask", "/ask/meld", f"/g/{code}/ask/meld"):
        plain, bent = (page(client, url, ask="1", cards=cards, **more) for more in ({}, {name: "nosuch"}))
        hrefs = [[each.get("href") for each in found.elements if each.tag == "a"] for found in (plain, bent)]
        assert hrefs[0] == hrefs[1]
        assert "nosuch" not in shown(bent)
    form = {**hidden(page(client, f"/g/{code}/ask/meld", ask="1", cards=cards), "keep"), "cards": "5X", name: "nosuch"}
    assert client.post(f"/g/{code}/ask/meld", data=form).status_code == 422


def test_no_is_said_in_a_word_with_the_sentence_the_card_at_fault_and_what_would_help(client: FlaskClient) -> None:
    found = verdict(client, "meld", cards="5C 6C JK 9C")
    assert shown(found, "word") == "No"
    assert shown(found, "sentence") == "In 5-6-9 the 7 and 8 of clubs are missing. One wild card can’t fill both."
    assert "A 7 or 8 of clubs or a joker completes the run." in shown(found, "cure")
    assert marked(found, "gap") == ["a card is missing here"], "the cure adds a card: no card is at fault"
    assert marked(found, "fault") == []
    found = verdict(client, "contract", round="2", melds="5C 5D 5H\n6C 7C 9C")
    assert marked(found, "gap") == ["the eight of clubs is missing here"], "as in a meld by itself"
    assert marked(found, "fault") == []


def test_the_mark_stands_on_the_card_that_the_cure_replaces(client: FlaskClient) -> None:
    found = verdict(client, "meld", cards="5C 6C 2D 8C")
    assert marked(found, "fault") == ["two of diamonds, at fault"]
    assert marked(found, "gap") == []


@pytest.mark.parametrize("cards", ["9C 5C 6C JK", "9C 5C JK 6C"])
def test_no_gap_is_drawn_where_the_cards_lie_in_no_order(client: FlaskClient, cards: str) -> None:
    found = verdict(client, "meld", cards=cards)
    assert shown(found, "word") == "No"
    assert marked(found, "gap") == marked(found, "fault") == []


def test_yes_shows_what_the_wild_cards_stand_for(client: FlaskClient) -> None:
    found = verdict(client, "meld", cards="5C 6C JK 8C")
    assert shown(found, "word") == "Yes"
    assert "joker, stands for the seven of clubs" in shown(found, "card-rows")
    assert "= 7♣" in "".join(e.own_text[0] for e in found.elements if e.tag == "small" and e.own_text)  # type: ignore[misc]


def test_a_dispute_is_shown_only_where_the_answer_hangs_on_it(client: FlaskClient) -> None:
    """In this book it can be read whether three cards make a run: over a gap in a run of four that decides nothing."""
    plain = verdict(client, "meld", rulebook="grokipedia", cards="5C 6C 8C 9C")
    assert "two ways" not in shown(plain, "cited")
    assert "From the source" in shown(plain, "cited")
    short = verdict(client, "meld", rulebook="grokipedia", cards="5C 6C 7C")
    assert "The source can be read two ways" in shown(short, "cited")


def test_the_clause_is_cited_with_its_source_and_a_link_to_its_place(client: FlaskClient) -> None:
    found = verdict(client, "meld", cards="5C 6C JK 9C")
    clause = library.load("contract").clause("run")
    cited = shown(found, "cited")
    assert clause.text in cited
    assert dated(clause.source) in cited
    assert link(found, "Open this rule") == "/rulebooks/contract#run"


def test_a_hand_that_is_not_decided_says_so_and_what_to_do(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("referee.rules.judges.go_down.best_lay_down", lambda *_, **__: Undecided(1))
    found = verdict(client, "go_down", hand="5C 5D 5H KC KD KH", round="1")
    assert shown(found, "word") == "Undecided"
    assert "too many ways to look at all of them" in shown(found, "sentence")
    assert "ask whether they meet the contract" in shown(found, "sentence")
    assert shown(found, "cure") == ""


def test_points_stand_once_with_what_they_are_made_of(client: FlaskClient) -> None:
    found = verdict(client, "score", hand="A 5 JK")
    assert shown(found, "word") == "35 points"
    assert shown(found, "sentence") == "An ace and a joker at 15 each, and a 5."


def test_what_is_wrong_is_not_said_twice(client: FlaskClient) -> None:
    who = {"by": "1", "owner": "2", "down": "earlier", "used": "no", "stolen_from_by": "none", "round": "1"}
    what = {"meld": "8H 8S 8C 8D", "take": "8S", "give": "KD", "owner_melds": "9C 9D 9H"}
    told = {**who, **what, "use": "new_meld", "use_cards": "8S 8C", "rulebook": "screw"}
    found = page(client, "/ask/screw", ask="1", **told)
    assert "A set needs at least three cards" in shown(found, "sentence")
    assert shown(found, "also") == ""


def test_silence_is_shown_as_silence_with_what_is_played(client: FlaskClient) -> None:
    found = verdict(client, "discard", hand="5C", card="5C", down="no", round="1")
    silence = library.load("contract").clause("go-out-down").silence
    assert silence is not None
    assert silence.question in shown(found, "silence")
    assert silence.reading in shown(found, "silence")
    assert "The sources leave open" in shown(found, "silence")


def test_a_reading_is_shown_with_both_passages_and_its_source_and_not_as_silence(client: FlaskClient) -> None:
    found = verdict(client, "discard", hand="5C", card="5C", down="earlier", round="1")
    clause = library.load("contract").clause("go-out")
    assert len(clause.passages) == 2
    assert all(passage in shown(found, "silence") for passage in clause.passages)
    assert "The source can be read two ways" in shown(found, "silence")
    assert "The sources leave open" not in shown(found, "silence")
    html = client.get("/ask/discard?hand=5C&card=5C&down=earlier&round=1&ask=1").get_data(as_text=True)
    assert "<strong>Our reading</strong>: John McLeod" in html
    assert "no source says" not in html


def test_the_other_rulebooks_answer_in_a_row_and_each_can_be_asked(client: FlaskClient) -> None:
    cards = "AC 2C 3C 4C"
    found = verdict(client, "meld", cards=cards)
    row = {element.get("aria-label") for element in found.elements if element.within("details")}
    for book in map(library.load, library.first_shelf()[1:]):
        legal = rule({"rulebook": book.id, "question": "meld", "cards": cards})["legal"]
        assert f"{book.name}: {'Yes' if legal else 'No'}" in row
    other = page(client, link(found, "Shanghai Rummy: No"))
    assert shown(other, "word") == "No"
    assert shown(other, "rules-asked").startswith("Shanghai Rummy · 4 players")


def test_a_missing_fact_is_asked_at_the_table_and_one_tap_answers_it(client: FlaskClient) -> None:
    found = verdict(client, "lay_off", meld="5C 6C 7C 8C", cards="9C", round="2")
    assert shown(found, "word") == "It depends"
    assert "When did the player meld the contract" in shown(found, "asks")
    answered = page(client, link(found, "Before"))
    assert shown(answered, "word") == "Yes"
    assert shown(page(client, link(found, "Not yet")), "word") == "No"


def test_every_fact_that_can_be_missing_has_its_field_on_the_page(client: FlaskClient) -> None:
    seen = set()
    for ask in sorted(questions(), key=lambda ask: "house" in ask):  # the page has no house rules
        without = {need["field"] for need in rule({**ask, "house": {}}).get("needs", ())}
        for need in rule(ask).get("needs", ()):
            if (ask["question"], need["field"]) in seen or need["field"] not in without:
                continue
            seen.add((ask["question"], need["field"]))
            found = page(client, f"/ask/{ask['question']}", ask="1", rulebook=ask["rulebook"], **typed_for(ask))
            fields = [field for field in QUESTIONS[ask["question"]].fields if field.name == need["field"]]
            places = {f"asks-{need['field']}", *(f"asks-{part.name}" for field in fields for part in field.kind.parts)}
            assert places & {element.get("id") for element in found.elements}, (ask, need)
    assert len(seen) > 10


@pytest.mark.parametrize(
    ("cards", "marked", "why"),
    [
        ("5C 6X 7C", "6X", "I don’t know"),
        ("5C banana 7C", "banana", "I don’t know"),
        ("5C 6C 5C 5C", "5C", "there are only two 5s of clubs"),
        ("<b>", "<b>", "I don’t know"),
    ],
)
def test_an_error_keeps_what_was_typed_and_marks_the_word(
    client: FlaskClient, cards: str, marked: str, why: str
) -> None:
    found = page(client, "/ask/meld", 422, ask="1", rulebook="contract", cards=cards)
    typed = next(element for element in found.elements if element.get("id") == "cards")
    assert unescape(typed.get("value") or "") == cards
    assert typed.get("aria-invalid") == "true"
    assert ["".join(map(str, e.own_text)) for e in found.elements if e.tag == "mark"] == [marked]
    assert why in shown(found, "cards-error")


def test_an_error_of_the_whole_question_is_said_above(client: FlaskClient) -> None:
    found = page(client, "/ask/settle", 422, ask="1", rulebook="contract")
    assert "Contract Rummy has no settlement" in shown(found, "problems")


def test_sums_are_the_verdict_where_nothing_is_forbidden(client: FlaskClient) -> None:
    assert shown(verdict(client, "score", hand="K K 10 5"), "word") == "35 points"
    assert shown(verdict(client, "deal", round="4"), "word") == "12 cards each"
    totals = {f"totals.{seat}": str(seat) for seat in range(1, 5)} | {f"buys.{seat}": "0" for seat in range(1, 5)}
    found = page(client, "/ask/settle", ask="1", rulebook="progressive", **totals)
    assert "Seat 1 receives 12" in shown(found, "sentence")


def test_a_hand_that_is_only_counted_shows_no_suits_that_nobody_said(client: FlaskClient) -> None:
    assert shown(verdict(client, "score", hand="K K 10 joker"), "card-rows") == "Handking, king, ten, joker"
    assert "king of clubs" in shown(verdict(client, "discard", hand="KC", card="KC"), "card-rows")


def test_what_is_typed_stands_in_the_address_and_in_the_form_before_it_is_asked(client: FlaskClient) -> None:
    found = page(client, "/ask/contract", rulebook="may-i", round="3", melds="5C 6C\n7C", hand="KC")
    values = {element.get("id"): element.get("value") or element.text() for element in found.elements}
    assert (values["melds"], values["hand"]) == ("5C 6C 7C", "KC")
    assert shown(found, "verdict") == ""


def test_all_questions_of_the_rules_have_a_page(client: FlaskClient) -> None:
    """A sample of every kind of answer: the client checks each page, and the word is the referee's."""
    for ask in typable()[:: sized(20, 7)]:
        answer = rule(ask)
        found = page(client, f"/ask/{ask['question']}", ask="1", rulebook=ask["rulebook"], **typed_for(ask))
        if answer["legal"] is not None:
            winner = answer.get("winner") if answer["legal"] else None  # to who gets a discard the answer is a name
            word = f"Seat {winner}" if winner else "Yes" if answer["legal"] else "No"
            assert shown(found, "word") == word, ask


def test_an_address_that_asks_too_much_waits(app: Flask, client: FlaskClient) -> None:
    throttle(app).spend("127.0.0.1", 60)
    page(client, "/ask/meld", 429, ask="1", cards="5C")
    page(client, "/ask/meld", cards="5C")


def test_in_a_game_its_own_rulebook_judges_and_its_seats_are_named(app: Flask, client: FlaskClient) -> None:
    book = library.with_house_rules(library.load("contract"), {"wild_ranks": ["JK", "2"]})
    code = open_game(app, book)
    typed = {"ask": "1", "cards": "5C 6C 2D 8C"}
    found = page(client, f"/g/{code}/ask/meld", **typed)
    assert shown(found, "word") == "Yes"
    assert "House rule" in shown(found, "because")
    assert book.clause("wild").title in shown(found, "decides")
    assert link(found, "Open this rule") == f"/g/{code}/rulebook#wild"
    assert "Contract Rummy: No" in shown(found, "elsewhere")
    form = page(client, f"/g/{code}/ask/may_i")
    assert "Player 3" in shown(form)
    assert "Seat 1" not in shown(form)


def test_in_a_game_the_round_being_played_is_meant(app: Flask, client: FlaskClient) -> None:
    code = open_game(app, library.load("contract"))
    found = page(client, f"/g/{code}/ask/contract", ask="1", melds="5C 5D 5H; KC KD KH")
    assert shown(found, "word") == "Yes"
    other = page(client, f"/g/{code}/ask/contract", ask="1", melds="5C 5D 5H; KC KD KH", round="2")
    assert shown(other, "word") == "No"


def hidden(found: Reader, form: str) -> dict[str, str]:
    def inside(element: Element) -> bool:
        return any(form in (one.get("class") or "").split() for one in element.ancestors())

    fields = [element for element in found.elements if element.get("type") == "hidden" and inside(element)]
    return {str(element.get("name")): str(element.get("value")) for element in fields}


def test_a_ruling_goes_into_the_history_once_and_is_asked_again_from_there(app: Flask, client: FlaskClient) -> None:
    code = open_game(app, library.load("contract"))
    url = f"/g/{code}/ask/contract"
    found = page(client, url, ask="1", melds="5C 5D 5H\nKC KD KH")
    fields = hidden(found, "keep")
    for _ in range(2):  # the phone sends it twice
        assert client.post(url, data=fields).status_code == 303
    log = services_log(app, code)
    assert [type(event) for event in log].count(RulingRecorded) == 1
    history = page(client, f"/g/{code}/history")
    assert (
        "Ruling: Does this meet the contract? The 5s of clubs, diamonds and hearts;"
        " the kings of clubs, diamonds and hearts. Yes" in shown(history)
    )
    again = client.get(link(history, "Ask again: Ruling"))
    assert again.status_code == 303
    assert shown(page(client, again.headers["Location"]), "word") == "Yes"


def services_log(app: Flask, code: str) -> list[object]:
    with app.app_context():
        return [recorded.event for recorded in games.game(code).log]


def test_only_a_ruling_is_kept(app: Flask, client: FlaskClient) -> None:
    code = open_game(app, library.load("contract"))
    for question, typed in (("meld", {"cards": "5X"}), ("lay_off", {"meld": "5C 6C 7C 8C", "cards": "9C"})):
        answer = client.post(f"/g/{code}/ask/{question}", data={**typed, "write_id": "c" * 16, "seen": "1"})
        assert answer.status_code == 422
        assert typed[next(iter(typed))] in answer.get_data(as_text=True)
    assert len(services_log(app, code)) == 1


@pytest.mark.parametrize("url", ["/g/{code}/ruling/1", "/g/{code}/ruling/99", "/g/NOSUCH/ask", "/g/NOSUCH/ask/meld"])
def test_what_is_not_there_is_said(app: Flask, client: FlaskClient, url: str) -> None:
    code = open_game(app, library.load("contract"))
    assert client.get(url.format(code=code)).status_code == 404


def test_the_last_game_says_which_rulebook_is_meant(app: Flask, client: FlaskClient) -> None:
    open_game(app, library.load("shanghai"), 5)
    found = client.get("/ask").get_data(as_text=True)
    assert re.search(r'<option value="shanghai" selected>', found)
    assert re.search(r'<option value="5" selected>5<', found)


def test_what_the_game_knows_of_the_round_stands_in_the_form(app: Flask, client: FlaskClient) -> None:
    code = open_game(app, library.load("contract"))
    with app.app_context():
        melds = ("5C 5D 5H", "KC KD KH")
        for number, command in enumerate((plays.take_discard(1, (3,), 2, False), plays.go_down(1, 2, melds)), 1):
            done = games.act(code, command, games.WriteTag(f"{number}" * 16, number, "a phone"))
            assert isinstance(done, games.Done), done
    form = page(client, f"/g/{code}/ask/may_i")
    asked = {element.get("name") for element in form.elements if element.tag == "input"}
    assert not asked & {"used.1", "last_taker"}, "the log knows who has taken how many, and who took the last one"
    assert not any(e.get("id") == "table" for e in page(client, f"/g/{code}/ask/discard").elements)
    lay_off = page(client, f"/g/{code}/ask/lay_off").elements
    assert "Player 2: KC KD KH" in [element.text() for element in lay_off if element.tag == "button"]


def other(found: Reader, rulebook: str) -> str:
    """Where the same question is asked under another rulebook."""
    hrefs = [str(one.get("href")) for one in found.elements if one.tag == "a" and "chip" in (one.get("class") or "")]
    return next(href for href in hrefs if f"rulebook={rulebook}&" in f"{href}&")


def test_another_rulebook_asked_from_within_a_game_leads_back_to_it(app: Flask, client: FlaskClient) -> None:
    code = open_game(app, library.load("shanghai"))
    there = page(client, other(page(client, f"/g/{code}/ask/meld", cards="5C 6C JK", ask="1"), "contract"))
    kept = next(one for one in there.elements if one.tag == "input" and one.get("name") == "game")
    assert (kept.get("value"), link(there, "Game")) == (code, f"/g/{code}")
    assert link(there, "Questions") == f"/g/{code}/ask"
    assert f"game={code}" in link(there, "Start over")
    assert link(page(client, other(there, "liverpool")), "Game") == f"/g/{code}"


def test_the_cards_of_the_best_turn_follow_the_sentence_that_leads_to_them(client: FlaskClient) -> None:
    """\"You can go out like this:\" and then a clause, with the cards below it, said nothing."""
    told = {"hand": "9C 10C KS 4D", "down": "earlier", "table": "5C 6C 7C 8C\nKC KD KH", "round": "2"}
    for hand, leads in ((told["hand"], "You can go out like this:"), ("9C QS KS 4D", "The best turn:")):
        said = shown(verdict(client, "best_turn", **{**told, "hand": hand}), "verdict")
        assert leads in said
        assert said.partition(leads)[2].strip().startswith("Lay off on 5-6-7-8 of clubs"), said


@pytest.mark.parametrize("where", ["", "/g"], ids=["without a game", "in a game"])
def test_a_contract_tapped_in_one_go_is_sorted_into_its_melds_as_where_it_is_recorded(
    app: Flask, client: FlaskClient, where: str
) -> None:
    at = f"/g/{Phone(app, client, 'contract').code}" if where else ""
    place = {} if where else {"rulebook": "contract"}
    for cards in ("5C 5D 5H KC KD KS", "555KKK"):
        told = page(client, f"{at}/ask/contract", ask="1", melds=cards, round="1", **place)
        assert shown(told, "word") == "Yes", cards
        assert "Meld 2" in shown(told)
    unread = page(client, f"{at}/ask/contract", 422, ask="1", melds="5C 5D XX", round="1", **place)
    assert "I don’t know “XX”" in shown(unread)
    amiss = page(client, f"{at}/ask/contract", ask="1", melds="5C 5D 5H KC KD 2S", round="1", **place)
    assert shown(amiss, "word") == "No"


def test_of_a_long_clause_the_sentence_that_decides_is_shown_first(client: FlaskClient) -> None:
    shown_first = page(client, "/ask/meld", rulebook="contract", cards="QH KH AH 2H", ask="1")
    assert shown(shown_first, "before") == "A run is four or more cards of one suit in sequence."
    in_first_lines = page(client, "/ask/meld", rulebook="contract", cards="5H 6H 7H 8C", ask="1")
    assert not [one for one in in_first_lines.elements if "before" in (one.get("class") or "").split()]
