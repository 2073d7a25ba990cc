"""Money of a club: it follows from games and evenings, is settled once, and goes wherever the club goes."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from flask import Flask

from referee import errors
from referee.days import today
from referee.game import commands as cmd
from referee.season.money import KITTY, LARGEST, NOTHING, POINTS, STAKE, Payment, Terms
from referee.services.clubs import clubs as organise
from referee.services.clubs import evenings, money, removal, seasons
from referee.services.clubs.evening_views import EveningForm
from referee.services.clubs.money_views import MoneyPage, TermsForm
from referee.services.games import games
from referee.storage.clubs import forgetting
from referee.storage.engine.transactions import writing
from referee.storage.files.import_lines import BadLine
from referee.storage.tables.clubs import Player
from referee.storage.tables.database import db
from tests.services.carrying import brought_in, exported
from tests.services.club_desk import club, play, player
from tests.services.desk import closing, must, open_game

YEARS_AGO = "2020-01-01"


@pytest.fixture(autouse=True)
def in_app(app: Flask) -> Iterator[None]:
    with app.app_context():
        yield


def plays_for(
    way: str = STAKE, amount: int = 50, dues: int = 0, since: str = YEARS_AGO, *, again: bool = False
) -> None:
    money.save_terms(club(), TermsForm("€", True, Terms(since, way, amount, dues)), again=again)


def balances(page: MoneyPage | None = None) -> dict[str, int]:
    """By name."""
    page = page or money.page(club())
    assert sum(page.balances.values()) == 0
    assert sum(page.balances.values()) == sum(amount for each in page.movements for amount in each.moves.values())
    return {page.names.get(who, "kitty"): amount for who, amount in page.balances.items()}


def settle_all() -> None:
    for payment in money.page(club()).payments:
        money.settle(club(), payment)


def test_a_club_that_plays_for_nothing_has_no_accounts() -> None:
    play("Ann", "Ben", "Cid")
    assert not money.plays(club())
    for asked in (lambda: money.page(club()), lambda: money.settle(club(), Payment("a", "b", 1))):
        with pytest.raises(errors.NoMoney):
            asked()


def test_stakes_dues_and_entries_make_balances_that_are_settled_with_few_payments() -> None:
    plays_for(dues=200)
    play("Ann", "Ben", "Cid")
    evening = evenings.make(club(), EveningForm(today())).id
    evenings.set_here(evening, (), (), "Ann, Ben, Late")
    ahead = evenings.make(club(), EveningForm("2099-01-01")).id
    evenings.set_here(ahead, (), (), "Ann")
    assert balances() == {"Ann": -100, "Ben": -250, "Cid": -50, "Late": -200, "kitty": 600}
    money.enter(club(), player("Ann"), KITTY, 600, "pizza", settles=False)
    assert balances() == {"Ann": 500, "Ben": -250, "Cid": -50, "Late": -200}
    page = money.page(club())
    assert len(page.payments) == 3
    settle_all()
    page = money.page(club())
    assert page.balances == {}
    assert page.in_kitty == 0, "Ben, Cid and Late paid Ann"
    assert sum(each.entry is not None and each.entry.settles for each in page.movements) == 3


def test_who_came_and_was_removed_since_pays_dues_and_is_counted_among_those_who_came() -> None:
    plays_for(dues=200)
    evening = evenings.make(club(), EveningForm("2026-01-31")).id
    evenings.set_here(evening, (), (), "Ann, Ben, Cid")
    removal.remove_player(player("Cid"))
    of_night = money.of_evening(evening)
    assert of_night is not None
    there = evenings.page(evening)
    assert of_night.balances[KITTY] == 200 * len(there.came) == 600
    assert sorted(person.name for person in there.came) == ["Ann", "Ben", "Removed player"]
    assert [line.came for line in evenings.evenings(club()).lines] == [3]


def test_a_payment_is_settled_once_and_can_be_taken_back() -> None:
    plays_for()
    play("Ann", "Ben", "Cid")
    payment = money.page(club()).payments[0]
    entry = money.settle(club(), payment)
    with pytest.raises(errors.Rejected, match="another phone"):
        money.settle(club(), payment)
    assert len(balances()) == 2
    for _again in range(2):
        assert money.take_back(club(), entry.id).back_at is not None
    assert balances() == {"Ann": 100, "Ben": -50, "Cid": -50}
    assert len(money.page(club()).movements) == 2, "it stands there still"
    with pytest.raises(errors.Rejected, match="isn’t here"):
        money.take_back(club(), "nosuch")


def test_what_is_played_for_holds_from_a_day_on() -> None:
    play("Ann", "Ben", "Cid")
    plays_for(since="2099-01-01")
    assert balances() == {}
    plays_for(POINTS, 1, since=today())
    assert balances()["Ann"] > 0
    plays_for(NOTHING, 0, since=today(), again=True)
    assert balances() == {}
    assert [each.way for each in money.page(club()).money.terms] == [NOTHING]


def test_what_was_counted_by_other_terms_is_asked_about_and_a_change_leaves_a_trace() -> None:
    plays_for(amount=50)
    play("Ann", "Ben", "Cid")
    before = balances()
    for amount, dues in ((70, 0), (70, 10)):
        with pytest.raises(errors.Rejected) as refused:
            plays_for(amount=amount, dues=dues, since=today())
        assert (refused.value.field, balances()) == ("again", before)
        assert "1 game or evening since then has been counted already." in str(refused.value)
    plays_for(amount=50, dues=10, since=today())  # moves nothing that has been counted
    plays_for(amount=70, since="2099-01-01")
    assert balances() == before
    plays_for(amount=70, since=today(), again=True)
    assert balances() != before
    page = money.page(club())
    assert [each.terms.amount for each in page.movements if each.terms] == [70], "the first terms change nothing"


def test_what_two_owe_each_other_is_nothing_once_they_are_one() -> None:
    play("Ann", "Ben", "Cid")
    play("Annie", "Ben", "Cid")
    plays_for(since="2099-01-01")
    money.enter(club(), player("Ann"), player("Annie"), 300, "", settles=False)
    money.enter(club(), player("Ben"), player("Annie"), 100, "", settles=False)
    organise.merge_players(player("Ann"), player("Annie"))
    page = money.page(club())
    assert [(each.entry.giver, each.entry.receiver) for each in page.movements if each.entry] == [
        (player("Ben"), player("Ann"))
    ]
    assert balances(page) == {"Ben": 100, "Ann": -100}


def test_a_corrected_game_changes_the_balances_and_says_so_and_so_does_a_removed_one() -> None:
    plays_for(POINTS, 1)
    code = play("Ann", "Ben", "Cid")
    must(code, cmd.Finish())
    before = balances()
    settle_all()
    assert money.page(club()).corrected == ()
    with writing():  # all of it happens within one second here
        for entry in money.store.entries(club()):
            entry.at = "2026-01-01T00:00:00Z"
    must(code, cmd.Reopen(confirmed=True))
    must(code, cmd.CorrectCell(1, 2, "K K"))
    must(code, cmd.Finish())
    page = money.page(club())
    assert [game.id for game in page.corrected] == [code]
    assert balances(page) == {"Ann": 10, "Ben": -10}, before
    organise.remove_game(code)
    page = money.page(club())
    assert page.removed == 1
    assert balances(page) == {name: -amount for name, amount in before.items()}
    organise.restore_game(code)
    assert balances() == {"Ann": 10, "Ben": -10}


def test_a_rulebook_that_says_who_pays_what_is_followed_with_its_buys() -> None:
    plays_for()
    code = open_game("progressive", "Ann", "Ben", "Cid").code
    while not (state := games.game(code)).last_round_closed:
        must(code, closing(state))
    must(code, cmd.SayBuys({1: 2, 2: 4}))
    must(code, cmd.Finish())
    page = money.page(club())
    assert [each.by_rulebook for each in page.movements] == [True]
    state = games.game(code)
    net = {"Ann": state.payments[1] - 2, "Ben": state.payments[2] - 4, "Cid": state.payments[3]}
    assert balances(page) == {name: amount for name, amount in net.items() if amount}


def test_doubles_guests_and_those_who_are_taken_out_keep_the_sum_at_zero() -> None:
    plays_for()
    play("Ann", "Ben", "Cid")
    play("Annie", "Ben", "Gus")
    money.enter(club(), player("Ann"), player("Annie"), 10, "", settles=False)
    organise.merge_players(player("Ann"), player("Annie"))
    organise.mark_guest(player("Gus"), True)
    assert balances() == {"Ann": 200, "Ben": -100, "Cid": -50, "Gus": -50}
    with writing():
        db.session.get_one(Player, player("Ben")).removed_at = "2026-01-01T00:00:00Z"
    page = money.page(club())
    assert sum(page.balances.values()) == 0
    settle_all()
    assert money.page(club()).balances == {}
    with pytest.raises(errors.UnknownPlayer):
        money.enter(club(), "nosuch", KITTY, 10, "", settles=False)


@pytest.mark.parametrize(
    ("who", "amount", "word", "field"),
    [("Ann", 10, "", "other"), ("Ben", 0, "", "amount"), ("Ben", 10**9, "", "amount"), ("Ben", 5, "x" * 50, "word")],
)
def test_an_entry_that_makes_no_sense_is_refused(who: str, amount: int, word: str, field: str) -> None:
    plays_for()
    play("Ann", "Ben", "Cid")
    with pytest.raises(errors.Rejected) as refused:
        money.enter(club(), player("Ann"), player(who), amount, word, settles=False)
    assert refused.value.field == field


def test_terms_that_somebody_changed_meanwhile_are_not_overwritten() -> None:
    plays_for()
    before = money.terms(club())
    assert before is not None
    plays_for(amount=70)
    with pytest.raises(errors.Rejected, match="Someone changed"):
        money.save_terms(club(), TermsForm("€", True, Terms(YEARS_AGO, STAKE, 90)), before.digest)
    for unit, since, field in (("€" * 13, YEARS_AGO, "unit"), ("€", "yesterday", "since")):
        with pytest.raises(errors.Rejected) as refused:
            money.save_terms(club(), TermsForm(unit, True, Terms(since, STAKE, 90)))
        assert refused.value.field == field


def with_money() -> str:
    plays_for(dues=100)
    play("Ann", "Ben", "Cid")
    evenings.set_here(evenings.make(club(), EveningForm(today())).id, (), (), "Ann, Ben")
    money.enter(club(), KITTY, player("Ben"), 30, "float", settles=True)
    money.take_back(club(), money.enter(club(), player("Ann"), player("Cid"), 10, "taxi", settles=False).id)
    plays_for(POINTS, 2, since="2099-01-01")
    return club()


def test_money_comes_back_from_an_export_as_it_was() -> None:
    id_ = with_money()
    data, before = exported(id_), balances()
    organise.make_club("Another")
    organise.remove_club(id_)
    with writing():
        forgetting.purge("2099-01-01T00:00:00Z")
    assert b'"type":"money"' in data
    back = brought_in(data)
    assert exported(back) == data
    assert balances(money.page(back)) == before
    money.stop(back)
    assert b'"plays":false' in exported(back)


def test_a_club_without_money_has_no_line_of_it() -> None:
    play("Ann", "Ben", "Cid")
    assert b'"money"' not in exported(club())


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("terms", [["2026-01-01", "bets", 1, 0]]),
        ("terms", [["2026-01-01", "stake", 0, 0]]),
        ("terms", [["2026-01-02", "stake", 1, 0], ["2026-01-01", "stake", 1, 0]]),
        ("terms", [["soon", "stake", 1, 0]]),
        ("terms", "none"),
        ("unit", "x" * 20),
        ("entries", [["a"]]),
        ("entries", [["a" * 8, "2026-01-01T00:00:00Z", "", "nosuch", None, 5, "", False, None, ""]]),
        ("entries", [["a" * 8, "2026-01-01T00:00:00Z", "", None, None, 5, "", False, None, ""]]),
        ("entries", [["a" * 8, "2026-01-01T00:00:00Z", "", None, None, -5, "", False, None, ""]]),
        ("entries", [["a" * 8, "2026-01-01T00:00:00Z", "", None, None, 5, "", False, None, "Ann"]]),
    ],
)
def test_a_forged_line_of_money_is_refused(field: str, value: object) -> None:
    lines = exported(with_money()).decode().splitlines()
    forged = [json.loads(line) for line in lines]
    for line in forged:
        if line["type"] == "money":
            line[field] = value
    with pytest.raises(BadLine):
        brought_in("".join(f"{json.dumps(line)}\n" for line in forged).encode())


def test_the_names_of_those_who_wrote_it_are_forgotten_with_them() -> None:
    plays_for()
    play("Ann", "Ben", "Cid")
    entry = money.enter(club(), player("Ann"), player("Ben"), 10, "", settles=True)
    with writing():
        row = money.store.entry(entry.id)
        assert row is not None
        row.by = "Ann"
        db.session.get_one(Player, player("Ann")).removed_at = "2019-01-01T00:00:00Z"
        forgetting.forget("2020-01-01T00:00:00Z")
    assert '"Ann"' not in exported(club()).decode()
    assert seasons.first_club().id == club()


def test_what_is_too_large_for_one_payment_is_settled_in_several_and_goes_along(
    elsewhere: Callable[[], Any],
) -> None:
    for _ in range(6):
        play("Ann", "Ben", "Cid")
    plays_for(POINTS, money.MOST)
    assert max(balances().values()) > LARGEST
    settled = 0
    while made := money.page(club()).payments:
        assert all(0 < payment.amount <= LARGEST for payment in made)
        money.settle(club(), made[0])
        settled += 1
    assert balances() == {}
    assert settled > 2
    data, id_ = exported(club()), club()
    with elsewhere():
        assert brought_in(data) == id_
        assert exported(id_) == data
