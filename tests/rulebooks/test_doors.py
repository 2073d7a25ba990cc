"""One check: a rulebook is let in by every door or refused by every door in the same words (see ``doors``)."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from referee.rulebooks import checking, library, own
from referee.rulebooks.library import RulebookError
from referee.rules.rulebook.model import VALUE_NAMES, Rulebook
from tests.rulebooks.doors import over_http, passing
from tests.rulebooks.doors.drawing import POOL, Drawn, drawn
from tests.sizes import sized
from tests.web.table_phone import words
from tests.web.test_own_rulebooks import bring_in, path_of

RULEBOOKS = sized(120, 600)
OVER_HTTP = sized(4, 40)
OURS = own.make(library.load("contract"), "Ours", {"jokers": 3})


def test_every_value_is_drawn() -> None:
    assert set(POOL) == set(VALUE_NAMES)
    seen = [drawn(seed) for seed in range(2_000)]
    assert {name for each in seen for name in each.house} == set(VALUE_NAMES)
    assert {each.base for each in seen} == set(library.ids())


@pytest.mark.unmeasured
def test_rulebooks_at_random_find_all_doors_of_one_mind(tmp_path: Path) -> None:
    assert [wrong for each in map(drawn, range(RULEBOOKS)) for wrong in passing.disagreements(each, tmp_path)] == []


@pytest.mark.unmeasured
@pytest.mark.parametrize("seed", range(OVER_HTTP))
def test_the_pages_say_the_same(client: FlaskClient, seed: int) -> None:
    assert over_http.disagreements(client, drawn(seed)) == []


@pytest.mark.parametrize(
    ("base", "house"),
    [
        ("continental-es", {"screw_over": True}),
        ("shanghai-powe", {"shanghai_call": True}),
        ("grokipedia", {"settlement": "by place"}),
        ("contract", {"own_contracts": True}),
        ("contract", {"play_until": 100}),
    ],
)
def test_a_file_by_hand_gets_the_clauses_that_a_feature_needs(
    base: str, house: dict[str, object], tmp_path: Path
) -> None:
    each = Drawn(0, base, house)
    assert passing.disagreements(each, tmp_path) == []
    by_hand, made = own.read(passing.by_hand(each)), own.read(own.make(library.load(base), "Ours", house))
    assert by_hand.clauses.keys() == made.clauses.keys()


def test_what_a_file_leaves_out_is_not_brought_back() -> None:
    text = passing.by_hand(Drawn(0, "screw", {})).replace("[[sources]]", 'leaves_out = ["screw-once"]\n[[sources]]')
    with pytest.raises(RulebookError, match="screw-once: this clause is missing"):
        own.read(text)


def test_what_a_file_builds_on_is_at_fault_where_that_is_broken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_rulebook_id: str) -> Rulebook:
        raise RulebookError("deal", "is missing")

    monkeypatch.setattr(library, "load", broken)
    (tmp_path / "ours.toml").write_text(OURS, encoding="utf-8")
    assert list(map(str, checking.check_all([tmp_path / "ours.toml"]))) == [
        "ours.toml: builds_on: cannot be built on: deal: is missing"
    ]


FILES = {
    "a mark at the beginning": ("\ufeff" + OURS).encode(),
    "line ends of Windows": OURS.replace("\n", "\r\n").encode(),
    "more bytes than characters may be": (OURS + "#" + "🂡" * 100_000).encode(),
}
"""What editors make of a file, and it is still one."""
NO_FILES = {
    "no text": (b"\xff\xfe\x00\x80", "file", "isn’t text in UTF-8"),
    "one character more": (("#" * (own.LONGEST_FILE + 1)).encode(), "file", "is longer than 200000 characters"),
    "a name turned round": (OURS.replace('"Ours"', r'"O\u202eurs"').encode(), "name", "Enter a name"),
    "a name that cannot be seen": (OURS.replace('"Ours"', r'"\u200d"').encode(), "name", "Enter a name"),
    "a name of two lines": (OURS.replace('"Ours"', r'"Our\nrules"').encode(), "name", "Enter a name"),
    "a name that is too long": (
        OURS.replace('"Ours"', f'"{"x" * 61}"').encode(), "name", "Enter at most 60 characters",
    ),
    "nothing to build on": (
        OURS.replace('builds_on = "contract"\n', "").encode(),
        "builds_on", "is missing: an own rulebook builds on one of the library",
    ),
    "a built-in rulebook with another rule": (
        library.text_of("shanghai").replace("Shanghai Rum", "Our Rum", 1).encode(),
        "id", "'shanghai' is built in; give the rulebook an id of its own",
    ),
}  # fmt: skip


@pytest.mark.parametrize("raw", FILES.values(), ids=FILES)
def test_what_an_editor_makes_of_a_file_is_let_in_everywhere(client: FlaskClient, tmp_path: Path, raw: bytes) -> None:
    (tmp_path / "ours.toml").write_bytes(raw)
    assert checking.check_all([tmp_path / "ours.toml"]) == []
    assert path_of(bring_in(client, file=(io.BytesIO(raw), "ours.toml"))) == "/rulebooks/ours"


@pytest.mark.parametrize(("raw", "key", "message"), NO_FILES.values(), ids=NO_FILES)
def test_what_is_no_file_of_a_club_is_refused_everywhere_in_the_same_words(
    client: FlaskClient, tmp_path: Path, raw: bytes, key: str, message: str
) -> None:
    (tmp_path / "ours.toml").write_bytes(raw)
    [*problems] = checking.check_all([tmp_path / "ours.toml"])
    assert (problems[0].key, problems[0].message) == (key, message)
    assert f"{key}: {message}." in words(bring_in(client, 422, file=(io.BytesIO(raw), "ours.toml")), "problems")


def test_a_file_is_read_up_to_the_last_character_that_may_be(tmp_path: Path) -> None:
    file = tmp_path / "ours.toml"
    longest = OURS + "#" + "🂡" * (own.LONGEST_FILE - len(OURS) - 1)
    file.write_text(longest, encoding="utf-8-sig")
    assert checking.check_all([file]) == []
    for longer in (longest + "🂡", longest + "🂡" * own.LONGEST_FILE):
        file.write_text(longer, encoding="utf-8-sig")
        assert [problem.message for problem in checking.check_all([file])] == ["is longer than 200000 characters"]


def test_a_long_text_that_is_pasted_is_read_to_its_end(client: FlaskClient) -> None:
    """A browser sends two characters for each line end."""
    line = "#\n"
    text = line * ((own.LONGEST_FILE - len(OURS)) // len(line)) + OURS
    assert path_of(bring_in(client, text=text.replace("\n", "\r\n"))) == "/rulebooks/ours"
    assert client.get("/house-rules/ours/file").get_data(as_text=True) == text


@pytest.mark.parametrize("rulebook", library.ids())
def test_the_file_of_a_built_in_rulebook_comes_in_and_adds_nothing(
    client: FlaskClient, tmp_path: Path, rulebook: str
) -> None:
    raw = client.get(f"/house-rules/{rulebook}/file").get_data()
    (tmp_path / "out.toml").write_bytes(raw)
    assert checking.check_all([tmp_path / "out.toml"]) == []
    answer = bring_in(client, file=(io.BytesIO(raw), "out.toml"))
    assert path_of(answer) == f"/rulebooks/{rulebook}"
    assert "is built in. Nothing was added." in words(client.get(answer.headers["Location"]))
    assert f"/rulebooks/{rulebook}?version=" not in client.get("/house-rules").get_data(as_text=True)
