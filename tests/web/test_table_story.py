"""The table view tells how a round ended for a moment, and then shows the one in play again."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee import days
from tests.house.reading import Element, Reader, read_page
from tests.web.table_phone import Phone, words

pytestmark = pytest.mark.usefixtures("clock")  # a slow machine takes longer than a story


@pytest.fixture
def phone(app: Flask, client: FlaskClient) -> Phone:
    return Phone(app, client, "contract")


class Clock:
    """Stands still until it is moved on."""

    def __init__(self) -> None:
        self.at = days.clock()

    def __call__(self) -> datetime:
        return self.at

    def goes(self, seconds: int) -> None:
        self.at += timedelta(seconds=seconds)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    moved = Clock()
    monkeypatch.setattr(days, "clock", moved)
    return moved


def close(phone: Phone, out: int, **hands: str) -> None:
    """The round in play; ``s2="K"`` is what seat 2 was left with, and whoever is not named has no cards left."""
    number = len(phone.state.rounds) + 1
    phone.send("/round/went-out", round=number, seat=out)
    for seat in (seat.id for seat in phone.state.seats if seat.id != out):
        cards = hands.get(f"s{seat}", "none")
        phone.send("/round/cards-left", round=number, seat=seat, cards=cards, confirmed="1")
    phone.send("/round/close", round=number)


def screen(phone: Phone) -> Reader:
    return read_page(phone.client.get(f"/tv/{phone.code}").text)


def classes(element: Element) -> list[str]:
    return (element.get("class") or "").split()


def story(phone: Phone) -> Element | None:
    """What lies over the round in play."""
    return next((one for one in screen(phone).elements if "view-story" in classes(one)), None)


def told(phone: Phone) -> str:
    found = story(phone)
    assert found is not None
    return found.text()


def test_it_tells_the_news_who_went_out_what_each_scored_and_what_comes_next(phone: Phone) -> None:
    close(phone, 2, s1="K", s3="5", s4="A")
    page = screen(phone)
    assert words(page, "heads") == "Ben went out. Dee was left with 15 points. Ben leads"
    assert words(page, "round-news") == (
        "1 Ben leads by 5 out 0 2 Cid 5 behind +5 5 3 Ann 10 behind +10 10 4 Dee 15 behind +15 15"
    )
    assert words(page, "next-round") == (
        "Round 2 of 7 One set of 3 and one run of 4 set of 3 run of 4 Ben deals 10 cards each, Cid plays first."
    )


def test_a_screen_that_comes_later_than_that_shows_the_round_in_play_at_once(phone: Phone, clock: Clock) -> None:
    close(phone, 2, s1="K")
    clock.goes(19)
    assert story(phone) is not None
    clock.goes(1)
    assert story(phone) is None
    assert "Round 1: Ben went out." in words(screen(phone))


@pytest.mark.parametrize(("seconds", "ago"), [(0, []), (7, ["ago-1", "ago-2", "ago-4"]), (16, ["ago-16"])])
def test_a_screen_that_comes_within_it_is_told_how_much_is_over(
    phone: Phone, clock: Clock, seconds: int, ago: list[str]
) -> None:
    close(phone, 2, s1="K")
    clock.goes(seconds)
    late = story(phone)
    assert late is not None
    assert classes(late) == ["view-story", *ago]


def test_before_the_first_closing_there_is_nothing_to_tell(phone: Phone) -> None:
    assert story(phone) is None


def test_an_undo_of_the_closing_takes_its_story_away(phone: Phone) -> None:
    close(phone, 1, s2="K")
    close(phone, 2, s1="K")
    assert "Ben went out." in told(phone)
    phone.send("/undo", target=phone.state.rounds[-1].seq, confirmed="1")
    assert story(phone) is None, "the round is being counted again, and that before it is no news"


def test_a_correction_changes_the_figures_of_the_story_that_is_being_told(phone: Phone) -> None:
    close(phone, 2, s1="K")
    first = story(phone)
    phone.send("/score/1/1", cards="K K", confirmed="1")
    second = story(phone)
    assert first is not None
    assert second is not None
    assert (first.get("id"), "+20 20" in second.text()) == (second.get("id"), True)


def test_of_two_rounds_closed_at_once_each_has_a_story_of_its_own(phone: Phone, clock: Clock) -> None:
    assert clock
    close(phone, 2, s1="K")
    first = story(phone)
    close(phone, 1, s2="K K")
    second = story(phone)
    assert first is not None
    assert second is not None
    assert first.get("id") != second.get("id")
    assert "Ann went out. Ben was left with 20 points." in second.text()


def test_once_the_next_round_is_counted_the_screen_says_who_is_waited_for(phone: Phone) -> None:
    close(phone, 2, s1="K")
    phone.send("/may-i", round=2, claims=3)
    assert story(phone) is not None, "the next round is only played"
    phone.send("/round/went-out", round=2, seat=1)
    assert story(phone) is None


def test_the_end_of_the_game_is_a_story_of_its_own(phone: Phone) -> None:
    for _ in range(7):
        close(phone, 1, s2="K", s3="5", s4="A")
    assert story(phone) is None
    assert words(screen(phone), "winner") == "Ann wins"
