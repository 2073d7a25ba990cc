"""A language made from the catalogue, for the tests alone: accented, two fifths longer, parameters and markup kept.

Babel knows no language for tests, so Esperanto stands in for it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from itertools import cycle, islice
from math import ceil
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from tests import catalogue

LANGUAGE = "eo"
KEPT = re.compile(r"(%%|%\(\w+\)s|\{[^{}]*\}|<[^>]*>|&\w+;)")
"""What no translation changes."""
ACCENTS = str.maketrans("AEIOUYCNaeiouycn", "ÀÉÎÖÛÝÇÑàéîöûýçñ")
VOWELS = re.compile("[aeiouyAEIOUY]")
WORD = re.compile(r"[^\W\d_]+")


def pseudo(message: str) -> str:
    """
    >>> pseudo("Who <b>deals</b> round %(number)s?")
    'Whööö <b>dééààls</b> rööûûñd %(number)s?'
    """
    return "".join(part if KEPT.fullmatch(part) else WORD.sub(_longer, part) for part in KEPT.split(message))


def _longer(match: re.Match[str]) -> str:
    """A word with its vowels told more than once, or its last letter where it has none."""
    word = match[0]
    places = [found.start() for found in VOWELS.finditer(word)] or [len(word) - 1]
    more = Counter(islice(cycle(places), ceil(len(word) * 2 / 5)))
    return "".join(letter + letter.lower() * more[place] for place, letter in enumerate(word)).translate(ACCENTS)


def settings(folder: Path, speak: Callable[[str], str] = pseudo, language: str = LANGUAGE) -> dict[str, str]:
    """The settings of an app that speaks it, or what ``speak`` makes of a message; ``folder`` gets the translation.

    A process reads a ``language`` once: whoever speaks otherwise takes another one that Babel knows.
    """
    spoken = Catalog(locale=language)
    for texts, context in catalogue.in_contexts():
        said = tuple(map(speak, texts))
        spoken.add(texts if len(texts) > 1 else texts[0], said if len(said) > 1 else said[0], context=context)
    place = folder / language / "LC_MESSAGES"
    place.mkdir(parents=True)
    with (place / "messages.mo").open("wb") as file:
        write_mo(file, spoken)
    return {"BABEL_DEFAULT_LOCALE": language, "BABEL_TRANSLATION_DIRECTORIES": str(folder)}
