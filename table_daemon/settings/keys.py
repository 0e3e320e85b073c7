"""What every section of the settings is made of: keys that know their meaning, unit and limits."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field


def key(default: object, text: str, *, zh: str, unit: str = "", write: str, **limits: Any) -> Any:
    """Return a field with what the pages and the error messages say about it; ``zh`` is ``text`` in Chinese."""
    return Field(default, description=text, json_schema_extra={"zh": zh, "unit": unit, "write": write}, **limits)


def _number(value: object) -> object:
    """Return the value, unless it is true or false: pydantic would take those for 1 and 0."""
    if isinstance(value, bool):
        raise ValueError("no number")  # noqa: TRY004 -- pydantic turns a ValueError into the key's message
    return value


Whole = Annotated[int, BeforeValidator(_number)]
Length = Annotated[float, BeforeValidator(_number)]


class Section(BaseModel):
    """One table of the settings file."""

    zh: ClassVar[str]
    """The class's docstring in Chinese, for the page."""

    model_config = ConfigDict(frozen=True, extra="forbid")
