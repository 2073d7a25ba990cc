"""Column types: moments and days are the database's own, and the code sees them as the texts that the log keeps."""

from __future__ import annotations

import json
from datetime import date, datetime
from typing import Any

from sqlalchemy import Date, DateTime, Dialect, String
from sqlalchemy.types import TypeDecorator, TypeEngine

from referee.days import moment_of, moment_text


def as_json(value: Any) -> str:
    """As JSON is stored: what people wrote stays readable in the file."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


class _SqliteMoment(String):
    """SQLite has no type for moments; its own functions read ISO 8601, which is what the code sees."""

    __visit_name__ = "DATETIME"


class _SqliteDay(String):
    __visit_name__ = "DATE"


class Moment(TypeDecorator[str]):
    """A moment to the second, UTC, such as ``2026-01-05T20:00:00Z``; ValueError for a text that is none."""

    impl = DateTime
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[str] | TypeEngine[datetime]:
        return _SqliteMoment() if dialect.name == "sqlite" else DateTime(timezone=True)

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | datetime | None:
        if value is None:
            return None
        at = moment_of(value)
        return value if dialect.name == "sqlite" else at

    def process_result_value(self, value: str | datetime | None, _dialect: Dialect) -> str | None:
        return moment_text(value) if isinstance(value, datetime) else value


class Day(TypeDecorator[str]):
    """A day, such as ``2026-01-05``; ValueError for a text that is none."""

    impl = Date
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[str] | TypeEngine[date]:
        return _SqliteDay() if dialect.name == "sqlite" else Date()

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | date | None:
        if value is None:
            return None
        day = date.fromisoformat(value)
        return day.isoformat() if dialect.name == "sqlite" else day

    def process_result_value(self, value: str | date | None, _dialect: Dialect) -> str | None:
        return value.isoformat() if isinstance(value, date) else value
