"""``referee rule``: one ruling a line, in order, at once; errors stay in their line."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from typing import Any

import pytest

from referee.cli.rule import answer
from referee.rulebooks.ruling import rule

RUN: dict[str, Any] = {"rulebook": "contract", "question": "meld", "cards": "4C 5C 6C 7C"}
CORNER: dict[str, Any] = {**RUN, "cards": "QS KS AS 2S"}


def ask(*lines: bytes) -> tuple[int, list[dict[str, Any]]]:
    """The exit status and the answers to these lines."""
    out = io.BytesIO()
    status = answer(io.BytesIO(b"\n".join(lines) + b"\n"), out)
    return status, [json.loads(line) for line in out.getvalue().splitlines()]


def line(request: object) -> bytes:
    return json.dumps(request).encode()


def test_rulings_come_in_the_order_of_the_questions_and_are_the_engines() -> None:
    status, answers = ask(line(RUN), line(CORNER), line(RUN))
    assert status == 0
    assert answers == [rule(RUN), rule(CORNER), rule(RUN)]
    assert [a["legal"] for a in answers] == [True, False, True]


@pytest.mark.parametrize(
    "broken",
    [
        b"no json",
        b"{",
        b"\xff\xfe\x00",
        b"[" * 100_000,
        b"9" * 10_000,
        b"[]",
        b"null",
        b'"text"',
        b"{}",
        line({**RUN, "cards": "4C 5C 6C 1X"}),
        line({**RUN, "rulebook": "\ud800"}),
        line({**RUN, "surprise": 1}),
    ],
)
def test_a_broken_line_gets_its_error_and_the_others_their_rulings(broken: bytes) -> None:
    status, (first, second, third) = ask(line(RUN), broken, line(CORNER))
    assert status == 1
    assert first == rule(RUN)
    assert third == rule(CORNER)
    assert second.keys() == {"error"}
    assert second["error"].keys() == {"field", "message"}
    assert all(isinstance(text, str) and text for text in second["error"].values())


def test_empty_lines_and_no_lines_are_no_questions() -> None:
    assert ask(b"", line(RUN), b"  ", b"\r")[1] == [rule(RUN)]
    assert ask() == (0, [])


def test_the_last_line_needs_no_end() -> None:
    out = io.BytesIO()
    assert answer(io.BytesIO(line(RUN)), out) == 0
    assert out.getvalue().endswith(b"}\n")


def test_words_beyond_ascii_are_written_as_they_are() -> None:
    out = io.BytesIO()
    answer(io.BytesIO(line({**RUN, "cards": "4♣ 5♣ 6♣ ü"})), out)
    assert "ü" in out.getvalue().decode("utf-8")


def test_each_ruling_is_there_before_the_next_question_is_asked() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "referee", "rule"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdin
        assert process.stdout
        for request in (RUN, CORNER):
            process.stdin.write(line(request) + b"\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline()) == rule(request)
        process.stdin.write(b"no json\n")
        rest, complaints = process.communicate(timeout=30)
    assert "error" in json.loads(rest)
    assert complaints == b""
    assert process.returncode == 1


def test_a_reader_who_leaves_early_ends_it_quietly() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "referee", "rule"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout
        process.stdout.close()
        _, complaints = process.communicate((line(RUN) + b"\n") * 100, timeout=30)
    assert complaints == b""
    assert process.returncode == 1
