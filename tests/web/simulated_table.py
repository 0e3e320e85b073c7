"""The real daemon over a rendered table: the camera is a picture stream on a socket, what it shows is a scene."""

from __future__ import annotations

import shutil
import tempfile
import threading
import time
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from tests.daemon.running import RunningDaemon
from vision.calibration.profile import TableProfile
from vision.calibration.tags import USUAL_TAGS
from vision.camera.server import PictureServer
from vision.camera.wire import SocketAddress
from vision.geometry import TableCamera
from vision.labels import FACES, Label
from vision.laid_out import PLACES
from vision.synthetic.light import Noise
from vision.synthetic.render import render
from vision.synthetic.scene import Pose, Scene, SceneTile
from vision.synthetic.tag_paper import lay_tags

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

CAMERA: Final = TableCamera.overhead(tilt_deg=1.5, turn_deg=1.0)
PROFILE: Final = TableProfile()
CORNERS: Final = CAMERA.project(PROFILE.felt_corners_mm())
"""Where the felt's corners truly are in the picture."""
_EVERY_S: Final = 0.25
_PATIENCE_S: Final = 120.0
"""A browser, the networks and the renderer share the machine meanwhile."""


def laid_out(order: Sequence[Label] = FACES) -> Scene:
    """Return the guided layout on the free felt below the console."""
    faces = iter(order)
    tiles = tuple(
        SceneTile(next(faces), Pose.FACE_UP, (place * 34.0 - 136, row * 62.0 + 130), 0.0)
        for row, labels in enumerate(PLACES)
        for place, _ in enumerate(labels)
    )
    return Scene(tiles=tiles)


def river(*labels: Label) -> Scene:
    """Return a table with one row of discards."""
    return Scene(
        tiles=tuple(
            SceneTile(label, Pose.FACE_UP, (place * 34.0 - 60, 120.0), 0.0) for place, label in enumerate(labels)
        )
    )


class SimulatedTable:
    """Offers the picture of a scene over and over, as a camera that looks at a table does."""

    def __init__(self, socket: Path) -> None:
        self._server = PictureServer(SocketAddress(path=socket))
        self._over = threading.Event()
        self._jpeg = b""
        self._thread = threading.Thread(target=self._stream, name="camera")

    def show(self, scene: Scene, *, tags: Sequence[int] = ()) -> None:
        """Put something else on the table."""
        pixels = render(scene, CAMERA, noise=Noise(sigma=2), rng=np.random.default_rng(1)).image
        if tags:
            pixels = lay_tags(pixels, CAMERA, USUAL_TAGS, PROFILE, tuple(tags))
        self._jpeg = cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, 90])[1].tobytes()

    def start(self) -> None:
        """Begin to look."""
        self._thread.start()

    def close(self) -> None:
        """Look away for good."""
        self._over.set()
        self._thread.join()
        self._server.close()

    def _stream(self) -> None:
        number, next_s = 0, 0.0
        while not self._over.is_set():
            self._server.poll(0.05)
            if time.monotonic() >= next_s and self._jpeg:
                number, next_s = number + 1, time.monotonic() + _EVERY_S
                self._server.send(self._jpeg, image_id=number, t_ms=time.time_ns() // 1_000_000)


@contextmanager
def simulated(
    scene: Scene, *, tags: Sequence[int] = (), more: str = ""
) -> Iterator[tuple[SimulatedTable, RunningDaemon]]:
    """Run a table that shows ``scene`` and the daemon that looks at it, whose camera nobody has calibrated."""
    with ExitStack() as stack:
        folder = Path(tempfile.mkdtemp(prefix="queyan-"))  # a socket's name may not be long
        stack.callback(shutil.rmtree, folder, ignore_errors=True)
        table = SimulatedTable(folder / "camera.sock")
        stack.callback(table.close)
        table.show(scene, tags=tags)
        table.start()
        camera = f'[camera]\nkind = "socket"\nurl = "unix:{folder / "camera.sock"}"\n'
        daemon = RunningDaemon(folder, camera + more)
        daemon.patience_s = _PATIENCE_S
        stack.push(daemon)  # it is ended even if it does not come up
        daemon.start()
        yield table, daemon
