"""Rulebooks to read, and a house's own: every field of the form, its errors, its versions, its file."""

from __future__ import annotations

import io
from typing import Any

from tests.golden.pages.story import Story, Teller, story


def form_of(phone: Teller) -> dict[str, Any]:
    """What the form on the page would send if nobody touched it."""
    sent: dict[str, Any] = {}
    for one in phone.elements:
        inside, name = one.within("form"), str(one.get("name"))
        if not (one.get("name") and inside and inside.get("id") == "house" and one.tag in ("input", "textarea")):
            continue
        if one.get("type") in ("radio", "checkbox"):
            if one.get("checked") is not None:
                sent.setdefault(name, []).append(str(one.get("value")))
        else:
            sent[name] = "".join(map(str, one.own_text)) if one.tag == "textarea" else str(one.get("value"))
    return sent


def save(phone: Teller, rulebook: str, form: dict[str, Any] | None = None, **changed: Any) -> Teller:
    """The form as it is, or was, but for some fields."""
    if form is None:
        with phone.quiet():
            phone.open(f"/house-rules/{rulebook}/change")
        form = form_of(phone)
    whole = {**form, "write_id": f"{len(str(changed)):032}", **changed}
    phone.sends_only(changed)
    return phone.post(f"/house-rules/{rulebook}/change", **whole)


@story
def rulebooks(house: Story) -> None:
    """A rulebook read from its first clause to its last, and held against others."""
    ann = house.phone("Ann")
    for page in (
        "/rulebooks",
        "/rulebooks/short",
        "/rulebooks/progressive/compare",
        "/rulebooks/short/compare/bicycle",
    ):
        ann.open(page)
    for page in ("/rulebooks/nosuch", "/rulebooks/screw/compare/nosuch", "/rulebooks/screw/compare?other=may-i"):
        ann.open(page)
    ann.open("/api/rulebooks/short/compare/nosuch")


@story
def own(house: Story) -> None:
    """House rules on their form: refused, saved, changed on two phones, taken back, carried out and brought in."""
    ann, ben = house.phone("Ann"), house.phone("Ben")
    for page in ("/house-rules", "/house-rules/from", "/house-rules/nosuch/change", "/house-rules/nosuch/file"):
        ann.open(page)
    ann.post("/house-rules/start", builds_on="nosuch", write_id="s" * 32)
    ann.post("/house-rules/start", builds_on="short", write_id="t" * 32)
    ann.open("/house-rules/short/change")
    blank = form_of(ann)
    house.chapter("What the form refuses")
    save(ann, "short", blank, name="")
    save(
        ann,
        "short",
        blank,
        name="Ours",
        players_min="6",
        wilds_most="many",
        **{"rounds.1.deal": "none", "jokers.2": "x"},
    )
    save(ann, "short", blank, name="Ours", **{"rounds.0.contracts": "set of", "points.K": "ten"})
    house.chapter("Rounds are moved, added, taken away")
    for step in ("up.2", "remove.7", "add", "no jokers"):
        save(ann, "short", blank, name="Ours", step=step)
    house.chapter("Saved, and seen everywhere")
    changed: dict[str, Any] = {"discard_wild": "no", "wilds_most": "2", "words.wilds_most": "Two wilds, no more."}
    save(ann, "short", blank, name="Ours", **changed, **{"rounds.1.deal": "12", "words.swap": "Only on Sundays."})
    for page in ("/house-rules", "/rulebooks/ours/compare/short"):
        ann.open(page)
    ann.open("/house-rules/ours/file")
    file = ann.answer.get_data(as_text=True)
    house.chapter("Changed on two phones")
    with ben.quiet():
        ben.open("/house-rules/ours/change")
    before = form_of(ben)
    save(ann, "ours", discard_wild="yes")
    ben.sends_only({"wilds_most": "3"})
    ben.post("/house-rules/ours/change", **{**before, "wilds_most": "3", "write_id": "r" * 32})
    save(ann, "ours")
    ann.open("/rulebooks/ours?version=9")
    ann.open("/house-rules")
    house.chapter("A house rule is taken back; a file is brought in")
    ann.post("/house-rules/ours/back", version="9", topic="wild-limit", write_id="q" * 32)
    ann.post("/house-rules/ours/back", version="2", topic="wild-limit", write_id="o" * 32)
    ann.post("/house-rules/ours/back", version="3", topic="nosuch", write_id="i" * 32)
    ann.post("/house-rules/ours/back", version="3", write_id="h" * 32)
    ann.open("/house-rules")
    for number, text in enumerate(("", 'id = "x"', file.replace("wilds_most = 2", "wilds_most = 99"))):
        ann.post("/house-rules/import", text=text, write_id=f"import-{number:025}")
    ann.post("/house-rules/import", text=file, write_id="n" * 32)
    ann.post(
        "/house-rules/import", text=file.replace('"ours"', '"theirs"').replace("Ours", "Theirs"), write_id="m" * 32
    )
    other = file.replace("Two wilds, no more.", "Two wilds and no more.")
    ann.post("/house-rules/import", text=other, write_id="k" * 32)
    ann.post("/house-rules/import", text=other, write_id="j" * 32, over="3", confirmed="1")
    ann.post("/house-rules/import", file=(io.BytesIO(b"\xff\xfe"), "odd.toml"), write_id="l" * 32)
    ann.open("/house-rules")
