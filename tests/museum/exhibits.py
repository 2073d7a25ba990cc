"""What the museum holds: files as they were written by each version that wrote them in a way of its own."""

from __future__ import annotations

import io
import json
import tarfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from referee.rulebooks.library import all_rulebooks
from referee.storage.files.lines import FORMAT
from referee.storage.start.schema import HEAD
from tests.museum.evening import PLAYS

KEPT = Path(__file__).with_name("kept")


class Version(NamedTuple):
    commit: str
    why: str


VERSIONS = (
    Version("437139e6", "0001: games"),
    Version("7813f27a", "rulebooks: clauses in words"),
    Version("6d46b142", "events of a round in play"),
    Version("36a20fe3", "0002: clubs"),
    Version("11456342", "0003: own rulebooks"),
    Version("730da6cd", "format 1: the first export"),
    Version("16308424", "0004: rulebooks of clubs"),
    Version("f861dc0f", "0005: players taken out"),
    Version("6dc492e7", "rulebooks: the last round"),
    Version("e46874c1", "0006: deliveries"),
    Version("ee9c415e", "0007: one table of deliveries"),
    Version("3f8cf17f", "0008: contracts in words"),
    Version("682b5310", "values say what held before them"),
    Version("d31b2d6d", "0009: the moment of a correction"),
    Version("27f7c027", "0010: stamps"),
    Version("7342db6c", "0011: refusals among the deliveries"),
    Version("a4497653", "0012: types of the database"),
    Version("571534e5", "0013: phones"),
    Version("d72c42c1", "closing the last round finishes the game"),
    Version("07915a85", "rulebooks: where clauses come from"),
    Version("33ff605d", "rulebooks: the stock that runs out"),
    Version("11c741e0", "rulebooks: what is up to the table"),
    Version("81672f01", "a value: points off for going out"),
    Version("49f440a6", "a value: May I's of the whole game"),
    Version("e82d5c9b", "a value: two cards in a turn"),
    Version("2dc1f585", "values: least lengths, own lay-offs"),
    Version("8a0ea79a", "contracts that leave a choice"),
    Version("062f35fc", "rulebooks: plain English"),
    Version("00258947", "rulebooks: the least number of players"),
    Version("df212166", "rulebooks: more clauses in plain English"),
    Version("35e2a9fe", "format 1: an empty name"),
    Version("eafc90d4", "0014 and format 2: a game has its day"),
)
"""Each version of the past whose migration, file or frozen rulebooks were its own. Nothing is added to this list: a
version that changes one of them leaves its exhibit when it lands, made from its own checkout."""


@dataclass(frozen=True)
class Exhibit:
    name: str
    book: bytes
    """The database."""
    club: bytes | None
    """The export of the club; None where that version had none."""
    said: dict[str, Any]
    """What that version said of its games."""

    @property
    def key(self) -> tuple[object, ...]:
        """What its files were written by, and how much was played."""
        rulebooks = tuple(sorted(self.said["rulebooks"].items()))
        return self.said["revision"], self.said.get("format"), self.said.get("plays", 1), rulebooks


def names() -> tuple[str, ...]:
    return tuple(sorted(path.name.removesuffix(".tar.xz") for path in KEPT.glob("*.tar.xz")))


@cache
def exhibit(name: str) -> Exhibit:
    with tarfile.open(KEPT / f"{name}.tar.xz") as archive:
        files = {info.name: archive.extractfile(info) for info in archive}
        content = {name: file.read() for name, file in files.items() if file is not None}
    said = json.load(io.BytesIO(content["said.json"]))
    return Exhibit(name, content["book.db"], content.get("club.jsonl"), said)


def of_today() -> str | None:
    """The exhibit whose files were written as this checkout writes them; None where it is missing."""
    key = HEAD, FORMAT, PLAYS, tuple(sorted((book.id, book.digest) for book in all_rulebooks()))
    return next((name for name in names() if exhibit(name).key == key), None)
