"""What every test gets: a quiet environment, guards against what it leaves behind, the shared places."""

from __future__ import annotations

import os
import shutil
import socket
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import hypothesis
import pytest

from web_display.hosts import OwnHosts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

REPOSITORY = Path(__file__).resolve().parents[1]
SHARED = REPOSITORY.parent / "shared"
IN_CI = bool(os.environ.get("CI"))
HOUSE_ADDRESS = "192.168.31.117"
GRACE_S = 2.0
"""How long a thread or process that was told to end may take for it after its test."""

FIGURES = pytest.StashKey[list[str]]()

hypothesis.settings.register_profile("local", deadline=None)
FIGURES = pytest.StashKey[list[str]]()

hypothesis.settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)
hypothesis.settings.load_profile("ci" if IN_CI else "local")


@pytest.fixture(scope="session")
def repository() -> Path:
    """Return the root of the checkout."""
    return REPOSITORY


@pytest.fixture(scope="session")
def figure(request: pytest.FixtureRequest) -> Callable[[str], None]:
    """Return what notes a measured figure; all of them are printed at the end of the run."""
    return request.config.stash.setdefault(FIGURES, []).append


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Print the measured figures."""
    figures = config.stash.get(FIGURES, [])
    if figures:
        terminalreporter.section("figures")
        for line in figures:
            terminalreporter.line(line)


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """Return the folder of photographs and worked hands beside the project; skip where it is absent."""
    if not SHARED.is_dir():
        pytest.skip(f"no photographs and worked hands here: {SHARED} is absent")
    return SHARED


@pytest.fixture(scope="session")
def chromium() -> str:
    """Return the system's Chromium; skip where there is none, but fail in CI."""
    found = shutil.which("chromium") or shutil.which("chromium-browser")
    if found is None:
        reason = "no Chromium here; sudo apt-get install chromium"
        if IN_CI:
            pytest.fail(reason)
        pytest.skip(reason)
    return found


@pytest.fixture(autouse=True, scope="session")
def _own_state(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep the user's settings and data out of the tests, and the tests out of them."""
    with pytest.MonkeyPatch.context() as patch:
        for name in [name for name in os.environ if name.startswith("QUEYAN_")]:
            patch.delenv(name)
        patch.delenv("STATE_DIRECTORY", raising=False)
        patch.setenv("XDG_STATE_HOME", str(tmp_path_factory.mktemp("state")))
        patch.setenv("XDG_CONFIG_HOME", str(tmp_path_factory.mktemp("config")))
        yield


@pytest.fixture(autouse=True, scope="session")
def _loopback_only() -> Iterator[None]:
    """Refuse every connection that leaves this machine."""
    connect = socket.socket.connect

    def guarded(self: socket.socket, address: Any) -> None:
        if self.family in {socket.AF_INET, socket.AF_INET6}:
            host = str(address[0])
            if not (host.startswith("127.") or host in {"::1", "localhost"}):
                pytest.fail(f"a test wanted to connect to {host}; only this machine is allowed")
        connect(self, address)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(socket.socket, "connect", guarded)
        yield


@pytest.fixture(autouse=True, scope="session")
def _one_house() -> Iterator[None]:
    """Have this machine's address and name in the house be the same wherever the tests run."""
    defaults = cast("dict[str, object]", OwnHosts.__init__.__kwdefaults__)
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(defaults, "addresses", lambda: (HOUSE_ADDRESS,))
        patch.setitem(defaults, "named", lambda: True)
        yield


@pytest.fixture(autouse=True)
def _nothing_left_behind() -> Iterator[None]:
    """Fail a test that leaves a thread or a process running."""
    threads, processes = set(threading.enumerate()), _children()
    yield
    deadline = time.monotonic() + GRACE_S
    while left := _left(threads, processes):
        if time.monotonic() > deadline:
            pytest.fail(f"the test left running: {', '.join(left)}")
        time.sleep(0.01)


def _left(threads: set[threading.Thread], processes: dict[int, str]) -> list[str]:
    """Return what runs now and did not before; daemon threads are their library's own affair."""
    new_threads = [thread for thread in threading.enumerate() if thread not in threads and not thread.daemon]
    new_processes = {pid: name for pid, name in _children().items() if pid not in processes}
    return [f"thread {thread.name}" for thread in new_threads] + [
        f"process {pid} ({name})" for pid, name in new_processes.items() if "resource_tracker" not in name
    ]


def _children() -> dict[int, str]:
    """Return our living child processes and their command lines; empty where the kernel does not say."""
    found: dict[int, str] = {}
    for task in Path("/proc/self/task").glob("*/children"):
        try:
            pids = [int(pid) for pid in task.read_text().split()]
        except OSError:
            continue
        for pid in pids:
            try:
                command = Path(f"/proc/{pid}/cmdline").read_bytes()
            except OSError:
                continue
            # A zombie has no command line: it has ended and only waits to be counted.
            if command:
                found[pid] = command.replace(b"\0", b" ").decode(errors="replace").strip()
    return found
