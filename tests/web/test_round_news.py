"""The news of a round stand before the next one, once on each phone, and go with one tap."""

from __future__ import annotations

from flask import Flask
from flask.testing import FlaskClient

from referee.game.commands import CloseRound
from referee.services.games import games
from tests.web.table_phone import Phone


def close(phone: Phone, out: int, **left: str) -> None:
    """The other phone of the table closes the running round."""
    state = phone.state
    assert state.running is not None
    hands = {int(seat[1:]): text for seat, text in left.items()}
    with phone.app.app_context():
        tag = games.WriteTag(f"closing-{state.number:06}", state.number, "Ben")
        done = games.act(phone.code, CloseRound(state.running.number, hands, out, True, True), tag)
    assert isinstance(done, games.Done)


def heading(phone: Phone, path: str = "") -> str:
    return next(each for each in phone.see(path).elements if each.tag == "h1").text().strip()


def test_the_news_come_once_and_go_with_one_tap(app: Flask, client: FlaskClient) -> None:
    phone = Phone(app, client, "contract")
    assert heading(phone) == "Round 1 of 7"
    close(phone, 2, s1="K K", s3="5", s4="9")
    news = phone.see()
    said = " ".join(news.root.text().split())
    assert "Ben went out" in said
    assert "Cid moves" not in said, "after the first round nobody has moved"
    assert "Ben leads Ben went out. Ann was left with 20 points. 1 Ben leads by 5 out 0 2 Cid 5 behind +5 5" in said
    assert "4 Ann 20 behind +20 20" in said
    assert "One set of 3 and one run of 4" in said
    assert "Ben deals 10 cards each, Cid plays first." in said
    assert heading(phone) == "Ben leads", "until it is put away"
    assert heading(phone, "?read=1") == "Round 2 of 7"
    assert heading(phone) == "Round 2 of 7", "and then it is gone"
    close(phone, 1, s2="A A", s3="5", s4="9")
    said = " ".join(phone.see("?read=1").root.text().split())
    assert "Cid takes the lead Ann went out. Ben was left with 30 points. 1 Cid leads by 8 +5 10" in said
    assert "4 Ben drops to 4th 20 behind +30 30" in said


def test_a_phone_that_comes_later_is_shown_the_round(app: Flask, client: FlaskClient) -> None:
    phone = Phone(app, client, "contract")
    close(phone, 2, s1="K K", s3="5", s4="9")
    assert heading(phone) == "Round 2 of 7"


def test_once_the_next_round_is_counted_it_is_no_news(app: Flask, client: FlaskClient) -> None:
    phone = Phone(app, client, "contract")
    phone.see()
    close(phone, 2, s1="K K", s3="5", s4="9")
    phone.send("/round/went-out", round=2, seat=1)
    assert heading(phone) == "Round 2 of 7"


def test_an_odd_cookie_is_no_round(app: Flask, client: FlaskClient) -> None:
    phone = Phone(app, client, "contract")
    close(phone, 2, s1="K K", s3="5", s4="9")
    for odd in (".", "1", "0.0", "-1.0", "1.x", "1.0.new", "1.0.news.news", "99999999.0", "²0.0"):
        client.set_cookie("round", f"{phone.code}.{odd}")
        assert heading(phone) == "Round 2 of 7"
    client.set_cookie("round", f"{phone.code}.1.0")
    assert heading(phone) == "Ben leads"


def test_a_closing_that_comes_back_is_no_news_and_another_one_is(app: Flask, client: FlaskClient) -> None:
    phone = Phone(app, client, "contract")
    phone.see()
    close(phone, 2, s1="K K", s3="5", s4="9")
    closing = phone.state.number
    assert heading(phone) == "Ben leads", "read, and not put away"
    for put_away in ("", "?read=1"):
        phone.send("/undo", target=closing, confirmed="1")
        assert heading(phone) == "Round 1 of 7"
        phone.send("/redo", target=closing)
        assert heading(phone, put_away) == "Round 2 of 7"
    phone.send("/undo", target=closing, confirmed="1")
    phone.see()
    close(phone, 1, s2="K", s3="5", s4="9")
    assert heading(phone) == "Ann leads"


def test_each_phone_keeps_what_it_was_shown_though_the_page_is_made_for_all_at_once(
    app: Flask, client: FlaskClient
) -> None:
    phone = Phone(app, client, "contract")
    there = [app.test_client() for _ in range(3)]
    for each in there:
        assert "Round 1" in each.get(f"/g/{phone.code}").text
    close(phone, 2, s1="K K", s3="5", s4="9")
    closing, looks = phone.state.number, {"HX-Request": "true", "Live": "1.0"}
    for number, shown in ((closing, "Ben went out"), (closing + 1, "Round 1 <"), (closing + 2, "Round 2 <")):
        if number == closing + 1:
            phone.send("/undo", target=closing, confirmed="1")
        if number == closing + 2:
            phone.send("/redo", target=closing)
        for each in there:
            assert shown in each.get(f"/g/{phone.code}", headers=looks).text


def test_the_last_round_ends_with_the_result(app: Flask, client: FlaskClient) -> None:
    phone = Phone(app, client, "contract")
    for _ in range(7):
        phone.see()
        close(phone, 2, s1="K K", s3="5", s4="9")
    assert heading(phone) == "Ben wins"


def test_places_are_revealed_once_to_each_phone_that_was_there(app: Flask, client: FlaskClient) -> None:
    phone, late = Phone(app, client, "contract"), app.test_client()
    for _ in range(7):
        assert 'class="felt result revealed"' not in client.get(f"/g/{phone.code}").text
        close(phone, 2, s1="K K", s3="5", s4="9")
    assert 'class="felt result"' in late.get(f"/g/{phone.code}").text, "it saw nothing of the evening"
    assert 'class="felt result revealed"' in client.get(f"/g/{phone.code}").text
    for path in ("", "/result"):
        assert 'class="felt result"' in client.get(f"/g/{phone.code}{path}").text
