"""The JSON form of read models: frozen dataclasses become objects, enums their values, tuples lists."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from enum import Enum
from typing import TypeAlias, Union

JsonValue: TypeAlias = Union["dict[str, JsonValue]", "list[JsonValue]", str, int, float, bool, None]
"""What JSON can hold."""


def to_json(value: object) -> JsonValue:
    """The JSON form of a view; raises ``TypeError`` for a value that is none.

    A field's trailing underscore only keeps its name apart from a Python word and is left out.

    >>> from table_daemon.views.public import PaymentView
    >>> to_json(PaymentView(from_=2, to=0, points=4, why="和", why_en="win"))
    {'from': 2, 'to': 0, 'points': 4, 'why': '和', 'why_en': 'win'}
    """
    if isinstance(value, Enum):
        return to_json(value.value)
    if value is None or isinstance(value, str | int | float):
        return value
    if isinstance(value, tuple | list):
        return [to_json(item) for item in value]
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name.rstrip("_"): to_json(getattr(value, field.name)) for field in fields(value)}
    raise TypeError(
        f"{type(value).__name__} has no JSON form in a view: use dataclasses, enums, tuples and plain values"
    )
