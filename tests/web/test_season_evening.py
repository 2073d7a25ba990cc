"""What remains of an evening: awards, text, and sheets to be printed."""

from __future__ import annotations

import re
from xml.etree import ElementTree

from flask import Flask

from referee.game import commands as cmd
from referee.services.clubs import clubs
from referee.services.games import games
from referee.web.shell.words import day
from tests.services.desk import must
from tests.web.plain import Phone
from tests.web.season_club import Club

SHEET = {"Ada": (0, 0, 5, 0, 0, 3, 0), "Ben": (30, 10, 0, 25, 40, 0, 20), "Cora": (20, 15, 30, 5, 5, 30, 35)}


def test_the_result_has_awards_with_reasons_and_the_way_to_the_standings(phone: Phone, club: Club) -> None:
    code = club.game(club.season("Winter"), "2026-01-05", SHEET)
    phone.open(f"/g/{code}/result")
    assert "Quick to go out Ada Went out in 5 of 7 rounds, the most of all." in phone.text
    assert phone.follow("Standings of Winter").heading.startswith("Winter")


def test_the_text_to_share_holds_result_and_awards(phone: Phone, club: Club) -> None:
    code = club.game(None, "2026-01-05", SHEET)
    text = phone.open(f"/g/{code}/result").one("textarea", id_="share-text").text()
    assert "Contract Rummy, 5 Jan 2026, 7 rounds. Lowest total wins. Ada wins. 1 Ada 8 2 Ben 125 3 Cora 140" in text
    assert "Quick to go out: Ada. Went out in 5 of 7 rounds" in text


def test_a_game_in_play_has_none_of_it(phone: Phone) -> None:
    code = phone.start().code
    assert "Awards" not in phone.open(f"/g/{code}/result").text
    for page in ("picture", "picture.png", "preview.png", "picture.svg", "winner"):
        assert phone.open(f"/g/{code}/{page}").status == 404


def test_what_leaves_the_app_says_when_it_was_corrected_as_the_page_does(phone: Phone, club: Club) -> None:
    code = club.game(None, "2026-01-05", SHEET)
    with club.app.app_context():
        must(code, cmd.Reopen(confirmed=True))
        must(code, cmd.CorrectCell(1, 2, "40 points"))
        must(code, cmd.Finish())
        on = day(games.game(code).log[-1].at, year=True)
    page = phone.open(f"/g/{code}/result")
    assert f"Corrected on {on.rpartition(' ')[0]}" in page.text
    assert f"Lowest total wins. Corrected on {on}. Ada wins." in page.one("textarea", id_="share-text").text()
    drawing = ElementTree.fromstring(phone.client.get(f"/g/{code}/picture.svg").get_data())
    words = [text.text or "" for text in drawing.iter("{http://www.w3.org/2000/svg}text")]
    assert f"5 Jan 2026, 7 rounds. Corrected on {on}" in words
    assert f"Corrected on {on}" in phone.open(f"/g/{code}/winner").text


def test_the_winners_sheet_holds_every_round(phone: Phone, club: Club) -> None:
    code = club.game(None, "2026-01-05", SHEET)
    phone.open(f"/g/{code}/result").follow("Winner’s sheet")
    assert phone.heading == "Ada wins"
    rows = [e.text() for e in phone.elements if e.tag == "tr"]
    assert any("Two sets of 3" in row and row.endswith("out3020") for row in rows)
    assert sum("out" in row for row in rows) == 7


def test_an_empty_sheet_names_players_contracts_deals_and_dealers(phone: Phone) -> None:
    phone.start("contract", 4, dealer=2)
    phone.open(f"/g/{phone.code}/table").follow("Empty score sheet")
    assert phone.heading == "Contract Rummy"
    first = next(e for e in phone.elements if e.tag == "tr" and e.text().startswith("1"))
    assert "Player 2 deals" in first.text()
    assert "2 decks and 3 jokers: 107 cards" in phone.text
    assert "joker" in phone.text
    drawn = [e for e in phone.elements if "meld" in (e.get("class") or "").split() and e.within("tr") is first]
    assert len(drawn) == 2, "two sets, drawn as they lie"


def test_an_empty_sheet_has_the_dealers_that_there_were_and_counts_on_from_who_deals_now(phone: Phone) -> None:
    phone.start("contract", 4, dealer=2).round(2, {1: "K", 3: "K", 4: "K"})
    phone.open(f"/g/{phone.code}/table")
    phone.post(f"/g/{phone.code}/table/dealer", **{**phone.fields(phone.form("/table/dealer")), "seat": "1"})
    phone.open(f"/g/{phone.code}/empty-sheet")
    said = [re.search(r"Player \d deals", e.text()) for e in phone.elements if e.tag == "tr" and e.text()[0].isdigit()]
    assert [int(found[0][7]) for found in said if found] == [2, 1, 2, 3, 4, 1, 2]


def test_an_award_that_many_share_names_two_of_them_on_paper(phone: Phone, club: Club) -> None:
    columns = dict.fromkeys(("Ada", "Ben", "Cora", "Dan"), (1, 1, 1, 8)) | {"Eva": (9, 9, 9, 0)}
    code = club.game(None, "2026-01-05", columns)
    assert "Steady hand Ada, Ben and 2 more" in phone.open(f"/g/{code}/winner").text


def test_the_result_says_who_was_a_guest(phone: Phone, club: Club, app: Flask) -> None:
    code = club.game(None, "2026-01-05", SHEET)
    with app.app_context():
        clubs.mark_guest(club.player("Cora"), True)
    assert "Cora is a guest." in phone.open(f"/g/{code}/result").text
