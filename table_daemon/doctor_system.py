"""The doctor's checks of the machine itself: Python, vision runtime, store, web port, clock, power, fonts."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from table_daemon import paths
from table_daemon.doctor_parts import Part, missing, ok, wrong
from table_daemon.settings import CameraKind

if TYPE_CHECKING:
    from pathlib import Path

    from table_daemon.doctor_machine import Machine
    from table_daemon.settings import Settings

OLDEST_PYTHON = (3, 11)
MIN_FREE_BYTES = 200_000_000
"""Under this the daemon stops keeping pictures soon; an evening of events takes a few megabytes."""
NEVER_BEFORE = datetime(2026, 1, 1, tzinfo=UTC)
"""A clock that shows less has never been set: this version is younger."""
HOT_CELSIUS = 80.0
"""From here a Raspberry Pi slows itself down."""

POWER_BITS = {
    0: "undervoltage now",
    1: "frequency capped now",
    2: "slowed down now",
    3: "warm limit now",
    16: "undervoltage since the start",
    17: "frequency capped since the start",
    18: "slowed down since the start",
    19: "warm limit since the start",
}
"""Bits of ``vcgencmd get_throttled`` (Raspberry Pi documentation, graphics utilities)."""


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
    """Check what is known of the table's place in the picture."""
    path = settings.calibration.file
    if path is None and settings.calibration.felt_corners_px is not None:
        return ok("calibration", "four corners in the settings", needed=False)
    if path is None:
        return missing(
            "calibration",
            "none is set: nobody knows where the table lies in the picture",
            "name a file or the four corners under [calibration]",
            needed=settings.camera.kind is not CameraKind.NONE,
        )
    if not path.is_file():
        return missing("calibration", f"{path} is not there", "calibrate again, or correct calibration.file")
    trouble = machine.check_calibration(path)
    if trouble is not None:
        return wrong("calibration", f"{path}: {trouble}", "calibrate again")
    return ok("calibration", str(path))


def store(machine: Machine, settings: Settings) -> Part:
    """Check the data directory: it can be written, has room, and its database is whole."""
    folder = paths.data_dir(settings, machine.environ)
    place = _existing(folder)
    if not place.is_dir():
        return wrong("store", f"{place} is no folder", "move it away, or name another store.data_dir")
    if not machine.access(place):
        return wrong(
            "store",
            f"{machine.user} may not write to {place}",
            f"sudo chown {machine.user} {place}, or name another store.data_dir",
        )
    free = machine.free_bytes(place)
    if free < MIN_FREE_BYTES:
        return wrong("store", f"{place} has {free // 1_000_000} MB left", "make room, or name another store.data_dir")
    database = paths.database_file(folder)
    if not database.exists():
        return ok("store", f"{folder}, {free // 1_000_000} MB free, no games yet")
    trouble = machine.check_database(database)
    if trouble is not None:
        return wrong(
            "store",
            f"{database} is damaged ({trouble})",
            "move it away and start: what can be read is in the old file",
        )
    return ok("store", f"{database}, {free // 1_000_000} MB free")


def _existing(folder: Path) -> Path:
    """Return the nearest folder above that exists: there the missing ones will be made."""
    return next(path for path in (folder, *folder.absolute().parents) if path.exists())


def web_port(machine: Machine, settings: Settings) -> Part:
    """Check that the pages can be served where the settings say."""
    host, port = settings.web.host, settings.web.port
    trouble = machine.listen(host, port)
    if trouble is None:
        return ok("web port", f"{host}:{port} is free")
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


def clock(machine: Machine, now: datetime) -> Part:
    """Check that the time of day can be believed; order and durations do not depend on it."""
    if now < NEVER_BEFORE:
        return wrong(
            "clock", f"shows {now:%Y-%m-%d}", "connect to a network for the time, or fit a clock battery", needed=False
        )
    answer = machine.run(["timedatectl", "show", "--property=NTPSynchronized", "--value"])
    if answer == "yes":
        return ok("clock", "synchronised", needed=False)
    if answer == "no":
        return wrong("clock", "not yet synchronised", "connect to a network; see timedatectl", needed=False)
    return missing(
        "clock", "nobody here says whether it is synchronised", "install systemd-timesyncd or chrony", needed=False
    )


def power(machine: Machine, _settings: Settings) -> Part:
    """Check a Raspberry Pi's supply and temperature."""
    answer = machine.run(["vcgencmd", "get_throttled"])
    if answer is None:
        return missing(
            "power",
            "no vcgencmd here: not a Raspberry Pi, or not its own system",
            "nothing to do elsewhere",
            needed=False,
        )
    try:
        bits = int(answer.partition("=")[2], 16)
    except ValueError:
        return wrong("power", f"vcgencmd says {answer!r}", "update the Raspberry Pi's firmware", needed=False)
    troubles = [text for bit, text in POWER_BITS.items() if bits >> bit & 1]
    celsius = _celsius(machine)
    if celsius is not None and celsius >= HOT_CELSIUS:
        troubles.append(f"{celsius:.0f} °C")
    if troubles:
        return wrong(
            "power", ", ".join(troubles), "use the Pi's own supply and a short cable; fit a cooler", needed=False
        )
    return ok("power", "steady" if celsius is None else f"steady, {celsius:.0f} °C", needed=False)


def _celsius(machine: Machine) -> float | None:
    answer = machine.run(["vcgencmd", "measure_temp"]) or ""
    try:
        return float(answer.partition("=")[2].removesuffix("'C"))
    except ValueError:
        return None
