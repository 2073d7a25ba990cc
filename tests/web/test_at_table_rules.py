"""Precedents and what goes wrong, over HTTP: decided once, cited from then on, revoked; noted with the remedy."""

from __future__ import annotations

from html import unescape
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.rulebooks import library
from referee.rules.rulebook.model import WILD_TOPICS
from referee.services.clubs import rulebooks
from tests.house.reading import Reader, read_page
from tests.rulebooks.test_before import frozen_before
from tests.services.desk import open_game
from tests.web.table_phone import Phone, hrefs, record, words


def test_a_ruling_on_the_sources_silence_leads_to_the_tables_own_decision(app: Flask, client: FlaskClient) -> None:
    phone = Phone(app, client, "contract")
    asked = phone.see("/ask/meld?cards=JK+JK+JK&ask=1")
    assert f"/g/{phone.code}/rules/natural" in hrefs(asked)
    page = phone.see("/rules/natural")
    assert phone.state.book.clauses["natural"].text.split(".")[0] in words(page)
    phone.send("/rules/natural", naturals_least="0", wording="A meld of jokers only is fine.")
    again = client.get(f"/g/{phone.code}/ask/meld?cards=JK+JK+JK&ask=1")
    assert words(again, "word") == "Yes"
    assert "A meld of jokers only is fine." in again.text
    decided = phone.see("/rules")
    assert "A meld of jokers only is fine." in words(decided)
    assert "precedent" in words(decided)


def test_the_house_rules_of_a_game_begin_with_those_that_most_tables_change(app: Flask, client: FlaskClient) -> None:
    phone = Phone(app, client, "contract")
    for page in ("/table", "/rulebook"):
        assert f"/g/{phone.code}/rules" in hrefs(phone.see(page)), page
    rules = [href.rpartition("/")[2] for href in hrefs(phone.see("/rules")) if "/rules/" in href]
    assert rules[:6] == ["score", "may-i-limit", "jokers", "wild", "swap", "most-players"]


def test_the_reading_as_it_stands_is_decided_with_one_key_and_revoked_with_another(
    app: Flask, client: FlaskClient
) -> None:
    phone = Phone(app, client, "contract")
    assert f"/g/{phone.code}/rules/natural" in hrefs(phone.see("/rules"))
    phone.send("/rules/natural", stands="yes")
    assert phone.state.book.clauses["natural"].basis == "house rule"
    assert f"/g/{phone.code}/rules/natural" not in hrefs(phone.see("/rules"))
    phone.send("/rules", target=phone.state.number)
    assert phone.state.decisions == ()
    assert "Dropped: our rule on" in words(phone.see("/history"))


def test_a_clause_newer_than_the_games_rulebook_says_only_that_and_may_be_decided(
    app: Flask, client: FlaskClient
) -> None:
    phone = Phone(app, client, "progressive")
    with app.app_context():
        phone.code = open_game(library.from_data(frozen_before("progressive")), "Ann", "Ben", "Cid").code
    asked = phone.see("/ask/runs_meet?ask=1&runs=3C+4C+5C+6C+7C+8C+9C+10C&cut=7C")
    assert words(asked, "word") == "No"
    for page in (words(asked, "decides"), words(phone.see("/rules/runs-cut"))):
        assert "Newer than this rulebook" in page
        assert "This rulebook is older than the clause." in page
        assert "leave" not in page
        assert "Left open by the sources" not in page
    assert "Cutting a runMay a long run on the table be cut in two?" in words(phone.see("/rules"))
    phone.send("/rules/runs-cut", runs_cut="yes")
    assert phone.state.book.clauses["runs-cut"].basis == "house rule"


def test_a_decision_that_contradicts_another_rule_is_refused_and_what_was_typed_stays(
    app: Flask, client: FlaskClient
) -> None:
    phone = Phone(app, client, "contract")
    answer = phone.send("/rules/players", 422, players_min="7", wording="Seven at least.")
    assert words(answer, "problems")
    assert 'value="7"' in answer.text
    assert "Seven at least." in answer.text
    assert phone.state.decisions == ()


def test_a_decision_made_on_another_phone_meanwhile_is_shown(app: Flask, client: FlaskClient) -> None:
    phone = Phone(app, client, "contract")
    phone.send("/rules/natural", naturals_least="0", wording="Jokers alone are fine.")
    answer = phone.send("/rules/natural", 409, seen=1, naturals_least="2", wording="Two at least.")
    assert "Jokers alone are fine." in words(answer)


def test_what_was_decided_is_kept_for_the_next_games(app: Flask, client: FlaskClient) -> None:
    phone = Phone(app, client, "contract")
    phone.send("/rules/natural", naturals_least="0")
    assert words(phone.send("/rules/keep", 422, name=""), "problems")
    answer = phone.send("/rules/keep", name="As we play")
    assert answer.headers["Location"] == f"/g/{phone.code}/rules"
    with app.app_context():
        club = rulebooks.club_of(phone.code)
        assert rulebooks.rulebook(club, "as-we-play").naturals_least == 0


def test_a_name_that_another_rulebook_has_is_asked_about_before_the_rules_are_kept(
    app: Flask, client: FlaskClient
) -> None:
    phone, other = Phone(app, client, "contract"), Phone(app, client, "contract")
    phone.send("/rules/natural", naturals_least="0")
    phone.send("/rules/keep", name="As we play")
    other.send("/rules/natural", naturals_least="2")
    asked = other.send("/rules/keep", 422, name="As we play")
    assert "There is already a rulebook called As we play. Save this as its version 2?" in words(asked)
    back = next(one for one in hrefs(asked) if "name=" in one)
    assert 'value="As we play"' in client.get(back).text, "what was typed is there again"
    other.send("/rules/keep", name="As we play", over=1, confirmed=1)
    with app.app_context():
        club = rulebooks.club_of(phone.code)
        assert rulebooks.rulebook(club, "as-we-play").naturals_least == 2


def test_unknown_clauses_and_decisions_are_refused(app: Flask, client: FlaskClient) -> None:
    phone = Phone(app, client, "contract")
    phone.see("/rules/nonsense", 404)
    phone.send("/rules/nonsense", 404)
    assert words(phone.send("/rules", 422, target=77), "problems")


def test_what_went_wrong_is_noted_in_three_taps(app: Flask, client: FlaskClient) -> None:
    phone = Phone(app, client, "contract")
    assert f"/g/{phone.code}/irregular" in hrefs(phone.see())
    page = phone.see("/irregular")
    kinds = [one.get("value") for one in page.elements if one.get("name") == "kind"]
    assert "drew out of turn" in kinds
    assert {one.get("value") for one in page.elements if one.get("name") == "seat"} >= {"0", "1", "4"}
    phone.send("/irregular", round=1, kind="drew out of turn", seat=2)
    assert "Drew out of turn, Ben." in words(phone.see(), "at-table")
    assert "Ben: Drew out of turn" in words(phone.see("/history"))


def test_points_for_it_are_an_entry_of_their_own_in_the_score(app: Flask, client: FlaskClient) -> None:
    phone = Phone(app, client, "contract")
    phone.send("/irregular", round=1, kind="too many cards", seat=2, remedy="points", points=20, text="One too many")
    assert "Too many cards, Ben: 20 when the round is closed." in words(phone.see(), "at-table")
    assert "+20 points, counted when the round is closed" in unescape(words(phone.see("/score")))
    phone.send("/round/went-out", round=1, seat=1)
    for seat in (2, 3, 4):
        phone.send("/round/cards-left", round=1, seat=seat, cards="K")
    phone.send("/round/close", round=1)
    score = phone.client.get(f"/g/{phone.code}/score")
    assert phone.state.totals[2] == 30
    assert "Round 1, Ben: Too many cards, +20" in unescape(words(score))
    assert "One too many" in score.text
    phone.send("/irregular", round=1, kind="something else", seat=3, remedy="points", points=-5)
    assert phone.state.totals[3] == 5
    assert "Round 1, Cid: Something else, −5" in unescape(words(phone.see("/score")))


def test_a_light_note_is_completed_from_now_and_from_the_score(app: Flask, client: FlaskClient) -> None:
    phone = Phone(app, client, "contract")
    phone.send("/irregular", round=1, kind="too many cards", seat=2)
    (note,) = [href for href in hrefs(phone.see()) if "note=" in href]
    assert [href for href in hrefs(phone.see("/score")) if "note=" in href], "it can be completed after the round too"
    page = phone.see(note.removeprefix(f"/g/{phone.code}"))
    assert words(page, "h1") == "Too many cards, Ben"
    event = record(phone, page, "/irregular", remedy="points", points="20", text="One too many")
    assert (event.seat, event.kind, event.points, event.text) == (2, "too many cards", 20, "One too many")
    running = phone.state.running
    assert running is not None
    assert len(running.play.irregularities) == 1
    assert not [href for href in hrefs(phone.see()) if "note=" in href]


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"kind": ""}, "What went wrong?"),
        ({"kind": "cheating"}, "What went wrong is one of"),
        ({"seat": ""}, "Who did it?"),
        ({"seat": 9}, "That player didn’t play this round."),
        ({"remedy": "points"}, "other than 0"),
        ({"remedy": "points", "points": 9999}, "up to 500"),
        ({"remedy": "note", "points": 10}, "10 points are entered. Choose Add points"),
        ({"remedy": "nothing", "points": -5}, "-5 points are entered. Choose Add points"),
        ({"remedy": "owed", "points": 20}, "20 points are entered. Choose Add points"),
        ({"remedy": "void", "points": 20}, "20 points are entered. Choose Add points"),
        ({"remedy": "points", "points": 5, "seat": 0}, "Whose points are they?"),
        ({"remedy": "jail"}, "What does the table do about it?"),
        ({"round": 4}, "ound"),
    ],
)
def test_an_irregularity_that_cannot_be_is_refused_and_the_form_keeps_what_was_chosen(
    app: Flask, client: FlaskClient, wrong: dict[str, Any], said: str
) -> None:
    phone = Phone(app, client, "contract")
    told = {"round": 1, "kind": "misdeal", "seat": 2, "remedy": "note", "text": "kept", **wrong}
    answer = phone.client.post(
        f"/g/{phone.code}/irregular", data={"write_id": "a" * 16, "seen": phone.state.number, **told}
    )
    assert answer.status_code == 422
    assert said in words(answer, "problems")
    assert 'value="kept"' in answer.text
    assert phone.state.number == 1


def test_the_same_thing_noted_on_two_phones_is_shown_once(app: Flask, client: FlaskClient) -> None:
    phone = Phone(app, client, "contract")
    told = {"round": 1, "kind": "misdeal", "seat": 0, "remedy": "note"}
    phone.send("/irregular", **told)  # type: ignore[arg-type]
    answer = phone.send("/irregular", 409, seen=1, **told)
    assert isinstance(read_page(answer.text), Reader)
    assert phone.state.number == 2


def test_a_precedent_is_kept_for_the_next_games_only_if_the_table_says_so(app: Flask, client: FlaskClient) -> None:
    phone = Phone(app, client, "contract")
    page = phone.see("/rules/natural")
    (keep,) = (one for one in page.elements if one.get("name") == "keep")
    assert keep.get("checked") is None
    assert "Contract Rummy as we play it" in words(page)
    phone.send("/rules/natural", naturals_least="0", wording="Jokers alone will do.", keep="yes")
    assert "Also for the next games" in words(phone.see("/rules"))
    chosen = [one for one in read_page(client.get("/new").text).elements if one.get("name") == "rulebook"]
    assert [one.get("value") for one in chosen if one.get("checked") is not None] == ["contract-rummy-as-we-play-it"]
    outside = client.get("/ask/meld?cards=JK+JK+JK&ask=1")
    assert words(outside, "word") == "Yes", "the referee goes by it without a game too"
    assert "Jokers alone will do." in outside.text
    phone.send("/rules", target=phone.state.number)
    again = client.get("/ask/meld?cards=JK+JK+JK&ask=1")
    assert words(again, "word") == "No", "and no longer once it is revoked"


def test_the_reading_stands_with_one_key_whatever_else_was_chosen(app: Flask, client: FlaskClient) -> None:
    phone = Phone(app, client, "contract")
    phone.send("/rules/natural", naturals_least="0", stands="yes", keep="yes")
    assert phone.state.book.naturals_least == 1
    assert phone.state.book.clauses["natural"].basis == "house rule"
    assert phone.last().kept == "", "nothing was changed for the next games"


def test_what_was_typed_stays_when_a_decision_is_refused_the_box_too(app: Flask, client: FlaskClient) -> None:
    phone = Phone(app, client, "contract")
    page = read_page(phone.send("/rules/players", 422, players_min="7").text)
    (keep,) = (one for one in page.elements if one.get("name") == "keep")
    assert keep.get("checked") is None


def test_without_jokers_nothing_about_them_is_open_and_no_key_types_one(app: Flask, client: FlaskClient) -> None:
    def seen(phone: Phone) -> tuple[bool, bool]:
        keys = [one.get("data-rank") for one in phone.see("/down?seat=1").elements]
        return "Discarding a wild card" in words(phone.see("/rules"), "main"), "JK" in keys

    assert seen(Phone(app, client, "contract")) == (True, True)
    assert seen(Phone(app, client, "contract", jokers=0)) == (False, False)
    assert seen(Phone(app, client, "contract", jokers=0, wild_ranks=["2"])) == (True, False), "2s are wild"


def test_what_presupposes_wild_cards_is_a_clause_of_some_rulebook() -> None:
    assert set(WILD_TOPICS) <= {topic for book in library.all_rulebooks() for topic in book.clauses}


@pytest.mark.parametrize(
    ("path", "value", "says"),
    [
        ("/may-i", "may_i_penalty", "Plus 1 card from the stock."),
        ("/down", "contracts", "Two sets of 3."),
        ("/screw-over", "screw_over", "The screw-over: once for each player."),
        (
            "/round?step=read-back",
            "points",
            "Ace, joker 15; 10–K = 10; 2–9 face value.",
        ),
    ],
)
def test_a_rule_that_a_page_rests_on_opens_its_clause(
    app: Flask, client: FlaskClient, path: str, value: str, says: str
) -> None:
    phone = Phone(app, client, "screw")
    [link] = [each for each in phone.see(path).elements if (each.get("class") or "") == "rule-line"]
    assert link.get("aria-label") == f"The rule: {says}"
    where, _, topic = (link.get("href") or "").partition("#")
    assert topic == phone.state.book.clause_of(value).topic
    assert client.get(where).text.count(f'id="{topic}"') == 1


def chosen_next(client: FlaskClient) -> list[str | None]:
    """The rulebook that the next game is offered with."""
    chosen = [one for one in read_page(client.get("/new").text).elements if one.get("name") == "rulebook"]
    return [one.get("value") for one in chosen if one.get("checked") is not None]


def own_books(app: Flask, phone: Phone) -> list[str]:
    with app.app_context():
        return [book.id for book in rulebooks.own_rulebooks(rulebooks.club_of(phone.code))]


def as_shown(phone: Phone, path: str) -> dict[str, Any]:
    """The fields of the form of a clause, as its page has them."""
    fields = {}
    for one in phone.see(path).elements:
        inside = one.within("form")
        if not (inside and inside.get("id") == "rule") or not one.get("name"):
            continue
        if one.get("type") in ("checkbox", "radio") and one.get("checked") is None:
            continue
        fields[str(one.get("name"))] = str(one.get("value") or "")
    return {name: value for name, value in fields.items() if name not in ("write_id", "csrf_token", "seen", "stands")}


@pytest.mark.parametrize("topic", ["natural", "may-i-limit", "score", "seats"])
def test_using_the_rule_as_it_is_records_nothing_and_says_so(app: Flask, client: FlaskClient, topic: str) -> None:
    phone = Phone(app, client, "contract")
    fields = as_shown(phone, f"/rules/{topic}")
    before = chosen_next(client)
    answer = phone.send(f"/rules/{topic}", **fields, keep="yes")
    assert answer.headers["Location"] == f"/g/{phone.code}/rules/{topic}"
    assert "That’s already the rule here." in unescape(words(phone.see(f"/rules/{topic}"), "notices"))
    assert phone.state.number == 1
    assert own_books(app, phone) == []
    assert chosen_next(client) == before


def test_keeping_a_rule_that_no_source_leaves_open_records_nothing(app: Flask, client: FlaskClient) -> None:
    phone = Phone(app, client, "contract")
    phone.send("/rules/score", stands="yes", keep="yes")
    assert "That’s already the rule here." in unescape(words(phone.see("/rules/score"), "notices"))
    assert (phone.state.number, own_books(app, phone)) == (1, [])


@pytest.mark.parametrize(
    "decision",
    [{"stands": "yes"}, {"naturals_least": "0"}, {"naturals_least": "0", "wording": "Jokers alone will do."}],
    ids=["as it stands", "a value", "a value and words"],
)
def test_two_phones_that_tap_the_same_decision_record_it_once(
    app: Flask, client: FlaskClient, decision: dict[str, Any]
) -> None:
    phone = Phone(app, client, "contract")
    phone.send("/rules/natural", seen=1, keep="yes", **decision)
    phone.send("/rules/natural", seen=1, keep="yes", **decision)
    assert "has just decided that. It’s the rule here now." in unescape(words(phone.see("/rules"), "notices"))
    assert (phone.state.number, len(phone.state.decisions)) == (2, 1)
    phone.send("/rules/natural", keep="yes", **decision)
    assert "That’s already the rule here." in unescape(words(phone.see("/rules"), "notices"))
    assert phone.state.number == 2


def test_only_what_is_changed_becomes_the_next_games_default(app: Flask, client: FlaskClient) -> None:
    phone = Phone(app, client, "contract")
    before = chosen_next(client)
    phone.send("/rules/natural", stands="yes", keep="yes")
    assert phone.last().precedent
    assert (own_books(app, phone), chosen_next(client)) == ([], before)
    phone.send("/rules/natural", naturals_least="0", keep="yes")
    assert chosen_next(client) == ["contract-rummy-as-we-play-it"]


def test_rules_kept_a_second_time_are_no_new_version(app: Flask, client: FlaskClient) -> None:
    phone = Phone(app, client, "contract")
    phone.send("/rules/natural", naturals_least="0")
    phone.send("/rules/keep", name="As we play")
    phone.send("/rules/keep", name="As we play")
    assert "Nothing changed: this is As we play, version 1." in words(phone.see("/rules"), "notices")


@pytest.mark.parametrize(
    ("path", "fields", "page"),
    [
        ("/score/1/2", {"cards": "K"}, "/score"),
        ("/table/rename", {"seat": 2, "player": "Ben"}, "/table"),
        ("/table/dealer", {"seat": 2}, "/table"),
    ],
)
def test_what_is_written_as_it_is_already_says_that_nothing_changed(
    app: Flask, client: FlaskClient, path: str, fields: dict[str, Any], page: str
) -> None:
    phone = Phone(app, client, "contract")
    phone.send("/round/went-out", round=1, seat=1)
    for seat in (2, 3, 4):
        phone.send("/round/cards-left", round=1, seat=seat, cards="K")
    phone.send("/round/close", round=1)
    number = phone.state.number
    phone.send(path, **fields)
    assert "Nothing changed: it was already like that." in words(phone.see(page), "notices")
    assert phone.state.number == number


def noted(phone: Phone, **told: Any) -> Reader:
    """The page after something was noted: what the rules say to it."""
    sent = phone.send("/irregular", round=1, **told)
    return phone.see(str(sent.headers["Location"]).removeprefix(f"/g/{phone.code}"))


def test_the_remedy_follows_with_its_effect_one_tap_away(app: Flask, client: FlaskClient) -> None:
    phone = Phone(app, client, "contract")
    page = noted(phone, kind="too many cards", seat=2)
    assert words(page, "h1") == "Too many cards, Ben"
    assert phone.state.book.clause("too-many-cards").text in words(page)
    event = record(phone, page, "/irregular", remedy="owed")
    assert (event.seat, event.remedy) == (2, "owed")
    reads = phone.state.book.clause("too-many-cards").silence
    assert reads
    assert f"Too many cards, Ben: {reads.reading}" in words(phone.see(), "at-table")
    in_short = "Too many cards: Discard, don’t draw"
    assert f"Ben none taken {in_short}" in words(phone.see(), "at-seats"), "beside the name of the seat"
    (still,) = [href for href in hrefs(phone.see()) if "note=" in href]
    record(phone, phone.see(still.removeprefix(f"/g/{phone.code}")), "/irregular", remedy="right")
    assert reads.reading not in words(phone.see(), "at-table")
    assert in_short not in words(phone.see())


def test_a_remedy_in_the_words_of_the_table_is_not_said_otherwise_beside_the_name(
    app: Flask, client: FlaskClient
) -> None:
    phone = Phone(app, client, "contract")
    phone.send("/rules/too-few-cards", wording="Draw two at once.")
    record(phone, noted(phone, kind="too few cards", seat=2), "/irregular", remedy="owed")
    assert "Ben none taken Too few cards: still to be corrected" in words(phone.see(), "at-seats")


def test_a_round_with_a_wrong_pack_is_dealt_again(app: Flask, client: FlaskClient) -> None:
    phone = Phone(app, client, "contract")
    phone.send("/may-i", round=1, active=2, claims=3)
    page = noted(phone, kind="wrong pack", seat=0)
    assert "Deal round 1 again" in words(page)
    event = record(phone, page, "/irregular", remedy="void", confirmed="1")
    assert type(event).__name__ == "RoundVoided"
    now = phone.see()
    assert "This round was dealt again (Cards missing, or too many in the pack)." in words(now, "at-table")
    assert phone.state.running
    assert not phone.state.running.play.takes
    assert "Dealt again; Cards missing, or too many in the pack" in unescape(words(phone.see("/history")))


def test_a_misdeal_is_dealt_again_only_while_nobody_has_drawn(app: Flask, client: FlaskClient) -> None:
    phone = Phone(app, client, "contract")
    assert phone.state.book.clause("misdeal").text in words(noted(phone, kind="misdeal", seat=1))
    phone.send("/may-i", round=1, active=2, claims=3)
    page = noted(phone, kind="misdeal", seat=2)
    assert phone.state.book.clause("misdeal-later").text in words(page)
    assert not [one for one in page.elements if one.get("value") == "owed"]


def test_only_what_can_happen_under_the_rulebook_is_offered(app: Flask, client: FlaskClient) -> None:
    kinds = {}
    for rulebook in ("contract", "screw", "shanghai"):
        page = Phone(app, client, rulebook).see("/irregular")
        kinds[rulebook] = {str(one.get("value")) for one in page.elements if one.get("name") == "kind"}
    stolen, call = "stolen card not used", "Shanghai call that fits nothing"
    assert [stolen in kinds[book] for book in kinds] == [False, True, False]
    assert [call in kinds[book] for book in kinds] == [False, False, True]


def test_what_rounds_were_counted_by_is_offered_with_the_round_from_which_it_counts(
    app: Flask, client: FlaskClient
) -> None:
    phone = Phone(app, client, "contract")

    def since(topic: str) -> list[str | None]:
        return [one.get("value") for one in phone.see(f"/rules/{topic}").elements if one.get("name") == "since"]

    assert (since("win"), since("score")) == (["first"], [])
    phone.send("/round/went-out", round=1, seat=1)
    for seat in (2, 3, 4):
        phone.send("/round/cards-left", round=1, seat=seat, cards="K")
    phone.send("/round/close", round=1)
    assert (since("win"), since("score"), since("natural")) == (["first"], ["now", "first"], [])
    refused = phone.send("/rules/win", 422, winning_total="highest, own cards come off", since="first")
    assert "Which total wins is different" in unescape(words(refused))
    sent = phone.send("/rules/score", wording="A king costs what it costs.", since="now")
    assert sent.status_code in (302, 303)
    assert phone.state.book.clauses["score"].text == "A king costs what it costs."
