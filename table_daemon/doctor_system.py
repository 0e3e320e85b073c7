"""The doctor's checks of the machine itself: Python, vision runtime, store, web port, fonts."""

from __future__ import annotations

import errno
import os
from typing import TYPE_CHECKING, Final

from table_daemon import paths
from table_daemon.care.disk import existing, is_read_only, read_mounts
from table_daemon.doctor_care import is_running
from table_daemon.doctor_parts import Part, missing, ok, wrong
from table_daemon.settings import CameraKind

if TYPE_CHECKING:
    from pathlib import Path

    from table_daemon.doctor_machine import Machine
    from table_daemon.settings import Settings

OLDEST_PYTHON = (3, 11)
_TAKEN: Final = os.strerror(errno.EADDRINUSE)
MIN_FREE_BYTES = 200_000_000
"""Under this the daemon stops keeping pictures soon; an evening of events takes a few megabytes."""


def python(machine: Machine, _settings: Settings) -> Part:
    """Check the interpreter."""
    version = ".".join(str(number) for number in machine.python)
    if machine.python[:2] < OLDEST_PYTHON:
        return wrong("Python", version, "install Python 3.11 or newer and make the environment again (make setup)")
    if machine.bits != 64:
        return wrong("Python", f"{version}, {machine.bits}-bit", "install a 64-bit system; the networks need one")
    return ok("Python", f"{version}, 64-bit")


def vision(machine: Machine, _settings: Settings) -> Part:
    """Check the networks, and say which library runs them: OpenCV where onnxruntime is absent or cannot be loaded."""
    opencv = machine.version_of("opencv-python-headless")
    if opencv is None:
        again = "make the environment again (make setup)"
        return missing("vision", "the package opencv-python-headless is absent", again)
    trouble = machine.open_networks()
    if trouble is not None:
        what, _, cure = trouble.partition("; ")
        return wrong("vision", what, cure or "install Queyan again")
    runtime = machine.runtime()
    if runtime == "onnxruntime":
        return ok("vision", f"onnxruntime {machine.version_of('onnxruntime')} runs both networks")
    return wrong(
        "vision",
        f"{runtime} {opencv} runs both networks, half as fast: onnxruntime cannot be loaded",
        "make the environment again (make setup)",
        needed=False,
    )


def calibration(machine: Machine, settings: Settings) -> Part:
    """Check what is known of the table's place in the picture; what was made on the set-up page goes first."""
    own = paths.own_calibration_file(paths.data_dir(settings, machine.environ))
    if own.is_file():
        return _own_calibration(machine, own)
    path = settings.calibration.file
    if path is None and settings.calibration.felt_corners_px is not None:
        return ok("calibration", "four corners in the settings", needed=False)
    if path is None:
        return missing(
            "calibration",
            "none is set: nobody knows where the table lies in the picture",
            "calibrate at /setup, or name a file or the four corners under [calibration]",
            needed=settings.camera.kind is not CameraKind.NONE,
        )
    if not path.is_file():
        return missing("calibration", f"{path} is not there", "calibrate again, or correct calibration.file")
    trouble = machine.check_calibration(path)
    if trouble is not None:
        return wrong("calibration", f"{path}: {trouble}", "calibrate again")
    return ok("calibration", str(path))


def _own_calibration(machine: Machine, path: Path) -> Part:
    trouble = machine.check_calibration(path)
    if trouble is None:
        return ok("calibration", f"{path}, made on the set-up page")
    return wrong("calibration", f"{path}: {trouble}", "calibrate again at /setup, or delete it", needed=False)


def store(machine: Machine, settings: Settings) -> Part:
    """Check the data directory: it can be written, has room, and its database is whole."""
    folder = paths.data_dir(settings, machine.environ)
    place = existing(folder)
    trouble = _unusable(machine, place)
    if trouble is not None:
        return wrong("store", *trouble)
    free = machine.free_bytes(place)
    database = paths.database_file(folder)
    if not database.exists():
        return ok("store", f"{folder}, {free // 1_000_000} MB free, no games yet")
    damage = machine.check_database(database)
    if damage is not None:
        return wrong(
            "store", f"{database} is damaged ({damage})", "stop queyan, then `queyan restore` the newest backup"
        )
    return ok("store", f"{database}, {free // 1_000_000} MB free")


def _unusable(machine: Machine, place: Path) -> tuple[str, str] | None:
    """What is wrong with a folder for data, and the cure."""
    if not place.is_dir():
        return f"{place} is no folder", "move it away, or name another store.data_dir"
    if is_read_only(read_mounts(machine), place):
        again = "restart; if it comes again replace the card and restore a backup"
        return f"the disk of {place} is read-only", again
    if not machine.access(place):
        return f"{machine.user} may not write to {place}", _way_in(place, machine.user)
    free = machine.free_bytes(place)
    if free < MIN_FREE_BYTES:
        return f"{place} has {free // 1_000_000} MB left", "make room, or name another store.data_dir"
    return None


def _way_in(place: Path, user: str) -> str:
    """How somebody gets to a folder they may not write to: as its owner, unless that is root or nobody."""
    try:
        owner = place.owner()
    except KeyError:
        owner = "root"
    if owner in {"root", user}:
        return f"sudo chown {user} {place}, or name another store.data_dir"
    return f"ask as {owner}, whose games lie there: sudo -u {owner} queyan doctor; or name another store.data_dir"


def web_port(machine: Machine, settings: Settings) -> Part:
    """Check that the pages can be served where the settings say, or are served there."""
    host, port = settings.web.host, settings.web.port
    trouble = machine.listen(host, port)
    if trouble is None:
        return ok("web port", f"{host}:{port} is free")
    if trouble == _TAKEN and is_running(machine, paths.data_dir(settings, machine.environ)):
        return ok("web port", f"{host}:{port} is held by the queyan that runs")
    return wrong(
        "web port",
        f"{host}:{port} cannot be used ({trouble})",
        "stop the other program (perhaps a running queyan), or set another web.port",
    )


def fonts(machine: Machine, _settings: Settings) -> Part:
    """Check for Chinese letters on this machine's own screen; tiles are drawn without any."""
    listed = machine.run(["fc-list", ":lang=zh", "family"])
    if listed:
        return ok("Chinese fonts", listed.splitlines()[0], needed=False)
    return missing(
        "Chinese fonts",
        "none found; only a browser on this machine needs them",
        "sudo apt-get install fonts-noto-cjk",
        needed=False,
    )
