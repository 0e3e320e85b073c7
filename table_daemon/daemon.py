"""The composition root: builds clock, store, game, camera, link, panel and pages from the settings, and runs them.

The only place that builds hardware. What it builds knows nothing of it.
"""

import asyncio
import contextlib
import logging
import os
import random
import signal
import socket
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from pathlib import Path

from fastapi import FastAPI

from table_daemon import event_loop
from table_daemon.clocks import GameClock, LocalClock, PictureClock, SystemClock
from table_daemon.data_hold import DataHold
from table_daemon.errors import WebAddressError
from table_daemon.eyesight import build_camera, build_eye, build_inspector, patience_with
from table_daemon.fusion.reconcile import Tracker
from table_daemon.fusion.seats import TableZones
from table_daemon.health import HealthBoard
from table_daemon.last_looks import LastLooks
from table_daemon.listening import keep_link
from table_daemon.notify import Supervisor
from table_daemon.panel_keeping import keep_panel
from table_daemon.paths import data_dir, database_file, pictures_dir
from table_daemon.pictures import PictureKeeper
from table_daemon.pulse import Pulse, Vital, keep_telling
from table_daemon.recording_live import LiveRecording, RecordedIntents
from table_daemon.service import GameService, MatchDefaults
from table_daemon.settings import CameraKind, ClockSource, Settings
from table_daemon.setup_desk import SetupRoom
from table_daemon.setup_files import SetupFiles
from table_daemon.store.late import open_log
from table_daemon.store.port import Store
from table_daemon.tending import Found, build_caretaker, marked, room_of
from table_daemon.waits_helper import WaitsHelper
from table_daemon.watching import Watch
from table_daemon.witnesses import Witnesses
from vision.observation import Side
from web_display.app import create_app
from web_display.kept import KeptPictures
from web_display.roles import Doorkeeper
from web_display.roles_file import FILE_NAME, fresh, load, make
from web_display.server import PageServer

log = logging.getLogger(__name__)

_SAVE_AGAIN_S = 5.0
"""Between two tries at a disk that is full or gone."""
_EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 -- compared with, not listened on
"""Addresses that stand for all of this machine's own, and what reaches them from itself."""


def run(settings: Settings, *, recording: LiveRecording | None = None, settings_file: Path | None = None) -> int:
    """Run the daemon until it is told to stop; the process's exit status. ``recording`` keeps what it meets.

    ``settings_file`` is where the settings are from; copies of the log hold it as well.

    Raises the errors of ``errors`` modules when a part that must be there is not: data directory, log, page address.
    A disk that takes nothing now is no such error: play goes on unsaved, is shown so, and is saved when it can be.
    """
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    logging.getLogger("uvicorn").setLevel(logging.WARNING)  # its start and end are told in our own words
    folder = data_dir(settings, os.environ)
    with (
        DataHold(folder) as hold,
        closing(open_log(database_file(folder), prepare=hold.take)) as store,
        _listening(settings) as listener,
        marked(folder, hold.note, settings_file) as found,
    ):
        event_loop.run(_serve(settings, found, store, listener, recording))
    return 0


async def _serve(
    settings: Settings,
    found: Found,
    store: Store,
    listener: socket.socket,
    recording: LiveRecording | None,
) -> None:
    clock: GameClock = PictureClock() if settings.clock.source is ClockSource.PICTURES else SystemClock()
    board = HealthBoard(clock.now_ms)
    folder = found.folder
    keeper = _keeper(settings, folder)
    service = GameService(
        store, clock=clock, board=board, defaults=_defaults(settings), rng=random.Random(os.urandom(16))
    )
    # Game time goes on where the log ends; the system's clock takes no notice.
    clock.picture_ms(service.state.t_ms)
    witnesses = Witnesses(Tracker(_zones(settings)), service, keeper, seat0=Side(settings.table.seat0_side.value))
    room = SetupRoom(settings, SetupFiles(folder), LastLooks())
    app = create_app(
        states=service,
        events=service,
        intents=service,
        pictures=keeper,
        health=board,
        clock=LocalClock(),
        hosts=(settings.web.host, socket.gethostname()),
        bound=settings.web.host,
        keeper=_doorkeeper(folder) if settings.web.roles else None,
        setup=room,
        waits=WaitsHelper(lambda: service.state) if settings.web.waits_helper else None,
        kept=_kept(settings),
    )
    if recording is not None:
        app.add_middleware(RecordedIntents, recording=recording, clock=clock)
    supervisor = Supervisor.of(os.environ, pid=os.getpid())
    server = _server(app, settings, listener, supervisor)
    pulse = Pulse()
    tap = None if recording is None else recording.link
    async with asyncio.TaskGroup() as tasks, _stopping(server, supervisor):
        background = [
            tasks.create_task(_look(room, clock, board, witnesses, recording, pulse)),
            tasks.create_task(
                keep_link(settings.link, clock, board, witnesses.hear, tap=tap, beat=lambda: pulse.beat(Vital.LINK))
            ),
            tasks.create_task(keep_panel(settings.panel, clock, board, service)),
            tasks.create_task(build_caretaker(settings, found, board, service, keeper).run()),
            tasks.create_task(_keep_saving(service, pulse)),
            tasks.create_task(keep_telling(supervisor, pulse, board.current)),
        ]
        await server.serve(sockets=[listener])
        for task in background:
            task.cancel()
    service.save_again()


def _keeper(settings: Settings, folder: Path) -> PictureKeeper:
    return PictureKeeper(
        pictures_dir(folder),
        keep=settings.pictures.keep,
        quota_bytes=settings.pictures.quota_mb * 1_000_000,
        room=room_of(settings),
    )


def _zones(settings: Settings) -> TableZones:
    return TableZones(
        side_mm=settings.table.felt_side_mm,
        tile_width_mm=settings.table.tile_width_mm,
        tile_length_mm=settings.table.tile_length_mm,
    )


def _server(app: FastAPI, settings: Settings, listener: socket.socket, supervisor: Supervisor) -> PageServer:
    """The pages' server, which tells people and the supervisor once it serves."""

    def served() -> None:
        _say_where(settings.web.host, listener)
        supervisor.ready()

    return PageServer(app, host=settings.web.host, port=settings.web.port, on_served=served)


async def _look(
    room: SetupRoom,
    clock: GameClock,
    board: HealthBoard,
    witnesses: Witnesses,
    recording: LiveRecording | None,
    pulse: Pulse,
) -> None:
    """Watch the camera, if there is one and the table's place in its picture is known."""
    camera = build_camera(room.used, board)
    if camera is None:
        return
    watch = Watch(
        camera if recording is None else recording.camera(camera, clock),
        build_eye(room.used, board),
        clock=clock,
        board=board,
        witnesses=witnesses,
        patience=patience_with(room.used.camera.kind),
        inspector=build_inspector(room.used, board),
        working=lambda: pulse.working(Vital.VISION),
        looks=room.looks,
    )
    room.on_made = lambda made: watch.renew(build_eye(made, board), build_inspector(made, board))
    try:
        await watch.run()
    finally:
        await camera.close()


async def _keep_saving(service: GameService, pulse: Pulse) -> None:
    """Save what a failing disk did not take as soon as it takes it, even when nobody plays on."""
    while True:
        pulse.beat(Vital.STORE)
        await asyncio.sleep(_SAVE_AGAIN_S)
        service.save_again()


def _defaults(settings: Settings) -> MatchDefaults:
    """What the settings say of a match. Raises a ``RulesError`` for rules that there are not."""
    settings.match.rule_profile()
    first = settings.match.first_dealer
    return MatchDefaults(
        names=settings.match.names,
        profile=settings.match.profile,
        first_dealer=None if first == "random" else first,
        options=settings.match.rules,
    )


@contextmanager
def _listening(settings: Settings) -> Iterator[socket.socket]:
    """The pages' listening socket, opened before anything starts so that a taken port is told at once."""
    host, port = settings.web.host, settings.web.port
    try:
        listener = socket.create_server((host, port), family=_family(host), backlog=1024)
    except OSError as error:
        raise WebAddressError(
            f"the pages can't be served at {host}:{port} ({_plain(error)}); "
            "stop the program that uses the port, or set [web] host and port"
        ) from error
    try:
        yield listener
    finally:
        listener.close()


def _kept(settings: Settings) -> KeptPictures | None:
    """What people are told of pictures; nothing where there is no camera."""
    if settings.camera.kind is CameraKind.NONE:
        return None
    pictures = settings.pictures
    return KeptPictures(keep=pictures.keep, days=pictures.keep_days, most_mb=pictures.quota_mb)


def _doorkeeper(folder: Path) -> Doorkeeper:
    """Whoever asks for PINs; a terminal is told them at each start, a service's journal only when they are new."""
    try:
        kept = load(folder)
        secrets = kept or make(folder)
    except OSError as error:
        log.warning(
            "the PINs in %s can't be read or kept (%s): others hold until the next start; check owner and rights",
            folder / FILE_NAME,
            error.strerror,
        )
        kept, secrets = None, fresh()
    if kept is None or sys.stderr.isatty():
        sys.stderr.write(f"PINs: players {secrets.seat_pin}, table {secrets.table_pin}, set-up {secrets.setup_pin}\n")
    else:
        log.info("the PINs for phones are in %s; `queyan pins` shows them", folder / FILE_NAME)
    return Doorkeeper(secrets)


def _say_where(host: str, listener: socket.socket) -> None:
    """Tell on standard error where the pages are, now that they are served."""
    here = _EVERYWHERE.get(host, host)
    address = f"http://{f'[{here}]' if ':' in here else here}:{listener.getsockname()[1]}"
    others = ", and at this machine's name or address in the house" if host in _EVERYWHERE else ""
    log.info("the pages are at %s%s", address, others)


def _plain(error: OSError) -> str:
    """The system's own words; a socket's error repeats the address in its own."""
    return os.strerror(error.errno) if error.errno is not None and error.errno > 0 else str(error)


def _family(host: str) -> socket.AddressFamily:
    return socket.AF_INET6 if ":" in host else socket.AF_INET


@asynccontextmanager
async def _stopping(server: PageServer, supervisor: Supervisor) -> AsyncIterator[None]:
    """Stop the pages, and with them everything, on SIGTERM and SIGINT."""
    loop = asyncio.get_running_loop()

    def stop() -> None:
        log.info("stopping")
        supervisor.stopping()
        server.should_exit = True

    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop)
    try:
        yield
    finally:
        for number in (signal.SIGTERM, signal.SIGINT):
            with contextlib.suppress(ValueError):
                loop.remove_signal_handler(number)
