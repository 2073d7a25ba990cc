"""Own rulebooks of several clubs: an address and a form belong to one, wherever the phone is."""

from __future__ import annotations

import secrets
from html import unescape

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.services.clubs import clubs as club_services
from referee.services.clubs import rulebooks, seasons
from tests.house.reading import read_page
from tests.web.table_phone import hrefs, words
from tests.web.test_own_rulebooks import form_of, limits, save


@pytest.fixture
def clubs(app: Flask) -> tuple[str, str]:
    with app.app_context():
        first = seasons.first_club().id
        return first, club_services.make_club("The others").id


def go_to(client: FlaskClient, club: str) -> None:
    client.post(f"/clubs/{club}/choose", data={"write_id": secrets.token_hex(16)})


def test_another_club_sees_its_own_rulebooks_only(app: Flask, client: FlaskClient, clubs: tuple[str, str]) -> None:
    ours, other = clubs
    go_to(client, ours)
    save(client, "contract", name="Friday rules", **limits("2"))
    there = app.test_client()
    go_to(there, other)
    for page in ("/house-rules", "/rulebooks"):
        assert f"/rulebooks/friday-rules?club={ours}" in hrefs(client.get(page)), page
    for page in ("/house-rules", "/rulebooks", "/new", "/ask"):
        assert "friday-rules" not in there.get(page).text, page


def test_an_address_sent_to_a_phone_of_another_club_shows_whose_rulebook_it_is(
    app: Flask, client: FlaskClient, clubs: tuple[str, str]
) -> None:
    ours, other = clubs
    go_to(client, ours)
    save(client, "contract", name="Friday rules", **limits("2"))
    there = app.test_client()
    go_to(there, other)
    pages = ("/rulebooks/friday-rules", "/house-rules/friday-rules/change")
    for page in (*pages, *(f"{page}?club={ours}" for page in pages)):
        assert "This belongs to Our club. This phone uses The others." in words(there.get(page)), page
        assert "This belongs to" not in words(client.get(page)), page
    assert (
        there.get(f"/house-rules/friday-rules/file?club={ours}").text
        == client.get("/house-rules/friday-rules/file").text
    )
    save(there, "contract", name="Friday rules", **limits("3"))
    assert "may take three discards" in words(there.get("/rulebooks/friday-rules")), "its own of this name"
    assert "may take two discards" in words(there.get(f"/rulebooks/friday-rules?club={ours}"))
    third = app.test_client()
    with app.app_context():
        go_to(third, club_services.make_club("The third").id)
    answer = third.get("/rulebooks/friday-rules")
    assert answer.status_code == 404
    assert "The third doesn’t have that rulebook. These clubs do: Our club, The others." in unescape(words(answer))
    assert client.get("/rulebooks/friday-rules?club=none").status_code == 404


@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true", "HX-Boosted": "true"}])
def test_a_form_is_saved_at_the_club_it_was_opened_at_wherever_the_phone_has_gone(
    app: Flask, client: FlaskClient, clubs: tuple[str, str], headers: dict[str, str]
) -> None:
    ours, other = clubs
    go_to(client, ours)
    opened = read_page(client.get("/house-rules/contract/change").get_data(as_text=True))
    form = {**form_of(client, "contract"), "write_id": secrets.token_hex(16), "name": "Ours", **limits("2")}
    import_form = read_page(client.get("/house-rules").get_data(as_text=True))
    go_to(client, other)
    actions = [str(one.get("action")) for page in (opened, import_form) for one in page.elements if one.tag == "form"]
    (action,) = (one for one in actions if one.startswith("/house-rules/contract/change"))
    answer = client.post(action, data=form, headers=headers)
    if not headers:
        answer = client.get(answer.headers["Location"])
    assert "Saved: Ours, version 1." in words(answer)
    assert "This belongs to Our club. This phone uses The others." in words(answer)
    with app.app_context():
        text = rulebooks.export_rulebook(ours, "ours").replace('"ours"', '"theirs"', 1)
    (action,) = (one for one in actions if one.startswith("/house-rules/import"))
    client.post(action, data={"write_id": secrets.token_hex(16), "text": text})
    back = {"write_id": secrets.token_hex(16), "version": "1", "topic": "may-i-limit"}
    client.post(f"/house-rules/ours/back?club={ours}", data=back, headers=headers)
    with app.app_context():
        assert [one.id for one in rulebooks.own_rulebooks(other)] == []
        assert {one.id: one.version for one in rulebooks.own_rulebooks(ours)} == {"ours": 2, "theirs": 1}


def test_what_is_asked_back_is_asked_at_the_club_of_the_form(
    app: Flask, client: FlaskClient, clubs: tuple[str, str]
) -> None:
    ours, other = clubs
    go_to(client, ours)
    save(client, "contract", name="Ours", **limits("2"))
    form = {**form_of(client, "contract"), "write_id": secrets.token_hex(16), "name": "Ours", **limits("3")}
    go_to(client, other)
    asked = read_page(client.post(f"/house-rules/contract/change?club={ours}", data=form).get_data(as_text=True))
    (again,) = (one for one in asked.elements if one.tag == "form" and "Yes" in one.text())
    fields = [one for one in asked.elements if one.tag == "input" and one.within("form") is again]
    client.post(str(again.get("action")), data={str(one.get("name")): str(one.get("value")) for one in fields})
    with app.app_context():
        assert [one.version for one in rulebooks.versions(ours, "ours")] == [2, 1]
        assert rulebooks.own_rulebooks(other) == []
