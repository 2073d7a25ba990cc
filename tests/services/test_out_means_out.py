"""Out means out: who was taken out has no right left, gets none by what it knew or began, and gave none that stays."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator

import pytest
from flask import Flask
from sqlalchemy import select

from referee import days, errors
from referee.days import now
from referee.services.clubs import clubs
from referee.services.phones import access, agreement, announced, grants, holdings, invitations, organisers, phones
from referee.services.phones.access import CLUB, GAME, HOUSE, Role
from referee.storage.engine import watch
from referee.storage.engine.transactions import writing
from referee.storage.phones import links as store
from referee.storage.phones import rights
from referee.storage.tables.database import db
from referee.storage.tables.phones import Link, Right, Waiting
from tests.services.at_table import HERE, Table, by, let_in, new_phone, play_a_round, role, table
from tests.services.desk import open_game, tag


@pytest.fixture
def at(closed: Flask) -> Iterator[Table]:
    with closed.app_context():
        yield table()


@pytest.fixture
def closed(app: Flask) -> Flask:
    """An app in which nobody comes in without an invitation."""
    app.config["HOSTED"] = True
    return app


def usual(at: Table) -> str:
    return invitations.standing(at.club).secret


def secret_of(link: str) -> str:
    return store.secret_of(link)


def stands_still(monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on no time passes: what is worked out at two moments of a slow test is the same."""
    moment, shown = days.clock(), watch.seconds()
    monkeypatch.setattr(days, "clock", lambda: moment)
    monkeypatch.setattr(watch, "seconds", lambda: shown)


def later(monkeypatch: pytest.MonkeyPatch, minutes: int, code: str = "") -> None:
    """From now on it is so many minutes later, and somebody looks at a game."""
    then, seconds = store.later(now(), minutes), watch.seconds
    for module in (agreement, invitations, phones, access):
        monkeypatch.setattr(module, "now", lambda: then)
    monkeypatch.setattr(watch, "seconds", lambda: seconds() + minutes * 60)
    if code:
        announced.look(code)


def agreed_on(at: Table, asks: int = 2, agree: tuple[int, ...] = (3, 4)) -> str:
    waiting = agreement.ask(at.code, by(at.phones[asks]))
    for seat in agree:
        agreement.agree(waiting, by(at.phones[seat]))
    return waiting


def nobody_comes_in(secret: str, *known: str) -> None:
    """By this secret: neither a phone that is known nor a new browser."""
    for phone in (*known, ""):
        with pytest.raises(errors.NoEntry):
            let_in(secret, phone)


class TestTakingOut:
    def test_a_phone_that_is_taken_out_does_not_come_back_by_a_link_that_it_knows(self, at: Table) -> None:
        out, old = at.phones[2], usual(at)
        assert phones.revoke(out, by(at.host)) == phones.Open((), password=False)
        nobody_comes_in(old, out)
        assert role(out, at.club) is Role.NOBODY
        assert all(at.role(at.phones[seat]) is Role.PLAYER for seat in (3, 4)), "everybody else stays in"

    def test_a_host_that_is_taken_out_does_not_come_back_by_any_link_that_it_could_see(self, at: Table) -> None:
        seen = [usual(at), secret_of(at.host_link)]
        seen.append(invitations.make(CLUB, at.club, Role.SPECTATOR, tag()).secret)
        seen.append(invitations.make(GAME, at.code, Role.SCORER, tag()).secret)
        phones.revoke(at.host, tag())
        for secret in seen:
            nobody_comes_in(secret, at.host)

    def test_what_a_player_could_not_see_is_not_renewed(self, at: Table) -> None:
        host_link = secret_of(at.host_link)
        phones.revoke(at.phones[2], tag())
        assert at.role(let_in(host_link)) is Role.HOST

    def test_a_phone_that_was_host_once_has_seen_the_links_of_hosts(self, at: Table) -> None:
        once, host_link = at.phones[2], secret_of(at.host_link)
        phones.give(once, CLUB, at.club, Role.HOST, tag())
        phones.give(once, CLUB, at.club, Role.PLAYER, tag())
        assert at.role(once) is Role.PLAYER
        nobody_comes_in(host_link, once)

    def test_where_the_links_are_kept_that_is_said(self, at: Table) -> None:
        still = phones.revoke(at.phones[2], by(at.host), renew=False)
        assert [link.id for link in still.links] == [invitations.standing(at.club).id]
        assert at.role(let_in(still.links[0].secret)) is Role.PLAYER

    def test_a_link_that_a_host_may_not_renew_is_named(self, at: Table) -> None:
        out = at.phones[2]
        house = invitations.make(HOUSE, "", Role.SPECTATOR, tag())
        let_in(house.secret, out)
        left = phones.leaving(out, by(at.host))
        assert [link.id for link in left.kept] == []
        assert role(out) is Role.SPECTATOR
        phones.revoke(out, by(at.host))
        assert role(out) is Role.SPECTATOR, "the house is not the host's to speak for"
        assert role(out, at.club) is Role.SPECTATOR

    def test_it_is_told_what_taking_out_means_for_others(self, at: Table) -> None:
        phones.give(at.phones[2], CLUB, at.club, Role.HOST, by(at.host))
        left = phones.leaving(at.host, tag())
        assert left.lose == (at.phones[2],)
        assert {link.role for link in left.renewed} == {Role.PLAYER, Role.HOST}

    def test_a_renewed_link_carries_over_what_rests_on_it(self, at: Table) -> None:
        new = invitations.rotate(invitations.standing(at.club).id, by(at.host))
        assert new.admitted == 3
        invitations.revoke(new.id, tag(), with_admitted=True)
        assert all(at.role(at.phones[seat]) is Role.NOBODY for seat in (2, 3, 4))

    def test_who_waits_by_a_renewed_link_still_waits_but_not_who_is_out(self, at: Table) -> None:
        link = invitations.standing(at.club).id
        code = invitations.make_code(link, tag()).code
        guest, out = new_phone(), at.phones[2]
        for phone in (guest, out):
            invitations.try_code(code, HERE, lambda phone=phone: phone)
        phones.revoke(out, by(at.host))
        assert [waits.phone for waits in invitations.waiting_for(CLUB, at.club)] == [guest]
        with pytest.raises(errors.NoEntry):
            invitations.try_code(code, HERE, new_phone)

    def test_taking_a_hosts_phone_out_never_throws_the_table_out(self, at: Table) -> None:
        made = invitations.make(CLUB, at.club, Role.PLAYER, by(at.host))
        guest, raised = let_in(made.secret), at.phones[3]
        phones.give(raised, CLUB, at.club, Role.HOST, by(at.host))
        phones.revoke(at.host, tag())
        assert at.role(guest) is Role.PLAYER
        assert at.role(raised) is Role.PLAYER, "what it was given ends, that it is in does not"
        assert [link.role for link in invitations.links(CLUB, at.club)].count(Role.PLAYER) == 2

    def test_where_the_door_was_open_every_phone_has_seen_every_link(self, at: Table, closed: Flask) -> None:
        visitor, host_link = at.phones[2], secret_of(at.host_link)
        closed.config["HOSTED"] = False
        phones.revoke(visitor, tag())
        nobody_comes_in(host_link, visitor)

    def test_what_was_seen_through_a_door_that_is_closed_by_now_was_seen(
        self, at: Table, closed: Flask, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        closed.config["HOSTED"] = False
        visitor, host_link = new_phone(), secret_of(at.host_link)
        phones.set_door("watch", tag())
        phones.set_door("closed", tag())
        later(monkeypatch, 5)
        made_later = invitations.make(CLUB, at.club, Role.SCORER, tag())
        assert {link.id for link in phones.leaving(visitor, tag()).renewed} >= {at.host_link}
        phones.revoke(visitor, tag())
        nobody_comes_in(host_link, visitor)
        assert let_in(made_later.secret), "it was made when the door was closed"

    def test_whose_door_was_closed_by_an_older_version_may_have_seen_what_an_open_one_shows(
        self, at: Table, closed: Flask
    ) -> None:
        closed.config["HOSTED"] = False
        with writing():
            rights.set_setting(rights.DOOR, "closed")
        phones.set_door("watch", tag())
        phones.revoke(new_phone(), tag())
        nobody_comes_in(secret_of(at.host_link), new_phone())

    def test_the_recovery_card_that_a_phone_made_goes_with_it(self, at: Table) -> None:
        one, other = new_phone(), new_phone()
        for organiser in (one, other):
            phones.give(organiser, HOUSE, "", Role.ORGANISER, tag())
            assert at.role(organiser) is Role.ORGANISER
        card = phones.make_card(by(one))
        assert not phones.leaving(other, by(one)).card
        assert phones.leaving(one, tag()).card
        phones.revoke(other, by(one))
        assert phones.has_card()
        phones.revoke(one, tag())
        assert not phones.has_card()
        with pytest.raises(errors.NoEntry):
            phones.recover(card, HERE, lambda: one)

    def test_a_card_goes_with_who_made_its_maker_organiser_and_stays_with_who_still_organises(self, at: Table) -> None:
        first, second = new_phone(), new_phone()
        phones.give(first, HOUSE, "", Role.ORGANISER, tag())
        phones.give(second, HOUSE, "", Role.ORGANISER, by(first))
        phones.make_card(by(second))
        phones.set_password("correct horse battery")
        phones.sign_in("correct horse battery", HERE, lambda: second)
        phones.set_password("another horse battery", all_out=True)
        assert phones.has_card(), "the second one organises all the same"
        assert phones.leaving(first, tag()).card
        phones.revoke(first, tag())
        assert at.role(second) is Role.NOBODY
        assert not phones.has_card()

    @pytest.mark.parametrize("maker", ["the computer", "an older version"])
    def test_a_card_of_the_computer_stays_and_one_of_which_nothing_is_written_goes(self, at: Table, maker: str) -> None:
        organiser = new_phone()
        phones.give(organiser, HOUSE, "", Role.ORGANISER, tag())
        phones.make_card(tag())
        if maker == "an older version":
            with writing():
                rights.set_setting(rights.CARD, (rights.setting(rights.CARD) or "").partition(" ")[0])
        phones.revoke(at.phones[2], tag())
        assert phones.has_card(), "that phone was no organiser"
        phones.revoke(organiser, tag())
        assert phones.has_card() is (maker == "the computer")

    def test_it_is_said_that_a_phone_knows_the_password_until_there_is_another_one(self, at: Table) -> None:
        phones.set_password("correct horse battery")
        knows, other = new_phone(), at.phones[2]
        phones.sign_in("correct horse battery", HERE, lambda: knows)
        assert phones.leaving(knows, tag()).password
        assert not phones.leaving(other, tag()).password
        assert phones.revoke(knows, tag()).password

    def test_a_new_password_that_takes_all_out_takes_their_card_too(self, at: Table) -> None:
        phones.set_password("correct horse battery")
        knows = new_phone()
        phones.sign_in("correct horse battery", HERE, lambda: knows)
        card = phones.make_card(by(knows))
        phones.set_password("another horse battery", all_out=True)
        with pytest.raises(errors.NoEntry):
            phones.recover(card, HERE, lambda: knows)
        assert at.role(knows) is Role.NOBODY

    def test_what_a_phone_gave_ends_with_it_down_to_the_last(self, at: Table) -> None:
        second, third = at.phones[2], at.phones[3]
        phones.give(second, CLUB, at.club, Role.HOST, by(at.host))
        phones.give(third, CLUB, at.club, Role.HOST, by(second))
        phones.revoke(at.host, tag())
        assert at.role(second) is at.role(third) is Role.PLAYER

    def test_what_a_visitor_gave_through_the_open_door_ends_with_it(self, at: Table) -> None:
        visitor, guest = new_phone(), at.phones[2]
        phones.give(guest, CLUB, at.club, Role.HOST, by(visitor, door=Role.HOST))
        assert at.role(guest) is Role.HOST
        phones.revoke(visitor, tag())
        assert at.role(guest) is Role.PLAYER

    def test_seats_and_requests_go_with_a_phone(self, at: Table) -> None:
        play_a_round(at)
        out = at.phones[2]
        waiting = agreement.ask(at.code, by(out))
        phones.revoke(out, by(at.host))
        assert agreement.requests(at.code) == ()
        assert 2 not in (holdings.of_phone("", at.code).others or {})
        with pytest.raises(errors.UnknownPhone):
            agreement.agree(waiting, by(at.phones[3]))

    def test_a_request_goes_with_a_phone_that_stays_in_another_club(self, at: Table) -> None:
        play_a_round(at)
        out, other = at.phones[2], clubs.make_club("Thursdays").id
        phones.give(out, CLUB, other, Role.PLAYER, tag())
        waiting = agreement.ask(at.code, by(out))
        phones.revoke(out, by(at.host))
        assert role(out, other) is Role.PLAYER
        assert agreement.requests(at.code) == ()
        with pytest.raises(errors.UnknownPhone):
            agreement.agree(waiting, by(at.phones[3]))
        with pytest.raises(errors.NotAllowed):
            agreement.ask(at.code, by(out))

    @pytest.mark.parametrize("ends", ["it is taken out", "its invitation is cancelled with all it let in"])
    def test_whoever_waits_for_a_game_of_the_club_waits_no_more_though_it_stays_in_another_club(
        self, at: Table, ends: str
    ) -> None:
        out, other = at.phones[2], clubs.make_club("Thursdays").id
        phones.give(out, CLUB, other, Role.PLAYER, tag())
        scorers = invitations.make(GAME, at.code, Role.SCORER, tag())
        waits = invitations.try_code(invitations.make_code(scorers.id, tag()).code, HERE, lambda: out)
        if ends == "it is taken out":
            phones.revoke(out, by(at.host))
        else:
            invitations.revoke(invitations.standing(at.club).id, tag(), with_admitted=True)
        assert invitations.waiting_for(GAME, at.code) == ()
        invitations.decide(waits.id, True, by(at.host))
        assert at.role(out) is Role.NOBODY
        assert role(out, other) is Role.PLAYER

    def test_a_phone_of_one_game_is_listed_in_its_club_and_can_be_taken_out(self, at: Table) -> None:
        link = invitations.make(GAME, at.code, Role.PLAYER, tag())
        guest = let_in(link.secret)
        [line] = [each for each in phones.phones_of(CLUB, at.club) if each.id == guest]
        assert (line.role, line.of_games) == (Role.NOBODY, Role.PLAYER)
        phones.revoke(guest, by(at.host))
        assert at.role(guest) is Role.NOBODY
        nobody_comes_in(link.secret, guest)


class TestCancelling:
    def test_cancelling_with_all_it_let_in_ends_what_they_became(self, at: Table) -> None:
        play_a_round(at)
        agreed_on(at)
        raised = at.phones[3]
        phones.give(raised, CLUB, at.club, Role.HOST, by(at.host))
        assert invitations.revoke(invitations.standing(at.club).id, tag(), with_admitted=True) == ()
        assert [at.role(at.phones[seat]) for seat in (2, 3, 4)] == [Role.NOBODY] * 3
        assert agreement.requests(at.code) == ()
        assert holdings.of_phone("", at.code).others == {1: holdings.Holder(at.host, "")}

    def test_who_is_out_with_a_link_does_not_come_back_by_another_one(self, at: Table) -> None:
        evening, old = invitations.make(CLUB, at.club, Role.PLAYER, tag(), hours=12), usual(at)
        guest = let_in(evening.secret)
        invitations.revoke(evening.id, by(at.host), with_admitted=True)
        nobody_comes_in(evening.secret, guest)
        nobody_comes_in(old, guest)
        assert at.role(at.phones[2]) is Role.PLAYER

    @pytest.mark.parametrize("kind", ["standing", "further"])
    def test_cancelled_for_new_ones_alone_those_who_are_in_stay(self, at: Table, kind: str) -> None:
        link = invitations.standing(at.club) if kind == "standing" else None
        link = link or invitations.make(CLUB, at.club, Role.PLAYER, tag())
        guest = let_in(link.secret)
        invitations.revoke(link.id, by(at.host))
        nobody_comes_in(link.secret)
        assert at.role(guest) is Role.PLAYER
        assert not_standing_on_what_has_ended() == []

    def test_a_link_that_is_over_is_listed_while_phones_are_in_by_it(
        self, at: Table, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        evening = invitations.make(CLUB, at.club, Role.PLAYER, tag(), hours=1)
        unused = invitations.make(CLUB, at.club, Role.PLAYER, tag(), hours=1)
        guest = let_in(evening.secret)
        later(monkeypatch, 61)
        shown = {link.id for link in invitations.of_club(at.club)}
        assert evening.id in shown
        assert unused.id not in shown
        invitations.revoke(evening.id, tag(), with_admitted=True)
        assert at.role(guest) is Role.NOBODY


def not_standing_on_what_has_ended() -> list[str]:
    """Ids of living rights of which something that they rest on has ended."""
    living = [row for row in db.session.scalars(select(Right)) if row.revoked_at is None]
    ids = {row.id for row in living}
    links = {row.id for row in db.session.scalars(select(Link)) if row.revoked_at is None}
    return [
        row.id
        for row in living
        if (row.link and row.link not in links)
        or (row.beneath and row.beneath not in ids)
        or (row.giver_right and row.giver_right not in ids)
    ]


class TestPassword:
    def test_a_new_password_leaves_those_in_who_are_unless_all_are_to_be_out(self, closed: Flask) -> None:
        with closed.app_context():
            phones.set_password("a long evening of cards")
            organiser, club = new_phone(), access.club_of_game(open_game().code)
            phones.sign_in("a long evening of cards", HERE, lambda: organiser)
            guest = let_in(invitations.standing(club).secret)
            phones.give(guest, CLUB, club, Role.HOST, by(organiser))
            phones.set_password("another evening of cards")
            assert (role(organiser), role(guest, club)) == (Role.ORGANISER, Role.HOST)
            old = invitations.standing(club).secret
            assert phones.let_in_by_password() == 1
            phones.set_password("a third evening of cards", all_out=True)
            assert (role(organiser), role(guest, club)) == (Role.NOBODY, Role.PLAYER)
            nobody_comes_in(old, organiser)

    def test_an_organiser_by_card_is_not_out_with_the_password(self, app: Flask) -> None:
        with app.app_context():
            card, phone = phones.make_card(tag()), new_phone()
            phones.recover(card, HERE, lambda: phone)
            phones.set_password("a long evening of cards", all_out=True)
            assert role(phone) is Role.ORGANISER


class TestOrganisers:
    def test_what_an_organiser_gave_ends_when_it_is_none_any_more(self, at: Table) -> None:
        first, second = new_phone(), at.phones[2]
        organisers.make(first, tag())
        organisers.make(second, by(first))
        organisers.unmake(first, tag())
        assert (role(first), role(second)) == (Role.NOBODY, Role.NOBODY)
        assert at.role(second) is Role.PLAYER

    def test_who_gives_it_back_leaves_it_to_those_whom_it_made(self, at: Table) -> None:
        first, second = new_phone(), at.phones[2]
        organisers.make(first, tag())
        organisers.make(second, by(first))
        organisers.decline(by(first))
        assert role(second) is Role.ORGANISER
        phones.revoke(first, tag())
        assert role(second) is Role.NOBODY, "it still rests on the phone that gave it"


class TestAgreement:
    def test_two_browsers_of_one_player_make_nobody_host(self, at: Table) -> None:
        play_a_round(at)
        asks, second = at.phones[2], let_in(usual(at))
        waiting = agreement.ask(at.code, by(asks))
        for phone in (second, asks):
            with pytest.raises(errors.NotAllowed):
                agreement.agree(waiting, by(phone))
        assert at.role(asks) is Role.PLAYER

    def test_a_browser_that_has_not_played_may_be_the_second_one_of_whoever_agrees(self, at: Table) -> None:
        play_a_round(at)
        waiting = agreement.ask(at.code, by(let_in(usual(at))))
        assert agreement.agree(waiting, by(at.phones[2])).missing == 2
        assert agreement.agree(waiting, by(at.phones[3])).missing == 1, "it is only one of two others, so far"
        assert agreement.agree(waiting, by(at.phones[4])).holds_from

    def test_two_others_that_have_played_make_it_host_of_that_game_after_ten_minutes(
        self, at: Table, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        play_a_round(at)
        stands_still(monkeypatch)
        asks, another = at.phones[2], open_game().code
        waiting = agreement.ask(at.code, by(asks))
        first = agreement.agree(waiting, by(at.phones[3]))
        assert (first.missing, first.holds_from) == (1, "")
        assert agreement.agree(waiting, by(at.phones[3])).missing == 1, "one phone counts once"
        second = agreement.agree(waiting, by(at.phones[4]))
        assert second.holds_from == store.later(db.session.get_one(Waiting, waiting).decided_at or "", 10)
        assert at.role(asks) is Role.PLAYER
        assert [each.holds_from for each in agreement.requests(at.code)] == [second.holds_from]
        later(monkeypatch, announced.MINUTES, at.code)
        assert at.role(asks) is Role.HOST
        assert (role(asks, at.club), role(asks, at.club, another)) == (Role.PLAYER, Role.PLAYER)
        assert agreement.requests(at.code) == ()

    @pytest.mark.parametrize("who", ["host", "organiser"])
    def test_host_or_organiser_stop_it_before_or_after_it_is_agreed_on(self, at: Table, who: str) -> None:
        play_a_round(at)
        stopping = by(at.host) if who == "host" else tag()
        asked = agreement.ask(at.code, by(at.phones[2]))
        with pytest.raises(errors.NotAllowed):
            agreement.stop(asked, by(at.phones[4]))
        agreement.stop(asked, stopping)
        with pytest.raises(errors.UnknownPhone):
            agreement.agree(asked, by(at.phones[3]))
        agreed = agreed_on(at)
        agreement.stop(agreed, stopping)
        assert agreement.requests(at.code) == ()
        assert rights.coming(at.code) == []

    def test_what_was_agreed_on_does_not_hold_after_it_was_stopped(
        self, at: Table, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        play_a_round(at)
        agreed = agreed_on(at)
        agreement.stop(agreed, by(at.host))
        later(monkeypatch, announced.MINUTES + 1, at.code)
        assert at.role(at.phones[2]) is Role.PLAYER
        with pytest.raises(errors.UnknownPhone):
            agreement.stop(agreed, by(at.host))

    def test_after_ten_minutes_it_is_lowered_as_any_host(self, at: Table, monkeypatch: pytest.MonkeyPatch) -> None:
        play_a_round(at)
        agreed = agreed_on(at)
        later(monkeypatch, announced.MINUTES, at.code)
        with pytest.raises(errors.UnknownPhone):
            agreement.stop(agreed, by(at.host))
        phones.give(at.phones[2], CLUB, at.club, Role.PLAYER, by(at.host))
        assert at.role(at.phones[2]) is Role.PLAYER

    def test_only_an_entry_for_the_own_seat_in_a_closed_round_counts(self, at: Table) -> None:
        play_a_round(at, entering=(2, 3))
        assert agreement.who_can_agree(at.code, "") == {at.phones[2], at.phones[3]}
        with pytest.raises(errors.NotAllowed):
            agreement.agree(agreement.ask(at.code, by(at.phones[2])), by(at.phones[4]))

    def test_who_has_left_the_seat_or_taken_one_just_now_cannot_agree(self, at: Table) -> None:
        play_a_round(at)
        holdings.leave(at.code, 3, by(at.phones[3]))
        new = let_in(usual(at))
        holdings.claim(at.code, 4, by(new), over=True)
        assert agreement.who_can_agree(at.code, "") == {at.phones[2]}

    def test_an_agreement_of_a_phone_that_was_taken_out_since_does_not_count(self, at: Table) -> None:
        play_a_round(at)
        waiting = agreement.ask(at.code, by(at.phones[2]))
        agreement.agree(waiting, by(at.phones[3]))
        phones.revoke(at.phones[3], by(at.host))
        assert agreement.agree(waiting, by(at.phones[4])).holds_from == ""

    def test_what_is_announced_ends_with_a_phone_that_agreed_to_it(
        self, at: Table, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        play_a_round(at)
        agreed_on(at)
        phones.revoke(at.phones[3], by(at.host))
        assert agreement.requests(at.code) == ()
        later(monkeypatch, announced.MINUTES + 1, at.code)
        assert at.role(at.phones[2]) is Role.PLAYER
        assert agreement.ask(at.code, by(at.phones[2])), "it may ask again"

    def test_it_ends_with_the_phone_and_with_the_link_that_let_it_in(
        self, at: Table, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        play_a_round(at)
        agreed_on(at)
        later(monkeypatch, announced.MINUTES, at.code)
        asks = at.phones[2]
        assert at.role(asks) is Role.HOST
        invitations.revoke(invitations.standing(at.club).id, tag(), with_admitted=True)
        assert at.role(asks) is Role.NOBODY

    def test_a_request_ages(self, at: Table, monkeypatch: pytest.MonkeyPatch) -> None:
        play_a_round(at)
        waiting = agreement.ask(at.code, by(at.phones[2]))
        later(monkeypatch, 30)
        assert agreement.requests(at.code) == ()
        with pytest.raises(errors.UnknownPhone):
            agreement.agree(waiting, by(at.phones[3]))
        again = agreement.ask(at.code, by(at.phones[2]))
        assert again != waiting
        assert [each.id for each in agreement.requests(at.code)] == [again]

    def test_a_request_of_the_future_does_not_count(self, at: Table, monkeypatch: pytest.MonkeyPatch) -> None:
        play_a_round(at)
        with monkeypatch.context() as ahead:
            later(ahead, 2 * 365 * 24 * 60)
            waiting = agreement.ask(at.code, by(at.phones[2]))
        assert agreement.requests(at.code) == ()
        with pytest.raises(errors.UnknownPhone):
            agreement.agree(waiting, by(at.phones[3]))

    def test_whoever_is_host_asks_for_nothing(self, at: Table) -> None:
        with pytest.raises(errors.NotAllowed):
            agreement.ask(at.code, by(at.host))


def test_what_was_agreed_on_goes_with_the_game_when_that_is_gone_for_good(at: Table) -> None:
    play_a_round(at)
    agreed_on(at)
    phones.give(at.phones[3], GAME, at.code, Role.SCORER, by(at.host))
    with writing():
        rights.purge([at.code], [], [])
    assert [row.scope for row in db.session.scalars(select(Right))] == [CLUB] * 4
    with writing():
        rights.purge([], [at.club], [])
    assert list(db.session.scalars(select(Right))) == []


def test_a_code_that_is_typed_again_after_half_an_hour_is_asked_anew(
    at: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    link, guest = invitations.standing(at.club).id, new_phone()
    invitations.try_code(invitations.make_code(link, tag()).code, HERE, lambda: guest)
    later(monkeypatch, 30)
    assert invitations.waiting_for(CLUB, at.club) == ()
    again = invitations.try_code(invitations.make_code(link, tag()).code, HERE, lambda: guest)
    assert [waits.id for waits in invitations.waiting_for(CLUB, at.club)] == [again.id]


def test_whoever_was_taken_out_is_not_let_in_by_a_request_from_before(at: Table) -> None:
    code = invitations.make_code(invitations.standing(at.club).id, tag()).code
    guest = new_phone()
    waits = invitations.try_code(code, HERE, lambda: guest)
    phones.revoke(guest, tag())
    invitations.decide(waits.id, True, tag())
    assert role(guest, at.club) is Role.NOBODY


Change = Callable[[Table], object]


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda at: let_in(usual(at)), "right given: player of a club, by link"),
        (lambda at: phones.give(at.phones[2], CLUB, at.club, Role.HOST, by(at.host)), "host of a club, by phone"),
        (lambda at: phones.give(at.phones[2], CLUB, at.club, Role.HOST, tag()), "host of a club, by club"),
        (lambda at: (play_a_round(at), agreed_on(at)), "right given: host of a game, by agreement"),
        (lambda at: organisers.make(at.phones[2], tag()), "right given: organiser of a house, by club"),
        (lambda at: phones.revoke(at.phones[2], by(at.host)), "right ended: player of a club, by link"),
    ],
)
def test_every_right_that_is_given_or_ends_is_logged(
    at: Table, caplog: pytest.LogCaptureFixture, change: Change, says: str
) -> None:
    with caplog.at_level(logging.INFO, "referee.access"):
        change(at)
    assert says in "\n".join(record.getMessage() for record in caplog.records)


def test_the_log_of_access_says_who_got_what_and_lost_it(at: Table) -> None:
    phones.give(at.phones[2], CLUB, at.club, Role.SCORER, by(at.host))
    phones.revoke(at.phones[2], by(at.host))
    told = [(entry.phone, entry.role, entry.rests_on, entry.by, entry.ended) for entry in grants.log_of_access(at.club)]
    assert (at.phones[2], Role.SCORER, "phone", at.host, False) in told
    assert (at.phones[2], Role.SCORER, "phone", at.host, True) in told
    assert (at.phones[2], Role.PLAYER, "link", at.host, True) in told
    assert (at.phones[3], Role.PLAYER, "link", "", False) in told
