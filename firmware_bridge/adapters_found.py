"""The serial adapters of this machine, as /sys and /dev tell. Opens none of them."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path("/")
MAX_ADAPTERS = 32
"""More than any machine beside a table has; bounds what a strange /sys can make of a report."""
_PORTS = ("ttyACM*", "ttyUSB*", "ttyAMA*")
"""USB ports, USB adapters, and a Pi's own UART."""
_ABOVE = 6
"""Folders between a port and the USB device it belongs to, at most."""


@dataclass(frozen=True, slots=True)
class UsbId:
    """A USB device's two numbers, lower-case hexadecimal as /sys writes them."""

    vendor: str
    product: str

    def __str__(self) -> str:
        return f"{self.vendor}:{self.product}"


@dataclass(frozen=True, slots=True)
class Adapter:
    """One serial port and the names that lead to it."""

    device: str
    by_id: tuple[str, ...] = ()
    by_path: tuple[str, ...] = ()
    usb: UsbId | None = None
    """None for a port on the board itself."""
    serial: str = ""
    """Its serial number; many cheap adapters have none."""
    title: str = ""

    @property
    def stable(self) -> str:
        """The name to write in the settings: by-id where it can only mean this one, else by-path."""
        names = self.by_id if self.serial else (*self.by_path, *self.by_id)
        return next(iter(names or self.by_path), self.device)


def adapters(root: Path = ROOT) -> tuple[Adapter, ...]:
    """Return the serial adapters that are there."""
    folder = root / "sys/class/tty"
    found = sorted(path for pattern in _PORTS for path in folder.glob(pattern))
    return tuple(_adapter(path, root) for path in found[:MAX_ADAPTERS])


def usb_devices(root: Path = ROOT) -> Iterator[tuple[UsbId, Path]]:
    """Yield every USB device with its folder, whether or not a port belongs to it."""
    folder = root / "sys/bus/usb/devices"
    for path in sorted(folder.iterdir()) if folder.is_dir() else ():
        usb = _usb_id(path)
        if usb is not None:
            yield usb, path.resolve()


def usb_folder(port: Path) -> Path | None:
    """Return the folder of the USB device that a folder of /sys/class/tty belongs to; None on the board itself."""
    for above in [port.resolve(), *port.resolve().parents][:_ABOVE]:
        if (above / "idVendor").is_file():
            return above
    return None


def _adapter(port: Path, root: Path) -> Adapter:
    usb = usb_folder(port)
    return Adapter(
        device=f"/dev/{port.name}",
        by_id=_names(root, "dev/serial/by-id", port.name),
        by_path=_names(root, "dev/serial/by-path", port.name),
        usb=None if usb is None else _usb_id(usb),
        serial="" if usb is None else _word(usb / "serial"),
        title="" if usb is None else f"{_word(usb / 'manufacturer')} {_word(usb / 'product')}".strip(),
    )


def _names(root: Path, folder: str, port: str) -> tuple[str, ...]:
    """Return the names in a folder of links that lead to ``port``."""
    links = root / folder
    if not links.is_dir():
        return ()
    leading = sorted(link for link in links.iterdir() if link.is_symlink() and link.readlink().name == port)
    return tuple(f"/{folder}/{link.name}" for link in leading)


def _usb_id(folder: Path) -> UsbId | None:
    vendor, product = _word(folder / "idVendor"), _word(folder / "idProduct")
    return UsbId(vendor, product) if vendor and product else None


def _word(path: Path) -> str:
    """Return what a small file of /sys says, empty when it says nothing."""
    try:
        return path.read_text(encoding="utf-8", errors="replace").strip()[:100]
    except OSError:
        return ""
