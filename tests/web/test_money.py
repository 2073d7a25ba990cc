"""Money of a club on a phone: nothing of it where the club plays for nothing, else who owes whom, and why."""

from __future__ import annotations

import pytest
from flask import Flask

from referee.days import today
from referee.services.clubs import evenings
from referee.services.clubs.evening_views import EveningForm
from referee.web.money.forms import amount_in, no_amount
from tests.web.plain import Phone
from tests.web.season_club import Club

LONG = "Maximiliane Konstantinopolou Featherston"
SHEET = {"Ada": (0, 0, 5, 0, 0, 3, 0), "Ben": (30, 10, 0, 25, 40, 0, 20), LONG: (20, 15, 30, 5, 5, 30, 35)}


PLAYED = f"What each won or lost on this evening Player Amount Ada −1.00 € Ben −2.50 € {LONG} −2.50 € The kitty +6.00 €"


def playing(phone: Phone, club: Club, **typed: str) -> Phone:
    """On the page of the money of a club that plays for stakes of 0.50 and dues of 2."""
    phone.open(f"/clubs/{club.id}/money/change")
    given = {"unit": "€", "hundredths": "yes", "since": "2026-01-01", "way": "stake", "amount": "0.50", "dues": "2"}
    phone.send("/money/change", **(given | typed))
    return phone


def test_nothing_of_money_is_shown_where_the_club_plays_for_nothing(phone: Phone, club: Club) -> None:
    club.game(None, "2026-01-05", SHEET)
    phone.open(f"/clubs/{club.id}")
    assert "Money" not in phone.links()
    assert phone.open(f"/clubs/{club.id}/money").status == 404
    phone.open(f"/clubs/{club.id}/evenings/new").send("/new")
    assert "who owes whom" not in phone.text


def test_a_club_begins_to_play_for_money_settles_and_takes_back(phone: Phone, club: Club) -> None:
    club.game(None, "2026-01-05", SHEET)
    phone.open(f"/clubs/{club.id}").follow("Play for money or chips …")
    playing(phone, club)
    assert "Ben owes Ada 0.50 €" in phone.text.replace("\xa0", " ")
    assert "Contract Rummy Ada +1.00 €" in phone.text.replace("\xa0", " ")
    phone.send("/settle", pays=club.player("Ben"), gets=club.player("Ada"), sum="50")
    assert "Settled: Ben paid Ada 0.50 €." in phone.text.replace("\xa0", " ")
    assert "Ben owes" not in phone.text
    phone.send("/take-back")
    assert "Taken back: Ben paid Ada 0.50 €." in phone.text.replace("\xa0", " ")
    assert "Ben owes Ada" in phone.text
    assert "Money" in phone.open(f"/clubs/{club.id}").links()
    phone.open(f"/clubs/{club.id}/evenings/new").send("/new").follow("Money: who owes whom")
    phone.follow("Change it").send("/stop")
    assert "plays for nothing now" in phone.text
    assert "Money" not in phone.links()
    assert phone.open(f"/clubs/{club.id}/money").status == 404
    playing(phone, club, before="")
    assert "Taken back" in phone.text, "its accounts are kept"


def test_the_second_of_two_phones_is_told_that_it_was_settled(phone: Phone, club: Club) -> None:
    club.game(None, "2026-01-05", SHEET)
    playing(phone, club)
    sent = phone.fields(phone.form("/settle"))
    page = phone.path
    phone.post(f"{page}/settle", **sent)
    again = phone.open(page)
    phone.post(f"{page}/settle", **{**sent, "write_id": "another-phone-1"})
    assert phone.status == 422
    assert "settled on another phone" in phone.text
    assert again.text.count("Take back") == 1


def test_an_entry_by_hand_keeps_what_was_typed_where_it_is_refused(phone: Phone, club: Club) -> None:
    club.game(None, "2026-01-05", SHEET)
    playing(phone, club)
    for typed, sentence in (
        ({"who": "", "other": "kitty", "amount": "3"}, "Choose a player or the kitty."),
        ({"who": "kitty", "other": "kitty", "amount": "3"}, "Choose two different people."),
        ({"who": "kitty", "other": club.player("Ada"), "amount": "3.456"}, "Enter an amount, like 3.40."),
        ({"who": "kitty", "other": club.player("Ada"), "amount": "99999999"}, "Enter at most 100000.00."),
        ({"who": "kitty", "other": club.player("Ada"), "amount": "0"}, "Enter an amount, like 3.40."),
    ):
        phone.send("/enter", what="owes", word="pizza", **typed)
        assert phone.status == 422
        assert sentence in phone.text
        assert phone.one("input", id_="word").get("value") == "pizza"
        assert phone.one("div", id_="problems").within("details") is phone.form("/money/enter").within("details")
        assert phone.one("input", id_="amount").get("value") == typed["amount"]
    phone.send("/enter", who="kitty", what="owes", other=club.player("Ada"), amount="24,50", word="pizza")
    assert "Entered: The kitty owes Ada 24.50 €." in phone.text.replace("\xa0", " ")
    assert "The kitty owes Ada 24.50 €: pizza" in phone.text.replace("\xa0", " ")
    phone.send("/enter", who=club.player(LONG), what="paid", other="kitty", amount="3", word="")
    assert f"{LONG} paid the kitty 3.00 €" in phone.text.replace("\xa0", " ")
    assert "In the kitty: 3.00 €" in phone.text.replace("\xa0", " ")
    phone.send("/enter", who="kitty", what="paid", other=club.player("Ada"), amount="4", word="")
    assert "The kitty paid out 1.00 € more than was paid in" in phone.text.replace("\xa0", " ")
    phone.open(f"/clubs/{club.id}/money/change")
    phone.send("/money/change", unit="chips", hundredths="", since="2026-02-01", way="stake", amount="5", dues="")
    assert "with or without decimals stays as it is" in phone.text


def test_dues_of_an_evening_and_chips_without_decimals(phone: Phone, club: Club) -> None:
    phone.open(f"/clubs/{club.id}/evenings/new").send("/new")
    phone.send("/here", newcomers="Ada, Ben")
    playing(phone, club, unit="chips", hundredths="", way="nothing", amount="", dues="20", since=today())
    assert "Dues of the evening The kitty gets 40 chips" in phone.text.replace("\xa0", " ")
    assert "Ada owes the kitty 20 chips" in phone.text.replace("\xa0", " ")
    assert "Games are played for nothing." in phone.text


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"amount": "x"}, "Enter an amount, like 3.40."),
        ({"amount": ""}, "Enter an amount, like 3.40."),
        ({"dues": "-1"}, "Enter an amount, like 3.40."),
        ({"hundredths": "", "amount": "0.50"}, "Enter an amount without decimals, like 20."),
        ({"since": "2026-13-01"}, "Enter a date, like 2026-01-31."),
        ({"way": "bets"}, "Choose what a game is played for."),
        ({"unit": "x" * 13}, "Enter at most 12 characters."),
    ],
)
def test_terms_that_cannot_be_read_come_back_with_the_reason(
    phone: Phone, club: Club, typed: dict[str, str], sentence: str
) -> None:
    playing(phone, club, **typed)
    assert phone.status == 422
    assert sentence in phone.text
    assert phone.one("input", id_="since").get("value") == typed.get("since", "2026-01-01")
    assert phone.open(f"/clubs/{club.id}/money").status == 404


def test_a_corrected_game_is_named_once_it_was_settled(phone: Phone, club: Club) -> None:
    playing(phone, club)
    assert "No game, evening or entry yet." in phone.text
    assert "Nothing is owed." in phone.text


@pytest.mark.parametrize(
    ("text", "hundredths", "amount"),
    [
        ("3.40", True, 340),
        ("3,4", True, 340),
        (" 12 ", True, 1200),
        ("0", True, 0),
        ("12", False, 12),
        ("1.5", False, None),
        ("-1", True, None),
        ("1e3", True, None),
        ("", True, None),
        ("99999999", True, None),
        ("٣", True, None),
    ],
)
def test_an_amount_is_read_as_it_is_typed(text: str, hundredths: bool, amount: int | None) -> None:
    assert amount_in(text, hundredths=hundredths) == amount


@pytest.mark.parametrize("sum_", ["", "x", "-5", "0", "9" * 40])
def test_a_payment_of_nothing_is_none(phone: Phone, club: Club, sum_: str) -> None:
    club.game(None, "2026-01-05", SHEET)
    playing(phone, club)
    phone.send("/settle", sum=sum_)
    assert phone.status == 422


def test_an_evening_shows_its_own_money_and_nothing_where_the_club_plays_for_nothing(phone: Phone, club: Club) -> None:
    code = club.game(None, "2026-01-05", SHEET)
    club.game(None, "2026-01-05", SHEET)  # of the same day, but not of the evening
    with club.app.app_context():
        evening = evenings.make(club.id, EveningForm("2026-01-05")).id
        evenings.put_game(code, evening)
    assert "Money" not in phone.open(f"/evenings/{evening}").text
    playing(phone, club)
    said = phone.open(f"/evenings/{evening}").text.replace("\xa0", " ")
    assert f"Money of this evening {PLAYED}" in said
    phone.follow("Money: who owes whom")
    with club.app.app_context():
        evenings.put_game(code, None)
    said = phone.open(f"/evenings/{evening}").text
    assert "Money of this evening" not in said
    assert "Money: who owes whom" in said


@pytest.mark.parametrize(
    ("typed", "hundredths", "says"),
    [
        ("100000.01", True, "Enter at most 100000.00."),
        ("123456789012", True, "Enter at most 100000.00."),
        ("10000001", False, "Enter at most 10000000."),
        ("3.40", False, "Enter an amount without decimals, like 20."),
        ("-3", True, "Enter an amount, like 3.40."),
    ],
)
def test_what_is_too_large_is_told_the_largest_amount(typed: str, hundredths: bool, says: str, app: Flask) -> None:
    assert amount_in(typed, hundredths=hundredths) is None
    with app.test_request_context():
        assert no_amount(typed, hundredths=hundredths) == says


def test_only_the_accounts_are_printed_not_the_form(phone: Phone, club: Club) -> None:
    club.game(None, "2026-01-05", SHEET)
    playing(phone, club)
    fold = phone.form("/money/enter").within("details")
    assert fold is not None
    assert "not-printed" in str(fold.get("class")).split()


def test_what_was_counted_by_other_terms_is_asked_about_before_it_is_counted_again(phone: Phone, club: Club) -> None:
    club.game(None, "2026-01-05", SHEET)
    playing(phone, club)
    phone.open(f"/clubs/{club.id}/money/change").send("/money/change", since="2026-01-02", amount="0.70")
    assert phone.status == 422
    assert "1 game or evening since then has been counted already." in phone.text
    assert phone.one("input", id_="amount").get("value") == "0.70"
    phone.send("/money/change", again="yes")
    said = phone.text.replace("\xa0", " ")
    assert "Contract Rummy Ada +1.40 €" in said
    assert "What you play for changed From 2 Jan: Everyone puts in 0.70 € a game" in said


def test_removing_a_player_names_what_they_still_owe_or_are_owed(phone: Phone, club: Club) -> None:
    club.game(None, "2026-01-05", SHEET)
    assert "owe" not in phone.open(f"/players/{club.player('Ben')}/remove").text
    playing(phone, club)
    for name, says in (("Ben", "Ben still owes 0.50 €."), ("Ada", "Ada is still owed 1.00 €.")):
        assert says in phone.open(f"/players/{club.player(name)}/remove").text.replace("\xa0", " ")
