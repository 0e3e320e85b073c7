"""The daemon without camera and link: what they would report is handed in, and the real pages show it."""

from __future__ import annotations

import asyncio
import random
import socket
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, Self

import numpy as np

from firmware_bridge.messages import LinkEvent
from table_daemon import event_loop
from table_daemon.clocks import PictureClock
from table_daemon.fusion.reconcile import Tracker
from table_daemon.fusion.seats import TableZones
from table_daemon.health import HealthBoard
from table_daemon.pictures import PictureKeeper
from table_daemon.service import GameService
from table_daemon.simulator.feed import simulate_match_stream
from table_daemon.store.sqlite import EventStore
from table_daemon.witnesses import Witnesses
from tests.daemon.played import DEFAULTS
from tests.web.service import SteppedClock
from vision.observation import Observation, Side
from web_display.app import create_app
from web_display.server import PageServer

if TYPE_CHECKING:
    from types import TracebackType

WAIT_S = 20.0
PICTURE = np.full((1440, 1920, 3), 90, np.uint8)


class LiveDaemon:
    """A match played into witnesses, game, log and pages, at the pace of a camera."""

    def __init__(self, folder: Path, *, seed: int, hands: int, look_every_s: float) -> None:
        self._stream = list(simulate_match_stream(seed, hands=hands))
        self._look_every_s = look_every_s
        self._folder = folder
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.base = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        self.shown_at_s: dict[int, float] = {}
        """For each version that told a discard, when the look that shows it came from vision (seconds since 1970)."""
        self._begin = threading.Event()
        self.played = threading.Event()
        self._thread = threading.Thread(target=lambda: event_loop.run(self._serve()), name="daemon")

    def play(self) -> None:
        """Play it all."""
        self._begin.set()
        assert self.played.wait(len(self._stream) * self._look_every_s * 4 + WAIT_S)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.should_exit = True
        self._begin.set()
        self._thread.join(timeout=WAIT_S)

    async def _serve(self) -> None:
        with EventStore.open(self._folder / "log") as store:
            clock = PictureClock()
            board = HealthBoard(clock.now_ms)
            service = GameService(store, clock=clock, board=board, defaults=DEFAULTS, rng=random.Random(0))
            keeper = PictureKeeper(self._folder / "pictures", keep=True, quota_bytes=1 << 30)
            witnesses = Witnesses(Tracker(TableZones()), service, keeper, seat0=Side.BOTTOM)
            app = create_app(
                states=service, events=service, intents=service, pictures=keeper, health=board, clock=SteppedClock()
            )
            self._server = PageServer(app, host="127.0.0.1", port=self._listener.getsockname()[1])
            playing = asyncio.create_task(self._play(service, witnesses))
            await self._server.serve(sockets=[self._listener])
            await playing

    async def _play(self, service: GameService, witnesses: Witnesses) -> None:
        await asyncio.to_thread(self._begin.wait)
        for item in self._stream:
            if self._server.should_exit:
                break
            if isinstance(item, LinkEvent):
                witnesses.hear(item)
            elif isinstance(item, Observation):
                await asyncio.sleep(self._look_every_s)
                self._see(item, service, witnesses)
        self.played.set()

    def _see(self, seen: Observation, service: GameService, witnesses: Witnesses) -> None:
        newest = service.current().newest
        now_s = time.time()
        witnesses.see(seen, PICTURE)
        if service.current().newest not in (newest, None):
            self.shown_at_s[service.state.version] = now_s
