"""Wording of what is wrong with the settings: which key, on which line, what to write; no key by name."""

from __future__ import annotations

import difflib
import os
import re
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel

from table_daemon.errors import Problem

if TYPE_CHECKING:
    from pathlib import Path

    from pydantic import ValidationError
    from pydantic_core import ErrorDetails

SHOWN_CHARACTERS = 60
"""A longer value is cut in a message: people need to recognise it, not to read it all."""

_HEADER = re.compile(r"^\s*\[\s*([\w.-]+)\s*\]")


def explain(error: ValidationError, model: type[BaseModel], *, path: Path | None, text: str) -> tuple[Problem, ...]:
    """Return one problem for each wrong key of a settings file with this text."""
    problems: dict[str, Problem] = {}
    for detail in error.errors(include_url=False):
        names = [str(part) for part in detail["loc"] if isinstance(part, str)][:2]
        key = ".".join(names)
        problems.setdefault(key, Problem(_where(names, path=path, text=text), key, _wording(detail, names, model)))
    return tuple(problems.values())


def line_of(text: str, section: str, key: str | None) -> int | None:
    r"""Return the line (from 1) of a key, or else of its section, in a TOML text; None where it is not.

    >>> line_of("[web]\nport = 1", "web", "port")
    2
    """
    current, found = "", None
    for number, line in enumerate(text.splitlines(), start=1):
        if header := _HEADER.match(line):
            current = header[1]
            if current == section:
                found = found or number
        elif key is not None and _names_key(line, current, section, key):
            return number
        elif current == "" and re.match(rf"\s*{re.escape(section)}\s*[.=]", line):
            found = found or number
    return found


def _names_key(line: str, current: str, section: str, key: str) -> bool:
    if current == section:
        return re.match(rf"\s*\"?{re.escape(key)}\"?\s*=", line) is not None
    return current == "" and re.match(rf"\s*{re.escape(section)}\s*\.\s*{re.escape(key)}\s*=", line) is not None


def _where(names: list[str], *, path: Path | None, text: str) -> str:
    variable = "QUEYAN_" + "__".join(names).upper()
    if variable in os.environ:
        return variable
    if path is None or not names:
        return "" if path is None else str(path)
    number = line_of(text, names[0], names[1] if len(names) > 1 else None)
    return str(path) if number is None else f"{path}:{number}"


def _wording(detail: ErrorDetails, names: list[str], model: type[BaseModel]) -> str:
    kind, given = detail["type"], _shown(detail["input"])
    if kind == "extra_forbidden":
        return f"no such {'section' if len(names) == 1 else 'key'}{_nearest(names, model)}"
    if kind == "value_error" and len(names) == 1:
        return str(detail["ctx"]["error"])
    if len(names) == 1:
        return f"{given} is no section; write [{names[0]}] on a line of its own and its keys below"
    wanted = _extra(names, model).get("write", "")
    return f"{given} will not do; write {wanted}" if wanted else f"{given}: {detail['msg']}"


def _nearest(names: list[str], model: type[BaseModel]) -> str:
    known: list[str] = list(model.model_fields)
    if len(names) > 1:
        section = _section(names[0], model)
        known = list(section.model_fields) if section is not None else []
    close = difflib.get_close_matches(names[-1], known, n=1)
    if close:
        return f"; did you mean {close[0]}?"
    return f"; there are {', '.join(known)}"


def _section(name: str, model: type[BaseModel]) -> type[BaseModel] | None:
    field = model.model_fields.get(name)
    annotation = field.annotation if field is not None else None
    return annotation if isinstance(annotation, type) and issubclass(annotation, BaseModel) else None


def _extra(names: list[str], model: type[BaseModel]) -> dict[str, Any]:
    section = _section(names[0], model)
    field = section.model_fields.get(names[1]) if section is not None else None
    extra = field.json_schema_extra if field is not None else None
    return extra if isinstance(extra, dict) else {}


def _shown(value: object) -> str:
    text = str(value).lower() if isinstance(value, bool) else repr(value)
    return text if len(text) <= SHOWN_CHARACTERS else text[:SHOWN_CHARACTERS] + "…"
