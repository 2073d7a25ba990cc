"""Going down, lay-offs, swaps, the screw-over and the Shanghai call over HTTP: looked at first, then recorded."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.game import events as ev
from tests.house.reading import Reader, read_page
from tests.web.table_phone import FIVES, NINES, Phone, buttons, down, hidden, hrefs, look, melds, note, record, words


def test_who_is_down_is_noted_in_two_taps_without_any_cards(app: Flask, client: FlaskClient) -> None:
    phone = Phone(app, client, "contract")
    assert f"/g/{phone.code}/down" in hrefs(phone.see())
    follows = note(phone, phone.see("/down"), "/down", "seat", "Cid")
    assert phone.last() == ev.WentDown(1, 1, 3, ())
    assert words(follows, "h1") == "Cid goes down", "the melds can be told at once"
    assert "Cid none taken down" in words(phone.see(), "at-seats")
    page = phone.see("/down")
    assert "Cid" not in buttons(page, "seat")
    assert f"/g/{phone.code}/down?seat=3" in hrefs(page), "or later"
    assert words(note(phone, page, "/down", "seat", "Dee"), "h1").startswith("Round 1"), (
        "where they are not, nobody asks"
    )
    phone.send("/down", round=1, seat=3, melds=f"{FIVES}\n{NINES}")
    assert set(melds(phone)) == {FIVES, NINES}


def test_melds_tapped_in_are_judged_before_they_lie_on_the_table(app: Flask, client: FlaskClient) -> None:
    phone = Phone(app, client, "contract")
    [slots] = [each.get("data-slots") for each in phone.see("/down?seat=2").elements if each.get("data-slots")]
    assert slots == "s3 s3", "the contract of the round, for the keys to fill"
    wrong = look(phone, "/down", seat=2, melds="4H 4C 5D\n9C 9D 9H", ask=1)
    assert words(wrong, "word") == "No"
    assert f"/g/{phone.code}/rulebook#set" in hrefs(wrong)
    assert "melds" not in {k for k, v in hidden(wrong, f"/g/{phone.code}/down").items() if v}
    right = look(phone, "/down", seat=2, melds="4H 4C JK\n9C 9D 9H", ask=1)
    assert words(right, "word") == "Yes"
    assert "joker, stands for a four" in words(right, "verdict")
    assert record(phone, right, "/down").melds == ("4H 4C JK=4", NINES)
    now = phone.see()
    lying = [one.text() for one in now.elements if one.tag == "a" and "/melds/" in str(one.get("href"))]
    assert lying[0] == "Ben: four of hearts, four of clubs and joker, stands for a four"


def test_a_lay_off_is_judged_against_the_meld_that_lies_there(app: Flask, client: FlaskClient) -> None:
    phone = down(app, client)
    path = f"/melds/{melds(phone)[FIVES]}"
    assert words(look(phone, path, seat=2, laid="6C", ask=1), "word") == "No"
    page = look(phone, path, seat=2, laid="5C", ask=1)
    assert words(page, "word") == "Yes"
    assert record(phone, page, path).became == "5H 5S 5D 5C"


def test_a_clause_in_dispute_is_offered_for_decision_only_where_the_ruling_hangs_on_it(
    app: Flask, client: FlaskClient
) -> None:
    phone = Phone(app, client, "grokipedia")
    phone.send("/down", round=1, seat=1, melds=f"{FIVES}\n{NINES}")
    path, to_decide = f"/melds/{melds(phone)[FIVES]}", f"/g/{phone.code}/rules/"
    assert phone.state.book.clauses["set"].silence, "both clauses can be taken two ways"
    fits = look(phone, path, seat=1, laid="5C", down="earlier", ask=1)
    assert words(fits, "word") == "Yes"
    assert {f"/g/{phone.code}/rulebook#set", f"/g/{phone.code}/rulebook#set-size"} <= set(hrefs(fits))
    assert {link for link in hrefs(fits) if link.startswith(to_decide)} == {f"{to_decide}set-size"}
    wrong = look(phone, path, seat=1, laid="2D", down="earlier", ask=1)
    assert words(wrong, "word") == "No"
    assert f"/g/{phone.code}/rulebook#set" in hrefs(wrong)
    assert not {link for link in hrefs(wrong) if link.startswith(to_decide)}
    refused = phone.send(path, 422, round=1, seat=1, laid="2D", down="earlier")
    assert f"/g/{phone.code}/rulebook#set" in hrefs(refused)
    assert not {link for link in hrefs(refused) if link.startswith(to_decide)}


@pytest.mark.parametrize(("book", "meld", "keys"), [("contract", "9C 9C 9D", 2), ("bicycle", "9C 9D JK", 1)])
def test_a_card_of_which_a_meld_holds_all_is_not_offered_for_it(
    app: Flask, client: FlaskClient, book: str, meld: str, keys: int
) -> None:
    phone = Phone(app, client, book)
    phone.send("/down", round=1, seat=2, melds=f"{FIVES}\n{meld}")
    offered = buttons(look(phone, f"/melds/{max(melds(phone).values())}", seat=2), "laid")
    gone = set() if book == "contract" else {"JK"}
    assert set(offered.values()) == {"9", "JK"} - gone, "its suit decides nothing"
    assert len(offered) == keys


def test_where_only_ones_own_melds_take_cards_the_pages_offer_no_others(app: Flask, client: FlaskClient) -> None:
    phone = Phone(app, client, "contract", lay_off_whose="own", lay_off_same_turn="yes")
    phone.send("/down", round=1, seat=1, melds=f"{FIVES}\n{NINES}")
    phone.send("/down", round=1, seat=2, melds="KC KD KH\nJC JD JH")
    path = f"/melds/{melds(phone)[FIVES]}"
    page = phone.see(path)
    assert [href.partition("seat=")[2] for href in hrefs(page) if f"{path}?" in href] == ["1"]
    refused = look(phone, path, seat=2, laid="5C", ask=1)
    assert words(refused, "word") == "No"
    assert "only on your own melds" in words(refused, "verdict")
    own = look(phone, path, seat=1, laid="5C", ask=1)
    assert words(own, "word") == "Yes"
    assert record(phone, own, path).became == "5H 5S 5D 5C"


def test_with_jokers_that_may_be_taken_others_are_offered_that_alone(app: Flask, client: FlaskClient) -> None:
    phone = Phone(app, client, "contract", lay_off_whose="own", swap="any")
    phone.send("/down", round=1, seat=1, melds=f"{FIVES}\n9C 9D JK=9")
    page = look(phone, f"/melds/{melds(phone)['9C 9D JK=9']}", seat=2)
    assert "Ben takes the wild card" in words(page, "h1")
    assert "Lays off" not in words(page, "main")


def test_when_somebody_went_down_is_asked_where_the_log_does_not_know(app: Flask, client: FlaskClient) -> None:
    phone = down(app, client)
    path = f"/melds/{melds(phone)[FIVES]}"
    page = look(phone, path, seat=4, laid="5C", ask=1)
    assert words(page, "h1") == "When did Dee go down?"
    answers = [href for href in hrefs(page) if "down=" in href]
    assert len(answers) == 3
    asked = phone.see(next(href for href in answers if "earlier" in href).removeprefix(f"/g/{phone.code}"))
    assert record(phone, asked, path).seat == 4


def test_what_was_sent_to_be_recorded_is_recorded_by_the_answer_to_when_somebody_went_down(
    app: Flask, client: FlaskClient
) -> None:
    phone = down(app, client)
    path = f"/melds/{melds(phone)[FIVES]}"
    sent = phone.send(path, 422, round=1, seat=4, way="lay_off", laid="5C")
    asked = read_page(sent.get_data(as_text=True))
    assert words(asked, "h1") == "When did Dee go down?"
    assert sorted(buttons(asked, "down").values()) == ["earlier", "no", "this turn"]
    refused = phone.send(path, 422, round=1, seat=4, way="lay_off", laid="5C", down="no")
    assert "Only a player who has melded the contract may lay off." in words(read_page(refused.get_data(as_text=True)))
    note(phone, asked, path, "down", "Before")
    assert (phone.last().seat, phone.last().became) == (4, "5H 5S 5D 5C")


def test_a_joker_is_taken_from_a_run_for_its_card(app: Flask, client: FlaskClient) -> None:
    phone = Phone(app, client, "contract", contracts=[["run of 4", "set of 3"]] * 3, all_cards_rounds=[], deal=[10] * 3)
    phone.send("/down", round=1, seat=2, melds="4H 5H JK=6H 7H\n9C 9D 9H")
    phone.send("/down", round=1, seat=1, melds="")
    phone.send("/may-i", round=1, claims=3, active=2)
    path = f"/melds/{melds(phone)['4H 5H JK=6H 7H']}"
    page = look(phone, path, seat=2, way="swap", laid="6H", ask=1)
    assert words(page, "word") == "Yes"
    taken = record(phone, page, path)
    assert (taken.wild, taken.became) == ("JK", "4H 5H 6H 7H")


def test_a_meld_changed_on_another_phone_meanwhile_is_shown_as_it_is(app: Flask, client: FlaskClient) -> None:
    phone = down(app, client)
    seen, path = phone.state.number, f"/melds/{melds(phone)[FIVES]}"
    phone.send(path, round=1, seat=2, laid="5C")
    answer = phone.send(path, 409, seen=seen, round=1, seat=2, laid="5S")
    assert "the 5s of hearts, spades, diamonds and clubs" in words(answer)
    assert "Another one" in answer.text, "what was laid off stays, whatever is chosen"


def test_a_meld_that_does_not_lie_there_is_no_page_and_changes_nothing(app: Flask, client: FlaskClient) -> None:
    phone = down(app, client)
    phone.see("/melds/77", 404)
    number = phone.state.number
    phone.client.post(f"/g/{phone.code}/melds/77", data={"write_id": "x" * 16, "seen": number, "round": 1, "seat": 2})
    assert phone.state.number == number


def test_further_melds_are_offered_only_where_the_rulebook_has_them(app: Flask, client: FlaskClient) -> None:
    never, later = Phone(app, client, "contract"), down(app, client)
    assert f"/g/{never.code}/new-meld" not in hrefs(never.see())
    assert f"/g/{later.code}/new-meld" in hrefs(later.see())
    page = look(later, "/new-meld", seat=2, laid="7D 8D 9D 10D", ask=1)
    assert record(later, page, "/new-meld").cards == "7D 8D 9D 10D"
    refused = never.send("/new-meld", 422, round=1, seat=2, laid="7D 8D 9D 10D")
    assert f"/g/{never.code}/rulebook#new-melds" in hrefs(refused)


def step(phone: Phone, page: Reader, ending: str) -> Reader:
    """Tap the key that adds this to the address."""
    found = [href for href in hrefs(page) if href.endswith(ending)]
    assert found, (ending, hrefs(page))
    return phone.see(found[0].removeprefix(f"/g/{phone.code}"))


def test_a_screw_over_goes_step_by_step_and_the_victim_stays_marked_until_the_meld_is_replaced(
    app: Flask, client: FlaskClient
) -> None:
    phone = down(app, client)
    assert f"/g/{phone.code}/screw-over" in hrefs(phone.see())
    page = step(phone, phone.see("/screw-over"), "by=1")
    page = note(phone, page, "/screw-over", "owner", "Ben 2 melds")
    assert "screw-over used" in words(phone.see(), "at-seats"), "noted, it counts for the limit"
    assert f"/g/{phone.code}/screw-over?by=1&owner=2" in hrefs(phone.see()), "and can be completed later"
    assert words(page, "h1") == "Which of Ben’s cards is taken?"
    page = step(phone, page, f"meld={melds(phone)[FIVES]}&take=5S")
    assert words(page, "h1") == "The cards", "who is not down goes down with it"
    other = step(phone, page, "use=open")
    assert words(other, "h1") == "How is it used at once?", "unless the log does not know"
    assert "Enter it first." not in words(page)
    assert "Enter it first." in words(
        look(phone, "/screw-over", by=1, owner=2, cards_of=FIVES, take="5S", use="contract", ask=1)
    )
    told = {str(one.get("name")): str(one.get("value")) for one in page.elements if one.get("type") == "hidden"}
    told = {name: told[name] for name in ("by", "owner", "meld", "take", "use")}
    page = look(phone, "/screw-over", **told, ask=1, give="KD", use_cards="5S 5C 5D\nJC JD JH")
    assert words(page, "word") == "Yes", "who goes down with it was not down"
    verdict = words(page, "verdict")
    assert "Into Ben’s hand" in verdict
    assert "Ben is truly screwed, and may lay off again only in a turn after replacing the set of 3." in verdict
    assert record(phone, page, "/screw-over").owed == "set of 3"
    now = phone.see()
    assert "truly screwed: owes a set of 3" in words(now, "at-seats")
    assert "screw-over used" in words(now, "at-seats")
    assert "may lay off again in a turn after replacing it" in words(now, "at-seats")
    again = phone.see("/screw-over")
    assert "Ann has screwed Ben, once a round" in words(again)
    assert {"by=1", "by=2"} & {href.rpartition("?")[2] for href in hrefs(again)} == {"by=2"}
    assert f"/g/{phone.code}/new-meld?seat=2" in hrefs(now)
    assert words(phone.see("/new-meld?seat=2"), "h1") == "Ben replaces the set of 3"
    phone.send("/down", round=1, seat=4, melds="")
    page = look(phone, "/new-meld", seat=2, laid="KH KS KC", ask=1)
    assert record(phone, page, "/new-meld").replaces == "set of 3"
    assert "truly screwed" not in words(phone.see(), "at-seats")


def test_two_screw_overs_told_of_one_player_can_both_be_recorded_once_it_is_said_who_did_the_other(
    app: Flask, client: FlaskClient
) -> None:
    phone = down(app, client)
    phone.send("/down", round=1, seat=4, melds="6H 6S 6D\nKC KD KH")
    phone.send("/may-i", round=1, claims=2, active=1)
    seen = phone.state.number
    told: dict[str, Any] = {"round": 1, "owner": 2, "use": "contract", "give": "KD", "down": "no"}
    fives = {"meld": melds(phone)[FIVES], "take": "5S", "use_cards": "5S 5C 5D JC JD JH"}
    kings: dict[str, Any] = {
        "owner": 4,
        "meld": melds(phone)["KC KD KH"],
        "take": "KC",
        "use_cards": "KC KS KH\n7C 7D 7H",
    }
    phone.send("/screw-over", by=1, **{**told, **fives})
    clash = phone.send("/screw-over", 409, seen, by=1, **{**told, **kings, "give": "2D"})
    assert "Another one" not in clash.text, "nobody does it twice in a round"
    (same,) = [one.get("href") for one in read_page(clash.text).elements if one.text() == "Same one" and one.tag == "a"]
    assert same == f"/g/{phone.code}", "then nothing is left to do, and nothing is asked once more"
    (other,) = [href for href in hrefs(clash) if "/screw-over?" in href and "by=" not in href]
    page = phone.see(other.removeprefix(f"/g/{phone.code}"))
    assert words(page, "h1") == "Who is stealing a card?"
    assert "Ann has screwed Ben, once a round" in words(page)
    page = phone.see(next(href for href in hrefs(page) if "by=3" in href).removeprefix(f"/g/{phone.code}"))
    assert words(page, "h1") == "The cards"
    (written,) = [one.text() for one in page.elements if one.get("id") == "use_cards"]
    assert written.split() == kings["use_cards"].split(), "what was told stays"
    fields = {**hidden(page, f"/g/{phone.code}/screw-over"), "use_cards": kings["use_cards"], "give": "2D"}
    assert client.post(f"/g/{phone.code}/screw-over", data=fields).status_code == 303
    assert phone.last().by == 3


def test_a_meld_tapped_in_once_serves_a_screw_over_where_melds_are_not_tracked(app: Flask, client: FlaskClient) -> None:
    phone = Phone(app, client, "screw")
    told = {"by": 1, "owner": 2, "cards_of": FIVES, "take": "5S", "use": "contract", "give": "KD", "down": "no"}
    told["use_cards"] = "5S 5C 5D\nJC JD JH"
    page = look(phone, "/screw-over", **told, ask=1)
    assert "owner_melds" in {one.get("name") for one in page.elements if one.tag == "textarea"}
    page = look(phone, "/screw-over", **told, owner_melds="none", ask=1)
    assert words(page, "word") == "Yes"
    done = record(phone, page, "/screw-over")
    assert (done.meld, done.to_owner, done.owed) == (None, "5H 5D KD", "set of 3")


@pytest.mark.parametrize("tracked", [True, False])
def test_a_step_of_the_screw_over_is_not_told_while_its_cards_are_being_tapped_in(
    app: Flask, client: FlaskClient, tracked: bool
) -> None:
    phone = down(app, client) if tracked else Phone(app, client, "screw")

    def at(half: str, **told: Any) -> tuple[str, str]:
        page = look(phone, "/screw-over", by=1, owner=2, **told, half=half)
        field = next(one for one in page.elements if one.get("id") == half)
        form = field.within("form")
        assert form is not None
        assert form.get("data-half") == half, "the address says it again with the next card"
        return words(page, "h1"), field.text() or str(field.get("value"))

    assert at("cards_of", cards_of="5H 5S") == ("Which meld of Ben?", "5H 5S")
    taken = {"cards_of": "6H 6S 6D", "take": "6S"}
    if tracked:
        assert at("onto_cards", **taken, use="lay_off", onto_cards="3C 3D") == ("Laid off on which meld?", "3C 3D")
        page = step(phone, look(phone, "/screw-over", by=1, owner=2), "half=cards_of")
        assert "cards_of" in {one.get("id") for one in page.elements}
    told = {**taken, "use": "contract", "give": "KD", "use_cards": "6S 6C 6D\nJC JD JH", "down": "no"}
    if not tracked:
        heading, cards = at("owner_melds", **told, owner_melds="9C 9D")
        assert (heading, cards) == ("Which other melds has the owner on the table?", "9C 9D")


@pytest.mark.parametrize(
    ("changes", "topic"),
    [
        ({"by": 2}, "screw-self"),
        ({"use": "new_meld", "use_cards": "7D 8D 9D 10D"}, "screw-use"),
        ({"use": "lay_off", "onto_cards": "7C 7D 7H", "use_cards": "5S", "down": "earlier"}, "screw-use"),
    ],
)
def test_a_screw_over_that_may_not_be_is_refused_with_its_clause(
    app: Flask, client: FlaskClient, changes: dict[str, Any], topic: str
) -> None:
    phone = down(app, client)
    told: dict[str, Any] = {
        "by": 1,
        "owner": 2,
        "meld": melds(phone)[FIVES],
        "take": "5S",
        "use": "contract",
        "give": "KD",
    }
    told |= {"use_cards": "5S 5C 5D\nJC JD JH", "down": "no", **changes}
    page = look(phone, "/screw-over", **told, ask=1)
    assert words(page, "word") == "No"
    assert f"/g/{phone.code}/rulebook#{topic}" in hrefs(page)
    said = [one.text().rstrip(".") for one in page.elements if one.get("class") == "sentence"]
    assert not [one for at, one in enumerate(said) if any(one.lower() in other.lower() for other in said[:at])]
    number = phone.state.number
    phone.send("/screw-over", 422, round=1, **told)
    assert phone.state.number == number


@pytest.mark.parametrize("book", ["contract", "shanghai"])
def test_an_action_that_the_rulebook_does_not_have_is_not_shown_and_is_refused_with_the_clause(
    app: Flask, client: FlaskClient, book: str
) -> None:
    phone = Phone(app, client, book)
    assert f"/g/{phone.code}/screw-over" not in hrefs(phone.see())
    told: dict[str, Any] = {"by": 1, "owner": 2, "cards_of": FIVES, "take": "5S", "give": "KD", "down": "no"}
    told["use"] = "contract"
    answer = phone.send("/screw-over", 422, round=1, **told, use_cards="5S 5C 5D", owner_melds="none")
    assert any(href.startswith(f"/g/{phone.code}/rulebook#screw") for href in hrefs(answer)), hrefs(answer)


def test_a_shanghai_call_by_the_discarder_puts_the_card_out_of_reach(app: Flask, client: FlaskClient) -> None:
    phone = down(app, client, "shanghai")
    assert f"/g/{phone.code}/shanghai" in hrefs(phone.see())
    page = look(phone, "/shanghai", discarder=3, seat=3, card="5C", ask=1)
    assert words(page, "word") == "Yes"
    record(phone, page, "/shanghai")
    assert "Cid called Shanghai on the 5 of clubs" in words(phone.see(), "at-table")
    refused = phone.send("/may-i", 422, round=1, claims=2, active=4, same="yes")
    assert f"/g/{phone.code}/rulebook#shanghai" in hrefs(refused)


def test_a_shanghai_call_by_another_lays_the_card_on_the_meld(app: Flask, client: FlaskClient) -> None:
    phone = down(app, client, "shanghai")
    page = look(phone, "/shanghai", discarder=3, seat=2, card="5C", ask=1)
    assert record(phone, page, "/shanghai").became == "5H 5S 5D 5C"
    assert words(look(phone, "/shanghai", discarder=3, seat=2, card="KC", all_told="yes", ask=1), "word") == "No"


def test_a_call_on_a_table_that_keeps_no_melds_asks_for_the_one_it_fits(app: Flask, client: FlaskClient) -> None:
    phone = Phone(app, client, "shanghai")
    page = phone.see("/shanghai")
    page = note(phone, step(phone, page, "discarder=3"), "/shanghai", "seat", "Ben")
    assert phone.last() == ev.ShanghaiCalled(1, 2, 3, "", None, "", "")
    page = step(phone, page, "seat=2")
    assert [one.text() for one in page.elements if one.tag == "a" and one.within("ul")] == [
        "Cid discarded",
        "Ben called",
    ]
    page = look(phone, "/shanghai", discarder=3, seat=2, card="5C", ask=1)
    assert "Enter it first." in words(page)
    page = look(phone, "/shanghai", discarder=3, seat=2, card="5C", table=FIVES, ask=1)
    assert record(phone, page, "/shanghai").became == "5H 5S 5D 5C"


def test_a_wild_card_is_taken_one_tap_beside_the_lay_off_and_only_where_one_lies(
    app: Flask, client: FlaskClient
) -> None:
    phone = Phone(app, client, "contract")
    phone.send("/down", round=1, seat=2, melds=f"4H 4C JK\n{NINES}")
    fours, nines = melds(phone)["4H 4C JK=4"], melds(phone)[NINES]
    page = step(phone, step(phone, phone.see(f"/melds/{fours}"), "seat=3"), "way=swap")
    assert words(page, "h1") == "Cid takes the wild card from Ben’s meld"
    assert not [href for href in hrefs(phone.see(f"/melds/{nines}?seat=3")) if "way=swap" in href]


def test_where_the_discard_fits_several_melds_the_meld_is_asked_for(app: Flask, client: FlaskClient) -> None:
    phone = down(app, client, "shanghai")
    phone.send("/down", round=1, seat=1, melds="5H 5C 5D\nKC KD KH")
    page = look(phone, "/shanghai", discarder=3, seat=2, card="5S", ask=1)
    assert words(page, "h1") == "Which meld does the 5 of spades go on?"
    answers = [href for href in hrefs(page) if "meld=" in href]
    assert len(answers) == 2, "not on the nines nor on the kings"
    chosen = phone.see(answers[1].removeprefix(f"/g/{phone.code}"))
    assert "Ben lays it there, and Cid draws a card from Ben’s hand." in words(chosen, "verdict")
    assert record(phone, chosen, "/shanghai").became == "5H 5C 5D 5S"


def test_buttons_that_end_the_round_lead_into_the_counting_with_nobody_out(app: Flask, client: FlaskClient) -> None:
    phone = Phone(app, client, "contract")
    assert list(buttons(phone.see("/stock"), "seat").values()) == ["nobody"]
    phone.send("/stock", round=1)
    assert "The stock was reshuffled once." in words(phone.see(), "at-table")
    phone.send("/round/went-out", round=1, seat="nobody")
    running = phone.state.running
    assert running is not None
    assert (running.went_out_said, running.went_out, running.play.shuffles) == (True, None, 1)
