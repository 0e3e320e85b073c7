"""The intents people post, as they come over the wire, and the commands they become.

The one place of the pages that knows the outside names of intents. Whether a wish can be granted is the game's affair.
"""

from __future__ import annotations

from dataclasses import fields, replace
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias

from pydantic import Field

from table_daemon.game.commands import (
    AnswerReview,
    ChooseLa,
    ChooseZuo,
    ClaimWin,
    Correct,
    EndMatch,
    SetName,
    StartHand,
    StartMatch,
    SwapSeats,
    Undo,
)
from table_daemon.game.events import Source, Witness
from web_display.entering import EnterIntent
from web_display.ports import Intent
from web_display.wire import MAX_NAME_CHARS, Name, Number, Reason, Seat, Sequence, Text
from web_display.wire import Wire as _Wire

__all__ = ["MAX_NAME_CHARS", "AnyIntent", "Name", "to_intent", "written"]

if TYPE_CHECKING:
    from web_display.ports import PersonCommand


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
    review: Annotated[int, Field(ge=0, strict=True)]
    choice: Text

    def command(self, *, t_ms: int, source: Source) -> PersonCommand:
        """The command."""
        return AnswerReview(t_ms=t_ms, review=self.review, choice=self.choice, source=source)


class HuIntent(_Wire):
    """A seat says 和; its hand is read, or asked for."""

    kind: Literal["hu"]
    seat: Seat

    def command(self, *, t_ms: int, source: Source) -> PersonCommand:
        """The command."""
        return ClaimWin(t_ms=t_ms, seat=self.seat, source=source)


class NextHandIntent(_Wire):
    """The walls rose; ``abandon`` leaves the hand before to be settled later."""

    kind: Literal["next_hand"]
    dealer: Seat | None = None
    abandon: bool = False

    def command(self, *, t_ms: int, source: Source) -> PersonCommand:
        """The command."""
        return StartHand(t_ms=t_ms, source=source, abandon=self.abandon, dealer=self.dealer)


class _Signed(_Wire):
    """A change of what was recorded: who wants it, and why."""

    why: Reason = ""
    by: Reason = ""


class CorrectIntent(_Signed):
    """Change a field of an earlier event."""

    kind: Literal["correct"]
    of: Sequence
    field: Annotated[str, Field(min_length=1, max_length=20)]
    value: bool | int | str | list[int] | None
    """As the event has it; tiles as ``5m`` or ``123m``, four numbers as a list, nobody as null."""

    def command(self, *, t_ms: int, source: Source) -> PersonCommand:
        """The command."""
        return Correct(
            t_ms=t_ms,
            of=self.of,
            field=self.field,
            value=written(self.value),
            why=self.why,
            by=self.by,
            source=source,
        )


class UndoIntent(_Signed):
    """Let an earlier event count as never having been."""

    kind: Literal["undo"]
    of: Sequence

    def command(self, *, t_ms: int, source: Source) -> PersonCommand:
        """The command."""
        return Undo(t_ms=t_ms, of=self.of, why=self.why, by=self.by, source=source)


class SwapSeatsIntent(_Signed):
    """Two players sat in each other's place for some hands."""

    kind: Literal["swap_seats"]
    a: Seat
    b: Seat
    from_hand: Number
    to_hand: Number

    def command(self, *, t_ms: int, source: Source) -> PersonCommand:
        """The command."""
        return SwapSeats(
            t_ms=t_ms,
            a=self.a,
            b=self.b,
            from_hand=self.from_hand,
            to_hand=self.to_hand,
            why=self.why,
            by=self.by,
            source=source,
        )


AnyIntent: TypeAlias = Annotated[
    StartMatchIntent
    | EndMatchIntent
    | SetNameIntent
    | ZuoIntent
    | LaIntent
    | AnswerIntent
    | HuIntent
    | NextHandIntent
    | CorrectIntent
    | UndoIntent
    | SwapSeatsIntent
    | EnterIntent,
    Field(discriminator="kind"),
]


def to_intent(wire: AnyIntent, *, t_ms: int, by: str = "") -> Intent:
    """The intent as the daemon takes it, at ``t_ms`` and on a person's word, ``by`` whom if it names nobody."""
    command = wire.command(t_ms=t_ms, source=Source(witness=Witness.PERSON))
    signed: dict[str, Any] = {"by": getattr(wire, "by", "") or by, "why": getattr(wire, "why", "")}
    known = {field.name for field in fields(command)}
    command = replace(command, **{name: value for name, value in signed.items() if name in known})
    return Intent(id=wire.id, command=command, match=wire.match)


def written(value: bool | int | str | list[int] | None) -> str:  # noqa: FBT001 -- the value itself, not an option
    """A corrected value as the log writes it.

    >>> written(None), written([3, -1, -1, -1]), written(True)
    ('none', '3,-1,-1,-1', 'true')
    """
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "true" if value else "false"
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)
