"""The intents people post, as they come over the wire, and the commands they become.

The one place of the pages that knows the outside names of intents. Whether a wish can be granted is the game's affair.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final, Literal, TypeAlias

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from table_daemon.game.commands import AnswerReview, ChooseLa, ChooseZuo, EndMatch, SetName, StartMatch
from table_daemon.game.events import Source, Witness
from web_display.ports import Intent

if TYPE_CHECKING:
    from web_display.ports import PersonCommand

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
Text: TypeAlias = Annotated[str, Field(min_length=1, max_length=80)]


class _Wire(BaseModel):
    """What every intent carries."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    id: Annotated[str, Field(pattern=ID_PATTERN, description="made by the client, unique")]


class StartMatchIntent(_Wire):
    """Begin a sitting of four."""

    kind: Literal["start_match"]
    names: Annotated[list[Name], Field(min_length=4, max_length=4)]
    profile: Annotated[str, Field(max_length=80)] = ""
    """Empty: the table's own, from its settings."""
    rules: Annotated[dict[str, bool | int | str | dict[str, int]], Field(max_length=80)] = Field(default_factory=dict)
    """House rules laid over the profile."""
    first_dealer: Seat = 0

    def command(self, *, t_ms: int, source: Source) -> PersonCommand:
        """The command; the sitting gets the intent's own id, which is unique."""
        east, south, west, north = self.names
        return StartMatch(
            t_ms=t_ms,
            match=self.id,
            names=(east, south, west, north),
            profile=self.profile,
            first_dealer=self.first_dealer,
            source=source,
            options=self.rules,
        )


class EndMatchIntent(_Wire):
    """End the sitting."""

    kind: Literal["end_match"]

    def command(self, *, t_ms: int, source: Source) -> PersonCommand:
        """The command."""
        return EndMatch(t_ms=t_ms, source=source)


class SetNameIntent(_Wire):
    """Name a seat."""

    kind: Literal["set_name"]
    seat: Seat
    name: Name

    def command(self, *, t_ms: int, source: Source) -> PersonCommand:
        """The command."""
        return SetName(t_ms=t_ms, seat=self.seat, name=self.name, source=source)


class ZuoIntent(_Wire):
    """坐庄 or not."""

    kind: Literal["zuo"]
    seat: Seat
    value: Annotated[bool, Field(strict=True)]

    def command(self, *, t_ms: int, source: Source) -> PersonCommand:
        """The command."""
        return ChooseZuo(t_ms=t_ms, seat=self.seat, value=self.value, source=source)


class LaIntent(_Wire):
    """拉庄, none to twice."""

    kind: Literal["la"]
    seat: Seat
    value: Annotated[int, Field(ge=0, le=2, strict=True)]

    def command(self, *, t_ms: int, source: Source) -> PersonCommand:
        """The command."""
        return ChooseLa(t_ms=t_ms, seat=self.seat, value=self.value, source=source)


class AnswerIntent(_Wire):
    """Answer a review with one of its choices."""

    kind: Literal["answer"]
    review: Annotated[int, Field(ge=0)]
    choice: Text

    def command(self, *, t_ms: int, source: Source) -> PersonCommand:
        """The command."""
        return AnswerReview(t_ms=t_ms, review=self.review, choice=self.choice, source=source)


class LaterIntent(BaseModel):
    """A kind of the contract that this version can't carry out yet; always answered 409."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    id: Annotated[str, Field(pattern=ID_PATTERN)]
    kind: Literal["hu", "correct", "undo", "swap_seats", "enter", "next_hand"]


AnyIntent: TypeAlias = Annotated[
    StartMatchIntent | EndMatchIntent | SetNameIntent | ZuoIntent | LaIntent | AnswerIntent | LaterIntent,
    Field(discriminator="kind"),
]


def to_intent(wire: StartMatchIntent | EndMatchIntent | SetNameIntent | ZuoIntent | LaIntent | AnswerIntent, *,
              t_ms: int) -> Intent:  # fmt: skip
    """The intent as the daemon takes it, at ``t_ms`` and on a person's word."""
    return Intent(id=wire.id, command=wire.command(t_ms=t_ms, source=Source(witness=Witness.PERSON)))
