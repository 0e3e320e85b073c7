"""The doctor's checks of what is plugged in: camera, link, GPIO. Opens nothing that a running daemon may hold."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from table_daemon.doctor_parts import Part, missing, ok, wrong
from table_daemon.settings import CameraKind

if TYPE_CHECKING:
    from table_daemon.doctor_machine import Machine
    from table_daemon.settings import Settings

PICTURE_ENDINGS = frozenset({".jpg", ".jpeg", ".png", ".bmp", ".webp", ".tif", ".tiff"})


def camera(machine: Machine, settings: Settings) -> Part:
    """Check the camera that the settings name."""
    match settings.camera.kind:
        case CameraKind.NONE:
            return _no_camera(machine)
        case CameraKind.UVC:
            return _usb_camera(machine, settings.camera.device)
        case CameraKind.RPICAM:
            return _ribbon_camera(machine, settings.camera.device or "0")
        case CameraKind.FILES:
            return _folder(settings.camera.path)
        case CameraKind.VIDEO:
            return _video(settings.camera.path)
        case CameraKind.SOCKET:
            return _socket(settings.camera.url)


def _no_camera(machine: Machine) -> Part:
    found = _names(machine, "/dev/v4l/by-id")
    if found:
        return missing(
            "camera",
            f"none is set; plugged in: {', '.join(found)}",
            'write kind = "uvc" and device = "/dev/v4l/by-id/..." under [camera]',
            needed=False,
        )
    return missing(
        "camera",
        "none is set and none is plugged in",
        "plug a USB camera in and name it under [camera] in the settings",
        needed=False,
    )


def _usb_camera(machine: Machine, device: str) -> Part:
    path = machine.at(device) if device.startswith("/") else None
    if path is None or not path.exists():
        found = ", ".join(_names(machine, "/dev/v4l/by-id")) or "no camera"
        return missing(
            "camera",
            f"{device} is not there; plugged in: {found}",
            "plug it in, or correct camera.device",
        )
    if not machine.access(path):
        return wrong(
            "camera",
            f"{machine.user} may not open {device}",
            f"sudo usermod -aG video {machine.user}, then log in again",
        )
    return ok("camera", device)


def _ribbon_camera(machine: Machine, number: str) -> Part:
    """Ask the camera tools which cameras there are; they do not open them."""
    listed = machine.run(["rpicam-vid", "--list-cameras"])
    if listed is None:
        return missing(
            "camera", "rpicam-vid is absent or does not answer", "sudo apt-get install rpicam-apps-lite, then restart"
        )
    found = next((line.strip() for line in listed.splitlines() if line.strip().startswith(f"{number} :")), None)
    if found is None:
        return missing(
            "camera", f"no ribbon camera {number} is found", "switch off, seat both ends of its cable, then start again"
        )
    return ok("camera", f"ribbon camera {found}")


def _video(path: Path | None) -> Part:
    if path is None or not path.is_file():
        return missing("camera", f"the video {path} is not there", "correct camera.path")
    return ok("camera", str(path))


def _folder(path: Path | None) -> Part:
    if path is None or not path.is_dir():
        return missing("camera", f"the folder {path} is not there", "correct camera.path")
    count = sum(entry.suffix.lower() in PICTURE_ENDINGS for entry in path.rglob("*"))
    if count == 0:
        return wrong("camera", f"{path} holds no pictures", "put .jpg or .png files there, or correct camera.path")
    return ok("camera", f"{count} pictures in {path}")


def _socket(url: str) -> Part:
    """Look for the socket without connecting: a picture source gives its place to whoever connects last."""
    if url.startswith("tcp:") or Path(url.removeprefix("unix:")).is_socket():
        return ok("camera", f"{url} (connected to only by the daemon)")
    return missing("camera", f"{url} is not there", "start the program that serves the pictures, or correct camera.url")


def rpicam(machine: Machine, _settings: Settings) -> Part:
    """Check the tools of a camera on the Pi's ribbon cable."""
    if machine.run(["rpicam-hello", "--version"]) is not None:
        return ok("rpicam tools", "present", needed=False)
    return missing(
        "rpicam tools",
        "absent; only a camera on the Pi's ribbon cable needs them",
        "on Raspberry Pi OS: sudo apt-get install rpicam-apps-lite",
        needed=False,
    )


def serial_adapters(machine: Machine, _settings: Settings) -> Part:
    """List the serial adapters by their stable names."""
    found = _names(machine, "/dev/serial/by-id")
    if found:
        return ok("serial adapters", ", ".join(f"/dev/serial/by-id/{name}" for name in found), needed=False)
    return missing("serial adapters", "none is plugged in", "plug the tap board's USB cable in", needed=False)


def link(machine: Machine, settings: Settings) -> Part:
    """Check the link that the settings name; it is not opened, a running daemon may hold it."""
    url = settings.link.url
    if not url:
        return missing(
            "link",
            "none is set: the table is followed by camera alone",
            "name the tap board as link.url in the settings",
            needed=False,
        )
    if "://" in url or set(url) & set("*?["):
        return ok("link", f"{url} (opened only by the daemon)")
    path = machine.at(url) if url.startswith("/") else Path(url)
    if not path.exists():
        return missing("link", f"{url} is not there", "plug the tap board in, or take a name under /dev/serial/by-id")
    if not machine.access(path):
        return wrong(
            "link",
            f"{machine.user} may not open {url}",
            f"sudo usermod -aG dialout {machine.user}, then log in again",
        )
    return ok("link", url)


def gpio(machine: Machine, settings: Settings) -> Part:
    """Check the Pi's own pins, which only a wired panel needs."""
    needed = settings.panel.enabled
    chips = sorted(machine.at("/dev").glob("gpiochip*"))
    if not chips:
        return missing(
            "GPIO",
            "no /dev/gpiochip here",
            "run on a Raspberry Pi, or write enabled = false under [panel]"
            if needed
            else "only a wired panel needs it",
            needed=needed,
        )
    if machine.version_of("lgpio") is None:
        return missing(
            "GPIO",
            "the Python package lgpio is absent",
            "sudo apt-get install python3-lgpio, or pip install lgpio (Python 3.11 and 3.12)",
            needed=needed,
        )
    if not any(machine.access(chip) for chip in chips):
        return wrong(
            "GPIO",
            f"{machine.user} may not open /dev/{chips[0].name}",
            f"sudo usermod -aG gpio {machine.user}, then log in again",
            needed=needed,
        )
    return ok("GPIO", f"/dev/{chips[0].name}", needed=needed)


def _names(machine: Machine, folder: str) -> list[str]:
    """Return the names in a folder of devices, none when it is absent."""
    path = machine.at(folder)
    return sorted(entry.name for entry in path.iterdir()) if path.is_dir() else []
