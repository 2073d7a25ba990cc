"""Write the cases of what a rulebook takes over: ``python -m tests.rules.write_cases NAME``.

For every judged clause without a case, the cases of the rulebook it builds on are asked again under the new one.
Where verdict, facts and deciding clause are the same, the case is written to ``cases/inherited/NAME.jsonl``: read it
before you keep it. The clauses that are left say something else here, and are printed: their cases are written by
hand, from the source.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator

from referee.rulebooks import library
from referee.rulebooks.ruling import rule
from referee.rules.packs import in_letters, played_with
from referee.rules.questions import QUESTIONS
from referee.rules.rulebook.model import Rulebook
from tests.rules.case_files import CASES, Line, all_cases, cited, lines, wrong


def inherited(book: Rulebook, topic: str, cases: list[Line]) -> Iterator[Line]:
    """The cases of a clause in the rulebook beneath that hold here too, as cases of this one: one for each verdict."""
    base = library.load(book.builds_on)
    verdicts = set()
    if topic not in base.clauses or book.clauses[topic].text != base.clauses[topic].text:
        return  # it says something else
    for case in cases:
        if case["clause"] != f"{base.id}/{topic}" or case["ask"].get("house"):
            continue
        ask = {**in_its_letters(book, case["ask"]), "rulebook": book.id}
        answer = rule(ask)
        if wrong(answer, case["want"]) or topic not in cited(answer):
            continue
        if "role" not in case and cited(answer)[0] != topic:
            continue
        if answer["legal"] in verdicts:
            continue
        verdicts.add(answer["legal"])
        name = case["name"].partition(": ")[2] if case["name"].startswith("as in ") else case["name"]
        here = {"name": f"as in {base.name}: {name}", "clause": f"{book.id}/{topic}", "ask": ask}
        yield {**case, **here, "cites": cited(answer)}


def in_its_letters(book: Rulebook, ask: Line) -> Line:
    """A question about the same cards, as the pack of the rulebook writes them."""
    cards = {field.name for field in QUESTIONS[ask["question"]].fields if field.kind.names_cards}
    with played_with(book.pack):
        return {name: in_letters(value) if name in cards else value for name, value in ask.items()}


def main(rulebook_id: str) -> None:
    book = library.load(rulebook_id)
    if not book.builds_on:
        sys.exit(f"{rulebook_id} builds on no rulebook: there is nothing to take over.")
    cases = all_cases()
    cased = {case["clause"] for case in cases}
    missing = [clause.topic for clause in book.clauses.values() if clause.judged and clause.address not in cased]
    path = CASES / "inherited" / f"{rulebook_id}.jsonl"
    found = {topic: list(inherited(book, topic, cases)) for topic in missing}
    written = [*(lines(path) if path.exists() else ()), *(case for topic in missing for case in found[topic])]
    path.write_text("".join(f"{json.dumps(case, ensure_ascii=False)}\n" for case in written), encoding="utf-8")
    print(f"{sum(map(len, found.values()))} cases written to {path.relative_to(CASES.parents[2])}")
    for topic in missing:
        if not found[topic]:
            print(f"{book.clauses[topic].address}: no case of {book.builds_on} holds here; write one from the source")


if __name__ == "__main__":
    main(sys.argv[1])
