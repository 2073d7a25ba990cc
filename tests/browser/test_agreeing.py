"""A table of four agrees on ten questions before the first deal: twelve taps, and two phones that do it at once."""

from __future__ import annotations

from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.thumb import BUDGETS, Thumb, seen

ANSWERS = (
    ("May I’s does each player get in a round", "3"),
    ("play your last card", "Any way you like"),
    ("Most wild cards in one meld", "2"),
    ("wild cards be side by side", "No"),
    ("discard a wild card", "No"),
    ("two sets of the same rank", "Yes"),
    ("push the joker to the end", "No"),
    ("natural cards does every meld need", "1"),
    ("ask for the discard once you are down", "Yes"),
    ("have to be down to go out", "No"),
)


def answer(thumb: Thumb, question: str, word: str) -> None:
    asked = thumb.page.get_by_role("group").filter(has_text=question)
    thumb.tap(asked.locator("label").filter(has_text=word).first)


def test_ten_questions_take_twelve_taps_and_the_next_ruling_cites_one(page: Page, live_server: str) -> None:
    thumb = Thumb(page)
    game = thumb.open_game(live_server)
    thumb.taps = 0
    thumb.link("Before the first deal")
    thumb.heading("Before the first deal")
    for question, word in ANSWERS:
        answer(thumb, question, word)
    thumb.button("^Agreed$")
    thumb.heading("Round 1")
    expect(seen(page)).to_contain_text("Agreed: 10 rules.")
    assert thumb.taps <= BUDGETS["taps"]["ten_questions_before_the_first_deal"]
    expect(page.get_by_role("link", name="Before the first deal")).to_have_count(0)
    page.goto(f"{game}/ask/meld?cards=KH+KD+JK+JK+JK&ask=1")
    expect(seen(page)).to_contain_text("A meld has at most two wild cards.")
    expect(seen(page)).to_contain_text("agreed at the table")


def test_two_phones_that_agree_at_once_write_it_once_and_are_asked_where_they_differ(
    page: Page, second: BrowserContext, live_server: str, expected_complaints: list[str]
) -> None:
    expected_complaints += ["409 (CONFLICT)", "Error Code 409"]
    thumb = Thumb(page)
    game = thumb.open_game(live_server)
    other = Thumb(second.new_page())
    for phone in (thumb, other):
        phone.page.goto(f"{game}/agree")
        answer(phone, "discard a wild card", "No")
    answer(thumb, "push the joker to the end", "Yes")
    answer(other, "push the joker to the end", "No")
    thumb.button("^Agreed$")
    thumb.heading("Round 1")
    other.button("^Agreed$")
    expect(seen(other.page)).to_contain_text("Moving a joker along")
    other.button("mine")
    other.heading("Round 1")
    page.goto(f"{game}/rules")
    expect(seen(page)).to_contain_text("A melded joker keeps its place")
    expect(seen(page).get_by_text("You may not discard a wild card.")).to_have_count(1)
