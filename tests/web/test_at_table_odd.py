"""The pages of the table with what nobody expects: second thoughts, closed rounds, games that are over, nonsense."""

from __future__ import annotations

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.web.table_phone import FIVES, NINES, Phone, down, hrefs, look, melds, words


def test_a_joker_that_could_go_to_either_end_is_asked_back_once(app: Flask, client: FlaskClient) -> None:
    phone = Phone(app, client, "screw")
    phone.send("/down", round=1, seat=2, melds=f"{FIVES}\n{NINES}")
    phone.send("/may-i", round=1, claims=3, active=2)
    phone.send("/new-meld", round=1, seat=2, laid="5H 6H 7H 8H")
    path = f"/melds/{melds(phone)['5H 6H 7H 8H']}"
    number = phone.state.number
    fields = {"write_id": "w" * 16, "seen": number, "round": 1, "seat": 2, "laid": "JK"}
    asked = phone.client.post(f"/g/{phone.code}{path}", data=fields)
    assert asked.status_code == 422
    assert "This can be read in several ways." in words(asked)
    assert phone.state.number == number
    answer = phone.client.post(f"/g/{phone.code}{path}", data={**fields, "confirmed": "1"})
    assert answer.status_code == 303
    assert phone.last().became in ("JK=4H 5H 6H 7H 8H", "5H 6H 7H 8H JK=9H")


def test_what_comes_after_the_round_was_closed_is_told_and_nothing_is_written(app: Flask, client: FlaskClient) -> None:
    phone = down(app, client)
    seen, path = phone.state.number, f"/melds/{melds(phone)[FIVES]}"
    phone.send("/round/went-out", round=1, seat=1)
    for seat in (2, 3, 4):
        phone.send("/round/cards-left", round=1, seat=seat, cards="K")
    phone.send("/round/close", round=1)
    number = phone.state.number
    for where, fields in (
        ("/may-i", {"claims": 3}),
        ("/down", {"seat": 4, "melds": ""}),
        (path, {"seat": 2, "laid": "5C"}),
        ("/new-meld", {"seat": 2, "laid": "7D 8D 9D 10D"}),
        ("/stock", {}),
    ):
        answer = phone.send(where, 409, seen=seen, round=1, **fields)
        assert "Use" not in words(answer, "dock")
    assert phone.state.number == number


@pytest.mark.parametrize("text", ["", "zz", "-1", "99999999999999999999", "５", "\x00", "JK=JK", "5H" * 900])
def test_nothing_sent_breaks_a_form(app: Flask, client: FlaskClient, text: str) -> None:
    phone = down(app, client)
    number, meld = phone.state.number, melds(phone)[FIVES]
    names = "seat by owner meld take give use use_cards onto cards_of laid melds claims active same down way".split()
    names += "discarder card table kind remedy points".split()
    for path in ("/may-i", "/down", "/new-meld", "/screw-over", "/shanghai", "/stock", "/irregular", f"/melds/{meld}"):
        for number_of_round in (text, 1):
            if path == "/stock" and number_of_round == 1:
                continue
            form = {"write_id": "y" * 16, "seen": number, **dict.fromkeys(names, text), "round": number_of_round}
            answer = phone.client.post(f"/g/{phone.code}{path}", data=form)
            assert answer.status_code in (409, 413, 422), (path, answer.status)
    assert phone.state.number == number


def test_every_page_of_the_table_leads_to_the_result_when_the_game_is_over(app: Flask, client: FlaskClient) -> None:
    phone = Phone(app, client, "screw")
    phone.send("/abandon", confirmed="1")
    for path in ("/may-i", "/down", "/new-meld", "/screw-over", "/shanghai", "/stock", "/skip", "/irregular"):
        phone.see(path, 303)


def test_nothing_typed_into_an_address_breaks_a_page(app: Flask, client: FlaskClient) -> None:
    phone = down(app, client)
    for path in ("/may-i", "/down", "/new-meld", "/screw-over", "/shanghai", f"/melds/{melds(phone)[FIVES]}"):
        for text in ("", "zz", "-1", "99999999999999999999", "５", "5H=", "%00", ",", "JK=" * 50):
            names = ("seat", "by", "owner", "meld", "take", "use", "onto", "laid", "melds", "card", "claims", "down")
            for told in (dict.fromkeys(names, text), {"seat": 1, "by": 1, "owner": 2, "laid": text, "melds": text}):
                look(phone, path, ask=1, **told)
            more = {"by": 1, "owner": 2, "cards_of": text, "take": text, "use": "contract", "give": text}
            look(phone, path, ask=1, use_cards=text, discarder=1, seat=1, card=text, table=text, **more)
        for name in (
            "endpoint",
            "_method",
            "_external",
            "_anchor",
            "_scheme",
            "values",
            "more",
            "code",
            "page",
            "self",
        ):
            look(phone, path, seat=2, by=1, owner=2, discarder=2, **{name: "x"})


@pytest.mark.parametrize(("page", "says"), [("/screw-over", "No screw-over"), ("/shanghai", "No Shanghai call")])
def test_what_the_rulebook_does_not_have_says_so(app: Flask, client: FlaskClient, page: str, says: str) -> None:
    phone = Phone(app, client, "contract")
    said = words(phone.see(page))
    assert f"{says} Contract Rummy is played without it, so there is nothing to record." in said
    assert "Who" not in said, "nothing is asked"
    phone.send(page, 422, round=1, by=1, owner=2, seat=1, discarder=2)


@pytest.mark.parametrize(
    ("book", "offers"),
    [("screw", ["screw-over", "new-meld", "melds/another"]), ("shanghai", ["shanghai", "new-meld", "melds/another"])],
)
def test_a_round_that_ends_with_the_first_going_down_offers_nothing_to_do_with_melds(
    app: Flask, client: FlaskClient, book: str, offers: list[str]
) -> None:
    """All of it would be refused there: no meld lies on the table before play ends."""
    usual = Phone(app, client, book, all_cards_rounds=(7,), new_melds="later turn")
    at_once = Phone(app, client, book, all_cards_rounds=(1,), new_melds="later turn")
    for phone, offered in ((usual, offers), (at_once, [])):
        links = [href.removeprefix(f"/g/{phone.code}/").partition("?")[0] for href in hrefs(phone.see())]
        assert [one for one in offers if one in links] == offered
        assert "down" in links
