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

from table_daemon.demo_answers import MOST_ROUNDS, TruthfulPeople
from table_daemon.demo_daemon import DAEMON, DaemonFiles, DaemonProcess, write_settings
from table_daemon.demo_http import HOST, DaemonPages
from table_daemon.demo_judge import Judge
from table_daemon.demo_people import People
from table_daemon.demo_show import Show, Tally
from table_daemon.demo_table import HumanSpeed, LockStep, Stage, Table, wait_ready
from table_daemon.demo_told import ToldSoFar
from table_daemon.rules.profile import profile_named
from table_daemon.simulator.bit_noise import BitNoise
from table_daemon.simulator.camera_view import CameraView
from table_daemon.simulator.errors import TableOptionError
from table_daemon.simulator.link_view import LinkView
from table_daemon.simulator.match import Match
from table_daemon.simulator.mishaps import Mishap, parse_mishaps
from table_daemon.simulator.noise_profiles import noise_named
from table_daemon.simulator.recorder import MatchRecorder
from table_daemon.simulator.timeline import Timeline
from vision.camera.server import PictureServer
from vision.camera.wire import SocketAddress
from vision.synthetic.scene import Scene

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from types import FrameType

    from table_daemon.demo import DemoOptions
    from table_daemon.demo_judge import LogEvent
    from table_daemon.demo_table import Pace
    from table_daemon.rules.profile import RuleProfile
    from table_daemon.simulator.mishaps import Mishaps
    from table_daemon.simulator.truth import HandTruth

EXIT_SILENT_ERROR = 1
_LONGEST_SOCKET_FOLDER = 90
"""A Unix socket's whole name has room for 107 bytes."""
EXIT_INTERRUPTED = 130
_MOMENT_S = 0.05
"""Between two tries of people to be heard."""


def run_demo(options: DemoOptions, *, command: Sequence[str] = DAEMON) -> int:
    """Play beside the daemon of ``command``; answers the exit status.

    Raises errors of the ``errors`` modules for what can't be done.
    """
    profile = profile_named(options.profile)
    mishaps = parse_mishaps(options.mishaps)
    noise = noise_named(options.noise).sensor
    show = Show(as_json=options.as_json, out=sys.stdout, err=sys.stderr)
    camera = CameraView(seed=options.seed, noise=noise)
    with ExitStack() as stack, _ended_as_by_ctrl_c():
        try:
            game = _Game(options, profile=profile, mishaps=mishaps, show=show)
            return game.play(game.stage(camera, stack, command))
        except KeyboardInterrupt:
            show.say("stopping the table and the daemon")
            return EXIT_INTERRUPTED if options.leave else 0


class _Game:
    """One run: the match, and how it is shown and judged."""

    def __init__(self, options: DemoOptions, *, profile: RuleProfile, mishaps: Mishaps, show: Show) -> None:
        self._options = options
        self._profile = profile
        self._mishaps = mishaps
        self._show = show
        self._began_s = time.monotonic()
        self._t_ms = time.time_ns() // 1_000_000
        self._bare = Scene()
        self._people = TruthfulPeople()
        self._linked = not mishaps.rate(Mishap.NO_LINK)
        self._timeline = Timeline(
            options.seed, hands=options.hands, mishaps=mishaps, profile=profile, bare=self._bare, t_ms=self._t_ms
        )

    def stage(self, camera: CameraView, stack: ExitStack, command: Sequence[str]) -> Stage:
        """Set up everything between table and daemon; ``stack`` takes it down again."""
        recorder = self._recorder(camera, stack)
        port = _free_port(self._options.port)
        files = _files(self._options, stack)
        write_settings(
            files, port=port, camera=camera.camera, game_time=self._options.speed is None, linked=self._linked
        )
        link = LinkView(
            files.link,
            monotonic_ms=lambda: time.monotonic_ns() // 1_000_000,
            tap=None if recorder is None else recorder.link,
            noise=self._noise(),
        )
        stack.callback(link.unplug)
        server = stack.enter_context(PictureServer(SocketAddress(path=files.pictures)))
        pages = DaemonPages(port)
        daemon = DaemonProcess(files, pages, command)
        stack.callback(daemon.stop)

        def meanwhile() -> None:
            server.poll(_MOMENT_S)
            link.pump()
            daemon.keep_alive()

        run_id = f"demo-{secrets.token_hex(6)}"
        people = People(pages, daemon, run_id=run_id, recorder=recorder, meanwhile=meanwhile)
        return Stage(
            camera=camera,
            link=link,
            server=server,
            people=people,
            pages=pages,
            daemon=daemon,
            recorder=recorder,
            linked=self._linked,
        )

    def _noise(self) -> BitNoise | None:
        rate = self._mishaps.rate(Mishap.LINK_NOISE)
        return BitNoise(rate, seed=f"{self._options.seed}/line") if rate else None

    def _recorder(self, camera: CameraView, stack: ExitStack) -> MatchRecorder | None:
        if self._options.record is None:
            return None
        recorder = MatchRecorder(self._options.record)
        stack.callback(recorder.close)
        match = Match(self._options.seed)
        recorder.describe(
            camera=camera.camera,
            scene=self._bare,
            names=match.names,
            profile=self._profile.name,
            first_dealer=match.first_dealer,
        )
        return recorder

    def play(self, stage: Stage) -> int:
        """Play all hands; answers the exit status."""
        if self._linked:
            stage.link.plug(t_ms=self._t_ms)
        stage.daemon.start()
        wait_ready(stage)
        self._show.say(f"TV page: {stage.pages.url}  (table seed {self._options.seed})")
        judge, tally = Judge(), Tally()
        pace = self._pace(stage)
        told = ToldSoFar(stage.pages, stage.daemon, stand=pace.stand)
        for truth in Table(stage, pace, on_act=self._show.act).hands(self._timeline.cues()):
            heard = told.hand()
            self._show.hands(judge.verdicts(truth, heard), tally)
            if self._options.answered:
                judge.follow(self._answer(stage, told, truth, heard))
            if stage.recorder is not None:
                stage.recorder.truth(truth)
        self._show.hands(judge.rest(), tally)
        self._show.end(tally, wall_s=time.monotonic() - self._began_s)
        if not self._options.leave:
            self._show.say("all hands are played; the pages stay up until Ctrl-C")
            pace.forever()
        return EXIT_SILENT_ERROR if tally.silent_errors else 0

    def _answer(self, stage: Stage, told: ToldSoFar, truth: HandTruth, heard: list[LogEvent]) -> list[LogEvent]:
        """Let people answer what is open, and what that asks in turn; the log that came of it."""
        self._people.hear(heard)
        since: list[LogEvent] = []
        for _ in range(MOST_ROUNDS):
            choices = list(self._people.answers(truth))
            if not choices:
                break
            for review, choice in choices:
                stage.people.answer(review, choice, t_ms=self._t_ms)
            fresh = told.since()
            self._people.hear(fresh)
            since += fresh
        return since

    def _pace(self, stage: Stage) -> Pace:
        if self._options.speed is None:
            return LockStep(stage)
        return HumanSpeed(stage, speed=self._options.speed, t_ms=self._t_ms)


def _files(options: DemoOptions, stack: ExitStack) -> DaemonFiles:
    """Make the folders; what was made for this run only goes with it."""
    run_dir = Path(tempfile.mkdtemp(prefix="queyan-table-"))
    if len(str(run_dir)) > _LONGEST_SOCKET_FOLDER:
        run_dir.rmdir()
        run_dir = Path(tempfile.mkdtemp(prefix="queyan-table-", dir="/tmp"))
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
def _ended_as_by_ctrl_c() -> Iterator[None]:
    """Let an end by SIGTERM, or of the terminal, take the same way as Ctrl-C."""

    def interrupt(_number: int, _frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    before = {number: signal.signal(number, interrupt) for number in (signal.SIGTERM, signal.SIGHUP)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
