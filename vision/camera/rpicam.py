"""The Raspberry Pi's ribbon camera: pictures from ``rpicam-vid`` over a pipe, so that its library is not ours to load.

The program is started again, with growing pauses, when it ends or falls silent.
"""

import contextlib
import os
import select
import subprocess
import time
from collections.abc import Sequence
from dataclasses import dataclass

from vision.camera.base import Pixels
from vision.camera.mjpeg import MjpegSplitter
from vision.camera.reader import Patience, ThreadedCamera
from vision.errors import CameraUnavailableError, UnreadableImageError
from vision.pictures import decode

PROGRAM = "rpicam-vid"
_CHUNK = 1 << 18
_MOST_CHUNKS = 64
"""Read at one go: a program that writes faster than we read must not keep us for ever."""
_KEPT_WORDS = 2_000
"""Of what the program complains about only the end is kept."""
_KILL_S = 5.0
_RPICAM_PATIENCE = Patience(silence_s=3.0, hang_s=20.0)
"""The feed itself gives a silent program up; only the system's own calls could hang."""


@dataclass(frozen=True, slots=True)
class RpicamMode:
    """What the camera is asked for; None leaves it to the camera."""

    camera: int = 0
    width_px: int = 2304
    height_px: int = 1296
    fps: int = 15
    exposure_us: int | None = None
    gain: float | None = None
    colour_gains: tuple[float, float] | None = None
    focus_dioptres: float | None = None


def command_of(mode: RpicamMode, program: str = PROGRAM) -> list[str]:
    """Return the command that writes pictures to its standard output for ever.

    >>> " ".join(command_of(RpicamMode(exposure_us=10_000))[-4:])
    '--shutter 10000 --output -'
    """
    command = [program, "--camera", str(mode.camera), "--timeout", "0", "--nopreview", "--verbose", "0", "--flush"]
    command += ["--codec", "mjpeg", "--quality", "93", "--width", str(mode.width_px), "--height", str(mode.height_px)]
    command += ["--framerate", str(mode.fps), "--flicker-period", "10000us"]
    if mode.focus_dioptres is not None:
        command += ["--autofocus-mode", "manual", "--lens-position", f"{mode.focus_dioptres:g}"]
    if mode.colour_gains is not None:
        command += ["--awbgains", ",".join(f"{gain:g}" for gain in mode.colour_gains)]
    if mode.gain is not None:
        command += ["--gain", f"{mode.gain:g}"]
    if mode.exposure_us is not None:
        command += ["--shutter", str(mode.exposure_us)]
    return [*command, "--output", "-"]


def rpicam_camera(
    mode: RpicamMode = RpicamMode(), *, command: Sequence[str] | None = None, patience: Patience = _RPICAM_PATIENCE
) -> ThreadedCamera:
    """Return the ribbon camera, or whatever ``command`` writes pictures like it."""
    words = list(command or command_of(mode))
    return ThreadedCamera(f"{mode.camera} of {PROGRAM}", lambda: PipeFeed(words, patience.silence_s), patience=patience)


class PipeFeed:
    """A running program that writes JPEGs to its standard output."""

    def __init__(self, command: Sequence[str], silence_s: float) -> None:
        """Start it. Raises CameraUnavailableError when it is not there."""
        self._name = command[0]
        self._silence_s = silence_s
        try:
            self._process = subprocess.Popen(  # noqa: S603 -- a fixed command, no shell
                command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0
            )
        except OSError as error:
            raise CameraUnavailableError(
                f"{self._name} cannot be started ({error.strerror}); on Raspberry Pi OS: "
                "sudo apt-get install rpicam-apps-lite"
            ) from error
        assert self._process.stdout is not None  # noqa: S101 -- asked for above
        assert self._process.stderr is not None  # noqa: S101 -- same
        self._out, self._err = self._process.stdout, self._process.stderr
        os.set_blocking(self._out.fileno(), False)
        os.set_blocking(self._err.fileno(), False)
        self._watched = [self._out, self._err]
        self._splitter = MjpegSplitter()
        self._newest = b""
        self._words = b""

    def wait(self) -> int:
        """Block until a picture is complete; of several that have come the last counts."""
        deadline_s = time.monotonic() + self._silence_s
        while True:
            left_s = deadline_s - time.monotonic()
            ready, _, _ = select.select(self._watched, [], [], max(0.0, left_s))
            if self._err in ready:
                self._hear()
            if self._out in ready and self._read_pictures():
                return 0
            if left_s <= 0:
                raise CameraUnavailableError(
                    f"{self._name} gives no picture{self._reason()}; check the camera's ribbon cable"
                )

    def take(self) -> Pixels:
        """Return the picture waited for. Raises UnreadableImageError when it is spoiled."""
        try:
            return decode(self._newest)
        except UnreadableImageError as error:
            raise UnreadableImageError(f"a picture of {self._name} {error}") from error

    def interrupt(self) -> None:
        """End the program, so that a waiting thread finds its end."""
        self._process.kill()

    def close(self) -> None:
        """End the program and wait for its end."""
        self._process.kill()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(_KILL_S)
        self._out.close()
        self._err.close()

    def _read_pictures(self) -> bool:
        """Read all that is there; return whether that completed a picture. Raises CameraUnavailableError at the end."""
        pictures: list[bytes] = []
        for _ in range(_MOST_CHUNKS):
            data = _read(self._out.fileno())
            if data is None or (not data and pictures):
                break
            if not data:
                with contextlib.suppress(subprocess.TimeoutExpired):
                    self._process.wait(_KILL_S)
                self._hear()
                raise CameraUnavailableError(f"{self._name} has ended{self._reason()}; check the camera's ribbon cable")
            pictures = self._splitter.feed(data) or pictures
        if pictures:
            self._newest = pictures[-1]
        return bool(pictures)

    def _hear(self) -> None:
        """Keep the end of what the program says of itself."""
        while data := _read(self._err.fileno()):
            self._words = (self._words + data)[-_KEPT_WORDS:]
        if data == b"" and self._err in self._watched:
            self._watched.remove(self._err)

    def _reason(self) -> str:
        lines = self._words.decode(errors="replace").strip().splitlines()
        return f" ({lines[-1].strip(' *')})" if lines else ""


def _read(descriptor: int) -> bytes | None:
    """Return what can be read at once, nothing at the end, None when there is nothing yet."""
    try:
        return os.read(descriptor, _CHUNK)
    except BlockingIOError:
        return None
