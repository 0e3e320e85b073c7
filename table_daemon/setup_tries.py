"""Working a calibration or a tile set out of one picture, for the setup page. CPU-bound: call it off the event loop."""

from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path
from tempfile import TemporaryDirectory

import cv2
import numpy as np
from numpy.typing import NDArray

from table_daemon.calibrating import calibrated
from vision.calibration.calibrate import Calibrated, Method
from vision.calibration.lens import Known
from vision.calibration.profile import TableProfile
from vision.calibration.tag_sheet import write_tag_sheet
from vision.calibration.tags import USUAL_TAGS, TagSize, find_tags
from vision.classify import TileNamer
from vision.detect import TileFinder
from vision.enrol import Enrolment, enrolled_from_tiles
from vision.errors import UnwritableError, VisionError
from vision.pipeline import PhotoReader, ReadTile
from web_display.ports import CalibrationWish, Refused

Pixels = NDArray[np.uint8]

_WIDEST_PX = 1600
"""A page is seldom wider; more would only keep a phone waiting."""
_QUALITY = 80
_IN_CHINESE = "这张画面不行"


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """A layout as read, and the picture it was read from."""

    pixels: Pixels
    enrolment: Enrolment


def tried_calibration(pixels: Pixels, profile: TableProfile, wish: CalibrationWish) -> Calibrated | Refused:
    """Return the calibration of a picture as wished, or why it can't be had."""
    try:
        return calibrated(
            pixels,
            profile,
            corners_px=wish.corners_px if wish.by == "corners" else None,
            by=Method(wish.by),
            known=Known(height_mm=wish.height_mm),
            tag_size=TagSize(wish.tag_mm),
        )
    except VisionError as error:
        return refused(error)


def tried_layout(pixels: Pixels, *, threads: int) -> Reading | Refused:
    """Return what a picture of the guided layout shows, or why it can't be enrolled."""
    try:
        namer = TileNamer.load(threads=threads)
        found = PhotoReader(TileFinder.load(threads=threads), namer).read(pixels).tiles
        tags = [tag.corners_px.astype(np.float32) for tag in find_tags(pixels)]
        tiles = [tile for tile in found if not any(_lies_on(tag, tile) for tag in tags)]
        return Reading(pixels, enrolled_from_tiles(pixels, tiles, "", namer))
    except VisionError as error:
        return refused(error)


def refused(error: VisionError | OSError) -> Refused:
    """Return what people read of an error."""
    if isinstance(error, VisionError) and not isinstance(error, UnwritableError):
        return Refused(error.zh or f"{_IN_CHINESE}：{error}", str(error))
    why = error.why if isinstance(error, UnwritableError) else error.strerror or str(error)
    return Refused(f"写不进数据目录：{why}", f"the data directory can't be written: {why}", HTTPStatus.CONFLICT)


def jpeg_of(pixels: Pixels) -> bytes:
    """Return a picture as a page shows it, no wider than a screen."""
    scale = min(1.0, _WIDEST_PX / pixels.shape[1])
    shown = pixels if scale == 1 else cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return cv2.imencode(".jpg", shown, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])[1].tobytes()


def tag_sheet_pdf() -> bytes:
    """Return the page of corner tags."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "tags.pdf"
        write_tag_sheet(path, USUAL_TAGS)
        return path.read_bytes()


def _lies_on(tag: NDArray[np.float32], tile: ReadTile) -> bool:
    """Whether a find is the tag itself, left on the table after calibrating."""
    x, y = np.mean(tile.quad, axis=0)
    return cv2.pointPolygonTest(tag, (float(x), float(y)), measureDist=False) >= 0
