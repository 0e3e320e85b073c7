"""Puts the simulated table and the daemon together, plays, judges, and takes both down again."""

from __future__ import annotations

import os
import secrets
import shutil
import signal
import socket
import sys
import tempfile
import time
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from table_daemon.demo_daemon import DaemonFiles, DaemonProcess, write_settings
from table_daemon.demo_http import HOST, DaemonPages
from table_daemon.demo_judge import Judge
from table_daemon.demo_people import People
from table_daemon.demo_show import Show, Tally
from table_daemon.demo_table import HumanSpeed, LockStep, Stage, Table
from table_daemon.rules.profile import profile_named
from table_daemon.simulator.camera_view import CameraView, noise_named
from table_daemon.simulator.errors import TableOptionError
from table_daemon.simulator.link_view import LinkView
from table_daemon.simulator.match import Match
from table_daemon.simulator.mishaps import parse_mishaps
from table_daemon.simulator.recorder import MatchRecorder
from table_daemon.simulator.timeline import Timeline
from vision.camera.server import PictureServer
from vision.camera.wire import SocketAddress
from vision.synthetic.scene import Scene

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType

    from table_daemon.demo import DemoOptions
    from table_daemon.demo_judge import LogEvent
    from table_daemon.demo_table import Pace
    from table_daemon.rules.profile import RuleProfile
    from table_daemon.simulator.mishaps import Mishaps

EXIT_SILENT_ERROR = 1
EXIT_INTERRUPTED = 130
_CONCLUDE_PATIENCE_S = 3.0
"""How long the log may take to show the end of a hand that the daemon has seen."""


def run_demo(options: DemoOptions) -> int:
    """Play; answers the exit status. Raises errors of the ``errors`` modules for what can't be done."""
    profile = profile_named(options.profile)
    mishaps = parse_mishaps(options.mishaps)
    noise = noise_named(options.noise)
    show = Show(as_json=options.as_json, out=sys.stdout, err=sys.stderr)
    with ExitStack() as stack, _sigterm_as_interrupt():
        try:
            game = _Game(options, profile, mishaps, CameraView(seed=options.seed, noise=noise), show, stack)
            return game.play()
        except KeyboardInterrupt:
            show.say("stopping the table and the daemon")
            return EXIT_INTERRUPTED if options.leave else 0


class _Game:
    """One run: what was put together for it, and the match."""

    def __init__(
        self,
        options: DemoOptions,
        profile: RuleProfile,
        mishaps: Mishaps,
        camera: CameraView,
        show: Show,
        stack: ExitStack,
    ) -> None:
        self._options = options
        self._show = show
        self._began_s = time.monotonic()
        self._t_ms = time.time_ns() // 1_000_000
        bare = Scene()
        self._timeline = Timeline(
            options.seed, hands=options.hands, mishaps=mishaps, profile=profile, bare=bare, t_ms=self._t_ms
        )
        recorder = None
        if options.record is not None:
            recorder = MatchRecorder(options.record)
            stack.callback(recorder.close)
            match = Match(options.seed)
            recorder.describe(
                camera=camera.camera,
                scene=bare,
                names=match.names,
                profile=profile.name,
                first_dealer=match.first_dealer,
            )
        self._recorder = recorder
        port = _free_port(options.port)
        files = _files(options, stack)
        write_settings(files, port=port, camera=camera.camera, game_time=options.speed is None)
        self._pages = DaemonPages(port)
        link = LinkView(
            files.link,
            monotonic_ms=lambda: time.monotonic_ns() // 1_000_000,
            tap=None if recorder is None else recorder.link,
        )
        stack.callback(link.unplug)
        server = stack.enter_context(PictureServer(SocketAddress(path=files.pictures)))
        daemon = DaemonProcess(files, self._pages)
        stack.callback(daemon.stop)
        people = People(
            self._pages, run_id=f"demo-{secrets.token_hex(6)}", recorder=recorder, keep_alive=daemon.keep_alive
        )
        self._stage = Stage(camera=camera, link=link, server=server, people=people, daemon=daemon, recorder=recorder)

    def play(self) -> int:
        """Play all hands; answers the exit status."""
        self._stage.link.plug(t_ms=self._t_ms)
        self._stage.daemon.start()
        self._show.say(f"TV page: {self._pages.url}  (table seed {self._options.seed})")
        judge, tally = Judge(), Tally()
        seen = int(self._pages.state()["version"])
        pace = self._pace()
        table = Table(self._stage, pace, on_act=self._show.act)
        for truth in table.hands(self._timeline.cues()):
            events = self._concluded(seen)
            seen = int(events[-1]["seq"]) if events else seen
            verdict = judge.judge(truth, events)
            tally.add(verdict)
            self._show.hand(verdict)
            if self._recorder is not None:
                self._recorder.truth(truth)
        self._show.end(tally, wall_s=time.monotonic() - self._began_s)
        if not self._options.leave:
            self._show.say("all hands are played; the pages stay up until Ctrl-C")
            pace.forever()
        return EXIT_SILENT_ERROR if tally.silent_errors else 0

    def _pace(self) -> Pace:
        if self._options.speed is None:
            return LockStep(self._stage)
        return HumanSpeed(self._stage, speed=self._options.speed, t_ms=self._t_ms)

    def _concluded(self, after: int) -> list[LogEvent]:
        """The log of the hand that just ended, once it tells the end or has had time to."""
        deadline = time.monotonic() + _CONCLUDE_PATIENCE_S
        events: list[LogEvent] = []
        while time.monotonic() < deadline:
            self._stage.link.pump()
            self._stage.daemon.keep_alive()
            try:
                events = self._pages.events(after)
            except OSError:
                events = []
            if any(event["kind"] in {"settled", "review_opened"} for event in events):
                break
            time.sleep(0.05)
        return events


def _files(options: DemoOptions, stack: ExitStack) -> DaemonFiles:
    """Make the folders; what was made for this run only goes with it."""
    run_dir = Path(tempfile.mkdtemp(prefix="queyan-table-"))
    stack.callback(shutil.rmtree, run_dir, ignore_errors=True)
    data_dir = options.data_dir
    if data_dir is None:
        data_dir = run_dir / "data"
    try:
        data_dir.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise TableOptionError(f"--data-dir {data_dir}: {error.strerror}; name a folder that can be written") from error
    return DaemonFiles(data_dir=data_dir.absolute(), run_dir=run_dir)


def _free_port(wanted: int) -> int:
    """Return the port to use; raises ``TableOptionError`` when another program has it."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, wanted))
        except OSError as error:
            raise TableOptionError(
                f"port {wanted} cannot be used ({os.strerror(error.errno or 0)}); choose another with --port"
            ) from error
        return int(probe.getsockname()[1])


@contextmanager
def _sigterm_as_interrupt() -> Iterator[None]:
    """Let an orderly end by SIGTERM take the same way as Ctrl-C."""

    def interrupt(_number: int, _frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
