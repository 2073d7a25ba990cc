"""The states of what waits to be sent: every event in every state, what the phone keeps, and what it shows of it."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.lines import unsent

EVENTS = "tapped sent behind lost written shown refused asked looked left dropped replaced".split()
TABLE = """
            tapped sent behind lost    written shown refused asked looked left    dropped replaced
    taken   taken  out  waits  waits   gone    gone  refused asked -      -       -       gone
    out     out    -    -      waits   gone    gone  refused asked -      -       -       gone
    waits   taken  out  waits  waits   gone    gone  refused asked -      -       gone    gone
    refused -      -    -      refused gone    gone  refused asked looked -       gone    gone
    looked  -      -    -      refused gone    gone  refused asked looked -       -       gone
    asked   -      -    -      asked   gone    gone  refused asked -      refused -       gone
    gone    -      -    -      gone    gone    gone  gone    gone  -      -       -       -
"""
NEXT = {
    (state, event): following
    for state, *cells in (line.split() for line in TABLE.strip().splitlines()[1:])
    for event, following in zip(EVENTS, cells, strict=True)
}
WAY = {
    "taken": [],
    "out": ["sent"],
    "waits": ["lost"],
    "refused": ["refused"],
    "looked": ["refused", "looked"],
    "asked": ["asked"],
    "gone": ["written"],
}
"""From the tap that makes an entry to each state."""
PATH = "/elsewhere"
MODULE = """(await import(document.querySelector('script[src$="/start.js"]').src)).$queue"""
# The way to a state, and one event more: what became of the entry, what the phone keeps, what the bar says.
WALK = f"""async ([path, way, event]) => {{
  const queue = await {MODULE};
  await queue.loaded;
  const ever = queue.entries();
  for (const entry of ever) queue.move(entry, "written");
  const kept = async () => {{
    await Promise.all([...ever, ...queue.entries()].map(queue.isKept));
    return unsent();
  }};
  const add = (card, isReplaced) => queue.add({{ path, body: [["cards", card]], form: "1", what: card }}, isReplaced);
  const go = (entry, event) => {{
    const isNo = event === "refused" || event === "asked";
    if (event === "replaced") add("Q", ({{ id }}) => id === entry.id);
    else queue.move(entry, event, isNo ? {{ refused: "Not so.", asks: event === "asked" }} : undefined);
  }};
  const entry = add("K", () => false);
  ever.push(entry);
  for (const each of way) go(entry, each);
  localStorage.setItem(`draft:${{path}}#`, JSON.stringify({{ typed: {{ cards: ["K"] }}, base: "" }}));
  const before = JSON.stringify(await kept());
  const first = queue.stateOf(entry);
  let fault = "";
  try {{ if (event) go(entry, event); }} catch (failed) {{ fault = failed.message; }}
  const state = queue.stateOf(entry); // at once: what waits goes out by itself
  const after = await kept();
  return {{
    first, fault, state, isSame: JSON.stringify(after) === before,
    kept: after.map(({{ what }}) => what), reason: after.find(({{ id }}) => id === entry.id)?.refused ?? "",
    bar: document.getElementById("unsent").textContent, draft: localStorage.getItem(`draft:${{path}}#`) !== null,
  }};
}}"""


@pytest.fixture(autouse=True)
def no_line(context: BrowserContext, expected_complaints: list[str]) -> None:
    """Nothing that these tests put into the queue is to go out."""
    expected_complaints.append("ERR_FAILED")
    context.route(f"**{PATH}", lambda route: route.abort())


def walk(page: Page, way: list[str], event: str = "") -> dict[str, Any]:
    outcome: dict[str, Any] = page.evaluate(WALK, [PATH, way, event])
    return outcome


def test_every_event_in_every_state_leads_where_the_table_says_and_nowhere_else(phone: Page) -> None:
    for (state, event), following in NEXT.items():
        where = f"{event}, while {state}"
        outcome = walk(phone, WAY[state], event)
        assert outcome["first"] == state, where
        if following == "-" and (state, event) != ("gone", "replaced"):
            assert outcome["fault"] == f"Nothing that is {state} can be {event}.", where
            assert (outcome["state"], outcome["isSame"], outcome["draft"]) == (state, True, True), where
            continue
        assert outcome["fault"] == "", where
        if event == "replaced":
            assert (outcome["state"], outcome["kept"]) == ("gone", ["Q"]), where
            continue
        assert outcome["state"] == following, where
        assert outcome["kept"] == ([] if following == "gone" else ["K"]), where
        assert outcome["reason"] == ("Not so." if following in ("refused", "looked", "asked") else ""), where
        # a refusal that the page shows leaves what was typed; what was written or dropped is no draft any longer
        assert outcome["draft"] == (state == "gone" or event not in ("written", "dropped")), where


def test_the_table_of_the_module_is_the_table_of_this_test(phone: Page) -> None:
    module = phone.evaluate(f"async () => (await {MODULE}).TRANSITIONS")
    assert module.pop("new") == {"tapped": "taken"}
    assert {(state, event): to for state, row in module.items() for event, to in row.items()} == {
        step: to for step, to in NEXT.items() if to != "-"
    }


@pytest.mark.parametrize(
    ("state", "bar", "after"),
    [
        ("taken", "", "Not sent yet"),
        ("out", "", "Not sent yet"),
        ("waits", "Not sent yet", "Not sent yet"),
        ("refused", "Not accepted", "Not accepted"),
        ("looked", "Not accepted", "Not accepted"),
        ("asked", "", "Not finished"),
        ("gone", "", ""),
    ],
)
def test_the_bar_says_what_waits_and_what_was_refused_and_a_reload_forgets_neither(
    phone: Page, state: str, bar: str, after: str
) -> None:
    outcome = walk(phone, WAY[state])
    assert (outcome["bar"][: len(bar)], bool(outcome["bar"])) == (bar, bool(bar))
    phone.reload()
    shown = phone.locator("#unsent")
    if after:
        expect(shown).to_contain_text(after)
    else:
        assert unsent(phone) == []
        expect(shown).to_be_hidden()
