"""What pydantic found wrong with a JSON line, in plain words: which field, and what it must be."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pydantic import ValidationError
    from pydantic_core import ErrorDetails

_WHOLE: Final = "it must be a whole number"
_LIST: Final = "it must be a list, written [...]"
_OBJECT: Final = "it must be an object, written {{...}}"
_TOO_MANY: Final = "it must be a list of at most {max_length}"
_ONE_OF: Final = "it must be {expected}"
_WORDS: Final[Mapping[str, str]] = {
    "missing": "it is missing",
    "extra_forbidden": "there is no such key",
    "string_type": 'it must be a text, written "..."',
    "bool_type": "it must be true or false",
    "int_type": _WHOLE,
    "int_from_float": _WHOLE,
    "int_parsing": _WHOLE,
    "int_parsing_size": _WHOLE,
    "list_type": _LIST,
    "tuple_type": _LIST,
    "dict_type": _OBJECT,
    "model_type": _OBJECT,
    "model_attributes_type": _OBJECT,
    "greater_than_equal": "it must be at least {ge}",
    "less_than_equal": "it must be at most {le}",
    "too_long": _TOO_MANY,
    "enum": _ONE_OF,
    "literal_error": _ONE_OF,
}
"""By pydantic's type of error, with places for what it tells besides.

Its own sentence stands for an error that no field of ours can bring about.
"""
_MOST_TOLD: Final = 5
"""Faults of one line that are told; a long list may hold as many as it is long."""


def faults_of(error: ValidationError) -> str:
    """Return what is wrong, field by field."""
    told = list(dict.fromkeys(map(_told, error.errors())))
    more = [f"and {len(told) - _MOST_TOLD} more"] if len(told) > _MOST_TOLD else []
    return "; ".join([*told[:_MOST_TOLD], *more])


def _told(fault: ErrorDetails) -> str:
    where = ".".join(str(part)[:40] for part in fault["loc"] if part != "[key]")
    words = _WORDS.get(fault["type"])
    return f"{where}: {fault['msg'] if words is None else words.format(**fault.get('ctx', {}))}"
