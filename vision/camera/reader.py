"""A camera whose driver may block for ever: a thread of its own waits for it, the daemon never does.

The thread keeps taking pictures off the driver, so that none grows old there, and unpacks one only when somebody
waits for it. One that hangs is left behind and another thread tries anew.
"""

import asyncio
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from vision.camera.base import CameraImage, Pixels
from vision.errors import CameraUnavailableError, UnreadableImageError

_LOOK_S = 0.02
"""How often a waiting reader looks for a new picture: a twentieth of a picture's own time matters to nobody."""
_MOST_LEFT_BEHIND = 3
"""So many hanging threads at most: each holds the driver, and more would not help."""
_LAST_WORD_S = 1.0
"""A thread gets so long to let go of its camera at the end; one that hangs ends with the process."""


class Feed(Protocol):
    """An opened camera, used by one thread."""

    def wait(self) -> int:
        """Block until the next picture is there; return how many milliseconds ago it was taken.

        Raises CameraUnavailableError when the camera is lost.
        """

    def take(self) -> Pixels:
        """Return the picture waited for. Raises UnreadableImageError when it is spoiled."""

    def interrupt(self) -> None:
        """Make a waiting thread give up, where that can be done; called from another thread."""

    def close(self) -> None:
        """Let go of the device."""


@dataclass(frozen=True, slots=True)
class Patience:
    """How long each thing may take, in seconds."""

    silence_s: float = 3.0
    """Without a picture for so long the camera counts as lost, though it may come back."""
    hang_s: float = 10.0
    """A driver that does not answer for so long hangs; opening some cameras takes seconds."""
    first_pause_s: float = 1.0
    """Before the first new try; each further one waits twice as long ..."""
    longest_pause_s: float = 8.0
    """... up to this."""


PATIENCE = Patience()
"""What suits a USB camera."""


class ThreadedCamera:
    """Gives the newest picture of a feed; one that is lost is opened again by itself."""

    def __init__(
        self,
        name: str,
        open_feed: Callable[[], Feed],
        *,
        patience: Patience = PATIENCE,
        now_ms: Callable[[], int] = lambda: time.time_ns() // 1_000_000,
    ) -> None:
        """``open_feed`` raises CameraUnavailableError when there is no camera; it is called in another thread."""
        self._name = name
        self._open_feed = open_feed
        self._patience = patience
        self._now_ms = now_ms
        self._worker: _Worker | None = None
        self._left_behind: list[_Worker] = []
        self._given = 0

    async def next_image(self) -> CameraImage:
        """Wait for a picture newer than the last one given; any in between are passed over.

        Raises CameraUnavailableError when none comes within the patience, UnreadableImageError when it is spoiled;
        asking again waits again.
        """
        worker = self._working()
        worker.want()
        waited_s = 0.0
        while waited_s < self._patience.silence_s:
            if (arrived := worker.collect()) is not None:
                self._given += 1
                return CameraImage(self._given, *arrived)
            await asyncio.sleep(_LOOK_S)
            waited_s += _LOOK_S
        raise CameraUnavailableError(worker.problem)

    async def consumed(self, image: CameraImage) -> None:
        """Do nothing: a camera does not wait."""

    async def close(self) -> None:
        """Ask the threads to let go; one that hangs in the driver ends with the process."""
        workers = [*self._left_behind, *([self._worker] if self._worker is not None else [])]
        self._worker, self._left_behind = None, []
        for worker in workers:
            worker.end()
        for worker in workers:
            await asyncio.to_thread(worker.thread.join, _LAST_WORD_S)

    def _working(self) -> "_Worker":
        """Return the thread at work, a new one in place of one that hangs."""
        self._left_behind = [worker for worker in self._left_behind if worker.thread.is_alive()]
        if self._worker is not None and not self._worker.hangs(self._patience.hang_s):
            return self._worker
        problem = f"camera {self._name} has given no picture yet"
        if self._worker is not None:
            problem = f"camera {self._name} hangs; unplug it and plug it in again"
            self._worker.problem = problem
            if len(self._left_behind) >= _MOST_LEFT_BEHIND:
                return self._worker
            self._worker.end()
            self._left_behind.append(self._worker)
        self._worker = _Worker(self._name, self._open_feed, self._patience, self._now_ms, problem)
        self._worker.thread.start()
        return self._worker


class _Worker:
    """One thread with one feed at a time. What it learns is read by the event loop, a value at a time."""

    def __init__(
        self,
        name: str,
        open_feed: Callable[[], Feed],
        patience: Patience,
        now_ms: Callable[[], int],
        problem: str,
    ) -> None:
        self._name = name
        self._open_feed = open_feed
        self._patience = patience
        self._now_ms = now_ms
        self.problem = problem
        """What to tell while no picture comes."""
        self.thread = threading.Thread(target=self._run, name=f"camera {name}", daemon=True)
        self._stop = threading.Event()
        self._feed: Feed | None = None
        self._lock = threading.Lock()
        self._wanted = True
        self._arrived: tuple[int, Pixels] | UnreadableImageError | None = None
        self._busy_since_s: float | None = None

    def want(self) -> None:
        """Ask for the next picture, unless one has come that nobody has collected."""
        with self._lock:
            self._wanted = self._arrived is None

    def collect(self) -> tuple[int, Pixels] | None:
        """Return the capture time and pixels of a picture that has come, once. Raises UnreadableImageError."""
        with self._lock:
            arrived, self._arrived = self._arrived, None
        if isinstance(arrived, UnreadableImageError):
            raise arrived
        return arrived

    def end(self) -> None:
        """Ask the thread to let go of its camera and end."""
        self._stop.set()
        if (feed := self._feed) is not None:
            feed.interrupt()

    def hangs(self, after_s: float) -> bool:
        """Tell whether the driver has not answered for so long."""
        since_s = self._busy_since_s
        return since_s is not None and time.monotonic() - since_s > after_s

    def _run(self) -> None:
        pause_s = self._patience.first_pause_s
        while not self._stop.is_set():
            if self._serve():
                pause_s = self._patience.first_pause_s
            self._busy_since_s = None
            self._stop.wait(pause_s)
            pause_s = min(2 * pause_s, self._patience.longest_pause_s)

    def _serve(self) -> bool:
        """Follow one feed until it is lost; return whether it gave anything."""
        self._busy_since_s = time.monotonic()
        gave = False
        try:
            self._feed = feed = self._open_feed()
        except CameraUnavailableError as error:
            self.problem = str(error)
            return False
        try:
            while not self._stop.is_set():
                self._busy_since_s = time.monotonic()
                age_ms = feed.wait()
                taken_ms = self._now_ms() - age_ms
                gave = True
                self.problem = f"camera {self._name} has fallen silent; if it stays so, unplug it and plug it in again"
                if self._wanted:
                    self._keep(feed, taken_ms)
        except CameraUnavailableError as error:
            self.problem = str(error)
        finally:
            self._feed = None
            feed.close()
        return gave

    def _keep(self, feed: Feed, taken_ms: int) -> None:
        arrived: tuple[int, Pixels] | UnreadableImageError
        try:
            arrived = (taken_ms, feed.take())
        except UnreadableImageError as error:
            arrived = error
        with self._lock:
            self._wanted, self._arrived = False, arrived
