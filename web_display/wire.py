"""What intents are made of, as it comes over the wire: names, seats, sequences, and what every intent carries."""

from __future__ import annotations

from typing import Annotated, Final, TypeAlias

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

MAX_NAME_CHARS: Final = 40
ID_PATTERN: Final = r"^[A-Za-z0-9_.:-]{1,64}$"
"""Ids are made by clients and kept, so they are short and plain."""

_BIDI_CONTROLS: Final = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c")
"""Characters that would turn the text around a name; each name is shown isolated, in its own direction."""
_JOINERS: Final = frozenset("\u200c\u200d")
"""Invisible, but without them some scripts and emoji fall apart."""


def _clean_name(name: str) -> str:
    """A name without control characters and with single spaces."""
    kept = "".join(
        char
        for char in name
        if char not in _BIDI_CONTROLS and (char.isprintable() or char.isspace() or char in _JOINERS)
    )
    cleaned = " ".join(kept.split())
    if not cleaned:
        raise ValueError("a name needs at least one visible character")
    return cleaned


Name: TypeAlias = Annotated[str, Field(max_length=MAX_NAME_CHARS), AfterValidator(_clean_name)]
Seat: TypeAlias = Annotated[int, Field(ge=0, le=3, strict=True)]
Number: TypeAlias = Annotated[int, Field(ge=1, le=100_000, strict=True)]
"""A hand by its number in the match."""
Sequence: TypeAlias = Annotated[int, Field(ge=1, le=2**53, strict=True)]
"""An event by its sequence in the log."""
Reason: TypeAlias = Annotated[str, Field(max_length=200)]
Text: TypeAlias = Annotated[str, Field(min_length=1, max_length=400)]


class Wire(BaseModel):
    """What every intent carries."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    id: Annotated[str, Field(pattern=ID_PATTERN, description="made by the client, unique")]
    match: Annotated[str | None, Field(pattern=ID_PATTERN, description="an earlier match whose facts it changes")] = (
        None
    )
