"""The table view: limits, debts and totals for everybody, who is waited for, who won; and nothing to tap."""

from __future__ import annotations

import http.client
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from referee.game import commands as cmd
from referee.web.table_view import views
from referee.web.table_view.page import table_view
from tests.game.play import Game
from tests.house.reading import Reader, read_page
from tests.serving import serving
from tests.web.table_phone import FIVES, Phone, down, hrefs, melds, words


def lines(found: Reader | TestResponse) -> list[str]:
    """What is said of each player."""
    page = found if isinstance(found, Reader) else read_page(found.get_data(as_text=True))
    players = next(one for one in page.elements if one.get("id") == "view-lines")
    return [one.text() for one in players.children if one.tag == "li"]


def view_of(client: FlaskClient, address: str) -> Reader:
    answer = client.get(address)
    assert answer.status_code == 200, (address, answer.status)
    return read_page(answer.get_data(as_text=True))


def close(phone: Phone, number: int, out: int, hands: dict[int, str]) -> None:
    phone.send("/round/went-out", round=number, seat=out)
    for seat, cards in hands.items():
        phone.send("/round/cards-left", round=number, seat=seat, cards=cards, confirmed="1")
    phone.send("/round/close", round=number)


def test_it_says_what_everybody_has_left_and_owes(app: Flask, client: FlaskClient) -> None:
    phone = down(app, client)
    told = {"by": 1, "owner": 2, "meld": melds(phone)[FIVES], "take": "5S", "give": "KD", "use": "contract"}
    phone.send("/screw-over", round=1, **told, use_cards="5S 5C 5D\nJC JD JH")
    phone.see()  # the message of what was just done was read there
    page = view_of(client, f"/tv/{phone.code}")
    assert "Two sets of 3" in words(page)
    assert "Ben truly screwed: owes a set of 3 may lay off again in a turn after replacing it 0" in lines(page)
    assert "Cid May I’s: 1 taken 0" in lines(page)


def test_nothing_on_it_can_be_tapped(app: Flask, client: FlaskClient) -> None:
    page = view_of(client, f"/tv/{Phone(app, client, 'contract').code}")
    inside = [one for one in page.elements if one.tag in ("a", "button", "form", "input", "summary")]
    keys = [one for one in inside if one.get("class") != "skip" and one.get("data-awake-known") is None]
    assert not keys, "but that the screen cannot be kept awake"


def test_pips_are_said_as_words_and_the_leader_by_a_word(app: Flask, client: FlaskClient) -> None:
    phone = Phone(app, client, "shanghai")
    close(phone, 1, 2, {1: "K", 3: "5", 4: "A"})
    phone.send("/may-i", round=2, claims=3)
    page = view_of(client, f"/tv/{phone.code}")
    assert "Ben leads May I’s: 2 left out 0" in lines(page)
    assert "Cid 2nd May I’s: 1 left +5 5" in lines(page)
    assert "Round 1: Ben went out." in words(page)
    assert "lowest total wins" in words(page)


class TestCounting:
    def test_it_says_who_is_waited_for_and_what_the_others_have(self, app: Flask, client: FlaskClient) -> None:
        phone = Phone(app, client, "contract")
        phone.send("/round/cards-left", round=1, seat=4, cards="K 5")
        assert "Waiting for Ann, Ben and Cid. Who went out?" in words(view_of(client, f"/tv/{phone.code}"))
        phone.send("/round/went-out", round=1, seat=1)
        page = view_of(client, f"/tv/{phone.code}")
        assert "Waiting for Ben and Cid." in words(page)
        assert lines(page) == ["Ann out 0", "Ben waiting 0", "Cid waiting 0", "Dee 15 0"]
        for seat in (2, 3):
            phone.send("/round/cards-left", round=1, seat=seat, cards="Q")
        assert "All cards are entered. Check the round and close it." in words(view_of(client, f"/tv/{phone.code}"))

    def test_many_who_are_missing_are_counted(self) -> None:
        game = Game("may-i", players=8)
        game.must(cmd.SayWentOut(1, 1))
        assert table_view("ABCDEF", game.state).waits == "Waiting for 7 players."

    def test_cards_without_a_winner_ask_who_went_out(self) -> None:
        game = Game("contract", players=3)
        for seat in (1, 2, 3):
            game.enter(seat, "K")
        assert table_view("ABCDEF", game.state).waits == "Who went out?"


class TestTheEnd:
    def test_it_says_who_won_with_the_players_by_place(self) -> None:
        game = Game(players=3)
        for _ in range(6):
            game.close(1)
        game.close(1, s2="K", s3="5")
        shown = table_view("ABCDEF", game.state)
        assert (shown.now, shown.heading, shown.won, shown.sub) == (None, "Ann wins", True, "7 rounds played")
        assert [line.standing.player for line in shown.lines] == ["Ann", "Cid", "Ben"]
        assert [(line.last, line.standing.sign) for line in shown.lines] == [("out", "wins"), ("+5", ""), ("+10", "")]

    def test_a_tie_is_told_as_one(self) -> None:
        game = Game(players=3)
        for out in (1, 2, 1, 2, 1, 2, 3):
            game.close(out)
        shown = table_view("ABCDEF", game.state)
        assert shown.heading == "Ann and Ben share the first place"
        assert [line.standing.sign for line in shown.lines] == ["wins", "wins", ""]

    def test_an_abandoned_game_has_no_winner(self, app: Flask, client: FlaskClient) -> None:
        phone = Phone(app, client, "contract")
        phone.send("/abandon", confirmed="1")
        page = view_of(client, f"/tv/{phone.code}")
        assert words(page, "h1") == "Abandoned"
        assert not words(page, "cup")

    def test_whoever_left_stands_at_the_end_without_a_place(self) -> None:
        game = Game(players=4)
        game.close(4)
        game.must(cmd.DropSeat(4, confirmed=True))
        for _ in range(6):
            game.close(1)
        last = table_view("ABCDEF", game.state).lines[-1]
        assert (last.standing.player, last.standing.place) == ("Dee", "")


def test_a_name_of_many_letters_gets_smaller_ones() -> None:
    game = Game(players=3)
    game.must(cmd.RenameSeat(3, "Maximiliana-Theodora von Hohenstein-Klee"))
    assert [line.long for line in table_view("ABCDEF", game.state).lines] == [False, False, True]


class TestTheShortAddress:
    def test_it_shows_the_only_game_in_progress(self, app: Flask, client: FlaskClient) -> None:
        phone = Phone(app, client, "contract")
        assert "Two sets of 3" in words(view_of(client, "/tv"))
        phone.send("/abandon", confirmed="1")
        assert words(view_of(client, "/tv"), "h1") == "Abandoned", "how it ended, for the rest of the evening"

    def test_several_games_are_a_choice(self, app: Flask, client: FlaskClient) -> None:
        codes = {Phone(app, client, "contract").code, Phone(app, client, "shanghai").code}
        page = view_of(client, "/tv")
        assert words(page, "h1") == "Which game?"
        assert {f"/tv/{code}" for code in codes} <= set(hrefs(page))

    def test_without_a_game_it_waits_for_one(self, client: FlaskClient) -> None:
        assert words(view_of(client, "/tv"), "h1") == "No games in progress"

    def test_a_game_of_another_evening_is_over(
        self, app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        Phone(app, client, "contract").send("/abandon", confirmed="1")
        monkeypatch.setattr(views, "hours_since", lambda _: 12.5)
        assert words(view_of(client, "/tv"), "h1") == "No games in progress"

    def test_the_code_can_be_typed_in_small_letters(self, app: Flask, client: FlaskClient) -> None:
        code = Phone(app, client, "contract").code
        assert "Two sets of 3" in words(view_of(client, f"/tv/{code.lower()}"))
        assert client.get("/tv/NOSUCH").status_code == 404

    def test_the_old_address_leads_to_it(self, app: Flask, client: FlaskClient) -> None:
        phone = Phone(app, client, "contract")
        assert client.get(f"/g/{phone.code}/view").headers["Location"] == f"/tv/{phone.code}"
        page = phone.see("/table")
        assert f"/tv/{phone.code}" in hrefs(page)

    def test_the_page_of_the_seats_says_what_to_type(self, app: Flask, client: FlaskClient) -> None:
        phone = Phone(app, client, "contract")
        page = client.get(f"/g/{phone.code}/table", base_url="http://192.168.1.5:5000").get_data(as_text=True)
        assert "Open http://192.168.1.5:5000/tv on a TV or a tablet to show this game large." in " ".join(page.split())


@pytest.mark.parametrize("address", ["/tv", "/tv/{code}"])
def test_who_has_seen_the_last_thing_gets_nothing_and_who_has_not_gets_the_page(
    app: Flask, client: FlaskClient, address: str
) -> None:
    phone = Phone(app, client, "contract")
    address = address.format(code=phone.code)
    [main] = [one for one in view_of(client, address).elements if one.tag == "main"]
    look: dict[str, Any] = {"headers": {"HX-Request": "true", "Live": main.get("data-at")}}
    nothing = client.get(address, **look)
    assert (nothing.data, nothing.headers["Content-Length"], nothing.headers["HX-Reswap"]) == (b"", "0", "none")
    phone.send("/down", round=1, seat=3, melds="")
    news = client.get(address, **look)
    assert news.status_code == 200
    assert "Cid down 0" in lines(news)
    assert client.get(address).status_code == 200, "a browser without script loads it whole"


def test_whoever_asks_for_news_again_and_again_keeps_the_connection(app: Flask, client: FlaskClient) -> None:
    phone = Phone(app, client, "contract")
    [main] = [one for one in view_of(client, f"/tv/{phone.code}").elements if one.tag == "main"]
    headers = {"HX-Request": "true", "Live": str(main.get("data-at"))}
    with serving(app) as served_at:
        connection = http.client.HTTPConnection(served_at.removeprefix("http://"), timeout=60)
        connection.connect()
        first: Any = connection.sock
        for _ in range(3):
            connection.request("GET", f"/tv/{phone.code}", headers=headers)
            answer = connection.getresponse()
            assert (answer.status, answer.read()) == (200, b"")
            assert connection.sock is first, "the server did not hang up"
        connection.close()
