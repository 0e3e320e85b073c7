"""The files a release needs outside its own folder: units, udev rule, journal's bound, service record, command's name.

Written from the release's own copies, so that units and code always belong together; going back lays the older ones.
"""

import shutil
import tomllib
from pathlib import Path
from typing import Final

from table_daemon.deploy import durable
from table_daemon.deploy.layout import Layout

DEFAULT_PORT: Final = 8080
UNITS: Final = ("queyan.service", "queyan-update.service")
KIOSK_UNIT: Final = "queyan-kiosk.service"
_UNIT_FOLDER: Final = "/etc/systemd/system"
_JOURNAL_BOUND: Final = "/etc/systemd/journald.conf.d/50-queyan.conf"
_COMMAND: Final = "/usr/local/bin/queyan"
_AVAHI_FOLDER: Final = "/etc/avahi/services"
_DISPLAY_MANAGER: Final = "/etc/systemd/system/display-manager.service"
_AUTOSTART: Final = "/etc/xdg/autostart/queyan-kiosk.desktop"
_KIOSK_SETTINGS: Final = "/etc/queyan/kiosk.conf"


def lay_files(layout: Layout, files: Path, *, kiosk: bool = False) -> list[str]:
    """Write the system files of a release whose own copies lie in ``files``; return the paths that changed.

    Files of another release that this one has not are taken away. A kiosk that was wanted once stays wanted.
    """
    before = laid(layout)
    wanted = _wanted(layout, files, kiosk=kiosk or any("kiosk" in path for path in before))
    _note_laid(layout, {*before, *wanted})  # before they are written: an uninstall after a cut finds them all
    changed = [path for path, text in wanted.items() if _write(layout.at(path), text)]
    for path in sorted(set(before) - set(wanted)):
        durable.remove(layout.at(path))
        changed.append(path)
    _note_laid(layout, set(wanted))
    if _link(layout):
        changed.append(_COMMAND)
    return changed


def keep_settings(layout: Layout, files: Path, *, kiosk: bool = False) -> list[str]:
    """Write the settings files that are not there yet; return the paths. What is there is never touched."""
    wanted = {str(layout.settings): files / "queyan.toml.in"}
    if kiosk:
        wanted[str(layout.at(_KIOSK_SETTINGS))] = files / "kiosk.conf"
    made = [Path(path) for path in wanted if not Path(path).exists()]
    for path in made:
        path.parent.mkdir(parents=True, exist_ok=True)
        durable.write(path, wanted[str(path)].read_text(encoding="utf-8"))
    return [str(path) for path in made]


def laid(layout: Layout) -> list[str]:
    """Return the system files that were written."""
    return layout.laid_files.read_text(encoding="utf-8").splitlines() if layout.laid_files.is_file() else []


def take_away(layout: Layout) -> None:
    """Remove every system file that was written; settings and data stay."""
    for path in [*laid(layout), _COMMAND]:
        durable.remove(layout.at(path))
    durable.remove(layout.laid_files)


def has_desktop(layout: Layout) -> bool:
    """Whether a session of its own has the screen of this machine."""
    return layout.at(_DISPLAY_MANAGER).is_symlink()


def web_port(layout: Layout) -> int:
    """Return the port of the pages, as the settings say; the usual one where they can't be read."""
    try:
        port = tomllib.loads(layout.settings.read_text(encoding="utf-8")).get("web", {}).get("port", DEFAULT_PORT)
    except (OSError, ValueError, AttributeError):
        return DEFAULT_PORT
    return port if isinstance(port, int) and not isinstance(port, bool) else DEFAULT_PORT


def _wanted(layout: Layout, files: Path, *, kiosk: bool) -> dict[str, str]:
    """Return each system file with its text."""
    sources = {f"{_UNIT_FOLDER}/{name}": files / name for name in UNITS}
    sources["/etc/udev/rules.d/60-queyan.rules"] = files / "60-queyan.rules"
    sources[_JOURNAL_BOUND] = files / "50-queyan.conf"
    if kiosk and has_desktop(layout):
        sources[_AUTOSTART] = files / "queyan-kiosk.desktop"
    elif kiosk:
        sources[f"{_UNIT_FOLDER}/{KIOSK_UNIT}"] = files / KIOSK_UNIT
    texts = {path: source.read_text(encoding="utf-8") for path, source in sources.items()}
    if layout.at(_AVAHI_FOLDER).is_dir():
        record = (files / "avahi.service.in").read_text(encoding="utf-8")
        texts[f"{_AVAHI_FOLDER}/queyan.service"] = record.replace("@PORT@", str(web_port(layout)))
    return texts


def _note_laid(layout: Layout, paths: set[str]) -> None:
    """Write down which system files are ours, unless just that is written down already."""
    if set(laid(layout)) != paths:
        durable.write(layout.laid_files, "".join(f"{path}\n" for path in sorted(paths)))


def _write(path: Path, text: str) -> bool:
    """Write a file unless it says just that already; whether it was written."""
    try:
        if path.read_text(encoding="utf-8") == text:
            return False
    except (OSError, UnicodeDecodeError):
        if path.is_dir():
            shutil.rmtree(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    durable.write(path, text)
    return True


def _link(layout: Layout) -> bool:
    """Give the command a name on everybody's path, unless somebody else's is there."""
    name, target = layout.at(_COMMAND), "/opt/queyan/current/bin/queyan"
    if name.is_symlink() and str(name.readlink()) == target:
        return False
    if name.exists() and not name.is_symlink():
        return False
    name.parent.mkdir(parents=True, exist_ok=True)
    durable.link(name, target)
    return True
