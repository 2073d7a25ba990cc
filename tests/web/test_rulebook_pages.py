"""The rulebooks as pages: every clause at its address, silence shown, two side by side, and a search over all."""

from __future__ import annotations

import re
from html import unescape
from urllib.parse import quote

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.game.commands import OpenGame
from referee.rulebooks import library
from referee.rulebooks.report import differences
from referee.rulebooks.ruling import rule
from referee.rules.rulebook.model import Rulebook
from referee.services.games import games
from referee.storage.engine.transactions import writing
from referee.storage.phones.rights import DOOR, set_setting
from referee.web.rulebooks.page import book_page
from referee.web.shell.words import dated
from tests.house.reading import read_page
from tests.sizes import sized
from tests.web.cases import questions
from tests.web.plain import Phone

BOOKS = library.all_rulebooks()


def text(client: FlaskClient, url: str, status: int = 200) -> str:
    """The page as it is read: without tags, white space folded."""
    answer = client.get(url)
    assert answer.status_code == status, url
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", answer.get_data(as_text=True))).split())


def ids(client: FlaskClient, url: str) -> set[str]:
    page = read_page(client.get(url).get_data(as_text=True))
    return {name for element in page.elements if (name := element.get("id"))}


def test_the_list_has_every_rulebook_with_its_other_names_and_what_is_special(client: FlaskClient) -> None:
    shown = text(client, "/rulebooks")
    for book in BOOKS:
        assert book.name in shown
        assert book.special in shown
        for other in book.also_called:
            assert other in shown
        assert f"{min(book.decks)} to {max(book.decks)} players" in shown


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.id)
def test_every_clause_stands_there_with_its_address_source_and_silence(client: FlaskClient, book: Rulebook) -> None:
    shown = text(client, f"/rulebooks/{book.id}")
    anchors = ids(client, f"/rulebooks/{book.id}")
    assert anchors.isdisjoint(book.moot), "what would hold if it had what it has not"
    for clause in book.printed:
        assert clause.topic in anchors
        assert clause.address in shown
        assert " ".join(clause.text.split()) in shown
        if clause.silence:
            assert clause.silence.question in shown
            assert clause.silence.reading in shown
            assert clause.silence.why in shown
            assert all(passage in shown for passage in clause.passages)
        if clause.basis != "house default" or clause.is_reading:
            assert dated(clause.source) in shown
    assert all(dated(source.name) in shown for source in book.sources)
    assert all(note in shown for note in book.notes)


def test_what_a_rule_rests_on_is_said_in_plain_words_with_a_legend(client: FlaskClient) -> None:
    book = book_page(library.load("contract"), None, BOOKS)
    assert dict(book.bases) == {
        "From the source": "The source says it.",
        "Our reading": "The source can be read two ways. Both passages are quoted.",
        "Left open by the sources": (
            "No source settles it. The rulebook says how it’s played here, and your table may decide otherwise."
        ),
    }
    page = read_page(client.get("/rulebooks/contract").text)
    assert "where-from" in ids(client, "/rulebooks/contract")
    assert "Left open by the sources" in {one.text() for one in page.elements if one.get("href") == "#where-from"}


def test_a_clause_that_is_taken_over_links_to_where_it_stands(client: FlaskClient) -> None:
    anchors = {f"/rulebooks/{book.id}#{topic}" for book in BOOKS for topic in ids(client, f"/rulebooks/{book.id}")}
    for book in BOOKS:
        links = read_page(client.get(f"/rulebooks/{book.id}").text).elements
        there = {str(each.get("href")) for each in links if str(each.get("href")).startswith("/rulebooks/")}
        assert {each for each in there if "#" in each} <= anchors, book.id


def test_every_clause_that_a_ruling_cites_has_its_anchor(client: FlaskClient) -> None:
    printed = [ask for ask in questions()[:: sized(3, 1)] if not ask.get("house")]
    cited = {one["clause"] for ask in printed for one in rule(ask).get("because", ())}
    anchors = {f"{book.id}/{topic}" for book in BOOKS for topic in ids(client, f"/rulebooks/{book.id}")}
    assert len(cited) > 100
    assert cited <= anchors


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.id)
def test_the_mark_of_each_value_opens_its_clause_once(client: FlaskClient, book: Rulebook) -> None:
    page = read_page(client.get(f"/rulebooks/{book.id}").get_data(as_text=True))
    marks = [element for element in page.elements if "rule-mark" in (element.get("class") or "")]
    opened = {(element.get("href") or "").removeprefix("#") for element in marks}
    values = [name for name in ("players_min", "decks", "wild_ranks", "contracts", "points") if book.can_choose(name)]
    assert {book.clause_of(name).topic for name in values} <= opened <= set(book.clauses)
    spoken = [element.get("aria-label") for element in marks]
    assert len(spoken) == len(set(spoken)), "what stands in several rounds has its mark where it stands first"


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.id)
def test_the_clauses_lie_folded_in_chapters_in_their_order_and_one_address_shows_all(
    client: FlaskClient, book: Rulebook
) -> None:
    folded, whole = (read_page(client.get(f"/rulebooks/{book.id}{query}").text) for query in ("", "?whole=1"))
    for page, is_open in ((folded, False), (whole, True)):
        chapters = [element for element in page.elements if "chapter" in (element.get("class") or "").split()]
        clauses = [element for element in page.elements if element.get("class") == "clause"]
        assert len(chapters) == 14
        assert all(("open" in each.attributes) is is_open for each in (*chapters, *clauses))
        in_short, *chapters = chapters
        assert "The game in short" in in_short.text()
        assert {clause.parent for clause in clauses} == set(chapters), "no chapter is empty"
    said = [element.get("id") for element in folded.elements if element.get("class") == "said-in"]
    assert said == [clause.topic for clause in book.printed]


def test_the_rounds_say_how_many_cards_and_which_contract(client: FlaskClient) -> None:
    page = read_page(client.get("/rulebooks/contract").get_data(as_text=True))
    rows = [" ".join(cell.text() for cell in row.children) for row in page.elements if row.tag == "tr"]
    assert (rows[1], rows[4]) == ("1 10 Two sets of 3", "4 12 Three sets of 3")
    assert len(rows) == 1 + library.load("contract").rounds
    assert "Three runs of 4" in rows[7]
    assert "whole hand" in rows[7]


def test_what_differs_from_the_base_is_said(client: FlaskClient) -> None:
    book, base = library.load("shanghai"), library.load("contract")
    count = len(differences(book, base))
    assert f"What differs from {base.name} {count} clauses" in text(client, "/rulebooks/shanghai")


def test_two_side_by_side_show_first_what_differs_and_then_what_does_not(client: FlaskClient) -> None:
    left, right = library.load("contract"), library.load("bicycle")
    changed = {one.topic for one in differences(right, left)}
    page = read_page(client.get("/rulebooks/contract/compare/bicycle").get_data(as_text=True))
    rows = [element for element in page.elements if element.get("class") == "pair"]
    assert {(row.get("aria-labelledby") or "").removeprefix("row-") for row in rows} == changed
    shown = text(client, "/rulebooks/contract/compare/bicycle")
    assert f"{len(changed)} clauses differ" in shown
    assert shown.index(right.clause("swap-turn").text) < shown.index("say the same", shown.index("clauses say"))
    assert f"{right.clause('lay-off').text} Our reading" in shown
    assert f"{left.clause('lay-off').text} From the source" in shown


def test_the_form_leads_to_the_page_of_the_two(client: FlaskClient) -> None:
    answer = client.get("/rulebooks/contract/compare?with=shanghai")
    assert answer.headers["Location"] == "/rulebooks/contract/compare/shanghai"


@pytest.mark.parametrize(
    "url",
    [
        "/rulebooks/none",
        "/rulebooks/..%2Fcontract",
        "/rulebooks/contract/compare/none",
        "/rulebooks/none/compare/contract",
        "/rulebooks/contract/compare?with=",
        "/g/ABCDEF/rulebook",
    ],
)
def test_what_is_not_there_is_a_page_with_a_way_home(client: FlaskClient, url: str) -> None:
    answer = client.get(url)
    assert answer.status_code == 404
    assert 'href="/"' in answer.get_data(as_text=True)


@pytest.mark.parametrize(
    "game",
    ["kalooki", "rami", "žolíky", "telefunken", "scala 40", "three thirteen", "dummy rummy",
     "canasta", "gin", "zolik", "kaluki", "rummikub", "loba", "xyzzy", "☃"],
)  # fmt: skip
def test_a_search_for_a_game_that_is_not_here_leads_on(phone: Phone, game: str) -> None:
    phone.open("/rulebooks?q=" + quote(game))
    assert phone.status == 200
    ways = {words for words in phone.links() if words.startswith(("Make your own from", "Score sheet"))}
    assert "Score sheet" in ways, "whatever wins"
    for way in ways:
        phone.open("/rulebooks?q=" + quote(game)).follow(way)
        assert phone.path.startswith(("/house-rules/", "/new"))


def test_the_second_shelf_stands_after_the_others_and_its_rulebooks_say_that_they_are_on_it(phone: Phone) -> None:
    phone.open("/rulebooks")
    named = [link.get("href") for link in phone.all("a", cls="book-line")]
    assert named == [f"/rulebooks/{book.id}" for book in BOOKS]
    shown, first, second = phone.text, library.load("bicycle"), library.load("kalooki-jm")
    assert shown.index(first.special) < shown.index("From public descriptions") < shown.index(second.special)
    assert "From public descriptions: its rules" in phone.open("/rulebooks/kalooki-jm").text
    assert "From public descriptions" not in phone.open("/rulebooks/bicycle").text


def test_who_may_not_make_a_rulebook_is_told_of_no_way_that_is_closed(app: Flask) -> None:
    with app.app_context(), writing():
        set_setting(DOOR, "watch")
    client = app.test_client()
    client.environ_base.update({"REMOTE_ADDR": "192.168.1.9", "HTTP_HOST": "192.168.1.5:5000"})
    guest = Phone(client).open("/rulebooks?q=telefunken")
    assert "It doesn’t have a rulebook here yet." in guest.text
    assert not [words for words in guest.links() if "Make your own" in words or "Score sheet" in words]


def test_a_search_for_a_game_that_is_not_here_says_so_and_what_is_known_of_it(client: FlaskClient) -> None:
    shown = text(client, "/rulebooks?q=zioncheck")
    assert "Found: 1 game that isn’t here yet." in shown
    assert "It doesn’t have a rulebook here yet." in shown
    assert "Closest here: Contract Rummy" in shown
    assert "Ruth Armson’s game of the 1930s, with six contracts" in shown
    assert "make a rulebook of your own with six rounds" in shown
    assert "Contract Rummy (" not in shown, "it is no rulebook by that name"


def test_a_search_without_all_words_in_one_clause_says_so(client: FlaskClient) -> None:
    assert "No rule has all of these words." in text(client, "/rulebooks?q=joker+penalty+zebra")


def test_a_search_finds_clauses_by_all_their_words_once_with_every_rulebook_that_says_so(client: FlaskClient) -> None:
    shown = text(client, "/rulebooks?q=corner+Q-K-A-2")
    clause = library.load("contract").clause("run").text
    assert shown.count(clause) == 1
    assert re.search(r"Found: \d+ clauses?\.", shown), "no rulebook has that name, and nobody is told of none"
    assert "Liverpool Rummy" in shown


def test_a_search_without_a_find_says_so_and_shows_what_was_typed_as_text(client: FlaskClient) -> None:
    page = client.get("/rulebooks?q=<script>alert(1)</script>").get_data(as_text=True)
    assert "<script>alert" not in page
    assert "Nothing matches" in page


def test_a_long_search_is_cut_and_shows_no_more_than_can_be_read(client: FlaskClient) -> None:
    shown = text(client, f"/rulebooks?q={'a ' * 2000}")
    assert "Add a word to find fewer" in shown


def test_a_game_shows_the_rulebook_it_was_opened_with(app: Flask, client: FlaskClient) -> None:
    plain = library.load("contract")
    book = library.with_house_rules(plain, {"wild_ranks": ["JK", "2"]}, {"wild_ranks": "Twos are wild as well."})
    with app.app_context():
        tag = games.WriteTag("a" * 16, 0, "a phone")
        done = games.open_game(OpenGame(book, ("Player 1", "Player 2", "Player 3")), tag)
    assert isinstance(done, games.Done)
    shown = text(client, f"/g/{done.code}/rulebook")
    assert "with 1 house rule" in shown
    assert "Twos are wild as well." in shown
    assert "House rule : agreed at the table" in shown
    assert f"Without house rules: {plain.clause('wild').text}" in shown
