"""A new game: finding a rulebook, who sits where, who deals first, and what is wrong with it."""

from __future__ import annotations

from datetime import timedelta
from itertools import count

import pytest
from flask import Flask

from referee import days
from referee.rulebooks import library, own
from referee.services.clubs import rulebooks, seasons
from referee.web.new.page import new
from tests.services.desk import tag
from tests.web.plain import Phone, state_of


def test_every_rulebook_can_be_chosen_with_its_special_line_and_other_names(phone: Phone) -> None:
    phone.open("/new")
    offered = [e.get("value") for e in phone.all("input", name="rulebook")]
    assert tuple(offered) == library.ids()
    assert "Seven rounds, seven contracts" in phone.text
    assert "also called Combination Rummy, Deuces Wild Rummy and Joker Rummy" in phone.text


def test_a_search_finds_a_rulebook_by_its_other_names_and_by_what_is_special() -> None:
    books = new(library.all_rulebooks(), "contract", [], []).books

    def found(text: str) -> list[str]:
        return [book.of.id for book in books if text in book.found_by]

    assert found("zioncheck") == [], "an ancestor without rules is nothing to play; the list of rulebooks tells of it"
    assert found("deuces") == ["wikipedia"]
    assert found("steal a card") == ["screw"]


def test_a_game_that_is_not_here_is_known_by_its_names_with_what_is_nearest() -> None:
    games = {game.name: game for game in new(library.all_rulebooks(), "contract", [], []).not_here}
    assert "zoliky" in games["Žolíky"].called.split("|"), "found without the accents"
    assert games["Loba"].near == "carioca-cl contract"
    ours = own.read(own.make(library.load("contract"), "Loba", {}))
    assert "Loba" not in {game.name for game in new([ours], ours.id, [], []).not_here}


def test_four_rows_are_shown_and_the_others_wait() -> None:
    rows = new(library.all_rulebooks(), "contract", [], []).rows
    assert [row.spare for row in rows] == [False] * 4 + [True] * 4
    rows = new(library.all_rulebooks(), "contract", ["A", "B", "C", "D", "E"], []).rows
    assert [row.spare for row in rows] == [False] * 5 + [True] * 3, "five play it at most"
    rows = new(library.all_rulebooks(), "wikipedia", ["A", "B", "C", "D", "E"], []).rows
    assert [row.spare for row in rows] == [False] * 6 + [True] * 2
    assert not any(row.spare for row in new(library.all_rulebooks(), "contract", list("ABCDEFGH"), []).rows)


def test_a_rulebook_for_ten_has_rows_for_ten() -> None:
    ten = library.with_house_rules(library.load("wikipedia"), {"players_max": 10, "decks": 5, "jokers": 8})
    books = [library.load("contract"), ten]
    page = new(books, ten.id, list("ABCDEFGHI"), [])
    assert [row.spare for row in page.rows] == [False] * 10
    assert not page.full
    assert new(books, "contract", list("ABCDE"), []).for_more == ten.name


def test_more_than_a_rulebook_is_played_by_are_told_what_they_can_play(phone: Phone) -> None:
    six = [f"Player {seat}" for seat in range(1, 7)]
    phone.open("/new").send("/new", rulebook="contract", player=six, how="random")
    assert phone.status == 422
    assert "Contract Rummy is for at most 5 players" in phone.text
    enough = [book for book in library.all_rulebooks() if book.players_max >= len(six)]
    assert f"and {enough[-1].name}." in phone.text
    shown = [e.get("data-choose") for e in phone.elements if e.get("data-choose") and "hidden" not in e.attributes]
    assert shown == [book.id for book in enough]
    assert shown[:2] == ["screw", "may-i"]
    assert phone.links()["Make a house rule for more players"].startswith("/house-rules/contract/change")
    phone.send("/new", rulebook="wikipedia", player=six, how="random")
    assert phone.status == 200


def test_nine_whom_no_rulebook_has_room_for_are_offered_the_house_rule(phone: Phone) -> None:
    nine = [f"Player {seat}" for seat in range(1, 10)]
    phone.open("/new").send("/new", rulebook="screw", player=nine, how="random")
    assert phone.status == 422
    assert "Screw Rummy is for at most 8 players" in phone.text
    assert "hidden" not in next(e for e in phone.elements if e.get("data-too-many")).attributes
    assert phone.links()["Make a house rule for more players"].startswith("/house-rules/screw/change")
    assert new(library.all_rulebooks(), "screw", nine[:8], []).full, "already when the eighth sits down"


@pytest.mark.parametrize(("names", "shown"), [(["Anna", "Otto"], 4), (["Anna", "", "Otto", "Jo", "Ida"], 5)])
def test_a_refused_form_comes_back_with_as_many_rows_as_were_used(phone: Phone, names: list[str], shown: int) -> None:
    phone.open("/new").send("/new", player=[*names, *[""] * (8 - len(names))], how="chosen", dealer="")
    assert phone.status == 422
    assert len(phone.all("li", cls="seat-row")) == 8
    assert len(phone.all("li", cls="spare")) == 8 - shown


def test_names_used_before_are_offered_unless_they_sit_already() -> None:
    view = new(library.all_rulebooks(), "contract", ["anna "], ["Anna", "Otto"])
    assert view.remembered == ("Otto",)


def test_the_same_players_are_not_offered_where_they_sit_already() -> None:
    last = ("ABCDEF", ("Anna", "Otto"))
    assert new(library.all_rulebooks(), "contract", [], [], last).again_said == "Anna and Otto"
    assert new(library.all_rulebooks(), "contract", ["Anna", "Otto"], [], last).again == ""


def test_beside_players_who_sit_here_no_others_are_offered(phone: Phone) -> None:
    first = phone.start(players=3).code
    names = ["Ida", "Jo", "Kim"]
    phone.open("/new").send("/new", player=names, how="random")
    assert "Same players again" in phone.open("/new").text
    phone.open(f"/new?again={first}")
    assert [e.get("value") for e in phone.all("input", name="player")][:3] == ["Player 1", "Player 2", "Player 3"]
    assert "Same players again" not in phone.text
    phone.send("/new", player=["Ada", *[""] * 7], how="random")
    assert phone.status == 422
    assert "Same players again" not in phone.text


def test_an_unknown_rulebook_in_the_address_shows_the_first() -> None:
    assert new(library.all_rulebooks(), "nonsense", [], []).chosen.of.id == "contract"


def test_empty_rows_do_not_count_and_the_dealer_stays_the_person_chosen(phone: Phone) -> None:
    phone.open("/new").send("/new", player=["", "Anna", "", "Otto", "Jo"], how="low card", dealer="4")
    assert "Otto deals first, by the lowest card" in phone.text
    assert [seat.player for seat in state_of(phone).seats] == ["Anna", "Otto", "Jo"]


def test_a_first_dealer_can_be_drawn_at_random(phone: Phone) -> None:
    phone.open("/new").send("/new", player=["Anna", "Otto", "Jo"], how="random")
    assert "deals first, drawn at random" in phone.text
    assert state_of(phone).running.dealer in (1, 2, 3)  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("players", "said", "row"),
    [
        (["Anna", "Otto"], "Contract Rummy is for 3 to 5 players, and you have 2.", None),
        (["Anna", "Otto", "anna"], "Two players are called", 3),
        (["Anna", "", "Otto", "x" * 41], "at most 40 characters", 4),
        (["Anna"], "Contract Rummy is for 3 to 5 players, and you have 1.", None),
        ([], "Contract Rummy is for 3 to 5 players, and you have 0.", None),
    ],
)
def test_what_is_wrong_is_said_where_it_is_wrong(phone: Phone, players: list[str], said: str, row: int | None) -> None:
    phone.open("/new").send("/new", rulebook="contract", player=players or [""])
    assert phone.status == 422
    assert said in phone.text
    assert [e.get("value") for e in phone.all("input", name="player")][: len(players)] == players
    wrong = [e.get("id") for e in phone.all("input", aria_invalid="true")]
    assert wrong == ([f"player-{row}"] if row else [])


@pytest.mark.parametrize("dealer", ["3", "8", "x", ""])
def test_a_first_dealer_who_sits_nowhere_is_asked_for_again(phone: Phone, dealer: str) -> None:
    phone.open("/new").send("/new", player=["Anna", "Otto", "", "Jo"], how="chosen", dealer=dealer)
    assert phone.status == 422
    assert phone.one("div", id_="problems").text()


@pytest.mark.parametrize("wrong", [{"rulebook": "nonsense"}, {"rulebook": ""}, {"how": "by force"}])
def test_a_choice_that_the_page_does_not_offer_is_refused(phone: Phone, wrong: dict[str, str]) -> None:
    phone.open("/new").send("/new", **{"player": ["Anna", "Otto", "Jo"], **wrong})
    assert phone.status == 422


def test_names_are_shown_as_text_whatever_they_hold(phone: Phone) -> None:
    names = ["<b>Anna</b>", '"; alert(1)', "Ωmega ‏x"]
    phone.open("/new").send("/new", player=names)
    assert phone.status == 200
    for page in ("", "/score", "/history", "/table", "/round", "/result"):
        phone.open(f"/g/{phone.code}{page}")
        assert not phone.all("b", cls="") or all(b.text() != "Anna" for b in phone.all("b"))
        assert "<b>Anna" not in phone.answer.text


def test_the_first_dealer_is_found_as_the_rulebook_says(phone: Phone) -> None:
    def how() -> list[str | None]:
        return [one.get("value") for one in phone.all("input", name="how") if one.get("checked") is not None]

    phone.open("/new?rulebook=contract")
    assert how() == ["random"]
    phone.open("/new?rulebook=bicycle")
    assert how() == ["low card"]
    phone.send("/new", player=["Anna", "Otto", "Jo"])
    assert phone.status == 422
    assert "Who deals first? Choose one of the players." in phone.text
    assert how() == ["low card"]
    phone.send("/new", player=["Anna", "Otto", "Jo"], dealer="3")
    assert "Jo deals first, by the lowest card" in phone.text


def test_an_own_rulebook_that_was_just_saved_is_proposed_until_a_game_is_played(
    phone: Phone, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    began, later = days.clock(), count()
    monkeypatch.setattr(days, "clock", lambda: began + timedelta(seconds=next(later)))

    def save(name: str) -> None:
        with app.app_context():
            rulebooks.save_rulebook(seasons.first_club().id, library.load("contract"), name, tag(), {"jokers": 0})

    def proposed() -> str | None:
        [chosen] = [one for one in phone.open("/new").all("input", name="rulebook") if "checked" in one.attributes]
        return chosen.get("value")

    phone.open("/new?rulebook=bicycle").send("/new", player=["Anna", "Otto", "Jo"], how="random")
    assert proposed() == "bicycle"
    for name in ("Saturday", "Friday", "Monday"):
        save(name)
    assert proposed() == "monday", "the last one saved, whatever it is called"
    phone.send("/new", rulebook="screw", player=["Anna", "Otto", "Jo"])
    assert proposed() == "screw"
    save("Friday")
    assert proposed() == "screw", "nothing new was saved"


def test_a_new_game_sent_again_after_its_rulebook_got_a_new_version_opens_no_second_one(
    phone: Phone, app: Flask
) -> None:
    def save(points: int) -> str:
        with app.app_context():
            club, base = seasons.first_club().id, library.load("contract")
            house = {"points": {**base.points, "JK": points}}
            saved = rulebooks.save_rulebook(club, base, "Harbour", tag(), house)
            assert isinstance(saved, rulebooks.Saved)
            return saved.id

    form = phone.open(f"/new?rulebook={save(20)}").form("/new")
    sent = {**phone.fields(form), "player": ["Anna", "Otto", "Jo"]}
    first = phone.post("/new", **sent).path
    save(30)
    assert phone.post("/new", **sent).path == first
    assert phone.status == 200


def test_a_new_game_sent_again_after_its_end_leads_there_and_says_who_dealt_first(phone: Phone) -> None:
    form = phone.open("/new").form("/new")
    sent = {**phone.fields(form), "player": ["Anna", "Otto", "Jo"], "how": "chosen", "dealer": "2"}
    first = phone.post("/new", **sent).path
    phone.post(f"{first}/abandon", write_id="abandoning", seen="1", confirmed="y")
    assert phone.post("/new", **sent).path == first
    assert phone.status == 200
    assert "Otto deals first." in phone.text


def test_two_of_one_name_are_told_apart_among_those_who_may_deal(phone: Phone) -> None:
    phone.open("/new").send("/new", player=["Ada", " ada", "Ben"])
    assert phone.status == 422
    dealers = [one.text() for one in phone.all("label", cls="choice") if one.get("data-dealer")]
    assert dealers[:4] == ["Seat 1", "Seat 2", "Ben", "Seat 4"]


def test_an_own_rulebook_called_as_a_built_in_one_is_told_from_it(phone: Phone, app: Flask) -> None:
    book = library.load("contract")
    own_one = own.read(own.make(book, book.name, special=book.special))
    labels = [
        f"{choice.of.name} {choice.of.special} {choice.facts}"
        for choice in new((own_one, book), "contract", [], []).books
    ]
    assert len(set(labels)) == 2
    with app.app_context():
        rulebooks.save_rulebook(seasons.first_club().id, book, book.name, tag(), special=book.special)
    phone.open("/new")
    assert phone.text.count("Your own · 3 to 5 players, 7 rounds") == 1


def test_who_plays_to_the_right_enters_the_names_so_and_sits_down_so(app: Flask, phone: Phone) -> None:
    with app.app_context():
        club = seasons.first_club().id
        rulebooks.save_rulebook(club, library.load("contract"), "To the right", tag(), {"direction": "right"})
    phone.open("/new")
    to_the_right = [each for each in phone.all("input", name="rulebook") if "data-to-right" in each.attributes]
    [choice] = [each for each in to_the_right if each.get("value") not in library.ids()]
    phone.send("/new", rulebook=choice.get("value"), player=["Anna", "Otto", "Jo"], how="chosen", dealer="1")
    phone.open(f"{phone.path}/table")
    assert "Seats, counterclockwise" in phone.text
    assert "To the right of Jo" in phone.text
    assert "o the left" not in phone.text
