"""Setting the table up from the pages: the live picture, calibration, its own tiles. Works on one thing at a time."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace

from table_daemon.calibrating import hides_tags
from table_daemon.cli_calibrate import profile_of
from table_daemon.eyesight import is_live
from table_daemon.last_looks import BREAK_MS, LastLooks, Look, PassingLooks
from table_daemon.settings import Settings
from table_daemon.settled import IsBad, settled_picture
from table_daemon.setup_drawing import pixels, place_view, tile_views
from table_daemon.setup_files import SetupFiles
from table_daemon.setup_tries import Reading, jpeg_of, refused, tag_sheet_pdf, tried_calibration, tried_layout
from table_daemon.views.setup import (
    CalibrationTryView,
    DoubtView,
    HardPairView,
    LaidFaceView,
    PictureView,
    SightView,
    TileSetTryView,
)
from vision.calibration.calibrate import Calibrated
from vision.calibration.residual import PASS_RMS_MM, PASS_WORST_MM
from vision.calibration.store import save_calibration
from vision.classify import TileNamer
from vision.enrol import joined_sets
from vision.errors import VisionError
from web_display.ports import CalibrationWish, Refused

_NO_PICTURE = Refused("相机还没有给出画面", "the camera has given no picture yet")
_SILENT = Refused("相机没有新的画面：检查相机的线", "the camera gives no new picture; check its cable")
_GONE = Refused("这次的结果已经不在了，请再做一次", "this result is gone; do it once more")
_NOT_PASSED = Refused("误差太大，没有保存", "it did not pass, so it was not kept")
_HELD_PICTURES = 4
"""Of so many the newest are held: each open page asks for the one it was last told of."""
_MOST_TRIES = 3
"""So many pictures of the same tiles are joined at most; older ones are forgotten."""


class SetupRoom:
    """Implements the pages' ``SetupDesk`` over the newest look of the camera."""

    def __init__(self, settings: Settings, files: SetupFiles, looks: LastLooks) -> None:
        """``settings`` are those of the file, without what was made here."""
        self._settings = settings
        self._files = files
        self.looks = looks
        """What the camera's watch fills."""
        self._used = files.laid_over(settings)
        self._profile = profile_of(settings)
        self._busy = asyncio.Lock()
        self._settling = 0
        self._tries = 0
        self._calibrated: dict[int, Calibrated] = {}
        self._readings: dict[int, tuple[Look, Reading]] = {}
        self._jpegs: dict[int, bytes] = {}
        self.on_made: Callable[[Settings], None] | None = None
        """Called with the settings to use from now on, once something was made or forgotten."""

    @property
    def used(self) -> Settings:
        """The settings with what was made here laid over."""
        return self._used

    async def sight(self) -> SightView:
        """The newest picture and what is made of it; the picture is held for a while."""
        used = SightView(
            own_calibration=self._used.calibration.file == self._files.calibration,
            own_tile_set=self._used.vision.tile_set == self._files.tile_set,
            settling=self._settling > 0,
        )
        look = self.looks.newest
        if look is None:
            return used
        await self._hold(look)
        place = None if look.place is None else place_view(look.place, self._profile, self._settings.table.seat0_side)
        taken = replace(used, picture=_picture(look), place=place)
        seen = look.observation
        if seen is None:
            return taken
        return replace(
            taken,
            still=seen.still,
            hands=tuple(sorted(side.value for side in seen.hands)),
            problems=seen.problems,
            tiles=tile_views(seen.tiles),
        )

    async def picture(self, number: int) -> bytes | None:
        """The JPEG of a picture that was told of, if it is still held."""
        return self._jpegs.get(number)

    async def try_calibration(self, wish: CalibrationWish) -> CalibrationTryView | Refused:
        """Work a calibration out of the next picture of a camera at rest."""
        look = await self._settled_look(lambda pixels: wish.by == "tags" and hides_tags(pixels, self._profile))
        if isinstance(look, Refused):
            return look
        async with self._busy:
            found = await asyncio.to_thread(tried_calibration, look.pixels, self._profile, wish)
        if isinstance(found, Refused):
            return found
        self._tries += 1
        self._calibrated = {self._tries: found}
        left = found.residual
        return CalibrationTryView(
            number=self._tries,
            method=found.method.value,
            marks=left.marks,
            checked=left.checked,
            rms_mm=round(left.rms_mm, 2),
            rms_limit_mm=PASS_RMS_MM,
            worst_mm=round(left.worst_mm, 2),
            worst_limit_mm=PASS_WORST_MM,
            passed=found.passed,
            notices_bumps=found.landmarks is not None,
            place=place_view(found.camera, self._profile, self._settings.table.seat0_side),
            doubts=tuple(DoubtView(text=doubt.text, text_zh=doubt.zh, grave=doubt.grave) for doubt in found.doubts),
        )

    async def keep_calibration(self, number: int) -> Refused | None:
        """Keep a calibration that passed, and use it from now on."""
        found = self._calibrated.get(number)
        if found is None:
            return _GONE
        if not found.passed:
            return _NOT_PASSED
        try:
            await asyncio.to_thread(save_calibration, self._files.calibration, found, self._profile)
        except (VisionError, OSError) as error:
            return refused(error)
        self._renew()
        return None

    async def try_tile_set(self) -> TileSetTryView | Refused:
        """Read the guided layout in the next picture of a camera at rest."""
        look = await self._settled_look()
        if isinstance(look, Refused):
            return look
        async with self._busy:
            reading = await asyncio.to_thread(tried_layout, look.pixels, threads=self._settings.vision.threads)
        if isinstance(reading, Refused):
            return reading
        self._tries += 1
        self._readings[self._tries] = (look, reading)
        for old in sorted(self._readings)[:-_MOST_TRIES]:
            del self._readings[old]
        await self._hold(look)
        return _tile_set_view(self._tries, look, reading)

    async def keep_tile_set(self, numbers: Sequence[int], name: str) -> Refused | None:
        """Keep what one or several tries read of the same tiles, and use it from now on."""
        readings = [self._readings[number][1] for number in numbers if number in self._readings]
        if not readings or len(readings) < len(numbers):
            return _GONE
        try:
            async with self._busy:
                await asyncio.to_thread(self._save_tile_set, readings, name)
        except (VisionError, OSError) as error:
            return refused(error)
        self._renew()
        return None

    async def forget(self, what: str) -> None:
        """Go back from what was made here to what the settings name."""
        path = self._files.calibration if what == "calibration" else self._files.tile_set
        await asyncio.to_thread(path.unlink, missing_ok=True)
        self._renew()

    async def tag_sheet(self) -> bytes:
        """The corner tags to print, as PDF."""
        return await asyncio.to_thread(tag_sheet_pdf)

    async def _settled_look(self, is_bad: IsBad = lambda _: False) -> Look | Refused:
        """Return the newest look; of a live camera one taken once its light and focus hold still."""
        newest = self.looks.newest
        if newest is None:
            return _NO_PICTURE
        if not is_live(self._settings.camera.kind):
            return newest
        self._settling += 1
        try:
            return await self._at_rest(newest, is_bad)
        except TimeoutError:
            return _SILENT
        except VisionError as error:
            return refused(error)
        finally:
            self._settling -= 1

    async def _at_rest(self, newest: Look, is_bad: IsBad) -> Look:
        """Return a look of a live camera at rest. Raises CameraUnavailableError, or TimeoutError of a silent one."""
        # Only a look from now on tells whether the camera still runs, and since when.
        async with asyncio.timeout(BREAK_MS / 1000):
            newest = await self.looks.after(newest.number)
        passing = PassingLooks(self.looks)
        await settled_picture(
            passing,
            live=True,
            is_bad=is_bad,
            now_s=lambda: (passing.shown or newest).t_ms / 1000,
            running_s=self.looks.running_ms / 1000,
        )
        return passing.shown or newest

    async def _hold(self, look: Look) -> None:
        """Keep the JPEG of a look for as long as a page needs it: a live camera has newer ones long before."""
        if look.number in self._jpegs:
            return
        made = await asyncio.to_thread(jpeg_of, look.pixels)
        held = self._jpegs | {look.number: made}
        lately = sorted(held)[-_HELD_PICTURES:]
        self._jpegs = {number: held[number] for number in {*lately, *self._pictures_read()} if number in held}

    def _pictures_read(self) -> set[int]:
        """The numbers of the pictures of which tile sets were read."""
        return {look.number for look, _ in self._readings.values()}

    def _save_tile_set(self, readings: Sequence[Reading], name: str) -> None:
        namer = TileNamer.load(threads=self._settings.vision.threads)
        enrolments = [reading.enrolment for reading in readings]
        joined_sets(enrolments, namer, name=name).save(self._files.tile_set)

    def _renew(self) -> None:
        self._used = self._files.laid_over(self._settings)
        if self.on_made is not None:
            self.on_made(self._used)


def _picture(look: Look) -> PictureView:
    height, width = look.pixels.shape[:2]
    return PictureView(number=look.number, width=width, height=height, t_ms=look.t_ms)


def _tile_set_view(number: int, look: Look, reading: Reading) -> TileSetTryView:
    faces = reading.enrolment.faces
    return TileSetTryView(
        number=number,
        picture=_picture(look),
        faces=tuple(
            LaidFaceView(
                tile=face.label.value,
                seen=face.seen.value,
                confidence=round(face.confidence, 3),
                agrees=face.agrees,
                corners=pixels(face.quad),
            )
            for face in faces
        ),
        hard_pairs=tuple(
            HardPairView(first=pair.first.value, second=pair.second.value, likeness=round(pair.likeness, 3))
            for pair in reading.enrolment.tile_set.hard_pairs
        ),
        agreeing=sum(face.agrees for face in faces),
    )
