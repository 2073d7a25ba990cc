"""A round at the table with a thumb: two taps for a May I, the screw-over by touch, Now to be read in every state."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.test_live import HIDE
from tests.browser.thumb import opened, seen
from tests.sizes import sized

NAMES = ("Ann", "Ben", "Christopher", "Dee", "Eve", "Maximiliane", "Gus", "Hal")


def open_game(phone: Page, rulebook: str, players: int = 4) -> str:
    """A game with Ann in seat 1, who deals; the phone stands on Now."""
    return opened(phone, phone.url.rstrip("/"), rulebook, NAMES[:players], how="chosen", dealer="1")


def cards(phone: Page, text: str) -> None:
    """Tap cards on the key pad, suit by suit: ``"5H 5S"``."""
    chosen = ""
    for card in text.split():
        rank, suit = (card, chosen) if card == "JK" else (card[:-1], card[-1])
        if suit != chosen:
            phone.locator(f'[data-suit="{suit}"]').tap()
            chosen = suit
        phone.locator(f'[data-rank="{rank}"]').tap()


def nothing_sideways(phone: Page) -> None:
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth"), phone.url


PHONES = pytest.mark.parametrize(
    ("width", "height", "scheme"),
    sized([(320, 568, "dark")], [(375, 667, "light"), (320, 568, "dark")]),
    ids=sized(["small and dark"], ["light", "small and dark"]),
)


def handed(phone: Page, width: int, height: int, scheme: str) -> None:
    phone.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    phone.set_viewport_size({"width": width, "height": height})


@PHONES
def test_a_chain_with_several_who_ask_on_two_phones(
    phone: Page, second: BrowserContext, width: int, height: int, scheme: str
) -> None:
    handed(phone, width, height, scheme)
    now = open_game(phone, "contract", players=5)
    other = second.new_page()
    may_i(phone, "^Dee")
    asked_too(phone, "Ben")
    expect(phone.locator(".notice.done")).to_contain_text("Ben does not: Dee comes before Ben in turn.")
    phone.get_by_role("button", name="Ben comes first in turn").tap()
    expect(phone.locator(".notice.done")).to_contain_text("Ben gets it")
    expect(phone.locator(".notice.done")).to_contain_text("Dee does not: Ben comes before Dee in turn.")
    nothing_sideways(phone)
    phone.evaluate(HIDE, True)  # no news reach it
    other.goto(now + "/may-i")
    other.get_by_role("link", name="Also asked for Ben’s card").tap()
    expect(other.locator("main")).to_contain_text("for the same discard")  # Eve has a key on the page before, too
    other.get_by_role("button", name=re.compile("^Eve")).tap()
    expect(other.locator(".notice.done")).to_contain_text("Eve does not: Ben comes before Eve in turn.")
    expect(phone.locator(".notice.done")).not_to_contain_text("Eve")
    asked_too(phone, "Christopher")  # its page is older than what the other phone has told
    expect(phone.locator(".notice.done")).to_contain_text("Christopher does not: Ben comes before Christopher in turn.")
    expect(phone.locator(".notice.done")).to_contain_text("Eve does not")
    phone.evaluate(HIDE, False)
    phone.get_by_role("link", name="May I", exact=True).tap()
    seen(phone).get_by_text("Still the same discard").tap()
    phone.get_by_role("button", name=re.compile("^Dee")).tap()
    expect(phone.locator(".notice.done")).to_contain_text("Dee gets it")
    asked_too(phone, "Ben")
    expect(phone.locator(".notice.done")).to_contain_text("Ben does not: Ben took the discard before this one")
    expect(phone.locator(".at-seats")).to_contain_text(re.compile(r"Ben\s+1 taken.*Dee\s+1 taken", re.DOTALL))
    phone.get_by_role("link", name="No one else asked").tap()
    expect(phone.locator(".asked-too")).to_have_count(0)
    phone.get_by_role("button", name=re.compile("^Undo: Round 1: Dee took the discard")).tap()
    expect(phone.locator(".at-seats")).to_contain_text(re.compile(r"Dee\s+none taken"))


def may_i(phone: Page, who: str) -> None:
    phone.get_by_role("link", name="May I", exact=True).tap()
    phone.get_by_role("button", name=re.compile(who)).tap()


def asked_too(phone: Page, who: str) -> None:
    phone.get_by_role("button", name=re.compile(rf"{who},? also asked$")).tap()


IN_SIGHT = """() => {
  const [field, pad, answer] = ["[data-cards].active :is(input, textarea)", "[data-pad]", ".dock .primary"].map(
    (one) => document.querySelector(one)?.getBoundingClientRect()
  );
  return field && pad && answer
    && field.top >= 0 && field.bottom <= pad.top && pad.bottom <= answer.top && answer.bottom <= innerHeight;
}"""


def in_sight(phone: Page) -> None:
    """The field that the keys type into, every key and the answer lie on the screen, none over another."""
    phone.wait_for_function(IN_SIGHT)


def go_down(phone: Page, who: str, *melds: str) -> None:
    phone.get_by_role("link", name="Going down").tap()
    key(phone, who)
    in_sight(phone)
    for at, meld in enumerate(melds):
        if at:
            phone.get_by_role("button", name="next meld").tap()
        cards(phone, meld)
        in_sight(phone)
    record(phone)


def key(phone: Page, name: str) -> None:
    """Tap one of the large keys of a step."""
    phone.locator(".seat-key").filter(has_text=re.compile(name)).first.tap()


def judged(phone: Page, word: str, *sentences: str) -> None:
    phone.get_by_role("button", name="Check").tap()
    verdict(phone, word, *sentences)


def verdict(phone: Page, word: str, *sentences: str) -> None:
    expect(phone.locator("#verdict-word")).to_have_text(word)
    for sentence in sentences:
        expect(phone.locator(".verdict")).to_contain_text(sentence)
    nothing_sideways(phone)


def record(phone: Page) -> None:
    phone.get_by_role("button", name=re.compile("^(Record it|Add the cards)$")).tap()
    phone.wait_for_url(re.compile(r"/g/\w{6}$"))


@PHONES
def test_the_screw_over_by_touch_to_its_end(phone: Page, width: int, height: int, scheme: str) -> None:
    handed(phone, width, height, scheme)
    open_game(phone, "screw")
    go_down(phone, "Ben", "5H 5S 5D", "9C 9D 9H")
    phone.get_by_role("link", name="Screw-over", exact=True).tap()
    phone.get_by_role("link", name="Ann", exact=True).tap()
    phone.get_by_role("button", name="Ben 2 melds").tap()
    phone.get_by_role("link", name="five of spades", exact=True).tap()
    expect(phone.locator("#use_cards")).to_have_value("5S")
    in_sight(phone)
    cards(phone, "KD")
    phone.reload()  # what was told stands in the address
    expect(phone.locator("#give")).to_have_value("KD")
    phone.locator("#use_cards").tap()
    cards(phone, "5C 5D")
    phone.get_by_role("button", name="next meld").tap()
    cards(phone, "JC JD JH")
    in_sight(phone)
    record(phone)
    expect(phone.locator(".at-seats .screwed")).to_contain_text("truly screwed: owes a set of 3")
    nothing_sideways(phone)
    phone.get_by_role("link", name=re.compile("^Ben: nine")).tap()
    key(phone, "^Ben")
    phone.get_by_role("link", name="Other cards").tap()
    cards(phone, "9S")
    judged(phone, "No", "First replace the set of 3 that went back.")
    phone.get_by_role("link", name="Now").tap()
    phone.get_by_role("link", name="Ben replaces the set of 3").tap()
    cards(phone, "KH KS KC")
    in_sight(phone)
    judged(phone, "Yes")
    record(phone)
    expect(phone.locator(".at-seats .screwed")).to_have_count(0)


def test_a_card_given_is_taken_back_after_the_keys_have_moved_on(phone: Page) -> None:
    now = open_game(phone, "screw")
    phone.goto(now + "/screw-over?by=1&owner=2&cards_of=5H+5S+5D&take=5S&use=contract")
    cards(phone, "KD")
    expect(phone.locator("[data-cards].active textarea")).to_have_value("5S")
    phone.get_by_role("button", name="Take back the last card").tap()
    expect(phone.locator("#give")).to_have_value("")
    expect(phone.locator("#use_cards")).to_have_value("5S")
    cards(phone, "KC 5C")
    expect(phone.locator("#give")).to_have_value("KC")
    expect(phone.locator("#use_cards")).to_have_value("5S 5C")


def test_a_meld_half_tapped_in_is_tapped_on_after_a_reload(phone: Page) -> None:
    now = open_game(phone, "screw")
    phone.goto(now + "/screw-over?by=1&owner=2")
    cards(phone, "5H 5S")
    phone.reload()
    expect(phone.get_by_role("heading", level=1)).to_have_text("Which meld of Ben?")
    expect(phone.locator("#cards_of")).to_have_value("5H 5S")
    cards(phone, "5D")
    phone.get_by_role("button", name="Next").tap()
    expect(phone.get_by_role("heading", level=1)).to_have_text("Which card is taken?")
    expect(phone.get_by_role("link", name="five of diamonds", exact=True)).to_be_visible()


@PHONES
def test_a_shanghai_call_by_touch(phone: Page, width: int, height: int, scheme: str) -> None:
    handed(phone, width, height, scheme)
    open_game(phone, "shanghai")
    go_down(phone, "Ben", "5H 5S 5D", "9C 9D 9H")
    go_down(phone, "Christopher", "5H 5S 5C", "KC KD KH")
    for caller in ("Ann", "Dee"):
        phone.get_by_role("link", name="Shanghai", exact=True).tap()
        key(phone, "^Ann")
        expect(phone.get_by_role("heading", level=1)).to_have_text("Shanghai: who called?")  # Ann has a key there too
        key(phone, f"^{caller}")
        cards(phone, "5D")
        in_sight(phone)
        if caller == "Ann":
            judged(phone, "Yes", "In the next player’s turn no one may draw it")
        else:
            phone.get_by_role("button", name="Check").tap()
            expect(phone.get_by_role("heading", level=1)).to_have_text("Which meld does the 5 of diamonds go on?")
            key(phone, "^Christopher")
            verdict(phone, "Yes", "Dee lays it there, and Ann draws a card from Dee’s hand")
        record(phone)
    expect(phone.get_by_role("link", name="Christopher: five of hearts, five of spades, five of clubs")).to_be_visible()
    expect(phone.locator(".notices")).to_contain_text("Ann drew a card from Dee’s hand")


@PHONES
def test_a_lay_off_and_a_swap_by_touch(phone: Page, width: int, height: int, scheme: str) -> None:
    handed(phone, width, height, scheme)
    now = open_game(phone, "short")
    go_down(phone, "Ben", "5H 5S 5D", "9C 9D JK")
    go_down(phone, "Christopher", "3H 3S 3D", "KC KD KH")
    phone.get_by_role("link", name=re.compile("^Ben: five")).tap()
    key(phone, "^Ben")
    phone.get_by_role("link", name="Other cards").tap()
    cards(phone, "5C")
    in_sight(phone)
    judged(phone, "Yes")
    record(phone)
    expect(phone.get_by_role("link", name=re.compile("^Ben: five.* five of clubs"))).to_be_visible()
    phone.get_by_role("link", name=re.compile("^Ben: nine")).tap()
    key(phone, "^Ben")
    phone.get_by_role("link", name="Takes the wild card").tap()
    cards(phone, "9S")
    in_sight(phone)
    judged(phone, "Yes")
    record(phone)
    expect(phone.locator(".at-seats")).to_contain_text("has the joker, which must be laid off in this turn")
    phone.goto(now + "/history")
    expect(phone.get_by_role("listitem").first).to_contain_text(
        "Ben took the joker from their own meld (the 9s of clubs and diamonds and the joker) for the 9 of spades"
    )


def test_the_limit_reached_is_said_with_the_clause(phone: Page, expected_complaints: list[str]) -> None:
    expected_complaints.append("422")
    open_game(phone, "shanghai")
    for left in ("1 left", "none left", ""):
        phone.get_by_role("link", name="May I", exact=True).tap()
        expect(phone.get_by_role("heading", name="May I: who took the discard?")).to_be_visible()
        if left != "1 left":
            seen(phone).get_by_text("A later discard").tap()
        phone.get_by_role("button", name=re.compile("^Dee")).tap()
        if left:
            expect(phone.locator(".at-seats")).to_contain_text(re.compile(rf"Dee\s+[○●]+\s+{left}"))
    expect(phone.locator("#problems")).to_contain_text("Dee has already had two in this round, and that is the limit.")
    phone.get_by_role("link", name=re.compile("how often")).tap()
    phone.wait_for_url(re.compile(r"/rulebook#may-i-limit$"))


def test_now_with_eight_seats_stays_readable(phone: Page) -> None:
    looks = [(width, scheme) for width in (320, 375) for scheme in ("light", "dark")]
    open_game(phone, "screw", players=8)
    seats = phone.locator(".at-seats li")
    expect(seats).to_have_count(8)
    for at, name in enumerate(NAMES):
        expect(seats.nth(at)).to_contain_text(name)
        expect(seats.nth(at)).to_contain_text("none taken")
    for width, scheme in looks:
        handed(phone, width, 667, scheme)
        nothing_sideways(phone)
        for key in phone.locator(".things .button, .actions .button").all():
            box = key.bounding_box()
            assert box is not None
            assert min(box["width"], box["height"]) >= 44, (width, scheme)
    may_i(phone, "^Maximiliane")
    undo = phone.locator(".undo button [aria-hidden=true]:not(svg)")
    expect(undo).to_have_text("Undo The May I")
    for width, scheme in looks:
        handed(phone, width, 667, scheme)
        assert undo.evaluate("one => one.scrollHeight <= one.clientHeight"), ("something is cut off", width, scheme)


def test_a_ruling_is_heard_with_the_cards_by_name(phone: Page) -> None:
    open_game(phone, "contract")
    go_down(phone, "Ben", "5H 5S 5D", "9C 9D 9H")
    may_i(phone, "^Dee")
    phone.get_by_role("link", name=re.compile("^Ben: five")).tap()
    key(phone, "^Ben")
    phone.get_by_role("link", name="Other cards").tap()
    cards(phone, "5C")
    judged(phone, "Yes")
    expect(phone.locator("#status")).to_contain_text(
        "The meld is then five of hearts, five of spades, five of diamonds"
    )


@pytest.mark.parametrize("width", [320, 375])
def test_the_pencil_of_a_seat_stays_where_it_is_when_it_opens(phone: Page, width: int) -> None:
    phone.set_viewport_size({"width": width, "height": 667})
    phone.goto(open_game(phone, "contract") + "/table")
    pencil = phone.locator("summary", has_text="Change Christopher").locator(".move")
    before = pencil.bounding_box()
    pencil.tap()
    expect(phone.get_by_label("Name of Christopher")).to_be_visible()
    assert pencil.bounding_box() == before
    nothing_sideways(phone)


def test_the_table_view_fits_a_tablet_and_looks_for_news_by_itself(phone: Page, browser: Browser) -> None:
    now = open_game(phone, "shanghai", players=5)
    with browser.new_context(viewport={"width": 1280, "height": 800}) as context:
        tablet = context.new_page()
        tablet.goto(now.replace("/g/", "/tv/"))
        phone.get_by_role("link", name="May I", exact=True).tap()
        phone.get_by_role("button", name="Christopher 2 left").tap()
        expect(tablet.locator(".view-lines")).to_contain_text(re.compile(r"Christopher\s+May I’s: ○●\s+1 left"))
        totals = tablet.locator(".view-lines .total")
        for scheme in ("light", "dark"):
            handed(tablet, 1280, 800, scheme)
            assert min(totals.evaluate_all("all => all.map((one) => parseFloat(getComputedStyle(one).fontSize))")) >= 58
            assert tablet.evaluate("document.documentElement.scrollHeight <= innerHeight"), "nothing is below the edge"


def test_a_limit_reached_on_another_phone_meanwhile_is_refused_with_the_clause_and_the_fresh_state(
    phone: Page, second: BrowserContext, expected_complaints: list[str]
) -> None:
    expected_complaints.append("422")
    now = open_game(phone, "shanghai")
    other = second.new_page()
    phone.goto(now + "/may-i")
    phone.get_by_role("button", name=re.compile("^Dee")).tap()
    expect(phone.locator(".notice.done")).to_contain_text("Dee gets it")
    for page in (other, phone):
        page.goto(now + "/may-i")
        seen(page).get_by_text("A later discard").tap()
    other.evaluate(HIDE, True)  # no news reach it
    phone.get_by_role("button", name=re.compile("^Dee")).tap()
    expect(phone.locator(".notice.done")).to_contain_text("Dee gets it")
    other.get_by_role("button", name="Dee 1 left").tap()
    expect(other.locator("#problems")).to_contain_text("Dee has already had two in this round")
    expect(other.get_by_role("link", name=re.compile("how often"))).to_be_visible()
    expect(other.get_by_role("button", name="Dee none left")).to_be_visible()


def test_the_page_of_a_may_i_that_lay_open_shows_what_another_phone_told_when_it_is_looked_at_again(
    phone: Page, second: BrowserContext
) -> None:
    now = open_game(phone, "shanghai")
    other = second.new_page()
    other.goto(f"{now}/may-i")
    ben = other.get_by_role("button", name=re.compile("^Ben"))
    before = ben.inner_text()
    other.evaluate(HIDE, True)
    phone.goto(f"{now}/may-i")
    phone.get_by_role("button", name=re.compile("^Ben")).tap()
    expect(phone.locator(".notice.done")).to_contain_text("Ben gets it")
    assert ben.inner_text() == before, "it lies there as it was"
    other.evaluate(HIDE, False)
    expect(ben).not_to_have_text(before)
    expect(ben).to_contain_text("left")
    seen(other).get_by_text("Still the same discard").tap()
    other.evaluate(HIDE, True)
    phone.goto(f"{now}/may-i")
    phone.get_by_role("button", name=re.compile("^Dee")).tap()
    expect(phone.locator(".notice.done")).to_contain_text("Dee gets it")
    form = other.locator("form.taking")
    begun = form.inner_text()
    with other.expect_response(lambda answer: "live" in answer.request.headers) as news:
        other.evaluate(HIDE, False)
    assert news.value.text(), "there are news"
    expect(other.locator("main")).to_have_attribute("data-at", news_at(phone))
    expect(other.get_by_role("radio", name="Still the same discard")).to_be_checked()
    assert form.inner_text() == begun, "somebody is at it"


def news_at(page: Page) -> str:
    """Which version of the log a page shows."""
    return page.locator("main").get_attribute("data-at") or ""
