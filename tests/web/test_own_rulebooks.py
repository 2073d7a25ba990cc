"""House rules over HTTP: every value on a form, contradictions refused, versions, files, and games played by them."""

from __future__ import annotations

import io
import re
import secrets
from html import unescape
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select
from werkzeug.test import TestResponse

from referee.game import commands as cmd
from referee.rulebooks import library
from referee.rules.rulebook.model import KINDS, VALUE_NAMES
from referee.services.clubs import rulebooks, seasons
from referee.services.games import games
from referee.storage.engine.transactions import writing
from referee.storage.tables.database import db
from referee.storage.tables.own_rulebooks import OwnRulebook
from referee.web.own.forms import MOST_ROUNDS, Round, changes, house_rules, stepped
from referee.web.parts.rule_values import as_typed
from tests.house.reading import read_page
from tests.services.desk import closing, must, open_game
from tests.web.table_phone import hrefs, words


def form_of(client: FlaskClient, rulebook: str) -> dict[str, Any]:
    """Everything that the form of a rulebook would send if nothing was touched."""
    return filled_in(client.get(f"/house-rules/{rulebook}/change"))


def filled_in(answer: TestResponse) -> dict[str, Any]:
    """What the form on this page would send."""
    page = read_page(answer.get_data(as_text=True))
    sent: dict[str, Any] = {}
    for one in page.elements:
        inside, name = one.within("form"), str(one.get("name"))
        if inside is None or inside.get("id") != "house" or one.tag not in ("input", "textarea"):
            continue
        if one.get("type") in ("radio", "checkbox"):
            if one.get("checked") is not None:
                sent.setdefault(name, []).append(str(one.get("value")))
        else:
            sent[name] = "".join(map(str, one.own_text)) if one.tag == "textarea" else str(one.get("value"))
    return sent


def path_of(answer: TestResponse) -> str:
    """Where an answer leads, without the club."""
    return answer.headers["Location"].partition("?")[0]


def save(client: FlaskClient, rulebook: str, status: int = 303, **changed: Any) -> TestResponse:
    form = {**form_of(client, rulebook), "write_id": secrets.token_hex(16), **changed}
    answer = client.post(f"/house-rules/{rulebook}/change", data=form)
    assert answer.status_code == status, (answer.status, words(answer)[:900])
    return answer


def limits(*said: str) -> dict[str, str]:
    """May I’s for each of seven rounds: one for all, or one for each."""
    return {f"rounds.{at}.may_i_limit": said[at % len(said)] for at in range(7)}


@pytest.mark.parametrize("rulebook", library.ids())
def test_a_form_that_nobody_touched_changes_nothing(client: FlaskClient, rulebook: str) -> None:
    form = form_of(client, rulebook)
    book = library.load(rulebook)
    with client.application.test_request_context(method="POST", data=form):
        assert changes(book, house_rules(book, own=False, sent=True)) == ({}, {})


@pytest.mark.parametrize("rulebook", library.ids())
def test_every_value_is_read_back_as_it_is_shown(rulebook: str) -> None:
    book = library.load(rulebook)
    for name in VALUE_NAMES:
        typed = as_typed(book, name)
        house = library.with_house_rules(book, {name: KINDS[name].from_form(typed)})
        assert getattr(house, name) == getattr(book, name), name


@pytest.mark.parametrize(
    ("name", "typed", "meant"),
    [
        ("deal", "10", 10),
        ("deal", "10 11 12", [10, 11, 12]),
        ("deal", "10, 11; 12", [10, 11, 12]),
        ("deal", "ten", "ten"),
        ("contracts", "two sets of 3 + five runs of 4", [["set of 3"] * 2 + ["run of 4"] * 5]),
        ("contracts", "one pair + 3 sets of 3\nfour runs of 4", [["pair", *["set of 3"] * 3], ["run of 4"] * 4]),
        ("contracts", "three sets of 3", [["set of 3"] * 3]),
        ("all_cards_rounds", "None", []),
        ("all_cards_rounds", "6 7", [6, 7]),
        ("points", {"K": "10", "cards": "QS QC 40, hearts double"}, None),
    ],
)
def test_what_is_typed_for_a_value_is_read_as_people_write_it(name: str, typed: Any, meant: object) -> None:
    if meant is not None:
        assert KINDS[name].from_form(typed) == meant
        return
    prices: Any = KINDS[name].from_form(typed)
    assert (prices["K"], prices["QS"], prices["QC"], prices["KH"]) == (10, 40, 40, 20)


@pytest.mark.parametrize(
    ("step", "order", "look"),
    [
        ("up.2", "bac", 1), ("down.2", "acb", 3), ("remove.3", "ab", 2), ("remove.1", "bc", 1), ("add", "abcc", 4),
        ("up.1", "abc", 1), ("down.3", "abc", 3), ("up.9", "abc", 3), ("remove.0", "abc", 1), ("show", "abc", 0),
    ],
)  # fmt: skip
def test_a_step_says_which_round_to_look_at_next(step: str, order: str, look: int) -> None:
    rows = [Round(name, "10", "", "", False) for name in "abc"]
    stood, at = stepped(rows, step)
    assert ("".join(row.contracts for row in stood), at) == (order, look)


def test_the_last_round_and_one_too_many_stay() -> None:
    one = [Round("a", "10", "", "", False)]
    assert stepped(one, "remove.1") == (one, 1)
    assert len(stepped(one * MOST_ROUNDS, "add")[0]) == MOST_ROUNDS


def test_an_answer_is_shown_in_its_words_and_nothing_else(client: FlaskClient) -> None:
    page = read_page(client.get("/house-rules/contract/change").get_data(as_text=True))
    radios = [one for one in page.elements if one.tag == "input" and one.get("type") == "radio"]
    said = {(one.get("name"), one.get("value")): label.text() for one in radios if (label := one.within("label"))}
    assert {said["swap", word] for word in ("no", "runs", "any")} == {"Never", "From runs", "From any meld"}
    assert said["discard_wild", "yes"] == "Yes"
    assert said["run_ace", "low or high"] == "Low or high", "a word that says it by itself"
    assert [text for text in said.values() if not text[:1].isupper()] == [
        "1 to 12 in four colours",
        "3 to K in five suits",
        "1 point",
    ]


def test_every_value_stands_with_its_clause_and_source(client: FlaskClient) -> None:
    page = read_page(client.get("/house-rules/shanghai/change").get_data(as_text=True))
    text = " ".join(one.text() for one in page.elements if one.tag == "form")
    book = library.load("shanghai")
    for name in VALUE_NAMES:
        clause = book.clause_of(name)
        assert clause.address in text
        assert " ".join(clause.text.split()) in text


def test_house_rules_get_a_name_and_a_version_and_a_game_is_played_by_them(app: Flask, client: FlaskClient) -> None:
    changed: dict[str, Any] = {"words.may_i_limit": "Two May I’s and no more."}
    changed |= {"jokers.3": "0", "jokers.4": "0", "jokers.5": "0", "screw_over": "yes", **limits("2")}
    answer = save(client, "contract", name="Friday rules", **changed)
    assert path_of(answer) == "/rulebooks/friday-rules"
    page = client.get("/rulebooks/friday-rules")
    assert "Two May I’s and no more." in unescape(page.text)
    assert "Saved: Friday rules, version 1." in words(page)
    assert "/new?rulebook=friday-rules" in hrefs(page), "a game with these rules"
    assert 'value="friday-rules"' in client.get("/new").text
    opened = client.post(
        "/new",
        data={
            "write_id": secrets.token_hex(16),
            "rulebook": "friday-rules",
            "how": "chosen",
            "dealer": "1",
            "player": ["Ann", "Ben", "Cid"],
        },
    )
    code = opened.headers["Location"].rsplit("/", 1)[-1]
    with app.app_context():
        state = games.game(code)
    assert state.running is not None
    assert (state.running.deal.jokers, state.book.may_i_limit[0], state.book.screw_over) == (0, 2, True)
    now = client.get(f"/g/{code}")
    assert "Ann 2 left" in words(now, "at-seats")
    assert f"/g/{code}/screw-over" in hrefs(now)
    for _ in range(2):
        client.post(f"/g/{code}/may-i", data=_taken(app, code))
    refused = client.post(f"/g/{code}/may-i", data=_taken(app, code))
    assert refused.status_code == 422
    assert "Two May I’s and no more." in unescape(refused.text), "the club's own wording is cited"
    sheet = client.get(f"/g/{code}/rulebook")
    assert "What the house rules change" in words(sheet)
    assert "Two May I’s and no more." in words(sheet)
    for page in ("score", "history"):
        shown = client.get(f"/g/{code}/{page}")
        assert "Contract Rummy with 3 house rules" in words(shown), page
        assert "Two May I’s and no more." in unescape(words(shown)), page
        assert f"/g/{code}/rulebook#may-i-limit" in hrefs(shown), page
    assert "Friday rules (Contract Rummy with 3 house rules) began with Ann" in words(client.get(f"/g/{code}/history"))
    empty = unescape(words(client.get(f"/g/{code}/empty-sheet")))
    assert "Contract Rummy with 3 house rules: Jokers, May I: how often, The screw-over." in empty
    with app.app_context():
        while not (state := games.game(code)).last_round_closed:
            must(code, closing(state))
        must(code, cmd.Finish())
    assert "Contract Rummy with 3 house rules: Jokers" in unescape(words(client.get(f"/g/{code}/winner")))


def test_the_sheets_of_a_game_as_it_is_printed_name_no_house_rules(app: Flask, client: FlaskClient) -> None:
    with app.app_context():
        code = open_game("contract").code
        must(code, closing(games.game(code)))
    for page in ("score", "history", "empty-sheet"):
        assert "house rule" not in words(client.get(f"/g/{code}/{page}")), page


def _taken(app: Flask, code: str) -> dict[str, Any]:
    with app.app_context():
        state = games.game(code)
        active = 1 + state.number % 2
    return {"write_id": secrets.token_hex(16), "seen": state.number, "round": 1, "claims": 3, "active": active}


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"name": ""}, "name"),
        ({"players_min": "6"}, "Fewest players"),
        ({"rounds.1.deal": "ten"}, "Round 2, cards each: must be a whole number"),
        ({"rounds.1.deal": ""}, "Round 2, cards each: must be a whole number"),
        ({"rounds.1.deal": "21"}, "Round 2, cards each: must be from 3 to 20"),
        ({"rounds.1.deal": "20", "decks.5": "1"}, "How many cards is each player dealt?"),
        ({"rounds.2.contracts": "three of a kind"}, "Round 3, contract: 'three of a kind' is no part of a contract"),
        ({"rounds.2.contracts": ""}, "Round 3"),
        ({"rounds.2.contracts": "set of 3, set of 30"}, "Round 3, contract: asks for a set of 30"),
        ({"rounds.6.may_i_limit": "10"}, "Round 7, May I’s: must be from 0 to 9"),
        ({"words.colour": "Red."}, "no clause of this name"),
        ({"set_suits": "different", "set_longest": "6"}, "Most cards in a set"),
        ({"decks.4": ""}, "How many decks, or how many of each card?"),
        ({"points.K": "x"}, "How many points does each card cost?"),
    ],
)
def test_a_contradiction_is_refused_with_the_reason_and_what_was_typed_stays(
    app: Flask, client: FlaskClient, changed: dict[str, str], said: str
) -> None:
    answer = save(client, "contract", 422, **{"name": "Mine", "special": "kept as typed", **changed})
    assert said in words(answer, "problems") or said in words(answer, "error"), words(answer, "problems")
    assert "kept as typed" in answer.text
    with app.app_context():
        assert rulebooks.own_rulebooks(seasons.first_club().id) == []


def test_a_form_that_names_a_version_of_a_built_in_rulebook_is_shown_again(client: FlaskClient) -> None:
    """A built-in rulebook has no versions, and a form is not always one that a page of ours made."""
    answer = save(client, "contract", 422, version="3", name="", special="kept as typed")
    assert "kept as typed" in answer.text


def test_saving_again_makes_the_next_version_and_the_earlier_one_can_still_be_read(client: FlaskClient) -> None:
    save(client, "contract", name="Friday rules", **limits("2"))
    save(client, "friday-rules", **limits("3"))
    save(client, "friday-rules", **limits("3"))
    page = client.get("/rulebooks/friday-rules")
    assert "Version 2 of 2" in words(page)
    earlier = client.get("/rulebooks/friday-rules?version=1")
    assert "Version 1 of 2" in words(earlier)
    assert client.get("/rulebooks/friday-rules?version=9").status_code == 404
    odd = client.get("/rulebooks/friday-rules?version=abc")
    assert "Version 2 of 2" in words(odd), "what is shown, and not what the address says"


def test_a_name_that_is_taken_or_a_version_that_was_overtaken_is_asked_back(client: FlaskClient) -> None:
    save(client, "contract", name="Friday rules", **limits("2"))
    asked = save(client, "contract", 422, name="Friday rules", **limits("3"))
    assert "There is already a rulebook called Friday rules." in words(asked)
    inputs = [one for one in read_page(asked.get_data(as_text=True)).elements if one.tag == "input"]
    [back] = [one.within("form") for one in inputs if one.get("name") == "step"]
    assert back is not None
    assert "No, change it" in back.text()
    kept = {str(one.get("name")): one.get("value") for one in inputs if one.within("form") is back}
    shown = filled_in(client.post(str(back.get("action")), data=kept))
    typed = {**form_of(client, "contract"), "name": "Friday rules", **limits("3")}
    typed |= {"may_i_limit": "3", "shown.may_i_limit": "3"}  # as the rows have it
    own = {"write_id": "", "csrf_token": ""}  # the token changes with the second
    assert {**shown, **own} == {**typed, **own}, "nothing typed is lost by a no"
    old = form_of(client, "friday-rules")
    save(client, "friday-rules", **limits("4"))
    late = {**old, "write_id": secrets.token_hex(16), **limits("5")}
    answer = client.post("/house-rules/friday-rules/change", data=late)
    assert answer.status_code == 422
    assert "was changed while you were editing: version 2" in words(answer)
    yes = {**late, "confirmed": "1", "over": "2"}
    save(client, "friday-rules", **limits("6"))
    answer = client.post("/house-rules/friday-rules/change", data=yes)
    assert "was changed while you were editing: version 3" in words(answer)
    answer = client.post("/house-rules/friday-rules/change", data={**yes, "over": "3"})
    assert answer.status_code == 303
    assert "Version 4 of 4" in words(client.get("/rulebooks/friday-rules"))


def test_other_content_by_the_number_that_the_form_shows_is_asked_back(app: Flask, client: FlaskClient) -> None:
    """After a restore another phone has saved the same number once more."""
    save(client, "contract", name="Ours", **limits("2"))
    lost = form_of(client, "ours")
    back = re.search(r'name="digest" value="(\w+)"', client.get("/rulebooks/ours").text)
    assert back is not None
    with app.app_context(), writing():
        db.session.delete(db.session.scalars(select(OwnRulebook)).one())
    save(client, "contract", name="Ours", **limits("3"))
    changed = lost | limits("4") | {"write_id": secrets.token_hex(16)}
    answer = client.post("/house-rules/ours/change", data=changed)
    assert answer.status_code == 422
    assert "was changed while you were editing: version 1" in words(answer)
    taken = {"write_id": secrets.token_hex(16), "version": "1", "topic": "may-i-limit", "digest": back[1]}
    client.post("/house-rules/ours/back", data=taken)
    assert "Not saved: version 1 was saved while you were editing." in words(client.get("/rulebooks/ours"))
    older = changed | {"write_id": secrets.token_hex(16), "digest": ""}
    assert client.post("/house-rules/ours/change", data=older).status_code == 303


def bring_in(client: FlaskClient, status: int = 303, **fields: Any) -> TestResponse:
    answer = client.post(
        "/house-rules/import", data={"write_id": secrets.token_hex(16), **fields}, content_type="multipart/form-data"
    )
    assert answer.status_code == status, words(answer)
    return answer


def hidden(answer: TestResponse) -> dict[str, str]:
    """What the page of a question back would send with yes."""
    found = [one for one in read_page(answer.text).elements if one.get("type") == "hidden"]
    return {str(one.get("name")): str(one.get("value")) for one in found} | {"write_id": secrets.token_hex(16)}


def test_a_file_of_a_rulebook_that_the_club_has_is_asked_about_first(client: FlaskClient) -> None:
    save(client, "contract", name="Ours", **limits("1"))
    text = client.get("/house-rules/ours/file").get_data(as_text=True)
    save(client, "ours", **limits("3"))
    asked = bring_in(client, 422, file=(io.BytesIO(text.encode()), "ours.toml"))
    assert "There is already a rulebook called Ours. Save this as its version 3?" in words(asked)
    assert "Version 2 of 2" in words(client.get("/rulebooks/ours"))
    assert client.post("/house-rules/import", data=hidden(asked)).status_code == 303
    assert client.get("/house-rules/ours/file").get_data(as_text=True) == text


def test_a_rulebook_goes_out_as_a_file_and_comes_in_again_the_same(app: Flask, client: FlaskClient) -> None:
    save(client, "shanghai", name="Ours", **limits("1", "1", "2", "2", "2", "3", "no limit"))
    file = client.get("/house-rules/ours/file")
    assert file.headers["Content-Disposition"] == 'attachment; filename="ours.toml"'
    text = file.get_data(as_text=True).replace('"ours"', '"theirs"', 1).replace('"Ours"', '"Theirs"', 1)
    answer = bring_in(client, file=(io.BytesIO(text.encode()), "theirs.toml"))
    assert path_of(answer) == "/rulebooks/theirs"
    with app.app_context():
        club = seasons.first_club().id
        ours, theirs = (rulebooks.rulebook(club, one) for one in ("ours", "theirs"))
    assert ours.values() == theirs.values()
    assert path_of(bring_in(client, text=text)) == "/rulebooks/theirs"
    assert "Nothing changed" in words(client.get("/rulebooks/theirs"))


@pytest.mark.parametrize("rulebook", ["contract", "progressive"])
def test_a_built_in_rulebook_goes_out_as_a_file_too(client: FlaskClient, rulebook: str) -> None:
    assert client.get(f"/house-rules/{rulebook}/file").get_data(as_text=True) == library.text_of(rulebook)


@pytest.mark.parametrize("text", ["", "   ", "not = [toml", 'id = "x"', "\x00", "id = 'contract'\nname = 'C'"])
def test_a_file_that_is_no_rulebook_is_refused_with_the_reason_and_its_text_is_kept(
    client: FlaskClient, text: str
) -> None:
    answer = bring_in(client, 422, text=text)
    assert words(answer, "problems")
    [kept] = [one for one in read_page(answer.text).elements if one.get("name") == "text"]
    assert "".join(map(str, kept.own_text)).strip() == text.strip()


def test_a_file_that_is_no_text_is_refused(client: FlaskClient) -> None:
    assert "isn’t text" in words(bring_in(client, 422, file=(io.BytesIO(b"\xff\xfe\x00\x80"), "x.toml")), "problems")


def test_unknown_rulebooks_have_no_form_and_no_file(client: FlaskClient) -> None:
    for path in (
        "/house-rules/none/change",
        "/house-rules/none/file",
        "/rulebooks/none",
        "/house-rules/from?rulebook=no",
    ):
        assert client.get(path).status_code == 404, path


def test_the_list_leads_to_the_form_of_the_rulebook_chosen(client: FlaskClient) -> None:
    assert "No rulebook of your own yet" in words(client.get("/house-rules"))
    assert path_of(client.get("/house-rules/from?rulebook=short")) == "/house-rules/short/change"
    assert "/house-rules" in hrefs(client.get("/rulebooks"))
    assert "/house-rules/short/change" in hrefs(client.get("/rulebooks/short"))


def test_the_same_form_sent_twice_is_one_version_and_another_form_under_its_id_is_refused(
    app: Flask, client: FlaskClient
) -> None:
    form = {**form_of(client, "contract"), "write_id": secrets.token_hex(16), "name": "Ours", **limits("2")}
    answers = [client.post("/house-rules/contract/change", data=form) for _ in range(2)]
    assert [path_of(answer) for answer in answers] == ["/rulebooks/ours"] * 2
    reused = client.post("/house-rules/contract/change", data={**form, "name": "Others"})
    assert reused.status_code == 409
    with app.app_context():
        assert [one.id for one in rulebooks.own_rulebooks(seasons.first_club().id)] == ["ours"]


def test_the_referee_rules_under_an_own_rulebook_without_a_game(client: FlaskClient) -> None:
    save(
        client, "contract", name="Friday rules", naturals_least="0", **{"words.naturals_least": "Jokers alone will do."}
    )
    assert 'value="friday-rules"' in client.get("/ask/meld?rulebook=friday-rules").text
    answer = client.get("/ask/meld?rulebook=friday-rules&players=4&cards=JK+JK+JK&ask=1")
    assert words(answer, "word") == "Yes"
    assert "Jokers alone will do." in answer.text
    assert "Contract Rummy" in words(answer, "elsewhere"), "and how the others see it"


def test_a_house_rule_is_taken_back_on_the_page_of_the_rulebook(client: FlaskClient) -> None:
    save(client, "contract", name="Ours", run_longest="13", run_ace="high", **limits("2"))
    page = client.get("/rulebooks/ours")
    assert "As in Contract Rummy again: May I: how often" in words(page)
    form = {"write_id": secrets.token_hex(16), "version": "1", "topic": "may-i-limit"}
    assert client.post("/house-rules/ours/back", data=form).status_code == 303
    page = client.get("/rulebooks/ours")
    assert "Saved: Ours, version 2." in words(page)
    assert "Version 2 of 2" in words(page)
    late = {"write_id": secrets.token_hex(16), "version": "1", "topic": "may-i-limit"}
    assert client.post("/house-rules/ours/back", data=late).status_code == 303
    assert "Nothing changed: this is Ours, version 2." in words(client.get("/rulebooks/ours")), "two phones, one wish"
    late = {"write_id": secrets.token_hex(16), "version": "1", "topic": "jokers"}
    client.post("/house-rules/ours/back", data=late)
    assert "Not saved: version 2 was saved while you were editing." in words(client.get("/rulebooks/ours"))
    kept = {"write_id": secrets.token_hex(16), "version": "2", "topic": "long-run"}
    client.post("/house-rules/ours/back", data=kept)
    assert "something else depends on it" in words(client.get("/rulebooks/ours"))
    client.post("/house-rules/ours/back", data={"write_id": secrets.token_hex(16), "version": "2"})
    assert "Which rule?" in words(client.get("/rulebooks/ours"))
    assert "As in Contract Rummy again" not in words(client.get("/rulebooks/ours?version=1")), (
        "only of the last version"
    )
    gone = client.post("/house-rules/ours/back", data={**form, "write_id": secrets.token_hex(16), "version": "7"})
    assert gone.status_code == 404


def test_a_ruling_on_the_sources_silence_leads_to_the_form_where_no_game_is_played(client: FlaskClient) -> None:
    asked = client.get("/ask/meld?rulebook=contract&cards=JK+JK+JK&ask=1")
    assert "/house-rules/contract/change#of-natural" in hrefs(asked)
    assert 'id="of-natural"' in client.get("/house-rules/contract/change").text


def test_an_own_rulebook_may_start_from_a_game_that_no_source_tells(client: FlaskClient) -> None:
    page = read_page(client.get("/house-rules").get_data(as_text=True))
    starts = [str(one.get("value")) for one in page.elements if one.get("name") == "start"]
    assert starts == ["phase-10-with-two-decks", "six-contracts"]
    answer = client.post("/house-rules/start", data={"start": starts[0], "write_id": secrets.token_hex(16)})
    assert path_of(answer) == "/rulebooks/phase-10-with-two-decks"
    said = words(client.get("/rulebooks/phase-10-with-two-decks"))
    assert "From public descriptions (ourpastimes.com" in said
    assert "Jokers and kings are wild." in said
    assert client.get("/house-rules/phase-10-with-two-decks/change").status_code == 200
    answer = client.post("/house-rules/start", data={"start": "canasta", "write_id": secrets.token_hex(16)})
    assert answer.status_code == 422
