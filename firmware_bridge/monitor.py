"""The line as a person follows it: each row of a recorded or living stream, decoded, with what it means.

Sends nothing and opens nothing; whoever has the stream feeds it row by row.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from enum import Enum

from firmware_bridge.capture import CapturedLine, printable
from firmware_bridge.codec import AckFrame, CommandFrame, EventFrame, decode_from_device, decode_from_host
from firmware_bridge.direction import Direction
from firmware_bridge.errors import BadBodyError
from firmware_bridge.framing import MAX_BODY_FROM_DEVICE, MAX_BODY_TO_DEVICE, LineDecoder
from firmware_bridge.messages import TableEvent
from firmware_bridge.replay import Replayer
from firmware_bridge.sentence import Language
from firmware_bridge.wording import fields_of, say_frame, say_notice


class Trouble(Enum):
    """Why a row is no good line."""

    NOISE = "noise"
    CHECK = "bad check"
    TOO_LONG = "too long"
    SHAPE = "unknown shape"
    NOTHING = "empty"


_TROUBLE_WORDS = {
    Trouble.NOISE: ("不是协议行", "no line of the protocol"),
    Trouble.CHECK: ("校验错, 已丢弃", "wrong check, thrown away"),
    Trouble.TOO_LONG: ("太长, 已丢弃", "too long, thrown away"),
    Trouble.SHAPE: ("校验对但看不懂", "good check, unknown shape"),
    Trouble.NOTHING: ("空行", "empty"),
}
_ARROWS = {Direction.RX: "<-", Direction.TX: "->"}
_SINCE_1970_MS = 100_000_000_000
"""The spring of 1973; no table has run for three years, none was recorded before."""
_LATEST_MS = 250_000_000_000_000
"""The year 9892: beyond it there is no time of day to show."""
Frame = EventFrame | AckFrame | CommandFrame


@dataclass(frozen=True, slots=True)
class Row:
    """One row of the stream and what it says."""

    line: CapturedLine
    frame: Frame | None
    trouble: Trouble | None
    """None for a good line."""
    noticed: tuple[TableEvent, ...]
    """What a link hears because of it."""

    def text(self, language: Language) -> str:
        """Return the row for a person, with a line more for everything noticed."""
        said = self._said(language)
        when = _when(self.line.t_ms)
        notices = [say_notice(event, language) for event in self.noticed]
        lines = [f"{when} {_ARROWS[self.line.direction]} {said}"]
        return "\n".join(lines + [f"{when} !! {notice}" for notice in notices if notice is not None])

    def to_json(self) -> str:
        """Return the row for a program, as one JSON object."""
        told: dict[str, object] = {
            "t_ms": self.line.t_ms,
            "direction": self.line.direction.value,
            "line": printable(self.line.line),
            **_facts(self.frame),
        }
        if self.trouble is not None:
            told["trouble"] = self.trouble.value
        notices = [say_notice(event, Language.EN) for event in self.noticed]
        told["notices"] = [notice for notice in notices if notice is not None]
        return json.dumps(told, ensure_ascii=False)

    def _said(self, language: Language) -> str:
        if self.frame is not None:
            return say_frame(self.frame, language)
        zh, en = _TROUBLE_WORDS[self.trouble or Trouble.NOTHING]
        return f"{zh if language is Language.ZH else en}: {printable(self.line.line)[:200]}"


def _when(t_ms: int) -> str:
    """Return a time of day, or the seconds of a clock that does not count from 1970."""
    if not _SINCE_1970_MS <= t_ms < _LATEST_MS:
        return f"{t_ms / 1000:12.3f}"
    local = datetime.fromtimestamp(t_ms / 1000, tz=UTC).astimezone()
    return f"{local:%H:%M:%S}.{t_ms % 1000:03d}"


def _facts(frame: Frame | None) -> dict[str, object]:
    match frame:
        case EventFrame(seq, ms, event):
            name = getattr(event, "NAME", None) or getattr(event, "name", "")
            return {"kind": "event", "seq": seq, "ms": ms, "name": name, "fields": fields_of(event)}
        case CommandFrame(seq, command):
            name = getattr(command, "NAME", None) or getattr(command, "name", "")
            return {"kind": "command", "seq": seq, "name": name, "fields": fields_of(command)}
        case AckFrame(seq, ok, reason):
            return {"kind": "answer", "seq": seq, "ok": ok, "reason": reason}
        case None:
            return {"kind": "bad"}


@dataclass(slots=True)
class MonitorCounts:
    """What has passed."""

    good: int = 0
    bad: int = 0
    lost: int = 0
    """Events known to be missing."""

    def say(self, language: Language) -> str:
        """Return the figures in words."""
        if language is Language.ZH:
            return f"-- 好 {self.good} 行, 坏 {self.bad} 行, 缺 {self.lost} 条"
        return f"-- {self.good} good lines, {self.bad} bad, {self.lost} events missing"


class Monitor:
    """Decodes a stream in the order of its rows."""

    def __init__(self) -> None:
        self.counts = MonitorCounts()
        self._replayer = Replayer()
        self._decoders = {
            Direction.RX: LineDecoder(max_body=MAX_BODY_FROM_DEVICE),
            Direction.TX: LineDecoder(max_body=MAX_BODY_TO_DEVICE),
        }

    def rows(self, lines: Iterable[CapturedLine]) -> Iterable[Row]:
        """Yield what each line says."""
        return map(self.row, lines)

    def row(self, line: CapturedLine) -> Row:
        """Return what one line says."""
        heard = self._replayer.feed(line)
        frame, trouble = self._decoded(line)
        self.counts.good += trouble is None
        self.counts.bad += trouble not in {None, Trouble.NOTHING}
        self.counts.lost = self._replayer.lost
        return Row(line, frame, trouble, tuple(each.event for each in heard))

    def _decoded(self, line: CapturedLine) -> tuple[Frame | None, Trouble | None]:
        decoder = self._decoders[line.direction]
        before = replace(decoder.counts)
        bodies = decoder.feed(line.line + b"\n")
        if not bodies:
            after = decoder.counts
            if after.too_long > before.too_long:
                return None, Trouble.TOO_LONG
            if after.bad > before.bad:
                return None, Trouble.CHECK
            return None, Trouble.NOISE if line.line.strip() else Trouble.NOTHING
        try:
            decode = decode_from_device if line.direction is Direction.RX else decode_from_host
            return decode(bodies[-1]), None
        except BadBodyError:
            return None, Trouble.SHAPE
