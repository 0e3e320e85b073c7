"""Reads a recording's files: what ``recording.json`` says, and everything that happened, in order.

Other programs make recordings too: every file but ``recording.json`` may be missing, and so may most of its keys.
"""

from __future__ import annotations

import csv
import json
from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from firmware_bridge.capture import read_capture
from firmware_bridge.errors import CaptureError
from firmware_bridge.messages import LinkEvent
from firmware_bridge.replay import Replayer
from table_daemon.errors import RecordingError
from web_display.intents import AnyIntent

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

Millimetres = Annotated[float, Field(gt=0, le=5000)]
_INTENT: TypeAdapter[AnyIntent] = TypeAdapter(AnyIntent)


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")


class CameraPart(_Part):
    """The pictures' size."""

    width: Annotated[int, Field(ge=64, le=20_000)]
    height: Annotated[int, Field(ge=64, le=20_000)]


class SeatPart(_Part):
    """Where a seat's player sits."""

    seat: Annotated[int, Field(ge=0, le=3)]
    towards_mm: tuple[float, float]


class SettingsPart(_Part):
    """What the match was started with."""

    profile: str = "tianjin"
    names: tuple[str, str, str, str] = ("甲", "乙", "丙", "丁")
    first_dealer: Annotated[int, Field(ge=0, le=3)] | Literal["random"] | None = None
    rules: dict[str, bool | int | str | dict[str, int]] = {}


class About(_Part):
    """``recording.json``."""

    version: Literal[1]
    camera: CameraPart | None = None
    table_side_mm: Millimetres = 870.0
    tile_mm: tuple[Millimetres, Millimetres, Millimetres] = (31.0, 41.5, 22.0)
    seats: list[SeatPart] = []
    settings: SettingsPart = SettingsPart()
    tile_set: str | None = None
    calibration: dict[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class RecordedPicture:
    """A picture's file and when it was taken."""

    t_ms: int
    path: Path


@dataclass(frozen=True, slots=True)
class RecordedIntent:
    """What people said."""

    t_ms: int
    wire: AnyIntent


@dataclass(frozen=True, slots=True)
class Spoiled:
    """A line or file that cannot be read; the rest goes on."""

    t_ms: int
    name: str
    error: str


Happening: TypeAlias = RecordedPicture | RecordedIntent | LinkEvent | Spoiled


class _Order(IntEnum):
    """Of what has the same time: the line is heard before the picture is seen."""

    LINK = 0
    PICTURE = 1
    PEOPLE = 2


_DISORDER_MS = 5_000
"""Rows may be out of order by as much; what was written at once by several parts is."""


def read_about(folder: Path) -> About:
    """Return what ``recording.json`` says; raises ``RecordingError``."""
    path = folder / "recording.json"
    try:
        return About.model_validate_json(path.read_bytes())
    except FileNotFoundError as error:
        raise RecordingError(f"{path} does not exist; name the folder of a recording") from error
    except OSError as error:
        raise RecordingError(f"{path} can't be read: {error.strerror}") from error
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise RecordingError(f"{path}: {where + ': ' if where else ''}{first['msg']}") from error


def happenings(folder: Path) -> list[Happening]:
    """Return everything that happened, in order; raises ``RecordingError`` when there is nothing at all."""
    told = [
        *((_Order.LINK, item) for item in _one_clock("link.csv", _link(folder / "link.csv"))),
        *((_Order.PICTURE, item) for item in _one_clock("images.csv", _pictures(folder))),
        *((_Order.PEOPLE, item) for item in _one_clock("people.jsonl", _people(folder / "people.jsonl"))),
    ]
    if not told:
        raise RecordingError(f"{folder} holds no pictures, no link lines and no intents; there is nothing to replay")
    told.sort(key=lambda pair: (pair[1].t_ms, pair[0]))
    return [item for _, item in told]


def _one_clock(name: str, told: Iterable[Happening]) -> Iterator[Happening]:
    """Pass on what a file tells; where its times go back, nobody can say what came first, and that is told."""
    newest_ms = 0
    for item in told:
        if item.t_ms < newest_ms - _DISORDER_MS:
            why = (
                f"t_ms goes back from {newest_ms} to {item.t_ms}: a recording's clock must not be set while it is made"
            )
            yield Spoiled(item.t_ms, name, why)
            newest_ms = item.t_ms
        newest_ms = max(newest_ms, item.t_ms)
        yield item


def _pictures(folder: Path) -> Iterator[Happening]:
    path = folder / "images.csv"
    if not path.is_file():
        return
    t_ms = 0
    with path.open(encoding="utf-8", errors="replace", newline="") as file:
        for row in csv.DictReader(file):
            name, stamped = row.get("name") or "", row.get("t_ms") or ""
            where = f"images.csv: {name or 'a row without name'}"
            if not (stamped.isascii() and stamped.isdigit()):
                yield Spoiled(t_ms, where, f"t_ms must be milliseconds from 0 on, got {stamped[:40]!r}")
                continue
            t_ms = int(stamped)
            image = folder / "images" / name
            if not name or "/" in name or not image.is_file():
                yield Spoiled(t_ms, where, "there is no such picture in images/")
                continue
            yield RecordedPicture(t_ms, image)


def _link(path: Path) -> Iterator[Happening]:
    if not path.is_file():
        return
    t_ms, replayer = 0, Replayer()
    bad: list[CaptureError] = []
    with path.open(encoding="utf-8", errors="replace", newline="") as file:
        try:
            for line in read_capture(file, name=path.name, on_bad=bad.append):
                yield from (Spoiled(t_ms, path.name, str(error)) for error in bad)
                bad.clear()
                t_ms = line.t_ms
                yield from replayer.feed(line)
        except CaptureError as error:  # not even the header is one
            bad.append(error)
    yield from (Spoiled(t_ms, path.name, str(error)) for error in bad)


def _people(path: Path) -> Iterator[Happening]:
    if not path.is_file():
        return
    t_ms = 0
    with path.open(encoding="utf-8", errors="replace") as file:
        for number, line in enumerate(file, start=1):
            if not line.strip():
                continue
            try:
                said = json.loads(line)
                t_ms = int(said.pop("t_ms"))
                said.setdefault("id", f"{path.name}-{number}")
                yield RecordedIntent(t_ms, _INTENT.validate_python(said))
            except ValidationError as error:
                yield Spoiled(t_ms, f"{path.name}: line {number}", str(error.errors()[0]["msg"]))
            except (ValueError, KeyError, TypeError, AttributeError) as error:
                yield Spoiled(t_ms, f"{path.name}: line {number}", f"no intent with t_ms ({error})")
