"""Templates are compiled once in a process of tests, not once for every app."""

from __future__ import annotations

from types import CodeType

from flask import Flask
from jinja2 import BytecodeCache
from jinja2.bccache import Bucket


class Compiled(BytecodeCache):
    """Keeps what was compiled by the template's place and the checksum of its text."""

    def __init__(self) -> None:
        self._kept: dict[tuple[str, str], CodeType | None] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self._kept.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._kept[bucket.key, bucket.checksum] = bucket.code


def keep_compiled() -> None:
    """From now on every app of this process keeps them in the same place."""
    Flask.jinja_options = {"bytecode_cache": Compiled()}
