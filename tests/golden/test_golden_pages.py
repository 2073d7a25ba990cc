"""Golden pages: what the pages of whole stories say, word by word; a difference is shown as lines.

Where a page is meant to say something else, ``python -m tests.golden.pages`` writes them anew, and the difference is
read before it is committed.
"""

from __future__ import annotations

import difflib
import io
import re
from collections.abc import Callable, Iterator

import pytest
from flask import Flask
from flask.ctx import AppContext

from referee.app.guard import OUR_FILES
from referee.services.clubs import seasons
from referee.services.house import data as data_services
from tests.golden.pages.all_stories import STORIES
from tests.golden.pages.lines import Lines
from tests.golden.pages.story import SAID, says_why, shorter, told
from tests.services.carrying import brought_in, exported
from tests.web.plain import Phone

REQUEST = re.compile(r"^▶ .*?: (?P<method>[A-Z]+) .*\[(?P<endpoint>[\w.]+)\] (?P<status>\d+)$", re.M)
NEVER_REFUSED = {
    "join.leave": "who has left twice has left",
    "look.change": "an odd look is the usual one",
    "money.stop": "a club that plays for nothing already goes on so",
    "round.read_hand": "what is half typed is read as far as it goes",
}
NO_PAGES = OUR_FILES | {"live.game", "live.several", "paper_photos.shown"}
"""Files, photos, and streams that never end."""


def recorded(name: str) -> str:
    return (SAID / f"{name}.txt").read_text(encoding="utf-8")


def compare(name: str, now: str) -> None:
    """Raises with what differs, as lines."""
    before = recorded(name)
    if now != before:
        changed = difflib.unified_diff(before.splitlines(), now.splitlines(), "recorded", "now", lineterm="", n=6)
        raise AssertionError("\n".join([f"Write it anew with: python -m tests.golden.pages {name}", *changed][:300]))


@pytest.mark.database_file
@pytest.mark.parametrize("name", STORIES)
def test_the_pages_of_a_story_say_what_was_recorded_and_its_clubs_come_home(
    name: str, elsewhere: Callable[[], AppContext]
) -> None:
    story = told(name)
    compare(name, story.said)
    with elsewhere():
        for club, data in story.clubs.items():
            assert brought_in(data) == club, "what the app has written it reads"
            assert exported(club) == data
        assert data_services.rebuild(check=True).differing == ()


@pytest.mark.database_file
def test_what_was_played_through_pages_is_brought_in_by_page(phone: Phone) -> None:
    """By phones that nobody knows, and by some with a seat; the file that comes out is the one that went in."""
    story = told("a-table-of-two")
    ((club, data),) = story.clubs.items()
    assert b'Z","",{' in data, "some phone had no name"
    assert b'Z","Ann",{' in data, "some phone had one"
    sent = phone.client.post(
        f"/clubs/{first_club(phone)}/import",
        data={"write_id": "a" * 32, "seen": "0", "file": (io.BytesIO(data), "club.jsonl")},
    )
    assert sent.status_code == 303, sent.text
    assert phone.client.get(f"/clubs/{club}/club.jsonl").get_data() == data


def first_club(phone: Phone) -> str:
    with phone.client.application.app_context():
        return seasons.first_club().id


def test_no_recorded_story_is_left_behind() -> None:
    assert {path.stem for path in SAID.iterdir()} == set(STORIES)


def requests() -> Iterator[tuple[str, str, int]]:
    """Method, route and status of everything that is recorded."""
    for name in STORIES:
        for found in REQUEST.finditer(recorded(name)):
            yield found["method"], found["endpoint"], int(found["status"])


def test_every_page_is_in_a_story_and_every_form_is_refused_in_one(app: Flask) -> None:
    seen = {(method, endpoint) for method, endpoint, _ in requests()}
    refused = {endpoint for method, endpoint, status in requests() if method == "POST" and status >= 400}
    pages = {rule.endpoint for rule in app.url_map.iter_rules() if "GET" in (rule.methods or ())}
    forms = {rule.endpoint for rule in app.url_map.iter_rules() if "POST" in (rule.methods or ())}
    assert sorted(pages - {endpoint for method, endpoint in seen if method == "GET"} - NO_PAGES) == []
    assert sorted(forms - {endpoint for method, endpoint in seen if method == "POST"}) == []
    assert sorted(forms - refused - set(NEVER_REFUSED)) == []
    assert sorted(refused & set(NEVER_REFUSED)) == [], "these are refused"


@pytest.fixture
def page(phone: Phone) -> str:
    """A page with words, links, fields, numbers and a chart."""
    phone.start("contract", 3).round(1, {2: "K", 3: "10 5"})
    return phone.open(f"/g/{phone.code}/score").answer.get_data(as_text=True)


@pytest.fixture
def phone(app: Flask) -> Phone:
    return Phone(app.test_client())


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Lowest total wins", "Highest total wins"),
        (">15<", ">16<"),
        ('name="target" value="5"', 'name="target" value="4"'),
        ("/score/1/2", "/score/1/3"),
        ('aria-current="page"', ""),
        ('data-lives="whole"', 'data-lives=""'),
        ('<circle cx="256', '<circle cx="257'),
        ("Undo: Round 1", "Redo: Round 1"),
        ("Player 2", "Player 3"),
        (' class="leads"', ""),
    ],
)
def test_a_changed_word_value_or_attribute_changes_the_lines(page: str, old: str, new: str) -> None:
    assert old in page
    before, now = Lines().of(page), Lines().of(page.replace(old, new, 1))
    assert before != now
    assert len([line for line in shorter(before, now) if line.startswith("+")]) <= 4, "and few of them"


def test_a_changed_order_changes_the_lines(page: str) -> None:
    first, second = re.findall(r"<tr>.*?</tr>", page, re.S)[:2]
    swapped = page.replace(first, "<!-- -->").replace(second, first).replace("<!-- -->", second)
    assert sorted(Lines().of(page)) == sorted(Lines().of(swapped))
    assert Lines().of(page) != Lines().of(swapped)


def test_what_differs_is_shown_with_the_story_that_it_is_in() -> None:
    with pytest.raises(AssertionError, match=r"(?s)tests\.golden\.pages rules.*-.*Seven at least.*\+.*Eight at least"):
        compare("rules", recorded("rules").replace("Seven at least", "Eight at least", 1))


def test_a_story_stops_at_what_is_refused_without_a_word(phone: Phone) -> None:
    phone.start("contract", 3)
    refused = phone.post(f"/g/{phone.code}/undo", write_id="a" * 32, seen="1", target="99").answer
    assert refused.status_code == 422
    assert says_why(refused.text)
    assert not says_why(refused.text.replace('id="problems"', 'id="other"'))
