"""Bodies to numbered messages and back, by the declarations in messages. Knows no stream and no session."""

import re
from dataclasses import MISSING, dataclass, fields
from functools import cache, lru_cache
from typing import Any, NamedTuple, get_args, get_type_hints

from firmware_bridge.errors import BadBodyError, FieldError
from firmware_bridge.fields import Kind
from firmware_bridge.messages import MS_MODULUS, SEQ_MODULUS, Command, DeviceEvent

MAX_FIELDS = 16
"""Most fields looked at in one message; the longest has five, newer firmware may add some."""
REMEMBERED_MESSAGES = 512
"""Messages kept ready by their text: a table says the same few dozen all evening, heartbeats apart. 512 short texts
are well under a megabyte."""
_MOST_DIGITS = 10
"""No number of a frame has more; int() of a long text would be slow."""
_NAME = re.compile(r"[A-Z][A-Z0-9]{0,15}")
_REASON = re.compile(r"[A-Za-z0-9 ._+-]{1,40}")


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A numbered message that this version does not understand; its number counts, its content does not."""

    name: str
    why: str


class EventFrame(NamedTuple):
    """One event of the controller. A tuple, as this and its sister are made for every line that comes."""

    seq: int
    ms: int
    """The controller's clock, modulo 2^30."""
    event: DeviceEvent | Unreadable


class AckFrame(NamedTuple):
    """The controller's answer to one command."""

    seq: int
    ok: bool
    reason: str = ""


@dataclass(frozen=True, slots=True)
class CommandFrame:
    """One command of the host."""

    seq: int
    command: Command | Unreadable


@dataclass(frozen=True, slots=True)
class FieldSpec:
    """One field: its name in Python, its kind on the wire, and whether the wire may leave it out."""

    name: str
    kind: Kind
    optional: bool
    default: object


@cache
def specs_of(message: type) -> tuple[FieldSpec, ...]:
    """Return the fields that ``message`` (a class of messages.py) declares, in the order of the wire."""
    hints = get_type_hints(message, include_extras=True)
    return tuple(
        FieldSpec(
            name=declared.name,
            kind=next(extra for extra in get_args(hints[declared.name]) if isinstance(extra, Kind)),
            optional=declared.default is not MISSING,
            default=None if declared.default is MISSING else declared.default,
        )
        for declared in fields(message)
    )


@cache
def _by_name(union: Any) -> dict[str, Any]:
    return {member.NAME: member for member in get_args(union)}


def decode_from_device(body: str) -> EventFrame | AckFrame:
    """Return the event or acknowledgement in ``body``. Raises BadBodyError when it is neither.

    >>> decode_from_device("E,7,1250,LIFT,pos=up").event
    Lift(pos=<LiftPos.UP: 'up'>)
    """
    kind, _, rest = body.partition(",")
    if kind == "E":
        parts = rest.split(",", 2)
        if len(parts) == 3:
            seq, ms, text = parts
            return EventFrame(_number(seq, SEQ_MODULUS), _number(ms, MS_MODULUS), _event(text))
    match body.split(",", 4):
        case ["A", seq, "OK"]:
            return AckFrame(_number(seq, SEQ_MODULUS), ok=True)
        case ["A", seq, "ERR"]:
            return AckFrame(_number(seq, SEQ_MODULUS), ok=False)
        case ["A", seq, "ERR", reason] if _REASON.fullmatch(reason):
            return AckFrame(_number(seq, SEQ_MODULUS), ok=False, reason=reason)
        case _:
            raise BadBodyError(f"neither an event (E,seq,ms,NAME,...) nor an answer (A,seq,OK|ERR): {body[:40]!r}")


def decode_from_host(body: str) -> CommandFrame:
    """Return the command in ``body``. Raises BadBodyError when it is none."""
    match body.split(",", 2):
        case ["C", seq, text]:
            return CommandFrame(_number(seq, SEQ_MODULUS), _command(text))
        case _:
            raise BadBodyError(f"no command (C,seq,NAME,...): {body[:40]!r}")


def encode_event(seq: int, ms: int, event: DeviceEvent) -> str:
    """Return the body that tells ``event``. Raises FieldError when a value is out of its bounds.

    >>> from firmware_bridge.messages import Ready
    >>> encode_event(7, 1250, Ready(on=True))
    'E,7,1250,READY,on=1'
    """
    return ",".join(("E", str(seq), str(ms), event.NAME, *_pairs(event)))


def encode_command(seq: int, command: Command) -> str:
    """Return the body that gives ``command``. Raises FieldError when a value is out of its bounds."""
    return f"C,{seq},{_command_text(command)}"


def encode_ack(seq: int, *, reason: str | None = None) -> str:
    """Return the body that acknowledges a command, or refuses it with a reason."""
    if reason is None:
        return f"A,{seq},OK"
    if not _REASON.fullmatch(reason):
        raise FieldError(f"a reason has 1 to 40 letters, digits, spaces and . _ + -: {reason[:40]!r}")
    return f"A,{seq},ERR,{reason}"


@lru_cache(maxsize=REMEMBERED_MESSAGES)
def _command_text(command: Command) -> str:
    return ",".join((command.NAME, *_pairs(command)))


def _pairs(message: DeviceEvent | Command) -> list[str]:
    pairs = []
    declaration: type = type(message)
    for spec in specs_of(declaration):
        value = getattr(message, spec.name)
        if value is None and spec.optional:
            continue
        pairs.append(f"{spec.kind.key}={spec.kind.write(value)}")
    return pairs


@lru_cache(maxsize=REMEMBERED_MESSAGES)
def _event(text: str) -> Any:
    return _message(DeviceEvent, text)


@lru_cache(maxsize=REMEMBERED_MESSAGES)
def _command(text: str) -> Any:
    return _message(Command, text)


def _message(union: Any, text: str) -> Any:
    """Build the message that ``text`` names, or Unreadable. Raises BadBodyError for a part that is no ``key=value``."""
    name, *rest = text.split(",")
    if not _NAME.fullmatch(name) or len(rest) > MAX_FIELDS:
        raise BadBodyError(f"not a message name with up to {MAX_FIELDS} fields: {name[:40]!r}")
    given: dict[str, str] = {}
    for part in rest:
        key, equals, text = part.partition("=")
        if not equals or key in given:
            raise BadBodyError(f"{name}: expected each key=value once, got {part[:40]!r}")
        given[key] = text
    message = _by_name(union).get(name)
    if message is None:
        return Unreadable(name, "unknown name")
    try:
        return message(**{spec.name: _value(spec, given) for spec in specs_of(message)})
    except FieldError as error:
        return Unreadable(name, str(error))


def _value(spec: FieldSpec, given: dict[str, str]) -> object:
    text = given.get(spec.kind.key)
    if text is not None:
        return spec.kind.parse(text)
    if spec.optional:
        return spec.default
    raise FieldError(f"{spec.kind.key} is missing")


def _number(text: str, modulus: int) -> int:
    if len(text) <= _MOST_DIGITS:
        try:
            number = int(text)
        except ValueError:
            pass
        else:
            # int() takes signs, spaces, leading zeros and foreign digits too; none of them comes back the same.
            if 0 <= number < modulus and str(number) == text:
                return number
    raise BadBodyError(f"expected a number below {modulus}: {text[:40]!r}")
