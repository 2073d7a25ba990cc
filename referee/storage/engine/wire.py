"""Data from outside, read strictly as a dataclass says it; what is missing, unknown or odd is named in words.

msgspec decides whether a value is what a field's type says, but what it says then is for programmers. So the field at
fault is looked for here, and the sentence about it stands beside its type in a ``Meta``: bounds, in ``description`` the
sentence, and in ``extra`` what else must hold of it (``holds``), with a sentence of its own (``else``).
"""

from __future__ import annotations

import dataclasses
import typing
from collections.abc import Mapping
from typing import Any, Generic, NamedTuple, TypeVar

from msgspec import Meta, ValidationError, convert

from referee.messages import N_, gettext, ngettext

T = TypeVar("T")
_PLAIN: dict[Any, str] = {
    int: N_("%(field)s must be a whole number."),
    str: N_("%(field)s must be a text."),
    bool: N_("%(field)s must be true or false."),
    int | None: N_("%(field)s must be a whole number or null."),
    str | None: N_("%(field)s must be a text or null."),
    bool | None: N_("%(field)s must be true, false or null."),
    tuple[int, ...]: N_("%(field)s must be a list of whole numbers."),
    tuple[str, ...]: N_("%(field)s must be a list of texts."),
}
"""What is said of a type that says it all."""
_ODD = N_("%(field)s isn’t in the right format.")


class Misshapen(ValueError):
    """Data that is not what its type says; the sentence names the field."""


class _Field(NamedTuple):
    hint: Any
    needed: bool
    meta: Meta | None

    def fits(self, value: Any) -> bool:
        try:
            convert(value, self.hint, str_keys=True)
        except ValidationError:
            return False
        return True

    def sentence(self, name: str) -> str:
        """What the field is."""
        if (meta := self.meta) is not None and meta.description is not None:
            return gettext(meta.description, field=name, least=meta.min_length, most=meta.max_length or meta.le)
        return gettext(_PLAIN.get(self.hint, _ODD), field=name)


class Shape(Generic[T]):
    """What data has to be to become a dataclass."""

    def __init__(self, kind: type[T]) -> None:
        assert dataclasses.is_dataclass(kind)
        hints = typing.get_type_hints(kind, include_extras=True)
        self._kind: type[T] = kind
        self._fields = {field.name: _field(hints[field.name], field) for field in dataclasses.fields(kind)}
        self._demands = {
            name: field.meta.extra for name, field in self._fields.items() if field.meta and field.meta.extra
        }

    @property
    def names(self) -> tuple[str, ...]:
        """Of the fields, in the order in which they are written."""
        return tuple(self._fields)

    def read(self, data: Any, where: str = "") -> T:
        """The dataclass from the values of its fields by name; one that has a default may be missing.

        ``where`` stands before the name of the field at fault. Raises Misshapen, or what the dataclass itself raises.
        """
        if not isinstance(data, dict):
            raise Misshapen(gettext("An object is missing."))
        try:
            value = convert(data, self._kind, str_keys=True)
        except ValidationError as wrong:
            raise wrong.__cause__ or Misshapen(self._fault(data, where)) from None
        if unknown := sorted(data.keys() - self._fields.keys()):
            fields = where + ", ".join(unknown)
            raise Misshapen(ngettext("%(fields)s is unknown.", "%(fields)s are unknown.", len(unknown), fields=fields))
        for name, demand in self._demands.items():
            if (given := getattr(value, name)) is not None and not demand["holds"](given):
                otherwise = demand.get("else")
                field = where + name
                raise Misshapen(gettext(otherwise, field=field) if otherwise else self._fields[name].sentence(field))
        return value

    def read_row(self, data: Any, otherwise: str, where: str = "") -> T:
        """The same from a list of the values; ``otherwise`` is said of what is no such list."""
        if not isinstance(data, list) or len(data) != len(self._fields):
            raise Misshapen(otherwise)
        return self.read(dict(zip(self._fields, data, strict=True)), where)

    def values(self, of: object) -> dict[str, Any]:
        """By name what an object holds of these fields."""
        return {name: getattr(of, name) for name in self._fields}

    def _fault(self, data: Mapping[str, Any], where: str) -> str:
        """What is missing, else the first field that is not what its type says."""
        fields = self._fields
        if missing := sorted(name for name, field in fields.items() if field.needed and name not in data):
            listed = where + ", ".join(missing)
            return ngettext("%(fields)s is missing.", "%(fields)s are missing.", len(missing), fields=listed)
        name = next(name for name, field in fields.items() if name in data and not field.fits(data[name]))
        return fields[name].sentence(where + name)


def _field(hint: Any, field: dataclasses.Field[Any]) -> _Field:
    parts = (hint, *typing.get_args(hint))
    meta = next((meta for part in parts for meta in getattr(part, "__metadata__", ())), None)
    needed = field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING
    return _Field(hint, needed, meta)
