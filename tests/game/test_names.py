"""Names as people type them, made fit to be kept and shown."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.game.names import same_name, tidy, why_no_name


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  Ann  Marie ", "Ann Marie"),
        ("Ann\nMarie\t", "Ann Marie"),
        ("\u202eAnn\u202c\u200b", "Ann"),
        ("Zoe\u0308", "Zo\u00eb"),
        ("\x00\x1b[31mred", "[31mred"),
        ("\u00a0Ann\u3000B", "Ann B"),
        ("👩‍🌾", "👩‍🌾"),
        ("\ud800Ann", "Ann"),
        ("O'Hara-Lee Jr.", "O'Hara-Lee Jr."),
    ],
)
def test_a_name_is_tidied(typed: str, kept: str) -> None:
    assert tidy(typed) == kept


@pytest.mark.parametrize("name", ["", "\u200d", "x" * 41])
def test_some_names_cannot_be_shown(name: str) -> None:
    assert why_no_name(name)


@pytest.mark.parametrize("name", ["A", "x" * 40, "李", "7", "👩‍🌾"])
def test_most_names_can(name: str) -> None:
    assert why_no_name(name) is None


def test_names_that_differ_only_in_case_are_the_same() -> None:
    assert same_name("ANN", "ann")
    assert same_name("STRASSE", "straße")
    assert not same_name("Ann", "Anne")


@given(st.text())
def test_a_tidied_text_is_clean_and_stays_as_it_is(typed: str) -> None:
    kept = tidy(typed)
    assert tidy(kept) == kept
    assert kept == unicodedata.normalize("NFC", kept) == kept.strip()
    kept.encode("utf-8")
    assert not any(unicodedata.category(char) in ("Cc", "Cs", "Zl", "Zp") for char in kept)
    assert not any(
        unicodedata.bidirectional(char) in ("RLO", "LRO", "RLE", "LRE", "PDF", "RLI", "LRI") for char in kept
    )
