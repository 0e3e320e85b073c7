"""Replays a recording through the daemon's own parts on a virtual clock: the log it leads to.

The eye, fusion, game and service are those of a live table; camera, port and pages are replaced by the recording.
"""

from __future__ import annotations

import asyncio
import json
import random
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, assert_never

from firmware_bridge.messages import LinkEvent
from table_daemon.clocks import PictureClock
from table_daemon.errors import RecordingError
from table_daemon.eyesight import build_eye
from table_daemon.fusion.reconcile import Tracker
from table_daemon.fusion.seats import TableZones
from table_daemon.health import HealthBoard
from table_daemon.pictures import PictureKeeper
from table_daemon.recording_format import RecordedIntent, RecordedPicture, Spoiled, happenings, read_about
from table_daemon.service import GameService, MatchDefaults
from table_daemon.settings import Settings
from table_daemon.store.codec import encode
from table_daemon.store.memory import MemoryStore
from table_daemon.witnesses import Witnesses
from vision.calibration.calibrate import calibrate
from vision.calibration.profile import TableProfile
from vision.calibration.store import save_calibration
from vision.errors import CalibrationError, TileSetError, VisionError
from vision.observation import Side
from vision.pictures import load_picture
from vision.tile_set import TileSet
from web_display.intents import to_intent
from web_display.ports import Refused

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from table_daemon.recording_format import About, Happening
    from table_daemon.watching import EyeMaker, Looker

_LOOKS_FOR_A_TABLE = 20
"""So many of the first pictures are searched for the felt when nothing says where it lies."""
_SIDES = (Side.BOTTOM, Side.RIGHT, Side.TOP, Side.LEFT)
"""Counter-clockwise, as turns pass."""


def replay(folder: Path, say: Callable[[str], None], *, threads: int = 2) -> bool:
    """Replay a recording, ``say`` each event as a line of JSON; whether everything in it could be read.

    What can't be read is said as ``{"name", "error"}`` in its place. Raises ``RecordingError``.
    """
    about = read_about(folder)
    told = happenings(folder)
    with tempfile.TemporaryDirectory(prefix="queyan-replay-") as scratch:
        settings = _settings(about, folder, told, Path(scratch), threads=threads)
        return asyncio.run(_Replay(settings, about, say, scratch=Path(scratch)).run(told))


class _Replay:
    """The daemon's parts around one recording."""

    def __init__(self, settings: Settings, about: About, say: Callable[[str], None], *, scratch: Path) -> None:
        self._say = say
        self._clock = PictureClock()
        board = HealthBoard(self._clock.now_ms)
        self._store = MemoryStore()
        match = about.settings
        self._service = GameService(
            self._store,
            clock=self._clock,
            board=board,
            defaults=MatchDefaults(
                names=match.names,
                profile=match.profile,
                first_dealer=match.first_dealer if isinstance(match.first_dealer, int) else None,
                options=match.rules,
            ),
            rng=random.Random(0),
        )
        width_mm, length_mm, _ = about.tile_mm
        zones = TableZones(side_mm=about.table_side_mm, tile_width_mm=width_mm, tile_length_mm=length_mm)
        keeper = PictureKeeper(scratch, keep=False, quota_bytes=0)
        self._witnesses = Witnesses(Tracker(zones), self._service, keeper, seat0=Side(settings.table.seat0_side.value))
        self._make_eye: EyeMaker = build_eye(settings, board)
        self._eyes: dict[tuple[int, int], Looker] = {}
        self._seen = 0
        self._told_seq = 0
        self._whole = True

    async def run(self, told: Sequence[Happening]) -> bool:
        for item in told:
            t_ms = self._clock.picture_ms(item.t_ms)
            match item:
                case RecordedPicture():
                    self._look(item, t_ms)
                case RecordedIntent():
                    await self._submit(item)
                case LinkEvent():
                    self._witnesses.hear(item._replace(t_ms=t_ms))
                case Spoiled():
                    self._spoiled(item.name, item.error)
                case _:
                    assert_never(item)
            self._tell()
        return self._whole

    def _look(self, picture: RecordedPicture, t_ms: int) -> None:
        try:
            image = load_picture(picture.path)
            size = (image.shape[1], image.shape[0])
            if size not in self._eyes:
                self._eyes[size] = self._make_eye(*size)
            self._seen += 1
            observation = self._eyes[size].look(image, t_ms=t_ms, image_id=self._seen)
        except VisionError as error:
            self._spoiled(f"images/{picture.path.name}", str(error))
            return
        self._witnesses.see(observation, image)

    async def _submit(self, said: RecordedIntent) -> None:
        answer = await self._service.submit(to_intent(said.wire, t_ms=said.t_ms))
        if isinstance(answer, Refused):
            self._spoiled(f"intent {said.wire.id}", answer.reason_en)

    def _spoiled(self, name: str, error: str) -> None:
        self._whole = False
        self._say(json.dumps({"name": name, "error": error}, ensure_ascii=False))

    def _tell(self) -> None:
        for event in self._store.read(after=self._told_seq):
            self._told_seq = event.seq
            self._say(json.dumps(encode(event), ensure_ascii=False))


def _settings(about: About, folder: Path, told: Sequence[Happening], scratch: Path, *, threads: int) -> Settings:
    """The settings of a daemon at the recorded table."""
    width_mm, length_mm, thickness_mm = about.tile_mm
    sections: dict[str, dict[str, Any]] = {
        "table": {
            "felt_side_mm": about.table_side_mm,
            "tile_width_mm": width_mm,
            "tile_length_mm": length_mm,
            "tile_thickness_mm": thickness_mm,
            "seat0_side": _seat0_side(about, folder).value,
        },
        "vision": {"threads": threads},
    }
    if about.tile_set is not None:
        sections["vision"]["tile_set"] = _tile_set(folder / about.tile_set)
    pictures = [item for item in told if isinstance(item, RecordedPicture)]
    if _says_where(about):
        sections["calibration"] = {"file": folder / "recording.json"}
    elif pictures:
        sections["calibration"] = {"file": _found_table(pictures, about, scratch)}
    try:
        return Settings.model_validate(sections)
    except ValueError as error:
        raise RecordingError(f"{folder / 'recording.json'}: {_first_line(error)}") from error


def _tile_set(path: Path) -> Path:
    """The recording's own tile set, once it is known to be readable: with another one the tiles would be others."""
    if not path.is_file():
        raise RecordingError(f"{path} does not exist; recording.json names it as tile_set")
    try:
        TileSet.load(path)
    except TileSetError as error:
        raise RecordingError(f"recording.json names a tile_set that can't be used: {error}") from error
    return path


def _first_line(error: ValueError) -> str:
    return " ".join(str(error).split())[:300]


def _says_where(about: About) -> bool:
    told = about.calibration or {}
    pose = all(told.get(key) is not None for key in ("matrix", "rvec", "tvec"))
    return pose or told.get("felt") is not None or told.get("felt_corners_px") is not None


def _found_table(pictures: Sequence[RecordedPicture], about: About, scratch: Path) -> Path:
    """Find the table as in a fresh set-up, in the first picture that shows it; the file that says where it lies."""
    width_mm, length_mm, thickness_mm = about.tile_mm
    profile = TableProfile(
        felt_side_mm=about.table_side_mm,
        tile_width_mm=width_mm,
        tile_length_mm=length_mm,
        tile_thickness_mm=thickness_mm,
    )
    why = ""
    for picture in _each_once(pictures[:_LOOKS_FOR_A_TABLE]):
        try:
            found = calibrate(load_picture(picture), profile)
        except CalibrationError as error:
            why = str(error)
            continue
        except VisionError:
            continue  # told when its turn comes
        file = scratch / "calibration.json"
        save_calibration(file, found, profile)
        return file
    raise RecordingError(
        f"nothing says where the table lies and it was not found in the first pictures ({why or 'none is readable'}); "
        "add calibration.felt_corners_px to recording.json"
    )


def _each_once(pictures: Sequence[RecordedPicture]) -> Iterator[Path]:
    return iter(dict.fromkeys(picture.path for picture in pictures))


def _seat0_side(about: About, folder: Path) -> Side:
    """The side of the picture at which seat 0 sits; the others must follow counter-clockwise."""
    sides = {part.seat: _side(part.towards_mm) for part in about.seats}
    if not sides:
        return Side.BOTTOM
    seat, side = next(iter(sides.items()))
    first = _SIDES.index(side) - seat
    if any(_SIDES[(first + other) % 4] is not there for other, there in sides.items()):
        raise RecordingError(
            f"{folder / 'recording.json'}: seats do not follow counter-clockwise from above, as turns pass; "
            "check their towards_mm"
        )
    return _SIDES[first % 4]


def _side(towards_mm: tuple[float, float]) -> Side:
    x, y = towards_mm
    if abs(y) >= abs(x):
        return Side.BOTTOM if y >= 0 else Side.TOP
    return Side.RIGHT if x > 0 else Side.LEFT
