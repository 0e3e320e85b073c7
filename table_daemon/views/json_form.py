"""The JSON form of read models: frozen dataclasses become objects, enums their values, tuples lists."""

from __future__ import annotations

import json
from dataclasses import fields, is_dataclass
from enum import Enum
from operator import attrgetter
from typing import TYPE_CHECKING, Final, TypeAlias, Union

if TYPE_CHECKING:
    from collections.abc import Callable

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
    return {key: to_json(inner) for key, inner in _members(value).items()}


def json_text(view: object) -> str:
    """``to_json(view)`` written out without spaces, several times as fast: it stands before every push to the pages.

    >>> from table_daemon.views.public import DiceView
    >>> json_text((DiceView(seat=None, dice=(4, 5)),))
    '[{"seat":null,"dice":[4,5]}]'
    """
    return _WRITER.encode(view)


class _Forms(dict[type, "_Form"]):
    """For each kind of view its keys and what gets their values, with one value too many at the end."""

    def __missing__(self, kind: type) -> _Form:
        if not is_dataclass(kind):
            raise TypeError(
                f"{kind.__name__} has no JSON form in a view: use dataclasses, enums, tuples and plain values"
            )
        names = tuple(field.name for field in fields(kind))
        members = attrgetter(*names, "__class__")  # of a single name it would not make a tuple
        self[kind] = form = (tuple(name.rstrip("_") for name in names), members)
        return form


_Form: TypeAlias = "tuple[tuple[str, ...], Callable[[object], tuple[object, ...]]]"
_FORMS: Final = _Forms()


def _members(value: object) -> dict[str, object]:
    keys, members = _FORMS[type(value)]
    return dict(zip(keys, members(value), strict=False))


def _written(value: object) -> object:
    """What the writer asks for whatever JSON does not know."""
    return value.value if isinstance(value, Enum) else _members(value)


_WRITER: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), default=_written, check_circular=False)
