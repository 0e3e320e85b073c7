"""Tries a release with this machine's settings on a copy of its data, while the older one runs on undisturbed."""

import json
import os
import shutil
import signal
import socket
import subprocess
import tempfile
from pathlib import Path

from table_daemon.paths import database_file
from table_daemon.update.asking import wait_for
from table_daemon.update.errors import DataCopyError, TrialFailedError
from table_daemon.update.place import Place
from table_daemon.update.service import PATIENCE_S

FOLDER = "trial"
"""In the data directory: there is room for the log, and the service's user may write."""
_STOP_S = 20.0
_DOCTOR_S = 300.0
"""A board that is busy playing loads the networks slowly, and a good release must not be refused for that."""
_MUST_BE_WELL = frozenset({"Python", "vision", "settings"})
"""What the doctor must find well; the rest is this machine's affair, not the release's."""
_ALONE = {
    "QUEYAN_WEB__HOST": "127.0.0.1",
    "QUEYAN_CAMERA__KIND": "none",
    "QUEYAN_LINK__URL": "",
    "QUEYAN_PANEL__ENABLED": "false",
    "QUEYAN_BACKUP__ENABLED": "false",
}
"""Camera, line, panel, port and backups belong to the release that runs."""


def try_release(place: Place, release: Path, *, patience_s: float = PATIENCE_S) -> None:
    """Return when the release in that folder runs well; raises ``TrialFailedError`` with what is wrong."""
    folder = place.data / FOLDER
    shutil.rmtree(folder, ignore_errors=True)
    try:
        place.own_folder(place.data)
        place.own_folder(folder)
        log_end = place.copying("copy", str(place.log), str(database_file(folder)))
        _ask_doctor(place, release)
        _run_it(place, release, folder, log_end=log_end, patience_s=patience_s)
    except DataCopyError as error:
        raise TrialFailedError(f"the log cannot be copied for a trial: {error}") from error
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _ask_doctor(place: Place, release: Path) -> None:
    """Let the release's own doctor look at Python, networks and settings."""
    command = [str(release / "bin" / "queyan"), "doctor", "--json", *_settings(place)]
    try:
        said = place.run(command, timeout_s=_DOCTOR_S, environ=_ALONE).stdout
        parts = [json.loads(line) for line in said.splitlines()]
        ill = [
            part["text"] for part in parts if part["part"] in _MUST_BE_WELL and part["needed"] and part["state"] != "ok"
        ]
    except (OSError, subprocess.TimeoutExpired, ValueError, KeyError, TypeError) as error:
        raise TrialFailedError(f"its doctor does not answer ({error})") from error
    if ill or not parts:
        raise TrialFailedError("; ".join(ill) or "its doctor says nothing")


def _run_it(place: Place, release: Path, folder: Path, *, log_end: int, patience_s: float) -> None:
    """Run the release's daemon on the copy until it is well, and end it."""
    port = _free_port()
    environ = os.environ | _ALONE | {"QUEYAN_WEB__PORT": str(port), "QUEYAN_STORE__DATA_DIR": str(folder)}
    environ.pop("NOTIFY_SOCKET", None)
    with tempfile.TemporaryFile() as said:
        daemon = subprocess.Popen(  # noqa: S603 -- our own program, no shell
            [str(release / "bin" / "queyan"), "run", *_settings(place)],
            stdin=subprocess.DEVNULL,
            stdout=said,
            stderr=said,
            cwd=folder,
            env=environ,
            **place.as_user(),
        )
        try:
            base = f"http://127.0.0.1:{port}"
            trouble = wait_for(base, log_end=log_end, patience_s=patience_s, lives=lambda: daemon.poll() is None)
            if not trouble:
                daemon.send_signal(signal.SIGTERM)
                status = daemon.wait(_STOP_S)
                trouble = f"it ends with status {status}" if status else ""
        except subprocess.TimeoutExpired:
            trouble = "it does not stop when it is told to"
        finally:
            daemon.kill()
            daemon.wait()
        if trouble:
            said.seek(0)
            last = said.read().decode(errors="replace").strip().splitlines()[-3:]
            raise TrialFailedError("; ".join([trouble, *last]))


def _settings(place: Place) -> list[str]:
    file = place.layout.settings
    return ["--settings", str(file)] if file.is_file() else []


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return int(taken.getsockname()[1])
