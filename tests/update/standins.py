"""An installed Queyan in a folder of its own: small releases that serve a real log, and a service that runs them."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import sys
import time
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path

from table_daemon.deploy.layout import Layout
from table_daemon.deploy.releases import Releases
from table_daemon.deploy.system_files import lay_files
from table_daemon.deploy.wheels import Wheel
from table_daemon.settings import load_settings
from table_daemon.store.sqlite import EventStore
from table_daemon.update.asking import ask
from table_daemon.update.errors import StartFailedError
from table_daemon.update.place import Place
from table_daemon.update.service import check_steady
from table_daemon.update.trial import try_release
from table_daemon.update.updater import Means, Updater

REPOSITORY = Path(__file__).resolve().parents[2]
SAVED_LOG = REPOSITORY / "tests" / "data" / "db" / "version_2.sqlite"
EVENTS = 63
OLD = "0.1.0-old-py311"
NEW = "0.2.0-new-py311"
PATIENCE_S = 120.0
"""For a start on a busy machine."""
STEADY_S = 0.4

_PROGRAM = """#!{python}
import http.server, json, os, signal, sqlite3, sys, threading, time, tomllib
kind, pids = "{kind}", "{pids}"
if "--version" in sys.argv:
    sys.exit(print("queyan {name}"))
if "doctor" in sys.argv:
    state = "wrong" if kind == "blind" else "ok"
    text = "the networks do not load"
    sys.exit(print(json.dumps({{"part": "vision", "needed": True, "state": state, "text": text}})))
open(os.path.join(pids, str(os.getpid())), "w").close()
settings = tomllib.load(open(sys.argv[sys.argv.index("--settings") + 1], "rb"))
folder = os.environ.get("QUEYAN_STORE__DATA_DIR") or settings["store"]["data_dir"]
port = int(os.environ.get("QUEYAN_WEB__PORT") or settings["web"]["port"])
in_trial = folder.endswith("trial")
if kind == "dies":
    sys.exit("it cannot start: no such wheel as this")
log = sqlite3.connect(os.path.join(folder, "queyan.sqlite3"), check_same_thread=False)
end = log.execute("SELECT coalesce(max(seq), 0) FROM events").fetchone()[0]
if kind == "forgets" and not in_trial:
    end = 1
if kind == "lifts" and not in_trial:
    log.execute("PRAGMA user_version = 99")
    log.execute("CREATE TABLE IF NOT EXISTS later (x)")
    log.commit()
    sys.exit("it lifted the log and fell over")
class Page(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        items = [{{"part": "store", "level": "ok"}}, {{"part": "camera", "level": "bad"}}]
        body = json.dumps({{"version": end, "health": {{"items": items}}}}).encode()
        self.send_response(503)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
    def log_message(self, *_):
        pass
server = http.server.ThreadingHTTPServer(("127.0.0.1", port), Page)
def leave(status):
    server.server_close()
    log.close()
    os._exit(status)
signal.signal(signal.SIGTERM, lambda *_: leave(0))
if kind == "falls" and not in_trial:
    threading.Timer(0.2, leave, [1]).start()
server.serve_forever()
"""


class Kind(StrEnum):
    """What becomes of a release."""

    GOOD = "good"
    BLIND = "blind"
    """Its doctor finds the networks ill."""
    DIES = "dies"
    """It never starts."""
    FALLS = "falls"
    """Its trial goes well; as the service it falls over."""
    FORGETS = "forgets"
    """As the service it has only a part of the log."""
    LIFTS = "lifts"
    """As the service it makes the log unreadable for the older one, and falls over."""


def standin_release(releases: Releases, name: str, kind: Kind, pids: Path) -> None:
    """Make a complete release; as the real maker does, the word of being complete comes last."""
    folder = releases.begin(name)
    (folder / "bin").mkdir()
    program = folder / "bin" / "queyan"
    program.write_text(_PROGRAM.format(python=sys.executable, kind=kind, name=name, pids=pids), encoding="utf-8")
    program.chmod(0o755)
    (folder / "files").symlink_to(REPOSITORY / "table_daemon" / "deploy" / "files")
    releases.complete(name)


@dataclass(frozen=True, slots=True)
class Machine:
    """A folder with an installed Queyan."""

    root: Path
    port: int

    @property
    def layout(self) -> Layout:
        return Layout(self.root)

    @property
    def releases(self) -> Releases:
        return Releases(self.layout)

    @property
    def pids(self) -> Path:
        """A file for each running program, named by its number."""
        return self.root / "run"

    @property
    def log(self) -> Path:
        return self.layout.data / "queyan.sqlite3"

    @property
    def pages(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def place(self) -> Place:
        return Place(self.layout, load_settings(self.layout.settings), user="nobody-of-this-name")

    def updater(self, kind: Kind) -> Updater:
        """An updater whose newer release is of that kind; everything else is what a real machine has."""
        means = Means(
            make=lambda releases, wheel: standin_release(releases, wheel.release, kind, self.pids),
            attempt=lambda place, release: try_release(place, release, patience_s=PATIENCE_S),
            service=ProcessService(self),
            say=lambda _text: None,
            now=lambda: datetime(2026, 11, 30, tzinfo=UTC),
        )
        return Updater(self.place(), means)

    def cut_power(self) -> None:
        """Every program is gone at once."""
        for file in list(self.pids.iterdir()):
            _kill(int(file.name))
            file.unlink()

    def events(self) -> int:
        """The events that today's code reads in the log."""
        with EventStore.open(self.log) as store:
            return sum(1 for _ in store.read())


class ProcessService:
    """Runs the current release as a process, as systemd would."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._pid: int | None = None

    @property
    def runs_here(self) -> bool:
        return True

    def stop(self) -> None:
        """End whatever runs of any release: systemd knows it by its group, however it was started."""
        for file in list(self._machine.pids.iterdir()):
            _kill(int(file.name))
            file.unlink()
        self._pid = None
        _until(lambda: ask(self._machine.pages) is None)

    def start(self) -> None:
        """Start the current release, unless one runs."""
        if ask(self._machine.pages) is not None:
            return
        # Not Popen: the process outlives this object, as a service does whoever started it.
        program = str(self._machine.layout.current / "bin" / "queyan")
        said = os.open(self._machine.root / "said", os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
        try:
            self._pid = os.posix_spawn(
                program,
                [program, "run", "--settings", str(self._machine.layout.settings)],
                os.environ,
                file_actions=[(os.POSIX_SPAWN_DUP2, said, 1), (os.POSIX_SPAWN_DUP2, said, 2)],
            )
        finally:
            os.close(said)
        end_s = time.monotonic() + PATIENCE_S
        while ask(self._machine.pages) is None:
            if not self._lives():
                raise StartFailedError("the service does not start")
            assert time.monotonic() < end_s
            time.sleep(0.01)

    def check(self, base: str, *, log_end: int) -> None:
        check_steady(
            base,
            log_end=log_end,
            lives=lambda: ask(self._machine.pages) is not None,
            starts=lambda: "",
            patience_s=PATIENCE_S if ask(base) is None else 0.5,
            steady_s=STEADY_S,
        )

    def _lives(self) -> bool:
        if self._pid is not None and os.waitpid(self._pid, os.WNOHANG) != (0, 0):
            self._pid = None
            return False
        return self._pid is not None


def installed_machine(root: Path) -> Machine:
    """A machine with the older release running on a log of sixty-three events."""
    machine = Machine(root, _free_port())
    layout = machine.layout
    for folder in (layout.settings.parent, layout.data, machine.pids):
        folder.mkdir(parents=True)
    shutil.copy(SAVED_LOG, machine.log)
    layout.settings.write_text(f'[web]\nport = {machine.port}\n[store]\ndata_dir = "{layout.data}"\n', encoding="utf-8")
    standin_release(machine.releases, OLD, Kind.GOOD, machine.pids)
    machine.releases.switch(OLD)
    lay_files(layout, machine.releases.path(OLD) / "files")
    return machine


def new_wheel(name: str = NEW) -> Wheel:
    return Wheel(Path("queyan-0.2.0-py3-none-any.whl"), "0.2.0", name)


def _kill(pid: int) -> None:
    try:
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        return
    try:
        os.waitpid(pid, 0)
    except ChildProcessError:
        _until(lambda: not Path(f"/proc/{pid}/cmdline").exists() or not Path(f"/proc/{pid}/cmdline").read_bytes())


def _until(reached: object) -> None:
    assert callable(reached)
    end_s = time.monotonic() + PATIENCE_S
    while not reached():
        assert time.monotonic() < end_s
        time.sleep(0.01)


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return int(taken.getsockname()[1])
